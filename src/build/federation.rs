//! What is computed of all events together: careers, clubs, rating lists, records.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::Prepared;
use crate::core::career::{careers, rating_history};
use crate::core::rating_list::{PublishedList, published};
use crate::core::records::{Finished, RecordTable, records};
use crate::core::report::Fact;
use crate::core::statistics;
use crate::model::Archive;
use crate::site::CareerPage;

/// Computed once, for all languages.
#[derive(Debug)]
pub struct Federation {
    pub careers: BTreeMap<Arc<str>, CareerPage>,
    pub clubs: BTreeMap<Arc<str>, Vec<Fact>>,
    pub lists: Vec<PublishedList>,
    pub records: Vec<RecordTable>,
}

impl Federation {
    pub fn of(prepared: &Prepared) -> Self {
        let archive = &prepared.data.archive;
        let events: Vec<Finished<'_>> = prepared
            .events
            .iter()
            .map(|event| Finished {
                rules: prepared.rules.of(&archive.tournaments[event.index]),
                standings: &event.standings,
            })
            .collect();
        let lists = (0..archive.rating_lists.len()).filter_map(|list| published(archive, list));
        Self {
            careers: of_people(archive),
            clubs: statistics::clubs(archive),
            lists: lists.collect(),
            records: records(archive, &events),
        }
    }
}

fn of_people(archive: &Archive) -> BTreeMap<Arc<str>, CareerPage> {
    let mut played = careers(archive);
    let people = archive.people.values().filter(|person| !person.hidden);
    people
        .filter_map(|person| {
            let career = played.remove(&person.slug).unwrap_or_default();
            let history = rating_history(archive, &person.slug);
            if career.opponents.is_empty() && history.is_none() {
                return None;
            }
            let (facts, opponents) = (career.facts(), career.opponents);
            Some((person.slug.clone(), CareerPage { facts, opponents, history }))
        })
        .collect()
}
