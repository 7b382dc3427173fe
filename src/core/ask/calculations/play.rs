//! Questions about clocks, the laws of play, arbiters and awards.

use serde_json::json;

use crate::core::arbiters::{self, Applicant, EventClass, FadaCandidate, Format, Officiated};
use crate::core::ask::input::exact;
use crate::core::ask::{Answer, Calculation, Field, Input, Kind, Problem};
use crate::core::awards::{Award, PlaceEvent, award_by_place, place_entry};
use crate::core::laws::illegal::{IllegalMove, illegal_move};
use crate::core::laws::material::{Material, is_dead};
use crate::core::laws::position::{Position, end_of};
use crate::core::laws::{FlagFall, Rules, claims, flag_fall};
use crate::core::pairing::fce1990::late::{Latecomer, admit};
use crate::core::time_controls::{CLASS_FIELDS, class_sheet};
use crate::model::Delegation;

const COUNT: Kind = Kind::Int(0, 100_000);
const RULES: Kind = Kind::Choice(&Rules::KEYS);

fn rule_set(input: &Input<'_>) -> Result<Rules, Problem> {
    Rules::from_key(input.word("rules"))
        .ok_or_else(|| input.problem("rules", "actius, rapides or modern", input.word("rules")))
}

pub const TIME_CLASS: Calculation = Calculation {
    name: "time-class",
    sheet: Some(|rules| class_sheet(&rules.time)),
    example: "{\"minutes\": [25]}",
    provisions: &["Actius 1", "Ràpides 1", "Blog Rapid 1", "Blog Blitz 1"],
    fields: CLASS_FIELDS,
    answer: |input, rules| Ok(input.answer_by(&class_sheet(&rules.time))),
};

pub const FLAG: Calculation = Calculation {
    name: "flag-fall",
    sheet: None,
    example: "{\"rules\": \"rapides\", \"opponent_down\": true, \"claimed\": true, \
        \"pieces\": \"KP\"}",
    provisions: &["Actius 10", "Actius 11", "Ràpides 9", "Ràpides 10", "Blog 6.9"],
    fields: &[
        Field::required("rules", RULES),
        Field::optional("over", Kind::Bool),
        Field::optional("opponent_down", Kind::Bool),
        Field::optional("own_down", Kind::Bool),
        Field::optional("claimed", Kind::Bool),
        Field::required("pieces", Kind::Text),
        Field::optional("can_mate", Kind::Bool),
    ],
    answer: |input, _| {
        let found = flag_fall(FlagFall {
            rules: rule_set(input)?,
            over: input.is("over"),
            opponent_down: input.flag("opponent_down").unwrap_or(true),
            own_down: input.is("own_down"),
            claimed: input.flag("claimed").unwrap_or(true),
            material: Material::of(input.word("pieces")),
            can_mate: input.flag("can_mate"),
        });
        Ok(Answer::of(json!({"ruling": found.value.key()}), &found))
    },
};

pub const ILLEGAL: Calculation = Calculation {
    name: "illegal-move",
    sheet: None,
    example: "{\"rules\": \"rapides\", \"completed\": true, \"claimed\": true}",
    provisions: &["Actius 22", "Ràpides 8.c", "Ràpides 18", "Blog 7.5.5"],
    fields: &[
        Field::required("rules", RULES),
        Field::optional("claimed", Kind::Bool),
        Field::optional("touched", Kind::Bool),
        Field::optional("completed", Kind::Bool),
        Field::optional("king_taken", Kind::Bool),
        Field::optional("answered", Kind::Bool),
        Field::optional("count", Kind::Int(1, 1000)),
        Field::optional("blitz", Kind::Bool),
        Field::optional("pieces", Kind::Text),
    ],
    answer: |input, rules| {
        let case = IllegalMove {
            rules: rule_set(input)?,
            claimed: input.flag("claimed").unwrap_or(true),
            touched: input.is("touched"),
            completed: input.flag("completed").unwrap_or(true),
            king_taken: input.is("king_taken"),
            answered: input.is("answered"),
            count: input.number("count").unwrap_or(1),
            blitz: input.is("blitz"),
            material: Material::of(input.text("pieces").unwrap_or("Q")),
        };
        let found = illegal_move(case, &rules.laws.illegal);
        let value = json!({
            "ruling": found.value.ruling.key(),
            "minutes_to_opponent": found.value.minutes,
        });
        Ok(Answer::of(value, &found))
    },
};

pub const POSITION_END: Calculation = Calculation {
    name: "position-end",
    sheet: None,
    example: "{\"rules\": \"actius\", \"fen\": \"7k/5Q2/6K1/8/8/8/8/8 b - - 0 1\"}",
    provisions: &["Actius 9.a", "Actius 11.a", "Ràpides 8.a", "Ràpides 10.a"],
    fields: &[
        Field::required("rules", Kind::Choice(&["actius", "rapides"])),
        Field::required("fen", Kind::Text),
    ],
    answer: |input, _| {
        let fen = input.word("fen");
        let position = Position::from_fen(fen)
            .map_err(|expected| input.problem("fen", expected, format!("`{fen}`")))?;
        let rules = match input.word("rules") {
            "rapides" => Rules::FiveMinutes,
            _ => Rules::Active,
        };
        let found = end_of(&position, rules);
        Ok(Answer::of(json!({"end": found.value.key()}), &found))
    },
};

