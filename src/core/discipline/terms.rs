//! Every deadline of RDE 22–26 as a day with its provision (AMB-77, 80, 81, 85).

use jiff::ToSpan;

use crate::core::calendar::WorkingCalendar;
use crate::core::computed::Computed;
use crate::core::report::Verdict;
use crate::model::{Date, DateTime};
use crate::rulebook::{Cited, ProvisionId};

crate::rules! {
    /// Terms of the procedures.
    pub struct TermRules {
        /// Hours.
        emergency_appeal: u32 = "rde.urgencia-recurs",
        /// Calendar days.
        emergency_meeting: u32 = "rde.urgencia-reunio",
        ordinary_appeal: u32 = "rde.ordinari-recurs",
        ordinary_appeal_meeting: u32 = "rde.ordinari-reunio-recurs",
        annexes: u32 = "rde.ordinari-annexos",
        ordinary_meeting: u32 = "rde.ordinari-reunio",
        council_appeal: u32 = "rde.ordinari-recurs-consell",
        proposal_meeting: u32 = "rde.proposta-reunio",
        /// Working days from here on.
        opening_order: u32 = "rde.providencia-inici",
        challenge: u32 = "rde.recusacio-termini",
        challenge_ruling: u32 = "rde.recusacio-resolucio",
        evidence_min: u32 = "rde.prova-min",
        evidence_max: u32 = "rde.prova-max",
        evidence_claim: u32 = "rde.prova-reclamacio",
        evidence_ruling: u32 = "rde.prova-reclamacio-resolucio",
        defence: u32 = "rde.descarrec",
        ruling: u32 = "rde.resolucio",
        review: u32 = "rde.revisio",
        general_appeal: u32 = "rde.recurs-general",
        claim_silence: u32 = "rde.silenci-reclamacio",
        notification: u32 = "rde.notificacio",
        appeal_silence: u32 = "rde.silenci-recurs",
    }
}

/// A deadline of a procedure, counted from a day that its article names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Deadline {
    /// From the appeal: meeting of the Appeals Committee (RDE 22.5).
    EmergencyMeeting,
    /// From the notification: days that must be given to appeal (RDE 23.4).
    OrdinaryAppeal,
    /// From the appeal: meeting of the Competition Committee (RDE 23.5).
    OrdinaryAppealMeeting,
    /// From the match: annexes of delegates (RDE 23.7).
    Annexes,
    /// From the match: meeting of the Competition Committee (RDE 23.8).
    OrdinaryMeeting,
    /// From the receipt of the notice: appeal to the Executive Council (RDE 23.10).
    CouncilAppeal,
    /// From the filing: meeting on a proposal (RDE 24.4).
    ProposalMeeting,
    /// From the first session: opening order (RDE 25.2).
    OpeningOrder,
    /// From the knowledge of the appointment: challenge (RDE 25.8).
    Challenge,
    /// From the challenge: ruling on it (RDE 25.8).
    ChallengeRuling,
    /// From the opening of the evidence phase: its shortest and longest end (RDE 25.9.b).
    EvidenceShortest,
    EvidenceLongest,
    /// From the refusal of evidence: claim (RDE 25.9.b).
    EvidenceClaim,
    /// From the claim: ruling (RDE 25.9.b).
    EvidenceRuling,
    /// From the notification of the charges: statement of defence (RDE 25.12).
    Defence,
    /// From the day the file was sent up: ruling (RDE 25.14).
    Ruling,
    /// From the notification: review (RDE 25.15).
    Review,
    /// From the notification: any appeal without a term of its own (RDE 26.2).
    GeneralAppeal,
    /// From the filing: silence on a claim (RDE 26.3).
    ClaimSilence,
    /// From the decision: notification (RDE 26.4).
    Notification,
    /// From the appeal: silence on it (RDE 26.7.c).
    AppealSilence,
}

