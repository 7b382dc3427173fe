//! Crosstables: what everybody did in every round, or against everybody else.

use serde_json::{Map, Value as Json, json};

use super::Rules1990;
use super::report::{Align, Column, Entry, Game, Msg, Row, Table, Value, exact_json};
use super::score_table::{RoundScore, Unit};
use super::standings::{Placing, Standings};
use crate::model::{Absence, Bye, Cell, Forfeit, Outcome, Tournament};

/// How the rows are ordered, and thereby what the numbers of opponents in the cells mean: always
/// the number at the head of the opponent's row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// From first to last. Rows are numbered 1, 2, 3 … without gaps: the place, where it is not
    /// shared.
    Rank,
    /// By pairing number.
    Number,
}

impl Order {
    pub fn key(self) -> &'static str {
        match self {
            Self::Rank => "rank",
            Self::Number => "number",
        }
    }
}

/// The crosstable in the order of the standings: rounds, or in a league the grid of opponents.
pub fn by_rank(t: &Tournament, standings: &Standings, rules: &Rules1990) -> Table {
    crosstable(t, standings, rules, Order::Rank)
}

/// The crosstable in the order of pairing numbers.
pub fn by_number(t: &Tournament, standings: &Standings, rules: &Rules1990) -> Table {
    crosstable(t, standings, rules, Order::Number)
}

/// Rounds for a Swiss, the grid of opponents for a league.
pub fn crosstable(t: &Tournament, standings: &Standings, rules: &Rules1990, order: Order) -> Table {
    if t.system.is_league() {
        grid(standings, rules, order)
    } else {
        rounds(standings, rules, order)
    }
}

/// One column for every round.
pub fn rounds(standings: &Standings, rules: &Rules1990, order: Order) -> Table {
    let lines = Lines::new(standings, order);
    let columns = (1..=standings.scores.after_round).map(|round| {
        Column::new("round", Msg::new("crosstable.round").with("round", round), Align::Centre)
    });
    lines.table(rules, columns, |who| {
        (1..=standings.scores.after_round)
            .map(|round| {
                let here = standings.scores.rows[who].round(round);
                joined(here.map(|r| lines.round_cell(who, r)).collect())
            })
            .collect()
    })
}

/// One column for every opponent.
pub fn grid(standings: &Standings, rules: &Rules1990, order: Order) -> Table {
    let lines = Lines::new(standings, order);
    let columns = lines.order.iter().map(|row| {
        let number = lines.label(row.entrant);
        Column::new(
            "opponent",
            Msg::new("crosstable.opponent").with("number", number),
            Align::Centre,
        )
    });
    lines.table(rules, columns, |who| {
        lines
            .order
            .iter()
            .map(|other| {
                if other.entrant == who {
                    return Entry::plain(Msg::new("crosstable.self"));
                }
                let games = standings.scores.rows[who]
                    .rounds
                    .iter()
                    .filter(|round| round.cell.opponent() == Some(other.entrant));
                joined(games.map(|round| lines.grid_cell(who, round)).collect())
            })
            .collect()
    })
}

/// Several games of one cell: in a double league, in order.
fn joined(mut entries: Vec<Entry>) -> Entry {
    match entries.len() {
        0 => Entry::plain(Value::Undefined),
        1 => entries.remove(0),
        _ => {
            let values = entries.iter().map(|entry| entry.value.clone()).collect::<Vec<_>>();
            let steps = entries.into_iter().flat_map(|entry| entry.working);
            Entry::plain(values).steps(steps)
        }
    }
}

/// The rows in their order, each with the number by which cells refer to it.
struct Lines<'a> {
    standings: &'a Standings,
    kind: Order,
    order: Vec<&'a Placing>,
    /// By entrant.
    labels: Vec<u32>,
}

impl<'a> Lines<'a> {
    fn new(standings: &'a Standings, kind: Order) -> Self {
        let rows = &standings.scores.rows;
        let mut order: Vec<&Placing> = standings.rows.iter().collect();
        let mut labels: Vec<u32> = rows.iter().map(|row| row.number).collect();
        match kind {
            Order::Number => order.sort_by_key(|row| rows[row.entrant].number),
            Order::Rank => {
                for (at, row) in order.iter().enumerate() {
                    labels[row.entrant] = at as u32 + 1;
                }
            }
        }
        Self { standings, kind, order, labels }
    }

    fn label(&self, who: usize) -> u32 {
        self.labels[who]
    }

    fn table(
        &self,
        rules: &Rules1990,
        columns: impl Iterator<Item = Column>,
        cells: impl Fn(usize) -> Vec<Entry>,
    ) -> Table {
        let scores = &self.standings.scores;
        let ratings = scores.rows.iter().any(|row| row.ratings != Default::default());
        // The place is the row's own number unless somebody shares one or has none.
        let place = self.kind == Order::Number
            || self.order.iter().any(|row| row.rank != Some(self.label(row.entrant)));
        let name = match scores.unit {
            Unit::Player => "column.player",
            Unit::Team => "column.team",
        };
        let mut all = vec![
            Column::new("row", Msg::new("column.number"), Align::End),
            Column::new("name", Msg::new(name), Align::Start),
        ];
        if ratings {
            all.push(Column::new("rating", Msg::new("column.rating"), Align::End).extra());
        }
        all.extend(columns);
        all.push(Column::new("points", Msg::new("column.points"), Align::End));
        if place {
            all.push(Column::new("rank", Msg::new("column.rank"), Align::End));
        }
        let rows = self.order.iter().map(|row| {
            let who = row.entrant;
            let mut line = vec![Entry::plain(self.label(who)), Entry::plain(scores.who(who))];
            if ratings {
                let rating = scores.rows[who].ratings.first(&rules.rating_order.order.value);
                line.push(Entry::plain(rating.map(|(_, rating)| rating)));
            }
            line.extend(cells(who));
            line.push(row.score.clone());
            if place {
                line.push(Entry::plain(row.rank));
            }
            Row { entrant: Some(who), cells: line }
        });
        Table {
            key: "crosstable",
            caption: Msg::new(match self.kind {
                Order::Rank => "crosstable.by-rank",
                Order::Number => "crosstable.by-number",
            })
            .with("round", scores.after_round),
            columns: all,
            rows: rows.collect(),
        }
    }

