//! TRF files of real programs and of the test corpus, and mutations of them.

mod common;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use butlleti::diag::{Diagnostics, Severity, Sources};
use butlleti::model::{
    Absence, Bye, Cell, Colour, Forfeit, InitialColour, Outcome, PairingSystem, Points, RuleSet,
    Score, System, Tournament,
};
use butlleti::source::load;
use common::{check_invariant, codes};
use proptest::prelude::*;

/// The corpus beside the repository, if it is there.
fn corpus() -> Option<PathBuf> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/corpus");
    if path.is_dir() {
        return Some(path);
    }
    eprintln!("\n*** NOT TESTED: no corpus at {} ***\n", path.display());
    None
}

fn read(name: &str, bytes: &[u8]) -> (Option<Tournament>, Diagnostics, Sources) {
    let (sources, mut diagnostics) = (Sources::default(), Diagnostics::new());
    let read = load::tournament_file(Path::new(name), bytes, &sources, &mut diagnostics);
    (read, diagnostics, sources)
}

fn read_corpus(path: &Path) -> (Tournament, Diagnostics) {
    let bytes = std::fs::read(path).expect("the corpus can be read");
    let (tournament, diagnostics, sources) = read(&path.display().to_string(), &bytes);
    let text = diagnostics.render(&sources, false);
    assert!(!diagnostics.has_errors(), "{}: {text}", path.display());
    (tournament.expect("a tournament without errors"), diagnostics)
}

/// corpus/real/README.md: what each file holds.
#[test]
fn real_files_are_read_with_the_facts_noted_about_them() {
    let Some(corpus) = corpus() else { return };
    // File, players, rounds of the event, rounds recorded, points that differ.
    let facts = [
        ("karl_mala_2005_trf16", 284, 7, 7, 0),
        ("gros_2010_inprogress_trfx", 52, 9, 4, 0),
        ("bunratty_masters_2011_bad_dates", 34, 6, 6, 5),
        ("bunratty_minor_2011", 103, 6, 6, 17),
        ("armstrong_league_2011_team013", 160, 11, 11, 0),
        ("armstrong_2012_utf8bom", 2, 1, 1, 0),
        ("bbp_issue7_forfeits", 60, 15, 14, 0),
        ("tec_exercise_swiss9", 16, 9, 9, 0),
        ("tec_exercise_roundrobin6", 6, 5, 5, 0),
        ("tec_many_unplayed_rounds", 15, 7, 7, 0),
        ("trf26_individual_nrs", 16, 5, 5, 0),
        ("trf26_team_310", 26, 3, 2, 0),
        ("tec_grandmommys_cup_trf26_team", 249, 14, 14, 0),
    ];
    for (name, players, rounds, recorded, differing) in facts {
        let (t, diagnostics) = read_corpus(&corpus.join(format!("real/trf/{name}.trf")));
        check_invariant(&t);
        let found = (t.entrants.len(), t.rounds, t.rounds_recorded());
        assert_eq!(found, (players, rounds, recorded), "{name}");
        let differing_points = codes(&diagnostics).get("W0608").copied().unwrap_or(0);
        assert_eq!(differing_points, differing, "{name}");
    }
}

#[test]
fn the_old_sample_of_fide_is_read_in_full() {
    let Some(corpus) = corpus() else { return };
    let (t, _) = read_corpus(&corpus.join("real/trf/karl_mala_2005_trf16.trf"));
    assert_eq!(&*t.slug, "karl_mala_2005_trf16");
    assert_eq!(&*t.name, "9. Karl-Mala-Gedenkturnier");
    assert_eq!(t.start, Some(jiff::civil::date(2005, 7, 28)));
    assert_eq!((t.system, t.rule_set), (System::Swiss, RuleSet::Fide2024));
    let first = &t.entrants[0];
    assert_eq!(
        (first.ratings.fide, first.stated_points),
        (Some(2558), Some(Points::from_halves(12)))
    );
    let opponent = t.cells[0][5].opponent().expect("round 6 was played");
    assert_eq!(t.entrants[opponent].number, 25);
    assert_eq!(
        t.cells[0][5].played().map(|(_, colour, score)| (colour, score)),
        Some((Some(Colour::Black), Score::Draw))
    );
    assert!(t.is_finished());
}

