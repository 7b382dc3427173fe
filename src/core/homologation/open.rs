//! Open events (Oberts 1–9; AMB-89, 105): request, clashes, rounds, groups, list, papers, fees.

use std::collections::BTreeSet;

use serde_json::{Value as Json, json};

use super::{EstablishedEvent, date_json, known};
use crate::core::calendar::{WorkingCalendar, share_a_day};
use crate::core::distance::{Place, metres};
use crate::core::report::Verdict;
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
    fn categories(self) -> [Category; 2] {
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

/// Checks an open.
pub fn check_open(input: &OpenInput, calendar: &WorkingCalendar, rules: &Rules1990) -> OpenReport {
    let open = &rules.open;
    let request_last_day = input.request_year.and_then(|year| request_last_day(year, rules));
    let request_in_time =
        within(input.request, request_last_day, |request, last_day| request <= last_day);

    let groups: Vec<_> = input.groups.iter().map(|group| check_group(group, rules)).collect();
    let groups_ok = match groups.as_slice() {
        [] => Verdict::Unknown,
        some => Verdict::all(some.iter().flat_map(|group| [group.mix_ok, group.size_ok])),
    };

    let papers_last_day = input.end.and_then(|end| calendar.last_day(end, open.paper_days.get()));
    let papers_in_time =
        within(input.papers_received, papers_last_day, |received, last| received <= last);
    let list_in_time =
        within(input.list_received, input.round_2_start, |received, start| received < start);

    let clashes: Vec<_> = input
        .established
        .iter()
        .map(|event| clash(input.period(), input.at, event, rules))
        .collect();
    let no_clash = Verdict::all(clashes.iter().map(|clash| negate(clash.clash)));

    let rounds_ok = input.rounds >= open.min_rounds.get();
    let rounds_ok_for_norms = input.rounds >= open.norm_rounds.get();
    let beforehand =
        |rounds: bool| Verdict::all([request_in_time, Verdict::of(rounds), groups_ok, no_clash]);
    OpenReport {
        request_last_day,
        request_in_time,
        rounds_ok,
        rounds_ok_for_norms,
        fee: fee(&input.groups, rules),
        list_in_time,
        papers_last_day,
        papers_in_time,
        can_be_homologated: beforehand(rounds_ok),
        can_give_norms: beforehand(rounds_ok && rounds_ok_for_norms),
        duties_met: Verdict::all([list_in_time, papers_in_time]),
        groups,
        clashes,
    }
}

impl OpenInput {
    fn period(&self) -> Option<(Date, Date)> {
        self.start.zip(self.end)
    }
}

/// The eve of the limit: on the day itself a request is late (AMB-89).
pub fn request_last_day(year: i16, rules: &Rules1990) -> Option<Date> {
    let DayOfYear { month, day } = rules.open.request_limit.get();
    Date::new(year, month, day).ok()?.yesterday().ok()
}

fn within<T>(what: Option<T>, limit: Option<T>, in_time: impl Fn(T, T) -> bool) -> Verdict {
    Verdict::from_known(what.zip(limit).map(|(what, limit)| in_time(what, limit)))
}

fn negate(verdict: Verdict) -> Verdict {
    match verdict {
        Verdict::Met => Verdict::NotMet,
        Verdict::NotMet => Verdict::Met,
        Verdict::Unknown => Verdict::Unknown,
    }
}

/// One category alone, or two that may play together; enough players (Oberts 4).
pub fn check_group(group: &OpenGroup, rules: &Rules1990) -> GroupReport {
    let categories: BTreeSet<Category> = group.categories.iter().copied().collect();
    let mix_ok = match categories.len() {
        0 => Verdict::Unknown,
        1 => Verdict::Met,
        _ => Verdict::of(
            rules.open.mixes.value.iter().any(|mix| categories == mix.categories().into()),
        ),
    };
    let enough = group.players.map(|players| players >= rules.open.min_players.get());
    GroupReport { mix_ok, size_ok: Verdict::from_known(enough) }
}

/// What the open pays, in pesetas: each category once, up to the maximum (Oberts 9, AMB-105).
/// `None` when no category is known.
pub fn fee(groups: &[OpenGroup], rules: &Rules1990) -> Option<i64> {
    let categories: BTreeSet<Category> =
        groups.iter().flat_map(|group| group.categories.iter().copied()).collect();
    if categories.is_empty() {
        return None;
    }
    let sum: i64 = categories.into_iter().map(|category| category_fee(category, rules)).sum();
    Some(sum.min(i64::from(rules.open.fee_max.get())))
}

pub(super) fn category_fee(category: Category, rules: &Rules1990) -> i64 {
    let open = &rules.open;
    let fee = if category == Category::Preferent {
        open.fee_preferent.get()
    } else if open.fee_categories.value.contains(&FeeCategory(category)) {
        open.fee_category.get()
    } else {
        0
    };
    i64::from(fee)
}

/// Does an established event stand in the way? When they share a day and lie nearer than the limit;
/// the distance is compared in whole metres (Oberts 2, AMB-105).
pub fn clash(
    period: Option<(Date, Date)>,
    at: Option<Place>,
    established: &EstablishedEvent,
    rules: &Rules1990,
) -> Clash {
    const METRES_PER_KM: i64 = 1000;
    let distance = at.zip(established.at).map(|(a, b)| metres(a, b));
    let theirs = established.start.zip(established.end);
    let common_day = Verdict::from_known(period.zip(theirs).map(|(a, b)| share_a_day(a, b)));
    let limit = i64::from(rules.open.min_distance.get()) * METRES_PER_KM;
    let near = Verdict::from_known(distance.map(|distance| distance < limit));
    Clash { distance, common_day, clash: Verdict::all([common_day, near]) }
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
        let mix = |categories: &[Category]| check_group(&group(categories, 25), rules()).mix_ok;
        assert_eq!(mix(&[Third]), Verdict::Met);
        assert_eq!(mix(&[Third, Second]), Verdict::Met);
        assert_eq!(mix(&[First, Preferent]), Verdict::Met);
        assert_eq!(mix(&[First, Second]), Verdict::NotMet);
        assert_eq!(mix(&[First, Second, Third]), Verdict::NotMet);
        assert_eq!(mix(&[]), Verdict::Unknown);
        let size =
            |players| check_group(&OpenGroup { categories: vec![Third], players }, rules()).size_ok;
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
            super::fee(&groups, rules())
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
