//! Matchings of general graphs, kept from one question to the next.
//!
//! A pairing system asks again and again: if these two play, can all the others still be paired?
//! [`Matching`] holds a matching and answers by changing it as little as possible: take the two
//! out, look for one augmenting path between those they leave alone (Edmonds 1965, with blossoms
//! shrunk by their bases).

use super::bits::{BitSet, Graph};

/// A set of disjoint edges of a graph. Which edges of a graph may be used is asked at every call:
/// it works inside the set of vertices it is given.
#[derive(Clone, Debug)]
pub struct Matching {
    mate: Vec<Option<usize>>,
    /// Those without a mate.
    alone: BitSet,
    search: Search,
}

/// What one search for an augmenting path knows.
#[derive(Clone, Debug)]
struct Search {
    /// For a vertex at odd distance from the root: the vertex before it.
    before: Vec<Option<usize>>,
    /// The base of the outermost blossom a vertex lies in.
    base: Vec<usize>,
    /// At even distance: their edges may go on.
    even: BitSet,
    /// Those worth going to: all but the ones at odd distance.
    worth: BitSet,
    queue: Vec<usize>,
    in_blossom: BitSet,
    on_path: BitSet,
}

impl Matching {
    /// No pairs yet, among `size` vertices.
    pub fn empty(size: usize) -> Self {
        Self {
            mate: vec![None; size],
            alone: BitSet::full(size),
            search: Search {
                before: vec![None; size],
                base: (0..size).collect(),
                even: BitSet::new(size),
                worth: BitSet::new(size),
                queue: Vec::new(),
                in_blossom: BitSet::new(size),
                on_path: BitSet::new(size),
            },
        }
    }

    pub fn mate(&self, v: usize) -> Option<usize> {
        self.mate[v]
    }

    pub fn mates(&self) -> &[Option<usize>] {
        &self.mate
    }

    /// Pairs two vertices that are both alone.
    pub fn join(&mut self, a: usize, b: usize) {
        debug_assert!(self.mate[a].is_none() && self.mate[b].is_none() && a != b);
        self.mate[a] = Some(b);
        self.mate[b] = Some(a);
        self.alone.remove(a);
        self.alone.remove(b);
    }

    /// Parts `v` from its mate, which is returned.
    pub fn part(&mut self, v: usize) -> Option<usize> {
        let mate = self.mate[v].take();
        if let Some(mate) = mate {
            self.mate[mate] = None;
            self.alone.insert(v);
            self.alone.insert(mate);
        }
        mate
    }

    /// Takes over the pairs of a copy made before.
    pub fn restore(&mut self, mates: &[Option<usize>]) {
        self.mate = mates.to_vec();
        self.alone = BitSet::of(mates.len(), (0..mates.len()).filter(|&v| mates[v].is_none()));
    }

    /// Pairs as many of `within` as a matching can, keeping everybody paired who is. All pairs
    /// must lie inside `within` or outside it. Returns those left alone, ascending.
    pub fn maximise(&mut self, graph: &Graph, within: &BitSet) -> Vec<usize> {
        let alone: Vec<usize> = within.iter().filter(|&v| self.mate[v].is_none()).collect();
        // A failed search shows that its root stays alone in some maximum matching, whatever is
        // augmented later, and that no later path needs the vertices it has seen.
        let mut open = within.clone();
        for &v in &alone {
            if self.mate[v].is_none() && !self.augment(graph, &open, v) {
                open.subtract(&self.search.even);
                let odd = open.iter().filter(|&w| self.search.before[w].is_some());
                let odd: Vec<usize> = odd.collect();
                odd.into_iter().for_each(|w| open.remove(w));
            }
        }
        alone.into_iter().filter(|&v| self.mate[v].is_none()).collect()
    }

    /// Can everybody in each of the disjoint `parts` be paired inside their own part? When not,
    /// the matching is left as it was.
    pub fn complete(&mut self, graph: &Graph, parts: &[&BitSet]) -> bool {
        let saved = (self.mate.clone(), self.alone.clone());
        for part in parts {
            for v in part.iter() {
                if self.mate[v].is_some_and(|mate| !part.contains(mate)) {
                    self.part(v);
                }
            }
        }
        for part in parts {
            for v in part.iter() {
                if self.mate[v].is_none() && !self.augment(graph, part, v) {
                    (self.mate, self.alone) = saved;
                    return false;
                }
            }
        }
        true
    }

