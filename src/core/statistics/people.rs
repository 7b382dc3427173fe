//! Who took part: titles, categories, clubs, delegations, federations, sex, ages, ratings.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::sync::Arc;

use super::distribution::{classes, mean, share, table as distribution_table};
use crate::core::Rules1990;
use crate::core::report::{Align, Block, Column, Entry, Fact, Msg, Row, Step, Table, Value};
use crate::core::score_table::ScoreTable;
use crate::core::values::category_msg;
use crate::model::{Archive, Category, Club, Delegation, Exact, Points, Sex, Title, Tournament};
use crate::model::{Entrant, fold};

/// Widths of classes of ratings and of ages: how they are shown, no rule.
pub const RATING_WIDTHS: [u32; 4] = [25, 50, 100, 200];
const AGE_WIDTHS: [u32; 3] = [5, 10, 20];

/// Everything about those who took part; what the data do not say is left out.
pub fn blocks(t: &Tournament, archive: &Archive, rules: &Rules1990) -> Vec<Block> {
    let groups = Groups { t, rules, scores: scores(t, rules) };
    let mut tables = Vec::new();
    let mut add = |key: &'static str, caption: &'static str, found: Vec<(Value, Vec<usize>)>| {
        tables.extend(groups.table(key, caption, found).map(Block::Table));
    };
    let indices = |wanted: &dyn Fn(&Entrant) -> bool| -> Vec<usize> {
        (0..t.entrants.len()).filter(|&at| wanted(&t.entrants[at])).collect()
    };
    let titles = Title::ALL
        .map(|title| (Value::from(title.key()), indices(&|entrant| entrant.title == Some(title))));
    add("by-title", "stats.by-title", titles.into());
    let categories = Category::ALL.map(|category| {
        let members = indices(&|entrant| entrant.category == Some(category));
        (category_msg(category).into(), members)
    });
    add("by-category", "stats.by-category", categories.into());
    let sexes = [(Sex::Female, "stats.female"), (Sex::Male, "stats.male")]
        .map(|(sex, key)| (Msg::new(key).into(), indices(&|entrant| entrant.sex == Some(sex))));
    add("by-sex", "stats.by-sex", sexes.into());
    let delegations = Delegation::ALL.map(|delegation| {
        let members = indices(&|entrant| {
            club_of(entrant, archive).and_then(|club| club.delegation) == Some(delegation)
        });
        (delegation_msg(delegation).into(), members)
    });
    add("by-delegation", "stats.by-delegation", delegations.into());
    add("by-federation", "stats.by-federation", named(t, |entrant| entrant.federation.as_deref()));
    add("by-club", "stats.by-club", named(t, |entrant| entrant.club.as_deref()));
    let mut blocks = rating_blocks(t, rules);
    if !tables.is_empty() {
        blocks.push(Block::Heading(Msg::new("stats.heading.people")));
        blocks.extend(tables);
    }
    blocks.extend(age_blocks(t));
    blocks
}

pub(crate) fn delegation_msg(delegation: Delegation) -> Msg {
    Msg::new(match delegation {
        Delegation::Barcelona => "stats.delegation.barcelona",
        Delegation::Girona => "stats.delegation.girona",
        Delegation::Lleida => "stats.delegation.lleida",
        Delegation::Tarragona => "stats.delegation.tarragona",
    })
}

/// The club of an entrant: by the register, else by the name or slug that the event has.
fn club_of<'a>(entrant: &Entrant, archive: &'a Archive) -> Option<&'a Club> {
    let person = entrant.person.as_ref().and_then(|slug| archive.people.get(slug));
    let own = person.and_then(|person| archive.clubs.get(person.club.as_ref()?));
    own.or_else(|| {
        let name = entrant.club.as_ref()?;
        archive.clubs.get(name).or_else(|| archive.clubs.values().find(|club| club.name == *name))
    })
}

