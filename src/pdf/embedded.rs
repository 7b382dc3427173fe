//! Typst inside this program.

use std::collections::BTreeMap;

use typst::diag::{FileError, FileResult, SourceDiagnostic};
use typst::foundations::{Bytes, Datetime, Duration, Smart};
use typst::syntax::{DiagSpan, FileId, RootedPath, Source, VirtualPath, VirtualRoot};
use typst::text::{Font, FontBook};
use typst::utils::LazyHash;
use typst::{Library, LibraryExt, World, WorldExt};
use typst_kit::fonts::FontStore;
use typst_layout::PagedDocument;
use typst_pdf::{PdfOptions, PdfStandard, PdfStandards, Timestamp};
use unicode_normalization::UnicodeNormalization;

use super::UNKNOWN;
use super::document::Document;
use super::theme::Theme;
use crate::diag::{Diagnostic, Span};

/// How many documents a result of Typst's is kept for that none of them asks for again: what
/// documents have in common is computed once, and memory stays that of a few documents.
const KEPT_FOR_DOCUMENTS: usize = 4;

/// What a document typeset says besides its bytes.
pub(super) struct Typeset {
    pub pdf: Vec<u8>,
    pub warnings: Vec<Diagnostic>,
}

/// Library, fonts and parsed templates, shared by all documents of a build.
pub(super) struct Shared {
    library: LazyHash<Library>,
    fonts: FontStore,
    faces: Vec<Font>,
    templates: BTreeMap<String, Source>,
    standards: PdfStandards,
}

impl Shared {
    pub fn new(theme: &Theme) -> Result<Self, Vec<Diagnostic>> {
        let mut fonts = FontStore::new();
        let mut faces = Vec::new();
        let mut problems = Vec::new();
        for (name, bytes) in &theme.fonts {
            let found: Vec<_> = Font::iter(Bytes::new(bytes.clone())).collect();
            if found.is_empty() {
                problems.push(
                    Diagnostic::error("E0803", format!("`{name}` is not a font"))
                        .in_file(super::theme::path_of(name))
                        .hint("TrueType and OpenType fonts are read, not woff or woff2"),
                );
            }
            for font in found {
                let info = font.info().clone();
                fonts.push((font.clone(), info));
                faces.push(font);
            }
        }
        let templates = theme.templates.iter().filter_map(|(name, template)| {
            Some((name.clone(), Source::new(file_id(name)?, template.text.clone())))
        });
        let standards =
            PdfStandards::new(&[PdfStandard::Ua_1, PdfStandard::A_2a]).map_err(|e| {
                vec![Diagnostic::error(
                    "E0802",
                    format!("Typst refuses the standards: {}", e.message()),
                )]
            })?;
        if !problems.is_empty() {
            return Err(problems);
        }
        Ok(Self {
            library: LazyHash::new(Library::default()),
            fonts,
            faces,
            templates: templates.collect(),
            standards,
        })
    }

    /// The text in composed form with every character that no font has replaced, and those
    /// characters; `None` if nothing is to be changed.
    pub fn printable(&self, text: &str) -> Option<(String, Vec<char>)> {
        let has = |c: char| {
            c == ' ' || self.faces.iter().any(|f| f.info().coverage.contains(u32::from(c)))
        };
        if text.chars().all(|c| c.is_ascii_graphic() || c == ' ') {
            return None;
        }
        let mut missing = Vec::new();
        let clean = text.nfc().filter(|c| !is_ignorable(*c)).map(|c| {
            // Lines of code keep their ends.
            if c == '\n' || has(c) {
                c
            } else if c.is_whitespace() || c.is_control() {
                ' '
            } else {
                missing.push(c);
                UNKNOWN
            }
        });
        let clean: String = clean.collect();
        (clean != text).then_some((clean, missing))
    }

