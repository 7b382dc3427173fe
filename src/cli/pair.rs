//! `pair` and `verify`: the next round, and whether the rounds played are the system's.

use serde_json::{Value as Json, json};

use super::args::{PairArgs, PairFormat, VerifyArgs};
use super::tournament::{Loaded, load};
use super::{Outcome, Session, print, print_json};
use crate::core::pairing::{
    self, Difference, Disagreement, Pairer, Position, RoundPairing, citations,
};
use crate::core::report::Step;
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

fn pairer(name: Option<&str>, loaded: &Loaded) -> Result<Box<dyn Pairer>, String> {
    let system = system(name, loaded)?;
    pairing::pairer(system, &loaded.rules)
        .ok_or_else(|| format!("the system {} does not pair round by round here", system.key()))
}

/// Pairs a round: the next one, or one already played as the system would have made it.
pub fn pair(session: &mut Session, args: &PairArgs) -> Outcome {
    let Some(loaded) = load(session, &args.tournament) else { return session.report() };
    let Some(language) = session.load_language("ca") else { return session.report() };
    let t = &loaded.tournament;
    let pairer = match pairer(args.pairing.as_deref(), &loaded) {
        Ok(pairer) => pairer,
        Err(message) => return usage(&message),
    };
    let round = args.round.unwrap_or(t.rounds_recorded() + 1);
    let paired = Position::from_tournament(t, round, &loaded.rules).and_then(|mut position| {
        position.settings.allow_second_bye = args.allow_second_bye;
        position.settings.rating_exceptions = !args.no_rating_exceptions;
        let pairing = pairer.pair(&position)?;
        Ok((position, pairing))
    });
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
        PairFormat::Json => {
            print_json(&to_json(&position, &pairing, args.tournament.explain, &language))
        }
        PairFormat::Table => {
            print(&table(&position, &pairing, &language));
            if args.tournament.explain {
                print(&explanation(&position, &pairing, &language));
            }
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
    let bye = pairing.bye.iter().map(|bye| format!("{} 0\n", number(bye.player)));
    let lines: String = boards.chain(bye).collect();
    format!("{}\n{lines}", pairing.boards.len() + pairing.bye.iter().count())
}

fn name(position: &Position, player: usize) -> String {
    let player = &position.players[player];
    format!("{} {}", player.number, player.name)
}

fn table(position: &Position, pairing: &RoundPairing, language: &Language) -> String {
    use unicode_width::UnicodeWidthStr;
    let points = |player: usize| position.players[player].points.to_string();
    let rows: Vec<[String; 4]> = pairing
        .boards
        .iter()
        .map(|b| {
            [name(position, b.white), points(b.white), name(position, b.black), points(b.black)]
        })
        .collect();
    let width = |column: usize| rows.iter().map(|row| row[column].width()).max().unwrap_or(0);
    let (white, black) = (width(0), width(2));
    let fill = |text: &str, width: usize| format!("{text}{}", " ".repeat(width - text.width()));
    let mut text = format!("{} {}\n", language.text("pair.round"), pairing.round);
    for (board, [w, wp, b, bp]) in rows.iter().enumerate() {
        let (w, b) = (fill(w, white), fill(b, black));
        text.push_str(&format!("{:>3}  {w} {wp:>3}  –  {b} {bp:>3}\n", board + 1));
    }
    if let Some(bye) = &pairing.bye {
        let given = language.text("pair.bye");
        text.push_str(&format!("     {}  {given}\n", name(position, bye.player)));
    }
    text
}

fn steps(steps: &[Step], indent: usize, language: &Language) -> String {
    steps
        .iter()
        .map(|step| {
            let mut line = format!("{:indent$}{}", "", language.msg(&step.text));
            if let Some(value) = &step.value {
                line.push_str(&format!(" = {}", language.value(value)));
            }
            let cited = terminal::citations(&step.citations);
            format!("{} {cited}", line).trim_end().to_owned() + "\n"
        })
        .collect()
}

/// Why every pair, the bye and every floater.
fn explanation(position: &Position, pairing: &RoundPairing, language: &Language) -> String {
    let mut text = format!("\n{}\n", language.text("pair.why"));
    text.push_str(&steps(&pairing.notes, 2, language));
    for group in &pairing.groups {
        text.push_str(&format!("\n{}\n", language.msg(&group.title)));
        text.push_str(&steps(&group.steps, 2, language));
    }
    for (number, board) in pairing.boards.iter().enumerate() {
        let (white, black) = (name(position, board.white), name(position, board.black));
        text.push_str(&format!("\n{:>3}  {white} – {black}\n", number + 1));
        text.push_str(&steps(&board.why, 5, language));
    }
    if let Some(bye) = &pairing.bye {
        let given = language.text("pair.bye");
        text.push_str(&format!("\n     {}  {given}\n", name(position, bye.player)));
        text.push_str(&steps(&bye.why, 5, language));
    }
    text
}

fn steps_json(steps: &[Step], language: &Language) -> Json {
    let step = |step: &Step| {
        let mut json = step.to_json();
        json["words"] = json!(language.msg(&step.text));
        json
    };
    Json::Array(steps.iter().map(step).collect())
}

fn to_json(
    position: &Position,
    pairing: &RoundPairing,
    explain: bool,
    language: &Language,
) -> Json {
    let number = |player: usize| position.players[player].number;
    let boards: Vec<Json> = pairing
        .boards
        .iter()
        .enumerate()
        .map(|(i, board)| {
            let mut json = json!({
                "board": i + 1, "white": number(board.white), "black": number(board.black),
                "citation": cited(&board.why),
            });
            if explain {
                json["working"] = steps_json(&board.why, language);
            }
            json
        })
        .collect();
    let floaters: Vec<Json> = pairing
        .floaters
        .iter()
        .map(|floater| {
            json!({
                "player": number(floater.player),
                "from": crate::core::report::exact_json(floater.from.exact()),
                "to": crate::core::report::exact_json(floater.to.exact()),
                "citation": cited(&floater.why), "working": steps_json(&floater.why, language),
            })
        })
        .collect();
    let mut json = json!({
        "round": pairing.round,
        "boards": boards,
        "bye": pairing.bye.as_ref().map(|bye| number(bye.player)),
        "floaters": floaters,
        "releases": pairing.releases.iter().map(|r| number(r.player)).collect::<Vec<_>>(),
        "notes": steps_json(&pairing.notes, language),
    });
    if explain {
        let groups: Vec<Json> = pairing
            .groups
            .iter()
            .map(|g| json!({"title": language.msg(&g.title), "steps": steps_json(&g.steps, language)}))
            .collect();
        json["groups"] = Json::Array(groups);
    }
    json
}

fn cited(steps: &[Step]) -> Vec<String> {
    citations(steps).iter().map(|id| id.as_str().to_owned()).collect()
}

/// Replays every round; exit code 1 when anything differs.
pub fn verify(session: &mut Session, args: &VerifyArgs) -> Outcome {
    let Some(loaded) = load(session, &args.tournament) else { return session.report() };
    let Some(language) = session.load_language("ca") else { return session.report() };
    let pairer = match pairer(args.pairing.as_deref(), &loaded) {
        Ok(pairer) => pairer,
        Err(message) => return usage(&message),
    };
    let t = &loaded.tournament;
    let differences = match pairing::verify(t, &*pairer, &loaded.rules) {
        Ok(differences) => differences,
        Err(error) => {
            eprintln!("error: {error}");
            return Outcome::Findings;
        }
    };
    let rounds = t.rounds_recorded().min(t.rounds);
    if args.tournament.json {
        let list: Vec<Json> =
            differences.iter().map(|d| difference_json(d, &loaded, &language)).collect();
        print_json(&json!({
            "system": pairer.system().key(), "rounds": rounds, "differences": list,
        }));
    } else {
        for difference in &differences {
            print(&difference_text(difference, &loaded, &language));
        }
        let message = crate::core::report::Msg::new(if differences.is_empty() {
            "verify.same"
        } else {
            "verify.different"
        })
        .with("system", pairer.system().key())
        .with("rounds", rounds)
        .with("n", differences.len());
        print(&format!("{}\n", language.msg(&message)));
    }
    let outcome = session.report();
    if differences.is_empty() { outcome } else { Outcome::Findings }
}

/// Key of the sentence and the players it names.
fn disagreement(what: &Disagreement) -> (&'static str, Vec<(&'static str, Option<usize>)>) {
    match *what {
        Disagreement::MissingPair { white, black } => {
            ("verify.missing-pair", vec![("white", Some(white)), ("black", Some(black))])
        }
        Disagreement::OtherPair { white, black } => {
            ("verify.other-pair", vec![("white", Some(white)), ("black", Some(black))])
        }
        Disagreement::Colours { white, black } => {
            ("verify.colours", vec![("white", Some(white)), ("black", Some(black))])
        }
        Disagreement::Bye { expected, found } => {
            ("verify.bye", vec![("expected", expected), ("found", found)])
        }
        Disagreement::Floater { player, floats: true } => {
            ("verify.floats", vec![("player", Some(player))])
        }
        Disagreement::Floater { player, floats: false } => {
            ("verify.floats-not", vec![("player", Some(player))])
        }
        Disagreement::NoPairing(_) => ("verify.no-pairing", Vec::new()),
    }
}

