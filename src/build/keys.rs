//! What each page is made of, as one number, so that what has not changed is not made again.
//!
//! The invariant: whatever a page shows is part of its number, or follows from what is. Where it
//! is not worth telling apart, more goes into the number than is needed: a page is then made once
//! too often, never once too seldom. `tests/it/incremental.rs` edits sites at random and compares
//! with a build from nothing.

use std::collections::{BTreeMap, HashMap};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::{Options, Prepared};
use crate::core::appearances::Appearances;
use crate::core::lineup_check;
use crate::fingerprint::Fingerprint;
use crate::model::{Archive, Tournament};
use crate::project::Project;
use crate::site::{self, About, PageKind, PlannedPage, Section, Site};
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

/// The files of a site as numbers.
#[derive(Debug)]
pub struct Inputs {
    files: BTreeMap<PathBuf, Fingerprint>,
    /// Of [`EVERYWHERE`].
    base: Fingerprint,
    /// Of the data that are of no event: people, clubs, rating lists, holidays …
    pub register: Fingerprint,
    /// Of the `tournament.toml` of all events.
    heads: Fingerprint,
}

impl Inputs {
    pub fn of(project: &Project) -> Self {
        let files = project.inputs();
        let of = |wanted: &dyn Fn(&Path) -> bool| {
            let wanted: Vec<_> = files.iter().filter(|(path, _)| wanted(path)).collect();
            Fingerprint::of(&wanted)
        };
        let in_event = |path: &Path| path.starts_with(TOURNAMENTS);
        Self {
            base: of(&|path| EVERYWHERE.iter().any(|place| path.starts_with(place))),
            register: of(&|path| path.starts_with("data") && !in_event(path)),
            heads: of(&|path| in_event(path) && path.ends_with(TOURNAMENT_FILE)),
            files,
        }
    }

    /// Of what every page may depend on.
    pub fn base(&self) -> Fingerprint {
        self.base
    }

    /// Of what is of no event, the rules among it.
    pub fn named(&self) -> Fingerprint {
        Fingerprint::of(&(self.base, self.register))
    }

    /// Of that, and of the `tournament.toml` of all events.
    pub fn planned(&self) -> Fingerprint {
        Fingerprint::of(&(self.named(), self.heads))
    }

    /// All that is computed of each event, in the order of the archive's: its own files, the
    /// register, and of other events what it may read of them: their `tournament.toml`, and where
    /// the line-ups of several teams decide about each other, all of theirs.
    pub fn events(&self, archive: &Archive) -> Vec<Fingerprint> {
        let of_lists: Vec<_> =
            lineup_check::events_of_lists(archive).into_iter().map(|slug| self.own(slug)).collect();
        let of_lists = Fingerprint::of(&of_lists);
        let key = |t: &Arc<Tournament>| {
            let others = t.is_team_event().then_some(of_lists);
            Fingerprint::of(&(self.base, self.register, self.heads, self.own(&t.slug), others))
        };
        archive.tournaments.iter().map(key).collect()
    }

    /// The files of an event.
    fn own(&self, slug: &str) -> Fingerprint {
        let folder = Path::new(TOURNAMENTS).join(slug);
        let files = self.files.range(folder.clone()..);
        let own: Vec<_> = files.take_while(|(path, _)| path.starts_with(&folder)).collect();
        Fingerprint::of(&own)
    }
}

/// The inputs of a build as numbers.
#[derive(Debug)]
pub struct Keys<'a> {
    inputs: &'a Inputs,
    /// Of the program, its options and [`EVERYWHERE`].
    base: Fingerprint,
    /// Of everything.
    all: Fingerprint,
    /// Of each event, by its index.
    events: Vec<Fingerprint>,
    /// Of what those who took part anywhere did.
    people: HashMap<Arc<str>, Fingerprint>,
    /// The events that a club organised or had a team in, by the club's slug or name.
    of_clubs: HashMap<Arc<str>, Vec<usize>>,
}

/// All that a build is made of: when it is the same as before, so is the site.
pub fn whole(project: &Project, options: &Options) -> Fingerprint {
    Fingerprint::of(&(program(options), project.inputs()))
}

fn program(options: &Options) -> Fingerprint {
    let Options { no_pdf, keep_typst, program, language, .. } = options;
    Fingerprint::of(&(no_pdf, keep_typst, program, language))
}

impl<'a> Keys<'a> {
    pub fn of(prepared: &'a Prepared, appearances: &Appearances, options: &Options) -> Self {
        let inputs = &prepared.inputs;
        let base = Fingerprint::of(&(program(options), inputs.base));
        let archive = &prepared.data.archive;
        let events = prepared.events.iter();
        let events: Vec<_> = events.map(|event| Fingerprint::of(&(base, event.made_of))).collect();
        let people = appearances.all().map(|(person, own)| {
            let events: Vec<_> = own.events.iter().map(|&(index, _)| events[index]).collect();
            (person.clone(), Fingerprint::of(&events))
        });
        let people = people.collect();
        let mut of_clubs: HashMap<Arc<str>, Vec<usize>> = HashMap::new();
        for (index, t) in archive.tournaments.iter().enumerate() {
            let teams = t.teams.iter().filter_map(|team| team.club.as_ref());
            for club in t.club.iter().chain(teams) {
                of_clubs.entry(club.clone()).or_default().push(index);
            }
        }
        Self {
            inputs,
            base,
            all: Fingerprint::of(&(base, &inputs.files)),
            events,
            people,
            of_clubs,
        }
    }

