//! Properties that hold for any tournament.

use butlleti::core::fide::tiebreak::Edition;
use butlleti::model::{
    Absence, Bye, Cell, Colour, Entrant, Exact, Forfeit, Outcome, RuleSet, Score, System,
    Tournament,
};
use proptest::prelude::*;

use super::tournament::*;

/// Any pairing of any round with any outcome, also without sense as a tournament.
fn tournaments(outcomes: std::ops::Range<u8>) -> impl Strategy<Value = Tournament> {
    (2_usize..10, 1_usize..8).prop_flat_map(move |(players, rounds)| {
        let round = (
            Just((0..players).collect::<Vec<_>>()).prop_shuffle(),
            prop::collection::vec(outcomes.clone(), players),
        );
        prop::collection::vec(round, rounds).prop_map(move |rounds| build(players, &rounds))
    })
}

fn build(players: usize, rounds: &[(Vec<usize>, Vec<u8>)]) -> Tournament {
    let mut t = Tournament::new("any", "Any", System::Swiss, rounds.len() as u32);
    t.rule_set = RuleSet::Fide2026;
    for number in 1..=players as u32 {
        let mut entrant = Entrant::new(number, format!("P{number}"));
        entrant.ratings.fide = Some(1400 + number * 61 % 700);
        t.entrants.push(entrant);
        t.cells.push(Vec::new());
    }
    for (order, what) in rounds {
        let mut cells = vec![Cell::Absent(Absence::Missed); players];
        for pair in order.chunks(2) {
            let (a, outcome) = (pair[0], what[pair[0]]);
            match pair.get(1) {
                Some(&b) if outcome < 8 => {
                    let (first, second) = match outcome {
                        0 | 1 => (Outcome::Played(Score::Win), Outcome::Played(Score::Loss)),
                        2 | 3 => (Outcome::Played(Score::Draw), Outcome::Played(Score::Draw)),
                        4 | 5 => (Outcome::Played(Score::Loss), Outcome::Played(Score::Win)),
                        6 => (Outcome::Forfeit(Forfeit::Won), Outcome::Forfeit(Forfeit::Lost)),
                        _ => (Outcome::Forfeit(Forfeit::Lost), Outcome::Forfeit(Forfeit::Lost)),
                    };
                    cells[a] =
                        Cell::Paired { opponent: b, colour: Some(Colour::White), outcome: first };
                    cells[b] =
                        Cell::Paired { opponent: a, colour: Some(Colour::Black), outcome: second };
                }
                other => {
                    let bye = |n| [Bye::Pairing, Bye::Full, Bye::Half, Bye::Zero][n as usize % 4];
                    cells[a] = Cell::Bye(bye(outcome));
                    if let Some(&b) = other {
                        cells[b] = Cell::Bye(bye(what[b]));
                    }
                }
            }
        }
        for (row, cell) in t.cells.iter_mut().zip(cells) {
            row.push(cell);
        }
    }
    t
}

const CODES: [&str; 22] = [
    "BH", "BH/C1", "BH/C2", "BH/M1", "BH/P", "FB", "AOB", "AOB/F", "SB", "SB/C1", "SB/C2", "PS",
    "KS", "WIN", "WON", "REP", "STD", "ARO", "ARO/M1", "TPR", "PTP", "APPO",
];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// Cuts take away: less is left with each. Nothing panics on any tournament.
    #[test]
    fn cuts_never_add(t in tournaments(0..12)) {
        for edition in Edition::ALL {
            let field = field_of(&t, edition);
            for who in 0..t.entrants.len() {
                for code in CODES {
                    let _ = value(code, &field, who);
                }
                for (whole, cut) in [("BH", "BH/C1"), ("BH/C1", "BH/C2"), ("BH/C1", "BH/M1"), ("SB", "SB/C1")] {
                    prop_assert!(value(whole, &field, who) >= value(cut, &field, who));
                }
            }
        }
    }

    /// The cap of 2026 only lowers a dummy, and an adjusted score is never below the own points.
    #[test]
    fn the_edition_of_2026_is_never_higher(t in tournaments(0..12)) {
        let (before, since) = (field_of(&t, Edition::August2024), field_of(&t, Edition::March2026));
        for who in 0..t.entrants.len() {
            prop_assert!(value("BH", &since, who) <= value("BH", &before, who));
            let adjusted = value("ABH", &since, who).unwrap_or_default();
            prop_assert!(adjusted >= since.points(who, since.primary));
        }
    }

    /// Direct encounter gives places 1 … n of the group, each shared place counted.
    #[test]
    fn direct_encounter_gives_places(t in tournaments(0..12)) {
        let field = field_of(&t, Edition::March2026);
        let group: Vec<usize> = (0..t.entrants.len()).collect();
        let butlleti::core::tiebreak::Applied::Values(entries) =
            criterion("DE", &field).separate(&group) else { panic!("skipped") };
        let mut places: Vec<Exact> = entries.iter().filter_map(|e| exact(&e.value)).collect();
        places.sort();
        prop_assert_eq!(places.len(), group.len());
        for (at, place) in places.iter().enumerate() {
            let first = places.iter().position(|p| p == place).unwrap_or(at);
            prop_assert_eq!(*place, Exact::from(first as i64 + 1));
        }
    }

    /// Where every game is played the editions agree on Buchholz and Sonneborn-Berger.
    #[test]
    fn editions_agree_where_all_is_played(t in tournaments(0..6)) {
        prop_assume!(t.entrants.len() % 2 == 0);
        let fields = Edition::ALL.map(|edition| field_of(&t, edition));
        for who in 0..t.entrants.len() {
            for code in ["BH", "BH/C1", "BH/M1", "SB", "SB/C1"] {
                let values = fields.each_ref().map(|field| value(code, field, who));
                prop_assert!(values.windows(2).all(|pair| pair[0] == pair[1]), "{code}");
            }
        }
    }
}
