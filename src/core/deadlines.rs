//! The last days of the federation's seasons: requests, confirmations, lists, papers, results, each
//! as a day with the provision that sets it (Oberts 1, 6, 8; RGC 4.1.2, 5.2.2.1, 5.5.1).
//!
//! They are counted from what the data know: a season has its request day in any case, an event the
//! terms whose first day is told.

use std::sync::Arc;

use super::calendar::WorkingCalendar;
use super::competition::eligibility::confirmation;
use super::competition::sessions::results_deadline;
use super::report::{Align, Block, Column, Entry, Msg, Report, Row, Step, Table, Value};
use super::rules::Rules1990;
use super::season::{last_day, season_of};
use crate::model::{Archive, Date, EventKind, RoundTime, RuleSet, Tournament};
use crate::rulebook::ProvisionId;

/// What is due, and until when.
#[derive(Clone, Debug)]
pub struct Due {
    /// The last day, with the hour where there is one.
    pub until: RoundTime,
    /// Stable: a name for calendars.
    pub key: String,
    pub what: Msg,
    /// Of which event: slug and name.
    pub event: Option<(Arc<str>, Arc<str>)>,
    /// The last day with its working and citation.
    pub entry: Entry,
}

impl Due {
    fn new(key: &str, label: &'static str, until: RoundTime, entry: Entry) -> Self {
        Self { until, key: key.to_owned(), what: Msg::new(label), event: None, entry }
    }

    fn of(self, t: &Tournament) -> Self {
        let key = format!("{}/{}", t.slug, self.key);
        Self { event: Some((t.slug.clone(), t.name.clone())), key, ..self }
    }
}

fn on(day: Date) -> RoundTime {
    RoundTime { day, hour: None }
}

/// The deadlines of a season, in order.
#[derive(Clone, Debug)]
pub struct SeasonDeadlines {
    pub season: i32,
    pub due: Vec<Due>,
}

/// Every season that an event or a plan is of, the latest first.
pub fn seasons<'r>(
    archive: &Archive,
    rules: impl Fn(Date) -> &'r Rules1990,
) -> Vec<SeasonDeadlines> {
    let calendar = WorkingCalendar::new(archive.holidays.iter().copied());
    let events: Vec<&Tournament> = archive
        .tournaments
        .iter()
        .map(|t| &**t)
        .chain(archive.plans.iter().map(|plan| &plan.event))
        .filter(|t| t.rule_set == RuleSet::Fce1990)
        .collect();
    let mut seasons: Vec<SeasonDeadlines> = Vec::new();
    let mut add = |season: i32, due: Vec<Due>| match seasons
        .iter_mut()
        .find(|known| known.season == season)
    {
        Some(known) => known.due.extend(due),
        None => seasons.push(SeasonDeadlines { season, due }),
    };
    for t in events {
        let Some(start) = t.start else { continue };
        let rules = rules(start);
        add(season_of(start, rules), of_event(t, &calendar, rules));
    }
    for found in &mut seasons {
        let year = found.season;
        let day = last_day(year, rules(day_in(year)));
        if let Some(day) = day.filter(|_| !found.due.is_empty()) {
            found.due.extend(of_season(year, day, rules(day)));
        }
        found.due.sort_by(|a, b| {
            (a.until.day, a.until.hour, &a.key).cmp(&(b.until.day, b.until.hour, &b.key))
        });
    }
    seasons.retain(|found| !found.due.is_empty());
    seasons.sort_by_key(|found| std::cmp::Reverse(found.season));
    seasons
}

/// Some day of a year, to choose the text in force.
fn day_in(year: i32) -> Date {
    let year = i16::try_from(year).unwrap_or(Date::MAX.year());
    Date::new(year, 1, 1).unwrap_or(Date::MAX)
}

/// What ends with a season itself: requests for the next one (Oberts 1, AMB-89), which must come
/// before the limit.
fn of_season(season: i32, limit: Date, rules: &Rules1990) -> Option<Due> {
    let last = limit.yesterday().ok()?;
    let param = &rules.open.request_limit;
    let step = Step::new(Msg::new("deadline.before").with("day", limit)).cite(&param.at);
    let entry = Entry::plain(last).cite_param(param).step(step);
    let mut due = Due::new("peticio", "deadline.request", on(last), entry);
    due.what = Msg::new("deadline.request").with("season", season.saturating_add(1));
    due.key = format!("{season}/peticio");
    Some(due)
}

/// The terms of an event whose first day is known.
fn of_event(t: &Tournament, calendar: &WorkingCalendar, rules: &Rules1990) -> Vec<Due> {
    let mut due = Vec::new();
    match t.kind {
        EventKind::Open => due.extend(of_open(t, calendar, rules)),
        EventKind::Official if !t.is_team_event() => due.extend(confirmations(t, rules)),
        _ => {}
    }
    if t.is_team_event() {
        if t.system.is_league() {
            due.extend(additions(t, rules));
        }
        due.extend(results(t, calendar, rules));
    }
    due.into_iter().map(|due| due.of(t)).collect()
}

