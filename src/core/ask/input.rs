//! What a calculation takes: declared fields, checked once, then read without surprises.

use serde_json::{Map, Value as Json};

use super::answer::{Answer, Problem, Problems};
use crate::core::computed::Computed;
use crate::core::distance::Place;
use crate::core::formula::Sheet;
use crate::model::{Category, Date, DateTime, Exact, Points, Ratings, Score};

/// What may stand in a field.
#[derive(Clone, Copy, Debug)]
pub enum Kind {
    Bool,
    /// A whole number between two limits, both included.
    Int(i64, i64),
    /// Points: a multiple of ½, not negative.
    Points,
    /// What a game gave: 0, ½ or 1.
    Score,
    Text,
    /// `1990-12-31`.
    Date,
    /// `1990-12-31T16:00`.
    Moment,
    Choice(&'static [&'static str]),
    /// `[latitude, longitude]` in degrees.
    Place,
    List(&'static Kind),
    Object(&'static [Field]),
    /// One entry of a list that may be empty: `null`.
    OrNull(&'static Kind),
    /// An identifier: a number or a text.
    Id,
    /// Pairs of a name and how often.
    Counts,
}

/// A field of the input.
#[derive(Clone, Copy, Debug)]
pub struct Field {
    pub name: &'static str,
    /// Other names that are understood.
    pub aliases: &'static [&'static str],
    pub kind: Kind,
    /// An optional field may be absent or `null`.
    pub required: bool,
}

impl Field {
    pub const fn required(name: &'static str, kind: Kind) -> Self {
        Self { name, aliases: &[], kind, required: true }
    }

    pub const fn optional(name: &'static str, kind: Kind) -> Self {
        Self { name, aliases: &[], kind, required: false }
    }

    pub const fn or(mut self, aliases: &'static [&'static str]) -> Self {
        self.aliases = aliases;
        self
    }

    pub fn is_called(&self, name: &str) -> bool {
        self.name == name || self.aliases.contains(&name)
    }
}

/// An object whose fields are as declared.
#[derive(Clone, Debug)]
pub struct Input<'a> {
    object: &'a Map<String, Json>,
    fields: &'static [Field],
    /// `games[2].`, before the names of its fields.
    path: String,
}

impl<'a> Input<'a> {
    /// Every field checked; all problems are told together.
    pub fn check(json: &'a Json, fields: &'static [Field]) -> Result<Self, Problems> {
        let mut problems = Vec::new();
        check_object(json, fields, "", &mut problems);
        match json.as_object() {
            Some(object) if problems.is_empty() => Ok(Self { object, fields, path: String::new() }),
            _ => Err(Problems(problems)),
        }
    }

    /// What a sheet answers: its outputs as the value, its requirements as the working.
    pub fn answer_by(&self, sheet: &Sheet) -> Answer {
        let json = Json::Object(self.object.clone());
        let input = super::record(&json, self.fields);
        let found = Computed::from_sheet(sheet, &input, |_| ());
        let value = sheet.compute(&input).outputs();
        Answer { value, citations: found.citations, working: found.working }
    }

