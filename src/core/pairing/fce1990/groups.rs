//! The score groups, in the order of Swiss 9.2, and a whole round.

use super::bye::{self, Start};
use super::colours::{Side, assign};
use super::field::Field;
use super::story::{ByeStory, Direction, Group, Paired, SwissRound};
use crate::core::pairing::bits::BitSet;
use crate::core::pairing::matching::Matching;
use crate::core::pairing::{PairingError, Position};
use crate::core::rules::Rules1990;
use crate::model::{Colour, Exact, Points};

/// A score group before it is paired; places.
#[derive(Clone, Debug)]
pub(super) struct ScoreGroup {
    pub score: Points,
    pub is_median: bool,
    pub direction: Direction,
    /// Worst first in the direction of pairing: the worst number first going down.
    pub members: Vec<usize>,
}

/// A round while it is being paired.
pub(super) struct Round<'a> {
    pub field: &'a Field<'a>,
    /// Always a pairing of everybody in `unpaired`.
    pub matching: Matching,
    pub unpaired: BitSet,
    pub boards: Vec<(Paired, Points, usize)>,
    initial: Colour,
    /// Place of the bye: it does not count in 14.2.
    bye: Option<usize>,
}

/// Pairs a round.
pub(super) fn pair_round(
    position: &Position,
    rules: &Rules1990,
) -> Result<SwissRound, PairingError> {
    position.check()?;
    let swiss = &rules.swiss;
    let mut field = Field::new(position, swiss, true);
    match bye::start(&mut field) {
        Ok(start) => pair_groups(&field, start, rules, false),
        Err(error) => {
            if !Field::has_promotion_restriction(position) {
                return Err(error);
            }
            let mut field = Field::new(position, swiss, false);
            let start = bye::start(&mut field)?;
            pair_groups(&field, start, rules, true)
        }
    }
}

fn pair_groups(
    field: &Field<'_>,
    start: Start,
    rules: &Rules1990,
    promotion_dropped: bool,
) -> Result<SwissRound, PairingError> {
    let Start { players, matching, bye, released } = start;
    let groups = in_order(field, &players, rules);
    let bye_place = bye
        .as_ref()
        .and_then(|bye: &ByeStory| field.players.iter().position(|&player| player == bye.player));
    let mut round = Round {
        field,
        matching,
        unpaired: players,
        boards: Vec::new(),
        initial: field.position.initial_colour,
        bye: bye_place,
    };
    let mut stories = Vec::new();
    let (mut from_above, mut from_below) = (Vec::new(), Vec::new());
    for (at, group) in groups.iter().enumerate() {
        let floaters = if group.is_median {
            let mut all = floaters_in_order(field, &from_above, Direction::Down);
            all.extend(floaters_in_order(field, &from_below, Direction::Up));
            all
        } else {
            let carried = match group.direction {
                Direction::Down => std::mem::take(&mut from_above),
                Direction::Up => std::mem::take(&mut from_below),
            };
            floaters_in_order(field, &carried, group.direction)
        };
        let mut events = Vec::new();
        // The next group in this direction, or the median.
        let next = groups[at + 1..]
            .iter()
            .find(|next| next.is_median || next.direction == group.direction);
        let to = next.map_or(group.score, |next| next.score);
        let (stay, waiting) = round.place_floaters(group, &floaters, to, &mut events);
        if group.is_median {
            // Whoever found nobody is paired with the rest, by number.
            let rest: Vec<usize> = round.unpaired.iter().collect();
            round.pair_rest(group, rest, &mut events)?;
        } else {
            let mut next_players =
                BitSet::of(field.size(), next.iter().flat_map(|next| next.members.iter().copied()));
            if group.direction == Direction::Up && next.is_some_and(|next| next.is_median) {
                from_above.iter().for_each(|&place| next_players.insert(place));
            }
            let (leaving, mut stay) =
                round.choose_leaving(stay, &waiting, &next_players, to, &mut events)?;
            let carried = match group.direction {
                Direction::Down => &mut from_above,
                Direction::Up => &mut from_below,
            };
            carried.extend(waiting);
            carried.extend(leaving);
            stay.reverse();
            round.pair_rest(group, stay, &mut events)?;
        }
        let mut members = field.at(&group.members);
        members.reverse();
        stories.push(Group {
            score: group.score,
            is_median: group.is_median,
            direction: group.direction,
            members,
            floaters_in: field.at(&floaters),
            events,
        });
    }
    if !round.unpaired.is_empty() {
        return Err(PairingError::Internal("somebody is left unpaired"));
    }
    let mut boards = round.boards;
    boards.sort_by_key(|&(_, score, better)| (std::cmp::Reverse(score), better));
    Ok(SwissRound {
        round: field.position.round,
        boards: boards.into_iter().map(|(paired, ..)| paired).collect(),
        bye,
        groups: stories,
        releases: field.at(&released),
        promotion_dropped,
    })
}

