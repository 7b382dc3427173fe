//! Expression trees: what is measured and compared, as data.

use serde_json::{Map, Value as Json, json};

use super::data::Data;
use crate::rulebook::{Cited, ProvisionId};

/// An operation on the values of its arguments. Unless it says otherwise, what it is given must be
/// known, and of the kind it works on; else its result is unknown.
///
/// To add one: a variant with its name here, a line in `eval`, and one in the
/// interpreter of the forms, `themes/default/static/form.js`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Op {
    /// Of truths, in lists or not: one that fails decides, then one that is unknown.
    All,
    /// One that holds decides, then one that is unknown.
    Any,
    Not,
    /// Condition, then, else.
    If,
    /// Is it known? Always known itself.
    Known,
    /// `a < b`: numbers, days, moments.
    Less,
    /// `a ≤ b`.
    AtMost,
    Equal,
    Add,
    Subtract,
    Multiply,
    /// Unknown by zero.
    Divide,
    /// The least whole number that is not less.
    Ceil,
    /// The greatest whole number that is not more.
    Floor,
    /// Items of a list.
    Count,
    /// Of numbers, in lists or not; 0 of none.
    Sum,
    /// Unknown of none.
    Least,
    Greatest,
    /// The first known one, in lists or not.
    First,
    /// Is the first among the items of the second?
    In,
    /// A list of the arguments.
    List,
    /// The items of lists in one list.
    Flat,
    /// Every known item once, in the order of their first place.
    Distinct,
    /// Texts in the order of their letters' code points.
    Sorted,
    /// A year, and a day of the year as month and day.
    DayIn,
    Year,
    /// A day, and whole days to add.
    AddDays,
    /// A day, and months to add; the last of the month where the day does not exist.
    AddMonths,
    /// The day of a moment.
    DayOf,
    /// Days from the first to the last, both included, as a list; at most [`MOST_DAYS`].
    Days,
    IsSunday,
    IsSaturday,
    /// A day, the holidays, are Saturdays free: is it a working day? What is not known of the
    /// last two stands for none.
    IsWorking,
    /// From, how many, the holidays, are Saturdays free: the last working day of the term.
    WorkingDay,
    /// Metres between two places.
    Metres,
}

/// All, for the test that the interpreter of the forms knows them.
#[cfg(test)]
pub const ALL_OPS: [Op; 35] = [
    Op::All,
    Op::Any,
    Op::Not,
    Op::If,
    Op::Known,
    Op::Less,
    Op::AtMost,
    Op::Equal,
    Op::Add,
    Op::Subtract,
    Op::Multiply,
    Op::Divide,
    Op::Ceil,
    Op::Floor,
    Op::Count,
    Op::Sum,
    Op::Least,
    Op::Greatest,
    Op::First,
    Op::In,
    Op::List,
    Op::Flat,
    Op::Distinct,
    Op::Sorted,
    Op::DayIn,
    Op::Year,
    Op::AddDays,
    Op::AddMonths,
    Op::DayOf,
    Op::Days,
    Op::IsSunday,
    Op::IsSaturday,
    Op::IsWorking,
    Op::WorkingDay,
    Op::Metres,
];

/// Longest list of days.
pub const MOST_DAYS: usize = 400;

impl Op {
    /// Its name in the exported data.
    pub fn name(self) -> &'static str {
        match self {
            Self::All => "all",
            Self::Any => "any",
            Self::Not => "not",
            Self::If => "if",
            Self::Known => "known",
            Self::Less => "less",
            Self::AtMost => "at-most",
            Self::Equal => "equal",
            Self::Add => "add",
            Self::Subtract => "subtract",
            Self::Multiply => "multiply",
            Self::Divide => "divide",
            Self::Ceil => "ceil",
            Self::Floor => "floor",
            Self::Count => "count",
            Self::Sum => "sum",
            Self::Least => "least",
            Self::Greatest => "greatest",
            Self::First => "first",
            Self::In => "in",
            Self::List => "list",
            Self::Flat => "flat",
            Self::Distinct => "distinct",
            Self::Sorted => "sorted",
            Self::DayIn => "day-in",
            Self::Year => "year",
            Self::AddDays => "add-days",
            Self::AddMonths => "add-months",
            Self::DayOf => "day-of",
            Self::Days => "days",
            Self::IsSunday => "is-sunday",
            Self::IsSaturday => "is-saturday",
            Self::IsWorking => "is-working",
            Self::WorkingDay => "working-day",
            Self::Metres => "metres",
        }
    }
}

