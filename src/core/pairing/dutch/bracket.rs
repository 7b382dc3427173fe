//! One bracket after the other, from the top.

use std::ops::Range;

use super::completion::Completion;
use super::edition::{Criterion, Edition};
use super::field::Field;
use super::local::Local;
use super::problem::Problem;
use super::regular::{self, Regular};
use super::weighing;
use super::{DutchError, Method};
use crate::core::pairing::bits::BitSet;

/// Where in the round a bracket stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    Ordinary,
    /// Paired again because the rest could not be (2017): the rest must be pairable now.
    Penultimate,
    /// The last one of the round.
    Last,
    /// The last one, of all who are left, whatever their scores (2017).
    Collapsed,
}

/// Players are known by their rank.
#[derive(Clone, Debug)]
pub(crate) struct Bracket {
    /// In rank order, all with higher scores than the residents.
    pub mdps: Vec<usize>,
    pub residents: Range<usize>,
    /// The next score group; empty in the last bracket.
    pub next: Range<usize>,
    pub stage: Stage,
}

impl Bracket {
    pub fn len(&self) -> usize {
        self.mdps.len() + self.residents.len()
    }

    /// Must those who stay behind leave a round that can be completed?
    pub fn completes(&self, edition: Edition) -> bool {
        edition == Edition::Fide2026 || self.stage != Stage::Ordinary
    }

    /// The score group that is looked at beforehand.
    pub fn ahead(&self) -> Range<usize> {
        if self.stage == Stage::Ordinary { self.next.clone() } else { 0..0 }
    }

    /// Does a single player left by this bracket have the bye?
    pub fn leaves_the_bye(&self, field: &Field<'_>, completion: &Completion) -> bool {
        let score = field.players[self.residents.start].score;
        field.bye().is_some() && completion.bye_score.is_some_and(|lowest| score <= lowest)
    }
}

/// How the best candidate of a bracket was proved to be the best.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Proof {
    /// Every criterion is at the lowest value that counting allows.
    Bounds,
    /// Criteria had to give way, one after the other, from this one on.
    Refined(Criterion),
    /// Candidates were compared by weight, from this criterion on.
    Weighed(Criterion),
}

#[derive(Clone, Debug)]
pub(crate) struct Paired {
    pub bracket: Bracket,
    /// Ranks, the better one first; pairs of moved-down players come first, then the remainder in
    /// the order of its upper half.
    pub pairs: Vec<(usize, usize)>,
    /// Ranks of those who stay behind.
    pub left: Vec<usize>,
    pub proof: Proof,
}

/// Pairs all brackets. The one left by the last bracket has the bye.
pub(crate) fn pair_all(
    field: &Field<'_>,
    completion: &Completion,
    method: Method,
) -> Result<Vec<Paired>, DutchError> {
    let mut done: Vec<Paired> = Vec::new();
    let mut mdps = Vec::new();
    for (at, group) in field.groups.iter().enumerate() {
        let next = field.groups.get(at + 1).cloned().unwrap_or(0..0);
        let stage = if next.is_empty() { Stage::Last } else { Stage::Ordinary };
        let bracket = Bracket { mdps, residents: group.clone(), next, stage };
        let paired = pair_bracket(field, completion, &bracket, method)?;
        let free = field.edition() == Edition::Fide2017 && stage == Stage::Ordinary;
        if free && !can_go_on(field, completion, &paired.left, group.end) {
            done.extend(collapse(field, completion, bracket, method)?);
            return Ok(done);
        }
        mdps = paired.left.clone();
        done.push(paired);
    }
    Ok(done)
}

fn can_go_on(field: &Field<'_>, completion: &Completion, left: &[usize], below: usize) -> bool {
    let mut rest = field.with_bye(below..field.len());
    left.iter().for_each(|&rank| rest.insert(rank));
    completion.is_perfect(&rest)
}

/// The rest of the round (2017, A.9): the bracket is paired again so that the rest can be paired,
/// and everybody below makes one last bracket.
fn collapse(
    field: &Field<'_>,
    completion: &Completion,
    bracket: Bracket,
    method: Method,
) -> Result<[Paired; 2], DutchError> {
    let below = bracket.residents.end;
    let penultimate = Bracket { stage: Stage::Penultimate, ..bracket };
    let first = pair_bracket(field, completion, &penultimate, method)?;
    let last = Bracket {
        mdps: first.left.clone(),
        residents: below..field.len(),
        next: 0..0,
        stage: Stage::Collapsed,
    };
    let second = pair_bracket(field, completion, &last, method)?;
    Ok([first, second])
}

fn pair_bracket(
    field: &Field<'_>,
    completion: &Completion,
    bracket: &Bracket,
    method: Method,
) -> Result<Paired, DutchError> {
    let finish = |local: &Local, solution: weighing::Solution, proof| {
        let mut paired = vec![false; local.size()];
        let mut pairs = Vec::with_capacity(solution.pairs.len());
        for (a, b) in solution.pairs {
            paired[a] = true;
            paired[b] = true;
            pairs.push((local.rank(a), local.rank(b)));
        }
        let left = (0..local.members()).filter(|&v| !paired[v]).map(|v| local.rank(v)).collect();
        Paired { bracket: bracket.clone(), pairs, left, proof }
    };
    if method == Method::Bounds {
        match regular::best(field, completion, bracket) {
            Regular::Best(local, solution, proof) => return Ok(finish(&local, solution, proof)),
            Regular::Open(local, from) => {
                let problem = Problem::regular(field, bracket, local, from);
                let solution = weighing::best(&problem)
                    .ok_or(DutchError::Internal("a bracket that can be paired was not"))?;
                let proof = Proof::Weighed(from.unwrap_or(Criterion::Exchange));
                return Ok(finish(problem.local(), solution, proof));
            }
            Regular::No => {}
        }
    }
    let (problem, solution) = weighing::best_of_all(field, completion, bracket)
        .ok_or(DutchError::Internal("a bracket that can be paired was not"))?;
    Ok(finish(problem.local(), solution, Proof::Weighed(Criterion::Floaters)))
}

/// All members of `set` that have a neighbour in `others`.
pub(crate) fn neighbours(
    graph: &crate::core::pairing::bits::Graph,
    others: &BitSet,
    set: &BitSet,
) -> BitSet {
    let mut found = BitSet::new(graph.size());
    for other in others.iter() {
        found.union_with(graph.neighbours(other));
    }
    found.intersect_with(set);
    found
}
