//! Perfect matchings of least cost in general graphs, for small whole costs.
//!
//! Edmonds' primal-dual method: every vertex has a dual, every blossom (a shrunk odd set) another;
//! pairs are made only of *tight* edges, those whose cost the duals use up. Costs are few and
//! small, so the edges lie in layers of one cost each, the duals are small whole numbers, and the
//! tight neighbours of a vertex are found a word of bits at a time: those of a layer whose own
//! dual is the cost less the vertex's.

use std::collections::BTreeMap;

use super::bits::{BitSet, Graph};

/// A graph whose edges cost something. An edge must not lie in two layers.
#[derive(Clone, Debug)]
pub struct CostGraph {
    size: usize,
    /// By cost, not negative.
    layers: BTreeMap<i32, Graph>,
}

impl CostGraph {
    pub fn new(size: usize) -> Self {
        Self { size, layers: BTreeMap::new() }
    }

    /// From the edges of each cost.
    pub fn from_layers(size: usize, layers: impl IntoIterator<Item = (u8, Graph)>) -> Self {
        Self { size, layers: layers.into_iter().map(|(c, graph)| (i32::from(c), graph)).collect() }
    }

    pub fn connect(&mut self, a: usize, b: usize, cost: u8) {
        let size = self.size;
        let layer = self.layers.entry(i32::from(cost)).or_insert_with(|| Graph::new(size));
        layer.connect(a, b);
    }

    pub fn cost(&self, a: usize, b: usize) -> Option<u32> {
        self.layers.iter().find(|(_, layer)| layer.has(a, b)).map(|(cost, _)| cost.unsigned_abs())
    }
}

/// A perfect matching and what it costs.
#[derive(Clone, Debug)]
pub struct Cheapest {
    pub cost: u32,
    pub mate: Vec<Option<usize>>,
}

/// The cheapest way to pair all of `vertices` inside that set, or `None` when they cannot all be
/// paired. `start` is any matching: its pairs that cost nothing save work.
pub fn cheapest_perfect(
    graph: &CostGraph,
    vertices: &BitSet,
    start: &[Option<usize>],
) -> Option<Cheapest> {
    let mut solver = Solver::new(graph, vertices, start);
    while !solver.alone.is_empty() {
        solver.stage()?;
    }
    let cost = vertices
        .iter()
        .filter_map(|v| solver.mate[v].filter(|&mate| v < mate).and_then(|m| graph.cost(v, m)))
        .sum();
    Some(Cheapest { cost, mate: solver.mate })
}

/// Where a vertex or blossom stands in the trees that grow from those without a mate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Label {
    Free,
    /// At even distance from the root.
    Even,
    /// At odd distance, reached from the first (even) by an edge to the second (inside).
    Odd(usize, usize),
}

/// An odd cycle of vertices and smaller blossoms; `children[0]` holds the base.
#[derive(Clone, Debug)]
struct Blossom {
    children: Vec<usize>,
    /// `edges[i]` joins `children[i]` (first end) and the next one (second end).
    edges: Vec<(usize, usize)>,
    /// Even and not negative.
    dual: i32,
}

/// Nodes below `size` are vertices, the others blossoms (`size` + index).
struct Solver<'a> {
    graph: &'a CostGraph,
    vertices: &'a BitSet,
    size: usize,
    mate: Vec<Option<usize>>,
    /// Those without a mate.
    alone: BitSet,
    /// Costs are doubled here, so that duals stay whole.
    dual: Vec<i32>,
    /// The vertices by their dual.
    by_dual: BTreeMap<i32, BitSet>,
    blossoms: Vec<Blossom>,
    /// Blossoms no longer in use.
    unused: Vec<usize>,
    /// Of every node: the blossom it lies in directly.
    parent: Vec<Option<usize>>,
    /// Of every node: the vertex through which it is paired outside.
    base: Vec<usize>,
    /// Of every vertex: the outermost node it lies in.
    top: Vec<usize>,
    /// Of every outermost node.
    label: Vec<Label>,
    /// Even vertices whose edges are to be looked at.
    queue: Vec<usize>,
}

impl<'a> Solver<'a> {
    fn new(graph: &'a CostGraph, vertices: &'a BitSet, start: &[Option<usize>]) -> Self {
        let size = graph.size;
        let free = |v: usize| {
            start.get(v).copied().flatten().filter(|&mate| {
                vertices.contains(v) && vertices.contains(mate) && graph.cost(v, mate) == Some(0)
            })
        };
        let mate: Vec<Option<usize>> = (0..size).map(free).collect();
        let alone = BitSet::of(size, vertices.iter().filter(|&v| mate[v].is_none()));
        Self {
            graph,
            vertices,
            size,
            mate,
            alone,
            dual: vec![0; size],
            by_dual: BTreeMap::from([(0, vertices.clone())]),
            blossoms: Vec::new(),
            unused: Vec::new(),
            parent: vec![None; size],
            base: (0..size).collect(),
            top: (0..size).collect(),
            label: vec![Label::Free; size],
            queue: Vec::new(),
        }
    }

