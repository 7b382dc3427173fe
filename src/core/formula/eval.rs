//! Evaluating an expression. `themes/default/static/form.js` does the same in a browser; the two
//! are tested against each other.

use std::cmp::Ordering;

use jiff::Span;
use jiff::civil::Weekday;

use super::data::Data;
use super::expr::{Expr, MOST_DAYS, Op};
use crate::core::calendar::WorkingCalendar;
use crate::core::distance::metres;
use crate::model::{Date, Exact};

/// The values at hand by name, the latest of a name last.
#[derive(Clone, Debug, Default)]
pub struct Scope(Vec<(String, Data)>);

impl Scope {
    /// The fields of an input.
    pub fn new(input: &Data) -> Self {
        let Data::Record(fields) = input else { return Self::default() };
        Self(fields.iter().map(|(name, data)| (name.clone(), data.clone())).collect())
    }

    /// Defines a quantity.
    pub fn define(&mut self, name: &str, data: Data) {
        self.0.push((name.to_owned(), data));
    }

    /// The scope with one more value in it, for as long as `within` lasts.
    pub fn with<T>(&mut self, name: &str, data: Data, within: impl FnOnce(&mut Self) -> T) -> T {
        self.define(name, data);
        let result = within(self);
        self.0.pop();
        result
    }

    /// What stands under a name; unknown when nothing does.
    pub fn get(&self, name: &str) -> &Data {
        const NONE: &Data = &Data::Unknown;
        self.0.iter().rev().find(|(of, _)| of == name).map_or(NONE, |(_, data)| data)
    }

    pub fn eval(&mut self, expr: &Expr) -> Data {
        match expr {
            Expr::Is(data) | Expr::Param { value: data, .. } => data.clone(),
            Expr::Var(name) => self.get(name).clone(),
            Expr::Get(of, name) => {
                let (of, name) = (self.eval(of), self.eval(name));
                name.text().map_or(Data::Unknown, |name| of.field(name).clone())
            }
            // Only the branch that is taken.
            Expr::Apply(Op::If, args) => match args.as_slice() {
                [condition, then, otherwise] => match self.eval(condition) {
                    Data::Truth(true) => self.eval(then),
                    Data::Truth(false) => self.eval(otherwise),
                    _ => Data::Unknown,
                },
                _ => Data::Unknown,
            },
            Expr::Apply(op, args) => {
                let args: Vec<Data> = args.iter().map(|arg| self.eval(arg)).collect();
                apply(*op, &args)
            }
            Expr::Map { list, item, body } => match self.eval(list) {
                Data::List(items) => Data::List(
                    items.into_iter().map(|one| self.with(item, one, |s| s.eval(body))).collect(),
                ),
                _ => Data::Unknown,
            },
            Expr::Keep { list, item, body } => match self.eval(list) {
                Data::List(items) => {
                    let holds = |one: &Data, scope: &mut Self| {
                        scope.with(item, one.clone(), |s| s.eval(body)).truth() == Some(true)
                    };
                    Data::List(items.into_iter().filter(|one| holds(one, self)).collect())
                }
                _ => Data::Unknown,
            },
            Expr::Record(fields) => Data::Record(
                fields.iter().map(|(name, e)| ((*name).to_owned(), self.eval(e))).collect(),
            ),
        }
    }
}

fn apply(op: Op, args: &[Data]) -> Data {
    match op {
        Op::All => decide(args, false),
        Op::Any => decide(args, true),
        Op::Known => (args.first().is_some_and(|data| *data != Data::Unknown)).into(),
        Op::First => flat(args).find(|data| **data != Data::Unknown).cloned().unwrap_or_default(),
        Op::List => Data::List(args.to_vec()),
        Op::IsWorking | Op::WorkingDay => working(op, args),
        _ => known(op, args).unwrap_or_default(),
    }
}

