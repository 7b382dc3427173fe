//! One circular file → [`Circular`]: front matter, then amendments.
//!
//! An amendment is a line `§ replace [RGC 8.3.2]`, `§ replace all [RGC 8]`,
//! `§ add [Oberts 8 bis] after [Oberts 8]` (or `before`, `under`) or `§ repeal [RGC 8.3.4]`,
//! followed by the new provision in the format of regulations.

use std::ops::Range;

use serde::Deserialize;

use super::body::{Body, BodyParser};
use super::front_matter::{FrontMatter, split_front_matter};
use super::regulation::{find_in, to_date};
use crate::diag::{Diagnostic, Diagnostics, FileId, Sources, Span};
use crate::model::slugify;
use crate::rulebook::{Action, Amendment, Block, Circular, Item, Position, ProvisionId};

/// Front matter as written.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Meta {
    number: String,
    title: String,
    date: toml::value::Datetime,
    in_force: toml::value::Datetime,
    #[serde(default)]
    invented: bool,
    source: Option<String>,
}

/// What one file gives.
pub(super) struct CircularFile {
    pub circular: Circular,
    pub terms: Vec<(String, Span)>,
    /// Citations of its introduction and reasons.
    pub citations: Vec<(ProvisionId, Span)>,
}

/// Reads a circular; `None` when its front matter is unusable.
pub(super) fn parse_circular(
    sources: &Sources,
    file: FileId,
    diagnostics: &mut Diagnostics,
) -> Option<CircularFile> {
    let source = sources.get(file);
    let text = &*source.text;
    let FrontMatter { meta, body } = split_front_matter::<Meta>(file, text, diagnostics)?;
    let mut date = |value: &toml::value::Datetime, key: &str| {
        let date = to_date(value);
        if date.is_none() {
            diagnostics.push(
                Diagnostic::error("E0214", format!("`{key}` is a date without a time"))
                    .at(find_in(file, text, 0..body, key))
                    .hint("write `1991-03-01`"),
            );
        }
        date
    };
    let (issued, in_force) = (date(&meta.date, "date"), date(&meta.in_force, "in_force"));
    let (issued, in_force) = (issued?, in_force?);
    let place = find_in(file, text, 0..body, &meta.number);
    if issued > in_force {
        diagnostics.push(
            Diagnostic::warning("W0258", "the circular is dated after it comes into force")
                .at(find_in(file, text, 0..body, "in_force"))
                .hint("see whether `date` and `in_force` are the wrong way round"),
        );
    }
    let mut reader = Reader { file, text, diagnostics, terms: Vec::new(), citations: Vec::new() };
    let (intro, amendments) = reader.read(body);
    let Reader { terms, citations, .. } = reader;
    let circular = Circular {
        slug: slugify(&meta.number),
        number: meta.number,
        title: meta.title,
        date: issued,
        in_force,
        invented: meta.invented,
        source: meta.source,
        path: source.path.clone(),
        intro,
        amendments,
        span: place,
    };
    Some(CircularFile { circular, terms, citations })
}

struct Reader<'a> {
    file: FileId,
    text: &'a str,
    diagnostics: &'a mut Diagnostics,
    terms: Vec<(String, Span)>,
    citations: Vec<(ProvisionId, Span)>,
}

/// The line of an amendment.
struct Directive {
    action: Action,
    target: ProvisionId,
    span: Span,
}

