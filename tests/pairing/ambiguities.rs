//! Points of the Swiss regulation that its text leaves open, one test for each reading: the case is
//! made so that the other reading gives another pairing.

use butlleti::core::pairing::fce1990::Fce1990;
use butlleti::core::pairing::fce1990::story::{Direction, Event, OpponentChoice};
use butlleti::core::pairing::{Game, Pairer, PairingError, Position, Presence};
use butlleti::model::{
    Absence, Bye, Cell, Colour, Entrant, Outcome, Points, Score, System, Tournament,
};

use super::rules;
use super::text::{pair, pairs, second_round};

/// Games between numbers, the first with White.
fn with_games(mut position: Position, games: &[(usize, usize)]) -> Position {
    for &(white, black) in games {
        let (w, b) = (white - 1, black - 1);
        position.players[w].games.push(Game { opponent: b, colour: Some(Colour::White) });
        position.players[b].games.push(Game { opponent: w, colour: Some(Colour::Black) });
    }
    position
}

fn numbers(position: &Position, players: &[usize]) -> Vec<u32> {
    players.iter().map(|&player| position.players[player].number).collect()
}

/// Swiss 9.2, 15.3: in the second round the groups are paired 1, 0, ½.
#[test]
fn amb_50_the_median_group_is_the_last_one() {
    let position = second_round(&[2, 2, 1, 1, 0, 0], &[]);
    let round = pair(&position);
    let order: Vec<_> = round.groups.iter().map(|g| (g.score.halves(), g.is_median)).collect();
    assert_eq!(order, [(2, false), (0, false), (1, true)]);
    assert_eq!(round.groups[1].direction, Direction::Up);
}

/// Swiss 9.2: nobody has half of the points; who comes down and who goes up meet there.
#[test]
fn amb_51_an_empty_median_group_is_kept() {
    let position = second_round(&[2, 2, 2, 0, 0, 0], &[]);
    let round = pair(&position);
    let median = round.groups.last().unwrap();
    assert!(median.is_median && median.members.is_empty());
    assert_eq!(median.direction, Direction::Down);
    assert_eq!(numbers(&position, &median.floaters_in), [3, 4]);
    assert_eq!(pairs(&position, &round), [(1, 2), (3, 4), (5, 6)]);
}

/// A tournament of five rounds: `row` is the first player's games (colours) and byes, the others'
/// are mirrored; number 4 comes late and has played nothing.
fn three_and_a_late_one() -> Tournament {
    let mut t = Tournament::new("x", "X", System::Swiss, 5);
    let game = |opponent: usize, colour, score| Cell::Paired {
        opponent,
        colour: Some(colour),
        outcome: Outcome::Played(score),
    };
    use Colour::{Black, White};
    use Score::{Loss, Win};
    let bye = Cell::Bye(Bye::Pairing);
    t.cells = vec![
        vec![game(1, White, Win), game(2, White, Win), bye],
        vec![game(0, Black, Loss), bye, game(2, White, Win)],
        vec![bye, game(0, Black, Loss), game(1, Black, Loss)],
        vec![Cell::Absent(Absence::NotEntered); 3],
    ];
    for number in 1..=4 {
        t.entrants.push(Entrant::new(number, format!("Player {number}")));
    }
    t
}

/// Swiss 8.3, 12.1 a: two Whites, then a bye; a third White is three in a row.
#[test]
fn amb_53_a_round_without_a_colour_does_not_break_a_row() {
    let t = three_and_a_late_one();
    let mut position = Position::from_tournament(&t, 4, &rules()).unwrap();
    assert_eq!(position.players[0].games.len(), 2);
    position.players[3].presence = Presence::Present;
    let system = Fce1990::new(&rules());
    assert!(!system.objections(&position, 0, 3).is_empty());
    assert!(system.objections(&position, 3, 0).is_empty());
}

/// Swiss 17: expected in the rounds 2 and 3, with no point for those missed; not later.
#[test]
fn amb_62_late_entries() {
    let mut t = three_and_a_late_one();
    for (round, presence) in
        [(2, Presence::Present), (3, Presence::Present), (4, Presence::NotEntered)]
    {
        let mut before = t.clone();
        before.cells.iter_mut().for_each(|row| row.truncate(round as usize - 1));
        let position = Position::from_tournament(&before, round, &rules()).unwrap();
        assert_eq!(position.players[3].presence, presence, "{round}");
        assert_eq!(position.players[3].points, Points::ZERO);
    }
    // And with an empty round there is no bye in round 1 for someone absent.
    t.cells.iter_mut().for_each(Vec::clear);
    t.announced.push(butlleti::model::Announcement {
        entrant: 2,
        round: 1,
        cell: Cell::Absent(Absence::NotEntered),
    });
    let position = Position::from_tournament(&t, 1, &rules()).unwrap();
    let round = pair(&position);
    assert_ne!(round.bye.map(|bye| bye.player), Some(2));
}

