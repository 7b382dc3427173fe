//! Crosstables, rankings and starting lists of chess-results.com and of programs that write alike.

use super::builder::{self, PlayerRow, Said, build};
use super::headings::Heading;
use super::sheet::Row;
use super::table::List;
use super::{Context, Imported, Importer, Input};
use crate::diag::{Diagnostic, Span};
use crate::model::{Bye, Colour, Outcome, System};

pub struct Crosstable;

/// The column in which Vega tells who is there to be paired.
const VEGA_AVAILABLE: &str = "ISAVAL";

impl Importer for Crosstable {
    fn name(&self) -> &'static str {
        "a list of chess-results.com or Swiss-Manager (CSV, XLSX)"
    }

    fn recognise(&self, input: &Input<'_>) -> bool {
        let list = input.sheet.as_ref().and_then(List::find);
        list.is_some_and(|list| {
            list.has(Heading::Name)
                && (list.has(Heading::Number)
                    || list.has(Heading::Rank)
                    || !list.rounds().is_empty()
                    || list.has(Heading::FideId))
                && !is_rating_list(&list)
        })
    }

    fn read(&self, input: &Input<'_>, context: &mut Context<'_>) -> Option<Imported> {
        let list = input.sheet.as_ref().and_then(List::find)?;
        tell_decimals(input, context);
        let rounds = list.rounds();
        let letters = letters(&list, &rounds);
        let by_rank = is_by_rank(&list);
        let mut rows = Vec::new();
        for (index, row) in list.players().enumerate() {
            let position = index as u32 + 1;
            // Opponents are named by starting number in a table by starting number, by the order
            // of the lines (ties share a rank) in a table by rank.
            let number = number(context, &list, row, position);
            let key = if by_rank { position } else { number };
            let said = rounds.iter().map(|&(_, column)| {
                let span = row.span_of(column);
                let said = cell(row.get(column), letters).unwrap_or_else(|| {
                    bad_cell(context, row.get(column), span);
                    Said::Nothing
                });
                (said, span)
            });
            let said: Vec<_> = said.collect();
            let entrant = list.entrant(context, row, number);
            let points = list.points_span(row).filter(|_| !rounds.is_empty());
            rows.push(PlayerRow { key, entrant, rounds: said, span: row.span, points });
        }
        if rows.is_empty() {
            context
                .push(Diagnostic::error("E0613", "the file has no players").at(list.header.span));
            return None;
        }
        Some(Imported::Event(Box::new(build(context, &list.name, System::Swiss, rows))))
    }
}

/// A federation's list: an identifier and ratings, but neither ranks nor starting numbers. Vega has
/// one form for these and for the players of an event, who are told by a column of its own.
fn is_rating_list(list: &List<'_>) -> bool {
    if list.header.cells.iter().any(|cell| cell.text == VEGA_AVAILABLE) {
        return false;
    }
    !list.has(Heading::Number)
        && !list.has(Heading::Rank)
        && list.rounds().is_empty()
        && !list.has(Heading::Points)
}

/// Is the first column of the two the rank? Opponents are named by the leftmost.
fn is_by_rank(list: &List<'_>) -> bool {
    match (list.column(Heading::Rank), list.column(Heading::Number)) {
        (Some(rank), Some(number)) => rank < number,
        (Some(_), None) => true,
        _ => false,
    }
}

/// The starting number; without such a column, the order of the lines.
fn number(context: &mut Context<'_>, list: &List<'_>, row: &Row, position: u32) -> u32 {
    let Some(column) = list.column(Heading::Number) else { return position };
    let text = row.get(column).trim_end_matches('.');
    match text.parse().ok().filter(|n| (1..=99_999).contains(n)) {
        Some(number) => number,
        None => {
            context.push(
                Diagnostic::error("E0601", "a player needs a starting number")
                    .at_label(row.span_of(column), format!("`{text}`")),
            );
            position
        }
    }
}

pub(super) fn bad_cell(context: &mut Context<'_>, text: &str, span: Span) {
    context.push(
        Diagnostic::error("E0631", format!("`{text}` is no cell of a crosstable"))
            .at(span)
            .hint("opponent, colour and result: `12w1`, `5b½`, `7w-`; `-1`, `-½`, `-0` without an opponent"),
    );
}

