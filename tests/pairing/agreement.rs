//! The program and the independent reading agree.

use std::collections::BTreeMap;

use butlleti::core::pairing::fce1990::Fce1990;
use butlleti::core::pairing::fce1990::story::{
    ColourRule, Event, FloatReason, ParityChoice, SwissRound,
};
use butlleti::core::pairing::{PairingError, Position};

use super::oracle::answer;
use super::random::{Random, arbitrary, cases, tournament};
use super::rules;

/// The lines that the independent reading writes.
fn lines(position: &Position, round: &SwissRound) -> Vec<String> {
    let number = |index: usize| position.players[index].number;
    let mut lines = Vec::new();
    if round.promotion_dropped {
        lines.push("promotion dropped".to_owned());
    }
    if let Some(bye) = &round.bye {
        lines.push(format!("bye {}", number(bye.player)));
    }
    lines.extend(round.releases.iter().map(|&player| format!("released {}", number(player))));
    for event in round.groups.iter().flat_map(|group| &group.events) {
        match event {
            Event::GoesOn { floater, .. } | Event::Joins { floater, .. } => {
                lines.push(format!("{} finds nobody", number(*floater)));
            }
            Event::Leaves { player, why, .. } => {
                let why = match why {
                    FloatReason::MetAll => "9.3 a",
                    FloatReason::ColourDifference => "9.3 b",
                    FloatReason::ColourRow => "9.3 c",
                    FloatReason::Restricted => "restriction",
                    FloatReason::Alone => "9.3 d",
                    FloatReason::Parity(ParityChoice::EqualColours) => "equal",
                    FloatReason::Parity(ParityChoice::WorstIsOfMajority) => "worst",
                    FloatReason::Parity(ParityChoice::Majority) => "majority",
                    FloatReason::Parity(ParityChoice::HundredPoints { .. }) => "100",
                    FloatReason::Parity(ParityChoice::NobodyOfMajority) => "nobody",
                    FloatReason::InPlaceOf { .. } => "11.4 a",
                    FloatReason::EvenGroup => "11.4 b",
                    FloatReason::NeededElsewhere => "10.3",
                };
                lines.push(format!("{} leaves: {why}", number(*player)));
            }
            Event::FloaterPaired { paired, .. } | Event::Exchanged { paired, .. } => {
                let rule = match paired.colour {
                    ColourRule::Prohibition => 1,
                    ColourRule::Due => 2,
                    ColourRule::Repeated => 3,
                    ColourRule::Equalise => 4,
                    ColourRule::History => 5,
                    ColourRule::Number { .. } => 6,
                    ColourRule::NoGames => 7,
                };
                lines.push(format!("{}-{} by {rule}", number(paired.white), number(paired.black)));
            }
        }
    }
    lines
}

fn agree(position: &Position, ours: &Result<SwissRound, PairingError>, seed: u64) {
    match (ours, answer(position)) {
        (Ok(ours), Ok(theirs)) => {
            assert_eq!(lines(position, ours), theirs, "seed {seed}: {position:#?}");
        }
        (Err(PairingError::Internal(what)), _) => panic!("seed {seed}: {what}: {position:#?}"),
        (Err(_), Err(_)) => {}
        (ours, theirs) => panic!("seed {seed}: {ours:?} but {theirs:?}: {position:#?}"),
    }
}

#[test]
fn arbitrary_histories_and_tournaments_of_up_to_ten() {
    let system = Fce1990::new(&rules());
    let mut decided: BTreeMap<&str, u32> = BTreeMap::new();
    let mut count = |round: &Result<SwissRound, PairingError>| match round {
        Ok(round) => {
            for (key, times) in round.decided() {
                *decided.entry(key).or_default() += times;
            }
        }
        Err(PairingError::NoBye { .. }) => *decided.entry("no bye").or_default() += 1,
        Err(_) => *decided.entry("impossible").or_default() += 1,
    };
    for seed in 0..cases(4000) {
        let mut random = Random(seed);
        let position = arbitrary(&mut random);
        let ours = system.round(&position);
        agree(&position, &ours, seed);
        count(&ours);
    }
    for seed in 0..cases(250) {
        let mut random = Random(seed ^ 0xabcd_0000);
        let players = 2 + random.below(9);
        let rounds = 3 + random.below(6) as u32;
        tournament(&mut random, &system, players, rounds, |position, ours| {
            agree(position, ours, seed);
            count(ours);
        });
    }
    // Every branch of the regulation has decided something.
    for key in [
        "released",
        "promotion dropped",
        "8 bye",
        "8 second bye",
        "8 bye from a higher group",
        "8.2 bye barred",
        "8 bye moved",
        "9.2 empty median",
        "9.3 a",
        "9.3 b",
        "9.3 c",
        "9.3 d alone",
        "restriction",
        "9.4 tentative",
        "9.5 exchange",
        "9.5 nobody suits",
        "10.2 equal",
        "10.2 worst of all",
        "10.2 majority",
        "10.2 100 points",
        "10.2 nobody of the majority",
        "10.2 par. 2",
        "10.2 par. 2, nobody",
        "10.3, look ahead",
        "10.5",
        "10.5, look ahead",
        "10.6 first",
        "10.6 by colour",
        "10.6 100 points",
        "10.6 nobody suits",
        "floater's opponent passed over",
        "floater joins the rest",
        "11.2 own half",
        "11.4 a",
        "11.4 b",
        "11.4 the rest",
        "colours 1",
        "colours 2",
        "colours 3",
        "colours 4",
        "colours 5",
        "colours 6 down",
        "colours 6 up",
        "colours 6, shorter",
        "colours 7",
        "colours 7 after round 1",
        "no bye",
        "impossible",
    ] {
        assert!(decided.get(key).is_some_and(|&times| times > 0), "{key} never: {decided:#?}");
    }
    eprintln!("{decided:#?}");
}
