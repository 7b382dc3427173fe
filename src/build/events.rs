//! Everything that is computed about one tournament: its reports, as pages and for other pages.

use std::collections::BTreeSet;
use std::ops::Deref;
use std::sync::{Arc, Mutex, OnceLock, Weak};

use super::RulesByDay;
use crate::core::crosstable::{self, Order};
use crate::core::cup::Cup;
use crate::core::fide::{rating_report, submission, titles};
use crate::core::homologation::{self, HomologationContext};
use crate::core::ledger::history::MadeNorm;
use crate::core::norms::forecast;
use crate::core::norms::tournament::{PlayerNorm, TournamentNorms, norms_of};
use crate::core::promotion::list::{self, Listed};
use crate::core::records::{Placed, Upset};
use crate::core::report::{Block, Fact, Msg, Report, Value, Verdict};
use crate::core::rounds::ListOrder;
use crate::core::standings::{Settings, Standings};
use crate::core::{
    Rules1990, cards, groups, incidents, lineup_check, lineups, norms, numbering, prizes, progress,
    promotion, round_report, rounds, schedule, statistics, status, ties,
};
use crate::fingerprint::Fingerprint;
use crate::model::{Archive, EventKind, Points, RuleSet, System, Tournament};
use crate::site::{
    Document, EventOutline, EventPages, EventReports, NormLine, Participation, ReportSource,
    Reports, TabReport,
};

/// Tabs that other code refers to.
pub const STANDINGS: &str = "classificacio";
pub const CROSSTABLE: &str = "quadre";
pub const BRACKET: &str = "eliminatories";
pub const SCHEDULE: &str = "calendari";
pub const NORMS: &str = "normes";
pub const PRIZES: &str = "premis";
pub const FORECAST: &str = "pronostic";
pub const SUBMISSION: &str = "informe-fide";
pub const HOMOLOGATION: &str = "homologacio";
const PROMOTIONS: &str = "ascensos";
const RATINGS: &str = "avaluacio";
const STATISTICS: &str = "estadistiques";

/// One tournament in outline, as pages of others and lists know it.
#[derive(Debug)]
pub struct Outline {
    /// Index into the archive's tournaments.
    pub index: usize,
    pub pages: Arc<EventOutline>,
    /// The last standings, as records look at them.
    pub placed: Vec<Placed>,
    /// The places of the entrants, by index; in a team event those of the lists.
    pub places: Vec<u32>,
    /// The games here that the lower rated won by most.
    pub upsets: Vec<Upset>,
    /// What each registered person did here, for the pages of people, by index of the entrant; none
    /// in a team event.
    pub participations: Vec<Option<Participation>>,
    /// Norms made here, for the federation's list.
    pub norm_lines: Vec<NormLine>,
    /// Every norm made here once the event is over, whatever it counts for.
    pub made_norms: Vec<MadeNorm>,
    /// Who went up a category.
    pub promoted: Vec<Listed>,
    /// Of them, as one number.
    pub promotions: Fingerprint,
    /// Is the event homologated? `None` when its kind has no such rules.
    pub homologated: Option<Verdict>,
    /// Certificates of the title norms of FIDE that were made.
    pub certificates: Vec<titles::Certificate>,
    /// What is sent to FIDE, as data; `None` where the event does not follow its rules.
    pub submission: Option<serde_json::Value>,
    /// Its downloads and what each was made of, once they were made.
    pub(super) files: OnceLock<Vec<(Document, Fingerprint)>>,
}

/// One tournament: its outline, and where its reports come from. They are computed when they are
/// asked for: an archive of a thousand events could not hold them all.
#[derive(Clone, Debug)]
pub struct Event {
    /// All that it was computed from, as one number.
    pub made_of: Fingerprint,
    outline: Arc<Outline>,
    source: Arc<Source>,
}

impl Deref for Event {
    type Target = Outline;

    fn deref(&self) -> &Outline {
        &self.outline
    }
}

