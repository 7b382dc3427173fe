//! The Buchholz family: C.07 8.

use super::cut::{CutBy, cut};
use super::field::PairingKind;
use super::unplayed::View;
use super::{Context, Edition, Obstacle, Rule, number, undefined};
use crate::core::report::{Entry, Msg, Step, Value};
use crate::model::Exact;

pub(super) const RULES: &[Rule] = &[
    Rule { obstacle: Some(not_in_leagues), ..Rule::value("BH", "8.1", "ACMPF", plain) },
    Rule { obstacle: Some(not_in_leagues), ..Rule::value("FB", "8.3", "ACMP", fore) },
    Rule { obstacle: Some(not_in_leagues), ..Rule::value("AOB", "8.2", "AFP", average) },
];

/// Since 2026 the family is not for round robins (C.07 8).
fn not_in_leagues(context: &Context<'_>) -> Option<Obstacle> {
    let field = context.field;
    (field.pairing == PairingKind::Fixed && field.edition >= Edition::March2026)
        .then(|| Obstacle::NotUsed(Msg::new("c07.not-in-leagues")))
}

fn plain(context: &Context<'_>, who: usize) -> Entry {
    buchholz(context, who, context.view())
}

fn fore(context: &Context<'_>, who: usize) -> Entry {
    buchholz(context, who, View { fore: true, ..context.view() })
}

/// The terms one by one, then the cuts.
fn buchholz(context: &Context<'_>, who: usize, view: View) -> Entry {
    let terms = context.field.terms(who, view);
    let modifiers = &context.descriptor.modifiers;
    let steps: Vec<Step> =
        terms.iter().map(|term| term.step.clone().gives(number(term.score))).collect();
    let (left, cuts) = cut(terms, modifiers.cut_low, modifiers.cut_high, CutBy::Score);
    let total: Exact = left.iter().map(|term| term.score).sum();
    Entry::plain(number(total)).steps(steps).steps(cuts)
}

/// Buchholz without cuts, as a number.
pub(super) fn sum(context: &Context<'_>, who: usize, view: View) -> Exact {
    context.field.terms(who, view).iter().map(|term| term.score).sum()
}

/// Mean of the Buchholz of those met on the board; undefined without a game.
fn average(context: &Context<'_>, who: usize) -> Entry {
    let view = context.view();
    let mut entry = undefined();
    let (mut total, mut games) = (Exact::from(0), 0);
    for round in context.field.rounds_of(who) {
        let Some(opponent) = round.opponent.filter(|_| round.kind == super::Kind::Played) else {
            continue;
        };
        let value = sum(context, opponent, view);
        total += value;
        games += 1;
        let msg = Msg::new("c07.aob-opponent")
            .with("round", round.round)
            .with("opponent", context.field.who(opponent));
        entry = entry.step(Step::new(msg).gives(number(value)));
    }
    if games > 0 {
        let mean = total / games;
        let msg = Msg::new("c07.mean").with("sum", number(total)).with("n", games);
        entry = entry.step(Step::new(msg).gives(mean));
        entry.value = Value::Exact(mean);
    }
    entry
}
