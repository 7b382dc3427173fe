//! Tie-breaks: one file each, and one line each in `REGISTRY`.
//!
//! To add one, write a file beside this with a type that implements [`TieBreak`] and a `bind`
//! function that takes its numbers from the rulebook; name the file below and put its key into
//! `REGISTRY`. Texts and tournaments can then list it, and every table, page and JSON shows it.

mod buchholz;
pub mod by_hand;
mod colour;
pub mod dutch;
mod kashdan;
mod mean_elo;
mod personal;
mod progressive;
mod sonneborn_berger;

use std::fmt;
use std::sync::Arc;

use super::report::{Entry, Msg, Step, Value};
use super::score_table::{ScoreTable, Unit};
use crate::model::Exact;
use crate::rulebook::bind::Key;
use crate::rulebook::{Binder, FromRulebook, ProvisionId};

/// Takes a criterion's numbers from the rulebook.
type Bind = fn(&mut Binder<'_>) -> Option<Arc<dyn TieBreak>>;

/// Every criterion, under the key by which lists name it.
const REGISTRY: [(&str, Bind); 10] = [
    ("particular-result", personal::bind_particular),
    ("personal-result", personal::bind_personal),
    ("progressive", progressive::bind),
    ("buchholz", buchholz::bind_corrected),
    ("buchholz-plain", buchholz::bind_plain),
    ("sonneborn-berger", sonneborn_berger::bind),
    ("kashdan", kashdan::bind),
    ("dutch", dutch::bind),
    ("colour", colour::bind),
    ("mean-elo", mean_elo::bind),
];

/// A criterion that separates those who are level. More is better, unless [`TieBreak::order`] says
/// otherwise.
pub trait TieBreak: fmt::Debug + Send + Sync {
    /// As in `REGISTRY`, or the descriptor of a criterion of FIDE.
    fn key(&self) -> &str;

    /// What it is called; heads its column.
    fn name(&self) -> Msg;

    /// Provisions that define it.
    fn citations(&self, unit: Unit) -> Vec<ProvisionId>;

    /// The value of one contestant, where it does not depend on who else is level. Such values
    /// are shown for everybody.
    fn own(&self, table: &ScoreTable, who: usize) -> Option<Entry>;

    /// The criterion at work on a group of at least two that are level.
    fn apply(&self, table: &ScoreTable, group: &[usize]) -> Applied {
        let entries = group.iter().map(|&who| self.own(table, who).unwrap_or_else(undefined));
        Applied::Values(entries.collect())
    }

    /// A value as a number to rank by, the greatest first; `None` comes last.
    fn order(&self, value: &Value) -> Option<Exact> {
        amount(value)
    }
}

/// What came of a criterion in a group.
#[derive(Clone, Debug, PartialEq)]
pub enum Applied {
    /// A value for each of the group, in its order; undefined ones are last.
    Values(Vec<Entry>),
    /// It cannot be applied to this group, and why.
    Skipped(Msg),
}

fn undefined() -> Entry {
    Entry::plain(Value::Undefined)
}

/// A value as a number to rank by; `None` when it has none.
pub fn amount(value: &Value) -> Option<Exact> {
    match value {
        Value::Int(n) => Some(Exact::from(*n)),
        Value::Points(points) => Some(points.exact()),
        Value::Exact(exact) => Some(*exact),
        _ => None,
    }
}

/// The key of a criterion that exists.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CriterionKey(&'static str);

impl CriterionKey {
    pub fn as_str(self) -> &'static str {
        self.0
    }
}

impl Key for CriterionKey {
    const LIST: &'static str = "a list of tie-breaks";

    fn from_key(key: &str) -> Option<Self> {
        REGISTRY.iter().find(|(known, _)| *known == key).map(|&(known, _)| Self(known))
    }

    fn known() -> Vec<&'static str> {
        REGISTRY.map(|(key, _)| key).to_vec()
    }
}

/// All criteria, each with its numbers.
#[derive(Clone, Debug)]
pub struct Criteria(Vec<Arc<dyn TieBreak>>);

impl Criteria {
    pub fn iter(&self) -> impl Iterator<Item = &Arc<dyn TieBreak>> {
        self.0.iter()
    }

    pub fn get(&self, key: CriterionKey) -> &Arc<dyn TieBreak> {
        self.0
            .iter()
            .find(|criterion| criterion.key() == key.as_str())
            .expect("a key exists only for what is in the registry, and all of it is bound")
    }
}

impl FromRulebook for Criteria {
    fn bind(binder: &mut Binder<'_>) -> Option<Self> {
        // All are bound before any is missed, so that every error is reported.
        let bound: Vec<_> = REGISTRY.iter().map(|(_, bind)| bind(binder)).collect();
        bound.into_iter().collect::<Option<Vec<_>>>().map(Self)
    }
}

crate::rules! {
    /// The lists of criteria that the text prescribes, in order.
    pub struct TieBreakLists {
        /// Team championships (Desempats 1.1.1).
        teams: Vec<CriterionKey> = "desempats.equips",
        /// Catalan Cup (Desempats 1.2.1).
        cup: Vec<CriterionKey> = "desempats.copa",
        /// Official individual Swiss (Desempats 1.3.1).
        swiss: Vec<CriterionKey> = "desempats.suis",
        /// Individual league (Desempats 1.4.1).
        league: Vec<CriterionKey> = "desempats.lliga-individual",
        /// Catalan team finals (Desempats 1.5.1).
        team_finals: Vec<CriterionKey> = "desempats.finals-equips",
        /// Homologated event without rules of its own (Swiss 16).
        homologated: Vec<CriterionKey> = "suis.desempat",
    }
}

/// A criterion that is about players only, or teams only, does not exist for the others.
fn not_for(unit: Unit) -> Applied {
    Applied::Skipped(Msg::new(match unit {
        Unit::Player => "tiebreak.not-for-players",
        Unit::Team => "tiebreak.not-for-teams",
    }))
}

/// A line saying that a criterion was passed over.
pub(super) fn skipped_step(reason: Msg) -> Step {
    Step::new(Msg::new("tiebreak.skipped").with("reason", reason))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_key_binds_to_the_criterion_of_that_key() {
        let rules = crate::test_rules::rules();
        let keys: Vec<_> = rules.criteria.iter().map(|c| c.key()).collect();
        assert_eq!(keys, CriterionKey::known());
        assert_eq!(CriterionKey::from_key("median"), None);
    }

    #[test]
    fn lists_are_those_of_the_text() {
        let lists = &crate::test_rules::rules().lists;
        let keys = |list: &crate::rulebook::Cited<Vec<CriterionKey>>| {
            list.value.iter().map(|key| key.as_str()).collect::<Vec<_>>().join(" ")
        };
        assert_eq!(keys(&lists.teams), "particular-result sonneborn-berger kashdan dutch");
        assert_eq!(
            keys(&lists.swiss),
            "progressive buchholz personal-result sonneborn-berger kashdan"
        );
        assert_eq!(keys(&lists.league), "sonneborn-berger particular-result kashdan colour");
        assert_eq!(keys(&lists.homologated), "mean-elo progressive");
        assert_eq!(lists.swiss.at.as_str(), "Desempats 1.3.1");
        assert_eq!(lists.homologated.at.as_str(), "Swiss 16");
    }
}
