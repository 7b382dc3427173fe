//! The best candidate by weight, for brackets in which something must give way.
//!
//! The terms of the criteria ([`super::problem`]) and, below them, those of the order of
//! generation are packed into one number for every pair, each with bits enough for its sum, and a
//! matching of greatest weight is found. As the order of the halves can only be told when the
//! opponents of moved-down players are known, and the order of transpositions when the exchange
//! is, there are three such matchings: each fixes what it decides by removing all other pairs.

use super::bracket::Bracket;
use super::completion::Completion;
use super::edition::{Criterion, Edition};
use super::field::Field;
use super::local::Local;
use super::matching::Deficiency;
use super::problem::Problem;
use super::weighted::heaviest;
use super::wide::Wide;
use crate::core::pairing::bits::{BitSet, Graph};

/// The pairs of a bracket, by vertex, the better ranked first: those of moved-down players, then
/// the remainder in the order of its upper half.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Solution {
    pub pairs: Vec<(usize, usize)>,
}

/// What the best of some candidates comes to, by criterion and term.
pub(crate) struct Valued {
    sums: Vec<(Criterion, i64)>,
    /// How many stay behind.
    left: usize,
}

impl Valued {
    /// The first criterion in which another differs.
    pub fn first_difference(&self, other: &Self) -> Option<Criterion> {
        if self.left != other.left {
            return Some(Criterion::Floaters);
        }
        let mut pairs = self.sums.iter().zip(&other.sums);
        pairs.find(|(own, other)| own != other).map(|((criterion, _), _)| *criterion)
    }
}

/// Removes pairs, and names a vertex that must be paired in the bracket.
pub(crate) type Limit<'a> = &'a dyn Fn(&Local, &mut Graph) -> Option<usize>;

/// The value of the best candidate among those that `limit` leaves; `None` when there are none.
pub(crate) fn value(
    field: &Field<'_>,
    completion: &Completion,
    bracket: &Bracket,
    limit: Limit<'_>,
) -> Option<Valued> {
    let valued = |mut problem: Problem<'_>| {
        let must = problem.limit(limit);
        let local = problem.local();
        let mut chooser = Chooser::new(&problem);
        chooser.must = must;
        let mate = chooser.solve(&[], &[])?;
        let sum = |term| {
            let pairs = mate.iter().enumerate().filter_map(|(h, l)| Some((h, (*l)?)));
            pairs.filter(|(h, l)| h < l).map(|(h, l)| problem.value(term, h, l)).sum()
        };
        let sums = problem.terms.iter().map(|&(criterion, term)| (criterion, sum(term))).collect();
        let paired = |v: &usize| mate[*v].is_some_and(|w| local.in_bracket(*v, w));
        if must.is_some_and(|v| !paired(&v)) {
            return None;
        }
        let left = local.members() - (0..local.members()).filter(paired).count();
        let alone: Vec<_> =
            (0..local.size()).filter(|&v| mate[v].is_none()).map(|v| local.rank(v)).collect();
        Some((Valued { sums, left }, alone))
    };
    let completes = bracket.completes(field.edition());
    let may_leave_bye =
        field.edition() == Edition::Fide2026 && bracket.leaves_the_bye(field, completion);
    let further = bracket.ahead().end.max(bracket.residents.end)..field.len();
    if !completes || (!further.is_empty() && !may_leave_bye) {
        let (value, alone) = valued(Problem::relaxed(field, completion, bracket, false))?;
        let mut rest = field.with_bye(further.clone());
        alone.into_iter().for_each(|rank| rest.insert(rank));
        if !completes || completion.is_perfect(&rest) {
            return Some(value);
        }
    }
    if field.len() > 400 && !further.is_empty() {
        return None;
    }
    let (value, _) = valued(Problem::full(field, completion, bracket, false))?;
    if may_leave_bye && value.left == 1 {
        return valued(Problem::full(field, completion, bracket, true)).map(|(value, _)| value);
    }
    Some(value)
}

