//! Is a played tournament the system's? Every round is paired again from what had happened before
//! it.

use std::collections::BTreeMap;

use crate::model::{Bye, Cell, Colour, Tournament};

use super::edition::{Criterion, Edition};
use super::extras::Extras;
use super::field::Field;
use super::position::DutchPosition;
use super::{DutchError, DutchRound, pair};

/// One thing in which a round differs. Players are indices of entrants.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    pub round: u32,
    pub what: Disagreement,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Disagreement {
    /// The system makes this pair; the tournament does not have it.
    MissingPair {
        white: usize,
        black: usize,
    },
    /// The tournament has this pair; the system does not make it. `forbidden` is the rule that
    /// keeps the two apart, if one does.
    OtherPair {
        white: usize,
        black: usize,
        forbidden: Option<Criterion>,
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
    /// The system has no pairing for a round that was played.
    NoPairing(DutchError),
}

/// All differences between a tournament and the system, round by round. Rounds in which nobody was
/// paired are passed over.
///
/// # Errors
/// When the tournament cannot be replayed (a team event, results missing before the last round).
pub fn verify(
    tournament: &Tournament,
    edition: Edition,
    extras: &Extras,
) -> Result<Vec<Difference>, DutchError> {
    // Who misses the round to come says nothing about those that were played.
    let extras = Extras { absent: BTreeMap::new(), ..extras.clone() };
    let mut differences = Vec::new();
    for round in 1..=tournament.rounds_recorded().min(tournament.rounds) {
        let played = Played::of(tournament, round);
        if played.pairs.is_empty() && played.bye.is_none() {
            continue;
        }
        let position = DutchPosition::from_tournament(tournament, round, edition, &extras)?;
        let found = match pair(&position) {
            Ok(expected) => played.compare(&position, &expected),
            Err(error) => vec![Disagreement::NoPairing(error)],
        };
        differences.extend(found.into_iter().map(|what| Difference { round, what }));
    }
    Ok(differences)
}

/// A round as it was played.
struct Played {
    /// The smaller index first; who had White, if that is recorded.
    pairs: BTreeMap<(usize, usize), Option<usize>>,
    bye: Option<usize>,
}

impl Played {
    fn of(tournament: &Tournament, round: u32) -> Self {
        let mut played = Self { pairs: BTreeMap::new(), bye: None };
        for (index, row) in tournament.cells.iter().enumerate() {
            match row.get(round as usize - 1) {
                Some(&Cell::Paired { opponent, colour, .. }) => {
                    let white = colour.map(|c| if c == Colour::White { index } else { opponent });
                    let pair = (index.min(opponent), index.max(opponent));
                    let known = played.pairs.entry(pair).or_default();
                    *known = known.or(white);
                }
                Some(Cell::Bye(Bye::Pairing)) => played.bye = Some(index),
                _ => {}
            }
        }
        played
    }

    fn compare(&self, position: &DutchPosition, expected: &DutchRound) -> Vec<Disagreement> {
        let mut rest = self.pairs.clone();
        let mut differences = Vec::new();
        for (white, black) in expected.pairs() {
            match rest.remove(&(white.min(black), white.max(black))) {
                None => differences.push(Disagreement::MissingPair { white, black }),
                Some(Some(found)) if found != white => {
                    differences.push(Disagreement::Colours { white, black });
                }
                Some(_) => {}
            }
        }
        let field = Field::new(position);
        for ((a, b), white) in rest {
            let white = white.unwrap_or(a);
            let black = if white == a { b } else { a };
            let forbidden = field.objection(a, b);
            differences.push(Disagreement::OtherPair { white, black, forbidden });
        }
        if self.bye != expected.bye {
            differences.push(Disagreement::Bye { expected: expected.bye, found: self.bye });
        }
        differences
    }
}
