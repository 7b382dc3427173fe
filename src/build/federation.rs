//! What is computed of all events together: careers, clubs, rating lists, records.

use std::collections::BTreeMap;
use std::sync::Arc;

use rayon::prelude::*;

use super::Prepared;
use super::events::{Event, Outline};
use crate::core::appearances::Appearances;
use crate::core::career::{Career, rating_history};
use crate::core::rating_list::{PublishedList, published};
use crate::core::records::{Finished, RecordTable, records};
use crate::core::report::Fact;
use crate::core::statistics;
use crate::fingerprint::Remembered;
use crate::model::Archive;
use crate::site::{CareerPage, CareerSource, Participation};

/// Computed once, for all languages.
#[derive(Debug)]
pub struct Federation {
    pub careers: Arc<Careers>,
    pub register: OfRegister,
    pub records: Arc<[RecordTable]>,
}

/// What is computed of the register alone.
#[derive(Clone, Debug)]
pub struct OfRegister {
    pub clubs: Arc<BTreeMap<Arc<str>, Vec<Fact>>>,
    pub lists: Arc<[PublishedList]>,
}

impl OfRegister {
    fn of(archive: &Archive) -> Self {
        let lists = || {
            let lists = (0..archive.rating_lists.len()).into_par_iter();
            lists.filter_map(|list| published(archive, list)).collect::<Vec<_>>().into()
        };
        let clubs = || Arc::new(statistics::clubs(archive));
        let (clubs, lists) = rayon::join(clubs, lists);
        Self { clubs, lists }
    }
}

impl Federation {
    /// `appearances` are those of the archive.
    pub fn of(
        prepared: &Prepared,
        appearances: &Arc<Appearances>,
        known: &mut Remembered<OfRegister>,
    ) -> Self {
        let archive = &prepared.data.archive;
        let finished = |event| {
            let Outline { placed, upsets, .. } = Event::outline(event).as_ref();
            Finished { places: placed, upsets }
        };
        let records = || {
            let events: Vec<Finished<'_>> = prepared.events.iter().map(finished).collect();
            records(archive, &events, appearances).into()
        };
        let register = || known.get(prepared.inputs.named(), || OfRegister::of(archive));
        let (records, register) = rayon::join(records, register);
        let careers = Arc::new(Careers {
            appearances: appearances.clone(),
            archive: archive.clone(),
            events: prepared.events.iter().map(|event| event.outline().clone()).collect(),
        });
        Self { careers, register, records }
    }
}

/// What everybody did, told when their pages are made.
#[derive(Debug)]
pub struct Careers {
    appearances: Arc<Appearances>,
    archive: Arc<Archive>,
    /// In the order of the archive's tournaments.
    events: Vec<Arc<Outline>>,
}

impl CareerSource for Careers {
    fn career(&self, person: &str) -> Option<CareerPage> {
        let games = self.appearances.get(person).map_or(&[][..], |found| &found.games);
        let career = Career::of(games, &self.archive);
        let history = rating_history(&self.archive, person);
        if career.opponents.is_empty() && history.is_none() {
            return None;
        }
        let (facts, opponents) = (career.facts(), career.opponents);
        Some(CareerPage { facts, opponents, history })
    }

    fn participations(&self, person: &str) -> Vec<Participation> {
        let events = self.appearances.get(person).into_iter().flat_map(|found| &found.events);
        let parts = events.rev().filter_map(|&(event, entrant)| {
            self.events.get(event)?.participations.get(entrant)?.clone()
        });
        parts.collect()
    }
}
