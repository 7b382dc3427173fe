//! What arbiters print: slips for results, cards for the tables, badges, receipts.

use serde_json::{Value as Json, json};

use super::super::words::date_range;
use super::super::writer::Writer;
use super::event::{event_frame, tournament_of};
use crate::core::report::{Block, Msg, Report, Row, Table, Value};
use crate::model::{ArbiterRole, Tournament};
use crate::site::{PLAYERS, Printable, ROUNDS, TabReport, pending_round};

pub(super) fn page(w: &mut Writer<'_>, event: usize, printable: Printable) -> Json {
    let t = tournament_of(w, event);
    w.tournament = Some(t);
    let reports = w.site.input.events[event].reports();
    let reports = reports.all();
    let papers = match printable {
        Printable::Slips => slips(w, t, &reports.tabs),
        Printable::PlaceCards => players(w, &reports.tabs),
        Printable::Badges => {
            let mut badges = players(w, &reports.tabs);
            badges.extend(arbiters(w, t));
            badges
        }
        Printable::Receipts => reports.receipts.iter().map(|receipt| paper(w, receipt)).collect(),
    };
    json!({
        "event": event_frame(w, event, Some(usize::MAX)),
        "kind": printable.slug(),
        "lede": w.word(printable.lede()),
        "papers": papers,
        "organiser": t.organiser.as_deref(),
        "place": t.place.as_deref(),
        "dates": date_range(w.language(), t.start, t.end),
    })
}

/// The first table of a tab.
fn table_of<'r>(tabs: &'r [TabReport], slug: &str) -> Option<&'r Table> {
    let report = &tabs.iter().find(|tab| tab.slug == slug)?.report;
    report.blocks.iter().find_map(|block| match block {
        Block::Table(table) => Some(table),
        _ => None,
    })
}

/// A row of a table by the keys of its columns.
struct Line<'r> {
    table: &'r Table,
    row: &'r Row,
}

impl<'r> Line<'r> {
    fn get(&self, key: &str) -> Option<&'r Value> {
        let at = self.table.columns.iter().position(|column| column.key == key)?;
        self.row.cells.get(at).map(|cell| &cell.value).filter(|value| **value != Value::Undefined)
    }

    fn text(&self, w: &Writer<'_>, key: &str) -> Option<String> {
        self.get(key).map(|value| w.language().value(value))
    }
}

fn lines(table: &Table) -> impl Iterator<Item = Line<'_>> {
    table.rows.iter().map(move |row| Line { table, row })
}

/// A slip for every game, or match, of the round that has no result yet.
fn slips(w: &Writer<'_>, t: &Tournament, tabs: &[TabReport]) -> Vec<Json> {
    let Some(round) = pending_round(t) else { return Vec::new() };
    let Some(table) = table_of(tabs, &format!("{ROUNDS}{round}")) else { return Vec::new() };
    let language = w.language();
    let day = t.round_times.get(round as usize - 1).map(|time| language.date(time.day));
    let heading = if t.is_team_event() { "print.table" } else { "print.board" };
    let is_open = |line: &Line<'_>| match line.get("result") {
        Some(Value::Msg(result)) => result.key == "result.pending" && line.get("black").is_some(),
        _ => false,
    };
    let slips = lines(table).filter(is_open).map(|line| {
        let heading =
            Msg::new(heading).with("board", line.get("board").cloned().unwrap_or(Value::Undefined));
        let side = |key: &str| match line.get(key) {
            Some(Value::Entrant { index, number, name }) => {
                json!({"number": number, "name": w.shown_name(*index, name)})
            }
            _ => Json::Null,
        };
        json!({
            "title": language.msg(&heading),
            "round": language.msg(&Msg::new("tab.round").with("round", round)),
            "day": day,
            "white": side("white"),
            "black": side("black"),
            "boards": (1..=t.boards).filter(|_| t.is_team_event()).collect::<Vec<_>>(),
        })
    });
    slips.collect()
}

/// Everybody in the order of their numbers, with what is told of them on a card or a badge.
fn players(w: &Writer<'_>, tabs: &[TabReport]) -> Vec<Json> {
    let Some(table) = table_of(tabs, PLAYERS) else { return Vec::new() };
    let all = lines(table).filter_map(|line| {
        let Some(Value::Entrant { index, number, name }) = line.get("name") else { return None };
        let name = w.shown_name(*index, name);
        let (surname, given) = name.split_once(',').unwrap_or((&name, ""));
        Some(json!({
            "number": number,
            "surname": surname.trim(),
            "given": given.trim(),
            "title": line.text(w, "title"),
            "rating": line.text(w, "rating"),
            "club": line.text(w, "team").or_else(|| line.text(w, "club")),
            "federation": line.text(w, "federation"),
            "category": line.text(w, "category"),
        }))
    });
    all.collect()
}

/// The arbiters, the chief one first.
fn arbiters(w: &Writer<'_>, t: &Tournament) -> Vec<Json> {
    let badge = |name: &str, role: ArbiterRole| {
        let (surname, given) = name.split_once(',').unwrap_or((name, ""));
        let role = match role {
            ArbiterRole::Chief => "print.chief-arbiter",
            _ => "print.arbiter",
        };
        json!({"surname": surname.trim(), "given": given.trim(), "role": w.word(role)})
    };
    if t.arbiters.is_empty() {
        let chief = t.chief_arbiter.iter();
        return chief.map(|name| badge(name, ArbiterRole::Chief)).collect();
    }
    let mut order: Vec<_> = t.arbiters.iter().collect();
    order.sort_by_key(|arbiter| arbiter.role != ArbiterRole::Chief);
    order.into_iter().map(|arbiter| badge(&arbiter.name, arbiter.role)).collect()
}

/// A receipt: its facts, its table, and the provisions of the shares.
fn paper(w: &mut Writer<'_>, receipt: &Report) -> Json {
    let title = w.language().msg(&receipt.title);
    let (mut facts, mut parts, mut rule_html) = (Vec::new(), Json::Null, String::new());
    for block in &receipt.blocks {
        match block {
            Block::Facts(found) => {
                for fact in found {
                    let value = match &fact.entry.value {
                        Value::Entrant { index, name, .. } => w.shown_name(*index, name),
                        value => w.language().value(value),
                    };
                    let label = w.language().msg(&fact.label);
                    let words = match fact.entry.value {
                        Value::Money(amount) => w.language().pesetas_in_words(amount),
                        _ => None,
                    };
                    facts.push(
                        json!({"key": fact.key, "label": label, "value": value, "words": words}),
                    );
                }
            }
            Block::Table(table) => {
                let language = w.language();
                let head = table.columns.iter().map(|column| language.msg(&column.header));
                let rows = table.rows.iter().map(|row| {
                    let cells = row.cells.iter().map(|cell| language.value(&cell.value));
                    cells.collect::<Vec<_>>()
                });
                parts = json!({
                    "caption": language.msg(&table.caption),
                    "head": head.collect::<Vec<_>>(),
                    "rows": rows.collect::<Vec<_>>(),
                });
                let start = w.out.len();
                w.cites(table.columns.iter().flat_map(|column| &column.citations));
                rule_html = w.take(start);
            }
            Block::Heading(_) | Block::Paragraph(_) => {}
        }
    }
    json!({"title": title, "facts": facts, "parts": parts, "rule_html": rule_html})
}
