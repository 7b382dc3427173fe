//! Matchings of greatest weight in general graphs.
//!
//! Edmonds' primal-dual method in its O(n³) form: every vertex has a dual, every blossom (a shrunk
//! odd set) another, and pairs are made of edges whose weight the duals use up exactly. Between
//! any two outermost nodes only the edge with the least slack is remembered.

use std::collections::VecDeque;

use super::wide::Wide;
use crate::core::pairing::bits::Graph;

const NONE: u32 = u32::MAX;

/// A matching of greatest weight, as the mate of every vertex.
///
/// With `perfect` everybody must be paired (`None` when that cannot be); without, pairs are made
/// only as long as they add weight. `weights` is a square table, read where `graph` has an edge.
pub(crate) fn heaviest<const N: usize>(
    graph: &Graph,
    weights: &[Wide<N>],
    perfect: bool,
) -> Option<Vec<Option<usize>>> {
    let mut solver = Solver::new(graph, weights, perfect);
    loop {
        match solver.stage() {
            Stage::Augmented => {}
            Stage::Done => break,
            Stage::Stuck if perfect => return None,
            Stage::Stuck => break,
        }
    }
    let mate = |v: usize| (solver.mate[v] != NONE).then_some(solver.mate[v] as usize);
    Some((0..graph.size()).map(mate).collect())
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Label {
    Free,
    Even,
    Odd,
}

enum Stage {
    /// One more pair.
    Augmented,
    /// The matching is what was wanted.
    Done,
    /// No more pairs can be made.
    Stuck,
}

/// Nodes below `size` are vertices, the others blossoms.
struct Solver<'a, const N: usize> {
    weights: &'a [Wide<N>],
    graph: &'a Graph,
    perfect: bool,
    size: usize,
    /// Nodes in use.
    nodes: usize,
    capacity: usize,
    /// Slacks count twice the weight, so that duals stay whole.
    dual: Vec<Wide<N>>,
    /// The vertex at the other end of a node's pair.
    mate: Vec<u32>,
    /// `best[a][b]`: the ends (in `a`, in `b`) of the edge of least slack between two nodes.
    best: Vec<(u32, u32)>,
    /// The even vertex from which a node can be reached at least cost.
    nearest: Vec<u32>,
    /// The outermost node around a node; `NONE` for blossoms not in use.
    outer: Vec<u32>,
    /// Of odd nodes: the even vertex from which they were reached.
    parent: Vec<u32>,
    label: Vec<Label>,
    children: Vec<Vec<u32>>,
    /// `child[b][v]`: the child of blossom `b` that holds vertex `v`.
    child: Vec<u32>,
    seen: Vec<u32>,
    visit: u32,
    queue: VecDeque<usize>,
}

impl<'a, const N: usize> Solver<'a, N> {
    fn new(graph: &'a Graph, weights: &'a [Wide<N>], perfect: bool) -> Self {
        let size = graph.size();
        let capacity = size + size / 2 + 1;
        let mut best = vec![(NONE, NONE); capacity * capacity];
        let mut dual = vec![Wide::ZERO; capacity];
        let mut greatest = Wide::ZERO;
        for a in 0..size {
            let mut own: Option<Wide<N>> = None;
            for b in graph.neighbours(a).iter() {
                best[a * capacity + b] = (a as u32, b as u32);
                let weight = weights[a * size + b];
                own = Some(own.map_or(weight, |own| own.max(weight)));
            }
            dual[a] = own.unwrap_or(Wide::ZERO);
            greatest = greatest.max(dual[a]);
        }
        // Whoever may stay alone must end with a dual of nought, and all of those at once.
        if !perfect {
            dual[..size].fill(greatest);
        }
        let mut outer = vec![NONE; capacity];
        (0..size).for_each(|v| outer[v] = v as u32);
        let mut child = vec![NONE; capacity * size];
        (0..size).for_each(|v| child[v * size + v] = v as u32);
        let mut solver = Self {
            weights,
            graph,
            perfect,
            size,
            nodes: size,
            capacity,
            dual,
            mate: vec![NONE; capacity],
            best,
            nearest: vec![NONE; capacity],
            outer,
            parent: vec![NONE; capacity],
            label: vec![Label::Free; capacity],
            children: vec![Vec::new(); capacity],
            child,
            seen: vec![0; capacity],
            visit: 0,
            queue: VecDeque::new(),
        };
        solver.pair_greedily();
        solver
    }

