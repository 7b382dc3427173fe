//! `{key="value" other="…"}` after a bracket.

use std::ops::Range;

use crate::diag::{Diagnostic, Diagnostics, FileId, Span};

/// Attributes with the places of their keys and values.
#[derive(Clone, Debug, Default)]
pub struct Attributes {
    entries: Vec<(String, Span, String, Span)>,
}

impl Attributes {
    pub fn get(&self, key: &str) -> Option<&str> {
        self.entries.iter().find(|(k, ..)| k == key).map(|(_, _, value, _)| value.as_str())
    }

    /// Place of a value.
    pub fn span(&self, key: &str) -> Option<Span> {
        self.entries.iter().find(|(k, ..)| k == key).map(|&(.., span)| span)
    }

    /// Reports every key that is not among `known`.
    pub fn only(&self, known: &[&str], diagnostics: &mut Diagnostics) {
        for (key, span, ..) in &self.entries {
            if !known.contains(&key.as_str()) {
                diagnostics.push(
                    Diagnostic::error("E0211", format!("unknown attribute `{key}`"))
                        .at(*span)
                        .hint(format!("known here: {}", known.join(", ")))
                        .suggest(key, known.iter().copied()),
                );
            }
        }
    }
}

/// Reads attributes that begin with `{` at the start of `range`; returns them and where they end.
/// `None`, with a diagnostic, when they are malformed.
pub fn parse_attributes(
    file: FileId,
    source: &str,
    range: Range<usize>,
    diagnostics: &mut Diagnostics,
) -> Option<(Attributes, usize)> {
    let text = &source[range.clone()];
    debug_assert!(text.starts_with('{'));
    let mut attributes = Attributes::default();
    let mut at = 1;
    let fail = |at: usize, what: &str, diagnostics: &mut Diagnostics| {
        let place = range.start + at.min(text.len());
        diagnostics.push(
            Diagnostic::error("E0212", format!("malformed attributes: {what}"))
                .at(Span::new(file, place, place))
                .hint("write them as `{key=\"value\" other=\"value\"}`"),
        );
    };
    loop {
        at += text[at..].len() - text[at..].trim_start_matches([' ', '\n']).len();
        let rest = &text[at..];
        if rest.starts_with('}') {
            return Some((attributes, range.start + at + 1));
        }
        let key_length =
            rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '-').unwrap_or(rest.len());
        if key_length == 0 || !rest[key_length..].starts_with("=\"") {
            fail(at, "expected `key=\"value\"` or `}`", diagnostics);
            return None;
        }
        let value_start = at + key_length + 2;
        let Some(length) = text[value_start..].find('"') else {
            fail(value_start, "the value's closing quotation mark is missing", diagnostics);
            return None;
        };
        let span = |from: usize, to: usize| Span::new(file, range.start + from, range.start + to);
        attributes.entries.push((
            rest[..key_length].to_owned(),
            span(at, at + key_length),
            text[value_start..value_start + length].to_owned(),
            span(value_start, value_start + length),
        ));
        at = value_start + length + 1;
    }
}
