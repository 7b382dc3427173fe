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
//! | `uses` | the way back from a provision to what it decided |
//! | `pages` | the list of pages; **to add a kind of page, start there** |
//!
//! Nothing here writes HTML or reads files.

mod address;
mod chapters;
mod editions;
mod event;
mod input;
mod languages;
mod links;
mod pages;
mod printables;
mod uses;

pub use address::{file_of, relative};
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
    AGENDA_FILE, CALCULATIONS, COVERAGE, Crumb, FEED, FINDER, HALL, MORE, Neighbour, PAIRINGS_TEXT,
    PLAYERS, Page, PageKind, ROUNDS, SEARCH, Section, TABLES, TAGS, TEXTS, pages, plan_url,
    table_file, tool_url,
};
pub use printables::{Printable, pending_round};
pub use uses::Use;

use std::collections::{BTreeMap, HashMap, HashSet};

use rayon::prelude::*;

use crate::diag::Diagnostic;
use crate::rulebook::ProvisionId;

/// The planned site: every page and every address, ready to be rendered.
#[derive(Debug)]
pub struct Site<'a> {
    pub input: SiteInput<'a>,
    pub pages: Vec<Page>,
    pub links: Links,
    /// Index into the input's events, by index of the tournament.
    pub event_of: BTreeMap<usize, usize>,
    /// Indices into the input's documents, by what they are about.
    documents: HashMap<About, Vec<usize>>,
    addresses: HashSet<String>,
    /// Addresses of the pages whose titles are those of published texts.
    texts: HashSet<String>,
    pub editions: Editions,
    /// What cites each provision.
    pub uses: BTreeMap<ProvisionId, Use>,
}

impl<'a> Site<'a> {
    /// Plans the site. Two pages with one address are errors (`E0901`), and so are tournaments
    /// that the archive does not hold (`E0902`).
    pub fn plan(input: SiteInput<'a>) -> Result<Self, Vec<Diagnostic>> {
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
        let editions = Editions::new(input.versions);
        let pages = pages(&input, &editions);
        let mut files: Vec<_> = pages.par_iter().map(|page| (file_of(&page.url), page)).collect();
        files.par_sort_by(|a, b| a.0.cmp(&b.0));
        for pair in files.windows(2) {
            if pair[0].0 == pair[1].0 {
                let (first, second) = (&pair[0].1.title, &pair[1].1.title);
                problems.push(
                    Diagnostic::error(
                        "E0901",
                        format!(
                            "two pages have the address `/{}`: “{first}” and “{second}”",
                            pair[0].1.url
                        ),
                    )
                    .hint("give one of them another slug"),
                );
            }
        }
        if problems.is_empty() {
            let links = || Links::new(&input, &editions);
            let addresses = || pages.iter().map(|page| page.url.clone()).collect();
            let ((links, uses), addresses) =
                rayon::join(|| rayon::join(links, || uses::uses(&input)), addresses);
            let events = input.events.iter().enumerate();
            let event_of = events.map(|(at, event)| (event.tournament, at)).collect();
            let mut documents: HashMap<About, Vec<usize>> = HashMap::new();
            for (at, document) in input.documents.iter().enumerate() {
                documents.entry(document.about.clone()).or_default().push(at);
            }
            let regulations = input.rulebook().regulations.iter();
            let free = input.free_pages.iter().filter(|page| !page.url.is_empty());
            let texts = regulations
                .map(|regulation| regulation_url(&regulation.slug))
                .chain(free.map(|page| page.url.clone()))
                .collect();
            Ok(Self { input, pages, links, event_of, documents, addresses, texts, editions, uses })
        } else {
            Err(problems)
        }
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
        self.texts.contains(url)
    }

    /// Has the site a page at this address?
    pub fn has_page(&self, url: &str) -> bool {
        self.addresses.contains(url)
    }
}
