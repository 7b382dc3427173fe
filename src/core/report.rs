//! What calculations answer: values with their citations and their working.
//!
//! One type serves the page, the PDF, the terminal and the JSON. A renderer never computes: it
//! writes what stands here, in a language ([`crate::lang`]). So every sentence is a [`Msg`], a key
//! of the language file with arguments, and every number a [`Value`] that knows what it is.

use std::borrow::Cow;
use std::sync::Arc;

use serde_json::{Value as Json, json};

use crate::model::{Colour, Date, Exact, Points};
use crate::rulebook::{Cited, ProvisionId};

/// A sentence of the language file with its arguments.
#[derive(Clone, Debug, PartialEq)]
pub struct Msg {
    pub key: &'static str,
    pub args: Vec<(&'static str, Value)>,
}

impl Msg {
    pub fn new(key: &'static str) -> Self {
        Self { key, args: Vec::new() }
    }

    pub fn with(mut self, name: &'static str, value: impl Into<Value>) -> Self {
        self.args.push((name, value.into()));
        self
    }
}

/// Is a requirement met?
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    Met,
    NotMet,
    /// The data do not say.
    Unknown,
}

impl Verdict {
    pub fn of(met: bool) -> Self {
        if met { Self::Met } else { Self::NotMet }
    }

    pub fn from_known(met: Option<bool>) -> Self {
        met.map_or(Self::Unknown, Self::of)
    }

    pub fn key(self) -> &'static str {
        match self {
            Self::Met => "met",
            Self::NotMet => "not-met",
            Self::Unknown => "unknown",
        }
    }

    /// All must be met: one failure fails, one unknown leaves it unknown.
    pub fn all(verdicts: impl IntoIterator<Item = Self>) -> Self {
        verdicts.into_iter().fold(Self::Met, |all, verdict| match (all, verdict) {
            (Self::NotMet, _) | (_, Self::NotMet) => Self::NotMet,
            (Self::Unknown, _) | (_, Self::Unknown) => Self::Unknown,
            _ => Self::Met,
        })
    }

    /// One is enough.
    pub fn any(verdicts: impl IntoIterator<Item = Self>) -> Self {
        verdicts.into_iter().fold(Self::NotMet, |any, verdict| match (any, verdict) {
            (Self::Met, _) | (_, Self::Met) => Self::Met,
            (Self::Unknown, _) | (_, Self::Unknown) => Self::Unknown,
            _ => Self::NotMet,
        })
    }
}

/// A value that knows what it is, so that each renderer writes it as people do.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    Int(i64),
    Points(Points),
    /// A fraction; written with decimals, and exactly where it is asked for.
    Exact(Exact),
    /// A share: 1 is 100 %.
    Percent(Exact),
    /// Pesetes.
    Money(i64),
    Date(Date),
    Colour(Colour),
    Verdict(Verdict),
    /// Data, written as it stands: a name, a place.
    Text(Arc<str>),
    /// Somebody in the tournament, by index of the entrant.
    Entrant {
        index: usize,
        number: u32,
        name: Arc<str>,
    },
    /// Somebody of the federation's register, by slug.
    Person {
        slug: Arc<str>,
        name: Arc<str>,
    },
    /// A tournament, by its index in the archive, or one of its tabs.
    Event {
        index: usize,
        tab: Option<&'static str>,
        name: Arc<str>,
    },
    Msg(Box<Msg>),
    /// A game in a crosstable.
    Game(Box<Game>),
    /// Several, in order.
    List(Vec<Value>),
    /// There is none: not zero.
    Undefined,
}

/// A game as a crosstable shows it: against whom, with which colour, with what result.
#[derive(Clone, Debug, PartialEq)]
pub struct Game {
    /// Index of the opponent.
    pub opponent: usize,
    /// The number by which the table calls the opponent: that of the opponent's row.
    pub label: u32,
    pub name: Arc<str>,
    /// `None` when it was not recorded.
    pub colour: Option<Colour>,
    pub result: Value,
}

