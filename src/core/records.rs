//! The best of all events of an archive: upsets, series of wins, scores, sizes, rises of rating.
//! No regulation asks for them; what is listed are the first of each kind.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::sync::Arc;

use super::Rules1990;
use super::appearances::{Appearance, Appearances, Run};
use super::report::{Msg, Value};
use super::standings::Standings;
use super::statistics::games::pairings;
use crate::model::{Archive, Exact, Outcome, Points, Score, Tournament};

/// Lines of each list: how much is shown, no rule.
const SHOWN: usize = 5;

/// Somebody named in a record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Holder {
    /// Slug in the register, when known there.
    pub person: Option<Arc<str>>,
    pub name: Arc<str>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct RecordLine {
    /// None where an event itself is the record; of a game, the winner first.
    pub holders: Vec<Holder>,
    pub value: Value,
    /// Index into the archive's tournaments.
    pub tournament: Option<usize>,
    /// Round of the game, or period of the list.
    pub when: Option<Value>,
}

/// The first of one kind.
#[derive(Clone, Debug, PartialEq)]
pub struct RecordTable {
    pub key: &'static str,
    pub caption: Msg,
    /// Header of the values.
    pub unit: Msg,
    pub lines: Vec<RecordLine>,
}

/// One contestant's place in the last standings of an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Placed {
    /// Index of the entrant, or team.
    pub entrant: usize,
    pub rank: Option<u32>,
    pub points: Points,
}

impl Placed {
    /// Every place, the first first.
    pub fn of(standings: &Standings) -> Vec<Self> {
        let rows = standings.rows.iter();
        rows.map(|row| Self { entrant: row.entrant, rank: row.rank, points: row.points }).collect()
    }
}

/// An event as records look at it.
#[derive(Clone, Copy, Debug)]
pub struct Finished<'e> {
    /// Its last standings.
    pub places: &'e [Placed],
    pub upsets: &'e [Upset],
}

/// All records; `events` are in the order of the archive's tournaments. Kinds without a line are
/// left out.
pub fn records(archive: &Archive, events: &[Finished<'_>], all: &Appearances) -> Vec<RecordTable> {
    let (wins, unbeaten) = series(archive, all);
    let table = |key, caption, unit, lines| RecordTable {
        key,
        caption: Msg::new(caption),
        unit: Msg::new(unit),
        lines,
    };
    let tables = vec![
        table("upsets", "records.upsets", "stats.difference", upsets(archive, events)),
        table("wins", "records.wins", "records.games", wins),
        table("unbeaten", "records.unbeaten", "records.games", unbeaten),
        table("scores", "records.scores", "column.points", scores(archive, events)),
        table("victories", "records.victories", "records.events", victories(archive, events)),
        table("games", "records.most-games", "records.games", most_games(archive, all)),
        table("rises", "records.rises", "records.rise", rises(archive)),
        table("sizes", "records.sizes", "stats.players", sizes(archive)),
    ];
    tables.into_iter().filter(|table| !table.lines.is_empty()).collect()
}

fn holder(t: &Tournament, who: usize) -> Holder {
    let entrant = &t.entrants[who];
    Holder { person: entrant.person.clone(), name: entrant.name.clone() }
}

fn person(archive: &Archive, slug: &Arc<str>) -> Option<Holder> {
    let registered = archive.people.get(slug)?;
    Some(Holder { person: Some(slug.clone()), name: registered.name.clone() })
}

/// A game that the lower rated won.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Upset {
    /// Between their ratings.
    pub difference: u32,
    pub round: u32,
    /// Indices of the entrants.
    pub winner: usize,
    pub loser: usize,
}

impl Upset {
    /// The greatest of an event. Of two games of a round, that of the first board comes first.
    pub fn of(t: &Tournament, rules: &Rules1990) -> Vec<Self> {
        let order = &rules.rating_order.order.value;
        let rating = |who: usize| t.entrants[who].ratings.first(order).map(|(_, r)| r);
        let found = pairings(t).into_iter().filter_map(|pairing| {
            let (winner, loser) = match pairing.outcome {
                Outcome::Played(Score::Win) => (pairing.white, pairing.black),
                Outcome::Played(Score::Loss) => (pairing.black, pairing.white),
                _ => return None,
            };
            let difference = rating(loser)?.checked_sub(rating(winner)?).filter(|&d| d > 0)?;
            Some(Self { difference, round: pairing.round, winner, loser })
        });
        // They are found round by round.
        let found = found.enumerate().collect();
        first(found, |(at, upset): &(usize, Self)| (Reverse(upset.difference), *at))
            .map(|(_, upset)| upset)
            .collect()
    }
}

