use super::*;
use crate::core::fide::FideRules;
use crate::core::report::{Fact, Verdict};
use crate::model::{
    ArbiterRole, ArbiterTitle, Date, Entrant, FideEvent, Official, RoundTime, System, Title,
    Tournament,
};
use crate::test_rules::{rulebook, rules};

fn fide() -> &'static FideRules {
    rules().fide.rules().unwrap()
}

fn day(year: i16, month: i8, day: i8) -> Date {
    Date::constant(year, month, day)
}

/// A league of ten players in which everything is as it should be.
fn event() -> Tournament {
    let mut t = Tournament::new("x", "X", System::RoundRobin { double: false }, 9);
    t.federation = Some("ESP".into());
    (t.start, t.end) = (Some(day(2026, 5, 1)), Some(day(2026, 5, 8)));
    for number in 1..=10_u32 {
        let mut entrant = Entrant::new(number, format!("Jugador {number}"));
        entrant.ratings.fide = Some(2400 + number);
        entrant.fide_id = Some(900_000 + number);
        entrant.federation = Some(["ESP", "FRA", "ITA"][number as usize % 3].into());
        entrant.birth = Some(day(1990, 1, 1));
        entrant.title = (number <= 3).then_some(Title::IM);
        t.entrants.push(entrant);
    }
    let win = crate::model::Outcome::Played(crate::model::Score::Draw);
    let draw = |opponent| crate::model::Cell::Paired { opponent, colour: None, outcome: win };
    t.cells = (0..10_usize).map(|own| (0..9).map(|_| draw(own ^ 1)).collect()).collect();
    t.round_times =
        (0..9).map(|at| RoundTime { day: day(2026, 5, 1 + at.min(7)), hour: None }).collect();
    t.fide = FideEvent {
        event_code: Some("999".into()),
        registered: Some(day(2026, 4, 1)),
        minutes: vec![90, 30],
        increment: 30,
        first_control: Some(40),
    };
    t.arbiters = vec![Official {
        name: "Quer, Remei".into(),
        role: ArbiterRole::Chief,
        title: Some(ArbiterTitle::Fide),
        federation: None,
        fide_id: None,
    }];
    t
}

/// The verdict of one check.
fn verdict(t: &Tournament, key: &str) -> Verdict {
    let facts = completeness(t, fide()).facts;
    let found: Vec<&Fact> = facts.iter().filter(|fact| fact.key == key).collect();
    let [fact] = found[..] else { panic!("{key} is there {} times", found.len()) };
    match &fact.entry.value {
        crate::core::report::Value::Verdict(verdict) => *verdict,
        crate::core::report::Value::List(parts) => match parts.last() {
            Some(crate::core::report::Value::Verdict(verdict)) => *verdict,
            other => panic!("{key}: {other:?}"),
        },
        other => panic!("{key}: {other:?}"),
    }
}

#[test]
fn an_event_with_everything_is_complete() {
    let found = completeness(&event(), fide());
    let open: Vec<_> = found.facts.iter().filter(|fact| fact.advice.is_some()).collect();
    assert!(open.is_empty(), "{open:?}");
    assert_eq!(found.verdict, Verdict::Met);
    assert_eq!(to_json(&event(), fide())["complete"], "met");
}

#[test]
fn what_is_not_told_is_not_known() {
    let mut t = event();
    t.fide = FideEvent::default();
    t.arbiters.clear();
    t.round_times.clear();
    for key in [
        "registration",
        "event-code",
        "chief-arbiter",
        "playing-arbiter",
        "clock-norms",
        "clock-rating",
        "first-control",
        "rounds-a-day",
        "hours-a-day",
    ] {
        assert_eq!(verdict(&t, key), Verdict::Unknown, "{key}");
    }
    // A complete event cannot have rounds without a day.
    assert_eq!(verdict(&t, "days"), Verdict::NotMet);
    assert_eq!(completeness(&t, fide()).verdict, Verdict::NotMet);
}

