//! Who leaves a group (Swiss 9.3, 10.2–10.5, 11.4).
//!
//! `G` is the players of the group left by the incoming floaters. A set of leavers is *good* when
//! those who stay can be paired among themselves and everybody else (leavers, floaters who go on,
//! the groups to come) among themselves too. As few leave as a good set has; they are chosen one
//! at a time, and whoever is chosen must belong to a good set of that size with those chosen
//! before.
//!
//! Nearly always at most one leaves beyond those with no opponent at all, and then two plain
//! matchings answer. Otherwise a matching of least cost does, where a pair across the border of
//! `G` costs 1: its cost is the number of leavers.

use super::field::Field;
use super::groups::Round;
use super::story::{Event, FloatReason, ParityChoice};
use crate::core::pairing::PairingError;
use crate::core::pairing::bits::{BitSet, Graph};
use crate::core::pairing::matching::Matching;
use crate::core::pairing::weighted::{CostGraph, cheapest_perfect};
use crate::model::{Colour, Points};

/// What is fixed while leavers are chosen.
struct Leaving<'a> {
    /// `G`, worst first.
    group: &'a [usize],
    /// Floaters who go on.
    going_on: &'a [usize],
    /// Players waiting in the next group.
    next: &'a BitSet,
    /// Size of the smallest good set.
    size: usize,
    /// The other groups made it larger than `G` alone asks.
    raised: bool,
}

/// A leaver with the reason.
struct Choice {
    place: usize,
    why: FloatReason,
    not_counted: Vec<usize>,
    nobody_next: bool,
}

