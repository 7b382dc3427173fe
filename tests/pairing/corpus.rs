//! Ten complete tournaments paired by the system, two of them with every reason.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::{Path, PathBuf};

use butlleti::core::pairing::fce1990::Fce1990;
use butlleti::core::pairing::fce1990::story::{
    ColourRule, Direction, Event, FloatReason, GoesOn, OpponentChoice, ParityChoice, Rejection,
    SwissRound,
};
use butlleti::core::pairing::{Disagreement, Position, pairer, verify};
use butlleti::model::{Cell, PairingSystem, Tournament};

use super::{rules, trf};

fn corpus() -> Option<PathBuf> {
    let path = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../shared/corpus/swiss-1990"));
    if path.is_dir() {
        return Some(path.to_path_buf());
    }
    eprintln!("\n*** NOT TESTED: there is no corpus at {} ***\n", path.display());
    None
}

fn tournaments(folder: &Path) -> Vec<(String, Tournament)> {
    let mut files: Vec<_> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|e| e == "trf"))
        .collect();
    files.sort();
    files
        .into_iter()
        .map(|path| {
            let name = path.file_name().unwrap().to_str().unwrap().to_owned();
            let tournament = trf::parse(&name, &std::fs::read_to_string(&path).unwrap());
            (name, tournament)
        })
        .collect()
}

#[test]
fn the_ten_tournaments_are_the_systems() {
    let Some(folder) = corpus() else { return };
    let rules = rules();
    let system = pairer(PairingSystem::Fce1990, &rules).unwrap();
    let tournaments = tournaments(&folder);
    assert_eq!(tournaments.len(), 10);
    for (name, tournament) in tournaments {
        let differences = verify(&tournament, system.as_ref(), &rules).unwrap();
        let what: Vec<_> = differences.iter().map(|d| (d.round, &d.what)).collect();
        assert!(what.is_empty(), "{name}: {what:#?}");
    }
}

#[test]
fn a_changed_tournament_is_found_out() {
    let Some(folder) = corpus() else { return };
    let rules = rules();
    let system = pairer(PairingSystem::Fce1990, &rules).unwrap();
    for (name, mut tournament) in tournaments(&folder) {
        // Exchange the colours of the first game of round 2.
        let first = (0..tournament.cells.len())
            .find(|&i| tournament.cells[i][1].played().is_some())
            .unwrap();
        let other = tournament.cells[first][1].opponent().unwrap();
        for index in [first, other] {
            if let Cell::Paired { colour: Some(colour), .. } = &mut tournament.cells[index][1] {
                *colour = colour.other();
            }
        }
        let differences = verify(&tournament, system.as_ref(), &rules).unwrap();
        let found = differences.iter().find(|d| d.round == 2).unwrap();
        assert!(matches!(found.what, Disagreement::Colours { .. }), "{name}");
        assert!(!found.expected.is_empty());
    }
}

/// Every reason of the two explained tournaments, line by line.
#[test]
fn the_reasons_are_those_of_the_explanations() {
    let Some(folder) = corpus() else { return };
    let rules = rules();
    let system = Fce1990::new(&rules);
    let mut compared = 0;
    for (name, tournament) in tournaments(&folder) {
        let path = folder.join(name.replace(".trf", ".explain.txt"));
        let Ok(expected) = std::fs::read_to_string(path) else { continue };
        let mut text = String::new();
        for round in 1..=tournament.rounds {
            let position = Position::from_tournament(&tournament, round, &rules).unwrap();
            let paired = system.round(&position).unwrap();
            text.push_str(&tell(&position, &paired));
        }
        let expected: Vec<_> = expected.lines().skip(2).filter(|l| !l.is_empty()).collect();
        let told: Vec<_> = text.lines().collect();
        for (line, (told, expected)) in told.iter().zip(&expected).enumerate() {
            assert_eq!(told, expected, "{name}, line {line}");
        }
        assert_eq!(told.len(), expected.len());
        compared += 1;
    }
    assert_eq!(compared, 2);
}

/// In the ten tournaments: which rules decide, for those who read the output.
#[test]
fn many_rules_decide_in_the_corpus() {
    let Some(folder) = corpus() else { return };
    let rules = rules();
    let system = Fce1990::new(&rules);
    let mut decided: BTreeMap<&str, u32> = BTreeMap::new();
    for (_, tournament) in tournaments(&folder) {
        for round in 1..=tournament.rounds {
            let position = Position::from_tournament(&tournament, round, &rules).unwrap();
            for (key, times) in system.round(&position).unwrap().decided() {
                *decided.entry(key).or_default() += times;
            }
        }
    }
    for key in [
        "9.3 b",
        "9.3 c",
        "released",
        "10.2 100 points",
        "10.2 nobody of the majority",
        "11.4 a",
        "11.4 b",
        "10.3, look ahead",
        "8 bye moved",
        "8.2 bye barred",
        "8 bye from a higher group",
        "10.5",
        "10.5, look ahead",
        "restriction",
        "9.2 empty median",
        "colours 3",
        "colours 5",
        "colours 7 after round 1",
        "11.2 own half",
        "10.6 100 points",
        "10.2 par. 2",
    ] {
        assert!(decided.contains_key(key), "{key}: {decided:#?}");
    }
}

