//! How those who are level on points were separated: the values that decided, one after another,
//! each with its working, and the criterion that put one before the next.

use super::report::{Align, Block, Column, Entry, Msg, Report, Row, Table, Value};
use super::score_table::Unit;
use super::standings::{Placing, Standings};
use crate::model::{System, Tournament};

/// The report. A knock-out has no ties: whoever passes comes first.
pub fn report(t: &Tournament, standings: &Standings) -> Report {
    let title = Msg::new("ties.title").with("tournament", t.name.clone());
    let mut blocks = Vec::new();
    let lines = if t.system == System::KnockOut { Vec::new() } else { lines(standings) };
    if lines.is_empty() {
        blocks.push(Block::Paragraph(Msg::new("ties.none")));
    } else {
        blocks.push(Block::Paragraph(Msg::new("ties.key")));
        blocks.push(Block::Table(table(standings, &lines)));
    }
    Report { key: "ties", title, blocks }
}

/// Somebody level with others: up to which criterion values were needed, and what put them before
/// the next one.
struct Line<'s> {
    placing: &'s Placing,
    /// Criteria that were looked at: the first `used` of the list.
    used: usize,
    before_next: Option<Decision<'s>>,
}

struct Decision<'s> {
    next: &'s Placing,
    /// Index of the criterion; `None` when the list left them level.
    by: Option<usize>,
}

fn lines(standings: &Standings) -> Vec<Line<'_>> {
    let ranked: Vec<&Placing> = standings.rows.iter().filter(|row| row.rank.is_some()).collect();
    let mut lines = Vec::new();
    for group in ranked.chunk_by(|a, b| a.points == b.points) {
        if group.len() < 2 {
            continue;
        }
        let decisions: Vec<Option<usize>> =
            group.windows(2).map(|pair| decision(standings, pair[0], pair[1])).collect();
        for (at, placing) in group.iter().enumerate() {
            let to_next = decisions.get(at);
            let neighbours = [at.checked_sub(1).and_then(|at| decisions.get(at)), to_next];
            let used = neighbours
                .into_iter()
                .flatten()
                .map(|by| by.map_or(standings.criteria.len(), |by| by + 1))
                .max();
            let next = group.get(at + 1).zip(to_next);
            lines.push(Line {
                placing,
                used: used.unwrap_or_default(),
                before_next: next.map(|(next, by)| Decision { next, by: *by }),
            });
        }
    }
    lines
}

/// The first criterion that was applied to both and differs.
fn decision(standings: &Standings, one: &Placing, other: &Placing) -> Option<usize> {
    standings.criteria.iter().enumerate().position(|(at, criterion)| {
        let (a, b) = (&one.criteria[at], &other.criteria[at]);
        let order = |entry: &Entry| criterion.rule.order(&entry.value);
        !is_skipped(a) && !is_skipped(b) && order(a) != order(b)
    })
}

/// Was the criterion left out for this group? Its value is then shown and not used.
fn is_skipped(entry: &Entry) -> bool {
    entry.working.last().is_some_and(|step| step.text.key == "tiebreak.skipped")
}

