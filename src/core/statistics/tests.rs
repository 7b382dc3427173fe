use serde_json::json;

use super::*;
use crate::model::Colour::{Black, White};
use crate::model::{
    Absence, Bye, Cell, Colour, Entrant, Forfeit, Outcome, Ratings, Score, Sex, System, Title,
};
use crate::test_rules::{rulebook, rules};

fn paired(opponent: usize, colour: Colour, outcome: Outcome) -> Cell {
    Cell::Paired { opponent, colour: Some(colour), outcome }
}

/// Five players, two rounds. Round 1: 4 (1900) beats 1 (2300) with Black, 2 and 3 draw, 5 rests.
/// Round 2: 1 wins with White against 2, 5 does not appear against 3, 4 asked for half a point.
fn event() -> Tournament {
    use Outcome::Played;
    let mut t = Tournament::new("x", "X", System::Swiss, 2);
    t.start = Some(crate::model::Date::constant(1990, 3, 4));
    for (number, rating) in [(1, 2300), (2, 2200), (3, 2101), (4, 1900), (5, 0)] {
        let mut entrant = Entrant::new(number, format!("J{number}"));
        entrant.ratings = Ratings { catalan: (rating > 0).then_some(rating), ..Ratings::default() };
        entrant.club = Some(if number < 4 { "Torre" } else { "Cavall" }.into());
        entrant.sex = Some(if number == 2 { Sex::Female } else { Sex::Male });
        entrant.birth = (number < 3).then(|| crate::model::Date::constant(1950, 5, 1));
        entrant.title = (number == 1).then_some(Title::MC);
        t.entrants.push(entrant);
    }
    t.cells = vec![
        vec![paired(3, White, Played(Score::Loss)), paired(1, White, Played(Score::Win))],
        vec![paired(2, White, Played(Score::Draw)), paired(0, Black, Played(Score::Loss))],
        vec![
            paired(1, Black, Played(Score::Draw)),
            paired(4, White, Outcome::Forfeit(Forfeit::Won)),
        ],
        vec![paired(0, Black, Played(Score::Win)), Cell::Bye(Bye::Half)],
        vec![Cell::Bye(Bye::Pairing), paired(2, Black, Outcome::Forfeit(Forfeit::Lost))],
    ];
    t
}

/// Blocks of the report by key: facts merged, tables as their rows' values.
fn found(t: &Tournament) -> serde_json::Value {
    let report = report(t, &Archive::default(), rules());
    let mut facts = serde_json::Map::new();
    let mut tables = serde_json::Map::new();
    for block in &report.blocks {
        match block {
            Block::Facts(list) => {
                for fact in list {
                    facts.insert(fact.key.to_owned(), fact.entry.value.to_json());
                }
            }
            Block::Table(table) => {
                let rows: Vec<Vec<_>> = table
                    .rows
                    .iter()
                    .map(|row| row.cells.iter().map(|cell| cell.value.to_json()).collect())
                    .collect();
                tables.insert(table.key.to_owned(), json!(rows));
            }
            _ => {}
        }
    }
    json!({"facts": facts, "tables": tables})
}

#[test]
fn games_are_counted_by_what_they_came_to() {
    let found = found(&event());
    let facts = &found["facts"];
    // Three games on the board: 0–1, ½–½, 1–0. White made 1½ of 3.
    assert_eq!(facts["played"], 3);
    assert_eq!(facts["drawn"], "100/3");
    assert_eq!(facts["white-share"], 50);
    assert_eq!(facts["forfeits"], 1);
    assert_eq!((&facts["byes"], &facts["asked-byes"]), (&json!(1), &json!(1)));
    assert!(facts.get("double-forfeits").is_none());
    let colours = &found["tables"]["results-by-colour"];
    assert_eq!(colours[0][1], 1);
    assert_eq!(colours[1][1], 1);
    assert_eq!(colours[2][1], 1);
    let rounds = &found["tables"]["results-by-round"];
    let counts = |round: usize| -> Vec<i64> {
        (1..5).map(|at| rounds[round][at].as_i64().expect("a count")).collect()
    };
    assert_eq!((counts(0), counts(1)), (vec![0, 1, 1, 0], vec![1, 0, 0, 1]));
}

#[test]
fn upsets_are_wins_of_the_lower_rated() {
    let found = found(&event());
    // Round, winner, rating, loser, rating, difference; entrants by number.
    assert_eq!(found["tables"]["upsets"], json!([[1, 4, 1900, 1, 2300, 400]]));
    // Of three games between rated players: won, drawn, lost one each.
    for key in ["favourite-won", "favourite-drew", "favourite-lost"] {
        assert_eq!(found["facts"][key], "100/3", "{key}");
    }
}

#[test]
fn people_are_counted_by_what_is_known_of_them() {
    let found = found(&event());
    let (facts, tables) = (&found["facts"], &found["tables"]);
    assert_eq!(facts["rated"], 4);
    assert_eq!(facts["mean-rating"], json!(2125.25));
    assert_eq!(facts["median-rating"], json!(2150.5));
    assert_eq!(tables["by-title"], json!([["MC", 1, 20, 2300, 1]]));
    // Club, players, share, mean rating, points of each: 1 + ½ + 1½ and 1½ + 1.
    assert_eq!(
        tables["by-club"],
        json!([["Torre", 3, 60, "6601/3", 1], ["Cavall", 2, 40, 1900, 1.25]])
    );
    assert_eq!(tables["by-sex"][0][1], 1);
    // Forty in 1990, two of them.
    assert_eq!((&facts["known-ages"], &facts["mean-age"]), (&json!(2), &json!(40)));
    assert_eq!(tables["age-distribution"][0][1], 2);
}

#[test]
fn a_double_forfeit_is_one_pairing() {
    let mut t = event();
    t.cells[2][1] = paired(4, White, Outcome::Forfeit(Forfeit::Lost));
    let found = found(&t);
    assert_eq!(found["facts"]["double-forfeits"], 1);
    assert!(found["facts"].get("forfeits").is_none());
}

#[test]
fn an_event_without_anything_has_nothing_to_count() {
    let mut t = Tournament::new("x", "X", System::Swiss, 2);
    t.entrants.push(Entrant::new(1, "J1"));
    t.cells.push(vec![Cell::Absent(Absence::Missed)]);
    let found = found(&t);
    assert_eq!(found["facts"]["played"], 0);
    assert_eq!(found["tables"], json!({}));
}

#[test]
fn citations_stand_in_the_rulebook() {
    let report = report(&event(), &Archive::default(), rules());
    for block in &report.blocks {
        let Block::Table(table) = block else { continue };
        for cell in table.rows.iter().flat_map(|row| &row.cells) {
            for citation in &cell.citations {
                assert!(rulebook().provision(citation).is_some(), "{citation}");
            }
        }
    }
}
