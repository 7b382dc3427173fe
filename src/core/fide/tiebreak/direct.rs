//! Direct encounter and its extended forms for teams: C.07 6, 13.3.

use std::collections::BTreeMap;

use super::boards::{self, BoardOrder};
use super::descriptor::Account;
use super::{Context, For, Rule, number, places};
use crate::core::report::{Msg, Step};
use crate::core::tiebreak::Applied;
use crate::model::Exact;

pub(super) const RULES: &[Rule] = &[
    Rule::stage("DE", "6", "AP", |c, group| encounter(c, group, &[c.account()], &[])),
    chain("EDE", "13.3", |c, group| encounter(c, group, &both(c), &[])),
    chain("EDET", "13.3.2", |c, group| encounter(c, group, &both(c), &[BoardOrder::Top])),
    chain("EDEB", "13.3.2", |c, group| encounter(c, group, &both(c), &[BoardOrder::Bottom])),
    chain("EDEBT", "13.3.2", |c, group| {
        encounter(c, group, &both(c), &[BoardOrder::Count, BoardOrder::Top])
    }),
    chain("EDEBB", "13.3.2", |c, group| {
        encounter(c, group, &both(c), &[BoardOrder::Count, BoardOrder::Bottom])
    }),
];

const fn chain(
    code: &'static str,
    article: &'static str,
    stage: fn(&Context<'_>, &[usize]) -> Applied,
) -> Rule {
    Rule { whom: For::Teams, ..Rule::stage(code, article, "P", stage) }
}

fn both(context: &Context<'_>) -> [Account; 2] {
    [context.field.primary, context.field.secondary()]
}

/// The lines of everybody's working.
type Log = BTreeMap<usize, Vec<Step>>;

/// Orders a group by the results among it, in one account after the other; two teams that are
/// then still level go by the boards of their own matches.
fn encounter(
    context: &Context<'_>,
    group: &[usize],
    accounts: &[Account],
    boards: &[BoardOrder],
) -> Applied {
    let mut log = Log::new();
    let mut order = extended(context, group, accounts, &mut log);
    if !boards.is_empty() {
        order = order
            .into_iter()
            .flat_map(|part| match part[..] {
                [one, other] => two_teams(context, [one, other], boards, &mut log),
                _ => vec![part],
            })
            .collect();
    }
    places(group, &order, |who| log.remove(&who).unwrap_or_default())
}

fn extended(
    context: &Context<'_>,
    group: &[usize],
    accounts: &[Account],
    log: &mut Log,
) -> Vec<Vec<usize>> {
    if group.len() < 2 {
        return vec![group.to_vec()];
    }
    for &account in accounts {
        let parts = order(context, group, account, log);
        if parts.len() > 1 {
            let again = |part: Vec<usize>| extended(context, &part, accounts, log);
            return parts.into_iter().flat_map(again).collect();
        }
    }
    vec![group.to_vec()]
}

/// The table of a group in one account: points among themselves, and how many meetings are
/// missing.
struct Mutual {
    points: Exact,
    missing: usize,
}

fn order(
    context: &Context<'_>,
    group: &[usize],
    account: Account,
    log: &mut Log,
) -> Vec<Vec<usize>> {
    if group.len() < 2 {
        return vec![group.to_vec()];
    }
    let table: BTreeMap<usize, Mutual> =
        group.iter().map(|&who| (who, mutual(context, who, group, account))).collect();
    for (who, mutual) in &table {
        let key = if mutual.missing == 0 { "c07.de-all" } else { "c07.de-gaps" };
        let msg = Msg::new(key)
            .with("group", group.iter().map(|&w| context.field.who(w)).collect::<Vec<_>>())
            .with("n", mutual.missing);
        let step = Step::new(msg).gives(number(mutual.points));
        let step = if mutual.missing == 0 { step } else { step.cite(&"C.07 6 buits".into()) };
        log.entry(*who).or_default().push(step);
    }
    if table.values().all(|mutual| mutual.missing == 0) {
        let mut sorted = group.to_vec();
        sorted.sort_by_key(|who| std::cmp::Reverse(table[who].points));
        let parts: Vec<Vec<usize>> = sorted
            .chunk_by(|a, b| table[a].points == table[b].points)
            .map(<[usize]>::to_vec)
            .collect();
        if parts.len() == 1 {
            return vec![group.to_vec()];
        }
        return parts.into_iter().flat_map(|part| order(context, &part, account, log)).collect();
    }
    // Somebody is first only if no result of the missing games could change it.
    let win = context.field.scale(account).win;
    let at_most = |who: &usize| table[who].points + win * table[who].missing as i64;
    let mut rest = group.to_vec();
    let mut certain = Vec::new();
    while let Some(at) = (0..rest.len()).find(|&at| {
        rest.iter().all(|who| *who == rest[at] || table[&rest[at]].points > at_most(who))
    }) {
        let first = rest.remove(at);
        let msg = Msg::new("c07.de-certain").with("place", certain.len() + 1);
        log.entry(first).or_default().push(Step::new(msg).cite(&"C.07 6 buits".into()));
        certain.push(vec![first]);
    }
    if certain.is_empty() {
        return vec![group.to_vec()];
    }
    if !rest.is_empty() {
        certain.extend(order(context, &rest, account, log));
    }
    certain
}

/// Points against the group: the mean of several meetings (4.4, 6).
fn mutual(context: &Context<'_>, who: usize, group: &[usize], account: Account) -> Mutual {
    let field = context.field;
    let forfeits = context.descriptor.modifiers.forfeits_played;
    let mut found = Mutual { points: Exact::from(0), missing: 0 };
    for &other in group.iter().filter(|&&other| other != who) {
        let meetings: Vec<Exact> = field
            .rounds_of(who)
            .iter()
            .filter(|round| {
                round.opponent == Some(other) && field.counts_as_game(round.kind, forfeits)
            })
            .map(|round| round.points_in(account))
            .collect();
        if meetings.is_empty() {
            found.missing += 1;
        } else {
            found.points += meetings.iter().sum::<Exact>() / meetings.len() as i64;
        }
    }
    found
}

fn two_teams(
    context: &Context<'_>,
    teams: [usize; 2],
    orders: &[BoardOrder],
    log: &mut Log,
) -> Vec<Vec<usize>> {
    let [one, other] = teams;
    let totals = |who, opponent| boards::totals(context.field, who, Some(opponent));
    let (a, b) = (totals(one, other), totals(other, one));
    for board_order in orders {
        let ordering = board_order.compare(&a, &b);
        if ordering.is_eq() {
            continue;
        }
        for (who, totals) in [(one, &a), (other, &b)] {
            log.entry(who).or_default().push(board_order.step(totals));
        }
        let first = if ordering.is_gt() { one } else { other };
        let second = if first == one { other } else { one };
        return vec![vec![first], vec![second]];
    }
    vec![teams.to_vec()]
}
