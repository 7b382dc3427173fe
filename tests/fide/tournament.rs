//! Tournaments and rules for these tests.

use std::path::PathBuf;
use std::sync::{Arc, OnceLock};

use butlleti::core::Rules1990;
use butlleti::core::fide::FideRules;
use butlleti::core::fide::tiebreak::{Descriptor, Edition, FideCriterion, Field};
use butlleti::core::report::Value;
use butlleti::core::score_table::ScoreTable;
use butlleti::core::tiebreak::{Applied, TieBreak};
use butlleti::diag::{Diagnostics, Sources};
use butlleti::model::{
    Absence, Bye, Cell, Colour, Entrant, Exact, Forfeit, Outcome, RuleSet, Score, System,
    Tournament,
};
use butlleti::project::Project;
use butlleti::source::{bind_rules, load_rulebook};
use serde_json::Value as Json;

pub fn rules() -> &'static Rules1990 {
    static RULES: OnceLock<Rules1990> = OnceLock::new();
    RULES.get_or_init(|| {
        let project = Project::disk(env!("CARGO_MANIFEST_DIR"));
        let (sources, mut diagnostics) = (Sources::default(), Diagnostics::new());
        let rulebook = load_rulebook(&project, &sources, &mut diagnostics);
        bind_rules(&rulebook, &mut diagnostics).expect("every parameter is in the text")
    })
}

pub fn fide() -> Arc<FideRules> {
    Arc::clone(rules().fide.rules().expect("the texts of FIDE are there"))
}

/// A file of the test data beside the repository; says so loudly when there is none.
pub fn corpus(file: &str) -> Option<String> {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../shared/corpus").join(file);
    match std::fs::read_to_string(&path) {
        Ok(text) => Some(text),
        Err(error) => {
            eprintln!("\n*** NOT TESTED: {} cannot be read: {error} ***\n", path.display());
            None
        }
    }
}

pub fn corpus_json(file: &str) -> Option<Json> {
    corpus(file).map(|text| serde_json::from_str(&text).unwrap())
}

/// An individual tournament of `corpus/tiebreaks/inputs`.
pub fn individual(input: &Json) -> Tournament {
    let system = match input["format"].as_str().unwrap() {
        "round_robin" => System::RoundRobin { double: false },
        _ => System::Swiss,
    };
    let rounds = input["rounds"].as_u64().unwrap() as u32;
    let mut t = Tournament::new("case", "Case", system, rounds);
    t.rule_set = RuleSet::Fide2026;
    for player in input["players"].as_array().unwrap() {
        let number = player["no"].as_u64().unwrap() as u32;
        let mut entrant = Entrant::new(number, format!("P{number}"));
        entrant.ratings.fide = player["rating"].as_u64().map(|rating| rating as u32);
        t.entrants.push(entrant);
        let mut cells = vec![Cell::Absent(Absence::Missed); rounds as usize];
        for round in player["rounds"].as_array().unwrap() {
            cells[round["round"].as_u64().unwrap() as usize - 1] = cell(round);
        }
        t.cells.push(cells);
    }
    t
}

fn cell(round: &Json) -> Cell {
    let paired = |outcome| Cell::Paired {
        opponent: round["opponent"].as_u64().unwrap() as usize - 1,
        colour: match round["color"].as_str() {
            Some("w") => Some(Colour::White),
            Some("b") => Some(Colour::Black),
            _ => None,
        },
        outcome,
    };
    match round["kind"].as_str().unwrap() {
        "played" => paired(Outcome::Played(match round["points"].as_f64().unwrap() {
            1.0 => Score::Win,
            0.5 => Score::Draw,
            _ => Score::Loss,
        })),
        "forfeit_win" => paired(Outcome::Forfeit(Forfeit::Won)),
        "forfeit_loss" => paired(Outcome::Forfeit(Forfeit::Lost)),
        "pab" => Cell::Bye(Bye::Pairing),
        "fpb" => Cell::Bye(Bye::Full),
        "hpb" => Cell::Bye(Bye::Half),
        "zpb" => Cell::Bye(Bye::Zero),
        other => panic!("kind {other}"),
    }
}

pub fn field_of(t: &Tournament, edition: Edition) -> Arc<Field> {
    let scores = ScoreTable::new(t, rules(), t.rounds);
    Arc::new(Field::new(t, &scores, &fide().c07, edition))
}

pub fn criterion(code: &str, field: &Arc<Field>) -> FideCriterion {
    FideCriterion::new(Descriptor::parse(code).unwrap(), field.clone(), fide())
}

pub fn exact(value: &Value) -> Option<Exact> {
    match value {
        Value::Int(n) => Some(Exact::from(*n)),
        Value::Points(points) => Some(points.exact()),
        Value::Exact(exact) => Some(*exact),
        _ => None,
    }
}

/// The value of a criterion for an index.
pub fn value(code: &str, field: &Arc<Field>, who: usize) -> Option<Exact> {
    exact(&criterion(code, field).value(who).expect("a criterion with values").value)
}

/// Places after points and one criterion, by index.
pub fn places_by(code: &str, field: &Arc<Field>) -> Vec<usize> {
    let all: Vec<usize> = (0..field.contestants.len()).collect();
    let points = |who: &usize| field.points(*who, field.primary);
    let mut order = all.clone();
    order.sort_by_key(|who| std::cmp::Reverse(points(who)));
    let mut places = vec![0; all.len()];
    let mut next = 1;
    for group in order.chunk_by(|a, b| points(a) == points(b)) {
        let criterion = criterion(code, field);
        let ranks: Vec<Option<Exact>> = match criterion.separate(group) {
            Applied::Values(entries) => {
                entries.iter().map(|entry| TieBreak::order(&criterion, &entry.value)).collect()
            }
            Applied::Skipped(_) => vec![None; group.len()],
        };
        for (at, &who) in group.iter().enumerate() {
            places[who] = next + ranks.iter().filter(|rank| **rank > ranks[at]).count();
        }
        next += group.len();
    }
    places
}

/// Does an exact value print as a number of the test data (two decimals, or less)?
pub fn prints_as(value: Option<Exact>, expected: &Json) -> bool {
    match (value, expected.as_f64()) {
        (None, None) => true,
        (Some(value), Some(expected)) => {
            let value = *value.numer() as f64 / *value.denom() as f64;
            (value - expected).abs() <= 0.00501
        }
        _ => false,
    }
}
