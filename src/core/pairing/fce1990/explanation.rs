//! The reasons of a round as sentences with the articles they rest on.

use super::SwissRules;
use super::bye::is_barred;
use super::field::Field;
use super::story::{
    ByeRejection, ByeStory, ColourRule, Direction, Event, FloatReason, GoesOn, Group,
    OpponentChoice, Paired, ParityChoice, Rejection, SwissRound,
};
use crate::core::pairing::{Board, ByeGiven, Floater, GroupStory, Position, Release, RoundPairing};
use crate::core::report::{Msg, Step, Value};
use crate::core::rules::Rules1990;
use crate::model::Colour;
use crate::rulebook::ProvisionId;

/// The round as every system tells it.
pub(super) fn explain(position: &Position, rules: &SwissRules, round: &SwissRound) -> RoundPairing {
    let teller = Teller { position, rules };
    let mut floaters = Vec::new();
    let mut groups = Vec::new();
    let mut why_of: Vec<(Paired, Vec<Step>)> = Vec::new();
    for group in &round.groups {
        let mut steps = Vec::new();
        for event in &group.events {
            let why = teller.event(event, group.direction);
            if let Some(paired) = event.paired() {
                why_of.push((paired, why.clone()));
            }
            if let Event::Leaves { player, to, .. } | Event::GoesOn { floater: player, to, .. } =
                event
            {
                floaters.push(Floater {
                    player: *player,
                    from: group.score,
                    to: *to,
                    why: why.clone(),
                });
            }
            steps.extend(why);
        }
        groups.push(GroupStory { title: teller.title(group), steps });
    }
    let boards = round
        .boards
        .iter()
        .map(|paired| Board {
            white: paired.white,
            black: paired.black,
            why: why_of
                .iter()
                .find(|(other, _)| other == paired)
                .map_or_else(Vec::new, |(_, why)| why.clone()),
        })
        .collect();
    let releases = round.releases.iter().map(|&player| Release {
        player,
        why: vec![
            Step::new(Msg::new("pairing.released").with("player", teller.player(player)))
                .cite(&rules.row.at)
                .cite(&rules.difference.at),
        ],
    });
    RoundPairing {
        round: round.round,
        boards,
        bye: round.bye.as_ref().map(|bye| teller.bye(bye)),
        free: Vec::new(),
        floaters,
        releases: releases.collect(),
        notes: teller.notes(round),
        groups,
        decided: round.decided(),
    }
}

struct Teller<'a> {
    position: &'a Position,
    rules: &'a SwissRules,
}

fn step(text: Msg, articles: &[&str]) -> Step {
    articles.iter().fold(Step::new(text), |step, article| step.cite(&ProvisionId::from(*article)))
}

