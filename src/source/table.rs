//! CSV files of ours: each declares its columns, and every cell knows its place.
//!
//! A declaration with [`columns!`](crate::source::table) is what reads, what reports unknown,
//! missing and doubled columns, and what `DATA.md` is written from. Splitting and unquoting is
//! `csv-core`'s; what is added here is where each cell stands.

use std::borrow::Cow;
use std::path::Path;
use std::str::FromStr;
use std::sync::Arc;

use csv_core::{ReadFieldResult, ReaderBuilder};

use super::text::{Legacy, decode};
use crate::diag::{Diagnostic, Diagnostics, FileId, SourceFile, Sources, Span};
use crate::model::Date;
use crate::project::Project;

/// A column that a file may have.
#[derive(Clone, Copy, Debug)]
pub struct ColumnDef {
    pub name: &'static str,
    /// Must the file have it? (Its cells may still be empty where the reader allows it.)
    pub required: bool,
    pub doc: &'static [&'static str],
}

/// A kind of file and its columns.
#[derive(Clone, Copy, Debug)]
pub struct Schema {
    pub name: &'static str,
    pub doc: &'static [&'static str],
    pub columns: &'static [ColumnDef],
}

/// One line of a file of a declared kind.
pub trait Row<'t>: Sized {
    const SCHEMA: Schema;

    /// `take` gives the cells in the order of the declaration.
    fn from_cells(take: &mut dyn FnMut() -> Cell<'t>, span: Span) -> Self;
}

