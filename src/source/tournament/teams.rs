//! Team events: `teams.csv`, `matches.csv` and `boards.csv`.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::entrants::Numbers;
use super::games::{no_result, round_of, twice};
use crate::diag::{Diagnostic, Diagnostics, Span};
use crate::model::{
    Archive, BoardGame, Bye, Cell, Colour, Forfeit, MAX_BOARDS, Match, Outcome, SubstitutionRecord,
    Team, TeamLevel, Tournament, slugify,
};
use crate::source::people::{Seen, club_of};
use crate::source::results::{PAIR_RESULTS, PairResult, pair_result};
use crate::source::rounds::{Rounds, beyond_boards};
use crate::source::table::columns;

columns! {
    /// The teams of a team event.
    pub struct TeamRow = "data/tournaments/…/teams.csv" {
        /// Number. Without this column, the order of the lines.
        optional number,
        /// Identifier, unique in the event; made from the name when left out.
        optional team,
        /// Name, as published.
        required name,
        /// Identifier of the club, from `data/clubs.csv`.
        optional club,
        /// Division or category of the championship in which the team plays: `divisio-1`,
        /// `divisio-2`, `divisio-3`, `categoria-1`, `categoria-2`, `categoria-3` or `promocio`.
        optional level,
    }
}

columns! {
    /// Matches decided by absence, free rounds, and matches not played yet. Others may stand here
    /// too, but follow from `boards.csv`.
    pub struct MatchRow = "data/tournaments/…/matches.csv" {
        /// Round, from 1.
        required round,
        /// Table, from 1.
        required table,
        /// Number of the home team, or of the one with a free round.
        required home,
        /// Number of the other team; empty for a free round.
        optional away,
        /// `+:-`, `-:+` or `-:-` for a match decided by absence; else nothing.
        optional result,
    }
}

columns! {
    /// The boards of the matches.
    pub struct BoardRow = "data/tournaments/…/boards.csv" {
        /// Round, from 1.
        required round,
        /// Table, from 1.
        required table,
        /// Board, from 1.
        required board,
        /// Pairing number, from `players.csv`, of the home team's player; empty when nobody came.
        optional home,
        /// Pairing number of the other team's player; empty when nobody came.
        optional away,
        /// `white` or `black`. When left out, White on odd boards (RGC 5.3.1.2; without a home
        /// team, of the one named first).
        optional home_colour,
        /// From the home side, as in `games.csv`.
        optional result,
    }
}

columns! {
    /// Players who came in for others during a match of a team event (RGC 13). The boards name those
    /// who came in.
    pub struct SubstitutionRow = "data/tournaments/…/substitutions.csv" {
        /// Round, from 1.
        required round,
        /// Number of the team.
        required team,
        /// Pairing number of who went out.
        required out,
        /// Pairing number of who came in.
        required player,
        /// Minutes after the official start.
        required minutes,
    }
}