impl Teller<'_> {
    fn player(&self, index: usize) -> Value {
        let player = &self.position.players[index];
        Value::Entrant { index, number: player.number, name: player.name.clone() }
    }

    fn players(&self, indices: &[usize]) -> Value {
        Value::List(indices.iter().map(|&index| self.player(index)).collect())
    }

    fn title(&self, group: &Group) -> Msg {
        let key = match (group.is_median, group.direction) {
            (true, _) => "pairing.group.median",
            (false, Direction::Down) => "pairing.group.down",
            (false, Direction::Up) => "pairing.group.up",
        };
        Msg::new(key).with("points", group.score)
    }

    fn notes(&self, round: &SwissRound) -> Vec<Step> {
        let mut notes = Vec::new();
        if let (1, Some(seed)) = (round.round, self.position.seed) {
            let text = Msg::new("pairing.drawn-colour")
                .with("colour", self.position.initial_colour)
                .with("seed", seed.to_string());
            notes.push(step(text, &["Swiss 14.2"]));
        }
        if self.position.is_last_round() {
            notes.push(step(Msg::new("pairing.last-round"), &["Swiss 13"]));
        }
        if round.promotion_dropped {
            notes.push(step(Msg::new("pairing.promotion-dropped"), &["Oberts 4"]));
        }
        notes
    }

    fn bye(&self, bye: &ByeStory) -> ByeGiven {
        let mut why = Vec::new();
        for &(player, rejection) in &bye.passed {
            let player = self.player(player);
            why.push(match rejection {
                ByeRejection::Barred => {
                    Step::new(Msg::new("pairing.bye.barred").with("player", player))
                        .cite(&self.rules.byes.at)
                }
                ByeRejection::Incomplete => {
                    step(Msg::new("pairing.bye.incomplete").with("player", player), &["Swiss 8.1"])
                }
            });
        }
        let key = if bye.second { "pairing.bye.second" } else { "pairing.bye" };
        let text = Msg::new(key).with("player", self.player(bye.player));
        why.push(step(text, &["Swiss 8.1"]));
        ByeGiven { player: bye.player, why }
    }

    fn event(&self, event: &Event, direction: Direction) -> Vec<Step> {
        match event {
            Event::FloaterPaired { floater, opponent, choice, passed, paired } => {
                let mut why = self.passed(passed);
                why.push(self.choice(*floater, *opponent, *choice));
                why.push(self.colour(*paired, direction));
                why
            }
            Event::GoesOn { floater, to, why } => {
                let key = match why {
                    GoesOn::NobodyCompatible => "pairing.goes-on.nobody",
                    GoesOn::Incomplete => "pairing.goes-on.incomplete",
                };
                let text = Msg::new(key).with("player", self.player(*floater)).with("points", *to);
                vec![step(text, &["Swiss 10.5"])]
            }
            Event::Joins { floater, .. } => {
                let text = Msg::new("pairing.joins").with("player", self.player(*floater));
                vec![step(text, &["Swiss 9.2", "Swiss 10.5"])]
            }
            Event::Leaves { player, to, why, not_counted, nobody_next } => {
                let mut steps = Vec::new();
                if *nobody_next {
                    let text = Msg::new("pairing.leaves.nobody-next").with("points", *to);
                    steps.push(step(text, &["Swiss 10.2 segon paràgraf"]));
                } else if !not_counted.is_empty() {
                    let text = Msg::new("pairing.leaves.not-counted")
                        .with("players", self.players(not_counted));
                    steps.push(step(text, &["Swiss 10.2 segon paràgraf"]));
                }
                steps.push(self.leaves(*player, *why).gives(*to));
                steps
            }
            Event::Exchanged {
                first, candidates, passed, opponent, nobody_suits, paired, ..
            } => {
                let mut why = Vec::new();
                if passed.is_empty() {
                    let text = Msg::new("pairing.tentative")
                        .with("player", self.player(*first))
                        .with("opponent", self.player(*opponent));
                    why.push(step(text, &["Swiss 9.4"]));
                } else {
                    // Beyond those tried the list says nothing.
                    let tried = passed.len() + usize::from(!nobody_suits);
                    let tried = &candidates[..tried.min(candidates.len())];
                    let text = Msg::new("pairing.candidates")
                        .with("player", self.player(*first))
                        .with("players", self.players(tried));
                    why.push(step(text, &["Swiss 11.1", "Swiss 11.2"]));
                    let others: Vec<_> =
                        passed.iter().copied().filter(|(p, _)| p != opponent).collect();
                    why.extend(self.passed(&others));
                    let key = if *nobody_suits {
                        "pairing.exchange.nobody-suits"
                    } else {
                        "pairing.exchange"
                    };
                    let text = Msg::new(key)
                        .with("player", self.player(*first))
                        .with("opponent", self.player(*opponent));
                    why.push(step(text, &["Swiss 9.5"]));
                }
                why.push(self.colour(*paired, direction));
                why
            }
        }
    }

    /// Those passed over, in order; neighbours with the same reason share a line.
    fn passed(&self, passed: &[(usize, Rejection)]) -> Vec<Step> {
        let runs = passed.chunk_by(|(_, a), (_, b)| a == b);
        runs.map(|run| {
            let players: Vec<usize> = run.iter().map(|(player, _)| *player).collect();
            self.rejection(&players, run[0].1)
        })
        .collect()
    }

    fn rejection(&self, players: &[usize], why: Rejection) -> Step {
        let text = |key| Msg::new(key).with("players", self.players(players));
        match why {
            Rejection::Met => Step::new(text("pairing.passed.met")).cite(&self.rules.meetings.at),
            Rejection::Restricted => Step::new(text("pairing.passed.restricted")),
            Rejection::Colours => {
                step(text("pairing.passed.colours"), &["Swiss 9.1", "Swiss 12.1"])
            }
            Rejection::Incomplete => step(text("pairing.passed.incomplete"), &["Swiss 11.4"]),
            Rejection::SameDue => step(text("pairing.passed.same-due"), &["Swiss 9.5"]),
        }
    }

    fn choice(&self, floater: usize, opponent: usize, choice: OpponentChoice) -> Step {
        let text = |key| {
            Msg::new(key)
                .with("player", self.player(floater))
                .with("opponent", self.player(opponent))
        };
        match choice {
            OpponentChoice::First => {
                step(text("pairing.floater.first"), &["Swiss 10.4", "Swiss 10.6"])
            }
            OpponentChoice::ByColour { before } => {
                let text = text("pairing.floater.by-colour").with("before", self.player(before));
                step(text, &["Swiss 10.6"])
            }
            OpponentChoice::HundredPoints { suited } => Step::new(
                text("pairing.floater.hundred")
                    .with("suited", self.player(suited))
                    .with("limit", self.rules.opponent_points.get()),
            )
            .cite(&self.rules.opponent_points.at),
            OpponentChoice::NobodySuits => {
                step(text("pairing.floater.nobody-suits"), &["Swiss 10.6"])
            }
        }
    }

    fn leaves(&self, player: usize, why: FloatReason) -> Step {
        let text = |key| Msg::new(key).with("player", self.player(player));
        match why {
            FloatReason::MetAll => step(text("pairing.leaves.met-all"), &["Swiss 9.3.a"]),
            FloatReason::ColourDifference => {
                step(text("pairing.leaves.difference"), &["Swiss 9.3.b"])
            }
            FloatReason::ColourRow => step(text("pairing.leaves.row"), &["Swiss 9.3.c"]),
            FloatReason::Restricted => step(text("pairing.leaves.restricted"), &["Swiss 10.1"]),
            FloatReason::Alone => step(text("pairing.leaves.alone"), &["Swiss 9.3.d"]),
            FloatReason::Parity(choice) => match choice {
                ParityChoice::EqualColours => step(
                    text("pairing.leaves.equal-colours"),
                    &["Swiss 9.3.d", "Swiss 10.2 tercer paràgraf"],
                ),
                ParityChoice::WorstIsOfMajority => {
                    step(text("pairing.leaves.worst"), &["Swiss 9.3.d", "Swiss 10.2"])
                }
                ParityChoice::Majority => {
                    step(text("pairing.leaves.majority"), &["Swiss 9.3.d", "Swiss 10.2"])
                }
                ParityChoice::HundredPoints { spared } => step(
                    text("pairing.leaves.hundred")
                        .with("spared", self.player(spared))
                        .with("limit", self.rules.floater_points.get()),
                    &["Swiss 9.3.d"],
                )
                .cite(&self.rules.floater_points.at),
                ParityChoice::NobodyOfMajority => {
                    step(text("pairing.leaves.nobody-of-majority"), &["Swiss 9.3.d", "Swiss 10.2"])
                }
            },
            FloatReason::InPlaceOf { proposed } => step(
                text("pairing.leaves.in-place").with("proposed", self.player(proposed)),
                &["Swiss 9.3.d", "Swiss 11.4.a"],
            ),
            FloatReason::EvenGroup => step(text("pairing.leaves.even"), &["Swiss 11.4.b"]),
            FloatReason::NeededElsewhere => step(text("pairing.leaves.needed"), &["Swiss 10.3"]),
        }
    }

    fn colour(&self, paired: Paired, direction: Direction) -> Step {
        let text = |key| {
            Msg::new(key)
                .with("white", self.player(paired.white))
                .with("black", self.player(paired.black))
        };
        match (paired.colour, direction) {
            (ColourRule::Prohibition, _) => {
                step(text("pairing.colour.prohibition"), &["Swiss 12.1"])
            }
            (ColourRule::Due, _) => {
                step(text("pairing.colour.due"), &["Swiss 12.2", "Swiss 12.5", "Swiss 12.6"])
            }
            (ColourRule::Repeated, _) => {
                Step::new(text("pairing.colour.repeated")).cite(&self.rules.repeated.at)
            }
            (ColourRule::Equalise, _) => step(text("pairing.colour.equalise"), &["Swiss 12.2"]),
            (ColourRule::History, _) => step(text("pairing.colour.history"), &["Swiss 12.4"]),
            (ColourRule::Number { shorter }, Direction::Down) => step(
                text(if shorter { "pairing.colour.shorter-down" } else { "pairing.colour.down" }),
                &["Swiss 12.4 segon paràgraf"],
            ),
            (ColourRule::Number { shorter }, Direction::Up) => step(
                text(if shorter { "pairing.colour.shorter-up" } else { "pairing.colour.up" }),
                &["Swiss 12.4 segon paràgraf"],
            ),
            (ColourRule::NoGames, _) => step(text("pairing.colour.no-games"), &["Swiss 14.2"]),
        }
    }
}

