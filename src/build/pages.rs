//! The pages of all languages, each made unless the shelf has it already.
//!
//! The pages of an event are made together, in all languages: its reports are computed once and let
//! go before the next event's are.

use std::time::Instant;

use rayon::prelude::*;

use super::keys::{Keys, SiteKeys};
use super::timings::What;
use super::{Failure, Options, Prepared, all_or_problems, plain_text, tables};
use crate::fingerprint::Fingerprint;
use crate::html::Renderer;
use crate::publish::Shelf;
use crate::site::{Page, PlannedPage, Site};

/// Makes all pages, and what is made of the same reports.
pub(super) fn make(
    shelf: &dyn Shelf,
    keys: &Keys<'_>,
    prepared: &Prepared,
    sites: &[Site<'_>],
    renderers: &[Renderer<'_>],
    options: &Options,
) -> Result<(), Failure> {
    let of_sites = sites.iter().map(SiteKeys::of).collect();
    let maker = Maker { shelf, keys, prepared, sites, renderers, of_sites, options };
    let events = || {
        let events = (0..prepared.events.len()).into_par_iter();
        all_or_problems(events.map(|event| maker.event(event)).collect()).map(drop)
    };
    let (others, events) = rayon::join(|| maker.others(), events);
    all_or_problems(vec![others, events]).map(drop)
}

/// A page that is not on the shelf: in which of the sites, and what it is made of.
struct Wanted<'a> {
    site: usize,
    page: &'a Page,
    made_of: Fingerprint,
}

struct Maker<'a> {
    shelf: &'a dyn Shelf,
    keys: &'a Keys<'a>,
    prepared: &'a Prepared,
    sites: &'a [Site<'a>],
    renderers: &'a [Renderer<'a>],
    of_sites: Vec<SiteKeys>,
    options: &'a Options,
}

impl Maker<'_> {
    /// The pages that are of no event.
    fn others(&self) -> Result<(), Failure> {
        let mut made = Vec::new();
        for (at, site) in self.sites.iter().enumerate() {
            let batches = site.general_batches().par_iter();
            let pages = batches.flat_map(|batch| batch.pages());
            let wanted: Vec<_> = pages
                .filter_map(|planned| {
                    self.wanted(at, planned, self.keys.page(&self.of_sites[at], site, planned))
                })
                .collect();
            // Some take a hundred times as long as others.
            let each = wanted.par_iter().with_max_len(1);
            made.extend(each.map(|wanted| self.page(wanted)).collect::<Vec<_>>());
        }
        all_or_problems(made).map(drop)
    }

    /// The pages of an event in all languages, and what is made of the same reports.
    fn event(&self, event: usize) -> Result<(), Failure> {
        let mut wanted = Vec::new();
        for (at, site) in self.sites.iter().enumerate() {
            let made_of = self.keys.event_pages(&self.of_sites[at], site, event);
            let pages = site.event_batch(event).pages().iter();
            wanted.extend(pages.filter_map(|planned| self.wanted(at, planned, made_of)));
        }
        // Held until the last page of the event is made.
        let _reports = (!wanted.is_empty()).then(|| {
            let _timer = self.options.time(What::Template, "(reports of events)");
            self.prepared.events[event].computed()
        });
        let each = wanted.par_iter().with_max_len(1);
        all_or_problems(each.map(|wanted| self.page(wanted)).collect())?;
        self.sites.iter().try_for_each(|site| texts(self.shelf, self.keys, site, event))?;
        let _timer = self.options.time(What::Template, "(tables for spreadsheets)");
        // The same for all languages.
        let main = self.sites.first();
        main.map_or(Ok(()), |site| tables::make(self.shelf, self.keys, site, event))
    }

    /// A page, unless the shelf keeps it.
    fn wanted<'p>(
        &self,
        site: usize,
        planned: &'p PlannedPage,
        made_of: Fingerprint,
    ) -> Option<Wanted<'p>> {
        let path = format!("{}{}", self.renderers[site].folder(), planned.file);
        let is_kept = self.shelf.keep(&path, made_of).is_some();
        (!is_kept).then_some(Wanted { site, page: &planned.page, made_of })
    }

    fn page(&self, wanted: &Wanted<'_>) -> Result<(), Failure> {
        let started = Instant::now();
        let rendered = self.renderers[wanted.site].render(wanted.page)?;
        let path = &rendered.file.path;
        if let Some(timings) = &self.options.timings {
            timings.add(What::Page, path, started);
            timings.add(What::Template, rendered.template, started);
        }
        Ok(self.shelf.put(path, wanted.made_of, &rendered.file.bytes)?)
    }
}

/// The pairings of an event's rounds as text.
fn texts(shelf: &dyn Shelf, keys: &Keys<'_>, site: &Site<'_>, event: usize) -> Result<(), Failure> {
    let pages = &site.input.events[event];
    let t = &site.input.archive.tournaments[pages.tournament];
    let language = site.input.language;
    let made_of = Fingerprint::of(&(keys.event(pages.tournament), "text", &language.code));
    for (at, tab) in pages.tabs.iter().enumerate() {
        if !tab.slug.starts_with("rondes/") {
            continue;
        }
        let path = plain_text::path(site, t, &tab.slug);
        if shelf.keep(&path, made_of).is_none() {
            let text = plain_text::text(&pages.reports().all().tabs[at].report, language);
            shelf.put(&path, made_of, text.as_bytes())?;
        }
    }
    Ok(())
}
