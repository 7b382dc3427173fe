//! What the fuzzing found, each in its smallest form.

use std::path::Path;

use butlleti::diag::{Diagnostics, Sources};
use butlleti::export::trf::{Dialect, write};
use butlleti::lang::Language;
use butlleti::model::{BoardGame, Colour, MAX_BOARDS, Outcome};
use butlleti::project::Project;
use butlleti::source::load;

use super::check_diagnostics;
use super::readers::{read_archive, read_event, read_texts};
use crate::common::codes;

fn imported(name: &str, text: &str) -> Diagnostics {
    read_event(Path::new(name), text.as_bytes());
    let (sources, mut diagnostics) = (Sources::default(), Diagnostics::new());
    load::import_file(Path::new(name), text.as_bytes(), &sources, &mut diagnostics);
    diagnostics
}

const HEAD: &str = "+++\ncode = \"X\"\ntitle = \"X\"\nkind = \"reglament\"\nin_force = 1990-12-01\n\
                    source = \"x\"\n+++\n";

fn text(body: &str) -> Diagnostics {
    let path = Path::new("content/reglaments/x.md");
    let text = format!("{HEAD}{body}");
    read_texts(path, text.as_bytes());
    let (sources, mut diagnostics) = (Sources::default(), Diagnostics::new());
    load::rulebook(&Project::memory([(path, text)]), &sources, &mut diagnostics);
    diagnostics
}

/// The stack overflowed.
#[test]
fn quotations_and_lists_thousands_deep() {
    for deep in ["> ", "- ", "*_"] {
        let body = format!("§ [1.] {}\n", deep.repeat(3000));
        text(&body);
        let body = format!("§ [1.] A\n\n{}b\n", deep.repeat(3000));
        text(&body);
    }
    let quoted = format!("§ [1.] A\n\n{}b\n", "> ".repeat(41));
    assert_eq!(codes(&text(&quoted)).get("E0239"), Some(&1));
    let quoted = format!("§ [1.] A\n\n{}b\n", "> ".repeat(39));
    assert_eq!(codes(&text(&quoted)).get("E0239"), None);
}

/// The place ended within a character.
#[test]
fn a_text_under_a_heading_that_begins_with_an_accent() {
    assert_eq!(codes(&text("# Títol\n\nÈlia\n")).get("E0215"), Some(&1));
}

/// The heading of the messages was taken to be spelled in one way.
#[test]
fn a_language_whose_messages_have_another_heading() {
    let (sources, mut diagnostics) = (Sources::default(), Diagnostics::new());
    let months = "['', '', '', '', '', '', '', '', '', '', '', '']";
    let short = format!(
        "name=''\n[formats]\ndecimal=''\nmonths={months}\nof_months={months}\ndate=''\n[ messages ]\n"
    );
    let project = Project::memory([("themes/lang/ca.toml", short)]);
    Language::load("ca", &project, &sources, &mut diagnostics).expect("it is complete");
    check_diagnostics(&diagnostics, &sources);
}

/// Memory was taken for as many boards as the number said.
#[test]
fn boards_of_enormous_numbers() {
    let path = Path::new("data/tournaments/1990/equips/boards.csv");
    let table = |board: u64| format!("round,table,board,home,away,result\n1,1,{board},1,3,1-0\n");
    read_archive(path, table(215_529_840).as_bytes());
    read_archive(path, table(u64::from(MAX_BOARDS)).as_bytes());
}

/// What was written could not be read: a player without a name, and one with the number 0.
#[test]
fn players_without_name_or_number() {
    let list = "Obert\n\nFinal Ranking\n\nRank;SNo.;;Name;Rtg;FED;1.Rd.;;;Pts\n\
                1;0;IM;Puig Anna;2486;CUB;2;b;1;1\n2;2;;;0;ESP;1;w;0;0\n";
    let found = codes(&imported("list.txt", list));
    assert_eq!(found.get("E0601"), Some(&1), "{found:?}");
    let xml = include_str!("corpus/imports/upload.xml").replace("Puig,Anna", "");
    let found = codes(&imported("x.xml", &xml));
    assert_eq!(found.contains_key("W0614"), cfg!(feature = "import"), "{found:?}");
}

/// A bye told for a round beyond the last one played says that there is such a round.
#[test]
fn a_bye_told_for_a_round_to_come() {
    read_event(
        Path::new("x.trf"),
        b"012 X\nXXR 1\n001    1      A                                                                  0.0    1     2 w 1\n\
          001    2      B                                                                  0.0    2     1 b 0\n240 H   2    1\n",
    );
    let toml = b"name = \"X\"\nkind = \"open\"\n";
    read_archive(Path::new("data/tournaments/1990/obert/tournament.toml"), toml);
}

