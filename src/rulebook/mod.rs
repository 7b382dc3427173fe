//! The regulations: provisions with literal labels and stable identifiers, the parameters that
//! calculations use, and their texts as a tree ready for any renderer.
//!
//! Read by [`crate::source`], never written back. `core` sees only the numbers, through
//! [`bind`](mod@bind).
#![doc = include_str!("FORMAT.md")]

pub mod bind;
mod glossary;
mod id;
mod value;

use std::collections::BTreeMap;
use std::path::PathBuf;

pub use bind::{BindError, Binder, Cited, FromParam, FromRulebook};
pub use glossary::Term;
pub use id::{ProvisionId, label_path};
pub use value::{
    Band, DayOfYear, Param, ParamTable, ParamValue, Percent, TableCell, UNITS, parse_number,
    parse_value,
};

use crate::diag::Span;
use crate::model::Date;

/// One regulation, in the version of one day.
#[derive(Clone, Debug)]
pub struct Regulation {
    /// First word of its identifiers: `RGC`.
    pub code: String,
    /// Address part: `rgc`.
    pub slug: String,
    pub title: String,
    pub kind: RegulationKind,
    /// Place in the publication.
    pub order: i64,
    pub approved: Option<Date>,
    pub in_force: Date,
    /// First day no longer in force.
    pub repealed: Option<Date>,
    pub source: String,
    pub pages: Option<String>,
    pub path: PathBuf,
    /// Before the first provision.
    pub intro: Vec<Block>,
    pub items: Vec<Item>,
}

impl Regulation {
    pub fn provisions(&self) -> impl Iterator<Item = &Provision> {
        self.items.iter().filter_map(|item| match item {
            Item::Provision(provision) => Some(provision),
            Item::Division(_) => None,
        })
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RegulationKind {
    Regulation,
    Rules,
    Recommendation,
    Commentary,
    Editorial,
}

impl RegulationKind {
    pub const ALL: [(&'static str, Self); 5] = [
        ("reglament", Self::Regulation),
        ("normativa", Self::Rules),
        ("recomanació", Self::Recommendation),
        ("comentari", Self::Commentary),
        ("editorial", Self::Editorial),
    ];

    pub fn key(self) -> &'static str {
        Self::ALL.iter().find(|(_, kind)| *kind == self).map_or("", |(key, _)| key)
    }
}

#[derive(Clone, Debug)]
pub enum Item {
    Division(Division),
    Provision(Provision),
}

/// A chapter or section heading; not a provision.
#[derive(Clone, Debug)]
pub struct Division {
    /// 1 to 4.
    pub level: u8,
    pub title: String,
    pub anchor: String,
}

#[derive(Clone, Debug)]
pub struct Provision {
    pub id: ProvisionId,
    /// What the text prints: `Article 7è.`, `b.1)`. Empty for a text without a label.
    pub label: String,
    /// 1 directly under the regulation or its division.
    pub depth: u8,
    pub title: Option<String>,
    pub blocks: Vec<Block>,
    pub notes: Vec<Note>,
    pub parent: Option<ProvisionId>,
    /// Names under which the checklist of the source text knows it, besides its identifier.
    pub inventory: Vec<String>,
    pub span: Span,
}

/// An editor's note.
#[derive(Clone, Debug)]
pub struct Note {
    /// Numbers of the readings it speaks of, `AMB-41`.
    pub readings: Vec<String>,
    pub blocks: Vec<Block>,
}

/// A block of text.
#[derive(Clone, Debug, PartialEq)]
pub enum Block {
    Paragraph(Vec<Inline>),
    Heading {
        level: u8,
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
            Inline::Cite { target, text: t } if t.is_empty() => text.push_str(target.as_str()),
            Inline::Cite { text: t, .. } => text.push_str(t),
        }
    }
    text
}

/// All regulations in the version of one day, with their parameters.
#[derive(Clone, Debug, Default)]
pub struct Rulebook {
    /// In the order of the publication.
    pub regulations: Vec<Regulation>,
    /// By identifier.
    pub params: BTreeMap<String, Param>,
}

impl Rulebook {
    pub fn provision(&self, id: &ProvisionId) -> Option<&Provision> {
        self.regulation_of(id)?.provisions().find(|p| p.id == *id)
    }

    pub fn regulation_of(&self, id: &ProvisionId) -> Option<&Regulation> {
        self.regulations.iter().find(|r| r.code == id.code())
    }

    pub fn provisions(&self) -> impl Iterator<Item = &Provision> {
        self.regulations.iter().flat_map(Regulation::provisions)
    }
}