    /// What stands in a field; `None` when it is absent or `null`.
    pub fn get(&self, name: &str) -> Option<&'a Json> {
        let field = self.fields.iter().find(|field| field.name == name);
        let aliases = field.map_or(&[][..], |field| field.aliases);
        std::iter::once(name)
            .chain(aliases.iter().copied())
            .find_map(|name| self.object.get(name))
            .filter(|json| !json.is_null())
    }

    pub fn has(&self, name: &str) -> bool {
        self.get(name).is_some()
    }

    pub fn flag(&self, name: &str) -> Option<bool> {
        self.get(name)?.as_bool()
    }

    /// A flag that is off unless it is given.
    pub fn is(&self, name: &str) -> bool {
        self.flag(name).unwrap_or_default()
    }

    pub fn int(&self, name: &str) -> Option<i64> {
        self.get(name)?.as_i64()
    }

    pub fn number(&self, name: &str) -> Option<u32> {
        u32::try_from(self.int(name)?).ok()
    }

    /// A number that is 0 unless it is given.
    pub fn count(&self, name: &str) -> u32 {
        self.number(name).unwrap_or_default()
    }

    pub fn points(&self, name: &str) -> Option<Points> {
        points(self.get(name)?)
    }

    pub fn score(&self, name: &str) -> Option<Score> {
        score(self.get(name)?)
    }

    pub fn text(&self, name: &str) -> Option<&'a str> {
        self.get(name)?.as_str()
    }

    /// A text or choice that is empty unless it is given.
    pub fn word(&self, name: &str) -> &'a str {
        self.text(name).unwrap_or_default()
    }

    pub fn date(&self, name: &str) -> Option<Date> {
        self.text(name)?.parse().ok()
    }

    /// A date that must be there.
    pub fn day(&self, name: &str) -> Result<Date, Problem> {
        self.date(name).ok_or_else(|| self.problem(name, "a date such as 1990-12-31", "none"))
    }

    pub fn moment(&self, name: &str) -> Option<DateTime> {
        self.text(name)?.parse().ok()
    }

    /// A moment that must be there.
    pub fn instant(&self, name: &str) -> Result<DateTime, Problem> {
        self.moment(name)
            .ok_or_else(|| self.problem(name, "a moment such as 1990-12-31T16:00", "none"))
    }

    pub fn place(&self, name: &str) -> Option<Place> {
        place(self.get(name)?)
    }

    pub fn category(&self, name: &str) -> Option<Category> {
        Category::from_key(self.text(name)?)
    }

    /// The entries of a list; none when it is absent.
    pub fn list(&self, name: &str) -> impl Iterator<Item = &'a Json> + use<'a> {
        self.get(name).and_then(Json::as_array).into_iter().flatten()
    }

    pub fn texts(&self, name: &str) -> Vec<&'a str> {
        self.list(name).filter_map(Json::as_str).collect()
    }

    pub fn dates(&self, name: &str) -> Vec<Date> {
        self.list(name).filter_map(|json| json.as_str()?.parse().ok()).collect()
    }

    pub fn flags(&self, name: &str) -> Vec<bool> {
        self.list(name).filter_map(Json::as_bool).collect()
    }

    /// An object in a field.
    pub fn part(&self, name: &str) -> Option<Self> {
        let Some(Kind::Object(fields)) = self.kind(name) else { return None };
        let object = self.get(name)?.as_object()?;
        Some(Self { object, fields, path: format!("{}{name}.", self.path) })
    }

    /// The objects of a list.
    pub fn parts(&self, name: &str) -> Vec<Self> {
        let fields = match self.kind(name) {
            Some(Kind::List(Kind::Object(fields) | Kind::OrNull(Kind::Object(fields)))) => *fields,
            _ => return Vec::new(),
        };
        self.list(name)
            .enumerate()
            .filter_map(|(at, json)| {
                let path = format!("{}{name}[{at}].", self.path);
                Some(Self { object: json.as_object()?, fields, path })
            })
            .collect()
    }

    /// Catalan, FIDE and FEDA ratings among the fields.
    pub fn ratings(&self) -> Ratings {
        Ratings {
            catalan: self.number("catalan"),
            fide: self.number("fide"),
            feda: self.number("feda"),
            national: self.number("national"),
        }
    }

    fn kind(&self, name: &str) -> Option<Kind> {
        self.fields.iter().find(|field| field.name == name).map(|field| field.kind)
    }

    /// A problem of one of the fields that only the calculation can see.
    pub fn problem(&self, name: &str, expected: &str, found: impl Into<String>) -> Problem {
        Problem::new(format!("{}{name}", self.path), expected, found)
    }
}