    /// Can `a` meet `b` when everybody else in `within`, all of whom are paired now, must be
    /// paired too? When so, the matching now has that pair; when not, it is left as it was.
    pub fn force(&mut self, graph: &Graph, within: &BitSet, a: usize, b: usize) -> bool {
        if !graph.has(a, b) {
            return false;
        }
        let (Some(mate_a), Some(mate_b)) = (self.mate[a], self.mate[b]) else { return false };
        if mate_a == b {
            return true;
        }
        self.part(a);
        self.part(b);
        let mut others = within.clone();
        others.remove(a);
        others.remove(b);
        if self.augment(graph, &others, mate_a) {
            self.join(a, b);
            return true;
        }
        self.join(a, mate_a);
        self.join(b, mate_b);
        false
    }

    /// Looks for an augmenting path inside `within` from `root`, which is alone, and uses it.
    pub fn augment(&mut self, graph: &Graph, within: &BitSet, root: usize) -> bool {
        self.search.reset();
        self.search.worth.copy_from(within);
        self.alone.remove(root);
        let found = self.search_from(graph, within, root);
        if !found {
            self.alone.insert(root);
        }
        found
    }

    fn search_from(&mut self, graph: &Graph, within: &BitSet, root: usize) -> bool {
        if self.reach(graph, within, root) {
            return true;
        }
        let mut next = 0;
        while let Some(&v) = self.search.queue.get(next) {
            next += 1;
            let row = graph.neighbours(v);
            let mut from = 0;
            while let Some(w) = row.next_common(&self.search.worth, from) {
                from = w + 1;
                if self.search.base[v] == self.search.base[w] || self.mate[v] == Some(w) {
                    continue;
                }
                if self.search.even.contains(w) {
                    if self.shrink(graph, within, v, w) {
                        return true;
                    }
                } else {
                    self.search.before[w] = Some(v);
                    self.search.worth.remove(w);
                    // Whoever is alone would have been found when `v` was reached.
                    if let Some(mate) = self.mate[w]
                        && self.reach(graph, within, mate)
                    {
                        return true;
                    }
                }
            }
        }
        false
    }

    /// A new even vertex: next to somebody who is alone, the path is found and used at once.
    fn reach(&mut self, graph: &Graph, within: &BitSet, v: usize) -> bool {
        self.search.even.insert(v);
        self.search.queue.push(v);
        let Some(end) = graph.neighbours(v).first_common_of_three(within, &self.alone) else {
            return false;
        };
        self.search.before[end] = Some(v);
        self.alone.remove(end);
        let mut odd = Some(end);
        // Exchange paired and unpaired edges, back to the root.
        while let Some(w) = odd {
            let v = self.search.before[w];
            odd = v.and_then(|v| self.mate[v]);
            self.mate[w] = v;
            if let Some(v) = v {
                self.mate[v] = Some(w);
            }
        }
        true
    }

    /// The edge between two even vertices closes an odd cycle: all on it become even.
    /// Is the path found with that?
    fn shrink(&mut self, graph: &Graph, within: &BitSet, v: usize, w: usize) -> bool {
        let base = self.common_base(v, w);
        self.search.in_blossom.clear();
        self.mark(v, base, w);
        self.mark(w, base, v);
        let mut new_even = Vec::new();
        for u in 0..self.mate.len() {
            if self.search.in_blossom.contains(self.search.base[u]) {
                self.search.base[u] = base;
                if !self.search.even.contains(u) {
                    self.search.worth.insert(u);
                    new_even.push(u);
                }
            }
        }
        new_even.into_iter().any(|u| self.reach(graph, within, u))
    }

    /// The first base that the ways from `v` and `w` to the root share.
    fn common_base(&mut self, v: usize, w: usize) -> usize {
        self.search.on_path.clear();
        let up = |matching: &Self, base: usize| {
            let odd = matching.mate[base]?;
            matching.search.before[odd].map(|even| matching.search.base[even])
        };
        let mut at = Some(self.search.base[v]);
        while let Some(base) = at {
            self.search.on_path.insert(base);
            at = up(self, base);
        }
        let mut base = self.search.base[w];
        while !self.search.on_path.contains(base) {
            match up(self, base) {
                Some(next) => base = next,
                None => break,
            }
        }
        base
    }

