//! The program as people run it.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

pub fn butlleti(args: &[&str], folder: &Path) -> Output {
    Command::new(env!("CARGO_BIN_EXE_butlleti"))
        .args(args)
        .current_dir(folder)
        .env("NO_COLOR", "1")
        .output()
        .expect("the program runs")
}

pub fn stdout(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

pub fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// A file of the test data beside the repository; says loudly when it is not there.
pub fn corpus(path: &str) -> Option<PathBuf> {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/corpus").join(path);
    if !file.exists() {
        eprintln!("\n*** NOT TESTED: {} is not beside the repository ***\n", file.display());
        return None;
    }
    Some(file)
}

/// A little event in a folder of its own: two rounds of three, the third announced for one player.
pub fn event() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).unwrap();
    write(
        "tournament.toml",
        "name = \"Prova\"\nsystem = \"swiss\"\nrounds = 4\nstart = 1990-10-06\n\
         initial_colour = \"white\"\n",
    );
    write("players.csv", "number,name\n1,Anna\n2,Berta\n3,Carles\n4,Dídac\n5,Elna\n6,Ferran\n");
    // Semicolons, columns in another order, DOS line ends, no line end at the end: all kept.
    write(
        "games.csv",
        "board;round;white;black;result\r\n1;1;1;4;1-0\r\n2;1;5;2;0-1\r\n3;1;3;6;1-0\r\n\
         1;2;2;1;½-½\r\n2;2;6;3;0-1\r\n3;2;4;5;1-0\r\n;3;6;;absent",
    );
    folder
}

#[test]
fn pairs_are_written_as_numbers() {
    let folder = event();
    let output = butlleti(&["pair", ".", "--format", "pairs"], folder.path());
    assert!(output.status.success(), "{}", stderr(&output));
    let text = stdout(&output);
    let lines: Vec<_> = text.lines().collect();
    // Five are present: two boards and the bye.
    assert_eq!(lines[0], "3", "{text}");
    assert_eq!(lines.len(), 4, "{text}");
    assert!(lines[3].ends_with(" 0"), "{text}");
    assert!(!text.contains('6'), "6 is absent: {text}");
}

#[test]
fn a_written_round_keeps_the_file_and_is_not_written_twice() {
    let folder = event();
    let games = folder.path().join("games.csv");
    let before = fs::read_to_string(&games).unwrap();
    let paired = butlleti(&["pair", ".", "--format", "pairs", "--write"], folder.path());
    assert!(paired.status.success(), "{}", stderr(&paired));
    let after = fs::read_to_string(&games).unwrap();
    let added = after.strip_prefix(&format!("{before}\r\n")).expect("the old lines are untouched");
    let lines: Vec<_> = added.split_terminator("\r\n").collect();
    assert_eq!(lines.len(), 3, "{added}");
    assert!(lines[0].starts_with("1;3;") && lines[0].ends_with(";"), "{added}");
    assert!(lines[2].starts_with(";3;") && lines[2].ends_with(";bye"), "{added}");

    let verified = butlleti(&["verify", ".", "--pairing", "fce-1990", "--json"], folder.path());
    assert!(stdout(&verified).contains("\"rounds\": 3"), "{}", stdout(&verified));

    let again = butlleti(&["pair", ".", "--round", "3", "--write"], folder.path());
    assert_eq!(again.status.code(), Some(1));
    assert!(stderr(&again).contains("already in the file"), "{}", stderr(&again));
    let next = butlleti(&["pair", ".", "--write"], folder.path());
    assert_eq!(next.status.code(), Some(1), "results of round 3 are missing");
    assert!(stderr(&next).contains("round 3"), "{}", stderr(&next));
    assert_eq!(fs::read_to_string(&games).unwrap(), after);
}

#[test]
fn a_round_is_written_into_a_trf_file_too() {
    let Some(source) = corpus("real/trf/tec_exercise_swiss9.trf") else { return };
    let folder = tempfile::tempdir().unwrap();
    let text = fs::read_to_string(source).unwrap().replace("XXR 9", "XXR 10");
    let file = folder.path().join("event.trf");
    fs::write(&file, &text).unwrap();
    let paired = butlleti(&["pair", "event.trf", "--write", "--format", "pairs"], folder.path());
    assert!(paired.status.success(), "{}", stderr(&paired));
    let after = fs::read_to_string(&file).unwrap();
    for (old, new) in text.lines().zip(after.lines()) {
        assert!(new.starts_with(old.trim_end()), "{old}\n{new}");
    }
    let again =
        butlleti(&["pair", "event.trf", "--round", "10", "--format", "pairs"], folder.path());
    assert_eq!(stdout(&again), stdout(&paired), "the written round reads back as it was paired");
}

