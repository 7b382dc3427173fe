//! What the federation keeps beside its tournaments: ledgers of Mestre Català, promotions.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::events::Event;
use super::rules::RulesByDay;
use crate::core::ledger::history::{self, History, MadeNorm};
use crate::core::ledger::report as ledgers;
use crate::core::promotion::list::{self, Listed, Period};
use crate::core::report::{Msg, Report};
use crate::core::season;
use crate::model::{Archive, Date};
use crate::site::{ReportPage, Section};

/// Address of the register of title holders.
pub const TITLE_HOLDERS: &str = "normes/mestres-catalans/";

/// Registers, computed.
#[derive(Debug, Default)]
pub struct Registers {
    /// Ledgers of all who have anything in them, by slug.
    pub histories: BTreeMap<Arc<str>, History>,
    /// Reports on the pages of people, by slug.
    pub of_people: BTreeMap<Arc<str>, Vec<Report>>,
    pub pages: Vec<ReportPage>,
    pub promotions: Vec<Promotions>,
}

/// The promotions of a season.
#[derive(Debug)]
pub struct Promotions {
    /// Address of their page.
    pub url: String,
    /// Last day of the season.
    pub to: Date,
    pub listed: Vec<Listed>,
}

impl Registers {
    pub fn compute(archive: &Archive, events: &[Event], rules: &RulesByDay) -> Self {
        let mut registers = Self::default();
        registers.add_ledgers(archive, events, rules);
        registers.add_promotions(archive, rules);
        registers
    }

    /// A list for each season in which somebody went up, the latest first.
    fn add_promotions(&mut self, archive: &Archive, rules: &RulesByDay) {
        let published = rules.published();
        let ends = archive.tournaments.iter().filter_map(|t| t.end.or(t.start));
        let seasons: BTreeSet<i32> = ends.map(|day| season::season_of(day, published)).collect();
        for season in seasons.into_iter().rev() {
            let Some((from, to)) = season::days(season, published) else { continue };
            let period = Period { from, to };
            let listed = list::promotions(archive, period, |t| rules.of(t));
            if listed.is_empty() {
                continue;
            }
            let title = Msg::new("promotions.season").with("season", season);
            let url = format!("normes/ascensos-{season}/");
            self.pages.push(ReportPage {
                url: url.clone(),
                section: Section::Norms,
                lede: Some(Msg::new("promotions.lede")),
                report: list::report(&listed, archive, title, period),
            });
            self.promotions.push(Promotions { url, to, listed });
        }
    }

    fn add_ledgers(&mut self, archive: &Archive, events: &[Event], rules: &RulesByDay) {
        let Some(today) = history::last_day(archive) else { return };
        let rules = rules.on(today);
        let made: Vec<MadeNorm> =
            events.iter().flat_map(|event| event.made_norms.clone()).collect();
        self.histories = history::histories(archive, &made, today, rules);
        if self.histories.is_empty() {
            return;
        }
        for (slug, history) in &self.histories {
            // The page bears the name already.
            let title = Msg::new("ledger.fact.title");
            let report = Report { title, ..ledgers::of_player(history, rules) };
            self.of_people.entry(slug.clone()).or_default().push(report);
        }
        self.pages.push(ReportPage {
            url: TITLE_HOLDERS.to_owned(),
            section: Section::Norms,
            lede: Some(Msg::new("ledger.register-lede")),
            report: ledgers::register(&self.histories, archive, today, rules),
        });
    }
}
