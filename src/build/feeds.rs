//! Atom feeds: of the whole site, of each tournament, of each player; in every language.

use std::cmp::Reverse;

use rayon::prelude::*;

use super::events::{Event, STANDINGS};
use super::keys::Keys;
use super::{Failure, Prepared, all_or_problems};
use crate::core::report::{Msg, Value};
use crate::export::atom::{Feed, FeedEntry};
use crate::fingerprint::Fingerprint;
use crate::lang::Language;
use crate::model::{Date, Tournament};
use crate::publish::{OutputFile, Shelf};
use crate::site::{
    FEED, Participation, SiteInput, circular_url, file_of, news_url, person_url, rating_list_url,
    tournament_url,
};

/// Entries of one feed: readers ask for what is new, not for all there ever was.
const ENTRIES: usize = 60;

/// Makes the feeds of one language that are not on the shelf already.
pub fn make(
    shelf: &dyn Shelf,
    keys: &Keys<'_>,
    prepared: &Prepared,
    input: &SiteInput<'_>,
) -> Result<(), Failure> {
    let writer = Writer { prepared, input, language: input.language };
    let archive = &prepared.data.archive;
    let of_events = prepared.events.par_iter().map(|event| -> Result<_, Failure> {
        let t = &archive.tournaments[event.index];
        let folder = tournament_url(t);
        let made_of = Fingerprint::of(&(keys.event(event.index), &input.language.code, FEED));
        if shelf.keep(&writer.path(&folder), made_of).is_none() {
            let feed = writer.feed(&folder, t.name.to_string(), writer.of_event(event, t));
            shelf.put(&feed.path, made_of, &feed.bytes)?;
        }
        Ok(())
    });
    all_or_problems(of_events.collect())?;
    let shown: Vec<_> = archive.people.values().filter(|person| !person.hidden).collect();
    let made = shown.into_par_iter().map(|person| {
        let folder = person_url(&person.slug);
        let made_of = Fingerprint::of(&(keys.person(&person.slug), &input.language.code, FEED));
        let path = writer.path(&folder);
        if shelf.keep(&path, made_of).is_some() {
            return Ok(());
        }
        let took_part = input.careers.participations(&person.slug);
        let mut entries: Vec<FeedEntry> =
            took_part.iter().filter_map(|part| writer.of_participation(part)).collect();
        entries.extend(writer.of_lists(&person.slug));
        let feed = writer.feed(&folder, person.name.to_string(), entries);
        Ok(shelf.put(&path, made_of, &feed.bytes)?)
    });
    all_or_problems(made.collect())?;
    let feed = writer.feed("", input.title.clone(), writer.latest());
    Ok(shelf.put_bytes(&feed.path, &feed.bytes)?)
}

/// What a feed shows of its entries.
fn sort_latest(entries: &mut Vec<FeedEntry>) {
    entries.sort_by(|a, b| (Reverse(a.updated), &a.id).cmp(&(Reverse(b.updated), &b.id)));
    entries.truncate(ENTRIES);
}

struct Writer<'a> {
    prepared: &'a Prepared,
    input: &'a SiteInput<'a>,
    language: &'a Language,
}

