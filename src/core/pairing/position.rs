//! What a pairing system is told: everybody's state before a round.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::{Named, PairingError};
use crate::core::cup::Cup;
use crate::core::pairing::fce1990::numbers;
use crate::core::promotion::chance;
use crate::core::rules::{Rules1990, Scoring};
use crate::core::{contestants, team};
use crate::model::{
    Absence, Bye, Category, Cell, Colour, EventKind, Forfeit, InitialColour, Outcome, Points,
    Score, System, Tournament,
};

/// Is a player there in the round to be paired?
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Presence {
    Present,
    /// Misses this round.
    Absent,
    /// Asked for a bye in this round.
    ByeRequested,
    NotEntered,
    Withdrawn,
}

/// A game on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Game {
    /// Index into [`Position::players`].
    pub opponent: usize,
    /// `None` when it was not recorded: they met, but it counts for no colour.
    pub colour: Option<Colour>,
}

/// What an open with second and third category together makes of a player (Oberts 4).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Promotion {
    /// No restriction applies, or promotion is still possible.
    #[default]
    Possible,
    /// Can no longer be promoted; may meet anybody.
    Impossible,
    /// Of the second category and can no longer be promoted: may meet only those who cannot be
    /// promoted either.
    Confined,
}

impl Promotion {
    /// Does the restriction keep these two apart?
    pub fn separates(self, other: Self) -> bool {
        matches!((self, other), (Self::Confined, Self::Possible) | (Self::Possible, Self::Confined))
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Player {
    /// Pairing number, 1 is the best; only the order counts.
    pub number: u32,
    pub name: Arc<str>,
    /// The rating that made the pairing numbers; `None` for the unrated.
    pub rating: Option<u32>,
    pub category: Option<Category>,
    pub presence: Presence,
    /// Everything counts: games, forfeits, byes.
    pub points: Points,
    /// Games on the board, in the order of the rounds.
    pub games: Vec<Game>,
    /// Byes given by the pairing.
    pub byes: u32,
    /// Won a round without playing: a forfeit, or a full point asked for.
    pub unplayed_win: bool,
    pub promotion: Promotion,
}

impl Player {
    /// Somebody present who has not played yet.
    pub fn new(number: u32, name: impl Into<Arc<str>>) -> Self {
        Self {
            number,
            name: name.into(),
            rating: None,
            category: None,
            presence: Presence::Present,
            points: Points::ZERO,
            games: Vec::new(),
            byes: 0,
            unplayed_win: false,
            promotion: Promotion::Possible,
        }
    }

    pub fn named(&self) -> Named {
        Named { number: self.number, name: Arc::clone(&self.name) }
    }
}

/// Choices of a tournament.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    /// The exceptions of 100 points (Swiss 10.2, 10.6), which the federation recommends.
    pub rating_exceptions: bool,
    /// The arbiter's way out: somebody barred may have the bye when nobody else can.
    pub allow_second_bye: bool,
}

impl Default for Settings {
    fn default() -> Self {
        Self { rating_exceptions: true, allow_second_bye: false }
    }
}

/// Everything that decides a round.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position {
    /// The round to be paired, from 1.
    pub round: u32,
    /// Rounds of the tournament.
    pub rounds: u32,
    /// The colour of number 1 in round 1.
    pub initial_colour: Colour,
    /// The seed of the draw, when that colour was drawn here and not in public.
    pub seed: Option<u64>,
    /// In any order; the same as the tournament's entrants.
    pub players: Vec<Player>,
    /// Never in this round.
    pub forbidden: Vec<(usize, usize)>,
    pub settings: Settings,
}

