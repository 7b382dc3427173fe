//! Tournaments: the list, the overview, the tabs and the workings set apart.

use std::collections::BTreeMap;

use serde_json::{Value as Json, json};

use super::super::report::Workings;
use super::super::words::date_range;
use super::super::writer::Writer;
use super::reports::documents;
use super::texts::document;
use crate::core::report::{Msg, Table, Value};
use crate::model::Tournament;
use crate::site::{
    About, EventPages, HALL, PAIRINGS_TEXT, PageKind, Printable, ROUNDS, TABLES, TOP_ROWS,
    TabReport, Target, WORKING_ROWS, cards_url, festival_url, pending_round, table_file,
    tournament_url,
};

pub(super) fn tournament_of<'a>(w: &Writer<'a>, event: usize) -> &'a Tournament {
    let input = &w.site.input;
    &input.archive.tournaments[input.events[event].tournament]
}

/// The first rows of the standings, if the event has them.
pub(super) fn standings(event: &EventPages) -> Option<&Table> {
    event.standings.as_ref().map(|extract| &extract.table)
}

pub(super) fn tournament_line(w: &Writer<'_>, event: usize) -> Json {
    let tournament = tournament_of(w, event);
    let language = w.language();
    let (count, key) = if tournament.is_team_event() {
        (tournament.teams.len(), "site.teams-count")
    } else {
        (tournament.entrants.len(), "site.players-count")
    };
    let leader = standings(&w.site.input.events[event])
        .and_then(|table| table.rows.first())
        .and_then(|row| row.cells.iter().find(|c| matches!(c.value, Value::Entrant { .. })))
        .map(|cell| language.value(&cell.value));
    json!({
        "name": &*tournament.name,
        "href": w.href(&tournament_url(tournament)),
        "dates": date_range(language, tournament.start, tournament.end),
        "iso": tournament.start.map(|date| date.to_string()),
        "place": tournament.place.as_deref(),
        "system": w.word(&format!("site.system.{}", tournament.system.key())),
        "count": language.msg(&Msg::new(key).with("n", count)),
        "leader": leader,
        "finished": tournament.is_finished(),
        "invented": tournament.invented,
        "year": tournament.start.map(|date| date.year()),
    })
}

pub(super) fn tournaments(w: &mut Writer<'_>) -> Json {
    let mut years: BTreeMap<Option<i16>, Vec<Json>> = BTreeMap::new();
    for event in 0..w.site.input.events.len() {
        let year = tournament_of(w, event).start.map(|date| date.year());
        years.entry(year).or_default().push(tournament_line(w, event));
    }
    let years: Vec<Json> = years
        .into_iter()
        .rev()
        .map(|(year, mut lines)| {
            lines.reverse();
            let title = year.map_or_else(|| w.word("site.no-date"), |year| year.to_string());
            let anchor = year.map_or_else(|| "sense-data".to_owned(), |year| format!("any-{year}"));
            json!({"title": title, "anchor": anchor, "lines": lines})
        })
        .collect();
    json!({"years": years})
}