/// One tournament, computed.
#[derive(Debug)]
pub struct Computed {
    reports: EventReports,
    status: Vec<Fact>,
    standings: Standings,
    norms: Option<TournamentNorms>,
    /// The norm report with those alone who made a norm or missed it narrowly: for the bulletin.
    pub norms_in_brief: Option<Report>,
    homologated: Option<Verdict>,
    certificates: Vec<titles::Certificate>,
    submission: Option<serde_json::Value>,
}

/// What the reports of an event are computed from.
#[derive(Debug)]
struct Source {
    index: usize,
    archive: Arc<Archive>,
    rules: Arc<RulesByDay>,
    /// In a small site nothing is computed twice.
    kept: Option<Arc<Computed>>,
    /// What somebody holds just now.
    held: Mutex<Weak<Computed>>,
}

impl Source {
    fn computed(&self) -> Arc<Computed> {
        if let Some(kept) = &self.kept {
            return kept.clone();
        }
        let mut held = self.held.lock().expect("no computation panics while it is held");
        held.upgrade().unwrap_or_else(|| {
            let computed = Arc::new(Computed::of(self.index, &self.archive, &self.rules));
            *held = Arc::downgrade(&computed);
            computed
        })
    }
}

impl ReportSource for Source {
    fn reports(&self) -> Arc<dyn Reports> {
        self.computed()
    }
}

impl Reports for Computed {
    fn all(&self) -> &EventReports {
        &self.reports
    }
}

impl Event {
    /// Computes the outline; `keep` holds on to the reports too.
    pub fn compute(
        index: usize,
        made_of: Fingerprint,
        archive: &Arc<Archive>,
        rules: &Arc<RulesByDay>,
        keep: bool,
    ) -> Self {
        let mut computed = Computed::of(index, archive, rules);
        let outline = Arc::new(computed.take_outline(index, archive, rules));
        Self::with(outline, made_of, archive, rules, keep.then(|| Arc::new(computed)))
    }

    /// An event whose outline is known; its reports will be computed from what is given.
    pub fn known(
        outline: Arc<Outline>,
        made_of: Fingerprint,
        archive: &Arc<Archive>,
        rules: &Arc<RulesByDay>,
    ) -> Self {
        Self::with(outline, made_of, archive, rules, None)
    }

    fn with(
        outline: Arc<Outline>,
        made_of: Fingerprint,
        archive: &Arc<Archive>,
        rules: &Arc<RulesByDay>,
        kept: Option<Arc<Computed>>,
    ) -> Self {
        let source = Source {
            index: outline.index,
            archive: archive.clone(),
            rules: rules.clone(),
            kept,
            held: Mutex::default(),
        };
        Self { made_of, outline, source: Arc::new(source) }
    }

    pub fn outline(&self) -> &Arc<Outline> {
        &self.outline
    }

    /// Its pages, with their reports.
    pub fn pages(&self) -> EventPages {
        EventPages::new(self.outline.pages.clone(), self.source.clone())
    }

    /// Everything that is computed, for those who make the event's own pages and documents.
    pub fn computed(&self) -> Arc<Computed> {
        self.source.computed()
    }
}

