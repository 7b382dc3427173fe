//! A build that keeps what has not changed gives the bytes of a build from nothing.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use butlleti::build::{self, Memo, Options};
use butlleti::diag::{Diagnostics, Sources};
use butlleti::project::{self, Project};
use butlleti::publish::{Held, Live, Memory, Shelf, Staging};

/// Numbers that look random and are always the same.
struct Dice(u64);

impl Dice {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963);
        (self.0 >> 33) as usize % n
    }
}

/// A small site with something of everything.
fn sources() -> BTreeMap<String, String> {
    let mut files = BTreeMap::new();
    let mut add = |path: &str, text: String| drop(files.insert(path.to_owned(), text));
    add("site.toml", "title = \"Prova\"\nlanguages = [\"ca\", \"en\"]\n".into());
    let record = "player,date,by,place,event\np3,1989-05-10,tournament,,1990/e2\n";
    add("data/norms.csv", record.into());
    add("data/clubs.csv", "club,name\nroc,Club Roc\nmar,Club Mar\n".into());
    let people: String = (0..12)
        .map(|n| {
            let club = if n % 2 == 0 { "roc" } else { "mar" };
            format!("p{n},\"Cognom{n}, Nom\",{club},2a,\n")
        })
        .collect();
    add("data/players.csv", format!("player,name,club,category,hidden\n{people}"));
    let ratings: String = (0..12).map(|n| format!("p{n},{},20\n", 2300 - 20 * n)).collect();
    add("data/ratings/1990-07.csv", format!("player,fce,games\n{ratings}"));
    for event in 0..3 {
        let folder = format!("data/tournaments/1990/e{event}");
        add(
            &format!("{folder}/tournament.toml"),
            format!(
                "name = \"Torneig {event}\"\n{}\
                 start = 1990-09-0{}\nend = 1990-09-2{event}\n{}\
                 [[prizes]]\namounts = [300, 100]\n",
                // From the second one goes up.
                match event {
                    1 =>
                        "kind = \"official\"\ncategories = [\"2a\"]\nsystem = \"swiss\"\nrounds = 8\n",
                    _ => "system = \"round-robin\"\nrounds = 5\n",
                },
                event + 1,
                // The first two are groups of one festival.
                if event < 2 { "festival = \"Festa\"\n" } else { "" },
            ),
        );
        let players: String = (0..6).map(|n| format!("{},p{}\n", n + 1, 2 * event + n)).collect();
        add(&format!("{folder}/players.csv"), format!("number,player\n{players}"));
        let mut games = "round,board,white,black,result\n".to_owned();
        for round in 0..if event == 1 { 8 } else { 5 } {
            for board in 0..3 {
                // The circle: the last stays, the others turn.
                let turn = |at: usize| (at + round) % 5 + 1;
                let (a, b) = if board == 0 { (6, turn(0)) } else { (turn(board), turn(5 - board)) };
                // The last round of the last event is being played.
                let result = match (event, round) {
                    (2, 4) => "*",
                    // Somebody wins everything.
                    (1, _) if a == 1 => "1-0",
                    (1, _) if b == 1 => "0-1",
                    _ => "½",
                };
                games += &format!("{},{},{a},{b},{result}\n", round + 1, board + 1);
            }
        }
        add(&format!("{folder}/games.csv"), games);
    }
    for page in 0..4 {
        add(
            &format!("content/guies/g{page}.md"),
            format!(
                "+++\ntitle = \"Guia {page}\"\ntags = [\"t{}\"]\n+++\n## Part {{#u}}\n\n\
                 Veg. [l'altra](/guies/g{}.md#u).\n",
                page % 2,
                (page + 1) % 4
            ),
        );
    }
    let old = "+++\ntitle = \"Vella\"\ntags = [\"t0\"]\n+++\nText.\n";
    add("content/guies/vella.md", old.into());
    add("static/fitxer.txt", "res\n".into());
    files
}

/// Kinds of changes.
const KINDS: usize = 16;

