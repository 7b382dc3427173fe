//! Brackets in which nothing goes wrong, and the proof that nothing does.
//!
//! Nearly every bracket can be paired so that all its moved-down players and all residents (but
//! one resident, if the number is odd) have opponents, the next score group too, and every further
//! criterion takes the lowest value that counting allows. Each such demand only *removes* pairs
//! from the graph of those that may be made: candidates that attain all bounds are the perfect
//! matchings of what is left. If there are any, the best candidate is the first of them in the
//! order of generation, and no weight needs to be computed. Where a demand leaves no perfect
//! matching and its criterion can have only one other value, that value is the optimum and the
//! demand is dropped; else the rest of the comparison goes to [`super::weighing`], on the graph so
//! far.

use crate::model::Colour;

use super::bracket::{Bracket, Proof, Stage, neighbours};
use super::colours::Strength;
use super::completion::Completion;
use super::edition::Criterion;
use super::field::{Field, Offences, Ranked};
use super::local::Local;
use super::matching::{Deficiency, Matching};
use super::order;
use super::weighing::Solution;
use crate::core::pairing::bits::{BitSet, Graph};

pub(crate) enum Regular {
    Best(Local, Solution, Proof),
    /// Perfect matchings of the local graph are to be compared from this criterion on; by the
    /// order of generation only, if there is none.
    Open(Local, Option<Criterion>),
    /// More players stay behind than the number demands, or others, or the next bracket suffers.
    No,
}

/// The criteria below the look-ahead, in order, that a demand can stand for.
pub(crate) const DEMANDS: [Criterion; 9] = [
    Criterion::ByeAbsences,
    Criterion::TopscorerDifference,
    Criterion::TopscorerThird,
    Criterion::Preference,
    Criterion::StrongPreference,
    Criterion::Down1,
    Criterion::Up1,
    Criterion::Down2,
    Criterion::Up2,
];

pub(crate) fn best(field: &Field<'_>, completion: &Completion, bracket: &Bracket) -> Regular {
    let Some((mut local, mut matching)) = start(field, completion, bracket) else {
        return Regular::No;
    };
    let bounds = Bounds::new(field, completion, bracket, &local);
    let mut proof = Proof::Bounds;
    let mut all = local.graph.clone();
    DEMANDS.iter().for_each(|&demand| bounds.demand(&mut all, demand, 0));
    if is_perfect(&mut matching, &all) {
        local.graph = all;
    } else {
        match refine(&bounds, &mut local, &mut matching) {
            Ok(given_way) => proof = Proof::Refined(given_way),
            Err(open) => return Regular::Open(local, Some(open)),
        }
    }
    match order::first(&local, matching) {
        Some(solution) => Regular::Best(local, solution, proof),
        None => Regular::Open(local, None),
    }
}

/// The graph of candidates with as few downfloaters as possible, of the lowest score possible,
/// that serve the next bracket as well as possible; and one of them. `None` when there is none.
pub(crate) fn start(
    field: &Field<'_>,
    completion: &Completion,
    bracket: &Bracket,
) -> Option<(Local, Matching)> {
    if bracket.stage == Stage::Collapsed || bracket.mdps.len() > bracket.residents.len() {
        return None;
    }
    let odd = bracket.len() % 2 == 1;
    let mut local = Local::new(&field.legal, bracket, 0..0, 0, odd);
    local.separate_mdps();
    if odd {
        let floaters = floaters(field, completion, bracket)?;
        let out = local.size() - 1;
        for v in local.mdps..local.members() {
            if floaters.contains(local.rank(v)) {
                local.graph.connect(v, out);
            }
        }
    } else if bracket.completes(field.edition()) {
        let below = field.with_bye(bracket.residents.end..field.len());
        if !completion.is_perfect(&below) {
            return None;
        }
    }
    let mut matching = order::natural(&local);
    let everybody = BitSet::range(local.size(), 0..local.size());
    match matching.complete(&local.graph, &everybody) {
        Deficiency::Perfect => Some((local, matching)),
        _ => None,
    }
}

/// The residents of whom one may stay behind alone.
fn floaters(field: &Field<'_>, completion: &Completion, bracket: &Bracket) -> Option<BitSet> {
    let graph = completion.graph();
    let mut floaters = BitSet::range(graph.size(), bracket.residents.clone());
    if bracket.completes(field.edition()) {
        let below = field.with_bye(bracket.residents.end..field.len());
        let Deficiency::One(left) = completion.deficiency(&below) else { return None };
        floaters = neighbours(graph, &left, &floaters);
    }
    // Whoever must have the bye is no concern of the next bracket.
    if bracket.ahead().is_empty() || bracket.leaves_the_bye(field, completion) {
        return Some(floaters);
    }
    let welcome = welcome(field, completion, bracket)?;
    floaters = neighbours(&field.legal, &welcome, &floaters);
    (!floaters.is_empty()).then_some(floaters)
}

