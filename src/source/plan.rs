//! Planned events, `data/plans/*.toml`: what an organiser means to hold, to be checked beforehand.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::calendar::known_town;
use super::people::known_club;
use super::ratings::{rating_list, suggest_player, unknown_player};
use super::rounds::MAX_ROUNDS;
use super::settings::{Given, keys, read_settings, word};
use super::tournament::header::{HomologationFile, homologation_of};
use crate::diag::{Diagnostic, Diagnostics, Sources, Span};
use crate::model::{
    Archive, Category, Date, Entrant, EventKind, Plan, PlannedGroup, Ratings, System, Title,
    Tournament,
};
use crate::project::Project;

pub const PLANS: &str = "data/plans";

word!(Title, "a title", Title::ALL.map(|title| (title.key(), title)));

keys! {
    /// A planned event, for `butlleti homologate` and the site. `name` and `kind` must be there;
    /// what else is left out is not known yet.
    pub struct PlanFile = "data/plans/….toml" {
        /// Name, as it will be published.
        name: Arc<str>,
        /// `open` or `closed`.
        kind: Given<EventKind>,
        /// Identifier of the town, from `data/towns.csv`: distances are taken from its coordinates.
        town: Given<Arc<str>>,
        /// First day.
        start: Given<Date>,
        /// Last day.
        end: Given<Date>,
        /// Rounds.
        rounds: Given<u32>,
        /// Time control, in words.
        time_control: Arc<str>,
        /// Who organises it.
        organiser: Arc<str>,
        /// Chief arbiter.
        chief_arbiter: Arc<str>,
        /// `true` for an event invented for demonstration.
        invented: bool,
        /// What readers are told about it, in Markdown.
        note: Arc<str>,
        /// Playing groups of an open, each under `[[groups]]`.
        groups: Vec<GroupFile>,
        /// Players of a closed event, each under `[[players]]`.
        players: Vec<Given<PlannedPlayerFile>>,
        /// What the organiser has done so far: the keys of an event's `[homologation]`.
        homologation: HomologationFile,
    }
}

keys! {
    /// A playing group of a planned open.
    pub struct GroupFile = "[[groups]]" {
        /// Categories that play in it: `preferent`, `1a`, `2a`, `3a`.
        categories: Vec<Category>,
        /// Players on the entry list, those who withdraw later included.
        players: u32,
    }
}

keys! {
    /// A player of a planned closed event. Somebody of the register needs only `player`: what is
    /// left out is completed from there, ratings from the list in force on the first day.
    pub struct PlannedPlayerFile = "[[players]]" {
        /// Identifier in the register, `data/players.csv`.
        player: Given<Arc<str>>,
        /// `Cognoms, Nom`.
        name: Arc<str>,
        /// Identifier of the club, from `data/clubs.csv`.
        club: Given<Arc<str>>,
        /// `preferent`, `1a`, `2a` or `3a`.
        category: Category,
        /// `GM`, `IM`, `FM`, `CM`, `WGM`, `WIM`, `WFM`, `WCM`, `MN` or `MC`.
        title: Title,
        /// Rating of this federation.
        fce: u32,
        /// International rating.
        fide: u32,
        /// Rating of the Spanish federation.
        feda: u32,
    }
}

/// Reads every plan of a project, by slug.
pub fn read_plans(
    project: &Project,
    archive: &Archive,
    sources: &Sources,
    diagnostics: &mut Diagnostics,
) -> Vec<Plan> {
    let files = super::list(project, Path::new(PLANS), "toml", diagnostics);
    files
        .into_iter()
        .filter_map(|path| read_plan(project, &path, archive, sources, diagnostics))
        .collect()
}

/// The plan that somebody named on the command line: a file, or the slug of one of the site; with
/// the register of the site. `None` when it is neither.
pub fn find_plan(
    argument: &str,
    project: &Project,
    sources: &Sources,
    diagnostics: &mut Diagnostics,
) -> Option<(Option<Plan>, Archive)> {
    let path = Path::new(argument);
    let is_plan = path.is_file()
        && path.extension().is_some_and(|e| e == "toml")
        && path.file_name().is_some_and(|name| name != super::tournament::TOURNAMENT_FILE);
    let own: PathBuf = Path::new(PLANS).join(argument).with_extension("toml");
    if !is_plan && !project.exists(&own) {
        return None;
    }
    let archive = super::load::archive(project, sources, diagnostics);
    let plan = if is_plan {
        let (parent, name) = (path.parent()?, path.file_name()?);
        let parent = if parent.as_os_str().is_empty() { Path::new(".") } else { parent };
        read_plan(&Project::disk(parent), Path::new(name), &archive, sources, diagnostics)
    } else {
        read_plan(project, &own, &archive, sources, diagnostics)
    };
    Some((plan, archive))
}

