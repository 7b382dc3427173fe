//! Whole documents from the real rulebook and from reports made by hand.
#![cfg(feature = "pdf")]

use std::path::{Path, PathBuf};

use butlleti::core::report::{
    Align, Block, Column, Entry, Fact, Msg, Report, Row, Step, Table, Value, Verdict,
};
use butlleti::diag::{Diagnostics, Sources};
use butlleti::lang::Language;
use butlleti::model::{Date, Entrant, Exact, Points, System, Tournament};
use butlleti::pdf::{
    BulletinInput, CertificateInput, Document, Engine, Options, Press, Publisher, RegulationInput,
    ReportInput, TournamentInput, TournamentReportInput,
};
use butlleti::project::Project;
use butlleti::rulebook::{ProvisionId, Rulebook};
use butlleti::source::load_rulebook;

/// Words that no language file has: shown as `⟨text⟩`, enough for a test.
fn words(text: &str) -> Msg {
    Msg::new("test.words").with("text", text)
}

fn language() -> Language {
    let catalan =
        std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("themes/lang/ca.toml"))
            .unwrap();
    let project = Project::memory([(
        "themes/lang/ca.toml",
        format!("{catalan}\n\"test.words\" = \"{{text}}\"\n"),
    )]);
    let (sources, mut diagnostics) = (Sources::default(), Diagnostics::new());
    let language = Language::load("ca", &project, &sources, &mut diagnostics);
    assert!(diagnostics.is_empty(), "{}", diagnostics.render(&sources, false));
    language.unwrap()
}

fn rulebook() -> Rulebook {
    let (sources, mut diagnostics) = (Sources::default(), Diagnostics::new());
    let rulebook = load_rulebook(&Project::Embedded, &sources, &mut diagnostics);
    assert!(!diagnostics.has_errors(), "{}", diagnostics.render(&sources, false));
    rulebook
}

/// With the theme as it lies in the repository.
fn press(options: Options) -> (Press, Sources) {
    press_of(&Project::disk(env!("CARGO_MANIFEST_DIR")), options)
}

fn press_of(project: &Project, options: Options) -> (Press, Sources) {
    let sources = Sources::default();
    match Press::new(project, language(), &sources, options) {
        Ok(press) => (press, sources),
        Err(problems) => panic!("{}", rendered(problems, &sources)),
    }
}

fn rendered(
    problems: impl IntoIterator<Item = butlleti::diag::Diagnostic>,
    sources: &Sources,
) -> String {
    let mut diagnostics = Diagnostics::new();
    problems.into_iter().for_each(|problem| diagnostics.push(problem));
    diagnostics.render(sources, false)
}

fn id(text: &str) -> ProvisionId {
    ProvisionId::from(text)
}

const FAMILIES: [&str; 12] = [
    "Roca",
    "Puig",
    "Serra",
    "Vidal",
    "Ferrer",
    "Soler",
    "Bosch",
    "Pujol",
    "Marcé i Llull",
    "Font de la Vall",
    "Gal·lard",
    "Güell",
];
const GIVEN: [&str; 8] =
    ["Anna", "Jordi", "Montserrat", "Lluís", "Núria", "Miquel Àngel", "Eulàlia", "Òscar"];

fn name(at: usize) -> String {
    format!("{}, {}", FAMILIES[at % 12], GIVEN[(at * 5 + at / 12) % 8])
}

fn tournament(players: usize) -> Tournament {
    let mut event = Tournament::new("1990/obert-prova", "Obert de Prova, grup A", System::Swiss, 9);
    event.place = Some("Barcelona".into());
    event.start = Some(butlleti_date(1990, 7, 1));
    event.end = Some(butlleti_date(1990, 7, 9));
    event.chief_arbiter = Some("Puig, Jordi".into());
    event.organiser = Some("Club d'Escacs de Prova".into());
    event.time_control = Some("40 jugades en 2 hores".into());
    event.entrants = (0..players).map(|at| Entrant::new(at as u32 + 1, name(at))).collect();
    event.invented = true;
    event
}

fn butlleti_date(year: i16, month: i8, day: i8) -> Date {
    Date::new(year, month, day).unwrap()
}

fn entrant(at: usize) -> Value {
    Value::Entrant { index: at, number: at as u32 + 1, name: name(at).into() }
}

fn points(at: usize) -> Points {
    Points::from_halves(17 - (at / 4) as i32)
}

