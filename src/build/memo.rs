//! What an earlier build in this process read and computed: what has not changed is not read or
//! computed again.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

use rayon::prelude::*;

use super::RulesByDay;
use super::events::{Event, Outline};
use super::exports::Exports;
use super::federation::OfRegister;
use super::keys::Inputs;
use super::registers::KnownRegisters;
use super::shown::KnownEvents;
use crate::core::appearances::Appearances;
use crate::fingerprint::{Fingerprint, Remembered};
use crate::model::Archive;
use crate::search::texts;
use crate::site::{Batches, Tools};
use crate::source;

/// Events computed anew whose reports are all held at once: beyond, each is computed again when its
/// pages are made, which costs time and saves gigabytes.
const HELD_EVENTS: usize = 40;

/// What is remembered from one build to the next.
#[derive(Debug, Default)]
pub struct Memo {
    pub(super) read: source::Memo,
    pub(super) shown: KnownEvents,
    /// Outlines of the events, by slug, each with what it was computed from.
    outlines: BTreeMap<Arc<str>, (Fingerprint, Arc<Outline>)>,
    pub(super) registers: KnownRegisters,
    /// The regulations for other programs.
    pub(super) exports: Remembered<Arc<Exports>>,
    pub(super) site: Arc<Mutex<KnownSite>>,
}

/// What is known of the pages.
#[derive(Debug, Default)]
pub struct KnownSite {
    /// Their plans, by language.
    pub batches: BTreeMap<String, Batches>,
    /// The index of the texts.
    pub texts: texts::Known,
    appearances: Arc<Appearances>,
    /// Clubs and rating lists.
    pub register: Remembered<OfRegister>,
    /// The calculations as pages.
    pub tools: Remembered<Arc<Tools>>,
}

impl KnownSite {
    /// Who took part where in an archive.
    pub fn appearances(&mut self, archive: &Archive) -> Arc<Appearances> {
        Arc::make_mut(&mut self.appearances).update(archive);
        self.appearances.clone()
    }
}

impl Memo {
    /// The events of an archive, computed where they are not known.
    pub(super) fn events(
        &mut self,
        inputs: &Inputs,
        archive: &Arc<Archive>,
        rules: &Arc<RulesByDay>,
    ) -> Vec<Event> {
        let known = std::mem::take(&mut self.outlines);
        let with_outline = |(index, made_of): (usize, Fingerprint)| {
            let slug = &archive.tournaments[index].slug;
            // Its place in the archive is part of what an outline says.
            let made_of = Fingerprint::of(&(made_of, index));
            let outline = known.get(slug).filter(|(before, _)| *before == made_of);
            (made_of, outline.map(|(_, outline)| outline.clone()))
        };
        let keys = inputs.events(archive).into_iter().enumerate();
        let outlines: Vec<_> = keys.map(with_outline).collect();
        let unknown = outlines.iter().filter(|(_, outline)| outline.is_none()).count();
        let keep = unknown <= HELD_EVENTS;
        let event = |(index, (made_of, outline)): (usize, (Fingerprint, Option<_>))| match outline {
            Some(outline) => Event::known(outline, made_of, archive, rules),
            None => Event::compute(index, made_of, archive, rules, keep),
        };
        let events: Vec<_> = outlines.into_par_iter().enumerate().map(event).collect();
        let remembered = events.iter().map(|event| {
            let slug = archive.tournaments[event.index].slug.clone();
            (slug, (event.made_of, event.outline().clone()))
        });
        self.outlines = remembered.collect();
        events
    }
}