/// Reads a plan; `None`, with diagnostics, when it says not even of which kind it is.
pub fn read_plan(
    project: &Project,
    path: &Path,
    archive: &Archive,
    sources: &Sources,
    diagnostics: &mut Diagnostics,
) -> Option<Plan> {
    let Given { value: file, span } =
        read_settings::<PlanFile>(project, path, sources, diagnostics)?;
    let slug = path.file_stem().map(|s| s.to_string_lossy().into_owned()).unwrap_or_default();
    let name = file.name.or_else(|| {
        diagnostics.push(
            Diagnostic::error("E0206", "a plan needs its `name`")
                .at(span)
                .hint("add `name = \"…\"` at the top"),
        );
        None
    });
    let kind = kind_of(file.kind, span, diagnostics)?;
    let mut event = Tournament::new(&*slug, name.as_deref().unwrap_or(&slug), System::Swiss, 0);
    event.kind = kind;
    event.homologation = file.homologation.map(homologation_of).unwrap_or_default();
    if let Some(town) = file.town
        && let Some(town) = known_town(&town.value, town.span, archive, diagnostics)
        && let Some(town) = archive.towns.get(&town)
    {
        event.place = Some(town.name.clone());
        event.homologation.at = event.homologation.at.or(Some(town.at));
    }
    if let (Some(start), Some(end)) = (file.start, file.end)
        && end.value < start.value
    {
        diagnostics.push(
            Diagnostic::error("E0511", "the last day comes before the first")
                .at_label(end.span, "last day")
                .related(start.span, "first day"),
        );
    }
    event.start = file.start.map(|day| day.value);
    event.end = file.end.map(|day| day.value);
    if let Some(rounds) = file.rounds {
        if (1..=MAX_ROUNDS).contains(&rounds.value) {
            event.rounds = rounds.value;
        } else {
            diagnostics.push(
                Diagnostic::error("E0505", format!("{} rounds?", rounds.value))
                    .at(rounds.span)
                    .hint(format!("from 1 to {MAX_ROUNDS}")),
            );
        }
    }
    event.time_control = file.time_control;
    event.organiser = file.organiser;
    event.chief_arbiter = file.chief_arbiter;
    event.invented = file.invented.unwrap_or_default();
    event.note = file.note;
    let groups: Vec<PlannedGroup> = file
        .groups
        .into_iter()
        .flatten()
        .map(|group| PlannedGroup {
            categories: group.categories.unwrap_or_default(),
            players: group.players,
        })
        .collect();
    for group in &groups {
        for category in &group.categories {
            if !event.categories.contains(category) {
                event.categories.push(*category);
            }
        }
    }
    for (index, player) in file.players.into_iter().flatten().enumerate() {
        let entrant = planned_player(player, index, event.start, archive, diagnostics);
        event.entrants.push(entrant);
    }
    Some(Plan { event, groups })
}

fn kind_of(
    given: Option<Given<EventKind>>,
    file: Span,
    diagnostics: &mut Diagnostics,
) -> Option<EventKind> {
    let hint = "`kind = \"open\"` or `kind = \"closed\"`: each has requirements of its own";
    match given {
        Some(Given { value: kind @ (EventKind::Open | EventKind::Closed), .. }) => Some(kind),
        Some(Given { span, .. }) => {
            diagnostics.push(
                Diagnostic::error("E0516", "events of this kind are not homologated")
                    .at(span)
                    .hint(hint),
            );
            None
        }
        None => {
            diagnostics
                .push(Diagnostic::error("E0516", "a plan needs its `kind`").at(file).hint(hint));
            None
        }
    }
}

