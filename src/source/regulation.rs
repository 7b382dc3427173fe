//! One regulation file → [`Regulation`] and its parameters.

use std::ops::Range;
use std::path::Path;

use serde::Deserialize;

use super::attributes::{Attributes, parse_attributes};
use super::front_matter::{FrontMatter, split_front_matter};
use super::markup::{MarkKind, Markup, parse_markup};
use crate::diag::{Diagnostic, Diagnostics, FileId, Sources, Span};
use crate::model::{Date, slugify};
use crate::rulebook::{
    Block, Division, Inline, Item, Note, Param, ParamTable, ParamValue, Provision, ProvisionId,
    Regulation, RegulationKind, TableCell, UNITS, label_path, parse_value, plain_text,
};

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
}

/// What one file gives.
pub struct RegulationFile {
    pub regulation: Regulation,
    pub params: Vec<Param>,
    /// Citations with their places, to be checked when all regulations are known.
    pub citations: Vec<(ProvisionId, Span)>,
    /// Glossary terms with their places.
    pub terms: Vec<(String, Span)>,
}

/// Reads a regulation; `None` when its front matter is unusable.
pub fn parse_regulation(
    sources: &Sources,
    file: FileId,
    diagnostics: &mut Diagnostics,
) -> Option<RegulationFile> {
    let source = sources.get(file);
    let text = source.text.as_str();
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
    let mut parser = BodyParser {
        file,
        text,
        code: meta.code.clone(),
        diagnostics,
        items: Vec::new(),
        intro: Vec::new(),
        params: Vec::new(),
        citations: Vec::new(),
        terms: Vec::new(),
        path: Vec::new(),
    };
    parser.parse(body);
    let BodyParser { items, intro, params, citations, terms, .. } = parser;
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
        path: Path::new(&source.path).to_path_buf(),
        intro,
        items,
    };
    Some(RegulationFile { regulation, params, citations, terms })
}

/// A TOML date as a calendar date, if it is one.
pub fn to_date(value: &toml::value::Datetime) -> Option<Date> {
    let date = value.date?;
    if value.time.is_some() {
        return None;
    }
    Date::new(date.year as i16, date.month as i8, date.day as i8).ok()
}

/// The place of a word within a range, or the range's first byte.
fn find_in(file: FileId, text: &str, range: Range<usize>, word: &str) -> Span {
    match text[range.clone()].find(word) {
        Some(at) => Span::new(file, range.start + at, range.start + at + word.len()),
        None => Span::new(file, range.start, range.start),
    }
}

/// A line with its place.
struct Line {
    start: usize,
    end: usize,
}

struct BodyParser<'a> {
    file: FileId,
    text: &'a str,
    code: String,
    diagnostics: &'a mut Diagnostics,
    items: Vec<Item>,
    intro: Vec<Block>,
    params: Vec<Param>,
    citations: Vec<(ProvisionId, Span)>,
    terms: Vec<(String, Span)>,
    /// Paths of the open provisions, by depth.
    path: Vec<String>,
}

