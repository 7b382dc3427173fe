//! `simulate`: invented tournaments, the same for the same seed.

use std::fs;
use std::path::Path;

use super::args::SimulateArgs;
use super::{Outcome, Session};
use crate::build::{self, RulesByDay};
use crate::core::Rules1990;
use crate::core::ask::Calculation;
use crate::diag::nearest;
use crate::model::{PairingSystem, System};
use crate::simulate::{self, Chances, Files, Mix, Plan, TeamPlan, exercise};
use crate::source;

pub fn simulate(session: &mut Session, args: &SimulateArgs) -> Outcome {
    let files = match args.tournaments {
        None if args.questions.is_some() => questions(session, args),
        Some(tournaments) => {
            rules(session).map(|rules| simulate::archive(tournaments as usize, args.seed, &rules))
        }
        None => one(session, args),
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

/// Questions by the text in force now, with what the site's own data say.
fn questions(session: &mut Session, args: &SimulateArgs) -> Result<Files, String> {
    let mut diagnostics = std::mem::take(&mut session.diagnostics);
    let archive = source::archive(&session.project, &session.sources, &mut diagnostics);
    let (versions, _) = source::rulebook(session.texts(), &session.sources, &mut diagnostics);
    let rules = RulesByDay::bind(&versions, &mut diagnostics);
    session.diagnostics = diagnostics;
    session.report();
    let Some(rules) = rules else { return Err("the rules cannot be read".to_owned()) };
    let count = args.questions.unwrap_or_default();
    let given = |asked: &Calculation| build::given(asked, &archive);
    let asked = simulate::questions(count, args.seed, rules.latest(), given);
    Ok(vec![("questions.json".into(), format!("{asked:#}\n"))])
}

fn one(session: &mut Session, args: &SimulateArgs) -> Result<Files, String> {
    let Some(pairing) = PairingSystem::from_key(&args.pairing) else {
        let known = PairingSystem::ALL.map(PairingSystem::key);
        let near = nearest(&args.pairing, known);
        let hint = near.map(|key| format!("; did you mean {key}?")).unwrap_or_default();
        let known = known.join(", ");
        return Err(format!("no pairing system `{}`{hint} (known: {known})", args.pairing));
    };
    let rounds = args.rounds.map(|rounds| rounds as usize);
    let mut plan = Plan::new(pairing, args.players as usize, rounds.unwrap_or(9), args.seed);
    plan.teams = args.teams.map(|teams| TeamPlan {
        teams: teams as usize,
        boards: args.boards as usize,
        reserves: 1,
    });
    if let Some(weights) = &args.mix {
        plan.mix = mix(weights)?;
    }
    plan.chances = Chances {
        draws: args.draws.unwrap_or(plan.chances.draws),
        forfeits: args.forfeits.unwrap_or(plan.chances.forfeits),
        absences: args.absences.unwrap_or(plan.chances.absences),
    };
    plan.late_entries = args.late as usize;
    plan.withdrawals = args.withdrawals as usize;
    if rounds.is_none() && plan.system != System::Swiss {
        plan.rounds = plan.all_rounds();
    }
    let simulation =
        simulate::run_by_rules(&plan, &rules(session)?).map_err(|error| error.to_string())?;
    if !args.exercise {
        return Ok(simulation.files);
    }
    session.say(&exercise_told(&args.out));
    Ok(simulate::exercise(&simulation.tournament))
}

/// What to do with an exercise.
fn exercise_told(out: &Path) -> String {
    let first = out.join(exercise::folder(1));
    format!(
        "Pair each round by hand: add its pairs to games.csv of its folder, and compare with\n  \
         butlleti verify {}\nThe whole tournament is in {}.",
        first.display(),
        out.join(exercise::SOLUTION).display()
    )
}

/// The weights of the four categories of the federation.
fn mix(weights: &[u32]) -> Result<Mix, String> {
    let categories = Mix::default().0.into_iter().map(|(category, _)| category);
    let some = weights.iter().any(|&weight| weight > 0);
    if weights.len() != categories.len() || !some {
        return Err(format!(
            "--mix takes {} weights, not all 0: Preferent,1a,2a,3a, as in --mix 20,25,28,27",
            categories.len()
        ));
    }
    Ok(Mix(categories.zip(weights.iter().copied()).collect()))
}

/// The rules as published.
fn rules(session: &mut Session) -> Result<Rules1990, String> {
    let mut diagnostics = std::mem::take(&mut session.diagnostics);
    let (versions, _) = source::rulebook(session.texts(), &session.sources, &mut diagnostics);
    let rules = RulesByDay::bind(&versions, &mut diagnostics);
    session.diagnostics = diagnostics;
    let unreadable = || "the regulations cannot be read: see `butlleti check`".to_owned();
    rules.map(|rules| rules.published().clone()).ok_or_else(unreadable)
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
