//! Pairing numbers (Swiss 7, AMB-09): the order of the players before round 1.

use std::cmp::Reverse;

use super::SwissRules;
use crate::model::{Entrant, RatingKind};
use crate::rulebook::bind::Key;

/// One of the lists that follow each other in the numbering.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RankingList {
    /// All with an international rating, however low.
    International,
    /// Everybody else who is rated, by the rating of their home.
    Home,
    Unrated,
}

impl Key for RankingList {
    const LIST: &'static str = "a list of ranking lists";

    fn from_key(key: &str) -> Option<Self> {
        match key {
            "fide" => Some(Self::International),
            "llista-unica" => Some(Self::Home),
            "no-avaluats" => Some(Self::Unrated),
            _ => None,
        }
    }

    fn known() -> Vec<&'static str> {
        vec!["fide", "llista-unica", "no-avaluats"]
    }
}

/// Which rating counts for those from somewhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HomeList {
    /// Players of this federation.
    Catalan,
    /// From the rest of the state.
    Feda,
    /// From elsewhere.
    National,
}

impl HomeList {
    fn kind(self) -> RatingKind {
        match self {
            Self::Catalan => RatingKind::Catalan,
            Self::Feda => RatingKind::Feda,
            Self::National => RatingKind::National,
        }
    }

    /// Is this the list of a player from a federation (three letters)? Unknown for unknown
    /// federations: then the first list that has the player counts.
    fn is_of(self, federation: Option<&str>) -> bool {
        match (self, federation) {
            (_, None) | (Self::Catalan, Some("CAT")) | (Self::Feda, Some("ESP")) => true,
            (Self::National, Some(other)) => !matches!(other, "CAT" | "ESP"),
            _ => false,
        }
    }
}

impl Key for HomeList {
    const LIST: &'static str = "a list of home rating lists";

    fn from_key(key: &str) -> Option<Self> {
        match key {
            "fce" => Some(Self::Catalan),
            "feda" => Some(Self::Feda),
            "nacional" => Some(Self::National),
            _ => None,
        }
    }

    fn known() -> Vec<&'static str> {
        vec!["fce", "feda", "nacional"]
    }
}

/// How those without a rating may be ordered; the order of entry is used here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UnratedOrder {
    Lots,
    Entry,
    Director,
}

impl Key for UnratedOrder {
    const LIST: &'static str = "a list of ways to order the unrated";

    fn from_key(key: &str) -> Option<Self> {
        match key {
            "sorteig" => Some(Self::Lots),
            "inscripcio" => Some(Self::Entry),
            "direccio" => Some(Self::Director),
            _ => None,
        }
    }

    fn known() -> Vec<&'static str> {
        vec!["sorteig", "inscripcio", "direccio"]
    }
}

/// The rating by which somebody is numbered, with the list it stands in. A home rating of exactly
/// the value that stands for none is none.
pub fn rating(entrant: &Entrant, rules: &SwissRules) -> Option<(RankingList, u32)> {
    rules.ranking.value.iter().find_map(|&list| {
        let rating = match list {
            RankingList::International => entrant.ratings.fide,
            RankingList::Home => {
                let federation = entrant.federation.as_deref();
                let mut homes = rules.home_lists.value.iter().filter(|l| l.is_of(federation));
                homes
                    .find_map(|home| entrant.ratings.get(home.kind()))
                    .filter(|&rating| rating != rules.unrated.get())
            }
            RankingList::Unrated => None,
        };
        rating.map(|rating| (list, rating))
    })
}

/// The entrants (by index, given in the order of entry) in the order of their pairing numbers:
/// list by list, the higher rating first, then the higher title, then who entered first.
pub fn order(entrants: &[Entrant], rules: &SwissRules) -> Vec<usize> {
    let lists = &rules.ranking.value;
    let mut order: Vec<usize> = (0..entrants.len()).collect();
    order.sort_by_key(|&index| {
        let entrant = &entrants[index];
        let (list, rating) = rating(entrant, rules).unwrap_or((RankingList::Unrated, 0));
        let list = lists.iter().position(|&l| l == list).unwrap_or(lists.len());
        (list, Reverse(rating), entrant.title.is_none(), entrant.title)
    });
    order
}
