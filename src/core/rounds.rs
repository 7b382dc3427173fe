//! The boards of a round, and the starting list.

use std::cmp::Reverse;

use super::Rules1990;
use super::report::{Align, Column, Entry, Msg, Row, Table, Value};
use super::score_table::ScoreTable;
use super::team::{Improper, board_points, score_match};
use super::values::category_msg;
use crate::model::{
    Bye, Cell, Colour, Entrant, Forfeit, Outcome, Ratings, System, Tournament, fold,
};

/// The pairings of a round with their results: the highest score of a pair first, then the best
/// number; byes last. A team event has its matches, by table.
pub fn pairings(t: &Tournament, rules: &Rules1990, round: u32) -> Table {
    let before = ScoreTable::new(t, rules, round.saturating_sub(1));
    if t.is_team_event() {
        matches(t, rules, round, &before)
    } else {
        boards(t, rules, round, &before)
    }
}

/// A row of the table before it is numbered.
struct Pair {
    white: usize,
    /// `None` for a bye.
    black: Option<usize>,
    result: Msg,
}

fn boards(t: &Tournament, rules: &Rules1990, round: u32, before: &ScoreTable) -> Table {
    let cell = |who: usize| -> Option<Cell> {
        t.cells.get(who)?.get(usize::try_from(round.checked_sub(1)?).ok()?).copied()
    };
    let mut pairs: Vec<Pair> = Vec::new();
    for who in before.by_number() {
        match cell(who) {
            Some(Cell::Paired { opponent, colour, outcome }) if opponent < before.rows.len() => {
                // Listed once: by the player with White or, without colours, the better number.
                let number = |who: usize| before.rows[who].number;
                let first = match colour {
                    Some(colour) => colour == Colour::White,
                    None => number(who) < number(opponent),
                };
                if first {
                    let nobody = cell(opponent).is_some_and(|other| {
                        matches!(
                            other,
                            Cell::Paired { outcome: Outcome::Forfeit(Forfeit::Lost), .. }
                        )
                    });
                    let result = result(outcome, nobody, rules);
                    pairs.push(Pair { white: who, black: Some(opponent), result });
                }
            }
            Some(Cell::Bye(bye @ (Bye::Pairing | Bye::Full | Bye::Half))) => {
                let key = match bye {
                    Bye::Full => "cell.full-bye",
                    Bye::Half => "cell.half-bye",
                    _ => "cell.bye",
                };
                pairs.push(Pair { white: who, black: None, result: Msg::new(key) });
            }
            _ => {}
        }
    }
    let points = |who: usize| before.rows[who].points();
    pairs.sort_by_key(|pair| {
        let black = pair.black.unwrap_or(pair.white);
        let number = before.rows[pair.white].number.min(before.rows[black].number);
        (pair.black.is_none(), Reverse(points(pair.white).max(points(black))), number)
    });
    let rows = (1_u32..).zip(&pairs).map(|(board, pair)| Row {
        entrant: None,
        cells: vec![
            Entry::plain(pair.black.map(|_| board)),
            Entry::plain(before.who(pair.white)),
            Entry::plain(points(pair.white)),
            Entry::plain(pair.result.clone()),
            Entry::plain(pair.black.map_or(Value::Undefined, |black| before.who(black))),
            Entry::plain(pair.black.map(points)),
        ],
    });
    table("boards", round, ["column.board", "column.white", "column.black"], rows.collect())
}

/// As people write it: 1–0, ½–½, + –.
pub(crate) fn result(outcome: Outcome, nobody: bool, rules: &Rules1990) -> Msg {
    match outcome {
        Outcome::Pending => Msg::new("result.pending"),
        Outcome::Played(score) => Msg::new("result.played")
            .with("home", board_points(score, rules))
            .with("away", board_points(score.mirrored(), rules)),
        Outcome::Forfeit(Forfeit::Won) => Msg::new("result.forfeit-home"),
        Outcome::Forfeit(Forfeit::Lost) if nobody => Msg::new("result.none"),
        Outcome::Forfeit(Forfeit::Lost) => Msg::new("result.forfeit-away"),
    }
}

fn matches(t: &Tournament, rules: &Rules1990, round: u32, before: &ScoreTable) -> Table {
    let teams = before.rows.len();
    let known = |team: usize| team < teams;
    let mut of_round: Vec<_> = t
        .matches
        .iter()
        .filter(|m| m.round == round && known(m.home) && m.away.is_none_or(known))
        .collect();
    of_round.sort_by_key(|m| (m.away.is_none(), m.table, before.rows[m.home].number));
    let points = |team: usize| before.rows[team].points();
    let rows = of_round.into_iter().map(|m| Row {
        entrant: None,
        cells: vec![
            Entry::plain(m.away.map(|_| m.table)),
            Entry::plain(before.who(m.home)),
            Entry::plain(points(m.home)),
            Entry::plain(match_result(t, m, rules)),
            Entry::plain(m.away.map_or(Value::Undefined, |away| before.who(away))),
            Entry::plain(m.away.map(points)),
        ],
    });
    table("matches", round, ["column.table", "column.home", "column.away"], rows.collect())
}

