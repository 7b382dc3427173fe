//! Team events seen by their players: the line-ups of every team, and who did best on each board.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use super::Rules1990;
use super::report::{Align, Block, Column, Entry, Msg, Report, Row, Step, Table, Value};
use super::team::{board_points, board_score};
use crate::model::{BoardGame, Exact, Outcome, Points, Tournament};

/// A player's game in a match.
#[derive(Clone, Copy)]
struct Appearance<'a> {
    round: u32,
    game: &'a BoardGame,
    away: bool,
}

impl Appearance<'_> {
    fn points(&self, rules: &Rules1990) -> Option<Points> {
        board_score(self.game, self.away).map(|score| board_points(score, rules))
    }

    fn is_played(&self) -> bool {
        matches!(self.game.outcome, Outcome::Played(_))
    }

    fn opponent(&self) -> Option<usize> {
        if self.away { self.game.home } else { self.game.away }
    }
}

/// Every player's games, by index, in the order of the rounds.
fn appearances(t: &Tournament) -> BTreeMap<usize, Vec<Appearance<'_>>> {
    let mut found: BTreeMap<usize, Vec<Appearance<'_>>> = BTreeMap::new();
    let mut matches: Vec<_> = t.matches.iter().collect();
    matches.sort_by_key(|m| (m.round, m.table));
    for m in matches {
        for game in &m.boards {
            for (player, away) in [(game.home, false), (game.away, true)] {
                if let Some(player) = player.filter(|&player| player < t.entrants.len()) {
                    let appearance = Appearance { round: m.round, game, away };
                    found.entry(player).or_default().push(appearance);
                }
            }
        }
    }
    found
}

fn who(t: &Tournament, index: usize) -> Value {
    let entrant = &t.entrants[index];
    Value::Entrant { index, number: entrant.number, name: entrant.name.clone() }
}

/// A table for each team: its players in their order, with the board and the points of every
/// round.
pub fn lineups(t: &Tournament, rules: &Rules1990) -> Report {
    let games = appearances(t);
    let rounds = t.rounds_recorded();
    let mut teams: Vec<usize> = (0..t.teams.len()).collect();
    teams.sort_by_key(|&team| t.teams[team].number);
    let mut blocks = Vec::new();
    for team in teams {
        let mut squad: Vec<usize> =
            (0..t.entrants.len()).filter(|&e| t.entrants[e].team == Some(team)).collect();
        squad.sort_by_key(|&e| {
            let entrant = &t.entrants[e];
            (entrant.board.is_none(), entrant.board, entrant.number)
        });
        let none = Vec::new();
        let rows = (1_u32..).zip(squad).map(|(place, index)| {
            let own = games.get(&index).unwrap_or(&none);
            lineup_row(t, rules, place, index, own, rounds)
        });
        let mut columns = vec![
            Column::new("place", Msg::new("column.number"), Align::End),
            Column::new("name", Msg::new("column.player"), Align::Start),
            Column::new("rating", Msg::new("column.rating"), Align::End).extra(),
        ];
        columns.extend((1..=rounds).map(|round| {
            let header = Msg::new("crosstable.round").with("round", round);
            Column::new("round", header, Align::Centre).extra()
        }));
        columns.push(Column::new("points", Msg::new("column.points"), Align::End));
        columns.push(Column::new("games", Msg::new("lineup.games"), Align::End));
        blocks.push(Block::Table(Table {
            key: "lineup",
            caption: Msg::new("lineup.caption")
                .with("number", t.teams[team].number)
                .with("team", t.teams[team].name.clone()),
            columns,
            rows: rows.collect(),
        }));
    }
    blocks.push(Block::Paragraph(Msg::new("lineup.key")));
    let title = Msg::new("lineup.title").with("tournament", t.name.clone());
    Report { key: "lineups", title, blocks }
}