impl Round<'_> {
    /// Chooses those of `group` (worst first) who leave. Returns them in the order of leaving,
    /// and those who stay, worst first; the matching now pairs these inside themselves.
    pub fn choose_leaving(
        &mut self,
        group: Vec<usize>,
        going_on: &[usize],
        next: &BitSet,
        to: Points,
        events: &mut Vec<Event>,
    ) -> Result<(Vec<usize>, Vec<usize>), PairingError> {
        let field = self.field;
        let mut chosen = self.without_opponent(&group, to, events);
        let left: Vec<usize> = group.iter().copied().filter(|p| !chosen.contains(p)).collect();
        if left.len().is_multiple_of(2) && self.split(&left) {
            return Ok((chosen, left));
        }
        let mut leaving = Leaving {
            group: &group,
            going_on,
            next,
            size: chosen.len() + left.len() % 2,
            raised: false,
        };
        let single = if left.len() % 2 == 1 { self.choose(&leaving, &chosen) } else { None };
        if let Some(choice) = single {
            chosen.push(choice.place);
            self.tell(choice, to, events);
        } else {
            leaving.size = self
                .fewest_leaving(&group, &chosen)
                .ok_or(PairingError::Internal("nobody of the group can leave"))?;
            leaving.raised = leaving.size > fewest_alone(field, &group);
            while chosen.len() < leaving.size {
                let choice = self
                    .choose(&leaving, &chosen)
                    .ok_or(PairingError::Internal("no floater is possible"))?;
                chosen.push(choice.place);
                self.tell(choice, to, events);
            }
        }
        let stay: Vec<usize> = group.iter().copied().filter(|p| !chosen.contains(p)).collect();
        if !self.split(&stay) {
            return Err(PairingError::Internal("the group cannot be paired"));
        }
        Ok((chosen, stay))
    }

    fn tell(&self, choice: Choice, to: Points, events: &mut Vec<Event>) {
        let Choice { place, why, not_counted, nobody_next } = choice;
        events.push(Event::Leaves {
            player: self.field.players[place],
            to,
            why,
            not_counted: self.field.at(&not_counted),
            nobody_next,
        });
    }

    /// Those with no compatible opponent in the group leave first, worst first (9.3 a to d).
    fn without_opponent(&self, group: &[usize], to: Points, events: &mut Vec<Event>) -> Vec<usize> {
        let field = self.field;
        let members = BitSet::of(field.size(), group.iter().copied());
        let lonely = group
            .iter()
            .copied()
            .filter(|&place| !field.compatible.neighbours(place).intersects(&members));
        let lonely: Vec<usize> = lonely.collect();
        for &place in &lonely {
            let others: Vec<_> = group.iter().filter(|&&other| other != place).collect();
            let rejections: Vec<_> =
                others.iter().filter_map(|&&other| field.rejection(place, other)).collect();
            use super::story::Rejection::{Colours, Met};
            let colours = &field.colours[place];
            let why = if others.is_empty() {
                FloatReason::Alone
            } else if rejections.contains(&Colours) {
                let apart = colours.difference.unsigned_abs();
                if apart >= field.rules.floater_difference.get() {
                    FloatReason::ColourDifference
                } else {
                    FloatReason::ColourRow
                }
            } else if rejections.iter().all(|why| *why == Met) {
                FloatReason::MetAll
            } else {
                FloatReason::Restricted
            };
            self.tell(
                Choice { place, why, not_counted: Vec::new(), nobody_next: false },
                to,
                events,
            );
        }
        lonely
    }

    /// Chooses one more leaver. `None` when no good set of that size holds those chosen.
    fn choose(&mut self, leaving: &Leaving<'_>, chosen: &[usize]) -> Option<Choice> {
        let open: Vec<usize> =
            leaving.group.iter().copied().filter(|p| !chosen.contains(p)).collect();
        let placeable = self.placeable(leaving, chosen, &open);
        let nobody_next = placeable.is_empty();
        let counted = if nobody_next { &open } else { &placeable };
        let is_odd = open.len() % 2 == 1;
        let mut refused = None;
        if is_odd && let Some((named, why)) = self.name(&open, counted) {
            if self.admissible(leaving, chosen, named) {
                return Some(Choice {
                    place: named,
                    why: FloatReason::Parity(why),
                    not_counted: worse_than(named, &open, counted),
                    nobody_next,
                });
            }
            refused = Some(named);
        }
        let others = open.iter().filter(|p| !counted.contains(p));
        let order: Vec<usize> = counted.iter().chain(others).copied().collect();
        let place = order
            .into_iter()
            .filter(|&place| Some(place) != refused)
            .find(|&place| self.admissible(leaving, chosen, place))?;
        let why = match refused {
            _ if leaving.raised => FloatReason::NeededElsewhere,
            Some(named) => FloatReason::InPlaceOf { proposed: self.field.players[named] },
            None => FloatReason::EvenGroup,
        };
        let not_counted = worse_than(place, &open, counted);
        Some(Choice { place, why, not_counted, nobody_next })
    }

    /// Those of `open` who can have an opponent in the next group besides the floaters already on
    /// their way (10.2 second paragraph, 10.3, 10.4).
    fn placeable(&self, leaving: &Leaving<'_>, chosen: &[usize], open: &[usize]) -> Vec<usize> {
        let graph = &self.field.compatible;
        let floaters: Vec<usize> = leaving.going_on.iter().chain(chosen).copied().collect();
        let taken = assign_opponents(graph, &floaters, leaving.next);
        // A waiting player is available when free, or when whoever has them can have another
        // available one instead.
        let mut available = leaving.next.clone();
        taken.iter().flatten().for_each(|&opponent| available.remove(opponent));
        loop {
            let more = floaters.iter().zip(&taken).find_map(|(&floater, opponent)| {
                opponent.filter(|&opponent| {
                    !available.contains(opponent)
                        && graph.neighbours(floater).intersects(&available)
                })
            });
            match more {
                Some(opponent) => available.insert(opponent),
                None => break,
            }
        }
        open.iter().copied().filter(|&p| graph.neighbours(p).intersects(&available)).collect()
    }

    /// Whom 10.2 names among `counted`, worst first, of the players `open`.
    fn name(&self, open: &[usize], counted: &[usize]) -> Option<(usize, ParityChoice)> {
        let field = self.field;
        let due = |place: usize| field.colours[place].due;
        let number = |colour: Colour| open.iter().filter(|&&p| due(p) == Some(colour)).count();
        let &worst = counted.first()?;
        let majority = match number(Colour::White).cmp(&number(Colour::Black)) {
            std::cmp::Ordering::Equal => return Some((worst, ParityChoice::EqualColours)),
            std::cmp::Ordering::Greater => Colour::White,
            std::cmp::Ordering::Less => Colour::Black,
        };
        let Some(&of_majority) = counted.iter().find(|&&p| due(p) == Some(majority)) else {
            return Some((worst, ParityChoice::NobodyOfMajority));
        };
        Some(if of_majority == worst {
            (worst, ParityChoice::WorstIsOfMajority)
        } else if field.floaters_too_far(of_majority, worst) {
            (worst, ParityChoice::HundredPoints { spared: field.players[of_majority] })
        } else {
            (of_majority, ParityChoice::Majority)
        })
    }

    /// Do those chosen and `place` belong to a good set of the size needed?
    fn admissible(&mut self, leaving: &Leaving<'_>, chosen: &[usize], place: usize) -> bool {
        let mut all = chosen.to_vec();
        all.push(place);
        if all.len() == leaving.size {
            let stay: Vec<usize> =
                leaving.group.iter().copied().filter(|p| !all.contains(p)).collect();
            self.split(&stay)
        } else {
            self.fewest_leaving(leaving.group, &all) == Some(leaving.size)
        }
    }

    /// Can `stay` be paired inside itself, and all others not yet paired inside themselves? The
    /// matching changes to show it.
    fn split(&mut self, stay: &[usize]) -> bool {
        let stay = BitSet::of(self.field.size(), stay.iter().copied());
        let mut others = self.unpaired.clone();
        others.subtract(&stay);
        self.matching.complete(&self.field.compatible, &[&stay, &others])
    }

    /// The size of the smallest good set that holds `leaving`.
    fn fewest_leaving(&self, group: &[usize], leaving: &[usize]) -> Option<usize> {
        let field = self.field;
        let size = field.size();
        let inside = BitSet::of(size, group.iter().copied());
        let mut stay = inside.clone();
        leaving.iter().for_each(|&place| stay.remove(place));
        let mut outside = self.unpaired.clone();
        outside.subtract(&inside);
        // Inside, only pairs of those who may stay; across, every pair costs 1.
        let rows = |keep: &dyn Fn(usize) -> Option<BitSet>| {
            Graph::from_rows((0..size).map(|place| match keep(place) {
                Some(mut others) => {
                    others.intersect_with(field.compatible.neighbours(place));
                    others
                }
                None => BitSet::new(size),
            }))
        };
        let same_side = rows(&|place| {
            if stay.contains(place) {
                Some(stay.clone())
            } else {
                outside.contains(place).then(|| outside.clone())
            }
        });
        let across = rows(&|place| {
            if inside.contains(place) {
                Some(outside.clone())
            } else {
                outside.contains(place).then(|| inside.clone())
            }
        });
        let costs = CostGraph::from_layers(size, [(0, same_side), (1, across)]);
        cheapest_perfect(&costs, &self.unpaired, self.matching.mates())
            .map(|found| found.cost as usize)
    }
}

