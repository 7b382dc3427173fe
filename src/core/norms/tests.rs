use proptest::prelude::*;

use super::*;
use crate::core::values::{Opponent, Unplayed, Who};
use crate::model::{Category, Ratings};
use crate::test_rules::rules;

fn rated(catalan: u32, score: Score) -> Round {
    let ratings = Ratings { catalan: Some(catalan), ..Ratings::default() };
    let opponent = Opponent { category: Some(Category::Preferent), ratings, ..Opponent::default() };
    Round::Played { score, opponent }
}

fn unrated(halves: i32, score: Score) -> Round {
    let opponent = Opponent {
        category: Some(Category::Preferent),
        score: Points::from_halves(halves),
        ..Opponent::default()
    };
    Round::Played { score, opponent }
}

fn input(games: Vec<Round>) -> NormInput {
    NormInput {
        rounds: games.len() as u32,
        possible: None,
        delegation: Some(Delegation::Barcelona),
        homologated: Some(true),
        kind: EventKind::Open,
        rounds_over: None,
        games,
    }
}

/// `halves` half points against these ratings.
fn event(ratings: &[u32], halves: i32) -> NormInput {
    let mut left = halves;
    let games = ratings.iter().map(|&rating| {
        let score = [Score::Loss, Score::Draw, Score::Win][left.clamp(0, 2) as usize];
        left -= score.points().halves();
        rated(rating, score)
    });
    input(games.collect())
}

fn assess(input: &NormInput) -> NormReport {
    super::assess(input, rules())
}

/// AMB-17 and MC norma 3: 50 % at 2375, 0.1 % more for each point below.
#[test]
fn the_share_asked_for() {
    let share = |mean| required_share(mean, &rules().norms) * 100;
    assert_eq!(share(Exact::from(2375)), Exact::from(50));
    assert_eq!(share(Exact::from(2275)), Exact::from(60));
    assert_eq!(share(Exact::from(2200)), Exact::new(135, 2));
    assert_eq!(share(Exact::from(2176)), Exact::new(699, 10));
    assert_eq!(share(Exact::from(2150)), Exact::new(145, 2));
    // AMB-16.
    assert_eq!(share(Exact::from(2500)), Exact::from(50));
    assert_eq!(share(Exact::new(21374, 9)), Exact::new(4501, 90));
}

/// AMB-14: reaching the share is enough; one point of rating less asks for half a point more.
#[test]
fn points_on_both_sides_of_the_share() {
    let made = |last, halves| {
        let mut ratings = [2375; 9];
        ratings[8] = last;
        let report = assess(&event(&ratings, halves));
        (report.result.points_needed.unwrap().halves(), report.norm(), report.missing().halves())
    };
    assert_eq!(made(2375, 9), (9, Verdict::Met, 0));
    assert_eq!(made(2375, 8), (9, Verdict::NotMet, 1));
    assert_eq!(made(2374, 9), (10, Verdict::NotMet, 1));
    assert_eq!(made(2374, 10), (10, Verdict::Met, 0));
    assert_eq!(made(2374, 8), (10, Verdict::NotMet, 2));
}

/// AMB-15: above 2175 in general, 2150 or more in three delegations, of the tournament.
#[test]
fn the_minimum_mean_of_the_delegations() {
    let enough = |delegation, ratings: [u32; 10]| {
        let mut event = event(&ratings, 20);
        event.delegation = delegation;
        let report = assess(&event);
        (report.norm() == Verdict::Met, report.minimum.value, report.minimum.at.to_string())
    };
    let with_last = |rating: u32, last: u32| {
        let mut ratings = [rating; 10];
        ratings[9] = last;
        ratings
    };
    let general = |made| (made, 2175, "MC norma 3".to_owned());
    let special = |made| (made, 2150, "MC norma 8".to_owned());
    for delegation in [None, Some(Delegation::Barcelona)] {
        assert_eq!(enough(delegation, [2175; 10]), general(false));
        assert_eq!(enough(delegation, with_last(2175, 2176)), general(true));
    }
    for delegation in [Delegation::Girona, Delegation::Lleida, Delegation::Tarragona] {
        assert_eq!(enough(Some(delegation), [2150; 10]), special(true));
        assert_eq!(enough(Some(delegation), with_last(2150, 2149)), special(false));
    }
}

/// AMB-19, 101: the win over an unrated last opponent takes the mean to 2175; with a draw the
/// opponent counts 50 more and the mean is over it.
#[test]
fn the_safeguard_of_the_last_round() {
    // Eight opponents sum to 9·2175 − 2050, so a last one at 2050 leaves the mean at 2175.
    let mut games: Vec<_> = (0..7).map(|_| rated(2190, Score::Win)).collect();
    games.push(rated(9 * 2175 - 2050 - 7 * 2190, Score::Win));
    games.push(unrated(10, Score::Win));
    let report = assess(&input(games.clone()));
    assert_eq!(report.result.opponents.mean, Some(Exact::from(2175)));
    assert!(!report.result.passes);
    assert_eq!((report.norm(), report.by()), (Verdict::Met, Some(By::Safeguard(Score::Draw))));
    assert_eq!(report.lower[0].opponents.sum, 9 * 2175 + 50);
    assert_eq!(report.by().unwrap().key(), "safeguard:draw");
    let entry = report.entry(&input(games.clone()), rules());
    let safeguard = entry.working.last().unwrap();
    assert_eq!(safeguard.text.key, "norms.safeguard.draw");
    assert_eq!(safeguard.citations[0].as_str(), SAFEGUARD);

    // Half a point of mean further down, only the loss is enough.
    let deeper = |games: &mut Vec<Round>| games[7] = rated(9 * 2175 - 2100 - 7 * 2190, Score::Win);
    let mut further = games.clone();
    deeper(&mut further);
    let report = assess(&input(further.clone()));
    assert_eq!(report.by(), Some(By::Safeguard(Score::Loss)));
    assert!(!report.lower[0].passes);

    // A forfeit or bye in the last round leaves only the real result (AMB-101).
    further[8] = Round::Unplayed { why: Unplayed::ForfeitWon, points: Points::ONE };
    assert!(assess(&input(further)).lower.is_empty());
    // A rated opponent's value does not move.
    games[8] = rated(2050, Score::Win);
    assert_eq!(assess(&input(games)).reached(), None);
}

