//! Can the rest of the round still be paired, and who gets the bye then?

use crate::model::Points;

use super::DutchError;
use super::edition::Edition;
use super::field::Field;
use super::matching::{Deficiency, Matching};
use crate::core::pairing::bits::{BitSet, Graph};

/// The legal pairs of a round together with the bye, which is a vertex joined to all who may have
/// it; a pairing of the round is a perfect matching.
pub(crate) struct Completion {
    graph: Graph,
    matching: Matching,
    /// The score of whoever gets the bye (C.5 of 2026), where it is known from the start.
    pub bye_score: Option<Points>,
}

impl Completion {
    /// # Errors
    /// When the round has no legal pairing at all.
    pub fn new(field: &Field<'_>) -> Result<Self, DutchError> {
        let n = field.len();
        let mut graph = field.legal.clone();
        let mut matching = Matching::empty(graph.size());
        let everybody = BitSet::range(graph.size(), 0..n);
        let named = |ranks: &[usize]| {
            ranks.iter().map(|&rank| field.position.named(field.players[rank].index)).collect()
        };
        let left = match (matching.complete(&graph, &everybody), field.bye()) {
            (Deficiency::Perfect, _) => {
                return Ok(Self { graph, matching, bye_score: None });
            }
            (Deficiency::One(left), Some(_)) => left,
            (Deficiency::One(left), None) => {
                return Err(DutchError::Impossible {
                    left_out: named(&left.iter().collect::<Vec<_>>()),
                });
            }
            (Deficiency::More(left), _) => {
                return Err(DutchError::Impossible { left_out: named(&left) });
            }
        };
        let bye = n;
        let lowest = left
            .iter()
            .filter(|&rank| !field.players[rank].bye_barred)
            .map(|rank| field.players[rank].score)
            .min();
        let Some(lowest) = lowest else {
            return Err(DutchError::NoBye { left_out: named(&left.iter().collect::<Vec<_>>()) });
        };
        let at_lowest = field.edition() == Edition::Fide2026;
        for (rank, player) in field.players.iter().enumerate() {
            if !player.bye_barred && (!at_lowest || player.score == lowest) {
                graph.connect(rank, bye);
            }
        }
        let whole = field.with_bye(0..n);
        match matching.complete(&graph, &whole) {
            Deficiency::Perfect => {
                Ok(Self { graph, matching, bye_score: at_lowest.then_some(lowest) })
            }
            _ => Err(DutchError::Internal("the bye cannot be given")),
        }
    }

    pub fn graph(&self) -> &Graph {
        &self.graph
    }

    /// May the player of this rank have the bye?
    pub fn may_have_bye(&self, rank: usize) -> bool {
        let bye = self.graph.size() - 1;
        rank < bye && self.graph.has(rank, bye)
    }

    /// Can these players (the bye is one of them, or not) be paired among themselves?
    pub fn deficiency(&self, within: &BitSet) -> Deficiency {
        let mut matching = self.matching.clone();
        matching.restrict(&self.graph, within);
        matching.complete(&self.graph, within)
    }

    pub fn is_perfect(&self, within: &BitSet) -> bool {
        matches!(self.deficiency(within), Deficiency::Perfect)
    }
}
