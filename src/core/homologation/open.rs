//! Open events (Oberts 1–9; AMB-89, 105): request, clashes, rounds, groups, list, papers, fees.

use serde_json::{Value as Json, json};

use super::open_sheet::open_sheet;
use super::{EstablishedEvent, date_json, known};
use crate::core::calendar::WorkingCalendar;
use crate::core::distance::Place;
use crate::core::formula::Data;
use crate::core::report::{Block, Verdict};
use crate::core::rules::Rules1990;
use crate::model::{Category, Date, DateTime};
use crate::rulebook::DayOfYear;
use crate::rulebook::bind::Key;

/// Two categories that may play together (Oberts 4).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mix {
    SecondThird,
    FirstPreferent,
}

impl Mix {
    pub fn categories(self) -> [Category; 2] {
        match self {
            Self::SecondThird => [Category::Second, Category::Third],
            Self::FirstPreferent => [Category::Preferent, Category::First],
        }
    }
}

impl Key for Mix {
    const LIST: &'static str = "a list of categories that may play together";

    fn from_key(key: &str) -> Option<Self> {
        match key {
            "segona-tercera" => Some(Self::SecondThird),
            "primera-preferent" => Some(Self::FirstPreferent),
            _ => None,
        }
    }

    fn known() -> Vec<&'static str> {
        vec!["segona-tercera", "primera-preferent"]
    }
}

/// A category as Oberts 9 names it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FeeCategory(pub Category);

impl Key for FeeCategory {
    const LIST: &'static str = "a list of categories with their words";

    fn from_key(key: &str) -> Option<Self> {
        let category = match key {
            "tercera" => Category::Third,
            "segona" => Category::Second,
            "primera" => Category::First,
            _ => return None,
        };
        Some(Self(category))
    }

    fn known() -> Vec<&'static str> {
        vec!["tercera", "segona", "primera"]
    }
}

crate::rules! {
    /// Numbers of Oberts.
    pub struct OpenRules {
        /// First day on which a request is too late (Oberts 1).
        request_limit: DayOfYear = "oberts.data-limit",
        /// Kilometres under which events with a common day clash (Oberts 2).
        min_distance: u32 = "oberts.distancia-minima",
        /// Oberts 3.
        min_rounds: u32 = "oberts.min-rondes",
        norm_rounds: u32 = "oberts.rondes-norma",
        /// Of each playing group (Oberts 4).
        min_players: u32 = "oberts.min-jugadors",
        mixes: Vec<Mix> = "oberts.barreges",
        /// The entry list must come before this round (Oberts 6).
        list_round: u32 = "oberts.ronda-llista",
        /// Working days for the papers (Oberts 8).
        paper_days: u32 = "oberts.dies-documentacio",
        /// Pesetas for each of `fee_categories` (Oberts 9).
        fee_category: u32 = "oberts.quota-categoria",
        fee_categories: Vec<FeeCategory> = "oberts.categories-quota",
        fee_preferent: u32 = "oberts.quota-preferent",
        fee_max: u32 = "oberts.quota-maxima",
    }
}

/// A playing group of an open.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OpenGroup {
    pub categories: Vec<Category>,
    /// On the entry list, later withdrawals included (AMB-105).
    pub players: Option<u32>,
}

/// What is known of an open; whatever is missing is not yet known.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OpenInput {
    pub request: Option<Date>,
    /// Year of the 30 June that is the limit.
    pub request_year: Option<i16>,
    pub rounds: u32,
    pub start: Option<Date>,
    pub end: Option<Date>,
    pub at: Option<Place>,
    pub groups: Vec<OpenGroup>,
    pub list_received: Option<DateTime>,
    pub round_2_start: Option<DateTime>,
    pub papers_received: Option<Date>,
    /// The rules were approved (Oberts 5).
    pub rules_approved: Option<bool>,
    /// Director and arbiter are recognised (Oberts 7).
    pub officials_recognised: Option<bool>,
    /// The certificate hangs in the hall (Oberts 5).
    pub certificate_shown: Option<bool>,
    /// Papers handed in, by their words in the text (Oberts 8).
    pub documents: Option<Vec<String>>,
    /// Pesetas (Oberts 9).
    pub fee_paid: Option<u32>,
    pub established: Vec<EstablishedEvent>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GroupReport {
    pub mix_ok: Verdict,
    pub size_ok: Verdict,
}

