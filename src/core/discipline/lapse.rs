//! Lapse of infractions and sanctions, and the days of suspensions (RDE 12.3–12.5, 16.c, 16.e;
//! AMB-77, 83, 106, 108).

use super::Class;
use crate::core::calendar::Term;
use crate::core::computed::Computed;
use crate::core::report::Verdict;
use crate::model::Date;
use crate::rulebook::Cited;

crate::rules! {
    /// Terms of RDE 16.
    pub struct LapseRules {
        /// Months.
        infraction_minor: u32 = "rde.prescripcio-lleu",
        /// Years.
        infraction_serious: u32 = "rde.prescripcio-greu",
        infraction_very_serious: u32 = "rde.prescripcio-molt-greu",
        /// Months that a file may stand still.
        stop: u32 = "rde.prescripcio-aturada",
        sanction_minor: u32 = "rde.prescripcio-sancio-lleu",
        sanction_serious: u32 = "rde.prescripcio-sancio-greu",
        sanction_very_serious: u32 = "rde.prescripcio-sancio-molt-greu",
    }
}

fn months(n: u32) -> Term {
    Term { months: n.try_into().unwrap_or(u16::MAX), ..Term::default() }
}

fn years(n: u32) -> Term {
    Term { years: n.try_into().unwrap_or(u16::MAX), ..Term::default() }
}

impl LapseRules {
    fn infraction(&self, class: Class) -> (Term, &Cited<u32>) {
        match class {
            Class::Minor => (months(self.infraction_minor.get()), &self.infraction_minor),
            Class::Serious => (years(self.infraction_serious.get()), &self.infraction_serious),
            Class::VerySerious => {
                (years(self.infraction_very_serious.get()), &self.infraction_very_serious)
            }
        }
    }

    fn sanction(&self, class: Class) -> (Term, &Cited<u32>) {
        match class {
            Class::Minor => (months(self.sanction_minor.get()), &self.sanction_minor),
            Class::Serious => (years(self.sanction_serious.get()), &self.sanction_serious),
            Class::VerySerious => {
                (years(self.sanction_very_serious.get()), &self.sanction_very_serious)
            }
        }
    }
}

/// A file that was stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stop {
    pub from: Date,
    /// Day on which it was taken up again, if it was.
    pub resumed: Option<Date>,
    /// A stop that the accused caused never counts.
    pub by_accused: bool,
}

/// Facts about the lapse of an infraction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InfractionTime {
    pub class: Class,
    pub committed: Date,
    /// A file was opened, or the sanction imposed, on this day.
    pub interrupted: Option<Date>,
    pub stop: Option<Stop>,
    /// The day asked about.
    pub at: Date,
}

/// The last day of a term, and whether it is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lapse {
    /// Last day on which a file can be opened, taken up again, or the sanction be enforced; `None`
    /// while nothing runs.
    pub last_day: Option<Date>,
    pub lapsed: bool,
}

/// Has the infraction lapsed (RDE 16.c)?
pub fn infraction(input: &InfractionTime, rules: &LapseRules) -> Computed<Lapse> {
    let (term, param) = rules.infraction(input.class);
    let first = term.same_day(input.committed);
    let over = |last: Option<Date>| last.is_some_and(|last| input.at > last);
    let lapse = |last_day| Lapse { last_day, lapsed: over(last_day) };
    let start = |lapse: Lapse| {
        Computed::new(lapse)
            .line("rde.class", input.class.word())
            .line("rde.committed", input.committed)
            .rule("rde.last-day", first, param.at.as_str())
    };
    // An opening after the last day interrupts nothing (AMB-108), one not yet made neither.
    let opened =
        input.interrupted.filter(|day| *day <= input.at && first.is_none_or(|last| *day <= last));
    let Some(opened) = opened else {
        let lapse = lapse(first);
        return start(lapse).line("rde.lapsed", Verdict::of(lapse.lapsed));
    };
    let none = Lapse { last_day: None, lapsed: false };
    let Some(stop) = input.stop.filter(|stop| !stop.by_accused && stop.from >= opened) else {
        return start(none).line("rde.interrupted", opened);
    };
    let reaches = months(rules.stop.get()).same_day(stop.from);
    let renewed = reaches.and_then(|day| term.same_day(day));
    let short = stop.resumed.zip(reaches).is_some_and(|(day, reaches)| day <= reaches);
    let again = stop.resumed.zip(renewed).is_some_and(|(day, last)| day <= last && day <= input.at);
    let running = reaches.is_some_and(|day| input.at > day);
    let result = if short || again || !running { none } else { lapse(renewed) };
    start(result)
        .line("rde.interrupted", opened)
        .line("rde.stopped", stop.from)
        .rule("rde.stop-reaches", reaches, rules.stop.at.as_str())
        .line("rde.resumed", stop.resumed)
        .line("rde.renewed-term", result.last_day)
        .line("rde.lapsed", Verdict::of(result.lapsed))
}