/// How many must leave if only the pairs inside the group count.
fn fewest_alone(field: &Field<'_>, group: &[usize]) -> usize {
    let mut matching = Matching::empty(field.size());
    let members = BitSet::of(field.size(), group.iter().copied());
    matching.maximise(&field.compatible, &members).len()
}

/// The players worse than `place` who were not counted because nobody waits for them.
fn worse_than(place: usize, open: &[usize], counted: &[usize]) -> Vec<usize> {
    open.iter().copied().take_while(|&p| p != place).filter(|p| !counted.contains(p)).collect()
}

/// Different compatible opponents in `waiting` for as many floaters as possible.
fn assign_opponents(graph: &Graph, floaters: &[usize], waiting: &BitSet) -> Vec<Option<usize>> {
    fn look(
        graph: &Graph,
        floaters: &[usize],
        waiting: &BitSet,
        taken: &mut [Option<usize>],
        seen: &mut BitSet,
        at: usize,
    ) -> bool {
        for opponent in graph.neighbours(floaters[at]).common(waiting) {
            if seen.contains(opponent) {
                continue;
            }
            seen.insert(opponent);
            let holder = taken.iter().position(|&t| t == Some(opponent));
            if holder.is_none_or(|other| look(graph, floaters, waiting, taken, seen, other)) {
                taken[at] = Some(opponent);
                return true;
            }
        }
        false
    }
    let mut taken = vec![None; floaters.len()];
    for at in 0..floaters.len() {
        let mut seen = BitSet::new(graph.size());
        look(graph, floaters, waiting, &mut taken, &mut seen, at);
    }
    taken
}