/// Declares the columns of a kind of file; a field's comment is its documentation.
macro_rules! columns {
    ($(#[doc = $doc:literal])+ pub struct $row:ident = $file:literal {
        $($(#[doc = $column_doc:literal])+ $need:ident $column:ident,)+
    }) => {
        $(#[doc = $doc])+
        #[derive(Clone, Debug)]
        pub struct $row<'t> {
            $(
                $(#[doc = $column_doc])+
                #[allow(dead_code)]
                pub $column: $crate::source::table::Cell<'t>,
            )+
            /// The whole line.
            #[allow(dead_code)]
            pub span: $crate::diag::Span,
        }

        impl<'t> $crate::source::table::Row<'t> for $row<'t> {
            const SCHEMA: $crate::source::table::Schema = $crate::source::table::Schema {
                name: $file,
                doc: &[$($doc),+],
                columns: &[$($crate::source::table::ColumnDef {
                    name: stringify!($column),
                    required: $crate::source::table::columns!(@ $need),
                    doc: &[$($column_doc),+],
                },)+],
            };

            fn from_cells(
                take: &mut dyn FnMut() -> $crate::source::table::Cell<'t>,
                span: $crate::diag::Span,
            ) -> Self {
                Self { $($column: take(),)+ span }
            }
        }
    };
    (@ required) => { true };
    (@ optional) => { false };
}
pub(crate) use columns;

/// A cell, without the blanks around it, and its place.
#[derive(Clone, Debug)]
pub struct Cell<'t> {
    text: Cow<'t, str>,
    pub span: Span,
    column: &'static str,
    /// Has the file this column?
    present: bool,
}

impl Cell<'_> {
    /// What stands there; empty when there is nothing, or no such column.
    pub fn text(&self) -> &str {
        &self.text
    }

    pub fn is_empty(&self) -> bool {
        self.text.is_empty()
    }

    /// Has the file this column? Where it has not, that is reported once, not in every line.
    pub fn is_present(&self) -> bool {
        self.present
    }

    /// What stands there, if something does.
    pub fn given(&self) -> Option<&str> {
        (!self.is_empty()).then(|| self.text())
    }

    pub fn shared(&self) -> Option<Arc<str>> {
        self.given().map(Arc::from)
    }

    /// What stands there; nothing is an error.
    pub fn required(&self, diagnostics: &mut Diagnostics) -> Option<&str> {
        if self.is_empty() && self.present {
            diagnostics.push(
                Diagnostic::error("E0113", format!("`{}` is empty", self.column))
                    .at(self.span)
                    .hint("every line needs it"),
            );
        }
        self.given()
    }

    /// A whole number, not negative; anything else is an error, nothing is `None`.
    pub fn number<N: FromStr>(&self, diagnostics: &mut Diagnostics) -> Option<N> {
        let text = self.given()?;
        let number =
            if text.bytes().all(|b| b.is_ascii_digit()) { text.parse().ok() } else { None };
        if number.is_none() {
            diagnostics.push(
                Diagnostic::error("E0105", format!("`{}` is a whole number", self.column))
                    .at_label(self.span, format!("`{text}` is not, or is too large"))
                    .hint("digits only: 1, 2, 3 …"),
            );
        }
        number
    }

    /// A number from 1.
    pub fn ordinal(&self, diagnostics: &mut Diagnostics) -> Option<u32> {
        let number = self.number(diagnostics)?;
        if number == 0 {
            diagnostics.push(
                Diagnostic::error("E0105", format!("`{}` counts from 1", self.column))
                    .at_label(self.span, "0"),
            );
            return None;
        }
        Some(number)
    }

    /// A rating; 0 is none, as other programs write it.
    pub fn rating(&self, diagnostics: &mut Diagnostics) -> Option<u32> {
        let rating = self.number(diagnostics).filter(|&rating| rating > 0)?;
        if rating > HIGHEST_RATING {
            diagnostics.push(
                Diagnostic::error("E0105", format!("`{}` is a rating", self.column))
                    .at_label(self.span, format!("`{rating}` is too large"))
                    .hint("a rating has at most four digits"),
            );
            return None;
        }
        Some(rating)
    }

    /// A date; anything else is an error, nothing is `None`.
    pub fn date(&self, diagnostics: &mut Diagnostics) -> Option<Date> {
        let text = self.given()?;
        let date = parse_date(text);
        if date.is_none() {
            diagnostics.push(
                Diagnostic::error("E0106", format!("`{text}` is not a date"))
                    .at(self.span)
                    .hint("write year, month and day that exist: `1990-12-01`"),
            );
        }
        date
    }

    /// A day of birth; the year alone stands for its first day.
    pub fn birth(&self, diagnostics: &mut Diagnostics) -> Option<Date> {
        let text = self.given()?;
        if text.len() == 4
            && text.bytes().all(|b| b.is_ascii_digit())
            && let Ok(year) = text.parse()
            && let Ok(date) = Date::new(year, 1, 1)
        {
            return Some(date);
        }
        self.date(diagnostics)
    }

    /// Yes or no; nothing is no.
    pub fn flag(&self, diagnostics: &mut Diagnostics) -> bool {
        match self.text().to_ascii_lowercase().as_str() {
            "" | "false" | "no" | "0" => false,
            "true" | "yes" | "1" | "x" => true,
            text => {
                diagnostics.push(
                    Diagnostic::error("E0115", format!("`{text}` is neither yes nor no"))
                        .at(self.span)
                        .hint("write `true` or `false`; empty is false"),
                );
                false
            }
        }
    }

    /// A word out of a list; anything else is an error, nothing is `None`.
    pub fn word<T: Copy>(
        &self,
        all: &[T],
        key: fn(T) -> &'static str,
        diagnostics: &mut Diagnostics,
    ) -> Option<T> {
        let text = self.given()?;
        let found = all.iter().copied().find(|&item| key(item) == text);
        if found.is_none() {
            let keys: Vec<_> = all.iter().map(|&item| key(item)).collect();
            diagnostics.push(
                Diagnostic::error("E0114", format!("`{text}` is no {}", self.column))
                    .at(self.span)
                    .hint(format!("one of: {}", keys.join(", ")))
                    .suggest(text, keys),
            );
        }
        found
    }

    /// An identifier: lower-case ASCII letters, digits and hyphens.
    pub fn slug(&self, diagnostics: &mut Diagnostics) -> Option<Arc<str>> {
        let text = self.required(diagnostics)?;
        let proper = crate::model::slugify(text);
        if proper == text {
            return Some(text.into());
        }
        diagnostics.push(
            Diagnostic::error("E0406", format!("`{text}` is no identifier")).at(self.span).hint(
                format!("lower-case letters without accents, digits and hyphens: `{proper}`"),
            ),
        );
        None
    }
}

/// `1990-12-01`, if the day exists.
pub fn parse_date(text: &str) -> Option<Date> {
    let mut parts = text.split('-');
    let mut part = |digits: usize| {
        parts.next().filter(|p| p.len() == digits && p.bytes().all(|b| b.is_ascii_digit()))
    };
    let (year, month, day) = (part(4)?, part(2)?, part(2)?);
    if parts.next().is_some() {
        return None;
    }
    Date::new(year.parse().ok()?, month.parse().ok()?, day.parse().ok()?).ok()
}

/// A CSV file that was read and decoded.
pub struct TableFile {
    file: FileId,
    source: Arc<SourceFile>,
}

impl TableFile {
    /// Reads a file that must exist.
    pub fn open(
        project: &Project,
        path: &Path,
        sources: &Sources,
        diagnostics: &mut Diagnostics,
    ) -> Option<Self> {
        let bytes = super::read(project, path, diagnostics)?;
        let (file, _) = decode(path, &bytes, Legacy::Accept, sources, diagnostics)?;
        Some(Self { file, source: sources.get(file) })
    }

