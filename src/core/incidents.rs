//! What happened in the rounds besides the results: late players with the time charged to them,
//! teams without half of their players, games stopped, results reported late, and whom absences put
//! out of the event (RGC 5.5, 10, 12, 14.1; AMB-29, 30, 32, 38, 110).

use super::calendar::WorkingCalendar;
use super::competition::absence::{
    self, Charged, Lateness, Proof, SECONDS, Side, TeamPresence, different_towns,
};
use super::competition::sessions::{self, Unfinished};
use super::computed::Computed;
use super::report::{Align, Block, Column, Entry, Msg, Report, Row, Table, Value, Verdict};
use super::rules::Rules1990;
use super::team::{board_score, score_match};
use crate::model::{
    Archive, Cell, Club, Exact, Forfeit, Happening, Incident, Match, Outcome, Score, System,
    Tournament, TransportProof, Whom,
};

/// An incident with what follows from it.
#[derive(Clone, Debug)]
pub struct Judged {
    pub incident: Incident,
    pub consequence: Entry,
}

/// The match of an incident: by its table, or by the team or player it is about.
fn match_of<'a>(t: &'a Tournament, incident: &Incident) -> Option<&'a Match> {
    t.matches.iter().filter(|m| m.round == incident.round).find(|m| match incident.whom {
        Whom::Team(team) => m.home == team || m.away == Some(team),
        Whom::Player(player) => {
            m.boards.iter().any(|game| [game.home, game.away].contains(&Some(player)))
        }
        Whom::Nobody => Some(m.table) == incident.table,
    })
}

/// The club of a team, or of a player.
fn club_of<'a>(t: &Tournament, archive: &'a Archive, whom: Whom) -> Option<&'a Club> {
    let slug = match whom {
        Whom::Team(team) => t.teams.get(team)?.club.as_ref(),
        Whom::Player(player) => {
            let entrant = t.entrants.get(player)?;
            let of_team = entrant.team.and_then(|team| t.teams.get(team)?.club.as_ref());
            of_team.or(entrant.club.as_ref())
        }
        Whom::Nobody => None,
    };
    // Where names are shown, a club is called by its name.
    let slug = slug?;
    archive.clubs.get(slug).or_else(|| archive.clubs.values().find(|club| club.name == *slug))
}

/// A late player: visitor or at home, and whether the clubs are of different towns (RGC 12.2).
fn lateness(
    t: &Tournament,
    archive: &Archive,
    incident: &Incident,
    minutes: u32,
    proof: TransportProof,
    rules: &Rules1990,
) -> Computed<Option<Charged>> {
    let game = match_of(t, incident);
    let is_away = |m: &&Match| match incident.whom {
        Whom::Player(player) => m.boards.iter().any(|game| game.away == Some(player)),
        Whom::Team(team) => m.away == Some(team),
        Whom::Nobody => false,
    };
    let late = if game.as_ref().is_some_and(is_away) { Side::Visitor } else { Side::Home };
    let clubs = game.and_then(|m| {
        let of = |team| club_of(t, archive, Whom::Team(team));
        Some((of(m.home)?, of(m.away?)?))
    });
    let towns = clubs.map(|(home, away)| different_towns(home, away));
    let different = towns.as_ref().and_then(|towns| towns.value).unwrap_or(false);
    let proof = match proof {
        TransportProof::None => Proof::None,
        TransportProof::Accepted => Proof::Accepted,
        TransportProof::Rejected => Proof::Rejected,
    };
    let input = Lateness { late, different_towns: different, proof, minutes };
    let found = absence::lateness(input, &rules.competition.absence);
    match towns {
        Some(towns) => found.after(towns),
        None => found,
    }
}

/// `36 min 12 s`.
fn time(seconds: Exact) -> Msg {
    let whole = seconds.to_integer();
    Msg::new("incident.time").with("minutes", whole / SECONDS).with("seconds", whole % SECONDS)
}

