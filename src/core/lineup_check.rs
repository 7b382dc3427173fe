//! The line-ups of a team event checked against the clubs' lists in order of strength (RGC 8.2,
//! 8.3, 9, 13), and the records of its matches.

use std::collections::BTreeSet;
use std::sync::Arc;

use serde_json::{Value as Json, json};

use super::competition::level::Level;
use super::competition::lineup::{Fault, Lined, Lineup, Substitution, Teams, check};
use super::competition::teams::boards;
use super::computed::Computed;
use super::report::{Align, Block, Column, Entry, Msg, Report, Row, Step, Table, Value, Verdict};
use super::rounds;
use super::rules::Rules1990;
use crate::model::{
    Archive, Date, ImproperLineup, ListNumber, Match, RuleSet, StrengthList, Tournament,
};
use crate::rulebook::ProvisionId;
use crate::rulebook::bind::Key;

/// The nationality of the federation's own players.
const HOME: &str = "CAT";

/// The line-up of a team in a round, checked.
#[derive(Clone, Debug)]
pub struct CheckedLineup {
    pub round: u32,
    pub table: u32,
    /// Index of the team.
    pub team: usize,
    /// Names of those who are on no list.
    pub unlisted: Vec<String>,
    pub faults: Computed<Vec<Fault>>,
}

impl CheckedLineup {
    pub fn is_proper(&self) -> bool {
        self.unlisted.is_empty() && self.faults.value.is_empty()
    }
}

/// The list of a team of an event, and which of the club's teams it is, from 0.
fn list_of<'a>(
    t: &Tournament,
    team: usize,
    archive: &'a Archive,
) -> Option<(&'a StrengthList, usize)> {
    let number = t.teams.get(team)?.number;
    archive.strength.values().find_map(|list| {
        let at = list.teams.iter().position(|own| {
            own.plays.as_ref().is_some_and(|(event, n)| **event == *t.slug && *n == number)
        })?;
        (!list.players.is_empty()).then_some((list, at))
    })
}

/// Boards of each team of a club: as told, by its level, or those of this event.
fn sizes(t: &Tournament, list: &StrengthList, rules: &Rules1990) -> Teams {
    let of = |team: &crate::model::ClubTeam| {
        let level = team.level.and_then(|level| Level::from_key(level.key()));
        team.boards
            .or_else(|| {
                level.map(|level| boards(level, None, None, &rules.competition.teams).value)
            })
            .unwrap_or(t.boards)
    };
    Teams(list.teams.iter().map(of).collect())
}

/// Players of each side of a match, board by board, as they were lined up at the start.
fn lined_up(t: &Tournament, m: &Match, team: usize) -> Vec<Option<usize>> {
    let mut boards: Vec<_> = m.boards.iter().collect();
    boards.sort_by_key(|board| board.board);
    let playing = |board: &&crate::model::BoardGame| {
        if m.home == team { board.home } else { board.away }
    };
    let first = |player: usize| {
        let came_in = t.substitutions.iter().find(|change| {
            change.round == m.round && change.team == team && change.player == player
        });
        came_in.map_or(player, |change| change.out)
    };
    boards.iter().map(|board| playing(board).map(first)).collect()
}

/// The teams of an event that lose a match by their line-up, where the event goes by the regulation
/// of 1990 (RGC 8.3.5). FIDE's rules leave line-ups to the regulations of the event.
pub fn improper(t: &Tournament, archive: &Archive, rules: &Rules1990) -> Vec<ImproperLineup> {
    if t.rule_set != RuleSet::Fce1990 {
        return Vec::new();
    }
    let faulty = check_event(t, archive, rules).into_iter().filter(|checked| !checked.is_proper());
    faulty
        .map(|checked| ImproperLineup {
            round: checked.round,
            table: checked.table,
            team: checked.team,
        })
        .collect()
}

