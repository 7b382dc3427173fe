//! Which procedure and body (RDE 18, 21, DT 2; AMB-79, 80), and what a second instance may do.

use super::Class;
use crate::core::computed::Computed;
use crate::core::report::{Msg, Verdict};
use crate::model::Delegation;
use crate::rulebook::bind::Key;

/// The procedures of RDE 21.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Procedure {
    Emergency,
    Ordinary,
    Extraordinary,
}

impl Procedure {
    pub fn key(self) -> &'static str {
        match self {
            Self::Emergency => "emergency",
            Self::Ordinary => "ordinary",
            Self::Extraordinary => "extraordinary",
        }
    }
}

impl Key for Procedure {
    const LIST: &'static str = "a list of procedures";

    fn from_key(key: &str) -> Option<Self> {
        [Self::Emergency, Self::Ordinary, Self::Extraordinary].into_iter().find(|p| p.key() == key)
    }

    fn known() -> Vec<&'static str> {
        vec!["emergency", "ordinary", "extraordinary"]
    }
}

crate::rules! {
    /// The lists of RDE 21 and DT 2.
    pub struct ProcedureRules {
        procedures: Vec<Procedure> = "rde.procediments",
        delegations: Vec<Delegation> = "rde.delegacions-comite",
    }
}

/// A body that decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Body {
    /// Arbiter or director of the event.
    Arbiter,
    AppealsCommittee,
    CompetitionCommittee,
    /// Competition Committee of a delegation.
    DelegationCommittee,
    ExecutiveCouncil,
    Board,
    /// Comitè Català de Disciplina Esportiva.
    CatalanCommittee,
}

impl Body {
    pub fn key(self) -> &'static str {
        match self {
            Self::Arbiter => "arbiter",
            Self::AppealsCommittee => "appeals-committee",
            Self::CompetitionCommittee => "competition-committee",
            Self::DelegationCommittee => "delegation-committee",
            Self::ExecutiveCouncil => "executive-council",
            Self::Board => "board",
            Self::CatalanCommittee => "catalan-committee",
        }
    }

    pub fn word(self) -> Msg {
        Msg::new(match self {
            Self::Arbiter => "rde.body-arbiter",
            Self::AppealsCommittee => "rde.body-appeals",
            Self::CompetitionCommittee => "rde.body-competition",
            Self::DelegationCommittee => "rde.body-delegation",
            Self::ExecutiveCouncil => "rde.body-council",
            Self::Board => "rde.body-board",
            Self::CatalanCommittee => "rde.body-catalan",
        })
    }
}

/// What decides the procedure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Case {
    pub class: Class,
    /// Played at one round a day or faster.
    pub daily: bool,
    /// A titled arbiter is appointed (RDE 23.1–23.5); otherwise delegates act (DT 1).
    pub titled_arbiter: bool,
    /// A delegation whose own Competition Committee exists, for a matter of its area (DT 2.1).
    pub delegation: Option<Delegation>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Competence {
    pub procedure: Procedure,
    /// Who imposes the sanction.
    pub body: Body,
    /// Where it can be appealed.
    pub appeal: Body,
    /// Nothing further after that within the federation.
    pub then: Option<Body>,
}

/// Procedure and bodies of a case.
pub fn competence(case: Case, rules: &ProcedureRules) -> Computed<Competence> {
    let (competence, at): (Competence, &[&str]) = match (case.class, case.daily) {
        (Class::Serious | Class::VerySerious, _) => (
            Competence {
                procedure: Procedure::Extraordinary,
                body: Body::ExecutiveCouncil,
                appeal: Body::Board,
                then: Some(Body::CatalanCommittee),
            },
            &["RDE 21.3", "RDE 25.15"],
        ),
        (Class::Minor, true) => (
            Competence {
                procedure: Procedure::Emergency,
                body: Body::Arbiter,
                appeal: Body::AppealsCommittee,
                then: None,
            },
            &["RDE 21.1", "RDE 22.5"],
        ),
        (Class::Minor, false) => {
            let of_delegation =
                case.delegation.is_some_and(|d| rules.delegations.value.contains(&d));
            match (case.titled_arbiter, of_delegation) {
                (_, true) => (
                    Competence {
                        procedure: Procedure::Ordinary,
                        body: Body::DelegationCommittee,
                        appeal: Body::CompetitionCommittee,
                        then: None,
                    },
                    &["RDE 21.2", "RDE DT 2.1"],
                ),
                (true, false) => (
                    Competence {
                        procedure: Procedure::Ordinary,
                        body: Body::Arbiter,
                        appeal: Body::CompetitionCommittee,
                        then: None,
                    },
                    &["RDE 21.2", "RDE 18.1", "RDE 18.2", "RDE 23.5"],
                ),
                (false, false) => (
                    Competence {
                        procedure: Procedure::Ordinary,
                        body: Body::CompetitionCommittee,
                        appeal: Body::ExecutiveCouncil,
                        then: None,
                    },
                    &["RDE 21.2", "RDE 18.1", "RDE 18.2", "RDE 23.10"],
                ),
            }
        }
    };
    let computed = Computed::new(competence)
        .line("rde.class", case.class.word())
        .line("rde.daily", Verdict::of(case.daily))
        .line("rde.body", competence.body.word())
        .line("rde.appeal-to", competence.appeal.word())
        .line("rde.then-to", competence.then.map(Body::word));
    at.iter().fold(computed, |computed, at| computed.at(at))
}

