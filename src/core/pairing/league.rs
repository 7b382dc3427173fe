//! A league, round after round by the table (SAP 2.1).
//!
//! The places of the table are the contestants in the order of their numbers, whether they are
//! still there or not. A double league is told by its number of rounds.

use std::collections::{BTreeMap, BTreeSet};

use super::berger::{self, LeagueRound};
use super::verify::{Difference, Disagreement};
use super::{Board, ByeGiven, Pairer, PairingError, Position, Presence, RoundPairing};
use crate::core::contestants;
use crate::core::report::{Msg, Step, Value};
use crate::model::{Cell, Colour, PairingSystem, Tournament};
use crate::rulebook::ProvisionId;

/// Everybody against everybody by Berger's table.
#[derive(Clone, Copy, Debug)]
pub struct League;

/// Is a league of so many rounds a double one?
pub fn is_double(players: u32, rounds: u32) -> bool {
    rounds > berger::round_count(players, false)
}

fn rule() -> ProvisionId {
    ProvisionId::from("SAP 2.1")
}

/// Indices of a position's players in the order of their numbers.
fn places(position: &Position) -> Vec<usize> {
    let mut order: Vec<usize> = (0..position.players.len()).collect();
    order.sort_by_key(|&index| position.players[index].number);
    order
}

fn table_of(position: &Position) -> Vec<LeagueRound> {
    let players = position.players.len() as u32;
    berger::league(players, is_double(players, position.rounds))
}

fn who(position: &Position, index: usize) -> Value {
    let player = &position.players[index];
    Value::Entrant { index, number: player.number, name: player.name.clone() }
}

impl Pairer for League {
    fn system(&self) -> PairingSystem {
        PairingSystem::RoundRobin
    }

    fn pair(&self, position: &Position) -> Result<RoundPairing, PairingError> {
        position.check()?;
        let (round, rounds) = (position.round, position.rounds);
        let places = places(position);
        let table = table_of(position);
        let Some(row) = round.checked_sub(1).and_then(|at| table.get(at as usize)) else {
            return Err(PairingError::NoSuchRound { round, rounds });
        };
        let at = |place: u32| places[place as usize - 1];
        let gone = |index: usize| position.players[index].presence == Presence::Withdrawn;
        let mut boards = Vec::new();
        let mut free = Vec::new();
        for &(white, black) in &row.games {
            let (one, other) = (at(white), at(black));
            match (gone(one), gone(other)) {
                (false, false) => {
                    let msg = Msg::new("league.table")
                        .with("round", round)
                        .with("places", places.len() + places.len() % 2)
                        .with("white", white)
                        .with("black", black);
                    let why = vec![Step::new(msg).cite(&rule())];
                    boards.push(Board { white: one, black: other, why });
                }
                (true, true) => {}
                (left, _) => {
                    let (stays, leaves) = if left { (other, one) } else { (one, other) };
                    let msg = Msg::new("league.opponent-left")
                        .with("player", who(position, stays))
                        .with("opponent", who(position, leaves));
                    let why = vec![Step::new(msg).cite(&ProvisionId::from("RGC 14.3"))];
                    free.push(ByeGiven { player: stays, why });
                }
            }
        }
        if let Some(index) = row.free.map(at).filter(|&index| !gone(index)) {
            let msg = Msg::new("league.free").with("player", who(position, index));
            free.push(ByeGiven { player: index, why: vec![Step::new(msg).cite(&rule())] });
        }
        Ok(RoundPairing { free, ..RoundPairing::of_boards(round, boards) })
    }

    /// What the table says of the two.
    fn objections(&self, position: &Position, white: usize, black: usize) -> Vec<Step> {
        let places = places(position);
        let place = |index| places.iter().position(|&at| at == index).map(|at| at as u32 + 1);
        let (Some(one), Some(other)) = (place(white), place(black)) else { return Vec::new() };
        let table = table_of(position);
        let here = table.get(position.round.wrapping_sub(1) as usize);
        if here.is_some_and(|round| round.games.contains(&(one, other))) {
            return Vec::new();
        }
        let msg = match berger::meeting_round(&table, one, other) {
            Some(round) if round == position.round => Msg::new("league.other-colour")
                .with("white", who(position, black))
                .with("black", who(position, white)),
            Some(round) => Msg::new("league.other-round")
                .with("white", who(position, white))
                .with("black", who(position, black))
                .with("round", round),
            None => return Vec::new(),
        };
        vec![Step::new(msg).cite(&rule())]
    }

