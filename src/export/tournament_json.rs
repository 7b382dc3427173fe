//! A tournament with its results as one JSON document.
//!
//! ```json
//! {
//!   "format": "butlleti-tournament", "edition": 1,
//!   "slug", "name", "festival", "group", "place", "federation", "start", "end", "chief_arbiter",
//!   "organiser", "time_control", "system", "kind", "rule_set", "pairing", "rounds", "invented",
//!   "players": [{"number", "name", "club", "category", "title",
//!     "ratings": {"catalan", "fide", "feda", "national"}, "fide_id", "federation", "birth", "sex",
//!     "team", "board"}],
//!   "results": [{"round": 1,
//!     "games": [{"board", "white", "black", "colours": true, "result": "1-0"}],
//!     "others": [{"player", "what": "bye"}]}],
//!   "announced": [{"round", "player", "what"}],
//!   "withdrawals": [{"number", "after_round", "eliminated"}],
//!   "teams": [{"number", "name", "club"}],
//!   "matches": [{"round", "table", "home", "away", "result": "+:-",
//!     "boards": [{"board", "home", "away", "home_colour": "white", "result": "1-0"}]}]
//! }
//! ```
//!
//! Every key is always there; what is not known is `null`, a list without anything `[]`. Players
//! and teams are referred to by their numbers. Results are `1-0`, `½-½`, `0-1`, forfeits `+:-`,
//! `-:+`, `-:-`, and `""` while not known; the first side is White, or `home`. Where `colours` is
//! false nobody knows who had White. A round without an opponent is `bye`, `full-bye`, `half-bye`,
//! `zero-bye`, `absent`, `not-entered`, `withdrawn` or `free-round`. In a team event the games of
//! the players are the boards of `matches`, and `results` is empty. Days are `1990-12-01`. Keys may
//! be added in later editions; those there are keep their meaning.

use serde_json::{Value, json};

use super::data::{boards_of, bye_word, result, result_of, sex_key};
use crate::model::{Absence, Cell, Colour, Entrant, Forfeit, Match, Outcome, Tournament};

/// The whole tournament; keys and arrays are in a fixed order.
pub fn tournament(t: &Tournament) -> Value {
    let team = t.is_team_event();
    let number = |index: usize| {
        if team { t.teams.get(index).map(|x| x.number) } else { player_number(t, index) }
    };
    json!({
        "format": "butlleti-tournament",
        "edition": 1,
        "slug": &*t.slug,
        "name": &*t.name,
        "festival": t.festival.as_ref().map(|group| &*group.festival),
        "group": t.festival.as_ref().and_then(|group| group.name.as_deref()),
        "place": t.place.as_deref(),
        "federation": t.federation.as_deref(),
        "start": t.start.map(|day| day.to_string()),
        "end": t.end.map(|day| day.to_string()),
        "chief_arbiter": t.chief_arbiter.as_deref(),
        "organiser": t.organiser.as_deref(),
        "time_control": t.time_control.as_deref(),
        "system": t.system.key(),
        "kind": t.kind.key(),
        "rule_set": t.rule_set.key(),
        "pairing": t.pairing.map(|pairing| pairing.key()),
        "rounds": t.rounds,
        "invented": t.invented,
        "players": t.entrants.iter().map(|e| player(t, e)).collect::<Vec<_>>(),
        "results": if team { Vec::new() } else { results(t) },
        "announced": t.announced.iter().map(|told| json!({
            "round": told.round,
            "player": player_number(t, told.entrant),
            "what": what(&told.cell),
        })).collect::<Vec<_>>(),
        "withdrawals": t.withdrawals.iter().map(|left| json!({
            "number": number(left.entrant),
            "after_round": left.after_round,
            "eliminated": left.eliminated,
        })).collect::<Vec<_>>(),
        "teams": t.teams.iter().map(|team| json!({
            "number": team.number,
            "name": &*team.name,
            "club": team.club.as_deref(),
        })).collect::<Vec<_>>(),
        "matches": t.matches.iter().map(|m| a_match(t, m)).collect::<Vec<_>>(),
    })
}

fn player_number(t: &Tournament, index: usize) -> Option<u32> {
    t.entrants.get(index).map(|entrant| entrant.number)
}

