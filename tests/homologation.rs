//! Homologation, norms and promotions of 1990: whole reports in words.

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::OnceLock;

use butlleti::core::Rules1990;
use butlleti::core::calendar::WorkingCalendar;
use butlleti::core::distance::Place;
use butlleti::core::homologation::{
    EstablishedEvent, HomologationContext, homologation_json, report as homologation_report,
};
use butlleti::core::norms::{norms_json, report as norms_report};
use butlleti::core::promotion::{PromotionRules, report as promotion_report};
use butlleti::core::report::{Block, Entry, Msg, Report, Step, Value};
use butlleti::diag::{Diagnostics, Sources};
use butlleti::lang::Language;
use butlleti::model::{
    Category, Cell, Colour, Date, Delegation, Entrant, EventKind, Outcome, Ratings, Score, System,
    Title, Tournament,
};
use butlleti::project::Project;
use butlleti::rulebook::{ProvisionId, Rulebook};
use butlleti::source::{bind_rules, load_rulebook};
use serde_json::{Value as Json, json};

fn rulebook() -> &'static Rulebook {
    static RULEBOOK: OnceLock<Rulebook> = OnceLock::new();
    RULEBOOK.get_or_init(|| {
        load_rulebook(&Project::Embedded, &Sources::default(), &mut Diagnostics::new())
    })
}

fn rules() -> &'static Rules1990 {
    static RULES: OnceLock<Rules1990> = OnceLock::new();
    RULES.get_or_init(|| {
        bind_rules(rulebook(), &mut Diagnostics::new()).expect("every parameter is in the text")
    })
}

fn date(json: &Json) -> Option<Date> {
    json.as_str().map(|text| text.parse().expect("a date"))
}

// ---- Whole tournaments

/// A league of ten in which the better number always wins, with `rounds` of nine rounds over.
fn league(kind: EventKind, rounds: usize) -> Tournament {
    let mut tournament =
        Tournament::new("1990/lliga", "Memorial", System::RoundRobin { double: false }, 9);
    tournament.kind = kind;
    tournament.start = date(&json!("1990-12-01"));
    tournament.end = date(&json!("1990-12-09"));
    for number in 1..=10_u32 {
        let mut entrant = Entrant::new(number, format!("Jugador {number}"));
        entrant.category = Some(Category::Preferent);
        entrant.club = Some(format!("Club {}", number % 4).into());
        entrant.ratings.catalan = Some(2420 - 20 * number);
        tournament.entrants.push(entrant);
    }
    tournament.cells = vec![Vec::new(); 10];
    for round in 0..rounds {
        let seat = |at: usize| if at == 9 { 9 } else { (at + round) % 9 };
        for board in 0..5 {
            let pair = if board == 0 { (9, 0) } else { (board, 9 - board) };
            let (a, b) = (seat(pair.0), seat(pair.1));
            for (me, opponent, colour) in [(a, b, Colour::White), (b, a, Colour::Black)] {
                let score = if me < opponent { Score::Win } else { Score::Loss };
                let outcome = Outcome::Played(score);
                tournament.cells[me].push(Cell::Paired { opponent, colour: Some(colour), outcome });
            }
        }
    }
    tournament
}

fn context() -> HomologationContext {
    let established = EstablishedEvent {
        name: "Obert veí".into(),
        start: date(&json!("1990-12-09")),
        end: date(&json!("1990-12-16")),
        at: Some(Place::from_degrees(41.5, 2.2)),
    };
    HomologationContext {
        calendar: WorkingCalendar::new(date(&json!("1990-12-25"))),
        established: vec![established],
        ..HomologationContext::default()
    }
}

/// An open of 1a and Preferent with everything told.
fn told_open() -> Tournament {
    let mut open = league(EventKind::Open, 9);
    open.categories = vec![Category::Preferent, Category::First];
    let told = &mut open.homologation;
    told.request = date(&json!("1990-07-01"));
    told.entered = Some(24);
    told.at = Some((41_400_000, 2_170_000));
    told.list_received = Some("1990-12-02T09:30".parse().unwrap());
    told.round_2_start = Some("1990-12-02T10:00".parse().unwrap());
    told.papers_received = date(&json!("1990-12-14"));
    told.officials_recognised = Some(true);
    open
}

