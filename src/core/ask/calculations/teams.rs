//! Questions about team competitions, entries and calendars.

use std::collections::BTreeSet;

use serde_json::json;

use super::homologation::calendar;
use super::procedures::DELEGATIONS;
use crate::core::ask::{Answer, Calculation, Field, Input, Kind, Problem};
use crate::core::competition::level::Level;
use crate::core::competition::lineup::{self, Lined, Lineup, ListNumber, Substitution, Teams};
use crate::core::competition::overlap::{self, Remedy};
use crate::core::competition::papers::{self, Dossier, EventFacts};
use crate::core::competition::teams::{Successor, Vacancy};
use crate::core::competition::{eligibility, sessions, sheets, teams};
use crate::core::team::GroupTeam;
use crate::model::Delegation;
use crate::rulebook::bind::Key;

const COUNT: Kind = Kind::Int(0, 100_000);
const LEVEL: Kind = Kind::Choice(&Level::KEYS);

fn level(input: &Input<'_>) -> Result<Level, Problem> {
    Level::from_key(input.word("level"))
        .ok_or_else(|| input.problem("level", "a level", input.word("level")))
}

fn number(input: &Input<'_>, name: &str) -> Result<ListNumber, Problem> {
    let text = input.get(name).map(super::id_text).unwrap_or_default();
    ListNumber::parse(&text)
        .ok_or_else(|| input.problem(name, "a number such as 7 or \"7 bis\"", format!("`{text}`")))
}

const LINED: &[Field] =
    &[Field::required("number", Kind::Id), Field::optional("nationality", Kind::Text)];

fn lined(input: &Input<'_>) -> Result<Lined, Problem> {
    let nationality = input.text("nationality").map(str::to_owned);
    Ok(Lined { number: number(input, "number")?, nationality })
}

pub const LINE_UP: Calculation = Calculation {
    name: "line-up",
    sheet: None,
    example: "{\"teams\": [10], \"team\": 1, \"boards\": [{\"number\": 1}, {\"number\": 3}, \
        {\"number\": 2}, null]}",
    provisions: &["RGC 8.2", "RGC 8.3", "RGC 9", "RGC 13"],
    fields: &[
        Field::required("teams", Kind::List(&Kind::Int(1, 100))),
        Field::required("team", Kind::Int(1, 100)),
        Field::required("boards", Kind::List(&Kind::OrNull(&Kind::Object(LINED)))),
        Field::optional(
            "substitutions",
            Kind::List(&Kind::Object(&[
                Field::required("out", Kind::Id),
                Field::required("number", Kind::Id),
                Field::optional("nationality", Kind::Text),
                Field::required("minutes", COUNT),
            ])),
        ),
        Field::optional("elsewhere", Kind::List(&Kind::Id)),
        Field::optional("home_nationality", Kind::Text),
    ],
    answer: |input, rules| {
        let mut players = input.parts("boards").into_iter();
        let mut boards = Vec::new();
        for board in input.list("boards") {
            let player = if board.is_null() { None } else { players.next() };
            boards.push(player.as_ref().map(lined).transpose()?);
        }
        let mut substitutions = Vec::new();
        for change in input.parts("substitutions") {
            substitutions.push(Substitution {
                out: number(&change, "out")?,
                player: lined(&change)?,
                minutes: change.count("minutes"),
            });
        }
        let mut elsewhere = BTreeSet::new();
        for json in input.list("elsewhere") {
            let text = super::id_text(json);
            elsewhere.insert(ListNumber::parse(&text).ok_or_else(|| {
                input.problem("elsewhere", "numbers such as 7 or \"7 bis\"", format!("`{text}`"))
            })?);
        }
        let of_teams = input.list("teams").filter_map(|n| n.as_u64()).map(|n| n as u32).collect();
        let question = Lineup {
            teams: Teams(of_teams),
            team: input.count("team") as usize - 1,
            boards,
            substitutions,
            elsewhere,
            home_nationality: input.text("home_nationality").unwrap_or("ESP").to_owned(),
        };
        let found = lineup::check(&question, &rules.competition.lineup);
        let faults: Vec<_> = found
            .value
            .iter()
            .map(|fault| {
                json!({
                    "fault": fault.key(),
                    "number": fault.number().map(|number| number.to_string()),
                    "provision": fault.provision(),
                })
            })
            .collect();
        Ok(Answer::of(json!({"proper": faults.is_empty(), "faults": faults}), &found))
    },
};

