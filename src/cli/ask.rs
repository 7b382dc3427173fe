//! `ask`: one calculation, its inputs as JSON.

use std::io::Read;

use serde_json::{Map, Value as Json, json};

use super::args::AskArgs;
use super::{Outcome, Session, print, print_json};
use crate::build::RulesByDay;
use crate::core::Rules1990;
use crate::core::ask::{Answer, Calculation, Problem, Problems, all, schema};
use crate::core::report::Step;
use crate::diag::nearest;
use crate::lang::Language;
use crate::model::Date;
use crate::source;

/// Lists the calculations, prints the schema of one, or answers one.
pub fn ask(session: &mut Session, args: &AskArgs) -> Outcome {
    let Some(name) = &args.name else { return list(session, args.json) };
    let Some(calculation) = Calculation::named(name) else {
        let near = nearest(name, all().iter().map(|calculation| calculation.name));
        let hint = near.map_or_else(
            || "; `butlleti ask` lists them all".to_owned(),
            |near| format!("; did you mean `{near}`?"),
        );
        eprintln!("error: no calculation is called `{name}`{hint}");
        return Outcome::Usage;
    };
    if args.schema {
        print_json(&schema(calculation));
        return Outcome::Fine;
    }
    let input = match input(&args.inputs) {
        Ok(input) => input,
        Err(reason) => return refuse(calculation, &Problems(vec![reason]), args.json),
    };
    if let Err(problems) = check_names(calculation, &input) {
        return refuse(calculation, &problems, args.json);
    }
    let day = match args.on.as_deref().map(str::parse::<Date>) {
        None => None,
        Some(Ok(day)) => Some(day),
        Some(Err(_)) => {
            eprintln!("error: --on takes a day such as 1991-03-01");
            return Outcome::Usage;
        }
    };
    let Some(rules) = rules(session, day) else { return session.report() };
    let Some(language) = session.load_language("ca") else { return session.report() };
    match calculation.ask(&input, &rules) {
        Ok(answer) if args.json => print_json(&to_json(&answer, &language)),
        Ok(answer) => print(&for_people(&answer, &language)),
        Err(problems) => return refuse(calculation, &problems, args.json),
    }
    session.report()
}

/// The rules in force on a day, or as published.
fn rules(session: &mut Session, day: Option<Date>) -> Option<Rules1990> {
    let mut diagnostics = std::mem::take(&mut session.diagnostics);
    let (versions, _) = source::rulebook(session.texts(), &session.sources, &mut diagnostics);
    let rules = RulesByDay::bind(&versions, &mut diagnostics);
    session.diagnostics = diagnostics;
    let rules = rules?;
    Some(match day {
        Some(day) => rules.on(day).clone(),
        None => rules.published().clone(),
    })
}

/// The object on standard input, or the one that `field=value` arguments make.
fn input(inputs: &[String]) -> Result<Json, Problem> {
    if !inputs.is_empty() {
        let mut object = Map::new();
        for text in inputs {
            let Some((name, value)) = text.split_once('=') else {
                return Err(Problem::new(text.clone(), "field=value", "no `=`"));
            };
            let value =
                serde_json::from_str(value).unwrap_or_else(|_| Json::String(value.to_owned()));
            object.insert(name.to_owned(), value);
        }
        return Ok(Json::Object(object));
    }
    let mut text = String::new();
    if let Err(error) = std::io::stdin().read_to_string(&mut text) {
        return Err(Problem::new("", "JSON on standard input", error.to_string()));
    }
    let text = text.trim_start_matches('\u{feff}').trim();
    if text.is_empty() {
        return Err(Problem::new("", "a JSON object on standard input", "nothing"));
    }
    serde_json::from_str(text)
        .map_err(|error| Problem::new("", "a JSON object on standard input", error.to_string()))
}

/// A name that only looks like a field is an error; any other that no field has is told and passed
/// over.
fn check_names(calculation: &Calculation, input: &Json) -> Result<(), Problems> {
    let mut problems = Problems::default();
    for unknown in calculation.unknown(input) {
        let field = format!("{}{}", unknown.path, unknown.name);
        match nearest(&unknown.name, unknown.missing.iter().copied()) {
            Some(near) => {
                problems.0.push(Problem::new(
                    field,
                    format!("`{near}`"),
                    "a name that is no field",
                ));
            }
            None => eprintln!("warning: `{field}` is no field of this calculation; not used"),
        }
    }
    if problems.0.is_empty() { Ok(()) } else { Err(problems) }
}

fn refuse(calculation: &Calculation, problems: &Problems, as_json: bool) -> Outcome {
    if as_json {
        let errors: Vec<_> = problems.0.iter().map(Problem::to_json).collect();
        print_json(&json!({"errors": errors}));
    }
    for problem in &problems.0 {
        eprintln!("error: {problem}");
    }
    eprintln!("`butlleti ask {} --schema` tells every field", calculation.name);
    Outcome::Findings
}

/// The answer with its working in words besides.
fn to_json(answer: &Answer, language: &Language) -> Json {
    let mut json = answer.to_json();
    if let Some(steps) = json["working"].as_array_mut() {
        for (step, json) in answer.working.iter().zip(steps) {
            json["sentence"] = json!(sentence(step, language));
        }
    }
    json
}

fn sentence(step: &Step, language: &Language) -> String {
    let text = language.msg(&step.text);
    match &step.value {
        Some(value) => format!("{text}: {}", language.value(value)),
        None => text,
    }
}

fn for_people(answer: &Answer, language: &Language) -> String {
    let mut text = format!("{:#}\n", answer.value);
    if !answer.working.is_empty() {
        text.push('\n');
    }
    for step in &answer.working {
        let citations: Vec<_> = step.citations.iter().map(|at| at.as_str()).collect();
        let cited = if citations.is_empty() {
            String::new()
        } else {
            format!("  [{}]", citations.join(", "))
        };
        text.push_str(&format!("  {}{cited}\n", sentence(step, language)));
    }
    let citations: Vec<_> = answer.citations.iter().map(|at| at.as_str()).collect();
    if !citations.is_empty() {
        text.push_str(&format!("\n[{}]\n", citations.join(", ")));
    }
    text
}

/// Every calculation with its inputs.
fn list(session: &mut Session, as_json: bool) -> Outcome {
    let Some(language) = session.load_language("ca") else { return session.report() };
    let title = |calculation: &Calculation| language.text(&format!("ask.{}", calculation.name));
    if as_json {
        let list: Vec<_> = all()
            .iter()
            .map(|calculation| {
                json!({
                    "name": calculation.name,
                    "title": title(calculation),
                    "provisions": calculation.provisions,
                    "schema": schema(calculation),
                })
            })
            .collect();
        print_json(&Json::Array(list));
        return session.report();
    }
    let mut text = String::new();
    for calculation in all() {
        let provisions = calculation.provisions.join(", ");
        text.push_str(&format!("{}\n  {} [{provisions}]\n", calculation.name, title(calculation)));
        for field in calculation.fields {
            let optional = if field.required { "" } else { " (optional)" };
            text.push_str(&format!("    {}{optional}: {}\n", field.name, field.kind.words()));
        }
    }
    print(&text);
    session.report()
}
