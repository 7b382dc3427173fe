//! A site that changes file by file while somebody looks at it.
//!
//! The invariant: until a round is committed, the files of the last good site stand untouched.
//! What a round makes is held in memory, or where it is much, written aside, and put in place when
//! it is whole.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

use rayon::prelude::*;

use super::record::{Folders, check_inside};
use super::{Made, PublishError, Shelf};
use crate::fingerprint::Fingerprint;

/// Where a round writes, within the folder; no address of a page begins with a point.
const ASIDE: &str = ".next";

/// Bytes of one round that are held in memory: what one change makes. Writing a hundred files takes
/// longer than making them.
const HELD_OF_ROUND: usize = 16 << 20;
/// Bytes of all rounds.
const HELD: usize = 128 << 20;

/// A site kept up to date, in memory and in a folder of its own.
#[derive(Debug)]
pub struct Live {
    folder: PathBuf,
    files: HashMap<String, File>,
    /// Bytes that a round may hold, and that are held.
    most_of_round: usize,
    held: usize,
    folders: Folders,
    /// Rounds begun so far.
    rounds: AtomicU64,
}

/// A file that stands. That a round has it too is only a mark on it, so that a round costs what it
/// changes and not what there is.
#[derive(Debug)]
struct File {
    made: Made,
    /// What it holds; `None` when it lies in the folder.
    held: Option<Vec<u8>>,
    /// The last round that has it.
    round: AtomicU64,
}

impl File {
    /// Says that a round has it; `false` when it had it before.
    fn mark(&self, round: u64) -> bool {
        self.round.swap(round, Ordering::Relaxed) != round
    }

    fn held_bytes(&self) -> usize {
        self.held.as_ref().map_or(0, Vec::len)
    }
}

/// What a round changed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Changes {
    /// Paths of files written anew, sorted.
    pub written: Vec<String>,
    /// Paths of files that are no more, sorted.
    pub removed: Vec<String>,
}

impl Changes {
    pub fn is_empty(&self) -> bool {
        self.written.is_empty() && self.removed.is_empty()
    }
}

impl Live {
    /// An empty site in an empty folder.
    pub fn new(folder: &Path) -> Self {
        Self::holding(folder, HELD_OF_ROUND)
    }

    /// As [`Self::new`]; no round holds more bytes in memory.
    pub fn holding(folder: &Path, most_of_round: usize) -> Self {
        Self {
            folder: folder.to_path_buf(),
            files: HashMap::new(),
            most_of_round,
            held: 0,
            folders: Folders::below(folder),
            rounds: AtomicU64::new(0),
        }
    }

