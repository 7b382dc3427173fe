//! Lists of team events on chess-results.com: compositions, and the boards of a round.

use std::collections::BTreeMap;

use super::builder::{self, parse_points};
use super::headings::{Heading, recognise};
use super::sheet::{Row, Sheet};
use super::table::{birth, person, rating, sex};
use super::team_lists::sort_teams;
use super::{Context, Imported, Importer, Input};
use crate::diag::{Diagnostic, Span};
use crate::model::{
    BoardGame, Bye, Cell, Colour, Entrant, Forfeit, MAX_BOARDS, Match, Outcome, System, Team,
    Title, Tournament, slugify,
};
use crate::source::results::pair_result;
use crate::source::rounds::{MAX_ROUNDS, Rounds, beyond_boards};

/// Teams with their players. Results by round stand there without opponents, so no match follows
/// from them.
pub struct Compositions;

impl Importer for Compositions {
    fn name(&self) -> &'static str {
        "compositions of teams"
    }

    fn recognise(&self, input: &Input<'_>) -> bool {
        let Some(sheet) = &input.sheet else { return false };
        sheet
            .rows
            .windows(2)
            .take(60)
            .any(|pair| team_line(&pair[0]).is_some() && is_header(&pair[1]))
    }

    fn read(&self, input: &Input<'_>, context: &mut Context<'_>) -> Option<Imported> {
        let sheet = input.sheet.as_ref()?;
        let slug = context.slug();
        let name = event_name(sheet).unwrap_or_else(|| slug.clone());
        let mut t = Tournament::new(slug, name, System::Swiss, 0);
        let mut columns: Vec<Option<Heading>> = Vec::new();
        let mut team = None;
        let mut with_results = None;
        for (at, row) in sheet.rows.iter().enumerate() {
            let next_is_header = sheet.rows.get(at + 1).is_some_and(is_header);
            if let Some((number, name)) = team_line(row).filter(|_| next_is_header) {
                team = add_team(context, &mut t, number, name, row.span);
                columns.clear();
                continue;
            }
            if is_header(row) {
                columns = row.cells.iter().map(|cell| recognise(&cell.text)).collect();
                let bare = |h: &Option<Heading>| matches!(h, Some(Heading::Bare(_)));
                if columns.iter().any(bare) {
                    with_results.get_or_insert(row.span);
                }
                continue;
            }
            let Some(team) = team.filter(|_| !columns.is_empty()) else { continue };
            let get = |heading| {
                columns.iter().position(|&c| c == Some(heading)).map_or("", |at| row.get(at))
            };
            let name = get(Heading::Name);
            if name.is_empty() {
                continue;
            }
            let number = t.entrants.len() as u32 + 1;
            let mut entrant = Entrant::new(number, person(name));
            entrant.team = Some(team);
            entrant.board = get(Heading::Board).parse().ok();
            let rated = columns.iter().position(|&c| c == Some(Heading::Rating));
            entrant.ratings.fide =
                rated.and_then(|at| rating(context, row.get(at), row.span_of(at)));
            entrant.fide_id = get(Heading::FideId).parse().ok().filter(|&id| id > 0);
            let federation = get(Heading::Federation);
            entrant.federation = (federation.len() == 3).then(|| federation.into());
            entrant.birth = birth(get(Heading::Birth));
            entrant.sex = sex(get(Heading::Sex));
            entrant.stated_points = parse_points(get(Heading::Points));
            entrant.title = row.cells.iter().take(4).find_map(|cell| Title::from_key(&cell.text));
            t.entrants.push(entrant);
        }
        t.cells = vec![Vec::new(); t.entrants.len()];
        if let Some(span) = with_results {
            context.push(
                Diagnostic::warning(
                    "W0633",
                    "results stand here without opponents, and are left out",
                )
                .at(span)
                .hint("give the board pairings of each round, or a TRF file"),
            );
        }
        Some(Imported::Event(Box::new(t)))
    }
}

/// `1. ACADÉMICA DE ESPINHO A (RtgAvg:1896, …)`: number and name.
fn team_line(row: &Row) -> Option<(u32, &str)> {
    let text = row.lone_text()?;
    let (number, rest) = text.split_once('.')?;
    let name = rest.rfind(" (").map_or(rest, |at| &rest[..at]);
    let name = name.trim();
    (!name.is_empty()).then_some((number.trim().parse().ok()?, name))
}

fn is_header(row: &Row) -> bool {
    let known: Vec<Heading> = row.cells.iter().filter_map(|cell| recognise(&cell.text)).collect();
    known.contains(&Heading::Board) && known.contains(&Heading::Name)
}

fn event_name(sheet: &Sheet) -> Option<String> {
    let texts = sheet.rows.iter().take(4).filter_map(Row::lone_text);
    let name = texts.into_iter().find(|text| !text.to_lowercase().contains("chess-results"))?;
    Some(name.trim().to_owned())
}

