//! Cash prizes shared among tied players (Desempats 1.6.1, AMB-48), and the prizes of an event.

use std::collections::BTreeMap;

use super::ask::{Field, Kind};
use super::contestants;
use super::formula::expr::{apply, var};
use super::formula::{Check, Op, Sheet, Unit, line, say};
use super::report::{Align, Block, Column, Entry, Fact, Msg, Report, Row, Step, Table, Value};
use super::rules::Rules1990;
use super::standings::Standings;
use super::values::{category_msg, effective_category};
use crate::model::{Points, PrizeFund, Sex, System, Tournament};
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

/// What is asked about one tie: the prizes of the places that it covers, and how many share them.
pub const PRIZE_SHARE: &[Field] = &[
    Field::required("prizes", Kind::List(&Kind::Int(0, 1_000_000_000))),
    Field::required("tied", Kind::Int(1, 1000)),
];

/// One tie as data: what each of the tied gets, and the pesetas left over.
pub fn prize_share(_: &Rules1990) -> Sheet {
    let mut sheet = Sheet::new("prize-share", PRIZE_SHARE);
    sheet
        .define("sum", apply(Op::Sum, [var("prizes")]))
        .define("share", apply(Op::Floor, [var("sum").over(var("tied"))]))
        .define("left_over", var("sum").minus(var("share").times(var("tied"))));
    let at = ProvisionId::from(SHARING);
    let division =
        say("prizes.division").shown("sum", var("sum"), Unit::Money).with("players", var("tied"));
    let share = Check::quantity("share", say("prizes.sheet.share"), var("share"), Unit::Money)
        .measured(var("share"), Unit::Money)
        .cite(SHARING)
        .line(line(say("prizes.sheet.sum")).gives(var("sum"), Unit::Money).cite(&at))
        .line(line(division).gives(var("share"), Unit::Money).cite(&at));
    let left =
        Check::quantity("left-over", say("prizes.sheet.left"), var("left_over"), Unit::Plain)
            .measured(var("left_over"), Unit::Plain)
            .cite(SHARING);
    sheet.part("", vec![share, left]);
    sheet
        .output("sum", var("sum"))
        .output("share", var("share"))
        .output("left_over", var("left_over"));
    sheet
}

// ---- The prizes of an event

/// What somebody wins from a list.
#[derive(Clone, Debug, PartialEq)]
pub struct PrizeLine {
    /// Index of the entrant (or team).
    pub entrant: usize,
    pub points: Points,
    /// The amount, with its working.
    pub amount: Entry,
}

impl PrizeLine {
    /// Pesetas.
    pub fn pesetas(&self) -> i64 {
        match self.amount.value {
            Value::Money(amount) => amount,
            _ => 0,
        }
    }
}

/// Who wins what from every list, in the order of the standings; those who win nothing are left
/// out. A knock-out has no places by points, and its prizes are not shared here.
pub fn prizes_of(t: &Tournament, standings: &Standings, rules: &Rules1990) -> Vec<Vec<PrizeLine>> {
    if t.system == System::KnockOut {
        return vec![Vec::new(); t.prizes.len()];
    }
    let mut winners = std::collections::BTreeSet::new();
    let mut lists = Vec::new();
    for fund in &t.prizes {
        let eligible: Vec<_> = standings
            .rows
            .iter()
            .filter(|row| row.rank.is_some())
            .filter(|row| is_for(fund, t, row.entrant, rules))
            .filter(|row| !(fund.only_once && winners.contains(&row.entrant)))
            .collect();
        let points: Vec<Points> = eligible.iter().map(|row| row.points).collect();
        let lines: Vec<PrizeLine> = eligible
            .iter()
            .zip(share_prizes(&points, &fund.amounts))
            .map(|(row, amount)| PrizeLine { entrant: row.entrant, points: row.points, amount })
            .filter(|line| line.pesetas() > 0)
            .collect();
        winners.extend(lines.iter().map(|line| line.entrant));
        lists.push(lines);
    }
    lists
}

/// Is a list of prizes for somebody? In a team event only lists for all and for a club.
fn is_for(fund: &PrizeFund, t: &Tournament, index: usize, rules: &Rules1990) -> bool {
    if t.is_team_event() {
        let club = t.teams.get(index).and_then(|team| team.club.as_deref());
        let personal = fund.category.is_some()
            || fund.sex.is_some()
            || fund.born_from.is_some()
            || fund.rating_under.is_some();
        return !personal && fund.club.as_deref().is_none_or(|wanted| club == Some(wanted));
    }
    let Some(entrant) = t.entrants.get(index) else { return false };
    let category = effective_category(entrant.category, entrant.title);
    let rating = entrant.ratings.first(&rules.rating_order.order.value).map(|(_, rating)| rating);
    fund.category.is_none_or(|wanted| category == Some(wanted))
        && fund.club.as_deref().is_none_or(|wanted| entrant.club.as_deref() == Some(wanted))
        && fund.sex.is_none_or(|wanted| entrant.sex == Some(wanted))
        && fund.born_from.is_none_or(|year| entrant.birth.is_some_and(|day| day.year() >= year))
        && fund.rating_under.is_none_or(|limit| rating.is_none_or(|rating| rating < limit))
}

