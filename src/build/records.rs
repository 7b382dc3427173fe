//! What the search of the site finds.

use serde_json::json;

use crate::publish::OutputFile;
use crate::rulebook::{Block, Provision, blocks_text, plain_text};
use crate::search::{Kind, Record};
use crate::site::{
    PROVISIONS, Site, club_url, file_of, news_url, person_url, regulation_url, tournament_url,
};

/// Letters of a result's summary.
const SUMMARY: usize = 160;

/// A record for every provision, tournament, person, club, free page, piece of news and term.
pub fn records(site: &Site<'_>) -> Vec<Record> {
    let input = &site.input;
    let language = input.language.code.clone();
    let mut records = Vec::new();
    let folder = input.folder();
    let mut push = |url: String, title: String, kind: Kind, text: String| {
        let url = format!("{folder}{url}");
        let summary = shorten(&text);
        let text = format!("{title} {text}");
        records.push(Record { url, title, kind, text, summary, language: language.clone() });
    };
    for regulation in &input.rulebook().regulations {
        let page = file_of(&regulation_url(&regulation.slug));
        for provision in regulation.provisions() {
            let text = words(provision);
            if text.is_empty() {
                continue;
            }
            let title = match &provision.title {
                Some(title) => format!("{} · {title}", provision.id),
                None => provision.id.to_string(),
            };
            push(format!("{page}#{}", provision.id.anchor()), title, Kind::Provision, text);
        }
    }
    for event in &input.events {
        let t = &input.archive.tournaments[event.tournament];
        let names = t.entrants.iter().map(|entrant| &*entrant.name).collect::<Vec<_>>().join("; ");
        let text = format!("{}. {names}", t.place.as_deref().unwrap_or_default());
        push(file_of(&tournament_url(t)), t.name.to_string(), Kind::Tournament, text);
    }
    for person in input.archive.people.values().filter(|person| !person.hidden) {
        let club = person.club.as_ref().and_then(|slug| input.archive.clubs.get(slug));
        let text = club.map_or_else(String::new, |club| club.name.to_string());
        push(file_of(&person_url(&person.slug)), person.name.to_string(), Kind::Player, text);
    }
    for page in input.free_pages.iter().filter(|page| !page.url.is_empty()) {
        let headlines = page.headlines().map(|line| plain_text(line.text));
        let text = std::iter::once(page.summary()).chain(headlines).collect::<Vec<_>>().join(". ");
        push(file_of(&page.url), page.title.clone(), Kind::Page, text);
    }
    for club in input.archive.clubs.values() {
        let text = club.town.as_deref().unwrap_or_default().to_owned();
        push(file_of(&club_url(&club.slug)), club.name.to_string(), Kind::Club, text);
    }
    for news in &input.news {
        let text = one_line(&news.text);
        push(file_of(&news_url(&news.slug)), news.title.clone(), Kind::News, text);
    }
    for term in input.glossary {
        let url = format!("glossari/index.html#{}", term.slug);
        let variants = term.variants.join(", ");
        let text = format!("{} {variants} {} {}", term.definition, term.es, term.en);
        push(url, term.ca.clone(), Kind::Term, text);
    }
    records
}

/// `cerca/provisions.json`: every identifier with its address and title, so that whoever types one
/// goes straight there. Identifiers that moved lead to where they are now.
pub fn provisions(site: &Site<'_>) -> OutputFile {
    let rulebook = site.input.rulebook();
    let folder = site.input.folder();
    let moved =
        rulebook.redirects.iter().filter_map(|(old, new)| Some((old, rulebook.provision(new)?)));
    let own = rulebook.provisions().map(|provision| (&provision.id, provision));
    let lines: Vec<_> = own
        .chain(moved)
        .filter_map(|(id, provision)| {
            let slug = &rulebook.regulation_of(&provision.id)?.slug;
            let page = file_of(&regulation_url(slug));
            let url = format!("{folder}{page}#{}", provision.id.anchor());
            let text = match &provision.title {
                Some(title) => title.clone(),
                None => shorten(&words(provision)),
            };
            Some(json!([id.as_str(), url, text]))
        })
        .collect();
    let text = format!("{}\n", serde_json::Value::Array(lines));
    OutputFile { path: format!("{folder}{PROVISIONS}"), bytes: text.into_bytes() }
}

/// A provision's own words.
fn words(provision: &Provision) -> String {
    one_line(&provision.blocks)
}

fn one_line(blocks: &[Block]) -> String {
    blocks_text(blocks).split_whitespace().collect::<Vec<_>>().join(" ")
}

fn shorten(text: &str) -> String {
    match text.char_indices().nth(SUMMARY) {
        None => text.to_owned(),
        Some((end, _)) => {
            let cut = text[..end].rfind(' ').unwrap_or(end);
            format!("{}…", &text[..cut])
        }
    }
}
