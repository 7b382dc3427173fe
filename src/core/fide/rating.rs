//! Ratings of FIDE: B.02. Change by game and by event, first rating, performance, K.

use super::FideRules;
use super::tables::{DayTable, hundredths, round_half_away, round_half_up};
use crate::model::{Date, Exact};
use crate::rulebook::Cited;

crate::rules! {
    /// Numbers of B.02, apart from its tables.
    pub struct RatingRules {
        /// A larger difference counts as this (B.02 diferencia).
        max_difference: u32 = "b02.diferencia-maxima",
        /// Own rating from which the full difference counts, and since when.
        full_from: u32 = "b02.sencera-des-de",
        full_since: DayTable = "b02.sencera-data",
        /// First day of the rules of 2024: every large difference is capped, first ratings have
        /// fictitious opponents.
        rules_of_2024: DayTable = "b02.data-2024",
        first_games: u32 = "b02.primera-partides",
        first_opponents: u32 = "b02.primera-ficticis",
        first_opponent_rating: u32 = "b02.primera-fictici-elo",
        first_max: u32 = "b02.primera-maxim",
        /// Before 2024: for each half point above one half of the points.
        first_per_half: u32 = "b02.primera-mig-punt",
        minimum: u32 = "b02.minim",
        k_high: u32 = "b02.k-alt",
        k_high_rating: u32 = "b02.k-alt-elo",
        k_new: u32 = "b02.k-nou",
        k_new_games: u32 = "b02.k-nou-partides",
        k_young_age: u32 = "b02.k-jove-anys",
        k_young_rating: u32 = "b02.k-jove-elo",
        k_usual: u32 = "b02.k-normal",
        k_product: u32 = "b02.k-producte",
    }
}

/// A game on the board against a rated opponent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RatedGame {
    /// Rating on the list in force on the first day.
    pub opponent: u32,
    /// 0, ½ or 1.
    pub score: Exact,
}

/// What one game does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameChange {
    /// Own rating − opponent's.
    pub difference: i64,
    /// The difference that counts.
    pub counted: i64,
    /// Expected score in hundredths (B.02 8.1.2).
    pub expected: i64,
    /// Score − expected score.
    pub delta: Exact,
}

/// What an event does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EventChange {
    pub games: Vec<GameChange>,
    /// K after the limit on K × games.
    pub k: u32,
    pub sum: Exact,
    /// K × sum, not rounded.
    pub change: Exact,
    /// Own rating and the change rounded once, halves away from zero.
    pub new_rating: i64,
}

/// Does a player's own rating let the full difference count on a day?
fn counts_in_full(own: u32, day: Date, rules: &RatingRules) -> bool {
    day >= rules.full_since.get().0 && own >= rules.full_from.get()
}

fn game(own: u32, game: RatedGame, capped: bool, rules: &FideRules) -> GameChange {
    let difference = i64::from(own) - i64::from(game.opponent);
    let cap = i64::from(rules.rating.max_difference.get());
    let counted = if capped { difference.clamp(-cap, cap) } else { difference };
    let expected = rules.tables.pd(counted);
    GameChange { difference, counted, expected, delta: game.score - Exact::new(expected, 100) }
}

/// The change that one game brings, before K.
pub fn game_change(own: u32, one: RatedGame, day: Date, rules: &FideRules) -> GameChange {
    game(own, one, !counts_in_full(own, day, &rules.rating), rules)
}

/// The change that an event brings. Before the rules of 2024 only the largest difference of an
/// event was capped.
pub fn event_change(
    own: u32,
    k: u32,
    games: &[RatedGame],
    day: Date,
    rules: &FideRules,
) -> EventChange {
    let distance = |game: &RatedGame| game.opponent.abs_diff(own);
    let every = day >= rules.rating.rules_of_2024.get().0;
    let largest = (0..games.len()).rev().max_by_key(|&at| distance(&games[at]));
    let full = counts_in_full(own, day, &rules.rating);
    let games: Vec<GameChange> = games
        .iter()
        .enumerate()
        .map(|(at, &one)| game(own, one, !full && (every || largest == Some(at)), rules))
        .collect();
    let k = limited_k(k, games.len() as u32, &rules.rating);
    let sum: Exact = games.iter().map(|game| game.delta).sum();
    let change = sum * i64::from(k);
    let new_rating = i64::from(own) + round_half_away(change);
    EventChange { games, k, sum, change, new_rating }
}

