//! The norm of Mestre Català of one tournament (MC norma 3, 5, 8; AMB-14 … 19, 100, 101).
//!
//! [`assess`] decides for one player from a [`NormInput`]; [`tournament::norms_of`] asks it for
//! everybody in a tournament, and [`report`] and [`norms_json`] write the answers. While an event
//! lasts, [`forecast`] says what is still needed.

pub mod certificate;
mod distance;
pub mod forecast;
mod report;
pub mod sheet;
pub mod tournament;

pub use distance::distance;
pub(crate) use report::known;
pub use report::{norms_json, report, report_of};

use super::formula::Scope;
use super::formula::expr::is;
use super::report::{Entry, Msg, Step, Value, Verdict};
use super::rules::Rules1990;
use super::values::{OpponentMean, Round, opponent_mean, points_of};
use crate::model::{Delegation, EventKind, Exact, Points, Score};
use crate::rulebook::{Percent, ProvisionId};

/// MC norma 5 has no number of its own to be cited by.
const SAFEGUARD: &str = "MC norma 5";

crate::rules! {
    /// Numbers of MC norma 3 and 8.
    pub struct NormRules {
        /// The mean at which `base_percent` is asked for.
        base_mean: u32 = "mc.mitjana-base",
        base_percent: Percent = "mc.percentatge-base",
        /// What each point below adds.
        percent_per_point: Percent = "mc.percentatge-per-punt",
        /// To be surpassed by the mean.
        min_mean: u32 = "mc.mitjana-minima",
        /// To be reached, in tournaments of `delegations` (AMB-15).
        min_mean_delegations: u32 = "mc.mitjana-minima-delegacions",
        delegations: Vec<Delegation> = "mc.delegacions-minim",
    }
}

/// A player's event, as the norm sees it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NormInput {
    /// Rounds of the tournament.
    pub rounds: u32,
    /// Games each player was to play, where they are not the rounds (AMB-100).
    pub possible: Option<u32>,
    /// Delegation of the tournament (AMB-15).
    pub delegation: Option<Delegation>,
    /// Homologated for norms; `None` when that is not known.
    pub homologated: Option<bool>,
    /// Which rule sets the least number of rounds: Tancats for closed events, else Oberts 3.
    pub kind: EventKind,
    /// Rounds that are over, while the event lasts; `None` when all are.
    pub rounds_over: Option<u32>,
    /// One for each round; those that are not given count as missed.
    pub games: Vec<Round>,
}

/// The least mean there must be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MinimumMean {
    pub value: u32,
    /// Must be surpassed, not only reached.
    pub strict: bool,
    pub at: ProvisionId,
}

impl MinimumMean {
    /// For tournaments of a delegation (MC norma 3 and 8, AMB-15).
    pub fn of(delegation: Option<Delegation>, rules: &NormRules) -> Self {
        if delegation.is_some_and(|delegation| rules.delegations.value.contains(&delegation)) {
            let minimum = &rules.min_mean_delegations;
            Self { value: minimum.get(), strict: false, at: minimum.at.clone() }
        } else {
            let minimum = &rules.min_mean;
            Self { value: minimum.get(), strict: true, at: minimum.at.clone() }
        }
    }

    pub fn is_met(&self, mean: Exact) -> bool {
        let value = Exact::from(i64::from(self.value));
        if self.strict { mean > value } else { mean >= value }
    }
}

/// How a norm is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum By {
    /// As things came out.
    Result,
    /// It would have been made with a lower result in the last round (MC norma 5).
    Safeguard(Score),
}

impl By {
    pub fn key(self) -> &'static str {
        match self {
            Self::Result => "result",
            Self::Safeguard(Score::Draw) => "safeguard:draw",
            Self::Safeguard(_) => "safeguard:loss",
        }
    }
}

/// The test with one result of the last round.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Attempt {
    pub by: By,
    pub opponents: OpponentMean,
    pub points: Points,
    pub mean_enough: bool,
    /// Share of the points asked for (1 is 100 %); undefined without games.
    pub required: Option<Exact>,
    /// The points that reach it: the next half point (AMB-17).
    pub points_needed: Option<Points>,
    pub passes: bool,
}

/// The answer for one player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NormReport {
    pub minimum: MinimumMean,
    /// The test with what really happened.
    pub result: Attempt,
    /// The tests with lower results of the last round, made only when the first one fails.
    pub lower: Vec<Attempt>,
    /// Enough rounds and homologated.
    pub event_valid: Verdict,
    pub min_rounds: u32,
    min_rounds_at: ProvisionId,
}

impl NormReport {
    /// How the conditions on mean and points are reached, if they are, whatever the event is.
    pub fn reached(&self) -> Option<By> {
        std::iter::once(&self.result)
            .chain(&self.lower)
            .find(|attempt| attempt.passes)
            .map(|attempt| attempt.by)
    }

