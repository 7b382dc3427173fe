//! What each page is made of, as one number, so that what has not changed is not made again.
//!
//! The invariant: whatever a page shows is part of its number, or follows from what is. Where it
//! is not worth telling apart, more goes into the number than is needed: a page is then made once
//! too often, never once too seldom. `tests/it/incremental.rs` edits sites at random and compares
//! with a build from nothing.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::{Options, Prepared};
use crate::fingerprint::Fingerprint;
use crate::project::Project;
use crate::site::{About, Document, Page, PageKind, Section, Site};
use crate::source::load::{TOURNAMENT_FILE, TOURNAMENTS};

/// Files that every page may depend on: settings, theme and languages, regulations and glossary.
const EVERYWHERE: [&str; 6] = [
    "site.toml",
    "themes",
    "content/reglaments",
    "content/circulars",
    "content/glossari.toml",
    "content/ids.lock",
];

/// The inputs of a build as numbers.
#[derive(Debug)]
pub struct Keys {
    files: BTreeMap<PathBuf, Fingerprint>,
    /// Of the program, its options and [`EVERYWHERE`].
    base: Fingerprint,
    /// Of the data that are of no event: people, clubs, rating lists, holidays …
    register: Fingerprint,
    /// Of the register and the `tournament.toml` of all events.
    planned: Fingerprint,
    /// Of everything.
    pub all: Fingerprint,
    /// Of each event's own files, of the register, and of what it may read of other events: their
    /// `tournament.toml`.
    events: Vec<Fingerprint>,
    /// The events in which a person took part.
    played: BTreeMap<Arc<str>, Vec<usize>>,
}

/// All that a build is made of: when it is the same as before, so is the site.
pub fn whole(project: &Project, options: &Options) -> Fingerprint {
    Fingerprint::of(&(program(options), project.inputs()))
}

fn program(options: &Options) -> Fingerprint {
    let Options { no_pdf, keep_typst, program, language, .. } = options;
    Fingerprint::of(&(no_pdf, keep_typst, program, language))
}

impl Keys {
    pub fn of(prepared: &Prepared, project: &Project, options: &Options) -> Self {
        let files = project.inputs();
        let of = |wanted: &dyn Fn(&Path) -> bool| {
            let wanted: Vec<_> = files.iter().filter(|(path, _)| wanted(path)).collect();
            Fingerprint::of(&wanted)
        };
        let base = of(&|path| EVERYWHERE.iter().any(|place| path.starts_with(place)));
        let base = Fingerprint::of(&(program(options), base));
        let in_event = |path: &Path| path.starts_with(TOURNAMENTS);
        let register = of(&|path| path.starts_with("data") && !in_event(path));
        let heads = of(&|path| in_event(path) && path.ends_with(TOURNAMENT_FILE));
        let archive = &prepared.data.archive;
        let events = archive.tournaments.iter().map(|t| {
            let folder = Path::new(TOURNAMENTS).join(&*t.slug);
            let own: Vec<_> =
                files.range(folder.clone()..).take_while(|(p, _)| p.starts_with(&folder)).collect();
            Fingerprint::of(&(&base, &register, &heads, own))
        });
        let mut played: BTreeMap<Arc<str>, Vec<usize>> = BTreeMap::new();
        for (index, t) in archive.tournaments.iter().enumerate() {
            for person in t.entrants.iter().filter_map(|entrant| entrant.person.as_ref()) {
                played.entry(person.clone()).or_default().push(index);
            }
        }
        let (events, planned) = (events.collect(), Fingerprint::of(&(register, heads)));
        let all = Fingerprint::of(&(&base, &files));
        Self { base, register, planned, all, events, played, files }
    }

    /// Of everything that has a name and is of no event, news and free pages apart.
    pub fn named(&self) -> Fingerprint {
        Fingerprint::of(&(self.base, self.register))
    }

    /// Of an event's files.
    pub fn event(&self, tournament: usize) -> Fingerprint {
        self.events[tournament]
    }

