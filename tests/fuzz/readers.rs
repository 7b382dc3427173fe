//! The readers, each with its files and what must hold of what it reads.

use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

use butlleti::build::{Event, RulesByDay};
use butlleti::core::ask::{self, Calculation, Field, Kind};
use butlleti::core::fide::tiebreak::Descriptor;
use butlleti::diag::{Diagnostics, Sources};
use butlleti::export::{data, trf};
use butlleti::fingerprint::Fingerprint;
use butlleti::lang::Language;
use butlleti::model::{Archive, Tournament};
use butlleti::project::Project;
use butlleti::rulebook::parse_number;
use butlleti::source::import::identities::Register;
use butlleti::source::import::round::RoundList;
use butlleti::source::import::{Imported, combine};
use butlleti::source::{self, Legacy, decode, load};
use serde_json::{Map, Value as Json, json};

use super::mutate::Random;
use super::{Reader, Seed, check_diagnostics, fuzz};
use crate::common::check_invariant;

const CORPUS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fuzz/corpus");
const SITE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fuzz/corpus/site");

/// Files of the corpus under a folder whose path ends so; paths are relative to the folder.
fn seeds(folder: &str, wanted: fn(&Path) -> bool) -> Vec<Seed> {
    let project = Project::disk(Path::new(CORPUS).join(folder));
    let files = project.list(Path::new("")).expect("the corpus can be listed");
    let seeds: Vec<Seed> = files
        .into_iter()
        .filter(|path| wanted(path))
        .map(|path| Seed { bytes: project.read(&path).expect("it can be read"), path })
        .collect();
    assert!(!seeds.is_empty(), "no corpus in {folder}");
    seeds
}

fn has_extension(path: &Path, extension: &str) -> bool {
    path.extension().is_some_and(|found| found == extension)
}

/// The small site of the corpus with one file in place of its own.
fn site_with(path: &Path, bytes: &[u8]) -> Project {
    static FILES: OnceLock<Vec<(PathBuf, Vec<u8>)>> = OnceLock::new();
    let files = FILES.get_or_init(|| {
        let project = Project::disk(SITE);
        let files = project.list(Path::new("")).expect("the corpus can be listed");
        files.into_iter().map(|f| (f.clone(), project.read(&f).expect("it can be read"))).collect()
    });
    let others = files.iter().filter(|(other, _)| other != path).cloned();
    Project::memory(others.chain([(path.to_path_buf(), bytes.to_vec())]))
}

fn rules() -> &'static Arc<RulesByDay> {
    static RULES: OnceLock<Arc<RulesByDay>> = OnceLock::new();
    RULES.get_or_init(|| Arc::new(RulesByDay::built_in().expect("every parameter is in the text")))
}

/// What must hold of every event that was read without errors: what is written of it is read back.
fn check_written(t: &Tournament) {
    let of_files = data::standalone(t.clone());
    let files = data::tournament(&of_files, data::People::InFull);
    let folder = Path::new(load::TOURNAMENTS).join(&*t.slug);
    let project = Project::memory(files.iter().map(|(p, text)| (folder.join(p), text.as_bytes())));
    let (sources, mut diagnostics) = (Sources::default(), Diagnostics::new());
    let archive = load::archive(&project, &sources, &mut diagnostics);
    assert!(!diagnostics.has_errors(), "own files: {}", diagnostics.render(&sources, false));
    let read = archive.tournaments.first().expect("one event was written");
    let again = data::tournament(read, data::People::InFull);
    assert_eq!(files, again, "own files differ when written again");

    if t.entrants.is_empty() {
        // A report file of nobody is no report file.
        return;
    }
    for dialect in [trf::Dialect::Trf16, trf::Dialect::Trf26] {
        // Numbers without room in the format are told, not written.
        let Ok(first) = trf::write(t, dialect, None) else { continue };
        let (sources, mut diagnostics) = (Sources::default(), Diagnostics::new());
        let path = Path::new("written.trf");
        let read = load::tournament_file(path, first.as_bytes(), &sources, &mut diagnostics);
        let problems = diagnostics.render(&sources, false);
        let read = read.unwrap_or_else(|| panic!("{dialect:?} is not read: {problems}\n{first}"));
        assert!(!diagnostics.has_errors(), "{dialect:?}: {problems}\n{first}");
        let second = trf::write(&read, dialect, None).expect("it was written before");
        // Of team events a report file cannot say everything: the format decides what is kept.
        if !t.is_team_event() {
            // A description of the type that says no more than the type is not kept apart, and
            // then stands elsewhere.
            let [mut a, mut b] = [&first, &second].map(|text| text.lines().collect::<Vec<_>>());
            a.sort_unstable();
            b.sort_unstable();
            assert_eq!(a, b, "{dialect:?} differs when written again");
        }
    }
}

