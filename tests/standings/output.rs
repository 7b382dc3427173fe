//! Crosstables, boards, and the sentences they are made of.

use butlleti::core::knockout::{self, Team as Side};
use butlleti::core::report::{Block, Entry, Msg, Row, Table, Value};
use butlleti::core::{crosstable, rounds, team};
use butlleti::model::{EventKind, Score};

use super::build::{compute, corpus, language, player_lines, rules, sample, sample_teams};

#[test]
fn crosstables_point_to_the_right_row() {
    let Some(report) = corpus("real/trf/tec_exercise_swiss9.trf") else { return };
    let t = player_lines(&report, 9);
    let standings = compute(&t);
    let by_rank = crosstable::to_json(&t, &standings, crosstable::Order::Rank);
    let rows = by_rank["players"].as_array().unwrap();
    for row in rows {
        for round in row["rounds"].as_array().unwrap() {
            if let Some(opponent) = round["opponent"].as_u64() {
                assert_eq!(rows[opponent as usize - 1]["number"], round["opponent_number"]);
            }
        }
    }
    // Charline, number 3, is first; in round 8 she beat Paul, number 14, who is tenth.
    let round = &rows[0]["rounds"][7];
    assert_eq!(rows[0]["number"], 3);
    assert_eq!((&round["opponent"], &round["colour"]), (&10.into(), &"w".into()));
    // Jessica, number 9: a half-point bye, a forfeit lost with Black to number 11, and a bye.
    let jessica = rows.iter().find(|row| row["number"] == 9).unwrap();
    let kinds: Vec<_> =
        jessica["rounds"].as_array().unwrap().iter().map(|r| r["kind"].as_str().unwrap()).collect();
    assert_eq!(kinds[2..6], ["half-bye", "forfeit-loss", "bye", "played"]);

    let language = language();
    let text = |table: &Table, row: usize, column: usize| {
        language.value(&table.rows[row].cells[column].value)
    };
    let table = crosstable::by_rank(&t, &standings, rules());
    assert_eq!(text(&table, 0, 9), "10b1");
    let table = crosstable::by_number(&t, &standings, rules());
    // Number, name, rounds 1 to 9: round 8 of number 3.
    assert_eq!(text(&table, 2, 9), "14b1");
    assert_eq!(text(&table, 8, 5), "11n−");
    assert_eq!(text(&table, 8, 4), "desc. ½");
    let words = language.msg(&table.rows[8].cells[5].working[0].text);
    assert_eq!(words, "Ronda 4. Perd per incompareixença contra Maria");
}

#[test]
fn boards_of_a_round() {
    let Some(report) = corpus("real/trf/tec_exercise_swiss9.trf") else { return };
    let t = player_lines(&report, 9);
    let language = language();
    let table = rounds::pairings(&t, rules(), 3);
    let line = |row: &Row| {
        row.cells.iter().map(|cell| language.value(&cell.value)).collect::<Vec<_>>().join(" | ")
    };
    // Points after round 2: Bruno 2; 1, 3, 4, 8, 13 and 16 have 1½; 7, 10, 12, 14, 15 have 1.
    // The board of the 2 points comes first, then those of 1½ by the best number of the pair.
    let expected = [
        "1 | Alyx | 1½ | ½–½ | Bruno | 2",
        "2 | Charline | 1½ | 1–0 | Irina | 1½",
        "3 | David | 1½ | 1–0 | Opal | 1½",
        "4 | Stephan | 1½ | 1–0 | Genevieve | 1",
        "5 | Lais | 1 | 0–1 | Reine | 1",
        "6 | Nick | 1 | + – | Paul | 1",
        "7 | Helene | 0 | 1–0 | Maria | ½",
        "– | Franck | 0 | Descans | – | –",
        "– | Jessica | 0 | Descans de mig punt | – | –",
    ];
    assert_eq!(table.rows.iter().map(line).collect::<Vec<_>>(), expected);
}

/// Every sentence that a table or report uses.
fn sentences<'a>(value: &'a Value, found: &mut Vec<&'a Msg>) {
    match value {
        Value::Msg(msg) => message(msg, found),
        Value::List(values) => values.iter().for_each(|value| sentences(value, found)),
        _ => {}
    }
}

fn message<'a>(msg: &'a Msg, found: &mut Vec<&'a Msg>) {
    found.push(msg);
    msg.args.iter().for_each(|(_, value)| sentences(value, found));
}

fn entry<'a>(entry: &'a Entry, found: &mut Vec<&'a Msg>) {
    sentences(&entry.value, found);
    entry.working.iter().for_each(|step| message(&step.text, found));
}

fn table<'a>(table: &'a Table, found: &mut Vec<&'a Msg>) {
    message(&table.caption, found);
    table.columns.iter().for_each(|column| message(&column.header, found));
    table.rows.iter().flat_map(|row| &row.cells).for_each(|cell| entry(cell, found));
    for row in &table.rows {
        assert_eq!(row.cells.len(), table.columns.len(), "{}", table.key);
    }
}

#[test]
fn every_sentence_is_in_the_language_file() {
    let mut tables = Vec::new();
    let mut reports = Vec::new();
    let mut sample = sample();
    for kind in [EventKind::Official, EventKind::Open] {
        sample.kind = kind;
        let standings = compute(&sample);
        reports.push(standings.report(&sample, rules()));
        tables.push(crosstable::by_rank(&sample, &standings, rules()));
        tables.push(crosstable::by_number(&sample, &standings, rules()));
        tables.push(crosstable::grid(&standings, rules(), crosstable::Order::Rank));
        tables.push(rounds::pairings(&sample, rules(), 1));
        tables.push(rounds::starting_list(&sample, rules()));
    }
    let teams = sample_teams();
    let standings = compute(&teams);
    reports.push(standings.report(&teams, rules()));
    tables.push(crosstable::by_rank(&teams, &standings, rules()));
    tables.push(rounds::pairings(&teams, rules(), 1));
    tables.push(team::match_table(&teams, &teams.matches[0], rules()));
    let decision = knockout::decide(&[(Score::Draw, Score::Draw)], Some(Side::A), rules());

    let mut found = Vec::new();
    for report in &reports {
        message(&report.title, &mut found);
        for block in &report.blocks {
            match block {
                Block::Table(t) => table(t, &mut found),
                Block::Paragraph(msg) | Block::Heading(msg) => message(msg, &mut found),
                Block::Facts(_) => {}
            }
        }
    }
    tables.iter().for_each(|t| table(t, &mut found));
    entry(&decision.entry, &mut found);
    let language = language();
    for msg in found {
        let text = language.msg(msg);
        assert!(!text.contains(['⟨', '{']), "{text}");
    }
}
