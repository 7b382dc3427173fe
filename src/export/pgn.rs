//! The games of an event as PGN: tags without moves, to be filled in by whoever has the scores.
//!
//! Only games that were played: forfeits and byes are no games. Seven tags in their order, then
//! those that are known of `WhiteElo`, `BlackElo`, titles, FIDE identifiers, teams, `Board`,
//! `EventDate`. Texts are UTF-8.

use std::fmt::Write;

use super::data::boards_of;
use crate::model::{Colour, Entrant, Outcome, Score, Tournament};

/// One game.
struct Game {
    round: u32,
    /// `3`, in a match `2.3` (table, board).
    board: String,
    white: usize,
    black: usize,
    /// Seen by White.
    score: Score,
}

/// All games, by round and board. Empty when none was played.
pub fn write(t: &Tournament) -> String {
    let mut text = String::new();
    for game in games(t) {
        let (Some(white), Some(black)) = (t.entrants.get(game.white), t.entrants.get(game.black))
        else {
            continue;
        };
        let result = match game.score {
            Score::Win => "1-0",
            Score::Draw => "1/2-1/2",
            Score::Loss => "0-1",
        };
        let date = t.report_file.round_dates.get(game.round as usize - 1).copied().flatten();
        // Without the days of the rounds, the month or the year of the event.
        let date = match (date, t.start, t.end) {
            (Some(day), ..) => pgn_date(day),
            (None, Some(start), Some(end)) if start == end => pgn_date(start),
            (None, Some(start), Some(end))
                if (start.year(), start.month()) == (end.year(), end.month()) =>
            {
                format!("{:04}.{:02}.??", start.year(), start.month())
            }
            (None, Some(day), _) | (None, None, Some(day)) => format!("{:04}.??.??", day.year()),
            _ => "????.??.??".to_owned(),
        };
        tag(&mut text, "Event", &t.name);
        tag(&mut text, "Site", t.place.as_deref().unwrap_or("?"));
        tag(&mut text, "Date", &date);
        tag(&mut text, "Round", &game.round.to_string());
        tag(&mut text, "White", &white.name);
        tag(&mut text, "Black", &black.name);
        tag(&mut text, "Result", result);
        player(&mut text, t, "White", white);
        player(&mut text, t, "Black", black);
        tag(&mut text, "Board", &game.board);
        if let Some(start) = t.start {
            tag(&mut text, "EventDate", &pgn_date(start));
        }
        let _ = write!(text, "\n{result}\n\n");
    }
    text
}

fn games(t: &Tournament) -> Vec<Game> {
    let mut games = Vec::new();
    if t.is_team_event() {
        for m in &t.matches {
            for board in &m.boards {
                let (Some(home), Some(away), Outcome::Played(score)) =
                    (board.home, board.away, board.outcome)
                else {
                    continue;
                };
                let (white, black, score) = match board.home_colour {
                    Colour::White => (home, away, score),
                    Colour::Black => (away, home, score.mirrored()),
                };
                let board = format!("{}.{}", m.table, board.board);
                games.push(Game { round: m.round, board, white, black, score });
            }
        }
        return games;
    }
    for (round, pairs) in boards_of(t).into_iter().enumerate() {
        for (at, (white, black)) in pairs.into_iter().enumerate() {
            if let Some((_, _, score)) = t.cells[white][round].played() {
                let board = (at + 1).to_string();
                games.push(Game { round: round as u32 + 1, board, white, black, score });
            }
        }
    }
    games
}

fn player(text: &mut String, t: &Tournament, side: &str, entrant: &Entrant) {
    if let Some(rating) = entrant.ratings.fide {
        tag(text, &format!("{side}Elo"), &rating.to_string());
    }
    if let Some(title) = entrant.title {
        tag(text, &format!("{side}Title"), title.key());
    }
    if let Some(id) = entrant.fide_id {
        tag(text, &format!("{side}FideId"), &id.to_string());
    }
    if let Some(team) = entrant.team.and_then(|team| t.teams.get(team)) {
        tag(text, &format!("{side}Team"), &team.name);
    }
}

fn tag(text: &mut String, name: &str, value: &str) {
    let mut escaped = String::with_capacity(value.len());
    for c in value.chars() {
        match c {
            '"' | '\\' => {
                escaped.push('\\');
                escaped.push(c);
            }
            c if c.is_control() => escaped.push(' '),
            c => escaped.push(c),
        }
    }
    let _ = writeln!(text, "[{name} \"{escaped}\"]");
}

fn pgn_date(day: crate::model::Date) -> String {
    format!("{:04}.{:02}.{:02}", day.year(), day.month(), day.day())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{Cell, Forfeit, System};

    #[test]
    fn only_games_that_were_played_are_written() {
        let mut t = Tournament::new("x", "Obert \"A\"", System::Swiss, 2);
        t.entrants = vec![Entrant::new(1, "Puig, Anna"), Entrant::new(2, "Roca, Joan")];
        let cell =
            |opponent, colour, outcome| Cell::Paired { opponent, colour: Some(colour), outcome };
        t.cells = vec![
            vec![
                cell(1, Colour::Black, Outcome::Played(Score::Win)),
                cell(1, Colour::White, Outcome::Forfeit(Forfeit::Won)),
            ],
            vec![
                cell(0, Colour::White, Outcome::Played(Score::Loss)),
                cell(0, Colour::Black, Outcome::Forfeit(Forfeit::Lost)),
            ],
        ];
        assert_eq!(
            write(&t),
            "[Event \"Obert \\\"A\\\"\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"1\"]\n\
             [White \"Roca, Joan\"]\n[Black \"Puig, Anna\"]\n[Result \"0-1\"]\n[Board \"1\"]\n\n\
             0-1\n\n"
        );
    }
}
