//! The pairings of every round as plain text: to be printed, sent, read aloud.

use crate::core::report::{Block, Report, Table};
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

/// The boards, and the same in order of names.
fn pairings(report: &Report) -> Report {
    let wanted = |table: &Table| ["boards", "matches", "match", "by-player"].contains(&table.key);
    let blocks = report.blocks.iter().filter(|block| match block {
        Block::Table(table) => wanted(table),
        _ => false,
    });
    Report { key: report.key, title: report.title.clone(), blocks: blocks.cloned().collect() }
}
