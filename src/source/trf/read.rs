//! TRF records → [`Tournament`].

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use super::dates;
use super::header::known_record;
use super::records::{Field, Record, player, split};
use crate::diag::{Diagnostic, Diagnostics, FileId, Sources, Span};
use crate::model::{
    Absence, Bye, Cell, Colour, Entrant, Exact, Forfeit, Outcome, PointSystem, Points, Score, Sex,
    System, Title, Tournament,
};
use crate::source::rounds::{MAX_ROUNDS, Rounds};
use crate::source::tournament::header::default_rule_set;

/// Is this text a TRF file? One player record is enough.
pub fn recognise_trf(text: &str) -> bool {
    text.lines().any(|line| {
        line.strip_prefix("001 ")
            .is_some_and(|rest| rest.trim_start().starts_with(|c: char| c.is_ascii_digit()))
    })
}

/// What every line costs in memory is many times the line.
const MAX_LINES: usize = 400_000;

/// Reads a decoded TRF file. The slug is the file's name. What it states and what its rounds say
/// are compared; contradictions between two players are errors at the round of one of them.
pub fn read_trf(
    file: FileId,
    sources: &Sources,
    diagnostics: &mut Diagnostics,
) -> Option<Tournament> {
    let source = sources.get(file);
    let lines = source.text.bytes().filter(|&b| b == b'\n' || b == b'\r').take(MAX_LINES + 1);
    if lines.count() > MAX_LINES {
        diagnostics.push(
            Diagnostic::error(
                "E0617",
                format!("more than {MAX_LINES} lines: no event has as many"),
            )
            .at(Span::new(file, 0, 0)),
        );
        return None;
    }
    let records = split(file, &source.text);
    let mut reader =
        Reader { diagnostics, path: source.path.clone(), rounds: None, notes: BTreeMap::new() };
    let players = reader.players(&records);
    if players.is_empty() {
        reader
            .diagnostics
            .push(Diagnostic::error("E0613", "the file has no players").at(Span::new(file, 0, 0)));
        return None;
    }
    let mut tournament = Tournament::new(slug(&source.path), slug(&source.path), System::Swiss, 0);
    let numbers: BTreeMap<u32, usize> =
        players.iter().enumerate().map(|(index, p)| (p.entrant.number, index)).collect();
    tournament.entrants = players.iter().map(|p| p.entrant.clone()).collect();
    reader.teams(&records, &numbers, &mut tournament);
    let is_team_event = tournament.is_team_event();
    let mut grid = reader.grid(&players, &numbers, is_team_event);
    let header = reader.header(&records, &numbers, is_team_event, &mut tournament);
    // Byes and absences told for rounds whose columns are still empty.
    for (entrant, round, cell, span) in header.announced {
        let round = round.unwrap_or_else(|| grid.recorded() + 1);
        if (1..=MAX_ROUNDS).contains(&round) && grid.taken(entrant, round).is_none() {
            grid.place(entrant, round, cell, span);
        }
    }
    let settled = grid.settle(System::Swiss, &[], 0);
    tournament.cells = settled.cells;
    tournament.announced = settled.announced;
    for row in &mut tournament.cells {
        // Absences before the first appearance: not entered yet.
        let first = row.iter().position(|cell| !matches!(cell, Cell::Absent(_)));
        row.iter_mut()
            .take(first.unwrap_or(usize::MAX))
            .for_each(|cell| *cell = Cell::Absent(Absence::NotEntered));
    }
    if is_team_event {
        // Who is not on a team's boards in a round was not bound to play.
        for cell in tournament.cells.iter_mut().flatten() {
            if matches!(cell, Cell::Absent(_)) {
                *cell = Cell::Absent(Absence::FreeRound);
            }
        }
        reader.matches(&records, &numbers, &header.board_colours, &mut tournament);
    }
    // A bye told for a round says that there is such a round.
    let told = tournament.announced.iter().map(|told| told.round).max().unwrap_or(0);
    let recorded = tournament.rounds_recorded().max(told);
    tournament.rounds = reader.rounds.map_or(recorded, |(rounds, _)| rounds);
    if let Some((rounds, span)) = reader.rounds
        && rounds < recorded
    {
        reader.diagnostics.push(
            Diagnostic::warning(
                "W0615",
                format!("{rounds} rounds are said, {recorded} are recorded"),
            )
            .at(span),
        );
        tournament.rounds = recorded;
    }
    match header.system {
        Some(system) => tournament.system = system,
        None => reader.infer_league(&mut tournament, file),
    }
    if tournament.system.is_league() {
        for cell in tournament.cells.iter_mut().flatten() {
            if matches!(cell, Cell::Absent(_)) {
                *cell = Cell::Absent(Absence::FreeRound);
            }
        }
    }
    tournament.rule_set = default_rule_set(tournament.start);
    // Descriptions of the type that say no more than system and pairing are written anew, and where
    // one says all that is known, others beside it say nothing.
    let usual = [
        Some(format!("092 {}", tournament.type_text())),
        tournament.type_code().map(|code| format!("192 {code}")),
    ];
    let extra = &mut tournament.report_file.extra_records;
    for usual in usual.iter().flatten() {
        if extra.contains(usual) {
            extra.retain(|record| record.get(..3) != usual.get(..3));
        }
    }
    let other_points = tournament.report_file.points.is_some();
    if header.points_comparable && !(is_team_event && other_points) {
        reader.check_points(&tournament, &players);
    }
    reader.tell_notes();
    Some(tournament)
}

