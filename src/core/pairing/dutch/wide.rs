//! Whole numbers of a fixed number of words: weights in which every criterion has its own bits.

use std::cmp::Ordering;

/// A signed number of `N` words of 64 bits, the lowest first. Sums are taken modulo its size:
/// whoever packs a weight leaves room for them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Wide<const N: usize>([u64; N]);

impl<const N: usize> Wide<N> {
    pub const ZERO: Self = Self([0; N]);
    pub const BITS: usize = N * 64;

    pub fn plus(mut self, other: Self) -> Self {
        let mut carry = false;
        for (a, b) in self.0.iter_mut().zip(other.0) {
            let (sum, first) = a.overflowing_add(b);
            let (sum, second) = sum.overflowing_add(u64::from(carry));
            (*a, carry) = (sum, first | second);
        }
        self
    }

    pub fn minus(mut self, other: Self) -> Self {
        let mut borrow = false;
        for (a, b) in self.0.iter_mut().zip(other.0) {
            let (difference, first) = a.overflowing_sub(b);
            let (difference, second) = difference.overflowing_sub(u64::from(borrow));
            (*a, borrow) = (difference, first | second);
        }
        self
    }

    pub fn doubled(self) -> Self {
        self.plus(self)
    }

    pub fn halved(mut self) -> Self {
        let sign = self.0[N - 1] & 1 << 63;
        for at in 0..N {
            let above = if at + 1 < N { self.0[at + 1] << 63 } else { sign };
            self.0[at] = self.0[at] >> 1 | above;
        }
        self
    }

    pub fn is_zero(&self) -> bool {
        self.0 == [0; N]
    }

    /// This and `value` shifted up by `bits`.
    pub fn plus_shifted(self, value: i64, bits: usize) -> Self {
        let extended = i128::from(value) << (bits % 64);
        let mut other = [if value < 0 { !0 } else { 0 }; N];
        other[..bits / 64].fill(0);
        for (at, part) in [extended as u64, (extended >> 64) as u64].into_iter().enumerate() {
            if let Some(word) = other.get_mut(bits / 64 + at) {
                *word = part;
            }
        }
        self.plus(Self(other))
    }
}

impl<const N: usize> PartialOrd for Wide<N> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<const N: usize> Ord for Wide<N> {
    fn cmp(&self, other: &Self) -> Ordering {
        (self.0[N - 1] as i64)
            .cmp(&(other.0[N - 1] as i64))
            .then_with(|| self.0.iter().rev().skip(1).cmp(other.0.iter().rev().skip(1)))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn wide(value: i128) -> Wide<2> {
        Wide([value as u64, (value >> 64) as u64])
    }

    proptest! {
        #[test]
        fn counts_like_a_number_of_128_bits(a in any::<i64>(), b in any::<i64>(), bits in 0usize..60) {
            let (x, y) = (i128::from(a) << 60, i128::from(b) << 55);
            prop_assert_eq!(wide(x).plus(wide(y)), wide(x + y));
            prop_assert_eq!(wide(x).minus(wide(y)), wide(x - y));
            prop_assert_eq!(wide(x).cmp(&wide(y)), x.cmp(&y));
            prop_assert_eq!(wide(x).halved(), wide(x >> 1));
            prop_assert_eq!(
                Wide::<2>::ZERO.plus_shifted(a, bits), wide(i128::from(a) << bits)
            );
        }
    }
}
