//! The whole way: from a project's files to the files of its site.
//!
//! [`prepare`] reads and computes, [`render`] makes every output file in memory; writing them is
//! [`crate::publish`]'s. Both are functions of the project alone, so two runs give the same bytes.

mod calendars;
mod documents;
mod downloads;
mod events;
mod exports;
mod federation;
mod feeds;
pub mod forms;
mod keys;
mod memo;
mod pages;
mod papers;
mod plain_text;
mod records;
mod registers;
mod rules;
mod shown;
mod tables;
pub mod timings;
mod tools;

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

pub use documents::Documents;
pub use events::Event;
use exports::Exports;
use federation::Federation;
pub use forms::Form;
use registers::Registers;
pub use rules::RulesByDay;
pub use tools::given;

pub use keys::whole;
use keys::{Inputs, Keys};
use memo::KnownSite;
pub use memo::Memo;
use timings::{Timer, Timings, What};

use crate::core::discipline::record;
use crate::core::lineup_check;
use crate::diag::{Diagnostic, Diagnostics, Sources, display_path};
use crate::fingerprint::Fingerprint;
use crate::html::Renderer;
use crate::lang::Language;
use crate::project::Project;
use crate::publish::{Held, OutputFile, PublishError, Shelf};
use crate::site::{Bulletin, Languages, News, SiteInput, Tools};
use crate::source::{self, NewsItem, Site as Data};

/// Files to be published as they are.
const STATIC: &str = "static";

/// A site read and computed, ready to be rendered.
#[derive(Debug)]
pub struct Prepared {
    pub data: Data,
    pub rules: Arc<RulesByDay>,
    pub language: Language,
    /// The other languages of the site.
    pub translations: Vec<Language>,
    /// The language of the published texts.
    pub texts: Language,
    /// In the order of the archive's tournaments.
    pub events: Vec<Event>,
    pub(crate) registers: Registers,
    exports: Arc<Exports>,
    known: Arc<Mutex<KnownSite>>,
    inputs: Inputs,
}

impl Prepared {
    /// The languages of the site, the main one first.
    pub fn languages(&self) -> impl Iterator<Item = &Language> {
        std::iter::once(&self.language).chain(&self.translations)
    }
}

/// What to make.
#[derive(Clone, Debug, Default)]
pub struct Options {
    pub no_pdf: bool,
    /// Folder for the sources of the documents.
    pub keep_typst: Option<PathBuf>,
    /// The language asked for, when it is the only one.
    pub language: Option<String>,
    /// Which program this is: what another one made is made again.
    pub program: Option<Fingerprint>,
    /// Where times are written down.
    pub timings: Option<Arc<Timings>>,
}

impl Options {
    /// Takes the time of something until what is returned is dropped.
    pub fn time<'a>(&'a self, what: What, name: &'a str) -> Timer<'a> {
        Timer::start(self.timings.as_deref(), what, name)
    }
}

/// Why a site could not be made.
#[derive(Debug)]
pub enum Failure {
    /// Problems of pages and documents, all of them.
    Problems(Vec<Diagnostic>),
    /// A file could not be written.
    Publish(PublishError),
}

impl From<Vec<Diagnostic>> for Failure {
    fn from(problems: Vec<Diagnostic>) -> Self {
        Self::Problems(problems)
    }
}

impl From<PublishError> for Failure {
    fn from(error: PublishError) -> Self {
        Self::Publish(error)
    }
}

/// Everything that was made, or all that is wrong with it.
fn all_or_problems<T>(made: Vec<Result<T, Failure>>) -> Result<Vec<T>, Failure> {
    let (mut all, mut problems) = (Vec::with_capacity(made.len()), Vec::new());
    for one in made {
        match one {
            Ok(one) => all.push(one),
            Err(Failure::Problems(found)) => problems.extend(found),
            Err(failure) => return Err(failure),
        }
    }
    if problems.is_empty() { Ok(all) } else { Err(problems.into()) }
}

