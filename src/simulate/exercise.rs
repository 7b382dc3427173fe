//! A tournament to be paired by hand, round by round, and compared.
//!
//! For every round there is a folder with the event as it stands before the pairing: the results
//! so far, and who has told that they will not come. Whoever trains adds their pairs to it, and
//! `verify` names every difference with its articles. The whole event is beside them.

use std::path::Path;

use super::Files;
use crate::export::data;
use crate::model::{Announcement, Cell, Tournament};

/// The folder with the whole event.
pub const SOLUTION: &str = "solution";

/// The folder of a round, from 1.
pub fn folder(round: u32) -> String {
    format!("round-{round}")
}

/// The files of an exercise: `round-1/` … and `solution/`.
pub fn exercise(t: &Tournament) -> Files {
    let rounds = t.cells.first().map_or(0, Vec::len) as u32;
    let mut files = in_folder(SOLUTION, t);
    for round in 1..=rounds {
        files.extend(in_folder(&folder(round), &before(t, round)));
    }
    files
}

/// The event as it is known when round `round`, from 1, is to be paired.
pub fn before(t: &Tournament, round: u32) -> Tournament {
    let played = round as usize - 1;
    let mut before = t.clone();
    before.withdrawals.retain(|withdrawal| withdrawal.after_round < round);
    let left = |entrant: usize| before.withdrawals.iter().any(|w| w.entrant == entrant);
    for (entrant, cells) in t.cells.iter().enumerate() {
        if let Some(&cell @ Cell::Absent(_)) = cells.get(played).filter(|_| !left(entrant)) {
            before.announced.push(Announcement { entrant, round, cell });
        }
    }
    before.cells.iter_mut().for_each(|cells| cells.truncate(played));
    before
}

fn in_folder(folder: &str, t: &Tournament) -> Files {
    let files = data::tournament(t, data::People::InFull);
    files.into_iter().map(|(path, text)| (Path::new(folder).join(path), text)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::pairing::{Position, pairer};
    use crate::model::{Absence, PairingSystem};
    use crate::simulate::{Chances, Plan, run_by_rules};
    use crate::test_rules::rules;

    #[test]
    fn before_every_round_the_system_pairs_what_was_played() {
        let mut plan = Plan::new(PairingSystem::Fce1990, 26, 7, 12);
        plan.chances = Chances { forfeits: 30, absences: 50, ..Chances::USUAL };
        plan.late_entries = 2;
        plan.withdrawals = 2;
        let whole = run_by_rules(&plan, rules()).unwrap().tournament;
        let system = pairer(plan.pairing, rules()).unwrap();
        let mut absences = 0;
        for round in 1..=7 {
            let before = before(&whole, round);
            absences += before.announced.len();
            assert!(before.cells.iter().all(|cells| cells.len() == round as usize - 1));
            let position = Position::from_tournament(&before, round, rules()).unwrap();
            let pairs = system.pair(&position).unwrap().pairs();
            for &(white, black) in &pairs {
                let cell = whole.cells[white][round as usize - 1];
                assert_eq!(cell.opponent(), Some(black), "round {round}");
            }
            let paired = whole.cells.iter().filter(|c| c[round as usize - 1].opponent().is_some());
            assert_eq!(paired.count(), 2 * pairs.len(), "round {round}");
        }
        assert!(absences > 3, "{absences}");
        assert!(!whole.withdrawals.is_empty());
    }

    #[test]
    fn what_is_told_is_written() {
        let plan = Plan::new(PairingSystem::Fce1990, 8, 2, 1);
        let mut whole = run_by_rules(&plan, rules()).unwrap().tournament;
        whole.cells[3][1] = Cell::Absent(Absence::Missed);
        let files = exercise(&whole);
        let games = |folder: &str| {
            let path = Path::new(folder).join("games.csv");
            files.iter().find(|(at, _)| *at == path).unwrap().1.clone()
        };
        assert!(games("round-2").ends_with("\n2,,4,,absent\n"), "{}", games("round-2"));
        assert_eq!(games("round-1"), "round,board,white,black,result\n");
        assert_eq!(files.len(), 9);
    }
}