impl Computed {
    fn of(index: usize, archive: &Archive, rules: &RulesByDay) -> Self {
        let t = &archive.tournaments[index];
        let rules = rules.of(t);
        let context = HomologationContext::for_event(t, archive);
        let complete = t.rounds_complete();
        let standings = Standings::compute(t, rules, complete, &Settings::default());
        let mut first = tab(STANDINGS, "tab.standings", standings.report(t, rules));
        first.charts.extend(progress::scores(&standings));
        let mut tabs = vec![
            first,
            crosstable_tab(CROSSTABLE, "tab.crosstable", t, &standings, rules, Order::Rank),
            crosstable_tab(
                "quadre-numero",
                "tab.crosstable-number",
                t,
                &standings,
                rules,
                Order::Number,
            ),
        ];
        if t.system == System::KnockOut {
            let bracket = tab(BRACKET, "tab.bracket", Cup::of(t, rules).report(t, rules));
            tabs.insert(0, bracket);
        }
        if let Some(calendar) = schedule::report(t, rules) {
            tabs.push(tab(SCHEDULE, "tab.schedule", calendar));
        }
        for round in 1..=t.rounds_recorded() {
            tabs.push(round_tab(t, archive, rules, round));
        }
        if t.is_team_event() {
            tabs.push(tab("equips", "tab.lineups", lineups::lineups(t, rules)));
            if let Some(report) = lineup_check::report(t, archive, rules) {
                tabs.push(tab("control-alineacions", "tab.lineup-check", report));
            }
            tabs.push(tab("taulers", "tab.boards", lineups::best_boards(t, rules)));
        }
        if t.rule_set == RuleSet::Fce1990
            && let Some(report) = incidents::report(t, archive, rules)
        {
            tabs.push(tab("incidencies", "tab.incidents", report));
        }
        if t.system != System::KnockOut {
            tabs.extend(standings_by_round(t, rules, &standings));
            if complete > 0 {
                tabs.push(tab("desempats", "tab.ties", ties::report(t, &standings)));
            }
        }
        if let Some(report) = groups::report(t, &standings).filter(|_| complete > 0) {
            tabs.push(tab("grups", "tab.groups", report));
        }
        tabs.extend(lists(t, rules));
        if complete > 0 {
            let report = statistics::report(t, archive, rules);
            tabs.push(tab(STATISTICS, "tab.statistics", report));
        }
        if t.rule_set == RuleSet::Fce1990
            && let Some(report) = numbering::report(t, rules)
        {
            tabs.push(tab("numeros", "tab.numbers", report));
        }
        let closed_or_open = matches!(t.kind, EventKind::Closed | EventKind::Open);
        let individual = !t.is_team_event();
        let mut norms_found = None;
        if individual && matches!(t.kind, EventKind::Closed | EventKind::Open | EventKind::Official)
        {
            let found = norms_of(t, rules, &context);
            let report = norms::report_of(t, rules, found.as_ref());
            let mut of_norms = tab(NORMS, "tab.norms", report);
            norms_found = found.ok();
            of_norms.charts.extend(norms_found.as_ref().and_then(norms::distance));
            tabs.push(of_norms);
            if complete > 0 && !t.is_finished() {
                tabs.push(tab(FORECAST, "tab.forecast", forecast::report(t, complete, rules)));
            }
        }
        if individual && closed_or_open {
            let report = homologation::report(t, rules, &context);
            tabs.push(tab(HOMOLOGATION, "tab.homologation", report));
        }
        if individual && matches!(t.kind, EventKind::Open | EventKind::Official) {
            tabs.push(tab(PROMOTIONS, "tab.promotions", promotion::report(t, rules)));
        }
        if let Some(report) = prizes::report(t, &standings, rules) {
            tabs.push(tab(PRIZES, "tab.prizes", report));
        }
        let (mut certificates, mut sent) = (Vec::new(), None);
        if let Some(fide) = rules.fide.rules()
            && individual
            && t.rule_set != RuleSet::Fce1990
        {
            tabs.push(tab("normes-fide", "tab.title-norms", titles::report(t, fide)));
            tabs.push(tab(RATINGS, "tab.ratings", rating_report::report(t, fide)));
            tabs.push(tab(SUBMISSION, "tab.it3", submission::report(t, fide)));
            certificates = titles::certificates(t, fide);
            sent = Some(submission::to_json(t, fide));
        }
        let homologated = closed_or_open.then(|| homologation::verdict(t, rules, &context));
        let norms_in_brief = norms_found.as_ref().and_then(|norms| {
            let report = tabs.iter().find(|tab| tab.slug == NORMS).map(|tab| &tab.report)?;
            Some(in_brief(report, norms))
        });
        let status = status::facts(t, rules, &context);
        let cards = player_cards(t, &standings, rules, &tabs);
        let receipts = match t.is_finished() {
            true => prizes::receipts(t, &standings, rules),
            false => Vec::new(),
        };
        let reports = EventReports { tabs, cards, receipts };
        Self {
            reports,
            status,
            standings,
            norms: norms_found,
            norms_in_brief,
            homologated,
            certificates,
            submission: sent,
        }
    }