/// Everything that pages compute.
fn check_computed(archive: &Archive) {
    let archive = Arc::new(archive.clone());
    for index in 0..archive.tournaments.len() {
        Event::compute(index, Fingerprint::of(""), &archive, rules(), false);
    }
}

pub fn read_event(path: &Path, bytes: &[u8]) {
    let (sources, mut diagnostics) = (Sources::default(), Diagnostics::new());
    let imported = load::import_file(path, bytes, &sources, &mut diagnostics);
    check_diagnostics(&diagnostics, &sources);
    match imported {
        None => assert!(diagnostics.has_errors(), "refused without a reason"),
        Some(Imported::Ratings(_)) => {}
        Some(Imported::Round(list)) => read_round(*list),
        Some(Imported::Event(t)) => {
            check_invariant(&t);
            if !diagnostics.has_errors() {
                check_written(&t);
            }
            check_computed(&Archive { tournaments: vec![t.into()], ..Archive::default() });
        }
    }
}

/// A round by itself, and twice; and the next one of an event that has its players.
fn read_round(list: RoundList) {
    let combined = |events: Vec<Tournament>, lists: Vec<RoundList>| {
        let mut diagnostics = Diagnostics::new();
        let events = combine(events, lists, &mut diagnostics);
        events.iter().for_each(check_invariant);
        (events, diagnostics.has_errors())
    };
    let (events, has_errors) = combined(Vec::new(), vec![list.clone()]);
    combined(Vec::new(), vec![list.clone(), list.clone()]);
    if let Some(t) = events.first() {
        let mut next = list.clone();
        next.number = Some(2);
        combined(vec![t.clone()], vec![next, list]);
        if !has_errors {
            check_written(t);
        }
    }
    let tournaments = events.into_iter().map(Arc::new).collect();
    check_computed(&Archive { tournaments, ..Archive::default() });
}

#[test]
fn trf() {
    fuzz(&Reader {
        name: "trf",
        seeds: seeds("trf", |_| true),
        words: &[
            "001 ",
            "012 ",
            "013 ",
            "042 ",
            "062 ",
            "092 ",
            "102 ",
            "112 ",
            "122 ",
            "132 ",
            "142 ",
            "152 ",
            "162 ",
            "172 ",
            "182 ",
            "192 ",
            "222 ",
            "240 ",
            "250 ",
            "260 ",
            "299 ",
            "300 ",
            "310 ",
            "320 ",
            "330 ",
            "352 ",
            "362 ",
            "XXR ",
            "XXC ",
            "XXP ",
            "XXA ",
            "XXZ ",
            "XXS ",
            "BBW ",
            "ESP ",
            "0000 - U",
            "0000 - H",
            "0000 - F",
            "0000 - Z",
            " w 1",
            " b =",
            " w +",
            " b -",
            "2024/02/30",
            "Team",
            "Round-Robin",
            "Swiss",
            "FIDE_DUTCH_2026_BAKU",
        ],
        read: read_event,
        generate: Some(trf_of_chance),
    });
}

