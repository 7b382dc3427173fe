//! The tables of Ascensos, decoded from the published text once and for all.

use std::collections::BTreeMap;

use crate::model::{Exact, Points};
use crate::rulebook::{Band, FromParam, ParamTable, ParamValue, TableCell};

/// Points needed by mean rating and number of rounds (Ascensos 1).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bands {
    /// From the highest band; together they hold every mean exactly once.
    pub rows: Vec<BandRow>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BandRow {
    pub band: Band,
    /// As printed: `de 2075 a 2125`.
    pub label: String,
    /// By rounds.
    pub needed: BTreeMap<u32, Points>,
}

impl Bands {
    pub fn row(&self, mean: Exact) -> Option<&BandRow> {
        self.rows.iter().find(|row| row.band.contains(mean))
    }
}

impl FromParam for Bands {
    const EXPECTED: &'static str = "a table of points by bands of mean rating and by rounds";

    fn from_param(value: &ParamValue) -> Result<Self, String> {
        let table = table_of(value)?;
        let lengths = table.head[1..].iter().map(rounds_of).collect::<Result<Vec<_>, _>>()?;
        let mut rows: Vec<BandRow> = Vec::new();
        for cells in &table.rows {
            let label = &cells[0].text;
            let band = cells[0].band().ok_or_else(|| {
                format!("`{label}` is no band (`més de 2125`, `de 2075 a 2125`, `fins a 2025`)")
            })?;
            let above = rows.last().map(|row| row.band.above);
            if above.is_some_and(|above| above.is_none() || above != band.up_to)
                || (above.is_none() && band.up_to.is_some())
            {
                return Err(format!("the band `{label}` does not follow the one before it"));
            }
            let points = cells[1..].iter().map(points_of).collect::<Result<Vec<_>, _>>()?;
            let needed = lengths.iter().copied().zip(points).collect();
            rows.push(BandRow { band, label: label.clone(), needed });
        }
        match rows.last() {
            Some(last) if last.band.above.is_none() => Ok(Self { rows }),
            _ => Err("the last band leaves the lowest means out (`fins a 2025`)".to_owned()),
        }
    }
}

/// Points needed by the categories of the opponents, for one number of rounds (Ascensos 7).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PromotionRows {
    pub rounds: u32,
    /// By number of opponents of 2a: one row for each of 0 … `rounds`.
    pub rows: BTreeMap<u32, PromotionRow>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PromotionRow {
    /// From 3a to 2a.
    pub to_second: Points,
    /// From 2a to 1a.
    pub to_first: Points,
}

impl FromParam for PromotionRows {
    const EXPECTED: &'static str = "a table of points by number of opponents of 2a and of 3a";

    fn from_param(value: &ParamValue) -> Result<Self, String> {
        let table = table_of(value)?;
        if table.head.len() != 4 {
            return Err(format!(
                "a table of {} columns, not 4: opponents of 2a, of 3a, points to 2a, to 1a",
                table.head.len()
            ));
        }
        let mut rounds = None;
        let mut rows = BTreeMap::new();
        for cells in &table.rows {
            let (second, third) = (count_of(&cells[0])?, count_of(&cells[1])?);
            let (to_second, to_first) = (points_of(&cells[2])?, points_of(&cells[3])?);
            let sum = second.saturating_add(third);
            if *rounds.get_or_insert(sum) != sum {
                return Err(format!(
                    "the row of {second} and {third} opponents does not add up to {} rounds",
                    rounds.unwrap_or_default()
                ));
            }
            if rows.insert(second, PromotionRow { to_second, to_first }).is_some() {
                return Err(format!("two rows for {second} opponents of 2a"));
            }
        }
        let rounds = rounds.unwrap_or_default();
        match (0..=rounds).find(|second| !rows.contains_key(second)) {
            Some(second) => Err(format!("no row for {second} opponents of 2a")),
            None => Ok(Self { rounds, rows }),
        }
    }
}

