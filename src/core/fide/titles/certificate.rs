//! The certificate of a norm, with all that FIDE's form IT1 asks for: a report like the others, so
//! that page, print and data say the same.

use serde_json::{Value as Json, json};

use super::report::{assessment_json, average_entry, facts, performance_entry, points};
use super::{Assessment, FideRules, PlayerNorm, norms_of};
use crate::core::fide::tables::hundredths;
use crate::core::report::{
    Align, Block, Column, Entry, Fact, Msg, Report, Row, Table, Value, exact_json,
};
use crate::model::{Entrant, Exact, Points, Tournament};

/// A norm that was made, with its form.
#[derive(Clone, Debug)]
pub struct Certificate {
    /// Index of the player.
    pub entrant: usize,
    pub title: crate::model::Title,
    pub report: Report,
    pub json: Json,
}

impl Certificate {
    /// `it1-7-im`: of the player's number and the title, unique in the event.
    pub fn name(&self, t: &Tournament) -> String {
        format!("it1-{}-{}", t.entrants[self.entrant].number, self.title.key().to_lowercase())
    }
}

/// The certificates of all norms made in a finished event, by player; the highest title of each.
pub fn certificates(t: &Tournament, rules: &FideRules) -> Vec<Certificate> {
    let norms = norms_of(t, rules).filter(|norms| norms.finished);
    let players = norms.into_iter().flat_map(|norms| norms.players);
    players
        .filter_map(|player| {
            let found = player.norm()?;
            Some(Certificate {
                entrant: player.entrant,
                title: found.title,
                report: report(t, &player, found, rules),
                json: to_json(t, &player, found, rules),
            })
        })
        .collect()
}

fn fact(key: &'static str, label: &'static str, value: impl Into<Value>) -> Fact {
    Fact::new(key, Msg::new(label), Entry::plain(value))
}

fn report(t: &Tournament, player: &PlayerNorm, found: &Assessment, rules: &FideRules) -> Report {
    let entrant = &t.entrants[player.entrant];
    let title =
        Msg::new("it1.title").with("title", found.title.key()).with("player", entrant.name.clone());
    let blocks = vec![
        Block::Heading(Msg::new("it1.player")),
        Block::Facts(person(entrant)),
        Block::Heading(Msg::new("it3.event")),
        Block::Facts(event(t)),
        Block::Table(games(t, player, found, rules)),
        Block::Heading(Msg::new("it1.result")),
        Block::Facts(result(player, found, rules)),
        Block::Heading(Msg::new("it1.requirements")),
        Block::Facts(facts(&player.input, found, rules)),
    ];
    Report { key: "it1", title, blocks }
}

fn person(entrant: &Entrant) -> Vec<Fact> {
    vec![
        fact("name", "it3.name", entrant.name.clone()),
        fact("fide-id", "it3.fide-id", entrant.fide_id),
        fact("federation", "it3.federation", entrant.federation.clone()),
        fact("title", "it3.player-title", entrant.title.map(|title| title.key())),
        fact("rating", "column.rating", entrant.ratings.fide),
        fact("birth", "it1.birth", entrant.birth),
    ]
}

fn event(t: &Tournament) -> Vec<Fact> {
    let chief = t.arbiters.iter().find(|a| a.role == crate::model::ArbiterRole::Chief);
    let chief = chief.map(|a| match a.title {
        Some(title) => format!("{} ({})", a.name, title.key()).into(),
        None => a.name.clone(),
    });
    vec![
        fact("event", "it3.name-of-event", t.name.clone()),
        fact("event-code", "it3.event-code", t.fide.event_code.clone()),
        fact("place", "it3.place", t.place.clone()),
        fact("event-federation", "it3.federation", t.federation.clone()),
        fact("start", "it3.first-day", t.start),
        fact("end", "it3.last-day", t.end),
        fact("rounds", "it3.rounds", t.rounds),
        fact("time-control", "it3.time-control", t.time_control.clone()),
        fact("chief-arbiter", "it3.role.chief", chief.or_else(|| t.chief_arbiter.clone())),
    ]
}