pub const BIS_NUMBER: Calculation = Calculation {
    name: "bis-number",
    sheet: None,
    example: "{\"list\": [{\"number\": 1, \"elo\": 2200}, {\"number\": 2, \"elo\": 2150}, \
        {\"number\": 3, \"elo\": 2080}], \"elo\": 2170}",
    provisions: &["RGC 5.2.1.1"],
    fields: &[
        Field::required(
            "list",
            Kind::List(&Kind::Object(&[
                Field::required("number", Kind::Id),
                Field::required("elo", Kind::Int(0, 4000)),
            ])),
        ),
        Field::required("elo", Kind::Int(0, 4000)),
    ],
    answer: |input, _| {
        let mut list = Vec::new();
        for player in input.parts("list") {
            list.push((number(&player, "number")?, player.count("elo")));
        }
        let found = lineup::bis_number(&list, input.count("elo"));
        Ok(Answer::of(json!({"number": found.value.to_string()}), &found))
    },
};

pub const FOREIGNERS: Calculation = Calculation {
    name: "foreigners-quota",
    sheet: Some(|rules| sheets::foreigners(&rules.competition.lineup)),
    example: "{\"boards\": 10, \"nationalities\": [\"ESP\", \"FRA\", \"ARG\"]}",
    provisions: &["RGC 9.1", "RGC 9.2"],
    fields: sheets::FOREIGNERS,
    answer: |input, rules| Ok(input.answer_by(&sheets::foreigners(&rules.competition.lineup))),
};

pub const PRESENCE: Calculation = Calculation {
    name: "team-presence",
    sheet: Some(|rules| sheets::team_presence(&rules.competition.absence)),
    example: "{\"boards\": 10, \"present\": 4, \"at_limit\": true}",
    provisions: &["RGC 12.3"],
    fields: sheets::TEAM_PRESENCE,
    answer: |input, rules| Ok(input.answer_by(&sheets::team_presence(&rules.competition.absence))),
};

pub const ELIMINATION: Calculation = Calculation {
    name: "elimination",
    sheet: Some(|rules| sheets::elimination(&rules.competition.absence)),
    example: "{\"absences\": 2, \"excused\": 1}",
    provisions: &["RGC 14.1", "RGC 12.5"],
    fields: sheets::ELIMINATION,
    answer: |input, rules| Ok(input.answer_by(&sheets::elimination(&rules.competition.absence))),
};

pub const CONFIRMATION: Calculation = Calculation {
    name: "confirmation",
    sheet: Some(|rules| sheets::confirmation(&rules.competition.eligibility)),
    example: "{\"start\": \"1991-03-16\", \"confirmed\": \"1991-02-28\"}",
    provisions: &["RGC 4.1.2"],
    fields: sheets::CONFIRMATION,
    answer: |input, rules| {
        Ok(input.answer_by(&sheets::confirmation(&rules.competition.eligibility)))
    },
};

pub const COMPULSORY: Calculation = Calculation {
    name: "compulsory-entry",
    sheet: None,
    example: "{\"delegation\": \"girona\", \"level\": \"divisio-2\"}",
    provisions: &["RGC 4.1.3"],
    fields: &[Field::required("delegation", DELEGATIONS), Field::required("level", LEVEL)],
    answer: |input, rules| {
        let Some(delegation) = Delegation::from_key(input.word("delegation")) else {
            return Err(input.problem("delegation", "a delegation", "nothing").into());
        };
        let rules = &rules.competition.eligibility;
        let found = eligibility::compulsory_entry(delegation, level(input)?, rules);
        Ok(Answer::of(json!({"compulsory": found.value}), &found))
    },
};

