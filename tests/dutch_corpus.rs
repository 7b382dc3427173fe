//! The FIDE Dutch system against tournaments that other programs paired.

mod dutch_support;

use std::path::{Path, PathBuf};

use butlleti::core::pairing::dutch::{DutchPosition, DutchRound, Edition, Method, pair_by};
use butlleti::model::{Bye, Cell, Colour, Tournament};
use dutch_support::{corpus, trf};

fn files(folder: &Path, next: bool) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).expect("the corpus can be read");
    let mut files: Vec<_> = entries
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "trf"))
        .filter(|path| {
            path.file_name().is_some_and(|name| next == name.to_string_lossy().starts_with("next-"))
        })
        .collect();
    files.sort();
    files
}

/// White, black and the bye as they were played, by pairing number.
fn played(tournament: &Tournament, round: u32) -> (Vec<(u32, u32)>, Option<u32>) {
    let number = |index: usize| tournament.entrants[index].number;
    let mut pairs = Vec::new();
    let mut bye = None;
    for (index, row) in tournament.cells.iter().enumerate() {
        match row[round as usize - 1] {
            Cell::Paired { opponent, colour: Some(Colour::White), .. } => {
                pairs.push((number(index), number(opponent)));
            }
            Cell::Bye(Bye::Pairing) => bye = Some(number(index)),
            _ => {}
        }
    }
    pairs.sort_unstable();
    (pairs, bye)
}

fn numbers(tournament: &Tournament, round: &DutchRound) -> (Vec<(u32, u32)>, Option<u32>) {
    let number = |index: usize| tournament.entrants[index].number;
    let pairs = round.pairs().into_iter().map(|(w, b)| (number(w), number(b))).collect();
    (pairs, round.bye.map(number))
}

/// Every round of every file, and colours too.
#[test]
fn every_round_of_the_corpus_is_the_systems() {
    let Some(folder) = corpus("trf-dutch") else { return };
    let mut wrong = Vec::new();
    let mut rounds = 0;
    for file in files(&folder, false) {
        let event = trf::read(&std::fs::read_to_string(&file).expect("text"));
        for round in 1..=event.tournament.rounds_recorded() {
            let position = DutchPosition::from_tournament(
                &event.tournament,
                round,
                Edition::Fide2026,
                &event.extras,
            );
            let found = position.and_then(|position| pair_by(&position, Method::Bounds));
            let (expected, bye) = played(&event.tournament, round);
            rounds += 1;
            match found {
                Ok(found) => {
                    let (mut pairs, found_bye) = numbers(&event.tournament, &found);
                    pairs.sort_unstable();
                    if pairs != expected || bye != found_bye {
                        let differ: Vec<_> =
                            pairs.iter().filter(|p| !expected.contains(p)).collect();
                        let other: Vec<_> =
                            expected.iter().filter(|p| !pairs.contains(p)).collect();
                        wrong.push(format!(
                            "{} round {round}: {differ:?} bye {found_bye:?}, played {other:?} bye {bye:?}",
                            file.display()
                        ));
                    }
                }
                Err(error) => wrong.push(format!("{} round {round}: {error}", file.display())),
            }
        }
    }
    assert!(rounds > 500, "only {rounds} rounds");
    assert!(wrong.is_empty(), "{} of {rounds}:\n{}", wrong.len(), wrong.join("\n"));
}

/// The next round, in the order of publication.
#[test]
fn the_next_round_is_as_published() {
    let Some(folder) = corpus("trf-dutch") else { return };
    let files = files(&folder, true);
    assert!(!files.is_empty());
    for file in files {
        let event = trf::read(&std::fs::read_to_string(&file).expect("text"));
        let round = event.tournament.rounds_recorded() + 1;
        let position = DutchPosition::from_tournament(
            &event.tournament,
            round,
            Edition::Fide2026,
            &event.extras,
        )
        .expect("a position");
        let found = pair_by(&position, Method::Bounds).expect("a pairing");
        let (mut pairs, bye) = numbers(&event.tournament, &found);
        pairs.extend(bye.map(|bye| (bye, 0)));
        let lines = pairs.iter().map(|(w, b)| format!("{w} {b}\n"));
        let text: String = std::iter::once(format!("{}\n", pairs.len())).chain(lines).collect();
        let expected = std::fs::read_to_string(file.with_extension("pairs")).expect("pairs");
        assert_eq!(text.trim(), expected.trim().replace('\r', ""), "{}", file.display());
    }
}