    /// Grows trees from all who are alone until one more pair is made. `None` when no perfect
    /// matching exists.
    fn stage(&mut self) -> Option<()> {
        self.label.fill(Label::Free);
        self.queue.clear();
        for v in self.alone.clone().iter() {
            self.make_even(self.top[v]);
        }
        loop {
            if self.scan() {
                return Some(());
            }
            // Stuck. An odd blossom whose dual is used up opens; else the duals change.
            let spent = (self.size..self.label.len())
                .find(|&b| self.is_odd_blossom(b) && self.blossoms[b - self.size].dual == 0);
            match spent {
                Some(blossom) => self.open(blossom),
                None => self.change_duals()?,
            }
            let even = |v: &usize| self.label[self.top[*v]] == Label::Even;
            self.queue = self.vertices.iter().filter(even).collect();
        }
    }

    fn is_outermost(&self, node: usize) -> bool {
        self.parent[node].is_none()
            && (node < self.size || !self.blossoms[node - self.size].children.is_empty())
    }

    fn is_odd_blossom(&self, node: usize) -> bool {
        node >= self.size && self.is_outermost(node) && matches!(self.label[node], Label::Odd(..))
    }

    /// The vertices in a node.
    fn leaves(&self, node: usize) -> Vec<usize> {
        let mut stack = vec![node];
        let mut leaves = Vec::new();
        while let Some(node) = stack.pop() {
            if node < self.size {
                leaves.push(node);
            } else {
                stack.extend(&self.blossoms[node - self.size].children);
            }
        }
        leaves
    }

    fn make_even(&mut self, node: usize) {
        self.label[node] = Label::Even;
        let leaves = self.leaves(node);
        self.queue.extend(leaves);
    }

    /// Reached from the even vertex `from` at `at`: odd, and its mate's node even.
    fn make_odd(&mut self, from: usize, at: usize) {
        let node = self.top[at];
        self.label[node] = Label::Odd(from, at);
        if let Some(mate) = self.mate[self.base[node]] {
            self.make_even(self.top[mate]);
        }
    }

    /// The vertices joined to `v` by tight edges (those inside its own blossom are not told apart).
    fn tight(&self, v: usize) -> BitSet {
        let mut found = BitSet::new(self.size);
        for (cost, layer) in &self.graph.layers {
            if let Some(class) = self.by_dual.get(&(2 * cost - self.dual[v])) {
                let mut row = layer.neighbours(v).clone();
                row.intersect_with(class);
                found.union_with(&row);
            }
        }
        found
    }

    /// Follows tight edges from all even vertices in the queue. Was a pair won?
    fn scan(&mut self) -> bool {
        while let Some(v) = self.queue.pop() {
            let tight = self.tight(v);
            // Somebody alone on another tree ends the stage without growing this one.
            let end = tight.common(&self.alone).find(|&end| self.meeting(v, end).is_none());
            if let Some(end) = end {
                self.augment(v, end);
                return true;
            }
            for w in tight.iter() {
                let (node, other) = (self.top[v], self.top[w]);
                if node == other {
                    continue;
                }
                match self.label[other] {
                    Label::Free => self.make_odd(v, w),
                    Label::Odd(..) => {}
                    Label::Even => match self.meeting(v, w) {
                        Some(ancestor) => self.shrink(ancestor, v, w),
                        None => {
                            self.augment(v, w);
                            return true;
                        }
                    },
                }
            }
        }
        false
    }

    /// From an even node up to the next even one: the edges on the way, as (lower, upper) ends.
    fn up(&self, node: usize) -> Option<((usize, usize), (usize, usize))> {
        let base = self.base[node];
        let mate = self.mate[base]?;
        match self.label[self.top[mate]] {
            Label::Odd(from, at) => Some(((base, mate), (at, from))),
            _ => None,
        }
    }

    /// The even node where the ways of two even vertices to their roots meet; `None` when they
    /// hang on different roots.
    fn meeting(&self, v: usize, w: usize) -> Option<usize> {
        let way = |v: usize| {
            std::iter::successors(Some(self.top[v]), |&node| {
                self.up(node).map(|(_, (_, from))| self.top[from])
            })
        };
        let seen: std::collections::BTreeSet<usize> = way(v).collect();
        way(w).find(|node| seen.contains(node))
    }

