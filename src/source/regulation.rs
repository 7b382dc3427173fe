//! One regulation file → [`Regulation`] and its parameters.

use std::ops::Range;

use serde::Deserialize;

use super::body::{Body, BodyParser};
use super::front_matter::{FrontMatter, split_front_matter};
use crate::diag::{Diagnostic, Diagnostics, FileId, Sources, Span};
use crate::model::{Date, slugify};
use crate::rulebook::{Param, ProvisionId, Regulation, RegulationKind};

/// Front matter as written.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Meta {
    code: String,
    title: String,
    kind: String,
    #[serde(default)]
    order: i64,
    approved: Option<toml::value::Datetime>,
    in_force: toml::value::Datetime,
    repealed: Option<toml::value::Datetime>,
    source: String,
    pages: Option<String>,
    #[serde(default)]
    names: Vec<String>,
    articles_of: Option<String>,
    #[serde(default = "yes")]
    mark_terms: bool,
    #[serde(default)]
    no_terms: Vec<String>,
}

fn yes() -> bool {
    true
}

/// What one file gives.
pub(super) struct RegulationFile {
    pub regulation: Regulation,
    pub params: Vec<Param>,
    /// Citations with their places, to be checked when all regulations are known.
    pub citations: Vec<(ProvisionId, Span)>,
    /// Glossary terms with their places.
    pub terms: Vec<(String, Span)>,
}

/// Reads a regulation; `None` when its front matter is unusable.
pub(super) fn parse_regulation(
    sources: &Sources,
    file: FileId,
    diagnostics: &mut Diagnostics,
) -> Option<RegulationFile> {
    let source = sources.get(file);
    let text = &*source.text;
    let FrontMatter { meta, body } = split_front_matter::<Meta>(file, text, diagnostics)?;
    let kind = RegulationKind::ALL.iter().find(|(key, _)| *key == meta.kind).map(|(_, kind)| *kind);
    if kind.is_none() {
        let known: Vec<_> = RegulationKind::ALL.iter().map(|(key, _)| *key).collect();
        diagnostics.push(
            Diagnostic::error("E0213", format!("unknown kind of regulation `{}`", meta.kind))
                .at(find_in(file, text, 0..body, &meta.kind))
                .hint(format!("one of: {}", known.join(", ")))
                .suggest(&meta.kind, known),
        );
    }
    let mut date = |value: &Option<toml::value::Datetime>, key: &str| {
        let written = value.as_ref()?;
        let date = to_date(written);
        if date.is_none() {
            diagnostics.push(
                Diagnostic::error("E0214", format!("`{key}` is a date without a time"))
                    .at(find_in(file, text, 0..body, key))
                    .hint("write `1990-12-01`"),
            );
        }
        date
    };
    let approved = date(&meta.approved, "approved");
    let repealed = date(&meta.repealed, "repealed");
    let in_force = date(&Some(meta.in_force), "in_force");
    let mut parser = BodyParser::new(file, text, &meta.code, diagnostics);
    let intro_span = parser.parse(body);
    let Body { items, intro, params, citations, mut terms } = parser.finish();
    // Exceptions name terms too: they must exist in the glossary.
    let exceptions = meta.no_terms.iter();
    terms.extend(exceptions.map(|slug| (slug.clone(), find_in(file, text, 0..body, slug))));
    let regulation = Regulation {
        slug: slugify(&meta.code),
        code: meta.code,
        title: meta.title,
        kind: kind.unwrap_or(RegulationKind::Regulation),
        order: meta.order,
        approved,
        in_force: in_force?,
        repealed,
        source: meta.source,
        pages: meta.pages,
        names: meta.names,
        articles_of: meta.articles_of,
        mark_terms: meta.mark_terms,
        no_terms: meta.no_terms,
        path: source.path.clone(),
        intro,
        intro_span,
        items,
    };
    Some(RegulationFile { regulation, params, citations, terms })
}

/// A TOML date as a calendar date, if it is one.
pub(super) fn to_date(value: &toml::value::Datetime) -> Option<Date> {
    let date = value.date?;
    if value.time.is_some() {
        return None;
    }
    Date::new(date.year as i16, date.month as i8, date.day as i8).ok()
}

/// The place of a word within a range, or the range's first byte.
pub(super) fn find_in(file: FileId, text: &str, range: Range<usize>, word: &str) -> Span {
    match text[range.clone()].find(word) {
        Some(at) => Span::new(file, range.start + at, range.start + at + word.len()),
        None => Span::new(file, range.start, range.start),
    }
}
