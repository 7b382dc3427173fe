//! A whole site, or one tournament from anywhere.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use rayon::prelude::*;

use super::arbiters::read_arbiters;
use super::calendar::read_calendar;
use super::discipline::read_cases;
use super::free_pages::{CONTENT, FreePageMemo, read_free_pages};
use super::glossary::{GLOSSARY_FILE, read_glossary};
use super::import::{self, Imported};
use super::lock::LOCK;
use super::news::{NewsItem, read_news};
use super::norms::read_norms;
use super::people::read_register;
use super::plan::read_plans;
use super::ratings::{read_holidays, read_rating_lists};
use super::rulebook::{CIRCULARS, REGULATIONS, load_versions};
use super::site::{SITE_FILE, SiteConfig, read_site_config};
use super::strength::read_strength;
use super::text::{Legacy, decode};
pub use super::tournament::TOURNAMENT_FILE;
use super::tournament::read_tournament;
use super::trf::{read_trf, recognise_trf};
use crate::diag::{Diagnostic, Diagnostics, Sources, display_path};
use crate::fingerprint::Fingerprint;
use crate::model::{Archive, Tournament};
use crate::project::Project;
use crate::rulebook::{FreePage, ProvisionId, Term, TermForms, Versions};

/// Folder of everything that is counted, not written.
const DATA: &str = "data";
/// Folder of the events in a site.
pub const TOURNAMENTS: &str = "data/tournaments";

/// Everything that a site's files say.
#[derive(Debug)]
pub struct Site {
    pub config: SiteConfig,
    pub archive: Arc<Archive>,
    /// The regulations in the text of every day.
    pub versions: Arc<Versions>,
    pub glossary: Arc<[Term]>,
    /// Pages beside the regulations, by section and in its order.
    pub pages: Vec<Arc<FreePage>>,
    /// The latest first.
    pub news: Vec<NewsItem>,
}

/// What was read before, so that what has not changed is not read again.
#[derive(Debug, Default)]
pub struct Memo {
    pages: FreePageMemo,
    rulebook: Option<KnownRulebook>,
    register: Option<Known<Archive>>,
    /// By slug; all read with the register that is known.
    tournaments: BTreeMap<String, Known<Option<Arc<Tournament>>>>,
}

/// Something that was read, what from, and what is wrong with it.
#[derive(Clone, Debug)]
struct Known<T> {
    made_of: Fingerprint,
    read: T,
    problems: Diagnostics,
}

/// The regulations and the glossary, what they were read from, and what is wrong with them.
#[derive(Debug)]
struct KnownRulebook {
    made_of: Fingerprint,
    versions: Arc<Versions>,
    glossary: Arc<[Term]>,
    problems: Diagnostics,
}

impl Memo {
    fn rulebook(
        &mut self,
        project: &Project,
        sources: &Sources,
        diagnostics: &mut Diagnostics,
    ) -> (Arc<Versions>, Arc<[Term]>) {
        let places = [REGULATIONS, CIRCULARS, GLOSSARY_FILE, LOCK];
        let made_of = Fingerprint::of(&places.map(|place| project.fingerprint(Path::new(place))));
        let known = self.rulebook.take().filter(|known| known.made_of == made_of);
        let known = known.unwrap_or_else(|| {
            let mut problems = Diagnostics::new();
            let (versions, glossary) = rulebook(project, sources, &mut problems);
            let (versions, glossary) = (Arc::new(versions), glossary.into());
            KnownRulebook { made_of, versions, glossary, problems }
        });
        diagnostics.extend(known.problems.clone());
        let found = (known.versions.clone(), known.glossary.clone());
        self.rulebook = Some(known);
        found
    }

    /// As [`archive`].
    fn archive(
        &mut self,
        project: &Project,
        sources: &Sources,
        diagnostics: &mut Diagnostics,
    ) -> Archive {
        let made_of = project.fingerprint_beside(Path::new(DATA), Path::new(TOURNAMENTS));
        let known = self.register.take().filter(|known| known.made_of == made_of);
        let register = known.unwrap_or_else(|| {
            self.tournaments.clear();
            let mut problems = Diagnostics::new();
            let read = register(project, sources, &mut problems);
            Known { made_of, read, problems }
        });
        diagnostics.extend(register.problems.clone());
        let mut archive = register.read.clone();
        self.register = Some(register);

        let known = std::mem::take(&mut self.tournaments);
        let folders = tournament_folders(project, diagnostics);
        // Events do not depend on each other; the order of their results is that of the folders.
        let read: Vec<_> = folders
            .into_par_iter()
            .map(|(slug, folder)| {
                let made_of = project.fingerprint(&folder);
                if let Some(known) = known.get(&slug).filter(|known| known.made_of == made_of) {
                    return (slug, known.clone());
                }
                let mut problems = Diagnostics::new();
                let read =
                    read_tournament(project, &folder, &slug, &archive, sources, &mut problems);
                (slug, Known { made_of, read: read.map(Arc::new), problems })
            })
            .collect();
        for (slug, event) in read {
            diagnostics.extend(event.problems.clone());
            archive.tournaments.extend(event.read.clone());
            self.tournaments.insert(slug, event);
        }
        archive.plans = read_plans(project, &archive, sources, diagnostics);
        archive.tournaments.sort_by(|a, b| (a.start, &a.slug).cmp(&(b.start, &b.slug)));
        archive
    }
}

