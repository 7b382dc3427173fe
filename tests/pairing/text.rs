//! The worked sequences of the regulation itself.

use butlleti::core::pairing::fce1990::Fce1990;
use butlleti::core::pairing::fce1990::story::{Event, FloatReason, SwissRound};
use butlleti::core::pairing::{PairingError, Player, Position, Presence, Settings};
use butlleti::model::{Colour, Points};

use super::rules;

/// Players without games, so that colours decide nothing: `scores[i]` half points for number
/// i + 1, before the second round.
pub(super) fn second_round(scores: &[i32], forbidden: &[(u32, u32)]) -> Position {
    let players = scores.iter().zip(1..).map(|(&halves, number)| {
        let mut player = Player::new(number, format!("Player {number}"));
        player.points = Points::from_halves(halves);
        player
    });
    Position {
        round: 2,
        rounds: 9,
        initial_colour: Colour::White,
        seed: None,
        players: players.collect(),
        forbidden: forbidden.iter().map(|&(a, b)| (a as usize - 1, b as usize - 1)).collect(),
        settings: Settings::default(),
    }
}

pub(super) fn pair(position: &Position) -> SwissRound {
    Fce1990::new(&rules()).round(position).unwrap()
}

/// Pairs as numbers, the better one first, by the better one.
pub(super) fn pairs(position: &Position, round: &SwissRound) -> Vec<(u32, u32)> {
    let number = |player: usize| position.players[player].number;
    let mut pairs: Vec<_> = round
        .boards
        .iter()
        .map(|board| {
            let (a, b) = (number(board.white), number(board.black));
            (a.min(b), a.max(b))
        })
        .collect();
    pairs.sort_unstable();
    pairs
}

/// Who left a group, in order, by number.
pub(super) fn leavers(position: &Position, round: &SwissRound) -> Vec<(u32, FloatReason)> {
    let events = round.groups.iter().flat_map(|group| &group.events);
    events
        .filter_map(|event| match event {
            Event::Leaves { player, why, .. } => Some((position.players[*player].number, *why)),
            _ => None,
        })
        .collect()
}

/// A group of six, going down (score 1) and, mirrored, going up (score 0).
fn assert_six(forbidden: &[(u32, u32)], expected: [(u32, u32); 3]) {
    let down = second_round(&[2; 6], forbidden);
    assert_eq!(pairs(&down, &pair(&down)), expected, "down");

    let mirror = |(a, b): (u32, u32)| (7 - b, 7 - a);
    let mirrored: Vec<_> = forbidden.iter().map(|&pair| mirror(pair)).collect();
    let up = second_round(&[0; 6], &mirrored);
    let mut expected = expected.map(mirror);
    expected.sort_unstable();
    assert_eq!(pairs(&up, &pair(&up)), expected, "up");
}

/// Swiss 11.2: the changes for number 1, line by line.
#[test]
fn changes_for_number_one() {
    let columns = [
        [(1, 4), (2, 5), (3, 6)],
        [(1, 5), (2, 4), (3, 6)],
        [(1, 6), (2, 4), (3, 5)],
        [(1, 3), (2, 5), (4, 6)],
        [(1, 2), (3, 5), (4, 6)],
    ];
    let cannot = [(1, 4), (1, 5), (1, 6), (1, 3)];
    for (change, expected) in columns.into_iter().enumerate() {
        assert_six(&cannot[..change], expected);
    }
}

/// Swiss 11.3: with 6 for number 1, the changes for number 2, line by line.
#[test]
fn changes_for_number_two() {
    let columns = [
        [(1, 6), (2, 4), (3, 5)],
        [(1, 6), (2, 5), (3, 4)],
        [(1, 6), (2, 3), (4, 5)],
        [(1, 3), (2, 6), (4, 5)],
        [(1, 2), (3, 5), (4, 6)],
    ];
    let first = [(1, 4), (1, 5)];
    let cannot = [(2, 4), (2, 5), (2, 3), (2, 6)];
    for (change, expected) in columns.into_iter().enumerate() {
        let forbidden: Vec<_> = first.iter().chain(&cannot[..change]).copied().collect();
        assert_six(&forbidden, expected);
    }
}

