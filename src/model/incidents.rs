//! What happens in a round besides its results.

use super::DateTime;

/// Whom something is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Whom {
    /// Index of the entrant.
    Player(usize),
    /// Index of the team.
    Team(usize),
    /// The round, or a whole match.
    Nobody,
}

/// Proof that public transport made somebody late (RGC 12.1).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TransportProof {
    #[default]
    None,
    Accepted,
    Rejected,
}

impl TransportProof {
    pub const ALL: [Self; 3] = [Self::None, Self::Accepted, Self::Rejected];

    pub fn key(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::Accepted => "accepted",
            Self::Rejected => "rejected",
        }
    }
}

/// What happened. Minutes are from the official hour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Happening {
    /// A player came late (RGC 12.1).
    Late { minutes: u32, proof: TransportProof },
    /// So many players of a team were there at the start, or at the end of the limit (RGC 12.3).
    FewPresent { present: u32, at_limit: bool },
    /// A player came late to go on with a game (RGC 12.4).
    LateAtResumption { minutes: u32 },
    /// An absence is excused (RGC 12.5).
    ForceMajeure,
    /// A game was not finished after so many sessions (RGC 10.1, 10.2).
    Unfinished { session: u32, hours: u32, decides_match: bool, can_be_judged: bool, agreed: bool },
    /// The results were reported (RGC 5.5.1).
    Reported { at: DateTime },
}

/// Something recorded for a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Incident {
    /// From 1.
    pub round: u32,
    /// Table of the match, or board.
    pub table: Option<u32>,
    pub whom: Whom,
    pub what: Happening,
}

/// A team whose line-up in a match was improper: it loses the match (RGC 8.3.5).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ImproperLineup {
    /// From 1.
    pub round: u32,
    pub table: u32,
    /// Index of the team.
    pub team: usize,
}
