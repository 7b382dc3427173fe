//! Who went up a category in a season, for the Sports Commission.
//!
//! Counted are official individual events and homologated opens (AMB-91). A player goes up once:
//! later promotions to the same category are named beside the first.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde_json::{Value as Json, json};

use super::{Promoted, promoted};
use crate::core::homologation::{self, HomologationContext};
use crate::core::report::{
    Align, Block, Column, Entry, Msg, Report, Row, Step, Table, Value, Verdict, exact_json,
};
use crate::core::rules::Rules1990;
use crate::core::values::category_msg;
use crate::model::{Archive, Category, Date, EventKind, Tournament};
use crate::rulebook::ProvisionId;

/// A promotion with its event.
#[derive(Clone, Debug)]
pub struct Listed {
    /// Index of the tournament.
    pub tournament: usize,
    pub day: Date,
    /// Slug in the register, where known.
    pub person: Option<Arc<str>>,
    pub club: Option<Arc<str>>,
    pub promoted: Promoted,
    /// Other events by which the player would have gone up too.
    pub also: Vec<usize>,
    /// Does the event count? Unknown while its homologation is.
    pub counts: Verdict,
}

/// Days from and to which events end, both included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Period {
    pub from: Date,
    pub to: Date,
}

impl Period {
    pub fn holds(self, day: Date) -> bool {
        self.from <= day && day <= self.to
    }
}

/// Does an event give promotions (AMB-91)? An open does when it is homologated.
fn counts(t: &Tournament, homologated: &dyn Fn() -> Verdict) -> Verdict {
    match t.kind {
        EventKind::Official => Verdict::Met,
        EventKind::Open => homologated(),
        _ => Verdict::NotMet,
    }
}

/// The promotions of one event; none where it gives none.
pub fn of_event(
    index: usize,
    archive: &Archive,
    rules: &Rules1990,
    homologated: &dyn Fn() -> Verdict,
) -> Vec<Listed> {
    let t = &archive.tournaments[index];
    let Some(day) = t.end.or(t.start).filter(|_| !t.is_team_event()) else { return Vec::new() };
    let own = promoted(t, rules);
    if own.is_empty() {
        return Vec::new();
    }
    let counts = counts(t, homologated);
    if counts == Verdict::NotMet {
        return Vec::new();
    }
    let listed = own.into_iter().map(|promoted| {
        let entrant = &t.entrants[promoted.who.index];
        Listed {
            tournament: index,
            day,
            person: entrant.person.clone(),
            club: entrant.club.clone(),
            promoted,
            also: Vec::new(),
            counts,
        }
    });
    listed.collect()
}

/// Every promotion of events that ended in a period, by the category gained, the first event
/// first.
pub fn promotions<'r>(
    archive: &Archive,
    period: Period,
    rules_of: impl Fn(&Tournament) -> &'r Rules1990,
) -> Vec<Listed> {
    let events = archive.tournaments.iter().enumerate();
    let events = events.filter(|(_, t)| t.end.or(t.start).is_some_and(|day| period.holds(day)));
    let of_event = |(index, t): (usize, &Arc<Tournament>)| {
        let rules = rules_of(t);
        let context = || HomologationContext::for_event(t, archive);
        of_event(index, archive, rules, &|| homologation::verdict(t, rules, &context()))
    };
    once(events.flat_map(of_event).collect())
}

/// Each player's promotion to each category once, with the other events beside the first.
pub fn once(mut found: Vec<Listed>) -> Vec<Listed> {
    found.sort_by_key(|listed| (listed.promoted.to, listed.day, listed.tournament));
    let mut first: BTreeMap<(Arc<str>, Category), usize> = BTreeMap::new();
    let mut once: Vec<Listed> = Vec::new();
    for listed in found {
        // Whoever is not in the register is told apart by the name.
        let who = listed.person.clone().unwrap_or_else(|| listed.promoted.who.name.clone());
        match first.entry((who, listed.promoted.to)) {
            std::collections::btree_map::Entry::Occupied(at) => {
                let earlier = &mut once[*at.get()];
                // One that surely counts is named before one whose homologation is not known.
                if earlier.counts != Verdict::Met && listed.counts == Verdict::Met {
                    let mut also = std::mem::take(&mut earlier.also);
                    also.push(earlier.tournament);
                    *earlier = Listed { also, ..listed };
                } else {
                    earlier.also.push(listed.tournament);
                }
            }
            std::collections::btree_map::Entry::Vacant(free) => {
                free.insert(once.len());
                once.push(listed);
            }
        }
    }
    once
}

fn name(listed: &Listed) -> Value {
    let name = listed.promoted.who.name.clone();
    match &listed.person {
        Some(slug) => Value::Person { slug: slug.clone(), name },
        None => Value::from(name),
    }
}

fn provision(listed: &Listed) -> Option<&ProvisionId> {
    listed.promoted.entry.citations.first()
}