/// What the rules have against a pair: met, kept apart, or a forbidden colour for one of them.
pub(super) fn objections(
    position: &Position,
    rules: &Rules1990,
    white: usize,
    black: usize,
) -> Vec<Step> {
    let field = Field::new(position, &rules.swiss, true);
    let teller = Teller { position, rules: &rules.swiss };
    let place = |player: usize| field.players.iter().position(|&p| p == player);
    let (Some(a), Some(b)) = (place(white), place(black)) else { return Vec::new() };
    if a == b {
        return Vec::new();
    }
    if let Some(why) = field.rejection(a, b) {
        return vec![teller.rejection(&[black], why)];
    }
    let mut against = Vec::new();
    for (place, player, colour) in [(a, white, Colour::White), (b, black, Colour::Black)] {
        if field.colours[place].forbids(colour) {
            let text = Msg::new("pairing.forbidden-colour")
                .with("player", teller.player(player))
                .with("colour", colour);
            against.push(step(text, &["Swiss 12.1"]));
        }
    }
    against
}

/// What the rules have against a bye.
pub(super) fn bye_objections(position: &Position, rules: &SwissRules, player: usize) -> Vec<Step> {
    let field = Field::new(position, rules, true);
    let teller = Teller { position, rules };
    let place = field.players.iter().position(|&p| p == player);
    match place {
        Some(place) if is_barred(&field, place) => {
            let text = Msg::new("pairing.bye.barred").with("player", teller.player(player));
            vec![Step::new(text).cite(&rules.byes.at)]
        }
        _ => Vec::new(),
    }
}
