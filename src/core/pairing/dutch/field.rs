//! The players of a round in rank order, and who of them may meet.

use std::ops::Range;

use crate::model::{Colour, Points};

use super::colours::{self, Preference, Side, Strength};
use super::edition::{ColourRule, Criterion, Edition};
use super::position::{DutchPosition, Float};
use crate::core::pairing::bits::{BitSet, Graph};

/// A player of the round, as the brackets see him.
#[derive(Clone, Debug)]
pub(crate) struct Ranked {
    /// Index into [`DutchPosition::players`].
    pub index: usize,
    /// Pairing score, virtual points included.
    pub score: Points,
    /// Colours of the played games.
    pub history: Vec<Colour>,
    pub preference: Option<Preference>,
    pub difference: i32,
    /// Is the number among those who have been in a pairing odd?
    pub odd: bool,
    /// Floated down, up, one and two rounds ago.
    pub down: [bool; 2],
    pub up: [bool; 2],
    pub unplayed: u32,
    pub bye_barred: bool,
    pub topscorer: bool,
}

impl Ranked {
    pub fn wants(&self, colour: Colour) -> bool {
        self.preference.is_some_and(|preference| preference.colour == colour)
    }

    pub fn strength(&self) -> Option<Strength> {
        self.preference.map(|preference| preference.strength)
    }

    /// Would the colour make a difference above two?
    fn exceeds(&self, colour: Colour) -> bool {
        let step = if colour == Colour::White { 1 } else { -1 };
        (self.difference + step).abs() > 2
    }

    /// Would it be the same colour for the third time running?
    fn repeats(&self, colour: Colour) -> bool {
        matches!(self.history[..], [.., a, b] if a == colour && b == colour)
    }

    /// Does even the preferred colour offend? Only after a history that the rules do not allow.
    pub fn offends_anyway(&self) -> bool {
        self.preference.is_some_and(|p| self.exceeds(p.colour) || self.repeats(p.colour))
    }

    fn side(&self) -> Side<'_> {
        Side { history: &self.history, preference: self.preference, odd: self.odd }
    }
}

/// What is wrong with the colours of a pair, as the criteria count it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Offences {
    /// Players with a difference above two, in a pair with a topscorer.
    pub difference: i32,
    /// Players with a colour three times running, in a pair with a topscorer.
    pub third: i32,
    /// One of the two does not get the colour preferred.
    pub preference: i32,
    /// And preferred it strongly.
    pub strong: i32,
}

/// Players are known by their rank, from 0.
pub(crate) struct Field<'a> {
    pub position: &'a DutchPosition,
    pub players: Vec<Ranked>,
    /// Score groups from the top.
    pub groups: Vec<Range<usize>>,
    /// Who may meet. With an odd number of players one vertex more: the bye, with no neighbour
    /// yet.
    pub legal: Graph,
}

impl<'a> Field<'a> {
    pub fn new(position: &'a DutchPosition) -> Self {
        let mut order: Vec<usize> =
            (0..position.players.len()).filter(|&p| position.players[p].present).collect();
        order.sort_by_key(|&p| {
            let player = &position.players[p];
            (std::cmp::Reverse(player.score()), player.number)
        });
        let odd = odd_numbers(position);
        let players: Vec<_> = order.iter().map(|&p| ranked(position, p, odd[p])).collect();
        let mut groups: Vec<Range<usize>> = Vec::new();
        for (rank, player) in players.iter().enumerate() {
            match groups.last_mut() {
                Some(group) if players[group.start].score == player.score => group.end = rank + 1,
                _ => groups.push(rank..rank + 1),
            }
        }
        let legal = legality(position, &players);
        Self { position, players, groups, legal }
    }

    pub fn len(&self) -> usize {
        self.players.len()
    }

    pub fn edition(&self) -> Edition {
        self.position.edition
    }

    /// The vertex that stands for the bye, with an odd number of players.
    pub fn bye(&self) -> Option<usize> {
        (self.len() % 2 == 1).then_some(self.len())
    }

    /// Everybody ranked in `range`, and the bye.
    pub fn with_bye(&self, range: Range<usize>) -> BitSet {
        let mut set = BitSet::range(self.legal.size(), range);
        self.bye().into_iter().for_each(|bye| set.insert(bye));
        set
    }

