//! Numbers by lot, from a seed that is written down: whoever has the list of names and the seed
//! draws the same numbers.
//!
//! The lots are drawn over the list in the order of names (folded: without accents and capitals;
//! then of international number), so that the order in which a file has them does not matter. The
//! draw itself is Fisher's and Yates's, with the numbers of SplitMix64 from the seed.
//!
//! A draw may be restricted so that members of one club meet as early as can be, and not in the
//! last rounds when prizes are at stake: the numbers are still drawn, but among the sets of numbers
//! that meet soonest in the Berger table.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::berger;
use crate::core::contestants;
use crate::core::report::{Align, Block, Column, Entry, Fact, Msg, Report, Row, Step, Table};
use crate::model::{Tournament, fold};

/// Draws of SplitMix64 (public domain, S. Vigna).
#[derive(Clone, Debug)]
struct Lots(u64);

impl Lots {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A whole number below `below`, each equally likely: what would favour the small is thrown
    /// away and drawn again.
    fn below(&mut self, below: u64) -> u64 {
        let fair = u64::MAX - u64::MAX % below.max(1);
        loop {
            let drawn = self.next();
            if drawn < fair || below <= 1 {
                return drawn % below.max(1);
            }
        }
    }

    fn shuffle<T>(&mut self, list: &mut [T]) {
        for last in (1..list.len()).rev() {
            list.swap(last, self.below(last as u64 + 1) as usize);
        }
    }
}

/// One who draws.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ticket {
    pub name: Arc<str>,
    /// Tells namesakes apart.
    pub fide_id: Option<u32>,
    pub club: Option<Arc<str>>,
}

/// Numbers from 1, aligned with the tickets.
pub fn draw(tickets: &[Ticket], seed: u64, clubmates_first: bool) -> Vec<u32> {
    let mut lots = Lots(seed);
    let mut order: Vec<usize> = (0..tickets.len()).collect();
    order.sort_by_cached_key(|&at| (fold(&tickets[at].name), tickets[at].fide_id, at));
    lots.shuffle(&mut order);
    let mut numbers: Vec<u32> = vec![0; tickets.len()];
    if !clubmates_first {
        for (number, &ticket) in (1..).zip(&order) {
            numbers[ticket] = number;
        }
        return numbers;
    }
    let mut free: Vec<u32> = (1..=tickets.len() as u32).collect();
    lots.shuffle(&mut free);
    let groups = groups(tickets, &order);
    for (group, set) in groups.iter().zip(sets(&groups, &free)) {
        for (&ticket, number) in group.iter().zip(set) {
            numbers[ticket] = number;
            free.retain(|&other| other != number);
        }
    }
    let rest: Vec<usize> = order.into_iter().filter(|&ticket| numbers[ticket] == 0).collect();
    for (ticket, number) in rest.into_iter().zip(free) {
        numbers[ticket] = number;
    }
    numbers
}

/// Members of one club with others of it, in the order drawn; the largest clubs first.
fn groups(tickets: &[Ticket], order: &[usize]) -> Vec<Vec<usize>> {
    let mut clubs: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    for &ticket in order {
        if let Some(club) = tickets[ticket].club.as_deref() {
            clubs.entry(club).or_default().push(ticket);
        }
    }
    let mut groups: Vec<_> = clubs.into_values().filter(|group| group.len() > 1).collect();
    // A stable sort: clubs of a size stay in the order of their names.
    groups.sort_by_key(|group| std::cmp::Reverse(group.len()));
    groups
}

/// A set of numbers for each group, such that the last round in which any two of a group meet is
/// as early as was found. All groups together are tried within a number of steps; when that is not
/// enough for a round, the next is tried.
fn sets(groups: &[Vec<usize>], free: &[u32]) -> Vec<Vec<u32>> {
    let players = free.len() as u32;
    let table = berger::league(players, false);
    let meet = |a: u32, b: u32| berger::meeting_round(&table, a, b).unwrap_or(u32::MAX);
    let mut rounds = BTreeMap::new();
    for &a in free {
        for &b in free {
            rounds.insert((a, b), meet(a, b));
        }
    }
    let sizes: Vec<usize> = groups.iter().map(Vec::len).collect();
    for last in 1..=table.len() as u32 {
        let mut search = Search { rounds: &rounds, last, steps: 100_000, sets: Vec::new() };
        if search.fill(&sizes, free.to_vec()) {
            return search.sets;
        }
    }
    Vec::new()
}

/// Looks for disjoint sets of numbers that have all met by a round.
struct Search<'a> {
    rounds: &'a BTreeMap<(u32, u32), u32>,
    last: u32,
    steps: u32,
    sets: Vec<Vec<u32>>,
}