fn standings(players: usize) -> Report {
    let column = |key, header, align| Column::new(key, words(header), align);
    let columns = vec![
        column("place", "Lloc", Align::End),
        column("number", "Núm.", Align::End),
        column("title", "Títol", Align::Start),
        column("name", "Nom", Align::Start),
        column("club", "Club", Align::Start),
        column("elo", "ELO", Align::End),
        column("points", "Punts", Align::End).cite(&id("SAP 4.1")),
        column("bh", "Buchholz", Align::End).cite(&id("Swiss 7.1")),
        column("med", "Mitjà", Align::End),
        column("sb", "Sonneborn-Berger", Align::End),
        column("perf", "Actuació", Align::End),
    ];
    let rows = (0..players).map(|at| Row {
        entrant: Some(at),
        cells: vec![
            Entry::plain(at + 1),
            Entry::plain(at + 1),
            Entry::plain(if at < 3 { "MC" } else { "" }),
            Entry::plain(entrant(at)),
            Entry::plain(["C. E. Gràcia", "Peona i Peó", "Escola d'Escacs de Barcelona"][at % 3]),
            Entry::plain(2300_i64 - 7 * at as i64),
            Entry::plain(points(at)),
            Entry::plain(Points::from_halves(90 - at as i32)),
            Entry::plain(Points::from_halves(72 - at as i32)),
            Entry::plain(Exact::new(181 - 2 * at as i64, 4)),
            Entry::plain(Exact::new(21990 - 73 * at as i64, 10)),
        ],
    });
    Report {
        key: "standings",
        title: words("Classificació final"),
        blocks: vec![Block::Table(Table {
            key: "standings",
            caption: words("Després de 9 rondes"),
            columns,
            rows: rows.collect(),
        })],
    }
}

/// A crosstable of a Swiss (few columns) or a league (as many as players).
fn crosstable(players: usize, rounds: usize) -> Report {
    const KEYS: [&str; 30] = ["r"; 30];
    let mut columns = vec![
        Column::new("number", words("Núm."), Align::End),
        Column::new("name", words("Nom"), Align::Start),
        Column::new("elo", words("ELO"), Align::End),
    ];
    for (round, key) in KEYS.iter().enumerate().take(rounds) {
        columns.push(Column::new(*key, words(&(round + 1).to_string()), Align::Centre));
    }
    columns.push(Column::new("points", words("Punts"), Align::End).cite(&id("SAP 4.1")));
    let rows = (0..players).map(|at| {
        let mut cells = vec![
            Entry::plain(at + 1),
            Entry::plain(entrant(at)),
            Entry::plain(2300_i64 - 7 * at as i64),
        ];
        for round in 0..rounds {
            let opponent = (at + round * 7 + 1) % players;
            let key = ["crosstable.white", "crosstable.black"][(at + round) % 2];
            let result = Points::from_halves(((at * 3 + round) % 3) as i32);
            cells.push(Entry::plain(match (at + round) % 23 + rounds / 20 {
                0 => Value::Text("descans 1".into()),
                _ => Msg::new(key)
                    .with("opponent", opponent + 1)
                    .with("result", result)
                    .with("entrant", entrant(opponent))
                    .into(),
            }));
        }
        cells.push(Entry::plain(points(at)));
        Row { entrant: Some(at), cells }
    });
    Report {
        key: "crosstable",
        title: words("Quadre de resultats"),
        blocks: vec![Block::Table(Table {
            key: "crosstable",
            caption: words("Contrari, color i resultat de cada ronda"),
            columns,
            rows: rows.collect(),
        })],
    }
}

