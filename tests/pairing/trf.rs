//! The few lines of a TRF file that these tests need.

use butlleti::model::{
    Absence, Bye, Cell, Colour, Entrant, ForbiddenPair, Forfeit, InitialColour, Outcome, Score,
    System, Tournament,
};

fn columns(line: &str, from: usize, to: usize) -> &str {
    line.get(from - 1..to.min(line.len())).unwrap_or("").trim()
}

/// Number, and per round the opponent, the colour and the result as written.
type Row = (u32, Vec<(u32, String, String)>);

pub fn parse(name: &str, text: &str) -> Tournament {
    let mut tournament = Tournament::new(name, name, System::Swiss, 0);
    let mut rows: Vec<Row> = Vec::new();
    let mut forbidden: Vec<Vec<u32>> = Vec::new();
    for line in text.lines() {
        match line.get(..3) {
            Some("001") => {
                let number: u32 = columns(line, 5, 8).parse().unwrap();
                let mut entrant = Entrant::new(number, columns(line, 15, 47));
                let rating: Option<u32> = columns(line, 49, 52).parse().ok();
                entrant.ratings.fide = rating.filter(|&rating| rating != 2000);
                tournament.entrants.push(entrant);
                let mut rounds = Vec::new();
                let mut at = 92;
                while at + 7 <= line.len() {
                    let opponent = columns(line, at, at + 3).parse().unwrap_or(0);
                    let colour = columns(line, at + 5, at + 5).to_owned();
                    rounds.push((opponent, colour, columns(line, at + 7, at + 7).to_owned()));
                    at += 10;
                }
                rows.push((number, rounds));
            }
            Some("142") => tournament.rounds = columns(line, 5, 10).parse().unwrap(),
            Some("152") => {
                let colour = if columns(line, 5, 5) == "W" { Colour::White } else { Colour::Black };
                tournament.initial_colour = Some(InitialColour::Drawn(colour));
            }
            Some("260") => {
                let numbers = line[3..].split_whitespace().map(|n| n.parse().unwrap());
                forbidden.push(numbers.collect());
            }
            _ => {}
        }
    }
    let index = |number: u32| rows.iter().position(|(n, _)| *n == number).unwrap();
    for numbers in &forbidden {
        for (i, &a) in numbers[2..].iter().enumerate() {
            for &b in &numbers[2 + i + 1..] {
                tournament.forbidden_pairs.push(ForbiddenPair {
                    players: (index(a), index(b)),
                    rounds: (numbers[0], numbers[1]),
                });
            }
        }
    }
    for (_, rounds) in &rows {
        let cells = rounds.iter().map(|(opponent, colour, result)| match result.as_str() {
            "U" => Cell::Bye(Bye::Pairing),
            "H" => Cell::Bye(Bye::Half),
            "F" => Cell::Bye(Bye::Full),
            "Z" => Cell::Absent(Absence::Missed),
            _ => Cell::Paired {
                opponent: index(*opponent),
                colour: Some(if colour == "w" { Colour::White } else { Colour::Black }),
                outcome: match result.as_str() {
                    "1" => Outcome::Played(Score::Win),
                    "=" => Outcome::Played(Score::Draw),
                    "0" => Outcome::Played(Score::Loss),
                    "+" => Outcome::Forfeit(Forfeit::Won),
                    "-" => Outcome::Forfeit(Forfeit::Lost),
                    other => panic!("unknown result {other}"),
                },
            },
        });
        tournament.cells.push(cells.collect());
    }
    tournament
}
