//! Plays an individual tournament round by round.

use super::chance::{BOTH_ABSENT, white_score};
use super::{Chances, Pairer, Plan, Random, SimulationError};
use crate::model::{
    Absence, Bye, Cell, Colour, Date, Forfeit, Outcome, Score, System, Tournament, Withdrawal,
};

/// What is decided about a tournament before it is played.
#[derive(Clone, Debug)]
pub struct Course<'a> {
    /// By entrant.
    pub strengths: &'a [i32],
    pub chances: Chances,
    /// First round of each entrant, from 0.
    pub enters: Vec<usize>,
    /// Last round (as a number from 1) of those who leave early.
    pub leaves: Vec<Option<u32>>,
    /// Games lost by absence after which somebody is out.
    pub eliminate_after: Option<u32>,
    /// Rounds to record.
    pub rounds: usize,
    /// The last of them is paired only.
    pub unfinished: bool,
}

impl<'a> Course<'a> {
    /// Everybody plays all rounds.
    pub fn plain(strengths: &'a [i32], chances: Chances, rounds: usize) -> Self {
        Self {
            strengths,
            chances,
            enters: vec![0; strengths.len()],
            leaves: vec![None; strengths.len()],
            eliminate_after: None,
            rounds,
            unfinished: false,
        }
    }

    /// Draws who enters late and who leaves early.
    pub fn draw(plan: &Plan, strengths: &'a [i32], random: &mut Random) -> Self {
        let mut course = Self::plain(strengths, plan.chances, plan.rounds);
        course.eliminate_after = plan.eliminate_after;
        course.unfinished = plan.unfinished;
        let mut order: Vec<usize> = (0..strengths.len()).collect();
        random.shuffle(&mut order);
        let late = if plan.system == System::Swiss { plan.late_entries } else { 0 };
        for &entrant in order.iter().take(late) {
            course.enters[entrant] = (1 + random.index(2)).min(plan.rounds - 1);
        }
        let last = plan.rounds as i32 - 1;
        for &entrant in order.iter().skip(late).take(plan.withdrawals).filter(|_| last >= 1) {
            course.leaves[entrant] = Some(random.between(1, last) as u32);
        }
        course
    }
}

/// A day so many days later; the day itself where the calendar ends.
pub fn days_after(day: Date, days: i64) -> Date {
    day.checked_add(jiff::Span::new().days(days)).unwrap_or(day)
}

/// Plays the rounds of `course` and fills in the cells and withdrawals.
pub fn play(
    tournament: &mut Tournament,
    course: &Course<'_>,
    pairer: &dyn Pairer,
    random: &mut Random,
) -> Result<(), SimulationError> {
    let count = tournament.entrants.len();
    let mut field = Field {
        leaves: course.leaves.clone(),
        eliminated: vec![false; count],
        missed_games: vec![0; count],
    };
    tournament.cells = vec![Vec::with_capacity(course.rounds); count];
    for round in 0..course.rounds {
        let away: Vec<Option<Absence>> = (0..count)
            .map(|entrant| field.absence(tournament.system, course, entrant, round, random))
            .collect();
        let league = tournament.system.is_league();
        let present: Vec<usize> = (0..count).filter(|&e| league || away[e].is_none()).collect();
        let table = pairer.pair(tournament, round, &present)?;
        let pending = course.unfinished && round + 1 == course.rounds;

        let mut row: Vec<Option<Cell>> =
            away.iter().map(|absence| absence.filter(|_| !league).map(Cell::Absent)).collect();
        let mut seat = |entrant: usize, cell: Cell| match row.get_mut(entrant) {
            Some(free @ None) => {
                *free = Some(cell);
                Ok(())
            }
            _ => Err(SimulationError::BadPairing { round: round as u32 + 1 }),
        };
        for &(white, black) in &table.pairs {
            let (for_white, for_black) = if pending {
                (Outcome::Pending, Outcome::Pending)
            } else if league && (away[white].is_some() || away[black].is_some()) {
                (forfeit(away[white].is_none()), forfeit(away[black].is_none()))
            } else {
                outcome(tournament.system, course, (white, black), random)
            };
            field.note(course, (white, for_white), round);
            field.note(course, (black, for_black), round);
            if tournament.system == System::KnockOut {
                field.knock_out(if won(for_white) { black } else { white }, round);
            }
            let cell = |opponent, colour, outcome| Cell::Paired {
                opponent,
                colour: Some(colour),
                outcome,
            };
            seat(white, cell(black, Colour::White, for_white))?;
            seat(black, cell(white, Colour::Black, for_black))?;
        }
        for &entrant in &table.byes {
            let free = Cell::Absent(Absence::FreeRound);
            seat(entrant, if league { free } else { Cell::Bye(Bye::Pairing) })?;
        }
        for (cells, cell) in tournament.cells.iter_mut().zip(row) {
            cells.push(cell.ok_or(SimulationError::BadPairing { round: round as u32 + 1 })?);
        }
    }
    tournament.withdrawals = field.withdrawals(tournament.system);
    Ok(())
}

