//! The FIDE Dutch system: worked examples, properties that every pairing has, agreement of the two
//! ways to compute it.

mod dutch_support;

use std::collections::BTreeSet;

use butlleti::core::pairing::dutch::{
    DutchError, DutchPosition, DutchRound, Edition, Extras, GamePoints, Method, baku, colours,
    pair, pair_by,
};
use butlleti::model::{Colour, Points};
use dutch_support::random::{Profile, Random, roll};
use dutch_support::trf;

const BOTH: [Edition; 2] = [Edition::Fide2026, Edition::Fide2017];

/// A small event: players' rounds as in a TRF.
fn event(rounds: u32, players: &[&[&str]]) -> trf::Event {
    let mut text = format!("142 {rounds}\n152 W\n");
    for (index, cells) in players.iter().enumerate() {
        let mut line = format!("001 {:4}", index + 1);
        line.push_str(&" ".repeat(91 - line.len()));
        for cell in *cells {
            let parts: Vec<_> = cell.split(' ').collect();
            line.push_str(&format!("{:>4} {} {}  ", parts[0], parts[1], parts[2]));
        }
        text.push_str(&line);
        text.push('\n');
    }
    trf::read(&text)
}

fn paired(event: &trf::Event, edition: Edition) -> (Vec<(usize, usize)>, Option<usize>) {
    let round = event.tournament.rounds_recorded() + 1;
    let position = DutchPosition::from_tournament(&event.tournament, round, edition, &event.extras)
        .expect("a position");
    let found = pair(&position).expect("a pairing");
    let pairs = found.pairs().iter().map(|&(w, b)| (w + 1, b + 1)).collect();
    (pairs, found.bye.map(|bye| bye + 1))
}

/// No transposition satisfies everybody; the first exchange is 3 with 4.
#[test]
fn example_of_an_exchange() {
    let event = event(3, &[&["4 w ="], &["5 b ="], &["6 w ="], &["1 b ="], &["2 w ="], &["3 b ="]]);
    for edition in BOTH {
        assert_eq!(paired(&event, edition), (vec![(6, 1), (2, 3), (4, 5)], None));
    }
}

/// 2026 C.5: the bye to the lowest score comes before pairs at the top.
#[test]
fn example_of_the_score_of_the_bye() {
    let event = event(3, &[&["3 w 1"], &["4 b ="], &["1 b 0"], &["2 w ="], &["0 - U"]]);
    assert_eq!(paired(&event, Edition::Fide2026), (vec![(2, 1), (5, 4)], Some(3)));
    assert_eq!(paired(&event, Edition::Fide2017), (vec![(5, 1), (3, 4)], Some(2)));
}

/// Two moved-down players for one resident: the second fits, the first floats on.
#[test]
fn example_of_a_limbo() {
    let event = event(
        3,
        &[
            &["3 w 1", "5 b ="],
            &["4 b 1", "0 - Z"],
            &["1 b 0", "4 w ="],
            &["2 w 0", "3 b ="],
            &["0 - U", "1 w ="],
        ],
    );
    for edition in BOTH {
        assert_eq!(paired(&event, edition), (vec![(2, 5), (1, 4)], Some(3)));
    }
}

/// Numbers are counted over those who are or were in a pairing.
#[test]
fn example_of_effective_numbers() {
    let mut event = event(5, &[&[], &[], &[], &[], &[]]);
    event.extras.absent.insert(0, butlleti::model::Bye::Half);
    for edition in BOTH {
        assert_eq!(paired(&event, edition), (vec![(2, 4), (5, 3)], None));
    }
}

/// Baku acceleration with six players: a group of four.
#[test]
fn example_of_an_acceleration() {
    let mut event = event(5, &[&[], &[], &[], &[], &[], &[]]);
    event.extras.accelerations = baku(&event.tournament, &GamePoints::default());
    for edition in BOTH {
        assert_eq!(paired(&event, edition), (vec![(1, 3), (4, 2), (5, 6)], None));
    }
}

