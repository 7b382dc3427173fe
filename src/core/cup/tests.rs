use super::*;
use crate::core::pairing::{Disagreement, PairingError, Position, pairer, verify};
use crate::model::{
    BoardGame, Bye, Entrant, EventKind, PairingSystem, System, Team, TeamLevel, Withdrawal,
};
use crate::test_rules::rules;

fn individual(players: u32) -> Tournament {
    let rounds = bracket::round_count(players);
    let mut t = Tournament::new("x", "X", System::KnockOut, rounds);
    t.entrants = (1..=players).map(|n| Entrant::new(n, format!("J{n}"))).collect();
    t.cells = vec![Vec::new(); players as usize];
    t
}

/// Records a round as it is paired; `result` is White's.
fn play(t: &mut Tournament, result: impl Fn(u32, u32) -> Outcome) {
    let round = t.rounds_recorded() + 1;
    let position = Position::from_tournament(t, round, rules()).unwrap();
    let pairing = pairer(PairingSystem::KnockOut, rules()).unwrap().pair(&position).unwrap();
    for row in &mut t.cells {
        row.push(Cell::Absent(crate::model::Absence::Missed));
    }
    for (white, black) in pairing.pairs() {
        let outcome = result(t.entrants[white].number, t.entrants[black].number);
        let mirrored = match outcome {
            Outcome::Played(score) => Outcome::Played(score.mirrored()),
            Outcome::Forfeit(Forfeit::Won) => Outcome::Forfeit(Forfeit::Lost),
            Outcome::Forfeit(Forfeit::Lost) => Outcome::Forfeit(Forfeit::Won),
            Outcome::Pending => Outcome::Pending,
        };
        let cell =
            |opponent, colour, outcome| Cell::Paired { opponent, colour: Some(colour), outcome };
        *t.cells[white].last_mut().unwrap() = cell(black, Colour::White, outcome);
        *t.cells[black].last_mut().unwrap() = cell(white, Colour::Black, mirrored);
    }
    for free in pairing.free {
        *t.cells[free.player].last_mut().unwrap() = Cell::Bye(Bye::Pairing);
    }
}

/// The better number wins.
fn better(white: u32, black: u32) -> Outcome {
    Outcome::Played(if white < black { Score::Win } else { Score::Loss })
}

fn differences(t: &Tournament) -> Vec<Disagreement> {
    let pairer = pairer(PairingSystem::KnockOut, rules()).unwrap();
    verify(t, &*pairer, rules()).unwrap().into_iter().map(|d| d.what).collect()
}

/// The example of SAP 3.1, with the better number winning: 1–3 and 2–4, then 1–2.
#[test]
fn sap_3_1_the_example_of_eight() {
    let mut t = individual(8);
    let names = |cup: &Cup, round: usize| -> Vec<(Option<usize>, Option<usize>)> {
        let number = |place: Place| place.contestant().map(|index| index + 1);
        cup.rounds[round].iter().map(|tie| (number(tie.upper), number(tie.lower))).collect()
    };
    let some = |a, b| (Some(a), Some(b));
    play(&mut t, better);
    let cup = Cup::of(&t, rules());
    assert_eq!(names(&cup, 0), [some(1, 5), some(3, 7), some(2, 6), some(4, 8)]);
    assert_eq!(names(&cup, 1), [some(1, 3), some(2, 4)]);
    assert_eq!(names(&cup, 2), [(None, None)]);
    play(&mut t, better);
    play(&mut t, |_, _| Outcome::Pending);
    assert_eq!(Cup::of(&t, rules()).champion(), None);
    assert_eq!(names(&Cup::of(&t, rules()), 2), [some(1, 2)]);
    let State::Won(_, entry) = &cup.rounds[0][0].state else { panic!() };
    assert_eq!(entry.citations, ["SAP 3.1".into()]);
    assert_eq!(differences(&t), []);
}

#[test]
fn every_size_is_played_to_the_end_and_verified() {
    for players in (2..=40).chain([63, 64, 65, 128, 200, 256]) {
        let mut t = individual(players);
        for _ in 0..t.rounds {
            play(&mut t, better);
        }
        let cup = Cup::of(&t, rules());
        assert_eq!(cup.champion(), Some(0));
        assert_eq!(differences(&t), [], "{players}");
        // Colours are shared out: nobody has two more of one than of the other.
        for row in &t.cells {
            let colour = |cell: &Cell| match cell {
                Cell::Paired { colour, .. } => *colour,
                _ => None,
            };
            let balance: i32 = row
                .iter()
                .filter_map(colour)
                .map(|colour| if colour == Colour::White { 1 } else { -1 })
                .sum();
            assert!(balance.abs() <= 2, "{players}: {balance}");
        }
    }
}

