//! Standings and tie-breaks of 1990 against an independent calculator, worked examples and
//! properties.

use std::path::PathBuf;
use std::sync::OnceLock;

use butlleti::core::knockout::{self, Team as Side};
use butlleti::core::report::{Block, Entry, Msg, Table, Value};
use butlleti::core::standings::{Settings, Standings};
use butlleti::core::{Rules1990, crosstable, rounds, team};
use butlleti::diag::{Diagnostics, Sources};
use butlleti::lang::Language;
use butlleti::model::{
    Absence, BoardGame, Bye, Cell, Colour, Entrant, EventKind, Forfeit, Match, Outcome, Points,
    Score, System, Team, TeamScoring, Tournament, Withdrawal,
};
use butlleti::project::Project;
use butlleti::source::{bind_rules, load_rulebook};
use proptest::prelude::*;
use serde_json::Value as Json;

fn rules() -> &'static Rules1990 {
    static RULES: OnceLock<Rules1990> = OnceLock::new();
    RULES.get_or_init(|| {
        let project = Project::disk(env!("CARGO_MANIFEST_DIR"));
        let (sources, mut diagnostics) = (Sources::default(), Diagnostics::new());
        let rulebook = load_rulebook(&project, &sources, &mut diagnostics);
        bind_rules(&rulebook, &mut diagnostics).expect("every parameter is in the text")
    })
}

/// A file of the test data beside the repository; says so loudly when there is none.
fn corpus(file: &str) -> Option<String> {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../shared/corpus").join(file);
    match std::fs::read_to_string(&path) {
        Ok(text) => Some(text),
        Err(error) => {
            eprintln!("\n*** NOT TESTED: {} cannot be read: {error} ***\n", path.display());
            None
        }
    }
}

fn points_of(json: &Json) -> Points {
    Points::from_halves((json.as_f64().unwrap() * 2.0) as i32)
}

fn score_of(json: &Json) -> Score {
    match points_of(json).halves() {
        2 => Score::Win,
        1 => Score::Draw,
        0 => Score::Loss,
        other => panic!("{other} halves"),
    }
}

/// A tournament from a case's input.
fn individual(input: &Json, system: System, kind: EventKind) -> Tournament {
    let players = input["players"].as_array().unwrap();
    let total = input["rounds"].as_u64().unwrap() as usize;
    let mut t = Tournament::new("case", "Case", system, total as u32);
    t.kind = kind;
    let index = |id: &Json| players.iter().position(|player| player["id"] == *id).unwrap();
    let absence = if system.is_league() { Absence::FreeRound } else { Absence::Missed };
    for player in players {
        let id = player["id"].as_u64().unwrap() as u32;
        let mut entrant = Entrant::new(id, format!("Player {id}"));
        let rating = |key: &str| player[key].as_u64().map(|rating| rating as u32);
        entrant.ratings.catalan = rating("catalan");
        entrant.ratings.fide = rating("fide");
        entrant.ratings.feda = rating("feda");
        t.entrants.push(entrant);
        let mut cells: Vec<Cell> = player["rounds"]
            .as_array()
            .unwrap()
            .iter()
            .map(|round| {
                let paired = |outcome| Cell::Paired {
                    opponent: index(&round["opponent"]),
                    colour: match round["colour"].as_str() {
                        Some("w") => Some(Colour::White),
                        Some("b") => Some(Colour::Black),
                        _ => None,
                    },
                    outcome,
                };
                match round["kind"].as_str().unwrap() {
                    "played" => paired(Outcome::Played(score_of(&round["points"]))),
                    "forfeit-win" => paired(Outcome::Forfeit(Forfeit::Won)),
                    "forfeit-loss" => paired(Outcome::Forfeit(Forfeit::Lost)),
                    "bye" => Cell::Bye(Bye::Pairing),
                    "half-bye" => Cell::Bye(Bye::Half),
                    "absent" => Cell::Absent(absence),
                    other => panic!("kind {other}"),
                }
            })
            .collect();
        cells.resize(total, Cell::Absent(absence));
        t.cells.push(cells);
    }
    for withdrawal in input["withdrawals"].as_array().into_iter().flatten() {
        t.withdrawals.push(Withdrawal {
            entrant: index(&withdrawal["id"]),
            after_round: withdrawal["after_round"].as_u64().unwrap() as u32,
            eliminated: false,
        });
    }
    t
}

