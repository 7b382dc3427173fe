//! The Sports Commission: members, terms, absences, votes (CE; AMB-84).

use super::calendar::Term;
use super::computed::Computed;
use super::report::Verdict;
use crate::model::{Date, Exact};

crate::rules! {
    /// Numbers of CE.
    pub struct BodyRules {
        min_members: u32 = "ce.min-membres",
        max_members: u32 = "ce.max-membres",
        heads: u32 = "ce.responsables",
        /// Years.
        term: u32 = "ce.anys-mandat",
        absences_in_a_row: u32 = "ce.absencies-consecutives",
        absences: u32 = "ce.absencies-alternes",
        quorum_share: Exact = "ce.quorum-fraccio",
        quorum_more: u32 = "ce.quorum-mes",
        callers: u32 = "ce.convocants-comissio",
        callers_competition: u32 = "ce.convocants-comite",
    }
}

/// Votes cast; `president` is the president's vote, contained in the others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Votes {
    pub yes: u32,
    pub no: u32,
    /// For (`true`) or against; `None` where the president did not vote.
    pub president: Option<bool>,
}

/// More for than against; a tie goes to the president (AMB-84). `None` for a tie without one.
pub fn adopted(votes: Votes, majority: &str, casting: &str) -> Computed<Option<bool>> {
    let decision = match votes.yes.cmp(&votes.no) {
        std::cmp::Ordering::Greater => Some(true),
        std::cmp::Ordering::Less => Some(false),
        std::cmp::Ordering::Equal => votes.president,
    };
    let computed =
        Computed::new(decision).rule("bodies.yes", votes.yes, majority).line("bodies.no", votes.no);
    let computed = if votes.yes == votes.no {
        computed.rule("bodies.president", votes.president.map(Verdict::of), casting)
    } else {
        computed
    };
    computed.line("bodies.adopted", decision.map(Verdict::of))
}

/// Size of the Commission, and one head (CE 1.1).
pub fn composition(members: u32, heads: u32, rules: &BodyRules) -> Computed<bool> {
    let size = (rules.min_members.get()..=rules.max_members.get()).contains(&members);
    Computed::new(size && heads == rules.heads.get())
        .line("bodies.members", members)
        .limit("bodies.at-least", &rules.min_members)
        .limit("bodies.at-most", &rules.max_members)
        .line("bodies.heads", heads)
        .limit("bodies.heads-needed", &rules.heads)
}

/// Last day of the members' term: two years from the general election of the president (CE 2.1,
/// 2.2), from date to date.
pub fn end_of_term(election: Date, rules: &BodyRules) -> Computed<Option<Date>> {
    let years = u16::try_from(rules.term.get()).unwrap_or(u16::MAX);
    let end = Term { years, ..Term::default() }.same_day(election);
    Computed::new(end)
        .rule("bodies.election", election, "CE 2.2")
        .limit("bodies.years", &rules.term)
        .line("bodies.end", end)
}

/// Do all others vote for a member's removal, or does the Executive Council decide it (CE 3.1)?
pub fn removed(others: u32, yes: u32, council: bool) -> Computed<bool> {
    Computed::new(council || (others > 0 && yes == others))
        .rule("bodies.others", others, "CE 3.1")
        .line("bodies.yes", yes)
        .line("bodies.council", Verdict::of(council))
}

/// Is there a cause of removal in the meetings of the term, from first to last (`true` = present;
/// CE 3.2)?
pub fn absent_too_often(present: &[bool], rules: &BodyRules) -> Computed<bool> {
    let longest = present.split(|present| *present).map(<[bool]>::len).max().unwrap_or_default();
    let all = present.iter().filter(|present| !**present).count();
    let cause =
        longest >= rules.absences_in_a_row.get() as usize || all >= rules.absences.get() as usize;
    Computed::new(cause)
        .line("bodies.in-a-row", longest)
        .limit("bodies.at-most-before", &rules.absences_in_a_row)
        .line("bodies.absences", all)
        .limit("bodies.at-most-before", &rules.absences)
}

