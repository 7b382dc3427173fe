//! Who left an event, and what becomes of their points (RGC 14.3, 14.3.1, AMB-33, AMB-99).

use super::report::{Align, Column, Entry, Msg, Row, Step, Table};
use super::score_table::ScoreTable;
use crate::model::{System, Tournament};
use crate::rulebook::ProvisionId;

/// Departures with their effect on the points of a table; `None` when nobody had left. In a
/// knock-out, being out is no departure.
pub fn table(t: &Tournament, scores: &ScoreTable) -> Option<Table> {
    if scores.rows.iter().all(|row| row.departure.is_none()) || t.system == System::KnockOut {
        return None;
    }
    let kept = ProvisionId::from("RGC 14.3");
    let annulled = ProvisionId::from("RGC 14.3.1");
    let rows = scores.by_number().into_iter().filter_map(|who| {
        let row = &scores.rows[who];
        let departure = row.departure?;
        let (how, sentence) = match (departure.eliminated, departure.annulled) {
            (false, false) => ("departure.withdrawn", "standings.withdrawn-kept"),
            (true, false) => ("departure.eliminated", "standings.eliminated-kept"),
            (false, true) => ("departure.withdrawn", "standings.withdrawn-annulled"),
            (true, true) => ("departure.eliminated", "standings.eliminated-annulled"),
        };
        let (effect, rule) = match (departure.annulled, scores.is_league) {
            (true, true) => ("departure.annulled-league", &annulled),
            (true, false) => ("departure.annulled", &annulled),
            (false, true) => ("departure.kept-league", &kept),
            (false, false) => ("departure.kept", &kept),
        };
        let counted = Msg::new("departure.counted")
            .with("round", departure.after_round)
            .with("rounds", t.rounds);
        let told =
            Msg::new(sentence).with("name", row.name.clone()).with("round", departure.after_round);
        let entry = Entry::plain(Msg::new(effect))
            .cite(rule)
            .step(Step::new(counted).cite(rule))
            .step(Step::new(told));
        Some(Row {
            entrant: Some(who),
            cells: vec![
                Entry::plain(scores.who(who)),
                Entry::plain(Msg::new(how)),
                Entry::plain(departure.after_round),
                Entry::plain(row.points()),
                entry,
            ],
        })
    });
    Some(Table {
        key: "departures",
        caption: Msg::new("departure.caption"),
        columns: vec![
            Column::new("name", Msg::new("departure.who"), Align::Start),
            Column::new("how", Msg::new("departure.how"), Align::Start).extra(),
            Column::new("after-round", Msg::new("departure.after-round"), Align::End),
            Column::new("points", Msg::new("column.points"), Align::End),
            Column::new("effect", Msg::new("departure.effect"), Align::Start),
        ],
        rows: rows.collect(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::report::Value;
    use crate::model::{Absence, Cell, Entrant, Withdrawal};
    use crate::test_rules::rules;

    /// AMB-33: with nine rounds five keep the points, four do not.
    #[test]
    fn half_of_the_rounds_keeps_the_points() {
        let effect = |system: System, after_round: u32| {
            let mut t = Tournament::new("x", "X", system, 9);
            t.entrants = (1..=10).map(|n| Entrant::new(n, format!("J{n}"))).collect();
            t.cells = vec![vec![Cell::Absent(Absence::FreeRound); 9]; 10];
            t.withdrawals.push(Withdrawal { entrant: 2, after_round, eliminated: false });
            let table = table(&t, &ScoreTable::new(&t, rules(), 9)).unwrap();
            let Value::Msg(msg) = &table.rows[0].cells[4].value else { panic!() };
            (msg.key, table.rows[0].cells[4].citations[0].as_str().to_owned())
        };
        let league = System::RoundRobin { double: false };
        assert_eq!(effect(league, 4), ("departure.annulled-league", "RGC 14.3.1".to_owned()));
        assert_eq!(effect(league, 5), ("departure.kept-league", "RGC 14.3".to_owned()));
        assert_eq!(effect(System::Swiss, 4).0, "departure.annulled");
        assert_eq!(effect(System::Swiss, 5).0, "departure.kept");
    }

    #[test]
    fn nobody_left_is_no_table() {
        let t = Tournament::new("x", "X", System::Swiss, 9);
        assert_eq!(table(&t, &ScoreTable::new(&t, rules(), 9)), None);
    }
}
