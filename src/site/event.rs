//! A tournament as other pages know it, and its reports when its own pages are made.
//!
//! The reports of an event, with all their workings, are by far the largest things of a site: an
//! archive of a thousand events cannot hold them all. What other pages need of an event is its
//! outline; the reports are asked for where its own pages and documents are made, and let go.

use std::collections::BTreeSet;
use std::fmt;
use std::ops::Deref;
use std::sync::Arc;

use crate::core::report::{Block as ReportBlock, Entry, Fact, Msg, Report, Row, Table};
use crate::rulebook::{Block, ProvisionId};

/// Rows of one page of workings.
pub const WORKING_ROWS: usize = 50;
/// Slug of the standings, and of the group of those after each round.
const STANDINGS: &str = "classificacio";
/// Rows of standings that feeds name.
const HEAD_ROWS: usize = 3;
/// Rows of the standings that other pages may show.
pub const TOP_ROWS: usize = 10;

/// Lines of working that a page carries itself; beyond them they get pages of their own, so that
/// the standings of a large open stay light on a phone.
const WORKING_LINES: usize = 2500;

/// Address, title and report of a page to be.
#[derive(Clone, Debug)]
pub struct TabReport {
    /// As in [`Tab::slug`].
    pub slug: String,
    pub title: Msg,
    /// Tables drawn above the report, with their numbers folded.
    pub charts: Vec<Table>,
    pub report: Report,
}

/// All reports of one event.
#[derive(Clone, Debug, Default)]
pub struct EventReports {
    pub tabs: Vec<TabReport>,
    /// What everybody did, by index of the entrant; none in a team event.
    pub cards: Vec<Report>,
    /// Who won something in cash, a report for each; none before the event is over.
    pub receipts: Vec<Report>,
}

/// Something that holds the reports of an event.
pub trait Reports: Send + Sync {
    fn all(&self) -> &EventReports;
}

impl Reports for EventReports {
    fn all(&self) -> &EventReports {
        self
    }
}

/// Where the reports of one event come from: held, or computed when they are asked for.
pub trait ReportSource: Send + Sync {
    /// Whoever needs several at once holds on to what is given.
    fn reports(&self) -> Arc<dyn Reports>;
}

/// Reports that are held.
struct Held(Arc<dyn Reports>);

impl ReportSource for Held {
    fn reports(&self) -> Arc<dyn Reports> {
        self.0.clone()
    }
}

/// One tournament without its reports: what its pages are, and what other pages show of it.
#[derive(Clone, Debug)]
pub struct EventOutline {
    /// Index into [`Archive::tournaments`](crate::model::Archive::tournaments).
    pub tournament: usize,
    /// What the organisers say, on the overview.
    pub note: Vec<Block>,
    /// Whether results are final, rated, corrected: on the overview.
    pub status: Vec<Fact>,
    pub tabs: Vec<Tab>,
    /// Number of the players' cards.
    pub cards: usize,
    /// Number of the receipts of prizes.
    pub receipts: usize,
    /// Of the standings, if the event has them.
    pub standings: Option<Extract>,
}

impl EventOutline {
    pub fn new(
        tournament: usize,
        note: Vec<Block>,
        status: Vec<Fact>,
        reports: &EventReports,
    ) -> Self {
        Self {
            tournament,
            note,
            status,
            tabs: reports.tabs.iter().map(Tab::of).collect(),
            cards: reports.cards.len(),
            receipts: reports.receipts.len(),
            standings: Extract::of(&reports.tabs),
        }
    }
}

/// The pages of one tournament: an overview, and one for each tab.
#[derive(Clone)]
pub struct EventPages {
    outline: Arc<EventOutline>,
    source: Arc<dyn ReportSource>,
}

impl Deref for EventPages {
    type Target = EventOutline;

    fn deref(&self) -> &EventOutline {
        &self.outline
    }
}

impl fmt::Debug for EventPages {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("EventPages").field("outline", &self.outline).finish_non_exhaustive()
    }
}

impl EventPages {
    pub fn new(outline: Arc<EventOutline>, source: Arc<dyn ReportSource>) -> Self {
        Self { outline, source }
    }

    /// With the reports held.
    pub fn held(tournament: usize, note: Vec<Block>, reports: EventReports) -> Self {
        let outline = EventOutline::new(tournament, note, Vec::new(), &reports);
        Self::new(Arc::new(outline), Arc::new(Held(Arc::new(reports))))
    }