/// A team league from a case's input.
fn team_league(input: &Json) -> Tournament {
    let teams = input["teams"].as_array().unwrap();
    let rounds = input["rounds"].as_u64().unwrap() as u32;
    let system = System::RoundRobin { double: false };
    let mut t = Tournament::new("case", "Case", system, rounds);
    t.boards = input["boards"].as_u64().unwrap() as u32;
    t.team_scoring = match input["scoring"].as_str().unwrap() {
        "olympic" => TeamScoring::Olympic,
        _ => TeamScoring::Match,
    };
    let index = |id: &Json| teams.iter().position(|team| team["id"] == *id).unwrap();
    for team in teams {
        let number = team["id"].as_u64().unwrap() as u32;
        let name = format!("Team {number}");
        t.teams.push(Team { number, slug: name.as_str().into(), name: name.into(), club: None });
    }
    for (home, team) in teams.iter().enumerate() {
        for (round, entry) in team["rounds"].as_array().unwrap().iter().enumerate() {
            if entry.is_null() {
                continue;
            }
            let away = index(&entry["opponent"]);
            if home > away {
                continue;
            }
            let mine = entry["boards"].as_array().unwrap();
            let theirs = teams[away]["rounds"][round]["boards"].as_array().unwrap();
            let boards: Vec<BoardGame> = (1..)
                .zip(mine.iter().zip(theirs))
                .map(|(board, (mine, theirs))| {
                    let (score, other) = (score_of(mine), score_of(theirs));
                    let both_absent = (score, other) == (Score::Loss, Score::Loss);
                    BoardGame {
                        board,
                        home: None,
                        away: None,
                        home_colour: team::home_colour(board, rules()),
                        outcome: if both_absent {
                            Outcome::Forfeit(Forfeit::Lost)
                        } else {
                            Outcome::Played(score)
                        },
                        both_absent,
                    }
                })
                .collect();
            let sum = |boards: &[Json]| boards.iter().map(points_of).sum::<Points>();
            let won = |yes| if yes { Forfeit::Won } else { Forfeit::Lost };
            let forfeit = (entry["forfeit"] == true)
                .then(|| (won(sum(mine) > sum(theirs)), won(sum(theirs) > sum(mine))));
            let (round, table) = (round as u32 + 1, home as u32 + 1);
            t.matches.push(Match { round, table, home, away: Some(away), boards, forfeit });
        }
    }
    t
}

fn same(expected: &Json, found: &Json) -> bool {
    match (expected.as_f64(), found.as_f64()) {
        (Some(expected), Some(found)) => expected == found,
        // A whole number may be written as a string in lowest terms.
        _ => expected == found || expected.as_str() == Some(&found.to_string()),
    }
}

/// Every field of every expected row, in order.
fn compare(id: &str, expected: &[Json], found: &[Json]) -> Vec<String> {
    let mut wrong = Vec::new();
    for (place, (expected, found)) in expected.iter().zip(found).enumerate() {
        for (key, value) in expected.as_object().unwrap() {
            if !same(value, &found[key]) {
                wrong.push(format!("{id}, row {place}: {key} = {}, not {value}", found[key]));
            }
        }
    }
    if expected.len() != found.len() {
        wrong.push(format!("{id}: {} rows, not {}", found.len(), expected.len()));
    }
    wrong
}

fn compute(t: &Tournament) -> Standings {
    Standings::compute(t, rules(), t.rounds, &Settings::default())
}

