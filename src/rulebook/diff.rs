//! Differences between two texts, word by word.
//!
//! A longest common subsequence of words; texts of provisions are short (the longest of the
//! bulletin has some hundred words), so the plain quadratic table is enough.

/// A stretch of words, with the blanks between and after them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Part {
    Same(String),
    Deleted(String),
    Inserted(String),
}

/// Texts of more words than this are compared by their beginnings and ends only.
const MOST_WORDS: usize = 4000;

/// What turns `old` into `new`. Joined, the same and deleted parts are `old`, the same and
/// inserted ones `new`. Deletions stand before insertions.
pub fn diff_words(old: &str, new: &str) -> Vec<Part> {
    let (old, new) = (words(old), words(new));
    let start = old.iter().zip(&new).take_while(|(a, b)| a == b).count();
    let rest = old.len().min(new.len()) - start;
    let end = old.iter().rev().zip(new.iter().rev()).take(rest).take_while(|(a, b)| a == b).count();
    let mut parts = Parts::default();
    for word in &old[..start] {
        parts.same(word);
    }
    middle(&old[start..old.len() - end], &new[start..new.len() - end], &mut parts);
    for word in &old[old.len() - end..] {
        parts.same(word);
    }
    parts.finish()
}

/// Words with the blanks after them.
fn words(text: &str) -> Vec<&str> {
    let mut words = Vec::new();
    let mut start = 0;
    let mut in_blank = false;
    for (at, c) in text.char_indices() {
        if in_blank && !c.is_whitespace() {
            words.push(&text[start..at]);
            start = at;
        }
        in_blank = c.is_whitespace();
    }
    if start < text.len() {
        words.push(&text[start..]);
    }
    words
}

fn middle(old: &[&str], new: &[&str], parts: &mut Parts) {
    let (n, m) = (old.len(), new.len());
    if n.max(m) > MOST_WORDS {
        old.iter().for_each(|word| parts.deleted(word));
        new.iter().for_each(|word| parts.inserted(word));
        return;
    }
    // common[i][j]: length of the longest common subsequence of old[i..] and new[j..].
    let width = m + 1;
    let mut common = vec![0_u16; (n + 1) * width];
    for i in (0..n).rev() {
        for j in (0..m).rev() {
            common[i * width + j] = if old[i] == new[j] {
                common[(i + 1) * width + j + 1] + 1
            } else {
                common[(i + 1) * width + j].max(common[i * width + j + 1])
            };
        }
    }
    let (mut i, mut j) = (0, 0);
    while i < n && j < m {
        if old[i] == new[j] {
            parts.same(old[i]);
            (i, j) = (i + 1, j + 1);
        } else if common[(i + 1) * width + j] >= common[i * width + j + 1] {
            parts.deleted(old[i]);
            i += 1;
        } else {
            parts.inserted(new[j]);
            j += 1;
        }
    }
    old[i..].iter().for_each(|word| parts.deleted(word));
    new[j..].iter().for_each(|word| parts.inserted(word));
}

/// Collects stretches: what is deleted and inserted between two same words is put together.
#[derive(Default)]
struct Parts {
    parts: Vec<Part>,
    deleted: String,
    inserted: String,
}

impl Parts {
    fn same(&mut self, word: &str) {
        self.flush();
        match self.parts.last_mut() {
            Some(Part::Same(text)) => text.push_str(word),
            _ => self.parts.push(Part::Same(word.to_owned())),
        }
    }

    fn deleted(&mut self, word: &str) {
        self.deleted.push_str(word);
    }

    fn inserted(&mut self, word: &str) {
        self.inserted.push_str(word);
    }

    fn flush(&mut self) {
        let (deleted, inserted) =
            (std::mem::take(&mut self.deleted), std::mem::take(&mut self.inserted));
        if !deleted.is_empty() {
            self.parts.push(Part::Deleted(deleted));
        }
        if !inserted.is_empty() {
            self.parts.push(Part::Inserted(inserted));
        }
    }

    fn finish(mut self) -> Vec<Part> {
        self.flush();
        self.parts
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn one_word_changes() {
        assert_eq!(
            diff_words("com a mínim vint-i-cinc jugadors.", "com a mínim vint jugadors."),
            [
                Part::Same("com a mínim ".into()),
                Part::Deleted("vint-i-cinc ".into()),
                Part::Inserted("vint ".into()),
                Part::Same("jugadors.".into()),
            ]
        );
        assert_eq!(diff_words("", "nou text"), [Part::Inserted("nou text".into())]);
        assert_eq!(diff_words("igual", "igual"), [Part::Same("igual".into())]);
        assert!(diff_words("", "").is_empty());
    }

    fn joined(parts: &[Part], old: bool) -> String {
        parts
            .iter()
            .map(|part| match part {
                Part::Same(text) => text.as_str(),
                Part::Deleted(text) if old => text,
                Part::Inserted(text) if !old => text,
                _ => "",
            })
            .collect()
    }

    /// Length of the longest common subsequence by trying everything.
    fn longest(a: &[&str], b: &[&str]) -> usize {
        match (a, b) {
            ([x, rest @ ..], [y, others @ ..]) if x == y => 1 + longest(rest, others),
            ([_, rest @ ..], [_, others @ ..]) => longest(rest, b).max(longest(a, others)),
            _ => 0,
        }
    }

    proptest! {
        #[test]
        fn both_texts_can_be_had_back_and_nothing_shorter_exists(
            a in proptest::collection::vec("[ab]", 0..8), b in proptest::collection::vec("[ab]", 0..8)
        ) {
            // A blank after every word, so that words compare alike wherever they stand.
            let text = |list: &[String]| list.iter().map(|w| format!("{w} ")).collect::<String>();
            let (old, new) = (text(&a), text(&b));
            let parts = diff_words(&old, &new);
            prop_assert_eq!(joined(&parts, true), old.clone());
            prop_assert_eq!(joined(&parts, false), new.clone());
            let same: usize = parts
                .iter()
                .map(|p| if let Part::Same(t) = p { words(t).len() } else { 0 })
                .sum();
            prop_assert_eq!(same, longest(&words(&old), &words(&new)));
        }
    }
}
