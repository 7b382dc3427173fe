//! The first of equally good candidates in the order in which they are generated (4.2 to 4.4 of
//! 2026, D of 2017), where equally good are all perfect matchings of a graph.
//!
//! Slowest to fastest: the opponents of the moved-down players; the exchange between the halves of
//! the remainder; the transposition of its lower half. Every choice is "the first that some
//! perfect matching has", and keeping one such matching at hand makes each question one search
//! for an alternating path.

use super::local::Local;
use super::matching::{Deficiency, Matching};
use super::weighing::Solution;
use crate::core::pairing::bits::BitSet;

/// A start for a matching: everybody with the first possible opponent in the other half.
pub(crate) fn natural(local: &Local) -> Matching {
    let mut matching = Matching::empty(local.size());
    let mut free = BitSet::range(local.size(), local.mdps..local.members());
    for mdp in 0..local.mdps {
        if let Some(resident) = local.graph.neighbours(mdp).first_common(&free) {
            matching.pair(mdp, resident);
            free.remove(resident);
        }
    }
    let remainder: Vec<_> = free.iter().collect();
    let (upper, lower) = remainder.split_at(remainder.len() / 2);
    let mut lower = BitSet::of(local.size(), lower.iter().copied());
    for &a in upper {
        if let Some(b) = local.graph.neighbours(a).first_common(&lower) {
            matching.pair(a, b);
            lower.remove(b);
        }
    }
    matching
}

/// The first perfect matching, starting from any. `None` when more than one player of each half
/// must be exchanged.
pub(crate) fn first(local: &Local, mut matching: Matching) -> Option<Solution> {
    let mut alive = BitSet::range(local.size(), 0..local.size());
    let mut pairs = Vec::with_capacity(local.members() / 2);
    for mdp in 0..local.mdps {
        let resident = first_opponent(local, &mut matching, &mut alive, mdp)?;
        pairs.push((mdp, resident));
    }
    let remainder: Vec<usize> = alive.iter().filter(|&v| v < local.members()).collect();
    let half = remainder.len() / 2;
    let mut halves = Halves::new(local, &remainder[..half], &remainder[half..], matching);
    if !halves.is_perfect() && !halves.exchange_one(&remainder) {
        return None;
    }
    halves.transpose(&mut pairs);
    Some(Solution { pairs })
}

/// The first resident whom the player can meet; both are taken out of `alive`.
fn first_opponent(
    local: &Local,
    matching: &mut Matching,
    alive: &mut BitSet,
    mdp: usize,
) -> Option<usize> {
    let candidates: Vec<_> = local.graph.neighbours(mdp).common(alive).collect();
    for resident in candidates {
        let mut changed = matching.clone();
        changed.part(mdp);
        changed.part(resident);
        let mut rest = alive.clone();
        rest.remove(mdp);
        rest.remove(resident);
        if matches!(changed.complete(&local.graph, &rest), Deficiency::Perfect) {
            *matching = changed;
            *alive = rest;
            return Some(resident);
        }
    }
    None
}

/// The halves of a remainder, to be paired with each other. The one who stays behind meets
/// [`Local::out`], which stands in the upper half.
struct Halves<'a> {
    local: &'a Local,
    upper: BitSet,
    lower: BitSet,
    mate: Vec<Option<usize>>,
}

impl<'a> Halves<'a> {
    fn new(local: &'a Local, upper: &[usize], lower: &[usize], matching: Matching) -> Self {
        let size = local.size();
        let mut halves = Self {
            local,
            upper: BitSet::of(size, upper.iter().copied().chain(local.out())),
            lower: BitSet::of(size, lower.iter().copied()),
            mate: vec![None; size],
        };
        for a in halves.upper.iter() {
            if let Some(b) = matching.mate(a).filter(|&b| halves.lower.contains(b)) {
                halves.mate[a] = Some(b);
                halves.mate[b] = Some(a);
            }
        }
        halves
    }

