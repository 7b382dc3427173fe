//! Buchholz: Desempats 2.1, with the correction of Swiss 16.

use std::sync::Arc;

use super::TieBreak;
use crate::core::report::{Entry, Msg, Step};
use crate::core::score_table::{ScoreTable, Unit};
use crate::model::Points;
use crate::rulebook::{Binder, FromRulebook, ProvisionId};

crate::rules! {
    /// What a round that an opponent did not play counts (Swiss 16).
    pub struct Correction {
        unplayed: Points = "suis.buchholz-no-jugada",
    }
}

/// The sum of the scores of the opponents, one term for every pairing, played or forfeited. One's
/// own byes and missed rounds add nothing (AMB-92).
#[derive(Debug)]
struct Buchholz {
    /// `None`: scores as they stand in the table.
    correction: Option<Correction>,
}

pub(super) fn bind_corrected(binder: &mut Binder<'_>) -> Option<Arc<dyn TieBreak>> {
    Some(Arc::new(Buchholz { correction: Some(Correction::bind(binder)?) }))
}

pub(super) fn bind_plain(_: &mut Binder<'_>) -> Option<Arc<dyn TieBreak>> {
    Some(Arc::new(Buchholz { correction: None }))
}

impl TieBreak for Buchholz {
    fn key(&self) -> &'static str {
        if self.correction.is_some() { "buchholz" } else { "buchholz-plain" }
    }

    fn name(&self) -> Msg {
        Msg::new(if self.correction.is_some() {
            "tiebreak.buchholz"
        } else {
            "tiebreak.buchholz-plain"
        })
    }

    fn citations(&self, _: Unit) -> Vec<ProvisionId> {
        let definition = ProvisionId::from("Desempats 2.1");
        std::iter::once(definition)
            .chain(self.correction.as_ref().map(|correction| correction.unplayed.at.clone()))
            .collect()
    }

    fn own(&self, table: &ScoreTable, who: usize) -> Option<Entry> {
        let mut total = Points::ZERO;
        let mut steps = Vec::new();
        for round in &table.rows[who].rounds {
            let Some(opponent) = round.cell.opponent() else {
                steps.push(table.step(who, round).gives(Points::ZERO));
                continue;
            };
            let step = match &self.correction {
                Some(correction) => corrected_term(table, round.round, opponent, correction),
                None => plain_term(table, round.round, opponent),
            };
            total += step.1;
            steps.push(step.0);
        }
        Some(Entry::plain(total).steps(steps))
    }
}

/// An opponent's corrected score; where it differs from the table, with the reason.
fn corrected_term(
    table: &ScoreTable,
    round: u32,
    opponent: usize,
    correction: &Correction,
) -> (Step, Points) {
    let score = table.corrected(opponent, &correction.unplayed);
    let key = if score.unplayed == 0 {
        "tiebreak.buchholz.opponent"
    } else {
        "tiebreak.buchholz.corrected"
    };
    let msg = Msg::new(key)
        .with("round", round)
        .with("opponent", table.who(opponent))
        .with("number", table.rows[opponent].number)
        .with("points", score.total);
    let step = if score.unplayed == 0 {
        Step::new(msg)
    } else {
        let msg = msg
            .with("board", score.on_board)
            .with("n", score.unplayed)
            .with("each", correction.unplayed.get())
            .with("table", table.rows[opponent].points());
        Step::new(msg).cite(&correction.unplayed.at)
    };
    (step.gives(score.total), score.total)
}

/// An opponent's points as made, also when they were annulled (AMB-99).
fn plain_term(table: &ScoreTable, round: u32, opponent: usize) -> (Step, Points) {
    let row = &table.rows[opponent];
    let msg = Msg::new("tiebreak.buchholz.opponent")
        .with("round", round)
        .with("opponent", table.who(opponent))
        .with("number", row.number)
        .with("points", row.made);
    (Step::new(msg).gives(row.made), row.made)
}
