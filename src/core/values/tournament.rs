//! From a tournament to the rounds that the values see.

use super::{Opponent, Round, Unplayed, Who, effective_category, points_of};
use crate::core::rules::{Rules1990, Scoring};
use crate::model::{Absence, Bye, Cell, Entrant, Exact, Forfeit, Outcome, Points, Tournament};

/// What an entrant's cell gave on the table.
pub fn cell_points(cell: &Cell, scoring: &Scoring) -> Points {
    match *cell {
        Cell::Paired { outcome: Outcome::Played(score), .. } => points_of(score, scoring),
        Cell::Paired { outcome: Outcome::Forfeit(Forfeit::Won), .. } => scoring.forfeit_win.get(),
        Cell::Bye(Bye::Pairing | Bye::Full) => scoring.bye.get(),
        Cell::Bye(Bye::Half) => Points::HALF,
        Cell::Paired { .. } | Cell::Bye(Bye::Zero) | Cell::Absent(_) => Points::ZERO,
    }
}

/// Points made in the first `rounds` rounds, by entrant. Points later annulled are included: an
/// opponent who left counts with what was made (AMB-100).
pub fn points_made(tournament: &Tournament, rounds: usize, scoring: &Scoring) -> Vec<Points> {
    tournament
        .cells
        .iter()
        .map(|row| row.iter().take(rounds).map(|cell| cell_points(cell, scoring)).sum())
        .collect()
}

/// Games that each player was to play: the rounds without the free ones of a league (AMB-100).
pub fn possible_games(tournament: &Tournament) -> u32 {
    let free = |row: &Vec<Cell>| {
        row.iter().filter(|cell| **cell == Cell::Absent(Absence::FreeRound)).count() as u32
    };
    let fewest_free = tournament.cells.iter().map(free).min().unwrap_or(0);
    tournament.rounds.saturating_sub(fewest_free)
}

/// Were this entrant's points annulled (RGC 14.3, AMB-99)?
fn is_annulled(tournament: &Tournament, entrant: usize, rules: &Rules1990) -> bool {
    tournament.withdrawal(entrant).is_some_and(|withdrawal| {
        Exact::from(i64::from(withdrawal.after_round))
            < rules.withdrawal.half.get() * i64::from(tournament.rounds)
    })
}

/// An entrant as an opponent, with the points given.
pub fn opponent_of(tournament: &Tournament, entrant: usize, score: Points) -> Opponent {
    let Entrant { category, title, ratings, .. } = tournament.entrants[entrant];
    Opponent {
        who: Some(Who::of(tournament, entrant)),
        category: effective_category(category, title),
        ratings,
        score,
        withdrawn: tournament.withdrawal(entrant).is_some(),
    }
}

/// The first `rounds` rounds of an entrant. A pairing without a result counts as not played.
pub fn rounds_of(
    tournament: &Tournament,
    entrant: usize,
    rounds: usize,
    scores: &[Points],
    rules: &Rules1990,
) -> Vec<Round> {
    let Some(row) = tournament.cells.get(entrant) else { return Vec::new() };
    let is_league = tournament.system.is_league();
    row.iter()
        .take(rounds)
        .map(|cell| match *cell {
            Cell::Paired { opponent, outcome: Outcome::Played(score), .. } => Round::Played {
                score,
                opponent: opponent_of(tournament, opponent, scores[opponent]),
            },
            // The opponent was removed without a game on the board.
            Cell::Paired { opponent, .. }
                if is_league && is_annulled(tournament, opponent, rules) =>
            {
                Round::Free
            }
            Cell::Absent(Absence::FreeRound) => Round::Free,
            Cell::Paired { outcome: Outcome::Forfeit(Forfeit::Won), .. } => Round::Unplayed {
                why: Unplayed::ForfeitWon,
                points: cell_points(cell, &rules.scoring),
            },
            Cell::Paired { outcome: Outcome::Forfeit(Forfeit::Lost), .. } => {
                Round::Unplayed { why: Unplayed::ForfeitLost, points: Points::ZERO }
            }
            Cell::Bye(_) => {
                Round::Unplayed { why: Unplayed::Bye, points: cell_points(cell, &rules.scoring) }
            }
            Cell::Paired { outcome: Outcome::Pending, .. } | Cell::Absent(_) => {
                Round::Unplayed { why: Unplayed::Missed, points: Points::ZERO }
            }
        })
        .collect()
}
