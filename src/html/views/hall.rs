//! The last round in large letters: on a screen in the hall, and on paper on its wall.

use serde_json::{Value as Json, json};

use super::super::qr;
use super::super::report::Workings;
use super::super::writer::Writer;
use super::event::{event_frame, tournament_of};
use crate::core::report::{Block, Msg, Priority, Table};
use crate::site::{Tab, file_of, tournament_url};

/// Seconds after which a screen asks for the page again.
const REFRESH: u32 = 120;

pub(super) fn hall(w: &mut Writer<'_>, event: usize) -> Json {
    let tournament = tournament_of(w, event);
    w.tournament = Some(tournament);
    let pages = &w.site.input.events[event];
    let Some((at, round)) = last_round(&pages.tabs) else { return Json::Null };
    let (tab, reports) = (&pages.tabs[at], pages.reports());
    let mut tables = reports.all().tabs[at].report.blocks.iter().filter_map(|block| match block {
        Block::Table(table) => Some(table),
        _ => None,
    });
    let by_board = tables.next().map(|table| plain_table(w, table));
    let by_name = tables.find(|table| table.key == "by-player").map(|table| plain_table(w, table));
    let page = format!("{}{}/", tournament_url(tournament), tab.slug);
    let base = w.site.input.base_url.as_deref().map(|base| base.trim_end_matches('/'));
    let address = base.map(|base| format!("{base}/{}{page}", w.site.input.folder()));
    let code = address.as_deref().and_then(qr::svg_path);
    let time = tournament.round_times.get(round as usize - 1);
    let when = time.map(|time| {
        let day = w.language().date(time.day);
        match time.hour {
            Some(hour) => format!("{day}, {:02}:{:02}", hour.hour(), hour.minute()),
            None => day,
        }
    });
    let code = code.map(|(size, path)| {
        let label = w.language().msg(&Msg::new("site.qr").with("round", round));
        json!({"size": size, "path": path, "label": label})
    });
    json!({
        "event": event_frame(w, event, Some(usize::MAX)),
        "round": w.language().msg(&tab.title),
        "when": when,
        "refresh": REFRESH,
        "by_board_html": by_board,
        "by_name_html": by_name,
        "page_href": w.href(&page),
        "text_href": w.href(&file_of(&format!("{page}{}", crate::site::PAIRINGS_TEXT))),
        "address": address,
        "qr": code,
    })
}

/// The index of the tab of the last round that has begun, and the round's number.
fn last_round(tabs: &[Tab]) -> Option<(usize, u32)> {
    let numbered = tabs.iter().enumerate().filter_map(|(at, tab)| {
        let number = tab.slug.strip_prefix("rondes/")?.parse::<u32>().ok()?;
        Some((at, number))
    });
    numbered.max_by_key(|(_, number)| *number)
}

/// A table without workings and without what is of less importance.
fn plain_table(w: &mut Writer<'_>, table: &Table) -> String {
    let start = w.out.len();
    let kept: Vec<usize> = (0..table.columns.len())
        .filter(|&at| table.columns[at].priority == Priority::Key)
        .collect();
    let mut plain = table.clone();
    plain.columns = kept.iter().map(|&at| table.columns[at].clone()).collect();
    for column in &mut plain.columns {
        column.citations.clear();
    }
    for row in &mut plain.rows {
        row.cells = kept.iter().filter_map(|&at| row.cells.get(at).cloned()).collect();
    }
    w.drawn(&plain, &Default::default(), &Workings::Left);
    w.take(start)
}
