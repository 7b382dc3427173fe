//! Where provisions are at work: the way back from a rule to the results it decided.

use std::collections::{BTreeMap, BTreeSet};

use super::{Crumb, SiteInput, tournament_url};
use crate::core::report::{Block, Entry, Report};
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
    let mut uses: BTreeMap<ProvisionId, Use> = BTreeMap::new();
    let mut events: Vec<_> = input.events.iter().collect();
    events.sort_by_key(|event| std::cmp::Reverse(event.tournament));
    for event in events {
        let Some(tournament) = input.archive.tournaments.get(event.tournament) else { continue };
        for tab in &event.tabs {
            let title = input.language.msg(&tab.title);
            for id in cited(&tab.report) {
                let found = uses.entry(id.clone()).or_default();
                found.reports.insert(report_name(input, &tab.slug, &title));
                if found.pages.len() < EXAMPLES {
                    found.pages.push(Crumb {
                        title: format!("{}: {title}", tournament.name),
                        url: format!("{}{}/", tournament_url(tournament), tab.slug),
                    });
                }
            }
        }
    }
    for page in &input.report_pages {
        let title = input.language.msg(&page.report.title);
        for id in cited(&page.report) {
            let found = uses.entry(id.clone()).or_default();
            found.reports.insert(title.clone());
            if found.pages.len() < EXAMPLES {
                found.pages.push(Crumb { title: title.clone(), url: page.url.clone() });
            }
        }
    }
    uses
}

/// A report's kind: its tab's title, that of its group for tabs of a group (all rounds are one).
fn report_name(input: &SiteInput<'_>, slug: &str, title: &str) -> String {
    let group = slug.split_once('/').map(|(group, _)| format!("site.group.{group}"));
    match group {
        Some(key) if input.language.has(&key) => input.language.text(&key),
        _ => title.to_owned(),
    }
}

/// Provisions that a report cites anywhere.
fn cited(report: &Report) -> BTreeSet<&ProvisionId> {
    let mut ids = BTreeSet::new();
    for block in &report.blocks {
        match block {
            Block::Table(table) => {
                ids.extend(table.columns.iter().flat_map(|column| &column.citations));
                let cells = table.rows.iter().flat_map(|row| &row.cells);
                cells.for_each(|cell| cited_by_entry(cell, &mut ids));
            }
            Block::Facts(facts) => {
                facts.iter().for_each(|fact| cited_by_entry(&fact.entry, &mut ids));
            }
            Block::Heading(_) | Block::Paragraph(_) => {}
        }
    }
    ids
}

fn cited_by_entry<'r>(entry: &'r Entry, ids: &mut BTreeSet<&'r ProvisionId>) {
    ids.extend(&entry.citations);
    ids.extend(entry.working.iter().flat_map(|step| &step.citations));
}
