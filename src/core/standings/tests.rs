use super::*;
use crate::core::report::Block;
use crate::model::{
    Absence, Bye, Cell, Colour, Entrant, Forfeit, Outcome, RatingKind, Score, Withdrawal,
};
use crate::test_rules::{rulebook, rules};

/// A tournament from one line per player: `2w1 3b= 4+ 5- B H Z .` — opponent, colour, result;
/// forfeits; byes; a missed round (a free one in a league).
fn tournament(system: System, lines: &[&str]) -> Tournament {
    let rounds = lines.iter().map(|line| line.split_whitespace().count()).max().unwrap_or(0);
    let mut t = Tournament::new("test", "Test", system, rounds as u32);
    for (index, line) in lines.iter().enumerate() {
        t.entrants.push(Entrant::new(index as u32 + 1, format!("P{}", index + 1)));
        let mut cells: Vec<Cell> =
            line.split_whitespace().map(|word| cell(word, system.is_league())).collect();
        cells.resize(rounds, Cell::Absent(Absence::Missed));
        t.cells.push(cells);
    }
    t
}

fn cell(word: &str, league: bool) -> Cell {
    match word {
        "B" => return Cell::Bye(Bye::Pairing),
        "H" => return Cell::Bye(Bye::Half),
        "Z" => return Cell::Bye(Bye::Zero),
        "." if league => return Cell::Absent(Absence::FreeRound),
        "." => return Cell::Absent(Absence::Missed),
        _ => {}
    }
    let digits = word.find(|c: char| !c.is_ascii_digit()).unwrap();
    let opponent = word[..digits].parse::<usize>().unwrap() - 1;
    let rest: Vec<char> = word[digits..].chars().collect();
    let colour = match rest[0] {
        'w' => Some(Colour::White),
        'b' => Some(Colour::Black),
        _ => None,
    };
    let outcome = match rest.last().unwrap() {
        '1' => Outcome::Played(Score::Win),
        '=' => Outcome::Played(Score::Draw),
        '0' => Outcome::Played(Score::Loss),
        '+' => Outcome::Forfeit(Forfeit::Won),
        '-' => Outcome::Forfeit(Forfeit::Lost),
        _ => Outcome::Pending,
    };
    Cell::Paired { opponent, colour, outcome }
}

fn standings(t: &Tournament) -> Standings {
    Standings::compute(t, rules(), t.rounds, &Settings::default())
}

/// Places and numbers, from first to last: `1:3 2:1 2:2`.
fn places(standings: &Standings) -> String {
    let place = |row: &Placing| row.rank.map_or("–".to_owned(), |rank| rank.to_string());
    let rows = standings.rows.iter();
    rows.map(|row| format!("{}:{}", place(row), row.entrant + 1)).collect::<Vec<_>>().join(" ")
}

fn value(standings: &Standings, number: usize, key: &str) -> Value {
    let row = &standings.rows[standings.row_of(number - 1).unwrap()];
    let listed = standings.criteria.iter().position(|c| c.rule.key() == key);
    let entry = listed.map_or_else(
        || &row.further[standings.further.iter().position(|rule| rule.key() == key).unwrap()],
        |at| &row.criteria[at],
    );
    entry.value.clone()
}

/// Halves of a value in points.
fn halves(standings: &Standings, number: usize, key: &str) -> i32 {
    match value(standings, number, key) {
        Value::Points(points) => points.halves(),
        other => panic!("{key} of {number} is {other:?}"),
    }
}

#[test]
fn desempats_2_4_1_progressive_of_the_example() {
    // Wins, loses three times, draws: 1 + 1 + 1 + 1 + 1½ = 5½.
    let t = tournament(
        System::Swiss,
        &["2w1 3w0 4w0 5w0 6w=", "1b0", ". 1b1", ". . 1b1", ". . . 1b1", ". . . . 1b="],
    );
    let standings = standings(&t);
    assert_eq!(halves(&standings, 1, "progressive"), 11);
    let row = &standings.rows[standings.row_of(0).unwrap()];
    let totals: Vec<_> =
        row.criteria[0].working.iter().filter_map(|step| step.value.clone()).collect();
    let expected = [2, 2, 2, 2, 3].map(|halves| Value::Points(Points::from_halves(halves)));
    assert_eq!(totals, expected);
}