pub const LATE_ENTRY: Calculation = Calculation {
    name: "late-entry",
    sheet: None,
    example: "{\"warned\": true, \"next_round\": 2}",
    provisions: &["Swiss 17", "Swiss 17.a", "Swiss 17.b"],
    fields: &[
        Field::optional("entered_in_time", Kind::Bool),
        Field::optional("in_first_pairing", Kind::Bool),
        Field::optional("warned", Kind::Bool),
        Field::required("next_round", Kind::Int(1, 400)),
    ],
    answer: |input, rules| {
        let latecomer = Latecomer {
            entered_in_time: input.is("entered_in_time"),
            in_first_pairing: input.is("in_first_pairing"),
            warned: input.is("warned"),
            next_round: input.count("next_round"),
        };
        let found = admit(latecomer, &rules.swiss);
        Ok(Answer::of(json!({"admission": found.value.key()}), &found))
    },
};

pub const DEAD: Calculation = Calculation {
    name: "dead-ending",
    sheet: None,
    example: "{\"rules\": \"rapides\", \"white\": \"KB\", \"black\": \"K\"}",
    provisions: &["Actius 13", "Ràpides 10.e"],
    fields: &[
        Field::required("rules", Kind::Choice(&["actius", "rapides"])),
        Field::required("white", Kind::Text),
        Field::required("black", Kind::Text),
    ],
    answer: |input, _| {
        let (white, black) = (Material::of(input.word("white")), Material::of(input.word("black")));
        let found = is_dead(white, black, input.word("rules") == "actius");
        Ok(Answer::of(json!({"drawn": found.value}), &found))
    },
};

pub const REPETITION: Calculation = Calculation {
    name: "repetition",
    sheet: None,
    example: "{\"positions\": [\"a\", \"b\", \"a\", \"c\", \"a\"]}",
    provisions: &["Blog 9.2", "Blog 9 automatic 1"],
    fields: &[Field::required("positions", Kind::List(&Kind::Text))],
    answer: |input, rules| {
        let positions: Vec<String> =
            input.texts("positions").into_iter().map(str::to_owned).collect();
        let found = claims::repetition(&positions, &rules.laws.claims);
        let value = json!({
            "times": found.value.most,
            "claim": found.value.claim,
            "automatic": found.value.automatic,
        });
        Ok(Answer::of(value, &found))
    },
};

const EVENTS: Kind = Kind::List(&Kind::Object(&[
    Field::required("format", Kind::Choice(&Format::KEYS)),
    Field::optional("class", Kind::Choice(&EventClass::KEYS)),
    Field::optional("fide_rated", Kind::Bool),
    Field::optional("fast", Kind::Bool),
    Field::required("players", COUNT),
    Field::optional("rated_players", COUNT),
    Field::required("rounds", COUNT),
    Field::optional("signer", Kind::Text),
]));

const APPLICANT: &[Field] = &[
    Field::required("born", Kind::Date),
    Field::required("applies", Kind::Date),
    Field::required("events", EVENTS),
    Field::optional("exam_percent", Kind::Int(0, 100)),
    Field::optional("association_title", Kind::Bool),
    Field::optional("fide_arbiter", Kind::Bool),
];

fn applicant(input: &Input<'_>) -> Result<Applicant, Problem> {
    let event = |event: &Input<'_>| Officiated {
        format: Format::from_key(event.word("format")).unwrap_or(Format::Swiss),
        class: EventClass::from_key(event.word("class")).unwrap_or(EventClass::Other),
        fide_rated: event.flag("fide_rated").unwrap_or(true),
        fast: event.is("fast"),
        players: event.count("players"),
        rated_players: event.count("rated_players"),
        rounds: event.count("rounds"),
        signer: event.text("signer").map(str::to_owned),
    };
    Ok(Applicant {
        born: input.day("born")?,
        applies: input.day("applies")?,
        events: input.parts("events").iter().map(event).collect(),
        exam: input.get("exam_percent").and_then(exact).map(|percent| percent / 100),
        association_title: input.is("association_title"),
        is_fide_arbiter: input.is("fide_arbiter"),
    })
}

pub const FIDE_ARBITER: Calculation = Calculation {
    name: "fide-arbiter",
    sheet: None,
    example: "{\"born\": \"1960-02-03\", \"applies\": \"1990-11-01\", \"exam_percent\": 85, \
        \"events\": [{\"format\": \"swiss\", \"players\": 60, \"rated_players\": 40, \
        \"rounds\": 9, \"signer\": \"Anna\"}, {\"format\": \"league\", \
        \"players\": 10, \"rated_players\": 8, \"rounds\": 9, \"signer\": \"Blai\"}, \
        {\"format\": \"swiss\", \"players\": 48, \"rated_players\": 30, \
        \"rounds\": 8, \"signer\": \"Anna\"}, {\"format\": \"team\", \"players\": 80, \
        \"rated_players\": 30, \"rounds\": 9, \"signer\": \"Clara\"}]}",
    provisions: &["Blog FA 1", "Blog FA 5", "Blog FA 6", "Blog FA 7", "Blog FA 8"],
    fields: APPLICANT,
    answer: |input, rules| {
        let found = arbiters::fide_arbiter(&applicant(input)?, &rules.arbiters);
        let (norms, missing) = (found.value.norms, &found.value.missing);
        let value = json!({"met": found.value.is_met(), "norms": norms, "missing": missing});
        Ok(Answer::of(value, &found))
    },
};