#[test]
fn verify_says_what_differs_and_fails() {
    let Some(file) = corpus("swiss-1990/p01-n024-r06-plain.trf") else { return };
    let folder = tempfile::tempdir().unwrap();
    let fine = butlleti(&["verify", file.to_str().unwrap()], folder.path());
    assert_eq!(fine.status.code(), Some(0), "{}", stdout(&fine));

    let other = folder.path().join("event");
    let made = butlleti(
        &[
            "simulate",
            "--pairing",
            "round-robin",
            "--players",
            "8",
            "--rounds",
            "7",
            "--out",
            "event",
        ],
        folder.path(),
    );
    assert!(made.status.success(), "{}", stderr(&made));
    let differs = butlleti(
        &["verify", other.to_str().unwrap(), "--pairing", "fce-1990", "--lang", "ca"],
        folder.path(),
    );
    assert_eq!(differs.status.code(), Some(1));
    assert!(stdout(&differs).contains("[Swiss "), "{}", stdout(&differs));
}

#[test]
fn mistakes_in_a_command_are_told_apart_from_findings() {
    let folder = event();
    let unknown = butlleti(&["pair", ".", "--pairing", "fce-1991"], folder.path());
    assert_eq!(unknown.status.code(), Some(2));
    assert!(stderr(&unknown).contains("did you mean fce-1990?"), "{}", stderr(&unknown));
    let missing = butlleti(&["standings", "nowhere"], folder.path());
    assert_eq!(missing.status.code(), Some(1));
    assert!(stderr(&missing).contains("no event `nowhere`"), "{}", stderr(&missing));
    assert_eq!(butlleti(&["standing"], folder.path()).status.code(), Some(2));
}

/// A site small enough to be built many times.
fn site() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("site.toml"), "title = \"Prova\"\n").unwrap();
    folder
}

/// The bytes of all files of a folder, by path.
fn contents(folder: &Path) -> Vec<(PathBuf, Vec<u8>)> {
    walkdir::WalkDir::new(folder)
        .sort_by_file_name()
        .into_iter()
        .flatten()
        .filter(|entry| entry.file_type().is_file())
        .map(|entry| {
            (
                entry.path().strip_prefix(folder).unwrap().to_path_buf(),
                fs::read(entry.path()).unwrap(),
            )
        })
        .collect()
}

#[test]
fn two_builds_with_one_and_two_threads_are_the_same() {
    let folder = site();
    for (output, threads) in [("one", "1"), ("two", "2")] {
        let status = Command::new(env!("CARGO_BIN_EXE_butlleti"))
            .args(["build", "--no-pdf", "--quiet", "--output", output])
            .env("RAYON_NUM_THREADS", threads)
            .current_dir(folder.path())
            .status()
            .unwrap();
        assert!(status.success());
    }
    let (one, two) = (contents(&folder.path().join("one")), contents(&folder.path().join("two")));
    assert!(one.len() > 20);
    assert_eq!(one.len(), two.len());
    for (a, b) in one.iter().zip(&two) {
        assert_eq!(a.0, b.0);
        assert!(a.1 == b.1, "{} differs", a.0.display());
    }
}

/// Whenever a build is killed, the site that stands is a whole one.
#[test]
fn a_killed_build_leaves_a_whole_site() {
    let folder = site();
    let build = || {
        let mut command = Command::new(env!("CARGO_BIN_EXE_butlleti"));
        command.args(["build", "--no-pdf", "--quiet"]).current_dir(folder.path());
        command
    };
    assert!(build().status().unwrap().success());
    let output = folder.path().join("public");
    let whole = contents(&output);
    for delay in [5, 40, 80, 120, 160, 200, 240, 280, 320, 400] {
        let mut child = build().spawn().unwrap();
        std::thread::sleep(std::time::Duration::from_millis(delay));
        let _ = child.kill();
        let _ = child.wait();
        assert!(contents(&output) == whole, "killed after {delay} ms");
    }
    assert!(build().status().unwrap().success());
    let beside: Vec<_> =
        fs::read_dir(folder.path()).unwrap().flatten().map(|e| e.file_name()).collect();
    // The site, its sources, and what the next build may know of this one.
    let known = ["public", "site.toml", ".butlleti-cache"];
    assert!(beside.iter().all(|name| known.iter().any(|k| *k == *name)), "leftovers: {beside:?}");
    assert_eq!(fs::read_dir(folder.path().join(".butlleti-cache")).unwrap().count(), 1);
}

#[test]
fn a_failed_build_leaves_the_old_site_and_names_the_place() {
    let folder = site();
    assert!(butlleti(&["build", "--no-pdf"], folder.path()).status.success());
    let before = contents(&folder.path().join("public"));
    fs::create_dir_all(folder.path().join("data/tournaments/x")).unwrap();
    fs::write(folder.path().join("data/tournaments/x/tournament.toml"), "nme = \"X\"\n").unwrap();
    let failed = butlleti(&["build", "--no-pdf"], folder.path());
    assert_eq!(failed.status.code(), Some(1));
    let told = stderr(&failed);
    assert!(told.contains("data/tournaments/x/tournament.toml:1:1"), "{told}");
    assert!(told.contains("did you mean `name`?"), "{told}");
    assert!(contents(&folder.path().join("public")) == before);
}

