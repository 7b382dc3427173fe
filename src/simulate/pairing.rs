//! Pairings for simulated rounds.
//!
//! A [`Pairer`] is any program that pairs a round of a [`Tournament`]; the federation's real
//! systems can be used here as well. Those of this file are simple, fast and not official:
//! score groups for a Swiss, Berger's table for a league, a bracket for a knock-out.

use super::SimulationError;
use crate::model::{Bye, Cell, Colour, Outcome, System, Tournament};

/// One round: indices of entrants, White first, in the order of the boards.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Round {
    pub pairs: Vec<(usize, usize)>,
    /// Those who are left without an opponent.
    pub byes: Vec<usize>,
}

/// Makes the pairings of a round from what happened before.
pub trait Pairer: Sync {
    /// Pairs round `round` (from 0) of `tournament`, whose cells hold the earlier rounds, among
    /// the entrants `present`, ascending.
    fn pair(
        &self,
        tournament: &Tournament,
        round: usize,
        present: &[usize],
    ) -> Result<Round, SimulationError>;
}

impl<F> Pairer for F
where
    F: Fn(&Tournament, usize, &[usize]) -> Result<Round, SimulationError> + Sync,
{
    fn pair(
        &self,
        tournament: &Tournament,
        round: usize,
        present: &[usize],
    ) -> Result<Round, SimulationError> {
        self(tournament, round, present)
    }
}

/// The simple pairer for a system.
pub fn simple(system: System) -> &'static dyn Pairer {
    match system {
        System::Swiss => &ScoreGroups,
        System::RoundRobin { .. } => &Berger,
        System::KnockOut => &Bracket,
    }
}

/// Berger's table for a league of `players`: the pairs of every round, numbers from 1, White
/// first. With an odd number the one who would meet the missing player is free.
///
/// For an even number n, two players below n meet in the round r with i + j ≡ r + 1 (mod n − 1);
/// the one left over meets n. The smaller number has White if i + j is odd; against n the lower
/// half has White.
pub fn berger(players: usize) -> Vec<Round> {
    let n = players + players % 2;
    let turn = n.saturating_sub(1);
    // Numbers 1 … n−1 on a circle, whatever whole number names them.
    let on_circle = |x: usize| if x.is_multiple_of(turn) { turn } else { x % turn };
    (1..=turn)
        .map(|round| {
            let sum = on_circle(round + 1);
            let centre = if sum % 2 == 0 { sum / 2 } else { on_circle((sum + turn) / 2) };
            let mut table = Round::default();
            match (players == n, centre <= n / 2) {
                (true, true) => table.pairs.push((centre, n)),
                (true, false) => table.pairs.push((n, centre)),
                (false, _) => table.byes.push(centre),
            }
            table.pairs.extend((1..n / 2).map(|step| {
                let (a, b) = (on_circle(centre + step), on_circle(centre + turn - step));
                let (low, high) = (a.min(b), a.max(b));
                if (low + high) % 2 == 1 { (low, high) } else { (high, low) }
            }));
            table
        })
        .collect()
}

/// Rounds of a whole league.
pub fn league_rounds(players: usize, double: bool) -> usize {
    let single = (players + players % 2).saturating_sub(1);
    if double { 2 * single } else { single }
}

/// Round `round` (from 0) of a league. In a double league colours change in the second turn, and
/// the last two rounds of the first change places so that nobody has a colour three times running.
pub fn league_round(players: usize, double: bool, round: usize) -> Round {
    let mut table = berger(players);
    let single = table.len();
    if single == 0 {
        return Round::default();
    }
    let mut chosen = round % single;
    if double && round < single && single > 2 && round + 2 >= single {
        chosen = 2 * single - 3 - round;
    }
    let mut chosen = table.swap_remove(chosen);
    if round >= single {
        chosen.pairs.iter_mut().for_each(|pair| *pair = (pair.1, pair.0));
    }
    chosen
}

/// Everybody against everybody by Berger's table, whoever is present.
pub struct Berger;

