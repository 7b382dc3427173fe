//! Words of an index, cut into pieces by their first letters, each small enough for a telephone.
//!
//! No piece's letters begin with another's, so that a word is in one piece, and all that begin with
//! some letters are in one piece or in those whose letters begin with them.

/// Ends every word in an index, so that a word and longer ones that begin with it can be told
/// apart; no word holds it.
pub const END: char = '_';

/// A piece, with its words and what was said of them.
pub enum Piece<'a, T> {
    Whole(&'a [(&'a str, T)]),
    /// Too much for one: pieces of one letter more hold it.
    Cut(&'a [(&'a str, T)]),
}

/// The pieces of sorted words, and the letters with which those of each begin. One word is never
/// cut, however much there is of it.
pub fn cut<'a, T>(
    posts: &'a [(&'a str, T)],
    is_small: impl Fn(&[(&'a str, T)]) -> bool,
) -> Vec<(&'a str, Piece<'a, T>)> {
    let mut pieces = Vec::new();
    for group in by_letters(posts, 2) {
        cut_group(group, 2, &is_small, &mut pieces);
    }
    pieces
}

fn cut_group<'a, T>(
    posts: &'a [(&'a str, T)],
    letters: usize,
    is_small: &impl Fn(&[(&'a str, T)]) -> bool,
    pieces: &mut Vec<(&'a str, Piece<'a, T>)>,
) {
    let (Some((first, _)), Some((last, _))) = (posts.first(), posts.last()) else { return };
    if first == last || is_small(posts) {
        pieces.push((beginning(first, letters), Piece::Whole(posts)));
        return;
    }
    // As many letters as all have.
    let common = first.chars().zip(last.chars()).take_while(|(a, b)| a == b).count();
    pieces.push((beginning(first, common), Piece::Cut(posts)));
    for group in by_letters(posts, common + 1) {
        cut_group(group, common + 1, is_small, pieces);
    }
}

/// Groups of what begins with the same letters, which is together already.
fn by_letters<'a, T>(
    posts: &'a [(&'a str, T)],
    letters: usize,
) -> impl Iterator<Item = &'a [(&'a str, T)]> {
    posts.chunk_by(move |(a, _), (b, _)| beginning(a, letters) == beginning(b, letters))
}

/// The first letters of a word.
fn beginning(word: &str, letters: usize) -> &str {
    word.char_indices().nth(letters).map_or(word, |(end, _)| &word[..end])
}

/// The name of a piece's file: ASCII on every system, and no name that some system keeps for
/// itself (`con`, `nul`). The script makes the same of the letters.
pub fn file_name(letters: &str) -> String {
    let mut name = "w-".to_owned();
    for c in letters.chars() {
        match c {
            'a'..='z' | '0'..='9' | END => name.push(c),
            '.' => name.push('-'),
            c => name.push_str(&format!("~{:x}~", u32::from(c))),
        }
    }
    name
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn every_word_is_in_one_piece_and_no_piece_is_within_another(
            words in prop::collection::btree_set("[a-cà]{1,6}", 1..60), size in 1_usize..8,
        ) {
            let words: Vec<String> = words.iter().map(|word| format!("{word}{END}")).collect();
            let posts: Vec<(&str, ())> = words.iter().map(|word| (&**word, ())).collect();
            let pieces = cut(&posts, |posts| posts.len() <= size);
            let whole: Vec<_> = pieces
                .iter()
                .filter_map(|(letters, piece)| match piece {
                    Piece::Whole(posts) => Some((*letters, *posts)),
                    Piece::Cut(_) => None,
                })
                .collect();
            for word in &words {
                let found: Vec<_> =
                    whole.iter().filter(|(letters, _)| word.starts_with(letters)).collect();
                prop_assert_eq!(found.len(), 1, "{}", word);
                prop_assert!(found[0].1.iter().any(|(own, ())| own == word));
            }
            prop_assert!(whole.iter().all(|(_, posts)| posts.len() <= size));
        }
    }
}
