//! The text export of Swiss-Manager: three columns a round.
//!
//! `81;b;1`: opponent, colour, result (`1 0 x + -`); `-;-;1` a full point without an opponent,
//! `-;-;x` half a point, `-;-;0` nothing. Opponents are named by the order of the lines; an empty
//! rank shares the one above; `7x` is 7½.

use super::builder::{self, PlayerRow, Said, build};
use super::crosstable::{Letters, bad_cell, letters};
use super::headings::Heading;
use super::sheet::Row;
use super::table::List;
use super::{Context, Imported, Importer, Input};
use crate::diag::Diagnostic;
use crate::model::{Bye, System};

pub struct SwissManager;

impl Importer for SwissManager {
    fn name(&self) -> &'static str {
        "a text of Swiss-Manager"
    }

    fn recognise(&self, input: &Input<'_>) -> bool {
        let list = input.sheet.as_ref().and_then(List::find);
        list.is_some_and(|list| {
            let rounds = list.rounds();
            let spaced = rounds.windows(2).all(|pair| pair[1].1 == pair[0].1 + 3);
            list.has(Heading::Name)
                && !rounds.is_empty()
                && spaced
                && rounds.iter().all(|&(_, column)| {
                    let header = |at: usize| list.header.get(at).is_empty();
                    header(column + 1) && header(column + 2)
                })
        })
    }

    fn read(&self, input: &Input<'_>, context: &mut Context<'_>) -> Option<Imported> {
        let list = input.sheet.as_ref().and_then(List::find)?;
        let rounds = list.rounds();
        let colours: Vec<_> = rounds.iter().map(|&(round, column)| (round, column + 1)).collect();
        let letters = letters(&list, &colours);
        let mut rows = Vec::new();
        let mut rank = None;
        for (index, row) in list.players().enumerate() {
            let key = index as u32 + 1;
            let number = list.text(row, Heading::Number).parse().unwrap_or(key);
            let mut entrant = list.entrant(context, row, number);
            rank = entrant.stated_rank.or(rank);
            entrant.stated_rank = rank;
            let said = rounds.iter().map(|&(_, column)| {
                let span = row.span_of(column);
                let said = said(row, column, letters).unwrap_or_else(|| {
                    let text: Vec<_> = (column..column + 3).map(|at| row.get(at)).collect();
                    bad_cell(context, &text.join(";"), span);
                    Said::Nothing
                });
                (said, span)
            });
            let rounds = said.collect();
            let points = list.points_span(row);
            rows.push(PlayerRow { key, entrant, rounds, span: row.span, points });
        }
        if rows.is_empty() {
            context
                .push(Diagnostic::error("E0613", "the file has no players").at(list.header.span));
            return None;
        }
        Some(Imported::Event(Box::new(build(context, &list.name, System::Swiss, rows))))
    }
}

fn said(row: &Row, column: usize, letters: Letters) -> Option<Said> {
    let (opponent, colour, result) = (row.get(column), row.get(column + 1), row.get(column + 2));
    if matches!(opponent, "" | "-") {
        return Some(match result {
            "" => Said::Nothing,
            "1" | "+" => Said::Bye(Bye::Pairing),
            "x" | "½" => Said::Bye(Bye::Half),
            "0" | "-" => Said::Absent,
            _ => return None,
        });
    }
    let opponent = opponent.parse().ok()?;
    let colour = match colour {
        "" | "-" => None,
        letter => Some(letters.colour(letter.chars().next()?)?),
    };
    Some(Said::Game { opponent, colour, outcome: builder::outcome(result)? })
}
