//! Plays an event of teams: pairings, line-ups, boards.

use super::chance::white_score;
use super::play::forfeit;
use super::{Pairer, Plan, Random, SimulationError};
use crate::core::{Rules1990, knockout};
use crate::model::{
    Absence, BoardGame, Cell, Colour, Entrant, Forfeit, Match, Outcome, System, Team, Tournament,
};

/// Line-ups in which one of the regular players is missing, in thousandths.
const MISSING: u32 = 180;

/// A match that a team does not attend: round from 1 and index of the team.
pub type NoShow = (u32, usize);

/// A team and those who play for it, with their strengths.
pub type Squad = (Team, Vec<(Entrant, i32)>);

/// Enters teams with their players, the strongest on the first board; numbers run through the
/// teams. Returns the strengths.
pub fn enter(tournament: &mut Tournament, squads: Vec<Squad>) -> Vec<i32> {
    let mut strengths = Vec::new();
    for (index, (team, mut squad)) in squads.into_iter().enumerate() {
        squad.sort_by_key(|&(_, strength)| std::cmp::Reverse(strength));
        tournament.teams.push(team);
        for (entrant, strength) in squad {
            let number = tournament.entrants.len() as u32 + 1;
            tournament.entrants.push(Entrant { number, team: Some(index), ..entrant });
            strengths.push(strength);
        }
    }
    strengths
}

/// How the teams are paired, and who goes on.
pub struct Course<'a> {
    pub pairer: &'a dyn Pairer,
    /// They say who won a match of a knock-out; not needed elsewhere.
    pub rules: Option<&'a Rules1990>,
    /// Matches lost by absence.
    pub no_shows: &'a [NoShow],
}

/// Plays the event. Chance decides line-ups, games and now and then an empty board. In a knock-out
/// a match that the rules do not decide is played again.
pub fn play(
    tournament: &mut Tournament,
    strengths: &[i32],
    plan: &Plan,
    course: &Course<'_>,
    random: &mut Random,
) -> Result<(), SimulationError> {
    let squads: Vec<Vec<usize>> = (0..tournament.teams.len())
        .map(|team| {
            (0..tournament.entrants.len())
                .filter(|&e| tournament.entrants[e].team == Some(team))
                .collect()
        })
        .collect();
    let mut present: Vec<usize> = (0..squads.len()).collect();
    for round in 0..plan.rounds {
        let table = course.pairer.pair(tournament, round, &present)?;
        let pending = plan.unfinished && round + 1 == plan.rounds;
        let number = round as u32 + 1;
        let wrong = SimulationError::BadPairing { round: number };
        let mut seen: Vec<usize> =
            table.pairs.iter().flat_map(|&(a, b)| [a, b]).chain(table.byes.clone()).collect();
        seen.sort_unstable();
        if seen != present {
            return Err(wrong);
        }
        for (at, &(home, away)) in table.pairs.iter().enumerate() {
            let absent = |team| course.no_shows.contains(&(number, team));
            let decided = absent(home) || absent(away);
            let result = |team| if absent(team) { Forfeit::Lost } else { Forfeit::Won };
            let played = loop {
                let boards = if decided {
                    Vec::new()
                } else {
                    let lineups = [home, away]
                        .map(|team| line_up(&squads[team], tournament.boards as usize, random));
                    play_boards(lineups, strengths, plan, pending, random)
                };
                let played = Match {
                    round: number,
                    table: at as u32 + 1,
                    home,
                    away: Some(away),
                    boards,
                    forfeit: decided.then(|| (result(home), result(away))),
                };
                let (System::KnockOut, Some(rules), false) =
                    (tournament.system, course.rules, pending)
                else {
                    break played;
                };
                let decision = knockout::decide_match(tournament, &played, rules);
                if let Some(winner) = decision.and_then(|decision| decision.winner) {
                    let loser = if winner == knockout::Team::A { away } else { home };
                    present.retain(|&team| team != loser);
                    break played;
                }
                if decided {
                    return Err(SimulationError::NoPairing { round: number + 1 });
                }
            };
            tournament.matches.push(played);
        }
        let free = table.byes.iter().enumerate().map(|(at, &team)| Match {
            round: number,
            table: (table.pairs.len() + at) as u32 + 1,
            home: team,
            away: None,
            boards: Vec::new(),
            forfeit: None,
        });
        tournament.matches.extend(free);
        tournament.cells = cells(tournament, round + 1);
    }
    Ok(())
}

/// Players of a match in the order of the boards: one may be missing, the next move up.
fn line_up(squad: &[usize], boards: usize, random: &mut Random) -> Vec<usize> {
    let mut line_up = squad.to_vec();
    if squad.len() > boards && random.per_mille(MISSING) {
        line_up.remove(random.index(boards));
    }
    line_up.truncate(boards);
    line_up
}

fn play_boards(
    [home, away]: [Vec<usize>; 2],
    strengths: &[i32],
    plan: &Plan,
    pending: bool,
    random: &mut Random,
) -> Vec<BoardGame> {
    let play = |(index, (home, away)): (usize, (usize, usize))| {
        // The home team has White on the odd boards (RGC 5.3.1.2).
        let board = index as u32 + 1;
        let home_colour = if board % 2 == 1 { Colour::White } else { Colour::Black };
        let outcome = if pending {
            Outcome::Pending
        } else if random.per_mille(plan.chances.forfeits) {
            forfeit(random.per_mille(500))
        } else {
            let mut play = |white: usize, black: usize| {
                white_score(strengths[white], strengths[black], plan.chances.draws, random)
            };
            Outcome::Played(match home_colour {
                Colour::White => play(home, away),
                Colour::Black => play(away, home).mirrored(),
            })
        };
        let (home, away) = (Some(home), Some(away));
        BoardGame { board, home, away, home_colour, outcome, both_absent: false }
    };
    home.into_iter().zip(away).enumerate().map(play).collect()
}

/// The rounds of each player, from the boards of the matches.
fn cells(tournament: &Tournament, rounds: usize) -> Vec<Vec<Cell>> {
    let idle = Cell::Absent(Absence::FreeRound);
    let mut cells = vec![vec![idle; rounds]; tournament.entrants.len()];
    for played in &tournament.matches {
        let round = played.round as usize - 1;
        for board in &played.boards {
            let (Some(home), Some(away)) = (board.home, board.away) else { continue };
            let mirrored = match board.outcome {
                Outcome::Pending => Outcome::Pending,
                Outcome::Played(score) => Outcome::Played(score.mirrored()),
                Outcome::Forfeit(Forfeit::Lost) if !board.both_absent => forfeit(true),
                Outcome::Forfeit(_) => forfeit(false),
            };
            let cell = |opponent, colour, outcome| Cell::Paired {
                opponent,
                colour: Some(colour),
                outcome,
            };
            cells[home][round] = cell(away, board.home_colour, board.outcome);
            cells[away][round] = cell(home, board.home_colour.other(), mirrored);
        }
    }
    cells
}
