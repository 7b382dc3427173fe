//! Values of the independent calculator, and sums done by hand.

use butlleti::core::team;
use butlleti::model::{Colour, Forfeit, Outcome, Score};
use serde_json::Value as Json;

use super::build::{compute, corpus, player_lines, rules, sample_teams};

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
