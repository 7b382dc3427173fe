//! What the certificate of a norm says: the facts that make it, each with its provision.

use super::By;
use super::tournament::PlayerNorm;
use crate::core::report::{Entry, Fact, Msg, Value};
use crate::core::rules::Rules1990;
use crate::model::Score;

/// The facts of a norm that was made; `held` is how many norms the player has with it, where that
/// is known.
pub fn facts(player: &PlayerNorm, held: Option<u32>, rules: &Rules1990) -> Vec<Fact> {
    let report = &player.report;
    // The safeguard counts with a lower result in the last round (MC norma 5).
    let counted = report.lower.iter().find(|attempt| attempt.passes).unwrap_or(&report.result);
    let base = &rules.norms.base_mean.at;
    let fact = |key, label, entry| Fact::new(key, Msg::new(label), entry);
    let mut facts = vec![
        fact("games", "norms.head.games", Entry::plain(counted.opponents.games)),
        fact(
            "mean",
            "norms.certificate.mean",
            Entry::plain(counted.opponents.mean).cite_param(&rules.rating_order.order),
        ),
        fact(
            "minimum",
            if report.minimum.strict {
                "norms.fact.minimum"
            } else {
                "norms.fact.minimum.delegation"
            },
            Entry::plain(report.minimum.value).cite(&report.minimum.at),
        ),
        fact(
            "required",
            "norms.certificate.required",
            Entry::plain(counted.required.map_or(Value::Undefined, Value::Percent)).cite(base),
        ),
        fact("needed", "norms.certificate.needed", Entry::plain(counted.points_needed).cite(base)),
        fact("points", "norms.certificate.points", Entry::plain(report.result.points)),
    ];
    if let Some(By::Safeguard(score)) = report.by() {
        let text = match score {
            Score::Draw => "norms.certificate.with-draw",
            _ => "norms.certificate.with-loss",
        };
        let entry = Entry::plain(Msg::new(text)).cite(&super::SAFEGUARD.into());
        facts.push(fact("safeguard", "norms.certificate.safeguard", entry));
    }
    if let Some(held) = held {
        let entry = Entry::plain(held).cite_param(&rules.ledger.for_title);
        facts.push(fact("held", "norms.certificate.held", entry));
    }
    facts
}
