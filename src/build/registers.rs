//! What the federation keeps beside its tournaments: ledgers of Mestre Català, promotions,
//! cases of discipline.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, LazyLock};

use super::events::Event;
use super::keys::Inputs;
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
use crate::fingerprint::{Fingerprint, Remembered};
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
#[derive(Debug)]
pub struct Registers {
    pub ledgers: Arc<Ledgers>,
    pub pages: Vec<Arc<ReportPage>>,
    pub promotions: Vec<Arc<Promotions>>,
    pub cases: Vec<Resolution>,
    pub deadlines: Vec<SeasonDeadlines>,
}

/// What is known of an earlier build: the long reports.
#[derive(Debug, Default)]
pub struct KnownRegisters {
    ledgers: Remembered<Arc<Ledgers>>,
    /// By season.
    promotions: BTreeMap<i32, Remembered<Option<Arc<Promotions>>>>,
}

/// The ledgers of Mestre Català.
#[derive(Debug, Default)]
pub struct Ledgers {
    /// Of all who have anything in them, by slug.
    pub histories: BTreeMap<Arc<str>, History>,
    /// Reports on the pages of people, by slug.
    pub of_people: Arc<BTreeMap<Arc<str>, Vec<Report>>>,
    /// The register of title holders.
    page: Option<Arc<ReportPage>>,
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
    /// The list.
    pub page: Arc<ReportPage>,
    /// Last day of the season.
    pub to: Date,
    pub listed: Vec<Listed>,
}

/// The same for all leagues.
static TABLES: LazyLock<Arc<ReportPage>> =
    LazyLock::new(|| page(LEAGUE_TABLES, Section::Tools, Some("berger.lede"), tables::report()));

fn page(
    url: impl Into<String>,
    section: Section,
    lede: Option<&'static str>,
    report: Report,
) -> Arc<ReportPage> {
    Arc::new(ReportPage::new(url.into(), section, lede.map(Msg::new), report))
}

impl Registers {
    /// `texts` is the language of the data: its order of names is that of lists. `inputs` are those
    /// of everything that is given here.
    pub(super) fn compute(
        archive: &Archive,
        events: &[Event],
        rules: &RulesByDay,
        texts: &Language,
        inputs: &Inputs,
        known: &mut KnownRegisters,
    ) -> Self {
        let KnownRegisters { ledgers: known_ledgers, promotions: known_promotions } = known;
        let ledgers = || ledgers(archive, events, rules, inputs, known_ledgers);
        let promotions = || promotions(archive, events, rules, inputs, known_promotions);
        let (ledgers, promotions) = rayon::join(ledgers, promotions);
        let mut pages = festivals(archive, events, rules, texts);
        pages.extend(ledgers.page.clone());
        pages.extend(promotions.iter().map(|season| season.page.clone()));
        let (cases, of_cases) = cases(archive, rules);
        pages.extend(of_cases);
        pages.extend(arbiters(archive, rules));
        let deadlines = deadlines::seasons(archive, |day| rules.on(day));
        let of_deadlines = deadlines::report(&deadlines);
        pages
            .extend(of_deadlines.map(|report| {
                page(DEADLINES, Section::Regulations, Some("deadline.lede"), report)
            }));
        pages.push(TABLES.clone());
        Self { ledgers, pages, promotions, cases, deadlines }
    }
}

/// A page for the events that are held together, with everybody in one list.
fn festivals(
    archive: &Archive,
    events: &[Event],
    rules: &RulesByDay,
    texts: &Language,
) -> Vec<Arc<ReportPage>> {
    let collation = texts.collator();
    let page_of = |(slug, members): (String, Vec<usize>)| {
        let members: Vec<Member<'_>> = members
            .into_iter()
            .map(|index| {
                let tournament = &*archive.tournaments[index];
                let (rules, places) = (rules.of(tournament), &*events[index].placed);
                Member { index, tournament, rules, places }
            })
            .collect();
        let report = festival::report(&members, |a, b| collation.compare(a, b))?;
        Some(page(festival_url(&slug), Section::Tournaments, Some("festival.lede"), report))
    };
    festival::festivals(archive).into_iter().filter_map(page_of).collect()
}

