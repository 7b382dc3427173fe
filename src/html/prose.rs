//! Texts that were written in Markdown: blocks, tables, lists, words.

use super::writer::Writer;
use crate::rulebook::{Align, Block, Inline, ParamValue, Table, plain_text};
use crate::site::Target;

impl Writer<'_> {
    /// Blocks of text. Headings inside them are of `level`; `title` names the tables.
    pub fn blocks(&mut self, blocks: &[Block], level: u8, title: &str) {
        for (at, block) in blocks.iter().enumerate() {
            match block {
                // Bold words alone before a table are its caption.
                Block::Paragraph(inlines)
                    if bold_alone(inlines)
                        && matches!(blocks.get(at + 1), Some(Block::Table(_))) => {}
                Block::Paragraph(inlines) => {
                    self.raw("<p>");
                    self.inlines(inlines);
                    self.raw("</p>\n");
                }
                Block::Heading { level: own, anchor: Some(anchor), text } => {
                    self.raw(&format!("<h{own}"));
                    self.attribute("id", anchor);
                    self.raw(">");
                    self.inlines(text);
                    self.raw(&format!("</h{own}>\n"));
                }
                Block::Heading { anchor: None, text, .. } => {
                    self.raw(&format!("<h{level}>"));
                    self.inlines(text);
                    self.raw(&format!("</h{level}>\n"));
                }
                Block::List { start, items } => {
                    let tag = if start.is_some() { "ol" } else { "ul" };
                    self.raw("<");
                    self.raw(tag);
                    if let Some(start) = start.filter(|&start| start != 1) {
                        self.attribute("start", &start.to_string());
                    }
                    self.raw(">\n");
                    for item in items {
                        self.raw("<li>");
                        match item.as_slice() {
                            [Block::Paragraph(inlines)] => self.inlines(inlines),
                            blocks => self.blocks(blocks, level, title),
                        }
                        self.raw("</li>\n");
                    }
                    self.raw(&format!("</{tag}>\n"));
                }
                Block::Table(table) => {
                    let before = at.checked_sub(1).and_then(|before| blocks.get(before));
                    match before {
                        Some(Block::Paragraph(inlines)) if bold_alone(inlines) => {
                            self.text_table(table, &plain_text(inlines), true);
                        }
                        _ => self.text_table(table, title, false),
                    }
                }
                Block::Quote(inner) => {
                    self.raw("<blockquote>");
                    self.blocks(inner, level, title);
                    self.raw("</blockquote>\n");
                }
                Block::Code { text, .. } => {
                    self.raw("<pre><code>");
                    self.text(text);
                    self.raw("</code></pre>\n");
                }
                Block::Rule => self.raw("<hr>\n"),
                Block::Notes(notes) => self.notes(notes, level, title),
            }
        }
    }

    /// The notes of a text, each with the way back to where it is referred to.
    fn notes(&mut self, notes: &[Vec<Block>], level: u8, title: &str) {
        self.raw("<section class=\"notes\"");
        let label = self.word("site.notes");
        self.attribute("aria-label", &label);
        self.raw("><ol>\n");
        let back = self.word("site.note-back");
        for (at, note) in notes.iter().enumerate() {
            self.raw(&format!("<li id=\"nota-{}\">", at + 1));
            match note.as_slice() {
                [Block::Paragraph(inlines)] => self.inlines(inlines),
                blocks => self.blocks(blocks, level, title),
            }
            self.raw(&format!(" <a href=\"#crida-{}\"", at + 1));
            self.attribute("aria-label", &back);
            self.raw(">↩</a></li>\n");
        }
        self.raw("</ol></section>\n");
    }

    /// The reference to a note; the first one is where the note leads back to.
    fn note_reference(&mut self, number: usize) {
        self.raw("<sup><a class=\"note\"");
        let anchor = format!("crida-{number}");
        if self.claim_id(&anchor) {
            self.attribute("id", &anchor);
        }
        self.raw(&format!(" href=\"#nota-{number}\">{number}</a></sup>"));
    }

    /// A table of a text. Its first column heads the rows. A title that stands above already is
    /// there only for those who hear the page.
    fn text_table(&mut self, table: &Table, title: &str, shown: bool) {
        let class = |align: Option<&Align>| match align {
            Some(Align::End) => Some("n"),
            Some(Align::Centre) => Some("c"),
            _ => None,
        };
        self.raw("<div class=\"scroll\" role=\"region\" tabindex=\"0\"");
        let label = if title.is_empty() { self.word("site.table") } else { title.to_owned() };
        self.attribute("aria-label", &label);
        self.raw("><table class=\"text\">");
        if !title.is_empty() {
            self.raw(if shown { "<caption>" } else { "<caption class=\"hidden\">" });
            self.text(title);
            self.raw("</caption>");
        }
        self.raw("\n<thead><tr>");
        for (at, cell) in table.head.iter().enumerate() {
            self.raw("<th scope=\"col\"");
            if let Some(class) = class(table.align.get(at)) {
                self.attribute("class", class);
            }
            self.raw(">");
            self.inlines(cell);
            self.raw("</th>");
        }
        self.raw("</tr></thead>\n<tbody>\n");
        for row in &table.rows {
            self.raw("<tr>");
            for (at, cell) in row.iter().enumerate() {
                // A heading without words heads nothing.
                let is_head = at == 0 && !plain_text(cell).trim().is_empty();
                let tag = if is_head { "th" } else { "td" };
                self.raw("<");
                self.raw(tag);
                if is_head {
                    self.raw(" scope=\"row\"");
                }
                if let Some(class) = class(table.align.get(at)) {
                    self.attribute("class", class);
                } else if at > 0 && is_number(&plain_text(cell)) {
                    self.attribute("class", "n");
                }
                self.raw(">");
                if table.param.is_some() && at > 0 {
                    self.raw("<span class=\"param\">");
                    self.inlines(cell);
                    self.raw("</span>");
                } else {
                    self.inlines(cell);
                }
                self.raw("</");
                self.raw(tag);
                self.raw(">");
            }
            self.raw("</tr>\n");
        }
        self.raw("</tbody></table></div>\n");
    }

    pub fn inlines(&mut self, inlines: &[Inline]) {
        for inline in inlines {
            match inline {
                Inline::Text(text) => self.text(text),
                Inline::Emphasis(inner) => {
                    self.raw("<em>");
                    self.inlines(inner);
                    self.raw("</em>");
                }
                Inline::Strong(inner) => {
                    self.raw("<strong>");
                    self.inlines(inner);
                    self.raw("</strong>");
                }
                Inline::Code(text) => {
                    self.raw("<code>");
                    self.text(text);
                    self.raw("</code>");
                }
                Inline::Link { href, text } => {
                    self.raw("<a");
                    match href.strip_prefix('/') {
                        // An address in the site.
                        Some(url) if !url.starts_with('/') => {
                            let href = self.href(url);
                            self.attribute("href", &href);
                        }
                        _ => self.attribute("href", safe_href(href)),
                    }
                    self.raw(">");
                    self.inlines(text);
                    self.raw("</a>");
                }
                // Pictures would be files that nobody has checked: their words stand for them.
                Inline::Image { alt, .. } => self.text(alt),
                Inline::Break => self.raw("<br>"),
                Inline::Note(number) => self.note_reference(*number),
                Inline::Param { id, text } => self.param(id, text),
                Inline::Cite { target, text } => self.cite(target, text),
                Inline::Term { slug, text } => self.term(slug, text),
            }
        }
    }

    /// A number that calculations use.
    fn param(&mut self, id: &str, text: &str) {
        let param = self.rulebook.params.get(id);
        let value = param.and_then(|param| match &param.value {
            ParamValue::List(_) | ParamValue::Table(_) => None,
            value => Some(match value.to_json() {
                serde_json::Value::String(text) => text,
                other => other.to_string(),
            }),
        });
        match value {
            Some(value) => {
                self.raw("<data class=\"param\"");
                self.attribute("value", &value);
                self.attribute("title", id);
                self.raw(">");
                self.text(text);
                self.raw("</data>");
            }
            None => {
                self.raw("<span class=\"param\"");
                self.attribute("title", id);
                self.raw(">");
                self.text(text);
                self.raw("</span>");
            }
        }
    }

    fn term(&mut self, slug: &str, text: &str) {
        let definition = self.site.input.glossary.iter().find(|term| term.slug == slug);
        let Some(url) = self.resolve(Target::Term(slug)) else { return self.text(text) };
        self.raw("<a class=\"term\"");
        self.attribute("href", &self.href(&url));
        if let Some(term) = definition {
            self.attribute("title", &term.definition);
        }
        self.raw(">");
        self.text(text);
        self.raw("</a>");
    }
}

fn bold_alone(inlines: &[Inline]) -> bool {
    matches!(inlines, [Inline::Strong(_)])
}

/// Figures, halves, dashes: set like numbers.
fn is_number(text: &str) -> bool {
    let text = text.trim();
    !text.is_empty() && text.chars().all(|c| c.is_ascii_digit() || "½¼¾.,%−–+ \u{a0}".contains(c))
}

/// Links of a text that may run nothing: to pages, mail and files.
fn safe_href(href: &str) -> &str {
    let scheme = href.split_once(':').map(|(scheme, _)| scheme.to_ascii_lowercase());
    match scheme.as_deref() {
        None | Some("http" | "https" | "mailto" | "tel") => href,
        // A colon after a slash is no scheme.
        Some(scheme) if scheme.contains(['/', '?', '#']) => href,
        Some(_) => "#",
    }
}
