//! The disciplinary regulation (RDE): infractions, sanctions, lapse, procedures and their terms.

pub mod absences;
pub mod case;
pub mod case_report;
pub mod catalogue;
pub mod committees;
pub mod documents;
pub mod lapse;
pub mod procedure;
pub mod record;
pub mod sanctions;
pub mod scope;
pub mod sheets;
pub mod terms;
#[cfg(test)]
mod tests;

use crate::model::Exact;
use crate::rulebook::bind::Key;
use crate::rulebook::{Binder, FromRulebook};

/// Classes of infractions (RDE 6), from the lightest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Class {
    Minor,
    Serious,
    VerySerious,
}

impl Class {
    pub const ALL: [Self; 3] = [Self::Minor, Self::Serious, Self::VerySerious];

    pub fn key(self) -> &'static str {
        match self {
            Self::Minor => "minor",
            Self::Serious => "serious",
            Self::VerySerious => "very serious",
        }
    }

    /// The sentence that names it.
    pub fn word(self) -> crate::core::report::Msg {
        crate::core::report::Msg::new(match self {
            Self::Minor => "rde.class-minor",
            Self::Serious => "rde.class-serious",
            Self::VerySerious => "rde.class-very-serious",
        })
    }

    pub fn from_key(key: &str) -> Option<Self> {
        match key {
            "minor" => Some(Self::Minor),
            "serious" => Some(Self::Serious),
            "very serious" | "very-serious" => Some(Self::VerySerious),
            _ => None,
        }
    }
}

impl Key for Class {
    const LIST: &'static str = "a list of classes of infractions";

    fn from_key(key: &str) -> Option<Self> {
        Self::from_key(key)
    }

    fn known() -> Vec<&'static str> {
        vec!["very-serious", "serious", "minor"]
    }
}

/// An entry of a list of the text that is only named, never decided by: a document, a field.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Item(pub String);

impl Key for Item {
    const LIST: &'static str = "a list";

    fn from_key(key: &str) -> Option<Self> {
        Some(Self(key.to_owned()))
    }

    fn known() -> Vec<&'static str> {
        Vec::new()
    }
}

/// Every parameter of the RDE that calculations use.
#[derive(Clone, Debug)]
pub struct DisciplineRules {
    pub catalogue: catalogue::Catalogue,
    pub classes: catalogue::ClassRules,
    pub sanctions: sanctions::SanctionRules,
    pub degrees: sanctions::DegreeRules,
    pub lapse: lapse::LapseRules,
    pub absences: absences::AbsenceRules,
    pub committees: committees::CommitteeRules,
    pub terms: terms::TermRules,
    pub documents: documents::DocumentRules,
    pub scope: scope::ScopeRules,
    pub procedure: procedure::ProcedureRules,
}

impl FromRulebook for DisciplineRules {
    fn bind(binder: &mut Binder<'_>) -> Option<Self> {
        let catalogue = catalogue::Catalogue::bind(binder);
        let classes = FromRulebook::bind(binder);
        let sanctions = FromRulebook::bind(binder);
        let degrees = FromRulebook::bind(binder);
        let lapse = FromRulebook::bind(binder);
        let absences = FromRulebook::bind(binder);
        let committees = FromRulebook::bind(binder);
        let terms = FromRulebook::bind(binder);
        let documents = FromRulebook::bind(binder);
        let scope = FromRulebook::bind(binder);
        let procedure = FromRulebook::bind(binder);
        Some(Self {
            catalogue: catalogue?,
            classes: classes?,
            sanctions: sanctions?,
            degrees: degrees?,
            lapse: lapse?,
            absences: absences?,
            committees: committees?,
            terms: terms?,
            documents: documents?,
            scope: scope?,
            procedure: procedure?,
        })
    }
}

/// Is `part` more than a share of `whole`?
pub(crate) fn more_than(part: u32, share: Exact, whole: u32) -> bool {
    Exact::from(i64::from(part)) > share * i64::from(whole)
}
