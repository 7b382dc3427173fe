//! The command line with criteria of FIDE.

use std::path::PathBuf;
use std::process::Command;

use serde_json::Value as Json;

use super::tournament::corpus;

const FILE: &str = "tiebreaks/inputs/tec-swiss-16x5.trf";

fn file() -> Option<PathBuf> {
    corpus(FILE)?;
    Some(PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../shared/corpus").join(FILE))
}

fn run(args: &[&str]) -> Option<(i32, Json)> {
    let output = Command::new(env!("CARGO_BIN_EXE_butlleti"))
        .arg(args[0])
        .arg(file()?)
        .args(&args[1..])
        .arg("--json")
        .output()
        .unwrap();
    let json = serde_json::from_slice(&output.stdout).unwrap_or_default();
    Some((output.status.code().unwrap(), json))
}

fn listed(json: &Json) -> Vec<&str> {
    json["criteria"].as_array().unwrap().iter().map(|c| c["key"].as_str().unwrap()).collect()
}

/// The file is of 2026; by itself it still has the lists of 1990.
#[test]
fn a_lone_file_keeps_the_lists_of_1990() {
    let Some((code, json)) = run(&["standings"]) else { return };
    assert_eq!(code, 0);
    let list = ["progressive", "buchholz", "personal_result", "sonneborn_berger", "kashdan"];
    assert_eq!(listed(&json), list);
    assert_eq!(json["rule_set"], "fce-1990");
}

#[test]
fn criteria_and_editions_can_be_asked_for() {
    let value = |edition: &str| {
        let args = ["standings", "--tie-breaks", "BH/C1,bh,SB,progressive", "--edition", edition];
        run(&args).map(|(code, json)| {
            assert_eq!(code, 0);
            assert_eq!(listed(&json), ["BH/C1", "BH", "SB", "progressive"]);
            let players = json["players"].as_array().unwrap().clone();
            let four = players.into_iter().find(|player| player["number"] == 4).unwrap();
            four["BH"].clone()
        })
    };
    let (Some(before), Some(since)) = (value("2024-08"), value("2026-03")) else { return };
    // The dummy of 4 has its own 3½; since 2026 not more than five draws.
    assert_eq!((before, since), (15.into(), 14.into()));
}

#[test]
fn what_is_no_criterion_is_a_mistake_in_the_command() {
    for bad in ["BH/X", "nonsense", "WIN/C1"] {
        let Some((code, _)) = run(&["standings", "--tie-breaks", bad]) else { return };
        assert_eq!(code, 2, "{bad}");
    }
    let Some((code, _)) = run(&["standings", "--tie-breaks", "BH", "--edition", "1999"]) else {
        return;
    };
    assert_eq!(code, 2);
}

#[test]
fn titles_and_ratings_answer() {
    for (command, report) in [("titles", "title-norms"), ("ratings", "ratings")] {
        let Some((code, json)) = run(&[command]) else { return };
        assert_eq!((code, json["report"].as_str()), (0, Some(report)));
        assert_eq!(json["players"].as_array().unwrap().len(), 16);
    }
}
