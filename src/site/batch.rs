//! Pages that are planned together, and planned again only when something of theirs has changed.
//!
//! The invariant: a batch that is kept is the one that would be planned anew. What it was planned
//! from is therefore written down whole: by content, or for an event, whose outline is large, by
//! being the very same outline.

use std::collections::BTreeMap;
use std::sync::Arc;

use rayon::prelude::*;

use super::uses::Cites;
use super::{EventOutline, Page, SiteInput, Uses, file_of, uses};
use crate::fingerprint::{Fingerprint, Remembered};
use crate::lang::Language;
use crate::model::Tournament;

/// A page in its place.
#[derive(Debug)]
pub struct PlannedPage {
    pub page: Page,
    /// Its file, below the folder of its language.
    pub file: String,
    /// What the page says of itself, its kind apart: that counts events and texts, and one more
    /// elsewhere changes nothing here.
    pub shown: Fingerprint,
}

impl PlannedPage {
    fn new(page: Page) -> Self {
        let Page { url, title, description, section, crumbs, previous, next, canonical, .. } =
            &page;
        let shown = (url, title, description, section, crumbs, previous, next, canonical);
        Self { file: file_of(url), shown: Fingerprint::of(&shown), page }
    }
}

/// Pages that were planned together, in reading order.
#[derive(Debug)]
pub struct Batch {
    pages: Vec<PlannedPage>,
    /// The places of the pages, by their files.
    by_file: Vec<usize>,
    /// Of all that the pages say of themselves.
    shown: Fingerprint,
}

impl Batch {
    pub fn new(pages: Vec<Page>) -> Self {
        let pages: Vec<PlannedPage> = pages.into_iter().map(PlannedPage::new).collect();
        let mut by_file: Vec<usize> = (0..pages.len()).collect();
        by_file.sort_by_key(|&at| &pages[at].file);
        let shown: Vec<Fingerprint> = pages.iter().map(|planned| planned.shown).collect();
        Self { shown: Fingerprint::of(&shown), pages, by_file }
    }

    pub fn pages(&self) -> &[PlannedPage] {
        &self.pages
    }

    /// Of all that the pages say of themselves, in their order.
    pub fn shown(&self) -> Fingerprint {
        self.shown
    }

    /// The pages in the order of their files.
    pub fn by_file(&self) -> impl Iterator<Item = &PlannedPage> {
        self.by_file.iter().map(|&at| &self.pages[at])
    }

    /// The page of an address.
    pub fn find(&self, url: &str) -> Option<&Page> {
        let file = file_of(url);
        let order = self.by_file.binary_search_by(|&at| self.pages[at].file.cmp(&file));
        Some(&self.pages[self.by_file[order.ok()?]].page).filter(|page| page.url == url)
    }
}

/// The pages of an event, and what they were planned from.
#[derive(Clone, Debug)]
pub struct EventBatch {
    outline: Arc<EventOutline>,
    tournament: Arc<Tournament>,
    pub pages: Arc<Batch>,
    pub cites: Arc<Cites>,
}

/// The batches of a site in one language, for the next plan.
#[derive(Debug, Default)]
pub struct Batches {
    language: Option<Fingerprint>,
    /// Pages of the register and of folders, by a name.
    named: BTreeMap<String, Remembered<Arc<Batch>>>,
    /// In the order of the events.
    events: Vec<EventBatch>,
    uses: Remembered<Arc<Uses>>,
    /// The addresses of all pages when last no two were the same.
    unique: Option<Fingerprint>,
}

impl Batches {
    /// Begins a plan: what was planned in a language that says something else is forgotten.
    pub fn begin(&mut self, language: &Language) {
        let made_of = Some(language.fingerprint());
        if self.language != made_of {
            *self = Self { language: made_of, ..Self::default() };
        }
    }

    /// A batch that follows from `made_of`.
    pub fn named(
        &mut self,
        name: &str,
        made_of: Fingerprint,
        plan: impl FnOnce() -> Vec<Page>,
    ) -> Arc<Batch> {
        let known = self.named.entry(name.to_owned()).or_default();
        known.get(made_of, || Arc::new(Batch::new(plan())))
    }

    /// The batches of all events of a site.
    pub fn events(
        &mut self,
        input: &SiteInput<'_>,
        plan: impl Fn(usize) -> (Vec<Page>, Cites) + Sync,
    ) -> Vec<EventBatch> {
        let known = &self.events;
        let events = input.events.par_iter().enumerate().map(|(at, event)| {
            let outline = event.outline();
            let tournament = &input.archive.tournaments[event.tournament];
            let same = |known: &&EventBatch| {
                Arc::ptr_eq(&known.outline, outline) && Arc::ptr_eq(&known.tournament, tournament)
            };
            if let Some(known) = known.get(at).filter(same) {
                return known.clone();
            }
            let (pages, cites) = plan(at);
            EventBatch {
                outline: outline.clone(),
                tournament: tournament.clone(),
                pages: Arc::new(Batch::new(pages)),
                cites: Arc::new(cites),
            }
        });
        self.events = events.collect();
        self.events.clone()
    }

    /// What cites each provision.
    pub fn uses(&mut self, input: &SiteInput<'_>, events: &[EventBatch]) -> Arc<Uses> {
        self.uses.get(uses::made_of(input, events), || Arc::new(uses::uses(input, events)))
    }

    /// Are these the addresses that were found to be unique? Otherwise `check` looks, and what it
    /// finds to be unique is remembered.
    pub fn check_unique<E>(
        &mut self,
        addresses: Fingerprint,
        check: impl FnOnce() -> Result<(), E>,
    ) -> Result<(), E> {
        if self.unique != Some(addresses) {
            check()?;
            self.unique = Some(addresses);
        }
        Ok(())
    }
}
