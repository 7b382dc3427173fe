//! Files of the data format: a tournament's folder, and the federation's registers.
//!
//! What the reader completes by itself (names, clubs and ratings of people in the register) can
//! be left out with [`People::FromRegister`].

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use crate::model::{
    Absence, BoardGame, Bye, Cell, Club, Colour, Date, Entrant, FideEvent, Forfeit, Homologation,
    InitialColour, Match, Outcome, Person, PrizeFund, RatingList, RatingRow, Score, Sex,
    TeamScoring, Tournament,
};

/// Files with their contents, by path from the root of what is made.
pub type Files = Vec<(PathBuf, String)>;

/// What is written of people in the register.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum People {
    /// Only who they are.
    FromRegister,
    /// Everything known.
    InFull,
}

/// A CSV file under construction.
struct Table(csv::Writer<Vec<u8>>);

impl Table {
    fn new(header: &[&str]) -> Self {
        let mut table = Self(csv::Writer::from_writer(Vec::new()));
        table.row(header);
        table
    }

    fn row(&mut self, fields: &[impl AsRef<[u8]>]) {
        // Every row has the header's length, and memory does not fail.
        let written = self.0.write_record(fields);
        debug_assert!(written.is_ok(), "{written:?}");
    }

    fn finish(self) -> String {
        let bytes = self.0.into_inner().unwrap_or_default();
        String::from_utf8(bytes).unwrap_or_default()
    }
}

/// A number or an empty field.
fn field<T: ToString>(value: Option<T>) -> String {
    value.map_or(String::new(), |value| value.to_string())
}

/// The folder of a tournament: `tournament.toml`, `players.csv`, and `games.csv` or, in a team
/// event, `teams.csv`, `boards.csv` and, where there are matches without boards, `matches.csv`.
pub fn tournament(tournament: &Tournament, people: People) -> Files {
    let mut files = vec![
        ("tournament.toml".into(), settings(tournament)),
        ("players.csv".into(), players(tournament, people)),
    ];
    if tournament.is_team_event() {
        files.push(("teams.csv".into(), teams(tournament)));
        files.push(("boards.csv".into(), boards(tournament)));
        files.extend(matches(tournament).map(|text| ("matches.csv".into(), text)));
    } else {
        files.push(("games.csv".into(), games(tournament)));
    }
    files
}

/// The same tournament without what only the registers of its site explain: the identifiers of
/// people, clubs and rating lists. Its files can be read anywhere.
pub fn standalone(mut t: Tournament) -> Tournament {
    t.club = None;
    t.rating_list = None;
    for entrant in &mut t.entrants {
        entrant.person = None;
        entrant.club = None;
    }
    for team in &mut t.teams {
        team.club = None;
    }
    t
}

/// The same folder at its place in a site, `data/tournaments/<slug>/`.
pub fn tournament_in_site(of: &Tournament, people: People) -> Files {
    let folder = Path::new("data/tournaments").join(&*of.slug);
    tournament(of, people).into_iter().map(|(path, text)| (folder.join(path), text)).collect()
}

/// The registers of a site: `data/clubs.csv`, `data/players.csv`, `data/ratings/*.csv`.
pub fn registers<'a>(
    clubs: &[Club],
    people: impl IntoIterator<Item = &'a Person>,
    lists: &[RatingList],
) -> Files {
    let mut table = Table::new(&["club", "name", "town", "delegation"]);
    for club in clubs {
        let delegation = club.delegation.map_or("", |d| d.key());
        table.row(&[&*club.slug, &club.name, club.town.as_deref().unwrap_or(""), delegation]);
    }
    let mut files: Files = vec![("data/clubs.csv".into(), table.finish())];

    let mut table = Table::new(&[
        "player",
        "name",
        "club",
        "category",
        "title",
        "fide_id",
        "birth",
        "sex",
        "federation",
        "hidden",
    ]);
    for person in people {
        table.row(&[
            person.slug.to_string(),
            person.name.to_string(),
            field(person.club.as_deref()),
            field(person.category.map(|c| c.key())),
            field(person.title.map(|t| t.key())),
            field(person.fide_id),
            field(person.birth),
            field(person.sex.map(sex_key)),
            field(person.federation.as_deref()),
            if person.hidden { "true".to_owned() } else { String::new() },
        ]);
    }
    files.push(("data/players.csv".into(), table.finish()));

    files.extend(lists.iter().map(|list| {
        let path = PathBuf::from(format!("data/ratings/{}.csv", list.period));
        (path, rating_list(list))
    }));
    files
}

