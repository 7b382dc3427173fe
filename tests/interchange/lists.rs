//! Every kind of list, in the headings of each language: one event, whatever it is written in.
//!
//! Headings as chess-results.com and Swiss-Manager write them (formats.md, section 3); the event is
//! invented.

use std::path::Path;

use butlleti::diag::{Diagnostics, Sources};
use butlleti::model::{
    Absence, Bye, Cell, Colour, Date, Forfeit, Outcome, Points, Score, Title, Tournament,
};
use butlleti::source::import::round::RoundList;
use butlleti::source::import::{Imported, Rated, combine};
use butlleti::source::load::import_file;

use crate::common::{check_invariant, codes};

/// Words of a language in lists.
struct Language {
    code: &'static str,
    rank: &'static str,
    number: &'static str,
    name: &'static str,
    elo: &'static str,
    elo_fide: &'static str,
    federation: &'static str,
    fide_id: &'static str,
    club: &'static str,
    kind: &'static str,
    sex: &'static str,
    points: &'static str,
    tie_break: &'static str,
    change: &'static str,
    round: fn(u32) -> String,
    board: &'static str,
    white: &'static str,
    black: &'static str,
    result: &'static str,
    games: &'static str,
    /// The line above the pairings of a round.
    heading: fn(u32) -> String,
    bye: &'static str,
    not_paired: &'static str,
    /// Letters of White and Black in crosstables.
    letters: [&'static str; 2],
    comma: char,
}

const LANGUAGES: [Language; 6] = [
    Language {
        code: "en",
        rank: "Rk.",
        number: "SNo",
        name: "Name",
        elo: "Rtg",
        elo_fide: "RtgI",
        federation: "FED",
        fide_id: "FideID",
        club: "Club/City",
        kind: "Typ",
        sex: "sex",
        points: "Pts.",
        tie_break: "TB1",
        change: "rtg+/-",
        round: |n| format!("{n}.Rd"),
        board: "Bo.",
        white: "White",
        black: "Black",
        result: "Result",
        games: "Games",
        heading: |n| format!("Round {n} on 2026/01/0{n} at 16:00"),
        bye: "bye",
        not_paired: "not paired",
        letters: ["w", "b"],
        comma: '.',
    },
    Language {
        code: "es",
        rank: "Rk.",
        number: "No.Ini.",
        name: "Nombre",
        elo: "Elo",
        elo_fide: "FIDE",
        federation: "FED",
        fide_id: "FIDE-ID",
        club: "Club/Ciudad",
        kind: "Tipo",
        sex: "sexo",
        points: "Pts.",
        tie_break: " Des 1 ",
        change: "Elo+/-",
        round: |n| format!("{n}.Rd."),
        board: "M.",
        white: "Blancas",
        black: "Negras",
        result: "Resultado",
        games: "Partidas",
        heading: |n| format!("Ronda {n} el 2026/01/0{n} a las 16:00"),
        bye: "Descansa",
        not_paired: "no emparejado",
        letters: ["b", "n"],
        comma: ',',
    },
    Language {
        code: "pt",
        rank: "Rk.",
        number: "Nº.Inic.",
        name: "Nome",
        elo: "Elo",
        elo_fide: "EloI",
        federation: "FED",
        fide_id: "Id FIDE",
        club: "Clube/Cidade",
        kind: "Tipo",
        sex: "sexo",
        points: "Pts",
        tie_break: "Desp1",
        change: "Elo+/-",
        round: |n| format!("{n}.Rd"),
        board: "Tab.",
        white: "Brancas",
        black: "Pretas",
        result: "Resultado",
        games: "Partidas",
        heading: |n| format!("Ronda {n} em 2026/01/0{n} às 16:00"),
        bye: "isento",
        not_paired: "não emparceirado",
        letters: ["b", "p"],
        comma: ',',
    },
    Language {
        code: "de",
        rank: "Rg.",
        number: "Snr",
        name: "Name",
        elo: "Elo",
        elo_fide: "EloI",
        federation: "Land",
        fide_id: "FideID",
        club: "Verein/Ort",
        kind: "Typ",
        sex: "Geschlecht",
        points: "Pkt.",
        tie_break: "Wtg1",
        change: "Elo+/-",
        round: |n| format!("{n}.Runde"),
        board: "Br.",
        white: "Weiß",
        black: "Schwarz",
        result: "Ergebnis",
        games: "Partien",
        heading: |n| format!("{n}. Runde am 2026/01/0{n} um 16:00"),
        bye: "spielfrei",
        not_paired: "nicht ausgelost",
        letters: ["w", "s"],
        comma: ',',
    },
    Language {
        code: "fr",
        rank: "Rg.",
        number: "No.",
        name: "Nom",
        elo: "Elo",
        elo_fide: "EloI",
        federation: "FED",
        fide_id: "Code FIDE",
        club: "Club/Ville",
        kind: "Cat.",
        sex: "Sexe",
        points: "Pts.",
        tie_break: "Dép.1",
        change: "Elo+/-",
        round: |n| format!("{n}.Rde"),
        board: "Ech.",
        white: "Blancs",
        black: "Noirs",
        result: "Résultat",
        games: "Parties",
        heading: |n| format!("Ronde {n} le 2026/01/0{n} à 16h00"),
        bye: "Exempt",
        not_paired: "non apparié",
        letters: ["b", "n"],
        comma: ',',
    },
    Language {
        code: "ca",
        rank: "Lloc",
        number: "Núm.",
        name: "Nom",
        elo: "Elo",
        elo_fide: "Elo FIDE",
        federation: "Fed.",
        fide_id: "Codi FIDE",
        club: "Club/Ciutat",
        kind: "Tipus",
        sex: "Sexe",
        points: "Punts",
        tie_break: "Desempat 1",
        change: "Elo+/-",
        round: |n| format!("Ronda {n}"),
        board: "Tauler",
        white: "Blanques",
        black: "Negres",
        result: "Resultat",
        games: "Partides",
        heading: |n| format!("Ronda {n} el 2026/01/0{n} a les 16:00"),
        bye: "Descans",
        not_paired: "no aparellat",
        letters: ["b", "n"],
        comma: ',',
    },
];

const SITE: &str = "Chess-Results https://chess-results.com";

impl Language {
    /// Lines about the event, with the kind of the list.
    fn preamble(&self, list: &str) -> String {
        format!(
            "{SITE};;;;;;;;\nObert d'Olot;;;;;;;;\n10.08.2026 15:35:00;;;;;;;;\n{list};;;;;;;;\n"
        )
    }