/// What follows from an incident.
fn judge(t: &Tournament, archive: &Archive, incident: &Incident, rules: &Rules1990) -> Entry {
    let competition = &rules.competition;
    match incident.what {
        Happening::Late { minutes, proof } => {
            let found = lateness(t, archive, incident, minutes, proof, rules);
            let value = match found.value {
                Some(charged) if charged.other == Exact::from(0) => {
                    Msg::new("incident.charged").with("late", time(charged.late_player))
                }
                Some(charged) => Msg::new("incident.charged-both")
                    .with("late", time(charged.late_player))
                    .with("other", time(charged.other)),
                None => Msg::new("incident.loses-game"),
            };
            found.entry_of(value)
        }
        Happening::FewPresent { present, at_limit } => {
            let found = absence::team_presence(t.boards, present, at_limit, &competition.absence);
            let value = Msg::new(match found.value {
                TeamPresence::Plays => "rgc.presence.plays",
                TeamPresence::AllClocksRun => "rgc.presence.all-clocks-run",
                TeamPresence::Lost => "rgc.presence.lost",
            });
            found.entry_of(value)
        }
        Happening::LateAtResumption { minutes } => {
            let found = absence::lost_at_resumption(minutes, &competition.absence);
            let key = if found.value { "incident.loses-game" } else { "incident.plays-on" };
            found.entry_of(Msg::new(key))
        }
        Happening::ForceMajeure => {
            Entry::plain(Msg::new("incident.excused")).cite(&"RGC 12.5".into())
        }
        Happening::Unfinished { session, hours, decides_match, can_be_judged, agreed } => {
            let game = Unfinished { decides_match, can_be_judged, session, hours, agreed };
            let found = sessions::unfinished(game, &competition.sessions);
            found.entry_of(Msg::new(match found.value.key() {
                "analysis" => "incident.analysis",
                "quick-finish" => "incident.quick-finish",
                "sealed" => "incident.sealed",
                _ => "incident.plays-on",
            }))
        }
        Happening::Reported { at } => {
            let day = (incident.round as usize)
                .checked_sub(1)
                .and_then(|round| t.round_times.get(round))
                .map(|time| time.day);
            let Some(day) = day else { return Entry::plain(Value::Undefined) };
            let calendar = WorkingCalendar::new(archive.holidays.iter().copied());
            let found = sessions::results_deadline(day, Some(at), &calendar, &competition.sessions);
            let in_time = Verdict::from_known(found.value.1);
            found.entry_of(match in_time {
                Verdict::Met => Msg::new("incident.reported-in-time"),
                _ => Msg::new("incident.reported-late"),
            })
        }
    }
}

/// All incidents with what follows, in the order of the rounds.
pub fn judged(t: &Tournament, archive: &Archive, rules: &Rules1990) -> Vec<Judged> {
    let mut incidents = t.incidents.clone();
    incidents.sort_by_key(|incident| incident.round);
    let judged = incidents
        .into_iter()
        .map(|incident| Judged { consequence: judge(t, archive, &incident, rules), incident });
    judged.collect()
}

/// Somebody's absences in the event.
#[derive(Clone, Debug)]
pub struct Absences {
    /// A team in a team event, else a player; index.
    pub who: usize,
    /// The rounds, and those of them excused by force majeure.
    pub rounds: Vec<u32>,
    pub excused: u32,
    /// Out of the event by RGC 14.1?
    pub eliminated: Computed<bool>,
    /// The event's data say that they left it.
    pub recorded: bool,
}

/// Who was absent, by the recorded results: players in an individual event, teams in a team event
/// (AMB-32). Nobody is taken out of an event by this: the decision is recorded (AMB-99).
pub fn absences(t: &Tournament, rules: &Rules1990) -> Vec<Absences> {
    let contestants = if t.is_team_event() { t.teams.len() } else { t.entrants.len() };
    let mut found = Vec::new();
    for who in 0..contestants {
        let rounds =
            if t.is_team_event() { matches_missed(t, who, rules) } else { games_missed(t, who) };
        if rounds.is_empty() {
            continue;
        }
        let whom = if t.is_team_event() { Whom::Team(who) } else { Whom::Player(who) };
        let is_excused = |round: &&u32| {
            t.incidents.iter().any(|incident| {
                incident.whom == whom
                    && incident.round == **round
                    && incident.what == Happening::ForceMajeure
            })
        };
        let excused = rounds.iter().filter(is_excused).count() as u32;
        let count = u32::try_from(rounds.len()).unwrap_or(u32::MAX);
        let eliminated = absence::eliminated(count, excused, &rules.competition.absence);
        let recorded = t.withdrawal(who).is_some();
        found.push(Absences { who, rounds, excused, eliminated, recorded });
    }
    found
}