/// What one established event means for the open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clash {
    /// Metres; `None` when a place is not known.
    pub distance: Option<i64>,
    /// Do the two events share a day?
    pub common_day: Verdict,
    pub clash: Verdict,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpenReport {
    pub request_last_day: Option<Date>,
    pub request_in_time: Verdict,
    pub rounds_ok: bool,
    pub rounds_ok_for_norms: bool,
    pub groups: Vec<GroupReport>,
    /// In pesetas; `None` while the categories are not known.
    pub fee: Option<i64>,
    pub list_in_time: Verdict,
    pub papers_last_day: Option<Date>,
    pub papers_in_time: Verdict,
    /// One for each established event given.
    pub clashes: Vec<Clash>,
    /// What must hold beforehand: request, rounds, groups, no clash (Oberts 1 to 4).
    pub can_be_homologated: Verdict,
    /// The same with the rounds for norms.
    pub can_give_norms: Verdict,
    /// What the organiser owes afterwards: list, papers (Oberts 6, 8).
    pub duties_met: Verdict,
}

/// Checks an open: what [`open_sheet`] says, as fields.
pub fn check_open(input: &OpenInput, calendar: &WorkingCalendar, rules: &Rules1990) -> OpenReport {
    let sheet = open_sheet(rules);
    let computed = sheet.compute(&input.data(calendar));
    let verdict = |name| computed.get(name).verdict();
    let group = |group: &Data| GroupReport {
        mix_ok: group.field("mix_ok").verdict(),
        size_ok: group.field("size_ok").verdict(),
    };
    let clash = |clash: &Data| Clash {
        distance: clash.field("distance").whole(),
        common_day: clash.field("common_day").verdict(),
        clash: clash.field("clash").verdict(),
    };
    OpenReport {
        request_last_day: computed.get("request_last_day").day(),
        request_in_time: verdict("request_in_time"),
        rounds_ok: verdict("rounds_ok") == Verdict::Met,
        rounds_ok_for_norms: verdict("rounds_ok_for_norms") == Verdict::Met,
        groups: computed.get("playing_groups").items().iter().map(group).collect(),
        fee: computed.get("fee").whole(),
        list_in_time: verdict("list_in_time"),
        papers_last_day: computed.get("papers_last_day").day(),
        papers_in_time: verdict("papers_in_time"),
        clashes: computed.get("clashes").items().iter().map(clash).collect(),
        can_be_homologated: verdict("can_be_homologated"),
        can_give_norms: verdict("can_give_norms"),
        duties_met: verdict("duties_met"),
    }
}

/// The checks in the order of the text, each with what is measured, asked for, and missing.
pub fn open_blocks(input: &OpenInput, calendar: &WorkingCalendar, rules: &Rules1990) -> Vec<Block> {
    open_sheet(rules).compute(&input.data(calendar)).blocks()
}

impl OpenInput {
    /// In the fields of [`OPEN_FIELDS`](super::open_sheet::OPEN_FIELDS).
    pub fn data(&self, calendar: &WorkingCalendar) -> Data {
        let groups = self.groups.iter().map(|group| {
            Data::record([
                ("categories", Data::list(group.categories.iter().copied())),
                ("players", group.players.into()),
            ])
        });
        let documents = self.documents.as_ref();
        Data::record([
            ("request", self.request.into()),
            ("request_year", self.request_year.into()),
            ("rounds", self.rounds.into()),
            ("start", self.start.into()),
            ("end", self.end.into()),
            ("at", self.at.into()),
            ("groups", Data::list(groups)),
            ("rules_approved", self.rules_approved.into()),
            ("certificate_shown", self.certificate_shown.into()),
            ("officials_recognised", self.officials_recognised.into()),
            ("list_received", self.list_received.into()),
            ("round_2_start", self.round_2_start.into()),
            ("papers_received", self.papers_received.into()),
            ("documents", documents.map(|papers| Data::list(papers.iter().cloned())).into()),
            ("fee_paid", self.fee_paid.into()),
            ("holidays", Data::list(calendar.holidays.iter().copied())),
            ("saturdays_free", calendar.saturdays_free.into()),
            ("established", Data::list(self.established.iter().map(EstablishedEvent::data))),
        ])
    }
}

