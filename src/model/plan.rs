//! What is planned: events that are to be held, and those that are established.

use std::sync::Arc;

use super::{Category, Date, Tournament};

/// A town with its place on the map.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Town {
    pub slug: Arc<str>,
    pub name: Arc<str>,
    /// Latitude and longitude in millionths of a degree.
    pub at: (i64, i64),
}

/// An established event of the calendar: a homologated open or an official event (Oberts 2).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CalendarEvent {
    pub slug: Arc<str>,
    pub name: Arc<str>,
    pub start: Date,
    pub end: Date,
    /// Slug of the town.
    pub town: Option<Arc<str>>,
    /// Slug of the event, when it is in the archive.
    pub tournament: Option<Arc<str>>,
}

/// A planned event.
#[derive(Clone, Debug)]
pub struct Plan {
    /// As it is meant to be: without rounds played; its slug is the plan's.
    pub event: Tournament,
    /// Playing groups of an open.
    pub groups: Vec<PlannedGroup>,
}

/// A playing group of a planned open.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PlannedGroup {
    pub categories: Vec<Category>,
    pub players: Option<u32>,
}
