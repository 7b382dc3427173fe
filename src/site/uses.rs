//! Where provisions are at work: the way back from a rule to the results it decided.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use super::{Crumb, EventBatch, SiteInput, tournament_url};
use crate::fingerprint::Fingerprint;
use crate::rulebook::ProvisionId;

/// Examples named under one provision: a way in, not an inventory.
const EXAMPLES: usize = 4;

/// What cites a provision.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Use {
    /// Kinds of reports, by the titles of their tabs.
    pub reports: BTreeSet<String>,
    /// Some of the pages, the latest tournaments first.
    pub pages: Vec<Crumb>,
}

/// What cites each provision.
#[derive(Debug)]
pub struct Uses {
    found: BTreeMap<ProvisionId, Use>,
    /// Of all that is found.
    pub fingerprint: Fingerprint,
}

impl Uses {
    pub fn get(&self, id: &ProvisionId) -> Option<&Use> {
        self.found.get(id)
    }
}

/// All that the uses follow from.
pub(super) fn made_of(input: &SiteInput<'_>, batches: &[EventBatch]) -> Fingerprint {
    let events: Vec<_> = input
        .events
        .iter()
        .zip(batches)
        .map(|(event, batch)| (event.tournament, batch.pages.shown(), batch.cites.made_of))
        .collect();
    let reports = input.report_pages.iter().map(|page| (&page.url, page.title, &page.cites));
    Fingerprint::of(&(events, reports.collect::<Vec<_>>()))
}

/// What cites each provision.
pub(super) fn uses(input: &SiteInput<'_>, batches: &[EventBatch]) -> Uses {
    let mut uses: HashMap<&ProvisionId, Use> = HashMap::new();
    let mut add = |id, report: &str, page: &dyn Fn() -> Crumb| {
        let found: &mut Use = uses.entry(id).or_default();
        if !found.reports.contains(report) {
            found.reports.insert(report.to_owned());
        }
        if found.pages.len() < EXAMPLES {
            found.pages.push(page());
        }
        found.pages.len()
    };
    let mut events: Vec<_> = input.events.iter().zip(batches).collect();
    events.sort_by_key(|(event, _)| std::cmp::Reverse(event.tournament));
    // Most events cite what others cite: after some of them one more adds nothing.
    let mut settled: HashSet<Fingerprint> = HashSet::new();
    for (event, batch) in events {
        if batch.cites.all.iter().all(|cited| settled.contains(cited)) {
            continue;
        }
        let tournament = &input.archive.tournaments[event.tournament];
        for tab in &event.tabs {
            let title = input.language.msg(&tab.title);
            let report = report_name(input, &tab.slug, &title);
            let page = || Crumb {
                title: format!("{}: {title}", tournament.name),
                url: format!("{}{}/", tournament_url(tournament), tab.slug),
            };
            for id in &tab.cites {
                if add(id, &report, &page) == EXAMPLES {
                    settled.insert(Fingerprint::of(&(&report, id)));
                }
            }
        }
    }
    for page in input.report_pages.iter() {
        let title = input.language.msg(&page.report.title);
        let example = || Crumb { title: title.clone(), url: page.url.clone() };
        for id in &page.cites {
            add(id, &title, &example);
        }
    }
    let found = uses.into_iter().map(|(id, found)| (id.clone(), found)).collect();
    Uses { fingerprint: Fingerprint::of_debug(&found), found }
}

/// Which kinds of reports of an event cite which provisions.
#[derive(Clone, Debug)]
pub struct Cites {
    /// A number for each kind of report and each provision that it cites.
    all: Vec<Fingerprint>,
    /// Of all of them.
    made_of: Fingerprint,
}

impl Cites {
    pub(super) fn of(input: &SiteInput<'_>, event: usize) -> Self {
        let mut all = BTreeSet::new();
        for tab in &input.events[event].tabs {
            let report = report_name(input, &tab.slug, &input.language.msg(&tab.title));
            all.extend(tab.cites.iter().map(|id| Fingerprint::of(&(&report, id))));
        }
        let all: Vec<_> = all.into_iter().collect();
        Self { made_of: Fingerprint::of(&all), all }
    }
}

/// A report's kind: its tab's title, that of its group for tabs of a group (all rounds are one).
fn report_name(input: &SiteInput<'_>, slug: &str, title: &str) -> String {
    let group = slug.split_once('/').map(|(group, _)| format!("site.group.{group}"));
    match group {
        Some(key) if input.language.has(&key) => input.language.text(&key),
        _ => title.to_owned(),
    }
}
