//! FIDE's exercise with teams: match points, game points, boards.

use std::collections::BTreeMap;
use std::sync::Arc;

use butlleti::core::fide::tiebreak::{
    Account, Contestant, Edition, Field, FieldRound, Kind, PairingKind, Scale,
};
use butlleti::model::{Exact, Points};
use serde_json::Value as Json;

use super::tournament::*;

fn number(json: &Json) -> Exact {
    Exact::new((json.as_f64().unwrap() * 2.0) as i64, 2)
}

/// The field from the plain numbers; boards follow the roster order.
fn field(input: &Json, edition: Edition) -> Arc<Field> {
    let c07 = &fide().c07;
    let boards = input["boards"].as_u64().unwrap() as u32;
    let all = Exact::from(i64::from(boards));
    let mut games: BTreeMap<(u64, u64), Points> = BTreeMap::new();
    for player in input["players"].as_array().unwrap() {
        for game in player["games"].as_array().unwrap() {
            let points = Points::from_exact(number(&game["points"])).unwrap();
            let key = (player["no"].as_u64().unwrap(), game["round"].as_u64().unwrap());
            games.insert(key, points);
        }
    }
    let contestants = input["teams"].as_array().unwrap().iter().map(|team| {
        let rounds = team["rounds"].as_array().unwrap().iter().map(|round| {
            let of_round = round["round"].as_u64().unwrap();
            let kind = match round["kind"].as_str().unwrap() {
                "played" => Kind::Played,
                "forfeit_win" => Kind::ForfeitWin,
                "forfeit_loss" => Kind::ForfeitLoss,
                "pab" => Kind::PairingBye,
                "hpb" => Kind::HalfBye,
                "zpb" => Kind::ZeroBye,
                other => panic!("{other}"),
            };
            let on_board = team["roster"].as_array().unwrap().iter();
            let on_board =
                on_board.filter_map(|player| games.get(&(player.as_u64().unwrap(), of_round)));
            FieldRound {
                round: of_round as u32,
                kind,
                opponent: round["opponent"].as_u64().map(|n| n as usize - 1),
                colour: None,
                points: number(&round["mp"]),
                game_points: number(&round["gp"]),
                boards: (1..).zip(on_board.copied()).collect(),
            }
        });
        let number = team["no"].as_u64().unwrap() as u32;
        Contestant {
            number,
            name: format!("T{number}").into(),
            rating: None,
            rounds: rounds.collect(),
        }
    });
    Arc::new(Field {
        edition,
        pairing: PairingKind::Swiss,
        is_team: true,
        rounds: input["rounds"].as_u64().unwrap() as u32,
        boards,
        match_scale: c07.match_scale(),
        game_scale: Scale { win: all, draw: all / 2 },
        primary: Account::Match,
        unrated: None,
        contestants: contestants.collect(),
    })
}

fn differences(values: &Json, edition: Edition, decimals: i32) -> Vec<String> {
    let input = corpus_json("tiebreaks/inputs/tec-team-14x7.json").unwrap();
    let field = field(&input, edition);
    let mut found = Vec::new();
    for (code, teams) in values.as_object().unwrap() {
        let places = (code == "EDE_rank").then(|| places_by("EDE", &field));
        for (number, expected) in teams.as_object().unwrap() {
            let who = number.parse::<usize>().unwrap() - 1;
            let value = match &places {
                Some(places) => Some((places[who] as i64).into()),
                None => value(code, &field, who),
            };
            let value = value.map(|v: Exact| *v.numer() as f64 / *v.denom() as f64);
            let tolerance = 0.501 * 10_f64.powi(-decimals);
            if value.is_none_or(|v| (v - expected.as_f64().unwrap()).abs() > tolerance) {
                found.push(format!(
                    "{} {code} of {number}: {value:?}, not {expected}",
                    edition.key()
                ));
            }
        }
    }
    found
}

#[test]
fn tec_team_exercise_as_fide_printed_it() {
    let Some(published) = corpus_json("tiebreaks/published/tec-team-14x7.json") else { return };
    let wrong = differences(&published["values"], Edition::Y2023, 1);
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn tec_team_exercise_as_the_checker_computes_it() {
    let Some(outputs) = corpus_json("tiebreaks/outputs/tec-team-14x7.json") else { return };
    let mut wrong = Vec::new();
    for output in outputs["outputs"].as_array().unwrap() {
        let edition = Edition::from_key(output["edition"].as_str().unwrap()).unwrap();
        wrong.extend(differences(&output["values"], edition, 2));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Exercise on the match 11–14 of round 3: BC 3½ against 6½ (the lower wins), TBR by the first
/// board, BBE 2 against 1.
#[test]
fn c07_12_boards_of_one_match() {
    let Some(input) = corpus_json("tiebreaks/inputs/tec-team-14x7.json") else { return };
    for code in ["EDET", "EDEB", "EDEBT", "EDEBB"] {
        let field = field(&input, Edition::March2026);
        // 11 and 14 are level on both scores: 4 match points, 11½ game points.
        let criterion = criterion(code, &field);
        let butlleti::core::tiebreak::Applied::Values(entries) = criterion.separate(&[10, 13])
        else {
            panic!("{code} is for teams")
        };
        let places: Vec<_> = entries.iter().map(|entry| exact(&entry.value).unwrap()).collect();
        assert_eq!(places, [Exact::from(1), Exact::from(2)], "{code}");
    }
}
