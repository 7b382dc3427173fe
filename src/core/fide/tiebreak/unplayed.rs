//! Adjusted scores and dummy opponents: C.07 16, and the virtual opponent before 2023.

use std::borrow::Cow;

use super::descriptor::Account;
use super::field::{Field, FieldRound, Kind, PairingKind};
use super::{Edition, number};
use crate::core::report::{Msg, Step};
use crate::model::Exact;

/// How scores are looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct View {
    pub account: Account,
    /// The last round's games are draws (C.07 8.3).
    pub fore: bool,
    /// Forfeits are games (`/P`).
    pub forfeits: bool,
}

/// What a round brings to Buchholz or Sonneborn-Berger.
#[derive(Clone, Debug, PartialEq)]
pub struct Term {
    pub round: u32,
    /// Score of the opponent, or of the dummy.
    pub score: Exact,
    /// Own points in the round.
    pub result: Exact,
    /// A voluntary unplayed round: cut first (16.5).
    pub voluntary: bool,
    /// The line of the working, without its value.
    pub step: Step,
}

/// An adjusted score and how it came about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Adjusted {
    pub score: Exact,
    pub own: Exact,
    /// Rounds that count as draws instead of what they gave.
    pub as_draws: u32,
}

impl Field {
    /// The rounds of somebody; with `fore` the last one is a draw if it was paired.
    pub fn viewed(&self, who: usize, view: View) -> Cow<'_, [FieldRound]> {
        let rounds = self.rounds_of(who);
        let is_fore = |round: &FieldRound| round.round == self.rounds && round.kind.is_paired();
        if !view.fore || !rounds.iter().any(is_fore) {
            return Cow::Borrowed(rounds);
        }
        let mut rounds = rounds.to_vec();
        for round in rounds.iter_mut().filter(|round| is_fore(round)) {
            round.kind = Kind::Played;
            round.points = self.match_scale.draw;
            round.game_points = self.game_scale.draw;
        }
        Cow::Owned(rounds)
    }

    /// Own points in a view.
    pub fn own_points(&self, who: usize, view: View) -> Exact {
        self.viewed(who, view).iter().map(|round| round.points_in(view.account)).sum()
    }

    /// The score that somebody counts for to the opponents (C.07 16.3; before 2023 every round
    /// not played is half a point).
    pub fn adjusted(&self, who: usize, view: View) -> Adjusted {
        let rounds = self.viewed(who, view);
        let draw = self.scale(view.account).draw;
        let mut adjusted = Adjusted { score: Exact::from(0), own: Exact::from(0), as_draws: 0 };
        for (at, round) in rounds.iter().enumerate() {
            let given = round.points_in(view.account);
            adjusted.own += given;
            if self.counts_as_draw(&rounds, at, view) {
                adjusted.score += draw;
                adjusted.as_draws += 1;
            } else {
                adjusted.score += given;
            }
        }
        adjusted
    }

    fn counts_as_draw(&self, rounds: &[FieldRound], at: usize, view: View) -> bool {
        let kind = rounds[at].kind;
        if self.edition == Edition::Virtual2009 {
            return !self.counts_as_game(kind, view.forfeits);
        }
        self.pairing == PairingKind::Swiss
            && matches!(kind, Kind::HalfBye | Kind::ZeroBye)
            && rounds[at + 1..].iter().all(|r| self.is_voluntary(r.kind, view.forfeits))
    }

    /// One term for every round.
    pub fn terms(&self, who: usize, view: View) -> Vec<Term> {
        let rounds = self.viewed(who, view);
        let own: Exact = rounds.iter().map(|round| round.points_in(view.account)).sum();
        let mut before = Exact::from(0);
        let mut terms = Vec::with_capacity(rounds.len());
        for round in rounds.iter() {
            let result = round.points_in(view.account);
            let opponent =
                round.opponent.filter(|_| self.counts_as_game(round.kind, view.forfeits));
            let (score, step) = match opponent {
                Some(opponent) => self.opponent_term(round.round, opponent, view),
                None if self.edition == Edition::Virtual2009 => {
                    self.virtual_term(round, before, result, view)
                }
                None => self.dummy_term(round, own, view),
            };
            terms.push(Term {
                round: round.round,
                score,
                result,
                voluntary: self.edition != Edition::Virtual2009
                    && self.is_voluntary(round.kind, view.forfeits),
                step,
            });
            before += result;
        }
        terms
    }

    fn opponent_term(&self, round: u32, opponent: usize, view: View) -> (Exact, Step) {
        let adjusted = self.adjusted(opponent, view);
        let key = match (adjusted.as_draws, view.fore) {
            (0, false) => "c07.opponent",
            (0, true) => "c07.opponent-fore",
            _ => "c07.adjusted",
        };
        let msg = Msg::new(key)
            .with("round", round)
            .with("opponent", self.who(opponent))
            .with("points", number(adjusted.score))
            .with("own", number(adjusted.own))
            .with("n", adjusted.as_draws);
        let step = Step::new(msg);
        let step = match (adjusted.as_draws, self.edition) {
            (0, _) => step,
            (_, Edition::Virtual2009) => step.cite(&"C.07 13.15.2".into()),
            _ => step.cite(&"C.07 16.3".into()).cite(&"C.07 16.2.5".into()),
        };
        (adjusted.score, step)
    }

    /// C.07 16.4: a dummy with the own points, since 2026 not more than a cap.
    fn dummy_term(&self, round: &FieldRound, own: Exact, view: View) -> (Exact, Step) {
        let cap = (self.edition >= Edition::March2026).then(|| match round.opponent {
            Some(opponent) if round.kind.is_forfeit() => {
                (self.adjusted(opponent, view).score, "C.07 16.4.1")
            }
            _ => {
                let draws = self.scale(view.account).draw * i64::from(self.rounds);
                (draws, "C.07 16.4.2")
            }
        });
        let msg = |key| {
            Msg::new(key)
                .with("round", round.round)
                .with("what", round.kind.words())
                .with("own", number(own))
        };
        match cap {
            Some((cap, article)) if cap < own => {
                let step = Step::new(msg("c07.dummy-capped").with("points", number(cap)));
                (cap, step.cite(&"C.07 16.4".into()).cite(&article.into()))
            }
            _ => (
                own,
                Step::new(msg("c07.dummy").with("points", number(own))).cite(&"C.07 16.4".into()),
            ),
        }
    }

    /// C.02 13.15.2, 2009–2023: the score before the round, plus what the round did not give, plus
    /// half a point for every round after it.
    fn virtual_term(
        &self,
        round: &FieldRound,
        before: Exact,
        result: Exact,
        view: View,
    ) -> (Exact, Step) {
        let scale = self.scale(view.account);
        let left = i64::from(self.rounds.saturating_sub(round.round));
        let score = before + (scale.win - result) + scale.draw * left;
        let msg = Msg::new("c07.virtual")
            .with("round", round.round)
            .with("what", round.kind.words())
            .with("before", number(before))
            .with("other", number(scale.win - result))
            .with("n", left)
            .with("points", number(score));
        (score, Step::new(msg).cite(&"C.07 13.15.2".into()))
    }
}
