//! Sites in files of ours: what is completed, what is inferred, and that no edit panics.

mod common;

use std::path::Path;

use butlleti::diag::{Diagnostics, Sources};
use butlleti::model::{
    Absence, Archive, Bye, Cell, Colour, EventKind, Forfeit, Outcome, Points, RuleSet, Score,
    System, TeamScoring, Tournament,
};
use butlleti::project::Project;
use butlleti::source::load;
use common::{check_invariant, codes};
use proptest::prelude::*;

const OPEN: &str = "data/tournaments/1990/obert/";
const LEAGUE: &str = "data/tournaments/1990/lliga/";
const TEAMS: &str = "data/tournaments/1990/equips/";
const FOREIGN: &str = "data/tournaments/2005/trf/";

/// A whole small site.
fn files() -> Vec<(String, String)> {
    let at = |folder: &str, name: &str| format!("{folder}{name}");
    let own = |path: String, text: &str| (path, text.to_owned());
    vec![
        own("site.toml".into(), "title = \"Prova\"\n"),
        own(
            "data/clubs.csv".into(),
            "club,name,town,delegation\nolot,Escacs Olot,Olot,girona\nsalt,Escacs Salt,Salt,girona\n",
        ),
        own(
            "data/players.csv".into(),
            "player,name,club,category,title,birth,sex\nangel-nuria,\"Àngel, Núria\",olot,preferent,MC,1961,f\nroca-pere,\"Roca, Pere\",salt,1a,,,m\n",
        ),
        own("data/holidays.csv".into(), "date,name\n1990-09-11,Diada\n"),
        own(
            "data/ratings/1990-01.csv".into(),
            "player,fce,games\nangel-nuria,2150,20\nroca-pere,1990,8\n",
        ),
        own("data/ratings/1990-07.csv".into(), "player,fce,games,fide\nangel-nuria,2201,12,2210\n"),
        own(
            at(OPEN, "tournament.toml"),
            "name = \"Obert d'Olot\"\nstart = 1990-07-01\nend = 1990-07-05\nkind = \"open\"\nclub = \"olot\"\nrounds = 4\n\n[[withdrawals]]\nnumber = 4\nafter_round = 1\n",
        ),
        own(
            at(OPEN, "players.csv"),
            "number,player,name,club,category,fce\n1,angel-nuria,,,,\n2,roca-pere,,,,2010\n3,,\"Puig, Anna\",,2a,\n4,,\"Soler, Joan\",,,\n5,,\"Tard, Arribat\",,,\n",
        ),
        own(
            at(OPEN, "games.csv"),
            "round,board,white,black,result\n1,1,1,3,1-0\n1,2,2,4,½-½\n2,1,2,1,+:-\n2,,3,,bye\n3,1,1,5,*\n3,,2,,half-bye\n4,,3,,half-bye\n",
        ),
        own(at(LEAGUE, "tournament.toml"), "name = \"Lliga\"\nsystem = \"round-robin\"\n"),
        own(at(LEAGUE, "players.csv"), "name\nA\nB\nC\n"),
        own(
            at(LEAGUE, "games.csv"),
            "round,white,black,result\n1,2,3,1-0\n2,1,2,0-1\n3,3,1,1/2-1/2\n",
        ),
        own(
            at(TEAMS, "tournament.toml"),
            "name = \"Equips\"\nsystem = \"round-robin\"\nkind = \"team-finals\"\n\n[teams]\nscoring = \"olympic\"\n",
        ),
        own(at(TEAMS, "teams.csv"), "number,name,club\n1,Olot,olot\n2,Salt,salt\n3,Figueres,\n"),
        own(
            at(TEAMS, "players.csv"),
            "number,name,team,board\n1,A,1,1\n2,B,1,2\n3,C,2,1\n4,D,2,2\n5,E,3,1\n",
        ),
        own(
            at(TEAMS, "matches.csv"),
            "round,table,home,away,result\n1,2,3,,\n2,1,3,1,-:+\n3,1,2,3,\n",
        ),
        own(
            at(TEAMS, "boards.csv"),
            "round,table,board,home,away,home_colour,result\n1,1,1,1,3,,½-½\n1,1,2,2,,,\n",
        ),
        own(at(FOREIGN, "tournament.toml"), "source = \"resultats.trf\"\nkind = \"closed\"\n"),
        own(at(FOREIGN, "players.csv"), "number,player\n1,roca-pere\n"),
        own(
            at(FOREIGN, "resultats.trf"),
            "012 Tancat\n042 2005/07/28\n001    1      Roca Pere                         2000                             1.0    1     2 w 1\n001    2      Puig Anna                                                          0.0    2     1 b 0\n",
        ),
    ]
}

