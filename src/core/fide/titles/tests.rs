use proptest::prelude::*;

use super::search::lowest_average;
use super::*;
use crate::test_rules::{rulebook, rules};

fn fide() -> &'static FideRules {
    rules().fide.rules().unwrap()
}

fn half(halves: i64) -> Exact {
    Exact::new(halves, 2)
}

fn game(round: u32, rating: u32, title: Option<Title>, federation: &str, halves: i64) -> NormGame {
    NormGame {
        round,
        opponent: round as usize,
        name: format!("R{round}").into(),
        rating: (rating > 0).then_some(rating),
        title,
        federation: Some(federation.into()),
        played: Played::Game(half(halves)),
    }
}

/// Nine games of an IM norm: 2300 on average, five titled, three of them IM, four federations.
fn norm() -> NormInput {
    let im = Some(Title::IM);
    let fm = Some(Title::FM);
    let games = vec![
        game(1, 2300, im, "FRA", 2),
        game(2, 2300, im, "FRA", 2),
        game(3, 2300, im, "ITA", 2),
        game(4, 2300, fm, "ITA", 2),
        game(5, 2300, fm, "ESP", 2),
        game(6, 2300, None, "ESP", 2),
        game(7, 2300, None, "ESP", 1),
        game(8, 2300, None, "POR", 0),
        game(9, 2300, None, "POR", 0),
    ];
    NormInput {
        federation: Some("ESP".into()),
        games,
        rounds: 9,
        fixed: false,
        double: false,
        pairing_byes: 0,
        exemption: None,
    }
}

fn im(input: &NormInput) -> Assessment {
    assess(input, Title::IM, fide()).unwrap()
}

#[test]
fn b01_table_of_nine_rounds() {
    // Points, then the lowest average for GM; the others lie 150, 200, 350 below.
    for (halves, gm) in [
        (14, 2380),
        (13, 2434),
        (12, 2475),
        (11, 2520),
        (10, 2557),
        (9, 2600),
        (8, 2643),
        (7, 2680),
    ] {
        for (title, below) in
            [(Title::GM, 0), (Title::IM, 150), (Title::WGM, 200), (Title::WIM, 350)]
        {
            assert_eq!(
                lowest_average(half(halves), 9, title, fide()),
                gm - below,
                "{halves} {title:?}"
            );
        }
    }
}

#[test]
fn b01_tables_of_longer_events() {
    let tables: [(i64, i64, &[i64]); 3] = [
        (10, 15, &[2407, 2451, 2490, 2528, 2564, 2600, 2636, 2672, 2710]),
        (11, 17, &[2389, 2425, 2467, 2498, 2535, 2564, 2600, 2636, 2665, 2702]),
        (13, 20, &[2389, 2425, 2459, 2490, 2513, 2543, 2571, 2600]),
    ];
    for (n, first, averages) in tables {
        for (halves, average) in (0..).map(|down| first - down).zip(averages) {
            let found = lowest_average(half(halves), n, Title::GM, fide());
            assert_eq!(found, *average, "{halves}/2 of {n}");
        }
    }
}

#[test]
fn b01_numbers_of_opponents() {
    let r = &fide().titles;
    for (n, required, titled, own, one) in
        [(9, 3, 5, 5, 6), (10, 4, 5, 6, 6), (11, 4, 6, 6, 7), (12, 4, 6, 7, 8), (13, 5, 7, 7, 8)]
    {
        let up = share_up(n, r.required_part.get(), r.required_of.get());
        assert_eq!(up.max(i64::from(r.required_least.get())), required);
        assert_eq!(share_up(n, r.titled_part.get(), r.titled_of.get()), titled);
        assert_eq!(share_down(n, r.own_part.get(), r.own_of.get()), own);
        assert_eq!(share_down(n, r.one_part.get(), r.one_of.get()), one);
    }
}