impl Deadline {
    pub const ALL: [(&'static str, Self); 21] = [
        ("emergency-meeting", Self::EmergencyMeeting),
        ("ordinary-appeal", Self::OrdinaryAppeal),
        ("ordinary-appeal-meeting", Self::OrdinaryAppealMeeting),
        ("annexes", Self::Annexes),
        ("ordinary-meeting", Self::OrdinaryMeeting),
        ("council-appeal", Self::CouncilAppeal),
        ("proposal-meeting", Self::ProposalMeeting),
        ("opening-order", Self::OpeningOrder),
        ("challenge", Self::Challenge),
        ("challenge-ruling", Self::ChallengeRuling),
        ("evidence-shortest", Self::EvidenceShortest),
        ("evidence-longest", Self::EvidenceLongest),
        ("evidence-claim", Self::EvidenceClaim),
        ("evidence-ruling", Self::EvidenceRuling),
        ("defence", Self::Defence),
        ("ruling", Self::Ruling),
        ("review", Self::Review),
        ("general-appeal", Self::GeneralAppeal),
        ("claim-silence", Self::ClaimSilence),
        ("notification", Self::Notification),
        ("appeal-silence", Self::AppealSilence),
    ];

    pub fn from_key(key: &str) -> Option<Self> {
        Self::ALL.iter().find(|(known, _)| *known == key).map(|(_, deadline)| *deadline)
    }

    fn term(self, rules: &TermRules) -> (&Cited<u32>, Days) {
        use Days::{Calendar, Working};
        match self {
            Self::EmergencyMeeting => (&rules.emergency_meeting, Calendar),
            Self::OrdinaryAppeal => (&rules.ordinary_appeal, Calendar),
            Self::OrdinaryAppealMeeting => (&rules.ordinary_appeal_meeting, Calendar),
            Self::Annexes => (&rules.annexes, Calendar),
            Self::OrdinaryMeeting => (&rules.ordinary_meeting, Calendar),
            Self::CouncilAppeal => (&rules.council_appeal, Calendar),
            Self::ProposalMeeting => (&rules.proposal_meeting, Calendar),
            Self::OpeningOrder => (&rules.opening_order, Working),
            Self::Challenge => (&rules.challenge, Working),
            Self::ChallengeRuling => (&rules.challenge_ruling, Working),
            Self::EvidenceShortest => (&rules.evidence_min, Working),
            Self::EvidenceLongest => (&rules.evidence_max, Working),
            Self::EvidenceClaim => (&rules.evidence_claim, Working),
            Self::EvidenceRuling => (&rules.evidence_ruling, Working),
            Self::Defence => (&rules.defence, Working),
            Self::Ruling => (&rules.ruling, Working),
            Self::Review => (&rules.review, Working),
            Self::GeneralAppeal => (&rules.general_appeal, Working),
            Self::ClaimSilence => (&rules.claim_silence, Working),
            Self::Notification => (&rules.notification, Working),
            Self::AppealSilence => (&rules.appeal_silence, Working),
        }
    }

    /// How many days, and whether only working days count.
    pub fn days(self, rules: &TermRules) -> (&Cited<u32>, bool) {
        let (term, days) = self.term(rules);
        (term, matches!(days, Days::Working))
    }

    /// The provision that sets it.
    pub fn provision(self, rules: &TermRules) -> &ProvisionId {
        &self.term(rules).0.at
    }
}

enum Days {
    Calendar,
    Working,
}

/// A term and whether an act was in time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TermResult {
    /// Last day on which the act is in time; `None` past the year 9999.
    pub last_day: Option<Date>,
    pub in_time: Option<bool>,
    /// For the silence of a body: the claim or appeal counts as rejected.
    pub rejected: Option<bool>,
}

