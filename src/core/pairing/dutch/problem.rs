//! The quality of a candidate as a sum over its pairs.
//!
//! Every criterion becomes one or several [`Term`]s: whole numbers for each pair whose sum over a
//! candidate is to be as great as possible, one term after the other. A criterion that counts the
//! players who stay behind counts instead, with the other sign, those who are paired; lists of
//! score differences become one count for each value, the greatest first.

use std::collections::BTreeSet;

use crate::model::Points;

use super::bracket::Bracket;
use super::completion::Completion;
use super::edition::{Criterion, Edition};
use super::field::{Field, Ranked};
use super::local::{Local, Role};
use super::weighing::Limit;

/// From the look-ahead down, and the two above it, in order.
const CRITERIA: [Criterion; 16] = [
    Criterion::Floaters,
    Criterion::FloaterScores,
    Criterion::NextGroup,
    Criterion::ByeAbsences,
    Criterion::TopscorerDifference,
    Criterion::TopscorerThird,
    Criterion::Preference,
    Criterion::StrongPreference,
    Criterion::Down1,
    Criterion::Up1,
    Criterion::Down2,
    Criterion::Up2,
    Criterion::Down1Score,
    Criterion::Up1Score,
    Criterion::Down2Score,
    Criterion::Up2Score,
];

/// One number for every pair. Scores and differences are in half points.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Term {
    /// Pairs of the bracket.
    Pairs,
    /// Pairs of the bracket with a player of this score.
    PairsAt(Points),
    /// Score differences of this size, of pairs and downfloaters (2017).
    Difference(i32),
    /// Pairs of the next bracket.
    NextPairs,
    /// Players paired in this bracket or the next, those barred from the bye three times.
    NextBarred,
    /// Pairs of the next bracket with a player of this score.
    NextPairsAt(Points),
    /// Score differences of this size in the next bracket (2017).
    NextDifference(i32),
    /// Rounds that those who are paired have not played.
    Absences,
    TopscorerDifference,
    TopscorerThird,
    Preference,
    StrongPreference,
    /// Repeated downfloats, one or two rounds ago (0 or 1).
    Down(usize),
    Up(usize),
    /// Moved-down players of this score who floated down and are paired.
    DownAt(usize, Points),
    /// Differences of this size of those who float down again (2017).
    DownDifference(usize, i32),
    UpDifference(usize, i32),
}

pub(crate) struct Problem<'a> {
    pub field: &'a Field<'a>,
    bracket: &'a Bracket,
    local: Local,
    /// Must all vertices be paired?
    pub perfect: bool,
    barred: Vec<bool>,
    pub terms: Vec<(Criterion, Term)>,
}

impl<'a> Problem<'a> {
    /// All perfect matchings of the local graph, by the criteria from this one on.
    pub fn regular(
        field: &'a Field<'a>,
        bracket: &'a Bracket,
        local: Local,
        from: Option<Criterion>,
    ) -> Self {
        let from = from.unwrap_or(Criterion::PairedMdps);
        Self::new(field, bracket, local, Vec::new(), true, &|criterion| criterion >= from)
    }

    /// The bracket with nobody below but the next score group: whether the rest can be completed
    /// is left out.
    pub fn relaxed(
        field: &'a Field<'a>,
        completion: &Completion,
        bracket: &'a Bracket,
        absences: bool,
    ) -> Self {
        let ahead = bracket.ahead();
        let next = ahead.len();
        let mut local = Local::new(&field.legal, bracket, ahead, next, false);
        local.separate_mdps();
        Self::whole(field, completion, bracket, local, false, absences)
    }

    /// The bracket and everybody below it; with the bye, all must be paired.
    pub fn full(
        field: &'a Field<'a>,
        completion: &Completion,
        bracket: &'a Bracket,
        absences: bool,
    ) -> Self {
        let below = bracket.residents.end..field.len();
        let next = bracket.ahead().len();
        let last = below.is_empty();
        let bye = field.bye().is_some();
        let mut local = Local::new(&field.legal, bracket, below, next, bye);
        local.join_bye(completion);
        if last {
            local.separate_mdps();
        }
        Self::whole(field, completion, bracket, local, true, absences)
    }

