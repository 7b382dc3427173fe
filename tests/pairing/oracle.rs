//! A second reading of the Swiss system, written again from its description and sharing nothing
//! with the program: slow, and deciding everything by enumeration. For up to ten players.
//!
//! It answers with a list of lines, what happened in the order in which it happened.

use butlleti::core::pairing::{Position, Presence, Promotion};
use butlleti::model::Colour;

/// Somebody of the round; `rank` is the place in the list by number, 0 the best.
struct One {
    rank: usize,
    number: u32,
    rating: i64,
    half_points: i32,
    whites: Vec<bool>,
    opponents: Vec<u32>,
    barred: bool,
    promotion: Promotion,
    free_of_colours: bool,
}

pub struct Oracle<'a> {
    position: &'a Position,
    ones: Vec<One>,
    last_round: bool,
    keep_promotion: bool,
    bye: Option<usize>,
    lines: Vec<String>,
}

/// What the system answers for a position: its lines, or why there is no pairing.
pub fn answer(position: &Position) -> Result<Vec<String>, &'static str> {
    let first = Oracle::new(position, true).run();
    match first {
        Err(_) => {
            let mut second = Oracle::new(position, false);
            if second.nobody_is_kept_apart_by_promotion() {
                return first;
            }
            second.lines.push("promotion dropped".to_owned());
            second.run()
        }
        done => done,
    }
}

impl<'a> Oracle<'a> {
    fn new(position: &'a Position, keep_promotion: bool) -> Self {
        let mut ones: Vec<One> = position
            .players
            .iter()
            .filter(|player| player.presence == Presence::Present)
            .map(|player| One {
                rank: 0,
                number: player.number,
                rating: player.rating.map_or(2000, i64::from),
                half_points: player.points.halves(),
                whites: player
                    .games
                    .iter()
                    .filter_map(|game| game.colour.map(|c| c == Colour::White))
                    .collect(),
                opponents: player
                    .games
                    .iter()
                    .map(|game| position.players[game.opponent].number)
                    .collect(),
                barred: player.byes > 0 || player.unplayed_win,
                promotion: player.promotion,
                free_of_colours: false,
            })
            .collect();
        ones.sort_by_key(|one| one.number);
        for (rank, one) in ones.iter_mut().enumerate() {
            one.rank = rank;
        }
        let last_round = position.round == position.rounds;
        Self { position, ones, last_round, keep_promotion, bye: None, lines: Vec::new() }
    }

    fn nobody_is_kept_apart_by_promotion(&self) -> bool {
        let all = 0..self.ones.len();
        all.clone().all(|a| all.clone().all(|b| !self.promotion_parts(a, b)))
    }

    // ---- section 3: colours

    fn balance(&self, i: usize) -> i32 {
        self.ones[i].whites.iter().map(|&w| if w { 1 } else { -1 }).sum()
    }

    fn last_two_equal(&self, i: usize) -> Option<bool> {
        match self.ones[i].whites.as_slice() {
            [.., a, b] if a == b => Some(*a),
            _ => None,
        }
    }

    fn forbidden(&self, i: usize, white: bool) -> bool {
        if self.last_round || self.ones[i].free_of_colours {
            return false;
        }
        let third = self.last_two_equal(i) == Some(white);
        let balance = self.balance(i);
        let three = if white { balance >= 2 } else { balance <= -2 };
        third || three
    }

    fn any_forbidden(&self, i: usize) -> bool {
        self.forbidden(i, true) || self.forbidden(i, false)
    }

    fn due(&self, i: usize) -> Option<bool> {
        if let Some(color) = self.last_two_equal(i) {
            return Some(!color);
        }
        match self.balance(i) {
            0 => self.ones[i].whites.last().map(|&w| !w),
            more => Some(more < 0),
        }
    }

    fn clash(&self, a: usize, b: usize) -> bool {
        matches!((self.due(a), self.due(b)), (Some(x), Some(y)) if x == y)
    }

    fn promotion_parts(&self, a: usize, b: usize) -> bool {
        let (a, b) = (self.ones[a].promotion, self.ones[b].promotion);
        a == Promotion::Confined && b == Promotion::Possible
            || b == Promotion::Confined && a == Promotion::Possible
    }