    /// A list whose cells have `w` and `b` for the colours, a point for the decimals.
    fn list(&self, title: &str, headings: &[&str], rows: &[&str]) -> String {
        let mut text = self.preamble(title) + &headings.join(";") + "\n";
        for row in rows {
            let cells = row.split(';').map(|cell| self.cell(cell));
            text += &(cells.collect::<Vec<_>>().join(";") + "\n");
        }
        text + ";;;;;\n" + SITE + ";;;;;\n"
    }

    fn cell(&self, cell: &str) -> String {
        let digits = cell.trim_start().bytes().take_while(u8::is_ascii_digit).count();
        let is_game = digits > 0 && cell.chars().filter(|c| "wb".contains(*c)).count() == 1;
        match cell {
            game if is_game && game.len() < 7 => {
                let [white, black] = self.letters;
                if game.contains('w') { game.replace('w', white) } else { game.replace('b', black) }
            }
            number if number.split('.').all(|part| part.parse::<u32>().is_ok()) => {
                number.replace('.', &self.comma.to_string())
            }
            other => other.to_owned(),
        }
    }

    fn starting_list(&self) -> String {
        let headings = [
            self.number,
            "",
            self.name,
            self.fide_id,
            self.federation,
            self.elo,
            self.sex,
            self.club,
        ];
        self.list(
            "Starting rank",
            &headings,
            &[
                "1;GM;Puig, Anna;2200001;CAT;2400;F;Olot",
                "2;;Roca, Joan;;ESP;2200;;Reus",
                "3;;Soler, Pere;2200003;CAT;2100;;",
                "4;FM;Løvås, Noè;1500004;NOR;2000;M;Oslo",
                "5;;Mas, Ot;0;CAT;0;;",
            ],
        )
    }

    fn by_number(&self) -> String {
        let rounds = [1, 2].map(self.round);
        let headings = [
            self.number,
            "",
            self.name,
            self.elo,
            self.federation,
            &rounds[0],
            &rounds[1],
            self.points,
            self.rank,
            self.tie_break,
        ];
        self.list(
            "Starting rank crosstable",
            &headings,
            &[
                "1;GM;Puig Anna;2400;CAT;3w1;5b+;2;1;1.5",
                "2;;Roca Joan;2200;ESP;4b½;3w0;0.5;5;2",
                "3;;Soler Pere;2100;CAT;1b0;2b1;1;2;2.5",
                "4;FM;Løvås Noè;2000;NOR;2w½;-½;1;3;0.5",
                "5;;Mas Ot;0;CAT;-1;1w-;1;4;2",
            ],
        )
    }

