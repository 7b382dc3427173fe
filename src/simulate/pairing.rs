//! Pairings for simulated rounds.
//!
//! A [`Pairer`] is any program that pairs a round of a [`Tournament`]; the federation's real
//! systems can be used here as well ([`Official`]). Leagues and knock-outs use the tables and the
//! bracket of the core; the Swiss of this file is simple, fast and not official: score groups.

use super::SimulationError;
use crate::core::pairing::bracket::{self, Meeting};
use crate::core::pairing::{self as core, Position, Presence, berger};
use crate::core::{Rules1990, contestants};
use crate::model::{
    Absence, Announcement, Bye, Cell, Colour, Outcome, PairingSystem, System, Tournament,
};

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

/// A league by the tables of [`berger`], whoever is present.
pub struct Berger;

/// Rounds of a whole league.
pub fn league_rounds(players: usize, double: bool) -> usize {
    berger::round_count(players as u32, double) as usize
}

/// Round `round` (from 0) of a league, by index of those who take part.
pub fn league_round(players: usize, double: bool, round: usize) -> Round {
    let index = |number: u32| number as usize - 1;
    let table = berger::league(players as u32, double);
    table.get(round).map_or_else(Round::default, |row| Round {
        pairs: row.games.iter().map(|&(white, black)| (index(white), index(black))).collect(),
        byes: row.free.map(index).into_iter().collect(),
    })
}

impl Pairer for Berger {
    fn pair(
        &self,
        tournament: &Tournament,
        round: usize,
        _present: &[usize],
    ) -> Result<Round, SimulationError> {
        let double = tournament.system == System::RoundRobin { double: true };
        Ok(league_round(contestants::count(tournament), double, round))
    }
}

/// A knock-out by the [`bracket`] of the text: those present, in the order of their numbers.
pub struct Bracket;

impl Bracket {
    /// Rounds until one is left.
    pub fn rounds(players: usize) -> usize {
        bracket::round_count(players as u32) as usize
    }
}

impl Pairer for Bracket {
    fn pair(
        &self,
        tournament: &Tournament,
        round: usize,
        present: &[usize],
    ) -> Result<Round, SimulationError> {
        let order = contestants::by_number(tournament);
        let at = |number: u32| order[number as usize - 1];
        let is_in = |number: u32| present.binary_search(&at(number)).is_ok();
        let failed = |_| SimulationError::NoPairing { round: round as u32 + 1 };
        let meetings = bracket::meetings(order.len() as u32, round as u32 + 1, is_in);
        let mut table = Round::default();
        for meeting in meetings.map_err(failed)? {
            match meeting {
                Meeting::Match { upper, lower } => {
                    let (upper, lower) = (at(upper), at(lower));
                    let colours = [upper, lower].map(|who| colours(tournament, who));
                    let white = bracket::upper_has_white(&colours[0], &colours[1]);
                    table.pairs.push(if white { (upper, lower) } else { (lower, upper) });
                }
                Meeting::Pass(number) => table.byes.push(at(number)),
                Meeting::Nobody => {}
            }
        }
        Ok(table)
    }
}

/// Colours of the games of a player, or of the matches of a team: at home is White.
fn colours(t: &Tournament, who: usize) -> Vec<Colour> {
    if t.is_team_event() {
        let own = t.matches.iter().filter(|m| m.away.is_some());
        return own
            .filter(|m| m.home == who || m.away == Some(who))
            .map(|m| if m.home == who { Colour::White } else { Colour::Black })
            .collect();
    }
    let played = t.cells[who].iter().filter_map(Cell::played);
    played.filter_map(|(_, colour, _)| colour).collect()
}

/// A system of [`crate::core::pairing`] with the rules of its text, for players or for teams.
pub struct Official<'a> {
    system: PairingSystem,
    rules: &'a Rules1990,
}

impl<'a> Official<'a> {
    /// `None` for a system that is not one of [`crate::core::pairing`].
    pub fn new(system: PairingSystem, rules: &'a Rules1990) -> Option<Self> {
        let known =
            core::dutch::Edition::of(system).is_some() || core::pairer(system, rules).is_some();
        known.then_some(Self { system, rules })
    }

    /// The Dutch system is told of absences as of any others: announced before the round.
    fn dutch(
        &self,
        tournament: &Tournament,
        round: usize,
        present: &[usize],
    ) -> Result<Round, SimulationError> {
        let number = round as u32 + 1;
        let mut told = tournament.clone();
        let away = (0..told.entrants.len()).filter(|index| present.binary_search(index).is_err());
        told.announced.extend(away.map(|entrant| Announcement {
            entrant,
            round: number,
            cell: Cell::Absent(Absence::Missed),
        }));
        let settings = core::Settings::default();
        let paired = core::pair_round(self.system, &told, number, self.rules, settings, false);
        let (_, pairing) = paired.map_err(|_| SimulationError::NoPairing { round: number })?;
        let byes = pairing.bye.iter().map(|bye| bye.player).collect();
        Ok(Round { pairs: pairing.pairs(), byes })
    }
}

impl Pairer for Official<'_> {
    fn pair(
        &self,
        tournament: &Tournament,
        round: usize,
        present: &[usize],
    ) -> Result<Round, SimulationError> {
        if core::dutch::Edition::of(self.system).is_some() {
            return self.dutch(tournament, round, present);
        }
        let no_pairing = SimulationError::NoPairing { round: round as u32 + 1 };
        let pairer = core::pairer(self.system, self.rules).ok_or(no_pairing.clone())?;
        let failed = |_| no_pairing.clone();
        let mut position =
            Position::from_tournament(tournament, round as u32 + 1, self.rules).map_err(failed)?;
        for (index, player) in position.players.iter_mut().enumerate() {
            player.presence = match present.binary_search(&index) {
                Ok(_) => Presence::Present,
                Err(_) if player.presence == Presence::Present => Presence::Absent,
                Err(_) => player.presence,
            };
        }
        let pairing = pairer.pair(&position).map_err(failed)?;
        let free = pairing.free.iter().chain(&pairing.bye).map(|bye| bye.player);
        Ok(Round { pairs: pairing.pairs(), byes: free.collect() })
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

    #[test]
    fn the_first_round_of_a_league_by_index() {
        let round = league_round(5, false, 0);
        assert_eq!((round.pairs, round.byes), (vec![(1, 4), (2, 3)], vec![0]));
        assert_eq!(league_round(5, false, 5), Round::default());
    }
}
