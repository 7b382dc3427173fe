//! Random events, rolled round by round. Same seed, same event.

use butlleti::core::pairing::dutch::{
    Acceleration, DutchPosition, Edition, Extras, Forbidden, GamePoints, pair,
};
use butlleti::model::{
    Absence, Bye, Cell, Colour, Entrant, Forfeit, InitialColour, Outcome, Points, Score, System,
    Tournament,
};

/// Xorshift with a multiplied output.
pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    pub fn below(&mut self, n: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 33) % n
    }

    pub fn one_in(&mut self, n: u64) -> bool {
        n > 0 && self.below(n) == 0
    }
}

/// How often things happen: once in so many times, 0 for never.
#[derive(Clone, Copy, Debug)]
pub struct Profile {
    pub draws: u64,
    pub forfeits: u64,
    pub absences: u64,
    /// Rounds that are paired at random instead of by the system.
    pub wild: u64,
    /// Results go against the better player as often as for him.
    pub even: bool,
    pub forbidden: u64,
    pub accelerated: bool,
    pub points: GamePoints,
}

impl Default for Profile {
    fn default() -> Self {
        Self {
            draws: 3,
            forfeits: 12,
            absences: 8,
            wild: 0,
            even: true,
            forbidden: 0,
            accelerated: false,
            points: GamePoints::default(),
        }
    }
}

pub struct Rolled {
    pub tournament: Tournament,
    pub extras: Extras,
}

/// Rolls an event; `see` is shown every position before it is paired. Stops when a round has no
/// pairing.
pub fn roll(
    players: usize,
    rounds: u32,
    edition: Edition,
    profile: Profile,
    random: &mut Random,
    mut see: impl FnMut(&DutchPosition),
) -> Rolled {
    let mut tournament = Tournament::new("random", "Random", System::Swiss, rounds);
    let drawn = if random.one_in(2) { Colour::White } else { Colour::Black };
    tournament.initial_colour = Some(InitialColour::Drawn(drawn));
    tournament.entrants = (1..=players).map(|n| Entrant::new(n as u32, format!("P{n}"))).collect();
    tournament.cells = vec![Vec::new(); players];
    let mut extras = Extras { points: profile.points, ..Extras::default() };
    if profile.accelerated {
        let half = Points::from_halves(profile.points.win.halves() / 2);
        let numbers = (1, players as u32 / 2);
        extras.accelerations = vec![
            Acceleration { points: profile.points.win, rounds: (1, rounds / 3), numbers },
            Acceleration { points: half, rounds: (rounds / 3 + 1, rounds / 2), numbers },
        ];
    }
    for a in 0..players {
        for b in 0..a {
            if random.one_in(profile.forbidden) {
                extras.forbidden.push(Forbidden { players: vec![a, b], rounds: (1, rounds) });
            }
        }
    }
    for round in 1..=rounds {
        extras.absent.clear();
        for player in 0..players {
            if random.one_in(profile.absences) {
                let kind = match random.below(7) {
                    0..=3 => Bye::Zero,
                    4 | 5 => Bye::Half,
                    _ => Bye::Full,
                };
                extras.absent.insert(player, kind);
            }
        }
        let position = DutchPosition::from_tournament(&tournament, round, edition, &extras)
            .expect("a position");
        see(&position);
        let Ok(paired) = pair(&position) else { break };
        let (mut pairs, mut bye) = (paired.pairs(), paired.bye);
        if random.one_in(profile.wild) {
            (pairs, bye) = at_random(&position, random);
        }
        for (player, row) in tournament.cells.iter_mut().enumerate() {
            row.push(match extras.absent.get(&player) {
                Some(Bye::Zero) => Cell::Absent(Absence::Missed),
                Some(bye) => Cell::Bye(*bye),
                None => Cell::Absent(Absence::Missed),
            });
        }
        let at = round as usize - 1;
        if let Some(bye) = bye {
            tournament.cells[bye][at] = Cell::Bye(Bye::Pairing);
        }
        for (white, black) in pairs {
            let (own, other) = result(white, black, &profile, random);
            let cell = |opponent, colour, outcome| Cell::Paired {
                opponent,
                colour: Some(colour),
                outcome,
            };
            tournament.cells[white][at] = cell(black, Colour::White, own);
            tournament.cells[black][at] = cell(white, Colour::Black, other);
        }
    }
    Rolled { tournament, extras }
}

fn result(
    white: usize,
    black: usize,
    profile: &Profile,
    random: &mut Random,
) -> (Outcome, Outcome) {
    if random.one_in(profile.forfeits) {
        let (won, lost) = (Outcome::Forfeit(Forfeit::Won), Outcome::Forfeit(Forfeit::Lost));
        return match random.below(5) {
            0 | 1 => (won, lost),
            2 | 3 => (lost, won),
            _ => (lost, lost),
        };
    }
    let score = if random.one_in(profile.draws) {
        Score::Draw
    } else if (profile.even && random.one_in(2)) || (!profile.even && random.below(10) < 7) {
        if white < black { Score::Win } else { Score::Loss }
    } else if white < black {
        Score::Loss
    } else {
        Score::Win
    };
    (Outcome::Played(score), Outcome::Played(score.mirrored()))
}

/// Pairs that have not met, with any colours; whoever is left has nothing, or the bye.
fn at_random(
    position: &DutchPosition,
    random: &mut Random,
) -> (Vec<(usize, usize)>, Option<usize>) {
    let mut free: Vec<usize> =
        (0..position.players.len()).filter(|&p| position.players[p].present).collect();
    let mut pairs = Vec::new();
    let mut left = Vec::new();
    while !free.is_empty() {
        let a = free.swap_remove(random.below(free.len() as u64) as usize);
        let met = |b: usize| position.players[a].games.iter().any(|game| game.opponent == b);
        match free.iter().position(|&b| !met(b)) {
            Some(at) => {
                let b = free.swap_remove(at);
                pairs.push(if random.one_in(2) { (a, b) } else { (b, a) });
            }
            None => left.push(a),
        }
    }
    let bye = left.first().copied().filter(|_| random.one_in(2));
    (pairs, bye)
}
