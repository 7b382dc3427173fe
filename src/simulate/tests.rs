use std::collections::{BTreeMap, BTreeSet};

use proptest::prelude::*;

use super::*;
use crate::model::{Cell, Colour, Outcome};
use crate::test_rules::rules;

/// The invariant of [`Tournament`]: rows of equal length, pairings seen from both sides.
fn assert_consistent(t: &Tournament) {
    let rounds = t.cells[0].len();
    for (entrant, cells) in t.cells.iter().enumerate() {
        assert_eq!(cells.len(), rounds);
        for (round, cell) in cells.iter().enumerate() {
            let Cell::Paired { opponent, colour, outcome } = *cell else { continue };
            assert_ne!(opponent, entrant);
            let Cell::Paired { opponent: back, colour: other, outcome: theirs } =
                t.cells[opponent][round]
            else {
                panic!("round {}: {entrant} is paired, {opponent} is not", round + 1)
            };
            assert_eq!(back, entrant);
            assert_eq!(colour.map(Colour::other), other);
            match (outcome, theirs) {
                (Outcome::Played(a), Outcome::Played(b)) => assert_eq!(a.mirrored(), b),
                (Outcome::Pending, Outcome::Pending) => {}
                (Outcome::Forfeit(_), Outcome::Forfeit(_)) => {}
                pair => panic!("{pair:?}"),
            }
        }
    }
}

fn assert_nobody_meets_twice(t: &Tournament) {
    for cells in &t.cells {
        let opponents: Vec<usize> = cells.iter().filter_map(Cell::opponent).collect();
        let different: BTreeSet<usize> = opponents.iter().copied().collect();
        assert_eq!(opponents.len(), different.len());
    }
}

/// Rows of a CSV file without its header.
fn rows(files: &Files, name: &str) -> Vec<Vec<String>> {
    let text = &files.iter().find(|(path, _)| path.ends_with(name)).unwrap().1;
    let mut reader = csv::Reader::from_reader(text.as_bytes());
    reader.records().map(|r| r.unwrap().iter().map(str::to_owned).collect()).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn swiss_rounds_are_sound(
        players in 4_usize..60,
        share in 1_usize..100,
        seed in any::<u64>(),
        accidents in any::<bool>(),
    ) {
        // With at most half as many rounds as players a pairing always exists.
        let rounds = 1 + share * (players / 2 - 1) / 100;
        let mut plan = Plan::new(PairingSystem::Fce1990, players, rounds.min(11), seed);
        if accidents && players >= 20 {
            plan.rounds = plan.rounds.min(players / 2 - 6);
            plan.chances = Chances { draws: 400, forfeits: 60, absences: 20 };
            plan.late_entries = 2;
            plan.withdrawals = 2;
            plan.eliminate_after = Some(2);
        }
        let made = run(&plan).unwrap();
        assert_consistent(&made.tournament);
        assert_nobody_meets_twice(&made.tournament);
        for cells in &made.tournament.cells {
            prop_assert!(cells.iter().filter(|c| matches!(c, Cell::Bye(_))).count() <= 1);
        }
        // In the files too, everybody is there once in every round.
        let mut seen: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
        for row in rows(&made.files, "games.csv") {
            for player in row[2..4].iter().filter(|p| !p.is_empty()) {
                prop_assert!(seen.entry(row[0].clone()).or_default().insert(player.clone()));
            }
        }
        prop_assert!(seen.values().all(|players_of| players_of.len() == players));
    }

    #[test]
    fn a_knock_out_leaves_one(players in 2_usize..70, seed in any::<u64>()) {
        let rounds = pairing::Bracket::rounds(players);
        let made = run(&Plan::new(PairingSystem::KnockOut, players, rounds, seed)).unwrap();
        assert_consistent(&made.tournament);
        let stayed = made.tournament.cells.iter().filter(|cells| {
            cells.iter().all(|cell| pairing::halves(cell) == 2)
        });
        prop_assert_eq!(stayed.count(), 1);
    }
}

#[test]
fn the_same_plan_gives_the_same_bytes_and_another_seed_others() {
    let files = |seed| {
        let mut plan = Plan::new(PairingSystem::Fce1990, 31, 7, seed);
        plan.late_entries = 2;
        plan.withdrawals = 1;
        run(&plan).unwrap().files
    };
    assert_eq!(files(5), files(5));
    assert_ne!(files(5), files(6));
    assert_eq!(archive(12, 1, rules()), archive(12, 1, rules()));
}

/// Pinned: a change of the generator or of what is drawn changes everybody's invented data and
/// must be meant.
#[test]
fn the_bytes_of_a_seed_stay_what_they_are() {
    let files = run(&Plan::new(PairingSystem::RoundRobin, 4, 3, 1)).unwrap().files;
    let games = &files.iter().find(|(path, _)| path.ends_with("games.csv")).unwrap().1;
    let expected = "round,board,white,black,result\n\
                    1,1,1,4,1-0\n1,2,2,3,1-0\n\
                    2,1,1,2,1-0\n2,2,4,3,½-½\n\
                    3,1,3,1,½-½\n3,2,2,4,½-½\n";
    assert_eq!(games, expected);
}

#[test]
fn leagues_of_teams_are_complete() {
    for teams in [5, 6] {
        let mut plan = Plan::new(PairingSystem::RoundRobin, 0, 5, 3);
        plan.teams = Some(TeamPlan { teams, boards: 4, reserves: 1 });
        let t = run(&plan).unwrap().tournament;
        assert_consistent(&t);
        let met: BTreeSet<(usize, usize)> = t
            .matches
            .iter()
            .filter_map(|m| m.away.map(|away| (m.home.min(away), m.home.max(away))))
            .collect();
        assert_eq!(met.len(), teams * (teams - 1) / 2);
        for m in &t.matches {
            assert_eq!(m.boards.len(), if m.away.is_some() { 4 } else { 0 });
            for board in &m.boards {
                assert_eq!(t.entrants[board.home.unwrap()].team, Some(m.home));
                assert_eq!(t.entrants[board.away.unwrap()].team, m.away);
            }
        }
    }
}