fn table(standings: &Standings, lines: &[Line<'_>]) -> Table {
    let name = match standings.scores.unit {
        Unit::Player => "column.player",
        Unit::Team => "column.team",
    };
    let used = lines.iter().map(|line| line.used).max().unwrap_or_default();
    let mut columns = vec![
        Column::new("rank", Msg::new("column.rank"), Align::End),
        Column::new("name", Msg::new(name), Align::Start),
        Column::new("points", Msg::new("column.points"), Align::End),
    ];
    columns.extend(standings.criteria[..used].iter().map(|criterion| {
        let column =
            Column::new(criterion.rule.key().to_owned(), criterion.rule.name(), Align::End);
        criterion.citations.iter().fold(column.extra(), Column::cite)
    }));
    columns.push(Column::new("decided", Msg::new("ties.decided"), Align::Start));
    let rows = lines.iter().map(|line| {
        let Placing { rank, entrant, points, criteria, .. } = line.placing;
        let mut cells = vec![
            Entry::plain(*rank),
            Entry::plain(standings.scores.who(*entrant)),
            Entry::plain(*points),
        ];
        cells.extend(criteria[..used].iter().enumerate().map(|(at, entry)| {
            if at < line.used { entry.clone() } else { Entry::plain(Value::Undefined) }
        }));
        cells.push(decided(standings, line));
        Row { entrant: Some(*entrant), cells }
    });
    Table { key: "ties", caption: Msg::new("ties.caption"), columns, rows: rows.collect() }
}

fn decided(standings: &Standings, line: &Line<'_>) -> Entry {
    let Some(Decision { next, by }) = &line.before_next else {
        return Entry::plain(Value::Undefined);
    };
    let other = standings.scores.who(next.entrant);
    let Some(by) = *by else {
        return Entry::plain(Msg::new("ties.level").with("other", other));
    };
    let value = |placing: &Placing| placing.criteria[by].value.clone();
    let criterion = &standings.criteria[by];
    Entry::plain(
        Msg::new("ties.before")
            .with("other", other)
            .with("criterion", criterion.rule.name())
            .with("own", value(line.placing))
            .with("theirs", value(next)),
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::standings::Settings;
    use crate::model::Colour::{Black, White};
    use crate::model::{Cell, Colour, Entrant, Outcome, Score};
    use crate::test_rules::rules;

    /// Four players, all drawn but two games: 1 beats 4, 2 beats 3 by round 1; round 2 drawn.
    fn event(criteria: &[&str]) -> Tournament {
        let mut t = Tournament::new("x", "X", System::Swiss, 2);
        t.entrants = (1..=4).map(|n| Entrant::new(n, format!("J{n}"))).collect();
        t.tie_breaks = Some(criteria.iter().map(|name| (*name).into()).collect());
        let cell = |opponent: usize, colour: Colour, score| Cell::Paired {
            opponent,
            colour: Some(colour),
            outcome: Outcome::Played(score),
        };
        t.cells = vec![
            vec![cell(3, White, Score::Win), cell(1, Black, Score::Draw)],
            vec![cell(2, White, Score::Win), cell(0, White, Score::Draw)],
            vec![cell(1, Black, Score::Loss), cell(3, White, Score::Win)],
            vec![cell(0, Black, Score::Loss), cell(2, Black, Score::Loss)],
        ];
        t
    }

    fn rows(t: &Tournament) -> Vec<Row> {
        let standings = Standings::compute(t, rules(), 2, &Settings::default());
        let report = report(t, &standings);
        let tables = report.blocks.into_iter().filter_map(|block| match block {
            Block::Table(table) => Some(table.rows),
            _ => None,
        });
        tables.flatten().collect()
    }

    #[test]
    fn the_criterion_that_decides_is_told_with_both_values() {
        // 1½ points each; opponents of 2 made 1 and 1½, those of 1 made 0 and 1½.
        let rows = rows(&event(&["buchholz"]));
        assert_eq!(rows.len(), 2, "only who is level");
        let last = rows[0].cells.last().expect("decided");
        let Value::Msg(msg) = &last.value else { panic!("a sentence") };
        assert_eq!(msg.key, "ties.before");
        let arg = |name| msg.args.iter().find(|(arg, _)| *arg == name).map(|(_, v)| v.clone());
        let own = arg("own").expect("a value");
        let theirs = arg("theirs").expect("a value");
        assert_ne!(own, theirs);
        assert!(!rows[0].cells[3].working.is_empty(), "with its working");
        assert_eq!(rows[1].cells.last().map(|c| &c.value), Some(&Value::Undefined));
    }

    #[test]
    fn who_stays_level_is_told_so() {
        let rows = rows(&event(&["personal-result"]));
        let Value::Msg(msg) = &rows[0].cells.last().expect("told").value else { panic!() };
        assert_eq!(msg.key, "ties.level");
    }

    #[test]
    fn without_a_tie_there_is_a_sentence() {
        let mut t = event(&["buchholz"]);
        t.cells[0][1] = Cell::Paired {
            opponent: 1,
            colour: Some(Black),
            outcome: Outcome::Played(Score::Loss),
        };
        t.cells[1][1] =
            Cell::Paired { opponent: 0, colour: Some(White), outcome: Outcome::Played(Score::Win) };
        // 2, 1, 1, 0: two are level. One more result and nobody is.
        assert_eq!(rows(&t).len(), 2);
        t.cells[2][1] = Cell::Bye(crate::model::Bye::Half);
        t.cells[3][1] = Cell::Absent(crate::model::Absence::Missed);
        assert!(rows(&t).is_empty());
    }
}
