//! Homologation of tournaments (Tancats, Oberts): what is asked for, what is measured, what to do.

pub mod closed;
mod closed_report;
mod from_tournament;
pub mod open;
mod open_report;

pub use from_tournament::{
    closed_input, homologated_for_norms, homologation_json, open_input, report,
};

use std::sync::Arc;

use serde_json::Value as Json;

use super::calendar::WorkingCalendar;
use super::distance::Place;
use super::report::{Entry, Verdict};
use crate::model::Date;

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
