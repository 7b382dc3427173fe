//! The Dutch system as its text reads: every candidate of every bracket, compared by the criteria
//! one after the other, then by the order of generation. Shares nothing with the program but the
//! description of the position. Up to about ten players.

use std::cmp::Reverse;
use std::collections::HashMap;

use butlleti::core::pairing::dutch::{DutchPosition, Edition, Float};
use butlleti::model::Colour;

type Pair = (usize, usize);
/// Players as bits.
type Set = u32;

/// White, black; and who has the bye. Indices of the position's players.
pub type Round = (Vec<(usize, usize)>, Option<usize>);

/// `None` when there is no legal pairing.
pub fn pair(position: &DutchPosition) -> Option<Round> {
    let mut round = Literal::new(position)?;
    let (pairs, bye) = round.brackets();
    let index = |p: usize| round.players[p];
    let mut boards: Vec<_> =
        pairs
            .iter()
            .map(|&(a, b)| {
                if round.white_is_first(a, b) { (index(a), index(b)) } else { (index(b), index(a)) }
            })
            .collect();
    let place = |p: usize| (Reverse(position.players[p].points), position.players[p].number);
    boards.sort_by_key(|&(white, black)| {
        let (first, second) = (place(white).min(place(black)), place(white).max(place(black)));
        (first.0, second.0, first.1)
    });
    Some((boards, bye.map(index)))
}

/// Asks for candidates with something else than the best one has.
pub struct Questions<'a> {
    round: Literal<'a>,
    brackets: Vec<(Bracket, Mode, Quality)>,
}

/// What the best constrained candidate is worse by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Worse {
    /// There is no such candidate.
    None,
    /// The place in the list of failure values, from the number of downfloaters on.
    By(usize),
}

impl<'a> Questions<'a> {
    pub fn new(position: &'a DutchPosition) -> Option<Self> {
        let mut round = Literal::new(position)?;
        round.brackets();
        let brackets = std::mem::take(&mut round.done);
        Some(Self { round, brackets })
    }

    /// In the bracket at this place: with these pairs, and the player paired or not. Indices of
    /// the position's players.
    pub fn worse(
        &mut self,
        bracket: usize,
        pairs: &[Pair],
        player: Option<(usize, bool)>,
    ) -> Worse {
        let rank =
            |index: usize| self.round.players.iter().position(|&p| p == index).expect("present");
        let pairs: Vec<Pair> =
            pairs.iter().map(|&(a, b)| (rank(a).min(rank(b)), rank(a).max(rank(b)))).collect();
        let player = player.map(|(index, paired)| (rank(index), paired));
        let (bracket, mode, quality) = &self.brackets[bracket];
        let found = self.round.best_where(bracket, *mode, &|candidate: &[Pair]| {
            let has = |p: usize| candidate.iter().any(|&(a, b)| a == p || b == p);
            pairs.iter().all(|pair| candidate.contains(pair))
                && player.is_none_or(|(p, paired)| has(p) == paired)
        });
        let Some((other, ..)) = found else { return Worse::None };
        let differ = quality.iter().zip(&other).position(|(a, b)| a != b);
        Worse::By(differ.expect("another candidate"))
    }
}

impl<'a> Literal<'a> {
    fn new(position: &'a DutchPosition) -> Option<Self> {
        let mut present: Vec<usize> =
            (0..position.players.len()).filter(|&p| position.players[p].present).collect();
        present.sort_by_key(|&p| (Reverse(score_of(position, p)), position.players[p].number));
        let mut round = Literal {
            position,
            new: position.edition == Edition::Fide2026,
            players: present,
            memo: HashMap::new(),
            bye_score: None,
            done: Vec::new(),
        };
        let n = round.players.len();
        let everybody: Set = (1 << n) - 1;
        if round.new && n % 2 == 1 {
            let mut scores: Vec<i32> = (0..n).map(|p| round.score(p)).collect();
            scores.sort_unstable();
            let lowest = scores.into_iter().find(|&score| {
                round.bye_score = Some(score);
                round.memo.clear();
                round.completes(everybody)
            });
            round.bye_score = Some(lowest?);
            round.memo.clear();
        }
        if !round.completes(everybody) {
            return None;
        }
        Some(round)
    }
}

