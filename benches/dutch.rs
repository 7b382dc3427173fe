//! Speed of the Dutch system: `cargo bench --bench dutch`.
//!
//! Events with random results (three in ten drawn, one game in twenty decided by forfeit, one
//! player in thirty absent) are rolled to the round in question; what is timed is that round, the
//! best of several runs.

use std::time::{Duration, Instant};

use butlleti::core::pairing::dutch::{DutchPosition, Edition, Method, Proof, pair, pair_by};

#[path = "../tests/dutch_support/random.rs"]
#[allow(dead_code)]
mod random;

use random::{Profile, Random, roll};

fn best_of(runs: usize, mut work: impl FnMut()) -> Duration {
    (0..runs)
        .map(|_| {
            let start = Instant::now();
            work();
            start.elapsed()
        })
        .min()
        .unwrap_or_default()
}

fn main() {
    let profile = Profile { absences: 30, forfeits: 20, even: false, ..Profile::default() };
    let sizes = [100, 200, 500, 1000, 3000];
    println!("{:>7} {:>5} {:>12} {:>9} {:>8}", "players", "round", "time", "brackets", "weighed");
    for edition in [Edition::Fide2026, Edition::Fide2017] {
        println!("{edition:?}");
        let mut before: Option<(usize, Vec<Duration>)> = None;
        for players in sizes {
            let mut seen = Vec::new();
            let mut random = Random::new(players as u64);
            roll(players, 9, edition, profile, &mut random, |position| seen.push(position.clone()));
            let mut times = Vec::new();
            for round in [1, 2, 3, 5, 7, 9] {
                let Some(position) = seen.get(round - 1) else { continue };
                times.push(show(position, players));
            }
            if let Some((smaller, old)) = before {
                let growth = |(new, old): (&Duration, &Duration)| {
                    (new.as_secs_f64() / old.as_secs_f64()).ln()
                        / (players as f64 / smaller as f64).ln()
                };
                let growth: Vec<_> =
                    times.iter().zip(&old).map(|pair| format!("n^{:.1}", growth(pair))).collect();
                println!("        growth from {smaller}: {}", growth.join(" "));
            }
            before = Some((players, times));
        }
    }
    println!("always by weight, 2026, round 5");
    for players in [50, 100, 200] {
        let mut seen = Vec::new();
        let mut random = Random::new(players as u64);
        roll(players, 9, Edition::Fide2026, profile, &mut random, |p| seen.push(p.clone()));
        if let Some(position) = seen.get(4) {
            let time = best_of(3, || {
                pair_by(position, Method::Weights).expect("a pairing");
            });
            println!("{players:>7} {:>5} {time:>12.2?}", 5);
        }
    }
}

fn show(position: &DutchPosition, players: usize) -> Duration {
    let time = best_of(5, || {
        pair(position).expect("a pairing");
    });
    let round = pair(position).expect("a pairing");
    let weighed = round.brackets.iter().filter(|b| matches!(b.proof, Proof::Weighed(_)));
    println!(
        "{players:>7} {:>5} {time:>12.2?} {:>9} {:>8}",
        position.round,
        round.brackets.len(),
        weighed.count()
    );
    time
}
