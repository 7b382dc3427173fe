//! What is written as TRF is read back as it was.

use butlleti::export::trf::{Dialect, write};
use butlleti::model::{
    Absence, Acceleration, Announcement, Bye, Cell, Colour, Date, Entrant, ForbiddenPair, Forfeit,
    InitialColour, Outcome, PairingSystem, PointSystem, Points, RuleSet, Score, Sex, System, Title,
    Tournament,
};
use butlleti::source::load;
use proptest::prelude::*;
use proptest::sample::{Index, select};

use super::{cases, corpus, read};
use crate::common::{check_invariant, codes};

const DIALECTS: [Dialect; 2] = [Dialect::Trf16, Dialect::Trf26];

/// A random stream of choices, so that a tournament follows from a list of numbers.
struct Choices<'a>(&'a [Index], usize);

impl Choices<'_> {
    fn below(&mut self, bound: usize) -> usize {
        let choice = self.0[self.1 % self.0.len()].index(bound);
        self.1 += 1;
        choice
    }

    fn one<T: Copy>(&mut self, of: &[T]) -> T {
        of[self.below(of.len())]
    }

    fn maybe<T>(&mut self, value: T) -> Option<T> {
        (self.below(3) > 0).then_some(value)
    }
}

fn name() -> impl Strategy<Value = String> {
    "[A-Za-zÀÉçü·'’][A-Za-zÀÉçü·' ,.-]{0,30}[a-z]"
}

fn outcome(choices: &mut Choices<'_>) -> (Outcome, Outcome) {
    use Forfeit::{Lost, Won};
    let score = choices.one(&[Score::Win, Score::Draw, Score::Loss]);
    match choices.below(8) {
        0 => (Outcome::Pending, Outcome::Pending),
        1 => (Outcome::Forfeit(Won), Outcome::Forfeit(Lost)),
        2 => (Outcome::Forfeit(Lost), Outcome::Forfeit(Won)),
        3 => (Outcome::Forfeit(Lost), Outcome::Forfeit(Lost)),
        _ => (Outcome::Played(score), Outcome::Played(score.mirrored())),
    }
}

/// Every kind of round, for players who are in the event already.
fn round(t: &mut Tournament, choices: &mut Choices<'_>, must_pair: bool) {
    let mut open: Vec<usize> = (0..t.entrants.len()).collect();
    let absent = if t.system.is_league() { Absence::FreeRound } else { Absence::Missed };
    let mut cells = vec![Cell::Absent(absent); open.len()];
    let mut first = true;
    while open.len() > 1 {
        let a = open.swap_remove(choices.below(open.len()));
        let alone = !(first && must_pair) && choices.below(4) == 0;
        first = false;
        if alone {
            cells[a] = choices.one(&[
                Cell::Bye(Bye::Pairing),
                Cell::Bye(Bye::Full),
                Cell::Bye(Bye::Half),
                Cell::Absent(absent),
            ]);
            continue;
        }
        let b = open.swap_remove(choices.below(open.len()));
        let colour = choices.one(&[Some(Colour::White), Some(Colour::Black), None]);
        let (own, theirs) = outcome(choices);
        cells[a] = Cell::Paired { opponent: b, colour, outcome: own };
        cells[b] = Cell::Paired { opponent: a, colour: colour.map(Colour::other), outcome: theirs };
    }
    for (row, cell) in t.cells.iter_mut().zip(cells) {
        row.push(cell);
    }
}

/// A tournament of which a report file says everything.
fn tournament() -> impl Strategy<Value = Tournament> {
    let names = prop::collection::vec(name(), 2..9);
    (names, name(), prop::collection::vec(any::<Index>(), 64), 1..7usize, any::<bool>()).prop_map(
        |(names, title, choices, rounds, with_extras)| {
            let choices = &mut Choices(&choices, 0);
            let system = choices.one(&[
                System::Swiss,
                System::RoundRobin { double: false },
                System::RoundRobin { double: true },
                System::KnockOut,
            ]);
            let mut t = Tournament::new("written", title, system, rounds as u32);
            let mut number = 0;
            for name in names {
                number += 1 + choices.below(3) as u32;
                let mut e = Entrant::new(number, name);
                e.title = choices.maybe(choices_title(number));
                e.ratings.fide = choices.maybe(1000 + number);
                e.ratings.catalan = choices.maybe(1100 + number);
                e.ratings.feda = choices.maybe(1200 + number);
                e.federation = choices.maybe("FRA".into());
                e.ratings.national = e.federation.as_ref().map(|_| 1300 + number);
                e.fide_id = choices.maybe(22_000_000 + number);
                e.birth = choices.maybe(Date::constant(1961, 5, 1));
                e.sex = choices.maybe(choices_sex(number));
                e.stated_rank = choices.maybe(number);
                t.entrants.push(e);
            }
            t.cells = vec![Vec::new(); t.entrants.len()];
            for at in 0..rounds {
                round(&mut t, choices, at + 1 == rounds);
            }
            header(&mut t, choices);
            if !t.system.is_league() {
                late_entries(&mut t);
            }
            announcements(&mut t, choices);
            if with_extras {
                t.report_file.extra_records = vec![
                    "902 something new".into(),
                    "299 -  0.0  1.5        1".into(),
                    "XYZ free".into(),
                ];
            }
            t
        },
    )
}