/// From when the term of a sanction runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SanctionFrom {
    /// The decision became final on this day.
    Final(Date),
    /// Its fulfilment was broken on this day.
    Broken(Date),
}

/// First day, last day and lapse of a sanction (RDE 16.e).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SanctionLapse {
    pub first_day: Option<Date>,
    pub last_day: Option<Date>,
    pub lapsed: bool,
}

pub fn sanction(
    class: Class,
    from: SanctionFrom,
    at: Option<Date>,
    rules: &LapseRules,
) -> Computed<SanctionLapse> {
    let (term, param) = rules.sanction(class);
    let first_day = match from {
        SanctionFrom::Final(day) => day.tomorrow().ok(),
        SanctionFrom::Broken(day) => Some(day),
    };
    let last_day = first_day.and_then(|first| term.last_day(first));
    let lapsed = at.zip(last_day).is_some_and(|(at, last)| at > last);
    Computed::new(SanctionLapse { first_day, last_day, lapsed })
        .line("rde.class", class.word())
        .line("rde.first-day", first_day)
        .rule("rde.last-day", last_day, param.at.as_str())
        .line("rde.lapsed", Verdict::of(lapsed))
}

/// Days of a suspension (RDE 12.4, 12.5).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Suspension {
    /// From the notification itself (RDE 12.4).
    pub enforceable_from: Date,
    pub first_day: Option<Date>,
    pub last_day: Option<Date>,
}

/// From the day after notification, from date to date.
pub fn suspension(notified: Date, length: Term) -> Computed<Suspension> {
    let first_day = notified.tomorrow().ok();
    let last_day = first_day.and_then(|first| length.last_day(first));
    Computed::new(Suspension { enforceable_from: notified, first_day, last_day })
        .rule("rde.enforceable-from", notified, "RDE 12.4")
        .rule("rde.first-day", first_day, "RDE 12.5")
        .rule("rde.last-day", last_day, "RDE 12.5")
}

