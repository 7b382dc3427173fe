//! The one door to the outside: files, time and environment.
//!
//! What comes after a [`Project`] is a pure function of it, so everything can be tested with
//! [`Project::memory`] and without a disk.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Bound;
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;
use std::{fs, io};

use include_dir::{Dir, include_dir};
use rayon::prelude::*;

use crate::fingerprint::Fingerprint;

/// The rulebook of this repository, so that the program knows the rules outside any site.
static CONTENT: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/content");
/// The default theme.
static THEMES: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/themes");

/// Where the inputs of a run come from. Paths are relative to the root, with `/`.
#[derive(Debug)]
pub enum Project {
    /// A folder with `site.toml`.
    Disk { root: PathBuf },
    /// Files held in memory, for tests.
    Memory { files: BTreeMap<PathBuf, Vec<u8>> },
    /// The inputs of a site on disk, all read at one moment.
    Snapshot(Snapshot),
    /// No site: the rulebook and theme built into the program.
    Embedded,
}

impl Project {
    pub fn disk(root: impl Into<PathBuf>) -> Self {
        Self::Disk { root: root.into() }
    }

    pub fn memory<P: Into<PathBuf>, B: Into<Vec<u8>>>(
        files: impl IntoIterator<Item = (P, B)>,
    ) -> Self {
        Self::Memory { files: files.into_iter().map(|(p, b)| (p.into(), b.into())).collect() }
    }

    /// The site at `root` as it stands now: all that a build may read.
    pub fn snapshot(root: impl Into<PathBuf>) -> Self {
        Self::Snapshot(Snapshot::take(root.into()))
    }

    /// Reads again what may have changed since the snapshot: files and folders by their paths from
    /// the root. Says whether anything did.
    pub fn refresh(&mut self, changed: &BTreeSet<PathBuf>) -> bool {
        match self {
            Self::Snapshot(snapshot) => snapshot.refresh(changed),
            _ => true,
        }
    }

    /// Every file that a build may read, with what it holds as one number.
    pub fn inputs(&self) -> BTreeMap<PathBuf, Fingerprint> {
        if let Self::Snapshot(snapshot) = self {
            let files = snapshot.files.iter();
            return files.map(|(path, file)| (path.clone(), file.fingerprint)).collect();
        }
        let inside = |place: &&str| self.list_with_fingerprints(Path::new(place));
        let files = INPUTS.iter().flat_map(|place| inside(place).unwrap_or_default());
        files.filter_map(|(path, fingerprint)| Some((path, fingerprint?))).collect()
    }

    /// As [`Self::list`], each with what it holds as one number; none when it cannot be read.
    pub fn list_with_fingerprints(
        &self,
        folder: &Path,
    ) -> io::Result<Vec<(PathBuf, Option<Fingerprint>)>> {
        if let Self::Snapshot(snapshot) = self {
            let inside = snapshot.below(folder);
            return Ok(inside.map(|(path, file)| (path.clone(), Some(file.fingerprint))).collect());
        }
        let read = |path: PathBuf| {
            let bytes = self.read(&path).ok();
            (path, bytes.map(|bytes| Fingerprint::of_bytes(&bytes)))
        };
        Ok(self.list(folder)?.into_iter().map(read).collect())
    }

    /// What a file, or the files of a folder, hold, as one number; that of nothing when there is
    /// none.
    pub fn fingerprint(&self, place: &Path) -> Fingerprint {
        self.fingerprint_of(place, &|_| true)
    }

    /// As [`Self::fingerprint`], of the files that do not lie in a folder within.
    pub fn fingerprint_beside(&self, place: &Path, folder: &Path) -> Fingerprint {
        self.fingerprint_of(place, &|path| !path.starts_with(folder))
    }

    fn fingerprint_of(&self, place: &Path, wanted: &dyn Fn(&Path) -> bool) -> Fingerprint {
        if let Self::Snapshot(snapshot) = self {
            if let Some(file) = snapshot.files.get(place) {
                return file.fingerprint;
            }
            let inside = snapshot.below(place).filter(|(path, _)| wanted(path));
            let inside: Vec<_> = inside.map(|(path, file)| (path, file.fingerprint)).collect();
            return Fingerprint::of(&inside);
        }
        let files = self.list(place).unwrap_or_default();
        let read = |path: &PathBuf| self.read(path).ok().map(|bytes| Fingerprint::of_bytes(&bytes));
        let inside = files.iter().filter(|path| wanted(path));
        let inside: Vec<_> = inside.map(|path| (path, read(path))).collect();
        Fingerprint::of(&inside)
    }