/// The members of the next score group of whom one can be left for a moved-down player while the
/// others are paired among themselves (but for one, if the number demands it). `None` when there
/// are none.
fn welcome(field: &Field<'_>, completion: &Completion, bracket: &Bracket) -> Option<BitSet> {
    let next = bracket.ahead();
    let graph = completion.graph();
    let completes = bracket.completes(field.edition());
    let further = field.with_bye(next.end..field.len());
    let members = BitSet::range(graph.size(), next.clone());
    let floating = if next.len() % 2 == 1 {
        if completes && !completion.is_perfect(&further) {
            return None;
        }
        None
    } else if completes {
        let Deficiency::One(left) = completion.deficiency(&further) else { return None };
        Some(neighbours(graph, &left, &members))
    } else if next.end < field.len() {
        Some(members)
    } else {
        Some(BitSet::of(graph.size(), next.clone().filter(|&r| completion.may_have_bye(r))))
    };
    // The next group by itself, with one vertex more for its own downfloater.
    let alone = Bracket { mdps: Vec::new(), residents: next.clone(), ..bracket.clone() };
    let mut local = Local::new(&field.legal, &alone, 0..0, 0, floating.is_some());
    if let (Some(floating), Some(out)) = (floating, local.out()) {
        for v in 0..local.members() {
            if floating.contains(local.rank(v)) {
                local.graph.connect(v, out);
            }
        }
    }
    let everybody = BitSet::range(local.size(), 0..local.size());
    let mut matching = order::natural(&local);
    let Deficiency::One(left) = matching.complete(&local.graph, &everybody) else { return None };
    let out = local.out();
    Some(BitSet::of(graph.size(), left.iter().filter(|&v| Some(v) != out).map(|v| local.rank(v))))
}

/// The graphs that the criteria leave, each a part of the one before: first that of [`start`], then
/// one for every demand that can be met.
pub(crate) fn levels(
    field: &Field<'_>,
    completion: &Completion,
    bracket: &Bracket,
) -> Option<(Local, Vec<(Criterion, Graph)>)> {
    let (mut local, mut matching) = start(field, completion, bracket)?;
    let mut levels = vec![(Criterion::Floaters, local.graph.clone())];
    let bounds = Bounds::new(field, completion, bracket, &local);
    for &demand in &DEMANDS {
        for value in 0..=bounds.worst(demand) {
            let mut graph = local.graph.clone();
            bounds.demand(&mut graph, demand, value);
            if is_perfect(&mut matching, &graph) {
                local.graph = graph;
                levels.push((demand, local.graph.clone()));
                break;
            }
        }
    }
    Some((local, levels))
}

/// Makes a matching of the whole graph out of one of a graph with more edges.
pub(crate) fn is_perfect(matching: &mut Matching, graph: &Graph) -> bool {
    let everybody = BitSet::range(graph.size(), 0..graph.size());
    let mut changed = matching.clone();
    changed.restrict(graph, &everybody);
    let perfect = matches!(changed.complete(graph, &everybody), Deficiency::Perfect);
    if perfect {
        *matching = changed;
    }
    perfect
}

/// One demand after the other. The first criterion that gave way, or the first that needs weights.
fn refine(
    bounds: &Bounds,
    local: &mut Local,
    matching: &mut Matching,
) -> Result<Criterion, Criterion> {
    let mut given_way = None;
    for &demand in &DEMANDS {
        let met = (0..=bounds.worst(demand)).find(|&value| {
            let mut graph = local.graph.clone();
            bounds.demand(&mut graph, demand, value);
            let met = is_perfect(matching, &graph);
            if met {
                local.graph = graph;
            }
            met
        });
        match met {
            Some(0) => {}
            Some(_) => given_way = given_way.or(Some(demand)),
            None if bounds.has_one_alternative(demand) => given_way = given_way.or(Some(demand)),
            None => return Err(demand),
        }
    }
    Ok(given_way.unwrap_or(Criterion::Up2Score))
}

/// What the lowest values of the criteria demand of a bracket of which everybody (but one resident)
/// is paired. Sets are of vertices.
pub(crate) struct Bounds {
    mdps: BitSet,
    /// The one who stands for staying behind, with an odd number.
    out: Option<BitSet>,
    /// More players than half want the same colour: they, and those of them who want it mildly.
    crowd: Option<Crowd>,
    whites: BitSet,
    blacks: BitSet,
    /// Pairs with a topscorer that offend against the two criteria for them, in the last round.
    offending: Vec<(usize, usize, Offences)>,
    down: [BitSet; 2],
    up: [BitSet; 2],
    /// By rounds not played, where the one who stays behind has the bye.
    unplayed: Vec<BitSet>,
}

struct Crowd {
    members: BitSet,
    others: BitSet,
    mild: BitSet,
    /// So many pairs of two members there must be.
    conflicts: usize,
}

