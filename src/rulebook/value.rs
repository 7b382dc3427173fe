//! Parameters: the numbers, orders and tables of the text that calculations use.

use std::fmt;

use serde_json::{Value, json};

use super::ProvisionId;
use crate::diag::Span;
use crate::model::Exact;

/// Units that a parameter may name.
pub const UNITS: [&str; 26] = [
    "jugadors",
    "rondes",
    "punts",
    "elo",
    "ptes",
    "dies",
    "dies-habils",
    "hores",
    "minuts",
    "segons",
    "jugades",
    "mesos",
    "anys",
    "temporades",
    "partides",
    "partits",
    "taulers",
    "persones",
    "places",
    "normes",
    "clubs",
    "equips",
    "km",
    "%",
    "vegades",
    "faltes",
];

/// A parameter where it stands in the text.
#[derive(Clone, Debug, PartialEq)]
pub struct Param {
    pub id: String,
    pub value: ParamValue,
    /// As printed.
    pub text: String,
    pub unit: Option<String>,
    pub provision: ProvisionId,
    pub span: Span,
}

/// A share: 1 is 100 %.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Percent(pub Exact);

/// A day of any year: 30 June.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct DayOfYear {
    pub month: i8,
    pub day: i8,
}

#[derive(Clone, Debug, PartialEq)]
pub enum ParamValue {
    Integer(i64),
    Fraction(Exact),
    Percent(Percent),
    Day(DayOfYear),
    /// A clock time, in minutes after midnight.
    Time(u16),
    /// Ordered keys.
    List(Vec<String>),
    Table(ParamTable),
}

impl ParamValue {
    /// Name of its type, for messages.
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Integer(_) => "a whole number",
            Self::Fraction(_) => "a fraction",
            Self::Percent(_) => "a percentage",
            Self::Day(_) => "a day of the year",
            Self::Time(_) => "a clock time",
            Self::List(_) => "a list",
            Self::Table(_) => "a table",
        }
    }

    /// Whole numbers as JSON numbers, fractions as strings in lowest terms, percentages as
    /// strings such as `"50 %"`, days as `"06-30"`.
    pub fn to_json(&self) -> Value {
        match self {
            Self::Integer(n) => json!(n),
            Self::Fraction(f) => json!(f.to_string()),
            Self::Percent(Percent(p)) => json!(format!("{} %", p * 100)),
            Self::Day(day) => json!(day.to_string()),
            Self::Time(minutes) => json!(format!("{:02}:{:02}", minutes / 60, minutes % 60)),
            Self::List(items) => json!(items),
            Self::Table(table) => json!({
                "head": table.head.iter().map(TableCell::to_json).collect::<Vec<_>>(),
                "rows": table.rows.iter()
                    .map(|row| row.iter().map(TableCell::to_json).collect::<Vec<_>>())
                    .collect::<Vec<_>>(),
            }),
        }
    }
}

impl fmt::Display for DayOfYear {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:02}-{:02}", self.month, self.day)
    }
}

/// A table of the text. Every row has as many cells as the head.
#[derive(Clone, Debug, PartialEq)]
pub struct ParamTable {
    pub head: Vec<TableCell>,
    pub rows: Vec<Vec<TableCell>>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct TableCell {
    pub text: String,
    pub content: CellContent,
}

/// What a cell says.
#[derive(Clone, Debug, PartialEq)]
pub enum CellContent {
    Number(Exact),
    Percent(Percent),
    Band(Band),
    Words,
}

/// An interval of numbers: above `above` (excluded), up to `up_to` (included); AMB-03.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Band {
    pub above: Option<Exact>,
    pub up_to: Option<Exact>,
}

impl Band {
    pub fn contains(&self, value: Exact) -> bool {
        self.above.is_none_or(|limit| value > limit)
            && self.up_to.is_none_or(|limit| value <= limit)
    }
}

impl TableCell {
    pub fn new(text: &str) -> Self {
        let text = text.trim();
        let content = if let Some(band) = parse_band(text) {
            CellContent::Band(band)
        } else {
            match parse_value(text) {
                Some(ParamValue::Integer(n)) => CellContent::Number(Exact::from(n)),
                Some(ParamValue::Fraction(f)) => CellContent::Number(f),
                Some(ParamValue::Percent(p)) => CellContent::Percent(p),
                _ => CellContent::Words,
            }
        };
        Self { text: text.to_owned(), content }
    }

    pub fn number(&self) -> Option<Exact> {
        match self.content {
            CellContent::Number(number) => Some(number),
            _ => None,
        }
    }

