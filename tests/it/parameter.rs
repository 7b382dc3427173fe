//! One number changed in the text of a regulation changes everything that follows from it: the
//! check, its working, the page and the document, with no other edit.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use butlleti::build::{self, Options, Prepared};
use butlleti::core::report::{Block, Fact, Verdict};
use butlleti::diag::{Diagnostics, Sources};
use butlleti::project::Project;

/// The repository's texts as published, and an open with 22 players.
fn files(edit: impl Fn(&str) -> String) -> BTreeMap<PathBuf, Vec<u8>> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut files = BTreeMap::new();
    for entry in fs::read_dir(root.join("content/reglaments")).unwrap().flatten() {
        let text = fs::read_to_string(entry.path()).unwrap();
        let path = Path::new("content/reglaments").join(entry.file_name());
        let text = if entry.file_name() == "oberts.md" { edit(&text) } else { text };
        files.insert(path, text.into_bytes());
    }
    let glossary = fs::read(root.join("content/glossari.toml")).unwrap();
    files.insert("content/glossari.toml".into(), glossary);
    files.insert("site.toml".into(), b"title = \"Prova\"\n".to_vec());
    let folder = Path::new("data/tournaments/1990/obert");
    let settings = "name = \"Obert\"\nsystem = \"swiss\"\nkind = \"open\"\nrounds = 8\n\
                    start = 1990-11-03\nend = 1990-12-22\ncategories = [\"2a\", \"3a\"]\n";
    files.insert(folder.join("tournament.toml"), settings.into());
    let players: String = (1..=22).map(|n| format!("{n},Jugador {n},2a\n")).collect();
    files.insert(folder.join("players.csv"), format!("number,name,category\n{players}").into());
    files
}

fn prepare(project: &Project) -> (Prepared, Sources) {
    let (sources, mut diagnostics) = (Sources::default(), Diagnostics::new());
    let prepared = build::prepare(project, None, &sources, &mut diagnostics);
    assert!(!diagnostics.has_errors(), "{}", diagnostics.render(&sources, false));
    (prepared.unwrap(), sources)
}

/// The fact of the homologation report about the size of the group.
fn size(prepared: &Prepared) -> Fact {
    let computed = prepared.events[0].computed();
    let report = computed.report("homologacio").expect("an open has the check");
    let facts = report.blocks.iter().filter_map(|block| match block {
        Block::Facts(facts) => Some(facts),
        _ => None,
    });
    let mut about_size = facts.flatten().filter(|fact| {
        fact.entry.citations.iter().any(|id| id.as_str() == "Oberts 4")
            && prepared.language.msg(&fact.label).contains("22")
    });
    about_size.next().expect("the size of the group is judged").clone()
}

fn edited(text: &str) -> String {
    let edited =
        text.replace("[25]{param=\"oberts.min-jugadors\"", "[20]{param=\"oberts.min-jugadors\"");
    assert_ne!(edited, text, "the parameter stands in the text");
    edited
}

#[test]
fn the_check_and_its_page_follow_the_text() {
    let mut pages = Vec::new();
    for (edit, verdict, number) in
        [(str::to_owned as fn(&str) -> String, Verdict::NotMet, "25"), (edited, Verdict::Met, "20")]
    {
        let project = Project::Memory { files: files(edit) };
        let (prepared, sources) = prepare(&project);
        let fact = size(&prepared);
        assert_eq!(fact.entry.value.to_json(), verdict.key());
        assert!(prepared.language.msg(&fact.label).contains(number));
        let options = Options { no_pdf: true, ..Options::default() };
        let files = build::render(&prepared, &project, &sources, &options).unwrap();
        let page = |path: &str| {
            let file = files.iter().find(|file| file.path == path).expect(path);
            String::from_utf8(file.bytes.clone()).unwrap()
        };
        let regulation = page("reglaments/oberts/index.html");
        assert!(regulation.contains(&format!(">{number}</data>")), "the number in its sentence");
        pages.push(page("torneigs/1990/obert/homologacio/index.html"));
    }
    assert_ne!(pages[0], pages[1]);
    assert!(pages[0].contains("25") && pages[1].contains("20"));
}

/// The document is made from the same report.
#[cfg(feature = "pdf")]
#[test]
fn the_document_follows_the_text() {
    let mut found = Vec::new();
    for edit in [str::to_owned as fn(&str) -> String, edited] {
        let project = Project::Memory { files: files(edit) };
        let (prepared, sources) = prepare(&project);
        let kept = tempfile::tempdir().unwrap();
        let keep_typst = Some(kept.path().to_path_buf());
        let options = Options { no_pdf: false, keep_typst, ..Options::default() };
        let files = build::render(&prepared, &project, &sources, &options).unwrap();
        let report = files.iter().find(|f| f.path == "torneigs/1990/obert/informe.pdf").unwrap();
        assert!(report.bytes.starts_with(b"%PDF-"));
        let sources: String = walkdir::WalkDir::new(kept.path())
            .sort_by_file_name()
            .into_iter()
            .flatten()
            .filter(|entry| entry.file_name() == "data.json")
            .map(|entry| fs::read_to_string(entry.path()).unwrap())
            .filter(|data| data.contains("Jugador 22"))
            .collect();
        found.push((report.bytes.clone(), sources));
    }
    assert_ne!(found[0].0, found[1].0, "the document changes");
    assert_ne!(found[0].1, found[1].1);
    assert!(found[1].1.contains("20"));
}