    /// Typesets a document and writes it as PDF/UA-1 and PDF/A-2a.
    pub fn typeset(
        &self,
        theme: &Theme,
        document: &Document,
        data: String,
    ) -> Result<Typeset, Vec<Diagnostic>> {
        let _evict = EvictAtEnd;
        let main = file_id(document.template)
            .filter(|_| theme.templates.contains_key(document.template))
            .ok_or_else(|| {
                let message = format!("the theme has no template `{}`", document.template);
                vec![
                    Diagnostic::error("E0801", message)
                        .in_file(super::theme::path_of(document.template)),
                ]
            })?;
        let world = DocumentWorld { shared: self, main, data: Bytes::from_string(data) };
        let explain = |found: &[SourceDiagnostic]| -> Vec<Diagnostic> {
            found.iter().map(|d| diagnostic(&world, theme, document, d)).collect()
        };
        let compiled = typst::compile::<PagedDocument>(&world);
        let pages = compiled.output.map_err(|errors| explain(&errors))?;
        let date = document.date;
        let timestamp = Datetime::from_ymd_hms(
            date.year().into(),
            date.month().unsigned_abs(),
            date.day().unsigned_abs(),
            0,
            0,
            0,
        );
        let options = PdfOptions {
            ident: Smart::Custom(document.ident.clone()),
            creator: Smart::Custom(Some(format!("Butlletí {}", env!("CARGO_PKG_VERSION")))),
            timestamp: timestamp.map(Timestamp::new_utc),
            page_ranges: None,
            standards: self.standards.clone(),
            tagged: true,
            pretty: false,
        };
        let pdf = typst_pdf::pdf(&pages, &options).map_err(|errors| explain(&errors))?;
        Ok(Typeset { pdf, warnings: explain(&compiled.warnings) })
    }
}

/// Typst's caches are let go of in the end, also after an error.
struct EvictAtEnd;

impl Drop for EvictAtEnd {
    fn drop(&mut self) {
        comemo::evict(KEPT_FOR_DOCUMENTS);
    }
}

/// Not printed by themselves: joiners, direction marks, variation selectors.
fn is_ignorable(c: char) -> bool {
    matches!(c, '\u{200B}'..='\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2060}'..='\u{2064}'
        | '\u{FE00}'..='\u{FE0F}' | '\u{FEFF}' | '\u{AD}')
}

fn file_id(name: &str) -> Option<FileId> {
    let path = VirtualPath::new(name).ok()?;
    Some(RootedPath::new(VirtualRoot::Project, path).intern())
}

/// What a template can see: the other templates and the data of one document.
struct DocumentWorld<'a> {
    shared: &'a Shared,
    main: FileId,
    data: Bytes,
}

impl DocumentWorld<'_> {
    fn template(&self, id: FileId) -> FileResult<&Source> {
        let path = id.vpath().get_without_slash();
        match id.root() {
            VirtualRoot::Project => self.shared.templates.get(path),
            VirtualRoot::Package(_) => {
                return Err(FileError::Other(Some("templates reach no packages".into())));
            }
        }
        .ok_or_else(|| FileError::NotFound(path.into()))
    }
}

impl World for DocumentWorld<'_> {
    fn library(&self) -> &LazyHash<Library> {
        &self.shared.library
    }

    fn book(&self) -> &LazyHash<FontBook> {
        self.shared.fonts.book()
    }

    fn main(&self) -> FileId {
        self.main
    }

    fn source(&self, id: FileId) -> FileResult<Source> {
        self.template(id).cloned()
    }

    fn file(&self, id: FileId) -> FileResult<Bytes> {
        if *id.root() == VirtualRoot::Project && id.vpath().get_without_slash() == "data.json" {
            return Ok(self.data.clone());
        }
        self.template(id).map(|source| Bytes::from_string(source.clone()))
    }

    fn font(&self, index: usize) -> Option<Font> {
        self.shared.fonts.font(index)
    }

    /// There is no clock: dates are data.
    fn today(&self, _: Option<Duration>) -> Option<Datetime> {
        None
    }
}

/// Typst's own diagnostic, at its place in the template.
fn diagnostic(
    world: &DocumentWorld<'_>,
    theme: &Theme,
    document: &Document,
    found: &SourceDiagnostic,
) -> Diagnostic {
    let place = |span: DiagSpan| -> Option<Span> {
        let id = span.id()?;
        let range = world.range(span)?;
        let template = theme.templates.get(id.vpath().get_without_slash())?;
        Some(Span::new(template.file, range.start, range.end))
    };
    let message = format!("{} (in `{}`)", found.message, document.title());
    let mut diagnostic = match found.severity {
        typst::diag::Severity::Error => Diagnostic::error("E0802", message),
        typst::diag::Severity::Warning => Diagnostic::warning("W0802", message),
    };
    // What goes wrong inside the library is shown where a template called it.
    let trace = found.trace.iter().map(|point| DiagSpan::from(point.span));
    match std::iter::once(found.span).chain(trace).find_map(place) {
        Some(span) => diagnostic = diagnostic.at(span),
        None => diagnostic = diagnostic.in_file(super::theme::path_of(document.template)),
    }
    for point in &found.trace {
        if let Some(span) = place(point.span.into()) {
            diagnostic = diagnostic.related(span, point.v.to_string());
        }
    }
    for hint in &found.hints {
        diagnostic = diagnostic.hint(hint.v.to_string());
    }
    diagnostic
}
