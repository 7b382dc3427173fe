//! TOML files of ours, read key by key: every problem of a file is reported, not only the first.
//!
//! A file declares its keys with [`keys!`](crate::source::settings): their names, types and
//! explanations. The declaration is what reads, what refuses unknown keys with the nearest known
//! one, and what `DATA.md` is written from.

use std::path::Path;
use std::sync::Arc;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::regulation::to_date;
use crate::diag::{Diagnostic, Diagnostics, FileId, Sources, Span};
use crate::model::{Date, DateTime, Points, RoundTime};
use crate::project::Project;

/// A value with its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Given<T> {
    pub value: T,
    pub span: Span,
}

/// A key that a table may have, for reading and for the documentation.
#[derive(Clone, Copy, Debug)]
pub struct KeyDef {
    pub name: &'static str,
    /// What is to be written, in words.
    pub expected: &'static str,
    pub doc: &'static [&'static str],
}

/// A table of keys, for the documentation.
#[derive(Clone, Copy, Debug)]
pub struct KeyTable {
    /// The file, or `[table]` within it.
    pub name: &'static str,
    pub doc: &'static [&'static str],
    pub keys: &'static [KeyDef],
}

/// Where a value stands and where its problems go.
pub struct Reading<'d> {
    pub file: FileId,
    pub diagnostics: &'d mut Diagnostics,
    /// Places already reported as malformed: what was recovered there is not judged.
    malformed: Vec<std::ops::Range<usize>>,
}

impl Reading<'_> {
    fn span(&self, range: std::ops::Range<usize>) -> Span {
        Span::new(self.file, range.start, range.end)
    }
}

/// Something that can be written in TOML.
pub trait FromToml: Sized {
    /// For messages and documentation: "a text in quotation marks".
    const EXPECTED: &'static str;

    /// An error when it is something else; it is reported by [`read_value`].
    fn from_value(
        value: &DeValue<'_>,
        span: Span,
        reading: &mut Reading<'_>,
    ) -> Result<Self, Mistake>;
}

/// Why a value is refused.
#[derive(Debug, Default)]
pub struct Mistake {
    /// What to write instead, where more can be said than what is expected.
    pub hint: Option<String>,
}

impl Mistake {
    fn hint(hint: impl Into<String>) -> Self {
        Self { hint: Some(hint.into()) }
    }
}

/// Reads a value; a mistake is a diagnostic at its place.
pub fn read_value<T: FromToml>(
    value: &Spanned<DeValue<'_>>,
    reading: &mut Reading<'_>,
) -> Option<T> {
    let span = reading.span(value.span());
    match T::from_value(value.get_ref(), span, reading) {
        Ok(read) => Some(read),
        Err(Mistake { hint }) => {
            let range = value.span();
            if reading.malformed.iter().any(|m| m.start <= range.end && range.start <= m.end) {
                return None;
            }
            let mut diagnostic = Diagnostic::error("E0205", format!("expected {}", T::EXPECTED))
                .at_label(span, format!("this is {}", type_name(value.get_ref())));
            if let Some(hint) = hint {
                diagnostic = diagnostic.hint(hint);
            }
            reading.diagnostics.push(diagnostic);
            None
        }
    }
}

fn type_name(value: &DeValue<'_>) -> String {
    match value {
        DeValue::String(text) => format!("the text `{text}`"),
        DeValue::Integer(number) => format!("the number {number}"),
        DeValue::Float(number) => format!("the number {number}"),
        DeValue::Boolean(truth) => truth.to_string(),
        DeValue::Datetime(datetime) => format!("`{datetime}`"),
        DeValue::Array(_) => "a list".to_owned(),
        DeValue::Table(_) => "a table".to_owned(),
    }
}

/// Reports the keys of a table that are not known.
pub fn refuse_unknown(table: &DeTable<'_>, known: &[KeyDef], reading: &mut Reading<'_>) {
    for (key, _) in table.iter() {
        let name = key.get_ref().as_ref();
        if !known.iter().any(|def| def.name == name) {
            let names: Vec<_> = known.iter().map(|def| def.name).collect();
            let diagnostic = Diagnostic::error("E0204", format!("unknown key `{name}`"))
                .at(reading.span(key.span()))
                .hint(format!("known here: {}", names.join(", ")))
                .suggest(name, names);
            reading.diagnostics.push(diagnostic);
        }
    }
}