    /// The bytes of a file.
    pub fn read(&self, path: &Path) -> io::Result<Vec<u8>> {
        let missing = || io::Error::new(io::ErrorKind::NotFound, "no such file");
        if path.components().any(|c| !matches!(c, Component::Normal(_) | Component::CurDir)) {
            return Err(io::Error::new(io::ErrorKind::InvalidInput, "the path leaves the site"));
        }
        match self {
            Self::Disk { root } => fs::read(root.join(path)),
            Self::Memory { files } => files.get(path).cloned().ok_or_else(missing),
            Self::Snapshot(snapshot) => match snapshot.files.get(path) {
                Some(InputFile { content: Some(content), .. }) => Ok(content.bytes().to_vec()),
                // What could not be read then: the reason is told now.
                Some(InputFile { content: None, .. }) => fs::read(snapshot.root.join(path)),
                None => Err(missing()),
            },
            Self::Embedded => embedded(path).map(<[u8]>::to_vec).ok_or_else(missing),
        }
    }

    /// The text of a file, if it is held and is UTF-8: whoever keeps it shares it.
    pub fn held_text(&self, path: &Path) -> Option<Arc<str>> {
        let Self::Snapshot(snapshot) = self else { return None };
        match &snapshot.files.get(path)?.content {
            Some(Content::Text(text)) => Some(text.clone()),
            _ => None,
        }
    }

    /// The size of a file in bytes, where it can be told.
    pub fn size(&self, path: &Path) -> Option<u64> {
        match self {
            Self::Disk { root } => fs::metadata(root.join(path)).ok().map(|found| found.len()),
            Self::Memory { files } => files.get(path).map(|bytes| bytes.len() as u64),
            Self::Snapshot(snapshot) => snapshot.files.get(path).map(|file| file.len),
            Self::Embedded => embedded(path).map(|bytes| bytes.len() as u64),
        }
    }

    pub fn exists(&self, path: &Path) -> bool {
        match self {
            Self::Disk { root } => root.join(path).exists(),
            Self::Memory { files } => files.keys().any(|file| file.starts_with(path)),
            Self::Snapshot(snapshot) => snapshot.below(path).next().is_some(),
            Self::Embedded => embedded(path).is_some(),
        }
    }

    /// All files under a folder, sorted, hidden ones left out. A folder that does not exist has
    /// none.
    pub fn list(&self, folder: &Path) -> io::Result<Vec<PathBuf>> {
        let mut found = match self {
            Self::Disk { root } => {
                let top = root.join(folder);
                if !top.exists() {
                    return Ok(Vec::new());
                }
                walk(root, &top)?
            }
            Self::Memory { files } => {
                files.keys().filter(|file| file.starts_with(folder)).cloned().collect()
            }
            Self::Snapshot(snapshot) => {
                snapshot.below(folder).map(|(path, _)| path.clone()).collect()
            }
            Self::Embedded => embedded_files(folder),
        };
        found.sort();
        Ok(found)
    }

    /// Where the site lies on disk, if it does.
    pub fn root(&self) -> Option<&Path> {
        match self {
            Self::Disk { root } | Self::Snapshot(Snapshot { root, .. }) => Some(root),
            _ => None,
        }
    }
}

/// Files and folders of a site that a build reads.
pub const INPUTS: [&str; 5] = ["site.toml", "content", "data", "themes", "static"];

/// Files beyond this are not held in memory; in bytes.
const LARGEST: u64 = 64 << 20;

/// The inputs of a site as they stood at one moment.
#[derive(Debug)]
pub struct Snapshot {
    root: PathBuf,
    files: BTreeMap<PathBuf, InputFile>,
}

#[derive(Debug)]
struct InputFile {
    /// `None` when it is there but could not be read, or is larger than any input should be.
    content: Option<Content>,
    len: u64,
    fingerprint: Fingerprint,
}

#[derive(Debug)]
enum Content {
    Text(Arc<str>),
    Bytes(Vec<u8>),
}

impl Content {
    fn of(bytes: Vec<u8>) -> Self {
        match String::from_utf8(bytes) {
            Ok(text) => Self::Text(text.into()),
            Err(other) => Self::Bytes(other.into_bytes()),
        }
    }

    fn bytes(&self) -> &[u8] {
        match self {
            Self::Text(text) => text.as_bytes(),
            Self::Bytes(bytes) => bytes,
        }
    }
}