/// One change, as people make them: of another kind at every step.
fn edit(files: &mut BTreeMap<String, String>, dice: &mut Dice, step: usize) -> String {
    let event = dice.below(3);
    let games = format!("data/tournaments/1990/e{event}/games.csv");
    let replace = |files: &mut BTreeMap<String, String>, path: &str, from: &str, to: &str| {
        let text = files.get_mut(path).expect("the file is there");
        let changed = text.replacen(from, to, 1);
        assert_ne!(*text, changed, "{from} in {path}");
        *text = changed;
        format!("{from} → {to} in {path}")
    };
    match step % KINDS {
        0 => {
            let text = files.get_mut(&games).expect("there");
            let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
            let at = 1 + dice.below(lines.len() - 1);
            let game = lines[at].rsplit_once(',').expect("cells").0.to_owned();
            let result = ["1-0", "0-1", "+-"][dice.below(3)];
            lines[at] = format!("{game},{result}");
            *text = lines.join("\n") + "\n";
            format!("{} in {games}", lines[at])
        }
        1 => {
            let path = format!("data/tournaments/1990/e{event}/tournament.toml");
            let text = files.get_mut(&path).expect("there");
            let (_, rest) = text.split_once('\n').expect("lines");
            *text = format!("name = \"Torneig {event} ({step})\"\n{rest}");
            format!("name of {path}")
        }
        2 => replace(files, "data/players.csv", ", Nom\",", &format!(", Nom{step}\",")),
        3 => {
            let page = dice.below(4);
            let path = format!("content/guies/g{page}.md");
            let text = files.get_mut(&path).expect("there");
            text.push_str(&format!("\nMés text {step}.\n"));
            format!("text of {path}")
        }
        4 => {
            let page = dice.below(4);
            let path = format!("content/guies/g{page}.md");
            let text = files.get_mut(&path).expect("there");
            let (_, rest) = text.split_once("tags").expect("tags");
            *text = format!("+++\ntitle = \"Guia {page} bis {step}\"\ntags{rest}");
            format!("title of {path}")
        }
        5 => {
            let [old, new] = ["content/guies/vella.md", "content/guies/nova.md"];
            let [from, to] = if files.contains_key(old) { [old, new] } else { [new, old] };
            let text = files.remove(from).expect("there");
            files.insert(to.to_owned(), text);
            "a page with another address".to_owned()
        }
        6 => {
            files.insert("static/fitxer.txt".to_owned(), format!("{step}\n"));
            "a file that is copied".to_owned()
        }
        7 => {
            let text = files.get_mut("data/ratings/1990-07.csv").expect("there");
            let n = dice.below(12);
            let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
            lines[n + 1] = format!("p{n},{},20", 2000 + step);
            *text = lines.join("\n") + "\n";
            "a rating".to_owned()
        }
        8 => {
            // The second group leaves the festival, and the third event comes in.
            for (event, festival) in [(1, ""), (2, "festival = \"Festa\"\ngroup = \"C\"\n")] {
                let path = format!("data/tournaments/1990/e{event}/tournament.toml");
                let text = files.get_mut(&path).expect("there");
                let own = text.replace("festival = \"Festa\"\n", "");
                *text = own.replacen("[[prizes]]", &format!("{festival}[[prizes]]"), 1);
            }
            "the groups of a festival".to_owned()
        }
        9 => {
            let text = files.get_mut("data/players.csv").expect("there");
            *text = match text.contains(",true\n") {
                true => text.replace(",true\n", ",\n"),
                false => text.replacen(",2a,\n", ",2a,true\n", 1 + dice.below(3)),
            };
            "who is shown".to_owned()
        }
        10 => replace(files, "data/clubs.csv", "Club ", &format!("Club {step} ")),
        11 => {
            // An event that comes, or goes again.
            let of = |from: &str, path: &str| path.replace(from, "1990/e9/");
            let inside = |files: &BTreeMap<String, String>, event: &str| -> Vec<String> {
                files.keys().filter(|path| path.contains(event)).cloned().collect()
            };
            if inside(files, "1990/e9/").is_empty() {
                for path in inside(files, "1990/e0/") {
                    files.insert(of("1990/e0/", &path), files[&path].clone());
                }
            } else {
                files.retain(|path, _| !path.contains("1990/e9/"));
            }
            "an event more or less".to_owned()
        }
        12 => {
            let record = format!("p4,1989-0{}-10,tournament,,1990/e1\n", 1 + dice.below(9));
            files.get_mut("data/norms.csv").expect("there").push_str(&record);
            "a norm made elsewhere".to_owned()
        }
        13 => {
            // A heading under another name, and the link to it.
            let now = format!("u{step}");
            let anchor = |text: &str| {
                text.split_once("{#").map(|(_, rest)| rest[..rest.find('}').unwrap()].to_owned())
            };
            let old = anchor(&files["content/guies/g1.md"]).expect("an anchor");
            replace(files, "content/guies/g1.md", &format!("{{#{old}}}"), &format!("{{#{now}}}"));
            replace(files, "content/guies/g0.md", &format!("g1.md#{old}"), &format!("g1.md#{now}"))
        }
        14 => {
            let path = "themes/lang/ca.toml";
            let own = project::embedded(Path::new(path)).expect("built in");
            let own = std::str::from_utf8(own).expect("UTF-8");
            let old = "\"tab.standings\" = \"";
            assert!(own.contains(old));
            files.insert(path.to_owned(), own.replacen(old, &format!("{old}{step} "), 1));
            "a word of the language".to_owned()
        }
        _ => {
            files.insert(
                "site.toml".to_owned(),
                format!("title = \"Prova {step}\"\nlanguages = [\"ca\", \"en\"]\n"),
            );
            "the title of the site".to_owned()
        }
    }
}