fn slug(path: &Path) -> Arc<str> {
    path.file_stem().map(|stem| stem.to_string_lossy()).unwrap_or_default().into()
}

/// A player record as it stands.
struct Player<'t> {
    entrant: Entrant,
    rounds: Vec<RoundField<'t>>,
    points: Field<'t>,
}

/// One round of a player record.
#[derive(Clone, Copy)]
struct RoundField<'t> {
    opponent: Field<'t>,
    colour: Field<'t>,
    result: Field<'t>,
    span: Span,
}

/// A player's side of a pairing.
type Side = (Option<Colour>, Outcome);

pub(super) struct Reader<'d> {
    pub(super) diagnostics: &'d mut Diagnostics,
    pub(super) path: std::path::PathBuf,
    /// Rounds of the event as said, with the place.
    pub(super) rounds: Option<(u32, Span)>,
    /// Records that are not used: first place and number of lines, by code.
    notes: BTreeMap<String, (Span, u32)>,
}

impl Reader<'_> {
    /// All player records, by number.
    fn players<'t>(&mut self, records: &[Record<'t>]) -> Vec<Player<'t>> {
        let mut places: BTreeMap<u32, Span> = BTreeMap::new();
        let mut players = Vec::new();
        for record in records.iter().filter(|r| r.code == "001") {
            let field = record.field(player::NUMBER);
            let Some(number) = field.number().filter(|&n| n > 0) else {
                self.diagnostics.push(
                    Diagnostic::error("E0601", "a player needs a starting number in columns 5–8")
                        .at_label(field.span, format!("`{}`", field.text)),
                );
                continue;
            };
            if let Some(first) = places.insert(number, field.span) {
                self.diagnostics.push(
                    Diagnostic::error("E0602", format!("two players have number {number}"))
                        .at_label(field.span, "second")
                        .related(first, "first"),
                );
                continue;
            }
            players.push(self.player(number, record));
        }
        players.sort_by_key(|p| p.entrant.number);
        players
    }

    fn player<'t>(&mut self, number: u32, record: &Record<'t>) -> Player<'t> {
        let name = record.field(player::NAME);
        if name.is_empty() {
            self.diagnostics.push(
                Diagnostic::warning("W0614", format!("number {number} has no name")).at(name.span),
            );
        }
        let mut entrant = Entrant::new(number, name.text);
        if name.is_empty() {
            entrant.name = format!("№ {number}").into();
        }
        entrant.sex = match record.field(player::SEX).text {
            "m" | "M" => Some(Sex::Male),
            "w" | "W" | "f" | "F" => Some(Sex::Female),
            _ => None,
        };
        let title = record.field(player::TITLE);
        entrant.title = parse_title(title.text);
        if entrant.title.is_none() && !title.is_empty() {
            self.note(format!("title {}", title.text), title.span);
        }
        entrant.ratings.fide = self.positive(record.field(player::RATING));
        let federation = record.field(player::FEDERATION);
        entrant.federation = (!federation.is_empty()).then(|| federation.text.into());
        // National identifiers stand here too, some of them no numbers: those are not kept.
        entrant.fide_id = record.field(player::FIDE_ID).number().filter(|&id| id > 0);
        entrant.birth = dates::parse_birth(record.field(player::BIRTH).text);
        entrant.stated_rank = record.field(player::RANK).number().filter(|&rank| rank > 0);
        let points = record.field(player::POINTS);
        entrant.stated_points = parse_points(points.text);
        if entrant.stated_points.is_none() && !points.is_empty() {
            self.diagnostics.push(
                Diagnostic::warning("W0614", format!("`{}` is no number of points", points.text))
                    .at(points.span)
                    .hint("points stand in columns 81–84, in halves: `7.5`"),
            );
        }
        let width = record.width();
        let mut rounds = Vec::new();
        while player::opponent(rounds.len()).0 <= width && rounds.len() < MAX_ROUNDS as usize {
            let round = rounds.len();
            rounds.push(RoundField {
                opponent: record.field(player::opponent(round)),
                colour: record.field(player::colour(round)),
                result: record.field(player::result(round)),
                span: record.field(player::round(round)).span,
            });
        }
        Player { entrant, rounds, points }
    }

    /// A number that is not zero; zero and nothing are `None`, other text is noted.
    pub(super) fn positive(&mut self, field: Field<'_>) -> Option<u32> {
        if field.number().is_none() && !field.is_empty() {
            self.diagnostics.push(
                Diagnostic::warning("W0614", format!("`{}` is no rating", field.text))
                    .at(field.span)
                    .hint("ratings stand in columns 49–52"),
            );
        }
        field.number().filter(|&n| n > 0)
    }

    /// The rounds of all players, checked against each other.
    fn grid(
        &mut self,
        players: &[Player<'_>],
        numbers: &BTreeMap<u32, usize>,
        is_team_event: bool,
    ) -> Rounds {
        let mut grid = Rounds::new(players.len());
        let longest = players.iter().map(|p| p.rounds.len()).max().unwrap_or(0);
        for round in 0..longest {
            // Opponents first, so that both sides of a pairing are compared once.
            let opponents: Vec<Option<usize>> = players
                .iter()
                .enumerate()
                .map(|(index, p)| self.opponent(index, p.rounds.get(round)?, numbers))
                .collect();
            for (index, player) in players.iter().enumerate() {
                let Some(field) = player.rounds.get(round) else { continue };
                let number = round as u32 + 1;
                let Some(opponent) = opponents[index] else {
                    if field.opponent.number().unwrap_or(0) == 0
                        && let Some(cell) = self.alone(field, is_team_event)
                    {
                        grid.place(index, number, cell, field.span);
                    }
                    continue;
                };
                let other = players[opponent].rounds.get(round);
                if opponents[opponent] != Some(index) {
                    let other_span = other.map_or(players[opponent].points.span, |o| o.span);
                    self.diagnostics.push(
                        Diagnostic::error(
                            "E0604",
                            format!(
                                "round {number}: {} has {} as opponent, but not the other way",
                                player.entrant.number, players[opponent].entrant.number
                            ),
                        )
                        .at(field.opponent.span)
                        .related(other_span, "the opponent's round"),
                    );
                    continue;
                }
                if index < opponent
                    && let Some(other) = other
                    && let Some((first, second)) = self.pair(number, field, other)
                {
                    let cell =
                        |opponent, (colour, outcome)| Cell::Paired { opponent, colour, outcome };
                    grid.place(index, number, cell(opponent, first), field.span);
                    grid.place(opponent, number, cell(index, second), other.span);
                }
            }
        }
        grid
    }

    /// Index of the opponent named in a round, if one is.
    fn opponent(
        &mut self,
        own: usize,
        field: &RoundField<'_>,
        numbers: &BTreeMap<u32, usize>,
    ) -> Option<usize> {
        if field.opponent.is_empty() {
            return None;
        }
        let number = field.opponent.number();
        if number == Some(0) {
            return None;
        }
        let found = number.and_then(|n| numbers.get(&n)).copied();
        if found.is_none() {
            self.diagnostics.push(
                Diagnostic::error("E0603", format!("no player has number {}", field.opponent.text))
                    .at(field.opponent.span)
                    .hint("an opponent's starting number, `0000` for none"),
            );
        }
        if found == Some(own) {
            self.diagnostics.push(
                Diagnostic::error("E0503", "nobody plays against themselves")
                    .at(field.opponent.span),
            );
            return None;
        }
        found
    }

    /// A round without an opponent; `None` when nothing stands there.
    fn alone(&mut self, field: &RoundField<'_>, is_team_event: bool) -> Option<Cell> {
        let missed = Cell::Absent(Absence::Missed);
        Some(match field.result.text {
            // Nothing said: a round that is recorded was missed.
            "" | "*" => return None,
            "Z" | "z" | "-" | "0" => missed,
            // In a team: the opponent's chair stayed empty.
            "+" if is_team_event => Cell::Bye(Bye::Full),
            // Older files write the bye of the pairing as a forfeit without an opponent.
            "U" | "u" | "+" => Cell::Bye(Bye::Pairing),
            "F" | "f" | "1" => Cell::Bye(Bye::Full),
            "H" | "h" | "=" => Cell::Bye(Bye::Half),
            other => {
                self.bad_result(other, field);
                return None;
            }
        })
    }

    fn bad_result(&mut self, text: &str, field: &RoundField<'_>) {
        self.diagnostics.push(
            Diagnostic::error("E0607", format!("`{text}` is no result here"))
                .at(field.result.span)
                .hint("with an opponent: 1 = 0 + - W D L; without: U F H Z"),
        );
    }

    /// Both sides of a pairing: colour and outcome of each. Contradictions are errors.
    fn pair(
        &mut self,
        round: u32,
        first: &RoundField<'_>,
        second: &RoundField<'_>,
    ) -> Option<(Side, Side)> {
        let colours = (self.colour(first), self.colour(second));
        let colour = match colours {
            (Some(a), Some(b)) if a == b => {
                self.diagnostics.push(
                    Diagnostic::error(
                        "E0605",
                        format!("round {round}: both players have the same colour"),
                    )
                    .at_label(first.colour.span, "this one")
                    .related(second.colour.span, "and the opponent"),
                );
                None
            }
            (Some(a), _) => Some(a),
            (None, b) => b.map(Colour::other),
        };
        let results = (self.result(first), self.result(second));
        let (a, b) = (results.0?, results.1?);
        let agree = match (a, b) {
            (Outcome::Pending, Outcome::Pending) => true,
            (Outcome::Played(a), Outcome::Played(b)) => a == b.mirrored(),
            (Outcome::Forfeit(a), Outcome::Forfeit(b)) => a == Forfeit::Lost || b == Forfeit::Lost,
            _ => false,
        };
        if !agree {
            self.diagnostics.push(
                Diagnostic::error(
                    "E0606",
                    format!(
                        "round {round}: the results `{}` and `{}` contradict each other",
                        first.result.text, second.result.text
                    ),
                )
                .at_label(first.result.span, "this one")
                .related(second.result.span, "and the opponent's"),
            );
            return None;
        }
        Some(((colour, a), (colour.map(Colour::other), b)))
    }

    fn colour(&mut self, field: &RoundField<'_>) -> Option<Colour> {
        match field.colour.text {
            "w" | "W" => Some(Colour::White),
            "b" | "B" => Some(Colour::Black),
            "" | "-" => None,
            other => {
                self.diagnostics.push(
                    Diagnostic::error("E0605", format!("`{other}` is no colour"))
                        .at(field.colour.span)
                        .hint("`w`, `b`, or `-` for none"),
                );
                None
            }
        }
    }

    fn result(&mut self, field: &RoundField<'_>) -> Option<Outcome> {
        Some(match field.result.text {
            "1" | "W" | "w" => Outcome::Played(Score::Win),
            "=" | "D" | "d" => Outcome::Played(Score::Draw),
            "0" | "L" | "l" => Outcome::Played(Score::Loss),
            "+" => Outcome::Forfeit(Forfeit::Won),
            "-" => Outcome::Forfeit(Forfeit::Lost),
            "" | "*" => Outcome::Pending,
            other => {
                self.bad_result(other, field);
                return None;
            }
        })
    }

    /// Without a word on the system: where every two players (or teams) are paired exactly once,
    /// or exactly twice, it is a league.
    fn infer_league(&mut self, tournament: &mut Tournament, file: FileId) {
        let is_team_event = tournament.is_team_event();
        let sides = if is_team_event { tournament.teams.len() } else { tournament.entrants.len() };
        let mut meetings: BTreeMap<(usize, usize), usize> = BTreeMap::new();
        if is_team_event {
            for m in &tournament.matches {
                let Some(away) = m.away else { continue };
                *meetings.entry((m.home.min(away), m.home.max(away))).or_default() += 1;
            }
        } else {
            for (own, row) in tournament.cells.iter().enumerate() {
                for opponent in row.iter().filter_map(Cell::opponent).filter(|&o| own < o) {
                    *meetings.entry((own, opponent)).or_default() += 1;
                }
            }
        }
        let complete = |times: usize| {
            sides > 2
                && meetings.len() == sides * (sides - 1) / 2
                && meetings.values().all(|&met| met == times)
        };
        let double = complete(2);
        if double || complete(1) {
            tournament.system = System::RoundRobin { double };
            let times = if double { "twice" } else { "once" };
            self.diagnostics.push(
                Diagnostic::note(
                    "N0616",
                    format!(
                        "read as a round robin: every two {} are paired {times}",
                        if is_team_event { "teams" } else { "players" }
                    ),
                )
                .at(Span::new(file, 0, 0))
                .hint("say otherwise with `system` in a `tournament.toml`"),
            );
        }
    }

    /// Points stated against the sum of the rounds. Announced byes may be counted already.
    fn check_points(&mut self, tournament: &Tournament, players: &[Player<'_>]) {
        let system = tournament.report_file.points.unwrap_or(PointSystem::USUAL);
        for (index, player) in players.iter().enumerate() {
            let Some(stated) = player.entrant.stated_points else { continue };
            // In tenths, as the points of a system are.
            let tenths = i64::from(stated.halves()) * 5;
            let sum: i64 = tournament.cells[index].iter().map(|c| tenths_of(c, system)).sum();
            let announced: i64 = tournament
                .announced
                .iter()
                .filter(|a| a.entrant == index)
                .map(|a| tenths_of(&a.cell, system))
                .sum();
            if tenths != sum && tenths != sum + announced {
                let rounds = Points::from_exact(Exact::new(sum, 10))
                    .map_or_else(|| format!("{}/10", sum), |points| points.to_string());
                self.diagnostics.push(
                    Diagnostic::warning(
                        "W0608",
                        format!("points stated: {stated}; the rounds give {rounds}"),
                    )
                    .at(player.points.span)
                    .hint("older files leave byes blank and count them; the rounds are what counts here"),
                );
            }
        }
    }

    pub(super) fn note(&mut self, code: String, span: Span) {
        self.notes.entry(code).or_insert((span, 0)).1 += 1;
    }

    fn tell_notes(&mut self) {
        for (code, (span, lines)) in std::mem::take(&mut self.notes) {
            let what = match known_record(&code) {
                Some(what) => format!("{what} ({code}) are kept, but not used"),
                None if code.starts_with("title ") => format!("the {code} is not known"),
                None => format!("records {code} are not known; they are kept"),
            };
            let times = if lines == 1 { String::new() } else { format!(": {lines} lines") };
            self.diagnostics.push(Diagnostic::note("N0609", format!("{what}{times}")).at(span));
        }
    }
}

/// What a round gives, in tenths of a point.
fn tenths_of(cell: &Cell, system: PointSystem) -> i64 {
    i64::from(match cell {
        Cell::Paired { outcome: Outcome::Played(Score::Win), .. }
        | Cell::Paired { outcome: Outcome::Forfeit(Forfeit::Won), .. }
        | Cell::Bye(Bye::Full) => system.win,
        Cell::Paired { outcome: Outcome::Played(Score::Draw), .. } | Cell::Bye(Bye::Half) => {
            system.draw
        }
        Cell::Paired { outcome: Outcome::Played(Score::Loss), .. } => system.loss,
        Cell::Bye(Bye::Pairing) => system.pairing_bye,
        // A game that is going on counts nothing yet.
        Cell::Paired { outcome: Outcome::Pending, .. } => 0,
        Cell::Paired { outcome: Outcome::Forfeit(Forfeit::Lost), .. }
        | Cell::Bye(Bye::Zero)
        | Cell::Absent(_) => system.absence,
    })
}

/// `7.5`, `7,5`, `7`: a whole number of halves.
pub(super) fn parse_points(text: &str) -> Option<Points> {
    let (whole, decimals) = text.split_once(['.', ',']).unwrap_or((text, ""));
    let halves = match decimals.trim_end_matches('0') {
        "" => 0,
        "5" => 1,
        _ => return None,
    };
    let whole: i32 =
        if whole.is_empty() && !decimals.is_empty() { 0 } else { whole.parse().ok()? };
    (0..=9999).contains(&whole).then(|| Points::from_halves(whole * 2 + halves))
}

/// Titles of today, and the letters of older files.
fn parse_title(text: &str) -> Option<Title> {
    let upper = text.to_ascii_uppercase();
    Some(match upper.as_str() {
        "G" => Title::GM,
        "M" | "I" => Title::IM,
        "F" => Title::FM,
        "C" => Title::CM,
        "WG" => Title::WGM,
        "WM" | "WI" => Title::WIM,
        "WF" => Title::WFM,
        "WC" => Title::WCM,
        other => return Title::from_key(other),
    })
}
