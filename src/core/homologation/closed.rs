//! Closed events: homologated for Catalan rating and for norms (Tancats; AMB-23, 24, 104).

use std::sync::Arc;

use serde_json::{Value as Json, json};

use super::closed_sheet::closed_sheet;
use super::known;
use crate::core::formula::Data;
use crate::core::report::{Block, Verdict};
use crate::core::rules::Rules1990;
use crate::model::{Category, Exact, Ratings, Title};
use crate::rulebook::Percent;

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

/// Checks a closed event: what [`closed_sheet`] says, as fields.
pub fn check_closed(input: &ClosedInput, rules: &Rules1990) -> ClosedReport {
    let sheet = closed_sheet(rules);
    let computed = sheet.compute(&input.data());
    let verdict = |name| computed.get(name).verdict();
    let holds = |name| verdict(name) == Verdict::Met;
    let count = |name| {
        let whole = computed.get(name).whole().unwrap_or_default();
        u32::try_from(whole).unwrap_or(u32::MAX)
    };
    let unrated = computed.get("participants").items().iter();
    ClosedReport {
        players: count("number"),
        rounds: input.rounds,
        note: holds("note"),
        sum: computed.get("sum").whole().unwrap_or_default(),
        mean: computed.get("mean").number(),
        distinct_clubs: count("distinct_clubs"),
        largest_club: count("largest_club"),
        largest_club_name: computed.get("largest_club_name").text().cloned(),
        clubs_ok_for_elo: holds("clubs_ok_for_elo"),
        clubs_ok_for_norms: holds("clubs_ok_for_norms"),
        other_categories: computed.get("others").items().len() as u32,
        below: count("below"),
        unrated: unrated.filter(|player| *player.field("rating") == Data::Unknown).count() as u32,
        elo_route_1: verdict("valid_for_fide"),
        elo_route_2: holds("elo_route_2"),
        norm_route_1: verdict("valid_for_fide"),
        norm_route_2: holds("norm_route_2"),
        homologated_elo: verdict("homologated_elo"),
        homologated_norms: verdict("homologated_norms"),
    }
}

/// The checks one by one, each with what is measured, asked for, and missing.
pub fn closed_blocks(input: &ClosedInput, rules: &Rules1990) -> Vec<Block> {
    closed_sheet(rules).compute(&input.data()).blocks()
}

impl ClosedInput {
    /// In the fields of [`CLOSED_FIELDS`](super::closed_sheet::CLOSED_FIELDS).
    pub fn data(&self) -> Data {
        let players = self.players.iter().map(|player| {
            Data::record([
                ("name", player.name.clone().into()),
                ("club", player.club.clone().into()),
                ("category", player.category.into()),
                ("title", player.title.map(Title::key).into()),
                ("catalan", player.ratings.catalan.into()),
                ("fide", player.ratings.fide.into()),
                ("feda", player.ratings.feda.into()),
                ("national", player.ratings.national.into()),
            ])
        });
        Data::record([
            ("rounds", self.rounds.into()),
            ("valid_for_fide", self.valid_for_fide.into()),
            ("players", Data::list(players)),
        ])
    }
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
        let sheet = closed_sheet(rules());
        let facts = sheet.compute(&input.data()).part(0);
        let advice = facts[1].fact.advice.as_ref().unwrap();
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
        assert!(!closed_blocks(&ClosedInput::default(), rules()).is_empty());
    }
}