fn add_team(
    context: &mut Context<'_>,
    t: &mut Tournament,
    number: u32,
    name: &str,
    span: Span,
) -> Option<usize> {
    if number == 0 {
        context.push(
            Diagnostic::error("E0601", "a team needs a number")
                .at_label(span, "numbers count from 1"),
        );
        return None;
    }
    if t.teams.iter().any(|team| team.number == number) {
        context
            .push(Diagnostic::error("E0602", format!("two teams have number {number}")).at(span));
        return None;
    }
    let mut slug = slugify(name);
    if slug.is_empty() || t.teams.iter().any(|team| *team.slug == *slug) {
        slug = format!("{}-{number}", if slug.is_empty() { "equip" } else { &slug });
    }
    t.teams.push(Team { number, slug: slug.into(), name: name.into(), club: None, level: None });
    Some(t.teams.len() - 1)
}

/// The board pairings of a round: a line for each match, and under it a line for each board.
pub struct Boards;

impl Importer for Boards {
    fn name(&self) -> &'static str {
        "board pairings of teams"
    }

    fn recognise(&self, input: &Input<'_>) -> bool {
        let Some(sheet) = &input.sheet else { return false };
        let mut rows = sheet.rows.windows(2).take(60);
        rows.any(|pair| match_line(&pair[0]).is_some() && board_of(pair[1].get(0)).is_some())
    }

    fn read(&self, input: &Input<'_>, context: &mut Context<'_>) -> Option<Imported> {
        let sheet = input.sheet.as_ref()?;
        let slug = context.slug();
        let name = event_name(sheet).unwrap_or_else(|| slug.clone());
        let mut t = Tournament::new(slug, name, System::Swiss, 0);
        let round = sheet.rows.iter().take(6).filter_map(Row::lone_text).find_map(round_of);
        let round = round.unwrap_or(1);
        if !(1..=MAX_ROUNDS).contains(&round) {
            context.push(
                Diagnostic::error("E0505", format!("round {round}")).in_file(context.path.clone()),
            );
            return None;
        }
        let mut reader = BoardsReader { players: BTreeMap::new(), current: None, said: Vec::new() };
        for row in &sheet.rows {
            reader.row(context, &mut t, row, round);
        }
        Some(Imported::Event(Box::new(reader.finish(t, round))))
    }
}

/// `Round 1 on 2026/01/03 at 15:00`, in any language: the first number after the first word.
pub(super) fn round_of(text: &str) -> Option<u32> {
    let mut words = text.split_whitespace();
    let first =
        recognise(&format!("{}{}", words.next()?, words.next()?.trim_end_matches(['.', ':'])));
    match first {
        Some(Heading::Round(round)) => Some(round),
        _ => None,
    }
}

/// A match: numbers and names of both teams.
fn match_line(row: &Row) -> Option<[(u32, &str); 2]> {
    if recognise(row.get(0)) != Some(Heading::Board) {
        return None;
    }
    // The first `-` between the two; a number and a name before and after it.
    let dash = row.cells.iter().position(|cell| cell.text == "-")?;
    let side = |cells: &'_ [super::sheet::Cell]| -> Option<usize> {
        cells.iter().position(|cell| cell.number().is_some())
    };
    let home = side(&row.cells[..dash])?;
    let away = dash + 1 + side(&row.cells[dash + 1..])?;
    let name = |at: usize| Some(row.get(at)).filter(|name| !name.is_empty());
    let team = |at: usize| Some((row.cells.get(at)?.number()?, name(at + 1)?));
    Some([team(home)?, team(away)?])
}

/// `1.3`: table and board.
fn board_of(text: &str) -> Option<(u32, u32)> {
    let (table, board) = text.split_once('.')?;
    let (table, board) = (table.parse().ok()?, board.parse().ok()?);
    ((1..=9_999).contains(&table) && (1..=99).contains(&board)).then_some((table, board))
}

struct BoardsReader {
    /// Team and folded name → entrant.
    players: BTreeMap<(usize, String), usize>,
    /// The match whose boards follow.
    current: Option<usize>,
    said: Vec<(usize, Cell, Span)>,
}

