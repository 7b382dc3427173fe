//! A whole site from its files: who asked not to be named is not, anywhere; notes are Markdown;
//! clubs go by their names; regulations are also files for programs.

use std::path::PathBuf;

use butlleti::build::{self, Options};
use butlleti::diag::{Diagnostics, Sources};
use butlleti::html::OutputFile;
use butlleti::project::Project;

/// Ten players, each won by the one with the lower number; the fourth asked not to be named.
fn site() -> Vec<OutputFile> {
    let disk = Project::disk(env!("CARGO_MANIFEST_DIR"));
    let mut files: Vec<(PathBuf, Vec<u8>)> = Vec::new();
    for folder in ["content/reglaments", "content/circulars"] {
        for path in disk.list(folder.as_ref()).expect("there") {
            files.push((path.clone(), disk.read(&path).expect("readable")));
        }
    }
    for path in ["content/glossari.toml", "content/ids.lock"] {
        files.push((path.into(), disk.read(path.as_ref()).expect("readable")));
    }
    let mut add = |path: &str, text: String| files.push((path.into(), text.into_bytes()));
    add("site.toml", "title = \"Prova\"\nfederation = \"Federació d'Escacs\"\n".into());
    add("data/clubs.csv", "club,name\ntorre,Club d'Escacs La Torre\n".into());
    let mut people = "player,name,club,category,hidden\n".to_owned();
    let mut entrants = "number,player\n".to_owned();
    for number in 1..=10 {
        let hidden = if number == 4 { "yes" } else { "" };
        let name = if number == 4 {
            "Amagat Discret, Gumersind".into()
        } else {
            format!("Cognom{number}, Nom")
        };
        people += &format!("p{number},\"{name}\",torre,1a,{hidden}\n");
        entrants += &format!("{number},p{number}\n");
    }
    add("data/players.csv", people);
    let folder = "data/tournaments/1990/prova";
    add(
        &format!("{folder}/tournament.toml"),
        "name = \"Prova\"\nstart = 1990-09-01\nend = 1990-09-09\nsystem = \"round-robin\"\n\
         kind = \"closed\"\nrounds = 9\nnote = \"Jugat **a la plaça**.\"\nfestival = \"Festa\"\n\
         [[prizes]]\namounts = [900, 800, 700, 600]\n"
            .into(),
    );
    add(&format!("{folder}/players.csv"), entrants);
    // The circle: the tenth stands still, the others turn.
    let mut games = "round,board,white,black,result\n".to_owned();
    for round in 0..9 {
        for board in 0..5 {
            let (a, b) = match board {
                0 => (round, 9),
                _ => ((round + board) % 9, (round + 9 - board) % 9),
            };
            let (white, black) = (a.min(b) + 1, a.max(b) + 1);
            games += &format!("{},{},{white},{black},1-0\n", round + 1, board + 1);
        }
    }
    add(&format!("{folder}/games.csv"), games);
    // Another group, in the first of its two rounds.
    let mut add = |path: &str, text: &str| files.push((path.into(), text.as_bytes().to_vec()));
    let folder = "data/tournaments/1990/sala";
    add(
        &format!("{folder}/tournament.toml"),
        "name = \"Sala\"\nstart = 1990-09-01\nrounds = 2\nfestival = \"Festa\"\ngroup = \"B\"\n\
         chief_arbiter = \"Pi, Jan\"\n",
    );
    add(&format!("{folder}/players.csv"), "number,player\n1,p1\n2,p2\n3,p3\n4,p4\n");
    add(&format!("{folder}/games.csv"), "round,board,white,black,result\n1,1,1,3,1-0\n1,2,4,2,*\n");
    // Teams, in their first round.
    let folder = "data/tournaments/1990/equips";
    add(
        &format!("{folder}/tournament.toml"),
        "name = \"Equips\"\nstart = 1990-09-01\nrounds = 3\nsystem = \"round-robin\"\n\
         [teams]\nboards = 3\n",
    );
    add(&format!("{folder}/teams.csv"), "number,name\n1,Torre A\n2,Torre B\n3,Roca\n");
    add(&format!("{folder}/players.csv"), "number,player,team\n1,p1,1\n2,p2,2\n3,p3,3\n");
    add(&format!("{folder}/matches.csv"), "round,table,home,away,result\n1,1,2,3,\n1,2,1,,\n");
    let project = Project::memory(files);
    let (sources, mut diagnostics) = (Sources::default(), Diagnostics::new());
    let prepared = build::prepare(&project, None, &sources, &mut diagnostics);
    assert!(!diagnostics.has_errors(), "{}", diagnostics.render(&sources, false));
    let options = Options { no_pdf: true, ..Options::default() };
    build::render(&prepared.expect("prepared"), &project, &sources, &options)
        .unwrap_or_else(|problems| panic!("{problems:#?}"))
}

