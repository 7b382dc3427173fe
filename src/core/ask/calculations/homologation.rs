//! Homologation of closed and open events, clashes, working days, prizes, equal ratings.

use std::sync::Arc;

use serde_json::{Value as Json, json};

use super::standings::ROUNDS;
use crate::core::Rules1990;
use crate::core::ask::{Answer, Calculation, Field, Input, Kind};
use crate::core::calendar::WorkingCalendar;
use crate::core::elo_ties::{Applicant, admit};
use crate::core::homologation::EstablishedEvent;
use crate::core::homologation::closed::{ClosedInput, ClosedPlayer, check_closed};
use crate::core::homologation::open::{OpenGroup, OpenInput, OpenReport, check_open, clash};
use crate::core::norms::known;
use crate::core::prizes::share_prizes;
use crate::core::report::{Block, Entry, Msg, Step, Value, Verdict};
use crate::model::{Points, Title};
use crate::rulebook::ProvisionId;

const CATEGORIES: &[&str] = &["preferent", "1a", "2a", "3a"];

/// The facts of a report as lines of one working.
fn facts(blocks: &[Block]) -> Entry {
    let mut all = Entry::plain(Value::Undefined);
    for block in blocks {
        let Block::Facts(facts) = block else { continue };
        for fact in facts {
            let mut step = Step::new(fact.label.clone()).gives(fact.entry.value.clone());
            for at in &fact.entry.citations {
                step = step.cite(at);
                all = all.cite(at);
            }
            all = all.step(step).steps(fact.entry.working.iter().cloned());
        }
    }
    all
}

pub const CLOSED: Calculation = Calculation {
    name: "closed-homologation",
    provisions: &[
        "Tancats ELO 1",
        "Tancats ELO 2",
        "Tancats norma 1",
        "Tancats norma 2",
        "Tancats nota",
    ],
    fields: &[
        Field::required("rounds", ROUNDS),
        Field::optional("valid_for_fide", Kind::Bool),
        Field::required(
            "players",
            Kind::List(&Kind::Object(&[
                Field::optional("name", Kind::Text),
                Field::optional("club", Kind::Text),
                Field::optional("category", Kind::Choice(CATEGORIES)),
                Field::optional("title", Kind::Choice(super::TITLES)),
                Field::optional("catalan", Kind::Int(0, 4000)),
                Field::optional("fide", Kind::Int(0, 4000)),
                Field::optional("feda", Kind::Int(0, 4000)),
            ])),
        ),
    ],
    answer: |input, rules| {
        let player = |player: &Input<'_>| ClosedPlayer {
            name: player.text("name").map(Arc::from),
            club: player.text("club").map(Arc::from),
            category: player.category("category"),
            title: player.text("title").and_then(Title::from_key),
            ratings: player.ratings(),
        };
        let closed = ClosedInput {
            rounds: input.count("rounds"),
            valid_for_fide: input.flag("valid_for_fide"),
            players: input.parts("players").iter().map(player).collect(),
        };
        let report = check_closed(&closed, rules);
        Ok(Answer::with(report.to_json(), &facts(&report.blocks(&closed, rules))))
    },
};

const HOLIDAYS: Field = Field::optional("holidays", Kind::List(&Kind::Date));

pub(super) fn calendar(input: &Input<'_>) -> WorkingCalendar {
    let mut calendar = WorkingCalendar::new(input.dates("holidays"));
    calendar.saturdays_free = input.is("saturdays_free");
    calendar
}

const EVENT: &[Field] = &[
    Field::optional("id", Kind::Id),
    Field::optional("name", Kind::Text),
    Field::optional("at", Kind::Place),
    Field::optional("start", Kind::Date),
    Field::optional("end", Kind::Date),
];

fn established(event: &Input<'_>) -> EstablishedEvent {
    EstablishedEvent {
        name: event.word("name").into(),
        start: event.date("start"),
        end: event.date("end"),
        at: event.place("at"),
    }
}

