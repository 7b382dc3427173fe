//! From a tournament to the rounds that the values see.

use super::{Opponent, Round, Unplayed, Who, effective_category, points_of};
use crate::core::rules::{Rules1990, Scoring};
use crate::model::{
    Absence, Bye, Cell, Entrant, Exact, Forfeit, Outcome, Points, System, Tournament,
};

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

/// Games that each player was to play: the rounds; in a league, one game (or two) with each of the
/// others, so that a free round is none, and somebody removed later is counted (AMB-100).
pub fn possible_games(tournament: &Tournament) -> u32 {
    let others = u32::try_from(tournament.entrants.len().saturating_sub(1)).unwrap_or(u32::MAX);
    match tournament.system {
        System::RoundRobin { double } => {
            let games = others.saturating_mul(if double { 2 } else { 1 });
            games.min(tournament.rounds)
        }
        System::Swiss | System::KnockOut => tournament.rounds,
    }
}

/// Were this entrant's points annulled (RGC 14.3, AMB-99)?
fn is_annulled(tournament: &Tournament, entrant: usize, rules: &Rules1990) -> bool {
    tournament.withdrawal(entrant).is_some_and(|withdrawal| {
        Exact::from(i64::from(withdrawal.after_round))
            < rules.departure.half.get() * i64::from(tournament.rounds)
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{Colour, Score, Withdrawal};
    use crate::test_rules::rules;

    fn event(system: System, players: u32, rounds: u32) -> Tournament {
        let mut tournament = Tournament::new("prova", "Prova", system, rounds);
        tournament.entrants =
            (1..=players).map(|number| Entrant::new(number, format!("J{number}"))).collect();
        tournament.cells = vec![Vec::new(); players as usize];
        tournament
    }

    fn paired(opponent: usize, outcome: Outcome) -> Cell {
        Cell::Paired { opponent, colour: Some(Colour::White), outcome }
    }

    /// AMB-100: 11 players, 11 rounds, 10 games.
    #[test]
    fn games_to_be_played() {
        let league = |double| System::RoundRobin { double };
        assert_eq!(possible_games(&event(league(false), 11, 11)), 10);
        assert_eq!(possible_games(&event(league(false), 10, 9)), 9);
        assert_eq!(possible_games(&event(league(true), 5, 10)), 8);
        assert_eq!(possible_games(&event(System::Swiss, 5, 9)), 9);
    }

    #[test]
    fn every_cell_becomes_a_round() {
        let mut swiss = event(System::Swiss, 2, 6);
        swiss.cells[0] = vec![
            paired(1, Outcome::Played(Score::Draw)),
            paired(1, Outcome::Forfeit(Forfeit::Won)),
            paired(1, Outcome::Forfeit(Forfeit::Lost)),
            Cell::Bye(Bye::Half),
            Cell::Absent(Absence::NotEntered),
            Cell::Bye(Bye::Pairing),
        ];
        let scores = [Points::ZERO, Points::from_halves(5)];
        let rounds = rounds_of(&swiss, 0, 6, &scores, rules());
        let points: Vec<_> =
            rounds.iter().map(|round| round.points(&rules().scoring).halves()).collect();
        assert_eq!(points, [1, 2, 0, 1, 0, 2]);
        assert_eq!(points_made(&swiss, 6, &rules().scoring)[0], Points::from_halves(6));
        let Round::Played { opponent, .. } = &rounds[0] else { panic!() };
        assert_eq!(opponent.score, Points::from_halves(5));
    }

    /// AMB-99, 100: in a league a game never played with somebody removed is a free round; with
    /// somebody who kept the points it is a forfeit.
    #[test]
    fn removed_opponents_of_a_league() {
        let mut league = event(System::RoundRobin { double: false }, 10, 9);
        league.cells[0] = vec![paired(1, Outcome::Forfeit(Forfeit::Won))];
        league.withdrawals = vec![Withdrawal { entrant: 1, after_round: 4, eliminated: false }];
        let round =
            |league: &Tournament| rounds_of(league, 0, 1, &[Points::ZERO; 10], rules()).remove(0);
        assert_eq!(round(&league), Round::Free);
        league.withdrawals[0].after_round = 5;
        assert_eq!(
            round(&league),
            Round::Unplayed { why: Unplayed::ForfeitWon, points: Points::ONE }
        );
    }
}
