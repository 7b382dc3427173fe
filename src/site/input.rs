//! What the site is made of: everything is given, nothing is computed here.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::sync::Arc;

use serde_json::Value as Json;

use super::event::cited;
use super::{EventPages, Languages, Section};
use crate::core::career::Against;
use crate::core::rating_list::PublishedList;
use crate::core::records::RecordTable;
use crate::core::report::{Entry, Fact, Msg, Report, Table, Value};
use crate::fingerprint::Fingerprint;
use crate::lang::Language;
use crate::model::{Archive, Date};
pub use crate::rulebook::Term;
use crate::rulebook::{Block, FreePage, ProvisionId, Rulebook, Versions};

/// Everything that is published.
#[derive(Clone, Debug)]
pub struct SiteInput<'a> {
    /// Name of the publication, in the masthead.
    pub title: String,
    /// Whose publication it is.
    pub federation: String,
    /// `https://escacs.example/butlleti/`; without it pages have no canonical address.
    pub base_url: Option<String>,
    /// One sentence, for search engines and the home page.
    pub description: String,
    /// What stands at the foot of every page: that the text is restated, whose text prevails.
    pub notice: Option<String>,
    pub language: &'a Language,
    pub languages: Languages<'a>,
    /// The regulations of every day; pages show the latest text.
    pub versions: &'a Versions,
    /// Objects of schema.org (JSON-LD) for the heads of regulations, by code.
    pub json_ld: BTreeMap<String, String>,
    pub glossary: &'a [Term],
    /// By section; within each, its sections first.
    pub free_pages: &'a [Arc<FreePage>],
    pub archive: &'a Archive,
    pub events: Vec<EventPages>,
    /// The latest first.
    pub norms: Vec<NormLine>,
    /// Reports on the pages of people, by slug.
    pub person_reports: Arc<BTreeMap<Arc<str>, Vec<Report>>>,
    /// Pages that are one report each: registers, lists, case files. A page stands after the one
    /// under whose address it lies.
    pub report_pages: Vec<Arc<ReportPage>>,
    /// Events, games and ratings of people.
    pub careers: Arc<dyn CareerSource>,
    /// What clubs come to, by slug.
    pub clubs: Arc<BTreeMap<Arc<str>, Vec<Fact>>>,
    /// In the order of the archive's rating lists.
    pub lists: Arc<[PublishedList]>,
    pub records: Arc<[RecordTable]>,
    /// Files beside the pages: reports of tournaments, certificates.
    pub documents: Vec<Document>,
    /// The latest first.
    pub bulletins: Vec<Bulletin>,
    /// The latest first.
    pub news: Vec<News>,
    /// What can be asked of the rules.
    pub tools: Arc<Tools>,
}

impl<'a> SiteInput<'a> {
    /// Folder of the pages in this language, with its slash; none for the main one.
    pub fn folder(&self) -> String {
        self.languages.folder(self.language)
    }

    /// Are the published texts in another language than the page around them?
    pub fn has_foreign_texts(&self) -> bool {
        self.languages.texts.code != self.language.code
    }

    /// The pages that lie in a section, with their places in [`Self::free_pages`]; the section `""`
    /// holds the home page's own text first, if there is one.
    pub fn free_pages_in(&self, section: &str) -> impl Iterator<Item = (usize, &'a FreePage)> {
        let first = self.free_pages.partition_point(|page| *page.section < *section);
        let pages = self.free_pages[first..].iter().enumerate();
        let within = pages.take_while({
            let section = section.to_owned();
            move |(_, page)| page.section == section
        });
        within.map(move |(at, page)| (first + at, &**page))
    }

    /// The text that the federation put on its home page.
    pub fn home_page(&self) -> Option<&'a FreePage> {
        self.free_pages.iter().find(|page| page.url.is_empty()).map(|page| &**page)
    }

    /// The text in force.
    pub fn rulebook(&self) -> &'a Rulebook {
        self.versions.latest()
    }
}

/// Somebody's part in a tournament.
#[derive(Clone, Debug, PartialEq)]
pub struct Participation {
    /// Index into [`Archive::tournaments`].
    pub tournament: usize,
    /// Index into the tournament's entrants.
    pub entrant: usize,
    pub rank: Value,
    pub points: Value,
    pub norms: Vec<Msg>,
}

/// A norm in the federation's list.
#[derive(Clone, Debug, PartialEq)]
pub struct NormLine {
    pub tournament: usize,
    pub entrant: usize,
    pub kind: Msg,
    pub points: Value,
    /// Tab of the tournament that shows how it was made.
    pub tab: Option<String>,
}