/// Of all candidates whatever.
pub(crate) fn best_of_all<'a>(
    field: &'a Field<'a>,
    completion: &Completion,
    bracket: &'a Bracket,
) -> Option<(Problem<'a>, Solution)> {
    let completes = bracket.completes(field.edition());
    // A member who stays behind alone and has the bye: only then absences count.
    let may_leave_bye =
        field.edition() == Edition::Fide2026 && bracket.leaves_the_bye(field, completion);
    let ahead = bracket.ahead();
    let further = ahead.end.max(bracket.residents.end)..field.len();
    if !completes || !further.is_empty() {
        let mut relaxed = Problem::relaxed(field, completion, bracket, false);
        let mut choice = choose(&relaxed)?;
        if may_leave_bye && choice.left(relaxed.local()) == 1 {
            relaxed = Problem::relaxed(field, completion, bracket, true);
            choice = choose(&relaxed)?;
        }
        if !completes || can_be_completed(&relaxed, &choice, completion, further) {
            return Some((relaxed, choice.solution));
        }
    }
    let mut full = Problem::full(field, completion, bracket, false);
    let mut choice = choose(&full)?;
    if may_leave_bye && choice.left(full.local()) == 1 {
        full = Problem::full(field, completion, bracket, true);
        choice = choose(&full)?;
    }
    Some((full, choice.solution))
}

/// The best perfect matching of a regular bracket.
pub(crate) fn best(problem: &Problem<'_>) -> Option<Solution> {
    choose(problem).map(|choice| choice.solution)
}

/// A solution, and whom the whole matching leaves alone.
struct Choice {
    solution: Solution,
    alone: Vec<usize>,
}

impl Choice {
    /// How many of the bracket stay behind.
    fn left(&self, local: &Local) -> usize {
        local.members() - 2 * self.solution.pairs.len()
    }
}

/// Can those whom the bracket and its look-ahead leave, with everybody further down, be paired?
fn can_be_completed(
    problem: &Problem<'_>,
    choice: &Choice,
    completion: &Completion,
    further: std::ops::Range<usize>,
) -> bool {
    let mut rest = problem.field.with_bye(further);
    choice.alone.iter().for_each(|&v| rest.insert(problem.local().rank(v)));
    matches!(completion.deficiency(&rest), Deficiency::Perfect)
}

/// A term of the order of generation, which only the pairs of one vertex (or all) add to.
#[derive(Clone, Copy, Debug)]
enum OrderTerm {
    /// This moved-down player is paired.
    Paired(usize),
    /// He meets a resident as high as possible.
    Opponent(usize),
    /// Few players of the lower half are the better of their pair.
    Exchanged,
    /// The sum of the places of the better of all pairs is small.
    Places,
    /// This player of the upper half is not the better of a pair.
    MovedDown(usize),
    /// This player of the lower half is.
    MovedUp(usize),
    /// The player's opponent is as high as possible.
    Partner(usize),
}

struct Chooser<'a> {
    problem: &'a Problem<'a>,
    local: &'a Local,
    /// Pairs that can still be made.
    graph: Graph,
    /// Places in the remainder from 1, by vertex; nought outside it.
    place: Vec<usize>,
    /// Pairs of the remainder.
    half: usize,
    /// Must be paired in the bracket, before everything else.
    must: Option<usize>,
}

fn choose(problem: &Problem<'_>) -> Option<Choice> {
    let local = problem.local();
    let mut chooser = Chooser::new(problem);
    let mdps = 0..local.mdps;
    let order: Vec<_> =
        mdps.clone().map(OrderTerm::Paired).chain(mdps.clone().map(OrderTerm::Opponent)).collect();
    let mut mate = chooser.solve(&order, &[])?;
    let met = |mate: &[Option<usize>], v: usize| mate[v].filter(|&w| local.in_bracket(v, w));
    let mut pairs: Vec<_> = mdps.filter_map(|v| Some((v, met(&mate, v)?))).collect();
    let taken = BitSet::of(local.size(), pairs.iter().map(|pair| pair.1));
    let remainder: Vec<_> = (local.mdps..local.members()).filter(|&v| !taken.contains(v)).collect();
    chooser.half = remainder.iter().filter(|&&v| met(&mate, v).is_some()).count() / 2;
    if chooser.half > 0 {
        remainder.iter().enumerate().for_each(|(at, &v)| chooser.place[v] = at + 1);
        let (upper, lower) = remainder.split_at(chooser.half);
        let order: Vec<_> = upper
            .iter()
            .rev()
            .map(|&v| OrderTerm::MovedDown(v))
            .chain(lower.iter().map(|&v| OrderTerm::MovedUp(v)))
            .collect();
        mate = chooser.solve(&order, &[OrderTerm::Exchanged, OrderTerm::Places])?;
        let better = |v: &usize| met(&mate, *v).is_some_and(|w| w > *v);
        let upper: Vec<_> = remainder.iter().copied().filter(better).collect();
        let order: Vec<_> = upper.iter().map(|&v| OrderTerm::Partner(v)).collect();
        mate = chooser.solve(&order, &[])?;
        pairs.extend(upper.into_iter().filter_map(|v| Some((v, met(&mate, v)?))));
    }
    let alone = (0..local.size()).filter(|&v| mate[v].is_none()).collect();
    Some(Choice { solution: Solution { pairs }, alone })
}