/// Who a list is for, in words.
fn whom(fund: &PrizeFund) -> Msg {
    let mut parts: Vec<Value> = Vec::new();
    parts.extend(
        fund.category
            .map(|c| Msg::new("prizes.of-category").with("category", category_msg(c)).into()),
    );
    parts.extend(
        fund.club.as_ref().map(|club| Msg::new("prizes.of-club").with("club", club.clone()).into()),
    );
    parts.extend(fund.sex.map(|sex| {
        Msg::new(if sex == Sex::Female { "prizes.women" } else { "prizes.men" }).into()
    }));
    parts.extend(
        fund.born_from
            .map(|year| Msg::new("prizes.born-from").with("year", i64::from(year)).into()),
    );
    parts.extend(
        fund.rating_under.map(|limit| Msg::new("prizes.under").with("rating", limit).into()),
    );
    match (&fund.name, parts.is_empty()) {
        (Some(name), true) => Msg::new("prizes.list").with("name", name.clone()),
        (Some(name), false) => {
            Msg::new("prizes.list-for").with("name", name.clone()).with("whom", Value::List(parts))
        }
        (None, true) => Msg::new("prizes.for-all"),
        (None, false) => Msg::new("prizes.for").with("whom", Value::List(parts)),
    }
}

/// The prizes of an event, list by list, and what everybody wins in all; `None` where none are
/// announced.
pub fn report(t: &Tournament, standings: &Standings, rules: &Rules1990) -> Option<Report> {
    if t.prizes.is_empty() {
        return None;
    }
    let title = Msg::new("prizes.title").with("tournament", t.name.clone());
    let mut blocks = Vec::new();
    if t.system == System::KnockOut {
        blocks.push(Block::Paragraph(Msg::new("prizes.knock-out")));
        return Some(Report { key: "prizes", title, blocks });
    }
    if !standings.is_final {
        blocks.push(Block::Paragraph(Msg::new("prizes.provisional")));
    }
    let at = ProvisionId::from(SHARING);
    let column = |key, text, align| Column::new(key, Msg::new(text), align);
    let lists = prizes_of(t, standings, rules);
    let mut totals: BTreeMap<usize, (i64, u32)> = BTreeMap::new();
    for (fund, lines) in t.prizes.iter().zip(&lists) {
        let announced = fund.amounts.iter().map(|amount| money(u128::from(*amount))).collect();
        let mut rows = Vec::new();
        for (place, line) in (1_u32..).zip(lines) {
            let total = totals.entry(line.entrant).or_default();
            *total = (total.0.saturating_add(line.pesetas()), total.1 + 1);
            rows.push(Row {
                entrant: Some(line.entrant),
                cells: vec![
                    Entry::plain(place),
                    Entry::plain(contestants::value(t, line.entrant)),
                    Entry::plain(line.points),
                    line.amount.clone(),
                ],
            });
        }
        blocks.push(Block::Heading(whom(fund)));
        blocks.push(Block::Paragraph(
            Msg::new("prizes.announced").with("amounts", Value::List(announced)),
        ));
        if fund.only_once {
            blocks.push(Block::Paragraph(Msg::new("prizes.only-once")));
        }
        if rows.is_empty() {
            blocks.push(Block::Paragraph(Msg::new("prizes.nobody")));
            continue;
        }
        blocks.push(Block::Table(Table {
            key: "prizes",
            caption: whom(fund),
            columns: vec![
                column("place", "column.rank", Align::End),
                column("name", "column.player", Align::Start),
                column("points", "column.points", Align::End),
                column("amount", "prizes.amount", Align::End).cite(&at),
            ],
            rows,
        }));
    }
    if totals.values().any(|(_, lists)| *lists > 1) {
        let mut all: Vec<_> = totals.into_iter().collect();
        all.sort_by_key(|&(entrant, (amount, _))| {
            (std::cmp::Reverse(amount), contestants::number(t, entrant))
        });
        let rows = all.into_iter().map(|(entrant, (amount, _))| Row {
            entrant: Some(entrant),
            cells: vec![
                Entry::plain(contestants::value(t, entrant)),
                Entry::plain(Value::Money(amount)),
            ],
        });
        blocks.push(Block::Heading(Msg::new("prizes.totals")));
        blocks.push(Block::Table(Table {
            key: "prize-totals",
            caption: Msg::new("prizes.totals"),
            columns: vec![
                column("name", "column.player", Align::Start),
                column("amount", "prizes.amount", Align::End),
            ],
            rows: rows.collect(),
        }));
    }
    Some(Report { key: "prizes", title, blocks })
}