/// A file that is in its columns, with players and rounds by chance.
fn trf_of_chance(random: &mut Random) -> Seed {
    let (players, rounds) = (1 + random.below(9), random.below(6));
    let mut text = format!("012 Torneig\n092 Individual: Swiss-System\nXXR {rounds}\n");
    for number in 1..=players {
        text.push_str(&format!(
            "001 {number:>4} {:1}{:>3} {:<33} {:>4} {:3} {:>11} {:10} {:>4.1} {:>4}",
            *random.one(&["m", "w", " "]),
            *random.one(&["GM", "", "WIM", "MC"]),
            *random.one(&["Puig, Anna", "Àngel", "a"]),
            random.below(3000),
            *random.one(&["ESP", "FRA", "FID", ""]),
            random.below(99_999_999),
            *random.one(&["1961/05/01", "1961", "1961/00/00"]),
            random.below(2 * rounds + 1) as f64 / 2.0,
            number,
        ));
        for _ in 0..rounds {
            let opponent = 1 + random.below(players);
            text.push_str(&format!(
                "  {:>4} {} {}",
                if random.chance(4) { "0000".to_owned() } else { opponent.to_string() },
                *random.one(&["w", "b", "-"]),
                *random.one(&["1", "0", "=", "+", "-", "U", "H", "Z", "F", " ", "W", "D", "L"]),
            ));
        }
        text.push('\n');
    }
    Seed { path: "chance.trf".into(), bytes: text.into_bytes() }
}

#[test]
fn imports() {
    fuzz(&Reader {
        name: "imports",
        seeds: seeds("imports", |path| !has_extension(path, "xml")),
        words: &[
            "No.",
            "SNo.",
            "Name",
            "Rtg",
            "FED",
            "Pts.",
            "Rk.",
            "1.Rd",
            "2.Rd.",
            "Bo.",
            "Team",
            "1w1",
            "2b½",
            "-1",
            "-½",
            "3w+",
            "4b-",
            "*",
            "+ - -",
            "½ - ½",
            "1 : 1",
            "27:W",
            "0:=",
            "7x",
            "[Round \"1.1\"]",
            "[Result \"1-0\"]",
            "[White \"A\"]",
            "[Event \"\"]",
            "{",
            "}",
            "ID Number",
            "SRtng",
            "Round 1 on 2026/01/03",
            "NAME;G;IDFIDE",
            "TB1",
            "K",
            "w-we",
            "White",
            "Black",
            "Result",
            "bye",
            "not paired",
            "1 - 0",
            "Round 2 on 2026/01/04",
        ],
        read: read_event,
        generate: None,
    });
}

#[cfg(feature = "import")]
#[test]
fn xml() {
    fuzz(&Reader {
        name: "xml",
        seeds: seeds("imports", |path| has_extension(path, "xml")),
        words: &[
            "<player no=\"1\"/>",
            "<players>",
            "</players>",
            "<!--",
            "-->",
            "<![CDATA[",
            "]]>",
            "&amp;",
            "&lt;",
            "&x;",
            "<!DOCTYPE x [<!ENTITY a \"aaaa\">]>",
            "round=\"1\"",
            "forfeit=\"W\"",
            "type=\"1\"",
            "rounds=\"4294967295\"",
        ],
        read: read_event,
        generate: None,
    });
}

/// A spreadsheet: damage is done to a sheet's text, and at times to the finished file.
#[cfg(feature = "import")]
#[test]
fn xlsx() {
    fuzz(&Reader {
        name: "xlsx",
        seeds: vec![Seed { path: "x.xlsx".into(), bytes: SHEET.as_bytes().to_vec() }],
        words: &[
            "<row>",
            "<row r=\"1048577\">",
            "<c r=\"A1\"/>",
            "<c r=\"XFD1048576\"><v>1</v></c>",
            "<c t=\"s\"><v>99</v></c>",
            "<v>1e308</v>",
            "<v>NaN</v>",
            "<dimension ref=\"A1:XFD1048576\"/>",
            "<mergeCell ref=\"A1:B2\"/>",
        ],
        read: |path, sheet| {
            read_event(path, sheet);
            let mut file = spreadsheet(sheet);
            read_event(path, &file);
            let mut random = Random::new(sheet.iter().map(|b| u64::from(*b)).sum());
            for _ in 0..4 {
                let at = random.below(file.len());
                file[at] = random.number() as u8;
            }
            read_event(path, &file);
        },
        generate: None,
    });
}

