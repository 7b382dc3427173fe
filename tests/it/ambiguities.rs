//! Every point that the two texts leave open is settled, and a test shows which way: this test
//! finds a test that names each of them (`AMB-NN` in a comment, or `amb_NN` in its name).

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

/// How many there are.
const LAST: u32 = 111;

/// The code of tests below a folder: whole files of tests, and the module at the end of others.
fn tests_below(folder: &str) -> String {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let mut all = String::new();
    for entry in walkdir::WalkDir::new(root).sort_by_file_name() {
        let path = entry.expect("readable").into_path();
        if path.extension().is_none_or(|e| e != "rs") || path.ends_with(file!()) {
            continue;
        }
        let text = fs::read_to_string(&path).expect("readable");
        let of_tests = path.ends_with("tests.rs") || folder == "tests";
        let start = if of_tests { Some(0) } else { text.find("#[cfg(test)]\nmod tests {") };
        all.extend(start.map(|start| &text[start..]));
    }
    all
}

/// The numbers after every `AMB-` and `amb_`, with those that follow: `AMB-30, 110`, `AMB-66 … 72`.
fn named(text: &str) -> BTreeSet<u32> {
    let mut found = BTreeSet::new();
    for (start, separators) in [("AMB-", ", …and"), ("amb_", "_")] {
        for after in text.split(start).skip(1) {
            let mut rest = after;
            loop {
                let end = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
                let Ok(number) = rest[..end].parse() else { break };
                found.insert(number);
                rest = rest[end..].trim_start_matches(|c| separators.contains(c));
            }
        }
    }
    found
}

#[test]
fn every_ambiguity_is_named_by_a_test() {
    let named = named(&(tests_below("src") + &tests_below("tests")));
    let missing: Vec<_> = (1..=LAST).filter(|number| !named.contains(number)).collect();
    assert!(missing.is_empty(), "no test names AMB-{missing:?}");
    let unknown: Vec<_> = named.iter().filter(|number| !(1..=LAST).contains(*number)).collect();
    assert!(unknown.is_empty(), "there is no AMB-{unknown:?}");
}