#[test]
fn swiss_16_number_36_counts_three_points() {
    // The table of the bulletin: 2½ in the standings, 3 in the Buchholz of number 12 (here 2).
    let t = tournament(
        System::Swiss,
        &[
            "2w= 3w0 4+ 5w0 6w0 7- B . .",
            "1b=",
            ". 1b1",
            ". . 1-",
            ". . . 1b1",
            ". . . . 1b1",
            ". . . . . 1+",
        ],
    );
    let standings = standings(&t);
    assert_eq!(standings.rows[standings.row_of(0).unwrap()].points, Points::from_halves(5));
    assert_eq!(halves(&standings, 2, "buchholz"), 6);
    assert_eq!(halves(&standings, 2, "buchholz-plain"), 5);
    // The term names the opponent, the corrected score and why.
    let at = standings.criteria.iter().position(|c| c.rule.key() == "buchholz").unwrap();
    let step = &standings.rows[standings.row_of(1).unwrap()].criteria[at].working[0];
    assert_eq!(step.text.key, "tiebreak.buchholz.corrected");
    let arg = |name: &str| {
        step.text.args.iter().find(|(key, _)| *key == name).map(|(_, value)| value.clone())
    };
    // Half a point on the board, five rounds not played.
    assert_eq!(arg("board"), Some(Value::Points(Points::HALF)));
    assert_eq!(arg("n"), Some(Value::Int(5)));
    assert_eq!(step.citations, ["Swiss 16 Buchholz".into()]);
}

#[test]
fn amb_93_late_entry_and_byes() {
    // Entry at round 3 of 4 with two wins: progressive 0 + 0 + 1 + 2 = 3.
    let t = tournament(System::Swiss, &[". . 2w1 3b1", "3w= H 1b0 Z", "2b= B . 1w0", ". . . ."]);
    let standings = standings(&t);
    assert_eq!(halves(&standings, 1, "progressive"), 6);
    // Corrected: 2 has ½ on the board and two other rounds, 1½; 3 the same: 1 has 3.
    assert_eq!(halves(&standings, 1, "buchholz"), 6);
    // Kashdan: 2 draws (2), half-point bye (2), loses (1), asks for a bye without points (0).
    assert_eq!(value(&standings, 2, "kashdan"), Value::Int(5));
    assert_eq!(value(&standings, 3, "kashdan"), Value::Int(5));
    assert_eq!(value(&standings, 4, "kashdan"), Value::Int(0));
    // Sonneborn-Berger takes the points of the table: ½ · 1½ of number 3, nothing for the bye.
    assert_eq!(value(&standings, 2, "sonneborn-berger"), Value::Exact(Exact::new(3, 4)));
}

/// Progressive goes on after a withdrawal with what was won: 1 + 2 + 2 + 2, and a bye counts.
#[test]
fn amb_42_progressive_takes_the_points_of_the_table() {
    let mut t =
        tournament(System::Swiss, &["2w1 3b1 . .", "1b0 B 3w= .", "B 1w0 2b= 4+", ". . . 3-"]);
    t.withdrawals.push(Withdrawal { entrant: 0, after_round: 2, eliminated: false });
    let standings = standings(&t);
    assert_eq!(halves(&standings, 1, "progressive"), 2 + 4 + 4 + 4);
    assert_eq!(halves(&standings, 2, "progressive"), 2 + 3 + 3);
    assert_eq!(halves(&standings, 3, "progressive"), 2 + 2 + 3 + 5);
}

/// Sonneborn-Berger: a bye adds nothing, a forfeit won adds the opponent's points of the table,
/// uncorrected, and Kashdan gives 2 for either side of a forfeit and for a bye, nothing for a round
/// missed.
#[test]
fn amb_43_45_forfeits_and_byes() {
    // 1 has a bye and beats 2, who is absent but won otherwise: 2 has 1 on the table, 2 corrected.
    let t = tournament(System::Swiss, &["B 2+ .", "3w1 1- .", "2b0 . ."]);
    let standings = standings(&t);
    assert_eq!(value(&standings, 1, "sonneborn-berger"), Value::Exact(Exact::from(1)));
    assert_eq!(halves(&standings, 1, "buchholz"), 4);
    assert_eq!(value(&standings, 1, "kashdan"), Value::Int(2 + 2));
    assert_eq!(value(&standings, 2, "kashdan"), Value::Int(4 + 2));
    assert_eq!(value(&standings, 3, "kashdan"), Value::Int(1));
}

