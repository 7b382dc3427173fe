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
    use crate::core::Rules1990;
    use crate::diag::{Diagnostics, Sources};
    use crate::model::{Ratings, Title};
    use crate::project::Project;
    use crate::source::{bind_rules, load_rulebook};

    fn rules() -> SwissRules {
        let mut diagnostics = Diagnostics::new();
        let rulebook = load_rulebook(&Project::Embedded, &Sources::default(), &mut diagnostics);
        bind_rules::<Rules1990>(&rulebook, &mut diagnostics).unwrap().swiss
    }

    fn entrant(name: &str, ratings: Ratings) -> Entrant {
        let mut entrant = Entrant::new(0, name);
        entrant.ratings = ratings;
        entrant
    }

    fn names(entrants: &[Entrant]) -> Vec<&str> {
        order(entrants, &rules()).into_iter().map(|i| &*entrants[i].name).collect()
    }

    /// Swiss 7, note: the international first, however low; then one list; then the unrated.
    #[test]
    fn the_international_go_first_and_the_unrated_last() {
        let none = Ratings::default();
        let entrants = [
            entrant("unrated", none),
            entrant("home 2400", Ratings { catalan: Some(2400), ..none }),
            entrant("fide 2205", Ratings { fide: Some(2205), catalan: Some(2450), ..none }),
            entrant("of 2000", Ratings { catalan: Some(2000), ..none }),
            entrant("home 1990", Ratings { catalan: Some(1990), ..none }),
            entrant("fide 2300", Ratings { fide: Some(2300), ..none }),
        ];
        assert_eq!(
            names(&entrants),
            ["fide 2300", "fide 2205", "home 2400", "home 1990", "unrated", "of 2000"]
        );
    }

    /// Swiss 7, a to c: each by the list of their home.
    #[test]
    fn the_one_list_takes_the_rating_of_the_home() {
        let ratings = |catalan, feda, national| Ratings {
            catalan: Some(catalan),
            feda: Some(feda),
            national: Some(national),
            fide: None,
        };
        let from = |federation: &str, ratings| {
            let mut entrant = entrant(federation, ratings);
            entrant.federation = Some(federation.into());
            entrant
        };
        let entrants = [
            from("CAT", ratings(2050, 2300, 2300)),
            from("ESP", ratings(2300, 2100, 2300)),
            from("FRA", ratings(2300, 2300, 2075)),
            from("AND", Ratings { catalan: Some(2300), ..Ratings::default() }),
        ];
        assert_eq!(names(&entrants), ["ESP", "FRA", "CAT", "AND"]);
    }

    /// Swiss 7, last paragraph: between equals the title; then who entered first.
    #[test]
    fn between_equals_the_title_decides_then_the_entry() {
        let titled = |name: &str, title, fide| {
            let mut entrant = entrant(name, Ratings { fide, ..Ratings::default() });
            entrant.title = title;
            entrant
        };
        let entrants = [
            titled("first", None, Some(2300)),
            titled("second", None, Some(2300)),
            titled("master", Some(Title::FM), Some(2300)),
            titled("grandmaster", Some(Title::GM), Some(2300)),
            titled("unrated", None, None),
            titled("unrated master", Some(Title::MC), None),
        ];
        assert_eq!(
            names(&entrants),
            ["grandmaster", "master", "first", "second", "unrated master", "unrated"]
        );
    }
}
