//! Closed events: homologated for Catalan rating and for norms (Tancats; AMB-23, 24, 104).

use std::collections::BTreeMap;
use std::sync::Arc;

use serde_json::{Value as Json, json};

use super::known;
use crate::core::report::Verdict;
use crate::core::rules::Rules1990;
use crate::core::values::effective_category;
use crate::model::{Category, Exact, RatingKind, Ratings, Title};
use crate::rulebook::{Cited, Percent};

crate::rules! {
    /// Numbers of Tancats.
    pub struct ClosedRules {
        /// Share of participants of different clubs, for rating (ELO 2).
        elo_clubs: Percent = "tancats.elo-percentatge-clubs",
        /// Categories that all must have.
        elo_categories: Vec<Category> = "tancats.elo-categories",
        /// Least mean.
        elo_mean: u32 = "tancats.elo-mitjana",
        /// Share of participants of different clubs, for norms (norma 2).
        norm_clubs: Percent = "tancats.norma-percentatge-clubs",
        /// Least rating of a participant.
        norm_rating: u32 = "tancats.norma-elo-minim",
        /// Least mean.
        norm_mean: u32 = "tancats.norma-mitjana",
        /// Places free of the least rating.
        norm_exceptions: u32 = "tancats.norma-excepcions",
        /// For both (nota).
        min_rounds: u32 = "tancats.min-rondes",
        min_players: u32 = "tancats.min-jugadors",
    }
}

/// A participant: somebody who starts the event.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ClosedPlayer {
    pub name: Option<Arc<str>>,
    /// `None` stands as a club of one (AMB-104).
    pub club: Option<Arc<str>>,
    pub category: Option<Category>,
    pub title: Option<Title>,
    pub ratings: Ratings,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ClosedInput {
    pub rounds: u32,
    /// Valid for international rating: route 1 of both purposes.
    pub valid_for_fide: Option<bool>,
    pub players: Vec<ClosedPlayer>,
}

/// Everything the checks measure and decide.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClosedReport {
    pub players: u32,
    pub rounds: u32,
    /// Enough rounds and players (nota).
    pub note: bool,
    /// Sum of the ratings that count.
    pub sum: i64,
    /// Mean of all participants; undefined without any.
    pub mean: Option<Exact>,
    pub distinct_clubs: u32,
    pub largest_club: u32,
    /// Club with most participants.
    pub largest_club_name: Option<Arc<str>>,
    pub clubs_ok_for_elo: bool,
    pub clubs_ok_for_norms: bool,
    /// Participants whose category does not allow route 2 for rating.
    pub other_categories: u32,
    /// Participants under the least rating for norms, unrated ones included.
    pub below: u32,
    pub unrated: u32,
    pub elo_route_1: Verdict,
    pub elo_route_2: bool,
    pub norm_route_1: Verdict,
    pub norm_route_2: bool,
    pub homologated_elo: Verdict,
    pub homologated_norms: Verdict,
}

impl ClosedPlayer {
    /// Catalan, else FIDE, else FEDA (AMB-104).
    pub(super) fn rating(&self, rules: &Rules1990) -> Option<(RatingKind, u32)> {
        self.ratings.first(&rules.rating_order.order.value)
    }
}

