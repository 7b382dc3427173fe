//! `pair` and `verify`: the next round, and whether the rounds played are the system's.

use serde_json::{Value as Json, json};

use super::args::{PairArgs, PairFormat, VerifyArgs};
use super::tournament::{Loaded, load};
use super::{Outcome, Session, print, print_json};
use crate::core::pairing::{self, Difference, Position, RoundPairing, Settings};
use crate::core::report::{Block, Msg};
use crate::diag::nearest;
use crate::lang::Language;
use crate::model::{PairingSystem, System};
use crate::terminal;

/// The system named, else the event's own, else the one its kind of event has.
fn system(name: Option<&str>, loaded: &Loaded) -> Result<PairingSystem, String> {
    if let Some(name) = name {
        return PairingSystem::from_key(name).ok_or_else(|| {
            let known = PairingSystem::ALL.map(PairingSystem::key);
            let near = nearest(name, known).map(|key| format!("; did you mean {key}?"));
            let near = near.unwrap_or_default();
            format!("no pairing system `{name}`{near} (known: {})", known.join(", "))
        });
    }
    Ok(loaded.tournament.pairing.unwrap_or(match loaded.tournament.system {
        System::Swiss => PairingSystem::Fce1990,
        System::RoundRobin { .. } => PairingSystem::RoundRobin,
        System::KnockOut => PairingSystem::KnockOut,
    }))
}

/// Pairs a round: the next one, or one already played as the system would have made it.
pub fn pair(session: &mut Session, args: &PairArgs) -> Outcome {
    let Some(loaded) = load(session, &args.tournament.tournament) else { return session.report() };
    let Some(language) = session.load_language("ca") else { return session.report() };
    let t = &loaded.tournament;
    let system = match system(args.pairing.as_deref(), &loaded) {
        Ok(system) => system,
        Err(message) => return usage(&message),
    };
    let round = args.round.unwrap_or(t.rounds_recorded() + 1);
    let settings = Settings {
        allow_second_bye: args.allow_second_bye,
        rating_exceptions: !args.no_rating_exceptions,
    };
    let explain =
        args.tournament.explain || args.tournament.json || args.format == PairFormat::Json;
    let paired = pairing::pair_round(system, t, round, &loaded.rules, settings, explain);
    let (position, pairing) = match paired {
        Ok(paired) => paired,
        Err(error) => {
            eprintln!("error: {error}");
            return Outcome::Findings;
        }
    };
    let format = if args.tournament.json { PairFormat::Json } else { args.format };
    match format {
        PairFormat::Pairs => print(&pairs(&position, &pairing)),
        PairFormat::Json => print_json(&pairing.to_json(&position)),
        PairFormat::Table => {
            let mut report = pairing.report(&position);
            if !args.tournament.explain {
                // The boards and the bye; the reasons are asked for with --explain.
                report.blocks.retain(|block| matches!(block, Block::Table(_) | Block::Facts(_)));
                for block in &mut report.blocks {
                    if let Block::Facts(facts) = block {
                        facts.iter_mut().for_each(|fact| fact.entry.working.clear());
                    }
                }
            }
            let style = super::tournament::style(args.tournament.explain);
            print(&terminal::render(&report, &language, style));
        }
    }
    if args.write
        && let Err(message) = super::write_round::write(&loaded, &position, &pairing)
    {
        eprintln!("error: {message}");
        return Outcome::Findings;
    }
    session.report()
}

fn usage(message: &str) -> Outcome {
    eprintln!("error: {message}");
    Outcome::Usage
}

/// A count, then `white black` on each line; `0` stands for the bye.
fn pairs(position: &Position, pairing: &RoundPairing) -> String {
    let number = |player: usize| position.players[player].number;
    let boards =
        pairing.boards.iter().map(|b| format!("{} {}\n", number(b.white), number(b.black)));
    let alone: Vec<_> = pairing.bye.iter().chain(&pairing.free).collect();
    let byes = alone.iter().map(|bye| format!("{} 0\n", number(bye.player)));
    let lines: String = boards.chain(byes).collect();
    format!("{}\n{lines}", pairing.boards.len() + alone.len())
}

/// Replays every round; exit code 1 when anything differs.
pub fn verify(session: &mut Session, args: &VerifyArgs) -> Outcome {
    let Some(loaded) = load(session, &args.tournament.tournament) else { return session.report() };
    let Some(language) = session.load_language("ca") else { return session.report() };
    let system = match system(args.pairing.as_deref(), &loaded) {
        Ok(system) => system,
        Err(message) => return usage(&message),
    };
    let t = &loaded.tournament;
    let differences = match pairing::verify_tournament(system, t, &loaded.rules) {
        Ok(differences) => differences,
        Err(error) => {
            eprintln!("error: {error}");
            return Outcome::Findings;
        }
    };
    let rounds = t.rounds_recorded().min(t.rounds);
    if args.tournament.json {
        let list: Vec<Json> = differences.iter().map(|d| d.to_json(t)).collect();
        print_json(&json!({
            "system": system.key(), "rounds": rounds, "differences": list,
        }));
    } else {
        for difference in &differences {
            print(&difference_text(difference, &loaded, &language));
        }
        let message = if differences.is_empty() {
            Msg::new("verify.same").with("n", rounds)
        } else {
            Msg::new("verify.different").with("n", differences.len()).with("rounds", rounds)
        }
        .with("system", system.key());
        print(&format!("{}\n", language.msg(&message)));
    }
    let outcome = session.report();
    if differences.is_empty() { outcome } else { Outcome::Findings }
}

/// A difference in a sentence, why the system decides otherwise, and what speaks against what was
/// played.
fn difference_text(difference: &Difference, loaded: &Loaded, language: &Language) -> String {
    let mut text = format!("{}\n", language.msg(&difference.message(&loaded.tournament)));
    text.push_str(&terminal::steps(&difference.expected, 4, language));
    if !difference.found.is_empty() {
        text.push_str(&format!("  {}\n", language.text("verify.against")));
        text.push_str(&terminal::steps(&difference.found, 4, language));
    }
    text
}
