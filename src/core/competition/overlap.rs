//! Calendars that overlap, and changes of date or venue (RGC 15; AMB-38).

use jiff::ToSpan;
use jiff::civil::Weekday;

use super::sheets;
use crate::core::computed::Computed;
use crate::core::discipline::Item;
use crate::core::formula::Data;
use crate::core::report::{Value, Verdict};
use crate::model::Date;

crate::rules! {
    /// Numbers of RGC 15.
    pub struct OverlapRules {
        days: Vec<Item> = "rgc.dies-recuperacio",
        rounds: u32 = "rgc.superposicio-rondes",
        days_after: u32 = "rgc.superposicio-dies",
        frozen_rounds: u32 = "rgc.rondes-sense-canvis",
    }
}

/// Days on which the games of a league can be played (RGC 15.4): Saturdays and holidays (Sundays
/// among them) from `from` to `to`, those before the round first.
pub fn league_days(
    round: Date,
    from: Date,
    to: Date,
    holidays: &[Date],
    rules: &OverlapRules,
) -> Computed<Vec<Date>> {
    let named = |name: &str| rules.days.value.iter().any(|item| item.0 == name);
    let free = |day: Date| {
        let saturday = day.weekday() == Weekday::Saturday && named("dissabte");
        let holiday = day.weekday() == Weekday::Sunday || holidays.contains(&day);
        saturday || (holiday && named("festiu"))
    };
    // A season is looked at, at most.
    const LONGEST: usize = 400;
    let all: Vec<Date> = std::iter::successors(Some(from), |day| day.tomorrow().ok())
        .take_while(|day| *day <= to)
        .take(LONGEST)
        .filter(|day| *day != round && free(*day))
        .collect();
    let (before, after): (Vec<Date>, Vec<Date>) = all.into_iter().partition(|day| *day < round);
    let days: Vec<Date> = before.into_iter().chain(after).collect();
    let values = days.iter().copied().map(Value::from).collect();
    Computed::new(days)
        .line("rgc.round-day", round)
        .by(&rules.days)
        .line("rgc.possible-days", Value::List(values))
}

/// Boards whose line-up is told in advance (RGC 15.5): those of the affected players; the others
/// play on the day. Boards from 1, affected players by their board.
pub fn boards_told(lineup: &[String], affected: &[String]) -> Computed<(Vec<usize>, Vec<usize>)> {
    let (early, on_day): (Vec<usize>, Vec<usize>) =
        (1..=lineup.len()).partition(|board| affected.contains(&lineup[board - 1]));
    let list = |boards: &[usize]| Value::List(boards.iter().copied().map(Value::from).collect());
    let (told, rest) = (list(&early), list(&on_day));
    Computed::new((early, on_day)).rule("rgc.told", told, "RGC 15.5").line("rgc.on-the-day", rest)
}

/// What the calendar can do for a player of a Swiss.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Remedy {
    /// The game is played on a day of this window, both ends included (RGC 15.8).
    Window(Date, Date),
    /// Several rounds in a row: the player chooses one event (RGC 15.8.1).
    Choose,
    /// The last round: the Commission decides (RGC 15.8.2).
    Commission,
    /// Nothing is affected.
    Nothing,
}

impl Remedy {
    pub fn key(&self) -> &'static str {
        match self {
            Self::Window(..) => "window",
            Self::Choose => "choose",
            Self::Commission => "commission",
            Self::Nothing => "nothing",
        }
    }
}

/// An individual Swiss with affected rounds (RGC 15.8, 15.8.1, 15.8.2); `dates` are those of all
/// rounds, `affected` the rounds from 1.
pub fn swiss_remedy(dates: &[Date], affected: &[u32], rules: &OverlapRules) -> Computed<Remedy> {
    let mut rounds = affected.to_vec();
    rounds.sort_unstable();
    rounds.dedup();
    let most = rules.rounds.get() as usize;
    let longest = rounds.chunk_by(|a, b| b - a == 1).map(<[u32]>::len).max().unwrap_or_default();
    let days = i64::from(rules.days_after.get());
    let remedy = match rounds.first() {
        None => Remedy::Nothing,
        Some(_) if longest > most => Remedy::Choose,
        Some(&round) => {
            let at = round as usize;
            let window = dates.get(at.wrapping_sub(1)).zip(dates.get(at));
            match window.map(|(own, next)| (*own, next.checked_add(days.days()))) {
                Some((own, Ok(last))) => Remedy::Window(own, last),
                _ => Remedy::Commission,
            }
        }
    };
    let at = match remedy {
        Remedy::Choose => "RGC 15.8.1",
        Remedy::Commission => "RGC 15.8.2",
        Remedy::Window(..) | Remedy::Nothing => "RGC 15.8",
    };
    let window = match remedy {
        Remedy::Window(from, to) => Value::List(vec![from.into(), to.into()]),
        _ => Value::Undefined,
    };
    Computed::new(remedy)
        .rule("rgc.rounds-in-a-row", longest, at)
        .limit("rgc.rounds-at-most", &rules.rounds)
        .limit("rgc.days-after", &rules.days_after)
        .line("rgc.window", window)
}