/// A forfeit and then a game against the same opponent add the corrected score twice; what a round
/// gave on the table does not matter to it.
#[test]
fn amb_92_one_term_for_every_pairing() {
    let t = tournament(System::Swiss, &["2+ . 2w1 B", "1- B 1b0 .", ". . . .", ". . . ."]);
    let standings = standings(&t);
    // Number 2: nothing on the board, three other rounds: 1½; 1: one on the board, three others.
    assert_eq!(halves(&standings, 1, "buchholz"), 3 + 3);
    assert_eq!(halves(&standings, 2, "buchholz"), 5 + 5);
    // Plain: the points of the table.
    assert_eq!(halves(&standings, 1, "buchholz-plain"), 2 + 2);
    assert_eq!(halves(&standings, 2, "buchholz-plain"), 6 + 6);
}

/// Nothing is left to separate them: they share the place and are listed by number, not by rating.
#[test]
fn amb_95_the_list_exhausted_leaves_the_place_shared() {
    let mut t = tournament(System::Swiss, &["3w1", "4w1", "1b0", "2b0"]);
    for (entrant, rating) in t.entrants.iter_mut().zip([1900, 2400, 2300, 1800]) {
        entrant.ratings.catalan = Some(rating);
    }
    assert_eq!(places(&standings(&t)), "1:1 1:2 3:3 3:4");
}

#[test]
fn amb_94_personal_result_only_if_all_have_met() {
    // A closed circle of three in which everybody has met: 1 beat 2, 2 beat 3, 3 drew with 1:
    // 1½, 1, ½. All end on 1½ thanks to 4, 5 and 6.
    let mut t = tournament(
        System::Swiss,
        &["2w1 3b= 5w0", "1b0 3w1 4w=", "1w= 2b0 6w1", ". . 2b=", ". . 1b1", ". . 3b0"],
    );
    t.tie_breaks = Some(vec!["personal-result".into()]);
    assert_eq!(places(&standings(&t)), "1:1 2:2 3:3 4:5 5:4 6:6");
}

#[test]
fn amb_94_otherwise_it_is_skipped_and_says_why() {
    // 1 and 2 have met, 3 has met neither: all three on 1 point.
    let mut t = tournament(System::Swiss, &["2w1 .", "1b0 4w1", ". 5w1", ". 2b0", ". 3b0"]);
    t.tie_breaks = Some(vec!["personal-result".into()]);
    let standings = standings(&t);
    assert_eq!(places(&standings), "1:1 1:2 1:3 4:4 4:5");
    let cell = &standings.rows[0].criteria[0];
    assert_eq!(cell.value, Value::Undefined);
    let Value::Msg(reason) = &cell.working[0].text.args[0].1 else { panic!("no reason") };
    assert_eq!(reason.key, "tiebreak.personal-result.not-met");
}

#[test]
fn amb_44_the_next_criterion_is_applied_to_each_part() {
    // 1 to 4 are on 2 points. Kashdan separates {1, 2} (two wins, a loss: 9) from {3, 4} (a win,
    // two draws: 8). 1 beat 2; 3 and 4 have not met, so they share the place, as do 5, 6 and 7.
    let mut t = tournament(
        System::Swiss,
        &[
            "2w1 7b0 8w1",
            "1b0 8w1 7b1",
            "5w1 6b= 5b=",
            "6w1 5b= 6b=",
            "3b0 4w= 3w=",
            "4b0 3w= 4w=",
            ". 1w1 2w0",
            ". 2b0 1b0",
        ],
    );
    t.tie_breaks = Some(vec!["kashdan".into(), "personal-result".into()]);
    assert_eq!(places(&standings(&t)), "1:1 2:2 3:3 3:4 5:5 5:6 5:7 8:8");
    // The other way round nothing is asked of the parts: the four have not all met each other.
    t.tie_breaks = Some(vec!["personal-result".into(), "kashdan".into()]);
    assert_eq!(places(&standings(&t)), "1:1 1:2 3:3 3:4 5:5 5:6 5:7 8:8");
}