/// Swiss 11.4 a: of seven, 1 and 2 can only meet 6; 2 floats in place of 7.
#[test]
fn of_seven_number_two_floats_in_place_of_seven() {
    let mut forbidden = vec![(1, 2)];
    for other in [3, 4, 5, 7] {
        forbidden.extend([(1, other), (2, other)]);
    }
    let down = second_round(&[2, 2, 2, 2, 2, 2, 2, 1, 1, 1], &forbidden);
    let round = pair(&down);
    assert_eq!(leavers(&down, &round), [(2, FloatReason::InPlaceOf { proposed: 6 })]);
    assert_eq!(&pairs(&down, &round)[..1], [(1, 6)]);

    // Mirrored: three in the median, then seven who go up.
    let mirrored: Vec<_> = forbidden.iter().map(|&(a, b)| (11 - a, 11 - b)).collect();
    let up = second_round(&[1, 1, 1, 0, 0, 0, 0, 0, 0, 0], &mirrored);
    let round = pair(&up);
    assert_eq!(leavers(&up, &round), [(9, FloatReason::InPlaceOf { proposed: 3 })]);
    assert!(pairs(&up, &round).contains(&(5, 10)));
}

/// Swiss 11.4 b: of six, 1 and 2 can only meet 6; 5 and 2 float, and 3 meets 4.
#[test]
fn of_six_numbers_five_and_two_float() {
    let mut forbidden = vec![(1, 2)];
    for other in [3, 4, 5] {
        forbidden.extend([(1, other), (2, other)]);
    }
    let down = second_round(&[2, 2, 2, 2, 2, 2, 1, 1], &forbidden);
    let round = pair(&down);
    let left: Vec<_> = leavers(&down, &round);
    assert_eq!(left.iter().map(|(number, _)| *number).collect::<Vec<_>>(), [5, 2]);
    assert_eq!(left[0].1, FloatReason::EvenGroup);
    let made = pairs(&down, &round);
    assert!(made.contains(&(1, 6)) && made.contains(&(3, 4)), "{made:?}");

    let mirrored: Vec<_> = forbidden.iter().map(|&(a, b)| (9 - a, 9 - b)).collect();
    let up = second_round(&[1, 1, 0, 0, 0, 0, 0, 0], &mirrored);
    let round = pair(&up);
    let left: Vec<_> = leavers(&up, &round).into_iter().map(|(number, _)| number).collect();
    assert_eq!(left, [4, 7]);
    let made = pairs(&up, &round);
    assert!(made.contains(&(3, 8)) && made.contains(&(5, 6)), "{made:?}");
}

fn first_round(players: u32, initial_colour: Colour) -> Position {
    let mut position = second_round(&vec![0; players as usize], &[]);
    position.round = 1;
    position.initial_colour = initial_colour;
    position
}

/// Swiss 14.2: forty players, 1–21, 22–2 … 40–20, or all the other way.
#[test]
fn the_first_round_of_forty() {
    for initial in [Colour::White, Colour::Black] {
        let position = first_round(40, initial);
        let round = pair(&position);
        for (number, board) in (1..=20).zip(&round.boards) {
            let white = (number % 2 == 1) == (initial == Colour::White);
            let expected = if white { (number, number + 20) } else { (number + 20, number) };
            let found =
                (position.players[board.white].number, position.players[board.black].number);
            assert_eq!(found, expected);
        }
        assert_eq!(round.boards.len(), 20);
    }
}

/// Swiss 14.1, AMB-63: the last of an odd list has the bye, and then the halves are made. Swiss
/// 17: not somebody who is absent.
#[test]
fn the_last_of_the_list_has_the_first_bye() {
    let mut position = first_round(7, Colour::White);
    let round = pair(&position);
    assert_eq!(round.bye.as_ref().map(|bye| position.players[bye.player].number), Some(7));
    assert_eq!(pairs(&position, &round), [(1, 4), (2, 5), (3, 6)]);

    position.players[6].presence = Presence::NotEntered;
    assert!(pair(&position).bye.is_none());
    position.players[0].presence = Presence::Absent;
    let round = pair(&position);
    assert_eq!(round.bye.as_ref().map(|bye| position.players[bye.player].number), Some(6));
}