    /// Is there a norm? Unknown when it is made but the event's homologation is not known.
    pub fn norm(&self) -> Verdict {
        Verdict::all([Verdict::of(self.reached().is_some()), self.event_valid])
    }

    /// How the norm is made, when it is.
    pub fn by(&self) -> Option<By> {
        self.reached().filter(|_| self.norm() == Verdict::Met)
    }

    /// Points that failed; none when there were enough.
    pub fn missing(&self) -> Points {
        match self.result.points_needed {
            Some(needed) if needed > self.result.points => needed - self.result.points,
            _ => Points::ZERO,
        }
    }
}

/// Least number of rounds of an event that gives norms, and where it stands.
fn min_rounds(kind: EventKind, rules: &Rules1990) -> (u32, ProvisionId) {
    let minimum = match kind {
        EventKind::Closed => &rules.closed.min_rounds,
        _ => &rules.open.norm_rounds,
    };
    (minimum.get(), minimum.at.clone())
}

/// Share of the points that a mean asks for: the base, and more for each point below the base mean;
/// never less (AMB-16). Not rounded (AMB-17).
pub fn required_share(mean: Exact, rules: &NormRules) -> Exact {
    let share = Scope::default().eval(&sheet::share(is(mean), rules)).number();
    // Only numbers too large to be ratings have no share.
    share.unwrap_or(rules.base_percent.get().0)
}

/// Does a player make a norm?
pub fn assess(input: &NormInput, rules: &Rules1990) -> NormReport {
    let minimum = MinimumMean::of(input.delegation, &rules.norms);
    let (min_rounds, min_rounds_at) = min_rounds(input.kind, rules);
    let event_valid = Verdict::all([
        Verdict::of(input.rounds >= min_rounds),
        Verdict::from_known(input.homologated),
    ]);
    let result = attempt(By::Result, input, &input.games, &minimum, rules);
    let lower = if result.passes {
        Vec::new()
    } else {
        lower_results(input)
            .into_iter()
            .map(|score| {
                let games = with_last_result(&input.games, score, rules);
                attempt(By::Safeguard(score), input, &games, &minimum, rules)
            })
            .collect()
    };
    NormReport { minimum, result, lower, event_valid, min_rounds, min_rounds_at }
}

fn attempt(
    by: By,
    input: &NormInput,
    games: &[Round],
    minimum: &MinimumMean,
    rules: &Rules1990,
) -> Attempt {
    let possible = input.possible.unwrap_or(input.rounds);
    let over = input.rounds_over.unwrap_or(input.rounds);
    let opponents = opponent_mean(over, possible, games, rules);
    let points: Points = games.iter().map(|round| round.points(&rules.scoring)).sum();
    let mean_enough = opponents.mean.is_some_and(|mean| minimum.is_met(mean));
    let required = opponents.mean.map(|mean| required_share(mean, &rules.norms));
    let all = rules.scoring.win.get().exact() * i64::from(opponents.games);
    let asked = required.map(|share| share * all);
    let passes = mean_enough && asked.is_some_and(|asked| points.exact() >= asked);
    let points_needed = asked.map(Points::ceil);
    Attempt { by, opponents, points, mean_enough, required, points_needed, passes }
}

/// Results of the last round below the real one, the best first; none unless the last round of the
/// event was played on the board (AMB-101).
fn lower_results(input: &NormInput) -> Vec<Score> {
    let is_last = input.games.len() == input.rounds as usize;
    match input.games.last() {
        Some(Round::Played { score: Score::Win, .. }) if is_last => vec![Score::Draw, Score::Loss],
        Some(Round::Played { score: Score::Draw, .. }) if is_last => vec![Score::Loss],
        _ => Vec::new(),
    }
}

/// The games with another result in the last round. The opponent's final points change with it,
/// wherever that opponent appears.
fn with_last_result(games: &[Round], lower: Score, rules: &Rules1990) -> Vec<Round> {
    let mut games = games.to_vec();
    let Some(Round::Played { score, opponent }) = games.last_mut() else { return games };
    let scoring = &rules.scoring;
    let gain = points_of(lower.mirrored(), scoring) - points_of(score.mirrored(), scoring);
    *score = lower;
    opponent.score += gain;
    if let Some(last) = opponent.who.clone() {
        let before_last = games.len() - 1;
        for round in &mut games[..before_last] {
            if let Round::Played { opponent, .. } = round
                && opponent.who.as_ref().is_some_and(|who| who.index == last.index)
            {
                opponent.score += gain;
            }
        }
    }
    games
}

// ---- Working

