//! The two editions of the system, and its criteria and rules with their articles.

use crate::model::PairingSystem;
use crate::rulebook::ProvisionId;

/// Which text of FIDE's handbook C.04.3 is followed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Edition {
    /// In force to 31 January 2026.
    Fide2017,
    /// In force from 1 February 2026.
    Fide2026,
}

impl Edition {
    pub fn of(system: PairingSystem) -> Option<Self> {
        match system {
            PairingSystem::FideDutch2017 => Some(Self::Fide2017),
            PairingSystem::FideDutch2026 => Some(Self::Fide2026),
            _ => None,
        }
    }

    pub fn system(self) -> PairingSystem {
        match self {
            Self::Fide2017 => PairingSystem::FideDutch2017,
            Self::Fide2026 => PairingSystem::FideDutch2026,
        }
    }

    fn cite(self, at_2017: &str, at_2026: &str) -> ProvisionId {
        match self {
            Self::Fide2017 => ProvisionId::from_parts("C.04.3-2017", at_2017),
            Self::Fide2026 => ProvisionId::from_parts("C.04.3", at_2026),
        }
    }
}

/// What candidates are compared by, in order of priority. The names follow the edition of 2026;
/// where that of 2017 has the same criterion under another number, [`Criterion::cite`] tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Criterion {
    /// Nobody meets twice.
    Met,
    /// Who has had the bye, or points without playing, does not get it.
    ByeBarred,
    /// Two players do not meet who must both have the same colour.
    AbsoluteColours,
    /// The organiser keeps the two apart.
    Forbidden,
    /// Those who stay behind can be paired further down.
    Completion,
    /// The bye goes to the lowest possible score.
    ByeScore,
    /// Few downfloaters.
    Floaters,
    /// Low scores of the downfloaters; score differences in 2017.
    FloaterScores,
    /// The next score group can be paired well.
    NextGroup,
    /// The bye to one who has missed few rounds.
    ByeAbsences,
    /// Few topscorers (or opponents) with a colour difference above two.
    TopscorerDifference,
    /// Few topscorers (or opponents) with a colour three times running.
    TopscorerThird,
    /// Few players without the colour they prefer.
    Preference,
    /// Few players without the colour they strongly prefer.
    StrongPreference,
    /// Few downfloaters who floated down in the last round.
    Down1,
    /// Few upfloaters who floated up in the last round.
    Up1,
    /// Few downfloaters who floated down two rounds ago.
    Down2,
    /// Few upfloaters who floated up two rounds ago.
    Up2,
    /// Small score differences of those who floated down in the last round.
    Down1Score,
    /// Small score differences of those who floated up in the last round.
    Up1Score,
    /// Small score differences of those who floated down two rounds ago.
    Down2Score,
    /// Small score differences of those who floated up two rounds ago.
    Up2Score,
    /// All equal: the earlier choice of moved-down players.
    PairedMdps,
    /// All equal: the earlier transposition.
    Transposition,
    /// All equal: the earlier exchange.
    Exchange,
}

impl Criterion {
    /// The article that states it.
    pub fn cite(self, edition: Edition) -> ProvisionId {
        let (at_2017, at_2026) = match self {
            Self::Met => ("C.1", "C.1"),
            Self::ByeBarred => ("C.2", "C.2"),
            Self::AbsoluteColours => ("C.3", "C.3"),
            Self::Forbidden => ("C.1", "C.1"),
            Self::Completion => ("C.4", "C.4"),
            Self::ByeScore => ("C.6", "C.5"),
            Self::Floaters => ("C.5", "C.6"),
            Self::FloaterScores => ("C.6", "C.7"),
            Self::NextGroup => ("C.7", "C.8"),
            Self::ByeAbsences => ("C.2", "C.9"),
            Self::TopscorerDifference => ("C.8", "C.10"),
            Self::TopscorerThird => ("C.9", "C.11"),
            Self::Preference => ("C.10", "C.12"),
            Self::StrongPreference => ("C.11", "C.13"),
            Self::Down1 => ("C.12", "C.14"),
            Self::Up1 => ("C.13", "C.15"),
            Self::Down2 => ("C.14", "C.16"),
            Self::Up2 => ("C.15", "C.17"),
            Self::Down1Score => ("C.16", "C.18"),
            Self::Up1Score => ("C.17", "C.19"),
            Self::Down2Score => ("C.18", "C.20"),
            Self::Up2Score => ("C.19", "C.21"),
            Self::PairedMdps => ("D.3", "4.4"),
            Self::Transposition => ("D.1", "4.2"),
            Self::Exchange => ("D.2", "4.3"),
        };
        edition.cite(at_2017, at_2026)
    }

    /// The key of a clause that says what is worse by it.
    pub fn key(self) -> &'static str {
        match self {
            Self::Met => "dutch.criterion.met",
            Self::ByeBarred => "dutch.criterion.bye-barred",
            Self::AbsoluteColours => "dutch.criterion.absolute-colours",
            Self::Forbidden => "dutch.criterion.forbidden",
            Self::Completion => "dutch.criterion.completion",
            Self::ByeScore => "dutch.criterion.bye-score",
            Self::Floaters => "dutch.criterion.floaters",
            Self::FloaterScores => "dutch.criterion.floater-scores",
            Self::NextGroup => "dutch.criterion.next-group",
            Self::ByeAbsences => "dutch.criterion.bye-absences",
            Self::TopscorerDifference => "dutch.criterion.topscorer-difference",
            Self::TopscorerThird => "dutch.criterion.topscorer-third",
            Self::Preference => "dutch.criterion.preference",
            Self::StrongPreference => "dutch.criterion.strong-preference",
            Self::Down1 => "dutch.criterion.down-1",
            Self::Up1 => "dutch.criterion.up-1",
            Self::Down2 => "dutch.criterion.down-2",
            Self::Up2 => "dutch.criterion.up-2",
            Self::Down1Score => "dutch.criterion.down-1-score",
            Self::Up1Score => "dutch.criterion.up-1-score",
            Self::Down2Score => "dutch.criterion.down-2-score",
            Self::Up2Score => "dutch.criterion.up-2-score",
            Self::PairedMdps => "dutch.criterion.paired-mdps",
            Self::Transposition => "dutch.criterion.transposition",
            Self::Exchange => "dutch.criterion.exchange",
        }
    }
}

/// The rule that gave a pair its colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ColourRule {
    /// Both preferences are granted.
    Both,
    /// The stronger preference is granted.
    Stronger,
    /// The other colour than in the latest round in which they had different ones.
    Alternate,
    /// The higher ranked gets the colour preferred.
    Higher,
    /// Nobody has a preference: the initial colour, by the pairing number.
    Initial,
}

impl ColourRule {
    pub fn cite(self, edition: Edition) -> ProvisionId {
        let (at_2017, at_2026) = match self {
            Self::Both => ("E.1", "5.2.1"),
            Self::Stronger => ("E.2", "5.2.2"),
            Self::Alternate => ("E.3", "5.2.3"),
            Self::Higher => ("E.4", "5.2.4"),
            Self::Initial => ("E.5", "5.2.5"),
        };
        edition.cite(at_2017, at_2026)
    }

    /// The key of the sentence that says so.
    pub fn key(self) -> &'static str {
        match self {
            Self::Both => "dutch.colour.both",
            Self::Stronger => "dutch.colour.stronger",
            Self::Alternate => "dutch.colour.alternate",
            Self::Higher => "dutch.colour.higher",
            Self::Initial => "dutch.colour.initial",
        }
    }
}
