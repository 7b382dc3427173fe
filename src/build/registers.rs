//! What the federation keeps beside its tournaments: ledgers of Mestre Català, promotions,
//! cases of discipline.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::events::Event;
use super::rules::RulesByDay;
use crate::core::arbiter_register;
use crate::core::calendar::WorkingCalendar;
use crate::core::deadlines::{self, SeasonDeadlines};
use crate::core::discipline::{case, case_report};
use crate::core::festival::{self, Member};
use crate::core::ledger::history::{self, History, MadeNorm};
use crate::core::ledger::report as ledgers;
use crate::core::pairing::tables;
use crate::core::promotion::list::{self, Listed, Period};
use crate::core::report::{Msg, Report};
use crate::core::season;
use crate::lang::Language;
use crate::model::{Archive, Date};
use crate::site::{ReportPage, Section, festival_url};

/// Address of the arbiters. No player's identifier is this word.
pub const ARBITERS: &str = "jugadors/titols-arbitrals/";
/// Address of the deadlines of the seasons.
pub const DEADLINES: &str = "reglaments/terminis/";
/// Address of the published cases of discipline.
pub const CASES: &str = "reglaments/resolucions/";
/// Address of the tables of leagues.
pub const LEAGUE_TABLES: &str = "eines/quadres-de-lliga/";
/// Address of the register of title holders.
pub const TITLE_HOLDERS: &str = "normes/mestres-catalans/";

/// Registers, computed.
#[derive(Debug, Default)]
pub struct Registers {
    /// Ledgers of all who have anything in them, by slug.
    pub histories: BTreeMap<Arc<str>, History>,
    /// Reports on the pages of people, by slug.
    pub of_people: Arc<BTreeMap<Arc<str>, Vec<Report>>>,
    pub pages: Vec<ReportPage>,
    pub promotions: Vec<Promotions>,
    pub cases: Vec<Resolution>,
    pub deadlines: Vec<SeasonDeadlines>,
}

/// A published resolution.
#[derive(Debug)]
pub struct Resolution {
    /// Address of its page.
    pub url: String,
    pub slug: Arc<str>,
    pub number: Arc<str>,
    /// `None` while the case is open: then there is nothing to sign.
    pub resolved: Option<Date>,
    /// Who decides.
    pub body: Option<Msg>,
    pub invented: bool,
    pub report: Report,
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
    /// `texts` is the language of the data: its order of names is that of lists.
    pub fn compute(
        archive: &Archive,
        events: &[Event],
        rules: &RulesByDay,
        texts: &Language,
    ) -> Self {
        let mut registers = Self::default();
        registers.add_festivals(archive, events, rules, texts);
        registers.add_ledgers(archive, events, rules);
        registers.add_promotions(archive, events, rules);
        registers.add_cases(archive, rules);
        registers.add_arbiters(archive, rules);
        registers.add_deadlines(archive, rules);
        registers.pages.push(ReportPage {
            url: LEAGUE_TABLES.to_owned(),
            section: Section::Tools,
            lede: Some(Msg::new("berger.lede")),
            report: tables::report(),
        });
        registers
    }

    /// A page for the events that are held together, with everybody in one list.
    fn add_festivals(
        &mut self,
        archive: &Archive,
        events: &[Event],
        rules: &RulesByDay,
        texts: &Language,
    ) {
        let collation = texts.collator();
        for (slug, members) in festival::festivals(archive) {
            let members: Vec<Member<'_>> = members
                .into_iter()
                .map(|index| {
                    let tournament = &*archive.tournaments[index];
                    let (rules, places) = (rules.of(tournament), &*events[index].placed);
                    Member { index, tournament, rules, places }
                })
                .collect();
            let report = festival::report(&members, |a, b| collation.compare(a, b));
            self.pages.extend(report.map(|report| ReportPage {
                url: festival_url(&slug),
                section: Section::Tournaments,
                lede: Some(Msg::new("festival.lede")),
                report,
            }));
        }
    }

    /// A list for each season in which somebody went up, the latest first.
    fn add_promotions(&mut self, archive: &Archive, events: &[Event], rules: &RulesByDay) {
        let published = rules.published();
        let ends = archive.tournaments.iter().filter_map(|t| t.end.or(t.start));
        let seasons: BTreeSet<i32> = ends.map(|day| season::season_of(day, published)).collect();
        for season in seasons.into_iter().rev() {
            let Some((from, to)) = season::days(season, published) else { continue };
            let period = Period { from, to };
            let found = events.iter().flat_map(|event| &event.promoted);
            let listed =
                list::once(found.filter(|found| period.holds(found.day)).cloned().collect());
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

    /// What the arbiters of the register have towards their titles.
    fn add_arbiters(&mut self, archive: &Archive, rules: &RulesByDay) {
        let Some(day) = arbiter_register::last_day(archive) else { return };
        self.pages.push(ReportPage {
            url: ARBITERS.to_owned(),
            section: Section::Players,
            lede: Some(Msg::new("arbiters.lede")),
            report: arbiter_register::report(archive, day, rules.on(day)),
        });
    }

    /// The published cases of discipline: a list, and a page for each (RDE 26.5). Their names were
    /// withheld before anything else looks at them.
    fn add_cases(&mut self, archive: &Archive, rules: &RulesByDay) {
        let calendar = WorkingCalendar::new(archive.holidays.iter().copied());
        let decided: Vec<_> = archive
            .cases
            .iter()
            .map(|file| {
                let decided = case::decide(file, &calendar, rules.on(file.committed));
                (file, decided, format!("{CASES}{}/", file.slug))
            })
            .collect();
        if decided.is_empty() {
            return;
        }
        let lines: Vec<_> =
            decided.iter().map(|(file, decided, url)| (*file, decided, url.clone())).collect();
        self.pages.push(ReportPage {
            url: CASES.to_owned(),
            section: Section::Regulations,
            lede: Some(Msg::new("case.list-lede")),
            report: case_report::list(&lines),
        });
        for (file, decided, url) in &decided {
            self.pages.push(ReportPage {
                url: url.clone(),
                section: Section::Regulations,
                lede: None,
                report: case_report::report(file, decided),
            });
            self.cases.push(Resolution {
                url: url.clone(),
                slug: file.slug.clone(),
                number: file.number.clone(),
                resolved: file.days.resolved,
                body: decided.competence.as_ref().map(|found| found.value.body.word()),
                invented: file.invented,
                report: case_report::resolution(file, decided),
            });
        }
    }

    /// The last days of every season, for their page and their calendar.
    fn add_deadlines(&mut self, archive: &Archive, rules: &RulesByDay) {
        self.deadlines = deadlines::seasons(archive, |day| rules.on(day));
        self.pages.extend(deadlines::report(&self.deadlines).map(|report| ReportPage {
            url: DEADLINES.to_owned(),
            section: Section::Regulations,
            lede: Some(Msg::new("deadline.lede")),
            report,
        }));
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
        let of_people = self.histories.iter().map(|(slug, history)| {
            // The page bears the name already.
            let title = Msg::new("ledger.fact.title");
            (slug.clone(), vec![Report { title, ..ledgers::of_player(history, rules) }])
        });
        self.of_people = Arc::new(of_people.collect());
        self.pages.push(ReportPage {
            url: TITLE_HOLDERS.to_owned(),
            section: Section::Norms,
            lede: Some(Msg::new("ledger.register-lede")),
            report: ledgers::register(&self.histories, archive, today, rules),
        });
    }
}