/// Those with the same word, the most numerous first.
fn named<'t>(
    t: &'t Tournament,
    word: impl Fn(&'t Entrant) -> Option<&'t str>,
) -> Vec<(Value, Vec<usize>)> {
    let mut found: Vec<(&str, Vec<usize>)> = Vec::new();
    for (at, entrant) in t.entrants.iter().enumerate() {
        let Some(word) = word(entrant) else { continue };
        match found.iter_mut().find(|(known, _)| *known == word) {
            Some((_, members)) => members.push(at),
            None => found.push((word, vec![at])),
        }
    }
    found.sort_by_cached_key(|(word, members)| (Reverse(members.len()), fold(word)));
    found.into_iter().map(|(word, members)| (Value::from(word), members)).collect()
}

/// Points of the players: in a team event they are those of their teams, and left out.
fn scores(t: &Tournament, rules: &Rules1990) -> Option<Vec<Points>> {
    let complete = t.rounds_complete();
    if t.is_team_event() || complete == 0 {
        return None;
    }
    let table = ScoreTable::new(t, rules, complete);
    Some(table.rows.iter().map(|row| row.made).collect())
}

struct Groups<'a> {
    t: &'a Tournament,
    rules: &'a Rules1990,
    scores: Option<Vec<Points>>,
}

impl Groups<'_> {
    /// A line for each group that has anybody; `None` when no group has.
    fn table(
        &self,
        key: &'static str,
        caption: &'static str,
        groups: Vec<(Value, Vec<usize>)>,
    ) -> Option<Table> {
        let order = &self.rules.rating_order.order;
        let all = self.t.entrants.len();
        let rating = |&at: &usize| self.t.entrants[at].ratings.first(&order.value).map(|(_, r)| r);
        let rows: Vec<Row> = groups
            .into_iter()
            .filter(|(_, members)| !members.is_empty())
            .map(|(label, members)| {
                let ratings: Vec<u32> = members.iter().filter_map(rating).collect();
                let mut cells = vec![
                    Entry::plain(label),
                    Entry::plain(members.len()),
                    Entry::plain(share(members.len(), all)),
                    mean(&ratings).cite_param(order),
                ];
                if let Some(scores) = &self.scores {
                    let points: Points = members.iter().map(|&at| scores[at]).sum();
                    let each = points.exact() / Exact::from(members.len() as i64);
                    let step = Msg::new("stats.points-step")
                        .with("points", points)
                        .with("n", members.len());
                    cells.push(Entry::plain(each).step(Step::new(step).gives(each)));
                }
                Row { entrant: None, cells }
            })
            .collect();
        if rows.is_empty() {
            return None;
        }
        let mut columns = vec![
            Column::new("group", Msg::new(caption), Align::Start),
            Column::new("count", Msg::new("stats.players"), Align::End),
            Column::new("share", Msg::new("stats.share"), Align::End).extra(),
            Column::new("mean-rating", Msg::new("stats.mean-rating"), Align::End).cite(&order.at),
        ];
        if self.scores.is_some() {
            let header = Msg::new("stats.mean-points");
            columns.push(Column::new("mean-points", header, Align::End).extra());
        }
        Some(Table { key, caption: Msg::new(caption), columns, rows })
    }
}

fn rating_blocks(t: &Tournament, rules: &Rules1990) -> Vec<Block> {
    let order = &rules.rating_order.order;
    let mut ratings: Vec<u32> =
        t.entrants.iter().filter_map(|e| e.ratings.first(&order.value)).map(|(_, r)| r).collect();
    ratings.sort_unstable();
    let (Some(&lowest), Some(&highest)) = (ratings.first(), ratings.last()) else {
        return Vec::new();
    };
    let fact = |key, label, entry: Entry| Fact::new(key, Msg::new(label), entry);
    let facts = vec![
        fact("rated", "stats.rated", Entry::plain(ratings.len()).cite_param(order)),
        fact("mean-rating", "stats.mean-rating", mean(&ratings).cite_param(order)),
        fact("median-rating", "stats.median-rating", median(&ratings).cite_param(order)),
        fact("highest-rating", "stats.highest-rating", Entry::plain(highest)),
        fact("lowest-rating", "stats.lowest-rating", Entry::plain(lowest)),
    ];
    let table = rating_distribution(&ratings);
    vec![
        Block::Heading(Msg::new("stats.heading.ratings")),
        Block::Facts(facts),
        Block::Table(table),
    ]
}