/// AMB-46: of two, Black in the game between them; of more, the number of Blacks.
#[test]
fn amb_96_colour_for_two_and_for_three() {
    // Two level, one game between them: Black is first.
    let mut t = tournament(System::RoundRobin { double: false }, &["2w=", "1b="]);
    t.tie_breaks = Some(vec!["colour".into()]);
    assert_eq!(places(&standings(&t)), "1:2 2:1");
    // A forfeit gives no colour: the place is shared.
    let mut t =
        tournament(System::RoundRobin { double: false }, &["2w- 3b1", "1b+ 3w0", "2b1 1w0"]);
    t.tie_breaks = Some(vec!["colour".into()]);
    // Three level on one point: Blacks on the board in the whole event: 1 one, 2 none, 3 one.
    assert_eq!(places(&standings(&t)), "1:1 1:3 3:2");
    // Double league, one Black each: shared.
    let mut t = tournament(System::RoundRobin { double: true }, &["2w= 2b=", "1b= 1w="]);
    t.tie_breaks = Some(vec!["colour".into()]);
    assert_eq!(places(&standings(&t)), "1:1 1:2");
}

/// AMB-49: only if all of them and their opponents have a rating.
#[test]
fn amb_97_mean_elo_needs_every_rating() {
    let mut t = tournament(System::Swiss, &["3w1 4b0", "4w1 3b0", "1b0 2w1", "2b0 1w1"]);
    t.kind = EventKind::Open;
    for (entrant, rating) in t.entrants.iter_mut().zip([2000, 2000, 2100, 2050]) {
        entrant.ratings.catalan = Some(rating);
    }
    // All on one point; 1 and 2 met 3 and 4: 2075; 3 and 4 met 1 and 2: 2000.
    let all = standings(&t);
    assert_eq!(value(&all, 1, "mean-elo"), Value::Exact(Exact::from(2075)));
    // Progressive: 1 and 2 have 1 + 1, the others 0 + 1.
    assert_eq!(places(&all), "1:1 1:2 3:3 3:4");
    // Without the rating of one of them, progressive alone decides for the whole group.
    t.entrants[2].ratings.catalan = None;
    let skipped = standings(&t);
    assert_eq!(places(&skipped), "1:1 1:2 3:3 3:4");
    let step = skipped.rows[0].criteria[0].working.last().unwrap();
    assert_eq!(step.text.key, "tiebreak.skipped");
    assert_eq!(rules().rating_order.order.value[0], RatingKind::Catalan);
}

/// An extract of the table shows a criterion that says something: without ratings, not the mean.
#[test]
fn the_foremost_criterion_has_values() {
    use crate::core::report::Priority;
    let mut t = tournament(System::Swiss, &["2w1 3b=", "1b0 4w1", "4w1 1w=", "3b0 2b0"]);
    t.kind = EventKind::Open;
    let foremost = |t: &Tournament| {
        let standings = standings(t);
        let columns = standings.table(t, rules()).columns;
        let key = columns.into_iter().filter(|column| column.priority == Priority::Key);
        key.last().unwrap().key.to_string()
    };
    assert_eq!(foremost(&t), "progressive");
    for entrant in &mut t.entrants {
        entrant.ratings.catalan = Some(2000);
    }
    assert_eq!(foremost(&t), "mean-elo");
}

#[test]
fn rgc_14_3_1_swiss_annulled_is_last_and_the_others_keep_everything() {
    // 1 beats 2 and 3 and leaves after round 2 of 5: 2·2 < 5.
    let mut t = tournament(
        System::Swiss,
        &["2w1 3b1 . . .", "1b0 4w1 3w1 . .", "4b1 1w0 2b0 . .", "3w0 2b0 . . ."],
    );
    let before = standings(&t);
    assert_eq!(places(&before), "1:1 2:2 3:3 4:4");
    t.withdrawals.push(Withdrawal { entrant: 0, after_round: 2, eliminated: false });
    let after = standings(&t);
    assert_eq!(places(&after), "1:2 2:3 3:4 –:1");
    assert_eq!(after.rows[3].points, Points::ZERO);
    // Nothing of the others changes.
    for number in 2..=4 {
        for key in ["progressive", "buchholz", "sonneborn-berger", "kashdan", "buchholz-plain"] {
            assert_eq!(value(&after, number, key), value(&before, number, key), "{number} {key}");
        }
    }
    // The standings after round 1 know nothing of it yet.
    let first = Standings::compute(&t, rules(), 1, &Settings::default());
    assert_eq!(first.rows.iter().filter(|row| row.rank.is_none()).count(), 0);
    // Half is enough: after round 3 of 5 the points are kept.
    t.withdrawals[0].after_round = 3;
    assert_eq!(places(&standings(&t)), "1:1 2:2 3:3 4:4");
    // And exactly half is, too: 2 of 4.
    t.withdrawals[0].after_round = 2;
    t.rounds = 4;
    t.cells.iter_mut().for_each(|row| row.truncate(4));
    assert_eq!(places(&standings(&t)), "1:1 2:2 3:3 4:4");
}