impl NormReport {
    /// Whether there is a norm, with the whole working.
    pub fn entry(&self, input: &NormInput, rules: &Rules1990) -> Entry {
        let possible = input.possible.unwrap_or(input.rounds);
        let norms = &rules.norms;
        let mut entry = Entry::plain(self.norm())
            .cite_param(&norms.base_mean)
            .cite(&self.minimum.at)
            .cite_param(&rules.rating_order.order)
            .steps(self.result.opponents.steps(&input.games, possible, rules));
        entry = entry.step(minimum_step(&self.minimum, self.result.mean_enough));
        if let (Some(mean), Some(required), Some(needed)) =
            (self.result.opponents.mean, self.result.required, self.result.points_needed)
        {
            entry = entry
                .step(percent_step(mean, required, norms))
                .step(
                    Step::new(
                        Msg::new("norms.needed")
                            .with("games", self.result.opponents.games)
                            .with("share", Value::Percent(required)),
                    )
                    .gives(needed)
                    .cite(&norms.base_mean.at),
                )
                .step(points_step(self.result.points, needed));
        }
        for attempt in &self.lower {
            entry = entry.step(safeguard_step(attempt));
            if attempt.passes {
                break;
            }
        }
        if self.event_valid != Verdict::Met {
            entry = entry.step(self.event_step(input));
        }
        entry
    }

    fn event_step(&self, input: &NormInput) -> Step {
        let text = if input.rounds < self.min_rounds {
            Msg::new("norms.event.short")
                .with("rounds", input.rounds)
                .with("minimum", self.min_rounds)
        } else if input.homologated.is_none() {
            Msg::new("norms.event.unknown")
        } else {
            Msg::new("norms.event.not-homologated")
        };
        Step::new(text).gives(self.event_valid).cite(&self.min_rounds_at)
    }

    /// In one sentence: `Norma`, `Li falta mig punt per a la norma` …
    pub fn outcome(&self) -> Msg {
        let missing = self.missing();
        match (self.reached(), self.event_valid) {
            (Some(By::Result), Verdict::Met) => Msg::new("norms.outcome.norm"),
            (Some(By::Safeguard(Score::Draw)), Verdict::Met) => {
                Msg::new("norms.outcome.safeguard-draw")
            }
            (Some(By::Safeguard(_)), Verdict::Met) => Msg::new("norms.outcome.safeguard-loss"),
            (Some(_), Verdict::Unknown) => Msg::new("norms.outcome.if-homologated"),
            (Some(_), Verdict::NotMet) => Msg::new("norms.outcome.event"),
            (None, _) if !self.result.mean_enough && missing > Points::ZERO => {
                Msg::new("norms.outcome.mean-and-points").with("missing", missing)
            }
            (None, _) if !self.result.mean_enough => Msg::new("norms.outcome.mean"),
            (None, _) if missing == Points::HALF => Msg::new("norms.outcome.half"),
            (None, _) => Msg::new("norms.outcome.missing").with("n", missing),
        }
    }
}

/// `2150 o més, en torneigs de les delegacions`.
fn minimum_step(minimum: &MinimumMean, met: bool) -> Step {
    let key = if minimum.strict { "norms.minimum" } else { "norms.minimum.delegation" };
    Step::new(Msg::new(key).with("minimum", minimum.value))
        .gives(Verdict::of(met))
        .cite(&minimum.at)
}

fn percent_step(mean: Exact, required: Exact, rules: &NormRules) -> Step {
    let base = Exact::from(i64::from(rules.base_mean.get()));
    let text = if mean < base {
        Msg::new("norms.percent.below")
            .with("mean", mean)
            .with("below", base - mean)
            .with("base", rules.base_mean.get())
            .with("share", Value::Percent(rules.base_percent.get().0))
            .with("step", Value::Percent(rules.percent_per_point.get().0))
    } else {
        Msg::new("norms.percent.base").with("mean", mean).with("base", rules.base_mean.get())
    };
    Step::new(text).gives(Value::Percent(required)).cite(&rules.base_mean.at)
}

fn points_step(points: Points, needed: Points) -> Step {
    let text = if points >= needed {
        Msg::new("norms.points.enough").with("needed", needed)
    } else {
        Msg::new("norms.points.missing").with("needed", needed).with("missing", needed - points)
    };
    Step::new(text.with("points", points))
}

fn safeguard_step(attempt: &Attempt) -> Step {
    let key = match attempt.by {
        By::Safeguard(Score::Draw) => "norms.safeguard.draw",
        _ => "norms.safeguard.loss",
    };
    let text = Msg::new(key)
        .with("mean", attempt.opponents.mean)
        .with("points", attempt.points)
        .with("needed", attempt.points_needed);
    Step::new(text).gives(Verdict::of(attempt.passes)).cite(&ProvisionId::from(SAFEGUARD))
}

#[cfg(test)]
mod tests;
