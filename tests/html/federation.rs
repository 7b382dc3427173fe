//! Pages that tell of many events: feeds, news, lists, clubs, documents; and what an event's pages
//! say beside its tables. A small whole site, from its files.

use std::path::PathBuf;
use std::sync::OnceLock;

use butlleti::build::{self, Options};
use butlleti::diag::{Diagnostics, Sources};
use butlleti::html::OutputFile;
use butlleti::model::Date;
use butlleti::project::Project;

use crate::{fixture, render};

const BASE: &str = "base_url = \"https://escacs.example/b\"\n";

/// The site after four rounds, after six, and after three with an address; each made once.
fn after(played: u32) -> &'static [OutputFile] {
    static SITES: [OnceLock<Vec<OutputFile>>; 3] = [const { OnceLock::new() }; 3];
    let (place, settings) = match played {
        3 => (0, BASE),
        4 => (1, ""),
        _ => (2, ""),
    };
    SITES[place].get_or_init(|| site(played, settings))
}

/// Four players in a double league of six rounds, of which `played` are over.
fn site(played: u32, settings: &str) -> Vec<OutputFile> {
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
    add("site.toml", format!("title = \"Prova\"\nfederation = \"Federació\"\n{settings}"));
    add("data/clubs.csv", "club,name,town\ntorre,La Torre,Olot\nbuit,El Buit,\n".into());
    let mut people = "player,name,club,birth,sex\n".to_owned();
    let mut entrants = "number,player\n".to_owned();
    let mut list = "player,fce,games\n".to_owned();
    let mut newer = list.clone();
    for number in 1..=4 {
        people += &format!("p{number},\"Cognom{number}, Nom\",torre,195{number},f\n");
        entrants += &format!("{number},p{number}\n");
        list += &format!("p{number},{},8\n", 2300 - 100 * number);
        newer += &format!("p{number},{},8\n", 2300 - 100 * number + 5 * number - 10);
    }
    add("data/players.csv", people);
    add("data/ratings/1990-01.csv", list);
    add("data/ratings/1990-07.csv", newer);
    add(
        "content/noticies/assemblea.md",
        "+++\ntitle = \"Assemblea <oberta>\"\ndate = 1990-10-20\n+++\n\nA *les set*.\n".into(),
    );
    let folder = "data/tournaments/1990/prova";
    add(
        &format!("{folder}/tournament.toml"),
        "name = \"Prova\"\nstart = 1990-09-01\nend = 1990-09-06\nsystem = \"double-round-robin\"\n\
         kind = \"closed\"\nrounds = 6\nclub = \"torre\"\n\
         round_dates = [1990-09-01, 1990-09-02, 1990-09-03T16:30:00, 1990-09-04, 1990-09-05, 1990-09-06]\n\
         [[corrections]]\ndate = 1990-09-03\nround = 2\ntext = \"el tauler 1 anava a l'inrevés.\"\n"
            .into(),
    );
    add(&format!("{folder}/players.csv"), entrants);
    let pairs = [[(1, 4), (2, 3)], [(4, 3), (1, 2)], [(2, 4), (3, 1)]];
    let mut games = "round,board,white,black,result\n".to_owned();
    for round in 1..=played {
        for (board, &(a, b)) in (1..).zip(&pairs[(round as usize - 1) % 3]) {
            let (white, black) = if round > 3 { (b, a) } else { (a, b) };
            // The better number wins with White and draws with Black; one does not appear.
            let result = match (round, board) {
                (2, 1) => "1-0F",
                _ if white < black => "1-0",
                _ => "½-½",
            };
            games += &format!("{round},{board},{white},{black},{result}\n");
        }
    }
    add(&format!("{folder}/games.csv"), games);
    let project = Project::memory(files);
    let (sources, mut diagnostics) = (Sources::default(), Diagnostics::new());
    let prepared = build::prepare(&project, None, &sources, &mut diagnostics);
    assert!(!diagnostics.has_errors(), "{}", diagnostics.render(&sources, false));
    let options = Options { no_pdf: true, ..Options::default() };
    build::render(&prepared.expect("prepared"), &project, &sources, &options)
        .unwrap_or_else(|problems| panic!("{problems:#?}"))
}