    /// The outline; what only it needs is taken out.
    fn take_outline(&mut self, index: usize, archive: &Archive, rules: &RulesByDay) -> Outline {
        let t = &archive.tournaments[index];
        let status = std::mem::take(&mut self.status);
        let note = t.note.as_deref().map(crate::source::markdown).unwrap_or_default();
        let promoted = list::of_event(index, archive, rules.of(t), &|| {
            self.homologated.unwrap_or(Verdict::Unknown)
        });
        Outline {
            index,
            pages: Arc::new(EventOutline::new(index, note, status, &self.reports)),
            placed: Placed::of(&self.standings),
            upsets: Upset::of(t, rules.of(t)),
            places: self.places(t),
            participations: self.participations(index, t),
            norm_lines: self.norm_lines(index),
            made_norms: self.made_norms(index),
            promotions: Fingerprint::of_debug(&promoted),
            promoted,
            homologated: self.homologated,
            certificates: std::mem::take(&mut self.certificates),
            submission: self.submission.take(),
            files: OnceLock::new(),
        }
    }

    /// The report of a tab.
    pub fn report(&self, slug: &str) -> Option<&Report> {
        self.reports.tabs.iter().find(|tab| tab.slug == slug).map(|tab| &tab.report)
    }

    fn places(&self, t: &Tournament) -> Vec<u32> {
        let mut places: Vec<u32> = (1..=t.entrants.len() as u32).collect();
        if !t.is_team_event() {
            let last = t.entrants.len() as u32;
            for row in &self.standings.rows {
                if let Some(place) = places.get_mut(row.entrant) {
                    *place = row.rank.unwrap_or(last);
                }
            }
        }
        places
    }

    fn participations(&self, index: usize, t: &Tournament) -> Vec<Option<Participation>> {
        if t.is_team_event() {
            return Vec::new();
        }
        let mut found = vec![None; t.entrants.len()];
        for row in &self.standings.rows {
            if t.entrants[row.entrant].person.is_none() {
                continue;
            }
            let norms = self.norm_of(row.entrant).then(|| Msg::new("norm.mc"));
            found[row.entrant] = Some(Participation {
                tournament: index,
                entrant: row.entrant,
                rank: row.rank.into(),
                points: Value::Points(row.points),
                norms: norms.into_iter().collect(),
            });
        }
        found
    }

    fn norm_lines(&self, index: usize) -> Vec<NormLine> {
        let rows = self.standings.rows.iter().filter(|row| self.norm_of(row.entrant));
        rows.map(|row| NormLine {
            tournament: index,
            entrant: row.entrant,
            kind: Msg::new("norm.mc"),
            points: Value::Points(row.points),
            tab: Some(NORMS.to_owned()),
        })
        .collect()
    }

    fn made_norms(&self, index: usize) -> Vec<MadeNorm> {
        let of = |player: &PlayerNorm| MadeNorm { tournament: index, entrant: player.who.index };
        self.norm_makers().map(of).collect()
    }

    /// Who made a norm here, once the event is over, with the test of it.
    pub fn norm_makers(&self) -> impl Iterator<Item = &PlayerNorm> {
        let finished = self.norms.as_ref().filter(|norms| norms.finished);
        let players = finished.into_iter().flat_map(|norms| &norms.players);
        players.filter(|player| player.report.norm() == Verdict::Met)
    }

    /// Did this entrant make a norm that counts for something? Norms are of finished events, and
    /// of those who do not hold the title already.
    fn norm_of(&self, entrant: usize) -> bool {
        self.norms.as_ref().is_some_and(|norms| {
            norms.finished
                && norms.players.iter().any(|player| {
                    player.who.index == entrant
                        && player.holds.is_none()
                        && player.report.norm() == Verdict::Met
                })
        })
    }
}

/// A report of norms without the rows of those who were far from one. Where everybody was, the
/// best are kept: a table without rows would look like a fault.
fn in_brief(report: &Report, norms: &TournamentNorms) -> Report {
    let near: BTreeSet<usize> = norms
        .players
        .iter()
        .filter(|player| player.report.result.mean_enough)
        .filter(|player| player.report.missing() <= Points::HALF)
        .map(|player| player.who.index)
        .collect();
    let mut brief = report.clone();
    for block in &mut brief.blocks {
        let Block::Table(table) = block else { continue };
        if near.is_empty() {
            table.rows.truncate(3);
        } else {
            table.rows.retain(|row| row.entrant.is_none_or(|entrant| near.contains(&entrant)));
        }
    }
    brief.blocks.push(Block::Paragraph(Msg::new("norms.in-brief")));
    brief
}