/// Declares a table of keys, all optional: `name: type` gives a field `Option<type>`.
macro_rules! keys {
    ($(#[doc = $doc:literal])+ pub struct $name:ident = $title:literal {
        $($(#[doc = $key_doc:literal])+ $key:ident : $type:ty,)+
    }) => {
        $(#[doc = $doc])+
        #[derive(Clone, Debug, Default)]
        pub struct $name {
            $($(#[doc = $key_doc])+ pub $key: Option<$type>,)+
        }

        impl $name {
            pub const TABLE: $crate::source::settings::KeyTable = $crate::source::settings::KeyTable {
                name: $title,
                doc: &[$($doc),+],
                keys: &[$($crate::source::settings::KeyDef {
                    name: stringify!($key),
                    expected: <$type as $crate::source::settings::FromToml>::EXPECTED,
                    doc: &[$($key_doc),+],
                },)+],
            };
        }

        impl $crate::source::settings::FromToml for $name {
            const EXPECTED: &'static str = "a table";

            fn from_value(
                value: &toml::de::DeValue<'_>,
                _: $crate::diag::Span,
                reading: &mut $crate::source::settings::Reading<'_>,
            ) -> Result<Self, $crate::source::settings::Mistake> {
                let Some(table) = value.as_table() else { return Err(Default::default()) };
                $crate::source::settings::refuse_unknown(table, Self::TABLE.keys, reading);
                Ok(Self {
                    $($key: table
                        .get(stringify!($key))
                        .and_then(|value| $crate::source::settings::read_value(value, reading)),)+
                })
            }
        }
    };
}
pub(crate) use keys;

/// Reads a TOML file as a table of keys. `None` only when there is nothing to read; a malformed
/// file gives the keys that could be read.
pub fn read_settings<T: FromToml>(
    project: &Project,
    path: &Path,
    sources: &Sources,
    diagnostics: &mut Diagnostics,
) -> Option<Given<T>> {
    let file = super::read_text(project, path, sources, diagnostics)?;
    let source = sources.get(file);
    let (table, errors) = DeTable::parse_recoverable(&source.text);
    for error in &errors {
        diagnostics.push(super::toml_diagnostic(file, 0, error));
    }
    let first_line = source.text.find('\n').unwrap_or(source.text.len());
    let value = Spanned::new(table.span(), DeValue::Table(table.into_inner()));
    let malformed = errors.iter().filter_map(toml::de::Error::span).collect();
    let mut reading = Reading { file, diagnostics, malformed };
    let span = Span::new(file, 0, first_line);
    read_value(&value, &mut reading).map(|value| Given { value, span })
}

impl<T: FromToml> FromToml for Given<T> {
    const EXPECTED: &'static str = T::EXPECTED;

    fn from_value(
        value: &DeValue<'_>,
        span: Span,
        reading: &mut Reading<'_>,
    ) -> Result<Self, Mistake> {
        T::from_value(value, span, reading).map(|value| Self { value, span })
    }
}

/// A list; items that are no such thing are reported each, the others kept.
impl<T: FromToml> FromToml for Vec<T> {
    const EXPECTED: &'static str = "a list";

    fn from_value(
        value: &DeValue<'_>,
        _: Span,
        reading: &mut Reading<'_>,
    ) -> Result<Self, Mistake> {
        let items = value.as_array().ok_or_else(|| Mistake::hint("put it between `[` and `]`"))?;
        Ok(items.iter().filter_map(|item| read_value(item, reading)).collect())
    }
}

impl FromToml for String {
    const EXPECTED: &'static str = "a text in quotation marks";

    fn from_value(value: &DeValue<'_>, _: Span, _: &mut Reading<'_>) -> Result<Self, Mistake> {
        value.as_str().map(str::to_owned).ok_or_else(Mistake::default)
    }
}

impl FromToml for Arc<str> {
    const EXPECTED: &'static str = String::EXPECTED;

    fn from_value(value: &DeValue<'_>, _: Span, _: &mut Reading<'_>) -> Result<Self, Mistake> {
        value.as_str().map(Self::from).ok_or_else(Mistake::default)
    }
}

impl FromToml for bool {
    const EXPECTED: &'static str = "`true` or `false`";

    fn from_value(value: &DeValue<'_>, _: Span, _: &mut Reading<'_>) -> Result<Self, Mistake> {
        value.as_bool().ok_or_else(Mistake::default)
    }
}

impl FromToml for u32 {
    const EXPECTED: &'static str = "a whole number, not negative";

    fn from_value(value: &DeValue<'_>, _: Span, _: &mut Reading<'_>) -> Result<Self, Mistake> {
        value
            .as_integer()
            .and_then(|n| Self::from_str_radix(n.as_str(), n.radix()).ok())
            .ok_or_else(Mistake::default)
    }
}

/// Whole, or with a half.
impl FromToml for Points {
    const EXPECTED: &'static str = "points: `3`, or `\"2½\"`";

    fn from_value(
        value: &DeValue<'_>,
        span: Span,
        reading: &mut Reading<'_>,
    ) -> Result<Self, Mistake> {
        let Some(text) = value.as_str() else {
            let whole = u32::from_value(value, span, reading)?;
            let whole = i32::try_from(whole).ok().filter(|&whole| whole < 1000);
            return whole.map(|whole| Self::ONE * whole).ok_or_else(Mistake::default);
        };
        let (whole, half) = text.strip_suffix('½').map_or((text, false), |whole| (whole, true));
        let whole = if whole.is_empty() && half { Some(0) } else { whole.parse().ok() };
        let whole = whole.filter(|whole: &i32| (0..1000).contains(whole));
        let points = whole.map(|whole| Self::from_halves(whole * 2 + i32::from(half)));
        points.ok_or_else(Mistake::default)
    }
}

impl FromToml for u64 {
    const EXPECTED: &'static str = "a whole number, not negative";

    fn from_value(value: &DeValue<'_>, _: Span, _: &mut Reading<'_>) -> Result<Self, Mistake> {
        value
            .as_integer()
            .and_then(|n| Self::from_str_radix(n.as_str(), n.radix()).ok())
            .ok_or_else(Mistake::default)
    }
}

impl FromToml for RoundTime {
    const EXPECTED: &'static str =
        "a date such as 1990-12-01, or with its hour 1990-12-01T16:30:00";

    fn from_value(
        value: &DeValue<'_>,
        span: Span,
        reading: &mut Reading<'_>,
    ) -> Result<Self, Mistake> {
        if let Ok(at) = DateTime::from_value(value, span, reading) {
            return Ok(Self { day: at.date(), hour: Some(at.time()) });
        }
        Date::from_value(value, span, reading).map(|day| Self { day, hour: None })
    }
}

impl FromToml for Date {
    const EXPECTED: &'static str = "a date such as 1990-12-01";

    fn from_value(value: &DeValue<'_>, _: Span, _: &mut Reading<'_>) -> Result<Self, Mistake> {
        match value {
            DeValue::Datetime(datetime) => to_date(datetime),
            DeValue::String(text) => super::table::parse_date(text),
            _ => None,
        }
        .ok_or_else(|| Mistake::hint("year, month and day that exist, without a time"))
    }
}

impl FromToml for DateTime {
    const EXPECTED: &'static str = "a date with its time such as 1990-12-01T20:00:00";

    fn from_value(value: &DeValue<'_>, _: Span, _: &mut Reading<'_>) -> Result<Self, Mistake> {
        let DeValue::Datetime(written) = value else { return Err(Mistake::default()) };
        let (Some(date), Some(time), None) = (written.date, written.time, written.offset) else {
            return Err(Mistake::hint("local date and time, without a time zone"));
        };
        let date = Date::new(date.year as i16, date.month as i8, date.day as i8);
        date.ok()
            .and_then(|date| {
                let (h, m, s) =
                    (time.hour as i8, time.minute as i8, time.second.unwrap_or(0) as i8);
                jiff::civil::Time::new(h, m, s, 0).ok().map(|time| date.to_datetime(time))
            })
            .ok_or_else(Mistake::default)
    }
}

/// Latitude and longitude in millionths of a degree, read digit by digit: no float takes part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place(pub i64, pub i64);

impl FromToml for Place {
    const EXPECTED: &'static str = "latitude and longitude in degrees such as [41.387, 2.170]";

    fn from_value(value: &DeValue<'_>, _: Span, _: &mut Reading<'_>) -> Result<Self, Mistake> {
        let degrees = |value: &Spanned<DeValue<'_>>, limit: i64| {
            let millionths = match value.get_ref() {
                DeValue::Float(n) => millionths(n.as_str()),
                DeValue::Integer(n) if n.radix() == 10 => millionths(n.as_str()),
                _ => None,
            };
            millionths.filter(|m| m.abs() <= limit * 1_000_000)
        };
        let place = value.as_array().filter(|list| list.iter().count() == 2).and_then(|list| {
            let mut items = list.iter();
            Some(Self(degrees(items.next()?, 90)?, degrees(items.next()?, 180)?))
        });
        place.ok_or_else(|| {
            Mistake::hint("up to 90 degrees north, then up to 180 east; minus for south and west")
        })
    }
}

/// A decimal number in millionths; further digits are dropped.
pub(super) fn millionths(text: &str) -> Option<i64> {
    let (negative, text) = match text.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, text.strip_prefix('+').unwrap_or(text)),
    };
    let (whole, decimals) = text.split_once('.').unwrap_or((text, ""));
    if !decimals.bytes().all(|b| b.is_ascii_digit()) {
        return None;
    }
    let whole: i64 = whole.parse().ok().filter(|w| (0..=360).contains(w))?;
    let decimals: i64 = format!("{decimals:0<6}").get(..6)?.parse().ok()?;
    let value = whole * 1_000_000 + decimals;
    Some(if negative { -value } else { value })
}

/// A word out of a list: read, and when it is none of them, all are named.
macro_rules! word {
    ($type:ty, $expected:literal, $all:expr) => {
        impl $crate::source::settings::FromToml for $type {
            const EXPECTED: &'static str = $expected;

            fn from_value(
                value: &toml::de::DeValue<'_>,
                _: $crate::diag::Span,
                _: &mut $crate::source::settings::Reading<'_>,
            ) -> Result<Self, $crate::source::settings::Mistake> {
                let written = value.as_str().ok_or_else(Default::default)?;
                $crate::source::settings::pick(written, &$all)
            }
        }
    };
}
pub(crate) use word;

/// The item whose key is written.
pub fn pick<T: Copy>(written: &str, all: &[(&'static str, T)]) -> Result<T, Mistake> {
    all.iter().find(|(key, _)| *key == written).map(|(_, value)| *value).ok_or_else(|| {
        let keys: Vec<_> = all.iter().map(|(key, _)| *key).collect();
        let near = crate::diag::nearest(written, keys.iter().copied());
        Mistake::hint(match near {
            Some(near) => format!("did you mean `{near}`? One of: {}", keys.join(", ")),
            None => format!("one of: {}", keys.join(", ")),
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    keys! {
        /// A test.
        pub struct Sample = "sample.toml" {
            /// A name.
            name: Given<String>,
            /// Some numbers.
            numbers: Vec<u32>,
            /// A day.
            day: Date,
            /// Where.
            at: Place,
        }
    }

    fn read(text: &str) -> (Sample, String) {
        let (sources, mut diagnostics) = (Sources::default(), Diagnostics::new());
        let project = Project::memory([("sample.toml", text)]);
        let read =
            read_settings::<Sample>(&project, Path::new("sample.toml"), &sources, &mut diagnostics);
        (read.map(|given| given.value).unwrap_or_default(), diagnostics.render(&sources, false))
    }

    #[test]
    fn every_problem_of_a_file_is_reported_and_the_rest_is_read() {
        let (sample, problems) =
            read("nam = 1\nnumbers = [1, \"two\", 3]\nday = 1990-02-30\nat = [41.5, -2.1234567]\n");
        assert_eq!((sample.name, sample.day), (None, None));
        assert_eq!(sample.numbers, Some(vec![1, 3]));
        assert_eq!(sample.at, Some(Place(41_500_000, -2_123_456)));
        assert!(problems.contains("unknown key `nam`"), "{problems}");
        assert!(problems.contains("did you mean `name`?"), "{problems}");
        assert!(problems.contains("sample.toml:2:15"), "{problems}");
        assert!(problems.contains("sample.toml:3:"), "{problems}");
    }

    #[test]
    fn degrees_are_read_digit_by_digit() {
        assert_eq!(millionths("-0.5"), Some(-500_000));
        assert_eq!(millionths("41"), Some(41_000_000));
        assert_eq!(millionths("1e3"), None);
        assert_eq!(millionths("1.2.3"), None);
    }
}