/// Every tournament of the Dutch and of the 1990 corpus is its system's, read and replayed by the
/// program itself; the next rounds are those beside them.
#[test]
fn the_corpora_of_pairings_are_the_systems() {
    let Some(dutch) = corpus("trf-dutch") else { return };
    let Some(swiss) = corpus("swiss-1990") else { return };
    let here = tempfile::tempdir().unwrap();
    let mut seen = 0;
    for (folder, system) in [(dutch, "fide-dutch-2026"), (swiss, "fce-1990")] {
        for entry in fs::read_dir(folder).unwrap().flatten() {
            let path = entry.path();
            if path.extension().is_none_or(|e| e != "trf") {
                continue;
            }
            let file = path.to_str().unwrap();
            seen += 1;
            let pairs = path.with_extension("pairs");
            if pairs.exists() {
                let args = ["pair", file, "--pairing", system, "--format", "pairs"];
                let expected = fs::read_to_string(pairs).unwrap().replace('\r', "");
                assert_eq!(stdout(&butlleti(&args, here.path())), expected, "{file}");
            } else {
                let output = butlleti(&["verify", file, "--pairing", system], here.path());
                assert!(output.status.success(), "{file}: {}", stdout(&output));
            }
        }
    }
    assert!(seen > 80, "{seen} files");
}

/// Every demonstration tournament is paired by the system it names, and so are simulated ones.
#[test]
fn demonstration_and_simulated_tournaments_are_their_systems() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut seen = 0;
    for year in fs::read_dir(root.join("data/tournaments")).unwrap().flatten() {
        for folder in fs::read_dir(year.path()).unwrap().flatten() {
            let path = folder.path();
            let output = butlleti(&["verify", path.to_str().unwrap()], root);
            assert!(output.status.success(), "{}: {}", path.display(), stdout(&output));
            seen += 1;
        }
    }
    assert!(seen >= 10, "{seen} tournaments");
    let here = tempfile::tempdir().unwrap();
    for (system, players, rounds) in [
        ("fce-1990", "41", "7"),
        ("fide-dutch-2026", "41", "7"),
        ("fide-dutch-2017", "30", "5"),
        ("round-robin", "9", "9"),
        ("knock-out", "11", "4"),
    ] {
        let args = [
            "simulate",
            "--pairing",
            system,
            "--players",
            players,
            "--rounds",
            rounds,
            "--seed",
            "5",
            "--out",
            system,
        ];
        let made = butlleti(&args, here.path());
        assert!(made.status.success(), "{system}: {}", stderr(&made));
        let verified = butlleti(&["verify", system], here.path());
        assert!(verified.status.success(), "{system}: {}", stdout(&verified));
    }
}

/// The training exercise: pairs added to the folder of a round are compared with the system's.
#[test]
fn an_exercise_is_paired_by_hand_and_compared() {
    let here = tempfile::tempdir().unwrap();
    let args = "simulate --exercise --players 13 --rounds 4 --seed 4 --absences 60 --late 1 \
                --mix 0,0,5,5 --draws 200 --forfeits 20 --out exercise";
    let made = butlleti(&args.split_whitespace().collect::<Vec<_>>(), here.path());
    assert!(made.status.success(), "{}", stderr(&made));
    let folder = here.path().join("exercise");
    let solution = fs::read_to_string(folder.join("solution/games.csv")).unwrap();
    for round in 1..=4 {
        let mut by_hand = String::new();
        for line in solution.lines().filter(|line| line.starts_with(&format!("{round},"))) {
            match line.rsplit_once(',').unwrap() {
                (told, "absent" | "not-entered" | "withdrawn") => assert!(told.ends_with(',')),
                (_, "bye") => by_hand += &format!("{line}\n"),
                (pair, _) => by_hand += &format!("{pair},\n"),
            }
        }
        let games = folder.join(format!("round-{round}/games.csv"));
        let before = fs::read_to_string(&games).unwrap();
        fs::write(&games, before.clone() + &by_hand).unwrap();
        let name = format!("exercise/round-{round}");
        let right = butlleti(&["verify", &name], here.path());
        assert!(right.status.success(), "{round}: {}{}", stdout(&right), stderr(&right));
        // The colours of the first board the other way round.
        let mut fields = by_hand.lines().next().unwrap().split(',');
        let (white, black) = (fields.nth(2).unwrap(), fields.next().unwrap());
        let first = format!("{round},1,{white},{black},");
        let turned = by_hand.replace(&first, &format!("{round},1,{black},{white},"));
        assert_ne!(turned, by_hand);
        fs::write(&games, before + &turned).unwrap();
        let wrong = butlleti(&["verify", &name], here.path());
        assert_eq!(wrong.status.code(), Some(1), "{round}: {}", stdout(&wrong));
    }
    let refused = butlleti(&["simulate", "--mix", "1,2", "--out", "x"], here.path());
    assert_eq!(refused.status.code(), Some(2));
    assert!(stderr(&refused).contains("--mix takes 4 weights"), "{}", stderr(&refused));
}