fn check_object(json: &Json, fields: &'static [Field], path: &str, problems: &mut Vec<Problem>) {
    let Some(object) = json.as_object() else {
        let field = path.trim_end_matches('.');
        problems.push(Problem::new(field, "an object with the fields listed", shown(json)));
        return;
    };
    for field in fields {
        let name = format!("{path}{}", field.name);
        let given =
            std::iter::once(&field.name).chain(field.aliases).find_map(|name| object.get(*name));
        match given {
            None | Some(Json::Null) if field.required => {
                problems.push(Problem::new(name, field.kind.words(), "nothing"));
            }
            None | Some(Json::Null) => {}
            Some(json) => check(json, field.kind, &name, problems),
        }
    }
}

fn check(json: &Json, kind: Kind, name: &str, problems: &mut Vec<Problem>) {
    let fits = match kind {
        Kind::Bool => json.is_boolean(),
        Kind::Int(least, most) => json.as_i64().is_some_and(|n| (least..=most).contains(&n)),
        Kind::Points => points(json).is_some_and(|p| p >= Points::ZERO),
        Kind::Score => score(json).is_some(),
        Kind::Text => json.is_string(),
        Kind::Date => json.as_str().is_some_and(|text| text.parse::<Date>().is_ok()),
        Kind::Moment => json.as_str().is_some_and(|text| text.parse::<DateTime>().is_ok()),
        Kind::Choice(known) => json.as_str().is_some_and(|word| known.contains(&word)),
        Kind::Place => place(json).is_some(),
        Kind::Id => json.is_string() || json.as_i64().is_some(),
        Kind::Counts => json
            .as_object()
            .is_some_and(|object| object.values().all(|n| n.as_u64().is_some_and(|n| n < 1000))),
        Kind::OrNull(inner) => {
            if !json.is_null() {
                check(json, *inner, name, problems);
            }
            return;
        }
        Kind::Object(fields) => {
            check_object(json, fields, &format!("{name}."), problems);
            return;
        }
        Kind::List(inner) => {
            let Some(entries) = json.as_array().filter(|entries| entries.len() <= MOST_ENTRIES)
            else {
                problems.push(Problem::new(name, kind.words(), shown(json)));
                return;
            };
            for (at, entry) in entries.iter().enumerate() {
                check(entry, *inner, &format!("{name}[{at}]"), problems);
            }
            return;
        }
    };
    if !fits {
        problems.push(Problem::new(name, kind.words(), shown(json)));
    }
}

/// A name in the input that no field has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unknown {
    /// Where it stands: `games[2].`, or nothing.
    pub path: String,
    pub name: String,
    /// Fields of that object which the input does not give.
    pub missing: Vec<&'static str>,
}

/// The names that no field has, with all objects inside.
pub fn unknown(json: &Json, kind: Kind, path: &str, found: &mut Vec<Unknown>) {
    match (kind, json) {
        (Kind::OrNull(inner), json) => unknown(json, *inner, path, found),
        (Kind::List(inner), Json::Array(entries)) => {
            for (at, entry) in entries.iter().enumerate() {
                unknown(entry, *inner, &format!("{path}[{at}]"), found);
            }
        }
        (Kind::Object(fields), Json::Object(object)) => {
            let prefix = if path.is_empty() { String::new() } else { format!("{path}.") };
            for name in object.keys() {
                if !fields.iter().any(|field| field.is_called(name)) {
                    let given = |field: &Field| object.keys().any(|name| field.is_called(name));
                    let missing = fields.iter().filter(|f| !given(f)).map(|f| f.name).collect();
                    found.push(Unknown { path: prefix.clone(), name: name.clone(), missing });
                }
            }
            for field in fields {
                let names = std::iter::once(&field.name).chain(field.aliases);
                for json in names.filter_map(|name| object.get(*name)) {
                    unknown(json, field.kind, &format!("{prefix}{}", field.name), found);
                }
            }
        }
        _ => {}
    }
}

/// Longer lists than any event has are refused, so that no input can exhaust the memory.
const MOST_ENTRIES: usize = 20_000;

