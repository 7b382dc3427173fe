//! Vega's tournament file, `.veg`: twelve lines about the event, the players under their headings,
//! then a block each of colours, opponents, floats and results, with a line for every player.
//!
//! Results are codes: 1, 2 and 0 a game won, drawn and lost; 3 and 4 won and lost by forfeit; 6 and
//! 8 half a point without an opponent. Other codes are not known, and are told.

use super::builder::{PlayerRow, Said, build, rule_set_of};
use super::crosstable::bad_cell;
use super::headings::Heading;
use super::sheet::Row;
use super::table::List;
use super::{Context, Imported, Importer, Input};
use crate::diag::{Diagnostic, Span};
use crate::model::{Bye, Colour, Forfeit, Outcome, Score, System};
use crate::source::rounds::MAX_ROUNDS;
use crate::source::trf::dates;

pub struct Vega;

/// Lines before the headings, at least and at most: the last is the number of players.
const BEFORE: std::ops::RangeInclusive<usize> = 10..=14;

/// The list, the number of players, and the lines about the event.
fn parts<'i>(input: &'i Input<'_>) -> Option<(List<'i>, usize, Vec<&'i str>)> {
    let list = input.sheet.as_ref().and_then(List::find)?;
    let before = input.text.get(..list.header.span.start)?;
    let lines: Vec<&str> = before.lines().map(str::trim).collect();
    let players = lines.last()?.parse().ok().filter(|&n: &usize| n > 0)?;
    let vega = list.has(Heading::Name) && list.has(Heading::FideId);
    (vega && BEFORE.contains(&lines.len())).then_some((list, players, lines))
}

impl Importer for Vega {
    fn name(&self) -> &'static str {
        "a tournament file of Vega"
    }

    fn recognise(&self, input: &Input<'_>) -> bool {
        parts(input).is_some()
    }

    fn read(&self, input: &Input<'_>, context: &mut Context<'_>) -> Option<Imported> {
        let (list, players, lines) = parts(input)?;
        if list.rows.len() < players {
            let message = format!("{players} players are told, {} lines follow", list.rows.len());
            context.push(
                Diagnostic::error("E0613", message)
                    .at(list.header.span)
                    .hint("has the file been cut?"),
            );
            return None;
        }
        let (people, rest) = list.rows.split_at(players);
        let [colours, opponents, _, results] = [0, 1, 2, 3].map(|block| {
            // A title, then a line for each player.
            let first = block * (players + 1) + 1;
            rest.get(first..first + players)
        });
        let mut rows = Vec::new();
        for (index, row) in people.iter().enumerate() {
            let number = index as u32 + 1;
            let entrant = list.entrant(context, row, number);
            let lines = [colours, opponents, results].map(|block| block.map(|rows| &rows[index]));
            let rounds = match lines {
                [Some(colours), Some(opponents), Some(results)] => {
                    rounds(context, number, [colours, opponents, results])
                }
                _ => Vec::new(),
            };
            rows.push(PlayerRow { key: number, entrant, rounds, span: row.span, points: None });
        }
        // Lines of zeros are of rounds to come.
        let begun = |row: &PlayerRow| {
            let told = |(said, _): &(Said, Span)| !matches!(said, Said::Absent);
            row.rounds.iter().rposition(told).map_or(0, |last| last + 1)
        };
        let begun = rows.iter().map(begun).max().unwrap_or(0);
        rows.iter_mut().for_each(|row| row.rounds.truncate(begun));
        let name = lines.get(1).copied().unwrap_or_default();
        let mut t = build(context, name, System::Swiss, rows);
        let days = lines.iter().take(8).find_map(|line| {
            let (start, end) = line.split_once(',')?;
            Some((dates::parse(start)?, dates::parse(end)?))
        });
        (t.start, t.end) = (days.map(|(start, _)| start), days.map(|(_, end)| end));
        t.rule_set = rule_set_of(t.start);
        let told = lines.get(8).and_then(|line| line.split_whitespace().next()?.parse().ok());
        t.rounds = t.rounds.max(told.filter(|&rounds| rounds <= MAX_ROUNDS).unwrap_or(0));
        Some(Imported::Event(Box::new(t)))
    }
}

/// The whole line: its cells again as one text, as numbers stand in it.
fn numbers(row: &Row) -> Vec<i64> {
    let words = row.cells.iter().flat_map(|cell| cell.text.split_whitespace());
    words.map(|word| word.parse().unwrap_or(i64::MIN)).collect()
}

/// A player's rounds; the first number of each line is the player's own.
fn rounds(context: &mut Context<'_>, number: u32, lines: [&Row; 3]) -> Vec<(Said, Span)> {
    let [colours, opponents, results] = lines.map(numbers);
    let span = lines[2].span;
    let own = [&colours, &opponents, &results].map(|line| line.first().copied());
    let (width, most) = (results.len(), MAX_ROUNDS as usize);
    let same = [colours.len(), opponents.len()].iter().all(|&length| length == width);
    if own != [Some(i64::from(number)); 3] || !same || width > most {
        context.push(
            Diagnostic::error("E0631", format!("the rounds of number {number} are not complete"))
                .at(span)
                .hint("each block has a line for every player, beginning with the number"),
        );
        return Vec::new();
    }
    let games = colours.into_iter().zip(opponents).zip(results).skip(1);
    let read = games.map(|((colour, opponent), result)| {
        let said = said(colour, opponent, result).unwrap_or_else(|| {
            bad_cell(context, &format!("{opponent} {colour} {result}"), span);
            Said::Nothing
        });
        (said, span)
    });
    read.collect()
}

fn said(colour: i64, opponent: i64, result: i64) -> Option<Said> {
    if opponent == 0 {
        return Some(match result {
            1 | 3 => Said::Bye(Bye::Pairing),
            2 | 6 | 8 => Said::Bye(Bye::Half),
            0 | 4 => Said::Absent,
            _ => return None,
        });
    }
    let outcome = match result {
        1 => Outcome::Played(Score::Win),
        2 => Outcome::Played(Score::Draw),
        0 => Outcome::Played(Score::Loss),
        3 => Outcome::Forfeit(Forfeit::Won),
        4 => Outcome::Forfeit(Forfeit::Lost),
        _ => return None,
    };
    let colour = match colour {
        1 => Some(Colour::White),
        -1 => Some(Colour::Black),
        0 => None,
        _ => return None,
    };
    Some(Said::Game { opponent: u32::try_from(opponent).ok()?, colour, outcome })
}