impl Reader<'_> {
    fn read(&mut self, body: usize) -> (Vec<Block>, Vec<Amendment>) {
        let lines = self.directive_lines(body);
        let intro_end = lines.first().map_or(self.text.len(), |line| line.start);
        let intro = self.prose(body..intro_end);
        if lines.is_empty() {
            self.diagnostics.push(
                Diagnostic::warning("W0263", "the circular amends nothing")
                    .at(Span::new(self.file, body, body))
                    .hint("begin an amendment with a line such as `§ replace [RGC 8.3.2]`"),
            );
        }
        let mut amendments = Vec::new();
        for (number, line) in lines.iter().enumerate() {
            let end = lines.get(number + 1).map_or(self.text.len(), |next| next.start);
            if let Some(directive) = self.directive(line.clone())
                && let Some(amendment) = self.amendment(directive, line.end..end)
            {
                amendments.push(amendment);
            }
        }
        (intro, amendments)
    }

    /// Lines that begin with one `§` and a word; a provision has a bracket there.
    fn directive_lines(&self, body: usize) -> Vec<Range<usize>> {
        let mut lines = Vec::new();
        let mut start = body;
        for line in self.text[body..].split_inclusive('\n') {
            let end = start + line.len();
            if line.starts_with('§')
                && line.trim_start_matches('§').trim_start().starts_with(char::is_alphabetic)
            {
                lines.push(start..end);
            }
            start = end;
        }
        lines
    }

    fn directive(&mut self, line: Range<usize>) -> Option<Directive> {
        let written = self.text[line.clone()].trim_end();
        let (words, ids) = tokens(written.trim_start_matches('§'));
        let place = |part: &str| {
            let at = written.find(part).map_or(line.start, |at| line.start + at);
            Span::new(self.file, at, at + part.len())
        };
        let id = |part: &str| ProvisionId::from(part.trim());
        let known = match (words.as_slice(), ids.as_slice()) {
            (["replace", "[]"], [_]) => Some(Action::Replace),
            (["replace", "all", "[]"], [_]) => Some(Action::ReplaceAll),
            (["repeal", "[]"], [_]) => Some(Action::Repeal),
            (["add", "[]", "after", "[]"], [_, at]) => Some(Action::Add(Position::After(id(at)))),
            (["add", "[]", "before", "[]"], [_, at]) => Some(Action::Add(Position::Before(id(at)))),
            (["add", "[]", "under", "[]"], [_, at]) => Some(Action::Add(Position::Under(id(at)))),
            _ => None,
        };
        let Some(action) = known else {
            self.diagnostics.push(
                Diagnostic::error("E0251", "this is no amendment")
                    .at(Span::new(self.file, line.start, line.start + written.len()))
                    .hint("write `§ replace [RGC 8.3.2]`, `§ replace all [RGC 8]`, `§ add [Oberts 8 bis] after [Oberts 8]` (or `before`, `under`) or `§ repeal [RGC 8.3.4]`")
                    .suggest(words.first().unwrap_or(&""), ["replace", "add", "repeal"]),
            );
            return None;
        };
        Some(Directive { action, target: id(ids[0]), span: place(ids[0]) })
    }

    /// The text under an amendment's line.
    fn amendment(&mut self, directive: Directive, range: Range<usize>) -> Option<Amendment> {
        let Directive { action, target, span } = directive;
        let mut parser = BodyParser::new(self.file, self.text, target.code(), self.diagnostics);
        parser.parse_amendment(range, target.path());
        let Body { items, intro, params, citations, terms } = parser.finish();
        self.terms.extend(terms);
        let provisions: Vec<_> = items
            .into_iter()
            .filter_map(|item| match item {
                Item::Provision(provision) => Some(provision),
                Item::Division(_) => None,
            })
            .collect();
        let tops = provisions.iter().filter(|provision| provision.depth == 1).count();
        let expected = usize::from(action != Action::Repeal);
        if tops != expected {
            let (message, hint) = match (expected, tops) {
                (0, _) => (
                    "a repealed provision has no new text",
                    "take the text away, or write `replace`",
                ),
                (_, 0) => (
                    "the new text is missing",
                    "write the provision under this line: `§ [8.3.2] text`",
                ),
                _ => (
                    "an amendment has one provision, and those under it",
                    "begin another amendment before the second `§`, or write `§§`",
                ),
            };
            self.diagnostics.push(Diagnostic::error("E0252", message).at(span).hint(hint));
            return None;
        }
        if action == Action::Replace && provisions.len() > 1 {
            self.diagnostics.push(
                Diagnostic::error("E0257", "`replace` changes one provision, not those under it")
                    .at(provisions[1].span)
                    .hint("write `replace all` to replace it with everything under it"),
            );
            return None;
        }
        Some(Amendment { action, target, reason: intro, provisions, params, citations, span })
    }

    /// The introduction: Markdown without provisions.
    fn prose(&mut self, range: Range<usize>) -> Vec<Block> {
        let mut parser = BodyParser::new(self.file, self.text, "", self.diagnostics);
        let markup = parser.markup(range, None);
        let Body { citations, terms, .. } = parser.finish();
        self.citations.extend(citations);
        self.terms.extend(terms);
        markup.blocks
    }
}

/// The words of an amendment's line, `[]` for each bracket, and what the brackets hold.
fn tokens(line: &str) -> (Vec<&str>, Vec<&str>) {
    let (mut words, mut ids) = (Vec::new(), Vec::new());
    let mut rest = line.trim();
    while !rest.is_empty() {
        let after = match rest.strip_prefix('[') {
            Some(inner) => {
                let (id, after) = inner.split_once(']').unwrap_or((inner, ""));
                words.push("[]");
                ids.push(id);
                after
            }
            None => {
                let (word, after) = rest.split_at(rest.find([' ', '[']).unwrap_or(rest.len()));
                words.push(word);
                after
            }
        };
        rest = after.trim_start();
    }
    (words, ids)
}
