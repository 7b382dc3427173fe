//! How standings came about: points after every round, and who went up and down.

use super::Rules1990;
use super::report::{Align, Block, Column, Entry, Msg, Report, Row, Table, Value};
use super::standings::Standings;
use crate::model::{Points, Tournament};

/// Contestants whose progress is shown: how much fits a drawing, no rule.
const SHOWN: usize = 6;

/// Points after every round of those at the head of the standings; `None` before two rounds.
pub fn scores(standings: &Standings) -> Option<Table> {
    let rounds = standings.scores.after_round;
    if rounds < 2 {
        return None;
    }
    let scores = &standings.scores;
    let rows = standings.rows.iter().take(SHOWN).map(|row| {
        let contestant = &scores.rows[row.entrant];
        let mut sum = Points::ZERO;
        let mut cells = vec![Entry::plain(scores.who(row.entrant))];
        for round in 1..=rounds {
            sum += contestant.round(round).map(|score| score.points).sum();
            cells.push(Entry::plain(sum));
        }
        Row { entrant: None, cells }
    });
    let rows: Vec<Row> = rows.collect();
    let mut columns = vec![Column::new("name", Msg::new("progress.who"), Align::Start)];
    columns.extend((1..=rounds).map(|round| {
        Column::new("round", Msg::new("crosstable.round").with("round", round), Align::End)
    }));
    Some(Table {
        key: "score-progress",
        caption: Msg::new("progress.caption").with("count", rows.len()),
        columns,
        rows,
    })
}

/// The standings after a round, with the places that everybody won or lost in it. The workings are
/// those of the last standings, and left out.
pub fn after_round(
    t: &Tournament,
    rules: &Rules1990,
    before: Option<&Standings>,
    after: &Standings,
) -> Report {
    let mut table = after.table(t, rules);
    table.columns.insert(1, Column::new("move", Msg::new("progress.move"), Align::End));
    for (row, placing) in table.rows.iter_mut().zip(&after.rows) {
        for cell in &mut row.cells {
            *cell = Entry::plain(cell.value.clone());
        }
        let was = before.and_then(|before| {
            let at = before.row_of(placing.entrant)?;
            before.rows[at].rank
        });
        row.cells.insert(1, Entry::plain(movement(was, placing.rank)));
    }
    let round = after.scores.after_round;
    let title = Msg::new("standings.title").with("tournament", t.name.clone()).with("round", round);
    let mut blocks = vec![Block::Table(table)];
    if before.is_some() {
        blocks.push(Block::Paragraph(Msg::new("progress.key").with("round", round - 1)));
    }
    Report { key: "standings", title, blocks }
}

/// Places won or lost; nothing to say without both.
fn movement(was: Option<u32>, is: Option<u32>) -> Value {
    let (Some(was), Some(is)) = (was, is) else { return Value::Undefined };
    let by = was.abs_diff(is);
    match is.cmp(&was) {
        std::cmp::Ordering::Less => Msg::new("progress.up").with("by", by).into(),
        std::cmp::Ordering::Greater => Msg::new("progress.down").with("by", by).into(),
        std::cmp::Ordering::Equal => Msg::new("progress.same").into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::standings::Settings;
    use crate::model::Colour::{Black, White};
    use crate::model::{Cell, Colour, Entrant, Outcome, Score, System};
    use crate::test_rules::rules;

    /// Four players, two rounds: 1 and 2 win, then 2 beats 1 and 3 beats 4.
    fn event() -> Tournament {
        let mut t = Tournament::new("x", "X", System::Swiss, 2);
        t.entrants = (1..=4).map(|n| Entrant::new(n, format!("J{n}"))).collect();
        let cell = |opponent: usize, colour: Colour, score| Cell::Paired {
            opponent,
            colour: Some(colour),
            outcome: Outcome::Played(score),
        };
        t.cells = vec![
            vec![cell(2, White, Score::Win), cell(1, Black, Score::Loss)],
            vec![cell(3, Black, Score::Win), cell(0, White, Score::Win)],
            vec![cell(0, Black, Score::Loss), cell(3, White, Score::Win)],
            vec![cell(1, White, Score::Loss), cell(2, Black, Score::Loss)],
        ];
        t
    }

    fn column(table: &Table, key: &str) -> Vec<Value> {
        let at = table.columns.iter().position(|column| column.key == key).expect("there");
        table.rows.iter().map(|row| row.cells[at].value.clone()).collect()
    }

    #[test]
    fn points_are_summed_round_by_round() {
        let t = event();
        let standings = Standings::compute(&t, rules(), 2, &Settings::default());
        let table = scores(&standings).expect("two rounds");
        let first: Vec<_> = table.rows[0].cells[1..].iter().map(|c| c.value.clone()).collect();
        assert_eq!(first, [Value::Points(Points::ONE), Value::Points(Points::from_halves(4))]);
        let one = Standings::compute(&t, rules(), 1, &Settings::default());
        assert!(scores(&one).is_none());
    }

    #[test]
    fn movement_is_against_the_round_before() {
        let t = event();
        let [one, two] = [1, 2].map(|r| Standings::compute(&t, rules(), r, &Settings::default()));
        let report = after_round(&t, rules(), Some(&one), &two);
        let Block::Table(table) = &report.blocks[0] else { panic!("a table") };
        assert!(table.rows.iter().flat_map(|row| &row.cells).all(|cell| cell.working.is_empty()));
        // After round 1 the winners share the first place and the losers the third, or a tie-break
        // has separated them; 2 is first now, and nobody's sum of moves is hidden.
        let moves = column(table, "move");
        for (row, value) in two.rows.iter().zip(&moves) {
            let was = one.rows[one.row_of(row.entrant).unwrap()].rank.unwrap();
            let expected = match i64::from(was) - i64::from(row.rank.unwrap()) {
                0 => "progress.same",
                1.. => "progress.up",
                _ => "progress.down",
            };
            assert!(matches!(value, Value::Msg(msg) if msg.key == expected), "{value:?}");
        }
        let first = after_round(&t, rules(), None, &one);
        assert_eq!(first.blocks.len(), 1, "no move in the first round");
    }
}