    /// Reads a file if it exists.
    pub fn open_optional(
        project: &Project,
        path: &Path,
        sources: &Sources,
        diagnostics: &mut Diagnostics,
    ) -> Option<Self> {
        if project.exists(path) { Self::open(project, path, sources, diagnostics) } else { None }
    }

    /// All its lines.
    pub fn rows<'t, R: Row<'t>>(&'t self, diagnostics: &mut Diagnostics) -> Vec<R> {
        read_rows(self.file, &self.source.text, diagnostics)
    }
}

/// Lines of a table of ours: what they cost in memory is many times the file.
const MAX_LINES: usize = 200_000;
/// No rating is higher: report files have four columns for it.
const HIGHEST_RATING: u32 = 9_999;

/// The cells of a decoded text whose columns may be any. Lines with too few or too many cells are
/// errors, as in files of ours.
pub fn plain_rows(file: FileId, text: &str, diagnostics: &mut Diagnostics) -> Vec<Vec<String>> {
    let Some(delimiter) = find_delimiter(text, &[]) else { return Vec::new() };
    let mut splitter = Splitter::new(file, text, delimiter);
    let mut rows: Vec<Vec<String>> = Vec::new();
    while let Some(cells) = splitter.record(diagnostics) {
        let columns = rows.first().map_or(cells.len(), Vec::len);
        if cells.len() != columns {
            diagnostics.push(
                Diagnostic::error(
                    "E0111",
                    format!("{} cells under {columns} columns", cells.len()),
                )
                .at(line_span(file, &cells))
                .hint("as many cells as columns"),
            );
        }
        rows.push(cells.into_iter().map(|cell| cell.text.into_owned()).collect());
    }
    rows
}

/// Reads the lines of a decoded text.
pub fn read_rows<'t, R: Row<'t>>(
    file: FileId,
    text: &'t str,
    diagnostics: &mut Diagnostics,
) -> Vec<R> {
    let columns = R::SCHEMA.columns;
    let Some(delimiter) = find_delimiter(text, columns) else {
        let names: Vec<_> = columns.iter().map(|c| c.name).collect();
        diagnostics.push(
            Diagnostic::error("E0104", "the file has no heading line")
                .at(Span::new(file, 0, 0))
                .hint(format!("the first line names the columns: {}", names.join(","))),
        );
        return Vec::new();
    };
    let mut splitter = Splitter::new(file, text, delimiter);
    let Some(header) = splitter.record(diagnostics) else { return Vec::new() };
    let header_span = line_span(file, &header);
    if delimiter != b',' {
        let name = if delimiter == b';' { "semicolons" } else { "tabs" };
        diagnostics.push(
            Diagnostic::note("N0103", format!("read with {name} between the columns"))
                .at(header_span),
        );
    }
    let positions = match_columns(&header, header_span, columns, diagnostics);
    let mut rows = Vec::new();
    while let Some(mut cells) = splitter.record(diagnostics) {
        let span = line_span(file, &cells);
        if rows.len() == MAX_LINES {
            diagnostics.push(
                Diagnostic::error("E0117", format!("more than {MAX_LINES} lines"))
                    .at(span)
                    .hint("no federation has as many: the lines from here on are not read"),
            );
            break;
        }
        if cells.len() != header.len() {
            diagnostics.push(
                Diagnostic::error(
                    "E0111",
                    format!("{} cells under {} columns", cells.len(), header.len()),
                )
                .at(span)
                .related(header_span, "the columns")
                .hint("as many cells as columns; put a text with the separator in it in quotation marks"),
            );
        }
        let mut next = 0;
        let mut take = || {
            let (at, column) = (positions[next], columns[next].name);
            next += 1;
            let missing =
                Raw { text: Cow::Borrowed(""), span: Span::new(file, span.end, span.end) };
            let raw = match at.and_then(|at| cells.get_mut(at)) {
                Some(cell) => std::mem::replace(cell, missing),
                None => missing,
            };
            Cell { text: raw.text, span: raw.span, column, present: at.is_some() }
        };
        rows.push(R::from_cells(&mut take, span));
    }
    rows
}