impl Position {
    /// The position before `round` of a tournament, replayed from its cells.
    ///
    /// In a round that is recorded the players are those with an opponent or a pairing bye; in the
    /// next one, all who have entered and not withdrawn, without those who announced that they miss
    /// it. In an open of second and third category together, who can still be promoted is worked
    /// out for the restriction of Oberts 4 (AMB-13). In a league nobody but who has left is absent;
    /// in a knock-out, all are withdrawn but those still in.
    ///
    /// In a team event the players are its teams: a match is a game, in which the home team (the
    /// one named first) has White, as it has on the odd boards (RGC 5.3.1.2, AMB-39); the rating of
    /// a team is the mean of the ratings of its boards.
    ///
    /// # Errors
    /// When the round does not exist, or an earlier one is not complete or not decided.
    pub fn from_tournament(
        tournament: &Tournament,
        round: u32,
        rules: &Rules1990,
    ) -> Result<Self, PairingError> {
        // A file may not say how many rounds there are: then the last recorded one is the last.
        let recorded = tournament.rounds_recorded();
        let rounds = tournament.rounds.max(recorded);
        if round == 0 || round > rounds {
            return Err(PairingError::NoSuchRound { round, rounds });
        }
        if round > recorded + 1 {
            return Err(PairingError::TooEarly { round, next: recorded + 1 });
        }
        let before = (round - 1) as usize;
        let unfinished = (0..before)
            .find(|&r| tournament.cells.iter().any(|row| row.get(r).is_some_and(Cell::is_pending)));
        let unfinished = unfinished.or_else(|| unfinished_match(tournament, round, rules));
        if let Some(missing) = unfinished {
            return Err(PairingError::Incomplete { round, missing: missing as u32 + 1 });
        }
        let count = contestants::count(tournament);
        let mut players: Vec<Player> = (0..count)
            .map(|index| match tournament.is_team_event() {
                true => replay_team(tournament, index, round, rules),
                false => replay(tournament, index, round, rules),
            })
            .collect();
        match tournament.system {
            System::Swiss => {}
            System::RoundRobin { .. } => {
                for (index, player) in players.iter_mut().enumerate() {
                    player.presence = match tournament.withdrawal(index) {
                        Some(w) if w.after_round < round => Presence::Withdrawn,
                        _ => Presence::Present,
                    };
                }
            }
            System::KnockOut => still_in(tournament, &mut players, round, rules)?,
        }
        let forbidden = tournament
            .forbidden_pairs
            .iter()
            .filter(|pair| pair.rounds.0 <= round && round <= pair.rounds.1)
            .map(|pair| pair.players)
            .collect();
        let (initial_colour, seed) = initial_colour(tournament);
        let mut players: Vec<Player> = players;
        if mixes_second_and_third(tournament) {
            let chances = chance::chances(tournament, round - 1, rules);
            for (player, can) in players.iter_mut().zip(chances) {
                player.promotion = match (player.category, can) {
                    (_, Some(true)) => Promotion::Possible,
                    (Some(Category::Second), Some(false)) => Promotion::Confined,
                    _ => Promotion::Impossible,
                };
            }
        }
        let settings = Settings::default();
        Ok(Self { round, rounds, initial_colour, seed, players, forbidden, settings })
    }

    /// Says of every player, by index, what Oberts 4 makes of them.
    pub fn restrict_promotion(&mut self, standing: impl Fn(usize) -> Promotion) {
        for (index, player) in self.players.iter_mut().enumerate() {
            player.promotion = standing(index);
        }
    }

    /// Colours are preferences, no prohibitions, in the last round (Swiss 13).
    pub fn is_last_round(&self) -> bool {
        self.round >= self.rounds
    }

    /// Refuses what no tournament can be.
    pub(crate) fn check(&self) -> Result<(), PairingError> {
        let mut seen = BTreeSet::new();
        for player in &self.players {
            if !seen.insert(player.number) {
                return Err(PairingError::DuplicateNumber(player.number));
            }
        }
        let players = self.players.len();
        let games = self.players.iter().flat_map(|p| p.games.iter().map(|game| game.opponent));
        let pairs = self.forbidden.iter().flat_map(|&(a, b)| [a, b]);
        match games.chain(pairs).find(|&index| index >= players) {
            Some(index) => Err(PairingError::NoSuchPlayer { index, players }),
            None => Ok(()),
        }
    }
}

