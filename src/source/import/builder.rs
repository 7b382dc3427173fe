//! From rows with opponents and results to a tournament: the checks that all formats share.

use std::collections::BTreeMap;

use super::Context;
use crate::diag::{Diagnostic, Span};
use crate::model::{
    Absence, Bye, Cell, Colour, Date, Entrant, Exact, Forfeit, Outcome, Points, RuleSet, Score,
    System, Tournament,
};
use crate::source::rounds::{MAX_ROUNDS, Rounds};
use crate::source::tournament::header::default_rule_set;

/// What a list says of one player's round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Said {
    /// Against the row with this key.
    Game {
        opponent: u32,
        colour: Option<Colour>,
        outcome: Outcome,
    },
    Bye(Bye),
    /// Not paired, or absent.
    Absent,
    /// Nothing: not paired yet, or not entered yet.
    Nothing,
}

/// A row of a list.
#[derive(Clone, Debug)]
pub struct PlayerRow {
    /// By which other rows name this one as opponent.
    pub key: u32,
    pub entrant: Entrant,
    pub rounds: Vec<(Said, Span)>,
    pub span: Span,
    /// Place of the points the list states.
    pub points: Option<Span>,
}

/// Puts rows together. Numbers must be unique; both sides of a game must agree. Points stated are
/// compared with the sum of the rounds.
pub fn build(
    context: &mut Context<'_>,
    name: &str,
    system: System,
    mut rows: Vec<PlayerRow>,
) -> Tournament {
    unique(context, &mut rows);
    rows.iter_mut().for_each(|row| name_nameless(context, &mut row.entrant, row.span));
    rows.sort_by_key(|row| row.entrant.number);
    let by_key: BTreeMap<u32, usize> =
        rows.iter().enumerate().map(|(index, row)| (row.key, index)).collect();
    let mut grid = Rounds::new(rows.len());
    let longest = rows.iter().map(|row| row.rounds.len()).max().unwrap_or(0);
    let longest = longest.min(MAX_ROUNDS as usize);
    for round in 0..longest {
        one_bye_a_round(context, &mut rows, round);
        place_round(context, &rows, &by_key, round, &mut grid);
    }
    let slug = context.slug();
    let name = if name.is_empty() { slug.clone() } else { name.to_owned() };
    let mut t = Tournament::new(slug, name, system, 0);
    let settled = grid.settle(system, &[], 0);
    t.cells = settled.cells;
    t.announced = settled.announced;
    for row in &mut t.cells {
        // Absences before the first appearance: not entered yet.
        let first = row.iter().position(|cell| !matches!(cell, Cell::Absent(_)));
        if !system.is_league() {
            row.iter_mut()
                .take(first.unwrap_or(usize::MAX))
                .for_each(|cell| *cell = Cell::Absent(Absence::NotEntered));
        }
    }
    t.entrants = rows.iter().map(|row| row.entrant.clone()).collect();
    t.rounds = (longest as u32).max(t.rounds_recorded());
    t.rule_set = rule_set();
    check_points(context, &t, &rows);
    t
}

/// Somebody without a name goes by the number, and that is told.
pub fn name_nameless(context: &mut Context<'_>, entrant: &mut Entrant, at: Span) {
    if entrant.name.trim().is_empty() {
        let number = entrant.number;
        entrant.name = format!("№ {number}").into();
        context.push(Diagnostic::warning("W0614", format!("number {number} has no name")).at(at));
    }
}

/// Takes out rows whose number or key is there already.
fn unique(context: &mut Context<'_>, rows: &mut Vec<PlayerRow>) {
    let (mut numbers, mut keys) = (BTreeMap::new(), BTreeMap::new());
    rows.retain(|row| {
        let number = row.entrant.number;
        if number == 0 {
            context.push(
                Diagnostic::error("E0601", "a player needs a starting number")
                    .at_label(row.span, "numbers count from 1"),
            );
            return false;
        }
        let before = numbers.insert(number, row.span).or(keys.insert(row.key, row.span));
        if let Some(first) = before {
            context.push(
                Diagnostic::error("E0602", format!("two players have number {number}"))
                    .at_label(row.span, "second")
                    .related(first, "first"),
            );
        }
        before.is_none()
    });
}