fn rating_list(list: &RatingList) -> String {
    ratings(&list.rows)
}

/// A file of `data/ratings/`: by the player's slug.
pub fn ratings(rows: &BTreeMap<String, RatingRow>) -> String {
    let mut table = Table::new(&["player", "fce", "games", "fide", "feda"]);
    for (player, row) in rows {
        table.row(&[
            player.clone(),
            field(row.ratings.catalan),
            row.games.to_string(),
            field(row.ratings.fide),
            field(row.ratings.feda),
        ]);
    }
    table.finish()
}

/// `data/holidays.csv`.
pub fn holidays(days: &[(Date, &str)]) -> (PathBuf, String) {
    let mut table = Table::new(&["date", "name"]);
    for (day, name) in days {
        table.row(&[day.to_string().as_str(), name]);
    }
    ("data/holidays.csv".into(), table.finish())
}

pub(super) fn sex_key(sex: crate::model::Sex) -> &'static str {
    match sex {
        crate::model::Sex::Female => "f",
        crate::model::Sex::Male => "m",
    }
}

/// A text as a TOML basic string.
pub fn quoted(text: &str) -> String {
    let mut written = String::from("\"");
    for c in text.chars() {
        match c {
            '"' => written.push_str("\\\""),
            '\\' => written.push_str("\\\\"),
            '\n' => written.push_str("\\n"),
            '\t' => written.push_str("\\t"),
            c if c.is_control() => written.push_str(&format!("\\u{:04X}", u32::from(c))),
            c => written.push(c),
        }
    }
    written + "\""
}

/// Lines `key = value`; what is missing is left out.
#[derive(Default)]
struct Toml(String);

impl Toml {
    fn line(&mut self, key: &str, value: Option<impl std::fmt::Display>) {
        if let Some(value) = value {
            self.0.push_str(&format!("{key} = {value}\n"));
        }
    }

    fn text(&mut self, key: &str, value: Option<&str>) {
        self.line(key, value.map(quoted));
    }

    fn list<'a>(&mut self, key: &str, values: impl Iterator<Item = &'a str>) {
        let values: Vec<String> = values.map(quoted).collect();
        self.line(key, (!values.is_empty()).then(|| format!("[{}]", values.join(", "))));
    }

    fn heading(&mut self, heading: &str) {
        self.0.push_str(&format!("\n{heading}\n"));
    }
}