/// K such that K × games does not pass the limit.
pub fn limited_k(k: u32, games: u32, rules: &RatingRules) -> u32 {
    let limit = rules.k_product.get();
    if k.saturating_mul(games) > limit { limit / games.max(1) } else { k }
}

/// What K depends on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Career {
    /// Highest rating ever published.
    pub highest: u32,
    /// Rated games so far.
    pub games: u32,
    /// Year of birth and year of the list.
    pub born: Option<i16>,
    pub year: i16,
}

/// K: once at the high rating for ever the lowest; young and below the limit, or new, the highest.
pub fn k_factor(career: Career, rules: &RatingRules) -> &Cited<u32> {
    let age = career.born.map(|born| i64::from(career.year) - i64::from(born));
    let is_young = age.is_some_and(|age| age <= i64::from(rules.k_young_age.get()));
    if career.highest >= rules.k_high_rating.get() {
        &rules.k_high
    } else if (is_young && career.highest < rules.k_young_rating.get())
        || career.games < rules.k_new_games.get()
    {
        &rules.k_new
    } else {
        &rules.k_usual
    }
}

/// Mean of the opponents, percentage in hundredths, and the rating they make.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Performance {
    pub mean: Exact,
    pub hundredths: i64,
    pub rating: i64,
}

fn performance_of(sum: i64, n: i64, points: Exact, rules: &FideRules) -> Option<Performance> {
    (n > 0).then(|| {
        let mean = Exact::new(sum, n);
        let p = hundredths(points / n);
        Performance { mean, hundredths: p, rating: round_half_up(mean + rules.tables.dp(p)) }
    })
}

fn totals(games: &[RatedGame]) -> (i64, i64, Exact) {
    let sum = games.iter().map(|game| i64::from(game.opponent)).sum();
    (sum, games.len() as i64, games.iter().map(|game| game.score).sum())
}

/// Performance: mean of the opponents and the difference of the percentage. `None` without games.
pub fn performance(games: &[RatedGame], rules: &FideRules) -> Option<Performance> {
    let (sum, n, points) = totals(games);
    performance_of(sum, n, points, rules)
}

/// Why there is no first rating.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoFirstRating {
    TooFewGames,
    /// The very first event without a point is dropped.
    NoPoint,
    BelowMinimum,
}

