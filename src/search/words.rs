//! A text as the words by which it is found. The script of the search (`find.js`) does the same to
//! what is typed; `tests/search/words.json` holds both to it.

use unicode_normalization::char::{decompose_compatible, is_combining_mark};

/// Words in small letters without accents, in the order of the text.
///
/// `l·l` and `l.l` are `ll`; a point within a number stays, so that `8.3.2` and `C.04` are one word.
/// Looser than [`fold`](crate::model::fold), which tells whether two names are the same.
///
/// ```
/// use butlleti::search::words::words;
/// assert_eq!(words("Col·legi d'Àger, art. 8.3.2"), ["collegi", "d", "ager", "art", "8.3.2"]);
/// ```
pub fn words(text: &str) -> Vec<String> {
    let mut chars: Vec<char> = Vec::with_capacity(text.len());
    for c in text.chars() {
        if c.is_ascii() {
            chars.push(c.to_ascii_lowercase());
        } else {
            // Marks go, so that their order does not matter.
            decompose_compatible(c, |part| {
                if !is_combining_mark(part) {
                    chars.extend(part.to_lowercase().flat_map(plain));
                }
            });
        }
    }
    let mut words = vec![String::new()];
    for (at, &c) in chars.iter().enumerate() {
        let word = words.last_mut().expect("there is always a last one");
        let next = chars.get(at + 1);
        if c.is_alphanumeric() {
            word.push(c);
        } else if is_between_ls(c) && word.ends_with('l') && next == Some(&'l') {
            // `col·legi`: the two letters stand side by side.
        } else if c == '.' && next.is_some_and(|&next| goes_on(word, next)) {
            word.push(c);
        } else if !word.is_empty() {
            words.push(String::new());
        }
    }
    words.retain(|word| !word.is_empty());
    words
}

/// The words of a name: as [`words`], and those with an apostrophe in one piece too (`O'Brien` is
/// also `obrien`).
pub fn name_words(name: &str) -> Vec<String> {
    let mut all = words(name);
    if name.contains(['\'', '’']) {
        for word in words(&name.replace(['\'', '’'], "")) {
            if !all.contains(&word) {
                all.push(word);
            }
        }
    }
    all
}

/// Signs that people write in `l·l`.
fn is_between_ls(c: char) -> bool {
    matches!(c, '·' | '•' | '‧' | '∙' | '⋅' | '.')
}

/// Does a number or identifier go on after a point?
fn goes_on(word: &str, next: char) -> bool {
    if word.starts_with(|first: char| first.is_ascii_digit()) || word.contains('.') {
        return next.is_alphanumeric();
    }
    word.chars().count() == 1 && next.is_ascii_digit()
}

/// Letters that are no letter with an accent and are typed as if they were.
fn plain(c: char) -> impl Iterator<Item = char> {
    let text = match c {
        'ß' => "ss",
        'æ' => "ae",
        'œ' => "oe",
        'ø' => "o",
        'đ' | 'ð' => "d",
        'ł' => "l",
        'ħ' => "h",
        'þ' => "th",
        'ı' => "i",
        'ς' => "σ",
        _ => "",
    };
    text.chars().chain(text.is_empty().then_some(c))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The same file is read by the test of the script: `.ci/search.mjs`.
    #[test]
    fn texts_are_the_words_that_the_script_makes_of_them() {
        let text = include_str!("../../tests/search/words.json");
        let cases: Vec<(String, Vec<String>)> = serde_json::from_str(text).unwrap();
        assert!(cases.len() > 20);
        for (text, wanted) in cases {
            assert_eq!(name_words(&text), wanted, "{text}");
        }
    }
}