fn replay(tournament: &Tournament, index: usize, round: u32, rules: &Rules1990) -> Player {
    let entrant = &tournament.entrants[index];
    let row = tournament.cells.get(index).map_or(&[][..], Vec::as_slice);
    let mut player = Player::new(entrant.number, Arc::clone(&entrant.name));
    player.rating = numbers::rating(entrant, &rules.swiss).map(|(_, rating)| rating);
    player.category = entrant.category;
    for cell in row.iter().take((round - 1) as usize) {
        player.points += points(cell, &rules.scoring);
        match *cell {
            Cell::Paired { opponent, colour, outcome: Outcome::Played(_) } => {
                player.games.push(Game { opponent, colour });
            }
            Cell::Paired { outcome: Outcome::Forfeit(Forfeit::Won), .. } | Cell::Bye(Bye::Full) => {
                player.unplayed_win = true;
            }
            Cell::Bye(Bye::Pairing) => player.byes += 1,
            _ => {}
        }
    }
    player.presence = match row.get((round - 1) as usize) {
        Some(Cell::Paired { .. } | Cell::Bye(Bye::Pairing)) => Presence::Present,
        Some(Cell::Bye(_)) => Presence::ByeRequested,
        Some(Cell::Absent(Absence::NotEntered)) => Presence::NotEntered,
        Some(Cell::Absent(Absence::Withdrawn)) => Presence::Withdrawn,
        Some(Cell::Absent(_)) => Presence::Absent,
        None if announced(tournament, index, round).is_some() => {
            match announced(tournament, index, round) {
                Some(Cell::Bye(_)) => Presence::ByeRequested,
                Some(Cell::Absent(Absence::NotEntered)) => Presence::NotEntered,
                Some(Cell::Absent(Absence::Withdrawn)) => Presence::Withdrawn,
                _ => Presence::Absent,
            }
        }
        None => {
            let left = tournament.withdrawal(index).is_some_and(|w| w.after_round < round);
            match row.last() {
                _ if left => Presence::Withdrawn,
                Some(Cell::Absent(Absence::Withdrawn)) => Presence::Withdrawn,
                // Whoever is on the list and has not come yet is expected, as long as one may enter
                // (Swiss 17.b, AMB-62); who comes later still is announced for each round.
                Some(Cell::Absent(Absence::NotEntered)) if round > rules.swiss.last_entry.get() => {
                    Presence::NotEntered
                }
                _ => Presence::Present,
            }
        }
    };
    player
}

/// What an entrant announced for a round that is not paired yet.
fn announced(tournament: &Tournament, entrant: usize, round: u32) -> Option<Cell> {
    let mut announcements = tournament.announced.iter();
    announcements.find(|a| a.entrant == entrant && a.round == round).map(|a| a.cell)
}

/// Does Oberts 4 restrict who meets whom: an open where second and third category play together?
fn mixes_second_and_third(tournament: &Tournament) -> bool {
    let has = |category| tournament.categories.contains(&category);
    tournament.kind == EventKind::Open && has(Category::Second) && has(Category::Third)
}

/// The first round before `round` (from 0) with a match without its result.
fn unfinished_match(t: &Tournament, round: u32, rules: &Rules1990) -> Option<usize> {
    let pending = t.matches.iter().filter(|m| {
        m.round < round
            && team::score_match(t, m, rules)
                .is_some_and(|score| score.home.outcome == Outcome::Pending)
    });
    pending.map(|m| m.round as usize - 1).min()
}

/// A team as a player.
fn replay_team(t: &Tournament, index: usize, round: u32, rules: &Rules1990) -> Player {
    let team = &t.teams[index];
    let mut player = Player::new(team.number, Arc::clone(&team.name));
    player.rating = team_rating(t, index, rules);
    let mut paired = false;
    let mut of_team: Vec<_> =
        t.matches.iter().filter(|m| m.home == index || m.away == Some(index)).collect();
    of_team.sort_by_key(|m| m.round);
    for m in of_team {
        if m.round >= round {
            paired |= m.round == round;
            continue;
        }
        let (Some(away), Some(score)) = (m.away, team::score_match(t, m, rules)) else {
            player.byes += 1;
            player.points += rules.scoring.bye.get();
            continue;
        };
        let at_home = m.home == index;
        let (side, opponent, colour) = if at_home {
            (&score.home, away, Colour::White)
        } else {
            (&score.away, m.home, Colour::Black)
        };
        player.points += side.points(t.team_scoring, rules);
        match side.outcome {
            Outcome::Played(_) => player.games.push(Game { opponent, colour: Some(colour) }),
            Outcome::Forfeit(Forfeit::Won) => player.unplayed_win = true,
            Outcome::Forfeit(Forfeit::Lost) | Outcome::Pending => {}
        }
    }
    let left = t.withdrawal(index).is_some_and(|w| w.after_round < round);
    player.presence = match (left, round <= t.rounds_recorded()) {
        (true, _) => Presence::Withdrawn,
        (false, true) if !paired => Presence::Absent,
        _ => Presence::Present,
    };
    player
}