/// A receipt for everybody who wins something, by number: each list with its share and where that
/// comes from, and the whole amount.
pub fn receipts(t: &Tournament, standings: &Standings, rules: &Rules1990) -> Vec<Report> {
    let mut parts: BTreeMap<usize, Vec<(Msg, PrizeLine)>> = BTreeMap::new();
    for (fund, lines) in t.prizes.iter().zip(prizes_of(t, standings, rules)) {
        for line in lines {
            parts.entry(line.entrant).or_default().push((whom(fund), line));
        }
    }
    let mut parts: Vec<_> = parts.into_iter().collect();
    parts.sort_by_key(|&(entrant, _)| contestants::number(t, entrant));
    parts.into_iter().map(|(entrant, parts)| receipt(t, entrant, parts)).collect()
}

fn receipt(t: &Tournament, entrant: usize, parts: Vec<(Msg, PrizeLine)>) -> Report {
    let total = parts.iter().fold(0_i64, |sum, (_, line)| sum.saturating_add(line.pesetas()));
    let club = match t.is_team_event() {
        true => t.teams.get(entrant).and_then(|team| team.club.clone()),
        false => t.entrants.get(entrant).and_then(|entrant| entrant.club.clone()),
    };
    let fact = |key, label, value: Value| Fact::new(key, Msg::new(label), Entry::plain(value));
    let mut facts = vec![fact("name", "receipt.from", contestants::value(t, entrant))];
    facts.extend(club.map(|club| fact("club", "column.club", club.into())));
    facts.push(fact("total", "receipt.total", Value::Money(total)));
    let rows = parts.into_iter().map(|(list, line)| Row {
        entrant: Some(line.entrant),
        cells: vec![Entry::plain(list), Entry::plain(line.points), line.amount],
    });
    let column = |key, text, align| Column::new(key, Msg::new(text), align);
    let table = Table {
        key: "receipt",
        caption: Msg::new("receipt.parts"),
        columns: vec![
            column("list", "receipt.list", Align::Start),
            column("points", "column.points", Align::End),
            column("amount", "receipt.total", Align::End).cite(&ProvisionId::from(SHARING)),
        ],
        rows: rows.collect(),
    };
    let title = Msg::new("receipt.title");
    Report { key: "receipt", title, blocks: vec![Block::Facts(facts), Block::Table(table)] }
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

    /// AMB-48: equal shares, also where the tie goes past the last prize.
    #[test]
    fn ties_share_what_their_places_win() {
        assert_eq!(amounts(&[14, 12, 10], &[100, 50]), [100, 50, 0]);
        assert_eq!(
            amounts(&[14, 13, 13, 13], &[100_000, 50_000, 25_000]),
            [100_000, 25_000, 25_000, 25_000]
        );
        assert!(amounts(&[], &[100]).is_empty());
    }

    /// The form of one tie gives the same shares.
    #[test]
    fn the_form_and_the_core_agree() {
        use crate::core::formula::Data;
        let sheet = prize_share(crate::test_rules::rules());
        for tied in 1..=5_usize {
            for prizes in [&[10_000_u64, 1][..], &[10_000], &[7, 5, 3, 2, 1], &[]] {
                let prizes = &prizes[..prizes.len().min(tied)];
                let input = Data::record([
                    ("prizes", Data::list(prizes.iter().map(|&amount| amount as i64))),
                    ("tied", tied.into()),
                ]);
                let found = sheet.compute(&input);
                let whole = |name: &str| found.get(name).whole().unwrap();
                let form =
                    (0..tied as i64).map(|at| whole("share") + i64::from(at < whole("left_over")));
                assert_eq!(form.collect::<Vec<_>>(), amounts(&vec![14; tied], prizes));
            }
        }
    }

    /// AMB-48: whole pesetas.
    #[test]
    fn the_pesetas_left_over_go_to_the_first_of_the_tie() {
        assert_eq!(amounts(&[14, 14, 14], &[10_000, 1]), [3334, 3334, 3333]);
        assert_eq!(amounts(&[14, 14, 14], &[10_000]), [3334, 3333, 3333]);
    }

    /// Four players: 3, 2, 2 and 0 points; two of them of 2a, one woman.
    fn event(prizes: Vec<PrizeFund>) -> Tournament {
        use crate::model::{Absence, Category, Cell, Entrant, Outcome, Score};
        let mut t = Tournament::new("x", "X", System::RoundRobin { double: false }, 3);
        let scores = [(0, 1, 2), (0, 2, 2), (0, 3, 2), (1, 2, 1), (1, 3, 2), (2, 3, 2)];
        let rounds = [(0, 1, 0), (0, 2, 1), (0, 3, 2), (1, 2, 2), (1, 3, 1), (2, 3, 0)];
        for number in 1..=4_u32 {
            let mut entrant = Entrant::new(number, format!("J{number}"));
            entrant.category =
                Some(if number % 2 == 0 { Category::Second } else { Category::First });
            entrant.sex = Some(if number == 3 { Sex::Female } else { Sex::Male });
            entrant.club = Some(if number < 3 { "a" } else { "b" }.into());
            t.entrants.push(entrant);
        }
        t.cells = vec![vec![Cell::Absent(Absence::FreeRound); 3]; 4];
        for ((a, b, halves), (_, _, round)) in scores.into_iter().zip(rounds) {
            let score = [Score::Loss, Score::Draw, Score::Win][halves];
            let cell = |opponent, score| Cell::Paired {
                opponent,
                colour: None,
                outcome: Outcome::Played(score),
            };
            t.cells[a][round] = cell(b, score);
            t.cells[b][round] = cell(a, score.mirrored());
        }
        t.prizes = prizes;
        t
    }

    fn won(t: &Tournament) -> Vec<Vec<(u32, i64)>> {
        let rules = crate::test_rules::rules();
        let standings = Standings::compute(t, rules, 3, &Default::default());
        prizes_of(t, &standings, rules)
            .iter()
            .map(|lines| {
                lines.iter().map(|line| (t.entrants[line.entrant].number, line.pesetas())).collect()
            })
            .collect()
    }

    fn fund(amounts: &[u64]) -> PrizeFund {
        PrizeFund { amounts: amounts.to_vec(), ..PrizeFund::default() }
    }

    /// Desempats 1.6.1: numbers 2 and 3 have 1½ points each and share the second and third prize.
    #[test]
    fn the_tied_of_an_event_share() {
        let t = event(vec![fund(&[1000, 500, 200])]);
        assert_eq!(won(&t), [vec![(1, 1000), (2, 350), (3, 350)]]);
    }

    #[test]
    fn lists_are_for_those_they_name() {
        use crate::model::Category;
        let second = PrizeFund { category: Some(Category::Second), ..fund(&[300]) };
        let women = PrizeFund { sex: Some(Sex::Female), ..fund(&[100]) };
        let club = PrizeFund { club: Some("b".into()), ..fund(&[90, 10]) };
        let once = PrizeFund { only_once: true, ..club.clone() };
        let t = event(vec![second, women, club, once]);
        assert_eq!(won(&t), [vec![(2, 300)], vec![(3, 100)], vec![(3, 90), (4, 10)], Vec::new()]);
        let report = report(
            &t,
            &Standings::compute(&t, crate::test_rules::rules(), 3, &Default::default()),
            crate::test_rules::rules(),
        );
        // Number 3 wins twice, so that there are totals.
        let headings = report
            .expect("prizes")
            .blocks
            .iter()
            .filter(|block| matches!(block, Block::Heading(_)))
            .count();
        assert_eq!(headings, 5);
    }

    /// Who wins from two lists signs once, for the sum; the shares keep their working.
    #[test]
    fn a_receipt_is_for_all_that_somebody_won() {
        let women = PrizeFund { sex: Some(Sex::Female), ..fund(&[100]) };
        let club = PrizeFund { club: Some("b".into()), ..fund(&[90, 10]) };
        let t = event(vec![women, club]);
        let rules = crate::test_rules::rules();
        let standings = Standings::compute(&t, rules, 3, &Default::default());
        let receipts = receipts(&t, &standings, rules);
        let found: Vec<(u32, Value, usize)> = receipts
            .iter()
            .map(|receipt| {
                let [Block::Facts(facts), Block::Table(table)] = &receipt.blocks[..] else {
                    panic!("facts and a table")
                };
                let fact = |key| &facts.iter().find(|fact| fact.key == key).expect(key).entry.value;
                let Value::Entrant { number, .. } = fact("name") else { panic!("a name") };
                assert!(table.rows.iter().all(|row| !row.cells[2].working.is_empty()));
                assert!(table.columns[2].citations.contains(&ProvisionId::from(SHARING)));
                (*number, fact("total").clone(), table.rows.len())
            })
            .collect();
        assert_eq!(found, [(3, Value::Money(190), 2), (4, Value::Money(10), 1)]);
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
