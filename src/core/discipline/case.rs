//! A case file worked out: class, procedure and bodies, lapse, sanction with its range and degree,
//! and every deadline as a day with its provision.

use super::Class;
use super::catalogue::{Catalogue, Charge};
use super::lapse::{self, InfractionTime, Lapse, Stop};
use super::procedure::{Body, Case, Competence, Procedure, competence};
use super::record::{self, Record};
use super::sanctions::{
    Circumstances, MONTHS, Measure, SanctionInput, SanctionResult, accessory_fine, is_available,
    sanction,
};
use super::terms::{self, Deadline, TermResult};
use crate::core::calendar::{Term, WorkingCalendar};
use crate::core::computed::Computed;
use crate::core::rules::Rules1990;
use crate::model::{CaseFile, Date, Exact, Imposed, Sanction, SanctionUnit};

/// A deadline of the case with the day from which it counts and the act, if it has come.
#[derive(Clone, Debug)]
pub struct CaseDeadline {
    pub deadline: Deadline,
    pub from: Date,
    pub act: Option<Date>,
    pub term: Computed<TermResult>,
}

/// Is the sanction of the case right?
#[derive(Clone, Debug)]
pub struct Judged {
    pub imposed: Imposed,
    /// May the class be punished with it?
    pub available: Computed<bool>,
    /// The range and the part that applies, for what is measured.
    pub graded: Option<Computed<SanctionResult>>,
    /// Does the amount lie in that part?
    pub amount_fits: Option<bool>,
    /// Does the accessory fine lie in its half?
    pub fine_fits: Option<Computed<bool>>,
    /// First and last day of a suspension.
    pub suspension: Option<Computed<lapse::Suspension>>,
}

/// A case worked out.
#[derive(Clone, Debug)]
pub struct Decided {
    pub charge: Computed<Charge>,
    /// `None` for conduct that cannot be charged.
    pub class: Option<Class>,
    pub competence: Option<Computed<Competence>>,
    pub lapse: Option<Computed<Lapse>>,
    /// Earlier sanctions of the infringer in the season, and what they found.
    pub record: Option<Record>,
    pub judged: Option<Judged>,
    pub deadlines: Vec<CaseDeadline>,
}

/// Works a case out.
pub fn decide(case: &CaseFile, calendar: &WorkingCalendar, rules: &Rules1990) -> Decided {
    let discipline = &rules.discipline;
    let charge = charge(case, &discipline.catalogue);
    let class = charge.value.class;
    let days = &case.days;
    let asked = days.asked.or(days.last()).unwrap_or(case.committed).max(case.committed);
    let competence = class.map(|class| {
        let input = Case {
            class,
            daily: case.daily,
            titled_arbiter: case.titled_arbiter,
            delegation: case.delegation,
        };
        competence(input, &discipline.procedure)
    });
    let lapse = class.map(|class| {
        let interrupted = days.opened.or(days.resolved);
        let stop = days.stopped.map(|from| Stop {
            from,
            resumed: days.resumed,
            by_accused: days.stopped_by_accused,
        });
        let input =
            InfractionTime { class, committed: case.committed, interrupted, stop, at: asked };
        lapse::infraction(&input, &discipline.lapse)
    });
    let record = class.map(|class| {
        record::record(case, class, &discipline.catalogue, &discipline.degrees, rules)
    });
    let founded: Vec<&str> = record.iter().flat_map(Record::letters).collect();
    let judged = class
        .zip(case.imposed)
        .map(|(class, imposed)| judge(case, class, imposed, &founded, rules));
    let deadlines = match &competence {
        Some(competence) => deadlines(case, competence.value, asked, calendar, &discipline.terms),
        None => Vec::new(),
    };
    Decided { charge, class, competence, lapse, record, judged, deadlines }
}

fn charge(case: &CaseFile, catalogue: &Catalogue) -> Computed<Charge> {
    catalogue.charge(case.infraction.as_deref(), case.infraction.is_none())
}