/// Checks a closed event.
pub fn check_closed(input: &ClosedInput, rules: &Rules1990) -> ClosedReport {
    let closed = &rules.closed;
    let players = input.players.len() as u32;
    let note = input.rounds >= closed.min_rounds.get() && players >= closed.min_players.get();

    let unrated_counts = rules.values.unrated_base.get();
    let ratings: Vec<Option<u32>> =
        input.players.iter().map(|player| player.rating(rules).map(|(_, r)| r)).collect();
    let sum = ratings.iter().map(|rating| i64::from(rating.unwrap_or(unrated_counts))).sum();
    let mean = (players > 0).then(|| Exact::new(sum, i64::from(players)));
    let below = ratings
        .iter()
        .filter(|rating| rating.is_none_or(|rating| rating < closed.norm_rating.get()))
        .count() as u32;
    let unrated = ratings.iter().filter(|rating| rating.is_none()).count() as u32;

    let mut clubs: BTreeMap<&Arc<str>, u32> = BTreeMap::new();
    let mut clubless = 0;
    for player in &input.players {
        match &player.club {
            Some(club) => *clubs.entry(club).or_default() += 1,
            None => clubless += 1,
        }
    }
    // Of several largest clubs the first by name, so that the answer is always the same.
    let largest = clubs.iter().max_by_key(|(club, size)| (**size, std::cmp::Reverse(**club)));
    let largest_club = largest.map_or(clubless.min(1), |(_, size)| *size);
    let largest_share = Exact::from(i64::from(largest_club));
    let clubs_ok = |share: &Cited<Percent>| largest_share <= club_limit(players, share);
    let clubs_ok_for_elo = clubs_ok(&closed.elo_clubs);
    let clubs_ok_for_norms = clubs_ok(&closed.norm_clubs);

    let other_categories = input
        .players
        .iter()
        .filter(|player| {
            !effective_category(player.category, player.title)
                .is_some_and(|category| closed.elo_categories.value.contains(&category))
        })
        .count() as u32;

    let reaches = |limit: u32| mean.is_some_and(|mean| mean >= Exact::from(i64::from(limit)));
    let elo_route_2 = clubs_ok_for_elo && other_categories == 0 && reaches(closed.elo_mean.get());
    let norm_route_2 = clubs_ok_for_norms
        && below <= closed.norm_exceptions.get()
        && reaches(closed.norm_mean.get());
    let route_1 = Verdict::from_known(input.valid_for_fide);
    let homologated =
        |route_2| Verdict::all([Verdict::of(note), Verdict::any([route_1, Verdict::of(route_2)])]);
    ClosedReport {
        players,
        rounds: input.rounds,
        note,
        sum,
        mean,
        distinct_clubs: clubs.len() as u32 + clubless,
        largest_club,
        largest_club_name: largest.map(|(club, _)| Arc::clone(club)),
        clubs_ok_for_elo,
        clubs_ok_for_norms,
        other_categories,
        below,
        unrated,
        elo_route_1: route_1,
        elo_route_2,
        norm_route_1: route_1,
        norm_route_2,
        homologated_elo: homologated(elo_route_2),
        homologated_norms: homologated(norm_route_2),
    }
}

/// Most participants that one club may have: what is left when so many must be of others (AMB-23).
pub(super) fn club_limit(players: u32, share: &Cited<Percent>) -> Exact {
    (Exact::from(1) - share.get().0) * i64::from(players)
}

