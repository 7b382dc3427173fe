//! The record of an infringer: earlier sanctions that aggravate a case (RDE 15.a, 15.b).

use super::Class;
use super::catalogue::Catalogue;
use super::sanctions::{DegreeRules, Earlier, recidivism, reiteration};
use crate::core::computed::Computed;
use crate::core::rules::Rules1990;
use crate::core::season::season_of;
use crate::model::{CaseFile, Date, EarlierCase, fold};

/// The letters of RDE 15 that earlier cases can found.
pub const REITERATION: &str = "a";
pub const RECIDIVISM: &str = "b";

/// Finds, for every case, those of the same infringer. To be called before names are withheld.
pub fn link(cases: &mut [CaseFile]) {
    let found: Vec<Vec<EarlierCase>> = (0..cases.len()).map(|at| earlier(cases, at)).collect();
    for (case, earlier) in cases.iter_mut().zip(found) {
        case.earlier = earlier;
    }
}

/// The other cases in which whom a case is about was sanctioned before the facts.
fn earlier(cases: &[CaseFile], at: usize) -> Vec<EarlierCase> {
    let case = &cases[at];
    let others = cases.iter().enumerate().filter(|(other, _)| *other != at);
    let mut found: Vec<EarlierCase> = others
        .filter(|(_, other)| is_same(case, other) && other.imposed.is_some())
        .filter_map(|(_, other)| {
            let resolved = other.days.resolved.filter(|day| *day <= case.committed)?;
            Some(EarlierCase {
                number: other.published.then(|| other.number.clone()),
                infraction: other.infraction.clone(),
                resolved,
            })
        })
        .collect();
    found.sort_by(|a, b| (a.resolved, &a.infraction).cmp(&(b.resolved, &b.infraction)));
    found
}

/// The person of the register where both are there; else the kind and the name.
fn is_same(a: &CaseFile, b: &CaseFile) -> bool {
    match (&a.person, &b.person) {
        (Some(a), Some(b)) => a == b,
        _ => {
            let name = |case: &CaseFile| case.name.as_deref().map(fold);
            a.kind == b.kind && name(a).is_some() && name(a) == name(b)
        }
    }
}

/// What the record of a case's infringer founds.
#[derive(Clone, Debug)]
pub struct Record {
    /// Earlier cases of the season of the facts, with their class.
    pub cases: Vec<(EarlierCase, Option<Class>)>,
    pub reiteration: Computed<bool>,
    pub recidivism: Computed<bool>,
}

impl Record {
    /// The letters of RDE 15 that are met.
    pub fn letters(&self) -> impl Iterator<Item = &'static str> {
        let met = [(&self.reiteration, REITERATION), (&self.recidivism, RECIDIVISM)];
        met.into_iter().filter(|(found, _)| found.value).map(|(_, letter)| letter)
    }
}

