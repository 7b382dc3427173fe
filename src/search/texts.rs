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

use std::collections::{BTreeMap, HashMap};

use rayon::prelude::*;
use serde_json::json;

use super::Kind;
use super::pieces::{self, END, Piece, file_name};
use super::words::words;
use crate::fingerprint::Fingerprint;
use crate::publish::OutputFile;

/// Folder of the index in the site.
pub const FOLDER: &str = "cerca/textos";

/// How often a word of a piece may stand in records.
const PIECE: usize = 2_000;
/// Bytes of texts in a file, at least, unless it is the last.
const CHUNK: usize = 12_000;
/// Records whose words are gathered together.
const PART: usize = 512;
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

/// The files of the index. The same records, in the same order, give the same bytes; those of a
/// kind must stand together.
pub fn index(records: &[Record]) -> Vec<OutputFile> {
    let words = gathered(records);
    let is_common = |own: &[Posting]| records.len() >= FEW && own.len() * 2 > records.len();
    let (common, rare): (Vec<_>, Vec<_>) = words.iter().partition(|(_, own)| is_common(own));
    let common: Vec<&str> = common.iter().map(|(word, _)| word.trim_end_matches(END)).collect();
    let posts = rare.into_iter().flat_map(|(word, own)| own.iter().map(|at| (&**word, *at)));
    let posts: Vec<(&str, Posting)> = posts.collect();
    let pieces = pieces::cut(&posts, |posts| posts.len() <= PIECE);
    let whole = pieces.iter().filter_map(|(letters, piece)| match piece {
        Piece::Whole(posts) => Some((*letters, *posts)),
        Piece::Cut(_) => None,
    });
    let whole: BTreeMap<&str, _> = whole.collect();
    let mut files: Vec<OutputFile> = whole
        .par_iter()
        .map(|(letters, posts)| file(&file_name(letters), &postings(posts)))
        .collect();
    let chunks = chunks(records);
    let text = |(number, chunk): (usize, &&[Record])| {
        let lines: Vec<_> = chunk.iter().map(|r| (&r.url, &r.title, &r.text)).collect();
        file(&format!("t-{number}"), &json!(lines))
    };
    files.par_extend(chunks.par_iter().enumerate().map(text));
    let kinds: Vec<_> = records
        .chunk_by(|a, b| a.kind == b.kind)
        .map(|own| (own[0].kind.key(), own.len()))
        .collect();
    files.push(file(
        "index",
        &json!({
            "version": &Fingerprint::of(records).to_string()[..8],
            "kinds": kinds,
            "pieces": whole.keys().collect::<Vec<_>>(),
            "chunks": chunks.iter().map(|chunk| chunk.len()).collect::<Vec<_>>(),
            "common": common,
        }),
    ));
    files.sort_by(|a, b| a.path.cmp(&b.path));
    files
}

/// The words of all records, and those that have each, in order.
fn gathered(records: &[Record]) -> BTreeMap<String, Vec<Posting>> {
    let own = |(part, records): (usize, &[Record])| {
        let mut words: HashMap<String, Vec<Posting>> = HashMap::new();
        for (at, record) in records.iter().enumerate() {
            for (word, weight) in weigh(record) {
                let posting = ((part * PART + at) as u32, weight);
                words.entry(word).or_default().push(posting);
            }
        }
        words
    };
    let parts: Vec<_> = records.par_chunks(PART).enumerate().map(own).collect();
    let mut words: BTreeMap<String, Vec<Posting>> = BTreeMap::new();
    for (word, own) in parts.into_iter().flatten() {
        words.entry(word).or_default().extend(own);
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

fn file(name: &str, content: &serde_json::Value) -> OutputFile {
    OutputFile { path: format!("{FOLDER}/{name}.json"), bytes: format!("{content}\n").into_bytes() }
}

#[cfg(test)]
mod tests {
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

    fn read(files: &[OutputFile], name: &str) -> Value {
        let path = format!("{FOLDER}/{name}.json");
        let file = files.iter().find(|file| file.path == path).expect(name);
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
        let files = index(&records);
        // Three times in a text of 7 words, once in one of 12: 33,000 / 367 and 11,000 / 172.
        assert_eq!(read(&files, "w-in")["incompareixenca"], json!([0, 89, 1, 63]));
        assert_eq!(read(&files, "w-co"), json!({ "collegi": [1, 63] }));
        assert_eq!(read(&files, "t-0")[1][2], records[1].text);
        let map = read(&files, "index");
        assert_eq!((&map["kinds"], &map["chunks"]), (&json!([["provision", 2]]), &json!([2])));
        assert_eq!(files, index(&records), "the same every time");
    }

    #[test]
    fn what_most_records_have_is_not_looked_for() {
        let records: Vec<_> = (0..FEW)
            .map(|n| {
                record(&format!("{n}"), &n.to_string(), if n % 2 == 0 { "de la" } else { "de" })
            })
            .collect();
        let files = index(&records);
        assert_eq!(read(&files, "index")["common"], json!(["de"]));
        assert_eq!(read(&files, "w-la")["la"].as_array().map(Vec::len), Some(FEW), "half has it");
        let few = index(&records[1..]);
        assert_eq!(read(&few, "index")["common"], json!([]));
    }

    #[test]
    fn long_texts_are_in_several_files_in_order() {
        let text = "paraula ".repeat(CHUNK / 8 / 3);
        let records: Vec<_> = (0..8).map(|n| record(&n.to_string(), "", &text)).collect();
        let files = index(&records);
        assert_eq!(read(&files, "index")["chunks"], json!([3, 3, 2]));
        assert_eq!(read(&files, "t-1")[0][0], "3");
    }
}
