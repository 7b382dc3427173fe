//! Markdown with the rulebook's own marks → the text tree of [`crate::rulebook`].
//!
//! The marks (`[25]{param="…"}`, `[[RGC 8.3.2]]`) are found first, with their places, and put
//! aside behind a private character each; what remains is plain Markdown for pulldown-cmark.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::ops::Range;

use pulldown_cmark::{Alignment, CodeBlockKind, Event, HeadingLevel, Options, Parser, Tag, TagEnd};

use super::attributes::{Attributes, parse_attributes};
use crate::diag::{Diagnostic, Diagnostics, FileId, Span};
use crate::rulebook::{Align, Block, Inline, ProvisionId, Table};

/// Stands for the mark with the number that follows, up to [`CLOSE`].
const OPEN: char = '\u{E000}';
const CLOSE: char = '\u{E001}';

/// A mark found in the text, in order.
#[derive(Clone, Debug)]
pub struct Mark {
    pub span: Span,
    pub kind: MarkKind,
}

#[derive(Clone, Debug)]
pub enum MarkKind {
    /// `[text]{attributes}`.
    Span { text: String, attributes: Attributes },
    /// `[[target|text]]`.
    Cite { target: String, text: String },
}

/// A text with its marks.
#[derive(Clone, Debug, Default)]
pub struct Markup {
    pub blocks: Vec<Block>,
    pub marks: Vec<Mark>,
    /// Places of the tables marked as parameters, in order.
    pub tables: Vec<(String, Span)>,
}

/// A short text of data, such as a tournament's note. What is wrong with its marks shows as text:
/// the reader of the data has reported it.
pub fn markdown(text: &str) -> Vec<Block> {
    let sources = crate::diag::Sources::default();
    let file = sources.add("note", text);
    parse_markup(file, text, 0..text.len(), &mut Diagnostics::new()).blocks
}

/// Reads the Markdown in `range` of a file's text.
pub fn parse_markup(
    file: FileId,
    source: &str,
    range: Range<usize>,
    diagnostics: &mut Diagnostics,
) -> Markup {
    parse(file, source, range, Options::empty(), diagnostics)
}

/// As [`parse_markup`], for texts with numbered notes and headings with anchors of their own.
/// Every heading gets an anchor.
pub(super) fn parse_page_markup(
    file: FileId,
    source: &str,
    range: Range<usize>,
    diagnostics: &mut Diagnostics,
) -> Markup {
    let options = Options::ENABLE_FOOTNOTES | Options::ENABLE_HEADING_ATTRIBUTES;
    parse(file, source, range, options, diagnostics)
}

fn parse(
    file: FileId,
    source: &str,
    range: Range<usize>,
    options: Options,
    diagnostics: &mut Diagnostics,
) -> Markup {
    let mut markup = Markup::default();
    let plain = set_marks_aside(file, source, range.clone(), &mut markup, diagnostics);
    let options = options | Options::ENABLE_TABLES | Options::ENABLE_STRIKETHROUGH;
    let (events, too_deep) = up_to_depth(Parser::new_ext(&plain, options));
    if too_deep {
        diagnostics.push(
            Diagnostic::error("E0239", format!("more than {DEEPEST} parts within each other"))
                .at(Span::new(file, range.start, range.start))
                .hint("lists, quotations and emphasis are nested by mistake: take away some"),
        );
    }
    let mut builder = Builder {
        markup: &markup,
        events: &events,
        position: 0,
        raw_html: false,
        tables: 0,
        anchors: options.contains(Options::ENABLE_HEADING_ATTRIBUTES).then(BTreeSet::new),
        labels: Vec::new(),
        notes: BTreeMap::new(),
    };
    let mut blocks = builder.blocks(None);
    blocks.extend(builder.take_notes());
    if builder.raw_html {
        let place = source[range.clone()].find('<').map_or(range.start, |at| range.start + at);
        diagnostics.push(
            Diagnostic::error("E0210", "raw HTML is not allowed in a text")
                .at(Span::new(file, place, place + 1))
                .hint("write Markdown; for a literal `<` write `\\<`"),
        );
    }
    markup.blocks = blocks;
    markup
}

