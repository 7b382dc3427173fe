//! Ratings and the lists they come from.

use std::collections::BTreeMap;

use super::Date;

/// Which list a rating stands in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum RatingKind {
    /// Of this federation ("català").
    Catalan,
    /// International.
    Fide,
    /// Of the Spanish federation.
    Feda,
    /// Of another national federation.
    National,
}

impl RatingKind {
    pub fn key(self) -> &'static str {
        match self {
            Self::Catalan => "catalan",
            Self::Fide => "fide",
            Self::Feda => "feda",
            Self::National => "national",
        }
    }

    pub fn from_key(key: &str) -> Option<Self> {
        [Self::Catalan, Self::Fide, Self::Feda, Self::National].into_iter().find(|k| k.key() == key)
    }
}

/// The ratings a person has; a missing one is `None`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Ratings {
    pub catalan: Option<u32>,
    pub fide: Option<u32>,
    pub feda: Option<u32>,
    pub national: Option<u32>,
}

impl Ratings {
    pub fn get(&self, kind: RatingKind) -> Option<u32> {
        match kind {
            RatingKind::Catalan => self.catalan,
            RatingKind::Fide => self.fide,
            RatingKind::Feda => self.feda,
            RatingKind::National => self.national,
        }
    }

    /// The first rating there is, in an order of precedence.
    pub fn first(&self, order: &[RatingKind]) -> Option<(RatingKind, u32)> {
        order.iter().find_map(|&kind| self.get(kind).map(|rating| (kind, rating)))
    }

    /// These ratings, completed from `other` where they are missing.
    pub fn or(self, other: Self) -> Self {
        Self {
            catalan: self.catalan.or(other.catalan),
            fide: self.fide.or(other.fide),
            feda: self.feda.or(other.feda),
            national: self.national.or(other.national),
        }
    }
}

/// One line of a rating list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RatingRow {
    pub ratings: Ratings,
    /// Rated games in the period of the list.
    pub games: u32,
}

/// A published list: `data/ratings/1990-07.csv`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RatingList {
    /// Name of the period, `1990-07`.
    pub period: String,
    /// First day on which the list holds.
    pub from: Date,
    /// By the player's slug.
    pub rows: BTreeMap<String, RatingRow>,
}
