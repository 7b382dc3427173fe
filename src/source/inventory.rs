//! A checklist of the source text's provisions against the rulebook.
//!
//! The checklist is Markdown; its entries are list items that begin with a bold label and a tag:
//! `- **RDE art. 7.A.1** [DATA] Words …`. Everything else in it is passed over. An entry is found
//! when a provision has its label as identifier, or as one of the names of its attribute `inv`.

use std::collections::BTreeMap;
use std::fmt::{self, Write as _};

use crate::diag::nearest;
use crate::rulebook::{ProvisionId, Rulebook};

/// What the checklist says of a provision.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Tag {
    /// A program can calculate or check it.
    Compute,
    /// A list, scale or table to be kept.
    Data,
    /// It can only be published.
    Text,
    Other(String),
}

impl Tag {
    fn new(tag: &str) -> Self {
        match tag {
            "COMPUTE" => Self::Compute,
            "DATA" => Self::Data,
            "TEXT" => Self::Text,
            other => Self::Other(other.to_owned()),
        }
    }
}

impl fmt::Display for Tag {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Compute => "COMPUTE",
            Self::Data => "DATA",
            Self::Text => "TEXT",
            Self::Other(tag) => tag,
        })
    }
}

/// One entry of a checklist.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// As written: `RDE art. 7.A.1`.
    pub label: String,
    pub tag: Tag,
    /// Line in the checklist, from 1.
    pub line: usize,
}

/// An entry with the provision that has it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    pub entry: Entry,
    pub provision: ProvisionId,
}

/// An entry that no provision has, with the identifier nearest to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Missing {
    pub entry: Entry,
    pub nearest: Option<ProvisionId>,
}

/// The entries of a checklist, found and missing, both in the order of the checklist.
#[derive(Clone, Debug, Default)]
pub struct Comparison {
    pub found: Vec<Found>,
    pub missing: Vec<Missing>,
}

impl Comparison {
    pub fn is_complete(&self) -> bool {
        self.missing.is_empty()
    }

    pub fn total(&self) -> usize {
        self.found.len() + self.missing.len()
    }

    /// By tag: how many are found, of how many.
    pub fn by_tag(&self) -> BTreeMap<Tag, (usize, usize)> {
        let mut tags: BTreeMap<Tag, (usize, usize)> = BTreeMap::new();
        for found in &self.found {
            let count = tags.entry(found.entry.tag.clone()).or_default();
            *count = (count.0 + 1, count.1 + 1);
        }
        for missing in &self.missing {
            tags.entry(missing.entry.tag.clone()).or_default().1 += 1;
        }
        tags
    }

    /// For people: every missing entry, the counts by tag, and last the sum: `595 of 595`.
    pub fn render(&self) -> String {
        let mut text = String::new();
        for Missing { entry: Entry { label, tag, line }, nearest } in &self.missing {
            let _ = write!(text, "missing: {label} [{tag}] (line {line})");
            if let Some(id) = nearest {
                let _ = write!(text, "; the nearest provision is {id}");
            }
            text.push('\n');
        }
        for (tag, (found, total)) in self.by_tag() {
            let _ = writeln!(text, "{tag}: {found} of {total}");
        }
        let _ = write!(text, "{} of {}", self.found.len(), self.total());
        text
    }
}

/// Compares a checklist with a rulebook.
pub fn compare(checklist: &str, rulebook: &Rulebook) -> Comparison {
    let mut known: BTreeMap<String, &ProvisionId> = BTreeMap::new();
    for provision in rulebook.provisions() {
        known.entry(normalised(provision.id.as_str())).or_insert(&provision.id);
        for name in &provision.inventory {
            known.entry(normalised(name)).or_insert(&provision.id);
        }
    }
    let mut comparison = Comparison::default();
    for entry in entries(checklist) {
        let label = normalised(&entry.label);
        match known.get(&label) {
            Some(&id) => {
                comparison.found.push(Found { entry, provision: id.clone() });
            }
            None => {
                let nearest = nearest(&label, known.keys().map(String::as_str))
                    .and_then(|name| known.get(name))
                    .map(|&id| id.clone());
                comparison.missing.push(Missing { entry, nearest });
            }
        }
    }
    comparison
}

/// The entries of a checklist, in order.
pub fn entries(checklist: &str) -> impl Iterator<Item = Entry> {
    checklist.lines().enumerate().filter_map(|(index, line)| {
        let rest = line.trim_start().strip_prefix("- **")?;
        let (label, rest) = rest.split_once("**")?;
        let (tag, _) = rest.trim_start().strip_prefix('[')?.split_once(']')?;
        let is_tag = !tag.is_empty() && tag.bytes().all(|b| b.is_ascii_uppercase());
        is_tag.then(|| Entry {
            label: label.trim().to_owned(),
            tag: Tag::new(tag),
            line: index + 1,
        })
    })
}

/// A label as it is compared: without `art. `, the degree sign of labels that the checklist made
/// itself, and a parenthesis at its end.
fn normalised(label: &str) -> String {
    let mut label = label.replace("art. ", "").replace('°', "");
    while label.trim_end().ends_with(')')
        && let Some(open) = label.rfind('(')
    {
        label.truncate(open);
    }
    label.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::testing::repository;

    fn rulebook() -> &'static Rulebook {
        repository().rulebook()
    }

    #[test]
    fn labels_are_compared_without_their_ornaments() {
        assert_eq!(normalised("RDE art. 12.6, first paragraph"), "RDE 12.6, first paragraph");
        assert_eq!(normalised("Ascensos °1 (1a → Preferent)"), "Ascensos 1");
        assert_eq!(normalised("Blog 9 °after claim"), "Blog 9 after claim");
        assert_eq!(normalised("RDE °date"), "RDE date");
    }

    #[test]
    fn a_missing_entry_is_told_with_its_line_and_the_nearest_provision() {
        let list = "# List\n\n- **RGC 8.3.2** [COMPUTE] Order.\n  - inputs -> output: x\n\
                    - **RGC 8.3.22** [DATA] None.\n- **no tag** words\n";
        let comparison = compare(list, rulebook());
        assert_eq!(comparison.found.len(), 1);
        assert_eq!(comparison.found[0].provision.as_str(), "RGC 8.3.2");
        assert!(!comparison.is_complete());
        let text = comparison.render();
        assert!(
            text.starts_with("missing: RGC 8.3.22 [DATA] (line 5); the nearest provision is RGC 8")
        );
        assert!(text.ends_with("COMPUTE: 1 of 1\nDATA: 0 of 1\n1 of 2"), "{text}");
    }

    /// The whole inventory of the two source documents is in the rulebook.
    #[test]
    fn the_rulebook_has_every_provision_of_the_inventory() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../shared/seeds/rules-inventory.md");
        let Ok(list) = std::fs::read_to_string(path) else {
            eprintln!("NOT TESTED: {path} is absent, so the rulebook was not compared with it");
            return;
        };
        let comparison = compare(&list, rulebook());
        assert!(comparison.is_complete(), "{}", comparison.render());
        assert!(comparison.render().ends_with("595 of 595"));
    }
}