/// What all pages of an event share: its name, its facts in short, its tabs.
pub(super) fn event_frame(w: &Writer<'_>, event: usize, current: Option<usize>) -> Json {
    let pages = &w.site.input.events[event];
    let tournament = tournament_of(w, event);
    let base = tournament_url(tournament);
    let language = w.language();
    let mut tabs = Vec::new();
    let mut groups: Vec<(String, Vec<Json>)> = Vec::new();
    for (index, tab) in pages.tabs.iter().enumerate() {
        let title = language.msg(&tab.title);
        let url = format!("{base}{}/", tab.slug);
        let here = url == w.page.url;
        let mut line = json!({
            "title": title, "href": w.href(&url), "current": current == Some(index), "here": here,
        });
        match tab.slug.split_once('/') {
            Some((group, last)) => {
                let short = format!("site.short.{last}");
                let short = if language.has(&short) { language.text(&short) } else { last.into() };
                // A number says nothing by itself; a word does, under the name of its group.
                let is_number = short.bytes().all(|b| b.is_ascii_digit());
                line["label"] = if is_number { line["title"].clone() } else { Json::Null };
                line["short"] = Json::String(short);
                match groups.iter_mut().find(|(name, _)| name == group) {
                    Some((_, members)) => members.push(line),
                    None => groups.push((group.to_owned(), vec![line])),
                }
            }
            None => tabs.push(line),
        }
    }
    // Above the tabs of its own stands what it is a part of.
    let festival = tournament.festival.as_ref().map(|group| (group, festival_url(&group.slug())));
    let festival = festival
        .filter(|(_, url)| w.site.has_page(url))
        .map(|(group, url)| json!({"title": &*group.festival, "href": w.href(&url)}));
    if pages.cards > 0 {
        let here = matches!(w.page.kind, PageKind::Cards { .. });
        tabs.push(json!({
            "title": w.word("tab.cards"), "href": w.href(&cards_url(tournament, 0)),
            "current": here, "here": w.page.url == cards_url(tournament, 0),
        }));
    }
    if !groups.is_empty() {
        let url = format!("{base}{HALL}");
        tabs.push(json!({"title": w.word("site.hall"), "href": w.href(&url)}));
    }
    // Rounds are always at hand; the other groups only where one of their pages is read.
    let of_page = current.and_then(|at| pages.tabs.get(at)).map(|tab| tab.slug.split('/').next());
    let groups: Vec<Json> = groups
        .into_iter()
        .filter(|(group, _)| group == "rondes" || of_page == Some(Some(group.as_str())))
        .map(|(group, members)| {
            let key = format!("site.group.{group}");
            let title = if language.has(&key) { language.text(&key) } else { group };
            json!({"title": title, "tabs": members})
        })
        .collect();
    json!({
        "name": &*tournament.name,
        "festival": festival,
        "href": w.href(&base),
        "is_overview": current.is_none(),
        "state": pages.status.first().map(|fact| language.value(&fact.entry.value)),
        "corrected": pages.status.iter().any(|fact| fact.key == "corrected"),
        "dates": date_range(language, tournament.start, tournament.end),
        "place": tournament.place.as_deref(),
        "invented": tournament.invented,
        "tabs": tabs,
        "groups": groups,
    })
}

pub(super) fn tournament(w: &mut Writer<'_>, event: usize) -> Json {
    let input = &w.site.input;
    let tournament = tournament_of(w, event);
    let language = w.language();
    w.tournament = Some(tournament);
    w.event = Some(event);
    if let Some(table) = standings(&input.events[event]) {
        w.top_of(table, TOP_ROWS);
    }
    let top = w.take(0);
    let rows = input.events[event].standings.as_ref().map_or(0, |extract| extract.rows);
    let rest = rows.saturating_sub(TOP_ROWS);
    let club = tournament.club.as_deref().and_then(|slug| {
        let name = input.archive.clubs.get(slug).map(|club| club.name.to_string())?;
        let url = w.resolve(Target::Club(slug))?;
        Some((name, w.href(&url)))
    });
    let mut facts = Vec::new();
    let mut fact = |key: &str, value: Option<String>, href: Option<String>| {
        if let Some(value) = value {
            // Written by the organisers in the language of the texts.
            let is_text = key == "site.fact.time-control";
            facts.push(json!({
                "label": language.text(key), "value": value, "href": href, "is_text": is_text,
            }));
        }
    };
    let owned = |text: &Option<std::sync::Arc<str>>| text.as_deref().map(str::to_owned);
    fact("site.fact.dates", date_range(language, tournament.start, tournament.end), None);
    fact("site.fact.place", owned(&tournament.place), None);
    fact(
        "site.fact.system",
        Some(language.text(&format!("site.system.{}", tournament.system.key()))),
        None,
    );
    let rounds = Msg::new("site.rounds-of")
        .with("n", tournament.rounds_complete())
        .with("total", tournament.rounds);
    let rounds = if tournament.is_finished() {
        tournament.rounds.to_string()
    } else {
        language.msg(&rounds)
    };
    fact("site.fact.rounds", Some(rounds), None);
    if tournament.is_team_event() {
        fact("site.fact.teams", Some(tournament.teams.len().to_string()), None);
    }
    fact("site.fact.players", Some(tournament.entrants.len().to_string()), None);
    fact("site.fact.time-control", owned(&tournament.time_control), None);
    fact("site.fact.arbiter", owned(&tournament.chief_arbiter), None);
    fact("site.fact.organiser", owned(&tournament.organiser), None);
    if let Some((name, href)) = club {
        fact("site.fact.club", Some(name), Some(href));
    }
    fact("site.fact.rating-list", owned(&tournament.rating_list), None);
    fact(
        "site.fact.rules",
        Some(language.text(&format!("site.rule-set.{}", tournament.rule_set.key()))),
        None,
    );
    let index = input.events[event].tournament;
    let documents = documents(w, &About::Tournament(index));
    let to_print = Printable::of(tournament, &input.events[event]).map(|printable| {
        json!({"title": w.word(printable.key()), "href": w.href(&printable.url(tournament))})
    });
    let to_print: Vec<Json> = to_print.collect();
    let slug = format!("{}classificacio/", tournament_url(tournament));
    let start = w.out.len();
    w.blocks(&input.events[event].note, 3, &tournament.name);
    let note = w.take(start);
    w.facts(&input.events[event].status, true);
    let status = w.take(start);
    json!({
        "event": event_frame(w, event, None),
        "facts": facts,
        "top_html": top,
        "rest": language.msg(&Msg::new("site.rest-of-standings").with("n", rest)),
        "has_rest": rest > 0,
        "standings_href": w.href(&slug),
        "documents": documents,
        "to_print": to_print,
        "status_html": status,
        "note_html": note,
    })
}

