//! Pairings of one round, of chess-results.com and of programs that write alike.
//!
//! The list of the first round is an event by itself. Those of later rounds say nothing of the
//! rounds before: they are put together with the others, or with a crosstable ([`super::round`]).

use std::ops::Range;

use super::builder::{Said, parse_points};
use super::headings::Heading;
use super::round::{Against, Board, RoundList, Seat};
use super::sheet::Row;
use super::table::{List, ends_list, person, rating};
use super::teams::round_of;
use super::{Context, Imported, Importer, Input, not_an_event};
use crate::diag::Diagnostic;
use crate::model::{Bye, Entrant, Points, RoundTime, Time, Title, fold};
use crate::source::results::{PAIR_RESULTS, pair_result};
use crate::source::rounds::MAX_ROUNDS;
use crate::source::trf::dates;

pub struct Pairings;

impl Importer for Pairings {
    fn name(&self) -> &'static str {
        "pairings of a round"
    }

    fn recognise(&self, input: &Input<'_>) -> bool {
        let list = input.sheet.as_ref().and_then(List::find);
        list.is_some_and(|list| sides(&list).is_some() || is_of_teams(&list))
    }

    fn read(&self, input: &Input<'_>, context: &mut Context<'_>) -> Option<Imported> {
        let sheet = input.sheet.as_ref()?;
        let list = List::find(sheet)?;
        let Some(sides) = sides(&list) else {
            let hint = "give the board pairings of the round, which name the players";
            not_an_event(context, list.header.span, "a list of matches", hint);
            return None;
        };
        let preamble = sheet.rows.iter().take_while(|row| row.span != list.header.span);
        let lines: Vec<&str> = preamble.filter_map(Row::lone_text).collect();
        let number = lines.iter().find_map(|line| round_of(line));
        if number.is_some_and(|number| number > MAX_ROUNDS) {
            context.push(
                Diagnostic::error("E0505", format!("round {}", number.unwrap_or_default()))
                    .in_file(context.path.clone()),
            );
            return None;
        }
        let time = lines.iter().find(|line| round_of(line).is_some()).and_then(|line| time(line));
        let rows = list.rows.iter().take_while(|row| !ends_list(row));
        let boards: Vec<Board> =
            rows.filter_map(|row| board(context, &list, &sides, row)).collect();
        if boards.is_empty() {
            context.push(Diagnostic::error("E0613", "the list has no pairs").at(list.header.span));
            return None;
        }
        Some(Imported::Round(Box::new(RoundList {
            path: context.path.clone(),
            name: list.name.clone(),
            number,
            time,
            boards,
            at: list.header.span,
        })))
    }
}

/// The columns of both players and of the result.
struct Sides {
    names: [usize; 2],
    result: usize,
}

impl Sides {
    fn columns(&self, side: usize, width: usize) -> Range<usize> {
        if side == 0 { 0..self.result } else { self.result + 1..width }
    }
}

/// White and Black by their headings; or two names with a result between them.
fn sides(list: &List<'_>) -> Option<Sides> {
    let result = list.column(Heading::Result)?;
    let names = match (list.column(Heading::White), list.column(Heading::Black)) {
        (Some(white), Some(black)) => [white, black],
        (None, None) => {
            let is_name = |&at: &usize| list.columns[at] == Some(Heading::Name);
            let before = (0..result).find(is_name)?;
            [before, (result + 1..list.columns.len()).find(is_name)?]
        }
        _ => return None,
    };
    (names[0] < result && result < names[1]).then_some(Sides { names, result })
}

/// A list of matches: two teams, no players.
fn is_of_teams(list: &List<'_>) -> bool {
    list.columns.iter().filter(|c| **c == Some(Heading::Team)).count() == 2
}

/// Words for no opponent, folded: the bye that the pairing gives.
const BYE: &[&str] = &[
    "bye",
    "spielfrei",
    "freilos",
    "descansa",
    "descanso",
    "libre",
    "isento",
    "folga",
    "exempt",
    "descans",
    "lliure",
];
/// Words for somebody who is not paired.
const NOT_PAIRED: &[&str] = &[
    "not paired",
    "nicht ausgelost",
    "nicht gepaart",
    "no emparejado",
    "sin emparejar",
    "no pareado",
    "nao emparceirado",
    "nao emparceirada",
    "nao pareado",
    "non apparie",
    "no aparellat",
    "no emparellat",
    "sense aparellar",
];

