//! The pages of all languages, each made unless the shelf has it already.
//!
//! The pages of an event are made one after another, in all languages: its reports are computed
//! once and let go before the next event's are.

use std::collections::BTreeMap;
use std::time::Instant;

use rayon::prelude::*;

use super::keys::{Keys, SiteKeys};
use super::timings::What;
use super::{Failure, Options, Prepared, all_or_problems, plain_text, tables};
use crate::fingerprint::Fingerprint;
use crate::html::Renderer;
use crate::publish::Shelf;
use crate::site::{Page, Site};

/// A page of one of the sites.
type Wanted<'a> = (usize, &'a Page);

pub(super) fn make(
    shelf: &dyn Shelf,
    keys: &Keys<'_>,
    prepared: &Prepared,
    sites: &[Site<'_>],
    renderers: &[Renderer<'_>],
    options: &Options,
) -> Result<(), Failure> {
    let of_sites: Vec<SiteKeys> = sites.iter().map(SiteKeys::of).collect();
    let mut of_events: BTreeMap<usize, Vec<Wanted<'_>>> = BTreeMap::new();
    let mut others: Vec<Wanted<'_>> = Vec::new();
    for (at, site) in sites.iter().enumerate() {
        for page in &site.pages {
            match page.kind.event() {
                Some(event) => of_events.entry(event).or_default().push((at, page)),
                None => others.push((at, page)),
            }
        }
    }
    // `begin` is called before the page is made, unless it is kept.
    let make_page = |&(at, page): &Wanted<'_>, begin: &mut dyn FnMut()| -> Result<(), Failure> {
        let (renderer, made_of) = (&renderers[at], keys.page(&of_sites[at], &sites[at], page));
        let path = renderer.path(page);
        if shelf.keep(&path, made_of).is_some() {
            return Ok(());
        }
        begin();
        let started = Instant::now();
        let rendered = renderer.render(page)?;
        if let Some(timings) = &options.timings {
            timings.add(What::Page, &path, started);
            timings.add(What::Template, rendered.template, started);
        }
        Ok(shelf.put(&path, made_of, &rendered.file.bytes)?)
    };
    let events: Vec<_> = of_events.into_iter().collect();
    let made = events.par_iter().map(|(event, pages)| {
        // Held until the last page of the event is made.
        let mut reports = None;
        let mut hold = || {
            reports.get_or_insert_with(|| {
                let _timer = options.time(What::Template, "(reports of events)");
                prepared.events[*event].computed()
            });
        };
        let made = pages.iter().map(|wanted| make_page(wanted, &mut hold));
        all_or_problems(made.collect())?;
        sites.iter().try_for_each(|site| texts(shelf, keys, site, *event))?;
        let _timer = options.time(What::Template, "(tables for spreadsheets)");
        // The same for all languages.
        sites.first().map_or(Ok(()), |site| tables::make(shelf, keys, site, *event))
    });
    all_or_problems(made.collect())?;
    let made = others.par_iter().map(|wanted| make_page(wanted, &mut || {}));
    all_or_problems(made.collect()).map(drop)
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
