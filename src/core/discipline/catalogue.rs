//! The catalogue of infractions (RDE 7–9) and what may be charged (RDE 4.3, DA 1.1; AMB-82).

use std::collections::BTreeMap;

use super::Class;
use crate::core::computed::Computed;
use crate::rulebook::{Binder, FromRulebook, ProvisionId};

crate::rules! {
    /// The classes that RDE 6 names, from the gravest.
    pub struct ClassRules {
        classes: Vec<Class> = "rde.classes",
    }
}

/// The infractions of articles 7, 8 and 9, read from the text: an entry for each provision that
/// stands at the end of a branch there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Catalogue {
    pub infractions: BTreeMap<ProvisionId, Class>,
}

/// Article → class, as RDE 7, 8 and 9 are headed.
const ARTICLES: [(&str, Class); 3] =
    [("7", Class::VerySerious), ("8", Class::Serious), ("9", Class::Minor)];

impl FromRulebook for Catalogue {
    fn bind(binder: &mut Binder<'_>) -> Option<Self> {
        let rulebook = binder.rulebook();
        let mut infractions = BTreeMap::new();
        let parents: std::collections::BTreeSet<_> =
            rulebook.provisions().filter_map(|p| p.parent.clone()).collect();
        for provision in rulebook.provisions() {
            if provision.id.code() != "RDE" || parents.contains(&provision.id) {
                continue;
            }
            let path = provision.id.path();
            let Some((article, _)) = path.split_once('.') else { continue };
            if let Some((_, class)) = ARTICLES.iter().find(|(number, _)| *number == article) {
                infractions.insert(provision.id.clone(), *class);
            }
        }
        Some(Self { infractions })
    }
}

/// What may be charged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Charge {
    pub chargeable: bool,
    pub class: Option<Class>,
    /// By the residual rule: a breach of a rule in force that no article typifies.
    pub residual: bool,
}

impl Catalogue {
    /// Is conduct chargeable, and as what (RDE 4.3)? `provision` is an infraction of RDE 7–9
    /// (`7.A.1`, with or without the code); `breach` that some rule in force was broken.
    pub fn charge(&self, provision: Option<&str>, breach: bool) -> Computed<Charge> {
        let id = provision.map(|text| {
            let path = text.trim_start_matches("RDE").trim().trim_start_matches("art.").trim();
            ProvisionId::from_parts("RDE", path)
        });
        let typified = id.as_ref().and_then(|id| self.infractions.get(id).copied());
        match (typified, breach) {
            (Some(class), _) => {
                let charge = Charge { chargeable: true, class: Some(class), residual: false };
                let at = id.as_ref().map_or("RDE 4.3", |id| id.as_str());
                Computed::new(charge).rule("rde.typified", class.word(), at).at("RDE 4.3")
            }
            (None, true) => {
                let class = Class::Minor;
                let charge = Charge { chargeable: true, class: Some(class), residual: true };
                Computed::new(charge).rule("rde.residual", class.word(), "RDE DA 1.1").at("RDE 4.3")
            }
            (None, false) => {
                let charge = Charge { chargeable: false, class: None, residual: false };
                Computed::new(charge).rule("rde.not-typified", false_verdict(), "RDE 4.3")
            }
        }
    }
}

fn false_verdict() -> crate::core::report::Verdict {
    crate::core::report::Verdict::NotMet
}

/// The class of the breach of a sanction: serious for a minor infraction's (RDE 8.A.8), else very
/// serious (RDE 7.A.11).
pub fn broken_sanction(of: Class) -> Computed<Class> {
    let (class, at) = match of {
        Class::Minor => (Class::Serious, "RDE 8.A.8"),
        Class::Serious | Class::VerySerious => (Class::VerySerious, "RDE 7.A.11"),
    };
    Computed::new(class).rule("rde.sanction-of", of.word(), at).rule(
        "rde.breach-is",
        class.word(),
        at,
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_rules::rules;

    fn catalogue() -> &'static Catalogue {
        &rules().discipline.catalogue
    }

    #[test]
    fn the_catalogue_is_that_of_articles_7_to_9() {
        let count =
            |class| catalogue().infractions.values().filter(|found| **found == class).count();
        assert_eq!(count(Class::VerySerious), 12 + 2 + 3 + 3);
        assert_eq!(count(Class::Serious), 8 + 4 + 1 + 5);
        assert_eq!(count(Class::Minor), 5);
        assert_eq!(rules().discipline.classes.classes.value.len(), 3);
    }

    /// RDE 4.3, DA 1.1, AMB-82.
    #[test]
    fn only_typified_conduct_and_breaches_of_rules_can_be_charged() {
        let charge = |id, breach| catalogue().charge(id, breach).value;
        assert_eq!(charge(Some("7.A.1"), false).class, Some(Class::VerySerious));
        assert_eq!(charge(Some("RDE 8.B.1.c"), false).class, Some(Class::Serious));
        assert_eq!(charge(Some("9.5"), false).class, Some(Class::Minor));
        assert_eq!(
            charge(Some("10.1"), true),
            Charge { chargeable: true, class: Some(Class::Minor), residual: true }
        );
        assert!(!charge(None, false).chargeable);
        assert!(!charge(Some("7.A"), false).chargeable);
    }

    #[test]
    fn breaking_a_sanction_is_graver_than_its_infraction() {
        assert_eq!(broken_sanction(Class::Minor).value, Class::Serious);
        assert_eq!(broken_sanction(Class::Serious).value, Class::VerySerious);
        assert_eq!(broken_sanction(Class::VerySerious).value, Class::VerySerious);
    }
}