fn text<'f>(files: &'f [OutputFile], path: &str) -> &'f str {
    let file = files.iter().find(|file| file.path == path);
    let file = file.unwrap_or_else(|| panic!("no {path}"));
    std::str::from_utf8(&file.bytes).expect("UTF-8")
}

const EVENT: &str = "torneigs/1990/prova";

#[test]
fn an_event_tells_what_is_provisional_and_corrected() {
    let files = after(4);
    let overview = text(files, &format!("{EVENT}/index.html"));
    assert!(overview.contains("Provisional: 4 rondes de 6"), "{overview}");
    assert!(overview.contains("Ronda 2, corregida el 3 de setembre de 1990: el tauler 1"));
    let round = text(files, &format!("{EVENT}/rondes/2/index.html"));
    assert!(round.contains("Corregit el 3 de setembre de 1990"));
    let over = after(6);
    assert!(text(over, &format!("{EVENT}/index.html")).contains("Resultats finals"));
}

#[test]
fn standings_stand_after_every_round_with_what_moved() {
    let files = after(4);
    for round in 1..=4 {
        let page = text(files, &format!("{EVENT}/classificacio/{round}/index.html"));
        assert!(page.contains(&format!("Classificació després de la ronda {round}")));
        let moves = ["↑", "↓", ">=<"].iter().any(|sign| page.contains(sign));
        assert_eq!(moves, round > 1, "round {round}");
    }
    assert!(!files.iter().any(|file| file.path.contains("/classificacio/5/")));
}

#[test]
fn names_lead_to_cards_and_cards_to_people() {
    let files = after(4);
    let standings = text(files, &format!("{EVENT}/classificacio/index.html"));
    assert!(standings.contains("<a href=\"../fitxes/index.html#j1\">Cognom1, Nom</a>"));
    let cards = text(files, &format!("{EVENT}/fitxes/index.html"));
    assert_eq!(cards.matches("<section class=\"card\"").count(), 4);
    assert!(cards.contains("<a href=\"../../../../jugadors/p1/index.html\">Cognom1, Nom</a></h2>"));
    // Round 2: number 3 did not appear against number 4.
    assert!(cards.contains("+ (incompareixença)") && cards.contains("− (incompareixença)"));
}

#[test]
fn a_round_is_there_by_board_by_name_and_as_text() {
    let files = after(4);
    let page = text(files, &format!("{EVENT}/rondes/3/index.html"));
    assert!(page.contains("Per ordre alfabètic") && page.contains("aparellaments.txt"));
    let plain = text(files, &format!("{EVENT}/rondes/3/aparellaments.txt"));
    assert!(plain.contains("Cognom2, Nom") && plain.contains("Per ordre alfabètic"), "{plain}");
    assert!(!plain.contains('<') && plain.ends_with('\n'));
    let hall = text(files, &format!("{EVENT}/sala/index.html"));
    assert!(hall.contains("<h1>Ronda 4</h1>"), "the last round");
    assert!(!hall.contains("class=\"qr\""), "without an address there is no code");
    let known = after(3);
    let hall = text(known, &format!("{EVENT}/sala/index.html"));
    assert!(hall.contains("3 de setembre de 1990, 16:30"), "day and hour");
    assert!(hall.contains("<figcaption>https://escacs.example/b/torneigs/1990/prova/rondes/3/<"));
    assert!(hall.contains("role=\"img\" aria-label=\"Codi QR"));
}

