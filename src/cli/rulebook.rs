//! `check` and `params`.

use super::args::{CheckArgs, ParamsArgs};
use super::{Outcome, Session, print, print_json};
use crate::source::load;

/// Everything but writing.
pub fn check(session: &mut Session, args: &CheckArgs) -> Outcome {
    super::build::prepare(session);
    let outcome = if args.json { session.report_json() } else { session.report() };
    if !args.json && outcome == Outcome::Fine {
        session.say("everything is in order");
    }
    outcome
}

/// Every number that calculations use, with its value, provision and place.
pub fn params(session: &mut Session, args: &ParamsArgs) -> Outcome {
    let mut diagnostics = std::mem::take(&mut session.diagnostics);
    let (rulebook, _) = load::rulebook(session.texts(), &session.sources, &mut diagnostics);
    session.diagnostics = diagnostics;
    let list: Vec<serde_json::Value> = rulebook
        .params
        .values()
        .map(|param| {
            let (file, line, _) = session.sources.place(param.span);
            serde_json::json!({
                "id": param.id, "value": param.value.to_json(), "unit": param.unit,
                "provision": param.provision.as_str(),
                "file": crate::diag::display_path(&file), "line": line,
            })
        })
        .collect();
    if args.json {
        print_json(&serde_json::Value::Array(list));
    } else {
        for param in rulebook.params.values() {
            let (file, line, _) = session.sources.place(param.span);
            let value = param.value.to_json();
            let value = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
            let unit = param.unit.as_deref().unwrap_or_default();
            print(&format!(
                "{:<40} {value} {unit}  [{}] {}:{line}\n",
                param.id,
                param.provision,
                file.display()
            ));
        }
    }
    session.report()
}