impl Value {
    /// For programs: numbers where they are exact as decimals, else strings in lowest terms;
    /// `null` for what is undefined.
    pub fn to_json(&self) -> Json {
        match self {
            Self::Int(n) | Self::Money(n) => json!(n),
            Self::Points(points) => exact_json(points.exact()),
            Self::Exact(value) => exact_json(*value),
            Self::Percent(share) => exact_json(share * 100),
            Self::Date(date) => json!(date.to_string()),
            Self::Colour(Colour::White) => json!("w"),
            Self::Colour(Colour::Black) => json!("b"),
            Self::Verdict(verdict) => json!(verdict.key()),
            Self::Text(text) => json!(&**text),
            Self::Entrant { number, .. } => json!(number),
            Self::Person { slug, .. } => json!(&**slug),
            Self::Event { name, .. } => json!(&**name),
            Self::Msg(msg) => msg.to_json(),
            Self::Game(game) => json!({
                "opponent": game.label,
                "colour": game.colour.map(|colour| Self::Colour(colour).to_json()),
                "result": game.result.to_json(),
            }),
            Self::List(values) => Json::Array(values.iter().map(Self::to_json).collect()),
            Self::Undefined => Json::Null,
        }
    }
}

impl Msg {
    pub fn to_json(&self) -> Json {
        let args: serde_json::Map<_, _> =
            self.args.iter().map(|(name, value)| ((*name).to_owned(), value.to_json())).collect();
        json!({"key": self.key, "args": args})
    }
}

/// Halves, quarters and whole numbers are exact as JSON numbers; others are strings such as
/// `"21999/10"`.
pub fn exact_json(value: Exact) -> Json {
    if value.is_integer() {
        json!(value.to_integer())
    } else if matches!(value.denom(), 2 | 4 | 8) {
        json!(*value.numer() as f64 / *value.denom() as f64)
    } else {
        json!(value.to_string())
    }
}

macro_rules! into_value {
    ($($from:ty => $variant:ident),+ $(,)?) => {
        $(impl From<$from> for Value {
            fn from(value: $from) -> Self {
                Self::$variant(value.into())
            }
        })+
    };
}

into_value! {
    i64 => Int, i32 => Int, u32 => Int, Points => Points, Exact => Exact, Date => Date,
    Colour => Colour, Verdict => Verdict, Arc<str> => Text, &str => Text, String => Text,
    Msg => Msg, Vec<Value> => List,
}

impl From<Game> for Value {
    fn from(game: Game) -> Self {
        Self::Game(Box::new(game))
    }
}

impl From<usize> for Value {
    fn from(value: usize) -> Self {
        Self::Int(value as i64)
    }
}

impl<T: Into<Value>> From<Option<T>> for Value {
    fn from(value: Option<T>) -> Self {
        value.map_or(Self::Undefined, Into::into)
    }
}

/// One line of a working.
#[derive(Clone, Debug, PartialEq)]
pub struct Step {
    pub text: Msg,
    /// What this line comes to, if it is a number.
    pub value: Option<Value>,
    pub citations: Vec<ProvisionId>,
}

impl Step {
    pub fn new(text: Msg) -> Self {
        Self { text, value: None, citations: Vec::new() }
    }

    pub fn gives(mut self, value: impl Into<Value>) -> Self {
        self.value = Some(value.into());
        self
    }

    pub fn cite(mut self, provision: &ProvisionId) -> Self {
        push_new(&mut self.citations, provision);
        self
    }
}

/// A computed value, the provisions that define it, and how it comes about.
#[derive(Clone, Debug, PartialEq)]
pub struct Entry {
    pub value: Value,
    pub citations: Vec<ProvisionId>,
    pub working: Vec<Step>,
}

impl Entry {
    /// A value that is data, not computed.
    pub fn plain(value: impl Into<Value>) -> Self {
        Self { value: value.into(), citations: Vec::new(), working: Vec::new() }
    }

    pub fn cite(mut self, provision: &ProvisionId) -> Self {
        push_new(&mut self.citations, provision);
        self
    }

    /// The provision that sets a parameter.
    pub fn cite_param<T>(self, param: &Cited<T>) -> Self {
        self.cite(&param.at)
    }

    pub fn step(mut self, step: Step) -> Self {
        self.working.push(step);
        self
    }

    pub fn steps(mut self, steps: impl IntoIterator<Item = Step>) -> Self {
        self.working.extend(steps);
        self
    }

    pub fn to_json(&self) -> Json {
        json!({
            "value": self.value.to_json(),
            "citation": self.citations.iter().map(ProvisionId::as_str).collect::<Vec<_>>(),
            "working": self.working.iter().map(Step::to_json).collect::<Vec<_>>(),
        })
    }
}

impl Step {
    pub fn to_json(&self) -> Json {
        json!({
            "text": self.text.to_json(),
            "value": self.value.as_ref().map(Value::to_json),
            "citation": self.citations.iter().map(ProvisionId::as_str).collect::<Vec<_>>(),
        })
    }
}