/// Finds the improper line-ups of every event of an archive, before anything is computed from its
/// results.
pub fn judge<'r>(archive: &mut Archive, rules: impl Fn(&Tournament) -> &'r Rules1990) {
    if archive.strength.values().all(|list| list.players.is_empty()) {
        return;
    }
    let of_event = |t: &Tournament| {
        if t.is_team_event() { improper(t, archive, rules(t)) } else { Vec::new() }
    };
    let found: Vec<_> = archive.tournaments.iter().map(|t| of_event(t)).collect();
    for (t, improper) in archive.tournaments.iter_mut().zip(found) {
        if t.improper_lineups != improper {
            Arc::make_mut(t).improper_lineups = improper;
        }
    }
}

/// The events, by slug, in which the clubs with lists play: the line-ups of each may decide about
/// those of the others.
pub fn events_of_lists(archive: &Archive) -> BTreeSet<&str> {
    let teams = archive.strength.values().flat_map(|list| &list.teams);
    teams.filter_map(|team| team.plays.as_ref()).map(|(event, _)| &**event).collect()
}

/// Persons of a club in records of the same round, or of the same day, of the club's other events
/// (RGC 8.3.3, 8.3.4): the teams of one list play in several groups.
fn in_other_events<'a>(
    t: &'a Tournament,
    m: &'a Match,
    list: &'a StrengthList,
    archive: &'a Archive,
) -> impl Iterator<Item = &'a Arc<str>> {
    let day = day_of(t, m.round);
    let is_of_list = |slug: &str| {
        let mut events = list.teams.iter().filter_map(|team| team.plays.as_ref());
        events.any(|(event, _)| **event == *slug)
    };
    let others = archive
        .tournaments
        .iter()
        .filter(move |other| other.slug != t.slug && is_of_list(&other.slug));
    others.flat_map(move |other| {
        let same = move |of: &&Match| {
            of.round == m.round || (day.is_some() && day_of(other, of.round) == day)
        };
        let players = other
            .matches
            .iter()
            .filter(same)
            .flat_map(|of| of.boards.iter().flat_map(|board| [board.home, board.away]))
            .flatten();
        players.filter_map(|index| other.entrants.get(index)?.person.as_ref())
    })
}

/// The day of a round, if it is told.
fn day_of(t: &Tournament, round: u32) -> Option<Date> {
    let at = usize::try_from(round).ok()?.checked_sub(1)?;
    t.round_times.get(at).map(|time| time.day)
}

/// Every line-up whose club has a list, round by round.
pub fn check_event(t: &Tournament, archive: &Archive, rules: &Rules1990) -> Vec<CheckedLineup> {
    let mut found = Vec::new();
    let mut matches: Vec<&Match> = t.matches.iter().filter(|m| !m.boards.is_empty()).collect();
    matches.sort_by_key(|m| (m.round, m.table));
    for m in matches {
        for team in std::iter::once(m.home).chain(m.away) {
            let Some((list, at)) = list_of(t, team, archive) else { continue };
            found.push(check_match(t, m, team, (list, at), archive, rules));
        }
    }
    found
}

fn check_match(
    t: &Tournament,
    m: &Match,
    team: usize,
    (list, at): (&StrengthList, usize),
    archive: &Archive,
    rules: &Rules1990,
) -> CheckedLineup {
    let mut unlisted = Vec::new();
    let listed = |index: usize| {
        let person = t.entrants.get(index)?.person.as_ref()?;
        list.players.iter().find(|listed| listed.person == *person)
    };
    let mut lined = |index: usize| match listed(index) {
        Some(found) => Some(Lined {
            number: found.number,
            nationality: Some(found.nationality.as_deref().unwrap_or(HOME).to_owned()),
        }),
        None => {
            unlisted.extend(t.entrants.get(index).map(|entrant| entrant.name.to_string()));
            None
        }
    };
    let boards: Vec<Option<Lined>> =
        lined_up(t, m, team).into_iter().map(|player| player.and_then(&mut lined)).collect();
    let changes = t.substitutions.iter().filter(|c| c.round == m.round && c.team == team);
    let substitutions: Vec<Substitution> = changes
        .filter_map(|change| {
            let (out, player) = (lined(change.out)?, lined(change.player)?);
            Some(Substitution { out: out.number, player, minutes: change.minutes })
        })
        .collect();
    let mut elsewhere: BTreeSet<ListNumber> = t
        .matches
        .iter()
        .filter(|other| other.round == m.round && other.table != m.table)
        .flat_map(|other| other.boards.iter().flat_map(|board| [board.home, board.away]))
        .flatten()
        .filter_map(|index| listed(index).map(|found| found.number))
        .collect();
    let other_events = in_other_events(t, m, list, archive);
    elsewhere.extend(other_events.filter_map(|person| {
        list.players.iter().find(|listed| listed.person == *person).map(|found| found.number)
    }));
    let lineup = Lineup {
        teams: sizes(t, list, rules),
        team: at,
        boards,
        substitutions,
        elsewhere,
        home_nationality: HOME.to_owned(),
    };
    let faults = check(&lineup, &rules.competition.lineup);
    CheckedLineup { round: m.round, table: m.table, team, unlisted, faults }
}

