//! Colour, Black wins: Desempats 1.4.1.

use std::sync::Arc;

use super::{Applied, TieBreak, not_for};
use crate::core::report::{Entry, Msg};
use crate::core::score_table::{RoundScore, ScoreTable, Unit, colour_played};
use crate::model::Colour;
use crate::rulebook::{Binder, ProvisionId};

/// Two players: more Blacks in the games between them. Three or more: more Blacks in the whole
/// event. Only games on the board give a colour (AMB-46, AMB-96).
#[derive(Debug)]
struct Blacks;

pub(super) fn bind(_: &mut Binder<'_>) -> Option<Arc<dyn TieBreak>> {
    Some(Arc::new(Blacks))
}

impl TieBreak for Blacks {
    fn key(&self) -> &'static str {
        "colour"
    }

    fn name(&self) -> Msg {
        Msg::new("tiebreak.colour")
    }

    fn citations(&self, _: Unit) -> Vec<ProvisionId> {
        vec!["Desempats 1.4.1".into()]
    }

    fn own(&self, _: &ScoreTable, _: usize) -> Option<Entry> {
        None
    }

    fn apply(&self, table: &ScoreTable, group: &[usize]) -> Applied {
        if table.unit == Unit::Team {
            return not_for(table.unit);
        }
        Applied::Values(group.iter().map(|&who| blacks(table, group, who)).collect())
    }
}

fn blacks(table: &ScoreTable, group: &[usize], who: usize) -> Entry {
    let counts = |round: &&RoundScore| {
        colour_played(&round.cell) == Some(Colour::Black)
            && (group.len() > 2 || round.cell.opponent().is_some_and(|o| group.contains(&o)))
    };
    let rounds: Vec<&RoundScore> = table.rows[who].rounds.iter().filter(counts).collect();
    Entry::plain(rounds.len())
        .steps(rounds.into_iter().map(|round| table.step(who, round).gives(1)))
}
