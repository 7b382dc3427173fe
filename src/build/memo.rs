//! What an earlier build in this process read and computed: what has not changed is not read or
//! computed again.

use std::collections::BTreeMap;
use std::sync::Arc;

use rayon::prelude::*;

use super::RulesByDay;
use super::events::{Event, Outline};
use super::exports::Exports;
use super::keys::Inputs;
use super::records::KnownTexts;
use super::shown::KnownEvents;
use crate::fingerprint::Fingerprint;
use crate::model::Archive;
use crate::source;

/// Events whose reports are all held at once: beyond, each event is computed again when its pages
/// are made, which costs time and saves gigabytes.
const HELD_EVENTS: usize = 40;

/// What is remembered from one build to the next.
#[derive(Debug, Default)]
pub struct Memo {
    pub(super) read: source::Memo,
    pub(super) shown: KnownEvents,
    /// Outlines of the events, by slug, each with what it was computed from.
    outlines: BTreeMap<Arc<str>, (Fingerprint, Arc<Outline>)>,
    /// The regulations for other programs, and what they were made of.
    exports: Option<(Fingerprint, Arc<Exports>)>,
    /// The index of the texts.
    pub(super) texts: Arc<KnownTexts>,
}

impl Memo {
    /// The regulations for other programs; `made_of` is all that they are made of.
    pub(super) fn exports(
        &mut self,
        made_of: Fingerprint,
        make: impl FnOnce() -> Exports,
    ) -> Arc<Exports> {
        let known = self.exports.take().filter(|(before, _)| *before == made_of);
        let (_, exports) =
            self.exports.insert(known.unwrap_or_else(|| (made_of, Arc::new(make()))));
        exports.clone()
    }

    /// The events of an archive, computed where they are not known.
    pub(super) fn events(
        &mut self,
        inputs: &Inputs,
        archive: &Arc<Archive>,
        rules: &Arc<RulesByDay>,
    ) -> Vec<Event> {
        let known = std::mem::take(&mut self.outlines);
        let keep = archive.tournaments.len() <= HELD_EVENTS;
        let event = |(index, made_of): (usize, Fingerprint)| {
            let slug = &archive.tournaments[index].slug;
            // Its place in the archive is part of what an outline says.
            let made_of = Fingerprint::of(&(made_of, index));
            let event = match known.get(slug).filter(|(before, _)| *before == made_of) {
                Some((_, outline)) => Event::known(outline.clone(), archive, rules),
                None => Event::compute(index, archive, rules, keep),
            };
            (made_of, event)
        };
        let keys: Vec<(usize, Fingerprint)> =
            inputs.events(archive).into_iter().enumerate().collect();
        let events: Vec<_> = keys.into_par_iter().map(event).collect();
        let remembered = events.iter().map(|(made_of, event)| {
            let slug = archive.tournaments[event.index].slug.clone();
            (slug, (*made_of, event.outline().clone()))
        });
        self.outlines = remembered.collect();
        events.into_iter().map(|(_, event)| event).collect()
    }
}