impl<'a> Chooser<'a> {
    fn new(problem: &'a Problem<'a>) -> Self {
        let local = problem.local();
        let graph = local.graph.clone();
        Self { problem, local, graph, place: vec![0; local.size()], half: 0, must: None }
    }

    /// The best matching by the criteria, then `above`, then `order`, whose outcome is fixed. As
    /// many terms at a time as a weight has room for.
    fn solve(&mut self, order: &[OrderTerm], above: &[OrderTerm]) -> Option<Vec<Option<usize>>> {
        let base = Packed::new(self, above);
        let mut rest = order;
        loop {
            let mut packed = base.clone();
            let mut count = 0;
            for &term in rest {
                let table = self.order_table(term);
                if count > 0 && packed.bits + table.bits > ROOM.max(base.bits) {
                    break;
                }
                packed.push(table);
                count += 1;
            }
            let mate = packed.solve(&self.graph, self.problem.perfect)?;
            let (done, later) = rest.split_at(count);
            for &term in done {
                self.fix(term, &mate);
            }
            if later.is_empty() {
                return Some(mate);
            }
            rest = later;
        }
    }

    fn is_remainder_pair(&self, a: usize, b: usize) -> bool {
        self.place[a] > 0 && self.place[b] > 0
    }

    fn order_value(&self, term: OrderTerm, h: usize, l: usize) -> i64 {
        let local = self.local;
        match term {
            OrderTerm::Paired(v) => i64::from(h == v && local.in_bracket(h, l)),
            OrderTerm::Opponent(v) if h == v && local.in_bracket(h, l) => {
                -((l - local.mdps + 1) as i64)
            }
            _ if !self.is_remainder_pair(h, l) => 0,
            OrderTerm::Exchanged => -i64::from(self.place[h] > self.half),
            OrderTerm::Places => -(self.place[h] as i64),
            OrderTerm::MovedDown(v) => -i64::from(h == v),
            OrderTerm::MovedUp(v) => i64::from(h == v),
            OrderTerm::Partner(v) if h == v => -(self.place[l] as i64),
            OrderTerm::Opponent(_) | OrderTerm::Partner(_) => 0,
        }
    }

    fn order_table(&self, term: OrderTerm) -> Table {
        let value = |h, l| self.order_value(term, h, l);
        match term {
            OrderTerm::Exchanged | OrderTerm::Places => Table::of_all(&self.graph, &value),
            OrderTerm::Paired(v)
            | OrderTerm::Opponent(v)
            | OrderTerm::MovedDown(v)
            | OrderTerm::MovedUp(v)
            | OrderTerm::Partner(v) => Table::of_one(&self.graph, v, &value),
        }
    }

    /// Removes all pairs with another outcome of a term than the matching has.
    fn fix(&mut self, term: OrderTerm, mate: &[Option<usize>]) {
        let local = self.local;
        match term {
            OrderTerm::Paired(v) => {
                let paired = mate[v].is_some_and(|w| local.in_bracket(v, w));
                self.remove(v, |w| local.in_bracket(v, w) != paired);
            }
            OrderTerm::Opponent(v) | OrderTerm::Partner(v) => {
                if let Some(w) = mate[v].filter(|&w| local.in_bracket(v, w)) {
                    self.graph.isolate_pair(v, w);
                }
            }
            OrderTerm::MovedDown(v) | OrderTerm::MovedUp(v) => {
                let better = mate[v].is_some_and(|w| w > v && local.in_bracket(v, w));
                self.remove(v, |w| (w > v && local.in_bracket(v, w)) != better);
            }
            OrderTerm::Exchanged | OrderTerm::Places => {}
        }
    }

