//! Reports as JSON that the templates walk: every value already written in the language.

use serde_json::{Map, Value as Json, json};

use super::text::{Context, widest_word, width};
use crate::core::report::{Align, Block, Entry, Fact, Report, Row, Table, Value, Verdict};
use crate::model::Colour;
use crate::rulebook::ProvisionId;

/// A report whose title is a heading of `level`.
pub(super) fn report(context: &Context<'_>, report: &Report, workings: bool, level: usize) -> Json {
    let blocks: Vec<_> =
        report.blocks.iter().map(|block| self::block(context, block, workings, level)).collect();
    json!({
        "key": report.key,
        "title": context.language.msg(&report.title),
        "level": level,
        "blocks": blocks,
    })
}

fn block(context: &Context<'_>, block: &Block, workings: bool, level: usize) -> Json {
    match block {
        Block::Heading(msg) => json!({"heading": context.language.msg(msg), "level": level + 1}),
        Block::Paragraph(msg) => json!({"paragraph": context.language.msg(msg)}),
        Block::Table(table) => json!({"table": self::table(context, table, workings)}),
        Block::Facts(facts) => {
            let facts: Vec<_> =
                facts.iter().map(|fact| self::fact(context, fact, workings)).collect();
            json!({"facts": facts})
        }
    }
}

fn table(context: &Context<'_>, table: &Table, workings: bool) -> Json {
    let language = context.language;
    let column = |at: usize| table.rows.iter().filter_map(move |row| row.cells.get(at));
    let mut room = 0;
    let columns: Vec<_> = table
        .columns
        .iter()
        .enumerate()
        .map(|(at, column_of)| {
            let header = language.msg(&column_of.header);
            let texts: Vec<String> =
                column(at).map(|entry| self::plain(context, &entry.value)).collect();
            let (cells, head) =
                (texts.iter().map(|text| width(text)).max().unwrap_or(0), widest_word(&header));
            // A column of long texts may break them; a header breaks between its words.
            room += cells.min(LONG * 2).max(head);
            let tail = texts.iter().map(|text| tail(text)).max_by_key(|tail| tail.len());
            json!({
                "key": column_of.key,
                "header": header,
                "align": match column_of.align {
                    Align::Start => "start",
                    Align::Centre => "centre",
                    Align::End => "end",
                },
                // Whole numbers leave the room of a fraction, so that units stand under units.
                "tail": tail.filter(|_| column_of.align == Align::End).unwrap_or_default(),
                "long": cells > LONG,
                // The header is broken to this width, where it would widen its column.
                "width": (width(&header) > cells.max(head)).then_some(cells.max(head)),
            })
        })
        .collect();
    let count = table.columns.len();
    let rows: Vec<_> = table
        .rows
        .iter()
        .map(|row| {
            let cells = (0..count).map(|at| match row.cells.get(at) {
                Some(entry) => cell(context, &entry.value),
                None => json!(""),
            });
            Json::Array(cells.collect())
        })
        .collect();
    let cited = table
        .columns
        .iter()
        .flat_map(|column| &column.citations)
        .chain(table.rows.iter().flat_map(|row| &row.cells).flat_map(|cell| &cell.citations));
    json!({
        "key": table.key,
        "caption": language.msg(&table.caption),
        "columns": columns,
        "rows": rows,
        "room": room,
        "cites": cites(context, cited),
        "workings": if workings { row_workings(context, table) } else { json!([]) },
    })
}

/// From this width on, in thousandths of the type size, a column holds texts rather than figures.
const LONG: usize = 8_000;

/// What a number has after its units: `½` of `7½`, `,25` of `40,25`; nothing of other texts.
fn tail(text: &str) -> &str {
    let units = text.trim_start_matches('−').trim_start_matches(|c: char| c.is_ascii_digit());
    match units.strip_prefix([',', '.']) {
        Some(decimals) if decimals.chars().all(|c| c.is_ascii_digit()) => units,
        _ if matches!(units, "½" | "¼" | "¾") => units,
        _ => "",
    }
}

/// The workings of a table's cells, under the name of each row.
fn row_workings(context: &Context<'_>, table: &Table) -> Json {
    let rows = table.rows.iter().filter_map(|row| {
        let cells: Vec<_> = table
            .columns
            .iter()
            .zip(&row.cells)
            .filter(|(_, entry)| !entry.working.is_empty())
            .map(|(column, entry)| {
                json!({
                    "label": context.language.msg(&column.header),
                    "value": cell(context, &entry.value),
                    "steps": steps(context, entry),
                    "cites": cites(context, &entry.citations),
                })
            })
            .collect();
        (!cells.is_empty()).then(|| json!({"name": row_name(context, row), "cells": cells}))
    });
    Json::Array(rows.collect())
}

/// Whom a row is about: its entrant, else its first cell.
fn row_name(context: &Context<'_>, row: &Row) -> String {
    let entrant = row.cells.iter().find_map(|entry| match &entry.value {
        Value::Entrant { name, .. } | Value::Person { name, .. } => Some(name.to_string()),
        _ => None,
    });
    entrant
        .or_else(|| row.cells.first().map(|entry| context.language.value(&entry.value)))
        .unwrap_or_default()
}

pub(super) fn fact(context: &Context<'_>, fact: &Fact, workings: bool) -> Json {
    json!({
        "key": fact.key,
        "label": context.language.msg(&fact.label),
        "value": cell(context, &fact.entry.value),
        "advice": fact.advice.as_ref().map(|advice| context.language.msg(advice)),
        "steps": if workings { steps(context, &fact.entry) } else { json!([]) },
        "cites": cites(context, &fact.entry.citations),
    })
}

