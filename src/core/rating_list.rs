//! A rating list as it is published: places, changes since the list before, and what it comes to.

use std::cmp::Reverse;
use std::sync::Arc;

use super::report::{Entry, Fact, Msg, Step, Table};
use super::statistics::distribution::mean;
use super::statistics::rating_distribution;
use crate::model::{Archive, Ratings};

/// Somebody on a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListLine {
    /// Shared by those with the same rating; `None` without a rating of this federation.
    pub place: Option<u32>,
    /// Slug in the register.
    pub person: Arc<str>,
    pub ratings: Ratings,
    /// Rating of this federation on the list before.
    pub before: Option<u32>,
    /// Rated games in the period.
    pub games: u32,
}

impl ListLine {
    /// Points won since the list before.
    pub fn change(&self) -> Option<i64> {
        Some(i64::from(self.ratings.catalan?) - i64::from(self.before?))
    }
}

/// A list.
#[derive(Clone, Debug)]
pub struct PublishedList {
    pub lines: Vec<ListLine>,
    pub facts: Vec<Fact>,
    pub distribution: Option<Table>,
}

/// The list with an index among the archive's. Those in the register alone: a list names nobody
/// that asked not to be shown.
pub fn published(archive: &Archive, index: usize) -> Option<PublishedList> {
    let list = archive.rating_lists.get(index)?;
    let before = index.checked_sub(1).and_then(|at| archive.rating_lists.get(at));
    let mut lines: Vec<ListLine> = list
        .rows
        .iter()
        .filter_map(|(slug, row)| {
            let (person, registered) = archive.people.get_key_value(slug.as_str())?;
            if registered.hidden {
                return None;
            }
            let before =
                before.and_then(|list| list.rows.get(slug)).and_then(|r| r.ratings.catalan);
            let (person, ratings, games) = (person.clone(), row.ratings, row.games);
            Some(ListLine { place: None, person, ratings, before, games })
        })
        .collect();
    lines.sort_by(|a, b| {
        let key = |line: &ListLine| (Reverse(line.ratings.catalan), line.person.clone());
        key(a).cmp(&key(b))
    });
    let mut place = 0;
    for at in 0..lines.len() {
        if at == 0 || lines[at].ratings.catalan != lines[at - 1].ratings.catalan {
            place = at as u32 + 1;
        }
        lines[at].place = lines[at].ratings.catalan.map(|_| place);
    }
    let ratings: Vec<u32> = lines.iter().filter_map(|line| line.ratings.catalan).collect();
    let facts = facts(&lines, &ratings, before.is_some());
    let distribution = (!ratings.is_empty()).then(|| rating_distribution(&ratings));
    Some(PublishedList { lines, facts, distribution })
}

fn facts(lines: &[ListLine], ratings: &[u32], has_before: bool) -> Vec<Fact> {
    let fact = |key, label, entry| Fact::new(key, Msg::new(label), entry);
    let mut facts = vec![
        fact("rated", "stats.rated", Entry::plain(ratings.len())),
        fact("mean-rating", "stats.mean-rating", mean(ratings)),
    ];
    if !has_before {
        return facts;
    }
    let count = |wanted: &dyn Fn(&ListLine) -> bool| lines.iter().filter(|l| wanted(l)).count();
    let new = count(&|line| line.ratings.catalan.is_some() && line.before.is_none());
    facts.push(fact("new", "rating-list.new", Entry::plain(new)));
    let up = count(&|line| line.change().is_some_and(|change| change > 0));
    let down = count(&|line| line.change().is_some_and(|change| change < 0));
    let moved = Msg::new("rating-list.up-down").with("up", up).with("down", down);
    let changes: Vec<i64> = lines.iter().filter_map(ListLine::change).collect();
    let mut entry = Entry::plain(moved);
    if let (Some(most), Some(least)) = (changes.iter().max(), changes.iter().min()) {
        entry = entry
            .step(Step::new(Msg::new("rating-list.greatest-rise")).gives(*most))
            .step(Step::new(Msg::new("rating-list.greatest-fall")).gives(*least));
    }
    facts.push(fact("moved", "rating-list.moved", entry));
    facts
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use crate::model::{Date, Person, RatingList, RatingRow};

    fn archive() -> Archive {
        let mut archive = Archive::default();
        for (slug, hidden) in [("a", false), ("b", false), ("c", false), ("d", true)] {
            let person = Person {
                slug: slug.into(),
                name: slug.into(),
                club: None,
                category: None,
                title: None,
                fide_id: None,
                birth: None,
                sex: None,
                federation: None,
                hidden,
            };
            archive.people.insert(slug.into(), person);
        }
        for (period, month, rows) in [
            ("1990-01", 1, vec![("a", 2000), ("b", 2100)]),
            ("1990-07", 7, vec![("a", 2100), ("b", 2100), ("c", 1900), ("d", 2500), ("x", 2600)]),
        ] {
            let rows: BTreeMap<String, RatingRow> = rows
                .into_iter()
                .map(|(slug, rating)| {
                    let ratings = Ratings { catalan: Some(rating), ..Ratings::default() };
                    (slug.to_owned(), RatingRow { ratings, games: 5 })
                })
                .collect();
            let from = Date::constant(1990, month, 1);
            archive.rating_lists.push(RatingList { period: period.into(), from, rows });
        }
        archive
    }

    #[test]
    fn places_are_shared_and_changes_are_since_the_list_before() {
        let list = published(&archive(), 1).expect("there");
        let lines: Vec<_> = list.lines.iter().map(|l| (&*l.person, l.place, l.change())).collect();
        // Who asked not to be shown and who is of no register are not named.
        assert_eq!(
            lines,
            [("a", Some(1), Some(100)), ("b", Some(1), Some(0)), ("c", Some(3), None)]
        );
        let value = |key| {
            let fact = list.facts.iter().find(|fact| fact.key == key);
            fact.map(|fact| fact.entry.value.to_json())
        };
        assert_eq!(value("new"), Some(1.into()));
        assert_eq!(value("rated"), Some(3.into()));
        let first = published(&archive(), 0).expect("there");
        assert!(first.facts.iter().all(|fact| fact.key != "new"));
        assert!(published(&archive(), 2).is_none());
    }
}
