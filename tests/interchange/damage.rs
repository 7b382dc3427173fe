//! Damaged files of every format: an answer or a diagnostic, never a panic, never much memory.
//!
//! Few cases by default; `BUTLLETI_FUZZ_CASES=100000 cargo test --test interchange` runs long.

use std::path::Path;
use std::sync::LazyLock;

use butlleti::diag::{Diagnostics, Sources};
use butlleti::source::import::{Imported, MAX_BYTES};
use butlleti::source::load::{import_file, read_file};
use proptest::prelude::*;
use proptest::sample::Index;

use super::cases;
use crate::common::{check_invariant, codes};

const CROSSTABLE: &str = include_str!("../fuzz/corpus/imports/crosstable.csv");
const GRID: &str = include_str!("../fuzz/corpus/imports/grid.csv");
const SWISS_MANAGER: &str = include_str!("../fuzz/corpus/imports/swiss-manager.txt");
const SWISS_PERFECT: &str = include_str!("../fuzz/corpus/imports/swiss-perfect.txt");
const BOARDS: &str = include_str!("../fuzz/corpus/imports/boards.csv");
const COMPOSITIONS: &str = include_str!("../fuzz/corpus/imports/compositions.csv");
const FIDE: &str = include_str!("../fuzz/corpus/imports/fide.txt");
const PGN: &str = include_str!("../fuzz/corpus/imports/games.pgn");
const XML: &str = include_str!("../fuzz/corpus/imports/upload.xml");
const TRF: &str = include_str!("../fuzz/corpus/trf/teams.trf");

/// A small file of each format, all of them sound.
const SEEDS: [(&str, &str); 10] = [
    ("crosstable", CROSSTABLE),
    ("grid", GRID),
    ("swiss-manager", SWISS_MANAGER),
    ("swiss-perfect", SWISS_PERFECT),
    ("boards", BOARDS),
    ("compositions", COMPOSITIONS),
    ("fide", FIDE),
    ("pgn", PGN),
    ("xml", XML),
    ("trf", TRF),
];

/// Reads, checks what came, and renders the diagnostics, which must have their places.
fn read(bytes: &[u8]) -> (bool, Diagnostics) {
    let (sources, mut diagnostics) = (Sources::default(), Diagnostics::new());
    let imported = import_file(Path::new("x.txt"), bytes, &sources, &mut diagnostics);
    if let Some(Imported::Event(t)) = &imported {
        check_invariant(t);
    }
    let text = diagnostics.render(&sources, false);
    assert!(imported.is_some() || diagnostics.has_errors(), "refused without a reason: {text}");
    (imported.is_some(), diagnostics)
}

#[test]
fn the_seeds_are_sound() {
    for (name, text) in SEEDS {
        if name == "xml" && !cfg!(feature = "import") {
            continue;
        }
        let (read, diagnostics) = read(text.as_bytes());
        assert!(read && !diagnostics.has_errors(), "{name}: {:?}", codes(&diagnostics));
    }
}

/// The spreadsheet of the corpus, if it is there.
static SPREADSHEET: LazyLock<Option<Vec<u8>>> = LazyLock::new(|| {
    let path = super::corpus()?.join("real/chess-results/arad2026_crosstable_5tb.xlsx");
    std::fs::read(path).ok()
});

fn edit(bytes: &mut Vec<u8>, edits: &[(Index, u8, u8)]) {
    for (at, byte, what) in edits {
        if bytes.is_empty() {
            return;
        }
        let at = at.index(bytes.len());
        match what {
            0 => bytes[at] = *byte,
            1 => bytes.insert(at, *byte),
            2 => {
                bytes.remove(at);
            }
            // Cut off.
            _ => bytes.truncate(at),
        }
    }
}

