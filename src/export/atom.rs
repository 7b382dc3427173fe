//! Atom (RFC 4287): what is new, for programs that follow sites.
//!
//! Days come from the data, never from the clock: an entry that did not change is the same bytes in
//! every build.

use super::xml::Xml;
use crate::model::Date;

/// A feed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Feed {
    /// The same for ever.
    pub id: String,
    pub title: String,
    pub author: String,
    pub language: String,
    /// Address of the feed itself, and of the page it is about.
    pub own: String,
    pub page: String,
    /// The latest first.
    pub entries: Vec<FeedEntry>,
}

/// Something new.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FeedEntry {
    /// The same for ever, and no other's.
    pub id: String,
    pub title: String,
    /// The day from which it is as it is (UTC midnight).
    pub updated: Date,
    /// Address of its page.
    pub page: String,
    /// In a few words; may be empty.
    pub summary: String,
}

/// A feed without entries is as old as the calendar of computers.
const NEVER: Date = Date::constant(1970, 1, 1);

impl Feed {
    pub fn to_xml(&self) -> String {
        let mut xml = Xml::new();
        let namespace = ("xmlns", "http://www.w3.org/2005/Atom");
        xml.open("feed", &[namespace, ("xml:lang", &self.language)]);
        xml.text("id", &[], &self.id);
        xml.text("title", &[], &self.title);
        let updated = self.entries.iter().map(|entry| entry.updated).max().unwrap_or(NEVER);
        xml.text("updated", &[], &moment(updated));
        xml.empty("link", &[("rel", "self"), ("href", &self.own)]);
        xml.empty("link", &[("rel", "alternate"), ("type", "text/html"), ("href", &self.page)]);
        xml.open("author", &[]);
        xml.text("name", &[], &self.author);
        xml.close();
        xml.text("generator", &[("version", env!("CARGO_PKG_VERSION"))], "butlleti");
        for entry in &self.entries {
            xml.open("entry", &[]);
            xml.text("id", &[], &entry.id);
            xml.text("title", &[], &entry.title);
            xml.text("updated", &[], &moment(entry.updated));
            let page = ("href", entry.page.as_str());
            xml.empty("link", &[("rel", "alternate"), ("type", "text/html"), page]);
            if !entry.summary.is_empty() {
                xml.text("summary", &[], &entry.summary);
            }
            xml.close();
        }
        xml.finish()
    }
}

fn moment(day: Date) -> String {
    format!("{day}T00:00:00Z")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn feed() -> Feed {
        let entry = |id: &str, day: i8, title: &str| FeedEntry {
            id: id.into(),
            title: title.into(),
            updated: Date::constant(1990, 12, day),
            page: "torneigs/1990/x/".into(),
            summary: String::new(),
        };
        Feed {
            id: "urn:x-butlleti:novetats".into(),
            title: "Butlletí & resultats".into(),
            author: "Federació".into(),
            language: "ca".into(),
            own: "novetats.atom".into(),
            page: "index.html".into(),
            entries: vec![entry("b", 9, "<Ronda 2>"), entry("a", 2, "Ronda 1")],
        }
    }

    #[test]
    fn a_feed_is_as_new_as_its_latest_entry() {
        let xml = feed().to_xml();
        assert!(xml.contains("<updated>1990-12-09T00:00:00Z</updated>"), "{xml}");
        assert_eq!(xml.matches("<entry>").count(), 2);
        assert!(xml.contains("<title>Butlletí &amp; resultats</title>"), "{xml}");
        assert!(xml.contains("&lt;Ronda 2&gt;"), "{xml}");
        assert_eq!(feed().to_xml(), xml);
    }

    #[test]
    fn a_feed_without_entries_is_still_one() {
        let empty = Feed { entries: Vec::new(), ..feed() };
        assert!(empty.to_xml().contains("<updated>1970-01-01T00:00:00Z</updated>"));
    }
}