pub const OPEN: Calculation = Calculation {
    name: "open-homologation",
    provisions: &[
        "Oberts 1", "Oberts 2", "Oberts 3", "Oberts 4", "Oberts 6", "Oberts 8", "Oberts 9",
    ],
    fields: &[
        Field::optional("request", Kind::Date),
        Field::optional("request_year", Kind::Int(1, 9998)),
        Field::required("rounds", ROUNDS),
        Field::optional("start", Kind::Date),
        Field::optional("end", Kind::Date),
        Field::optional("at", Kind::Place),
        Field::required(
            "groups",
            Kind::List(&Kind::Object(&[
                Field::required("categories", Kind::List(&Kind::Choice(CATEGORIES))),
                Field::optional("players", Kind::Int(0, 100_000)),
            ])),
        ),
        HOLIDAYS,
        Field::optional("saturdays_free", Kind::Bool),
        Field::optional("list_received", Kind::Moment),
        Field::optional("round_2_start", Kind::Moment),
        Field::optional("papers_received", Kind::Date),
        Field::optional("established", Kind::List(&Kind::Object(EVENT))),
    ],
    answer: |input, rules| {
        let calendar = calendar(input);
        let group = |group: &Input<'_>| OpenGroup {
            categories: group
                .texts("categories")
                .into_iter()
                .filter_map(crate::model::Category::from_key)
                .collect(),
            players: group.number("players"),
        };
        let events = input.parts("established");
        let open = OpenInput {
            request: input.date("request"),
            request_year: input.int("request_year").and_then(|year| year.try_into().ok()),
            rounds: input.count("rounds"),
            start: input.date("start"),
            end: input.date("end"),
            at: input.place("at"),
            groups: input.parts("groups").iter().map(group).collect(),
            list_received: input.moment("list_received"),
            round_2_start: input.moment("round_2_start"),
            papers_received: input.date("papers_received"),
            established: events.iter().map(established).collect(),
            ..OpenInput::default()
        };
        let report = check_open(&open, &calendar, rules);
        let value = open_json(&report, &open, &events);
        Ok(Answer::with(value, &open_working(&report, &open, rules)))
    },
};

/// The fields of the question; clashing events by what names them.
fn open_json(report: &OpenReport, open: &OpenInput, events: &[Input<'_>]) -> Json {
    let mut value = report.to_json(open);
    let clashes: Vec<Json> = report
        .clashes
        .iter()
        .zip(events)
        .filter(|(clash, _)| clash.clash == Verdict::Met)
        .map(|(clash, event)| {
            event.get("id").or_else(|| event.get("name")).cloned().unwrap_or_else(|| {
                json!({
                    "distance_m": clash.distance,
                    "common_day": known(clash.common_day),
                    "clash": known(clash.clash),
                })
            })
        })
        .collect();
    value["clashes"] = Json::Array(clashes);
    if let Some(map) = value.as_object_mut() {
        map.remove("can_give_norms");
        map.remove("duties_met");
    }
    value
}

fn open_working(report: &OpenReport, open: &OpenInput, rules: &Rules1990) -> Entry {
    let mut all = Entry::plain(Value::Undefined);
    let numbers = &rules.open;
    let mut line = |label: &'static str, value: Value, at: &ProvisionId| {
        let step = Step::new(Msg::new(label)).gives(value).cite(at);
        all = std::mem::replace(&mut all, Entry::plain(Value::Undefined)).cite(at).step(step);
    };
    let in_time = report.request_in_time;
    line("ask.open-request-last-day", report.request_last_day.into(), &numbers.request_limit.at);
    line("ask.open-request-in-time", in_time.into(), &numbers.request_limit.at);
    for (clash, event) in report.clashes.iter().zip(&open.established) {
        let _ = event;
        line("ask.distance", clash.distance.into(), &numbers.min_distance.at);
        line("ask.clash", clash.clash.into(), &numbers.min_distance.at);
    }
    line("ask.open-rounds", open.rounds.into(), &numbers.min_rounds.at);
    line("ask.open-rounds-ok", Verdict::of(report.rounds_ok).into(), &numbers.min_rounds.at);
    let norms = Verdict::of(report.rounds_ok_for_norms);
    line("ask.open-rounds-for-norms", norms.into(), &numbers.norm_rounds.at);
    for group in &report.groups {
        line("ask.open-mix", group.mix_ok.into(), &numbers.mixes.at);
        line("ask.open-size", group.size_ok.into(), &numbers.min_players.at);
    }
    line("ask.open-list", report.list_in_time.into(), &numbers.list_round.at);
    line("ask.open-papers-last-day", report.papers_last_day.into(), &numbers.paper_days.at);
    line("ask.open-papers", report.papers_in_time.into(), &numbers.paper_days.at);
    let fee = report.fee.map_or(Value::Undefined, Value::Money);
    line("ask.open-fee", fee, &numbers.fee_category.at);
    all
}