#[test]
fn the_exercises_of_fide_keep_the_kind_of_every_round() {
    let Some(corpus) = corpus() else { return };
    let (t, _) = read_corpus(&corpus.join("real/trf/tec_exercise_swiss9.trf"));
    let cell =
        |number: u32, round: usize| t.cells[t.by_number(number).expect("a player")][round - 1];
    assert_eq!(cell(4, 2), Cell::Bye(Bye::Half));
    assert_eq!(cell(6, 3), Cell::Bye(Bye::Pairing));
    assert_eq!(cell(12, 4), Cell::Absent(Absence::Missed));
    assert!(matches!(cell(9, 4), Cell::Paired { outcome: Outcome::Forfeit(Forfeit::Lost), .. }));
    let (t, diagnostics) = read_corpus(&corpus.join("real/trf/tec_exercise_roundrobin6.trf"));
    assert_eq!(t.system, System::RoundRobin { double: false });
    assert_eq!(codes(&diagnostics).get("N0616"), Some(&1));
}

/// Byes and absences of a round not paired yet: gros (pre-filled columns), next-… (240).
#[test]
fn announcements_for_the_next_round_are_kept_apart() {
    let Some(corpus) = corpus() else { return };
    let (t, _) = read_corpus(&corpus.join("real/trf/gros_2010_inprogress_trfx.trf"));
    assert!(t.announced.iter().all(|a| a.round == 5));
    assert!(!t.announced.is_empty());
    let mut with_announcements = 0;
    for path in files(&corpus.join("trf-dutch")) {
        let (t, _) = read_corpus(&path);
        check_invariant(&t);
        let next = t.rounds_recorded() + 1;
        assert!(t.announced.iter().all(|a| a.round >= next), "{}", path.display());
        with_announcements += usize::from(t.announced.iter().any(|a| a.round == next));
    }
    assert!(with_announcements > 0);
}

#[test]
fn the_tournaments_of_the_corpus_are_read() {
    let Some(corpus) = corpus() else { return };
    for path in files(&corpus.join("swiss-1990")) {
        let (t, diagnostics) = read_corpus(&path);
        check_invariant(&t);
        assert_eq!(t.pairing, Some(PairingSystem::Fce1990), "{}", path.display());
        assert!(matches!(t.initial_colour, Some(InitialColour::Drawn(_))));
        assert!(t.is_finished());
        assert_eq!(codes(&diagnostics).get("W0608"), None, "{}", path.display());
        // p10 is the one with pairs that must never meet.
        let restricted = path.file_stem().is_some_and(|n| n.to_string_lossy().starts_with("p10"));
        assert_eq!(restricted, !t.forbidden_pairs.is_empty());
    }
    for path in files(&corpus.join("tiebreaks/inputs")) {
        check_invariant(&read_corpus(&path).0);
    }
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let mut files: Vec<_> = std::fs::read_dir(folder)
        .expect("the corpus has the folder")
        .flatten()
        .map(|entry| entry.path())
        .filter(|path| path.extension().is_some_and(|e| e == "trf"))
        .collect();
    files.sort();
    assert!(!files.is_empty());
    files
}

/// Numbers need not be contiguous; names with accents keep the columns.
const SMALL: &str = "\
012 Memorial Àngel Ribera
042 1990/07/01
062 4
XXR 3
XXC black1
001    2 m    Àngel, Núria                      2101 CAT             1961        1.5    1     9 w 1    11 b =
001    5 w MC Roca, Pere                             ESP             1950/02/03  1.0    2    11 b 0  0000 - U
001    9      Puig, Anna                                                         0.0    4     2 b 0  0000 - Z
001   11 m    Soler, Joan                       2000                             1.5    1     5 w 1     2 w =
";

