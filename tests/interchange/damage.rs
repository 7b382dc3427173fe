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

const CROSSTABLE: &str = "\
From the Tournament-Database of Chess-Results https://chess-results.com;;;;;;;;
Obert d'Olot;;;;;;;;
Last update 10.08.2026 15:35:00;;;;;;;;
Starting rank crosstable;;;;;;;;
No.;;Name;Rtg;FED;1.Rd;2.Rd;Pts.;Rk.
1;GM;Puig Anna;2400;CAT;2w1;3b½;1,5;1
2;;Roca Joan;2200;ESP;1b0;-1;1;3
3;;Soler Pere;0;;-½;1w½;1;2
";
const GRID: &str = "\
Torneig;;;;;;
No.;;Name;Rtg;1;2;3;Pts.
1;;Puig;1936;*;0;1;1
2;;Roca;1746;1;*;½;1,5
3;;Soler;1787;0;½;*;0,5
";
const SWISS_MANAGER: &str = "\
Obert\n\nFinal Ranking\n
Rank;SNo.;;Name;Rtg;FED;1.Rd.;;;2.Rd.;;;Pts;RecRp
1;2;IM;Puig Anna;2486;CUB;2;b;1;-;-;x;1x;2614
2;1;;Roca Joan;0;ESP;1;w;0;-;-;1;1;2000
";
const SWISS_PERFECT: &str = "\
No\tName\tFeder\tTotal\t1\t2
1\tPuig, Anna\tESP\t1.5\t2:W\t0:=
2\tRoca, Pere\tESP\t1\t1:L\t0:+
";
const BOARDS: &str = "\
Lliga;;;;;;;;
Round 1 on 2026/01/03;;;;;;;;
Bo.;13;Olot B;Rtg;-;1;Reus A;Rtg;1 : 1
1.1;;Puig, Pere;1608;-;;Roca, Rosa;1946;0 - 1
1.2;;Sagués, Ramon;1560;-;FM;Abadal, Teresa;1710;+ - -
";
const COMPOSITIONS: &str = "\
Lliga;;;;;;;;
1. OLOT A (RtgAvg:1896, Captain: Puig / TB1: 12);;;;;;;;
Bo.;;Name;Rtg;FED;FideID;1;2;Pts.
1;;Puig, Emma;1753;POR;9567743;+;1;2
2;FM;Roca, Hilda;1974;POR;9965947;1;;1
";
const FIDE: &str = "\
ID Number      Name                                                         Fed Sex Tit  WTit OTit           FOA SRtng SGm SK RRtng RGm Rk BRtng BGm BK B-day Flag
1503014        Carlsen, Magnus                                              NOR M   GM                           2823  0   10 2801  12  10 2860  0   10 1990
";
const PGN: &str = "\
[Event \"Obert\"]\n[Site \"Olot\"]\n[Date \"1990.07.01\"]\n[Round \"1.1\"]\n[White \"Puig, Anna\"]
[Black \"Roca, Joan\"]\n[Result \"1-0\"]\n[WhiteElo \"2400\"]\n\n1. e4 { [Round \"7\"] } 1-0\n
";
const XML: &str = "\
<?xml version=\"1.0\"?>\n<chessresults><tournamentdata><tournament type=\"0\" name=\"Obert\" rounds=\"1\"
from=\"20250926\" to=\"20250926\"/></tournamentdata><players><player no=\"1\" lastname=\"Puig,Anna\"
pts=\"1,0\" rtgfide=\"1960\" dob=\"1965\"/><player no=\"2\" lastname=\"Roca\" firstname=\"Joan\"/></players>
<playerpairings><playerpairing round=\"1\" whiteno=\"1\" blackno=\"2\" reswhite=\"1.0\" resblack=\"0.0\"
forfeit=\"\"/></playerpairings></chessresults>\n";
const TRF: &str = "\
012 Lliga\n092 Team\n142 1\n162  W 3.0    D 1.0\n352 WB
001    1 m GM Puig, Anna                        2400 CAT    22000001 1961/05/01  3.0    1     3 w 1
001    2      Roca, Joan                                                         1.0    2     4 b =
001    3      Soler, Pere                                                        0.0    3     1 b 0
001    4      Vila, Mar                                                          1.0    4     2 w =
310   1 Olot                             OLO     2400    2.0    1.5   1     1    2
310   2 Reus                             REU        0    0.0    0.5   2     3    4
300   1   1   2    1    2
240 H   2    1
250       1.0   1   2    1    4
299 -  0.0  1.5        1
";

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