#[test]
fn statistics_are_drawn_with_their_numbers() {
    let files = after(4);
    let page = text(files, &format!("{EVENT}/estadistiques/index.html"));
    assert!(page.contains("<svg class=\"results-by-colour\""));
    assert!(page.contains("role=\"img\" aria-labelledby=\"g"));
    assert!(page.contains("<summary>Els números</summary>"));
    let standings = text(files, &format!("{EVENT}/classificacio/index.html"));
    let chart = standings.find("<svg class=\"score-progress\"").expect("drawn");
    assert!(chart > standings.find("<table").expect("a table"), "the table comes first");
    // Places are whole units: no float is written.
    let svg = &standings[chart..chart + standings[chart..].find("</svg>").expect("closed")];
    let marks = svg.split("</desc>").nth(1).expect("described");
    assert!(!marks.contains('.'), "{marks}");
}

#[test]
fn feeds_are_of_all_of_an_event_and_of_a_player() {
    let files = after(4);
    let all = text(files, "novetats.atom");
    for line in [
        "<feed xmlns=\"http://www.w3.org/2005/Atom\" xml:lang=\"ca\">",
        "<title>Assemblea &lt;oberta&gt;</title>",
        "href=\"noticies/assemblea/index.html\"",
        "href=\"torneigs/1990/prova/rondes/4/index.html\"",
    ] {
        assert!(all.contains(line), "{line}: {all}");
    }
    let event = text(files, &format!("{EVENT}/novetats.atom"));
    assert!(event.contains("href=\"../../../torneigs/1990/prova/rondes/4/index.html\""), "{event}");
    assert!(event.contains("<updated>1990-09-04T00:00:00Z</updated>"), "the day of round 4");
    assert!(event.contains("correcció") && !event.contains("Classificació final"));
    let player = text(files, "jugadors/p1/novetats.atom");
    assert!(player.contains("fitxes/index.html#j1") && player.contains("Llista 1990-07"));
    // Every identifier once.
    let ids: Vec<&str> =
        all.split("<id>").skip(1).filter_map(|p| p.split("</id>").next()).collect();
    let unique: std::collections::BTreeSet<_> = ids.iter().collect();
    assert_eq!(unique.len(), ids.len(), "{ids:?}");
    assert_eq!(files, site(4, "").as_slice(), "the same bytes");
    let known = site(4, BASE);
    let feed = text(&known, "novetats.atom");
    assert!(feed.contains("href=\"https://escacs.example/b/noticies/assemblea/\""), "{feed}");
    assert!(feed.contains("rel=\"self\" href=\"https://escacs.example/b/novetats.atom\""));
    // Identifiers do not follow the site when it moves.
    assert!(ids.iter().all(|id| feed.contains(&format!("<id>{id}</id>"))));
    let page = text(files, &format!("{EVENT}/rondes/1/index.html"));
    assert!(
        page.contains("type=\"application/atom+xml\" title=\"Prova\" href=\"../../novetats.atom\"")
    );
}

#[test]
fn lists_clubs_news_and_documents_have_pages() {
    let files = after(6);
    let list = text(files, "avaluacions/1990-07/index.html");
    // Numbers 1 and 2: −5 and 0 points; 3 and 4: +5 and +10.
    for change in [">−5<", ">=<", ">+5<", ">+10<"] {
        assert!(list.contains(change), "{change}");
    }
    assert!(!text(files, "avaluacions/1990-01/index.html").contains(">+5<"));
    assert!(text(files, "avaluacions/index.html").contains(">+10<"), "the last list");
    let club = text(files, "clubs/torre/index.html");
    assert!(club.contains("Cognom4, Nom") && club.contains("Torneigs organitzats"));
    assert!(text(files, "clubs/buit/index.html").contains("class=\"empty\""));
    let news = text(files, "noticies/assemblea/index.html");
    assert!(news.contains("A <em>les set</em>.") && news.contains("Assemblea &lt;oberta&gt;"));
    assert!(text(files, "index.html").contains("noticies/assemblea/index.html"));
    let documents = text(files, "documents/index.html");
    assert!(documents.contains("resultats-trf26.trf") && documents.contains("rgc.json"));
    let agenda = text(files, "agenda/index.html");
    assert!(agenda.contains("setembre de 1990") && agenda.contains("agenda.ics"));
    assert!(text(files, "agenda/agenda.ics").contains("BEGIN:VEVENT"));
    let records = text(files, "registres/index.html");
    assert!(records.contains("Les puntuacions més altes"));
    let player = text(files, "jugadors/p1/index.html");
    assert!(
        player.contains("<svg class=\"rating-history\"") && player.contains("Contra cada contrari")
    );
    assert!(player.contains("6 (+") || player.contains(" de 6 ("), "six games");
}