#[cfg(feature = "import")]
pub const SHEET: &str = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\
<worksheet xmlns=\"http://schemas.openxmlformats.org/spreadsheetml/2006/main\"><dimension ref=\"A1:F4\"/><sheetData>\
<row r=\"1\"><c r=\"A1\" t=\"inlineStr\"><is><t>No.</t></is></c><c r=\"B1\" t=\"inlineStr\"><is><t>Name</t></is></c>\
<c r=\"C1\" t=\"inlineStr\"><is><t>Rtg</t></is></c><c r=\"D1\" t=\"inlineStr\"><is><t>1.Rd</t></is></c>\
<c r=\"E1\" t=\"inlineStr\"><is><t>Pts.</t></is></c></row>\
<row r=\"2\"><c r=\"A2\"><v>1</v></c><c r=\"B2\" t=\"inlineStr\"><is><t>Puig, Anna</t></is></c><c r=\"C2\"><v>2000</v></c>\
<c r=\"D2\" t=\"inlineStr\"><is><t>2w1</t></is></c><c r=\"E2\"><v>1</v></c></row>\
<row r=\"3\"><c r=\"A3\"><v>2</v></c><c r=\"B3\" t=\"inlineStr\"><is><t>Roca, Pere</t></is></c><c r=\"C3\"><v>1990.5</v></c>\
<c r=\"D3\" t=\"inlineStr\"><is><t>1b0</t></is></c><c r=\"E3\"><v>0</v></c></row>\
</sheetData></worksheet>";

/// The smallest workbook with this sheet.
#[cfg(feature = "import")]
pub fn spreadsheet(sheet: &[u8]) -> Vec<u8> {
    use std::io::{Cursor, Write};
    use zip::write::SimpleFileOptions;
    let mut file = zip::ZipWriter::new(Cursor::new(Vec::new()));
    let parts: [(&str, &[u8]); 5] = [
        (
            "[Content_Types].xml",
            b"<?xml version=\"1.0\"?><Types xmlns=\"http://schemas.openxmlformats.org/package/2006/content-types\"/>",
        ),
        (
            "_rels/.rels",
            b"<?xml version=\"1.0\"?><Relationships xmlns=\"http://schemas.openxmlformats.org/package/2006/relationships\"><Relationship Id=\"r1\" Type=\"http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument\" Target=\"xl/workbook.xml\"/></Relationships>",
        ),
        (
            "xl/workbook.xml",
            b"<?xml version=\"1.0\"?><workbook xmlns=\"http://schemas.openxmlformats.org/spreadsheetml/2006/main\" xmlns:r=\"http://schemas.openxmlformats.org/officeDocument/2006/relationships\"><sheets><sheet name=\"A\" sheetId=\"1\" r:id=\"r1\"/></sheets></workbook>",
        ),
        (
            "xl/_rels/workbook.xml.rels",
            b"<?xml version=\"1.0\"?><Relationships xmlns=\"http://schemas.openxmlformats.org/package/2006/relationships\"><Relationship Id=\"r1\" Type=\"http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet\" Target=\"worksheets/sheet1.xml\"/></Relationships>",
        ),
        ("xl/worksheets/sheet1.xml", sheet),
    ];
    for (name, bytes) in parts {
        file.start_file(name, SimpleFileOptions::default()).expect("in memory");
        file.write_all(bytes).expect("in memory");
    }
    file.finish().expect("in memory").into_inner()
}

#[cfg(feature = "import")]
#[test]
fn the_spreadsheet_is_sound() {
    let (sources, mut diagnostics) = (Sources::default(), Diagnostics::new());
    let bytes = spreadsheet(SHEET.as_bytes());
    let t = load::tournament_file(Path::new("x.xlsx"), &bytes, &sources, &mut diagnostics);
    assert_eq!(t.expect("it is read").entrants.len(), 2, "{}", diagnostics.render(&sources, false));
}

/// The data of a site with one file damaged.
pub fn read_archive(path: &Path, bytes: &[u8]) {
    let (sources, mut diagnostics) = (Sources::default(), Diagnostics::new());
    let archive = load::archive(&site_with(path, bytes), &sources, &mut diagnostics);
    check_diagnostics(&diagnostics, &sources);
    archive.tournaments.iter().for_each(|t| check_invariant(t));
    if !diagnostics.has_errors() {
        archive.tournaments.iter().for_each(|t| check_written(t));
    }
    check_computed(&archive);
}