impl Search<'_> {
    /// Sets of the given sizes out of the free numbers; the first ones that fit, in their order.
    fn fill(&mut self, sizes: &[usize], free: Vec<u32>) -> bool {
        let Some((&size, rest)) = sizes.split_first() else { return true };
        let at = self.sets.len();
        self.sets.push(Vec::new());
        let found = self.extend(at, size, rest, &free, 0);
        if !found {
            self.sets.truncate(at);
        }
        found
    }

    fn extend(
        &mut self,
        at: usize,
        size: usize,
        rest: &[usize],
        free: &[u32],
        from: usize,
    ) -> bool {
        if self.sets[at].len() == size {
            let left = free.iter().copied().filter(|n| !self.sets[at].contains(n)).collect();
            return self.fill(rest, left);
        }
        for next in from..free.len() {
            if self.steps == 0 {
                return false;
            }
            self.steps -= 1;
            let number = free[next];
            let meets = |&other: &u32| self.rounds.get(&(number, other)) <= Some(&self.last);
            if !self.sets[at].iter().all(meets) {
                continue;
            }
            self.sets[at].push(number);
            if self.extend(at, size, rest, free, next + 1) {
                return true;
            }
            self.sets[at].pop();
        }
        false
    }
}

/// The tickets of an event's contestants, by index.
pub fn tickets(t: &Tournament) -> Vec<Ticket> {
    (0..contestants::count(t))
        .map(|index| {
            let name = contestants::name(t, index);
            if t.is_team_event() {
                Ticket { name, fide_id: None, club: t.teams[index].club.clone() }
            } else {
                let entrant = &t.entrants[index];
                Ticket { name, fide_id: entrant.fide_id, club: entrant.club.clone() }
            }
        })
        .collect()
}

/// The numbers that the recorded seed of an event draws, by index; `None` where no draw is
/// recorded.
pub fn recorded(t: &Tournament) -> Option<Vec<u32>> {
    t.draw_seed.map(|seed| draw(&tickets(t), seed, t.clubmates_first))
}

/// A draw as a list of numbers, with what has to be written down so that it can be repeated.
pub fn report(t: &Tournament, seed: u64, clubmates_first: bool) -> Report {
    let tickets = tickets(t);
    let numbers = draw(&tickets, seed, clubmates_first);
    let mut order: Vec<usize> = (0..numbers.len()).collect();
    order.sort_by_key(|&index| numbers[index]);
    let mut drawn = t.clone();
    for (index, &number) in numbers.iter().enumerate() {
        match t.is_team_event() {
            true => drawn.teams[index].number = number,
            false => drawn.entrants[index].number = number,
        }
    }
    let mut recorded = Entry::plain(seed.to_string());
    if let Some(round) = last_club_round(&drawn).filter(|_| clubmates_first) {
        let msg = Msg::new("schedule.draw.clubmates").with("round", round);
        recorded = recorded.step(Step::new(msg));
    }
    let rows = order.into_iter().map(|index| Row {
        entrant: Some(index),
        cells: vec![
            Entry::plain(numbers[index]),
            Entry::plain(contestants::value(&drawn, index)),
            Entry::plain(tickets[index].club.clone()),
        ],
    });
    let table = Table {
        key: "draw",
        caption: Msg::new("draw.caption"),
        columns: vec![
            Column::new("number", Msg::new("column.number"), Align::End),
            Column::new("name", Msg::new("departure.who"), Align::Start),
            Column::new("club", Msg::new("column.club"), Align::Start).extra(),
        ],
        rows: rows.collect(),
    };
    let fact = Fact::new("seed", Msg::new("draw.seed"), recorded);
    let title = Msg::new("draw.title").with("tournament", t.name.clone());
    Report { key: "draw", title, blocks: vec![Block::Facts(vec![fact]), Block::Table(table)] }
}

