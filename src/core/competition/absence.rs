//! Late, absent, eliminated, withdrawn (RGC 12, 14; AMB-29, 30, 32, 33, 99, 110).

use super::sheets;
use crate::core::computed::Computed;
use crate::core::formula::Data;
use crate::core::report::Verdict;
use crate::model::{Category, Club, Exact, fold};
use crate::rulebook::Percent;

crate::rules! {
    /// Numbers of RGC 12 and 14.
    pub struct AbsenceRules {
        /// Minutes.
        limit: u32 = "rgc.endarreriment-max",
        limit_between_towns: u32 = "rgc.endarreriment-localitats",
        visitor_share: Percent = "rgc.endarreriment-visitant",
        home_share: Percent = "rgc.endarreriment-local",
        present_share: Exact = "rgc.presents-minim",
        resumption: u32 = "rgc.represa-max",
        elimination: u32 = "rgc.incompareixences-eliminacio",
        half: Exact = "rgc.meitat-torneig",
    }
}

/// Seconds of a minute.
pub const SECONDS: i64 = 60;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    Visitor,
    Home,
}

/// Proof that public transport was at fault.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Proof {
    None,
    Accepted,
    Rejected,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lateness {
    pub late: Side,
    pub different_towns: bool,
    pub proof: Proof,
    /// Whole minutes after the official start.
    pub minutes: u32,
}

/// Time charged, in seconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Charged {
    pub late_player: Exact,
    pub other: Exact,
}

/// A late player: `None` when the game is lost, else the time charged to each (RGC 12.1).
pub fn lateness(input: Lateness, rules: &AbsenceRules) -> Computed<Option<Charged>> {
    let late = if input.late == Side::Home { "home" } else { "visitor" };
    let proof = match input.proof {
        Proof::None => "none",
        Proof::Accepted => "accepted",
        Proof::Rejected => "rejected",
    };
    let input = Data::record([
        ("late", late.into()),
        ("different_towns", input.different_towns.into()),
        ("proof", proof.into()),
        ("minutes", input.minutes.into()),
    ]);
    Computed::from_sheet(&sheets::lateness(rules), &input, |found| {
        let (late_player, other) = (found.get("late_player"), found.get("other"));
        let charged = late_player.number().zip(other.number());
        charged.map(|(late_player, other)| Charged { late_player, other })
    })
}

/// Are two players of different towns (RGC 12.2)? A player's town is that of the club; where a club
/// has none recorded it is not known.
pub fn different_towns(a: &Club, b: &Club) -> Computed<Option<bool>> {
    let towns = a.town.as_deref().zip(b.town.as_deref());
    let different = towns.map(|(a, b)| fold(a) != fold(b));
    Computed::new(different)
        .rule("rgc.town", a.town.clone(), "RGC 12.2")
        .line("rgc.town", b.town.clone())
        .line("rgc.different-towns", different.map(Verdict::of))
}

/// A team at the start, or at the end of the time limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TeamPresence {
    /// Enough players: those present play.
    Plays,
    /// All its clocks run and nobody may begin.
    AllClocksRun,
    /// The match is lost by absence.
    Lost,
}

impl TeamPresence {
    pub fn key(self) -> &'static str {
        match self {
            Self::Plays => "plays",
            Self::AllClocksRun => "all-clocks-run",
            Self::Lost => "lost",
        }
    }
}

/// Half of the team must be there (RGC 12.3, AMB-29): two of five are too few, three enough.
pub fn team_presence(
    boards: u32,
    present: u32,
    at_limit: bool,
    rules: &AbsenceRules,
) -> Computed<TeamPresence> {
    let input = Data::record([
        ("boards", boards.into()),
        ("present", present.into()),
        ("at_limit", at_limit.into()),
    ]);
    Computed::from_sheet(&sheets::team_presence(rules), &input, |found| {
        match found.get("result").text().map(|result| &**result) {
            Some("plays") => TeamPresence::Plays,
            Some("lost") => TeamPresence::Lost,
            _ => TeamPresence::AllClocksRun,
        }
    })
}

/// At a resumption a player is lost after an hour (RGC 12.4).
pub fn lost_at_resumption(minutes: u32, rules: &AbsenceRules) -> Computed<bool> {
    Computed::new(minutes > rules.resumption.get())
        .line("rgc.minutes-late", minutes)
        .limit("rgc.limit-minutes", &rules.resumption)
}

/// Eliminated by absences in one event, those excused by force majeure left out (RGC 14.1, AMB-32).
pub fn eliminated(absences: u32, excused: u32, rules: &AbsenceRules) -> Computed<bool> {
    let input = Data::record([("absences", absences.into()), ("excused", excused.into())]);
    Computed::from_sheet(&sheets::elimination(rules), &input, |found| {
        found.get("eliminated").truth() == Some(true)
    })
}