/// Swiss 10.2, exception: more than 100 points, not exactly 100; and it can be switched off.
#[test]
fn the_exception_of_a_hundred_points() {
    use butlleti::core::pairing::Game;
    // Three with a point: 1 and 2 had Black (due White), 3 had White (due Black). 2 is the worst
    // of the majority, 3 the worst of all.
    let position = |rating_of_two: u32| {
        let mut position = second_round(&[2, 2, 2, 0, 0, 0, 1, 1, 1, 1], &[]);
        let games = [
            (0, 3, Colour::Black),
            (1, 4, Colour::Black),
            (2, 5, Colour::White),
            (6, 7, Colour::White),
            (8, 9, Colour::Black),
        ];
        for (a, b, colour) in games {
            position.players[a].games.push(Game { opponent: b, colour: Some(colour) });
            position.players[b].games.push(Game { opponent: a, colour: Some(colour.other()) });
        }
        for player in &mut position.players {
            player.rating = Some(1500);
        }
        position.players[0].rating = Some(2000);
        position.players[1].rating = Some(rating_of_two);
        position
    };
    let first_leaver = |position: &Position| leavers(position, &pair(position))[0].0;
    assert_eq!(first_leaver(&position(1600)), 2);
    assert_eq!(first_leaver(&position(1601)), 3);
    let mut without = position(1601);
    without.settings.rating_exceptions = false;
    assert_eq!(first_leaver(&without), 2);
}

/// AMB-57: where nobody has a rating, one category is enough.
#[test]
fn categories_stand_for_ratings_where_nobody_has_one() {
    use butlleti::core::pairing::Game;
    use butlleti::model::Category;
    let mut position = second_round(&[2, 2, 2, 0, 0, 0, 1, 1, 1, 1], &[]);
    for (a, b, colour) in [(0, 3, Colour::Black), (1, 4, Colour::Black), (2, 5, Colour::White)] {
        position.players[a].games.push(Game { opponent: b, colour: Some(colour) });
        position.players[b].games.push(Game { opponent: a, colour: Some(colour.other()) });
    }
    let first_leaver = |position: &Position| leavers(position, &pair(position))[0].0;
    assert_eq!(first_leaver(&position), 2);
    position.players[1].category = Some(Category::First);
    position.players[2].category = Some(Category::Second);
    assert_eq!(first_leaver(&position), 3);
}

/// Swiss 2: two who have met cannot meet again; the error names who is left over.
#[test]
fn an_impossible_round_names_who_is_left_over() {
    let position = second_round(&[2, 2, 1, 0], &[(1, 4), (2, 4), (3, 4)]);
    let error = Fce1990::new(&rules()).round(&position).unwrap_err();
    let PairingError::Impossible { left_out } = &error else { panic!("{error}") };
    assert_eq!(left_out.len(), 2);
    assert!(left_out.iter().any(|player| player.number == 4), "{error}");
    assert!(error.to_string().contains("Player 4"), "{error}");
}

/// Swiss 8.2, and the arbiter's way out.
#[test]
fn when_nobody_can_have_the_bye_the_error_says_so() {
    let mut position = second_round(&[2, 1, 0], &[]);
    for player in &mut position.players {
        player.unplayed_win = true;
    }
    let system = Fce1990::new(&rules());
    let error = system.round(&position).unwrap_err();
    assert!(matches!(&error, PairingError::NoBye { barred } if barred.len() == 3), "{error}");
    position.settings.allow_second_bye = true;
    let round = system.round(&position).unwrap();
    assert!(round.bye.is_some_and(|bye| bye.second && bye.player == 2));
}

#[test]
fn strange_positions_are_answered_not_suffered() {
    let system = Fce1990::new(&rules());
    assert!(system.round(&second_round(&[], &[])).unwrap().boards.is_empty());
    let alone = system.round(&second_round(&[0], &[])).unwrap();
    assert!(alone.boards.is_empty() && alone.bye.is_some());
    let mut twice = second_round(&[0, 0], &[]);
    twice.players[1].number = 1;
    assert_eq!(system.round(&twice), Err(PairingError::DuplicateNumber(1)));
    let mut nobody = second_round(&[0, 0], &[]);
    nobody.forbidden.push((0, 7));
    assert_eq!(system.round(&nobody), Err(PairingError::NoSuchPlayer { index: 7, players: 2 }));
}