fn make(project: &Project, shelf: &dyn Shelf) {
    make_again(project, shelf, &mut Memo::default(), &Sources::default());
}

fn make_again(project: &Project, shelf: &dyn Shelf, memo: &mut Memo, sources: &Sources) {
    let mut diagnostics = Diagnostics::new();
    let prepared = build::prepare_again(project, None, memo, sources, &mut diagnostics);
    assert!(!diagnostics.has_errors(), "{}", diagnostics.render(sources, false));
    let options = Options { no_pdf: true, ..Options::default() };
    build::render_to(shelf, &prepared.expect("prepared"), project, sources, &options)
        .unwrap_or_else(|failure| panic!("{failure:#?}"));
}

/// Files of a folder by path, without those of ours.
fn contents(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    walkdir::WalkDir::new(folder)
        .into_iter()
        .filter_map(Result::ok)
        .filter(|entry| entry.file_type().is_file())
        .map(|entry| {
            let path = entry.path().strip_prefix(folder).unwrap().to_str().unwrap().to_owned();
            (path, fs::read(entry.path()).unwrap())
        })
        .filter(|(path, _)| !path.starts_with('.'))
        .collect()
}

fn assert_same(found: &BTreeMap<String, Vec<u8>>, wanted: &BTreeMap<String, Vec<u8>>, after: &str) {
    let paths = |files: &BTreeMap<String, Vec<u8>>| files.keys().cloned().collect::<Vec<_>>();
    assert_eq!(paths(found), paths(wanted), "after {after}");
    for (path, bytes) in wanted {
        assert!(found[path] == *bytes, "{path} differs after {after}");
    }
}

#[test]
fn a_build_that_keeps_gives_the_bytes_of_one_from_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let output = folder.path().join("public");
    let live_folder = folder.path().join("live");
    fs::create_dir(&live_folder).unwrap();
    // Some of the files are held, the others lie in the folder.
    let mut live = Live::holding(&live_folder, 1 << 20);
    let mut memory = Memory::default();
    let (mut memo, read) = (Memo::default(), Sources::default());
    let (mut files, mut dice) = (sources(), Dice(7));
    let mut after = "nothing".to_owned();
    for step in 0..=KINDS + 8 {
        let project = Project::memory(files.clone());
        let held = Held::default();
        make(&project, &held);
        let wanted: BTreeMap<_, _> =
            held.into_files().into_iter().map(|file| (file.path, file.bytes)).collect();

        let staging = Staging::begin(&output, memory).unwrap();
        make(&project, &staging);
        memory = staging.finish().unwrap();
        assert_same(&contents(&output), &wanted, &after);

        let round = live.round().unwrap();
        make_again(&project, &round, &mut memo, &read);
        let made = round.into_made();
        let changes = live.commit(made).unwrap();
        let found = live.paths().map(|path| (path.to_owned(), live.read(path).unwrap()));
        assert_same(&found.collect(), &wanted, &after);
        if step > 0 {
            assert!(!changes.is_empty(), "{after} changes something");
        }
        for of_all in ["normes/mestres-catalans/", "normes/ascensos-1991/", "torneigs/festivals/"] {
            assert!(wanted.keys().any(|path| path.starts_with(of_all)), "{of_all}");
        }
        after = edit(&mut files, &mut dice, step);
    }
}

/// What does not change is not made again: one result touches its event, its players and lists.
#[test]
fn one_result_leaves_the_pages_of_other_events_alone() {
    let folder = tempfile::tempdir().unwrap();
    let mut live = Live::new(folder.path());
    let mut files = sources();
    let mut round = |files: &BTreeMap<String, String>| {
        let round = live.round().unwrap();
        make(&Project::memory(files.clone()), &round);
        let made = round.into_made();
        live.commit(made).unwrap()
    };
    let first = round(&files);
    assert!(first.written.len() > 100);
    let games = files.get_mut("data/tournaments/1990/e0/games.csv").unwrap();
    *games = games.replacen(",½\n", ",1-0\n", 1);
    let changes = round(&files);
    let of = |part: &str| changes.written.iter().filter(|path| path.contains(part)).count();
    assert!(of("torneigs/1990/e0/classificacio/") > 0, "{changes:?}");
    assert_eq!(of("torneigs/1990/e1/"), 0, "{changes:?}");
    assert_eq!(of("jugadors/p9/"), 0, "who did not play there");
    assert!(of("jugadors/p0/") > 0);
    assert_eq!(of("guies/"), 0);
    assert_eq!(of("reglaments/rde/"), 0);
    assert!(changes.written.len() * 2 < first.written.len(), "{}", changes.written.len());
    assert!(round(&files).is_empty(), "nothing changed");
}
