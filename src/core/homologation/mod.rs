//! Homologation of tournaments (Tancats, Oberts): what is asked for, what is measured, what to do.

pub mod closed;
mod closed_report;
mod from_tournament;
pub mod open;
mod open_report;

pub use from_tournament::{
    closed_input, homologated_for_norms, homologation_json, open_input, report, verdict,
};

use std::sync::Arc;

use serde_json::Value as Json;

use super::calendar::WorkingCalendar;
use super::distance::Place;
use super::report::{Entry, Verdict};
use crate::model::{Archive, Date, EventKind, Tournament};

pub(crate) use super::norms::known;

/// What the checks need besides the tournament.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct HomologationContext {
    pub calendar: WorkingCalendar,
    /// Other events that are already homologated or official (AMB-105).
    pub established: Vec<EstablishedEvent>,
    /// The other groups of the same open: they share its fee and its verdict.
    pub other_groups: Vec<open::OpenGroup>,
    /// Year of the 30 June before which the request was due; by default the last one before the
    /// first day of the event.
    pub request_year: Option<i16>,
}

impl HomologationContext {
    /// What an archive says about an event: the holidays, and the established events it could
    /// clash with. Established are official events, and opens asked for on an earlier day (AMB-105
    /// names those already homologated; an earlier request is the nearest that the data know).
    pub fn for_event(tournament: &Tournament, archive: &Archive) -> Self {
        let asked = tournament.homologation.request;
        let is_established = |other: &&Tournament| match other.kind {
            EventKind::Official => true,
            EventKind::Open => other.homologation.request.is_some_and(|day| Some(day) < asked),
            _ => false,
        };
        let established = archive
            .tournaments
            .iter()
            .filter(|other| other.slug != tournament.slug)
            .filter(is_established)
            .map(|other| EstablishedEvent {
                name: other.name.clone(),
                start: other.start,
                end: other.end,
                at: other.homologation.at.map(|(lat, lon)| Place::from_micro(lat, lon)),
            })
            .collect();
        Self {
            calendar: WorkingCalendar::new(archive.holidays.iter().copied()),
            established,
            ..Self::default()
        }
    }
}

/// An event with which an open may clash (Oberts 2).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EstablishedEvent {
    pub name: Arc<str>,
    pub start: Option<Date>,
    pub end: Option<Date>,
    pub at: Option<Place>,
}

/// An entry that is a verdict.
fn judged(verdict: Verdict) -> Entry {
    Entry::plain(verdict)
}

/// A date for programs.
fn date_json(date: Option<Date>) -> Json {
    date.map_or(Json::Null, |date| Json::String(date.to_string()))
}
