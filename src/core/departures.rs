//! Who left an event, and what becomes of their points (RGC 14.3, 14.3.1, AMB-33, AMB-99).

use super::report::{Align, Column, Entry, Msg, Row, Step, Table};
use super::score_table::ScoreTable;
use super::{Rules1990, contestants};
use crate::model::{System, Tournament};
use crate::rulebook::ProvisionId;

/// Recorded departures with their effect; `None` when nobody left. In a knock-out, being out is
/// no departure.
pub fn table(t: &Tournament, rules: &Rules1990) -> Option<Table> {
    if t.withdrawals.is_empty() || t.system == System::KnockOut {
        return None;
    }
    let scores = ScoreTable::new(t, rules, t.rounds_recorded());
    let kept = ProvisionId::from("RGC 14.3");
    let annulled = ProvisionId::from("RGC 14.3.1");
    let rows = t.withdrawals.iter().filter_map(|withdrawal| {
        let row = scores.rows.get(withdrawal.entrant)?;
        let how =
            if withdrawal.eliminated { "departure.eliminated" } else { "departure.withdrawn" };
        let counted = Step::new(
            Msg::new("departure.counted")
                .with("round", withdrawal.after_round)
                .with("rounds", t.rounds),
        );
        let (entry, points) = match row.departure {
            None => (Entry::plain(Msg::new("departure.to-come")).cite(&kept), row.made),
            Some(departure) => {
                let (key, rule) = match (departure.annulled, t.system.is_league()) {
                    (true, true) => ("departure.annulled-league", &annulled),
                    (true, false) => ("departure.annulled", &annulled),
                    (false, true) => ("departure.kept-league", &kept),
                    (false, false) => ("departure.kept", &kept),
                };
                let entry = Entry::plain(Msg::new(key)).cite(rule).step(counted.cite(rule));
                (entry, row.points())
            }
        };
        Some(Row {
            entrant: Some(withdrawal.entrant),
            cells: vec![
                Entry::plain(contestants::value(t, withdrawal.entrant)),
                Entry::plain(Msg::new(how)),
                Entry::plain(withdrawal.after_round),
                Entry::plain(points),
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
            let table = table(&t, rules()).unwrap();
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
        assert_eq!(table(&Tournament::new("x", "X", System::Swiss, 9), rules()), None);
    }
}