fn table_of(value: &ParamValue) -> Result<&ParamTable, String> {
    match value {
        ParamValue::Table(table) if table.rows.is_empty() => Err("an empty table".to_owned()),
        ParamValue::Table(table) => Ok(table),
        _ => Err(String::new()),
    }
}

fn whole(number: Option<Exact>) -> Option<u32> {
    number.filter(Exact::is_integer).and_then(|number| u32::try_from(number.to_integer()).ok())
}

fn rounds_of(cell: &TableCell) -> Result<u32, String> {
    whole(cell.leading_number())
        .ok_or_else(|| format!("the heading `{}` names no number of rounds", cell.text))
}

fn count_of(cell: &TableCell) -> Result<u32, String> {
    whole(cell.number()).ok_or_else(|| format!("`{}` is no number of opponents", cell.text))
}

fn points_of(cell: &TableCell) -> Result<Points, String> {
    cell.number()
        .and_then(Points::from_exact)
        .ok_or_else(|| format!("`{}` is no number of points", cell.text))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table(rows: &[&[&str]]) -> ParamValue {
        let cells = |row: &&[&str]| row.iter().map(|text| TableCell::new(text)).collect();
        let mut rows: Vec<Vec<TableCell>> = rows.iter().map(cells).collect();
        ParamValue::Table(ParamTable { head: rows.remove(0), rows })
    }

    #[test]
    fn bands_are_decoded() {
        let value = table(&[
            &["Mitjana", "9 rondes", "8 rondes"],
            &["més de 2125", "4½", "4"],
            &["fins a 2125", "5", "4½"],
        ]);
        let bands = Bands::from_param(&value).unwrap();
        let row = bands.row(Exact::from(2125)).unwrap();
        assert_eq!(row.label, "fins a 2125");
        assert_eq!(row.needed[&8], Points::from_halves(9));
    }

    #[test]
    fn malformed_bands_say_why() {
        let error = |rows: &[&[&str]]| Bands::from_param(&table(rows)).unwrap_err();
        assert_eq!(error(&[&["", "9 rondes"]]), "an empty table");
        assert_eq!(
            error(&[&["", "moltes"], &["més de 5", "1"]]),
            "the heading `moltes` names no number of rounds"
        );
        assert!(error(&[&["", "9"], &["2125", "1"]]).starts_with("`2125` is no band"));
        assert_eq!(
            error(&[&["", "9"], &["més de 2125", "1"], &["fins a 2100", "1"]]),
            "the band `fins a 2100` does not follow the one before it"
        );
        assert_eq!(
            error(&[&["", "9"], &["fins a 2125", "1"]]),
            "the band `fins a 2125` does not follow the one before it"
        );
        assert!(error(&[&["", "9"], &["més de 2125", "1"]]).starts_with("the last band"));
        assert_eq!(error(&[&["", "9"], &["més de 2125", "1,3"]]), "`1,3` is no number of points");
        assert_eq!(Bands::from_param(&ParamValue::Integer(3)), Err(String::new()));
    }

    #[test]
    fn malformed_rows_say_why() {
        let head: &[&str] = &["2a", "3a", "a 2a", "a 1a"];
        let error = |rows: &[&[&str]]| {
            let all: Vec<_> = [head].into_iter().chain(rows.iter().copied()).collect();
            PromotionRows::from_param(&table(&all)).unwrap_err()
        };
        assert!(error(&[&["0", "2", "1", "1"], &["1", "2", "1", "1"]]).contains("add up to 2"));
        assert!(error(&[&["0", "1", "1", "1"], &["0", "1", "1", "1"]]).contains("two rows"));
        assert_eq!(error(&[&["1", "1", "1", "1"]]), "no row for 0 opponents of 2a");
        assert_eq!(error(&[&["x", "1", "1", "1"]]), "`x` is no number of opponents");
        assert!(
            PromotionRows::from_param(&table(&[&["2a", "3a"], &["0", "1"]]))
                .unwrap_err()
                .starts_with("a table of 2 columns")
        );
    }
}