#[test]
fn a_draw_is_decided_by_a_recorded_departure_or_by_who_plays_on() {
    let draw = |_: u32, _: u32| Outcome::Played(Score::Draw);
    let mut t = individual(4);
    play(&mut t, draw);
    assert!(matches!(Cup::of(&t, rules()).rounds[0][0].state, State::Undecided(_)));
    let open = Position::from_tournament(&t, 2, rules()).unwrap_err();
    assert!(matches!(&open, PairingError::Undecided { open: 1, .. }), "{open}");
    assert!(open.to_string().contains("[[withdrawals]]"));
    for entrant in [0, 3] {
        t.withdrawals.push(Withdrawal { entrant, after_round: 1, eliminated: true });
    }
    play(&mut t, better);
    assert_eq!(Cup::of(&t, rules()).champion(), Some(1));
    t.withdrawals.clear();
    let cup = Cup::of(&t, rules());
    assert_eq!(cup.champion(), Some(1));
    let State::Won(2, entry) = &cup.rounds[0][0].state else { panic!("3 plays on") };
    assert_eq!(entry.working.last().unwrap().text.key, "cup.goes-on");
}

#[test]
fn absence_knocks_out_one_or_both() {
    let mut t = individual(4);
    play(&mut t, |_, _| Outcome::Forfeit(Forfeit::Won));
    let lost = Outcome::Forfeit(Forfeit::Lost);
    for row in [1, 3] {
        if let Cell::Paired { outcome, .. } = &mut t.cells[row][0] {
            *outcome = lost;
        }
    }
    let cup = Cup::of(&t, rules());
    assert!(matches!(cup.rounds[0][0].state, State::Won(0, _)));
    assert!(matches!(cup.rounds[0][1].state, State::Nobody(_)));
    // 1 has nobody left to meet.
    assert_eq!(cup.champion(), Some(0));
}

#[test]
fn who_was_knocked_out_may_not_play_on() {
    let mut t = individual(4);
    play(&mut t, better);
    play(&mut t, better);
    // 3, who lost against 1, plays the final in the place of 1.
    let cells = t.cells[0][1];
    t.cells[2][1] = cells;
    t.cells[0][1] = Cell::Absent(crate::model::Absence::Missed);
    if let Cell::Paired { opponent, .. } = &mut t.cells[1][1] {
        *opponent = 2;
    }
    let found = differences(&t);
    assert!(
        found.contains(&Disagreement::MissingPair { white: 1, black: 0 })
            || found.contains(&Disagreement::MissingPair { white: 0, black: 1 }),
        "{found:?}"
    );
    assert!(found.iter().any(|what| matches!(what, Disagreement::OtherPair { .. })));
}

/// Players and teams alike: whoever lost is in no later round, and does not have it free.
#[test]
fn who_was_knocked_out_is_no_longer_in_the_event() {
    use crate::core::score_table::ScoreTable;
    let mut t = individual(8);
    (0..3).for_each(|_| play(&mut t, better));
    let knocked_out = Cell::Absent(crate::model::Absence::KnockedOut);
    let table = ScoreTable::new(&t, rules(), 3);
    let out = |who: usize| table.rows[who].rounds.iter().filter(|r| r.cell == knocked_out).count();
    let counts: Vec<usize> = (0..8).map(out).collect();
    assert_eq!(counts, [0, 0, 1, 1, 2, 2, 2, 2]);
    use Score::{Loss, Win};
    let mut teams = team_cup([None; 4], [&[Win], &[Loss]]);
    let mut last = teams.matches[0].clone();
    (last.round, last.home, last.away) = (2, 0, Some(3));
    teams.matches.push(last);
    teams.rounds = 2;
    let cup = Cup::of(&teams, rules());
    let losers: Vec<usize> = cup.rounds[0].iter().filter_map(Tie::loser).collect();
    assert_eq!(losers.len(), 2);
    let table = ScoreTable::new(&teams, rules(), 2);
    for loser in losers {
        assert!(table.rows[loser].rounds.iter().any(|r| r.round == 2 && r.cell == knocked_out));
    }
}