    fn remove(&mut self, v: usize, which: impl Fn(usize) -> bool) {
        let gone: Vec<_> = self.graph.neighbours(v).iter().filter(|&w| which(w)).collect();
        gone.into_iter().for_each(|w| self.graph.disconnect(v, w));
    }
}

/// The widest weight that terms of the order are packed into together.
const ROOM: usize = 400;

/// What the pairs add to one term, where that is not nothing.
#[derive(Clone, Debug)]
struct Table {
    values: Vec<(usize, usize, i64)>,
    bits: usize,
}

impl Table {
    fn of_all(graph: &Graph, value: &dyn Fn(usize, usize) -> i64) -> Self {
        let mut values = Vec::new();
        let mut greatest = vec![0; graph.size()];
        for h in 0..graph.size() {
            for l in graph.neighbours(h).iter().filter(|&l| l > h) {
                let value = value(h, l);
                if value != 0 {
                    values.push((h, l, value));
                    greatest[h] = value.abs().max(greatest[h]);
                    greatest[l] = value.abs().max(greatest[l]);
                }
            }
        }
        // Twice the greatest sum of absolute values, which is at least the range of the sum.
        let range: i64 = greatest.iter().sum();
        Self { values, bits: bits(range) }
    }

    /// Only pairs of `v` add anything, so that the range is that of a single one.
    fn of_one(graph: &Graph, v: usize, value: &dyn Fn(usize, usize) -> i64) -> Self {
        let values: Vec<_> = graph
            .neighbours(v)
            .iter()
            .map(|w| (v.min(w), v.max(w)))
            .map(|(h, l)| (h, l, value(h, l)))
            .filter(|(_, _, value)| *value != 0)
            .collect();
        let range = values.iter().map(|(_, _, value)| value.abs()).max().unwrap_or(0);
        Self { values, bits: bits(range) }
    }
}

fn bits(range: i64) -> usize {
    (i64::BITS - range.leading_zeros()) as usize
}

/// Terms, the most important first.
#[derive(Clone)]
struct Packed {
    tables: Vec<Table>,
    bits: usize,
}

impl Packed {
    fn new(chooser: &Chooser<'_>, above: &[OrderTerm]) -> Self {
        let mut packed = Self { tables: Vec::new(), bits: 0 };
        let problem = chooser.problem;
        if let Some(v) = chooser.must {
            let paired = |h, l| i64::from(chooser.local.in_bracket(h, l));
            packed.push(Table::of_one(&chooser.graph, v, &paired));
        }
        for &(_, term) in &problem.terms {
            packed.push(Table::of_all(&chooser.graph, &|h, l| problem.value(term, h, l)));
        }
        above.iter().for_each(|&term| packed.push(chooser.order_table(term)));
        packed
    }

    fn push(&mut self, table: Table) {
        if table.bits > 0 {
            self.bits += table.bits;
            self.tables.push(table);
        }
    }

    fn solve(&self, graph: &Graph, perfect: bool) -> Option<Vec<Option<usize>>> {
        // Room for the sign, for doubling, and for duals that grow with the number of vertices.
        match self.bits + bits(graph.size() as i64) + 6 {
            ..=128 => self.solve_in::<2>(graph, perfect),
            129..=256 => self.solve_in::<4>(graph, perfect),
            257..=512 => self.solve_in::<8>(graph, perfect),
            513..=1024 => self.solve_in::<16>(graph, perfect),
            1025..=2048 => self.solve_in::<32>(graph, perfect),
            2049..=8192 => self.solve_in::<128>(graph, perfect),
            _ => None,
        }
    }

    fn solve_in<const N: usize>(&self, graph: &Graph, perfect: bool) -> Option<Vec<Option<usize>>> {
        debug_assert!(self.bits + 2 < Wide::<N>::BITS);
        let size = graph.size();
        let mut weights = vec![Wide::<N>::ZERO; size * size];
        // Even weights keep the duals whole.
        let mut below = self.bits + 1;
        for table in &self.tables {
            below -= table.bits;
            for &(h, l, value) in &table.values {
                let weight = &mut weights[h * size + l];
                *weight = weight.plus_shifted(value, below);
            }
        }
        for h in 0..size {
            for l in h + 1..size {
                weights[l * size + h] = weights[h * size + l];
            }
        }
        heaviest(graph, &weights, perfect)
    }
}