/// How deep lists, quotations and emphasis stand within each other: what walks a text takes a step
/// down for each.
const DEEPEST: usize = 40;

/// Events without the tags that stand deeper, whose text is kept; are there such tags?
fn up_to_depth<'a>(parser: Parser<'a>) -> (Vec<Event<'a>>, bool) {
    let (mut depth, mut too_deep) = (0_usize, false);
    let kept = parser.filter(|event| match event {
        Event::Start(_) => {
            depth += 1;
            too_deep |= depth > DEEPEST;
            depth <= DEEPEST
        }
        Event::End(_) => {
            depth = depth.saturating_sub(1);
            depth < DEEPEST
        }
        _ => true,
    });
    let kept = kept.collect();
    (kept, too_deep)
}

/// The text with every mark replaced by its number between private characters.
fn set_marks_aside(
    file: FileId,
    source: &str,
    range: Range<usize>,
    markup: &mut Markup,
    diagnostics: &mut Diagnostics,
) -> String {
    let mut plain = String::with_capacity(range.len());
    let mut at = range.start;
    let mut line_start = true;
    // Where none follows, none is looked for: a text may be all openings.
    let last_cite_end = source[range.clone()].rfind("]]").map(|at| range.start + at);
    let closing = closing_brackets(&source[range.clone()]);
    while at < range.end {
        let rest = &source[at..range.end];
        if line_start && rest.starts_with("{table=") {
            let line = rest.lines().next().unwrap_or_default();
            let span = Span::new(file, at, at + line.len());
            match parse_attributes(file, source, at..at + line.len(), diagnostics) {
                Some((attributes, _)) => {
                    attributes.only(&["table"], diagnostics);
                    let id = attributes.get("table").unwrap_or_default().to_owned();
                    // A paragraph of its own, just before the table, that the builder takes away.
                    plain.push_str(&format!("{OPEN}t{}{CLOSE}\n", markup.tables.len()));
                    markup.tables.push((id, span));
                }
                None => plain.push_str(line),
            }
            at += line.len();
            line_start = false;
            continue;
        }
        if rest.starts_with("[[")
            && last_cite_end.is_some_and(|end| at < end)
            && let Some(length) = rest.lines().next().and_then(|line| line.find("]]"))
        {
            let inner = &rest[2..length];
            let (target, text) = inner.split_once('|').unwrap_or((inner, ""));
            let span = Span::new(file, at, at + length + 2);
            let kind =
                MarkKind::Cite { target: target.trim().to_owned(), text: text.trim().to_owned() };
            push_mark(&mut plain, markup, Mark { span, kind });
            at += length + 2;
            line_start = false;
            continue;
        }
        if rest.starts_with('[')
            && let Some(close) = closing.get(&(at - range.start)).map(|c| c + range.start - at)
            && rest[close + 1..].starts_with('{')
            && let Some((attributes, end)) =
                parse_attributes(file, source, at + close + 1..range.end, diagnostics)
        {
            let text = rest[1..close].to_owned();
            let span = Span::new(file, at, end);
            push_mark(&mut plain, markup, Mark { span, kind: MarkKind::Span { text, attributes } });
            at = end;
            line_start = false;
            continue;
        }
        let c = rest.chars().next().expect("not at the end");
        if c == '\\' && rest.len() > 1 {
            // An escaped character is never the beginning of a mark.
            let next = rest[1..].chars().next().expect("there is one");
            plain.push(c);
            plain.push(next);
            at += 1 + next.len_utf8();
            line_start = next == '\n';
            continue;
        }
        if c != OPEN && c != CLOSE {
            plain.push(c);
        }
        line_start = c == '\n';
        at += c.len_utf8();
    }
    plain
}

fn push_mark(plain: &mut String, markup: &mut Markup, mark: Mark) {
    plain.push_str(&format!("{OPEN}{}{CLOSE}", markup.marks.len()));
    markup.marks.push(mark);
}