/// Who is still in the event.
struct Field {
    /// Last round, from 1, of those who have left or will.
    leaves: Vec<Option<u32>>,
    eliminated: Vec<bool>,
    /// Games lost by absence.
    missed_games: Vec<u32>,
}

impl Field {
    fn absence(
        &self,
        system: System,
        course: &Course<'_>,
        entrant: usize,
        round: usize,
        random: &mut Random,
    ) -> Option<Absence> {
        if self.leaves[entrant].is_some_and(|last| round >= last as usize) {
            Some(Absence::Withdrawn)
        } else if round < course.enters[entrant] {
            Some(Absence::NotEntered)
        } else if system == System::Swiss && random.per_mille(course.chances.absences) {
            Some(Absence::Missed)
        } else {
            None
        }
    }

    /// Counts a game lost by absence, and what follows from it.
    fn note(&mut self, course: &Course<'_>, (entrant, outcome): (usize, Outcome), round: usize) {
        if outcome != Outcome::Forfeit(Forfeit::Lost) || self.left(entrant, round) {
            return;
        }
        self.missed_games[entrant] += 1;
        if course.eliminate_after.is_some_and(|most| self.missed_games[entrant] >= most) {
            self.leaves[entrant] = Some(round as u32 + 1);
            self.eliminated[entrant] = true;
        }
    }

    fn left(&self, entrant: usize, round: usize) -> bool {
        self.leaves[entrant].is_some_and(|last| round >= last as usize)
    }

    fn knock_out(&mut self, entrant: usize, round: usize) {
        self.leaves[entrant] = Some(round as u32 + 1);
    }

    /// The decisions to record. Losing in a knock-out is none.
    fn withdrawals(&self, system: System) -> Vec<Withdrawal> {
        let leaves = self.leaves.iter().enumerate();
        leaves
            .filter(|_| system != System::KnockOut)
            .filter_map(|(entrant, &last)| {
                let eliminated = self.eliminated[entrant];
                last.map(|after_round| Withdrawal { entrant, after_round, eliminated })
            })
            .collect()
    }
}

/// The outcome of a pairing for White and for Black.
fn outcome(
    system: System,
    course: &Course<'_>,
    (white, black): (usize, usize),
    random: &mut Random,
) -> (Outcome, Outcome) {
    let decisive = system == System::KnockOut;
    if random.per_mille(course.chances.forfeits) {
        let both = !decisive && random.per_mille(BOTH_ABSENT);
        let white_came = !both && random.per_mille(500);
        return (forfeit(white_came), forfeit(!both && !white_came));
    }
    let strengths = course.strengths;
    let draws = if decisive { 0 } else { course.chances.draws };
    let score = white_score(strengths[white], strengths[black], draws, random);
    (Outcome::Played(score), Outcome::Played(score.mirrored()))
}

pub(super) fn forfeit(came: bool) -> Outcome {
    Outcome::Forfeit(if came { Forfeit::Won } else { Forfeit::Lost })
}

fn won(outcome: Outcome) -> bool {
    matches!(outcome, Outcome::Played(Score::Win) | Outcome::Forfeit(Forfeit::Won))
}
