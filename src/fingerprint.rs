//! Numbers that tell whether something changed: 128 bits of SipHash, the same for the same things
//! in every run of one program. Nothing that has to resist anybody.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::str::FromStr;

use siphasher::sip128::{Hasher128, SipHasher13};

/// What something was made of, as one number.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Fingerprint(u128);

impl Fingerprint {
    /// Of anything that can be hashed.
    pub fn of(thing: &(impl Hash + ?Sized)) -> Self {
        let mut hasher = SipHasher13::new();
        thing.hash(&mut hasher);
        Self::end(&hasher)
    }

    /// Of bytes as they stand.
    pub fn of_bytes(bytes: &[u8]) -> Self {
        let mut hasher = SipHasher13::new();
        hasher.write(bytes);
        Self::end(&hasher)
    }

    /// Of what something's `Debug` says: for types whose values are all shown by it.
    pub fn of_debug(thing: &(impl fmt::Debug + ?Sized)) -> Self {
        struct Into(SipHasher13);
        impl fmt::Write for Into {
            fn write_str(&mut self, text: &str) -> fmt::Result {
                self.0.write(text.as_bytes());
                Ok(())
            }
        }
        let mut into = Into(SipHasher13::new());
        // Writing into a hasher never fails.
        let _ = fmt::write(&mut into, format_args!("{thing:?}"));
        Self::end(&into.0)
    }

    fn end(hasher: &SipHasher13) -> Self {
        Self(hasher.finish128().as_u128())
    }
}

impl fmt::Display for Fingerprint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:032x}", self.0)
    }
}

impl fmt::Debug for Fingerprint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for Fingerprint {
    type Err = std::num::ParseIntError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        u128::from_str_radix(text, 16).map(Self)
    }
}

/// Something that was made, until it would be made of something else.
#[derive(Clone, Debug)]
pub struct Remembered<T>(Option<(Fingerprint, T)>);

impl<T> Default for Remembered<T> {
    fn default() -> Self {
        Self(None)
    }
}

impl<T: Clone> Remembered<T> {
    /// What is made of these things; `make` must give the same for the same things.
    pub fn get(&mut self, made_of: Fingerprint, make: impl FnOnce() -> T) -> T {
        match &self.0 {
            Some((before, known)) if *before == made_of => known.clone(),
            _ => {
                let made = make();
                self.0 = Some((made_of, made.clone()));
                made
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_remembered_is_made_once_for_the_same_things() {
        let mut remembered = Remembered::default();
        let [a, b] = ["a", "b"].map(Fingerprint::of);
        assert_eq!(remembered.get(a, || 1), 1);
        assert_eq!(remembered.get(a, || 2), 1);
        assert_eq!(remembered.get(b, || 3), 3);
        assert_eq!(remembered.get(a, || 4), 4);
    }

    #[test]
    fn different_things_differ_and_the_text_form_comes_back() {
        let one = Fingerprint::of(&("a", "bc"));
        assert_ne!(one, Fingerprint::of(&("ab", "c")));
        assert_eq!(one, Fingerprint::of(&("a", "bc")));
        assert_eq!(one.to_string().parse(), Ok(one));
        assert_ne!(Fingerprint::of_debug(&Some(1)), Fingerprint::of_debug(&Some(2)));
    }
}
