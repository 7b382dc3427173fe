//! Random positions and a small simulator.

use butlleti::core::pairing::fce1990::Fce1990;
use butlleti::core::pairing::fce1990::story::SwissRound;
use butlleti::core::pairing::{
    Game, PairingError, Player, Position, Presence, Promotion, Settings,
};
use butlleti::model::{Colour, Points};

/// SplitMix64: the same numbers on every machine.
pub struct Random(pub u64);

impl Random {
    pub fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) % limit as u64) as usize
    }

    pub fn one_in(&mut self, number: usize) -> bool {
        self.below(number) == 0
    }

    pub fn shuffle<T>(&mut self, list: &mut [T]) {
        for i in (1..list.len()).rev() {
            list.swap(i, self.below(i + 1));
        }
    }
}

/// How many cases to try: more with the environment variable `PAIRING_CASES` (a factor).
pub fn cases(usual: u64) -> u64 {
    let factor = std::env::var("PAIRING_CASES").ok().and_then(|text| text.parse().ok());
    usual * factor.unwrap_or(1)
}

/// Players in random order with ratings that make the exceptions of 100 points matter.
pub fn start(random: &mut Random, players: usize, rounds: u32) -> Position {
    let span = [60, 400, 1500][random.below(3)];
    let mut ratings: Vec<u32> = (0..players).map(|_| (1400 + random.below(span)) as u32).collect();
    ratings.sort_unstable_by(|a, b| b.cmp(a));
    let unrated = if random.one_in(3) { players / 3 } else { 0 };
    let mut list: Vec<Player> = ratings
        .into_iter()
        .enumerate()
        .map(|(i, rating)| {
            // Gaps in the numbers change nothing.
            let number = (i * 2 + 1) as u32;
            let mut player = Player::new(number, format!("Player {number}"));
            player.rating = (i + unrated < players).then_some(rating);
            player
        })
        .collect();
    random.shuffle(&mut list);
    let settings =
        Settings { rating_exceptions: !random.one_in(6), allow_second_bye: random.one_in(2) };
    let initial_colour = if random.one_in(2) { Colour::White } else { Colour::Black };
    Position {
        round: 1,
        rounds,
        initial_colour,
        seed: None,
        players: list,
        forbidden: Vec::new(),
        settings,
    }
}

/// A position that no system need have made: games between anybody, colours at random.
pub fn arbitrary(random: &mut Random) -> Position {
    let players = 1 + random.below(10);
    let played = random.below(7) as u32;
    let rounds = played + 1 + random.below(5) as u32;
    let mut position = start(random, players, rounds);
    position.round = played + 1;
    for _ in 0..played {
        let mut order: Vec<usize> = (0..players).collect();
        random.shuffle(&mut order);
        let missing = random.below(4);
        let games = order.len().saturating_sub(missing);
        for pair in order[..games].chunks_exact(2) {
            // Favour games between those who have not met.
            let (a, b) = (pair[0], pair[1]);
            let met = position.players[a].games.iter().any(|game| game.opponent == b);
            if !met || random.one_in(4) {
                play(random, &mut position, a, b, 12);
            }
        }
        for &alone in &order[games..] {
            apart(random, &mut position, alone);
        }
    }
    unusual(random, &mut position);
    position
}

/// Absences, bans and restrictions.
fn unusual(random: &mut Random, position: &mut Position) {
    let players = position.players.len();
    if random.one_in(3) {
        let absent = random.below(players);
        position.players[absent].presence = Presence::Absent;
    }
    if random.one_in(4) {
        for _ in 0..1 + random.below(6) {
            position.forbidden.push((random.below(players), random.below(players)));
        }
        position.forbidden.retain(|(a, b)| a != b);
    }
    if random.one_in(5) {
        for player in &mut position.players {
            player.promotion =
                [Promotion::Possible, Promotion::Impossible, Promotion::Confined][random.below(3)];
        }
    }
}

/// One game with White for `white`; one in `forfeits` is not played.
fn play(random: &mut Random, position: &mut Position, white: usize, black: usize, forfeits: usize) {
    if random.one_in(forfeits) {
        position.players[white].points += Points::ONE;
        position.players[white].unplayed_win = true;
        return;
    }
    let won = random.below(3) as i32;
    for (player, opponent, colour, halves) in
        [(white, black, Colour::White, won), (black, white, Colour::Black, 2 - won)]
    {
        position.players[player].points += Points::from_halves(halves);
        position.players[player].games.push(Game { opponent, colour: Some(colour) });
    }
}

/// A round without an opponent.
fn apart(random: &mut Random, position: &mut Position, player: usize) {
    match random.below(4) {
        0 => {
            position.players[player].byes += 1;
            position.players[player].points += Points::ONE;
        }
        1 => position.players[player].points += Points::HALF,
        _ => {}
    }
}

/// Plays the next round as paired and moves on.
pub fn play_round(random: &mut Random, position: &mut Position, paired: &SwissRound) {
    for board in &paired.boards {
        play(random, position, board.white, board.black, 40);
    }
    if let Some(bye) = &paired.bye {
        position.players[bye.player].byes += 1;
        position.players[bye.player].points += Points::ONE;
    }
    position.round += 1;
    for player in &mut position.players {
        player.presence = if random.one_in(25) { Presence::Absent } else { Presence::Present };
    }
}

/// Plays a tournament and shows every round before it is played.
pub fn tournament(
    random: &mut Random,
    system: &Fce1990,
    players: usize,
    rounds: u32,
    mut see: impl FnMut(&Position, &Result<SwissRound, PairingError>),
) {
    let mut position = start(random, players, rounds);
    if random.one_in(8) {
        unusual(random, &mut position);
    }
    while position.round <= rounds {
        let paired = system.round(&position);
        see(&position, &paired);
        match paired {
            Ok(paired) => play_round(random, &mut position, &paired),
            Err(_) => return,
        }
    }
}
