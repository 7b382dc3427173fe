//! "Why not?": what a candidate that the best one was preferred to is worse by.
//!
//! A question adds a constraint to the candidates of a bracket: these two are paired, this player
//! is paired, nobody changes halves. In a regular bracket the criteria are graphs, each a part of
//! the one before, and the answer is the first of them in which the constrained candidate has no
//! place. Everywhere else the best constrained candidate is computed by weight and compared with
//! the best of all, term by term.

use std::cell::OnceCell;

use super::bracket::{Bracket, Paired, Proof};
use super::completion::Completion;
use super::edition::Criterion;
use super::field::Field;
use super::local::Local;
use super::matching::{Deficiency, Matching};
use super::regular;
use super::weighing::{self, Limit, Valued};
use crate::core::pairing::bits::{BitSet, Graph};

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

/// The best candidate of a bracket, to be asked about. Pairs are fixed one after the other.
pub(crate) struct Answers<'a> {
    field: &'a Field<'a>,
    completion: &'a Completion,
    bracket: &'a Bracket,
    /// Of a regular bracket.
    levels: Option<Levels>,
    /// The value of the best candidate, once it is asked for.
    best: OnceCell<Option<Valued>>,
    fixed: Vec<(usize, usize)>,
}

/// The criteria as graphs.
struct Levels {
    local: Local,
    /// The first stands for all criteria down to the look-ahead.
    levels: Vec<Level>,
    /// Vertices that no fixed pair has.
    alive: BitSet,
}

struct Level {
    criterion: Criterion,
    graph: Graph,
    /// A perfect one of those who are alive.
    matching: Matching,
}

impl Levels {
    fn new(field: &Field<'_>, completion: &Completion, bracket: &Bracket) -> Option<Self> {
        let (local, graphs) = regular::levels(field, completion, bracket)?;
        let levels = graphs.into_iter().map(|(criterion, graph)| {
            let mut matching = Matching::empty(local.size());
            regular::is_perfect(&mut matching, &graph);
            Level { criterion, graph, matching }
        });
        let alive = BitSet::range(local.size(), 0..local.size());
        Some(Self { levels: levels.collect(), alive, local })
    }

    /// The matchings without two vertices that are to be a pair, where there is one.
    fn with_pair(&self, level: &Level, a: usize, b: usize) -> Option<Matching> {
        if !level.graph.has(a, b) {
            return None;
        }
        let mut matching = level.matching.clone();
        matching.part(a);
        matching.part(b);
        let mut rest = self.alive.clone();
        rest.remove(a);
        rest.remove(b);
        let perfect = matches!(matching.complete(&level.graph, &rest), Deficiency::Perfect);
        perfect.then_some(matching)
    }

    fn fix(&mut self, a: usize, b: usize) {
        let matchings: Vec<_> =
            self.levels.iter().map(|level| self.with_pair(level, a, b)).collect();
        for (level, matching) in self.levels.iter_mut().zip(matchings) {
            // The best candidate has a place in every graph.
            level.matching = matching.unwrap_or_else(|| level.matching.clone());
        }
        self.alive.remove(a);
        self.alive.remove(b);
    }

    fn fits(&self, level: &Level, fixed: &[(usize, usize)], wish: &Wish) -> bool {
        let at = |rank: usize| vertex(&self.local, rank);
        let pair = match wish {
            Wish::Pair(a, b) => at(*a).zip(at(*b)),
            Wish::Stays(rank) => at(*rank).zip(self.local.out()),
            Wish::Paired(_) | Wish::Halves(..) => None,
        };
        if let Some((a, b)) = pair {
            return self.with_pair(level, a, b).is_some();
        }
        let mut graph = level.graph.clone();
        constrain(&self.local, &mut graph, fixed, wish);
        regular::is_perfect(&mut Matching::empty(self.local.size()), &graph)
    }
}

impl<'a> Answers<'a> {
    pub fn new(field: &'a Field<'a>, completion: &'a Completion, paired: &'a Paired) -> Self {
        let bracket = &paired.bracket;
        let levels = match paired.proof {
            Proof::Weighed(_) => None,
            Proof::Bounds | Proof::Refined(_) => Levels::new(field, completion, bracket),
        };
        Self { field, completion, bracket, levels, best: OnceCell::new(), fixed: Vec::new() }
    }

    /// From now on candidates have this pair of the best one.
    pub fn fix(&mut self, a: usize, b: usize) {
        self.fixed.push((a, b));
        if let Some(levels) = &mut self.levels
            && let (Some(a), Some(b)) = (vertex(&levels.local, a), vertex(&levels.local, b))
        {
            levels.fix(a, b);
        }
    }

    /// The criterion by which every candidate with the fixed pairs and this wish is worse; `None`
    /// when only the order of generation decides.
    pub fn worse_by(&self, wish: &Wish) -> Option<Criterion> {
        if let Some(levels) = &self.levels {
            let fits = |level: &Level| levels.fits(level, &self.fixed, wish);
            let fitting = levels.levels.partition_point(fits);
            if fitting > 0 {
                return levels.levels.get(fitting).map(|level| level.criterion);
            }
        }
        let limit = |local: &Local, graph: &mut Graph| {
            constrain(local, graph, &self.fixed, wish);
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
                graph.neighbours(v).iter().filter(|&w| local.in_bracket(v, w) == stays).collect();
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
