//! Who may enter: age groups, licences, confirmation, compulsory entry (RGC 4.1, 5.2.2.2, 7.3;
//! AMB-35).

use super::level::Level;
use super::sheets;
use crate::core::computed::Computed;
use crate::core::formula::Data;
use crate::core::report::{Value, Verdict};
use crate::model::{Date, Delegation};
use crate::rulebook::DayOfYear;

crate::rules! {
    /// Numbers of RGC 4.1.
    pub struct EligibilityRules {
        /// Days.
        confirmation: u32 = "rgc.confirmacio-final",
        compulsory_barcelona: Vec<Level> = "rgc.inscripcio-obligatoria-barcelona",
        compulsory_delegations: Vec<Level> = "rgc.inscripcio-obligatoria-delegacions",
        infantil_day: DayOfYear = "rgc.infantil-data",
        infantil_age: u32 = "rgc.infantil-edat",
        juvenil_day: DayOfYear = "rgc.juvenil-data",
        juvenil_age: u32 = "rgc.juvenil-edat",
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AgeGroups {
    /// Full years on 1 January of the year of the final stage.
    pub age: i32,
    pub infantil: bool,
    pub juvenil: bool,
}

/// Age groups (RGC 4.1.4, 4.1.5). Who reaches the age on that very day is out (AMB-35).
pub fn age_groups(born: Date, final_year: i16, rules: &EligibilityRules) -> Computed<AgeGroups> {
    let input = Data::record([("born", born.into()), ("final_year", final_year.into())]);
    Computed::from_sheet(&sheets::age_group(rules), &input, |found| AgeGroups {
        age: found.get("age").whole().and_then(|age| age.try_into().ok()).unwrap_or_default(),
        infantil: found.get("infantil").truth() == Some(true),
        juvenil: found.get("juvenil").truth() == Some(true),
    })
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Confirmation {
    pub last_day: Option<Date>,
    pub in_time: Option<bool>,
}

/// Confirmation of a player qualified for a final (RGC 4.1.2).
pub fn confirmation(
    start: Date,
    confirmed: Option<Date>,
    rules: &EligibilityRules,
) -> Computed<Confirmation> {
    let input = Data::record([("start", start.into()), ("confirmed", confirmed.into())]);
    Computed::from_sheet(&sheets::confirmation(rules), &input, |found| Confirmation {
        last_day: found.get("last_day").day(),
        in_time: found.get("in_time").truth(),
    })
}

/// Must a team of the level enter the championship (RGC 4.1.3)?
pub fn compulsory_entry(
    delegation: Delegation,
    level: Level,
    rules: &EligibilityRules,
) -> Computed<bool> {
    let lowest = if delegation == Delegation::Barcelona {
        &rules.compulsory_barcelona
    } else {
        &rules.compulsory_delegations
    };
    let compulsory = lowest.value.iter().any(|lowest| level <= *lowest);
    Computed::new(compulsory)
        .line("rgc.level", level.word())
        .by(lowest)
        .line("rgc.compulsory", Verdict::of(compulsory))
}

/// A licence: valid from and to, both included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Licence {
    pub from: Date,
    pub to: Date,
}

/// May somebody play on a day (RGC 4.1.1)? With a licence in force, and a document where one was
/// asked for.
pub fn may_play(licence: Option<Licence>, day: Date, document: Option<bool>) -> Computed<bool> {
    let valid = licence.is_some_and(|licence| licence.from <= day && day <= licence.to);
    let shown = document.unwrap_or(true);
    Computed::new(valid && shown)
        .rule("rgc.licence-valid", Verdict::of(valid), "RGC 4.1.1")
        .line("rgc.document-shown", document.map(Verdict::of))
}

/// An entry of a homologated event.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entrant {
    pub name: String,
    pub licence: Option<Licence>,
}

/// Entrants without a licence in force (RGC 7.3).
pub fn without_licence(entrants: &[Entrant], day: Date) -> Computed<Vec<String>> {
    let lacking: Vec<String> = entrants
        .iter()
        .filter(|entrant| !may_play(entrant.licence, day, None).value)
        .map(|entrant| entrant.name.clone())
        .collect();
    let names = lacking.iter().map(|name| Value::from(name.as_str())).collect();
    Computed::new(lacking).rule("rgc.without-licence", Value::List(names), "RGC 7.3")
}

/// A licence renewed for an individual event (RGC 5.2.2.2): before the entries close.
pub fn renewed_in_time(renewed: Date, deadline: Date) -> Computed<bool> {
    Computed::new(renewed <= deadline)
        .rule("rgc.renewed", renewed, "RGC 5.2.2.2")
        .line("rgc.entry-deadline", deadline)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_rules::rules;
    use jiff::civil::date;

    fn rules_() -> &'static EligibilityRules {
        &rules().competition.eligibility
    }

    /// AMB-35: born on 1 January is out.
    #[test]
    fn amb_35_ages_on_1_january() {
        let of = |born| age_groups(born, 1991, rules_()).value;
        let turns = of(date(1977, 1, 1));
        assert_eq!((turns.age, turns.infantil, turns.juvenil), (14, false, true));
        let younger = of(date(1977, 1, 2));
        assert_eq!((younger.age, younger.infantil), (13, true));
        assert!(!of(date(1971, 1, 1)).juvenil && of(date(1971, 1, 2)).juvenil);
    }

    #[test]
    fn fifteen_days_before_the_final() {
        let of = |day| confirmation(date(1990, 12, 20), Some(day), rules_()).value;
        assert_eq!(of(date(1990, 12, 5)).in_time, Some(true));
        assert_eq!(of(date(1990, 12, 6)).in_time, Some(false));
    }

    #[test]
    fn compulsory_levels_differ_by_delegation() {
        let of = |delegation, level| compulsory_entry(delegation, level, rules_()).value;
        assert!(of(Delegation::Barcelona, Level::Category3));
        assert!(!of(Delegation::Barcelona, Level::Promotion));
        assert!(of(Delegation::Girona, Level::Category2));
        assert!(!of(Delegation::Girona, Level::Category3));
        assert!(of(Delegation::Lleida, Level::Division1));
    }

    #[test]
    fn licences_in_force() {
        let licence = Some(Licence { from: date(1990, 9, 1), to: date(1991, 8, 31) });
        let play = |day, document| may_play(licence, day, document).value;
        assert!(play(date(1990, 9, 1), None) && play(date(1991, 8, 31), Some(true)));
        assert!(!play(date(1990, 8, 31), None) && !play(date(1991, 9, 1), None));
        assert!(!play(date(1990, 9, 1), Some(false)));
        let entrants =
            [Entrant { name: "a".into(), licence }, Entrant { name: "b".into(), licence: None }];
        assert_eq!(without_licence(&entrants, date(1990, 10, 1)).value, ["b"]);
        assert!(renewed_in_time(date(1990, 9, 1), date(1990, 9, 1)).value);
        assert!(!renewed_in_time(date(1990, 9, 2), date(1990, 9, 1)).value);
    }
}