fn load(files: Vec<(String, String)>) -> (Archive, Diagnostics, Sources) {
    let (sources, mut diagnostics) = (Sources::default(), Diagnostics::new());
    let archive = load::archive(&Project::memory(files), &sources, &mut diagnostics);
    (archive, diagnostics, sources)
}

fn find<'a>(archive: &'a Archive, slug: &str) -> &'a Tournament {
    archive.tournaments.iter().find(|t| &*t.slug == slug).expect("the event was read")
}

fn site() -> Archive {
    let (archive, diagnostics, sources) = load(files());
    assert_eq!(diagnostics.render(&sources, false), "");
    archive.tournaments.iter().for_each(|t| check_invariant(t));
    archive
}

#[test]
fn events_come_by_day_and_slug() {
    let archive = site();
    let slugs: Vec<_> = archive.tournaments.iter().map(|t| &*t.slug).collect();
    assert_eq!(slugs, ["1990/equips", "1990/lliga", "1990/obert", "2005/trf"]);
    assert!(archive.holidays.contains(&jiff::civil::date(1990, 9, 11)));
}

#[test]
fn players_are_completed_from_the_register_and_the_list_in_force() {
    let archive = site();
    let open = find(&archive, "1990/obert");
    assert_eq!(
        (open.kind, open.rule_set, open.system),
        (EventKind::Open, RuleSet::Fce1990, System::Swiss)
    );
    let nuria = &open.entrants[0];
    assert_eq!((&*nuria.name, nuria.club.as_deref()), ("Àngel, Núria", Some("olot")));
    assert_eq!((nuria.ratings.catalan, nuria.ratings.fide), (Some(2201), Some(2210)));
    // Not in the list of July: only what stands in the event's own file.
    assert_eq!(open.entrants[1].ratings.catalan, Some(2010));
    assert_eq!(open.entrants[2].ratings.catalan, None);
}

#[test]
fn every_round_keeps_its_kind() {
    let archive = site();
    let open = find(&archive, "1990/obert");
    let cell = |number: usize, round: usize| open.cells[number - 1][round - 1];
    assert_eq!(
        cell(1, 2),
        Cell::Paired {
            opponent: 1,
            colour: Some(Colour::Black),
            outcome: Outcome::Forfeit(Forfeit::Lost)
        }
    );
    assert_eq!(cell(3, 2), Cell::Bye(Bye::Pairing));
    assert_eq!(cell(3, 3), Cell::Absent(Absence::Missed));
    assert_eq!(cell(4, 2), Cell::Absent(Absence::Withdrawn));
    assert_eq!(cell(5, 2), Cell::Absent(Absence::NotEntered));
    assert!(cell(5, 3).is_pending());
    assert_eq!((open.rounds, open.rounds_recorded(), open.rounds_complete()), (4, 3, 2));
    // The fourth round is not paired: a half-point bye is announced for it.
    let announced: Vec<_> = open.announced.iter().map(|a| (a.entrant, a.round, a.cell)).collect();
    assert_eq!(announced, [(2, 4, Cell::Bye(Bye::Half))]);
}

#[test]
fn in_a_league_the_odd_one_has_a_free_round() {
    let archive = site();
    let league = find(&archive, "1990/lliga");
    for (player, round) in [(0, 0), (2, 1), (1, 2)] {
        assert_eq!(league.cells[player][round], Cell::Absent(Absence::FreeRound));
    }
    assert_eq!(league.rounds, 3);
    assert_eq!(league.cells[2][2].played().map(|p| p.2), Some(Score::Draw));
}

#[test]
fn matches_follow_from_boards_absences_and_free_rounds() {
    let archive = site();
    let event = find(&archive, "1990/equips");
    assert_eq!((event.team_scoring, event.boards), (TeamScoring::Olympic, 2));
    let [first, free, lost, open] = &event.matches[..] else { panic!("four matches") };
    assert_eq!((first.home, first.away), (0, Some(1)));
    // RGC 5.3.1.2: White on odd boards for the first team.
    let colours: Vec<_> = first.boards.iter().map(|b| b.home_colour).collect();
    assert_eq!(colours, [Colour::White, Colour::Black]);
    assert_eq!(first.boards[0].outcome, Outcome::Played(Score::Draw));
    assert_eq!(
        (first.boards[1].away, first.boards[1].outcome),
        (None, Outcome::Forfeit(Forfeit::Won))
    );
    assert_eq!((free.home, free.away), (2, None));
    assert_eq!(lost.forfeit, Some((Forfeit::Lost, Forfeit::Won)));
    assert!(open.boards.iter().all(|b| b.outcome == Outcome::Pending));
    assert_eq!((event.rounds_recorded(), event.rounds_complete()), (3, 2));
}

