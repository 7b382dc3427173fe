//! An invented site: the real regulations and glossary, and tournaments made up here with names
//! that try to break out of the markup.

use std::collections::BTreeMap;
use std::sync::Arc;

use butlleti::core::report::{
    Align, Block, Column, Entry, Fact, Game, Msg, Report, Row, Step, Table, Value, Verdict,
};
use butlleti::diag::{Diagnostics, Sources};
use butlleti::lang::Language;
use butlleti::model::{
    Archive, Category, Cell, Club, Colour, Date, Delegation, Entrant, Outcome, Person, Points,
    RatingList, RatingRow, Ratings, Score, System, Title, Tournament, slugify,
};
use butlleti::project::Project;
use butlleti::rulebook::{Block as Prose, Inline, ProvisionId, Versions};
use butlleti::site::{
    About, Bulletin, CareerPage, CareerSource, Document, EventPages, EventReports, Languages, News,
    NormLine, Participation, SiteInput, TabReport, Term,
};

/// What a site borrows.
pub struct World {
    pub language: Language,
    pub versions: Versions,
    pub glossary: Vec<Term>,
    pub archive: Archive,
}

const SURNAMES: [&str; 20] = [
    "Soler", "Puig", "Vila", "Serra", "Costa", "Ferrer", "Roca", "Pujol", "Bosch", "Mas", "Sala",
    "Vidal", "Prat", "Riera", "Coll", "Font", "Camps", "Grau", "Torres", "Àlvarez",
];
const NAMES: [&str; 15] = [
    "Anna", "Jordi", "Núria", "Pere", "Marta", "Lluís", "Gal·la", "Oriol", "Clara", "Martí",
    "Berta", "Èric", "Rosa", "Pau", "Irene",
];
/// A name, a club and a title that would be markup if they were not escaped.
pub const HOSTILE_NAME: &str = "<script>alert(\"1\")</script> & Fills, Pau";
pub const HOSTILE_CLUB: &str = "Club d'Escacs \"La <b>Torre</b>\" & Cia";
pub const HOSTILE_TITLE: &str = "Obert <i>Vila</i> & Platja";

fn arc(text: &str) -> Arc<str> {
    text.into()
}

fn glossary() -> Vec<Term> {
    #[derive(serde::Deserialize)]
    struct Line {
        slug: String,
        ca: String,
        es: String,
        en: String,
        definition: String,
        #[serde(default)]
        variants: Vec<String>,
        #[serde(default)]
        see: Vec<String>,
    }
    #[derive(serde::Deserialize)]
    struct File {
        term: Vec<Line>,
    }
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/content/glossari.toml");
    let text = std::fs::read_to_string(path).expect("the glossary is there");
    let file: File = toml::from_str(&text).expect("the glossary is TOML");
    file.term
        .into_iter()
        .map(|line| Term {
            field: None,
            slug: line.slug,
            ca: line.ca,
            es: line.es,
            en: line.en,
            variants: line.variants,
            definition: line.definition,
            see: line.see.iter().map(|id| ProvisionId::from(id.as_str())).collect(),
        })
        .collect()
}

/// Catalan, with one more sentence for the fixture's own data.
fn language() -> Language {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/themes/lang/ca.toml");
    let text = std::fs::read_to_string(path).expect("Catalan is there");
    let text = format!("{text}\n\"site.test\" = \"{{text}}\"\n");
    let project = Project::memory([("themes/lang/ca.toml", text)]);
    let (sources, mut diagnostics) = (Sources::default(), Diagnostics::new());
    Language::load("ca", &project, &sources, &mut diagnostics).expect("a readable language")
}

/// The repository's regulations, with identifiers that were published once and moved.
fn content() -> Project {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    let disk = Project::disk(root);
    let folders = ["content/reglaments", "content/circulars"];
    let listed = folders.iter().flat_map(|folder| disk.list(folder.as_ref()).expect("there"));
    let files = listed.chain(["content/glossari.toml".into()]);
    let mut texts: Vec<(std::path::PathBuf, Vec<u8>)> =
        files.map(|path| (path.clone(), disk.read(&path).expect("readable"))).collect();
    let mut lock = disk.read("content/ids.lock".as_ref()).expect("there");
    lock.extend_from_slice(b"RGC 99.9 -> RGC 8.3.2\nMC 99 -> Oberts 4\n");
    texts.push(("content/ids.lock".into(), lock));
    Project::memory(texts)
}

