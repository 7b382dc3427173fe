//! Every file of the corpus loads, or is refused with the reason.

use std::path::Path;

use butlleti::diag::{Diagnostics, Severity, Sources};
use butlleti::model::{Bye, Cell, Outcome, Points, System, Tournament};
use butlleti::source::import::{Imported, combine, round};
use butlleti::source::load::import_file;

use super::corpus;
use crate::common::{check_invariant, codes, codes as codes_of};

/// What a file should come to.
enum Expected {
    /// Players, rounds recorded, how many points differ from the rounds.
    Event(usize, u32, usize),
    /// Lines of a rating list.
    List(usize),
    /// Pairs of a later round, which need those before.
    Round(usize),
    /// The code of the reason.
    Refused(&'static str),
}

use Expected::{Event, List, Refused, Round};

/// `corpus/real/README.md` says what each file is.
const FILES: &[(&str, Expected)] = &[
    ("chess-results/arad2026_crosstable_5tb.csv", Event(209, 9, 0)),
    #[cfg(feature = "import")]
    ("chess-results/arad2026_crosstable_5tb.xlsx", Event(209, 9, 0)),
    #[cfg(not(feature = "import"))]
    ("chess-results/arad2026_crosstable_5tb.xlsx", Refused("E0634")),
    ("chess-results/british2026_crosstable_by_start_no_utf8bom.csv", Event(108, 9, 0)),
    ("chess-results/british2026_r7_pairings_live.csv", Round(57)),
    ("chess-results/british2026_starting_rank.csv", Event(108, 0, 0)),
    ("chess-results/frome2026_crosstable.csv", Event(38, 5, 0)),
    ("chess-results/portimao2026_final_ranking_rating_change_en.csv", Event(99, 0, 0)),
    ("chess-results/porto_teams2026_compositions.csv", Event(0, 0, 0)),
    ("chess-results/porto_teams2026_r1_boards.csv", Event(0, 1, 0)),
    ("chess-results/porto_teams2026_r1_matches.csv", Refused("E0632")),
    ("chess-results/roundrobin2026_crosstable_grid.csv", Event(9, 9, 0)),
    ("chess-results/stockholm_seniors2026_crosstable_by_rank_decimal_point.csv", Event(40, 5, 0)),
    #[cfg(feature = "import")]
    ("chess-results/upload_Single_SwissSystem.xml", Event(21, 7, 0)),
    #[cfg(not(feature = "import"))]
    ("chess-results/upload_Single_SwissSystem.xml", Refused("E0612")),
    ("other/fide_players_list_foa_oct2026_excerpt.txt", List(3)),
    ("other/lichess_broadcast_wch2024_g14.pgn", Event(2, 14, 0)),
    // Three who came late are counted half a point more than their rounds say.
    ("swiss-manager/san_sebastian_2010_final_ranking.txt", Event(150, 9, 3)),
    ("trf/armstrong_2012_utf8bom.trf", Event(2, 1, 0)),
    ("trf/armstrong_league_2011_team013.trf", Event(160, 11, 0)),
    ("trf/bbp_issue7_forfeits.trf", Event(60, 14, 0)),
    ("trf/bunratty_masters_2011_bad_dates.trf", Event(34, 6, 5)),
    ("trf/bunratty_minor_2011.trf", Event(103, 6, 17)),
    ("trf/gros_2010_inprogress_trfx.trf", Event(52, 4, 0)),
    ("trf/karl_mala_2005_trf16.trf", Event(284, 7, 0)),
    ("trf/tec_exercise_roundrobin6.trf", Event(6, 5, 0)),
    ("trf/tec_exercise_swiss9.trf", Event(16, 9, 0)),
    ("trf/tec_grandmommys_cup_trf26_team.trf", Event(249, 14, 0)),
    // A table of computed values, beside its tournament.
    ("trf/tec_many_unplayed_rounds.expected_tiebreaks_2026-03-01.tsv", Refused("E0612")),
    ("trf/tec_many_unplayed_rounds.trf", Event(15, 7, 0)),
    ("trf/trf26_individual_nrs.trf", Event(16, 5, 0)),
    ("trf/trf26_team_310.trf", Event(26, 2, 0)),
];

fn import(path: &Path, bytes: &[u8]) -> (Option<Imported>, Diagnostics, Sources) {
    let (sources, mut diagnostics) = (Sources::default(), Diagnostics::new());
    let imported = import_file(path, bytes, &sources, &mut diagnostics);
    (imported, diagnostics, sources)
}

fn event(name: &str) -> Option<(Tournament, Diagnostics)> {
    let path = corpus()?.join("real").join(name);
    let bytes = std::fs::read(&path).expect("the corpus can be read");
    let (imported, diagnostics, sources) = import(&path, &bytes);
    match imported {
        Some(Imported::Event(t)) => Some((*t, diagnostics)),
        _ => panic!("{name}: {}", diagnostics.render(&sources, false)),
    }
}

#[test]
fn every_file_loads_or_is_refused_with_the_reason() {
    let Some(corpus) = corpus() else { return };
    let real = corpus.join("real");
    let mut found: Vec<String> = walkdir::WalkDir::new(&real)
        .min_depth(2)
        .into_iter()
        .flatten()
        .filter(|entry| entry.file_type().is_file())
        .filter_map(|entry| entry.path().strip_prefix(&real).ok().map(|p| p.display().to_string()))
        .collect();
    found.sort();
    let listed: Vec<&str> = FILES.iter().map(|(name, _)| *name).collect();
    assert_eq!(found, listed);
    let mut wrong = Vec::new();
    for (name, expected) in FILES {
        let path = real.join(name);
        let bytes = std::fs::read(&path).expect("the corpus can be read");
        let (imported, diagnostics, sources) = import(&path, &bytes);
        let codes = codes(&diagnostics);
        let format = diagnostics
            .iter()
            .find(|d| d.code.0 == "N0630")
            .map_or("TRF", |d| d.message.trim_start_matches("read as "));
        let errors = diagnostics.count(Severity::Error);
        let (result, fits) = match (&imported, expected) {
            (Some(Imported::Event(t)), Event(players, rounds, differing)) => {
                check_invariant(t);
                let points = codes.get("W0608").copied().unwrap_or(0);
                let team = t.is_team_event() && *players == 0;
                let fits = (team || t.entrants.len() == *players)
                    && t.rounds_recorded() == *rounds
                    && points == *differing
                    && errors == 0;
                let teams = t.teams.len();
                let text = format!(
                    "{} players, {teams} teams, {} of {} rounds, {points} points differ",
                    t.entrants.len(),
                    t.rounds_recorded(),
                    t.rounds
                );
                (text, fits)
            }
            (Some(Imported::Ratings(lines)), List(count)) => {
                (format!("{} ratings", lines.len()), lines.len() == *count && errors == 0)
            }
            (Some(Imported::Round(list)), Round(count)) => {
                let mut alone = Diagnostics::new();
                let event = round::whole(vec![(**list).clone()], &mut alone);
                let refused = event.is_none() && codes_of(&alone).contains_key("E0632");
                let text = format!("{} pairs, with a crosstable", list.boards.len());
                (text, refused && list.boards.len() == *count && errors == 0)
            }
            (None, Refused(code)) => (format!("refused: {codes:?}"), codes.contains_key(code)),
            (other, _) => (format!("{:?}: {codes:?}", other.is_some()), false),
        };
        println!("{name:<74} {format:<58} {result}");
        if !fits {
            wrong.push(format!("{name}: {result}\n{}", diagnostics.render(&sources, false)));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn a_spreadsheet_is_read_as_the_csv_of_it() {
    if !cfg!(feature = "import") {
        return;
    }
    let Some((csv, _)) = event("chess-results/arad2026_crosstable_5tb.csv") else { return };
    let Some((xlsx, _)) = event("chess-results/arad2026_crosstable_5tb.xlsx") else { return };
    assert_eq!(csv, xlsx);
    assert_eq!(&*csv.name, "19th Arad Open Grand Prix Classic (part of Romania Grand Prix series)");
}

#[test]
fn crosstables_keep_the_kind_of_every_round() {
    let Some((t, _)) = event("chess-results/frome2026_crosstable.csv") else { return };
    let number = |n: u32| t.by_number(n).expect("a player");
    assert_eq!(t.cells[number(4)][0], Cell::Bye(Bye::Half));
    assert_eq!(t.entrants[number(4)].stated_points, Some(Points::from_halves(5)));
    assert_eq!(t.entrants[number(4)].ratings.fide, Some(2269));
    // In the table by rank opponents are named by rank.
    let name = "chess-results/stockholm_seniors2026_crosstable_by_rank_decimal_point.csv";
    let Some((t, _)) = event(name) else { return };
    assert_eq!(t.cells[0][0].opponent(), Some(16));
    assert!(t.cells[2 - 1][4].is_pending());
    assert_eq!(&*t.entrants[0].name, "Løvås Noè");
}

#[test]
fn a_text_of_swiss_manager_keeps_byes_and_forfeits() {
    let Some((t, _)) = event("swiss-manager/san_sebastian_2010_final_ranking.txt") else { return };
    assert_eq!(&*t.name, "33 Open Internacional Ciudad de San Sebastian");
    // Line 148: lost by forfeit in round 1, then absent.
    let seret = t.by_number(22).expect("a player");
    assert!(matches!(t.cells[seret][0], Cell::Paired { outcome: Outcome::Forfeit(_), .. }));
    assert!(matches!(t.cells[seret][1], Cell::Absent(_)));
    // Tied with the line above.
    assert_eq!(t.entrants[t.by_number(108).expect("a player")].stated_rank, Some(148));
}

#[test]
fn a_grid_is_put_in_the_order_of_the_berger_tables() {
    let Some((t, diagnostics)) = event("chess-results/roundrobin2026_crosstable_grid.csv") else {
        return;
    };
    assert_eq!(t.system, System::RoundRobin { double: false });
    assert_eq!(codes(&diagnostics).get("W0630"), Some(&1));
    for (own, row) in t.cells.iter().enumerate() {
        let mut met: Vec<usize> = row.iter().filter_map(Cell::opponent).collect();
        met.sort_unstable();
        let others: Vec<usize> = (0..9).filter(|&other| other != own).collect();
        assert_eq!(met, others);
    }
}

#[test]
fn teams_and_their_boards_are_read() {
    let Some((t, _)) = event("chess-results/porto_teams2026_r1_boards.csv") else { return };
    assert_eq!((t.matches.len(), t.boards), (12, 4));
    let first = &t.matches[0];
    let names = [Some(first.home), first.away].map(|team| &*t.teams[team.expect("two")].name);
    assert_eq!(names, ["BASQUETE DE LEÇA B", "BASQUETE DE LEÇA A"]);
    assert_eq!(t.teams[first.home].number, 13);
    assert!(first.boards.iter().all(|b| b.home.is_some() && b.away.is_some()));
    let Some((t, _)) = event("chess-results/porto_teams2026_compositions.csv") else { return };
    assert_eq!(&*t.teams[0].name, "ACADÉMICA DE ESPINHO A");
    assert_eq!(t.entrants.iter().filter(|e| e.team == Some(0)).count(), 8);
}

/// Lists of one event complete each other.
#[test]
fn a_starting_list_completes_a_crosstable() {
    let Some((crosstable, _)) =
        event("chess-results/british2026_crosstable_by_start_no_utf8bom.csv")
    else {
        return;
    };
    let Some((list, _)) = event("chess-results/british2026_starting_rank.csv") else { return };
    let mut diagnostics = Diagnostics::new();
    let combined = combine(vec![crosstable, list], Vec::new(), &mut diagnostics);
    assert_eq!(combined.len(), 1);
    assert_eq!(combined[0].entrants[1].fide_id, Some(400_041));
    assert_eq!(&*combined[0].entrants[1].name, "Adams, Michael");
}

/// Pairings of a round say which one it is by their pairs, where a crosstable has them.
#[test]
fn pairings_complete_a_crosstable() {
    let name = "chess-results/british2026_crosstable_by_start_no_utf8bom.csv";
    let Some((whole, _)) = event(name) else { return };
    let path =
        corpus().expect("it is there").join("real/chess-results/british2026_r7_pairings_live.csv");
    let bytes = std::fs::read(&path).expect("the corpus can be read");
    let Some(Imported::Round(list)) = import(&path, &bytes).0 else { panic!("pairings") };
    let complete = |t: &Tournament| {
        let mut diagnostics = Diagnostics::new();
        let events = combine(vec![t.clone()], vec![(*list).clone()], &mut diagnostics);
        assert_eq!(events.len(), 1);
        check_invariant(&events[0]);
        (events[0].clone(), codes(&diagnostics), format!("{diagnostics:?}"))
    };
    let (same, found, said) = complete(&whole);
    assert_eq!(same, whole, "{said}");
    assert_eq!(found.keys().collect::<Vec<_>>(), [&"N0633"], "{said}");
    // After six rounds it is the next: the pairs are those of the crosstable.
    let (t, found, said) = complete(&whole.after_round(6));
    assert_eq!(found.keys().collect::<Vec<_>>(), [&"N0633"], "{said}");
    assert_eq!(t.rounds_recorded(), 7);
    for (row, expected) in t.cells.iter().zip(&whole.cells) {
        assert_eq!(row[6].opponent(), expected[6].opponent());
    }
}

/// Compositions are numbered by their ranking, board pairings by the teams' numbers.
#[test]
fn compositions_and_boards_are_one_event() {
    let lists = ["porto_teams2026_compositions.csv", "porto_teams2026_r1_boards.csv"];
    let read = lists.map(|name| event(&format!("chess-results/{name}")).map(|(t, _)| t));
    let [Some(teams), Some(boards)] = read else { return };
    let mut diagnostics = Diagnostics::new();
    let joined = combine(vec![teams.clone(), boards.clone()], Vec::new(), &mut diagnostics);
    assert_eq!(joined.len(), 1);
    let t = &joined[0];
    check_invariant(t);
    assert_eq!((t.teams.len(), t.matches.len()), (25, 12));
    let mut numbers: Vec<u32> = t.teams.iter().map(|team| team.number).collect();
    numbers.dedup();
    assert_eq!(numbers.len(), 25);
    let named = |m: &butlleti::model::Match, t: &Tournament| {
        let [home, away] = [Some(m.home), m.away].map(|at| &t.teams[at.expect("two")]);
        [(home.number, home.name.clone()), (away.number, away.name.clone())]
    };
    for (joined, alone) in t.matches.iter().zip(&boards.matches) {
        assert_eq!(named(joined, t), named(alone, &boards));
    }
    // Who was on a board is known from the composition, which has an identifier for 77 of them.
    let played = (0..t.entrants.len()).filter(|&who| t.cells[who][0].opponent().is_some());
    let known = played.clone().filter(|&who| t.entrants[who].fide_id.is_some()).count();
    assert_eq!((played.count(), known), (96, 77));
    assert_eq!(t.entrants.len(), teams.entrants.len());
}
