//! How far everybody is from a norm, as a table to be drawn.

use super::tournament::TournamentNorms;
use crate::core::report::{Align, Column, Entry, Msg, Row, Table};
use crate::model::Points;

/// Players shown: how much fits a drawing, no rule.
const SHOWN: usize = 14;

/// Points made and points needed of those who are nearest and hold no title; `None` when nobody
/// has an opponents' mean yet.
pub fn distance(norms: &TournamentNorms) -> Option<Table> {
    let candidates = norms.players.iter().filter(|player| player.holds.is_none());
    let rows: Vec<Row> = candidates
        .filter_map(|player| {
            let needed = player.report.result.points_needed?;
            let points = player.report.result.points;
            let missing = player.report.missing();
            let missing = (missing > Points::ZERO).then_some(missing);
            let cells = vec![
                Entry::plain(player.who.value()),
                Entry::plain(points),
                Entry::plain(needed),
                Entry::plain(missing),
            ];
            Some(Row { entrant: None, cells })
        })
        .take(SHOWN)
        .collect();
    if rows.is_empty() {
        return None;
    }
    let head = |key, text, align| Column::new(key, Msg::new(text), align);
    Some(Table {
        key: "norm-distance",
        caption: Msg::new("norms.distance"),
        columns: vec![
            head("name", "norms.head.name", Align::Start),
            head("points", "norms.head.points", Align::End),
            head("needed", "norms.head.needed", Align::End),
            head("missing", "norms.head.missing", Align::End),
        ],
        rows,
    })
}