fn edits() -> impl Strategy<Value = Vec<(Index, u8, u8)>> {
    let sign = prop_oneof![
        4 => prop::sample::select(b"0123456789wbsnUHZFx+-=*;,\t\n\"<>[]{}. ".to_vec()),
        1 => any::<u8>(),
    ];
    prop::collection::vec((any::<Index>(), sign, 0..4u8), 0..10)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(cases(400)))]

    #[test]
    fn damaged_files_never_panic(seed in 0..SEEDS.len(), edits in edits()) {
        let mut bytes = SEEDS[seed].1.as_bytes().to_vec();
        edit(&mut bytes, &edits);
        read(&bytes);
    }

    /// Lines of one file within another.
    #[test]
    fn mixed_files_never_panic(lines in prop::collection::vec((0..SEEDS.len(), any::<Index>()), 0..30)) {
        let mut text = String::new();
        for (seed, at) in lines {
            let of: Vec<&str> = SEEDS[seed].1.lines().collect();
            text.push_str(of[at.index(of.len())]);
            text.push('\n');
        }
        read(text.as_bytes());
    }

    #[test]
    fn random_bytes_never_panic(bytes in prop::collection::vec(any::<u8>(), 0..400), start in 0..8usize) {
        let starts: [&[u8]; 8] = [
            b"", b"PK\x03\x04", b"\xFF\xFE", b"\xEF\xBB\xBF", b"001    1 ", b"[White \"", b"<?xml?><chessresults", b"ID Number",
        ];
        let mut file = starts[start].to_vec();
        file.extend(&bytes);
        read(&file);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(cases(12)))]

    #[test]
    fn damaged_spreadsheets_never_panic(edits in edits()) {
        if let Some(bytes) = &*SPREADSHEET {
            let mut bytes = bytes.clone();
            edit(&mut bytes, &edits);
            read(&bytes);
        }
    }
}

/// A hundred megabytes are refused by their size, without reading them.
#[test]
fn enormous_files_are_refused_at_once() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path().join("enormous.csv");
    // A sparse file: it takes no room on the disk.
    let file = std::fs::File::create(&path).expect("it can be created");
    file.set_len(MAX_BYTES + 40 * 1024 * 1024).expect("it can be long");
    let mut diagnostics = Diagnostics::new();
    assert!(read_file(&path, &mut diagnostics).is_none());
    assert_eq!(codes(&diagnostics).get("E0617"), Some(&1));
}

/// Many columns and many lines together are not kept.
#[test]
fn tables_have_a_largest_size() {
    let line = ";".repeat(2_000);
    let text = format!("No;Name;Rtg;FED\n{line}\n{line}\n");
    let (read, diagnostics) = read(text.as_bytes());
    assert!(!read);
    assert_eq!(codes(&diagnostics).get("E0612"), Some(&1));
}

/// Binary files are named, with what to do.
#[test]
fn binary_files_are_told_apart() {
    let files: [&[u8]; 4] = [
        b"\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1 old excel",
        b"\x93\xFF\x89\x44 swiss manager",
        b"SQLite format 3\0",
        b"%PDF-1.7",
    ];
    for bytes in files {
        let (read, diagnostics) = read(bytes);
        assert!(!read);
        assert_eq!(codes(&diagnostics).get("E0633"), Some(&1));
    }
}

/// Errors name the line and the column in the file.
#[test]
fn errors_have_their_places() {
    let broken = CROSSTABLE.replace("2w1", "7w1").replace("-1;1;3", "-7;1;3");
    let (sources, mut diagnostics) = (Sources::default(), Diagnostics::new());
    import_file(Path::new("obert.csv"), broken.as_bytes(), &sources, &mut diagnostics);
    let places: Vec<_> = diagnostics
        .iter()
        .filter(|d| d.code.0 == "E0603" || d.code.0 == "E0631")
        .map(|d| (d.code.0, d.location(&sources)))
        .collect();
    assert_eq!(
        places,
        [("E0631", ("obert.csv".into(), 7, 27)), ("E0603", ("obert.csv".into(), 6, 25))]
    );
}
