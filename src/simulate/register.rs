//! An invented federation: clubs, people and their rating lists.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::names::{self, TOWNS};
use super::{Mix, Random};
use crate::model::{
    Category, Club, Date, Entrant, Person, RatingList, RatingRow, Ratings, Sex, Title, slugify,
};

/// Somebody with the playing strength that results are drawn by. The strength is not published;
/// ratings are guesses at it.
#[derive(Clone, Debug)]
pub struct Member {
    pub person: Person,
    pub strength: i32,
}

/// All members of an invented federation.
#[derive(Clone, Debug, Default)]
pub struct Register {
    pub clubs: Vec<Club>,
    pub members: Vec<Member>,
    /// From the oldest.
    pub lists: Vec<RatingList>,
}

/// Strengths of a category, lowest and highest.
fn strengths(category: Category) -> (i32, i32) {
    match category {
        Category::Preferent => (2050, 2330),
        Category::First => (1880, 2080),
        Category::Second => (1690, 1900),
        Category::Third => (1450, 1720),
    }
}

/// A strength drawn for a category; the strongest are the fewest.
fn strength(category: Category, random: &mut Random) -> i32 {
    let (low, high) = strengths(category);
    let drawn = random.between(low, high).min(random.between(low, high));
    // One Preferent in ten is far above the rest.
    match category {
        Category::Preferent if random.per_mille(100) => drawn.max(2250) + random.between(20, 170),
        _ => drawn,
    }
}

/// Titles follow strength; few have one.
fn title(strength: i32, sex: Sex, random: &mut Random) -> Option<Title> {
    match (strength, sex) {
        (2480.., _) => Some(Title::GM),
        (2400.., _) => Some(Title::IM),
        (2150.., Sex::Female) if random.per_mille(300) => Some(Title::WFM),
        (2320.., _) if random.per_mille(600) => Some(Title::FM),
        (2280.., _) if random.per_mille(350) => Some(Title::MC),
        _ => None,
    }
}

/// A day of birth that suits a player of 1990.
fn birth(random: &mut Random) -> Option<Date> {
    // Most are between 15 and 65; a day up to the 28th exists in every month.
    let year = 1990 - random.between(15, 40) - random.between(0, 25);
    let month = random.between(1, 12);
    let day = random.between(1, 28);
    Date::new(year as i16, month as i8, day as i8).ok()
}

impl Register {
    /// `clubs` clubs and `members` members whose categories follow `mix`, with one rating list
    /// for each period and its first day, oldest first.
    pub fn invent(
        clubs: usize,
        members: usize,
        mix: &Mix,
        periods: &[(&str, Date)],
        random: &mut Random,
    ) -> Self {
        let clubs: Vec<Club> = (0..clubs.max(1)).map(invent_club).collect();
        let mut taken = BTreeMap::new();
        let members: Vec<Member> = mix
            .shares(members)
            .into_iter()
            .flat_map(|(category, count)| std::iter::repeat_n(category, count))
            .map(|category| invent_member(category, &clubs, &mut taken, random))
            .collect();
        let lists = invent_lists(&members, periods, random);
        Self { clubs, members, lists }
    }

    /// The list that holds on a day: the latest that has begun.
    pub fn list_on(&self, day: Date) -> Option<&RatingList> {
        self.lists.iter().rev().find(|list| list.from <= day)
    }

    /// Ratings of a member in a list.
    pub fn ratings(&self, member: usize, period: &str) -> Ratings {
        self.lists
            .iter()
            .find(|list| list.period == period)
            .and_then(|list| list.rows.get(&*self.members[member].person.slug))
            .map_or(Ratings::default(), |row| row.ratings)
    }

    /// Gives a member a rating of this federation in one list. Their other ratings and the
    /// strength move with it, so that the member's history keeps its shape.
    pub fn set_rating(&mut self, member: usize, period: &str, catalan: u32) {
        let before = self.ratings(member, period).catalan.unwrap_or(catalan);
        let moved = |rating: Option<u32>, step: i64| {
            let moved = |rating| i64::from(rating) + i64::from(catalan) - i64::from(before);
            rating.map(|rating| (moved(rating) / step * step).max(0) as u32)
        };
        let member = &mut self.members[member];
        member.strength = catalan as i32;
        for list in &mut self.lists {
            if let Some(row) = list.rows.get_mut(&*member.person.slug) {
                let r = &mut row.ratings;
                (r.catalan, r.fide, r.feda) =
                    (moved(r.catalan, 1), moved(r.fide, 5), moved(r.feda, 1));
            }
        }
    }

    /// A member as they enter a tournament, with the ratings of a list.
    pub fn entrant(&self, member: usize, number: u32, period: &str) -> Entrant {
        let person = &self.members[member].person;
        Entrant {
            person: Some(person.slug.clone()),
            club: person.club.clone(),
            category: person.category,
            title: person.title,
            ratings: self.ratings(member, period),
            fide_id: person.fide_id,
            federation: person.federation.clone(),
            birth: person.birth,
            sex: person.sex,
            ..Entrant::new(number, person.name.clone())
        }
    }

