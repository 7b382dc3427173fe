//! Lines of a TRF file: record codes and fixed columns.

use crate::diag::{FileId, Span};

/// Columns as the specification writes them: counted from 1, both included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Columns(pub usize, pub usize);

/// The player record 001; national rating records have the same columns.
pub mod player {
    use super::Columns;

    pub const NUMBER: Columns = Columns(5, 8);
    pub const SEX: Columns = Columns(10, 10);
    pub const TITLE: Columns = Columns(11, 13);
    pub const NAME: Columns = Columns(15, 47);
    pub const RATING: Columns = Columns(49, 52);
    pub const FEDERATION: Columns = Columns(54, 56);
    pub const FIDE_ID: Columns = Columns(58, 68);
    pub const BIRTH: Columns = Columns(70, 79);
    pub const POINTS: Columns = Columns(81, 84);
    pub const RANK: Columns = Columns(86, 89);

    /// First column of the rounds, and how many columns each has.
    pub const ROUNDS: usize = 92;
    pub const ROUND_WIDTH: usize = 10;

    pub fn opponent(round: usize) -> Columns {
        let start = ROUNDS + ROUND_WIDTH * round;
        Columns(start, start + 3)
    }

    pub fn colour(round: usize) -> Columns {
        let at = ROUNDS + ROUND_WIDTH * round + 5;
        Columns(at, at)
    }

    pub fn result(round: usize) -> Columns {
        let at = ROUNDS + ROUND_WIDTH * round + 7;
        Columns(at, at)
    }

    /// All of a round.
    pub fn round(round: usize) -> Columns {
        Columns(opponent(round).0, result(round).1)
    }
}

/// The value of most records: everything from column 5.
pub const VALUE: Columns = Columns(5, usize::MAX);

/// A field: its text without blanks around it, and its place.
#[derive(Clone, Copy, Debug)]
pub struct Field<'t> {
    pub text: &'t str,
    pub span: Span,
}

impl Field<'_> {
    pub fn is_empty(&self) -> bool {
        self.text.is_empty()
    }

    pub fn number(&self) -> Option<u32> {
        if self.text.bytes().all(|b| b.is_ascii_digit()) { self.text.parse().ok() } else { None }
    }
}

/// A line that is not blank.
#[derive(Clone, Debug)]
pub struct Record<'t> {
    pub code: &'t str,
    line: &'t str,
    file: FileId,
    /// Where the line begins in the text.
    start: usize,
    /// Byte of each character, where bytes and characters differ.
    offsets: Option<Vec<usize>>,
}

impl<'t> Record<'t> {
    /// Number of columns.
    pub fn width(&self) -> usize {
        self.offsets.as_ref().map_or(self.line.len(), Vec::len)
    }

    /// Byte within the line at which a column (from 1) begins.
    fn byte(&self, column: usize) -> usize {
        let index = column - 1;
        match &self.offsets {
            Some(offsets) => offsets.get(index).copied().unwrap_or(self.line.len()),
            None => index.min(self.line.len()),
        }
    }

    /// What stands in columns; columns beyond the line's end are empty.
    pub fn field(&self, Columns(first, last): Columns) -> Field<'t> {
        let (from, to) = (self.byte(first), self.byte(last.saturating_add(1)));
        let raw = &self.line[from..to];
        let text = raw.trim();
        let start = self.start + from + (raw.len() - raw.trim_start().len());
        let end = if text.is_empty() { self.start + to } else { start + text.len() };
        let start = if text.is_empty() { self.start + from } else { start };
        Field { text, span: Span::new(self.file, start, end) }
    }

    /// The whole line, without what is blank at its end.
    pub fn text(&self) -> &'t str {
        self.line
    }

    pub fn span(&self) -> Span {
        Span::new(self.file, self.start, self.start + self.line.len())
    }

    /// Numbers of four columns from a column on, each five columns after the last.
    pub fn numbers_from(&self, first: usize) -> Vec<Field<'t>> {
        self.places_from(first, 4).into_iter().filter(|field| !field.is_empty()).collect()
    }

    /// Fields of a width from a column on, with a blank between them; empty ones too.
    pub fn places_from(&self, first: usize, width: usize) -> Vec<Field<'t>> {
        (first..=self.width())
            .step_by(width + 1)
            .map(|at| self.field(Columns(at, at + width - 1)))
            .collect()
    }
}

/// Splits a text into records. Blank lines, comments (`###`) and lines without a record code
/// (rulers, legends) are left out.
pub fn split(file: FileId, text: &str) -> Vec<Record<'_>> {
    let mut records = Vec::new();
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let content = line.trim_end();
        if let Some(code) = record_code(content) {
            let offsets =
                (!content.is_ascii()).then(|| content.char_indices().map(|(at, _)| at).collect());
            records.push(Record { code, line: content, file, start, offsets });
        }
        start += line.len();
    }
    records
}

/// Three digits or letters, followed by a blank or nothing.
fn record_code(line: &str) -> Option<&str> {
    let code = line.get(..3)?;
    let proper = code.bytes().all(|b| b.is_ascii_digit() || b.is_ascii_uppercase());
    let ends = line.as_bytes().get(3).is_none_or(|&b| b == b' ' || b == b'\t');
    // A legend over the columns: `DDD SSSS sTTT NNN…`.
    let legend = code == "DDD";
    (proper && ends && !legend).then_some(code)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diag::Sources;

    #[test]
    fn columns_count_characters_and_places_hold() {
        let text = "### a comment\n012 Torneig\n\n001    1 w    Àngel, Núria                      2101 CAT\n";
        let sources = Sources::default();
        let file = sources.add("x.trf", text);
        let records = split(file, text);
        assert_eq!(records.iter().map(|r| r.code).collect::<Vec<_>>(), ["012", "001"]);
        let field = records[1].field(player::NAME);
        assert_eq!(field.text, "Àngel, Núria");
        assert_eq!(sources.place(field.span), ("x.trf".into(), 4, 15));
        assert_eq!(records[1].field(player::RATING).number(), Some(2101));
        assert_eq!(records[1].field(player::FEDERATION).text, "CAT");
        assert!(records[1].field(player::RANK).is_empty());
    }

    #[test]
    fn rulers_and_legends_are_no_records() {
        for line in ["DDD SSSS sTTT", "0123456789", "Tornelo export", "", "00"] {
            assert_eq!(record_code(line), None, "{line}");
        }
        assert_eq!(record_code("XXR 9"), Some("XXR"));
        assert_eq!(record_code("132"), Some("132"));
    }
}
