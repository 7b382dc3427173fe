//! The checks of an open one by one, as facts of a report.

use super::open::{Clash, GroupReport, OpenGroup, OpenInput, OpenReport, category_fee};
use super::{EstablishedEvent, judged};
use crate::core::calendar::WorkingCalendar;
use crate::core::report::{Block, Entry, Fact, Msg, Step, Value, Verdict};
use crate::core::rules::Rules1990;
use crate::core::values::category_msg;
use crate::model::{Category, DateTime};

/// Provisions without a number of their own.
const APPROVAL: &str = "Oberts 5";
const OFFICIALS: &str = "Oberts 7";

impl OpenReport {
    /// The checks in the order of the text, each with what is measured, asked for, and missing.
    pub fn blocks(
        &self,
        input: &OpenInput,
        calendar: &WorkingCalendar,
        rules: &Rules1990,
    ) -> Vec<Block> {
        let heading = |key| Block::Heading(Msg::new(key));
        let mut before = vec![self.request(input, rules)];
        before.extend(self.clash_facts(input, rules));
        before.extend(self.rounds(input, rules));
        for (group, checked) in input.groups.iter().zip(&self.groups) {
            before.extend(group_facts(group, *checked, rules));
        }
        before.push(self.overall(rules));
        before.push(self.for_norms(rules));
        let duties = vec![
            known_or_not("approval", "open.approval", input.rules_approved, APPROVAL),
            self.list(input, rules),
            known_or_not("officials", "open.officials", input.officials_recognised, OFFICIALS),
            self.papers(input, calendar, rules),
            self.fee_fact(input, rules),
        ];
        vec![
            heading("open.heading.before"),
            Block::Facts(before),
            heading("open.heading.duties"),
            Block::Facts(duties),
        ]
    }

    fn request(&self, input: &OpenInput, rules: &Rules1990) -> Fact {
        let label = match self.request_last_day {
            Some(last) => Msg::new("open.request").with("last", last),
            None => Msg::new("open.request.undated"),
        };
        let entry = judged(self.request_in_time)
            .cite_param(&rules.open.request_limit)
            .step(measured("open.request.made", input.request.into()))
            .step(measured("open.request.last", self.request_last_day.into()));
        let fact = Fact::new("request", label, entry);
        match self.request_in_time {
            Verdict::Met => fact,
            Verdict::NotMet => fact.advise(Msg::new("open.advice.request-late")),
            Verdict::Unknown => fact.advise(Msg::new("open.advice.request")),
        }
    }

    fn clash_facts(&self, input: &OpenInput, rules: &Rules1990) -> Vec<Fact> {
        let limit = &rules.open.min_distance;
        let mut verdicts = Vec::new();
        let mut entry = Entry::plain(Verdict::Met).cite_param(limit);
        for (clash, event) in self.clashes.iter().zip(&input.established) {
            verdicts.push(match clash.clash {
                Verdict::Met => Verdict::NotMet,
                Verdict::NotMet => Verdict::Met,
                Verdict::Unknown => Verdict::Unknown,
            });
            // Events on other days are not worth a line.
            if clash.common_day != Verdict::NotMet {
                entry = entry.step(clash_step(*clash, event).cite(&limit.at));
            }
        }
        let verdict = Verdict::all(verdicts);
        entry.value = verdict.into();
        let label = Msg::new("open.clash").with("limit", limit.get());
        let fact = Fact::new("clash", label, entry);
        vec![match verdict {
            Verdict::Met => fact,
            Verdict::NotMet => {
                fact.advise(Msg::new("open.advice.clash").with("limit", limit.get()))
            }
            Verdict::Unknown => fact.advise(Msg::new("open.advice.place")),
        }]
    }

    fn rounds(&self, input: &OpenInput, rules: &Rules1990) -> [Fact; 2] {
        let fact = |key, label, minimum: &crate::rulebook::Cited<u32>, ok: bool| {
            let label =
                Msg::new(label).with("measured", input.rounds).with("minimum", minimum.get());
            let entry = judged(Verdict::of(ok))
                .cite_param(minimum)
                .step(measured("homologation.measured", input.rounds.into()));
            let fact = Fact::new(key, label, entry);
            if ok {
                return fact;
            }
            let missing = minimum.get().saturating_sub(input.rounds);
            fact.advise(Msg::new("open.advice.rounds").with("n", missing))
        };
        let open = &rules.open;
        [
            fact("rounds", "open.rounds", &open.min_rounds, self.rounds_ok),
            fact("norm-rounds", "open.norm-rounds", &open.norm_rounds, self.rounds_ok_for_norms),
        ]
    }

    fn overall(&self, rules: &Rules1990) -> Fact {
        let entry = judged(self.can_be_homologated)
            .cite_param(&rules.open.request_limit)
            .cite_param(&rules.open.min_distance)
            .cite_param(&rules.open.min_rounds)
            .cite_param(&rules.open.min_players);
        Fact::new("can-be-homologated", Msg::new("open.overall"), entry)
    }

    fn for_norms(&self, rules: &Rules1990) -> Fact {
        let entry = judged(self.can_give_norms).cite_param(&rules.open.norm_rounds);
        Fact::new("can-give-norms", Msg::new("open.overall.norms"), entry)
    }

