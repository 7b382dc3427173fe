//! Berger tables: who meets whom in a league (SAP 2.1).
//!
//! The text refers to a table that it does not print, and lets any usual one serve if it is said
//! which; these are the tables that are printed everywhere, those of the FIDE handbook.

use crate::model::Colour;

/// A round of a league: pairs of (White, Black), by number from 1, and who is free.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LeagueRound {
    pub games: Vec<(u32, u32)>,
    /// With an odd number: the player without an opponent.
    pub free: Option<u32>,
}

/// Rounds of a league in which everybody meets everybody, once or twice.
pub fn round_count(players: u32, double: bool) -> u32 {
    match (players, double) {
        (0 | 1, _) => 0,
        (_, false) => players + players % 2 - 1,
        (_, true) => 2 * (players + players % 2 - 1),
    }
}

/// The round of a league in which two numbers meet first, from 1.
pub fn meeting_round(rounds: &[LeagueRound], one: u32, other: u32) -> Option<u32> {
    let meet = |round: &LeagueRound| {
        round
            .games
            .iter()
            .any(|&(white, black)| (white, black) == (one, other) || (white, black) == (other, one))
    };
    rounds.iter().position(meet).map(|at| at as u32 + 1)
}

/// The rounds of a league of `players` (at least 2), once or twice.
///
/// In a double league the second leg repeats the first with colours reversed, and the last two
/// rounds of the first leg change places, so that nobody has the same colour three times in a row
/// where the legs meet.
pub fn league(players: u32, double: bool) -> Vec<LeagueRound> {
    if players < 2 {
        return Vec::new();
    }
    let mut rounds = single(players);
    if double {
        let second: Vec<LeagueRound> = rounds
            .iter()
            .map(|round| LeagueRound {
                games: round.games.iter().map(|&(white, black)| (black, white)).collect(),
                free: round.free,
            })
            .collect();
        let last = rounds.len();
        if last >= 2 {
            rounds.swap(last - 2, last - 1);
        }
        rounds.extend(second);
    }
    rounds
}

/// The table for an even number n: the last number meets everybody in turn, and the others go
/// round: in every round the two numbers of a game of theirs add up to the same, counted round
/// n − 1. With an odd number, the opponent of the missing one is free.
fn single(players: u32) -> Vec<LeagueRound> {
    let even = players + players % 2;
    let others = even - 1;
    // The number that meets the last one moves on by half the table from round to round.
    (0..others)
        .map(|round| {
            let pivot = round * (even / 2) % others;
            let mut games = Vec::new();
            let mut free = None;
            if players == even {
                // The last number has Black and White in turn.
                let game = (pivot + 1, even);
                games.push(if round % 2 == 0 { game } else { (game.1, game.0) });
            } else {
                free = Some(pivot + 1);
            }
            for step in 1..even / 2 {
                let white = (pivot + step) % others + 1;
                let black = (pivot + others - step) % others + 1;
                games.push((white, black));
            }
            LeagueRound { games, free }
        })
        .collect()
}

/// The colours of a player, round by round; `None` in a free round.
pub fn colours(rounds: &[LeagueRound], player: u32) -> Vec<Option<Colour>> {
    let colour = |round: &LeagueRound| {
        round.games.iter().find_map(|&(white, black)| {
            if white == player {
                Some(Colour::White)
            } else {
                (black == player).then_some(Colour::Black)
            }
        })
    };
    rounds.iter().map(colour).collect()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    /// The table of four players as it is printed everywhere.
    #[test]
    fn the_table_for_four() {
        let games: Vec<_> = league(4, false).into_iter().map(|round| round.games).collect();
        assert_eq!(games, [[(1, 4), (2, 3)], [(4, 3), (1, 2)], [(2, 4), (3, 1)]]);
    }

    /// The table of eight players as it is printed everywhere.
    #[test]
    fn the_table_for_eight() {
        let games: Vec<_> = league(8, false).into_iter().map(|round| round.games).collect();
        assert_eq!(
            games,
            [
                [(1, 8), (2, 7), (3, 6), (4, 5)],
                [(8, 5), (6, 4), (7, 3), (1, 2)],
                [(2, 8), (3, 1), (4, 7), (5, 6)],
                [(8, 6), (7, 5), (1, 4), (2, 3)],
                [(3, 8), (4, 2), (5, 1), (6, 7)],
                [(8, 7), (1, 6), (2, 5), (3, 4)],
                [(4, 8), (5, 3), (6, 2), (7, 1)],
            ]
        );
    }

    /// With an odd number, who would meet the last one is free.
    #[test]
    fn seven_play_the_table_of_eight_without_its_last() {
        for (seven, eight) in league(7, false).iter().zip(league(8, false)) {
            let last = eight.games[0];
            assert_eq!(seven.free, Some(if last.0 == 8 { last.1 } else { last.0 }));
            assert_eq!(seven.games, eight.games[1..]);
        }
    }

    #[test]
    fn rounds_are_counted() {
        for players in 0..=30 {
            for double in [false, true] {
                let rounds = league(players, double);
                assert_eq!(rounds.len() as u32, round_count(players, double));
            }
        }
        let rounds = league(6, false);
        assert_eq!(meeting_round(&rounds, 4, 6), Some(2));
        assert_eq!(meeting_round(&rounds, 1, 1), None);
    }

    /// The table of six players as it is printed everywhere.
    #[test]
    fn the_table_for_six() {
        let games: Vec<_> = league(6, false).into_iter().map(|round| round.games).collect();
        assert_eq!(
            games,
            [
                [(1, 6), (2, 5), (3, 4)],
                [(6, 4), (5, 3), (1, 2)],
                [(2, 6), (3, 1), (4, 5)],
                [(6, 5), (1, 4), (2, 3)],
                [(3, 6), (4, 2), (5, 1)],
            ]
        );
    }

    #[test]
    fn everybody_meets_everybody_once_and_colours_are_level() {
        for players in 2..=30 {
            let rounds = league(players, false);
            let mut met = BTreeSet::new();
            for round in &rounds {
                let mut seen: BTreeSet<u32> = round.free.into_iter().collect();
                for &(white, black) in &round.games {
                    assert!(seen.insert(white) && seen.insert(black));
                    assert!(met.insert((white.min(black), white.max(black))));
                }
                assert_eq!(seen.len() as u32, players);
            }
            assert_eq!(met.len() as u32, players * (players - 1) / 2);
            for player in 1..=players {
                let had: Vec<_> = colours(&rounds, player).into_iter().flatten().collect();
                let white = had.iter().filter(|&&c| c == Colour::White).count() as i32;
                assert!((2 * white - had.len() as i32).abs() <= 1, "{player} of {players}");
            }
        }
    }

    #[test]
    fn a_double_league_has_no_three_equal_colours_in_a_row() {
        for players in 3..=30 {
            let rounds = league(players, true);
            let mut met = BTreeSet::new();
            for round in &rounds {
                assert!(round.games.iter().all(|&game| met.insert(game)));
            }
            assert_eq!(met.len() as u32, players * (players - 1));
            for player in 1..=players {
                let had: Vec<_> = colours(&rounds, player).into_iter().flatten().collect();
                assert!(
                    had.windows(3).all(|w| !(w[0] == w[1] && w[1] == w[2])),
                    "{player} of {players}: {had:?}"
                );
            }
        }
    }
}
