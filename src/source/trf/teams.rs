//! Team records of a TRF file: who plays for whom (013, 310), and the matches.
//!
//! A TRF file has no record of a match: matches follow from the players' rounds. Line-ups (300)
//! give the boards where they are not in the order of the list and where chairs were empty; byes of
//! teams (320) and forfeited matches (330) are what the players' rounds do not show.

use std::collections::BTreeMap;

use super::read::Reader;
use super::records::{Columns, Field, Record};
use crate::diag::Diagnostic;
use crate::model::{
    BoardGame, Bye, Cell, Colour, Forfeit, MAX_BOARDS, Match, Outcome, Team, Tournament, slugify,
};
use crate::source::rounds::MAX_ROUNDS;

/// A team's line-up in a round: its opponent and its chairs, empty ones too.
struct LineUp {
    opponent: Option<usize>,
    chairs: Vec<Option<usize>>,
    /// Position of the record in the file: the order of the tables.
    order: usize,
}

impl Reader<'_> {
    /// Teams and their players. Where a file has both kinds of record, 310 counts: 013 has no
    /// numbers and says nothing more. What 310 says beyond that (nickname, strength, points, rank) is kept as it stands.
    pub(super) fn teams(
        &mut self,
        records: &[Record<'_>],
        numbers: &BTreeMap<u32, usize>,
        tournament: &mut Tournament,
    ) {
        let numbered = records.iter().any(|r| r.code == "310");
        let code = if numbered { "310" } else { "013" };
        let mut taken: BTreeMap<u32, crate::diag::Span> = BTreeMap::new();
        let mut of_code: Vec<&Record<'_>> = records.iter().filter(|r| r.code == code).collect();
        if numbered {
            of_code.sort_by_key(|record| record.field(Columns(5, 7)).number());
        }
        for (index, record) in of_code.into_iter().enumerate() {
            let (number, name, players) = if numbered {
                let number = record.field(Columns(5, 7));
                let Some(found) = number.number().filter(|&n| n > 0) else {
                    self.diagnostics.push(
                        Diagnostic::error("E0618", "a team needs a number in columns 5–7")
                            .at_label(number.span, format!("`{}`", number.text)),
                    );
                    continue;
                };
                if let Some(first) = taken.insert(found, number.span) {
                    self.diagnostics.push(
                        Diagnostic::error("E0602", format!("two teams have number {found}"))
                            .at_label(number.span, "second")
                            .related(first, "first"),
                    );
                    continue;
                }
                (found, record.field(Columns(9, 40)), record.numbers_from(74))
            } else {
                (index as u32 + 1, record.field(Columns(5, 36)), record.numbers_from(37))
            };
            let team = tournament.teams.len();
            let name = if name.is_empty() { format!("№ {number}") } else { name.text.to_owned() };
            let mut slug = slugify(&name);
            if slug.is_empty() || tournament.teams.iter().any(|t| *t.slug == *slug) {
                slug = format!("{}-{number}", if slug.is_empty() { "equip" } else { &slug });
            }
            let slug = slug.into();
            tournament.teams.push(Team {
                number,
                slug,
                name: name.into(),
                club: None,
                level: None,
            });
            let mut board = 0;
            for field in players {
                let Some(player) = self.member(field, numbers) else { continue };
                let entrant = &mut tournament.entrants[player];
                if entrant.team.is_some() {
                    self.diagnostics.push(
                        Diagnostic::error(
                            "E0619",
                            format!("number {} plays for two teams", entrant.number),
                        )
                        .at(field.span),
                    );
                    continue;
                }
                board += 1;
                entrant.team = Some(team);
                entrant.board = Some(board);
            }
        }
        // What the model has no place for: all records, or none.
        let of_teams = || records.iter().filter(|r| r.code == "310");
        if of_teams().any(|r| !r.field(Columns(42, 71)).is_empty()) {
            tournament.report_file.extra_records.extend(of_teams().map(|r| r.text().to_owned()));
        }
    }

    /// A player of a team; `0000` is none, an unknown number is an error.
    fn member(&mut self, field: Field<'_>, numbers: &BTreeMap<u32, usize>) -> Option<usize> {
        let number = field.number();
        if number == Some(0) {
            return None;
        }
        let found = number.and_then(|n| numbers.get(&n)).copied();
        if found.is_none() {
            self.diagnostics.push(
                Diagnostic::error("E0603", format!("no player has number {}", field.text))
                    .at(field.span),
            );
        }
        found
    }

    /// The matches of all rounds, from the cells of the players.
    pub(super) fn matches(
        &mut self,
        records: &[Record<'_>],
        numbers: &BTreeMap<u32, usize>,
        colours: &[Colour],
        tournament: &mut Tournament,
    ) {
        let line_ups = self.line_ups(records, numbers, tournament);
        let recorded = tournament.cells.first().map_or(0, Vec::len);
        let mut matches: Vec<Match> = Vec::new();
        for round in 0..recorded {
            let mut of_round = self.round(round, &line_ups, colours, tournament);
            of_round.sort_by_key(|(order, m)| (*order, m.home.min(m.away.unwrap_or(usize::MAX))));
            matches.extend(
                of_round
                    .into_iter()
                    .enumerate()
                    .map(|(table, (_, m))| Match { table: table as u32 + 1, ..m }),
            );
        }
        tournament.matches = matches;
        self.forfeited(records, tournament);
        self.free(records, recorded as u32, tournament);
        number_tables(&mut tournament.matches);
        let most = tournament.matches.iter().flat_map(|m| &m.boards).map(|b| b.board).max();
        tournament.boards = (colours.len() as u32).max(most.unwrap_or(0));
        if !colours.is_empty() && tournament.board_colours().as_deref() != Some(colours) {
            let record = records.iter().filter(|r| r.code == "352").map(|r| r.text().to_owned());
            tournament.report_file.extra_records.extend(record);
        }
    }

    /// 300: round, team, opponent, players.
    fn line_ups(
        &mut self,
        records: &[Record<'_>],
        numbers: &BTreeMap<u32, usize>,
        tournament: &mut Tournament,
    ) -> BTreeMap<(u32, usize), LineUp> {
        let mut found = BTreeMap::new();
        for (order, record) in records.iter().filter(|r| r.code == "300").enumerate() {
            let round = record.field(Columns(5, 7)).number();
            let team = self.team(record.field(Columns(9, 11)), tournament);
            let opponent = record.field(Columns(13, 15));
            let opponent = if opponent.number() == Some(0) || opponent.is_empty() {
                None
            } else {
                self.team(opponent, tournament)
            };
            let (Some(round), Some(team)) = (round, team) else { continue };
            let chairs = record.places_from(17, 4);
            let chairs = chairs.into_iter().take(MAX_BOARDS as usize);
            let chairs = chairs.map(|field| self.sits(field, team, numbers, tournament)).collect();
            found.insert((round, team), LineUp { opponent, chairs, order });
        }
        found
    }

    /// Somebody in a line-up: of the team, or of none so far, who joins it as a reserve.
    fn sits(
        &mut self,
        field: Field<'_>,
        team: usize,
        numbers: &BTreeMap<u32, usize>,
        tournament: &mut Tournament,
    ) -> Option<usize> {
        let player = self.member(field, numbers)?;
        let members = tournament.entrants.iter().filter(|e| e.team == Some(team));
        let last = members.filter_map(|e| e.board).max().unwrap_or(0);
        let entrant = &mut tournament.entrants[player];
        match entrant.team {
            None => {
                entrant.team = Some(team);
                entrant.board = Some(last + 1);
            }
            Some(own) if own == team => {}
            Some(_) => {
                let message = format!("number {} plays for another team", entrant.number);
                self.diagnostics.push(Diagnostic::error("E0619", message).at(field.span));
                return None;
            }
        }
        Some(player)
    }

    fn team(&mut self, field: Field<'_>, tournament: &Tournament) -> Option<usize> {
        let number = field.number();
        let found = tournament.teams.iter().position(|team| Some(team.number) == number);
        if found.is_none() {
            self.diagnostics.push(
                Diagnostic::error("E0603", format!("no team has number `{}`", field.text))
                    .at(field.span),
            );
        }
        found
    }

    /// The matches of a round (from 0), each with what orders it.
    fn round(
        &mut self,
        round: usize,
        line_ups: &BTreeMap<(u32, usize), LineUp>,
        colours: &[Colour],
        tournament: &Tournament,
    ) -> Vec<(usize, Match)> {
        let number = round as u32 + 1;
        let mut opponents: BTreeMap<usize, usize> = BTreeMap::new();
        for ((at, team), line_up) in line_ups {
            if let (true, Some(opponent)) = (*at == number, line_up.opponent) {
                opponents.entry(*team).or_insert(opponent);
                opponents.entry(opponent).or_insert(*team);
            }
        }
        for (player, row) in tournament.cells.iter().enumerate() {
            let team = tournament.entrants[player].team;
            let other = row[round].opponent().and_then(|o| tournament.entrants[o].team);
            let (Some(team), Some(other)) = (team, other) else { continue };
            let first = *opponents.entry(team).or_insert(other);
            if first != other || team == other {
                let [team, other] = [team, other].map(|t| tournament.teams[t].number);
                self.note_match(number, team, other);
            }
        }
        let pairs = opponents.iter().filter(|(team, other)| team < other);
        pairs
            .filter(|(team, other)| opponents.get(other) == Some(team))
            .map(|(&team, &other)| {
                let order = [team, other]
                    .iter()
                    .filter_map(|&t| line_ups.get(&(number, t)))
                    .map(|line_up| line_up.order)
                    .min();
                let boards = boards(round, (team, other), line_ups, tournament);
                let made = a_match(number, (team, other), boards, colours, tournament);
                (order.unwrap_or(usize::MAX), made)
            })
            .collect()
    }

    fn note_match(&mut self, round: u32, team: u32, other: u32) {
        let message = format!(
            "round {round}: players of team {team} meet more than one team, {other} among them"
        );
        let known = self.diagnostics.iter().any(|d| d.message == message);
        if !known {
            self.diagnostics.push(
                Diagnostic::warning("W0620", message)
                    .in_file(self.path.clone())
                    .hint("the match is made of the games against the first"),
            );
        }
    }

    /// 330: matches decided by absence.
    fn forfeited(&mut self, records: &[Record<'_>], tournament: &mut Tournament) {
        use Forfeit::{Lost, Won};
        for record in records.iter().filter(|r| r.code == "330") {
            let result = record.field(Columns(5, 6));
            let forfeit = match result.text {
                "+-" => (Won, Lost),
                "-+" => (Lost, Won),
                "--" => (Lost, Lost),
                other => {
                    self.diagnostics.push(
                        Diagnostic::error("E0607", format!("`{other}` is no result of a match"))
                            .at(result.span)
                            .hint("`+-`, `-+` or `--`"),
                    );
                    continue;
                }
            };
            let round = record.field(Columns(8, 10)).number();
            let home = self.team(record.field(Columns(12, 14)), tournament);
            let away = self.team(record.field(Columns(16, 18)), tournament);
            let (Some(round @ 1..=MAX_ROUNDS), Some(home), Some(away)) = (round, home, away) else {
                continue;
            };
            let recorded = tournament.cells.first().map_or(0, Vec::len);
            if home == away || round as usize > recorded {
                continue;
            }
            let teams = |m: &Match| {
                m.round == round
                    && m.away
                        .is_some_and(|a| (m.home, a) == (home, away) || (m.home, a) == (away, home))
            };
            match tournament.matches.iter_mut().find(|m| teams(m)) {
                Some(found) => {
                    found.home = home;
                    found.away = Some(away);
                    found.boards.clear();
                    found.forfeit = Some(forfeit);
                }
                None => push(round, home, Some(away), Some(forfeit), tournament),
            }
        }
    }

    /// 320: the team that had the bye in each round. Its points are kept as they stand.
    fn free(&mut self, records: &[Record<'_>], recorded: u32, tournament: &mut Tournament) {
        for record in records.iter().filter(|r| r.code == "320") {
            if !record.field(Columns(5, 13)).is_empty() {
                tournament.report_file.extra_records.push(record.text().to_owned());
            }
            for (round, field) in (1..=recorded).zip(record.places_from(15, 3)) {
                if field.is_empty() || field.number() == Some(0) {
                    continue;
                }
                let Some(team) = self.team(field, tournament) else { continue };
                let busy = tournament
                    .matches
                    .iter()
                    .any(|m| m.round == round && (m.home == team || m.away == Some(team)));
                if !busy {
                    push(round, team, None, None, tournament);
                }
            }
        }
    }
}

/// Tables of each round: matches on boards in their order, then those decided by absence, then the
/// free team.
fn number_tables(matches: &mut [Match]) {
    matches.sort_by_key(|m| {
        let lowest = m.home.min(m.away.unwrap_or(usize::MAX));
        let place = match (m.away, m.forfeit) {
            (Some(_), None) => (0, m.table as usize),
            (Some(_), Some(_)) => (1, lowest),
            (None, _) => (2, lowest),
        };
        (m.round, place)
    });
    let (mut round, mut table) = (0, 0);
    for m in matches {
        table = if m.round == round { table + 1 } else { 1 };
        round = m.round;
        m.table = table;
    }
}

/// Adds a match after the others of its round.
fn push(
    round: u32,
    home: usize,
    away: Option<usize>,
    forfeit: Option<(Forfeit, Forfeit)>,
    tournament: &mut Tournament,
) {
    let last = tournament.matches.iter().filter(|m| m.round == round).map(|m| m.table).max();
    let table = last.unwrap_or(0) + 1;
    let at = tournament.matches.partition_point(|m| (m.round, m.table) < (round, table));
    let made = Match { round, table, home, away, boards: Vec::new(), forfeit };
    tournament.matches.insert(at, made);
}

/// The chairs of a match, board by board: a player of the first team, of the second.
type Chairs = Vec<(Option<usize>, Option<usize>)>;

/// From the line-ups, where both are given and fit the rounds; else from the order of the lists.
fn boards(
    round: usize,
    teams: (usize, usize),
    line_ups: &BTreeMap<(u32, usize), LineUp>,
    tournament: &Tournament,
) -> Chairs {
    let meet = |a: usize, b: usize| tournament.cells[a][round].opponent() == Some(b);
    let line_up = |team| line_ups.get(&(round as u32 + 1, team));
    if let (Some(first), Some(second)) = (line_up(teams.0), line_up(teams.1)) {
        let boards = first.chairs.len().max(second.chairs.len());
        let chair = |chairs: &[Option<usize>], at: usize| chairs.get(at).copied().flatten();
        let chairs: Chairs =
            (0..boards).map(|at| (chair(&first.chairs, at), chair(&second.chairs, at))).collect();
        let fit = chairs.iter().all(|pair| match *pair {
            (Some(a), Some(b)) => meet(a, b),
            _ => true,
        });
        if fit {
            return chairs;
        }
    }
    let mut members: [Vec<usize>; 2] = [Vec::new(), Vec::new()];
    for (player, entrant) in tournament.entrants.iter().enumerate() {
        let side = match entrant.team {
            Some(team) if team == teams.0 => 0,
            Some(team) if team == teams.1 => 1,
            _ => continue,
        };
        let cell = tournament.cells[player][round];
        let other = if side == 0 { teams.1 } else { teams.0 };
        let plays = cell.opponent().is_some_and(|o| tournament.entrants[o].team == Some(other));
        if plays || cell == Cell::Bye(Bye::Full) {
            members[side].push(player);
        }
    }
    for side in &mut members {
        side.sort_by_key(|&player| tournament.entrants[player].board);
    }
    // Who has no opponent sits where the list puts them among those who have one.
    let mut chairs = Chairs::new();
    let mut waiting = members[1].iter().copied().peekable();
    for &player in &members[0] {
        let opponent = tournament.cells[player][round].opponent();
        while let Some(alone) =
            waiting.next_if(|&p| tournament.cells[p][round].opponent().is_none())
        {
            chairs.push((None, Some(alone)));
        }
        chairs.push((Some(player), opponent));
        waiting.next_if(|&p| Some(p) == opponent);
    }
    let alone = members[1].iter().filter(|&&p| tournament.cells[p][round].opponent().is_none());
    for &player in alone {
        if !chairs.contains(&(None, Some(player))) {
            chairs.push((None, Some(player)));
        }
    }
    chairs
}

/// A match; the home team is the one with the first colour on the first board that shows one.
fn a_match(
    round: u32,
    teams: (usize, usize),
    mut chairs: Chairs,
    colours: &[Colour],
    tournament: &Tournament,
) -> Match {
    let at = round as usize - 1;
    let usual = |board: usize| {
        let alternate = if board.is_multiple_of(2) { Colour::White } else { Colour::Black };
        colours.get(board).copied().unwrap_or(alternate)
    };
    let colour = |player: usize| match tournament.cells[player][at] {
        Cell::Paired { colour, .. } => colour,
        _ => None,
    };
    let shown = chairs.iter().enumerate().find_map(|(board, pair)| match *pair {
        (Some(first), Some(_)) => Some(colour(first)? == usual(board)),
        _ => None,
    });
    let (home, away) = if shown.unwrap_or(true) { teams } else { (teams.1, teams.0) };
    if home == teams.1 {
        chairs.iter_mut().for_each(|pair| *pair = (pair.1, pair.0));
    }
    let boards = chairs.into_iter().enumerate().map(|(board, (home, away))| {
        let outcome = |player: usize| match tournament.cells[player][at] {
            Cell::Paired { outcome, .. } => outcome,
            _ => Outcome::Pending,
        };
        let lost = Outcome::Forfeit(Forfeit::Lost);
        let (result, both_absent) = match (home, away) {
            (Some(h), Some(a)) => (outcome(h), outcome(h) == lost && outcome(a) == lost),
            (Some(_), None) => (Outcome::Forfeit(Forfeit::Won), false),
            (None, Some(_)) => (lost, false),
            (None, None) => (lost, true),
        };
        BoardGame {
            board: board as u32 + 1,
            home,
            away,
            home_colour: home.and_then(colour).unwrap_or_else(|| usual(board)),
            outcome: result,
            both_absent,
        }
    });
    Match { round, table: 0, home, away: Some(away), boards: boards.collect(), forfeit: None }
}
