//! `ask` answers every case of the independent calculator: same fields, same values.

use std::path::Path;
use std::sync::OnceLock;

use butlleti::core::Rules1990;
use butlleti::core::ask::{Calculation, all};
use butlleti::diag::{Diagnostics, Sources};
use butlleti::lang::Language;
use butlleti::project::Project;
use butlleti::rulebook::Rulebook;
use butlleti::source::{bind_rules, load_rulebook};
use serde_json::Value as Json;

fn rulebook() -> &'static Rulebook {
    static RULEBOOK: OnceLock<Rulebook> = OnceLock::new();
    RULEBOOK.get_or_init(|| {
        load_rulebook(&Project::Embedded, &Sources::default(), &mut Diagnostics::new())
    })
}

fn rules() -> &'static Rules1990 {
    static RULES: OnceLock<Rules1990> = OnceLock::new();
    RULES.get_or_init(|| {
        bind_rules(rulebook(), &mut Diagnostics::new()).expect("every parameter is in the text")
    })
}

/// Equal, with 4 and 4.0 the same number.
fn same(a: &Json, b: &Json) -> bool {
    match (a, b) {
        (Json::Number(a), Json::Number(b)) => a.as_f64() == b.as_f64(),
        (Json::Array(a), Json::Array(b)) => {
            a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same(a, b))
        }
        (Json::Object(a), Json::Object(b)) => {
            a.len() == b.len() && a.iter().all(|(key, a)| b.get(key).is_some_and(|b| same(a, b)))
        }
        _ => a == b,
    }
}

#[test]
fn every_case_of_the_independent_calculator() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/corpus/fce-calc/cases.json");
    let Ok(text) = std::fs::read_to_string(&path) else {
        eprintln!("\n*** NOT TESTED: there is no corpus at {} ***\n", path.display());
        return;
    };
    let cases: Json = serde_json::from_str(&text).expect("the corpus is JSON");
    let cases = cases["cases"].as_array().expect("cases");
    let language = Language::embedded("ca").expect("Catalan is built in");
    let mut wrong = Vec::new();
    for case in cases {
        let (id, name) = (&case["id"], case["calculation"].as_str().expect("a name"));
        let calculation = Calculation::named(name).unwrap_or_else(|| panic!("no {name}"));
        let unknown = calculation.unknown(&case["input"]);
        if !unknown.is_empty() {
            wrong.push(format!("{id}: {unknown:?}"));
        }
        match calculation.ask(&case["input"], rules()) {
            Ok(answer) => {
                if !same(&answer.value, &case["expected"]) {
                    wrong.push(format!("{id}:\n  {}\n  {}", answer.value, case["expected"]));
                }
                assert!(!answer.citations.is_empty(), "{id} cites nothing");
                assert!(!answer.working.is_empty(), "{id} has no working");
                for at in &answer.citations {
                    assert!(rulebook().provision(at).is_some(), "{id}: {at}");
                }
                for step in &answer.working {
                    let text = language.msg(&step.text);
                    assert!(!text.contains(['⟨', '{', '}']), "{id}: {text}");
                }
            }
            Err(problems) => wrong.push(format!("{id}: {problems:?}")),
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(cases.len() >= 30);
}

#[test]
fn every_calculation_has_a_title_and_every_sentence_is_written() {
    let language = Language::embedded("ca").expect("Catalan is built in");
    for calculation in all() {
        let key = format!("ask.{}", calculation.name);
        assert!(language.has(&key), "`{key}` is not in ca.toml");
    }
    let core = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/core");
    let areas = ["ask.", "rde.", "rgc.", "bodies.", "clock.", "arbiter."];
    let mut found = 0;
    for entry in walkdir::WalkDir::new(&core).sort_by_file_name() {
        let path = entry.expect("readable").into_path();
        if path.extension().is_none_or(|e| e != "rs") || path.ends_with("coverage.rs") {
            continue;
        }
        let text = std::fs::read_to_string(&path).expect("readable");
        let own = text.split("#[cfg(test)]").next().unwrap_or_default();
        // Identifiers of parameters have the same areas; they stand after a `=`.
        let lines = own.lines().filter(|line| !line.contains(": ") || !line.contains("= \""));
        for line in lines.filter(|line| !line.trim_start().starts_with("//")) {
            for key in line.split('"').skip(1).step_by(2) {
                if areas.iter().any(|area| key.starts_with(area)) && !key.contains(' ') {
                    assert!(language.has(key), "{}: `{key}` is not in ca.toml", path.display());
                    found += 1;
                }
            }
        }
    }
    assert!(found > 100);
}
