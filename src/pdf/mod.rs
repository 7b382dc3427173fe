//! Typeset documents: the bulletin, tournament reports, certificates, single regulations.
//!
//! ```text
//! regulations, reports, words ──► Document (JSON) ──► templates of the theme ──► PDF
//!      input                        text, reports,       embedded (Typst in the program)
//!                                   document             or command (the typst command line)
//! ```
//!
//! Prose and data reach Typst as a virtual file `data.json`, which the templates under
//! `themes/default/pdf/` walk; nothing is ever put together as Typst markup. Templates see neither
//! packages nor system fonts nor a clock. Every PDF is tagged and conforms to PDF/UA-1 and
//! PDF/A-2a; the same input gives the same bytes.
//!
//! Without the cargo feature `pdf` documents can still be made by the command line.

mod command;
mod document;
#[cfg(feature = "pdf")]
mod embedded;
mod input;
mod papers;
mod reports;
mod text;
mod theme;

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::{Mutex, MutexGuard, PoisonError};

use rayon::prelude::*;
use serde_json::Value as Json;

pub use document::{Address, Document};
pub use input::{
    BulletinInput, CertificateInput, FormInput, NormCertificateInput, PaperInput, Publisher,
    RegulationInput, ReportInput, TournamentInput, TournamentReportInput,
};

use crate::diag::{Diagnostic, Sources};
use crate::fingerprint::Fingerprint;
use crate::lang::Language;
use crate::project::Project;
use document::Editor;
use theme::Theme;

/// What turns sources into a PDF.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Engine {
    /// Typst inside this program.
    #[default]
    Embedded,
    /// The `typst` command line, at this path or by this name.
    Command(PathBuf),
}

/// How documents are made.
#[derive(Default)]
pub struct Options {
    pub engine: Engine,
    /// Folder that keeps the sources of every document: templates, data, fonts.
    pub keep_sources: Option<PathBuf>,
    /// Addresses of provisions on the site. Without it only what a document holds is linked.
    pub address: Option<Box<Address>>,
}

/// Makes documents: fonts and templates are loaded once and shared by all.
pub struct Press {
    language: Language,
    theme: Theme,
    options: Options,
    fingerprint: Fingerprint,
    warnings: Mutex<Warnings>,
    #[cfg(feature = "pdf")]
    shared: embedded::Shared,
}

/// What was noticed while typesetting.
#[derive(Default)]
struct Warnings {
    /// Characters that no font has, and the document in which they stand.
    missing: BTreeSet<(char, String)>,
    /// Typst's own.
    found: Vec<Diagnostic>,
}

/// What is printed for a character that no font has.
const UNKNOWN: char = '\u{FFFD}';

impl Press {
    /// Loads templates and fonts, of the project or built in. `sources` learns the templates, so
    /// that errors in them can be shown.
    pub fn new(
        project: &Project,
        language: Language,
        sources: &Sources,
        options: Options,
    ) -> Result<Self, Vec<Diagnostic>> {
        let theme = Theme::load(project, sources)?;
        let templates = theme.templates.iter().map(|(name, template)| (name, &template.text));
        let templates: Vec<_> = templates.collect();
        let version = env!("CARGO_PKG_VERSION");
        let fingerprint = Fingerprint::of(&(version, templates, &theme.fonts));
        Ok(Self {
            #[cfg(feature = "pdf")]
            shared: embedded::Shared::new(&theme)?,
            fingerprint,
            language,
            theme,
            options,
            warnings: Mutex::default(),
        })
    }

    /// A number that changes when templates, fonts or the program do.
    pub fn fingerprint(&self) -> Fingerprint {
        self.fingerprint
    }

    /// The whole bulletin.
    pub fn bulletin(&self, input: &BulletinInput<'_>) -> Result<Vec<u8>, Vec<Diagnostic>> {
        self.typeset(&self.prepare_bulletin(input))
    }

    /// Standings, crosstable, norms … of one tournament.
    pub fn tournament_report(
        &self,
        input: &TournamentReportInput<'_>,
    ) -> Result<Vec<u8>, Vec<Diagnostic>> {
        self.typeset(&self.prepare_tournament_report(input))
    }

    /// The certificate of homologation; an error when the event is not homologated.
    pub fn certificate(&self, input: &CertificateInput<'_>) -> Result<Vec<u8>, Vec<Diagnostic>> {
        self.typeset(&self.prepare_certificate(input)?)
    }

    /// One regulation.
    pub fn regulation(&self, input: &RegulationInput<'_>) -> Result<Vec<u8>, Vec<Diagnostic>> {
        self.typeset(&self.prepare_regulation(input))
    }

    pub fn prepare_bulletin(&self, input: &BulletinInput<'_>) -> Document {
        self.edit(|editor| editor.bulletin(input))
    }

    pub fn prepare_tournament_report(&self, input: &TournamentReportInput<'_>) -> Document {
        self.edit(|editor| editor.tournament_report(input))
    }

