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

/// Numbers that an answer cites and that these questions do not reach, and why; each has its own
/// test beside the calculation.
const NOT_ASKED: &[(&str, &str)] = &[
    ("actius.jugades-enrere-dos-escacs", "a sequence of positions decides"),
    ("blog.blitz-jugades-equivalencia", "the names of time classes, from another calculation"),
    ("blog.fa-edat", "ages: the days drawn are of two years"),
    ("blog.fa-examen", "a mark as a percentage"),
    ("blog.fada-edat", "ages: the days drawn are of two years"),
    ("blog.fada-edat-titol", "ages: the days drawn are of two years"),
    ("blog.ia-edat", "ages: the days drawn are of two years"),
    ("blog.ia-suis-jugadors", "several events together decide"),
    ("blog.ia-suis-part-avaluats", "several events together decide"),
    ("blog.ia-suis-rondes", "several events together decide"),
    ("blog.illegal-faltes-temps", "another rule set"),
    ("blog.penalitzacio-general", "another rule set"),
    ("blog.repeticions-automatiques", "a sequence of positions decides"),
    ("ce.absencies-alternes", "a pattern of sessions decides"),
    ("delegacions.originals-planilla", "told, not computed with"),
    ("oberts.quota-primera-preferent", "the fee comes before its group is known"),
    ("oberts.quota-segona-tercera", "the fee comes before its group is known"),
    ("oberts.ronda-llista", "the moment is given by its own name"),
    ("rde.competicio-membres", "told, not computed with"),
    ("rde.grau-agreujant", "circumstances by their letters"),
    ("rde.greu-clausura-min", "a range that stands in another provision"),
    ("rde.greu-suspensio-partits-min", "a range that stands in another provision"),
    ("rde.molt-greu-clausura-min", "a range that stands in another provision"),
    ("rgc.analisi-control", "told, not computed with"),
    ("rgc.controls", "told, not computed with"),
    ("rgc.endarreriment-localitats", "proof is drawn too seldom"),
    ("rgc.final-pactat", "told, not computed with"),
    ("rgc.juvenil-edat", "ages: the days drawn are of two years"),
    ("rgc.rellotge-control", "told, not computed with"),
    ("rgc.rellotge-inici-hores", "the dial setting only (AMB-34)"),
    ("rgc.rellotge-inici-minuts", "the dial setting only (AMB-34)"),
    ("rgc.responsables-resultats", "told, not computed with"),
    ("rgc.ritme", "told, not computed with"),
    ("rgc.sessio", "told, not computed with"),
    ("suis.numeros-provisionals", "told, not computed with"),
    ("suis.tardans-punts", "the standings compute with it"),
    ("tancats.elo-mitjana", "ratings of ten players together decide"),
    ("tancats.norma-mitjana", "ratings of ten players together decide"),
];

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
        let listed = NOT_ASKED.iter().any(|(known, _)| known == id);
        match (differs, listed) {
            (true, false) => decisive += 1,
            (false, false) => silent.push(id.clone()),
            (true, true) => panic!("{id} decides: take it off the list"),
            (false, true) => {}
        }
    }
    assert!(silent.is_empty(), "nothing depends on {silent:#?} ({decisive} decide)");
    assert!(decisive >= 150, "only {decisive} numbers decide something");
}