impl ClosedReport {
    /// In the fields of the report for programs; the mean as a string in lowest terms, `null` where
    /// something is not known.
    pub fn to_json(&self) -> Json {
        json!({
            "players": self.players,
            "rounds": self.rounds,
            "note": self.note,
            "mean": self.mean.map(|mean| mean.to_string()),
            "distinct_clubs": self.distinct_clubs,
            "largest_club": self.largest_club,
            "club_ok": self.clubs_ok_for_elo && self.clubs_ok_for_norms,
            "all_preferent": self.other_categories == 0,
            "below_2175": self.below,
            "elo_route_1": known(self.elo_route_1),
            "elo_route_2": self.elo_route_2,
            "norm_route_1": known(self.norm_route_1),
            "norm_route_2": self.norm_route_2,
            "homologated_elo": known(self.homologated_elo),
            "homologated_norms": known(self.homologated_norms),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::report::Value;
    use crate::test_rules::rules;

    fn player(club: &str, catalan: u32) -> ClosedPlayer {
        ClosedPlayer {
            club: Some(club.into()),
            category: Some(Category::Preferent),
            ratings: Ratings { catalan: Some(catalan), ..Ratings::default() },
            ..ClosedPlayer::default()
        }
    }

    /// Ten players of ten clubs, nine rounds.
    fn event(rating: u32) -> ClosedInput {
        let players = ('A'..='J').map(|club| player(&club.to_string(), rating)).collect();
        ClosedInput { rounds: 9, valid_for_fide: Some(false), players }
    }

    fn check(input: &ClosedInput) -> ClosedReport {
        check_closed(input, rules())
    }

    #[test]
    fn means_on_both_sides() {
        let with_last = |rating, last| {
            let mut input = event(rating);
            input.players[9] = player("J", last);
            let report = check(&input);
            (report.elo_route_2, report.norm_route_2)
        };
        assert_eq!(with_last(2100, 2100), (true, false));
        assert_eq!(with_last(2100, 2099), (false, false));
        assert_eq!(with_last(2200, 2200), (true, true));
        assert_eq!(with_last(2200, 2199), (true, false));
    }

    /// AMB-24, 104: one place is free of the least rating; the mean has everybody.
    #[test]
    fn one_participant_may_be_under_the_least_rating() {
        let mut input = event(2300);
        input.players[0] = player("A", 2175);
        assert_eq!(check(&input).below, 0);
        input.players[0] = player("A", 2174);
        assert_eq!((check(&input).below, check(&input).norm_route_2), (1, true));
        input.players[1].ratings = Ratings::default();
        let report = check(&input);
        assert_eq!((report.below, report.unrated, report.norm_route_2), (2, 1, false));
        assert_eq!(report.sum, 2174 + 2000 + 8 * 2300);
    }

    /// AMB-23, 104: no club with more than half; nobody's club is a club of one.
    #[test]
    fn half_of_one_club_is_allowed() {
        let mut input = event(2300);
        for at in 0..5 {
            input.players[at].club = Some("A".into());
        }
        let report = check(&input);
        assert_eq!((report.largest_club, report.distinct_clubs), (5, 6));
        assert!(report.clubs_ok_for_elo && report.norm_route_2);
        input.players[5].club = Some("A".into());
        let report = check(&input);
        assert!(!report.clubs_ok_for_elo && !report.norm_route_2);
        for player in &mut input.players {
            player.club = None;
        }
        let report = check(&input);
        assert_eq!((report.largest_club, report.distinct_clubs), (1, 10));
        assert!(report.clubs_ok_for_elo);
    }

    /// AMB-24: the note holds for both routes.
    #[test]
    fn nine_rounds_and_ten_players_always() {
        let mut input = event(2300);
        input.valid_for_fide = Some(true);
        assert_eq!(check(&input).homologated_norms, Verdict::Met);
        input.rounds = 8;
        assert_eq!(check(&input).homologated_elo, Verdict::NotMet);
        input.rounds = 9;
        input.players.pop();
        let report = check(&input);
        assert_eq!((report.note, report.homologated_elo), (false, Verdict::NotMet));
        let facts = report.note_facts(rules());
        let advice = facts[1].advice.as_ref().unwrap();
        assert_eq!((advice.key, &advice.args[0].1), ("closed.advice.players", &Value::Int(1)));
    }

    #[test]
    fn one_route_is_enough_and_an_unknown_one_leaves_it_open() {
        let mut input = event(2150);
        assert_eq!(check(&input).homologated_norms, Verdict::NotMet);
        input.valid_for_fide = None;
        let report = check(&input);
        assert_eq!(report.homologated_elo, Verdict::Met);
        assert_eq!(report.homologated_norms, Verdict::Unknown);
        assert_eq!(report.to_json()["homologated_norms"], Json::Null);
        input.valid_for_fide = Some(true);
        assert_eq!(check(&input).homologated_norms, Verdict::Met);
    }

    /// AMB-104: masters are Preferents.
    #[test]
    fn all_must_be_preferents_or_masters() {
        let mut input = event(2200);
        input.players[3].category = Some(Category::First);
        let report = check(&input);
        assert_eq!((report.other_categories, report.elo_route_2), (1, false));
        // The category does not matter for norms.
        assert!(report.norm_route_2);
        input.players[3].title = Some(Title::MC);
        assert!(check(&input).elo_route_2);
    }

    #[test]
    fn an_event_without_players_is_refused_calmly() {
        let report = check(&ClosedInput::default());
        assert_eq!((report.mean, report.homologated_elo), (None, Verdict::NotMet));
        assert!(!report.blocks(&ClosedInput::default(), rules()).is_empty());
    }
}