    /// Shrinks the odd cycle that the edge from `v` to `w` closes above `ancestor`.
    fn shrink(&mut self, ancestor: usize, v: usize, w: usize) {
        // Down from the ancestor to v, over to w, and up again.
        let mut children = Vec::new();
        let mut edges = Vec::new();
        let mut at = self.top[v];
        while at != ancestor {
            let Some(((base, mate), (inside, from))) = self.up(at) else { break };
            children.extend([at, self.top[mate]]);
            edges.extend([(mate, base), (from, inside)]);
            at = self.top[from];
        }
        children.push(ancestor);
        children.reverse();
        edges.reverse();
        edges.push((v, w));
        let mut at = self.top[w];
        while at != ancestor {
            let Some(((base, mate), (inside, from))) = self.up(at) else { break };
            children.extend([at, self.top[mate]]);
            edges.extend([(base, mate), (inside, from)]);
            at = self.top[from];
        }
        let base = self.base[ancestor];
        let was_odd: Vec<usize> = children
            .iter()
            .copied()
            .filter(|&child| matches!(self.label[child], Label::Odd(..)))
            .collect();
        let blossom = Blossom { children: children.clone(), edges, dual: 0 };
        let node = match self.unused.pop() {
            Some(node) => {
                self.blossoms[node - self.size] = blossom;
                self.base[node] = base;
                self.label[node] = Label::Even;
                self.parent[node] = None;
                node
            }
            None => {
                self.blossoms.push(blossom);
                self.base.push(base);
                self.label.push(Label::Even);
                self.parent.push(None);
                self.label.len() - 1
            }
        };
        for child in was_odd {
            let leaves = self.leaves(child);
            self.queue.extend(leaves);
        }
        for child in children {
            self.parent[child] = Some(node);
        }
        for leaf in self.leaves(node) {
            self.top[leaf] = node;
        }
    }

    /// Opens an odd blossom: its children are outermost again, and those on the even way from
    /// where it was entered to its base stay in the tree.
    fn open(&mut self, node: usize) {
        let Label::Odd(from, at) = self.label[node] else { return };
        let entered = self.child_holding(node, at);
        let Blossom { children, edges, .. } = std::mem::replace(
            &mut self.blossoms[node - self.size],
            Blossom { children: Vec::new(), edges: Vec::new(), dual: 0 },
        );
        self.unused.push(node);
        self.label[node] = Label::Free;
        for &child in &children {
            self.parent[child] = None;
            self.label[child] = Label::Free;
            for leaf in self.leaves(child) {
                self.top[leaf] = child;
            }
        }
        let count = children.len();
        let Some(mut i) = children.iter().position(|&child| child == entered) else { return };
        self.label[entered] = Label::Odd(from, at);
        let forward = i % 2 == 1;
        while i != 0 {
            // The mate of this odd child, and the next odd child behind it.
            let (even, next, edge) = if forward {
                let even = i + 1;
                (even, (even + 1) % count, edges.get(even).copied())
            } else {
                (i - 1, i - 2, edges.get(i - 2).map(|&(a, b)| (b, a)))
            };
            let Some((last, first)) = edge.filter(|_| even < count) else { break };
            self.label[children[even]] = Label::Even;
            self.label[children[next]] = Label::Odd(last, first);
            i = next;
        }
    }

    /// The child of a blossom that holds a vertex.
    fn child_holding(&self, blossom: usize, v: usize) -> usize {
        let mut node = v;
        while let Some(parent) = self.parent[node] {
            if parent == blossom {
                break;
            }
            node = parent;
        }
        node
    }

    /// One step: even vertices up, odd ones down. `None` when that can never make an edge tight.
    fn change_duals(&mut self) -> Option<()> {
        let of = |v: usize| self.label[self.top[v]];
        let reachable = BitSet::of(self.size, self.vertices.iter().filter(|&v| !is_odd(of(v))));
        let has_way = self.vertices.iter().filter(|&v| of(v) == Label::Even).any(|v| {
            self.graph.layers.values().any(|layer| {
                layer.neighbours(v).common(&reachable).any(|w| self.top[w] != self.top[v])
            })
        });
        if !has_way && !(self.size..self.label.len()).any(|node| self.is_odd_blossom(node)) {
            return None;
        }
        let mut by_dual: BTreeMap<i32, BitSet> = BTreeMap::new();
        for v in self.vertices.iter() {
            self.dual[v] += match self.label[self.top[v]] {
                Label::Even => 1,
                Label::Odd(..) => -1,
                Label::Free => 0,
            };
            by_dual.entry(self.dual[v]).or_insert_with(|| BitSet::new(self.size)).insert(v);
        }
        self.by_dual = by_dual;
        for node in self.size..self.label.len() {
            if self.is_outermost(node) {
                self.blossoms[node - self.size].dual += match self.label[node] {
                    Label::Even => 2,
                    Label::Odd(..) => -2,
                    Label::Free => 0,
                };
            }
        }
        Some(())
    }

