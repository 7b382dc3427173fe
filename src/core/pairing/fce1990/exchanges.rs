//! Pairing those who stay in a group: halves, exchanges, and colours as far as they go
//! (Swiss 9.4, 9.5, 11, 12.2).

use super::groups::{Round, ScoreGroup};
use super::story::{Event, Rejection};
use crate::core::pairing::PairingError;
use crate::core::pairing::bits::BitSet;

/// An opponent found, who was passed over before, and whether nobody possible suited by colour.
struct Found {
    place: usize,
    passed: Vec<(usize, Rejection)>,
    nobody_suits: bool,
}

impl Round<'_> {
    /// Pairs `list`, best first in the direction of pairing. The matching must pair it inside
    /// itself.
    ///
    /// The first of the list, in turn, tries the second half in order and then the first half
    /// backwards (11.2, 11.3); the list is cut in half again after every pair. A candidate must
    /// leave the others a pairing; among those, the first who suits by colour is taken. That is
    /// the first and the second pass in one: those paired first have preference (9.5).
    pub fn pair_rest(
        &mut self,
        group: &ScoreGroup,
        list: Vec<usize>,
        events: &mut Vec<Event>,
    ) -> Result<(), PairingError> {
        let field = self.field;
        let mut list = list;
        let mut open = BitSet::of(field.size(), list.iter().copied());
        while let Some(&first) = list.first() {
            let half = list.len() / 2;
            let candidates: Vec<usize> =
                list[half..].iter().chain(list[1..half.max(1)].iter().rev()).copied().collect();
            let Found { place: opponent, passed, nobody_suits } = self
                .rival(first, &candidates, &open)
                .ok_or(PairingError::Internal("no opponent in the group"))?;
            let at = list.iter().position(|&place| place == opponent).unwrap_or(0);
            let paired = self.settle(first, opponent, group.direction);
            events.push(Event::Exchanged {
                first: field.players[first],
                candidates: field.at(&candidates),
                passed: field.rejections(&passed),
                opponent: field.players[opponent],
                nobody_suits,
                own_half: at < half,
                paired,
            });
            open.remove(first);
            open.remove(opponent);
            list.remove(at);
            list.remove(0);
        }
        Ok(())
    }

    /// The first candidate who is compatible, leaves the others of `open` a pairing and does not
    /// clash; if there is none, the first who meets all but the last.
    fn rival(&mut self, first: usize, candidates: &[usize], open: &BitSet) -> Option<Found> {
        let field = self.field;
        let graph = &field.compatible;
        let mut passed = Vec::new();
        let mut chosen = None;
        // The first possible one, should nobody suit.
        let mut possible = None;
        for &candidate in candidates {
            if let Some(why) = field.rejection(first, candidate) {
                passed.push((candidate, why));
            } else if !self.matching.force(graph, open, first, candidate) {
                passed.push((candidate, Rejection::Incomplete));
            } else if field.clash(first, candidate) {
                passed.push((candidate, Rejection::SameDue));
                possible = possible.or(Some(candidate));
            } else {
                chosen = Some(candidate);
                break;
            }
        }
        match (chosen, possible) {
            (Some(chosen), _) => Some(Found { place: chosen, passed, nobody_suits: false }),
            (None, Some(possible)) => {
                let again = self.matching.force(graph, open, first, possible);
                again.then_some(Found { place: possible, passed, nobody_suits: true })
            }
            (None, None) => None,
        }
    }
}
