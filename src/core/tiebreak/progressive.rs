//! Progressive (cumulative) score: Desempats 2.4.

use std::sync::Arc;

use super::TieBreak;
use crate::core::report::{Entry, Msg, Step};
use crate::core::score_table::{ScoreTable, Unit};
use crate::model::Points;
use crate::rulebook::{Binder, ProvisionId};

/// The sum of the totals after each round, with points as awarded. A round that gives nothing
/// repeats the total, also after a withdrawal (AMB-42, AMB-93).
#[derive(Debug)]
struct Progressive;

pub(super) fn bind(_: &mut Binder<'_>) -> Option<Arc<dyn TieBreak>> {
    Some(Arc::new(Progressive))
}

impl TieBreak for Progressive {
    fn key(&self) -> &'static str {
        "progressive"
    }

    fn name(&self) -> Msg {
        Msg::new("tiebreak.progressive")
    }

    fn citations(&self, _: Unit) -> Vec<ProvisionId> {
        vec!["Desempats 2.4".into()]
    }

    fn own(&self, table: &ScoreTable, who: usize) -> Option<Entry> {
        let row = &table.rows[who];
        let (mut total, mut sum) = (Points::ZERO, Points::ZERO);
        let mut steps = Vec::new();
        for round in 1..=table.after_round {
            total += row.round(round).map(|r| r.points).sum();
            sum += total;
            let msg = Msg::new("tiebreak.progressive.round").with("round", round);
            steps.push(Step::new(msg).gives(total));
        }
        Some(Entry::plain(sum).steps(steps))
    }
}