    fn have_met(&self, a: usize, b: usize) -> bool {
        self.ones[a].opponents.contains(&self.ones[b].number)
    }

    fn restricted(&self, a: usize, b: usize) -> bool {
        let (x, y) = (self.ones[a].number, self.ones[b].number);
        let number = |i: usize| self.position.players[i].number;
        let never = self
            .position
            .forbidden
            .iter()
            .any(|&(i, j)| [(x, y), (y, x)].contains(&(number(i), number(j))));
        never || self.keep_promotion && self.promotion_parts(a, b)
    }

    fn may_meet(&self, a: usize, b: usize) -> bool {
        a != b && !self.have_met(a, b) && !self.restricted(a, b)
    }

    fn compatible(&self, a: usize, b: usize) -> bool {
        self.may_meet(a, b)
            && [true, false]
                .iter()
                .any(|&white| !self.forbidden(a, white) && !self.forbidden(b, !white))
    }

    /// Does `a` get White, and by which rule?
    fn colours(&self, a: usize, b: usize, down: bool) -> (bool, u8) {
        let ways: Vec<bool> = [true, false]
            .into_iter()
            .filter(|&w| !self.forbidden(a, w) && !self.forbidden(b, !w))
            .collect();
        if ways.len() == 1 {
            return (ways[0], 1);
        }
        let (due_a, due_b) = (self.due(a), self.due(b));
        if due_a != due_b {
            return (due_a.unwrap_or_else(|| !due_b.unwrap()), 2);
        }
        let Some(due) = due_a else {
            let better = a.min(b);
            let place = (0..=better).filter(|&i| Some(i) != self.bye).count();
            let initial = self.position.initial_colour == Colour::White;
            let white = if place % 2 == 1 { initial } else { !initial };
            return (if better == a { white } else { !white }, 7);
        };
        let for_a = |first: bool| if first { due } else { !due };
        let two = |i: usize| self.last_two_equal(i).is_some();
        if two(a) != two(b) {
            return (for_a(two(a)), 3);
        }
        let (size_a, size_b) = (self.balance(a).abs(), self.balance(b).abs());
        if size_a != size_b {
            return (for_a(size_a > size_b), 4);
        }
        let (mut back_a, mut back_b) = (self.ones[a].whites.clone(), self.ones[b].whites.clone());
        while let (Some(x), Some(y)) = (back_a.pop(), back_b.pop()) {
            if x != y {
                return (!x, 5);
            }
        }
        (for_a(if down { a < b } else { a > b }), 6)
    }

    // ---- enumeration

    fn all_paired(&self, list: &[usize]) -> bool {
        let Some(&first) = list.first() else { return true };
        list[1..].iter().any(|&other| {
            let rest: Vec<usize> = list[1..].iter().copied().filter(|&one| one != other).collect();
            self.compatible(first, other) && self.all_paired(&rest)
        })
    }

    fn cost(&self, a: usize, b: usize) -> u32 {
        let way = |white: bool| {
            u32::from(self.forbidden(a, white)) + u32::from(self.forbidden(b, !white))
        };
        way(true).min(way(false))
    }

    fn least_cost(&self, list: &[usize]) -> Option<u32> {
        let Some(&first) = list.first() else { return Some(0) };
        let others = list[1..].iter().copied().filter(|&other| self.may_meet(first, other));
        others
            .filter_map(|other| {
                let rest: Vec<usize> =
                    list[1..].iter().copied().filter(|&one| one != other).collect();
                Some(self.cost(first, other) + self.least_cost(&rest)?)
            })
            .min()
    }

    fn most_pairs_within(&self, list: &[usize]) -> usize {
        let Some(&first) = list.first() else { return 0 };
        let mut best = self.most_pairs_within(&list[1..]);
        for &other in &list[1..] {
            if self.compatible(first, other) {
                let rest: Vec<usize> =
                    list[1..].iter().copied().filter(|&one| one != other).collect();
                best = best.max(1 + self.most_pairs_within(&rest));
            }
        }
        best
    }