fn homologation(last: Verdict) -> Report {
    let fact = |key, label, value: Value, cite: &str| {
        Fact::new(
            key,
            words(label),
            Entry::plain(value)
                .cite(&id(cite))
                .step(Step::new(words("Jugadors inscrits al grup, amb els retirats")).gives(60))
                .step(
                    Step::new(words("Mínim de jugadors de cada grup"))
                        .gives(25)
                        .cite(&id("Oberts 4")),
                ),
        )
    };
    let met = |text: &str| Value::List(vec![text.into(), Verdict::Met.into()]);
    let facts = vec![
        fact("request", "Sol·licitud abans del 30 de juny", met("12 de març de 1990"), "Oberts 1"),
        fact("distance", "Cap altre torneig a menys de 30 km", Verdict::Met.into(), "Oberts 2"),
        fact("rounds", "Vuit rondes com a mínim", met("9 rondes"), "Oberts 3"),
        fact("players", "Vint-i-cinc jugadors a cada grup", met("60 jugadors"), "Oberts 4"),
        fact("rules", "Reglament aprovat per la FCE", Verdict::Met.into(), "Oberts 5"),
        fact("officials", "Director i àrbitre reconeguts", Verdict::Met.into(), "Oberts 7"),
        fact("papers", "Documentació dins de 4 dies hàbils", last.into(), "Oberts 8")
            .advise(words("Envieu les planilles abans del 13 de juliol de 1990.")),
    ];
    Report {
        key: "homologation",
        title: words("Informe d'homologació"),
        blocks: vec![
            Block::Paragraph(words("El torneig es va jugar com a obert de categoria preferent.")),
            Block::Heading(words("Requisits")),
            Block::Facts(facts),
        ],
    }
}

fn norms() -> Report {
    let columns = vec![
        Column::new("name", words("Nom"), Align::Start),
        Column::new("points", words("Punts"), Align::End),
        Column::new("mean", words("Mitjana"), Align::End).cite(&id("MC norma 3")),
        Column::new("verdict", words("Norma"), Align::Start),
    ];
    let rows = (0..5).map(|at| Row {
        entrant: Some(at),
        cells: vec![
            Entry::plain(entrant(at)),
            Entry::plain(points(at)),
            Entry::plain(Exact::new(21990 - 73 * at as i64, 10))
                .cite(&id("MC norma 3"))
                .step(Step::new(words("Suma de l'ELO dels 9 contraris")).gives(19791))
                .step(
                    Step::new(words("Mitjana: 19791 / 9, que ha de passar de 2175"))
                        .gives(Exact::new(2199, 1))
                        .cite(&id("MC norma 3")),
                ),
            Entry::plain(Verdict::of(at < 3)).step(Step::new(words("Punts necessaris")).gives(6)),
        ],
    });
    Report {
        key: "norms",
        title: words("Normes de mestre català"),
        blocks: vec![Block::Table(Table {
            key: "norms",
            caption: words("Jugadors que opten a la norma"),
            columns,
            rows: rows.collect(),
        })],
    }
}

const PUBLISHER: Publisher<'static> = Publisher {
    name: "Federació Catalana d'Escacs",
    notice: Some(
        "Aquesta edició refà els textos del Butlletí núm. 54, de desembre de 1990. Només fa fe el text de la Federació.",
    ),
};

/// What a bulletin of two tournaments holds.
struct Sample {
    rulebook: Rulebook,
    open: Tournament,
    league: Tournament,
    reports: Vec<Report>,
}

impl Sample {
    fn new() -> Self {
        let mut league = tournament(14);
        league.slug = "1990/lliga-prova".into();
        league.name = "Campionat de Prova, final".into();
        league.system = System::RoundRobin { double: true };
        Self {
            rulebook: rulebook(),
            open: tournament(60),
            league,
            reports: vec![
                standings(60),
                crosstable(60, 9),
                norms(),
                homologation(Verdict::Unknown),
                standings(14),
                crosstable(14, 26),
            ],
        }
    }

    fn open(&self) -> TournamentInput<'_> {
        TournamentInput {
            tournament: &self.open,
            note: &[],
            reports: vec![
                ReportInput::new(&self.reports[0]),
                ReportInput::new(&self.reports[1]),
                ReportInput::with_workings(&self.reports[2]),
                ReportInput::with_workings(&self.reports[3]),
            ],
        }
    }

    fn bulletin(&self) -> BulletinInput<'_> {
        let league = TournamentInput {
            tournament: &self.league,
            note: &[],
            reports: self.reports[4..].iter().map(ReportInput::new).collect(),
        };
        BulletinInput {
            publisher: PUBLISHER,
            masthead: "Butlletí d'Escacs",
            number: "54",
            month: "desembre de 1990",
            date: butlleti_date(1990, 12, 1),
            first_page: 1,
            rulebook: &self.rulebook,
            tournaments: vec![self.open(), league],
        }
    }

    fn certificate(&self) -> CertificateInput<'_> {
        CertificateInput {
            publisher: PUBLISHER,
            number: Some("1990/14"),
            tournament: &self.open,
            report: &self.reports[3],
            verdict: Verdict::Unknown,
            issued: butlleti_date(1990, 6, 15),
            signatories: vec!["El president de la FCE", "El secretari de la Comissió Esportiva"],
        }
    }

    fn report(&self) -> TournamentReportInput<'_> {
        let date = butlleti_date(1990, 7, 9);
        TournamentReportInput {
            publisher: PUBLISHER,
            date,
            event: self.open(),
            kind: "report",
            signatories: vec!["El director".to_owned(), "L'àrbitre".to_owned()],
        }
    }
}

