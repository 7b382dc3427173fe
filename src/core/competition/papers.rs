//! What has to be sent to the federation: through whom, how many copies, which papers (Deleg. 1, 4,
//! 5; NPO; Oberts 8).

use std::collections::BTreeSet;

use crate::core::computed::Computed;
use crate::core::discipline::Item;
use crate::core::report::{Value, Verdict};
use crate::model::Delegation;

crate::rules! {
    /// Lists of papers.
    pub struct PaperRules {
        through: Vec<Delegation> = "delegacions.tramitacio",
        copies: u32 = "delegacions.copies",
        delegation: Vec<Item> = "delegacions.documents",
        originals: u32 = "delegacions.originals-planilla",
        costs: Vec<Delegation> = "delegacions.despeses-final",
        official: Vec<Item> = "npo.documents",
        official_copies: u32 = "npo.copies-planilla",
        open: Vec<Item> = "oberts.documents",
    }
}

/// How a club sends its applications (Deleg. 1).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Route {
    pub through_delegation: bool,
    pub copies: u32,
}

pub fn route(delegation: Delegation, rules: &PaperRules) -> Computed<Route> {
    let through = rules.through.value.contains(&delegation);
    let copies = if through { rules.copies.get() } else { 1 };
    Computed::new(Route { through_delegation: through, copies })
        .by(&rules.through)
        .line("rgc.through-delegation", Verdict::of(through))
        .line("rgc.copies", copies)
}

/// For which list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dossier {
    /// A delegation's tournament (Deleg. 4).
    Delegation,
    /// An official event (NPO).
    Official,
    /// A homologated open (Oberts 8).
    Open,
}

/// What is known of the event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EventFacts {
    pub swiss: bool,
    pub rated: bool,
    pub preferents: bool,
}

/// Papers that are needed and missing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PaperList {
    pub needed: Vec<String>,
    pub missing: Vec<String>,
}

/// Which papers an event needs, and which are missing.
pub fn papers(
    dossier: Dossier,
    event: EventFacts,
    received: &BTreeSet<String>,
    rules: &PaperRules,
) -> Computed<PaperList> {
    let list = match dossier {
        Dossier::Delegation => &rules.delegation,
        Dossier::Official => &rules.official,
        Dossier::Open => &rules.open,
    };
    let applies = |name: &str| match (dossier, name) {
        (Dossier::Delegation, "fitxes") => event.swiss && event.rated,
        (Dossier::Delegation | Dossier::Official, "planilles") => event.preferents,
        (Dossier::Official, "fitxes") => event.swiss,
        (Dossier::Official, "quadre") => !event.swiss,
        _ => true,
    };
    let names = list.value.iter().map(|item| item.0.as_str());
    let needed: Vec<String> = names.filter(|name| applies(name)).map(str::to_owned).collect();
    let missing: Vec<String> =
        needed.iter().filter(|name| !received.contains(*name)).cloned().collect();
    let list_of = |names: &[String]| {
        Value::List(names.iter().map(|name| Value::from(name.as_str())).collect())
    };
    let (all, lacking) = (list_of(&needed), list_of(&missing));
    Computed::new(PaperList { needed, missing })
        .by(list)
        .line("rgc.papers-needed", all)
        .line("rgc.papers-missing", lacking)
}

/// Originals of the score sheets of Preferents.
pub fn score_sheet_copies(dossier: Dossier, rules: &PaperRules) -> Computed<u32> {
    let copies = match dossier {
        Dossier::Official => &rules.official_copies,
        Dossier::Delegation | Dossier::Open => &rules.originals,
    };
    Computed::new(copies.get()).limit("rgc.copies", copies)
}

/// What a delegation pays for its players in the final of the absolute championship (Deleg. 5).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Costs {
    pub travel: bool,
    pub lodging: bool,
}

pub fn final_costs(delegation: Delegation, league: bool, rules: &PaperRules) -> Computed<Costs> {
    let pays = rules.costs.value.contains(&delegation);
    Computed::new(Costs { travel: pays, lodging: pays && league })
        .by(&rules.costs)
        .line("rgc.pays-travel", Verdict::of(pays))
        .line("rgc.pays-lodging", Verdict::of(pays && league))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_rules::rules;

    fn rules_() -> &'static PaperRules {
        &rules().competition.papers
    }

    #[test]
    fn delegations_send_in_duplicate() {
        let of = |delegation| route(delegation, rules_()).value;
        assert_eq!(of(Delegation::Lleida), Route { through_delegation: true, copies: 2 });
        assert_eq!(of(Delegation::Barcelona), Route { through_delegation: false, copies: 1 });
        assert_eq!(score_sheet_copies(Dossier::Official, rules_()).value, 2);
    }

    #[test]
    fn papers_follow_the_event() {
        let swiss = EventFacts { swiss: true, rated: true, preferents: false };
        let of = |dossier, event| {
            papers(dossier, event, &BTreeSet::from(["resultats".to_owned()]), rules_()).value
        };
        let official = of(Dossier::Official, swiss);
        assert_eq!(official.needed, ["informes", "resultats", "fitxes"]);
        assert_eq!(official.missing, ["informes", "fitxes"]);
        let league = EventFacts { swiss: false, rated: true, preferents: true };
        let needed = of(Dossier::Official, league).needed;
        assert_eq!(needed, ["informes", "resultats", "planilles", "quadre"]);
        let of_delegation =
            |event| of(Dossier::Delegation, event).needed.contains(&"fitxes".into());
        assert!(of_delegation(swiss));
        assert!(!of_delegation(EventFacts { rated: false, ..swiss }) && !of_delegation(league));
        assert_eq!(of(Dossier::Open, league).needed.len(), 4);
    }

    #[test]
    fn costs_of_the_final() {
        let of = |delegation, league| final_costs(delegation, league, rules_()).value;
        assert_eq!(of(Delegation::Girona, true), Costs { travel: true, lodging: true });
        assert_eq!(of(Delegation::Girona, false), Costs { travel: true, lodging: false });
        assert_eq!(of(Delegation::Barcelona, true), Costs { travel: false, lodging: false });
    }
}
