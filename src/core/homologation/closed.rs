//! Closed events: homologated for Catalan rating and for norms (Tancats; AMB-23, 24, 104).

use std::collections::BTreeMap;
use std::sync::Arc;

use serde_json::{Value as Json, json};

use super::{judged, known};
use crate::core::report::{Block, Entry, Fact, Msg, Step, Value, Verdict};
use crate::core::rules::Rules1990;
use crate::core::values::effective_category;
use crate::model::{Category, Exact, RatingKind, Ratings, Title};
use crate::rulebook::{Cited, Percent, ProvisionId};

/// Route 1 of each purpose has no number of its own to be cited by.
const ELO_ROUTE_1: &str = "Tancats ELO 1";
const NORM_ROUTE_1: &str = "Tancats norma 1";

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
    fn rating(&self, rules: &Rules1990) -> Option<(RatingKind, u32)> {
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
fn club_limit(players: u32, share: &Cited<Percent>) -> Exact {
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

    /// The checks one by one, each with what is measured, asked for, and missing.
    pub fn blocks(&self, input: &ClosedInput, rules: &Rules1990) -> Vec<Block> {
        let heading = |key| Block::Heading(Msg::new(key));
        vec![
            heading("closed.heading.note"),
            Block::Facts(self.note_facts(rules)),
            heading("closed.heading.elo"),
            Block::Facts(self.elo_facts(input, rules)),
            heading("closed.heading.norms"),
            Block::Facts(self.norm_facts(input, rules)),
        ]
    }

    fn note_facts(&self, rules: &Rules1990) -> Vec<Fact> {
        let closed = &rules.closed;
        vec![
            at_least("rounds", "closed.rounds", self.rounds, &closed.min_rounds, |missing| {
                Msg::new("closed.advice.rounds").with("n", missing)
            }),
            at_least("players", "closed.players", self.players, &closed.min_players, |missing| {
                Msg::new("closed.advice.players").with("n", missing)
            }),
        ]
    }

    fn elo_facts(&self, input: &ClosedInput, rules: &Rules1990) -> Vec<Fact> {
        let closed = &rules.closed;
        let categories = Fact::new(
            "elo-categories",
            Msg::new("closed.categories"),
            judged(Verdict::of(self.other_categories == 0))
                .cite_param(&closed.elo_categories)
                .steps(self.category_steps(input, rules)),
        );
        let categories = match self.other_categories {
            0 => categories,
            n => categories.advise(Msg::new("closed.advice.categories").with("n", n)),
        };
        let mut facts = vec![
            self.route_1("elo-route-1", ELO_ROUTE_1),
            self.club_fact("elo-clubs", &closed.elo_clubs, self.clubs_ok_for_elo, input),
            categories,
            self.mean_fact("elo-mean", &closed.elo_mean, input, rules),
            route_2("elo-route-2", self.elo_route_2, &closed.elo_mean.at),
        ];
        facts.push(self.overall(
            "homologated-elo",
            "closed.homologated.elo",
            &[ELO_ROUTE_1.into(), closed.elo_mean.at.clone(), closed.min_rounds.at.clone()],
        ));
        facts
    }

    fn norm_facts(&self, input: &ClosedInput, rules: &Rules1990) -> Vec<Fact> {
        let closed = &rules.closed;
        let exceptions = closed.norm_exceptions.get();
        let rating = Fact::new(
            "norm-rating",
            Msg::new("closed.lowest")
                .with("minimum", closed.norm_rating.get())
                .with("exceptions", exceptions)
                .with("measured", self.below),
            judged(Verdict::of(self.below <= exceptions))
                .cite_param(&closed.norm_rating)
                .steps(self.below_steps(input, rules)),
        );
        let rating = match self.below.saturating_sub(exceptions) {
            0 => rating,
            n => rating.advise(
                Msg::new("closed.advice.lowest")
                    .with("n", n)
                    .with("minimum", closed.norm_rating.get()),
            ),
        };
        vec![
            self.route_1("norm-route-1", NORM_ROUTE_1),
            self.club_fact("norm-clubs", &closed.norm_clubs, self.clubs_ok_for_norms, input),
            rating,
            self.mean_fact("norm-mean", &closed.norm_mean, input, rules),
            route_2("norm-route-2", self.norm_route_2, &closed.norm_mean.at),
            self.overall(
                "homologated-norms",
                "closed.homologated.norms",
                &[NORM_ROUTE_1.into(), closed.norm_mean.at.clone(), closed.min_rounds.at.clone()],
            ),
        ]
    }

    fn route_1(&self, key: &'static str, provision: &str) -> Fact {
        let fact = Fact::new(
            key,
            Msg::new("closed.route-1"),
            judged(self.elo_route_1).cite(&provision.into()),
        );
        match self.elo_route_1 {
            Verdict::Unknown => fact.advise(Msg::new("closed.advice.route-1")),
            _ => fact,
        }
    }

    fn club_fact(
        &self,
        key: &'static str,
        share: &Cited<Percent>,
        ok: bool,
        input: &ClosedInput,
    ) -> Fact {
        let limit = club_limit(self.players, share);
        let largest = match (&self.largest_club_name, self.largest_club) {
            (Some(club), size) => {
                Msg::new("closed.clubs.largest").with("club", club.clone()).with("n", size)
            }
            (None, size) => Msg::new("closed.clubs.none").with("n", size),
        };
        let distinct = Msg::new("closed.clubs.distinct").with("players", self.players);
        let limit_step = Msg::new("closed.clubs.limit")
            .with("share", Value::Percent(share.get().0))
            .with("players", input.players.len());
        let fact = Fact::new(
            key,
            Msg::new("closed.clubs").with("measured", self.largest_club).with("limit", limit),
            judged(Verdict::of(ok))
                .cite_param(share)
                .step(Step::new(distinct).gives(self.distinct_clubs))
                .step(Step::new(largest).gives(self.largest_club))
                .step(Step::new(limit_step).gives(limit).cite(&share.at)),
        );
        if ok {
            return fact;
        }
        let too_many = (Exact::from(i64::from(self.largest_club)) - limit).ceil().to_integer();
        fact.advise(
            Msg::new("closed.advice.clubs")
                .with("n", too_many)
                .with("club", self.largest_club_name.clone()),
        )
    }

    fn mean_fact(
        &self,
        key: &'static str,
        minimum: &Cited<u32>,
        input: &ClosedInput,
        rules: &Rules1990,
    ) -> Fact {
        let limit = Exact::from(i64::from(minimum.get()));
        let ok = self.mean.is_some_and(|mean| mean >= limit);
        let mut entry = judged(Verdict::of(ok)).cite_param(minimum);
        for player in &input.players {
            let (text, value) = match player.rating(rules) {
                Some((kind, rating)) => {
                    let key = match kind {
                        RatingKind::Catalan => "values.source.catalan",
                        RatingKind::Fide => "values.source.fide",
                        RatingKind::Feda => "values.source.feda",
                        RatingKind::National => "values.source.national",
                    };
                    (Msg::new(key), rating)
                }
                None => (Msg::new("closed.unrated"), rules.values.unrated_base.get()),
            };
            let text = Msg::new("closed.mean.player")
                .with("player", player.name.clone())
                .with("source", text);
            entry = entry.step(Step::new(text).gives(value));
        }
        let division = Msg::new("closed.mean.sum").with("sum", self.sum).with("n", self.players);
        let mean = self.mean.map_or(Value::Undefined, Value::Exact);
        entry = entry.step(Step::new(division).gives(mean.clone()));
        let label = Msg::new("closed.mean").with("measured", mean).with("minimum", minimum.get());
        let fact = Fact::new(key, label, entry);
        if ok || self.players == 0 {
            return fact;
        }
        // What all ratings together lack.
        let lacking = i64::from(minimum.get()) * i64::from(self.players) - self.sum;
        fact.advise(Msg::new("closed.advice.mean").with("n", lacking))
    }

    fn category_steps(&self, input: &ClosedInput, rules: &Rules1990) -> Vec<Step> {
        let wanted = &rules.closed.elo_categories.value;
        input
            .players
            .iter()
            .filter_map(|player| {
                let category = effective_category(player.category, player.title);
                if category.is_some_and(|category| wanted.contains(&category)) {
                    return None;
                }
                let text = Msg::new("closed.categories.other")
                    .with("player", player.name.clone())
                    .with("category", category.map(Category::key));
                Some(Step::new(text))
            })
            .collect()
    }

    fn below_steps(&self, input: &ClosedInput, rules: &Rules1990) -> Vec<Step> {
        let minimum = rules.closed.norm_rating.get();
        input
            .players
            .iter()
            .filter_map(|player| {
                let rating = player.rating(rules).map(|(_, rating)| rating);
                if rating.is_some_and(|rating| rating >= minimum) {
                    return None;
                }
                let text = Msg::new("closed.lowest.player").with("player", player.name.clone());
                Some(Step { text, value: Some(rating.into()), citations: Vec::new() })
            })
            .collect()
    }

    /// The answer for one purpose: the note, and one of the two routes.
    fn overall(&self, key: &'static str, label: &'static str, at: &[ProvisionId]) -> Fact {
        let (verdict, route_2) = match key {
            "homologated-elo" => (self.homologated_elo, self.elo_route_2),
            _ => (self.homologated_norms, self.norm_route_2),
        };
        let step = |key, verdict: Verdict| Step::new(Msg::new(key)).gives(verdict);
        let mut entry = judged(verdict)
            .step(step("closed.overall.note", Verdict::of(self.note)))
            .step(step("closed.overall.route-1", self.elo_route_1))
            .step(step("closed.overall.route-2", Verdict::of(route_2)));
        for provision in at {
            entry = entry.cite(provision);
        }
        Fact::new(key, Msg::new(label), entry)
    }
}

fn route_2(key: &'static str, ok: bool, at: &ProvisionId) -> Fact {
    Fact::new(key, Msg::new("closed.route-2"), judged(Verdict::of(ok)).cite(at))
}

/// A number that must reach a minimum.
fn at_least(
    key: &'static str,
    label: &'static str,
    measured: u32,
    minimum: &Cited<u32>,
    advice: impl FnOnce(u32) -> Msg,
) -> Fact {
    let ok = measured >= minimum.get();
    let entry: Entry = judged(Verdict::of(ok))
        .cite_param(minimum)
        .step(Step::new(Msg::new("homologation.measured")).gives(measured));
    let label = Msg::new(label).with("measured", measured).with("minimum", minimum.get());
    let fact = Fact::new(key, label, entry);
    if ok { fact } else { fact.advise(advice(minimum.get() - measured)) }
}

#[cfg(test)]
mod tests {
    use super::*;
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
