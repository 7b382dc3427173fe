//! Questions about procedures, terms, papers and votes.

use serde_json::json;

use super::discipline::{CLASSES, MEASURE, SEASON, UNIT, class, measure};
use super::homologation::calendar;
use crate::core::ask::input::exact;
use crate::core::ask::{Answer, Calculation, Field, Input, Kind};
use crate::core::bodies::{self, Votes};
use crate::core::discipline::absences::{self, TeamMatch};
use crate::core::discipline::documents::{self, Paper, PaperState};
use crate::core::discipline::procedure::{self, Case};
use crate::core::discipline::sanctions::{self, Sanction};
use crate::core::discipline::terms::{self, Deadline};
use crate::core::discipline::{Class, committees, sheets};
use crate::model::Delegation;
use crate::rulebook::bind::Key;

pub(super) const DELEGATIONS: Kind = Kind::Choice(&["barcelona", "girona", "lleida", "tarragona"]);
const COUNT: Kind = Kind::Int(0, 100_000);

pub const CHARGE: Calculation = Calculation {
    name: "charge",
    sheet: None,
    example: "{\"infraction\": \"\", \"breach_of_a_rule\": true}",
    provisions: &["RDE 4.3", "RDE DA 1.1"],
    fields: &[
        Field::optional("infraction", Kind::Text),
        Field::optional("breach_of_a_rule", Kind::Bool),
    ],
    answer: |input, rules| {
        let found = rules
            .discipline
            .catalogue
            .charge(input.text("infraction"), input.is("breach_of_a_rule"));
        let value = json!({
            "chargeable": found.value.chargeable,
            "class": found.value.class.map(Class::key),
            "residual": found.value.residual,
        });
        Ok(Answer::of(value, &found))
    },
};

pub const COMPETENCE: Calculation = Calculation {
    name: "competence",
    sheet: None,
    example: "{\"class\": \"minor\", \"daily\": true}",
    provisions: &["RDE 18", "RDE 21", "RDE DT 2.1"],
    fields: &[
        Field::required("class", CLASSES),
        Field::required("daily", Kind::Bool),
        Field::optional("titled_arbiter", Kind::Bool),
        Field::optional("delegation_with_committee", DELEGATIONS),
    ],
    answer: |input, rules| {
        let case = Case {
            class: class(input, "class")?,
            daily: input.is("daily"),
            titled_arbiter: input.flag("titled_arbiter").unwrap_or(true),
            delegation: input.text("delegation_with_committee").and_then(Delegation::from_key),
        };
        let found = procedure::competence(case, &rules.discipline.procedure);
        let value = json!({
            "procedure": found.value.procedure.key(),
            "body": found.value.body.key(),
            "appeal": found.value.appeal.key(),
            "then": found.value.then.map(|body| body.key()),
        });
        Ok(Answer::of(value, &found))
    },
};

pub const ABSENCES: Calculation = Calculation {
    name: "absence-infraction",
    sheet: None,
    example: "{\"who\": \"club\", \"matches\": [{\"boards\": 10, \"absent\": 10}, \
        {\"boards\": 10, \"absent\": 4}]}",
    provisions: &[
        "RDE 7.B.1.a",
        "RDE 7.B.2.c",
        "RDE 7.B.3.c",
        "RDE 8.B.1.a",
        "RDE 8.B.2.a",
        "RDE 8.B.3.a",
    ],
    fields: &[
        Field::required("who", Kind::Choice(&["club", "player", "official"])),
        Field::optional("absences", COUNT),
        Field::optional(
            "matches",
            Kind::List(&Kind::Object(&[
                Field::required("boards", Kind::Int(1, 1000)),
                Field::required("absent", Kind::Int(0, 1000)),
            ])),
        ),
    ],
    answer: |input, rules| {
        let absences = &rules.discipline.absences;
        let found = match input.word("who") {
            "club" => {
                let matches: Vec<_> = input
                    .parts("matches")
                    .iter()
                    .map(|m| TeamMatch { boards: m.count("boards"), absent: m.count("absent") })
                    .collect();
                absences::of_club(&matches, absences)
            }
            "player" => absences::of_player(input.count("absences"), absences),
            _ => absences::of_official(input.count("absences"), absences),
        };
        Ok(Answer::of(json!({"class": found.value.map(Class::key)}), &found))
    },
};

pub const IN_RANGE: Calculation = Calculation {
    name: "sanction-in-range",
    sheet: None,
    example: "{\"class\": \"serious\", \"kind\": \"suspension-months\", \"proposed\": 5}",
    provisions: &["RDE 11"],
    fields: &[
        Field::required("class", CLASSES),
        Field::required("kind", MEASURE),
        UNIT,
        SEASON,
        Field::required("proposed", Kind::Points),
    ],
    answer: |input, rules| {
        let sanctions = &rules.discipline.sanctions;
        let proposed = input.get("proposed").and_then(exact).unwrap_or_default();
        let found =
            sanctions::in_range(class(input, "class")?, measure(input), proposed, sanctions);
        Ok(Answer::of(json!({"in_range": found.value}), &found))
    },
};

pub const ACCESSORY_FINE: Calculation = Calculation {
    name: "accessory-fine",
    sheet: None,
    example: "{\"main\": \"public-admonition\"}",
    provisions: &["RDE 12.6 par. 2"],
    fields: &[Field::required("main", Kind::Choice(&["warning", "public-admonition"]))],
    answer: |input, rules| {
        let (discipline, main) = (&rules.discipline, Sanction::from_key(input.word("main")));
        let fine = main.and_then(|main| {
            sanctions::accessory_fine(main, &discipline.sanctions, &discipline.degrees)
        });
        let Some(found) = fine else {
            let expected = "a sanction of RDE 12.6";
            return Err(input.problem("main", expected, input.word("main")).into());
        };
        let (from, to) = (found.value.from, found.value.to);
        Ok(Answer::of(json!({"from": from.to_string(), "to": to.to_string()}), &found))
    },
};