pub const VACANCY: Calculation = Calculation {
    name: "vacancy",
    sheet: None,
    example: "{\"place\": \"first-division\", \"promotion_loser\": \"Alfil Tort\", \"groups\": \
        [{\"group\": 1, \"team\": \"Peu de Mola\", \"points\": 7, \"matches\": 9}, \
        {\"group\": 2, \"team\": \"Última Fila\", \"points\": 6.5, \"matches\": 9}]}",
    provisions: &["RGC 4.2.1.2.a", "RGC 4.2.1.2.b.1", "RGC 4.2.1.2.b.2"],
    fields: &[
        Field::required(
            "place",
            Kind::Choice(&["first-division", "of-delegation", "of-barcelona"]),
        ),
        Field::optional("promotion_loser", Kind::Text),
        Field::optional("next", Kind::Text),
        Field::optional(
            "groups",
            Kind::List(&Kind::Object(&[
                Field::required("group", Kind::Id),
                Field::required("team", Kind::Text),
                Field::required("points", Kind::Points),
                Field::required("matches", Kind::Int(0, 400)),
                Field::optional("promoted", Kind::Bool),
            ])),
        ),
    ],
    answer: |input, rules| {
        let vacancy = match input.word("place") {
            "first-division" => Vacancy::FirstDivision,
            "of-delegation" => Vacancy::OfDelegation,
            _ => Vacancy::OfBarcelona,
        };
        let group = |team: &Input<'_>| GroupTeam {
            group: team.get("group").map(super::id_text).unwrap_or_default().into(),
            team: team.word("team").into(),
            points: team.points("points").unwrap_or_default(),
            matches: team.count("matches"),
            promoted: team.is("promoted"),
        };
        let groups: Vec<GroupTeam> = input.parts("groups").iter().map(group).collect();
        let found = teams::successors(
            vacancy,
            input.text("promotion_loser"),
            input.text("next"),
            &groups,
            &rules.competition.teams,
        );
        let order: Vec<_> = found
            .value
            .iter()
            .map(|successor| match successor {
                Successor::Team(team) => json!({"team": team}),
                Successor::Tie(teams) => json!({"tie": teams}),
                Successor::Commission => json!({"commission": true}),
            })
            .collect();
        Ok(Answer::of(json!({"order": order}), &found))
    },
};

pub const BOARDS: Calculation = Calculation {
    name: "boards",
    sheet: None,
    example: "{\"level\": \"categoria-1\"}",
    provisions: &["RGC 8.1.1", "RGC 8.1.2", "RGC 8.1.3", "RGC 8.1.4"],
    fields: &[Field::required("level", LEVEL), Field::optional("own", Kind::Int(1, 100))],
    answer: |input, rules| {
        let rules = &rules.competition.teams;
        let found = teams::boards(level(input)?, input.number("own"), None, rules);
        Ok(Answer::of(json!({"boards": found.value}), &found))
    },
};

pub const CONTROL: Calculation = Calculation {
    name: "control",
    sheet: None,
    example: "{\"used\": 121, \"moves\": 39}",
    provisions: &["RGC 5.3.1.1"],
    fields: &[Field::required("used", COUNT), Field::required("moves", COUNT)],
    answer: |input, rules| {
        let clock = sessions::Clock { used: input.count("used"), moves: input.count("moves") };
        let found = sessions::control(clock, &rules.competition.sessions);
        let value = json!({
            "lost": found.value.lost,
            "control": found.value.due,
            "minutes_left": found.value.left,
        });
        Ok(Answer::of(value, &found))
    },
};

pub const RESULTS: Calculation = Calculation {
    name: "results-deadline",
    sheet: None,
    example: "{\"played\": \"1990-11-18\", \"reported\": \"1990-11-19T20:00\"}",
    provisions: &["RGC 5.5.1"],
    fields: &[
        Field::required("played", Kind::Date),
        Field::optional("reported", Kind::Moment),
        Field::optional("holidays", Kind::List(&Kind::Date)),
        Field::optional("saturdays_free", Kind::Bool),
    ],
    answer: |input, rules| {
        let found = sessions::results_deadline(
            input.day("played")?,
            input.moment("reported"),
            &calendar(input),
            &rules.competition.sessions,
        );
        let limit = found.value.0.map(|limit| limit.strftime("%Y-%m-%dT%H:%M").to_string());
        Ok(Answer::of(json!({"until": limit, "in_time": found.value.1}), &found))
    },
};

