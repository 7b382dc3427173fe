//! What happened to everybody in every round, collected cell by cell from any format.

use crate::diag::{Diagnostic, Span};
use crate::model::{Absence, Announcement, Bye, Cell, MAX_BOARDS, System, Withdrawal};

/// No event has more rounds: a larger number is a slip, and is refused before it costs memory.
pub const MAX_ROUNDS: u32 = 400;

/// No match has a board of this number.
pub fn beyond_boards(board: u32, at: Span) -> Diagnostic {
    Diagnostic::error("E0518", format!("{board} boards?"))
        .at(at)
        .hint(format!("boards of a match are numbered from 1 to {MAX_BOARDS}"))
}

/// The cells met so far, with their places.
#[derive(Debug)]
pub struct Rounds {
    entrants: usize,
    rounds: Vec<Vec<Option<(Cell, Span)>>>,
}

/// The cells of all entrants, complete, and what was told for rounds not paired yet.
#[derive(Debug, Default)]
pub struct Settled {
    pub cells: Vec<Vec<Cell>>,
    pub announced: Vec<Announcement>,
}

impl Rounds {
    pub fn new(entrants: usize) -> Self {
        Self { entrants, rounds: Vec::new() }
    }

    /// Where an entrant already has something in a round (from 1).
    pub fn taken(&self, entrant: usize, round: u32) -> Option<Span> {
        let row = self.rounds.get((round as usize).checked_sub(1)?)?;
        row.get(entrant)?.map(|(_, span)| span)
    }

    /// Sets an entrant's cell of a round from 1 to [`MAX_ROUNDS`].
    pub fn place(&mut self, entrant: usize, round: u32, cell: Cell, span: Span) {
        debug_assert!((1..=MAX_ROUNDS).contains(&round));
        let round = (round as usize).max(1);
        while self.rounds.len() < round {
            self.rounds.push(vec![None; self.entrants]);
        }
        if let Some(slot) = self.rounds[round - 1].get_mut(entrant) {
            *slot = Some((cell, span));
        }
    }

    /// The last round with a pairing, or a bye that the pairing gave; 0 before the first.
    pub fn recorded(&self) -> u32 {
        self.begun() as u32
    }

    fn begun(&self) -> usize {
        let is_paired = |cell: &Cell| matches!(cell, Cell::Paired { .. } | Cell::Bye(Bye::Pairing));
        self.rounds
            .iter()
            .rposition(|row| row.iter().flatten().any(|(cell, _)| is_paired(cell)))
            .map_or(0, |last| last + 1)
    }

    /// Completes the rounds. Somebody without anything in a recorded round had withdrawn, if it is
    /// recorded; in a league has a free round; else had not entered before their first round, and
    /// missed it afterwards. Rounds after the last that is paired hold announcements.
    pub fn settle(self, system: System, withdrawals: &[Withdrawal], at_least: u32) -> Settled {
        let begun = self.begun();
        let recorded = begun.max(at_least as usize);
        let mut settled = Settled::default();
        for entrant in 0..self.entrants {
            let cell = |round: usize| Some(self.rounds.get(round)?.get(entrant)?.as_ref()?.0);
            let first = (0..recorded).find(|&round| cell(round).is_some()).unwrap_or(recorded);
            let left = withdrawals.iter().find(|w| w.entrant == entrant).map(|w| w.after_round);
            let row = (0..recorded).map(|round| {
                cell(round).unwrap_or(Cell::Absent(match left {
                    Some(left) if round >= left as usize => Absence::Withdrawn,
                    _ if system.is_league() => Absence::FreeRound,
                    _ if round < first => Absence::NotEntered,
                    _ => Absence::Missed,
                }))
            });
            settled.cells.push(row.collect());
        }
        for (round, row) in self.rounds.iter().enumerate().skip(recorded) {
            for (entrant, cell) in row.iter().enumerate() {
                if let Some((cell, _)) = *cell {
                    let round = round as u32 + 1;
                    settled.announced.push(Announcement { entrant, round, cell });
                }
            }
        }
        settled
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diag::{FileId, Sources};
    use crate::model::Outcome;

    fn file() -> FileId {
        Sources::default().add("x", "")
    }

    fn paired(opponent: usize) -> Cell {
        Cell::Paired { opponent, colour: None, outcome: Outcome::Pending }
    }

    #[test]
    fn gaps_are_told_apart_and_the_next_round_is_announced() {
        let span = Span::new(file(), 0, 0);
        let mut rounds = Rounds::new(4);
        rounds.place(0, 1, paired(1), span);
        rounds.place(1, 1, paired(0), span);
        rounds.place(0, 2, paired(2), span);
        rounds.place(2, 2, paired(0), span);
        rounds.place(2, 3, Cell::Bye(Bye::Half), span);
        let withdrawals = [Withdrawal { entrant: 3, after_round: 1, eliminated: false }];
        let settled = rounds.settle(System::Swiss, &withdrawals, 0);
        let absent = |entrant: usize, round: usize| match settled.cells[entrant][round] {
            Cell::Absent(absence) => Some(absence),
            _ => None,
        };
        assert_eq!(settled.cells[0].len(), 2);
        assert_eq!(absent(1, 1), Some(Absence::Missed));
        assert_eq!(absent(2, 0), Some(Absence::NotEntered));
        assert_eq!(absent(3, 1), Some(Absence::Withdrawn));
        let half = Announcement { entrant: 2, round: 3, cell: Cell::Bye(Bye::Half) };
        assert_eq!(settled.announced, [half]);
    }
}