#[test]
fn a_norm_and_what_breaks_it() {
    let whole = im(&norm());
    assert_eq!(whole.verdict(), Verdict::Met);
    // 6½ of 9: 72 %, 166; 2300 + 166.
    assert_eq!((whole.performance, whole.average, whole.percentage), (2466, 2300, 72));
    let failing = |change: &dyn Fn(&mut NormInput)| {
        let mut input = norm();
        change(&mut input);
        let found = im(&input);
        let failed = found.checks.iter().filter(|check| check.verdict != Verdict::Met);
        failed.map(|check| check.requirement).collect::<Vec<_>>()
    };
    assert_eq!(
        failing(&|input| input.games[0].title = Some(Title::FM)),
        [Requirement::RequiredTitles]
    );
    // CM does not count as a title.
    assert_eq!(failing(&|input| input.games[4].title = Some(Title::CM)), [Requirement::Titled]);
    assert_eq!(
        failing(&|input| input.games.iter_mut().for_each(|g| g.federation = Some("FRA".into()))),
        [Requirement::Federations, Requirement::OneFederation]
    );
    assert_eq!(
        failing(&|input| input
            .games
            .iter_mut()
            .take(4)
            .for_each(|g| g.federation = Some("ESP".into()))),
        [Requirement::Federations, Requirement::OwnFederation, Requirement::OneFederation]
    );
    assert_eq!(
        failing(&|input| input.games[6].played = Played::Game(half(0))),
        [Requirement::Performance]
    );
    // FID is no federation at all.
    let fid = |input: &mut NormInput| {
        input.games.iter_mut().for_each(|g| g.federation = Some("FID".into()));
    };
    assert_eq!(failing(&fid), [Requirement::Federations]);
    let mut exempt = norm();
    fid(&mut exempt);
    exempt.exemption = Some(Exemption::NationalFinal);
    assert_eq!(im(&exempt).verdict(), Verdict::Met);
    // What is not known is not decided.
    let mut unknown = norm();
    unknown.games[0].federation = None;
    assert_eq!(im(&unknown).verdict(), Verdict::Unknown);
}

#[test]
fn b01_1_4_6_only_the_lowest_is_raised() {
    let mut input = norm();
    input.games[8].rating = None;
    input.games[7].rating = Some(1900);
    let found = weigh(&input, &(0..9).collect::<Vec<_>>(), Title::IM, fide()).unwrap();
    // Unrated counts 1400 and is the lowest: raised to 2050; 1900 stays.
    assert_eq!(found.raised, Some(8));
    assert_eq!(found.average, round_half_up(Exact::new(7 * 2300 + 1900 + 2050, 9)));
}

#[test]
fn b01_1_4_1_eight_games_and_a_forfeit() {
    let mut input = norm();
    input.games[8].played = Played::ForfeitWin;
    let found = im(&input);
    assert!(found.filled_up);
    assert_eq!((found.games.len(), found.verdict()), (8, Verdict::Met));
    // In an event of ten rounds it is not enough.
    input.rounds = 10;
    assert_eq!(im(&input).verdict(), Verdict::NotMet);
    // A bye of the pairing does the same as the forfeit.
    let mut bye = norm();
    bye.games.pop();
    bye.pairing_byes = 1;
    assert_eq!(im(&bye).verdict(), Verdict::Met);
    bye.pairing_byes = 0;
    assert_eq!(im(&bye).verdict(), Verdict::NotMet);
}

#[test]
fn b01_1_4_2_c_a_forfeit_of_the_last_round_may_be_a_lost_game() {
    let mut input = norm();
    // Absent in the last round: nothing stands for it but a lost game.
    input.games[8].played = Played::ForfeitLoss;
    let found = im(&input);
    assert_eq!((found.games.len(), found.verdict()), (9, Verdict::Met));
    assert_eq!(found.points, half(13));
}

#[test]
fn b01_1_4_1_later_games_and_won_ones_may_be_left_out() {
    let mut input = norm();
    input.rounds = 11;
    input.games.push(game(10, 2000, None, "POR", 0));
    input.games.push(game(11, 2000, None, "POR", 0));
    let found = im(&input);
    assert_eq!((found.games.len(), found.verdict()), (9, Verdict::Met));
    assert_eq!(found.left_out, [9, 10]);
    // In a round robin all rounds count.
    input.fixed = true;
    assert_eq!(im(&input).verdict(), Verdict::NotMet);
    // A win against a weak opponent spoils the average and may be left out.
    let mut weak = norm();
    weak.rounds = 10;
    weak.games.insert(0, game(10, 1200, None, "POR", 2));
    weak.games.insert(0, game(11, 1200, None, "POR", 2));
    weak.games[0].round = 0;
    weak.games[1].round = 0;
    let found = im(&weak);
    assert_eq!(found.verdict(), Verdict::Met);
    assert!(found.performance >= 2450);
}

