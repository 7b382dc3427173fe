//! Exact numbers.

use std::fmt;
use std::iter::Sum;
use std::ops::{Add, AddAssign, Mul, Sub};

/// A fraction in lowest terms. Every mean, percentage and tie-break is one: no float decides.
pub type Exact = num_rational::Ratio<i64>;

/// Points on the table, counted in halves: a win is 2 halves, a draw 1.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Points(i32);

impl Points {
    pub const ZERO: Self = Self(0);
    pub const HALF: Self = Self(1);
    pub const ONE: Self = Self(2);

    pub const fn from_halves(halves: i32) -> Self {
        Self(halves)
    }

    pub const fn halves(self) -> i32 {
        self.0
    }

    pub fn exact(self) -> Exact {
        Exact::new(i64::from(self.0), 2)
    }

    /// The points that equal `value`, if it is a whole number of halves.
    pub fn from_exact(value: Exact) -> Option<Self> {
        let doubled = value * 2;
        if doubled.is_integer() { i32::try_from(doubled.to_integer()).ok().map(Self) } else { None }
    }

    /// The smallest number of points that is not less than `value`.
    pub fn ceil(value: Exact) -> Self {
        Self((value * 2).ceil().to_integer() as i32)
    }
}

/// Written as people write scores: `7½`, `½`, `0`.
impl fmt::Display for Points {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (whole, half) = (self.0.abs() / 2, self.0 % 2 != 0);
        let sign = if self.0 < 0 { "−" } else { "" };
        let text = match (whole, half) {
            (0, true) => format!("{sign}½"),
            (whole, true) => format!("{sign}{whole}½"),
            (whole, false) => format!("{sign}{whole}"),
        };
        f.pad(&text)
    }
}

impl Add for Points {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self(self.0 + other.0)
    }
}

impl Sub for Points {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        Self(self.0 - other.0)
    }
}

impl Mul<i32> for Points {
    type Output = Self;
    fn mul(self, factor: i32) -> Self {
        Self(self.0 * factor)
    }
}

impl AddAssign for Points {
    fn add_assign(&mut self, other: Self) {
        self.0 += other.0;
    }
}

impl Sum for Points {
    fn sum<I: Iterator<Item = Self>>(iter: I) -> Self {
        iter.fold(Self::ZERO, Add::add)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_are_written_with_a_half_sign() {
        let texts: Vec<_> = [0, 1, 2, 15, -1].map(|h| Points::from_halves(h).to_string()).into();
        assert_eq!(texts, ["0", "½", "1", "7½", "−½"]);
    }

    #[test]
    fn ceil_goes_to_the_next_half() {
        assert_eq!(Points::ceil(Exact::new(9, 4)), Points::from_halves(5));
        assert_eq!(Points::ceil(Exact::new(5, 2)), Points::from_halves(5));
    }
}
