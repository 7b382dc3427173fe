//! For tests: a small reader of TRF records, and random events.

#![allow(dead_code)]

pub mod brute;
pub mod random;
pub mod trf;

/// The shared corpus, if it is there; says so loudly when it is not.
pub fn corpus(folder: &str) -> Option<std::path::PathBuf> {
    let path = std::path::Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../shared/corpus"));
    let path = path.join(folder);
    if path.is_dir() {
        return Some(path);
    }
    eprintln!("\n*** NOT TESTED: there is no corpus at {} ***\n", path.display());
    None
}