    /// The number of a page, within a site in one language.
    pub fn page(&self, of_site: &SiteKeys, site: &Site<'_>, page: &Page) -> Fingerprint {
        let own = match &page.kind {
            PageKind::Free(index) => {
                let free = &site.input.free_pages[*index];
                let paths = [Some(&free.path), free.table_path.as_ref()];
                let files = paths.map(|path| path.and_then(|path| self.files.get(path)));
                let inside: Vec<_> = match free.is_section {
                    true => site
                        .input
                        .free_pages_in(&free.url)
                        .map(|(_, page)| (&page.url, &page.title, page.date))
                        .collect(),
                    false => Vec::new(),
                };
                Fingerprint::of(&(files, inside))
            }
            PageKind::Tag(slug) => {
                let pages = site.input.free_pages.iter();
                let tagged = pages.filter(|page| page.tags.iter().any(|tag| tag.slug == *slug));
                let lines: Vec<_> =
                    tagged.map(|page| (&page.url, &page.title, page.date)).collect();
                Fingerprint::of(&lines)
            }
            PageKind::Tags => of_site.tags,
            PageKind::Person(slug) => {
                let events = self.played.get(slug).into_iter().flatten();
                let events: Vec<_> = events.map(|&index| self.event(index)).collect();
                let own = |document: &&Document| matches!(&document.about, About::Person(of) if of == slug);
                let documents: Vec<_> = site.input.documents.iter().filter(own).collect();
                let reports = site.input.person_reports.get(slug);
                let shown = (Fingerprint::of_debug(&documents), Fingerprint::of_debug(&reports));
                Fingerprint::of(&(self.register, events, shown))
            }
            PageKind::Regulation(_)
            | PageKind::Chapter { .. }
            | PageKind::Edition { .. }
            | PageKind::Comparison { .. } => of_site.texts,
            PageKind::Index(Section::Players) | PageKind::RatingLists | PageKind::RatingList(_) => {
                self.register
            }
            PageKind::Tool(_) | PageKind::Plan(_) | PageKind::Index(Section::Tools) => self.planned,
            PageKind::NotFound | PageKind::Index(Section::Glossary) | PageKind::Coverage => {
                self.base
            }
            kind => match kind.event() {
                Some(event) => {
                    let tournament = site.input.events[event].tournament;
                    let documents: Vec<_> = site.documents_of(tournament).collect();
                    Fingerprint::of(&(self.event(tournament), Fingerprint::of_debug(&documents)))
                }
                None => self.all,
            },
        };
        // Not its kind: that counts events and texts, and one more elsewhere changes nothing here.
        let Page { url, title, description, section, crumbs, previous, next, canonical, .. } = page;
        let shown = (url, title, description, section, crumbs, previous, next, canonical);
        Fingerprint::of(&(self.base, of_site.language, shown, own))
    }
}

/// What the pages of a site in one language have in common.
#[derive(Debug)]
pub struct SiteKeys {
    language: Fingerprint,
    /// What the pages of regulations show besides the texts: what cites them, their documents.
    texts: Fingerprint,
    /// Tags of the free pages, as often as each stands.
    tags: Fingerprint,
}

impl SiteKeys {
    pub fn of(site: &Site<'_>) -> Self {
        let texts = site.input.documents.iter();
        let texts: Vec<_> =
            texts.filter(|document| !matches!(document.about, About::Tournament(_))).collect();
        Self {
            language: Fingerprint::of(&(
                &site.input.language.code,
                site.input.languages.all.iter().map(|other| &other.code).collect::<Vec<_>>(),
            )),
            tags: {
                let tags = site.input.free_pages.iter().flat_map(|page| &page.tags);
                Fingerprint::of(&tags.map(|tag| (&tag.slug, &tag.name)).collect::<Vec<_>>())
            },
            texts: Fingerprint::of(&(
                Fingerprint::of_debug(&texts),
                Fingerprint::of_debug(&site.uses),
            )),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn what_every_page_depends_on_is_an_input() {
        let known: BTreeSet<&str> = crate::project::INPUTS.into_iter().collect();
        for place in EVERYWHERE {
            let top = place.split('/').next().unwrap_or_default();
            assert!(known.contains(top), "{place}");
        }
    }
}
