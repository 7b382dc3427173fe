//! Both sides of every threshold, whatever the text sets it to: the numbers of the text are read,
//! and the value just short of each, at it, and just beyond it is tried.

use jiff::ToSpan;
use jiff::civil::date;

use super::EstablishedEvent;
use super::closed::{ClosedInput, ClosedPlayer, check_closed};
use super::open::{OpenGroup, OpenInput, OpenReport, check_open};
use crate::core::calendar::WorkingCalendar;
use crate::core::distance::{Place, metres};
use crate::core::report::Verdict;
use crate::core::rules::Rules1990;
use crate::model::{Category, Ratings};
use crate::rulebook::Percent;
use crate::test_rules::rules;

const MET: Verdict = Verdict::Met;
const NOT_MET: Verdict = Verdict::NotMet;

/// The rules as published, and with every whole number moved: no threshold is anybody else's.
fn editions() -> Vec<Rules1990> {
    let mut moved = rules().clone();
    let open = &mut moved.open;
    open.min_rounds.value = 5;
    open.norm_rounds.value = 6;
    open.min_players.value = 12;
    open.min_distance.value = 41;
    open.paper_days.value = 7;
    open.fee_category.value = 1500;
    open.fee_preferent.value = 3500;
    open.fee_max.value = 7000;
    open.request_limit.value = crate::rulebook::DayOfYear { month: 3, day: 1 };
    let closed = &mut moved.closed;
    closed.min_rounds.value = 7;
    closed.min_players.value = 8;
    closed.elo_mean.value = 1950;
    closed.norm_mean.value = 2050;
    closed.norm_rating.value = 1990;
    closed.norm_exceptions.value = 2;
    closed.norm_clubs.value = Percent(crate::model::Exact::new(3, 4));
    vec![rules().clone(), moved]
}

fn good(rules: &Rules1990) -> OpenInput {
    let limit = rules.open.request_limit.get();
    let last = date(1990, limit.month, limit.day).yesterday().unwrap();
    OpenInput {
        request: Some(last),
        request_year: Some(1990),
        rounds: rules.open.norm_rounds.get(),
        start: Some(date(1991, 2, 1)),
        end: Some(date(1991, 2, 9)),
        at: Some(Place::from_degrees(41.0, 2.0)),
        groups: vec![OpenGroup {
            categories: vec![Category::Third],
            players: Some(rules.open.min_players.get()),
        }],
        ..OpenInput::default()
    }
}

fn check(input: &OpenInput, rules: &Rules1990) -> OpenReport {
    check_open(input, &WorkingCalendar::default(), rules)
}

#[test]
fn requests_on_the_eve_of_the_limit_and_on_it() {
    for rules in editions() {
        let mut input = good(&rules);
        assert_eq!(check(&input, &rules).can_be_homologated, MET);
        input.request = input.request.and_then(|day| day.tomorrow().ok());
        assert_eq!(check(&input, &rules).request_in_time, NOT_MET);
        assert_eq!(check(&input, &rules).can_be_homologated, NOT_MET);
    }
}

/// Without a year the limit is the last one before the first day of the event.
#[test]
fn the_limit_is_the_last_before_the_event() {
    for rules in editions() {
        let mut input = good(&rules);
        let limit = rules.open.request_limit.get();
        input.request_year = None;
        for (start, year) in [
            (date(1991, limit.month, limit.day), 1990),
            (date(1991, limit.month, limit.day).tomorrow().unwrap(), 1991),
        ] {
            input.start = Some(start);
            let eve = date(year, limit.month, limit.day).yesterday().unwrap();
            assert_eq!(check(&input, &rules).request_last_day, Some(eve), "{start}");
        }
    }
}

#[test]
fn rounds_players_and_what_is_missing() {
    for rules in editions() {
        let open = &rules.open;
        for short in 0..3 {
            let mut input = good(&rules);
            input.rounds = open.norm_rounds.get() - short;
            let report = check(&input, &rules);
            assert_eq!(report.rounds_ok, input.rounds >= open.min_rounds.get());
            assert_eq!(report.can_give_norms, Verdict::of(short == 0));
        }
        for (players, verdict) in
            [(open.min_players.get() - 1, NOT_MET), (open.min_players.get(), MET)]
        {
            let mut input = good(&rules);
            input.groups[0].players = Some(players);
            assert_eq!(check(&input, &rules).groups[0].size_ok, verdict);
        }
    }
}

