//! The report of the tournament: who, where, when, by whom, ratings, titles, federations, norms.

use std::collections::BTreeMap;

use serde_json::{Value as Json, json};

use super::checks::{completeness, first_list, minutes};
use crate::core::fide::FideRules;
use crate::core::fide::titles;
use crate::core::report::{
    Align, Block, Column, Entry, Fact, Msg, Report, Row, Step, Table, Value, exact_json,
};
use crate::model::{Entrant, Exact, Official, Title, Tournament};

fn fact(key: &'static str, label: &'static str, value: impl Into<Value>) -> Fact {
    Fact::new(key, Msg::new(label), Entry::plain(value))
}

/// The whole report, the check for completeness first.
pub fn report(t: &Tournament, rules: &FideRules) -> Report {
    let complete = completeness(t, rules);
    let mut blocks = vec![
        Block::Paragraph(Msg::new("it3.verdict").with("verdict", complete.verdict)),
        Block::Heading(Msg::new("it3.completeness")),
        Block::Facts(complete.facts),
        Block::Heading(Msg::new("it3.event")),
        Block::Facts(event(t, rules)),
        Block::Table(arbiters(t)),
    ];
    if !t.round_times.is_empty() {
        blocks.push(Block::Table(schedule(t)));
    }
    blocks.push(Block::Heading(Msg::new("it3.players-heading")));
    blocks.push(Block::Facts(ratings(&t.entrants)));
    blocks.push(Block::Table(federations(t)));
    blocks.push(Block::Table(titled(t)));
    blocks.push(Block::Heading(Msg::new("it3.norms-heading")));
    blocks.push(norms(t, rules));
    let title = Msg::new("it3.title").with("tournament", t.name.clone());
    Report { key: "it3", title, blocks }
}

fn event(t: &Tournament, rules: &FideRules) -> Vec<Fact> {
    let r = &rules.event;
    let clock = minutes(&t.fide, r.moves.get());
    let mut facts = vec![
        fact("name", "it3.name-of-event", t.name.clone()),
        fact("event-code", "it3.event-code", t.fide.event_code.clone()),
        fact("registered", "it3.registered", t.fide.registered),
        fact("federation", "it3.federation", t.federation.clone()),
        fact("place", "it3.place", t.place.clone()),
        fact("start", "it3.first-day", t.start),
        fact("end", "it3.last-day", t.end),
        fact("system", "it3.system", Msg::new(system(t))),
        fact("rounds", "it3.rounds", t.rounds),
        fact("players", "it3.players", t.entrants.len()),
        fact("time-control", "it3.time-control", t.time_control.clone()),
    ];
    facts.push(Fact::new(
        "minutes",
        Msg::new("it3.minutes"),
        Entry::plain(clock).cite(&r.minutes.at),
    ));
    facts.push(fact("organiser", "it3.organiser", t.organiser.clone()));
    let list = first_list(t, rules);
    let days = Step::new(Msg::new("it3.days-before-list"))
        .gives(r.before_list.get())
        .cite(&r.before_list.at);
    facts.push(Fact::new(
        "list",
        Msg::new("it3.first-list"),
        Entry::plain(list).cite(&r.before_list.at).step(days),
    ));
    facts
}

fn system(t: &Tournament) -> &'static str {
    use crate::model::System;
    match t.system {
        System::Swiss => "it3.system.swiss",
        System::RoundRobin { double: false } => "it3.system.round-robin",
        System::RoundRobin { double: true } => "it3.system.double-round-robin",
        System::KnockOut => "it3.system.knock-out",
    }
}

fn table(key: &'static str, caption: &'static str, columns: Vec<Column>, rows: Vec<Row>) -> Table {
    Table { key, caption: Msg::new(caption), columns, rows }
}

fn row(cells: Vec<Value>) -> Row {
    Row { entrant: None, cells: cells.into_iter().map(Entry::plain).collect() }
}

fn column(key: &'static str, header: &'static str, align: Align) -> Column {
    Column::new(key, Msg::new(header), align)
}

/// Those told with their titles; else the chief arbiter's name alone.
fn arbiters(t: &Tournament) -> Table {
    let columns = vec![
        column("role", "it3.role", Align::Start),
        column("name", "it3.name", Align::Start),
        column("title", "it3.arbiter-title", Align::Start),
        column("federation", "it3.federation", Align::Start),
        column("fide_id", "it3.fide-id", Align::End),
    ];
    let of = |arbiter: &Official| {
        row(vec![
            Msg::new(role(arbiter)).into(),
            arbiter.name.clone().into(),
            arbiter.title.map(|title| title.key()).into(),
            arbiter.federation.clone().into(),
            arbiter.fide_id.into(),
        ])
    };
    let mut rows: Vec<Row> = t.arbiters.iter().map(of).collect();
    if let (true, Some(name)) = (rows.is_empty(), &t.chief_arbiter) {
        let none = || Value::Undefined;
        let chief = Msg::new("it3.role.chief").into();
        rows.push(row(vec![chief, name.clone().into(), none(), none(), none()]));
    }
    table("arbiters", "it3.arbiters", columns, rows)
}

fn role(arbiter: &Official) -> &'static str {
    use crate::model::ArbiterRole::{Arbiter, Chief, Deputy, Sector};
    match arbiter.role {
        Chief => "it3.role.chief",
        Deputy => "it3.role.deputy",
        Sector => "it3.role.sector",
        Arbiter => "it3.role.arbiter",
    }
}