fn lineup_row(
    t: &Tournament,
    rules: &Rules1990,
    place: u32,
    index: usize,
    own: &[Appearance<'_>],
    rounds: u32,
) -> Row {
    let rating = t.entrants[index].ratings.first(&rules.rating_order.order.value);
    let mut cells = vec![
        Entry::plain(place),
        Entry::plain(who(t, index)),
        Entry::plain(rating.map(|(_, rating)| rating)),
    ];
    for round in 1..=rounds {
        let here = own.iter().find(|appearance| appearance.round == round);
        let value = here.map_or(Value::Undefined, |appearance| {
            let board = appearance.game.board;
            let result: Value = match (appearance.points(rules), appearance.is_played()) {
                (None, _) => Msg::new("result.pending").into(),
                (Some(points), true) => points.into(),
                (Some(Points::ZERO), false) => Msg::new("lineup.forfeit-lost").into(),
                (Some(_), false) => Msg::new("lineup.forfeit-won").into(),
            };
            Msg::new("lineup.game").with("board", board).with("result", result).into()
        });
        cells.push(Entry::plain(value));
    }
    let points: Points = own.iter().filter_map(|appearance| appearance.points(rules)).sum();
    let mut entry = Entry::plain(points);
    for appearance in own {
        let Some(points) = appearance.points(rules) else { continue };
        entry = entry.step(step(t, appearance).gives(points));
    }
    if !own.is_empty() {
        entry = entry.cite_param(&rules.scoring.win);
    }
    cells.push(entry);
    cells.push(Entry::plain(own.iter().filter(|a| a.points(rules).is_some()).count()));
    Row { entrant: Some(index), cells }
}

fn step(t: &Tournament, appearance: &Appearance<'_>) -> Step {
    let opponent = appearance.opponent().filter(|&index| index < t.entrants.len());
    let msg = Msg::new("lineup.round")
        .with("round", appearance.round)
        .with("board", appearance.game.board)
        .with("opponent", opponent.map_or(Value::Undefined, |index| who(t, index)));
    Step::new(msg)
}

/// Who did best on each board: by points on it, then by fewer games, then by number. Only games on
/// the board count.
pub fn best_boards(t: &Tournament, rules: &Rules1990) -> Report {
    let games = appearances(t);
    let boards = t.matches.iter().flat_map(|m| &m.boards).map(|game| game.board).max();
    let mut blocks = vec![Block::Paragraph(Msg::new("boards.key"))];
    for board in 1..=boards.unwrap_or(0) {
        let mut lines: Vec<(Points, u32, usize, Entry)> = Vec::new();
        for (&index, own) in &games {
            let here = own.iter().filter(|a| a.game.board == board && a.is_played());
            let mut entry = Entry::plain(Points::ZERO).cite_param(&rules.scoring.win);
            let (mut points, mut count) = (Points::ZERO, 0);
            for appearance in here {
                let gained = appearance.points(rules).unwrap_or_default();
                points += gained;
                count += 1;
                entry = entry.step(step(t, appearance).gives(gained));
            }
            if count > 0 {
                entry.value = points.into();
                lines.push((points, count, index, entry));
            }
        }
        lines.sort_by_key(|&(points, count, index, _)| {
            (Reverse(points), count, t.entrants[index].number)
        });
        let mut rank = 0;
        let level = |a: &(Points, u32, usize, Entry), b: &(Points, u32, usize, Entry)| {
            (a.0, a.1) == (b.0, b.1)
        };
        let rows: Vec<Row> = lines
            .iter()
            .enumerate()
            .map(|(at, line)| {
                if at == 0 || !level(line, &lines[at - 1]) {
                    rank = at as u32 + 1;
                }
                let (points, count, index, entry) = line;
                let team = t.entrants[*index].team.and_then(|team| t.teams.get(team));
                let share = points.exact() / Exact::from(i64::from(*count));
                Row {
                    entrant: Some(*index),
                    cells: vec![
                        Entry::plain(rank),
                        Entry::plain(who(t, *index)),
                        Entry::plain(team.map(|team| team.name.clone())),
                        entry.clone(),
                        Entry::plain(*count),
                        Entry::plain(Value::Percent(share)),
                    ],
                }
            })
            .collect();
        blocks.push(Block::Table(Table {
            key: "board",
            caption: Msg::new("boards.caption").with("board", board),
            columns: vec![
                Column::new("rank", Msg::new("column.rank"), Align::End),
                Column::new("name", Msg::new("column.player"), Align::Start),
                Column::new("team", Msg::new("column.team"), Align::Start).extra(),
                Column::new("points", Msg::new("column.points"), Align::End),
                Column::new("games", Msg::new("lineup.games"), Align::End),
                Column::new("percent", Msg::new("boards.percent"), Align::End).extra(),
            ],
            rows,
        }));
    }
    let title = Msg::new("boards.title").with("tournament", t.name.clone());
    Report { key: "best-boards", title, blocks }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{Colour, Entrant, Match, Score, System, Team};
    use crate::test_rules::rules;

    /// Two teams of two players, with a reserve, who meet twice.
    fn event() -> Tournament {
        let mut t = Tournament::new("x", "X", System::RoundRobin { double: true }, 2);
        t.boards = 2;
        for number in 1..=2 {
            let name = format!("E{number}");
            let slug = name.as_str().into();
            t.teams.push(Team { number, slug, name: name.into(), club: None, level: None });
            for board in 1..=3 {
                let mut entrant =
                    Entrant::new((number - 1) * 3 + board, format!("J{number}.{board}"));
                entrant.team = Some(number as usize - 1);
                entrant.board = Some(board);
                t.entrants.push(entrant);
            }
        }
        t.cells = vec![vec![crate::model::Cell::Absent(crate::model::Absence::FreeRound); 2]; 6];
        let game = |board: u32, home: usize, away: usize, outcome| BoardGame {
            board,
            home: Some(home),
            away: Some(away),
            home_colour: if board % 2 == 1 { Colour::White } else { Colour::Black },
            outcome,
            both_absent: false,
        };
        use Outcome::{Forfeit, Played};
        t.matches = vec![
            Match {
                round: 1,
                table: 1,
                home: 0,
                away: Some(1),
                boards: vec![game(1, 0, 3, Played(Score::Win)), game(2, 1, 4, Played(Score::Draw))],
                forfeit: None,
            },
            Match {
                round: 2,
                table: 1,
                home: 1,
                away: Some(0),
                boards: vec![
                    game(1, 3, 0, Played(Score::Win)),
                    game(2, 4, 2, Forfeit(crate::model::Forfeit::Won)),
                ],
                forfeit: None,
            },
        ];
        t
    }

    fn tables(report: &Report) -> Vec<&Table> {
        let tables = report.blocks.iter().filter_map(|block| match block {
            Block::Table(table) => Some(table),
            _ => None,
        });
        tables.collect()
    }

    fn points(row: &Row, at: usize) -> Value {
        row.cells[at].value.clone()
    }

    #[test]
    fn line_ups_have_every_player_with_the_boards() {
        let report = lineups(&event(), rules());
        let tables = tables(&report);
        assert_eq!(tables.len(), 2);
        let [first, _, reserve] = &tables[0].rows[..] else { panic!() };
        // Number, name, rating, two rounds, points, games.
        assert_eq!(points(first, 5), Value::Points(Points::ONE));
        assert_eq!(points(first, 6), Value::Int(2));
        assert_eq!(points(reserve, 3), Value::Undefined);
        assert_eq!(points(reserve, 5), Value::Points(Points::ZERO));
        // A win by absence is a point of the player's.
        assert_eq!(points(&tables[1].rows[1], 5), Value::Points(Points::from_halves(3)));
    }

    #[test]
    fn the_best_of_a_board_are_found_without_forfeits() {
        let report = best_boards(&event(), rules());
        let tables = tables(&report);
        let ranks: Vec<_> = tables[0].rows.iter().map(|row| row.cells[0].value.clone()).collect();
        assert_eq!(ranks, [Value::Int(1), Value::Int(1)], "both made one of two");
        let second = &tables[1];
        assert_eq!(second.rows.len(), 2, "the reserve did not play");
        assert_eq!(points(&second.rows[0], 3), Value::Points(Points::HALF));
        assert_eq!(points(&second.rows[0], 4), Value::Int(1));
    }
}
