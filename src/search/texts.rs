//! The index of the words of the published texts.
//!
//! Every provision, circular, page, piece of news and term is a record of its own, so that a result
//! leads to the letter and not to a page of fifty articles. Only texts in force are given to it.
//!
//! | file | what it says |
//! |---|---|
//! | `index.json` | how the rest is cut, how many records there are of each kind |
//! | `w-….json` | of each word that begins so, the records that have it, and how much each is about it |
//! | `t-….json` | addresses, titles and texts of some records, for the lines of the results |
//!
//! The script `texts.js` puts them together: a question fetches a piece for each of its words, and
//! the texts of the results that are shown.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::ops::Bound;
use std::sync::Arc;

use rayon::prelude::*;
use serde_json::json;

use super::Kind;
use super::pieces::{self, END, Piece, file_name};
use super::words::words;
use crate::fingerprint::{Fingerprint, Remembered};
use crate::publish::OutputFile;

/// Folder of the index in the site.
pub const FOLDER: &str = "cerca/textos";

/// How often a word of a piece may stand in records.
const PIECE: usize = 2_000;
/// Bytes of texts in a file, at least, unless it is the last.
const CHUNK: usize = 12_000;
/// Records whose words are gathered together.
const PART: usize = 256;
/// Fewer records than these have no word that is too common to be looked for.
const FEW: usize = 100;
/// A word in the title counts as often as so many in the text.
const IN_TITLE: u32 = 3;

/// A text that can be found.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Record {
    /// From the top of a language's pages: `reglaments/rgc/index.html#8.3.2`.
    pub url: String,
    pub title: String,
    pub kind: Kind,
    pub text: String,
}

/// A word of a record: which record, and how much the record is about it.
type Posting = (u32, u32);

/// A file of the index, and its bytes as a number.
#[derive(Debug, PartialEq, Eq)]
pub struct IndexFile {
    pub file: OutputFile,
    pub made_of: Fingerprint,
}

/// What was made the last time: only what changed since is made again.
#[derive(Debug, Default)]
pub struct Known {
    /// The records in parts, in their order, each with its words.
    parts: Vec<(Fingerprint, Words)>,
    /// Number of the records.
    count: usize,
    /// The words of all parts.
    words: BTreeMap<String, Vec<Posting>>,
    /// Files of words, by the letters with which these begin.
    pieces: HashMap<String, Arc<IndexFile>>,
    /// Files of texts, by what they are made of.
    texts: HashMap<Fingerprint, Arc<IndexFile>>,
    files: Remembered<Arc<[Arc<IndexFile>]>>,
}

/// The files of the index. The same records, in the same order, give the same bytes, whatever is
/// known; those of a kind must stand together.
pub fn index(records: &[Record], known: &mut Known) -> Arc<[Arc<IndexFile>]> {
    let keys: Vec<Fingerprint> = records.par_chunks(PART).map(Fingerprint::of).collect();
    let made_of = Fingerprint::of(&keys);
    let mut files = std::mem::take(&mut known.files);
    let all = files.get(made_of, || {
        let changed = known.read(records, &keys);
        known.files(records, made_of, changed.as_ref()).into()
    });
    known.files = files;
    all
}

/// Words of which something changed.
type ChangedWords = BTreeSet<String>;

impl Known {
    /// Takes the words of the records. Says which changed, where the records stand as before.
    fn read(&mut self, records: &[Record], keys: &[Fingerprint]) -> Option<ChangedWords> {
        let mut before = std::mem::take(&mut self.parts);
        let same_places = self.count == records.len();
        self.count = records.len();
        if !same_places {
            // The places of records are no longer theirs, their words are.
            let known: HashMap<Fingerprint, Words> = before.into_iter().collect();
            let parts = records.par_chunks(PART).zip(keys).map(|(part, key)| {
                let words = known.get(key).cloned();
                (*key, words.unwrap_or_else(|| words_of(part)))
            });
            self.parts = parts.collect();
            self.words.clear();
            for ((_, words), first) in self.parts.iter().zip((0..).step_by(PART)) {
                add_words(&mut self.words, words, first);
            }
            return None;
        }
        let mut changed = ChangedWords::new();
        let parts = before.iter_mut().zip(keys).zip(records.chunks(PART));
        for ((((known, words), key), part), first) in parts.zip((0..).step_by(PART)) {
            if known == key {
                continue;
            }
            let now = words_of(part);
            let here = first..first + PART as u32;
            for word in words.keys() {
                if let Some(own) = self.words.get_mut(word) {
                    own.retain(|(at, _)| !here.contains(at));
                }
            }
            add_words(&mut self.words, &now, first);
            for word in words.keys().chain(now.keys()) {
                if words.get(word) != now.get(word) {
                    changed.insert(word.clone());
                }
            }
            (*known, *words) = (*key, now);
        }
        for word in &changed {
            if self.words.get(word).is_some_and(Vec::is_empty) {
                self.words.remove(word);
            }
        }
        self.parts = before;
        Some(changed)
    }

