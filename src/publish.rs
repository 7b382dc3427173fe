//! Writing the finished site: built aside, swapped in at once.
//!
//! The invariant: at every moment the output folder is a complete site, the old one or the new
//! one. A build that fails or is killed leaves the old one and at most a staging folder beside
//! it, which the next build clears away.

use std::fs::{self, File};
use std::io;
use std::path::{Component, Path, PathBuf};

use rayon::prelude::*;
use thiserror::Error;

/// A file of the site: its path within the output folder, with `/`, and its bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OutputFile {
    pub path: String,
    pub bytes: Vec<u8>,
}

/// Marks a folder as ours, so that no other folder is ever replaced.
const MARKER: &str = ".butlleti";
const STAGING: &str = ".butlleti-staging-";

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

/// Writes the files beside `output` and puts them in its place.
pub fn publish(output: &Path, files: &[OutputFile]) -> Result<(), PublishError> {
    check_addresses(files)?;
    check_ours(output)?;
    let parent = match output.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent.to_path_buf(),
        _ => PathBuf::from("."),
    };
    fs::create_dir_all(&parent).map_err(PublishError::io("create", &parent))?;
    // One build at a time fills a folder beside the output, so that whatever folder of that kind is
    // found then belongs to a build that was killed. The system gives the lock back when a process
    // dies. Where folders cannot be locked, stale ones are merely not cleared away.
    let lock = File::open(&parent).and_then(|folder| folder.lock().map(|()| folder)).ok();
    if lock.is_some() {
        clear_stale(&parent);
    }
    let staging = tempfile::Builder::new()
        .prefix(STAGING)
        .tempdir_in(&parent)
        .map_err(PublishError::io("create a folder in", &parent))?;
    let top = staging.path();
    write_all(top, files)?;
    let marker = top.join(MARKER);
    fs::write(&marker, "made by butlleti; replaced as a whole at every build\n")
        .map_err(PublishError::io("write", &marker))?;
    set_readable(top).map_err(PublishError::io("make readable", top))?;
    swap_in(top, output)?;
    // After the exchange the staging folder holds the old site; it goes before the lock does.
    drop(staging);
    drop(lock);
    Ok(())
}

fn check_addresses(files: &[OutputFile]) -> Result<(), PublishError> {
    let mut paths: Vec<&str> = files.iter().map(|file| file.path.as_str()).collect();
    paths.sort_unstable();
    for path in &paths {
        let inside = Path::new(path).components().all(|c| matches!(c, Component::Normal(_)));
        if path.is_empty() || !inside {
            return Err(PublishError::Outside((*path).to_owned()));
        }
    }
    match paths.windows(2).find(|pair| pair[0] == pair[1]) {
        Some(pair) => Err(PublishError::Twice(pair[0].to_owned())),
        None => Ok(()),
    }
}

fn check_ours(output: &Path) -> Result<(), PublishError> {
    let Ok(mut entries) = fs::read_dir(output) else {
        // It does not exist, or is a file: replacing a file would lose it.
        return if output.exists() {
            Err(PublishError::NotOurs(output.to_path_buf()))
        } else {
            Ok(())
        };
    };
    let ours = output.join(MARKER).is_file() || entries.next().is_none();
    if ours { Ok(()) } else { Err(PublishError::NotOurs(output.to_path_buf())) }
}

/// Removes the staging folders of builds that were killed. The caller holds the lock.
fn clear_stale(parent: &Path) {
    let Ok(entries) = fs::read_dir(parent) else { return };
    for entry in entries.flatten() {
        if entry.file_name().to_string_lossy().starts_with(STAGING) {
            let _ = fs::remove_dir_all(entry.path());
        }
    }
}

fn write_all(top: &Path, files: &[OutputFile]) -> Result<(), PublishError> {
    let mut folders: Vec<PathBuf> = files
        .iter()
        .filter_map(|file| top.join(&file.path).parent().map(Path::to_path_buf))
        .collect();
    folders.sort();
    folders.dedup();
    for folder in &folders {
        fs::create_dir_all(folder).map_err(PublishError::io("create", folder))?;
    }
    files.par_iter().try_for_each(|file| {
        let path = top.join(&file.path);
        fs::write(&path, &file.bytes).map_err(PublishError::io("write", &path))
    })
}

/// Temporary folders are private; a site is read by a web server.
#[cfg(unix)]
fn set_readable(top: &Path) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    fs::set_permissions(top, fs::Permissions::from_mode(0o755))
}

#[cfg(not(unix))]
fn set_readable(_: &Path) -> io::Result<()> {
    Ok(())
}

