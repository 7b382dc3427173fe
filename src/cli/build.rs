//! `build`, and what `check` shares with it.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Instant;

use super::args::BuildArgs;
use super::{Outcome, Session};
use crate::build::timings::What;
use crate::build::{self, Failure, Options, Prepared};
use crate::diag::Severity;
use crate::fingerprint::Fingerprint;
use crate::project::Project;
use crate::publish::{Memory, PublishError, Shelf, Staging};

/// Reads and computes everything; the problems are in the session.
pub fn prepare(session: &mut Session) -> Option<Prepared> {
    build::prepare(
        &session.project,
        session.language.as_deref(),
        &session.sources,
        &mut session.diagnostics,
    )
}

/// Makes what the shelf has not; `None` with the problems in the session.
pub fn render(
    session: &mut Session,
    prepared: &Prepared,
    options: &Options,
    shelf: &dyn Shelf,
) -> Option<()> {
    match build::render_to(shelf, prepared, &session.project, &session.sources, options) {
        Ok(()) => Some(()),
        Err(Failure::Problems(problems)) => {
            problems.into_iter().for_each(|problem| session.diagnostics.push(problem));
            None
        }
        Err(Failure::Publish(error)) => {
            say(&error);
            None
        }
    }
}

fn say(error: &PublishError) {
    eprintln!("error: {error}");
}

/// The whole site, or nothing.
pub fn build(session: &mut Session, args: &BuildArgs) -> Outcome {
    let started = Instant::now();
    let root = session.project.root().map(PathBuf::from).unwrap_or_default();
    session.project = Project::snapshot(&root);
    let finish = |session: &Session| {
        if args.json { session.report_json() } else { session.report() }
    };
    let output = output(session, args, &root);
    let options = Options {
        no_pdf: args.no_pdf,
        keep_typst: args.keep_typst.then(|| output.with_extension("typst")),
        language: session.language.clone(),
        program: program(),
        timings: args.timings.then(Arc::default),
    };
    let place = Memory::place(&root, &output);
    let before = if args.clean { Memory::default() } else { Memory::load(&place) };
    let whole = build::whole(&session.project, &options);
    // Without anything to tell, a site made of the same things needs no second look.
    if !args.json && options.keep_typst.is_none() && before.is_whole(&output, whole) {
        session.say(&format!("{}: nothing has changed", summary(&before, &output, started)));
        return Outcome::Fine;
    }
    let timer = options.time(What::Stage, "reading and computing");
    let prepared = prepare(session);
    drop(timer);
    let prepared = prepared.filter(|_| !session.diagnostics.has_errors());
    let Some(prepared) = prepared else { return finish(session) };
    let staging = match Staging::begin(&output, before) {
        Ok(staging) => staging,
        Err(error) => {
            say(&error);
            finish(session);
            return Outcome::Findings;
        }
    };
    if render(session, &prepared, &options, &staging).is_none() {
        finish(session);
        return Outcome::Findings;
    }
    let timer = options.time(What::Stage, "putting the site in place");
    let finished = staging.finish();
    drop(timer);
    let memory = match finished {
        Ok(memory) => memory,
        Err(error) => {
            say(&error);
            finish(session);
            return Outcome::Findings;
        }
    };
    // Warnings are told at every run: only a site without any is not looked at again. A memory that
    // cannot be saved costs the next run its time, nothing else.
    let is_clean = session.diagnostics.count(Severity::Warning) == 0;
    let _ = memory.save(&place, is_clean.then_some(whole));
    let outcome = finish(session);
    session.say(&summary(&memory, &output, started));
    if let Some(timings) = &options.timings {
        eprint!("{}", timings.report());
    }
    outcome
}

/// The folder of the finished site: as asked, as the settings say, or `public`.
fn output(session: &Session, args: &BuildArgs, root: &Path) -> PathBuf {
    match &args.output {
        Some(output) => output.clone(),
        None => root.join(crate::source::output_folder(&session.project)),
    }
}

fn summary(memory: &Memory, output: &Path, started: Instant) -> String {
    let count = |ending: &str| memory.paths().filter(|path| path.ends_with(ending)).count();
    format!(
        "{} pages, {} PDF documents, {} files in {} ({:.1} s)",
        count(".html"),
        count(".pdf"),
        memory.len(),
        output.display(),
        started.elapsed().as_secs_f32()
    )
}

/// Which program this is: another one has another length or time.
fn program() -> Option<Fingerprint> {
    let found = std::fs::metadata(std::env::current_exe().ok()?).ok()?;
    Some(Fingerprint::of(&(found.len(), found.modified().ok()?)))
}
