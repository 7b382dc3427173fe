//! The disciplinary bodies: who must exist, who sits, how they decide (RDE 17, 18).

use super::Item;
use crate::core::bodies::{Votes, adopted};
use crate::core::computed::Computed;
use crate::core::report::{Value, Verdict};

crate::rules! {
    /// Numbers of RDE 17 and 18.
    pub struct CommitteeRules {
        /// Rounds a day from which an event must have an Appeals Committee.
        rounds_a_day: u32 = "rde.apellacio-rondes-dia",
        appeals_members: u32 = "rde.apellacio-membres",
        federation_delegates: u32 = "rde.apellacio-delegats",
        organisers: u32 = "rde.apellacio-organitzadors",
        players: u32 = "rde.apellacio-jugadors",
        substitutes: u32 = "rde.apellacio-suplents",
        offices: Vec<Item> = "rde.comite-apellacio",
        competition_members: u32 = "rde.competicio-membres",
        competition_quorum: u32 = "rde.competicio-quorum",
    }
}

/// Must the event have an Appeals Committee before it starts (RDE 17.1)? `rounds` on `days` days
/// from the first to the last.
pub fn appeals_committee_needed(rounds: u32, days: u32, rules: &CommitteeRules) -> Computed<bool> {
    let needed = u64::from(rounds) >= u64::from(rules.rounds_a_day.get()) * u64::from(days);
    Computed::new(needed && rounds > 0 && days > 0)
        .line("rde.rounds", rounds)
        .line("rde.days", days)
        .limit("rde.rounds-a-day", &rules.rounds_a_day)
}

/// Somebody elected by the players.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Elected {
    pub name: String,
    /// Is a party to the case.
    pub interested: bool,
}

/// Who holds an office in the Appeals Committee of an event (RDE 17.2).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AppealsCommittee {
    pub director: bool,
    pub chief_arbiter: bool,
    pub federation_delegates: u32,
    pub organisers: u32,
    pub players: Vec<Elected>,
    pub substitutes: Vec<Elected>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Panel {
    /// The players who sit on this case.
    pub players: Vec<String>,
    pub members: u32,
    pub complete: bool,
}

/// Who sits on a case: substitutes take the seats of players who are a party to it.
pub fn panel(committee: &AppealsCommittee, rules: &CommitteeRules) -> Computed<Panel> {
    let seats = rules.players.get() as usize;
    let able = |list: &[Elected]| -> Vec<String> {
        list.iter().filter(|e| !e.interested).map(|e| e.name.clone()).collect()
    };
    let mut players = able(&committee.players);
    players.truncate(seats);
    let left = seats - players.len();
    players.extend(able(&committee.substitutes).into_iter().take(left));
    let members = u32::from(committee.director)
        + u32::from(committee.chief_arbiter)
        + committee.federation_delegates.min(rules.federation_delegates.get())
        + committee.organisers.min(rules.organisers.get())
        + players.len() as u32;
    let complete = members == rules.appeals_members.get();
    let names = Value::List(players.iter().map(|name| Value::from(name.as_str())).collect());
    Computed::new(Panel { players, members, complete })
        .by(&rules.offices)
        .line("rde.players-sitting", names)
        .line("bodies.present", members)
        .limit("bodies.members", &rules.appeals_members)
        .limit("rde.substitutes", &rules.substitutes)
}

/// Decision of the Appeals Committee (RDE 17.3).
pub fn appeals_decision(votes: Votes) -> Computed<Option<bool>> {
    adopted(votes, "RDE 17.3", "RDE 17.3")
}

/// Decision of the Competition Committee (RDE 18.4), valid only with its quorum (RDE 18.3).
pub fn competition_decision(
    present: u32,
    votes: Votes,
    rules: &CommitteeRules,
) -> Computed<Option<bool>> {
    let quorum = present.min(rules.competition_members.get()) >= rules.competition_quorum.get();
    let decision = adopted(votes, "RDE 18.4", "RDE 18.4");
    let value = decision.value.filter(|_| quorum);
    decision
        .map(|_| value)
        .line("bodies.present", present)
        .limit("bodies.quorum", &rules.competition_quorum)
        .limit("bodies.members", &rules.competition_members)
        .line("bodies.valid", Verdict::of(quorum))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_rules::rules;

    fn rules_() -> &'static CommitteeRules {
        &rules().discipline.committees
    }

    /// RDE 17.1.
    #[test]
    fn a_committee_where_a_round_a_day_is_played() {
        let needed = |rounds, days| appeals_committee_needed(rounds, days, rules_()).value;
        assert!(needed(9, 9) && needed(9, 5));
        assert!(!needed(9, 10) && !needed(0, 0));
    }

    /// RDE 17.2.
    #[test]
    fn substitutes_sit_for_interested_players() {
        let player = |name: &str, interested| Elected { name: name.into(), interested };
        let mut committee = AppealsCommittee {
            director: true,
            chief_arbiter: true,
            federation_delegates: 1,
            organisers: 1,
            players: vec![player("a", true), player("b", false)],
            substitutes: vec![player("c", true), player("d", false)],
        };
        let of = |committee: &AppealsCommittee| panel(committee, rules_()).value;
        assert_eq!(of(&committee).players, ["b", "d"]);
        assert!(of(&committee).complete);
        committee.substitutes.pop();
        assert!(!of(&committee).complete);
        committee.players[0].interested = false;
        assert_eq!(of(&committee).players, ["a", "b"]);
    }

    /// RDE 18.3, 18.4: four of six, and the president.
    #[test]
    fn quorum_and_casting_vote() {
        let votes = |yes, no, president| Votes { yes, no, president };
        let of = |present, votes| competition_decision(present, votes, rules_()).value;
        assert_eq!(of(3, votes(3, 0, None)), None);
        assert_eq!(of(4, votes(3, 1, None)), Some(true));
        assert_eq!(of(4, votes(2, 2, Some(true))), Some(true));
        assert_eq!(of(4, votes(2, 2, Some(false))), Some(false));
        assert_eq!(of(4, votes(2, 2, None)), None);
        assert_eq!(appeals_decision(votes(2, 3, Some(true))).value, Some(false));
        assert_eq!(appeals_decision(votes(3, 3, Some(true))).value, Some(true));
    }
}
