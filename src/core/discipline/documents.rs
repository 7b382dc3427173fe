//! What papers must contain: the lists of RDE 22.3, 23.3, 23.9, 24.3, 25.3, 26.6, and who signs.

use std::collections::BTreeSet;

use super::Item;
use crate::core::computed::Computed;
use crate::core::report::Value;
use crate::rulebook::Cited;

crate::rules! {
    /// The lists of the text.
    pub struct DocumentRules {
        emergency: Vec<Item> = "rde.annex-urgencia",
        emergency_copies: u32 = "rde.urgencia-copies",
        emergency_witnesses: u32 = "rde.urgencia-testimonis",
        ordinary: Vec<Item> = "rde.annex-ordinari",
        ordinary_copies: u32 = "rde.ordinari-copies",
        ordinary_witnesses: u32 = "rde.ordinari-testimonis",
        notice: Vec<Item> = "rde.notificacio-ordinari",
        extraordinary: Vec<Item> = "rde.annex-extraordinari",
        extraordinary_copies: u32 = "rde.extraordinari-copies",
        extraordinary_witnesses: u32 = "rde.extraordinari-testimonis",
        order_names: Vec<Item> = "rde.providencia-nomenaments",
        order_to: Vec<Item> = "rde.providencia-destinataris",
        appeal: Vec<Item> = "rde.contingut-recurs",
        delegates_per_team: u32 = "rde.delegats-per-equip",
    }
}

/// A paper of a procedure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Paper {
    /// Annex of the emergency procedure (RDE 22.3).
    EmergencyAnnex,
    /// Annex of the ordinary procedure (RDE 23.3).
    OrdinaryAnnex,
    /// Notice of the Competition Committee (RDE 23.9).
    OrdinaryNotice,
    /// Annex before the extraordinary procedure (RDE 24.3).
    ExtraordinaryAnnex,
    /// Order that opens a file (RDE 25.3).
    OpeningOrder,
    /// Order or ruling (RDE 26.1).
    Ruling,
    /// Claim or appeal (RDE 26.6).
    Appeal,
}

impl Paper {
    pub const ALL: [(&'static str, Self); 7] = [
        ("emergency-annex", Self::EmergencyAnnex),
        ("ordinary-annex", Self::OrdinaryAnnex),
        ("ordinary-notice", Self::OrdinaryNotice),
        ("extraordinary-annex", Self::ExtraordinaryAnnex),
        ("opening-order", Self::OpeningOrder),
        ("ruling", Self::Ruling),
        ("appeal", Self::Appeal),
    ];

    pub fn from_key(key: &str) -> Option<Self> {
        Self::ALL.iter().find(|(known, _)| *known == key).map(|(_, paper)| *paper)
    }
}

/// What RDE 26.1 asks of every order and ruling; its sentence has no list of its own.
const RULING: [&str; 4] = ["reasons", "decision", "appeals", "notification"];

/// What a paper must contain.
fn contents(paper: Paper, rules: &DocumentRules) -> (Vec<&str>, &'static str) {
    fn names<'a>(lists: &[&'a Cited<Vec<Item>>]) -> Vec<&'a str> {
        lists.iter().flat_map(|list| list.value.iter().map(|item| item.0.as_str())).collect()
    }
    match paper {
        Paper::EmergencyAnnex => (names(&[&rules.emergency]), "RDE 22.3"),
        Paper::OrdinaryAnnex => (names(&[&rules.ordinary]), "RDE 23.3"),
        Paper::OrdinaryNotice => (names(&[&rules.notice]), "RDE 23.9"),
        Paper::ExtraordinaryAnnex => (names(&[&rules.extraordinary]), "RDE 24.3"),
        Paper::OpeningOrder => (names(&[&rules.order_names, &rules.order_to]), "RDE 25.3"),
        Paper::Ruling => (RULING.to_vec(), "RDE 26.1"),
        Paper::Appeal => (names(&[&rules.appeal]), "RDE 26.6"),
    }
}

/// A paper as it was handed in.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PaperState {
    pub present: BTreeSet<String>,
    /// `None` where the number of copies is not told.
    pub copies: Option<u32>,
    /// Witnesses who signed instead of the person charged.
    pub witnesses: Option<u32>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PaperCheck {
    pub complete: bool,
    pub missing: Vec<String>,
}