/// Where the documents can be looked at.
fn keep(name: &str, pdf: &[u8]) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::write(&path, pdf).unwrap();
    path
}

#[test]
fn every_document_is_typeset_without_a_warning() {
    let sample = Sample::new();
    let (press, sources) = press(Options::default());
    let regulation = sample.rulebook.regulations.iter().find(|r| r.code == "RGC").unwrap();
    let regulation = RegulationInput { publisher: PUBLISHER, regulation };
    let documents = [
        ("bulletin.pdf", press.prepare_bulletin(&sample.bulletin())),
        ("tournament.pdf", press.prepare_tournament_report(&sample.report())),
        ("certificate.pdf", press.prepare_certificate(&sample.certificate()).unwrap()),
        ("regulation.pdf", press.prepare_regulation(&regulation)),
    ];
    for (name, document) in &documents {
        let start = std::time::Instant::now();
        let pdf = press.typeset(document).unwrap_or_else(|e| panic!("{}", rendered(e, &sources)));
        println!("{name}: {:?}, {} KB", start.elapsed(), pdf.len() / 1024);
        // Typst refuses what does not conform; these are what readers see of it.
        let text = String::from_utf8_lossy(&pdf);
        for mark in ["/MarkInfo", "/StructTreeRoot", "/Lang", "pdfuaid:part", "pdfaid:part"] {
            assert!(text.contains(mark), "{name} has no {mark}");
        }
        keep(name, &pdf);
    }
    assert!(press.warnings().is_empty(), "{}", rendered(press.warnings(), &sources));
}

#[test]
fn the_same_documents_are_the_same_bytes_with_any_number_of_threads() {
    let sample = Sample::new();
    let documents = |press: &Press| {
        vec![
            press.prepare_bulletin(&sample.bulletin()),
            press.prepare_tournament_report(&sample.report()),
            press.prepare_certificate(&sample.certificate()).unwrap(),
        ]
    };
    let with_threads = |threads: usize| -> Vec<Vec<u8>> {
        let (press, sources) = press(Options::default());
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        let typeset = pool.install(|| press.typeset_all(&documents(&press)));
        typeset
            .into_iter()
            .map(|pdf| pdf.unwrap_or_else(|e| panic!("{}", rendered(e, &sources))))
            .collect()
    };
    let alone = with_threads(1);
    assert!(alone == with_threads(4), "with one thread and with four the bytes differ");
    let (first, second) = (press(Options::default()).0, press(Options::default()).0);
    assert_eq!(first.fingerprint(), second.fingerprint());
    let prints =
        |press: &Press| documents(press).iter().map(Document::fingerprint).collect::<Vec<_>>();
    assert_eq!(prints(&first), prints(&second));
    assert_ne!(prints(&first)[0], prints(&first)[1]);
}

#[test]
fn a_table_too_wide_for_a_column_runs_across_both() {
    let head: String = (1..=9).map(|round| format!("| Ronda {round} ")).collect();
    let lines = "|---".repeat(9);
    let row = "| 12,5 pts. ".repeat(9);
    let filler = "Un paràgraf que omple la columna amb paraules corrents. ".repeat(12);
    let text = format!(
        "+++\ncode = \"X\"\ntitle = \"Prova\"\nkind = \"normativa\"\nin_force = 1990-12-01\n\
         source = \"Prova\"\n+++\n\n§ [1.] {filler}\n\n§§ [1.1.] La taula:\n\n{head}|\n{lines}|\n\
         {row}|\n{row}|\n\n§ [2.] {filler}\n"
    );
    let (sources, mut diagnostics) = (Sources::default(), Diagnostics::new());
    let project = Project::memory([("content/reglaments/x.md", text)]);
    let rulebook = load_rulebook(&project, &sources, &mut diagnostics);
    assert!(!diagnostics.has_errors(), "{}", diagnostics.render(&sources, false));
    let (press, sources) = press(Options::default());
    let input = RegulationInput { publisher: PUBLISHER, regulation: &rulebook.regulations[0] };
    let pdf = press.regulation(&input).unwrap_or_else(|e| panic!("{}", rendered(e, &sources)));
    assert!(press.warnings().is_empty(), "{}", rendered(press.warnings(), &sources));
    if let Some(text) = words_of(&keep("wide.pdf", &pdf)) {
        assert!(text.contains("12,5 pts. 12,5 pts."), "a cell is broken: {text}");
    }
}

