//! The rules of every day: the parameters of each version of the text, bound.

use std::sync::OnceLock;

use crate::core::Rules1990;
use crate::diag::{Diagnostics, Sources};
use crate::model::{Date, Tournament};
use crate::project::Project;
use crate::rulebook::Versions;
use crate::source::{bind_rules, load_versions};

/// The rules in force from each day on which the text changes.
#[derive(Clone, Debug)]
pub struct RulesByDay(Vec<(Date, Rules1990)>);

impl RulesByDay {
    /// The rules built into the program, for a site without regulations of its own.
    pub fn built_in() -> Option<Self> {
        static RULES: OnceLock<Option<RulesByDay>> = OnceLock::new();
        let read = || {
            let mut unheard = Diagnostics::new();
            let versions = load_versions(&Project::Embedded, &Sources::default(), &mut unheard);
            Self::bind(&versions, &mut unheard)
        };
        RULES.get_or_init(read).clone()
    }

    /// Binds every version; a parameter missing or mistyped in any is an error.
    pub fn bind(versions: &Versions, diagnostics: &mut Diagnostics) -> Option<Self> {
        let mut found = Diagnostics::new();
        let bound: Vec<_> = versions
            .texts()
            .map(|(day, rulebook)| (day, bind_rules::<Rules1990>(rulebook, &mut found)))
            .collect();
        // What is wrong in one version is usually wrong in all: it is told once.
        diagnostics.extend_new(found);
        let rules: Option<Vec<_>> =
            bound.into_iter().map(|(day, rules)| Some((day, rules?))).collect();
        rules.filter(|rules| !rules.is_empty()).map(Self)
    }

    /// The rules in force on a day; before the first text, the first.
    pub fn on(&self, day: Date) -> &Rules1990 {
        let after = self.0.partition_point(|(from, _)| *from <= day);
        &self.0[after.saturating_sub(1)].1
    }

    /// The text as published.
    pub fn published(&self) -> &Rules1990 {
        &self.0[0].1
    }

    /// The text in force now.
    pub fn latest(&self) -> &Rules1990 {
        &self.0[self.0.len() - 1].1
    }

    /// A tournament follows the text in force on its first day; one without a date, the text as
    /// published.
    pub fn of(&self, tournament: &Tournament) -> &Rules1990 {
        tournament.start.map_or(self.published(), |start| self.on(start))
    }
}
