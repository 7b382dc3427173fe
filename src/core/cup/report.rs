//! The bracket as a report.
//!
//! Its table has the key `bracket` and a row for every tie, round by round and from top to bottom,
//! so that whoever draws it needs no more than the order of the rows: the winners of the first two
//! rows of a round meet in the first row of the next.

use super::second_chance::{level_key, second_chances};
use super::{Cup, Place, State, Tie, match_of};
use crate::core::report::{Align, Block, Column, Entry, Msg, Report, Row, Table, Value};
use crate::core::team::score_match;
use crate::core::{Rules1990, contestants, rounds};
use crate::model::{Cell, Outcome, Tournament};
use crate::rulebook::ProvisionId;

/// Name of a round by how many rounds come after it: final, semifinals, quarter-finals; earlier
/// ones by their number.
pub fn round_name(round: u32, rounds: u32) -> Msg {
    match rounds.saturating_sub(round) {
        0 => Msg::new("cup.final"),
        1 => Msg::new("cup.semifinals"),
        2 => Msg::new("cup.quarter-finals"),
        3 => Msg::new("cup.eighth-finals"),
        _ => Msg::new("tab.round").with("round", round),
    }
}

impl Cup {
    /// The bracket with every result and reason, and in a Catalan Cup who has a second chance.
    pub fn report(&self, t: &Tournament, rules: &Rules1990) -> Report {
        let rule = ProvisionId::from("SAP 3.1");
        let mut blocks = Vec::new();
        if let Some(champion) = self.champion() {
            let msg = Msg::new("cup.champion").with("winner", contestants::value(t, champion));
            blocks.push(Block::Paragraph(msg));
        }
        let count = self.rounds.len() as u32;
        let rows = self.rounds.iter().flatten();
        let rows = rows.map(|tie| Row {
            entrant: None,
            cells: vec![
                Entry::plain(round_name(tie.round, count)),
                Entry::plain(place(t, tie.upper, tie)),
                Entry::plain(result(t, tie, rules)),
                Entry::plain(place(t, tie.lower, tie)),
                through(t, tie),
            ],
        });
        blocks.push(Block::Table(Table {
            key: "bracket",
            caption: Msg::new("cup.caption"),
            columns: vec![
                Column::new("round", Msg::new("column.round"), Align::Start),
                Column::new("upper", Msg::new("cup.first-named"), Align::Start),
                Column::new("result", Msg::new("column.result"), Align::Centre),
                Column::new("lower", Msg::new("cup.second-named"), Align::Start),
                Column::new("winner", Msg::new("cup.through"), Align::Start).cite(&rule),
            ],
            rows: rows.collect(),
        }));
        blocks.push(Block::Paragraph(Msg::new("cup.order")));
        blocks.extend(second_chance_blocks(t, self));
        let title = Msg::new("cup.title").with("tournament", t.name.clone());
        Report { key: "bracket", title, blocks }
    }
}

fn place(t: &Tournament, place: Place, tie: &Tie) -> Value {
    match place {
        Place::Of(index) => contestants::value(t, index),
        Place::Empty if tie.round == 1 => Msg::new("cup.pass").into(),
        Place::Empty => Msg::new("cup.nobody").into(),
        Place::Open => Value::Undefined,
    }
}

/// Points of the tie, the upper one's first.
fn result(t: &Tournament, tie: &Tie, rules: &Rules1990) -> Value {
    let (Place::Of(upper), Place::Of(lower)) = (tie.upper, tie.lower) else {
        return Value::Undefined;
    };
    if t.is_team_event() {
        let Some(m) = match_of(t, tie.round, upper, lower) else { return Value::Undefined };
        let Some(score) = score_match(t, m, rules) else { return Value::Undefined };
        if let (Outcome::Forfeit(_), true) = (score.home.outcome, m.boards.is_empty()) {
            let nobody = score.home.outcome == score.away.outcome;
            let side = if m.home == upper { &score.home } else { &score.away };
            return rounds::result(side.outcome, nobody, rules).into();
        }
        if score.home.outcome == Outcome::Pending {
            return Msg::new("result.pending").into();
        }
        let (first, second) = if m.home == upper {
            (score.home.board_points, score.away.board_points)
        } else {
            (score.away.board_points, score.home.board_points)
        };
        return Msg::new("result.played").with("home", first).with("away", second).into();
    }
    let cell = |who: usize| t.cells.get(who).and_then(|row| row.get(tie.round as usize - 1));
    match (cell(upper), cell(lower)) {
        (
            Some(&Cell::Paired { opponent, outcome, .. }),
            Some(&Cell::Paired { outcome: other, .. }),
        ) if opponent == lower => {
            let nobody = outcome == other;
            rounds::result(outcome, nobody, rules).into()
        }
        _ => Value::Undefined,
    }
}

fn through(t: &Tournament, tie: &Tie) -> Entry {
    match &tie.state {
        State::Open => Entry::plain(Value::Undefined),
        State::Undecided(entry) | State::Nobody(entry) => {
            let key =
                if matches!(tie.state, State::Nobody(_)) { "cup.nobody" } else { "cup.undecided" };
            Entry { value: Msg::new(key).into(), ..entry.clone() }
        }
        State::Pass(index) => Entry::plain(contestants::value(t, *index)),
        State::Won(_, entry) => entry.clone(),
    }
}

fn second_chance_blocks(t: &Tournament, cup: &Cup) -> Vec<Block> {
    let chances = second_chances(t, cup);
    if chances.is_empty() {
        return Vec::new();
    }
    let rounds = cup.rounds.len() as u32;
    let mut order: Vec<_> = chances.iter().collect();
    order.sort_by_key(|chance| (chance.level.is_none(), chance.level, chance.round));
    let rows = order.into_iter().map(|chance| Row {
        entrant: Some(chance.team),
        cells: vec![
            Entry::plain(contestants::value(t, chance.team)),
            Entry::plain(chance.level.map(|level| Msg::new(level_key(level)))),
            Entry::plain(round_name(chance.round, rounds)),
            Entry::plain(contestants::value(t, chance.by)),
            chance.entry.clone(),
        ],
    });
    let table = Table {
        key: "second-chance",
        caption: Msg::new("cup.second-chance.caption"),
        columns: vec![
            Column::new("team", Msg::new("column.team"), Align::Start),
            Column::new("level", Msg::new("column.category"), Align::Start),
            Column::new("round", Msg::new("column.round"), Align::Start).extra(),
            Column::new("by", Msg::new("cup.second-chance.by"), Align::Start),
            Column::new("goes-on", Msg::new("cup.second-chance.goes-on"), Align::Centre)
                .cite(&ProvisionId::from("SAP 3.1.1")),
        ],
        rows: rows.collect(),
    };
    vec![Block::Heading(Msg::new("cup.second-chance")), Block::Table(table)]
}
