//! The order of names in a language: players, clubs, terms.

use std::borrow::Cow;
use std::cmp::Ordering;

use icu_collator::options::{CollatorOptions, Strength};
use icu_collator::{Collator, CollatorBorrowed};
use icu_locale_core::Locale;

use crate::model::fold;

/// How a language orders names, and under which letter of an index they stand.
///
/// A name is its surname, up to the first comma, and the rest: `Soler, Zoe` comes before `Soler
/// Bou, Anna`. Accents and capitals decide only between names that are otherwise the same, and
/// `l·l` is read as `ll`, as Catalan dictionaries do.
pub struct Collation {
    /// Letters alone; `None` when the language is not known to the collator.
    letters: Option<CollatorBorrowed<'static>>,
    /// Letters, then accents, then capitals.
    all: Option<CollatorBorrowed<'static>>,
    /// Letters with a place of their own that would else stand under the plain one.
    own_letters: &'static [char],
}

impl Collation {
    pub(super) fn of(code: &str) -> Self {
        let collator = |strength| {
            let locale: Locale = code.parse().ok()?;
            let mut options = CollatorOptions::default();
            options.strength = Some(strength);
            Collator::try_new(locale.into(), options).ok()
        };
        Self {
            letters: collator(Strength::Primary),
            all: collator(Strength::Tertiary),
            own_letters: if code == "es" { &['Ñ'] } else { &[] },
        }
    }

    /// Which of two names comes first. Only the same name is equal.
    pub fn compare(&self, a: &str, b: &str) -> Ordering {
        self.compare_joined((a, &joined(a)), (b, &joined(b)))
    }

    /// Two names, each with what [`joined`] makes of it.
    fn compare_joined(&self, (a, plain_a): (&str, &str), (b, plain_b): (&str, &str)) -> Ordering {
        let (surname_a, given_a) = parts(plain_a);
        let (surname_b, given_b) = parts(plain_b);
        let letters = |a, b| by(self.letters.as_ref(), a, b);
        letters(surname_a, surname_b)
            .then_with(|| letters(given_a, given_b))
            .then_with(|| by(self.all.as_ref(), plain_a, plain_b))
            .then_with(|| a.cmp(b))
    }

    /// Sorts by name.
    pub fn sort_by_name<T>(&self, items: &mut Vec<T>, name: impl Fn(&T) -> &str) {
        let mut with_plain: Vec<(String, T)> =
            items.drain(..).map(|item| (joined(name(&item)).into_owned(), item)).collect();
        with_plain.sort_by(|(plain_a, a), (plain_b, b)| {
            self.compare_joined((name(a), plain_a), (name(b), plain_b))
        });
        items.extend(with_plain.into_iter().map(|(_, item)| item));
    }

    /// The letter under which a name stands in an index: `À` under `A`, `Ç` under `C`; `Ñ` has its
    /// own in Spanish. `#` for a name without letters.
    pub fn index_letter(&self, name: &str) -> char {
        let first = name.chars().find(|c| c.is_alphanumeric());
        let capital = first.and_then(|c| c.to_uppercase().next());
        match capital.filter(|c| self.own_letters.contains(c)) {
            Some(own) => own,
            None => fold(name)
                .chars()
                .find(|c| c.is_alphanumeric())
                .map_or('#', |c| c.to_ascii_uppercase()),
        }
    }

    /// The items sorted by name, under their letters.
    pub fn index<T>(&self, mut items: Vec<T>, name: impl Fn(&T) -> &str) -> Vec<(char, Vec<T>)> {
        self.sort_by_name(&mut items, &name);
        let mut letters: Vec<(char, Vec<T>)> = Vec::new();
        for item in items {
            let letter = self.index_letter(name(&item));
            match letters.iter_mut().find(|(known, _)| *known == letter) {
                Some((_, members)) => members.push(item),
                None => letters.push((letter, vec![item])),
            }
        }
        letters.sort_by(|(a, _), (b, _)| self.compare(&a.to_string(), &b.to_string()));
        letters
    }
}

fn by(collator: Option<&CollatorBorrowed<'static>>, a: &str, b: &str) -> Ordering {
    match collator {
        Some(collator) => collator.compare(a, b),
        None => fold(a).cmp(&fold(b)),
    }
}

/// With `ll` for `l·l`, however it was typed.
fn joined(name: &str) -> Cow<'_, str> {
    if !name.contains(['·', 'ŀ', 'Ŀ']) {
        return Cow::Borrowed(name);
    }
    let plain = name.replace("l·l", "ll").replace("L·L", "LL");
    Cow::Owned(plain.replace("ŀl", "ll").replace("ĿL", "LL"))
}

/// Surname and given name.
fn parts(name: &str) -> (&str, &str) {
    let (surname, given) = name.split_once(',').unwrap_or((name, ""));
    (surname.trim(), given.trim())
}
