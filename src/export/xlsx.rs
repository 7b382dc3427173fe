//! A workbook of Excel and LibreOffice: Office Open XML (ECMA-376), the least of it that both read.
//!
//! Texts stand in their cells, numbers are numbers, the line of headings is bold, stays in sight and
//! is printed on every page. The same sheets give the same bytes: nothing in the file tells when or
//! where it was made.

use std::fmt::Write as _;
use std::io::{Cursor, Write as _};

use unicode_width::UnicodeWidthStr;
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, DateTime, ZipWriter};

use super::sheet::{Sheet, SheetCell, decimal};
use super::xml::escaped;

const HEAD: &str = "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"yes\"?>\n";
const MAIN: &str = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const OFFICE: &str = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const PACKAGE: &str = "http://schemas.openxmlformats.org/package/2006";
/// Letters of the name of a sheet.
const NAME: usize = 31;
/// Widths of columns, in letters.
const WIDTHS: (usize, usize) = (5, 60);
/// Letters of one cell.
const TEXT: usize = 32_767;

/// The workbook of some sheets, at least one.
pub fn workbook(sheets: &[Sheet]) -> Vec<u8> {
    let names = names(sheets);
    let mut parts = vec![
        ("[Content_Types].xml".to_owned(), content_types(sheets.len())),
        ("_rels/.rels".to_owned(), relations([("officeDocument", "xl/workbook.xml".to_owned())])),
        ("xl/workbook.xml".to_owned(), contents(&names)),
        ("xl/_rels/workbook.xml.rels".to_owned(), {
            let sheets =
                (1..=sheets.len()).map(|n| ("worksheet", format!("worksheets/sheet{n}.xml")));
            relations(sheets.chain([("styles", "styles.xml".to_owned())]))
        }),
        ("xl/styles.xml".to_owned(), styles()),
    ];
    for (n, sheet) in (1..).zip(sheets) {
        parts.push((format!("xl/worksheets/sheet{n}.xml"), worksheet(sheet, n == 1)));
    }
    packed(&parts)
}

/// Files in an archive without times.
fn packed(parts: &[(String, String)]) -> Vec<u8> {
    let mut archive = ZipWriter::new(Cursor::new(Vec::new()));
    let options = SimpleFileOptions::default()
        .compression_method(CompressionMethod::Deflated)
        // A little larger, in a fraction of the time: an archive has thousands of them.
        .compression_level(Some(1))
        .last_modified_time(DateTime::default());
    for (path, text) in parts {
        // Memory does not fail, and no part is near the limits of the format.
        let written = archive
            .start_file(path.as_str(), options)
            .and_then(|()| Ok(archive.write_all(text.as_bytes())?));
        debug_assert!(written.is_ok(), "{written:?}");
    }
    archive.finish().map(Cursor::into_inner).unwrap_or_default()
}

/// Names that may be those of sheets: without the signs that formulas use, short, each once.
fn names(sheets: &[Sheet]) -> Vec<String> {
    let mut names: Vec<String> = Vec::with_capacity(sheets.len());
    for (n, sheet) in (1..).zip(sheets) {
        let allowed = |c: &char| !c.is_control() && !"[]:*?/\\'".contains(*c);
        let plain: String = sheet.name.chars().filter(allowed).take(NAME).collect();
        let plain = plain.trim();
        let is_new = |name: &str| {
            !name.is_empty()
                && names.iter().all(|other| other.to_lowercase() != name.to_lowercase())
        };
        let name = if is_new(plain) {
            plain.to_owned()
        } else {
            let end = format!(" {n}");
            let start: String = plain.chars().take(NAME - end.len()).collect();
            format!("{start}{end}").trim().to_owned()
        };
        names.push(name);
    }
    names
}

fn content_types(sheets: usize) -> String {
    let kind = "application/vnd.openxmlformats-officedocument.spreadsheetml";
    let mut xml = format!(
        "{HEAD}<Types xmlns=\"{PACKAGE}/content-types\"><Default Extension=\"rels\" \
         ContentType=\"application/vnd.openxmlformats-package.relationships+xml\"/>\
         <Default Extension=\"xml\" ContentType=\"application/xml\"/>\
         <Override PartName=\"/xl/workbook.xml\" ContentType=\"{kind}.sheet.main+xml\"/>\
         <Override PartName=\"/xl/styles.xml\" ContentType=\"{kind}.styles+xml\"/>"
    );
    for n in 1..=sheets {
        let _ = write!(
            xml,
            "<Override PartName=\"/xl/worksheets/sheet{n}.xml\" \
             ContentType=\"{kind}.worksheet+xml\"/>"
        );
    }
    xml.push_str("</Types>");
    xml
}

