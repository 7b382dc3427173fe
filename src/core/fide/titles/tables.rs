//! The tables of B.01, decoded.

use std::collections::BTreeMap;

use crate::model::{Exact, Title};
use crate::rulebook::{FromParam, ParamTable, ParamValue, TableCell};

/// What a title asks for (B.01 titols).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TitleNumbers {
    pub performance: i64,
    /// Lowest average of the opponents.
    pub average: i64,
    /// To which the lowest opponent may be raised.
    pub floor: i64,
    /// Rating once reached, for the title.
    pub rating: i64,
    /// Titles that the opponents must hold.
    pub opponents: Vec<Title>,
}

/// By title.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TitleTable(pub BTreeMap<Title, TitleNumbers>);

/// Ratings for titles without norms (B.01 directes).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RatingTitle {
    /// Gives the title by itself.
    pub by_rating: Option<i64>,
    /// Needed once, or a direct title stays conditional.
    pub direct: Option<i64>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DirectTable(pub BTreeMap<Title, RatingTitle>);

fn title(cell: &TableCell) -> Result<Title, String> {
    Title::from_key(&cell.text).ok_or_else(|| format!("`{}` is no title", cell.text))
}

fn whole(cell: &TableCell) -> Option<i64> {
    cell.number().filter(Exact::is_integer).map(|number| number.to_integer())
}

fn rows(value: &ParamValue) -> Result<&Vec<Vec<TableCell>>, String> {
    match value {
        ParamValue::Table(ParamTable { rows, .. }) => Ok(rows),
        _ => Err(String::new()),
    }
}

impl FromParam for TitleTable {
    const EXPECTED: &'static str = "a table of titles: performance, average, floor, rating, titles";

    fn from_param(value: &ParamValue) -> Result<Self, String> {
        let mut found = BTreeMap::new();
        for row in rows(value)? {
            let [name, numbers @ .., opponents] = &row[..] else {
                return Err("a row is too short".to_owned());
            };
            let numbers: Option<Vec<i64>> = numbers.iter().map(whole).collect();
            let Some([performance, average, floor, rating]) = numbers.as_deref() else {
                return Err(format!("four ratings are expected for {}", name.text));
            };
            let of = |name: &str| {
                Title::from_key(name.trim()).ok_or_else(|| format!("`{name}` is no title"))
            };
            let opponents = opponents.text.split(',').map(of).collect::<Result<_, _>>()?;
            let numbers = TitleNumbers {
                performance: *performance,
                average: *average,
                floor: *floor,
                rating: *rating,
                opponents,
            };
            found.insert(title(name)?, numbers);
        }
        Ok(Self(found))
    }
}

impl FromParam for DirectTable {
    const EXPECTED: &'static str = "a table of titles with two ratings";

    fn from_param(value: &ParamValue) -> Result<Self, String> {
        let mut found = BTreeMap::new();
        for row in rows(value)? {
            let [name, by_rating, direct] = &row[..] else {
                return Err("a row needs three cells".to_owned());
            };
            let rating = RatingTitle { by_rating: whole(by_rating), direct: whole(direct) };
            found.insert(title(name)?, rating);
        }
        Ok(Self(found))
    }
}