/// Where each declared column stands in the file; reports what does not fit.
fn match_columns(
    header: &[Raw<'_>],
    header_span: Span,
    columns: &[ColumnDef],
    diagnostics: &mut Diagnostics,
) -> Vec<Option<usize>> {
    let mut positions: Vec<Option<usize>> = vec![None; columns.len()];
    for (at, cell) in header.iter().enumerate() {
        match columns.iter().position(|c| c.name.eq_ignore_ascii_case(&cell.text)) {
            Some(column) => match positions[column] {
                Some(first) => diagnostics.push(
                    Diagnostic::error("E0109", format!("two columns `{}`", cell.text))
                        .at_label(cell.span, "second")
                        .related(header[first].span, "first"),
                ),
                None => positions[column] = Some(at),
            },
            None => {
                let names: Vec<_> = columns.iter().map(|c| c.name).collect();
                diagnostics.push(
                    Diagnostic::error("E0107", format!("unknown column `{}`", cell.text))
                        .at(cell.span)
                        .hint(format!("known here: {}", names.join(", ")))
                        .suggest(&cell.text, names),
                );
            }
        }
    }
    for (column, _) in columns.iter().zip(&positions).filter(|(c, p)| c.required && p.is_none()) {
        diagnostics.push(
            Diagnostic::error("E0108", format!("the column `{}` is missing", column.name))
                .at(header_span)
                .hint("name it in the first line"),
        );
    }
    positions
}

/// The sign between columns: the one that makes most known columns, else the most frequent.
fn find_delimiter(text: &str, columns: &[ColumnDef]) -> Option<u8> {
    let header = text.lines().find(|line| !line.trim().is_empty())?;
    let rank = |&delimiter: &u8| {
        let names = header.split(char::from(delimiter)).map(|name| name.trim().trim_matches('"'));
        let known =
            names.filter(|name| columns.iter().any(|c| c.name.eq_ignore_ascii_case(name))).count();
        (known, header.bytes().filter(|&b| b == delimiter).count())
    };
    // The last of equals wins: the comma.
    [b'\t', b';', b','].into_iter().max_by_key(rank)
}

/// A cell as split.
#[derive(Clone, Debug)]
struct Raw<'t> {
    text: Cow<'t, str>,
    span: Span,
}

fn line_span(file: FileId, cells: &[Raw<'_>]) -> Span {
    match (cells.first(), cells.last()) {
        (Some(first), Some(last)) => Span::new(file, first.span.start, last.span.end),
        _ => Span::new(file, 0, 0),
    }
}

/// Splits a text into records whose cells know their places.
struct Splitter<'t> {
    file: FileId,
    text: &'t str,
    reader: csv_core::Reader,
    delimiter: u8,
    /// Bytes consumed.
    at: usize,
    output: Vec<u8>,
}

impl<'t> Splitter<'t> {
    fn new(file: FileId, text: &'t str, delimiter: u8) -> Self {
        let reader = ReaderBuilder::new().delimiter(delimiter).build();
        Self { file, text, reader, delimiter, at: 0, output: vec![0; 256] }
    }

