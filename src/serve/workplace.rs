//! The folder of a site that is served. A process that is interrupted leaves it behind: the next
//! one clears it away.

use std::fs::{self, File};
use std::io;
use std::path::Path;

/// How the folders are named, so that those left behind are found.
const PREFIX: &str = "butlleti-serve-";

/// A folder that is removed when it is let go, or when another is made after its process has ended.
#[derive(Debug)]
pub struct Workplace {
    folder: tempfile::TempDir,
    /// Held as long as the process lives: the system gives it back however that ends.
    _lock: Option<File>,
}

impl Workplace {
    /// An empty folder within `parent`, where those of processes that ended are cleared away.
    pub fn new(parent: &Path) -> io::Result<Self> {
        // One at a time, so that nobody finds a folder that is made but not locked yet. Where
        // folders cannot be locked, nothing is cleared away.
        let alone = File::open(parent).and_then(|parent| parent.lock().map(|()| parent)).ok();
        if alone.is_some() {
            clear_stale(parent);
        }
        let folder = tempfile::Builder::new().prefix(PREFIX).tempdir_in(parent)?;
        let lock = File::open(folder.path()).and_then(|own| own.lock().map(|()| own)).ok();
        Ok(Self { folder, _lock: lock })
    }

    pub fn path(&self) -> &Path {
        self.folder.path()
    }
}

/// Removes the folders that nobody holds. What cannot be removed stays.
fn clear_stale(parent: &Path) {
    for entry in fs::read_dir(parent).into_iter().flatten().flatten() {
        let is_ours = entry.file_name().to_string_lossy().starts_with(PREFIX)
            && entry.file_type().is_ok_and(|kind| kind.is_dir());
        if is_ours && File::open(entry.path()).is_ok_and(|folder| folder.try_lock().is_ok()) {
            let _ = fs::remove_dir_all(entry.path());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_process_left_is_cleared_away_and_nothing_that_is_in_use_or_not_ours() {
        let parent = tempfile::tempdir().unwrap();
        let first = Workplace::new(parent.path()).unwrap();
        let left = parent.path().join(format!("{PREFIX}left"));
        let other = parent.path().join("other");
        for folder in [&left, &other] {
            fs::create_dir(folder).unwrap();
            fs::write(folder.join("index.html"), "").unwrap();
        }
        let second = Workplace::new(parent.path()).unwrap();
        assert!(!left.exists());
        assert!(first.path().exists() && second.path().exists() && other.exists());
        let place = first.path().to_path_buf();
        drop(first);
        assert!(!place.exists());
    }
}