impl Snapshot {
    fn take(root: PathBuf) -> Self {
        let mut paths = Vec::new();
        for place in INPUTS {
            let top = root.join(place);
            if top.is_file() {
                paths.push(PathBuf::from(place));
            } else if top.is_dir() {
                // What cannot be listed is told by whoever asks for it.
                paths.extend(walk(&root, &top).unwrap_or_default());
            }
        }
        let read = |path: PathBuf| {
            let file = InputFile::read(&root.join(&path));
            (path, file)
        };
        let files = paths.into_par_iter().map(read).collect::<Vec<_>>().into_iter().collect();
        Self { root, files }
    }

    fn refresh(&mut self, changed: &BTreeSet<PathBuf>) -> bool {
        let mut any = false;
        for path in changed {
            let is_input = INPUTS.iter().any(|place| path.starts_with(place));
            let hidden = path.iter().any(|part| part.to_string_lossy().starts_with('.'));
            if !is_input || hidden {
                continue;
            }
            let place = self.root.join(path);
            let mut now: BTreeMap<PathBuf, InputFile> = BTreeMap::new();
            if place.is_dir() {
                let files = walk(&self.root, &place).unwrap_or_default();
                now.extend(files.into_iter().map(|file| {
                    let read = InputFile::read(&self.root.join(&file));
                    (file, read)
                }));
            } else if place.is_file() {
                now.insert(path.clone(), InputFile::read(&place));
            }
            let before: Vec<PathBuf> = self.below(path).map(|(file, _)| file.clone()).collect();
            for gone in before.iter().filter(|file| !now.contains_key(*file)) {
                self.files.remove(gone);
                any = true;
            }
            for (file, read) in now {
                let known = self.files.get(&file).map(|known| known.fingerprint);
                any |= known != Some(read.fingerprint);
                self.files.insert(file, read);
            }
        }
        any
    }

    /// A file, or the files of a folder.
    fn below<'a>(&'a self, path: &'a Path) -> impl Iterator<Item = (&'a PathBuf, &'a InputFile)> {
        // In the order of paths, what lies in a folder follows it.
        let from = self.files.range::<Path, _>((Bound::Included(path), Bound::Unbounded));
        from.take_while(move |(file, _)| file.starts_with(path))
    }
}

impl InputFile {
    fn read(path: &Path) -> Self {
        let found = fs::metadata(path).ok();
        let len = found.as_ref().map_or(0, |found| found.len());
        if len > LARGEST {
            // Whoever asks for it decides what to do with so much.
            let fingerprint =
                Fingerprint::of(&(len, found.and_then(|found| found.modified().ok())));
            return Self { content: None, len, fingerprint };
        }
        let bytes = fs::read(path).ok();
        let fingerprint = Fingerprint::of(&bytes);
        Self { content: bytes.map(Content::of), len, fingerprint }
    }
}

/// The files under a folder, from the root, hidden ones left out.
fn walk(root: &Path, top: &Path) -> io::Result<Vec<PathBuf>> {
    let visible = |entry: &walkdir::DirEntry| {
        entry.depth() == 0 || !entry.file_name().to_string_lossy().starts_with('.')
    };
    let mut found = Vec::new();
    for entry in walkdir::WalkDir::new(top).into_iter().filter_entry(visible) {
        let entry = entry.map_err(io::Error::from)?;
        if entry.file_type().is_file()
            && let Ok(path) = entry.path().strip_prefix(root)
        {
            found.push(path.to_path_buf());
        }
    }
    Ok(found)
}

/// A file built into the program: of the rulebook (`content/…`) or the theme (`themes/…`).
pub fn embedded(path: &Path) -> Option<&'static [u8]> {
    let (dir, rest) = embedded_dir(path)?;
    dir.get_file(rest).map(include_dir::File::contents)
}

fn embedded_dir(path: &Path) -> Option<(&'static Dir<'static>, &Path)> {
    match (path.strip_prefix("content"), path.strip_prefix("themes")) {
        (Ok(rest), _) => Some((&CONTENT, rest)),
        (_, Ok(rest)) => Some((&THEMES, rest)),
        _ => None,
    }
}

/// Files built into the program under `content/` or `themes/`.
pub fn embedded_files(folder: &Path) -> Vec<PathBuf> {
    fn collect(dir: &'static Dir<'static>, top: &Path, found: &mut Vec<PathBuf>) {
        found.extend(dir.files().map(|file| top.join(file.path())));
        for dir in dir.dirs() {
            collect(dir, top, found);
        }
    }
    let mut found = Vec::new();
    collect(&CONTENT, Path::new("content"), &mut found);
    collect(&THEMES, Path::new("themes"), &mut found);
    // Circulars are a site's own: the program outside any site knows the text as published.
    found.retain(|file| file.starts_with(folder) && !file.starts_with("content/circulars"));
    found.sort();
    found
}