/// A match whose first board nobody knows was written with a gap that could not be read.
#[test]
fn a_match_without_its_first_board() {
    let text = include_str!("corpus/trf/teams.trf");
    let (sources, mut diagnostics) = (Sources::default(), Diagnostics::new());
    let path = Path::new("x.trf");
    let mut t = load::tournament_file(path, text.as_bytes(), &sources, &mut diagnostics).unwrap();
    t.matches[0].boards.remove(0);
    let written = write(&t, Dialect::Trf26, None).expect("it can be written");
    let mut diagnostics = Diagnostics::new();
    load::tournament_file(path, written.as_bytes(), &sources, &mut diagnostics);
    assert!(!diagnostics.has_errors(), "{}\n{written}", diagnostics.render(&sources, false));
}

/// A match that is only paired was written as boards without players, which are lost.
#[test]
fn a_match_that_is_only_paired() {
    let (sources, mut diagnostics) = (Sources::default(), Diagnostics::new());
    let site = Project::disk(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fuzz/corpus/site"));
    let archive = load::archive(&site, &sources, &mut diagnostics);
    let t = archive.tournaments.iter().find(|t| &*t.slug == "1990/equips").expect("the event");
    let open = BoardGame {
        board: 1,
        home: None,
        away: None,
        home_colour: Colour::White,
        outcome: Outcome::Pending,
        both_absent: false,
    };
    assert_eq!(t.matches.last().expect("round 3").boards[0], open);
    let files = butlleti::export::data::tournament(t, butlleti::export::data::People::InFull);
    let of = |name: &str| files.iter().find(|(path, _)| path.ends_with(name)).map(|(_, text)| text);
    assert!(!of("boards.csv").expect("boards").contains("\n3,"));
    assert!(of("matches.csv").expect("matches").contains("3,1,2,3,\n"));
}

/// The library of spreadsheets computed with an address beyond its numbers.
#[cfg(feature = "import")]
#[test]
fn a_cell_at_an_impossible_address() {
    for cell in ["XFDXFDXFDXFD1", "A99999999999999", "1", ""] {
        let sheet = super::readers::SHEET.replace("\"A2\"", &format!("\"{cell}\""));
        let file = super::readers::spreadsheet(sheet.as_bytes());
        read_event(Path::new("x.xlsx"), &file);
    }
}

/// Numbers of rules whose decimals and halves overflowed.
#[test]
fn enormous_numbers_in_a_regulation() {
    for number in ["9223372036854775807", "9223372036854775807½", "9999999999,123456789"] {
        text(&format!("§ [1.] A\n\n{{table=\"x.t\"}}\n| a |\n|---|\n| {number} |\n"));
        text(&format!("§ [1.] [{number}]{{param=\"x.n\"}}\n"));
    }
}

/// A rating of 0, a last day before the first, a team with the number 0: what was written differed,
/// or could not be read.
#[test]
fn what_other_programs_write_for_nothing() {
    let players = Path::new("data/tournaments/2024/tot/players.csv");
    read_archive(players, b"number,name,fide\n1,A,0\n2,B,\n3,C,\n4,D,\n5,E,\n");
    let xml = include_str!("corpus/imports/upload.xml").replace("to=\"2025", "to=\"1925");
    assert_eq!(codes(&imported("x.xml", &xml)).contains_key("W0638"), cfg!(feature = "import"));
    let teams = include_str!("corpus/imports/compositions.csv").replace("1. OLOT A", "0. OLOT A");
    assert_eq!(codes(&imported("x.csv", &teams)).get("E0601"), Some(&1));
    read_archive(
        Path::new("data/tournaments/2005/trf/tournament.toml"),
        b"source = \"resultats.trf\"\nend = 1990-01-01\n",
    );
}

/// A thousand of a kind are kept, the others counted; what they quote is cut.
#[test]
fn a_file_with_a_problem_in_every_line() {
    let table = format!("player,name\n{}", "A B,\n".repeat(5000));
    let path = Path::new("data/players.csv");
    read_archive(path, table.as_bytes());
    let (sources, mut diagnostics) = (Sources::default(), Diagnostics::new());
    load::archive(&Project::memory([(path, table)]), &sources, &mut diagnostics);
    assert_eq!(codes(&diagnostics).get("E0406"), Some(&1000));
    assert_eq!(diagnostics.count(butlleti::diag::Severity::Error), 10_000);
    let text = diagnostics.render(&sources, false);
    assert!(text.contains("note[N0104]: 4000 more of E0406 are not shown"), "{}", text.len());
    // Problems of one event join those of the others: none of those kept is lost.
    let games = format!("round,white,black,result\n{}", "1,1,2,9-9\n".repeat(3000));
    let event = "data/tournaments/2024/x";
    let mut diagnostics = Diagnostics::new();
    let project = Project::memory([
        (format!("{event}/tournament.toml"), "name = \"X\"\n".to_owned()),
        (format!("{event}/players.csv"), "name\nA\nB\n".to_owned()),
        (format!("{event}/games.csv"), games),
    ]);
    load::archive(&project, &sources, &mut diagnostics);
    assert_eq!(codes(&diagnostics).get("E0504"), Some(&1000));
    let long = format!("player,name\n{},A\n", "A".repeat(100_000));
    let mut diagnostics = Diagnostics::new();
    load::archive(&Project::memory([(path, long)]), &sources, &mut diagnostics);
    let text = diagnostics.render(&sources, false);
    assert!(
        text.contains("error[E0406]: data/players.csv:2:1:") && text.len() < 6000,
        "{}",
        text.len()
    );
}

/// A line of a match whose second team has a number but no name: what is read of such a list can
/// still be written.
#[test]
fn a_team_without_a_name() {
    let list = "Lliga;;;;;;;;\nRound 1 on 2026/01/03;;;;;;;;\nBo.;13;Olot B;Rtg;-;1;;Rtg;1 : 1\n\
                1.1;;Puig, Teresa;1710;-;;Abadal, Rosa;1946;0 - 1\n";
    read_event(Path::new("boards.csv"), list.as_bytes());
}

/// A result of the board where one chair is empty: a list that says both is refused.
#[test]
fn a_game_against_an_empty_chair() {
    let list = "Lliga;;;;;;;;\nRound 1 on 2026/01/03;;;;;;;;\nBo.;1;Olot;Rtg;-;2;Reus;Rtg;1 : 1\n\
                1.1;;Puig, Pere;1608;-;;;1946;0 - 1\n";
    let diagnostics = imported("boards.csv", list);
    assert_eq!(codes(&diagnostics).get("E0504"), Some(&1));
}

/// Somebody at two boards of a round: the second game had one side.
#[test]
fn a_player_at_two_boards() {
    let list = "Lliga;;;;;;;;\nRound 1 on 2026/01/03;;;;;;;;\nBo.;1;Olot;Rtg;-;2;Reus;Rtg;1 : 1\n\
                1.1;;Puig, Pere;1608;-;;Roca, Rosa;1946;0 - 1\n\
                1.2;;Mas, Ot;1560;-;;Roca, Rosa;1946;1 - 0\n";
    assert_eq!(codes(&imported("boards.csv", list)).get("E0502"), Some(&1));
}

/// Names with blanks around them are kept without by no table.
#[test]
fn a_name_that_is_half_there() {
    let xml = include_str!("corpus/imports/upload.xml");
    for half in ["lastname=\"Puig\" firstname=\" \"", "lastname=\"Puig, \" firstname=\"\""] {
        let whole = "lastname=\"Puig,Anna\"";
        assert!(xml.contains(whole), "{xml}");
        read_event(Path::new("x.xml"), xml.replace(whole, half).as_bytes());
    }
}

/// A point without an opponent in a round robin: own files read a `bye` as a free round.
#[test]
fn a_bye_with_a_point_in_a_round_robin() {
    read_event(
        Path::new("x.trf"),
        b"012 X\n092 Round-Robin\n\
          001    1      A                                                                  1.0    1     2 w 1\n\
          001    2      B                                                                  0.0    2     1 b 0\n\
          001    3      C                                                                  1.0    2  0000 - U\n",
    );
}

/// A class of statistics for every 100 points up to a rating of two milliards.
#[test]
fn enormous_ratings() {
    let (sources, mut diagnostics) = (Sources::default(), Diagnostics::new());
    let list = Path::new("data/ratings/1990-07.csv");
    let table = |rating: u32| format!("player,fce\nangel-nuria,{rating}\n");
    for rating in [9_999, 10_000, 2_147_483_647, u32::MAX] {
        read_archive(list, table(rating).as_bytes());
    }
    let site = Project::memory([
        (Path::new("data/players.csv"), "player,name\na,A\n".to_owned()),
        (list, "player,fce\na,10000\n".to_owned()),
    ]);
    load::archive(&site, &sources, &mut diagnostics);
    assert_eq!(codes(&diagnostics).get("E0105"), Some(&1));
    let pgn = "[Round \"1\"]\n[White \"A\"]\n[WhiteElo \"2147483647\"]\n[Black \"B\"]\n\
               [Result \"1-0\"]\n\n1-0\n";
    assert_eq!(codes(&imported("x.pgn", pgn)).get("W0614"), Some(&1));
}

/// Blank texts were records without a value, which reading does not keep.
#[test]
fn blank_texts_of_an_event() {
    let path = Path::new("data/tournaments/1990/obert/tournament.toml");
    for blank in ["", " ", " a ", "\\n", "a\\nb"] {
        let toml = format!(
            "name = \"X\"\nkind = \"open\"\ntime_control = \"{blank}\"\nplace = \"{blank}\"\n\
             chief_arbiter = \"{blank}\"\n"
        );
        read_archive(path, toml.as_bytes());
    }
}

/// A name of control characters alone was written as nothing, which is read as the number.
#[test]
fn a_name_that_no_line_shows() {
    let path = Path::new("data/tournaments/2024/lliga/players.csv");
    for name in ["\u{3}", "\u{3}A\u{4}"] {
        read_archive(path, format!("name\nB\n{name}\nC\n").as_bytes());
    }
    let path = Path::new("data/tournaments/1990/obert/tournament.toml");
    read_archive(path, b"name = \"\\u0003\"\nkind = \"open\"\n");
}

/// A record of the first colour that is not understood undid what another had told.
#[test]
fn two_records_of_the_first_colour() {
    read_event(
        Path::new("x.trf"),
        b"012 X\nXXR 4\nXXC white1\n152 072 7\n\
          001    1      A                                                                  0.0\n",
    );
}

/// Byes of everybody in a round were a round played, but are read as asked for.
#[test]
fn a_round_of_byes_alone() {
    let list = "Obert\n\nFinal Ranking\n\nRank;SNo.;;Name;Rtg;FED;1.Rd.;;;2.Rd.;;;Pts\n\
                1;2;IM;Puig Anna;2486;CUB;2;b;1;-;-;1;2\n2;1;;Roca Joan;0;ESP;1;w;0;-;-;1;1\n";
    assert_eq!(codes(&imported("list.txt", list)).get("N0631"), Some(&1));
}

/// `-142` was a year of birth, which no date can be written of.
#[test]
fn a_year_before_our_era() {
    let table = "player,name,birth\nangel-nuria,A,-142\n";
    read_archive(Path::new("data/players.csv"), table.as_bytes());
    let (sources, mut diagnostics) = (Sources::default(), Diagnostics::new());
    load::archive(&Project::memory([("data/players.csv", table)]), &sources, &mut diagnostics);
    assert_eq!(codes(&diagnostics).get("E0106"), Some(&1));
    let pgn =
        "[Date \"-145.07.01\"]\n[Round \"1\"]\n[White \"A\"]\n[Black \"B\"]\n[Result \"1-0\"]\n\n";
    imported("x.pgn", pgn);
}

/// Two descriptions of the type, of which one says less.
#[test]
fn two_records_of_the_type() {
    let player =
        "001    1      A                                                                  0.0\n";
    for order in [["", " (fide-dutch-2026)"], [" (fide-dutch-2026)", ""]] {
        let [one, two] = order.map(|pairing| format!("092 Individual: Swiss-System{pairing}\n"));
        let text = format!("012 X\n{one}XXR 4\n{two}192 FIDE_07\n{one}{player}");
        read_event(Path::new("x.trf"), text.as_bytes());
    }
}

/// The name of an event that is a control character was no name when read again.
#[test]
fn an_event_whose_name_nobody_sees() {
    let list = "\u{1a};;;;\nList;;;;\nNo.;Name;Rtg;FED;Pts.\n1;Puig Anna;2000;ESP;0\n";
    read_event(Path::new("x.csv"), list.as_bytes());
}

/// A word of five bytes in the first line was cut within a letter.
#[test]
fn a_heading_line_with_letters_of_two_bytes() {
    read_event(Path::new("x.txt"), "ID Name Fed aé½2 No\n1\n".as_bytes());
    read_event(Path::new("x.txt"), "ID Name Fed Âé½ SGm B-day\n1\n".as_bytes());
}
