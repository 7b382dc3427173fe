//! Spreadsheets of Excel 2007 and later: the first sheet as a text with semicolons.

use std::io::{Cursor, Read};

use calamine::{DataRef, Reader, Xlsx};

use super::sheet::{MAX_COLUMNS, MAX_ROWS};

/// What all parts of the file may unpack to, in bytes: a small file can hold a huge one.
const MAX_UNPACKED: u64 = 128 * 1024 * 1024;

/// The first sheet. Lines keep their numbers, so that a place in the text is one in the sheet.
pub fn as_text(bytes: &[u8]) -> Result<String, String> {
    bounded(bytes)?;
    // The library computes with the addresses of cells unchecked, and may panic on impossible ones.
    std::panic::catch_unwind(|| first_sheet(bytes))
        .unwrap_or_else(|_| Err("its sheet is damaged".to_owned()))
}

fn first_sheet(bytes: &[u8]) -> Result<String, String> {
    let mut book: Xlsx<_> = Xlsx::new(Cursor::new(bytes)).map_err(|error| error.to_string())?;
    let name = book.sheet_names().first().cloned().ok_or("it has no sheet")?;
    let mut cells = book.worksheet_cells_reader(&name).map_err(|error| error.to_string())?;
    let mut text = String::new();
    // Cells come in their order; those without anything are left out.
    let (mut line, mut column) = (0, 0);
    while let Some(cell) = cells.next_cell().map_err(|error| error.to_string())? {
        let (row, at) = cell.get_position();
        let (row, at) = (row as usize, at as usize);
        let value = written(cell.get_value());
        if value.is_empty() {
            continue;
        }
        if row > MAX_ROWS || at > MAX_COLUMNS {
            return Err(format!("a cell stands in line {}, column {}", row + 1, at + 1));
        }
        if row < line || row == line && at < column {
            return Err("its cells are not in order".to_owned());
        }
        while line < row {
            text.push('\n');
            line += 1;
            column = 0;
        }
        while column < at {
            text.push(';');
            column += 1;
        }
        quote(&mut text, &value);
    }
    text.push('\n');
    Ok(text)
}

/// Unpacks every part once, counting and keeping nothing.
fn bounded(bytes: &[u8]) -> Result<(), String> {
    let mut archive =
        zip::ZipArchive::new(Cursor::new(bytes)).map_err(|error| error.to_string())?;
    let mut left = MAX_UNPACKED;
    let mut buffer = vec![0; 64 * 1024];
    for index in 0..archive.len() {
        let mut part = archive.by_index(index).map_err(|error| error.to_string())?;
        loop {
            let read = part.read(&mut buffer).map_err(|error| error.to_string())?;
            if read == 0 {
                break;
            }
            left = left.checked_sub(read as u64).ok_or_else(|| {
                format!("it unpacks to more than {} MB", MAX_UNPACKED / 1024 / 1024)
            })?;
        }
    }
    Ok(())
}

fn written(value: &DataRef<'_>) -> String {
    match value {
        DataRef::Int(number) => number.to_string(),
        // The shortest decimal that is this number: `43.5`, `9`.
        DataRef::Float(number) => number.to_string(),
        DataRef::String(text) | DataRef::DateTimeIso(text) | DataRef::DurationIso(text) => {
            text.clone()
        }
        DataRef::SharedString(text) => (*text).to_owned(),
        DataRef::Bool(flag) => flag.to_string(),
        DataRef::DateTime(_) | DataRef::Error(_) | DataRef::Empty => String::new(),
    }
}

/// Line ends and other control characters inside a cell become blanks, so that lines stay lines.
fn quote(text: &mut String, value: &str) {
    let value = value.replace(|c: char| c.is_control(), " ");
    if value.contains([';', '"']) {
        text.push('"');
        text.push_str(&value.replace('"', "\"\""));
        text.push('"');
    } else {
        text.push_str(&value);
    }
}
