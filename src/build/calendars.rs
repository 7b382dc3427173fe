//! Calendar files: of each tournament, of all of them, and of the deadlines of the seasons.

use super::registers::DEADLINES;
use super::{Event, Prepared};
use crate::core::report::Msg;
use crate::core::{contestants, deadlines, schedule};
use crate::export::ics::{Calendar, CalendarEvent};
use crate::model::initials;
use crate::model::{RoundTime, Tournament};
use crate::publish::OutputFile;
use crate::site::{AGENDA_FILE, About, Document, tournament_url};

/// The file, and what the pages say of it. A tournament without any day has none.
pub fn of_event(prepared: &Prepared, event: &Event) -> Option<(Document, OutputFile)> {
    let t = &prepared.data.archive.tournaments[event.index];
    let bytes = calendar(prepared, t)?.to_ics().into_bytes();
    let url = format!("{}calendar.ics", tournament_url(t));
    let document = Document {
        title: prepared.language.text("document.calendar"),
        url: url.clone(),
        pages: None,
        bytes: Some(bytes.len() as u64),
        about: About::Tournament(event.index),
    };
    Some((document, OutputFile { path: url, bytes }))
}

/// All events in one file, of a site that has any; its page leads there in any case.
pub fn of_all(prepared: &Prepared) -> OutputFile {
    let tournaments = prepared.data.archive.tournaments.iter();
    let calendars = tournaments.filter_map(|t| calendar(prepared, t));
    let events = calendars.flat_map(|calendar| calendar.events).collect();
    let name = prepared.data.config.title.clone();
    let bytes = Calendar { name, events }.to_ics().into_bytes();
    OutputFile { path: AGENDA_FILE.into(), bytes }
}

/// The deadlines of the seasons, each with its provisions; `None` where there are none.
pub fn of_deadlines(prepared: &Prepared) -> Option<Vec<u8>> {
    let language = &prepared.language;
    let due = prepared.registers.deadlines.iter().flat_map(|season| &season.due);
    let base = prepared.data.config.base_url.as_deref().map(|base| base.trim_end_matches('/'));
    let events: Vec<CalendarEvent> = due
        .map(|due| {
            let what = language.msg(&due.what);
            let of_event = due.event.as_ref().map(|(_, name)| format!("{what}: {name}"));
            let provisions: Vec<_> =
                deadlines::provisions(due).into_iter().map(|at| at.as_str()).collect();
            CalendarEvent {
                uid: format!("terminis/{}@butlleti", due.key),
                stamp: due.until.day,
                begins: due.until,
                last_day: None,
                summary: of_event.unwrap_or(what),
                description: Some(provisions.join(", ")),
                location: None,
                url: base.map(|base| format!("{base}/{DEADLINES}")),
            }
        })
        .collect();
    let name = language.text("deadline.title");
    (!events.is_empty()).then(|| Calendar { name, events }.to_ics().into_bytes())
}

/// An entry for each round whose day is known, else one for the whole event.
fn calendar(prepared: &Prepared, t: &Tournament) -> Option<Calendar> {
    let language = &prepared.language;
    let first = t.round_times.first().map(|time| time.day);
    let stamp = t.start.or(first)?;
    let base = prepared.data.config.base_url.as_deref();
    let url = base.map(|base| format!("{}/{}", base.trim_end_matches('/'), tournament_url(t)));
    let entry = |part: &str, begins: RoundTime, summary: String| CalendarEvent {
        uid: format!("{}/{part}@butlleti", t.slug),
        stamp,
        begins,
        last_day: None,
        summary,
        description: None,
        location: t.place.as_deref().map(str::to_owned),
        url: url.clone(),
    };
    if t.round_times.is_empty() {
        let whole = entry("torneig", RoundTime { day: stamp, hour: None }, t.name.to_string());
        let events = vec![CalendarEvent { last_day: t.end, ..whole }];
        return Some(Calendar { name: t.name.to_string(), events });
    }
    let pairs = schedule::table_pairs(t);
    let events = (1..).zip(&t.round_times).map(|(round, &time)| {
        let name = Msg::new("calendar.event")
            .with("tournament", t.name.clone())
            .with("round", schedule::round_name(t, round));
        let of_round = pairs.get(round as usize - 1);
        let lines = of_round.map(|pairs| {
            let line = |&(one, other): &(usize, usize)| {
                format!("{} – {}", shown(prepared, t, one), shown(prepared, t, other))
            };
            pairs.iter().map(line).collect::<Vec<_>>().join("\n")
        });
        let entry = entry(&format!("ronda-{round}"), time, language.msg(&name));
        CalendarEvent { description: lines, ..entry }
    });
    Some(Calendar { name: t.name.to_string(), events: events.collect() })
}

/// A name as it may be shown.
fn shown(prepared: &Prepared, t: &Tournament, index: usize) -> String {
    let name = contestants::name(t, index);
    let person = t.entrants.get(index).filter(|_| !t.is_team_event());
    let person = person.and_then(|entrant| entrant.person.as_ref());
    match person.and_then(|slug| prepared.data.archive.people.get(slug)) {
        Some(person) if person.hidden => initials(&name),
        _ => name.to_string(),
    }
}
