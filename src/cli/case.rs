//! `case`: a case file of discipline worked out.

use std::path::Path;

use super::args::CaseArgs;
use super::tournament::style;
use super::{Outcome, Session, new_files, print, print_json};
use crate::build::{RulesByDay, forms};
use crate::core::calendar::WorkingCalendar;
use crate::core::discipline::{case, case_report, record};
use crate::diag::Diagnostics;
use crate::model::CaseFile;
use crate::project::Project;
use crate::source::{self, discipline};
use crate::terminal;

/// Reads a case file, of the site or from anywhere, and says what follows from it.
pub fn case(session: &mut Session, args: &CaseArgs) -> Outcome {
    let mut diagnostics = std::mem::take(&mut session.diagnostics);
    let (versions, _) = source::rulebook(session.texts(), &session.sources, &mut diagnostics);
    let rules = RulesByDay::bind(&versions, &mut diagnostics);
    let mut archive = source::load::register(&session.project, &session.sources, &mut diagnostics);
    // What is wrong with other cases is not this one's matter: `check` tells it.
    discipline::read_cases(
        &session.project,
        &mut archive,
        versions.latest(),
        &session.sources,
        &mut Diagnostics::new(),
    );
    let path = Path::new(&args.file);
    let of_site = Path::new(discipline::DISCIPLINE).join(&args.file).with_extension("toml");
    let in_site = !path.is_file() && session.project.exists(&of_site);
    let (parent, name) = (path.parent().unwrap_or(Path::new("")), path.file_name());
    let parent = if parent.as_os_str().is_empty() { Path::new(".") } else { parent };
    let found = match (in_site, name) {
        (false, Some(name)) => discipline::read_case(
            &Project::disk(parent),
            Path::new(name),
            &archive,
            versions.latest(),
            &session.sources,
            &mut diagnostics,
        ),
        _ => discipline::read_case(
            &session.project,
            &of_site,
            &archive,
            versions.latest(),
            &session.sources,
            &mut diagnostics,
        ),
    };
    session.diagnostics = diagnostics;
    let (Some(rules), Some(found)) = (rules, found) else {
        return if args.json { session.report_json() } else { session.report() };
    };
    if session.diagnostics.has_errors() {
        return if args.json { session.report_json() } else { session.report() };
    }
    let mut all = archive.cases.clone();
    all.retain(|other| other.slug != found.slug);
    all.push(found);
    record::link(&mut all);
    let Some(mut found) = all.pop() else { return session.report() };
    if args.withheld {
        found.withhold();
    }
    let rules = rules.on(found.committed);
    let calendar = WorkingCalendar::new(archive.holidays.iter().copied());
    let decided = case::decide(&found, &calendar, rules);
    if let Some(path) = &args.pdf {
        return write_resolution(session, &found, &decided, path);
    }
    if args.json {
        print_json(&case_report::to_json(&found, &decided));
        return session.report();
    }
    let Some(language) = session.load_language("ca") else { return session.report() };
    let report = match args.resolution {
        true => case_report::resolution(&found, &decided),
        false => case_report::report(&found, &decided),
    };
    print(&terminal::render(&report, &language, style(args.explain)));
    session.report()
}

/// The resolution as a document for the parties: with the names, unless they are to be left out.
/// The site never has it.
fn write_resolution(
    session: &mut Session,
    found: &CaseFile,
    decided: &case::Decided,
    path: &Path,
) -> Outcome {
    if found.days.resolved.is_none() {
        eprintln!("case {} has no `resolved` yet: there is nothing to sign", found.number);
        return Outcome::Findings;
    }
    let Some(language) = session.load_language("ca") else { return session.report() };
    match forms::resolution(found, decided, &session.project, &language, &session.sources) {
        Ok(bytes) => match new_files::bytes(path, &bytes) {
            Ok(()) => {
                println!("{}", path.display());
                session.report()
            }
            Err(error) => {
                eprintln!("`{}`: {error}", path.display());
                Outcome::Findings
            }
        },
        Err(problems) => {
            problems.into_iter().for_each(|problem| session.diagnostics.push(problem));
            session.report()
        }
    }
}