    /// Pairs whoever is joined by an edge without slack at the start.
    fn pair_greedily(&mut self) {
        for a in 0..self.size {
            if self.mate[a] != NONE {
                continue;
            }
            let free =
                |b: &usize| self.mate[*b] == NONE && self.slack((a as u32, *b as u32)).is_zero();
            if let Some(b) = self.graph.neighbours(a).iter().find(free) {
                self.mate[a] = b as u32;
                self.mate[b] = a as u32;
            }
        }
    }

    fn edge(&self, a: usize, b: usize) -> (u32, u32) {
        self.best[a * self.capacity + b]
    }

    fn slack(&self, (a, b): (u32, u32)) -> Wide<N> {
        let (a, b) = (a as usize, b as usize);
        self.dual[a].plus(self.dual[b]).minus(self.weights[a * self.size + b].doubled())
    }

    fn outer(&self, node: u32) -> usize {
        self.outer[node as usize] as usize
    }

    fn is_outermost(&self, node: usize) -> bool {
        self.outer[node] == node as u32
    }

    fn offer(&mut self, from: usize, node: usize) {
        let edge = self.edge(from, node);
        if edge.0 == NONE {
            return;
        }
        let old = self.nearest[node];
        if old == NONE || self.slack(edge) < self.slack(self.edge(old as usize, node)) {
            self.nearest[node] = from as u32;
        }
    }

    fn find_nearest(&mut self, node: usize) {
        self.nearest[node] = NONE;
        for v in 0..self.size {
            let outer = self.outer(v as u32);
            if outer != node && self.label[outer] == Label::Even {
                self.offer(v, node);
            }
        }
    }

    fn enqueue(&mut self, node: usize) {
        if node < self.size {
            self.queue.push_back(node);
        } else {
            for at in 0..self.children[node].len() {
                self.enqueue(self.children[node][at] as usize);
            }
        }
    }

    fn set_outer(&mut self, node: usize, outer: usize) {
        self.outer[node] = outer as u32;
        if node >= self.size {
            for at in 0..self.children[node].len() {
                self.set_outer(self.children[node][at] as usize, outer);
            }
        }
    }

    /// The place of a child in its blossom; the cycle is turned round where needed, so that the
    /// way from there to the base (the first child) is even.
    fn place(&mut self, blossom: usize, child: u32) -> usize {
        let children = &mut self.children[blossom];
        let at = children.iter().position(|&c| c == child).unwrap_or(0);
        if at % 2 == 1 {
            children[1..].reverse();
            children.len() - at
        } else {
            at
        }
    }

    /// Pairs node `a` with node `b` over their best edge, inside blossoms too.
    fn set_mate(&mut self, a: usize, b: usize) {
        let edge = self.edge(a, b);
        self.mate[a] = edge.1;
        if a < self.size {
            return;
        }
        let child = self.child[a * self.size + edge.0 as usize];
        let place = self.place(a, child);
        for at in 0..place {
            let (x, y) = (self.children[a][at] as usize, self.children[a][at ^ 1] as usize);
            self.set_mate(x, y);
        }
        self.set_mate(child as usize, b);
        self.children[a].rotate_left(place);
    }

    fn augment(&mut self, mut a: usize, mut b: usize) {
        loop {
            let old = self.mate[a];
            self.set_mate(a, b);
            if old == NONE {
                return;
            }
            let next = self.outer(old);
            let up = self.outer(self.parent[next]);
            self.set_mate(next, up);
            (a, b) = (up, next);
        }
    }

    /// The nearest common even node on the ways to the roots.
    fn meeting(&mut self, a: usize, b: usize) -> Option<usize> {
        self.visit += 1;
        let (mut a, mut b) = (Some(a), Some(b));
        while a.is_some() || b.is_some() {
            if let Some(node) = a {
                if self.seen[node] == self.visit {
                    return Some(node);
                }
                self.seen[node] = self.visit;
                let mate = self.mate[node];
                a = (mate != NONE).then(|| self.outer(self.parent[self.outer(mate)]));
            }
            (a, b) = (b, a);
        }
        None
    }