/// A line; `None` for one without players, and for one that is wrong, which is told.
fn board(context: &mut Context<'_>, list: &List<'_>, sides: &Sides, row: &Row) -> Option<Board> {
    let [white, black] = sides.names.map(|at| row.get(at));
    if white.is_empty() && black.is_empty() {
        return None;
    }
    let span = row.span;
    let result = row.get(sides.result);
    let alone = |name: &str| {
        let name = fold(name);
        let is = |words: &[&str]| words.contains(&name.as_str());
        if name.is_empty() || is(NOT_PAIRED) { Some(false) } else { is(BYE).then_some(true) }
    };
    let seat = |context: &mut Context<'_>, side| seat(context, list, sides, row, side);
    let (side, is_bye) = match (alone(white), alone(black)) {
        (None, None) => {
            let Some(result) = pair_result(result) else {
                context.push(
                    Diagnostic::error("E0504", format!("`{result}` is no result"))
                        .at(row.span_of(sides.result))
                        .hint(PAIR_RESULTS),
                );
                return None;
            };
            let (first, second) = (seat(context, 0), seat(context, 1));
            return Some(Board { first, against: Against::Player(second, result), span });
        }
        (None, Some(is_bye)) => (0, is_bye),
        (Some(is_bye), None) => (1, is_bye),
        (Some(_), Some(_)) => return None,
    };
    // What a line without an opponent is worth decides between the kinds: a bye that the pairing
    // gave is called so, whatever it is worth.
    let said = match (is_bye, parse_points(result)) {
        (true, _) => Said::Bye(Bye::Pairing),
        (false, Some(Points::ONE)) => Said::Bye(Bye::Full),
        (false, Some(Points::HALF)) => Said::Bye(Bye::Half),
        (false, _) => Said::Absent,
    };
    Some(Board { first: seat(context, side), against: Against::Nobody(said), span })
}

/// What a line says of a player.
fn seat(context: &mut Context<'_>, list: &List<'_>, sides: &Sides, row: &Row, side: usize) -> Seat {
    let columns = sides.columns(side, list.columns.len());
    let column = |heading| columns.clone().find(|&at| list.columns[at] == Some(heading));
    let number = column(Heading::Number).and_then(|at| row.get(at).parse().ok());
    let mut entrant =
        Entrant::new(number.unwrap_or(0).min(99_999), person(row.get(sides.names[side])));
    let rated = |context: &mut Context<'_>, heading| {
        column(heading).and_then(|at| rating(context, row.get(at), row.span_of(at)))
    };
    let fide = rated(context, Heading::FideRating);
    entrant.ratings.fide = fide.or(rated(context, Heading::Rating));
    entrant.ratings.national = rated(context, Heading::NationalRating);
    let code = column(Heading::Federation).map(|at| row.get(at));
    entrant.federation =
        code.filter(|code| code.chars().count() == 3).map(|c| c.to_uppercase().into());
    // The title stands in a column without a heading, or under its own.
    entrant.title = columns
        .clone()
        .filter(|&at| matches!(list.columns[at], None | Some(Heading::Title)))
        .find_map(|at| Title::from_key(row.get(at)));
    let before =
        column(Heading::Points).and_then(|at| Some((parse_points(row.get(at))?, row.span_of(at))));
    Seat { entrant, before }
}

/// `Round 1 on 2026/01/03 at 15:00`, in any language: the day and the hour.
fn time(line: &str) -> Option<RoundTime> {
    let words = || line.split_whitespace();
    let day = words().filter(|word| word.matches(['/', '.', '-']).count() == 2);
    let day = day.into_iter().find_map(dates::parse)?;
    let hour = words().find_map(|word| {
        let (hour, minute) = word.split_once([':', 'h'])?;
        Time::new(hour.parse().ok()?, minute.parse().ok()?, 0, 0).ok()
    });
    Some(RoundTime { day, hour })
}