/// Reiteration and recidivism by the cases of the same season. A sanction weighs as the class of
/// its infraction; facts are of similar nature when they are the same infraction of RDE 7 to 9 (a
/// choice: the text leaves both to the body that decides, which can name either letter itself).
pub fn record(
    case: &CaseFile,
    class: Class,
    catalogue: &Catalogue,
    degrees: &DegreeRules,
    rules: &Rules1990,
) -> Record {
    let season = |day: Date| season_of(day, rules);
    let of_season = case.earlier.iter().filter(|e| season(e.resolved) == season(case.committed));
    let cases: Vec<(EarlierCase, Option<Class>)> = of_season
        .map(|earlier| {
            let infraction = earlier.infraction.as_deref();
            let charge = catalogue.charge(infraction, infraction.is_none());
            (earlier.clone(), charge.value.class)
        })
        .collect();
    let weight = |class: Class| class as i64;
    let sanctioned: Vec<Earlier> = cases
        .iter()
        .filter_map(|(earlier, class)| {
            // A breach that no article names is of no nature of its own.
            let group = earlier.infraction.as_deref().unwrap_or_default().to_owned();
            Some(Earlier { weight: weight((*class)?), group })
        })
        .collect();
    let named: Vec<Earlier> =
        sanctioned.iter().filter(|earlier| !earlier.group.is_empty()).cloned().collect();
    let nature = case.infraction.as_deref().unwrap_or_default();
    Record {
        reiteration: reiteration(&sanctioned, weight(class), degrees),
        recidivism: recidivism(&named, nature),
        cases,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::discipline::tests::case;
    use crate::model::{Imposed, Sanction};
    use crate::test_rules::rules;
    use jiff::civil::date;

    fn sanctioned(number: &str, infraction: Option<&str>, resolved: Date) -> CaseFile {
        let mut found = case();
        found.number = number.into();
        found.infraction = infraction.map(Into::into);
        found.imposed = Some(Imposed {
            sanction: Sanction::Warning,
            amount: None,
            unit: None,
            fine: None,
            season_matches: None,
        });
        found.days.resolved = Some(resolved);
        found
    }

    /// Which letters the record of a serious case of 3 February 1991 founds.
    fn letters(others: Vec<CaseFile>) -> Vec<&'static str> {
        let mut cases = vec![case()];
        cases.extend(others);
        link(&mut cases);
        let discipline = &rules().discipline;
        let record =
            record(&cases[0], Class::Serious, &discipline.catalogue, &discipline.degrees, rules());
        record.letters().collect()
    }

    /// RDE 15.a, 15.b: one of the same weight or two lighter ones, in the season; the same
    /// infraction.
    #[test]
    fn earlier_sanctions_of_the_season_aggravate() {
        let on = |month, day| date(1990, month, day);
        // The same infraction is both (AMB-107).
        let same = || sanctioned("1", Some("8.B.3.b"), on(11, 5));
        assert_eq!(letters(vec![same()]), ["a", "b"]);
        let other = || sanctioned("2", Some("8.B.3.a"), on(11, 5));
        assert_eq!(letters(vec![other()]), ["a"]);
        let minor = |number| sanctioned(number, None, on(11, 5));
        assert_eq!(letters(vec![minor("3")]), [""; 0]);
        assert_eq!(letters(vec![minor("3"), minor("4")]), ["a"]);
        // Both ends of the season, which turns after 30 June, and of the day of the facts.
        assert_eq!(letters(vec![sanctioned("5", Some("8.B.3.b"), on(6, 30))]), [""; 0]);
        assert_eq!(letters(vec![sanctioned("5", Some("8.B.3.b"), on(7, 1))]), ["a", "b"]);
        assert_eq!(letters(vec![sanctioned("6", Some("8.B.3.b"), date(1991, 2, 3))]), ["a", "b"]);
        assert_eq!(letters(vec![sanctioned("6", Some("8.B.3.b"), date(1991, 2, 4))]), [""; 0]);
    }

    #[test]
    fn only_sanctions_of_the_same_infringer_count() {
        let mut other = sanctioned("1", Some("8.B.3.b"), date(1990, 11, 5));
        other.name = Some("Y".into());
        assert_eq!(letters(vec![other.clone()]), [""; 0]);
        other.name = Some("X".into());
        assert_eq!(letters(vec![other.clone()]), ["a", "b"]);
        other.imposed = None;
        assert_eq!(letters(vec![other]), [""; 0]);
        // Persons of the register are told apart whatever they are called.
        let mut cases = vec![case(), sanctioned("1", Some("8.B.3.b"), date(1990, 11, 5))];
        (cases[0].person, cases[1].person) = (Some("x-1".into()), Some("x-2".into()));
        link(&mut cases);
        assert!(cases[0].earlier.is_empty());
        cases[1].person = Some("x-1".into());
        cases[1].published = false;
        link(&mut cases);
        assert_eq!(cases[0].earlier[0].number, None, "its number is not told");
    }
}
