//! Everything a federation's data folder holds.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::{
    Arbiter, CalendarEvent, CaseFile, Club, Date, NormRecord, Person, Plan, RatingList,
    StrengthList, Tournament, Town,
};

/// All data of a site. Tournaments are ordered by their first day, then by slug.
#[derive(Clone, Debug, Default)]
pub struct Archive {
    /// By slug.
    pub clubs: BTreeMap<Arc<str>, Club>,
    /// By slug.
    pub people: BTreeMap<Arc<str>, Person>,
    /// By the day from which they hold.
    pub rating_lists: Vec<RatingList>,
    pub tournaments: Vec<Arc<Tournament>>,
    /// Public holidays; Sundays are not listed.
    pub holidays: BTreeSet<Date>,
    /// Norms and titles of Mestre Català from elsewhere, by day.
    pub norms: Vec<NormRecord>,
    /// By slug.
    pub towns: BTreeMap<Arc<str>, Town>,
    /// Established events, by their first day, then by slug.
    pub calendar: Vec<CalendarEvent>,
    /// Planned events, by slug.
    pub plans: Vec<Plan>,
    /// In the order of their file.
    pub arbiters: Vec<Arbiter>,
    /// Lists in order of strength, by slug of the club.
    pub strength: BTreeMap<Arc<str>, StrengthList>,
    /// Case files of discipline, by name of file.
    pub cases: Vec<CaseFile>,
}