    pub fn band(&self) -> Option<Band> {
        match self.content {
            CellContent::Band(band) => Some(band),
            _ => None,
        }
    }

    /// The number with which a heading begins: 11 of `11 rondes`.
    pub fn leading_number(&self) -> Option<Exact> {
        self.number().or_else(|| parse_number(self.text.split_whitespace().next()?))
    }

    fn to_json(&self) -> Value {
        match self.content {
            CellContent::Number(n) if n.is_integer() => json!(n.to_integer()),
            CellContent::Number(n) => json!(n.to_string()),
            _ => json!(self.text),
        }
    }
}

/// `25`, `10.000`, `0,1`, `5½`, `½`, with a sign before it or not.
pub fn parse_number(text: &str) -> Option<Exact> {
    let text = text.trim();
    let (sign, digits) = match text.strip_prefix(['-', '−']) {
        Some(rest) => (-1, rest),
        None => (1, text),
    };
    if let Some(whole) = digits.strip_suffix('½') {
        let whole = if whole.is_empty() { 0 } else { parse_whole(whole.trim_end())? };
        return Some((Exact::from(whole) + Exact::new(1, 2)) * sign);
    }
    if let Some((whole, decimals)) = digits.split_once(',') {
        if decimals.is_empty()
            || decimals.len() > 9
            || !decimals.bytes().all(|b| b.is_ascii_digit())
        {
            return None;
        }
        let scale = 10_i64.pow(decimals.len() as u32);
        let fraction = Exact::new(decimals.parse().ok()?, scale);
        return Some((Exact::from(parse_whole(whole)?) + fraction) * sign);
    }
    parse_whole(digits).map(|whole| Exact::from(whole * sign))
}

/// No rule has a larger number; halves and decimals of such numbers do not overflow.
const MOST_NUMBER: i64 = 1_000_000_000;

/// Digits, in groups of three after dots or narrow blanks or not.
fn parse_whole(text: &str) -> Option<i64> {
    let groups: Vec<&str> = text.split(['.', '\u{202f}', '\u{a0}']).collect();
    let digits = |s: &str| !s.is_empty() && s.bytes().all(|b| b.is_ascii_digit());
    let grouped = groups.len() == 1
        || (groups[0].len() <= 3 && groups[1..].iter().all(|group| group.len() == 3));
    (grouped && groups.iter().all(|group| digits(group)))
        .then(|| groups.concat().parse().ok().filter(|whole| *whole <= MOST_NUMBER))
        .flatten()
}

/// The value that a text reads as, or `None` for words.
pub fn parse_value(text: &str) -> Option<ParamValue> {
    let text = text.trim();
    if let Some(number) = text.strip_suffix('%').and_then(parse_number) {
        return Some(ParamValue::Percent(Percent(number / 100)));
    }
    if let Some(number) = parse_number(text) {
        return Some(if number.is_integer() {
            ParamValue::Integer(number.to_integer())
        } else {
            ParamValue::Fraction(number)
        });
    }
    parse_time(text).map(ParamValue::Time).or_else(|| parse_day(text).map(ParamValue::Day))
}

/// A whole number in Catalan words, from `zero` to `noranta-nou`, and `cent`: `dues`, `vint-i-cinc`.
/// So a number written in words needs no `value`, and one that disagrees with it is found.
pub fn number_word(text: &str) -> Option<i64> {
    const UNITS: [&[&str]; 20] = [
        &["zero"],
        &["un", "una", "u"],
        &["dos", "dues"],
        &["tres"],
        &["quatre"],
        &["cinc"],
        &["sis"],
        &["set"],
        &["vuit"],
        &["nou"],
        &["deu"],
        &["onze"],
        &["dotze"],
        &["tretze"],
        &["catorze"],
        &["quinze"],
        &["setze"],
        &["disset"],
        &["divuit"],
        &["dinou"],
    ];
    const TENS: [&str; 8] =
        ["vint", "trenta", "quaranta", "cinquanta", "seixanta", "setanta", "vuitanta", "noranta"];
    let text = text.trim().to_lowercase();
    let unit = |word: &str| UNITS.iter().position(|forms| forms.contains(&word));
    if let Some(number) = unit(&text) {
        return Some(number as i64);
    }
    if text == "cent" {
        return Some(100);
    }
    let (ten, rest) = text.split_once('-').map_or((text.as_str(), None), |(t, r)| (t, Some(r)));
    let tens = TENS.iter().position(|word| *word == ten)? as i64 * 10 + 20;
    match rest {
        None => Some(tens),
        Some(rest) => {
            // `vint-i-cinc`, `trenta-cinc`.
            let word = if tens == 20 { rest.strip_prefix("i-")? } else { rest };
            unit(word).filter(|&n| (1..10).contains(&n)).map(|n| tens + n as i64)
        }
    }
}

