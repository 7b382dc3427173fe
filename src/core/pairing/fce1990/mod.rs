//! The Swiss system of the 1990 bulletin (FIDE, Sevilla 1987 and Puerto Rico 1989).
//!
//! The regulation tells an arbiter with cards what to do; this is one exact reading of it. The
//! way of a round:
//!
//! | step | articles | module |
//! |---|---|---|
//! | pairing numbers | 7, 17 | [`numbers`] |
//! | who may meet whom | 2, 9.1, 12.1, 13 | `field` |
//! | the bye; that a pairing exists at all | 8 | `bye`, `completeness` |
//! | score groups and their order | 9.2 | `groups` |
//! | opponents of incoming floaters | 10.3–10.6 | `incoming` |
//! | who leaves a group | 9.3, 10.2–10.5, 11.4 | `outgoing` |
//! | pairing the rest, with exchanges | 9.4, 9.5, 11, 12.2 | `exchanges` |
//! | colours | 12, 14.2 | `colours` |
//! | what is told about it | | [`story`], `explanation` |
//!
//! Where the arbiter would look ahead, the program asks the maintained matching: no choice may
//! leave somebody without an opponent.

mod bye;
mod colours;
mod completeness;
mod exchanges;
mod explanation;
mod field;
mod groups;
mod incoming;
pub mod late;
pub mod numbers;
mod outgoing;
pub mod story;

use super::{Pairer, PairingError, Position, RoundPairing};
use crate::core::report::Step;
use crate::core::rules::Rules1990;
use crate::model;
use crate::rulebook::Percent;

pub use numbers::{HomeList, RankingList, UnratedOrder};
pub use story::SwissRound;

crate::rules! {
    /// The numbers of the Swiss regulation that pairing uses.
    pub struct SwissRules {
        /// First round at which somebody who came too late may enter (Swiss 17.b).
        first_entry: u32 = "suis.tardans-ronda-min",
        /// Last round at which somebody may still enter (Swiss 17.b).
        last_entry: u32 = "suis.tardans-ronda-max",
        /// How often two players may meet (Swiss 2).
        meetings: u32 = "suis.trobades-max",
        /// The rating that stands for none (Swiss 7).
        unrated: u32 = "suis.elo-no-avaluat",
        /// The order of the lists of players (Swiss 7, note).
        ranking: Vec<RankingList> = "suis.ordre-ranquing",
        /// Which rating counts in the one list, by where a player is from (Swiss 7, a to c).
        home_lists: Vec<HomeList> = "suis.llista-unica",
        /// Ways to order the unrated.
        unrated_order: Vec<UnratedOrder> = "suis.criteri-no-avaluats",
        /// Byes that a player may have (Swiss 8.2).
        byes: u32 = "suis.descans-max",
        /// The share of the points that makes the median group (Swiss 9.2).
        median: Percent = "suis.grup-mig",
        /// The same colour so often in a row is forbidden (Swiss 12.1 a).
        row: u32 = "suis.color-seguit-prohibit",
        /// So great a difference between the colours is forbidden (Swiss 12.1 b).
        difference: u32 = "suis.diferencia-colors",
        /// The difference that 9.3 b speaks of.
        floater_difference: u32 = "suis.flotant-diferencia-colors",
        /// The same colour so often in a row must be followed by the other (Swiss 12.3).
        repeated: u32 = "suis.color-seguit-max",
        /// More points than this, and the worst floats whatever the colour (Swiss 10.2).
        floater_points: u32 = "suis.flotant-100",
        /// The same, in categories, where nobody has a rating.
        floater_categories: u32 = "suis.flotant-categoria",
        /// More points than this, and the floater meets the best whatever the colour (10.6).
        opponent_points: u32 = "suis.adversari-100",
    }
}

/// The system with the numbers of its text.
#[derive(Clone, Debug)]
pub struct Fce1990 {
    rules: Rules1990,
}

impl Fce1990 {
    pub fn new(rules: &Rules1990) -> Self {
        Self { rules: rules.clone() }
    }

    /// The pairing of a round with its reasons as data.
    ///
    /// # Errors
    /// When no pairing exists, or nobody can have the bye.
    pub fn round(&self, position: &Position) -> Result<SwissRound, PairingError> {
        groups::pair_round(position, &self.rules)
    }
}

impl Pairer for Fce1990 {
    fn system(&self) -> model::PairingSystem {
        model::PairingSystem::Fce1990
    }

    fn pair(&self, position: &Position) -> Result<RoundPairing, PairingError> {
        let round = self.round(position)?;
        Ok(explanation::explain(position, &self.rules.swiss, &round))
    }

    fn objections(&self, position: &Position, white: usize, black: usize) -> Vec<Step> {
        explanation::objections(position, &self.rules, white, black)
    }

    fn bye_objections(&self, position: &Position, player: usize) -> Vec<Step> {
        explanation::bye_objections(position, &self.rules.swiss, player)
    }
}