fn settings(t: &Tournament) -> String {
    let mut toml = Toml::default();
    toml.text("name", Some(&t.name));
    toml.text("festival", t.festival.as_ref().map(|group| &*group.festival));
    toml.text("group", t.festival.as_ref().and_then(|group| group.name.as_deref()));
    toml.text("place", t.place.as_deref());
    toml.text("federation", t.federation.as_deref());
    toml.text("delegation", t.delegation.map(|d| d.key()));
    toml.line("start", t.start);
    toml.line("end", t.end);
    toml.text("chief_arbiter", t.chief_arbiter.as_deref());
    toml.text("organiser", t.organiser.as_deref());
    toml.text("club", t.club.as_deref());
    toml.text("time_control", t.time_control.as_deref());
    toml.text("system", Some(t.system.key()));
    toml.text("kind", Some(t.kind.key()));
    toml.text("rule_set", Some(t.rule_set.key()));
    toml.text("pairing", t.pairing.map(|p| p.key()));
    let tie_breaks = t.tie_breaks.iter().flatten();
    toml.list("tie_breaks", tie_breaks.map(|criterion| &**criterion));
    toml.line("rounds", (t.rounds > 0).then_some(t.rounds));
    toml.list("categories", t.categories.iter().map(|c| c.key()));
    toml.text("rating_list", t.rating_list.as_deref());
    match t.initial_colour {
        Some(InitialColour::Drawn(Colour::White)) => toml.text("initial_colour", Some("white")),
        Some(InitialColour::Drawn(Colour::Black)) => toml.text("initial_colour", Some("black")),
        Some(InitialColour::Seed(seed)) => toml.line("initial_colour", Some(seed)),
        None => {}
    }
    toml.line("draw_seed", t.draw_seed);
    toml.line("clubmates_first", t.clubmates_first.then_some(true));
    if !t.round_times.is_empty() {
        let times = t.round_times.iter().map(|time| match time.hour {
            Some(hour) => time.day.to_datetime(hour).to_string(),
            None => time.day.to_string(),
        });
        toml.line("round_dates", Some(format!("[{}]", times.collect::<Vec<_>>().join(", "))));
    }
    let playing_on = t.playing_on.iter().filter_map(|&index| t.entrants.get(index));
    let playing_on: Vec<String> = playing_on.map(|entrant| entrant.number.to_string()).collect();
    toml.line(
        "playing_on",
        (!playing_on.is_empty()).then(|| format!("[{}]", playing_on.join(", "))),
    );
    toml.line("invented", t.invented.then_some(true));
    toml.text("note", t.note.as_deref());
    homologation(&mut toml, &t.homologation);
    for correction in &t.corrections {
        toml.heading("[[corrections]]");
        toml.line("date", Some(correction.date));
        toml.line("round", correction.round);
        toml.text("text", Some(&correction.text));
    }
    fide(&mut toml, t);
    for withdrawal in &t.withdrawals {
        toml.heading("[[withdrawals]]");
        let number = if t.is_team_event() {
            t.teams.get(withdrawal.entrant).map(|team| team.number)
        } else {
            t.entrants.get(withdrawal.entrant).map(|entrant| entrant.number)
        };
        toml.line("number", number);
        toml.line("after_round", Some(withdrawal.after_round));
        toml.line("eliminated", withdrawal.eliminated.then_some(true));
    }
    prizes(&mut toml, &t.prizes);
    points(&mut toml, t);
    if t.is_team_event() {
        toml.heading("[teams]");
        let scoring = match t.team_scoring {
            TeamScoring::Match => "match",
            TeamScoring::Olympic => "olympic",
        };
        toml.text("scoring", Some(scoring));
        toml.line("boards", Some(t.boards));
    }
    toml.0
}

/// Points for results, where they are not the usual ones and can be told.
fn points(toml: &mut Toml, t: &Tournament) {
    let system = t.report_file.points.filter(|points| points.is_in_halves() && !t.is_team_event());
    let Some(system) = system else { return };
    toml.heading("[points]");
    let told = [
        ("win", system.win),
        ("draw", system.draw),
        ("loss", system.loss),
        ("absence", system.absence),
        ("bye", system.pairing_bye),
    ];
    for (key, tenths) in told {
        let whole = tenths / 10;
        match (tenths % 10, whole) {
            (0, whole) => toml.line(key, Some(whole)),
            (_, 0) => toml.text(key, Some("½")),
            (_, whole) => toml.text(key, Some(&format!("{whole}½"))),
        }
    }
}

