//! The calendar of an event: days and hours of its rounds and, in a league, who meets whom in each.

use super::pairing::{berger, draw, league};
use super::report::{
    Align, Block, Column, Entry, Fact, Msg, Report, Row, Step, Table, Value, Verdict,
};
use super::{Rules1990, contestants, cup, rounds};
use crate::model::{RoundTime, System, Tournament};
use crate::rulebook::ProvisionId;

/// The calendar; `None` when there is nothing to tell: no league, and no day of any round.
pub fn report(t: &Tournament, rules: &Rules1990) -> Option<Report> {
    let is_league = t.system.is_league() && contestants::count(t) > 1;
    if !is_league && t.round_times.is_empty() {
        return None;
    }
    let mut blocks = Vec::new();
    let facts = facts(t);
    if !facts.is_empty() {
        blocks.push(Block::Facts(facts));
    }
    blocks.push(Block::Table(days(t)));
    if is_league {
        blocks.extend(league_rounds(t, rules));
    }
    let title = Msg::new("schedule.title").with("tournament", t.name.clone());
    Some(Report { key: "schedule", title, blocks })
}

/// The pairs of every round by the table, first named first, when the league keeps to it; by index
/// of the contestants. Empty when the rounds played are not those of the table in its order.
pub fn table_pairs(t: &Tournament) -> Vec<Vec<(usize, usize)>> {
    let System::RoundRobin { .. } = t.system else { return Vec::new() };
    if !league::keeps_to_the_table(t) {
        return Vec::new();
    }
    let order = contestants::by_number(t);
    let players = order.len() as u32;
    let at = |place: u32| order[place as usize - 1];
    berger::league(players, league::is_double(players, t.rounds))
        .into_iter()
        .map(|round| round.games.into_iter().map(|(a, b)| (at(a), at(b))).collect())
        .collect()
}

/// Name of a round: of a knock-out by what is at stake, else by its number.
pub fn round_name(t: &Tournament, round: u32) -> Msg {
    match t.system {
        System::KnockOut => cup::round_name(round, t.rounds),
        _ => Msg::new("tab.round").with("round", round),
    }
}

fn facts(t: &Tournament) -> Vec<Fact> {
    let rule = ProvisionId::from("SAP 2.1");
    let mut facts = Vec::new();
    if t.system.is_league() {
        let players = contestants::count(t) as u32;
        let double = league::is_double(players, t.rounds);
        let key = if double { "schedule.berger-double" } else { "schedule.berger" };
        let value = Msg::new(key).with("places", players + players % 2);
        let entry = Entry::plain(value).cite(&rule);
        facts.push(Fact::new("table", Msg::new("schedule.table"), entry));
        let kept = Entry::plain(Verdict::of(league::keeps_to_the_table(t))).cite(&rule);
        facts.push(Fact::new("kept", Msg::new("schedule.kept"), kept));
    }
    if let (Some(seed), Some(drawn)) = (t.draw_seed, draw::recorded(t)) {
        let numbers: Vec<u32> =
            (0..contestants::count(t)).map(|index| contestants::number(t, index)).collect();
        let step = Step::new(Msg::new("schedule.draw.seed").with("seed", seed.to_string()));
        let mut entry = Entry::plain(Verdict::of(numbers == drawn)).step(step);
        if t.clubmates_first {
            let msg = match draw::last_club_round(t) {
                Some(round) => Msg::new("schedule.draw.clubmates").with("round", round),
                None => Msg::new("schedule.draw.no-clubmates"),
            };
            entry = entry.step(Step::new(msg));
        }
        facts.push(Fact::new("draw", Msg::new("schedule.draw"), entry));
    }
    facts
}

fn hour(time: &RoundTime) -> Value {
    let hour = time.hour.map(|hour| format!("{:02}:{:02}", hour.hour(), hour.minute()));
    hour.into()
}

/// Every round with its day and, in a league, its pairs by number.
fn days(t: &Tournament) -> Table {
    let pairs = table_pairs(t);
    let hours = t.round_times.iter().any(|time| time.hour.is_some());
    let dated = !t.round_times.is_empty();
    let mut columns = vec![Column::new("round", Msg::new("column.round"), Align::Start)];
    if dated {
        columns.push(Column::new("day", Msg::new("column.day"), Align::Start));
    }
    if hours {
        columns.push(Column::new("hour", Msg::new("column.hour"), Align::End));
    }
    if !pairs.is_empty() {
        let column = Column::new("pairs", Msg::new("column.pairs"), Align::Start);
        columns.push(column.cite(&ProvisionId::from("SAP 2.1")));
    }
    let rows = (1..=t.rounds).map(|round| {
        let time = t.round_times.get(round as usize - 1);
        let mut cells = vec![Entry::plain(round_name(t, round))];
        if dated {
            cells.push(Entry::plain(time.map(|time| time.day)));
        }
        if hours {
            cells.push(Entry::plain(time.map_or(Value::Undefined, hour)));
        }
        if !pairs.is_empty() {
            let of_round = pairs.get(round as usize - 1).into_iter().flatten();
            let values: Vec<Value> = of_round
                .map(|&(one, other)| {
                    Msg::new("schedule.pair")
                        .with("one", contestants::number(t, one))
                        .with("other", contestants::number(t, other))
                        .into()
                })
                .collect();
            cells.push(Entry::plain(values));
        }
        Row { entrant: None, cells }
    });
    Table { key: "schedule", caption: Msg::new("schedule.caption"), columns, rows: rows.collect() }
}