fn games_missed(t: &Tournament, who: usize) -> Vec<u32> {
    let row = t.cells.get(who).map_or(&[][..], Vec::as_slice);
    let missed = row.iter().zip(1_u32..).filter(|(cell, _)| {
        matches!(cell, Cell::Paired { outcome: Outcome::Forfeit(Forfeit::Lost), .. })
    });
    missed.map(|(_, round)| round).collect()
}

/// Matches in which a team did not appear at all.
fn matches_missed(t: &Tournament, team: usize, rules: &Rules1990) -> Vec<u32> {
    let lost = |outcome| outcome == Outcome::Forfeit(Forfeit::Lost);
    let missed = t.matches.iter().filter(|m| {
        let Some(score) = score_match(t, m, rules) else { return false };
        let nobody = |away: bool| {
            !m.boards.is_empty()
                && m.boards.iter().all(|game| {
                    matches!(game.outcome, Outcome::Forfeit(_))
                        && board_score(game, away) == Some(Score::Loss)
                })
        };
        (m.home == team && (m.boards.is_empty() || nobody(false)) && lost(score.home.outcome))
            || (m.away == Some(team)
                && (m.boards.is_empty() || nobody(true))
                && lost(score.away.outcome))
    });
    let mut rounds: Vec<u32> = missed.map(|m| m.round).collect();
    rounds.sort_unstable();
    rounds
}

fn who(t: &Tournament, whom: Whom) -> Value {
    match whom {
        Whom::Player(index) => t.entrants.get(index).map_or(Value::Undefined, |entrant| {
            Value::Entrant { index, number: entrant.number, name: entrant.name.clone() }
        }),
        Whom::Team(index) => t.teams.get(index).map(|team| team.name.clone()).into(),
        Whom::Nobody => Value::Undefined,
    }
}

/// What happened, in words.
fn words(incident: &Incident) -> Msg {
    match incident.what {
        Happening::Late { minutes, proof } => {
            let key = match proof {
                TransportProof::None => "incident.late",
                TransportProof::Accepted => "incident.late-proved",
                TransportProof::Rejected => "incident.late-not-proved",
            };
            Msg::new(key).with("minutes", minutes)
        }
        Happening::FewPresent { present, at_limit } => {
            let key =
                if at_limit { "incident.present-at-limit" } else { "incident.present-at-start" };
            Msg::new(key).with("present", present)
        }
        Happening::LateAtResumption { minutes } => {
            Msg::new("incident.late-at-resumption").with("minutes", minutes)
        }
        Happening::ForceMajeure => Msg::new("incident.force-majeure"),
        Happening::Unfinished { session, hours, .. } => {
            Msg::new("incident.unfinished").with("session", session).with("hours", hours)
        }
        Happening::Reported { at } => Msg::new("incident.reported").with(
            "at",
            Msg::new("homologation.moment")
                .with("day", at.date())
                .with("time", format!("{:02}:{:02}", at.hour(), at.minute())),
        ),
    }
}

/// The incidents of a round, or of all: `None` when nothing is recorded.
pub fn table(
    t: &Tournament,
    archive: &Archive,
    rules: &Rules1990,
    round: Option<u32>,
) -> Option<Table> {
    let judged = judged(t, archive, rules);
    let of_round: Vec<_> = judged
        .into_iter()
        .filter(|j| round.is_none_or(|round| j.incident.round == round))
        .collect();
    if of_round.is_empty() {
        return None;
    }
    let column = |key, text, align| Column::new(key, Msg::new(text), align);
    let rows = of_round.into_iter().map(|Judged { incident, consequence }| Row {
        entrant: None,
        cells: vec![
            Entry::plain(incident.round),
            Entry::plain(incident.table),
            Entry::plain(who(t, incident.whom)),
            Entry::plain(words(&incident)),
            consequence,
        ],
    });
    Some(Table {
        key: "incidents",
        caption: Msg::new("incident.caption"),
        columns: vec![
            column("round", "lineup-check.round", Align::End),
            column("table", "column.table", Align::End).extra(),
            column("who", "incident.who", Align::Start),
            column("what", "incident.what", Align::Start),
            column("consequence", "rgc.consequence", Align::Start),
        ],
        rows: rows.collect(),
    })
}

