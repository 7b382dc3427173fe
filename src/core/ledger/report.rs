//! Ledgers as reports: of one player, and of everybody who holds the title or is on the way.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde_json::{Value as Json, json};

use super::history::{Achievement, History};
use super::{LedgerEvent, LedgerLine};
use crate::core::awards::Award;
use crate::core::report::{
    Align, Block, Column, Entry, Fact, Msg, Report, Row, Step, Table, Value,
};
use crate::core::rules::Rules1990;
use crate::core::season;
use crate::model::{Archive, Date};
use crate::rulebook::ProvisionId;

/// A line of the time line, with what it is about.
struct Line<'h> {
    line: &'h LedgerLine,
    day: Option<Date>,
    event: Value,
    how: Option<Msg>,
    at: Vec<ProvisionId>,
}

fn lines<'h>(history: &'h History, rules: &Rules1990) -> Vec<Line<'h>> {
    let by_norms = history.ledger.held >= rules.ledger.for_title.get();
    let direct = history.achievements.iter().find(|found| found.award == Some(Award::Title));
    let of = |line: &'h LedgerLine| {
        let found = history.achievement(line.event.as_deref());
        let whole = |found: &Achievement| Line {
            line,
            day: Some(found.day),
            event: found.event.clone(),
            how: Some(found.how.clone()),
            at: vec![found.at.clone()],
        };
        let title = history.title.as_ref();
        match line.what {
            LedgerEvent::Gain => found.map(whole),
            LedgerEvent::Loss => Some(Line {
                line,
                day: season::last_day(line.season, rules),
                event: found.map_or(Value::Undefined, |found| found.event.clone()),
                how: Some(Msg::new("ledger.how.idle").with("n", rules.ledger.idle_seasons.get())),
                at: vec![rules.ledger.idle_seasons.at.clone()],
            }),
            LedgerEvent::Title if !by_norms => direct.map(whole),
            LedgerEvent::Title => title.map(|title| Line {
                line,
                day: title.day,
                event: Value::Undefined,
                how: Some(title.how.clone()),
                at: title.at.clone().into_iter().collect(),
            }),
        }
    };
    history.ledger.log.iter().filter_map(of).collect()
}

fn what(event: LedgerEvent) -> Msg {
    Msg::new(match event {
        LedgerEvent::Gain => "ledger.what.gain",
        LedgerEvent::Loss => "ledger.what.loss",
        LedgerEvent::Title => "ledger.what.title",
    })
}

fn cited(mut entry: Entry, at: &[ProvisionId]) -> Entry {
    for id in at {
        entry = entry.cite(id);
    }
    entry
}

/// The ledger of a player: what is held and missing, and the time line.
pub fn of_player(history: &History, rules: &Rules1990) -> Report {
    let mut blocks = vec![Block::Facts(facts(history, rules))];
    let lines = lines(history, rules);
    if !lines.is_empty() {
        let rows = lines.iter().map(|line| {
            let event = Entry::plain(line.event.clone());
            Row {
                entrant: None,
                cells: vec![
                    Entry::plain(line.line.season),
                    Entry::plain(line.day),
                    cited(Entry::plain(what(line.line.what)), &line.at),
                    Entry::plain(line.how.clone().map(Value::from)),
                    event,
                    Entry::plain(line.line.held),
                ],
            }
        });
        let column = |key, text, align| Column::new(key, Msg::new(text), align);
        blocks.push(Block::Table(Table {
            key: "ledger",
            caption: Msg::new("ledger.caption"),
            columns: vec![
                column("season", "ledger.head.season", Align::Start).extra(),
                column("day", "ledger.head.day", Align::Start),
                column("what", "ledger.head.what", Align::Start),
                column("how", "ledger.head.how", Align::Start).extra(),
                column("event", "ledger.head.event", Align::Start),
                column("held", "ledger.head.held", Align::End),
            ],
            rows: rows.collect(),
        }));
    }
    let title = Msg::new("ledger.title-of").with("player", history.name.clone());
    Report { key: "ledger", title, blocks }
}

fn facts(history: &History, rules: &Rules1990) -> Vec<Fact> {
    let for_title = &rules.ledger.for_title;
    let mut facts = Vec::new();
    if let Some(title) = &history.title {
        let value = match title.season {
            Some(season) => Msg::new("ledger.since").with("season", season),
            None => Msg::new("ledger.by-register"),
        };
        let step = Step::new(title.how.clone()).gives(title.day);
        let step = match &title.at {
            Some(at) => step.cite(at),
            None => step,
        };
        let at: Vec<_> = title.at.iter().cloned().collect();
        let entry = cited(Entry::plain(value), &at).step(step);
        facts.push(Fact::new("mc-title", Msg::new("ledger.fact.title"), entry));
        return facts;
    }
    let mut held = Entry::plain(history.ledger.held)
        .cite_param(for_title)
        .cite_param(&rules.ledger.idle_seasons);
    for line in lines(history, rules) {
        let text = Msg::new("ledger.step")
            .with("season", line.line.season)
            .with("what", what(line.line.what))
            .with("event", line.event.clone());
        let mut step = Step::new(text).gives(line.line.held);
        for at in &line.at {
            step = step.cite(at);
        }
        held = held.step(step);
    }
    facts.push(Fact::new("mc-norms", Msg::new("ledger.fact.held"), held));
    let missing = for_title.get().saturating_sub(history.ledger.held);
    facts.push(Fact::new(
        "mc-missing",
        Msg::new("ledger.fact.missing"),
        Entry::plain(missing).cite_param(for_title).step(
            Step::new(Msg::new("ledger.title-needs")).gives(for_title.get()).cite(&for_title.at),
        ),
    ));
    if let Some(season) = history.lost_after(rules) {
        let idle = &rules.ledger.idle_seasons;
        let text = Msg::new("ledger.lost-after").with("season", season);
        let entry = Entry::plain(text).cite_param(idle).step(
            Step::new(Msg::new("ledger.idle-so-far"))
                .gives(history.ledger.idle_seasons)
                .cite(&idle.at),
        );
        let entry = entry
            .step(Step::new(Msg::new("ledger.last-day")).gives(season::last_day(season, rules)));
        facts.push(Fact::new("mc-lost-after", Msg::new("ledger.fact.lost-after"), entry));
    }
    facts
}

