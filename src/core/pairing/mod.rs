//! Pairing: who meets whom, with which colour, and why.
//!
//! Every system answers the same question ([`Pairer`]): given a [`Position`], the next round, as a
//! [`RoundPairing`] that carries its own explanation. Systems:
//!
//! | system | module |
//! |---|---|
//! | Swiss system of the 1990 bulletin | [`fce1990`] |
//! | Dutch system of FIDE, editions 2017 and 2026 | [`dutch`] |
//! | league | [`league`], by the tables of [`berger`]; numbers by lot: [`draw`]; to print: [`tables`] |
//! | knock-out | [`knock_out`], by the places of [`bracket`] |
//!
//! A new system is one module and one line in [`pairer`]. What they share: [`matching`] (can the
//! rest still be paired?), [`weighted`] (at what cost?), [`mod@verify`] (is a played tournament the
//! system's?).

pub mod berger;
pub mod bits;
pub mod bracket;
pub mod draw;
pub mod dutch;
pub mod fce1990;
pub mod knock_out;
pub mod league;
pub mod matching;
mod position;
pub mod tables;
mod told;
pub mod verify;
pub mod weighted;

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::core::report::{Msg, Step};
use crate::core::rules::Rules1990;
use crate::model::{self, Points};
use crate::rulebook::ProvisionId;

pub use position::{Game, Player, Position, Presence, Promotion, Settings};
pub use verify::{Difference, Disagreement, verify};

/// A system that pairs round after round.
pub trait Pairer {
    fn system(&self) -> model::PairingSystem;

    /// The pairing of the position's round.
    fn pair(&self, position: &Position) -> Result<RoundPairing, PairingError>;

    /// What the rules have against a pair of two players (indices into
    /// [`Position::players`]); nothing when they may be paired.
    fn objections(&self, position: &Position, white: usize, black: usize) -> Vec<Step>;

    /// What the rules have against giving the bye to a player.
    fn bye_objections(&self, position: &Position, player: usize) -> Vec<Step>;
}

/// The pairing of a round by a system, with everybody's state before it.
///
/// # Errors
/// When the round cannot be reached or no pairing exists; the message names the players.
pub fn pair_round(
    system: model::PairingSystem,
    tournament: &model::Tournament,
    round: u32,
    rules: &Rules1990,
    settings: Settings,
    explained: bool,
) -> Result<(Position, RoundPairing), PairingError> {
    if let Some(edition) = dutch::Edition::of(system) {
        return dutch::system::pair_round(tournament, round, edition, rules, explained);
    }
    let pairer = pairer(system, rules).ok_or(PairingError::NotRoundByRound(system.key()))?;
    let mut position = Position::from_tournament(tournament, round, rules)?;
    position.settings = settings;
    let pairing = pairer.pair(&position)?;
    Ok((position, pairing))
}

/// All differences between a tournament and a system, round by round.
///
/// # Errors
/// When the tournament cannot be replayed.
pub fn verify_tournament(
    system: model::PairingSystem,
    tournament: &model::Tournament,
    rules: &Rules1990,
) -> Result<Vec<Difference>, PairingError> {
    if let Some(edition) = dutch::Edition::of(system) {
        return dutch::system::verify_tournament(tournament, edition);
    }
    let pairer = pairer(system, rules).ok_or(PairingError::NotRoundByRound(system.key()))?;
    verify(tournament, &*pairer, rules)
}

/// The systems known here, by their name. `None` for one that does not pair round by round or is
/// not written yet.
pub fn pairer(system: model::PairingSystem, rules: &Rules1990) -> Option<Box<dyn Pairer>> {
    match system {
        model::PairingSystem::Fce1990 => Some(Box::new(fce1990::Fce1990::new(rules))),
        model::PairingSystem::RoundRobin => Some(Box::new(league::League)),
        model::PairingSystem::KnockOut => Some(Box::new(knock_out::KnockOut)),
        _ => None,
    }
}

