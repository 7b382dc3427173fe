//! What the template of each kind of page is given.

use std::collections::BTreeMap;

use serde_json::{Value as Json, json};

use super::prose;
use super::report::Workings;
use super::words::{Order, date_range, dated, index_letter};
use super::writer::Writer;
use crate::core::report::{Block, Msg, Table, Value};
use crate::model::{Date, Person, Tournament};
use crate::rulebook::{Regulation, RegulationKind};
use crate::site::{
    Bulletin, Document, EventPages, PageKind, Section, Target, WORKING_ROWS, regulation_url,
    tournament_url,
};

/// Tournaments on the home page.
const LATEST: usize = 6;
/// Rows of an extract of the standings on an overview, and on the home page.
const TOP: usize = 10;
const TOP_AT_HOME: usize = 3;

/// The template of a page and its part of the context.
pub fn view(w: &mut Writer<'_>) -> (&'static str, Json) {
    match w.page.kind.clone() {
        PageKind::Home => ("pages/home.html", home(w)),
        PageKind::NotFound => ("pages/not-found.html", json!({})),
        PageKind::Index(Section::Tournaments) => ("pages/tournaments.html", tournaments(w)),
        PageKind::Index(Section::Regulations) => ("pages/regulations.html", regulations(w)),
        PageKind::Index(Section::Players) => ("pages/players.html", players(w)),
        PageKind::Index(Section::Clubs) => ("pages/clubs.html", clubs(w)),
        PageKind::Index(Section::Norms) => ("pages/norms.html", norms(w)),
        PageKind::Index(Section::Bulletins) => ("pages/bulletins.html", bulletins(w)),
        PageKind::Index(Section::Glossary) => ("pages/glossary.html", glossary(w)),
        PageKind::Index(Section::About) => ("pages/about.html", about(w)),
        PageKind::Regulation(index) => {
            let regulation = &w.site.input.rulebook.regulations[index];
            ("pages/regulation.html", regulation_page(w, regulation))
        }
        PageKind::Tournament(event) => ("pages/tournament.html", tournament(w, event)),
        PageKind::Tab { event, tab } => ("pages/tab.html", tab_page(w, event, tab)),
        PageKind::Working { event, tab, part } => {
            ("pages/working.html", working_page(w, event, tab, part))
        }
        PageKind::Person(slug) => match w.site.input.archive.people.get(&slug) {
            Some(person) => ("pages/player.html", player(w, person)),
            None => ("pages/not-found.html", json!({})),
        },
    }
}

fn home(w: &mut Writer<'_>) -> Json {
    let input = &w.site.input;
    let mut events: Vec<usize> = (0..input.events.len()).collect();
    events.sort_by_key(|&event| {
        let index = input.events[event].tournament;
        let tournament = &input.archive.tournaments[index];
        std::cmp::Reverse((tournament.end.or(tournament.start), index))
    });
    let latest: Vec<Json> = events
        .into_iter()
        .take(LATEST)
        .map(|event| {
            let mut line = tournament_line(w, event);
            let start = w.out.len();
            if let Some(table) = standings(&w.site.input.events[event]) {
                w.tournament = Some(tournament_of(w, event));
                top_names(w, table);
                w.tournament = None;
            }
            line["top_html"] = Json::String(w.take(start));
            line
        })
        .collect();
    let news: Vec<Json> = input
        .news
        .iter()
        .map(|news| {
            let start = w.out.len();
            w.blocks(&news.text, 4, &news.title);
            json!({
                "title": news.title,
                "date": w.language().date(news.date),
                "iso": news.date.to_string(),
                "text_html": w.take(start),
            })
        })
        .collect();
    let bulletins: Vec<Json> = input.bulletins.iter().take(3).map(|b| bulletin(w, b)).collect();
    json!({
        "latest": latest,
        "news": news,
        "bulletins": bulletins,
        "regulations": regulation_lines(w),
        "tournaments_href": w.href(Section::Tournaments.url()),
        "bulletins_href": w.href(Section::Bulletins.url()),
        "regulations_href": w.href(Section::Regulations.url()),
        "about_href": w.href(Section::About.url()),
    })
}