impl BoardsReader {
    fn row(&mut self, context: &mut Context<'_>, t: &mut Tournament, row: &Row, round: u32) {
        if let Some([(home, home_name), (away, away_name)]) = match_line(row) {
            let home = add_team(context, t, home, home_name, row.span);
            let away = add_team(context, t, away, away_name, row.span);
            self.current = None;
            if let (Some(home), Some(away)) = (home, away) {
                let table = t.matches.len() as u32 + 1;
                let boards = Vec::new();
                t.matches.push(Match {
                    round,
                    table,
                    home,
                    away: Some(away),
                    boards,
                    forfeit: None,
                });
                self.current = Some(t.matches.len() - 1);
            }
            return;
        }
        let (Some((_, board)), Some(at)) = (board_of(row.get(0)), self.current) else { return };
        let Some(dash) = row.cells.iter().position(|cell| cell.text == "-") else { return };
        if !(1..=MAX_BOARDS).contains(&board) {
            context.push(beyond_boards(board, row.span_of(0)));
            return;
        }
        if t.matches[at].boards.iter().any(|played| played.board == board) {
            context.push(
                Diagnostic::error("E0510", format!("board {board} is twice in the match"))
                    .at(row.span_of(0)),
            );
            return;
        }
        let filled = (0..row.cells.len()).rev().find(|&at| !row.get(at).is_empty()).unwrap_or(dash);
        let result = pair_result(row.get(filled));
        let Some(result) = result.filter(|_| filled > dash + 2) else {
            context.push(
                Diagnostic::error("E0504", format!("`{}` is no result", row.get(filled)))
                    .at(row.span_of(filled))
                    .hint(crate::source::results::PAIR_RESULTS),
            );
            return;
        };
        let (home_team, away_team) = (t.matches[at].home, t.matches[at].away);
        let home = self.player(context, t, row, 1..dash, home_team);
        let away = away_team.and_then(|team| self.player(context, t, row, dash + 1..filled, team));
        let Some(result) = result.with_chairs(home.is_some(), away.is_some()) else {
            context.push(
                Diagnostic::error("E0504", "a result of a game where a chair is empty")
                    .at(row.span_of(filled))
                    .hint("an empty chair loses by forfeit: `+ - -` or `- - +`"),
            );
            return;
        };
        let home_colour = if board % 2 == 1 { Colour::White } else { Colour::Black };
        let lost = Outcome::Forfeit(Forfeit::Lost);
        t.matches[at].boards.push(BoardGame {
            board,
            home,
            away,
            home_colour,
            outcome: result.first,
            both_absent: result.first == lost && result.second == lost,
        });
        let sides = [
            (home, away, home_colour, result.first),
            (away, home, home_colour.other(), result.second),
        ];
        // Who plays at another board already takes the whole board with them: a game has two sides.
        let taken = |player: &usize| self.said.iter().any(|(who, ..)| who == player);
        if let Some(player) = [home, away].into_iter().flatten().find(taken) {
            let name = &t.entrants[player].name;
            context.push(
                Diagnostic::error("E0502", format!("{name} is twice in the round")).at(row.span),
            );
            return;
        }
        for (player, opponent, colour, outcome) in sides {
            let Some(player) = player else { continue };
            let cell = match (opponent, outcome) {
                (Some(opponent), outcome) => {
                    Cell::Paired { opponent, colour: Some(colour), outcome }
                }
                (None, Outcome::Forfeit(Forfeit::Won)) => Cell::Bye(Bye::Full),
                _ => continue,
            };
            self.said.push((player, cell, row.span));
        }
    }

    /// The player of a side: a title, a name, a rating. Nothing, or a dash, is an empty chair.
    fn player(
        &mut self,
        context: &mut Context<'_>,
        t: &mut Tournament,
        row: &Row,
        cells: std::ops::Range<usize>,
        team: usize,
    ) -> Option<usize> {
        let is_name = |at: &usize| {
            let text = row.get(*at);
            text.chars().any(char::is_alphabetic) && Title::from_key(text).is_none()
        };
        let at = cells.clone().find(is_name)?;
        let name = person(row.get(at));
        let key = (team, crate::model::fold(name));
        if let Some(&known) = self.players.get(&key) {
            return Some(known);
        }
        let mut entrant = Entrant::new(t.entrants.len() as u32 + 1, name);
        entrant.team = Some(team);
        let of_team = t.entrants.iter().filter(|e| e.team == Some(team)).count() as u32;
        entrant.board = Some(of_team + 1);
        entrant.title = cells.clone().find_map(|at| Title::from_key(row.get(at)));
        let rated = cells.skip_while(|&other| other <= at).find(|&at| !row.get(at).is_empty());
        entrant.ratings.fide = rated.and_then(|at| rating(context, row.get(at), row.span_of(at)));
        t.entrants.push(entrant);
        self.players.insert(key, t.entrants.len() - 1);
        Some(t.entrants.len() - 1)
    }

    fn finish(self, mut t: Tournament, round: u32) -> Tournament {
        sort_teams(&mut t);
        for m in &mut t.matches {
            m.boards.sort_by_key(|played| played.board);
        }
        let mut grid = Rounds::new(t.entrants.len());
        for (player, cell, span) in self.said {
            grid.place(player, round, cell, span);
        }
        let settled = grid.settle(System::RoundRobin { double: false }, &[], round);
        t.cells = settled.cells;
        t.rounds = round;
        t.boards = t.matches.iter().flat_map(|m| &m.boards).map(|b| b.board).max().unwrap_or(0);
        t.rule_set = builder::rule_set();
        t
    }
}