    /// Makes the pair of two even vertices of different trees and turns the ways to their roots.
    fn augment(&mut self, v: usize, w: usize) {
        for (mut v, mut w) in [(v, w), (w, v)] {
            loop {
                let node = self.top[v];
                let next = self.up(node);
                self.rebase(node, v);
                self.mate[v] = Some(w);
                let Some((_, (inside, from))) = next else { break };
                self.rebase(self.top[inside], inside);
                self.mate[inside] = Some(from);
                (v, w) = (from, inside);
            }
        }
        let alone = self.alone.iter().filter(|&v| self.mate[v].is_none());
        self.alone = BitSet::of(self.size, alone);
    }

    /// Makes `v` the base of the node that holds it.
    fn rebase(&mut self, node: usize, v: usize) {
        if node < self.size {
            return;
        }
        let child = self.child_holding(node, v);
        self.rebase(child, v);
        let Blossom { children, edges, .. } = &self.blossoms[node - self.size];
        let (mut children, mut edges) = (children.clone(), edges.clone());
        let count = children.len();
        let Some(start) = children.iter().position(|&c| c == child) else { return };
        // Pair off the even way from the new base's child to the old one's.
        let mut i = start;
        while i != 0 {
            let (a, b, (x, y)) = if start % 2 == 1 {
                (i + 1, (i + 2) % count, edges[i + 1])
            } else {
                let (y, x) = edges[i - 2];
                (i - 1, i - 2, (x, y))
            };
            self.rebase(children[a], x);
            self.rebase(children[b], y);
            self.mate[x] = Some(y);
            self.mate[y] = Some(x);
            i = b;
        }
        children.rotate_left(start);
        edges.rotate_left(start);
        let blossom = &mut self.blossoms[node - self.size];
        blossom.children = children;
        blossom.edges = edges;
        self.base[node] = v;
    }
}

fn is_odd(label: Label) -> bool {
    matches!(label, Label::Odd(..))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// By trying everything.
    fn least(graph: &CostGraph, left: &[usize]) -> Option<u32> {
        let Some((&first, rest)) = left.split_first() else { return Some(0) };
        rest.iter()
            .filter_map(|&other| {
                let rest: Vec<_> = rest.iter().copied().filter(|&v| v != other).collect();
                Some(graph.cost(first, other)? + least(graph, &rest)?)
            })
            .min()
    }

    fn check(size: usize, costs: &[Option<u8>], start: bool) {
        let mut graph = CostGraph::new(size);
        let pairs = (0..size).flat_map(|a| (a + 1..size).map(move |b| (a, b)));
        for ((a, b), cost) in pairs.zip(costs) {
            if let Some(cost) = *cost {
                graph.connect(a, b, cost);
            }
        }
        let all: Vec<_> = (0..size).collect();
        let mut first = vec![None; size];
        if start {
            for a in 0..size {
                let free = (a + 1..size).find(|&b| first[b].is_none() && graph.has_any(a, b));
                if let (None, Some(b)) = (first[a], free) {
                    first[a] = Some(b);
                    first[b] = Some(a);
                }
            }
        }
        let found = cheapest_perfect(&graph, &BitSet::full(size), &first);
        assert_eq!(found.as_ref().map(|f| f.cost), least(&graph, &all));
        if let Some(found) = found {
            for v in 0..size {
                let mate = found.mate[v].unwrap();
                assert_eq!(found.mate[mate], Some(v));
                assert!(graph.cost(v, mate).is_some());
            }
        }
    }

    impl CostGraph {
        fn has_any(&self, a: usize, b: usize) -> bool {
            self.cost(a, b).is_some()
        }
    }

    fn edge(dense: u32) -> impl Strategy<Value = Option<u8>> {
        prop_oneof![10 - dense => Just(None), dense => (0u8..4).prop_map(Some)]
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(1500))]

        #[test]
        fn dense_graphs_are_paired_as_cheaply_as_possible(
            half in 1usize..6, costs in prop::collection::vec(edge(8), 45), start: bool,
        ) {
            check(2 * half, &costs, start);
        }

        #[test]
        fn sparse_graphs_are_paired_as_cheaply_as_possible(
            half in 2usize..6, costs in prop::collection::vec(edge(4), 45), start: bool,
        ) {
            check(2 * half, &costs, start);
        }
    }

    #[test]
    fn an_odd_number_cannot_be_paired() {
        let mut graph = CostGraph::new(3);
        graph.connect(0, 1, 0);
        graph.connect(1, 2, 1);
        graph.connect(0, 2, 2);
        assert!(cheapest_perfect(&graph, &BitSet::full(3), &[]).is_none());
    }
}