/// `large` players in a third tournament, if any.
pub fn world(large: usize) -> World {
    let language = language();
    let (sources, mut diagnostics) = (Sources::default(), Diagnostics::new());
    let versions = butlleti::source::load_versions(&content(), &sources, &mut diagnostics);
    assert!(!diagnostics.has_errors(), "{}", diagnostics.render(&sources, false));
    let mut archive = Archive::default();
    for (slug, name, town, delegation) in [
        ("la-torre", HOSTILE_CLUB, "Vilanova", Delegation::Barcelona),
        ("gracia", "Unió Escaquista de Gràcia", "Barcelona", Delegation::Barcelona),
        ("montgri", "Club d'Escacs Montgrí", "Torroella", Delegation::Girona),
        ("pla-urgell", "Escacs Pla d'Urgell", "Mollerussa", Delegation::Lleida),
    ] {
        let club = Club {
            slug: arc(slug),
            name: arc(name),
            town: Some(arc(town)),
            delegation: Some(delegation),
        };
        archive.clubs.insert(arc(slug), club);
    }
    let clubs: Vec<Arc<str>> = archive.clubs.keys().cloned().collect();
    let mut rows = BTreeMap::new();
    for at in 0..large.max(24) {
        let name = person_name(at);
        let slug = format!("{}-{}", slugify(&name), at + 1);
        rows.insert(
            slug.clone(),
            RatingRow {
                ratings: Ratings { catalan: Some(rating(at)), ..Ratings::default() },
                games: 20,
            },
        );
        archive.people.insert(
            arc(&slug),
            Person {
                slug: arc(&slug),
                name: arc(&name),
                club: Some(clubs[at % clubs.len()].clone()),
                category: Some(Category::ALL[at % 4]),
                title: [Some(Title::MC), None, None][at.min(2)],
                fide_id: None,
                birth: None,
                sex: None,
                federation: Some(arc("CAT")),
                hidden: at == 5,
            },
        );
    }
    for (period, month) in [("1990-01", 1), ("1990-07", 7)] {
        archive.rating_lists.push(RatingList {
            period: period.to_owned(),
            from: Date::constant(1990, month, 1),
            rows: rows.clone(),
        });
    }
    let people: Vec<Person> = archive.people.values().cloned().collect();
    let mut first = tournament("obert-vila", HOSTILE_TITLE, 20, 7, &people);
    first.start = Some(Date::constant(1990, 8, 4));
    first.end = Some(Date::constant(1990, 8, 12));
    first.place = Some(arc("Vilanova i la Geltrú"));
    first.club = Some(arc("la-torre"));
    first.chief_arbiter = Some(arc("Rosa Camps"));
    first.time_control = Some(arc("2 h per a 40 jugades"));
    let mut second = tournament("magistral-gracia", "Magistral de Gràcia", 10, 9, &people);
    second.system = System::RoundRobin { double: false };
    second.start = Some(Date::constant(1990, 10, 27));
    second.end = Some(Date::constant(1990, 11, 4));
    second.place = Some(arc("Barcelona"));
    archive.tournaments = vec![first.into(), second.into()];
    if large > 0 {
        let mut open = tournament("obert-gran", "Gran Obert d'Estiu", large, 9, &people);
        open.start = Some(Date::constant(1991, 7, 6));
        archive.tournaments.push(open.into());
    }
    World { language, versions, glossary: glossary(), archive }
}

fn person_name(at: usize) -> String {
    if at == 2 {
        return HOSTILE_NAME.to_owned();
    }
    let first = SURNAMES[at % SURNAMES.len()];
    let second = SURNAMES[(at * 7 + 3) % SURNAMES.len()];
    format!("{first} i {second}, {}", NAMES[(at * 4 + at / 20) % NAMES.len()])
}

fn rating(at: usize) -> u32 {
    2380 - 17 * (at as u32 % 60)
}

