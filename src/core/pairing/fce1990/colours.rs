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
