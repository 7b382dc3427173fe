//! The pairings of every round as plain text: to be printed, sent, read aloud.

use super::Prepared;
use crate::core::report::{Block, Report, Table};
use crate::publish::OutputFile;
use crate::site::{PAIRINGS_TEXT, tournament_url};
use crate::terminal::{Style, render};

/// A file for each round of each event, in each language of the site.
pub fn make(prepared: &Prepared) -> Vec<OutputFile> {
    let mut files = Vec::new();
    for language in prepared.languages() {
        let is_main = language.code == prepared.language.code;
        let folder = if is_main { String::new() } else { format!("{}/", language.code) };
        for event in &prepared.events {
            let t = &prepared.data.archive.tournaments[event.index];
            for tab in event.pages.tabs.iter().filter(|tab| tab.slug.starts_with("rondes/")) {
                let text = render(&pairings(&tab.report), language, Style::default());
                let path = format!("{folder}{}{}/{PAIRINGS_TEXT}", tournament_url(t), tab.slug);
                files.push(OutputFile { path, bytes: text.into_bytes() });
            }
        }
    }
    files
}

/// The boards, and the same in order of names.
fn pairings(report: &Report) -> Report {
    let wanted = |table: &Table| ["boards", "matches", "match", "by-player"].contains(&table.key);
    let blocks = report.blocks.iter().filter(|block| match block {
        Block::Table(table) => wanted(table),
        _ => false,
    });
    Report { key: report.key, title: report.title.clone(), blocks: blocks.cloned().collect() }
}
