//! Case files of the disciplinary regulation (RDE): what is known and what was decided.

use std::sync::Arc;

use super::{Date, Delegation};

/// Who committed the infraction: articles 7 and 8 tell their infractions apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InfringerKind {
    Club,
    Player,
    /// Delegate, arbiter or director.
    Official,
    Other,
}

impl InfringerKind {
    pub const ALL: [Self; 4] = [Self::Club, Self::Player, Self::Official, Self::Other];

    pub fn key(self) -> &'static str {
        match self {
            Self::Club => "club",
            Self::Player => "player",
            Self::Official => "official",
            Self::Other => "other",
        }
    }
}

/// What RDE 10 lists.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Sanction {
    Warning,
    PublicAdmonition,
    Suspension,
    LossOfRights,
    PermanentLossOfRights,
    LicenceWithdrawal,
    LifeDisqualification,
    Fine,
    VenueClosing,
    LossOrExclusion,
    LossOfPointsOrPlaces,
    LossOfCategory,
}

impl Sanction {
    pub const ALL: [(&'static str, Self); 12] = [
        ("warning", Self::Warning),
        ("public-admonition", Self::PublicAdmonition),
        ("suspension", Self::Suspension),
        ("loss-of-rights", Self::LossOfRights),
        ("permanent-loss-of-rights", Self::PermanentLossOfRights),
        ("licence-withdrawal", Self::LicenceWithdrawal),
        ("life-disqualification", Self::LifeDisqualification),
        ("fine", Self::Fine),
        ("venue-closing", Self::VenueClosing),
        ("loss-or-exclusion", Self::LossOrExclusion),
        ("loss-of-points-or-places", Self::LossOfPointsOrPlaces),
        ("loss-of-category", Self::LossOfCategory),
    ];
}

/// In what a sanction is measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SanctionUnit {
    Months,
    Years,
    Seasons,
    Matches,
    /// Pesetas.
    Pesetas,
}

impl SanctionUnit {
    pub const ALL: [(&'static str, Self); 5] = [
        ("months", Self::Months),
        ("years", Self::Years),
        ("seasons", Self::Seasons),
        ("matches", Self::Matches),
        ("pesetas", Self::Pesetas),
    ];
}

/// A sanction proposed or imposed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Imposed {
    pub sanction: Sanction,
    pub amount: Option<u32>,
    pub unit: Option<SanctionUnit>,
    /// Accessory fine, in pesetas (RDE 12.6).
    pub fine: Option<u32>,
    /// Matches of the team's season, where a sanction is counted in them.
    pub season_matches: Option<u32>,
}

/// Days of a procedure, as far as it has gone.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CaseDays {
    /// The match or game.
    pub played: Option<Date>,
    /// Annexes of the delegates arrived.
    pub annexes: Option<Date>,
    /// Meeting of the Competition Committee.
    pub meeting: Option<Date>,
    /// The proposal of a file was handed in, and the committee met on it.
    pub proposal: Option<Date>,
    pub proposal_meeting: Option<Date>,
    /// First session of the Executive Council after the cause.
    pub session: Option<Date>,
    /// Opening order.
    pub opened: Option<Date>,
    /// The accused learnt who was appointed.
    pub appointed: Option<Date>,
    pub challenged: Option<Date>,
    pub challenge_ruled: Option<Date>,
    pub evidence: Option<Date>,
    pub evidence_closed: Option<Date>,
    pub evidence_refused: Option<Date>,
    pub evidence_claimed: Option<Date>,
    pub evidence_ruled: Option<Date>,
    /// The charges were notified.
    pub charges: Option<Date>,
    pub defence: Option<Date>,
    /// The file was sent up to the body that decides.
    pub raised: Option<Date>,
    pub resolved: Option<Date>,
    pub notified: Option<Date>,
    pub appealed: Option<Date>,
    /// Meeting on the appeal, or its ruling.
    pub appeal_ruled: Option<Date>,
    /// The file stood still from this day, and was taken up again.
    pub stopped: Option<Date>,
    pub resumed: Option<Date>,
    /// The stop is due to the accused.
    pub stopped_by_accused: bool,
    /// The day asked about; else the last day of the file.
    pub asked: Option<Date>,
}

impl CaseDays {
    /// The last day that the file knows of, besides the facts.
    pub fn last(&self) -> Option<Date> {
        [
            self.played,
            self.annexes,
            self.meeting,
            self.proposal,
            self.proposal_meeting,
            self.session,
            self.opened,
            self.appointed,
            self.challenged,
            self.challenge_ruled,
            self.evidence,
            self.evidence_closed,
            self.evidence_refused,
            self.evidence_claimed,
            self.evidence_ruled,
            self.charges,
            self.defence,
            self.raised,
            self.resolved,
            self.notified,
            self.appealed,
            self.appeal_ruled,
            self.stopped,
            self.resumed,
        ]
        .into_iter()
        .flatten()
        .max()
    }
}

/// An earlier case in which the same infringer was sanctioned.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EarlierCase {
    /// As it is cited; `None` where that case is not public.
    pub number: Option<Arc<str>>,
    pub infraction: Option<Arc<str>>,
    /// The day of its resolution.
    pub resolved: Date,
}

/// A case file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CaseFile {
    /// Name of the file: `1991-03`.
    pub slug: Arc<str>,
    /// As it is cited: `3/1991`.
    pub number: Arc<str>,
    pub kind: InfringerKind,
    /// Name of the infringer; `None` once it is withheld.
    pub name: Option<Arc<str>>,
    /// Slug in the register of players, where the infringer is there and may be named.
    pub person: Option<Arc<str>>,
    /// The resolution is made public (RDE 26.5).
    pub published: bool,
    /// And may name the infringer.
    pub named: bool,
    pub event: Option<Arc<str>>,
    pub committed: Date,
    /// What happened, in the words of the file.
    pub facts: Arc<str>,
    /// The infraction, `8.B.1.c` of the RDE; without one, the breach of a rule in force.
    pub infraction: Option<Arc<str>>,
    /// Played at one round a day or faster.
    pub daily: bool,
    pub titled_arbiter: bool,
    /// The delegation whose own committee decides.
    pub delegation: Option<Delegation>,
    /// Letters of RDE 14 and 15.
    pub mitigating: Vec<Arc<str>>,
    pub aggravating: Vec<Arc<str>>,
    /// The infringer is paid for the task (RDE 11.4).
    pub paid: Option<bool>,
    pub imposed: Option<Imposed>,
    pub days: CaseDays,
    /// Cases of the same infringer, found among the others before names are withheld.
    pub earlier: Vec<EarlierCase>,
    /// Invented for demonstration.
    pub invented: bool,
}

impl CaseFile {
    /// Takes away what would name the infringer, unless the file says that they may be named.
    pub fn withhold(&mut self) {
        if !self.named {
            self.name = None;
            self.person = None;
        }
    }
}
