//! Who is where after a round, by which criteria, and why.
//!
//! Points first (Swiss 6, SAP 4), then the criteria of Desempats 1 or Swiss 16, each applied to
//! every group that is still level.

mod output;

use std::cmp::Reverse;
use std::sync::Arc;

use super::Rules1990;
use super::cup::Cup;
use super::fide::tiebreak::{Descriptor, Edition, FideCriterion, Field};
use super::report::{Entry, Msg, Step, Value};
use super::score_table::ScoreTable;
use super::tiebreak::{Applied, CriterionKey, TieBreak, skipped_step};
use crate::model::{EventKind, Exact, Points, RuleSet, System, Tournament};
use crate::rulebook::bind::Key;
use crate::rulebook::{Cited, ProvisionId};

/// What an event may choose about the calculation.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Settings {
    /// Buchholz without the correction of Swiss 16 (AMB-41).
    pub plain_buchholz: bool,
    /// The edition of C.07; when left out the one in force on the first day.
    pub edition: Option<Edition>,
}

/// A criterion of the list, and the provisions that define and prescribe it.
#[derive(Clone, Debug)]
pub struct Criterion {
    pub rule: Arc<dyn TieBreak>,
    pub citations: Vec<ProvisionId>,
}

/// One contestant's place.
#[derive(Clone, Debug, PartialEq)]
pub struct Placing {
    /// Shared where the list of criteria leaves contestants level (1, 1, 3; AMB-95); `None` when
    /// the points are annulled (RGC 14.3.1).
    pub rank: Option<u32>,
    /// Index of the entrant, or team.
    pub entrant: usize,
    pub points: Points,
    /// The points with their working.
    pub score: Entry,
    /// One for each of [`Standings::criteria`].
    pub criteria: Vec<Entry>,
    /// One for each of [`Standings::further`].
    pub further: Vec<Entry>,
}

/// The standings after a round.
#[derive(Clone, Debug)]
pub struct Standings {
    /// The points that they are made from.
    pub scores: ScoreTable,
    /// Is it the end of the event?
    pub is_final: bool,
    /// In the order in which they are applied.
    pub criteria: Vec<Criterion>,
    /// Criteria with a value of their own that are not in the list: for information only.
    pub further: Vec<Arc<dyn TieBreak>>,
    /// Named by the event's own rules, but known to no one here; left out.
    pub unknown_criteria: Vec<Arc<str>>,
    /// From first to last; annulled ones at the end, in order of number.
    pub rows: Vec<Placing>,
}

impl Standings {
    /// The standings after rounds 1 … `after_round` (fewer if fewer have begun). Results of later
    /// rounds count nowhere, not even in corrected scores.
    pub fn compute(
        t: &Tournament,
        rules: &Rules1990,
        after_round: u32,
        settings: &Settings,
    ) -> Self {
        let scores = ScoreTable::new(t, rules, after_round);
        let (criteria, unknown_criteria) = criteria(t, rules, settings, &scores);
        let listed = |key: &str| criteria.iter().any(|c: &Criterion| c.rule.key() == key);
        let further: Vec<_> = rules
            .criteria
            .iter()
            .filter(|rule| !listed(rule.key()))
            .filter(|rule| (0..scores.rows.len()).any(|who| rule.own(&scores, who).is_some()))
            .cloned()
            .collect();
        let mut placings: Vec<Placing> = (0..scores.rows.len())
            .map(|who| Placing {
                rank: None,
                entrant: who,
                points: scores.rows[who].points(),
                score: scores.points_entry(who, rules),
                criteria: criteria.iter().map(|c| unapplied(c, &scores, who)).collect(),
                further: further
                    .iter()
                    .map(|rule| rule.own(&scores, who).unwrap_or_else(undefined))
                    .collect(),
            })
            .collect();

        let (annulled, ranked): (Vec<usize>, Vec<usize>) =
            scores.by_number().into_iter().partition(|&who| scores.rows[who].is_annulled());
        let by_points = |group| split(group, |who| Some(scores.rows[who].points().exact()));
        let mut groups: Vec<Vec<usize>> = if t.system == System::KnockOut {
            // Whoever goes farther comes first, whatever the points of drawn matches (SAP 3.1).
            let cup = Cup::of(t, rules);
            let passed = |who| Exact::from(i64::from(cup.passed(who, scores.after_round)));
            split(ranked, |who| Some(passed(who))).into_iter().flat_map(by_points).collect()
        } else {
            by_points(ranked)
        };
        for (at, criterion) in criteria.iter().enumerate() {
            groups = groups
                .into_iter()
                .flat_map(|group| separate(&scores, group, criterion, at, &mut placings))
                .collect();
        }
        let mut order = Vec::with_capacity(placings.len());
        for group in groups {
            let rank = order.len() as u32 + 1;
            for who in group {
                placings[who].rank = Some(rank);
                order.push(who);
            }
        }
        order.extend(annulled);
        let mut by_entrant: Vec<Option<Placing>> = placings.into_iter().map(Some).collect();
        let rows = order.into_iter().filter_map(|who| by_entrant[who].take()).collect();
        let is_final = scores.after_round >= t.rounds && t.is_finished();
        Self { scores, is_final, criteria, further, unknown_criteria, rows }
    }

    /// Index of the row about an entrant (or team).
    pub fn row_of(&self, entrant: usize) -> Option<usize> {
        self.rows.iter().position(|row| row.entrant == entrant)
    }
}

/// What stands in the column of a criterion before it is applied to anybody.
fn unapplied(criterion: &Criterion, scores: &ScoreTable, who: usize) -> Entry {
    let entry = criterion
        .rule
        .own(scores, who)
        .unwrap_or_else(|| undefined().step(Step::new(Msg::new("tiebreak.not-needed"))));
    cite_all(entry, criterion)
}

