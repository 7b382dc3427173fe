//! The index of names and titles: who knows a name, or part of one, finds its page while typing.
//!
//! It is cut into pieces by the first letters of words, each small enough for a telephone. A record
//! stands in the piece of every one of its words, so that one piece answers a word. Where a piece
//! would hold too many, it is cut by one letter more, and what a reader sees meanwhile, the first of
//! them and how many there are, is a piece of its own.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use rayon::prelude::*;
use serde_json::{Map, Value, json};

use super::Kind;
use super::pieces::{self, END, Piece, file_name};
use super::words::{name_words, words};
use crate::publish::OutputFile;

/// Folder of the index in the site.
pub const FOLDER: &str = "cerca/noms";

/// Records of a piece that is not cut further.
const PIECE: usize = 400;
/// Records of each kind that are shown of a piece that is cut.
const FIRST: usize = 8;
/// Something with a name.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Entry {
    pub kind: Kind,
    pub name: String,
    /// From the top of a language's pages; the name of a folder's own page may be left out.
    pub url: String,
    /// What tells it from others of its name: a club, a place, the first words.
    pub detail: String,
    /// Title of a player.
    pub mark: String,
    /// Number by which it is also found: of FIDE's register, of a provision, the year.
    pub id: String,
}

impl Entry {
    /// The words by which it is found, each once.
    fn keys(&self) -> Vec<String> {
        let mut keys = name_words(&self.name);
        // The club of a player tells namesakes apart, but does not find all its members.
        if matches!(self.kind, Kind::Club | Kind::Tournament | Kind::Term) {
            keys.extend(name_words(&self.detail));
        }
        // A letter alone finds nothing, unless there is nothing else to find it by.
        if keys.iter().any(|key| is_long(key)) {
            keys.retain(|key| is_long(key));
        }
        // `RGC 8.3.2`: not all articles by `RGC`.
        let has_digit = |word: &String| word.chars().any(|c| c.is_ascii_digit());
        keys.extend(words(&self.id).into_iter().filter(has_digit));
        keys.sort();
        keys.dedup();
        keys
    }

    /// Events with the latest first, all else by name.
    fn order(&self) -> impl Ord + use<> {
        let year = (self.kind == Kind::Tournament).then(|| Reverse(self.id.clone()));
        (self.kind, year, words(&self.name).join(" "), self.url.clone(), self.id.clone())
    }
}

fn is_long(word: &str) -> bool {
    word.chars().nth(1).is_some()
}

/// The files of the index, and how to find one's way in them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Names {
    pub files: Vec<OutputFile>,
    /// Letters with which the words of a piece begin, and how many records it holds. None begins
    /// with another.
    pub pieces: BTreeMap<String, usize>,
    /// Letters of the pieces that were cut.
    pub cut: Vec<String>,
}

impl Names {
    /// The index of these entries, whatever their order.
    pub fn index(entries: &[Entry]) -> Self {
        let mut entries: Vec<&Entry> = entries.iter().collect();
        entries.par_sort_by_cached_key(|entry| entry.order());
        let keys: Vec<Vec<String>> = entries.par_iter().map(|entry| entry.keys()).collect();
        let mut posts: Vec<(String, u32)> = keys
            .into_iter()
            .zip(0_u32..)
            .flat_map(|(keys, at)| keys.into_iter().map(move |key| (format!("{key}{END}"), at)))
            .collect();
        posts.par_sort();
        let posts: Vec<(&str, u32)> = posts.iter().map(|(word, at)| (&**word, *at)).collect();
        let pieces = pieces::cut(&posts, |posts| places(posts).len() <= PIECE);
        let file = |(letters, piece): &(&str, Piece<'_, u32>)| OutputFile {
            path: format!("{FOLDER}/{}.json", file_name(letters)),
            bytes: match piece {
                Piece::Whole(posts) => whole(&entries, &places(posts)),
                Piece::Cut(posts) => first(&entries, letters, &places(posts)),
            },
        };
        let files = pieces.par_iter().map(file).collect();
        let mut names = Self { files, ..Self::default() };
        for (letters, piece) in pieces {
            match piece {
                Piece::Whole(posts) => {
                    names.pieces.insert(letters.to_owned(), places(posts).len());
                }
                Piece::Cut(_) => names.cut.push(letters.to_owned()),
            }
        }
        names
    }
}

/// The records that have one of these words, by their places among the entries.
fn places(posts: &[(&str, u32)]) -> Vec<u32> {
    let mut found: Vec<u32> = posts.iter().map(|(_, at)| *at).collect();
    found.sort_unstable();
    found.dedup();
    found
}

/// Every record of a piece.
fn whole(entries: &[&Entry], found: &[u32]) -> Vec<u8> {
    let found = found.iter().map(|&at| entries[at as usize]);
    text(&records(found))
}

/// Of a piece that is cut: how many there are of each kind, and the first of them, those before
/// others whose name begins with the letters.
fn first(entries: &[&Entry], letters: &str, all: &[u32]) -> Vec<u8> {
    let mut counts: BTreeMap<Kind, usize> = BTreeMap::new();
    let mut shown: BTreeMap<Kind, Vec<&Entry>> = BTreeMap::new();
    let begins = |entry: &Entry| words(&entry.name).first().is_some_and(|w| w.starts_with(letters));
    for begin in [true, false] {
        let found = all.iter().map(|&at| entries[at as usize]);
        for entry in found.filter(|entry| begins(entry) == begin) {
            *counts.entry(entry.kind).or_default() += 1;
            let shown = shown.entry(entry.kind).or_default();
            if shown.len() < FIRST {
                shown.push(entry);
            }
        }
    }
    let mut file = records(shown.into_values().flatten());
    let counts: Map<_, _> =
        counts.into_iter().map(|(kind, count)| (kind.key().to_owned(), json!(count))).collect();
    file.insert("counts".to_owned(), Value::Object(counts));
    text(&file)
}

/// `{"details": ["Club …"], "player": [["Name", "address", 0, "mark", "id"]]}`: details by their
/// place in the list, empty ends left out.
fn records<'a>(found: impl Iterator<Item = &'a Entry>) -> Map<String, Value> {
    let mut details: Vec<&str> = Vec::new();
    let mut places: BTreeMap<&str, usize> = BTreeMap::new();
    let mut kinds: BTreeMap<Kind, Vec<Value>> = BTreeMap::new();
    for entry in found {
        let detail = *places.entry(&entry.detail).or_insert_with(|| {
            details.push(&entry.detail);
            details.len() - 1
        });
        let url = entry.url.strip_suffix("/index.html").map(|folder| format!("{folder}/"));
        let url = url.unwrap_or_else(|| entry.url.clone());
        let mut record =
            vec![json!(entry.name), json!(url), json!(detail), json!(entry.mark), json!(entry.id)];
        while record.last().is_some_and(|last| last == "") {
            record.pop();
        }
        kinds.entry(entry.kind).or_default().push(Value::Array(record));
    }
    let mut file = Map::from_iter([("details".to_owned(), json!(details))]);
    for (kind, records) in kinds {
        file.insert(kind.key().to_owned(), Value::Array(records));
    }
    file
}

fn text(file: &Map<String, Value>) -> Vec<u8> {
    // A map of text to values is always JSON.
    let mut bytes = serde_json::to_vec(file).unwrap_or_default();
    bytes.push(b'\n');
    bytes
}

#[cfg(test)]
mod tests;