/// May the board or the council revoke a decision: called by two members of the Commission and one
/// of the Competition Committee (CE 6.1)?
pub fn revocation(commission: u32, competition: u32, rules: &BodyRules) -> Computed<bool> {
    let valid = commission >= rules.callers.get() && competition >= rules.callers_competition.get();
    Computed::new(valid)
        .line("bodies.callers", commission)
        .limit("bodies.at-least", &rules.callers)
        .line("bodies.callers-competition", competition)
        .limit("bodies.at-least", &rules.callers_competition)
}

/// Votes needed for a valid vote: half of the appointed, rounded down, plus one (CE 7.3, AMB-84).
pub fn quorum(appointed: u32, rules: &BodyRules) -> u32 {
    let half = (rules.quorum_share.get() * i64::from(appointed)).floor().to_integer();
    u32::try_from(half).unwrap_or_default() + rules.quorum_more.get()
}

/// A vote of the Commission (CE 7.1–7.3): `None` where it is not valid or a tie stays.
pub fn commission_vote(
    appointed: u32,
    abstentions: u32,
    votes: Votes,
    rules: &BodyRules,
) -> Computed<Option<bool>> {
    let needed = quorum(appointed, rules);
    let cast = votes.yes.saturating_add(votes.no).saturating_add(abstentions);
    let valid = cast >= needed && cast <= appointed;
    let decision = adopted(votes, "CE 7.1", "CE 7.2");
    let value = decision.value.filter(|_| valid);
    Computed::new(value)
        .line("bodies.members", appointed)
        .rule("bodies.quorum", needed, rules.quorum_share.at.as_str())
        .line("bodies.cast", cast)
        .line("bodies.valid", Verdict::of(valid))
        .after(decision)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_rules::rules;
    use jiff::civil::date;

    fn rules_() -> &'static BodyRules {
        &rules().bodies
    }

    /// AMB-84: 5 → 3, 6 → 4, 7 → 4, 8 → 5.
    #[test]
    fn amb_84_half_plus_one() {
        assert_eq!([5, 6, 7, 8].map(|n| quorum(n, rules_())), [3, 4, 4, 5]);
        let votes = Votes { yes: 2, no: 1, president: None };
        assert_eq!(commission_vote(5, 0, votes, rules_()).value, Some(true));
        assert_eq!(commission_vote(6, 0, votes, rules_()).value, None);
        assert_eq!(commission_vote(6, 1, votes, rules_()).value, Some(true));
        let tie = Votes { yes: 2, no: 2, president: Some(false) };
        assert_eq!(commission_vote(7, 0, tie, rules_()).value, Some(false));
    }

    #[test]
    fn five_to_eight_members_with_one_head() {
        let ok = |members, heads| composition(members, heads, rules_()).value;
        assert!(ok(5, 1) && ok(8, 1));
        assert!(!ok(4, 1) && !ok(9, 1) && !ok(6, 0) && !ok(6, 2));
    }

    #[test]
    fn two_years_from_the_election() {
        assert_eq!(end_of_term(date(1990, 7, 7), rules_()).value, Some(date(1992, 7, 7)));
        assert_eq!(end_of_term(date(9999, 1, 1), rules_()).value, None);
    }

    /// CE 3.1, 3.2: five in a row or ten in all.
    #[test]
    fn absences_and_removal() {
        let cause = |present: &[bool]| absent_too_often(present, rules_()).value;
        assert!(cause(&[false; 5]) && !cause(&[false; 4]));
        let alternate: Vec<bool> = (0..20).map(|n| n % 2 == 0).collect();
        assert!(cause(&alternate) && !cause(&alternate[..18]));
        assert!(removed(4, 4, false).value && !removed(4, 3, false).value);
        assert!(removed(4, 0, true).value && !removed(0, 0, false).value);
    }

    #[test]
    fn who_can_have_a_decision_revoked() {
        assert!(revocation(2, 1, rules_()).value);
        assert!(!revocation(1, 1, rules_()).value && !revocation(2, 0, rules_()).value);
    }
}
