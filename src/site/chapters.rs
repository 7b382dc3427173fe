//! Regulations by chapters: a page for each, beside the page of the whole text.

use super::regulation_url;
use crate::rulebook::{Division, Item, Regulation};

/// A division of the first level with what stands in it.
#[derive(Clone, Copy, Debug)]
pub struct Chapter<'a> {
    pub division: &'a Division,
    /// Without the division itself. The first chapter has also what stands before its heading.
    pub before: &'a [Item],
    pub items: &'a [Item],
}

/// The chapters of a regulation; none where there are fewer than two.
pub fn chapters(regulation: &Regulation) -> Vec<Chapter<'_>> {
    let items = regulation.items.as_slice();
    let starts: Vec<(usize, &Division)> = items
        .iter()
        .enumerate()
        .filter_map(|(at, item)| match item {
            Item::Division(division) if division.level == 1 => Some((at, division)),
            _ => None,
        })
        .collect();
    if starts.len() < 2 {
        return Vec::new();
    }
    let ends = starts.iter().skip(1).map(|(at, _)| *at).chain([items.len()]);
    starts
        .iter()
        .zip(ends)
        .enumerate()
        .map(|(number, (&(start, division), end))| Chapter {
            division,
            before: if number == 0 { &items[..start] } else { &[] },
            items: &items[start + 1..end],
        })
        .collect()
}

/// `reglaments/rde/capitol-i-disposicions-generals/`.
pub fn chapter_url(slug: &str, division: &Division) -> String {
    // Anchors of divisions begin with `s-`, to keep out of the way of provisions'; pages need not.
    let name = division.anchor.strip_prefix("s-").unwrap_or(&division.anchor);
    format!("{}{name}/", regulation_url(slug))
}