/// The last round of the Berger table in which two of one club meet; `None` when there are none.
pub fn last_club_round(t: &Tournament) -> Option<u32> {
    let table = berger::league(contestants::count(t) as u32, false);
    let tickets = tickets(t);
    let order = contestants::by_number(t);
    let mut last = None;
    for (a, &one) in (1..).zip(&order) {
        for (b, &other) in (1..).zip(&order).take(a as usize - 1) {
            if tickets[one].club.is_some() && tickets[one].club == tickets[other].club {
                last = last.max(berger::meeting_round(&table, a, b));
            }
        }
    }
    last
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn ticket(name: &str, club: &str) -> Ticket {
        let club = (!club.is_empty()).then(|| club.into());
        Ticket { name: name.into(), fide_id: None, club }
    }

    /// Pinned: a recorded seed must draw the same numbers for ever.
    #[test]
    fn a_seed_draws_the_same_for_ever() {
        let names = ["Àvila", "Bosch", "Coll", "Duran", "Esteve", "Ferrer"];
        let tickets: Vec<_> = names.iter().map(|name| ticket(name, "")).collect();
        assert_eq!(draw(&tickets, 1990, false), PINNED);
        let mut turned = tickets.clone();
        turned.reverse();
        let mut numbers = draw(&turned, 1990, false);
        numbers.reverse();
        assert_eq!(numbers, PINNED, "the order of the file does not matter");
        assert_ne!(draw(&tickets, 1991, false), PINNED);
    }

    const PINNED: [u32; 6] = [6, 1, 5, 3, 4, 2];

    #[test]
    fn three_numbers_are_drawn_in_every_order_about_as_often() {
        let tickets = ["A", "B", "C"].map(|name| ticket(name, ""));
        let mut seen: BTreeMap<Vec<u32>, u32> = BTreeMap::new();
        for seed in 0..6000 {
            *seen.entry(draw(&tickets, seed, false)).or_default() += 1;
        }
        assert_eq!(seen.len(), 6);
        assert!(seen.values().all(|&times| (850..1150).contains(&times)), "{seen:?}");
    }

    proptest! {
        #[test]
        fn numbers_are_those_from_1_without_gaps(
            clubs in proptest::collection::vec(0_u8..8, 2..31),
            seed in any::<u64>(),
            first in any::<bool>(),
        ) {
            let tickets: Vec<_> = clubs
                .iter()
                .enumerate()
                .map(|(at, club)| {
                    ticket(&format!("J{at}"), &if *club < 5 { club.to_string() } else { String::new() })
                })
                .collect();
            let mut numbers = draw(&tickets, seed, first);
            numbers.sort_unstable();
            prop_assert_eq!(numbers, (1..=clubs.len() as u32).collect::<Vec<_>>());
        }
    }

    fn last_meeting(tickets: &[Ticket], numbers: &[u32]) -> u32 {
        let table = berger::league(tickets.len() as u32, false);
        let pairs = (0..tickets.len()).flat_map(|a| (0..a).map(move |b| (a, b)));
        pairs
            .filter(|&(a, b)| tickets[a].club.is_some() && tickets[a].club == tickets[b].club)
            .map(|(a, b)| berger::meeting_round(&table, numbers[a], numbers[b]).unwrap())
            .max()
            .unwrap_or(0)
    }

    #[test]
    fn clubmates_meet_in_the_first_rounds() {
        // Two of one club meet in round 1; three need three rounds, for each meets two others and
        // only one game of a round is theirs.
        for players in [4, 6, 9, 10, 14, 20, 30] {
            for seed in 0..20 {
                let club = |at: usize, of: usize| if at < of { "x" } else { "" };
                let of = |count: usize| -> Vec<Ticket> {
                    (0..players).map(|at| ticket(&format!("J{at}"), club(at, count))).collect()
                };
                let pair = of(2);
                assert_eq!(last_meeting(&pair, &draw(&pair, seed, true)), 1);
                let three = of(3);
                assert_eq!(last_meeting(&three, &draw(&three, seed, true)), 3);
            }
        }
        // Everybody from one of two clubs: no set can avoid the last rounds, yet all have numbers.
        let halves: Vec<_> =
            (0..10).map(|at| ticket(&format!("J{at}"), if at < 5 { "x" } else { "y" })).collect();
        let numbers = draw(&halves, 3, true);
        assert!(last_meeting(&halves, &numbers) <= 9);
    }

    /// As early as can be, against every possible choice.
    #[test]
    fn no_choice_of_numbers_lets_a_club_meet_earlier() {
        let tickets: Vec<_> =
            (0..8).map(|at| ticket(&format!("J{at}"), if at < 4 { "x" } else { "" })).collect();
        let table = berger::league(8, false);
        let mut best = u32::MAX;
        for set in (0_u32..256).filter(|set| set.count_ones() == 4) {
            let of: Vec<u32> = (1..=8).filter(|n| set & (1 << (n - 1)) != 0).collect();
            let last = of
                .iter()
                .flat_map(|&a| of.iter().filter(move |&&b| b < a).map(move |&b| (a, b)))
                .map(|(a, b)| berger::meeting_round(&table, a, b).unwrap())
                .max();
            best = best.min(last.unwrap());
        }
        for seed in 0..30 {
            assert_eq!(last_meeting(&tickets, &draw(&tickets, seed, true)), best);
        }
    }
}
