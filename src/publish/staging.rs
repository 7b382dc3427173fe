//! A whole site built aside and put in place at once.
//!
//! The invariant: at every moment the output folder is a complete site, the old one or the new
//! one. A build that fails or is killed leaves the old one and at most a staging folder beside
//! it, which the next build clears away.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use tempfile::TempDir;

use super::record::{Folders, Record};
use super::{MARKER, Made, Memory, PublishError, Shelf};
use crate::fingerprint::Fingerprint;

const STAGING: &str = ".butlleti-staging-";

/// A site in the making, beside the one that stands.
pub struct Staging {
    output: PathBuf,
    folder: TempDir,
    /// Held until the end, so that one build at a time fills a folder beside the output.
    lock: Option<File>,
    before: Memory,
    record: Record,
    folders: Folders,
}

impl Staging {
    /// Begins a site that will stand at `output`. Files that `before` remembers, and that stand
    /// there unchanged, need not be made again.
    pub fn begin(output: &Path, before: Memory) -> Result<Self, PublishError> {
        check_ours(output)?;
        let parent = match output.parent() {
            Some(parent) if !parent.as_os_str().is_empty() => parent.to_path_buf(),
            _ => PathBuf::from("."),
        };
        fs::create_dir_all(&parent).map_err(PublishError::io("create", &parent))?;
        // While the lock is held, whatever folder of ours is found beside the output belongs to a
        // build that was killed: the system gives the lock back when a process dies. Where folders
        // cannot be locked, stale ones are merely not cleared away.
        let lock = File::open(&parent).and_then(|folder| folder.lock().map(|()| folder)).ok();
        if lock.is_some() {
            clear_stale(&parent);
        }
        let folder = tempfile::Builder::new()
            .prefix(STAGING)
            .tempdir_in(&parent)
            .map_err(PublishError::io("create a folder in", &parent))?;
        let folders = Folders::below(folder.path());
        // Another build may have put its site in place while this one waited for the lock.
        let before = if before.is_of(output) { before } else { Memory::default() };
        let output = output.to_path_buf();
        Ok(Self { output, folder, lock, before, record: Record::default(), folders })
    }

    /// Puts the site in place. What is returned remembers how it was made.
    pub fn finish(self) -> Result<Memory, PublishError> {
        let Self { output, folder, lock, before, record, .. } = self;
        let top = folder.path();
        let marker = top.join(MARKER);
        fs::write(&marker, "made by butlleti; replaced as a whole at every build\n")
            .map_err(PublishError::io("write", &marker))?;
        set_readable(top).map_err(PublishError::io("make readable", top))?;
        swap_in(top, &output)?;
        let memory = before.followed_by(record.into_files(), &output);
        // After the exchange the staging folder holds the old site; it goes before the lock does.
        drop(folder);
        drop(lock);
        Ok(memory)
    }
}

impl Shelf for Staging {
    fn keep(&self, path: &str, made_of: Fingerprint) -> Option<u64> {
        let made = self.before.intact(&self.output, path, made_of)?;
        let target = self.folders.make_for(path).ok()?;
        // The old file and the new one are the same file until the old site goes.
        fs::hard_link(self.output.join(path), target).ok()?;
        self.record.add(path, made).ok()?;
        Some(made.len)
    }

    fn keep_folder(&self, folder: &str, made_of: Fingerprint) -> bool {
        let paths = self.before.folder(folder, made_of).unwrap_or_default();
        let stands = |path: &String| self.before.intact(&self.output, path, made_of).is_some();
        if paths.is_empty() || !paths.iter().all(stands) {
            return false;
        }
        paths.iter().all(|path| self.keep(path, made_of).is_some())
    }

    fn put(&self, path: &str, made_of: Fingerprint, bytes: &[u8]) -> Result<(), PublishError> {
        self.record.add(path, Made { made_of, len: bytes.len() as u64 })?;
        let target = self.folders.make_for(path)?;
        fs::write(&target, bytes).map_err(PublishError::io("write", &target))
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
    use crate::publish::OutputFile;

    /// The whole way, without anything remembered.
    fn publish(output: &Path, files: &[OutputFile]) -> Result<Memory, PublishError> {
        let staging = Staging::begin(output, Memory::default())?;
        for file in files {
            staging.put_bytes(&file.path, &file.bytes)?;
        }
        staging.finish()
    }

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

    #[test]
    fn what_was_made_of_the_same_things_is_kept_and_nothing_else() {
        let folder = tempfile::tempdir().unwrap();
        let output = folder.path().join("public");
        let first = Staging::begin(&output, Memory::default()).unwrap();
        let (a, b) = (Fingerprint::of("a"), Fingerprint::of("b"));
        for path in ["same", "other", "touched", "longer", "gone"] {
            first.put(path, a, path.as_bytes()).unwrap();
        }
        let memory = first.finish().unwrap();
        // Somebody writes into the site by hand.
        let later = std::time::SystemTime::now() + std::time::Duration::from_secs(5);
        fs::write(output.join("touched"), "TOUCHED").unwrap();
        File::open(output.join("touched")).unwrap().set_modified(later).unwrap();
        fs::write(output.join("longer"), "longer than before").unwrap();
        fs::remove_file(output.join("gone")).unwrap();
        let second = Staging::begin(&output, memory.clone()).unwrap();
        assert_eq!(second.keep("same", a), Some(4));
        assert_eq!(second.keep("other", b), None, "made of something else");
        for path in ["touched", "longer", "gone", "new"] {
            assert_eq!(second.keep(path, a), None, "{path}");
        }
        second.put("other", b, b"OTHER").unwrap();
        let memory_after = second.finish().unwrap();
        assert_eq!(fs::read_to_string(output.join("same")).unwrap(), "same");
        assert_eq!(fs::read_to_string(output.join("other")).unwrap(), "OTHER");
        assert!(!output.join("touched").exists(), "what is not made again goes");
        // What was remembered of the first site is nothing to the second.
        assert!(!memory.is_of(&output) && memory_after.is_of(&output));
        let third = Staging::begin(&output, memory).unwrap();
        assert_eq!(third.keep("same", a), None);
    }
}
