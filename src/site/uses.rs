//! Where provisions are at work: the way back from a rule to the results it decided.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use super::{Crumb, SiteInput, tournament_url};
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
pub fn uses(input: &SiteInput<'_>) -> BTreeMap<ProvisionId, Use> {
    let mut uses: HashMap<&ProvisionId, Use> = HashMap::new();
    let mut add = |id, report: &str, page: &dyn Fn() -> Crumb| {
        let found: &mut Use = uses.entry(id).or_default();
        if !found.reports.contains(report) {
            found.reports.insert(report.to_owned());
        }
        if found.pages.len() < EXAMPLES {
            found.pages.push(page());
        }
    };
    let mut events: Vec<_> = input.events.iter().collect();
    events.sort_by_key(|event| std::cmp::Reverse(event.tournament));
    for event in events {
        let Some(tournament) = input.archive.tournaments.get(event.tournament) else { continue };
        for tab in &event.tabs {
            let title = input.language.msg(&tab.title);
            let report = report_name(input, &tab.slug, &title);
            let page = || Crumb {
                title: format!("{}: {title}", tournament.name),
                url: format!("{}{}/", tournament_url(tournament), tab.slug),
            };
            tab.cites.iter().for_each(|id| add(id, &report, &page));
        }
    }
    for page in input.report_pages.iter() {
        let title = input.language.msg(&page.report.title);
        let example = || Crumb { title: title.clone(), url: page.url.clone() };
        super::event::cited(&page.report).into_iter().for_each(|id| add(id, &title, &example));
    }
    uses.into_iter().map(|(id, found)| (id.clone(), found)).collect()
}

/// A report's kind: its tab's title, that of its group for tabs of a group (all rounds are one).
fn report_name(input: &SiteInput<'_>, slug: &str, title: &str) -> String {
    let group = slug.split_once('/').map(|(group, _)| format!("site.group.{group}"));
    match group {
        Some(key) if input.language.has(&key) => input.language.text(&key),
        _ => title.to_owned(),
    }
}
