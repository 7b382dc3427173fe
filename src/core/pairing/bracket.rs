//! The knock-out bracket (SAP 3.1, AMB-90).
//!
//! With eight the text draws, from top to bottom, 1–5, 3–7, 2–6, 4–8: number n at the place whose
//! binary digits read backwards make n − 1. Other sizes follow the same scheme; when fewer take
//! part than the bracket has places, the best go through the first round without a match.

/// A match of the first round; `away` is `None` for a free pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BracketMatch {
    pub home: u32,
    pub away: Option<u32>,
}

/// The numbers of a full bracket from top to bottom. `size` is raised to a power of two.
pub fn order(size: u32) -> Vec<u32> {
    let size = size.max(1).next_power_of_two();
    let bits = size.trailing_zeros();
    (0..size)
        .map(|place| if bits == 0 { 1 } else { (place.reverse_bits() >> (32 - bits)) + 1 })
        .collect()
}

/// The matches of the first round from top to bottom: the winners of the first and second meet,
/// those of the third and fourth, and so on.
pub fn first_round(entrants: u32) -> Vec<BracketMatch> {
    let order = order(entrants);
    // In a bracket of n places the opponent of number k ≤ n/2 is k + n/2: those missing are the
    // opponents of the best when the numbers of the second half are given to who is there.
    let half = order.len() as u32 / 2;
    let missing = order.len() as u32 - entrants.max(1);
    order
        .chunks(2)
        .map(|pair| match *pair {
            [home, away] if half > 0 => BracketMatch {
                home,
                // The first `missing` numbers pass; the others keep the scheme's order.
                away: (home > missing).then(|| away - missing),
            },
            _ => BracketMatch { home: 1, away: None },
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diag::{Diagnostics, Sources};
    use crate::project::Project;
    use crate::rulebook::ParamValue;
    use crate::source::load_rulebook;

    /// SAP 3.1: the order of eight that the text draws.
    #[test]
    fn eight_are_placed_as_the_text_draws_them() {
        let rulebook =
            load_rulebook(&Project::Embedded, &Sources::default(), &mut Diagnostics::new());
        let ParamValue::List(drawn) = &rulebook.params["sap.quadre-vuit"].value else {
            panic!("sap.quadre-vuit is a list");
        };
        let order: Vec<String> = order(8).iter().map(u32::to_string).collect();
        assert_eq!(&order, drawn);
    }

    #[test]
    fn other_sizes_follow_the_scheme() {
        assert_eq!(order(1), [1]);
        assert_eq!(order(2), [1, 2]);
        assert_eq!(order(4), [1, 3, 2, 4]);
        assert_eq!(order(16)[..4], [1, 9, 5, 13]);
    }

    /// AMB-90: missing places are free passes of the best.
    #[test]
    fn the_best_pass_when_places_are_missing() {
        for entrants in 1..=40 {
            let matches = first_round(entrants);
            let mut seen: Vec<u32> =
                matches.iter().flat_map(|m| [Some(m.home), m.away]).flatten().collect();
            seen.sort_unstable();
            assert_eq!(seen, (1..=entrants).collect::<Vec<_>>());
            let mut passes: Vec<u32> =
                matches.iter().filter(|m| m.away.is_none()).map(|m| m.home).collect();
            passes.sort_unstable();
            assert_eq!(passes, (1..=passes.len() as u32).collect::<Vec<_>>());
        }
        let six = first_round(6);
        assert_eq!(six[0], BracketMatch { home: 1, away: None });
        assert_eq!(six[1], BracketMatch { home: 3, away: Some(5) });
        assert_eq!(six[2], BracketMatch { home: 2, away: None });
        assert_eq!(six[3], BracketMatch { home: 4, away: Some(6) });
    }
}