fn relations(targets: impl IntoIterator<Item = (&'static str, String)>) -> String {
    let mut xml = format!("{HEAD}<Relationships xmlns=\"{PACKAGE}/relationships\">");
    for (n, (kind, target)) in (1..).zip(targets) {
        let _ = write!(
            xml,
            "<Relationship Id=\"rId{n}\" Type=\"{OFFICE}/{kind}\" Target=\"{target}\"/>"
        );
    }
    xml.push_str("</Relationships>");
    xml
}

fn contents(names: &[String]) -> String {
    let mut xml = format!("{HEAD}<workbook xmlns=\"{MAIN}\" xmlns:r=\"{OFFICE}\"><sheets>");
    for (n, name) in (1..).zip(names) {
        let name = escaped(name);
        let _ = write!(xml, "<sheet name=\"{name}\" sheetId=\"{n}\" r:id=\"rId{n}\"/>");
    }
    xml.push_str("</sheets><definedNames>");
    for (at, name) in names.iter().enumerate() {
        let name = escaped(name);
        let _ = write!(
            xml,
            "<definedName name=\"_xlnm.Print_Titles\" localSheetId=\"{at}\">'{name}'!$1:$1\
             </definedName>"
        );
    }
    xml.push_str("</definedNames></workbook>");
    xml
}

/// Two looks: the plain one and that of headings.
fn styles() -> String {
    let font = "<sz val=\"11\"/><name val=\"Calibri\"/><family val=\"2\"/>";
    format!(
        "{HEAD}<styleSheet xmlns=\"{MAIN}\"><fonts count=\"2\"><font>{font}</font>\
         <font><b/>{font}</font></fonts><fills count=\"2\"><fill><patternFill patternType=\"none\"/>\
         </fill><fill><patternFill patternType=\"gray125\"/></fill></fills><borders count=\"2\">\
         <border><left/><right/><top/><bottom/><diagonal/></border>\
         <border><left/><right/><top/><bottom style=\"thin\"/><diagonal/></border></borders>\
         <cellStyleXfs count=\"1\"><xf numFmtId=\"0\" fontId=\"0\" fillId=\"0\" borderId=\"0\"/>\
         </cellStyleXfs><cellXfs count=\"2\">\
         <xf numFmtId=\"0\" fontId=\"0\" fillId=\"0\" borderId=\"0\" xfId=\"0\"/>\
         <xf numFmtId=\"0\" fontId=\"1\" fillId=\"0\" borderId=\"1\" xfId=\"0\" applyFont=\"1\" \
         applyBorder=\"1\"/></cellXfs><cellStyles count=\"1\">\
         <cellStyle name=\"Normal\" xfId=\"0\" builtinId=\"0\"/></cellStyles></styleSheet>"
    )
}

fn worksheet(sheet: &Sheet, is_first: bool) -> String {
    let selected = if is_first { " tabSelected=\"1\"" } else { "" };
    let mut xml = format!(
        "{HEAD}<worksheet xmlns=\"{MAIN}\"><sheetPr><pageSetUpPr fitToPage=\"1\"/></sheetPr>\
         <sheetViews><sheetView{selected} workbookViewId=\"0\"><pane ySplit=\"1\" \
         topLeftCell=\"A2\" activePane=\"bottomLeft\" state=\"frozen\"/></sheetView></sheetViews>"
    );
    if !sheet.header.is_empty() {
        xml.push_str("<cols>");
        for at in 0..sheet.header.len() {
            let (n, width) = (at + 1, width(sheet, at));
            let _ =
                write!(xml, "<col min=\"{n}\" max=\"{n}\" width=\"{width}\" customWidth=\"1\"/>");
        }
        xml.push_str("</cols>");
    }
    xml.push_str("<sheetData><row r=\"1\">");
    for (at, text) in sheet.header.iter().enumerate() {
        text_cell(&mut xml, 1, at, text, " s=\"1\"");
    }
    xml.push_str("</row>");
    for (n, row) in (2..).zip(&sheet.rows) {
        let _ = write!(xml, "<row r=\"{n}\">");
        for (at, cell) in row.iter().enumerate() {
            match cell {
                SheetCell::Empty => {}
                SheetCell::Text(text) => text_cell(&mut xml, n, at, text, ""),
                SheetCell::Number(value) => {
                    let (column, value) = (letters(at), decimal(*value));
                    let _ = write!(xml, "<c r=\"{column}{n}\"><v>{value}</v></c>");
                }
            }
        }
        xml.push_str("</row>");
    }
    xml.push_str(
        "</sheetData><pageMargins left=\"0.5\" right=\"0.5\" top=\"0.6\" bottom=\"0.6\" \
         header=\"0.3\" footer=\"0.3\"/><pageSetup paperSize=\"9\" fitToHeight=\"0\"/></worksheet>",
    );
    xml
}

fn text_cell(xml: &mut String, row: usize, column: usize, text: &str, style: &str) {
    let column = letters(column);
    // What XML cannot hold has no place in a name either.
    let text: String = text.chars().filter(|c| !c.is_control()).take(TEXT).collect();
    let text = escaped(&text);
    let _ = write!(
        xml,
        "<c r=\"{column}{row}\"{style} t=\"inlineStr\"><is><t xml:space=\"preserve\">{text}</t></is></c>"
    );
}

/// The width of a column: that of its longest text.
fn width(sheet: &Sheet, column: usize) -> usize {
    let header = sheet.header.get(column).map_or(0, |text| text.width());
    let cells = sheet.rows.iter().filter_map(|row| row.get(column));
    let width = |cell: &SheetCell| match cell {
        SheetCell::Empty => 0,
        SheetCell::Text(text) => text.width(),
        SheetCell::Number(value) => decimal(*value).len(),
    };
    let longest = cells.map(width).fold(header, usize::max);
    (longest + 2).clamp(WIDTHS.0, WIDTHS.1)
}

/// `A`, `B` … `Z`, `AA` …
fn letters(column: usize) -> String {
    let mut name = Vec::new();
    let mut rest = column + 1;
    while rest > 0 {
        name.push(b'A' + ((rest - 1) % 26) as u8);
        rest = (rest - 1) / 26;
    }
    name.iter().rev().map(|&letter| char::from(letter)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Exact;

    #[test]
    fn columns_have_letters() {
        let cases =
            [(0, "A"), (25, "Z"), (26, "AA"), (51, "AZ"), (52, "BA"), (701, "ZZ"), (702, "AAA")];
        for (column, name) in cases {
            assert_eq!(letters(column), name);
        }
    }

    #[test]
    fn names_of_sheets_are_short_and_each_once() {
        let sheet = |name: &str| Sheet { name: name.into(), ..Sheet::default() };
        let long = "Classificació després de la ronda 12";
        let found = names(&[
            sheet("Quadre"),
            sheet("quadre"),
            sheet("[A/B]"),
            sheet(long),
            sheet(long),
            sheet(""),
        ]);
        assert_eq!(
            found,
            [
                "Quadre",
                "quadre 2",
                "AB",
                "Classificació després de la ron",
                "Classificació després de la r 5",
                "6",
            ]
        );
        assert!(found.iter().all(|name| name.chars().count() <= NAME));
    }

    #[test]
    fn the_same_sheets_are_the_same_bytes_without_a_time() {
        let sheet = Sheet {
            name: "Punts & companyia".into(),
            header: vec!["<Jugador>".into()],
            rows: vec![vec![SheetCell::Number(Exact::new(1, 2))]],
        };
        let made = workbook(std::slice::from_ref(&sheet));
        assert_eq!(made, workbook(std::slice::from_ref(&sheet)));
        // The first file's time and day in its local header: midnight of 1 January 1980.
        assert_eq!(made[10..14], [0, 0, 0x21, 0]);
        let mut archive = zip::ZipArchive::new(Cursor::new(&made)).expect("an archive");
        let mut text = String::new();
        std::io::Read::read_to_string(
            &mut archive.by_name("xl/worksheets/sheet1.xml").expect("a sheet"),
            &mut text,
        )
        .expect("text");
        assert!(text.contains("<c r=\"A2\"><v>0.5</v></c>"), "a half is a number: {text}");
        assert!(text.contains("&lt;Jugador&gt;"), "{text}");
    }

    /// Whatever stands in a cell is read again as it was.
    #[cfg(feature = "import")]
    mod round_trip {
        use calamine::{Data, Reader, Xlsx};
        use proptest::prelude::*;

        use super::*;

        fn any_cell() -> impl Strategy<Value = SheetCell> {
            prop_oneof![
                Just(SheetCell::Empty),
                "[ a-zà-ü·<>&\"';=+0-9½–]{1,12}".prop_map(SheetCell::Text),
                (-10_000_i64..10_000, prop_oneof![Just(1_i64), Just(2), Just(4), Just(10)])
                    .prop_map(|(n, d)| SheetCell::Number(Exact::new(n, d))),
            ]
        }

        proptest! {
            #[test]
            fn cells_are_read_again(
                rows in prop::collection::vec(prop::collection::vec(any_cell(), 4), 0..6)
            ) {
                let header = ["a", "b", "c", "d"].map(str::to_owned).to_vec();
                let sheet = Sheet { name: "Full".into(), header, rows: rows.clone() };
                let made = workbook(std::slice::from_ref(&sheet));
                let mut book: Xlsx<_> = Xlsx::new(Cursor::new(made)).expect("a workbook");
                let range = book.worksheet_range("Full").expect("the sheet");
                for (at, row) in rows.iter().enumerate() {
                    for (column, cell) in row.iter().enumerate() {
                        let found = range.get_value((at as u32 + 1, column as u32));
                        match cell {
                            SheetCell::Empty => {
                                prop_assert!(matches!(found, None | Some(Data::Empty)));
                            }
                            SheetCell::Text(text) => {
                                prop_assert_eq!(found, Some(&Data::String(text.clone())));
                            }
                            SheetCell::Number(_) => {
                                let number: f64 = cell.plain().parse().expect("a number");
                                prop_assert_eq!(found, Some(&Data::Float(number)));
                            }
                        }
                    }
                }
            }
        }
    }
}
