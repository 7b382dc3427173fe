//! What the federation publishes beside tournaments and texts: news, documents, rating lists,
//! records, the calendar, clubs.

use std::collections::BTreeMap;

use serde_json::{Value as Json, json};

use super::super::languages::text_marks;
use super::super::report::Workings;
use super::super::words::{date_range, dated};
use super::super::writer::Writer;
use super::event::{tournament_line, tournament_of};
use super::people::{person_line, shown_people};
use super::texts::{bulletin, document};
use crate::core::records::{Holder, RecordLine};
use crate::core::report::{Msg, Value};
use crate::model::Club;
use crate::site::{
    AGENDA, About, CIRCULARS, DOCUMENTS, News, Section, Target, events_of, news_url,
    rating_list_url, regulation_url, tournament_url, year_url, years,
};

/// A piece of news with its text.
pub(super) fn news_item(w: &mut Writer<'_>, news: &News, level: u8) -> Json {
    let start = w.out.len();
    w.blocks(&news.text, level, &news.title);
    json!({
        "title": news.title,
        "href": w.href(&news_url(&news.slug)),
        "date": w.language().date(news.date),
        "iso": news.date.to_string(),
        "invented": news.invented,
        "text_html": w.take(start),
        "lang_html": text_marks(&w.site.input).lang,
    })
}

pub(super) fn news_index(w: &mut Writer<'_>) -> Json {
    let news: &[News] = &w.site.input.news;
    let news: Vec<Json> = news.iter().map(|item| news_item(w, item, 3)).collect();
    json!({"news": news})
}

pub(super) fn news_page(w: &mut Writer<'_>, index: usize) -> Json {
    match w.site.input.news.get(index) {
        Some(news) => json!({"item": news_item(w, news, 2)}),
        None => Json::Null,
    }
}

/// The pages of the years of a list, where it is cut by them.
fn years_of(w: &Writer<'_>, list: &str, shown: Option<i16>) -> Vec<Json> {
    let years = years(&w.site.input);
    let first = years.first().copied();
    let line = |year: i16| {
        let url = if Some(year) == first { list.to_owned() } else { year_url(list, year) };
        let here = shown.or(first) == Some(year);
        json!({"title": year.to_string(), "href": w.href(&url), "here": here})
    };
    years.into_iter().map(line).collect()
}

/// The files of a year's events; without one, every file by what it is about, of events those that
/// are not on the pages of years.
pub(super) fn documents(w: &mut Writer<'_>, year: Option<i16>) -> Json {
    let events = documents_of_events(w, year);
    let years = years_of(w, DOCUMENTS, year);
    if year.is_some() {
        return json!({"events": events, "years": years});
    }
    let input = &w.site.input;
    let bulletins: Vec<Json> = input
        .bulletins
        .iter()
        .filter(|issue| issue.document.is_some())
        .map(|issue| bulletin(w, issue))
        .collect();
    let of = |about: &About| -> Vec<Json> {
        w.site.documents_about(about).map(|d| document(w, d)).collect()
    };
    let general = of(&About::General);
    let regulations: Vec<Json> = input
        .rulebook()
        .regulations
        .iter()
        .filter_map(|regulation| {
            let files = of(&About::Regulation(regulation.code.clone()));
            let href = w.href(&regulation_url(&regulation.slug));
            let lang = text_marks(input).lang;
            (!files.is_empty()).then(|| {
                json!({"title": regulation.title, "href": href, "files": files, "lang_html": lang})
            })
        })
        .collect();
    json!({
        "bulletins": bulletins, "general": general, "regulations": regulations, "events": events,
        "circulars_href": w.href(CIRCULARS), "years": years,
    })
}

/// The latest event first.
fn documents_of_events(w: &Writer<'_>, year: Option<i16>) -> Vec<Json> {
    let line = |event: usize| {
        let t = tournament_of(w, event);
        let about = About::Tournament(w.site.input.events[event].tournament);
        let files: Vec<Json> = w.site.documents_about(&about).map(|d| document(w, d)).collect();
        let href = w.href(&tournament_url(t));
        let dates = date_range(w.language(), t.start, t.end);
        (!files.is_empty())
            .then(|| json!({"title": &*t.name, "href": href, "files": files, "dates": dates}))
    };
    events_of(&w.site.input, year).into_iter().rev().filter_map(line).collect()
}

/// The events of a year, or all, month by month.
pub(super) fn agenda(w: &mut Writer<'_>, year: Option<i16>) -> Json {
    let mut months: BTreeMap<(i16, i8), Vec<usize>> = BTreeMap::new();
    for event in events_of(&w.site.input, year) {
        if let Some(day) = tournament_of(w, event).start {
            months.entry((day.year(), day.month())).or_default().push(event);
        }
    }
    let months: Vec<Json> = months
        .into_iter()
        .rev()
        .map(|((year, month), events)| {
            let first = crate::model::Date::constant(year, month, 1);
            let lines: Vec<Json> = events.into_iter().map(|e| tournament_line(w, e)).collect();
            json!({
                "title": w.language().month(first),
                "anchor": format!("m{year}-{month:02}"),
                "lines": lines,
            })
        })
        .collect();
    let file = w.file_href(crate::site::AGENDA_FILE);
    json!({"months": months, "file_href": file, "years": years_of(w, AGENDA, year)})
}