#[test]
fn b01_1_4_1_full_points_above_make_it_longer() {
    let mut input = norm();
    assert_eq!(im(&input).length, 9);
    input.games[7].played = Played::Game(half(2));
    // 7½ where 6½ is enough.
    assert_eq!(im(&input).length, 10);
}

#[test]
fn titles_by_rating_and_direct_titles() {
    let by = |rating, games| titles_by_rating(rating, games, fide());
    assert_eq!(by(2305, 30), [Title::FM, Title::WFM]);
    assert_eq!(by(2305, 29), []);
    assert_eq!(by(2200, 30), [Title::CM, Title::WFM]);
    assert_eq!(by(1999, 99), []);
    assert_eq!(direct_title_is_full(Title::IM, 2200, fide()), Some(true));
    assert_eq!(direct_title_is_full(Title::IM, 2199, fide()), Some(false));
    assert_eq!(direct_title_is_full(Title::MC, 2199, fide()), None);
    let status = title_status(Title::IM, &[9, 9, 9], 2399, fide()).unwrap();
    assert_eq!((status.games.verdict, status.rating.verdict), (Verdict::Met, Verdict::NotMet));
    assert_eq!(title_status(Title::IM, &[9, 9], 2400, fide()).unwrap().games.found, 18);
}

#[test]
fn outlook_asks_for_the_least_that_is_enough() {
    let mut input = norm();
    input.games.truncate(7);
    let so_far = im(&input);
    // 6½ of 7; 6½ of 9 is enough at 2300.
    let needed = outlook(&so_far, 2, fide()).unwrap().points_needed;
    assert_eq!(needed, Some(crate::model::Points::ZERO));
    input.games.iter_mut().for_each(|game| game.played = Played::Game(half(0)));
    assert_eq!(outlook(&im(&input), 2, fide()).unwrap().points_needed, None);
}

#[test]
fn every_citation_is_a_provision() {
    let mut t = crate::model::Tournament::new("t", "T", crate::model::System::Swiss, 1);
    let input = norm();
    for at in 0..10_u32 {
        let mut entrant = crate::model::Entrant::new(at + 1, format!("P{at}"));
        entrant.ratings.fide = Some(2300);
        entrant.title = (1..6).contains(&at).then_some(Title::IM);
        entrant.federation = Some(if at % 3 == 0 { "ESP" } else { "FRA" }.into());
        t.entrants.push(entrant);
    }
    t.rounds = 9;
    let win = crate::model::Outcome::Played(crate::model::Score::Win);
    let loss = crate::model::Outcome::Played(crate::model::Score::Loss);
    let paired = |opponent, outcome| crate::model::Cell::Paired { opponent, colour: None, outcome };
    t.cells = vec![vec![crate::model::Cell::Bye(crate::model::Bye::Zero); 9]; 10];
    for round in 0..9_usize {
        t.cells[0][round] = paired(round + 1, win);
        t.cells[round + 1][round] = paired(0, loss);
    }
    let report = report(&t, fide());
    let mut citations = Vec::new();
    for block in &report.blocks {
        use crate::core::report::Block;
        let entries: Vec<_> = match block {
            Block::Table(table) => {
                citations.extend(table.columns.iter().flat_map(|c| c.citations.clone()));
                table.rows.iter().flat_map(|row| row.cells.clone()).collect()
            }
            Block::Facts(facts) => facts.iter().map(|fact| fact.entry.clone()).collect(),
            _ => Vec::new(),
        };
        for entry in entries {
            citations.extend(entry.citations);
            citations.extend(entry.working.into_iter().flat_map(|step| step.citations));
        }
    }
    assert!(citations.len() > 20);
    for citation in citations {
        assert!(rulebook().provision(&citation).is_some(), "{citation}");
    }
    for path in ["1.4.1 descartar", "1.4.1", "1.4.2.c", "1.4.3 excepcions", "1.4.6"] {
        let id = crate::rulebook::ProvisionId::from_parts("B.01", path);
        assert!(rulebook().provision(&id).is_some(), "{id}");
    }
    assert_eq!(to_json(&t, fide())["players"][0]["titles"][0]["title"], "GM");
    assert_eq!(input.games.len(), 9);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    /// What is found is what the whole set gives, or better; a better score never loses a norm.
    #[test]
    fn leaving_out_never_hurts(
        ratings in prop::collection::vec(1800_u32..2700, 7..12),
        halves in prop::collection::vec(0_i64..3, 12),
    ) {
        let mut input = norm();
        input.rounds = ratings.len() as u32;
        input.games = (1..).zip(ratings.iter().zip(&halves)).map(|(round, (&rating, &halves))| {
            let title = (round % 2 == 1).then_some(Title::GM);
            game(round, rating, title, ["FRA", "ITA", "POR"][round as usize % 3], halves)
        }).collect();
        let all: Vec<usize> = (0..input.games.len()).collect();
        let whole = weigh(&input, &all, Title::IM, fide()).unwrap();
        let best = im(&input);
        if whole.verdict() == Verdict::Met {
            prop_assert_eq!(best.verdict(), Verdict::Met);
            let lost = input.games.iter().position(|g| g.played == Played::Game(half(0)));
            if let Some(lost) = lost {
                input.games[lost].played = Played::Game(half(1));
                prop_assert_eq!(im(&input).verdict(), Verdict::Met);
            }
        }
    }
}

