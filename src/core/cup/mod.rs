//! A knock-out as it was played: who met whom in the bracket, who went through, and why
//! (SAP 3.1, Desempats 1.2.1, 2.5–2.5.2).

mod report;
mod second_chance;

use super::report::{Entry, Msg, Step, Value};
use super::{Rules1990, contestants, knockout};
use crate::core::pairing::bracket;
use crate::model::{Cell, Colour, Forfeit, Match, Outcome, Score, Tournament};
use crate::rulebook::ProvisionId;

pub use report::round_name;
pub use second_chance::{SecondChance, level_key, second_chances};

/// Who stands in a place of the bracket. Contestants are indices of entrants, or of teams.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    Of(usize),
    /// Nobody: a free pass for the other one.
    Empty,
    /// Not known yet.
    Open,
}

impl Place {
    pub fn contestant(self) -> Option<usize> {
        match self {
            Self::Of(index) => Some(index),
            _ => None,
        }
    }
}

/// What became of a tie.
#[derive(Clone, Debug, PartialEq)]
pub enum State {
    /// Not both known yet, or not played, or without its result.
    Open,
    /// Played, but what is recorded does not decide it.
    Undecided(Entry),
    /// Nobody to meet: the only one goes through.
    Pass(usize),
    /// The winner, with the reason.
    Won(usize, Entry),
    /// Neither goes through.
    Nobody(Entry),
}

/// One tie of the bracket; `upper` is named first.
#[derive(Clone, Debug, PartialEq)]
pub struct Tie {
    /// From 1.
    pub round: u32,
    pub upper: Place,
    pub lower: Place,
    pub state: State,
}

impl Tie {
    /// Who goes through, as far as it is known.
    pub fn through(&self) -> Place {
        match self.state {
            State::Pass(index) | State::Won(index, _) => Place::Of(index),
            State::Nobody(_) => Place::Empty,
            State::Open | State::Undecided(_) => match (self.upper, self.lower) {
                (Place::Empty, Place::Empty) => Place::Empty,
                _ => Place::Open,
            },
        }
    }

    /// Who was left behind by somebody who won.
    pub fn loser(&self) -> Option<usize> {
        let State::Won(winner, _) = self.state else { return None };
        [self.upper, self.lower].into_iter().filter_map(Place::contestant).find(|&c| c != winner)
    }
}

/// The whole bracket, round by round, each from top to bottom.
#[derive(Clone, Debug, PartialEq)]
pub struct Cup {
    pub rounds: Vec<Vec<Tie>>,
}

impl Cup {
    /// The bracket of the event's contestants by their numbers, with what was played.
    pub fn of(t: &Tournament, rules: &Rules1990) -> Self {
        let order = contestants::by_number(t);
        let entrants = order.len() as u32;
        let mut places: Vec<Place> = bracket::places(entrants)
            .into_iter()
            .map(|number| {
                number.map_or(Place::Empty, |number| Place::Of(order[number as usize - 1]))
            })
            .collect();
        let mut rounds = Vec::new();
        for round in 1..=bracket::round_count(entrants) {
            let ties: Vec<Tie> = places
                .chunks(2)
                .map(|pair| {
                    let (upper, lower) = (pair[0], pair[1]);
                    Tie { round, upper, lower, state: state(t, rules, round, upper, lower) }
                })
                .collect();
            places = ties.iter().map(Tie::through).collect();
            rounds.push(ties);
        }
        Self { rounds }
    }

    /// Who is still in before a round (from 1), when all that came before it is decided; else two
    /// whose tie is not.
    pub fn still_in(&self, round: u32) -> Result<Vec<usize>, (u32, usize, usize)> {
        let mut left = Vec::new();
        let Some(ties) = self.rounds.get((round.max(1) - 1) as usize) else { return Ok(left) };
        for place in ties.iter().flat_map(|tie| [tie.upper, tie.lower]) {
            match place {
                Place::Of(index) => left.push(index),
                Place::Empty => {}
                Place::Open => {
                    let before = self.rounds[..(round - 1) as usize].iter().flatten();
                    let open = before.rev().find_map(|tie| match (tie.upper, tie.lower) {
                        (Place::Of(a), Place::Of(b)) if tie.through() == Place::Open => {
                            Some((tie.round, a, b))
                        }
                        _ => None,
                    });
                    return open.map_or(Ok(Vec::new()), Err);
                }
            }
        }
        Ok(left)
    }