    fn shrink(&mut self, a: usize, base: usize, b: usize) {
        let blossom =
            (self.size..self.nodes).find(|&node| self.outer[node] == NONE).unwrap_or(self.nodes);
        self.nodes = self.nodes.max(blossom + 1);
        self.dual[blossom] = Wide::ZERO;
        self.label[blossom] = Label::Even;
        self.mate[blossom] = self.mate[base];
        let mut children = vec![base as u32];
        for from in [a, b] {
            children[1..].reverse();
            let mut node = from;
            while node != base {
                let odd = self.outer(self.mate[node]);
                children.push(node as u32);
                children.push(odd as u32);
                self.enqueue(odd);
                node = self.outer(self.parent[odd]);
            }
        }
        self.children[blossom] = children;
        self.set_outer(blossom, blossom);
        for node in 0..self.nodes {
            self.best[blossom * self.capacity + node] = (NONE, NONE);
            self.best[node * self.capacity + blossom] = (NONE, NONE);
        }
        self.child[blossom * self.size..(blossom + 1) * self.size].fill(NONE);
        for at in 0..self.children[blossom].len() {
            let child = self.children[blossom][at] as usize;
            for node in 0..self.nodes {
                // Edges inside or into unused nodes are never asked for.
                if node >= self.size && self.outer[node] == NONE {
                    continue;
                }
                let (edge, old) = (self.edge(child, node), self.edge(blossom, node));
                if edge.0 != NONE && (old.0 == NONE || self.slack(edge) < self.slack(old)) {
                    self.best[blossom * self.capacity + node] = edge;
                    self.best[node * self.capacity + blossom] = (edge.1, edge.0);
                }
            }
            for v in 0..self.size {
                if self.child[child * self.size + v] != NONE {
                    self.child[blossom * self.size + v] = child as u32;
                }
            }
        }
        self.find_nearest(blossom);
    }

    /// An odd blossom whose dual is used up: its children become nodes of their own.
    fn open(&mut self, blossom: usize) {
        for at in 0..self.children[blossom].len() {
            let child = self.children[blossom][at] as usize;
            self.set_outer(child, child);
        }
        let parent = self.parent[blossom];
        let entered = self.edge(blossom, parent as usize).0;
        let child = self.child[blossom * self.size + entered as usize];
        let place = self.place(blossom, child);
        let children = std::mem::take(&mut self.children[blossom]);
        for pair in children[..place].chunks(2) {
            let (odd, even) = (pair[0] as usize, pair[1] as usize);
            self.parent[odd] = self.edge(even, odd).0;
            self.label[odd] = Label::Odd;
            self.label[even] = Label::Even;
            self.nearest[odd] = NONE;
            self.find_nearest(even);
            self.enqueue(even);
        }
        self.label[child as usize] = Label::Odd;
        self.parent[child as usize] = parent;
        for &rest in &children[place + 1..] {
            self.label[rest as usize] = Label::Free;
            self.find_nearest(rest as usize);
        }
        self.outer[blossom] = NONE;
    }

    /// Follows an edge without slack from an even vertex. Was a pair won?
    fn follow(&mut self, (from, to): (u32, u32)) -> bool {
        let (a, b) = (self.outer(from), self.outer(to));
        match self.label[b] {
            Label::Free => {
                self.parent[b] = from;
                self.label[b] = Label::Odd;
                let next = self.outer(self.mate[b]);
                self.nearest[b] = NONE;
                self.nearest[next] = NONE;
                self.label[next] = Label::Even;
                self.enqueue(next);
            }
            Label::Even => match self.meeting(a, b) {
                Some(base) => self.shrink(a, base, b),
                None => {
                    self.augment(a, b);
                    self.augment(b, a);
                    return true;
                }
            },
            Label::Odd => {}
        }
        false
    }

    fn stage(&mut self) -> Stage {
        self.label.fill(Label::Free);
        self.nearest.fill(NONE);
        self.queue.clear();
        for node in 0..self.nodes {
            if self.is_outermost(node) && self.mate[node] == NONE {
                self.parent[node] = NONE;
                self.label[node] = Label::Even;
                self.enqueue(node);
            }
        }
        if self.queue.is_empty() {
            return Stage::Done;
        }
        loop {
            if self.grow() {
                return Stage::Augmented;
            }
            let Some(step) = self.step() else { return Stage::Stuck };
            if !self.change_duals(step) {
                return Stage::Done;
            }
            for node in 0..self.nodes {
                if self.is_outermost(node) && self.nearest[node] != NONE {
                    let from = self.nearest[node];
                    let edge = self.edge(from as usize, node);
                    if self.outer(from) != node && self.slack(edge).is_zero() && self.follow(edge) {
                        return Stage::Augmented;
                    }
                }
            }
            for blossom in self.size..self.nodes {
                if self.is_outermost(blossom)
                    && self.label[blossom] == Label::Odd
                    && self.dual[blossom].is_zero()
                {
                    self.open(blossom);
                }
            }
        }
    }