fn choices_title(number: u32) -> Title {
    let titles: Vec<Title> = Title::ALL.into_iter().filter(|title| title.is_fide()).collect();
    titles[number as usize % titles.len()]
}

/// Programs that read TRF know the titles of FIDE alone, and refuse a file with another.
#[test]
fn titles_of_a_national_federation_are_not_written() {
    let mut t = Tournament::new("x", "X", System::Swiss, 1);
    for (number, title) in (1..).zip([Title::GM, Title::WCM, Title::MN, Title::MC]) {
        let mut entrant = Entrant::new(number, "Puig, Anna");
        entrant.title = Some(title);
        t.entrants.push(entrant);
    }
    t.cells = vec![Vec::new(); 4];
    for dialect in DIALECTS {
        let text = write(&t, dialect, None).expect("it can be written");
        let of: Vec<&str> =
            text.lines().filter(|l| l.starts_with("001")).map(|line| &line[10..13]).collect();
        assert_eq!(of, [" GM", "WCM", "   ", "   "]);
    }
}

fn choices_sex(number: u32) -> Sex {
    if number.is_multiple_of(2) { Sex::Female } else { Sex::Male }
}

/// Whoever is absent before their first round had not entered.
fn late_entries(t: &mut Tournament) {
    for row in &mut t.cells {
        let first = row.iter().position(|c| !matches!(c, Cell::Absent(_)));
        row.iter_mut()
            .take(first.unwrap_or(usize::MAX))
            .for_each(|c| *c = Cell::Absent(Absence::NotEntered));
    }
}

fn header(t: &mut Tournament, choices: &mut Choices<'_>) {
    t.place = choices.maybe("Olot".into());
    t.federation = choices.maybe("CAT".into());
    t.start = choices.maybe(Date::constant(1990, 7, 1));
    t.end = choices.maybe(Date::constant(1990, 7, 9));
    t.rule_set = match t.start {
        Some(_) => RuleSet::Fce1990,
        None => read("x.trf", b"001    1      A").0.expect("one player").rule_set,
    };
    t.chief_arbiter = choices.maybe("Anna Puig".into());
    t.time_control = choices.maybe("40/2h, 16/1h".into());
    t.rounds += choices.below(3) as u32;
    if t.system == System::Swiss {
        let dutch =
            [PairingSystem::Fce1990, PairingSystem::FideDutch2026, PairingSystem::FideDutch2017];
        let pairing = choices.one(&dutch);
        t.pairing = choices.maybe(pairing);
    }
    t.initial_colour = choices.maybe(InitialColour::Drawn(Colour::Black));
    let last = t.entrants.len() - 1;
    let rounds = choices.one(&[(1, 400), (1, 2)]);
    t.forbidden_pairs.extend(choices.maybe(ForbiddenPair { players: (0, last), rounds }));
    let file = &mut t.report_file;
    file.deputies = (0..choices.below(3)).map(|n| format!("Adjunt {n}").into()).collect();
    file.round_dates = match choices.below(3) {
        0 => vec![Some(Date::constant(1990, 7, 1)), None, Some(Date::constant(1990, 7, 3))],
        _ => Vec::new(),
    };
    let pairing_bye = choices.one(&[30, 10]);
    file.points = choices.maybe(PointSystem {
        win: 30,
        draw: 10,
        pairing_bye,
        unknown: 10,
        ..PointSystem::USUAL
    });
    file.accelerations.extend(choices.maybe(Acceleration {
        match_points: None,
        points: Points::ONE,
        rounds: (1, 2),
        numbers: (1, 4),
    }));
}

fn announcements(t: &mut Tournament, choices: &mut Choices<'_>) {
    let round = t.rounds_recorded() + 1;
    if t.rounds < round {
        return;
    }
    for entrant in 0..t.entrants.len() {
        let cell = choices.one(&[
            Cell::Bye(Bye::Full),
            Cell::Bye(Bye::Half),
            Cell::Absent(Absence::Missed),
        ]);
        let told = choices.maybe(Announcement { entrant, round, cell });
        t.announced.extend(told);
    }
}

/// The first lines in which two events differ, and where.
fn difference(a: &Tournament, b: &Tournament) -> String {
    let (a, b) = (format!("{a:#?}"), format!("{b:#?}"));
    let (a, b): (Vec<_>, Vec<_>) = (a.lines().collect(), b.lines().collect());
    let at = a.iter().zip(&b).position(|(a, b)| a != b).unwrap_or(0);
    let part = |lines: &[&str]| lines[at.saturating_sub(4)..(at + 4).min(lines.len())].join("\n");
    format!("{}\n--- against\n{}", part(&a), part(&b))
}

