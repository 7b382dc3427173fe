//! Pages that a federation writes freely, beside its regulations: statutes in prose, guides, news
//! of a season, the story of a tournament with its table.

use std::path::PathBuf;

use super::{Block, Inline, plain_text};
use crate::fingerprint::Fingerprint;
use crate::model::Date;

/// A text under `content/` that is no regulation.
#[derive(Clone, Debug, PartialEq)]
pub struct FreePage {
    /// The file, from the site's root; the page of a folder without one has the name of a file that
    /// is not there.
    pub path: PathBuf,
    /// What the file and that of its table hold, as one number.
    pub made_of: Fingerprint,
    /// The file of its table, if it has one.
    pub table_path: Option<PathBuf>,
    /// Address below the root, with its slash: `guies/arbitres/`; empty for the home page.
    pub url: String,
    /// Address of the folder it lies in: `guies/`; the page of a folder (`_index.md`) lies in the
    /// folder above.
    pub section: String,
    /// Is it the page of a folder?
    pub is_section: bool,
    pub title: String,
    /// One sentence for search engines.
    pub description: String,
    pub date: Option<Date>,
    /// Place among the pages of its folder: by weight, then from the latest, then by title.
    pub weight: i64,
    pub tags: Vec<Tag>,
    /// Links to other pages are addresses in the site, with a slash first.
    pub blocks: Vec<Block>,
    /// What it is found by: the words of its first paragraph and of its headlines.
    pub gist: String,
}

/// A word under which pages are gathered.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Tag {
    pub slug: String,
    pub name: String,
}

/// A line of a page's contents.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Headline<'a> {
    pub level: u8,
    pub anchor: &'a str,
    pub text: &'a [Inline],
}

impl FreePage {
    /// The headings with an anchor, in order.
    pub fn headlines(&self) -> impl Iterator<Item = Headline<'_>> {
        headlines(&self.blocks)
    }
}

fn headlines(blocks: &[Block]) -> impl Iterator<Item = Headline<'_>> {
    blocks.iter().filter_map(|block| match block {
        Block::Heading { level, anchor: Some(anchor), text } => {
            Some(Headline { level: *level, anchor, text })
        }
        _ => None,
    })
}

/// The words of the first paragraph of a text and of its headlines.
pub fn gist(blocks: &[Block]) -> String {
    let first = blocks.iter().find_map(|block| match block {
        Block::Paragraph(inlines) => Some(plain_text(inlines)),
        _ => None,
    });
    let headlines = headlines(blocks).map(|line| plain_text(line.text));
    let mut gist = first.into_iter().chain(headlines).collect::<Vec<_>>().join(". ");
    gist.shrink_to_fit();
    gist
}
