//! Tables as sheets: what a spreadsheet holds, in words and numbers. As CSV here, as a workbook of
//! Excel and LibreOffice in `xlsx`, where that feature is there.

use crate::model::Exact;

/// Decimals of a number that has no end; others are written in full.
const DECIMALS: u32 = 6;

/// What stands in a cell.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum SheetCell {
    #[default]
    Empty,
    Text(String),
    Number(Exact),
}

impl SheetCell {
    /// As CSV has it: numbers with a point, whatever the language.
    pub fn plain(&self) -> String {
        match self {
            Self::Empty => String::new(),
            Self::Text(text) => text.clone(),
            Self::Number(value) => decimal(*value),
        }
    }
}

/// A table: a line of headings, and as many cells in every row.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sheet {
    /// Name of the sheet in its workbook.
    pub name: String,
    pub header: Vec<String>,
    pub rows: Vec<Vec<SheetCell>>,
}

impl Sheet {
    /// Comma-separated, in UTF-8, the headings first.
    pub fn to_csv(&self) -> String {
        let mut writer = csv::WriterBuilder::new().flexible(true).from_writer(Vec::new());
        let rows = self.rows.iter().map(|row| row.iter().map(SheetCell::plain).collect());
        for row in std::iter::once(self.header.clone()).chain(rows) {
            // A row of any length may be written, and memory does not fail.
            let written = writer.write_record(&row);
            debug_assert!(written.is_ok(), "{written:?}");
        }
        String::from_utf8(writer.into_inner().unwrap_or_default()).unwrap_or_default()
    }
}

/// A number in decimals: halves, quarters and tenths exactly, others to six places, halves
/// of the last one away from zero.
pub fn decimal(value: Exact) -> String {
    let scale = 10_i64.pow(DECIMALS);
    let (numerator, denominator) = (i128::from(*value.numer()), i128::from(*value.denom()));
    let scaled = numerator.abs() * i128::from(scale);
    let rounded = (2 * scaled + denominator) / (2 * denominator);
    let (whole, rest) = (rounded / i128::from(scale), rounded % i128::from(scale));
    let sign = if numerator < 0 && rounded > 0 { "-" } else { "" };
    let rest = format!("{rest:0width$}", width = DECIMALS as usize);
    match rest.trim_end_matches('0') {
        "" => format!("{sign}{whole}"),
        rest => format!("{sign}{whole}.{rest}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_a_point_and_no_more_decimals_than_they_need() {
        let cases = [
            ((5, 2), "2.5"),
            ((-1, 2), "-0.5"),
            ((7, 1), "7"),
            ((0, 1), "0"),
            ((21_999, 10), "2199.9"),
            ((2, 3), "0.666667"),
            ((-2, 3), "-0.666667"),
            ((1, 2_000_000), "0.000001"),
            ((1, 3_000_000), "0"),
            ((-1, 3_000_000), "0"),
            ((i64::MAX, 1), "9223372036854775807"),
        ];
        for ((n, d), text) in cases {
            assert_eq!(decimal(Exact::new(n, d)), text);
        }
    }

    #[test]
    fn commas_and_quotation_marks_stay_in_their_cell() {
        let sheet = Sheet {
            name: "x".into(),
            header: vec!["Jugador".into(), "Punts".into()],
            rows: vec![vec![
                SheetCell::Text("Puig, \"Nan\"".into()),
                SheetCell::Number(Exact::new(1, 2)),
            ]],
        };
        assert_eq!(sheet.to_csv(), "Jugador,Punts\n\"Puig, \"\"Nan\"\"\",0.5\n");
    }
}
