//! Koya: C.07 9.2.

use super::{Context, Rule, number};
use crate::core::report::{Entry, Msg, Step};
use crate::model::Exact;

pub(super) const RULES: &[Rule] = &[Rule::value("KS", "9.2", "AL", koya)];

/// Points made against those with at least the share of the text of the greatest possible score;
/// `/L` moves this limit by half points. Forfeited games count with what they gave.
fn koya(context: &Context<'_>, who: usize) -> Entry {
    let (field, account) = (context.field, context.account());
    let scale = field.scale(account);
    let greatest = scale.win * i64::from(field.rounds);
    let limit = greatest * context.rules.c07.koya.get().0
        + scale.draw * i64::from(context.descriptor.modifiers.limit);
    let mut total = Exact::from(0);
    let at = &context.rules.c07.koya.at;
    let head = Msg::new("c07.koya-limit").with("limit", number(limit));
    let mut entry = Entry::plain(number(total)).step(Step::new(head).cite(at));
    for round in field.rounds_of(who) {
        let Some(opponent) = round.opponent else { continue };
        let score = field.points(opponent, account);
        if score < limit {
            continue;
        }
        let points = round.points_in(account);
        total += points;
        let msg = Msg::new("c07.koya-opponent")
            .with("round", round.round)
            .with("opponent", field.who(opponent))
            .with("points", number(score));
        entry = entry.step(Step::new(msg).gives(number(points)));
    }
    entry.value = number(total);
    entry
}
