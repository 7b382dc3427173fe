//! Positions from tournaments, and tournaments verified.

use butlleti::core::pairing::{
    Difference, Disagreement, PairingError, Position, Presence, pairer, verify,
};
use butlleti::lang::Language;
use butlleti::model::{
    Absence, Bye, Cell, Colour, Entrant, Forfeit, InitialColour, Outcome, PairingSystem, Points,
    Score, System, Tournament, Withdrawal,
};

use super::random::Random;
use super::rules;

/// A tournament of 13 with every kind of round, paired by the system.
fn played(rounds: u32) -> Tournament {
    let rules = rules();
    let system = pairer(PairingSystem::Fce1990, &rules).unwrap();
    let mut random = Random(11);
    let mut tournament = Tournament::new("prova", "Prova", System::Swiss, 7);
    tournament.initial_colour = Some(InitialColour::Drawn(Colour::White));
    for number in 1..=13 {
        let mut entrant = Entrant::new(number, format!("Player {number}"));
        entrant.ratings.catalan = Some(2300 - 40 * number);
        tournament.entrants.push(entrant);
        tournament.cells.push(Vec::new());
    }
    for round in 1..=rounds {
        let mut position = Position::from_tournament(&tournament, round, &rules).unwrap();
        let mut cells = vec![Cell::Absent(Absence::Missed); 13];
        if round == 3 {
            position.players[4].presence = Presence::ByeRequested;
            cells[4] = Cell::Bye(Bye::Half);
            position.players[9].presence = Presence::Absent;
        }
        let pairing = system.pair(&position).unwrap();
        for board in &pairing.boards {
            let (white, black) = (board.white, board.black);
            let outcome = match random.below(8) {
                0 => (Outcome::Forfeit(Forfeit::Won), Outcome::Forfeit(Forfeit::Lost)),
                1..=3 => (Outcome::Played(Score::Win), Outcome::Played(Score::Loss)),
                4 | 5 => (Outcome::Played(Score::Draw), Outcome::Played(Score::Draw)),
                _ => (Outcome::Played(Score::Loss), Outcome::Played(Score::Win)),
            };
            let colour = Some(Colour::White);
            cells[white] = Cell::Paired { opponent: black, colour, outcome: outcome.0 };
            let colour = Some(Colour::Black);
            cells[black] = Cell::Paired { opponent: white, colour, outcome: outcome.1 };
        }
        if let Some(bye) = &pairing.bye {
            cells[bye.player] = Cell::Bye(Bye::Pairing);
        }
        tournament.cells.iter_mut().zip(cells).for_each(|(row, cell)| row.push(cell));
    }
    tournament
}

fn differences(tournament: &Tournament) -> Vec<Difference> {
    let rules = rules();
    let system = pairer(PairingSystem::Fce1990, &rules).unwrap();
    verify(tournament, system.as_ref(), &rules).unwrap()
}

#[test]
fn a_tournament_of_the_system_has_no_difference() {
    assert_eq!(differences(&played(7)), []);
}

/// Two boards with their opponents exchanged.
#[test]
fn exchanged_opponents_are_two_missing_and_two_other_pairs() {
    let mut tournament = played(4);
    let pairs: Vec<(usize, usize)> = (0..13)
        .filter_map(|i| match tournament.cells[i][3] {
            Cell::Paired { opponent, colour: Some(Colour::White), .. } => Some((i, opponent)),
            _ => None,
        })
        .collect();
    let ((a, b), (c, d)) = (pairs[0], pairs[1]);
    for (player, opponent) in [(a, d), (d, a), (c, b), (b, c)] {
        if let Cell::Paired { opponent: other, .. } = &mut tournament.cells[player][3] {
            *other = opponent;
        }
    }
    let found = differences(&tournament);
    assert!(found.iter().all(|difference| difference.round == 4));
    let has = |what: &Disagreement| found.iter().any(|difference| difference.what == *what);
    assert!(has(&Disagreement::MissingPair { white: a, black: b }), "{found:#?}");
    assert!(has(&Disagreement::MissingPair { white: c, black: d }));
    assert!(has(&Disagreement::OtherPair { white: a, black: d }));
    assert!(has(&Disagreement::OtherPair { white: c, black: b }));
    let missing = found.iter().find(|d| matches!(d.what, Disagreement::MissingPair { .. }));
    assert!(!missing.unwrap().expected.is_empty());
    let catalan = Language::embedded("ca").unwrap();
    for difference in &found {
        let text = catalan.msg(&difference.message(&tournament));
        assert!(text.contains("ronda 4") && !text.contains(['⟨', '{']), "{text}");
        assert_eq!(difference.to_json(&tournament)["round"], 4);
    }
}

