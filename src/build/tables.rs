//! The tables of an event for spreadsheets: who takes part, the standings, the crosstable and the
//! pairings of all rounds, each as CSV and all in one workbook.
//!
//! They are made where the pages of the event are, while its reports are held; what there is of them
//! follows from its outline.

use super::Failure;
use super::documents::file_in;
use super::events::{CROSSTABLE, Event, STANDINGS};
use super::keys::Keys;
use crate::core::report::{Block, Table, Value};
use crate::export::sheet::{Sheet, SheetCell};
use crate::fingerprint::Fingerprint;
use crate::lang::Language;
use crate::model::Tournament;
use crate::publish::Shelf;
use crate::site::{
    About, Document, EventPages, EventReports, PLAYERS, ROUNDS, Site, TABLES, table_file,
    tournament_url,
};

/// The tabs whose first tables are sheets, in the order of the workbook; then come the rounds.
const SHEETS: [&str; 3] = [PLAYERS, STANDINGS, CROSSTABLE];
/// The workbook of all tables.
const WORKBOOK: &str = "taules.xlsx";
/// Can a workbook be written?
const HAS_WORKBOOKS: bool = cfg!(feature = "xlsx");

/// What a site says of the tables of an event.
pub(super) fn documents(event: &Event, t: &Tournament, language: &Language) -> Vec<Document> {
    let document = |title: &str, url: String| Document {
        title: language.text(title),
        url,
        pages: None,
        bytes: None,
        about: About::Tournament(event.index),
    };
    let slugs: Vec<&str> = event.pages.tabs.iter().map(|tab| tab.slug.as_str()).collect();
    let sheets = SHEETS.into_iter().filter(|slug| slugs.contains(slug));
    let rounds = slugs.iter().any(|slug| slug.starts_with(ROUNDS)).then_some(ROUNDS);
    let mut found: Vec<Document> = sheets
        .chain(rounds)
        .filter_map(|slug| {
            let file = table_file(slug)?;
            Some(document(title(slug), file_in(t, &format!("{TABLES}{file}"))))
        })
        .collect();
    if HAS_WORKBOOKS && !found.is_empty() {
        found.insert(0, document("download.workbook", file_in(t, &format!("{TABLES}{WORKBOOK}"))));
    }
    found
}

/// Makes the files that [`documents`] tells of, where the shelf has them not.
pub(super) fn make(
    shelf: &dyn Shelf,
    keys: &Keys<'_>,
    site: &Site<'_>,
    event: usize,
) -> Result<(), Failure> {
    let pages = &site.input.events[event];
    let t = &site.input.archive.tournaments[pages.tournament];
    let language = site.input.language;
    let made_of = Fingerprint::of(&(keys.event(pages.tournament), "tables", &language.code));
    let folder = format!("{}{TABLES}", tournament_url(t));
    let wanted: Vec<&str> = site
        .documents_about(&About::Tournament(pages.tournament))
        .map(|document| document.url.as_str())
        .filter(|url| url.starts_with(&folder))
        .filter(|url| shelf.keep(url, made_of).is_none())
        .collect();
    if wanted.is_empty() {
        return Ok(());
    }
    let sheets = sheets(pages, pages.reports().all(), language);
    let (slugs, sheets): (Vec<&str>, Vec<Sheet>) = sheets.into_iter().unzip();
    for url in wanted {
        if url.ends_with(WORKBOOK) {
            shelf.put(url, made_of, &workbook(&sheets))?;
            continue;
        }
        let is_named = |slug: &&str| table_file(slug).is_some_and(|file| url.ends_with(file));
        if let Some(at) = slugs.iter().position(is_named) {
            shelf.put(url, made_of, sheets[at].to_csv().as_bytes())?;
        }
    }
    Ok(())
}

#[cfg(feature = "xlsx")]
fn workbook(sheets: &[Sheet]) -> Vec<u8> {
    crate::export::xlsx::workbook(sheets)
}

/// Never called: no document tells of a workbook.
#[cfg(not(feature = "xlsx"))]
fn workbook(_: &[Sheet]) -> Vec<u8> {
    Vec::new()
}

/// What a table is called among the files.
fn title(slug: &str) -> &'static str {
    match slug {
        STANDINGS => "tab.standings",
        CROSSTABLE => "tab.crosstable",
        ROUNDS => "download.rounds",
        _ => "tab.players",
    }
}

/// The sheets of an event, by the tabs that they are of.
fn sheets(
    pages: &EventPages,
    reports: &EventReports,
    language: &Language,
) -> Vec<(&'static str, Sheet)> {
    let table = |slug: &str| {
        let at = pages.tabs.iter().position(|tab| tab.slug == slug)?;
        first_table(&reports.tabs.get(at)?.report.blocks)
    };
    let mut sheets: Vec<(&str, Sheet)> = SHEETS
        .into_iter()
        .filter_map(|slug| Some((slug, sheet(title(slug), table(slug)?, language, false))))
        .collect();
    let mut rounds: Option<Sheet> = None;
    for tab in &reports.tabs {
        let round = tab.slug.strip_prefix(ROUNDS).and_then(|round| round.parse::<u32>().ok());
        let (Some(round), Some(table)) = (round, first_table(&tab.report.blocks)) else { continue };
        let mut own = sheet(title(ROUNDS), table, language, true);
        own.header.insert(0, language.text("column.round"));
        for row in &mut own.rows {
            row.insert(0, SheetCell::Number(i64::from(round).into()));
        }
        match &mut rounds {
            Some(all) => all.rows.append(&mut own.rows),
            None => rounds = Some(own),
        }
    }
    sheets.extend(rounds.map(|sheet| (ROUNDS, sheet)));
    sheets
}