    fn whole(
        field: &'a Field<'a>,
        completion: &Completion,
        bracket: &'a Bracket,
        local: Local,
        perfect: bool,
        absences: bool,
    ) -> Self {
        let ranks = 0..local.size() - usize::from(local.out().is_some());
        let barred = ranks.map(|v| !completion.may_have_bye(local.rank(v))).collect();
        Self::new(field, bracket, local, barred, perfect, &|criterion| {
            absences || criterion != Criterion::ByeAbsences
        })
    }

    fn new(
        field: &'a Field<'a>,
        bracket: &'a Bracket,
        local: Local,
        barred: Vec<bool>,
        perfect: bool,
        counts: &dyn Fn(Criterion) -> bool,
    ) -> Self {
        let mut problem = Self { field, bracket, local, perfect, barred, terms: Vec::new() };
        for criterion in CRITERIA.into_iter().filter(|&criterion| counts(criterion)) {
            let terms = problem.terms_of(criterion);
            problem.terms.extend(terms.into_iter().map(|term| (criterion, term)));
        }
        problem
    }

    /// Removes pairs, so that fewer candidates are left.
    pub fn limit(&mut self, limit: Limit<'_>) -> Option<usize> {
        let mut graph = self.local.graph.clone();
        let must = limit(&self.local, &mut graph);
        self.local.graph = graph;
        must
    }

    pub fn local(&self) -> &Local {
        &self.local
    }

    pub fn player(&self, v: usize) -> &Ranked {
        &self.field.players[self.local.rank(v)]
    }

    fn terms_of(&self, criterion: Criterion) -> Vec<Term> {
        let old = self.field.edition() == Edition::Fide2017;
        match criterion {
            Criterion::Floaters => vec![Term::Pairs],
            Criterion::FloaterScores if old => {
                self.values(self.local.members(), self.base()).map(Term::Difference).collect()
            }
            Criterion::FloaterScores => self.scores(self.local.mdps).map(Term::PairsAt).collect(),
            Criterion::NextGroup => self.next_terms(old),
            Criterion::ByeAbsences => vec![Term::Absences],
            Criterion::TopscorerDifference if self.field.position.is_last_round() => {
                vec![Term::TopscorerDifference]
            }
            Criterion::TopscorerThird if self.field.position.is_last_round() => {
                vec![Term::TopscorerThird]
            }
            Criterion::Preference => vec![Term::Preference],
            Criterion::StrongPreference => vec![Term::StrongPreference],
            Criterion::Down1 => vec![Term::Down(0)],
            Criterion::Up1 => vec![Term::Up(0)],
            Criterion::Down2 => vec![Term::Down(1)],
            Criterion::Up2 => vec![Term::Up(1)],
            Criterion::Down1Score => self.down_terms(0, old),
            Criterion::Up1Score => self.up_terms(0),
            Criterion::Down2Score => self.down_terms(1, old),
            Criterion::Up2Score => self.up_terms(1),
            _ => Vec::new(),
        }
    }

    fn next_terms(&self, old: bool) -> Vec<Term> {
        let next = self.bracket.ahead();
        if next.is_empty() {
            return Vec::new();
        }
        let last = next.end == self.field.len();
        let first = if old && last { Term::NextBarred } else { Term::NextPairs };
        let mut terms = vec![first];
        if old {
            let base = self.field.players[next.start].score - Points::ONE;
            let reach = self.local.members() + next.len();
            terms.extend(self.values(reach, base).map(Term::NextDifference));
        } else {
            terms.extend(self.scores(self.local.members()).map(Term::NextPairsAt));
        }
        terms
    }

    fn down_terms(&self, ago: usize, old: bool) -> Vec<Term> {
        if old {
            let values = self.values(self.local.members(), self.base());
            values.map(|value| Term::DownDifference(ago, value)).collect()
        } else {
            self.scores(self.local.mdps).map(|score| Term::DownAt(ago, score)).collect()
        }
    }

    fn up_terms(&self, ago: usize) -> Vec<Term> {
        let values = self.values(self.local.members(), self.base());
        values.map(|value| Term::UpDifference(ago, value)).collect()
    }