/// Four teams with a player each; the first wins on the weights, the second on boards.
fn team_cup(levels: [Option<TeamLevel>; 4], boards: [&[Score]; 2]) -> Tournament {
    let mut t = Tournament::new("x", "Copa", System::KnockOut, 2);
    t.kind = EventKind::Cup;
    t.boards = boards[0].len() as u32;
    for (number, level) in (1..).zip(levels) {
        let name = format!("E{number}");
        let slug = name.as_str().into();
        t.teams.push(Team { number, slug, name: name.into(), club: None, level });
        for board in 1..=t.boards {
            let mut entrant =
                Entrant::new((number - 1) * t.boards + board, format!("J{number}.{board}"));
            entrant.team = Some(number as usize - 1);
            t.entrants.push(entrant);
        }
    }
    // The bracket of four is 1–3, 2–4.
    for (table, ((home, away), scores)) in (1..).zip([(0, 2), (1, 3)].into_iter().zip(boards)) {
        let games = (1..).zip(scores).map(|(board, &score)| BoardGame {
            board,
            home: None,
            away: None,
            home_colour: if board % 2 == 1 { Colour::White } else { Colour::Black },
            outcome: Outcome::Played(score),
            both_absent: false,
        });
        t.matches.push(Match {
            round: 1,
            table,
            home,
            away: Some(away),
            boards: games.collect(),
            forfeit: None,
        });
    }
    t
}

/// Desempats 2.5, 2.5.2: 2–2 with 5½ against 4½; and four draws, decided by Black on board 1.
#[test]
fn level_matches_are_decided_by_weights_and_by_black() {
    use Score::{Draw, Loss, Win};
    let t = team_cup([None; 4], [&[Win, Loss, Draw, Draw], &[Draw, Draw, Draw, Draw]]);
    let cup = Cup::of(&t, rules());
    let State::Won(0, weights) = &cup.rounds[0][0].state else { panic!() };
    assert_eq!(weights.citations, ["Desempats 2.5".into()]);
    let State::Won(3, black) = &cup.rounds[0][1].state else { panic!() };
    assert_eq!(black.citations, ["Desempats 2.5.2".into()]);
    // The sentence names the team, not its letter.
    let named = black.working.iter().flat_map(|step| &step.text.args);
    assert!(named.map(|(_, value)| value).any(|v| *v == contestants::value(&t, 3)));
    let position = Position::from_tournament(&t, 2, rules()).unwrap();
    let pairing = pairer(PairingSystem::KnockOut, rules()).unwrap().pair(&position).unwrap();
    // 4 was away, so it is at home now.
    assert_eq!(pairing.pairs(), [(3, 0)]);
    assert_eq!(differences(&t), []);
}

#[test]
fn sap_3_1_1_a_higher_category_gives_a_second_chance() {
    use crate::core::report::{Value, Verdict};
    use Score::Win;
    use TeamLevel::{Category1, Category2, Division1};
    let wins: &[Score] = &[Win, Win];
    let verdicts = |levels| -> Vec<Value> {
        let t = team_cup(levels, [wins, wins]);
        let found = second_chances(&t, &Cup::of(&t, rules()));
        found.into_iter().map(|chance| chance.entry.value).collect()
    };
    // 3 falls to a higher category, 4 to its own.
    let found = verdicts([Some(Division1), Some(Category2), Some(Category1), Some(Category2)]);
    assert_eq!(found, [Value::Verdict(Verdict::Met), Value::Verdict(Verdict::NotMet)]);
    let found = verdicts([Some(Division1), Some(Category2), None, Some(Category1)]);
    assert_eq!(found, [Value::Verdict(Verdict::Unknown), Value::Verdict(Verdict::NotMet)]);
    let mut other = team_cup([Some(Division1); 4], [wins, wins]);
    other.kind = EventKind::Official;
    assert_eq!(second_chances(&other, &Cup::of(&other, rules())), []);
}

/// Both semifinals and the final are level, and the weights decide: the winner has fewer points
/// than the finalist, and is first all the same.
#[test]
fn who_goes_farther_comes_first_in_the_standings() {
    use crate::core::Standings;
    let win: &[Score] = &[Score::Win, Score::Win];
    let level: &[Score] = &[Score::Win, Score::Loss];
    let mut t = team_cup([None; 4], [level, win]);
    let mut last = t.matches[0].clone();
    (last.round, last.home, last.away) = (2, 0, Some(1));
    t.matches.push(last);
    let standings = Standings::compute(&t, rules(), 2, &Default::default());
    let order: Vec<usize> = standings.rows.iter().map(|row| row.entrant).collect();
    assert_eq!(Cup::of(&t, rules()).champion(), Some(0));
    assert_eq!(order[..2], [0, 1]);
    assert!(standings.rows[0].points < standings.rows[1].points);
}
