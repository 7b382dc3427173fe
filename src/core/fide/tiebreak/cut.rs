//! Cuts: C.07 14.1–14.4, with the exception of 16.5 for voluntary unplayed rounds.

use super::unplayed::Term;
use crate::core::report::{Msg, Step};
use crate::model::Exact;

/// What a cut looks at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CutBy {
    /// The value is the opponent's score (Buchholz).
    Score,
    /// The value is the product; the opponent with the lowest score goes (Sonneborn-Berger).
    Product,
}

impl CutBy {
    pub fn value(self, term: &Term) -> Exact {
        match self {
            Self::Score => term.score,
            Self::Product => term.score * term.result,
        }
    }
}

/// Takes terms away, low ones first, then high ones: those of the opponents with the highest score.
/// Returns what is left and a line for each cut.
/// When there are not enough, nothing is left.
pub fn cut(mut terms: Vec<Term>, low: u32, high: u32, by: CutBy) -> (Vec<Term>, Vec<Step>) {
    let mut steps = Vec::new();
    for _ in 0..low {
        let Some((at, voluntary)) = lowest(&terms, by) else { break };
        let term = terms.remove(at);
        let (key, article) = if voluntary {
            ("c07.cut-voluntary", "C.07 16.5")
        } else {
            ("c07.cut-low", "C.07 14.1")
        };
        steps.push(line(key, &term, by).cite(&article.into()));
    }
    for _ in 0..high {
        let highest =
            (0..terms.len()).rev().max_by_key(|&at| (terms[at].score, by.value(&terms[at])));
        let Some(at) = highest else { break };
        let term = terms.remove(at);
        steps.push(line("c07.cut-high", &term, by).cite(&"C.07 14.3".into()));
    }
    (terms, steps)
}

fn line(key: &'static str, term: &Term, by: CutBy) -> Step {
    Step::new(Msg::new(key).with("round", term.round)).gives(-by.value(term))
}

/// The term that a low cut takes, and whether 16.5 chose it.
fn lowest(terms: &[Term], by: CutBy) -> Option<(usize, bool)> {
    let voluntary = (0..terms.len())
        .filter(|&at| terms[at].voluntary)
        .min_by_key(|&at| (by.value(&terms[at]), terms[at].score));
    match by {
        CutBy::Score => {
            let plain = (0..terms.len()).min_by_key(|&at| terms[at].score);
            voluntary.map(|at| (at, true)).or(plain.map(|at| (at, false)))
        }
        CutBy::Product => {
            // The least significant opponent: the lowest score; of several the lowest product.
            let least =
                (0..terms.len()).min_by_key(|&at| (terms[at].score, by.value(&terms[at])))?;
            match voluntary {
                Some(at) if by.value(&terms[at]) >= by.value(&terms[least]) => Some((at, true)),
                _ => Some((least, false)),
            }
        }
    }
}
