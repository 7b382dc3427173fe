//! Pages that are one report each, and the ways to them.

use serde_json::{Value as Json, json};

use super::super::report::Workings;
use super::super::writer::Writer;
use super::texts::document;
use crate::core::report::{Block, Report};
use crate::site::{About, Section};

/// A page of its own.
pub(super) fn page(w: &mut Writer<'_>, index: usize) -> Json {
    let site = w.site;
    let found = &site.input.report_pages[index];
    let lede = found.lede.as_ref().map(|lede| w.language().msg(lede));
    w.report(&found.report, &[], &Workings::Here);
    let report = w.take(0);
    let children: Vec<usize> = (index + 1..site.input.report_pages.len())
        .take_while(|&at| site.input.report_pages[at].url.starts_with(&found.url))
        .collect();
    let children: Vec<Json> = children.into_iter().map(|at| line(w, at)).collect();
    json!({
        "lede": lede,
        "report_html": report,
        "children": children,
        "documents": documents(w, &About::Page(found.url.clone())),
    })
}

/// The first pages of a section that are reports: those under no other.
pub(super) fn of_section(w: &Writer<'_>, section: Section) -> Vec<Json> {
    let pages = &w.site.input.report_pages;
    let is_first = |at: &usize| {
        let url = &pages[*at].url;
        !pages.iter().any(|other| other.url != *url && url.starts_with(&other.url))
    };
    let own = (0..pages.len()).filter(|&at| pages[at].section == section).filter(is_first);
    own.map(|at| line(w, at)).collect()
}

fn line(w: &Writer<'_>, index: usize) -> Json {
    let found = &w.site.input.report_pages[index];
    json!({
        "title": w.language().msg(&found.report.title),
        "href": w.href(&found.url),
        "lede": found.lede.as_ref().map(|lede| w.language().msg(lede)),
    })
}

/// Files about something.
pub(super) fn documents(w: &mut Writer<'_>, about: &About) -> Vec<Json> {
    let site = w.site;
    site.documents_about(about).map(|found| document(w, found)).collect()
}

/// Reports below the `tables` that the template itself writes, each under its heading, with all
/// workings at the end.
pub(super) fn below(w: &mut Writer<'_>, reports: &[Report], tables: usize) -> String {
    let Some(first) = reports.first() else { return String::new() };
    let blocks = reports.iter().flat_map(|report| {
        std::iter::once(Block::Heading(report.title.clone())).chain(report.blocks.iter().cloned())
    });
    let all = Report { key: first.key, title: first.title.clone(), blocks: blocks.collect() };
    let start = w.out.len();
    w.tables = tables;
    w.report(&all, &[], &Workings::Here);
    w.take(start)
}
