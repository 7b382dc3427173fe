//! The one door to the outside: files, time and environment.
//!
//! What comes after a [`Project`] is a pure function of it, so everything can be tested with
//! [`Project::memory`] and without a disk.

use std::collections::BTreeMap;
use std::path::{Component, Path, PathBuf};
use std::{fs, io};

use include_dir::{Dir, include_dir};

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

    /// The bytes of a file.
    pub fn read(&self, path: &Path) -> io::Result<Vec<u8>> {
        let missing = || io::Error::new(io::ErrorKind::NotFound, "no such file");
        if path.components().any(|c| !matches!(c, Component::Normal(_) | Component::CurDir)) {
            return Err(io::Error::new(io::ErrorKind::InvalidInput, "the path leaves the site"));
        }
        match self {
            Self::Disk { root } => fs::read(root.join(path)),
            Self::Memory { files } => files.get(path).cloned().ok_or_else(missing),
            Self::Embedded => embedded(path).map(<[u8]>::to_vec).ok_or_else(missing),
        }
    }

    /// The size of a file in bytes, where it can be told.
    pub fn size(&self, path: &Path) -> Option<u64> {
        match self {
            Self::Disk { root } => fs::metadata(root.join(path)).ok().map(|found| found.len()),
            Self::Memory { files } => files.get(path).map(|bytes| bytes.len() as u64),
            Self::Embedded => embedded(path).map(|bytes| bytes.len() as u64),
        }
    }

    pub fn exists(&self, path: &Path) -> bool {
        match self {
            Self::Disk { root } => root.join(path).exists(),
            Self::Memory { files } => files.keys().any(|file| file.starts_with(path)),
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
                let visible = |entry: &walkdir::DirEntry| {
                    entry.depth() == 0 || !entry.file_name().to_string_lossy().starts_with('.')
                };
                let mut found = Vec::new();
                for entry in walkdir::WalkDir::new(&top).into_iter().filter_entry(visible) {
                    let entry = entry.map_err(io::Error::from)?;
                    if entry.file_type().is_file()
                        && let Ok(path) = entry.path().strip_prefix(root)
                    {
                        found.push(path.to_path_buf());
                    }
                }
                found
            }
            Self::Memory { files } => {
                files.keys().filter(|file| file.starts_with(folder)).cloned().collect()
            }
            Self::Embedded => embedded_files(folder),
        };
        found.sort();
        Ok(found)
    }

    /// Where the site lies on disk, if it does.
    pub fn root(&self) -> Option<&Path> {
        match self {
            Self::Disk { root } => Some(root),
            _ => None,
        }
    }
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
