//! Tournaments for the tests, and what they are computed with.

use std::path::PathBuf;
use std::sync::OnceLock;

use butlleti::core::standings::{Settings, Standings};
use butlleti::core::{Rules1990, team};
use butlleti::diag::{Diagnostics, Sources};
use butlleti::lang::Language;
use butlleti::model::{
    Absence, BoardGame, Bye, Cell, Colour, Entrant, Forfeit, Match, Outcome, Score, System, Team,
    Tournament, Withdrawal,
};
use butlleti::project::Project;
use butlleti::source::{bind_rules, load_rulebook};

pub fn rules() -> &'static Rules1990 {
    static RULES: OnceLock<Rules1990> = OnceLock::new();
    RULES.get_or_init(|| {
        let project = Project::disk(env!("CARGO_MANIFEST_DIR"));
        let (sources, mut diagnostics) = (Sources::default(), Diagnostics::new());
        let rulebook = load_rulebook(&project, &sources, &mut diagnostics);
        bind_rules(&rulebook, &mut diagnostics).expect("every parameter is in the text")
    })
}

/// A file of the test data beside the repository; says so loudly when there is none.
pub fn corpus(file: &str) -> Option<String> {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../shared/corpus").join(file);
    match std::fs::read_to_string(&path) {
        Ok(text) => Some(text),
        Err(error) => {
            eprintln!("\n*** NOT TESTED: {} cannot be read: {error} ***\n", path.display());
            None
        }
    }
}

pub fn compute(t: &Tournament) -> Standings {
    Standings::compute(t, rules(), t.rounds, &Settings::default())
}

/// The player lines of a tournament report, as far as this test needs them.
pub fn player_lines(text: &str, rounds: u32) -> Tournament {
    let mut t = Tournament::new("swiss9", "Swiss 9", System::Swiss, rounds);
    for line in text.lines().filter(|line| line.starts_with("001")) {
        let number: u32 = line[4..8].trim().parse().unwrap();
        t.entrants.push(Entrant::new(number, line[14..47].trim()));
        let cells = (0..rounds as usize).map(|round| {
            let entry = &line[91 + 10 * round..99 + 10 * round];
            let opponent: usize = entry[..4].trim().parse().unwrap();
            let colour = match &entry[5..6] {
                "w" => Some(Colour::White),
                "b" => Some(Colour::Black),
                _ => None,
            };
            let paired = |outcome| Cell::Paired { opponent: opponent - 1, colour, outcome };
            match &entry[7..8] {
                "1" => paired(Outcome::Played(Score::Win)),
                "=" => paired(Outcome::Played(Score::Draw)),
                "0" => paired(Outcome::Played(Score::Loss)),
                "+" => paired(Outcome::Forfeit(Forfeit::Won)),
                "-" => paired(Outcome::Forfeit(Forfeit::Lost)),
                "U" => Cell::Bye(Bye::Pairing),
                "H" => Cell::Bye(Bye::Half),
                "Z" => Cell::Bye(Bye::Zero),
                other => panic!("result {other}"),
            }
        });
        t.cells.push(cells.collect());
    }
    t
}

pub fn language() -> Language {
    let project = Project::disk(env!("CARGO_MANIFEST_DIR"));
    let (sources, mut diagnostics) = (Sources::default(), Diagnostics::new());
    Language::load("ca", &project, &sources, &mut diagnostics).expect("the language is there")
}

/// A small Swiss with every kind of round and a withdrawal.
pub fn sample() -> Tournament {
    let mut t = Tournament::new("sample", "Sample", System::Swiss, 5);
    for number in 1..=6 {
        let mut entrant = Entrant::new(number, format!("P{number}"));
        entrant.club = Some("club".into());
        entrant.ratings.fide = (number < 6).then_some(2300 - number * 20);
        t.entrants.push(entrant);
    }
    let paired = |opponent: usize, colour, outcome| Cell::Paired { opponent, colour, outcome };
    let win = Outcome::Played(Score::Win);
    let loss = Outcome::Played(Score::Loss);
    let draw = Outcome::Played(Score::Draw);
    let (white, black) = (Some(Colour::White), Some(Colour::Black));
    let (won, lost) = (Outcome::Forfeit(Forfeit::Won), Outcome::Forfeit(Forfeit::Lost));
    let absent = Cell::Absent;
    t.cells = vec![
        vec![paired(1, white, win), paired(2, None, draw), paired(3, white, won)],
        vec![paired(0, black, loss), Cell::Bye(Bye::Half), paired(2, None, lost)],
        vec![Cell::Bye(Bye::Pairing), paired(0, None, draw), paired(1, None, lost)],
        vec![paired(4, black, draw), Cell::Bye(Bye::Zero), paired(0, black, lost)],
        vec![paired(3, white, draw), absent(Absence::Missed), paired(5, white, Outcome::Pending)],
        vec![absent(Absence::NotEntered), Cell::Bye(Bye::Full), paired(4, black, Outcome::Pending)],
    ];
    for (row, last) in t.cells.iter_mut().zip([4, 4, 4, 4, 5, 5]) {
        row.extend(std::iter::repeat_n(absent(Absence::Withdrawn), last - row.len()));
        row.resize(5, absent(Absence::Missed));
    }
    t.withdrawals.push(Withdrawal { entrant: 1, after_round: 2, eliminated: false });
    t.withdrawals.push(Withdrawal { entrant: 3, after_round: 3, eliminated: true });
    t
}

/// Three teams, two boards: a match, a free round, a match decided by absence.
pub fn sample_teams() -> Tournament {
    let mut t = Tournament::new("teams", "Teams", System::RoundRobin { double: false }, 3);
    t.boards = 2;
    for number in 1..=3 {
        let name = format!("T{number}");
        t.teams.push(Team {
            number,
            slug: name.as_str().into(),
            name: name.into(),
            club: None,
            level: None,
        });
    }
    for name in ["a", "b", "c", "d"] {
        t.entrants.push(Entrant::new(t.entrants.len() as u32 + 1, name));
    }
    let game = |board, outcome| BoardGame {
        board,
        home: Some(0),
        away: Some(2),
        home_colour: team::home_colour(board, rules()),
        outcome,
        both_absent: false,
    };
    let boards =
        vec![game(1, Outcome::Played(Score::Draw)), game(2, Outcome::Forfeit(Forfeit::Won))];
    let of =
        |round, home, away, boards, forfeit| Match { round, table: 1, home, away, boards, forfeit };
    t.matches = vec![
        of(1, 0, Some(1), boards, None),
        of(1, 2, None, Vec::new(), None),
        of(2, 1, Some(2), Vec::new(), Some((Forfeit::Won, Forfeit::Lost))),
    ];
    t
}
