//! The standings of each group of players within an event: women, categories. Places in a group are
//! those of the whole standings, counted among its members.

use super::report::{Align, Block, Column, Entry, Msg, Report, Row, Table, Value};
use super::score_table::Unit;
use super::standings::{Placing, Standings};
use super::values::category_msg;
use crate::model::{Category, Entrant, Sex, Tournament};

/// The report; `None` where nobody is in a group that is not everybody.
pub fn report(t: &Tournament, standings: &Standings) -> Option<Report> {
    if standings.scores.unit == Unit::Team {
        return None;
    }
    let all = standings.rows.len();
    let women = (Msg::new("groups.women"), Group::Women);
    let categories = Category::ALL.map(|category| {
        (Msg::new("groups.category").with("category", category_msg(category)), Group::Of(category))
    });
    let blocks: Vec<Block> = std::iter::once(women)
        .chain(categories)
        .filter_map(|(caption, group)| {
            let table = table(t, standings, caption, group);
            let is_group = !table.rows.is_empty() && table.rows.len() < all;
            is_group.then_some(Block::Table(table))
        })
        .collect();
    let title = Msg::new("groups.title").with("tournament", t.name.clone());
    (!blocks.is_empty()).then_some(Report { key: "groups", title, blocks })
}

#[derive(Clone, Copy)]
enum Group {
    Women,
    Of(Category),
}

impl Group {
    fn has(self, entrant: &Entrant) -> bool {
        match self {
            Self::Women => entrant.sex == Some(Sex::Female),
            Self::Of(category) => entrant.category == Some(category),
        }
    }
}

fn table(t: &Tournament, standings: &Standings, caption: Msg, group: Group) -> Table {
    let members: Vec<&Placing> =
        standings.rows.iter().filter(|row| group.has(&t.entrants[row.entrant])).collect();
    let mut place = 0;
    let rows = members.iter().enumerate().map(|(at, row)| {
        // Who shares a place in the whole standings shares it here.
        if at == 0 || members[at - 1].rank != row.rank {
            place = at + 1;
        }
        let own = row.rank.map_or(Value::Undefined, |_| place.into());
        Row {
            entrant: None,
            cells: vec![
                Entry::plain(own),
                Entry::plain(standings.scores.who(row.entrant)),
                Entry::plain(row.points),
                Entry::plain(row.rank),
            ],
        }
    });
    let rows = rows.collect();
    let head = |key, text, align| Column::new(key, Msg::new(text), align);
    Table {
        key: "group",
        caption,
        columns: vec![
            head("place", "column.rank", Align::End),
            head("name", "column.player", Align::Start),
            head("points", "column.points", Align::End),
            head("rank", "groups.overall", Align::End),
        ],
        rows,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::standings::Settings;
    use crate::model::{Bye, Cell, System};
    use crate::test_rules::rules;

    /// Four players with 1, 1, ½ and 0 points; the second and the last are women.
    fn event() -> Tournament {
        let mut t = Tournament::new("x", "X", System::Swiss, 1);
        t.tie_breaks = Some(Vec::new());
        for number in 1..=4 {
            let mut entrant = Entrant::new(number, format!("J{number}"));
            entrant.sex = Some(if number % 2 == 0 { Sex::Female } else { Sex::Male });
            t.entrants.push(entrant);
        }
        t.cells =
            [Bye::Full, Bye::Full, Bye::Half, Bye::Zero].map(|bye| vec![Cell::Bye(bye)]).into();
        t
    }

    fn rows(report: &Report) -> Vec<Vec<serde_json::Value>> {
        let Block::Table(table) = &report.blocks[0] else { panic!("a table") };
        let cells = |row: &Row| row.cells.iter().map(|cell| cell.value.to_json()).collect();
        table.rows.iter().map(cells).collect()
    }

    #[test]
    fn places_are_counted_among_the_members() {
        let t = event();
        let standings = Standings::compute(&t, rules(), 1, &Settings::default());
        let report = report(&t, &standings).expect("women");
        // Place, number, points, place in all.
        let line = |values: [i64; 4]| values.map(serde_json::Value::from).to_vec();
        assert_eq!(rows(&report), [line([1, 2, 1, 1]), line([2, 4, 0, 4])]);
    }

    #[test]
    fn everybody_is_no_group_and_a_shared_place_is_shared() {
        let mut t = event();
        t.entrants.iter_mut().for_each(|entrant| entrant.sex = Some(Sex::Female));
        let standings = Standings::compute(&t, rules(), 1, &Settings::default());
        assert!(report(&t, &standings).is_none());
        t.entrants[3].sex = None;
        let report = report(&t, &standings).expect("three of four");
        let places: Vec<_> = rows(&report).into_iter().map(|row| row[0].clone()).collect();
        assert_eq!(places, [1, 1, 3]);
    }
}