/// What bars from the bye and what makes a float differs between the editions.
#[test]
fn unplayed_rounds_count_as_the_edition_says() {
    let event = event(
        5,
        &[
            &["2 w +", "0 - F"],
            &["1 b -", "0 - H"],
            &["0 - U", "4 w 1"],
            &["0 - Z", "3 b 0"],
            &["0 - F", "0 - Z"],
        ],
    );
    use butlleti::core::pairing::dutch::Float::{Down, Up};
    let floats = |edition: Edition| {
        let position =
            DutchPosition::from_tournament(&event.tournament, 3, edition, &Extras::default())
                .expect("a position");
        let of = |p: &butlleti::core::pairing::dutch::DutchPlayer| {
            (p.floats[1], p.floats[0], p.bye_barred, p.unplayed)
        };
        position.players.iter().map(of).collect::<Vec<_>>()
    };
    assert_eq!(
        floats(Edition::Fide2026),
        [
            (Some(Down), Some(Down), true, 2),
            (None, Some(Down), false, 2),
            (Some(Down), Some(Down), true, 1),
            (None, Some(Up), false, 1),
            (Some(Down), None, true, 2),
        ]
    );
    assert_eq!(
        floats(Edition::Fide2017),
        [
            (Some(Down), Some(Down), true, 2),
            (Some(Down), Some(Down), false, 2),
            (Some(Down), Some(Down), true, 1),
            (Some(Down), Some(Up), false, 1),
            (Some(Down), Some(Down), false, 2),
        ]
    );
}

#[test]
fn a_round_without_pairing_says_why() {
    let met = event(3, &[&["2 w 1"], &["1 b 0"]]);
    let barred = event(
        4,
        &[&["2 w 1", "3 b 1", "0 - U"], &["1 b 0", "0 - U", "3 w 1"], &["0 - U", "1 w 0", "2 b 0"]],
    );
    let error = |event: &trf::Event| {
        let round = event.tournament.rounds_recorded() + 1;
        let position = DutchPosition::from_tournament(
            &event.tournament,
            round,
            Edition::Fide2026,
            &event.extras,
        );
        pair(&position.expect("a position")).expect_err("no pairing")
    };
    assert!(matches!(error(&met), DutchError::Impossible { left_out } if !left_out.is_empty()));
    assert!(matches!(error(&barred), DutchError::Impossible { .. }));
    let alone = event(4, &[&["2 w +"], &["1 b -"], &["0 - U"]]);
    let mut alone = alone;
    alone.extras.absent.insert(1, butlleti::model::Bye::Zero);
    alone.extras.absent.insert(2, butlleti::model::Bye::Zero);
    assert!(matches!(error(&alone), DutchError::NoBye { left_out } if left_out.len() == 1));
}

/// Nobody, one, two.
#[test]
fn the_smallest_rounds() {
    for edition in BOTH {
        assert_eq!(paired(&event(1, &[]), edition), (vec![], None));
        assert_eq!(paired(&event(1, &[&[]]), edition), (vec![], Some(1)));
        assert_eq!(paired(&event(1, &[&[], &[]]), edition), (vec![(1, 2)], None));
    }
}

fn profiles() -> [Profile; 5] {
    let three = GamePoints::of(Points::from_halves(6), Points::ONE, Points::ZERO);
    [
        Profile::default(),
        Profile { wild: 3, absences: 15, ..Profile::default() },
        Profile { forbidden: 20, ..Profile::default() },
        Profile { accelerated: true, points: three, even: false, ..Profile::default() },
        Profile { absences: 0, forfeits: 0, draws: 2, ..Profile::default() },
    ]
}

/// Rolls events of all profiles and editions.
fn on_events(
    events: u64,
    players: std::ops::Range<u64>,
    see: &mut dyn FnMut(&DutchPosition, &str),
) {
    for (kind, profile) in profiles().into_iter().enumerate() {
        for edition in BOTH {
            for event in 0..events {
                let mut random = Random::new(7_000 + event * 10 + kind as u64);
                let size = players.start + random.below(players.end - players.start);
                let rounds = 3 + random.below(8) as u32;
                roll(size as usize, rounds, edition, profile, &mut random, |position| {
                    see(
                        position,
                        &format!(
                            "profile {kind}, event {event}, {size} players, {edition:?}, round {}",
                            position.round
                        ),
                    );
                });
            }
        }
    }
}