fn team_value(t: &Tournament, team: usize) -> Value {
    Value::from(t.teams[team].name.clone())
}

/// The checks as a table, or `None` where no club of the event has a list.
pub fn report(t: &Tournament, archive: &Archive, rules: &Rules1990) -> Option<Report> {
    let found = check_event(t, archive, rules);
    if found.is_empty() {
        return None;
    }
    let improper = found.iter().filter(|checked| !checked.is_proper()).count();
    let column = |key, text, align| Column::new(key, Msg::new(text), align);
    let rows = found.iter().map(|checked| {
        let mut entry = checked.faults.entry_of(Verdict::of(checked.is_proper()));
        for name in &checked.unlisted {
            let text = Msg::new("lineup-check.unlisted").with("player", name.as_str());
            entry = entry.step(Step::new(text).cite(&ProvisionId::from("RGC 8.3.1")));
        }
        let consequence = (!checked.is_proper()).then(|| Msg::new("lineup-check.loses").into());
        Row {
            entrant: None,
            cells: vec![
                Entry::plain(checked.round),
                Entry::plain(checked.table),
                Entry::plain(team_value(t, checked.team)),
                entry,
                Entry::plain(consequence.unwrap_or(Value::Undefined)),
            ],
        }
    });
    let mut blocks = vec![
        Block::Paragraph(
            Msg::new("lineup-check.summary").with("improper", improper).with("n", found.len()),
        ),
        Block::Table(Table {
            key: "lineup-check",
            caption: Msg::new("lineup-check.caption"),
            columns: vec![
                column("round", "lineup-check.round", Align::End),
                column("table", "column.table", Align::End).extra(),
                column("team", "column.team", Align::Start),
                column("verdict", "lineup-check.verdict", Align::Start),
                column("consequence", "rgc.consequence", Align::Start),
            ],
            rows: rows.collect(),
        }),
    ];
    blocks.extend(lists(t, archive, rules));
    let title = Msg::new("lineup-check.title").with("tournament", t.name.clone());
    Some(Report { key: "lineup-check", title, blocks })
}

/// The lists in order of strength of the clubs in the event, with the team of every number.
fn lists(t: &Tournament, archive: &Archive, rules: &Rules1990) -> Vec<Block> {
    let mut blocks = Vec::new();
    for team in 0..t.teams.len() {
        let Some((list, _)) = list_of(t, team, archive) else { continue };
        let teams = sizes(t, list, rules);
        let column = |key, text, align| Column::new(key, Msg::new(text), align);
        let rows = list.players.iter().map(|listed| {
            let name = archive.people.get(&listed.person).map(|person| person.name.clone());
            let own = teams.team_of(listed.number).and_then(|at| list.teams.get(at));
            Row {
                entrant: None,
                cells: vec![
                    Entry::plain(listed.number),
                    Entry::plain(Value::Person {
                        slug: listed.person.clone(),
                        name: name.unwrap_or_else(|| listed.person.clone()),
                    }),
                    Entry::plain(listed.nationality.clone().map(Value::from)),
                    Entry::plain(own.map(|team| Value::from(team.letter.to_string()))),
                    Entry::plain(listed.added),
                ],
            }
        });
        blocks.push(Block::Table(Table {
            key: "strength-list",
            caption: Msg::new("lineup-check.list").with("team", t.teams[team].name.clone()),
            columns: vec![
                column("number", "column.number", Align::End),
                column("name", "column.player", Align::Start),
                column("nationality", "lineup-check.nationality", Align::Start).extra(),
                column("titular", "lineup-check.titular", Align::Start)
                    .cite(&ProvisionId::from("RGC 8.2.4")),
                column("added", "lineup-check.added", Align::Start).extra(),
            ],
            rows: rows.collect(),
        }));
    }
    blocks
}

