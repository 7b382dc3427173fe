//! Is a played tournament the system's? Every round is paired again from what had happened before
//! it, and every difference is told with the articles of both sides.

use std::collections::{BTreeMap, BTreeSet};

use super::{Pairer, PairingError, Position, RoundPairing, league};
use crate::core::contestants;
use crate::core::report::{Msg, Step, Value};
use crate::core::rules::Rules1990;
use crate::model::{Bye, Cell, Colour, PairingSystem, Points, Tournament};

/// One thing in which a round differs. Players are indices of entrants or, in a team event, of
/// teams ([`crate::core::contestants`] has their names).
#[derive(Clone, Debug, PartialEq)]
pub struct Difference {
    pub round: u32,
    pub what: Disagreement,
    /// Why the system decides as it does.
    pub expected: Vec<Step>,
    /// What the rules have against what was played; empty when it is only not the system's
    /// choice.
    pub found: Vec<Step>,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Disagreement {
    /// The system makes this pair; the tournament does not have it.
    MissingPair {
        white: usize,
        black: usize,
    },
    /// The tournament has this pair; the system does not make it.
    OtherPair {
        white: usize,
        black: usize,
    },
    /// The right pair; the system gives White to `white`.
    Colours {
        white: usize,
        black: usize,
    },
    Bye {
        expected: Option<usize>,
        found: Option<usize>,
    },
    /// `floats` says whether the player leaves the score group in the system's pairing; in the
    /// tournament it was the other way round.
    Floater {
        player: usize,
        floats: bool,
    },
    /// Every round is one of the table of a league, in another order: the table's rounds as they
    /// were played, from 1.
    Order {
        rounds: Vec<u32>,
    },
    /// The system has no pairing for a round that was played.
    NoPairing(PairingError),
}

impl Difference {
    /// The difference as a sentence.
    pub fn message(&self, tournament: &Tournament) -> Msg {
        // In a team event the indices are those of teams.
        let player = |index: usize| Some(contestants::value(tournament, index));
        let pair = |key, white, black| {
            Msg::new(key).with("white", player(white)).with("black", player(black))
        };
        let msg = match &self.what {
            Disagreement::MissingPair { white, black } => {
                pair("pairing.differs.missing", *white, *black)
            }
            Disagreement::OtherPair { white, black } => {
                pair("pairing.differs.other", *white, *black)
            }
            Disagreement::Colours { white, black } => {
                pair("pairing.differs.colours", *white, *black)
            }
            Disagreement::Bye { expected, found } => Msg::new("pairing.differs.bye")
                .with("expected", expected.and_then(player))
                .with("found", found.and_then(player)),
            Disagreement::Floater { player: who, floats } => {
                Msg::new(if *floats { "pairing.differs.floats" } else { "pairing.differs.floated" })
                    .with("player", player(*who))
            }
            Disagreement::Order { rounds } => {
                let rounds = rounds.iter().map(|&round| Value::from(round)).collect::<Vec<_>>();
                Msg::new("pairing.differs.order").with("rounds", rounds)
            }
            Disagreement::NoPairing(error) => {
                Msg::new("pairing.differs.none").with("reason", error.to_string())
            }
        };
        msg.with("round", self.round)
    }