/// A tournament with results from a small generator: neighbours in the standings meet.
fn tournament(
    slug: &str,
    name: &str,
    players: usize,
    rounds: u32,
    people: &[Person],
) -> Tournament {
    let mut tournament = Tournament::new(slug, name, System::Swiss, rounds);
    tournament.invented = true;
    for at in 0..players {
        let person = &people[at % people.len()];
        let mut entrant = Entrant::new(at as u32 + 1, person.name.clone());
        entrant.person = Some(person.slug.clone());
        entrant.club = person.club.clone();
        entrant.category = person.category;
        entrant.title = person.title;
        entrant.ratings = Ratings { catalan: Some(rating(at)), ..Ratings::default() };
        tournament.entrants.push(entrant);
        tournament.cells.push(Vec::new());
    }
    let mut seed: u32 = 12345;
    for round in 0..rounds {
        let mut order: Vec<usize> = (0..players).collect();
        order.sort_by_key(|&at| (std::cmp::Reverse(points(&tournament, at).halves()), at));
        if round == 0 {
            let half = players / 2;
            order = (0..half).flat_map(|at| [at, at + half]).collect();
        }
        for pair in order.chunks(2) {
            let [a, b] = pair else { continue };
            seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            let score =
                [Score::Win, Score::Win, Score::Draw, Score::Loss][(seed >> 28) as usize % 4];
            let colour = if (seed >> 20) & 1 == 0 { Colour::White } else { Colour::Black };
            let cell = |opponent, colour, score| Cell::Paired {
                opponent,
                colour: Some(colour),
                outcome: Outcome::Played(score),
            };
            tournament.cells[*a].push(cell(*b, colour, score));
            tournament.cells[*b].push(cell(*a, colour.other(), score.mirrored()));
        }
    }
    tournament
}

fn points(tournament: &Tournament, entrant: usize) -> Points {
    tournament.cells[entrant].iter().filter_map(Cell::played).map(|(_, _, s)| s.points()).sum()
}

fn entrant_value(tournament: &Tournament, index: usize) -> Value {
    let entrant = &tournament.entrants[index];
    Value::Entrant { index, number: entrant.number, name: entrant.name.clone() }
}

fn by_points(tournament: &Tournament) -> Vec<usize> {
    let mut order: Vec<usize> = (0..tournament.entrants.len()).collect();
    order.sort_by_key(|&at| (std::cmp::Reverse(points(tournament, at).halves()), at));
    order
}

fn id(text: &str) -> ProvisionId {
    ProvisionId::from(text)
}

/// The words of the fixture are in the language file only where the site needs them: its own are
/// data.
fn said(text: &str) -> Msg {
    Msg::new("site.test").with("text", text)
}

pub fn standings(tournament: &Tournament) -> Report {
    let buchholz = id("Desempats 2.1");
    let columns = vec![
        Column::new("rank", said("Lloc"), Align::End),
        Column::new("number", said("Núm."), Align::End).extra(),
        Column::new("player", said("Nom"), Align::Start),
        Column::new("rating", said("ELO"), Align::End).extra(),
        Column::new("club", said("Club"), Align::Start).extra(),
        Column::new("points", said("Punts"), Align::End).cite(&id("SAP 4.1")),
        Column::new("buchholz", said("Bucholz"), Align::End).cite(&buchholz),
        Column::new("median", said("Mitjà"), Align::End).extra(),
        Column::new("progressive", said("Acumulatiu"), Align::End).extra(),
    ];
    let rows = by_points(tournament)
        .into_iter()
        .enumerate()
        .map(|(rank, at)| {
            let entrant = &tournament.entrants[at];
            let games: Vec<_> = tournament.cells[at].iter().filter_map(Cell::played).collect();
            let opponents =
                || games.iter().map(|&(opponent, _, _)| (opponent, points(tournament, opponent)));
            let total: Points = opponents().map(|(_, points)| points).sum();
            let steps = || {
                opponents().enumerate().map(|(round, (opponent, points))| {
                    let name = &tournament.entrants[opponent].name;
                    Step::new(said(&format!("Ronda {}: {name}", round + 1))).gives(points)
                })
            };
            let won = games.iter().enumerate().map(|(round, &(_, _, score))| {
                Step::new(said(&format!("Ronda {}", round + 1))).gives(score.points())
            });
            Row {
                entrant: Some(at),
                cells: vec![
                    Entry::plain(rank + 1),
                    Entry::plain(entrant.number),
                    Entry::plain(entrant_value(tournament, at)),
                    Entry::plain(entrant.ratings.catalan),
                    Entry::plain(entrant.club.clone()),
                    Entry::plain(points(tournament, at)).cite(&id("SAP 4.1")).steps(won),
                    Entry::plain(total).cite(&buchholz).steps(steps()),
                    Entry::plain(total).cite(&id("Desempats 2.2")).steps(steps()),
                    Entry::plain(total).cite(&id("Desempats 2.4")).steps(steps()),
                ],
            }
        })
        .collect();
    let table = Table { key: "standings", caption: said("Classificació final"), columns, rows };
    Report {
        key: "standings",
        title: said("Classificació"),
        blocks: vec![
            Block::Paragraph(said("Els empats es desfan amb el Bucholz & companyia.")),
            Block::Table(table),
        ],
    }
}