/// Reads a whole site. All problems are in `diagnostics`; `None` when the settings cannot be had.
/// With errors, what is returned is what could be read.
///
/// A site without `content/reglaments` has the regulations and the glossary built into the
/// program. One that has that folder has those of the folder alone: a parameter they lack is an
/// error.
pub fn site(
    project: &Project,
    memo: &mut Memo,
    sources: &Sources,
    diagnostics: &mut Diagnostics,
) -> Option<Site> {
    let config = read_site_config(project, sources, diagnostics);
    let (versions, glossary) = memo.rulebook(project, sources, diagnostics);
    let identifiers: BTreeSet<&ProvisionId> = versions.identifiers().collect();
    let known = |id: &ProvisionId| identifiers.contains(id);
    let pages = read_free_pages(project, &known, &mut memo.pages, sources, diagnostics);
    let mut archive = memo.archive(project, sources, diagnostics);
    read_cases(project, &mut archive, versions.latest(), sources, diagnostics);
    let archive = Arc::new(archive);
    let news = read_news(project, sources, diagnostics);
    Some(Site { config: config?, archive, versions, glossary, pages, news })
}

/// Are the regulations built into the program those of the site? A site that writes texts of its
/// own, but no regulations, and has no events that would be held to any, has none.
fn has_built_in(project: &Project) -> bool {
    !project.exists(Path::new(CONTENT)) || project.exists(Path::new(TOURNAMENTS))
}

/// The regulations and the glossary of a project, or those built in.
pub fn rulebook(
    project: &Project,
    sources: &Sources,
    diagnostics: &mut Diagnostics,
) -> (Versions, Vec<Term>) {
    let own = project.exists(Path::new(REGULATIONS));
    let texts = if own || !has_built_in(project) { project } else { &Project::Embedded };
    let mut versions = load_versions(texts, sources, diagnostics);
    let glossary = if project.exists(Path::new(GLOSSARY_FILE)) { project } else { texts };
    let terms = read_glossary(glossary, versions.latest(), sources, diagnostics);
    let forms = terms.iter().map(|term| {
        let words =
            std::iter::once(term.ca.as_str()).chain(term.variants.iter().map(String::as_str));
        (term.slug.as_str(), words)
    });
    versions.mark_terms(&TermForms::new(forms));
    (versions, terms)
}

/// All data of a project.
pub fn archive(project: &Project, sources: &Sources, diagnostics: &mut Diagnostics) -> Archive {
    Memo::default().archive(project, sources, diagnostics)
}

/// Clubs, players, rating lists, holidays, norms, towns and the calendar: what events refer to.
pub fn register(project: &Project, sources: &Sources, diagnostics: &mut Diagnostics) -> Archive {
    let mut archive = Archive::default();
    read_register(project, &mut archive, sources, diagnostics);
    read_rating_lists(project, &mut archive, sources, diagnostics);
    read_holidays(project, &mut archive, sources, diagnostics);
    read_strength(project, &mut archive, sources, diagnostics);
    read_arbiters(project, &mut archive, sources, diagnostics);
    read_norms(project, &mut archive, sources, diagnostics);
    read_calendar(project, &mut archive, sources, diagnostics);
    archive
}

/// Slug and folder of every event, sorted by folder.
fn tournament_folders(project: &Project, diagnostics: &mut Diagnostics) -> Vec<(String, PathBuf)> {
    super::list(project, Path::new(TOURNAMENTS), "toml", diagnostics)
        .into_iter()
        .filter(|path| path.file_name().is_some_and(|name| name == TOURNAMENT_FILE))
        .filter_map(|path| {
            let folder = path.parent()?;
            let slug = display_path(folder.strip_prefix(TOURNAMENTS).ok()?);
            Some((slug, folder.to_path_buf()))
        })
        .collect()
}

