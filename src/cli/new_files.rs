//! Files that commands write where nothing was before: whole, or not at all.

use std::fs;
use std::io::Write;
use std::path::Path;

/// The folder in which something is to be made.
fn parent(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Is there something at this place that would be lost?
pub fn is_taken(path: &Path) -> bool {
    match fs::read_dir(path) {
        Ok(mut entries) => entries.next().is_some(),
        Err(_) => path.symlink_metadata().is_ok(),
    }
}

/// Writes a new folder: aside first, then put in its place at once.
pub fn folder<'f>(
    out: &Path,
    files: impl IntoIterator<Item = (&'f Path, &'f [u8])>,
) -> Result<(), String> {
    if is_taken(out) {
        return Err(format!("`{}` is there already: choose another folder", out.display()));
    }
    let parent = parent(out);
    fs::create_dir_all(parent).map_err(|e| format!("cannot create `{}`: {e}", parent.display()))?;
    let aside = tempfile::Builder::new()
        .prefix(".butlleti-new-")
        .tempdir_in(parent)
        .map_err(|e| format!("cannot write into `{}`: {e}", parent.display()))?;
    let content = aside.path().join("content");
    for (path, bytes) in files {
        let target = content.join(path);
        target
            .parent()
            .map_or(Ok(()), fs::create_dir_all)
            .and_then(|()| fs::write(&target, bytes))
            .map_err(|e| format!("cannot write `{}`: {e}", path.display()))?;
    }
    // A folder that is there and empty gives way.
    if out.is_dir() {
        fs::remove_dir(out).map_err(|e| format!("cannot replace `{}`: {e}", out.display()))?;
    }
    fs::rename(&content, out).map_err(|e| format!("cannot create `{}`: {e}", out.display()))
}

/// Writes a new file: aside first, then put in its place at once.
pub fn file(path: &Path, text: &str) -> Result<(), String> {
    bytes(path, text.as_bytes())
}

/// The same for a file that is no text.
pub fn bytes(path: &Path, bytes: &[u8]) -> Result<(), String> {
    let failed = |e: &dyn std::fmt::Display| format!("cannot write `{}`: {e}", path.display());
    let mut aside = tempfile::Builder::new()
        .prefix(".butlleti-new-")
        .tempfile_in(parent(path))
        .map_err(|e| failed(&e))?;
    aside.write_all(bytes).map_err(|e| failed(&e))?;
    readable(aside.as_file());
    match aside.persist_noclobber(path) {
        Ok(_) => Ok(()),
        Err(error) if error.error.kind() == std::io::ErrorKind::AlreadyExists => {
            Err(format!("`{}` is there already: choose another name", path.display()))
        }
        Err(error) => Err(failed(&error.error)),
    }
}

/// Temporary files are private; results are not. Where rights cannot be set, they stay as they are.
fn readable(file: &fs::File) {
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let _ = file.set_permissions(fs::Permissions::from_mode(0o644));
    }
    #[cfg(not(unix))]
    let _ = file;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_that_is_there_is_touched() {
        let root = tempfile::tempdir().expect("a temporary folder");
        let out = root.path().join("new");
        let files = || [(Path::new("a/b.csv"), &b"x\n"[..])];
        folder(&out, files()).expect("the place is free");
        assert_eq!(fs::read(out.join("a/b.csv")).expect("it was written"), b"x\n");
        assert!(folder(&out, files()).is_err());
        let target = root.path().join("t.trf");
        file(&target, "one").expect("the place is free");
        assert!(file(&target, "two").is_err());
        assert_eq!(fs::read_to_string(&target).expect("it is there"), "one");
        // Nothing is left aside.
        assert_eq!(fs::read_dir(root.path()).expect("a folder").count(), 2);
    }
}
