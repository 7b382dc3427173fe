//! Who is subject to the RDE, which version of a rule applies, and smaller findings (RDE 3.1, 4.4,
//! 11.1.h, 14.b).

use crate::core::computed::Computed;
use crate::core::report::{Msg, Verdict};
use crate::model::Date;

crate::rules! {
    /// The exemptions of RDE 13, for lists.
    pub struct ScopeRules {
        exemptions: Vec<super::Item> = "rde.eximents",
    }
}

/// How far a sanction reaches (RDE 3.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reach {
    Everywhere,
    Catalonia,
    NotSubject,
}

impl Reach {
    pub fn key(self) -> &'static str {
        match self {
            Self::Everywhere => "everywhere",
            Self::Catalonia => "catalonia",
            Self::NotSubject => "not-subject",
        }
    }
}

/// Is somebody subject to the RDE, and how far?
pub fn reach(
    catalan_licence: bool,
    other_licence: bool,
    acts_in_catalonia: bool,
) -> Computed<Reach> {
    let reach = match (catalan_licence, acts_in_catalonia) {
        (true, _) => Reach::Everywhere,
        (false, true) if other_licence => Reach::Catalonia,
        // Without any licence, but taking part in Catalonia.
        (false, true) => Reach::Everywhere,
        (false, false) => Reach::NotSubject,
    };
    Computed::new(reach)
        .rule("rde.catalan-licence", Verdict::of(catalan_licence), "RDE 3.1")
        .line("rde.other-licence", Verdict::of(other_licence))
        .line("rde.acts-in-catalonia", Verdict::of(acts_in_catalonia))
}

/// A rule as it stood from a day on; milder sanctions have smaller weights.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RuleVersion {
    pub from: Date,
    pub weight: i64,
}

/// Which version applies to facts (RDE 4.4): the one in force, or a later one that is milder; index
/// into the list, `None` where no rule was in force before the facts.
pub fn version(versions: &[RuleVersion], facts: Date) -> Computed<Option<usize>> {
    let in_force = versions
        .iter()
        .enumerate()
        .filter(|(_, version)| version.from <= facts)
        .max_by_key(|(at, version)| (version.from, *at));
    let Some((at, current)) = in_force else {
        return Computed::new(None).rule("rde.no-earlier-rule", Verdict::NotMet, "RDE 4.4");
    };
    // The mildest of those later; the earliest of equals.
    let milder = versions
        .iter()
        .enumerate()
        .filter(|(_, version)| version.from > facts && version.weight < current.weight)
        .min_by_key(|(_, version)| (version.weight, version.from));
    let chosen = milder.map_or(at, |(at, _)| at);
    Computed::new(Some(chosen))
        .rule("rde.in-force", current.from, "RDE 4.4")
        .line("rde.milder", milder.map(|(_, version)| version.from))
}

/// What becomes of a result after an infraction (RDE 11.1.h).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Finding {
    /// Without the infraction the result would have been another, which is known.
    Different,
    /// It would have been the same.
    Same,
    /// That cannot be found out.
    Unknown,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ResultAfter {
    Corrected,
    Unchanged,
    Annulled,
}

impl ResultAfter {
    pub fn key(self) -> &'static str {
        match self {
            Self::Corrected => "corrected",
            Self::Unchanged => "unchanged",
            Self::Annulled => "annulled",
        }
    }
}

/// The result that the body may set: the article says that it may, not that it must.
pub fn result_after(finding: Finding) -> Computed<ResultAfter> {
    let (result, word) = match finding {
        Finding::Different => (ResultAfter::Corrected, "rde.result-corrected"),
        Finding::Same => (ResultAfter::Unchanged, "rde.result-unchanged"),
        Finding::Unknown => (ResultAfter::Annulled, "rde.result-annulled"),
    };
    Computed::new(result).rule("rde.result", Msg::new(word), "RDE 11.1.h")
}

/// Spontaneous regret (RDE 14.b): an offer of equal repair, in writing in the annex to the record
/// or before the file is opened.
pub fn regret(
    offered: Date,
    in_annex: bool,
    file_opened: Option<Date>,
    repair_equal: bool,
    in_writing: bool,
) -> Computed<bool> {
    let in_time = in_annex || file_opened.is_none_or(|opened| offered < opened);
    Computed::new(in_time && repair_equal && in_writing)
        .rule("rde.offered", offered, "RDE 14.b")
        .line("rde.in-annex", Verdict::of(in_annex))
        .line("rde.file-opened", file_opened)
        .line("rde.repair-equal", Verdict::of(repair_equal))
        .line("rde.in-writing", Verdict::of(in_writing))
}

#[cfg(test)]
mod tests {
    use super::*;
    use jiff::civil::date;

    #[test]
    fn who_is_subject_and_where() {
        let of = |catalan, other, here| reach(catalan, other, here).value;
        assert_eq!(of(true, false, false), Reach::Everywhere);
        assert_eq!(of(false, true, true), Reach::Catalonia);
        assert_eq!(of(false, true, false), Reach::NotSubject);
        assert_eq!(of(false, false, true), Reach::Everywhere);
    }

    /// RDE 4.4.
    #[test]
    fn the_rule_in_force_or_a_later_milder_one() {
        let of = |from, weight| RuleVersion { from, weight };
        let versions = [of(date(1990, 1, 1), 5), of(date(1991, 1, 1), 7), of(date(1992, 1, 1), 3)];
        let at = |day| version(&versions, day).value;
        assert_eq!(at(date(1989, 12, 31)), None);
        assert_eq!(at(date(1990, 6, 1)), Some(2));
        assert_eq!(version(&versions[..2], date(1990, 6, 1)).value, Some(0));
        assert_eq!(version(&versions[..2], date(1991, 1, 1)).value, Some(1));
    }

    #[test]
    fn results_after_an_infraction() {
        assert_eq!(result_after(Finding::Different).value, ResultAfter::Corrected);
        assert_eq!(result_after(Finding::Same).value, ResultAfter::Unchanged);
        assert_eq!(result_after(Finding::Unknown).value, ResultAfter::Annulled);
    }

    #[test]
    fn regret_before_the_file_is_opened() {
        let (eve, day) = (date(1990, 5, 1), date(1990, 5, 2));
        assert!(regret(eve, false, Some(day), true, true).value);
        assert!(!regret(day, false, Some(day), true, true).value);
        assert!(regret(day, true, Some(day), true, true).value);
        assert!(!regret(eve, false, None, false, true).value);
        assert!(!regret(eve, false, None, true, false).value);
    }
}
