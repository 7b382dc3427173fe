//! Events that are held together, the groups of an open or the events of a festival: what each of
//! them is, and everybody in one list.

use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::sync::Arc;

use super::Rules1990;
use super::records::Placed;
use super::report::{Align, Block, Column, Entry, Msg, Report, Row, Table, Value};
use crate::model::{Archive, Entrant, Tournament};

/// One of the events of a festival.
#[derive(Clone, Copy, Debug)]
pub struct Member<'e> {
    /// Index into the archive's tournaments.
    pub index: usize,
    pub tournament: &'e Tournament,
    pub rules: &'e Rules1990,
    /// The last standings.
    pub places: &'e [Placed],
}

/// The festivals of at least two events, by slug, with the indices of their events in the order in
/// which people call them: by group, then as the archive has them.
pub fn festivals(archive: &Archive) -> BTreeMap<String, Vec<usize>> {
    let mut found: BTreeMap<String, Vec<usize>> = BTreeMap::new();
    for (index, t) in archive.tournaments.iter().enumerate() {
        if let Some(group) = &t.festival {
            found.entry(group.slug()).or_default().push(index);
        }
    }
    found.retain(|_, events| events.len() > 1);
    for events in found.values_mut() {
        events.sort_by_key(|&index| (group_name(&archive.tournaments[index]), index));
    }
    found
}

/// What an event is called among those of its festival.
pub fn group_name(t: &Tournament) -> Arc<str> {
    t.festival.as_ref().and_then(|group| group.name.clone()).unwrap_or_else(|| t.name.clone())
}

