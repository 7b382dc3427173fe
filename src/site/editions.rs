//! The texts of each regulation through time, and their addresses. Only texts that differ in this
//! regulation count: a circular about another one makes no edition of it.

use std::collections::{BTreeMap, BTreeSet};

use super::regulation_url;
use crate::model::Date;
use crate::rulebook::{ProvisionId, Versions};

/// First days of the texts of each regulation, oldest first.
#[derive(Clone, Debug, Default)]
pub struct Editions(BTreeMap<String, Vec<Date>>);

impl Editions {
    pub fn new(versions: &Versions) -> Self {
        let published = versions.published().regulations.iter();
        let mut days: BTreeMap<String, Vec<Date>> =
            published.map(|r| (r.code.clone(), vec![r.in_force])).collect();
        for pair in versions.dates().windows(2) {
            let changes = versions.compare(pair[0], pair[1]);
            let codes: BTreeSet<&str> = changes.iter().map(|change| change.id.code()).collect();
            for code in codes {
                if let Some(days) = days.get_mut(code)
                    && days.last().is_none_or(|last| *last < pair[1])
                {
                    days.push(pair[1]);
                }
            }
        }
        Self(days)
    }

    /// First days of a regulation's texts; the last is of the text in force.
    pub fn of(&self, code: &str) -> &[Date] {
        self.0.get(code).map_or(&[], Vec::as_slice)
    }

    /// First day of the text in force.
    pub fn latest(&self, code: &str) -> Option<Date> {
        self.of(code).last().copied()
    }

    /// Does a regulation have pages for its texts?
    pub fn has_several(&self, code: &str) -> bool {
        self.of(code).len() > 1
    }

    /// Pairs of texts that are compared: each with the next, and each with the one in force. So
    /// their number grows as that of the texts does.
    pub fn comparisons(&self, code: &str) -> Vec<(Date, Date)> {
        let days = self.of(code);
        let Some((&latest, earlier)) = days.split_last() else { return Vec::new() };
        let mut pairs: BTreeSet<(Date, Date)> = earlier.iter().map(|&day| (day, latest)).collect();
        pairs.extend(days.windows(2).map(|pair| (pair[0], pair[1])));
        pairs.into_iter().collect()
    }
}

/// Where older words of a provision stand: until a day, at an address.
pub(super) type Older = BTreeMap<ProvisionId, Vec<(Date, String)>>;

/// Provisions whose words were others before: for each, the days until which (excluded) a page of
/// the older text is the right one, rising.
pub(super) fn older_texts(versions: &Versions, editions: &Editions) -> Older {
    let latest = versions.latest();
    let mut older = Older::new();
    for regulation in &latest.regulations {
        for pair in editions.of(&regulation.code).windows(2) {
            let then = versions.on(pair[0]);
            let Some(then) = then.regulations.iter().find(|r| r.code == regulation.code) else {
                continue;
            };
            let url = edition_url(&regulation.slug, pair[0]);
            for provision in then.provisions() {
                let now = latest.provision(&provision.id);
                if now.is_some_and(|now| now.amended != provision.amended) {
                    let address = format!("{url}#{}", provision.id.anchor());
                    older.entry(provision.id.clone()).or_default().push((pair[1], address));
                }
            }
        }
    }
    older
}

/// `reglaments/oberts/1990-12-01/`.
pub fn edition_url(slug: &str, day: Date) -> String {
    format!("{}{day}/", regulation_url(slug))
}

/// `reglaments/oberts/comparacio/1990-12-01/1991-03-01/`.
pub fn comparison_url(slug: &str, before: Date, after: Date) -> String {
    format!("{}comparacio/{before}/{after}/", regulation_url(slug))
}

/// `circulars/1-1991/`.
pub fn circular_url(slug: &str) -> String {
    format!("{CIRCULARS}{slug}/")
}

/// Address of the list of circulars.
pub const CIRCULARS: &str = "circulars/";