/// An expression.
#[derive(Clone, Debug, PartialEq)]
pub enum Expr {
    /// A value that no number of the text sets.
    Is(Data),
    /// What a provision of the text sets.
    Param {
        value: Data,
        at: ProvisionId,
    },
    /// A field of the input, a quantity defined before, or the item of a list at hand.
    Var(&'static str),
    /// A field of a record, by a name that may itself be computed.
    Get(Box<Expr>, Box<Expr>),
    Apply(Op, Vec<Expr>),
    /// The body for each item of a list.
    Map {
        list: Box<Expr>,
        item: &'static str,
        body: Box<Expr>,
    },
    /// The items for which the body holds.
    Keep {
        list: Box<Expr>,
        item: &'static str,
        body: Box<Expr>,
    },
    Record(Vec<(&'static str, Expr)>),
}

/// A parameter of the text.
pub fn param<T: Clone + Into<Data>>(cited: &Cited<T>) -> Expr {
    Expr::Param { value: cited.value.clone().into(), at: cited.at.clone() }
}

pub fn var(name: &'static str) -> Expr {
    Expr::Var(name)
}

pub fn is(value: impl Into<Data>) -> Expr {
    Expr::Is(value.into())
}

/// A list of words.
pub fn words(words: &[&str]) -> Expr {
    Expr::Is(Data::list(words.iter().copied()))
}

pub fn unknown() -> Expr {
    Expr::Is(Data::Unknown)
}

pub fn apply<const N: usize>(op: Op, args: [Expr; N]) -> Expr {
    Expr::Apply(op, args.into())
}

pub fn all<const N: usize>(parts: [Expr; N]) -> Expr {
    apply(Op::All, parts)
}

pub fn any<const N: usize>(parts: [Expr; N]) -> Expr {
    apply(Op::Any, parts)
}

pub fn if_(condition: Expr, then: Expr, otherwise: Expr) -> Expr {
    apply(Op::If, [condition, then, otherwise])
}

impl Expr {
    pub fn get(self, name: &'static str) -> Self {
        Self::Get(Box::new(self), Box::new(is(name)))
    }

    pub fn get_by(self, name: Self) -> Self {
        Self::Get(Box::new(self), Box::new(name))
    }

    /// `body` for each item of the list.
    pub fn map(self, item: &'static str, body: Self) -> Self {
        Self::Map { list: Box::new(self), item, body: Box::new(body) }
    }

    /// The items for which `body` holds.
    pub fn keep(self, item: &'static str, body: Self) -> Self {
        Self::Keep { list: Box::new(self), item, body: Box::new(body) }
    }

    fn with(self, op: Op, other: Self) -> Self {
        apply(op, [self, other])
    }

    pub fn less(self, other: Self) -> Self {
        self.with(Op::Less, other)
    }

    pub fn at_most(self, other: Self) -> Self {
        self.with(Op::AtMost, other)
    }

    pub fn at_least(self, other: Self) -> Self {
        other.at_most(self)
    }

    pub fn equal(self, other: Self) -> Self {
        self.with(Op::Equal, other)
    }

    pub fn among(self, list: Self) -> Self {
        self.with(Op::In, list)
    }

    pub fn plus(self, other: Self) -> Self {
        self.with(Op::Add, other)
    }

    pub fn minus(self, other: Self) -> Self {
        self.with(Op::Subtract, other)
    }

    pub fn times(self, other: Self) -> Self {
        self.with(Op::Multiply, other)
    }

    pub fn over(self, other: Self) -> Self {
        self.with(Op::Divide, other)
    }

    fn one(self, op: Op) -> Self {
        apply(op, [self])
    }

    pub fn negated(self) -> Self {
        self.one(Op::Not)
    }

    pub fn known(self) -> Self {
        self.one(Op::Known)
    }

    pub fn count(self) -> Self {
        self.one(Op::Count)
    }

    pub fn sum(self) -> Self {
        self.one(Op::Sum)
    }

    pub fn first(self) -> Self {
        self.one(Op::First)
    }

    pub fn distinct(self) -> Self {
        self.one(Op::Distinct)
    }

    pub fn is_zero(self) -> Self {
        self.equal(is(0))
    }

    /// As a list for the interpreter of the forms: the operation, then its arguments.
    pub fn export(&self) -> Json {
        match self {
            Self::Is(data) => json!(["is", data.export()]),
            Self::Param { value, at } => json!(["param", value.export(), at.as_str()]),
            Self::Var(name) => json!(["var", name]),
            Self::Get(of, name) => json!(["get", of.export(), name.export()]),
            Self::Apply(op, args) => {
                let op = std::iter::once(json!(op.name()));
                Json::Array(op.chain(args.iter().map(Self::export)).collect())
            }
            Self::Map { list, item, body } => json!(["map", list.export(), item, body.export()]),
            Self::Keep { list, item, body } => json!(["keep", list.export(), item, body.export()]),
            Self::Record(fields) => {
                let fields: Map<_, _> =
                    fields.iter().map(|(name, e)| ((*name).to_owned(), e.export())).collect();
                json!(["record", fields])
            }
        }
    }
}