/// For programs.
pub fn to_json(t: &Tournament, archive: &Archive, rules: &Rules1990) -> Json {
    let lines = check_event(t, archive, rules).into_iter().map(|checked| {
        let faults = checked.faults.value.iter().map(|fault| {
            json!({
                "kind": fault.key(),
                "number": fault.number().map(|number| number.to_string()),
                "provision": fault.provision(),
            })
        });
        json!({
            "round": checked.round,
            "table": checked.table,
            "team": t.teams[checked.team].number,
            "proper": checked.is_proper(),
            "unlisted": checked.unlisted,
            "faults": faults.collect::<Vec<_>>(),
        })
    });
    json!({"report": "lineup-check", "lineups": lines.collect::<Vec<_>>()})
}

/// The record of a match, to be filled in and signed: players with their list numbers, results
/// where they are known.
pub fn sheet(t: &Tournament, m: &Match, archive: &Archive, rules: &Rules1990) -> Report {
    let number = |team: Option<usize>, player: Option<usize>| {
        let (list, _) = list_of(t, team?, archive)?;
        let person = t.entrants.get(player?)?.person.as_ref()?;
        list.players.iter().find(|listed| listed.person == *person).map(|listed| listed.number)
    };
    let who = |player: Option<usize>| {
        let entrant = player.and_then(|player| t.entrants.get(player));
        Entry::plain(entrant.map(|entrant| Value::from(entrant.name.clone())))
    };
    let mut boards: Vec<_> = m.boards.iter().collect();
    boards.sort_by_key(|board| board.board);
    let mut rows: Vec<Row> = boards
        .iter()
        .map(|board| Row {
            entrant: None,
            cells: vec![
                Entry::plain(board.board),
                Entry::plain(number(Some(m.home), board.home).map(Value::from)),
                who(board.home),
                Entry::plain(rounds::result(board.outcome, board.both_absent, rules)),
                who(board.away),
                Entry::plain(number(m.away, board.away).map(Value::from)),
            ],
        })
        .collect();
    if rows.is_empty() {
        rows.extend((1..=t.boards).map(|board| {
            Row {
                entrant: None,
                cells: std::iter::once(Entry::plain(board))
                    .chain((0..5).map(|_| Entry::plain("")))
                    .collect(),
            }
        }));
    }
    let column = |key, text, align| Column::new(key, Msg::new(text), align);
    let name = |team: usize| t.teams[team].name.clone();
    let title = Msg::new("sheet.match")
        .with("round", m.round)
        .with("home", name(m.home))
        .with("away", m.away.map(name));
    let table = Table {
        key: "match-sheet",
        caption: Msg::new("sheet.caption").with("table", m.table),
        columns: vec![
            column("board", "column.board", Align::End),
            column("home-number", "sheet.list", Align::Start),
            column("home", "column.home", Align::Start),
            column("result", "column.result", Align::Centre),
            column("away", "column.away", Align::Start),
            column("away-number", "sheet.list", Align::Start),
        ],
        rows,
    };
    Report { key: "match-sheet", title, blocks: vec![Block::Table(table)] }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{
        BoardGame, ClubTeam, Colour, Entrant, Listed, Outcome, Person, Score, SubstitutionRecord,
        System, Team,
    };
    use crate::test_rules::rules;

    /// A club of two teams of two boards whose B team plays the first of two matches; `lined` are
    /// the list numbers on its boards.
    fn event(lined: [&str; 2]) -> (Tournament, Archive) {
        let mut archive = Archive::default();
        let mut t = Tournament::new("x", "X", System::RoundRobin { double: false }, 1);
        t.boards = 2;
        let mut list = StrengthList::default();
        for (at, number) in ["1", "2", "3", "3 bis", "4", "5", "6"].into_iter().enumerate() {
            let slug: std::sync::Arc<str> = format!("p{at}").into();
            let person = Person {
                slug: slug.clone(),
                name: number.into(),
                club: None,
                category: None,
                title: None,
                fide_id: None,
                birth: None,
                sex: None,
                federation: None,
                hidden: false,
            };
            archive.people.insert(slug.clone(), person);
            let number = ListNumber::parse(number).expect("a number");
            let mut entrant = Entrant::new(at as u32 + 1, format!("{number}"));
            entrant.person = Some(slug.clone());
            t.entrants.push(entrant);
            list.players.push(Listed { number, person: slug, nationality: None, added: None });
        }
        for number in 1..=2 {
            let name = format!("E{number}");
            t.teams.push(Team {
                number,
                slug: name.as_str().into(),
                name: name.into(),
                club: None,
                level: None,
            });
        }
        let team = |letter, plays| ClubTeam { letter, level: None, boards: Some(2), plays };
        list.teams = vec![team('A', None), team('B', Some(("x".into(), 1)))];
        archive.strength.insert("c".into(), list);
        let index = |number: &str| t.entrants.iter().position(|e| &*e.name == number);
        let game = |board: u32, player: &str| BoardGame {
            board,
            home: index(player),
            away: None,
            home_colour: Colour::White,
            outcome: Outcome::Played(Score::Draw),
            both_absent: false,
        };
        t.matches = vec![Match {
            round: 1,
            table: 1,
            home: 0,
            away: Some(1),
            boards: vec![game(1, lined[0]), game(2, lined[1])],
            forfeit: None,
        }];
        (t, archive)
    }

    fn faults(t: &Tournament, archive: &Archive) -> Vec<&'static str> {
        let found = check_event(t, archive, rules());
        assert_eq!(found.len(), 1, "the other club has no list");
        found[0].faults.value.iter().map(Fault::key).collect()
    }

    /// RGC 8.2.2, 8.2.3, 8.3.2: B has numbers 3, 3 bis and 4; 1 and 2 are A's.
    #[test]
    fn titulars_and_the_order_of_strength() {
        let of = |lined| {
            let (t, archive) = event(lined);
            faults(&t, &archive)
        };
        assert_eq!(of(["3", "4"]), [""; 0]);
        assert_eq!(of(["3", "3 bis"]), [""; 0]);
        assert_eq!(of(["4", "5"]), [""; 0], "those of lower teams may play");
        assert_eq!(of(["2", "3"]), ["higher-team"]);
        assert_eq!(of(["4", "3 bis"]), ["order"]);
    }

    /// RGC 13.1, 13.2, AMB-31: number 5 comes in for 3; the minutes 20 and 60 are in time.
    #[test]
    fn a_substitute_comes_in_within_the_window() {
        for (minutes, player, expected) in [
            (20, "5", vec![]),
            (60, "5", vec![]),
            (19, "5", vec!["substitution-time"]),
            (61, "5", vec!["substitution-time"]),
            (30, "3 bis", vec!["substitute-titular"]),
        ] {
            let (mut t, archive) = event([player, "4"]);
            let index = |number: &str| t.entrants.iter().position(|e| &*e.name == number);
            let (out, player) = (index("3").unwrap(), index(player).unwrap());
            t.substitutions = vec![SubstitutionRecord { round: 1, team: 0, out, player, minutes }];
            assert_eq!(faults(&t, &archive), expected, "{minutes}");
        }
    }

    /// RGC 8.3.5: the point of the match goes to the other team, the boards stay; both improper, both
    /// lose. By FIDE's rules it is only told.
    #[test]
    fn an_improper_line_up_loses_the_match() {
        use crate::core::score_table::ScoreTable;
        use crate::core::team::{Improper, score_match};
        use crate::model::Points;
        let (mut t, mut archive) = event(["4", "3 bis"]);
        for (at, game) in t.matches[0].boards.iter_mut().enumerate() {
            game.outcome = Outcome::Played(if at == 0 { Score::Win } else { Score::Draw });
        }
        archive.tournaments.push(t.into());
        judge(&mut archive, |_| rules());
        let t: &Tournament = &archive.tournaments[0];
        let lost = ImproperLineup { round: 1, table: 1, team: 0 };
        assert_eq!(t.improper_lineups, [lost]);
        let score = score_match(t, &t.matches[0], rules()).unwrap();
        assert_eq!(score.home.outcome, Outcome::Played(Score::Loss));
        assert_eq!(score.away.outcome, Outcome::Played(Score::Win));
        assert_eq!(score.home.board_points, Points::from_halves(3));
        let sides = (score.home.improper, score.away.improper);
        assert_eq!(sides, (Some(Improper::Own), Some(Improper::Other)));
        let table = ScoreTable::new(t, rules(), 1);
        assert_eq!((table.rows[0].made, table.rows[1].made), (Points::ZERO, Points::ONE));
        let entry = table.points_entry(0, rules());
        assert!(entry.citations.contains(&"RGC 8.3.5".into()));
        assert!(entry.working[0].citations.contains(&"RGC 8.3.5".into()));
        let mut both = t.clone();
        both.improper_lineups.push(ImproperLineup { team: 1, ..lost });
        let score = score_match(&both, &both.matches[0], rules()).unwrap();
        assert_eq!(score.home.outcome, score.away.outcome);
        assert_eq!(score.away.outcome, Outcome::Played(Score::Loss));
        // A match that is still going on is not decided by it.
        let mut going_on = t.clone();
        going_on.matches[0].boards[1].outcome = Outcome::Pending;
        let score = score_match(&going_on, &going_on.matches[0], rules()).unwrap();
        assert_eq!(score.home.outcome, Outcome::Pending);
        let fide = Tournament { rule_set: RuleSet::Fide2026, ..t.clone() };
        assert!(improper(&fide, &archive, rules()).is_empty());
    }

    /// RGC 8.3.3, 8.3.4: the same player in another event of the club's teams, in the same round
    /// whatever the day, or on the same day whatever the round.
    #[test]
    fn a_player_of_two_events() {
        use crate::model::RoundTime;
        use jiff::civil::date;
        let other_of = |round, day| {
            let (mut t, mut archive) = event(["3", "4"]);
            let on = |day| vec![RoundTime { day, hour: None }; 3];
            t.round_times = on(date(1990, 12, 2));
            let mut other = t.clone();
            other.slug = "y".into();
            other.round_times = on(date(1990, 12, day));
            other.matches[0].round = round;
            archive.tournaments.push(other.into());
            archive.strength.get_mut("c").unwrap().teams[0].plays = Some(("y".into(), 1));
            faults(&t, &archive)
        };
        assert_eq!(other_of(1, 9), ["twice", "twice"]);
        assert_eq!(other_of(2, 2), ["twice", "twice"]);
        assert_eq!(other_of(2, 9), [""; 0]);
    }

    /// RGC 8.3.4: twice in one round. And somebody of no list.
    #[test]
    fn one_record_a_round_and_the_list_alone() {
        let (mut t, archive) = event(["3", "4"]);
        let mut other = t.matches[0].clone();
        other.table = 2;
        other.home = 1;
        other.away = None;
        other.boards.truncate(1);
        t.matches.push(other);
        assert_eq!(faults(&t, &archive), ["twice"]);
        let (mut t, archive) = event(["3", "4"]);
        t.entrants[4].person = None;
        let found = check_event(&t, &archive, rules());
        assert_eq!((found[0].unlisted.len(), found[0].is_proper()), (1, false));
        assert!(report(&t, &archive, rules()).is_some());
        let sheet = sheet(&t, &t.matches[0], &archive, rules());
        let Block::Table(table) = &sheet.blocks[0] else { panic!("{sheet:?}") };
        assert_eq!(table.rows[0].cells[1].value, Value::from("3"));
    }
}