fn person(history: &History) -> Entry {
    Entry::plain(Value::Person { slug: history.person.clone(), name: history.name.clone() })
}

/// Who holds the title of Mestre Català, and who has norms towards it.
pub fn register(
    histories: &BTreeMap<Arc<str>, History>,
    archive: &Archive,
    today: Date,
    rules: &Rules1990,
) -> Report {
    let column = |key, text, align| Column::new(key, Msg::new(text), align);
    let mut holders = Vec::new();
    let mut others = Vec::new();
    for history in histories.values() {
        if let Some(title) = &history.title {
            let own = archive.people.get(&history.person).and_then(|person| person.title);
            let at: Vec<_> = title.at.iter().cloned().collect();
            holders.push(Row {
                entrant: None,
                cells: vec![
                    person(history),
                    Entry::plain(own.map_or("MC", |own| own.key())),
                    Entry::plain(title.season.map(Value::from).unwrap_or(Value::Undefined)),
                    cited(Entry::plain(title.how.clone()), &at),
                    Entry::plain(title.event.clone()),
                ],
            });
        } else if history.ledger.held > 0 {
            let lost = history.lost_after(rules);
            let cells = vec![
                person(history),
                facts(history, rules)[0].entry.clone(),
                Entry::plain(rules.ledger.for_title.get().saturating_sub(history.ledger.held)),
                Entry::plain(lost.map(Value::from).unwrap_or(Value::Undefined)),
            ];
            others.push((std::cmp::Reverse(history.ledger.held), Row { entrant: None, cells }));
        }
    }
    others.sort_by_key(|(held, _)| *held);
    let at = &rules.ledger.for_title.at;
    let mut blocks = vec![Block::Paragraph(Msg::new("ledger.as-of").with("day", today))];
    if holders.is_empty() {
        blocks.push(Block::Paragraph(Msg::new("ledger.no-holders")));
    } else {
        blocks.push(Block::Table(Table {
            key: "title-holders",
            caption: Msg::new("ledger.holders"),
            columns: vec![
                column("name", "column.player", Align::Start),
                column("title", "ledger.head.title", Align::Start),
                column("since", "ledger.head.since", Align::End),
                column("how", "ledger.head.how", Align::Start),
                column("event", "ledger.head.event", Align::Start).extra(),
            ],
            rows: holders,
        }));
    }
    if !others.is_empty() {
        blocks.push(Block::Table(Table {
            key: "norm-holders",
            caption: Msg::new("ledger.candidates"),
            columns: vec![
                column("name", "column.player", Align::Start),
                column("held", "ledger.head.held", Align::End).cite(at),
                column("missing", "ledger.head.missing", Align::End).cite(at),
                column("lost-after", "ledger.head.lost-after", Align::End)
                    .cite(&rules.ledger.idle_seasons.at),
            ],
            rows: others.into_iter().map(|(_, row)| row).collect(),
        }));
    }
    Report { key: "title-register", title: Msg::new("ledger.register"), blocks }
}

/// For programs: the ledger of a player with every line and its provisions.
pub fn to_json(history: &History, rules: &Rules1990) -> Json {
    let log: Vec<_> = lines(history, rules)
        .iter()
        .map(|line| {
            json!({
                "season": line.line.season,
                "day": line.day.map(|day| day.to_string()),
                "what": line.line.what.key(),
                "event": line.event.to_json(),
                "held": line.line.held,
                "citation": line.at.iter().map(ProvisionId::as_str).collect::<Vec<_>>(),
            })
        })
        .collect();
    let title = history.title.as_ref().map(|title| {
        json!({
            "season": title.season,
            "day": title.day.map(|day| day.to_string()),
            "citation": title.at.as_ref().map(ProvisionId::as_str),
        })
    });
    json!({
        "player": &*history.person,
        "name": &*history.name,
        "held": history.ledger.held,
        "missing": match history.title {
            Some(_) => 0,
            None => rules.ledger.for_title.get().saturating_sub(history.ledger.held),
        },
        "title": title,
        "idle_seasons": history.ledger.idle_seasons,
        "lost_after": history.lost_after(rules),
        "through": history.through,
        "log": log,
    })
}