/// Both sides of every game of a round, compared once.
fn place_round(
    context: &mut Context<'_>,
    rows: &[PlayerRow],
    by_key: &BTreeMap<u32, usize>,
    round: usize,
    grid: &mut Rounds,
) {
    let number = round as u32 + 1;
    let said = |index: usize| rows[index].rounds.get(round).copied();
    for (index, row) in rows.iter().enumerate() {
        let Some((own, span)) = said(index) else { continue };
        match own {
            Said::Nothing => {}
            Said::Bye(bye) => grid.place(index, number, Cell::Bye(bye), span),
            Said::Absent => grid.place(index, number, Cell::Absent(Absence::Missed), span),
            Said::Game { opponent, colour, outcome } => {
                let Some(&other) = by_key.get(&opponent) else {
                    context.push(
                        Diagnostic::error("E0603", format!("no player has number {opponent}"))
                            .at(span)
                            .hint("lists on the web are cut at 150 lines unless all are asked for"),
                    );
                    continue;
                };
                if other == index {
                    context.push(
                        Diagnostic::error("E0503", "nobody plays against themselves").at(span),
                    );
                    continue;
                }
                let theirs = said(other);
                let Some((Said::Game { opponent: back, colour: their, outcome: result }, at)) =
                    theirs
                else {
                    not_mutual(context, number, row, &rows[other], span, theirs.map(|t| t.1));
                    continue;
                };
                if by_key.get(&back) != Some(&index) {
                    not_mutual(context, number, row, &rows[other], span, Some(at));
                    continue;
                }
                if index > other {
                    continue;
                }
                let Some((colour, outcome, result)) =
                    agree(context, number, (colour, outcome, span), (their, result, at))
                else {
                    continue;
                };
                let cell = |opponent, colour, outcome| Cell::Paired { opponent, colour, outcome };
                grid.place(index, number, cell(other, colour, outcome), span);
                grid.place(other, number, cell(index, colour.map(Colour::other), result), at);
            }
        }
    }
}

fn not_mutual(
    context: &mut Context<'_>,
    round: u32,
    row: &PlayerRow,
    other: &PlayerRow,
    span: Span,
    other_span: Option<Span>,
) {
    let message = format!(
        "round {round}: {} has {} as opponent, but not the other way",
        row.entrant.number, other.entrant.number
    );
    context.push(
        Diagnostic::error("E0604", message)
            .at(span)
            .related(other_span.unwrap_or(other.span), "the opponent's round"),
    );
}

type Half = (Option<Colour>, Outcome, Span);

/// Colour of the first, and the result of both; contradictions are errors.
fn agree(
    context: &mut Context<'_>,
    round: u32,
    (a_colour, a, a_span): Half,
    (b_colour, b, b_span): Half,
) -> Option<(Option<Colour>, Outcome, Outcome)> {
    let colour = match (a_colour, b_colour) {
        (Some(a), Some(b)) if a == b => {
            context.push(
                Diagnostic::error(
                    "E0605",
                    format!("round {round}: both players have the same colour"),
                )
                .at_label(a_span, "this one")
                .related(b_span, "and the opponent"),
            );
            return None;
        }
        (Some(a), _) => Some(a),
        (None, b) => b.map(Colour::other),
    };
    let fits = match (a, b) {
        (Outcome::Pending, Outcome::Pending) => true,
        (Outcome::Played(a), Outcome::Played(b)) => a == b.mirrored(),
        (Outcome::Forfeit(a), Outcome::Forfeit(b)) => a == Forfeit::Lost || b == Forfeit::Lost,
        _ => false,
    };
    if !fits {
        context.push(
            Diagnostic::error("E0606", format!("round {round}: the results contradict each other"))
                .at_label(a_span, "this one")
                .related(b_span, "and the opponent's"),
        );
        return None;
    }
    Some((colour, a, b))
}

