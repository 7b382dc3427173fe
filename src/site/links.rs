//! Where everything that can be linked stands. An unknown target is an error, never a dead link.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::sync::Arc;

use super::editions::{Older, older_texts};
use super::{Editions, SiteInput};
use crate::model::{Date, Tournament};
use crate::rulebook::ProvisionId;

/// Something that a page or a text names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target<'t> {
    Provision(&'t ProvisionId),
    /// Index of the tournament in the archive.
    Tournament(usize),
    /// Slug in the register.
    Person(&'t str),
    /// Slug of the club.
    Club(&'t str),
    /// Slug of the term.
    Term(&'t str),
}

/// A target that no page holds.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no page holds the {kind} `{name}`")]
pub struct UnknownTarget {
    pub kind: &'static str,
    pub name: String,
}

impl Target<'_> {
    fn unknown(self) -> UnknownTarget {
        let (kind, name) = match self {
            Self::Provision(id) => ("provision", id.to_string()),
            Self::Tournament(index) => ("tournament", index.to_string()),
            Self::Person(slug) => ("player", slug.to_owned()),
            Self::Club(slug) => ("club", slug.to_owned()),
            Self::Term(slug) => ("term", slug.to_owned()),
        };
        UnknownTarget { kind, name }
    }
}

impl fmt::Display for Target<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let UnknownTarget { kind, name } = self.unknown();
        write!(f, "{kind} `{name}`")
    }
}

/// Addresses of everything that can be linked.
#[derive(Clone, Debug, Default)]
pub struct Links {
    provisions: BTreeMap<ProvisionId, String>,
    older: Older,
    tournaments: BTreeMap<usize, String>,
    people: BTreeSet<Arc<str>>,
    clubs: BTreeSet<Arc<str>>,
    terms: BTreeSet<String>,
}

impl Links {
    pub fn new(input: &SiteInput<'_>, editions: &Editions) -> Self {
        let mut links = Self { older: older_texts(input.versions, editions), ..Self::default() };
        let rulebook = input.rulebook();
        for regulation in &rulebook.regulations {
            let page = regulation_url(&regulation.slug);
            for provision in regulation.provisions() {
                let url = format!("{page}#{}", provision.id.anchor());
                links.provisions.insert(provision.id.clone(), url);
            }
        }
        for (old, new) in &rulebook.redirects {
            if let Some(url) = links.provisions.get(new).cloned() {
                links.provisions.insert(old.clone(), url);
            }
        }
        for event in &input.events {
            if let Some(tournament) = input.archive.tournaments.get(event.tournament) {
                links.tournaments.insert(event.tournament, tournament_url(tournament));
            }
        }
        let shown = input.archive.people.iter().filter(|(_, person)| !person.hidden);
        links.people.extend(shown.map(|(slug, _)| slug.clone()));
        links.clubs.extend(input.archive.clubs.keys().cloned());
        links.terms.extend(input.glossary.iter().map(|term| term.slug.clone()));
        links
    }

    /// The address, with its fragment.
    pub fn resolve(&self, target: Target<'_>) -> Result<String, UnknownTarget> {
        let url = match target {
            Target::Provision(id) => self.provisions.get(id).cloned(),
            Target::Tournament(index) => self.tournaments.get(&index).cloned(),
            Target::Person(slug) => self.people.contains(slug).then(|| person_url(slug)),
            Target::Club(slug) => self.clubs.contains(slug).then(|| club_url(slug)),
            Target::Term(slug) => self.terms.contains(slug).then(|| format!("glossari/#{slug}")),
        };
        url.ok_or_else(|| target.unknown())
    }

    /// The address of a provision's words on a day: where they have changed since, on the page of
    /// the older text.
    pub fn provision_on(&self, id: &ProvisionId, day: Date) -> Result<String, UnknownTarget> {
        let mut older = self.older.get(id).into_iter().flatten();
        match older.find(|(until, _)| day < *until) {
            Some((_, url)) => Ok(url.clone()),
            None => self.resolve(Target::Provision(id)),
        }
    }
}

/// `reglaments/rgc/`.
pub fn regulation_url(slug: &str) -> String {
    format!("reglaments/{slug}/")
}

/// `jugadors/soler-anna/`.
pub fn person_url(slug: &str) -> String {
    format!("jugadors/{slug}/")
}

/// `clubs/roca-alta/`.
pub fn club_url(slug: &str) -> String {
    format!("clubs/{slug}/")
}

/// `noticies/assemblea/`.
pub fn news_url(slug: &str) -> String {
    format!("noticies/{slug}/")
}

/// `avaluacions/1990-07/`.
pub fn rating_list_url(period: &str) -> String {
    format!("avaluacions/{period}/")
}

/// `torneigs/festivals/festa-major/`: events that are held together.
pub fn festival_url(slug: &str) -> String {
    format!("torneigs/festivals/{slug}/")
}

/// Cards of players on one page.
pub const CARDS: usize = 40;

/// Page of some of the cards of an event: `…/fitxes/`, `…/fitxes/2/`.
pub fn cards_url(tournament: &Tournament, part: usize) -> String {
    let base = tournament_url(tournament);
    if part == 0 { format!("{base}fitxes/") } else { format!("{base}fitxes/{}/", part + 1) }
}

/// Place of a player's card, by index of the entrant.
pub fn card_url(tournament: &Tournament, entrant: usize) -> String {
    format!("{}#j{}", cards_url(tournament, entrant / CARDS), entrant + 1)
}

/// `torneigs/1990/obert-barcelona-a/`: by the year of the first day. A slug that names its folder
/// already (`1990/…`) is kept.
pub fn tournament_url(tournament: &Tournament) -> String {
    let slug = &tournament.slug;
    if slug.contains('/') {
        return format!("torneigs/{slug}/");
    }
    match tournament.start {
        Some(start) => format!("torneigs/{}/{slug}/", start.year()),
        None => format!("torneigs/{slug}/"),
    }
}
