//! `ledger`: norms and titles of Mestre Català; `arbiters`: titles of arbiters.

use serde_json::{Value as Json, json};

use super::args::{LedgerArgs, SiteArgs};
use super::tournament::style;
use super::{Outcome, Session, print, print_json};
use crate::build::RulesByDay;
use crate::core::arbiter_register;
use crate::core::ledger::{history, report};
use crate::diag::nearest;
use crate::model::{Date, fold};
use crate::source::{self, Memo};
use crate::terminal;

/// The ledger of a player, or the register of all.
pub fn ledger(session: &mut Session, args: &LedgerArgs) -> Outcome {
    let Some((data, rules)) = load(session) else {
        return if args.json { session.report_json() } else { session.report() };
    };
    let Some(language) = session.load_language(&data.config.language.clone()) else {
        return session.report();
    };
    let archive = &data.archive;
    let asked = match args.on.as_deref().map(str::parse::<Date>) {
        None => history::last_day(archive),
        Some(Ok(day)) => Some(day),
        Some(Err(_)) => {
            eprintln!("error: --on takes a day such as 1991-03-01");
            return Outcome::Usage;
        }
    };
    let Some(today) = asked else {
        eprintln!("error: the site has no events, rating lists or norms");
        return Outcome::Findings;
    };
    let made = history::made_norms(archive, |t| rules.of(t));
    let rules = rules.on(today);
    let histories = history::histories(archive, &made, today, rules);
    let Some(player) = &args.player else {
        if args.json {
            let all: Vec<Json> = histories.values().map(|h| report::to_json(h, rules)).collect();
            print_json(&json!({"report": "ledger", "day": today.to_string(), "players": all}));
        } else {
            let register = report::register(&histories, archive, today, rules);
            print(&terminal::render(&register, &language, style(args.explain)));
        }
        return session.report();
    };
    let wanted = fold(player);
    let found = archive.people.values().find(|person| *person.slug == **player).or_else(|| {
        let mut by_name = archive.people.values().filter(|person| fold(&person.name) == wanted);
        by_name.next().filter(|_| by_name.next().is_none())
    });
    let Some(person) = found else {
        let near = nearest(player, archive.people.keys().map(|slug| &**slug));
        let hint = near.map(|near| format!("; did you mean `{near}`?")).unwrap_or_default();
        eprintln!("error: no player `{player}`{hint}");
        return Outcome::Findings;
    };
    match histories.get(&person.slug) {
        Some(history) if args.json => print_json(&report::to_json(history, rules)),
        Some(history) => {
            let of_player = report::of_player(history, rules);
            print(&terminal::render(&of_player, &language, style(args.explain)));
        }
        None if args.json => print_json(&json!({
            "player": &*person.slug, "name": &*person.name, "held": 0, "title": null, "log": [],
        })),
        None => print(&format!("{}: {}\n", person.name, language.text("ledger.nothing"))),
    }
    session.report()
}

/// What the arbiters of the site have towards their titles.
pub fn arbiters(session: &mut Session, args: &SiteArgs) -> Outcome {
    let Some((data, rules)) = load(session) else {
        return if args.json { session.report_json() } else { session.report() };
    };
    let Some(language) = session.load_language(&data.config.language.clone()) else {
        return session.report();
    };
    let Some(day) = arbiter_register::last_day(&data.archive) else {
        eprintln!("error: data/arbiter-events.csv names no event");
        return Outcome::Findings;
    };
    let rules = rules.on(day);
    if args.json {
        print_json(&arbiter_register::to_json(&data.archive, day, rules));
    } else {
        let report = arbiter_register::report(&data.archive, day, rules);
        print(&terminal::render(&report, &language, style(args.explain)));
    }
    session.report()
}

/// The whole site and its rules; `None` with the problems in the session.
pub(super) fn load(session: &mut Session) -> Option<(source::Site, RulesByDay)> {
    let mut diagnostics = std::mem::take(&mut session.diagnostics);
    let data =
        source::site(&session.project, &mut Memo::default(), &session.sources, &mut diagnostics);
    let rules = data.as_ref().and_then(|data| RulesByDay::bind(&data.versions, &mut diagnostics));
    session.diagnostics = diagnostics;
    if session.diagnostics.has_errors() { None } else { data.zip(rules) }
}
