//! Records of TRF16 and TRF26 that matter for pairing.

use std::collections::BTreeMap;

use butlleti::core::pairing::dutch::{Acceleration, Extras, Forbidden, GamePoints, baku};
use butlleti::model::{
    Absence, Bye, Cell, Colour, Entrant, Forfeit, InitialColour, Outcome, Points, Score, System,
    Tournament,
};

pub struct Event {
    pub tournament: Tournament,
    pub extras: Extras,
}

fn number<T: std::str::FromStr>(text: &str) -> Option<T> {
    text.trim().parse().ok()
}

fn points(text: &str) -> Points {
    let value: f64 = text.trim().parse().expect("points");
    Points::from_halves((value * 2.0).round() as i32)
}

/// Columns counted from 1, both included.
fn columns(line: &str, from: usize, to: usize) -> &str {
    line.get(from - 1..to.min(line.len())).unwrap_or("")
}

pub fn read(text: &str) -> Event {
    let lines: Vec<&str> = text.split(['\r', '\n']).filter(|line| line.len() > 3).collect();
    let mut players = Vec::new();
    let mut rounds = None;
    let mut initial = None;
    let mut extras = Extras::default();
    let mut bye = None;
    let mut use_baku = false;
    let mut absences: Vec<(u32, Bye, Vec<u32>)> = Vec::new();
    let mut bans: Vec<((u32, u32), Vec<u32>)> = Vec::new();
    let mut missing: Vec<u32> = Vec::new();
    for line in lines {
        let ids = |from: usize| -> Vec<u32> {
            line.get(from - 1..).unwrap_or("").split_whitespace().filter_map(number).collect()
        };
        match &line[..3] {
            "001" => players.push(line),
            "142" | "XXR" => rounds = number(&line[4..]),
            "152" => initial = Some(if line.contains('W') { Colour::White } else { Colour::Black }),
            "XXC" if line.contains("white1") => initial = Some(Colour::White),
            "XXC" if line.contains("black1") => initial = Some(Colour::Black),
            "162" => {
                let words: Vec<_> = line[3..].split_whitespace().collect();
                let given: BTreeMap<_, _> = words.chunks(2).map(|w| (w[0], points(w[1]))).collect();
                let value = |symbol, default| given.get(symbol).copied().unwrap_or(default);
                extras.points = GamePoints::of(
                    value("W", Points::ONE),
                    value("D", Points::HALF),
                    value("L", Points::ZERO),
                );
                extras.points.absence = value("A", value("Z", Points::ZERO));
                bye = given.get("P").copied();
            }
            "192" => use_baku = line.contains("_BAKU"),
            "240" => {
                let kind = match columns(line, 5, 5) {
                    "F" => Bye::Full,
                    "H" => Bye::Half,
                    _ => Bye::Zero,
                };
                absences.push((number(columns(line, 7, 9)).expect("round"), kind, ids(11)));
            }
            "250" => {
                let at = |from, to| number(columns(line, from, to)).expect("number");
                extras.accelerations.push(Acceleration {
                    points: points(columns(line, 10, 13)),
                    rounds: (at(15, 17), at(19, 21)),
                    numbers: (at(23, 26), at(28, 31)),
                });
            }
            "260" => {
                let at = |from, to| number(columns(line, from, to)).expect("number");
                bans.push(((at(5, 7), at(9, 11)), ids(13)));
            }
            "XXP" => bans.push(((1, u32::MAX), ids(5))),
            "XXZ" => missing.extend(ids(5)),
            _ => {}
        }
    }
    let mut tournament = Tournament::new("trf", "TRF", System::Swiss, 0);
    let numbers: Vec<u32> =
        players.iter().map(|line| number(columns(line, 5, 8)).expect("number")).collect();
    let index: BTreeMap<u32, usize> = numbers.iter().enumerate().map(|(i, &n)| (n, i)).collect();
    for line in &players {
        let number = number(columns(line, 5, 8)).expect("number");
        tournament.entrants.push(Entrant::new(number, columns(line, 15, 47).trim()));
        let cells = (0..).map_while(|round| {
            let field = line.get(91 + 10 * round..)?;
            (!field.trim().is_empty()).then(|| cell(field, &index))
        });
        tournament.cells.push(cells.collect());
    }
    let recorded = tournament.cells.iter().map(Vec::len).max().unwrap_or(0);
    for row in &mut tournament.cells {
        row.resize(recorded, Cell::Absent(Absence::Missed));
    }
    tournament.rounds = rounds.unwrap_or(recorded as u32);
    tournament.initial_colour = initial.map(InitialColour::Drawn);
    if let Some(bye) = bye {
        extras.points.pairing_bye = bye;
    }
    if use_baku && extras.accelerations.is_empty() {
        extras.accelerations = baku(&tournament, &extras.points);
    }
    let next = recorded as u32 + 1;
    for (_, kind, ids) in absences.iter().filter(|(round, ..)| *round == next) {
        extras.absent.extend(ids.iter().map(|id| (index[id], *kind)));
    }
    extras.absent.extend(missing.iter().map(|id| (index[id], Bye::Zero)));
    extras.forbidden = bans
        .into_iter()
        .map(|(rounds, ids)| Forbidden {
            players: ids.iter().map(|id| index[id]).collect(),
            rounds,
        })
        .collect();
    Event { tournament, extras }
}

fn cell(field: &str, index: &BTreeMap<u32, usize>) -> Cell {
    let at = |column: usize| field.as_bytes().get(column).map_or(b' ', u8::to_ascii_uppercase);
    let opponent: u32 = number(field.get(..4).unwrap_or("")).unwrap_or(0);
    let colour = match at(5) {
        b'W' => Some(Colour::White),
        b'B' => Some(Colour::Black),
        _ => None,
    };
    let outcome = match at(7) {
        b'1' | b'W' => Outcome::Played(Score::Win),
        b'=' | b'D' => Outcome::Played(Score::Draw),
        b'0' | b'L' => Outcome::Played(Score::Loss),
        b'+' => Outcome::Forfeit(Forfeit::Won),
        b'-' if opponent != 0 => Outcome::Forfeit(Forfeit::Lost),
        b'U' => return Cell::Bye(Bye::Pairing),
        b'F' => return Cell::Bye(Bye::Full),
        b'H' => return Cell::Bye(Bye::Half),
        _ if opponent != 0 => Outcome::Pending,
        _ => return Cell::Absent(Absence::Missed),
    };
    match index.get(&opponent) {
        Some(&opponent) => Cell::Paired { opponent, colour, outcome },
        None => Cell::Absent(Absence::Missed),
    }
}