fn homologation(toml: &mut Toml, h: &Homologation) {
    if *h == Homologation::default() {
        return;
    }
    toml.heading("[homologation]");
    toml.line("valid_for_fide", h.valid_for_fide);
    toml.line("request", h.request);
    toml.line("list_received", h.list_received);
    toml.line("round_2_start", h.round_2_start);
    toml.line("papers_received", h.papers_received);
    let at = h.at.map(|(north, east)| format!("[{}, {}]", degrees(north), degrees(east)));
    toml.line("at", at);
    toml.line("entered", h.entered);
    toml.line("officials_recognised", h.officials_recognised);
    toml.line("rules_approved", h.rules_approved);
    toml.line("certificate_shown", h.certificate_shown);
    let papers = h.documents.as_ref().map(|papers| {
        let quoted: Vec<String> = papers.iter().map(|paper| quoted(paper)).collect();
        format!("[{}]", quoted.join(", "))
    });
    toml.line("documents", papers);
    toml.line("fee_paid", h.fee_paid);
}

fn prizes(toml: &mut Toml, funds: &[PrizeFund]) {
    for fund in funds {
        toml.heading("[[prizes]]");
        toml.text("name", fund.name.as_deref());
        let amounts: Vec<String> = fund.amounts.iter().map(u64::to_string).collect();
        toml.line("amounts", Some(format!("[{}]", amounts.join(", "))));
        toml.text("category", fund.category.map(|category| category.key()));
        toml.text("club", fund.club.as_deref());
        let sex = fund.sex.map(|sex| if sex == Sex::Female { "f" } else { "m" });
        toml.text("sex", sex);
        toml.line("born_from", fund.born_from);
        toml.line("rating_under", fund.rating_under);
        toml.line("only_once", fund.only_once.then_some(true));
    }
}

/// What FIDE is told, and the arbiters.
fn fide(toml: &mut Toml, t: &Tournament) {
    if t.fide != FideEvent::default() {
        let FideEvent { event_code, registered, minutes, increment, first_control } = &t.fide;
        toml.heading("[fide]");
        toml.text("event_code", event_code.as_deref());
        toml.line("registered", *registered);
        toml.line("minutes", (!minutes.is_empty()).then(|| format!("{minutes:?}")));
        toml.line("increment", (*increment > 0).then_some(*increment));
        toml.line("first_control", *first_control);
    }
    for arbiter in &t.arbiters {
        toml.heading("[[arbiters]]");
        toml.text("name", Some(&arbiter.name));
        toml.text("role", Some(arbiter.role.key()));
        toml.text("title", arbiter.title.map(|title| title.key()));
        toml.text("federation", arbiter.federation.as_deref());
        toml.line("fide_id", arbiter.fide_id);
    }
}

/// Millionths of a degree as a decimal number.
fn degrees(millionths: i64) -> String {
    let size = millionths.unsigned_abs();
    let sign = if millionths < 0 { "-" } else { "" };
    let decimals = format!("{:06}", size % 1_000_000);
    let decimals = decimals.trim_end_matches('0');
    format!("{sign}{}.{}", size / 1_000_000, if decimals.is_empty() { "0" } else { decimals })
}

/// One column of `players.csv`.
type Column<'a> = (&'static str, Box<dyn Fn(&Entrant) -> String + 'a>);

