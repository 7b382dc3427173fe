//! The pairings of every round as plain text: to be printed, sent, read aloud.

use crate::core::report::{Block, Report};
use crate::lang::Language;
use crate::model::Tournament;
use crate::site::{PAIRINGS_TEXT, Site, tournament_url};
use crate::terminal::{Style, render};

/// The path of a round's text, within a site in one language.
pub fn path(site: &Site<'_>, t: &Tournament, tab: &str) -> String {
    format!("{}{}{tab}/{PAIRINGS_TEXT}", site.input.folder(), tournament_url(t))
}

/// The text of a round, by its report.
pub fn text(report: &Report, language: &Language) -> String {
    render(&pairings(report), language, Style::default())
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
