//! Facts about somebody's rounds that lists of tie-breaks show beside the criteria: rounds not
//! played by choice, games, the adjusted score, colours.

use super::field::Kind;
use super::{Context, Rule, number};
use crate::core::report::{Entry, Value};
use crate::model::Colour;

pub(super) const RULES: &[Rule] = &[
    Rule::value("VUR", "16.2", "", voluntary),
    Rule::value("NUM", "7.2", "", games),
    Rule::value("ABH", "16.3", "A", adjusted),
    Rule::value("CSQ", "7.3", "", colours),
    Rule::value("COP", "7.3", "", preference),
];

/// Voluntary unplayed rounds.
fn voluntary(context: &Context<'_>, who: usize) -> Entry {
    let rounds = context.field.rounds_of(who).iter();
    Entry::plain(rounds.filter(|round| context.field.is_voluntary(round.kind, false)).count())
}

/// Games on the board.
fn games(context: &Context<'_>, who: usize) -> Entry {
    let rounds = context.field.rounds_of(who).iter();
    Entry::plain(rounds.filter(|round| round.kind == Kind::Played).count())
}

fn adjusted(context: &Context<'_>, who: usize) -> Entry {
    Entry::plain(number(context.field.adjusted(who, context.view()).score))
}

/// Colours of the games on the board, in order.
fn sequence(context: &Context<'_>, who: usize) -> Vec<Colour> {
    let rounds = context.field.rounds_of(who).iter();
    rounds.filter(|round| round.kind == Kind::Played).filter_map(|round| round.colour).collect()
}

fn letter(colour: Colour) -> char {
    match colour {
        Colour::White => 'w',
        Colour::Black => 'b',
    }
}

fn colours(context: &Context<'_>, who: usize) -> Entry {
    let text: String = sequence(context, who).into_iter().map(letter).collect();
    Entry::plain(Value::from(text))
}

/// The colour due, and how strongly: 2 after the same twice running or a difference of two, 1 for
/// a difference of one, 0 to alternate.
fn preference(context: &Context<'_>, who: usize) -> Entry {
    let sequence = sequence(context, who);
    let Some(&last) = sequence.last() else { return Entry::plain(Value::from("")) };
    let difference: i32 =
        sequence.iter().map(|&colour| if colour == Colour::White { 1 } else { -1 }).sum();
    let twice = sequence.len() > 1 && sequence[sequence.len() - 2] == last;
    let due = match difference {
        0 => last.other(),
        // Two the same running weigh more than the balance.
        _ if twice && difference.abs() < 2 => last.other(),
        d if d > 0 => Colour::Black,
        _ => Colour::White,
    };
    let strength = if twice || difference.abs() > 1 { 2 } else { difference.abs() };
    Entry::plain(Value::from(format!("{}{strength}", letter(due))))
}