fn players(t: &Tournament, people: People) -> String {
    // Somebody in the register is completed from there.
    let shown = |entrant: &Entrant| people == People::InFull || entrant.person.is_none();
    let own = |read: fn(&Entrant) -> String| {
        Box::new(move |e: &Entrant| if shown(e) { read(e) } else { String::new() })
    };
    let team = |e: &Entrant| field(e.team.and_then(|at| t.teams.get(at)).map(|team| team.number));
    let board = |e: &Entrant| {
        let of_team = t.entrants.iter().filter(|other| other.team == e.team);
        let before = of_team.take_while(|other| other.number != e.number).count();
        field(e.team.map(|_| before + 1))
    };
    let columns: Vec<Column<'_>> = vec![
        ("number", Box::new(|e| e.number.to_string())),
        ("player", Box::new(|e| field(e.person.as_deref()))),
        ("name", own(|e| e.name.to_string())),
        ("club", own(|e| field(e.club.as_deref()))),
        ("category", own(|e| field(e.category.map(|c| c.key())))),
        ("title", own(|e| field(e.title.map(|title| title.key())))),
        ("fce", own(|e| field(e.ratings.catalan))),
        ("fide", own(|e| field(e.ratings.fide))),
        ("feda", own(|e| field(e.ratings.feda))),
        ("national", own(|e| field(e.ratings.national))),
        ("federation", own(|e| field(e.federation.as_deref()))),
        ("fide_id", own(|e| field(e.fide_id))),
        ("birth", own(|e| field(e.birth))),
        ("sex", own(|e| field(e.sex.map(sex_key)))),
        ("team", Box::new(team)),
        ("board", Box::new(board)),
    ];
    // In a team event somebody without a team plays nowhere, and has no line.
    let entrants: Vec<&Entrant> =
        t.entrants.iter().filter(|e| !t.is_team_event() || e.team.is_some()).collect();
    let filled: Vec<&Column<'_>> = columns
        .iter()
        .filter(|(_, read)| entrants.iter().any(|entrant| !read(entrant).is_empty()))
        .collect();
    let names: Vec<&str> = filled.iter().map(|(name, _)| *name).collect();
    let mut table = Table::new(&names);
    for entrant in entrants {
        table.row(&filled.iter().map(|(_, read)| read(entrant)).collect::<Vec<_>>());
    }
    table.finish()
}

/// Boards are numbered as [`boards_of`] says; rows without an opponent come after them. What is
/// announced for later rounds ends the file.
fn games(t: &Tournament) -> String {
    let mut table = Table::new(&["round", "board", "white", "black", "result"]);
    let number = |entrant: usize| t.entrants.get(entrant).map(|e| e.number);
    for (round, pairs) in boards_of(t).into_iter().enumerate() {
        let round_number = (round + 1).to_string();
        for (board, (white, black)) in pairs.into_iter().enumerate() {
            let result = result(&t.cells[white][round], &t.cells[black][round]);
            let (white, black) = (field(number(white)), field(number(black)));
            table.row(&[&round_number, &(board + 1).to_string(), &white, &black, result]);
        }
        for (entrant, cells) in t.cells.iter().enumerate() {
            if let Some(word) = word_alone(&cells[round], t.system) {
                table.row(&[&round_number, "", &field(number(entrant)), "", word]);
            }
        }
    }
    let mut told: Vec<_> = t.announced.iter().collect();
    told.sort_by_key(|told| (told.round, told.entrant));
    for told in told {
        if let Some(word) = word_alone(&told.cell, t.system) {
            table.row(&[&told.round.to_string(), "", &field(number(told.entrant)), "", word]);
        }
    }
    table.finish()
}

/// What stands in place of a result for somebody without an opponent. A `bye` of a league is read
/// as a free round; one that gives a point, as report files may have it, is told as such.
fn word_alone(cell: &Cell, system: crate::model::System) -> Option<&'static str> {
    match *cell {
        Cell::Paired { .. } => None,
        Cell::Bye(Bye::Pairing) if system.is_league() => Some(bye_word(Bye::Full)),
        Cell::Bye(bye) => Some(bye_word(bye)),
        Cell::Absent(absence) => absence_word(absence),
    }
}

/// The pairs of every round, board by board, White (or, without colours, the lower number) first:
/// by points before the round, then by pairing number; in a league by number alone.
pub fn boards_of(t: &Tournament) -> Vec<Vec<(usize, usize)>> {
    let number = |entrant: usize| t.entrants.get(entrant).map(|e| e.number);
    let mut points = vec![0; t.entrants.len()];
    let mut rounds = Vec::new();
    for round in 0..t.cells.first().map_or(0, Vec::len) {
        let mut pairs = Vec::new();
        for (entrant, cells) in t.cells.iter().enumerate() {
            let Cell::Paired { opponent, colour, .. } = cells[round] else { continue };
            let first = colour.map_or(number(entrant) < number(opponent), |c| c == Colour::White);
            if first {
                let (a, b) = (points[entrant], points[opponent]);
                let lowest = number(entrant).min(number(opponent));
                let order = (-a.max(b), -a.min(b), lowest);
                let order = if t.system.is_league() { (0, 0, lowest) } else { order };
                pairs.push((order, entrant, opponent));
            }
        }
        pairs.sort_unstable();
        rounds.push(pairs.into_iter().map(|(_, white, black)| (white, black)).collect());
        for (sum, cells) in points.iter_mut().zip(&t.cells) {
            *sum += halves(&cells[round]);
        }
    }
    rounds
}

