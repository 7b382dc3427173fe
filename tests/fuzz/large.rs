//! Enormous and impossible files, given to the program itself: diagnostics with their place,
//! nothing written, little memory.
//!
//! A megabyte each by default; `BUTLLETI_FUZZ_MEGABYTES=100 cargo test --test fuzz large` makes
//! them larger.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use super::mutate::Random;

fn megabytes() -> usize {
    super::variable("BUTLLETI_FUZZ_MEGABYTES").map_or(1, |n| n as usize)
}

/// A text over and over, up to the size.
fn repeated(text: &str) -> Vec<u8> {
    let size = megabytes() * 1024 * 1024;
    text.as_bytes().iter().copied().cycle().take(size).collect()
}

fn after(start: &str, text: &str) -> Vec<u8> {
    [start.as_bytes(), &repeated(text)].concat()
}

/// Runs the program with as much memory as a small machine has left, and so many times the input.
fn run(args: &[&str], folder: &Path) -> Output {
    let kilobytes = 500 * 1024 + megabytes().min(64) * 1024 * 24;
    Command::new("sh")
        .arg("-c")
        .arg(format!("ulimit -v {kilobytes} && exec \"$0\" \"$@\""))
        .arg(env!("CARGO_BIN_EXE_butlleti"))
        .args(args)
        .current_dir(folder)
        .env("RAYON_NUM_THREADS", "2")
        // Addresses that the allocator reserves ahead are no memory, but count for the limit.
        .env("MIMALLOC_ARENA_RESERVE", "0")
        .output()
        .expect("the program runs")
}

/// What came of an input: the exit code is 1, and the diagnostics have places within it.
fn check_output(name: &str, output: &Output) {
    let said = String::from_utf8_lossy(&output.stderr);
    let start: String = said.chars().take(2000).collect();
    assert_eq!(output.status.code(), Some(1), "{name}: {start}");
    assert!(!said.contains("panicked"), "{name}: {start}");
    assert!(said.contains("error[E"), "{name}: {start}");
    // Told, but not at length.
    assert!(said.len() < 3_000_000, "{name}: {} bytes of messages", said.len());
}

/// Is a line and column told, or is it the whole file that is refused?
fn has_place(output: &Output, file: &str) -> bool {
    let said = String::from_utf8_lossy(&output.stderr);
    let mut places = said.match_indices(file).map(|(at, _)| &said[at + file.len()..]);
    places.any(|rest| {
        let mut numbers = rest.trim_start_matches(':').splitn(3, ':');
        let is_number = |part: Option<&str>| {
            part.is_some_and(|part| part.starts_with(|c: char| c.is_ascii_digit()))
        };
        is_number(numbers.next()) && is_number(numbers.next())
    })
}

/// Files that `import` must refuse.
fn imports() -> Vec<(&'static str, Vec<u8>)> {
    let mut random = Random::new(3);
    let noise = |random: &mut Random| {
        let size = megabytes() * 1024 * 1024;
        (0..size / 8).flat_map(|_| random.number().to_le_bytes()).collect::<Vec<u8>>()
    };
    let mut no_nul = noise(&mut random);
    no_nul.iter_mut().filter(|b| **b == 0).for_each(|b| *b = b'x');
    vec![
        ("noise.bin", noise(&mut random)),
        ("noise.txt", no_nul),
        ("nul.csv", after("No;Name;Rtg\n1;A;\0", "2;B;2000\n")),
        ("one-line.csv", after("No;Name;Rtg;1.Rd;Pts.\n1;A;2000;9w1", "w1")),
        ("cells.csv", after("No;Name;Rtg;1.Rd;Pts.\n", "1;A;2000;2w1;1\n")),
        ("quotes.csv", after("No;Name;Rtg;1.Rd;Pts.\n", "\"1;")),
        ("players.trf", repeated("001    1      A\n")),
        ("rounds.trf", after("001    1 ", " 0000 - Z")),
        ("windows.trf", [b"012 \xE0\n".to_vec(), repeated("001    1      \n")].concat()),
        ("games.pgn", repeated("[White \"A\"]\n[Black \"A\"]\n[Result \"x\"]\n\n")),
        ("cut.xlsx", [b"PK\x03\x04".to_vec(), noise(&mut random)].concat()),
    ]
}

#[test]
fn large_files_are_refused_with_their_place_and_nothing_is_written() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    for (name, bytes) in imports() {
        std::fs::write(folder.path().join(name), &bytes).expect("it can be written");
        let output = run(&["import", name, "--to", "out"], folder.path());
        check_output(name, &output);
        assert!(!folder.path().join("out").exists(), "{name}: something was written");
        let said = String::from_utf8_lossy(&output.stderr);
        let whole = ["E0612", "E0617", "E0633", "E0634"].iter().any(|code| said.contains(code));
        assert!(
            whole || has_place(&output, name),
            "{name}: {}",
            said.chars().take(500).collect::<String>()
        );
        std::fs::remove_file(folder.path().join(name)).expect("it can be removed");
        let left: Vec<PathBuf> = std::fs::read_dir(folder.path())
            .expect("the folder can be read")
            .flatten()
            .map(|entry| entry.path())
            .collect();
        assert!(left.is_empty(), "{name}: {left:?} is left");
    }
}

#[test]
fn large_files_of_a_site_are_told_with_their_place_and_nothing_is_built() {
    let event = "data/tournaments/2024/x";
    let files: Vec<(String, Vec<u8>)> = vec![
        ("data/players.csv".into(), after("player,name\n", "A B,\n")),
        ("data/clubs.csv".into(), after("club,name\n", "\"")),
        ("data/ratings/2024-01.csv".into(), after("player,fce\n", "x,y\n")),
        (format!("{event}/games.csv"), after("round,white,black,result\n", "1,1,2,9-9\n")),
        (format!("{event}/tournament.toml"), after("name = \"X\"\n", "x = 1\n")),
        ("site.toml".into(), after("title = ", "[")),
        ("content/glossari.toml".into(), repeated("[[term]]\n")),
        ("content/reglaments/x.md".into(), repeated("> ")),
        (
            "content/reglaments/y.md".into(),
            after(
                "+++\ncode = \"Y\"\ntitle = \"Y\"\nkind = \"reglament\"\nin_force = 1990-12-01\nsource = \"x\"\n+++\n\n§ [1.] ",
                "[a]{b=\"c\"} [[",
            ),
        ),
    ];
    for (name, bytes) in files {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let write = |path: &str, bytes: &[u8]| {
            let path = folder.path().join(path);
            std::fs::create_dir_all(path.parent().expect("a folder")).expect("it can be made");
            std::fs::write(path, bytes).expect("it can be written");
        };
        write("site.toml", b"title = \"X\"\n");
        write(&format!("{event}/tournament.toml"), b"name = \"X\"\n");
        write(&format!("{event}/players.csv"), b"name\nA\nB\n");
        write(&name, &bytes);
        let output = run(&["build", "--no-pdf"], folder.path());
        check_output(&name, &output);
        assert!(!folder.path().join("public").exists(), "{name}: something was built");
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(
            said.contains("E0617") || has_place(&output, &name),
            "{name}: {}",
            said.chars().take(500).collect::<String>()
        );
    }
}