/// The last day of a term that begins the day after `from`, and whether `act` was in time. For the
/// two silences `act` is the day of the ruling, if any, and `at` the day asked about.
pub fn deadline(
    deadline: Deadline,
    from: Date,
    act: Option<Date>,
    at: Option<Date>,
    calendar: &WorkingCalendar,
    rules: &TermRules,
) -> Computed<TermResult> {
    let (term, days) = deadline.term(rules);
    let (last_day, label) = match days {
        Days::Calendar => {
            (from.checked_add(i64::from(term.get()).days()).ok(), "rde.calendar-days")
        }
        Days::Working => (calendar.last_day(from, term.get()), "rde.working-days"),
    };
    let in_time = match deadline {
        // The shortest phase is kept by ending on that day or later.
        Deadline::EvidenceShortest => act.zip(last_day).map(|(act, last)| act >= last),
        // At least so many days are given before the committee meets.
        Deadline::OrdinaryAppeal => act.zip(last_day).map(|(act, last)| act >= last),
        _ => act.zip(last_day).map(|(act, last)| act >= from && act <= last),
    };
    let rejected = matches!(deadline, Deadline::ClaimSilence | Deadline::AppealSilence)
        .then(|| {
            let ruled = in_time == Some(true);
            at.zip(last_day).map(|(at, last)| at > last && !ruled)
        })
        .flatten();
    Computed::new(TermResult { last_day, in_time, rejected })
        .line("rde.from", from)
        .limit(label, term)
        .line("rde.last-day", last_day)
        .line("rde.act", act)
        .line("rde.in-time", in_time.map(Verdict::of))
        .line("rde.rejected", rejected.map(Verdict::of))
}

/// An appeal in the emergency procedure (RDE 22.4): at least two hours from the notification to the
/// meeting, and handed in before the meeting.
pub fn emergency_appeal(
    notified: DateTime,
    meeting: DateTime,
    appeal: Option<DateTime>,
    rules: &TermRules,
) -> Computed<bool> {
    let hours = i64::from(rules.emergency_appeal.get());
    let earliest = notified.checked_add(hours.hours()).ok();
    let given = earliest.is_some_and(|earliest| meeting >= earliest);
    let handed = appeal.is_none_or(|appeal| appeal >= notified && appeal < meeting);
    Computed::new(given && handed)
        .limit("rde.hours", &rules.emergency_appeal)
        .line("rde.hours-given", Verdict::of(given))
        .line("rde.before-meeting", Verdict::of(handed))
}

