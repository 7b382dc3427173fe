//! `import`: files of other programs → files of the data format.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::args::ImportArgs;
use super::{Outcome, Session, new_files};
use crate::diag::{Diagnostic, Diagnostics};
use crate::export::data;
use crate::model::{Archive, RatingRow};
use crate::source::import::identities::{Doubt, Match, Register, questions};
use crate::source::import::{Imported, Rated, combine};
use crate::source::load;
use crate::source::{Legacy, SITE_FILE, decode};

pub fn import(session: &mut Session, args: &ImportArgs) -> Outcome {
    if new_files::is_taken(&args.to) {
        eprintln!("`{}` is there already: choose another --to", args.to.display());
        return Outcome::Usage;
    }
    let mut diagnostics = std::mem::take(&mut session.diagnostics);
    let files = made(session, args, &mut diagnostics);
    session.diagnostics = diagnostics;
    let Some(files) = files.filter(|_| !session.diagnostics.has_errors()) else {
        session.say("nothing was written");
        return match session.report() {
            Outcome::Fine => Outcome::Findings,
            other => other,
        };
    };
    let bytes = files.iter().map(|(path, text)| (path.as_path(), text.as_bytes()));
    match new_files::folder(&args.to, bytes) {
        Ok(()) => {
            session.say(&format!("{} files in {}", files.len(), args.to.display()));
            match new_site(session, &args.to, &files) {
                Ok(()) => session.report(),
                Err(error) => {
                    eprintln!("{error}");
                    Outcome::Findings
                }
            }
        }
        Err(error) => {
            eprintln!("{error}");
            Outcome::Findings
        }
    }
}

/// The root of the site in whose `data/tournaments` a folder lies.
fn site_of(folder: &Path) -> Option<PathBuf> {
    let parts: Vec<_> = folder.components().collect();
    let at = parts
        .windows(2)
        .rposition(|pair| pair[0].as_os_str() == "data" && pair[1].as_os_str() == "tournaments")?;
    Some(parts[..at].iter().collect())
}

/// Events imported into `data/tournaments` of a folder that is no site yet make it one: `build`
/// then needs nothing more.
fn new_site(session: &Session, to: &Path, files: &data::Files) -> Result<(), String> {
    let Some(root) = site_of(to) else { return Ok(()) };
    let path = root.join(SITE_FILE);
    if path.exists() {
        return Ok(());
    }
    // The title is the first event's; its folder's where the event has none.
    let settings = files.iter().find(|(path, _)| path.ends_with("tournament.toml"));
    let table: Option<toml::Table> = settings.and_then(|(_, text)| text.parse().ok());
    let name = table.as_ref().and_then(|table| table.get("name")?.as_str());
    let title = name.map_or_else(|| to.display().to_string(), str::to_owned);
    new_files::file(&path, &format!("title = {}\n", data::quoted(&title)))?;
    session
        .say(&format!("{} written: the title of the site is there to be changed", path.display()));
    Ok(())
}

/// Everything that is to be written.
fn made(
    session: &Session,
    args: &ImportArgs,
    diagnostics: &mut Diagnostics,
) -> Option<data::Files> {
    let in_site = session.project.exists(Path::new("site.toml"));
    let archive = if in_site {
        load::register(&session.project, &session.sources, diagnostics)
    } else {
        Archive::default()
    };
    let mut register = Register::new(&archive);
    if let Some(path) = &args.identities {
        let bytes = load::read_file(path, diagnostics)?;
        let decoded = decode(path, &bytes, Legacy::Accept, &session.sources, diagnostics);
        register.answer(decoded?.0, &archive, &session.sources, diagnostics);
    }
    let (mut events, mut rounds, mut lists) = (Vec::new(), Vec::new(), Vec::new());
    for path in &args.files {
        let Some(bytes) = load::read_file(path, diagnostics) else { continue };
        match load::import_file(path, &bytes, &session.sources, diagnostics) {
            Some(Imported::Event(event)) => events.push(*event),
            Some(Imported::Round(list)) => rounds.push(*list),
            Some(Imported::Ratings(list)) => lists.extend(list),
            None => {}
        }
    }
    let mut files = data::Files::new();
    let mut doubts = Vec::new();
    let mut events = combine(events, rounds, diagnostics);
    let several = events.len() > 1;
    for event in &mut events {
        let without_team = event.entrants.iter().filter(|e| e.team.is_none()).count();
        if event.is_team_event() && without_team > 0 {
            diagnostics.push(Diagnostic::warning(
                "W0636",
                format!("{}: {without_team} players of no team are left out", event.name),
            ));
        }
        event.entrants.iter_mut().for_each(|entrant| entrant.name = spaced(&entrant.name));
        doubts.extend(register.link(event));
        let folder = if several { PathBuf::from(&*event.slug) } else { PathBuf::new() };
        let made = data::tournament(event, data::People::InFull);
        files.extend(made.into_iter().map(|(path, text)| (folder.join(path), text)));
    }
    let slugs: Vec<_> = events.iter().map(|event| event.slug.clone()).collect();
    for (at, slug) in slugs.iter().enumerate() {
        if slugs[..at].contains(slug) {
            diagnostics.push(
                Diagnostic::error("E0401", format!("two events would be called `{slug}`"))
                    .hint("rename one of the files"),
            );
        }
    }
    if !lists.is_empty() {
        files.push((
            "ratings.csv".into(),
            ratings(&lists, &register, in_site, &mut doubts, diagnostics),
        ));
    }
    if !doubts.is_empty() {
        diagnostics.push(
            Diagnostic::warning(
                "W0635",
                format!(
                    "{} people are not linked with the register: it is doubtful who they are",
                    doubts.len()
                ),
            )
            .in_file(args.to.join("identities.csv"))
            .hint("fill in the column `player`, and import again with `--identities`"),
        );
        files.push(("identities.csv".into(), questions(&doubts)));
    }
    (!files.is_empty()).then_some(files)
}

/// `Puig,Anna`, as some programs write it, as people do: `Puig, Anna`.
fn spaced(name: &str) -> Arc<str> {
    match name.split_once(',') {
        Some((last, first)) if !first.starts_with(' ') && !first.is_empty() => {
            format!("{last}, {first}").into()
        }
        _ => name.into(),
    }
}

/// A list as `data/ratings/*.csv`: the people of the register alone.
fn ratings(
    lines: &[Rated],
    register: &Register<'_>,
    in_site: bool,
    doubts: &mut Vec<Doubt>,
    diagnostics: &mut Diagnostics,
) -> String {
    if !in_site {
        diagnostics.push(
            Diagnostic::error("E0637", "a rating list needs the register of a site")
                .at(lines[0].span)
                .hint("run the command in the folder of the site, or give it with `--root`"),
        );
    }
    let mut rows = std::collections::BTreeMap::new();
    for line in lines {
        match register.find(&line.name, line.fide_id, line.born) {
            Match::Known(slug) => {
                rows.insert(
                    slug.to_string(),
                    RatingRow { ratings: line.ratings, games: line.games },
                );
            }
            Match::Unknown => {}
            Match::Doubtful(doubt) => doubts.push(doubt),
        }
    }
    if in_site && rows.is_empty() {
        diagnostics.push(
            Diagnostic::error("E0637", "nobody of this list is in the register")
                .at(lines[0].span)
                .hint("people are found by FIDE identifier, else by name"),
        );
    }
    data::ratings(&rows)
}