/// What a round gives, in half points.
fn halves(cell: &Cell) -> i32 {
    match *cell {
        Cell::Paired { outcome: Outcome::Played(score), .. } => score.points().halves(),
        Cell::Paired { outcome: Outcome::Forfeit(Forfeit::Won), .. } => 2,
        Cell::Bye(Bye::Pairing | Bye::Full) => 2,
        Cell::Bye(Bye::Half) => 1,
        _ => 0,
    }
}

/// The word for a bye.
pub(super) fn bye_word(bye: Bye) -> &'static str {
    match bye {
        Bye::Pairing => "bye",
        Bye::Full => "full-bye",
        Bye::Half => "half-bye",
        Bye::Zero => "zero-bye",
    }
}

/// A free round of a league is what is left when nothing is written, and so is a round after
/// somebody was knocked out.
fn absence_word(absence: Absence) -> Option<&'static str> {
    match absence {
        Absence::Missed => Some("absent"),
        Absence::NotEntered => Some("not-entered"),
        Absence::Withdrawn => Some("withdrawn"),
        Absence::FreeRound | Absence::KnockedOut => None,
    }
}

/// The result of a pairing, the first player's side first; empty while it is not known.
pub(super) fn result(first: &Cell, second: &Cell) -> &'static str {
    let outcome = |cell: &Cell| match cell {
        Cell::Paired { outcome, .. } => *outcome,
        _ => Outcome::Pending,
    };
    result_of(outcome(first), outcome(second) == Outcome::Forfeit(Forfeit::Lost))
}

pub(super) fn result_of(first: Outcome, second_absent: bool) -> &'static str {
    match first {
        Outcome::Pending => "",
        Outcome::Played(Score::Win) => "1-0",
        Outcome::Played(Score::Draw) => "½-½",
        Outcome::Played(Score::Loss) => "0-1",
        Outcome::Forfeit(Forfeit::Won) => "+:-",
        Outcome::Forfeit(Forfeit::Lost) if second_absent => "-:-",
        Outcome::Forfeit(Forfeit::Lost) => "-:+",
    }
}

fn teams(t: &Tournament) -> String {
    let header = ["number", "team", "name", "club", "level"];
    let levels = t.teams.iter().any(|team| team.level.is_some());
    let columns = if levels { header.len() } else { header.len() - 1 };
    let mut table = Table::new(&header[..columns]);
    for team in &t.teams {
        let row = [
            team.number.to_string(),
            team.slug.to_string(),
            team.name.to_string(),
            field(team.club.as_deref()),
            field(team.level.map(|level| level.key())),
        ];
        table.row(&row[..columns]);
    }
    table.finish()
}

/// The colours are written only if some are not the usual ones, White on odd boards for the home
/// team.
fn boards(t: &Tournament) -> String {
    let usual = |board: &BoardGame| (board.board % 2 == 1) == (board.home_colour == Colour::White);
    let colours = t.matches.iter().flat_map(|m| &m.boards).any(|board| !usual(board));
    let header = ["round", "table", "board", "home", "away", "result", "home_colour"];
    let columns = if colours { header.len() } else { header.len() - 1 };
    let mut table = Table::new(&header[..columns]);
    let number = |player: Option<usize>| {
        field(player.and_then(|p| t.entrants.get(p)).map(|entrant| entrant.number))
    };
    for played in t.matches.iter().filter(|m| !is_open(m)) {
        for board in &played.boards {
            let row = [
                played.round.to_string(),
                played.table.to_string(),
                board.board.to_string(),
                number(board.home),
                number(board.away),
                result_of(board.outcome, board.both_absent).to_owned(),
                if board.home_colour == Colour::White { "white" } else { "black" }.to_owned(),
            ];
            table.row(&row[..columns]);
        }
    }
    table.finish()
}