#[test]
fn a_foreign_file_is_completed_by_ours() {
    let archive = site();
    let event = find(&archive, "2005/trf");
    assert_eq!(
        (&*event.name, event.kind, event.rule_set),
        ("Tancat", EventKind::Closed, RuleSet::Fide2024)
    );
    let pere = &event.entrants[0];
    assert_eq!((&*pere.name, pere.person.as_deref()), ("Roca, Pere", Some("roca-pere")));
    assert_eq!((pere.ratings.fide, pere.stated_points), (Some(2000), Some(Points::ONE)));
    assert_eq!(event.cells[0][0].played().map(|p| p.2), Some(Score::Win));
}

#[test]
fn events_are_found_by_slug_by_its_end_by_folder_and_by_file() {
    let folder = tempfile::tempdir().expect("a folder for the test");
    for (path, text) in files() {
        let path = folder.path().join(path);
        std::fs::create_dir_all(path.parent().expect("it has one")).expect("a folder");
        std::fs::write(path, text).expect("a file");
    }
    let project = Project::disk(folder.path());
    let find = |argument: &str, project: &Project| {
        let (sources, mut diagnostics) = (Sources::default(), Diagnostics::new());
        let found = load::find_tournament(argument, project, &sources, &mut diagnostics);
        (found, diagnostics.render(&sources, false))
    };
    let event = folder.path().join(OPEN).display().to_string();
    for argument in
        ["1990/obert", "1990/obert/", "obert", &event, &format!("{event}tournament.toml")]
    {
        for project in [&project, &Project::Embedded] {
            if argument.len() < 12 && project.root().is_none() {
                continue;
            }
            let (found, problems) = find(argument, project);
            assert_eq!(problems, "", "{argument}");
            let found = found.expect("it is there");
            assert_eq!(&*found.tournament.slug, "1990/obert");
            assert_eq!(found.archive.people.len(), 2);
        }
    }
    let file = folder.path().join(FOREIGN).join("resultats.trf").display().to_string();
    let (found, problems) = find(&file, &Project::Embedded);
    assert_eq!(problems, "");
    assert_eq!(&*found.expect("it is there").tournament.slug, "resultats");
    let (found, problems) = find("oberts", &project);
    assert!(found.is_none());
    assert!(problems.contains("E0701") && problems.contains("did you mean `obert`?"), "{problems}");
}

#[test]
fn a_lone_folder_needs_no_register() {
    let text = |name: &str| {
        let all = files();
        all.into_iter().find(|(path, _)| *path == format!("{OPEN}{name}")).expect("it exists").1
    };
    let folder = tempfile::tempdir().expect("a folder for the test");
    for name in ["tournament.toml", "players.csv", "games.csv"] {
        std::fs::write(folder.path().join(name), text(name)).expect("a file");
    }
    let (sources, mut diagnostics) = (Sources::default(), Diagnostics::new());
    let argument = folder.path().display().to_string();
    let found = load::find_tournament(&argument, &Project::Embedded, &sources, &mut diagnostics);
    assert_eq!(diagnostics.render(&sources, false), "");
    let event = found.expect("it is there").tournament;
    assert_eq!(&*event.entrants[0].name, "angel-nuria");
    assert_eq!(Path::new(&*event.slug).file_name(), folder.path().file_name());
}

#[test]
fn problems_of_several_files_are_told_together() {
    let mut files = files();
    for (path, text) in &mut files {
        if path.ends_with("games.csv") || path.ends_with("players.csv") {
            text.push_str("?,?,?,?,?\n");
        }
    }
    let (_, diagnostics, _) = load(files);
    let found = codes(&diagnostics);
    assert!(found["E0105"] >= 4 && found["E0111"] >= 4, "{found:?}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    /// Whatever is changed in any file, nothing panics and the invariants hold.
    #[test]
    fn edits_never_panic(
        which in any::<prop::sample::Index>(),
        edits in proptest::collection::vec((any::<prop::sample::Index>(), "[0-9,;\"\na-z=½+:* \\[\\].-]|é", 0..3u8), 1..8)
    ) {
        let mut files = files();
        let which = which.index(files.len());
        let mut text: Vec<char> = files[which].1.chars().collect();
        for (at, with, what) in edits {
            if text.is_empty() { break; }
            let at = at.index(text.len());
            let with = with.chars().next().unwrap_or(',');
            match what {
                0 => text[at] = with,
                1 => text.insert(at, with),
                _ => { text.remove(at); }
            }
        }
        files[which].1 = text.into_iter().collect();
        let (archive, diagnostics, sources) = load(files);
        archive.tournaments.iter().for_each(|t| check_invariant(t));
        diagnostics.render(&sources, false);
    }
}