/// The first names of the standings with their points, as a list.
fn top_names(w: &mut Writer<'_>, table: &Table) {
    let points = table.columns.iter().position(|column| column.key == "points");
    w.raw("<ol class=\"podium\">");
    for row in table.rows.iter().take(TOP_AT_HOME) {
        let named = row.cells.iter().find(|c| matches!(c.value, Value::Entrant { .. }));
        let Some(name) = named else { continue };
        w.raw("<li>");
        w.value(&name.value);
        if let Some(cell) = points.and_then(|at| row.cells.get(at)) {
            w.raw(" <b>");
            w.value(&cell.value);
            w.raw("</b>");
        }
        w.raw("</li>");
    }
    w.raw("</ol>");
}

fn regulation_lines(w: &Writer<'_>) -> Vec<Json> {
    let input = &w.site.input;
    input
        .rulebook
        .regulations
        .iter()
        .map(|regulation| {
            json!({
                "code": regulation.code,
                "title": regulation.title,
                "href": w.href(&regulation_url(&regulation.slug)),
                "kind": regulation.kind.key(),
                "provisions": regulation.provisions().count(),
                "in_force": input.language.date(regulation.in_force),
            })
        })
        .collect()
}

fn regulations(w: &mut Writer<'_>) -> Json {
    let lines = regulation_lines(w);
    let groups: Vec<Json> = RegulationKind::ALL
        .iter()
        .filter_map(|(key, _)| {
            let members: Vec<&Json> = lines.iter().filter(|line| line["kind"] == *key).collect();
            let title = w.word(&format!("site.kind.{}", ascii_key(key)));
            (!members.is_empty()).then(|| json!({"title": title, "lines": members}))
        })
        .collect();
    json!({"groups": groups})
}

/// `recomanació` → `recomanacio`: keys of the language file are ASCII.
fn ascii_key(key: &str) -> String {
    crate::model::slugify(key)
}

fn regulation_page(w: &mut Writer<'_>, regulation: &Regulation) -> Json {
    let language = w.language();
    let since = dated(language, "site.in-force", "site.in-force.elided", regulation.in_force);
    let note = |key, elided, date: Option<Date>| date.map(|d| dated(language, key, elided, d));
    let approved = note("site.approved", "site.approved.elided", regulation.approved);
    let repealed = note("site.repealed", "site.repealed.elided", regulation.repealed);
    w.regulation(regulation);
    let body = w.take(0);
    json!({
        "code": regulation.code,
        "kind": w.word(&format!("site.kind-one.{}", ascii_key(regulation.kind.key()))),
        "in_force": since,
        "approved": approved,
        "repealed": repealed,
        "source": regulation.source,
        "pages": regulation.pages,
        "contents": prose::contents(regulation),
        "body_html": body,
    })
}

fn tournament_of<'a>(w: &Writer<'a>, event: usize) -> &'a Tournament {
    let input = &w.site.input;
    &input.archive.tournaments[input.events[event].tournament]
}

/// The table of the standings, if the event has them.
fn standings(event: &EventPages) -> Option<&Table> {
    let tab = event.tabs.iter().find(|tab| tab.slug == "classificacio")?;
    tab.report.blocks.iter().find_map(|block| match block {
        Block::Table(table) => Some(table),
        _ => None,
    })
}

fn tournament_line(w: &Writer<'_>, event: usize) -> Json {
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

fn tournaments(w: &mut Writer<'_>) -> Json {
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
fn event_frame(w: &Writer<'_>, event: usize, current: Option<usize>) -> Json {
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
                line["short"] = Json::String(last.to_owned());
                match groups.iter_mut().find(|(name, _)| name == group) {
                    Some((_, members)) => members.push(line),
                    None => groups.push((group.to_owned(), vec![line])),
                }
            }
            None => tabs.push(line),
        }
    }
    let groups: Vec<Json> = groups
        .into_iter()
        .map(|(group, members)| {
            let key = format!("site.group.{group}");
            let title = if language.has(&key) { language.text(&key) } else { group };
            json!({"title": title, "tabs": members})
        })
        .collect();
    json!({
        "name": &*tournament.name,
        "href": w.href(&base),
        "is_overview": current.is_none(),
        "dates": date_range(language, tournament.start, tournament.end),
        "place": tournament.place.as_deref(),
        "invented": tournament.invented,
        "tabs": tabs,
        "groups": groups,
    })
}

