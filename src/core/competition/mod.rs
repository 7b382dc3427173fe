//! The general competition regulation (RGC) at work: entries, lateness, absences, withdrawals,
//! line-ups, adjournments, overlaps.

pub mod absence;
pub mod eligibility;
pub mod level;

use crate::rulebook::{Binder, FromRulebook};

/// Every parameter of the RGC that calculations use.
#[derive(Clone, Debug)]
pub struct CompetitionRules {
    pub eligibility: eligibility::EligibilityRules,
    pub absence: absence::AbsenceRules,
}

impl FromRulebook for CompetitionRules {
    fn bind(binder: &mut Binder<'_>) -> Option<Self> {
        let eligibility = FromRulebook::bind(binder);
        let absence = FromRulebook::bind(binder);
        Some(Self { eligibility: eligibility?, absence: absence? })
    }
}
