//! `export`: a tournament in a format of other programs.

use std::path::Path;

use super::args::{ExportArgs, ExportFormat};
use super::{Outcome, Session, new_files, print};
use crate::core::standings::{Settings, Standings};
use crate::export::{data, pgn, tournament_json, trf};
use crate::model::Tournament;

pub fn export(session: &mut Session, args: &ExportArgs) -> Outcome {
    if args.format == ExportFormat::Csv && args.out.is_none() {
        eprintln!("csv is several files: name a new folder with --out");
        return Outcome::Usage;
    }
    let Some(loaded) = super::tournament::load(session, &args.tournament) else {
        return session.report();
    };
    let t = &loaded.tournament;
    let text = match args.format {
        ExportFormat::Csv => {
            let files = data::tournament(&data::standalone(t.clone()), data::People::InFull);
            return write(session, args.out.as_deref(), &files);
        }
        ExportFormat::Json => format!("{:#}\n", tournament_json::tournament(t)),
        ExportFormat::Pgn => pgn::write(t),
        ExportFormat::Trf16 | ExportFormat::Trf26 => {
            let dialect = match args.format {
                ExportFormat::Trf26 => trf::Dialect::Trf26,
                _ => trf::Dialect::Trf16,
            };
            let settings = Settings::default();
            let standings = Standings::compute(t, &loaded.rules, t.rounds_complete(), &settings);
            match trf::write(t, dialect, Some(&places(t, &standings))) {
                Ok(text) => text,
                Err(problems) => {
                    problems.into_iter().for_each(|problem| session.diagnostics.push(problem));
                    return session.report();
                }
            }
        }
    };
    match &args.out {
        Some(path) => match new_files::file(path, &text) {
            Ok(()) => session.report(),
            Err(error) => {
                eprintln!("{error}");
                Outcome::Findings
            }
        },
        None => {
            print(&text);
            session.report()
        }
    }
}

/// The ranks of the entrants by index; in a team event there are none of players.
fn places(t: &Tournament, standings: &Standings) -> Vec<u32> {
    let mut places: Vec<u32> = (1..=t.entrants.len() as u32).collect();
    if !t.is_team_event() {
        for row in &standings.rows {
            if let (Some(place), Some(rank)) = (places.get_mut(row.entrant), row.rank) {
                *place = rank;
            }
        }
    }
    places
}

fn write(session: &mut Session, out: Option<&Path>, files: &data::Files) -> Outcome {
    let Some(out) = out else { return Outcome::Usage };
    let bytes = files.iter().map(|(path, text)| (path.as_path(), text.as_bytes()));
    match new_files::folder(out, bytes) {
        Ok(()) => {
            session.say(&format!("{} files in {}", files.len(), out.display()));
            session.report()
        }
        Err(error) => {
            eprintln!("{error}");
            Outcome::Findings
        }
    }
}