/// Reads an event from one file, whose format is recognised by its content: TRF, or one of
/// [`import::IMPORTERS`]. A list that is no event is an error.
pub fn tournament_file(
    path: &Path,
    bytes: &[u8],
    sources: &Sources,
    diagnostics: &mut Diagnostics,
) -> Option<Tournament> {
    match import_file(path, bytes, sources, diagnostics)? {
        Imported::Event(tournament) => Some(*tournament),
        Imported::Round(list) => import::round::whole(vec![*list], diagnostics),
        Imported::Ratings(_) => {
            diagnostics.push(
                Diagnostic::error("E0632", "a rating list is not a whole event")
                    .in_file(path)
                    .hint("`butlleti import` reads rating lists"),
            );
            None
        }
    }
}

/// Reads whatever a file of another program holds.
pub fn import_file(
    path: &Path,
    bytes: &[u8],
    sources: &Sources,
    diagnostics: &mut Diagnostics,
) -> Option<Imported> {
    if import::is_binary(bytes) || bytes.len() as u64 > import::MAX_BYTES {
        return import::read(path, bytes, sources, diagnostics);
    }
    let (file, _) = decode(path, bytes, Legacy::Accept, sources, diagnostics)?;
    if recognise_trf(&sources.get(file).text) {
        let mut tournament = read_trf(file, sources, diagnostics)?;
        sound(&mut tournament, path, diagnostics);
        return Some(Imported::Event(Box::new(tournament)));
    }
    let mut imported = import::read_decoded(file, sources, diagnostics)?;
    if let Imported::Event(tournament) = &mut imported {
        sound(tournament, path, diagnostics);
    }
    Some(imported)
}

/// Names without blanks around them, which no list shows and no table keeps.
fn sound(t: &mut Tournament, path: &Path, diagnostics: &mut Diagnostics) {
    let names = t.entrants.iter_mut().map(|entrant| &mut entrant.name);
    for name in names.chain(t.teams.iter_mut().map(|team| &mut team.name)).chain([&mut t.name]) {
        let trimmed = name.trim();
        if trimmed.len() < name.len() {
            *name = trimmed.into();
        }
    }
    // A name that nobody can see is none.
    if t.name.chars().all(|c| c.is_whitespace() || c.is_control()) {
        t.name = t.slug.clone();
    }
    sound_days(t, path, diagnostics);
}

/// A last day before the first is a slip of the other program: it is left out, and that is told.
fn sound_days(t: &mut Tournament, path: &Path, diagnostics: &mut Diagnostics) {
    let (Some(start), Some(end)) = (t.start, t.end) else { return };
    if end < start {
        t.end = None;
        let message = format!("the last day, {end}, comes before the first, {start}");
        diagnostics.push(
            Diagnostic::warning("W0638", message)
                .in_file(path)
                .hint("the last day is left out: give it as `end` in `tournament.toml`"),
        );
    }
}

/// Reads a file on disk, unless it is too large to be of any event.
pub fn read_file(path: &Path, diagnostics: &mut Diagnostics) -> Option<Vec<u8>> {
    let size = std::fs::metadata(path).map_or(0, |found| found.len());
    if size > import::MAX_BYTES {
        diagnostics.push(import::too_large(path, size, import::MAX_BYTES));
        return None;
    }
    let (parent, name) = (path.parent()?, path.file_name()?);
    let parent = if parent.as_os_str().is_empty() { Path::new(".") } else { parent };
    super::read(&Project::disk(parent), Path::new(name), diagnostics)
}

/// An event and what it refers to.
#[derive(Debug)]
pub struct Found {
    pub tournament: Tournament,
    /// The register of the site in which it lies; of its other events, those in which the same
    /// clubs' teams play. Empty outside a site.
    pub archive: Archive,
    /// The root of that site, on disk.
    pub site: Option<PathBuf>,
    /// The folder of the event, or its lone file, on disk.
    pub place: Option<PathBuf>,
    /// A file by itself, without a folder that says more about the event.
    pub is_lone_file: bool,
}

