//! Colours: what is forbidden, what is due, and who gets which (Swiss 12, 13, 14.2).

use super::SwissRules;
use super::story::{ColourRule, Direction};
use crate::model::Colour;

/// A player's colours before the round.
#[derive(Clone, Debug)]
pub(super) struct Colours {
    /// Of the games on the board, in order (AMB-53: rounds without a colour are skipped).
    pub history: Vec<Colour>,
    /// Games with White less games with Black.
    pub difference: i32,
    pub due: Option<Colour>,
    /// Had the last colour so often that the other must follow (12.3).
    pub repeated: bool,
    forbidden_white: bool,
    forbidden_black: bool,
}

impl Colours {
    /// In the last round nothing is forbidden (AMB-61); what is due stays.
    pub fn new(history: Vec<Colour>, rules: &SwissRules, is_last_round: bool) -> Self {
        let difference = history.iter().map(|&colour| sign(colour)).sum();
        let last = history.last().copied();
        let row = history.iter().rev().take_while(|&&colour| Some(colour) == last).count() as u32;
        let repeated = row >= rules.repeated.get();
        let due = match (last, difference) {
            (None, _) => None,
            (Some(last), 0) => Some(last.other()),
            (Some(last), _) if repeated => Some(last.other()),
            (Some(_), 1..) => Some(Colour::Black),
            (Some(_), _) => Some(Colour::White),
        };
        let forbids = |colour: Colour| {
            let in_row = last == Some(colour) && row + 1 >= rules.row.get();
            let apart = difference * sign(colour) + 1 >= rules.difference.get() as i32;
            !is_last_round && (in_row || apart)
        };
        let (forbidden_white, forbidden_black) = (forbids(Colour::White), forbids(Colour::Black));
        Self { history, difference, due, repeated, forbidden_white, forbidden_black }
    }

    pub fn forbids(&self, colour: Colour) -> bool {
        match colour {
            Colour::White => self.forbidden_white,
            Colour::Black => self.forbidden_black,
        }
    }

    pub fn forbids_something(&self) -> bool {
        self.forbidden_white || self.forbidden_black
    }

    /// Freed from all prohibitions; what is due stays.
    pub fn release(&mut self) {
        self.forbidden_white = false;
        self.forbidden_black = false;
    }

    /// Are both due the same colour?
    pub fn clashes(&self, other: &Self) -> bool {
        self.due.is_some() && self.due == other.due
    }

    /// How many of the two must get a forbidden colour, at best.
    pub fn least_forbidden(&self, other: &Self) -> u8 {
        let forbidden = |colour: Colour| {
            u8::from(self.forbids(colour)) + u8::from(other.forbids(colour.other()))
        };
        forbidden(Colour::White).min(forbidden(Colour::Black))
    }
}

fn sign(colour: Colour) -> i32 {
    match colour {
        Colour::White => 1,
        Colour::Black => -1,
    }
}

/// One side of a pair: the place in the list of the round's players, by number.
pub(super) struct Side<'a> {
    pub place: usize,
    pub colours: &'a Colours,
}

