//! "Why not?": what a candidate that the best one was preferred to is worse by.
//!
//! A question adds a constraint to the candidates of a bracket: these two are paired, this player
//! is paired, nobody changes halves. In a regular bracket the criteria are graphs, each a part of
//! the one before, and the answer is the first of them in which the constrained candidate has no
//! place. Everywhere else the best constrained candidate is computed by weight and compared with
//! the best of all, term by term.

use std::cell::OnceCell;

use super::bits::{BitSet, Graph};
use super::bracket::{Bracket, Paired, Proof};
use super::completion::Completion;
use super::edition::Criterion;
use super::field::Field;
use super::local::Local;
use super::matching::Matching;
use super::regular;
use super::weighing::{self, Limit, Valued};

/// What a candidate must have. Ranks.
#[derive(Clone, Debug)]
pub(crate) enum Wish {
    /// These two are paired.
    Pair(usize, usize),
    /// The player is paired in this bracket.
    Paired(usize),
    /// The player stays behind.
    Stays(usize),
    /// Those of the first set meet those of the second only.
    Halves(Vec<usize>, Vec<usize>),
}

/// The best candidate of a bracket, to be asked about.
pub(crate) struct Answers<'a> {
    field: &'a Field<'a>,
    completion: &'a Completion,
    bracket: &'a Bracket,
    /// Of a regular bracket: graphs, each with the criterion that the step to it stands for. The
    /// first stands for all criteria down to the look-ahead.
    levels: Option<(Local, Vec<(Criterion, Graph)>)>,
    /// The value of the best candidate, once it is asked for.
    best: OnceCell<Option<Valued>>,
}

impl<'a> Answers<'a> {
    pub fn new(field: &'a Field<'a>, completion: &'a Completion, paired: &'a Paired) -> Self {
        let bracket = &paired.bracket;
        let levels = match paired.proof {
            Proof::Weighed(_) => None,
            Proof::Bounds | Proof::Refined(_) => regular::levels(field, completion, bracket),
        };
        Self { field, completion, bracket, levels, best: OnceCell::new() }
    }

    /// The criterion by which every candidate with these pairs and this wish is worse; `None` when
    /// only the order of generation decides.
    pub fn worse_by(&self, fixed: &[(usize, usize)], wish: &Wish) -> Option<Criterion> {
        if let Some((local, levels)) = &self.levels {
            let fits = |(_, graph): &(Criterion, Graph)| {
                let mut graph = graph.clone();
                constrain(local, &mut graph, fixed, wish);
                regular::is_perfect(&mut Matching::empty(local.size()), &graph)
            };
            let fitting = levels.partition_point(fits);
            if fitting > 0 {
                return levels.get(fitting).map(|(criterion, _)| *criterion);
            }
        }
        let limit = |local: &Local, graph: &mut Graph| {
            constrain(local, graph, fixed, wish);
            match wish {
                Wish::Paired(rank) => vertex(local, *rank),
                _ => None,
            }
        };
        let value =
            |limit: Limit<'_>| weighing::value(self.field, self.completion, self.bracket, limit);
        let best = self.best.get_or_init(|| value(&|_, _| None));
        match (best, value(&limit)) {
            (Some(best), Some(other)) => best.first_difference(&other),
            _ => Some(Criterion::Completion),
        }
    }
}

fn vertex(local: &Local, rank: usize) -> Option<usize> {
    (0..local.members()).find(|&v| local.rank(v) == rank)
}

/// Leaves only the pairs that candidates of the wish can have.
fn constrain(local: &Local, graph: &mut Graph, fixed: &[(usize, usize)], wish: &Wish) {
    let vertex = |rank: usize| vertex(local, rank);
    let mut keep = |a: usize, b: usize| {
        if let (Some(a), Some(b)) = (vertex(a), vertex(b)) {
            graph.isolate_pair(a, b);
        }
    };
    fixed.iter().for_each(|&(a, b)| keep(a, b));
    match wish {
        Wish::Pair(a, b) => keep(*a, *b),
        Wish::Paired(rank) | Wish::Stays(rank) => {
            let Some(v) = vertex(*rank) else { return };
            let stays = matches!(wish, Wish::Stays(_));
            let gone: Vec<_> =
                graph.row(v).iter().filter(|&w| local.in_bracket(v, w) == stays).collect();
            gone.into_iter().for_each(|w| graph.disconnect(v, w));
        }
        Wish::Halves(upper, lower) => {
            for half in [upper, lower] {
                let half = half.iter().filter_map(|&rank| vertex(rank));
                let half = BitSet::of(local.size(), half);
                graph.separate(&half, &half);
            }
        }
    }
}