    /// Begins to make the site anew.
    pub fn round(&self) -> Result<Round<'_>, PublishError> {
        let aside = self.folder.join(ASIDE);
        // Whatever a round that failed left there.
        let _ = fs::remove_dir_all(&aside);
        fs::create_dir_all(&aside).map_err(PublishError::io("create", &aside))?;
        Ok(Round {
            live: self,
            aside,
            number: self.rounds.fetch_add(1, Ordering::Relaxed) + 1,
            kept: AtomicUsize::new(0),
            held: AtomicUsize::new(0),
            may_hold: self.most_of_round.min(HELD.saturating_sub(self.held)),
            next: AtomicUsize::new(0),
            written: Mutex::default(),
        })
    }

    /// Takes over what a round made: what [`Round::into_made`] gave.
    pub fn commit(&mut self, made: MadeAnew) -> Result<Changes, PublishError> {
        let MadeAnew { number, kept, written } = made;
        let mut written: Vec<_> = written.into_iter().collect();
        written.sort_by(|(a, _), (b, _)| a.cmp(b));
        written.par_iter().try_for_each(|(path, Written { place, .. })| {
            let Place::Aside(aside) = place else { return Ok(()) };
            let target = self.folders.make_for(path)?;
            fs::rename(aside, &target).map_err(PublishError::io("put in place", &target))
        })?;
        let is_gone = |(path, file): (&String, &File)| {
            (file.round.load(Ordering::Relaxed) != number).then(|| path.clone())
        };
        // Where the round has every file, none has to be looked for.
        let has_all = kept == self.files.len();
        let files = self.files.iter().filter(|_| !has_all);
        let mut gone: Vec<String> = files.filter_map(is_gone).collect();
        gone.sort();
        for path in &gone {
            let target = self.folder.join(path);
            match fs::remove_file(&target) {
                Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
                    return Err(PublishError::io("remove", &target)(error));
                }
                _ => {}
            }
            let gone = self.files.remove(path);
            self.held -= gone.map_or(0, |file| file.held_bytes());
        }
        let paths = written.iter().map(|(path, _)| path.clone()).collect();
        for (path, Written { made, place }) in written {
            let held = match place {
                Place::Held(bytes) => Some(bytes),
                Place::Aside(_) => None,
            };
            let file = File { made, held, round: AtomicU64::new(number) };
            self.held += file.held_bytes();
            let before = self.files.insert(path, file);
            self.held -= before.map_or(0, |file| file.held_bytes());
        }
        Ok(Changes { written: paths, removed: gone })
    }

    /// The bytes of a file of the site.
    pub fn read(&self, path: &str) -> Option<Vec<u8>> {
        match &self.files.get(path)?.held {
            Some(bytes) => Some(bytes.clone()),
            None => fs::read(self.folder.join(path)).ok(),
        }
    }

    /// The paths of all files, in no order.
    pub fn paths(&self) -> impl Iterator<Item = &str> {
        self.files.keys().map(String::as_str)
    }

    /// Is this a file of the site?
    pub fn has(&self, path: &str) -> bool {
        self.files.contains_key(path)
    }
}

/// The site in the making.
#[derive(Debug)]
pub struct Round<'a> {
    live: &'a Live,
    aside: PathBuf,
    number: u64,
    /// Files of the site that the round has, as they are or anew.
    kept: AtomicUsize,
    /// Bytes that it holds, or would if it might.
    held: AtomicUsize,
    may_hold: usize,
    next: AtomicUsize,
    written: Mutex<HashMap<String, Written>>,
}

/// A file made anew, and where it waits.
#[derive(Debug)]
struct Written {
    made: Made,
    place: Place,
}

/// Where a file waits.
#[derive(Debug)]
enum Place {
    Held(Vec<u8>),
    Aside(PathBuf),
}

/// All that a round made, to be committed.
#[derive(Debug)]
pub struct MadeAnew {
    number: u64,
    /// Files of the site that the round has.
    kept: usize,
    written: HashMap<String, Written>,
}

impl Round<'_> {
    pub fn into_made(self) -> MadeAnew {
        let written = self.written.into_inner().unwrap_or_else(|poisoned| poisoned.into_inner());
        MadeAnew { number: self.number, kept: self.kept.into_inner(), written }
    }

    /// Says that the round has a file of the site; `false` when it had it before.
    fn has(&self, file: &File) -> bool {
        let is_first = file.mark(self.number);
        self.kept.fetch_add(usize::from(is_first), Ordering::Relaxed);
        is_first
    }
}