/// The words of a document, by poppler; `None`, loudly, where it is not installed.
fn words_of(pdf: &Path) -> Option<String> {
    match std::process::Command::new("pdftotext").arg("-raw").arg(pdf).arg("-").output() {
        Ok(output) => Some(String::from_utf8_lossy(&output.stdout).into_owned()),
        Err(error) => {
            eprintln!("NOT TESTED: the words of {}: pdftotext: {error}", pdf.display());
            None
        }
    }
}

#[test]
fn names_are_printed_as_they_are_and_never_read_as_markup() {
    const NAME: &str = r#"#panic("x") *B* _i_ <t> @c \u{41} $x$ // = [C] ~"#;
    let mut sample = Sample::new();
    sample.open.name = NAME.into();
    let (press, sources) = press(Options::default());
    let pdf = press
        .tournament_report(&sample.report())
        .unwrap_or_else(|e| panic!("{}", rendered(e, &sources)));
    if let Some(text) = words_of(&keep("names.pdf", &pdf)) {
        let text = text.replace('\n', " ");
        let start: String = text.chars().take(200).collect();
        assert!(text.contains(NAME), "{start}");
    }
}

#[test]
fn a_character_without_a_glyph_is_replaced_and_named() {
    let mut sample = Sample::new();
    // A Chinese name, a composed accent, a private character, a joiner.
    sample.open.name = "王 e\u{301} \u{E000}x\u{200B}y".into();
    let (press, sources) = press(Options::default());
    let pdf = press
        .certificate(&sample.certificate())
        .unwrap_or_else(|e| panic!("{}", rendered(e, &sources)));
    let warnings = press.warnings();
    let named: Vec<_> = warnings.iter().map(|w| (w.code.0, w.message.contains("U+738B"))).collect();
    assert_eq!(named, [("W0801", true), ("W0801", false)]);
    if let Some(text) = words_of(&keep("missing.pdf", &pdf)) {
        assert!(text.contains("\u{FFFD} é \u{FFFD}xy"), "{text}");
    }
}

#[test]
fn errors_in_a_template_are_shown_at_their_place() {
    let broken = "#let data = json(\"/data.json\")\n#let x = data.nothing\n";
    let project = Project::memory([("themes/default/pdf/certificate.typ", broken)]);
    let (press, sources) = press_of(&project, Options::default());
    let problems = press.certificate(&Sample::new().certificate()).unwrap_err();
    let text = rendered(problems, &sources);
    assert!(text.contains("E0802") && text.contains("nothing"), "{text}");
    assert!(text.contains("themes/default/pdf/certificate.typ:2:15"), "{text}");
}

#[test]
fn a_theme_may_replace_one_template_and_keep_the_others() {
    let own = "#import \"lib/theme.typ\": base\n#let data = json(\"/data.json\")\n\
               #show: base.with(data.meta)\n= Pròpia\n#data.name";
    let project = Project::memory([("themes/default/pdf/certificate.typ", own)]);
    let (press, sources) = press_of(&project, Options::default());
    let pdf = press.certificate(&Sample::new().certificate());
    let pdf = pdf.unwrap_or_else(|e| panic!("{}", rendered(e, &sources)));
    if let Some(text) = words_of(&keep("own.pdf", &pdf)) {
        assert!(text.contains("Pròpia") && text.contains("Obert de Prova"), "{text}");
    }
}

#[test]
fn templates_reach_neither_packages_nor_other_files_nor_a_clock() {
    for (forbidden, says) in [
        ("#import \"@preview/cetz:0.4.0\": *", "package"),
        ("#read(\"/../site.toml\")", "path"),
        ("#read(\"/site.toml\")", "file not found"),
        ("#datetime.today().display()", "date"),
    ] {
        let project = Project::memory([("themes/default/pdf/certificate.typ", forbidden)]);
        let (press, sources) = press_of(&project, Options::default());
        let problems = press.certificate(&Sample::new().certificate()).unwrap_err();
        let text = rendered(problems, &sources);
        assert!(text.contains("certificate.typ:1:") && text.contains(says), "{text}");
    }
}