    fn most_placed(&self, floaters: &[usize], waiting: &[usize]) -> usize {
        let Some((&floater, others)) = floaters.split_first() else { return 0 };
        let mut best = self.most_placed(others, waiting);
        for &opponent in waiting {
            if self.compatible(floater, opponent) {
                let rest: Vec<usize> =
                    waiting.iter().copied().filter(|&one| one != opponent).collect();
                best = best.max(1 + self.most_placed(others, &rest));
            }
        }
        best
    }

    // ---- section 4 and 7: bye, releases

    fn run(mut self) -> Result<Vec<String>, &'static str> {
        let all: Vec<usize> = (0..self.ones.len()).collect();
        let mut bye_order = all.clone();
        bye_order.sort_by_key(|&i| (self.ones[i].half_points, usize::MAX - i));
        let mut unpaired = all.clone();
        if all.len() % 2 == 1 {
            let mut found = None;
            for barred in [false, true] {
                if barred && !self.position.settings.allow_second_bye || found.is_some() {
                    continue;
                }
                let candidates: Vec<usize> =
                    bye_order.iter().copied().filter(|&i| self.ones[i].barred == barred).collect();
                let rest =
                    |i: usize| all.iter().copied().filter(|&j| j != i).collect::<Vec<usize>>();
                found = candidates.iter().copied().find(|&i| self.all_paired(&rest(i)));
                if found.is_none() {
                    let mut best: Option<(u32, usize)> = None;
                    for &i in &candidates {
                        if let Some(cost) = self.least_cost(&rest(i))
                            && best.is_none_or(|(least, _)| cost < least)
                        {
                            best = Some((cost, i));
                        }
                    }
                    found = best.map(|(_, i)| i);
                }
            }
            let Some(bye) = found else { return Err("no bye") };
            self.lines.push(format!("bye {}", self.ones[bye].number));
            self.bye = Some(bye);
            unpaired.retain(|&i| i != bye);
        }
        if !self.all_paired(&unpaired) {
            let Some(mut needed) = self.least_cost(&unpaired) else { return Err("impossible") };
            for &i in &bye_order {
                if !unpaired.contains(&i) || !self.any_forbidden(i) {
                    continue;
                }
                self.ones[i].free_of_colours = true;
                let now = self.least_cost(&unpaired).unwrap();
                if now < needed {
                    needed = now;
                    self.lines.push(format!("released {}", self.ones[i].number));
                } else {
                    self.ones[i].free_of_colours = false;
                }
            }
        }
        self.all_groups(unpaired);
        Ok(self.lines)
    }

    // ---- section 6

    fn all_groups(&mut self, mut unpaired: Vec<usize>) {
        let median = self.position.round as i32 - 1;
        let mut scores: Vec<i32> = unpaired.iter().map(|&i| self.ones[i].half_points).collect();
        scores.sort_unstable();
        scores.dedup();
        let mut sequence: Vec<i32> = scores.iter().rev().copied().filter(|&s| s > median).collect();
        sequence.extend(scores.iter().copied().filter(|&s| s < median));
        sequence.push(median);
        let (mut above, mut below): (Vec<usize>, Vec<usize>) = (Vec::new(), Vec::new());
        for score in sequence.clone() {
            let own: Vec<usize> = unpaired
                .iter()
                .copied()
                .filter(|&i| self.ones[i].half_points == score)
                .filter(|i| !above.contains(i) && !below.contains(i))
                .collect();
            if score == median {
                let mut incoming = self.queue_of(&above, true);
                incoming.extend(self.queue_of(&below, false));
                let mut free = own;
                self.incoming(&incoming, &mut free, &mut unpaired, true);
                let mut rest = unpaired.clone();
                rest.sort_unstable();
                self.pair_list(rest, &mut unpaired, true);
                continue;
            }
            let down = score > median;
            let carried = std::mem::take(if down { &mut above } else { &mut below });
            let incoming = self.queue_of(&carried, down);
            let mut free = own;
            let going_on = self.incoming(&incoming, &mut free, &mut unpaired, down);
            // The group next in this direction and those who wait there.
            let next = if down {
                sequence.iter().copied().filter(|&s| s >= median && s < score).max()
            } else {
                sequence.iter().copied().filter(|&s| s <= median && s > score).min()
            };
            let mut waiting: Vec<usize> = unpaired
                .iter()
                .copied()
                .filter(|&i| Some(self.ones[i].half_points) == next && !above.contains(&i))
                .collect();
            if !down && next == Some(median) {
                waiting.extend(&above);
            }
            let leaving = self.outgoing(&free, &going_on, &waiting, &unpaired, down);
            let mut stay: Vec<usize> =
                free.iter().copied().filter(|i| !leaving.contains(i)).collect();
            stay.sort_unstable();
            if !down {
                stay.reverse();
            }
            let carried = if down { &mut above } else { &mut below };
            carried.extend(going_on);
            carried.extend(leaving);
            self.pair_list(stay, &mut unpaired, down);
        }
        assert!(unpaired.is_empty());
    }

    /// 6.1: the order of floaters of one side.
    fn queue_of(&self, floaters: &[usize], down: bool) -> Vec<usize> {
        let mut queue = floaters.to_vec();
        queue.sort_by(|&a, &b| {
            let by_score = self.ones[a].half_points.cmp(&self.ones[b].half_points);
            let order = by_score.then(a.cmp(&b));
            if down { order.reverse() } else { order }
        });
        queue
    }

    fn make(&mut self, a: usize, b: usize, unpaired: &mut Vec<usize>, down: bool) {
        let (white, rule) = self.colours(a, b, down);
        let (w, l) = if white { (a, b) } else { (b, a) };
        self.lines.push(format!("{}-{} by {rule}", self.ones[w].number, self.ones[l].number));
        unpaired.retain(|&i| i != a && i != b);
    }

    fn leaves_a_pairing(&self, a: usize, b: usize, of: &[usize]) -> bool {
        let rest: Vec<usize> = of.iter().copied().filter(|&i| i != a && i != b).collect();
        self.all_paired(&rest)
    }

    fn incoming(
        &mut self,
        queue: &[usize],
        free: &mut Vec<usize>,
        unpaired: &mut Vec<usize>,
        down: bool,
    ) -> Vec<usize> {
        let mut left = Vec::new();
        for &floater in queue {
            let mut best_first = free.clone();
            best_first.sort_unstable();
            if !down {
                best_first.reverse();
            }
            let candidates: Vec<usize> = best_first
                .into_iter()
                .filter(|&i| self.compatible(floater, i))
                .filter(|&i| self.leaves_a_pairing(floater, i, unpaired))
                .collect();
            let a = candidates.first().copied();
            let c = candidates.iter().copied().find(|&i| !self.clash(floater, i));
            let exceptions = self.position.settings.rating_exceptions;
            let opponent = match (a, c) {
                (None, _) => {
                    self.lines.push(format!("{} finds nobody", self.ones[floater].number));
                    left.push(floater);
                    continue;
                }
                (Some(a), None) => a,
                (Some(a), Some(c)) => {
                    let apart = (self.ones[a].rating - self.ones[c].rating).abs();
                    if exceptions && apart > 100 { a } else { c }
                }
            };
            free.retain(|&i| i != opponent);
            self.make(floater, opponent, unpaired, down);
        }
        left
    }

    fn subsets(list: &[usize], size: usize) -> Vec<Vec<usize>> {
        if size == 0 {
            return vec![Vec::new()];
        }
        let Some((&first, rest)) = list.split_first() else { return Vec::new() };
        let mut found = Self::subsets(rest, size);
        for mut with in Self::subsets(rest, size - 1) {
            with.push(first);
            found.push(with);
        }
        found
    }

    fn good(&self, leaving: &[usize], group: &[usize], unpaired: &[usize]) -> bool {
        let stay: Vec<usize> = group.iter().copied().filter(|i| !leaving.contains(i)).collect();
        let others: Vec<usize> = unpaired.iter().copied().filter(|i| !stay.contains(i)).collect();
        self.all_paired(&stay) && self.all_paired(&others)
    }

    fn outgoing(
        &mut self,
        group: &[usize],
        going_on: &[usize],
        waiting: &[usize],
        unpaired: &[usize],
        down: bool,
    ) -> Vec<usize> {
        let mut worst_first = group.to_vec();
        worst_first.sort_unstable();
        if down {
            worst_first.reverse();
        }
        let (t, good_sets) = (0..=group.len())
            .map(|size| {
                let mut sets = Self::subsets(group, size);
                sets.retain(|set| self.good(set, group, unpaired));
                (size, sets)
            })
            .find(|(_, sets)| !sets.is_empty())
            .expect("everybody may leave");
        let raised = t > group.len() - 2 * self.most_pairs_within(group);
        let mut chosen: Vec<usize> = Vec::new();
        for &i in &worst_first {
            let others: Vec<usize> = group.iter().copied().filter(|&j| j != i).collect();
            if others.iter().any(|&j| self.compatible(i, j)) {
                continue;
            }
            let reason = if others.is_empty() {
                "9.3 d"
            } else if others.iter().all(|&j| self.have_met(i, j)) {
                "9.3 a"
            } else if others.iter().any(|&j| self.may_meet(i, j)) {
                if self.balance(i).abs() >= 2 { "9.3 b" } else { "9.3 c" }
            } else {
                "restriction"
            };
            self.lines.push(format!("{} leaves: {reason}", self.ones[i].number));
            chosen.push(i);
        }
        while chosen.len() < t {
            let x: Vec<usize> =
                worst_first.iter().copied().filter(|i| !chosen.contains(i)).collect();
            let admissible: Vec<usize> = x
                .iter()
                .copied()
                .filter(|i| {
                    good_sets.iter().any(|set| {
                        set.contains(i) && chosen.iter().all(|other| set.contains(other))
                    })
                })
                .collect();
            let mut floaters = going_on.to_vec();
            floaters.extend(&chosen);
            let now = self.most_placed(&floaters, waiting);
            let mut n: Vec<usize> = x
                .iter()
                .copied()
                .filter(|&i| {
                    let mut more = floaters.clone();
                    more.push(i);
                    self.most_placed(&more, waiting) > now
                })
                .collect();
            if n.is_empty() {
                n.clone_from(&x);
            }
            let (mut who, mut reason) = (None, "");
            if x.len() % 2 == 1 {
                let w = n[0];
                let due = |white: bool| x.iter().filter(|&&i| self.due(i) == Some(white)).count();
                let (named, why) = if due(true) == due(false) {
                    (w, "equal")
                } else {
                    let majority = due(true) > due(false);
                    match n.iter().copied().find(|&i| self.due(i) == Some(majority)) {
                        None => (w, "nobody"),
                        Some(m) if m == w => (w, "worst"),
                        Some(m) => {
                            let apart = (self.ones[m].rating - self.ones[w].rating).abs();
                            if self.position.settings.rating_exceptions && apart > 100 {
                                (w, "100")
                            } else {
                                (m, "majority")
                            }
                        }
                    }
                };
                if admissible.contains(&named) {
                    (who, reason) = (Some(named), why);
                }
            }
            if who.is_none() {
                who = n
                    .iter()
                    .copied()
                    .find(|i| admissible.contains(i))
                    .or_else(|| x.iter().copied().find(|i| admissible.contains(i)));
                reason = match (raised, x.len() % 2) {
                    (true, _) => "10.3",
                    (false, 1) => "11.4 a",
                    _ => "11.4 b",
                };
            }
            let who = who.expect("a good set has one more");
            self.lines.push(format!("{} leaves: {reason}", self.ones[who].number));
            chosen.push(who);
        }
        chosen
    }

    fn pair_list(&mut self, mut list: Vec<usize>, unpaired: &mut Vec<usize>, down: bool) {
        while !list.is_empty() {
            let p = list[0];
            let (first_half, second_half) = list.split_at(list.len() / 2);
            let mut candidates = second_half.to_vec();
            candidates.extend(first_half.iter().rev().filter(|&&i| i != p));
            candidates.retain(|&i| self.compatible(p, i) && self.leaves_a_pairing(p, i, &list));
            let suits = candidates.iter().copied().find(|&i| !self.clash(p, i));
            let opponent = suits.unwrap_or_else(|| candidates[0]);
            self.make(p, opponent, unpaired, down);
            list.retain(|&i| i != p && i != opponent);
        }
    }
}