/// The mean of the ratings of a team's boards, to the nearest whole number: its first players, as
/// many as there are boards, of whom those without a rating do not count.
fn team_rating(t: &Tournament, index: usize, rules: &Rules1990) -> Option<u32> {
    let mut squad: Vec<_> = t.entrants.iter().filter(|e| e.team == Some(index)).collect();
    squad.sort_by_key(|e| (e.board.is_none(), e.board, e.number));
    let ratings: Vec<u32> = squad
        .into_iter()
        .take(t.boards.max(1) as usize)
        .filter_map(|e| numbers::rating(e, &rules.swiss).map(|(_, rating)| rating))
        .collect();
    let count = ratings.len() as u32;
    (count > 0).then(|| (2 * ratings.iter().sum::<u32>() + count) / (2 * count))
}

/// In a knock-out those are present who are still in the bracket.
fn still_in(
    t: &Tournament,
    players: &mut [Player],
    round: u32,
    rules: &Rules1990,
) -> Result<(), PairingError> {
    let left = Cup::of(t, rules).still_in(round).map_err(|(open, one, other)| {
        let (one, other) = (players[one].named(), players[other].named());
        PairingError::Undecided { round, open, one, other }
    })?;
    for (index, player) in players.iter_mut().enumerate() {
        let is_in = left.contains(&index);
        player.presence = if is_in { Presence::Present } else { Presence::Withdrawn };
    }
    Ok(())
}

fn points(cell: &Cell, scoring: &Scoring) -> Points {
    match *cell {
        Cell::Paired { outcome: Outcome::Played(Score::Win), .. } => scoring.win.get(),
        Cell::Paired { outcome: Outcome::Played(Score::Draw), .. } => scoring.draw.get(),
        Cell::Paired { outcome: Outcome::Played(Score::Loss), .. } => scoring.loss.get(),
        Cell::Paired { outcome: Outcome::Forfeit(Forfeit::Won), .. } => scoring.forfeit_win.get(),
        Cell::Bye(Bye::Pairing) => scoring.bye.get(),
        Cell::Bye(Bye::Full) => scoring.win.get(),
        Cell::Bye(Bye::Half) => scoring.draw.get(),
        Cell::Paired { .. } | Cell::Bye(Bye::Zero) | Cell::Absent(_) => Points::ZERO,
    }
}

/// The colour of number 1: as drawn; else as round 1 was played; else drawn from a seed.
fn initial_colour(tournament: &Tournament) -> (Colour, Option<u64>) {
    let drawn =
        |seed: u64| (if mixed(seed) & 1 == 0 { Colour::White } else { Colour::Black }, seed);
    match tournament.initial_colour {
        Some(InitialColour::Drawn(colour)) => return (colour, None),
        Some(InitialColour::Seed(seed)) => {
            let (colour, seed) = drawn(seed);
            return (colour, Some(seed));
        }
        None => {}
    }
    let first = tournament
        .entrants
        .iter()
        .zip(&tournament.cells)
        .filter_map(|(entrant, row)| match row.first() {
            Some(Cell::Paired { colour: Some(colour), .. }) => Some((entrant.number, *colour)),
            _ => None,
        })
        .min_by_key(|(number, _)| *number);
    if let Some((_, colour)) = first {
        return (colour, None);
    }
    // The name of the event makes the seed (FNV-1a), so that the same event draws the same.
    let seed = tournament.slug.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    let (colour, seed) = drawn(seed);
    (colour, Some(seed))
}

/// A seed with its bits well mixed (the finaliser of SplitMix64).
fn mixed(seed: u64) -> u64 {
    let z = seed.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}