/// The groups, and all players of all of them by name. `compare` is the order of names in the
/// language of the data; those of one name stand in the order of the groups.
pub fn report(members: &[Member<'_>], compare: impl Fn(&str, &str) -> Ordering) -> Option<Report> {
    let festival = members.first()?.tournament.festival.as_ref()?;
    let title = Msg::new("festival.title").with("name", festival.festival.clone());
    let blocks = vec![Block::Table(groups(members)), Block::Table(players(members, compare))];
    Some(Report { key: "festival", title, blocks })
}

fn event(member: &Member<'_>) -> Value {
    let name = group_name(member.tournament);
    Value::Event { index: member.index, tab: None, name }
}

fn groups(members: &[Member<'_>]) -> Table {
    let rows = members.iter().map(|member| {
        let t = member.tournament;
        let played = t.rounds_complete();
        let rounds = Msg::new("festival.rounds-of").with("played", played).with("all", t.rounds);
        let first = member.places.iter().filter(|place| played > 0 && place.rank == Some(1));
        let first: Vec<Value> = first.map(|place| contestant(t, place.entrant)).collect();
        let first = if first.is_empty() { Value::Undefined } else { first.into() };
        Row {
            entrant: None,
            cells: vec![
                Entry::plain(event(member)),
                Entry::plain(t.start),
                Entry::plain(t.end),
                Entry::plain(t.entrants.len()),
                Entry::plain(rounds),
                Entry::plain(first),
            ],
        }
    });
    let column = |key, text, align| Column::new(key, Msg::new(text), align);
    Table {
        key: "festival-groups",
        caption: Msg::new("festival.groups").with("n", members.len()),
        columns: vec![
            column("group", "festival.group", Align::Start),
            column("start", "festival.start", Align::Start).extra(),
            column("end", "festival.end", Align::Start).extra(),
            column("players", "festival.players", Align::End),
            column("rounds", "festival.rounds", Align::Start),
            column("first", "festival.first", Align::Start),
        ],
        rows: rows.collect(),
    }
}

/// Who stands first in an event: a player or a team.
fn contestant(t: &Tournament, index: usize) -> Value {
    match t.entrants.get(index) {
        _ if t.is_team_event() => t.teams.get(index).map(|team| team.name.clone()).into(),
        Some(entrant) => person(entrant),
        None => Value::Undefined,
    }
}

/// Somebody by name; the way to their page, where the register knows them.
fn person(entrant: &Entrant) -> Value {
    match &entrant.person {
        Some(slug) => Value::Person { slug: slug.clone(), name: entrant.name.clone() },
        None => entrant.name.clone().into(),
    }
}

fn players(members: &[Member<'_>], compare: impl Fn(&str, &str) -> Ordering) -> Table {
    let mut lines: Vec<(&Member<'_>, usize, &Entrant)> = members
        .iter()
        .flat_map(|member| {
            let entrants = member.tournament.entrants.iter().enumerate();
            entrants.map(move |(at, entrant)| (member, at, entrant))
        })
        .collect();
    // Sorted already by group, and the sort is stable.
    lines.sort_by(|(_, _, a), (_, _, b)| compare(&a.name, &b.name));
    let places: BTreeMap<usize, BTreeMap<usize, &Placed>> = members
        .iter()
        .filter(|member| !member.tournament.is_team_event())
        .map(|member| (member.index, member.places.iter().map(|p| (p.entrant, p)).collect()))
        .collect();
    let rows = lines.iter().map(|&(member, at, entrant)| {
        let t = member.tournament;
        let place = places.get(&member.index).and_then(|places| places.get(&at));
        let begun = place.filter(|_| t.rounds_complete() > 0);
        let rating = entrant.ratings.first(&member.rules.rating_order.order.value);
        let team = entrant.team.and_then(|team| t.teams.get(team)).map(|team| team.name.clone());
        Row {
            entrant: None,
            cells: vec![
                Entry::plain(person(entrant)),
                Entry::plain(event(member)),
                Entry::plain(entrant.number),
                Entry::plain(entrant.title.map(|title| title.key())),
                Entry::plain(rating.map(|(_, rating)| rating)),
                Entry::plain(team.or_else(|| entrant.club.clone())),
                Entry::plain(begun.map(|place| place.points)),
                Entry::plain(begun.and_then(|place| place.rank)),
            ],
        }
    });
    let column = |key, text, align| Column::new(key, Msg::new(text), align);
    let mut table = Table {
        key: "festival-players",
        caption: Msg::new("players.caption").with("n", lines.len()),
        columns: vec![
            column("name", "column.player", Align::Start),
            column("group", "festival.group", Align::Start),
            column("number", "column.number", Align::End).extra(),
            column("title", "column.title", Align::Start).extra(),
            column("rating", "column.rating", Align::End).extra(),
            column("club", "column.club", Align::Start).extra(),
            column("points", "column.points", Align::End),
            column("place", "column.rank", Align::End),
        ],
        rows: rows.collect(),
    };
    // What nobody has is no column.
    let is_used = |at: usize| table.rows.iter().any(|row| row.cells[at].value != Value::Undefined);
    let used: Vec<bool> = (0..table.columns.len()).map(is_used).collect();
    let mut keep = used.iter();
    table.columns.retain(|_| *keep.next().unwrap_or(&true));
    for row in &mut table.rows {
        let mut keep = used.iter();
        row.cells.retain(|_| *keep.next().unwrap_or(&true));
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{FestivalGroup, Points, System};
    use crate::test_rules::rules;

    fn event(name: &str, group: Option<&str>, players: &[&str]) -> Tournament {
        let mut t = Tournament::new(slug(name), name, System::Swiss, 3);
        t.festival =
            Some(FestivalGroup { festival: "Festa  MAJOR".into(), name: group.map(Into::into) });
        for (number, name) in (1..).zip(players) {
            t.entrants.push(Entrant::new(number, *name));
        }
        t
    }

    fn slug(name: &str) -> String {
        crate::model::slugify(name)
    }

    fn texts(table: &Table, key: &str) -> Vec<String> {
        let at = table.columns.iter().position(|column| column.key == key).expect("a column");
        table.rows.iter().map(|row| row.cells[at].value.to_json().to_string()).collect()
    }

    #[test]
    fn one_event_is_no_festival_and_spelling_does_not_divide() {
        let mut archive = Archive::default();
        let mut alone = event("Z", None, &[]);
        alone.festival.as_mut().expect("set").festival = "Una altra".into();
        let mut other = event("Y", Some("A"), &[]);
        other.festival.as_mut().expect("set").festival = "Festa major".into();
        for t in
            [event("X", Some("B"), &[]), other, alone, Tournament::new("w", "W", System::Swiss, 1)]
        {
            archive.tournaments.push(Arc::new(t));
        }
        let found: Vec<_> = festivals(&archive).into_iter().collect();
        assert_eq!(found, [("festa-major".to_owned(), vec![1, 0])], "by the names of the groups");
    }

    #[test]
    fn everybody_stands_in_one_list_by_name() {
        let mut a = event("X", Some("A"), &["Puig, Anna", "Àlvarez, Pau"]);
        a.cells = vec![vec![crate::model::Cell::Bye(crate::model::Bye::Full)]; 2];
        a.entrants[1].club = Some("Roca".into());
        let b = event("Torneig B", None, &["Bosch, Joan", "Puig, Anna"]);
        let placed = |entrant, rank, halves| Placed {
            entrant,
            rank: Some(rank),
            points: Points::from_halves(halves),
        };
        let places = [placed(1, 1, 5), placed(0, 2, 4)];
        let members = [
            Member { index: 4, tournament: &a, rules: rules(), places: &places },
            Member { index: 7, tournament: &b, rules: rules(), places: &[placed(0, 1, 0)] },
        ];
        let fold = |a: &str, b: &str| crate::model::fold(a).cmp(&crate::model::fold(b));
        let report = report(&members, fold).expect("a festival");
        let [Block::Table(groups), Block::Table(players)] = &report.blocks[..] else {
            panic!("two tables")
        };
        assert_eq!(texts(players, "group"), ["\"A\"", "\"Torneig B\"", "\"A\"", "\"Torneig B\""]);
        assert_eq!(texts(players, "number"), ["2", "1", "1", "2"]);
        assert_eq!(texts(players, "points"), ["2.5", "null", "2", "null"], "B has not begun");
        assert_eq!(texts(players, "place"), ["1", "null", "2", "null"]);
        assert_eq!(texts(players, "club")[0], "\"Roca\"");
        assert!(players.columns.iter().all(|column| column.key != "rating"), "nobody has one");
        assert_eq!(texts(groups, "players"), ["2", "2"]);
        assert_eq!(texts(groups, "first"), ["[\"Àlvarez, Pau\"]", "null"]);
    }
}
