//! Everything that decides a round, taken from what has happened.

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::model::{
    Absence, Bye, Cell, Colour, Forfeit, InitialColour, Outcome, Points, Tournament,
};

use super::DutchError;
use super::edition::Edition;
use super::extras::Extras;

/// Which way a player left his score group in a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Float {
    /// Met somebody with a lower score, or scored without playing.
    Down,
    /// Met somebody with a higher score.
    Up,
}

/// A game on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Game {
    /// Index into [`DutchPosition::players`].
    pub opponent: usize,
    /// `None` when it was not recorded: they met, but it counts for no colour.
    pub colour: Option<Colour>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DutchPlayer {
    /// Pairing number; only the order counts.
    pub number: u32,
    pub name: Arc<str>,
    /// Is in the round to be paired.
    pub present: bool,
    /// Points of games, forfeits and byes.
    pub points: Points,
    /// Virtual points of this round.
    pub acceleration: Points,
    /// Games on the board, in order.
    pub games: Vec<Game>,
    /// Has been in a pairing: had an opponent, met or not, or the bye of a pairing.
    pub was_paired: bool,
    /// Floats in the last round and in the one before it.
    pub floats: [Option<Float>; 2],
    /// May not have the bye.
    pub bye_barred: bool,
    /// Rounds not played, of all kinds.
    pub unplayed: u32,
}

impl DutchPlayer {
    /// Somebody present who has not played yet.
    pub fn new(number: u32, name: impl Into<Arc<str>>) -> Self {
        Self {
            number,
            name: name.into(),
            present: true,
            points: Points::ZERO,
            acceleration: Points::ZERO,
            games: Vec::new(),
            was_paired: false,
            floats: [None; 2],
            bye_barred: false,
            unplayed: 0,
        }
    }

    /// The score that pairs: points and virtual points.
    pub fn score(&self) -> Points {
        self.points + self.acceleration
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DutchPosition {
    pub edition: Edition,
    /// The round to be paired, from 1.
    pub round: u32,
    /// Rounds of the tournament; topscorers exist in the last one only.
    pub rounds: u32,
    /// Drawn by lot before round 1.
    pub initial_colour: Colour,
    /// Points of a win.
    pub win: Points,
    /// In any order; the same as the tournament's entrants.
    pub players: Vec<DutchPlayer>,
    /// Never in this round.
    pub forbidden: Vec<(usize, usize)>,
}

impl DutchPosition {
    /// The position before `round` of a tournament.
    ///
    /// In a round that is recorded the players are those with an opponent or a pairing bye; in the
    /// next one, all who have not withdrawn and whom [`Extras::absent`] does not name.
    ///
    /// # Errors
    /// When the round does not exist, an earlier one is not complete, or nobody has drawn the
    /// initial colour and it cannot be read from round 1.
    pub fn from_tournament(
        tournament: &Tournament,
        round: u32,
        edition: Edition,
        extras: &Extras,
    ) -> Result<Self, DutchError> {
        let rounds = tournament.rounds;
        if tournament.is_team_event() {
            return Err(DutchError::TeamEvent);
        }
        if round == 0 || round > rounds {
            return Err(DutchError::NoSuchRound { round, rounds });
        }
        let recorded = tournament.rounds_recorded();
        if round > recorded + 1 {
            return Err(DutchError::TooEarly { round, next: recorded + 1 });
        }
        let pending = |r: &usize| {
            tournament.cells.iter().any(|row| row.get(*r).is_some_and(Cell::is_pending))
        };
        if let Some(missing) = (0..(round - 1) as usize).find(pending) {
            return Err(DutchError::Incomplete { round, missing: missing as u32 + 1 });
        }
        let history = History { tournament, edition, extras, scores: scores(tournament, extras) };
        let players =
            (0..tournament.entrants.len()).map(|index| history.player(index, round)).collect();
        let mut forbidden = BTreeSet::new();
        for ban in extras.forbidden.iter().filter(|ban| ban.rounds.0 <= round) {
            for (at, &a) in ban.players.iter().enumerate() {
                let others = ban.players[at + 1..].iter().filter(|&&b| a != b);
                if round <= ban.rounds.1 {
                    forbidden.extend(others.map(|&b| (a.min(b), a.max(b))));
                }
            }
        }
        Ok(Self {
            edition,
            round,
            rounds,
            initial_colour: initial_colour(tournament).ok_or(DutchError::NoInitialColour)?,
            win: extras.points.win,
            players,
            forbidden: forbidden.into_iter().collect(),
        })
    }

    /// Topscorers may have their colours relaxed in this round.
    pub fn is_last_round(&self) -> bool {
        self.round >= self.rounds
    }

    /// Has more than half of what could be scored so far, and the last round is being paired.
    pub fn is_topscorer(&self, player: usize) -> bool {
        let possible = self.win * (self.round as i32 - 1);
        self.is_last_round() && self.players[player].score() * 2 > possible
    }

    /// Refuses what no tournament can be.
    pub(super) fn check(&self) -> Result<(), DutchError> {
        let mut seen = BTreeSet::new();
        for player in &self.players {
            if !seen.insert(player.number) {
                return Err(DutchError::DuplicateNumber(player.number));
            }
        }
        let players = self.players.len();
        let games = self.players.iter().flat_map(|p| p.games.iter().map(|game| game.opponent));
        let pairs = self.forbidden.iter().flat_map(|&(a, b)| [a, b]);
        match games.chain(pairs).find(|&index| index >= players) {
            Some(index) => Err(DutchError::NoSuchPlayer { index, players }),
            None => Ok(()),
        }
    }
}

/// Pairing scores before every round: `scores[player][round]`, `round` from 0.
fn scores(tournament: &Tournament, extras: &Extras) -> Vec<Vec<Points>> {
    let rows = tournament.entrants.iter().zip(&tournament.cells);
    rows.map(|(entrant, row)| {
        let mut points = Points::ZERO;
        row.iter()
            .enumerate()
            .map(|(round, cell)| {
                let score = points + extras.virtual_points(entrant.number, round as u32 + 1);
                points += extras.points.cell(cell);
                score
            })
            .collect()
    })
    .collect()
}

struct History<'a> {
    tournament: &'a Tournament,
    edition: Edition,
    extras: &'a Extras,
    scores: Vec<Vec<Points>>,
}

impl History<'_> {
    fn player(&self, index: usize, round: u32) -> DutchPlayer {
        let entrant = &self.tournament.entrants[index];
        let row = self.tournament.cells.get(index).map_or(&[][..], Vec::as_slice);
        let before = &row[..row.len().min((round - 1) as usize)];
        let mut player = DutchPlayer::new(entrant.number, Arc::clone(&entrant.name));
        player.acceleration = self.extras.virtual_points(entrant.number, round);
        player.present = self.is_present(index, round);
        for (at, cell) in before.iter().enumerate() {
            player.points += self.extras.points.cell(cell);
            match *cell {
                Cell::Paired { opponent, colour, outcome: Outcome::Played(_) } => {
                    player.games.push(Game { opponent, colour });
                }
                _ => {
                    player.unplayed += 1;
                    player.bye_barred |= self.bars(cell);
                }
            }
            player.was_paired |= matches!(cell, Cell::Paired { .. } | Cell::Bye(Bye::Pairing));
            let ago = before.len() - at;
            if ago <= 2 {
                player.floats[ago - 1] = self.float(index, at);
            }
        }
        player
    }