    fn list(&self, input: &OpenInput, rules: &Rules1990) -> Fact {
        let round = &rules.open.list_round;
        let entry = judged(self.list_in_time)
            .cite_param(round)
            .step(measured("open.list.received", moment(input.list_received)))
            .step(measured("open.list.limit", moment(input.round_2_start)));
        let fact = Fact::new("list", Msg::new("open.list").with("round", round.get()), entry);
        match self.list_in_time {
            Verdict::Met => fact,
            Verdict::NotMet => fact.advise(Msg::new("open.advice.list-late")),
            Verdict::Unknown => fact.advise(Msg::new("open.advice.list")),
        }
    }

    fn papers(&self, input: &OpenInput, calendar: &WorkingCalendar, rules: &Rules1990) -> Fact {
        let days = &rules.open.paper_days;
        let mut entry = judged(self.papers_in_time).cite_param(days);
        if let Some(end) = input.end {
            entry = entry.steps(calendar.last_day_entry(end, days.get(), &days.at).working);
        }
        entry = entry.step(measured("open.papers.received", input.papers_received.into()));
        let label = match self.papers_last_day {
            Some(last) => Msg::new("open.papers").with("last", last),
            None => Msg::new("open.papers.undated"),
        };
        let fact = Fact::new("papers", label, entry);
        match self.papers_in_time {
            Verdict::Met => fact,
            Verdict::NotMet => fact.advise(Msg::new("open.advice.papers-late")),
            Verdict::Unknown => fact.advise(Msg::new("open.advice.papers")),
        }
    }

    fn fee_fact(&self, input: &OpenInput, rules: &Rules1990) -> Fact {
        let at = &rules.open.fee_category.at;
        let fee = self.fee.map_or(Value::Undefined, Value::Money);
        let mut entry = Entry { value: fee, citations: vec![at.clone()], working: Vec::new() };
        for category in Category::ALL {
            if input.groups.iter().any(|group| group.categories.contains(&category)) {
                let text = Msg::new("open.fee.category").with("category", category_msg(category));
                let amount = Value::Money(category_fee(category, rules));
                entry = entry.step(Step::new(text).gives(amount).cite(at));
            }
        }
        let max = Value::Money(i64::from(rules.open.fee_max.get()));
        entry = entry.step(Step::new(Msg::new("open.fee.max")).gives(max).cite(at));
        Fact::new("fee", Msg::new("open.fee"), entry)
    }
}

fn group_facts(group: &OpenGroup, checked: GroupReport, rules: &Rules1990) -> [Fact; 2] {
    let open = &rules.open;
    let names = || {
        let names = group.categories.iter().map(|category| Value::from(category_msg(*category)));
        Value::List(names.collect())
    };
    let mix = Fact::new(
        "group-mix",
        match group.categories.as_slice() {
            [] => Msg::new("open.mix.unknown"),
            _ => Msg::new("open.mix").with("categories", names()),
        },
        judged(checked.mix_ok).cite_param(&open.mixes),
    );
    let mix = match checked.mix_ok {
        Verdict::Met => mix,
        Verdict::NotMet => mix.advise(Msg::new("open.advice.mix")),
        Verdict::Unknown => mix.advise(Msg::new("open.advice.categories")),
    };
    let size = Fact::new(
        "group-size",
        Msg::new("open.size")
            .with("categories", names())
            .with("measured", group.players)
            .with("minimum", open.min_players.get()),
        judged(checked.size_ok)
            .cite_param(&open.min_players)
            .step(measured("homologation.measured", group.players.into())),
    );
    let size = match (checked.size_ok, group.players) {
        (Verdict::NotMet, Some(players)) => {
            let missing = open.min_players.get().saturating_sub(players);
            size.advise(Msg::new("open.advice.players").with("n", missing))
        }
        _ => size,
    };
    [mix, size]
}

fn clash_step(clash: Clash, event: &EstablishedEvent) -> Step {
    let text = Msg::new("open.clash.event")
        .with("event", event.name.clone())
        .with("start", event.start)
        .with("end", event.end);
    let text = match clash.distance {
        Some(distance) => {
            text.with("distance", Msg::new("open.clash.metres").with("metres", distance))
        }
        None => text.with("distance", Msg::new("open.clash.nowhere")),
    };
    let key = match clash.clash {
        Verdict::Met => "open.clash.yes",
        Verdict::NotMet => "open.clash.no",
        Verdict::Unknown => "open.clash.unknown",
    };
    Step::new(text).gives(Msg::new(key))
}

/// A requirement that the data answer with yes, no or nothing.
fn known_or_not(
    key: &'static str,
    label: &'static str,
    answer: Option<bool>,
    provision: &str,
) -> Fact {
    let entry = judged(Verdict::from_known(answer)).cite(&provision.into());
    Fact::new(key, Msg::new(label), entry)
}

fn measured(key: &'static str, value: Value) -> Step {
    Step { text: Msg::new(key), value: Some(value), citations: Vec::new() }
}

/// A day with its time.
fn moment(at: Option<DateTime>) -> Value {
    at.map_or(Value::Undefined, |at| {
        let time = format!("{:02}:{:02}", at.hour(), at.minute());
        Msg::new("homologation.moment").with("day", at.date()).with("time", time).into()
    })
}
