//! The bye (Swiss 8, AMB-56), fixed before anything else so that the rest can be paired.

use super::completeness::{bye_order, first_matching, release, releases_needed};
use super::field::Field;
use super::story::{ByeRejection, ByeStory};
use crate::core::pairing::PairingError;
use crate::core::pairing::bits::BitSet;
use crate::core::pairing::matching::Matching;

/// The start of a round: who has the bye, who is released, and a pairing of all others.
pub(super) struct Start {
    /// Places of those to be paired.
    pub players: BitSet,
    pub matching: Matching,
    pub bye: Option<ByeStory>,
    /// Places.
    pub released: Vec<usize>,
}

/// Fixes the bye and the releases.
pub(super) fn start(field: &mut Field<'_>) -> Result<Start, PairingError> {
    let everybody = BitSet::full(field.size());
    let mut matching = first_matching(field, &everybody);
    if field.size().is_multiple_of(2) {
        return match settle(field, &everybody, matching, None) {
            Some(start) => Ok(start),
            None => Err(impossible(field)),
        };
    }
    let (barred, free): (Vec<usize>, Vec<usize>) =
        bye_order(field).into_iter().partition(|&place| is_barred(field, place));
    let second_allowed = field.position.settings.allow_second_bye;
    for (candidates, second) in [(&free, false), (&barred, true)] {
        if second && !second_allowed {
            continue;
        }
        let simply = candidates.iter().copied().find(|&c| leave_out(field, &mut matching, c));
        let found = match simply {
            Some(place) => Some(place),
            // Nobody: who needs the fewest releases?
            None => candidates
                .iter()
                .copied()
                .enumerate()
                .filter_map(|(order, c)| {
                    let rest = without(&everybody, c);
                    let needed = releases_needed(field, &rest, &mut matching.clone());
                    needed.map(|needed| (needed, order, c))
                })
                .min()
                .map(|(_, _, place)| place),
        };
        let Some(place) = found else { continue };
        let story = story(field, place, second);
        let rest = without(&everybody, place);
        matching.part(place);
        if let Some(start) = settle(field, &rest, matching.clone(), Some(story)) {
            return Ok(start);
        }
    }
    let mut meeting = Matching::empty(field.size());
    let left_out = meeting.maximise(&field.may_meet, &everybody);
    if left_out.len() > 1 {
        return Err(impossible(field));
    }
    let named = barred.iter().map(|&place| named(field, place)).collect();
    Err(PairingError::NoBye { barred: named })
}

/// Everybody of `players` paired, with releases if need be; `None` when that cannot be.
fn settle(
    field: &mut Field<'_>,
    players: &BitSet,
    matching: Matching,
    bye: Option<ByeStory>,
) -> Option<Start> {
    let mut matching = matching;
    if matching.maximise(&field.compatible, players).is_empty() {
        return Some(Start { players: players.clone(), matching, bye, released: Vec::new() });
    }
    let needed = releases_needed(field, players, &mut matching)?;
    let released = release(field, players, &mut matching, needed);
    let matching = first_matching(field, players);
    let complete = players.iter().all(|place| matching.mate(place).is_some());
    complete.then(|| Start { players: players.clone(), matching, bye, released })
}

/// Can all others be paired without `place`? The matching, as large as can be, changes to show it.
fn leave_out(field: &Field<'_>, matching: &mut Matching, place: usize) -> bool {
    let everybody = BitSet::full(field.size());
    let alone = everybody.iter().filter(|&p| matching.mate(p).is_none()).count();
    if alone != 1 {
        return false;
    }
    let Some(mate) = matching.part(place) else { return true };
    if matching.augment(&field.compatible, &without(&everybody, place), mate) {
        return true;
    }
    matching.join(place, mate);
    false
}

fn without(players: &BitSet, place: usize) -> BitSet {
    let mut rest = players.clone();
    rest.remove(place);
    rest
}

/// Had a bye, or a win without playing (8.2).
pub(super) fn is_barred(field: &Field<'_>, place: usize) -> bool {
    let player = &field.position.players[field.players[place]];
    player.byes >= field.rules.byes.get() || player.unplayed_win
}

fn story(field: &Field<'_>, place: usize, second: bool) -> ByeStory {
    let passed = bye_order(field)
        .into_iter()
        .take_while(|&other| other != place)
        .map(|other| {
            let barred = is_barred(field, other) && !second;
            let why = if barred { ByeRejection::Barred } else { ByeRejection::Incomplete };
            (field.players[other], why)
        })
        .collect();
    let lowest = field.score.iter().min();
    ByeStory {
        player: field.players[place],
        passed,
        second,
        from_higher_group: Some(&field.score[place]) != lowest,
    }
}

fn named(field: &Field<'_>, place: usize) -> crate::core::pairing::Named {
    field.position.players[field.players[place]].named()
}

/// The error that names whom a largest set of pairs leaves out.
fn impossible(field: &Field<'_>) -> PairingError {
    let mut matching = Matching::empty(field.size());
    let left_out = matching.maximise(&field.may_meet, &BitSet::full(field.size()));
    PairingError::Impossible { left_out: left_out.iter().map(|&p| named(field, p)).collect() }
}
