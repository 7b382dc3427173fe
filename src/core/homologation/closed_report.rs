//! The checks of a closed event one by one, as facts of a report.

use super::closed::{ClosedInput, ClosedReport, club_limit};
use super::judged;
use crate::core::report::{Block, Entry, Fact, Msg, Step, Value, Verdict};
use crate::core::rules::Rules1990;
use crate::core::values::{category_msg, effective_category};
use crate::model::{Exact, RatingKind};
use crate::rulebook::{Cited, Percent, ProvisionId};

/// Route 1 of each purpose has no number of its own to be cited by.
const ELO_ROUTE_1: &str = "Tancats ELO 1";
const NORM_ROUTE_1: &str = "Tancats norma 1";

impl ClosedReport {
    /// The checks one by one, each with what is measured, asked for, and missing.
    pub fn blocks(&self, input: &ClosedInput, rules: &Rules1990) -> Vec<Block> {
        let heading = |key| Block::Heading(Msg::new(key));
        vec![
            heading("closed.heading.note"),
            Block::Facts(self.note_facts(rules)),
            heading("closed.heading.elo"),
            Block::Facts(self.elo_facts(input, rules)),
            heading("closed.heading.norms"),
            Block::Facts(self.norm_facts(input, rules)),
        ]
    }

    pub(super) fn note_facts(&self, rules: &Rules1990) -> Vec<Fact> {
        let closed = &rules.closed;
        vec![
            at_least("rounds", "closed.rounds", self.rounds, &closed.min_rounds, |missing| {
                Msg::new("closed.advice.rounds").with("n", missing)
            }),
            at_least("players", "closed.players", self.players, &closed.min_players, |missing| {
                Msg::new("closed.advice.players").with("n", missing)
            }),
        ]
    }

    fn elo_facts(&self, input: &ClosedInput, rules: &Rules1990) -> Vec<Fact> {
        let closed = &rules.closed;
        let categories = Fact::new(
            "elo-categories",
            Msg::new("closed.categories"),
            judged(Verdict::of(self.other_categories == 0))
                .cite_param(&closed.elo_categories)
                .steps(self.category_steps(input, rules)),
        );
        let categories = match self.other_categories {
            0 => categories,
            n => categories.advise(Msg::new("closed.advice.categories").with("n", n)),
        };
        let mut facts = vec![
            self.route_1("elo-route-1", ELO_ROUTE_1),
            self.club_fact("elo-clubs", &closed.elo_clubs, self.clubs_ok_for_elo, input),
            categories,
            self.mean_fact("elo-mean", &closed.elo_mean, input, rules),
            route_2("elo-route-2", self.elo_route_2, &closed.elo_mean.at),
        ];
        facts.push(self.overall(
            "homologated-elo",
            "closed.homologated.elo",
            &[ELO_ROUTE_1.into(), closed.elo_mean.at.clone(), closed.min_rounds.at.clone()],
        ));
        facts
    }

    fn norm_facts(&self, input: &ClosedInput, rules: &Rules1990) -> Vec<Fact> {
        let closed = &rules.closed;
        let exceptions = closed.norm_exceptions.get();
        let rating = Fact::new(
            "norm-rating",
            Msg::new("closed.lowest")
                .with("minimum", closed.norm_rating.get())
                .with("exceptions", exceptions)
                .with("measured", self.below),
            judged(Verdict::of(self.below <= exceptions))
                .cite_param(&closed.norm_rating)
                .steps(self.below_steps(input, rules)),
        );
        let rating = match self.below.saturating_sub(exceptions) {
            0 => rating,
            n => rating.advise(
                Msg::new("closed.advice.lowest")
                    .with("n", n)
                    .with("minimum", closed.norm_rating.get()),
            ),
        };
        vec![
            self.route_1("norm-route-1", NORM_ROUTE_1),
            self.club_fact("norm-clubs", &closed.norm_clubs, self.clubs_ok_for_norms, input),
            rating,
            self.mean_fact("norm-mean", &closed.norm_mean, input, rules),
            route_2("norm-route-2", self.norm_route_2, &closed.norm_mean.at),
            self.overall(
                "homologated-norms",
                "closed.homologated.norms",
                &[NORM_ROUTE_1.into(), closed.norm_mean.at.clone(), closed.min_rounds.at.clone()],
            ),
        ]
    }

    fn route_1(&self, key: &'static str, provision: &str) -> Fact {
        let fact = Fact::new(
            key,
            Msg::new("closed.route-1"),
            judged(self.elo_route_1).cite(&provision.into()),
        );
        match self.elo_route_1 {
            Verdict::Unknown => fact.advise(Msg::new("closed.advice.route-1")),
            _ => fact,
        }
    }

