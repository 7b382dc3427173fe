//! That a pairing of everybody exists, and what is given up when none does.
//!
//! When the prohibitions of colour leave no pairing, players are released from them for the
//! round, as few as possible.

use std::collections::BTreeMap;

use super::field::Field;
use crate::core::pairing::bits::{BitSet, Graph};
use crate::core::pairing::matching::Matching;
use crate::core::pairing::weighted::{CostGraph, cheapest_perfect};
use crate::model::Colour;

/// A matching of `players` as large as possible, with as many pairs inside the score groups as
/// they allow: later questions about a group then change little.
pub(super) fn first_matching(field: &Field<'_>, players: &BitSet) -> Matching {
    let graph = &field.compatible;
    let mut matching = Matching::empty(field.size());
    let mut scores: Vec<_> = players.iter().map(|place| field.score[place]).collect();
    scores.sort_unstable();
    scores.dedup();
    for score in scores.into_iter().rev() {
        let group: Vec<usize> = players.iter().filter(|&p| field.score[p] == score).collect();
        let half = group.len() / 2;
        for (&a, &b) in group.iter().zip(&group[half..]).take(half) {
            if graph.has(a, b) {
                matching.join(a, b);
            }
        }
        matching.maximise(graph, &BitSet::of(field.size(), group));
    }
    matching.maximise(graph, players);
    matching
}

/// The fewest releases with which `players` can all be paired; `None` when no number is enough.
/// `matching` is any of compatible pairs; it is made as large as it can be.
pub(super) fn releases_needed(
    field: &Field<'_>,
    players: &BitSet,
    matching: &mut Matching,
) -> Option<u32> {
    let outside = (0..field.size()).filter(|&place| !players.contains(place));
    outside.for_each(|place| {
        matching.part(place);
    });
    let alone = matching.maximise(&field.compatible, players);
    if alone.is_empty() {
        return Some(0);
    }
    let layers = costs(field, players);
    // Two of those left alone need a release at least; if one for every two is enough, that is
    // the answer.
    if let Some(single) = layers.get(&1) {
        let left = BitSet::of(field.size(), alone.iter().copied());
        if Matching::empty(field.size()).complete(single, &[&left]) {
            return Some(alone.len() as u32 / 2);
        }
    }
    let graph = CostGraph::from_layers(field.size(), layers);
    cheapest_perfect(&graph, players, matching.mates()).map(|found| found.cost)
}

/// Who may meet, by the number of releases a pair costs: by the colours forbidden to each, four
/// kinds of players.
fn costs(field: &Field<'_>, players: &BitSet) -> BTreeMap<u8, Graph> {
    let kind = |place: usize| {
        let forbids = |colour| field.colours[place].forbids(colour);
        (forbids(Colour::White), forbids(Colour::Black))
    };
    let mut kinds: BTreeMap<(bool, bool), BitSet> = BTreeMap::new();
    for place in players.iter() {
        kinds.entry(kind(place)).or_insert_with(|| BitSet::new(field.size())).insert(place);
    }
    let mut rows: BTreeMap<u8, Vec<BitSet>> = BTreeMap::new();
    for a in players.iter() {
        for members in kinds.values() {
            let Some(b) = members.iter().next() else { continue };
            let cost = field.colours[a].least_forbidden(&field.colours[b]);
            let layer =
                rows.entry(cost).or_insert_with(|| vec![BitSet::new(field.size()); field.size()]);
            let mut others = field.may_meet.neighbours(a).clone();
            others.intersect_with(members);
            layer[a].union_with(&others);
        }
    }
    rows.into_iter().map(|(cost, rows)| (cost, Graph::from_rows(rows))).collect()
}

/// Releases the players who lower the number needed, from the lowest score and the worst number
/// on (the order of the bye). Returns their places.
pub(super) fn release(
    field: &mut Field<'_>,
    players: &BitSet,
    matching: &mut Matching,
    needed: u32,
) -> Vec<usize> {
    let mut needed = needed;
    let mut released = Vec::new();
    for place in bye_order(field) {
        if needed == 0 {
            break;
        }
        if !players.contains(place) || !field.colours[place].forbids_something() {
            continue;
        }
        let before = (field.colours[place].clone(), matching.mates().to_vec());
        field.release(place);
        match releases_needed(field, players, matching) {
            Some(now) if now < needed => {
                needed = now;
                released.push(place);
            }
            _ => {
                field.bind_again(place, before.0);
                matching.restore(&before.1);
            }
        }
    }
    released
}

/// The lowest score first, within it the worst number (8.1).
pub(super) fn bye_order(field: &Field<'_>) -> Vec<usize> {
    let mut order: Vec<usize> = (0..field.size()).collect();
    order.sort_by_key(|&place| (field.score[place], std::cmp::Reverse(place)));
    order
}
