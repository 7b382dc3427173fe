//! Points of the event in place of 1, ½ and 0: record 162 of TRF26, `[points]` of `tournament.toml`.

use std::path::Path;

use butlleti::core::fide::tiebreak::Edition;
use butlleti::core::score_table::ScoreTable;
use butlleti::diag::{Diagnostics, Sources};
use butlleti::export::{data, trf};
use butlleti::model::{Exact, Points, Tournament};
use butlleti::project::Project;
use butlleti::source::{load, tournament_file};

use super::tournament::*;

const TOML: &str = "name = \"X\"\nstart = 2026-04-01\nrounds = 2\nkind = \"open\"\n\n\
                    [points]\nwin = 3\ndraw = 1\nbye = \"1½\"\n";
const PLAYERS: &str = "number,name,fide\n1,A,2100\n2,B,2000\n3,C,1900\n4,D,1800\n";
const GAMES: &str = "round,white,black,result\n1,1,2,1-0\n1,3,4,½-½\n2,3,1,½-½\n2,2,,bye\n\
                     2,4,,absent\n";

fn own(toml: &str) -> (Tournament, Diagnostics) {
    let folder = "data/tournaments/2026/x";
    let file = |name: &str, text: &str| (format!("{folder}/{name}"), text.to_owned());
    let project = Project::memory([
        file("tournament.toml", toml),
        file("players.csv", PLAYERS),
        file("games.csv", GAMES),
    ]);
    let (sources, mut diagnostics) = (Sources::default(), Diagnostics::new());
    let archive = load::archive(&project, &sources, &mut diagnostics);
    (Tournament::clone(&archive.tournaments[0]), diagnostics)
}

fn points(t: &Tournament) -> Vec<Points> {
    ScoreTable::new(t, rules(), t.rounds).rows.iter().map(|row| row.points()).collect()
}

/// Worked by hand. A wins and draws, 4; B loses and has the bye, 1½; C draws twice, 2; D draws and
/// is absent, 1.
#[test]
fn a_win_of_three_points() {
    let (t, diagnostics) = own(TOML);
    assert!(!diagnostics.has_errors());
    let halves = |halves: i32| Points::from_halves(halves);
    assert_eq!(points(&t), [8, 3, 4, 2].map(halves));
    let field = field_of(&t, Edition::March2026);
    let of = |code: &str, who: usize| value(code, &field, who).expect("a value");
    let whole = |n: i64| Exact::from(n);
    // C.07 8.1: A met B with 1½ and C with 2; C met D, whose absence to the end counts as a draw
    // (16.3), 1 + 1, and A with 4.
    assert_eq!([of("BH", 0), of("BH", 2)], [Exact::new(7, 2), whole(6)]);
    // C.07 9.1: 3 × 1½ + 1 × 2.
    assert_eq!(of("SB", 0), Exact::new(13, 2));
    // C.07 7.5: 3, then 4.
    assert_eq!(of("PS", 0), whole(7));
    // C.07 7.1: the bye gives less than a win.
    assert_eq!([of("WIN", 0), of("WIN", 1)], [whole(1), whole(0)]);
    // C.07 9.2: half of the greatest score is 3: only A reached it, and C drew with A.
    assert_eq!([of("KS", 0), of("KS", 2)], [whole(0), whole(1)]);
}

/// A performance is that of the games, whatever they give in the event.
#[test]
fn performances_do_not_change() {
    let (t, _) = own(TOML);
    let (usual, _) = own(&TOML.replace("win = 3\ndraw = 1\nbye = \"1½\"", "win = 1"));
    let [field, of_usual] = [&t, &usual].map(|t| field_of(t, Edition::March2026));
    for code in ["TPR", "PTP", "APRO", "APPO", "ARO"] {
        for who in 0..4 {
            assert!(value(code, &field, 0).is_some(), "{code}");
            assert_eq!(value(code, &field, who), value(code, &of_usual, who), "{code} of {who}");
        }
    }
}

/// The points come back from own files and from report files.
#[test]
fn points_are_written_and_read() {
    let (t, _) = own(TOML);
    let system = t.report_file.points.expect("points");
    assert_eq!((system.win, system.draw, system.loss, system.pairing_bye), (30, 10, 0, 15));
    let files = data::tournament(&t, data::People::InFull);
    let (_, toml) = files.iter().find(|(path, _)| path.ends_with("tournament.toml")).unwrap();
    assert_eq!(own(toml).0.report_file.points, Some(system));
    for dialect in [trf::Dialect::Trf16, trf::Dialect::Trf26] {
        let text = trf::write(&t, dialect, None).expect("everything fits");
        let (sources, mut diagnostics) = (Sources::default(), Diagnostics::new());
        let path = Path::new("x.trf");
        let back = tournament_file(path, text.as_bytes(), &sources, &mut diagnostics).unwrap();
        assert!(!diagnostics.has_errors(), "{}", diagnostics.render(&sources, false));
        assert_eq!(points(&back), points(&t), "{text}");
    }
    // The usual points need no table, and leave no trace.
    let usual = TOML.replace("win = 3\ndraw = 1\nbye = \"1½\"", "win = 1\nbye = 1");
    assert_eq!(own(&usual).0.report_file.points, None);
    for wrong in ["-1", "1.5", "\"1½½\"", "\"x\"", "1000", "\"\""] {
        let (_, diagnostics) = own(&TOML.replace("win = 3", &format!("win = {wrong}")));
        assert!(diagnostics.has_errors(), "{wrong}");
    }
}

/// Tenths that are no half points: pairing takes them, the standings do not, and say so.
#[test]
fn points_of_other_tenths_are_told() {
    let (t, _) = own(TOML);
    let text = trf::write(&t, trf::Dialect::Trf26, None).expect("everything fits");
    let text = text.replace("D 1.0", "D 0.7");
    let (sources, mut diagnostics) = (Sources::default(), Diagnostics::new());
    let path = Path::new("x.trf");
    let t = tournament_file(path, text.as_bytes(), &sources, &mut diagnostics).unwrap();
    assert!(diagnostics.iter().any(|d| d.code.0 == "W0640" && d.span.is_some()));
    assert_eq!(points(&t)[0], Points::ONE + Points::HALF);
}

/// Files with other points, of the test data: the standings give what each player's line states.
#[test]
fn standings_are_those_that_report_files_state() {
    if corpus("trf-dutch/README.md").is_none() {
        return;
    }
    let mut seen = 0;
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/corpus/trf-dutch");
    for entry in std::fs::read_dir(folder).expect("the corpus can be read") {
        let path = entry.expect("a file").path();
        if path.extension().is_none_or(|extension| extension != "trf") {
            continue;
        }
        let bytes = std::fs::read(&path).expect("the corpus can be read");
        let (sources, mut diagnostics) = (Sources::default(), Diagnostics::new());
        let t = tournament_file(&path, &bytes, &sources, &mut diagnostics).expect("an event");
        if t.report_file.points.is_none() {
            continue;
        }
        let stated: Vec<_> = t.entrants.iter().map(|e| e.stated_points.expect("stated")).collect();
        let recorded = t.rounds_recorded();
        let table = ScoreTable::new(&t, rules(), recorded);
        let counted: Vec<_> = table.rows.iter().map(|row| row.points()).collect();
        assert_eq!(counted, stated, "{}", path.display());
        seen += 1;
    }
    assert!(seen >= 3, "{seen} files");
}