/// Decimal comma or point, as found in the columns of points.
fn tell_decimals(input: &Input<'_>, context: &mut Context<'_>) {
    let Some(sheet) = &input.sheet else { return };
    let cells = || sheet.rows.iter().flat_map(|row| &row.cells);
    let decimal = |sign: char| {
        cells().any(|cell| {
            cell.text.split_once(sign).is_some_and(|(whole, rest)| {
                !whole.is_empty()
                    && !rest.is_empty()
                    && (whole.bytes().chain(rest.bytes())).all(|b| b.is_ascii_digit())
            })
        })
    };
    let found = match (decimal(','), decimal('.')) {
        (true, false) => "decimal comma",
        (false, true) => "decimal point",
        _ => return,
    };
    let separator =
        if sheet.separator == '\t' { "tab".to_owned() } else { sheet.separator.to_string() };
    context.push(
        Diagnostic::note(
            "N0632",
            format!("numbers have a {found}; columns are separated by {separator}"),
        )
        .in_file(context.path.clone()),
    );
}

/// The letters for White and Black in a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Letters {
    white: char,
    black: char,
}

impl Letters {
    /// The colour of a letter; `None` for another letter.
    pub(super) fn colour(self, letter: char) -> Option<Colour> {
        match letter.to_ascii_lowercase() {
            c if c == self.white => Some(Colour::White),
            c if c == self.black => Some(Colour::Black),
            _ => None,
        }
    }
}

/// `w b`; `w s` in German lists; `b n` in Spanish, Catalan and French ones and `b p` in Portuguese
/// ones, where `b` is White.
pub(super) fn letters(list: &List<'_>, rounds: &[(u32, usize)]) -> Letters {
    let mut seen = [false; 5];
    for row in list.players() {
        for &(_, column) in rounds {
            let letter = row.get(column).chars().find(char::is_ascii_alphabetic);
            let at = letter.and_then(|c| "wbsnp".find(c.to_ascii_lowercase()));
            if let Some(at) = at {
                seen[at] = true;
            }
        }
    }
    match seen {
        [false, _, _, true, false] => Letters { white: 'b', black: 'n' },
        [false, _, _, false, true] => Letters { white: 'b', black: 'p' },
        [_, false, true, false, false] => Letters { white: 'w', black: 's' },
        _ => Letters { white: 'w', black: 'b' },
    }
}

/// A cell of a crosstable.
fn cell(text: &str, letters: Letters) -> Option<Said> {
    let text: String = text.chars().filter(|c| !c.is_whitespace()).collect();
    Some(match text.as_str() {
        "" => Said::Nothing,
        "-1" | "+1" | "bye" => Said::Bye(Bye::Pairing),
        "-½" | "-0.5" | "-0,5" | "-1/2" => Said::Bye(Bye::Half),
        "0" | "-" | "-0" | "*" => Said::Absent,
        text => {
            let digits = text.bytes().take_while(u8::is_ascii_digit).count();
            let opponent: u32 = text[..digits].parse().ok()?;
            let mut rest = text[digits..].chars();
            let colour = match rest.next()? {
                // A forfeit without a colour.
                '-' => None,
                letter => Some(letters.colour(letter)?),
            };
            let outcome: Outcome = builder::outcome(rest.as_str())?;
            Said::Game { opponent, colour, outcome }
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{Forfeit, Score};

    /// formats.md 3.2: the grammar of cells.
    #[test]
    fn cells_of_crosstables() {
        let usual = Letters { white: 'w', black: 'b' };
        let game = |opponent, colour, outcome| {
            Some(Said::Game { opponent, colour: Some(colour), outcome })
        };
        let (white, black) = (Colour::White, Colour::Black);
        for (text, said) in [
            ("12w1", game(12, white, Outcome::Played(Score::Win))),
            ("5b½", game(5, black, Outcome::Played(Score::Draw))),
            (" 37b0", game(37, black, Outcome::Played(Score::Loss))),
            ("32b+", game(32, black, Outcome::Forfeit(Forfeit::Won))),
            ("7w-", game(7, white, Outcome::Forfeit(Forfeit::Lost))),
            ("13b ", game(13, black, Outcome::Pending)),
            ("  -½", Some(Said::Bye(Bye::Half))),
            ("-1", Some(Said::Bye(Bye::Pairing))),
            ("-0", Some(Said::Absent)),
            ("", Some(Said::Nothing)),
            ("12x1", None),
            ("w1", None),
            ("99999999999w1", None),
            ("12w2", None),
        ] {
            assert_eq!(cell(text, usual), said, "{text}");
        }
        let spanish = Letters { white: 'b', black: 'n' };
        assert_eq!(cell("4b1", spanish), game(4, white, Outcome::Played(Score::Win)));
    }
}
