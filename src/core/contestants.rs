//! Those who contest an event: its players or, in a team event, its teams.

use std::sync::Arc;

use super::report::Value;
use crate::model::Tournament;

/// How many contest the event.
pub fn count(t: &Tournament) -> usize {
    if t.is_team_event() { t.teams.len() } else { t.entrants.len() }
}

/// Pairing number of a contestant; 0 for an index that is nobody's.
pub fn number(t: &Tournament, index: usize) -> u32 {
    if t.is_team_event() {
        t.teams.get(index).map_or(0, |team| team.number)
    } else {
        t.entrants.get(index).map_or(0, |entrant| entrant.number)
    }
}

pub fn name(t: &Tournament, index: usize) -> Arc<str> {
    let name = if t.is_team_event() {
        t.teams.get(index).map(|team| &team.name)
    } else {
        t.entrants.get(index).map(|entrant| &entrant.name)
    };
    name.cloned().unwrap_or_default()
}

/// A contestant as a value: a name that leads to a row.
pub fn value(t: &Tournament, index: usize) -> Value {
    Value::Entrant { index, number: number(t, index), name: name(t, index) }
}

/// Indices in the order of the pairing numbers: the places of a Berger table or a bracket, which
/// count from 1 without gaps.
pub fn by_number(t: &Tournament) -> Vec<usize> {
    let mut order: Vec<usize> = (0..count(t)).collect();
    order.sort_by_key(|&index| (number(t, index), index));
    order
}