impl Writer<'_> {
    /// The feed of a folder, with its latest entries.
    fn feed(&self, folder: &str, title: String, mut entries: Vec<FeedEntry>) -> OutputFile {
        sort_latest(&mut entries);
        let own = format!("{folder}{FEED}");
        // Where the site stands may not be known: links are then relative to the feed.
        let up = "../".repeat(folder.matches('/').count());
        if self.input.base_url.is_none() {
            for entry in &mut entries {
                entry.page = format!("{up}{}", file_with_fragment(&entry.page));
            }
        } else {
            for entry in &mut entries {
                entry.page = self.address(&entry.page);
            }
        }
        let (own_address, page) = match self.input.base_url {
            Some(_) => (self.address(&own), self.address(folder)),
            None => (FEED.to_owned(), "index.html".to_owned()),
        };
        let feed = Feed {
            id: self.id(&own),
            title,
            author: self.input.federation.clone(),
            language: self.language.code.clone(),
            own: own_address,
            page,
            entries,
        };
        OutputFile { path: self.path(folder), bytes: feed.to_xml().into_bytes() }
    }

    /// The file of a folder's feed.
    fn path(&self, folder: &str) -> String {
        format!("{}{folder}{FEED}", self.input.folder())
    }

    fn address(&self, url: &str) -> String {
        let base = self.input.base_url.as_deref().unwrap_or_default().trim_end_matches('/');
        format!("{base}/{}{url}", self.input.folder())
    }

    /// An identifier that stays: by the address, not by where the site stands today.
    fn id(&self, what: &str) -> String {
        format!("urn:x-butlleti:{}:{what}", self.language.code)
    }

    fn entry(&self, id: &str, title: String, updated: Date, page: String) -> FeedEntry {
        FeedEntry { id: self.id(id), title, updated, page, summary: String::new() }
    }

    /// What is new anywhere, at least all that its feed shows.
    fn latest(&self) -> Vec<FeedEntry> {
        let mut latest = self.texts();
        let archive = &self.prepared.data.archive;
        let events = self.prepared.events.iter().map(|event| {
            let t = &*archive.tournaments[event.index];
            (last_day(t), event, t)
        });
        let mut events: Vec<_> = events.collect();
        events.sort_by_key(|(last, event, _)| (Reverse(*last), event.index));
        for (last, event, t) in events {
            // Of events that were over before all that is shown, nothing is.
            if latest.len() > ENTRIES {
                sort_latest(&mut latest);
            }
            if latest.get(ENTRIES - 1).is_some_and(|shown| Some(shown.updated) > last) {
                break;
            }
            latest.extend(self.of_event(event, t));
        }
        latest
    }

    /// News, circulars and bulletins.
    fn texts(&self) -> Vec<FeedEntry> {
        let news = self.input.news.iter().map(|item| {
            let page = news_url(&item.slug);
            self.entry(&page, item.title.clone(), item.date, page.clone())
        });
        let circulars = self.prepared.data.versions.circulars().iter().map(|circular| {
            let page = circular_url(&circular.slug);
            let title = Msg::new("site.circular-title")
                .with("number", circular.number.clone())
                .with("title", circular.title.clone());
            self.entry(&page, self.language.msg(&title), circular.date, page.clone())
        });
        let bulletins = self.input.bulletins.iter().map(|issue| {
            let number = Msg::new("site.bulletin-number").with("number", issue.number);
            let id = format!("butlletins/{}", issue.number);
            self.entry(&id, self.language.msg(&number), issue.date, "butlletins/".into())
        });
        news.chain(circulars).chain(bulletins).collect()
    }

    /// Rounds that are over, the end, and corrections. What happened on a day that is not known
    /// happened on the event's last, else its first; without any it is not told.
    fn of_event(&self, event: &Event, t: &Tournament) -> Vec<FeedEntry> {
        let base = tournament_url(t);
        let whole = t.end.or(t.start);
        let mut entries = Vec::new();
        let complete = t.rounds_complete();
        for round in 1..=complete {
            let time = t.round_times.get(round as usize - 1);
            let Some(day) = time.map(|time| time.day).or(whole) else { continue };
            let name = Msg::new("tab.round").with("round", round);
            let title = format!("{}: {}", t.name, self.language.msg(&name));
            let page = format!("{base}rondes/{round}/");
            let mut entry = self.entry(&page, title, day, page.clone());
            entry.summary = self.head(event, &format!("{STANDINGS}/{round}"));
            entries.push(entry);
        }
        if let Some(day) = whole.filter(|_| t.is_finished() && complete > 0) {
            let title = self.language.text("standings.title-final");
            let page = format!("{base}{STANDINGS}/");
            let mut entry = self.entry(&page, format!("{}: {title}", t.name), day, page.clone());
            entry.summary = self.head(event, STANDINGS);
            entries.push(entry);
        }
        for (at, correction) in (1..).zip(&t.corrections) {
            let msg = Msg::new("status.correction")
                .with("date", correction.date)
                .with("text", correction.text.clone());
            let title = format!("{}: {}", t.name, self.language.text("feed.correction"));
            let id = format!("{base}#correccio-{at}");
            let mut entry = self.entry(&id, title, correction.date, base.clone());
            entry.summary = self.language.msg(&msg);
            entries.push(entry);
        }
        entries
    }

    /// The first of a table of standings: `1. Puig, Marc 4; 2. …`.
    fn head(&self, event: &Event, tab: &str) -> String {
        let tab = event.pages.tabs.iter().find(|found| found.slug == tab);
        let Some(table) = tab.and_then(|tab| tab.head.as_ref()) else { return String::new() };
        let at = |key: &str| table.columns.iter().position(|column| column.key == key);
        let (Some(rank), Some(name), Some(points)) = (at("rank"), at("name"), at("points")) else {
            return String::new();
        };
        let lines = table.rows.iter().map(|row| {
            let text = |at: usize| {
                row.cells.get(at).map(|cell| self.language.value(&cell.value)).unwrap_or_default()
            };
            format!("{}. {} {}", text(rank), text(name), text(points))
        });
        lines.collect::<Vec<_>>().join("; ")
    }

    fn of_participation(&self, part: &Participation) -> Option<FeedEntry> {
        let t = self.prepared.data.archive.tournaments.get(part.tournament)?;
        let day = t.end.or(t.start)?;
        let page = crate::site::card_url(t, part.entrant);
        let mut entry = self.entry(&page, t.name.to_string(), day, page.clone());
        let place = match part.rank {
            Value::Undefined => String::new(),
            ref rank => format!("{}. ", self.language.value(rank)),
        };
        entry.summary = format!("{place}{}/{}", self.language.value(&part.points), t.rounds);
        for norm in &part.norms {
            entry.summary = format!("{}. {}", entry.summary, self.language.msg(norm));
        }
        Some(entry)
    }

    fn of_lists(&self, person: &str) -> Vec<FeedEntry> {
        let lists = self.prepared.data.archive.rating_lists.iter();
        lists
            .filter_map(|list| {
                let row = list.rows.get(person)?;
                let page = rating_list_url(&list.period);
                let id = format!("{}{}", person_url(person), list.period);
                let title = Msg::new("records.list").with("period", list.period.as_str());
                let mut entry = self.entry(&id, self.language.msg(&title), list.from, page);
                entry.summary = self.language.value(&Value::from(row.ratings.catalan));
                Some(entry)
            })
            .collect()
    }
}

/// The last day on which something of an event can be new.
fn last_day(t: &Tournament) -> Option<Date> {
    let rounds = t.round_times.iter().map(|time| time.day);
    let corrections = t.corrections.iter().map(|correction| correction.date);
    rounds.chain(corrections).chain(t.start).chain(t.end).max()
}

/// The file of an address, its fragment kept.
fn file_with_fragment(url: &str) -> String {
    match url.split_once('#') {
        Some((page, fragment)) => format!("{}#{fragment}", file_of(page)),
        None => file_of(url),
    }
}