/// Entry list and papers of an open (Oberts 6, 8; AMB-105).
fn of_open(t: &Tournament, calendar: &WorkingCalendar, rules: &Rules1990) -> Vec<Due> {
    let open = &rules.open;
    let mut due = Vec::new();
    let round = open.list_round.get() as usize;
    let told =
        t.homologation.round_2_start.map(|at| RoundTime { day: at.date(), hour: Some(at.time()) });
    let begins = told.or_else(|| t.round_times.get(round.checked_sub(1)?).copied());
    if let Some(begins) = begins {
        let step = Step::new(Msg::new("deadline.list-step").with("round", open.list_round.get()))
            .gives(begins.day)
            .cite(&open.list_round.at);
        let entry = Entry::plain(begins.day).cite_param(&open.list_round).step(step);
        due.push(Due::new("llista", "deadline.list", begins, entry));
    }
    if let Some(end) = t.end
        && let Some(last) = calendar.last_day(end, open.paper_days.get())
    {
        let step = Step::new(Msg::new("rde.working-days"))
            .gives(open.paper_days.get())
            .cite(&open.paper_days.at);
        let from = Step::new(Msg::new("deadline.after")).gives(end);
        let entry = Entry::plain(last).cite_param(&open.paper_days).steps([from, step]);
        due.push(Due::new("documentacio", "deadline.papers", on(last), entry));
    }
    due
}

/// Who is qualified for a final confirms it (RGC 4.1.2).
fn confirmations(t: &Tournament, rules: &Rules1990) -> Option<Due> {
    let found = confirmation(t.start?, None, &rules.competition.eligibility);
    let last = found.value.last_day?;
    let entry = found.entry_of(last);
    Some(Due::new("confirmacio", "deadline.confirmation", on(last), entry))
}

/// Players are added to a list before the first of the last rounds (RGC 5.2.2.1, AMB-28).
fn additions(t: &Tournament, rules: &Rules1990) -> Option<Due> {
    let param = &rules.competition.lineup.closing_rounds;
    if t.round_times.len() < t.rounds as usize {
        return None;
    }
    let first = (t.rounds as usize).checked_sub(param.get() as usize)?;
    let begins = t.round_times.get(first)?.day;
    let last = begins.yesterday().ok()?;
    let step = Step::new(Msg::new("deadline.before").with("day", begins)).cite(&param.at);
    let entry = Entry::plain(last).cite_param(param).step(step);
    Some(Due::new("ampliacio", "deadline.additions", on(last), entry))
}

/// Results are reported on the first working day after each round (RGC 5.5.1).
fn results(t: &Tournament, calendar: &WorkingCalendar, rules: &Rules1990) -> Vec<Due> {
    let rounds = (1_u32..).zip(&t.round_times);
    let due = rounds.filter_map(|(round, time)| {
        let found = results_deadline(time.day, None, calendar, &rules.competition.sessions);
        let limit = found.value.0?;
        let until = RoundTime { day: limit.date(), hour: Some(limit.time()) };
        let entry = found.entry_of(limit.date());
        let mut due = Due::new(&format!("resultats-{round}"), "deadline.results", until, entry);
        due.what = Msg::new("deadline.results").with("round", round);
        Some(due)
    });
    due.collect()
}

/// The page: a table for each season.
pub fn report(seasons: &[SeasonDeadlines]) -> Option<Report> {
    if seasons.is_empty() {
        return None;
    }
    let column = |key, text, align| Column::new(key, Msg::new(text), align);
    let mut blocks = Vec::new();
    for found in seasons {
        let rows = found.due.iter().map(|due| {
            let hour =
                due.until.hour.map(|hour| format!("{:02}:{:02}", hour.hour(), hour.minute()));
            let event = due.event.as_ref().map(|(_, name)| Value::from(name.clone()));
            Row {
                entrant: None,
                cells: vec![
                    due.entry.clone(),
                    Entry::plain(hour),
                    Entry::plain(due.what.clone()),
                    Entry::plain(event.unwrap_or(Value::Undefined)),
                ],
            }
        });
        blocks.push(Block::Table(Table {
            key: "deadlines",
            caption: Msg::new("deadline.season").with("season", season_name(found.season)),
            columns: vec![
                column("until", "rde.last-day", Align::Start),
                column("hour", "column.hour", Align::End),
                column("what", "deadline.what", Align::Start),
                column("event", "case.event", Align::Start),
            ],
            rows: rows.collect(),
        }));
    }
    Some(Report { key: "season-deadlines", title: Msg::new("deadline.title"), blocks })
}