pub fn crosstable(tournament: &Tournament) -> Report {
    let rounds: [&str; 12] = ["1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12"];
    let mut columns = vec![
        Column::new("rank", said("Lloc"), Align::End),
        Column::new("player", said("Nom"), Align::Start),
    ];
    for round in &rounds[..tournament.rounds as usize] {
        columns.push(Column::new("round", said(round), Align::Centre));
    }
    columns.push(Column::new("points", said("Punts"), Align::End));
    let rows = by_points(tournament)
        .into_iter()
        .enumerate()
        .map(|(rank, at)| {
            let mut cells =
                vec![Entry::plain(rank + 1), Entry::plain(entrant_value(tournament, at))];
            for cell in &tournament.cells[at] {
                let (opponent, colour, score) = cell.played().expect("all games were played");
                let Value::Entrant { number, name, .. } = entrant_value(tournament, opponent)
                else {
                    unreachable!("an entrant")
                };
                cells.push(Entry::plain(Game {
                    opponent,
                    label: number,
                    name,
                    colour,
                    result: score.points().into(),
                }));
            }
            cells.push(Entry::plain(points(tournament, at)));
            Row { entrant: Some(at), cells }
        })
        .collect();
    let table = Table { key: "crosstable", caption: said("Quadre"), columns, rows };
    Report { key: "crosstable", title: said("Quadre"), blocks: vec![Block::Table(table)] }
}

fn round(tournament: &Tournament, round: usize) -> Report {
    let columns = vec![
        Column::new("board", said("Tauler"), Align::End),
        Column::new("white", said("Blanques"), Align::Start),
        Column::new("result", said("Resultat"), Align::Centre),
        Column::new("black", said("Negres"), Align::Start),
    ];
    let mut rows = Vec::new();
    for at in 0..tournament.entrants.len() {
        let Some((opponent, Some(Colour::White), score)) = tournament.cells[at][round].played()
        else {
            continue;
        };
        let result = format!("{}–{}", score.points(), score.mirrored().points());
        rows.push(Row {
            entrant: None,
            cells: vec![
                Entry::plain(rows.len() + 1),
                Entry::plain(entrant_value(tournament, at)),
                Entry::plain(result),
                Entry::plain(entrant_value(tournament, opponent)),
            ],
        });
    }
    let table = Table { key: "pairings", caption: said("Aparellaments"), columns, rows };
    Report { key: "round", title: said("Ronda"), blocks: vec![Block::Table(table)] }
}

fn homologation() -> Report {
    let fact = |key, label: &str, verdict, provision: &str| {
        let entry = Entry::plain(verdict)
            .cite(&id(provision))
            .step(Step::new(said("Jugadors al torneig")).gives(20))
            .step(Step::new(said("Mínim que demana el text")).gives(25).cite(&id(provision)));
        Fact::new(key, said(label), entry)
    };
    let facts = vec![
        fact("request", "Sol·licitud per escrit", Verdict::Met, "Oberts 1"),
        fact("players", "Nombre de jugadors", Verdict::NotMet, "Oberts 4").advise(said(
            "Li falten 5 jugadors. Demaneu a la federació si els grups es poden unir.",
        )),
        fact("papers", "Documentació dins el termini", Verdict::Unknown, "Oberts 8"),
    ];
    Report {
        key: "homologation",
        title: said("Homologació"),
        blocks: vec![Block::Heading(said("Requisits d'un obert")), Block::Facts(facts)],
    }
}

