//! A site that changes file by file while somebody looks at it.
//!
//! The invariant: until a round is committed, the files of the last good site stand untouched.
//! What a round makes is written aside, and put in place, file after file, when it is whole.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

use super::record::{Folders, check_inside};
use super::{Made, PublishError, Shelf};
use crate::fingerprint::Fingerprint;

/// Where a round writes, within the folder; no address of a page begins with a point.
const ASIDE: &str = ".next";

/// A site kept up to date in a folder of its own.
#[derive(Debug)]
pub struct Live {
    folder: PathBuf,
    files: HashMap<String, File>,
    folders: Folders,
    /// Rounds begun so far.
    rounds: AtomicU64,
}

/// A file that stands. That a round has it too is only a mark on it, so that a round costs what it
/// changes and not what there is.
#[derive(Debug)]
struct File {
    made: Made,
    /// The last round that has it.
    round: AtomicU64,
}

impl File {
    /// Says that a round has it; `false` when it had it before.
    fn mark(&self, round: u64) -> bool {
        self.round.swap(round, Ordering::Relaxed) != round
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
        Self {
            folder: folder.to_path_buf(),
            files: HashMap::new(),
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
            next: AtomicUsize::new(0),
            written: Mutex::default(),
        })
    }

    /// Takes over what a round made: what [`Round::into_made`] gave.
    pub fn commit(&mut self, made: MadeAnew) -> Result<Changes, PublishError> {
        let MadeAnew { number, written } = made;
        let mut written: Vec<_> = written.into_iter().collect();
        written.sort_by(|(a, _), (b, _)| a.cmp(b));
        for (path, Written { aside, .. }) in &written {
            let target = self.folders.make_for(path)?;
            fs::rename(aside, &target).map_err(PublishError::io("put in place", &target))?;
        }
        let is_gone = |(path, file): (&String, &File)| {
            (file.round.load(Ordering::Relaxed) != number).then(|| path.clone())
        };
        let mut gone: Vec<String> = self.files.iter().filter_map(is_gone).collect();
        gone.sort();
        for path in &gone {
            let target = self.folder.join(path);
            match fs::remove_file(&target) {
                Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
                    return Err(PublishError::io("remove", &target)(error));
                }
                _ => {}
            }
            self.files.remove(path);
        }
        let paths = written.iter().map(|(path, _)| path.clone()).collect();
        self.files.extend(written.into_iter().map(|(path, Written { made, .. })| {
            let round = AtomicU64::new(number);
            (path, File { made, round })
        }));
        Ok(Changes { written: paths, removed: gone })
    }

    /// Is this a file of the site?
    pub fn has(&self, path: &str) -> bool {
        self.files.contains_key(path)
    }

    pub fn folder(&self) -> &Path {
        &self.folder
    }
}

/// The site in the making.
#[derive(Debug)]
pub struct Round<'a> {
    live: &'a Live,
    aside: PathBuf,
    number: u64,
    next: AtomicUsize,
    written: Mutex<HashMap<String, Written>>,
}

/// A file made anew, and where it waits.
#[derive(Debug)]
struct Written {
    made: Made,
    aside: PathBuf,
}

/// All that a round made, to be committed.
#[derive(Debug)]
pub struct MadeAnew {
    number: u64,
    written: HashMap<String, Written>,
}

impl Round<'_> {
    pub fn into_made(self) -> MadeAnew {
        let written = self.written.into_inner().unwrap_or_else(|poisoned| poisoned.into_inner());
        MadeAnew { number: self.number, written }
    }
}

impl Shelf for Round<'_> {
    fn keep(&self, path: &str, made_of: Fingerprint) -> Option<u64> {
        let file = self.live.files.get(path).filter(|file| file.made.made_of == made_of)?;
        file.mark(self.number).then_some(file.made.len)
    }

    fn keep_folder(&self, folder: &str, made_of: Fingerprint) -> bool {
        let inside =
            |path: &str| path.strip_prefix(folder).is_some_and(|rest| rest.starts_with('/'));
        let files: Vec<&File> =
            self.live.files.iter().filter(|(path, _)| inside(path)).map(|(_, file)| file).collect();
        !files.is_empty()
            && files.iter().all(|file| file.made.made_of == made_of)
            && files.iter().all(|file| file.mark(self.number))
    }

    fn put(&self, path: &str, made_of: Fingerprint, bytes: &[u8]) -> Result<(), PublishError> {
        check_inside(path)?;
        let aside = self.aside.join(self.next.fetch_add(1, Ordering::Relaxed).to_string());
        let made = Made { made_of, len: bytes.len() as u64 };
        let is_first = self.live.files.get(path).is_none_or(|file| file.mark(self.number));
        match self.written.lock().expect("nobody panics while it is held").entry(path.to_owned()) {
            Entry::Vacant(vacant) if is_first => {
                vacant.insert(Written { made, aside: aside.clone() });
            }
            _ => return Err(PublishError::Twice(path.to_owned())),
        }
        fs::write(&aside, bytes).map_err(PublishError::io("write", &aside))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_round_changes_nothing_until_it_is_committed() {
        let folder = tempfile::tempdir().unwrap();
        let mut live = Live::new(folder.path());
        let [a, b] = ["a", "b"].map(Fingerprint::of);
        let read = |path: &str| fs::read_to_string(folder.path().join(path)).ok();

        let round = live.round().unwrap();
        round.put("x/index.html", a, b"x").unwrap();
        round.put("y/index.html", a, b"y").unwrap();
        let made = round.into_made();
        assert_eq!(read("x/index.html"), None);
        let changes = live.commit(made).unwrap();
        assert_eq!(changes.written, ["x/index.html", "y/index.html"]);

        // A round that fails half way: dropped.
        let round = live.round().unwrap();
        round.put("x/index.html", b, b"broken").unwrap();
        drop(round);
        assert_eq!(read("x/index.html").as_deref(), Some("x"));

        let round = live.round().unwrap();
        assert_eq!(round.keep("x/index.html", b), None, "the failed round left no trace");
        assert_eq!(round.keep("x/index.html", a), Some(1));
        round.put("z/index.html", b, b"z").unwrap();
        let made = round.into_made();
        let changes = live.commit(made).unwrap();
        assert_eq!(changes.written, ["z/index.html"]);
        assert_eq!(changes.removed, ["y/index.html"]);
        assert_eq!((read("y/index.html"), read("z/index.html")), (None, Some("z".to_owned())));
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
