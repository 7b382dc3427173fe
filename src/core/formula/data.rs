//! What expressions are made of: values of the input, of the text, and of what lies between.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde_json::{Value as Json, json};

use crate::core::discipline::Item;
use crate::core::distance::Place;
use crate::core::homologation::open::{FeeCategory, Mix};
use crate::core::report::{Verdict, exact_json};
use crate::model::{Category, Date, DateTime, Exact, Points, RatingKind};
use crate::rulebook::{DayOfYear, Percent};

/// Millionths of a degree in a degree.
const MILLION: u64 = 1_000_000;

/// A value. What is not known stays unknown through every operation that needs it.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Data {
    #[default]
    Unknown,
    Truth(bool),
    Number(Exact),
    Day(Date),
    Moment(DateTime),
    Place(Place),
    /// A name, or a word out of a list.
    Text(Arc<str>),
    List(Vec<Data>),
    Record(BTreeMap<String, Data>),
}

impl Data {
    /// A record of fields.
    pub fn record(fields: impl IntoIterator<Item = (&'static str, Self)>) -> Self {
        Self::Record(fields.into_iter().map(|(name, data)| (name.to_owned(), data)).collect())
    }

    /// A list of things.
    pub fn list<T: Into<Self>>(items: impl IntoIterator<Item = T>) -> Self {
        Self::List(items.into_iter().map(Into::into).collect())
    }

    pub fn truth(&self) -> Option<bool> {
        match self {
            Self::Truth(truth) => Some(*truth),
            _ => None,
        }
    }

    pub fn verdict(&self) -> Verdict {
        Verdict::from_known(self.truth())
    }

    pub fn number(&self) -> Option<Exact> {
        match self {
            Self::Number(number) => Some(*number),
            _ => None,
        }
    }

    /// A whole number.
    pub fn whole(&self) -> Option<i64> {
        self.number().filter(Exact::is_integer).map(|number| number.to_integer())
    }

    pub fn day(&self) -> Option<Date> {
        match self {
            Self::Day(day) => Some(*day),
            _ => None,
        }
    }

    pub fn text(&self) -> Option<&Arc<str>> {
        match self {
            Self::Text(text) => Some(text),
            _ => None,
        }
    }

    /// The items of a list; nothing else has any.
    pub fn items(&self) -> &[Self] {
        match self {
            Self::List(items) => items,
            _ => &[],
        }
    }

    /// A field of a record; unknown where there is none.
    pub fn field(&self, name: &str) -> &Self {
        const NONE: &Data = &Data::Unknown;
        match self {
            Self::Record(fields) => fields.get(name).unwrap_or(NONE),
            _ => NONE,
        }
    }

    /// For programs: as the answers of `ask` are written.
    pub fn to_json(&self) -> Json {
        match self {
            Self::Unknown => Json::Null,
            Self::Truth(truth) => json!(truth),
            Self::Number(number) => exact_json(*number),
            Self::Day(day) => json!(day.to_string()),
            Self::Moment(at) => json!(at.strftime("%Y-%m-%dT%H:%M").to_string()),
            Self::Place(place) => json!([place.latitude, place.longitude]),
            Self::Text(text) => json!(&**text),
            Self::List(items) => Json::Array(items.iter().map(Self::to_json).collect()),
            Self::Record(fields) => {
                let fields = fields.iter().map(|(name, data)| (name.clone(), data.to_json()));
                Json::Object(fields.collect())
            }
        }
    }

    /// As an input of `ask`: places in degrees.
    pub fn to_input(&self) -> Json {
        match self {
            Self::Place(place) => {
                // Written digit by digit: no float takes part.
                let degrees = |micro: i64| {
                    let (sign, size) = (if micro < 0 { "-" } else { "" }, micro.unsigned_abs());
                    let text = format!("{sign}{}.{:06}", size / MILLION, size % MILLION);
                    serde_json::from_str::<Json>(&text).unwrap_or_default()
                };
                json!([degrees(place.latitude), degrees(place.longitude)])
            }
            Self::List(items) => Json::Array(items.iter().map(Self::to_input).collect()),
            Self::Record(fields) => {
                let fields = fields.iter().map(|(name, data)| (name.clone(), data.to_input()));
                Json::Object(fields.collect())
            }
            _ => self.to_json(),
        }
    }

    /// For the interpreter of the site's forms: every value says what it is.
    pub fn export(&self) -> Json {
        match self {
            Self::Unknown => Json::Null,
            Self::Truth(truth) => json!(truth),
            Self::Number(number) => json!({"n": number.to_string()}),
            Self::Day(day) => json!({"d": day.to_string()}),
            Self::Moment(at) => json!({"m": at.strftime("%Y-%m-%dT%H:%M").to_string()}),
            Self::Place(place) => json!({"p": [place.latitude, place.longitude]}),
            Self::Text(text) => json!(&**text),
            Self::List(items) => Json::Array(items.iter().map(Self::export).collect()),
            Self::Record(fields) => {
                let fields = fields.iter().map(|(name, data)| (name.clone(), data.export()));
                json!({"r": Json::Object(fields.collect())})
            }
        }
    }
}

macro_rules! whole_numbers {
    ($($from:ty),+) => {
        $(impl From<$from> for Data {
            fn from(number: $from) -> Self {
                Self::Number(Exact::from(i64::from(number)))
            }
        })+
    };
}

whole_numbers!(u32, i64, i16, u16, i32);

impl From<usize> for Data {
    fn from(number: usize) -> Self {
        Self::Number(Exact::from(number as i64))
    }
}

impl From<bool> for Data {
    fn from(truth: bool) -> Self {
        Self::Truth(truth)
    }
}

impl From<Exact> for Data {
    fn from(number: Exact) -> Self {
        Self::Number(number)
    }
}

impl From<Percent> for Data {
    fn from(share: Percent) -> Self {
        Self::Number(share.0)
    }
}

impl From<Points> for Data {
    fn from(points: Points) -> Self {
        Self::Number(points.exact())
    }
}

impl From<Date> for Data {
    fn from(day: Date) -> Self {
        Self::Day(day)
    }
}

impl From<DateTime> for Data {
    fn from(at: DateTime) -> Self {
        Self::Moment(at)
    }
}

impl From<Place> for Data {
    fn from(place: Place) -> Self {
        Self::Place(place)
    }
}

impl From<&str> for Data {
    fn from(text: &str) -> Self {
        Self::Text(text.into())
    }
}

impl From<Arc<str>> for Data {
    fn from(text: Arc<str>) -> Self {
        Self::Text(text)
    }
}

impl From<String> for Data {
    fn from(text: String) -> Self {
        Self::Text(text.into())
    }
}

impl From<Category> for Data {
    fn from(category: Category) -> Self {
        category.key().into()
    }
}

impl From<RatingKind> for Data {
    fn from(kind: RatingKind) -> Self {
        kind.key().into()
    }
}

impl From<FeeCategory> for Data {
    fn from(category: FeeCategory) -> Self {
        category.0.into()
    }
}

impl From<Item> for Data {
    fn from(item: Item) -> Self {
        item.0.into()
    }
}

impl From<Mix> for Data {
    fn from(mix: Mix) -> Self {
        Self::list(mix.categories())
    }
}

/// Month and day.
impl From<DayOfYear> for Data {
    fn from(day: DayOfYear) -> Self {
        Self::list([i32::from(day.month), i32::from(day.day)])
    }
}

impl<T: Into<Self>> From<Vec<T>> for Data {
    fn from(items: Vec<T>) -> Self {
        Self::list(items)
    }
}

impl<T: Into<Self>> From<Option<T>> for Data {
    fn from(known: Option<T>) -> Self {
        known.map_or(Self::Unknown, Into::into)
    }
}