/// A pair that had met: the article that forbids it is told.
#[test]
fn a_pair_that_had_met_is_told_with_its_article() {
    let mut tournament = played(2);
    // Let the opponents of round 1 meet again in round 2.
    for row in &mut tournament.cells {
        row[1] = match row[0] {
            Cell::Paired { opponent, colour, outcome: Outcome::Played(score) } => Cell::Paired {
                opponent,
                colour: colour.map(Colour::other),
                outcome: Outcome::Played(score),
            },
            other => other,
        };
    }
    let found = differences(&tournament);
    let again = found
        .iter()
        .find(|d| matches!(d.what, Disagreement::OtherPair { .. }) && !d.found.is_empty())
        .unwrap();
    assert_eq!(again.found[0].text.key, "pairing.passed.met");
    assert_eq!(again.found[0].citations[0].as_str(), "Swiss 2");
    let bye = found.iter().find(|d| matches!(d.what, Disagreement::Bye { .. })).unwrap();
    assert_eq!(bye.found[0].citations[0].as_str(), "Swiss 8.2");
}

/// A file without the number of rounds: the last recorded one is the last.
#[test]
fn without_a_number_of_rounds_the_last_recorded_is_the_last() {
    let rules = rules();
    let mut tournament = played(7);
    tournament.rounds = 0;
    assert_eq!(differences(&tournament), []);
    assert!(Position::from_tournament(&tournament, 7, &rules).unwrap().is_last_round());
}

#[test]
fn positions_are_replayed_from_the_cells() {
    let tournament = played(3);
    let rules = rules();
    let position = Position::from_tournament(&tournament, 4, &rules).unwrap();
    assert_eq!((position.round, position.rounds), (4, 7));
    for (index, player) in position.players.iter().enumerate() {
        let row = &tournament.cells[index];
        let games = row.iter().filter(|cell| cell.played().is_some()).count();
        assert_eq!(player.games.len(), games);
        let byes = row.iter().filter(|cell| **cell == Cell::Bye(Bye::Pairing)).count();
        assert_eq!(player.byes as usize, byes);
        assert_eq!(player.presence, Presence::Present);
    }
    // Round 3, already played: who was there is read from it.
    let before = Position::from_tournament(&tournament, 3, &rules).unwrap();
    assert_eq!(before.players[4].presence, Presence::ByeRequested);
    assert_eq!(before.players[9].presence, Presence::Absent);
    // A requested half point counts, and does not bar the bye.
    let half = position.players[4].points - before.players[4].points;
    assert_eq!(half, Points::HALF);
    assert!(!position.players[4].unplayed_win || before.players[4].unplayed_win);
}

#[test]
fn rounds_that_cannot_be_paired_say_why() {
    let rules = rules();
    let mut tournament = played(3);
    let position = |tournament: &Tournament, round| {
        Position::from_tournament(tournament, round, &rules).map(|position| position.round)
    };
    assert_eq!(position(&tournament, 8), Err(PairingError::NoSuchRound { round: 8, rounds: 7 }));
    assert_eq!(position(&tournament, 6), Err(PairingError::TooEarly { round: 6, next: 4 }));
    tournament.withdrawals.push(Withdrawal { entrant: 2, after_round: 3, eliminated: false });
    let next = Position::from_tournament(&tournament, 4, &rules).unwrap();
    assert_eq!(next.players[2].presence, Presence::Withdrawn);
    if let Cell::Paired { outcome, .. } = &mut tournament.cells[0][2] {
        *outcome = Outcome::Pending;
    }
    assert_eq!(position(&tournament, 4), Err(PairingError::Incomplete { round: 4, missing: 3 }));
}

/// Swiss 14.2: the draw is an input; without one, a seeded draw that anybody can repeat.
#[test]
fn the_colour_of_number_one_is_drawn_once() {
    let rules = rules();
    let mut tournament = played(0);
    tournament.initial_colour = None;
    let position = Position::from_tournament(&tournament, 1, &rules).unwrap();
    assert!(position.seed.is_some());
    assert_eq!(position, Position::from_tournament(&tournament, 1, &rules).unwrap());
    let colours: Vec<Colour> = (0..20)
        .map(|seed| {
            tournament.initial_colour = Some(InitialColour::Seed(seed));
            Position::from_tournament(&tournament, 1, &rules).unwrap().initial_colour
        })
        .collect();
    assert!(colours.contains(&Colour::White) && colours.contains(&Colour::Black));
}
