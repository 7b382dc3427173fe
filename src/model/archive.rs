//! Everything a federation's data folder holds.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::{
    Arbiter, CaseFile, Club, Date, NormRecord, Person, RatingList, StrengthList, Tournament,
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
    pub tournaments: Vec<Tournament>,
    /// Public holidays; Sundays are not listed.
    pub holidays: BTreeSet<Date>,
    /// Norms and titles of Mestre Català from elsewhere, by day.
    pub norms: Vec<NormRecord>,
    /// In the order of their file.
    pub arbiters: Vec<Arbiter>,
    /// Lists in order of strength, by slug of the club.
    pub strength: BTreeMap<Arc<str>, StrengthList>,
    /// Case files of discipline, by name of file.
    pub cases: Vec<CaseFile>,
}