#[test]
fn tables() {
    fuzz(&Reader {
        name: "tables",
        seeds: seeds("site", |path| has_extension(path, "csv")),
        words: &[
            "player",
            "name",
            "club",
            "number",
            "title",
            "fide",
            "birth",
            "sex",
            "team",
            "board",
            "round",
            "white",
            "black",
            "result",
            "home",
            "away",
            "home_colour",
            "bye",
            "half-bye",
            "absent",
            "withdrawn",
            "free-round",
            "not-entered",
            "+:-",
            "-:-",
            "1/2-1/2",
            "*",
            "1990-12-31",
            "true",
            "olot",
            "girona",
            "divisio-1",
            "\"\"",
            ",,,,,",
        ],
        read: read_archive,
        generate: None,
    });
}

#[test]
fn tournament_toml() {
    fuzz(&Reader {
        name: "tournament-toml",
        seeds: seeds("site", |path| path.ends_with("tournament.toml")),
        words: &[
            "rounds = 400\n",
            "system = \"knock-out\"\n",
            "system = \"round-robin\"\n",
            "kind = \"closed\"\n",
            "kind = \"cup\"\n",
            "rule_set = \"fide-2026\"\n",
            "pairing = \"fce-1990\"\n",
            "start = 9999-12-31\n",
            "start = -001-01-01\n",
            "end = 1990-01-01\n",
            "[[withdrawals]]\n",
            "number = 1\n",
            "after_round = 0\n",
            "[teams]\n",
            "boards = 99\n",
            "tie_breaks = [\"BH/C1/P\", \"SSSC\"]\n",
            "source = \"x\"\n",
            "at = [90.0, -180.0]\n",
            "0xFFFFFFFFFFFFFFFF",
            "1e400",
            "nan",
            "true",
            "''''''",
        ],
        read: read_archive,
        generate: None,
    });
}

#[test]
fn site_toml() {
    fuzz(&Reader {
        name: "site-toml",
        seeds: seeds("site", |path| path.ends_with("site.toml")),
        words: &[
            "title = \"x\"\n",
            "language = \"en\"\n",
            "languages = []\n",
            "[[bulletins]]\n",
            "number = 0\n",
            "date = 1990-12-01\n",
            "tournaments = [\"x\"]\n",
            "[output]\n",
            "folder = \"..\"\n",
            "folder = \"/\"\n",
            "base_url = \"ftp://x\"\n",
            "engine = \"typst\"\n",
        ],
        read: |path, bytes| {
            let (sources, mut diagnostics) = (Sources::default(), Diagnostics::new());
            let project = site_with(path, bytes);
            let found =
                load::site(&project, &mut load::Memo::default(), &sources, &mut diagnostics);
            assert!(found.is_some() || diagnostics.has_errors(), "refused without a reason");
            check_diagnostics(&diagnostics, &sources);
        },
        generate: None,
    });
}

/// Regulations, circulars, the glossary and the lock: each in a site whose other texts are sound.
pub fn read_texts(path: &Path, bytes: &[u8]) {
    let (sources, mut diagnostics) = (Sources::default(), Diagnostics::new());
    let (versions, _) = load::rulebook(&site_with(path, bytes), &sources, &mut diagnostics);
    check_diagnostics(&diagnostics, &sources);
    let json = butlleti::export::rulebook_json::rulebook(&versions);
    assert!(json["regulations"].is_array());
}

#[test]
fn regulations() {
    fuzz(&Reader {
        name: "regulations",
        seeds: seeds("site", |path| path.starts_with("content/reglaments")),
        words: &[
            "§ [3.] ",
            "§§ [a)] ",
            "§§§ ",
            "§ []{id=\"x\"} ",
            "{title=\"x\"}",
            "{param=\"x.y\"}",
            "{value=\"20\" unit=\"%\"}",
            "{table=\"x.z\"}\n",
            "| a | b |\n",
            "|---|---|\n",
            "[X 1]",
            "[[abandonar]]",
            "[Y 9]",
            "# Títol\n",
            "## ",
            "> [!NOTA AMB-1] ",
            "```\n",
            "1. ",
            "- ",
            "<b>",
            "&nbsp;",
            "![x](y)",
            "[x](javascript:1)",
            "{skip=\"true\"}",
            "+++\n",
            "½",
            "bis",
        ],
        read: read_texts,
        generate: None,
    });
}

