//! The players of a round in the order of their numbers, and who may meet whom.
//!
//! A *place* is an index into that order: 0 is the best number. All comparisons of numbers are
//! comparisons of places.

use std::collections::BTreeMap;

use super::SwissRules;
use super::colours::Colours;
use super::story::Rejection;
use crate::core::pairing::bits::{BitSet, Graph};
use crate::core::pairing::{Position, Presence, Promotion};
use crate::model::{Category, Points};

pub(super) struct Field<'a> {
    pub position: &'a Position,
    pub rules: &'a SwissRules,
    /// Place → index of the player.
    pub players: Vec<usize>,
    pub score: Vec<Points>,
    pub colours: Vec<Colours>,
    /// Those who have met as often as they may (2).
    met: Graph,
    /// Kept apart by a restriction.
    restricted: Graph,
    /// Neither met nor restricted.
    pub may_meet: Graph,
    /// And some assignment of colours is forbidden to neither (9.1).
    pub compatible: Graph,
    /// Nobody in the tournament has a rating: categories stand for them (AMB-57).
    unrated: bool,
}

impl<'a> Field<'a> {
    /// `promotion` says whether the restriction on promotion (Oberts 4) is kept.
    pub fn new(position: &'a Position, rules: &'a SwissRules, promotion: bool) -> Self {
        let all = &position.players;
        let mut players: Vec<usize> =
            (0..all.len()).filter(|&i| all[i].presence == Presence::Present).collect();
        players.sort_by_key(|&i| all[i].number);
        let size = players.len();
        let place_of: BTreeMap<usize, usize> =
            players.iter().enumerate().map(|(place, &i)| (i, place)).collect();
        let is_last = position.is_last_round();
        let colours: Vec<Colours> = players
            .iter()
            .map(|&i| {
                let history = all[i].games.iter().filter_map(|game| game.colour).collect();
                Colours::new(history, rules, is_last)
            })
            .collect();

        let mut met = Graph::new(size);
        for (place, &i) in players.iter().enumerate() {
            let mut times: BTreeMap<usize, u32> = BTreeMap::new();
            for other in all[i].games.iter().filter_map(|game| place_of.get(&game.opponent)) {
                *times.entry(*other).or_default() += 1;
            }
            for (other, times) in times {
                if times >= rules.meetings.get() && other != place {
                    met.connect(place, other);
                }
            }
        }
        let mut restricted = Graph::new(size);
        for (a, b) in &position.forbidden {
            if let (Some(&a), Some(&b)) = (place_of.get(a), place_of.get(b))
                && a != b
            {
                restricted.connect(a, b);
            }
        }
        let restricts = players.iter().any(|&i| all[i].promotion == Promotion::Confined);
        if promotion && restricts {
            for a in 0..size {
                for b in a + 1..size {
                    if all[players[a]].promotion.separates(all[players[b]].promotion) {
                        restricted.connect(a, b);
                    }
                }
            }
        }
        let may_meet = Graph::from_rows((0..size).map(|place| {
            let mut row = BitSet::full(size);
            row.remove(place);
            row.subtract(met.neighbours(place));
            row.subtract(restricted.neighbours(place));
            row
        }));
        let score = players.iter().map(|&i| all[i].points).collect();
        let unrated = all.iter().all(|player| player.rating.is_none());
        let compatible = Graph::new(0);
        let mut field = Self {
            position,
            rules,
            players,
            score,
            colours,
            met,
            restricted,
            may_meet,
            compatible,
            unrated,
        };
        field.find_compatible();
        field
    }

    pub fn size(&self) -> usize {
        self.players.len()
    }

    /// Does the restriction on promotion keep anybody apart?
    pub fn has_promotion_restriction(position: &Position) -> bool {
        let present = || position.players.iter().filter(|p| p.presence == Presence::Present);
        present().any(|a| present().any(|b| a.promotion.separates(b.promotion)))
    }

    /// Frees a player from the prohibitions of colour for this round.
    pub fn release(&mut self, place: usize) {
        self.colours[place].release();
        self.find_compatible();
    }

    /// Undoes a release.
    pub fn bind_again(&mut self, place: usize, colours: Colours) {
        self.colours[place] = colours;
        self.find_compatible();
    }

    fn find_compatible(&mut self) {
        use crate::model::Colour::{Black, White};
        let size = self.size();
        let can = |colour| {
            BitSet::of(size, (0..size).filter(|&place| !self.colours[place].forbids(colour)))
        };
        let (can_white, can_black) = (can(White), can(Black));
        self.compatible = Graph::from_rows((0..size).map(|place| {
            let mut others = BitSet::new(size);
            if can_white.contains(place) {
                others.union_with(&can_black);
            }
            if can_black.contains(place) {
                others.union_with(&can_white);
            }
            others.intersect_with(self.may_meet.neighbours(place));
            others
        }));
    }

    /// What keeps two players apart.
    pub fn rejection(&self, a: usize, b: usize) -> Option<Rejection> {
        if self.compatible.has(a, b) {
            None
        } else if self.met.has(a, b) {
            Some(Rejection::Met)
        } else if self.restricted.has(a, b) {
            Some(Rejection::Restricted)
        } else {
            Some(Rejection::Colours)
        }
    }

    pub fn clash(&self, a: usize, b: usize) -> bool {
        self.colours[a].clashes(&self.colours[b])
    }

    fn rating(&self, place: usize) -> u32 {
        self.position.players[self.players[place]].rating.unwrap_or(self.rules.unrated.get())
    }

    /// Are two players further apart than the exception of 10.6 allows?
    pub fn opponents_too_far(&self, a: usize, b: usize) -> bool {
        self.position.settings.rating_exceptions
            && self.rating(a).abs_diff(self.rating(b)) > self.rules.opponent_points.get()
    }

    /// The same for 10.2, where categories stand for ratings if nobody has one.
    pub fn floaters_too_far(&self, a: usize, b: usize) -> bool {
        if !self.position.settings.rating_exceptions {
            return false;
        }
        let category = |place: usize| self.position.players[self.players[place]].category;
        match (self.unrated, category(a), category(b)) {
            (true, Some(a), Some(b)) => {
                let rank = |category| Category::ALL.iter().position(|&c| c == category);
                let (a, b) = (rank(a).unwrap_or(0), rank(b).unwrap_or(0));
                a.abs_diff(b) >= self.rules.floater_categories.get() as usize
            }
            _ => self.rating(a).abs_diff(self.rating(b)) > self.rules.floater_points.get(),
        }
    }

    /// Indices of the players at places.
    pub fn at(&self, places: &[usize]) -> Vec<usize> {
        places.iter().map(|&place| self.players[place]).collect()
    }

    /// The same reasons with indices of players.
    pub fn rejections(&self, passed: &[(usize, Rejection)]) -> Vec<(usize, Rejection)> {
        passed.iter().map(|&(place, why)| (self.players[place], why)).collect()
    }
}
