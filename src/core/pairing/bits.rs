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
            (word != 0).then(|| at * 64 + word.trailing_zeros() as usize)
        })
    }

    /// The smallest number in all three sets.
    pub fn first_common_of_three(&self, other: &Self, third: &Self) -> Option<usize> {
        let words = self.words.iter().zip(&other.words).zip(&third.words);
        words.enumerate().find_map(|(at, ((a, b), c))| {
            let word = a & b & c;
            (word != 0).then(|| at * 64 + word.trailing_zeros() as usize)
        })
    }

    /// The members, ascending.
    pub fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        self.words.iter().enumerate().flat_map(|(at, &word)| ones(at, word))
    }

    /// The numbers in both sets, ascending.
    pub fn common<'a>(&'a self, other: &'a Self) -> impl Iterator<Item = usize> + 'a {
        self.words.iter().zip(&other.words).enumerate().flat_map(|(at, (&a, &b))| ones(at, a & b))
    }
}

fn ones(at: usize, mut word: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        (word != 0).then(|| {
            let bit = word.trailing_zeros() as usize;
            word &= word - 1;
            at * 64 + bit
        })
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
}