fn player(t: &Tournament, entrant: &Entrant) -> Value {
    let ratings = &entrant.ratings;
    json!({
        "number": entrant.number,
        "name": &*entrant.name,
        "club": entrant.club.as_deref(),
        "category": entrant.category.map(|category| category.key()),
        "title": entrant.title.map(|title| title.key()),
        "ratings": {
            "catalan": ratings.catalan,
            "fide": ratings.fide,
            "feda": ratings.feda,
            "national": ratings.national,
        },
        "fide_id": entrant.fide_id,
        "federation": entrant.federation.as_deref(),
        "birth": entrant.birth.map(|day| day.to_string()),
        "sex": entrant.sex.map(sex_key),
        "team": entrant.team.and_then(|team| t.teams.get(team)).map(|team| team.number),
        "board": entrant.board,
    })
}

fn results(t: &Tournament) -> Vec<Value> {
    let rounds = boards_of(t).into_iter().enumerate();
    rounds
        .map(|(round, pairs)| {
            let games: Vec<Value> = pairs
                .into_iter()
                .enumerate()
                .map(|(at, (white, black))| {
                    let own = &t.cells[white][round];
                    let colours = matches!(own, Cell::Paired { colour: Some(_), .. });
                    json!({
                        "board": at + 1,
                        "white": player_number(t, white),
                        "black": player_number(t, black),
                        "colours": colours,
                        "result": result(own, &t.cells[black][round]),
                    })
                })
                .collect();
            let others = t.cells.iter().enumerate().filter_map(|(index, row)| {
                let what = what(&row[round])?;
                Some(json!({"player": player_number(t, index), "what": what}))
            });
            json!({"round": round + 1, "games": games, "others": others.collect::<Vec<_>>()})
        })
        .collect()
}

fn what(cell: &Cell) -> Option<&'static str> {
    Some(match cell {
        Cell::Paired { .. } => return None,
        Cell::Bye(bye) => bye_word(*bye),
        Cell::Absent(Absence::Missed) => "absent",
        Cell::Absent(Absence::NotEntered) => "not-entered",
        Cell::Absent(Absence::Withdrawn) => "withdrawn",
        Cell::Absent(Absence::KnockedOut) => "knocked-out",
        Cell::Absent(Absence::FreeRound) => "free-round",
    })
}

fn a_match(t: &Tournament, m: &Match) -> Value {
    let team = |index: usize| t.teams.get(index).map(|team| team.number);
    let result =
        m.forfeit.map(|(home, away)| result_of(Outcome::Forfeit(home), away == Forfeit::Lost));
    let boards: Vec<Value> = m
        .boards
        .iter()
        .map(|board| {
            let player = |index: Option<usize>| index.and_then(|index| player_number(t, index));
            json!({
                "board": board.board,
                "home": player(board.home),
                "away": player(board.away),
                "home_colour": if board.home_colour == Colour::White { "white" } else { "black" },
                "result": result_of(board.outcome, board.both_absent),
            })
        })
        .collect();
    json!({
        "round": m.round,
        "table": m.table,
        "home": team(m.home),
        "away": m.away.and_then(team),
        "result": result,
        "boards": boards,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{Bye, Score, System};

    #[test]
    fn every_round_is_told_by_its_kind() {
        let mut t = Tournament::new("x", "X", System::Swiss, 1);
        t.entrants = (1..=3).map(|n| Entrant::new(n, format!("Jugador {n}"))).collect();
        let cell = |opponent, score| Cell::Paired {
            opponent,
            colour: Some(if opponent == 1 { Colour::White } else { Colour::Black }),
            outcome: Outcome::Played(score),
        };
        t.cells =
            vec![vec![cell(1, Score::Win)], vec![cell(0, Score::Loss)], vec![Cell::Bye(Bye::Half)]];
        let json = tournament(&t);
        let games = json!([{"board": 1, "white": 1, "black": 2, "colours": true, "result": "1-0"}]);
        assert_eq!(json["results"][0]["games"], games);
        assert_eq!(json["results"][0]["others"], json!([{"player": 3, "what": "half-bye"}]));
        assert_eq!(json["players"][2]["name"], "Jugador 3");
        assert_eq!(json["teams"], json!([]));
    }
}