impl Pairer for Berger {
    fn pair(
        &self,
        tournament: &Tournament,
        round: usize,
        _present: &[usize],
    ) -> Result<Round, SimulationError> {
        let double = tournament.system == System::RoundRobin { double: true };
        let mut table = league_round(tournament.entrants.len(), double, round);
        for (white, black) in &mut table.pairs {
            (*white, *black) = (*white - 1, *black - 1);
        }
        table.byes.iter_mut().for_each(|number| *number -= 1);
        Ok(table)
    }
}

/// Knock-out: those present in the order of the bracket, each against the next. The bracket for
/// eight reads 1 5 3 7 2 6 4 8 (SAP 3.1) and goes on in the same way; missing places are free
/// passes to the best (AMB-90).
pub struct Bracket;

impl Bracket {
    /// Rounds until one is left.
    pub fn rounds(players: usize) -> usize {
        players.max(1).next_power_of_two().trailing_zeros() as usize
    }

    /// Entrants by their place in the bracket, `None` for a free pass.
    fn places(players: usize) -> Vec<Option<usize>> {
        let size = players.max(1).next_power_of_two();
        let bits = size.trailing_zeros();
        let (half, free) = (size / 2, size - players);
        (0..size)
            .map(|place| {
                let seed = if bits == 0 { 0 } else { place.reverse_bits() >> (usize::BITS - bits) };
                match seed {
                    upper if upper < half || size == 1 => Some(upper),
                    // Each of the lower half belongs to one of the upper; the best have nobody.
                    lower if lower - half < free => None,
                    lower => Some(lower - free),
                }
            })
            .collect()
    }
}

impl Pairer for Bracket {
    fn pair(
        &self,
        tournament: &Tournament,
        round: usize,
        present: &[usize],
    ) -> Result<Round, SimulationError> {
        let places = Self::places(tournament.entrants.len());
        let survivor = |places: &[Option<usize>]| {
            places.iter().flatten().copied().find(|entrant| present.binary_search(entrant).is_ok())
        };
        let mut table = Round::default();
        for (board, part) in places.chunks(2 << round).enumerate() {
            let (upper, lower) = part.split_at(part.len() / 2);
            match (survivor(upper), survivor(lower)) {
                (Some(a), Some(b)) if board % 2 == 0 => table.pairs.push((a, b)),
                (Some(a), Some(b)) => table.pairs.push((b, a)),
                (Some(one), None) | (None, Some(one)) => table.byes.push(one),
                (None, None) => {}
            }
        }
        Ok(table)
    }
}

/// What a player brings to a round.
struct Standing {
    entrant: usize,
    halves: i32,
    /// Entrants paired with before, played or not.
    met: Vec<usize>,
    /// Games with White less games with Black.
    balance: i32,
    /// Colours of the games, in order.
    colours: Vec<Colour>,
    had_bye: bool,
}

impl Standing {
    fn of(tournament: &Tournament, entrant: usize, round: usize) -> Self {
        let mut standing = Self {
            entrant,
            halves: 0,
            met: Vec::with_capacity(round),
            balance: 0,
            colours: Vec::with_capacity(round),
            had_bye: false,
        };
        for cell in tournament.cells[entrant].iter().take(round) {
            standing.halves += halves(cell);
            standing.met.extend(cell.opponent());
            if let Some((_, Some(colour), _)) = cell.played() {
                standing.colours.push(colour);
                standing.balance += if colour == Colour::White { 1 } else { -1 };
            }
            standing.had_bye |= gave_a_point_without_play(cell);
        }
        standing
    }

    /// The colour that balances, or else alternates.
    fn due(&self) -> Option<Colour> {
        match self.balance {
            1.. => Some(Colour::Black),
            0 => self.colours.last().map(|colour| colour.other()),
            _ => Some(Colour::White),
        }
    }

    /// How much this colour would hurt: a third in a row or a difference of three most of all.
    fn cost(&self, colour: Colour) -> i32 {
        let again =
            self.colours.len() >= 2 && self.colours.iter().rev().take(2).all(|&c| c == colour);
        let step = if colour == Colour::White { 1 } else { -1 };
        let far = (self.balance + step).abs() > 2;
        let undue = self.due().is_some_and(|due| due != colour);
        100 * i32::from(again || far) + i32::from(undue) * (1 + self.balance.abs())
    }
}