fn tournament(w: &mut Writer<'_>, event: usize) -> Json {
    let input = &w.site.input;
    let tournament = tournament_of(w, event);
    let language = w.language();
    w.tournament = Some(tournament);
    if let Some(table) = standings(&input.events[event]) {
        w.top_of(table, TOP);
    }
    let top = w.take(0);
    let rest = standings(&input.events[event]).map_or(0, |t| t.rows.len().saturating_sub(TOP));
    let club = tournament.club.as_deref().and_then(|slug| {
        let name = input.archive.clubs.get(slug).map(|club| club.name.to_string())?;
        let url = w.resolve(Target::Club(slug))?;
        Some((name, w.href(&url)))
    });
    let mut facts = Vec::new();
    let mut fact = |key: &str, value: Option<String>, href: Option<String>| {
        if let Some(value) = value {
            facts.push(json!({"label": language.text(key), "value": value, "href": href}));
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
    let documents: Vec<Json> = input
        .documents
        .iter()
        .filter(|document| document.tournament == Some(index))
        .map(|d| document(w, d))
        .collect();
    let slug = format!("{}classificacio/", tournament_url(tournament));
    json!({
        "event": event_frame(w, event, None),
        "facts": facts,
        "top_html": top,
        "rest": language.msg(&Msg::new("site.rest-of-standings").with("n", rest)),
        "has_rest": rest > 0,
        "standings_href": w.href(&slug),
        "documents": documents,
        "note": tournament.note.as_deref(),
    })
}

fn tab_page(w: &mut Writer<'_>, event: usize, tab: usize) -> Json {
    let site = w.site;
    w.tournament = Some(tournament_of(w, event));
    let tab_input = &site.input.events[event].tabs[tab];
    let workings = if tab_input.working_parts() > 0 {
        Workings::Apart(format!("{}calculs/", w.page.url))
    } else {
        Workings::Here
    };
    w.report(&tab_input.report, &workings);
    let parts: Vec<Json> = (0..tab_input.working_parts())
        .map(|part| {
            json!({
                "title": (part + 1).to_string(),
                "href": w.href(&format!("{}calculs/{}/", w.page.url, part + 1)),
            })
        })
        .collect();
    let report = w.take(0);
    json!({"event": event_frame(w, event, Some(tab)), "report_html": report, "parts": parts})
}

fn working_page(w: &mut Writer<'_>, event: usize, tab: usize, part: usize) -> Json {
    let site = w.site;
    let tournament = tournament_of(w, event);
    w.tournament = Some(tournament);
    let tab_input = &site.input.events[event].tabs[tab];
    let table_page = format!("{}{}/", tournament_url(tournament), tab_input.slug);
    let rows = part * WORKING_ROWS..(part + 1) * WORKING_ROWS;
    w.workings(&tab_input.report, rows, &table_page);
    let workings = w.take(0);
    json!({
        "event": event_frame(w, event, Some(tab)),
        "tab": w.language().msg(&tab_input.title),
        "table_href": w.href(&table_page),
        "workings_html": workings,
    })
}

/// What lists say of a person.
fn person_line(w: &mut Writer<'_>, person: &Person) -> Json {
    let archive = w.site.input.archive;
    let rating = archive.rating_lists.last().and_then(|list| list.rows.get(&*person.slug));
    let club = person.club.as_deref().and_then(|slug| {
        let club = archive.clubs.get(slug)?;
        let url = w.resolve(Target::Club(slug))?;
        Some(json!({"name": &*club.name, "href": w.href(&url)}))
    });
    let url = w.resolve(Target::Person(&person.slug));
    json!({
        "name": &*person.name,
        "href": url.map(|url| w.href(&url)),
        "title": person.title.map(|title| title.key()),
        "club": club,
        "category": person.category.map(|c| w.word(&format!("site.category.{}", c.key()))),
        "rating": rating.and_then(|row| row.ratings.catalan),
        "federation": person.federation.as_deref(),
    })
}

fn shown_people<'a>(w: &Writer<'a>) -> Vec<&'a Person> {
    let mut people: Vec<&Person> =
        w.site.input.archive.people.values().filter(|person| !person.hidden).collect();
    Order::of(w.language()).sort_by_name(&mut people, |person| &person.name);
    people
}

