//! Arbiters and the events at which they officiated.

use std::sync::Arc;

use super::{Date, Exact};

/// How an event is played, as the titles of arbiters tell it apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Format {
    League,
    DoubleLeague,
    Swiss,
    Team,
    KnockOut,
}

impl Format {
    pub const ALL: [Self; 5] =
        [Self::League, Self::DoubleLeague, Self::Swiss, Self::Team, Self::KnockOut];
    pub const KEYS: [&'static str; 5] = ["league", "double-league", "swiss", "team", "knock-out"];

    pub fn key(self) -> &'static str {
        Self::KEYS[self as usize]
    }

    pub fn from_key(key: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|format| format.key() == key)
    }
}

/// Kinds of events of Blog IA 6.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EventClass {
    /// Final of the national individual championship of adults (i).
    NationalFinal,
    /// Official event of FIDE (ii).
    Official,
    /// International event with norms for players (iii).
    Norms,
    /// International rated event (iv), if large enough.
    International,
    /// World or continental championship of rapid or blitz (v).
    RapidChampionship,
    Other,
}

impl EventClass {
    pub const ALL: [Self; 6] = [
        Self::NationalFinal,
        Self::Official,
        Self::Norms,
        Self::International,
        Self::RapidChampionship,
        Self::Other,
    ];
    pub const KEYS: [&'static str; 6] =
        ["national-final", "official", "norms", "international", "rapid-championship", "other"];

    pub fn key(self) -> &'static str {
        Self::KEYS[self as usize]
    }

    pub fn from_key(key: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|class| class.key() == key)
    }
}

/// An event at which somebody was arbiter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Officiated {
    pub format: Format,
    pub class: EventClass,
    /// Rated by FIDE.
    pub fide_rated: bool,
    /// Rapid or blitz.
    pub fast: bool,
    pub players: u32,
    pub rated_players: u32,
    pub rounds: u32,
    /// Who signed the norm.
    pub signer: Option<String>,
}

/// Where somebody lives, as the Andalusian title tells it apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Residence {
    Andalusia,
    Spain,
    Abroad,
}

impl Residence {
    pub const ALL: [Self; 3] = [Self::Andalusia, Self::Spain, Self::Abroad];

    pub fn key(self) -> &'static str {
        match self {
            Self::Andalusia => "andalusia",
            Self::Spain => "spain",
            Self::Abroad => "abroad",
        }
    }
}

/// What the Andalusian federation's title asks about (Blog FADA).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FadaRecord {
    pub spanish: bool,
    pub residence: Residence,
    /// Enjoys all civil rights.
    pub civil_rights: bool,
    /// Day of passing all tests.
    pub passed: Option<Date>,
}

/// Somebody of `data/arbiters.csv` with the events of `data/arbiter-events.csv`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Arbiter {
    pub slug: Arc<str>,
    pub name: Arc<str>,
    pub born: Option<Date>,
    /// `FA`, `IA` …
    pub title: Option<Arc<str>>,
    /// Mark of the examination of the seminar: 1 is 100 %.
    pub exam: Option<Exact>,
    pub fada: Option<FadaRecord>,
    /// Name, day and facts of each event, by day.
    pub events: Vec<(Arc<str>, Date, Officiated)>,
}