/// Who was absent, and whom that puts out (RGC 14.1).
fn absence_table(t: &Tournament, rules: &Rules1990) -> Option<Table> {
    let found = absences(t, rules);
    if found.is_empty() {
        return None;
    }
    let column = |key, text, align| Column::new(key, Msg::new(text), align);
    let rows = found.into_iter().map(|absent| {
        let whom =
            if t.is_team_event() { Whom::Team(absent.who) } else { Whom::Player(absent.who) };
        let what = Msg::new(match (absent.eliminated.value, absent.recorded) {
            (true, true) => "incident.out-recorded",
            (true, false) => "incident.out",
            (false, _) => "incident.not-out",
        });
        let rounds: Vec<Value> = absent.rounds.iter().map(|&round| round.into()).collect();
        Row {
            entrant: None,
            cells: vec![
                Entry::plain(who(t, whom)),
                Entry::plain(Value::List(rounds)),
                Entry::plain(absent.excused),
                absent.eliminated.entry_of(what),
            ],
        }
    });
    Some(Table {
        key: "absences",
        caption: Msg::new("incident.absences"),
        columns: vec![
            column("who", "incident.who", Align::Start),
            column("rounds", "incident.rounds", Align::Start),
            column("excused", "rgc.excused", Align::End).extra(),
            column("consequence", "rgc.consequence", Align::Start),
        ],
        rows: rows.collect(),
    })
}