    /// Members of some categories, in the order of the register.
    pub fn of_categories(&self, categories: &[Category]) -> Vec<usize> {
        let wanted: BTreeSet<Category> = categories.iter().copied().collect();
        let fits = |m: &Member| m.person.category.is_some_and(|c| wanted.contains(&c));
        (0..self.members.len()).filter(|&m| fits(&self.members[m])).collect()
    }
}

fn invent_club(index: usize) -> Club {
    let name = names::club(index);
    let town = TOWNS[index % TOWNS.len()];
    Club {
        slug: slugify(name.trim_start_matches("Club d'Escacs ")).into(),
        name: name.into(),
        town: Some(town.name.into()),
        delegation: Some(town.delegation),
    }
}

/// `taken` counts the slugs given so far, so that people of the same name get different ones.
fn invent_member(
    category: Category,
    clubs: &[Club],
    taken: &mut BTreeMap<String, u32>,
    random: &mut Random,
) -> Member {
    let (name, sex) = names::person(random);
    let wanted = slugify(&name);
    let times = taken.entry(wanted.clone()).and_modify(|n| *n += 1).or_insert(1);
    let slug = if *times == 1 { wanted } else { format!("{wanted}-{times}") };
    let strength = strength(category, random);
    let person = Person {
        slug: slug.into(),
        name: name.into(),
        club: random.pick(clubs).map(|club| club.slug.clone()),
        category: Some(category),
        title: title(strength, sex, random),
        // Numbers of the international federation belong to real people.
        fide_id: None,
        birth: birth(random),
        sex: Some(sex),
        federation: Some("CAT".into()),
        hidden: false,
    };
    Member { person, strength }
}

/// Ratings come near to the strength and nearer from list to list. Only Preferents have a rating
/// of this federation; the strongest have an international one as well, a multiple of five.
fn invent_lists(
    members: &[Member],
    periods: &[(&str, Date)],
    random: &mut Random,
) -> Vec<RatingList> {
    let rated: Vec<&Member> =
        members.iter().filter(|m| m.person.category == Some(Category::Preferent)).collect();
    let mut guesses: Vec<i32> = rated.iter().map(|m| m.strength + random.spread(25)).collect();
    // How far the other ratings lie from that of this federation, for those who have them.
    let fide: Vec<Option<i32>> = rated
        .iter()
        .map(|m| (m.strength >= 2210 && random.per_mille(600)).then(|| random.spread(15)))
        .collect();
    let feda: Vec<Option<i32>> =
        rated.iter().map(|_| random.per_mille(300).then(|| random.spread(20))).collect();
    periods
        .iter()
        .map(|&(period, from)| {
            let mut rows = BTreeMap::new();
            for (index, member) in rated.iter().enumerate() {
                let guess = &mut guesses[index];
                *guess += (member.strength - *guess) / 3 + random.spread(8);
                let rating = |shift: i32, step: i32| ((*guess + shift) / step * step) as u32;
                let ratings = Ratings {
                    catalan: Some(rating(0, 1)),
                    fide: fide[index].map(|shift| rating(shift, 5)),
                    feda: feda[index].map(|shift| rating(shift, 1)),
                    national: None,
                };
                let games = random.between(0, 14) + random.between(0, 14);
                let row = RatingRow { ratings, games: games as u32 };
                rows.insert(member.person.slug.to_string(), row);
            }
            RatingList { period: period.to_owned(), from, rows }
        })
        .collect()
}

/// Puts entrants in the order of pairing numbers (Swiss 7) and numbers them from 1: international
/// rating first, then the others by the rating of their federation, then those without one as
/// they entered. Equals by title, then as they entered. What goes with each entrant follows.
pub fn number<T>(entrants: Vec<(Entrant, T)>) -> (Vec<Entrant>, Vec<T>) {
    let key = |entrant: &Entrant| {
        let r = &entrant.ratings;
        let here = entrant.federation.as_deref() == Some("CAT");
        let home = if here { r.catalan.or(r.feda) } else { r.national.or(r.feda) };
        let title = entrant.title.map_or(usize::MAX, |title| title as usize);
        (std::cmp::Reverse((r.fide, home)), title)
    };
    let mut entrants = entrants;
    entrants.sort_by_key(|(entrant, _)| key(entrant));
    number_as_drawn(entrants)
}

/// Numbers entrants from 1 in the order in which they stand: that of the draw, in a league.
pub fn number_as_drawn<T>(entrants: Vec<(Entrant, T)>) -> (Vec<Entrant>, Vec<T>) {
    let numbered = entrants
        .into_iter()
        .zip(1..)
        .map(|((entrant, rest), number)| (Entrant { number, ..entrant }, rest));
    numbered.unzip()
}

/// A club's name, for those who print it.
pub fn club_name(clubs: &[Club], slug: &str) -> Option<Arc<str>> {
    clubs.iter().find(|club| &*club.slug == slug).map(|club| club.name.clone())
}