/// Finds an event by what somebody wrote on the command line: its slug in the site
/// (`1990/obert-barcelona-a`, or its last part where that is unique), a folder with a
/// `tournament.toml`, or a file of any format that can be read. Paths are as the shell sees them.
pub fn find_tournament(
    argument: &str,
    project: &Project,
    sources: &Sources,
    diagnostics: &mut Diagnostics,
) -> Option<Found> {
    let folders = tournament_folders(project, diagnostics);
    let wanted = argument.trim_end_matches('/');
    let exact = folders.iter().find(|(slug, _)| slug == wanted);
    if let Some((slug, folder)) = exact {
        return in_site(project, folder, slug, sources, diagnostics);
    }
    let path = Path::new(argument);
    if path.is_dir() {
        return from_folder(path, sources, diagnostics);
    }
    if path.is_file() {
        let (parent, name) = (path.parent()?, path.file_name()?);
        let parent = if parent.as_os_str().is_empty() { Path::new(".") } else { parent };
        if name == TOURNAMENT_FILE {
            return from_folder(parent, sources, diagnostics);
        }
        let bytes = read_file(path, diagnostics)?;
        let tournament = tournament_file(path, &bytes, sources, diagnostics)?;
        let place = Some(path.to_path_buf());
        let archive = Archive::default();
        return Some(Found { tournament, archive, place, site: None, is_lone_file: true });
    }
    let last = |slug: &str| slug.rsplit('/').next().unwrap_or_default().to_owned();
    let by_end: Vec<_> = folders.iter().filter(|(slug, _)| last(slug) == wanted).collect();
    if let [(slug, folder)] = by_end[..] {
        return in_site(project, folder, slug, sources, diagnostics);
    }
    let mut diagnostic = Diagnostic::error("E0701", format!("no event `{argument}`"))
        .hint("give its slug in the site, a folder with a `tournament.toml`, or a file");
    if by_end.is_empty() {
        let ends: Vec<_> = folders.iter().map(|(slug, _)| last(slug)).collect();
        let slugs = folders.iter().map(|(slug, _)| slug.as_str());
        diagnostic = diagnostic.suggest(wanted, slugs.chain(ends.iter().map(String::as_str)));
    } else {
        let slugs: Vec<_> = by_end.iter().map(|(slug, _)| slug.as_str()).collect();
        diagnostic = diagnostic.hint(format!("there are several: {}", slugs.join(", ")));
    }
    diagnostics.push(diagnostic);
    None
}

fn in_site(
    project: &Project,
    folder: &Path,
    slug: &str,
    sources: &Sources,
    diagnostics: &mut Diagnostics,
) -> Option<Found> {
    let mut archive = register(project, sources, diagnostics);
    let tournament = read_tournament(project, folder, slug, &archive, sources, diagnostics)?;
    let place = project.root().map(|root| root.join(folder));
    if tournament.is_team_event() {
        let related = archive.strength.values().filter_map(|list| {
            let events: Vec<_> =
                list.teams.iter().filter_map(|team| Some(team.plays.as_ref()?.0.clone())).collect();
            events.iter().any(|event| **event == *slug).then_some(events)
        });
        let related: BTreeSet<Arc<str>> = related.flatten().collect();
        read_others(project, &mut archive, slug, |other| related.contains(other), sources);
    }
    let site = project.root().map(Path::to_path_buf);
    Some(Found { tournament, archive, place, site, is_lone_file: false })
}

/// Reads other events of a site into its archive. What is wrong with them is not this event's
/// matter: `check` tells it.
fn read_others(
    project: &Project,
    archive: &mut Archive,
    own: &str,
    wanted: impl Fn(&str) -> bool,
    sources: &Sources,
) {
    let mut unheard = Diagnostics::new();
    for (slug, folder) in tournament_folders(project, &mut unheard) {
        if slug == own || !wanted(&slug) {
            continue;
        }
        let read = read_tournament(project, &folder, &slug, archive, sources, &mut unheard);
        archive.tournaments.extend(read.map(Arc::new));
    }
}

impl Found {
    /// Reads all other events of the site, for what an event is compared with: without them only
    /// those in which its clubs' other teams play are there.
    pub fn with_all_events(mut self, sources: &Sources) -> Self {
        if let Some(root) = &self.site {
            self.archive.tournaments.clear();
            let project = Project::disk(root);
            let own = Arc::clone(&self.tournament.slug);
            read_others(&project, &mut self.archive, &own, |_| true, sources);
        }
        self
    }
}

/// A folder on disk: within a site, with its register; else alone.
fn from_folder(folder: &Path, sources: &Sources, diagnostics: &mut Diagnostics) -> Option<Found> {
    let absolute = std::path::absolute(folder).unwrap_or_else(|_| folder.to_path_buf());
    let root = absolute.ancestors().find(|dir| dir.join(SITE_FILE).is_file());
    if let Some(root) = root
        && let Ok(inside) = absolute.strip_prefix(root)
        && let Ok(slug) = inside.strip_prefix(TOURNAMENTS)
    {
        let slug = display_path(slug);
        return in_site(&Project::disk(root), inside, &slug, sources, diagnostics);
    }
    let slug: Arc<str> = absolute.file_name().unwrap_or_default().to_string_lossy().into();
    let archive = Archive::default();
    let project = Project::disk(&absolute);
    let tournament =
        read_tournament(&project, Path::new(""), &slug, &archive, sources, diagnostics)?;
    Some(Found { tournament, archive, place: Some(absolute), site: None, is_lone_file: false })
}