/// A page of the federation that is a report.
#[derive(Clone, Debug, PartialEq)]
pub struct ReportPage {
    /// Below that of its section: `normes/mestres/`.
    pub url: String,
    pub section: Section,
    /// What it is for, in a sentence.
    pub lede: Option<Msg>,
    /// The title is the page's.
    pub report: Report,
    /// Of what it says.
    pub made_of: Fingerprint,
    /// Of its title.
    pub title: Fingerprint,
    /// The provisions that it cites.
    pub cites: BTreeSet<ProvisionId>,
}

impl ReportPage {
    pub fn new(url: String, section: Section, lede: Option<Msg>, report: Report) -> Self {
        let made_of = Fingerprint::of_debug(&(&lede, &report));
        let title = Fingerprint::of_debug(&report.title);
        let cites = cited(&report).into_iter().cloned().collect();
        Self { url, section, lede, report, made_of, title, cites }
    }
}

/// A file to be had, at an address under the site's root.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Document {
    pub title: String,
    /// `documents/butlleti-54.pdf`.
    pub url: String,
    pub pages: Option<u32>,
    pub bytes: Option<u64>,
    pub about: About,
}

/// What a document is about.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub enum About {
    /// Nothing with a page of its own.
    #[default]
    General,
    /// Index into [`Archive::tournaments`].
    Tournament(usize),
    /// Code of the regulation.
    Regulation(String),
    /// Address of a [`ReportPage`].
    Page(String),
    /// Slug of somebody in the register.
    Person(Arc<str>),
}

/// An issue of the bulletin.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bulletin {
    pub number: u32,
    pub date: Date,
    pub title: String,
    /// What it contains.
    pub highlights: Vec<String>,
    pub document: Option<Document>,
}

/// The pages for organisers and players who want something computed.
#[derive(Clone, Debug, Default)]
pub struct Tools {
    pub calculations: Vec<Calculation>,
    /// Planned events with their requirements.
    pub plans: Vec<PlannedEvent>,
    /// Which provisions are computed.
    pub coverage: Vec<CoverageLine>,
}

/// A calculation as a page.
#[derive(Clone, Debug)]
pub struct Calculation {
    /// As for `butlleti ask`, and its address.
    pub name: &'static str,
    pub provisions: Vec<ProvisionId>,
    pub inputs: Vec<CalculationInput>,
    /// A worked example: what is asked as JSON, the answer with its working.
    pub example: Option<(String, Entry)>,
    pub form: Option<Form>,
}

#[derive(Clone, Debug)]
pub struct CalculationInput {
    pub name: &'static str,
    pub required: bool,
    /// What may stand there.
    pub kind: Msg,
}

/// A calculation as data for the script of the forms.
#[derive(Clone, Debug)]
pub struct Form {
    /// The definition; what the site knows already; examples and towns.
    pub data: Json,
    /// Keys of the sentences that it can say.
    pub keys: Vec<&'static str>,
    /// Provisions that it can cite.
    pub citations: Vec<ProvisionId>,
    /// Every requirement while nothing is known, for those without scripts.
    pub blank: Report,
    /// What the site knows already, for readers.
    pub given: Option<Report>,
}

/// A planned event with its requirements.
#[derive(Clone, Debug)]
pub struct PlannedEvent {
    /// Index into [`Archive::plans`].
    pub plan: usize,
    pub note: Vec<Block>,
    pub report: Report,
    /// Name of the calculation whose form checks such events.
    pub form: &'static str,
}

/// Whether and how a provision is computed.
#[derive(Clone, Debug)]
pub struct CoverageLine {
    pub provision: ProvisionId,
    /// The function that computes it.
    pub by: Option<&'static str>,
    /// Why a person decides, when nothing computes it.
    pub reason: Option<Msg>,
}

/// What a player's page tells of all their events.
#[derive(Clone, Debug, Default)]
pub struct CareerPage {
    /// Games on the board, all and by colour.
    pub facts: Vec<Fact>,
    /// The most games first.
    pub opponents: Vec<Against>,
    /// Ratings on every list.
    pub history: Option<Table>,
}

/// Who knows what somebody did in all events, when the page of that person is made.
pub trait CareerSource: fmt::Debug + Send + Sync {
    /// By slug; `None` when there is nothing to tell.
    fn career(&self, person: &str) -> Option<CareerPage>;

    /// Where somebody took part, by slug; the latest first.
    fn participations(&self, person: &str) -> Vec<Participation>;
}

/// Nobody did anything.
impl CareerSource for () {
    fn career(&self, _: &str) -> Option<CareerPage> {
        None
    }

    fn participations(&self, _: &str) -> Vec<Participation> {
        Vec::new()
    }
}

/// A piece of news.
#[derive(Clone, Debug, PartialEq)]
pub struct News {
    /// Its part of the address.
    pub slug: String,
    pub invented: bool,
    pub date: Date,
    pub title: String,
    pub text: Vec<Block>,
}