/// Game by game: who, from where, with which title and rating, and what the rating counts for.
fn games(t: &Tournament, player: &PlayerNorm, found: &Assessment, rules: &FideRules) -> Table {
    let column = |key, header, align| Column::new(key, Msg::new(header), align);
    let columns = vec![
        column("round", "it3.round", Align::End),
        column("opponent", "it1.opponent", Align::Start),
        column("federation", "it3.federation", Align::Start),
        column("fide_id", "it3.fide-id", Align::End),
        column("title", "it3.player-title", Align::Start),
        column("rating", "column.rating", Align::End),
        column("counted", "it1.counted", Align::End).cite(&"B.01 1.4.6".into()),
        column("score", "it1.score", Align::End),
    ];
    let rows = player.input.games.iter().enumerate().map(|(at, game)| {
        let counts = found.games.contains(&at);
        let counted = counts.then(|| counted(found, at, game.rating, rules));
        let score: Value = match game.played {
            super::Played::Game(score) if counts => points(score),
            super::Played::Game(_) => Msg::new("it1.left-out").into(),
            super::Played::ForfeitWin => Msg::new("it1.forfeit-won").into(),
            super::Played::ForfeitLoss if counts => points(Exact::from(0)),
            super::Played::ForfeitLoss => Msg::new("it1.forfeit-lost").into(),
        };
        let opponent = t.entrants.get(game.opponent);
        let cells: Vec<Value> = vec![
            game.round.into(),
            game.name.clone().into(),
            game.federation.clone().into(),
            opponent.and_then(|o| o.fide_id).into(),
            game.title.map(|title| title.key()).into(),
            game.rating.into(),
            counted.flatten().into(),
            score,
        ];
        let mut cells: Vec<Entry> = cells.into_iter().map(Entry::plain).collect();
        if found.raised == Some(at) {
            cells[6] = cells[6].clone().cite_param(&rules.titles.titles);
        }
        Row { entrant: None, cells }
    });
    Table { key: "games", caption: Msg::new("it1.games"), columns, rows: rows.collect() }
}

/// The rating with which an opponent enters the average.
fn counted(found: &Assessment, at: usize, rating: Option<u32>, rules: &FideRules) -> Option<i64> {
    if found.raised == Some(at) {
        return rules.titles.titles.value.0.get(&found.title).map(|numbers| numbers.floor);
    }
    Some(rating.map_or_else(|| i64::from(rules.titles.unrated.get()), i64::from))
}

/// The least score of as many games that makes the norm at this average; `None` where no score
/// does.
pub fn required_points(found: &Assessment, rules: &FideRules) -> Option<Points> {
    let numbers = rules.titles.titles.value.0.get(&found.title)?;
    let n = found.games.len() as i64;
    let reaches = |points: &Points| {
        let share = points.exact() / n.max(1);
        share >= rules.titles.percentage.get().0
            && found.average + rules.tables.dp(hundredths(share)) >= numbers.performance
    };
    (0..=2 * n as i32).map(Points::from_halves).find(reaches)
}

fn result(player: &PlayerNorm, found: &Assessment, rules: &FideRules) -> Vec<Fact> {
    let required = required_points(found, rules);
    let exceeding = required.map(|required| found.points - required.exact());
    let entry = |key, label, entry: Entry| Fact::new(key, Msg::new(label), entry);
    let performance = || performance_entry(found, rules);
    vec![
        fact("games", "b01.games", found.games.len()),
        entry("average", "b01.average", average_entry(&player.input, found, rules)),
        fact("score", "it1.score", points(found.points)),
        entry("required", "it1.required", Entry::plain(required).cite_param(&rules.titles.titles)),
        fact("exceeding", "it1.exceeding", exceeding.map(points)),
        entry("performance", "b01.performance", performance()),
        entry(
            "length",
            "b01.column.length",
            Entry::plain(found.length).cite(&"B.01 1.4.1 llargada".into()),
        ),
    ]
}

fn to_json(t: &Tournament, player: &PlayerNorm, found: &Assessment, rules: &FideRules) -> Json {
    let entrant = &t.entrants[player.entrant];
    let games: Vec<Json> = player
        .input
        .games
        .iter()
        .enumerate()
        .map(|(at, game)| {
            let counts = found.games.contains(&at);
            json!({
                "round": game.round,
                "opponent": &*game.name,
                "federation": game.federation.as_deref(),
                "fide_id": t.entrants.get(game.opponent).and_then(|o| o.fide_id),
                "title": game.title.map(|title| title.key()),
                "rating": game.rating,
                "counts": counts,
                "counted_rating": counts.then(|| counted(found, at, game.rating, rules)).flatten(),
                "raised": found.raised == Some(at),
                "score": match game.played {
                    super::Played::Game(score) => exact_json(score),
                    super::Played::ForfeitWin => json!("forfeit-won"),
                    super::Played::ForfeitLoss => json!("forfeit-lost"),
                },
            })
        })
        .collect();
    json!({
        "form": "IT1",
        "player": {
            "number": entrant.number,
            "name": &*entrant.name,
            "fide_id": entrant.fide_id,
            "federation": entrant.federation.as_deref(),
            "title": entrant.title.map(|title| title.key()),
            "rating": entrant.ratings.fide,
            "birth": entrant.birth.map(|day| day.to_string()),
        },
        "event": {
            "slug": &*t.slug,
            "name": &*t.name,
            "code": t.fide.event_code.as_deref(),
            "place": t.place.as_deref(),
            "federation": t.federation.as_deref(),
            "start": t.start.map(|day| day.to_string()),
            "end": t.end.map(|day| day.to_string()),
            "rounds": t.rounds,
            "time_control": t.time_control.as_deref(),
            "chief_arbiter": t.chief_arbiter.as_deref(),
        },
        "games": games,
        "required_points": required_points(found, rules).map(|points| exact_json(points.exact())),
        "norm": assessment_json(found, None, rules),
    })
}