/// Above the median from the top, then from the lowest up, last the median (9.2).
fn in_order(field: &Field<'_>, players: &BitSet, rules: &Rules1990) -> Vec<ScoreGroup> {
    let played = i64::from(field.position.round - 1);
    let median = rules.scoring.win.get().exact() * rules.swiss.median.get().0 * played;
    let mut scores: Vec<Points> = players.iter().map(|place| field.score[place]).collect();
    scores.sort_unstable();
    scores.dedup();
    let group = |score: Points, direction: Direction, is_median: bool| {
        let of_score = players.iter().filter(|&place| field.score[place] == score);
        let mut members: Vec<usize> = of_score.collect();
        if direction == Direction::Down {
            members.reverse();
        }
        ScoreGroup { score, is_median, direction, members }
    };
    let compare = |score: &Points, wanted| score.exact().cmp(&median) == wanted;
    let above = scores.iter().rev().filter(|score| compare(score, std::cmp::Ordering::Greater));
    let below = scores.iter().filter(|score| compare(score, std::cmp::Ordering::Less));
    let mut groups: Vec<ScoreGroup> =
        above.map(|&score| group(score, Direction::Down, false)).collect();
    groups.extend(below.map(|&score| group(score, Direction::Up, false)));
    groups.push(group(median_points(median), Direction::Down, true));
    groups
}

/// The median is a number of half points whenever the text's share is a half.
fn median_points(median: Exact) -> Points {
    Points::from_exact(median).unwrap_or_else(|| Points::ceil(median))
}

/// Floaters in the order in which they look for an opponent (10.3, 10.4): those from farthest
/// first, and of one score the worst first.
fn floaters_in_order(field: &Field<'_>, places: &[usize], direction: Direction) -> Vec<usize> {
    let mut order = places.to_vec();
    match direction {
        Direction::Down => {
            order.sort_by_key(|&p| std::cmp::Reverse((field.score[p], p)));
        }
        Direction::Up => order.sort_by_key(|&p| (field.score[p], p)),
    }
    order
}

impl Round<'_> {
    /// Makes a pair that the matching holds, with its colours.
    pub fn settle(&mut self, a: usize, b: usize, direction: Direction) -> Paired {
        let field = self.field;
        let side = |place: usize| Side { place, colours: &field.colours[place] };
        let bye = self.bye;
        // Places count from 0: an even index is an odd place of the list.
        let odd = |place: usize| {
            let before = usize::from(bye.is_some_and(|bye| bye < place));
            (place - before).is_multiple_of(2)
        };
        let (colour, rule) = assign(&side(a), &side(b), direction, self.initial, odd);
        let (white, black) = if colour == Colour::White { (a, b) } else { (b, a) };
        let paired =
            Paired { white: field.players[white], black: field.players[black], colour: rule };
        let higher = field.score[a].max(field.score[b]);
        self.boards.push((paired, higher, a.min(b)));
        self.unpaired.remove(a);
        self.unpaired.remove(b);
        paired
    }
}