    /// Does an unplayed round bar from the bye? In 2026 whatever is worth a win does.
    fn bars(&self, cell: &Cell) -> bool {
        let points = &self.extras.points;
        match cell {
            Cell::Bye(Bye::Pairing) => true,
            Cell::Paired { outcome: Outcome::Forfeit(Forfeit::Won), .. } => {
                self.edition == Edition::Fide2017 || points.forfeit_win >= points.win
            }
            _ => self.edition == Edition::Fide2026 && points.cell(cell) >= points.win,
        }
    }

    fn float(&self, index: usize, round: usize) -> Option<Float> {
        let cell = &self.tournament.cells[index][round];
        let points = &self.extras.points;
        match *cell {
            Cell::Paired { opponent, outcome: Outcome::Played(_), .. } => {
                let other = self.scores.get(opponent).and_then(|row| row.get(round))?;
                match self.scores[index][round].cmp(other) {
                    std::cmp::Ordering::Greater => Some(Float::Down),
                    std::cmp::Ordering::Less => Some(Float::Up),
                    std::cmp::Ordering::Equal => None,
                }
            }
            Cell::Bye(Bye::Pairing) => Some(Float::Down),
            _ if self.edition == Edition::Fide2017 => Some(Float::Down),
            _ => (points.cell(cell) > points.loss).then_some(Float::Down),
        }
    }

    fn is_present(&self, index: usize, round: u32) -> bool {
        if self.extras.absent.contains_key(&index) {
            return false;
        }
        let row = self.tournament.cells.get(index).map_or(&[][..], Vec::as_slice);
        match row.get((round - 1) as usize) {
            Some(cell) => matches!(cell, Cell::Paired { .. } | Cell::Bye(Bye::Pairing)),
            None => {
                let left = self.tournament.withdrawal(index);
                let gone = matches!(row.last(), Some(Cell::Absent(Absence::Withdrawn)));
                !gone && left.is_none_or(|w| w.after_round >= round)
            }
        }
    }
}

/// As drawn; else as round 1 was played: the first seed who was paired had it.
fn initial_colour(tournament: &Tournament) -> Option<Colour> {
    match tournament.initial_colour {
        Some(InitialColour::Drawn(colour)) => return Some(colour),
        Some(InitialColour::Seed(seed)) => {
            return Some(if mixed(seed) & 1 == 0 { Colour::White } else { Colour::Black });
        }
        None => {}
    }
    let rows = tournament.entrants.iter().zip(&tournament.cells);
    rows.filter_map(|(entrant, row)| match row.first() {
        Some(Cell::Paired { colour: Some(colour), .. }) => Some((entrant.number, *colour)),
        _ => None,
    })
    .min_by_key(|(number, _)| *number)
    .map(|(_, colour)| colour)
}

/// A seed with its bits well mixed (the finaliser of SplitMix64).
fn mixed(seed: u64) -> u64 {
    let z = seed.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}