/// IT1 of an invented league: everything that the form asks for, the same in the report and as data.
#[test]
fn the_certificate_says_what_the_calculation_found() {
    let (sources, mut diagnostics) =
        (crate::diag::Sources::default(), crate::diag::Diagnostics::new());
    let project = crate::project::Project::disk(env!("CARGO_MANIFEST_DIR"));
    let found = crate::source::find_tournament(
        "2026/magistral-serra-alta",
        &project,
        &sources,
        &mut diagnostics,
    );
    let t = found.expect("the demonstration has it").tournament;
    let made = certificates(&t, fide());
    let [norm] = &made[..] else { panic!("{} norms", made.len()) };
    assert_eq!((t.entrants[norm.entrant].number, norm.title), (9, Title::IM));
    assert_eq!(norm.name(&t), "it1-9-im");
    // (2486 + 2441 + 2422 + 2395 + 2310 + 2288 + 2254 + 2240 + 2050) / 9 = 2320.7; 7 of 9 is 78 %.
    let json = &norm.json;
    assert_eq!(
        (&json["norm"]["average"], &json["norm"]["performance"]),
        (&2321.into(), &2541.into())
    );
    assert_eq!(json["required_points"], 6.5);
    let games = json["games"].as_array().unwrap();
    assert_eq!(games.len(), 9);
    let raised: Vec<_> = games.iter().filter(|game| game["raised"] == true).collect();
    assert_eq!((&raised[0]["rating"], &raised[0]["counted_rating"]), (&2010.into(), &2050.into()));
    let report = norm.report.to_json().to_string();
    for cited in ["B.01 1.4.1", "B.01 1.4.3", "B.01 1.4.4", "B.01 1.4.6", "B.01 1.4.9"] {
        assert!(report.contains(cited), "{cited}");
    }
    // Before the end there is no certificate.
    let mut open = t.clone();
    open.rounds = 10;
    assert!(certificates(&open, fide()).is_empty());
}

#[test]
fn b01_the_score_that_a_norm_takes() {
    // The table of nine rounds: 6½ from an average of 2284, 6 from 2325.
    let required = |average: u32| {
        let mut input = norm();
        input.games.iter_mut().for_each(|game| game.rating = Some(average));
        required_points(&im(&input), fide()).map(|points| points.halves())
    };
    assert_eq!([2283, 2284, 2324, 2325].map(required), [Some(14), Some(13), Some(13), Some(12)]);
    assert_eq!(required(2600), Some(7));
}
