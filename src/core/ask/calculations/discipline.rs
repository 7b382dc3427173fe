//! Questions about the disciplinary regulation.

use std::collections::BTreeSet;

use serde_json::json;

use crate::core::ask::{Answer, Calculation, Field, Input, Kind, Problem};
use crate::core::calendar::Term;
use crate::core::discipline::lapse::{self, InfractionTime, SanctionFrom, Stop};
use crate::core::discipline::sanctions::{Measure, SanctionInput, sanction, unpaid_fine};
use crate::core::discipline::{Class, Item, sheets};

pub(super) const CLASSES: Kind =
    Kind::Choice(&["minor", "serious", "very serious", "very-serious"]);

pub(super) fn class(input: &Input<'_>, name: &str) -> Result<Class, Problem> {
    Class::from_key(input.word(name))
        .ok_or_else(|| input.problem(name, "minor, serious or very serious", input.word(name)))
}

const MEASURES: &[&str] = &[
    "suspension",
    "suspension-months",
    "months",
    "suspension-matches",
    "matches",
    "suspension-seasons",
    "seasons",
    "fine",
    "closing",
    "venue-closing",
    "loss-of-rights",
    "rights",
    "suspension in matches",
    "suspension in seasons",
    "closing of venue",
    "venue closing",
    "loss of rights",
];

pub(super) const MEASURE: Kind = Kind::Choice(MEASURES);

/// Months, matches or seasons of a suspension; other kinds have their own unit.
pub(super) const UNIT: Field =
    Field::optional("unit", Kind::Choice(&["months", "matches", "seasons", "years", "pesetas"]));

pub(super) const SEASON: Field = Field::optional("season_matches", Kind::Int(0, 1000)).or(&[
    "matches_of_season",
    "matches_in_season",
    "season_length",
    "team_matches",
    "matches",
    "n",
    "N",
]);

pub(super) fn measure(input: &Input<'_>) -> Measure {
    let season = input.number("season_matches");
    match (input.word("kind"), input.word("unit")) {
        ("suspension", "matches")
        | ("suspension-matches" | "matches" | "suspension in matches", _) => {
            Measure::Matches(season)
        }
        ("suspension", "seasons")
        | ("suspension-seasons" | "seasons" | "suspension in seasons", _) => Measure::Seasons,
        ("fine", _) => Measure::Fine,
        ("closing" | "venue-closing" | "closing of venue" | "venue closing", _) => {
            Measure::Closing(season)
        }
        ("loss-of-rights" | "rights" | "loss of rights", _) => Measure::Rights,
        _ => Measure::Time,
    }
}

/// The letters met, each once: `14.a`, `a`, or the circumstance by its name in the text.
pub(super) fn letters(
    input: &Input<'_>,
    name: &str,
    article: &str,
    known: &[Item],
) -> Result<BTreeSet<String>, Problem> {
    let mut met = BTreeSet::new();
    for text in input.texts(name) {
        let bare = text.trim().trim_start_matches("RDE").trim();
        let letter = bare.strip_prefix(article).unwrap_or(bare).trim_matches(['.', ')', ' ']);
        let named = known.iter().zip('a'..).find(|(item, _)| item.0 == bare);
        let letter = named.map_or_else(|| letter.to_owned(), |(_, letter)| letter.to_string());
        let is_known = ('a'..).take(known.len()).any(|c| letter == c.to_string());
        if !is_known {
            let last = ('a'..).take(known.len()).last().unwrap_or('a');
            let expected = format!("letters from {article}.a to {article}.{last}");
            return Err(input.problem(name, &expected, format!("`{text}`")));
        }
        met.insert(letter);
    }
    Ok(met)
}

pub const SANCTION: Calculation = Calculation {
    name: "sanction",
    sheet: Some(sheets::sanction),
    example: "{\"class\": \"serious\", \"kind\": \"fine\", \"mitigating\": [\"provocation\"]}",
    provisions: &["RDE 11", "RDE 12.6", "RDE 14", "RDE 15"],
    fields: &[
        Field::required("class", CLASSES),
        Field::required("kind", MEASURE),
        UNIT,
        SEASON,
        Field::optional("mitigating", Kind::List(&Kind::Text)),
        Field::optional("aggravating", Kind::List(&Kind::Text)),
        Field::optional("paid", Kind::Bool).or(&["offender_paid"]),
    ],
    answer: |input, rules| {
        let discipline = &rules.discipline;
        let degrees = &discipline.degrees;
        let measure = measure(input);
        let class = class(input, "class")?;
        if let (Measure::Matches(None), Class::Serious)
        | (Measure::Closing(None), Class::VerySerious) = (measure, class)
        {
            let expected = "the number of matches of the team's season";
            return Err(input.problem("season_matches", expected, "nothing").into());
        }
        let sanction_input = SanctionInput {
            class,
            measure,
            mitigating: letters(input, "mitigating", "14", &degrees.mitigations.value)?,
            aggravating: letters(input, "aggravating", "15", &degrees.aggravations.value)?,
            paid: input.flag("paid"),
        };
        let found = sanction(&sanction_input, &discipline.sanctions, degrees);
        let result = &found.value;
        let value = json!({
            "part": result.part.map(|part| part.key()),
            "allowed": result.allowed,
            "from": result.graded.as_ref().map(|range| range.from.to_string()),
            "to": result.graded.as_ref().map(|range| range.to.to_string()),
        });
        Ok(Answer::of(value, &found))
    },
};

