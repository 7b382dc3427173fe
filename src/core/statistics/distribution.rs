//! How many values lie in each class of equal width.

use crate::core::report::{Align, Column, Entry, Msg, Row, Step, Table, Value};
use crate::model::Exact;

/// Most classes of one distribution: what a drawing shows on a phone. How it is shown, no rule.
const MOST: u32 = 14;

/// A class and how many are in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Class {
    /// Lowest and highest value that belong to it.
    pub from: u32,
    pub to: u32,
    pub count: usize,
}

/// The values in classes of the smallest of some widths that gives few enough; of a multiple of the
/// widest otherwise. Classes without a value between others are kept, so that gaps are seen.
pub fn classes(values: &[u32], widths: &[u32]) -> Vec<Class> {
    let (Some(&low), Some(&high)) = (values.iter().min(), values.iter().max()) else {
        return Vec::new();
    };
    let few = |width: u32| high / width - low / width < MOST;
    let mut width = widths.last().map_or(1, |&widest| widest.max(1));
    match widths.iter().find(|&&width| width > 0 && few(width)) {
        Some(&found) => width = found,
        None => {
            while !few(width) {
                width = width.saturating_mul(2);
            }
        }
    }
    (low / width..=high / width)
        .map(|class| Class {
            from: class * width,
            to: (class * width).saturating_add(width - 1),
            count: values.iter().filter(|&&value| value / width == class).count(),
        })
        .collect()
}

/// The classes as a table: the class, how many, which share.
pub fn table(key: &'static str, caption: Msg, header: Msg, classes: &[Class]) -> Table {
    let all: usize = classes.iter().map(|class| class.count).sum();
    let rows = classes.iter().map(|class| {
        let name = Msg::new("stats.class").with("from", class.from).with("to", class.to);
        Row {
            entrant: None,
            cells: vec![
                Entry::plain(name),
                Entry::plain(class.count),
                Entry::plain(share(class.count, all)),
            ],
        }
    });
    Table {
        key,
        caption,
        columns: vec![
            Column::new("class", header, Align::Start),
            Column::new("count", Msg::new("stats.players"), Align::End),
            Column::new("share", Msg::new("stats.share"), Align::End).extra(),
        ],
        rows: rows.collect(),
    }
}

/// `part` of `all` as a share; undefined of nothing.
pub fn share(part: usize, all: usize) -> Value {
    match all {
        0 => Value::Undefined,
        _ => Value::Percent(Exact::new(part as i64, all as i64)),
    }
}

/// A mean with its working; undefined of nothing.
pub fn mean(values: &[u32]) -> Entry {
    let sum: i64 = values.iter().map(|&value| i64::from(value)).sum();
    match values.len() {
        0 => Entry::plain(Value::Undefined),
        n => {
            let mean = Exact::new(sum, n as i64);
            let step = Msg::new("stats.mean-step").with("sum", sum).with("count", n);
            Entry::plain(mean).step(Step::new(step).gives(mean))
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn classes_are_of_equal_width_and_keep_gaps() {
        let found = classes(&[1999, 2000, 2049, 2150], &[50, 100]);
        let counts: Vec<_> = found.iter().map(|c| (c.from, c.to, c.count)).collect();
        assert_eq!(
            counts,
            [(1950, 1999, 1), (2000, 2049, 2), (2050, 2099, 0), (2100, 2149, 0), (2150, 2199, 1)]
        );
        assert!(classes(&[], &[50]).is_empty());
    }

    #[test]
    fn a_wide_range_takes_wider_classes() {
        // 14 classes of 50 hold 1000 … 1699; one more value takes those of 100.
        assert_eq!(classes(&[1000, 1699], &[50, 100]).len(), 14);
        assert_eq!(classes(&[1000, 1700], &[50, 100]).len(), 8);
        // None is wide enough: the widest doubled, and doubled again.
        let found = classes(&[0, 3000], &[50, 100]);
        assert_eq!(found.iter().map(|c| c.from).take(3).collect::<Vec<_>>(), [0, 400, 800]);
        assert_eq!(found.len(), 8);
    }

    proptest! {
        #[test]
        fn every_value_is_in_one_class(values in prop::collection::vec(prop_oneof![0_u32..3000, any::<u32>()], 0..200)) {
            let found = classes(&values, &[25, 50, 100, 200]);
            prop_assert_eq!(found.iter().map(|c| c.count).sum::<usize>(), values.len());
            prop_assert!(found.len() <= MOST as usize);
            for value in values {
                prop_assert_eq!(found.iter().filter(|c| (c.from..=c.to).contains(&value)).count(), 1);
            }
        }
    }
}