    fn by_rank(&self) -> String {
        let rounds = [1, 2].map(self.round);
        let headings = [
            self.rank,
            self.number,
            "",
            self.name,
            self.elo,
            self.federation,
            &rounds[0],
            &rounds[1],
            self.points,
            self.tie_break,
        ];
        self.list(
            "Final Ranking crosstable after 2 Rounds",
            &headings,
            &[
                "1;1;GM;Puig Anna;2400;CAT; 2w1; 4b+;2;1.5",
                "2;3;;Soler Pere;2100;CAT; 1b0; 5b1;1;2.5",
                "3;4;FM;Løvås Noè;2000;NOR; 5w½;  -½;1;0.5",
                "4;5;;Mas Ot;0;CAT;  -1; 1w-;1;2",
                "5;2;;Roca Joan;2200;ESP; 3b½; 2w0;0.5;2",
            ],
        )
    }

    fn ranking(&self) -> String {
        let headings = [
            self.rank,
            self.number,
            "",
            "",
            self.name,
            self.kind,
            self.sex,
            self.federation,
            self.elo_fide,
            self.club,
            self.points,
            self.tie_break,
            "Rp",
            "n",
            "w",
            "we",
            "w-we",
            "K",
            self.change,
        ];
        self.list(
            "Final Ranking after 2 Rounds",
            &headings,
            &[
                "1;1;;GM;Puig, Anna;Sen;F;CAT;2400;Olot;2;1.5;2500;2;2;1.62;0.38;10;3.8",
                "2;3;;;Soler, Pere;;;CAT;2100;;1;2.5;2200;2;1;0.5;0.5;20;10",
                "3;4;;FM;Løvås, Noè;;M;NOR;2000;Oslo;1;0.5;2050;1;0.5;0.2;0.3;20;6",
                "4;5;;;Mas, Ot;;;CAT;0;;1;2;0;0;0;0;0;0;0",
                "5;2;;;Roca, Joan;;;ESP;2200;Reus;0.5;2;2000;2;0.5;1.5;-1;20;-20",
            ],
        )
    }

    fn pairings(&self, round: u32) -> String {
        let headings = [
            self.board,
            self.number,
            "",
            self.white,
            self.elo,
            self.points,
            self.result,
            self.points,
            "",
            self.black,
            self.elo,
            self.number,
        ];
        let (bye, not_paired) = (self.bye, self.not_paired);
        let rows = match round {
            1 => [
                "1;1;GM;Puig, Anna;2400;0;1 - 0;0;;Soler, Pere;2100;3".to_owned(),
                "2;4;FM;Løvås, Noè;2000;0;½ - ½;0;;Roca, Joan;2200;2".to_owned(),
                format!("3;5;;Mas, Ot;0;0;1;;;{bye};;"),
            ],
            _ => [
                "1;5;;Mas, Ot;0;1;- - +;1;GM;Puig, Anna;2400;1".to_owned(),
                "2;2;;Roca, Joan;2200;½;0 - 1;0;;Soler, Pere;2100;3".to_owned(),
                format!("3;4;FM;Løvås, Noè;2000;½;½;;;{not_paired};;"),
            ],
        };
        let heading = (self.heading)(round);
        let mut text = self.preamble("Pairings/Results") + &heading + ";;;;;;\n";
        text += &(headings.join(";") + "\n" + &rows.join("\n"));
        text + "\n;;;;\n" + SITE + ";;;;\n"
    }

    fn compositions(&self) -> String {
        let headings = [
            self.board,
            "",
            self.name,
            self.elo,
            self.federation,
            self.fide_id,
            "1",
            "2",
            self.points,
            self.games,
        ]
        .join(";");
        let player = |row: &str| row.replace('.', &self.comma.to_string());
        self.preamble("Team-Composition with round-results")
            + "1. Olot (Ø 2100);;;;;;;\n"
            + &headings
            + "\n1;GM;Puig, Anna;2400;CAT;2200001;1;½;"
            + &player("1.5;2\n")
            + "2;;Soler, Pere;2100;CAT;2200003;0;;0;1\n3;;Mas, Ot;0;CAT;;;1;1;1\n"
            + "2. Reus (Ø 1900);;;;;;;\n"
            + &headings
            + "\n1;;Roca, Joan;2200;ESP;;0;½;"
            + &player("0.5;2\n")
            + "2;FM;Løvås, Noè;2000;NOR;1500004;1;0;1;2\n"
    }

