//! Sets of small integers and dense graphs, a bit per element: what makes a search through
//! thousands of players cheap.

/// A set of numbers below a fixed size.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BitSet {
    words: Vec<u64>,
}

impl BitSet {
    /// The empty set of numbers below `size`.
    pub fn new(size: usize) -> Self {
        Self { words: vec![0; size.div_ceil(64)] }
    }

    /// All numbers below `size`.
    pub fn full(size: usize) -> Self {
        let mut set = Self::new(size);
        (0..size).for_each(|i| set.insert(i));
        set
    }

    /// The set of the numbers given, all below `size`.
    pub fn of(size: usize, members: impl IntoIterator<Item = usize>) -> Self {
        let mut set = Self::new(size);
        members.into_iter().for_each(|i| set.insert(i));
        set
    }

    /// The numbers of a range, in a set of numbers below `size`.
    pub fn range(size: usize, range: std::ops::Range<usize>) -> Self {
        let mut set = Self::new(size);
        let (start, end) = (range.start, range.end);
        if start >= end {
            return set;
        }
        let (first, last) = (start / 64, (end - 1) / 64);
        set.words[first..=last].fill(!0);
        set.words[first] &= !0 << (start % 64);
        set.words[last] &= !0 >> (63 - (end - 1) % 64);
        set
    }

    /// Becomes equal to a set of the same size.
    pub fn copy_from(&mut self, other: &Self) {
        self.words.copy_from_slice(&other.words);
    }

    pub fn insert(&mut self, i: usize) {
        self.words[i / 64] |= 1 << (i % 64);
    }

    pub fn remove(&mut self, i: usize) {
        self.words[i / 64] &= !(1 << (i % 64));
    }

    pub fn contains(&self, i: usize) -> bool {
        self.words[i / 64] >> (i % 64) & 1 == 1
    }

    pub fn clear(&mut self) {
        self.words.fill(0);
    }

    pub fn is_empty(&self) -> bool {
        self.words.iter().all(|&word| word == 0)
    }

    pub fn len(&self) -> usize {
        self.words.iter().map(|word| word.count_ones() as usize).sum()
    }

    pub fn union_with(&mut self, other: &Self) {
        self.words.iter_mut().zip(&other.words).for_each(|(a, b)| *a |= b);
    }

    pub fn subtract(&mut self, other: &Self) {
        self.words.iter_mut().zip(&other.words).for_each(|(a, b)| *a &= !b);
    }

    pub fn intersect_with(&mut self, other: &Self) {
        self.words.iter_mut().zip(&other.words).for_each(|(a, b)| *a &= b);
    }

    pub fn intersection(&self, other: &Self) -> Self {
        let words = self.words.iter().zip(&other.words).map(|(a, b)| a & b).collect();
        Self { words }
    }

    pub fn difference(&self, other: &Self) -> Self {
        let words = self.words.iter().zip(&other.words).map(|(a, b)| a & !b).collect();
        Self { words }
    }

    pub fn intersects(&self, other: &Self) -> bool {
        self.words.iter().zip(&other.words).any(|(a, b)| a & b != 0)
    }

    /// The smallest number in both sets.
    pub fn first_common(&self, other: &Self) -> Option<usize> {
        let at = self.words.iter().zip(&other.words).position(|(a, b)| a & b != 0)?;
        Some(at * 64 + (self.words[at] & other.words[at]).trailing_zeros() as usize)
    }

    /// The smallest number from `from` on in both sets.
    pub fn next_common(&self, other: &Self, from: usize) -> Option<usize> {
        let first = from / 64;
        let words = self.words.iter().zip(&other.words).enumerate().skip(first);
        words.into_iter().find_map(|(at, (a, b))| {
            let mut word = a & b;
            if at == first {
                word &= u64::MAX << (from % 64);
            }
            lowest(at, word)
        })
    }

    /// The smallest number in all three sets.
    pub fn first_common_of_three(&self, other: &Self, third: &Self) -> Option<usize> {
        let words = self.words.iter().zip(&other.words).zip(&third.words);
        words.enumerate().find_map(|(at, ((a, b), c))| {
            let word = a & b & c;
            lowest(at, word)
        })
    }

    /// The smallest number that is in this set and the second, and not in the third.
    pub fn first_common_without(&self, other: &Self, without: &Self) -> Option<usize> {
        let words = self.words.iter().zip(&other.words).zip(&without.words);
        words.enumerate().find_map(|(at, ((a, b), c))| lowest(at, a & b & !c))
    }

