//! The regulations through time: what was published, what circulars changed, and the text in
//! force on any day.

use std::path::PathBuf;

use super::diff::{Part, diff_words};
use super::{Block, How, Note, Param, Provision, ProvisionId, Rulebook, blocks_text};
use crate::diag::Span;
use crate::model::Date;

/// A circular: amendments that come into force together.
#[derive(Clone, Debug)]
pub struct Circular {
    /// `1/1991`; unique.
    pub number: String,
    /// Address part: `1-1991`.
    pub slug: String,
    pub title: String,
    /// Day of issue.
    pub date: Date,
    /// First day on which its amendments hold.
    pub in_force: Date,
    /// Made up for this site, to show how a circular amends.
    pub invented: bool,
    pub source: Option<String>,
    pub path: PathBuf,
    /// Its text before the first amendment.
    pub intro: Vec<Block>,
    pub amendments: Vec<Amendment>,
    pub span: Span,
}

/// One change of one provision.
#[derive(Clone, Debug)]
pub struct Amendment {
    pub action: Action,
    pub target: ProvisionId,
    /// Text between the amendment's line and the new provision: reasons, explanations.
    pub reason: Vec<Block>,
    /// The new text: the provision itself first (depth 1, no parent), then those under it.
    pub provisions: Vec<Provision>,
    pub params: Vec<Param>,
    /// Citations of the new text with their places.
    pub citations: Vec<(ProvisionId, Span)>,
    /// Place of the target's identifier.
    pub span: Span,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Action {
    /// The provision's own text; those under it stay.
    Replace,
    /// The provision and all under it; those that are not written anew are repealed.
    ReplaceAll,
    Add(Position),
    /// The provision and all under it.
    Repeal,
}

/// Where a new provision stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Position {
    /// After a provision and all under it, at the same depth.
    After(ProvisionId),
    Before(ProvisionId),
    /// Last of those under a provision.
    Under(ProvisionId),
}

impl Position {
    pub fn anchor(&self) -> &ProvisionId {
        match self {
            Self::After(id) | Self::Before(id) | Self::Under(id) => id,
        }
    }
}

/// All regulations and circulars: the text of every day.
///
/// A day before the first text is given the first text: tournaments of 1990 are held to what the
/// bulletin of December 1990 prints. Likewise a regulation that is not yet in force on a day is
/// there in its first version, and one that is repealed stays, with its dates, so that no
/// citation of it is lost.
#[derive(Clone, Debug)]
pub struct Versions {
    circulars: Vec<Circular>,
    /// The text without any circular, with its first day.
    published: (Date, Rulebook),
    /// The texts that circulars make, with the first day of each, rising.
    later: Vec<(Date, Rulebook)>,
}

/// A provision during a time.
#[derive(Clone, Debug)]
pub struct Version {
    pub from: Date,
    /// First day on which it no longer held.
    pub until: Option<Date>,
    /// Number of the circular that made it; `None` for the original text.
    pub by: Option<String>,
    /// What the circular did; `None` for the original text.
    pub how: Option<How>,
    pub label: String,
    pub title: Option<String>,
    pub blocks: Vec<Block>,
    pub notes: Vec<Note>,
}

/// A provision that differs between two days.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    pub id: ProvisionId,
    pub kind: ChangeKind,
    /// Number of the last circular that made the difference.
    pub by: Option<String>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ChangeKind {
    /// With its words.
    Added(String),
    /// With the words it had.
    Removed(String),
    /// Word by word.
    Changed(Vec<Part>),
}

impl Versions {
    /// `later` by their first days, rising.
    pub(crate) fn new(
        circulars: Vec<Circular>,
        published: (Date, Rulebook),
        later: Vec<(Date, Rulebook)>,
    ) -> Self {
        debug_assert!(later.is_sorted_by_key(|(from, _)| *from));
        Self { circulars, published, later }
    }

    /// By the day on which they come into force.
    pub fn circulars(&self) -> &[Circular] {
        &self.circulars
    }