/// Incidents and absences of an event of the federation; `None` when there is nothing to tell.
pub fn report(t: &Tournament, archive: &Archive, rules: &Rules1990) -> Option<Report> {
    if t.system == System::KnockOut && t.incidents.is_empty() {
        return None;
    }
    let tables = [table(t, archive, rules, None), absence_table(t, rules)];
    let blocks: Vec<Block> = tables.into_iter().flatten().map(Block::Table).collect();
    if blocks.is_empty() {
        return None;
    }
    let title = Msg::new("incident.title").with("tournament", t.name.clone());
    Some(Report { key: "incidents", title, blocks })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{BoardGame, Colour, Entrant, RoundTime, Team};
    use crate::test_rules::rules;
    use jiff::civil::{date, datetime};

    /// Two clubs of two towns, a match of two boards in round 1, on Sunday 2 December 1990.
    fn event() -> (Tournament, Archive) {
        let mut archive = Archive::default();
        let mut t = Tournament::new("x", "X", System::RoundRobin { double: false }, 4);
        t.boards = 2;
        t.round_times.push(RoundTime { day: date(1990, 12, 2), hour: None });
        for (number, town) in [(1_u32, "Lleida"), (2, "Olot")] {
            let slug: std::sync::Arc<str> = format!("club-{number}").into();
            archive.clubs.insert(
                slug.clone(),
                Club {
                    slug: slug.clone(),
                    name: slug.clone(),
                    town: Some(town.into()),
                    delegation: None,
                },
            );
            let name: std::sync::Arc<str> = format!("E{number}").into();
            t.teams.push(Team { number, slug: name.clone(), name, club: Some(slug), level: None });
            for board in 0..2 {
                let mut entrant = Entrant::new(number * 2 - 1 + board, format!("J{number}{board}"));
                entrant.team = Some(number as usize - 1);
                t.entrants.push(entrant);
            }
        }
        let game = |board: u32| BoardGame {
            board,
            home: Some(board as usize - 1),
            away: Some(board as usize + 1),
            home_colour: Colour::White,
            outcome: Outcome::Played(Score::Draw),
            both_absent: false,
        };
        t.matches = vec![Match {
            round: 1,
            table: 1,
            home: 0,
            away: Some(1),
            boards: vec![game(1), game(2)],
            forfeit: None,
        }];
        (t, archive)
    }

    fn consequence(whom: Whom, what: Happening) -> (&'static str, Vec<String>) {
        let (mut t, archive) = event();
        t.incidents.push(Incident { round: 1, table: Some(1), whom, what });
        let judged = judged(&t, &archive, rules());
        let Value::Msg(msg) = &judged[0].consequence.value else { panic!("words") };
        let args = msg.args.iter().map(|(_, value)| format!("{value:?}")).collect();
        (msg.key, args)
    }

    /// RGC 12.1, 12.2, AMB-30, 110: the visitor with proof shares the time; the home player and one
    /// without proof do not; both sides of 60 and of 90 minutes.
    #[test]
    fn late_players_are_charged_by_where_they_come_from() {
        let late = |player, minutes, proof| {
            consequence(Whom::Player(player), Happening::Late { minutes, proof })
        };
        use TransportProof::{Accepted, None as NoProof, Rejected};
        let (key, args) = late(2, 90, Accepted);
        assert_eq!(key, "incident.charged-both");
        // 90 minutes: 54 to the visitor, 36 to the other.
        assert!(args[0].contains("54") && args[1].contains("36"), "{args:?}");
        assert_eq!(late(2, 91, Accepted).0, "incident.loses-game");
        assert_eq!(late(2, 60, NoProof).0, "incident.charged");
        assert_eq!(late(2, 61, NoProof).0, "incident.loses-game");
        assert_eq!(late(2, 61, Rejected).0, "incident.loses-game");
        assert_eq!(late(0, 61, Accepted).0, "incident.loses-game", "the home player");
        assert_eq!(late(0, 60, Accepted).0, "incident.charged");
    }

    /// RGC 12.3, 12.4, 10.1, 10.2, 5.5.1: both sides of each limit.
    #[test]
    fn teams_resumptions_adjournments_and_results() {
        let team = |present, at_limit| {
            consequence(Whom::Team(1), Happening::FewPresent { present, at_limit }).0
        };
        assert_eq!(team(1, false), "rgc.presence.plays");
        assert_eq!(team(0, false), "rgc.presence.all-clocks-run");
        assert_eq!(team(0, true), "rgc.presence.lost");
        let resumed =
            |minutes| consequence(Whom::Player(0), Happening::LateAtResumption { minutes }).0;
        assert_eq!((resumed(60), resumed(61)), ("incident.plays-on", "incident.loses-game"));
        // The first working day after the Sunday, until 13:00.
        let reported = |at| consequence(Whom::Nobody, Happening::Reported { at }).0;
        assert_eq!(reported(datetime(1990, 12, 3, 13, 0, 0, 0)), "incident.reported-in-time");
        assert_eq!(reported(datetime(1990, 12, 3, 13, 1, 0, 0)), "incident.reported-late");
        let stopped = |session, decides_match| {
            let what = Happening::Unfinished {
                session,
                hours: 6,
                decides_match,
                can_be_judged: true,
                agreed: false,
            };
            consequence(Whom::Player(0), what).0
        };
        assert_eq!(stopped(2, true), "incident.sealed");
        assert_eq!(stopped(2, false), "incident.analysis");
        assert_eq!(stopped(1, true), "incident.plays-on");
    }

    /// RGC 14.1, 12.5, AMB-32: two matches missed put a team out, unless one is excused; a single
    /// empty board is no absence of the team.
    #[test]
    fn two_absences_put_out_what_force_majeure_does_not_excuse() {
        let (mut t, _) = event();
        let missed = |round| Match {
            round,
            table: 1,
            home: 0,
            away: Some(1),
            boards: Vec::new(),
            forfeit: Some((Forfeit::Won, Forfeit::Lost)),
        };
        t.matches[0].boards[0].outcome = Outcome::Forfeit(Forfeit::Lost);
        t.matches.push(missed(2));
        let of = |t: &Tournament| {
            let found = absences(t, rules());
            found.iter().map(|a| (a.who, a.rounds.clone(), a.eliminated.value)).collect::<Vec<_>>()
        };
        assert_eq!(of(&t), [(1, vec![2], false)]);
        t.matches.push(missed(3));
        assert_eq!(of(&t), [(1, vec![2, 3], true)]);
        t.incidents.push(Incident {
            round: 3,
            table: None,
            whom: Whom::Team(1),
            what: Happening::ForceMajeure,
        });
        assert_eq!(of(&t), [(1, vec![2, 3], false)]);
        let table = absence_table(&t, rules()).unwrap();
        assert_eq!(table.rows[0].cells[2].value, Value::Int(1));
    }

    /// In an individual event the games count.
    #[test]
    fn games_missed_are_those_recorded_as_forfeits() {
        let mut t = Tournament::new("x", "X", System::Swiss, 3);
        t.entrants = (1..=2).map(|n| Entrant::new(n, format!("J{n}"))).collect();
        let paired = |opponent, outcome| Cell::Paired { opponent, colour: None, outcome };
        let won = Outcome::Forfeit(Forfeit::Won);
        let lost = Outcome::Forfeit(Forfeit::Lost);
        t.cells = vec![
            vec![paired(1, won), paired(1, lost), paired(1, won)],
            vec![paired(0, lost), paired(0, won), paired(0, lost)],
        ];
        let found = absences(&t, rules());
        let out: Vec<_> = found.iter().map(|a| (a.rounds.len(), a.eliminated.value)).collect();
        assert_eq!(out, [(1, false), (2, true)]);
    }
}
