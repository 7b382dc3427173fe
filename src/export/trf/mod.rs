//! TRF, the report file of FIDE: TRF16 with the records of pairing programs, and TRF26.
//!
//! What is written is what [`crate::source`] reads: everything a report file can say of an event
//! comes back as it was. A report file cannot say: clubs, categories, titles of a national
//! federation (other programs refuse a file that has them), the kind of the event, why somebody was
//! absent (missed, withdrawn, a bye worth nothing: all are `Z`), criteria of ties.
//!
//! Columns are those of the specification, one character each; texts are UTF-8; lines end in a line
//! feed. Numbers that do not fit their columns are an error, names are cut at 33 characters.
//!
//! | | TRF16 | TRF26 |
//! |---|---|---|
//! | rounds | `XXR` | 142 |
//! | first colour | `XXC` | 152 |
//! | other points for results | `BBW` … | 162 |
//! | type | 092 | 092, 192 |
//! | absence in a round to come | its columns | 240 |
//! | pairs that may not meet | `XXP`, 260 with rounds | 260 |
//! | ratings of a federation | | its record (`CAT`, `ESP` …) |
//! | teams | 013 | 310, 300, 320, 330, 352 |

mod columns;
mod header;
mod players;
mod teams;

use std::collections::BTreeSet;

use self::columns::Line;
use crate::diag::Diagnostic;
use crate::model::Tournament;

/// Which edition of the format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dialect {
    /// TRF16 with the `XX` and `BB` records of pairing programs.
    Trf16,
    /// TRF26, applied from 1 September 2025.
    Trf26,
}

/// Writes an event. `places` are the ranks of the entrants by index, for those of whom the event
/// does not state one itself.
///
/// # Errors
/// `E0622` for every number that is too large for its columns.
pub fn write(
    t: &Tournament,
    dialect: Dialect,
    places: Option<&[u32]>,
) -> Result<String, Vec<Diagnostic>> {
    // Of these there is one, or all are kept; of others some can be kept and some not.
    let alone = |code: &&str| {
        matches!(*code, "310" | "013" | "320") || (code.ends_with('2') && *code != "112")
    };
    let codes = t.report_file.extra_records.iter().filter_map(|record| record.get(..3));
    let kept: BTreeSet<&str> = codes.filter(alone).collect();
    let mut writer = Writer { t, dialect, kept, text: String::new(), problems: Vec::new() };
    writer.header();
    writer.extra_records(true);
    writer.players(places);
    writer.teams();
    writer.extra_records(false);
    if writer.problems.is_empty() { Ok(writer.text) } else { Err(writer.problems) }
}

struct Writer<'t> {
    t: &'t Tournament,
    dialect: Dialect,
    /// Codes of records that are written back as they stood.
    kept: BTreeSet<&'t str>,
    text: String,
    problems: Vec<Diagnostic>,
}

impl Writer<'_> {
    fn is_26(&self) -> bool {
        self.dialect == Dialect::Trf26
    }

    /// A line, unless the file had such a record that is kept as it stood.
    fn line(&mut self, line: &Line) {
        if let Some(misfit) = &line.misfit {
            self.problems.push(
                Diagnostic::error("E0622", format!("{misfit} of `{}`", line.finish()))
                    .hint("the format has no room for it: give smaller numbers"),
            );
        }
        let line = line.finish();
        if line.get(..3).is_none_or(|code| !self.kept.contains(code)) {
            self.text.push_str(&line);
            self.text.push('\n');
        }
    }

    /// `CCC value`, if there is a value: blanks are none, nor does reading keep those around one.
    fn value(&mut self, code: &str, value: Option<impl AsRef<str>>) {
        let value = value.map(|value| columns::plain(value.as_ref())).unwrap_or_default();
        if !value.is_empty() {
            self.line(&Line::new(code).text(5, &value));
        }
    }

    /// Records kept as they stood: those of the header (`xx2`), then the others.
    fn extra_records(&mut self, of_header: bool) {
        for record in &self.t.report_file.extra_records {
            let code = record.as_bytes();
            let header = code.len() >= 3
                && code[..3].iter().all(u8::is_ascii_digit)
                && code[2] == b'2'
                && code[0] < b'8';
            if header == of_header {
                self.text.push_str(record);
                self.text.push('\n');
            }
        }
    }
}
