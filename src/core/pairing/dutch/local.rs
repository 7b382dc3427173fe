//! The players of a bracket (and those below who matter for it) numbered from 0, and the pairs
//! that they may make.

use std::ops::Range;

use super::bracket::Bracket;
use super::completion::Completion;
use crate::core::pairing::bits::{BitSet, Graph};

/// What a vertex is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Role {
    Mdp,
    Resident,
    /// Member of the next score group.
    Next,
    /// Further down.
    Below,
    /// The bye, or in a regular bracket the one who stays behind: whoever is joined to it.
    Out,
}

/// Vertices in rank order: moved-down players, residents, next score group, further down, and
/// last [`Role::Out`].
#[derive(Clone, Debug)]
pub(crate) struct Local {
    ranks: Vec<usize>,
    pub mdps: usize,
    /// Moved-down players and residents.
    members: usize,
    next: usize,
    has_out: bool,
    pub graph: Graph,
}

impl Local {
    /// The bracket and, below it, the ranks of `below` of which the first `next` are the next
    /// score group. `out` adds a vertex, joined to nobody yet. Pairs of moved-down players are
    /// left in; see [`Local::separate_mdps`].
    pub fn new(
        legal: &Graph,
        bracket: &Bracket,
        below: Range<usize>,
        next: usize,
        out: bool,
    ) -> Self {
        let (mdps, residents) = (&bracket.mdps, &bracket.residents);
        let mut ranks = mdps.clone();
        ranks.extend(residents.clone());
        let members = ranks.len();
        ranks.extend(below.clone());
        let size = ranks.len() + usize::from(out);
        let mut graph = Graph::new(size);
        for (v, &rank) in ranks.iter().enumerate() {
            let (from, row) = (legal.neighbours(rank), graph.neighbours_mut(v));
            for (other, &mdp) in mdps.iter().enumerate() {
                if from.contains(mdp) {
                    row.insert(other);
                }
            }
            row.copy_range(from, residents.start, residents.len(), mdps.len());
            row.copy_range(from, below.start, below.len(), members);
        }
        Self { ranks, mdps: mdps.len(), members, next, has_out: out, graph }
    }

    /// Vertices.
    pub fn size(&self) -> usize {
        self.graph.size()
    }

    /// Vertices of the bracket itself; those who are not paired in it stay behind.
    pub fn members(&self) -> usize {
        self.members
    }

    pub fn rank(&self, v: usize) -> usize {
        self.ranks[v]
    }

    pub fn out(&self) -> Option<usize> {
        self.has_out.then(|| self.size() - 1)
    }

    pub fn role(&self, v: usize) -> Role {
        if v < self.mdps {
            Role::Mdp
        } else if v < self.members {
            Role::Resident
        } else if v < self.members + self.next {
            Role::Next
        } else if v < self.ranks.len() {
            Role::Below
        } else {
            Role::Out
        }
    }

    /// Is this a pair of the bracket? Two moved-down players never are.
    pub fn in_bracket(&self, a: usize, b: usize) -> bool {
        a.max(b) < self.members && a.max(b) >= self.mdps
    }

    pub fn separate_mdps(&mut self) {
        let mdps = BitSet::range(self.size(), 0..self.mdps);
        self.graph.separate(&mdps, &mdps);
    }

    /// Joins the last vertex to everybody who may have the bye.
    pub fn join_bye(&mut self, completion: &Completion) {
        if let Some(out) = self.out() {
            for v in 0..self.ranks.len() {
                if completion.may_have_bye(self.ranks[v]) {
                    self.graph.connect(v, out);
                }
            }
        }
    }
}