impl BodyParser<'_> {
    fn parse(&mut self, body: usize) {
        let lines = self.lines(body);
        let mut at = 0;
        // Text before the first mark of ours is the introduction.
        let next_mark = |at: usize, lines: &[Line], text: &str| {
            (at..lines.len())
                .find(|&i| is_mark(&text[lines[i].start..lines[i].end]))
                .unwrap_or(lines.len())
        };
        let end = next_mark(0, &lines, self.text);
        if end > 0 {
            let range = lines[0].start..lines[end - 1].end;
            self.intro = self.markup(range, None).blocks;
            at = end;
        }
        while at < lines.len() {
            let line = &self.text[lines[at].start..lines[at].end];
            let end = next_mark(at + 1, &lines, self.text);
            let range = lines[at].start..lines[end - 1].end;
            if line.starts_with('#') {
                self.division(lines[at].start..lines[at].end);
                let rest = lines[at].end..range.end;
                if !self.text[rest.clone()].trim().is_empty() {
                    let place = rest.start + self.text[rest.clone()].len()
                        - self.text[rest].trim_start().len();
                    self.diagnostics.push(
                        Diagnostic::error("E0215", "text under a heading belongs to no provision")
                            .at(Span::new(self.file, place, place + 1))
                            .hint("begin it with `§ [label]`, or `§ []{id=\"…\"}` for a text without a label"),
                    );
                }
            } else if line.starts_with("> [!NOTA") {
                // A note before any provision; those after one are taken by `provision`.
                self.note(range);
            } else {
                self.provision(range);
            }
            at = end;
        }
    }

    fn lines(&self, from: usize) -> Vec<Line> {
        let mut lines = Vec::new();
        let mut start = from;
        let mut fenced = false;
        for line in self.text[from..].split_inclusive('\n') {
            let end = start + line.len();
            if line.starts_with("```") {
                fenced = !fenced;
            }
            if fenced && !lines.is_empty() {
                // Within a fence nothing is a mark: the lines join the one before.
                let last: &mut Line = lines.last_mut().expect("not empty");
                last.end = end;
            } else {
                lines.push(Line { start, end });
            }
            start = end;
        }
        lines
    }

    fn division(&mut self, range: Range<usize>) {
        let line = self.text[range.clone()].trim_end();
        let level = line.bytes().take_while(|&b| b == b'#').count();
        let title = line[level..].trim();
        if level > 4 || title.is_empty() {
            self.diagnostics.push(
                Diagnostic::error("E0216", "a heading has one to four `#` and a title")
                    .at(Span::new(self.file, range.start, range.start + line.len())),
            );
        }
        let division = Division {
            level: level.min(4) as u8,
            title: title.to_owned(),
            anchor: format!("s-{}", slugify(title)),
        };
        self.items.push(Item::Division(division));
        self.path.clear();
    }

    fn provision(&mut self, range: Range<usize>) {
        let text = &self.text[range.clone()];
        let depth = text.chars().take_while(|&c| c == '§').count();
        let mut at = depth * '§'.len_utf8();
        let marks = Span::new(self.file, range.start, range.start + at);
        at += text[at..].len() - text[at..].trim_start_matches(' ').len();
        let label_end = text[at..].strip_prefix('[').and_then(|rest| rest.find(']'));
        let Some(label_length) = label_end else {
            self.diagnostics.push(
                Diagnostic::error("E0217", "a provision begins with its label in brackets")
                    .at(marks)
                    .hint("write `§ [8.3.2] text`, or `§ []{id=\"…\"} text` where the original prints no label"),
            );
            return;
        };
        let label = text[at + 1..at + 1 + label_length].trim().to_owned();
        let label_span =
            Span::new(self.file, range.start + at, range.start + at + label_length + 2);
        at += label_length + 2;
        let mut attributes = Attributes::default();
        if text[at..].starts_with('{') {
            match parse_attributes(
                self.file,
                self.text,
                range.start + at..range.end,
                self.diagnostics,
            ) {
                Some((parsed, end)) => {
                    attributes = parsed;
                    at = end - range.start;
                }
                None => at = text.find('\n').unwrap_or(text.len()),
            }
        }
        attributes.only(&["id", "title", "inv", "skip"], self.diagnostics);
        if depth > self.path.len() + 1 {
            self.diagnostics.push(
                Diagnostic::error(
                    "E0218",
                    format!("depth {depth} without a provision of depth {}", depth - 1),
                )
                .at(marks)
                .hint(format!("write {} `§`", self.path.len() + 1)),
            );
        }
        let depth = depth.min(self.path.len() + 1);
        self.path.truncate(depth - 1);
        let parent = self.path.last().cloned();
        let path = match attributes.get("id") {
            Some(id) => Some(id.to_owned()),
            None => label_path(&label, parent.as_deref()),
        };
        let path = path.unwrap_or_else(|| {
            self.diagnostics.push(
                Diagnostic::error("E0219", "a provision without a label needs an identifier")
                    .at(label_span)
                    .hint("add `{id=\"nota\"}` after the brackets"),
            );
            format!("?{}", self.items.len())
        });
        let id = ProvisionId::from_parts(&self.code, &path);
        let inventory = attributes.get("inv").unwrap_or_default();
        let inventory = inventory
            .split(';')
            .map(str::trim)
            .filter(|s| !s.is_empty())
            .map(str::to_owned)
            .collect();
        let (body, notes) = self.split_notes(range.start + at..range.end);
        let blocks = self.markup(body, Some(&id)).blocks;
        let notes = notes.into_iter().map(|note| self.parse_note(note)).collect();
        let parent = parent.map(|path| ProvisionId::from_parts(&self.code, &path));
        self.items.push(Item::Provision(Provision {
            id,
            label,
            depth: depth as u8,
            title: attributes.get("title").map(str::to_owned),
            blocks,
            notes,
            parent,
            inventory,
            span: label_span,
        }));
        self.path.push(path);
    }

    /// The text of a provision, and the ranges of the editor's notes after it.
    fn split_notes(&self, range: Range<usize>) -> (Range<usize>, Vec<Range<usize>>) {
        let mut starts: Vec<usize> = Vec::new();
        let mut at = range.start;
        for line in self.text[range.clone()].split_inclusive('\n') {
            if line.starts_with("> [!NOTA") {
                starts.push(at);
            }
            at += line.len();
        }
        let body_end = starts.first().copied().unwrap_or(range.end);
        let mut notes = Vec::new();
        for (i, &start) in starts.iter().enumerate() {
            notes.push(start..starts.get(i + 1).copied().unwrap_or(range.end));
        }
        (range.start..body_end, notes)
    }

    /// A note outside any provision goes to the introduction.
    fn note(&mut self, range: Range<usize>) {
        let note = self.parse_note(range);
        self.intro.push(Block::Quote(note.blocks));
    }

    fn parse_note(&mut self, range: Range<usize>) -> Note {
        let text = &self.text[range.clone()];
        let head_start = "> [!NOTA".len();
        let Some(head_end) = text.find(']') else {
            self.diagnostics.push(
                Diagnostic::error("E0220", "an editor's note begins with `> [!NOTA]`")
                    .at(Span::new(self.file, range.start, range.start + head_start))
                    .hint("close the bracket: `> [!NOTA AMB-41] text`"),
            );
            return Note { readings: Vec::new(), blocks: Vec::new() };
        };
        let readings: Vec<String> = text[head_start..head_end]
            .split(',')
            .map(str::trim)
            .filter(|s| !s.is_empty())
            .map(str::to_owned)
            .collect();
        for reading in &readings {
            let number = reading.strip_prefix("AMB-").map(str::parse::<u32>);
            if !matches!(number, Some(Ok(_))) {
                self.diagnostics.push(
                    Diagnostic::error(
                        "E0221",
                        format!("`{reading}` is not the number of a reading"),
                    )
                    .at(find_in(self.file, self.text, range.clone(), reading))
                    .hint("write `AMB-41`; several separated by commas"),
                );
            }
        }
        // The rest is a quotation: its lines without `>`, with as many bytes so that places hold.
        let unquoted = text[head_end + 1..]
            .split_inclusive('\n')
            .map(|line| match line.strip_prefix('>') {
                Some(rest) => {
                    format!(" {}", rest.trim_start_matches(' ').trim_end_matches('\n')) + "\n"
                }
                None => line.to_owned(),
            })
            .collect::<String>();
        let mut nested = Markup::default();
        let trimmed = unquoted.trim();
        if !trimmed.is_empty() {
            nested = parse_markup(self.file, &unquoted, 0..unquoted.len(), self.diagnostics);
        }
        for mark in &nested.marks {
            // Places inside a note are those of the note: its text was rebuilt.
            let place = Span::new(self.file, range.start, range.start + head_end + 1);
            self.mark(&mark.kind, place, None);
        }
        Note { readings, blocks: nested.blocks }
    }

    /// Parses a text and takes its marks: parameters, citations, terms.
    fn markup(&mut self, range: Range<usize>, provision: Option<&ProvisionId>) -> Markup {
        let markup = parse_markup(self.file, self.text, range, self.diagnostics);
        for mark in &markup.marks {
            self.mark(&mark.kind, mark.span, provision);
        }
        self.tables(&markup, provision);
        markup
    }

    fn mark(&mut self, kind: &MarkKind, span: Span, provision: Option<&ProvisionId>) {
        match kind {
            MarkKind::Cite { target, .. } => {
                self.citations.push((ProvisionId::from(target.as_str()), span));
            }
            MarkKind::Span { text, attributes } => {
                attributes.only(&["param", "item", "value", "unit", "term"], self.diagnostics);
                if let Some(slug) = attributes.get("term") {
                    self.terms.push((slug.to_owned(), span));
                }
                let id = attributes.get("param").or(attributes.get("item"));
                let (Some(id), Some(provision)) = (id, provision) else {
                    if id.is_some() {
                        self.diagnostics.push(
                            Diagnostic::error(
                                "E0222",
                                "a parameter stands in a provision, not in a note or introduction",
                            )
                            .at(span),
                        );
                    }
                    return;
                };
                if attributes.get("item").is_some() {
                    self.item(id.to_owned(), text, attributes, span, provision);
                } else {
                    self.param(id.to_owned(), text, attributes, span, provision);
                }
            }
        }
    }

    fn param(
        &mut self,
        id: String,
        text: &str,
        attributes: &Attributes,
        span: Span,
        provision: &ProvisionId,
    ) {
        self.check_param_id(&id, attributes.span("param").unwrap_or(span));
        let shown = parse_value(text);
        let given = attributes.get("value").map(|v| (v, parse_value(v)));
        let value = match (shown, given) {
            (shown, Some((_, Some(given)))) => {
                if shown.as_ref().is_some_and(|shown| *shown != given) {
                    self.diagnostics.push(
                        Diagnostic::error(
                            "E0223",
                            format!("the text says `{text}` but the value is another"),
                        )
                        .at(span)
                        .hint("change `value`, or leave it out: the number is read from the text"),
                    );
                }
                Some(given)
            }
            (_, Some((written, None))) => {
                self.diagnostics.push(
                    Diagnostic::error("E0224", format!("`{written}` is no value"))
                        .at(attributes.span("value").unwrap_or(span))
                        .hint("write a number (`25`, `5½`, `0,1`), a percentage (`50 %`), a day (`30 de juny`) or a time (`13:00`)"),
                );
                None
            }
            (Some(shown), None) => Some(shown),
            (None, None) => {
                self.diagnostics.push(
                    Diagnostic::error("E0225", format!("no value can be read from `{text}`"))
                        .at(span)
                        .hint("say it: `[nou]{param=\"…\" value=\"9\"}`"),
                );
                None
            }
        };
        let unit = attributes.get("unit");
        if let Some(unit) = unit.filter(|unit| !UNITS.contains(unit)) {
            self.diagnostics.push(
                Diagnostic::error("E0226", format!("unknown unit `{unit}`"))
                    .at(attributes.span("unit").unwrap_or(span))
                    .hint(format!("known: {}", UNITS.join(", ")))
                    .suggest(unit, UNITS),
            );
        }
        if let Some(value) = value {
            self.params.push(Param {
                id,
                value,
                text: text.to_owned(),
                unit: unit.map(str::to_owned),
                provision: provision.clone(),
                span,
            });
        }
    }

    /// An item of a list: the first opens the list, the others are added to it.
    fn item(
        &mut self,
        id: String,
        text: &str,
        attributes: &Attributes,
        span: Span,
        provision: &ProvisionId,
    ) {
        self.check_param_id(&id, attributes.span("item").unwrap_or(span));
        let item = attributes.get("value").unwrap_or(text).to_owned();
        if let Some(Param { value: ParamValue::List(items), text: printed, .. }) =
            self.params.iter_mut().find(|param| param.id == id)
        {
            items.push(item);
            printed.push_str(", ");
            printed.push_str(text);
            return;
        }
        self.params.push(Param {
            id,
            value: ParamValue::List(vec![item]),
            text: text.to_owned(),
            unit: None,
            provision: provision.clone(),
            span,
        });
    }

    fn tables(&mut self, markup: &Markup, provision: Option<&ProvisionId>) {
        let mut found: Vec<String> = Vec::new();
        let mut stack: Vec<&Block> = markup.blocks.iter().rev().collect();
        while let Some(block) = stack.pop() {
            match block {
                Block::Table(table) => {
                    let Some(id) = &table.param else { continue };
                    found.push(id.clone());
                    let cells = |row: &[Vec<Inline>]| -> Vec<TableCell> {
                        row.iter().map(|cell| TableCell::new(&plain_text(cell))).collect()
                    };
                    let head = cells(&table.head);
                    let rows = table.rows.iter().map(|row| cells(row)).collect();
                    let span = markup.tables.iter().find(|(other, _)| other == id).map(|(_, s)| *s);
                    if let (Some(span), Some(provision)) = (span, provision) {
                        self.check_param_id(id, span);
                        self.params.push(Param {
                            id: id.clone(),
                            value: ParamValue::Table(ParamTable { head, rows }),
                            text: String::new(),
                            unit: None,
                            provision: provision.clone(),
                            span,
                        });
                    }
                }
                Block::Quote(inner) => stack.extend(inner.iter().rev()),
                Block::List { items, .. } => stack.extend(items.iter().flatten().rev()),
                _ => {}
            }
        }
        for (id, span) in &markup.tables {
            if !found.contains(id) {
                self.diagnostics.push(
                    Diagnostic::error("E0227", format!("no table follows the mark of `{id}`"))
                        .at(*span)
                        .hint("put the table on the next line, without a blank line between"),
                );
            }
        }
    }

    fn check_param_id(&mut self, id: &str, span: Span) {
        let legal = |part: &str| {
            !part.is_empty()
                && part.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-')
        };
        let well_formed = id
            .split_once('.')
            .is_some_and(|(regulation, name)| legal(regulation) && name.split('.').all(legal));
        if !well_formed {
            self.diagnostics.push(
                Diagnostic::error("E0228", format!("`{id}` is no identifier of a parameter"))
                    .at(span)
                    .hint("write the regulation, a dot, and words with hyphens, all ASCII: `oberts.min-jugadors`"),
            );
        }
    }
}

/// Does a line begin something of ours?
fn is_mark(line: &str) -> bool {
    let heading = line.trim_start_matches('#');
    line.starts_with('§') || (heading.len() < line.len() && heading.starts_with(' '))
}