/// A list for each season in which somebody went up, the latest first.
fn promotions(
    archive: &Archive,
    events: &[Event],
    rules: &RulesByDay,
    inputs: &Inputs,
    known: &mut BTreeMap<i32, Remembered<Option<Arc<Promotions>>>>,
) -> Vec<Arc<Promotions>> {
    let published = rules.published();
    let ends = archive.tournaments.iter().filter_map(|t| t.end.or(t.start));
    let seasons: BTreeSet<i32> = ends.map(|day| season::season_of(day, published)).collect();
    let mut by_season: BTreeMap<i32, Vec<&Event>> = BTreeMap::new();
    for event in events {
        if let Some(listed) = event.promoted.first() {
            let season = season::season_of(listed.day, published);
            by_season.entry(season).or_default().push(event);
        }
    }
    let of_season = |season: i32| {
        let events = by_season.get(&season).map_or(&[][..], Vec::as_slice);
        let promoted: Vec<_> = events
            .iter()
            .map(|event| (event.index, &archive.tournaments[event.index].name, event.promotions))
            .collect();
        let made_of = Fingerprint::of(&(inputs.named(), promoted));
        let make = || promotions_of(season, archive, events, rules).map(Arc::new);
        known.entry(season).or_default().get(made_of, make)
    };
    seasons.into_iter().rev().filter_map(of_season).collect()
}

fn promotions_of(
    season: i32,
    archive: &Archive,
    events: &[&Event],
    rules: &RulesByDay,
) -> Option<Promotions> {
    let (from, to) = season::days(season, rules.published())?;
    let period = Period { from, to };
    let found = events.iter().flat_map(|event| &event.promoted);
    let listed = list::once(found.filter(|found| period.holds(found.day)).cloned().collect());
    if listed.is_empty() {
        return None;
    }
    let title = Msg::new("promotions.season").with("season", season);
    let report = list::report(&listed, archive, title, period);
    let url = format!("normes/ascensos-{season}/");
    let page = page(url, Section::Norms, Some("promotions.lede"), report);
    Some(Promotions { page, to, listed })
}

/// What the arbiters of the register have towards their titles.
fn arbiters(archive: &Archive, rules: &RulesByDay) -> Option<Arc<ReportPage>> {
    let day = arbiter_register::last_day(archive)?;
    let report = arbiter_register::report(archive, day, rules.on(day));
    Some(page(ARBITERS, Section::Players, Some("arbiters.lede"), report))
}

/// The published cases of discipline: a list, and a page for each (RDE 26.5). Their names were
/// withheld before anything else looks at them.
fn cases(archive: &Archive, rules: &RulesByDay) -> (Vec<Resolution>, Vec<Arc<ReportPage>>) {
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
        return Default::default();
    }
    let lines: Vec<_> =
        decided.iter().map(|(file, decided, url)| (*file, decided, url.clone())).collect();
    let list = case_report::list(&lines);
    let mut pages = vec![page(CASES, Section::Regulations, Some("case.list-lede"), list)];
    let mut cases = Vec::new();
    for (file, decided, url) in &decided {
        let report = case_report::report(file, decided);
        pages.push(page(url, Section::Regulations, None, report));
        cases.push(Resolution {
            url: url.clone(),
            slug: file.slug.clone(),
            number: file.number.clone(),
            resolved: file.days.resolved,
            body: decided.competence.as_ref().map(|found| found.value.body.word()),
            invented: file.invented,
            report: case_report::resolution(file, decided),
        });
    }
    (cases, pages)
}

fn ledgers(
    archive: &Archive,
    events: &[Event],
    rules: &RulesByDay,
    inputs: &Inputs,
    known: &mut Remembered<Arc<Ledgers>>,
) -> Arc<Ledgers> {
    let Some(today) = history::last_day(archive) else { return Arc::default() };
    let with_norms = || events.iter().filter(|event| !event.made_norms.is_empty());
    let events: Vec<_> = with_norms().map(|event| (event.index, event.made_of)).collect();
    // Records name other events.
    let made_of = Fingerprint::of(&(inputs.planned(), today, events));
    known.get(made_of, || {
        let rules = rules.on(today);
        let made: Vec<MadeNorm> = with_norms().flat_map(|event| event.made_norms.clone()).collect();
        let histories = history::histories(archive, &made, today, rules);
        let of_people = histories.iter().map(|(slug, history)| {
            // The page bears the name already.
            let title = Msg::new("ledger.fact.title");
            (slug.clone(), vec![Report { title, ..ledgers::of_player(history, rules) }])
        });
        let of_people = Arc::new(of_people.collect());
        let page = (!histories.is_empty()).then(|| {
            let report = ledgers::register(&histories, archive, today, rules);
            page(TITLE_HOLDERS, Section::Norms, Some("ledger.register-lede"), report)
        });
        Arc::new(Ledgers { histories, of_people, page })
    })
}
