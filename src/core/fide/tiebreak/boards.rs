//! Boards of matches: C.07 12.

use std::cmp::Ordering;

use super::descriptor::Account;
use super::field::{Field, FieldRound, Kind};
use super::{Context, For, Rule, number, places};
use crate::core::report::{Entry, Msg, Step, Value};
use crate::core::tiebreak::Applied;
use crate::model::{Exact, Points};

pub(super) const RULES: &[Rule] = &[
    Rule {
        whom: For::Teams,
        low_first: true,
        unfit: Some(not_level),
        ..Rule::value("BC", "12.1", "", count)
    },
    Rule {
        whom: For::Teams,
        ..Rule::stage("TBR", "12.2", "", |c, g| by_boards(c, g, BoardOrder::Top))
    },
    Rule {
        whom: For::Teams,
        ..Rule::stage("BBE", "12.3", "", |c, g| by_boards(c, g, BoardOrder::Bottom))
    },
];

/// How two teams are compared by their boards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum BoardOrder {
    /// BC: the lower count is first.
    Count,
    /// TBR: board 1, then board 2, …
    Top,
    /// BBE: without the last board, without the last two, …
    Bottom,
}

impl BoardOrder {
    /// `Greater` is first.
    pub fn compare(self, a: &[Points], b: &[Points]) -> Ordering {
        match self {
            Self::Count => {
                let equal_sums = a.iter().copied().sum::<Points>() == b.iter().copied().sum();
                if equal_sums { board_count(b).cmp(&board_count(a)) } else { Ordering::Equal }
            }
            Self::Top => a.cmp(b),
            Self::Bottom => eliminations(a).cmp(&eliminations(b)),
        }
    }

    pub fn step(self, totals: &[Points]) -> Step {
        let list = |points: &[Points]| points.iter().map(|&p| Value::from(p)).collect::<Vec<_>>();
        let (key, path, shown) = match self {
            Self::Count => ("c07.board-count", "C.07 12.1", vec![number(board_count(totals))]),
            Self::Top => ("c07.top-boards", "C.07 12.2", list(totals)),
            Self::Bottom => ("c07.bottom-boards", "C.07 12.3", list(&eliminations(totals))),
        };
        Step::new(Msg::new(key).with("values", shown)).cite(&path.into())
    }
}

/// Board number times points, added up.
fn board_count(totals: &[Points]) -> Exact {
    (1_i64..).zip(totals).map(|(board, points)| points.exact() * board).sum()
}

/// Points without the last board, without the last two, and so on.
fn eliminations(totals: &[Points]) -> Vec<Points> {
    (1..totals.len()).rev().map(|left| totals[..left].iter().copied().sum()).collect()
}

/// Points of each board, over all matches or those against one team.
pub(super) fn totals(field: &Field, who: usize, against: Option<usize>) -> Vec<Points> {
    let mut totals = vec![Points::ZERO; field.boards as usize];
    let rounds = field.rounds_of(who).iter();
    for round in rounds.filter(|r| against.is_none_or(|team| r.opponent == Some(team))) {
        for (total, points) in totals.iter_mut().zip(of_round(field, round)) {
            *total += points;
        }
    }
    totals
}

/// The boards of a match; forfeits count as played, and a bye wins on every board (12).
fn of_round(field: &Field, round: &FieldRound) -> Vec<Points> {
    let mut boards = vec![Points::ZERO; field.boards as usize];
    let won = matches!(round.kind, Kind::ForfeitWin | Kind::PairingBye | Kind::FullBye);
    if round.boards.is_empty() && won {
        boards.fill(Points::ONE);
    } else if round.boards.is_empty() && round.kind == Kind::HalfBye {
        boards.fill(Points::HALF);
    }
    for &(board, points) in &round.boards {
        if let Some(slot) = (board as usize).checked_sub(1).and_then(|at| boards.get_mut(at)) {
            *slot = points;
        }
    }
    boards
}

fn count(context: &Context<'_>, who: usize) -> Entry {
    let mut entry = Entry::plain(Value::Undefined);
    let mut total = Exact::from(0);
    for round in context.field.rounds_of(who) {
        let count = board_count(&of_round(context.field, round));
        total += count;
        let msg = Msg::new("c07.round-count").with("round", round.round);
        entry = entry.step(Step::new(msg).gives(number(count)));
    }
    entry.value = number(total);
    entry
}

/// Orders a group by the boards of all matches.
fn by_boards(context: &Context<'_>, group: &[usize], order: BoardOrder) -> Applied {
    let of: std::collections::BTreeMap<usize, Vec<Points>> =
        group.iter().map(|&who| (who, totals(context.field, who, None))).collect();
    let mut sorted = group.to_vec();
    sorted.sort_by(|a, b| order.compare(&of[b], &of[a]));
    let parts: Vec<Vec<usize>> = sorted
        .chunk_by(|a, b| order.compare(&of[a], &of[b]).is_eq())
        .map(<[usize]>::to_vec)
        .collect();
    places(group, &parts, |who| vec![order.step(&of[&who])])
}

/// BC is only for those who are level in both scores (12.1).
fn not_level(context: &Context<'_>, group: &[usize]) -> Option<Msg> {
    let field = context.field;
    let level = |account| {
        group
            .windows(2)
            .all(|pair| field.points(pair[0], account) == field.points(pair[1], account))
    };
    let all = level(Account::Match) && level(Account::Game);
    (!all).then(|| Msg::new("c07.not-level"))
}
