//! The knock-out bracket (SAP 3.1, AMB-90).
//!
//! With eight the text draws, from top to bottom, 1–5, 3–7, 2–6, 4–8: number n at the place whose
//! binary digits read backwards make n − 1. Other sizes follow the same scheme; when fewer take
//! part than the bracket has places, the best go through the first round without a match.

use crate::model::Colour;

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

/// Rounds until one is left.
pub fn round_count(entrants: u32) -> u32 {
    entrants.max(1).next_power_of_two().trailing_zeros()
}

/// The places of the whole bracket from top to bottom; `None` where nobody stands.
pub fn places(entrants: u32) -> Vec<Option<u32>> {
    match entrants {
        0 => Vec::new(),
        1 => vec![Some(1)],
        _ => first_round(entrants).iter().flat_map(|m| [Some(m.home), m.away]).collect(),
    }
}

/// What a part of the bracket brings to a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Meeting {
    /// The one from the upper half of the part is named first.
    Match { upper: u32, lower: u32 },
    /// Nobody is left to meet: a free pass.
    Pass(u32),
    /// Nobody is left at all.
    Nobody,
}

/// Two who should have met are both still in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Undecided(pub u32, pub u32);

/// The meetings of a round (from 1), from top to bottom, among those still in.
///
/// # Errors
/// When a match of an earlier round has left both in.
pub fn meetings(
    entrants: u32,
    round: u32,
    is_in: impl Fn(u32) -> bool,
) -> Result<Vec<Meeting>, Undecided> {
    let places = places(entrants);
    let part = 1_usize << round.min(31);
    if round == 0 || part > places.len() {
        return Ok(Vec::new());
    }
    let survivor = |half: &[Option<u32>]| {
        let mut left = half.iter().flatten().copied().filter(|&number| is_in(number));
        match (left.next(), left.next()) {
            (Some(one), Some(other)) => Err(Undecided(one, other)),
            (one, _) => Ok(one),
        }
    };
    places
        .chunks(part)
        .map(|part| {
            let (upper, lower) = part.split_at(part.len() / 2);
            Ok(match (survivor(upper)?, survivor(lower)?) {
                (Some(upper), Some(lower)) => Meeting::Match { upper, lower },
                (Some(one), None) | (None, Some(one)) => Meeting::Pass(one),
                (None, None) => Meeting::Nobody,
            })
        })
        .collect()
}

/// Does the one from the upper half, who is named first, have White? The text says nothing of
/// colours: who has had White less often gets it, counted against Black; of equals the upper one
/// has the other colour than the last time, at first White. The colours are those of the games so
/// far, in order.
pub fn upper_has_white(upper: &[Colour], lower: &[Colour]) -> bool {
    let balance = |colours: &[Colour]| -> i32 {
        colours.iter().map(|&colour| if colour == Colour::White { 1 } else { -1 }).sum()
    };
    match balance(upper).cmp(&balance(lower)) {
        std::cmp::Ordering::Less => true,
        std::cmp::Ordering::Greater => false,
        std::cmp::Ordering::Equal => upper.last() != Some(&Colour::White),
    }
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

    /// If the better number always wins, the best two meet in the end, and nobody meets twice.
    #[test]
    fn from_2_to_256_one_is_left() {
        for entrants in 2..=256_u32 {
            let mut left: Vec<u32> = (1..=entrants).collect();
            for round in 1..=round_count(entrants) {
                let found = meetings(entrants, round, |n| left.contains(&n)).unwrap();
                assert_eq!(found.len() as u32, 1 << (round_count(entrants) - round));
                let mut next = Vec::new();
                for meeting in found {
                    match meeting {
                        Meeting::Match { upper, lower } => next.push(upper.min(lower)),
                        // Only the first round has passes.
                        Meeting::Pass(number) => {
                            assert_eq!(round, 1);
                            next.push(number);
                        }
                        Meeting::Nobody => panic!("an empty part of {entrants}"),
                    }
                }
                // The lines halve to a power of two, and the best are still there.
                next.sort_unstable();
                assert_eq!(next[..2.min(next.len())], [1, 2][..2.min(next.len())]);
                left = next;
            }
            assert_eq!(left, [1]);
        }
    }

    /// SAP 3.1: x1 – x2 and x3 – x4, then y1 – y2.
    #[test]
    fn the_winners_of_eight_go_on_as_the_text_says() {
        let is_in = |number| [5, 3, 2, 8].contains(&number);
        let semifinals = meetings(8, 2, is_in).unwrap();
        let meet = |upper, lower| Meeting::Match { upper, lower };
        assert_eq!(semifinals, [meet(5, 3), meet(2, 8)]);
        assert_eq!(meetings(8, 3, |n| n == 3 || n == 8), Ok(vec![meet(3, 8)]));
        assert_eq!(meetings(8, 2, |n| n < 6), Err(Undecided(1, 5)));
        assert_eq!(meetings(8, 3, |n| n == 3), Ok(vec![Meeting::Pass(3)]));
        assert_eq!(meetings(8, 4, |_| true), Ok(vec![]));
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
