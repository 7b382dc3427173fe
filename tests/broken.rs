//! Broken sites: each folder of `tests/broken` is a tiny site with its diagnostics in
//! `expected.txt`. `UPDATE_EXPECT=1` rewrites them; then read the difference.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use butlleti::build;
use butlleti::diag::{Diagnostic, Diagnostics, Sources};
use butlleti::project::Project;
use butlleti::source::load;

fn cases() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/broken");
    let mut cases: Vec<_> = fs::read_dir(folder)
        .expect("the folder of cases")
        .flatten()
        .map(|entry| entry.path())
        .filter(|path| path.is_dir())
        .collect();
    cases.sort();
    cases
}

/// The problems of a case. A case with a regulation lacks all others: of the parameters missing
/// for that reason only those that the case `missing-parameter` is about are kept.
fn problems(case: &Path) -> (Diagnostics, Sources) {
    let (sources, mut all) = (Sources::default(), Diagnostics::new());
    build::prepare(&Project::disk(case), None, &sources, &mut all);
    let is_about_missing = case.ends_with("missing-parameter");
    let of_the_case = |d: &&Diagnostic| {
        d.code.0 != "E0301" || is_about_missing && d.message.contains("`sap.punts-")
    };
    let mut kept = Diagnostics::new();
    all.iter().filter(of_the_case).for_each(|d| kept.push(d.clone()));
    (kept, sources)
}

#[test]
fn broken_sites_give_the_expected_diagnostics() {
    let mut different = Vec::new();
    for case in cases() {
        let (diagnostics, sources) = problems(&case);
        let found = diagnostics.render(&sources, false);
        let path = case.join("expected.txt");
        if std::env::var_os("UPDATE_EXPECT").is_some() {
            fs::write(&path, &found).expect("the test folder can be written");
        }
        let expected = fs::read_to_string(&path).unwrap_or_default();
        if found != expected {
            different.push(format!("{}:\n{found}\n--- expected:\n{expected}", case.display()));
        }
    }
    assert!(different.is_empty(), "{}", different.join("\n\n"));
}

/// Each kind of bad input has a case, whatever the texts say.
#[test]
fn every_kind_of_bad_input_has_a_case() {
    let mut found = BTreeSet::new();
    for case in cases() {
        found.extend(problems(&case).0.iter().map(|d| d.code.0));
    }
    for code in [
        "E0100", "E0101", "E0104", "E0106", "E0107", "E0108", "E0109", "E0111", "E0112", "E0114",
        "E0203", "E0204", "E0205", "E0206", "E0207", "E0208", "E0210", "E0230", "E0231", "E0232",
        "E0301", "E0302", "E0303", "E0401", "E0402", "E0403", "E0406", "E0407", "E0408", "E0501",
        "E0502", "E0503", "E0504", "E0505", "E0506", "E0507", "E0508", "E0509", "E0510", "E0511",
        "E0516", "E0602", "E0603", "E0604", "E0605", "E0606", "N0101", "N0102", "N0103",
    ] {
        assert!(found.contains(code), "no case gives {code}");
    }
}

/// A site may be five lines.
#[test]
fn a_site_with_a_title_has_the_rules_built_in() {
    let (sources, mut diagnostics) = (Sources::default(), Diagnostics::new());
    let project = Project::memory([("site.toml", "title = \"Prova\"\n")]);
    let site = load::site(&project, &mut load::Memo::default(), &sources, &mut diagnostics)
        .expect("a title is enough");
    assert_eq!(diagnostics.render(&sources, false), "");
    assert!(site.versions.published().provisions().count() > 100);
    assert!(site.glossary.len() > 100);
    assert!(site.archive.tournaments.is_empty());
}
