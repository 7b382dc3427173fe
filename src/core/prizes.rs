//! Cash prizes shared among tied players (Desempats 1.6.1, AMB-48).

use super::report::{Entry, Msg, Step, Value};
use crate::model::Points;
use crate::rulebook::ProvisionId;

const SHARING: &str = "Desempats 1.6.1";

/// The prize of each player of a standing, in pesetas.
///
/// `standing` holds the points from first to last, in the order of the tie-breaks; `prizes` the
/// amounts from the first place on. The prizes of the places that a tie covers are added and
/// divided into equal whole pesetas; those left over go one by one from the first of the tie.
pub fn share_prizes(standing: &[Points], prizes: &[u64]) -> Vec<Entry> {
    let provision = ProvisionId::from(SHARING);
    let mut entries = Vec::with_capacity(standing.len());
    let mut first = 0;
    for tied in standing.chunk_by(|a, b| a == b) {
        let past = first + tied.len();
        let covered = prizes.get(first..past.min(prizes.len())).unwrap_or_default();
        // Sums are wider than amounts, so that no input overflows.
        let sum: u128 = covered.iter().map(|&amount| u128::from(amount)).sum();
        let share = sum / tied.len() as u128;
        let left_over = (sum % tied.len() as u128) as usize;
        for at in 0..tied.len() {
            let amount = share + u128::from(at < left_over);
            let mut entry = Entry::plain(money(amount)).cite(&provision);
            if tied.len() == 1 {
                let text = Msg::new("prizes.alone").with("place", first + 1);
                entry = entry.step(Step::new(text).gives(money(sum)));
            } else {
                let places = Msg::new("prizes.sum").with("from", first + 1).with("to", past);
                let division =
                    Msg::new("prizes.division").with("sum", money(sum)).with("players", tied.len());
                entry = entry
                    .step(Step::new(places).gives(money(sum)).cite(&provision))
                    .step(Step::new(division).gives(money(share)).cite(&provision));
                if left_over > 0 {
                    let text = Msg::new("prizes.left-over").with("n", left_over);
                    entry = entry.step(Step::new(text).gives(money(u128::from(at < left_over))));
                }
            }
            entries.push(entry);
        }
        first = past;
    }
    entries
}

fn money(amount: u128) -> Value {
    Value::Money(i64::try_from(amount).unwrap_or(i64::MAX))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn amounts(halves: &[i32], prizes: &[u64]) -> Vec<i64> {
        let standing: Vec<_> = halves.iter().map(|&h| Points::from_halves(h)).collect();
        share_prizes(&standing, prizes)
            .into_iter()
            .map(|entry| match entry.value {
                Value::Money(amount) => amount,
                other => panic!("{other:?}"),
            })
            .collect()
    }

    #[test]
    fn ties_share_what_their_places_win() {
        assert_eq!(amounts(&[14, 12, 10], &[100, 50]), [100, 50, 0]);
        assert_eq!(
            amounts(&[14, 13, 13, 13], &[100_000, 50_000, 25_000]),
            [100_000, 25_000, 25_000, 25_000]
        );
        assert!(amounts(&[], &[100]).is_empty());
    }

    #[test]
    fn the_pesetas_left_over_go_to_the_first_of_the_tie() {
        assert_eq!(amounts(&[14, 14, 14], &[10_000, 1]), [3334, 3334, 3333]);
        assert_eq!(amounts(&[14, 14, 14], &[10_000]), [3334, 3333, 3333]);
    }

    proptest! {
        #[test]
        fn nothing_is_lost_and_nobody_worse_wins_more(
            halves in prop::collection::vec(0..20, 1..12),
            prizes in prop::collection::vec(0_u64..100_000, 0..12),
        ) {
            let (mut halves, mut prizes): (Vec<i32>, Vec<u64>) = (halves, prizes);
            halves.sort_unstable_by(|a, b| b.cmp(a));
            prizes.sort_unstable_by(|a, b| b.cmp(a));
            prizes.truncate(halves.len());
            let amounts = amounts(&halves, &prizes);
            prop_assert_eq!(amounts.iter().sum::<i64>(), prizes.iter().sum::<u64>() as i64);
            prop_assert!(amounts.is_sorted_by(|a, b| a >= b));
        }
    }
}
