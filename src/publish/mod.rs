//! Writing the finished site, and only what has changed of it.
//!
//! | file | what it holds |
//! |---|---|
//! | `staging` | a whole site built aside and put in place at once |
//! | `live` | a site that changes file by file while it is looked at |
//! | `memory` | what each file of the last build was made of |
//! | `record` | what this build has made so far |
//!
//! Whoever makes a file says what it is made of, as a [`Fingerprint`]: the same things give the
//! same bytes, so a file that is there already and was made of the same things need not be made.

mod live;
mod memory;
mod record;
mod staging;

use std::io;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use thiserror::Error;

pub use live::{Changes, Live, MadeAnew, Round};
pub use memory::{Made, Memory};
pub use staging::Staging;

use crate::fingerprint::Fingerprint;

/// A file of the site: its path within the output folder, with `/`, and its bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OutputFile {
    pub path: String,
    pub bytes: Vec<u8>,
}

/// Marks a folder as ours, so that no other folder is ever replaced.
const MARKER: &str = ".butlleti";

#[derive(Debug, Error)]
pub enum PublishError {
    #[error(
        "`{0}` is not a site made by butlleti: it will not be replaced (choose another --output, or empty it)"
    )]
    NotOurs(PathBuf),
    #[error("two pages have the same address: {0}")]
    Twice(String),
    #[error("the address `{0}` leaves the output folder")]
    Outside(String),
    #[error("cannot {action} `{path}`: {error}")]
    Io { action: &'static str, path: PathBuf, error: io::Error },
}

impl PublishError {
    fn io(action: &'static str, path: &Path) -> impl FnOnce(io::Error) -> Self {
        let path = path.to_path_buf();
        move |error| Self::Io { action, path, error }
    }
}

/// Where the files of a site go. Files come from several threads, each once, in any order.
pub trait Shelf: Sync {
    /// Leaves a file as it is, if it stands there already and was made of the same things; its
    /// length then.
    fn keep(&self, path: &str, made_of: Fingerprint) -> Option<u64>;

    /// Writes a file.
    fn put(&self, path: &str, made_of: Fingerprint, bytes: &[u8]) -> Result<(), PublishError>;

    /// Leaves all files of a folder as they are, if there are any, and each was made of these
    /// things.
    fn keep_folder(&self, folder: &str, made_of: Fingerprint) -> bool;

    /// Writes a file that costs nothing to make: it is made of its own bytes.
    fn put_bytes(&self, path: &str, bytes: &[u8]) -> Result<(), PublishError> {
        self.put_unless_kept(path, Fingerprint::of_bytes(bytes), bytes)
    }

    /// Writes a file that is at hand, unless it stands there already.
    fn put_unless_kept(
        &self,
        path: &str,
        made_of: Fingerprint,
        bytes: &[u8],
    ) -> Result<(), PublishError> {
        match self.keep(path, made_of) {
            Some(_) => Ok(()),
            None => self.put(path, made_of, bytes),
        }
    }
}

/// Holds the files of a site, for tests and small things.
#[derive(Debug, Default)]
pub struct Held(Mutex<Vec<OutputFile>>);

impl Held {
    /// The files, by path.
    pub fn into_files(self) -> Vec<OutputFile> {
        let mut files = self.0.into_inner().unwrap_or_else(|poisoned| poisoned.into_inner());
        files.sort_by(|a, b| a.path.cmp(&b.path));
        files
    }
}

impl Shelf for Held {
    fn keep(&self, _: &str, _: Fingerprint) -> Option<u64> {
        None
    }

    fn keep_folder(&self, _: &str, _: Fingerprint) -> bool {
        false
    }

    fn put(&self, path: &str, _: Fingerprint, bytes: &[u8]) -> Result<(), PublishError> {
        let file = OutputFile { path: path.to_owned(), bytes: bytes.to_vec() };
        self.0.lock().expect("nobody panics while it is held").push(file);
        Ok(())
    }
}

/// Lets everything go: a run that only looks for problems.
#[derive(Debug, Default)]
pub struct Nowhere;

impl Shelf for Nowhere {
    fn keep(&self, _: &str, _: Fingerprint) -> Option<u64> {
        None
    }

    fn keep_folder(&self, _: &str, _: Fingerprint) -> bool {
        false
    }

    fn put(&self, _: &str, _: Fingerprint, _: &[u8]) -> Result<(), PublishError> {
        Ok(())
    }
}
