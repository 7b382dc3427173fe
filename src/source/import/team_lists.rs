//! Lists of one team event, put together: compositions, and the board pairings of its rounds.

use std::collections::{BTreeMap, BTreeSet};

use super::identities::name_key;
use crate::diag::{Diagnostic, Diagnostics};
use crate::model::{Absence, Cell, Entrant, Team, Tournament, fold};

/// Joins team events of which each has other rounds and the teams are the same; compositions come
/// first, so that numbers and orders of strength are theirs.
pub fn join(events: Vec<Tournament>, diagnostics: &mut Diagnostics) -> Vec<Tournament> {
    let (mut teams, mut others): (Vec<_>, Vec<_>) =
        events.into_iter().partition(Tournament::is_team_event);
    teams.sort_by_key(|t| t.matches.iter().map(|m| m.round).min());
    let mut joined: Vec<Tournament> = Vec::new();
    for event in teams {
        match joined.iter_mut().find(|base| are_one(base, &event)) {
            Some(base) => {
                diagnostics.push(Diagnostic::note(
                    "N0633",
                    format!("`{}` is completed from `{}`", base.slug, event.slug),
                ));
                absorb(base, &event);
                sort_teams(base);
            }
            None => joined.push(event),
        }
    }
    for t in &joined {
        let rounds = rounds(t);
        let last = rounds.last().copied().unwrap_or(0);
        if let Some(missing) = (1..=last).find(|round| !rounds.contains(round)) {
            let message = format!("{}: no match of round {missing} is known", t.name);
            diagnostics.push(
                Diagnostic::warning("W0639", message)
                    .hint("give the board pairings of every round at once"),
            );
        }
    }
    others.extend(joined);
    others
}

fn rounds(t: &Tournament) -> BTreeSet<u32> {
    t.matches.iter().map(|m| m.round).collect()
}

/// No round twice; the smaller one's teams are all the larger one's, by their names.
fn are_one(a: &Tournament, b: &Tournament) -> bool {
    let [few, many] = if a.teams.len() < b.teams.len() { [a, b] } else { [b, a] };
    rounds(a).is_disjoint(&rounds(b))
        && few.teams.iter().all(|team| same_name(&many.teams, team).is_some())
}

/// The only team of this name.
fn same_name(teams: &[Team], team: &Team) -> Option<usize> {
    let name = fold(&team.name);
    let mut same = (0..teams.len()).filter(|&at| fold(&teams[at].name) == name);
    same.next().filter(|_| same.next().is_none())
}

/// Takes in the rounds of another list.
fn absorb(base: &mut Tournament, other: &Tournament) {
    // Compositions may be in the order of the ranking, numbered so: pairings have the numbers.
    let takes_numbers = base.matches.is_empty();
    let mut teams = Vec::new();
    for team in &other.teams {
        teams.push(same_name(&base.teams, team).unwrap_or_else(|| {
            base.teams.push(team.clone());
            base.teams.len() - 1
        }));
    }
    if takes_numbers {
        let mut taken: BTreeSet<u32> = other.teams.iter().map(|team| team.number).collect();
        for (at, team) in base.teams.iter_mut().enumerate() {
            if let Some(paired) = teams.iter().position(|&of_base| of_base == at) {
                team.number = other.teams[paired].number;
            } else if !taken.insert(team.number) {
                team.number = taken.last().map_or(1, |last| last + 1);
                taken.insert(team.number);
            }
        }
    }
    let key = |team: Option<usize>, entrant: &Entrant| (team, name_key(&entrant.name));
    let mut known: BTreeMap<_, usize> = BTreeMap::new();
    for (at, entrant) in base.entrants.iter().enumerate() {
        known.entry(key(entrant.team, entrant)).or_insert(at);
    }
    let mut players = Vec::new();
    for entrant in &other.entrants {
        let team = entrant.team.map(|at| teams[at]);
        let at = *known.entry(key(team, entrant)).or_insert(base.entrants.len());
        if at == base.entrants.len() {
            let number = base.entrants.iter().map(|e| e.number).max().unwrap_or(0) + 1;
            let board = base.entrants.iter().filter(|e| e.team == team).filter_map(|e| e.board);
            let board = Some(board.max().unwrap_or(0) + 1);
            base.entrants.push(Entrant { number, team, board, ..entrant.clone() });
            base.cells.push(Vec::new());
        } else {
            super::combine::complete(&mut base.entrants[at], entrant);
        }
        players.push(at);
    }
    let recorded = base.rounds_recorded().max(other.rounds_recorded()) as usize;
    base.cells.resize(base.entrants.len(), Vec::new());
    for row in &mut base.cells {
        row.resize(recorded, Cell::Absent(Absence::FreeRound));
    }
    for round in rounds(other) {
        let column = round as usize - 1;
        for (&at, row) in players.iter().zip(&other.cells) {
            base.cells[at][column] = match row[column] {
                Cell::Paired { opponent, colour, outcome } => {
                    Cell::Paired { opponent: players[opponent], colour, outcome }
                }
                cell => cell,
            };
        }
    }
    for m in &other.matches {
        let mut m = m.clone();
        m.home = teams[m.home];
        m.away = m.away.map(|at| teams[at]);
        for board in &mut m.boards {
            board.home = board.home.map(|at| players[at]);
            board.away = board.away.map(|at| players[at]);
        }
        base.matches.push(m);
    }
    base.matches.sort_by_key(|m| (m.round, m.table));
    base.rounds = base.rounds.max(other.rounds).max(recorded as u32);
    base.boards = base.boards.max(other.boards);
    base.rule_set = other.rule_set;
}

/// Teams by their numbers, and everything that refers to them.
pub fn sort_teams(t: &mut Tournament) {
    let mut order: Vec<usize> = (0..t.teams.len()).collect();
    order.sort_by_key(|&at| t.teams[at].number);
    let mut place = vec![0; order.len()];
    order.iter().enumerate().for_each(|(new, &old)| place[old] = new);
    t.teams.sort_by_key(|team| team.number);
    for m in &mut t.matches {
        m.home = place[m.home];
        m.away = m.away.map(|team| place[team]);
    }
    for entrant in &mut t.entrants {
        entrant.team = entrant.team.map(|team| place[team]);
    }
}