#[test]
fn a_site_without_anything_has_its_pages_all_the_same() {
    let disk = Project::disk(env!("CARGO_MANIFEST_DIR"));
    let mut files: Vec<(PathBuf, Vec<u8>)> =
        vec![("site.toml".into(), b"title = \"Prova\"\n".to_vec())];
    for folder in ["content/reglaments", "content/circulars"] {
        for path in disk.list(folder.as_ref()).expect("there") {
            files.push((path.clone(), disk.read(&path).expect("readable")));
        }
    }
    for path in ["content/glossari.toml", "content/ids.lock"] {
        files.push((path.into(), disk.read(path.as_ref()).expect("readable")));
    }
    let project = Project::memory(files);
    let (sources, mut diagnostics) = (Sources::default(), Diagnostics::new());
    let prepared = build::prepare(&project, None, &sources, &mut diagnostics).expect("prepared");
    let options = Options { no_pdf: true, ..Options::default() };
    let files = build::render(&prepared, &project, &sources, &options).expect("renders");
    for page in ["noticies", "agenda", "avaluacions", "registres"] {
        let html = text(&files, &format!("{page}/index.html"));
        assert!(html.contains("class=\"empty\""), "{page} says what to do");
    }
    assert!(text(&files, "novetats.atom").contains("<updated>"));
}

/// Eighty events on one page, more by years: the latest on the list's own page, each of the others
/// on one that the list leads to.
#[test]
fn lists_of_many_events_are_cut_by_years() {
    let mut world = fixture::world(8);
    let with = |world: &fixture::World, years: &[i16]| {
        let mut archive = world.archive.clone();
        let model = archive.tournaments[0].clone();
        for year in years {
            for day in 1..=28 {
                let mut t = (*model).clone();
                t.slug = format!("{year}/d{day}").into();
                t.start = Some(Date::constant(*year, 2, day));
                t.end = t.start;
                archive.tournaments.push(t.into());
            }
        }
        archive
    };
    world.archive = with(&world, &[1985, 1986]);
    let files = render(&world);
    let page = |files: &[OutputFile], path: &str| {
        let found = files.iter().find(|file| file.path == path)?;
        Some(String::from_utf8(found.bytes.clone()).expect("UTF-8"))
    };
    assert!(page(&files, "agenda/index.html").expect("a page").contains("1985/d1/"));
    assert!(page(&files, "agenda/1985/index.html").is_none());
    world.archive = with(&world, &[1987]);
    let files = render(&world);
    let events = |path: &str, year: i16| {
        let html = page(&files, path).unwrap_or_else(|| panic!("no {path}"));
        html.matches(&format!("torneigs/{year}/d")).count()
    };
    for year in [1985, 1986, 1987] {
        let path = format!("agenda/{year}/index.html");
        assert_eq!((events(&path, year), events("agenda/index.html", year)), (28, 0), "{year}");
        for list in ["agenda", "documents"] {
            let first = page(&files, &format!("{list}/index.html")).expect("a page");
            assert!(first.contains(&format!("href=\"{year}/index.html\"")), "{list} {year}");
            assert!(page(&files, &format!("{list}/{year}/index.html")).is_some());
        }
    }
}