    fn club_fact(
        &self,
        key: &'static str,
        share: &Cited<Percent>,
        ok: bool,
        input: &ClosedInput,
    ) -> Fact {
        let limit = club_limit(self.players, share);
        let largest = match (&self.largest_club_name, self.largest_club) {
            (Some(club), size) => {
                Msg::new("closed.clubs.largest").with("club", club.clone()).with("n", size)
            }
            (None, size) => Msg::new("closed.clubs.none").with("n", size),
        };
        let distinct = Msg::new("closed.clubs.distinct").with("players", self.players);
        let limit_step = Msg::new("closed.clubs.limit")
            .with("share", Value::Percent(share.get().0))
            .with("players", input.players.len());
        let fact = Fact::new(
            key,
            Msg::new("closed.clubs").with("measured", self.largest_club).with("limit", limit),
            judged(Verdict::of(ok))
                .cite_param(share)
                .step(Step::new(distinct).gives(self.distinct_clubs))
                .step(Step::new(largest).gives(self.largest_club))
                .step(Step::new(limit_step).gives(limit).cite(&share.at)),
        );
        if ok {
            return fact;
        }
        let too_many = (Exact::from(i64::from(self.largest_club)) - limit).ceil().to_integer();
        fact.advise(
            Msg::new("closed.advice.clubs")
                .with("n", too_many)
                .with("club", self.largest_club_name.clone()),
        )
    }

    fn mean_fact(
        &self,
        key: &'static str,
        minimum: &Cited<u32>,
        input: &ClosedInput,
        rules: &Rules1990,
    ) -> Fact {
        let limit = Exact::from(i64::from(minimum.get()));
        let ok = self.mean.is_some_and(|mean| mean >= limit);
        let mut entry = judged(Verdict::of(ok)).cite_param(minimum);
        for player in &input.players {
            let (text, value) = match player.rating(rules) {
                Some((kind, rating)) => {
                    let key = match kind {
                        RatingKind::Catalan => "values.source.catalan",
                        RatingKind::Fide => "values.source.fide",
                        RatingKind::Feda => "values.source.feda",
                        RatingKind::National => "values.source.national",
                    };
                    (Msg::new(key), rating)
                }
                None => (Msg::new("closed.unrated"), rules.values.unrated_base.get()),
            };
            let text = Msg::new("closed.mean.player")
                .with("player", player.name.clone())
                .with("source", text);
            entry = entry.step(Step::new(text).gives(value));
        }
        let division = Msg::new("closed.mean.sum").with("sum", self.sum).with("n", self.players);
        let mean = self.mean.map_or(Value::Undefined, Value::Exact);
        entry = entry.step(Step::new(division).gives(mean.clone()));
        let label = Msg::new("closed.mean").with("measured", mean).with("minimum", minimum.get());
        let fact = Fact::new(key, label, entry);
        if ok || self.players == 0 {
            return fact;
        }
        // What all ratings together lack.
        let lacking = i64::from(minimum.get()) * i64::from(self.players) - self.sum;
        fact.advise(Msg::new("closed.advice.mean").with("n", lacking))
    }

    fn category_steps(&self, input: &ClosedInput, rules: &Rules1990) -> Vec<Step> {
        let wanted = &rules.closed.elo_categories.value;
        input
            .players
            .iter()
            .filter_map(|player| {
                let category = effective_category(player.category, player.title);
                if category.is_some_and(|category| wanted.contains(&category)) {
                    return None;
                }
                let text = match category {
                    Some(category) => {
                        Msg::new("closed.categories.other").with("category", category_msg(category))
                    }
                    None => Msg::new("closed.categories.none"),
                };
                Some(Step::new(text.with("player", player.name.clone())))
            })
            .collect()
    }

    fn below_steps(&self, input: &ClosedInput, rules: &Rules1990) -> Vec<Step> {
        let minimum = rules.closed.norm_rating.get();
        input
            .players
            .iter()
            .filter_map(|player| {
                let rating = player.rating(rules).map(|(_, rating)| rating);
                if rating.is_some_and(|rating| rating >= minimum) {
                    return None;
                }
                let text = Msg::new("closed.lowest.player").with("player", player.name.clone());
                Some(Step { text, value: Some(rating.into()), citations: Vec::new() })
            })
            .collect()
    }

    /// The answer for one purpose: the note, and one of the two routes.
    fn overall(&self, key: &'static str, label: &'static str, at: &[ProvisionId]) -> Fact {
        let (verdict, route_2) = match key {
            "homologated-elo" => (self.homologated_elo, self.elo_route_2),
            _ => (self.homologated_norms, self.norm_route_2),
        };
        let step = |key, verdict: Verdict| Step::new(Msg::new(key)).gives(verdict);
        let mut entry = judged(verdict)
            .step(step("closed.overall.note", Verdict::of(self.note)))
            .step(step("closed.overall.route-1", self.elo_route_1))
            .step(step("closed.overall.route-2", Verdict::of(route_2)));
        for provision in at {
            entry = entry.cite(provision);
        }
        Fact::new(key, Msg::new(label), entry)
    }
}

fn route_2(key: &'static str, ok: bool, at: &ProvisionId) -> Fact {
    Fact::new(key, Msg::new("closed.route-2"), judged(Verdict::of(ok)).cite(at))
}

/// A number that must reach a minimum.
fn at_least(
    key: &'static str,
    label: &'static str,
    measured: u32,
    minimum: &Cited<u32>,
    advice: impl FnOnce(u32) -> Msg,
) -> Fact {
    let ok = measured >= minimum.get();
    let entry: Entry = judged(Verdict::of(ok))
        .cite_param(minimum)
        .step(Step::new(Msg::new("homologation.measured")).gives(measured));
    let label = Msg::new(label).with("measured", measured).with("minimum", minimum.get());
    let fact = Fact::new(key, label, entry);
    if ok { fact } else { fact.advise(advice(minimum.get() - measured)) }
}