/// The outcome of an instance that looks at a sanction again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Review {
    /// Emergency procedure (RDE 22.5).
    Emergency,
    /// Ordinary, with an arbiter (RDE 23.5).
    Ordinary,
    /// Ordinary, before the Executive Council (RDE 23.11).
    Council,
    /// Any other appeal (RDE 26.7.a).
    Appeal,
}

impl Review {
    pub const ALL: [(&'static str, Self); 4] = [
        ("emergency", Self::Emergency),
        ("ordinary", Self::Ordinary),
        ("council", Self::Council),
        ("appeal", Self::Appeal),
    ];

    fn at(self) -> &'static str {
        match self {
            Self::Emergency => "RDE 22.5",
            Self::Ordinary => "RDE 23.5",
            Self::Council => "RDE 23.11",
            Self::Appeal => "RDE 26.7.a",
        }
    }
}

/// May a sanction be changed so? It may not be raised, unless reiteration or recidivism has become
/// known since; on other appeals not where only the person sanctioned appealed. Sanctions are
/// compared by weights that the body sets.
pub fn may_change(
    review: Review,
    old: i64,
    new: i64,
    new_knowledge: bool,
    sole_appellant: bool,
) -> Computed<bool> {
    let raised = new > old;
    let allowed = match review {
        Review::Appeal => !(raised && sole_appellant),
        _ => !raised || new_knowledge,
    };
    let computed = Computed::new(allowed).rule("rde.raised", Verdict::of(raised), review.at());
    match review {
        Review::Appeal => computed.line("rde.sole-appellant", Verdict::of(sole_appellant)),
        _ => computed.line("rde.new-knowledge", Verdict::of(new_knowledge)),
    }
}

/// A provisional measure of those who propose a file must stay within the minor range
/// (RDE 21.4.b).
pub fn provisional(
    measure: super::sanctions::Measure,
    proposed: crate::model::Exact,
    rules: &super::sanctions::SanctionRules,
) -> Computed<bool> {
    super::sanctions::in_range(Class::Minor, measure, proposed, rules).at("RDE 21.4.b")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::discipline::sanctions::Measure;
    use crate::test_rules::rules;

    fn case(class: Class, daily: bool) -> Case {
        Case { class, daily, titled_arbiter: true, delegation: None }
    }

    /// AMB-79.
    #[test]
    fn amb_79_class_and_pace_decide_the_procedure() {
        let of = |case| competence(case, &rules().discipline.procedure).value;
        assert_eq!(of(case(Class::Minor, true)).procedure, Procedure::Emergency);
        assert_eq!(of(case(Class::Minor, true)).appeal, Body::AppealsCommittee);
        assert_eq!(of(case(Class::Minor, false)).procedure, Procedure::Ordinary);
        for daily in [true, false] {
            let grave = of(case(Class::Serious, daily));
            assert_eq!(grave.procedure, Procedure::Extraordinary);
            assert_eq!(grave.body, Body::ExecutiveCouncil);
            assert_eq!(of(case(Class::VerySerious, daily)), grave);
        }
        assert_eq!(rules().discipline.procedure.procedures.value.len(), 3);
    }

    /// AMB-80: two tracks; RDE DT 2.1.
    #[test]
    fn amb_80_with_and_without_an_arbiter() {
        let of = |case| competence(case, &rules().discipline.procedure).value;
        let with = of(case(Class::Minor, false));
        assert_eq!((with.body, with.appeal), (Body::Arbiter, Body::CompetitionCommittee));
        let without = of(Case { titled_arbiter: false, ..case(Class::Minor, false) });
        assert_eq!(
            (without.body, without.appeal),
            (Body::CompetitionCommittee, Body::ExecutiveCouncil)
        );
        let girona = of(Case { delegation: Some(Delegation::Girona), ..case(Class::Minor, false) });
        assert_eq!(
            (girona.body, girona.appeal),
            (Body::DelegationCommittee, Body::CompetitionCommittee)
        );
        let barcelona =
            of(Case { delegation: Some(Delegation::Barcelona), ..case(Class::Minor, false) });
        assert_eq!(barcelona, with);
        let grave =
            of(Case { delegation: Some(Delegation::Girona), ..case(Class::Serious, false) });
        assert_eq!(grave.body, Body::ExecutiveCouncil);
    }

    /// RDE 22.5, 23.5, 23.11, 26.7.a.
    #[test]
    fn no_increase_without_new_knowledge() {
        for review in [Review::Emergency, Review::Ordinary, Review::Council] {
            assert!(may_change(review, 3, 3, false, true).value);
            assert!(may_change(review, 3, 2, false, true).value);
            assert!(!may_change(review, 3, 4, false, false).value);
            assert!(may_change(review, 3, 4, true, true).value);
        }
        assert!(!may_change(Review::Appeal, 3, 4, true, true).value);
        assert!(may_change(Review::Appeal, 3, 4, false, false).value);
        assert!(may_change(Review::Appeal, 3, 3, false, true).value);
    }

    /// RDE 21.4.b.
    #[test]
    fn provisional_measures_stay_minor() {
        let sanctions = &rules().discipline.sanctions;
        assert!(provisional(Measure::Fine, 50_000.into(), sanctions).value);
        assert!(!provisional(Measure::Fine, 50_001.into(), sanctions).value);
        assert!(!provisional(Measure::Closing(None), 1.into(), sanctions).value);
    }
}