fn match_result(t: &Tournament, m: &crate::model::Match, rules: &Rules1990) -> Msg {
    let Some(score) = score_match(t, m, rules) else { return Msg::new("cell.free") };
    match (score.home.outcome, m.boards.is_empty()) {
        (Outcome::Pending, _) => Msg::new("result.pending"),
        (Outcome::Forfeit(forfeit), true) => {
            let nobody = score.away.outcome == Outcome::Forfeit(Forfeit::Lost);
            result(Outcome::Forfeit(forfeit), nobody, rules)
        }
        _ => {
            let boards = Msg::new("result.played")
                .with("home", score.home.board_points)
                .with("away", score.away.board_points);
            match score.home.improper {
                None => boards,
                Some(improper) => Msg::new(match improper {
                    Improper::Own => "result.improper-home",
                    Improper::Other => "result.improper-away",
                    Improper::Both => "result.improper-both",
                })
                .with("boards", boards),
            }
        }
    }
}

fn table(
    key: &'static str,
    round: u32,
    [no, first, second]: [&'static str; 3],
    rows: Vec<Row>,
) -> Table {
    let points = |key| Column::new(key, Msg::new("column.points-before"), Align::End).extra();
    Table {
        key,
        caption: Msg::new("round.caption").with("round", round),
        columns: vec![
            Column::new("board", Msg::new(no), Align::End),
            Column::new("white", Msg::new(first), Align::Start),
            points("white-points"),
            Column::new("result", Msg::new("column.result"), Align::Centre),
            Column::new("black", Msg::new(second), Align::Start),
            points("black-points"),
        ],
        rows,
    }
}

/// The same round for those who look for their name: everybody in order of name, with the board,
/// the colour and the opponent. In a team event, the players of the line-ups.
pub fn by_player(t: &Tournament, rules: &Rules1990, round: u32) -> Option<Table> {
    let mut lines = if t.is_team_event() {
        match_lines(t, round)
    } else {
        board_lines(t, &pairings(t, rules, round), round)
    };
    if lines.is_empty() {
        return None;
    }
    lines.sort_by_cached_key(|line| (name_key(&t.entrants[line.who].name), line.who));
    let who = |index: usize| {
        let entrant = &t.entrants[index];
        Value::Entrant { index, number: entrant.number, name: entrant.name.clone() }
    };
    let rows = lines.into_iter().map(|line| Row {
        entrant: None,
        cells: vec![
            Entry::plain(who(line.who)),
            Entry::plain(line.board),
            Entry::plain(line.colour),
            Entry::plain(line.opponent.map_or(line.instead, who)),
        ],
    });
    let board = if t.is_team_event() { "round.table-board-head" } else { "column.board" };
    Some(Table {
        key: "by-player",
        caption: Msg::new("round.by-player"),
        columns: vec![
            Column::new("name", Msg::new("column.player"), Align::Start),
            Column::new("board", Msg::new(board), Align::End),
            Column::new("colour", Msg::new("column.colour"), Align::Centre),
            Column::new("opponent", Msg::new("card.opponent"), Align::Start),
        ],
        rows: rows.collect(),
    })
}

/// Who has neither opponent nor a bye that gives something, and why, by number; `None` when
/// everybody has. In a league and a knock-out a free round tells nothing new, nor does being out.
pub fn not_paired(t: &Tournament, rules: &Rules1990, round: u32) -> Option<Table> {
    if t.is_team_event() || t.system != System::Swiss {
        return None;
    }
    let scores = ScoreTable::new(t, rules, round);
    let rows: Vec<Row> = scores
        .by_number()
        .into_iter()
        .filter_map(|who| {
            let score = scores.rows[who].round(round).next()?;
            let is_out = matches!(score.cell, Cell::Bye(Bye::Zero) | Cell::Absent(_));
            is_out.then(|| Row {
                entrant: None,
                cells: vec![Entry::plain(scores.who(who)), Entry::plain(scores.words(who, score))],
            })
        })
        .collect();
    if rows.is_empty() {
        return None;
    }
    Some(Table {
        key: "not-paired",
        caption: Msg::new("round.not-paired"),
        columns: vec![
            Column::new("name", Msg::new("column.player"), Align::Start),
            Column::new("why", Msg::new("round.why"), Align::Start),
        ],
        rows,
    })
}

/// Where somebody plays.
struct Line {
    who: usize,
    board: Value,
    colour: Option<Colour>,
    opponent: Option<usize>,
    /// What stands in the opponent's place when there is none.
    instead: Value,
}

fn board_lines(t: &Tournament, table: &Table, round: u32) -> Vec<Line> {
    let index = |entry: &Entry| match entry.value {
        Value::Entrant { index, .. } => Some(index),
        _ => None,
    };
    let mut lines = Vec::new();
    for row in &table.rows {
        let [board, white, _, result, black, _] = &row.cells[..] else { continue };
        let sides = (index(white), index(black));
        for (who, opponent) in [sides, (sides.1, sides.0)] {
            let Some(who) = who else { continue };
            let cell = t.cells.get(who).and_then(|cells| cells.get(round as usize - 1));
            let colour = match cell {
                Some(Cell::Paired { colour, .. }) => *colour,
                _ => None,
            };
            let (board, instead) = (board.value.clone(), result.value.clone());
            lines.push(Line { who, board, colour, opponent, instead });
        }
    }
    lines
}

fn match_lines(t: &Tournament, round: u32) -> Vec<Line> {
    let known = |index: Option<usize>| index.filter(|&index| index < t.entrants.len());
    let mut lines = Vec::new();
    for m in t.matches.iter().filter(|m| m.round == round) {
        for game in &m.boards {
            let sides = [
                (known(game.home), known(game.away), game.home_colour),
                (known(game.away), known(game.home), game.home_colour.other()),
            ];
            for (who, opponent, colour) in sides {
                let Some(who) = who else { continue };
                let board =
                    Msg::new("round.table-board").with("table", m.table).with("board", game.board);
                let colour = Some(colour);
                let (board, instead) = (board.into(), Value::Undefined);
                lines.push(Line { who, board, colour, opponent, instead });
            }
        }
    }
    lines
}

/// The order of a list of those who entered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ListOrder {
    Number,
    Name,
    /// The highest first; those without one last.
    Rating,
    /// By the name of the club, then by number; those without one last.
    Club,
}

