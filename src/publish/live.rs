//! A site that changes file by file while somebody looks at it.
//!
//! The invariant: until a round is committed, the files of the last good site stand untouched.
//! What a round makes is written aside, and put in place, file after file, when it is whole.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use super::memory::files_of;
use super::record::{Folders, Record};
use super::{Made, PublishError, Shelf};
use crate::fingerprint::Fingerprint;

/// Where a round writes, within the folder; no address of a page begins with a point.
const ASIDE: &str = ".next";

/// A site kept up to date in a folder of its own.
#[derive(Debug)]
pub struct Live {
    folder: PathBuf,
    files: BTreeMap<String, Made>,
    folders: Folders,
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
            files: BTreeMap::new(),
            folders: Folders::below(folder),
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
            next: AtomicUsize::new(0),
            record: Record::default(),
            pending: Mutex::default(),
        })
    }

    /// Takes over what a round made: what [`Round::into_made`] gave.
    pub fn commit(&mut self, made: MadeAnew) -> Result<Changes, PublishError> {
        let MadeAnew { files, mut pending } = made;
        pending.sort();
        for (path, aside) in &pending {
            let target = self.folders.make_for(path)?;
            fs::rename(aside, &target).map_err(PublishError::io("put in place", &target))?;
        }
        let gone: Vec<String> =
            self.files.keys().filter(|path| !files.contains_key(*path)).cloned().collect();
        for path in &gone {
            let target = self.folder.join(path);
            match fs::remove_file(&target) {
                Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
                    return Err(PublishError::io("remove", &target)(error));
                }
                _ => {}
            }
        }
        self.files = files;
        let written = pending.into_iter().map(|(path, _)| path).collect();
        Ok(Changes { written, removed: gone })
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
    next: AtomicUsize,
    record: Record,
    /// Path in the site, and where the file waits.
    pending: Mutex<Vec<(String, PathBuf)>>,
}

/// All that a round made, to be committed.
#[derive(Debug)]
pub struct MadeAnew {
    files: BTreeMap<String, Made>,
    pending: Vec<(String, PathBuf)>,
}

impl Round<'_> {
    pub fn into_made(self) -> MadeAnew {
        let pending = self.pending.into_inner().unwrap_or_else(|poisoned| poisoned.into_inner());
        MadeAnew { files: self.record.into_files(), pending }
    }
}

impl Shelf for Round<'_> {
    fn keep(&self, path: &str, made_of: Fingerprint) -> Option<u64> {
        let made = *self.live.files.get(path).filter(|made| made.made_of == made_of)?;
        self.record.add(path, made).ok()?;
        Some(made.len)
    }

    fn keep_folder(&self, folder: &str, made_of: Option<Fingerprint>) -> bool {
        let paths = files_of(&self.live.files, folder, made_of).unwrap_or_default();
        !paths.is_empty()
            && paths.iter().all(|(path, made)| self.keep(path, made.made_of).is_some())
    }

    fn put(&self, path: &str, made_of: Fingerprint, bytes: &[u8]) -> Result<(), PublishError> {
        self.record.add(path, Made { made_of, len: bytes.len() as u64 })?;
        let aside = self.aside.join(self.next.fetch_add(1, Ordering::Relaxed).to_string());
        fs::write(&aside, bytes).map_err(PublishError::io("write", &aside))?;
        let mut pending = self.pending.lock().expect("nobody panics while it is held");
        pending.push((path.to_owned(), aside));
        Ok(())
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
}