/// Reads who came in for whom.
pub fn read_substitutions(
    rows: &[SubstitutionRow<'_>],
    tournament: &mut Tournament,
    diagnostics: &mut Diagnostics,
) {
    let teams = Numbers::of_teams(&tournament.teams);
    let players = Numbers::of_entrants(&tournament.entrants);
    for row in rows {
        let round = row.round.ordinal(diagnostics);
        let team = teams.find(&row.team, "team", diagnostics);
        let out = players.find(&row.out, "player", diagnostics);
        let player = players.find(&row.player, "player", diagnostics);
        let minutes = row.minutes.number(diagnostics);
        if let (Some(round), Some(team), Some(out), Some(player), Some(minutes)) =
            (round, team, out, player, minutes)
        {
            let record = SubstitutionRecord { round, team, out, player, minutes };
            tournament.substitutions.push(record);
        }
    }
}

/// Reads the teams.
pub fn read_teams(
    rows: &[TeamRow<'_>],
    archive: &Archive,
    diagnostics: &mut Diagnostics,
) -> Vec<Team> {
    let numbered = rows.iter().any(|row| !row.number.is_empty());
    let (mut numbers, mut slugs) = (Seen::default(), Seen::default());
    let mut teams = Vec::new();
    for (index, row) in rows.iter().enumerate() {
        let number = if numbered {
            row.number.required(diagnostics);
            row.number.ordinal(diagnostics)
        } else {
            Some(index as u32 + 1)
        };
        let name = row.name.required(diagnostics).map(Arc::from);
        let club = club_of(&row.club, archive, diagnostics);
        let level = row.level.word(&TeamLevel::ALL, TeamLevel::key, diagnostics);
        let (slug, span) = match row.team.given() {
            Some(_) => (row.team.slug(diagnostics), row.team.span),
            None => (row.name.given().map(|name| slugify(name).into()), row.name.span),
        };
        let (Some(number), Some(name), Some(slug)) = (number, name, slug) else { continue };
        let new_number =
            numbers.is_new("number", &number.to_string(), row.number.span, diagnostics);
        let new_slug = slugs.is_new("team", &slug, span, diagnostics);
        if new_number && new_slug {
            teams.push(Team { number, slug, name, club, level });
        }
    }
    teams.sort_by_key(|team| team.number);
    teams
}

type Key = (u32, u32);

/// A match while its boards are being read.
struct Draft {
    home: usize,
    away: Option<usize>,
    span: Span,
    forfeit: Option<(Forfeit, Forfeit)>,
    boards: BTreeMap<u32, (BoardGame, Span)>,
}

/// Reads matches and boards into the tournament; the rounds of its players are returned.
pub fn read_matches(
    matches: &[MatchRow<'_>],
    boards: &[BoardRow<'_>],
    tournament: &mut Tournament,
    diagnostics: &mut Diagnostics,
) -> Rounds {
    let teams = Numbers::of_teams(&tournament.teams);
    let mut drafts: BTreeMap<Key, Draft> = BTreeMap::new();
    let mut busy: BTreeMap<(u32, usize), Span> = BTreeMap::new();
    for row in matches {
        read_match(row, &teams, tournament.rounds, &mut drafts, &mut busy, diagnostics);
    }
    let mut grid = Rounds::new(tournament.entrants.len());
    let lines = locate_boards(boards, tournament, &mut drafts, &mut busy, diagnostics);
    for line in lines {
        read_board(&line, tournament, &mut drafts, &mut grid, diagnostics);
    }
    let most = drafts.values().flat_map(|d| d.boards.keys().copied()).max().unwrap_or(0);
    if tournament.boards == 0 {
        tournament.boards = most;
    }
    tournament.matches = drafts
        .into_iter()
        .map(|((round, table), draft)| {
            let mut boards: Vec<_> = draft.boards.into_values().map(|(game, _)| game).collect();
            if boards.is_empty() && draft.forfeit.is_none() && draft.away.is_some() {
                // Paired and not played: its boards are open, so that the round is not complete.
                boards = (1..=tournament.boards.clamp(1, 99)).map(open_board).collect();
            }
            let Draft { home, away, forfeit, .. } = draft;
            Match { round, table, home, away, boards, forfeit }
        })
        .collect();
    grid
}

fn open_board(board: u32) -> BoardGame {
    BoardGame {
        board,
        home: None,
        away: None,
        home_colour: usual_colour(board),
        outcome: Outcome::Pending,
        both_absent: false,
    }
}

/// White on odd boards for the team named first.
fn usual_colour(board: u32) -> Colour {
    if board % 2 == 1 { Colour::White } else { Colour::Black }
}

fn read_match(
    row: &MatchRow<'_>,
    teams: &Numbers,
    rounds: u32,
    drafts: &mut BTreeMap<Key, Draft>,
    busy: &mut BTreeMap<(u32, usize), Span>,
    diagnostics: &mut Diagnostics,
) {
    let round = round_of(&row.round, rounds, diagnostics);
    row.table.required(diagnostics);
    let table = row.table.ordinal(diagnostics);
    row.home.required(diagnostics);
    let home = teams.find(&row.home, "team", diagnostics);
    let away = teams.find(&row.away, "team", diagnostics);
    let forfeit = match pair_result(row.result.text()) {
        Some(PairResult::PENDING) => None,
        Some(PairResult { first: Outcome::Forfeit(a), second: Outcome::Forfeit(b) }) => {
            Some((a, b))
        }
        _ => {
            diagnostics.push(no_result(
                &row.result,
                "`+:-`, `-:+` or `-:-`; a match that was played is in `boards.csv`",
            ));
            None
        }
    };
    let (Some(round), Some(table), Some(home)) = (round, table, home) else { return };
    if !row.away.is_empty() && away.is_none() {
        return;
    }
    if away == Some(home) {
        diagnostics.push(
            Diagnostic::error("E0503", "no team plays against itself")
                .at(row.away.span)
                .related(row.home.span, "the same number"),
        );
        return;
    }
    if let Some(first) = drafts.get(&(round, table)) {
        diagnostics.push(
            Diagnostic::error("E0510", format!("table {table} is twice in round {round}"))
                .at_label(row.span, "second")
                .related(first.span, "first"),
        );
        return;
    }
    for (team, cell) in [(Some(home), &row.home), (away, &row.away)] {
        let Some(team) = team else { continue };
        if let Some(first) = busy.insert((round, team), cell.span) {
            let what = format!("team {}", cell.text());
            diagnostics.push(twice(&what, round, cell.span, first));
        }
    }
    let draft = Draft { home, away, span: row.span, forfeit, boards: BTreeMap::new() };
    drafts.insert((round, table), draft);
}

/// A line of `boards.csv` whose numbers are known.
struct Line<'r, 't> {
    row: &'r BoardRow<'t>,
    key: Key,
    board: u32,
    home: Option<usize>,
    away: Option<usize>,
}

/// Finds the players of all lines, and from them the teams of matches that `matches.csv` has not.
fn locate_boards<'r, 't>(
    rows: &'r [BoardRow<'t>],
    tournament: &Tournament,
    drafts: &mut BTreeMap<Key, Draft>,
    busy: &mut BTreeMap<(u32, usize), Span>,
    diagnostics: &mut Diagnostics,
) -> Vec<Line<'r, 't>> {
    let numbers = Numbers::of_entrants(&tournament.entrants);
    let mut lines = Vec::new();
    let mut sides: BTreeMap<Key, (Option<usize>, Option<usize>, Span)> = BTreeMap::new();
    for row in rows {
        let round = round_of(&row.round, tournament.rounds, diagnostics);
        row.table.required(diagnostics);
        let table = row.table.ordinal(diagnostics);
        row.board.required(diagnostics);
        let board = row.board.ordinal(diagnostics);
        let board = board.filter(|&board| {
            if board > MAX_BOARDS {
                diagnostics.push(beyond_boards(board, row.board.span));
            }
            board <= MAX_BOARDS
        });
        let home = numbers.find(&row.home, "player", diagnostics);
        let away = numbers.find(&row.away, "player", diagnostics);
        let (Some(round), Some(table), Some(board)) = (round, table, board) else { continue };
        let team = |player: Option<usize>| tournament.entrants[player?].team;
        let side = sides.entry((round, table)).or_insert((None, None, row.span));
        side.0 = side.0.or(team(home));
        side.1 = side.1.or(team(away));
        let unknown =
            (home.is_none() && !row.home.is_empty()) || (away.is_none() && !row.away.is_empty());
        if !unknown {
            lines.push(Line { row, key: (round, table), board, home, away });
        }
    }
    for ((round, table), (home, away, span)) in sides {
        if drafts.contains_key(&(round, table)) {
            continue;
        }
        let (Some(home), Some(away)) = (home, away) else {
            diagnostics.push(
                Diagnostic::error(
                    "E0509",
                    format!("the teams of table {table} in round {round} are not known"),
                )
                .at(span)
                .hint("name them in `matches.csv`"),
            );
            continue;
        };
        for team in [home, away] {
            if let Some(first) = busy.insert((round, team), span) {
                let what = format!("team {}", tournament.teams[team].number);
                diagnostics.push(twice(&what, round, span, first));
            }
        }
        let draft = Draft { home, away: Some(away), span, forfeit: None, boards: BTreeMap::new() };
        drafts.insert((round, table), draft);
    }
    lines
}

fn read_board(
    line: &Line<'_, '_>,
    tournament: &Tournament,
    drafts: &mut BTreeMap<Key, Draft>,
    grid: &mut Rounds,
    diagnostics: &mut Diagnostics,
) {
    let Line { row, key: (round, table), board, home, away } = *line;
    let colour = row.home_colour.word(
        &[Colour::White, Colour::Black],
        |colour| if colour == Colour::White { "white" } else { "black" },
        diagnostics,
    );
    let result = board_result(row, home, away, diagnostics);
    let Some(draft) = drafts.get_mut(&(round, table)) else { return };
    for (player, team, cell) in [(home, Some(draft.home), &row.home), (away, draft.away, &row.away)]
    {
        let Some(player) = player else { continue };
        if tournament.entrants[player].team != team {
            diagnostics.push(
                Diagnostic::error(
                    "E0509",
                    format!("number {} does not play for this team", cell.text()),
                )
                .at(cell.span)
                .related(draft.span, "the match")
                .hint("correct the number, the table, or the player's team"),
            );
        }
    }
    if let Some((_, first)) = draft.boards.get(&board) {
        diagnostics.push(
            Diagnostic::error("E0510", format!("board {board} is twice in the match"))
                .at_label(row.board.span, "second")
                .related(*first, "first"),
        );
        return;
    }
    let mut free = true;
    for (player, cell) in [(home, &row.home), (away, &row.away)] {
        if let Some(first) = player.and_then(|player| grid.taken(player, round)) {
            diagnostics.push(twice(&format!("number {}", cell.text()), round, cell.span, first));
            free = false;
        }
    }
    if home.is_some() && home == away {
        diagnostics
            .push(Diagnostic::error("E0503", "nobody plays against themselves").at(row.away.span));
        free = false;
    }
    let Some(result) = result.filter(|_| free) else { return };
    let home_colour = colour.unwrap_or_else(|| usual_colour(board));
    let lost = Outcome::Forfeit(Forfeit::Lost);
    let game = BoardGame {
        board,
        home,
        away,
        home_colour,
        outcome: result.first,
        both_absent: result.first == lost && result.second == lost,
    };
    draft.boards.insert(board, (game, row.board.span));
    // The players' own rounds. One whose opponent's chair stayed empty has a full point without an
    // opponent.
    for (player, opponent, colour, outcome, cell) in [
        (home, away, home_colour, result.first, &row.home),
        (away, home, home_colour.other(), result.second, &row.away),
    ] {
        let Some(player) = player else { continue };
        let own = match (opponent, outcome) {
            (Some(opponent), outcome) => Cell::Paired { opponent, colour: Some(colour), outcome },
            (None, Outcome::Forfeit(Forfeit::Won)) => Cell::Bye(Bye::Full),
            (None, _) => continue,
        };
        grid.place(player, round, own, cell.span);
    }
}

/// The result of a board; an empty chair decides it.
fn board_result(
    row: &BoardRow<'_>,
    home: Option<usize>,
    away: Option<usize>,
    diagnostics: &mut Diagnostics,
) -> Option<PairResult> {
    let Some(written) = pair_result(row.result.text()) else {
        diagnostics.push(no_result(&row.result, PAIR_RESULTS));
        return None;
    };
    let result = written.with_chairs(home.is_some(), away.is_some());
    if result.is_none() {
        diagnostics.push(
            no_result(&row.result, "the forfeit of the side that has no player, or nothing")
                .related(row.span, "a chair is empty here"),
        );
    }
    result
}