fn tab(slug: impl Into<String>, title: &'static str, report: Report) -> TabReport {
    TabReport { slug: slug.into(), title: Msg::new(title), charts: Vec::new(), report }
}

/// The standings after each round that is over, with what moved.
fn standings_by_round(t: &Tournament, rules: &Rules1990, last: &Standings) -> Vec<TabReport> {
    let rounds = last.scores.after_round;
    if rounds < 2 {
        return Vec::new();
    }
    let mut tabs = Vec::new();
    let mut before: Option<Standings> = None;
    for round in 1..=rounds {
        let after = match round == rounds {
            true => last.clone(),
            false => Standings::compute(t, rules, round, &Settings::default()),
        };
        tabs.push(TabReport {
            slug: format!("{STANDINGS}/{round}"),
            title: Msg::new("tab.standings-after").with("round", round),
            charts: Vec::new(),
            report: progress::after_round(t, rules, before.as_ref(), &after),
        });
        before = Some(after);
    }
    tabs
}

/// Those who entered, in each order that tells something.
fn lists(t: &Tournament, rules: &Rules1990) -> Vec<TabReport> {
    let orders = [
        ("jugadors", "tab.players", ListOrder::Number),
        ("jugadors/nom", "tab.players-name", ListOrder::Name),
        ("jugadors/elo", "tab.players-rating", ListOrder::Rating),
        ("jugadors/club", "tab.players-club", ListOrder::Club),
    ];
    let applies = |(_, _, order): &(_, _, ListOrder)| order.applies(t, rules);
    orders
        .into_iter()
        .filter(applies)
        .map(|(slug, title, order)| {
            let table = rounds::list_of_players(t, rules, order);
            tab(slug, title, table_report("players", "players.title", t, table))
        })
        .collect()
}

/// The card of everybody, with what the other pages say of them.
fn player_cards(
    t: &Tournament,
    standings: &Standings,
    rules: &Rules1990,
    tabs: &[TabReport],
) -> Vec<Report> {
    let asides = [
        (RATINGS, "change", "b02.column.change"),
        (RATINGS, "new", "b02.column.new"),
        (NORMS, "outcome", "norms.head.outcome"),
        (PROMOTIONS, "verdict", "promotion.head.promoted"),
    ];
    let asides: Vec<cards::Aside<'_>> = asides
        .into_iter()
        .filter_map(|(slug, column, label)| {
            let report = &tabs.iter().find(|tab| tab.slug == slug)?.report;
            Some(cards::Aside { report, column, label })
        })
        .collect();
    cards::cards(t, standings, rules, &asides)
}

fn crosstable_tab(
    slug: &str,
    title: &'static str,
    t: &Tournament,
    standings: &Standings,
    rules: &Rules1990,
    order: Order,
) -> TabReport {
    let table = crosstable::crosstable(t, standings, rules, order);
    tab(slug, title, table_report("crosstable", "crosstable.title", t, table))
}

fn round_tab(t: &Tournament, archive: &Archive, rules: &Rules1990, round: u32) -> TabReport {
    let mut report = round_report::report(t, rules, round);
    if t.rule_set == RuleSet::Fce1990 {
        let happened = incidents::table(t, archive, rules, Some(round));
        report.blocks.extend(happened.map(Block::Table));
    }
    TabReport {
        slug: format!("rondes/{round}"),
        title: Msg::new("tab.round").with("round", round),
        charts: Vec::new(),
        report,
    }
}

fn table_report(
    key: &'static str,
    title: &'static str,
    t: &Tournament,
    table: crate::core::report::Table,
) -> Report {
    let title = Msg::new(title).with("tournament", t.name.clone());
    Report { key, title, blocks: vec![Block::Table(table)] }
}