    /// Pairs as many as possible. Has everybody a mate now?
    fn is_perfect(&mut self) -> bool {
        let alone: Vec<_> = self.upper.iter().filter(|&a| self.mate[a].is_none()).collect();
        let mut fresh = self.lower.clone();
        // Players reached in a failed search lead nowhere for the others either.
        alone.into_iter().fold(true, |perfect, a| {
            let found = self.augment(a, &mut fresh);
            if found {
                fresh = self.lower.clone();
            }
            perfect & found
        })
    }

    fn augment(&mut self, root: usize, fresh: &mut BitSet) -> bool {
        let mut from = vec![None; self.local.size()];
        let mut queue = std::collections::VecDeque::from([root]);
        while let Some(a) = queue.pop_front() {
            while let Some(b) = self.local.graph.neighbours(a).first_common(fresh) {
                fresh.remove(b);
                from[b] = Some(a);
                let Some(next) = self.mate[b] else {
                    self.turn(&from, b);
                    return true;
                };
                queue.push_back(next);
            }
        }
        false
    }

    /// Changes the pairs along a path that ends at `b` of the lower half.
    fn turn(&mut self, from: &[Option<usize>], b: usize) {
        let mut end = Some(b);
        while let Some(b) = end {
            let Some(a) = from[b] else { break };
            end = self.mate[a];
            self.mate[a] = Some(b);
            self.mate[b] = Some(a);
        }
    }

    /// Tries every exchange of one player of each half, in order. Was one found?
    fn exchange_one(&mut self, remainder: &[usize]) -> bool {
        let half = remainder.len() / 2;
        for distance in 1..remainder.len() {
            let lowest = half.saturating_sub(distance);
            for at in (lowest..half).rev().filter(|at| at + distance < remainder.len()) {
                let (out, into) = (remainder[at], remainder[at + distance]);
                let before = self.mate.clone();
                self.swap(out, into);
                if self.is_perfect() {
                    return true;
                }
                self.swap(into, out);
                self.mate = before;
            }
        }
        false
    }

    fn swap(&mut self, out: usize, into: usize) {
        for v in [out, into] {
            if let Some(mate) = self.mate[v].take() {
                self.mate[mate] = None;
            }
        }
        self.upper.remove(out);
        self.lower.insert(out);
        self.lower.remove(into);
        self.upper.insert(into);
    }

    /// The first transposition: everybody of the upper half in turn gets the first opponent that
    /// leaves the others opponents.
    fn transpose(&mut self, pairs: &mut Vec<(usize, usize)>) {
        for a in self.upper.clone().iter() {
            if Some(a) == self.local.out() {
                continue;
            }
            self.upper.remove(a);
            let b = self.first_mate(a);
            if let Some(b) = b {
                self.lower.remove(b);
                pairs.push((a.min(b), a.max(b)));
            }
        }
    }

    /// Gives `a` (no longer in the upper half) the first possible mate and returns it.
    fn first_mate(&mut self, a: usize) -> Option<usize> {
        let old = self.mate[a]?;
        let graph = &self.local.graph;
        let mut wanted =
            graph.neighbours(a).common(&self.lower).take_while(|&b| b < old).peekable();
        let Some(first) = wanted.peek().copied() else { return Some(old) };
        // Backwards from the old mate: who of the upper half could take him, directly or by
        // passing on another? `to[c]` is whom `c` would take.
        let mut to = vec![None; self.local.size()];
        let mut fresh = self.upper.clone();
        let mut queue = std::collections::VecDeque::from([old]);
        let mut reached = false;
        while !reached && let Some(b) = queue.pop_front() {
            while let Some(c) = graph.neighbours(b).first_common(&fresh) {
                fresh.remove(c);
                to[c] = Some(b);
                let Some(next) = self.mate[c] else { continue };
                if next == first {
                    reached = true;
                    break;
                }
                queue.push_back(next);
            }
        }
        let better = wanted.find(|&b| self.mate[b].is_some_and(|c| to[c].is_some()));
        let Some(better) = better else { return Some(old) };
        let mut passing = self.mate[better];
        while let Some(c) = passing {
            let Some(b) = to[c] else { break };
            passing = self.mate[b].filter(|_| b != old);
            self.mate[c] = Some(b);
            self.mate[b] = Some(c);
        }
        self.mate[a] = Some(better);
        self.mate[better] = Some(a);
        Some(better)
    }
}