fn tell(position: &Position, round: &SwissRound) -> String {
    let number = |index: &usize| position.players[*index].number.to_string();
    let numbers = |indices: &[usize]| indices.iter().map(number).collect::<Vec<_>>().join(", ");
    let reason = |(player, why): &(usize, Rejection)| {
        let why = match why {
            Rejection::Met => "have met 2",
            Rejection::Restricted => "restriction",
            Rejection::Colours => "colours 9.1",
            Rejection::Incomplete => "the rest could not be paired 11.4",
            Rejection::SameDue => "same due colour 9.5",
        };
        format!("{} {why}", number(player))
    };
    let mut text = String::new();
    writeln!(text, "Round {}", round.round).unwrap();
    if let Some(bye) = &round.bye {
        let passed: Vec<_> = bye.passed.iter().map(|(player, _)| *player).collect();
        let passed = if passed.is_empty() {
            String::new()
        } else {
            format!(" (passed over: {})", numbers(&passed))
        };
        writeln!(text, "bye [8]: {}{passed}", number(&bye.player)).unwrap();
    }
    for group in &round.groups {
        if group.members.is_empty() && group.floaters_in.is_empty() {
            continue;
        }
        let direction = match group.direction {
            Direction::Down => "down",
            Direction::Up => "up",
        };
        let median = if group.is_median { " (median)" } else { "" };
        let floaters = if group.floaters_in.is_empty() {
            String::new()
        } else {
            format!("; floaters in: {}", numbers(&group.floaters_in))
        };
        let (score, members) = (group.score, numbers(&group.members));
        writeln!(text, "group {score}{median}, {direction}: {members}{floaters}").unwrap();
        for event in &group.events {
            match event {
                Event::FloaterPaired { floater, opponent, choice, .. } => {
                    if let OpponentChoice::HundredPoints { suited } = choice {
                        writeln!(
                            text,
                            "  floater {}: {} suits by colour but is more than 100 points from {} \
                             [10.6]",
                            number(floater),
                            number(suited),
                            number(opponent)
                        )
                        .unwrap();
                    }
                }
                Event::GoesOn { floater, why, .. } => {
                    let section = if *why == GoesOn::Incomplete { ", s.7" } else { "" };
                    writeln!(text, "  floater {} goes on [10.5{section}]", number(floater))
                        .unwrap();
                }
                Event::Joins { floater, .. } => writeln!(
                    text,
                    "  floater {}: no opponent among the group's own players, joins the rest \
                     [s.6.4]",
                    number(floater)
                )
                .unwrap(),
                Event::Leaves { player, to, why, .. } => {
                    let why = match why {
                        FloatReason::MetAll => "9.3 a",
                        FloatReason::ColourDifference => "9.3 b",
                        FloatReason::ColourRow => "9.3 c",
                        FloatReason::Restricted => "restriction",
                        FloatReason::Alone => "9.3 d",
                        FloatReason::Parity(ParityChoice::EqualColours) => {
                            "9.3 d, 10.2 equal colours"
                        }
                        FloatReason::Parity(ParityChoice::WorstIsOfMajority) => {
                            "9.3 d, 10.2 majority, worst of all"
                        }
                        FloatReason::Parity(ParityChoice::Majority) => {
                            "9.3 d, 10.2 majority colour"
                        }
                        FloatReason::Parity(ParityChoice::HundredPoints { .. }) => {
                            "9.3 d, 10.2 100 points"
                        }
                        FloatReason::Parity(ParityChoice::NobodyOfMajority) => {
                            "9.3 d, 10.2 nobody of the majority"
                        }
                        FloatReason::InPlaceOf { .. } => "11.4 a",
                        FloatReason::EvenGroup => "11.4 b",
                        FloatReason::NeededElsewhere => "10.3, s.7",
                    };
                    writeln!(text, "  {} floats to {to} [{why}]", number(player)).unwrap();
                }
                Event::Exchanged { first, candidates, passed, opponent, nobody_suits, .. } => {
                    if !passed.is_empty() {
                        let reasons: Vec<_> = passed.iter().map(reason).collect();
                        let nobody = if *nobody_suits { " (nobody fits by colour)" } else { "" };
                        writeln!(
                            text,
                            "  {}: candidates {}; {} -> {}{nobody}",
                            number(first),
                            numbers(candidates),
                            reasons.join("; "),
                            number(opponent)
                        )
                        .unwrap();
                    }
                }
            }
            if let Some(paired) = event.paired() {
                let rule = match (paired.colour, group.direction) {
                    (ColourRule::Prohibition, _) => "1 prohibitions 12.1".to_owned(),
                    (ColourRule::Due, _) => "2 due colours 12.2".to_owned(),
                    (ColourRule::Repeated, _) => "3 two in a row 12.3".to_owned(),
                    (ColourRule::Equalise, _) => "4 equalise first 12.2".to_owned(),
                    (ColourRule::History, _) => "5 earlier games 12.4".to_owned(),
                    (ColourRule::Number { shorter }, _) => {
                        let shorter = if shorter { ", one history shorter" } else { "" };
                        format!("6 number, {direction} 12.4{shorter}")
                    }
                    (ColourRule::NoGames, _) => "7 no games 14.2".to_owned(),
                };
                let (white, black) = (number(&paired.white), number(&paired.black));
                writeln!(text, "  {white} - {black}   [colours: {rule}]").unwrap();
            }
        }
    }
    let mut boards: Vec<String> = round
        .boards
        .iter()
        .map(|board| format!("{}-{}", number(&board.white), number(&board.black)))
        .collect();
    boards.extend(round.bye.iter().map(|bye| format!("bye {}", number(&bye.player))));
    writeln!(text, "  boards: {}", boards.join(", ")).unwrap();
    text
}
