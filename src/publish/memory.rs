//! What each file of the last build was made of, kept beside the sources between two runs.
//!
//! The invariant: what is remembered of a site is only believed while that very site stands. Its
//! marker, written last, tells: another build, or a site put together by hand, has another.

use std::collections::{BTreeMap, HashSet};
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::UNIX_EPOCH;

use super::MARKER;
use crate::fingerprint::Fingerprint;

/// First line of the file: another one is of another version.
const HEAD: &str = "butlleti memory 1";
/// Stands for a fingerprint that is not known.
const NOTHING: &str = "-";
/// Folder of these files in the site's sources.
const FOLDER: &str = ".butlleti-cache";

/// How a file came about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Made {
    pub made_of: Fingerprint,
    /// Bytes.
    pub len: u64,
}

/// What is remembered of a site that was built.
#[derive(Clone, Debug, Default)]
pub struct Memory {
    files: BTreeMap<String, Made>,
    /// When its marker was written, in nanoseconds since 1970.
    marker: u128,
    /// All that the site was made of.
    whole: Option<Fingerprint>,
}

impl Memory {
    /// Where the memory of an output folder is kept: with the site's sources.
    pub fn place(root: &Path, output: &Path) -> PathBuf {
        let output = std::path::absolute(output).unwrap_or_else(|_| output.to_path_buf());
        root.join(FOLDER).join(Fingerprint::of(&output).to_string())
    }

    /// Reads what an earlier run saved. Whatever cannot be read was never there.
    pub fn load(place: &Path) -> Self {
        fs::read_to_string(place).ok().and_then(|text| Self::parse(&text)).unwrap_or_default()
    }

    fn parse(text: &str) -> Option<Self> {
        let mut lines = text.strip_suffix("\nend\n")?.lines();
        if lines.next()? != HEAD {
            return None;
        }
        let (marker, whole) = lines.next()?.split_once(' ')?;
        let whole = if whole == NOTHING { None } else { Some(whole.parse().ok()?) };
        let marker = marker.parse().ok()?;
        let files = lines.map(|line| {
            let mut parts = line.splitn(3, ' ');
            let made_of = parts.next()?.parse().ok()?;
            let len = parts.next()?.parse().ok()?;
            Some((parts.next()?.to_owned(), Made { made_of, len }))
        });
        Some(Self { files: files.collect::<Option<_>>()?, marker, whole })
    }

    /// Saves it for the next run, `whole` being all that the site was made of; without it the next
    /// run looks at everything again.
    pub fn save(&self, place: &Path, whole: Option<Fingerprint>) -> io::Result<()> {
        let folder = place.parent().unwrap_or(Path::new("."));
        fs::create_dir_all(folder)?;
        let mut file = tempfile::NamedTempFile::new_in(folder)?;
        let whole = whole.map_or_else(|| NOTHING.to_owned(), |whole| whole.to_string());
        let mut text = format!("{HEAD}\n{} {whole}\n", self.marker);
        for (path, Made { made_of, len }) in &self.files {
            text.push_str(&format!("{made_of} {len} {path}\n"));
        }
        text.push_str("end\n");
        file.write_all(text.as_bytes())?;
        file.persist(place).map(drop).map_err(|error| error.error)
    }

    /// Is it of the site that stands at `output`?
    pub fn is_of(&self, output: &Path) -> bool {
        self.marker != 0 && marker_time(output) == Some(self.marker)
    }

    /// Number of files.
    pub fn len(&self) -> usize {
        self.files.len()
    }

    pub fn is_empty(&self) -> bool {
        self.files.is_empty()
    }

    /// Paths of the files, sorted.
    pub fn paths(&self) -> impl Iterator<Item = &str> {
        self.files.keys().map(String::as_str)
    }

    /// The files of a folder, when each was made of these things.
    pub(super) fn folder(&self, folder: &str, made_of: Fingerprint) -> Option<Vec<String>> {
        let prefix = format!("{folder}/");
        let inside = self.files.range(prefix.clone()..);
        let inside = inside.take_while(|(path, _)| path.starts_with(&prefix));
        inside.map(|(path, made)| (made.made_of == made_of).then(|| path.clone())).collect()
    }

    /// How a file was made, if it was made of these things and still stands as it was written.
    pub(super) fn intact(&self, output: &Path, path: &str, made_of: Fingerprint) -> Option<Made> {
        let made = *self.files.get(path).filter(|made| made.made_of == made_of)?;
        self.stands(output, path, made).then_some(made)
    }

    /// Nobody has written into a file since: it has its length and is not younger than the marker.
    fn stands(&self, output: &Path, path: &str, made: Made) -> bool {
        fs::symlink_metadata(output.join(path)).is_ok_and(|found| self.is_as_written(&found, made))
    }

    fn is_as_written(&self, found: &fs::Metadata, made: Made) -> bool {
        found.is_file() && found.len() == made.len && time(found).is_some_and(|t| t <= self.marker)
    }

    /// Does a whole site made of these things stand at `output`, every file of it and no other?
    pub fn is_whole(&self, output: &Path, whole: Fingerprint) -> bool {
        if self.whole != Some(whole) || !self.is_of(output) {
            return false;
        }
        let mut found = HashSet::new();
        for entry in walkdir::WalkDir::new(output).min_depth(1) {
            let Ok(entry) = entry else { return false };
            if entry.file_type().is_dir() {
                continue;
            }
            let Ok(path) = entry.path().strip_prefix(output) else { return false };
            let path = path.to_string_lossy().replace('\\', "/");
            if path == MARKER {
                continue;
            }
            let stands = self.files.get(&path).is_some_and(|&made| {
                entry.metadata().is_ok_and(|found| self.is_as_written(&found, made))
            });
            if !stands {
                return false;
            }
            found.insert(path);
        }
        found.len() == self.files.len()
    }

    /// The memory of the site that now stands at `output`.
    pub(super) fn followed_by(self, files: BTreeMap<String, Made>, output: &Path) -> Self {
        Self { files, marker: marker_time(output).unwrap_or_default(), whole: None }
    }
}

fn marker_time(output: &Path) -> Option<u128> {
    time(&fs::symlink_metadata(output.join(MARKER)).ok()?)
}

fn time(found: &fs::Metadata) -> Option<u128> {
    Some(found.modified().ok()?.duration_since(UNIX_EPOCH).ok()?.as_nanos())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_saved_and_read_back_and_half_a_file_is_none() {
        let folder = tempfile::tempdir().unwrap();
        let place = Memory::place(folder.path(), &folder.path().join("public"));
        let made = Made { made_of: Fingerprint::of("x"), len: 3 };
        let files = BTreeMap::from([("a b/índex.html".to_owned(), made)]);
        let memory = Memory { files, marker: 7, whole: None };
        let whole = Fingerprint::of("all");
        memory.save(&place, Some(whole)).unwrap();
        let read = Memory::load(&place);
        assert_eq!((&read.files, read.marker, read.whole), (&memory.files, 7, Some(whole)));
        let text = fs::read_to_string(&place).unwrap();
        for end in 0..text.len() {
            if text.is_char_boundary(end) {
                assert!(Memory::parse(&text[..end]).is_none(), "{end}");
            }
        }
    }
}