    pub fn circular(&self, number: &str) -> Option<&Circular> {
        self.circulars.iter().find(|circular| circular.number == number)
    }

    /// The text as published, without any circular.
    pub fn published(&self) -> &Rulebook {
        &self.published.1
    }

    /// The text with every circular.
    pub fn latest(&self) -> &Rulebook {
        self.later.last().map_or(&self.published.1, |(_, rulebook)| rulebook)
    }

    /// The consolidated text of a day.
    pub fn on(&self, day: Date) -> &Rulebook {
        match self.later.partition_point(|(from, _)| *from <= day) {
            0 => &self.published.1,
            count => &self.later[count - 1].1,
        }
    }

    /// The first day of the published text, and every later day on which a circular changes it.
    pub fn dates(&self) -> Vec<Date> {
        self.texts().map(|(from, _)| from).collect()
    }

    /// Every text with its first day.
    pub fn texts(&self) -> impl Iterator<Item = (Date, &Rulebook)> {
        std::iter::once(&self.published)
            .chain(&self.later)
            .map(|(from, rulebook)| (*from, rulebook))
    }

    /// Lets a pass over the text (glossary terms, for example) work on the text of every day.
    pub fn texts_mut(&mut self) -> impl Iterator<Item = &mut Rulebook> {
        std::iter::once(&mut self.published).chain(&mut self.later).map(|(_, rulebook)| rulebook)
    }

    /// Every identifier of every day.
    pub fn identifiers(&self) -> impl Iterator<Item = &ProvisionId> {
        // No identifier vanishes: the last text has all of them.
        self.latest().provisions().map(|provision| &provision.id)
    }

    /// The texts of a provision, oldest first; empty if there is none of that identifier.
    pub fn history(&self, id: &ProvisionId) -> Vec<Version> {
        let mut history: Vec<Version> = Vec::new();
        let mut last = None;
        for (from, rulebook) in self.texts() {
            let Some(provision) = rulebook.provision(id) else { continue };
            if last.as_ref() == Some(&provision.amended) {
                continue;
            }
            last = Some(provision.amended.clone());
            let from = match &provision.amended {
                Some(amended) => amended.from,
                None => rulebook.regulation_of(id).map_or(from, |r| r.in_force),
            };
            if let Some(before) = history.last_mut() {
                before.until = Some(from);
            }
            history.push(Version {
                from,
                until: None,
                by: provision.amended.as_ref().map(|amended| amended.by.clone()),
                how: provision.amended.as_ref().map(|amended| amended.how),
                label: provision.label.clone(),
                title: provision.title.clone(),
                blocks: provision.blocks.clone(),
                notes: provision.notes.clone(),
            });
        }
        history
    }

    /// What is different on the day `after` from the day `before`, in the order of the
    /// publication. Editors' notes are not compared: they are not the text.
    pub fn compare(&self, before: Date, after: Date) -> Vec<Change> {
        let (old, new) = (self.on(before), self.on(after));
        // The later text has every identifier of the earlier one.
        let order = if before <= after { new } else { old };
        let words = |rulebook: &Rulebook, id: &ProvisionId| {
            rulebook.provision(id).filter(|p| !p.is_repealed()).map(provision_text)
        };
        let mut changes = Vec::new();
        for provision in order.provisions() {
            let kind = match (words(old, &provision.id), words(new, &provision.id)) {
                (Some(a), Some(b)) if a != b => ChangeKind::Changed(diff_words(&a, &b)),
                (None, Some(b)) => ChangeKind::Added(b),
                (Some(a), None) => ChangeKind::Removed(a),
                _ => continue,
            };
            let by = provision.amended.as_ref().map(|amended| amended.by.clone());
            changes.push(Change { id: provision.id.clone(), kind, by });
        }
        changes
    }
}

/// A provision's words: its title, if it has one, and its text.
fn provision_text(provision: &Provision) -> String {
    let text = blocks_text(&provision.blocks);
    match &provision.title {
        Some(title) if text.is_empty() => title.clone(),
        Some(title) => format!("{title}\n\n{text}"),
        None => text,
    }
}
