//! A regulation of a day as Akoma Ntoso 3.0, the OASIS standard XML for legal documents.
//!
//! Articles are `article`, what is numbered under them `paragraph`, letters `point`, texts without
//! a label `hcontainer`; chapters are `chapter`, other headings `section`. `eId`s follow the
//! naming convention (`art_8__para_8.3.2`): an article's does not depend on its chapter. The
//! `title` attribute of a provision is its identifier here. Editors' notes are `authorialNote`s,
//! parameters `inline` elements, terms refer to the document's own references. A provision that a
//! circular changed names its `period`; the circulars stand in the life cycle and in the analysis.

mod ids;
mod inline;
mod meta;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;

use self::ids::{Element, Ids, division_parts, element_of};
use self::inline::Context;
use super::Publisher;
use super::xml::Xml;
use crate::model::{Date, slugify};
use crate::rulebook::{
    Block, Circular, Division, Node, NodeItem, Note, Provision, Regulation, Table, Versions,
};

/// Namespace of Akoma Ntoso 3.0.
pub const NAMESPACE: &str = "http://docs.oasis-open.org/legaldocml/ns/akn/3.0";

/// The text of a regulation on a day; `None` if there is no regulation of that code. The same
/// input gives the same bytes.
pub fn regulation(
    versions: &Versions,
    code: &str,
    day: Date,
    publisher: &Publisher<'_>,
) -> Option<String> {
    let rulebook = versions.on(day);
    let regulation = rulebook.regulations.iter().find(|r| r.code == code)?;
    let amending: Vec<&Circular> = versions
        .circulars()
        .iter()
        .filter(|circular| {
            circular.in_force <= day
                && circular.amendments.iter().any(|amendment| amendment.target.code() == code)
        })
        .collect();
    let ids: BTreeMap<&str, Ids> =
        rulebook.regulations.iter().map(|r| (r.code.as_str(), Ids::new(&r.tree()))).collect();
    let context = Context { rulebook, regulation, publisher, ids };
    let writer = Writer { regulation, publisher, amending, context, xml: Xml::new() };
    Some(writer.document(&regulation.tree()))
}

/// Address of a regulation as a work, whatever its version.
pub fn work_uri(regulation: &Regulation, publisher: &Publisher<'_>) -> String {
    let date = regulation.approved.unwrap_or(regulation.in_force);
    format!("/akn/{}/act/{}/{date}/{}", publisher.jurisdiction, publisher.slug, regulation.slug)
}

fn circular_uri(circular: &Circular, publisher: &Publisher<'_>) -> String {
    format!(
        "/akn/{}/act/circular/{}/{}/{}",
        publisher.jurisdiction, publisher.slug, circular.date, circular.slug
    )
}

struct Writer<'a> {
    regulation: &'a Regulation,
    publisher: &'a Publisher<'a>,
    /// Circulars that changed the regulation up to the day.
    amending: Vec<&'a Circular>,
    context: Context<'a>,
    xml: Xml,
}