#[test]
fn cases_of_the_independent_calculator() {
    let Some(text) = corpus("fce-calc/cases.json") else { return };
    let file: Json = serde_json::from_str(&text).unwrap();
    let (mut tried, mut wrong) = (0, Vec::new());
    for case in file["cases"].as_array().unwrap() {
        let (input, expected) = (&case["input"], &case["expected"]);
        let id = case["id"].as_str().unwrap();
        let league = System::RoundRobin { double: false };
        let t = match case["calculation"].as_str().unwrap() {
            "standings-swiss" => individual(input, System::Swiss, EventKind::Official),
            "standings-swiss-16" => individual(input, System::Swiss, EventKind::Open),
            "standings-league" => individual(input, league, EventKind::Official),
            "standings-team-league" => team_league(input),
            "knockout-match" => {
                tried += 1;
                wrong.extend(knockout_case(id, input, expected));
                continue;
            }
            _ => continue,
        };
        tried += 1;
        let key = if t.is_team_event() { "teams" } else { "players" };
        let found = compute(&t).to_json(&t, rules());
        let rows = |json: &Json| json[key].as_array().unwrap().clone();
        wrong.extend(compare(id, &rows(expected), &rows(&found)));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(tried >= 7, "only {tried} cases were tried");
}

fn knockout_case(id: &str, input: &Json, expected: &Json) -> Vec<String> {
    let side =
        |key: &str| -> Vec<Score> { input[key].as_array().unwrap().iter().map(score_of).collect() };
    let boards: Vec<_> = side("a").into_iter().zip(side("b")).collect();
    let black = match input["black_on_board_1"].as_str() {
        Some("A") => Some(Side::A),
        Some("B") => Some(Side::B),
        _ => None,
    };
    let found = knockout::decide(&boards, black, rules()).to_json();
    compare(id, std::slice::from_ref(expected), std::slice::from_ref(&found))
}

/// The player lines of a tournament report, as far as this test needs them.
fn player_lines(text: &str, rounds: u32) -> Tournament {
    let mut t = Tournament::new("swiss9", "Swiss 9", System::Swiss, rounds);
    for line in text.lines().filter(|line| line.starts_with("001")) {
        let number: u32 = line[4..8].trim().parse().unwrap();
        t.entrants.push(Entrant::new(number, line[14..47].trim()));
        let cells = (0..rounds as usize).map(|round| {
            let entry = &line[91 + 10 * round..99 + 10 * round];
            let opponent: usize = entry[..4].trim().parse().unwrap();
            let colour = match &entry[5..6] {
                "w" => Some(Colour::White),
                "b" => Some(Colour::Black),
                _ => None,
            };
            let paired = |outcome| Cell::Paired { opponent: opponent - 1, colour, outcome };
            match &entry[7..8] {
                "1" => paired(Outcome::Played(Score::Win)),
                "=" => paired(Outcome::Played(Score::Draw)),
                "0" => paired(Outcome::Played(Score::Loss)),
                "+" => paired(Outcome::Forfeit(Forfeit::Won)),
                "-" => paired(Outcome::Forfeit(Forfeit::Lost)),
                "U" => Cell::Bye(Bye::Pairing),
                "H" => Cell::Bye(Bye::Half),
                "Z" => Cell::Bye(Bye::Zero),
                other => panic!("result {other}"),
            }
        });
        t.cells.push(cells.collect());
    }
    t
}

#[test]
fn table_of_the_exercise_with_nine_rounds() {
    let Some(report) = corpus("real/trf/tec_exercise_swiss9.trf") else { return };
    let Some(expected) = corpus("fce-calc/tec_exercise_swiss9.expected.json") else { return };
    let t = player_lines(&report, 9);
    let expected: Json = serde_json::from_str(&expected).unwrap();
    let found = compute(&t).to_json(&t, rules());
    let rows = |json: &Json| json["players"].as_array().unwrap().clone();
    let wrong = compare("swiss9", &rows(&expected), &rows(&found));
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Four players of the same exercise, added up by hand. Final points: 1 6, 2 6, 3 6½, 4 6, 5 4,
/// 6 6, 7 4½, 8 4½, 9 3, 10 4, 11 3½, 12 3, 13 2½, 14 4, 15 4, 16 4½. Corrected (Swiss 16), where
/// they differ: 6 5½ (a bye), 11 3 (a forfeit won), 14 5 (a forfeit lost and a missed round).
#[test]
fn four_players_of_the_exercise_by_hand() {
    let Some(report) = corpus("real/trf/tec_exercise_swiss9.trf") else { return };
    let t = player_lines(&report, 9);
    let found = compute(&t).to_json(&t, rules());
    let player = |number: u64| {
        let players = found["players"].as_array().unwrap();
        players.iter().find(|player| player["id"] == number).unwrap().clone()
    };
    let expect = |number: u64, values: [f64; 4]| {
        let player = player(number);
        let keys = ["progressive", "buchholz", "sonneborn_berger", "kashdan"];
        for (key, value) in keys.into_iter().zip(values) {
            assert_eq!(player[key].as_f64(), Some(value), "{key} of {number}");
        }
    };
    // Charline, 3: ½ 1 1 ½ 0 1 ½ 1 1 against 11 6 8 4 2 16 1 14 10.
    // Progressive ½ + 1½ + 2½ + 3 + 3 + 4 + 4½ + 5½ + 6½ = 31.
    // Buchholz 3 + 5½ + 4½ + 6 + 6 + 4½ + 6 + 5 + 4 = 44½.
    // Sonneborn-Berger 1¾ + 6 + 4½ + 3 + 0 + 4½ + 3 + 4 + 4 = 30¾.
    // Kashdan 2 + 4 + 4 + 2 + 1 + 4 + 2 + 4 + 4 = 27.
    expect(3, [31.0, 44.5, 30.75, 27.0]);
    // Franck, 6: 0 0 bye 1 1 ½ 1 ½ 1 against 14 3 – 10 8 1 2 4 16.
    // Progressive 0 + 0 + 1 + 2 + 3 + 3½ + 4½ + 5 + 6 = 25.
    // Buchholz 5 + 6½ + 0 + 4 + 4½ + 6 + 6 + 6 + 4½ = 42½.
    // Sonneborn-Berger 0 + 0 + 0 + 4 + 4½ + 3 + 6 + 3 + 4½ = 25.
    // Kashdan 1 + 1 + 2 + 4 + 4 + 2 + 4 + 2 + 4 = 24.
    expect(6, [25.0, 42.5, 25.0, 24.0]);
    // Jessica, 9: 0 0 ½ (half-point bye) − bye 1 0 0 ½ against 1 10 – 11 – 13 5 7 12.
    // Progressive 0 + 0 + ½ + ½ + 1½ + 2½ + 2½ + 2½ + 3 = 13.
    // Buchholz 6 + 4 + 0 + 3 + 0 + 2½ + 4 + 4½ + 3 = 27.
    // Sonneborn-Berger 2½ of 13, ½ · 3 of 12 = 4.
    // Kashdan 1 + 1 + 2 + 2 + 2 + 4 + 1 + 1 + 2 = 16.
    expect(9, [13.0, 27.0, 4.0, 16.0]);
    // Nick, 12: 0 bye + – – 0 0 ½ ½ against 4 – 14 – – 15 10 13 9.
    // Progressive 0 + 1 + 2 + 2 + 2 + 2 + 2 + 2½ + 3 = 16½.
    // Buchholz 6 + 0 + 5 + 0 + 0 + 4 + 4 + 2½ + 3 = 24½.
    // Sonneborn-Berger 4 (won by forfeit, as on the table) + 1¼ + 1½ = 6¾.
    // Kashdan 1 + 2 + 2 + 0 + 0 + 1 + 1 + 2 + 2 = 11.
    expect(12, [16.5, 24.5, 6.75, 11.0]);
}

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
    let lines: Vec<String> = table
        .rows
        .iter()
        .map(|row| {
            row.cells.iter().map(|cell| language.value(&cell.value)).collect::<Vec<_>>().join(" | ")
        })
        .collect();
    // Before round 3 Bruno (2) has 2 points, seven have 1½, 7 and 12 and others 1, and so on.
    let expected = [
        "1 | Alyx | 1½ | ½–½ | Bruno | 2",
        "2 | Charline | 1½ | 1–0 | Irina | 1½",
        "3 | David | 1½ | 1–0 | Opal | 1½",
        "4 | Genevieve | 1 | 0–1 | Stephan | 1½",
        "5 | Reine | 1 | 0–1 | Lais | 1",
    ];
    // Colours: Bruno had Black, Charline had White, and David too.
    assert_eq!(lines[1], expected[1]);
    assert_eq!(lines[0], expected[0]);
    assert!(lines.iter().any(|line| line.ends_with("| + – | Paul | 1")), "{lines:#?}");
    // Byes come last: the bye of Franck (0 points) after the half-point bye of Jessica (0)?
    let last: Vec<&str> = lines.iter().rev().take(2).rev().map(String::as_str).collect();
    assert_eq!(
        last,
        ["– | Franck | 0 | Descans | – | –", "– | Jessica | 0 | Descans de mig punt | – | –"]
    );
}

fn language() -> Language {
    let project = Project::disk(env!("CARGO_MANIFEST_DIR"));
    let (sources, mut diagnostics) = (Sources::default(), Diagnostics::new());
    Language::load("ca", &project, &sources, &mut diagnostics).expect("the language is there")
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

/// A small Swiss with every kind of round and a withdrawal.
fn sample() -> Tournament {
    let mut t = Tournament::new("sample", "Sample", System::Swiss, 5);
    for number in 1..=6 {
        let mut entrant = Entrant::new(number, format!("P{number}"));
        entrant.club = Some("club".into());
        entrant.ratings.fide = (number < 6).then_some(2300 - number * 20);
        t.entrants.push(entrant);
    }
    let paired = |opponent: usize, colour, outcome| Cell::Paired { opponent, colour, outcome };
    let win = Outcome::Played(Score::Win);
    let loss = Outcome::Played(Score::Loss);
    let draw = Outcome::Played(Score::Draw);
    let (white, black) = (Some(Colour::White), Some(Colour::Black));
    let (won, lost) = (Outcome::Forfeit(Forfeit::Won), Outcome::Forfeit(Forfeit::Lost));
    let absent = Cell::Absent;
    t.cells = vec![
        vec![paired(1, white, win), paired(2, None, draw), paired(3, white, won)],
        vec![paired(0, black, loss), Cell::Bye(Bye::Half), paired(2, None, lost)],
        vec![Cell::Bye(Bye::Pairing), paired(0, None, draw), paired(1, None, lost)],
        vec![paired(4, black, draw), Cell::Bye(Bye::Zero), paired(0, black, lost)],
        vec![paired(3, white, draw), absent(Absence::Missed), paired(5, white, Outcome::Pending)],
        vec![absent(Absence::NotEntered), Cell::Bye(Bye::Full), paired(4, black, Outcome::Pending)],
    ];
    for (row, last) in t.cells.iter_mut().zip([4, 4, 4, 4, 5, 5]) {
        row.extend(std::iter::repeat_n(absent(Absence::Withdrawn), last - row.len()));
        row.resize(5, absent(Absence::Missed));
    }
    t.withdrawals.push(Withdrawal { entrant: 1, after_round: 2, eliminated: false });
    t.withdrawals.push(Withdrawal { entrant: 3, after_round: 3, eliminated: true });
    t
}

/// Three teams, two boards: a match, a free round, a match decided by absence.
fn sample_teams() -> Tournament {
    let mut t = Tournament::new("teams", "Teams", System::RoundRobin { double: false }, 3);
    t.boards = 2;
    for number in 1..=3 {
        let name = format!("T{number}");
        t.teams.push(Team { number, slug: name.as_str().into(), name: name.into(), club: None });
    }
    for name in ["a", "b", "c", "d"] {
        t.entrants.push(Entrant::new(t.entrants.len() as u32 + 1, name));
    }
    let game = |board, outcome| BoardGame {
        board,
        home: Some(0),
        away: Some(2),
        home_colour: team::home_colour(board, rules()),
        outcome,
        both_absent: false,
    };
    let boards =
        vec![game(1, Outcome::Played(Score::Draw)), game(2, Outcome::Forfeit(Forfeit::Won))];
    let of =
        |round, home, away, boards, forfeit| Match { round, table: 1, home, away, boards, forfeit };
    t.matches = vec![
        of(1, 0, Some(1), boards, None),
        of(1, 2, None, Vec::new(), None),
        of(2, 1, Some(2), Vec::new(), Some((Forfeit::Won, Forfeit::Lost))),
    ];
    t
}

#[test]
fn team_matches_by_hand() {
    let t = sample_teams();
    let score = team::score_match(&t, &t.matches[0], rules()).unwrap();
    // Drawn first board, second won by forfeit: 1½–½; weights 2·½ + 1·1 = 2 and 2·½ = 1.
    assert_eq!(score.home.board_points.halves(), 3);
    assert_eq!(score.away.board_points.halves(), 1);
    assert_eq!((score.home.dutch.halves(), score.away.dutch.halves()), (4, 2));
    assert_eq!(score.home.outcome, Outcome::Played(Score::Win));
    assert_eq!(team::score_match(&t, &t.matches[1], rules()), None);
    // RGC 5.3.1.2: the home team has White on odd boards.
    let colours: Vec<_> = (1..=4).map(|board| team::home_colour(board, rules())).collect();
    assert_eq!(colours, [Colour::White, Colour::Black, Colour::White, Colour::Black]);
}

#[test]
fn amb_98_neither_team_appears() {
    let mut t = sample_teams();
    t.matches[0].forfeit = Some((Forfeit::Lost, Forfeit::Lost));
    t.matches[0].boards.clear();
    let found = compute(&t).to_json(&t, rules());
    let team = |number: u64| {
        let teams = found["teams"].as_array().unwrap();
        teams.iter().find(|team| team["number"] == number).unwrap().clone()
    };
    assert_eq!((&team(1)["match_points"], &team(1)["kashdan"]), (&0.into(), &2.into()));
    // 2 for the match to which nobody came, 2 for the one won by absence.
    assert_eq!((&team(2)["match_points"], &team(2)["kashdan"]), (&1.into(), &4.into()));
}

/// A random Swiss: pairings by chance, every kind of result and round.
fn random_swiss() -> impl Strategy<Value = Tournament> {
    (4_usize..12, 1_usize..7).prop_flat_map(|(players, rounds)| {
        let round = (
            Just((0..players).collect::<Vec<usize>>()).prop_shuffle(),
            proptest::collection::vec(0_u8..9, players),
        );
        proptest::collection::vec(round, rounds).prop_map(move |rounds| {
            let mut t = Tournament::new("r", "R", System::Swiss, rounds.len() as u32);
            for number in 1..=players as u32 {
                t.entrants.push(Entrant::new(number, format!("P{number}")));
            }
            t.cells = vec![Vec::new(); players];
            for (order, kinds) in rounds {
                for (pair, kind) in order.chunks(2).zip(kinds) {
                    let [white, black] = pair else {
                        t.cells[pair[0]].push(Cell::Bye(Bye::Pairing));
                        continue;
                    };
                    let (one, other) = match kind {
                        0 | 1 => (Outcome::Played(Score::Win), Outcome::Played(Score::Loss)),
                        2 | 3 => (Outcome::Played(Score::Draw), Outcome::Played(Score::Draw)),
                        4 | 5 => (Outcome::Played(Score::Loss), Outcome::Played(Score::Win)),
                        6 => (Outcome::Forfeit(Forfeit::Won), Outcome::Forfeit(Forfeit::Lost)),
                        7 => (Outcome::Forfeit(Forfeit::Lost), Outcome::Forfeit(Forfeit::Lost)),
                        _ => {
                            t.cells[*white].push(Cell::Bye(Bye::Half));
                            t.cells[*black].push(Cell::Absent(Absence::Missed));
                            continue;
                        }
                    };
                    let cell = |opponent, colour, outcome| Cell::Paired {
                        opponent,
                        colour: Some(colour),
                        outcome,
                    };
                    t.cells[*white].push(cell(*black, Colour::White, one));
                    t.cells[*black].push(cell(*white, Colour::Black, other));
                }
            }
            t
        })
    })
}

/// The same tournament with its entrants in another order.
fn permuted(t: &Tournament, order: &[usize]) -> Tournament {
    let mut moved = t.clone();
    moved.entrants = order.iter().map(|&who| t.entrants[who].clone()).collect();
    let new_index = |who: usize| order.iter().position(|&old| old == who).unwrap();
    moved.cells = order
        .iter()
        .map(|&who| {
            let mut cells = t.cells[who].clone();
            for cell in &mut cells {
                if let Cell::Paired { opponent, .. } = cell {
                    *opponent = new_index(*opponent);
                }
            }
            cells
        })
        .collect();
    moved
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn the_order_of_the_input_changes_nothing(
        (t, order) in random_swiss().prop_flat_map(|t| {
            let order: Vec<usize> = (0..t.entrants.len()).collect();
            (Just(t), Just(order).prop_shuffle())
        })
    ) {
        let moved = permuted(&t, &order);
        prop_assert_eq!(
            compute(&t).to_json(&t, rules()),
            compute(&moved).to_json(&moved, rules())
        );
        let by_rank = crosstable::Order::Rank;
        prop_assert_eq!(
            crosstable::to_json(&t, &compute(&t), by_rank),
            crosstable::to_json(&moved, &compute(&moved), by_rank)
        );
    }

    #[test]
    fn sums_agree(t in random_swiss()) {
        let standings = compute(&t);
        let rows = &standings.scores.rows;
        for row in &standings.rows {
            let own = &rows[row.entrant];
            let total: Points = own.rounds.iter().map(|round| round.points).sum();
            prop_assert_eq!(row.points, total);
            // Every working adds up to its value, but for the running totals, which do too.
            for entry in &row.criteria {
                let terms: Option<Vec<_>> = entry
                    .working
                    .iter()
                    .map(|step| step.value.as_ref().and_then(butlleti::core::tiebreak::amount))
                    .collect();
                if let (Some(terms), Some(value)) =
                    (terms, butlleti::core::tiebreak::amount(&entry.value))
                {
                    prop_assert_eq!(terms.into_iter().sum::<butlleti::model::Exact>(), value);
                }
            }
        }
        // Points never rise from one row to the next, and ranks are those of shared places.
        for (at, pair) in standings.rows.windows(2).enumerate() {
            prop_assert!(pair[0].points >= pair[1].points);
            let next = pair[1].rank.unwrap();
            prop_assert!(next == pair[0].rank.unwrap() || next as usize == at + 2);
        }
        // The boards of each round hold everybody who was paired, once.
        for round in 1..=t.rounds {
            let table = rounds::pairings(&t, rules(), round);
            let mut seen: Vec<usize> = table
                .rows
                .iter()
                .flat_map(|row| &row.cells)
                .filter_map(|cell| match cell.value {
                    Value::Entrant { index, .. } => Some(index),
                    _ => None,
                })
                .collect();
            seen.sort_unstable();
            let expected: Vec<usize> = (0..t.entrants.len())
                .filter(|&who| !matches!(t.cells[who][round as usize - 1], Cell::Absent(_)))
                .collect();
            prop_assert_eq!(seen, expected);
        }
    }
}
