//! The rules of FIDE today: tie-breaks (C.07), ratings (B.02), title norms (B.01).
//!
//! Their numbers stand in texts of their own beside the regulations. A site without these texts
//! has no such calculations; one that has a text must have all of its numbers.

pub mod rating;
pub mod rating_report;
pub mod submission;
pub mod tables;
pub mod tiebreak;
pub mod titles;

use std::sync::Arc;

use crate::rulebook::{Binder, FromRulebook};
use rating::RatingRules;
use submission::EventRules;
use tables::{DpTable, PdTable};
use tiebreak::C07Rules;
use titles::TitleRules;

crate::rules! {
    /// The two tables between ratings and scores (B.02 8.1.1, 8.1.2).
    pub struct ScoreTables {
        dp: DpTable = "b02.dp",
        pd: PdTable = "b02.pd",
        /// Hundredths beyond the last row of the table of probabilities.
        pd_beyond: u32 = "b02.pd-maxim",
    }
}

/// Everything that the calculations of FIDE take from the texts.
#[derive(Clone, Debug)]
pub struct FideRules {
    pub tables: ScoreTables,
    pub c07: C07Rules,
    pub rating: RatingRules,
    pub titles: TitleRules,
    /// Conditions of the event.
    pub event: EventRules,
}

/// The rules of FIDE, where the site has their texts.
#[derive(Clone, Debug, Default)]
pub struct Fide(Option<Arc<FideRules>>);

impl Fide {
    pub fn rules(&self) -> Option<&Arc<FideRules>> {
        self.0.as_ref()
    }
}

/// The texts, by their codes.
const TEXTS: [&str; 3] = ["C.07", "B.02", "B.01"];

impl FromRulebook for Fide {
    fn bind(binder: &mut Binder<'_>) -> Option<Self> {
        if !TEXTS.iter().any(|code| binder.has_text(code)) {
            return Some(Self(None));
        }
        // All parts are bound before any is missed, so that every error is reported.
        let tables = ScoreTables::bind(binder);
        let c07 = C07Rules::bind(binder);
        let rating = RatingRules::bind(binder);
        let titles = TitleRules::bind(binder);
        let event = EventRules::bind(binder);
        let rules = FideRules {
            tables: tables?,
            c07: c07?,
            rating: rating?,
            titles: titles?,
            event: event?,
        };
        Some(Self(Some(Arc::new(rules))))
    }
}
