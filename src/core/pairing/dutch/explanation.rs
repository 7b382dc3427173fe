//! Why this pairing: for every pair the opponents who came first in order and the criterion that
//! was against each of them, for everybody who stays behind the same, and the exchanges.
//!
//! All answers are exact: "by a criterion" means that every candidate with the other choice (and
//! the choices before it) is worse by that criterion, and by none above it. In fields of more than
//! 400 players one case is not looked into: when the best such candidate of a bracket leaves a rest
//! that cannot be paired, that counts as worse by completion.

use std::collections::BTreeMap;

use crate::core::report::{Msg, Step, Value};
use crate::model::Points;

use super::bracket::{self, Paired, Stage};
use super::completion::Completion;
use super::edition::{ColourRule, Criterion, Edition};
use super::field::Field;
use super::questions::{Answers, Wish};
use super::{DutchError, DutchPosition, Method};

/// Somebody who came first in order, and what was against it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Passed {
    pub player: usize,
    pub by: Criterion,
}

/// Why two players meet. Players are indices into [`DutchPosition::players`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PairReason {
    pub higher: usize,
    pub lower: usize,
    /// The higher one came from above.
    pub moved_down: bool,
    /// Opponents who came before, in order.
    pub passed: Vec<Passed>,
    pub white: usize,
    pub colours: ColourRule,
}

/// Why somebody stays behind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StayReason {
    pub player: usize,
    /// The score group that is left.
    pub from: Points,
    /// Where the player stays behind alone: the lower ranked residents, the last one first, and
    /// why none of them does.
    pub passed: Vec<Passed>,
    /// Why he is not paired here; `None` when somebody must stay behind and he is the first choice.
    pub by: Option<Criterion>,
}

/// Players who changed halves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExchangeReason {
    /// The score of the bracket's residents.
    pub score: Points,
    /// From the upper half to the lower.
    pub down: Vec<usize>,
    pub up: Vec<usize>,
    /// What no transposition without exchange could reach.
    pub by: Option<Criterion>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Explanation {
    pub edition: Edition,
    /// The lowest score whose player can have the bye (2026).
    pub bye_score: Option<Points>,
    pub bye: Option<usize>,
    /// The score of the bracket that was paired again because the rest could not be (2017).
    pub collapsed: Option<Points>,
    pub pairs: Vec<PairReason>,
    pub stays: Vec<StayReason>,
    pub exchanges: Vec<ExchangeReason>,
}

/// The reasons of a round.
///
/// # Errors
/// As [`super::pair`].
pub fn explain(position: &DutchPosition) -> Result<Explanation, DutchError> {
    position.check()?;
    let field = Field::new(position);
    let completion = Completion::new(&field)?;
    let brackets = bracket::pair_all(&field, &completion, Method::Bounds)?;
    let last = brackets.last().and_then(|last| last.left.first());
    let penultimate = brackets.iter().find(|paired| paired.bracket.stage == Stage::Penultimate);
    let mut explanation = Explanation {
        edition: field.edition(),
        bye_score: completion.bye_score,
        bye: last.map(|&rank| field.players[rank].index),
        collapsed: penultimate.map(|paired| field.players[paired.bracket.residents.start].score),
        pairs: Vec::new(),
        stays: Vec::new(),
        exchanges: Vec::new(),
    };
    for paired in &brackets {
        let answers = Answers::new(&field, &completion, paired);
        let mut teller = Teller { field: &field, completion: &completion, paired, answers };
        teller.stays(&mut explanation);
        teller.pairs(&mut explanation);
    }
    Ok(explanation)
}

struct Teller<'a> {
    field: &'a Field<'a>,
    completion: &'a Completion,
    paired: &'a Paired,
    answers: Answers<'a>,
}

