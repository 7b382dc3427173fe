//! Kashdan: Desempats 2.3.

use std::sync::Arc;

use super::TieBreak;
use crate::core::report::{Entry, Msg};
use crate::core::score_table::{ScoreTable, Unit};
use crate::model::{Bye, Cell, Outcome, Score};
use crate::rulebook::{Binder, Cited, FromRulebook, ProvisionId};

crate::rules! {
    /// Points of Kashdan (Desempats 2.3, 2.3.1).
    pub struct Kashdan {
        win: i64 = "desempats.kashdan-victoria",
        draw: i64 = "desempats.kashdan-taules",
        loss: i64 = "desempats.kashdan-derrota",
        unplayed: i64 = "desempats.kashdan-no-jugada",
    }
}

pub(super) fn bind(binder: &mut Binder<'_>) -> Option<Arc<dyn TieBreak>> {
    Some(Arc::new(Kashdan::bind(binder)?))
}

impl Kashdan {
    /// Forfeits of either kind and byes that give something are games won or lost without play; a
    /// round without pairing and point gives nothing (AMB-45, AMB-93).
    fn round(&self, cell: &Cell) -> Option<&Cited<i64>> {
        match cell {
            Cell::Paired { outcome: Outcome::Played(score), .. } => Some(match score {
                Score::Win => &self.win,
                Score::Draw => &self.draw,
                Score::Loss => &self.loss,
            }),
            Cell::Paired { outcome: Outcome::Forfeit(_), .. } => Some(&self.unplayed),
            Cell::Bye(Bye::Pairing | Bye::Full | Bye::Half) => Some(&self.unplayed),
            Cell::Paired { outcome: Outcome::Pending, .. } => None,
            Cell::Bye(Bye::Zero) | Cell::Absent(_) => None,
        }
    }
}

impl TieBreak for Kashdan {
    fn key(&self) -> &'static str {
        "kashdan"
    }

    fn name(&self) -> Msg {
        Msg::new("tiebreak.kashdan")
    }

    fn citations(&self, _: Unit) -> Vec<ProvisionId> {
        vec![self.win.at.clone(), self.unplayed.at.clone()]
    }

    fn own(&self, table: &ScoreTable, who: usize) -> Option<Entry> {
        let mut total = 0;
        let mut entry = Entry::plain(total);
        for round in &table.rows[who].rounds {
            let step = table.step(who, round);
            entry = entry.step(match self.round(&round.cell) {
                Some(points) => {
                    total += points.get();
                    step.gives(points.get()).cite(&points.at)
                }
                None => step.gives(0),
            });
        }
        entry.value = total.into();
        Some(entry)
    }
}