/// Is the match only paired: of none of its boards is anything known?
fn is_open(m: &Match) -> bool {
    let unknown = |board: &BoardGame| {
        board.home.is_none() && board.away.is_none() && board.outcome == Outcome::Pending
    };
    m.away.is_some() && m.forfeit.is_none() && m.boards.iter().all(unknown)
}

/// Free rounds, matches lost by absence and matches not played yet, the only ones without boards;
/// `None` if there are none.
fn matches(t: &Tournament) -> Option<String> {
    let mut table = Table::new(&["round", "table", "home", "away", "result"]);
    // A side without any player on its boards is not known from them.
    let unknown_side = |m: &Match| {
        m.boards.iter().all(|b| b.home.is_none()) || m.boards.iter().all(|b| b.away.is_none())
    };
    let without_boards = |m: &&Match| m.away.is_none() || m.forfeit.is_some() || unknown_side(m);
    let rows: Vec<&Match> = t.matches.iter().filter(without_boards).collect();
    let number = |team: usize| field(t.teams.get(team).map(|team| team.number));
    for m in &rows {
        let result = m
            .forfeit
            .map_or("", |(home, away)| result_of(Outcome::Forfeit(home), away == Forfeit::Lost));
        table.row(&[
            m.round.to_string(),
            m.table.to_string(),
            number(m.home),
            m.away.map_or(String::new(), number),
            result.to_owned(),
        ]);
    }
    (!rows.is_empty()).then(|| table.finish())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{PairingSystem, System};

    #[test]
    fn texts_are_quoted_as_toml_reads_them() {
        let text = "Obert «d'Olot»: \"grup A\"\\ l·l\n½\t\u{7}";
        let table: toml::Table = toml::from_str(&format!("note = {}", quoted(text))).unwrap();
        assert_eq!(table["note"].as_str(), Some(text));
    }

    #[test]
    fn degrees_keep_their_digits() {
        let written = [41_387_400, -500_000, 2_000_000, 7].map(degrees);
        assert_eq!(written, ["41.3874", "-0.5", "2.0", "0.000007"]);
    }

    /// Every kind of round of the format, one row each.
    #[test]
    fn games_are_written_with_their_kinds() {
        let mut t = Tournament::new("x", "X", System::Swiss, 2);
        t.pairing = Some(PairingSystem::Fce1990);
        t.entrants = (1..=4).map(|n| Entrant::new(n, format!("Jugador {n}"))).collect();
        let paired =
            |opponent, colour, outcome| Cell::Paired { opponent, colour: Some(colour), outcome };
        let lost = Outcome::Forfeit(Forfeit::Lost);
        t.cells = vec![
            vec![
                paired(1, Colour::White, Outcome::Played(Score::Draw)),
                paired(3, Colour::Black, lost),
            ],
            vec![
                paired(0, Colour::Black, Outcome::Played(Score::Draw)),
                Cell::Absent(Absence::Withdrawn),
            ],
            vec![Cell::Bye(Bye::Pairing), Cell::Absent(Absence::Missed)],
            vec![Cell::Absent(Absence::NotEntered), paired(0, Colour::White, lost)],
        ];
        assert_eq!(
            games(&t),
            "round,board,white,black,result\n\
             1,1,1,2,½-½\n1,,3,,bye\n1,,4,,not-entered\n\
             2,1,4,1,-:-\n2,,2,,withdrawn\n2,,3,,absent\n"
        );
    }
}
