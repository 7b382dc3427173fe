//! Editions of C.07 and the days from which they hold.

use super::super::tables::date_of;
use crate::model::Date;
use crate::rulebook::{FromParam, ParamTable, ParamValue};

/// An edition of the tie-break rules. Later ones are greater.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Edition {
    /// The virtual opponent, until August 2023 (C.02 13.15.2).
    Virtual2009,
    /// The text rewritten: dummy opponents, voluntary unplayed rounds.
    Y2023,
    August2024,
    /// The dummy's score is capped; new criteria.
    March2026,
}

impl Edition {
    pub const ALL: [Self; 4] = [Self::Virtual2009, Self::Y2023, Self::August2024, Self::March2026];

    pub fn key(self) -> &'static str {
        match self {
            Self::Virtual2009 => "2009",
            Self::Y2023 => "2023",
            Self::August2024 => "2024-08",
            Self::March2026 => "2026-03",
        }
    }

    pub fn from_key(key: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|edition| edition.key() == key)
    }
}

/// First day of each edition (C.07 edicions).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EditionDays(Vec<(Edition, Date)>);

impl EditionDays {
    /// The edition in force on a day. Before the first day of the table: the virtual opponent.
    pub fn on(&self, day: Date) -> Edition {
        let begun = self.0.iter().filter(|(_, from)| *from <= day);
        begun.map(|&(edition, _)| edition).max().unwrap_or(Edition::Virtual2009)
    }

    /// For a tournament by its first day; without one the latest edition.
    pub fn of(&self, start: Option<Date>) -> Edition {
        start.map_or(Edition::March2026, |day| self.on(day))
    }
}

impl FromParam for EditionDays {
    const EXPECTED: &'static str = "a table of editions with their first days";

    fn from_param(value: &ParamValue) -> Result<Self, String> {
        let ParamValue::Table(ParamTable { rows, .. }) = value else { return Err(String::new()) };
        let row = |cells: &Vec<crate::rulebook::TableCell>| {
            let name = cells.first().map_or("", |cell| cell.text.as_str());
            let edition = Edition::from_key(name)
                .ok_or_else(|| format!("`{name}` is none of 2009, 2023, 2024-08, 2026-03"))?;
            Ok((edition, date_of(&cells[1..])?))
        };
        rows.iter().map(row).collect::<Result<_, String>>().map(Self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use jiff::civil::date;

    #[test]
    fn the_first_day_decides_the_edition() {
        let days = &crate::test_rules::rules().fide.rules().unwrap().c07.editions.value;
        for (day, edition) in [
            (date(2023, 8, 31), Edition::Virtual2009),
            (date(2023, 9, 1), Edition::Y2023),
            (date(2024, 7, 31), Edition::Y2023),
            (date(2024, 8, 1), Edition::August2024),
            (date(2026, 2, 28), Edition::August2024),
            (date(2026, 3, 1), Edition::March2026),
        ] {
            assert_eq!(days.on(day), edition, "{day}");
        }
        assert_eq!(days.of(None), Edition::March2026);
    }
}
