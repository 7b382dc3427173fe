//! Dates as programs write them in TRF files.

use crate::model::Date;

/// Two-digit years from here on are of the 20th century.
const PIVOT: i16 = 60;

/// Reads `2011/07/02`, `28. 07. 2005`, `24/09/2010`, `10.09.13` (year, month, day),
/// `May 29, 2020`, `2024-08-01`. `None` for what is no day.
pub fn parse(text: &str) -> Option<Date> {
    let words: Vec<&str> =
        text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
    let [a, b, c] = words[..] else { return None };
    if let Some(month) = month(a) {
        return date(number(c)?, month, number(b)?, c.len());
    }
    if let Some(month) = month(b) {
        return date(number(c)?, month, number(a)?, c.len());
    }
    let (x, y, z) = (number(a)?, number(b)?, number(c)?);
    if c.len() == 4 && a.len() <= 2 { date(z, y, x, 4) } else { date(x, y, z, a.len()) }
}

/// A day of birth; a year alone, or with zeros for day and month, stands for its first day.
pub fn parse_birth(text: &str) -> Option<Date> {
    let digits: String = text.chars().filter(char::is_ascii_digit).collect();
    match digits.len() {
        4 => Date::new(digits.parse().ok().filter(|&year: &i16| year > 0)?, 1, 1).ok(),
        8 if digits.ends_with("0000") => parse_birth(&digits[..4]),
        _ => parse(text),
    }
}

fn number(text: &str) -> Option<i16> {
    if text.bytes().all(|b| b.is_ascii_digit()) { text.parse().ok() } else { None }
}

fn month(text: &str) -> Option<i16> {
    const MONTHS: [&str; 12] =
        ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
    let start = text.get(..3)?.to_ascii_lowercase();
    MONTHS.iter().position(|&name| name == start).map(|at| at as i16 + 1)
}

fn date(year: i16, month: i16, day: i16, year_digits: usize) -> Option<Date> {
    let year = match year_digits {
        4 => year,
        2 if year < PIVOT => 2000 + year,
        2 => 1900 + year,
        _ => return None,
    };
    Date::new(year, i8::try_from(month).ok()?, i8::try_from(day).ok()?).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Spellings met in files of real programs.
    #[test]
    fn the_usual_spellings_are_read() {
        for (text, expected) in [
            ("28. 07. 2005", Some("2005-07-28")),
            ("24/09/2010", Some("2010-09-24")),
            ("25.02.2011", Some("2011-02-25")),
            ("2011/07/02", Some("2011-07-02")),
            ("10.09.13", Some("2010-09-13")),
            ("May 29, 2020", Some("2020-05-29")),
            ("2024-08-01", Some("2024-08-01")),
            ("90/12/01", Some("1990-12-01")),
            ("11.25.02", None),
            ("2024-02-30", None),
            ("tomorrow", None),
        ] {
            assert_eq!(parse(text).map(|d| d.to_string()).as_deref(), expected, "{text}");
        }
        assert_eq!(parse_birth("1978").map(|d| d.to_string()).as_deref(), Some("1978-01-01"));
        assert_eq!(parse_birth("1987/00/00").map(|d| d.to_string()).as_deref(), Some("1987-01-01"));
        assert_eq!(parse_birth("0000/00/00"), None);
    }
}