/// May somebody withdraw from an individual event (RGC 14.2.1)? A Preferent only with a reason that
/// the Competition Committee accepts.
pub fn may_withdraw(category: Option<Category>, reason_accepted: bool) -> Computed<bool> {
    let bound = category == Some(Category::Preferent);
    Computed::new(!bound || reason_accepted)
        .rule("rgc.is-preferent", Verdict::of(bound), "RGC 14.2.1")
        .line("rgc.reason-accepted", Verdict::of(reason_accepted))
}

/// What becomes of the results of one who left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Departure {
    pub points_kept: bool,
    /// The games vanish for everybody: a league, before half (AMB-33).
    pub games_removed: bool,
}

/// One who withdraws or is eliminated; `after_round` is the last round in which they were still in
/// the event (RGC 14.3, 14.3.1; AMB-33, 99).
pub fn departure(
    league: bool,
    rounds: u32,
    after_round: u32,
    rules: &AbsenceRules,
) -> Computed<Departure> {
    let input = Data::record([
        ("system", if league { "league" } else { "swiss" }.into()),
        ("rounds", rounds.into()),
        ("after_round", after_round.into()),
    ]);
    Computed::from_sheet(&sheets::withdrawal(rules), &input, |found| Departure {
        points_kept: found.get("kept").truth() == Some(true),
        games_removed: found.get("removed").truth() == Some(true),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_rules::rules;

    fn rules_() -> &'static AbsenceRules {
        &rules().competition.absence
    }

    fn late(late: Side, different_towns: bool, proof: Proof, minutes: u32) -> Option<(i64, i64)> {
        let input = Lateness { late, different_towns, proof, minutes };
        let charged = lateness(input, rules_()).value?;
        Some((charged.late_player.to_integer(), charged.other.to_integer()))
    }

    /// AMB-30, 110: 36 and 24 seconds a minute.
    #[test]
    fn amb_30_lateness_on_both_sides_of_the_limits() {
        use Proof::{Accepted, None as NoProof, Rejected};
        use Side::{Home, Visitor};
        assert_eq!(late(Visitor, true, NoProof, 60), Some((3600, 0)));
        assert_eq!(late(Visitor, true, NoProof, 61), None);
        assert_eq!(late(Visitor, true, Accepted, 61), Some((2196, 1464)));
        assert_eq!(late(Visitor, true, Accepted, 90), Some((3240, 2160)));
        assert_eq!(late(Visitor, true, Accepted, 91), None);
        assert_eq!(late(Visitor, true, Accepted, 30), Some((1080, 720)));
        assert_eq!(late(Visitor, true, Rejected, 60), Some((2160, 1440)));
        assert_eq!(late(Visitor, true, Rejected, 61), None);
        assert_eq!(late(Visitor, false, Accepted, 61), None);
        assert_eq!(late(Home, true, Accepted, 60), Some((3600, 0)));
        assert_eq!(late(Home, true, Accepted, 61), None);
    }

    /// AMB-29: of five, two are too few and three enough.
    #[test]
    fn amb_29_half_of_the_team() {
        let of = |boards, present, limit| team_presence(boards, present, limit, rules_()).value;
        assert_eq!(of(5, 2, false), TeamPresence::AllClocksRun);
        assert_eq!(of(5, 2, true), TeamPresence::Lost);
        assert_eq!(of(5, 3, true), TeamPresence::Plays);
        assert_eq!(of(10, 5, false), TeamPresence::Plays);
        assert_eq!(of(10, 4, false), TeamPresence::AllClocksRun);
        assert!(lost_at_resumption(61, rules_()).value && !lost_at_resumption(60, rules_()).value);
    }

    /// AMB-32.
    #[test]
    fn amb_32_two_absences_eliminate() {
        assert!(eliminated(2, 0, rules_()).value && !eliminated(1, 0, rules_()).value);
        assert!(!eliminated(2, 1, rules_()).value && eliminated(3, 1, rules_()).value);
    }

    /// AMB-33: of nine rounds, five keep the points and four do not.
    #[test]
    fn amb_33_half_of_the_tournament() {
        let of = |league, rounds, k| departure(league, rounds, k, rules_()).value;
        assert!(of(true, 9, 5).points_kept && !of(true, 9, 4).points_kept);
        assert!(of(false, 8, 4).points_kept && !of(false, 8, 3).points_kept);
        assert!(of(true, 9, 4).games_removed && !of(false, 9, 4).games_removed);
    }

    /// RGC 12.2.
    #[test]
    fn towns_are_those_of_the_clubs() {
        let club = |town: Option<&str>| Club {
            slug: "x".into(),
            name: "x".into(),
            town: town.map(Into::into),
            delegation: None,
        };
        let of = |a, b| different_towns(&club(a), &club(b)).value;
        assert_eq!(of(Some("Lleida"), Some("lleida")), Some(false));
        assert_eq!(of(Some("Lleida"), Some("Olot")), Some(true));
        assert_eq!(of(Some("Lleida"), None), None);
    }

    #[test]
    fn preferents_need_a_reason_to_leave() {
        assert!(!may_withdraw(Some(Category::Preferent), false).value);
        assert!(may_withdraw(Some(Category::Preferent), true).value);
        assert!(may_withdraw(Some(Category::First), false).value);
    }
}