/// An appeal in the ordinary procedure (RDE 23.4): at least two days from the notification to the
/// meeting, and handed in before the meeting.
pub fn ordinary_appeal(
    notified: Date,
    meeting: Date,
    appeal: Option<Date>,
    rules: &TermRules,
) -> Computed<bool> {
    let days = i64::from(rules.ordinary_appeal.get());
    let earliest = notified.checked_add(days.days()).ok();
    let given = earliest.is_some_and(|earliest| meeting >= earliest);
    let handed = appeal.is_none_or(|appeal| appeal >= notified && appeal <= meeting);
    Computed::new(given && handed)
        .limit("rde.calendar-days", &rules.ordinary_appeal)
        .line("rde.days-given", Verdict::of(given))
        .line("rde.before-meeting", Verdict::of(handed))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_rules::{rulebook, rules};
    use jiff::civil::{date, datetime};

    fn calendar() -> WorkingCalendar {
        WorkingCalendar::new([date(1990, 12, 6), date(1990, 12, 8), date(1990, 12, 25)])
    }

    fn last(term: Deadline, from: Date) -> Date {
        let terms = &rules().discipline.terms;
        deadline(term, from, None, None, &calendar(), terms).value.last_day.unwrap()
    }

    /// Calendar days of RDE 22.5, 23.4, 23.5, 23.7, 23.8, 23.10, 24.4 (AMB-80).
    #[test]
    fn calendar_days() {
        let from = date(1990, 12, 5);
        for (term, day) in [
            (Deadline::EmergencyMeeting, 5),
            (Deadline::OrdinaryAppeal, 7),
            (Deadline::OrdinaryAppealMeeting, 13),
            (Deadline::Annexes, 7),
            (Deadline::OrdinaryMeeting, 10),
            (Deadline::CouncilAppeal, 15),
            (Deadline::ProposalMeeting, 5),
        ] {
            assert_eq!(last(term, from), date(1990, 12, day), "{term:?}");
        }
    }

    /// Working days of RDE 25 and 26: 6 and 8 December are holidays, the 9th and 16th Sundays
    /// (AMB-77, 81, 85).
    #[test]
    fn working_days() {
        let from = date(1990, 12, 5);
        for (term, day) in [
            (Deadline::OpeningOrder, date(1990, 12, 11)),
            (Deadline::Challenge, date(1990, 12, 11)),
            (Deadline::ChallengeRuling, date(1990, 12, 13)),
            (Deadline::EvidenceShortest, date(1990, 12, 13)),
            (Deadline::EvidenceLongest, date(1991, 1, 1)),
            (Deadline::EvidenceClaim, date(1990, 12, 11)),
            (Deadline::EvidenceRuling, date(1990, 12, 11)),
            (Deadline::Defence, date(1990, 12, 19)),
            (Deadline::Ruling, date(1990, 12, 19)),
            (Deadline::Review, date(1990, 12, 26)),
            (Deadline::GeneralAppeal, date(1990, 12, 13)),
            (Deadline::ClaimSilence, date(1990, 12, 26)),
            (Deadline::Notification, date(1990, 12, 19)),
            (Deadline::AppealSilence, date(1991, 1, 12)),
        ] {
            assert_eq!(last(term, from), day, "{term:?}");
        }
    }

    #[test]
    fn acts_on_both_sides_of_the_last_day() {
        let terms = &rules().discipline.terms;
        let act = |term, day| {
            let from = date(1990, 12, 5);
            let act = Some(date(1990, 12, day));
            deadline(term, from, act, None, &calendar(), terms).value.in_time
        };
        assert_eq!(act(Deadline::CouncilAppeal, 15), Some(true));
        assert_eq!(act(Deadline::CouncilAppeal, 16), Some(false));
        assert_eq!(act(Deadline::CouncilAppeal, 4), Some(false));
        assert_eq!(act(Deadline::EvidenceShortest, 12), Some(false));
        assert_eq!(act(Deadline::EvidenceShortest, 13), Some(true));
    }

    /// AMB-81: rejected from the day after the last.
    #[test]
    fn amb_81_silence() {
        let terms = &rules().discipline.terms;
        let rejected = |ruling, at| {
            let from = date(1990, 12, 5);
            deadline(Deadline::ClaimSilence, from, ruling, at, &calendar(), terms).value.rejected
        };
        assert_eq!(rejected(None, Some(date(1990, 12, 26))), Some(false));
        assert_eq!(rejected(None, Some(date(1990, 12, 27))), Some(true));
        let ruled = Some(date(1990, 12, 20));
        assert_eq!(rejected(ruled, Some(date(1990, 12, 27))), Some(false));
    }

    /// RDE 22.4, 23.4.
    #[test]
    fn time_to_appeal() {
        let terms = &rules().discipline.terms;
        let notified = datetime(1990, 12, 1, 18, 0, 0, 0);
        let at = |hour, minute| datetime(1990, 12, 1, hour, minute, 0, 0);
        let ok = |meeting, appeal| emergency_appeal(notified, meeting, appeal, terms).value;
        assert!(ok(at(20, 0), Some(at(19, 59))) && !ok(at(19, 59), None));
        assert!(!ok(at(20, 0), Some(at(20, 0))));
        let day = |day| date(1990, 12, day);
        assert!(ordinary_appeal(day(1), day(3), Some(day(3)), terms).value);
        assert!(!ordinary_appeal(day(1), day(2), None, terms).value);
        assert!(!ordinary_appeal(day(1), day(3), Some(day(4)), terms).value);
    }

    #[test]
    fn every_deadline_cites_a_provision() {
        for (key, term) in Deadline::ALL {
            assert_eq!(Deadline::from_key(key), Some(term));
            let at = term.provision(&rules().discipline.terms);
            assert!(rulebook().provision(at).is_some(), "{at}");
        }
    }
}
