//! `simulate`: invented tournaments, the same for the same seed.

use std::fs;
use std::path::Path;

use super::args::SimulateArgs;
use super::{Outcome, Session};
use crate::diag::nearest;
use crate::model::PairingSystem;
use crate::simulate::{self, Files, Plan};

pub fn simulate(session: &mut Session, args: &SimulateArgs) -> Outcome {
    let files = match args.tournaments {
        Some(tournaments) => Ok(simulate::archive(tournaments as usize, args.seed)),
        None => one(args),
    };
    let files = match files {
        Ok(files) => files,
        Err(message) => {
            eprintln!("{message}");
            return Outcome::Usage;
        }
    };
    match write(&args.out, &files) {
        Ok(()) => {
            session.say(&format!("{} files in {}", files.len(), args.out.display()));
            Outcome::Fine
        }
        Err(message) => {
            eprintln!("{message}");
            Outcome::Findings
        }
    }
}

fn one(args: &SimulateArgs) -> Result<Files, String> {
    let Some(pairing) = PairingSystem::from_key(&args.pairing) else {
        let known = PairingSystem::ALL.map(PairingSystem::key);
        let near = nearest(&args.pairing, known);
        let hint = near.map(|key| format!("; did you mean {key}?")).unwrap_or_default();
        let known = known.join(", ");
        return Err(format!("no pairing system `{}`{hint} (known: {known})", args.pairing));
    };
    let plan = Plan::new(pairing, args.players as usize, args.rounds as usize, args.seed);
    simulate::run(&plan).map(|simulation| simulation.files).map_err(|error| error.to_string())
}

/// Writes into a new or empty folder; nothing that exists is touched.
fn write(out: &Path, files: &Files) -> Result<(), String> {
    let used = fs::read_dir(out).is_ok_and(|mut entries| entries.next().is_some());
    if used || out.is_file() {
        return Err(format!("`{}` is not empty: choose another --out", out.display()));
    }
    for (path, text) in files {
        let target = out.join(path);
        if let Some(folder) = target.parent() {
            fs::create_dir_all(folder)
                .map_err(|e| format!("cannot create `{}`: {e}", folder.display()))?;
        }
        fs::write(&target, text)
            .map_err(|e| format!("cannot write `{}`: {e}", target.display()))?;
    }
    Ok(())
}
