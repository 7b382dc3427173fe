//! Personal or particular result: the results between those who are level (Desempats 1.1.1,
//! 1.3.1, 1.4.1).

use std::sync::Arc;

use super::{Applied, TieBreak};
use crate::core::report::{Entry, Msg};
use crate::core::score_table::{ScoreTable, Unit};
use crate::model::{Cell, Outcome, Points};
use crate::rulebook::{Binder, ProvisionId};

/// The text has two names for one criterion.
#[derive(Debug)]
enum DirectResult {
    Personal,
    Particular,
}

pub(super) fn bind_personal(_: &mut Binder<'_>) -> Option<Arc<dyn TieBreak>> {
    Some(Arc::new(DirectResult::Personal))
}

pub(super) fn bind_particular(_: &mut Binder<'_>) -> Option<Arc<dyn TieBreak>> {
    Some(Arc::new(DirectResult::Particular))
}

impl TieBreak for DirectResult {
    fn key(&self) -> &'static str {
        match self {
            Self::Personal => "personal-result",
            Self::Particular => "particular-result",
        }
    }

    fn name(&self) -> Msg {
        Msg::new(match self {
            Self::Personal => "tiebreak.personal-result",
            Self::Particular => "tiebreak.particular-result",
        })
    }

    /// No article defines it apart from the lists that name it.
    fn citations(&self, unit: Unit) -> Vec<ProvisionId> {
        vec![ProvisionId::from(match (self, unit) {
            (Self::Personal, _) => "Desempats 1.3.1",
            (Self::Particular, Unit::Team) => "Desempats 1.1.1",
            (Self::Particular, Unit::Player) => "Desempats 1.4.1",
        })]
    }

    fn own(&self, _: &ScoreTable, _: usize) -> Option<Entry> {
        None
    }

    /// Points made against each other, all meetings added, forfeits included; only if all have met
    /// each other (AMB-44, AMB-94).
    fn apply(&self, table: &ScoreTable, group: &[usize]) -> Applied {
        if let Some((one, other)) = not_met(table, group) {
            return Applied::Skipped(
                Msg::new("tiebreak.personal-result.not-met")
                    .with("one", table.who(one))
                    .with("other", table.who(other)),
            );
        }
        Applied::Values(group.iter().map(|&who| result(table, group, who)).collect())
    }
}

/// The first two of the group between whom there is no result.
fn not_met(table: &ScoreTable, group: &[usize]) -> Option<(usize, usize)> {
    let met = |one: usize, other: usize| {
        table.rows[one].rounds.iter().any(|round| {
            matches!(round.cell, Cell::Paired { opponent, outcome, .. }
                if opponent == other && outcome != Outcome::Pending)
        })
    };
    group.iter().enumerate().find_map(|(at, &one)| {
        group[at + 1..].iter().find(|&&other| !met(one, other)).map(|&other| (one, other))
    })
}

fn result(table: &ScoreTable, group: &[usize], who: usize) -> Entry {
    let mut total = Points::ZERO;
    let mut steps = Vec::new();
    for round in &table.rows[who].rounds {
        if round.cell.opponent().is_some_and(|opponent| group.contains(&opponent)) {
            total += round.points;
            steps.push(table.step(who, round).gives(round.points));
        }
    }
    Entry::plain(total).steps(steps)
}