    /// Marks the blossoms from `v` down to `base` and lets their ways go round through `child`.
    fn mark(&mut self, mut v: usize, base: usize, mut child: usize) {
        while self.search.base[v] != base {
            let Some(odd) = self.mate[v] else { break };
            self.search.in_blossom.insert(self.search.base[v]);
            self.search.in_blossom.insert(self.search.base[odd]);
            self.search.before[v] = Some(child);
            child = odd;
            let Some(before) = self.search.before[odd] else { break };
            v = before;
        }
    }
}

impl Search {
    fn reset(&mut self) {
        self.before.fill(None);
        self.base.iter_mut().enumerate().for_each(|(i, base)| *base = i);
        self.even.clear();
        self.queue.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Most pairs, by trying everything.
    fn most_pairs(graph: &Graph, left: &[usize]) -> usize {
        let Some((&first, rest)) = left.split_first() else { return 0 };
        let without = most_pairs(graph, rest);
        rest.iter()
            .filter(|&&other| graph.has(first, other))
            .map(|&other| {
                let rest: Vec<_> = rest.iter().copied().filter(|&v| v != other).collect();
                1 + most_pairs(graph, &rest)
            })
            .fold(without, usize::max)
    }

    fn graph_of(size: usize, edges: &[bool]) -> Graph {
        let mut graph = Graph::new(size);
        let pairs = (0..size).flat_map(|a| (a + 1..size).map(move |b| (a, b)));
        pairs.zip(edges).filter(|(_, is)| **is).for_each(|((a, b), _)| graph.connect(a, b));
        graph
    }

    fn assert_is_matching(matching: &Matching, graph: &Graph) {
        for (v, mate) in matching.mates().iter().enumerate() {
            if let Some(mate) = *mate {
                assert!(graph.has(v, mate));
                assert_eq!(matching.mate(mate), Some(v));
            }
            assert_eq!(matching.alone.contains(v), mate.is_none());
        }
    }

    #[test]
    fn a_path_through_a_blossom_is_found() {
        // A triangle 1-2-3 with tails 0-1 and 3-4, 2-5: the greedy start blocks both tails.
        let mut graph = Graph::new(6);
        for (a, b) in [(0, 1), (1, 2), (2, 3), (1, 3), (3, 4), (2, 5)] {
            graph.connect(a, b);
        }
        let mut matching = Matching::empty(6);
        matching.join(1, 3);
        assert!(matching.maximise(&graph, &BitSet::full(6)).is_empty());
        assert_is_matching(&matching, &graph);
    }

    proptest! {
        #[test]
        fn as_many_pairs_as_possible(size in 1usize..10, edges in prop::collection::vec(prop::bool::weighted(0.35), 45)) {
            let graph = graph_of(size, &edges);
            let mut matching = Matching::empty(size);
            let alone = matching.maximise(&graph, &BitSet::full(size));
            assert_is_matching(&matching, &graph);
            let all: Vec<_> = (0..size).collect();
            prop_assert_eq!((size - alone.len()) / 2, most_pairs(&graph, &all));
        }

        #[test]
        fn forcing_a_pair_succeeds_exactly_when_the_rest_can_be_paired(
            half in 1usize..5, edges in prop::collection::vec(prop::bool::weighted(0.5), 45),
        ) {
            let size = 2 * half;
            let graph = graph_of(size, &edges);
            let everybody = BitSet::full(size);
            let mut matching = Matching::empty(size);
            prop_assume!(matching.complete(&graph, &[&everybody]));
            for a in 0..size {
                for b in a + 1..size {
                    let rest: Vec<_> = (0..size).filter(|&v| v != a && v != b).collect();
                    let possible = graph.has(a, b) && most_pairs(&graph, &rest) == half - 1;
                    prop_assert_eq!(matching.force(&graph, &everybody, a, b), possible);
                    assert_is_matching(&matching, &graph);
                    prop_assert!(!possible || matching.mate(a) == Some(b));
                }
            }
        }
    }
}
