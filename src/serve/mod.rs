//! The site while it is worked on: built again at every change, shown at once.
//!
//! | file | what it holds |
//! |---|---|
//! | `state` | what is served just now, and who waits for the next |
//! | `http` | requests and answers |
//! | `watch` | which files changed |
//! | `workplace` | the folder of the site, for as long as it is served |
//!
//! Only this machine is answered, and only with files of the site: an address is looked up among
//! them, never joined to a path. A change that cannot be built leaves the last good site and is
//! told in the terminal and in every page that is open.

mod http;
mod state;
mod watch;
mod workplace;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use thiserror::Error;

pub use http::Answer;
pub use state::State;
use workplace::Workplace;

use crate::build::{self, Failure, Memo, Options};
use crate::diag::{Diagnostics, Severity, Sources};
use crate::project::Project;
use crate::publish::{Changes, Live, PublishError};

#[derive(Debug, Error)]
pub enum ServeError {
    #[error("cannot listen at {address}: {error}")]
    Listen { address: String, error: Box<dyn std::error::Error + Send + Sync> },
    #[error("cannot watch `{folder}`: {error}")]
    Watch { folder: PathBuf, error: notify::Error },
    #[error("cannot make a folder for the site: {0}")]
    Folder(std::io::Error),
    #[error(transparent)]
    Publish(#[from] PublishError),
}

/// How a build went.
#[derive(Debug)]
pub struct Built {
    /// `None` when there were errors: the site stands as before.
    pub changes: Option<Changes>,
    /// Errors and warnings as text.
    pub told: String,
    pub took: Duration,
}

/// A site that is kept up to date.
#[derive(Debug)]
pub struct Workshop {
    project: Project,
    memo: Memo,
    sources: Sources,
    options: Options,
    language: Option<String>,
    state: Arc<State>,
}

impl Workshop {
    /// The site of a folder, to be kept in another, empty one. Nothing is built yet.
    pub fn new(root: &Path, kept_in: &Path, language: Option<String>, options: Options) -> Self {
        Self {
            project: Project::snapshot(root),
            memo: Memo::default(),
            sources: Sources::default(),
            options,
            language,
            state: Arc::new(State::new(Live::new(kept_in))),
        }
    }

    pub fn state(&self) -> Arc<State> {
        self.state.clone()
    }

    /// Takes note of files that may have changed, by their paths from the root. Says whether
    /// anything did.
    pub fn refresh(&mut self, changed: &BTreeSet<PathBuf>) -> bool {
        self.project.refresh(changed)
    }

    /// Builds what has changed.
    pub fn build(&mut self) -> Result<Built, PublishError> {
        let started = Instant::now();
        let mut diagnostics = Diagnostics::new();
        let changes = self.try_build(&mut diagnostics)?;
        let mut shown = Diagnostics::new();
        let serious = diagnostics.iter().filter(|found| found.severity >= Severity::Warning);
        serious.cloned().for_each(|found| shown.push(found));
        let told = shown.render(&self.sources, false);
        let problems = changes.is_none().then(|| told.clone());
        self.state.tell(changes.as_ref().is_some_and(|changes| !changes.is_empty()), problems);
        Ok(Built { changes, told, took: started.elapsed() })
    }

    fn try_build(
        &mut self,
        diagnostics: &mut Diagnostics,
    ) -> Result<Option<Changes>, PublishError> {
        let language = self.language.as_deref();
        let (memo, sources) = (&mut self.memo, &self.sources);
        let prepared = build::prepare_again(&self.project, language, memo, sources, diagnostics);
        let Some(prepared) = prepared.filter(|_| !diagnostics.has_errors()) else {
            return Ok(None);
        };
        let made = {
            let live = self.state.live();
            let round = live.round()?;
            match build::render_to(&round, &prepared, &self.project, sources, &self.options) {
                Ok(()) => round.into_made(),
                Err(Failure::Publish(error)) => return Err(error),
                Err(Failure::Problems(problems)) => {
                    problems.into_iter().for_each(|problem| diagnostics.push(problem));
                    return Ok(None);
                }
            }
        };
        let changes = self.state.commit(made);
        // Letting go of a large site takes a while that nobody has to wait for.
        rayon::spawn(move || drop(prepared));
        changes.map(Some)
    }
}

/// Serves the site of `root` at a port of this machine until the process ends. `say` hears what
/// happens, in lines.
pub fn serve(
    root: &Path,
    port: u16,
    language: Option<String>,
    options: Options,
    say: &dyn Fn(&str),
) -> Result<(), ServeError> {
    let folder = Workplace::new(&std::env::temp_dir()).map_err(ServeError::Folder)?;
    let changes = watch::watch(root)?;
    let mut workshop = Workshop::new(root, folder.path(), language, options);
    let address = http::listen(workshop.state(), port)?;
    let tell = |built: &Built| {
        if !built.told.is_empty() {
            say(built.told.trim_end());
        }
        let took = built.took.as_millis();
        match &built.changes {
            Some(Changes { written, removed }) => say(&format!(
                "{} files written, {} removed in {took} ms",
                written.len(),
                removed.len()
            )),
            None => say(&format!("not built ({took} ms): the last good site stays")),
        }
    };
    tell(&workshop.build()?);
    say(&format!("the site is at http://{address}/ (Ctrl-C ends)"));
    while let Some(paths) = changes.next() {
        if workshop.refresh(&paths) {
            tell(&workshop.build()?);
        }
    }
    Ok(())
}
