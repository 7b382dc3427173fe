//! Matchings of most pairs in general graphs: can these players be paired at all, and which of
//! them can be the one left over?
//!
//! Edmonds' search with shrunk blossoms. A failed search is a proof, and the vertices it finds at
//! even distance are exactly those that some largest matching leaves out (Gallai and Edmonds).

use std::collections::BTreeMap;

use crate::core::pairing::bits::{BitSet, Graph};

/// How far from perfect the best matching of a set is.
#[derive(Clone, Debug)]
pub(crate) enum Deficiency {
    Perfect,
    /// One is left over; the set says who it can be.
    One(BitSet),
    /// At least two are left over, these for example.
    More(Vec<usize>),
}

#[derive(Clone, Debug)]
pub(crate) struct Matching {
    mate: Vec<Option<usize>>,
}

impl Matching {
    pub fn empty(size: usize) -> Self {
        Self { mate: vec![None; size] }
    }

    pub fn mate(&self, v: usize) -> Option<usize> {
        self.mate[v]
    }

    /// Pairs two vertices that have no mate.
    pub fn pair(&mut self, a: usize, b: usize) {
        debug_assert!(self.mate[a].is_none() && self.mate[b].is_none());
        self.mate[a] = Some(b);
        self.mate[b] = Some(a);
    }

    pub fn part(&mut self, v: usize) {
        if let Some(mate) = self.mate[v].take() {
            self.mate[mate] = None;
        }
    }

    /// Keeps the pairs that lie inside `within` and are edges of `graph`.
    pub fn restrict(&mut self, graph: &Graph, within: &BitSet) {
        for v in 0..self.mate.len() {
            if let Some(mate) = self.mate[v]
                && !(within.contains(v) && within.contains(mate) && graph.has(v, mate))
            {
                self.part(v);
            }
        }
    }

    /// Makes this a largest matching of `within`, starting from what there is (all of it inside).
    pub fn complete(&mut self, graph: &Graph, within: &BitSet) -> Deficiency {
        let mut alone = BitSet::of(graph.size(), within.iter().filter(|&v| self.mate[v].is_none()));
        for v in alone.clone().iter() {
            if alone.contains(v)
                && let Some(w) = graph.neighbours(v).first_common(&alone)
            {
                self.pair(v, w);
                alone.remove(v);
                alone.remove(w);
            }
        }
        let mut left: Option<(usize, BitSet)> = None;
        for v in alone.iter() {
            if self.mate[v].is_some() {
                continue;
            }
            if let Err(reached) = self.augment(graph, within, v) {
                match left {
                    None => left = Some((v, reached)),
                    Some((first, _)) => return Deficiency::More(vec![first, v]),
                }
            }
        }
        left.map_or(Deficiency::Perfect, |(_, reached)| Deficiency::One(reached))
    }

    /// Searches from a vertex without a mate. On success it has one and nobody lost theirs; else
    /// the set of vertices at even distance.
    pub fn augment(&mut self, graph: &Graph, within: &BitSet, root: usize) -> Result<(), BitSet> {
        let mut search = Search::new(graph.size(), within, root);
        let found = search.run(graph, &self.mate).ok_or(()).map_err(|()| search.even.clone())?;
        let mut next = Some(found);
        while let Some(v) = next {
            // Vertices on the way back always have a parent.
            let Some(parent) = search.parent[v] else { break };
            next = self.mate[parent];
            self.mate[v] = Some(parent);
            self.mate[parent] = Some(v);
        }
        Ok(())
    }
}

struct Search {
    root: usize,
    /// Not reached yet.
    fresh: BitSet,
    even: BitSet,
    /// The vertex from which one was reached over an edge that is not a pair.
    parent: Vec<Option<usize>>,
    /// The base of the outermost blossom around a vertex.
    base: Vec<usize>,
    /// Members of blossoms by base; single vertices are not listed.
    members: BTreeMap<usize, BitSet>,
    queue: std::collections::VecDeque<usize>,
}

impl Search {
    fn new(size: usize, within: &BitSet, root: usize) -> Self {
        let mut fresh = within.clone();
        fresh.remove(root);
        Self {
            root,
            fresh,
            even: BitSet::of(size, [root]),
            parent: vec![None; size],
            base: (0..size).collect(),
            members: BTreeMap::new(),
            queue: [root].into(),
        }
    }

