//! TOML between two lines `+++` at the top of a Markdown file.

use serde::de::DeserializeOwned;

use super::toml_diagnostic;
use crate::diag::{Diagnostic, Diagnostics, FileId, Span};

#[derive(Debug)]
pub struct FrontMatter<T> {
    pub meta: T,
    /// Where the text after the front matter begins.
    pub body: usize,
}

/// Splits a text and reads its front matter; `None`, with a diagnostic, when it has none or it is
/// not as `T` says.
pub fn split_front_matter<T: DeserializeOwned>(
    file: FileId,
    text: &str,
    diagnostics: &mut Diagnostics,
) -> Option<FrontMatter<T>> {
    let Some(rest) = text.strip_prefix("+++\n") else {
        diagnostics.push(
            Diagnostic::error("E0201", "the file does not begin with its front matter")
                .at(Span::new(file, 0, text.find('\n').unwrap_or(text.len())))
                .hint("put TOML between two lines `+++` at the top"),
        );
        return None;
    };
    let start = text.len() - rest.len();
    let end = if rest.starts_with("+++") { Some(0) } else { rest.find("\n+++").map(|at| at + 1) };
    let Some(end) = end else {
        diagnostics.push(
            Diagnostic::error("E0202", "the front matter does not end")
                .at(Span::new(file, 0, 3))
                .hint("close it with a line `+++`"),
        );
        return None;
    };
    let body = start + end + 3;
    match toml::from_str::<T>(&rest[..end]) {
        Ok(meta) => {
            Some(FrontMatter { meta, body: body + usize::from(text[body..].starts_with('\n')) })
        }
        Err(error) => {
            diagnostics.push(toml_diagnostic(file, start, &error));
            None
        }
    }
}
