//! The drawing of a knock-out: a column for each round, lines from each pair of ties to the next.
//!
//! Drawn from a table with the key `bracket`: a row for every tie, round by round from top to
//! bottom, so that each round has half as many rows as the one before. The table itself follows the
//! drawing and says the same in words; so the drawing is an image with a name, without links.

use super::writer::Writer;
use crate::core::report::{Entry, Row, Table, Value};

/// Columns of the table.
struct Columns {
    round: usize,
    upper: usize,
    result: usize,
    lower: usize,
    winner: usize,
}

impl Columns {
    fn of(table: &Table) -> Option<Self> {
        let at = |key: &str| table.columns.iter().position(|column| column.key == key);
        Some(Self {
            round: at("round")?,
            upper: at("upper")?,
            result: at("result")?,
            lower: at("lower")?,
            winner: at("winner")?,
        })
    }
}

/// The rows of each round, when they halve from round to round down to one.
fn rounds(table: &Table) -> Option<Vec<&[Row]>> {
    let ties = table.rows.len();
    if !(ties + 1).is_power_of_two() {
        return None;
    }
    let mut rounds = Vec::new();
    let mut rest = &table.rows[..];
    while !rest.is_empty() {
        let (round, after) = rest.split_at(rest.len().div_ceil(2));
        rounds.push(round);
        rest = after;
    }
    Some(rounds)
}

/// What each side of a tie has made, as it is drawn.
fn scores(result: &Value) -> [Option<Value>; 2] {
    let Value::Msg(msg) = result else { return [None, None] };
    let arg =
        |wanted: &str| msg.args.iter().find(|(name, _)| *name == wanted).map(|(_, v)| v.clone());
    match msg.key {
        "result.played" => [arg("home"), arg("away")],
        "result.forfeit-home" => [Some("+".into()), Some("–".into())],
        "result.forfeit-away" => [Some("–".into()), Some("+".into())],
        "result.none" => [Some("–".into()), Some("–".into())],
        _ => [None, None],
    }
}

fn entrant(entry: Option<&Entry>) -> Option<usize> {
    match entry.map(|entry| &entry.value) {
        Some(Value::Entrant { index, .. }) => Some(*index),
        _ => None,
    }
}

impl Writer<'_> {
    /// Draws a bracket; a table that is none draws nothing.
    pub fn bracket(&mut self, table: &Table) {
        let (Some(columns), Some(rounds)) = (Columns::of(table), rounds(table)) else { return };
        let label = self.word("cup.drawing");
        self.raw("<div class=\"tree-frame\" role=\"region\" tabindex=\"0\"");
        // The table below has the caption alone as its name; two regions need two names.
        let name = self.language().msg(&table.caption);
        let frame = self.word("cup.frame");
        self.attribute("aria-label", &format!("{name} ({frame})"));
        self.raw("><div role=\"img\"");
        self.attribute("aria-label", &label);
        self.raw(" class=\"tree\">\n");
        for round in &rounds {
            self.raw("<div class=\"round\"><p class=\"round-name\">");
            if let Some(name) = round.first().and_then(|row| row.cells.get(columns.round)) {
                self.value(&name.value);
            }
            self.raw("</p><ul>\n");
            for row in *round {
                self.tie(row, &columns);
            }
            self.raw("</ul></div>\n");
        }
        self.raw("</div></div>\n");
    }

    fn tie(&mut self, row: &Row, columns: &Columns) {
        let winner = entrant(row.cells.get(columns.winner));
        let result = row.cells.get(columns.result).map(|entry| entry.value.clone());
        let [first, second] = scores(&result.unwrap_or(Value::Undefined));
        let sides = [(columns.upper, first), (columns.lower, second)];
        let is_pass = sides.iter().any(|&(at, _)| {
            row.cells.get(at).is_some_and(|cell| matches!(cell.value, Value::Msg(_)))
        });
        self.raw(if is_pass { "<li class=\"pass\">" } else { "<li>" });
        self.raw("<div class=\"tie\">");
        for (at, score) in sides {
            let Some(cell) = row.cells.get(at) else { continue };
            let won = winner.is_some() && entrant(Some(cell)) == winner;
            self.raw(if won { "<p class=\"won\">" } else { "<p>" });
            match &cell.value {
                Value::Entrant { index, number, name } => {
                    self.raw("<span class=\"seed\">");
                    self.text(&number.to_string());
                    self.raw("</span><span class=\"who\">");
                    let shown = self.shown_name(*index, name);
                    self.text(&shown);
                    self.raw("</span>");
                }
                Value::Undefined => {
                    self.raw("<span class=\"seed\"></span><span class=\"who\"></span>")
                }
                other => {
                    self.raw("<span class=\"seed\"></span><span class=\"who quiet\">");
                    self.value(other);
                    self.raw("</span>");
                }
            }
            self.raw("<span class=\"score\">");
            if let Some(score) = score {
                self.value(&score);
            }
            self.raw("</span></p>");
        }
        self.raw("</div></li>\n");
    }
}