    /// Nobody is free but the one whom the table leaves over.
    fn bye_objections(&self, position: &Position, player: usize) -> Vec<Step> {
        let places = places(position);
        let table = table_of(position);
        let here = table.get(position.round.wrapping_sub(1) as usize);
        let free = here.and_then(|round| round.free).map(|place| places[place as usize - 1]);
        if free == Some(player) {
            return Vec::new();
        }
        let msg = Msg::new("league.not-free").with("player", who(position, player));
        vec![Step::new(msg).cite(&rule())]
    }
}

/// Are all rounds played so far those of the table, in its order and with its pairs? Colours do not
/// matter here.
pub fn keeps_to_the_table(t: &Tournament) -> bool {
    let other = |difference: &Difference| !matches!(difference.what, Disagreement::Colours { .. });
    !verify(t).iter().any(other)
}

/// A round as it was played: the places of a pair, the smaller first; who was named first, or had
/// White, if that is recorded.
type Pairs = BTreeMap<(u32, u32), Option<u32>>;

/// All differences between a league and its table, of players or of teams.
///
/// When every round of the league is one of the table, only in another order, that is all that is
/// said of it; colours are then compared with those of the table's round.
pub(super) fn verify(t: &Tournament) -> Vec<Difference> {
    let order = contestants::by_number(t);
    let players = order.len() as u32;
    let table = berger::league(players, is_double(players, t.rounds));
    let recorded = t.rounds_recorded().min(table.len() as u32);
    let played: Vec<Pairs> = (1..=recorded).map(|round| pairs_of(t, &order, round)).collect();
    let strict: Vec<usize> = (0..recorded as usize).collect();
    let in_order = matches_all(t, &order, &table, &played, &strict);
    let rows = if in_order { strict } else { rounds_found(t, &order, &table, &played) };
    let mut differences = Vec::new();
    if !in_order && rows.iter().enumerate().any(|(at, &row)| at != row) {
        let first = rows.iter().enumerate().find(|(at, row)| at != *row).map_or(0, |(at, _)| at);
        let rounds = rows.iter().map(|&row| row as u32 + 1).collect();
        differences.push(Difference {
            round: first as u32 + 1,
            what: Disagreement::Order { rounds },
            expected: vec![Step::new(Msg::new("league.order")).cite(&rule())],
            found: Vec::new(),
        });
    }
    for (at, found) in played.iter().enumerate() {
        compare(t, &order, at as u32 + 1, &table[rows[at]], found, &mut differences);
    }
    differences
}

fn pairs_of(t: &Tournament, order: &[usize], round: u32) -> Pairs {
    let mut place = vec![0; order.len()];
    for (at, &index) in order.iter().enumerate() {
        place[index] = at as u32 + 1;
    }
    let mut pairs = Pairs::new();
    let mut add = |one: usize, other: usize, first: Option<usize>| {
        let (Some(&a), Some(&b)) = (place.get(one), place.get(other)) else { return };
        let first = first.and_then(|index| place.get(index)).copied();
        pairs.insert((a.min(b), a.max(b)), first);
    };
    if t.is_team_event() {
        for m in t.matches.iter().filter(|m| m.round == round) {
            if let Some(away) = m.away {
                add(m.home, away, Some(m.home));
            }
        }
    } else {
        for (index, row) in t.cells.iter().enumerate() {
            if let Some(&Cell::Paired { opponent, colour, .. }) = row.get(round as usize - 1) {
                let white = colour.map(|colour| match colour {
                    Colour::White => index,
                    Colour::Black => opponent,
                });
                add(index, opponent, white);
            }
        }
    }
    pairs
}

/// Had a place of the table left before the round, so that its game may be missing?
fn left(t: &Tournament, order: &[usize], place: u32, round: u32) -> bool {
    let index = order[place as usize - 1];
    t.withdrawal(index).is_some_and(|w| w.after_round < round)
}

/// Are the pairs those of a round of the table, but for those who had left?
fn same_pairs(
    t: &Tournament,
    order: &[usize],
    round: u32,
    row: &LeagueRound,
    pairs: &Pairs,
) -> bool {
    let expected: BTreeSet<(u32, u32)> =
        row.games.iter().map(|&(a, b)| (a.min(b), a.max(b))).collect();
    pairs.keys().all(|pair| expected.contains(pair))
        && expected.iter().all(|pair| {
            pairs.contains_key(pair)
                || left(t, order, pair.0, round)
                || left(t, order, pair.1, round)
        })
}

