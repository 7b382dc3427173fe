//! The pairings of every round as plain text: to be printed, sent, read aloud.

use super::Prepared;
use crate::core::report::{Block, Report};
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

/// The boards, and the same in order of names: each table after its caption, but the first.
fn pairings(report: &Report) -> Report {
    let wanted = ["boards", "matches", "match", "by-player", "not-paired"];
    let tables = report.blocks.iter().filter_map(|block| match block {
        Block::Table(table) if wanted.contains(&table.key) => Some(table),
        _ => None,
    });
    let mut blocks = Vec::new();
    for table in tables {
        if !blocks.is_empty() {
            blocks.push(Block::Heading(table.caption.clone()));
        }
        blocks.push(Block::Table(table.clone()));
    }
    Report { key: report.key, title: report.title.clone(), blocks }
}