impl Shelf for Round<'_> {
    fn keep(&self, path: &str, made_of: Fingerprint) -> Option<u64> {
        let file = self.live.files.get(path).filter(|file| file.made.made_of == made_of)?;
        self.has(file).then_some(file.made.len)
    }

    fn keep_folder(&self, folder: &str, made_of: Fingerprint) -> bool {
        let inside =
            |path: &str| path.strip_prefix(folder).is_some_and(|rest| rest.starts_with('/'));
        let files: Vec<&File> =
            self.live.files.iter().filter(|(path, _)| inside(path)).map(|(_, file)| file).collect();
        !files.is_empty()
            && files.iter().all(|file| file.made.made_of == made_of)
            && files.iter().all(|file| self.has(file))
    }

    fn put(&self, path: &str, made_of: Fingerprint, bytes: &[u8]) -> Result<(), PublishError> {
        check_inside(path)?;
        let made = Made { made_of, len: bytes.len() as u64 };
        let is_first = self.live.files.get(path).is_none_or(|file| self.has(file));
        let held = self.held.fetch_add(bytes.len(), Ordering::Relaxed) + bytes.len();
        let place = if held <= self.may_hold {
            Place::Held(bytes.to_vec())
        } else {
            let aside = self.aside.join(self.next.fetch_add(1, Ordering::Relaxed).to_string());
            fs::write(&aside, bytes).map_err(PublishError::io("write", &aside))?;
            Place::Aside(aside)
        };
        match self.written.lock().expect("nobody panics while it is held").entry(path.to_owned()) {
            Entry::Vacant(vacant) if is_first => {
                vacant.insert(Written { made, place });
                Ok(())
            }
            _ => Err(PublishError::Twice(path.to_owned())),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// In memory, in the folder, and in both by turns.
    #[test]
    fn a_round_changes_nothing_until_it_is_committed() {
        for most in [HELD_OF_ROUND, 0, 1] {
            check_rounds(most);
        }
    }

    fn check_rounds(most_of_round: usize) {
        let folder = tempfile::tempdir().unwrap();
        let mut live = Live::holding(folder.path(), most_of_round);
        let [a, b] = ["a", "b"].map(Fingerprint::of);
        let read = |live: &Live, path: &str| Some(String::from_utf8(live.read(path)?).unwrap());

        let round = live.round().unwrap();
        round.put("x/index.html", a, b"x").unwrap();
        round.put("y/index.html", a, b"y").unwrap();
        let made = round.into_made();
        assert_eq!(read(&live, "x/index.html"), None);
        let changes = live.commit(made).unwrap();
        assert_eq!(changes.written, ["x/index.html", "y/index.html"]);

        // A round that fails half way: dropped.
        let round = live.round().unwrap();
        round.put("x/index.html", b, b"broken").unwrap();
        drop(round);
        assert_eq!(read(&live, "x/index.html").as_deref(), Some("x"));

        let round = live.round().unwrap();
        assert_eq!(round.keep("x/index.html", b), None, "the failed round left no trace");
        assert_eq!(round.keep("x/index.html", a), Some(1));
        round.put("z/index.html", b, b"z").unwrap();
        let made = round.into_made();
        let changes = live.commit(made).unwrap();
        assert_eq!(changes.written, ["z/index.html"]);
        assert_eq!(changes.removed, ["y/index.html"]);
        let of = |path| read(&live, path);
        assert_eq!((of("y/index.html"), of("z/index.html")), (None, Some("z".to_owned())));
        let on_disk = walkdir::WalkDir::new(folder.path()).into_iter().flatten();
        let on_disk = on_disk.filter(|found| found.file_type().is_file()).count();
        let in_memory = live.files.values().filter(|file| file.held.is_some()).count();
        assert_eq!((on_disk + in_memory, live.paths().count()), (2, 2));
        assert_eq!(live.held, in_memory);
        assert_eq!(in_memory == 0, most_of_round == 0);
    }

    #[test]
    fn no_file_is_in_a_round_twice() {
        let folder = tempfile::tempdir().unwrap();
        let mut live = Live::new(folder.path());
        let [a, b] = ["a", "b"].map(Fingerprint::of);
        let is_twice = |put| matches!(put, Err(PublishError::Twice(_)));
        let round = live.round().unwrap();
        round.put("x", a, b"x").unwrap();
        assert!(is_twice(round.put("x", a, b"x")));
        let made = round.into_made();
        live.commit(made).unwrap();
        let round = live.round().unwrap();
        assert_eq!(round.keep("x", a), Some(1));
        assert_eq!(round.keep("x", a), None);
        assert!(is_twice(round.put("x", b, b"y")));
        let round = live.round().unwrap();
        round.put("x", b, b"y").unwrap();
        assert!(is_twice(round.put("x", b, b"y")));
        assert!(matches!(round.put("../x", b, b"y"), Err(PublishError::Outside(_))));
    }
}
