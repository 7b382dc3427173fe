//! The games of an event, of players and of teams alike, each once.

use crate::model::{Cell, Colour, Forfeit, Outcome, Points, Tournament};

/// A pairing of two players, seen by the one with White.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pairing {
    /// From 1.
    pub round: u32,
    /// Index of the entrant with White; without recorded colours, the one that comes first.
    pub white: usize,
    pub black: usize,
    pub has_colours: bool,
    /// Seen by `white`.
    pub outcome: Outcome,
    /// Neither of the two appeared.
    pub nobody: bool,
}

impl Pairing {
    /// Points of the one with White on the board, as a share of a game; `None` unless it was
    /// played.
    pub fn white_score(&self) -> Option<Points> {
        match self.outcome {
            Outcome::Played(score) => Some(score.points()),
            _ => None,
        }
    }

    pub fn is_forfeit(&self) -> bool {
        matches!(self.outcome, Outcome::Forfeit(_))
    }
}

/// Every pairing of an event, round by round.
pub fn pairings(t: &Tournament) -> Vec<Pairing> {
    let mut found = if t.is_team_event() { of_matches(t) } else { of_cells(t) };
    found.sort_by_key(|pairing| pairing.round);
    found
}

fn of_cells(t: &Tournament) -> Vec<Pairing> {
    let cell = |who: usize, at: usize| t.cells.get(who).and_then(|cells| cells.get(at)).copied();
    let lost = |who: usize, at: usize| {
        matches!(cell(who, at), Some(Cell::Paired { outcome: Outcome::Forfeit(Forfeit::Lost), .. }))
    };
    let mut found = Vec::new();
    for (who, cells) in t.cells.iter().enumerate() {
        for (at, cell) in cells.iter().enumerate() {
            let Cell::Paired { opponent, colour, outcome } = *cell else { continue };
            let first = colour.map_or(who < opponent, |colour| colour == Colour::White);
            if !first || opponent >= t.entrants.len() {
                continue;
            }
            found.push(Pairing {
                round: at as u32 + 1,
                white: who,
                black: opponent,
                has_colours: colour.is_some(),
                outcome,
                nobody: lost(who, at) && lost(opponent, at),
            });
        }
    }
    found
}

fn of_matches(t: &Tournament) -> Vec<Pairing> {
    let games = t.matches.iter().flat_map(|m| m.boards.iter().map(move |game| (m.round, game)));
    let known = |index: usize| index < t.entrants.len();
    games
        .filter_map(|(round, game)| {
            let (home, away) = (game.home.filter(|h| known(*h))?, game.away.filter(|a| known(*a))?);
            let home_is_white = game.home_colour == Colour::White;
            let (white, black) = if home_is_white { (home, away) } else { (away, home) };
            let outcome = if home_is_white { game.outcome } else { mirrored(game.outcome) };
            let nobody = game.both_absent;
            Some(Pairing { round, white, black, has_colours: true, outcome, nobody })
        })
        .collect()
}

fn mirrored(outcome: Outcome) -> Outcome {
    match outcome {
        Outcome::Pending => Outcome::Pending,
        Outcome::Played(score) => Outcome::Played(score.mirrored()),
        Outcome::Forfeit(Forfeit::Won) => Outcome::Forfeit(Forfeit::Lost),
        Outcome::Forfeit(Forfeit::Lost) => Outcome::Forfeit(Forfeit::Won),
    }
}