pub const CLASH: Calculation = Calculation {
    name: "clash",
    provisions: &["Oberts 2"],
    fields: &[
        Field::required("new", Kind::Object(EVENT)),
        Field::required("established", Kind::Object(EVENT)),
    ],
    answer: |input, rules| {
        let (Some(new), Some(other)) = (input.part("new"), input.part("established")) else {
            return Err(input.problem("new", "an event", "nothing").into());
        };
        let period = new.date("start").zip(new.date("end"));
        let found = clash(period, new.place("at"), &established(&other), rules);
        let value = json!({
            "distance_m": found.distance,
            "common_day": known(found.common_day),
            "clash": known(found.clash),
        });
        let limit = &rules.open.min_distance;
        let entry = Entry::plain(found.clash)
            .cite(&limit.at)
            .step(Step::new(Msg::new("ask.distance")).gives(found.distance))
            .step(Step::new(Msg::new("ask.least-distance-km")).gives(limit.get()).cite(&limit.at))
            .step(Step::new(Msg::new("ask.common-day")).gives(found.common_day))
            .step(Step::new(Msg::new("ask.clash")).gives(found.clash).cite(&limit.at));
        Ok(Answer::with(value, &entry))
    },
};

pub const WORKING_DAYS: Calculation = Calculation {
    name: "working-days",
    provisions: &["Oberts 8"],
    fields: &[
        Field::required("from", Kind::Date),
        Field::required("days", Kind::Int(0, 100_000)),
        HOLIDAYS,
        Field::optional("saturdays_free", Kind::Bool),
        Field::optional("act", Kind::Date),
    ],
    answer: |input, _| {
        let from = input.day("from")?;
        let entry = calendar(input).last_day_entry(from, input.count("days"), &"Oberts 8".into());
        let last = calendar(input).last_day(from, input.count("days"));
        let in_time = input.date("act").zip(last).map(|(act, last)| act <= last);
        Ok(Answer::with(json!({"last_day": super::day(last), "in_time": in_time}), &entry))
    },
};

pub const PRIZES: Calculation = Calculation {
    name: "prizes",
    provisions: &["Desempats 1.6.1"],
    fields: &[
        Field::required(
            "standing",
            Kind::List(&Kind::Object(&[
                Field::required("id", Kind::Id),
                Field::required("points", Kind::Points),
            ])),
        ),
        Field::required("prizes", Kind::List(&Kind::Int(0, 1_000_000_000_000))),
    ],
    answer: |input, _| {
        let standing = input.parts("standing");
        let in_order: Vec<Points> =
            standing.iter().map(|player| player.points("points").unwrap_or_default()).collect();
        let prizes: Vec<u64> = input.list("prizes").filter_map(Json::as_u64).collect();
        let entries = share_prizes(&in_order, &prizes);
        let mut answer = Answer::new(Json::Null);
        let mut amounts = Vec::new();
        for (entry, player) in entries.iter().zip(&standing) {
            amounts.push(json!({"id": player.get("id"), "amount": entry.value.to_json()}));
            answer = answer.and(entry);
        }
        answer.value = json!({"amounts": amounts});
        Ok(answer)
    },
};

pub const ELO_TIES: Calculation = Calculation {
    name: "elo-ties",
    provisions: &["Desempats 1.7.1", "RGC 4.2.2.1"],
    fields: &[
        Field::required(
            "applicants",
            Kind::List(&Kind::Object(&[
                Field::required("id", Kind::Id),
                Field::required("elo", Kind::Int(0, 4000)),
                Field::optional("sanctioned", Kind::Bool),
                Field::optional("title", Kind::Choice(super::TITLES)),
                Field::optional("last_place", Kind::Int(1, 1_000_000)),
            ])),
        ),
        Field::required("places", Kind::Int(0, 1_000_000)),
    ],
    answer: |input, rules| {
        let parts = input.parts("applicants");
        let id = |at: usize| parts.get(at).and_then(|part| part.get("id")).cloned();
        let applicants: Vec<Applicant> = parts
            .iter()
            .map(|part| Applicant {
                name: part.get("id").map(super::id_text).unwrap_or_default(),
                rating: part.count("elo"),
                sanctioned: part.is("sanctioned"),
                title: part.text("title").and_then(Title::from_key),
                last_place: part.number("last_place"),
            })
            .collect();
        let admission = admit(&applicants, input.count("places") as usize, &rules.elo_ties);
        let ids =
            |group: &[usize]| -> Vec<Option<Json>> { group.iter().map(|&at| id(at)).collect() };
        let value = json!({
            "order": admission.order.iter().map(|group| ids(group)).collect::<Vec<_>>(),
            "admitted": ids(&admission.admitted),
            "draw": admission.draw.as_ref().map(|draw| {
                json!({"among": ids(&draw.among), "places": draw.places})
            }),
        });
        let entry = admission.entry(&applicants, &rules.elo_ties);
        Ok(Answer::with(value, &entry).cite(&"RGC 4.2.2.1".into()))
    },
};