/// What stands there, cut short.
fn shown(json: &Json) -> String {
    const LONGEST: usize = 40;
    let text = json.to_string();
    if text.chars().count() <= LONGEST {
        return format!("`{text}`");
    }
    format!("`{}…`", text.chars().take(LONGEST).collect::<String>())
}

/// A number of JSON, or a text such as `"11/2"` or `"5½"`, exactly.
pub fn exact(json: &Json) -> Option<Exact> {
    match json {
        Json::Number(number) => decimal(&number.to_string()),
        Json::String(text) => match text.split_once('/') {
            Some((numerator, denominator)) => {
                let (n, d): (i32, i32) = (numerator.parse().ok()?, denominator.parse().ok()?);
                (d != 0).then(|| Exact::new(i64::from(n), i64::from(d)))
            }
            None => crate::rulebook::parse_number(text).or_else(|| decimal(text)),
        },
        _ => None,
    }
}

fn decimal(text: &str) -> Option<Exact> {
    let (whole, decimals) = text.split_once('.').unwrap_or((text, ""));
    if whole.len() > 12 || decimals.len() > 18 {
        return None;
    }
    // Nine decimals are a ten-thousandth of a millimetre on the ground; more decide nothing.
    let decimals = &decimals[..decimals.len().min(9)];
    let negative = whole.starts_with('-');
    let digits = whole.strip_prefix('-').unwrap_or(whole);
    let number = |text: &str| -> Option<i64> {
        text.bytes().all(|b| b.is_ascii_digit()).then(|| text.parse().ok()).flatten()
    };
    let fraction = if decimals.is_empty() { 0 } else { number(decimals)? };
    let value = Exact::from(number(digits)?).min(Exact::from(MOST_NUMBER))
        + Exact::new(fraction, 10_i64.pow(decimals.len() as u32));
    Some(if negative { -value } else { value })
}

/// No number of a calculation is larger; sums and products of such numbers do not overflow.
const MOST_NUMBER: i64 = 1_000_000_000;

pub fn points(json: &Json) -> Option<Points> {
    Points::from_exact(exact(json)?)
}

pub fn score(json: &Json) -> Option<Score> {
    match points(json)?.halves() {
        0 => Some(Score::Loss),
        1 => Some(Score::Draw),
        2 => Some(Score::Win),
        _ => None,
    }
}

pub fn place(json: &Json) -> Option<Place> {
    let [latitude, longitude] = json.as_array()?.as_slice() else { return None };
    let micro = |json: &Json, most: i64| -> Option<i64> {
        let degrees = exact(json)?;
        (-most..=most)
            .contains(&degrees.trunc().to_integer())
            .then(|| (degrees * 1_000_000).round().to_integer())
    };
    Some(Place::from_micro(micro(latitude, 90)?, micro(longitude, 180)?))
}

impl Kind {
    /// For messages and lists: "a date such as 1990-12-31".
    pub fn words(self) -> String {
        match self {
            Self::Bool => "true or false".into(),
            Self::Int(least, most) => format!("a whole number from {least} to {most}"),
            Self::Points => "points: a multiple of 0.5, not negative".into(),
            Self::Score => "0, 0.5 or 1".into(),
            Self::Text => "a text".into(),
            Self::Date => "a date such as 1990-12-31".into(),
            Self::Moment => "a moment such as 1990-12-31T16:00".into(),
            Self::Choice(known) => format!("one of {}", known.join(", ")),
            Self::Place => "[latitude, longitude] in degrees".into(),
            Self::Id => "a whole number or a text".into(),
            Self::Counts => "an object of names and whole numbers".into(),
            Self::OrNull(inner) => format!("{}, or null", inner.words()),
            Self::List(inner) => format!("a list, each {}", inner.words()),
            Self::Object(fields) => {
                let names: Vec<_> = fields
                    .iter()
                    .map(|f| if f.required { f.name.to_owned() } else { format!("{}?", f.name) })
                    .collect();
                format!("{{{}}}", names.join(", "))
            }
        }
    }
}
