//! Clubs' lists in order of strength and their teams (RGC 5.2, 8.2).

use std::fmt;
use std::sync::Arc;

use super::{Date, TeamLevel};

/// A number of the list: `7`, or `7 bis` for one added later; several bis of a number stand in the
/// order in which they were added (AMB-27).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct ListNumber {
    pub base: u32,
    /// 0 for the number itself, 1 for its first bis.
    pub bis: u32,
}

impl ListNumber {
    pub fn new(base: u32) -> Self {
        Self { base, bis: 0 }
    }

    /// `7`, `7 bis`, `7 bis 2`.
    pub fn parse(text: &str) -> Option<Self> {
        let mut words = text.split_whitespace();
        let base = words.next()?.parse().ok()?;
        let bis = match (words.next(), words.next()) {
            (None, _) => 0,
            (Some("bis"), None) => 1,
            (Some("bis"), Some(n)) => n.parse().ok().filter(|n| *n > 0)?,
            _ => return None,
        };
        // Number 0 exists only as a bis, before number 1.
        (base > 0 || bis > 0).then_some(Self { base, bis })
    }
}

impl fmt::Display for ListNumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.bis {
            0 => write!(f, "{}", self.base),
            1 => write!(f, "{} bis", self.base),
            n => write!(f, "{} bis {n}", self.base),
        }
    }
}

/// Somebody of a club's list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listed {
    pub number: ListNumber,
    /// Slug in the register.
    pub person: Arc<str>,
    /// Three letters; the federation's own where nothing is told.
    pub nationality: Option<Arc<str>>,
    /// Day on which a bis number was added.
    pub added: Option<Date>,
}

/// A team of a club.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClubTeam {
    /// `A`, `B` …
    pub letter: char,
    pub level: Option<TeamLevel>,
    /// Boards of its matches, where the level does not tell them.
    pub boards: Option<u32>,
    /// The event in which it plays, and its number there.
    pub plays: Option<(Arc<str>, u32)>,
}

/// A club's list in order of strength, with its teams by letter.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct StrengthList {
    pub players: Vec<Listed>,
    pub teams: Vec<ClubTeam>,
}

/// Somebody who came in for another during a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SubstitutionRecord {
    pub round: u32,
    /// Index of the team.
    pub team: usize,
    /// Indices of the entrants: who went out, who came in and is recorded on the board.
    pub out: usize,
    pub player: usize,
    /// After the official start.
    pub minutes: u32,
}