/// Months, as exact numbers.
pub const UNPAID_FINE: Calculation = Calculation {
    name: "unpaid-fine",
    sheet: None,
    example: "{\"class\": \"serious\", \"mitigating\": [\"14.b\"]}",
    provisions: &["RDE 11.4", "RDE 12.6"],
    fields: &[
        Field::required("class", CLASSES),
        Field::optional("mitigating", Kind::List(&Kind::Text)),
        Field::optional("aggravating", Kind::List(&Kind::Text)),
    ],
    answer: |input, rules| {
        let discipline = &rules.discipline;
        let degrees = &discipline.degrees;
        let mitigating = letters(input, "mitigating", "14", &degrees.mitigations.value)?;
        let aggravating = letters(input, "aggravating", "15", &degrees.aggravations.value)?;
        let class = class(input, "class")?;
        let found = unpaid_fine(class, mitigating, aggravating, &discipline.sanctions, degrees);
        let result = &found.value;
        let value = json!({
            "part": result.part.map(|part| part.key()),
            "from": result.graded.as_ref().map(|range| range.from.to_string()),
            "to": result.graded.as_ref().map(|range| range.to.to_string()),
        });
        Ok(Answer::of(value, &found))
    },
};

pub const INFRACTION_LAPSE: Calculation = Calculation {
    name: "prescription-infraction",
    sheet: None,
    example: "{\"class\": \"serious\", \"committed\": \"1990-10-20\", \
        \"at\": \"1991-02-01\"}",
    provisions: &["RDE 16.c"],
    fields: &[
        Field::required("class", CLASSES),
        Field::required("committed", Kind::Date),
        Field::optional("opened", Kind::Date).or(&["file_opened", "interrupted", "sanctioned"]),
        Field::optional("stopped", Kind::Date).or(&["stop", "stop_from", "stopped_from"]),
        Field::optional("resumed", Kind::Date).or(&["stop_to", "taken_up"]),
        Field::optional("by_accused", Kind::Bool).or(&["due_to_accused", "stop_by_accused"]),
        Field::required("at", Kind::Date),
    ],
    answer: |input, rules| {
        let found = lapse::infraction(
            &InfractionTime {
                class: class(input, "class")?,
                committed: input.day("committed")?,
                interrupted: input.date("opened"),
                stop: input.date("stopped").map(|from| Stop {
                    from,
                    resumed: input.date("resumed"),
                    by_accused: input.is("by_accused"),
                }),
                at: input.day("at")?,
            },
            &rules.discipline.lapse,
        );
        let value = json!({
            "last_day": super::day(found.value.last_day),
            "lapsed": found.value.lapsed,
        });
        Ok(Answer::of(value, &found))
    },
};

pub const SANCTION_LAPSE: Calculation = Calculation {
    name: "prescription-sanction",
    sheet: None,
    example: "{\"class\": \"minor\", \"final\": \"1990-11-05\", \"at\": \"1990-12-05\"}",
    provisions: &["RDE 16.e"],
    fields: &[
        Field::required("class", CLASSES),
        Field::optional("final", Kind::Date).or(&["final_on", "firm"]),
        Field::optional("broken", Kind::Date).or(&["broken_on"]),
        Field::optional("at", Kind::Date),
    ],
    answer: |input, rules| {
        let from = match (input.date("broken"), input.date("final")) {
            (Some(day), _) => SanctionFrom::Broken(day),
            (None, Some(day)) => SanctionFrom::Final(day),
            (None, None) => {
                let expected = "the day on which it became final, or `broken`";
                return Err(input.problem("final", expected, "nothing").into());
            }
        };
        let class = class(input, "class")?;
        let found = lapse::sanction(class, from, input.date("at"), &rules.discipline.lapse);
        let mut value = json!({
            "first_day": super::day(found.value.first_day),
            "last_day": super::day(found.value.last_day),
        });
        if input.has("at") {
            value["lapsed"] = json!(found.value.lapsed);
        }
        Ok(Answer::of(value, &found))
    },
};

pub const SUSPENSION: Calculation = Calculation {
    name: "suspension-dates",
    sheet: None,
    example: "{\"notified\": \"1990-11-12\", \"months\": 2}",
    provisions: &["RDE 12.4", "RDE 12.5"],
    fields: &[
        Field::required("notified", Kind::Date),
        Field::optional("years", Kind::Int(0, 9999)),
        Field::optional("months", Kind::Int(0, 60_000)),
        Field::optional("days", Kind::Int(0, 60_000)),
    ],
    answer: |input, _| {
        let length = |name| u16::try_from(input.count(name)).unwrap_or(u16::MAX);
        let term = Term { years: length("years"), months: length("months"), days: length("days") };
        let found = lapse::suspension(input.day("notified")?, term);
        let value = json!({
            "enforceable_from": super::day(Some(found.value.enforceable_from)),
            "first_day": super::day(found.value.first_day),
            "last_day": super::day(found.value.last_day),
        });
        Ok(Answer::of(value, &found))
    },
};