/// `1990-91`.
fn season_name(season: i32) -> String {
    const CENTURY: i32 = 100;
    format!("{}-{:02}", season.saturating_sub(1), season.rem_euclid(CENTURY))
}

/// The provisions of a deadline, for a calendar.
pub fn provisions(due: &Due) -> Vec<&ProvisionId> {
    due.entry.citations.iter().collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{System, Team};
    use crate::test_rules::{rulebook, rules};
    use jiff::civil::date;

    fn due(t: Tournament, holidays: &[Date]) -> Vec<(String, Date)> {
        let mut archive = Archive::default();
        archive.holidays.extend(holidays);
        archive.tournaments.push(t.into());
        let seasons = seasons(&archive, |_| rules());
        for due in seasons.iter().flat_map(|season| &season.due) {
            assert!(!due.entry.citations.is_empty(), "{}", due.key);
            for at in provisions(due) {
                assert!(rulebook().provision(at).is_some(), "{at}");
            }
        }
        let due = seasons.iter().flat_map(|season| &season.due);
        due.map(|due| (due.key.clone(), due.until.day)).collect()
    }

    fn key(slug: &str, day: Date) -> (String, Date) {
        (slug.to_owned(), day)
    }

    /// Oberts 1, 6, 8: the list before round 2, the papers on the fourth working day after the end
    /// (Saturday 1 September 1990; Tuesday a holiday), the next season's request on 29 June.
    #[test]
    fn an_open_has_its_list_and_its_papers() {
        let mut t = Tournament::new("x", "X", System::Swiss, 9);
        t.kind = EventKind::Open;
        t.start = Some(date(1990, 8, 25));
        t.end = Some(date(1990, 9, 1));
        t.round_times = (25..=31).map(|day| on(date(1990, 8, day))).collect();
        let found = due(t, &[date(1990, 9, 4)]);
        assert_eq!(
            found,
            [
                key("x/llista", date(1990, 8, 26)),
                key("x/documentacio", date(1990, 9, 7)),
                key("1991/peticio", date(1991, 6, 29)),
            ]
        );
    }

    /// RGC 5.2.2.1, 5.5.1.
    #[test]
    fn a_team_event_reports_every_round() {
        let mut t = Tournament::new("x", "X", System::RoundRobin { double: false }, 4);
        t.kind = EventKind::Official;
        t.teams.push(Team {
            number: 1,
            slug: "e".into(),
            name: "E".into(),
            club: None,
            level: None,
        });
        t.start = Some(date(1990, 10, 7));
        // Sundays.
        t.round_times = [7, 14, 21, 28].map(|day| on(date(1990, 10, day))).into();
        let found = due(t, &[]);
        let results = |round: u32, day| key(&format!("x/resultats-{round}"), date(1990, 10, day));
        assert_eq!(
            found,
            [
                results(1, 8),
                key("x/ampliacio", date(1990, 10, 13)),
                results(2, 15),
                results(3, 22),
                results(4, 29),
                key("1991/peticio", date(1991, 6, 29)),
            ]
        );
    }

    /// RGC 4.1.2; an event without any day has no term, nor has one of FIDE.
    #[test]
    fn finals_are_confirmed_and_what_has_no_day_has_no_term() {
        let mut t = Tournament::new("x", "X", System::Swiss, 9);
        t.kind = EventKind::Official;
        assert!(due(t.clone(), &[]).is_empty());
        t.start = Some(date(1990, 12, 20));
        let found = due(t.clone(), &[]);
        assert_eq!(found[0].0, "x/confirmacio");
        let days = i64::from(rules().competition.eligibility.confirmation.get());
        let last = date(1990, 12, 20).checked_sub(jiff::Span::new().days(days)).unwrap();
        assert_eq!(found[0].1, last);
        t.rule_set = RuleSet::Fide2026;
        assert!(due(t, &[]).is_empty());
    }

    #[test]
    fn the_page_has_a_table_for_each_season() {
        let mut archive = Archive::default();
        for year in [1989, 1990] {
            let mut t = Tournament::new(format!("{year}"), "X", System::Swiss, 9);
            t.kind = EventKind::Official;
            t.start = Some(date(year, 12, 20));
            archive.tournaments.push(t.into());
        }
        let seasons = seasons(&archive, |_| rules());
        let report = report(&seasons).unwrap();
        let captions = report.blocks.iter().map(|block| match block {
            Block::Table(table) => format!("{:?}", table.caption),
            _ => String::new(),
        });
        let captions: Vec<_> = captions.collect();
        assert!(captions[0].contains("1990-91") && captions[1].contains("1989-90"));
        assert!(super::report(&[]).is_none());
    }
}