fn push_new(citations: &mut Vec<ProvisionId>, provision: &ProvisionId) {
    if !citations.contains(provision) {
        citations.push(provision.clone());
    }
}

/// How a column is set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Align {
    Start,
    Centre,
    /// Numbers: right-aligned, so that halves stand under halves.
    End,
}

/// How important a column is where room is scarce: on a phone only `Key` ones are shown at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Priority {
    Key,
    Extra,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Column {
    /// Stable name, for JSON and style sheets.
    pub key: Cow<'static, str>,
    pub header: Msg,
    pub align: Align,
    pub priority: Priority,
    /// Provisions that define what stands in the column.
    pub citations: Vec<ProvisionId>,
}

impl Column {
    pub fn new(key: impl Into<Cow<'static, str>>, header: Msg, align: Align) -> Self {
        Self { key: key.into(), header, align, priority: Priority::Key, citations: Vec::new() }
    }

    pub fn extra(mut self) -> Self {
        self.priority = Priority::Extra;
        self
    }

    pub fn cite(mut self, provision: &ProvisionId) -> Self {
        push_new(&mut self.citations, provision);
        self
    }
}

#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// Index of the entrant (or team) the row is about, if it is about one.
    pub entrant: Option<usize>,
    pub cells: Vec<Entry>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Table {
    pub key: &'static str,
    pub caption: Msg,
    pub columns: Vec<Column>,
    pub rows: Vec<Row>,
}

/// A requirement, a question, a fact: a name and an entry.
#[derive(Clone, Debug, PartialEq)]
pub struct Fact {
    pub key: &'static str,
    pub label: Msg,
    pub entry: Entry,
    /// What to do about it, when something can be done.
    pub advice: Option<Msg>,
}

impl Fact {
    pub fn new(key: &'static str, label: Msg, entry: Entry) -> Self {
        Self { key, label, entry, advice: None }
    }

    pub fn advise(mut self, advice: Msg) -> Self {
        self.advice = Some(advice);
        self
    }
}

#[derive(Clone, Debug, PartialEq)]
pub enum Block {
    Heading(Msg),
    Paragraph(Msg),
    Table(Table),
    Facts(Vec<Fact>),
}

/// A whole answer, ready to be written anywhere.
#[derive(Clone, Debug, PartialEq)]
pub struct Report {
    pub key: &'static str,
    pub title: Msg,
    pub blocks: Vec<Block>,
}

impl Report {
    pub fn to_json(&self) -> Json {
        let blocks: Vec<_> = self
            .blocks
            .iter()
            .map(|block| match block {
                Block::Heading(msg) => json!({"heading": msg.to_json()}),
                Block::Paragraph(msg) => json!({"paragraph": msg.to_json()}),
                Block::Table(table) => {
                    let rows: Vec<_> = table
                        .rows
                        .iter()
                        .map(|row| {
                            let cells: serde_json::Map<_, _> = table
                                .columns
                                .iter()
                                .zip(&row.cells)
                                .map(|(column, cell)| {
                                    (column.key.clone().into_owned(), cell.to_json())
                                })
                                .collect();
                            Json::Object(cells)
                        })
                        .collect();
                    json!({"table": table.key, "rows": rows})
                }
                Block::Facts(facts) => {
                    let facts: serde_json::Map<_, _> = facts
                        .iter()
                        .map(|fact| (fact.key.to_owned(), fact.entry.to_json()))
                        .collect();
                    json!({"facts": facts})
                }
            })
            .collect();
        json!({"report": self.key, "blocks": blocks})
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn verdicts_combine() {
        use Verdict::{Met, NotMet, Unknown};
        assert_eq!(Verdict::all([Met, Unknown]), Unknown);
        assert_eq!(Verdict::all([NotMet, Unknown]), NotMet);
        assert_eq!(Verdict::any([NotMet, Unknown]), Unknown);
        assert_eq!(Verdict::any([Met, Unknown]), Met);
        assert_eq!(Verdict::all([]), Met);
    }

    #[test]
    fn json_keeps_fractions_exact() {
        assert_eq!(exact_json(Exact::new(123, 4)), json!(30.75));
        assert_eq!(exact_json(Exact::new(21999, 10)), json!("21999/10"));
        assert_eq!(exact_json(Exact::from(24)), json!(24));
    }
}
