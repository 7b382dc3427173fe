//! Sonneborn-Berger: Desempats 2.2.

use std::sync::Arc;

use super::TieBreak;
use crate::core::report::{Entry, Msg, Step};
use crate::core::score_table::{ScoreTable, Unit};
use crate::model::{Cell, Exact, Forfeit, Outcome, Score};
use crate::rulebook::{Binder, FromRulebook, ProvisionId};

crate::rules! {
    /// Share of the points of an opponent with whom one drew (Desempats 2.2).
    pub struct SonnebornBerger {
        draw: Exact = "desempats.sb-taules",
    }
}

pub(super) fn bind(binder: &mut Binder<'_>) -> Option<Arc<dyn TieBreak>> {
    Some(Arc::new(SonnebornBerger::bind(binder)?))
}

impl TieBreak for SonnebornBerger {
    fn key(&self) -> &'static str {
        "sonneborn-berger"
    }

    fn name(&self) -> Msg {
        Msg::new("tiebreak.sonneborn-berger")
    }

    fn citations(&self, _: Unit) -> Vec<ProvisionId> {
        vec![self.draw.at.clone()]
    }

    /// Opponents' scores are never corrected; a win by forfeit adds the paired opponent's; byes
    /// add nothing (AMB-43, AMB-93). An opponent whose points were annulled in a Swiss counts with
    /// those made (AMB-99). In a team event a match is what a game is here (AMB-98).
    fn own(&self, table: &ScoreTable, who: usize) -> Option<Entry> {
        let mut total = Exact::from(0);
        let mut steps = Vec::new();
        for round in &table.rows[who].rounds {
            let (share, key, opponent) = match round.cell {
                Cell::Paired {
                    opponent,
                    outcome: Outcome::Played(Score::Win) | Outcome::Forfeit(Forfeit::Won),
                    ..
                } => (Exact::from(1), "tiebreak.sonneborn-berger.win", opponent),
                Cell::Paired { opponent, outcome: Outcome::Played(Score::Draw), .. } => {
                    (self.draw.get(), "tiebreak.sonneborn-berger.draw", opponent)
                }
                _ => {
                    steps.push(table.step(who, round).gives(Exact::from(0)));
                    continue;
                }
            };
            let made = table.rows[opponent].made;
            let term = share * made.exact();
            total += term;
            let msg = Msg::new(key)
                .with("round", round.round)
                .with("opponent", table.who(opponent))
                .with("number", table.rows[opponent].number)
                .with("points", made)
                .with("share", share);
            steps.push(Step::new(msg).gives(term));
        }
        Some(Entry::plain(total).steps(steps))
    }
}
