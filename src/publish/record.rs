//! What a build has made so far: no address twice, none outside the site.

use std::collections::{BTreeMap, HashSet};
use std::fs;
use std::path::{Component, Path, PathBuf};
use std::sync::Mutex;

use super::{Made, PublishError};

/// No address leads out of the site.
pub(super) fn check_inside(path: &str) -> Result<(), PublishError> {
    let inside = Path::new(path).components().all(|c| matches!(c, Component::Normal(_)));
    match inside && !path.is_empty() {
        true => Ok(()),
        false => Err(PublishError::Outside(path.to_owned())),
    }
}

/// The files made so far.
#[derive(Debug, Default)]
pub(super) struct Record(Mutex<BTreeMap<String, Made>>);

impl Record {
    pub fn add(&self, path: &str, made: Made) -> Result<(), PublishError> {
        check_inside(path)?;
        let mut files = self.0.lock().expect("nobody panics while it is held");
        match files.insert(path.to_owned(), made) {
            Some(_) => Err(PublishError::Twice(path.to_owned())),
            None => Ok(()),
        }
    }

    pub fn into_files(self) -> BTreeMap<String, Made> {
        self.0.into_inner().unwrap_or_else(|poisoned| poisoned.into_inner())
    }
}

/// The folders below a place that are there already.
#[derive(Debug)]
pub(super) struct Folders {
    top: PathBuf,
    made: Mutex<HashSet<PathBuf>>,
}

impl Folders {
    pub fn below(top: &Path) -> Self {
        Self { top: top.to_path_buf(), made: Mutex::default() }
    }

    /// The place of a file, in a folder that is there.
    pub fn make_for(&self, path: &str) -> Result<PathBuf, PublishError> {
        let place = self.top.join(path);
        let folder = place.parent().unwrap_or(&self.top);
        let is_made = |made: &HashSet<PathBuf>| made.contains(folder);
        if !is_made(&self.made.lock().expect("nobody panics while it is held")) {
            fs::create_dir_all(folder).map_err(PublishError::io("create", folder))?;
            let folder = folder.to_path_buf();
            self.made.lock().expect("nobody panics while it is held").insert(folder);
        }
        Ok(place)
    }
}
