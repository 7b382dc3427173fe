//! The boards of a round, and the starting list.

use std::cmp::Reverse;

use super::Rules1990;
use super::report::{Align, Column, Entry, Msg, Row, Table, Value};
use super::score_table::ScoreTable;
use super::team::{board_points, score_match};
use super::values::category_msg;
use crate::model::{Bye, Cell, Colour, Entrant, Forfeit, Outcome, Ratings, Tournament};

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
        _ => Msg::new("result.played")
            .with("home", score.home.board_points)
            .with("away", score.away.board_points),
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

/// Everybody by pairing number, with title, rating, club, category and federation where somebody
/// has one.
pub fn starting_list(t: &Tournament, rules: &Rules1990) -> Table {
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
        if key == "rating" { column } else { column.extra() }
    }));
    let mut order: Vec<(usize, &Entrant)> = t.entrants.iter().enumerate().collect();
    order.sort_by_key(|&(index, entrant)| (entrant.number, index));
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