    /// For programs: the sentence, and the reasons of both sides.
    pub fn to_json(&self, tournament: &Tournament) -> serde_json::Value {
        let steps = |steps: &[Step]| steps.iter().map(Step::to_json).collect::<Vec<_>>();
        serde_json::json!({
            "round": self.round,
            "difference": self.message(tournament).to_json(),
            "expected": steps(&self.expected),
            "found": steps(&self.found),
        })
    }
}

/// All differences between a tournament and a system, round by round. Colours are not compared in
/// a knock-out, for which the text prescribes none.
///
/// # Errors
/// When the tournament cannot be replayed (results missing before the last round).
pub fn verify(
    tournament: &Tournament,
    pairer: &dyn Pairer,
    rules: &Rules1990,
) -> Result<Vec<Difference>, PairingError> {
    if pairer.system() == PairingSystem::RoundRobin {
        return Ok(league::verify(tournament));
    }
    let mut differences = Vec::new();
    for round in 1..=tournament.rounds_recorded() {
        let position = Position::from_tournament(tournament, round, rules)?;
        let played = Played::of(tournament, round);
        match pairer.pair(&position) {
            Ok(pairing) => compare(&position, pairer, &pairing, &played, &mut differences),
            Err(error) => differences.push(Difference {
                round,
                what: Disagreement::NoPairing(error),
                expected: Vec::new(),
                found: Vec::new(),
            }),
        }
    }
    Ok(differences)
}

/// A round as it was played.
struct Played {
    /// The smaller index first; who had White, if that is recorded.
    pairs: BTreeMap<(usize, usize), Option<usize>>,
    bye: Option<usize>,
    /// All without an opponent who got a point for it.
    free: BTreeSet<usize>,
}

impl Played {
    fn of(tournament: &Tournament, round: u32) -> Self {
        let mut played = Self { pairs: BTreeMap::new(), bye: None, free: BTreeSet::new() };
        if tournament.is_team_event() {
            for m in tournament.matches.iter().filter(|m| m.round == round) {
                match m.away {
                    Some(away) => {
                        played.pairs.insert(sorted(m.home, away), Some(m.home));
                    }
                    None => {
                        played.bye = Some(m.home);
                        played.free.insert(m.home);
                    }
                }
            }
            return played;
        }
        for (index, row) in tournament.cells.iter().enumerate() {
            match row.get((round - 1) as usize) {
                Some(&Cell::Paired { opponent, colour, .. }) => {
                    let white = colour.map(|colour| match colour {
                        Colour::White => index,
                        Colour::Black => opponent,
                    });
                    played.pairs.insert(sorted(index, opponent), white);
                }
                Some(Cell::Bye(Bye::Pairing)) => {
                    played.bye = Some(index);
                    played.free.insert(index);
                }
                _ => {}
            }
        }
        played
    }
}

fn sorted(a: usize, b: usize) -> (usize, usize) {
    (a.min(b), a.max(b))
}

fn compare(
    position: &Position,
    pairer: &dyn Pairer,
    pairing: &RoundPairing,
    played: &Played,
    differences: &mut Vec<Difference>,
) {
    let round = pairing.round;
    let knock_out = pairer.system() == PairingSystem::KnockOut;
    let mut ours = BTreeSet::new();
    for board in &pairing.boards {
        let (white, black) = (board.white, board.black);
        let pair = sorted(white, black);
        ours.insert(pair);
        let (what, found) = match played.pairs.get(&pair) {
            None => (Disagreement::MissingPair { white, black }, Vec::new()),
            Some(Some(found)) if *found != white && !knock_out => {
                (Disagreement::Colours { white, black }, pairer.objections(position, black, white))
            }
            Some(_) => continue,
        };
        differences.push(Difference { round, what, expected: board.why.clone(), found });
    }
    for (&pair, &white) in played.pairs.iter().filter(|(pair, _)| !ours.contains(pair)) {
        let (white, black) = match white {
            Some(white) if white == pair.1 => (pair.1, pair.0),
            _ => pair,
        };
        let found = pairer.objections(position, white, black);
        let boards = pairing.boards.iter();
        let board = boards.into_iter().find(|b| b.white == white || b.black == white);
        differences.push(Difference {
            round,
            what: Disagreement::OtherPair { white, black },
            expected: board.map_or_else(Vec::new, |board| board.why.clone()),
            found,
        });
    }
    if knock_out {
        passes(position, pairer, pairing, played, differences);
        return;
    }
    let expected = pairing.bye.as_ref().map(|bye| bye.player);
    if expected != played.bye {
        let found = played.bye.map(|bye| pairer.bye_objections(position, bye));
        differences.push(Difference {
            round,
            what: Disagreement::Bye { expected, found: played.bye },
            expected: pairing.bye.as_ref().map_or_else(Vec::new, |bye| bye.why.clone()),
            found: found.unwrap_or_default(),
        });
    }
    let floated = floaters(position, played);
    let floats: BTreeSet<usize> = floaters_of(position, ours.iter().copied());
    for &player in floats.symmetric_difference(&floated) {
        let why = pairing.floaters.iter().filter(|f| f.player == player);
        differences.push(Difference {
            round,
            what: Disagreement::Floater { player, floats: floats.contains(&player) },
            expected: why.flat_map(|floater| floater.why.clone()).collect(),
            found: Vec::new(),
        });
    }
}

/// Free passes of a knock-out: given or not. One that is not written down is none the less passed.
fn passes(
    position: &Position,
    pairer: &dyn Pairer,
    pairing: &RoundPairing,
    played: &Played,
    differences: &mut Vec<Difference>,
) {
    let expected: BTreeSet<usize> = pairing.free.iter().map(|free| free.player).collect();
    for &player in played.free.difference(&expected) {
        differences.push(Difference {
            round: pairing.round,
            what: Disagreement::Bye { expected: None, found: Some(player) },
            expected: Vec::new(),
            found: pairer.bye_objections(position, player),
        });
    }
}

fn floaters(position: &Position, played: &Played) -> BTreeSet<usize> {
    floaters_of(position, played.pairs.keys().copied())
}

/// Who left their score group in a set of pairs: of two with different scores the one farther
/// from the median, or both when the median lies between them.
fn floaters_of(
    position: &Position,
    pairs: impl Iterator<Item = (usize, usize)>,
) -> BTreeSet<usize> {
    let median = Points::from_halves(position.round as i32 - 1);
    let mut floaters = BTreeSet::new();
    for (a, b) in pairs {
        let score = |player: usize| position.players[player].points;
        let (high, low) = if score(a) > score(b) { (a, b) } else { (b, a) };
        if score(high) == score(low) {
            continue;
        }
        if score(high) > median {
            floaters.insert(high);
        }
        if score(low) < median {
            floaters.insert(low);
        }
    }
    floaters
}