/// Swiss 8.2: the next worse who may have it, then the next group; and not one without whom the
/// others cannot be paired.
#[test]
fn amb_56_who_has_the_bye_when_the_last_may_not() {
    let bye = |position: &Position| {
        let round = pair(position);
        position.players[round.bye.expect("a bye").player].number
    };
    let mut position = second_round(&[2, 1, 1, 0, 0], &[]);
    assert_eq!(bye(&position), 5);
    position.players[4].unplayed_win = true;
    assert_eq!(bye(&position), 4);
    position.players[3].byes = 1;
    assert_eq!(bye(&position), 3);
    // Number 1 can only meet 5: without 5 there is no pairing.
    let position = second_round(&[0; 5], &[(1, 2), (1, 3), (1, 4)]);
    assert_eq!(bye(&position), 4);
    assert_eq!(pairs(&position, &pair(&position)), [(1, 5), (2, 3)]);
}

/// Swiss 10.6: number 2, the best of the group, cannot be the opponent at all, so 3 is the best and
/// due the same colour as the floater; 4 is due the other, exactly 100 points below 3 and 200 below
/// 2. One point more and the colour no longer counts.
#[test]
fn amb_58_the_best_is_the_best_of_those_compatible() {
    let with = |rating_of_four: u32| {
        let position = second_round(&[2, 1, 1, 1, 0, 0], &[(1, 2)]);
        let mut position = with_games(position, &[(5, 1), (6, 3), (4, 6)]);
        for (player, rating) in
            position.players.iter_mut().zip([2250, 2200, 2100, rating_of_four, 1500, 1500])
        {
            player.rating = Some(rating);
        }
        let round = pair(&position);
        let found =
            round.groups.iter().flat_map(|group| &group.events).find_map(|event| match event {
                Event::FloaterPaired { floater: 0, opponent, choice, .. } => {
                    Some((position.players[*opponent].number, *choice))
                }
                _ => None,
            });
        found.expect("a floater")
    };
    assert_eq!(with(2000), (4, OpponentChoice::ByColour { before: 2 }));
    assert_eq!(with(1999), (3, OpponentChoice::HundredPoints { suited: 3 }));
}

/// Swiss 9.5: the first pair's colours come first, even where that costs two others theirs. (The
/// first pass is the tables of 11.2 and 11.3, in `text`.)
#[test]
fn amb_59_the_second_pass_goes_in_the_order_of_pairing() {
    let position = second_round(&[2, 2, 2, 2, 2, 2, 0, 0, 0, 0, 0, 0], &[(2, 6), (2, 3)]);
    // 1, 2 and 4 had Black; 3, 5 and 6 White.
    let games = [(7, 1), (8, 2), (3, 9), (10, 4), (5, 11), (6, 12)];
    let position = with_games(position, &games);
    let round = pair(&position);
    // 1–6, 2–5, 3–4 would suit everybody; but 5 suits 1 before 6 does.
    assert_eq!(&pairs(&position, &round)[..3], [(1, 5), (2, 4), (3, 6)]);
}

/// Swiss 11.1 speaks of article 2 alone; colours that may not be given keep two apart in the
/// exchanges just as a game between them does.
#[test]
fn amb_60_exchanges_respect_colours_too() {
    let mut position = second_round(&[4, 4, 4, 4, 4, 4, 0, 0, 0, 0], &[]);
    position.round = 3;
    // 1 and 4 had White twice.
    let position = with_games(position, &[(1, 7), (1, 8), (4, 8), (4, 7)]);
    let round = pair(&position);
    assert_eq!(&pairs(&position, &round)[..3], [(1, 5), (2, 4), (3, 6)]);
    assert!(round.releases.is_empty());
}

/// Swiss 9.3, 13: in the last round prohibitions of colour fall for every pair, of whatever
/// scores; that two have met never does.
#[test]
fn amb_61_the_last_round() {
    let position = |rounds: u32| {
        let mut position = second_round(&[4, 2, 1, 0], &[]);
        position.round = 3;
        position.rounds = rounds;
        with_games(position, &[(1, 3), (1, 4), (2, 4), (2, 3)])
    };
    let last = position(3);
    let round = pair(&last);
    assert_eq!(pairs(&last, &round), [(1, 2), (3, 4)]);
    assert!(round.releases.is_empty(), "nothing is forbidden, so nobody is released");
    // In an earlier round the same is a way out, and told.
    let earlier = position(9);
    assert!(!pair(&earlier).releases.is_empty());

    let mut met = with_games(second_round(&[2, 0], &[]), &[(1, 2)]);
    met.rounds = 2;
    let error = Fce1990::new(&rules()).round(&met).unwrap_err();
    assert!(matches!(error, PairingError::Impossible { .. }), "{error}");
}