fn score_of(position: &DutchPosition, player: usize) -> i32 {
    let player = &position.players[player];
    player.points.halves() + player.acceleration.halves()
}

struct Literal<'a> {
    position: &'a DutchPosition,
    new: bool,
    /// In rank order; below, players are places in this list.
    players: Vec<usize>,
    memo: HashMap<Set, bool>,
    bye_score: Option<i32>,
    /// Brackets with their best quality.
    done: Vec<(Bracket, Mode, Quality)>,
}

/// A bracket: moved-down players, residents, the next score group, everybody below the residents.
#[derive(Clone)]
struct Bracket {
    mdps: Vec<usize>,
    residents: Vec<usize>,
    next: Vec<usize>,
    below: Set,
}

#[derive(Clone, Copy, PartialEq)]
enum Mode {
    Ordinary,
    Penultimate,
    Last,
}

/// What candidates are compared by: failure values as lists, then the key of generation.
type Quality = Vec<Vec<i64>>;

impl Literal<'_> {
    fn data(&self, p: usize) -> &butlleti::core::pairing::dutch::DutchPlayer {
        &self.position.players[self.players[p]]
    }

    fn score(&self, p: usize) -> i32 {
        score_of(self.position, self.players[p])
    }

    fn topscorer(&self, p: usize) -> bool {
        let last = self.position.round == self.position.rounds;
        let most = self.position.win.halves() * (self.position.round as i32 - 1);
        last && 2 * self.score(p) > most
    }

    fn colours(&self, p: usize) -> Vec<i32> {
        let games = self.data(p).games.iter().filter_map(|game| game.colour);
        games.map(|colour| if colour == Colour::White { 1 } else { -1 }).collect()
    }

    /// Colour (1 white) and strength (3 absolute, 2 strong, 1 mild); 0, 0 for none.
    fn preference(&self, p: usize) -> (i32, i32) {
        let colours = self.colours(p);
        let n = colours.len();
        let balance: i32 = colours.iter().sum();
        if balance > 1 {
            (-1, 3)
        } else if balance < -1 {
            (1, 3)
        } else if n >= 2 && colours[n - 1] == colours[n - 2] {
            (-colours[n - 1], 3)
        } else if balance != 0 {
            (-balance, 2)
        } else if n > 0 {
            (-colours[n - 1], 1)
        } else {
            (0, 0)
        }
    }

    fn legal(&self, a: usize, b: usize) -> bool {
        let (x, y) = (self.players[a], self.players[b]);
        let met = self.data(a).games.iter().any(|game| game.opponent == y);
        let kept =
            self.position.forbidden.iter().any(|&(p, q)| (p, q) == (x, y) || (q, p) == (x, y));
        let (own, other) = (self.preference(a), self.preference(b));
        let clash = own.1 == 3 && other.1 == 3 && own.0 == other.0;
        !met && !kept && (!clash || self.topscorer(a) || self.topscorer(b))
    }

    fn may_have_bye(&self, p: usize) -> bool {
        !self.data(p).bye_barred && self.bye_score.is_none_or(|score| score == self.score(p))
    }

    fn completes(&mut self, set: Set) -> bool {
        if set == 0 {
            return true;
        }
        if let Some(&known) = self.memo.get(&set) {
            return known;
        }
        let a = set.trailing_zeros() as usize;
        let rest = set & !(1 << a);
        let odd = set.count_ones() % 2 == 1;
        let mut found = odd && self.may_have_bye(a) && self.completes(rest);
        for b in bits(rest) {
            found = found || (self.legal(a, b) && self.completes(rest & !(1 << b)));
        }
        self.memo.insert(set, found);
        found
    }

    /// Does the first (better ranked) of two get White?
    fn white_is_first(&self, a: usize, b: usize) -> bool {
        let (own, other) = (self.preference(a), self.preference(b));
        if own.0 != other.0 {
            return if own.0 != 0 { own.0 == 1 } else { other.0 == -1 };
        }
        if own.0 == 0 {
            let number = self.data(a).number;
            let better = self
                .position
                .players
                .iter()
                .filter(|p| (p.was_paired || p.present) && p.number < number);
            let odd = better.count() % 2 == 0;
            return odd == (self.position.initial_colour == Colour::White);
        }
        if own.1 != other.1 {
            return (own.1 > other.1) == (own.0 == 1);
        }
        let balance = |p: usize| self.colours(p).iter().sum::<i32>().abs();
        if own.1 == 3 && balance(a) != balance(b) {
            return (balance(a) > balance(b)) == (own.0 == 1);
        }
        let (mine, theirs) = (self.colours(a), self.colours(b));
        for (x, y) in mine.iter().rev().zip(theirs.iter().rev()) {
            if x != y {
                return *x == -1;
            }
        }
        own.0 == 1
    }

    fn brackets(&mut self) -> (Vec<Pair>, Option<usize>) {
        let n = self.players.len();
        let mut groups: Vec<Vec<usize>> = Vec::new();
        for p in 0..n {
            match groups.last_mut() {
                Some(group) if self.score(group[0]) == self.score(p) => group.push(p),
                _ => groups.push(vec![p]),
            }
        }
        let mut pairs = Vec::new();
        let mut left: Vec<usize> = Vec::new();
        for at in 0..groups.len() {
            let next = groups.get(at + 1).cloned().unwrap_or_default();
            let below: Set = groups[at + 1..].iter().flatten().map(|&p| 1 << p).sum();
            let mut bracket = Bracket { mdps: left, residents: groups[at].clone(), next, below };
            let mode = if bracket.next.is_empty() { Mode::Last } else { Mode::Ordinary };
            let (found, stay) = self.best(&bracket, mode);
            let rest = stay.iter().map(|&p| 1 << p).sum::<Set>() | bracket.below;
            if !self.new && mode == Mode::Ordinary && !self.completes(rest) {
                let (found, stay) = self.best(&bracket, Mode::Penultimate);
                pairs.extend(found);
                bracket = Bracket {
                    mdps: stay,
                    residents: bits(bracket.below).collect(),
                    next: Vec::new(),
                    below: 0,
                };
                let (found, stay) = self.best(&bracket, Mode::Last);
                pairs.extend(found);
                return (pairs, stay.first().copied());
            }
            pairs.extend(found);
            left = stay;
        }
        (pairs, left.first().copied())
    }

    /// The best candidate: its pairs and who stays behind.
    fn best(&mut self, bracket: &Bracket, mode: Mode) -> (Vec<Pair>, Vec<usize>) {
        let found = self.best_where(bracket, mode, &|_| true);
        let (quality, pairs, stay) = found.expect("every bracket has a candidate");
        if mode == Mode::Penultimate {
            self.done.pop();
        }
        self.done.push((bracket.clone(), mode, quality));
        (pairs, stay)
    }

    fn best_where(
        &mut self,
        bracket: &Bracket,
        mode: Mode,
        wanted: &dyn Fn(&[Pair]) -> bool,
    ) -> Option<(Quality, Vec<Pair>, Vec<usize>)> {
        let members: Vec<usize> = bracket.mdps.iter().chain(&bracket.residents).copied().collect();
        let mut ahead = HashMap::new();
        let mut best: Option<(Quality, Vec<Pair>, Vec<usize>)> = None;
        for pairs in self.candidates(&members, bracket.mdps.len()) {
            if !wanted(&pairs) {
                continue;
            }
            let stay: Vec<usize> = members
                .iter()
                .copied()
                .filter(|p| !pairs.iter().any(|&(a, b)| a == *p || b == *p))
                .collect();
            let rest = stay.iter().map(|&p| 1 << p).sum::<Set>();
            let must = self.new || mode != Mode::Ordinary;
            if must && !self.completes(rest | bracket.below) {
                continue;
            }
            if mode == Mode::Last && (stay.len() > 1 || !stay.iter().all(|&p| self.may_have_bye(p)))
            {
                continue;
            }
            let look = if mode == Mode::Ordinary {
                let known = ahead.get(&rest).cloned();
                known.unwrap_or_else(|| {
                    let value = self.look_ahead(bracket, &stay);
                    ahead.insert(rest, value.clone());
                    value
                })
            } else {
                Vec::new()
            };
            let quality = self.quality(bracket, &members, &pairs, &stay, look);
            if best.as_ref().is_none_or(|(known, ..)| quality < *known) {
                best = Some((quality, pairs, stay));
            }
        }
        best
    }

    /// All sets of legal pairs, the first `mdps` members not among themselves.
    fn candidates(&self, members: &[usize], mdps: usize) -> Vec<Vec<Pair>> {
        let mut all = vec![(0, Vec::new(), 0u32)];
        let mut done = Vec::new();
        while let Some((at, pairs, used)) = all.pop() {
            if at == members.len() {
                done.push(pairs);
                continue;
            }
            all.push((at + 1, pairs.clone(), used));
            if used >> at & 1 == 1 {
                continue;
            }
            for other in (at + 1).max(mdps)..members.len() {
                if used >> other & 1 == 0 && self.legal(members[at], members[other]) {
                    let mut more = pairs.clone();
                    more.push((members[at], members[other]));
                    all.push((at + 1, more, used | 1 << at | 1 << other));
                }
            }
        }
        done
    }

    /// 2017: the score differences of pairs and downfloaters, the greatest first.
    fn psd(&self, members: &[usize], pairs: &[Pair], stay: &[usize]) -> Vec<i64> {
        let low = members.iter().map(|&p| self.score(p)).min().unwrap_or(0);
        let pairs = pairs.iter().map(|&(a, b)| i64::from(self.score(a) - self.score(b)));
        let stay = stay.iter().map(|&p| i64::from(self.score(p) - low + 2));
        descending(pairs.chain(stay))
    }

    /// The least failure of the next bracket.
    fn look_ahead(&mut self, bracket: &Bracket, stay: &[usize]) -> Vec<i64> {
        let members: Vec<usize> = stay.iter().chain(&bracket.next).copied().collect();
        let below = bracket.below & !bracket.next.iter().map(|&p| 1 << p).sum::<Set>();
        let mut best: Option<Vec<i64>> = None;
        for pairs in self.candidates(&members, stay.len()) {
            let left: Vec<usize> = members
                .iter()
                .copied()
                .filter(|p| !pairs.iter().any(|&(a, b)| a == *p || b == *p))
                .collect();
            let value = if self.new {
                if !self.completes(left.iter().map(|&p| 1 << p).sum::<Set>() | below) {
                    continue;
                }
                let scores = left.iter().map(|&p| i64::from(self.score(p)));
                [vec![left.len() as i64], descending(scores)].concat()
            } else {
                let barred = left.iter().filter(|&&p| !self.may_have_bye(p)).count();
                let barred = if below == 0 { barred } else { 0 };
                let count = (left.len() + 2 * barred) as i64;
                [vec![count], self.psd(&members, &pairs, &left)].concat()
            };
            if best.as_ref().is_none_or(|known| value < *known) {
                best = Some(value);
            }
        }
        best.expect("the rest can be completed")
    }

    fn quality(
        &self,
        bracket: &Bracket,
        members: &[usize],
        pairs: &[Pair],
        stay: &[usize],
        look: Vec<i64>,
    ) -> Quality {
        let mut quality = vec![vec![stay.len() as i64]];
        let scores = descending(stay.iter().map(|&p| i64::from(self.score(p))));
        quality.push(if self.new { scores } else { self.psd(members, pairs, stay) });
        quality.push(look);
        if self.new {
            let base = self.score(bracket.residents[0]);
            let bye = self.bye_score.is_some_and(|score| base <= score) && stay.len() == 1;
            let rounds = if bye { self.data(stay[0]).unplayed } else { 0 };
            quality.push(vec![i64::from(rounds)]);
        }
        let mut colours = [0i64; 4];
        for &(a, b) in pairs {
            let white = self.white_is_first(a, b);
            for (p, given) in [(a, if white { 1 } else { -1 }), (b, if white { -1 } else { 1 })] {
                let history = self.colours(p);
                let n = history.len();
                if self.topscorer(a) || self.topscorer(b) {
                    let balance = history.iter().sum::<i32>() + given;
                    colours[0] += i64::from(balance.abs() > 2);
                    let third = n >= 2 && history[n - 1] == given && history[n - 2] == given;
                    colours[1] += i64::from(third);
                }
                let wanted = self.preference(p);
                let lost = wanted.0 != 0 && wanted.0 != given;
                colours[2] += i64::from(lost);
                colours[3] += i64::from(lost && wanted.1 == 2);
            }
        }
        quality.extend(colours.map(|count| vec![count]));
        let floated = |p: usize, ago: usize, way| self.data(p).floats[ago] == Some(way);
        let low = members.iter().map(|&p| self.score(p)).min().unwrap_or(0);
        let mut counts = Vec::new();
        let mut lists = Vec::new();
        for ago in 0..2 {
            let mut down = Vec::new();
            let mut up = Vec::new();
            let mut down_count = 0;
            for &p in stay.iter().filter(|&&p| floated(p, ago, Float::Down)) {
                let mdp = bracket.mdps.contains(&p);
                if self.new && mdp {
                    down.push(1000 + i64::from(self.score(p)));
                } else if self.new {
                    down_count += 1;
                } else {
                    down_count += 1;
                    down.push(i64::from(self.score(p) - low + 2));
                }
            }
            for &(a, b) in pairs.iter().filter(|&&(a, b)| self.score(a) != self.score(b)) {
                let difference = i64::from(self.score(a) - self.score(b));
                if floated(a, ago, Float::Down) {
                    down.push(difference);
                    down_count += i64::from(!self.new);
                }
                if floated(b, ago, Float::Up) {
                    up.push(difference);
                }
            }
            counts.push(vec![down_count]);
            counts.push(vec![up.len() as i64]);
            lists.push(descending(down.into_iter()));
            lists.push(descending(up.into_iter()));
        }
        quality.extend(counts);
        quality.extend(lists);
        quality.extend(self.key(bracket, pairs));
        quality
    }

    /// Earlier candidates have smaller keys.
    fn key(&self, bracket: &Bracket, pairs: &[Pair]) -> Quality {
        let is_mdp = |p: &usize| bracket.mdps.contains(p);
        let mut mdp_pairs: Vec<Pair> = pairs.iter().copied().filter(|(a, _)| is_mdp(a)).collect();
        mdp_pairs.sort_unstable();
        let remainder: Vec<usize> = bracket
            .residents
            .iter()
            .copied()
            .filter(|p| !mdp_pairs.iter().any(|(_, b)| b == p))
            .collect();
        let place = |p: usize| remainder.iter().position(|&q| q == p).unwrap_or(99) as i64 + 1;
        let mut rest: Vec<(i64, i64)> = pairs
            .iter()
            .filter(|(a, _)| !is_mdp(a))
            .map(|&(a, b)| (place(a).min(place(b)), place(a).max(place(b))))
            .collect();
        rest.sort_unstable();
        let half = rest.len() as i64;
        let upper: Vec<i64> = rest.iter().map(|pair| pair.0).collect();
        let into: Vec<i64> = upper.iter().copied().filter(|&p| p > half).collect();
        let mut out: Vec<i64> = (1..=half).filter(|p| !upper.contains(p)).collect();
        out.reverse();
        let moved = into.iter().sum::<i64>() - out.iter().sum::<i64>();
        vec![
            mdp_pairs.iter().map(|pair| pair.0 as i64).collect(),
            mdp_pairs.iter().map(|pair| pair.1 as i64).collect(),
            vec![into.len() as i64],
            vec![moved],
            out.iter().map(|p| -p).collect(),
            into,
            rest.iter().map(|pair| pair.1).collect(),
        ]
    }
}

fn bits(set: Set) -> impl Iterator<Item = usize> {
    (0..32).filter(move |p| set >> p & 1 == 1)
}

fn descending(values: impl Iterator<Item = i64>) -> Vec<i64> {
    let mut values: Vec<i64> = values.collect();
    values.sort_unstable_by_key(|&value| Reverse(value));
    values
}