/// The pages of a tournament: title, address and report of each.
pub fn tabs(tournament: &Tournament) -> Vec<TabReport> {
    let tab = |slug: &str, title: &str, report| TabReport {
        slug: slug.to_owned(),
        title: said(title),
        charts: Vec::new(),
        report,
    };
    let mut tabs = vec![
        tab("classificacio", "Classificació", standings(tournament)),
        tab("quadre", "Quadre", crosstable(tournament)),
        tab("homologacio", "Homologació", homologation()),
    ];
    for number in 0..tournament.rounds as usize {
        let title = format!("Ronda {}", number + 1);
        tabs.push(tab(&format!("rondes/{}", number + 1), &title, round(tournament, number)));
    }
    tabs
}

/// Where people took part, and nothing of their games.
#[derive(Debug)]
struct Parts(BTreeMap<Arc<str>, Vec<Participation>>);

impl CareerSource for Parts {
    fn career(&self, _: &str) -> Option<CareerPage> {
        None
    }

    fn participations(&self, person: &str) -> Vec<Participation> {
        self.0.get(person).cloned().unwrap_or_default()
    }
}

pub fn input(world: &World) -> SiteInput<'_> {
    let mut events = Vec::new();
    let mut participations: BTreeMap<Arc<str>, Vec<Participation>> = BTreeMap::new();
    for (index, tournament) in world.archive.tournaments.iter().enumerate() {
        let note = vec![Prose::Paragraph(vec![Inline::Emphasis(vec![Inline::Text(
            "Es jugà a <b>fosques</b>.".into(),
        )])])];
        let reports = EventReports { tabs: tabs(tournament), ..EventReports::default() };
        events.push(EventPages::held(index, note, reports));
        for (rank, at) in by_points(tournament).into_iter().enumerate() {
            let Some(person) = &tournament.entrants[at].person else { continue };
            participations.entry(person.clone()).or_default().push(Participation {
                tournament: index,
                entrant: at,
                rank: Value::from(rank + 1),
                points: Value::from(points(tournament, at)),
                norms: if rank == 0 { vec![said("Mestre Català")] } else { Vec::new() },
            });
        }
    }
    let document = Document {
        title: "Butlletí 54 en PDF".into(),
        url: "documents/butlleti-54.pdf".into(),
        pages: Some(48),
        bytes: Some(812_345),
        about: About::General,
    };
    SiteInput {
        title: "Butlletí d'Escacs".into(),
        federation: "Federació Catalana d'Escacs".into(),
        base_url: None,
        description: "Reglaments i resultats dels escacs catalans, amb el càlcul de cada número."
            .into(),
        notice: Some(
            "Aquest web explica amb paraules pròpies el butlletí núm. 54. Val el text de la \
             federació."
                .into(),
        ),
        language: &world.language,
        languages: Languages::only(&world.language),
        versions: &world.versions,
        json_ld: BTreeMap::from([(
            "RGC".to_owned(),
            "{\"@context\":\"https://schema.org\"}".to_owned(),
        )]),
        glossary: &world.glossary,
        free_pages: &[],
        archive: &world.archive,
        person_reports: Default::default(),
        report_pages: Vec::new(),
        norms: vec![NormLine {
            tournament: 0,
            entrant: 0,
            kind: said("Mestre Català"),
            points: Value::from(Points::from_halves(11)),
            tab: Some("homologacio".into()),
        }],
        events,
        careers: Arc::new(Parts(participations)),
        clubs: Default::default(),
        lists: Default::default(),
        records: Default::default(),
        documents: Vec::new(),
        bulletins: vec![Bulletin {
            number: 54,
            date: Date::constant(1990, 12, 1),
            title: "Número especial de reglaments".into(),
            highlights: vec![
                "Reglament de disciplina esportiva".into(),
                "Reglamentació general de competicions".into(),
            ],
            document: Some(document),
        }],
        tools: Default::default(),
        news: vec![News {
            slug: "surt-el-54".into(),
            invented: true,
            date: Date::constant(1990, 12, 1),
            title: "Surt el número 54".into(),
            text: vec![Prose::Paragraph(vec![
                Inline::Text("Amb tots els reglaments en vigor, com la ".into()),
                Inline::Cite { target: id("RGC 1.4"), text: "reglamentació general".into() },
                Inline::Text(".".into()),
            ])],
        }],
    }
}
