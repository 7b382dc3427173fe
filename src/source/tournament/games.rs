//! `games.csv` of an individual event: who met whom, and how each round ended for everybody.

use std::collections::BTreeMap;

use super::entrants::Numbers;
use crate::diag::{Diagnostic, Diagnostics, Span};
use crate::model::{Absence, Bye, Cell, Colour, System};
use crate::source::results::{PAIR_RESULTS, SINGLE_RESULTS, pair_result, single_result};
use crate::source::rounds::{MAX_ROUNDS, Rounds};
use crate::source::table::{Cell as TableCell, columns};

columns! {
    /// The rounds of an individual event: one line for each game, bye or absence. Somebody without
    /// a line in a recorded round had withdrawn, if that is recorded; in a league has a free
    /// round; else had not entered before their first line, and missed the round after it. Lines
    /// without opponent of a round without any game are announcements for a round to be paired.
    pub struct GameRow = "data/tournaments/…/games.csv" {
        /// Round, from 1.
        required round,
        /// Board.
        optional board,
        /// Pairing number of White, or of the one without an opponent.
        required white,
        /// Pairing number of Black; empty without an opponent.
        optional black,
        /// `1-0`, `0-1`, `½-½` (also `1/2-1/2`, `0.5-0.5`); forfeits `+:-`, `-:+`, `-:-` (also
        /// `+-`, `1-0F` …); `*` or nothing while it is not known. Without an opponent: `bye`
        /// (given by the pairing), `full-bye`, `half-bye`, `zero-bye` (asked for), `absent`,
        /// `withdrawn`, `not-entered`, `free-round`. In a league a `bye` is a free round.
        optional result,
    }
}

/// The round of a line, if it can be.
pub fn round_of(cell: &TableCell<'_>, rounds: u32, diagnostics: &mut Diagnostics) -> Option<u32> {
    cell.required(diagnostics)?;
    let round = cell.ordinal(diagnostics)?;
    let last = if rounds == 0 { MAX_ROUNDS } else { rounds };
    if round > last {
        diagnostics.push(
            Diagnostic::error("E0505", format!("round {round} of {last}"))
                .at(cell.span)
                .hint("correct it, or `rounds` in `tournament.toml`"),
        );
        return None;
    }
    Some(round)
}

/// Somebody who already has something in the round.
pub fn twice(what: &str, round: u32, span: Span, first: Span) -> Diagnostic {
    Diagnostic::error("E0502", format!("{what} is twice in round {round}"))
        .at_label(span, "second")
        .related(first, "first")
        .hint("take one away, or correct a number or the round")
}

/// Text that is no result.
pub fn no_result(cell: &TableCell<'_>, expected: &str) -> Diagnostic {
    let message = match cell.given() {
        Some(text) => format!("`{text}` is no result"),
        None => "the result is missing".to_owned(),
    };
    Diagnostic::error("E0504", message).at(cell.span).hint(format!("write {expected}"))
}

/// Reads the lines into rounds. `rounds` are those of the event, 0 when not known.
pub fn read_games(
    rows: &[GameRow<'_>],
    numbers: &Numbers,
    entrants: usize,
    system: System,
    rounds: u32,
    diagnostics: &mut Diagnostics,
) -> Rounds {
    let mut grid = Rounds::new(entrants);
    let mut boards: BTreeMap<(u32, u32), Span> = BTreeMap::new();
    for row in rows {
        let round = round_of(&row.round, rounds, diagnostics);
        let board = row.board.ordinal(diagnostics);
        if let (Some(round), Some(board)) = (round, board)
            && let Some(first) = boards.insert((round, board), row.board.span)
        {
            diagnostics.push(
                Diagnostic::warning("W0513", format!("board {board} is twice in round {round}"))
                    .at_label(row.board.span, "second")
                    .related(first, "first"),
            );
        }
        let white = numbers.find(&row.white, "player", diagnostics);
        let black = numbers.find(&row.black, "player", diagnostics);
        if !row.white.is_present() {
            let result = row.result.text();
            if pair_result(result).is_none() && single_result(result).is_none() {
                diagnostics.push(no_result(&row.result, PAIR_RESULTS));
            }
            continue;
        }
        match (row.white.is_empty(), row.black.is_empty()) {
            (true, true) => diagnostics.push(
                Diagnostic::error("E0506", "the line names no player")
                    .at(row.span)
                    .hint("put pairing numbers under `white` and `black`"),
            ),
            (false, false) => {
                let result = pair_result(row.result.text());
                if result.is_none() {
                    diagnostics.push(if single_result(row.result.text()).is_some() {
                        Diagnostic::error(
                            "E0507",
                            format!("`{}` has no opponent", row.result.text()),
                        )
                        .at(row.result.span)
                        .related(row.black.span, "opponent")
                        .hint(format!("leave `black` empty, or write {PAIR_RESULTS}"))
                    } else {
                        no_result(&row.result, PAIR_RESULTS)
                    });
                }
                let (Some(white), Some(black), Some(round)) = (white, black, round) else {
                    continue;
                };
                if white == black {
                    diagnostics.push(
                        Diagnostic::error("E0503", "nobody plays against themselves")
                            .at(row.black.span)
                            .related(row.white.span, "the same number"),
                    );
                    continue;
                }
                let mut free = true;
                for (player, cell) in [(white, &row.white), (black, &row.black)] {
                    if let Some(first) = grid.taken(player, round) {
                        let what = format!("number {}", cell.text());
                        diagnostics.push(twice(&what, round, cell.span, first));
                        free = false;
                    }
                }
                let Some(result) = result.filter(|_| free) else { continue };
                let cell = |opponent, colour, outcome| Cell::Paired {
                    opponent,
                    colour: Some(colour),
                    outcome,
                };
                let first = cell(black, Colour::White, result.first);
                let second = cell(white, Colour::Black, result.second);
                grid.place(white, round, first, row.white.span);
                grid.place(black, round, second, row.black.span);
            }
            (white_empty, _) => {
                let given = if white_empty { &row.black } else { &row.white };
                let cell = single_result(row.result.text());
                if cell.is_none() {
                    diagnostics.push(
                        no_result(&row.result, &format!("without an opponent {SINGLE_RESULTS}"))
                            .related(given.span, "has no opponent"),
                    );
                }
                let (Some(player), Some(round), Some(cell)) = (white.or(black), round, cell) else {
                    continue;
                };
                if let Some(first) = grid.taken(player, round) {
                    let what = format!("number {}", given.text());
                    diagnostics.push(twice(&what, round, given.span, first));
                    continue;
                }
                let cell = match cell {
                    Cell::Bye(Bye::Pairing) if system.is_league() => {
                        Cell::Absent(Absence::FreeRound)
                    }
                    cell => cell,
                };
                grid.place(player, round, cell, given.span);
            }
        }
    }
    grid
}