/// `13:00`.
fn parse_time(text: &str) -> Option<u16> {
    let (hours, minutes) = text.split_once(':')?;
    let (hours, minutes): (u16, u16) = (hours.parse().ok()?, minutes.parse().ok()?);
    (hours < 24 && minutes < 60).then_some(hours * 60 + minutes)
}

const MONTHS: [&str; 12] = [
    "gener", "febrer", "març", "abril", "maig", "juny", "juliol", "agost", "setembre", "octubre",
    "novembre", "desembre",
];

/// `30 de juny`, `1 d'octubre`.
fn parse_day(text: &str) -> Option<DayOfYear> {
    let text = text.replace('’', "'");
    let (day, rest) = text.split_once(' ')?;
    let month = rest.strip_prefix("de ").or_else(|| rest.strip_prefix("d'"))?;
    let month = MONTHS.iter().position(|name| *name == month.trim())? as i8 + 1;
    let day: i8 = day.parse().ok()?;
    // 2000 was a leap year: every day that can exist does.
    jiff::civil::Date::new(2000, month, day).ok().map(|_| DayOfYear { month, day })
}

/// `més de 2125`, `de 2075 a 2125`, `fins a 2025`.
fn parse_band(text: &str) -> Option<Band> {
    if let Some(limit) = text.strip_prefix("més de ") {
        return Some(Band { above: Some(parse_number(limit)?), up_to: None });
    }
    if let Some(limit) = text.strip_prefix("fins a ") {
        return Some(Band { above: None, up_to: Some(parse_number(limit)?) });
    }
    let (low, high) = text.strip_prefix("de ")?.split_once(" a ")?;
    Some(Band { above: Some(parse_number(low)?), up_to: Some(parse_number(high)?) })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_as_they_are_printed() {
        let half = Exact::new(1, 2);
        let cases = [
            ("25", Exact::from(25)),
            ("10.000", Exact::from(10_000)),
            ("0,1", Exact::new(1, 10)),
            ("5½", Exact::from(5) + half),
            ("½", half),
            ("−3", Exact::from(-3)),
        ];
        for (text, value) in cases {
            assert_eq!(parse_number(text), Some(value), "{text}");
        }
        for wrong in ["", "1.00", "cinc", "1,", "1.2.3", "½½", "4½½"] {
            assert_eq!(parse_number(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn values_have_the_type_they_look_like() {
        assert_eq!(parse_value("50 %"), Some(ParamValue::Percent(Percent(Exact::new(1, 2)))));
        assert_eq!(parse_value("0,1 %"), Some(ParamValue::Percent(Percent(Exact::new(1, 1000)))));
        assert_eq!(
            parse_value("30 de juny"),
            Some(ParamValue::Day(DayOfYear { month: 6, day: 30 }))
        );
        assert_eq!(
            parse_value("1 d'octubre"),
            Some(ParamValue::Day(DayOfYear { month: 10, day: 1 }))
        );
        assert_eq!(parse_value("13:00"), Some(ParamValue::Time(780)));
        assert_eq!(parse_value("31 de juny"), None);
        assert_eq!(parse_value("el campió"), None);
    }

    #[test]
    fn numbers_in_words_are_read() {
        let cases = [
            ("dues", 2),
            ("Una", 1),
            ("vint-i-cinc", 25),
            ("trenta-vuit", 38),
            ("noranta", 90),
            ("cent", 100),
        ];
        for (words, number) in cases {
            assert_eq!(number_word(words), Some(number), "{words}");
        }
        for wrong in ["trenta-i-cinc", "vint-cinc", "el campió", "deu-dos", ""] {
            assert_eq!(number_word(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn bands_exclude_the_lower_limit_and_include_the_upper() {
        let band = TableCell::new("de 2075 a 2125").band().unwrap();
        assert!(!band.contains(Exact::from(2075)));
        assert!(band.contains(Exact::from(2125)));
        assert!(!TableCell::new("més de 2125").band().unwrap().contains(Exact::from(2125)));
        assert!(TableCell::new("fins a 2025").band().unwrap().contains(Exact::from(2025)));
        assert_eq!(TableCell::new("11 rondes").leading_number(), Some(Exact::from(11)));
    }
}
