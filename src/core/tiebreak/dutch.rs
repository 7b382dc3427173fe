//! Dutch system of board weights: Desempats 2.5.

use std::sync::Arc;

use super::{Applied, TieBreak, not_for};
use crate::core::report::{Entry, Msg, Step};
use crate::core::score_table::{ScoreTable, Unit};
use crate::core::team::dutch_terms;
use crate::model::{Points, Score};
use crate::rulebook::{Binder, FromRulebook, ProvisionId};

crate::rules! {
    /// Points of a board, and by how much the coefficient falls from board to board.
    pub struct DutchWeights {
        win: Points = "desempats.holandes-victoria",
        draw: Points = "desempats.holandes-taules",
        loss: Points = "desempats.holandes-derrota",
        step: u32 = "desempats.holandes-pas",
    }
}

impl DutchWeights {
    /// Coefficient of a board, from 1, in a match of `n` boards: *n* on the first (AMB-47).
    pub fn weight(&self, board: u32, n: u32) -> i32 {
        n as i32 - self.step.get() as i32 * (board as i32 - 1)
    }

    pub fn points(&self, score: Score) -> Points {
        match score {
            Score::Win => self.win.get(),
            Score::Draw => self.draw.get(),
            Score::Loss => self.loss.get(),
        }
    }
}

/// The weighted totals of all matches, boards as entered in the record (AMB-98).
#[derive(Debug)]
struct Dutch(DutchWeights);

pub(super) fn bind(binder: &mut Binder<'_>) -> Option<Arc<dyn TieBreak>> {
    Some(Arc::new(Dutch(DutchWeights::bind(binder)?)))
}

impl TieBreak for Dutch {
    fn key(&self) -> &'static str {
        "dutch"
    }

    fn name(&self) -> Msg {
        Msg::new("tiebreak.dutch")
    }

    fn citations(&self, _: Unit) -> Vec<ProvisionId> {
        vec![self.0.win.at.clone()]
    }

    fn own(&self, table: &ScoreTable, who: usize) -> Option<Entry> {
        if table.unit == Unit::Player {
            return None;
        }
        let mut total = Points::ZERO;
        let mut steps = Vec::new();
        for round in &table.rows[who].rounds {
            let (Some(side), Some(opponent)) = (&round.side, round.cell.opponent()) else {
                steps.push(table.step(who, round).gives(Points::ZERO));
                continue;
            };
            if side.boards.is_empty() {
                steps.push(table.step(who, round).gives(Points::ZERO));
                continue;
            }
            total += side.dutch;
            let msg = Msg::new("tiebreak.dutch.match")
                .with("round", round.round)
                .with("opponent", table.who(opponent))
                .with("terms", dutch_terms(side, &self.0));
            steps.push(Step::new(msg).gives(side.dutch));
        }
        Some(Entry::plain(total).steps(steps))
    }

    fn apply(&self, table: &ScoreTable, group: &[usize]) -> Applied {
        let entries: Option<Vec<Entry>> = group.iter().map(|&who| self.own(table, who)).collect();
        entries.map_or_else(|| not_for(table.unit), Applied::Values)
    }
}