    /// The members, ascending.
    pub fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        self.words.iter().enumerate().flat_map(|(at, &word)| ones(at, word))
    }

    /// The numbers in both sets, ascending.
    pub fn common<'a>(&'a self, other: &'a Self) -> impl Iterator<Item = usize> + 'a {
        self.words.iter().zip(&other.words).enumerate().flat_map(|(at, (&a, &b))| ones(at, a & b))
    }

    /// Copies `len` members' bits from `source`, starting there at `from`, to this set at `to`
    /// (where nothing is set yet).
    pub fn copy_range(&mut self, source: &Self, from: usize, len: usize, to: usize) {
        let mut done = 0;
        while done < len {
            let (from, to) = (from + done, to + done);
            let take = (64 - from % 64).min(64 - to % 64).min(len - done);
            let mask = if take == 64 { !0 } else { (1 << take) - 1 };
            let bits = source.words[from / 64] >> (from % 64) & mask;
            self.words[to / 64] |= bits << (to % 64);
            done += take;
        }
    }
}

fn lowest(at: usize, word: u64) -> Option<usize> {
    (word != 0).then(|| at * 64 + word.trailing_zeros() as usize)
}

fn ones(at: usize, mut word: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let bit = lowest(at, word)?;
        word &= word - 1;
        Some(bit)
    })
}

/// An undirected graph without loops: a row of neighbours for every vertex.
#[derive(Clone, Debug)]
pub struct Graph {
    rows: Vec<BitSet>,
}

impl Graph {
    /// `size` vertices and no edge.
    pub fn new(size: usize) -> Self {
        Self { rows: vec![BitSet::new(size); size] }
    }

    /// From a row of neighbours for every vertex; the caller sees to it that they are symmetric.
    pub fn from_rows(rows: impl IntoIterator<Item = BitSet>) -> Self {
        Self { rows: rows.into_iter().collect() }
    }

    pub fn size(&self) -> usize {
        self.rows.len()
    }

    pub fn connect(&mut self, a: usize, b: usize) {
        debug_assert_ne!(a, b);
        self.rows[a].insert(b);
        self.rows[b].insert(a);
    }

    pub fn disconnect(&mut self, a: usize, b: usize) {
        self.rows[a].remove(b);
        self.rows[b].remove(a);
    }

    pub fn has(&self, a: usize, b: usize) -> bool {
        self.rows[a].contains(b)
    }

    pub fn neighbours(&self, a: usize) -> &BitSet {
        &self.rows[a]
    }

    /// For whole-row changes; the caller sees to it that rows stay symmetric.
    pub fn neighbours_mut(&mut self, a: usize) -> &mut BitSet {
        &mut self.rows[a]
    }

    /// Removes every edge between a vertex of one set and a vertex of the other.
    pub fn separate(&mut self, these: &BitSet, those: &BitSet) {
        these.iter().for_each(|a| self.rows[a].subtract(those));
        those.iter().for_each(|a| self.rows[a].subtract(these));
    }

    /// Leaves `a` no neighbour but `b`, and the other way round.
    pub fn isolate_pair(&mut self, a: usize, b: usize) {
        for (v, keep) in [(a, b), (b, a)] {
            let others: Vec<_> = self.rows[v].iter().filter(|&other| other != keep).collect();
            others.into_iter().for_each(|other| self.disconnect(v, other));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_hold_what_was_put_in() {
        let a = BitSet::of(130, [0, 63, 64, 129]);
        let b = BitSet::of(130, [1, 64, 129]);
        assert_eq!(a.iter().collect::<Vec<_>>(), [0, 63, 64, 129]);
        assert_eq!(a.common(&b).collect::<Vec<_>>(), [64, 129]);
        assert_eq!(a.first_common(&b), Some(64));
        assert_eq!(a.next_common(&b, 65), Some(129));
        assert_eq!(a.next_common(&b, 130), None);
        let mut c = a.clone();
        c.subtract(&b);
        assert_eq!(c.iter().collect::<Vec<_>>(), [0, 63]);
        c.union_with(&b);
        assert_eq!(c.len(), 5);
        c.intersect_with(&a);
        assert_eq!(c, a);
        assert_eq!(BitSet::full(70).len(), 70);
        assert!(!BitSet::of(10, [3]).intersects(&BitSet::of(10, [4])));
    }

    #[test]
    fn ranges_and_copies_cross_words() {
        let set = BitSet::range(200, 60..130);
        assert_eq!(set.iter().collect::<Vec<_>>(), (60..130).collect::<Vec<_>>());
        assert!(BitSet::range(64, 64..64).is_empty());
        let mut copy = BitSet::new(100);
        copy.copy_range(&set, 50, 90, 3);
        assert_eq!(copy.iter().collect::<Vec<_>>(), (13..83).collect::<Vec<_>>());
    }

    #[test]
    fn pairs_can_be_isolated_and_sets_separated() {
        let mut graph = Graph::new(4);
        for (a, b) in [(0, 1), (0, 2), (0, 3), (1, 2), (2, 3)] {
            graph.connect(a, b);
        }
        graph.isolate_pair(0, 2);
        assert!(graph.has(0, 2) && !graph.has(0, 1) && !graph.has(2, 3) && !graph.has(1, 2));
        graph.separate(&BitSet::of(4, [0]), &BitSet::of(4, [2]));
        assert!(!graph.has(0, 2) && !graph.has(2, 0));
    }
}
