//! Sonneborn-Berger and its extended forms for teams: C.07 9.1, 13.2.

use super::cut::{CutBy, cut};
use super::descriptor::Account;
use super::{Context, For, Rule, number};
use crate::core::report::{Entry, Msg, Step};
use crate::model::Exact;

pub(super) const RULES: &[Rule] = &[
    Rule::value("SB", "9.1", "ACMP", same_account),
    Rule::value("ESB", "13.2", "ACMP", same_account),
    extended("EMMSB", |c, who| extended_sum(c, who, Account::Match, Account::Match)),
    extended("EMGSB", |c, who| extended_sum(c, who, Account::Match, Account::Game)),
    extended("EGMSB", |c, who| extended_sum(c, who, Account::Game, Account::Match)),
    extended("EGGSB", |c, who| extended_sum(c, who, Account::Game, Account::Game)),
];

const fn extended(code: &'static str, value: fn(&Context<'_>, usize) -> Entry) -> Rule {
    Rule { whom: For::Teams, ..Rule::value(code, "13.2", "CMP", value) }
}

fn same_account(context: &Context<'_>, who: usize) -> Entry {
    extended_sum(context, who, context.account(), context.account())
}

/// Each opponent's score in one account, times what was made against it in the other; byes and
/// forfeits with the dummy's score.
fn extended_sum(context: &Context<'_>, who: usize, theirs: Account, own: Account) -> Entry {
    let mut terms = context.field.terms(who, context.view_of(theirs));
    if own != theirs {
        let results = context.field.terms(who, context.view_of(own));
        for (term, other) in terms.iter_mut().zip(results) {
            term.result = other.result;
        }
    }
    let steps: Vec<Step> = terms
        .iter()
        .map(|term| {
            let product = term.score * term.result;
            let msg = Msg::new("c07.product")
                .with("term", term.step.text.clone())
                .with("result", number(term.result));
            let step = Step::new(msg).gives(number(product));
            term.step.citations.iter().fold(step, Step::cite)
        })
        .collect();
    let modifiers = &context.descriptor.modifiers;
    let (left, cuts) = cut(terms, modifiers.cut_low, modifiers.cut_high, CutBy::Product);
    let total: Exact = left.iter().map(|term| term.score * term.result).sum();
    Entry::plain(number(total)).steps(steps).steps(cuts)
}