/// Is the last round put back (RGC 15.6)? When it is affected and the first places are.
pub fn last_round_put_back(round: u32, rounds: u32, first_places: bool) -> Computed<bool> {
    Computed::new(round == rounds && first_places)
        .rule("rgc.is-last-round", Verdict::of(round == rounds), "RGC 15.6")
        .line("rgc.first-places", Verdict::of(first_places))
}

/// Does the article apply to a player (RGC 15.9)?
pub fn applies_to(foreign: bool, represents_catalonia: bool) -> Computed<bool> {
    Computed::new(!foreign || represents_catalonia)
        .rule("rgc.foreign", Verdict::of(foreign), "RGC 15.9")
        .line("rgc.represents-catalonia", Verdict::of(represents_catalonia))
}

/// A change that somebody asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Change {
    pub round: u32,
    pub rounds: u32,
    /// Bringing forward, or another venue; putting a round back is not meant.
    pub forward_or_venue: bool,
    /// For an overlap of calendars (RGC 15).
    pub overlap: bool,
    /// The Sports Commission gave leave.
    pub leave: bool,
}

/// May date or venue be changed (RGC 15.10)? Nothing in the last two rounds, overlaps apart; always
/// with leave.
pub fn may_change(change: Change, rules: &OverlapRules) -> Computed<bool> {
    let input = Data::record([
        ("round", change.round.into()),
        ("rounds", change.rounds.into()),
        ("forward_or_venue", change.forward_or_venue.into()),
        ("overlap", change.overlap.into()),
        ("leave", change.leave.into()),
    ]);
    Computed::from_sheet(&sheets::date_change(rules), &input, |found| {
        found.get("allowed").truth() == Some(true)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_rules::rules;
    use jiff::civil::date;

    fn rules_() -> &'static OverlapRules {
        &rules().competition.overlap
    }

    /// RGC 15.4.
    #[test]
    fn saturdays_and_holidays_before_the_round_first() {
        let of = league_days(
            date(1990, 12, 9),
            date(1990, 12, 6),
            date(1990, 12, 16),
            &[date(1990, 12, 6)],
            rules_(),
        );
        let days: Vec<i8> = of.value.iter().map(|day| day.day()).collect();
        assert_eq!(days, [6, 8, 15, 16]);
    }

    /// AMB-38: from the day of the round to the third day after the next.
    #[test]
    fn amb_38_the_window_is_closed() {
        let dates = [date(1990, 11, 4), date(1990, 11, 11), date(1990, 11, 18)];
        let of = |rounds: &[u32]| swiss_remedy(&dates, rounds, rules_()).value;
        assert_eq!(of(&[1]), Remedy::Window(date(1990, 11, 4), date(1990, 11, 14)));
        assert_eq!(of(&[1, 2]), Remedy::Choose);
        assert_eq!(of(&[3]), Remedy::Commission);
        assert_eq!(of(&[]), Remedy::Nothing);
        assert_eq!(of(&[0]), Remedy::Commission);
    }

    #[test]
    fn last_rounds_foreigners_and_boards() {
        assert!(last_round_put_back(9, 9, true).value);
        assert!(!last_round_put_back(8, 9, true).value && !last_round_put_back(9, 9, false).value);
        assert!(applies_to(false, false).value && applies_to(true, true).value);
        assert!(!applies_to(true, false).value);
        let lineup = ["a", "b", "c"].map(String::from);
        assert_eq!(boards_told(&lineup, &["b".into()]).value, (vec![2], vec![1, 3]));
    }

    /// RGC 15.10.
    #[test]
    fn nothing_changes_in_the_last_two_rounds() {
        let change =
            Change { round: 8, rounds: 9, forward_or_venue: true, overlap: false, leave: true };
        let of = |change| may_change(change, rules_()).value;
        assert!(!of(change) && of(Change { round: 7, ..change }));
        assert!(of(Change { overlap: true, ..change }));
        assert!(of(Change { forward_or_venue: false, ..change }));
        assert!(!of(Change { round: 1, leave: false, ..change }));
    }
}