    pub fn outline(&self) -> &Arc<EventOutline> {
        &self.outline
    }

    /// The reports, for those who make the event's own pages.
    pub fn reports(&self) -> Arc<dyn Reports> {
        self.source.reports()
    }
}

/// One page of a tournament, in outline.
#[derive(Clone, Debug)]
pub struct Tab {
    /// Address under the tournament's: `classificacio`, `rondes/1`. Tabs with the same first part
    /// (`rondes/…`) are a group.
    pub slug: String,
    pub title: Msg,
    /// Parts into which the workings of the tab's tables are set apart; 0 when they stand on the
    /// tab's own page.
    pub working_parts: usize,
    /// Rows of its longest table.
    pub rows: usize,
    /// The provisions that the report cites anywhere.
    pub cites: BTreeSet<ProvisionId>,
    /// Of standings, the first rows, without workings.
    pub head: Option<Table>,
}

impl Tab {
    fn of(TabReport { slug, title, report, .. }: &TabReport) -> Self {
        let (lines, rows) = working_size(report);
        let working_parts = if lines > WORKING_LINES { rows.div_ceil(WORKING_ROWS) } else { 0 };
        let cites = cited(report).into_iter().cloned().collect();
        let is_standings = slug.split('/').next() == Some(STANDINGS);
        let head = first_table(report).filter(|_| is_standings).map(|table| top(table, HEAD_ROWS));
        Self { slug: slug.clone(), title: title.clone(), working_parts, rows, cites, head }
    }
}

/// What other pages show of the standings.
#[derive(Clone, Debug)]
pub struct Extract {
    /// The first [`TOP_ROWS`] rows, without workings.
    pub table: Table,
    /// Rows of the whole table.
    pub rows: usize,
    /// The entrants who have a row.
    pub entrants: BTreeSet<usize>,
}

impl Extract {
    fn of(tabs: &[TabReport]) -> Option<Self> {
        let tab = tabs.iter().find(|tab| tab.slug == STANDINGS)?;
        let table = first_table(&tab.report)?;
        Some(Self {
            table: top(table, TOP_ROWS),
            rows: table.rows.len(),
            entrants: table.rows.iter().filter_map(|row| row.entrant).collect(),
        })
    }
}

fn first_table(report: &Report) -> Option<&Table> {
    report.blocks.iter().find_map(|block| match block {
        ReportBlock::Table(table) => Some(table),
        _ => None,
    })
}

/// The first rows of a table, without workings.
fn top(table: &Table, rows: usize) -> Table {
    let plain = |cell: &Entry| Entry {
        value: cell.value.clone(),
        citations: cell.citations.clone(),
        working: Vec::new(),
    };
    let row =
        |row: &Row| Row { entrant: row.entrant, cells: row.cells.iter().map(plain).collect() };
    Table {
        key: table.key,
        caption: table.caption.clone(),
        columns: table.columns.clone(),
        rows: table.rows.iter().take(rows).map(row).collect(),
    }
}

/// Lines of working in the tables of a report, and rows of its longest table.
fn working_size(report: &Report) -> (usize, usize) {
    let tables = report.blocks.iter().filter_map(|block| match block {
        ReportBlock::Table(table) => Some(table),
        _ => None,
    });
    tables.fold((0, 0), |(lines, rows), table| {
        let own: usize =
            table.rows.iter().flat_map(|row| &row.cells).map(|cell| cell.working.len()).sum();
        (lines + own, rows.max(table.rows.len()))
    })
}

/// Provisions that a report cites anywhere.
pub(super) fn cited(report: &Report) -> BTreeSet<&ProvisionId> {
    let mut ids = BTreeSet::new();
    for block in &report.blocks {
        match block {
            ReportBlock::Table(table) => {
                ids.extend(table.columns.iter().flat_map(|column| &column.citations));
                let cells = table.rows.iter().flat_map(|row| &row.cells);
                cells.for_each(|cell| cited_by_entry(cell, &mut ids));
            }
            ReportBlock::Facts(facts) => {
                facts.iter().for_each(|fact| cited_by_entry(&fact.entry, &mut ids));
            }
            ReportBlock::Heading(_) | ReportBlock::Paragraph(_) => {}
        }
    }
    ids
}

fn cited_by_entry<'r>(entry: &'r Entry, ids: &mut BTreeSet<&'r ProvisionId>) {
    ids.extend(&entry.citations);
    ids.extend(entry.working.iter().flat_map(|step| &step.citations));
}
