//! A knock-out, round after round by the bracket (SAP 3.1, AMB-90).

use super::bracket::{self, Meeting};
use super::{Board, ByeGiven, Pairer, PairingError, Position, Presence, RoundPairing};
use crate::core::report::{Msg, Step, Value};
use crate::model::{Colour, PairingSystem};
use crate::rulebook::ProvisionId;

/// Those still in meet in the order of the bracket; the position says who is still in.
#[derive(Clone, Copy, Debug)]
pub struct KnockOut;

fn rule() -> ProvisionId {
    ProvisionId::from("SAP 3.1")
}

fn who(position: &Position, index: usize) -> Value {
    let player = &position.players[index];
    Value::Entrant { index, number: player.number, name: player.name.clone() }
}

/// Indices of a position's players in the order of their numbers.
fn places(position: &Position) -> Vec<usize> {
    let mut order: Vec<usize> = (0..position.players.len()).collect();
    order.sort_by_key(|&index| position.players[index].number);
    order
}

fn is_in(position: &Position, index: usize) -> bool {
    position.players[index].presence != Presence::Withdrawn
}

fn colours(position: &Position, index: usize) -> Vec<Colour> {
    position.players[index].games.iter().filter_map(|game| game.colour).collect()
}

impl Pairer for KnockOut {
    fn system(&self) -> PairingSystem {
        PairingSystem::KnockOut
    }

    fn pair(&self, position: &Position) -> Result<RoundPairing, PairingError> {
        position.check()?;
        let round = position.round;
        let places = places(position);
        let entrants = places.len() as u32;
        let rounds = bracket::round_count(entrants);
        if round == 0 || round > rounds {
            return Err(PairingError::NoSuchRound { round, rounds });
        }
        let at = |number: u32| places[number as usize - 1];
        let meetings = bracket::meetings(entrants, round, |n| is_in(position, at(n)));
        let meetings = meetings.map_err(|undecided| PairingError::Undecided {
            round,
            open: round - 1,
            one: position.players[at(undecided.0)].named(),
            other: position.players[at(undecided.1)].named(),
        })?;
        let mut boards = Vec::new();
        let mut free = Vec::new();
        for meeting in meetings {
            match meeting {
                Meeting::Match { upper, lower } => {
                    let (one, other) = (at(upper), at(lower));
                    let first = Msg::new("knock-out.meet")
                        .with("one", who(position, one))
                        .with("other", who(position, other))
                        .with("round", round);
                    let (a, b) = (colours(position, one), colours(position, other));
                    let upper_white = bracket::upper_has_white(&a, &b);
                    let (white, black) = if upper_white { (one, other) } else { (other, one) };
                    let colour = Msg::new("knock-out.colour").with("white", who(position, white));
                    let why = vec![Step::new(first).cite(&rule()), Step::new(colour)];
                    boards.push(Board { white, black, why });
                }
                Meeting::Pass(number) => {
                    let msg = Msg::new("knock-out.pass").with("player", who(position, at(number)));
                    let why = vec![Step::new(msg).cite(&rule())];
                    free.push(ByeGiven { player: at(number), why });
                }
                Meeting::Nobody => {}
            }
        }
        Ok(RoundPairing { free, ..RoundPairing::of_boards(round, boards) })
    }

    /// Who is out does not play, and who is in meets the winner of the other half only. Colours
    /// are nobody's right.
    fn objections(&self, position: &Position, white: usize, black: usize) -> Vec<Step> {
        let out = [white, black].into_iter().filter(|&index| !is_in(position, index));
        let out = out.map(|index| {
            let msg = Msg::new("knock-out.out").with("player", who(position, index));
            Step::new(msg).cite(&rule())
        });
        out.collect()
    }

    fn bye_objections(&self, position: &Position, player: usize) -> Vec<Step> {
        let Ok(pairing) = self.pair(position) else { return Vec::new() };
        if pairing.free.iter().any(|free| free.player == player) {
            return Vec::new();
        }
        let msg = Msg::new("knock-out.no-pass").with("player", who(position, player));
        vec![Step::new(msg).cite(&rule())]
    }
}
