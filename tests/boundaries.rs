//! Every threshold of the text decides: for each number in it that a calculation of `ask` cites,
//! inputs on that number and on both sides of it are asked twice, with the text as it is and with
//! the number one higher or lower, and some answer must differ.
//!
//! The inputs are made from the parameters themselves, so a new one is tested by being in the text.

use std::collections::{BTreeMap, BTreeSet};

use butlleti::core::Rules1990;
use butlleti::core::ask::{Calculation, all};
use butlleti::diag::{Diagnostics, Sources};
use butlleti::model::Exact;
use butlleti::project::Project;
use butlleti::rulebook::{ParamValue, Percent, ProvisionId, Rulebook};
use butlleti::simulate::inputs;
use butlleti::source::{bind_rules, load_rulebook};
use serde_json::Value as Json;

/// Questions of each calculation.
const COUNT: u32 = 160;

/// Numbers of provisions that a calculation cites but does not compute with, and why.
const NOT_ASKED: &[(&str, &str)] = &[];

fn rules(rulebook: &Rulebook) -> Option<Rules1990> {
    bind_rules(rulebook, &mut Diagnostics::new())
}

/// Whole numbers of a parameter, for inputs near them.
fn whole(value: &ParamValue) -> Option<i64> {
    match value {
        ParamValue::Integer(number) => Some(*number),
        _ => None,
    }
}

/// The parameter a little higher or lower.
fn moved(value: &ParamValue, up: bool) -> Option<ParamValue> {
    let step = if up { 1 } else { -1 };
    match value {
        ParamValue::Integer(number) => Some(ParamValue::Integer(number + step)),
        ParamValue::Fraction(number) => Some(ParamValue::Fraction(*number + Exact::new(step, 4))),
        ParamValue::Percent(Percent(share)) => {
            Some(ParamValue::Percent(Percent(*share + Exact::new(step, 20))))
        }
        _ => None,
    }
}

/// A question with its answer by the text, and the provisions that the answer cites.
struct Question {
    calculation: &'static Calculation,
    input: Json,
    answer: Json,
}

#[test]
fn every_number_that_is_cited_decides_something() {
    let mut rulebook =
        load_rulebook(&Project::Embedded, &Sources::default(), &mut Diagnostics::new());
    let base = rules(&rulebook).expect("the text has every parameter");
    let of_1990: Vec<String> =
        rulebook.params.keys().filter(|id| !id.starts_with("fide")).cloned().collect();
    // By provision: the questions whose answers cite it.
    let mut by_provision: BTreeMap<ProvisionId, Vec<usize>> = BTreeMap::new();
    let mut questions: Vec<Question> = Vec::new();
    for calculation in all() {
        let near: Vec<i64> = of_1990
            .iter()
            .map(|id| &rulebook.params[id])
            .filter(|param| {
                let at = param.provision.as_str();
                calculation.provisions.iter().any(|of| {
                    at.strip_prefix(of)
                        .is_some_and(|rest| rest.is_empty() || rest.starts_with(['.', ' ']))
                })
            })
            .filter_map(|param| whole(&param.value))
            .collect();
        let example = serde_json::from_str(calculation.example).expect("an example is JSON");
        let mut asked = inputs(calculation, &near, COUNT, 7);
        asked.push(example);
        for input in asked {
            let Ok(answer) = calculation.ask(&input, &base) else { continue };
            let cited: BTreeSet<_> = answer.citations.iter().cloned().collect();
            for at in cited {
                by_provision.entry(at).or_default().push(questions.len());
            }
            let answer = answer.to_json();
            questions.push(Question { calculation, input, answer });
        }
    }
    assert!(questions.len() > 2000, "{}", questions.len());
    let (mut decisive, mut silent) = (0, Vec::new());
    for id in &of_1990 {
        let param = &rulebook.params[id];
        let Some(asked) = by_provision.get(&param.provision) else { continue };
        let value = param.value.clone();
        if moved(&value, true).is_none() {
            continue;
        }
        let differs = [true, false].into_iter().any(|up| {
            let Some(other) = moved(&value, up) else { return false };
            rulebook.params.get_mut(id).expect("it is there").value = other;
            let changed = rules(&rulebook);
            rulebook.params.get_mut(id).expect("it is there").value = value.clone();
            // Some numbers cannot be others: a table without its row is no table.
            let Some(changed) = changed else { return true };
            asked.iter().map(|&at| &questions[at]).any(|question| {
                let answer = question.calculation.ask(&question.input, &changed);
                answer.is_ok_and(|answer| answer.to_json()["value"] != question.answer["value"])
            })
        });
        if differs {
            decisive += 1;
        } else if !NOT_ASKED.iter().any(|(known, _)| known == id) {
            silent.push(id.clone());
        }
    }
    assert!(silent.is_empty(), "nothing depends on {silent:#?} ({decisive} decide)");
    assert!(decisive >= 100, "only {decisive} numbers decide something");
}