/// The proofs by counting and the comparison by weight agree where brute force cannot go.
#[test]
fn both_methods_agree() {
    let events = std::env::var("DUTCH_EVENTS").ok().and_then(|n| n.parse().ok()).unwrap_or(4);
    on_events(events, 12..45, &mut |position, what| {
        let (fast, slow) = (pair_by(position, Method::Bounds), pair_by(position, Method::Weights));
        let plain = |round: &DutchRound| (round.pairs(), round.bye);
        assert_eq!(fast.as_ref().map(plain), slow.as_ref().map(plain), "{what}");
    });
}

/// Nobody meets twice, one bye at most, nobody gets a colour a third time or a difference of three
/// (topscorers and their opponents aside).
#[test]
fn every_pairing_keeps_the_basic_rules() {
    let mut rounds = 0;
    on_events(6, 5..80, &mut |position, what| {
        let Ok(round) = pair(position) else { return };
        rounds += 1;
        let present: BTreeSet<usize> =
            (0..position.players.len()).filter(|&p| position.players[p].present).collect();
        let mut seen: Vec<usize> = round.pairs().iter().flat_map(|&(w, b)| [w, b]).collect();
        seen.extend(round.bye);
        assert_eq!(seen.len(), present.len(), "{what}");
        assert_eq!(seen.into_iter().collect::<BTreeSet<_>>(), present, "{what}");
        assert_eq!(round.bye.is_some(), present.len() % 2 == 1, "{what}");
        if let Some(bye) = round.bye {
            assert!(!position.players[bye].bye_barred, "{what}");
        }
        for (white, black) in round.pairs() {
            let games = &position.players[white].games;
            assert!(games.iter().all(|game| game.opponent != black), "{what}");
            let pair = (white.min(black), white.max(black));
            assert!(!position.forbidden.contains(&pair), "{what}");
            if position.is_topscorer(white) || position.is_topscorer(black) {
                continue;
            }
            for (player, colour) in [(white, Colour::White), (black, Colour::Black)] {
                let history: Vec<Colour> =
                    position.players[player].games.iter().filter_map(|g| g.colour).collect();
                let wanted = colours::preference(&history);
                let absolute = wanted.filter(|w| w.strength == colours::Strength::Absolute);
                assert!(absolute.is_none_or(|w| w.colour == colour), "{what} {player}");
            }
        }
    });
    assert!(rounds > 200, "{rounds}");
}

/// The order in which the players are listed does not matter.
#[test]
fn the_order_of_input_does_not_matter() {
    on_events(2, 10..60, &mut |position, what| {
        let mut random = Random::new(99);
        let n = position.players.len();
        let mut order: Vec<usize> = (0..n).collect();
        (1..n).rev().for_each(|i| order.swap(i, random.below(i as u64 + 1) as usize));
        let mut back = vec![0; n];
        order.iter().enumerate().for_each(|(new, &old)| back[old] = new);
        let mut shuffled = position.clone();
        shuffled.players = order.iter().map(|&old| position.players[old].clone()).collect();
        for game in shuffled.players.iter_mut().flat_map(|p| &mut p.games) {
            game.opponent = back[game.opponent];
        }
        shuffled.forbidden =
            position.forbidden.iter().rev().map(|&(a, b)| (back[b], back[a])).collect();
        let (one, two) = (pair(position), pair(&shuffled));
        let one = one.map(|round| (round.pairs(), round.bye));
        let two = two.map(|round| {
            let pairs = round.pairs().iter().map(|&(w, b)| (order[w], order[b])).collect();
            (pairs, round.bye.map(|bye| order[bye]))
        });
        match (one, two) {
            (Ok(one), Ok(two)) => assert_eq!(one, two, "{what}"),
            (one, two) => assert!(one.is_err() && two.is_err(), "{what}"),
        }
    });
}