    /// Ties that a contestant came through in rounds 1 … `after_round`, played or not.
    pub fn passed(&self, who: usize, after_round: u32) -> u32 {
        let ties = self.rounds.iter().flatten();
        let through =
            ties.filter(|tie| tie.round <= after_round && tie.through() == Place::Of(who));
        through.count() as u32
    }

    /// The winner of the event, when there is one.
    pub fn champion(&self) -> Option<usize> {
        self.rounds.last()?.first()?.through().contestant()
    }

    /// The tie of two contestants in a round.
    pub fn tie(&self, round: u32, one: usize, other: usize) -> Option<&Tie> {
        let (one, other) = (Place::Of(one), Place::Of(other));
        self.rounds.get((round.checked_sub(1)?) as usize)?.iter().find(|tie| {
            (tie.upper, tie.lower) == (one, other) || (tie.upper, tie.lower) == (other, one)
        })
    }
}

/// What became of a tie between two places.
fn state(t: &Tournament, rules: &Rules1990, round: u32, upper: Place, lower: Place) -> State {
    match (upper, lower) {
        (Place::Of(index), Place::Empty) | (Place::Empty, Place::Of(index)) => State::Pass(index),
        (Place::Of(upper), Place::Of(lower)) => played(t, rules, round, upper, lower),
        _ => State::Open,
    }
}

fn played(t: &Tournament, rules: &Rules1990, round: u32, upper: usize, lower: usize) -> State {
    if t.is_team_event() {
        match match_of(t, round, upper, lower) {
            Some(m) => by_match(t, rules, m),
            None => without_record(t, round, upper, lower),
        }
    } else {
        match cell_of(t, upper, round) {
            Some(Cell::Paired { opponent, colour, outcome }) if opponent == lower => {
                by_game(t, round, (upper, lower), colour, outcome)
            }
            _ => without_record(t, round, upper, lower),
        }
    }
}

/// The cell of an entrant in a round.
fn cell_of(t: &Tournament, entrant: usize, round: u32) -> Option<Cell> {
    t.cells.get(entrant)?.get(round.checked_sub(1)? as usize).copied()
}

/// The match of two teams in a round, whoever is at home.
pub fn match_of(t: &Tournament, round: u32, one: usize, other: usize) -> Option<&Match> {
    t.matches.iter().find(|m| {
        m.round == round
            && ((m.home, m.away) == (one, Some(other)) || (m.home, m.away) == (other, Some(one)))
    })
}

/// One loss, and one is out (SAP 3.1).
fn rule() -> ProvisionId {
    ProvisionId::from("SAP 3.1")
}

fn won(t: &Tournament, winner: usize, entry: Entry) -> State {
    let Entry { citations, working, .. } = entry;
    let value = contestants::value(t, winner);
    State::Won(winner, Entry { value, citations, working })
}

fn by_match(t: &Tournament, rules: &Rules1990, m: &Match) -> State {
    let (Some(decision), Some(away)) = (knockout::decide_match(t, m, rules), m.away) else {
        return State::Open;
    };
    // The decision names its teams by letters: here they have names.
    let named = |team: knockout::Team| {
        contestants::value(t, if team == knockout::Team::A { m.home } else { away })
    };
    let mut entry = decision.entry.clone();
    for step in &mut entry.working {
        for (_, value) in &mut step.text.args {
            match value {
                Value::Text(text) if &**text == "A" => *value = named(knockout::Team::A),
                Value::Text(text) if &**text == "B" => *value = named(knockout::Team::B),
                _ => {}
            }
        }
    }
    match decision.winner {
        Some(knockout::Team::A) => won(t, m.home, entry),
        Some(knockout::Team::B) => won(t, away, entry),
        None if matches!(m.forfeit, Some((Forfeit::Lost, Forfeit::Lost))) => {
            State::Nobody(Entry { value: Value::Undefined, ..entry })
        }
        None => otherwise(t, m.round, m.home, away, entry.working),
    }
}

