//! Individual tournaments: `corpus/tiebreaks` and a real file with every kind of bye.

use std::collections::BTreeMap;
use std::path::Path;

use butlleti::core::fide::tiebreak::{Descriptor, Edition};
use butlleti::core::report::Value;
use butlleti::diag::{Diagnostics, Sources};
use butlleti::model::System;
use butlleti::source::tournament_file;
use serde_json::Value as Json;

use super::tournament::*;

const INDIVIDUAL: [&str; 6] = [
    "tec-swiss-16x5",
    "tec-swiss-16x9",
    "tec-roundrobin-6x5",
    "synthetic-14x7",
    "synthetic-22x9",
    "synthetic-40x9",
];

/// All differences of one table `code → player → value`.
fn differences(name: &str, values: &Json, edition: Edition) -> Vec<String> {
    let Some(input) = corpus_json(&format!("tiebreaks/inputs/{name}.json")) else {
        return Vec::new();
    };
    let t = individual(&input);
    let field = field_of(&t, edition);
    let mut found = Vec::new();
    for (code, players) in values.as_object().unwrap() {
        let places = (code == "DE_rank").then(|| places_by("DE", &field));
        for (number, expected) in players.as_object().unwrap() {
            let who = t.by_number(number.parse().unwrap()).unwrap();
            let value = match &places {
                Some(places) => Some((places[who] as i64).into()),
                None => value(code, &field, who),
            };
            if !prints_as(value, expected) {
                found.push(format!(
                    "{name} {} {code} of {number}: {value:?}, not {expected}",
                    edition.key()
                ));
            }
        }
    }
    found
}

