//! Prizes that an event announces.

use std::sync::Arc;

use super::{Category, Sex};

/// A list of prizes, from the first place on, and who they are for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PrizeFund {
    /// As announced; the list for all needs none.
    pub name: Option<Arc<str>>,
    /// Pesetas.
    pub amounts: Vec<u64>,
    /// Only players of this category.
    pub category: Option<Category>,
    /// Only players of this club: its slug, or its name once the archive is prepared for showing.
    pub club: Option<Arc<str>>,
    pub sex: Option<Sex>,
    /// Only players born in this year or later.
    pub born_from: Option<i16>,
    /// Only players with a rating under this one; those without any count as such.
    pub rating_under: Option<u32>,
    /// Who has won something from a list before this one is left out.
    pub only_once: bool,
}