/// The distance is compared in whole metres: one metre less than the limit clashes.
#[test]
fn distances_a_metre_short_of_the_limit() {
    for rules in editions() {
        let from = Place::from_degrees(41.0, 2.0);
        let limit = i64::from(rules.open.min_distance.get()) * 1000;
        let north = |micro| Place::from_micro(41_000_000 + micro, 2_000_000);
        let far = (0_i64..1_000_000).find(|&micro| metres(from, north(micro)) >= limit).unwrap();
        for (micro, verdict) in [(far - 10, NOT_MET), (far, MET)] {
            let mut input = good(&rules);
            input.established = vec![EstablishedEvent {
                name: "Altre".into(),
                start: input.end,
                end: input.end.and_then(|day| day.checked_add(9.days()).ok()),
                at: Some(north(micro)),
            }];
            assert_eq!(check(&input, &rules).can_be_homologated, verdict, "{micro}");
            // A day later there is no common day, however near.
            input.end = input.end.and_then(|day| day.yesterday().ok());
            assert_eq!(check(&input, &rules).can_be_homologated, MET);
        }
    }
}

#[test]
fn papers_on_the_last_working_day_and_after() {
    for rules in editions() {
        let mut input = good(&rules);
        // 9 February 1991 is a Saturday: so many days later, with a Sunday for each week begun.
        let days = i64::from(rules.open.paper_days.get());
        let last = input.end.unwrap().checked_add((days + (days + 5) / 6).days()).unwrap();
        input.papers_received = Some(last);
        let report = check(&input, &rules);
        assert_eq!((report.papers_last_day, report.papers_in_time), (Some(last), MET));
        input.papers_received = last.tomorrow().ok();
        assert_eq!(check(&input, &rules).papers_in_time, NOT_MET);
    }
}

#[test]
fn the_fee_up_to_the_most_and_one_peseta_short() {
    for rules in editions() {
        let open = &rules.open;
        let mut input = good(&rules);
        input.groups = vec![
            OpenGroup { categories: vec![Category::Third, Category::Second], players: None },
            OpenGroup { categories: vec![Category::First, Category::Preferent], players: None },
        ];
        let sum = 3 * open.fee_category.get() + open.fee_preferent.get();
        let fee = sum.min(open.fee_max.get());
        assert_eq!(check(&input, &rules).fee, Some(i64::from(fee)));
        let paid = |paid, input: &mut OpenInput| {
            input.fee_paid = Some(paid);
            let sheet = super::open_sheet::open_sheet(&rules);
            let computed = sheet.compute(&input.data(&WorkingCalendar::default()));
            computed.get("fee_enough").verdict()
        };
        assert_eq!(paid(fee - 1, &mut input), NOT_MET);
        assert_eq!(paid(fee, &mut input), MET);
    }
}

/// So many players of different clubs with one rating.
fn closed(rules: &Rules1990, rating: u32) -> ClosedInput {
    let players = (0..rules.closed.min_players.get()).map(|at| ClosedPlayer {
        club: Some(format!("club {at}").into()),
        category: Some(Category::Preferent),
        ratings: Ratings { catalan: Some(rating), ..Ratings::default() },
        ..ClosedPlayer::default()
    });
    ClosedInput {
        rounds: rules.closed.min_rounds.get(),
        valid_for_fide: Some(false),
        players: players.collect(),
    }
}

#[test]
fn closed_events_a_point_of_the_sum_short_of_each_mean() {
    for rules in editions() {
        let numbers = &rules.closed;
        for (mean, for_elo) in [(numbers.elo_mean.get(), true), (numbers.norm_mean.get(), false)] {
            let mut input = closed(&rules, mean);
            let verdict = |input: &ClosedInput| {
                let report = check_closed(input, &rules);
                if for_elo { report.homologated_elo } else { report.homologated_norms }
            };
            assert_eq!(verdict(&input), MET);
            input.players[0].ratings.catalan = Some(mean - 1);
            assert_eq!(verdict(&input), NOT_MET);
            input.players[0].ratings.catalan = Some(mean);
            input.rounds -= 1;
            assert_eq!(verdict(&input), NOT_MET);
            input.rounds += 1;
            input.players.pop();
            assert_eq!(verdict(&input), NOT_MET);
        }
    }
}

#[test]
fn closed_events_with_one_too_many_under_the_least_rating_or_of_one_club() {
    for rules in editions() {
        let numbers = &rules.closed;
        let mut input = closed(&rules, 2900);
        let exceptions = numbers.norm_exceptions.get() as usize;
        for at in 0..=exceptions {
            assert_eq!(check_closed(&input, &rules).homologated_norms, MET, "{at}");
            input.players[at].ratings.catalan = Some(numbers.norm_rating.get());
            assert_eq!(check_closed(&input, &rules).below as usize, at);
            input.players[at].ratings.catalan = Some(numbers.norm_rating.get() - 1);
        }
        assert_eq!(check_closed(&input, &rules).homologated_norms, NOT_MET);
        let mut input = closed(&rules, 2900);
        let others = numbers.norm_clubs.get().0;
        for same in 1..=input.players.len() {
            input.players[same - 1].club = Some("Un".into());
            let share = crate::model::Exact::new(same as i64, input.players.len() as i64);
            let enough_others = crate::model::Exact::from(1) - share >= others;
            assert_eq!(check_closed(&input, &rules).clubs_ok_for_norms, enough_others, "{same}");
        }
    }
}