pub const INTERNATIONAL_ARBITER: Calculation = Calculation {
    name: "international-arbiter",
    sheet: None,
    example: "{\"born\": \"1955-02-03\", \"applies\": \"1990-11-01\", \
        \"fide_arbiter\": true, \"events\": [{\"format\": \"swiss\", \"players\": 60, \
        \"rated_players\": 40, \"rounds\": 9, \"signer\": \"Anna\"}, \
        {\"format\": \"league\", \"players\": 10, \"rated_players\": 8, \
        \"rounds\": 9, \"signer\": \"Blai\"}, {\"format\": \"swiss\", \
        \"players\": 48, \"rated_players\": 30, \"rounds\": 8, \"signer\": \"Anna\"}, \
        {\"format\": \"team\", \"players\": 80, \"rated_players\": 30, \"rounds\": 9, \
        \"signer\": \"Clara\"}]}",
    provisions: &["Blog IA 1", "Blog IA 6", "Blog IA 7", "Blog IA 8", "Blog IA 9", "Blog IA 10"],
    fields: APPLICANT,
    answer: |input, rules| {
        let found = arbiters::international_arbiter(&applicant(input)?, &rules.arbiters);
        let (norms, missing) = (found.value.norms, &found.value.missing);
        let value = json!({"met": found.value.is_met(), "norms": norms, "missing": missing});
        Ok(Answer::of(value, &found))
    },
};

pub const FADA: Calculation = Calculation {
    name: "fada-arbiter",
    sheet: None,
    example: "{\"born\": \"1970-05-04\", \"applies\": \"1990-11-01\", \
        \"passed\": \"1990-10-10\", \"spanish\": true, \"civil_rights\": true, \
        \"resident_in_andalusia\": true}",
    provisions: &["Blog FADA 2", "Blog FADA 3"],
    fields: &[
        Field::required("born", Kind::Date),
        Field::required("applies", Kind::Date),
        Field::optional("passed", Kind::Date),
        Field::optional("spanish", Kind::Bool),
        Field::optional("resident_in_spain", Kind::Bool),
        Field::optional("resident_in_andalusia", Kind::Bool),
        Field::optional("civil_rights", Kind::Bool),
    ],
    answer: |input, rules| {
        let candidate = FadaCandidate {
            born: input.day("born")?,
            applies: input.day("applies")?,
            passed: input.date("passed"),
            spanish: input.is("spanish"),
            resident_in_spain: input.is("resident_in_spain"),
            resident_in_andalusia: input.is("resident_in_andalusia"),
            civil_rights: input.flag("civil_rights").unwrap_or(true),
        };
        let found = arbiters::fada(candidate, &rules.arbiters);
        let awarded = super::day(found.value.awarded);
        Ok(Answer::of(json!({"eligible": found.value.eligible, "awarded": awarded}), &found))
    },
};

pub const AWARD: Calculation = Calculation {
    name: "mc-award",
    sheet: None,
    example: "{\"event\": \"absolute\", \"place\": 3}",
    provisions: &[
        "MC títol 1",
        "MC títol 3",
        "MC títol 4",
        "MC norma 2",
        "MC norma 6",
        "MC norma 7",
    ],
    fields: &[
        Field::required(
            "event",
            Kind::Choice(&[
                "absolute",
                "spanish-junior",
                "spanish-final",
                "barcelona-open-a",
                "interterritorial",
                "provincial",
            ]),
        ),
        Field::optional("province", super::procedures::DELEGATIONS),
        Field::required("place", Kind::Int(1, 100_000)),
    ],
    answer: |input, rules| {
        let event = match input.word("event") {
            "absolute" => PlaceEvent::Absolute,
            "spanish-junior" => PlaceEvent::SpanishJunior,
            "spanish-final" => PlaceEvent::SpanishFinal,
            "barcelona-open-a" => PlaceEvent::BarcelonaOpenA,
            "interterritorial" => PlaceEvent::Interterritorial,
            _ => match input.text("province").and_then(Delegation::from_key) {
                Some(province) => PlaceEvent::Provincial(province),
                None => return Err(input.problem("province", "a province", "nothing").into()),
            },
        };
        let place = input.count("place");
        let award = award_by_place(event, place, &rules.awards).map(|award| match award {
            Award::Title => "title",
            Award::Norm => "norm",
        });
        Ok(Answer::with(json!({"award": award}), &place_entry(event, place, &rules.awards)))
    },
};
