//! Opponents of the floaters who come into a group (Swiss 10.3–10.6).

use super::groups::{Round, ScoreGroup};
use super::story::{Event, GoesOn, OpponentChoice, Rejection};
use crate::model::Points;

/// An opponent found, and who was passed over before.
struct Found {
    place: usize,
    choice: OpponentChoice,
    passed: Vec<(usize, Rejection)>,
}

impl Round<'_> {
    /// Gives every floater, in order, an opponent among the group's own players. Returns the
    /// players of the group still free (worst first) and the floaters without an opponent.
    pub fn place_floaters(
        &mut self,
        group: &ScoreGroup,
        floaters: &[usize],
        to: Points,
        events: &mut Vec<Event>,
    ) -> (Vec<usize>, Vec<usize>) {
        let field = self.field;
        let mut free = group.members.clone();
        let mut waiting = Vec::new();
        for &floater in floaters {
            let player = field.players[floater];
            match self.opponent(floater, &free) {
                Ok(Found { place: opponent, choice, passed }) => {
                    free.retain(|&place| place != opponent);
                    let paired = self.settle(floater, opponent, group.direction);
                    events.push(Event::FloaterPaired {
                        floater: player,
                        opponent: field.players[opponent],
                        choice,
                        passed: field.rejections(&passed),
                        paired,
                    });
                }
                Err(why) => {
                    waiting.push(floater);
                    events.push(if group.is_median {
                        Event::Joins { floater: player, why }
                    } else {
                        Event::GoesOn { floater: player, to, why }
                    });
                }
            }
        }
        (free, waiting)
    }

    /// The opponent of a floater among `free` (worst first), and the matching with that pair.
    fn opponent(&mut self, floater: usize, free: &[usize]) -> Result<Found, GoesOn> {
        let field = self.field;
        let mut first = None;
        let mut suited = None;
        let mut passed = Vec::new();
        for &candidate in free.iter().rev() {
            if first.is_some() && field.clash(floater, candidate) {
                passed.push((candidate, Rejection::SameDue));
                continue;
            }
            if let Some(why) = field.rejection(floater, candidate) {
                passed.push((candidate, why));
            } else if !self.matching.force(&field.compatible, &self.unpaired, floater, candidate) {
                passed.push((candidate, Rejection::Incomplete));
            } else if first.is_none() && field.clash(floater, candidate) {
                first = Some(candidate);
                passed.push((candidate, Rejection::SameDue));
            } else {
                suited = Some(candidate);
                break;
            }
        }
        match (first, suited) {
            (None, None) => {
                let compatible = passed.iter().any(|(_, why)| *why == Rejection::Incomplete);
                Err(if compatible { GoesOn::Incomplete } else { GoesOn::NobodyCompatible })
            }
            (None, Some(suited)) => {
                Ok(Found { place: suited, choice: OpponentChoice::First, passed })
            }
            (Some(first), None) => {
                // Those after the first were passed over for nothing.
                let at = passed.iter().position(|(place, _)| *place == first);
                passed.truncate(at.unwrap_or(passed.len()));
                Ok(Found { place: first, choice: OpponentChoice::NobodySuits, passed })
            }
            (Some(first), Some(suited)) if field.opponents_too_far(first, suited) => {
                let back = self.matching.force(&field.compatible, &self.unpaired, floater, first);
                debug_assert!(back);
                let at = passed.iter().position(|(place, _)| *place == first);
                passed.truncate(at.unwrap_or(passed.len()));
                let suited = field.players[suited];
                let choice = OpponentChoice::HundredPoints { suited };
                Ok(Found { place: first, choice, passed })
            }
            (Some(first), Some(suited)) => {
                let before = field.players[first];
                let choice = OpponentChoice::ByColour { before };
                Ok(Found { place: suited, choice, passed })
            }
        }
    }
}
