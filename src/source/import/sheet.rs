//! Tables of other programs: rows of cells that know their places, whatever separates them.

use crate::diag::{FileId, Span};

/// No list is larger: what is, is no list of an event, and is refused before it costs memory.
pub const MAX_ROWS: usize = 200_000;
pub const MAX_COLUMNS: usize = 1_000;
/// Of a whole table.
const MAX_CELLS: usize = 2_000_000;

/// A cell, without the blanks around it.
#[derive(Clone, Debug)]
pub struct Cell {
    pub text: String,
    pub span: Span,
}

impl Cell {
    pub fn is_empty(&self) -> bool {
        self.text.is_empty()
    }

    /// A whole number.
    pub fn number(&self) -> Option<u32> {
        if self.text.bytes().all(|b| b.is_ascii_digit()) { self.text.parse().ok() } else { None }
    }
}

/// A line with something in it.
#[derive(Clone, Debug)]
pub struct Row {
    pub cells: Vec<Cell>,
    pub span: Span,
}

impl Row {
    pub fn get(&self, column: usize) -> &str {
        self.cells.get(column).map_or("", |cell| cell.text.as_str())
    }

    /// The place of a cell, of the line where there is none.
    pub fn span_of(&self, column: usize) -> Span {
        self.cells.get(column).map_or(self.span, |cell| cell.span)
    }

    /// The only text of a line that has one.
    pub fn lone_text(&self) -> Option<&str> {
        let mut filled = self.cells.iter().filter(|cell| !cell.is_empty());
        let first = filled.next()?;
        filled.next().is_none().then_some(first.text.as_str())
    }
}

/// A decoded text as a table; `None` when it has no separator at all, or is too large.
#[derive(Clone, Debug)]
pub struct Sheet {
    pub separator: char,
    /// Lines without anything are left out.
    pub rows: Vec<Row>,
}

impl Sheet {
    /// Splits a text at the separator that most of its lines have most often: `;`, tab or comma.
    pub fn read(file: FileId, text: &str) -> Option<Self> {
        let sample: Vec<&str> = text.lines().filter(|line| !line.trim().is_empty()).collect();
        let sample = &sample[..sample.len().min(60)];
        let weight = |separator: char| {
            sample.iter().filter(|line| line.matches(separator).count() >= 3).count()
        };
        // The largest wins; of equals the one that names and numbers hold least often.
        let (weight, separator) = [(weight(','), ','), (weight('\t'), '\t'), (weight(';'), ';')]
            .into_iter()
            .max_by_key(|&(weight, _)| weight)?;
        if weight == 0 {
            return None;
        }
        let (mut rows, mut cells_left) = (Vec::new(), MAX_CELLS);
        let mut rest = Splitter { text, at: 0, separator };
        while let Some(cells) = rest.row() {
            if rows.len() > MAX_ROWS || cells.len() > MAX_COLUMNS {
                return None;
            }
            cells_left = cells_left.checked_sub(cells.len())?;
            let (start, end) = match (cells.first(), cells.last()) {
                (Some(first), Some(last)) => (first.1, last.2),
                _ => continue,
            };
            let cells: Vec<Cell> = cells
                .into_iter()
                .map(|(text, start, end)| Cell {
                    text: text.trim().to_owned(),
                    span: Span::new(file, start, end),
                })
                .collect();
            if cells.iter().any(|cell| !cell.is_empty()) {
                rows.push(Row { cells, span: Span::new(file, start, end) });
            }
        }
        Some(Self { separator, rows })
    }
}

struct Splitter<'t> {
    text: &'t str,
    at: usize,
    separator: char,
}

impl Splitter<'_> {
    /// The cells of the next line, with their first byte and the one after their last.
    fn row(&mut self) -> Option<Vec<(String, usize, usize)>> {
        if self.at >= self.text.len() {
            return None;
        }
        let mut cells = Vec::new();
        loop {
            let (cell, more) = self.cell();
            cells.push(cell);
            if !more {
                return Some(cells);
            }
        }
    }

    /// A cell, and whether another follows on the line.
    fn cell(&mut self) -> ((String, usize, usize), bool) {
        let start = self.at;
        let rest = &self.text[start..];
        // A quotation mark at the start encloses separators and line ends.
        let quoted = rest.starts_with('"');
        let mut content = String::new();
        let mut inside = quoted;
        let mut chars = rest.char_indices().skip(usize::from(quoted)).peekable();
        while let Some((at, c)) = chars.next() {
            match c {
                '"' if inside => {
                    if chars.peek().is_some_and(|&(_, next)| next == '"') {
                        chars.next();
                        content.push('"');
                    } else {
                        inside = false;
                    }
                }
                c if !inside && (c == self.separator || c == '\n') => {
                    self.at = start + at + c.len_utf8();
                    return ((content, start, start + at), c != '\n');
                }
                c => content.push(c),
            }
        }
        self.at = self.text.len();
        ((content, start, self.text.len()), false)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diag::Sources;

    #[test]
    fn cells_know_their_places() {
        let text = "Obert;;\n\nNo;Name;Pts;;\n1;\"Puig; \"\"A\"\"\";3,5;;\n";
        let sources = Sources::default();
        let file = sources.add("x.csv", text);
        let sheet = Sheet::read(file, text).expect("it is a table");
        assert_eq!(sheet.rows.len(), 3);
        assert_eq!(sheet.rows[0].lone_text(), Some("Obert"));
        let row = &sheet.rows[2];
        assert_eq!((row.get(1), row.get(2)), ("Puig; \"A\"", "3,5"));
        assert_eq!(sources.place(row.span_of(2)), ("x.csv".into(), 4, 17));
        assert!(Sheet::read(file, "just words\n").is_none());
    }
}