pub const UNFINISHED: Calculation = Calculation {
    name: "unfinished-game",
    sheet: None,
    example: "{\"decides_match\": true, \"can_be_judged\": false, \"session\": 1, \
        \"hours\": 4}",
    provisions: &["RGC 10.1", "RGC 10.2"],
    fields: &[
        Field::required("decides_match", Kind::Bool),
        Field::required("can_be_judged", Kind::Bool),
        Field::required("session", Kind::Int(1, 100)),
        Field::required("hours", COUNT),
        Field::optional("agreed", Kind::Bool),
    ],
    answer: |input, rules| {
        let game = sessions::Unfinished {
            decides_match: input.is("decides_match"),
            can_be_judged: input.is("can_be_judged"),
            session: input.count("session"),
            hours: input.count("hours"),
            agreed: input.is("agreed"),
        };
        let found = sessions::unfinished(game, &rules.competition.sessions);
        Ok(Answer::of(json!({"continuation": found.value.key()}), &found))
    },
};

pub const OVERLAP: Calculation = Calculation {
    name: "overlap",
    sheet: None,
    example: "{\"dates\": [\"1990-11-04\", \"1990-11-11\", \"1990-11-18\", \"1990-11-25\"], \
        \"affected\": [2]}",
    provisions: &["RGC 15.8", "RGC 15.8.1", "RGC 15.8.2"],
    fields: &[
        Field::required("dates", Kind::List(&Kind::Date)),
        Field::required("affected", Kind::List(&Kind::Int(1, 400))),
    ],
    answer: |input, rules| {
        let affected: Vec<u32> =
            input.list("affected").filter_map(|n| n.as_u64()).map(|n| n as u32).collect();
        let found =
            overlap::swiss_remedy(&input.dates("dates"), &affected, &rules.competition.overlap);
        let (from, to) = match found.value {
            Remedy::Window(from, to) => (Some(from), Some(to)),
            _ => (None, None),
        };
        let value = json!({
            "remedy": found.value.key(),
            "from": super::day(from),
            "to": super::day(to),
        });
        Ok(Answer::of(value, &found))
    },
};

pub const CHANGE: Calculation = Calculation {
    name: "date-change",
    sheet: Some(|rules| sheets::date_change(&rules.competition.overlap)),
    example: "{\"round\": 3, \"rounds\": 9}",
    provisions: &["RGC 15.10"],
    fields: sheets::DATE_CHANGE,
    answer: |input, rules| Ok(input.answer_by(&sheets::date_change(&rules.competition.overlap))),
};

pub const PAPERS: Calculation = Calculation {
    name: "papers",
    sheet: None,
    example: "{\"dossier\": \"official\", \"swiss\": true, \"received\": [\"resultats\"]}",
    provisions: &["Deleg. 4", "NPO intro", "Oberts 8"],
    fields: &[
        Field::required("dossier", Kind::Choice(&["delegation", "official", "open"])),
        Field::required("swiss", Kind::Bool),
        Field::optional("rated", Kind::Bool),
        Field::optional("preferents", Kind::Bool),
        Field::optional("received", Kind::List(&Kind::Text)),
    ],
    answer: |input, rules| {
        let dossier = match input.word("dossier") {
            "delegation" => Dossier::Delegation,
            "official" => Dossier::Official,
            _ => Dossier::Open,
        };
        let event = EventFacts {
            swiss: input.is("swiss"),
            rated: input.flag("rated").unwrap_or(true),
            preferents: input.is("preferents"),
        };
        let received = input.texts("received").into_iter().map(str::to_owned).collect();
        let found = papers::papers(dossier, event, &received, &rules.competition.papers);
        let value = json!({"needed": found.value.needed, "missing": found.value.missing});
        Ok(Answer::of(value, &found))
    },
};
