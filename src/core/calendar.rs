//! Days: working days (Oberts 8) and terms from date to date (RDE 12.5), AMB-77, 106, 108.

use std::collections::BTreeSet;

use jiff::ToSpan;
use jiff::civil::Weekday;

use super::report::{Entry, Msg, Step};
use crate::model::Date;
use crate::rulebook::ProvisionId;

/// Which days are worked. Sundays never are.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct WorkingCalendar {
    /// Public holidays; Sundays need not be listed.
    pub holidays: BTreeSet<Date>,
    /// Saturdays are working days unless this is set (AMB-77; a choice, the text is silent).
    pub saturdays_free: bool,
}

impl WorkingCalendar {
    pub fn new(holidays: impl IntoIterator<Item = Date>) -> Self {
        Self { holidays: holidays.into_iter().collect(), saturdays_free: false }
    }

    pub fn is_working(&self, day: Date) -> bool {
        self.day_off(day).is_none()
    }

    fn day_off(&self, day: Date) -> Option<DayOff> {
        match day.weekday() {
            Weekday::Sunday => Some(DayOff::Sunday),
            Weekday::Saturday if self.saturdays_free => Some(DayOff::Saturday),
            _ => self.holidays.contains(&day).then_some(DayOff::Holiday),
        }
    }

    /// The `days`-th working day after `from`, which is not counted itself: the last day of a term
    /// of so many working days. `from` itself for a term of none; `None` past the year 9999.
    pub fn last_day(&self, from: Date, days: u32) -> Option<Date> {
        let mut day = from;
        let mut left = days;
        while left > 0 {
            day = day.tomorrow().ok()?;
            left -= u32::from(self.is_working(day));
        }
        Some(day)
    }

    /// [`Self::last_day`] with its working, citing the provision that sets the term.
    pub fn last_day_entry(&self, from: Date, days: u32, provision: &ProvisionId) -> Entry {
        let last = self.last_day(from, days);
        let mut entry = Entry::plain(last).cite(provision).step(
            Step::new(Msg::new("calendar.term").with("from", from).with("n", days))
                .gives(last)
                .cite(provision),
        );
        // Every day is shown, so that the count can be followed; a long term is not.
        const SHOWN: i64 = 31;
        let mut day = from;
        let mut counted = 0;
        for _ in 0..SHOWN {
            let Ok(next) = day.tomorrow() else { break };
            if last.is_none_or(|last| next > last) {
                break;
            }
            day = next;
            let key = match self.day_off(day) {
                Some(DayOff::Sunday) => "calendar.sunday",
                Some(DayOff::Saturday) => "calendar.saturday",
                Some(DayOff::Holiday) => "calendar.holiday",
                None => {
                    counted += 1;
                    "calendar.working"
                }
            };
            let step = Step::new(Msg::new(key).with("day", day));
            entry = entry.step(match key {
                "calendar.working" => step.gives(counted),
                _ => step,
            });
        }
        entry
    }
}

#[derive(Clone, Copy)]
enum DayOff {
    Sunday,
    Saturday,
    Holiday,
}

/// A length in calendar units, added in this order: years and months, then days (AMB-106).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Term {
    pub years: u16,
    pub months: u16,
    pub days: u16,
}

impl Term {
    /// Last day of a term that begins on `first`: the eve of the same date; where that date does
    /// not exist, the last day of the month (AMB-77). `None` past the year 9999, or without length.
    pub fn last_day(self, first: Date) -> Option<Date> {
        if self == Self::default() {
            return None;
        }
        let same = same_date(first, self)?;
        let exists = same.day() == first.day();
        let end = if exists { same.yesterday().ok()? } else { same };
        end.checked_add(i32::from(self.days).days()).ok()
    }

    /// The same date after the term, or the last day of the month: up to this day, included, an
    /// infraction can be prosecuted (AMB-108).
    pub fn same_day(self, from: Date) -> Option<Date> {
        same_date(from, self)?.checked_add(i32::from(self.days).days()).ok()
    }
}

fn same_date(from: Date, term: Term) -> Option<Date> {
    let months = i32::from(term.years) * 12 + i32::from(term.months);
    from.checked_add(months.months()).ok()
}

/// Do two periods, both ends included, share a day?
pub fn share_a_day(a: (Date, Date), b: (Date, Date)) -> bool {
    a.0 <= b.1 && b.0 <= a.1
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::report::Value;
    use jiff::civil::date;

    fn december() -> WorkingCalendar {
        WorkingCalendar::new([date(1990, 12, 6), date(1990, 12, 8), date(1990, 12, 25)])
    }

    #[test]
    fn sundays_and_holidays_do_not_count_saturdays_do() {
        // 6 and 8 December are holidays, the 9th a Sunday.
        assert_eq!(december().last_day(date(1990, 12, 5), 4), Some(date(1990, 12, 12)));
        // Saturday 15th counts.
        assert_eq!(december().last_day(date(1990, 12, 14), 1), Some(date(1990, 12, 15)));
        let free = WorkingCalendar { saturdays_free: true, ..december() };
        assert_eq!(free.last_day(date(1990, 12, 14), 1), Some(date(1990, 12, 17)));
        assert_eq!(december().last_day(date(1990, 12, 9), 0), Some(date(1990, 12, 9)));
    }

    #[test]
    fn the_working_counts_day_by_day() {
        let entry = december().last_day_entry(date(1990, 12, 5), 4, &"Oberts 8".into());
        assert_eq!(entry.value, Value::Date(date(1990, 12, 12)));
        assert_eq!(entry.working.len(), 1 + 7);
        let counted = entry.working[1..].iter().filter(|step| step.value.is_some()).count();
        assert_eq!(counted, 4);
    }

    #[test]
    fn endless_terms_end() {
        assert_eq!(december().last_day(date(9999, 12, 30), 5), None);
        assert_eq!(Term { years: 9000, ..Term::default() }.last_day(date(1990, 1, 1)), None);
    }

    /// AMB-77, 106, 108.
    #[test]
    fn terms_go_from_date_to_date() {
        let month = Term { months: 1, ..Term::default() };
        assert_eq!(month.last_day(date(1990, 3, 11)), Some(date(1990, 4, 10)));
        assert_eq!(month.last_day(date(1990, 5, 10)), Some(date(1990, 6, 9)));
        assert_eq!(month.last_day(date(1990, 3, 1)), Some(date(1990, 3, 31)));
        // 31 February does not exist.
        assert_eq!(month.last_day(date(1990, 1, 31)), Some(date(1990, 2, 28)));
        assert_eq!(month.same_day(date(1990, 1, 31)), Some(date(1990, 2, 28)));
        assert_eq!(month.same_day(date(1990, 3, 10)), Some(date(1990, 4, 10)));
        // 4⅔ months are 4 months and 20 days.
        let long = Term { months: 4, days: 20, ..Term::default() };
        assert_eq!(long.last_day(date(1990, 1, 1)), Some(date(1990, 5, 20)));
        let days = Term { days: 10, ..Term::default() };
        assert_eq!(days.last_day(date(1990, 1, 1)), Some(date(1990, 1, 10)));
        assert_eq!(Term::default().last_day(date(1990, 1, 1)), None);
    }

    #[test]
    fn one_common_day_is_enough() {
        let (a, b) = (date(1990, 12, 1), date(1990, 12, 9));
        assert!(share_a_day((a, b), (b, b)));
        assert!(share_a_day((b, b), (a, b)));
        assert!(!share_a_day((a, b), (date(1990, 12, 10), date(1990, 12, 12))));
    }
}
