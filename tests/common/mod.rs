//! What several tests of reading share.

use std::collections::BTreeMap;

use butlleti::diag::Diagnostics;
use butlleti::model::{Cell, Colour, Forfeit, Outcome, Tournament};

/// How often each code was given.
pub fn codes(diagnostics: &Diagnostics) -> BTreeMap<&'static str, usize> {
    let mut codes = BTreeMap::new();
    diagnostics.iter().for_each(|d| *codes.entry(d.code.0).or_default() += 1);
    codes
}

/// The invariant of [`Tournament`].
pub fn check_invariant(t: &Tournament) {
    assert_eq!(t.cells.len(), t.entrants.len());
    for (own, row) in t.cells.iter().enumerate() {
        assert_eq!(row.len(), t.cells[0].len());
        for (round, cell) in row.iter().enumerate() {
            let Cell::Paired { opponent, colour, outcome } = *cell else { continue };
            let Cell::Paired { opponent: back, colour: other, outcome: theirs } =
                t.cells[opponent][round]
            else {
                panic!("{own} in round {round}: the opponent is not paired");
            };
            assert_eq!(back, own);
            assert_eq!(other, colour.map(Colour::other));
            let agree = match (outcome, theirs) {
                (Outcome::Pending, Outcome::Pending) => true,
                (Outcome::Played(a), Outcome::Played(b)) => a == b.mirrored(),
                (Outcome::Forfeit(a), Outcome::Forfeit(b)) => {
                    (a, b) != (Forfeit::Won, Forfeit::Won)
                }
                _ => false,
            };
            assert!(agree, "{own} in round {round}: {outcome:?} and {theirs:?}");
        }
    }
    assert!(t.rounds_complete() <= t.rounds_recorded());
    assert!(t.rounds_recorded() <= t.rounds);
}