impl ListOrder {
    /// Does the order tell anything in an event?
    pub fn applies(self, t: &Tournament, rules: &Rules1990) -> bool {
        let order = &rules.rating_order.order.value;
        match self {
            Self::Number | Self::Name => true,
            Self::Rating => t.entrants.iter().any(|e| e.ratings.first(order).is_some()),
            Self::Club => t.entrants.iter().any(|e| e.club.is_some()),
        }
    }

    fn sort(self, rules: &Rules1990, order: &mut [(usize, &Entrant)]) {
        let ratings = &rules.rating_order.order.value;
        let number = |e: &Entrant, index: usize| (e.number, index);
        match self {
            Self::Number => order.sort_by_key(|&(index, e)| number(e, index)),
            Self::Name => {
                order.sort_by_cached_key(|&(index, e)| (name_key(&e.name), number(e, index)));
            }
            Self::Rating => order.sort_by_key(|&(index, e)| {
                (Reverse(e.ratings.first(ratings).map(|(_, r)| r)), number(e, index))
            }),
            Self::Club => order.sort_by_cached_key(|&(index, e)| {
                let club = e.club.as_deref();
                (club.is_none(), club.map(fold), number(e, index))
            }),
        }
    }
}

/// Surname, then the rest: `Soler, Zoe` comes before `Soler Bou, Anna`.
fn name_key(name: &str) -> (String, String) {
    let (surname, rest) = name.split_once(',').unwrap_or((name, ""));
    (fold(surname), fold(rest))
}

/// Everybody by pairing number, with title, rating, club, category and federation where somebody
/// has one.
pub fn starting_list(t: &Tournament, rules: &Rules1990) -> Table {
    list_of_players(t, rules, ListOrder::Number)
}