/// Applies a criterion to a group and splits it by the values.
fn separate(
    scores: &ScoreTable,
    group: Vec<usize>,
    criterion: &Criterion,
    at: usize,
    placings: &mut [Placing],
) -> Vec<Vec<usize>> {
    if group.len() < 2 {
        return vec![group];
    }
    match criterion.rule.apply(scores, &group) {
        Applied::Values(entries) => {
            for (&who, entry) in group.iter().zip(entries) {
                placings[who].criteria[at] = cite_all(entry, criterion);
            }
            split(group, |who| criterion.rule.order(&placings[who].criteria[at].value))
        }
        Applied::Skipped(reason) => {
            for &who in &group {
                // A value of one's own stays to be seen; it was not used.
                let entry = criterion.rule.own(scores, who).unwrap_or_else(undefined);
                let entry = entry.step(skipped_step(reason.clone()));
                placings[who].criteria[at] = cite_all(entry, criterion);
            }
            vec![group]
        }
    }
}

/// Groups of equal values, the highest first, those without a value last. Within a group the order
/// stays as it was: by number.
fn split(mut group: Vec<usize>, value: impl Fn(usize) -> Option<Exact>) -> Vec<Vec<usize>> {
    group.sort_by_cached_key(|&who| Reverse(value(who)));
    group.chunk_by(|&one, &other| value(one) == value(other)).map(<[usize]>::to_vec).collect()
}

fn undefined() -> Entry {
    Entry::plain(Value::Undefined)
}

fn cite_all(entry: Entry, criterion: &Criterion) -> Entry {
    criterion.citations.iter().fold(entry, Entry::cite)
}

/// A criterion of a list: of 1990, or of FIDE.
enum Listed {
    Of1990(CriterionKey),
    OfFide(Descriptor),
}

/// The criteria that an event uses: those of its own rules, else the prescribed list, which for an
/// event by the rules of FIDE is that of C.07. Names that mean nothing come second.
fn criteria(
    t: &Tournament,
    rules: &Rules1990,
    settings: &Settings,
    scores: &ScoreTable,
) -> (Vec<Criterion>, Vec<Arc<str>>) {
    let (mut listed, mut unknown) = (Vec::new(), Vec::new());
    let mut prescribed_at = None;
    let fide = rules.fide.rules();
    let list_of_fide = fide.filter(|_| t.rule_set != RuleSet::Fce1990);
    if let Some(own) = &t.tie_breaks {
        for name in own {
            let of_fide = || fide.and_then(|_| Descriptor::parse(name).ok());
            match CriterionKey::from_key(name) {
                Some(key) => listed.push(Listed::Of1990(key)),
                None => match of_fide() {
                    Some(descriptor) => listed.push(Listed::OfFide(descriptor)),
                    None => unknown.push(name.clone()),
                },
            }
        }
    } else if let Some(fide) = list_of_fide {
        let list = match (t.is_team_event(), t.system.is_league()) {
            (true, _) => &fide.c07.teams,
            (false, true) => &fide.c07.league,
            (false, false) => &fide.c07.swiss,
        };
        listed.extend(list.value.iter().copied().map(Listed::OfFide));
        prescribed_at = Some(&list.at);
    } else if let Some(list) = prescribed(t, rules) {
        listed.extend(list.value.iter().copied().map(Listed::Of1990));
        prescribed_at = Some(&list.at);
    }
    let has_fide = listed.iter().any(|listed| matches!(listed, Listed::OfFide(_)));
    let field = fide.filter(|_| has_fide).map(|fide| {
        let edition = settings.edition.unwrap_or_else(|| fide.c07.editions.value.of(t.start));
        (Arc::new(Field::new(t, scores, &fide.c07, edition)), fide)
    });
    let criteria = listed
        .into_iter()
        .filter_map(|listed| {
            let rule: Arc<dyn TieBreak> = match listed {
                Listed::Of1990(key) => {
                    let plain = settings.plain_buchholz && key.as_str() == "buchholz";
                    let plain = CriterionKey::from_key("buchholz-plain").filter(|_| plain);
                    rules.criteria.get(plain.unwrap_or(key)).clone()
                }
                Listed::OfFide(descriptor) => {
                    let (field, fide) = field.as_ref()?;
                    Arc::new(FideCriterion::new(descriptor, field.clone(), Arc::clone(fide)))
                }
            };
            let mut citations = rule.citations(scores.unit);
            citations.extend(prescribed_at.filter(|at| !citations.contains(at)).cloned());
            Some(Criterion { rule, citations })
        })
        .collect();
    (criteria, unknown)
}

/// The list that the text prescribes (Desempats 1, Swiss 16; AMB-40). An individual knock-out has
/// none.
pub fn prescribed<'r>(
    t: &Tournament,
    rules: &'r Rules1990,
) -> Option<&'r Cited<Vec<CriterionKey>>> {
    let lists = &rules.lists;
    match (t.is_team_event(), t.system, t.kind) {
        (true, _, EventKind::Cup) => Some(&lists.cup),
        (true, _, EventKind::TeamFinals) => Some(&lists.team_finals),
        (true, _, _) => Some(&lists.teams),
        (false, System::RoundRobin { .. }, _) => Some(&lists.league),
        (false, System::Swiss, EventKind::Open | EventKind::Closed) => Some(&lists.homologated),
        (false, System::Swiss, _) => Some(&lists.swiss),
        (false, System::KnockOut, _) => None,
    }
}

#[cfg(test)]
mod tests;
