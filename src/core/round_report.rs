//! A round as readers see it: its boards and, where the pairing system is known, why each pair is
//! what it is.

use super::Rules1990;
use super::pairing::{self, Position, RoundPairing};
use super::report::{Block, Entry, Fact, Msg, Report, Table};
use super::rounds;
use super::team::match_table;
use crate::model::{Cell, System, Tournament};

/// The boards of a round with their results; in a Swiss, why each of them; in a team event, each
/// match with its boards.
pub fn report(t: &Tournament, rules: &Rules1990, round: u32) -> Report {
    let mut table = rounds::pairings(t, rules, round);
    let mut after = Vec::new();
    if t.is_team_event() {
        let matches = t.matches.iter().filter(|m| m.round == round && m.away.is_some());
        after.extend(matches.map(|m| Block::Table(match_table(t, m, rules))));
    } else if let Some((position, paired)) = system_pairing(t, rules, round) {
        explain_boards(t, round, &paired, &mut table);
        after.extend(story(&position, &paired));
    }
    let mut blocks = vec![Block::Table(table)];
    blocks.extend(rounds::by_player(t, rules, round).map(Block::Table));
    blocks.extend(rounds::not_paired(t, rules, round).map(Block::Table));
    blocks.extend(corrections(t, round));
    blocks.extend(after);
    let title = Msg::new("round.title").with("tournament", t.name.clone()).with("round", round);
    Report { key: "round", title, blocks }
}

/// What was corrected in the round after it had been published.
fn corrections(t: &Tournament, round: u32) -> impl Iterator<Item = Block> {
    let of_round = t.corrections.iter().filter(move |c| c.round == Some(round));
    of_round.map(|correction| {
        let msg = Msg::new("status.correction")
            .with("date", correction.date)
            .with("text", correction.text.clone());
        Block::Paragraph(msg)
    })
}

/// The round as the event's system makes it, if the event names a Swiss system.
fn system_pairing(
    t: &Tournament,
    rules: &Rules1990,
    round: u32,
) -> Option<(Position, RoundPairing)> {
    let system = t.pairing.filter(|_| t.system == System::Swiss)?;
    let settings = pairing::Settings::default();
    pairing::pair_round(system, t, round, rules, settings, true).ok()
}

/// Puts the reasons of each pair behind its board number. A board that is not the system's has
/// none: `verify` says what the system would have made.
fn explain_boards(t: &Tournament, round: u32, paired: &RoundPairing, table: &mut Table) {
    let opponent =
        |entrant: usize| t.cells.get(entrant)?.get(round as usize - 1).and_then(Cell::opponent);
    for row in &mut table.rows {
        let Some(white) = entrant_of(&row.cells[1]) else { continue };
        let why = match entrant_of(&row.cells[4]) {
            Some(black) => paired
                .boards
                .iter()
                .find(|b| (b.white, b.black) == (white, black) && opponent(white) == Some(black))
                .map(|board| &board.why),
            None => paired.bye.as_ref().filter(|bye| bye.player == white).map(|bye| &bye.why),
        };
        let Some(why) = why else { continue };
        // The board of a bye has no number: its reasons stand behind the result.
        let cell = if entrant_of(&row.cells[4]).is_some() { 0 } else { 3 };
        let mut entry = Entry::plain(row.cells[cell].value.clone()).steps(why.iter().cloned());
        for provision in pairing::citations(why) {
            entry = entry.cite(&provision);
        }
        row.cells[cell] = entry;
    }
}

fn entrant_of(cell: &Entry) -> Option<usize> {
    match cell.value {
        super::report::Value::Entrant { index, .. } => Some(index),
        _ => None,
    }
}