/// Ratings of federations have no record in TRF16.
fn as_told(mut t: Tournament, dialect: Dialect) -> Tournament {
    if dialect == Dialect::Trf16 {
        for entrant in &mut t.entrants {
            entrant.ratings.catalan = None;
            entrant.ratings.feda = None;
            entrant.ratings.national = None;
        }
    }
    t
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(cases(200)))]

    #[test]
    fn what_is_written_is_read(t in tournament(), dialect in select(&DIALECTS)) {
        check_invariant(&t);
        let text = write(&t, dialect, None).expect("everything fits");
        let (back, diagnostics, sources) = read("written.trf", text.as_bytes());
        let found = diagnostics.render(&sources, false);
        prop_assert!(!diagnostics.has_errors(), "{found}\n{text}");
        let codes = codes(&diagnostics);
        prop_assert_eq!(codes.get("W0608"), None, "{}\n{}", found, text);
        let mut back = back.expect("a tournament");
        check_invariant(&back);
        // The writer states the points; that they are the sum is what W0608 checks.
        for entrant in &mut back.entrants {
            prop_assert!(entrant.stated_points.take().is_some());
        }
        let expected = as_told(t, dialect);
        prop_assert!(back == expected, "{}\n{text}", difference(&back, &expected));
    }
}

/// What a file says is written back, also where it is not understood: a second reading gives the
/// same event as the first.
#[test]
fn files_of_other_programs_survive() {
    let Some(corpus) = corpus() else { return };
    let mut files: Vec<_> = walkdir::WalkDir::new(&corpus)
        .into_iter()
        .flatten()
        .map(|entry| entry.into_path())
        .filter(|path| path.extension().is_some_and(|e| e == "trf"))
        .collect();
    files.sort();
    assert!(files.len() > 100);
    for path in files {
        let bytes = std::fs::read(&path).expect("the corpus can be read");
        let name = path.file_name().expect("a file").to_string_lossy().into_owned();
        let Some(mut first) = read(&name, &bytes).0 else { continue };
        // Ends before it starts: a deliberate error of a test file is not repaired.
        let text = write(&first, Dialect::Trf26, None).expect("everything fits");
        let (second, diagnostics, sources) = read(&name, text.as_bytes());
        let mut second = second.expect("a tournament");
        assert!(!diagnostics.has_errors(), "{name}: {}", diagnostics.render(&sources, false));
        // Byes for the next round, which count where they stand in its column, have a record.
        let next = first.cells.first().map_or(0, |row| row.len() as u32) + 1;
        for told in first.announced.clone().iter().filter(|told| told.round == next) {
            let points = match told.cell {
                Cell::Bye(Bye::Full | Bye::Pairing) => Points::ONE,
                Cell::Bye(Bye::Half) => Points::HALF,
                _ => Points::ZERO,
            };
            let [a, b] = [&mut first, &mut second].map(|t| &mut t.entrants[told.entrant]);
            if a.stated_points != b.stated_points {
                a.stated_points = a.stated_points.map(|stated| stated - points);
            }
        }
        // What was not stated is stated now.
        for (a, b) in first.entrants.iter_mut().zip(&mut second.entrants) {
            if a.stated_points.is_none() {
                b.stated_points = None;
            }
        }
        for record in &first.report_file.extra_records {
            assert!(text.lines().any(|line| line == record), "{name} lost `{record}`");
        }
        first.report_file.extra_records.sort();
        second.report_file.extra_records.sort();
        assert!(first == second, "{name}: {}", difference(&first, &second));
    }
}

/// Team events of the demonstration: teams, line-ups, colours and results come back.
#[test]
fn team_events_come_back() {
    let project = butlleti::project::Project::disk(env!("CARGO_MANIFEST_DIR"));
    let (sources, mut diagnostics) =
        (butlleti::diag::Sources::default(), butlleti::diag::Diagnostics::new());
    let archive = load::archive(&project, &sources, &mut diagnostics);
    let mut seen = 0;
    for t in archive.tournaments.iter().filter(|t| t.is_team_event()) {
        let text = write(t, Dialect::Trf26, None).expect("everything fits");
        let (back, diagnostics, sources) = read("equips.trf", text.as_bytes());
        let back = back.expect("a tournament");
        assert!(!diagnostics.has_errors(), "{}", diagnostics.render(&sources, false));
        check_invariant(&back);
        assert_eq!(back.teams.len(), t.teams.len());
        for (a, b) in t.matches.iter().zip(&back.matches) {
            assert_eq!((a.round, a.home, a.away), (b.round, b.home, b.away), "{}", t.slug);
            assert_eq!(a.forfeit, b.forfeit);
            assert_eq!(a.boards, b.boards, "{} round {}", t.slug, a.round);
        }
        assert_eq!(t.matches.len(), back.matches.len());
        assert_eq!(t.cells, back.cells);
        seen += 1;
    }
    assert!(seen > 0, "the demonstration has team events");
}