/// The measure and the number in its unit: lengths in months, money in pesetas.
fn measure(imposed: &Imposed) -> Option<(Measure, Exact)> {
    let amount = Exact::from(i64::from(imposed.amount?));
    let season = imposed.season_matches;
    Some(match (imposed.sanction, imposed.unit?) {
        (Sanction::Suspension, SanctionUnit::Months) => (Measure::Time, amount),
        (Sanction::Suspension, SanctionUnit::Years) => (Measure::Time, amount * MONTHS),
        (Sanction::Suspension, SanctionUnit::Seasons) => (Measure::Seasons, amount),
        (Sanction::Suspension, SanctionUnit::Matches) => (Measure::Matches(season), amount),
        (Sanction::LossOfRights, SanctionUnit::Months) => (Measure::Rights, amount),
        (Sanction::LossOfRights, SanctionUnit::Years) => (Measure::Rights, amount * MONTHS),
        (Sanction::VenueClosing, SanctionUnit::Matches) => (Measure::Closing(season), amount),
        (Sanction::Fine, SanctionUnit::Pesetas) => (Measure::Fine, amount),
        _ => return None,
    })
}

/// Judges the sanction. `founded` are letters of RDE 15 that the file need not name: earlier cases
/// found them.
fn judge(
    case: &CaseFile,
    class: Class,
    imposed: Imposed,
    founded: &[&str],
    rules: &Rules1990,
) -> Judged {
    let discipline = &rules.discipline;
    let letters = |list: &[std::sync::Arc<str>]| -> Circumstances {
        list.iter().map(|letter| letter.to_string()).collect()
    };
    let mut aggravating = letters(&case.aggravating);
    aggravating.extend(founded.iter().map(|letter| (*letter).to_owned()));
    let measured = measure(&imposed);
    let graded = measured.map(|(measure, _)| {
        let input = SanctionInput {
            class,
            measure,
            mitigating: letters(&case.mitigating),
            aggravating: aggravating.clone(),
            paid: case.paid,
        };
        sanction(&input, &discipline.sanctions, &discipline.degrees)
    });
    let amount_fits = graded.as_ref().zip(measured).map(|(graded, (_, amount))| {
        graded.value.allowed
            && graded
                .value
                .graded
                .as_ref()
                .is_some_and(|range| amount >= range.from && amount <= range.to)
    });
    let fine_fits = imposed.fine.and_then(|fine| {
        let range = accessory_fine(imposed.sanction, &discipline.sanctions, &discipline.degrees)?;
        let fine = Exact::from(i64::from(fine));
        let fits = fine >= range.value.from && fine <= range.value.to && case.paid == Some(true);
        let fined = range.map(|_| fits);
        Some(fined.line("rde.proposed", fine))
    });
    let suspension = (imposed.sanction == Sanction::Suspension)
        .then(|| {
            let amount = u16::try_from(imposed.amount?).ok()?;
            let length = match imposed.unit? {
                SanctionUnit::Months => Term { months: amount, ..Term::default() },
                SanctionUnit::Years => Term { years: amount, ..Term::default() },
                _ => return None,
            };
            Some(lapse::suspension(case.days.notified?, length))
        })
        .flatten();
    Judged {
        imposed,
        available: is_available(class, imposed.sanction, &discipline.sanctions),
        graded,
        amount_fits,
        fine_fits,
        suspension,
    }
}