#[test]
fn a_closed_event_gives_norms() {
    let mut event = league(EventKind::Closed, 9);
    event.entrants[1].title = Some(Title::MC);
    let json = homologation_json(&event, rules(), &HomologationContext::default());
    assert_eq!(json["homologated_norms"], true);
    assert_eq!(json["mean"], "2310");

    let json = norms_json(&event, rules(), &HomologationContext::default());
    let player = |number: u32| {
        let players = json["players"].as_array().unwrap();
        players.iter().find(|player| player["number"] == number).unwrap().clone()
    };
    // Number 1 has 9 points against a mean of 2300: 57.5 %, that is 5½ of 9.
    let first = player(1);
    assert_eq!(first["mean"], "2300");
    assert_eq!(first["required_percent"], "115/2");
    assert_eq!(first["points_needed"], 5.5);
    assert_eq!((&first["norm"], &first["by"]), (&json!(true), &json!("result")));
    assert_eq!(first["values"].as_array().unwrap().len(), 9);
    assert_eq!(player(2)["holds_title"], "MC");
    // Number 5 has 5 points, and the stronger opposition asks for 5½ all the same.
    assert_eq!((&player(5)["points"], &player(5)["norm"]), (&json!(5), &json!(false)));
    assert_eq!(player(5)["missing"], 0.5);
    // Norms first, the title holder last.
    let order: Vec<_> =
        json["players"].as_array().unwrap().iter().map(|p| p["number"].clone()).collect();
    assert_eq!(order[..3], [json!(1), json!(3), json!(4)]);
    assert_eq!(order[9], 2);
}

#[test]
fn nothing_is_decided_while_an_event_lasts() {
    let event = league(EventKind::Closed, 5);
    let json = norms_json(&event, rules(), &HomologationContext::default());
    assert_eq!(json["finished"], false);
    let first = &json["players"][0];
    assert_eq!((&first["norm"], &first["games"]), (&Json::Null, &json!(5)));
    assert_eq!(first["outlook"]["games_left"], 4);
}

#[test]
fn an_open_is_checked_with_what_is_known() {
    let json = homologation_json(&told_open(), rules(), &context());
    // Requested on 1 July, for an event of December: late; and 24 players in the group.
    assert_eq!(json["request_last_day"], "1990-06-29");
    assert_eq!(json["request_in_time"], false);
    assert_eq!(json["groups"], json!([{"mix_ok": true, "size_ok": false}]));
    assert_eq!(json["clashes"][0]["name"], "Obert veí");
    assert_eq!(json["fee"], 6000);
    let unknown = homologation_json(&league(EventKind::Open, 9), rules(), &context());
    assert_eq!(unknown["request_in_time"], Json::Null);
    assert_eq!(unknown["fee"], Json::Null);
}

#[test]
fn events_without_homologation_rules_say_so() {
    for (kind, key) in [
        (EventKind::Official, "homologation.no.official"),
        (EventKind::Cup, "homologation.no.kind"),
        (EventKind::Other, "homologation.no.other"),
    ] {
        let report = homologation_report(&league(kind, 9), rules(), &context());
        assert_eq!(report.blocks, [Block::Paragraph(Msg::new(key))]);
    }
    // Whether an unclassified event gives norms is not known; its numbers are told all the same.
    let json = norms_json(&league(EventKind::Other, 9), rules(), &context());
    assert_eq!(json["players"][0]["norm"], Json::Null);
    assert_eq!(json["players"][0]["points_needed"], 5.5);
    let json = norms_json(&league(EventKind::Cup, 9), rules(), &context());
    assert_eq!(json["not_applicable"], "kind");
}

/// A damaged table of the text is an error at its place that says what is wrong.
#[test]
fn a_malformed_table_is_an_error_with_its_reason() {
    let path = "content/reglaments/ascensos.md";
    let text = String::from_utf8(Project::Embedded.read(Path::new(path)).unwrap()).unwrap();
    let message = |found: &str, put: &str| {
        assert!(text.contains(found));
        let project = Project::memory([(path, text.replacen(found, put, 1))]);
        let (sources, mut diagnostics) = (Sources::default(), Diagnostics::new());
        let rulebook = load_rulebook(&project, &sources, &mut diagnostics);
        let bound = bind_rules::<PromotionRules>(&rulebook, &mut diagnostics);
        assert!(bound.is_none());
        diagnostics.render(&sources, false)
    };
    let band = message("| de 2075 a 2125 |", "| de 2080 a 2125 |");
    assert!(band.contains("E0303") && band.contains("ascensos.preferent"), "{band}");
    assert!(band.contains("the band `de 2025 a 2075` does not follow"), "{band}");
    let row = message("| 4 | 4 | 5 | 6½ |", "| 4 | 5 | 5 | 6½ |");
    assert!(row.contains("the row of 4 and 5 opponents does not add up to 8 rounds"), "{row}");
}

// ---- Words and citations