fn players(w: &mut Writer<'_>) -> Json {
    let mut letters: Vec<(char, Vec<Json>)> = Vec::new();
    for person in shown_people(w) {
        let letter = index_letter(&person.name);
        let line = person_line(w, person);
        match letters.iter_mut().find(|(known, _)| *known == letter) {
            Some((_, lines)) => lines.push(line),
            None => letters.push((letter, vec![line])),
        }
    }
    let list = w.site.input.archive.rating_lists.last();
    let rating_list = list.map(|list| {
        dated(w.language(), "site.rating-list-of", "site.rating-list-of.elided", list.from)
    });
    let letters: Vec<Json> = letters
        .into_iter()
        .map(|(letter, lines)| json!({"letter": letter, "lines": lines}))
        .collect();
    json!({"letters": letters, "rating_list": rating_list})
}

fn player(w: &mut Writer<'_>, person: &Person) -> Json {
    let input = &w.site.input;
    let language = w.language();
    let text = |value: &Value| language.value(value);
    let mut norms = Vec::new();
    let mut parts = Vec::new();
    for part in input.participations.get(&person.slug).into_iter().flatten() {
        let Some(tournament) = input.archive.tournaments.get(part.tournament) else { continue };
        let url = w.resolve(Target::Tournament(part.tournament));
        let kinds: Vec<String> = part.norms.iter().map(|norm| language.msg(norm)).collect();
        norms.extend(
            kinds.iter().map(|kind| json!({"kind": kind, "tournament": &*tournament.name})),
        );
        let row = url.as_ref().map(|url| format!("{url}classificacio/#r{}", part.entrant + 1));
        parts.push(json!({
            "name": &*tournament.name,
            "href": url.map(|url| w.href(&url)),
            "row_href": row.filter(|_| has_standings(w, part.tournament)).map(|row| w.href(&row)),
            "dates": date_range(language, tournament.start, tournament.end),
            "rank": text(&part.rank),
            "points": text(&part.points),
            "rounds": tournament.rounds,
            "norms": kinds,
        }));
    }
    let history: Vec<Json> = input
        .archive
        .rating_lists
        .iter()
        .rev()
        .filter_map(|list| {
            let row = list.rows.get(&*person.slug)?;
            let number = |rating: Option<u32>| rating.map_or("–".to_owned(), |r| r.to_string());
            Some(json!({
                "period": language.date(list.from),
                "catalan": number(row.ratings.catalan),
                "fide": number(row.ratings.fide),
                "feda": number(row.ratings.feda),
                "games": row.games,
            }))
        })
        .collect();
    json!({
        "person": person_line(w, person),
        "fide_id": person.fide_id,
        "participations": parts,
        "norms": norms,
        "history": history,
    })
}

fn has_standings(w: &Writer<'_>, tournament: usize) -> bool {
    w.site.input.events.iter().any(|e| e.tournament == tournament && standings(e).is_some())
}

fn clubs(w: &mut Writer<'_>) -> Json {
    let archive = w.site.input.archive;
    let people = shown_people(w);
    let mut all: Vec<_> = archive.clubs.values().collect();
    Order::of(w.language()).sort_by_name(&mut all, |club| &club.name);
    let lines: Vec<Json> = all
        .into_iter()
        .map(|club| {
            let members: Vec<Json> = people
                .iter()
                .filter(|person| person.club.as_deref() == Some(&*club.slug))
                .map(|person| person_line(w, person))
                .collect();
            let count = Msg::new("site.players-count").with("n", members.len());
            json!({
                "slug": &*club.slug,
                "name": &*club.name,
                "town": club.town.as_deref(),
                "delegation": club.delegation.map(|d| w.word(&format!("site.delegation.{}", d.key()))),
                "members": members,
                "count": w.language().msg(&count),
            })
        })
        .collect();
    json!({"clubs": lines})
}

