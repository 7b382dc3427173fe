//! Colour preferences and who gets which colour (articles A.6 and E of 2017, 1.7 and 5 of 2026).

use crate::model::Colour;

use super::edition::ColourRule;

/// How much a player should get a colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Strength {
    /// Equal numbers of both: the other one than last time.
    Mild,
    /// One more of the other colour.
    Strong,
    /// Two more of the other colour, or the other colour twice running.
    Absolute,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Preference {
    pub colour: Colour,
    pub strength: Strength,
}

/// Whites less blacks.
pub fn difference(history: &[Colour]) -> i32 {
    history.iter().map(|colour| if *colour == Colour::White { 1 } else { -1 }).sum()
}

/// What a player should get after these played games; nothing before the first one.
pub fn preference(history: &[Colour]) -> Option<Preference> {
    let last = *history.last()?;
    let difference = difference(history);
    let wanted = if difference > 0 { Colour::Black } else { Colour::White };
    let absolute = |colour| Preference { colour, strength: Strength::Absolute };
    Some(match history {
        _ if difference.abs() > 1 => absolute(wanted),
        [.., a, b] if a == b => absolute(b.other()),
        _ if difference != 0 => Preference { colour: wanted, strength: Strength::Strong },
        _ => Preference { colour: last.other(), strength: Strength::Mild },
    })
}

/// A player as the allocation of colours sees them.
#[derive(Clone, Copy, Debug)]
pub struct Side<'a> {
    /// Colours of the played games, in order.
    pub history: &'a [Colour],
    pub preference: Option<Preference>,
    /// Is the pairing number (counted among those who are in the pairing) odd?
    pub odd: bool,
}

/// The colour of the higher ranked of a pair, and the rule that decides it. `initial` is the
/// colour drawn by lot before round 1.
pub fn allocate(higher: Side<'_>, lower: Side<'_>, initial: Colour) -> (Colour, ColourRule) {
    let (Some(own), Some(other)) = (higher.preference, lower.preference) else {
        return match (higher.preference, lower.preference) {
            (Some(own), _) => (own.colour, ColourRule::Both),
            (_, Some(other)) => (other.colour.other(), ColourRule::Both),
            _ if higher.odd => (initial, ColourRule::Initial),
            _ => (initial.other(), ColourRule::Initial),
        };
    };
    if own.colour != other.colour {
        return (own.colour, ColourRule::Both);
    }
    // The same colour is wanted: whoever prevails gets it.
    let colour = own.colour;
    let weight = |side: Side<'_>, preference: Preference| {
        let absolute = preference.strength == Strength::Absolute;
        (preference.strength, if absolute { difference(side.history).abs() } else { 0 })
    };
    match weight(higher, own).cmp(&weight(lower, other)) {
        std::cmp::Ordering::Greater => return (colour, ColourRule::Stronger),
        std::cmp::Ordering::Less => return (colour.other(), ColourRule::Stronger),
        std::cmp::Ordering::Equal => {}
    }
    let mut games = higher.history.iter().rev().zip(lower.history.iter().rev());
    match games.find(|(own, other)| own != other) {
        Some((own, _)) => (own.other(), ColourRule::Alternate),
        None => (colour, ColourRule::Higher),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn history(text: &str) -> Vec<Colour> {
        text.chars().map(|c| if c == 'w' { Colour::White } else { Colour::Black }).collect()
    }

    fn prefers(text: &str) -> Option<(Colour, Strength)> {
        preference(&history(text)).map(|p| (p.colour, p.strength))
    }

    /// The list of preferences; two Whites running count before the difference.
    #[test]
    fn preferences_follow_the_history() {
        use Colour::{Black, White};
        use Strength::{Absolute, Mild, Strong};
        assert_eq!(prefers(""), None);
        assert_eq!(prefers("w"), Some((Black, Strong)));
        assert_eq!(prefers("wb"), Some((White, Mild)));
        assert_eq!(prefers("wbb"), Some((White, Absolute)));
        assert_eq!(prefers("wbwbw"), Some((Black, Strong)));
        assert_eq!(prefers("bbbww"), Some((Black, Absolute)));
        assert_eq!(prefers("wwbw"), Some((Black, Absolute)));
    }

    fn side(history: &[Colour], odd: bool) -> Side<'_> {
        Side { history, preference: preference(history), odd }
    }

    #[test]
    fn colours_are_given_by_the_first_rule_that_decides() {
        use Colour::{Black, White};
        let cases = [
            ("", "", White, ColourRule::Initial),
            ("w", "", Black, ColourRule::Both),
            ("", "w", White, ColourRule::Both),
            ("w", "b", Black, ColourRule::Both),
            ("bw", "w", White, ColourRule::Stronger),
            ("bwbw", "wbbw", Black, ColourRule::Alternate),
            ("wb", "wb", White, ColourRule::Higher),
            ("bww", "bwbww", Black, ColourRule::Higher),
        ];
        for (higher, lower, colour, rule) in cases {
            let (higher, lower) = (history(higher), history(lower));
            let got = allocate(side(&higher, true), side(&lower, false), White);
            assert_eq!(got, (colour, rule), "{higher:?} {lower:?}");
        }
    }
}
