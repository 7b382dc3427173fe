//! The Dutch system of FIDE (C.04.3), in the editions of 2017 and 2026.
//!
//! The text describes trial and error: brackets from the top down, in each of them one candidate
//! after the other until one is perfect, else the best seen. That is the same as *the best
//! candidate by the criteria, and of those the one generated first*, which is how it is computed
//! here, exactly and without trying candidates:
//!
//! | module | what it does |
//! |---|---|
//! | [`position`], [`extras`] | what has happened, accelerations included |
//! | [`edition`] | editions, criteria, rules of colours, their articles |
//! | [`colours`] | preferences and the allocation of colours |
//! | `field` | the players in rank order, who may meet whom |
//! | `completion` | can the rest be paired, who gets the bye (C.4, C.5) |
//! | `bracket` | one bracket after the other |
//! | `regular` | brackets in which every criterion is at its bound: proof by counting |
//! | `problem`, `weighing` | all others: criteria as weights of pairs |
//! | `order` | the first of equally good candidates |
//! | `matching`, `weighted`, `wide` | matchings of general graphs |
//! | [`explanation`], `questions` | which criterion decided |
//! | [`system`] | the same question as all systems, from a whole tournament |
//! | [`mod@verify`] | is a played tournament the system's? |
//!
//! Time: a round of regular brackets costs O(n²) operations on bits and words; a bracket that must
//! be weighed costs O(m³) for its m players, with weights of a few hundred bits.

mod bracket;
pub mod colours;
mod completion;
pub mod edition;
pub mod explanation;
pub mod extras;
mod field;
mod local;
mod matching;
mod order;
pub mod position;
mod problem;
mod questions;
mod regular;
pub mod system;
pub mod verify;
mod weighing;
mod weighted;
mod wide;

use super::{Named, list};
use std::sync::Arc;

use crate::model::{Colour, Points};

pub use bracket::{Proof, Stage};
pub use edition::{ColourRule, Criterion, Edition};
pub use extras::{Acceleration, Extras, Forbidden, GamePoints, baku};
pub use position::{DutchPlayer, DutchPosition, Float, Game};

pub use explanation::{Explanation, explain};
pub use verify::{Difference, Disagreement, verify};

use completion::Completion;
use field::Field;

/// How brackets are computed. Both give the same pairing: one checks the other.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Method {
    /// By counting where that is a proof, else by weight.
    #[default]
    Bounds,
    /// Always by weight. Slow.
    Weights,
}

/// A round. Players are indices into [`DutchPosition::players`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DutchRound {
    pub round: u32,
    /// In the order of publication (C.04.2).
    pub boards: Vec<Board>,
    /// Who has the bye of the pairing.
    pub bye: Option<usize>,
    /// From the top.
    pub brackets: Vec<BracketStory>,
}

impl DutchRound {
    /// White, black, in the order of publication.
    pub fn pairs(&self) -> Vec<(usize, usize)> {
        self.boards.iter().map(|board| (board.white, board.black)).collect()
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Board {
    pub white: usize,
    pub black: usize,
    /// What gave the colours.
    pub colours: ColourRule,
}

/// A bracket as it was paired.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BracketStory {
    /// The score of the residents; the highest of them in a collapsed bracket.
    pub score: Points,
    pub stage: Stage,
    /// Players who came from above, in rank order.
    pub moved_down: Vec<usize>,
    /// In rank order.
    pub residents: Vec<usize>,
    /// The better ranked first; moved-down players first, then the upper half in order.
    pub pairs: Vec<(usize, usize)>,
    /// Who stays behind, in rank order.
    pub left: Vec<usize>,
    pub proof: Proof,
}

/// Why there is no pairing.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DutchError {
    #[error("round {round} cannot be paired: the tournament has {rounds} rounds")]
    NoSuchRound { round: u32, rounds: u32 },
    #[error("round {round} cannot be paired: the results of round {missing} are not complete")]
    Incomplete { round: u32, missing: u32 },
    #[error("round {round} cannot be paired before round {next}")]
    TooEarly { round: u32, next: u32 },
    #[error("teams are not paired by this system")]
    TeamEvent,
    #[error("the initial colour is not known: draw it by lot and record it")]
    NoInitialColour,
    #[error("two players have the pairing number {0}")]
    DuplicateNumber(u32),
    #[error("the position names a player {index}, but there are only {players} players")]
    NoSuchPlayer { index: usize, players: usize },
    /// Somebody can be left over, but nobody who may have the bye (C.2).
    #[error(
        "nobody can have the bye: only {} could be left over, and each of them has had one, or \
         points without playing (C.04.3 C.2); the arbiter must decide", list(.left_out)
    )]
    NoBye { left_out: Vec<Named> },
    /// Some largest set of pairs of players who may meet leaves these out (C.1, C.3).
    #[error(
        "no pairing exists: whoever plays whom, somebody is left over, for example {}; they have \
         met all the others, or are kept from them; the arbiter must decide", list(.left_out)
    )]
    Impossible { left_out: Vec<Named> },
    /// A fault of the program, never of the data.
    #[error("internal error: {0}")]
    Internal(&'static str),
}