/// Only one bye of a round is given by the pairing; where a list shows more, with a full point
/// each, they were asked for. A round of such byes alone has not begun.
fn one_bye_a_round(context: &mut Context<'_>, rows: &mut [PlayerRow], round: usize) {
    let is_bye = |row: &PlayerRow| {
        row.rounds.get(round).is_some_and(|(said, _)| *said == Said::Bye(Bye::Pairing))
    };
    let byes = rows.iter().filter(|row| is_bye(row)).count();
    if byes < 2 {
        return;
    }
    for row in rows.iter_mut().filter(|row| is_bye(row)) {
        row.rounds[round].0 = Said::Bye(Bye::Full);
    }
    let message =
        format!("round {}: {byes} full points without an opponent, read as asked for", round + 1);
    context.push(
        Diagnostic::note("N0631", message)
            .in_file(context.path.clone())
            .hint("the pairing gives at most one bye a round"),
    );
}

fn check_points(context: &mut Context<'_>, t: &Tournament, rows: &[PlayerRow]) {
    for (index, row) in rows.iter().enumerate() {
        let (Some(stated), Some(span)) = (row.entrant.stated_points, row.points) else { continue };
        let sum: Points = t.cells[index].iter().map(points_of).sum();
        let told: Points =
            t.announced.iter().filter(|a| a.entrant == index).map(|a| points_of(&a.cell)).sum();
        if stated != sum && stated != sum + told {
            context.push(
                Diagnostic::warning(
                    "W0608",
                    format!("points stated: {stated}; the rounds give {sum}"),
                )
                .at(span)
                .hint("the rounds are what counts here"),
            );
        }
    }
}

pub(super) fn points_of(cell: &Cell) -> Points {
    match cell {
        Cell::Paired { outcome: Outcome::Played(score), .. } => score.points(),
        Cell::Paired { outcome: Outcome::Forfeit(Forfeit::Won), .. }
        | Cell::Bye(Bye::Pairing | Bye::Full) => Points::ONE,
        Cell::Bye(Bye::Half) => Points::HALF,
        _ => Points::ZERO,
    }
}

/// `7½`, `7.5`, `7,5`, `7x`, `½`, `7`: a whole number of halves.
pub fn parse_points(text: &str) -> Option<Points> {
    let text = text.trim();
    let half = |whole: &str| -> Option<Points> {
        let whole = if whole.is_empty() { 0 } else { digits(whole)? };
        Some(Points::from_halves(whole * 2 + 1))
    };
    if let Some(whole) = text.strip_suffix(['½', 'x']) {
        return half(whole.trim());
    }
    let (whole, decimals) = text.split_once(['.', ',']).unwrap_or((text, ""));
    match decimals.trim_end_matches('0') {
        "" => Points::from_exact(Exact::from(i64::from(digits(whole)?))),
        "5" => half(whole),
        _ => None,
    }
}

fn digits(text: &str) -> Option<i32> {
    if text.is_empty() || !text.bytes().all(|b| b.is_ascii_digit()) {
        return None;
    }
    text.parse().ok().filter(|&n| n <= 9_999)
}

/// The rules of an event whose days are not known.
pub fn rule_set() -> RuleSet {
    rule_set_of(None)
}

/// The rules of an event that begins on a day.
pub fn rule_set_of(start: Option<Date>) -> RuleSet {
    default_rule_set(start)
}

/// The result of a game by its sign.
pub fn outcome(sign: &str) -> Option<Outcome> {
    Some(match sign {
        "" | "*" => Outcome::Pending,
        "1" | "1.0" | "1,0" => Outcome::Played(Score::Win),
        "½" | "1/2" | "0.5" | "0,5" | "=" | "x" => Outcome::Played(Score::Draw),
        "0" | "0.0" | "0,0" => Outcome::Played(Score::Loss),
        "+" => Outcome::Forfeit(Forfeit::Won),
        "-" => Outcome::Forfeit(Forfeit::Lost),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_in_all_spellings() {
        for text in ["7½", "7.5", "7,5", "7x", "7,50"] {
            assert_eq!(parse_points(text), Some(Points::from_halves(15)), "{text}");
        }
        assert_eq!(parse_points("½"), Some(Points::HALF));
        assert_eq!(parse_points("x"), Some(Points::HALF));
        assert_eq!(parse_points("3,0"), Some(Points::from_halves(6)));
        for text in ["", "7.25", "7.5.5", "-1", "seven", "99999999"] {
            assert_eq!(parse_points(text), None, "{text}");
        }
    }
}