fn planned_player(
    Given { value: player, span }: Given<PlannedPlayerFile>,
    index: usize,
    start: Option<Date>,
    archive: &Archive,
    diagnostics: &mut Diagnostics,
) -> Entrant {
    let slug = player.player;
    let person = slug.as_ref().and_then(|slug| archive.people.get(&slug.value));
    if let (Some(slug), None) = (&slug, person) {
        let diagnostic = unknown_player(&slug.value).at(slug.span);
        diagnostics.push(suggest_player(diagnostic, &slug.value, archive));
    }
    if slug.is_none() && player.name.is_none() {
        diagnostics.push(
            Diagnostic::error("E0113", "a player needs `player` or `name`")
                .at(span)
                .hint("an identifier of the register, or a name"),
        );
    }
    let list = rating_list(archive, None, start);
    let listed = slug.as_ref().and_then(|slug| list?.rows.get(&*slug.value));
    let own =
        Ratings { catalan: player.fce, fide: player.fide, feda: player.feda, ..Ratings::default() };
    let name = player.name.or_else(|| person.map(|person| person.name.clone()));
    let mut entrant = Entrant::new(index as u32 + 1, name.unwrap_or_default());
    entrant.person = slug.map(|slug| slug.value);
    entrant.club = match player.club {
        Some(club) => known_club(&club.value, club.span, archive, diagnostics),
        None => person.and_then(|person| person.club.clone()),
    };
    entrant.category = player.category.or_else(|| person?.category);
    entrant.title = player.title.or_else(|| person?.title);
    entrant.ratings = own.or(listed.map(|row| row.ratings).unwrap_or_default());
    entrant
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> (Option<Plan>, String) {
        let (sources, mut diagnostics) = (Sources::default(), Diagnostics::new());
        let project = Project::memory([
            ("data/plans/p.toml", text),
            ("data/towns.csv", "town,name,latitude,longitude\nvic,Vic,41.93,2.25\n"),
            ("data/clubs.csv", "club,name\nalfil,Alfil\n"),
            ("data/players.csv", "player,name,club,category\nanna,\"Puig, Anna\",alfil,1a\n"),
            ("data/ratings/1990-07.csv", "player,fce\nanna,2010\n"),
        ]);
        let archive = super::super::load::register(&project, &sources, &mut diagnostics);
        let path = Path::new("data/plans/p.toml");
        let plan = read_plan(&project, path, &archive, &sources, &mut diagnostics);
        (plan, diagnostics.render(&sources, false))
    }

    #[test]
    fn a_plan_is_completed_from_the_register() {
        let (plan, problems) = read(
            "name = \"Obert\"\nkind = \"closed\"\ntown = \"vic\"\nstart = 1990-12-01\n\
             rounds = 9\n[homologation]\nrequest = 1990-06-01\n[[players]]\nplayer = \"anna\"\n\
             [[players]]\nname = \"Convidat\"\nfide = 2300\ncategory = \"preferent\"\n",
        );
        assert_eq!(problems, "");
        let event = plan.expect("a plan").event;
        assert_eq!(event.homologation.at, Some((41_930_000, 2_250_000)));
        assert_eq!((event.rounds, event.place.as_deref()), (9, Some("Vic")));
        assert_eq!(event.entrants[0].ratings.catalan, Some(2010));
        assert_eq!(event.entrants[0].club.as_deref(), Some("alfil"));
        assert_eq!(event.entrants[1].ratings.fide, Some(2300));
    }

    #[test]
    fn unknown_keys_are_refused_with_the_nearest_name() {
        let (plan, problems) = read(
            "name = \"Obert\"\nkind = \"open\"\nround = 9\ntown = \"vich\"\n\
             [[groups]]\ncategory = [\"1a\"]\n[homologation]\nfee = 3\n",
        );
        assert!(plan.is_some());
        for words in ["did you mean `rounds`?", "did you mean `categories`?", "no town `vich`"] {
            assert!(problems.contains(words), "{words}: {problems}");
        }
        assert!(problems.contains("unknown key `fee`"), "{problems}");
    }

    #[test]
    fn a_plan_says_of_which_kind_it_is() {
        for text in ["name = \"X\"\n", "name = \"X\"\nkind = \"cup\"\n"] {
            let (plan, problems) = read(text);
            assert!(plan.is_none() && problems.contains("E0516"), "{problems}");
        }
        let (_, problems) =
            read("kind = \"open\"\nrounds = 0\nstart = 1990-12-09\nend = 1990-12-01\n");
        for code in ["E0206", "E0505", "E0511"] {
            assert!(problems.contains(code), "{code}: {problems}");
        }
    }
}