fn by_game(
    t: &Tournament,
    round: u32,
    (upper, lower): (usize, usize),
    colour: Option<Colour>,
    outcome: Outcome,
) -> State {
    let says = |key: &'static str, winner: usize, loser: usize| {
        let msg = Msg::new(key)
            .with("winner", contestants::value(t, winner))
            .with("loser", contestants::value(t, loser));
        let msg = match colour {
            Some(colour) => {
                msg.with("colour", if winner == upper { colour } else { colour.other() })
            }
            None => msg,
        };
        let entry = Entry::plain(Value::Undefined).cite(&rule());
        won(t, winner, entry.step(Step::new(msg).cite(&rule())))
    };
    let key = if colour.is_some() { "cup.beats-as" } else { "cup.beats" };
    match outcome {
        Outcome::Pending => State::Open,
        Outcome::Played(Score::Win) => says(key, upper, lower),
        Outcome::Played(Score::Loss) => says(key, lower, upper),
        Outcome::Played(Score::Draw) => {
            let drawn = Step::new(
                Msg::new("cup.drawn")
                    .with("one", contestants::value(t, upper))
                    .with("other", contestants::value(t, lower)),
            );
            otherwise(t, round, upper, lower, vec![drawn])
        }
        Outcome::Forfeit(Forfeit::Won) => says("cup.absent", upper, lower),
        Outcome::Forfeit(Forfeit::Lost) => match cell_of(t, lower, round) {
            Some(Cell::Paired { outcome: Outcome::Forfeit(Forfeit::Lost), .. }) => {
                let msg = Msg::new("cup.both-absent")
                    .with("one", contestants::value(t, upper))
                    .with("other", contestants::value(t, lower));
                let step = Step::new(msg).cite(&rule());
                State::Nobody(Entry::plain(Value::Undefined).cite(&rule()).step(step))
            }
            _ => says("cup.absent", lower, upper),
        },
    }
}

/// A tie without a result of its own: a recorded departure, or who plays on, decides it.
fn otherwise(t: &Tournament, round: u32, one: usize, other: usize, steps: Vec<Step>) -> State {
    let entry = |key: &'static str, winner: usize, loser: usize| {
        let msg = Msg::new(key)
            .with("winner", contestants::value(t, winner))
            .with("loser", contestants::value(t, loser));
        let entry = Entry::plain(Value::Undefined).cite(&rule()).steps(steps.clone());
        won(t, winner, entry.step(Step::new(msg).cite(&rule())))
    };
    let left = |who: usize| t.withdrawal(who).is_some_and(|w| w.after_round <= round);
    match (left(one), left(other)) {
        (false, true) => return entry("cup.departed", one, other),
        (true, false) => return entry("cup.departed", other, one),
        _ => {}
    }
    match (plays_after(t, round, one), plays_after(t, round, other)) {
        (true, false) => entry("cup.goes-on", one, other),
        (false, true) => entry("cup.goes-on", other, one),
        _ => State::Undecided(Entry::plain(Value::Undefined).cite(&rule()).steps(steps)),
    }
}

fn without_record(t: &Tournament, round: u32, one: usize, other: usize) -> State {
    match otherwise(t, round, one, other, Vec::new()) {
        State::Undecided(_) => State::Open,
        state => state,
    }
}

/// Has a contestant an opponent, or a free pass, in a later round?
fn plays_after(t: &Tournament, round: u32, who: usize) -> bool {
    if t.is_team_event() {
        t.matches.iter().any(|m| m.round > round && (m.home == who || m.away == Some(who)))
    } else {
        let later = t.cells.get(who).into_iter().flatten().skip(round as usize);
        later.into_iter().any(|cell| matches!(cell, Cell::Paired { .. } | Cell::Bye(_)))
    }
}

#[cfg(test)]
mod tests;
