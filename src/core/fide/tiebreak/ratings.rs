//! Ratings of the opponents: C.07 10. Only games on the board count, in every edition.

use super::super::tables::{hundredths, round_half_up};
use super::descriptor::Account;
use super::field::Kind;
use super::{Context, For, Obstacle, Rule, undefined};
use crate::core::report::{Entry, Msg, Step, Value};
use crate::model::Exact;

pub(super) const RULES: &[Rule] = &[
    rated("ARO", "10.1", "CM", average),
    rated("TPR", "10.2", "", performance_entry),
    rated("PTP", "10.3", "", perfect_entry),
    rated("APRO", "10.4", "", |c, who| mean_of(c, who, performance)),
    rated("APPO", "10.5", "", |c, who| mean_of(c, who, perfect)),
    Rule { whom: For::Players, ..Rule::value("RTNG", "10.6", "R", rating) },
];

const fn rated(
    code: &'static str,
    article: &'static str,
    takes: &'static str,
    value: fn(&Context<'_>, usize) -> Entry,
) -> Rule {
    Rule {
        whom: For::Players,
        obstacle: Some(somebody_unrated),
        ..Rule::value(code, article, takes, value)
    }
}

/// With an unrated player these criteria are not used (10), unless the event says what one counts.
fn somebody_unrated(context: &Context<'_>) -> Option<Obstacle> {
    let field = context.field;
    let unrated = (0..field.contestants.len()).find(|&who| rating_of(context, who).is_none())?;
    Some(Obstacle::NoValue(Msg::new("c07.unrated").with("player", field.who(unrated))))
}

fn rating_of(context: &Context<'_>, who: usize) -> Option<i64> {
    context.field.contestants[who].rating.or(context.field.unrated).map(i64::from)
}

/// Somebody met on the board.
struct Met {
    round: u32,
    opponent: usize,
    rating: i64,
    points: Exact,
}

/// A performance counts a game as 1, ½ or 0, whatever points the event gives for it.
fn of_game(context: &Context<'_>, points: Exact) -> Exact {
    let scale = context.field.scale(Account::Match);
    if points == scale.win {
        Exact::from(1)
    } else if points == scale.draw {
        Exact::new(1, 2)
    } else {
        Exact::from(0)
    }
}

fn met(context: &Context<'_>, who: usize) -> Vec<Met> {
    let played = context.field.rounds_of(who).iter().filter(|round| round.kind == Kind::Played);
    played
        .filter_map(|round| {
            let opponent = round.opponent?;
            let rating = rating_of(context, opponent)?;
            Some(Met {
                round: round.round,
                opponent,
                rating,
                points: of_game(context, round.points_in(Account::Match)),
            })
        })
        .collect()
}

fn steps(context: &Context<'_>, met: &[Met]) -> Vec<Step> {
    met.iter()
        .map(|m| {
            let msg = Msg::new("c07.rating-of")
                .with("round", m.round)
                .with("opponent", context.field.who(m.opponent));
            Step::new(msg).gives(m.rating)
        })
        .collect()
}

/// The mean as a fraction and rounded.
fn mean(met: &[Met]) -> Option<(Exact, i64)> {
    let sum: i64 = met.iter().map(|m| m.rating).sum();
    let mean = (!met.is_empty()).then(|| Exact::new(sum, met.len() as i64))?;
    Some((mean, round_half_up(mean)))
}

fn mean_step(met: &[Met], mean: Exact) -> Step {
    let sum: i64 = met.iter().map(|m| m.rating).sum();
    Step::new(Msg::new("c07.mean").with("sum", sum).with("n", met.len())).gives(mean)
}

/// ARO: without a game, or when the cuts leave none, it is undefined.
fn average(context: &Context<'_>, who: usize) -> Entry {
    let mut met = met(context, who);
    let mut entry = undefined().steps(steps(context, &met));
    let modifiers = &context.descriptor.modifiers;
    let cuts = (modifiers.cut_low + modifiers.cut_high) as usize;
    if met.len() <= cuts {
        return entry;
    }
    for (n, key) in [(modifiers.cut_low, "c07.cut-low"), (modifiers.cut_high, "c07.cut-high")] {
        for _ in 0..n {
            let rating = |at: &usize| met[*at].rating;
            let at = if key == "c07.cut-low" {
                (0..met.len()).min_by_key(rating)
            } else {
                (0..met.len()).rev().max_by_key(rating)
            };
            let Some(at) = at else { break };
            let gone = met.remove(at);
            entry =
                entry.step(Step::new(Msg::new(key).with("round", gone.round)).gives(-gone.rating));
        }
    }
    if let Some((exact, rounded)) = mean(&met) {
        entry = entry.step(mean_step(&met, exact));
        entry.value = Value::Int(rounded);
    }
    entry
}

/// Rounded mean and dp of the percentage in whole hundredths.
fn performance_parts(context: &Context<'_>, met: &[Met]) -> Option<(i64, i64, i64)> {
    let (_, mean) = mean(met)?;
    let points: Exact = met.iter().map(|m| m.points).sum();
    let p = hundredths(points / met.len() as i64);
    Some((mean, p, context.rules.tables.dp(p)))
}

fn performance(context: &Context<'_>, who: usize) -> Option<i64> {
    performance_parts(context, &met(context, who)).map(|(mean, _, dp)| mean + dp)
}

fn performance_entry(context: &Context<'_>, who: usize) -> Entry {
    let met = met(context, who);
    let mut entry = undefined().steps(steps(context, &met));
    if let (Some((exact, _)), Some((mean, p, dp))) = (mean(&met), performance_parts(context, &met))
    {
        let msg = Msg::new("c07.dp").with("p", p).with("mean", mean);
        entry = entry
            .step(mean_step(&met, exact))
            .step(Step::new(msg).gives(dp).cite(&context.rules.tables.dp.at));
        entry.value = Value::Int(mean + dp);
    }
    entry
}

/// The lowest whole rating whose expected score, without a limit of differences, reaches the
/// points; in whole hundredths.
fn perfect_of(context: &Context<'_>, met: &[Met]) -> Option<i64> {
    let lowest = met.iter().map(|m| m.rating).min()?;
    let highest = met.iter().map(|m| m.rating).max()?;
    let points: Exact = met.iter().map(|m| m.points).sum();
    if points == Exact::from(0) {
        return Some(lowest - i64::from(context.rules.c07.ptp_zero.get()));
    }
    let tables = &context.rules.tables;
    let wanted = points * 100;
    let enough = |rating: i64| {
        let expected: i64 = met.iter().map(|m| tables.pd(rating - m.rating)).sum();
        Exact::from(expected) >= wanted
    };
    let reach = tables.pd_reach() + 1;
    // `low` never is enough, `high` always is: nothing can be expected above all points.
    let (mut low, mut high) = (lowest - reach, highest + reach);
    while high - low > 1 {
        let middle = low + (high - low) / 2;
        if enough(middle) {
            high = middle;
        } else {
            low = middle;
        }
    }
    Some(high)
}

fn perfect(context: &Context<'_>, who: usize) -> Option<i64> {
    perfect_of(context, &met(context, who))
}

fn perfect_entry(context: &Context<'_>, who: usize) -> Entry {
    let met = met(context, who);
    let entry = undefined().steps(steps(context, &met));
    let Some(rating) = perfect_of(context, &met) else { return entry };
    let points: Exact = met.iter().map(|m| m.points).sum();
    let tables = &context.rules.tables;
    let (key, at) = if points == Exact::from(0) {
        ("c07.perfect-zero", &context.rules.c07.ptp_zero.at)
    } else {
        ("c07.perfect", &tables.pd.at)
    };
    let expected: i64 = met.iter().map(|m| tables.pd(rating - m.rating)).sum();
    let msg = Msg::new(key)
        .with("points", super::number(points))
        .with("expected", Exact::new(expected, 100))
        .with("below", i64::from(context.rules.c07.ptp_zero.get()));
    let mut entry = entry.step(Step::new(msg).gives(rating).cite(at));
    entry.value = Value::Int(rating);
    entry
}

/// Rounded mean of a value of those met; undefined without a game.
fn mean_of(
    context: &Context<'_>,
    who: usize,
    value: fn(&Context<'_>, usize) -> Option<i64>,
) -> Entry {
    let mut entry = undefined();
    let (mut sum, mut n) = (0, 0);
    for m in met(context, who) {
        let Some(of) = value(context, m.opponent) else { return undefined() };
        sum += of;
        n += 1;
        let msg = Msg::new("c07.performance-of")
            .with("round", m.round)
            .with("opponent", context.field.who(m.opponent));
        entry = entry.step(Step::new(msg).gives(of));
    }
    if n > 0 {
        let mean = Exact::new(sum, n);
        let msg = Msg::new("c07.mean").with("sum", sum).with("n", n);
        entry = entry.step(Step::new(msg).gives(mean));
        entry.value = Value::Int(round_half_up(mean));
    }
    entry
}

fn rating(context: &Context<'_>, who: usize) -> Entry {
    Entry::plain(rating_of(context, who))
}