impl Teller<'_> {
    fn index(&self, rank: usize) -> usize {
        self.field.players[rank].index
    }

    fn score(&self) -> Points {
        self.field.players[self.paired.bracket.residents.start].score
    }

    fn pairs(&mut self, explanation: &mut Explanation) {
        let Paired { bracket, pairs, .. } = self.paired;
        let moved_down = pairs.iter().take_while(|pair| bracket.mdps.contains(&pair.0)).count();
        let (from_above, remainder) = pairs.split_at(moved_down);
        let mut free: Vec<usize> = bracket.residents.clone().collect();
        for &(higher, lower) in from_above {
            self.pair(explanation, &free, (higher, lower));
            free.retain(|&rank| rank != lower);
        }
        let half = remainder.len();
        let upper: Vec<usize> = remainder.iter().map(|pair| pair.0).collect();
        self.exchange(explanation, &free[..half], &free[half..], &upper);
        free.retain(|rank| !upper.contains(rank));
        for &(higher, lower) in remainder {
            self.pair(explanation, &free, (higher, lower));
            free.retain(|&rank| rank != lower);
        }
    }

    fn pair(
        &mut self,
        explanation: &mut Explanation,
        free: &[usize],
        (higher, lower): (usize, usize),
    ) {
        let moved_down = self.paired.bracket.mdps.contains(&higher);
        let otherwise = if moved_down { Criterion::PairedMdps } else { Criterion::Exchange };
        let passed = free.iter().take_while(|&&rank| rank != lower).map(|&rank| Passed {
            player: self.index(rank),
            by: self
                .field
                .illegal(higher, rank)
                .or_else(|| self.answers.worse_by(&Wish::Pair(higher, rank)))
                .unwrap_or(otherwise),
        });
        let (colour, colours) = self.field.colours(higher, lower);
        let white = if colour == crate::model::Colour::White { higher } else { lower };
        explanation.pairs.push(PairReason {
            higher: self.index(higher),
            lower: self.index(lower),
            moved_down,
            passed: passed.collect(),
            white: self.index(white),
            colours,
        });
        self.answers.fix(higher, lower);
    }

    fn exchange(
        &self,
        explanation: &mut Explanation,
        upper: &[usize],
        lower: &[usize],
        better: &[usize],
    ) {
        let away = |from: &[usize], to: &[usize]| {
            let moved = from.iter().filter(|rank| !to.contains(rank));
            moved.map(|&rank| self.index(rank)).collect::<Vec<_>>()
        };
        let (down, up) = (away(upper, better), away(better, upper));
        if !down.is_empty() {
            let wish = Wish::Halves(upper.to_vec(), lower.to_vec());
            let by = self.answers.worse_by(&wish);
            explanation.exchanges.push(ExchangeReason { score: self.score(), down, up, by });
        }
    }

    fn stays(&self, explanation: &mut Explanation) {
        let residents = &self.paired.bracket.residents;
        let is_last = self.paired.bracket.next.is_empty();
        for &rank in &self.paired.left {
            let alone = self.paired.left.len() == 1 && residents.contains(&rank);
            let (mut passed, mut by) = (Vec::new(), None);
            if alone {
                for other in (rank + 1..residents.end).rev() {
                    let barred = is_last && !self.completion.may_have_bye(other);
                    let by = self.answers.worse_by(&Wish::Stays(other));
                    passed.push(Passed {
                        player: self.index(other),
                        by: if barred {
                            Criterion::ByeBarred
                        } else {
                            by.unwrap_or(Criterion::Transposition)
                        },
                    });
                }
            } else {
                let wish = Wish::Paired(rank);
                by = Some(self.answers.worse_by(&wish).unwrap_or(Criterion::PairedMdps));
            }
            explanation.stays.push(StayReason {
                player: self.index(rank),
                from: self.score(),
                passed,
                by,
            });
        }
    }
}

/// The reasons of the round as sentences.
impl Explanation {
    /// Why two players meet, and with these colours.
    pub fn pair_steps(&self, position: &DutchPosition, reason: &PairReason) -> Vec<Step> {
        let player = |index| entrant(position, index);
        let mut steps = self.passed_steps(position, "dutch.passed", &reason.passed);
        let key = if reason.moved_down { "dutch.pair.moved-down" } else { "dutch.pair" };
        let text = Msg::new(key)
            .with("player", player(reason.higher))
            .with("opponent", player(reason.lower));
        let article =
            if reason.moved_down { Criterion::PairedMdps } else { Criterion::Transposition };
        steps.push(Step::new(text).cite(&article.cite(self.edition)));
        let black = if reason.white == reason.higher { reason.lower } else { reason.higher };
        let text = Msg::new(reason.colours.key())
            .with("white", player(reason.white))
            .with("black", player(black));
        steps.push(Step::new(text).cite(&reason.colours.cite(self.edition)));
        steps
    }

