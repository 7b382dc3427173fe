//! Who runs an event, and what is told to the international federation about it.

use std::sync::Arc;

use super::Date;

/// What an arbiter does at an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum ArbiterRole {
    Chief,
    Deputy,
    Sector,
    Arbiter,
}

impl ArbiterRole {
    pub const ALL: [Self; 4] = [Self::Chief, Self::Deputy, Self::Sector, Self::Arbiter];

    pub fn key(self) -> &'static str {
        match self {
            Self::Chief => "chief",
            Self::Deputy => "deputy",
            Self::Sector => "sector",
            Self::Arbiter => "arbiter",
        }
    }
}

/// Titles of arbiters: the two of FIDE, and national ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ArbiterTitle {
    International,
    Fide,
    National,
}

impl ArbiterTitle {
    pub const ALL: [Self; 3] = [Self::International, Self::Fide, Self::National];

    pub fn key(self) -> &'static str {
        match self {
            Self::International => "IA",
            Self::Fide => "FA",
            Self::National => "NA",
        }
    }
}

/// An arbiter of an event.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Official {
    pub name: Arc<str>,
    pub role: ArbiterRole,
    pub title: Option<ArbiterTitle>,
    pub federation: Option<Arc<str>>,
    pub fide_id: Option<u32>,
}

/// What the international federation is told of an event beyond its results; everything may be
/// missing ("not known").
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FideEvent {
    /// Number of the event in FIDE's register.
    pub event_code: Option<Arc<str>>,
    /// Day of the registration.
    pub registered: Option<Date>,
    /// Minutes of each period of the clock, from the first.
    pub minutes: Vec<u32>,
    /// Seconds added for each move; 0 where nothing is added.
    pub increment: u32,
    /// Moves of the first period; `None` where there is no control before the end.
    pub first_control: Option<u32>,
}
