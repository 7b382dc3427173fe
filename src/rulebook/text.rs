//! Texts as trees, ready for any renderer.

use super::ProvisionId;

/// A block of text.
#[derive(Clone, Debug, PartialEq)]
pub enum Block {
    Paragraph(Vec<Inline>),
    /// With an anchor it stands at its own level; without, at that of the text around it.
    Heading {
        level: u8,
        anchor: Option<String>,
        text: Vec<Inline>,
    },
    /// `start` is the first number of a numbered list.
    List {
        start: Option<u64>,
        items: Vec<Vec<Block>>,
    },
    Table(Table),
    Quote(Vec<Block>),
    Code {
        language: String,
        text: String,
    },
    Rule,
    /// The notes of a text, numbered from 1, that [`Inline::Note`] refers to.
    Notes(Vec<Vec<Block>>),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Align {
    Start,
    Centre,
    End,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Table {
    /// Identifier, if the table is a parameter.
    pub param: Option<String>,
    pub align: Vec<Align>,
    pub head: Vec<Vec<Inline>>,
    pub rows: Vec<Vec<Vec<Inline>>>,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Inline {
    Text(String),
    Emphasis(Vec<Inline>),
    Strong(Vec<Inline>),
    Code(String),
    Link {
        href: String,
        text: Vec<Inline>,
    },
    Image {
        src: String,
        alt: String,
    },
    Break,
    /// A reference to a note of the text, by its number.
    Note(usize),
    /// A number that calculations use, or an item of a list that they follow.
    Param {
        id: String,
        text: String,
    },
    /// A citation; `text` empty means "write the identifier".
    Cite {
        target: ProvisionId,
        text: String,
    },
    Term {
        slug: String,
        text: String,
    },
}

impl Block {
    /// Lets go of the room that it kept to grow: a site may hold ten thousand pages at once.
    pub fn shrink(&mut self) {
        match self {
            Self::Paragraph(text) => shrink_inlines(text),
            Self::Heading { text, .. } => shrink_inlines(text),
            Self::List { items, .. } | Self::Notes(items) => {
                items.shrink_to_fit();
                items.iter_mut().for_each(shrink_blocks);
            }
            Self::Table(table) => {
                table.rows.shrink_to_fit();
                for cells in table.rows.iter_mut().chain([&mut table.head]) {
                    cells.shrink_to_fit();
                    cells.iter_mut().for_each(shrink_inlines);
                }
            }
            Self::Quote(blocks) => shrink_blocks(blocks),
            Self::Code { text, .. } => text.shrink_to_fit(),
            Self::Rule => {}
        }
    }
}

/// [`Block::shrink`] for several.
pub fn shrink_blocks(blocks: &mut Vec<Block>) {
    blocks.shrink_to_fit();
    blocks.iter_mut().for_each(Block::shrink);
}

fn shrink_inlines(inlines: &mut Vec<Inline>) {
    inlines.shrink_to_fit();
    for inline in inlines {
        match inline {
            Inline::Text(text) | Inline::Code(text) => text.shrink_to_fit(),
            Inline::Emphasis(inner) | Inline::Strong(inner) | Inline::Link { text: inner, .. } => {
                shrink_inlines(inner);
            }
            _ => {}
        }
    }
}

/// The words of a text without its markup.
pub fn plain_text(inlines: &[Inline]) -> String {
    let mut text = String::new();
    for inline in inlines {
        match inline {
            Inline::Text(t) | Inline::Code(t) => text.push_str(t),
            Inline::Param { text: t, .. } | Inline::Term { text: t, .. } => text.push_str(t),
            Inline::Emphasis(inner) | Inline::Strong(inner) => text.push_str(&plain_text(inner)),
            Inline::Link { text: inner, .. } => text.push_str(&plain_text(inner)),
            Inline::Image { alt, .. } => text.push_str(alt),
            Inline::Break => text.push(' '),
            Inline::Note(_) => {}
            Inline::Cite { target, text: t } if t.is_empty() => text.push_str(target.as_str()),
            Inline::Cite { text: t, .. } => text.push_str(t),
        }
    }
    text
}

/// The words of blocks: paragraphs, items and rows on lines of their own, a blank line between
/// blocks, cells separated by ` | `.
pub fn blocks_text(blocks: &[Block]) -> String {
    let parts: Vec<String> =
        blocks.iter().map(block_text).filter(|text| !text.is_empty()).collect();
    parts.join("\n\n")
}

fn block_text(block: &Block) -> String {
    let row = |cells: &[Vec<Inline>]| {
        cells.iter().map(|cell| plain_text(cell)).collect::<Vec<_>>().join(" | ")
    };
    match block {
        Block::Paragraph(inlines) | Block::Heading { text: inlines, .. } => plain_text(inlines),
        Block::List { items, .. } => {
            items.iter().map(|item| blocks_text(item)).collect::<Vec<_>>().join("\n")
        }
        Block::Table(table) => std::iter::once(&table.head)
            .chain(&table.rows)
            .map(|cells| row(cells))
            .collect::<Vec<_>>()
            .join("\n"),
        Block::Quote(inner) => blocks_text(inner),
        Block::Code { text, .. } => text.trim_end().to_owned(),
        Block::Notes(notes) => {
            notes.iter().map(|note| blocks_text(note)).collect::<Vec<_>>().join("\n")
        }
        Block::Rule => String::new(),
    }
}

/// The provisions that blocks cite, in order, with repetitions.
pub fn cited(blocks: &[Block]) -> Vec<&ProvisionId> {
    let mut found = Vec::new();
    visit_inlines(blocks, &mut |inline| {
        if let Inline::Cite { target, .. } = inline {
            found.push(target);
        }
    });
    found
}

/// Calls `visit` with every inline, outer ones first.
pub(crate) fn visit_inlines<'a>(blocks: &'a [Block], visit: &mut impl FnMut(&'a Inline)) {
    fn inlines<'a>(list: &'a [Inline], visit: &mut impl FnMut(&'a Inline)) {
        for inline in list {
            visit(inline);
            match inline {
                Inline::Emphasis(inner) | Inline::Strong(inner) => inlines(inner, visit),
                Inline::Link { text, .. } => inlines(text, visit),
                _ => {}
            }
        }
    }
    for block in blocks {
        match block {
            Block::Paragraph(list) | Block::Heading { text: list, .. } => inlines(list, visit),
            Block::List { items, .. } | Block::Notes(items) => {
                for item in items {
                    visit_inlines(item, visit);
                }
            }
            Block::Table(table) => {
                for cell in std::iter::once(&table.head).chain(&table.rows).flatten() {
                    inlines(cell, visit);
                }
            }
            Block::Quote(inner) => visit_inlines(inner, visit),
            Block::Code { .. } | Block::Rule => {}
        }
    }
}

/// Replaces every text by what `rewrite` makes of it, in the order of reading. Headings, links,
/// code and the cells of tables that are parameters are left alone.
pub(crate) fn rewrite_texts(
    blocks: &mut [Block],
    rewrite: &mut impl FnMut(&str) -> Option<Vec<Inline>>,
) {
    fn inlines(list: &mut Vec<Inline>, rewrite: &mut impl FnMut(&str) -> Option<Vec<Inline>>) {
        let mut at = 0;
        while at < list.len() {
            match &mut list[at] {
                Inline::Text(text) => {
                    if let Some(pieces) = rewrite(text) {
                        let count = pieces.len();
                        list.splice(at..=at, pieces);
                        at += count;
                        continue;
                    }
                }
                Inline::Emphasis(inner) | Inline::Strong(inner) => inlines(inner, rewrite),
                _ => {}
            }
            at += 1;
        }
    }
    for block in blocks {
        match block {
            Block::Paragraph(list) => inlines(list, rewrite),
            Block::List { items, .. } | Block::Notes(items) => {
                for item in items {
                    rewrite_texts(item, rewrite);
                }
            }
            Block::Table(table) if table.param.is_none() => {
                for cell in table.rows.iter_mut().flatten() {
                    inlines(cell, rewrite);
                }
            }
            Block::Quote(inner) => rewrite_texts(inner, rewrite),
            Block::Table(_) | Block::Heading { .. } | Block::Code { .. } | Block::Rule => {}
        }
    }
}