impl Bounds {
    pub fn new(
        field: &Field<'_>,
        completion: &Completion,
        bracket: &Bracket,
        local: &Local,
    ) -> Self {
        let size = local.size();
        let set = |is: &dyn Fn(&Ranked) -> bool| {
            let members = (0..local.members()).filter(|&v| is(&field.players[local.rank(v)]));
            BitSet::of(size, members)
        };
        let whites = set(&|p| p.wants(Colour::White));
        let blacks = set(&|p| p.wants(Colour::Black));
        let pairs = local.members() / 2;
        let majority = if whites.len() >= blacks.len() { &whites } else { &blacks };
        let everybody = BitSet::range(size, 0..local.members());
        let others = everybody.difference(majority);
        let crowd = (pairs > others.len()).then(|| Crowd {
            mild: majority.intersection(&set(&|p| p.strength() == Some(Strength::Mild))),
            members: majority.clone(),
            conflicts: pairs - others.len(),
            others,
        });
        let bye = local.out().is_some() && bracket.leaves_the_bye(field, completion);
        let most = if bye { field.position.round as usize } else { 0 };
        Self {
            mdps: BitSet::range(size, 0..local.mdps),
            out: local.out().map(|out| BitSet::of(size, [out])),
            crowd,
            whites,
            blacks,
            offending: offending(field, local),
            down: [0, 1].map(|ago| set(&|p: &Ranked| p.down[ago])),
            up: [0, 1].map(|ago| set(&|p: &Ranked| p.up[ago])),
            unplayed: (0..most).map(|rounds| set(&|p| p.unplayed as usize == rounds)).collect(),
        }
    }

    /// The values of a criterion that are tried, up to this one.
    fn worst(&self, criterion: Criterion) -> usize {
        if criterion == Criterion::ByeAbsences { self.unplayed.len().max(1) - 1 } else { 0 }
    }

    /// Can a criterion that is not at its bound have only one other value?
    fn has_one_alternative(&self, criterion: Criterion) -> bool {
        match criterion {
            Criterion::Down1 | Criterion::Down2 => true,
            Criterion::Up1 | Criterion::Up2 => self.mdps.len() <= 1,
            _ => false,
        }
    }

    /// Removes what a candidate cannot have if the criterion has this value (nought unless a
    /// criterion is tried with several).
    pub fn demand(&self, graph: &mut Graph, criterion: Criterion, value: usize) {
        let mut stays = |set: &BitSet| {
            if let Some(out) = &self.out {
                graph.separate(out, set);
            }
        };
        match criterion {
            Criterion::ByeAbsences => self.unplayed.iter().skip(value + 1).for_each(stays),
            Criterion::Down1 => stays(&self.down[0]),
            Criterion::Down2 => stays(&self.down[1]),
            Criterion::Up1 => graph.separate(&self.mdps, &self.up[0]),
            Criterion::Up2 => graph.separate(&self.mdps, &self.up[1]),
            Criterion::TopscorerDifference | Criterion::TopscorerThird => {
                for &(a, b, offences) in &self.offending {
                    let counted = match criterion {
                        Criterion::TopscorerThird => offences.third,
                        _ => offences.difference,
                    };
                    if counted > 0 {
                        graph.disconnect(a, b);
                    }
                }
            }
            Criterion::Preference => match &self.crowd {
                None => {
                    graph.separate(&self.whites, &self.whites);
                    graph.separate(&self.blacks, &self.blacks);
                }
                // As few pairs inside the crowd as possible: everybody else meets a member.
                Some(crowd) => {
                    stays(&crowd.others);
                    graph.separate(&crowd.others, &crowd.others);
                }
            },
            Criterion::StrongPreference => match &self.crowd {
                Some(crowd) if crowd.conflicts <= crowd.mild.len() => {
                    let strong = crowd.members.difference(&crowd.mild);
                    graph.separate(&strong, &strong);
                }
                // Not enough mild ones for all conflicts: each of them takes one.
                Some(crowd) => {
                    stays(&crowd.mild);
                    graph.separate(&crowd.mild, &crowd.others);
                    graph.separate(&crowd.mild, &crowd.mild);
                }
                None => {}
            },
            _ => {}
        }
    }
}

/// Two can offend when both absolutely prefer the same colour (which always does), or when one of
/// them offends with whatever colour.
fn offending(field: &Field<'_>, local: &Local) -> Vec<(usize, usize, Offences)> {
    let player = |v: usize| &field.players[local.rank(v)];
    let members = || 0..local.members();
    if !members().any(|v| player(v).topscorer) {
        return Vec::new();
    }
    let set = |is: &dyn Fn(&Ranked) -> bool| {
        BitSet::of(local.size(), members().filter(|&v| is(player(v))))
    };
    let anyway = set(&Ranked::offends_anyway);
    let absolute = [Colour::White, Colour::Black]
        .map(|c| set(&|p| p.strength() == Some(Strength::Absolute) && p.wants(c)));
    let mut found = Vec::new();
    for a in members() {
        let mut suspects = anyway.clone();
        absolute.iter().filter(|side| side.contains(a)).for_each(|side| suspects.union_with(side));
        if anyway.contains(a) {
            suspects = BitSet::range(local.size(), members());
        }
        for b in local.graph.neighbours(a).common(&suspects) {
            let offences = field.offences(local.rank(a), local.rank(b));
            if offences.difference + offences.third > 0 {
                found.push((a, b, offences));
            }
        }
    }
    found
}