/// The `]` that closes each `[`, by their places; none across a blank line.
fn closing_brackets(text: &str) -> HashMap<usize, usize> {
    let (mut open, mut closing) = (Vec::new(), HashMap::new());
    for (at, c) in text.char_indices() {
        match c {
            '[' => open.push(at),
            ']' => closing.extend(open.pop().map(|start| (start, at))),
            '\n' if text[at + 1..].starts_with('\n') => open.clear(),
            _ => {}
        }
    }
    closing
}

struct Builder<'a> {
    markup: &'a Markup,
    events: &'a [Event<'a>],
    position: usize,
    raw_html: bool,
    tables: usize,
    /// Anchors given so far, where headings have them.
    anchors: Option<BTreeSet<String>>,
    /// Labels of notes, in the order of their first references: they are numbered by it.
    labels: Vec<String>,
    /// Notes by label.
    notes: BTreeMap<String, Vec<Block>>,
}

impl<'a> Builder<'a> {
    fn next(&mut self) -> Option<Event<'a>> {
        let event = self.events.get(self.position).cloned();
        self.position += 1;
        event
    }

    /// Blocks up to the end tag `until` (or the end of the text).
    fn blocks(&mut self, until: Option<TagEnd>) -> Vec<Block> {
        let mut blocks = Vec::new();
        let mut table_param: Option<String> = None;
        while let Some(event) = self.next() {
            match event {
                Event::End(tag) if Some(tag) == until => break,
                Event::Start(Tag::Paragraph) => {
                    let inlines = self.inlines(TagEnd::Paragraph);
                    match self.table_mark(&inlines) {
                        Some(id) => table_param = Some(id),
                        None => blocks.push(Block::Paragraph(inlines)),
                    }
                }
                Event::Start(Tag::Heading { level, id, .. }) => {
                    let text = self.inlines(TagEnd::Heading(level));
                    let anchor = self.anchor(id.as_deref(), &text);
                    let level = heading_level(level);
                    // The title of a page with anchors stands above: its text begins below it.
                    let level = if anchor.is_some() { level.max(2) } else { level };
                    blocks.push(Block::Heading { level, anchor, text });
                }
                Event::Start(Tag::FootnoteDefinition(label)) => {
                    let note = self.blocks(Some(TagEnd::FootnoteDefinition));
                    self.notes.insert(label.to_string(), note);
                }
                Event::Start(Tag::List(start)) => {
                    let items = self.items(TagEnd::List(start.is_some()));
                    blocks.push(Block::List { start, items });
                }
                Event::Start(Tag::BlockQuote(kind)) => {
                    blocks.push(Block::Quote(self.blocks(Some(TagEnd::BlockQuote(kind)))));
                }
                Event::Start(Tag::Table(align)) => {
                    let param = table_param.take();
                    blocks.push(Block::Table(self.table(&align, param)));
                }
                Event::Start(Tag::CodeBlock(kind)) => {
                    let language = match kind {
                        CodeBlockKind::Fenced(language) => language.to_string(),
                        CodeBlockKind::Indented => String::new(),
                    };
                    let mut text = String::new();
                    while let Some(event) = self.next() {
                        match event {
                            Event::End(TagEnd::CodeBlock) => break,
                            Event::Text(part) => text.push_str(&part),
                            _ => {}
                        }
                    }
                    blocks.push(Block::Code { language, text });
                }
                Event::Rule => blocks.push(Block::Rule),
                Event::Html(_) | Event::Start(Tag::HtmlBlock) => self.raw_html = true,
                Event::End(_) => {}
                // Tight list items have their text without a paragraph.
                _ => {
                    self.position -= 1;
                    let inlines = self.loose_inlines();
                    if !inlines.is_empty() {
                        blocks.push(Block::Paragraph(inlines));
                    }
                }
            }
        }
        blocks
    }

    /// The anchor of a heading: its own, else one made of its words that is still free.
    fn anchor(&mut self, given: Option<&str>, text: &[Inline]) -> Option<String> {
        let anchors = self.anchors.as_mut()?;
        let anchor = match given {
            Some(given) => given.to_owned(),
            None => {
                let words = crate::model::slugify(&crate::rulebook::plain_text(text));
                (1..)
                    .map(|n| if n == 1 { words.clone() } else { format!("{words}-{n}") })
                    .find(|candidate| !candidate.is_empty() && !anchors.contains(candidate))
                    .expect("one of endlessly many is free")
            }
        };
        anchors.insert(anchor.clone());
        Some(anchor)
    }

    /// The notes that are referred to, in the order of their numbers.
    fn take_notes(&mut self) -> Option<Block> {
        let mut notes = std::mem::take(&mut self.notes);
        let numbered: Vec<_> =
            self.labels.iter().map(|label| notes.remove(label).unwrap_or_default()).collect();
        (!numbered.is_empty()).then_some(Block::Notes(numbered))
    }

    fn items(&mut self, until: TagEnd) -> Vec<Vec<Block>> {
        let mut items = Vec::new();
        while let Some(event) = self.next() {
            match event {
                Event::End(tag) if tag == until => break,
                Event::Start(Tag::Item) => items.push(self.blocks(Some(TagEnd::Item))),
                _ => {}
            }
        }
        items
    }

    fn table(&mut self, align: &[Alignment], param: Option<String>) -> Table {
        let align = align
            .iter()
            .map(|a| match a {
                Alignment::Right => Align::End,
                Alignment::Center => Align::Centre,
                Alignment::Left | Alignment::None => Align::Start,
            })
            .collect();
        let mut table = Table { param, align, head: Vec::new(), rows: Vec::new() };
        let mut in_head = false;
        while let Some(event) = self.next() {
            match event {
                Event::End(TagEnd::Table) => break,
                Event::Start(Tag::TableHead) => in_head = true,
                Event::End(TagEnd::TableHead) => in_head = false,
                Event::Start(Tag::TableRow) => table.rows.push(Vec::new()),
                Event::Start(Tag::TableCell) => {
                    let cell = self.inlines(TagEnd::TableCell);
                    if in_head {
                        table.head.push(cell);
                    } else if let Some(row) = table.rows.last_mut() {
                        row.push(cell);
                    }
                }
                _ => {}
            }
        }
        table
    }

    /// The identifier, if a paragraph is only the mark before a table.
    fn table_mark(&mut self, inlines: &[Inline]) -> Option<String> {
        let [Inline::Text(text)] = inlines else { return None };
        let inner = text.strip_prefix(OPEN)?.strip_suffix(CLOSE)?;
        let number: usize = inner.strip_prefix('t')?.parse().ok()?;
        self.tables += 1;
        self.markup.tables.get(number).map(|(id, _)| id.clone())
    }

    fn inlines(&mut self, until: TagEnd) -> Vec<Inline> {
        let mut inlines = Vec::new();
        while let Some(event) = self.next() {
            if matches!(&event, Event::End(tag) if *tag == until) {
                break;
            }
            self.inline(event, &mut inlines);
        }
        join_texts(inlines)
    }

    /// Inline events up to the next block event.
    fn loose_inlines(&mut self) -> Vec<Inline> {
        let mut inlines = Vec::new();
        while let Some(event) = self.events.get(self.position) {
            let is_inline = match event {
                Event::Text(_) | Event::Code(_) | Event::SoftBreak | Event::HardBreak => true,
                Event::InlineHtml(_) | Event::FootnoteReference(_) => true,
                Event::Start(tag) => is_inline_tag(tag),
                _ => false,
            };
            if !is_inline {
                break;
            }
            let event = event.clone();
            self.position += 1;
            self.inline(event, &mut inlines);
        }
        if inlines.is_empty() {
            // Something this reader does not know: skip it rather than stay here for ever.
            self.position += 1;
        }
        join_texts(inlines)
    }

    fn inline(&mut self, event: Event<'a>, inlines: &mut Vec<Inline>) {
        match event {
            Event::Text(text) => self.text(&text, inlines),
            Event::Code(text) => inlines.push(Inline::Code(self.unmarked(&text))),
            Event::SoftBreak => inlines.push(Inline::Text(" ".to_owned())),
            Event::HardBreak => inlines.push(Inline::Break),
            Event::FootnoteReference(label) => {
                let known = self.labels.iter().position(|known| **known == *label);
                let at = known.unwrap_or_else(|| {
                    self.labels.push(label.to_string());
                    self.labels.len() - 1
                });
                inlines.push(Inline::Note(at + 1));
            }
            Event::InlineHtml(_) | Event::Html(_) => self.raw_html = true,
            Event::Start(Tag::Emphasis) => {
                inlines.push(Inline::Emphasis(self.inlines(TagEnd::Emphasis)));
            }
            Event::Start(Tag::Strong) => inlines.push(Inline::Strong(self.inlines(TagEnd::Strong))),
            Event::Start(Tag::Strikethrough) => {
                inlines.extend(self.inlines(TagEnd::Strikethrough));
            }
            Event::Start(Tag::Link { dest_url, .. }) => {
                let text = self.inlines(TagEnd::Link);
                inlines.push(Inline::Link { href: dest_url.to_string(), text });
            }
            Event::Start(Tag::Image { dest_url, .. }) => {
                let alt = crate::rulebook::plain_text(&self.inlines(TagEnd::Image));
                inlines.push(Inline::Image { src: dest_url.to_string(), alt });
            }
            _ => {}
        }
    }

    /// A text with marks in it.
    fn text(&self, text: &str, inlines: &mut Vec<Inline>) {
        let mut rest = text;
        while let Some((before, after)) = rest.split_once(OPEN) {
            let Some((number, after)) = after.split_once(CLOSE) else { break };
            if !before.is_empty() {
                inlines.push(Inline::Text(before.to_owned()));
            }
            match number.parse::<usize>().ok().and_then(|n| self.markup.marks.get(n)) {
                Some(mark) => inlines.push(mark_inline(mark)),
                None => inlines.push(Inline::Text(format!("{OPEN}{number}{CLOSE}"))),
            }
            rest = after;
        }
        if !rest.is_empty() {
            inlines.push(Inline::Text(rest.to_owned()));
        }
    }

    /// Code keeps what was written: the marks' own characters come back.
    fn unmarked(&self, text: &str) -> String {
        let mut inlines = Vec::new();
        self.text(text, &mut inlines);
        crate::rulebook::plain_text(&inlines)
    }
}