/// Reads everything and runs the rules. `None` when something essential is missing; the problems
/// are in `diagnostics` in any case.
pub fn prepare(
    project: &Project,
    language: Option<&str>,
    sources: &Sources,
    diagnostics: &mut Diagnostics,
) -> Option<Prepared> {
    prepare_again(project, language, &mut Memo::default(), sources, diagnostics)
}

/// As [`prepare`], with what is remembered from the last time.
pub fn prepare_again(
    project: &Project,
    language: Option<&str>,
    memo: &mut Memo,
    sources: &Sources,
    diagnostics: &mut Diagnostics,
) -> Option<Prepared> {
    let (inputs, data) = rayon::join(
        || Inputs::of(project),
        || source::site(project, &mut memo.read, sources, diagnostics),
    );
    // A parameter that is missing is told even where something else is missing too.
    let data = data.map(|data| {
        let rules = match data.versions.latest().regulations.is_empty() {
            true => RulesByDay::built_in(),
            false => RulesByDay::bind(&data.versions, diagnostics),
        };
        (rules, data)
    });
    let (rules, mut data) = data?;
    let rules = Arc::new(rules?);
    let code = language.unwrap_or(&data.config.language);
    let archive = Arc::make_mut(&mut data.archive);
    lineup_check::judge(archive, |t| rules.of(t));
    record::link(&mut archive.cases);
    shown::for_show(archive, inputs.register, &mut memo.shown);
    let mut load = |code: &str| Language::load(code, project, sources, diagnostics);
    let main = load(code)?;
    // A language asked for on the command line is the only one.
    let others = data.config.languages.iter().filter(|_| language.is_none());
    let translations =
        others.filter(|other| *other != code).map(|other| load(other)).collect::<Option<_>>()?;
    let texts =
        if data.config.language == code { main.clone() } else { load(&data.config.language)? };
    let events = memo.events(&inputs, &data.archive, &rules);
    let language = main;
    let made_of = Fingerprint::of(&(inputs.base(), &language.code));
    let exports = memo.exports.get(made_of, || Arc::new(Exports::of(&data, &language)));
    let known = &mut memo.registers;
    let registers = Registers::compute(&data.archive, &events, &rules, &texts, &inputs, known);
    Some(Prepared {
        data,
        rules,
        language,
        translations,
        texts,
        events,
        registers,
        exports,
        known: memo.site.clone(),
        inputs,
    })
}

/// Every file of the site, held in memory. The problems of all pages and documents are reported
/// together.
pub fn render(
    prepared: &Prepared,
    project: &Project,
    sources: &Sources,
    options: &Options,
) -> Result<Vec<OutputFile>, Failure> {
    let held = Held::default();
    render_to(&held, prepared, project, sources, options)?;
    Ok(held.into_files())
}

/// Makes every file of the site that is not on the shelf already.
pub fn render_to(
    shelf: &dyn Shelf,
    prepared: &Prepared,
    project: &Project,
    sources: &Sources,
    options: &Options,
) -> Result<(), Failure> {
    let time = |name| options.time(What::Stage, name);
    let timer = time("documents and downloads");
    let known = &mut *prepared.known.lock().unwrap_or_else(PoisonError::into_inner);
    let appearances = known.appearances(&prepared.data.archive);
    let keys = Keys::of(prepared, &appearances, options);
    let (documents, federation) = rayon::join(
        || Documents::make(shelf, prepared, project, sources, options),
        || Federation::of(prepared, &appearances, &mut known.register),
    );
    let documents = documents?;
    let exports = &prepared.exports;
    drop(timer);
    let timer = time("plan of the site");
    let made_of = Fingerprint::of(&(keys.planned(), &prepared.language.code));
    let tools = known.tools.get(made_of, || Arc::new(tools::tools(prepared)));
    let mut sites = Vec::new();
    for language in prepared.languages() {
        let input = site_input(prepared, &documents, &federation, &tools, language);
        feeds::make(shelf, &keys, prepared, &input)?;
        let batches = known.batches.entry(language.code.clone()).or_default();
        sites.push(crate::site::Site::plan_again(input, batches)?);
    }
    let renderers = sites.iter().map(|site| Renderer::new(site, project));
    let renderers = renderers.collect::<Result<Vec<_>, _>>()?;
    drop(timer);
    let timer = time("pages and search");
    let (pages, search) = rayon::join(
        || pages::make(shelf, &keys, prepared, &sites, &renderers, options),
        || records::make(shelf, &keys, &sites, &mut known.texts),
    );
    all_or_problems(vec![pages, search])?;
    drop(timer);
    if let Some(main) = renderers.first() {
        main.theme_files().iter().try_for_each(|file| shelf.put_bytes(&file.path, &file.bytes))?;
    }
    for file in exports.files.iter().chain([&calendars::of_all(prepared)]) {
        shelf.put_bytes(&file.path, &file.bytes)?;
    }
    copy_files(shelf, project)
}

