//! What holds for any tournament.

use butlleti::core::report::Value;
use butlleti::core::tiebreak::amount;
use butlleti::core::{crosstable, rounds};
use butlleti::model::{
    Absence, Bye, Cell, Colour, Entrant, Exact, Forfeit, Outcome, Points, Score, System, Tournament,
};
use proptest::prelude::*;

use super::build::{compute, rules};

/// A random Swiss: pairings by chance, every kind of result and round.
fn random_swiss() -> impl Strategy<Value = Tournament> {
    (4_usize..12, 1_usize..7).prop_flat_map(|(players, rounds)| {
        let round = (
            Just((0..players).collect::<Vec<usize>>()).prop_shuffle(),
            proptest::collection::vec(0_u8..9, players),
        );
        proptest::collection::vec(round, rounds).prop_map(move |rounds| {
            let mut t = Tournament::new("r", "R", System::Swiss, rounds.len() as u32);
            for number in 1..=players as u32 {
                t.entrants.push(Entrant::new(number, format!("P{number}")));
            }
            t.cells = vec![Vec::new(); players];
            for (order, kinds) in rounds {
                for (pair, kind) in order.chunks(2).zip(kinds) {
                    let [white, black] = pair else {
                        t.cells[pair[0]].push(Cell::Bye(Bye::Pairing));
                        continue;
                    };
                    let (one, other) = match kind {
                        0 | 1 => (Outcome::Played(Score::Win), Outcome::Played(Score::Loss)),
                        2 | 3 => (Outcome::Played(Score::Draw), Outcome::Played(Score::Draw)),
                        4 | 5 => (Outcome::Played(Score::Loss), Outcome::Played(Score::Win)),
                        6 => (Outcome::Forfeit(Forfeit::Won), Outcome::Forfeit(Forfeit::Lost)),
                        7 => (Outcome::Forfeit(Forfeit::Lost), Outcome::Forfeit(Forfeit::Lost)),
                        _ => {
                            t.cells[*white].push(Cell::Bye(Bye::Half));
                            t.cells[*black].push(Cell::Absent(Absence::Missed));
                            continue;
                        }
                    };
                    let cell = |opponent, colour, outcome| Cell::Paired {
                        opponent,
                        colour: Some(colour),
                        outcome,
                    };
                    t.cells[*white].push(cell(*black, Colour::White, one));
                    t.cells[*black].push(cell(*white, Colour::Black, other));
                }
            }
            t
        })
    })
}

/// The same tournament with its entrants in another order.
fn permuted(t: &Tournament, order: &[usize]) -> Tournament {
    let mut moved = t.clone();
    moved.entrants = order.iter().map(|&who| t.entrants[who].clone()).collect();
    let new_index = |who: usize| order.iter().position(|&old| old == who).unwrap();
    moved.cells = order
        .iter()
        .map(|&who| {
            let mut cells = t.cells[who].clone();
            for cell in &mut cells {
                if let Cell::Paired { opponent, .. } = cell {
                    *opponent = new_index(*opponent);
                }
            }
            cells
        })
        .collect();
    moved
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn the_order_of_the_input_changes_nothing(
        (t, order) in random_swiss().prop_flat_map(|t| {
            let order: Vec<usize> = (0..t.entrants.len()).collect();
            (Just(t), Just(order).prop_shuffle())
        })
    ) {
        let moved = permuted(&t, &order);
        prop_assert_eq!(
            compute(&t).to_json(&t, rules()),
            compute(&moved).to_json(&moved, rules())
        );
        let by_rank = crosstable::Order::Rank;
        prop_assert_eq!(
            crosstable::to_json(&t, &compute(&t), by_rank),
            crosstable::to_json(&moved, &compute(&moved), by_rank)
        );
    }

    #[test]
    fn sums_agree(t in random_swiss()) {
        let standings = compute(&t);
        let rows = &standings.scores.rows;
        for row in &standings.rows {
            let own = &rows[row.entrant];
            let total: Points = own.rounds.iter().map(|round| round.points).sum();
            prop_assert_eq!(row.points, total);
            // Every working adds up to its value, but for the running totals, which do too.
            for entry in &row.criteria {
                let terms: Option<Vec<_>> = entry
                    .working
                    .iter()
                    .map(|step| step.value.as_ref().and_then(amount))
                    .collect();
                if let (Some(terms), Some(value)) =
                    (terms, amount(&entry.value))
                {
                    prop_assert_eq!(terms.into_iter().sum::<Exact>(), value);
                }
            }
        }
        // Points never rise from one row to the next, and ranks are those of shared places.
        for (at, pair) in standings.rows.windows(2).enumerate() {
            prop_assert!(pair[0].points >= pair[1].points);
            let next = pair[1].rank.unwrap();
            prop_assert!(next == pair[0].rank.unwrap() || next as usize == at + 2);
        }
        // The boards of each round hold everybody who was paired, once.
        for round in 1..=t.rounds {
            let table = rounds::pairings(&t, rules(), round);
            let mut seen: Vec<usize> = table
                .rows
                .iter()
                .flat_map(|row| &row.cells)
                .filter_map(|cell| match cell.value {
                    Value::Entrant { index, .. } => Some(index),
                    _ => None,
                })
                .collect();
            seen.sort_unstable();
            let expected: Vec<usize> = (0..t.entrants.len())
                .filter(|&who| !matches!(t.cells[who][round as usize - 1], Cell::Absent(_)))
                .collect();
            prop_assert_eq!(seen, expected);
        }
    }
}