    /// One point less than the lowest score of the bracket: what downfloaters are measured by.
    fn base(&self) -> Points {
        self.player(self.local.members() - 1).score - Points::ONE
    }

    /// The scores of the first vertices, the highest first.
    fn scores(&self, count: usize) -> impl Iterator<Item = Points> {
        let scores: BTreeSet<_> = (0..count).map(|v| self.player(v).score).collect();
        scores.into_iter().rev()
    }

    /// All score differences that the first vertices can have, the greatest first.
    fn values(&self, count: usize, base: Points) -> impl Iterator<Item = i32> {
        let scores: BTreeSet<_> = (0..count).map(|v| self.player(v).score).collect();
        let mut values: BTreeSet<i32> = scores.iter().map(|&s| (s - base).halves()).collect();
        for (at, &low) in scores.iter().enumerate() {
            values.extend(scores.iter().skip(at + 1).map(|&high| (high - low).halves()));
        }
        values.into_iter().rev()
    }

    /// What a pair adds to a term. `h` is ranked better than `l`.
    pub fn value(&self, term: Term, h: usize, l: usize) -> i64 {
        match (self.local.role(h), self.local.role(l)) {
            (Role::Out | Role::Below, _) | (_, Role::Out | Role::Below) => 0,
            (Role::Mdp, Role::Mdp) => 0,
            (_, Role::Next) => self.next_value(term, h, l),
            _ => self.bracket_value(term, h, l),
        }
    }

    fn next_value(&self, term: Term, h: usize, l: usize) -> i64 {
        let (high, low) = (self.player(h).score, self.player(l).score);
        match term {
            Term::NextPairs => 1,
            Term::NextBarred => self.bye_cost(h) + self.bye_cost(l),
            Term::NextPairsAt(score) => i64::from(high == score),
            Term::NextDifference(value) => {
                self.next_floats(value, h) + self.next_floats(value, l)
                    - i64::from((high - low).halves() == value)
            }
            _ => 0,
        }
    }

    fn bye_cost(&self, v: usize) -> i64 {
        if self.barred[v] { 3 } else { 1 }
    }

    /// Would the player, left by the next bracket, have this difference?
    fn next_floats(&self, value: i32, v: usize) -> i64 {
        let base = self.field.players[self.bracket.next.start].score - Points::ONE;
        i64::from((self.player(v).score - base).halves() == value)
    }

    fn bracket_value(&self, term: Term, h: usize, l: usize) -> i64 {
        let (high, low) = (self.player(h), self.player(l));
        let difference = (high.score - low.score).halves();
        let floats = |player: &Ranked, value| (player.score - self.base()).halves() == value;
        let offences = || self.field.offences(self.local.rank(h), self.local.rank(l));
        match term {
            Term::Pairs => 1,
            Term::PairsAt(score) => i64::from(high.score == score),
            Term::Difference(value) => {
                i64::from(floats(high, value)) + i64::from(floats(low, value))
                    - i64::from(difference == value)
            }
            Term::NextBarred => self.bye_cost(h) + self.bye_cost(l),
            Term::NextDifference(value) => self.next_floats(value, h) + self.next_floats(value, l),
            Term::NextPairs | Term::NextPairsAt(_) => 0,
            Term::Absences => i64::from(high.unplayed) + i64::from(low.unplayed),
            Term::TopscorerDifference => -i64::from(offences().difference),
            Term::TopscorerThird => -i64::from(offences().third),
            Term::Preference => -i64::from(offences().preference),
            Term::StrongPreference => -i64::from(offences().strong),
            // Whoever meets a lower score floats down all the same.
            Term::Down(ago) => {
                i64::from(high.down[ago] && difference == 0) + i64::from(low.down[ago])
            }
            Term::Up(ago) => -i64::from(difference != 0 && low.up[ago]),
            Term::DownAt(ago, score) => i64::from(high.down[ago] && high.score == score),
            Term::DownDifference(ago, value) => {
                i64::from(high.down[ago] && floats(high, value))
                    + i64::from(low.down[ago] && floats(low, value))
                    - i64::from(high.down[ago] && difference != 0 && difference == value)
            }
            Term::UpDifference(ago, value) => {
                -i64::from(low.up[ago] && difference != 0 && difference == value)
            }
        }
    }
}