/// Every term that the procedure of the case knows and whose first day has come.
fn deadlines(
    case: &CaseFile,
    competence: Competence,
    asked: Date,
    calendar: &WorkingCalendar,
    rules: &terms::TermRules,
) -> Vec<CaseDeadline> {
    let days = &case.days;
    let mut list: Vec<(Deadline, Option<Date>, Option<Date>)> = Vec::new();
    match competence.procedure {
        Procedure::Emergency => {
            list.push((Deadline::EmergencyMeeting, days.appealed, days.appeal_ruled));
        }
        Procedure::Ordinary if competence.body == Body::Arbiter => {
            list.push((Deadline::OrdinaryAppeal, days.notified, days.appeal_ruled));
            list.push((Deadline::OrdinaryAppealMeeting, days.appealed, days.appeal_ruled));
        }
        Procedure::Ordinary => {
            list.push((Deadline::Annexes, days.played, days.annexes));
            list.push((Deadline::OrdinaryMeeting, days.played, days.meeting));
            list.push((Deadline::CouncilAppeal, days.notified, days.appealed));
            list.push((Deadline::AppealSilence, days.appealed, days.appeal_ruled));
        }
        Procedure::Extraordinary => {
            list.push((Deadline::ProposalMeeting, days.proposal, days.proposal_meeting));
            list.push((Deadline::OpeningOrder, days.session, days.opened));
            list.push((Deadline::Notification, days.opened, days.appointed));
            list.push((Deadline::Challenge, days.appointed, days.challenged));
            list.push((Deadline::ChallengeRuling, days.challenged, days.challenge_ruled));
            list.push((Deadline::EvidenceShortest, days.evidence, days.evidence_closed));
            list.push((Deadline::EvidenceLongest, days.evidence, days.evidence_closed));
            list.push((Deadline::EvidenceClaim, days.evidence_refused, days.evidence_claimed));
            list.push((Deadline::EvidenceRuling, days.evidence_claimed, days.evidence_ruled));
            list.push((Deadline::Defence, days.charges, days.defence));
            list.push((Deadline::Ruling, days.raised, days.resolved));
            list.push((Deadline::Notification, days.resolved, days.notified));
            list.push((Deadline::Review, days.notified, days.appealed));
            list.push((Deadline::AppealSilence, days.appealed, days.appeal_ruled));
        }
    }
    list.into_iter()
        .filter_map(|(deadline, from, act)| {
            let from = from?;
            let term = terms::deadline(deadline, from, act, Some(asked), calendar, rules);
            Some(CaseDeadline { deadline, from, act, term })
        })
        .collect()
}