    fn files(
        &mut self,
        records: &[Record],
        made_of: Fingerprint,
        changed: Option<&ChangedWords>,
    ) -> Vec<Arc<IndexFile>> {
        let is_common = |own: &[Posting]| records.len() >= FEW && own.len() * 2 > records.len();
        let (common, rare): (Vec<_>, Vec<_>) =
            self.words.iter().partition(|(_, own)| is_common(own));
        let common: Vec<&str> = common.iter().map(|(word, _)| word.trim_end_matches(END)).collect();
        let posts = rare.into_iter().flat_map(|(word, own)| own.iter().map(|at| (&**word, *at)));
        let posts: Vec<(&str, Posting)> = posts.collect();
        let pieces = pieces::cut(&posts, |posts| posts.len() <= PIECE);
        let whole = pieces.iter().filter_map(|(letters, piece)| match piece {
            Piece::Whole(posts) => Some((*letters, *posts)),
            Piece::Cut(_) => None,
        });
        let whole: BTreeMap<&str, _> = whole.collect();
        let is_same = |letters: &str| {
            changed.is_some_and(|changed| {
                let from = changed.range::<str, _>((Bound::Included(letters), Bound::Unbounded));
                !from.take(1).any(|word| word.starts_with(letters))
            })
        };
        let piece = |(letters, posts): (&&str, &&[(&str, Posting)])| {
            let known = self.pieces.get(*letters).filter(|_| is_same(letters));
            let make = || Arc::new(file(&file_name(letters), &postings(posts)));
            ((*letters).to_owned(), known.cloned().unwrap_or_else(make))
        };
        let of_words: HashMap<String, Arc<IndexFile>> = whole.par_iter().map(piece).collect();
        let chunks = chunks(records);
        let text = |(number, chunk): (usize, &&[Record])| {
            let lines: Vec<_> = chunk.iter().map(|r| (&r.url, &r.title, &r.text)).collect();
            let made_of = Fingerprint::of(&(number, &lines));
            let make = || Arc::new(file(&format!("t-{number}"), &json!(lines)));
            (made_of, self.texts.get(&made_of).cloned().unwrap_or_else(make))
        };
        let of_texts: HashMap<Fingerprint, Arc<IndexFile>> =
            chunks.par_iter().enumerate().map(text).collect();
        let kinds: Vec<_> = records
            .chunk_by(|a, b| a.kind == b.kind)
            .map(|own| (own[0].kind.key(), own.len()))
            .collect();
        let map = file(
            "index",
            &json!({
                "version": &made_of.to_string()[..8],
                "kinds": kinds,
                "pieces": whole.keys().collect::<Vec<_>>(),
                "chunks": chunks.iter().map(|chunk| chunk.len()).collect::<Vec<_>>(),
                "common": common,
            }),
        );
        (self.pieces, self.texts) = (of_words, of_texts);
        let mut files = vec![Arc::new(map)];
        files.extend(self.pieces.values().chain(self.texts.values()).cloned());
        files.sort_by(|a, b| a.file.path.cmp(&b.file.path));
        files
    }
}

/// Adds the words of a part that begins with the record `first`.
fn add_words(all: &mut BTreeMap<String, Vec<Posting>>, words: &Words, first: u32) {
    for (word, own) in words {
        if !all.contains_key(word) {
            all.insert(word.clone(), Vec::new());
        }
        let Some(known) = all.get_mut(word) else { continue };
        let place = known.partition_point(|(at, _)| *at < first);
        known.splice(place..place, own.iter().map(|(at, weight)| (first + at, *weight)));
    }
}

/// The words of a part of the records, and which of its records have each.
type Words = HashMap<String, Vec<Posting>>;

fn words_of(records: &[Record]) -> Words {
    let mut words = Words::new();
    for (record, at) in records.iter().zip(0..) {
        for (word, weight) in weigh(record) {
            words.entry(word).or_default().push((at, weight));
        }
    }
    words
}

/// The words of a record, each once with [`END`], and how much the record is about them.
///
/// More the oftener it has a word, but less and less so, and more in a short text than in a long
/// one: Okapi BM25 with k₁ = 1.2 and b = ½, in which a text of 60 words is of middle length, in
/// steps of 1/50.
fn weigh(record: &Record) -> Vec<(String, u32)> {
    let mut times: HashMap<String, u32> = HashMap::new();
    let mut length = 0;
    for (text, count) in [(&record.title, IN_TITLE), (&record.text, 1)] {
        for mut word in words(text) {
            length += 1;
            word.push(END);
            *times.entry(word).or_default() += count;
        }
    }
    let weight = |times: u32| 11_000 * times / (100 * times + 60 + length);
    times.into_iter().map(|(word, times)| (word, weight(times).max(1))).collect()
}

/// `{"word": [3, 40, 2, 55]}`: record 3 with weight 40, record 3 + 2 with 55.
fn postings(posts: &[(&str, Posting)]) -> serde_json::Value {
    let words = posts.chunk_by(|(a, _), (b, _)| a == b).map(|own| {
        let mut before = 0;
        let numbers: Vec<u32> = own
            .iter()
            .flat_map(|(_, (at, weight))| [at - std::mem::replace(&mut before, *at), *weight])
            .collect();
        (own[0].0.trim_end_matches(END), numbers)
    });
    json!(words.collect::<BTreeMap<_, _>>())
}

