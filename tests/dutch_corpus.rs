//! The FIDE Dutch system against tournaments that other programs paired.

mod dutch_support;

use std::path::{Path, PathBuf};

use butlleti::core::pairing::dutch::{
    Disagreement, DutchPosition, DutchRound, Edition, pair, verify,
};
use butlleti::model::Tournament;
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

fn numbers(tournament: &Tournament, round: &DutchRound) -> (Vec<(u32, u32)>, Option<u32>) {
    let number = |index: usize| tournament.entrants[index].number;
    let pairs = round.pairs().into_iter().map(|(w, b)| (number(w), number(b))).collect();
    (pairs, round.bye.map(number))
}

/// Every round of every file, and colours too.
#[test]
fn every_round_of_the_corpus_is_the_systems() {
    let Some(folder) = corpus("trf-dutch") else { return };
    let mut rounds = 0;
    let mut wrong = Vec::new();
    for file in files(&folder, false) {
        let event = trf::read(&std::fs::read_to_string(&file).expect("text"));
        rounds += event.tournament.rounds_recorded();
        let found = verify(&event.tournament, Edition::Fide2026, &event.extras).expect("rounds");
        wrong.extend(
            found.into_iter().map(|difference| format!("{}: {difference:?}", file.display())),
        );
    }
    assert!(rounds > 500, "only {rounds} rounds");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The edition of 2017 pairs some of them differently, and every difference is told.
#[test]
fn differences_are_told() {
    let Some(folder) = corpus("trf-dutch") else { return };
    let mut kinds = [0; 3];
    for file in files(&folder, false) {
        let event = trf::read(&std::fs::read_to_string(&file).expect("text"));
        for difference in
            verify(&event.tournament, Edition::Fide2017, &event.extras).expect("rounds")
        {
            match difference.what {
                Disagreement::MissingPair { .. } => kinds[0] += 1,
                Disagreement::OtherPair { forbidden, .. } => {
                    assert_eq!(forbidden, None, "{}", file.display());
                    kinds[1] += 1;
                }
                Disagreement::Bye { .. } => kinds[2] += 1,
                Disagreement::Colours { .. } | Disagreement::NoPairing(_) => {}
            }
        }
    }
    assert!(kinds[0] > 0 && kinds[1] > 0 && kinds[2] > 0, "{kinds:?}");
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
        let found = pair(&position).expect("a pairing");
        let (mut pairs, bye) = numbers(&event.tournament, &found);
        pairs.extend(bye.map(|bye| (bye, 0)));
        let lines = pairs.iter().map(|(w, b)| format!("{w} {b}\n"));
        let text: String = std::iter::once(format!("{}\n", pairs.len())).chain(lines).collect();
        let expected = std::fs::read_to_string(file.with_extension("pairs")).expect("pairs");
        assert_eq!(text.trim(), expected.trim().replace('\r', ""), "{}", file.display());
    }
}
