//! Sum of the secondary score and strength of schedule: C.07 13.4.

use super::{Context, For, Rule, buchholz, number};
use crate::core::report::{Entry, Msg, Step, Value};
use crate::model::Exact;

pub(super) const RULES: &[Rule] =
    &[Rule { whom: For::Teams, ..Rule::value("SSSC", "13.4", "KPF", strength) }];

/// Secondary score plus Buchholz on the primary score by a divisor.
fn strength(context: &Context<'_>, who: usize) -> Entry {
    let field = context.field;
    let (primary, secondary) = (field.primary, field.secondary());
    let greatest = field.scale(primary).win * i64::from(field.rounds);
    let of_match = field.scale(secondary).win;
    let divisor = match context.descriptor.modifiers.divisor {
        Some(divisor) => i64::from(divisor),
        None if of_match > Exact::from(0) => (greatest / of_match).floor().to_integer(),
        None => 0,
    };
    // In an event of few rounds the quotient is below one: the schedule then counts in full.
    let divisor = divisor.max(1);
    let own = field.points(who, secondary);
    let buchholz = buchholz::sum(context, who, context.view_of(primary));
    let value = own + buchholz / divisor;
    let msg = Msg::new("c07.sssc")
        .with("own", number(own))
        .with("buchholz", number(buchholz))
        .with("divisor", divisor);
    Entry::plain(Value::Exact(value)).step(Step::new(msg).gives(value))
}