fn matches_all(
    t: &Tournament,
    order: &[usize],
    table: &[LeagueRound],
    played: &[Pairs],
    rows: &[usize],
) -> bool {
    let mut rounds = (1..).zip(played).zip(rows);
    rounds.all(|((round, pairs), &row)| same_pairs(t, order, round, &table[row], pairs))
}

/// The row of the table that each round played is, when there is one for every round; else the
/// rounds in order. In a double league the row with the right colours is taken first.
fn rounds_found(
    t: &Tournament,
    order: &[usize],
    table: &[LeagueRound],
    played: &[Pairs],
) -> Vec<usize> {
    let mut used = BTreeSet::new();
    let mut rows = Vec::new();
    for (round, pairs) in (1..).zip(played) {
        let fits =
            |row: &usize| !used.contains(row) && same_pairs(t, order, round, &table[*row], pairs);
        let right = |row: &usize| {
            let first: BTreeMap<_, _> =
                table[*row].games.iter().map(|&(a, b)| ((a.min(b), a.max(b)), a)).collect();
            let counted = pairs
                .iter()
                .filter(|(pair, white)| white.is_none_or(|white| first.get(*pair) == Some(&white)));
            counted.count()
        };
        let best =
            (0..table.len()).filter(fits).max_by_key(|row| (right(row), std::cmp::Reverse(*row)));
        let Some(row) = best else { return (0..played.len()).collect() };
        used.insert(row);
        rows.push(row);
    }
    rows
}