#[test]
fn teams_play_what_the_rules_pair() {
    use crate::core::pairing::{pairer, verify};
    let rules = crate::test_rules::rules();
    for (system, teams, rounds) in [
        (PairingSystem::Fce1990, 9, 5),
        (PairingSystem::Fce1990, 12, 7),
        (PairingSystem::KnockOut, 11, 4),
        (PairingSystem::RoundRobin, 5, 5),
    ] {
        let mut plan = Plan::new(system, 0, rounds, 5);
        plan.chances.forfeits = 0;
        plan.teams = Some(TeamPlan { teams, boards: 3, reserves: 1 });
        let t = run_by_rules(&plan, rules).unwrap().tournament;
        assert_consistent(&t);
        assert_eq!(t.rounds_complete() as usize, rounds);
        let differences = verify(&t, &*pairer(system, rules).unwrap(), rules).unwrap();
        assert_eq!(differences, [], "{system:?}");
    }
    let mut plan = Plan::new(PairingSystem::KnockOut, 0, 2, 5);
    plan.teams = Some(TeamPlan { teams: 4, boards: 3, reserves: 1 });
    let refused = SimulationError::TeamsNeedRules { system: "knock-out" };
    assert_eq!(run(&plan).unwrap_err(), refused);
}

#[test]
fn a_double_league_meets_twice_with_both_colours() {
    let mut plan = Plan::new(PairingSystem::RoundRobin, 6, 10, 3);
    plan.system = System::RoundRobin { double: true };
    let t = run(&plan).unwrap().tournament;
    assert_consistent(&t);
    for (entrant, cells) in t.cells.iter().enumerate() {
        let met: BTreeSet<_> = cells
            .iter()
            .filter_map(|cell| match *cell {
                Cell::Paired { opponent, colour, .. } => {
                    Some((opponent, colour == Some(Colour::White)))
                }
                _ => None,
            })
            .collect();
        assert_eq!(met.len(), 10, "entrant {entrant}");
    }
}

#[test]
fn what_cannot_be_played_is_refused() {
    let plan = |players, rounds| Plan::new(PairingSystem::RoundRobin, players, rounds, 1);
    assert!(matches!(run(&plan(1, 1)), Err(SimulationError::TooFew { .. })));
    assert!(matches!(run(&plan(6, 0)), Err(SimulationError::TooFew { .. })));
    let too_many = SimulationError::TooManyRounds { players: 6, most: 5, given: 6 };
    assert_eq!(run(&plan(6, 6)).unwrap_err(), too_many);
    let twice = |_: &Tournament, _: usize, _: &[usize]| {
        Ok(pairing::Round { pairs: vec![(0, 1), (1, 2)], byes: vec![3] })
    };
    let wrong = run_with(&Plan::new(PairingSystem::Fce1990, 4, 1, 1), &twice);
    assert_eq!(wrong.unwrap_err(), SimulationError::BadPairing { round: 1 });
}

#[test]
fn a_large_swiss_is_paired() {
    let plan = Plan::new(PairingSystem::Fce1990, 600, 9, 4);
    let t = run(&plan).unwrap().tournament;
    assert_consistent(&t);
    assert_nobody_meets_twice(&t);
    // Colours are nearly balanced: nobody has three more of one than of the other, hardly.
    let unbalanced = t.cells.iter().filter(|cells| {
        let whites = cells.iter().filter_map(Cell::played);
        let balance: i32 =
            whites.map(|(_, c, _)| if c == Some(Colour::White) { 1 } else { -1 }).sum();
        balance.abs() > 2
    });
    assert!(unbalanced.count() < 6);
}

#[test]
fn an_archive_has_the_tournaments_asked_for() {
    let files = archive(40, 7, rules());
    let tournaments = files.iter().filter(|(path, _)| path.ends_with("tournament.toml"));
    assert_eq!(tournaments.count(), 40);
    let paths: BTreeSet<_> = files.iter().map(|(path, _)| path).collect();
    assert_eq!(paths.len(), files.len());
    let people: BTreeSet<String> =
        rows(&files[..3].to_vec(), "players.csv").into_iter().map(|row| row[0].clone()).collect();
    assert_eq!(people.len(), 800);
    for (path, text) in
        files.iter().filter(|(path, _)| path.extension().is_some_and(|e| e == "toml"))
    {
        assert!(toml::from_str::<toml::Table>(text).is_ok(), "{}", path.display());
    }
    for row in files
        .iter()
        .filter(|(path, _)| path.starts_with("data/tournaments") && path.ends_with("players.csv"))
        .flat_map(|file| rows(&vec![file.clone()], "players.csv"))
    {
        assert!(people.contains(&row[1]), "{row:?}");
    }
}

#[test]
fn everybody_is_rated_under_the_rules_of_today_but_those_asked_to_be_unrated() {
    let mut plan = Plan::new(PairingSystem::FideDutch2026, 24, 5, 2);
    plan.unrated = 3;
    let t = run(&plan).unwrap().tournament;
    let unrated = t.entrants.iter().filter(|e| e.ratings == Ratings::default()).count();
    assert_eq!((t.entrants.len(), unrated), (24, 3));
    // The unrated have the last numbers.
    assert!(t.entrants[21..].iter().all(|e| e.ratings.fide.is_none()));
}
