//! The text export of SwissPerfect: columns separated by tabs, cells `27:W`, no colours.

use super::builder::{PlayerRow, Said, build};
use super::crosstable::bad_cell;
use super::headings::Heading;
use super::table::List;
use super::{Context, Imported, Importer, Input};
use crate::model::{Bye, Forfeit, Outcome, Score, System};

pub struct SwissPerfect;

impl Importer for SwissPerfect {
    fn name(&self) -> &'static str {
        "a text of SwissPerfect"
    }

    fn recognise(&self, input: &Input<'_>) -> bool {
        let list = input.sheet.as_ref().and_then(List::find);
        list.is_some_and(|list| {
            let columns = list.bare();
            !columns.is_empty()
                && list.has(Heading::Number)
                && list
                    .players()
                    .take(3)
                    .any(|row| columns.iter().any(|&(_, column)| row.get(column).contains(':')))
        })
    }

    fn read(&self, input: &Input<'_>, context: &mut Context<'_>) -> Option<Imported> {
        let list = input.sheet.as_ref().and_then(List::find)?;
        let columns = list.bare();
        let mut rows = Vec::new();
        for (index, row) in list.players().enumerate() {
            let number = list.text(row, Heading::Number).parse().unwrap_or(index as u32 + 1);
            let mut rounds = Vec::new();
            for &(_, column) in &columns {
                let span = row.span_of(column);
                let said = said(row.get(column)).unwrap_or_else(|| {
                    bad_cell(context, row.get(column), span);
                    Said::Nothing
                });
                rounds.push((said, span));
            }
            let entrant = list.entrant(context, row, number);
            let points = list.points_span(row);
            rows.push(PlayerRow { key: number, entrant, rounds, span: row.span, points });
        }
        Some(Imported::Event(Box::new(build(context, &list.name, System::Swiss, rows))))
    }
}

fn said(text: &str) -> Option<Said> {
    let (opponent, result) = text.split_once(':').unwrap_or((text, ""));
    let (opponent, result) = (opponent.trim(), result.trim());
    if matches!(opponent, "" | "0") {
        return Some(match result {
            "+" | "W" => Said::Bye(Bye::Pairing),
            "=" | "D" => Said::Bye(Bye::Half),
            "-" | "L" => Said::Absent,
            "" => Said::Nothing,
            _ => return None,
        });
    }
    let outcome = match result {
        "W" => Outcome::Played(Score::Win),
        "D" => Outcome::Played(Score::Draw),
        "L" => Outcome::Played(Score::Loss),
        "+" => Outcome::Forfeit(Forfeit::Won),
        "-" => Outcome::Forfeit(Forfeit::Lost),
        "" => Outcome::Pending,
        _ => return None,
    };
    Some(Said::Game { opponent: opponent.parse().ok()?, colour: None, outcome })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diag::{Diagnostics, Sources};
    use crate::model::Cell;
    use std::path::Path;

    /// formats.md 5.
    #[test]
    fn an_export_is_read() {
        let text = "No\tName\tFeder\tLoc Id\tTotal\t1\t2\n\n\
                    1\tPuig, Anna\tESP\t\t1.5\t2:W\t0:=\n\
                    2\tRoca, Pere\tESP\t\t1\t1:L\t3:+\n\
                    3\tSoler, Joan\tESP\t\t0\t:\t2:-\n";
        let (sources, mut diagnostics) = (Sources::default(), Diagnostics::new());
        let read =
            super::super::read(Path::new("g.txt"), text.as_bytes(), &sources, &mut diagnostics);
        let Some(Imported::Event(t)) = read else {
            panic!("{}", diagnostics.render(&sources, false))
        };
        assert!(!diagnostics.has_errors());
        assert_eq!(t.cells[0][1], Cell::Bye(Bye::Half));
        assert_eq!(t.cells[1][0].played(), Some((0, None, Score::Loss)));
        assert_eq!(t.entrants.len(), 3);
    }
}