/// Half points of a round.
pub(super) fn halves(cell: &Cell) -> i32 {
    use crate::model::Forfeit;
    match *cell {
        Cell::Paired { outcome: Outcome::Played(score), .. } => score.points().halves(),
        Cell::Paired { outcome: Outcome::Forfeit(Forfeit::Won), .. } => 2,
        Cell::Bye(Bye::Pairing | Bye::Full) => 2,
        Cell::Bye(Bye::Half) => 1,
        _ => 0,
    }
}

fn gave_a_point_without_play(cell: &Cell) -> bool {
    halves(cell) == 2 && cell.played().is_none()
}

/// A plain Swiss: score groups from the top, the upper half of a group against the lower, nobody
/// twice, colours balanced where it costs nothing else. A group that cannot be paired among
/// itself hands its last player, or its last two, to the next; the last group takes back the one
/// above it. The bye goes to the lowest who has not had one.
pub struct ScoreGroups;

impl Pairer for ScoreGroups {
    fn pair(
        &self,
        tournament: &Tournament,
        round: usize,
        present: &[usize],
    ) -> Result<Round, SimulationError> {
        let mut field: Vec<Standing> =
            present.iter().map(|&entrant| Standing::of(tournament, entrant, round)).collect();
        field.sort_by_key(|s| (-s.halves, tournament.entrants[s.entrant].number));
        let failed = || SimulationError::NoPairing { round: round as u32 + 1 };
        if field.len().is_multiple_of(2) {
            let pairs = pair_field(&field).ok_or_else(failed)?;
            return Ok(with_colours(&field, pairs, Vec::new()));
        }
        let candidates: Vec<usize> =
            (0..field.len()).rev().filter(|&i| !field[i].had_bye).collect();
        for candidate in candidates {
            let bye = field.remove(candidate);
            if let Some(pairs) = pair_field(&field) {
                return Ok(with_colours(&field, pairs, vec![bye.entrant]));
            }
            field.insert(candidate, bye);
        }
        Err(failed())
    }
}

/// Gives the pairs their colours and the boards their order: most points first.
fn with_colours(field: &[Standing], mut pairs: Vec<(usize, usize)>, byes: Vec<usize>) -> Round {
    for pair in &mut pairs {
        *pair = (pair.0.min(pair.1), pair.0.max(pair.1));
    }
    // The field is in order of points and number.
    pairs.sort_unstable_by_key(|&(upper, lower)| {
        (-field[upper].halves.max(field[lower].halves), -field[lower].halves, upper)
    });
    let coloured = pairs.iter().enumerate().map(|(board, &(upper, lower))| {
        let (a, b) = (&field[upper], &field[lower]);
        let white = a.cost(Colour::White) + b.cost(Colour::Black);
        let black = a.cost(Colour::Black) + b.cost(Colour::White);
        let upper_white = if white == black { board % 2 == 0 } else { white < black };
        if upper_white { (a.entrant, b.entrant) } else { (b.entrant, a.entrant) }
    });
    Round { pairs: coloured.collect(), byes }
}

/// Pairs everybody, or nobody if no way is found. Indices into `field`.
fn pair_field(field: &[Standing]) -> Option<Vec<(usize, usize)>> {
    let mut groups: Vec<Vec<usize>> = Vec::new();
    for index in 0..field.len() {
        match groups.last_mut() {
            Some(group) if field[group[0]].halves == field[index].halves => group.push(index),
            _ => groups.push(vec![index]),
        }
    }
    let mut pairs: Vec<Vec<(usize, usize)>> = Vec::new();
    let mut floaters: Vec<usize> = Vec::new();
    for (number, group) in groups.iter().enumerate() {
        let mut waiting = std::mem::take(&mut floaters);
        waiting.extend(group);
        if number + 1 == groups.len() {
            // The last group takes back pairs until it works.
            loop {
                if let Some(found) = pair_group(field, &waiting) {
                    pairs.push(found);
                    return Some(pairs.concat());
                }
                waiting.extend(pairs.pop()?.into_iter().flat_map(|(a, b)| [a, b]));
                waiting.sort_unstable();
            }
        }
        // Hand down one more at a time, keeping the number that stays even.
        let stay = waiting.len() - waiting.len() % 2;
        let tries = [stay, stay.saturating_sub(2), 0];
        for stay in tries {
            if let Some(found) = pair_group(field, &waiting[..stay]) {
                pairs.push(found);
                floaters = waiting.split_off(stay);
                break;
            }
        }
    }
    Some(pairs.concat())
}

