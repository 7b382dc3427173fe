//! RDE 26.5: a name that is withheld stands nowhere in the whole output, and a case that is not
//! published leaves no trace.

use std::path::Path;

use butlleti::build::{self, Options};
use butlleti::diag::{Diagnostics, Sources};
use butlleti::model::fold;
use butlleti::project::Project;

const WITHHELD: &str = "kind = \"official\"\nname = \"Vallhonrat Escuder, Bonaventura\"\n\
    published = true\ncommitted = 1991-01-13\nfacts = \"Arriba tard a la sala.\"\n\
    infraction = \"8.B.3.b\"\n[sanction]\nkind = \"suspension\"\namount = 6\nunit = \"months\"\n\
    [days]\nraised = 1991-02-01\nresolved = 1991-02-07\nnotified = 1991-02-11\n";
const UNPUBLISHED: &str = "kind = \"player\"\nplayer = \"quirante-sol\"\ncommitted = 1991-01-20\n\
    facts = \"Marxa sense signar la planella zzunpublished.\"\n[days]\nresolved = 1991-02-01\n";
/// Of the same person, in the same season and not published: it aggravates the published case, and
/// nothing else of it is told.
const EARLIER: &str = "kind = \"official\"\nname = \"Vallhonrat Escuder, Bonaventura\"\n\
    committed = 1990-10-14\nfacts = \"Arriba tard zzearlier.\"\ninfraction = \"8.B.3.b\"\n\
    [sanction]\nkind = \"suspension\"\namount = 5\nunit = \"months\"\n\
    [days]\nresolved = 1990-11-27\nnotified = 1990-11-30\n";
const NAMED: &str = "kind = \"club\"\nclub = \"torre-alta\"\npublished = true\nnamed = true\n\
    committed = 1991-01-27\nfacts = \"L'equip no es presenta.\"\ninfraction = \"8.B.1.a\"\n\
    [days]\nresolved = 1991-03-01\nnotified = 1991-03-04\n";

fn project() -> Project {
    Project::memory([
        ("site.toml", "title = \"Prova\"\nlanguages = [\"ca\", \"en\"]\n"),
        ("data/clubs.csv", "club,name\ntorre-alta,Penya Torre Alta\n"),
        ("data/players.csv", "player,name\nquirante-sol,\"Quirante Sol, Mar\"\n"),
        ("data/discipline/1990-09.toml", EARLIER),
        ("data/discipline/1991-01.toml", WITHHELD),
        ("data/discipline/1991-02.toml", UNPUBLISHED),
        ("data/discipline/1991-03.toml", NAMED),
    ])
}

/// Every file of the site, and with the typesetter the data of every document.
fn output() -> Vec<(String, Vec<u8>)> {
    let (project, sources, mut diagnostics) = (project(), Sources::default(), Diagnostics::new());
    let prepared = build::prepare(&project, None, &sources, &mut diagnostics);
    assert!(!diagnostics.has_errors(), "{}", diagnostics.render(&sources, false));
    let with_pdf = cfg!(feature = "pdf");
    let folder = std::env::temp_dir().join(format!("butlleti-discipline-{}", std::process::id()));
    let keep_typst = with_pdf.then(|| folder.clone());
    let options = Options { no_pdf: !with_pdf, keep_typst, ..Options::default() };
    let files = build::render(&prepared.expect("complete"), &project, &sources, &options);
    let files = files.unwrap_or_else(|problems| panic!("{problems:?}"));
    let mut all: Vec<(String, Vec<u8>)> =
        files.into_iter().map(|file| (file.path, file.bytes)).collect();
    if with_pdf {
        let mut data = 0;
        for entry in walkdir::WalkDir::new(&folder).into_iter().flatten() {
            if entry.file_type().is_file() {
                data += usize::from(entry.path().ends_with("data.json"));
                let bytes = std::fs::read(entry.path()).expect("what was just written");
                all.push((entry.path().display().to_string(), bytes));
            }
        }
        assert!(data > 0, "the sources of documents hold their data");
        std::fs::remove_dir_all(&folder).expect("the folder of this test");
    }
    all
}

fn holds(bytes: &[u8], word: &str) -> bool {
    let text = String::from_utf8_lossy(bytes);
    text.contains(word) || fold(&text).contains(&fold(word))
}

#[test]
fn withheld_names_stand_nowhere() {
    let all = output();
    let pages: Vec<&str> = all.iter().map(|(path, _)| path.as_str()).collect();
    for there in
        ["reglaments/resolucions/1991-01/index.html", "en/reglaments/resolucions/index.html"]
    {
        assert!(pages.contains(&there), "{there} is published");
    }
    assert!(!pages.iter().any(|path| path.contains("1991-02")), "not published");
    for (path, bytes) in &all {
        assert!(Path::new(path).components().count() > 0);
        for word in ["Vallhonrat", "Escuder", "Bonaventura", "zzunpublished", "zzearlier"] {
            assert!(!holds(bytes, word), "{path} says {word}");
        }
    }
    let page = |path: &str| {
        let found = all.iter().find(|(other, _)| other == path);
        String::from_utf8_lossy(&found.unwrap_or_else(|| panic!("{path}")).1).into_owned()
    };
    assert!(page("reglaments/resolucions/1991-01/index.html").contains("l'oficial expedientat"));
    // The season's earlier case is not public: only that there is one.
    let aggravated = page("reglaments/resolucions/1991-01/index.html");
    assert!(aggravated.contains("Un expedient no publicat"));
    for (path, bytes) in &all {
        for word in ["1990-11-27", "27 de novembre de 1990", "27/11/1990", "1990-09"] {
            assert!(!holds(bytes, word), "{path} says {word}");
        }
    }
    assert!(page("reglaments/resolucions/1991-03/index.html").contains("Penya Torre Alta"));
    // The player of the unpublished case is in the register, and nothing there speaks of it.
    assert!(!page("jugadors/quirante-sol/index.html").contains("resolucions"));
}