    /// `12b1`: opponent, colour, result; with the words of it as its working.
    fn round_cell(&self, who: usize, round: &RoundScore) -> Entry {
        let result = Self::result(round);
        let value: Value = match round.cell {
            Cell::Paired { opponent, colour, .. } => Game {
                opponent,
                label: self.label(opponent),
                name: self.standings.scores.rows[opponent].name.clone(),
                colour,
                result: result.into(),
            }
            .into(),
            _ => result.into(),
        };
        self.worded(value, who, round)
    }

    /// The result alone; of a team match the board points.
    fn grid_cell(&self, who: usize, round: &RoundScore) -> Entry {
        self.worded(Self::result(round).into(), who, round)
    }

    fn worded(&self, value: Value, who: usize, round: &RoundScore) -> Entry {
        Entry::plain(value).step(self.standings.scores.step(who, round).gives(round.points))
    }

    fn result(round: &RoundScore) -> Msg {
        let points = round.side.as_ref().map_or(round.points, |side| side.board_points);
        let key = match round.cell {
            Cell::Paired { outcome: Outcome::Played(_), .. } => {
                return Msg::new("crosstable.result").with("points", points);
            }
            Cell::Paired { outcome: Outcome::Pending, .. } => "crosstable.pending",
            Cell::Paired { outcome: Outcome::Forfeit(Forfeit::Won), .. } => {
                "crosstable.forfeit-win"
            }
            Cell::Paired { outcome: Outcome::Forfeit(Forfeit::Lost), .. } => {
                "crosstable.forfeit-loss"
            }
            Cell::Bye(Bye::Pairing) => "crosstable.bye",
            Cell::Bye(Bye::Full) => "crosstable.full-bye",
            Cell::Bye(Bye::Half) => "crosstable.half-bye",
            Cell::Bye(Bye::Zero) => "crosstable.zero-bye",
            Cell::Absent(Absence::Missed) => "crosstable.absent",
            Cell::Absent(Absence::NotEntered) => "crosstable.not-entered",
            Cell::Absent(Absence::Withdrawn) => "crosstable.withdrawn",
            Cell::Absent(Absence::KnockedOut) => "crosstable.knocked-out",
            Cell::Absent(Absence::FreeRound) => "crosstable.free",
        };
        Msg::new(key)
    }
}

/// The kind of a round, for programs.
pub fn kind(cell: &Cell) -> &'static str {
    match cell {
        Cell::Paired { outcome: Outcome::Pending, .. } => "pending",
        Cell::Paired { outcome: Outcome::Played(_), .. } => "played",
        Cell::Paired { outcome: Outcome::Forfeit(Forfeit::Won), .. } => "forfeit-win",
        Cell::Paired { outcome: Outcome::Forfeit(Forfeit::Lost), .. } => "forfeit-loss",
        Cell::Bye(Bye::Pairing) => "bye",
        Cell::Bye(Bye::Full) => "full-bye",
        Cell::Bye(Bye::Half) => "half-bye",
        Cell::Bye(Bye::Zero) => "zero-bye",
        Cell::Absent(Absence::Missed) => "absent",
        Cell::Absent(Absence::NotEntered) => "not-entered",
        Cell::Absent(Absence::Withdrawn) => "withdrawn",
        Cell::Absent(Absence::KnockedOut) => "knocked-out",
        Cell::Absent(Absence::FreeRound) => "free",
    }
}

/// For programs. `opponent` is the number at the head of the opponent's row in this order (`row`),
/// `opponent_number` always the pairing number.
pub fn to_json(t: &Tournament, standings: &Standings, order: Order) -> Json {
    let lines = Lines::new(standings, order);
    let scores = &standings.scores;
    let round_json = |round: &RoundScore| {
        let mut object = Map::new();
        object.insert("round".into(), json!(round.round));
        object.insert("kind".into(), json!(kind(&round.cell)));
        if let Cell::Paired { opponent, colour, .. } = round.cell {
            object.insert("opponent".into(), json!(lines.label(opponent)));
            object.insert("opponent_number".into(), json!(scores.rows[opponent].number));
            object.insert("colour".into(), Value::from(colour).to_json());
        }
        object.insert("points".into(), exact_json(round.points.exact()));
        if let Some(side) = &round.side {
            object.insert("board_points".into(), exact_json(side.board_points.exact()));
        }
        Json::Object(object)
    };
    let rows: Vec<Json> = lines
        .order
        .iter()
        .map(|row| {
            let who = &scores.rows[row.entrant];
            json!({
                "row": lines.label(row.entrant),
                "rank": row.rank,
                "number": who.number,
                "name": &*who.name,
                "points": exact_json(row.points.exact()),
                "rounds": who.rounds.iter().map(round_json).collect::<Vec<_>>(),
            })
        })
        .collect();
    let rows_key = match scores.unit {
        Unit::Player => "players",
        Unit::Team => "teams",
    };
    json!({
        "report": "crosstable",
        "tournament": &*t.slug,
        "order": order.key(),
        "round": scores.after_round,
        rows_key: rows,
    })
}