#[test]
fn values_on_which_two_programs_agree() {
    let mut wrong = Vec::new();
    for name in INDIVIDUAL {
        let Some(agreed) = corpus_json(&format!("tiebreaks/agreed/{name}.json")) else { return };
        for edition in agreed["editions"].as_array().unwrap() {
            let key = Edition::from_key(edition["edition"].as_str().unwrap()).unwrap();
            wrong.extend(differences(name, &edition["agreed"], key));
            // What only FIDE's checker computes agrees too.
            wrong.extend(differences(name, &edition["only_milvang"], key));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Where the two programs differ: `[tiebreak-core, checker]`. The checker is right by the text
/// (see the README of the test data), but for three cases.
#[test]
fn disputed_values_are_decided_by_the_text() {
    let mut wrong = Vec::new();
    for name in INDIVIDUAL {
        let Some(agreed) = corpus_json(&format!("tiebreaks/agreed/{name}.json")) else { return };
        for edition in agreed["editions"].as_array().unwrap() {
            let key = Edition::from_key(edition["edition"].as_str().unwrap()).unwrap();
            let mut chosen = serde_json::Map::new();
            for (code, players) in edition["disputed_core_vs_milvang"].as_object().unwrap() {
                // 15.2 of 2026: in a fixed schedule only forfeits lost stay unplayed in article 7,
                // so a forfeit won is a game won (WON, BPG, BWG), and REP leaves out the lost one.
                let first = matches!(code.as_str(), "WON" | "BPG" | "BWG");
                let of = |pair: &Json| pair[usize::from(!first)].clone();
                let players = players.as_object().unwrap().iter();
                chosen.insert(
                    code.clone(),
                    players.map(|(number, pair)| (number.clone(), of(pair))).collect(),
                );
            }
            wrong.extend(differences(name, &Json::Object(chosen), key));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The virtual opponent, 2009–2023.
#[test]
fn c02_13_15_2_virtual_opponent() {
    let mut wrong = Vec::new();
    for name in INDIVIDUAL {
        let Some(outputs) = corpus_json(&format!("tiebreaks/outputs/{name}.json")) else { return };
        for output in outputs["outputs"].as_array().unwrap() {
            if output["edition"] == "2009" && !name.contains("roundrobin") {
                wrong.extend(differences(name, &output["values"], Edition::Virtual2009));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn values_that_fide_printed() {
    let mut wrong = Vec::new();
    for name in ["tec-swiss-16x5", "tec-swiss-16x9", "tec-roundrobin-6x5"] {
        let Some(published) = corpus_json(&format!("tiebreaks/published/{name}.json")) else {
            return;
        };
        let mut values = published["values"].as_object().unwrap().clone();
        if name == "tec-roundrobin-6x5" {
            // Printed by the text of 2023; the later editions agree.
            for edition in [Edition::August2024, Edition::March2026] {
                wrong.extend(differences(name, &Json::Object(values.clone()), edition));
            }
        }
        // ARO/C1 of a player with one game is undefined: nothing is left.
        if let Some(aro) = values.get_mut("ARO/C1").and_then(Json::as_object_mut) {
            aro.entry("12").or_insert(Json::Null);
        }
        wrong.extend(differences(name, &Json::Object(values), Edition::Y2023));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// A real file with every kind of bye: the 34 columns of FIDE's checker.
#[test]
fn a_real_file_in_all_columns() {
    let file = "real/trf/tec_many_unplayed_rounds";
    let Some(trf) = corpus(&format!("{file}.trf")) else { return };
    let Some(table) = corpus(&format!("{file}.expected_tiebreaks_2026-03-01.tsv")) else { return };
    let (sources, mut diagnostics) = (Sources::default(), Diagnostics::new());
    let t = tournament_file(Path::new("many.trf"), trf.as_bytes(), &sources, &mut diagnostics)
        .expect("a tournament");
    assert_eq!(t.system, System::Swiss);
    let field = field_of(&t, Edition::March2026);
    let mut lines = table.lines();
    let head: Vec<&str> = lines.next().unwrap().split('\t').collect();
    assert_eq!(head.len(), 34);
    let mut wrong = Vec::new();
    let mut compared = 0;
    // The list of the columns, in order, makes the rank.
    let by_columns: Vec<&str> = head[3..]
        .iter()
        .copied()
        .filter(|code| !["VUR", "NUM", "COP", "CSQ"].contains(code))
        .collect();
    let mut t_ranked = t.clone();
    t_ranked.tie_breaks = Some(by_columns.iter().map(|&code| code.into()).collect());
    // ESB is written for teams; for players it is SB. No two are level after the first columns.
    let settings = butlleti::core::standings::Settings {
        edition: Some(Edition::March2026),
        ..Default::default()
    };
    let standings = butlleti::core::Standings::compute(&t_ranked, rules(), t.rounds, &settings);
    assert!(standings.unknown_criteria.is_empty());
    for line in lines.filter(|line| line.starts_with(|c: char| c.is_ascii_digit())) {
        let cells: Vec<&str> = line.split('\t').collect();
        let who = t.by_number(cells[0].parse().unwrap()).unwrap();
        for (&code, &cell) in head.iter().zip(&cells).skip(1) {
            compared += 1;
            let ok = match code {
                "Rank" => {
                    let row = &standings.rows[standings.row_of(who).unwrap()];
                    row.rank == cell.parse().ok()
                }
                // Nobody is level with anybody when it comes to it.
                "DE" => {
                    let at = by_columns.iter().position(|&c| c == "DE").unwrap();
                    let row = &standings.rows[standings.row_of(who).unwrap()];
                    cell == "0" && row.criteria[at].value == Value::Undefined
                }
                "COP" | "CSQ" => {
                    criterion(code, &field).value(who).unwrap().value == Value::from(cell)
                }
                // Somebody is unrated: article 10 is not applied.
                _ if cell == "-0" => value(code, &field, who).is_none(),
                _ => {
                    let expected: f64 = cell.parse().unwrap();
                    prints_as(value(code, &field, who), &expected.into())
                }
            };
            if !ok {
                let found = Descriptor::parse(code)
                    .ok()
                    .and_then(|_| criterion(code, &field).value(who))
                    .map(|entry| entry.value);
                wrong.push(format!("{code} of {}: {found:?}, not {cell}", cells[0]));
            }
        }
    }
    assert_eq!(compared, 15 * 33);
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// How many tournaments (in each edition) a code was compared in, and how many values, by where
/// the expected values are from. `cargo test --test fide table -- --nocapture` prints it.
#[test]
fn table_of_codes_and_tournaments() {
    const FROM: [&str; 4] = ["two programs", "FIDE's checker", "FIDE, printed", "virtual opponent"];
    let mut tables: Vec<(usize, &str, Edition, Json)> = Vec::new();
    for name in INDIVIDUAL {
        let Some(agreed) = corpus_json(&format!("tiebreaks/agreed/{name}.json")) else { return };
        for edition in agreed["editions"].as_array().unwrap() {
            let key = Edition::from_key(edition["edition"].as_str().unwrap()).unwrap();
            tables.push((0, name, key, edition["agreed"].clone()));
            tables.push((1, name, key, edition["only_milvang"].clone()));
        }
        let outputs = corpus_json(&format!("tiebreaks/outputs/{name}.json")).expect("it is there");
        for output in outputs["outputs"].as_array().unwrap() {
            if output["edition"] == "2009" && !name.contains("roundrobin") {
                tables.push((3, name, Edition::Virtual2009, output["values"].clone()));
            }
        }
        if let Some(published) = corpus_json(&format!("tiebreaks/published/{name}.json")) {
            tables.push((2, name, Edition::Y2023, published["values"].clone()));
        }
    }
    // Code → for each origin: tournaments equal, tournaments, values.
    let mut counts: BTreeMap<String, [(usize, usize, usize); 4]> = BTreeMap::new();
    for (from, name, edition, values) in &tables {
        for (code, players) in values.as_object().unwrap() {
            let of_code = serde_json::json!({ (code.as_str()): players });
            let equal = differences(name, &of_code, *edition).is_empty();
            let count = &mut counts.entry(code.clone()).or_default()[*from];
            count.0 += usize::from(equal);
            count.1 += 1;
            count.2 += players.as_object().unwrap().len();
        }
    }
    println!("| code | {} | values |\n|---|{}---:|", FROM.join(" | "), "---|".repeat(FROM.len()));
    let mut unequal = Vec::new();
    for (code, of_code) in &counts {
        let cells = of_code.map(|(equal, all, _)| match all {
            0 => String::new(),
            _ => format!("{equal}/{all}"),
        });
        let values: usize = of_code.iter().map(|count| count.2).sum();
        println!("| {code} | {} | {values} |", cells.join(" | "));
        if of_code.iter().any(|(equal, all, _)| equal < all) {
            unequal.push(code.as_str());
        }
    }
    assert!(unequal.is_empty(), "{unequal:?}");
    let values: usize = counts.values().flatten().map(|count| count.2).sum();
    assert_eq!((counts.len(), values), (38, 8306));
}