/// Operations that need everything they are given.
fn known(op: Op, args: &[Data]) -> Option<Data> {
    let a = args.first()?;
    let b = args.get(1);
    let numbers = || Some((a.number()?, b?.number()?));
    Some(match op {
        Op::Not => (!a.truth()?).into(),
        Op::Less => (order(a, b?)? == Ordering::Less).into(),
        Op::AtMost => (order(a, b?)? != Ordering::Greater).into(),
        Op::Equal => {
            let b = b?;
            if *a == Data::Unknown || *b == Data::Unknown {
                return None;
            }
            (a == b).into()
        }
        Op::Add => exactly(numbers()?, |a, b| (a.0 * b.1).checked_add(b.0 * a.1), |a, b| a * b)?,
        Op::Subtract => {
            exactly(numbers()?, |a, b| (a.0 * b.1).checked_sub(b.0 * a.1), |a, b| a * b)?
        }
        Op::Multiply => exactly(numbers()?, |a, b| Some(a.0 * b.0), |a, b| a * b)?,
        Op::Divide => {
            let (a, b) = numbers()?;
            if b == Exact::from(0) {
                return None;
            }
            exactly((a, b.recip()), |a, b| Some(a.0 * b.0), |a, b| a * b)?
        }
        Op::Ceil => a.number()?.ceil().into(),
        Op::Floor => a.number()?.floor().into(),
        Op::Count => match a {
            Data::List(items) => items.len().into(),
            _ => return None,
        },
        Op::Sum => flat(args).try_fold(Data::from(0), |sum, one| {
            let pair = (sum.number()?, one.number()?);
            exactly(pair, |a, b| (a.0 * b.1).checked_add(b.0 * a.1), |a, b| a * b)
        })?,
        Op::Least => extreme(args, Ordering::Less)?,
        Op::Greatest => extreme(args, Ordering::Greater)?,
        Op::In => match (a, b?) {
            (Data::Unknown, _) => return None,
            (a, Data::List(items)) => items.contains(a).into(),
            _ => return None,
        },
        Op::Flat => match a {
            Data::List(items) => Data::List(flat(items).cloned().collect()),
            _ => return None,
        },
        Op::Distinct => match a {
            Data::List(items) => {
                let mut kept: Vec<Data> = Vec::new();
                for item in items.iter().filter(|item| **item != Data::Unknown) {
                    if !kept.contains(item) {
                        kept.push(item.clone());
                    }
                }
                Data::List(kept)
            }
            _ => return None,
        },
        Op::Sorted => match a {
            Data::List(items) => {
                let mut texts: Vec<_> = items.iter().filter_map(Data::text).cloned().collect();
                texts.sort();
                Data::list(texts)
            }
            _ => return None,
        },
        Op::DayIn => {
            let [month, day] = b?.items() else { return None };
            let small = |data: &Data| i8::try_from(data.whole()?).ok();
            let year = i16::try_from(a.whole()?).ok()?;
            Date::new(year, small(month)?, small(day)?).ok()?.into()
        }
        Op::Year => a.day()?.year().into(),
        Op::AddDays => {
            let days = i32::try_from(b?.whole()?).ok()?;
            a.day()?.checked_add(Span::new().try_days(days).ok()?).ok()?.into()
        }
        Op::AddMonths => {
            let months = i32::try_from(b?.whole()?).ok()?;
            a.day()?.checked_add(Span::new().try_months(months).ok()?).ok()?.into()
        }
        Op::DayOf => match a {
            Data::Moment(at) => at.date().into(),
            _ => return None,
        },
        Op::Days => {
            let (mut day, last) = (a.day()?, b?.day()?);
            let mut days = Vec::new();
            while day <= last && days.len() < MOST_DAYS {
                days.push(day);
                match day.tomorrow() {
                    Ok(next) => day = next,
                    Err(_) => break,
                }
            }
            Data::list(days)
        }
        Op::IsSunday => (a.day()?.weekday() == Weekday::Sunday).into(),
        Op::IsSaturday => (a.day()?.weekday() == Weekday::Saturday).into(),
        Op::Metres => match (a, b?) {
            (Data::Place(a), Data::Place(b)) => metres(*a, *b).into(),
            _ => return None,
        },
        Op::All | Op::Any | Op::If | Op::Known | Op::First | Op::List => return None,
        Op::IsWorking | Op::WorkingDay => return None,
    })
}

/// `All` and `Any`: the truth that decides, the unknown, or the other truth.
fn decide(args: &[Data], decisive: bool) -> Data {
    let mut result = Data::Truth(!decisive);
    for arg in flat(args) {
        match arg.truth() {
            Some(truth) if truth == decisive => return Data::Truth(decisive),
            Some(_) => {}
            None => result = Data::Unknown,
        }
    }
    result
}

/// The arguments, with the items of lists in the place of the lists.
fn flat(args: &[Data]) -> impl Iterator<Item = &Data> {
    args.iter().flat_map(|arg| match arg {
        Data::List(items) => items.as_slice(),
        _ => std::slice::from_ref(arg),
    })
}

fn order(a: &Data, b: &Data) -> Option<Ordering> {
    match (a, b) {
        (Data::Number(a), Data::Number(b)) => Some(a.cmp(b)),
        (Data::Day(a), Data::Day(b)) => Some(a.cmp(b)),
        (Data::Moment(a), Data::Moment(b)) => Some(a.cmp(b)),
        _ => None,
    }
}

fn extreme(args: &[Data], wanted: Ordering) -> Option<Data> {
    let mut best: Option<&Data> = None;
    for one in flat(args) {
        best = match best {
            None => Some(one),
            Some(old) if order(one, old)? == wanted => Some(one),
            old => old,
        };
    }
    best.filter(|data| **data != Data::Unknown).cloned()
}

/// A fraction as numerator and denominator.
type Fraction = (i128, i128);

/// Arithmetic of two fractions; unknown when the result does not fit.
fn exactly(
    (a, b): (Exact, Exact),
    numerator: impl Fn(Fraction, Fraction) -> Option<i128>,
    denominator: impl Fn(i128, i128) -> i128,
) -> Option<Data> {
    let wide = |e: Exact| (i128::from(*e.numer()), i128::from(*e.denom()));
    let (a, b) = (wide(a), wide(b));
    let result = num_rational::Ratio::new(numerator(a, b)?, denominator(a.1, b.1));
    let narrow = |n: &i128| i64::try_from(*n).ok();
    Some(Exact::new(narrow(result.numer())?, narrow(result.denom())?).into())
}

fn working(op: Op, args: &[Data]) -> Data {
    let skip = usize::from(op == Op::WorkingDay) + 1;
    let mut calendar = WorkingCalendar::new(
        args.get(skip).map_or(&[][..], Data::items).iter().filter_map(Data::day),
    );
    calendar.saturdays_free = args.get(skip + 1).and_then(Data::truth).unwrap_or_default();
    let Some(day) = args.first().and_then(Data::day) else { return Data::Unknown };
    if op == Op::IsWorking {
        return calendar.is_working(day).into();
    }
    let days = args.get(1).and_then(Data::whole).and_then(|days| u32::try_from(days).ok());
    days.and_then(|days| calendar.last_day(day, days)).into()
}