/// Records whose texts share a file.
fn chunks(records: &[Record]) -> Vec<&[Record]> {
    let (mut chunks, mut start, mut size) = (Vec::new(), 0, 0);
    for (at, record) in records.iter().enumerate() {
        size += record.text.len() + record.title.len() + record.url.len();
        if size >= CHUNK || at + 1 == records.len() {
            chunks.push(&records[start..=at]);
            (start, size) = (at + 1, 0);
        }
    }
    chunks
}

fn file(name: &str, content: &serde_json::Value) -> IndexFile {
    let bytes = format!("{content}\n").into_bytes();
    let made_of = Fingerprint::of_bytes(&bytes);
    IndexFile { file: OutputFile { path: format!("{FOLDER}/{name}.json"), bytes }, made_of }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::Value;

    use super::*;

    fn record(url: &str, title: &str, text: &str) -> Record {
        Record {
            url: url.to_owned(),
            title: title.to_owned(),
            kind: Kind::Provision,
            text: text.to_owned(),
        }
    }

    fn made(records: &[Record]) -> Arc<[Arc<IndexFile>]> {
        index(records, &mut Known::default())
    }

    fn read(files: &[Arc<IndexFile>], name: &str) -> Value {
        let path = format!("{FOLDER}/{name}.json");
        let file = &files.iter().find(|made| made.file.path == path).expect(name).file;
        serde_json::from_slice(&file.bytes).expect("JSON")
    }

    #[test]
    fn a_word_leads_to_the_records_that_have_it_and_more_where_it_is_in_the_title() {
        let records = [
            record("a.html#1", "RGC 12.1 · Incompareixença", "La d'un jugador"),
            record(
                "a.html#2",
                "RGC 12.2",
                "El col·legi d'àrbitres i la incompareixença d'un jugador",
            ),
        ];
        let files = made(&records);
        // Three times in a text of 7 words, once in one of 12: 33,000 / 367 and 11,000 / 172.
        assert_eq!(read(&files, "w-in")["incompareixenca"], json!([0, 89, 1, 63]));
        assert_eq!(read(&files, "w-co"), json!({ "collegi": [1, 63] }));
        assert_eq!(read(&files, "t-0")[1][2], records[1].text);
        let map = read(&files, "index");
        assert_eq!((&map["kinds"], &map["chunks"]), (&json!([["provision", 2]]), &json!([2])));
        assert_eq!(files, made(&records), "the same every time");
    }

    #[test]
    fn what_most_records_have_is_not_looked_for() {
        let records: Vec<_> = (0..FEW)
            .map(|n| {
                record(&format!("{n}"), &n.to_string(), if n % 2 == 0 { "de la" } else { "de" })
            })
            .collect();
        let files = made(&records);
        assert_eq!(read(&files, "index")["common"], json!(["de"]));
        assert_eq!(read(&files, "w-la")["la"].as_array().map(Vec::len), Some(FEW), "half has it");
        let few = made(&records[1..]);
        assert_eq!(read(&few, "index")["common"], json!([]));
    }

    #[test]
    fn long_texts_are_in_several_files_in_order() {
        let text = "paraula ".repeat(CHUNK / 8 / 3);
        let records: Vec<_> = (0..8).map(|n| record(&n.to_string(), "", &text)).collect();
        let files = made(&records);
        assert_eq!(read(&files, "index")["chunks"], json!([3, 3, 2]));
        assert_eq!(read(&files, "t-1")[0][0], "3");
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(24))]
        #[test]
        fn what_is_known_changes_nothing_whatever_is_edited(
            count in 0_usize..700,
            edits in prop::collection::vec((any::<prop::sample::Index>(), 0..5_u8, "[a-c]{1,3}"), 1..12),
        ) {
            let of = |n: usize| record(&n.to_string(), "", &format!("mot {} x{}", n % 7, n % 90));
            let mut records: Vec<_> = (0..count).map(of).collect();
            let mut known = Known::default();
            for (place, kind, word) in edits {
                let at = if records.is_empty() { 0 } else { place.index(records.len()) };
                match (kind, records.get_mut(at)) {
                    (0, Some(record)) => record.text = word,
                    (1 | 2, Some(record)) => record.text.push_str(&format!(" {word}")),
                    (3, Some(_)) => drop(records.remove(at)),
                    _ => records.insert(at, record("new", &word, &word)),
                }
                prop_assert_eq!(index(&records, &mut known), made(&records));
            }
        }
    }

    #[test]
    fn what_is_known_changes_nothing() {
        let of =
            |n: usize| record(&n.to_string(), &format!("Article {n}"), &format!("text {}", n % 7));
        let mut records: Vec<_> = (0..PART * 3).map(of).collect();
        let mut known = Known::default();
        let mut check = |records: &[Record]| assert_eq!(index(records, &mut known), made(records));
        check(&records);
        check(&records);
        records[PART + 5].text.push_str(" nou");
        check(&records);
        records.remove(2);
        check(&records);
        records.truncate(3);
        check(&records);
        check(&[]);
    }
}