#[test]
fn circulars() {
    fuzz(&Reader {
        name: "circulars",
        seeds: seeds("site", |path| path.starts_with("content/circulars")),
        words: &[
            "§ replace [X 1]\n\n",
            "§ replace all [X 2]\n\n",
            "§ add [X 5] after [X 4]\n\n",
            "§ add [X 1.b] under [X 1]\n\n",
            "§ add [X 0] before [X 1]\n\n",
            "§ repeal [X 2.a]\n\n",
            "§ [5.] Text.\n\n",
            "in_force = 1990-01-01\n",
            "number = \"1/1991\"\n",
            "[X 2 bis]",
        ],
        read: read_texts,
        generate: None,
    });
}

#[test]
fn glossary() {
    fuzz(&Reader {
        name: "glossary",
        seeds: seeds("site", |path| path.ends_with("glossari.toml")),
        words: &[
            "[[term]]\n",
            "slug = \"b\"\n",
            "ca = \"\"\n",
            "see = [\"X 1\"]\n",
            "field = \"joc\"\n",
        ],
        read: read_texts,
        generate: None,
    });
}

#[test]
fn lock() {
    fuzz(&Reader {
        name: "lock",
        seeds: seeds("site", |path| path.ends_with("ids.lock")),
        words: &[" -> ", "X 1 -> X 2\n", "X 2 -> X 1\n", "X 9\n", "#"],
        read: read_texts,
        generate: None,
    });
}

#[test]
fn identities() {
    const SOUND: &str = "name,fide_id,player,candidates,why\n\"Puig, Anna\",900001,,roca-pere,x\n\
                         \"Roca, Pere\",,roca-pere,,\n\"Soler\",,-,,\n";
    fuzz(&Reader {
        name: "identities",
        seeds: vec![Seed { path: "identities.csv".into(), bytes: SOUND.as_bytes().to_vec() }],
        words: &["angel-nuria", "-", "\"", "4294967296"],
        read: |path, bytes| {
            let (sources, mut diagnostics) = (Sources::default(), Diagnostics::new());
            let archive = load::register(&Project::disk(SITE), &sources, &mut diagnostics);
            let mut register = Register::new(&archive);
            if let Some((file, _)) = decode(path, bytes, Legacy::Accept, &sources, &mut diagnostics)
            {
                register.answer(file, &archive, &sources, &mut diagnostics);
            }
            check_diagnostics(&diagnostics, &sources);
        },
        generate: None,
    });
}

/// Languages of a theme, the notes of events, and the small languages within other files.
#[test]
fn words() {
    const LANGUAGE: &str = "name = \"Prova\"\n\n[formats]\ndecimal = \",\"\nmonths = [\"1\"]\n\
                            of_months = [\"1\"]\ndate = \"{day} {of_month}\"\n\n[messages]\n\
                            \"column.player\" = \"Jugador\"\n\"cell.draw\" = \"Taules {opponent}\"\n";
    fuzz(&Reader {
        name: "words",
        seeds: vec![Seed {
            path: "themes/lang/ca.toml".into(),
            bytes: LANGUAGE.as_bytes().to_vec(),
        }],
        words: &["{n}", "{", "}", "\"x.one\" = \"\"\n", "[messages]\n", "BH/C1/P", "35 %", "1.000"],
        read: |path, bytes| {
            let (sources, mut diagnostics) = (Sources::default(), Diagnostics::new());
            let project = Project::memory([(path, bytes)]);
            if let Some(language) = Language::load("ca", &project, &sources, &mut diagnostics) {
                let day = butlleti::model::Date::constant(1990, 12, 31);
                language.date(day);
                language.text("cell.draw");
            }
            check_diagnostics(&diagnostics, &sources);
            let text = String::from_utf8_lossy(bytes);
            source::markdown(&text);
            for line in text.lines() {
                let _ = Descriptor::parse(line);
                let _ = parse_number(line);
            }
        },
        generate: None,
    });
}

