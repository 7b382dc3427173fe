//! What the language file does not do by itself: ranges of dates.

use crate::core::report::Msg;
use crate::lang::Language;
use crate::model::Date;

/// `del 4 al 12 de març de 1990` as people write it in tables: `4–12 de març de 1990`.
pub fn date_range(language: &Language, start: Option<Date>, end: Option<Date>) -> Option<String> {
    let (start, end) = match (start, end) {
        (Some(start), Some(end)) if start < end => (start, end),
        (Some(day), _) | (None, Some(day)) => return Some(language.date(day)),
        (None, None) => return None,
    };
    if (start.year(), start.month()) == (end.year(), end.month()) {
        // The days before the month, in the language's own order of words.
        let days = format!("{}–{}", start.day(), end.day());
        let formats = &language.formats;
        let month = usize::from(end.month().unsigned_abs()) - 1;
        let name = |names: &[String]| names.get(month).cloned().unwrap_or_default();
        return Some(
            formats
                .date
                .replace("{day}", &days)
                .replace("{month}", &name(&formats.months))
                .replace("{of_month}", &name(&formats.of_months))
                .replace("{year}", &end.year().to_string()),
        );
    }
    let end_text = language.date(end);
    let year = end.year().to_string();
    let mut start_text = language.date(start);
    if start.year() == end.year() {
        // The year is said once, at the end.
        if let Some(cut) = start_text.rfind(&year) {
            start_text.truncate(cut);
            let trimmed = start_text.trim_end_matches([' ', ',']);
            let trimmed = trimmed.strip_suffix(" de").unwrap_or(trimmed);
            start_text = trimmed.to_owned();
        }
    }
    Some(format!("{start_text} – {end_text}"))
}

/// A sentence with a `{date}`. Where a language elides before the first and the eleventh (`des de
/// l'1 de desembre`), its file has the sentence a second time under `KEY.elided`.
pub fn dated(language: &Language, key: &'static str, elided: &'static str, date: Date) -> String {
    let key = if matches!(date.day(), 1 | 11) && language.has(elided) { elided } else { key };
    language.msg(&Msg::new(key).with("date", date))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_say_month_and_year_once() {
        let language = Language::embedded("ca").expect("Catalan is built in");
        let day = |month, day| Some(Date::constant(1990, month, day));
        let cases = [
            ((day(3, 4), day(3, 12)), "4–12 de març de 1990"),
            ((day(3, 28), day(4, 3)), "28 de març – 3 d'abril de 1990"),
            ((day(3, 4), day(3, 4)), "4 de març de 1990"),
            ((day(3, 4), None), "4 de març de 1990"),
        ];
        for ((start, end), text) in cases {
            assert_eq!(date_range(&language, start, end).as_deref(), Some(text));
        }
        let (start, end) = (Some(Date::constant(1989, 12, 28)), day(1, 3));
        let text = date_range(&language, start, end);
        assert_eq!(text.as_deref(), Some("28 de desembre de 1989 – 3 de gener de 1990"));
    }
}
