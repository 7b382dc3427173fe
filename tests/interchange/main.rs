//! Files of other programs: written, read back, imported, damaged.

#[path = "../common/mod.rs"]
mod common;
mod damage;
mod import;
mod lists;
mod publish;
mod trf_write;

use std::path::{Path, PathBuf};

use butlleti::diag::{Diagnostics, Sources};
use butlleti::model::Tournament;
use butlleti::source::load;

/// The corpus beside the repository, if it is there.
fn corpus() -> Option<PathBuf> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/corpus");
    if path.is_dir() {
        return Some(path);
    }
    eprintln!("\n*** NOT TESTED: no corpus at {} ***\n", path.display());
    None
}

/// Cases of a property: few by default, as many as `BUTLLETI_FUZZ_CASES` says.
fn cases(usual: u32) -> u32 {
    std::env::var("BUTLLETI_FUZZ_CASES").ok().and_then(|n| n.parse().ok()).unwrap_or(usual)
}

fn read(name: &str, bytes: &[u8]) -> (Option<Tournament>, Diagnostics, Sources) {
    let (sources, mut diagnostics) = (Sources::default(), Diagnostics::new());
    let read = load::tournament_file(Path::new(name), bytes, &sources, &mut diagnostics);
    (read, diagnostics, sources)
}