#[test]
fn a_site_from_its_files() {
    let files = site();
    let text = |path: &str| {
        let file = files.iter().find(|file| file.path == path);
        let file = file.unwrap_or_else(|| panic!("no {path}"));
        std::str::from_utf8(&file.bytes).expect("UTF-8")
    };
    let mut initials = 0;
    for file in files.iter() {
        let text = String::from_utf8_lossy(&file.bytes);
        for word in ["Amagat", "Discret", "Gumersind"] {
            assert!(!text.contains(word), "{}: {word}", file.path);
        }
        initials += usize::from(text.contains("A. D. G."));
    }
    assert!(initials > 10, "in the standings, the crosstable, every round: {initials}");
    assert!(!files.iter().any(|file| file.path.starts_with("jugadors/p4/")));
    assert!(files.iter().any(|file| file.path.starts_with("jugadors/p5/")));

    // What is printed for the hall, and what is signed for the prizes.
    let slips = text("torneigs/1990/sala/imprimir/paperetes/index.html");
    assert_eq!(slips.matches("class=\"slip\"").count(), 1, "the other game has its result");
    assert!(slips.contains("<b>4</b> A. D. G.") && slips.contains("<b>2</b> Cognom2, Nom"));
    let badges = text("torneigs/1990/sala/imprimir/acreditacions/index.html");
    assert_eq!(badges.matches("<article").count(), 5, "four players and an arbiter");
    let cards = text("torneigs/1990/sala/imprimir/cartells/index.html");
    assert!(cards.contains("<span class=\"surname\">A. D. G.</span>"));
    let receipts = text("torneigs/1990/prova/imprimir/rebuts/index.html");
    assert!(receipts.contains("A. D. G.") && receipts.contains("(sis-centes pessetes)"));
    assert!(
        !files.iter().any(|file| file.path.starts_with("torneigs/1990/prova/imprimir/cartells"))
    );
    let round = text("torneigs/1990/sala/rondes/1/index.html");
    assert!(round.contains("imprimir/paperetes/index.html"), "the slips of the round at hand");
    let matches = text("torneigs/1990/equips/imprimir/paperetes/index.html");
    assert_eq!(matches.matches("class=\"slip\"").count(), 1, "who is free needs no slip");
    assert!(matches.contains("<b>2</b> Torre B") && matches.contains("<b>3</b> Roca"));
    assert_eq!(matches.matches("<th scope=\"row\">").count(), 3, "a line for each board");
    // Everybody of both groups in one list; who is hidden has no link there either.
    let everybody = text("torneigs/festivals/festa/index.html");
    assert!(
        everybody.contains("14 inscrits") && everybody.contains("1990/sala/index.html\">B</a>")
    );
    assert!(
        text("torneigs/1990/sala/index.html").contains("festivals/festa/index.html\">Festa</a>")
    );
    // The tables, for spreadsheets: numbers with a point.
    let table = text("torneigs/1990/sala/taules/aparellaments.csv");
    assert_eq!(table.lines().nth(1), Some("1,1,1,\"Cognom1, Nom\",0,1–0,3,\"Cognom3, Nom\",0"));

    let overview = text("torneigs/1990/prova/index.html");
    assert!(overview.contains("Jugat <strong>a la plaça</strong>."));
    let homologation = text("torneigs/1990/prova/homologacio/index.html");
    assert!(homologation.contains("Club d'Escacs La Torre"), "the club by its name");
    assert!(!homologation.contains(">torre<") && !homologation.contains(" torre"));

    // For programs.
    let json: serde_json::Value =
        serde_json::from_str(text("reglaments/rgc/rgc.json")).expect("JSON");
    assert_eq!(json["regulations"][0]["code"], "RGC");
    assert_eq!(json["circulars"].as_array().map(Vec::len), Some(0));
    assert!(text("reglaments/rgc/rgc.akn.xml").contains("akomaNtoso"));
    assert!(text("reglaments/oberts/1990-12-01/oberts.akn.xml").contains("25"));
    let page = text("reglaments/rgc/index.html");
    let start = page.find("<script type=\"application/ld+json\">").expect("in the head");
    let data = &page[start + "<script type=\"application/ld+json\">".len()..];
    let data = &data[..data.find("</script>").expect("closed")];
    let data: serde_json::Value = serde_json::from_str(data).expect("JSON-LD");
    assert_eq!((&data["@type"], &data["url"]), (&"Legislation".into(), &"./".into()));

    // The index of names: provisions by their identifiers, people but for those who are hidden.
    let piece = |letters: &str| -> serde_json::Value {
        serde_json::from_str(text(&format!("cerca/noms/w-{letters}.json"))).expect("JSON")
    };
    let listed = |letters: &str, kind: &str, id: &str| {
        let records = piece(letters)[kind].as_array().cloned().unwrap_or_default();
        records.into_iter().find(|record| record[4] == id || record[0] == id)
    };
    let rgc = listed("8-", "provision", "RGC 8.3.2").expect("listed");
    assert_eq!(rgc[1], "reglaments/rgc/index.html#8.3.2");
    let player = listed("co", "player", "Cognom5, Nom").expect("listed");
    assert_eq!(player[1], "jugadors/p5/");
    let finder: serde_json::Value = serde_json::from_str(text("cerca/index.json")).expect("JSON");
    assert_eq!(finder["words"]["kinds"]["player"], "Jugadors");
    // What is no longer in force is not among them.
    for file in files.iter().filter(|file| file.path.starts_with("cerca/noms/")) {
        let text = String::from_utf8_lossy(&file.bytes);
        assert!(!text.contains("/1990-12-01/"), "{}", file.path);
        assert!(!text.contains("jugadors/p4/"), "{}: who asked not to be named", file.path);
    }
}