/// The colour of `a` against `b`, and the rule that decides it.
///
/// `odd` says whether a place is odd among the players of the round without the bye, from 1.
pub(super) fn assign(
    a: &Side<'_>,
    b: &Side<'_>,
    direction: Direction,
    initial: Colour,
    odd: impl Fn(usize) -> bool,
) -> (Colour, ColourRule) {
    let allowed = |colour: Colour| !a.colours.forbids(colour) && !b.colours.forbids(colour.other());
    match (allowed(Colour::White), allowed(Colour::Black)) {
        (true, false) => return (Colour::White, ColourRule::Prohibition),
        (false, true) => return (Colour::Black, ColourRule::Prohibition),
        _ => {}
    }
    let due = match (a.colours.due, b.colours.due) {
        (None, None) => {
            let better = a.place.min(b.place);
            let colour = if odd(better) { initial } else { initial.other() };
            let mine = if better == a.place { colour } else { colour.other() };
            return (mine, ColourRule::NoGames);
        }
        (Some(due), None) => return (due, ColourRule::Due),
        (None, Some(due)) => return (due.other(), ColourRule::Due),
        (Some(mine), Some(other)) if mine != other => return (mine, ColourRule::Due),
        (Some(due), Some(_)) => due,
    };
    // Both are due the same: who goes first?
    let give = |to_a: bool| if to_a { due } else { due.other() };
    if a.colours.repeated != b.colours.repeated {
        return (give(a.colours.repeated), ColourRule::Repeated);
    }
    let (apart_a, apart_b) = (a.colours.difference.abs(), b.colours.difference.abs());
    if apart_a != apart_b {
        return (give(apart_a > apart_b), ColourRule::Equalise);
    }
    let games = a.colours.history.iter().rev().zip(b.colours.history.iter().rev());
    if let Some((then, _)) = games.into_iter().find(|(x, y)| x != y) {
        return (then.other(), ColourRule::History);
    }
    let shorter = a.colours.history.len() != b.colours.history.len();
    let better_is_a = a.place < b.place;
    (give(better_is_a == (direction == Direction::Down)), ColourRule::Number { shorter })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_rules::rules;

    /// Colours of the games on the board, in order: `WWB`.
    fn colours(history: &str) -> Colours {
        let history = history.chars().map(|c| if c == 'W' { Colour::White } else { Colour::Black });
        Colours::new(history.collect(), &rules().swiss, false)
    }

    /// Swiss 12.1 b, 9.3 b: a difference of three, not three times as many. Four Whites and two
    /// Blacks may have no White more, though five to two is less than three to one; one White and
    /// no Black may have another, though no number is three times none.
    #[test]
    fn amb_52_three_times_more_is_a_difference_of_three() {
        assert!(colours("WWBWBW").forbids(Colour::White));
        assert!(!colours("WWBWBW").forbids(Colour::Black));
        assert!(!colours("WBWBW").forbids(Colour::White));
        assert!(!colours("W").forbids(Colour::White));
        assert!(colours("BBWBWB").forbids(Colour::Black));
        let least = rules().swiss.floater_difference.get() + 1;
        assert_eq!(least, rules().swiss.difference.get());
    }

    /// AMB-53: only colours count, whatever rounds lay between.
    #[test]
    fn amb_53_two_in_a_row_forbid_a_third() {
        assert!(colours("BWW").forbids(Colour::White));
        assert!(!colours("WBW").forbids(Colour::White));
    }

    /// Swiss 12.1, 12.5, 12.6: what counts is each player's own number of coloured games, not the
    /// round. After the same three rounds one with a bye has two games and alternates; one with
    /// three games is due what equalises, even after having had it.
    #[test]
    fn amb_54_even_and_odd_are_of_the_games_of_each() {
        assert_eq!(colours("WB").due, Some(Colour::White));
        assert_eq!(colours("BW").due, Some(Colour::Black));
        assert_eq!(colours("WWB").due, Some(Colour::Black));
        assert_eq!(colours("W").due, Some(Colour::Black));
        assert_eq!(colours("").due, None);
    }

    fn gets(a: &str, b: &str, direction: Direction) -> (Colour, ColourRule) {
        let (a, b) = (colours(a), colours(b));
        let side = |place, colours| Side { place, colours };
        let found = assign(&side(0, &a), &side(1, &b), direction, Colour::White, |_| true);
        // The other way round it is the other colour, by the same rule.
        let other = assign(&side(1, &b), &side(0, &a), direction, Colour::White, |_| true);
        assert_eq!(other, (found.0.other(), found.1));
        found
    }

    /// Swiss 12.2 to 12.4: both are due the same, and who gets it is decided in this order.
    #[test]
    fn amb_55_who_alternates() {
        use Colour::{Black, White};
        use Direction::{Down, Up};
        // Twice in a row goes first, even against a greater difference.
        assert_eq!(gets("BWW", "WWBWBW", Down), (Black, ColourRule::Repeated));
        // Then the greater difference.
        assert_eq!(gets("WB", "BWB", Down), (Black, ColourRule::Equalise));
        // Then the last game in which they differed: a had Black there, the colour that both had
        // last, so a gets the other one.
        assert_eq!(gets("WBWB", "BWWB", Down), (White, ColourRule::History));
        assert_eq!(gets("BWWB", "WBWB", Down), (Black, ColourRule::History));
        // The same history: the better number going down, the worse going up.
        let number = ColourRule::Number { shorter: false };
        assert_eq!(gets("WB", "WB", Down), (White, number));
        assert_eq!(gets("WB", "WB", Up), (Black, number));
    }
}