    /// What forbids a pair.
    pub fn illegal(&self, a: usize, b: usize) -> Option<Criterion> {
        if self.legal.has(a, b) {
            return None;
        }
        let (own, other) = (&self.players[a], &self.players[b]);
        let games = &self.position.players[own.index].games;
        let absolute = |player: &Ranked| {
            player.preference.filter(|p| p.strength == Strength::Absolute).map(|p| p.colour)
        };
        Some(if games.iter().any(|game| game.opponent == other.index) {
            Criterion::Met
        } else if absolute(own).is_some() && absolute(own) == absolute(other) {
            Criterion::AbsoluteColours
        } else {
            Criterion::Forbidden
        })
    }

    /// What forbids a pair of players of the position (none, if one is not in the round).
    pub fn objection(&self, a: usize, b: usize) -> Option<Criterion> {
        let rank = |index| self.players.iter().position(|player| player.index == index);
        rank(a).zip(rank(b)).and_then(|(a, b)| self.illegal(a, b))
    }

    /// The colour of the better ranked of two, and the rule that gives it.
    pub fn colours(&self, a: usize, b: usize) -> (Colour, ColourRule) {
        let (higher, lower) = (&self.players[a.min(b)], &self.players[a.max(b)]);
        colours::allocate(higher.side(), lower.side(), self.position.initial_colour)
    }

    /// What the colour criteria have against a pair.
    pub fn offences(&self, a: usize, b: usize) -> Offences {
        let mut offences = Offences::default();
        let (higher, lower) = (&self.players[a.min(b)], &self.players[a.max(b)]);
        let (colour, _) = self.colours(a, b);
        let watched = higher.topscorer || lower.topscorer;
        for (player, given) in [(higher, colour), (lower, colour.other())] {
            if player.wants(given.other()) {
                offences.preference = 1;
                offences.strong = i32::from(player.strength() == Some(Strength::Strong));
            }
            if watched {
                offences.difference += i32::from(player.exceeds(given));
                offences.third += i32::from(player.repeats(given));
            }
        }
        offences
    }
}

/// Whose number is odd, counted over those who have been in a pairing or are in this one.
fn odd_numbers(position: &DutchPosition) -> Vec<bool> {
    let players = &position.players;
    let mut order: Vec<usize> =
        (0..players.len()).filter(|&p| players[p].was_paired || players[p].present).collect();
    order.sort_by_key(|&p| players[p].number);
    let mut odd = vec![false; players.len()];
    order.iter().step_by(2).for_each(|&p| odd[p] = true);
    odd
}

fn ranked(position: &DutchPosition, index: usize, odd: bool) -> Ranked {
    let player = &position.players[index];
    let history: Vec<_> = player.games.iter().filter_map(|game| game.colour).collect();
    let floated = |way| player.floats.map(|float| float == Some(way));
    Ranked {
        index,
        score: player.score(),
        preference: colours::preference(&history),
        difference: colours::difference(&history),
        history,
        odd,
        down: floated(Float::Down),
        up: floated(Float::Up),
        unplayed: player.unplayed,
        bye_barred: player.bye_barred,
        topscorer: position.is_topscorer(index),
    }
}

/// C.1, C.3 and the organiser's prohibitions.
fn legality(position: &DutchPosition, players: &[Ranked]) -> Graph {
    let n = players.len();
    let size = n + n % 2;
    let mut rank = vec![None; position.players.len()];
    players.iter().enumerate().for_each(|(r, player)| rank[player.index] = Some(r));
    let everybody = BitSet::range(size, 0..n);
    let must = |colour: Colour| {
        let members = players.iter().enumerate().filter(|(_, player)| {
            player.strength() == Some(Strength::Absolute)
                && player.wants(colour)
                && !player.topscorer
        });
        BitSet::of(size, members.map(|(r, _)| r))
    };
    let mut graph = Graph::new(size);
    for r in 0..n {
        let row = graph.neighbours_mut(r);
        row.union_with(&everybody);
        row.remove(r);
    }
    for (r, player) in players.iter().enumerate() {
        for game in &position.players[player.index].games {
            if let Some(other) = rank[game.opponent] {
                graph.disconnect(r, other);
            }
        }
    }
    for colour in [Colour::White, Colour::Black] {
        // A topscorer on either side relaxes the rule.
        let strict = must(colour);
        graph.separate(&strict, &strict);
    }
    for &(a, b) in &position.forbidden {
        if let (Some(a), Some(b)) = (rank[a], rank[b])
            && a != b
        {
            graph.disconnect(a, b);
        }
    }
    graph
}
