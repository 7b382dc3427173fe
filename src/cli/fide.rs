//! `titles` and `submission`: the forms for FIDE, shown or written as documents.

use std::path::Path;

use super::args::{SubmissionArgs, TitlesArgs};
use super::tournament::{Loaded, by_fide, load, style};
use super::{Outcome, Session, new_files, print, print_json};
use crate::build::{Form, forms};
use crate::core::fide::{submission as it3, titles as norms};
use crate::model::{Tournament, fold};
use crate::terminal;

pub fn titles(session: &mut Session, args: &TitlesArgs) -> Outcome {
    let Some(wanted) = &args.certificate else {
        return by_fide(session, &args.tournament, norms::report, norms::to_json);
    };
    let Some(loaded) = load(session, &args.tournament.tournament) else {
        return session.report();
    };
    let t = &loaded.tournament;
    let Some(rules) = loaded.rules.fide.rules() else {
        return by_fide(session, &args.tournament, norms::report, norms::to_json);
    };
    let found = norms::certificates(t, rules);
    let chosen: Vec<&norms::Certificate> =
        found.iter().filter(|certificate| is_meant(t, certificate.entrant, wanted)).collect();
    let [certificate] = chosen[..] else {
        let names = found.iter().map(|certificate| {
            let entrant = &t.entrants[certificate.entrant];
            format!("{} {} ({})", entrant.number, entrant.name, certificate.title.key())
        });
        let names: Vec<String> = names.collect();
        let what = if chosen.is_empty() { "nobody" } else { "more than one player" };
        eprintln!("{what} of that name or number made a norm in this event");
        if !names.is_empty() {
            eprintln!("norms were made by: {}", names.join("; "));
        }
        return Outcome::Usage;
    };
    let form = Form::it1(t, certificate);
    let explain = args.tournament.explain;
    let as_json = args.tournament.json;
    show(
        session,
        &loaded,
        &form,
        &certificate.report,
        &certificate.json,
        as_json,
        explain,
        args.output.as_deref(),
    )
}

/// Is this the player that was written: by number, else by a part of the name?
fn is_meant(t: &Tournament, entrant: usize, wanted: &str) -> bool {
    let entrant = &t.entrants[entrant];
    match wanted.parse::<u32>() {
        Ok(number) => entrant.number == number,
        Err(_) => fold(&entrant.name).contains(&fold(wanted)),
    }
}

pub fn submission(session: &mut Session, args: &SubmissionArgs) -> Outcome {
    if args.output.is_none() {
        return by_fide(session, &args.tournament, it3::report, it3::to_json);
    }
    let Some(loaded) = load(session, &args.tournament.tournament) else {
        return session.report();
    };
    let Some(rules) = loaded.rules.fide.rules() else {
        return by_fide(session, &args.tournament, it3::report, it3::to_json);
    };
    let (report, json) =
        (it3::report(&loaded.tournament, rules), it3::to_json(&loaded.tournament, rules));
    let form = Form::it3(&report);
    show(
        session,
        &loaded,
        &form,
        &report,
        &json,
        args.tournament.json,
        args.tournament.explain,
        args.output.as_deref(),
    )
}

/// Shows a form, or writes it into a file whose name says as what.
#[allow(clippy::too_many_arguments, reason = "each is one choice of the command")]
fn show(
    session: &mut Session,
    loaded: &Loaded,
    form: &Form<'_>,
    report: &crate::core::report::Report,
    json: &serde_json::Value,
    as_json: bool,
    explain: bool,
    output: Option<&Path>,
) -> Outcome {
    let Some(language) = session.load_language("ca") else { return session.report() };
    let Some(path) = output else {
        if as_json {
            print_json(json);
        } else {
            print(&terminal::render(report, &language, style(explain)));
        }
        return session.report();
    };
    let extension = path.extension().and_then(|extension| extension.to_str());
    let bytes = match extension {
        Some("json") => format!("{json:#}\n").into_bytes(),
        Some("pdf") => {
            let made = forms::typeset(
                form,
                &loaded.tournament,
                &session.project,
                &language,
                &session.sources,
            );
            match made {
                Ok(bytes) => bytes,
                Err(problems) => {
                    problems.into_iter().for_each(|problem| session.diagnostics.push(problem));
                    return session.report();
                }
            }
        }
        _ => {
            eprintln!("`{}`: a form is written as .pdf or .json", path.display());
            return Outcome::Usage;
        }
    };
    match new_files::bytes(path, &bytes) {
        Ok(()) => {
            session.say(&format!("{} written", path.display()));
            session.report()
        }
        Err(error) => {
            eprintln!("{error}");
            Outcome::Findings
        }
    }
}
