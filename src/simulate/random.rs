//! Chance that is the same everywhere.

/// A small generator of pseudo-random numbers: SplitMix64 (Steele, Lea, Flood 2014).
///
/// Only integers, so that a seed gives the same bytes on any machine and with any compiler. It is
/// meant for inventing data, not for secrets.
#[derive(Clone, Debug)]
pub struct Random {
    state: u64,
}

/// The golden ratio in 64 bits: the step of the sequence.
const STEP: u64 = 0x9E37_79B9_7F4A_7C15;

fn mix(mut z: u64) -> u64 {
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

impl Random {
    pub fn new(seed: u64) -> Self {
        Self { state: seed }
    }

    /// An independent generator for a numbered part of the work. It depends on the seed and the
    /// number only, so parts can be made in any order or at the same time.
    pub fn part(seed: u64, number: u64) -> Self {
        Self::new(mix(seed.wrapping_add(STEP)) ^ mix(number.wrapping_mul(STEP).wrapping_add(1)))
    }

    /// The next 64 bits.
    pub fn bits(&mut self) -> u64 {
        self.state = self.state.wrapping_add(STEP);
        mix(self.state)
    }

    /// A number from 0 to `limit − 1`, all equally likely; 0 if `limit` is 0.
    pub fn below(&mut self, limit: u64) -> u64 {
        if limit == 0 {
            return 0;
        }
        // The high half of a product falls evenly except for the lowest products of each value,
        // which are drawn again (Lemire 2019).
        let uneven = limit.wrapping_neg() % limit;
        loop {
            let product = u128::from(self.bits()) * u128::from(limit);
            if product as u64 >= uneven {
                return (product >> 64) as u64;
            }
        }
    }

    /// An index of something with `length` elements.
    pub fn index(&mut self, length: usize) -> usize {
        self.below(length as u64) as usize
    }

    /// A number from `low` to `high`, both included.
    pub fn between(&mut self, low: i32, high: i32) -> i32 {
        let width = i64::from(high) - i64::from(low) + 1;
        (i64::from(low) + self.below(width.max(1) as u64) as i64) as i32
    }

    /// A number about 0, bell-shaped, never farther than `3 · width`.
    pub fn spread(&mut self, width: i32) -> i32 {
        (0..3).map(|_| self.between(-width, width)).sum()
    }

    /// True in `share` of 1000 cases.
    pub fn per_mille(&mut self, share: u32) -> bool {
        self.below(1000) < u64::from(share)
    }

    /// One element; `None` of nothing.
    pub fn pick<'a, T>(&mut self, of: &'a [T]) -> Option<&'a T> {
        let index = self.index(of.len());
        of.get(index)
    }

    /// A new order, all equally likely (Fisher and Yates).
    pub fn shuffle<T>(&mut self, list: &mut [T]) {
        for last in (1..list.len()).rev() {
            list.swap(last, self.index(last + 1));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The first values for seed 1234567, as published with the algorithm (Rosetta Code,
    /// "Pseudo-random numbers/Splitmix64").
    #[test]
    fn sequence_is_splitmix64() {
        let mut random = Random::new(1_234_567);
        let values: Vec<u64> = (0..5).map(|_| random.bits()).collect();
        assert_eq!(
            values,
            [
                6_457_827_717_110_365_317,
                3_203_168_211_198_807_973,
                9_817_491_932_198_370_423,
                4_593_380_528_125_082_431,
                16_408_922_859_458_223_821
            ]
        );
    }

    #[test]
    fn values_stay_in_their_range_and_reach_its_ends() {
        let mut random = Random::new(7);
        let values: Vec<i32> = (0..2000).map(|_| random.between(-3, 4)).collect();
        assert_eq!((values.iter().min(), values.iter().max()), (Some(&-3), Some(&4)));
        let mut list: Vec<u32> = (0..50).collect();
        random.shuffle(&mut list);
        assert_ne!(list, (0..50).collect::<Vec<_>>());
        list.sort_unstable();
        assert_eq!(list, (0..50).collect::<Vec<_>>());
    }

    #[test]
    fn parts_differ_from_each_other() {
        let mut first: Vec<u64> = (0..100).map(|n| Random::part(9, n).bits()).collect();
        first.sort_unstable();
        first.dedup();
        assert_eq!(first.len(), 100);
    }
}