/// The first rating from games against rated opponents.
pub fn first_rating(
    games: &[RatedGame],
    day: Date,
    rules: &FideRules,
) -> Result<Performance, NoFirstRating> {
    let (sum, n, points) = totals(games);
    let r = &rules.rating;
    if n < i64::from(r.first_games.get()) {
        return Err(NoFirstRating::TooFewGames);
    }
    if points == Exact::from(0) {
        return Err(NoFirstRating::NoPoint);
    }
    let half = Exact::new(1, 2);
    let mut found = if day >= r.rules_of_2024.get().0 {
        let more = i64::from(r.first_opponents.get());
        let sum = sum + more * i64::from(r.first_opponent_rating.get());
        performance_of(sum, n + more, points + half * more, rules)
    } else {
        performance_of(sum, n, points, rules).map(|found| {
            let above = points - half * n;
            if above < Exact::from(0) {
                return found;
            }
            let gain = above * 2 * i64::from(r.first_per_half.get());
            Performance { rating: round_half_up(found.mean + gain), ..found }
        })
    }
    .ok_or(NoFirstRating::TooFewGames)?;
    found.rating = found.rating.min(i64::from(r.first_max.get()));
    if found.rating < i64::from(r.minimum.get()) {
        return Err(NoFirstRating::BelowMinimum);
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_rules::rules;
    use jiff::civil::date;
    use proptest::prelude::*;
    use serde_json::Value as Json;

    fn fide() -> &'static FideRules {
        rules().fide.rules().unwrap()
    }

    fn vectors() -> Option<Json> {
        let path =
            concat!(env!("CARGO_MANIFEST_DIR"), "/../shared/corpus/ratings/rating-vectors.json");
        match std::fs::read_to_string(path) {
            Ok(text) => Some(serde_json::from_str(&text).unwrap()),
            Err(error) => {
                eprintln!("\n*** NOT TESTED: {path} cannot be read: {error} ***\n");
                None
            }
        }
    }

    fn hundredths_of(json: &Json) -> Exact {
        Exact::new((json.as_f64().unwrap() * 100.0).round() as i64, 100)
    }

    fn games(json: &Json) -> Vec<RatedGame> {
        let (opponents, scores) = (json["opponents"].as_array(), json["scores"].as_array());
        let pairs = opponents.unwrap().iter().zip(scores.unwrap());
        pairs
            .map(|(o, s)| RatedGame {
                opponent: o.as_u64().unwrap() as u32,
                score: hundredths_of(s),
            })
            .collect()
    }

    #[test]
    fn single_games_as_the_calculator_and_the_rule_have_them() {
        let Some(vectors) = vectors() else { return };
        let (before, since) = (date(2025, 9, 30), date(2025, 10, 1));
        for row in vectors["single_game"]["rows"].as_array().unwrap() {
            let number = |at: usize| row[at].as_u64().unwrap() as u32;
            let one = RatedGame { opponent: number(1), score: hundredths_of(&row[2]) };
            for (day, expected) in [(before, &row[4]), (since, &row[5])] {
                let change = game_change(number(0), one, day, fide()).delta * i64::from(number(3));
                assert_eq!(change, hundredths_of(expected), "{row} on {day}");
            }
        }
    }

    #[test]
    fn events_as_published() {
        let Some(vectors) = vectors() else { return };
        for event in vectors["events"].as_array().unwrap() {
            let own = event["own"].as_u64().unwrap() as u32;
            let k = event["K"].as_u64().unwrap() as u32;
            // Who has 2650 counts differences in full.
            let change = event_change(own, k, &games(event), date(2025, 10, 1), fide());
            let deltas: Vec<_> = change.games.iter().map(|game| game.delta).collect();
            let expected: Vec<_> =
                event["delta"].as_array().unwrap().iter().map(hundredths_of).collect();
            assert_eq!(deltas, expected, "{event}");
            assert_eq!(change.change, hundredths_of(&event["K_sum"]), "{event}");
            if let Some(rating) = event["new_rating"].as_i64() {
                assert_eq!(change.new_rating, rating);
            }
        }
    }

    #[test]
    fn first_ratings_by_both_rules() {
        let Some(vectors) = vectors() else { return };
        for first in vectors["first_rating"].as_array().unwrap() {
            let games = games(first);
            let on = |day| first_rating(&games, day, fide()).unwrap().rating;
            assert_eq!(on(date(2024, 3, 1)), first["rule_2024"].as_i64().unwrap());
            assert_eq!(on(date(2024, 2, 29)), first["rule_2022"].as_i64().unwrap());
        }
    }

    #[test]
    fn no_first_rating_without_games_or_points() {
        let lost = RatedGame { opponent: 1500, score: Exact::from(0) };
        let day = date(2026, 1, 1);
        assert_eq!(first_rating(&[lost; 4], day, fide()), Err(NoFirstRating::TooFewGames));
        assert_eq!(first_rating(&[lost; 5], day, fide()), Err(NoFirstRating::NoPoint));
        let drawn = RatedGame { opponent: 1400, score: Exact::new(1, 2) };
        let mut weak = [lost; 6];
        weak[0] = drawn;
        assert_eq!(first_rating(&weak, day, fide()), Err(NoFirstRating::BelowMinimum));
        // Everything won against the strongest: no more than the maximum.
        let won = RatedGame { opponent: 2600, score: Exact::from(1) };
        assert_eq!(first_rating(&[won; 9], day, fide()).unwrap().rating, 2200);
    }

    #[test]
    fn k_by_career() {
        let k = |highest, games, born| {
            k_factor(Career { highest, games, born, year: 2026 }, &fide().rating).get()
        };
        assert_eq!(k(2400, 10, Some(2012)), 10);
        assert_eq!(k(2250, 200, Some(2008)), 40);
        assert_eq!(k(2300, 200, Some(2008)), 20);
        assert_eq!(k(2250, 200, Some(2007)), 20);
        assert_eq!((k(2350, 29, None), k(2350, 30, None)), (40, 20));
        assert_eq!(limited_k(40, 17, &fide().rating), 40);
        assert_eq!(limited_k(40, 18, &fide().rating), 38);
    }

    proptest! {
        /// What one wins the other loses, while the cap is for both.
        #[test]
        fn a_game_between_equal_rules_sums_to_nothing(a in 1400_u32..2649, b in 1400_u32..2649, halves in 0_i64..3) {
            let score = Exact::new(halves, 2);
            let day = date(2026, 1, 1);
            let one = game_change(a, RatedGame { opponent: b, score }, day, fide());
            let other = game_change(b, RatedGame { opponent: a, score: Exact::from(1) - score }, day, fide());
            // At equal expectations below the first row both expect one half.
            prop_assert_eq!(one.delta + other.delta, Exact::from(0));
        }
    }
}
