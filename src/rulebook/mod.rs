//! The regulations: provisions with literal labels and stable identifiers, the parameters that
//! calculations use, and their texts as a tree ready for any renderer.
//!
//! Read by [`crate::source`], never written back. `core` sees only the numbers, through
//! [`bind`](mod@bind).
#![doc = include_str!("FORMAT.md")]

pub mod bind;
pub(crate) mod consolidate;
pub mod diff;
mod glossary;
mod id;
mod json;
pub mod pages;
mod terms;
mod text;
mod tree;
mod value;
mod versions;

use std::collections::BTreeMap;
use std::path::PathBuf;

pub use bind::{BindError, Binder, Cited, FromParam, FromRulebook};
pub use glossary::Term;
pub(crate) use id::bare_label;
pub use id::{ProvisionId, label_path};
pub use json::params_json;
pub use pages::{FreePage, Headline, Tag, gist};
pub use terms::{TermForms, mark_terms, terms_of};
pub(crate) use text::rewrite_texts;
pub use text::{Align, Block, Inline, Table, blocks_text, cited, plain_text, shrink_blocks};
pub use tree::{Node, NodeItem};
pub use value::{
    Band, DayOfYear, Param, ParamTable, ParamValue, Percent, TableCell, UNITS, number_word,
    parse_number, parse_value,
};

pub use versions::{Action, Amendment, Change, ChangeKind, Circular, Position, Version, Versions};

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
    /// Other names of the regulation in prose, as in "article 16 del sistema suís".
    pub names: Vec<String>,
    /// The other text whose articles its prose speaks of, when it comments on one.
    pub articles_of: Option<String>,
    /// Glossary terms are marked by themselves where they are first used.
    pub mark_terms: bool,
    /// Terms that are not marked by themselves: their words mean something else here.
    pub no_terms: Vec<String>,
    pub path: PathBuf,
    /// Before the first provision.
    pub intro: Vec<Block>,
    pub intro_span: Span,
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

// Nearly all items are provisions: a box for each would cost more than the few divisions save.
#[allow(clippy::large_enum_variant)]
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
    /// The original skips or misorders a label here.
    pub skip: bool,
    pub exempt: Exempt,
    /// The circular that gave it its present text, if the text is not the original one.
    pub amended: Option<Amended>,
    /// Place of the label.
    pub span: Span,
    /// Place of everything: marks, label, text, notes.
    pub extent: Span,
}

impl Provision {
    /// Taken away by a circular: its label and address remain, its text does not.
    pub fn is_repealed(&self) -> bool {
        self.amended.as_ref().is_some_and(|amended| amended.how == How::Repealed)
    }
}

/// What a circular did to a provision.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Amended {
    /// Number of the circular: `1/1991`.
    pub by: String,
    pub from: Date,
    pub how: How,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum How {
    Replaced,
    Added,
    Repealed,
}

impl How {
    pub fn key(self) -> &'static str {
        match self {
            Self::Replaced => "replaced",
            Self::Added => "added",
            Self::Repealed => "repealed",
        }
    }
}

/// Words of a provision that look like a reference or a term and are none.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Exempt {
    pub references: Vec<String>,
    pub terms: Vec<String>,
}

/// An editor's note.
#[derive(Clone, Debug)]
pub struct Note {
    /// Numbers of the readings it speaks of, `AMB-41`.
    pub readings: Vec<String>,
    pub blocks: Vec<Block>,
}

/// All regulations in the version of one day, with their parameters.
#[derive(Clone, Debug, Default)]
pub struct Rulebook {
    /// In the order of the publication.
    pub regulations: Vec<Regulation>,
    /// By identifier.
    pub params: BTreeMap<String, Param>,
    /// Identifiers that were once published, and where what they named is now.
    pub redirects: BTreeMap<ProvisionId, ProvisionId>,
    /// For each provision, those whose text or notes cite it, in the order of the publication.
    pub backlinks: BTreeMap<ProvisionId, Vec<ProvisionId>>,
    /// What the prose refers to.
    pub references: References,
    /// The glossary terms that the text marks itself, with their places.
    pub terms: Vec<(String, Span)>,
}

/// The references found in prose, beside those that the text marks itself.
#[derive(Clone, Debug, Default)]
pub struct References {
    /// Made into citations.
    pub recognised: Vec<Reference>,
    /// To laws, statutes and other texts outside the rulebook.
    pub outside: Vec<(ProvisionId, String)>,
    /// To what does not exist or cannot be told apart; left as text.
    pub doubtful: Vec<DoubtfulReference>,
}

/// A reference in prose that became a citation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reference {
    pub from: ProvisionId,
    pub target: ProvisionId,
    /// As printed.
    pub text: String,
}

/// A reference in prose that is broken or doubtful.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DoubtfulReference {
    pub from: ProvisionId,
    /// As printed.
    pub text: String,
    /// Why it is not a link.
    pub reason: String,
    /// An editor's note under the same provision speaks of it.
    pub explained: bool,
    pub span: Span,
}

impl Rulebook {
    /// A provision by its identifier; redirects are not followed ([`Rulebook::resolve`]).
    pub fn provision(&self, id: &ProvisionId) -> Option<&Provision> {
        self.regulation_of(id)?.provisions().find(|p| p.id == *id)
    }

    /// The identifier under which a published identifier is found today.
    pub fn resolve<'a>(&'a self, id: &'a ProvisionId) -> &'a ProvisionId {
        self.redirects.get(id).unwrap_or(id)
    }

    pub fn regulation_of(&self, id: &ProvisionId) -> Option<&Regulation> {
        self.regulations.iter().find(|r| r.code == id.code())
    }

    pub fn provisions(&self) -> impl Iterator<Item = &Provision> {
        self.regulations.iter().flat_map(Regulation::provisions)
    }

    /// Fills [`Rulebook::backlinks`] from the citations of all texts and notes.
    pub(crate) fn index_backlinks(&mut self) {
        let mut backlinks: BTreeMap<ProvisionId, Vec<ProvisionId>> = BTreeMap::new();
        for provision in self.provisions() {
            let notes = provision.notes.iter().flat_map(|note| cited(&note.blocks));
            for target in cited(&provision.blocks).into_iter().chain(notes) {
                let sources = backlinks.entry(target.clone()).or_default();
                if *target != provision.id && !sources.contains(&provision.id) {
                    sources.push(provision.id.clone());
                }
            }
        }
        backlinks.retain(|_, sources| !sources.is_empty());
        self.backlinks = backlinks;
    }
}
