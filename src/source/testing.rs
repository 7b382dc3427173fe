//! For tests of the readers: a regulation of a few lines and the problems it has.

use std::path::Path;
use std::sync::OnceLock;

use crate::diag::{Diagnostics, Sources};
use crate::project::Project;
use crate::rulebook::{Rulebook, Versions};

/// Seven lines: the text begins on line 8.
pub const HEAD: &str = "+++\ncode = \"X\"\ntitle = \"Reglament X\"\nkind = \"reglament\"\n\
                        in_force = 1990-12-01\nsource = \"prova\"\n+++\n";

/// What a run over some files gives.
pub struct Run {
    pub sources: Sources,
    pub diagnostics: Diagnostics,
    pub versions: Versions,
}

impl Run {
    pub fn rulebook(&self) -> &Rulebook {
        self.versions.published()
    }

    /// `code path:line:column message`, with the first hint of errors that name something near.
    pub fn problems(&self) -> Vec<String> {
        let mut lines: Vec<_> = self
            .diagnostics
            .iter()
            .filter(|d| d.code.0 != "N0285")
            .map(|d| {
                let (path, line, column) = d.location(&self.sources);
                let hint = match (d.code.0, d.hints.first()) {
                    ("E0230" | "W0240" | "W0241" | "W0242", _) | (_, None) => String::new(),
                    (_, Some(hint)) => format!("; {hint}"),
                };
                let place = format!("{}:{line}:{column}", path.display());
                ((path, line, column), format!("{} {place} {}{hint}", d.code, d.message))
            })
            .collect();
        lines.sort();
        lines.dedup();
        lines.into_iter().map(|(_, line)| line).collect()
    }
}

/// This repository's own regulations and circulars, read once for all tests.
pub fn repository() -> &'static Run {
    static RUN: OnceLock<Run> = OnceLock::new();
    RUN.get_or_init(|| load(&Project::disk(Path::new(env!("CARGO_MANIFEST_DIR")))))
}

fn load(project: &Project) -> Run {
    let (sources, mut diagnostics) = (Sources::default(), Diagnostics::new());
    let versions = super::load_versions(project, &sources, &mut diagnostics);
    Run { sources, diagnostics, versions }
}

/// Reads the body of one regulation `X`.
pub fn run(body: &str) -> Run {
    run_files(&[("content/reglaments/x.md", &format!("{HEAD}{body}"))])
}

pub fn run_files(files: &[(&str, &str)]) -> Run {
    load(&Project::memory(files.iter().map(|&(path, text)| (path, text))))
}

pub fn problems(body: &str) -> Vec<String> {
    run(body).problems()
}