#[test]
fn rgc_14_3_1_league_annulled_games_vanish() {
    let mut t = tournament(
        System::RoundRobin { double: false },
        &["4w1 3b= 2w0", "3w= 4b0 1b1", "2b= 1w= 4b.", "1b0 2w1 3w."],
    );
    t.withdrawals.push(Withdrawal { entrant: 3, after_round: 1, eliminated: true });
    let standings = standings(&t);
    // Left: 1–3 drawn, 2–3 drawn, 2 beat 1: 2 has 1½, 3 has 1, 1 has ½.
    assert_eq!(places(&standings), "1:2 2:3 3:1 –:4");
    assert_eq!(value(&standings, 4, "kashdan"), Value::Int(0));
    let report = standings.report(&t, rules());
    let Some(Block::Table(left)) = report.blocks.get(1) else { panic!("a table of departures") };
    let told = &left.rows[0].cells.last().unwrap().working;
    assert!(told.iter().any(|step| step.text.key == "standings.eliminated-annulled"));
}

#[test]
fn amb_99_league_kept_leaves_forfeits() {
    // 2 leaves after round 2 of 3; the game of round 3 is not played.
    let mut t = tournament(
        System::RoundRobin { double: false },
        &["4w1 3b= 2w.", "3w= 4b0 1b.", "2b= 1w= 4b1", "1b0 2w1 3w0"],
    );
    t.withdrawals.push(Withdrawal { entrant: 1, after_round: 2, eliminated: false });
    let standings = standings(&t);
    assert_eq!(standings.rows[standings.row_of(0).unwrap()].points, Points::from_halves(5));
    assert_eq!(value(&standings, 2, "kashdan"), Value::Int(2 + 1 + 2));
}

#[test]
fn withdrawals_are_never_inferred() {
    let t = tournament(System::Swiss, &["2w1 . . . .", "1b0 B . . ."]);
    assert!(standings(&t).rows.iter().all(|row| row.rank.is_some()));
}

/// AMB-40: official events Desempats 1.3.1; homologated ones their own list or, failing that, Swiss
/// 16.
#[test]
fn the_list_follows_the_kind_of_event() {
    let t = tournament(System::Swiss, &["2w1", "1b0"]);
    let keys = |t: &Tournament| {
        standings(t).criteria.iter().map(|c| c.rule.key()).collect::<Vec<_>>().join(" ")
    };
    let swiss = "progressive buchholz personal-result sonneborn-berger kashdan";
    assert_eq!(keys(&t), swiss);
    assert_eq!(keys(&Tournament { kind: EventKind::Official, ..t.clone() }), swiss);
    assert_eq!(keys(&Tournament { kind: EventKind::Open, ..t.clone() }), "mean-elo progressive");
    let own = Some(vec!["kashdan".into(), "median".into()]);
    let own = Tournament { tie_breaks: own, ..t.clone() };
    assert_eq!(keys(&own), "kashdan");
    assert_eq!(standings(&own).unknown_criteria, ["median".into()]);
    let plain = Settings { plain_buchholz: true, ..Settings::default() };
    let plain = Standings::compute(&t, rules(), 1, &plain);
    assert_eq!(plain.criteria[1].rule.key(), "buchholz-plain");
}

#[test]
fn standings_after_a_round_know_nothing_of_later_ones() {
    let t = tournament(System::Swiss, &["2w1 3b1 .", "1b0 4w1 B", "4b1 1w0 .", "3w0 2b0 ."]);
    let cut = tournament(System::Swiss, &["2w1 3b1", "1b0 4w1", "4b1 1w0", "3w0 2b0"]);
    let two = Standings::compute(&t, rules(), 2, &Settings::default());
    assert_eq!(two.rows, standings(&cut).rows);
    assert!(!two.is_final);
}

#[test]
fn a_game_without_its_result_counts_nothing_yet() {
    let t = tournament(System::Swiss, &["2w1 3b?", "1b0 4w?", "4b1 1w?", "3w0 2b?"]);
    let standings = standings(&t);
    assert!(!standings.is_final);
    assert_eq!(halves(&standings, 1, "progressive"), 4);
    // Opponents 2 (0) and 3 (1), without half a point for the games that are still going on.
    assert_eq!(halves(&standings, 1, "buchholz"), 2);
}