fn difference_text(difference: &Difference, loaded: &Loaded, language: &Language) -> String {
    let (key, players) = disagreement(&difference.what);
    let mut message = crate::core::report::Msg::new(key).with("round", difference.round);
    for (name, player) in players {
        let player = player.map(|index| {
            let entrant = &loaded.tournament.entrants[index];
            format!("{} {}", entrant.number, entrant.name)
        });
        message = message.with(name, player);
    }
    if let Disagreement::NoPairing(error) = &difference.what {
        message = message.with("reason", error.to_string());
    }
    let mut text = format!("{}\n", language.msg(&message));
    text.push_str(&steps(&difference.expected, 4, language));
    if !difference.found.is_empty() {
        text.push_str(&format!("  {}\n", language.text("verify.against")));
        text.push_str(&steps(&difference.found, 4, language));
    }
    text
}

fn difference_json(difference: &Difference, loaded: &Loaded, language: &Language) -> Json {
    let (key, players) = disagreement(&difference.what);
    let mut json = json!({
        "round": difference.round,
        "what": key.trim_start_matches("verify."),
        "expected": {"citation": cited(&difference.expected), "working": steps_json(&difference.expected, language)},
        "found": {"citation": cited(&difference.found), "working": steps_json(&difference.found, language)},
    });
    for (name, player) in players {
        let number = player.map(|index| loaded.tournament.entrants[index].number);
        let name = match name {
            "expected" => "bye_expected",
            "found" => "bye_found",
            other => other,
        };
        json[name] = json!(number);
    }
    json
}