/// Is a day within the suspension? Then the person may do nothing under the federation (RDE 12.3),
/// and a club's usual venue is closed (RDE 12.2).
pub fn is_suspended(suspension: &Suspension, day: Date, club: bool) -> Computed<bool> {
    let first = suspension.first_day.is_some_and(|first| first <= day);
    let last = suspension.last_day.is_some_and(|last| day <= last);
    let at = if club { "RDE 12.2" } else { "RDE 12.3" };
    Computed::new(first && last)
        .line("rde.first-day", suspension.first_day)
        .line("rde.last-day", suspension.last_day)
        .rule("rde.day", day, at)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_rules::rules;
    use jiff::civil::date;

    fn lapse(class: Class, committed: Date, at: Date) -> Lapse {
        let input = InfractionTime { class, committed, interrupted: None, stop: None, at };
        infraction(&input, &rules().discipline.lapse).value
    }

    /// AMB-108: committed 10 March, minor: 10 April in time, 11 April lapsed; 31 January: 28
    /// February.
    #[test]
    fn amb_108_infractions_lapse_after_the_same_day_number() {
        let (march, april) = (date(1990, 3, 10), date(1990, 4, 10));
        assert!(!lapse(Class::Minor, march, april).lapsed);
        assert!(lapse(Class::Minor, march, date(1990, 4, 11)).lapsed);
        let january = lapse(Class::Minor, date(1990, 1, 31), date(1990, 2, 28));
        assert_eq!(january, Lapse { last_day: Some(date(1990, 2, 28)), lapsed: false });
        assert!(lapse(Class::Serious, march, date(1991, 3, 11)).lapsed);
        assert!(!lapse(Class::Serious, march, date(1991, 3, 10)).lapsed);
        assert!(!lapse(Class::VerySerious, march, date(1993, 3, 10)).lapsed);
        assert!(lapse(Class::VerySerious, march, date(1993, 3, 11)).lapsed);
    }

    /// AMB-83, 108: a stop of six months, and the full term again.
    #[test]
    fn amb_83_a_long_stop_lets_the_whole_term_run_again() {
        let stop = Stop { from: date(1990, 4, 1), resumed: None, by_accused: false };
        let of = |stop, opened, at| {
            let input = InfractionTime {
                class: Class::Minor,
                committed: date(1990, 3, 10),
                interrupted: Some(opened),
                stop,
                at,
            };
            infraction(&input, &rules().discipline.lapse).value
        };
        let opened = date(1990, 3, 20);
        assert!(!of(None, opened, date(1999, 1, 1)).lapsed);
        // 1 April, six months to 1 October, a month to 1 November.
        assert!(!of(Some(stop), opened, date(1990, 11, 1)).lapsed);
        assert!(of(Some(stop), opened, date(1990, 11, 2)).lapsed);
        let resumed = |day| Some(Stop { resumed: Some(day), ..stop });
        assert!(!of(resumed(date(1990, 10, 1)), opened, date(1995, 1, 1)).lapsed);
        assert!(!of(resumed(date(1990, 11, 1)), opened, date(1995, 1, 1)).lapsed);
        assert!(of(resumed(date(1990, 11, 2)), opened, date(1995, 1, 1)).lapsed);
        assert!(!of(Some(Stop { by_accused: true, ..stop }), opened, date(1995, 1, 1)).lapsed);
        // Opened too late: it had lapsed.
        assert!(of(None, date(1990, 4, 11), date(1990, 4, 12)).lapsed);
    }

    /// AMB-108: final on 10 March, minor: 10 April; broken on 10 May: 9 June; final on 28 February
    /// 1990: first day 1 March, last day 31 March.
    #[test]
    fn amb_108_sanctions() {
        let of = |from, at| sanction(Class::Minor, from, at, &rules().discipline.lapse).value;
        let final_ = |day| of(SanctionFrom::Final(day), None);
        assert_eq!(final_(date(1990, 3, 10)).last_day, Some(date(1990, 4, 10)));
        assert_eq!(
            of(SanctionFrom::Broken(date(1990, 5, 10)), None).last_day,
            Some(date(1990, 6, 9))
        );
        let february = final_(date(1990, 2, 28));
        assert_eq!(february.first_day, Some(date(1990, 3, 1)));
        assert_eq!(february.last_day, Some(date(1990, 3, 31)));
        let from = SanctionFrom::Final(date(1990, 3, 10));
        assert!(!of(from, Some(date(1990, 4, 10))).lapsed);
        assert!(of(from, Some(date(1990, 4, 11))).lapsed);
    }

    /// RDE 12.2, 12.3, 12.5.
    #[test]
    fn suspended_from_the_first_to_the_last_day() {
        let term = Term { months: 1, ..Term::default() };
        let days = suspension(date(1990, 1, 30), term).value;
        assert_eq!(days.first_day, Some(date(1990, 1, 31)));
        assert_eq!(days.last_day, Some(date(1990, 2, 28)));
        let on = |day| is_suspended(&days, day, false).value;
        assert!(!on(date(1990, 1, 30)) && on(date(1990, 1, 31)));
        assert!(on(date(1990, 2, 28)) && !on(date(1990, 3, 1)));
        assert!(is_suspended(&days, date(1990, 2, 1), true).value);
    }
}
