//! Who comes late: admitted, and from which round (Swiss 17; AMB-62).

use super::SwissRules;
use crate::core::computed::Computed;
use crate::core::report::{Msg, Verdict};

/// Somebody who is not there in time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Latecomer {
    /// Entered before the list was due.
    pub entered_in_time: bool,
    /// Already in the pairing of round 1.
    pub in_first_pairing: bool,
    /// Told beforehand that they would not be there in time.
    pub warned: bool,
    /// The next round that is not paired yet, when they are there.
    pub next_round: u32,
}

/// What becomes of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Admission {
    /// Paired from round 1 as everybody (17.a).
    AsUsual,
    /// From this round, with nothing for those missed (17.b).
    From(u32),
    Excluded,
}

impl Admission {
    pub fn key(self) -> &'static str {
        match self {
            Self::AsUsual => "as-usual",
            Self::From(_) => "from-round",
            Self::Excluded => "excluded",
        }
    }
}

/// Excluded is who neither entered in time nor is in the pairing of round 1, unless they warned. The
/// others play from the next round, the third at the latest. In doubt the chief arbiter decides.
pub fn admit(latecomer: Latecomer, rules: &SwissRules) -> Computed<Admission> {
    let Latecomer { entered_in_time, in_first_pairing, warned, next_round } = latecomer;
    let known = entered_in_time || in_first_pairing || warned;
    let admission = if !known {
        Admission::Excluded
    } else if next_round < rules.first_entry.get() {
        Admission::AsUsual
    } else if next_round <= rules.last_entry.get() {
        Admission::From(next_round)
    } else {
        Admission::Excluded
    };
    let words = match admission {
        Admission::AsUsual => Msg::new("swiss.late.as-usual"),
        Admission::From(round) => Msg::new("swiss.late.from").with("round", round),
        Admission::Excluded => Msg::new("swiss.late.excluded"),
    };
    let at = if admission == Admission::AsUsual { "Swiss 17.a" } else { "Swiss 17" };
    Computed::new(admission)
        .rule("swiss.late.known", Verdict::of(known), "Swiss 17")
        .line("swiss.late.next-round", next_round)
        .limit("swiss.late.last-round", &rules.last_entry)
        .rule("swiss.late.admission", words, at)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_rules::{rulebook, rules};

    fn of(entered: bool, paired: bool, warned: bool, next_round: u32) -> Admission {
        let latecomer =
            Latecomer { entered_in_time: entered, in_first_pairing: paired, warned, next_round };
        let found = admit(latecomer, &rules().swiss);
        for at in &found.citations {
            assert!(rulebook().provision(at).is_some(), "{at}");
        }
        found.value
    }

    /// Swiss 17, 17.a, 17.b: in round 1 as usual, until round 3 from the next one, later not at all;
    /// never who neither entered, nor is paired, nor warned.
    #[test]
    fn latecomers_on_both_sides_of_the_limits() {
        for known in [(true, false, false), (false, true, false), (false, false, true)] {
            let of = |round| of(known.0, known.1, known.2, round);
            let swiss = &rules().swiss;
            let (first, last) = (swiss.first_entry.get(), swiss.last_entry.get());
            assert_eq!(of(first - 1), Admission::AsUsual);
            assert_eq!(of(first), Admission::From(first));
            assert_eq!(of(last), Admission::From(last));
            assert_eq!(of(last + 1), Admission::Excluded);
        }
        assert_eq!(of(false, false, false, 1), Admission::Excluded);
        assert_eq!(of(false, false, false, 2), Admission::Excluded);
    }
}