/// The list, a table for each category gained.
pub fn report(listed: &[Listed], archive: &Archive, title: Msg, period: Period) -> Report {
    let text = Msg::new("promotions.period").with("from", period.from).with("to", period.to);
    let mut blocks = vec![Block::Paragraph(text)];
    if listed.is_empty() {
        blocks.push(Block::Paragraph(Msg::new("promotions.nobody")));
    }
    let column = |key, text, align| Column::new(key, Msg::new(text), align);
    for to in Category::ALL {
        let own: Vec<&Listed> = listed.iter().filter(|found| found.promoted.to == to).collect();
        if own.is_empty() {
            continue;
        }
        let rows = own.into_iter().map(|found| row(found, archive)).collect();
        blocks.push(Block::Table(Table {
            key: "promotion-list",
            caption: Msg::new("promotions.caption").with("category", category_msg(to)),
            columns: vec![
                column("name", "promotion.head.name", Align::Start),
                column("club", "column.club", Align::Start).extra(),
                column("event", "promotions.event", Align::Start),
                column("day", "ledger.head.day", Align::Start).extra(),
                column("points", "promotion.head.points", Align::End),
                column("needed", "promotion.head.needed", Align::End),
                column("verdict", "promotion.head.promoted", Align::Start),
            ],
            rows,
        }));
    }
    Report { key: "promotion-list", title, blocks }
}

fn row(found: &Listed, archive: &Archive) -> Row {
    let event = |index: usize| Value::Event {
        index,
        tab: Some("ascensos"),
        name: archive.tournaments[index].name.clone(),
    };
    let mut verdict = found.promoted.entry.clone();
    verdict.value = found.counts.into();
    for &also in &found.also {
        verdict = verdict.step(Step::new(Msg::new("promotions.also").with("event", event(also))));
    }
    Row {
        entrant: None,
        cells: vec![
            Entry::plain(name(found)),
            Entry::plain(found.club.clone().map(Value::from)),
            Entry::plain(event(found.tournament)),
            Entry::plain(found.day),
            Entry::plain(found.promoted.points),
            Entry::plain(found.promoted.needed),
            verdict,
        ],
    }
}

/// For programs.
pub fn to_json(listed: &[Listed], archive: &Archive, period: Period) -> Json {
    let players = listed.iter().map(|found| {
        json!({
            "player": found.person.as_deref(),
            "name": &*found.promoted.who.name,
            "club": found.club.as_deref(),
            "from": found.promoted.from.key(),
            "to": found.promoted.to.key(),
            "event": &*archive.tournaments[found.tournament].slug,
            "date": found.day.to_string(),
            "points": exact_json(found.promoted.points.exact()),
            "needed": found.promoted.needed.map(|needed| exact_json(needed.exact())),
            "homologated": found.counts.key(),
            "provision": provision(found).map(ProvisionId::as_str),
            "also": found.also.iter().map(|&at| &*archive.tournaments[at].slug).collect::<Vec<_>>(),
            "working": found.promoted.entry.to_json(),
        })
    });
    json!({
        "report": "promotion-list",
        "from": period.from.to_string(),
        "to": period.to.to_string(),
        "players": players.collect::<Vec<_>>(),
    })
}

/// The columns of [`to_csv`].
const COLUMNS: [&str; 10] =
    ["player", "name", "club", "from", "to", "event", "date", "points", "needed", "provision"];

/// As a table for spreadsheets: one line for each promotion that counts, or may count.
pub fn to_csv(listed: &[Listed], archive: &Archive) -> String {
    let mut text = format!("{}\n", COLUMNS.join(","));
    for found in listed {
        let points = |points: crate::model::Points| exact_json(points.exact()).to_string();
        let cells = [
            found.person.as_deref().unwrap_or_default().to_owned(),
            found.promoted.who.name.to_string(),
            found.club.as_deref().unwrap_or_default().to_owned(),
            found.promoted.from.key().to_owned(),
            found.promoted.to.key().to_owned(),
            archive.tournaments[found.tournament].slug.to_string(),
            found.day.to_string(),
            points(found.promoted.points),
            found.promoted.needed.map(points).unwrap_or_default(),
            provision(found).map(|id| id.to_string()).unwrap_or_default(),
        ];
        text.push_str(&cells.map(|cell| quoted(&cell)).join(","));
        text.push('\n');
    }
    text
}

