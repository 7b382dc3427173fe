//! Homologation of closed and open events, clashes, working days, prizes, equal ratings.

use std::sync::Arc;

use serde_json::{Value as Json, json};

use crate::core::Rules1990;
use crate::core::ask::{Answer, Calculation, Field, Input, Kind};
use crate::core::calendar::WorkingCalendar;
use crate::core::elo_ties::{Applicant, admit};
use crate::core::homologation::EstablishedEvent;
use crate::core::homologation::closed::{ClosedInput, ClosedPlayer, check_closed, closed_blocks};
use crate::core::homologation::closed_sheet::{CLOSED_FIELDS, closed_sheet};
use crate::core::homologation::open::{OpenGroup, OpenInput, OpenReport, check_open};
use crate::core::homologation::open_sheet::{
    CLASH_FIELDS, OPEN_FIELDS, WORKING_DAYS_FIELDS, clash_sheet, open_sheet, working_days_sheet,
};
use crate::core::norms::known;
use crate::core::prizes::{PRIZE_SHARE as PRIZE_SHARE_FIELDS, prize_share, share_prizes};
use crate::core::report::{Block, Entry, Msg, Step, Value, Verdict};
use crate::model::{Points, Title};
use crate::rulebook::ProvisionId;

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
    sheet: Some(closed_sheet),
    example: "{\"rounds\": 9, \"valid_for_fide\": false, \
        \"players\": [{\"name\": \"Jugador 1\", \"club\": \"A\", \
        \"category\": \"preferent\", \"catalan\": 2290}, {\"name\": \"Jugador 2\", \
        \"club\": \"A\", \"category\": \"preferent\", \"catalan\": 2265}, \
        {\"name\": \"Jugador 3\", \"club\": \"B\", \"category\": \"preferent\", \
        \"catalan\": 2250}, {\"name\": \"Jugador 4\", \"club\": \"B\", \
        \"category\": \"preferent\", \"catalan\": 2240}, {\"name\": \"Jugador 5\", \
        \"club\": \"C\", \"category\": \"preferent\", \"catalan\": 2225}, \
        {\"name\": \"Jugador 6\", \"club\": \"C\", \"category\": \"preferent\", \
        \"catalan\": 2205}, {\"name\": \"Jugador 7\", \"club\": \"D\", \
        \"category\": \"preferent\", \"catalan\": 2190}, {\"name\": \"Jugador 8\", \
        \"club\": \"D\", \"category\": \"preferent\", \"catalan\": 2180}, \
        {\"name\": \"Jugador 9\", \"club\": \"E\", \"category\": \"preferent\", \
        \"catalan\": 2175}, {\"name\": \"Jugador 10\", \"club\": \"F\", \
        \"category\": \"preferent\", \"catalan\": 2060}]}",
    provisions: &[
        "Tancats ELO 1",
        "Tancats ELO 2",
        "Tancats norma 1",
        "Tancats norma 2",
        "Tancats nota",
    ],
    fields: CLOSED_FIELDS,
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
        Ok(Answer::with(report.to_json(), &facts(&closed_blocks(&closed, rules))))
    },
};

pub(super) fn calendar(input: &Input<'_>) -> WorkingCalendar {
    let mut calendar = WorkingCalendar::new(input.dates("holidays"));
    calendar.saturdays_free = input.is("saturdays_free");
    calendar
}

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
    sheet: Some(open_sheet),
    example: "{\"request\": \"1990-06-20\", \"rounds\": 9, \"start\": \"1990-12-01\", \
        \"end\": \"1990-12-09\", \"at\": [41.3874, 2.1686], \
        \"groups\": [{\"categories\": [\"preferent\", \"1a\"], \"players\": 40}], \
        \"round_2_start\": \"1990-12-02T16:30\", \
        \"list_received\": \"1990-12-02T10:00\", \"papers_received\": \"1990-12-13\"}",
    provisions: &[
        "Oberts 1", "Oberts 2", "Oberts 3", "Oberts 4", "Oberts 6", "Oberts 8", "Oberts 9",
    ],
    fields: OPEN_FIELDS,
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
    sheet: Some(clash_sheet),
    example: "{\"new\": {\"name\": \"Obert nou\", \"at\": [41.5463, 2.1086], \
        \"start\": \"1991-08-24\", \"end\": \"1991-09-01\"}, \
        \"established\": {\"name\": \"Obert de Barcelona\", \"at\": [41.3874, \
        2.1686], \"start\": \"1991-08-17\", \"end\": \"1991-08-25\"}}",
    provisions: &["Oberts 2"],
    fields: CLASH_FIELDS,
    answer: |input, rules| Ok(input.answer_by(&clash_sheet(rules))),
};

pub const WORKING_DAYS: Calculation = Calculation {
    name: "working-days",
    sheet: Some(working_days_sheet),
    example: "{\"from\": \"1990-12-05\", \"days\": 4, \"holidays\": [\"1990-12-06\", \
        \"1990-12-08\"], \"act\": \"1990-12-12\"}",
    provisions: &["Oberts 8"],
    fields: WORKING_DAYS_FIELDS,
    answer: |input, rules| Ok(input.answer_by(&working_days_sheet(rules))),
};

pub const PRIZE_SHARE: Calculation = Calculation {
    name: "prize-share",
    sheet: Some(prize_share),
    example: "{\"prizes\": [30000, 15000], \"tied\": 4}",
    provisions: &["Desempats 1.6.1"],
    fields: PRIZE_SHARE_FIELDS,
    answer: |input, rules| Ok(input.answer_by(&prize_share(rules))),
};

pub const PRIZES: Calculation = Calculation {
    name: "prizes",
    sheet: None,
    example: "{\"standing\": [{\"id\": \"Anna\", \"points\": 7}, {\"id\": \"Blai\", \
        \"points\": 6.5}, {\"id\": \"Clara\", \"points\": 6.5}], \"prizes\": [60000, \
        30000, 15000]}",
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
    sheet: None,
    example: "{\"applicants\": [{\"id\": \"Anna\", \"elo\": 2205, \"last_place\": 4}, \
        {\"id\": \"Blai\", \"elo\": 2205, \"title\": \"MC\"}, {\"id\": \"Clara\", \
        \"elo\": 2205, \"sanctioned\": true, \"last_place\": 1}], \"places\": 2}",
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
