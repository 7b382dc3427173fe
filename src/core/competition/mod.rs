//! The general competition regulation (RGC) at work: entries, lateness, absences, withdrawals,
//! line-ups, adjournments, overlaps, papers.

pub mod absence;
pub mod eligibility;
pub mod level;
pub mod lineup;
pub mod overlap;
pub mod papers;
pub mod sessions;
pub mod sheets;
pub mod teams;

use crate::rulebook::{Binder, FromRulebook};

/// Every parameter of the RGC that calculations use.
#[derive(Clone, Debug)]
pub struct CompetitionRules {
    pub eligibility: eligibility::EligibilityRules,
    pub absence: absence::AbsenceRules,
    pub lineup: lineup::LineupRules,
    pub teams: teams::TeamRules,
    pub sessions: sessions::SessionRules,
    pub overlap: overlap::OverlapRules,
    pub papers: papers::PaperRules,
}

impl FromRulebook for CompetitionRules {
    fn bind(binder: &mut Binder<'_>) -> Option<Self> {
        let eligibility = FromRulebook::bind(binder);
        let absence = FromRulebook::bind(binder);
        let lineup = FromRulebook::bind(binder);
        let teams = FromRulebook::bind(binder);
        let sessions = FromRulebook::bind(binder);
        let overlap = FromRulebook::bind(binder);
        let papers = FromRulebook::bind(binder);
        Some(Self {
            eligibility: eligibility?,
            absence: absence?,
            lineup: lineup?,
            teams: teams?,
            sessions: sessions?,
            overlap: overlap?,
            papers: papers?,
        })
    }
}