#[test]
fn what_is_not_met_is_not_certified() {
    let sample = Sample::new();
    let report = homologation(Verdict::NotMet);
    let input =
        CertificateInput { report: &report, verdict: Verdict::NotMet, ..sample.certificate() };
    let (press, sources) = press(Options::default());
    let text = rendered(press.certificate(&input).unwrap_err(), &sources);
    assert!(text.contains("E0806") && text.contains("Documentació"), "{text}");
}

#[test]
fn sources_are_kept_on_request() {
    let folder = tempfile::tempdir().unwrap();
    let options = Options { keep_sources: Some(folder.path().to_path_buf()), ..Options::default() };
    let (press, sources) = press(options);
    press
        .certificate(&Sample::new().certificate())
        .unwrap_or_else(|e| panic!("{}", rendered(e, &sources)));
    let kept = folder.path().join("certificate-1990-obert-prova-ca");
    for file in ["certificate.typ", "lib/theme.typ", "data.json", "fonts/ButlletiSans-Regular.ttf"]
    {
        assert!(kept.join(file).is_file(), "{file}");
    }
}

#[test]
fn the_command_line_sets_the_same_document() {
    let engine = Engine::Command("typst".into());
    let found = std::process::Command::new("typst").arg("--version").output();
    let (press, sources) = press(Options { engine, ..Options::default() });
    let result = press.certificate(&Sample::new().certificate());
    if let Err(error) = found {
        eprintln!("NOT TESTED: `[pdf] engine = \"typst\"`: the command typst is missing: {error}");
        let text = rendered(result.unwrap_err(), &sources);
        assert!(text.contains("E0804") && text.contains("install Typst"), "{text}");
        return;
    }
    let pdf = result.unwrap_or_else(|e| panic!("{}", rendered(e, &sources)));
    if let Some(text) = words_of(&keep("command.pdf", &pdf)) {
        assert!(text.contains("Obert de Prova"), "{text}");
    }
}

#[test]
fn the_resolution_for_the_parties_has_the_name_and_is_made_on_request_alone() {
    const WITHHELD: &str = "Vallhonrat";
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("resolution.pdf");
    let _ = std::fs::remove_file(&path);
    let run = |more: &[&str]| {
        std::process::Command::new(env!("CARGO_BIN_EXE_butlleti"))
            .args(["case", "1991-01", "--root", env!("CARGO_MANIFEST_DIR"), "--pdf"])
            .arg(&path)
            .args(more)
            .output()
            .expect("the program runs")
    };
    for (more, is_named) in [(&[][..], true), (&["--withheld"], false)] {
        let output = run(more);
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let pdf = std::fs::read(&path).unwrap();
        assert!(pdf.starts_with(b"%PDF-"));
        if let Some(text) = words_of(&path) {
            assert!(text.contains("1/1991"), "{text}");
            assert_eq!(text.contains(WITHHELD), is_named, "{text}");
        }
        std::fs::remove_file(&path).unwrap();
    }
}

/// `cargo test --release --test pdf -- --ignored --nocapture`.
#[test]
#[ignore = "measures a bulletin with the reports and certificates of five tournaments"]
fn time_of_a_whole_site() {
    let mut sample = Sample::new();
    let start = std::time::Instant::now();
    let (press, sources) = press(Options::default());
    println!("fonts, templates, library: {:?}", start.elapsed());
    let mut documents = vec![press.prepare_bulletin(&sample.bulletin())];
    for players in [40, 45, 50, 55, 60] {
        sample.open = tournament(players);
        sample.open.slug = format!("1990/obert-{players}").into();
        sample.reports[0] = standings(players);
        sample.reports[1] = crosstable(players, 9);
        documents.push(press.prepare_tournament_report(&sample.report()));
        documents.push(press.prepare_certificate(&sample.certificate()).unwrap());
    }
    println!("data: {:?}", start.elapsed());
    let start = std::time::Instant::now();
    for pdf in press.typeset_all(&documents) {
        pdf.unwrap_or_else(|e| panic!("{}", rendered(e, &sources)));
    }
    println!("{} documents: {:?}", documents.len(), start.elapsed());
}