fn upsets(archive: &Archive, events: &[Finished<'_>]) -> Vec<RecordLine> {
    let mut found: Vec<(Upset, usize, usize)> = Vec::new();
    for (index, event) in events.iter().enumerate() {
        let upsets = event.upsets.iter().enumerate();
        found.extend(upsets.map(|(at, upset)| (*upset, index, at)));
    }
    let found = first(found, |(upset, index, at)| (Reverse(upset.difference), *index, *at));
    let lines = found.map(|(upset, index, _)| {
        let t = &archive.tournaments[index];
        RecordLine {
            holders: vec![holder(t, upset.winner), holder(t, upset.loser)],
            value: upset.difference.into(),
            tournament: Some(index),
            when: Some(Msg::new("round.caption").with("round", upset.round).into()),
        }
    });
    lines.collect()
}

/// The first of what was found, in their order: sorting all of an archive's games to show five of
/// them would take longer than finding them.
fn first<T, K: Ord>(mut found: Vec<T>, key: impl Fn(&T) -> K) -> impl Iterator<Item = T> {
    if found.len() > SHOWN {
        found.select_nth_unstable_by_key(SHOWN, &key);
        found.truncate(SHOWN);
    }
    found.sort_by_key(key);
    found.into_iter()
}

/// The longest series of wins, and of games without a loss, on the board and through all events in
/// the order of their first days. The event is that of the last game.
fn series(archive: &Archive, all: &Appearances) -> (Vec<RecordLine>, Vec<RecordLine>) {
    let longest = |of: fn(&Appearance) -> Run| -> Vec<RecordLine> {
        let found = all.all().map(|(slug, own)| (of(own), slug));
        let found = first(found.filter(|(run, _)| run.best > 1).collect(), |(run, slug)| {
            (Reverse(run.best), run.at, (*slug).clone())
        });
        let lines = found.filter_map(|(run, slug)| {
            Some(RecordLine {
                holders: vec![person(archive, slug)?],
                value: run.best.into(),
                tournament: Some(run.at),
                when: None,
            })
        });
        lines.collect()
    };
    (longest(|own| own.wins), longest(|own| own.unbeaten))
}

/// The highest share of the points of a finished event of players.
fn scores(archive: &Archive, events: &[Finished<'_>]) -> Vec<RecordLine> {
    let mut found: Vec<(Exact, u32, usize, usize, Points)> = Vec::new();
    for (index, (t, event)) in archive.tournaments.iter().zip(events).enumerate() {
        if t.is_team_event() || !t.is_finished() || t.rounds == 0 {
            continue;
        }
        for row in event.places {
            let share = row.points.exact() / Exact::from(i64::from(t.rounds));
            found.push((share, t.rounds, index, row.entrant, row.points));
        }
    }
    let found =
        first(found, |&(share, rounds, index, who, _)| (Reverse((share, rounds)), index, who));
    let lines = found.map(|(_, rounds, index, who, points)| RecordLine {
        holders: vec![holder(&archive.tournaments[index], who)],
        value: Msg::new("records.of").with("points", points).with("rounds", rounds).into(),
        tournament: Some(index),
        when: None,
    });
    lines.collect()
}

/// Who came first in most finished events of players; a shared first place counts for all.
fn victories(archive: &Archive, events: &[Finished<'_>]) -> Vec<RecordLine> {
    let mut won: BTreeMap<Arc<str>, (u32, usize)> = BTreeMap::new();
    for (index, (t, event)) in archive.tournaments.iter().zip(events).enumerate() {
        if t.is_team_event() || !t.is_finished() {
            continue;
        }
        for row in event.places.iter().filter(|row| row.rank == Some(1)) {
            if let Some(slug) = &t.entrants[row.entrant].person {
                let line = won.entry(slug.clone()).or_default();
                *line = (line.0 + 1, index);
            }
        }
    }
    counted(archive, won)
}

fn most_games(archive: &Archive, all: &Appearances) -> Vec<RecordLine> {
    let found = all.all().map(|(slug, own)| (own.games.len() as u32, slug));
    let found = found.filter(|(games, _)| *games > 0).collect();
    let found = first(found, |(games, slug)| (Reverse(*games), (*slug).clone()));
    let lines = found.filter_map(|(games, slug)| {
        let holders = vec![person(archive, slug)?];
        Some(RecordLine { holders, value: games.into(), tournament: None, when: None })
    });
    lines.collect()
}

fn counted(archive: &Archive, found: BTreeMap<Arc<str>, (u32, usize)>) -> Vec<RecordLine> {
    let found: Vec<(u32, usize, Arc<str>)> =
        found.into_iter().map(|(slug, (count, last))| (count, last, slug)).collect();
    let found = first(found, |(count, last, slug)| (Reverse(*count), *last, slug.clone()));
    let lines = found.filter_map(|(count, last, slug)| {
        Some(RecordLine {
            holders: vec![person(archive, &slug)?],
            value: count.into(),
            tournament: Some(last),
            when: None,
        })
    });
    lines.collect()
}

/// The greatest rises from one list of this federation to the next.
fn rises(archive: &Archive) -> Vec<RecordLine> {
    let mut found: Vec<(u32, &str, &str)> = Vec::new();
    for pair in archive.rating_lists.windows(2) {
        for (slug, row) in &pair[1].rows {
            let before = pair[0].rows.get(slug).and_then(|row| row.ratings.catalan);
            let (Some(now), Some(before)) = (row.ratings.catalan, before) else { continue };
            if now > before {
                found.push((now - before, &pair[1].period, slug));
            }
        }
    }
    found.sort_by_key(|&(rise, period, slug)| (Reverse(rise), period, slug));
    let lines = found.into_iter().filter_map(|(rise, period, slug)| {
        Some(RecordLine {
            holders: vec![person(archive, &slug.into())?],
            value: rise.into(),
            tournament: None,
            when: Some(Msg::new("records.list").with("period", period).into()),
        })
    });
    lines.take(SHOWN).collect()
}

fn sizes(archive: &Archive) -> Vec<RecordLine> {
    let players = |index: &usize| archive.tournaments[*index].entrants.len();
    let mut order: Vec<usize> = (0..archive.tournaments.len()).collect();
    order.sort_by_key(|index| (Reverse(players(index)), *index));
    let lines = order.into_iter().take(SHOWN).map(|index| RecordLine {
        holders: Vec::new(),
        value: players(&index).into(),
        tournament: Some(index),
        when: None,
    });
    lines.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::standings::Settings;
    use crate::model::{Cell, Colour, Entrant, Person, System};
    use crate::test_rules::rules;

    /// Two events of two rounds: Anna beats Berta each time, but the last, which is drawn.
    fn archive() -> Archive {
        let mut archive = Archive::default();
        for slug in ["anna", "berta"] {
            let person = Person {
                slug: slug.into(),
                name: slug.to_uppercase().into(),
                club: None,
                category: None,
                title: None,
                fide_id: None,
                birth: None,
                sex: None,
                federation: None,
                hidden: false,
            };
            archive.people.insert(slug.into(), person);
        }
        for (slug, last) in [("1990/a", Score::Win), ("1990/b", Score::Draw)] {
            let mut t = Tournament::new(slug, slug, System::RoundRobin { double: true }, 2);
            for (number, (slug, rating)) in (1..).zip([("anna", 2000), ("berta", 2100)]) {
                let mut entrant = Entrant::new(number, slug);
                entrant.person = Some(slug.into());
                entrant.ratings.catalan = Some(rating);
                t.entrants.push(entrant);
            }
            let cell = |opponent, colour, score| Cell::Paired {
                opponent,
                colour: Some(colour),
                outcome: Outcome::Played(score),
            };
            t.cells = vec![
                vec![cell(1, Colour::White, Score::Win), cell(1, Colour::Black, last)],
                vec![cell(0, Colour::Black, Score::Loss), cell(0, Colour::White, last.mirrored())],
            ];
            archive.tournaments.push(t.into());
        }
        archive
    }

    #[test]
    fn the_first_of_each_kind_are_found() {
        let archive = archive();
        let standings = |t| Standings::compute(t, rules(), 2, &Settings::default());
        let places: Vec<Vec<Placed>> =
            archive.tournaments.iter().map(|t| Placed::of(&standings(t))).collect();
        let upsets: Vec<Vec<Upset>> =
            archive.tournaments.iter().map(|t| Upset::of(t, rules())).collect();
        let events: Vec<Finished<'_>> = places
            .iter()
            .zip(&upsets)
            .map(|(places, upsets)| Finished { places, upsets })
            .collect();
        let tables = records(&archive, &events, &Appearances::of(&archive));
        let table = |key: &str| tables.iter().find(|table| table.key == key);
        let first = |key: &str| {
            let line = &table(key).unwrap_or_else(|| panic!("no {key}")).lines[0];
            (line.holders.first().map(|h| h.name.to_string()), line.value.to_json())
        };
        assert_eq!(first("wins"), (Some("ANNA".into()), 3.into()));
        assert_eq!(first("unbeaten"), (Some("ANNA".into()), 4.into()));
        assert_eq!(first("victories"), (Some("ANNA".into()), 2.into()));
        assert_eq!(first("games"), (Some("ANNA".into()), 4.into()));
        assert_eq!(first("sizes"), (None, 2.into()));
        let upsets = &table("upsets").expect("upsets").lines;
        assert_eq!(upsets.len(), 3, "a draw is none");
        assert_eq!(upsets[0].value, Value::Int(100));
        let best = &table("scores").expect("scores").lines[0];
        assert_eq!((best.tournament, best.holders[0].name.as_ref()), (Some(0), "anna"));
        assert!(table("rises").is_none(), "without lists there are no rises");
    }
}