pub const DEADLINE: Calculation = Calculation {
    name: "procedure-deadline",
    sheet: Some(sheets::deadline),
    example: "{\"deadline\": \"ordinary-appeal\", \"from\": \"1990-11-05\", \
        \"act\": \"1990-11-08\"}",
    provisions: &["RDE 22", "RDE 23", "RDE 24", "RDE 25", "RDE 26"],
    fields: &[
        Field::required("deadline", Kind::Choice(sheets::DEADLINES)),
        Field::required("from", Kind::Date),
        Field::optional("act", Kind::Date),
        Field::optional("at", Kind::Date),
        Field::optional("holidays", Kind::List(&Kind::Date)),
        Field::optional("saturdays_free", Kind::Bool),
    ],
    answer: |input, rules| {
        let Some(deadline) = Deadline::from_key(input.word("deadline")) else {
            let expected = "a deadline of the regulation";
            return Err(input.problem("deadline", expected, input.word("deadline")).into());
        };
        let found = terms::deadline(
            deadline,
            input.day("from")?,
            input.date("act"),
            input.date("at"),
            &calendar(input),
            &rules.discipline.terms,
        );
        let value = json!({
            "last_day": super::day(found.value.last_day),
            "in_time": found.value.in_time,
            "rejected": found.value.rejected,
            "provision": deadline.provision(&rules.discipline.terms).as_str(),
        });
        Ok(Answer::of(value, &found))
    },
};

pub const PAPER: Calculation = Calculation {
    name: "paper-check",
    sheet: None,
    example: "{\"paper\": \"appeal\", \"present\": []}",
    provisions: &[
        "RDE 22.3", "RDE 23.3", "RDE 23.9", "RDE 24.3", "RDE 25.3", "RDE 26.1", "RDE 26.6",
    ],
    fields: &[
        Field::required(
            "paper",
            Kind::Choice(&[
                "emergency-annex",
                "ordinary-annex",
                "ordinary-notice",
                "extraordinary-annex",
                "opening-order",
                "ruling",
                "appeal",
            ]),
        ),
        Field::required("present", Kind::List(&Kind::Text)),
        Field::optional("copies", COUNT),
        Field::optional("witnesses", COUNT),
    ],
    answer: |input, rules| {
        let Some(paper) = Paper::from_key(input.word("paper")) else {
            return Err(input.problem("paper", "a paper", input.word("paper")).into());
        };
        let state = PaperState {
            present: input.texts("present").into_iter().map(str::to_owned).collect(),
            copies: input.number("copies"),
            witnesses: input.number("witnesses"),
        };
        let found = documents::check(paper, &state, &rules.discipline.documents);
        let value = json!({"complete": found.value.complete, "missing": found.value.missing});
        Ok(Answer::of(value, &found))
    },
};

fn votes(input: &Input<'_>) -> Votes {
    Votes { yes: input.count("yes"), no: input.count("no"), president: input.flag("president") }
}

pub const COMMISSION_VOTE: Calculation = Calculation {
    name: "commission-vote",
    sheet: None,
    example: "{\"appointed\": 9, \"yes\": 4, \"no\": 4, \"president\": true}",
    provisions: &["CE 7.1", "CE 7.2", "CE 7.3"],
    fields: &[
        Field::required("appointed", COUNT),
        Field::required("yes", COUNT),
        Field::required("no", COUNT),
        Field::optional("abstentions", COUNT),
        Field::optional("president", Kind::Bool),
    ],
    answer: |input, rules| {
        let appointed = input.count("appointed");
        let found = bodies::commission_vote(
            appointed,
            input.count("abstentions"),
            votes(input),
            &rules.bodies,
        );
        let quorum = bodies::quorum(appointed, &rules.bodies);
        Ok(Answer::of(json!({"quorum": quorum, "adopted": found.value}), &found))
    },
};

pub const COMMITTEE_VOTE: Calculation = Calculation {
    name: "committee-vote",
    sheet: None,
    example: "{\"present\": 4, \"yes\": 2, \"no\": 2, \"president\": true}",
    provisions: &["RDE 18.3", "RDE 18.4"],
    fields: &[
        Field::required("present", COUNT),
        Field::required("yes", COUNT),
        Field::required("no", COUNT),
        Field::optional("president", Kind::Bool),
    ],
    answer: |input, rules| {
        let (present, rules) = (input.count("present"), &rules.discipline.committees);
        let found = committees::competition_decision(present, votes(input), rules);
        Ok(Answer::of(json!({"adopted": found.value}), &found))
    },
};

pub const COMMISSION_ABSENCES: Calculation = Calculation {
    name: "commission-absences",
    sheet: None,
    example: "{\"present\": [true, false, false, false, true]}",
    provisions: &["CE 3.2"],
    fields: &[Field::required("present", Kind::List(&Kind::Bool))],
    answer: |input, rules| {
        let found = bodies::absent_too_often(&input.flags("present"), &rules.bodies);
        Ok(Answer::of(json!({"cause_of_removal": found.value}), &found))
    },
};

pub const END_OF_TERM: Calculation = Calculation {
    name: "end-of-term",
    sheet: None,
    example: "{\"election\": \"1988-10-15\"}",
    provisions: &["CE 2.1", "CE 2.2"],
    fields: &[Field::required("election", Kind::Date)],
    answer: |input, rules| {
        let found = bodies::end_of_term(input.day("election")?, &rules.bodies);
        Ok(Answer::of(json!({"end": super::day(found.value)}), &found))
    },
};