#[test]
fn numbers_with_gaps_are_read() {
    let (t, diagnostics, sources) = read("memorial.trf", SMALL.as_bytes());
    assert_eq!(diagnostics.render(&sources, false), "");
    let t = t.expect("it is well formed");
    check_invariant(&t);
    let numbers: Vec<_> = t.entrants.iter().map(|e| e.number).collect();
    assert_eq!(numbers, [2, 5, 9, 11]);
    assert_eq!(t.cells[0][1].opponent(), Some(3));
    assert_eq!((t.rounds, t.rounds_recorded(), t.rule_set), (3, 2, RuleSet::Fce1990));
    assert_eq!(t.initial_colour, Some(InitialColour::Drawn(Colour::Black)));
    assert_eq!(t.entrants[0].birth, Some(jiff::civil::date(1961, 1, 1)));
    assert_eq!(t.tie_breaks, None);
}

#[test]
fn contradictions_are_told_all_at_once() {
    let broken = SMALL
        .replace("9 w 1    11 b =", "9 b 1    11 b 1")
        .replace("    5 w 1     2 w =", "   77 w 1     2 w =");
    let (t, diagnostics, sources) = read("memorial.trf", broken.as_bytes());
    check_invariant(&t.expect("what could be read"));
    let found = codes(&diagnostics);
    for code in ["E0603", "E0604", "E0605", "E0606"] {
        assert!(found.contains_key(code), "{code}: {}", diagnostics.render(&sources, false));
    }
}

#[test]
fn stated_points_that_differ_are_a_warning() {
    let (_, diagnostics, _) =
        read("memorial.trf", SMALL.replace("  1.0    2 ", "  2.0    2 ").as_bytes());
    assert_eq!(codes(&diagnostics), BTreeMap::from([("W0608", 1)]));
    assert_eq!(diagnostics.count(Severity::Warning), 1);
}

#[test]
fn other_files_are_refused() {
    let (t, diagnostics, _) = read("notes.txt", b"just words\n");
    assert!(t.is_none());
    assert_eq!(codes(&diagnostics), BTreeMap::from([("E0612", 1)]));
    let (t, diagnostics, _) = read("notes.txt", b"\0\x01\x02");
    assert!(t.is_none());
    assert_eq!(codes(&diagnostics), BTreeMap::from([("E0102", 1)]));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    /// Whatever bytes are changed, put in or cut out, nothing panics and the invariant holds.
    #[test]
    fn mutations_never_panic(
        edits in proptest::collection::vec((any::<prop::sample::Index>(), any::<u8>(), 0..3u8), 0..12)
    ) {
        let mut bytes = SMALL.as_bytes().to_vec();
        for (at, byte, what) in edits {
            if bytes.is_empty() { break; }
            let at = at.index(bytes.len());
            match what {
                0 => bytes[at] = byte,
                1 => bytes.insert(at, byte),
                _ => { bytes.remove(at); }
            }
        }
        let (t, diagnostics, sources) = read("x.trf", &bytes);
        if let Some(t) = t { check_invariant(&t); }
        diagnostics.render(&sources, false);
    }

    /// Edits with characters that mean something hit the checks between players more often.
    #[test]
    fn meaningful_mutations_never_panic(
        edits in proptest::collection::vec((any::<prop::sample::Index>(), "[0-9wbUHZF+=* -]"), 0..12)
    ) {
        let mut text: Vec<char> = SMALL.chars().collect();
        for (at, with) in edits {
            let at = at.index(text.len());
            if text[at] != '\n' { text[at] = with.chars().next().unwrap_or(' '); }
        }
        let text: String = text.into_iter().collect();
        let (t, diagnostics, sources) = read("x.trf", text.as_bytes());
        if let Some(t) = t { check_invariant(&t); }
        diagnostics.render(&sources, false);
    }

    #[test]
    fn random_bytes_never_panic(bytes in proptest::collection::vec(any::<u8>(), 0..300)) {
        let mut file = b"001    1".to_vec();
        file.extend(&bytes);
        read("x.trf", &file);
        read("x.trf", &bytes);
    }
}
