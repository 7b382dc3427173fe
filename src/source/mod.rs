//! Reading: files → model and rulebook. The only part of the program that parses.
//!
//! Every reader returns what it could read and puts what it could not into
//! [`Diagnostics`] with file, line and column.

mod arbiters;
mod attributes;
mod body;
mod calendar;
mod circular;
#[cfg(test)]
mod circular_tests;
pub mod data_format;
pub mod discipline;
mod free_pages;
mod front_matter;
mod glossary;
pub mod import;
pub mod inventory;
pub mod load;
pub mod lock;
mod marks;
mod markup;
mod news;
mod norms;
mod order;
mod people;
mod plan;
mod prose;
mod ratings;
mod references;
mod regulation;
mod results;
mod rounds;
mod rulebook;
mod settings;
mod site;
mod strength;
mod table;
mod targets;
#[cfg(test)]
pub(crate) mod testing;
mod text;
mod tournament;
mod trf;

pub use load::{Found, Memo, Site, archive, find_tournament, rulebook, site, tournament_file};
pub use markup::{Markup, markdown, parse_markup};
pub use news::NewsItem;
pub use plan::find_plan;
pub use rulebook::{bind_rules, load_rulebook, load_versions};
pub use site::{Bulletin, PdfEngine, SITE_FILE, SiteConfig, output_folder, read_site_config};
pub use text::{Encoding, Legacy, decode};

use std::path::{Path, PathBuf};

use crate::diag::{Diagnostic, Diagnostics, FileId, Sources, Span, display_path, nearest};
use crate::project::Project;

/// No text of a regulation, no settings are larger, in bytes.
const MAX_BY_HAND: u64 = 8 * 1024 * 1024;

/// Reads a file; a failure is a diagnostic. One that is too large to be of a site is not read.
pub(crate) fn read(
    project: &Project,
    path: &Path,
    diagnostics: &mut Diagnostics,
) -> Option<Vec<u8>> {
    // What is written by hand costs many times its size in memory, and is never as large.
    let by_hand = path.extension().is_some_and(|e| e == "toml" || e == "md");
    let most = if by_hand { MAX_BY_HAND } else { import::MAX_BYTES };
    if let Some(size) = project.size(path).filter(|&size| size > most) {
        diagnostics.push(import::too_large(path, size, most));
        return None;
    }
    project
        .read(path)
        .map_err(|error| {
            diagnostics.push(
                Diagnostic::error("E0100", format!("cannot be read: {}", reason(&error)))
                    .in_file(path)
                    .hint(format!("create `{}`, or take away what names it", display_path(path))),
            );
        })
        .ok()
}

/// Reads a text of the site's own: UTF-8, not copied where the project holds it as it is.
pub(crate) fn read_text(
    project: &Project,
    path: &Path,
    sources: &Sources,
    diagnostics: &mut Diagnostics,
) -> Option<FileId> {
    let is_plain = |text: &std::sync::Arc<str>| {
        text.len() as u64 <= MAX_BY_HAND
            && !text.contains(['\0', '\r'])
            && !text.starts_with('\u{FEFF}')
    };
    if let Some(text) = project.held_text(path).filter(is_plain) {
        return Some(sources.add(path, text));
    }
    let bytes = read(project, path, diagnostics)?;
    let (file, _) = text::decode(path, &bytes, text::Legacy::Refuse, sources, diagnostics)?;
    Some(file)
}

/// Why a file cannot be read, the same words on every system where it is simply not there.
pub(crate) fn reason(error: &std::io::Error) -> String {
    match error.kind() {
        std::io::ErrorKind::NotFound => "there is no such file".to_owned(),
        _ => error.to_string(),
    }
}

/// Files of a folder with an extension, sorted.
pub(crate) fn list(
    project: &Project,
    folder: &Path,
    extension: &str,
    diagnostics: &mut Diagnostics,
) -> Vec<PathBuf> {
    match project.list(folder) {
        Ok(files) => {
            files.into_iter().filter(|f| f.extension().is_some_and(|e| e == extension)).collect()
        }
        Err(error) => {
            not_listed(folder, &error, diagnostics);
            Vec::new()
        }
    }
}

pub(crate) fn not_listed(folder: &Path, error: &std::io::Error, diagnostics: &mut Diagnostics) {
    let problem = Diagnostic::error("E0100", format!("cannot be listed: {error}"));
    diagnostics.push(problem.in_file(folder));
}

/// A TOML error at its place; `offset` is where the TOML begins in the file.
pub(crate) fn toml_diagnostic(file: FileId, offset: usize, error: &toml::de::Error) -> Diagnostic {
    let message = error.message().trim().to_owned();
    let range = error.span().unwrap_or(0..0);
    let mut diagnostic = Diagnostic::error("E0203", message.clone()).at(Span::new(
        file,
        offset + range.start,
        offset + range.end,
    ));
    // serde names the unknown and the known: turn them into a suggestion.
    let mut quoted = message.split('`').skip(1).step_by(2);
    if message.starts_with("unknown")
        && let Some(found) = quoted.next()
    {
        let known: Vec<&str> = quoted.collect();
        if let Some(name) = nearest(found, known.iter().copied()) {
            diagnostic = diagnostic.hint(format!("did you mean `{name}`?"));
        }
    }
    diagnostic
}
