//! How long the next round of a Swiss tournament takes, by players and round.
//!
//! `cargo bench --no-default-features --bench pairing`

use std::time::Instant;

use butlleti::core::Rules1990;
use butlleti::core::pairing::fce1990::Fce1990;
use butlleti::core::pairing::{Game, Pairer, Player, Position, Settings};
use butlleti::diag::{Diagnostics, Sources};
use butlleti::model::{Colour, Points};
use butlleti::project::Project;
use butlleti::source::{bind_rules, load_rulebook};

/// SplitMix64: the same tournaments on every machine.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (z ^ (z >> 31)) % limit
    }
}

fn rules() -> Rules1990 {
    let mut diagnostics = Diagnostics::new();
    let rulebook = load_rulebook(&Project::Embedded, &Sources::default(), &mut diagnostics);
    bind_rules(&rulebook, &mut diagnostics).expect("the text has every parameter")
}

fn main() {
    let system = Fce1990::new(&rules());
    println!("{:>8} {:>6} {:>10} {:>10} {:>10}", "players", "round", "pairing", "told", "steps");
    for players in [100_u32, 1_000, 3_000] {
        let mut random = Random(u64::from(players));
        let mut position = Position {
            round: 1,
            rounds: 11,
            initial_colour: Colour::White,
            seed: None,
            players: (1..=players)
                .map(|number| {
                    let mut player = Player::new(number, format!("Player {number}"));
                    player.rating = Some(2500 - number * 1200 / players);
                    player
                })
                .collect(),
            forbidden: Vec::new(),
            settings: Settings::default(),
        };
        for round in 1..=9 {
            position.round = round;
            let start = Instant::now();
            let paired = system.round(&position).expect("a pairing exists");
            let pairing = start.elapsed();
            let start = Instant::now();
            let told = system.pair(&position).expect("a pairing exists");
            let all = start.elapsed();
            if [2, 5, 9].contains(&round) {
                let steps: usize = told.groups.iter().map(|group| group.steps.len()).sum();
                println!(
                    "{players:>8} {round:>6} {:>7} ms {:>7} ms {steps:>10}",
                    pairing.as_millis(),
                    all.saturating_sub(pairing).as_millis(),
                );
            }
            for board in &paired.boards {
                let (white, black) = (board.white, board.black);
                for (player, opponent, colour) in
                    [(white, black, Colour::White), (black, white, Colour::Black)]
                {
                    position.players[player].games.push(Game { opponent, colour: Some(colour) });
                }
                let won = random.below(3) as i32;
                position.players[white].points += Points::from_halves(won);
                position.players[black].points += Points::from_halves(2 - won);
            }
        }
    }
}