fn schedule(t: &Tournament) -> Table {
    let columns = vec![
        column("round", "it3.round", Align::End),
        column("day", "it3.day", Align::Start),
        column("hour", "it3.hour", Align::Start),
    ];
    let rows = (1_u32..).zip(&t.round_times).map(|(round, time)| {
        let hour = time.hour.map(|hour| format!("{:02}:{:02}", hour.hour(), hour.minute()));
        row(vec![round.into(), time.day.into(), hour.into()])
    });
    table("schedule", "it3.schedule", columns, rows.collect())
}

/// The mean of the ratings that are there; `None` without any.
fn mean<'e>(entrants: impl Iterator<Item = &'e Entrant>) -> Option<Exact> {
    let ratings: Vec<i64> = entrants.filter_map(|e| e.ratings.fide).map(i64::from).collect();
    let n = ratings.len() as i64;
    (n > 0).then(|| Exact::new(ratings.iter().sum(), n))
}

fn ratings(entrants: &[Entrant]) -> Vec<Fact> {
    let rated = entrants.iter().filter(|e| e.ratings.fide.is_some()).count();
    vec![
        fact("players", "it3.players", entrants.len()),
        fact("rated", "it3.rated", rated),
        fact("unrated", "it3.unrated", entrants.len() - rated),
        fact("average", "it3.average", mean(entrants.iter())),
        fact("highest", "it3.highest", entrants.iter().filter_map(|e| e.ratings.fide).max()),
        fact("lowest", "it3.lowest", entrants.iter().filter_map(|e| e.ratings.fide).min()),
    ]
}

fn federations(t: &Tournament) -> Table {
    let columns = vec![
        column("federation", "it3.federation", Align::Start),
        column("players", "it3.players", Align::End),
        column("rated", "it3.rated", Align::End),
        column("titled", "it3.titled", Align::End),
        column("average", "it3.average", Align::End),
    ];
    let mut by: BTreeMap<Option<&str>, Vec<&Entrant>> = BTreeMap::new();
    t.entrants.iter().for_each(|e| by.entry(e.federation.as_deref()).or_default().push(e));
    let mut rows: Vec<_> = by.into_iter().collect();
    rows.sort_by_key(|(federation, players)| (std::cmp::Reverse(players.len()), *federation));
    let rows = rows.into_iter().map(|(federation, players)| {
        row(vec![
            federation.into(),
            players.len().into(),
            players.iter().filter(|e| e.ratings.fide.is_some()).count().into(),
            players.iter().filter(|e| e.title.is_some()).count().into(),
            mean(players.iter().copied()).into(),
        ])
    });
    table("federations", "it3.federations", columns, rows.collect())
}

/// Who holds which title, the highest first.
fn titled(t: &Tournament) -> Table {
    let columns = vec![
        column("title", "it3.player-title", Align::Start),
        column("players", "it3.players", Align::End),
        column("names", "it3.names", Align::Start),
    ];
    let rows = Title::ALL.into_iter().filter_map(|title| {
        let of: Vec<&str> =
            t.entrants.iter().filter(|e| e.title == Some(title)).map(|e| &*e.name).collect();
        let names = of.join("; ");
        (!of.is_empty()).then(|| row(vec![title.key().into(), of.len().into(), names.into()]))
    });
    table("titled", "it3.titled-players", columns, rows.collect())
}

/// Norms made, from the same calculation as their own report.
fn norms(t: &Tournament, rules: &FideRules) -> Block {
    let made: Vec<Row> = titles::norms_of(t, rules)
        .filter(|norms| norms.finished)
        .into_iter()
        .flat_map(|norms| norms.players)
        .filter_map(|player| {
            let found = player.norm()?;
            let entrant = &t.entrants[player.entrant];
            let name = Value::Entrant {
                index: player.entrant,
                number: entrant.number,
                name: entrant.name.clone(),
            };
            let cells = vec![
                Entry::plain(name),
                Entry::plain(found.title.key()).cite_param(&rules.titles.titles),
                Entry::plain(found.games.len()).cite_param(&rules.titles.games),
                Entry::plain(titles::points(found.points)),
                Entry::plain(found.average).cite(&"B.01 1.4.6".into()),
                Entry::plain(found.performance).cite_param(&rules.titles.percentage),
            ];
            Some(Row { entrant: Some(player.entrant), cells })
        })
        .collect();
    if made.is_empty() {
        return Block::Paragraph(Msg::new("it3.no-norms"));
    }
    let columns = vec![
        column("player", "column.player", Align::Start),
        column("norm", "b01.column.title", Align::Start),
        column("games", "b01.column.games", Align::End),
        column("points", "column.points", Align::End),
        column("average", "b01.column.average", Align::End),
        column("performance", "b01.column.performance", Align::End),
    ];
    Block::Table(table("norms", "it3.norms", columns, made))
}

/// For programs: what the form asks for, and every check with its verdict.
pub fn to_json(t: &Tournament, rules: &FideRules) -> Json {
    let complete = completeness(t, rules);
    let report = report(t, rules).to_json();
    json!({
        "form": "IT3",
        "tournament": &*t.slug,
        "complete": complete.verdict.key(),
        "average": mean(t.entrants.iter()).map(exact_json),
        "first_list": first_list(t, rules).map(|day| day.to_string()),
        "blocks": report["blocks"],
    })
}
