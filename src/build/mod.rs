//! The whole way: from a project's files to the files of its site.
//!
//! [`prepare`] reads and computes, [`render`] makes every output file in memory; writing them is
//! [`crate::publish`]'s. Both are functions of the project alone, so two runs give the same bytes.

mod calendars;
mod documents;
mod events;
mod records;
mod rules;

use std::collections::BTreeMap;

use rayon::prelude::*;

pub use documents::Documents;
pub use events::Event;
pub use rules::RulesByDay;

use crate::diag::{Diagnostic, Diagnostics, Sources};
use crate::html::Renderer;
use crate::lang::Language;
use crate::project::Project;
use crate::publish::OutputFile;
use crate::site::{Bulletin, SiteInput};
use crate::source::{self, Site as Data};

/// A site read and computed, ready to be rendered.
#[derive(Debug)]
pub struct Prepared {
    pub data: Data,
    pub rules: RulesByDay,
    pub language: Language,
    /// In the order of the archive's tournaments.
    pub events: Vec<Event>,
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
    let (rules, data) = data?;
    let rules = rules?;
    let code = language.unwrap_or(&data.config.language);
    let language = Language::load(code, project, sources, diagnostics)?;
    let events = (0..data.archive.tournaments.len())
        .into_par_iter()
        .map(|index| {
            Event::compute(index, &data.archive, rules.of(&data.archive.tournaments[index]))
        })
        .collect();
    Some(Prepared { data, rules, language, events })
}

/// Every file of the site. The problems of all pages and documents are reported together.
pub fn render(
    prepared: &Prepared,
    project: &Project,
    sources: &Sources,
    options: &Options,
) -> Result<Vec<OutputFile>, Vec<Diagnostic>> {
    let documents = if options.no_pdf {
        Documents::none()
    } else {
        documents::make(prepared, project, sources, options)?
    };
    let (calendars, calendar_documents) = calendars::make(prepared);
    let mut input = site_input(prepared, &documents);
    input.documents.extend(calendar_documents);
    let site = crate::site::Site::plan(input)?;
    let renderer = Renderer::new(&site, project)?;
    let mut files = renderer.render_all()?;
    let records = records::records(&site);
    files.extend(
        crate::search::index(&records)
            .map_err(|error| vec![Diagnostic::error("E0920", error.to_string())])?,
    );
    files.extend(documents.files);
    files.extend(calendars);
    files.sort_by(|a, b| a.path.cmp(&b.path));
    Ok(files)
}

fn site_input<'a>(prepared: &'a Prepared, documents: &Documents) -> SiteInput<'a> {
    let Prepared { data, language, events, .. } = prepared;
    let config = &data.config;
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
        description: config.description.clone().unwrap_or_default(),
        notice: config.invented.clone(),
        language,
        rulebook: data.versions.latest(),
        glossary: &data.glossary,
        archive: &data.archive,
        events: events.iter().map(|event| event.pages.clone()).collect(),
        participations,
        norms,
        documents: documents.list(),
        bulletins,
        news: Vec::new(),
    }
}