/// Puts `new` in the place of `output`, which afterwards stands at `new` if it existed.
fn swap_in(new: &Path, output: &Path) -> Result<(), PublishError> {
    if !output.exists() {
        return fs::rename(new, output)
            .map_err(PublishError::io("put the site in place at", output));
    }
    match exchange(new, output) {
        Ok(()) => Ok(()),
        // A file system that cannot exchange: two renames, the old site kept until the new stands.
        Err(_) => {
            let old = new.with_extension("old");
            fs::rename(output, &old).map_err(PublishError::io("move aside", output))?;
            match fs::rename(new, output) {
                Ok(()) => {
                    let _ = fs::remove_dir_all(&old);
                    Ok(())
                }
                Err(error) => {
                    let _ = fs::rename(&old, output);
                    Err(PublishError::io("put the site in place at", output)(error))
                }
            }
        }
    }
}

/// Both names change their folders in one step.
#[cfg(target_os = "linux")]
fn exchange(a: &Path, b: &Path) -> io::Result<()> {
    use rustix::fs::{CWD, RenameFlags, renameat_with};
    renameat_with(CWD, a, CWD, b, RenameFlags::EXCHANGE).map_err(io::Error::from)
}

#[cfg(not(target_os = "linux"))]
fn exchange(_: &Path, _: &Path) -> io::Result<()> {
    Err(io::ErrorKind::Unsupported.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(path: &str, text: &str) -> OutputFile {
        OutputFile { path: path.to_owned(), bytes: text.as_bytes().to_vec() }
    }

    fn names(folder: &Path) -> Vec<String> {
        let mut names: Vec<_> = fs::read_dir(folder)
            .unwrap()
            .map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned())
            .collect();
        names.sort();
        names
    }

    #[test]
    fn a_new_site_replaces_the_old_one_as_a_whole() {
        let folder = tempfile::tempdir().unwrap();
        let output = folder.path().join("public");
        publish(&output, &[file("index.html", "old"), file("a/index.html", "a")]).unwrap();
        publish(&output, &[file("index.html", "new"), file("b/index.html", "b")]).unwrap();
        assert_eq!(fs::read_to_string(output.join("index.html")).unwrap(), "new");
        assert!(!output.join("a").exists());
        assert!(output.join("b/index.html").exists());
        assert_eq!(names(folder.path()), ["public"], "nothing is left beside the site");
    }

    #[test]
    fn a_folder_that_is_not_a_site_is_never_replaced() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("thesis.txt"), "years of work").unwrap();
        let refused = publish(folder.path(), &[file("index.html", "x")]);
        assert!(matches!(refused, Err(PublishError::NotOurs(_))));
        assert_eq!(names(folder.path()), ["thesis.txt"]);
    }

    #[test]
    fn a_failing_build_leaves_the_old_site() {
        let folder = tempfile::tempdir().unwrap();
        let output = folder.path().join("public");
        publish(&output, &[file("index.html", "old")]).unwrap();
        // A page whose folder is another page cannot be written.
        let broken = [file("a", "page"), file("a/b", "page below it")];
        assert!(publish(&output, &broken).is_err());
        assert!(matches!(
            publish(&output, &[file("x", "1"), file("x", "2")]),
            Err(PublishError::Twice(_))
        ));
        assert!(matches!(publish(&output, &[file("../x", "1")]), Err(PublishError::Outside(_))));
        assert_eq!(fs::read_to_string(output.join("index.html")).unwrap(), "old");
        assert_eq!(names(folder.path()), ["public"]);
    }

    /// A build can be killed when its folder is empty, half full, or already the old site.
    #[test]
    fn leftovers_of_a_build_killed_at_any_moment_are_cleared() {
        let folder = tempfile::tempdir().unwrap();
        for (name, content) in [("empty", None), ("half", Some("a.html")), ("old", Some(MARKER))] {
            let stale = folder.path().join(format!("{STAGING}{name}"));
            fs::create_dir(&stale).unwrap();
            if let Some(file) = content {
                fs::write(stale.join(file), "").unwrap();
            }
        }
        publish(&folder.path().join("public"), &[file("index.html", "x")]).unwrap();
        assert_eq!(names(folder.path()), ["public"]);
    }

    /// Builds into one folder, at the same time, do not clear each other away.
    #[test]
    fn simultaneous_builds_wait_for_each_other() {
        let folder = tempfile::tempdir().unwrap();
        let output = folder.path().join("public");
        std::thread::scope(|scope| {
            for build in 0..8 {
                let output = &output;
                scope.spawn(move || {
                    let files: Vec<_> =
                        (0..40).map(|n| file(&format!("{n}.html"), &build.to_string())).collect();
                    publish(output, &files).unwrap();
                });
            }
        });
        let first = fs::read_to_string(output.join("0.html")).unwrap();
        for n in 1..40 {
            assert_eq!(fs::read_to_string(output.join(format!("{n}.html"))).unwrap(), first);
        }
        assert_eq!(names(folder.path()), ["public"]);
    }
}