impl Decided {
    /// The last day on which the decision can be appealed, and where.
    pub fn appeal(&self) -> Option<(Body, Option<Date>)> {
        let body = self.competence.as_ref()?.value.appeal;
        let last = self
            .deadlines
            .iter()
            .find(|found| matches!(found.deadline, Deadline::CouncilAppeal | Deadline::Review));
        Some((body, last.and_then(|found| found.term.value.last_day)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::discipline::tests::case;
    use crate::model::CaseDays;
    use crate::test_rules::rules;
    use jiff::civil::date;

    fn calendar() -> WorkingCalendar {
        WorkingCalendar::new([date(1991, 3, 29), date(1991, 4, 1)])
    }

    fn decided(case: &CaseFile) -> Decided {
        decide(case, &calendar(), rules())
    }

    fn suspension(amount: u32, unit: SanctionUnit) -> Imposed {
        Imposed {
            sanction: Sanction::Suspension,
            amount: Some(amount),
            unit: Some(unit),
            fine: None,
            season_matches: None,
        }
    }

    /// RDE 8.B.3.b is serious: extraordinary procedure, one month to one year; the middle third is
    /// from 4⅔ months to 8⅓.
    #[test]
    fn the_amount_must_lie_in_the_third_of_the_degree() {
        for (months, aggravating, fits) in
            [(4, 0, false), (5, 0, true), (8, 0, true), (9, 0, false), (9, 1, true), (12, 1, true)]
        {
            let mut case = case();
            case.aggravating = (0..aggravating).map(|_| "d".into()).collect();
            case.imposed = Some(suspension(months, SanctionUnit::Months));
            let decided = decided(&case);
            assert_eq!(decided.class, Some(Class::Serious));
            let judged = decided.judged.expect("a sanction");
            assert_eq!(judged.amount_fits, Some(fits), "{months} {aggravating}");
            assert!(judged.available.value);
        }
        let mut year = case();
        year.aggravating = vec!["d".into()];
        year.imposed = Some(suspension(1, SanctionUnit::Years));
        assert_eq!(decided(&year).judged.and_then(|judged| judged.amount_fits), Some(true));
    }

    /// RDE 25.14: ten working days from the day after; Good Friday and Easter Monday are none.
    #[test]
    fn every_term_whose_first_day_has_come_is_a_day() {
        let mut case = case();
        case.days = CaseDays {
            raised: Some(date(1991, 3, 22)),
            resolved: Some(date(1991, 4, 5)),
            notified: Some(date(1991, 4, 8)),
            ..CaseDays::default()
        };
        let found = decided(&case);
        let of = |deadline| {
            let found = found.deadlines.iter().find(|found| found.deadline == deadline);
            found.map(|found| (found.term.value.last_day, found.term.value.in_time))
        };
        assert_eq!(of(Deadline::Ruling), Some((Some(date(1991, 4, 5)), Some(true))));
        assert_eq!(of(Deadline::Review), Some((Some(date(1991, 4, 25)), None)));
        assert_eq!(of(Deadline::Defence), None);
        assert_eq!(found.appeal(), Some((Body::Board, Some(date(1991, 4, 25)))));
        case.days.resolved = Some(date(1991, 4, 6));
        let late = decided(&case);
        let ruling = late.deadlines.iter().find(|found| found.deadline == Deadline::Ruling);
        assert_eq!(ruling.and_then(|found| found.term.value.in_time), Some(false));
    }

    /// RDE 25.2: three working days from the day after the first session held after the cause, a
    /// Thursday; the Sunday does not count. Without a session no term runs, however old the cause.
    #[test]
    fn amb_85_the_opening_order_is_due_from_the_first_session() {
        let of = |session| {
            let mut case = case();
            case.days.proposal = Some(date(1991, 1, 13));
            case.days.session = session;
            let found = decided(&case);
            let order = found.deadlines.iter().find(|d| d.deadline == Deadline::OpeningOrder);
            order.map(|order| (order.from, order.term.value.last_day))
        };
        let session = date(1991, 1, 17);
        assert_eq!(of(Some(session)), Some((session, Some(date(1991, 1, 21)))));
        assert_eq!(of(None), None);
    }

    /// RDE 16.c: a serious infraction lapses a year after, unless a file was opened.
    #[test]
    fn a_case_lapses_if_nothing_is_opened() {
        let lapsed = |opened, asked| {
            let mut case = case();
            case.days.opened = opened;
            case.days.asked = Some(asked);
            decided(&case).lapse.map(|lapse| lapse.value.lapsed)
        };
        assert_eq!(lapsed(None, date(1992, 2, 3)), Some(false));
        assert_eq!(lapsed(None, date(1992, 2, 4)), Some(true));
        assert_eq!(lapsed(Some(date(1991, 6, 1)), date(1993, 1, 1)), Some(false));
    }

    /// RDE DA 1.1, 12.6 second paragraph: a breach that no article names is minor; a warning may
    /// go with a fine up to half of the highest, for who is paid.
    #[test]
    fn an_accessory_fine_has_its_half() {
        for (fine, paid, fits) in
            [(25_000, true, true), (25_001, true, false), (25_000, false, false)]
        {
            let mut case = case();
            case.infraction = None;
            case.paid = Some(paid);
            case.imposed = Some(Imposed {
                sanction: Sanction::Warning,
                amount: None,
                unit: None,
                fine: Some(fine),
                season_matches: None,
            });
            let decided = decided(&case);
            assert_eq!(decided.class, Some(Class::Minor));
            let judged = decided.judged.expect("a sanction");
            assert_eq!(judged.fine_fits.map(|fits| fits.value), Some(fits), "{fine} {paid}");
        }
    }

    /// RDE 12.4, 12.5.
    #[test]
    fn a_suspension_runs_from_the_day_after_the_notification() {
        let mut case = case();
        case.imposed = Some(suspension(5, SanctionUnit::Months));
        case.days.notified = Some(date(1991, 4, 8));
        let suspension = decided(&case).judged.and_then(|judged| judged.suspension);
        let days = suspension.map(|found| (found.value.first_day, found.value.last_day));
        assert_eq!(days, Some((Some(date(1991, 4, 9)), Some(date(1991, 9, 8)))));
    }
}