    fn grow(&mut self) -> bool {
        while let Some(v) = self.queue.pop_front() {
            if self.label[self.outer(v as u32)] == Label::Odd {
                continue;
            }
            let graph = self.graph;
            for w in graph.neighbours(v).iter() {
                let outer = self.outer(w as u32);
                if outer == self.outer(v as u32) {
                    continue;
                }
                let edge = (v as u32, w as u32);
                if self.slack(edge).is_zero() {
                    if self.follow(edge) {
                        return true;
                    }
                } else {
                    self.offer(v, outer);
                }
            }
        }
        false
    }

    /// By how much the duals can change; `None` when nothing limits them.
    fn step(&self) -> Option<Wide<N>> {
        let blossoms = (self.size..self.nodes)
            .filter(|&b| self.is_outermost(b) && self.label[b] == Label::Odd)
            .map(|b| self.dual[b].halved());
        let edges = (0..self.nodes).filter_map(|node| {
            if !self.is_outermost(node) || self.nearest[node] == NONE {
                return None;
            }
            let slack = self.slack(self.edge(self.nearest[node] as usize, node));
            match self.label[node] {
                Label::Free => Some(slack),
                Label::Even => Some(slack.halved()),
                Label::Odd => None,
            }
        });
        let step = blossoms.chain(edges).min();
        if self.perfect {
            return step;
        }
        let even = (0..self.size)
            .filter(|&v| self.label[self.outer(v as u32)] == Label::Even)
            .map(|v| self.dual[v]);
        even.chain(step).min()
    }

    /// False when somebody alone has no dual left: more pairs would add nothing.
    fn change_duals(&mut self, step: Wide<N>) -> bool {
        for v in 0..self.size {
            match self.label[self.outer(v as u32)] {
                Label::Even => {
                    self.dual[v] = self.dual[v].minus(step);
                    if !self.perfect && self.dual[v].is_zero() {
                        return false;
                    }
                }
                Label::Odd => self.dual[v] = self.dual[v].plus(step),
                Label::Free => {}
            }
        }
        for blossom in self.size..self.nodes {
            if self.is_outermost(blossom) {
                match self.label[blossom] {
                    Label::Even => self.dual[blossom] = self.dual[blossom].plus(step.doubled()),
                    Label::Odd => self.dual[blossom] = self.dual[blossom].minus(step.doubled()),
                    Label::Free => {}
                }
            }
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// The best weight, by trying everything.
    fn by_trying(
        free: &[usize],
        weight: &dyn Fn(usize, usize) -> Option<i64>,
        perfect: bool,
    ) -> Option<i64> {
        let Some((&v, rest)) = free.split_first() else { return Some(0) };
        let alone = if perfect { None } else { by_trying(rest, weight, perfect) };
        let paired = rest.iter().filter_map(|&w| {
            let others: Vec<_> = rest.iter().copied().filter(|&x| x != w).collect();
            Some(weight(v, w)? + by_trying(&others, weight, perfect)?)
        });
        paired.chain(alone).max()
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2000))]
        #[test]
        fn finds_the_greatest_weight(
            size in 1usize..10,
            perfect in any::<bool>(),
            table in proptest::collection::vec((0u8..4, 1i64..12), 45),
        ) {
            let mut graph = Graph::new(size);
            let mut weights = vec![Wide::<2>::ZERO; size * size];
            let mut plain = vec![None; size * size];
            let pairs = (0..size).flat_map(|a| (a + 1..size).map(move |b| (a, b)));
            for ((a, b), (absent, weight)) in pairs.zip(table) {
                if absent > 0 {
                    graph.connect(a, b);
                    for at in [a * size + b, b * size + a] {
                        weights[at] = Wide::ZERO.plus_shifted(weight, 70);
                        plain[at] = Some(weight);
                    }
                }
            }
            let all: Vec<_> = (0..size).collect();
            let best = by_trying(&all, &|a, b| plain[a * size + b], perfect);
            let found = heaviest(&graph, &weights, perfect).map(|mate| {
                let pairs = mate.iter().enumerate().filter_map(|(a, b)| b.map(|b| (a, b)));
                let pairs: Vec<_> = pairs.filter(|(a, b)| a < b).collect();
                if perfect {
                    assert_eq!(pairs.len() * 2, size);
                }
                pairs.iter().map(|(a, b)| plain[a * size + b].unwrap()).sum::<i64>()
            });
            prop_assert_eq!(found, best);
        }
    }
}
