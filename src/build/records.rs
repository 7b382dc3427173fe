//! What the search of the site finds.

use std::sync::Arc;

use rayon::prelude::*;
use serde_json::{Map, Value, json};

use super::Failure;
use super::keys::Keys;
use crate::fingerprint::Fingerprint;
use crate::publish::{OutputFile, Shelf};
use crate::rulebook::{Block, Circular, Provision, blocks_text};
use crate::search::names::{Entry, Names};
use crate::search::texts::Record;
use crate::search::{Kind, names, texts};
use crate::site::{
    FINDER, Site, card_url, circular_url, club_url, file_of, news_url, person_url, regulation_url,
    tournament_url,
};

/// Letters of the words that tell an article without a title.
const GLANCE: usize = 70;

/// The indexes of the search: of names and titles, of texts, and for each language how they are
/// used. What was made of the same things before is kept.
pub fn make(
    shelf: &dyn Shelf,
    keys: &Keys,
    sites: &[Site<'_>],
    known: &mut texts::Known,
) -> Result<(), Failure> {
    // Names, texts and addresses are the same in every language.
    let Some(site) = sites.first() else { return Ok(()) };
    make_names(shelf, sites, named(keys, site))?;
    let files = texts::index(&records(site), known);
    let put = |made: &Arc<texts::IndexFile>| {
        let OutputFile { path, bytes } = &made.file;
        shelf.put_unless_kept(path, made.made_of, bytes)
    };
    files.par_iter().try_for_each(put).map_err(Failure::from)
}

fn put_all(shelf: &dyn Shelf, files: &[OutputFile], made_of: Fingerprint) -> Result<(), Failure> {
    let put = |file: &OutputFile| shelf.put(&file.path, made_of, &file.bytes);
    files.par_iter().try_for_each(put).map_err(Failure::from)
}

fn make_names(shelf: &dyn Shelf, sites: &[Site<'_>], made_of: Fingerprint) -> Result<(), Failure> {
    let finders: Vec<_> = sites
        .iter()
        .map(|site| {
            let words = finder_words(site);
            let path = format!("{}{FINDER}", site.input.folder());
            (path, Fingerprint::of(&(made_of, words.to_string())), words)
        })
        .collect();
    let is_kept = shelf.keep_folder(names::FOLDER, made_of);
    let other = |(path, of, _): &&(String, Fingerprint, Value)| shelf.keep(path, *of).is_none();
    let others: Vec<_> = finders.iter().filter(other).collect();
    let (Some(site), false) = (sites.first(), is_kept && others.is_empty()) else { return Ok(()) };
    let entries = entries(site);
    let names = Names::index(&entries);
    if !is_kept {
        put_all(shelf, &names.files, made_of)?;
    }
    let version = &Fingerprint::of(&entries).to_string()[..8];
    for (path, of, words) in others {
        let finder = json!({
            "version": version, "pieces": names.pieces, "cut": names.cut, "words": words,
        });
        shelf.put(path, *of, format!("{finder}\n").as_bytes())?;
    }
    Ok(())
}

/// What [`entries`] are made of: they need not be made to know that they are the same.
fn named(keys: &Keys, site: &Site<'_>) -> Fingerprint {
    let input = &site.input;
    let events: Vec<_> = input
        .events
        .iter()
        .map(|event| {
            let t = &input.archive.tournaments[event.tournament];
            let strangers = t.entrants.iter().enumerate().filter(|(_, e)| e.person.is_none());
            let strangers: Vec<_> =
                strangers.map(|(at, e)| (at, &e.name, e.title, e.fide_id)).collect();
            (&t.slug, &t.name, &t.place, t.start, event.cards, strangers)
        })
        .collect();
    let pages: Vec<_> = input.free_pages.iter().map(|page| (&page.url, &page.title)).collect();
    let news: Vec<_> = input.news.iter().map(|news| (&news.slug, &news.title, news.date)).collect();
    Fingerprint::of(&(keys.named(), events, pages, news))
}

/// The words of the list of what was found, in a site's language, and the folder of its pages.
fn finder_words(site: &Site<'_>) -> Value {
    let text = |key: &str| json!(site.input.language.text(key));
    let kinds = Kind::ALL.map(|kind| {
        let key = match kind {
            Kind::Player => "site.players",
            Kind::Tournament => "site.tournaments",
            Kind::Club => "site.clubs",
            Kind::Provision => "site.search-provisions",
            Kind::Circular => "site.circulars",
            Kind::Page => "site.free-pages",
            Kind::News => "site.news",
            Kind::Term => "site.glossary",
        };
        (kind.key().to_owned(), text(key))
    });
    json!({
        "folder": site.input.folder(),
        "kinds": Map::from_iter(kinds),
        "one": text("site.search-count.one"),
        "many": text("site.search-count"),
        "none": text("site.search-none-here"),
        "all": text("site.search-all"),
        "instead": text("site.search-instead"),
    })
}

/// Everything that has a name or title, and a page or a place in one.
pub fn entries(site: &Site<'_>) -> Vec<Entry> {
    let input = &site.input;
    let archive = input.archive;
    let mut entries = Vec::new();
    let mut push = |kind, name: &str, url: &str, detail: &str, mark: &str, id: String| {
        let [name, detail] = [name, detail].map(|text| text.split_whitespace().collect::<Vec<_>>());
        let [name, detail] = [name, detail].map(|words| words.join(" "));
        entries.push(Entry { kind, name, url: file_of(url), detail, mark: mark.to_owned(), id });
    };
    let number = |id: Option<u32>| id.map(|id| id.to_string()).unwrap_or_default();
    for person in archive.people.values().filter(|person| !person.hidden) {
        let club = person.club.as_ref().and_then(|slug| archive.clubs.get(slug));
        let club = club.map_or("", |club| &club.name);
        let title = person.title.map_or("", |title| title.key());
        let url = person_url(&person.slug);
        push(Kind::Player, &person.name, &url, club, title, number(person.fide_id));
    }
    for event in &input.events {
        let t = &archive.tournaments[event.tournament];
        let place = t.place.as_deref().unwrap_or_default();
        let year = t.start.map(|start| start.year().to_string()).unwrap_or_default();
        push(Kind::Tournament, &t.name, &tournament_url(t), place, "", year);
        // Who is in no register has no page, but a card in the event.
        for (at, entrant) in t.entrants.iter().enumerate().take(event.cards) {
            if entrant.person.is_none() {
                let title = entrant.title.map_or("", |title| title.key());
                let (url, id) = (card_url(t, at), number(entrant.fide_id));
                let url = url.replacen('#', "index.html#", 1);
                push(Kind::Player, &entrant.name, &url, &t.name, title, id);
            }
        }
    }
    for club in archive.clubs.values() {
        let town = club.town.as_deref().unwrap_or_default();
        push(Kind::Club, &club.name, &club_url(&club.slug), town, "", String::new());
    }
    let rulebook = input.rulebook();
    for regulation in &rulebook.regulations {
        let name = format!("{} · {}", regulation.code, regulation.title);
        let url = regulation_url(&regulation.slug);
        push(Kind::Provision, &name, &url, "", "", String::new());
    }
    // Identifiers that moved lead to where they are now.
    let moved =
        rulebook.redirects.iter().filter_map(|(old, new)| Some((old, rulebook.provision(new)?)));
    for (id, provision) in rulebook.provisions().map(|own| (&own.id, own)).chain(moved) {
        let Some(regulation) = rulebook.regulation_of(&provision.id) else { continue };
        let page = file_of(&regulation_url(&regulation.slug));
        let url = format!("{page}#{}", provision.id.anchor());
        let title = provision.title.as_deref().unwrap_or_default();
        let glance = match title {
            "" => shorten(&words(provision), GLANCE),
            _ => String::new(),
        };
        push(Kind::Provision, title, &url, &glance, "", id.to_string());
    }
    for circular in input.versions.circulars() {
        let Circular { number, slug, title, .. } = circular;
        push(Kind::Circular, title, &circular_url(slug), "", "", number.clone());
    }
    for page in input.free_pages.iter().filter(|page| !page.url.is_empty()) {
        push(Kind::Page, &page.title, &page.url, "", "", String::new());
    }
    for news in &input.news {
        push(Kind::News, &news.title, &news_url(&news.slug), "", "", news.date.to_string());
    }
    for term in input.glossary {
        let url = format!("glossari/index.html#{}", term.slug);
        let mut others: Vec<&str> = Vec::new();
        for other in [&term.es, &term.en].into_iter().chain(&term.variants) {
            let is_known = |known: &&str| known.to_lowercase() == other.to_lowercase();
            if !others.iter().chain([&&*term.ca]).any(is_known) {
                others.push(other);
            }
        }
        push(Kind::Term, &term.ca, &url, &others.join(", "), "", String::new());
    }
    entries
}

/// A record for the text of every provision, circular, free page, piece of news and term.
pub fn records(site: &Site<'_>) -> Vec<Record> {
    let input = &site.input;
    let mut records = Vec::new();
    let mut push = |url: String, title: String, kind: Kind, text: String| {
        records.push(Record { url, title, kind, text });
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
    for circular in input.versions.circulars() {
        let Circular { number, slug, title, intro, amendments, .. } = circular;
        let new = amendments.iter().flat_map(|amendment| {
            std::iter::once(one_line(&amendment.reason))
                .chain(amendment.provisions.iter().map(words))
        });
        let text: Vec<_> = std::iter::once(one_line(intro)).chain(new).collect();
        let title = format!("{number} · {title}");
        push(file_of(&circular_url(slug)), title, Kind::Circular, text.join(" ").trim().to_owned());
    }
    for page in input.free_pages.iter().filter(|page| !page.url.is_empty()) {
        push(file_of(&page.url), page.title.clone(), Kind::Page, page.gist.clone());
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

/// A provision's own words.
fn words(provision: &Provision) -> String {
    one_line(&provision.blocks)
}

fn one_line(blocks: &[Block]) -> String {
    blocks_text(blocks).split_whitespace().collect::<Vec<_>>().join(" ")
}

fn shorten(text: &str, letters: usize) -> String {
    match text.char_indices().nth(letters) {
        None => text.to_owned(),
        Some((end, _)) => {
            let cut = text[..end].rfind(' ').unwrap_or(end);
            format!("{}…", &text[..cut])
        }
    }
}
