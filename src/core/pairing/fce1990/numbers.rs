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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{Ratings, Title};
    use crate::test_rules::rules;

    fn entrant(federation: &str, ratings: Ratings, title: Option<Title>) -> Entrant {
        let mut entrant = Entrant::new(0, "x");
        entrant.federation = Some(federation.into());
        entrant.ratings = ratings;
        entrant.title = title;
        entrant
    }

    fn catalan(rating: u32) -> Ratings {
        Ratings { catalan: Some(rating), ..Ratings::default() }
    }

    /// Swiss 7, note: all with an international rating first, whatever their others; then by the
    /// rating of their home; those on 2000 or without a rating last, in order of entry.
    #[test]
    fn swiss_7_international_ratings_first() {
        let fide =
            |rating| Ratings { fide: Some(rating), catalan: Some(2500), ..Ratings::default() };
        let feda = Ratings { feda: Some(2240), catalan: Some(2400), ..Ratings::default() };
        let players = [
            entrant("CAT", catalan(2300), None),
            entrant("CAT", catalan(2000), None),
            entrant("CAT", fide(2205), None),
            entrant("CAT", Ratings::default(), None),
            entrant("ESP", feda, None),
            entrant("CAT", fide(2210), None),
        ];
        assert_eq!(order(&players, &rules().swiss), [5, 2, 0, 4, 1, 3]);
        let swiss = &rules().swiss;
        assert_eq!(rating(&players[4], swiss), Some((RankingList::Home, 2240)));
        assert_eq!(rating(&players[2], swiss), Some((RankingList::International, 2205)));
        assert_eq!(rating(&players[1], swiss), None);
    }

    /// Swiss 7, last paragraph: equal ratings by title, also among the unrated.
    #[test]
    fn swiss_7_equal_ratings_by_title() {
        let players = [
            entrant("CAT", catalan(2300), None),
            entrant("CAT", catalan(2300), Some(Title::MC)),
            entrant("CAT", catalan(2300), Some(Title::FM)),
            entrant("CAT", Ratings::default(), None),
            entrant("CAT", Ratings::default(), Some(Title::MC)),
        ];
        assert_eq!(order(&players, &rules().swiss), [2, 1, 0, 4, 3]);
    }
}
