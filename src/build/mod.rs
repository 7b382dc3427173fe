//! The whole way: from a project's files to the files of its site.
//!
//! [`prepare`] reads and computes, [`render`] makes every output file in memory; writing them is
//! [`crate::publish`]'s. Both are functions of the project alone, so two runs give the same bytes.

mod calendars;
mod documents;
mod downloads;
mod events;
mod exports;
pub mod forms;
mod records;
mod rules;
mod shown;

use std::collections::BTreeMap;

use rayon::prelude::*;

pub use documents::Documents;
pub use events::Event;
use exports::Exports;
pub use forms::Form;
pub use rules::RulesByDay;

use crate::diag::{Diagnostic, Diagnostics, Sources};
use crate::html::Renderer;
use crate::lang::Language;
use crate::project::Project;
use crate::publish::OutputFile;
use crate::site::{Bulletin, Languages, SiteInput};
use crate::source::{self, Site as Data};

/// A site read and computed, ready to be rendered.
#[derive(Debug)]
pub struct Prepared {
    pub data: Data,
    pub rules: RulesByDay,
    pub language: Language,
    /// The other languages of the site.
    pub translations: Vec<Language>,
    /// The language of the published texts.
    pub texts: Language,
    /// In the order of the archive's tournaments.
    pub events: Vec<Event>,
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
    pub keep_typst: Option<std::path::PathBuf>,
}

/// Reads everything and runs the rules. `None` when something essential is missing; the problems
/// are in `diagnostics` in any case.
pub fn prepare(
    project: &Project,
    language: Option<&str>,
    sources: &Sources,
    diagnostics: &mut Diagnostics,
) -> Option<Prepared> {
    let data = source::site(project, sources, diagnostics);
    // A parameter that is missing is told even where something else is missing too.
    let data = data.map(|data| (RulesByDay::bind(&data.versions, diagnostics), data));
    let (rules, mut data) = data?;
    let rules = rules?;
    let code = language.unwrap_or(&data.config.language);
    shown::for_show(&mut data.archive);
    let mut load = |code: &str| Language::load(code, project, sources, diagnostics);
    let main = load(code)?;
    // A language asked for on the command line is the only one.
    let others = data.config.languages.iter().filter(|_| language.is_none());
    let translations =
        others.filter(|other| *other != code).map(|other| load(other)).collect::<Option<_>>()?;
    let texts =
        if data.config.language == code { main.clone() } else { load(&data.config.language)? };
    let events = (0..data.archive.tournaments.len())
        .into_par_iter()
        .map(|index| {
            Event::compute(index, &data.archive, rules.of(&data.archive.tournaments[index]))
        })
        .collect();
    Some(Prepared { data, rules, language: main, translations, texts, events })
}

/// Every file of the site. The problems of all pages and documents are reported together.
pub fn render(
    prepared: &Prepared,
    project: &Project,
    sources: &Sources,
    options: &Options,
) -> Result<Vec<OutputFile>, Vec<Diagnostic>> {
    let mut documents = if options.no_pdf {
        Documents::none()
    } else {
        documents::make(prepared, project, sources, options)?
    };
    downloads::add(prepared, &mut documents)?;
    let exports = Exports::of(prepared);
    let (calendars, calendar_documents) = calendars::make(prepared);
    let (mut files, mut records) = (Vec::new(), Vec::new());
    for language in prepared.languages() {
        let mut input = site_input(prepared, &documents, &exports, language);
        input.documents.extend(calendar_documents.iter().cloned());
        let site = crate::site::Site::plan(input)?;
        files.extend(Renderer::new(&site, project)?.render_all()?);
        files.push(records::provisions(&site));
        records.extend(records::records(&site));
    }
    files.extend(
        crate::search::index(&records)
            .map_err(|error| vec![Diagnostic::error("E0920", error.to_string())])?,
    );
    files.extend(exports.files);
    files.extend(documents.files);
    files.extend(calendars);
    files.sort_by(|a, b| a.path.cmp(&b.path));
    Ok(files)
}

fn site_input<'a>(
    prepared: &'a Prepared,
    documents: &Documents,
    exports: &Exports,
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
    let mut participations: BTreeMap<_, Vec<_>> = BTreeMap::new();
    let mut norms = Vec::new();
    // The latest first.
    for event in events.iter().rev() {
        for (person, participation) in event.participations(&data.archive) {
            participations.entry(person).or_default().push(participation);
        }
        norms.extend(event.norm_lines());
    }
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
        json_ld: exports::json_ld(prepared),
        glossary: &data.glossary,
        archive: &data.archive,
        events: events.iter().map(|event| event.pages.clone()).collect(),
        participations,
        norms,
        documents: documents.list().into_iter().chain(exports.documents.clone()).collect(),
        bulletins,
        news: Vec::new(),
    }
}
