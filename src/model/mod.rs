//! Plain domain data: what a federation's tournaments, people and lists are.
//!
//! Nothing here reads files or computes results. Every number that decides something is exact:
//! points are counted in halves ([`Points`]), means and quotients are fractions ([`Exact`]).
//! "Undefined" is `None`, never zero.

mod arbiters;
mod archive;
mod discipline;
mod exact;
mod incidents;
mod norms;
mod officials;
mod people;
mod plan;
mod prizes;
mod rating;
mod report_file;
mod strength;
mod tournament;

pub use arbiters::{Arbiter, EventClass, FadaRecord, Format, Officiated, Residence};
pub use archive::Archive;
pub use discipline::{
    CaseDays, CaseFile, EarlierCase, Imposed, InfringerKind, Sanction, SanctionUnit,
};
pub use exact::{Exact, Points};
pub use incidents::{Happening, ImproperLineup, Incident, TransportProof, Whom};
pub use norms::{NormBasis, NormRecord, PlaceEvent};
pub use officials::{ArbiterRole, ArbiterTitle, FideEvent, Official};
pub use people::{Category, Club, Delegation, Person, Sex, Title, fold, initials, slugify};
pub use plan::{CalendarEvent, Plan, PlannedGroup, Town};
pub use prizes::PrizeFund;
pub use rating::{RatingKind, RatingList, RatingRow, Ratings};
pub use report_file::{Acceleration, MAX_BOARDS, PointSystem, ReportFile};
pub use strength::{ClubTeam, ListNumber, Listed, StrengthList, SubstitutionRecord};
pub use tournament::{
    Absence, Announcement, BoardGame, Bye, Cell, Colour, Correction, Entrant, EventKind,
    FestivalGroup, ForbiddenPair, Forfeit, Homologation, InitialColour, Match, Outcome,
    PairingSystem, RoundTime, RuleSet, Score, System, Team, TeamLevel, TeamScoring, Tournament,
    Withdrawal,
};

pub use jiff::civil::{Date, DateTime, Time};
