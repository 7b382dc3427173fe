//! The closing report: what the organiser sends after the event (Oberts 8): who played and who
//! left, incidents, the papers, by when.

use super::{HomologationContext, sheet_of};
use crate::core::contestants;
use crate::core::report::{Align, Block, Column, Entry, Fact, Msg, Report, Row, Table, Value};
use crate::core::rules::Rules1990;
use crate::model::{Absence, Cell, EventKind, Forfeit, Outcome, Tournament};

/// Requirements that the closing report answers.
const PAPERS: [&str; 4] = ["papers", "document", "fee", "fee-paid"];

/// The report of a finished individual event.
pub fn closing_report(t: &Tournament, rules: &Rules1990, context: &HomologationContext) -> Report {
    let title = Msg::new("closing.title").with("tournament", t.name.clone());
    let mut blocks = vec![
        Block::Heading(Msg::new("closing.heading.figures")),
        Block::Facts(figures(t, rules)),
        Block::Heading(Msg::new("closing.heading.incidents")),
        incidents(t),
    ];
    if t.kind == EventKind::Open {
        let (sheet, input) = sheet_of(t, rules, context);
        let mut found = sheet.compute(&input).all();
        found.retain(|found| PAPERS.contains(&found.fact.key));
        blocks.push(Block::Heading(Msg::new("closing.heading.papers")));
        blocks.push(Block::Facts(found.into_iter().map(|found| found.fact).collect()));
    }
    Report { key: "closing", title, blocks }
}

/// Players, rounds and games.
fn figures(t: &Tournament, rules: &Rules1990) -> Vec<Fact> {
    let papers = &rules.competition.papers.open.at;
    let cells = || t.cells.iter().flatten();
    // Both sides of a game have a cell each.
    let games = cells().filter(|cell| cell.played().is_some()).count() / 2;
    let left = |eliminated| t.withdrawals.iter().filter(|w| w.eliminated == eliminated).count();
    let fact = |key, label, value: Value| {
        let entry = Entry::plain(value);
        let entry = if t.kind == EventKind::Open { entry.cite(papers) } else { entry };
        Fact::new(key, Msg::new(label), entry)
    };
    vec![
        fact("entered", "closing.entered", t.entrants.len().into()),
        fact("withdrawn", "closing.withdrawn", left(false).into()),
        fact("eliminated", "closing.eliminated", left(true).into()),
        fact("rounds", "closing.rounds", t.rounds_recorded().into()),
        fact("games", "closing.games", games.into()),
    ]
}

/// Forfeits, absences and departures, round by round.
fn incidents(t: &Tournament) -> Block {
    let mut found: Vec<(u32, usize, &'static str)> = Vec::new();
    for (index, row) in t.cells.iter().enumerate() {
        for (round, cell) in (1..).zip(row) {
            let what = match cell {
                Cell::Paired { outcome: Outcome::Forfeit(Forfeit::Lost), .. } => "closing.forfeit",
                Cell::Absent(Absence::Missed) => "closing.missed",
                Cell::Absent(Absence::NotEntered) if round == 1 => "closing.late",
                _ => continue,
            };
            found.push((round, index, what));
        }
    }
    found.extend(t.withdrawals.iter().map(|w| {
        let what = if w.eliminated { "closing.was-eliminated" } else { "closing.left" };
        (w.after_round, w.entrant, what)
    }));
    if found.is_empty() {
        return Block::Paragraph(Msg::new("closing.no-incidents"));
    }
    found.sort();
    let column = |key: &'static str, header, align| Column::new(key, Msg::new(header), align);
    Block::Table(Table {
        key: "incidents",
        caption: Msg::new("closing.incidents"),
        columns: vec![
            column("round", "closing.round", Align::End),
            column("player", "closing.player", Align::Start),
            column("what", "closing.what", Align::Start),
        ],
        rows: found
            .into_iter()
            .map(|(round, index, what)| Row {
                entrant: Some(index),
                cells: vec![
                    Entry::plain(round),
                    Entry::plain(contestants::value(t, index)),
                    Entry::plain(Msg::new(what)),
                ],
            })
            .collect(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{Bye, Colour, Entrant, Score, System, Withdrawal};
    use crate::test_rules::rules;

    fn event() -> Tournament {
        let mut t = Tournament::new("x", "X", System::Swiss, 2);
        t.kind = EventKind::Open;
        t.entrants = (1..=3).map(|n| Entrant::new(n, format!("Jugador {n}"))).collect();
        let game =
            |opponent, outcome| Cell::Paired { opponent, colour: Some(Colour::White), outcome };
        let win = Outcome::Played(Score::Win);
        t.cells = vec![
            vec![game(1, win), game(2, Outcome::Forfeit(Forfeit::Won))],
            vec![game(0, Outcome::Played(Score::Loss)), Cell::Absent(Absence::Withdrawn)],
            vec![Cell::Bye(Bye::Pairing), game(0, Outcome::Forfeit(Forfeit::Lost))],
        ];
        t.withdrawals = vec![Withdrawal { entrant: 1, after_round: 1, eliminated: false }];
        t
    }

    #[test]
    fn incidents_come_by_round_and_games_are_counted_once() {
        let report = closing_report(&event(), rules(), &HomologationContext::default());
        let facts = report.blocks.iter().find_map(|block| match block {
            Block::Facts(facts) => Some(facts),
            _ => None,
        });
        let values: Vec<_> = facts.unwrap().iter().map(|f| f.entry.value.clone()).collect();
        assert_eq!(values, [3, 1, 0, 2, 1].map(|n: i64| Value::Int(n)));
        let table = report.blocks.iter().find_map(|block| match block {
            Block::Table(table) => Some(table),
            _ => None,
        });
        let rows: Vec<_> = table.unwrap().rows.iter().map(|row| row.entrant).collect();
        assert_eq!(rows, [Some(1), Some(2)]);
        // Every paper of the text, its last day, the fee and whether it is paid.
        let Some(Block::Facts(papers)) = report.blocks.last() else { panic!("papers") };
        let listed = rules().competition.papers.open.value.len();
        assert_eq!(papers.iter().filter(|fact| fact.key == "document").count(), listed);
        assert_eq!(papers.len(), listed + 3);
    }

    #[test]
    fn an_event_without_incidents_says_so() {
        let mut t = event();
        t.kind = EventKind::Closed;
        t.cells.clear();
        t.withdrawals.clear();
        let report = closing_report(&t, rules(), &HomologationContext::default());
        assert!(report.blocks.contains(&Block::Paragraph(Msg::new("closing.no-incidents"))));
        assert!(!report.blocks.contains(&Block::Heading(Msg::new("closing.heading.papers"))));
    }
}
