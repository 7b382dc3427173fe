//! The examples of the Arbiters' Manual of 2026: own unplayed rounds before and since the cap.

use std::sync::Arc;

use butlleti::core::fide::tiebreak::{
    Account, Contestant, Edition, Field, FieldRound, Kind, PairingKind,
};
use butlleti::model::Exact;

use super::tournament::*;

fn half(halves: i64) -> Exact {
    Exact::new(halves, 2)
}

fn round(round: u32, kind: Kind, opponent: Option<usize>, points: Exact) -> FieldRound {
    FieldRound {
        round,
        kind,
        opponent,
        colour: None,
        points,
        game_points: points,
        boards: Vec::new(),
    }
}

/// Somebody's rounds (kind, own halves, halves of the opponent's final score), the others with
/// one round that gives them their score.
fn field(edition: Edition, rounds: &[(Kind, i64, i64)]) -> Arc<Field> {
    let scale = fide().c07.game_scale();
    let contestant = |number: u32, rounds| Contestant {
        number,
        name: format!("P{number}").into(),
        rating: None,
        rounds,
    };
    let own = (1..).zip(rounds).map(|(number, &(kind, halves, _))| {
        let opponent = kind.is_paired().then_some(number as usize);
        round(number, kind, opponent, half(halves))
    });
    let mut contestants = vec![contestant(1, own.collect())];
    for (number, &(_, _, halves)) in (2..).zip(rounds) {
        contestants.push(contestant(number, vec![round(1, Kind::Played, Some(0), half(halves))]));
    }
    Arc::new(Field {
        edition,
        pairing: PairingKind::Swiss,
        is_team: false,
        rounds: rounds.len() as u32,
        boards: 0,
        match_scale: scale,
        game_scale: scale,
        primary: Account::Match,
        unrated: None,
        contestants,
    })
}

fn both(code: &str, rounds: &[(Kind, i64, i64)]) -> [Option<Exact>; 2] {
    [Edition::August2024, Edition::March2026].map(|edition| value(code, &field(edition, rounds), 0))
}

#[test]
fn example_a_a_bye_is_capped_by_draws_in_all_rounds() {
    use Kind::{Played, ZeroBye};
    let rounds = [
        (Played, 2, 10),
        (Played, 2, 10),
        (Played, 0, 13),
        (ZeroBye, 0, 0),
        (Played, 2, 9),
        (Played, 1, 12),
        (Played, 2, 10),
        (Played, 1, 13),
        (Played, 2, 11),
        (Played, 2, 12),
    ];
    assert_eq!(both("BH", &rounds), [Some(half(114)), Some(half(110))]);
    assert_eq!(both("BH/C1", &rounds), [Some(half(100)), Some(half(100))]);
    assert_eq!(both("SB", &rounds), [Some(Exact::new(149, 4)); 2]);
}

#[test]
fn examples_b_and_e_a_forfeit_is_capped_by_the_scheduled_opponent() {
    use Kind::{ForfeitWin, Played};
    // B: 7 points of 9, the opponent of the forfeit has 5½: 1½ less.
    let mut rounds = vec![(Played, 2, 10); 6];
    rounds.extend([(Played, 0, 10), (Played, 0, 10), (ForfeitWin, 2, 11)]);
    let [before, since] = both("BH", &rounds);
    assert_eq!(before.unwrap() - since.unwrap(), half(3));
    // E: 9½ of 10, the opponent has 4½: 5 less.
    let mut rounds = vec![(Played, 2, 10); 8];
    rounds.extend([(Played, 1, 10), (ForfeitWin, 2, 9)]);
    let [before, since] = both("BH", &rounds);
    assert_eq!(before.unwrap() - since.unwrap(), half(10));
}

#[test]
fn example_c_a_low_score_is_not_raised() {
    use Kind::{PairingBye, Played};
    // 4 points of 9: the cap is 4½.
    let mut rounds = vec![(PairingBye, 2, 0)];
    rounds.extend([(Played, 2, 10), (Played, 2, 10), (Played, 2, 10)]);
    rounds.extend([(Played, 0, 10); 5]);
    let [before, since] = both("BH", &rounds);
    assert_eq!(before, since);
    assert_eq!(since, Some(half(8 * 10 + 8)));
}
