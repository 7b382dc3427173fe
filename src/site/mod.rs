//! The site: which pages exist, their addresses, their links and the way between them.
//!
//! | file | what it holds |
//! |---|---|
//! | `event` | a tournament in outline, and where its reports come from |
//! | `input` | what the site is made of: data, texts and reports |
//! | `address` | addresses and relative links |
//! | `languages` | the languages of the site and their folders |
//! | `links` | where everything that can be linked stands |
//! | `editions` | the texts of a regulation through time |
//! | `chapters` | a regulation by chapters |
//! | `printables` | what arbiters print for an event, and when there is any of it |
//! | `batch` | pages that are planned together, and kept while nothing of theirs changes |
//! | `years` | lists of all events cut by years |
//! | `uses` | the way back from a provision to what it decided |
//! | `pages` | the list of pages; **to add a kind of page, start there** |
//!
//! Nothing here writes HTML or reads files.

mod address;
mod batch;
mod chapters;
mod editions;
mod event;
mod input;
mod languages;
mod links;
mod pages;
mod printables;
mod uses;
mod years;

pub use address::{file_of, relative};
pub use batch::{Batch, Batches, EventBatch, PlannedPage};
pub use chapters::{Chapter, chapter_url, chapters};
pub use editions::{CIRCULARS, Editions, circular_url, comparison_url, edition_url};
pub use event::{
    EventOutline, EventPages, EventReports, Extract, ReportSource, Reports, TOP_ROWS, Tab,
    TabReport, WORKING_ROWS,
};
pub use input::{
    About, Bulletin, Calculation, CalculationInput, CareerPage, CareerSource, CoverageLine,
    Document, Form, News, NormLine, Participation, PlannedEvent, ReportPage, SiteInput, Term,
    Tools,
};
pub use languages::Languages;
pub use links::{
    CARDS, Links, Target, UnknownTarget, card_url, cards_url, club_url, festival_url, news_url,
    person_url, rating_list_url, regulation_url, tournament_url,
};
pub use pages::{
    AGENDA, AGENDA_FILE, CALCULATIONS, COVERAGE, Crumb, DOCUMENTS, FEED, FINDER, HALL, MORE,
    Neighbour, PAIRINGS_TEXT, PLAYERS, Page, PageKind, ROUNDS, SEARCH, Section, TABLES, TAGS,
    TEXTS, plan_url, table_file, tool_url,
};
pub use printables::{Printable, pending_round};
pub use uses::{Use, Uses};
pub use years::{events_of, year_url, years};

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use pages::AllPages;
use rayon::prelude::*;

use crate::diag::Diagnostic;
use crate::fingerprint::Fingerprint;

/// The planned site: every page and every address, ready to be rendered.
#[derive(Debug)]
pub struct Site<'a> {
    pub input: SiteInput<'a>,
    pages: AllPages,
    pub links: Links,
    /// Index into the input's events, by index of the tournament.
    pub event_of: BTreeMap<usize, usize>,
    /// Indices into the input's documents, by what they are about.
    documents: HashMap<About, Vec<usize>>,
    /// Index into the input's events, by the address of the event's own page.
    events: HashMap<String, usize>,
    pub editions: Editions,
    /// What cites each provision.
    pub uses: Arc<Uses>,
}

impl<'a> Site<'a> {
    /// Plans the site. Two pages with one address are errors (`E0901`), and so are tournaments
    /// that the archive does not hold (`E0902`).
    pub fn plan(input: SiteInput<'a>) -> Result<Self, Vec<Diagnostic>> {
        Self::plan_again(input, &mut Batches::default())
    }