impl Writer<'_> {
    fn document(mut self, tree: &[Node<'_>]) -> String {
        self.xml.open("akomaNtoso", &[("xmlns", NAMESPACE)]);
        let contains = if self.amending.is_empty() { "originalVersion" } else { "singleVersion" };
        let name = slugify(self.regulation.kind.key());
        self.xml.open("act", &[("name", &name), ("contains", contains)]);
        self.meta();
        self.preface();
        self.xml.open("body", &[]);
        self.nodes(tree);
        self.xml.close();
        self.xml.finish()
    }

    fn preface(&mut self) {
        let regulation = self.regulation;
        self.xml.open("preface", &[]);
        self.xml.open("longTitle", &[]);
        self.xml.mixed("p", &[], |p| {
            p.element("docTitle", &[], |title| title.text(&regulation.title));
        });
        self.xml.close();
        self.blocks(&regulation.intro, &[]);
        self.xml.close();
    }

    fn nodes(&mut self, nodes: &[Node<'_>]) {
        for node in nodes {
            match node.item {
                NodeItem::Division(division) => self.division(division, &node.children),
                NodeItem::Provision(provision) => self.provision(provision, &node.children),
            }
        }
    }

    fn division(&mut self, division: &Division, children: &[Node<'_>]) {
        let (element, num, heading) = division_parts(division);
        let id = self.context.division_id(division);
        self.xml.open(element, &[("eId", &id)]);
        if let Some(num) = num {
            self.xml.text("num", &[], num);
        }
        self.xml.text("heading", &[], heading);
        self.nodes(children);
        self.xml.close();
    }

    fn provision(&mut self, provision: &Provision, children: &[Node<'_>]) {
        let id = self.context.provision_id(&provision.id).unwrap_or_default().to_owned();
        let element = element_of(provision);
        let period = provision
            .amended
            .as_ref()
            .and_then(|amended| self.amending.iter().find(|c| c.number == amended.by))
            .map(|circular| format!("#period_{}", circular.slug));
        let mut attributes = vec![("eId", id.as_str()), ("title", provision.id.as_str())];
        if element == Element::Unnumbered {
            attributes.push(("name", "text"));
        }
        if let Some(period) = &period {
            attributes.push(("period", period));
        }
        if provision.is_repealed() {
            attributes.push(("status", "removed"));
        }
        self.xml.open(element.name(), &attributes);
        if !provision.label.is_empty() {
            self.xml.text("num", &[], &provision.label);
        }
        if let Some(title) = &provision.title {
            self.xml.text("heading", &[], title);
        }
        let has_text = !provision.blocks.is_empty() || !provision.notes.is_empty();
        if children.is_empty() {
            self.xml.open("content", &[]);
            if has_text {
                self.blocks(&provision.blocks, &provision.notes);
            } else {
                self.xml.empty("p", &[]);
            }
            self.xml.close();
        } else {
            if has_text {
                self.xml.open("intro", &[]);
                self.blocks(&provision.blocks, &provision.notes);
                self.xml.close();
            }
            self.nodes(children);
        }
        self.xml.close();
    }

    /// Blocks, and editors' notes in a last paragraph of their own.
    fn blocks(&mut self, blocks: &[Block], notes: &[Note]) {
        for block in blocks {
            self.block(block);
        }
        if notes.is_empty() {
            return;
        }
        let context = &self.context;
        self.xml.mixed("p", &[("class", "notes")], |p| {
            for note in notes {
                let marker = if note.readings.is_empty() {
                    "*".to_owned()
                } else {
                    note.readings.join(", ")
                };
                let attributes =
                    [("class", "editor"), ("marker", &marker), ("placement", "bottom")];
                p.element("authorialNote", &attributes, |inside| {
                    context.note_blocks(&note.blocks, inside);
                });
            }
        });
    }

    fn block(&mut self, block: &Block) {
        let context = &self.context;
        match block {
            Block::Paragraph(inlines) => {
                self.xml.mixed("p", &[], |p| context.inlines(inlines, p));
            }
            Block::Heading { text, .. } => {
                self.xml.mixed("block", &[("name", "heading")], |p| context.inlines(text, p));
            }
            Block::List { start, items } => {
                let name = if start.is_some() { "ol" } else { "ul" };
                self.xml.mixed(name, &[], |list| context.items(items, list));
            }
            Block::Table(table) => self.table(table),
            Block::Quote(inner) => {
                for block in inner {
                    self.block(block);
                }
            }
            Block::Code { text, .. } => {
                self.xml.mixed("block", &[("name", "code")], |p| p.text(text));
            }
            // Texts with notes of their own are no regulations.
            Block::Rule | Block::Notes(_) => {}
        }
    }

    fn table(&mut self, table: &Table) {
        let context = &self.context;
        let title = table.param.as_deref().map(|id| ("title", id));
        let attributes: Vec<(&str, &str)> = title.into_iter().collect();
        self.xml.open("table", &attributes);
        let rows =
            std::iter::once((&table.head, "th")).chain(table.rows.iter().map(|row| (row, "td")));
        for (cells, name) in rows.filter(|(cells, _)| !cells.is_empty()) {
            self.xml.mixed("tr", &[], |row| {
                for cell in cells {
                    row.element(name, &[], |td| {
                        td.element("p", &[], |p| context.inlines(cell, p));
                    });
                }
            });
        }
        self.xml.close();
    }
}