    /// An error when the event is not homologated.
    pub fn prepare_certificate(
        &self,
        input: &CertificateInput<'_>,
    ) -> Result<Document, Vec<Diagnostic>> {
        self.edit(|editor| editor.certificate(input))
    }

    pub fn prepare_form(&self, input: &FormInput<'_>) -> Document {
        self.edit(|editor| editor.form(input))
    }

    pub fn prepare_regulation(&self, input: &RegulationInput<'_>) -> Document {
        self.edit(|editor| editor.regulation(input))
    }

    /// A list, sheet or decision.
    pub fn prepare_paper(&self, input: &PaperInput<'_>) -> Document {
        self.edit(|editor| editor.paper(input))
    }

    /// The certificate of a norm of Mestre Català.
    pub fn prepare_norm_certificate(&self, input: &NormCertificateInput<'_>) -> Document {
        self.edit(|editor| editor.norm_certificate(input))
    }

    fn edit<T>(&self, make: impl FnOnce(&Editor<'_>) -> T) -> T {
        let nowhere: &Address = &|_| None;
        let address = self.options.address.as_deref().unwrap_or(nowhere);
        make(&Editor { language: &self.language, address })
    }

    /// Typesets documents side by side; the answers are in the order of the documents.
    pub fn typeset_all(&self, documents: &[Document]) -> Vec<Result<Vec<u8>, Vec<Diagnostic>>> {
        documents.par_iter().map(|document| self.typeset(document)).collect()
    }

    /// Typesets a document.
    pub fn typeset(&self, document: &Document) -> Result<Vec<u8>, Vec<Diagnostic>> {
        let mut data = document.data.clone();
        self.polish(&mut data, document.title());
        let data = data.to_string();
        if let Some(folder) = &self.options.keep_sources {
            command::write_sources(&folder.join(slug(&document.ident)), &self.theme, &data)?;
        }
        match &self.options.engine {
            #[cfg(feature = "pdf")]
            Engine::Embedded => {
                let typeset = self.shared.typeset(&self.theme, document, data)?;
                self.lock().found.extend(typeset.warnings);
                Ok(typeset.pdf)
            }
            #[cfg(not(feature = "pdf"))]
            Engine::Embedded => Err(vec![
                Diagnostic::error("E0800", "PDF is not built into this program")
                    .hint("build it with `cargo build --features pdf`")
                    .hint("or let the typst command line do it: `[pdf] engine = \"typst\"`")
                    .hint("or leave the documents out: `butlleti build --no-pdf`"),
            ]),
            Engine::Command(program) => command::typeset(program, &self.theme, document, &data),
        }
    }

    /// Warnings about what was typeset so far: characters that no font has, and Typst's own.
    pub fn warnings(&self) -> Vec<Diagnostic> {
        let warnings = self.lock();
        let missing = warnings.missing.iter().map(|(character, title)| {
            let code = u32::from(*character);
            Diagnostic::warning(
                "W0801",
                format!("no font has the character `{character}` (U+{code:04X}): `{title}`"),
            )
            .hint(format!("it is printed as `{UNKNOWN}`; add a font that has it to the theme"))
        });
        missing.chain(warnings.found.iter().cloned()).collect()
    }

    /// A panic elsewhere leaves the warnings usable: each is written whole.
    fn lock(&self) -> MutexGuard<'_, Warnings> {
        self.warnings.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Makes every text of a document printable.
    fn polish(&self, data: &mut Json, title: &str) {
        match data {
            Json::String(text) => *text = self.printable(text, title),
            Json::Array(items) => items.iter_mut().for_each(|item| self.polish(item, title)),
            Json::Object(fields) => {
                let texts = fields.iter_mut().filter(|(key, _)| !NAMES.contains(&key.as_str()));
                texts.for_each(|(_, value)| self.polish(value, title));
            }
            _ => {}
        }
    }

    /// Apostrophes are the printer's; a character without a glyph, which would make the document
    /// invalid, is replaced and remembered.
    #[cfg(feature = "pdf")]
    fn printable(&self, text: &str, title: &str) -> String {
        let text = apostrophes(text);
        let Some((clean, missing)) = self.shared.printable(&text) else { return text };
        self.lock().missing.extend(missing.into_iter().map(|c| (c, title.to_owned())));
        clean
    }

    /// Apostrophes are the printer's. Which characters the fonts have only Typst knows.
    #[cfg(not(feature = "pdf"))]
    fn printable(&self, text: &str, _title: &str) -> String {
        apostrophes(text)
    }
}

/// Fields that are not printed: names, addresses.
const NAMES: [&str; 6] = ["anchor", "here", "id", "key", "link", "url"];

/// `d'Escacs` → `d’Escacs`; minutes (`5'`) stay.
fn apostrophes(text: &str) -> String {
    let mut after_letter = false;
    text.chars()
        .map(|c| {
            let printed = if c == '\'' && after_letter { '’' } else { c };
            after_letter = c.is_alphabetic();
            printed
        })
        .collect()
}

/// A folder's name for a document.
fn slug(ident: &str) -> String {
    crate::model::slugify(ident)
}