/// The story of the round: each score group in the order in which it was paired.
fn story(position: &Position, paired: &RoundPairing) -> Vec<Block> {
    let mut facts = Vec::new();
    let mut tell = |key: &'static str, label: Msg, steps: &[super::report::Step]| {
        if steps.is_empty() {
            return;
        }
        let value = Msg::new("round.steps").with("n", steps.len());
        let mut entry = Entry::plain(value).steps(steps.iter().cloned());
        for provision in pairing::citations(steps) {
            entry = entry.cite(&provision);
        }
        facts.push(Fact::new(key, label, entry));
    };
    tell("notes", Msg::new("round.whole"), &paired.notes);
    if let Some(bye) = &paired.bye {
        let name = position.players[bye.player].name.clone();
        tell("bye", Msg::new("round.bye").with("player", name), &bye.why);
    }
    for group in &paired.groups {
        tell("group", group.title.clone(), &group.steps);
    }
    // A system that tells no group's story tells each floater's.
    for floater in paired.floaters.iter().filter(|_| paired.groups.is_empty()) {
        let name = position.players[floater.player].name.clone();
        tell("floater", Msg::new("round.floater").with("player", name), &floater.why);
    }
    if facts.is_empty() {
        return Vec::new();
    }
    vec![Block::Heading(Msg::new("pair.why")), Block::Facts(facts)]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::report::Value;
    use crate::model::Colour::{Black, White};
    use crate::model::{Entrant, InitialColour, Outcome, PairingSystem, Score};
    use crate::test_rules::{rulebook, rules};

    fn paired(opponent: usize, colour: crate::model::Colour, score: Score) -> Cell {
        Cell::Paired { opponent, colour: Some(colour), outcome: Outcome::Played(score) }
    }

    /// Four players, round 1: the best half against the other (Swiss 14.2).
    fn tournament() -> Tournament {
        let mut t = Tournament::new("prova", "Prova", System::Swiss, 3);
        t.pairing = Some(PairingSystem::Fce1990);
        t.initial_colour = Some(InitialColour::Drawn(White));
        t.entrants = ["Anna", "Berta", "Carles", "Dídac"]
            .iter()
            .zip(1..)
            .map(|(name, number)| Entrant::new(number, *name))
            .collect();
        t.cells = vec![
            vec![paired(2, White, Score::Win)],
            vec![paired(3, Black, Score::Draw)],
            vec![paired(0, Black, Score::Loss)],
            vec![paired(1, White, Score::Draw)],
        ];
        t
    }

    #[test]
    fn every_board_of_the_system_says_why() {
        let report = report(&tournament(), rules(), 1);
        let Block::Table(table) = &report.blocks[0] else { panic!("a table first") };
        assert_eq!(table.rows.len(), 2);
        for row in &table.rows {
            assert!(!row.cells[0].working.is_empty());
            assert!(row.cells[0].citations.iter().any(|id| id.code() == "Swiss"));
        }
        assert!(matches!(report.blocks.last(), Some(Block::Facts(facts)) if !facts.is_empty()));
    }

    /// Three players and the Dutch system: a board, and why the last one has the bye.
    #[test]
    fn the_dutch_system_cites_its_own_text() {
        let mut t = tournament();
        t.pairing = Some(PairingSystem::FideDutch2026);
        t.entrants.pop();
        t.cells = vec![
            vec![paired(1, White, Score::Win)],
            vec![paired(0, Black, Score::Loss)],
            vec![Cell::Bye(crate::model::Bye::Pairing)],
        ];
        let report = report(&t, rules(), 1);
        let Block::Table(table) = &report.blocks[0] else { panic!("a table first") };
        for (row, cell) in table.rows.iter().zip([0, 3]) {
            let cited = &row.cells[cell].citations;
            assert!(!cited.is_empty());
            assert!(cited.iter().all(|id| rulebook().provision(id).is_some()), "{cited:?}");
        }
        let Some(Block::Facts(facts)) = report.blocks.last() else { panic!("facts") };
        assert_eq!(facts.iter().map(|fact| fact.key).collect::<Vec<_>>(), ["bye"]);
    }

    #[test]
    fn a_board_that_is_not_the_systems_claims_no_reason() {
        let mut t = tournament();
        // 1–2 and 3–4 instead of 1–3 and 4–2.
        t.cells[0][0] = paired(1, White, Score::Win);
        t.cells[1][0] = paired(0, Black, Score::Loss);
        t.cells[2][0] = paired(3, White, Score::Win);
        t.cells[3][0] = paired(2, Black, Score::Loss);
        let report = report(&t, rules(), 1);
        let Block::Table(table) = &report.blocks[0] else { panic!("a table first") };
        assert!(table.rows.iter().all(|row| row.cells[0].working.is_empty()));
        assert_eq!(table.rows[0].cells[0].value, Value::Int(1));
    }
}
