//! Text within paragraphs, lists and notes.

use std::collections::BTreeMap;

use super::ids::Ids;
use super::meta::term_id;
use super::work_uri;
use crate::export::Publisher;
use crate::export::xml::Inside;
use crate::rulebook::{Block, Division, Inline, ProvisionId, Regulation, Rulebook};

/// What inline elements need to know.
pub(super) struct Context<'a> {
    pub rulebook: &'a Rulebook,
    pub regulation: &'a Regulation,
    pub publisher: &'a Publisher<'a>,
    /// Of every regulation, by code.
    pub ids: BTreeMap<&'a str, Ids>,
}

impl Context<'_> {
    pub fn inlines(&self, inlines: &[Inline], out: &mut Inside<'_>) {
        for inline in inlines {
            match inline {
                Inline::Text(text) => out.text(text),
                Inline::Emphasis(inner) => out.element("i", &[], |i| self.inlines(inner, i)),
                Inline::Strong(inner) => out.element("b", &[], |b| self.inlines(inner, b)),
                Inline::Code(text) => {
                    out.element("inline", &[("name", "code")], |code| code.text(text));
                }
                Inline::Link { href, text } => {
                    out.element("a", &[("href", href)], |a| self.inlines(text, a));
                }
                Inline::Image { src, alt } => out.empty("img", &[("src", src), ("alt", alt)]),
                Inline::Break => out.empty("br", &[]),
                // Texts with notes of their own are no regulations.
                Inline::Note(_) => {}
                Inline::Param { id, text } => {
                    let attributes = [("name", "parameter"), ("title", id.as_str())];
                    out.element("inline", &attributes, |number| number.text(text));
                }
                Inline::Term { slug, text } => {
                    let refers = format!("#{}", term_id(slug));
                    out.element("term", &[("refersTo", &refers)], |term| term.text(text));
                }
                Inline::Cite { target, text } => {
                    let shown = if text.is_empty() { target.as_str() } else { text };
                    match self.href(target) {
                        Some(href) => out.element("ref", &[("href", &href)], |r| r.text(shown)),
                        None => out.text(shown),
                    }
                }
            }
        }
    }

    /// Where a citation leads: within this document, or to another regulation as a work.
    fn href(&self, target: &ProvisionId) -> Option<String> {
        let target = self.rulebook.resolve(target);
        let id = self.provision_id(target)?;
        if target.code() == self.regulation.code {
            return Some(format!("#{id}"));
        }
        let regulation = self.rulebook.regulation_of(target)?;
        Some(format!("{}/!main#{id}", work_uri(regulation, self.publisher)))
    }

    pub fn provision_id(&self, id: &ProvisionId) -> Option<&str> {
        self.ids.get(id.code())?.provisions.get(id).map(String::as_str)
    }

    pub fn division_id(&self, division: &Division) -> String {
        let ids = self.ids.get(self.regulation.code.as_str());
        ids.and_then(|ids| ids.divisions.get(&division.anchor)).cloned().unwrap_or_default()
    }

    pub fn items(&self, items: &[Vec<Block>], out: &mut Inside<'_>) {
        for item in items {
            out.element("li", &[], |li| {
                for (number, block) in item.iter().enumerate() {
                    match block {
                        // The first paragraph of an item stands in it directly.
                        Block::Paragraph(inlines) if number == 0 => self.inlines(inlines, li),
                        block => self.small_block(block, li),
                    }
                }
            });
        }
    }

    /// A block within a list or a note: tables and code are given as their words.
    fn small_block(&self, block: &Block, out: &mut Inside<'_>) {
        match block {
            Block::Paragraph(inlines) | Block::Heading { text: inlines, .. } => {
                out.element("p", &[], |p| self.inlines(inlines, p));
            }
            Block::List { start, items } => {
                let name = if start.is_some() { "ol" } else { "ul" };
                out.element(name, &[], |list| self.items(items, list));
            }
            Block::Quote(inner) => {
                for block in inner {
                    self.small_block(block, out);
                }
            }
            other => {
                let words = crate::rulebook::blocks_text(std::slice::from_ref(other));
                out.element("p", &[], |p| p.text(&words));
            }
        }
    }

    pub fn note_blocks(&self, blocks: &[Block], out: &mut Inside<'_>) {
        if blocks.is_empty() {
            out.empty("p", &[]);
        }
        for block in blocks {
            self.small_block(block, out);
        }
    }
}
