//! The tables of leagues for any number of players, to be looked up and printed (SAP 2.1).

use super::berger::{self, LeagueRound};
use crate::core::report::{Align, Block, Column, Entry, Msg, Report, Row, Table};
use crate::rulebook::ProvisionId;

/// Players of the smallest and the largest table that are printed. Any other is made the same way.
const SIZES: std::ops::RangeInclusive<u32> = 3..=16;

/// The tables, of each even number: once round, then twice. An odd number of players takes the next
/// larger one, and who meets its last number is free.
pub fn report() -> Report {
    let mut blocks = vec![
        Block::Paragraph(Msg::new("berger.how")),
        Block::Paragraph(Msg::new("berger.odd")),
        Block::Paragraph(Msg::new("berger.twice")),
    ];
    for places in SIZES.filter(|players| players % 2 == 0) {
        let heading = Msg::new("berger.size").with("odd", places - 1).with("even", places);
        blocks.push(Block::Heading(heading));
        blocks.push(Block::Table(table(places, false)));
        blocks.push(Block::Table(table(places, true)));
    }
    Report { key: "berger", title: Msg::new("berger.title"), blocks }
}

fn table(places: u32, double: bool) -> Table {
    let rounds = berger::league(places, double);
    let rule = ProvisionId::from("SAP 2.1");
    let mut columns = vec![Column::new("round", Msg::new("column.round"), Align::End).cite(&rule)];
    columns.extend((1..=places / 2).map(|board| {
        let header = Msg::new("berger.board").with("board", board);
        Column::new(format!("b{board}"), header, Align::Centre)
    }));
    let row = |(number, round): (u32, &LeagueRound)| {
        let games = round.games.iter().map(|&(white, black)| {
            Entry::plain(Msg::new("berger.pair").with("white", white).with("black", black))
        });
        let cells = std::iter::once(Entry::plain(number)).chain(games).collect();
        Row { entrant: None, cells }
    };
    let caption = if double { "berger.caption-double" } else { "berger.caption" };
    Table {
        key: "berger",
        caption: Msg::new(caption).with("odd", places - 1).with("even", places),
        columns,
        rows: (1..).zip(&rounds).map(row).collect(),
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::core::report::Value;

    /// White and Black of every cell, round by round.
    fn pairs(table: &Table) -> Vec<Vec<(i64, i64)>> {
        let number = |value: &Value| match value {
            Value::Int(n) => *n,
            other => panic!("{other:?}"),
        };
        let pair = |cell: &Entry| match &cell.value {
            Value::Msg(msg) => (number(&msg.args[0].1), number(&msg.args[1].1)),
            other => panic!("{other:?}"),
        };
        table.rows.iter().map(|row| row.cells[1..].iter().map(pair).collect()).collect()
    }

    #[test]
    fn there_is_a_table_for_every_number_of_players_once_and_twice() {
        let report = report();
        let tables: Vec<&Table> = report
            .blocks
            .iter()
            .filter_map(|block| match block {
                Block::Table(table) => Some(table),
                _ => None,
            })
            .collect();
        assert_eq!(tables.len(), 14, "for 4, 6 … 16, once and twice");
        for (places, both) in (4..).step_by(2).zip(tables.chunks(2)) {
            for (times, table) in (1..).zip(both) {
                let rounds = pairs(table);
                assert_eq!(rounds.len() as i64, times * (places - 1));
                assert!(rounds.iter().all(|games| games.len() as i64 == places / 2));
                assert_eq!(table.columns.len() as i64, places / 2 + 1);
                let games: BTreeSet<_> = rounds.concat().into_iter().collect();
                assert_eq!(games.len() as i64, times * places * (places - 1) / 2, "no game twice");
            }
        }
    }

    /// FIDE C.05, annex 1: the first rounds of the table of ten.
    #[test]
    fn the_table_of_ten_is_the_printed_one() {
        let rounds = pairs(&table(10, false));
        assert_eq!(rounds[0], [(1, 10), (2, 9), (3, 8), (4, 7), (5, 6)]);
        assert_eq!(rounds[1], [(10, 6), (7, 5), (8, 4), (9, 3), (1, 2)]);
        assert_eq!(rounds[8], [(5, 10), (6, 4), (7, 3), (8, 2), (9, 1)]);
    }
}