    /// The free vertex at the other end of an augmenting path.
    fn run(&mut self, graph: &Graph, mate: &[Option<usize>]) -> Option<usize> {
        while let Some(v) = self.queue.pop_front() {
            while let Some(w) = graph.neighbours(v).first_common(&self.fresh) {
                self.fresh.remove(w);
                self.parent[w] = Some(v);
                let Some(next) = mate[w] else { return Some(w) };
                self.fresh.remove(next);
                self.even.insert(next);
                self.queue.push_back(next);
            }
            loop {
                let other = match self.members.get(&self.base[v]) {
                    Some(own) => graph.neighbours(v).first_common_without(&self.even, own),
                    None => graph.neighbours(v).first_common(&self.even),
                };
                let Some(w) = other else { break };
                self.shrink(mate, v, w);
            }
        }
        None
    }

    /// Two even vertices are neighbours: the cycle through them becomes a blossom.
    fn shrink(&mut self, mate: &[Option<usize>], v: usize, w: usize) {
        let base = self.meeting(mate, v, w);
        let mut inside =
            self.members.remove(&base).unwrap_or_else(|| BitSet::of(self.base.len(), [base]));
        self.absorb(mate, v, base, w, &mut inside);
        self.absorb(mate, w, base, v, &mut inside);
        for member in inside.iter() {
            self.base[member] = base;
            if !self.even.contains(member) {
                self.even.insert(member);
                self.queue.push_back(member);
            }
        }
        self.members.insert(base, inside);
    }

    /// The nearest common base on the ways from `v` and `w` to the root.
    fn meeting(&self, mate: &[Option<usize>], v: usize, w: usize) -> usize {
        let mut on_way = BitSet::new(self.base.len());
        let mut at = self.base[v];
        loop {
            on_way.insert(at);
            if at == self.root || self.base[self.root] == at {
                break;
            }
            match self.up(mate, at) {
                Some(next) => at = next,
                None => break,
            }
        }
        let mut at = self.base[w];
        while !on_way.contains(at) {
            match self.up(mate, at) {
                Some(next) => at = next,
                None => break,
            }
        }
        at
    }

    /// From the base of an even blossom to the base of the next one towards the root.
    fn up(&self, mate: &[Option<usize>], base: usize) -> Option<usize> {
        let odd = mate[base]?;
        self.parent[odd].map(|even| self.base[even])
    }

    /// Takes the way from `v` up to `base` into a blossom and lets every vertex on it find back
    /// over `child` as well.
    fn absorb(
        &mut self,
        mate: &[Option<usize>],
        mut v: usize,
        base: usize,
        mut child: usize,
        inside: &mut BitSet,
    ) {
        while self.base[v] != base {
            let Some(odd) = mate[v] else { break };
            for end in [v, odd] {
                match self.members.remove(&self.base[end]) {
                    Some(members) => inside.union_with(&members),
                    None => inside.insert(end),
                }
            }
            self.parent[v] = Some(child);
            child = odd;
            let Some(next) = self.parent[odd] else { break };
            v = next;
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// The most pairs, by trying everything.
    fn most_pairs(graph: &Graph, free: &mut Vec<usize>) -> usize {
        let Some(v) = free.pop() else { return 0 };
        let mut best = most_pairs(graph, &mut free.clone());
        for at in 0..free.len() {
            if graph.has(v, free[at]) {
                let mut rest = free.clone();
                rest.remove(at);
                best = best.max(1 + most_pairs(graph, &mut rest));
            }
        }
        best
    }

    fn without(size: usize, gone: usize) -> Vec<usize> {
        (0..size).filter(|&v| v != gone).collect()
    }

    proptest! {
        #[test]
        fn finds_the_most_pairs_and_all_who_can_be_left(
            size in 1usize..9, bits in proptest::collection::vec(any::<bool>(), 36)
        ) {
            let mut graph = Graph::new(size);
            let pairs = (0..size).flat_map(|a| (a + 1..size).map(move |b| (a, b)));
            for ((a, b), _) in pairs.zip(bits).filter(|(_, bit)| *bit) {
                graph.connect(a, b);
            }
            let most = most_pairs(&graph, &mut (0..size).collect());
            let mut matching = Matching::empty(size);
            match matching.complete(&graph, &BitSet::range(size, 0..size)) {
                Deficiency::Perfect => prop_assert_eq!(most * 2, size),
                Deficiency::One(left) => {
                    prop_assert_eq!(most * 2 + 1, size);
                    for v in 0..size {
                        let can = most_pairs(&graph, &mut without(size, v)) == most;
                        prop_assert_eq!(left.contains(v), can);
                    }
                }
                Deficiency::More(_) => prop_assert!(most * 2 + 1 < size),
            }
            for v in 0..size {
                if let Some(w) = matching.mate(v) {
                    prop_assert!(graph.has(v, w) && matching.mate(w) == Some(v));
                }
            }
        }
    }
}