/// Does an established event stand in the way? When they share a day and lie nearer than the limit;
/// the distance is compared in whole metres (Oberts 2, AMB-105).
pub fn clash(
    period: Option<(Date, Date)>,
    at: Option<Place>,
    established: &EstablishedEvent,
    rules: &Rules1990,
) -> Clash {
    let (start, end) = (period.map(|days| days.0), period.map(|days| days.1));
    let input = OpenInput {
        start,
        end,
        at,
        established: vec![established.clone()],
        ..OpenInput::default()
    };
    check_open(&input, &WorkingCalendar::default(), rules).clashes[0]
}

impl OpenReport {
    /// In the fields of the report for programs; `null` where something is not known. `clashes`
    /// names the established events that stand in the way.
    pub fn to_json(&self, input: &OpenInput) -> Json {
        let clashes: Vec<_> = self
            .clashes
            .iter()
            .zip(&input.established)
            .filter(|(clash, _)| clash.clash == Verdict::Met)
            .map(|(clash, event)| json!({"name": &*event.name, "distance_m": clash.distance}))
            .collect();
        let groups: Vec<_> = self
            .groups
            .iter()
            .map(|group| json!({"mix_ok": known(group.mix_ok), "size_ok": known(group.size_ok)}))
            .collect();
        json!({
            "request_last_day": date_json(self.request_last_day),
            "request_in_time": known(self.request_in_time),
            "rounds_ok": self.rounds_ok,
            "rounds_ok_for_norms": self.rounds_ok_for_norms,
            "groups": groups,
            "fee": self.fee,
            "papers_last_day": date_json(self.papers_last_day),
            "papers_in_time": known(self.papers_in_time),
            "list_in_time": known(self.list_in_time),
            "clashes": clashes,
            "can_be_homologated": known(self.can_be_homologated),
            "can_give_norms": known(self.can_give_norms),
            "duties_met": known(self.duties_met),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_rules::rules;
    use jiff::civil::date;

    fn group(categories: &[Category], players: u32) -> OpenGroup {
        OpenGroup { categories: categories.to_vec(), players: Some(players) }
    }

    fn open() -> OpenInput {
        OpenInput {
            request: Some(date(1990, 6, 29)),
            request_year: Some(1990),
            rounds: 9,
            start: Some(date(1990, 12, 1)),
            end: Some(date(1990, 12, 9)),
            at: Some(Place::from_degrees(41.0, 2.0)),
            groups: vec![group(&[Category::Preferent, Category::First], 40)],
            list_received: Some(date(1990, 12, 2).at(9, 30, 0, 0)),
            round_2_start: Some(date(1990, 12, 2).at(10, 0, 0, 0)),
            papers_received: Some(date(1990, 12, 13)),
            ..OpenInput::default()
        }
    }

    fn check(input: &OpenInput) -> OpenReport {
        check_open(input, &WorkingCalendar::default(), rules())
    }

    /// AMB-89: the 30th of June is late.
    #[test]
    fn requests_before_the_30th_of_june() {
        let mut input = open();
        assert_eq!(check(&input).request_in_time, Verdict::Met);
        assert_eq!(check(&input).can_be_homologated, Verdict::Met);
        input.request = Some(date(1990, 6, 30));
        let report = check(&input);
        assert_eq!(report.request_last_day, Some(date(1990, 6, 29)));
        assert_eq!(report.request_in_time, Verdict::NotMet);
        assert_eq!(report.can_be_homologated, Verdict::NotMet);
        input.request = None;
        assert_eq!(check(&input).can_be_homologated, Verdict::Unknown);
    }

    #[test]
    fn eight_rounds_and_nine_for_norms() {
        let verdicts = |rounds| {
            let report = check(&OpenInput { rounds, ..open() });
            (report.rounds_ok, report.rounds_ok_for_norms, report.can_give_norms)
        };
        assert_eq!(verdicts(7), (false, false, Verdict::NotMet));
        assert_eq!(verdicts(8), (true, false, Verdict::NotMet));
        assert_eq!(verdicts(9), (true, true, Verdict::Met));
    }

    /// AMB-105: exactly 2a with 3a, or 1a with Preferent.
    #[test]
    fn groups_and_their_sizes() {
        use Category::{First, Preferent, Second, Third};
        let one = |group: OpenGroup| check(&OpenInput { groups: vec![group], ..open() }).groups[0];
        let mix = |categories: &[Category]| one(group(categories, 25)).mix_ok;
        assert_eq!(mix(&[Third]), Verdict::Met);
        assert_eq!(mix(&[Third, Second]), Verdict::Met);
        assert_eq!(mix(&[First, Preferent]), Verdict::Met);
        assert_eq!(mix(&[First, Second]), Verdict::NotMet);
        assert_eq!(mix(&[First, Second, Third]), Verdict::NotMet);
        assert_eq!(mix(&[]), Verdict::Unknown);
        let size = |players| one(OpenGroup { categories: vec![Third], players }).size_ok;
        assert_eq!(size(Some(25)), Verdict::Met);
        assert_eq!(size(Some(24)), Verdict::NotMet);
        assert_eq!(size(None), Verdict::Unknown);
    }

    /// Oberts 9 gives three sums itself; AMB-105: a category in two groups pays once.
    #[test]
    fn fees() {
        use Category::{First, Preferent, Second, Third};
        let fee = |groups: &[&[Category]]| {
            let groups: Vec<_> = groups.iter().map(|group| self::group(group, 25)).collect();
            check(&OpenInput { groups, ..open() }).fee
        };
        assert_eq!(fee(&[&[Second, Third]]), Some(4000));
        assert_eq!(fee(&[&[First, Preferent]]), Some(6000));
        assert_eq!(fee(&[&[First, Preferent], &[Second, Third]]), Some(10_000));
        assert_eq!(fee(&[&[Third], &[Third]]), Some(2000));
        assert_eq!(fee(&[]), None);
    }

    #[test]
    fn the_list_strictly_before_round_two_and_the_papers_up_to_the_last_day() {
        let mut input = open();
        // 9 December 1990 is a Sunday; without holidays the fourth working day is the 13th.
        let report = check(&input);
        assert_eq!(report.papers_last_day, Some(date(1990, 12, 13)));
        assert_eq!(report.duties_met, Verdict::Met);
        input.papers_received = Some(date(1990, 12, 14));
        input.list_received = input.round_2_start;
        let report = check(&input);
        assert_eq!(report.papers_in_time, Verdict::NotMet);
        assert_eq!(report.list_in_time, Verdict::NotMet);
        // Late papers do not undo what was granted beforehand.
        assert_eq!(report.can_be_homologated, Verdict::Met);
    }

    #[test]
    fn clashes_need_a_common_day_and_less_than_thirty_kilometres() {
        let event = |latitude, day: Date| EstablishedEvent {
            name: "Un altre".into(),
            start: Some(day),
            end: Some(day),
            at: Some(Place::from_degrees(latitude, 2.0)),
        };
        let clash = |event: EstablishedEvent| {
            let input = OpenInput { established: vec![event], ..open() };
            let report = check(&input);
            (report.clashes[0].clash, report.can_be_homologated)
        };
        let last = date(1990, 12, 9);
        assert_eq!(clash(event(41.26979, last)), (Verdict::Met, Verdict::NotMet));
        assert_eq!(clash(event(41.26980, last)), (Verdict::NotMet, Verdict::Met));
        let after = date(1990, 12, 10);
        assert_eq!(clash(event(41.0, after)), (Verdict::NotMet, Verdict::Met));
        let mut nowhere = event(41.0, last);
        nowhere.at = None;
        assert_eq!(clash(nowhere.clone()), (Verdict::Unknown, Verdict::Unknown));
        nowhere.start = Some(after);
        nowhere.end = Some(after);
        assert_eq!(clash(nowhere), (Verdict::NotMet, Verdict::Met));
    }

    #[test]
    fn nothing_known_is_no_error() {
        let report = check(&OpenInput::default());
        assert_eq!(report.can_be_homologated, Verdict::NotMet, "no rounds");
        let report = check(&OpenInput { rounds: 9, ..OpenInput::default() });
        assert_eq!(report.can_be_homologated, Verdict::Unknown);
        assert_eq!((report.fee, report.papers_last_day), (None, None));
    }
}
