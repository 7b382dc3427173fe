//! Names of criteria as TRF26 writes them: `BH/C1`, `EMGSB`, `KS/L+1`, `BH:GP/M1`.
//!
//! `NAME[:MP|:GP]` with modifiers after `/`: `Cn`, `Mn`, `L±n`, `Kn`, `P`, `F`, `R`, in any case.

use std::fmt;

use super::{REGISTRY, Rule};
use crate::rulebook::bind::Key;

/// Which of a team's two scores a criterion is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Account {
    Match,
    Game,
}

/// What changes a criterion (C.07 14).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Modifiers {
    /// `/Cn`, and the lower part of `/Mn`.
    pub cut_low: u32,
    /// The upper part of `/Mn`.
    pub cut_high: u32,
    /// `/L±n`: half points by which the limit of Koya moves.
    pub limit: i32,
    /// `/Kn`: the divisor of SSSC.
    pub divisor: Option<u32>,
    /// `/P`: forfeits count as played.
    pub forfeits_played: bool,
    /// `/F`: on the Fore Buchholz.
    pub fore: bool,
    /// `/R`: the other way round.
    pub reverse: bool,
}

/// A criterion with its modifiers.
#[derive(Clone, Copy)]
pub struct Descriptor {
    pub(super) rule: &'static Rule,
    pub account: Option<Account>,
    pub modifiers: Modifiers,
}

/// Why a text names no criterion.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DescriptorError {
    #[error("`{0}` is the code of no criterion")]
    Unknown(String),
    #[error("`{modifier}` does not go with {code}")]
    Modifier { code: &'static str, modifier: String },
}

/// Largest number that a modifier takes: more rounds than that nobody plays.
const MAX_NUMBER: u32 = 99;

impl Descriptor {
    pub fn parse(text: &str) -> Result<Self, DescriptorError> {
        let mut parts = text.trim().split('/');
        let head = parts.next().unwrap_or_default();
        let (name, account) = match head.split_once(':') {
            Some((name, account)) => (name, Some(account)),
            None => (head, None),
        };
        let rule = REGISTRY
            .iter()
            .copied()
            .flatten()
            .find(|rule| {
                rule.code.eq_ignore_ascii_case(name)
                    || rule.former.is_some_and(|former| former.eq_ignore_ascii_case(name))
            })
            .ok_or_else(|| DescriptorError::Unknown(name.to_owned()))?;
        let wrong = |modifier: &str| DescriptorError::Modifier {
            code: rule.code,
            modifier: modifier.to_owned(),
        };
        let account = match account {
            None => None,
            Some(_) if !rule.takes.contains('A') => return Err(wrong(account.unwrap_or_default())),
            Some(text) if text.eq_ignore_ascii_case("MP") => Some(Account::Match),
            Some(text) if text.eq_ignore_ascii_case("GP") => Some(Account::Game),
            Some(text) => return Err(wrong(text)),
        };
        let mut modifiers = Modifiers::default();
        for part in parts {
            let upper = part.to_ascii_uppercase();
            let mut letters = upper.chars();
            let letter = letters.next().filter(|&c| rule.takes.contains(c) && c != 'A');
            let number = letters.as_str();
            let counted = || {
                let digits = number.strip_prefix('+').unwrap_or(number);
                digits.parse::<i32>().ok().filter(|n| n.unsigned_abs() <= MAX_NUMBER)
            };
            let natural = || counted().filter(|&n| n > 0).map(i32::unsigned_abs);
            match (letter, number.is_empty()) {
                (Some('C'), _) => modifiers.cut_low = natural().ok_or_else(|| wrong(part))?,
                (Some('M'), _) => {
                    modifiers.cut_low = natural().ok_or_else(|| wrong(part))?;
                    modifiers.cut_high = modifiers.cut_low;
                }
                (Some('L'), _) => modifiers.limit = counted().ok_or_else(|| wrong(part))?,
                (Some('K'), _) => {
                    modifiers.divisor = Some(natural().ok_or_else(|| wrong(part))?);
                }
                (Some('P'), true) => modifiers.forfeits_played = true,
                (Some('F'), true) => modifiers.fore = true,
                (Some('R'), true) => modifiers.reverse = true,
                _ => return Err(wrong(part)),
            }
        }
        Ok(Self { rule, account, modifiers })
    }

    /// The code without modifiers: `BH`.
    pub fn code(&self) -> &'static str {
        self.rule.code
    }

    /// Codes that there are.
    pub fn codes() -> Vec<&'static str> {
        REGISTRY.iter().copied().flatten().map(|rule| rule.code).collect()
    }
}

/// As TRF26 writes it; parsing it gives the same descriptor.
impl fmt::Display for Descriptor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.rule.code)?;
        match self.account {
            Some(Account::Match) => f.write_str(":MP")?,
            Some(Account::Game) => f.write_str(":GP")?,
            None => {}
        }
        let m = &self.modifiers;
        match (m.cut_low, m.cut_high) {
            (0, 0) => {}
            (low, 0) => write!(f, "/C{low}")?,
            (low, _) => write!(f, "/M{low}")?,
        }
        if m.limit != 0 {
            write!(f, "/L{:+}", m.limit)?;
        }
        if let Some(divisor) = m.divisor {
            write!(f, "/K{divisor}")?;
        }
        for (set, letter) in [(m.forfeits_played, "P"), (m.fore, "F"), (m.reverse, "R")] {
            if set {
                write!(f, "/{letter}")?;
            }
        }
        Ok(())
    }
}

impl fmt::Debug for Descriptor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Descriptor({self})")
    }
}

impl PartialEq for Descriptor {
    fn eq(&self, other: &Self) -> bool {
        self.rule.code == other.rule.code
            && self.account == other.account
            && self.modifiers == other.modifiers
    }
}

impl Key for Descriptor {
    const LIST: &'static str = "a list of tie-breaks of FIDE";

    fn from_key(key: &str) -> Option<Self> {
        Self::parse(key).ok()
    }

    fn known() -> Vec<&'static str> {
        Self::codes()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn names_and_modifiers_are_read_in_any_case() {
        for (text, written) in [
            ("bh/c1", "BH/C1"),
            ("BH:gp/M2/P", "BH:GP/M2/P"),
            ("ks/l+1", "KS/L+1"),
            ("KS/L-2", "KS/L-2"),
            ("SSSC/K5", "SSSC/K5"),
            ("AOB/F", "AOB/F"),
            ("GE", "REP"),
            ("mpvgp", "MPvGP"),
            ("TPN/R", "TPN/R"),
        ] {
            assert_eq!(Descriptor::parse(text).unwrap().to_string(), written);
        }
    }

    #[test]
    fn what_does_not_go_together_is_refused() {
        for text in [
            "", "XX", "WIN/C1", "BH/C", "BH/C0", "BH/C-1", "BH/P1", "DE/C1", "BH/L+1", "TPR:MP",
            "BH:XX", "BH/", "BH/C1000", "ARO/P",
        ] {
            assert!(Descriptor::parse(text).is_err(), "{text}");
        }
    }

    proptest! {
        /// Any text is a descriptor or an error, and what is read is written so that it is read
        /// again.
        #[test]
        fn reading_and_writing_agree(text in "[A-Za-z]{1,5}(:[MG]P)?(/[CMLKPFR][+-]?[0-9]{0,2}){0,3}") {
            if let Ok(descriptor) = Descriptor::parse(&text) {
                prop_assert_eq!(Descriptor::parse(&descriptor.to_string()), Ok(descriptor));
            }
        }
    }
}
