//! Homologation of tournaments (Tancats, Oberts): what is asked for, what is measured, what to do.

pub mod closed;
pub mod closed_sheet;
mod closing;
mod from_tournament;
pub mod open;
pub mod open_sheet;

pub use closing::closing_report;
pub use from_tournament::{
    closed_input, homologated_for_norms, homologation_json, open_input, plan_data, report,
    sheet_of, verdict,
};

use std::collections::BTreeMap;
use std::sync::Arc;

use serde_json::Value as Json;

use super::calendar::WorkingCalendar;
use super::distance::Place;
use super::formula::Data;
use crate::model::{Archive, Date, EventKind, Plan, Tournament};

pub(crate) use super::norms::known;

/// What the checks need besides the tournament.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct HomologationContext {
    pub calendar: WorkingCalendar,
    /// Other events that are already homologated or official (AMB-105).
    pub established: Vec<EstablishedEvent>,
    /// The groups of a planned open; without them the event itself is the one group.
    pub groups: Option<Vec<open::OpenGroup>>,
    /// The other groups of the same open: they share its fee and its verdict.
    pub other_groups: Vec<open::OpenGroup>,
    /// Year of the 30 June before which the request was due; by default the last one before the
    /// first day of the event.
    pub request_year: Option<i16>,
    /// Names of the players' clubs by their slugs; a club without one is called by its slug.
    pub clubs: BTreeMap<Arc<str>, Arc<str>>,
}

impl HomologationContext {
    /// What an archive says about an event: the holidays, and the established events it could
    /// clash with: those that may share a day with it. Established are the events of the calendar, official events, and opens asked for
    /// on an earlier day (AMB-105 names those already homologated; an earlier request is the nearest
    /// that the data know).
    pub fn for_event(tournament: &Tournament, archive: &Archive) -> Self {
        let asked = tournament.homologation.request;
        let mut context = Self::among(tournament, archive, |day| Some(day) < asked);
        context.established.retain(|other| may_share_a_day(tournament, other));
        context
    }

    /// The same for a planned event; while it has not been asked for, every request is earlier.
    pub fn for_plan(plan: &Plan, archive: &Archive) -> Self {
        let asked = plan.event.homologation.request;
        let groups = plan.groups.iter().map(|group| open::OpenGroup {
            categories: group.categories.clone(),
            players: group.players,
        });
        Self {
            groups: Some(groups.collect()),
            ..Self::among(&plan.event, archive, |day| asked.is_none_or(|asked| day < asked))
        }
    }

    /// The calendar and the events established, for an open of which nothing else is known.
    pub fn of_archive(archive: &Archive) -> Self {
        let event = Tournament::new("", "", crate::model::System::Swiss, 0);
        Self::among(&event, archive, |_| true)
    }

    fn among(
        tournament: &Tournament,
        archive: &Archive,
        is_earlier: impl Fn(Date) -> bool,
    ) -> Self {
        let in_calendar =
            |slug: &str| archive.calendar.iter().any(|e| e.tournament.as_deref() == Some(slug));
        let calendar = archive.calendar.iter().filter(|event| {
            event.tournament.as_ref() != Some(&tournament.slug) && event.slug != tournament.slug
        });
        let calendar = calendar.map(|event| {
            let town = event.town.as_ref().and_then(|town| archive.towns.get(town));
            EstablishedEvent {
                name: event.name.clone(),
                start: Some(event.start),
                end: Some(event.end),
                at: town.map(|town| Place::from_micro(town.at.0, town.at.1)),
            }
        });
        let is_established = |other: &&Arc<Tournament>| match other.kind {
            EventKind::Official => true,
            EventKind::Open => other.homologation.request.is_some_and(&is_earlier),
            _ => false,
        };
        let established = archive
            .tournaments
            .iter()
            .filter(is_established)
            .filter(|other| other.slug != tournament.slug)
            .filter(|other| !in_calendar(&other.slug))
            .map(|other| EstablishedEvent {
                name: other.name.clone(),
                start: other.start,
                end: other.end,
                at: other.homologation.at.map(|(lat, lon)| Place::from_micro(lat, lon)),
            })
            .chain(calendar)
            .collect();
        let clubs = tournament.entrants.iter().filter_map(|entrant| entrant.club.as_ref());
        let names =
            clubs.filter_map(|slug| Some((slug.clone(), archive.clubs.get(slug)?.name.clone())));
        Self {
            calendar: WorkingCalendar::new(archive.holidays.iter().copied()),
            established,
            clubs: names.collect(),
            ..Self::default()
        }
    }
}

/// May another event share a day with this one? Not if one is known to end before the other begins:
/// such events cannot clash, and an archive is full of them.
fn may_share_a_day(t: &Tournament, other: &EstablishedEvent) -> bool {
    let is_over = |end: Option<Date>, start: Option<Date>| {
        end.zip(start).is_some_and(|(end, start)| end < start)
    };
    !is_over(other.end, t.start) && !is_over(t.end, other.start)
}

/// An event with which an open may clash (Oberts 2).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EstablishedEvent {
    pub name: Arc<str>,
    pub start: Option<Date>,
    pub end: Option<Date>,
    pub at: Option<Place>,
}

impl EstablishedEvent {
    /// In the fields of [`EVENT`](open_sheet::EVENT).
    pub fn data(&self) -> Data {
        Data::record([
            ("name", self.name.clone().into()),
            ("start", self.start.into()),
            ("end", self.end.into()),
            ("at", self.at.into()),
        ])
    }
}

/// A date for programs.
fn date_json(date: Option<Date>) -> Json {
    date.map_or(Json::Null, |date| Json::String(date.to_string()))
}

#[cfg(test)]
mod tests;