#[test]
fn the_safeguard_moves_an_opponent_met_twice_in_both_games() {
    let who = Who { index: 3, number: 4, name: "Quatre".into() };
    let mut games: Vec<_> = (0..8).map(|_| rated(2200, Score::Win)).collect();
    games.push(unrated(10, Score::Win));
    games[0] = unrated(10, Score::Draw);
    for at in [0, 8] {
        if let Round::Played { opponent, .. } = &mut games[at] {
            opponent.who = Some(who.clone());
        }
    }
    let moved = with_last_result(&games, Score::Loss, rules());
    for at in [0, 8] {
        let Round::Played { opponent, .. } = &moved[at] else { panic!() };
        assert_eq!(opponent.score, Points::from_halves(12));
    }
    assert_eq!(moved[1], games[1]);
}

/// AMB-18: the mean is that of the player's opponents with the values of promotions, whatever else
/// the tournament has: 2000 for a 1a player (AMB-08) and for a round not played, the scale for one
/// without rating (AMB-10).
#[test]
fn amb_18_the_values_of_promotions_make_the_mean() {
    let mut games = event(&[2400; 9], 16).games;
    games[0] = Round::Played {
        score: Score::Win,
        opponent: Opponent { category: Some(Category::First), ..Opponent::default() },
    };
    // 5½ of 9: two half points over a half, 100 more than 2000.
    games[1] = unrated(11, Score::Win);
    games[2] = Round::Unplayed { why: Unplayed::ForfeitLost, points: Points::ZERO };
    let report = assess(&input(games));
    assert_eq!(report.result.opponents.sum, 6 * 2400 + 2000 + 2100 + 2000);
    assert_eq!(report.result.opponents.games, 9);
}

/// AMB-100: all rounds of a Swiss count; the free round of a league does not.
#[test]
fn byes_count_and_free_rounds_do_not() {
    let mut games = event(&[2300; 9], 16).games;
    games[8] = Round::Unplayed { why: Unplayed::Bye, points: Points::ONE };
    let report = assess(&input(games.clone()));
    assert_eq!(report.result.opponents.sum, 8 * 2300 + 2000);
    assert_eq!((report.result.opponents.games, report.result.points.halves()), (9, 18));
    games[8] = Round::Free;
    let report = assess(&input(games));
    assert_eq!(report.result.opponents.mean, Some(Exact::from(2300)));
    assert_eq!((report.result.opponents.games, report.event_valid), (8, Verdict::Met));
}

#[test]
fn the_event_must_be_long_enough_and_homologated() {
    let mut nine = event(&[2400; 9], 18);
    assert_eq!(assess(&nine).norm(), Verdict::Met);
    nine.homologated = None;
    assert_eq!((assess(&nine).norm(), assess(&nine).by()), (Verdict::Unknown, None));
    nine.homologated = Some(false);
    assert_eq!(assess(&nine).norm(), Verdict::NotMet);
    assert_eq!(assess(&nine).outcome().key, "norms.outcome.event");
    let eight = assess(&event(&[2400; 8], 16));
    assert_eq!((eight.event_valid, eight.norm()), (Verdict::NotMet, Verdict::NotMet));
}

#[test]
fn an_event_without_games_is_no_norm() {
    let mut nothing = input(Vec::new());
    nothing.games = vec![Round::Free];
    let report = assess(&nothing);
    assert_eq!((report.result.opponents.mean, report.reached()), (None, None));
    assert_eq!(report.entry(&nothing, rules()).value, Value::Verdict(Verdict::NotMet));
}

#[test]
fn outcomes_are_said_plainly() {
    let key = |ratings: u32, halves| assess(&event(&[ratings; 9], halves)).outcome().key;
    assert_eq!(key(2400, 9), "norms.outcome.norm");
    assert_eq!(key(2400, 8), "norms.outcome.half");
    assert_eq!(key(2400, 7), "norms.outcome.missing");
    assert_eq!(key(2100, 18), "norms.outcome.mean");
    assert_eq!(key(2100, 10), "norms.outcome.mean-and-points");
}

proptest! {
    /// AMB-17: the test by points needed is the inequality in whole numbers,
    /// 1000·points ≥ games·(500 + max(0, 2375 − M)).
    #[test]
    fn the_inequality_in_integers(
        ratings in prop::collection::vec(2000_u32..2600, 9..12),
        halves in 0..24,
    ) {
        let report = assess(&event(&ratings, halves));
        let (games, sum) = (ratings.len() as i64, ratings.iter().map(|&r| i64::from(r)).sum::<i64>());
        let made = i64::from(report.result.points.halves());
        let below = (2375 * games - sum).max(0);
        let reached = 500 * made >= 500 * games + below;
        prop_assert_eq!(report.result.points_needed.unwrap() <= report.result.points, reached);
        prop_assert_eq!(report.result.passes, reached && sum > 2175 * games);
    }
}
