//! The tables of B.02 8.1: from a percentage to a difference of ratings, and back.

use std::collections::BTreeMap;

use super::ScoreTables;
use crate::model::{Date, Exact};
use crate::rulebook::{FromParam, ParamTable, ParamValue, TableCell};

/// Whole hundredths of a share.
const HUNDRED: i64 = 100;

/// Rating difference for a percentage of at least one half (8.1.1): by hundredths.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DpTable(BTreeMap<i64, i64>);

/// Expected score of the higher rated (8.1.2): largest difference of a row → hundredths.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PdTable(BTreeMap<i64, i64>);

impl FromParam for DpTable {
    const EXPECTED: &'static str = "a table of differences by hundredths, from 50 to 100";

    fn from_param(value: &ParamValue) -> Result<Self, String> {
        let rows = pairs(value)?;
        match (HUNDRED / 2..=HUNDRED).find(|p| !rows.contains_key(p)) {
            Some(p) => Err(format!("no row for {p}")),
            None => Ok(Self(rows)),
        }
    }
}

impl FromParam for PdTable {
    const EXPECTED: &'static str = "a table of hundredths by differences";

    fn from_param(value: &ParamValue) -> Result<Self, String> {
        pairs(value).map(Self)
    }
}

/// Values from a number on, by that number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ValueTable(pub BTreeMap<i64, i64>);

impl FromParam for ValueTable {
    const EXPECTED: &'static str = "a table of values, each from a number on";

    fn from_param(value: &ParamValue) -> Result<Self, String> {
        pairs(value).map(Self)
    }
}

fn pairs(value: &ParamValue) -> Result<BTreeMap<i64, i64>, String> {
    let ParamValue::Table(ParamTable { rows, .. }) = value else { return Err(String::new()) };
    let whole = |cell: &TableCell| {
        cell.number()
            .filter(Exact::is_integer)
            .map(|number| number.to_integer())
            .ok_or_else(|| format!("`{}` is no whole number", cell.text))
    };
    let mut found = BTreeMap::new();
    for row in rows {
        let [key, value] = &row[..] else { return Err("a row needs two cells".to_owned()) };
        let key = whole(key)?;
        if found.insert(key, whole(value)?).is_some() {
            return Err(format!("two rows for {key}"));
        }
    }
    if found.is_empty() { Err("an empty table".to_owned()) } else { Ok(found) }
}

impl ScoreTables {
    /// dp of a percentage in whole hundredths, 0 to 100 (8.1.1): below one half the negative of
    /// the mirror.
    pub fn dp(&self, hundredths: i64) -> i64 {
        let p = hundredths.clamp(0, HUNDRED);
        let of = |p: i64| self.dp.value.0.get(&p).copied().unwrap_or_default();
        if 2 * p >= HUNDRED { of(p) } else { -of(HUNDRED - p) }
    }

    /// Expected score in hundredths at a difference own − opponent (8.1.2).
    pub fn pd(&self, difference: i64) -> i64 {
        let beyond = i64::from(self.pd_beyond.get());
        let rows = &self.pd.value.0;
        let higher = rows.range(difference.abs()..).next().map_or(beyond, |(_, &pd)| pd);
        if difference >= 0 { higher } else { HUNDRED - higher }
    }

    /// Largest difference that the table of probabilities still has a row for.
    pub fn pd_reach(&self) -> i64 {
        self.pd.value.0.keys().next_back().copied().unwrap_or_default()
    }
}

/// To the nearest whole number, the half up.
pub fn round_half_up(value: Exact) -> i64 {
    (value + Exact::new(1, 2)).floor().to_integer()
}

/// To the nearest whole number, the half away from zero.
pub fn round_half_away(value: Exact) -> i64 {
    if value < Exact::from(0) { -round_half_up(-value) } else { round_half_up(value) }
}

/// A share in whole hundredths, the half up.
pub fn hundredths(share: Exact) -> i64 {
    round_half_up(share * HUNDRED)
}

/// A date as a table of the text has it: year, month, day in three cells.
pub fn date_of(cells: &[TableCell]) -> Result<Date, String> {
    let number = |at: usize| {
        let number: Option<Exact> = cells.get(at).and_then(TableCell::number);
        number.filter(Exact::is_integer).map(|number| number.to_integer())
    };
    let date = (|| {
        let year = i16::try_from(number(0)?).ok()?;
        let (month, day) = (i8::try_from(number(1)?).ok()?, i8::try_from(number(2)?).ok()?);
        Date::new(year, month, day).ok()
    })();
    date.ok_or_else(|| {
        let text: Vec<_> = cells.iter().map(|cell| cell.text.as_str()).collect();
        format!("`{}` is no day (year, month, day)", text.join(" | "))
    })
}

/// A single day of the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DayTable(pub Date);

impl FromParam for DayTable {
    const EXPECTED: &'static str = "a table with one day (year, month, day)";

    fn from_param(value: &ParamValue) -> Result<Self, String> {
        let ParamValue::Table(ParamTable { rows, .. }) = value else { return Err(String::new()) };
        match &rows[..] {
            [row] => date_of(row).map(Self),
            _ => Err("one row is expected".to_owned()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_rules::rules;

    #[test]
    fn b02_8_1_both_tables_mirror_at_one_half() {
        let tables = &rules().fide.rules().unwrap().tables;
        assert_eq!((tables.dp(50), tables.dp(100), tables.dp(0)), (0, 800, -800));
        assert_eq!((tables.dp(57), tables.dp(43)), (50, -50));
        for (difference, pd) in [(0, 50), (3, 50), (4, 51), (391, 91), (392, 92), (735, 99)] {
            assert_eq!(tables.pd(difference), pd, "{difference}");
            assert_eq!(tables.pd(-difference), 100 - if difference == 0 { 50 } else { pd });
        }
        assert_eq!((tables.pd(736), tables.pd(-736)), (100, 0));
    }

    #[test]
    fn halves_are_rounded_up_or_away_from_zero() {
        let half = |n| Exact::new(n, 2);
        assert_eq!((round_half_up(half(5)), round_half_up(half(-5))), (3, -2));
        assert_eq!((round_half_away(half(5)), round_half_away(half(-5))), (3, -3));
        assert_eq!(hundredths(Exact::new(4, 7)), 57);
    }
}