/// One round, paired and explained. Players are indices into [`Position::players`], which are
/// those of the tournament's entrants.
#[derive(Clone, Debug, PartialEq)]
pub struct RoundPairing {
    pub round: u32,
    /// In the order of publication.
    pub boards: Vec<Board>,
    pub bye: Option<ByeGiven>,
    /// Who has nobody to meet, without it being a bye: the free round of a league, the free passes
    /// of a knock-out.
    pub free: Vec<ByeGiven>,
    /// In the order of leaving their groups.
    pub floaters: Vec<Floater>,
    /// Players freed from a prohibition because no pairing existed otherwise.
    pub releases: Vec<Release>,
    /// About the round as a whole.
    pub notes: Vec<Step>,
    /// The score groups in the order in which they were paired: the whole story.
    pub groups: Vec<GroupStory>,
    /// How often each rule decided something.
    pub decided: BTreeMap<&'static str, u32>,
}

impl RoundPairing {
    /// White, black, in the order of publication.
    pub fn pairs(&self) -> Vec<(usize, usize)> {
        self.boards.iter().map(|board| (board.white, board.black)).collect()
    }

    /// A round of pairs in order, with nothing to tell yet.
    pub fn of_boards(round: u32, boards: Vec<Board>) -> Self {
        Self {
            round,
            boards,
            bye: None,
            free: Vec::new(),
            floaters: Vec::new(),
            releases: Vec::new(),
            notes: Vec::new(),
            groups: Vec::new(),
            decided: BTreeMap::new(),
        }
    }
}

#[derive(Clone, Debug, PartialEq)]
pub struct Board {
    pub white: usize,
    pub black: usize,
    pub why: Vec<Step>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct ByeGiven {
    pub player: usize,
    pub why: Vec<Step>,
}

/// A player who left a score group.
#[derive(Clone, Debug, PartialEq)]
pub struct Floater {
    pub player: usize,
    /// The score of the group that was left.
    pub from: Points,
    /// The score of the group that was entered.
    pub to: Points,
    pub why: Vec<Step>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Release {
    pub player: usize,
    pub why: Vec<Step>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct GroupStory {
    pub title: Msg,
    pub steps: Vec<Step>,
}

/// The provisions that a chain of reasons cites, each once, in order.
pub fn citations(steps: &[Step]) -> Vec<ProvisionId> {
    let mut cited: Vec<ProvisionId> = Vec::new();
    for provision in steps.iter().flat_map(|step| &step.citations) {
        if !cited.contains(provision) {
            cited.push(provision.clone());
        }
    }
    cited
}

/// A player named in an error.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Named {
    pub number: u32,
    pub name: Arc<str>,
}

fn list(players: &[Named]) -> String {
    let names: Vec<_> = players.iter().map(|p| format!("{} {}", p.number, p.name)).collect();
    names.join(", ")
}

/// Why there is no pairing.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PairingError {
    #[error("round {round} cannot be paired: the tournament has {rounds} rounds")]
    NoSuchRound { round: u32, rounds: u32 },
    #[error("round {round} cannot be paired: the results of round {missing} are not complete")]
    Incomplete { round: u32, missing: u32 },
    #[error("round {round} cannot be paired before round {next}")]
    TooEarly { round: u32, next: u32 },
    #[error("teams are not paired by this system")]
    TeamEvent,
    #[error(
        "round {round} cannot be paired: round {open} does not say whether {} or {} goes through; \
         record the result, or who is out under `[[withdrawals]]`", list(std::slice::from_ref(.one)),
        list(std::slice::from_ref(.other))
    )]
    Undecided { round: u32, open: u32, one: Named, other: Named },
    #[error("two players have the pairing number {0}")]
    DuplicateNumber(u32),
    #[error("the position names a player {index}, but there are only {players} players")]
    NoSuchPlayer { index: usize, players: usize },
    /// All who could be left over have had a bye or an unplayed win (Swiss 8.2).
    #[error(
        "nobody can have the bye: {} had one, or a win without playing (Swiss 8.2); \
         a second bye must be allowed by the arbiter", list(.barred)
    )]
    NoBye { barred: Vec<Named> },
    /// Some largest set of pairs of players who may meet leaves these out.
    #[error(
        "no pairing exists: whoever plays whom, somebody is left over, for example {}; \
         they have met all the others, or are kept from them", list(.left_out)
    )]
    Impossible { left_out: Vec<Named> },
    #[error("the system {0} does not pair round by round here")]
    NotRoundByRound(&'static str),
    /// A system's own reason.
    #[error("{0}")]
    System(String),
    /// A fault of the program, never of the data.
    #[error("internal error: {0}")]
    Internal(&'static str),
}
