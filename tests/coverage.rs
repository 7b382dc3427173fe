//! What is said to be computed is: every function and test named exists, every provision is in the
//! text, and the whole checklist is covered.

use std::collections::BTreeSet;
use std::path::Path;

use butlleti::core::coverage::{How, all};
use butlleti::diag::{Diagnostics, Sources};
use butlleti::project::Project;
use butlleti::rulebook::{ProvisionId, Rulebook};
use butlleti::source::inventory::{Tag, compare};
use butlleti::source::load_rulebook;

fn rulebook() -> Rulebook {
    load_rulebook(&Project::Embedded, &Sources::default(), &mut Diagnostics::new())
}

/// All sources below a folder, as (path, text).
fn sources(folder: &str) -> Vec<(String, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    walkdir::WalkDir::new(root)
        .sort_by_file_name()
        .into_iter()
        .map(|entry| entry.expect("readable").into_path())
        .filter(|path| path.extension().is_some_and(|e| e == "rs"))
        .map(|path| {
            let text = std::fs::read_to_string(&path).expect("readable");
            (path.to_string_lossy().replace('\\', "/"), text)
        })
        .collect()
}

#[test]
fn every_provision_is_in_the_text_once() {
    let rulebook = rulebook();
    let mut seen = BTreeSet::new();
    for entry in all() {
        let id = ProvisionId::from(entry.provision);
        assert!(rulebook.provision(&id).is_some(), "{} does not exist", entry.provision);
        assert!(seen.insert(entry.provision), "{} stands twice", entry.provision);
    }
}

#[test]
fn every_function_and_every_test_exists() {
    let core = sources("src/core");
    let tests: BTreeSet<String> = core
        .iter()
        .chain(&sources("tests"))
        .flat_map(|(_, text)| {
            // A test is a function after the attribute; proptest has its functions likewise.
            text.split("#[test]")
                .skip(1)
                .filter_map(|rest| rest.split("fn ").nth(1))
                .map(|rest| rest.split(['(', '<']).next().unwrap_or_default().trim().to_owned())
                .collect::<Vec<_>>()
        })
        .collect();
    for entry in all() {
        match entry.how {
            How::Computed { by, test } => {
                assert!(tests.contains(test), "{}: no test `{test}`", entry.provision);
                let parts: Vec<&str> = by.split("::").collect();
                let (function, path) = parts.split_last().expect("a path");
                // The type of a method is no part of the path of its file.
                let modules: Vec<&str> = path
                    .iter()
                    .copied()
                    .filter(|part| part.starts_with(|c: char| c.is_ascii_lowercase()))
                    .collect();
                let file = format!("src/core/{}", modules.join("/"));
                let defined = core.iter().any(|(path, text)| {
                    let is_file = path.ends_with(&format!("{file}.rs"))
                        || path.ends_with(&format!("{file}/mod.rs"));
                    is_file
                        && text.split("fn ").skip(1).any(|rest| {
                            rest.strip_prefix(function).is_some_and(|r| r.starts_with(['(', '<']))
                        })
                });
                assert!(defined, "{}: no function `{by}` in {file}", entry.provision);
            }
            How::Person(reason) => {
                assert!(reason.text.len() > 20, "{}", entry.provision);
                // The page says the same in each language.
                let language = butlleti::lang::Language::embedded("ca").expect("built in");
                assert_eq!(language.text(reason.key), reason.text);
            }
        }
    }
}

#[test]
fn the_checklist_is_covered_and_nearly_all_of_it_computed() {
    let computed = all().iter().filter(|entry| entry.is_computed()).count();
    assert!(computed >= 290, "only {computed} provisions are computed");
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../shared/seeds/rules-inventory.md");
    let Ok(list) = std::fs::read_to_string(path) else {
        eprintln!(
            "\n*** NOT TESTED: {path} is absent; the coverage was not compared with it ***\n"
        );
        return;
    };
    let listed: BTreeSet<&str> = all().iter().map(|entry| entry.provision).collect();
    let rulebook = rulebook();
    let comparison = compare(&list, &rulebook);
    let compute = comparison.found.iter().filter(|found| found.entry.tag == Tag::Compute);
    let mut count = 0;
    for found in compute {
        assert!(listed.contains(found.provision.as_str()), "{} is not listed", found.provision);
        count += 1;
    }
    assert_eq!(count, all().len());
}

/// "February 1990" stands between the RDE, approved on 4 March, and the RGC: it is the date of
/// neither; and the RDE says itself that it goes before the RGC, whatever the dates.
#[test]
fn amb_87_the_dateline_is_of_no_text_and_the_rde_prevails() {
    let rulebook = rulebook();
    let approved = |code: &str| {
        let regulation = rulebook.regulations.iter().find(|r| r.code == code);
        regulation.expect("a regulation of the bulletin").approved.map(|day| day.to_string())
    };
    assert_eq!(approved("RDE").as_deref(), Some("1990-03-04"));
    assert_eq!(approved("RGC"), None);
    for regulation in &rulebook.regulations {
        let day = regulation.approved.map(|day| day.to_string()).unwrap_or_default();
        assert!(!day.starts_with("1990-02"), "{}", regulation.code);
    }
    assert!(rulebook.provision(&"RDE DA 2.1".into()).is_some());
}
