//! Two commands from a file of another program to a site: `import`, then `build`.

use std::path::Path;
use std::process::Command;

use super::corpus;

fn run(folder: &Path, args: &[&str]) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_butlleti"))
        .args(args)
        .current_dir(folder)
        .output()
        .expect("the program runs");
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(0), "{args:?}: {said}");
    said
}

/// Imports and builds in an empty folder; the folder with the site.
fn published(file: &Path) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = file.to_str().expect("a path");
    let said = run(folder.path(), &["import", file, "--to", "data/tournaments/2005/prova"]);
    assert!(said.contains("site.toml written"), "{said}");
    run(folder.path(), &["build", "--no-pdf"]);
    folder
}

fn page(site: &tempfile::TempDir, path: &str) -> String {
    let path = site.path().join("public/torneigs/2005/prova").join(path);
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

#[test]
fn an_event_of_another_program_is_published_by_two_commands() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fuzz/corpus/trf/individual16.trf");
    let site = published(&file);
    let toml = std::fs::read_to_string(site.path().join("site.toml")).expect("it was written");
    assert_eq!(toml, "title = \"Torneig simulat 4\"\n");
    assert!(page(&site, "classificacio/index.html").contains("Pujadas Duran, Marc"));
    // A second event finds a site, and leaves its settings alone.
    std::fs::write(site.path().join("site.toml"), "title = \"Meu\"\n").expect("it can be");
    let file = file.to_str().expect("a path");
    let said = run(site.path(), &["import", file, "--to", "data/tournaments/2005/segon"]);
    assert!(!said.contains("site.toml"), "{said}");
    let toml = std::fs::read_to_string(site.path().join("site.toml")).expect("it is there");
    assert_eq!(toml, "title = \"Meu\"\n");
}

#[test]
fn a_real_open_of_284_players_is_published_by_two_commands() {
    let Some(corpus) = corpus() else { return };
    let site = published(&corpus.join("real/trf/karl_mala_2005_trf16.trf"));
    let rows = |path: &str| page(&site, path).matches("<tr").count();
    // One row for each player, and those of headings and drawings.
    let players = |path: &str| page(&site, path).matches("<tr id=\"r").count();
    assert_eq!(players("classificacio/index.html"), 284);
    assert_eq!(players("quadre/index.html"), 284);
    assert_eq!(players("jugadors/index.html"), 284);
    assert!(page(&site, "classificacio/index.html").contains("Mikhaletz, Lubomir"));
    for round in 1..=7 {
        assert!(rows(&format!("rondes/{round}/index.html")) > 100, "round {round}");
    }
    let report: serde_json::Value =
        serde_json::from_str(&page(&site, "fide/it3.json")).expect("it is JSON");
    assert_eq!(report["form"], "IT3");
}