fn mark_inline(mark: &Mark) -> Inline {
    match &mark.kind {
        MarkKind::Cite { target, text } => {
            Inline::Cite { target: ProvisionId::from(target.as_str()), text: text.clone() }
        }
        MarkKind::Span { text, attributes } => {
            let text = text.clone();
            match (attributes.get("param").or(attributes.get("item")), attributes.get("term")) {
                (Some(id), _) => Inline::Param { id: id.to_owned(), text },
                (None, Some(slug)) if slug != "none" => {
                    Inline::Term { slug: slug.to_owned(), text }
                }
                (None, _) => Inline::Text(text),
            }
        }
    }
}

fn is_inline_tag(tag: &Tag<'_>) -> bool {
    matches!(
        tag,
        Tag::Emphasis | Tag::Strong | Tag::Strikethrough | Tag::Link { .. } | Tag::Image { .. }
    )
}

fn heading_level(level: HeadingLevel) -> u8 {
    level as u8
}

/// Neighbouring texts made one.
fn join_texts(inlines: Vec<Inline>) -> Vec<Inline> {
    let mut joined: Vec<Inline> = Vec::with_capacity(inlines.len());
    for inline in inlines {
        match (joined.last_mut(), inline) {
            (Some(Inline::Text(last)), Inline::Text(text)) => last.push_str(&text),
            (_, inline) => joined.push(inline),
        }
    }
    joined
}
