//! `build`, and what `check` shares with it.

use std::path::PathBuf;
use std::time::Instant;

use super::args::BuildArgs;
use super::{Outcome, Session};
use crate::build::{self, Options, Prepared};
use crate::publish::{OutputFile, publish};

/// Reads and computes everything; the problems are in the session.
pub fn prepare(session: &mut Session) -> Option<Prepared> {
    build::prepare(
        &session.project,
        session.language.as_deref(),
        &session.sources,
        &mut session.diagnostics,
    )
}

/// Renders everything in memory; `None` with the problems in the session.
pub fn render(
    session: &mut Session,
    prepared: &Prepared,
    options: &Options,
) -> Option<Vec<OutputFile>> {
    match build::render(prepared, &session.project, &session.sources, options) {
        Ok(files) => Some(files),
        Err(problems) => {
            problems.into_iter().for_each(|problem| session.diagnostics.push(problem));
            None
        }
    }
}

/// The whole site, or nothing.
pub fn build(session: &mut Session, args: &BuildArgs) -> Outcome {
    let started = Instant::now();
    let finish = |session: &Session| {
        if args.json { session.report_json() } else { session.report() }
    };
    let prepared = prepare(session);
    let Some(prepared) = prepared.filter(|_| !session.diagnostics.has_errors()) else {
        return finish(session);
    };
    let output = match &args.output {
        Some(output) => output.clone(),
        None => root(session).join(&prepared.data.config.output),
    };
    let options = Options {
        no_pdf: args.no_pdf,
        keep_typst: args.keep_typst.then(|| output.with_extension("typst")),
    };
    let Some(files) = render(session, &prepared, &options) else { return finish(session) };
    if let Err(error) = publish(&output, &files) {
        eprintln!("error: {error}");
        finish(session);
        return Outcome::Findings;
    }
    let outcome = finish(session);
    let pages = files.iter().filter(|file| file.path.ends_with(".html")).count();
    let documents = files.iter().filter(|file| file.path.ends_with(".pdf")).count();
    session.say(&format!(
        "{pages} pages, {documents} PDF documents, {} files in {} ({:.1} s)",
        files.len(),
        output.display(),
        started.elapsed().as_secs_f32()
    ));
    outcome
}

fn root(session: &Session) -> PathBuf {
    session.project.root().map(PathBuf::from).unwrap_or_default()
}