/// The verdict that a value is or holds.
pub(super) fn verdict(value: &Value) -> Option<Verdict> {
    match value {
        Value::Verdict(verdict) => Some(*verdict),
        Value::List(values) => values.iter().find_map(verdict),
        _ => None,
    }
}

pub(super) fn steps(context: &Context<'_>, entry: &Entry) -> Json {
    let steps = entry.working.iter().map(|step| {
        json!({
            "text": context.language.msg(&step.text),
            "value": step.value.as_ref().map(|value| cell(context, value)),
            "cites": cites(context, &step.citations),
        })
    });
    Json::Array(steps.collect())
}

/// Citations, each once, in the order of first mention.
fn cites<'a>(context: &Context<'_>, ids: impl IntoIterator<Item = &'a ProvisionId>) -> Json {
    let mut seen = Vec::new();
    for id in ids {
        if !seen.contains(&id) {
            seen.push(id);
        }
    }
    Json::Array(seen.into_iter().map(|id| context.cite(id, "")).collect())
}

/// A value as the templates set it: text, or an object for what is drawn.
fn cell(context: &Context<'_>, value: &Value) -> Json {
    match value {
        Value::Colour(colour) => {
            let key = if *colour == Colour::White { "white" } else { "black" };
            json!({"colour": key})
        }
        Value::Verdict(verdict) => {
            json!({"verdict": verdict.key(), "words": context.language.value(value)})
        }
        Value::Game(game) => {
            let colour = game.colour.map(|colour| cell(context, &colour.into()));
            let mut parts = vec![json!(game.label.to_string())];
            parts.extend(colour);
            parts.push(cell(context, &game.result));
            json!({"game": parts})
        }
        Value::List(values) => {
            let parts: Vec<_> = values.iter().map(|part| cell(context, part)).collect();
            if parts.iter().all(Json::is_string) {
                json!(context.language.value(value))
            } else {
                json!({"list": parts})
            }
        }
        _ => json!(context.language.value(value)),
    }
}

/// What a value is as long as in print.
fn plain(context: &Context<'_>, value: &Value) -> String {
    fn written(cell: &Json) -> String {
        match cell {
            Json::String(text) => text.clone(),
            Json::Object(object) => object.iter().fold(String::new(), |mut text, (key, part)| {
                match (key.as_str(), part) {
                    ("colour", _) => text.push('□'),
                    ("words", _) => text.push_str(&format!("✓ {}", written(part))),
                    ("game" | "list", Json::Array(parts)) => {
                        for part in parts {
                            text.push_str(&written(part));
                            text.push(' ');
                        }
                        text.pop();
                    }
                    _ => {}
                }
                text
            }),
            _ => String::new(),
        }
    }
    written(&cell(context, value))
}

/// Rows of a list of facts about something: what, and what it is.
pub(super) fn details(rows: impl IntoIterator<Item = (String, Option<String>)>) -> Json {
    let rows = rows.into_iter().filter_map(|(what, value)| {
        value.map(|value| {
            Json::Object(Map::from_iter([
                ("what".to_owned(), json!(what)),
                ("value".to_owned(), json!(value)),
            ]))
        })
    });
    Json::Array(rows.collect())
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::core::report::{Column, Game, Msg, Step};
    use crate::lang::Language;
    use crate::model::Points;

    fn context(language: &Language) -> Context<'_> {
        Context { language, printed: BTreeSet::new(), address: &|_| None }
    }

    #[test]
    fn a_game_is_opponent_colour_and_result() {
        let language = Language::embedded("ca").unwrap();
        let game = Value::from(Game {
            opponent: 4,
            label: 5,
            name: "Elna".into(),
            colour: Some(Colour::Black),
            result: Points::HALF.into(),
        });
        let context = context(&language);
        assert_eq!(cell(&context, &game), json!({"game": ["5", {"colour": "black"}, "½"]}));
        assert_eq!(plain(&context, &game), "5 □ ½");
        let other = Value::from(Msg::new("verdict.met").with("opponent", 5));
        assert_eq!(cell(&context, &other), json!("compleix"));
    }

    #[test]
    fn whole_numbers_leave_room_for_halves_beside_them() {
        let language = Language::embedded("ca").unwrap();
        let column = |align| Column::new("points", Msg::new("pdf.rounds"), align);
        let row = |points| Row { entrant: None, cells: vec![Entry::plain(points)] };
        let table = |align| Table {
            key: "t",
            caption: Msg::new("pdf.rounds"),
            columns: vec![column(align)],
            rows: vec![row(Points::from_halves(15)), row(Points::from_halves(14))],
        };
        let context = context(&language);
        let json = |align| super::table(&context, &table(align), false);
        assert_eq!(json(Align::End)["columns"][0]["tail"], "½");
        assert_eq!(json(Align::Centre)["columns"][0]["tail"], "");
        assert_eq!(json(Align::End)["rows"], json!([["7½"], ["7"]]));
    }

    #[test]
    fn tails_of_numbers() {
        let tails = ["7½", "½", "−40,25", "12", "2.", "Roca, Anna", ""].map(super::tail);
        assert_eq!(tails, ["½", "½", ",25", "", ".", "", ""]);
    }

    #[test]
    fn workings_are_printed_where_they_are_asked_for() {
        let language = Language::embedded("ca").unwrap();
        let rule = ProvisionId::from("MC norma 3");
        let entry = Entry::plain(9)
            .cite(&rule)
            .step(Step::new(Msg::new("pdf.rounds")).gives(9).cite(&rule));
        let found = Fact::new("rounds", Msg::new("pdf.rounds"), entry);
        let context = context(&language);
        let steps = json!([{"text": "Rondes", "value": "9", "cites": [{"cite": "MC norma 3"}]}]);
        assert_eq!(fact(&context, &found, true)["steps"], steps);
        assert_eq!(fact(&context, &found, false)["steps"], json!([]));
    }
}
