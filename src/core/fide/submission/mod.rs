//! What is sent to FIDE after an event: the report of the tournament, in the manner of its form
//! IT3, and the check that nothing is missing before it is sent (B.01, B.02).

mod checks;
mod report;
#[cfg(test)]
mod tests;

pub use checks::{Completeness, completeness, first_list};
pub use report::{report, to_json};

use std::collections::BTreeMap;

use super::tables::ValueTable;

crate::rules! {
    /// Conditions of an event in which norms can be made (B.01), and of rated games (B.02).
    pub struct EventRules {
        /// Days from the registration to the first day.
        registration: u32 = "b01.registre",
        /// Minutes for each player over so many moves.
        minutes: u32 = "b01.minuts",
        moves: u32 = "b01.jugades",
        rounds_a_day: u32 = "b01.rondes-dia",
        hours_a_day: u32 = "b01.hores-dia",
        /// Minutes that a rated game needs, by the higher rating of the two.
        rated_minutes: ValueTable = "b02.ritme",
        /// Below the first row of the table.
        least_minutes: u32 = "b02.minuts",
        first_control: u32 = "b02.primer-control",
        /// Days from the end of the event to the list.
        before_list: u32 = "b02.dies-llista",
    }
}

impl EventRules {
    /// Minutes for a game whose stronger player has this rating.
    fn minutes_for(&self, rating: u32) -> i64 {
        let rows: &BTreeMap<i64, i64> = &self.rated_minutes.value.0;
        let row = rows.range(..=i64::from(rating)).next_back();
        row.map_or(i64::from(self.least_minutes.get()), |(_, minutes)| *minutes)
    }
}
