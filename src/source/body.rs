//! The text of a regulation or of an amendment → divisions, provisions and notes.

use std::ops::Range;

use super::attributes::{Attributes, parse_attributes};
use super::markup::parse_markup;
use super::regulation::find_in;
use crate::diag::{Diagnostic, Diagnostics, FileId, Span};
use crate::model::slugify;
use crate::rulebook::{
    Block, Division, Exempt, Item, Note, Param, Provision, ProvisionId, label_path,
};

/// What a body gives.
#[derive(Default)]
pub(super) struct Body {
    pub items: Vec<Item>,
    pub intro: Vec<Block>,
    pub params: Vec<Param>,
    /// Citations with their places, to be checked when all regulations are known.
    pub citations: Vec<(ProvisionId, Span)>,
    /// Glossary terms with their places.
    pub terms: Vec<(String, Span)>,
}

/// A line with its place.
struct Line {
    start: usize,
    end: usize,
}

pub(super) struct BodyParser<'a> {
    pub(super) file: FileId,
    pub(super) text: &'a str,
    pub(super) code: &'a str,
    pub(super) diagnostics: &'a mut Diagnostics,
    pub(super) body: Body,
    /// Words of the provision at hand that are no reference or no term.
    pub(super) exempt: Exempt,
    /// Paths of the open provisions, by depth.
    path: Vec<String>,
    /// The path of the next provision of depth 1, when an amendment names it.
    named: Option<String>,
}

impl<'a> BodyParser<'a> {
    pub(super) fn new(
        file: FileId,
        text: &'a str,
        code: &'a str,
        diagnostics: &'a mut Diagnostics,
    ) -> Self {
        Self {
            file,
            text,
            code,
            diagnostics,
            body: Body::default(),
            exempt: Exempt::default(),
            path: Vec::new(),
            named: None,
        }
    }

    pub(super) fn finish(self) -> Body {
        self.body
    }

    /// Reads everything from `body` on; returns the place of the introduction.
    pub(super) fn parse(&mut self, body: usize) -> Span {
        self.parse_range(body..self.text.len())
    }

    /// Reads the provision that an amendment names, and those under it; a text before them is
    /// left in `intro`.
    pub(super) fn parse_amendment(&mut self, range: Range<usize>, path: &str) {
        self.named = Some(path.to_owned());
        self.parse_range(range);
    }

    fn parse_range(&mut self, body: Range<usize>) -> Span {
        let lines = self.lines(body.clone());
        // Text before the first mark of ours is the introduction.
        let next_mark = |at: usize, lines: &[Line], text: &str| {
            (at..lines.len())
                .find(|&i| is_mark(&text[lines[i].start..lines[i].end]))
                .unwrap_or(lines.len())
        };
        let mut at = next_mark(0, &lines, self.text);
        let intro_end = if at > 0 { lines[at - 1].end } else { body.start };
        if at > 0 {
            self.introduction(body.start..intro_end);
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
                        - self.text[rest.clone()].trim_start().len();
                    let first = self.text[place..].chars().next().map_or(0, char::len_utf8);
                    self.diagnostics.push(
                        Diagnostic::error("E0215", "text under a heading belongs to no provision")
                            .at(Span::new(self.file, place, place + first))
                            .hint("begin it with `§ [label]`, or `§ []{id=\"…\"}` for a text without a label"),
                    );
                }
            } else {
                self.provision(range);
            }
            at = end;
        }
        Span::new(self.file, body.start, intro_end)
    }

    /// A text before any provision, with its notes.
    fn introduction(&mut self, range: Range<usize>) {
        let (text, notes) = self.split_notes(range);
        self.body.intro = self.markup(text, None).blocks;
        for note in notes {
            let note = self.parse_note(note);
            self.body.intro.push(Block::Quote(note.blocks));
        }
    }

    fn lines(&self, range: Range<usize>) -> Vec<Line> {
        let mut lines = Vec::new();
        let mut start = range.start;
        let mut fenced = false;
        for line in self.text[range].split_inclusive('\n') {
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
            anchor: self.free_anchor(&format!("s-{}", slugify(title))),
        };
        self.body.items.push(Item::Division(division));
        self.path.clear();
    }

    /// An anchor that no division has yet: `s-nota`, `s-nota-2`.
    fn free_anchor(&self, anchor: &str) -> String {
        let taken = |candidate: &str| {
            self.body.items.iter().any(
                |item| matches!(item, Item::Division(division) if division.anchor == candidate),
            )
        };
        (1..)
            .map(|n| if n == 1 { anchor.to_owned() } else { format!("{anchor}-{n}") })
            .find(|candidate| !taken(candidate))
            .expect("one of endlessly many is free")
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
        let path = match (self.named.take(), attributes.get("id")) {
            (Some(named), _) => Some(named),
            (None, Some(id)) => Some(id.to_owned()),
            (None, None) => label_path(&label, parent.as_deref()),
        };
        let path = path.unwrap_or_else(|| {
            self.diagnostics.push(
                Diagnostic::error("E0219", "a provision without a label needs an identifier")
                    .at(label_span)
                    .hint("add `{id=\"nota\"}` after the brackets"),
            );
            format!("?{}", self.body.items.len())
        });
        let id = ProvisionId::from_parts(self.code, &path);
        let inventory = attributes.get("inv").unwrap_or_default();
        let inventory = inventory
            .split(';')
            .map(str::trim)
            .filter(|s| !s.is_empty())
            .map(str::to_owned)
            .collect();
        self.exempt = Exempt::default();
        let (body, notes) = self.split_notes(range.start + at..range.end);
        let blocks = self.markup(body, Some(&id)).blocks;
        let notes = notes.into_iter().map(|note| self.parse_note(note)).collect();
        let parent = parent.map(|path| ProvisionId::from_parts(self.code, &path));
        self.body.items.push(Item::Provision(Provision {
            id,
            label,
            depth: depth as u8,
            title: attributes.get("title").map(str::to_owned),
            blocks,
            notes,
            parent,
            inventory,
            skip: attributes.get("skip") == Some("true"),
            exempt: std::mem::take(&mut self.exempt),
            amended: None,
            span: label_span,
            extent: Span::new(self.file, range.start, range.end),
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
        let blocks = self.quoted(range.start + head_end + 1..range.end);
        Note { readings, blocks }
    }

    /// The text of a quotation: its lines without `>`, at the same bytes so that places hold.
    fn quoted(&mut self, range: Range<usize>) -> Vec<Block> {
        let mut text = " ".repeat(range.start);
        for line in self.text[range.clone()].split_inclusive('\n') {
            match line.strip_prefix('>') {
                Some(rest) => {
                    text.push(' ');
                    text.push_str(rest);
                }
                None => text.push_str(line),
            }
        }
        let markup = parse_markup(self.file, &text, range, self.diagnostics);
        for mark in &markup.marks {
            self.mark(&mark.kind, mark.span, None);
        }
        markup.blocks
    }
}

/// Does a line begin something of ours?
fn is_mark(line: &str) -> bool {
    let heading = line.trim_start_matches('#');
    line.starts_with('§') || (heading.len() < line.len() && heading.starts_with(' '))
}
