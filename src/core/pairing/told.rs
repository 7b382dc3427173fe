//! A paired round for readers and programs.

use serde_json::{Value as Json, json};

use super::{Position, RoundPairing, citations};
use crate::core::report::{
    Align, Block, Column, Entry, Fact, Msg, Report, Row, Step, Table, Value,
};

impl RoundPairing {
    /// The boards with their reasons, the bye, the floaters, and the story of every group.
    pub fn report(&self, position: &Position) -> Report {
        let columns = vec![
            Column::new("board", Msg::new("pairing.column.board"), Align::End),
            Column::new("white-number", Msg::new("pairing.column.number"), Align::End),
            Column::new("white", Msg::new("pairing.column.white"), Align::Start),
            Column::new("white-points", Msg::new("pairing.column.points"), Align::End),
            Column::new("black-number", Msg::new("pairing.column.number"), Align::End),
            Column::new("black", Msg::new("pairing.column.black"), Align::Start),
            Column::new("black-points", Msg::new("pairing.column.points"), Align::End),
        ];
        let player = |index: usize| Entry::plain(entrant(position, index));
        let points = |index: usize| Entry::plain(position.players[index].points);
        let number = |index: usize| Entry::plain(position.players[index].number);
        let boards = self.boards.iter().zip(1_u32..).map(|(board, table)| Row {
            entrant: None,
            cells: vec![
                reasoned(Entry::plain(table), &board.why),
                number(board.white),
                player(board.white),
                points(board.white),
                number(board.black),
                player(board.black),
                points(board.black),
            ],
        });
        let mut blocks = vec![Block::Table(Table {
            key: "boards",
            caption: Msg::new("pairing.boards").with("round", self.round),
            columns,
            rows: boards.collect(),
        })];
        let fact = |key, label, index, why: &[Step]| {
            Fact::new(key, Msg::new(label), reasoned(player(index), why))
        };
        let mut facts = Vec::new();
        facts.extend(
            self.bye.iter().map(|bye| fact("bye", "pairing.fact.bye", bye.player, &bye.why)),
        );
        facts.extend(
            self.floaters.iter().map(|f| fact("floater", "pairing.fact.floater", f.player, &f.why)),
        );
        facts.extend(
            self.releases.iter().map(|r| fact("release", "pairing.fact.release", r.player, &r.why)),
        );
        if !facts.is_empty() {
            blocks.push(Block::Facts(facts));
        }
        blocks.extend(self.notes.iter().map(|note| Block::Paragraph(note.text.clone())));
        for group in self.groups.iter().filter(|group| !group.steps.is_empty()) {
            blocks.push(Block::Heading(group.title.clone()));
            blocks.extend(group.steps.iter().map(|step| Block::Paragraph(step.text.clone())));
        }
        let title = Msg::new("pairing.title").with("round", self.round);
        Report { key: "pairing", title, blocks }
    }

    /// For programs: players by their pairing numbers, reasons as steps.
    pub fn to_json(&self, position: &Position) -> Json {
        let number = |index: usize| position.players[index].number;
        let steps = |steps: &[Step]| steps.iter().map(Step::to_json).collect::<Vec<_>>();
        json!({
            "round": self.round,
            "boards": self.boards.iter().map(|board| json!({
                "white": number(board.white),
                "black": number(board.black),
                "why": steps(&board.why),
            })).collect::<Vec<_>>(),
            "bye": self.bye.as_ref().map(|bye| json!({
                "player": number(bye.player),
                "why": steps(&bye.why),
            })),
            "floaters": self.floaters.iter().map(|floater| json!({
                "player": number(floater.player),
                "from": Value::from(floater.from).to_json(),
                "to": Value::from(floater.to).to_json(),
                "why": steps(&floater.why),
            })).collect::<Vec<_>>(),
            "releases": self.releases.iter().map(|release| json!({
                "player": number(release.player),
                "why": steps(&release.why),
            })).collect::<Vec<_>>(),
            "notes": steps(&self.notes),
            "groups": self.groups.iter().map(|group| json!({
                "title": group.title.to_json(),
                "steps": steps(&group.steps),
            })).collect::<Vec<_>>(),
        })
    }
}

fn entrant(position: &Position, index: usize) -> Value {
    let player = &position.players[index];
    Value::Entrant { index, number: player.number, name: player.name.clone() }
}

fn reasoned(entry: Entry, why: &[Step]) -> Entry {
    let cited = citations(why);
    cited.iter().fold(entry, Entry::cite).steps(why.iter().cloned())
}
