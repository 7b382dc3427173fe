//! Every calculation is asked; the wrong input is told by its field.

use serde_json::{Value as Json, json};

use super::*;
use crate::test_rules::{rulebook, rules};

fn ask(name: &str, input: Json) -> Result<Json, Problems> {
    let calculation = Calculation::named(name).unwrap_or_else(|| panic!("no {name}"));
    calculation.ask(&input, rules()).map(|answer| answer.to_json())
}

#[test]
fn names_are_unique_and_every_provision_exists() {
    let mut names: Vec<_> = all().iter().map(|calculation| calculation.name).collect();
    names.sort_unstable();
    let count = names.len();
    names.dedup();
    assert_eq!(names.len(), count);
    for calculation in all() {
        assert!(!calculation.provisions.is_empty());
        for at in calculation.provisions {
            let id = (*at).into();
            assert!(rulebook().provision(&id).is_some(), "{}: {at}", calculation.name);
        }
        let schema = schema(calculation);
        assert_eq!(schema["type"], "object");
        for field in calculation.fields {
            assert!(!schema["properties"][field.name].is_null());
            assert!(!field.kind.words().is_empty());
        }
    }
}

/// Readers are shown an example of every calculation: it must be answered.
#[test]
fn every_example_is_answered() {
    let mut wrong = Vec::new();
    for calculation in all() {
        let input: Json = serde_json::from_str(calculation.example).expect("an example is JSON");
        if let Some(unknown) = calculation.unknown(&input).first() {
            wrong.push(format!("{}: unknown {}", calculation.name, unknown.name));
        }
        match calculation.ask(&input, rules()) {
            Ok(answer) if answer.citations.is_empty() => {
                wrong.push(format!("{}: cites nothing", calculation.name));
            }
            Ok(_) => {}
            Err(problems) => wrong.push(format!("{}: {problems:?}", calculation.name)),
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// AMB-107: a letter counts once, in however many ways it is written; two letters count twice.
#[test]
fn amb_107_each_letter_counts_once() {
    let part = |mitigating: Json, aggravating: Json| {
        let input = json!({"class": "serious", "kind": "suspension", "mitigating": mitigating,
            "aggravating": aggravating});
        ask("sanction", input).expect("an answer")["value"]["part"].clone()
    };
    assert_eq!(part(json!(["a"]), json!(["d", "15.d", "RDE 15.d"])), "middle");
    assert_eq!(part(json!(["a"]), json!(["a", "b"])), "upper");
    assert_eq!(part(json!(["a", "14.a"]), json!(["d"])), "middle");
}

/// RDE 11.4, AMB-78.
#[test]
fn an_unpaid_fine_is_asked() {
    let of = |input| ask("unpaid-fine", input).expect("an answer")["value"].clone();
    let found = of(json!({"class": "serious", "mitigating": ["b"]}));
    assert_eq!(found, json!({"part": "lower", "from": "1", "to": "14/3"}));
    assert_eq!(of(json!({"class": "very serious"}))["to"], "36");
}

/// RGC 4.2.1.2, AMB-36: the loser of the promotion, then most points; a level is left to a play-off.
#[test]
fn vacancies_are_filled_in_the_order_of_the_text() {
    let team = |team, points, promoted| json!({"group": 1, "team": team, "points": points, "matches": 9, "promoted": promoted});
    let groups = json!([team("a", 7, false), team("b", 7, false), team("c", 9, true)]);
    let of = |place: &str| {
        let input = json!({"place": place, "promotion_loser": "p", "next": "n", "groups": groups});
        ask("vacancy", input).unwrap()["value"]["order"].take()
    };
    assert_eq!(of("first-division"), json!([{"team": "p"}, {"tie": ["a", "b"]}]));
    assert_eq!(of("of-delegation"), json!([{"team": "n"}, {"commission": true}]));
    assert_eq!(of("of-barcelona"), json!([{"tie": ["a", "b"]}]));
}

#[test]
fn problems_name_the_field_and_what_was_expected() {
    let problems = ask(
        "standings-swiss",
        json!({"rounds": 0, "players": [{"id": 1, "rounds": [{"kind": "won"}]}, {"rounds": []}]}),
    )
    .unwrap_err();
    let fields: Vec<_> = problems.0.iter().map(|problem| problem.field.as_str()).collect();
    assert_eq!(fields, ["rounds", "players[0].rounds[0].kind", "players[1].id"]);
    assert_eq!(problems.0[0].expected, "a whole number from 1 to 400");
    assert_eq!(problems.0[1].found, "`\"won\"`");
    assert!(problems.0[1].to_string().contains("forfeit-win"));
    assert_eq!(ask("lateness", json!(3)).unwrap_err().0[0].field, "");
}

#[test]
fn both_sides_of_a_pairing_must_agree() {
    let game =
        |opponent, points| json!([{"kind": "played", "opponent": opponent, "points": points}]);
    let of = |a: Json, b: Json| {
        ask(
            "standings-swiss",
            json!({"rounds": 1, "players": [{"id": 1, "rounds": a}, {"id": 2, "rounds": b}]}),
        )
    };
    assert!(of(game(2, 1), game(1, 0)).is_ok());
    assert_eq!(of(game(2, 1), game(1, 1)).unwrap_err().0.len(), 2);
    assert!(of(game(2, 1), json!([])).is_err());
    assert!(of(game(3, 1), game(1, 0)).unwrap_err().0[0].field == "players[0].rounds[0].opponent");
    assert!(of(game(1, 1), game(1, 0)).is_err());
}

#[test]
fn unknown_names_are_found_wherever_they_stand() {
    let calculation = Calculation::named("clash").unwrap();
    let unknown = calculation.unknown(&json!({"new": {"att": [1, 2]}, "x": 1}));
    let names: Vec<_> = unknown.iter().map(|u| format!("{}{}", u.path, u.name)).collect();
    assert_eq!(names, ["x", "new.att"]);
    assert!(unknown[1].missing.contains(&"at"));
}

#[test]
fn numbers_are_read_exactly() {
    for (json, text) in [
        (json!(0.5), "1/2"),
        (json!(41.26979), "4126979/100000"),
        (json!(-2.5), "-5/2"),
        (json!(7), "7"),
        (json!("11/2"), "11/2"),
        (json!("5½"), "11/2"),
    ] {
        assert_eq!(input::exact(&json).unwrap().to_string(), text);
    }
    for json in [json!(1e300), json!("1/0"), json!("x"), json!(null), json!("")] {
        assert_eq!(input::exact(&json), None, "{json}");
    }
}

/// Whatever is given, there is an answer or a problem, never a panic.
mod any_input {
    use super::*;
    use proptest::prelude::*;

    fn json() -> impl Strategy<Value = Json> {
        let leaf = prop_oneof![
            Just(Json::Null),
            any::<bool>().prop_map(|b| json!(b)),
            (-3_i64..12).prop_map(|n| json!(n)),
            any::<i64>().prop_map(|n| json!(n)),
            any::<f64>().prop_map(|n| json!(n)),
            prop_oneof![
                Just("1990-12-31"),
                Just("9999-12-31"),
                Just("1990-12-31T16:00"),
                Just("played"),
                Just("bye"),
                Just("serious"),
                Just("1a"),
                Just("home"),
                Just("fine"),
                Just("x"),
            ]
            .prop_map(|text| json!(text)),
        ];
        leaf.prop_recursive(3, 24, 4, |inner| {
            prop::collection::vec(inner, 0..4).prop_map(Json::Array)
        })
    }

    /// An input that has the declared shape, with edge values.
    fn shaped(kind: Kind) -> BoxedStrategy<Json> {
        match kind {
            Kind::Bool => any::<bool>().prop_map(|b| json!(b)).boxed(),
            Kind::Int(least, most) => prop_oneof![
                Just(least),
                Just(most),
                (least.max(0)..=most.min(least.max(0) + 12).max(least.max(0)))
            ]
            .prop_map(|n| json!(n))
            .boxed(),
            Kind::Points => (0_u32..30).prop_map(|n| json!(f64::from(n) / 2.0)).boxed(),
            Kind::Score => (0_u32..3).prop_map(|n| json!(f64::from(n) / 2.0)).boxed(),
            Kind::Text => {
                prop_oneof![Just("a"), Just("14.a"), Just("Girona"), Just("1 bis"), Just("e2e4")]
                    .prop_map(|t| json!(t))
                    .boxed()
            }
            Kind::Date => prop_oneof![
                Just("1990-12-05"),
                Just("1990-02-28"),
                Just("9999-12-31"),
                Just("0001-01-01"),
                Just("-9999-01-01"),
                Just("1991-06-30")
            ]
            .prop_map(|t| json!(t))
            .boxed(),
            Kind::Moment => prop_oneof![Just("1990-12-05T16:00"), Just("9999-12-31T23:59")]
                .prop_map(|t| json!(t))
                .boxed(),
            Kind::Choice(known) => prop::sample::select(known).prop_map(|t| json!(t)).boxed(),
            Kind::Place => (-90_i32..=90, -180_i32..=180).prop_map(|(a, b)| json!([a, b])).boxed(),
            Kind::Id => (0_u32..5).prop_map(|n| json!(n)).boxed(),
            Kind::Counts => (0_u32..3).prop_map(|n| json!({"knight": n})).boxed(),
            Kind::OrNull(inner) => prop_oneof![Just(Json::Null), shaped(*inner)].boxed(),
            Kind::List(inner) => {
                prop::collection::vec(shaped(*inner), 0..4).prop_map(Json::Array).boxed()
            }
            Kind::Object(fields) => object(fields),
        }
    }

    fn object(fields: &'static [Field]) -> BoxedStrategy<Json> {
        let fields: Vec<_> = fields
            .iter()
            .map(|field| {
                let name = field.name.to_owned();
                let some = shaped(field.kind).prop_map(Some);
                let value = if field.required {
                    some.boxed()
                } else {
                    prop_oneof![Just(None), some].boxed()
                };
                value.prop_map(move |value| (name.clone(), value))
            })
            .collect();
        fields
            .prop_map(|entries| {
                let given = entries.into_iter().filter_map(|(name, value)| Some((name, value?)));
                Json::Object(given.collect())
            })
            .boxed()
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(24))]

        #[test]
        fn never_panics(at in 0..all().len(), input in json()) {
            let calculation = all()[at];
            let mut whole = serde_json::Map::new();
            for field in calculation.fields {
                whole.insert(field.name.to_owned(), input.clone());
            }
            let _ = calculation.ask(&Json::Object(whole), rules());
            let _ = calculation.ask(&input, rules());
        }
    }

    #[test]
    fn shaped_inputs_are_answered_without_panic() {
        let mut runner = proptest::test_runner::TestRunner::deterministic();
        for calculation in all() {
            let strategy = object(calculation.fields);
            for _ in 0..40 {
                let input = strategy.new_tree(&mut runner).unwrap().current();
                if let Ok(answer) = calculation.ask(&input, rules()) {
                    for at in &answer.citations {
                        assert!(rulebook().provision(at).is_some(), "{}: {at}", calculation.name);
                    }
                    let _ = answer.to_json();
                }
            }
        }
    }
}
