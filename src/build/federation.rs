//! What is computed of all events together: careers, clubs, rating lists, records.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use rayon::prelude::*;

use super::Prepared;
use crate::core::career::{Games, rating_history};
use crate::core::rating_list::{PublishedList, published};
use crate::core::records::{Finished, RecordTable, records};
use crate::core::report::Fact;
use crate::core::statistics;
use crate::model::Archive;
use crate::site::{CareerPage, CareerSource, Participation};

/// Computed once, for all languages.
#[derive(Debug)]
pub struct Federation {
    pub careers: Arc<Careers>,
    /// By the person's slug, the latest first.
    pub participations: Arc<BTreeMap<Arc<str>, Vec<Participation>>>,
    pub clubs: Arc<BTreeMap<Arc<str>, Vec<Fact>>>,
    pub lists: Arc<[PublishedList]>,
    pub records: Arc<[RecordTable]>,
}

impl Federation {
    pub fn of(prepared: &Prepared) -> Self {
        let archive = &prepared.data.archive;
        let events: Vec<Finished<'_>> = prepared
            .events
            .iter()
            .map(|event| Finished {
                rules: prepared.rules.of(&archive.tournaments[event.index]),
                places: &event.placed,
            })
            .collect();
        let records = || {
            let games = Games::of(archive);
            let records = records(archive, &events, &games).into();
            (records, Arc::new(Careers { games, archive: archive.clone() }))
        };
        let lists = || {
            let lists = (0..archive.rating_lists.len()).into_par_iter();
            lists.filter_map(|list| published(archive, list)).collect::<Vec<_>>().into()
        };
        let ((records, careers), ((participations, clubs), lists)) = rayon::join(records, || {
            let clubs = || Arc::new(statistics::clubs(archive));
            rayon::join(|| rayon::join(|| Arc::new(participations(prepared)), clubs), lists)
        });
        Self { careers, participations, clubs, lists, records }
    }
}

/// The latest first.
fn participations(prepared: &Prepared) -> BTreeMap<Arc<str>, Vec<Participation>> {
    let mut participations: HashMap<&Arc<str>, Vec<Participation>> = HashMap::new();
    for event in prepared.events.iter().rev() {
        for (person, participation) in &event.participations {
            participations.entry(person).or_default().push(participation.clone());
        }
    }
    participations.into_iter().map(|(person, own)| (person.clone(), own)).collect()
}

/// What everybody did, told when their pages are made.
#[derive(Debug)]
pub struct Careers {
    games: Games,
    archive: Arc<Archive>,
}

impl CareerSource for Careers {
    fn career(&self, person: &str) -> Option<CareerPage> {
        let career = self.games.career(&self.archive, person);
        let history = rating_history(&self.archive, person);
        if career.opponents.is_empty() && history.is_none() {
            return None;
        }
        let (facts, opponents) = (career.facts(), career.opponents);
        Some(CareerPage { facts, opponents, history })
    }
}