    /// As [`Self::plan`], with what was planned in this language before.
    pub fn plan_again(input: SiteInput<'a>, known: &mut Batches) -> Result<Self, Vec<Diagnostic>> {
        let mut problems = Vec::new();
        for event in &input.events {
            if event.tournament >= input.archive.tournaments.len() {
                problems.push(Diagnostic::error(
                    "E0902",
                    format!(
                        "pages are asked for tournament {}, which is not in the archive",
                        event.tournament
                    ),
                ));
            }
        }
        if !problems.is_empty() {
            return Err(problems);
        }
        known.begin(input.language);
        let editions = Editions::new(input.versions);
        let pages = pages::pages(&input, &editions, known);
        let batches = || pages.batches().flat_map(|batch| batch.by_file());
        let addresses: Vec<_> = pages.batches().map(|batch| batch.shown()).collect();
        known.check_unique(Fingerprint::of(&addresses), || unique(batches()))?;
        let links = || Links::new(&input, &editions);
        let uses = || known.uses(&input, &pages.events);
        let (links, uses) = rayon::join(links, uses);
        let events = || input.events.iter().enumerate();
        let event_of = events().map(|(at, event)| (event.tournament, at)).collect();
        let url = |event: &EventPages| tournament_url(&input.archive.tournaments[event.tournament]);
        let events = events().map(|(at, event)| (url(event), at)).collect();
        let mut documents: HashMap<About, Vec<usize>> = HashMap::new();
        for (at, document) in input.documents.iter().enumerate() {
            documents.entry(document.about.clone()).or_default().push(at);
        }
        Ok(Self { input, pages, links, event_of, documents, events, editions, uses })
    }

    /// Every page, in batches: those of no event first, then those of each event.
    pub fn batches(&self) -> impl Iterator<Item = &Batch> {
        self.pages.batches()
    }

    /// The pages that are of no event, in batches.
    pub fn general_batches(&self) -> &[Arc<Batch>] {
        &self.pages.batches
    }

    /// The pages of an event, by its index in the input.
    pub fn event_batch(&self, event: usize) -> &Batch {
        &self.pages.events[event].pages
    }

    /// Every page.
    pub fn pages(&self) -> impl Iterator<Item = &Page> {
        self.batches().flat_map(|batch| batch.pages()).map(|planned| &planned.page)
    }

    /// The page at an address.
    fn page(&self, url: &str) -> Option<&Page> {
        // The pages of an event lie below its own, which lies below the year.
        let folders = url.match_indices('/').map(|(at, _)| &url[..=at]);
        let event = folders.take(3).find_map(|folder| self.events.get(folder));
        let of_event = event.and_then(|&event| self.event_batch(event).find(url));
        of_event.or_else(|| self.pages.batches.iter().find_map(|batch| batch.find(url)))
    }

    /// The documents about something.
    pub fn documents_about(&self, about: &About) -> impl Iterator<Item = &Document> {
        let found = self.documents.get(about).into_iter().flatten();
        found.map(|&at| &self.input.documents[at])
    }

    /// All documents, by what they are about; in no order.
    pub fn documents(&self) -> impl Iterator<Item = (&About, impl Iterator<Item = &Document>)> {
        let documents = &self.input.documents;
        self.documents.iter().map(|(about, own)| (about, own.iter().map(|&at| &documents[at])))
    }

    /// Is the title of the page at an address a published text's own?
    pub fn is_text(&self, url: &str) -> bool {
        let page = self.page(url);
        page.is_some_and(|page| matches!(page.kind, PageKind::Regulation(_) | PageKind::Free(_)))
    }

    /// Has the site a page at this address?
    pub fn has_page(&self, url: &str) -> bool {
        self.page(url).is_some()
    }
}

/// Two pages with one address are errors (`E0901`), all of them.
fn unique<'p>(pages: impl Iterator<Item = &'p PlannedPage>) -> Result<(), Vec<Diagnostic>> {
    let mut pages: Vec<&PlannedPage> = pages.collect();
    pages.par_sort_by(|a, b| a.file.cmp(&b.file));
    let twice = pages.windows(2).filter(|pair| pair[0].file == pair[1].file);
    let problem = |pair: &[&PlannedPage]| {
        let (first, second) = (&pair[0].page, &pair[1].page);
        let (url, one, other) = (&first.url, &first.title, &second.title);
        let message = format!("two pages have the address `/{url}`: “{one}” and “{other}”");
        Diagnostic::error("E0901", message).hint("give one of them another slug")
    };
    let problems: Vec<Diagnostic> = twice.map(problem).collect();
    if problems.is_empty() { Ok(()) } else { Err(problems) }
}