/// Is a paper complete? The representative of an appeal is needed only where there is one, and
/// circumstances only where they exist: they may be left out.
pub fn check(paper: Paper, state: &PaperState, rules: &DocumentRules) -> Computed<PaperCheck> {
    let (needed, at) = contents(paper, rules);
    let optional = ["representative", "circumstances", "remarks", "provisional-measures"];
    let (copies, witnesses) = match paper {
        Paper::EmergencyAnnex => (Some(&rules.emergency_copies), Some(&rules.emergency_witnesses)),
        Paper::OrdinaryAnnex => (Some(&rules.ordinary_copies), Some(&rules.ordinary_witnesses)),
        Paper::ExtraordinaryAnnex => {
            (Some(&rules.extraordinary_copies), Some(&rules.extraordinary_witnesses))
        }
        _ => (None, None),
    };
    let enough = |given: Option<u32>, limit: Option<&Cited<u32>>| {
        given.zip(limit).is_none_or(|(given, limit)| given >= limit.get())
    };
    // Witnesses sign where the person charged will not.
    let witnessed = state.witnesses.is_some() && enough(state.witnesses, witnesses);
    let mut missing: Vec<String> = needed
        .iter()
        .filter(|name| !optional.contains(name) && !state.present.contains(**name))
        .filter(|name| !(witnessed && witnesses.is_some() && **name == "signatures"))
        .map(|name| (*name).to_owned())
        .collect();
    if !enough(state.copies, copies) {
        missing.push("copies".to_owned());
    }
    if !enough(state.witnesses, witnesses) {
        missing.push("witnesses".to_owned());
    }
    let names = Value::List(missing.iter().map(|name| Value::from(name.as_str())).collect());
    let result = PaperCheck { complete: missing.is_empty(), missing };
    let mut computed = Computed::new(result).rule("rde.items", needed.len(), at);
    if let Some(copies) = copies {
        computed = computed.limit("rde.copies", copies);
    }
    if let Some(witnesses) = witnesses {
        computed = computed.limit("rde.witnesses", witnesses);
    }
    computed.line("rde.missing", names)
}

/// Delegates named in a record: one for each side, identified (RDE DT 1.2.c), each of whom signs
/// that the other's remarks were read (RDE DT 1.2.a).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RecordSide {
    pub delegates: u32,
    pub identified: bool,
    /// This side wrote remarks.
    pub remarks: bool,
    /// This side signed that it read the other's.
    pub acknowledged: bool,
}

pub fn record(sides: [RecordSide; 2], rules: &DocumentRules) -> Computed<bool> {
    let [a, b] = sides;
    let one =
        |side: RecordSide| side.delegates == rules.delegates_per_team.get() && side.identified;
    let signed = (!a.remarks || b.acknowledged) && (!b.remarks || a.acknowledged);
    Computed::new(one(a) && one(b) && signed)
        .line("rde.delegates", Value::List(vec![a.delegates.into(), b.delegates.into()]))
        .limit("rde.delegates-needed", &rules.delegates_per_team)
        .rule("rde.remarks-signed", crate::core::report::Verdict::of(signed), "RDE DT 1.2.a")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_rules::rules;

    fn rules_() -> &'static DocumentRules {
        &rules().discipline.documents
    }

    /// RDE 22.3, 23.3, 23.9, 24.3, 25.3, 26.1, 26.6: everything there, and each item missing.
    #[test]
    fn every_missing_item_is_named() {
        for (_, paper) in Paper::ALL {
            let (needed, at) = contents(paper, rules_());
            assert!(needed.len() >= 4, "{at}");
            let all: BTreeSet<String> = needed.iter().map(|name| (*name).to_owned()).collect();
            let of = |present: &BTreeSet<String>| {
                let state = PaperState { present: present.clone(), ..PaperState::default() };
                check(paper, &state, rules_()).value
            };
            assert!(of(&all).complete, "{at}");
            for name in ["identities", "appellant", "decision", "instructor", "catalan-committee"] {
                let mut fewer = all.clone();
                if fewer.remove(name) {
                    assert_eq!(of(&fewer).missing, [name]);
                }
            }
        }
    }

    #[test]
    fn copies_and_witnesses() {
        let (needed, _) = contents(Paper::EmergencyAnnex, rules_());
        let mut present: BTreeSet<String> = needed.iter().map(|n| (*n).to_owned()).collect();
        present.remove("signatures");
        let of = |copies, witnesses| {
            let state = PaperState { present: present.clone(), copies, witnesses };
            check(Paper::EmergencyAnnex, &state, rules_()).value.missing
        };
        assert_eq!(of(Some(2), Some(2)), Vec::<String>::new());
        assert_eq!(of(Some(1), Some(2)), ["copies"]);
        assert_eq!(of(Some(2), Some(1)), ["signatures", "witnesses"]);
        assert_eq!(of(None, None), ["signatures"]);
    }

    /// RDE DT 1.2.a, DT 1.2.c.
    #[test]
    fn one_delegate_a_side_who_reads_the_other_remarks() {
        let side =
            RecordSide { delegates: 1, identified: true, remarks: false, acknowledged: false };
        let ok = |a, b| record([a, b], rules_()).value;
        assert!(ok(side, side));
        assert!(!ok(RecordSide { delegates: 2, ..side }, side));
        assert!(!ok(side, RecordSide { identified: false, ..side }));
        let remarks = RecordSide { remarks: true, ..side };
        assert!(!ok(remarks, side));
        assert!(ok(remarks, RecordSide { acknowledged: true, ..side }));
    }
}