#[test]
fn ask() {
    fuzz(&Reader {
        name: "ask",
        seeds: ask::all()
            .iter()
            .map(|c| Seed { path: c.name.into(), bytes: b"{}".to_vec() })
            .collect(),
        words: &["null", "true", "[]", "{}", "\"\"", "-1", "1e99", "0.5", "\"1/2\"", "\"1/0\""],
        read: |path, bytes| {
            let name = path.to_str().expect("a name");
            let calculation = Calculation::named(name).expect("one of all");
            let Ok(input) = serde_json::from_slice::<Json>(bytes) else { return };
            if let Ok(answer) = calculation.ask(&input, rules().published()) {
                answer.to_json();
            }
            calculation.unknown(&input);
        },
        generate: Some(|random| {
            let calculation = *random.one(ask::all());
            let json = object(calculation.fields, random);
            Seed { path: calculation.name.into(), bytes: json.to_string().into_bytes() }
        }),
    });
}

fn object(fields: &'static [Field], random: &mut Random) -> Json {
    let mut object = Map::new();
    for field in fields {
        if field.required && !random.chance(40) || random.chance(2) {
            object.insert(field.name.to_owned(), of_kind(field.kind, random));
        }
    }
    Json::Object(object)
}

/// What a field takes, and now and then something else.
fn of_kind(kind: Kind, random: &mut Random) -> Json {
    if random.chance(60) {
        return random.one(&[json!(null), json!(-1), json!("x"), json!([]), json!({})]).clone();
    }
    match kind {
        Kind::Bool => json!(random.chance(2)),
        Kind::Int(least, most) => match random.below(4) {
            0 => json!(least),
            1 => json!(most),
            2 => json!(random.whole()),
            _ => json!(least.saturating_add(random.below(12) as i64).min(most)),
        },
        Kind::Points => match random.below(6) {
            0 => json!(random.whole()),
            _ => json!(random.below(20) as f64 / 2.0),
        },
        Kind::Score => json!(random.below(3) as f64 / 2.0),
        Kind::Text => json!(*random.one(&["", "A", "Puig, Anna", "\u{1F3F3}", "olot"])),
        Kind::Date => json!(date(random)),
        Kind::Moment => {
            json!(format!("{}T{:02}:{:02}", date(random), random.below(24), random.below(60)))
        }
        Kind::Choice(known) => json!(*random.one(known)),
        Kind::Place => json!([random.below(181) as i64 - 90, random.below(361) as i64 - 180]),
        Kind::Id => json!(random.below(6)),
        Kind::Counts => json!({"gm": random.below(5), "x": random.below(1000)}),
        Kind::OrNull(inner) => match random.chance(5) {
            true => Json::Null,
            false => of_kind(*inner, random),
        },
        Kind::List(inner) => {
            let many = if random.chance(12) { 40 } else { random.below(6) };
            Json::Array((0..many).map(|_| of_kind(*inner, random)).collect())
        }
        Kind::Object(fields) => object(fields, random),
    }
}

fn date(random: &mut Random) -> String {
    let year = *random.one(&[1, 1899, 1990, 1991, 2000, 2024, 2026, 9999]);
    format!("{year:04}-{:02}-{:02}", 1 + random.below(12), 1 + random.below(31))
}

/// The corpus itself is sound: what is not told of its files is what the fuzzing begins with.
#[test]
fn the_corpus_is_sound() {
    let (sources, mut diagnostics) = (Sources::default(), Diagnostics::new());
    let site =
        load::site(&Project::disk(SITE), &mut load::Memo::default(), &sources, &mut diagnostics)
            .expect("a site");
    assert!(!diagnostics.has_errors(), "{}", diagnostics.render(&sources, false));
    assert_eq!(site.archive.tournaments.len(), 5);
    let names: Vec<Arc<str>> = site.archive.tournaments.iter().map(|t| t.slug.clone()).collect();
    assert_eq!(names.len(), 5, "{names:?}");
    site.archive.tournaments.iter().for_each(|t| check_written(t));
    for seed in seeds("trf", |_| true) {
        let (sources, mut diagnostics) = (Sources::default(), Diagnostics::new());
        load::tournament_file(&seed.path, &seed.bytes, &sources, &mut diagnostics).expect("read");
        assert!(!diagnostics.has_errors(), "{}", diagnostics.render(&sources, false));
    }
}