/// A cell: in quotation marks where it holds what would end it.
fn quoted(cell: &str) -> String {
    if cell.contains([',', '"', '\n', '\r']) {
        format!("\"{}\"", cell.replace('"', "\"\""))
    } else {
        cell.to_owned()
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::core::promotion::chance;
    use crate::model::{Cell, Colour, Entrant, Outcome, Score, System};
    use crate::test_rules::rules;
    use jiff::civil::date;

    /// An official league of ten of 3a, in which lower numbers win, that ended on a day.
    fn league(slug: &str, end: Date) -> Tournament {
        let mut t = Tournament::new(slug, slug, System::RoundRobin { double: false }, 9);
        t.kind = EventKind::Official;
        t.end = Some(end);
        t.categories = vec![Category::Third];
        for number in 1..=10_u32 {
            let mut entrant = Entrant::new(number, format!("Jugador, {number}"));
            entrant.category = Some(Category::Third);
            entrant.person = Some(format!("j{number}").into());
            t.entrants.push(entrant);
        }
        t.cells = vec![Vec::new(); 10];
        for round in 0..9_usize {
            let seat = |at: usize| if at == 9 { 9 } else { (at + round) % 9 };
            for board in 0..5 {
                let pair = if board == 0 { (9, 0) } else { (board, 9 - board) };
                let (a, b) = (seat(pair.0), seat(pair.1));
                for (me, other, colour) in [(a, b, Colour::White), (b, a, Colour::Black)] {
                    let score = if me < other { Score::Win } else { Score::Loss };
                    t.cells[me].push(Cell::Paired {
                        opponent: other,
                        colour: Some(colour),
                        outcome: Outcome::Played(score),
                    });
                }
            }
        }
        t
    }

    fn archive() -> Archive {
        Archive {
            tournaments: vec![
                league("a", date(1990, 9, 30)).into(),
                league("b", date(1990, 12, 1)).into(),
                league("c", date(1991, 8, 1)).into(),
            ],
            ..Archive::default()
        }
    }

    const SEASON: Period =
        Period { from: Date::constant(1990, 7, 1), to: Date::constant(1991, 6, 30) };

    /// Ascensos 7: seven points of nine without opponents of 2a; numbers 1 to 3 have 9, 8 and 7.
    #[test]
    fn a_player_goes_up_once_in_a_season() {
        let archive = archive();
        let listed = promotions(&archive, SEASON, |_| rules());
        let found: Vec<_> =
            listed.iter().map(|l| (l.promoted.who.number, l.tournament, l.also.clone())).collect();
        assert_eq!(found, [(1, 0, vec![1]), (2, 0, vec![1]), (3, 0, vec![1])]);
        assert!(listed.iter().all(|l| l.counts == Verdict::Met));
        let csv = to_csv(&listed, &archive);
        assert_eq!(
            csv.lines().nth(3),
            Some("j3,\"Jugador, 3\",,3a,2a,a,1990-09-30,7,7,Ascensos 7")
        );
        assert_eq!(csv.lines().count(), 4);
    }

    /// AMB-91: an open counts when it is homologated, other kinds never.
    #[test]
    fn only_official_events_and_homologated_opens_count() {
        let mut archive = archive();
        archive.tournaments.truncate(1);
        Arc::make_mut(&mut archive.tournaments[0]).kind = EventKind::Other;
        assert!(promotions(&archive, SEASON, |_| rules()).is_empty());
        // Without the organiser's report it is not known; ten players are too few in any case.
        Arc::make_mut(&mut archive.tournaments[0]).kind = EventKind::Open;
        assert!(promotions(&archive, SEASON, |_| rules()).is_empty());
    }

    #[test]
    fn days_on_both_sides_of_a_period() {
        let archive = archive();
        let of = |from, to| promotions(&archive, Period { from, to }, |_| rules()).len();
        assert_eq!(of(date(1990, 9, 30), date(1990, 9, 30)), 3);
        assert_eq!(of(date(1990, 10, 1), date(1990, 11, 30)), 0);
    }

    /// RGC 14.2.2: who cannot rise is withdrawn, but not who told to play on.
    #[test]
    fn who_has_no_chance_is_withdrawn_unless_they_play_on() {
        let mut t = league("a", date(1990, 9, 30)).after_round(6);
        assert!(!t.is_finished());
        let last = chance::chance_input(&t, 9, 6, rules()).expect("of 3a");
        assert!(chance::still_promotable(&last, rules()).withdrawn);
        t.playing_on = vec![9];
        let last = chance::chance_input(&t, 9, 6, rules()).expect("of 3a");
        let chance = chance::still_promotable(&last, rules());
        assert_eq!((chance.can, chance.withdrawn), (Some(false), false));
        let report = super::super::report(&t, rules());
        let Some(Block::Table(table)) = report.blocks.last() else { panic!("{report:?}") };
        assert_eq!(table.columns.last().map(|column| &*column.key), Some("withdrawn"));
        let words = |number: i64| {
            let row = table.rows.iter().find(|row| row.cells[0].value == Value::Int(number));
            row.and_then(|row| row.cells.last()).map(|cell| cell.value.clone())
        };
        assert_eq!(words(10), Some(Msg::new("promotion.plays-on").into()));
        assert_eq!(words(9), Some(Msg::new("promotion.withdrawn").into()));
        assert_eq!(words(1), Some(Value::Undefined));
    }
}
