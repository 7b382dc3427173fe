//! What must hold in every tournament, whoever plays it.

use std::collections::BTreeSet;

use butlleti::core::pairing::fce1990::Fce1990;
use butlleti::core::pairing::fce1990::story::SwissRound;
use butlleti::core::pairing::{Pairer, PairingError, Position, Presence, citations};
use butlleti::core::report::{Block, Step};
use butlleti::diag::{Diagnostics, Sources};
use butlleti::lang::Language;
use butlleti::model::Colour;
use butlleti::project::Project;
use butlleti::source::load_rulebook;

use super::random::{Random, cases, tournament};
use super::rules;

/// Everybody present once; nobody twice against the same; no forbidden colour; the bye legal.
fn assert_legal(position: &Position, round: &SwissRound) {
    let mut seen = BTreeSet::new();
    for board in &round.boards {
        let (white, black) = (board.white, board.black);
        assert!(seen.insert(white) && seen.insert(black));
        let met = position.players[white].games.iter().any(|game| game.opponent == black);
        assert!(!met, "{white} and {black} have met");
        assert!(!position.forbidden.contains(&(white, black)));
        assert!(!position.forbidden.contains(&(black, white)));
        if position.round == position.rounds {
            continue;
        }
        for (player, colour) in [(white, Colour::White), (black, Colour::Black)] {
            if round.releases.contains(&player) {
                continue;
            }
            let mut had: Vec<_> =
                position.players[player].games.iter().filter_map(|game| game.colour).collect();
            had.push(colour);
            if let [.., a, b, c] = had.as_slice() {
                assert!(!(a == b && b == c), "{player} a third time in a row");
            }
            let white = had.iter().filter(|&&c| c == Colour::White).count();
            assert!(white.abs_diff(had.len() - white) <= 2, "{player} three more of a colour");
        }
    }
    if let Some(bye) = &round.bye {
        assert!(seen.insert(bye.player));
        let player = &position.players[bye.player];
        assert!(bye.second || player.byes == 0 && !player.unplayed_win);
    }
    let present = position.players.iter().filter(|p| p.presence == Presence::Present).count();
    assert_eq!(seen.len(), present);
    assert!(seen.iter().all(|&i| position.players[i].presence == Presence::Present));
}

/// The same position with the players in another order.
fn permuted(random: &mut Random, position: &Position) -> Position {
    let mut order: Vec<usize> = (0..position.players.len()).collect();
    random.shuffle(&mut order);
    let mut place = vec![0; order.len()];
    for (new, &old) in order.iter().enumerate() {
        place[old] = new;
    }
    let mut other = position.clone();
    other.players = order.iter().map(|&old| position.players[old].clone()).collect();
    for game in other.players.iter_mut().flat_map(|player| &mut player.games) {
        game.opponent = place[game.opponent];
    }
    other.forbidden = position.forbidden.iter().map(|&(a, b)| (place[b], place[a])).collect();
    other
}

fn by_number(position: &Position, round: &SwissRound) -> Vec<(u32, u32)> {
    let number = |player: usize| position.players[player].number;
    let mut boards: Vec<_> =
        round.boards.iter().map(|board| (number(board.white), number(board.black))).collect();
    boards.extend(round.bye.iter().map(|bye| (number(bye.player), 0)));
    boards
}

#[test]
fn tournaments_of_up_to_three_hundred() {
    let system = Fce1990::new(&rules());
    let mut paired_rounds = 0;
    for seed in 0..cases(14) {
        let mut random = Random(seed ^ 0x5eed);
        let players = if random.one_in(4) { 2 + random.below(299) } else { 2 + random.below(60) };
        let rounds = 1 + random.below(11) as u32;
        let mut shuffler = Random(seed);
        tournament(&mut random, &system, players, rounds, |position, round| {
            let other = permuted(&mut shuffler, position);
            let again = system.round(&other);
            match (round, again) {
                (Ok(round), Ok(again)) => {
                    assert_legal(position, round);
                    assert_eq!(by_number(position, round), by_number(&other, &again));
                    let boards = &round.boards;
                    let key = |i: usize| {
                        let player =
                            [boards[i].white, boards[i].black].map(|p| &position.players[p]);
                        let higher = player[0].points.max(player[1].points);
                        (std::cmp::Reverse(higher), player[0].number.min(player[1].number))
                    };
                    assert!((1..boards.len()).all(|i| key(i - 1) < key(i)), "board order");
                    paired_rounds += 1;
                }
                (Err(PairingError::Internal(what)), _) => panic!("seed {seed}: {what}"),
                // Too few players for so many rounds.
                (Err(_), Err(_)) => assert!(position.round > 1 || !position.forbidden.is_empty()),
                _ => panic!("seed {seed}: the order of the players matters"),
            }
        });
    }
    assert!(paired_rounds > 50);
}

/// Every sentence exists in the language file with all its arguments, and every article cited
/// exists in the rulebook.
#[test]
fn everything_told_can_be_written_and_cited() {
    let rules = rules();
    let system = Fce1990::new(&rules);
    let rulebook = load_rulebook(&Project::Embedded, &Sources::default(), &mut Diagnostics::new());
    let catalan = Language::embedded("ca").unwrap();
    let mut sentences = BTreeSet::new();
    let mut check = |steps: &[Step]| {
        for step in steps {
            let text = catalan.msg(&step.text);
            assert!(!text.contains(['⟨', '{']), "{text}");
            sentences.insert(step.text.key);
        }
        for article in citations(steps) {
            assert!(rulebook.provision(&article).is_some(), "{article} does not exist");
        }
    };
    for seed in 0..cases(60) {
        let mut random = Random(seed ^ 0x0717);
        let players = 4 + random.below(20);
        tournament(&mut random, &system, players, 7, |position, _| {
            let Ok(told) = system.pair(position) else { return };
            for board in &told.boards {
                assert!(!citations(&board.why).is_empty());
                check(&board.why);
                assert!(
                    system.objections(position, board.white, board.black).is_empty()
                        || !told.releases.is_empty()
                        || told.decided.contains_key("promotion dropped")
                );
            }
            told.bye.iter().for_each(|bye| check(&bye.why));
            told.floaters.iter().for_each(|floater| check(&floater.why));
            told.releases.iter().for_each(|release| check(&release.why));
            check(&told.notes);
            let report = told.report(position);
            assert!(!catalan.msg(&report.title).contains(['⟨', '{']));
            for block in &report.blocks {
                match block {
                    Block::Table(table) => {
                        assert_eq!(table.rows.len(), told.boards.len());
                        for column in &table.columns {
                            assert!(!catalan.msg(&column.header).contains('⟨'));
                        }
                        assert!(!catalan.msg(&table.caption).contains(['⟨', '{']));
                    }
                    Block::Facts(facts) => {
                        for fact in facts {
                            assert!(!catalan.msg(&fact.label).contains('⟨'));
                            assert!(!fact.entry.citations.is_empty());
                        }
                    }
                    Block::Heading(msg) | Block::Paragraph(msg) => {
                        assert!(!catalan.msg(msg).contains(['⟨', '{']));
                    }
                }
            }
            let json = told.to_json(position);
            assert_eq!(json["boards"].as_array().map(Vec::len), Some(told.boards.len()));
            for group in &told.groups {
                assert!(!catalan.msg(&group.title).contains(['⟨', '{']));
                check(&group.steps);
            }
        });
    }
    assert!(sentences.len() > 35, "{sentences:#?}");
}