    /// Of everything that has a name and is of no event, news and free pages apart.
    pub fn named(&self) -> Fingerprint {
        Fingerprint::of(&(self.base, self.inputs.register))
    }

    /// Of what is of no event, and of the `tournament.toml` of all.
    pub fn planned(&self) -> Fingerprint {
        Fingerprint::of(&(self.base, self.inputs.planned()))
    }

    /// Of an event's files.
    pub fn event(&self, tournament: usize) -> Fingerprint {
        self.events[tournament]
    }

    /// What somebody did: the register, and the events in which they took part.
    pub fn person(&self, slug: &str) -> Fingerprint {
        Fingerprint::of(&(self.base, self.inputs.register, self.people.get(slug)))
    }

    /// The number of the pages of an event, within a site in one language.
    pub fn event_pages(&self, of_site: &SiteKeys, site: &Site<'_>, event: usize) -> Fingerprint {
        let tournament = site.input.events[event].tournament;
        let documents = of_site.documents.get(&About::Tournament(tournament));
        let own = (self.event(tournament), documents);
        Fingerprint::of(&(self.base, of_site.language, site.event_batch(event).shown(), own))
    }

    /// The number of a page that is of no event, within a site in one language.
    pub fn page(&self, of_site: &SiteKeys, site: &Site<'_>, planned: &PlannedPage) -> Fingerprint {
        let own = match &planned.page.kind {
            PageKind::Free(index) => {
                let free = &site.input.free_pages[*index];
                let inside: Vec<_> = match free.is_section {
                    true => site
                        .input
                        .free_pages_in(&free.url)
                        .map(|(_, page)| (&page.url, &page.title, page.date))
                        .collect(),
                    false => Vec::new(),
                };
                Fingerprint::of(&(free.made_of, inside))
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
                let documents = of_site.documents.get(&About::Person(slug.clone()));
                let reports = site.input.person_reports.get(slug).map(Fingerprint::of_debug);
                Fingerprint::of(&(self.person(slug), documents, reports))
            }
            PageKind::Club(slug) => {
                let club = site.input.archive.clubs.get(slug);
                // Teams carry the name of their club, tournaments its slug.
                let names = club.map(|club| [&club.slug, &club.name]).into_iter().flatten();
                let events = names.filter_map(|name| self.of_clubs.get(name)).flatten();
                let events: Vec<_> = events.map(|&index| self.event(index)).collect();
                let facts = Fingerprint::of_debug(&site.input.clubs.get(slug));
                Fingerprint::of(&(self.inputs.register, events, facts))
            }
            PageKind::Regulation(_)
            | PageKind::Chapter { .. }
            | PageKind::Edition { .. }
            | PageKind::Comparison { .. }
            | PageKind::Circulars
            | PageKind::Circular(_)
            | PageKind::Calculations => of_site.texts,
            PageKind::Index(Section::Players | Section::Clubs)
            | PageKind::RatingLists
            | PageKind::RatingList(_) => self.inputs.register,
            PageKind::Report(index) => {
                let found = &site.input.report_pages[*index];
                let below = site.input.report_pages[index + 1..].iter();
                let below = below.take_while(|page| page.url.starts_with(&found.url));
                let below: Vec<_> = below
                    .map(|page| {
                        (&page.url, Fingerprint::of_debug(&(&page.report.title, &page.lede)))
                    })
                    .collect();
                let documents = of_site.documents.get(&About::Page(found.url.clone()));
                Fingerprint::of(&(self.inputs.planned(), found.made_of, below, documents))
            }
            PageKind::Agenda { year: year @ Some(_) }
            | PageKind::Documents { year: year @ Some(_) } => {
                let events = site::events_of(&site.input, *year).into_iter();
                let events = events.map(|event| {
                    let tournament = site.input.events[event].tournament;
                    let documents = of_site.documents.get(&About::Tournament(tournament));
                    (self.event(tournament), documents)
                });
                let years = site::years(&site.input);
                Fingerprint::of(&(years, events.collect::<Vec<_>>()))
            }
            PageKind::Tool(_) | PageKind::Plan(_) | PageKind::Index(Section::Tools) => {
                self.inputs.planned()
            }
            PageKind::NotFound | PageKind::Index(Section::Glossary) | PageKind::Coverage => {
                self.base
            }
            _ => self.all,
        };
        Fingerprint::of(&(self.base, of_site.language, planned.shown, own))
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
    /// The documents about each thing.
    documents: HashMap<About, Fingerprint>,
}

impl SiteKeys {
    pub fn of(site: &Site<'_>) -> Self {
        let texts = site.input.documents.iter();
        let texts: Vec<_> =
            texts.filter(|document| !matches!(document.about, About::Tournament(_))).collect();
        let documents = site
            .documents()
            .map(|(about, own)| (about.clone(), Fingerprint::of_debug(&own.collect::<Vec<_>>())));
        Self {
            documents: documents.collect(),
            language: Fingerprint::of(&(
                &site.input.language.code,
                site.input.languages.all.iter().map(|other| &other.code).collect::<Vec<_>>(),
            )),
            tags: {
                let tags = site.input.free_pages.iter().flat_map(|page| &page.tags);
                Fingerprint::of(&tags.map(|tag| (&tag.slug, &tag.name)).collect::<Vec<_>>())
            },
            texts: Fingerprint::of(&(Fingerprint::of_debug(&texts), site.uses.fingerprint)),
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