/// Pairs a group completely, trying the upper half against the lower first.
fn pair_group(field: &[Standing], group: &[usize]) -> Option<Vec<(usize, usize)>> {
    let mut pairs = Vec::with_capacity(group.len() / 2);
    // Enough to search a small group through; in a large one the first tries succeed.
    let mut steps = 20_000 + 4 * group.len();
    pair_rest(field, group.to_vec(), &mut pairs, &mut steps).then_some(pairs)
}

/// Pairs the first of `rest` and then the others; goes back when that fails.
fn pair_rest(
    field: &[Standing],
    rest: Vec<usize>,
    pairs: &mut Vec<(usize, usize)>,
    steps: &mut usize,
) -> bool {
    let Some(&first) = rest.first() else { return true };
    let clash = |other: usize| match (field[first].due(), field[other].due()) {
        (Some(a), Some(b)) => a == b,
        _ => false,
    };
    let half = rest.len() / 2;
    let order = || (half..rest.len()).chain((1..half).rev()).map(|place| (place, rest[place]));
    let met = |other: usize| field[first].met.contains(&field[other].entrant);
    let may = || order().filter(|&(_, other)| !met(other));
    // Lazily: usually the first candidate will do.
    let candidates =
        may().filter(|&(_, other)| !clash(other)).chain(may().filter(|&(_, other)| clash(other)));
    for (place, other) in candidates {
        if *steps == 0 {
            return false;
        }
        *steps -= 1;
        let mut left = rest.clone();
        left.remove(place);
        left.remove(0);
        pairs.push((first, other));
        if pair_rest(field, left, pairs, steps) {
            return true;
        }
        pairs.pop();
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The table for six in the FIDE Handbook (General Regulations, Berger tables).
    #[test]
    fn berger_table_for_six() {
        let rounds: Vec<Vec<(usize, usize)>> = berger(6).into_iter().map(|r| r.pairs).collect();
        assert_eq!(
            rounds,
            [
                vec![(1, 6), (2, 5), (3, 4)],
                vec![(6, 4), (5, 3), (1, 2)],
                vec![(2, 6), (3, 1), (4, 5)],
                vec![(6, 5), (1, 4), (2, 3)],
                vec![(3, 6), (4, 2), (5, 1)],
            ]
        );
    }

    #[test]
    fn bracket_is_that_of_the_bulletin() {
        let numbers = |players| -> Vec<usize> {
            Bracket::places(players).into_iter().map(|p| p.map_or(0, |i| i + 1)).collect()
        };
        assert_eq!(numbers(8), [1, 5, 3, 7, 2, 6, 4, 8]);
        assert_eq!(numbers(6), [1, 0, 3, 5, 2, 0, 4, 6]);
        assert_eq!(numbers(1), [1]);
        assert_eq!([1, 2, 5, 8, 9].map(Bracket::rounds), [0, 1, 3, 3, 4]);
    }

    #[test]
    fn double_league_never_gives_a_colour_three_times_running() {
        for players in 3..=14 {
            let rounds = league_rounds(players, true);
            for number in 1..=players {
                let colours: Vec<Colour> = (0..rounds)
                    .flat_map(|round| league_round(players, true, round).pairs)
                    .filter_map(|(white, black)| match number {
                        n if n == white => Some(Colour::White),
                        n if n == black => Some(Colour::Black),
                        _ => None,
                    })
                    .collect();
                assert_eq!(colours.len(), 2 * (players - 1));
                let three = colours.windows(3).find(|c| c[0] == c[1] && c[1] == c[2]);
                assert_eq!(three, None, "{players} players, number {number}");
            }
        }
    }
}