    /// Why somebody stays behind, or has the bye.
    pub fn stay_steps(&self, position: &DutchPosition, reason: &StayReason) -> Vec<Step> {
        let mut steps = self.passed_steps(position, "dutch.stays-not", &reason.passed);
        let has_bye = self.bye == Some(reason.player) && self.is_last_stay(reason);
        let who = entrant(position, reason.player);
        if let (true, Some(score)) = (has_bye, self.bye_score) {
            let text = Msg::new("dutch.bye-score").with("points", score);
            steps.push(Step::new(text).cite(&Criterion::ByeScore.cite(self.edition)));
        }
        if let Some(by) = reason.by {
            let text = Msg::new("dutch.not-paired")
                .with("player", who.clone())
                .with("reason", Msg::new(by.key()));
            steps.push(Step::new(text).cite(&by.cite(self.edition)));
        }
        let key = if has_bye { "dutch.bye" } else { "dutch.floats" };
        let article = if has_bye { Criterion::ByeBarred } else { Criterion::Floaters };
        let text = Msg::new(key).with("player", who).with("points", reason.from);
        steps.push(Step::new(text).cite(&article.cite(self.edition)));
        steps
    }

    /// Why players changed halves.
    pub fn exchange_steps(&self, position: &DutchPosition, reason: &ExchangeReason) -> Vec<Step> {
        let players = |indices: &[usize]| {
            Value::List(indices.iter().map(|&index| entrant(position, index)).collect())
        };
        let text = Msg::new("dutch.exchange")
            .with("points", reason.score)
            .with("down", players(&reason.down))
            .with("up", players(&reason.up));
        let mut steps = vec![Step::new(text).cite(&Criterion::Exchange.cite(self.edition))];
        if let Some(by) = reason.by {
            let text = Msg::new("dutch.no-exchange").with("reason", Msg::new(by.key()));
            steps.push(Step::new(text).cite(&by.cite(self.edition)));
        }
        steps
    }

    /// How often each criterion was against something.
    pub fn decided(&self) -> BTreeMap<Criterion, u32> {
        let pairs = self.pairs.iter().flat_map(|reason| &reason.passed);
        let stays = self.stays.iter().flat_map(|reason| &reason.passed);
        let single = self.stays.iter().filter_map(|reason| reason.by);
        let exchanges = self.exchanges.iter().filter_map(|reason| reason.by);
        let mut decided = BTreeMap::new();
        for by in pairs.chain(stays).map(|passed| passed.by).chain(single).chain(exchanges) {
            *decided.entry(by).or_insert(0) += 1;
        }
        decided
    }

    fn is_last_stay(&self, reason: &StayReason) -> bool {
        self.stays.iter().rfind(|other| other.player == reason.player) == Some(reason)
    }

    /// One sentence for each criterion, in the order in which it first comes up.
    fn passed_steps(
        &self,
        position: &DutchPosition,
        key: &'static str,
        passed: &[Passed],
    ) -> Vec<Step> {
        let mut groups: Vec<(Criterion, Vec<Value>)> = Vec::new();
        for one in passed {
            let player = entrant(position, one.player);
            match groups.iter_mut().find(|(by, _)| *by == one.by) {
                Some((_, players)) => players.push(player),
                None => groups.push((one.by, vec![player])),
            }
        }
        let step = |(by, players): (Criterion, Vec<Value>)| {
            let text = Msg::new(key).with("players", players).with("reason", Msg::new(by.key()));
            Step::new(text).cite(&by.cite(self.edition))
        };
        groups.into_iter().map(step).collect()
    }
}

fn entrant(position: &DutchPosition, index: usize) -> Value {
    let player = &position.players[index];
    Value::Entrant { index, number: player.number, name: player.name.clone() }
}