/// A table for every round: as it was paired, else as the table of the league says.
fn league_rounds(t: &Tournament, rules: &Rules1990) -> Vec<Block> {
    let pairs = table_pairs(t);
    let recorded = t.rounds_recorded();
    let caption = |round: u32| match t.round_times.get(round as usize - 1) {
        Some(time) => Msg::new("schedule.round-on").with("round", round).with("day", time.day),
        None => Msg::new("round.caption").with("round", round),
    };
    let mut blocks = Vec::new();
    for round in 1..=t.rounds {
        if round <= recorded {
            let mut table = rounds::pairings(t, rules, round);
            table.caption = caption(round);
            blocks.push(Block::Table(without_points(table)));
        } else if let Some(of_round) = pairs.get(round as usize - 1) {
            blocks.push(Block::Table(to_come(t, of_round, caption(round))));
        }
    }
    blocks
}

/// A calendar is no standings: the points before the round are left out.
fn without_points(mut table: Table) -> Table {
    let kept: Vec<bool> =
        table.columns.iter().map(|column| !column.key.ends_with("-points")).collect();
    let mut keep = kept.iter();
    table.columns.retain(|_| keep.next() != Some(&false));
    for row in &mut table.rows {
        let mut keep = kept.iter();
        row.cells.retain(|_| keep.next() != Some(&false));
    }
    table
}

fn to_come(t: &Tournament, pairs: &[(usize, usize)], caption: Msg) -> Table {
    let (first, second) = if t.is_team_event() {
        ("column.home", "column.away")
    } else {
        ("column.white", "column.black")
    };
    let gone = |index: usize| t.withdrawal(index).is_some();
    let rows = (1_u32..).zip(pairs).map(|(board, &(one, other))| {
        let result =
            if gone(one) || gone(other) { "schedule.not-played" } else { "result.pending" };
        Row {
            entrant: None,
            cells: vec![
                Entry::plain(board),
                Entry::plain(contestants::value(t, one)),
                Entry::plain(Msg::new(result)),
                Entry::plain(contestants::value(t, other)),
            ],
        }
    });
    let board = if t.is_team_event() { "column.table" } else { "column.board" };
    Table {
        key: "boards",
        caption,
        columns: vec![
            Column::new("board", Msg::new(board), Align::End),
            Column::new("white", Msg::new(first), Align::Start),
            Column::new("result", Msg::new("column.result"), Align::Centre),
            Column::new("black", Msg::new(second), Align::Start),
        ],
        rows: rows.collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{Date, Entrant, Time};
    use crate::test_rules::rules;

    fn league(players: u32) -> Tournament {
        let rounds = berger::round_count(players, false);
        let mut t = Tournament::new("x", "X", System::RoundRobin { double: false }, rounds);
        t.entrants = (1..=players).map(|n| Entrant::new(n, format!("J{n}"))).collect();
        t.cells = vec![Vec::new(); players as usize];
        t
    }

    fn table<'r>(report: &'r Report, key: &str) -> &'r Table {
        let tables = report.blocks.iter().filter_map(|block| match block {
            Block::Table(table) => Some(table),
            _ => None,
        });
        tables.into_iter().find(|table| table.key == key).unwrap()
    }

    #[test]
    fn a_league_has_its_calendar_before_it_begins() {
        let mut t = league(4);
        let day = Date::constant(1990, 10, 6);
        t.round_times = vec![RoundTime { day, hour: Some(Time::constant(16, 30, 0, 0)) }];
        let found = report(&t, rules()).unwrap();
        let days = table(&found, "schedule");
        assert_eq!(days.rows.len(), 3);
        assert_eq!(days.rows[0].cells[1].value, Value::Date(day));
        assert_eq!(days.rows[0].cells[2].value, Value::from("16:30"));
        assert_eq!(days.rows[1].cells[1].value, Value::Undefined);
        let tables = found.blocks.iter().filter(|block| matches!(block, Block::Table(_)));
        assert_eq!(tables.count(), 4, "the days and three rounds");
        let first = table(&found, "boards");
        assert_eq!(first.rows[0].cells[1].value, contestants::value(&t, 0));
        assert_eq!(first.rows[0].cells[3].value, contestants::value(&t, 3));
    }

    #[test]
    fn the_recorded_draw_is_checked() {
        let mut t = league(6);
        t.draw_seed = Some(7);
        let verdict = |t: &Tournament| {
            let found = report(t, rules()).unwrap();
            let Block::Facts(facts) = &found.blocks[0] else { panic!() };
            facts.iter().find(|fact| fact.key == "draw").unwrap().entry.value.clone()
        };
        for (index, number) in draw::recorded(&t).unwrap().into_iter().enumerate() {
            t.entrants[index].number = number;
        }
        assert_eq!(verdict(&t), Value::Verdict(Verdict::Met));
        t.draw_seed = Some(8);
        assert_eq!(verdict(&t), Value::Verdict(Verdict::NotMet));
    }

    #[test]
    fn a_swiss_without_days_has_no_calendar() {
        let mut t = Tournament::new("x", "X", System::Swiss, 5);
        assert!(report(&t, rules()).is_none());
        t.round_times = vec![RoundTime { day: Date::constant(1990, 1, 1), hour: None }];
        assert!(report(&t, rules()).is_some());
    }
}