fn published_lists(w: &Writer<'_>) -> Vec<Json> {
    let lists = &w.site.input.archive.rating_lists;
    let line = |list: &crate::model::RatingList| {
        json!({
            "title": w.language().msg(&Msg::new("records.list").with("period", list.period.as_str())),
            "href": w.href(&rating_list_url(&list.period)),
            "here": w.page.url == rating_list_url(&list.period),
        })
    };
    lists.iter().rev().map(line).collect()
}

pub(super) fn rating_lists(w: &mut Writer<'_>) -> Json {
    let latest = w.site.input.lists.len().checked_sub(1);
    match latest {
        Some(latest) => rating_list(w, latest),
        None => json!({"lists": []}),
    }
}

pub(super) fn rating_list(w: &mut Writer<'_>, index: usize) -> Json {
    let input = &w.site.input;
    let Some(list) = input.lists.get(index) else { return Json::Null };
    w.facts(&list.facts, true);
    let facts = w.take(0);
    if let Some(table) = &list.distribution {
        w.drawn(table, &Default::default(), &Workings::Left);
    }
    let chart = w.take(0);
    let number = |rating: Option<u32>| rating.map_or("–".to_owned(), |r| r.to_string());
    let lines: Vec<Json> = list
        .lines
        .iter()
        .filter_map(|line| {
            let person = input.archive.people.get(&line.person)?;
            let change = line.change();
            let value = match change {
                Some(change) if change > 0 => Msg::new("rating-list.up").with("by", change).into(),
                Some(change) if change < 0 => {
                    Msg::new("rating-list.down").with("by", -change).into()
                }
                Some(_) => Msg::new("progress.same").into(),
                None => Value::Undefined,
            };
            let mut json = person_line(w, person);
            json["place"] = json!(line.place);
            json["catalan"] = json!(number(line.ratings.catalan));
            json["fide"] = json!(number(line.ratings.fide));
            json["feda"] = json!(number(line.ratings.feda));
            json["games"] = json!(line.games);
            json["change"] = json!(w.language().value(&value));
            Some(json)
        })
        .collect();
    let list_of = input.archive.rating_lists.get(index).map(|list| {
        dated(w.language(), "site.rating-list-of", "site.rating-list-of.elided", list.from)
    });
    json!({
        "lists": published_lists(w),
        "list_of": list_of,
        "facts_html": facts,
        "chart_html": chart,
        "lines": lines,
        "shown": w.word("rating-list.shown"),
    })
}

fn holder(w: &mut Writer<'_>, holder: &Holder) -> Json {
    let archive = w.site.input.archive;
    let registered = holder.person.as_ref().and_then(|slug| archive.people.get(slug));
    let shown = registered.filter(|person| !person.hidden);
    let href = shown.and_then(|person| w.resolve(Target::Person(&person.slug)));
    json!({"name": &*holder.name, "href": href.map(|url| w.href(&url))})
}

pub(super) fn records(w: &mut Writer<'_>) -> Json {
    let input = &w.site.input;
    let mut tables = Vec::new();
    for table in input.records.iter() {
        let mut lines = Vec::new();
        for RecordLine { holders, value, tournament, when } in &table.lines {
            let holders: Vec<Json> = holders.iter().map(|one| holder(w, one)).collect();
            let event = tournament.and_then(|index| {
                let t = input.archive.tournaments.get(index)?;
                let url = w.resolve(Target::Tournament(index))?;
                Some(json!({"name": &*t.name, "href": w.href(&url)}))
            });
            lines.push(json!({
                "holders": holders,
                "value": w.language().value(value),
                "event": event,
                "when": when.as_ref().map(|when| w.language().value(when)),
            }));
        }
        tables.push(json!({
            "key": table.key,
            "caption": w.language().msg(&table.caption),
            "unit": w.language().msg(&table.unit),
            "lines": lines,
        }));
    }
    json!({"tables": tables})
}

pub(super) fn club_page(w: &mut Writer<'_>, club: &Club) -> Json {
    let input = &w.site.input;
    if let Some(facts) = input.clubs.get(&club.slug) {
        w.facts(facts, true);
    }
    let facts = w.take(0);
    let members = shown_people(w, |person| person.club.as_deref() == Some(&*club.slug));
    let members: Vec<Json> = members.into_iter().map(|person| person_line(w, person)).collect();
    let organised: Vec<Json> = (0..input.events.len())
        .rev()
        .filter(|&event| {
            let t = input.archive.tournaments.get(input.events[event].tournament);
            t.is_some_and(|t| t.club.as_deref() == Some(&*club.slug))
        })
        .map(|event| tournament_line(w, event))
        .collect();
    let teams: Vec<Json> = (0..input.events.len())
        .rev()
        .filter(|&event| {
            let t = input.archive.tournaments.get(input.events[event].tournament);
            // Teams carry the name of their club by now.
            let own = |of: &Option<std::sync::Arc<str>>| {
                of.as_deref().is_some_and(|of| of == &*club.name || of == &*club.slug)
            };
            t.is_some_and(|t| t.teams.iter().any(|team| own(&team.club)))
        })
        .map(|event| tournament_line(w, event))
        .collect();
    json!({
        "town": club.town.as_deref(),
        "delegation": club.delegation.map(|d| w.word(&format!("site.delegation.{}", d.key()))),
        "facts_html": facts,
        "members": members,
        "organised": organised,
        "teams": teams,
        "clubs_href": w.href(Section::Clubs.url()),
    })
}
