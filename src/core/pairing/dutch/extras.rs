//! What decides a pairing and is not (yet) part of the tournament: point system, accelerations,
//! forbidden pairs, who misses the round to come.

use std::collections::BTreeMap;

use crate::model::{Absence, Bye, Cell, Forfeit, Outcome, Points, Score, Tournament};

/// Points of every kind of round (record 162 of TRF26).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GamePoints {
    pub win: Points,
    pub draw: Points,
    pub loss: Points,
    /// Bye given by the pairing.
    pub pairing_bye: Points,
    pub full_bye: Points,
    pub half_bye: Points,
    pub forfeit_win: Points,
    /// Absent, zero-point bye or forfeit lost.
    pub absence: Points,
}

impl GamePoints {
    /// As usual for these points of a game: byes and forfeits count like games.
    pub fn of(win: Points, draw: Points, loss: Points) -> Self {
        Self {
            win,
            draw,
            loss,
            pairing_bye: win,
            full_bye: win,
            half_bye: draw,
            forfeit_win: win,
            absence: Points::ZERO,
        }
    }

    /// What a round gave; nothing while its result is missing.
    pub fn cell(&self, cell: &Cell) -> Points {
        match *cell {
            Cell::Paired { outcome: Outcome::Played(Score::Win), .. } => self.win,
            Cell::Paired { outcome: Outcome::Played(Score::Draw), .. } => self.draw,
            Cell::Paired { outcome: Outcome::Played(Score::Loss), .. } => self.loss,
            Cell::Paired { outcome: Outcome::Forfeit(Forfeit::Won), .. } => self.forfeit_win,
            Cell::Paired { outcome: Outcome::Forfeit(Forfeit::Lost), .. } => self.absence,
            Cell::Paired { outcome: Outcome::Pending, .. } => Points::ZERO,
            Cell::Bye(Bye::Pairing) => self.pairing_bye,
            Cell::Bye(Bye::Full) => self.full_bye,
            Cell::Bye(Bye::Half) => self.half_bye,
            Cell::Bye(Bye::Zero) | Cell::Absent(_) => self.absence,
        }
    }
}

impl Default for GamePoints {
    fn default() -> Self {
        Self::of(Points::ONE, Points::HALF, Points::ZERO)
    }
}

/// Virtual points of some players in some rounds (record 250 of TRF26).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Acceleration {
    pub points: Points,
    /// First and last round.
    pub rounds: (u32, u32),
    /// First and last pairing number.
    pub numbers: (u32, u32),
}

/// The Baku acceleration (C.04.7 article 1) of a tournament.
///
/// The upper group are the first 2·⌈N/4⌉ of the N players of round 1; later entrants belong to
/// the group that their pairing number falls into.
pub fn baku(tournament: &Tournament, points: &GamePoints) -> Vec<Acceleration> {
    let late = |index: usize| {
        let first = tournament.cells.get(index).and_then(|row| row.first());
        matches!(first, Some(Cell::Absent(Absence::NotEntered)))
    };
    let entrants = tournament.entrants.iter().enumerate();
    let mut numbers: Vec<u32> =
        entrants.filter(|(index, _)| !late(*index)).map(|(_, entrant)| entrant.number).collect();
    numbers.sort_unstable();
    let upper = 2 * numbers.len().div_ceil(4);
    let Some(&last) = numbers.get(upper.min(numbers.len()).wrapping_sub(1)) else {
        return Vec::new();
    };
    let accelerated = tournament.rounds.div_ceil(2);
    let full = accelerated.div_ceil(2);
    let half = Points::from_halves(points.win.halves() / 2);
    vec![
        Acceleration { points: points.win, rounds: (1, full), numbers: (1, last) },
        Acceleration { points: half, rounds: (full + 1, accelerated), numbers: (1, last) },
    ]
}

/// Players of whom no two may meet in some rounds (record 260 of TRF26).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Forbidden {
    /// Indices of the entrants.
    pub players: Vec<usize>,
    /// First and last round.
    pub rounds: (u32, u32),
}

/// Everything beside the [`Tournament`] that its pairing needs.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Extras {
    pub points: GamePoints,
    /// Where two apply to the same player and round, the later in the list counts.
    pub accelerations: Vec<Acceleration>,
    pub forbidden: Vec<Forbidden>,
    /// Entrants who are not to be paired in the round to come, and what they get for it.
    pub absent: BTreeMap<usize, Bye>,
}

impl Extras {
    /// Virtual points of a player in a round.
    pub fn virtual_points(&self, number: u32, round: u32) -> Points {
        let applies = |a: &&Acceleration| {
            (a.rounds.0..=a.rounds.1).contains(&round)
                && (a.numbers.0..=a.numbers.1).contains(&number)
        };
        self.accelerations.iter().rfind(applies).map_or(Points::ZERO, |a| a.points)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{Entrant, System};

    fn tournament(players: u32, rounds: u32) -> Tournament {
        let mut tournament = Tournament::new("t", "T", System::Swiss, rounds);
        tournament.entrants = (1..=players).map(|n| Entrant::new(n, format!("P{n}"))).collect();
        tournament
    }

    fn halves(players: u32, rounds: u32, number: u32) -> Vec<i32> {
        let points = GamePoints::default();
        let accelerations = baku(&tournament(players, rounds), &points);
        let extras = Extras { points, accelerations, ..Extras::default() };
        (1..=rounds).map(|round| extras.virtual_points(number, round).halves()).collect()
    }

    /// C.04.7 1.2: 82 of 161 players; the distribution for 9, 11, 7 and 5 rounds.
    #[test]
    fn baku_follows_the_tables() {
        assert_eq!(halves(161, 9, 82), [2, 2, 2, 1, 1, 0, 0, 0, 0]);
        assert_eq!(halves(161, 9, 83), [0; 9]);
        assert_eq!(halves(8, 11, 1), [2, 2, 2, 1, 1, 1, 0, 0, 0, 0, 0]);
        assert_eq!(halves(8, 7, 1), [2, 2, 1, 1, 0, 0, 0]);
        assert_eq!(halves(6, 5, 4), [2, 2, 1, 0, 0]);
        assert_eq!(halves(6, 5, 5), [0; 5]);
    }
}