/// What the clubs of a register come to: members, those with a rating on the last list, and its
/// mean. Who asked not to be shown is counted and not named.
pub fn clubs(archive: &Archive) -> BTreeMap<Arc<str>, Vec<Fact>> {
    let list = archive.rating_lists.last();
    let mut clubs: BTreeMap<Arc<str>, (usize, Vec<u32>)> =
        archive.clubs.keys().map(|slug| (slug.clone(), Default::default())).collect();
    for person in archive.people.values() {
        let Some((members, ratings)) = person.club.as_ref().and_then(|c| clubs.get_mut(c)) else {
            continue;
        };
        *members += 1;
        let row = list.and_then(|list| list.rows.get(&*person.slug));
        ratings.extend(row.and_then(|row| row.ratings.catalan));
    }
    let fact = |key, label, entry: Entry| Fact::new(key, Msg::new(label), entry);
    clubs
        .into_iter()
        .map(|(slug, (members, ratings))| {
            let mut facts = vec![fact("members", "stats.members", Entry::plain(members))];
            if !ratings.is_empty() {
                facts.push(fact("rated", "stats.rated", Entry::plain(ratings.len())));
                facts.push(fact("mean-rating", "stats.mean-rating", mean(&ratings)));
            }
            (slug, facts)
        })
        .collect()
}

/// How many players have which ratings.
pub fn rating_distribution(ratings: &[u32]) -> Table {
    distribution_table(
        "rating-distribution",
        Msg::new("stats.rating-distribution"),
        Msg::new("column.rating"),
        &classes(ratings, &RATING_WIDTHS),
    )
}

/// The one in the middle, or the mean of the two; the values are in order.
fn median(sorted: &[u32]) -> Entry {
    let middle = sorted.len() / 2;
    let Some(&upper) = sorted.get(middle) else { return Entry::plain(Value::Undefined) };
    if sorted.len() % 2 == 1 {
        return Entry::plain(upper);
    }
    let lower = sorted[middle - 1];
    let mean = Exact::new(i64::from(lower) + i64::from(upper), 2);
    let step = Msg::new("stats.median-step").with("lower", lower).with("upper", upper);
    Entry::plain(mean).step(Step::new(step).gives(mean))
}

/// Ages in the year of the first day: what the rules of age groups look at, the year of birth.
fn age_blocks(t: &Tournament) -> Vec<Block> {
    let Some(day) = t.start else { return Vec::new() };
    let ages: Vec<u32> = t
        .entrants
        .iter()
        .filter_map(|entrant| u32::try_from(day.year() - entrant.birth?.year()).ok())
        .collect();
    if ages.is_empty() {
        return Vec::new();
    }
    let fact = |key, label, entry: Entry| Fact::new(key, Msg::new(label), entry);
    let facts = vec![
        fact("known-ages", "stats.known-ages", Entry::plain(ages.len())),
        fact("mean-age", "stats.mean-age", mean(&ages)),
    ];
    let caption = Msg::new("stats.age-distribution").with("year", i64::from(day.year()));
    let table = distribution_table(
        "age-distribution",
        caption,
        Msg::new("stats.age"),
        &classes(&ages, &AGE_WIDTHS),
    );
    vec![Block::Heading(Msg::new("stats.heading.ages")), Block::Facts(facts), Block::Table(table)]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_median_is_the_middle_one_or_the_mean_of_two() {
        assert_eq!(median(&[1900, 2000, 2300]).value, Value::Int(2000));
        assert_eq!(median(&[1900, 2001]).value, Value::Exact(Exact::new(3901, 2)));
        assert_eq!(median(&[]).value, Value::Undefined);
    }
}