pub(super) fn tab_page(w: &mut Writer<'_>, event: usize, tab: usize) -> Json {
    let site = w.site;
    w.tournament = Some(tournament_of(w, event));
    w.event = Some(event);
    let tab_input = &site.input.events[event].tabs[tab];
    let workings = if tab_input.working_parts > 0 {
        Workings::Apart(format!("{}calculs/", w.page.url))
    } else {
        Workings::Here
    };
    let reports = site.input.events[event].reports();
    let TabReport { charts, report, .. } = &reports.all().tabs[tab];
    w.report(report, charts, &workings);
    let parts: Vec<Json> = (0..tab_input.working_parts)
        .map(|part| {
            json!({
                "title": (part + 1).to_string(),
                "href": w.href(&format!("{}calculs/{}/", w.page.url, part + 1)),
            })
        })
        .collect();
    let report = w.take(0);
    let is_round = tab_input.slug.starts_with("rondes/");
    let text = is_round.then(|| w.href(&format!("{}{PAIRINGS_TEXT}", w.page.url)));
    let tables = tables_of(w, event, &tab_input.slug);
    let tournament = tournament_of(w, event);
    let is_played =
        pending_round(tournament).is_some_and(|round| tab_input.slug == format!("{ROUNDS}{round}"));
    let slips = is_played.then(|| w.href(&Printable::Slips.url(tournament)));
    json!({
        "event": event_frame(w, event, Some(tab)),
        "report_html": report,
        "parts": parts,
        "text_href": text,
        "tables": tables,
        "slips_href": slips,
    })
}

/// The files that hold the table of a tab: alone, and among all of the event.
fn tables_of(w: &Writer<'_>, event: usize, slug: &str) -> Vec<Json> {
    let Some(file) = table_file(slug) else { return Vec::new() };
    let site = w.site;
    let index = site.input.events[event].tournament;
    let folder = format!("{}{TABLES}", tournament_url(&site.input.archive.tournaments[index]));
    let about = About::Tournament(index);
    let found = site.documents_about(&about).filter(|document| {
        let name = document.url.strip_prefix(&folder);
        name.is_some_and(|name| name == file || name.ends_with(".xlsx"))
    });
    found.map(|found| document(w, found)).collect()
}

pub(super) fn working_page(w: &mut Writer<'_>, event: usize, tab: usize, part: usize) -> Json {
    let site = w.site;
    let tournament = tournament_of(w, event);
    w.tournament = Some(tournament);
    let tab_input = &site.input.events[event].tabs[tab];
    let table_page = format!("{}{}/", tournament_url(tournament), tab_input.slug);
    let rows = part * WORKING_ROWS..(part + 1) * WORKING_ROWS;
    let reports = site.input.events[event].reports();
    w.workings(&reports.all().tabs[tab].report, rows, &table_page);
    let workings = w.take(0);
    json!({
        "event": event_frame(w, event, Some(tab)),
        "tab": w.language().msg(&tab_input.title),
        "table_href": w.href(&table_page),
        "workings_html": workings,
    })
}

/// Have the published standings of a tournament a row for an entrant?
pub(super) fn has_row(w: &Writer<'_>, tournament: usize, entrant: usize) -> bool {
    let event = w.site.event_of.get(&tournament).and_then(|&event| w.site.input.events.get(event));
    let extract = event.and_then(|event| event.standings.as_ref());
    extract.is_some_and(|extract| extract.entrants.contains(&entrant))
}