#[test]
fn every_citation_is_a_provision() {
    let mut t =
        tournament(System::Swiss, &["2w1 3b= 4+ B", "1b0 4w= H .", "4b1 1w= . .", "3w0 2b= 1- ."]);
    t.withdrawals.push(Withdrawal { entrant: 3, after_round: 1, eliminated: false });
    t.tie_breaks =
        Some(CriterionKey::known().into_iter().map(Into::into).collect::<Vec<Arc<str>>>());
    let standings = standings(&t);
    let report = standings.report(&t, rules());
    for block in &report.blocks {
        let Block::Table(table) = block else { continue };
        for cell in table.rows.iter().flat_map(|row| &row.cells) {
            let steps = cell.working.iter().flat_map(|step| &step.citations);
            for citation in cell.citations.iter().chain(steps) {
                assert!(rulebook().provision(citation).is_some(), "{citation}");
            }
        }
        for citation in table.columns.iter().flat_map(|column| &column.citations) {
            assert!(rulebook().provision(citation).is_some(), "{citation}");
        }
    }
}

/// The form for one player's card gives what the standings give.
#[test]
fn a_card_by_hand_agrees_with_the_standings() {
    use crate::core::formula::Data;
    use crate::core::tiebreak::by_hand::by_hand;
    let events: [&[&str]; 3] = [
        &[". . 2w1 3b1", "3w= H 1b0 Z", "2b= B . 1w0", ". . . ."],
        &[
            "2w= 3w0 4+ 5w0 6w0 7- B . .",
            "1b=",
            ". 1b1",
            ". . 1-",
            ". . . 1b1",
            ". . . . 1b1",
            ". . . . . 1+",
        ],
        &[
            "2w1 7b0 8w1",
            "1b0 8w1 7b1",
            "5w1 6b= 5b=",
            "6w1 5b= 6b=",
            "3b0 4w= 3w=",
            "4b0 3w= 4w=",
            ". 1w1 2w0",
            ". 2b0 1b0",
        ],
    ];
    let sheet = by_hand(rules());
    for lines in events {
        let t = tournament(System::Swiss, lines);
        let standings = standings(&t);
        let table_points = |who: usize| standings.rows[standings.row_of(who).unwrap()].points;
        let on_board = |who: usize| {
            let scores = t.cells[who].iter().filter_map(|cell| match cell {
                Cell::Paired { outcome: Outcome::Played(score), .. } => Some(score.points()),
                _ => None,
            });
            (scores.clone().sum::<Points>(), scores.count())
        };
        for who in 0..t.cells.len() {
            let games = t.cells[who].iter().zip(1_u32..).map(|(cell, round)| {
                let mut fields = vec![("round", Data::from(round))];
                let kind = match cell {
                    Cell::Paired { opponent, outcome, .. } => {
                        let (board, games) = on_board(*opponent);
                        fields.push(("opponent_points", table_points(*opponent).into()));
                        fields.push(("opponent_board", board.into()));
                        fields.push(("opponent_games", games.into()));
                        match outcome {
                            Outcome::Played(score) => {
                                fields.push(("points", score.points().into()));
                                "played"
                            }
                            Outcome::Forfeit(Forfeit::Won) => "forfeit-win",
                            _ => "forfeit-loss",
                        }
                    }
                    Cell::Bye(Bye::Half) => "half-bye",
                    Cell::Bye(Bye::Zero) | Cell::Absent(_) => "missed",
                    Cell::Bye(_) => "bye",
                };
                fields.push(("kind", kind.into()));
                Data::record(fields)
            });
            let input = Data::record([("rounds", t.rounds.into()), ("games", Data::list(games))]);
            let found = sheet.compute(&input);
            for (quantity, key) in [
                ("progressive", "progressive"),
                ("buchholz", "buchholz"),
                ("buchholz_plain", "buchholz-plain"),
                ("sonneborn_berger", "sonneborn-berger"),
                ("kashdan", "kashdan"),
            ] {
                let expected = crate::core::tiebreak::amount(&value(&standings, who + 1, key));
                assert_eq!(found.get(quantity).number(), expected, "{} {key}", who + 1);
            }
            assert_eq!(found.get("points").number(), Some(table_points(who).exact()));
        }
    }
}