/// Many different events, so that as many sentences as possible are written.
fn reports() -> Vec<Report> {
    let mut poor = league(EventKind::Closed, 9);
    poor.rounds = 9;
    for entrant in &mut poor.entrants {
        entrant.ratings.catalan = entrant.ratings.catalan.map(|rating| rating - 400);
        entrant.club = Some("Club únic".into());
    }
    poor.entrants[0].category = None;
    poor.entrants[1].category = Some(Category::First);
    poor.entrants[2].ratings = Ratings::default();
    let mut short = league(EventKind::Closed, 8);
    short.rounds = 8;
    short.entrants.truncate(9);
    for row in &mut short.cells {
        row.retain(|cell| cell.opponent() != Some(9));
    }
    short.cells.truncate(9);
    let mut absent = league(EventKind::Open, 9);
    absent.system = System::Swiss;
    absent.delegation = Some(Delegation::Girona);
    absent.entrants[4].category = Some(Category::Third);
    absent.entrants[5].category = Some(Category::Second);
    absent.entrants[6].category = Some(Category::First);
    absent.entrants[7].category = None;
    absent.entrants[7].ratings = Ratings::default();
    absent.cells[0][8] = Cell::Bye(butlleti::model::Bye::Pairing);
    absent.cells[5][8] = Cell::Absent(butlleti::model::Absence::Missed);
    let mut started = absent.clone();
    for row in &mut started.cells {
        row.truncate(4);
    }
    let events = [
        league(EventKind::Closed, 9),
        poor,
        short,
        told_open(),
        absent,
        started,
        league(EventKind::Open, 0),
        league(EventKind::Official, 9),
        league(EventKind::Cup, 9),
        league(EventKind::Other, 6),
        Tournament::new("buit", "Buit", System::Swiss, 9),
    ];
    let contexts = [context(), HomologationContext::default()];
    let mut reports = Vec::new();
    for event in &events {
        reports.push(promotion_report(event, rules()));
        for context in &contexts {
            reports.push(homologation_report(event, rules(), context));
            reports.push(norms_report(event, rules(), context));
        }
    }
    reports
}

/// Visits every sentence, value and citation of a report.
struct Reader<'a> {
    language: &'a Language,
    citations: BTreeSet<ProvisionId>,
    sentences: usize,
}

impl Reader<'_> {
    fn msg(&mut self, msg: &Msg) {
        let text = self.language.msg(msg);
        assert!(!text.contains(['⟨', '{', '}']), "{text}: {msg:?}");
        self.sentences += 1;
    }

    fn value(&mut self, value: &Value) {
        let text = self.language.value(value);
        assert!(!text.contains(['⟨', '{', '}']), "{text}: {value:?}");
    }

    fn step(&mut self, step: &Step) {
        self.msg(&step.text);
        step.value.iter().for_each(|value| self.value(value));
        self.citations.extend(step.citations.iter().cloned());
    }

    fn entry(&mut self, entry: &Entry) {
        self.value(&entry.value);
        entry.working.iter().for_each(|step| self.step(step));
        self.citations.extend(entry.citations.iter().cloned());
    }

    fn report(&mut self, report: &Report) {
        self.msg(&report.title);
        for block in &report.blocks {
            match block {
                Block::Heading(msg) | Block::Paragraph(msg) => self.msg(msg),
                Block::Facts(facts) => {
                    for fact in facts {
                        self.msg(&fact.label);
                        self.entry(&fact.entry);
                        fact.advice.iter().for_each(|advice| self.msg(advice));
                    }
                }
                Block::Table(table) => {
                    self.msg(&table.caption);
                    for column in &table.columns {
                        self.msg(&column.header);
                        self.citations.extend(column.citations.iter().cloned());
                    }
                    for row in &table.rows {
                        assert_eq!(row.cells.len(), table.columns.len());
                        row.cells.iter().for_each(|cell| self.entry(cell));
                    }
                }
            }
        }
    }
}

#[test]
fn every_sentence_is_written_and_every_citation_exists() {
    let language = Language::embedded("ca").expect("Catalan is built in");
    let mut reader = Reader { language: &language, citations: BTreeSet::new(), sentences: 0 };
    for report in reports() {
        reader.report(&report);
    }
    assert!(reader.sentences > 1000);
    for citation in &reader.citations {
        assert!(rulebook().provision(citation).is_some(), "{citation} does not exist");
    }
    assert!(reader.citations.contains(&ProvisionId::from("MC norma 8")));
}

/// Keys that no event above happens to use are in the language file as well.
#[test]
fn every_key_of_the_sources_is_in_the_language_file() {
    const FILES: [&str; 18] = [
        "awards.rs",
        "values/mod.rs",
        "calendar.rs",
        "prizes.rs",
        "elo_ties.rs",
        "ledger/mod.rs",
        "ledger/history.rs",
        "ledger/report.rs",
        "norms/mod.rs",
        "norms/report.rs",
        "promotion/mod.rs",
        "promotion/chance.rs",
        "promotion/report.rs",
        "homologation/closed.rs",
        "homologation/closed_sheet.rs",
        "homologation/open.rs",
        "homologation/open_sheet.rs",
        "homologation/from_tournament.rs",
    ];
    let areas = [
        "awards.",
        "values.",
        "calendar.",
        "prizes.",
        "elo-ties.",
        "promotion.",
        "ledger.",
        "norms.",
        "closed.",
        "open.",
        "homologation.",
    ];
    let language = Language::embedded("ca").expect("Catalan is built in");
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/core");
    let mut found = 0;
    for file in FILES {
        let text = std::fs::read_to_string(folder.join(file)).unwrap();
        let literals = text.split('"').skip(1).step_by(2);
        for key in literals.filter(|text| areas.iter().any(|area| text.starts_with(area))) {
            assert!(language.has(key), "{file}: `{key}` is not in ca.toml");
            found += 1;
        }
    }
    assert!(found > 150);
}
