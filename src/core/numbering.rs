//! The two orders of precedence among ratings side by side (AMB-09): the one by which the players
//! of a Swiss event are numbered (Swiss 7), and the one of means and promotions (Ascensos 4).

use super::pairing::fce1990::RankingList;
use super::pairing::fce1990::numbers::{order, rating};
use super::report::{Align, Block, Column, Entry, Msg, Report, Row, Step, Table, Value, Verdict};
use super::rules::Rules1990;
use crate::model::{RatingKind, System, Tournament};

fn list_name(list: RankingList) -> Msg {
    Msg::new(match list {
        RankingList::International => "numbering.international",
        RankingList::Home => "numbering.home",
        RankingList::Unrated => "numbering.unrated",
    })
}

fn kind_name(kind: RatingKind) -> Msg {
    Msg::new(match kind {
        RatingKind::Catalan => "numbering.catalan",
        RatingKind::Fide => "numbering.fide",
        RatingKind::Feda => "numbering.feda",
        RatingKind::National => "numbering.national",
    })
}

/// The order of the numbers that the rules give, beside the numbers of the event; `None` for
/// events that are no Swiss of players.
pub fn report(t: &Tournament, rules: &Rules1990) -> Option<Report> {
    if t.system != System::Swiss || t.is_team_event() {
        return None;
    }
    // Between equals who entered first: the recorded number is the nearest that is known.
    let mut entered: Vec<usize> = (0..t.entrants.len()).collect();
    entered.sort_by_key(|&index| (t.entrants[index].number, index));
    let entrants: Vec<_> = entered.iter().map(|&index| t.entrants[index].clone()).collect();
    let swiss = &rules.swiss;
    let means = &rules.rating_order.order;
    let mut same = 0_usize;
    let rows: Vec<Row> = (1_u32..)
        .zip(order(&entrants, swiss))
        .map(|(place, at)| {
            let (index, entrant) = (entered[at], &entrants[at]);
            let (list, number) = match rating(entrant, swiss) {
                Some((list, number)) => (list, Value::from(number)),
                None => (RankingList::Unrated, Value::Undefined),
            };
            let agrees = entrant.number == place;
            same += usize::from(agrees);
            let of_means = entrant.ratings.first(&means.value);
            let name = Value::Entrant { index, number: entrant.number, name: entrant.name.clone() };
            let step = Step::new(list_name(list)).gives(number.clone()).cite(&swiss.ranking.at);
            Row {
                entrant: Some(index),
                cells: vec![
                    Entry::plain(place).cite_param(&swiss.ranking).step(step),
                    Entry::plain(name),
                    Entry::plain(list_name(list)),
                    Entry::plain(number),
                    Entry::plain(
                        of_means
                            .map(|(kind, rating)| {
                                Value::List(vec![rating.into(), kind_name(kind).into()])
                            })
                            .unwrap_or(Value::Undefined),
                    ),
                    Entry::plain(entrant.number),
                    Entry::plain(Verdict::of(agrees)),
                ],
            }
        })
        .collect();
    let column = |key, text, align| Column::new(key, Msg::new(text), align);
    let summary = Msg::new("numbering.summary").with("same", same).with("players", rows.len());
    let table = Table {
        key: "numbering",
        caption: Msg::new("numbering.caption"),
        columns: vec![
            column("place", "numbering.place", Align::End).cite(&swiss.ranking.at),
            column("name", "column.player", Align::Start),
            column("list", "numbering.list", Align::Start).extra(),
            column("rating", "numbering.rating", Align::End).cite(&swiss.home_lists.at),
            column("mean-rating", "numbering.mean-rating", Align::End).extra().cite(&means.at),
            column("number", "numbering.number", Align::End),
            column("agrees", "numbering.agrees", Align::Start).extra(),
        ],
        rows,
    };
    Some(Report {
        key: "numbering",
        title: Msg::new("numbering.title").with("tournament", t.name.clone()),
        blocks: vec![Block::Paragraph(summary), Block::Table(table)],
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{Entrant, Ratings};
    use crate::test_rules::rules;

    /// AMB-09: with 2400 here and 2205 abroad one is numbered by 2205, before somebody of 2450
    /// here alone, and counts in means with 2400.
    #[test]
    fn numbers_and_means_take_different_ratings() {
        let mut t = Tournament::new("x", "X", System::Swiss, 5);
        for (number, catalan, fide) in [(1, 2450, None), (2, 2400, Some(2205))] {
            let mut entrant = Entrant::new(number, format!("J{number}"));
            entrant.ratings = Ratings { catalan: Some(catalan), fide, ..Ratings::default() };
            t.entrants.push(entrant);
        }
        let report = report(&t, rules()).expect("a Swiss of players");
        let Block::Table(table) = &report.blocks[1] else { panic!("{report:?}") };
        let first = &table.rows[0].cells;
        assert_eq!(first[5].value, Value::Int(2), "the recorded number");
        assert_eq!(first[3].value, Value::Int(2205));
        let Value::List(mean) = &first[4].value else { panic!("{first:?}") };
        assert_eq!(mean[0], Value::Int(2400));
        assert_eq!(first[6].value, Value::Verdict(Verdict::NotMet));
        t.system = System::KnockOut;
        assert_eq!(super::report(&t, rules()), None);
    }
}
