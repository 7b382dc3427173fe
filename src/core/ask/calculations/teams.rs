//! Questions about team competitions, entries and calendars.

use std::collections::BTreeSet;

use serde_json::json;

use super::homologation::calendar;
use super::procedures::DELEGATIONS;
use super::standings::ROUNDS;
use crate::core::ask::{Answer, Calculation, Field, Input, Kind, Problem};
use crate::core::competition::level::Level;
use crate::core::competition::lineup::{self, Lined, Lineup, ListNumber, Substitution, Teams};
use crate::core::competition::overlap::{self, Change, Remedy};
use crate::core::competition::papers::{self, Dossier, EventFacts};
use crate::core::competition::{absence, eligibility, sessions, teams};
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
    provisions: &["RGC 9.1", "RGC 9.2"],
    fields: &[
        Field::required("boards", Kind::Int(1, 100)),
        Field::optional("nationalities", Kind::List(&Kind::Text)),
        Field::optional("home_nationality", Kind::Text),
    ],
    answer: |input, rules| {
        let rules = &rules.competition.lineup;
        let home = input.text("home_nationality").unwrap_or("ESP");
        let foreign = input
            .texts("nationalities")
            .into_iter()
            .filter(|of| lineup::is_foreign(of, home, rules))
            .count() as u32;
        let most = lineup::foreigners_allowed(input.count("boards"), rules);
        let value = json!({
            "allowed": most,
            "foreign": foreign,
            "legal": most.map(|most| foreign <= most),
        });
        let found = crate::core::computed::Computed::new(())
            .line("rgc.boards", input.count("boards"))
            .limit("rgc.foreigners-small", &rules.small_foreigners)
            .limit("rgc.foreigners-large", &rules.large_foreigners)
            .by(&rules.not_foreign)
            .line("rgc.foreigners", foreign);
        Ok(Answer::of(value, &found))
    },
};

pub const PRESENCE: Calculation = Calculation {
    name: "team-presence",
    provisions: &["RGC 12.3"],
    fields: &[
        Field::required("boards", Kind::Int(1, 1000)),
        Field::required("present", Kind::Int(0, 1000)),
        Field::optional("at_limit", Kind::Bool),
    ],
    answer: |input, rules| {
        let found = absence::team_presence(
            input.count("boards"),
            input.count("present"),
            input.is("at_limit"),
            &rules.competition.absence,
        );
        Ok(Answer::of(json!({"result": found.value.key()}), &found))
    },
};

pub const ELIMINATION: Calculation = Calculation {
    name: "elimination",
    provisions: &["RGC 14.1", "RGC 12.5"],
    fields: &[Field::required("absences", COUNT), Field::optional("excused", COUNT)],
    answer: |input, rules| {
        let (absences, excused) = (input.count("absences"), input.count("excused"));
        let found = absence::eliminated(absences, excused, &rules.competition.absence);
        Ok(Answer::of(json!({"eliminated": found.value}), &found))
    },
};

pub const CONFIRMATION: Calculation = Calculation {
    name: "confirmation",
    provisions: &["RGC 4.1.2"],
    fields: &[Field::required("start", Kind::Date), Field::optional("confirmed", Kind::Date)],
    answer: |input, rules| {
        let (start, confirmed) = (input.day("start")?, input.date("confirmed"));
        let found = eligibility::confirmation(start, confirmed, &rules.competition.eligibility);
        let value = json!({
            "last_day": super::day(found.value.last_day),
            "in_time": found.value.in_time,
        });
        Ok(Answer::of(value, &found))
    },
};

pub const COMPULSORY: Calculation = Calculation {
    name: "compulsory-entry",
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

pub const BOARDS: Calculation = Calculation {
    name: "boards",
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
    provisions: &["RGC 15.10"],
    fields: &[
        Field::required("round", ROUNDS),
        Field::required("rounds", ROUNDS),
        Field::optional("forward_or_venue", Kind::Bool),
        Field::optional("overlap", Kind::Bool),
        Field::optional("leave", Kind::Bool),
    ],
    answer: |input, rules| {
        let change = Change {
            round: input.count("round"),
            rounds: input.count("rounds"),
            forward_or_venue: input.flag("forward_or_venue").unwrap_or(true),
            overlap: input.is("overlap"),
            leave: input.is("leave"),
        };
        let found = overlap::may_change(change, &rules.competition.overlap);
        Ok(Answer::of(json!({"allowed": found.value}), &found))
    },
};

pub const PAPERS: Calculation = Calculation {
    name: "papers",
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