/// B.01: thirty days, two rounds, twelve hours, two hours for sixty moves; each on both sides.
#[test]
fn limits_on_both_sides() {
    let with = |change: &dyn Fn(&mut Tournament), key: &str| {
        let mut t = event();
        change(&mut t);
        verdict(&t, key)
    };
    use Verdict::{Met, NotMet};
    let registered = |d: Date| with(&|t| t.fide.registered = Some(d), "registration");
    assert_eq!((registered(day(2026, 4, 1)), registered(day(2026, 4, 2))), (Met, NotMet));
    let clock = |minutes: &'static [u32], increment| {
        let change = |t: &mut Tournament| {
            t.fide.minutes = minutes.to_vec();
            t.fide.increment = increment;
        };
        (with(&change, "clock-norms"), with(&change, "clock-rating"), with(&change, "hours-a-day"))
    };
    // 90 + 30 s is two hours; players of 2400 need as much.
    assert_eq!(clock(&[90], 30), (Met, Met, Met));
    assert_eq!(clock(&[90], 29), (NotMet, NotMet, Met));
    // Two rounds of three hours for each player are twelve hours.
    assert_eq!(clock(&[180], 0).2, Met);
    assert_eq!(clock(&[181], 0).2, NotMet);
    let control = |moves| with(&|t| t.fide.first_control = Some(moves), "first-control");
    assert_eq!((control(30), control(29)), (Met, NotMet));
    let one_period =
        with(&|t| (t.fide.minutes, t.fide.first_control) = (vec![120], None), "first-control");
    assert_eq!(one_period, Met);
    let crowded = |rounds: usize| {
        with(
            &|t| t.round_times.iter_mut().take(rounds).for_each(|r| r.day = day(2026, 5, 1)),
            "rounds-a-day",
        )
    };
    assert_eq!((crowded(2), crowded(3)), (Met, NotMet));
    let rounds = |n| with(&|t| t.rounds = n, "rounds");
    assert_eq!((rounds(9), rounds(8)), (Met, NotMet));
    let title = |title| with(&|t| t.arbiters[0].title = title, "chief-arbiter");
    assert_eq!(title(Some(ArbiterTitle::International)), Met);
    assert_eq!(title(Some(ArbiterTitle::National)), NotMet);
    assert_eq!(title(None), Verdict::Unknown);
    assert_eq!(with(&|t| t.arbiters[0].name = "jugador 7".into(), "playing-arbiter"), NotMet);
    let of_spain = |t: &mut Tournament| {
        t.entrants.iter_mut().skip(2).for_each(|e| e.federation = Some("ESP".into()));
    };
    assert_eq!(
        (
            with(&|_| (), "foreigners"),
            with(
                &|t| {
                    of_spain(t);
                    t.entrants[1].federation = Some("ESP".into());
                },
                "foreigners"
            )
        ),
        (Met, NotMet)
    );
    assert_eq!(with(&|t| t.entrants[0].title = None, "titled"), NotMet);
    assert_eq!(with(&|t| t.entrants[4].fide_id = None, "fide-ids"), NotMet);
    assert_eq!(with(&|t| t.rounds = 10, "results"), NotMet);
}

/// B.02: minutes by the strongest player.
#[test]
fn b02_minutes_by_rating() {
    let asked = [1799, 1800, 2399, 2400].map(|rating| fide().event.minutes_for(rating));
    assert_eq!(asked, [60, 90, 90, 120]);
}

/// B.02: an event ends at least three days before the list.
#[test]
fn b02_the_first_list() {
    let ending = |d: Date| {
        let mut t = event();
        t.end = Some(d);
        first_list(&t, fide())
    };
    assert_eq!(ending(day(2026, 5, 8)), Some(day(2026, 6, 1)));
    assert_eq!(ending(day(2026, 5, 29)), Some(day(2026, 6, 1)));
    assert_eq!(ending(day(2026, 5, 30)), Some(day(2026, 7, 1)));
    assert_eq!(ending(day(2026, 12, 31)), Some(day(2027, 2, 1)));
}

#[test]
fn every_citation_is_a_provision() {
    use crate::core::report::Block;
    let report = report(&event(), fide());
    let mut citations = Vec::new();
    for block in &report.blocks {
        let Block::Facts(facts) = block else { continue };
        for fact in facts {
            citations.extend(fact.entry.citations.clone());
            citations.extend(fact.entry.working.iter().flat_map(|step| step.citations.clone()));
        }
    }
    assert!(citations.len() > 20);
    for citation in citations {
        assert!(rulebook().provision(&citation).is_some(), "{citation}");
    }
}
