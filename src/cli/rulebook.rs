//! `check`, `params` and `rules`.

use std::fs;

use super::args::{CheckArgs, ParamsArgs, RulesArgs};
use super::{Outcome, Session, print, print_json};
use crate::model::Date;
use crate::rulebook::params_json;
use crate::source::{self, inventory, lock};

/// Everything but writing; on request the checklist of provisions, and the lock of identifiers.
pub fn check(session: &mut Session, args: &CheckArgs) -> Outcome {
    if args.write_ids && write_ids(session) == Outcome::Findings {
        return Outcome::Findings;
    }
    let prepared = super::build::prepare(session);
    // What the pages cannot link shows only when they are made.
    if let Some(prepared) = prepared.as_ref().filter(|_| !session.diagnostics.has_errors()) {
        let options = crate::build::Options { no_pdf: true, ..Default::default() };
        super::build::render(session, prepared, &options, &crate::publish::Nowhere);
    }
    let mut outcome = if args.json { session.report_json() } else { session.report() };
    if let Some(path) = &args.inventory {
        let text = match fs::read_to_string(path) {
            Ok(text) => text,
            Err(error) => {
                eprintln!("error: cannot read `{}`: {error}", path.display());
                return Outcome::Usage;
            }
        };
        let Some(prepared) = prepared else { return Outcome::Findings };
        let comparison = inventory::compare(&text, prepared.data.versions.published());
        if args.json {
            eprint!("{}", comparison.render());
        } else {
            print(&comparison.render());
        }
        if !comparison.is_complete() {
            outcome = Outcome::Findings;
        }
    }
    if !args.json && outcome == Outcome::Fine {
        session.say("everything is in order");
    }
    outcome
}

/// Adds new identifiers to the lock; those that are there stay.
fn write_ids(session: &mut Session) -> Outcome {
    let mut diagnostics = std::mem::take(&mut session.diagnostics);
    let (versions, _) = source::rulebook(&session.project, &session.sources, &mut diagnostics);
    let Some(root) = session.project.root() else { return Outcome::Usage };
    let path = root.join(lock::LOCK);
    let present = fs::read_to_string(&path).ok();
    let text = lock::update(present.as_deref(), versions.identifiers());
    match fs::write(&path, text) {
        Ok(()) => Outcome::Fine,
        Err(error) => {
            eprintln!("error: cannot write `{}`: {error}", path.display());
            Outcome::Findings
        }
    }
}

/// Every number that calculations use, with its value, provision and place.
pub fn params(session: &mut Session, args: &ParamsArgs) -> Outcome {
    let day = match args.on.as_deref().map(str::parse::<Date>) {
        None => None,
        Some(Ok(day)) => Some(day),
        Some(Err(_)) => {
            eprintln!("error: --on takes a day such as 1991-03-01");
            return Outcome::Usage;
        }
    };
    let mut diagnostics = std::mem::take(&mut session.diagnostics);
    let (versions, _) = source::rulebook(session.texts(), &session.sources, &mut diagnostics);
    session.diagnostics = diagnostics;
    let rulebook = match day {
        Some(day) => versions.on(day),
        None => versions.published(),
    };
    if args.json {
        print_json(&params_json(rulebook, &session.sources));
        return session.report();
    }
    for param in rulebook.params.values() {
        let (file, line, _) = session.sources.place(param.span);
        let value = param.value.to_json();
        let value = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
        let unit = param.unit.as_deref().unwrap_or_default();
        let file = crate::diag::display_path(&file);
        print(&format!("{:<40} {value} {unit}  [{}] {file}:{line}\n", param.id, param.provision));
    }
    session.report()
}

/// Which provisions are computed, by which function, tested where; or why they are not.
pub fn rules(args: &RulesArgs) -> Outcome {
    if !args.coverage {
        eprintln!("error: `butlleti rules --coverage` lists what is computed");
        return Outcome::Usage;
    }
    let list = crate::core::coverage::all();
    if args.json {
        let entries: Vec<_> = list.iter().map(crate::core::coverage::Coverage::to_json).collect();
        print_json(&serde_json::Value::Array(entries));
        return Outcome::Fine;
    }
    for entry in list {
        print(&entry.line());
    }
    let computed = list.iter().filter(|entry| entry.is_computed()).count();
    print(&format!("{computed} of {} computed\n", list.len()));
    Outcome::Fine
}
