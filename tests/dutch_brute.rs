//! The FIDE Dutch system against a literal reading of its text, on small random events.

mod dutch_support;

use butlleti::core::pairing::dutch::{
    DutchError, DutchPosition, Edition, GamePoints, Method, Proof, pair_by,
};
use butlleti::model::{Colour, Points};
use dutch_support::brute;
use dutch_support::random::{Profile, Random, roll};

#[derive(Default, Debug)]
struct Tally {
    positions: u32,
    impossible: u32,
    weighed: u32,
    collapsed: u32,
}

/// Rolls events and compares every position; panics at the first difference.
fn compare(edition: Edition, events: u64, seed: u64, most: u64, profile: Profile) -> Tally {
    let mut tally = Tally::default();
    for event in 0..events {
        let mut random = Random::new(seed * 1_000_003 + event);
        let players = 2 + random.below(most - 1) as usize;
        let rounds = 2 + random.below(6) as u32;
        roll(players, rounds, edition, profile, &mut random, |position| {
            let what = format!("event {event}, {players} players, round {}", position.round);
            check(position, &what, &mut tally);
        });
    }
    tally
}

fn check(position: &DutchPosition, what: &str, tally: &mut Tally) {
    let expected = brute::pair(position);
    tally.positions += 1;
    for method in [Method::Bounds, Method::Weights] {
        match (pair_by(position, method), &expected) {
            (Ok(found), Some((pairs, bye))) => {
                assert_eq!((&found.pairs(), found.bye), (pairs, *bye), "{what} {method:?}: {}", show(position));
                if method == Method::Bounds {
                    let weighed = |p: &Proof| matches!(p, Proof::Weighed(_));
                    tally.weighed +=
                        found.brackets.iter().filter(|b| weighed(&b.proof)).count() as u32;
                    let stage = butlleti::core::pairing::dutch::Stage::Collapsed;
                    tally.collapsed += u32::from(found.brackets.iter().any(|b| b.stage == stage));
                }
            }
            (Err(DutchError::Impossible { .. } | DutchError::NoBye { .. }), None) => {
                tally.impossible += 1;
            }
            (found, _) => panic!("{what} {method:?}: {found:?} for {expected:?}: {}", show(position)),
        }
    }
}

/// One line for every player: number, points, colours with opponents, floats, bye.
fn show(position: &DutchPosition) -> String {
    let lines = position.players.iter().enumerate().map(|(index, p)| {
        let game = |game: &butlleti::core::pairing::dutch::Game| {
            let colour = game.colour.map_or('-', |c| if c == Colour::White { 'w' } else { 'b' });
            format!("{colour}{}", game.opponent)
        };
        let games: Vec<_> = p.games.iter().map(game).collect();
        format!(
            "\n[{index}] {}{} {}+{} {} {:?}{}{} {}",
            p.number, if p.present { "" } else { " absent" }, p.points, p.acceleration,
            games.join(" "), p.floats, if p.bye_barred { " barred" } else { "" },
            if position.is_topscorer(index) { " top" } else { "" }, p.unplayed
        )
    });
    let lines: String = lines.collect();
    format!("{lines}\n{:?} forbidden {:?}", position.initial_colour, position.forbidden)
}

fn events(default: u64) -> u64 {
    std::env::var("DUTCH_EVENTS").ok().and_then(|n| n.parse().ok()).unwrap_or(default)
}

#[test]
fn edition_2026_is_the_literal_one() {
    let plain = compare(Edition::Fide2026, events(700), 1, 9, Profile::default());
    assert!(plain.positions > 1000 && plain.weighed > 100 && plain.impossible > 0, "{plain:?}");
    let wild = Profile { wild: 2, ..Profile::default() };
    compare(Edition::Fide2026, events(500), 2, 9, wild);
}

#[test]
fn edition_2017_is_the_literal_one() {
    let plain = compare(Edition::Fide2017, events(700), 3, 9, Profile::default());
    assert!(plain.positions > 1000 && plain.weighed > 100 && plain.collapsed > 20, "{plain:?}");
    let wild = Profile { wild: 2, ..Profile::default() };
    compare(Edition::Fide2017, events(500), 4, 9, wild);
}

/// Forbidden pairs, virtual points, other points for a game.
#[test]
fn settings_are_read_as_the_literal_reading_does() {
    let three = GamePoints::of(Points::from_halves(6), Points::ONE, Points::ZERO);
    let half_bye = GamePoints { pairing_bye: Points::HALF, ..GamePoints::default() };
    let profiles = [
        Profile { forbidden: 6, ..Profile::default() },
        Profile { accelerated: true, ..Profile::default() },
        Profile { points: three, ..Profile::default() },
        Profile { points: half_bye, draws: 2, ..Profile::default() },
        Profile { absences: 0, forfeits: 0, even: false, ..Profile::default() },
    ];
    for (seed, profile) in profiles.into_iter().enumerate() {
        for edition in [Edition::Fide2026, Edition::Fide2017] {
            compare(edition, events(150), 10 + seed as u64, 9, profile);
        }
    }
}