impl DutchPosition {
    /// Number and name of a player.
    pub fn named(&self, player: usize) -> Named {
        let player = &self.players[player];
        Named { number: player.number, name: Arc::clone(&player.name) }
    }
}

/// The pairing of a round.
///
/// # Errors
/// When the position contradicts itself, or no legal pairing exists.
pub fn pair(position: &DutchPosition) -> Result<DutchRound, DutchError> {
    pair_by(position, Method::default())
}

/// The same, by a method of choice.
///
/// # Errors
/// As [`pair`].
pub fn pair_by(position: &DutchPosition, method: Method) -> Result<DutchRound, DutchError> {
    position.check()?;
    let field = Field::new(position);
    let completion = Completion::new(&field)?;
    let brackets = bracket::pair_all(&field, &completion, method)?;
    let pairs = brackets.iter().flat_map(|bracket| bracket.pairs.iter().copied());
    let bye = brackets.last().and_then(|last| last.left.first()).map(|&r| field.players[r].index);
    Ok(DutchRound {
        round: position.round,
        boards: boards(&field, pairs),
        bye,
        brackets: brackets.iter().map(|bracket| story(&field, bracket)).collect(),
    })
}

/// Colours, and the order of publication: by the points of the higher ranked, of the lower ranked,
/// then by the pairing number of the higher ranked. Virtual points do not count, not even for who
/// is the higher ranked.
fn boards(field: &Field<'_>, pairs: impl Iterator<Item = (usize, usize)>) -> Vec<Board> {
    let mut boards: Vec<_> = pairs
        .map(|(high, low)| {
            let (colour, colours) = field.colours(high, low);
            let (high, low) = (field.players[high].index, field.players[low].index);
            let (white, black) = if colour == Colour::White { (high, low) } else { (low, high) };
            let players = &field.position.players;
            let rank = |p: usize| (std::cmp::Reverse(players[p].points), players[p].number);
            let (better, other) = (rank(high).min(rank(low)), rank(high).max(rank(low)));
            ((better.0, other.0, better.1), Board { white, black, colours })
        })
        .collect();
    boards.sort_by_key(|&(key, _)| key);
    boards.into_iter().map(|(_, board)| board).collect()
}

fn story(field: &Field<'_>, paired: &bracket::Paired) -> BracketStory {
    let index = |&rank: &usize| field.players[rank].index;
    let residents = paired.bracket.residents.clone();
    BracketStory {
        score: field.players[residents.start].score,
        stage: paired.bracket.stage,
        moved_down: paired.bracket.mdps.iter().map(index).collect(),
        residents: residents.map(|rank| field.players[rank].index).collect(),
        pairs: paired.pairs.iter().map(|(a, b)| (index(a), index(b))).collect(),
        left: paired.left.iter().map(index).collect(),
        proof: paired.proof,
    }
}
