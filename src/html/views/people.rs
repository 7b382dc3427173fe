//! Players, clubs, and the norms that players made.

use std::collections::BTreeMap;

use serde_json::{Value as Json, json};

use super::super::report::Workings;
use super::super::words::{date_range, dated};
use super::super::writer::Writer;
use super::event::has_row;
use super::reports::{below, documents};
use crate::core::report::{Msg, Value};
use crate::model::Person;
use crate::site::{About, Target, club_url};

/// What lists say of a person.
pub(super) fn person_line(w: &mut Writer<'_>, person: &Person) -> Json {
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

/// The people who may be shown, and of whom a page tells, by name.
pub(super) fn shown_people<'a>(
    w: &Writer<'a>,
    wanted: impl Fn(&Person) -> bool,
) -> Vec<&'a Person> {
    let people = w.site.input.archive.people.values();
    let mut people: Vec<&Person> =
        people.filter(|person| !person.hidden && wanted(person)).collect();
    w.language().collator().sort_by_name(&mut people, |person| &person.name);
    people
}

pub(super) fn players(w: &mut Writer<'_>) -> Json {
    let letters: Vec<Json> = w
        .language()
        .collator()
        .index(shown_people(w, |_| true), |person| &person.name)
        .into_iter()
        .map(|(letter, people)| {
            let lines: Vec<Json> = people.into_iter().map(|p| person_line(w, p)).collect();
            json!({"letter": letter, "lines": lines})
        })
        .collect();
    let list = w.site.input.archive.rating_lists.last();
    let rating_list = list.map(|list| {
        dated(w.language(), "site.rating-list-of", "site.rating-list-of.elided", list.from)
    });
    json!({"letters": letters, "rating_list": rating_list})
}

pub(super) fn player(w: &mut Writer<'_>, person: &Person) -> Json {
    let input = &w.site.input;
    let language = w.language();
    let text = |value: &Value| language.value(value);
    let mut norms = Vec::new();
    let mut parts = Vec::new();
    for part in input.careers.participations(&person.slug) {
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
            "row_href": row.filter(|_| has_row(w, part.tournament, part.entrant)).map(|row| w.href(&row)),
            "dates": date_range(language, tournament.start, tournament.end),
            "rank": text(&part.rank),
            "points": text(&part.points),
            "rounds": tournament.rounds,
            "norms": kinds,
        }));
    }
    let reports = w.site.input.person_reports.get(&person.slug);
    let reports = below(w, reports.map_or(&[], Vec::as_slice), usize::from(!parts.is_empty()));
    let career = career(w, person);
    json!({
        "person": person_line(w, person),
        "reports_html": reports,
        "documents": documents(w, &About::Person(person.slug.clone())),
        "fide_id": person.fide_id,
        "participations": parts,
        "norms": norms,
        "career": career,
    })
}

/// What the page of a person tells of all events together.
fn career(w: &mut Writer<'_>, person: &Person) -> Json {
    let input = &w.site.input;
    let Some(career) = input.careers.career(&person.slug) else { return Json::Null };
    w.facts(&career.facts, true);
    let facts = w.take(0);
    if let Some(history) = &career.history {
        w.drawn(history, &Default::default(), &Workings::Left);
    }
    let history = w.take(0);
    let mut opponents = Vec::new();
    for against in &career.opponents {
        let registered = against.person.as_ref().and_then(|slug| input.archive.people.get(slug));
        let shown = registered.filter(|person| !person.hidden);
        let url = shown.and_then(|person| w.resolve(Target::Person(&person.slug)));
        opponents.push(json!({
            "name": &*against.name,
            "href": url.map(|url| w.href(&url)),
            "games": against.record.games(),
            "won": against.record.won,
            "drawn": against.record.drawn,
            "lost": against.record.lost,
            "points": against.record.points().to_string(),
        }));
    }
    json!({"facts_html": facts, "history_html": history, "opponents": opponents})
}

pub(super) fn clubs(w: &mut Writer<'_>) -> Json {
    let archive = w.site.input.archive;
    let mut of_clubs: BTreeMap<&str, Vec<&Person>> = BTreeMap::new();
    for person in shown_people(w, |person| person.club.is_some()) {
        of_clubs.entry(person.club.as_deref().unwrap_or_default()).or_default().push(person);
    }
    let mut all: Vec<_> = archive.clubs.values().collect();
    w.language().collator().sort_by_name(&mut all, |club| &club.name);
    let lines: Vec<Json> = all
        .into_iter()
        .map(|club| {
            let members = of_clubs.get(&*club.slug).into_iter().flatten();
            let members: Vec<Json> = members.map(|person| person_line(w, person)).collect();
            let count = Msg::new("site.players-count").with("n", members.len());
            json!({
                "slug": &*club.slug,
                "href": w.href(&club_url(&club.slug)),
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

pub(super) fn norms(w: &mut Writer<'_>) -> Json {
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
            if let Some(tab) = &tab {
                w.must_exist(tab);
            }
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