/// The same in another order.
pub fn list_of_players(t: &Tournament, rules: &Rules1990, list_order: ListOrder) -> Table {
    type Cell<'a> = Box<dyn Fn(&Entrant) -> Value + 'a>;
    let rating = |ratings: &Ratings| ratings.first(&rules.rating_order.order.value).map(|(_, r)| r);
    let team = |e: &Entrant| e.team.and_then(|at| t.teams.get(at)).map(|team| team.name.clone());
    let optional: [(&'static str, &'static str, Align, Cell<'_>); 6] = [
        ("title", "column.title", Align::Start, Box::new(|e| e.title.map(|c| c.key()).into())),
        ("rating", "column.rating", Align::End, Box::new(|e| rating(&e.ratings).into())),
        ("team", "column.team", Align::Start, Box::new(|e| team(e).into())),
        ("club", "column.club", Align::Start, Box::new(|e| e.club.clone().into())),
        (
            "category",
            "column.category",
            Align::Centre,
            Box::new(|e| e.category.map(category_msg).into()),
        ),
        (
            "federation",
            "column.federation",
            Align::Start,
            Box::new(|e| e.federation.clone().into()),
        ),
    ];
    let used: Vec<_> = optional
        .iter()
        .filter(|(_, _, _, cell)| t.entrants.iter().any(|e| cell(e) != Value::Undefined))
        .collect();
    let mut columns = vec![
        Column::new("number", Msg::new("column.number"), Align::End),
        Column::new("name", Msg::new("column.player"), Align::Start),
    ];
    columns.extend(used.iter().map(|&&(key, header, align, _)| {
        let column = Column::new(key, Msg::new(header), align);
        let wanted = key == "rating" || (key == "club" && list_order == ListOrder::Club);
        if wanted { column } else { column.extra() }
    }));
    let mut order: Vec<(usize, &Entrant)> = t.entrants.iter().enumerate().collect();
    list_order.sort(rules, &mut order);
    let rows = order.into_iter().map(|(index, e)| {
        let name = Value::Entrant { index, number: e.number, name: e.name.clone() };
        let mut cells = vec![Entry::plain(e.number), Entry::plain(name)];
        cells.extend(used.iter().map(|(_, _, _, cell)| Entry::plain(cell(e))));
        Row { entrant: Some(index), cells }
    });
    Table {
        key: "starting-list",
        caption: Msg::new("players.caption").with("n", t.entrants.len()),
        columns,
        rows: rows.collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Score;
    use crate::test_rules::rules;

    fn event() -> Tournament {
        let mut t = Tournament::new("x", "X", System::Swiss, 1);
        let people = [
            ("Soler Bou, Anna", 2100, Some("Torre")),
            ("Àlvarez, Pau", 2200, None),
            ("Soler, Zoe", 0, Some("Cavall")),
        ];
        for (number, (name, rating, club)) in (1..).zip(people) {
            let mut entrant = Entrant::new(number, name);
            entrant.ratings.catalan = (rating > 0).then_some(rating);
            entrant.club = club.map(Into::into);
            t.entrants.push(entrant);
        }
        let cell = |opponent, colour, score| Cell::Paired {
            opponent,
            colour: Some(colour),
            outcome: Outcome::Played(score),
        };
        t.cells = vec![
            vec![cell(1, Colour::Black, Score::Loss)],
            vec![cell(0, Colour::White, Score::Win)],
            vec![Cell::Bye(Bye::Pairing)],
        ];
        t
    }

    fn numbers(order: ListOrder) -> Vec<usize> {
        let table = list_of_players(&event(), rules(), order);
        table.rows.iter().filter_map(|row| row.entrant).map(|index| index + 1).collect()
    }

    #[test]
    fn lists_are_in_their_order() {
        assert_eq!(numbers(ListOrder::Number), [1, 2, 3]);
        // Accents do not count, and a surname alone comes before the longer one.
        assert_eq!(numbers(ListOrder::Name), [2, 3, 1]);
        assert_eq!(numbers(ListOrder::Rating), [2, 1, 3]);
        assert_eq!(numbers(ListOrder::Club), [3, 1, 2]);
        let mut t = event();
        assert!(ListOrder::Club.applies(&t, rules()));
        t.entrants.iter_mut().for_each(|entrant| entrant.club = None);
        assert!(!ListOrder::Club.applies(&t, rules()));
    }

    #[test]
    fn who_does_not_play_is_told_with_the_reason() {
        let mut t = event();
        assert!(not_paired(&t, rules(), 1).is_none(), "a bye that gives a point is a board");
        t.cells[2][0] = Cell::Absent(crate::model::Absence::Withdrawn);
        let table = not_paired(&t, rules(), 1).expect("one");
        assert_eq!(table.rows.len(), 1);
        assert!(
            matches!(&table.rows[0].cells[1].value, Value::Msg(msg) if msg.key == "cell.withdrawn")
        );
        t.system = System::RoundRobin { double: false };
        assert!(not_paired(&t, rules(), 1).is_none());
    }

    #[test]
    fn everybody_finds_their_board_by_name() {
        let table = by_player(&event(), rules(), 1).expect("a round");
        let cells: Vec<Vec<Value>> = table
            .rows
            .iter()
            .map(|row| row.cells.iter().map(|cell| cell.value.clone()).collect())
            .collect();
        let name = |value: &Value| match value {
            Value::Entrant { number, .. } => *number,
            _ => 0,
        };
        assert_eq!(cells.iter().map(|row| name(&row[0])).collect::<Vec<_>>(), [2, 3, 1]);
        assert_eq!(cells[0][1], Value::Int(1));
        assert_eq!(cells[0][2], Value::Colour(Colour::White));
        assert_eq!(name(&cells[0][3]), 1);
        assert_eq!(cells[1][1], Value::Undefined, "a bye has no board");
        assert!(matches!(&cells[1][3], Value::Msg(msg) if msg.key == "cell.bye"));
        assert!(by_player(&event(), rules(), 2).is_none());
    }
}