    fn boards(&self, round: u32) -> String {
        let [one, two] = ["1;Olot", "2;Reus"];
        let (board, elo) = (self.board, self.elo);
        let rows = match round {
            1 => format!(
                "{board};{one};{elo};-;{two};{elo};1 : 1\n\
                 1.1;GM;Puig, Anna;2400;-;;Roca, Joan;2200;1 - 0\n\
                 1.2;;Soler, Pere;2100;-;FM;Løvås, Noè;2000;0 - 1\n"
            ),
            _ => format!(
                "{board};{two};{elo};-;{one};{elo};½ : 1½\n\
                 1.1;;Roca, Joan;2200;-;GM;Puig, Anna;2400;½ - ½\n\
                 1.2;FM;Løvås, Noè;2000;-;;Mas, Ot;0;0 - 1\n"
            ),
        };
        self.preamble("Board Pairings") + &(self.heading)(round) + ";;;;;;\n" + &rows
    }
}

fn import(name: &str, bytes: &[u8]) -> (Option<Imported>, Diagnostics, Sources) {
    let (sources, mut diagnostics) = (Sources::default(), Diagnostics::new());
    let imported = import_file(Path::new(name), bytes, &sources, &mut diagnostics);
    (imported, diagnostics, sources)
}

/// An event, with its diagnostics' codes; nothing of it is wrong.
fn event(language: &str, name: &str, text: &str) -> Tournament {
    let (imported, diagnostics, sources) = import(name, text.as_bytes());
    let said = diagnostics.render(&sources, false);
    let Some(Imported::Event(t)) = imported else { panic!("{language}, {name}: {said}\n{text}") };
    assert!(!diagnostics.has_errors(), "{language}, {name}: {said}\n{text}");
    check_invariant(&t);
    *t
}

fn round(language: &str, text: &str) -> RoundList {
    let (imported, diagnostics, sources) = import("pairings.csv", text.as_bytes());
    let said = diagnostics.render(&sources, false);
    let Some(Imported::Round(list)) = imported else { panic!("{language}: {said}\n{text}") };
    assert!(!diagnostics.has_errors(), "{language}: {said}\n{text}");
    *list
}

fn together(
    language: &str,
    events: Vec<Tournament>,
    rounds: Vec<RoundList>,
) -> (Tournament, Diagnostics) {
    let mut diagnostics = Diagnostics::new();
    let mut events = combine(events, rounds, &mut diagnostics);
    assert_eq!(events.len(), 1, "{language}: {:?}", codes(&diagnostics));
    check_invariant(&events[0]);
    (events.remove(0), diagnostics)
}

/// What the lists say, written once more.
fn check_event(language: &str, t: &Tournament) {
    let names: Vec<_> = t.entrants.iter().map(|e| e.name.replace(',', "")).collect();
    assert_eq!(
        names,
        ["Puig Anna", "Roca Joan", "Soler Pere", "Løvås Noè", "Mas Ot"],
        "{language}"
    );
    assert_eq!(t.entrants[0].title, Some(Title::GM), "{language}");
    let ratings: Vec<_> = t.entrants.iter().map(|e| e.ratings.fide).collect();
    assert_eq!(ratings, [Some(2400), Some(2200), Some(2100), Some(2000), None], "{language}");
}

fn check_rounds(language: &str, t: &Tournament) {
    use Colour::{Black, White};
    let game = |opponent, colour, outcome| Cell::Paired { opponent, colour: Some(colour), outcome };
    let played = |opponent, colour, score| game(opponent, colour, Outcome::Played(score));
    let forfeit = |opponent, colour, f| game(opponent, colour, Outcome::Forfeit(f));
    let expected = [
        [played(2, White, Score::Win), forfeit(4, Black, Forfeit::Won)],
        [played(3, Black, Score::Draw), played(2, White, Score::Loss)],
        [played(0, Black, Score::Loss), played(1, Black, Score::Win)],
        [played(1, White, Score::Draw), Cell::Bye(Bye::Half)],
        [Cell::Bye(Bye::Pairing), forfeit(0, White, Forfeit::Lost)],
    ];
    assert_eq!(t.cells, expected.map(Vec::from), "{language}");
}

#[test]
fn every_list_is_read_in_every_language() {
    for language in &LANGUAGES {
        let code = language.code;
        let list = event(code, "list.csv", &language.starting_list());
        check_event(code, &list);
        assert_eq!(list.rounds_recorded(), 0, "{code}");
        assert_eq!(list.entrants[3].fide_id, Some(1_500_004), "{code}");
        assert_eq!(list.entrants[3].federation.as_deref(), Some("NOR"), "{code}");
        assert!(list.entrants[0].sex.is_some(), "{code}");

        let by_number = event(code, "event.csv", &language.by_number());
        let by_rank = event(code, "event.csv", &language.by_rank());
        for t in [&by_number, &by_rank] {
            check_event(code, t);
            check_rounds(code, t);
            assert_eq!(&*t.name, "Obert d'Olot", "{code}");
            assert_eq!(t.entrants[1].stated_points, Some(Points::HALF), "{code}");
            assert_eq!(t.entrants[1].stated_rank, Some(5), "{code}");
        }
        assert_eq!(by_number, by_rank, "{code}");

        let ranking = event(code, "ranking.csv", &language.ranking());
        check_event(code, &ranking);
        assert_eq!(ranking.rounds_recorded(), 0, "{code}");
        assert_eq!(ranking.entrants[1].stated_points, Some(Points::HALF), "{code}");
        assert_eq!(ranking.entrants[4].number, 5, "{code}");

        let (t, diagnostics) = together(code, vec![by_rank, list], Vec::new());
        assert_eq!(t.entrants[3].fide_id, Some(1_500_004), "{code}");
        assert_eq!(codes(&diagnostics).get("N0633"), Some(&1), "{code}");
    }
}

#[test]
fn pairings_are_read_in_every_language() {
    for language in &LANGUAGES {
        let code = language.code;
        let [first, second] = [1, 2].map(|n| round(code, &language.pairings(n)));
        assert_eq!((first.number, second.number), (Some(1), Some(2)), "{code}");
        let time = first.time.unwrap_or_else(|| panic!("{code}: no time"));
        assert_eq!((time.day, time.hour.map(|h| h.hour())), (Date::constant(2026, 1, 1), Some(16)));

        // All rounds at once are the event, in whatever order.
        let rounds = vec![second.clone(), first.clone()];
        let (t, diagnostics) = together(code, Vec::new(), rounds);
        assert!(!diagnostics.has_errors() && codes(&diagnostics).is_empty(), "{code}");
        check_event(code, &t);
        check_rounds(code, &t);
        assert_eq!(t.round_times.len(), 2, "{code}");

        // With the starting list it has everything.
        let list = event(code, "list.csv", &language.starting_list());
        let (t, diagnostics) = together(code, vec![list], vec![first, second.clone()]);
        assert_eq!(codes(&diagnostics).get("N0633"), Some(&2), "{code}");
        check_rounds(code, &t);
        assert_eq!(t.entrants[3].fide_id, Some(1_500_004), "{code}");

        // The next round of a crosstable; and once more, which changes nothing.
        let whole = event(code, "event.csv", &language.by_number());
        let mut before = whole.clone();
        before.cells.iter_mut().for_each(|row| row.truncate(1));
        let (t, _) = together(code, vec![before], vec![second.clone()]);
        check_rounds(code, &t);
        let (t, diagnostics) = together(code, vec![whole], vec![second]);
        assert!(!diagnostics.has_errors(), "{code}");
        check_rounds(code, &t);
    }
}

#[test]
fn lists_of_teams_are_read_and_joined_in_every_language() {
    let mut joined = Vec::new();
    for language in &LANGUAGES {
        let code = language.code;
        let teams = event(code, "teams.csv", &language.compositions());
        let rounds = [1, 2].map(|n| event(code, "boards.csv", &language.boards(n)));
        assert_eq!(teams.teams.len(), 2, "{code}");
        let [first, second] = rounds;
        let (t, diagnostics) = together(code, vec![second, teams, first], Vec::new());
        assert!(!diagnostics.has_errors(), "{code}");
        assert_eq!(codes(&diagnostics).get("W0639"), None, "{code}");
        let names: Vec<_> = t.entrants.iter().map(|e| (&*e.name, e.team, e.board)).collect();
        let expected = [
            ("Puig, Anna", Some(0), Some(1)),
            ("Soler, Pere", Some(0), Some(2)),
            ("Mas, Ot", Some(0), Some(3)),
            ("Roca, Joan", Some(1), Some(1)),
            ("Løvås, Noè", Some(1), Some(2)),
        ];
        assert_eq!(names, expected, "{code}");
        assert_eq!(t.entrants[4].fide_id, Some(1_500_004), "{code}");
        let matches: Vec<_> = t.matches.iter().map(|m| (m.round, m.home, m.away)).collect();
        assert_eq!(matches, [(1, 0, Some(1)), (2, 1, Some(0))], "{code}");
        let met = |player: usize| t.cells[player].iter().map(Cell::opponent).collect::<Vec<_>>();
        assert_eq!(met(0), [Some(3), Some(3)], "{code}");
        assert_eq!(met(1), [Some(4), None], "{code}");
        assert_eq!(t.cells[2][0], Cell::Absent(Absence::FreeRound), "{code}");
        joined.push(t);
    }
    assert!(joined.windows(2).all(|pair| pair[0] == pair[1]));
}

/// Rounds that cannot be put together are refused with what is missing.
#[test]
fn pairings_without_the_rounds_before_are_refused() {
    let english = &LANGUAGES[0];
    let [first, second] = [1, 2].map(|n| round("en", &english.pairings(n)));
    let refused = |events: Vec<Tournament>, lists: Vec<RoundList>| {
        let mut diagnostics = Diagnostics::new();
        combine(events, lists, &mut diagnostics);
        codes(&diagnostics).keys().find(|code| code.starts_with('E')).copied()
    };
    assert_eq!(refused(Vec::new(), vec![second.clone()]), Some("E0632"));
    assert_eq!(refused(Vec::new(), vec![first.clone(), first.clone()]), Some("E0632"));
    let mut third = second.clone();
    third.number = Some(3);
    let list = event("en", "list.csv", &english.starting_list());
    assert_eq!(refused(vec![list], vec![first.clone(), third]), Some("E0632"));

    // A list that does not say its round is the first where nobody has a point.
    let unnamed = english.pairings(1).replace("Round 1 on 2026/01/01 at 16:00", "");
    let unnamed = round("en", &unnamed);
    assert_eq!(unnamed.number, None);
    assert_eq!(refused(Vec::new(), vec![unnamed]), None);
    let unnamed = english.pairings(2).replace("Round 2 on 2026/01/02 at 16:00", "");
    let unnamed = round("en", &unnamed);
    assert_eq!(refused(Vec::new(), vec![unnamed.clone()]), Some("E0632"));
    // The crosstable decides: it is the round of those pairs, else the next one.
    let whole = event("en", "event.csv", &english.by_number());
    assert_eq!(refused(vec![whole.clone()], vec![unnamed]), None);

    // Contradictions.
    let other = round("en", &english.pairings(2).replace("0 - 1", "1 - 0"));
    assert_eq!(refused(vec![whole.clone()], vec![other]), Some("E0606"));
    let other = english.pairings(2).replace("Mas, Ot;0;1", "Løvås, Noè;0;1");
    let other =
        round("en", &other.replace("3;4;FM;Løvås, Noè", "3;5;;Mas, Ot").replace("1;5;", "1;4;"));
    assert_eq!(refused(vec![whole.clone()], vec![other]), Some("E0604"));
    let other = round("en", &english.pairings(2).replace("Mas, Ot", "Nobody, Else"));
    assert_eq!(refused(vec![whole.clone()], vec![other]), Some("E0603"));
    let other =
        round("en", &english.pairings(1).replace("Mas, Ot", "Puig, Anna").replace("3;5;", "3;1;"));
    assert_eq!(refused(vec![whole], vec![other.clone()]), Some("E0502"));
    assert_eq!(refused(Vec::new(), vec![other]), Some("E0502"));
    // Points that the rounds do not give are told.
    let other = round("en", &english.pairings(2).replace("2200;½", "2200;1"));
    let mut diagnostics = Diagnostics::new();
    combine(Vec::new(), vec![first, other], &mut diagnostics);
    assert_eq!(codes(&diagnostics).get("W0608"), Some(&1));
}

/// Without starting numbers players are numbered by rating, and that is told.
#[test]
fn pairings_without_numbers() {
    let text = "Obert;;;;;;;;;;\nRonda 1;;;;;;;;;;\n\
                M.;;Blancas;Elo;Pts.;Resultado;Pts.;;Negras;Elo\n\
                1;;Soler, Pere;2100;0;1 - 0;0;;Mas, Ot;0\n2;;Roca, Joan;2200;0;;0;GM;Puig, Anna;2400\n";
    let (t, diagnostics) = together("es", Vec::new(), vec![round("es", text)]);
    let names: Vec<_> = t.entrants.iter().map(|e| (e.number, &*e.name)).collect();
    let expected = [(1, "Puig, Anna"), (2, "Roca, Joan"), (3, "Soler, Pere"), (4, "Mas, Ot")];
    assert_eq!(names, expected);
    assert_eq!(codes(&diagnostics).get("N0634"), Some(&1));
    assert!(t.cells[0][0].is_pending());
    assert_eq!(t.cells[0][0].opponent(), Some(1));
}

/// Encodings, separators and decimal signs are found.
#[test]
fn encodings_and_separators_are_found() {
    for language in &LANGUAGES {
        let text = language.by_number();
        let utf8 = event(language.code, "event.csv", &text);
        let (windows, _, lossy) = encoding_rs::WINDOWS_1252.encode(&text);
        assert!(!lossy);
        let (imported, diagnostics, _) = import("event.csv", &windows);
        assert!(matches!(imported, Some(Imported::Event(t)) if *t == utf8), "{}", language.code);
        let legacy = codes(&diagnostics);
        assert!(legacy.contains_key("N0101"), "{}: {legacy:?}", language.code);
        let decimals = diagnostics.iter().find(|d| d.code.0 == "N0632").expect("it is told");
        let sign = if language.comma == ',' { "comma" } else { "point" };
        assert!(decimals.message.contains(sign), "{}", decimals.message);
        let tabs = event(language.code, "event.csv", &text.replace(';', "\t"));
        assert_eq!(tabs, utf8, "{}", language.code);
    }
}

/// Swiss-Manager's text: three columns a round, in any language.
#[test]
fn texts_of_swiss_manager() {
    for language in &LANGUAGES {
        let Language { code, rank, number, name, elo, federation, points, letters, .. } = language;
        let [white, black] = letters;
        let rounds = [1, 2].map(language.round);
        let text = format!(
            "Obert d'Olot\r\n\r\nList\r\n\r\n\
             {rank};{number};;{name};{elo};{federation};{};;;{};;;{points}\r\n\
             1;1;GM;Puig Anna;2400;CAT;2;{white};1;4;{black};+;2\r\n\
             2;3;;Soler Pere;2100;CAT;1;{black};0;5;{black};1;1\r\n\
             ;4;FM;Løvås Noè;2000;NOR;5;{white};x;-;-;x;1\r\n\
             ;5;;Mas Ot;0;CAT;-;-;1;1;{white};-;1\r\n\
             5;2;;Roca Joan;2200;ESP;3;{black};x;2;{white};0;x\r\n",
            rounds[0], rounds[1],
        );
        let t = event(code, "text.txt", &text);
        check_event(code, &t);
        check_rounds(code, &t);
        assert_eq!(t.entrants[3].stated_rank, Some(2), "{code}");
    }
}

fn ratings(name: &str, text: &str) -> Vec<Rated> {
    let (imported, diagnostics, sources) = import(name, text.as_bytes());
    let Some(Imported::Ratings(rated)) = imported else {
        panic!("{}", diagnostics.render(&sources, false))
    };
    assert!(!diagnostics.has_errors(), "{}", diagnostics.render(&sources, false));
    rated
}

/// Lists of the Spanish federation: of 2023, and the older one with a point between surnames and
/// name (formats.md, section 8).
#[test]
fn lists_of_feda() {
    let list = ratings(
        "feda.csv",
        "Id. FEDA;Id. Fide;Nombre;Elo;Fed\n1;2200001;Puig, Anna;2100;CAT\n2;;Roca, Joan;1900;ARA\n",
    );
    assert_eq!((list[0].fide_id, list[0].ratings.feda), (Some(2_200_001), Some(2100)));
    assert_eq!((list[1].fide_id, list[1].ratings.feda), (None, Some(1900)));
    let old = ratings("elo_feda.csv", "Id FEDA;Nombre;Fed;Elo\n1;PUIG RAFOLS. ANNA;CAT;2100\n");
    assert_eq!(old[0].name, "PUIG RAFOLS, ANNA");
    assert_eq!(old[0].ratings.feda, Some(2100));
}

/// FIDE's list of one rate of play, whose column is headed by the month.
#[test]
fn lists_of_fide() {
    let text = "ID Number      Name                                                         Fed Sex Tit  WTit OTit           FOA OCT26 Gms K  B-day Flag\r\n\
                2200001        Puig, Anna                                                   ESP F   GM   WGM                     2401  9   10 1990      \r\n\
                2200003        Soler, Pere                                                  ESP M                                0     0   20 0000  i   \r\n";
    let list = ratings("standard_rating_list.txt", text);
    assert_eq!(list[0].ratings.fide, Some(2401));
    assert_eq!((list[0].born, list[0].games), (Some(1990), 9));
    assert_eq!((list[1].ratings.fide, list[1].born), (None, None));
}

/// Vega: the list of players, and the tournament file.
#[test]
fn files_of_vega() {
    let players = "NAME;G;IDFIDE;ELOFIDE;COUNTRY;TITLE;ELONAT;KFIDE;CLUB;BIRTHDAY;KNAT;IDNAT\n\
                   Puig, Anna;f;2200001;2400;CAT;GM;2350;10;Olot;01/05/1990;10;7\n\
                   Roca, Joan;m;0;2200;ESP;;0;20;Reus;1970;20;8\n\
                   Soler, Pere;m;2200003;2100;CAT;;2050;20;;;20;9\n";
    // Federations spread their lists in this form.
    assert_eq!(ratings("list.csv", players)[0].ratings.fide, Some(2400));
    let exported = "NAME;            COUNTRY;BIRTHDAY;G;TITLE;IDFIDE;ELOFIDE; IDNAT;ELONAT;K;ISAVAL\n\
                    Puig, Anna               ;CAT;90/05/01;f; GM; 2200001; 2400;       7; 2350;10; 1\n\
                    Roca, Joan               ;ESP;70/00/00;m;   ;       0; 2200;       8;    0;20; 1\n";
    let t = event("it", "players.csv", exported);
    assert_eq!(t.entrants[0].fide_id, Some(2_200_001));
    assert_eq!(
        (t.entrants[0].ratings.fide, t.entrants[0].ratings.national),
        (Some(2400), Some(2350))
    );
    assert_eq!(t.entrants[1].number, 2);

    let head = "Vega 7\nObert d'Olot\nOlot\nCAT\n03/01/2026,05/01/2026\nVila\n0.5 1.0\n1 2 3\n\
                3 - 2\n0 0\n1\n3\n";
    let rounds = "COLOURS\n1 1 0 0\n2 -1 1 0\n3 0 -1 0\nOPPONENTS\n1 2 0 0\n2 1 3 0\n3 0 2 0\n\
                  FLOATS\n1 0 0 0\n2 0 0 0\n3 0 0 0\nRESULTS\n1 1 6 0\n2 0 3 0\n3 3 4 0\n";
    let veg = |rounds: &str| format!("{head}{players}{rounds}");
    let t = event("it", "open.veg", &veg(rounds));
    assert_eq!((&*t.name, t.rounds, t.rounds_recorded()), ("Obert d'Olot", 3, 2));
    assert_eq!(t.start, Some(Date::constant(2026, 1, 3)));
    let won = Outcome::Played(Score::Win);
    let cell = Cell::Paired { opponent: 1, colour: Some(Colour::White), outcome: won };
    assert_eq!(t.cells[0], [cell, Cell::Bye(Bye::Half)]);
    assert_eq!(t.cells[2][0], Cell::Bye(Bye::Pairing));
    assert!(matches!(t.cells[1][1], Cell::Paired { outcome: Outcome::Forfeit(Forfeit::Won), .. }));
    // Before the first round there are players alone.
    assert_eq!(event("it", "open.veg", &veg("")).rounds_recorded(), 0);
    // What is not known, or not complete, is told.
    let wrong = |rounds: String, code: &str| {
        let (_, diagnostics, _) = import("open.veg", veg(&rounds).as_bytes());
        assert!(codes(&diagnostics).contains_key(code), "{rounds}: {:?}", codes(&diagnostics));
    };
    wrong(rounds.replace("1 1 6 0", "1 9 6 0"), "E0631");
    wrong(rounds.replace("2 -1 1 0", "2 -1 1"), "E0631");
    wrong(rounds.replace("2 -1 1 0", "2 1 1 0"), "E0605");
    wrong(rounds.replace("2 0 3 0", "2 1 3 0"), "E0606");
    let (_, diagnostics, _) =
        import("open.veg", veg("").replace("\n3\nNAME", "\n9\nNAME").as_bytes());
    assert!(codes(&diagnostics).contains_key("E0613"));
}
