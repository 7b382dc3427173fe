//! The FIDE Dutch system against a literal reading of its text, on small random events.

mod dutch_support;

use butlleti::core::pairing::dutch::explanation::explain;
use butlleti::core::pairing::dutch::{
    Criterion, DutchError, DutchPosition, Edition, GamePoints, Method, Proof, pair_by,
};
use butlleti::model::{Colour, Points};
use dutch_support::brute::{self, Worse};
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
                assert_eq!(
                    (&found.pairs(), found.bye),
                    (pairs, *bye),
                    "{what} {method:?}: {}",
                    show(position)
                );
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
            (found, _) => {
                panic!("{what} {method:?}: {found:?} for {expected:?}: {}", show(position))
            }
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
            p.number,
            if p.present { "" } else { " absent" },
            p.points,
            p.acceleration,
            games.join(" "),
            p.floats,
            if p.bye_barred { " barred" } else { "" },
            if position.is_topscorer(index) { " top" } else { "" },
            p.unplayed
        )
    });
    let lines: String = lines.collect();
    format!("{lines}\n{:?} forbidden {:?}", position.initial_colour, position.forbidden)
}

fn events(default: u64) -> u64 {
    std::env::var("DUTCH_EVENTS").ok().and_then(|n| n.parse().ok()).unwrap_or(default)
}

/// The largest number of players.
fn most() -> u64 {
    std::env::var("DUTCH_PLAYERS").ok().and_then(|n| n.parse().ok()).unwrap_or(9)
}

#[test]
fn edition_2026_is_the_literal_one() {
    let plain = compare(Edition::Fide2026, events(250), 1, most(), Profile::default());
    assert!(plain.positions > 500 && plain.weighed > 100 && plain.impossible > 0, "{plain:?}");
    let wild = Profile { wild: 2, ..Profile::default() };
    compare(Edition::Fide2026, events(150), 2, most(), wild);
}

#[test]
fn edition_2017_is_the_literal_one() {
    let plain = compare(Edition::Fide2017, events(250), 3, most(), Profile::default());
    assert!(plain.positions > 500 && plain.weighed > 100 && plain.collapsed > 10, "{plain:?}");
    let wild = Profile { wild: 2, ..Profile::default() };
    compare(Edition::Fide2017, events(150), 4, most(), wild);
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
            compare(edition, events(60), 10 + seed as u64, most(), profile);
        }
    }
}

/// The criteria of the edition in the order of the literal reading's failure values.
fn place(criterion: Criterion, edition: Edition) -> usize {
    use Criterion::{
        ByeAbsences, Down1, Down1Score, Down2, Down2Score, FloaterScores, Floaters, NextGroup,
        Preference, StrongPreference, TopscorerDifference, TopscorerThird, Up1, Up1Score, Up2,
        Up2Score,
    };
    let mut order = vec![
        Floaters,
        FloaterScores,
        NextGroup,
        ByeAbsences,
        TopscorerDifference,
        TopscorerThird,
        Preference,
        StrongPreference,
        Down1,
        Up1,
        Down2,
        Up2,
        Down1Score,
        Up1Score,
        Down2Score,
        Up2Score,
    ];
    if edition == Edition::Fide2017 {
        order.retain(|&criterion| criterion != ByeAbsences);
    }
    order.iter().position(|&other| other == criterion).unwrap_or(order.len())
}

/// Every "worse by this criterion" of the explanation, against all candidates with the other choice.
#[test]
fn explanations_name_the_criterion_that_decides() {
    let mut checked = 0;
    let profiles = [
        Profile::default(),
        Profile { wild: 2, ..Profile::default() },
        Profile { forbidden: 8, absences: 0, ..Profile::default() },
    ];
    for (seed, profile) in profiles.into_iter().enumerate() {
        for edition in [Edition::Fide2026, Edition::Fide2017] {
            for event in 0..events(30) {
                let mut random = Random::new(50_000 + event * 10 + seed as u64);
                let players = 5 + random.below(most() - 4) as usize;
                roll(players, 6, edition, profile, &mut random, |position| {
                    let what = format!(
                        "profile {seed} {edition:?} event {event} round {}",
                        position.round
                    );
                    checked += check_reasons(position, &what);
                });
            }
        }
    }
    assert!(checked > 900, "{checked}");
}

fn check_reasons(position: &DutchPosition, what: &str) -> u32 {
    let Some(mut questions) = brute::Questions::new(position) else { return 0 };
    let round = pair_by(position, Method::Bounds).expect("a pairing");
    let reasons = explain(position).expect("an explanation");
    let mut checked = 0;
    let mut agree = |by: Criterion, worse: Worse, what: &str| {
        checked += 1;
        let fits = match worse {
            Worse::None => matches!(by, Criterion::Completion | Criterion::ByeBarred),
            // The literal test of completion lets two who float together be paired further down.
            Worse::By(0) => matches!(by, Criterion::Completion | Criterion::Floaters),
            Worse::By(at) => {
                at.min(place(Criterion::Exchange, position.edition)) == place(by, position.edition)
            }
        };
        assert!(fits, "{what}: {by:?}, but {worse:?}: {}", show(position));
    };
    for (at, bracket) in round.brackets.iter().enumerate() {
        let mut fixed = Vec::new();
        for &(higher, lower) in &bracket.pairs {
            let found = reasons.pairs.iter().find(|r| (r.higher, r.lower) == (higher, lower));
            for passed in &found.expect("a reason for every pair").passed {
                let legal = !matches!(
                    passed.by,
                    Criterion::Met | Criterion::AbsoluteColours | Criterion::Forbidden
                );
                let mut pairs = fixed.clone();
                pairs.push((higher, passed.player));
                let worse = questions.worse(at, &pairs, None);
                if legal {
                    agree(passed.by, worse, &format!("{what}: {higher} with {}", passed.player));
                } else {
                    assert_eq!(worse, Worse::None, "{what}");
                }
            }
            fixed.push((higher, lower));
        }
        for reason in reasons
            .stays
            .iter()
            .filter(|r| r.from == bracket.score && bracket.left.contains(&r.player))
        {
            for passed in &reason.passed {
                let worse = questions.worse(at, &[], Some((passed.player, false)));
                agree(passed.by, worse, &format!("{what}: {} stays", passed.player));
            }
            if let Some(by) = reason.by {
                let worse = questions.worse(at, &[], Some((reason.player, true)));
                agree(by, worse, &format!("{what}: {} does not stay", reason.player));
            }
        }
    }
    checked
}