fn first_table(blocks: &[Block]) -> Option<&Table> {
    blocks.iter().find_map(|block| match block {
        Block::Table(table) => Some(table),
        _ => None,
    })
}

/// With `numbers`, every name stands after its pairing number.
fn sheet(title: &str, table: &Table, language: &Language, numbers: bool) -> Sheet {
    let number_of = |value: &Value| match value {
        Value::Entrant { number, .. } => Some(*number),
        _ => None,
    };
    let named: Vec<bool> = (0..table.columns.len())
        .map(|at| {
            let mut cells = table.rows.iter().filter_map(|row| row.cells.get(at));
            numbers && cells.any(|cell| number_of(&cell.value).is_some())
        })
        .collect();
    let header = table.columns.iter().zip(&named).flat_map(|(column, &named)| {
        let number = named.then(|| language.text("column.number"));
        number.into_iter().chain([language.msg(&column.header)])
    });
    let rows = table.rows.iter().map(|row| {
        let cells = row.cells.iter().zip(&named).flat_map(|(entry, &named)| {
            let number = named.then(|| cell(&number_of(&entry.value).into(), language));
            number.into_iter().chain([cell(&entry.value, language)])
        });
        cells.collect()
    });
    Sheet { name: language.text(title), header: header.collect(), rows: rows.collect() }
}

/// A value in a cell: numbers as numbers, a half as 0.5, nothing where there is none, a day as
/// 1990-12-01.
fn cell(value: &Value, language: &Language) -> SheetCell {
    match value {
        Value::Undefined => SheetCell::Empty,
        Value::Int(n) | Value::Money(n) => SheetCell::Number((*n).into()),
        Value::Points(points) => SheetCell::Number(points.exact()),
        Value::Exact(value) => SheetCell::Number(*value),
        Value::Percent(share) => SheetCell::Number(share * 100),
        Value::Date(day) => SheetCell::Text(day.to_string()),
        _ => SheetCell::Text(language.value(value)),
    }
}

/// Every table of the example site, read back from its workbook and from its CSV.
#[cfg(all(test, feature = "xlsx", feature = "import"))]
mod tests {
    use std::io::Cursor;

    use calamine::{Data, Reader, Xlsx};

    use super::*;
    use crate::build::prepare;
    use crate::diag::{Diagnostics, Sources};
    use crate::project::Project;

    #[test]
    fn workbooks_and_csv_hold_the_same_tables() {
        let project = Project::disk(env!("CARGO_MANIFEST_DIR"));
        let (sources, mut diagnostics) = (Sources::default(), Diagnostics::new());
        let prepared = prepare(&project, None, &sources, &mut diagnostics).expect("a site");
        let (mut halves, mut compared) = (0, 0);
        for event in &prepared.events {
            let pages = event.pages();
            let sheets = sheets(&pages, pages.reports().all(), &prepared.language);
            assert!(sheets.len() >= 3, "{}", event.index);
            let own: Vec<Sheet> = sheets.into_iter().map(|(_, sheet)| sheet).collect();
            let mut book: Xlsx<_> = Xlsx::new(Cursor::new(workbook(&own))).expect("a workbook");
            assert_eq!(book.sheet_names().len(), own.len());
            for (sheet, name) in own.iter().zip(book.sheet_names()) {
                let range = book.worksheet_range(&name).expect("a sheet");
                let csv = sheet.to_csv();
                let mut reader =
                    csv::ReaderBuilder::new().has_headers(false).from_reader(csv.as_bytes());
                let lines: Vec<csv::StringRecord> =
                    reader.records().collect::<Result<_, _>>().expect("CSV");
                assert_eq!(lines.len(), sheet.rows.len() + 1);
                for (row, line) in lines.iter().enumerate() {
                    assert_eq!(line.len(), sheet.header.len(), "{name}, line {row}");
                    for (column, text) in line.iter().enumerate() {
                        let found = range.get_value((row as u32, column as u32));
                        let expected = row.checked_sub(1).map(|row| &sheet.rows[row][column]);
                        match (found, expected) {
                            (Some(Data::Float(number)), Some(SheetCell::Number(_))) => {
                                halves += usize::from(number.fract() == 0.5);
                                let same: f64 = text.parse().expect("a number");
                                assert_eq!(*number, same, "{name} {row} {column}");
                            }
                            (Some(Data::String(found)), Some(SheetCell::Text(_)) | None) => {
                                assert_eq!(found, text, "{name} {row} {column}");
                            }
                            (None | Some(Data::Empty), Some(SheetCell::Empty)) => {
                                assert_eq!(text, "");
                            }
                            other => panic!("{name} {row} {column}: {other:?}, CSV {text:?}"),
                        }
                        compared += 1;
                    }
                }
            }
        }
        assert!(compared > 5000 && halves > 100, "{compared} cells, {halves} halves");
    }
}
