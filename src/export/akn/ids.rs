//! The elements that provisions and divisions become, and their `eId`s.

use std::collections::{BTreeMap, BTreeSet};

use crate::model::slugify;
use crate::rulebook::{Division, Node, NodeItem, Provision, ProvisionId, bare_label};

/// The `eId` of each provision and division.
#[derive(Debug, Default)]
pub(super) struct Ids {
    pub provisions: BTreeMap<ProvisionId, String>,
    /// By anchor.
    pub divisions: BTreeMap<String, String>,
    taken: BTreeSet<String>,
}

impl Ids {
    pub fn new(tree: &[Node<'_>]) -> Self {
        let mut ids = Self::default();
        ids.take(tree, None);
        ids
    }

    fn take(&mut self, nodes: &[Node<'_>], parent: Option<&str>) {
        let mut unnumbered = 0;
        let mut sections = 0;
        for node in nodes {
            match node.item {
                NodeItem::Division(division) => {
                    sections += 1;
                    let (name, num, _) = division_parts(division);
                    let prefix = if name == "chapter" { "chp" } else { "sec" };
                    let num = num.map(|num| id_part(num.rsplit(' ').next().unwrap_or(num)));
                    let id = format!("{prefix}_{}", num.unwrap_or_else(|| sections.to_string()));
                    let id = self.free(joined(parent, &id));
                    self.divisions.insert(division.anchor.clone(), id.clone());
                    self.take(&node.children, Some(&id));
                }
                NodeItem::Provision(provision) => {
                    let element = element_of(provision);
                    let id = match element {
                        Element::Unnumbered => {
                            unnumbered += 1;
                            joined(parent, &format!("hcontainer_{unnumbered}"))
                        }
                        // The numbers of articles run through all chapters.
                        Element::Article => format!("art_{}", id_part(provision.id.path())),
                        Element::Paragraph | Element::Point => {
                            let number = bare_label(&provision.label).unwrap_or_default();
                            joined(parent, &format!("{}_{}", element.prefix(), id_part(&number)))
                        }
                    };
                    let id = self.free(id);
                    self.provisions.insert(provision.id.clone(), id.clone());
                    self.take(&node.children, Some(&id));
                }
            }
        }
    }

    /// An identifier that nothing has yet.
    fn free(&mut self, id: String) -> String {
        let mut free = id.clone();
        let mut number = 2;
        while !self.taken.insert(free.clone()) {
            free = format!("{id}-{number}");
            number += 1;
        }
        free
    }
}

fn joined(parent: Option<&str>, id: &str) -> String {
    parent.map_or_else(|| id.to_owned(), |parent| format!("{parent}__{id}"))
}

/// A number as it may stand in an `eId`: letters, digits, dots and hyphens.
pub(super) fn id_part(text: &str) -> String {
    text.split('.')
        .map(|part| {
            let keeps = part.chars().all(|c| c.is_ascii_alphanumeric());
            if keeps { part.to_owned() } else { slugify(part) }
        })
        .collect::<Vec<_>>()
        .join(".")
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Element {
    Article,
    Paragraph,
    Point,
    Unnumbered,
}

impl Element {
    pub fn name(self) -> &'static str {
        match self {
            Self::Article => "article",
            Self::Paragraph => "paragraph",
            Self::Point => "point",
            Self::Unnumbered => "hcontainer",
        }
    }

    fn prefix(self) -> &'static str {
        match self {
            Self::Article => "art",
            Self::Paragraph => "para",
            Self::Point => "point",
            Self::Unnumbered => "hcontainer",
        }
    }
}

pub(super) fn element_of(provision: &Provision) -> Element {
    let Some(number) = bare_label(&provision.label) else { return Element::Unnumbered };
    let begins_with_digit = number.starts_with(|c: char| c.is_ascii_digit());
    match (provision.depth, begins_with_digit) {
        (1, _) => Element::Article,
        (_, true) => Element::Paragraph,
        (_, false) => Element::Point,
    }
}

/// Element, number and heading of a division: `Capítol I. Disposicions generals`, `A) Principis`.
pub(super) fn division_parts(division: &Division) -> (&'static str, Option<&str>, &str) {
    let title = division.title.as_str();
    if title.starts_with("Capítol ")
        && let Some((num, heading)) = title.split_once(". ")
    {
        return ("chapter", Some(num), heading);
    }
    if let Some((num, heading)) = title.split_once(") ")
        && num.chars().count() == 1
    {
        return ("section", Some(&title[..num.len() + 1]), heading);
    }
    ("section", None, title)
}