fn compare(
    t: &Tournament,
    order: &[usize],
    round: u32,
    row: &LeagueRound,
    pairs: &Pairs,
    differences: &mut Vec<Difference>,
) {
    let at = |place: u32| order[place as usize - 1];
    let says = |white: u32, black: u32| {
        let msg = Msg::new("league.table")
            .with("round", round)
            .with("places", order.len() + order.len() % 2)
            .with("white", white)
            .with("black", black);
        vec![Step::new(msg).cite(&rule())]
    };
    let mut expected = BTreeSet::new();
    for &(white, black) in &row.games {
        let pair = (white.min(black), white.max(black));
        expected.insert(pair);
        let (one, other) = (at(white), at(black));
        let what = match pairs.get(&pair) {
            Some(&Some(found)) if found != white => {
                Disagreement::Colours { white: one, black: other }
            }
            Some(_) => continue,
            None if left(t, order, white, round) || left(t, order, black, round) => continue,
            None => Disagreement::MissingPair { white: one, black: other },
        };
        differences.push(Difference {
            round,
            what,
            expected: says(white, black),
            found: Vec::new(),
        });
    }
    for (&pair, &first) in pairs.iter().filter(|(pair, _)| !expected.contains(pair)) {
        let (white, black) = if first == Some(pair.1) { (pair.1, pair.0) } else { pair };
        differences.push(Difference {
            round,
            what: Disagreement::OtherPair { white: at(white), black: at(black) },
            expected: Vec::new(),
            found: Vec::new(),
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::pairing::{pairer, verify as verify_with};
    use crate::model::{Absence, Entrant, Outcome, Score, System, Withdrawal};
    use crate::test_rules::rules;

    /// A league by the table, all games drawn, its rounds in the order given.
    fn league(players: u32, double: bool, order: &[usize]) -> Tournament {
        let table = berger::league(players, double);
        let system = System::RoundRobin { double };
        let mut t = Tournament::new("x", "X", system, table.len() as u32);
        t.entrants = (1..=players).map(|n| Entrant::new(n, format!("J{n}"))).collect();
        t.cells = vec![Vec::new(); players as usize];
        for &row in order {
            for cells in &mut t.cells {
                cells.push(Cell::Absent(Absence::FreeRound));
            }
            for &(white, black) in &table[row].games {
                let cell = |opponent: u32, colour| Cell::Paired {
                    opponent: opponent as usize - 1,
                    colour: Some(colour),
                    outcome: Outcome::Played(Score::Draw),
                };
                *t.cells[white as usize - 1].last_mut().unwrap() = cell(black, Colour::White);
                *t.cells[black as usize - 1].last_mut().unwrap() = cell(white, Colour::Black);
            }
        }
        t
    }

    fn differences(t: &Tournament) -> Vec<Disagreement> {
        let pairer = pairer(PairingSystem::RoundRobin, rules()).unwrap();
        let found = verify_with(t, &*pairer, rules()).unwrap();
        found.into_iter().map(|difference| difference.what).collect()
    }

    #[test]
    fn leagues_of_3_to_30_are_paired_to_the_end_and_verified() {
        for players in 3..=30 {
            for double in [false, true] {
                let table = berger::league(players, double);
                let all: Vec<usize> = (0..table.len()).collect();
                let mut t = league(players, double, &[]);
                for round in 1..=table.len() as u32 {
                    let position = Position::from_tournament(&t, round, rules()).unwrap();
                    let pairing = League.pair(&position).unwrap();
                    let pairs: Vec<(u32, u32)> = pairing
                        .pairs()
                        .iter()
                        .map(|&(white, black)| (white as u32 + 1, black as u32 + 1))
                        .collect();
                    assert_eq!(pairs, table[round as usize - 1].games);
                    assert_eq!(pairing.free.len() as u32, players % 2);
                    t = league(players, double, &all[..round as usize]);
                }
                assert_eq!(differences(&t), []);
                let position = Position::from_tournament(&t, t.rounds + 1, rules());
                assert!(matches!(position, Err(PairingError::NoSuchRound { .. })));
            }
        }
    }

    #[test]
    fn another_order_of_the_rounds_is_told_as_such() {
        let t = league(6, false, &[2, 1, 0, 3, 4]);
        assert_eq!(differences(&t), [Disagreement::Order { rounds: vec![3, 2, 1, 4, 5] }]);
        // The first leg after the second.
        let t = league(4, true, &[3, 4, 5, 0, 1, 2]);
        assert_eq!(differences(&t), [Disagreement::Order { rounds: vec![4, 5, 6, 1, 2, 3] }]);
    }

    #[test]
    fn a_pair_or_a_colour_that_is_not_the_table_s_is_told() {
        let mut t = league(6, false, &[0, 1]);
        // 2–5 and 3–4 become 2–4 and 3–5.
        let swap = |t: &mut Tournament, a: usize, b: usize| {
            let cell = |opponent, colour| Cell::Paired {
                opponent,
                colour: Some(colour),
                outcome: Outcome::Played(Score::Draw),
            };
            t.cells[a][0] = cell(b, Colour::White);
            t.cells[b][0] = cell(a, Colour::Black);
        };
        swap(&mut t, 1, 3);
        swap(&mut t, 2, 4);
        let found = differences(&t);
        assert_eq!(found.len(), 4);
        assert!(found.contains(&Disagreement::MissingPair { white: 1, black: 4 }));
        assert!(found.contains(&Disagreement::OtherPair { white: 2, black: 4 }));
        let mut t = league(6, false, &[0, 1]);
        swap(&mut t, 5, 0);
        assert_eq!(differences(&t), [Disagreement::Colours { white: 0, black: 5 }]);
    }

    /// RGC 14.3, AMB-99: the games of somebody who left may be missing, or stand as forfeits.
    #[test]
    fn who_has_left_is_not_paired() {
        let mut t = league(6, false, &[0, 1]);
        t.withdrawals.push(Withdrawal { entrant: 3, after_round: 2, eliminated: false });
        let position = Position::from_tournament(&t, 3, rules()).unwrap();
        let pairing = League.pair(&position).unwrap();
        // The third round of the table is 2–6, 3–1, 4–5.
        assert_eq!(pairing.pairs(), [(1, 5), (2, 0)]);
        assert_eq!(pairing.free.len(), 1);
        assert_eq!(pairing.free[0].player, 4);
        assert_eq!(pairing.free[0].why[0].citations, ["RGC 14.3".into()]);
        let mut t = league(6, false, &[0, 1, 2]);
        t.withdrawals.push(Withdrawal { entrant: 3, after_round: 2, eliminated: false });
        assert_eq!(differences(&t), []);
        t.cells[3][2] = Cell::Absent(Absence::Withdrawn);
        t.cells[4][2] = Cell::Absent(Absence::FreeRound);
        assert_eq!(differences(&t), []);
    }
}