/// Files of `static/` are published as they are.
fn copy_files(shelf: &dyn Shelf, project: &Project) -> Result<(), Failure> {
    for path in project.list(Path::new(STATIC)).unwrap_or_default() {
        let Ok(bytes) = project.read(&path) else { continue };
        let place = path.strip_prefix(STATIC).unwrap_or(&path);
        shelf.put_bytes(&display_path(place), &bytes)?;
    }
    Ok(())
}

fn news(item: &NewsItem) -> News {
    let NewsItem { slug, date, title, invented, text } = item.clone();
    News { slug, date, title, invented, text }
}

fn site_input<'a>(
    prepared: &'a Prepared,
    documents: &Documents,
    federation: &Federation,
    tools: &Arc<Tools>,
    language: &'a Language,
) -> SiteInput<'a> {
    let Prepared { data, events, .. } = prepared;
    let config = &data.config;
    let own_words = config.translations.iter().find(|words| words.language == language.code);
    let description = own_words.and_then(|words| words.description.clone());
    let notice = own_words.and_then(|words| words.invented.clone());
    let languages = Languages {
        all: prepared.languages().collect(),
        texts: &prepared.texts,
        description_is_translated: description.is_some(),
        notice_is_translated: notice.is_some(),
    };
    // The latest first.
    let norms = events.iter().rev().flat_map(|event| event.norm_lines.iter().cloned()).collect();
    let mut bulletins: Vec<Bulletin> = config
        .bulletins
        .iter()
        .filter_map(|bulletin| {
            Some(Bulletin {
                number: bulletin.number,
                date: bulletin.date?,
                title: bulletin.title.clone().unwrap_or_else(|| config.title.clone()),
                highlights: documents.highlights(bulletin.number),
                document: documents.bulletin(bulletin.number).cloned(),
            })
        })
        .collect();
    bulletins.sort_by_key(|bulletin| std::cmp::Reverse(bulletin.number));
    SiteInput {
        title: config.title.clone(),
        federation: config.federation.clone().unwrap_or_default(),
        base_url: config.base_url.clone(),
        description: description.or_else(|| config.description.clone()).unwrap_or_default(),
        notice: notice.or_else(|| config.invented.clone()),
        language,
        languages,
        versions: &data.versions,
        json_ld: prepared.exports.json_ld.clone(),
        glossary: &data.glossary,
        free_pages: &data.pages,
        archive: &data.archive,
        events: events.iter().map(Event::pages).collect(),
        norms,
        person_reports: prepared.registers.ledgers.of_people.clone(),
        report_pages: prepared.registers.pages.clone(),
        documents: documents.list().into_iter().chain(prepared.exports.documents.clone()).collect(),
        bulletins,
        careers: federation.careers.clone(),
        clubs: federation.register.clubs.clone(),
        lists: federation.register.lists.clone(),
        records: federation.records.clone(),
        news: data.news.iter().map(news).collect(),
        tools: tools.clone(),
    }
}
