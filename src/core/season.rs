//! Seasons of the federation, numbered by the year in which they end (AMB-102).
//!
//! No text says on which day a season turns. Requests for the next one end on a day of the year
//! (Oberts 1, AMB-89), and that day is taken for the last of a season.

use super::rules::Rules1990;
use crate::model::Date;

/// The season of a day.
pub fn season_of(day: Date, rules: &Rules1990) -> i32 {
    let limit = rules.open.request_limit.get();
    let passed = (day.month(), day.day()) > (limit.month, limit.day);
    i32::from(day.year()) + i32::from(passed)
}

/// The last day of a season; `None` for years that no date has.
pub fn last_day(season: i32, rules: &Rules1990) -> Option<Date> {
    let limit = rules.open.request_limit.get();
    Date::new(i16::try_from(season).ok()?, limit.month, limit.day).ok()
}

/// First and last day of a season.
pub fn days(season: i32, rules: &Rules1990) -> Option<(Date, Date)> {
    let before = last_day(season.checked_sub(1)?, rules)?;
    Some((before.tomorrow().ok()?, last_day(season, rules)?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_rules::rules;
    use jiff::civil::date;

    #[test]
    fn a_season_turns_after_the_thirtieth_of_june() {
        assert_eq!(season_of(date(1990, 6, 30), rules()), 1990);
        assert_eq!(season_of(date(1990, 7, 1), rules()), 1991);
        assert_eq!(season_of(date(1991, 1, 1), rules()), 1991);
        assert_eq!(days(1991, rules()), Some((date(1990, 7, 1), date(1991, 6, 30))));
        assert_eq!(days(40_000, rules()), None);
    }
}