fn norms(w: &mut Writer<'_>) -> Json {
    let input = &w.site.input;
    let lines: Vec<Json> = input
        .norms
        .iter()
        .filter_map(|norm| {
            let tournament = input.archive.tournaments.get(norm.tournament)?;
            let entrant = tournament.entrants.get(norm.entrant)?;
            w.tournament = Some(tournament);
            let start = w.out.len();
            w.entrant(norm.entrant, &entrant.name);
            let name = w.take(start);
            w.tournament = None;
            let url = w.resolve(Target::Tournament(norm.tournament));
            let tab = norm.tab.as_ref().zip(url.as_ref()).map(|(tab, url)| format!("{url}{tab}/"));
            Some(json!({
                "name_html": name,
                "kind": w.language().msg(&norm.kind),
                "points": w.language().value(&norm.points),
                "rounds": tournament.rounds,
                "tournament": &*tournament.name,
                "href": url.map(|url| w.href(&url)),
                "tab_href": tab.map(|tab| w.href(&tab)),
                "date": date_range(w.language(), None, tournament.end.or(tournament.start)),
            }))
        })
        .collect();
    json!({"norms": lines})
}

fn document(w: &Writer<'_>, document: &Document) -> Json {
    let size = document.bytes.map(|bytes| format!("{}\u{a0}kB", bytes.div_ceil(1000)));
    let pages =
        document.pages.map(|n| w.language().msg(&Msg::new("site.pages-count").with("n", n)));
    let facts: Vec<String> = [Some("PDF".to_owned()), pages, size].into_iter().flatten().collect();
    json!({
        "title": document.title,
        "href": w.href(&document.url),
        "facts": facts.join(", "),
    })
}

fn bulletin(w: &Writer<'_>, bulletin: &Bulletin) -> Json {
    let language = w.language();
    json!({
        "number": bulletin.number,
        "number_text": language.msg(&Msg::new("site.bulletin-number").with("number", bulletin.number)),
        "date": language.date(bulletin.date),
        "iso": bulletin.date.to_string(),
        "title": bulletin.title,
        "highlights": bulletin.highlights,
        "document": bulletin.document.as_ref().map(|d| document(w, d)),
    })
}

fn bulletins(w: &mut Writer<'_>) -> Json {
    let input = &w.site.input;
    let lines: Vec<Json> = input.bulletins.iter().map(|b| bulletin(w, b)).collect();
    let others: Vec<Json> = input
        .documents
        .iter()
        .filter(|document| document.tournament.is_none())
        .map(|d| document(w, d))
        .collect();
    json!({"bulletins": lines, "documents": others})
}

fn glossary(w: &mut Writer<'_>) -> Json {
    let mut terms: Vec<_> = w.site.input.glossary.iter().collect();
    Order::of(w.language()).sort_by_name(&mut terms, |term| &term.ca);
    let mut letters: Vec<(char, Vec<Json>)> = Vec::new();
    for term in terms {
        let letter = index_letter(&term.ca);
        let start = w.out.len();
        w.cites(&term.see);
        let see = w.take(start);
        let line = json!({
            "slug": term.slug, "ca": term.ca, "es": term.es, "en": term.en,
            "variants": term.variants.join(", "), "definition": term.definition, "see_html": see,
        });
        match letters.iter_mut().find(|(known, _)| *known == letter) {
            Some((_, lines)) => lines.push(line),
            None => letters.push((letter, vec![line])),
        }
    }
    let letters: Vec<Json> = letters
        .into_iter()
        .map(|(letter, terms)| json!({"letter": letter, "terms": terms}))
        .collect();
    json!({"letters": letters})
}

fn about(w: &mut Writer<'_>) -> Json {
    json!({
        "regulations_href": w.href(Section::Regulations.url()),
        "glossary_href": w.href(Section::Glossary.url()),
        "invented": w.site.input.archive.tournaments.iter().any(|t| t.invented),
    })
}