    /// The next record that is not blank.
    fn record(&mut self, diagnostics: &mut Diagnostics) -> Option<Vec<Raw<'t>>> {
        loop {
            let mut cells = Vec::new();
            loop {
                let (cell, record_end) = match self.field(cells.is_empty(), diagnostics) {
                    Some(field) => field,
                    // csv-core always ends a record before the text.
                    None if cells.is_empty() => return None,
                    None => break,
                };
                cells.push(cell);
                if record_end {
                    break;
                }
            }
            if cells.iter().any(|cell| !cell.text.is_empty()) {
                return Some(cells);
            }
        }
    }

    fn field(&mut self, first: bool, diagnostics: &mut Diagnostics) -> Option<(Raw<'t>, bool)> {
        let mut start = self.at;
        let mut written = 0;
        let (record_end, flushed) = loop {
            let input = &self.text.as_bytes()[self.at..];
            let at_end = input.is_empty();
            let (result, read, wrote) = self.reader.read_field(input, &mut self.output[written..]);
            self.at += read;
            written += wrote;
            match result {
                ReadFieldResult::Field { record_end } => break (record_end, at_end),
                ReadFieldResult::End => return None,
                ReadFieldResult::OutputFull => {
                    let length = self.output.len() * 2;
                    self.output.resize(length, 0);
                }
                ReadFieldResult::InputEmpty => {}
            }
        };
        let mut end = self.at;
        // The separator or line end was read with the field, unless the text ended without one.
        if !flushed && end > start {
            end -= 1;
        }
        if first {
            // Blank lines before a record are read with its first field.
            let blank = self.text[start..end].bytes().take_while(|&b| b == b'\n').count();
            start += blank;
        }
        let raw = &self.text[start..end];
        let quoted = raw.starts_with('"');
        if quoted && raw.bytes().filter(|&b| b == b'"').count() % 2 == 1 {
            diagnostics.push(
                Diagnostic::error("E0112", "a quotation mark is never closed")
                    .at(Span::new(self.file, start, start + 1))
                    .hint("close it, or double a quotation mark that belongs to the text"),
            );
        }
        let text = if raw.contains('"') {
            Cow::Owned(String::from_utf8_lossy(&self.output[..written]).trim().to_owned())
        } else {
            Cow::Borrowed(raw.trim())
        };
        debug_assert!(self.delimiter != b'"');
        let inner = if quoted && raw.len() > 1 && raw.ends_with('"') {
            start + 1..end - 1
        } else {
            let blanks = raw.len() - raw.trim_start().len();
            start + blanks..start + blanks + raw.trim().len()
        };
        Some((Raw { text, span: Span::new(self.file, inner.start, inner.end) }, record_end))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    columns! {
        /// A test.
        pub struct SampleRow = "sample.csv" {
            /// Number.
            required number,
            /// Name.
            required name,
            /// Day.
            optional day,
        }
    }

    /// Number, name, and the name's line and column.
    type Read = (String, String, (usize, usize));

    fn read(text: &str) -> (Vec<Read>, Diagnostics, Sources) {
        let (sources, mut diagnostics) = (Sources::default(), Diagnostics::new());
        let file = sources.add("sample.csv", text);
        let rows = read_rows::<SampleRow<'_>>(file, text, &mut diagnostics)
            .into_iter()
            .map(|row| {
                let (_, line, column) = sources.place(row.name.span);
                (row.number.text().to_owned(), row.name.text().to_owned(), (line, column))
            })
            .collect();
        (rows, diagnostics, sources)
    }

    fn codes(diagnostics: &Diagnostics) -> Vec<&'static str> {
        diagnostics.iter().map(|d| d.code.0).collect()
    }

    #[test]
    fn cells_know_their_places_through_quotes_and_blank_lines() {
        let (rows, diagnostics, _) =
            read("\nnumber,name\n1,\"Puig, \"\"Pepet\"\"\"\n\n 2 ,  Àngel \n3,Roca");
        assert!(diagnostics.is_empty());
        assert_eq!(rows[0], ("1".into(), "Puig, \"Pepet\"".into(), (3, 4)));
        assert_eq!(rows[1], ("2".into(), "Àngel".into(), (5, 7)));
        assert_eq!(rows[2], ("3".into(), "Roca".into(), (6, 3)));
    }

    #[test]
    fn semicolons_and_tabs_are_recognised_and_told() {
        for (text, code) in [("number;name\n1;A\n", "N0103"), ("name\tnumber\nA\t1\n", "N0103")] {
            let (rows, diagnostics, _) = read(text);
            assert_eq!((rows[0].0.as_str(), rows[0].1.as_str()), ("1", "A"));
            assert_eq!(codes(&diagnostics), [code]);
        }
    }

    #[test]
    fn columns_are_checked_all_at_once() {
        let (_, diagnostics, sources) = read("number,nmae,number\n1,A,2\n");
        assert_eq!(codes(&diagnostics), ["E0107", "E0109", "E0108"]);
        assert!(diagnostics.render(&sources, false).contains("did you mean `name`?"));
    }

    #[test]
    fn ragged_lines_unclosed_quotes_and_empty_files_are_reported() {
        assert_eq!(codes(&read("number,name\n1\n2,B,C\n").1), ["E0111", "E0111"]);
        assert_eq!(codes(&read("number,name\n1,\"B\n2,C\n").1), ["E0112"]);
        assert_eq!(codes(&read("\n").1), ["E0104"]);
    }

    #[test]
    fn dates_must_exist() {
        assert!(parse_date("1990-02-28").is_some());
        for bad in ["1990-02-30", "1990-2-3", "28/02/1990", "1990-02-28T10:00", "+990-01-01", ""] {
            assert!(parse_date(bad).is_none(), "{bad}");
        }
    }

    proptest! {
        /// Any text whatever is read without a panic, and every place lies within it.
        #[test]
        fn no_text_panics(text in "([a-z\";,\n\té ]|number|name){0,60}") {
            let (sources, mut diagnostics) = (Sources::default(), Diagnostics::new());
            let file = sources.add("sample.csv", text.as_str());
            for row in read_rows::<SampleRow<'_>>(file, &text, &mut diagnostics) {
                for cell in [&row.number, &row.name, &row.day] {
                    prop_assert!(text.get(cell.span.start..cell.span.end).is_some());
                }
                row.day.date(&mut diagnostics);
                row.number.ordinal(&mut diagnostics);
            }
            diagnostics.render(&sources, false);
        }
    }
}
