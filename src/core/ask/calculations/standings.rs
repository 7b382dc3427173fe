//! Standings of individual and team events, and knock-out matches.

use serde_json::{Map, Value as Json, json};

use crate::core::ask::{Answer, Calculation, Field, Input, Kind, Problem, Problems};
use crate::core::knockout::{self, Team as Side};
use crate::core::report::{Entry, Step};
use crate::core::standings::{Settings, Standings};
use crate::core::tiebreak::by_hand::{BY_HAND as BY_HAND_FIELDS, by_hand};
use crate::core::{Rules1990, team};
use crate::model::{
    Absence, BoardGame, Bye, Cell, Colour, Entrant, EventKind, Forfeit, Match, Outcome, Points,
    Score, System, Team, TeamScoring, Tournament, Withdrawal,
};

pub(super) const ROUNDS: Kind = Kind::Int(1, 400);

const CELL_KINDS: &[&str] =
    &["played", "forfeit-win", "forfeit-loss", "bye", "half-bye", "absent", "free"];

const PLAYERS: Kind = Kind::List(&Kind::Object(&[
    Field::required("id", Kind::Int(0, 1_000_000)),
    Field::optional(
        "rounds",
        Kind::List(&Kind::Object(&[
            Field::required("kind", Kind::Choice(CELL_KINDS)),
            Field::optional("opponent", Kind::Int(0, 1_000_000)),
            Field::optional("colour", Kind::Choice(&["w", "b"])),
            Field::optional("points", Kind::Score),
        ])),
    ),
    Field::optional("catalan", Kind::Int(0, 4000)),
    Field::optional("fide", Kind::Int(0, 4000)),
    Field::optional("feda", Kind::Int(0, 4000)),
]));

const INDIVIDUAL: &[Field] = &[
    Field::required("rounds", ROUNDS),
    Field::required("players", PLAYERS),
    Field::optional(
        "withdrawals",
        Kind::List(&Kind::Object(&[
            Field::required("id", Kind::Int(0, 1_000_000)),
            Field::required("after_round", Kind::Int(0, 400)),
        ])),
    ),
];

/// Four players after three rounds, everybody against everybody.
const FOUR_PLAYERS: &str = "{\"rounds\": 3, \"players\": [{\"id\": 1, \"rounds\": [{\"kind\": \"played\", \
        \"opponent\": 3, \"colour\": \"w\", \"points\": 1}, {\"kind\": \"played\", \
        \"opponent\": 2, \"colour\": \"b\", \"points\": 0.5}, {\"kind\": \"played\", \
        \"opponent\": 4, \"colour\": \"w\", \"points\": 1}]}, {\"id\": 2, \
        \"rounds\": [{\"kind\": \"played\", \"opponent\": 4, \"colour\": \"b\", \
        \"points\": 1}, {\"kind\": \"played\", \"opponent\": 1, \"colour\": \"w\", \
        \"points\": 0.5}, {\"kind\": \"played\", \"opponent\": 3, \"colour\": \"b\", \
        \"points\": 0}]}, {\"id\": 3, \"rounds\": [{\"kind\": \"played\", \
        \"opponent\": 1, \"colour\": \"b\", \"points\": 0}, {\"kind\": \"played\", \
        \"opponent\": 4, \"colour\": \"w\", \"points\": 0.5}, {\"kind\": \"played\", \
        \"opponent\": 2, \"colour\": \"w\", \"points\": 1}]}, {\"id\": 4, \
        \"rounds\": [{\"kind\": \"played\", \"opponent\": 2, \"colour\": \"w\", \
        \"points\": 0}, {\"kind\": \"played\", \"opponent\": 3, \"colour\": \"b\", \
        \"points\": 0.5}, {\"kind\": \"played\", \"opponent\": 1, \"colour\": \"b\", \
        \"points\": 0}]}]}";

pub const SWISS: Calculation = Calculation {
    name: "standings-swiss",
    sheet: None,
    example: FOUR_PLAYERS,
    provisions: &[
        "Desempats 1.3.1",
        "Desempats 2.1",
        "Desempats 2.2",
        "Desempats 2.3",
        "Desempats 2.4",
        "Swiss 16",
    ],
    fields: INDIVIDUAL,
    answer: |input, rules| {
        const ROW: &[&str] =
            &["id", "rank", "points", "progressive", "buchholz", "sonneborn_berger", "kashdan"];
        individual(input, System::Swiss, EventKind::Official, ROW, rules)
    },
};

pub const SWISS_16: Calculation = Calculation {
    name: "standings-swiss-16",
    sheet: None,
    example: "{\"rounds\": 3, \"players\": [{\"id\": 1, \"rounds\": [{\"kind\": \"played\", \
        \"opponent\": 3, \"colour\": \"w\", \"points\": 1}, {\"kind\": \"played\", \
        \"opponent\": 2, \"colour\": \"b\", \"points\": 0.5}, {\"kind\": \"played\", \
        \"opponent\": 4, \"colour\": \"w\", \"points\": 1}], \"catalan\": 2190}, \
        {\"id\": 2, \"rounds\": [{\"kind\": \"played\", \"opponent\": 4, \
        \"colour\": \"b\", \"points\": 1}, {\"kind\": \"played\", \"opponent\": 1, \
        \"colour\": \"w\", \"points\": 0.5}, {\"kind\": \"played\", \"opponent\": 3, \
        \"colour\": \"b\", \"points\": 0}], \"catalan\": 2180}, {\"id\": 3, \
        \"rounds\": [{\"kind\": \"played\", \"opponent\": 1, \"colour\": \"b\", \
        \"points\": 0}, {\"kind\": \"played\", \"opponent\": 4, \"colour\": \"w\", \
        \"points\": 0.5}, {\"kind\": \"played\", \"opponent\": 2, \"colour\": \"w\", \
        \"points\": 1}], \"catalan\": 2170}, {\"id\": 4, \
        \"rounds\": [{\"kind\": \"played\", \"opponent\": 2, \"colour\": \"w\", \
        \"points\": 0}, {\"kind\": \"played\", \"opponent\": 3, \"colour\": \"b\", \
        \"points\": 0.5}, {\"kind\": \"played\", \"opponent\": 1, \"colour\": \"b\", \
        \"points\": 0}], \"catalan\": 2160}]}",
    provisions: &["Swiss 16"],
    fields: INDIVIDUAL,
    answer: |input, rules| {
        const ROW: &[&str] = &[
            "id",
            "rank",
            "points",
            "progressive",
            "buchholz",
            "sonneborn_berger",
            "kashdan",
            "mean_elo",
        ];
        individual(input, System::Swiss, EventKind::Open, ROW, rules)
    },
};

pub const LEAGUE: Calculation = Calculation {
    name: "standings-league",
    sheet: None,
    example: FOUR_PLAYERS,
    provisions: &["Desempats 1.4.1", "Desempats 2.2", "Desempats 2.3"],
    fields: INDIVIDUAL,
    answer: |input, rules| {
        const ROW: &[&str] = &["id", "rank", "points", "sonneborn_berger", "kashdan"];
        let system = System::RoundRobin { double: false };
        individual(input, system, EventKind::Official, ROW, rules)
    },
};

/// The standings of a tournament made from the input.
fn individual(
    input: &Input<'_>,
    system: System,
    kind: EventKind,
    row: &[&str],
    rules: &Rules1990,
) -> Result<Answer, Problems> {
    let t = tournament(input, system, kind)?;
    Ok(answer(&t, "players", row, rules))
}

fn answer(t: &Tournament, list: &str, fields: &[&str], rules: &Rules1990) -> Answer {
    let standings = Standings::compute(t, rules, t.rounds, &Settings::default());
    let json = standings.to_json(t, rules);
    let rows: Vec<Json> = json[list]
        .as_array()
        .into_iter()
        .flatten()
        .map(|row| {
            let kept = fields.iter().map(|name| ((*name).to_owned(), row[*name].clone()));
            Json::Object(kept.collect::<Map<_, _>>())
        })
        .collect();
    let mut answer = Answer::new(json!({ list: rows }));
    for criterion in &standings.criteria {
        for at in &criterion.citations {
            answer = answer.cite(at);
        }
    }
    for row in &standings.rows {
        answer = answer.and(&said_of(&standings, row));
    }
    answer
}

/// The working of a row, under the name of whose it is.
fn said_of(standings: &Standings, row: &crate::core::standings::Placing) -> Entry {
    let who = standings.scores.who(row.entrant);
    let mut entry = Entry::plain(row.points);
    let heading = crate::core::report::Msg::new("ask.row-of").with("who", who);
    entry = entry.step(Step::new(heading).gives(row.points));
    for part in std::iter::once(&row.score).chain(&row.criteria) {
        entry = part.citations.iter().fold(entry, Entry::cite).steps(part.working.iter().cloned());
    }
    entry
}

/// A tournament from the input; every pairing must be told by both sides in the same way.
fn tournament(input: &Input<'_>, system: System, kind: EventKind) -> Result<Tournament, Problems> {
    let total = input.count("rounds") as usize;
    let players = input.parts("players");
    let mut t = Tournament::new("pregunta", "Pregunta", system, total as u32);
    t.kind = kind;
    let mut problems = Problems::default();
    let ids: Vec<u32> = players.iter().map(|player| player.count("id")).collect();
    for (at, id) in ids.iter().enumerate() {
        if ids[..at].contains(id) {
            let field = format!("players[{at}].id");
            problems.0.push(Problem::new(field, "a number of its own", id.to_string()));
        }
    }
    let absence = if system.is_league() { Absence::FreeRound } else { Absence::Missed };
    for (own, player) in players.iter().enumerate() {
        let mut entrant = Entrant::new(ids[own], ids[own].to_string());
        entrant.ratings = player.ratings();
        t.entrants.push(entrant);
        let rounds = player.parts("rounds");
        if rounds.len() > total {
            problems.0.push(player.problem(
                "rounds",
                &format!("at most {total} rounds"),
                rounds.len().to_string(),
            ));
        }
        let mut cells = Vec::with_capacity(total);
        for round in rounds.iter().take(total) {
            match cell(round, own, &ids, absence) {
                Ok(cell) => cells.push(cell),
                Err(problem) => {
                    problems.0.push(problem);
                    cells.push(Cell::Absent(absence));
                }
            }
        }
        cells.resize(total, Cell::Absent(absence));
        t.cells.push(cells);
    }
    for withdrawal in input.parts("withdrawals") {
        let id = withdrawal.count("id");
        match ids.iter().position(|known| *known == id) {
            Some(entrant) => t.withdrawals.push(Withdrawal {
                entrant,
                after_round: withdrawal.count("after_round"),
                eliminated: false,
            }),
            None => problems.0.push(withdrawal.problem("id", "the id of a player", id.to_string())),
        }
    }
    if problems.0.is_empty() {
        agree(&t, &mut problems);
    }
    if problems.0.is_empty() { Ok(t) } else { Err(problems) }
}

fn cell(round: &Input<'_>, own: usize, ids: &[u32], absence: Absence) -> Result<Cell, Problem> {
    let paired = |outcome| -> Result<Cell, Problem> {
        let id = round.number("opponent");
        let opponent = id
            .and_then(|id| ids.iter().position(|known| *known == id))
            .filter(|opponent| *opponent != own)
            .ok_or_else(|| {
                let found = id.map_or_else(|| "nothing".to_owned(), |id| id.to_string());
                round.problem("opponent", "the id of another player", found)
            })?;
        let colour = match round.word("colour") {
            "w" => Some(Colour::White),
            "b" => Some(Colour::Black),
            _ => None,
        };
        Ok(Cell::Paired { opponent, colour, outcome })
    };
    match round.word("kind") {
        "played" => {
            let score = round
                .score("points")
                .ok_or_else(|| round.problem("points", "0, 0.5 or 1", "nothing"))?;
            paired(Outcome::Played(score))
        }
        "forfeit-win" => paired(Outcome::Forfeit(Forfeit::Won)),
        "forfeit-loss" => paired(Outcome::Forfeit(Forfeit::Lost)),
        "bye" => Ok(Cell::Bye(Bye::Pairing)),
        "half-bye" => Ok(Cell::Bye(Bye::Half)),
        "free" => Ok(Cell::Absent(Absence::FreeRound)),
        _ => Ok(Cell::Absent(absence)),
    }
}

/// Both sides of every pairing must say the same.
fn agree(t: &Tournament, problems: &mut Problems) {
    for (own, row) in t.cells.iter().enumerate() {
        for (round, cell) in row.iter().enumerate() {
            let Cell::Paired { opponent, colour, outcome } = *cell else { continue };
            let same = match t.cells[opponent][round] {
                Cell::Paired { opponent: back, colour: other, outcome: theirs } => {
                    let outcomes = match (outcome, theirs) {
                        (Outcome::Played(a), Outcome::Played(b)) => a == b.mirrored(),
                        (Outcome::Forfeit(a), Outcome::Forfeit(b)) => {
                            (a, b) != (Forfeit::Won, Forfeit::Won)
                        }
                        _ => false,
                    };
                    let colours = colour.zip(other).is_none_or(|(a, b)| a == b.other());
                    back == own && outcomes && colours
                }
                _ => false,
            };
            if !same {
                let id = t.entrants[opponent].number;
                problems.0.push(Problem::new(
                    format!("players[{own}].rounds[{round}]"),
                    format!("the other side of what player {id} has in that round"),
                    "something else",
                ));
            }
        }
    }
}

pub const TEAM_LEAGUE: Calculation = Calculation {
    name: "standings-team-league",
    sheet: None,
    example: "{\"boards\": 4, \"rounds\": 3, \"teams\": [{\"id\": 1, \
        \"rounds\": [{\"opponent\": 2, \"boards\": [1, 0.5, 1, 0]}, {\"opponent\": 3, \
        \"boards\": [1, 1, 0.5, 1]}, null]}, {\"id\": 2, \
        \"rounds\": [{\"opponent\": 1, \"boards\": [0, 0.5, 0, 1]}, null, \
        {\"opponent\": 3, \"boards\": [0.5, 0.5, 1, 0]}]}, {\"id\": 3, \
        \"rounds\": [null, {\"opponent\": 1, \"boards\": [0, 0, 0.5, 0]}, \
        {\"opponent\": 2, \"boards\": [0.5, 0.5, 0, 1]}]}]}",
    provisions: &[
        "Desempats 1.1.1",
        "Desempats 2.2",
        "Desempats 2.3",
        "Desempats 2.5",
        "SAP 4.1",
        "SAP 4.1.1",
    ],
    fields: &[
        Field::optional("scoring", Kind::Choice(&["match", "olympic"])),
        Field::required("boards", Kind::Int(1, 100)),
        Field::required("rounds", ROUNDS),
        Field::required(
            "teams",
            Kind::List(&Kind::Object(&[
                Field::required("id", Kind::Int(0, 1_000_000)),
                Field::required(
                    "rounds",
                    Kind::List(&Kind::OrNull(&Kind::Object(&[
                        Field::required("opponent", Kind::Int(0, 1_000_000)),
                        Field::required("boards", Kind::List(&Kind::Score)),
                        Field::optional("forfeit", Kind::Bool),
                    ]))),
                ),
            ])),
        ),
        Field::optional(
            "withdrawals",
            Kind::List(&Kind::Object(&[
                Field::required("id", Kind::Int(0, 1_000_000)),
                Field::required("after_round", Kind::Int(0, 400)),
            ])),
        ),
    ],
    answer: |input, rules| {
        const ROW: &[&str] =
            &["id", "rank", "match_points", "board_points", "sonneborn_berger", "kashdan", "dutch"];
        let t = team_league(input, rules)?;
        Ok(answer(&t, "teams", ROW, rules))
    },
};

fn team_league(input: &Input<'_>, rules: &Rules1990) -> Result<Tournament, Problems> {
    let total = input.count("rounds");
    let mut t =
        Tournament::new("pregunta", "Pregunta", System::RoundRobin { double: false }, total);
    t.boards = input.count("boards");
    t.team_scoring = match input.word("scoring") {
        "olympic" => TeamScoring::Olympic,
        _ => TeamScoring::Match,
    };
    let teams = input.parts("teams");
    let ids: Vec<u32> = teams.iter().map(|team| team.count("id")).collect();
    let mut problems = Problems::default();
    for (at, id) in ids.iter().enumerate() {
        if ids[..at].contains(id) {
            let field = format!("teams[{at}].id");
            problems.0.push(Problem::new(field, "a number of its own", id.to_string()));
        }
        let name = id.to_string();
        t.teams.push(Team {
            number: *id,
            slug: name.as_str().into(),
            name: name.into(),
            club: None,
            level: None,
        });
    }
    // By round, `None` where the team was free.
    let sides: Vec<Vec<Option<Played>>> =
        teams.iter().map(|team| played(team, &ids, &mut problems)).collect();
    for (home, rounds) in sides.iter().enumerate() {
        for (round, side) in rounds.iter().enumerate() {
            let Some(side) = side else { continue };
            let field = format!("teams[{home}].rounds[{round}]");
            let other = sides[side.opponent].get(round).and_then(Option::as_ref);
            let Some(other) = other.filter(|other| other.opponent == home) else {
                let id = ids[side.opponent];
                let expected = format!("a match that team {id} has as well");
                problems.0.push(Problem::new(field, expected, "only this side"));
                continue;
            };
            if side.boards.len() != other.boards.len() {
                let expected = format!("{} boards, as the other side", other.boards.len());
                problems.0.push(Problem::new(field, expected, side.boards.len().to_string()));
                continue;
            }
            if home > side.opponent {
                continue;
            }
            let boards = (1..)
                .zip(side.boards.iter().zip(&other.boards))
                .map(|(board, (mine, theirs))| board_game(board, *mine, *theirs, rules))
                .collect();
            let sum = |scores: &[Score]| scores.iter().map(|s| s.points()).sum::<Points>();
            let (mine, theirs) = (sum(&side.boards), sum(&other.boards));
            let won = |yes| if yes { Forfeit::Won } else { Forfeit::Lost };
            let forfeit =
                (side.forfeit || other.forfeit).then(|| (won(mine > theirs), won(theirs > mine)));
            t.matches.push(Match {
                round: round as u32 + 1,
                table: home as u32 + 1,
                home,
                away: Some(side.opponent),
                boards,
                forfeit,
            });
        }
    }
    for withdrawal in input.parts("withdrawals") {
        let id = withdrawal.count("id");
        match ids.iter().position(|known| *known == id) {
            Some(entrant) => t.withdrawals.push(Withdrawal {
                entrant,
                after_round: withdrawal.count("after_round"),
                eliminated: false,
            }),
            None => problems.0.push(withdrawal.problem("id", "the id of a team", id.to_string())),
        }
    }
    if problems.0.is_empty() { Ok(t) } else { Err(problems) }
}

/// What a team has in a round.
struct Played {
    opponent: usize,
    boards: Vec<Score>,
    forfeit: bool,
}

fn played(team: &Input<'_>, ids: &[u32], problems: &mut Problems) -> Vec<Option<Played>> {
    let own = team.count("id");
    let mut parts = team.parts("rounds").into_iter();
    team.list("rounds")
        .map(|round| {
            if round.is_null() {
                return None;
            }
            let side = parts.next()?;
            let id = side.count("opponent");
            let opponent = ids.iter().position(|known| *known == id).filter(|_| id != own);
            let Some(opponent) = opponent else {
                problems.0.push(side.problem("opponent", "the id of another team", id.to_string()));
                return None;
            };
            let boards = side.list("boards").filter_map(super::score).collect();
            Some(Played { opponent, boards, forfeit: side.is("forfeit") })
        })
        .collect()
}

fn board_game(board: u32, mine: Score, theirs: Score, rules: &Rules1990) -> BoardGame {
    let both_absent = (mine, theirs) == (Score::Loss, Score::Loss);
    let outcome = if both_absent { Outcome::Forfeit(Forfeit::Lost) } else { Outcome::Played(mine) };
    let home_colour = team::home_colour(board, rules);
    BoardGame { board, home: None, away: None, home_colour, outcome, both_absent }
}

pub const BY_HAND: Calculation = Calculation {
    name: "tie-break-by-hand",
    sheet: Some(by_hand),
    example: "{\"rounds\": 5, \"games\": [\
        {\"round\": 1, \"kind\": \"played\", \"points\": 1, \"opponent_points\": 2.5, \
        \"opponent_board\": 2.5, \"opponent_games\": 5}, \
        {\"round\": 2, \"kind\": \"played\", \"points\": 0.5, \"opponent_points\": 3, \
        \"opponent_board\": 2, \"opponent_games\": 4}, \
        {\"round\": 3, \"kind\": \"forfeit-win\", \"opponent_points\": 2, \
        \"opponent_board\": 2, \"opponent_games\": 3}, \
        {\"round\": 4, \"kind\": \"played\", \"points\": 0, \"opponent_points\": 4.5, \
        \"opponent_board\": 4.5, \"opponent_games\": 5}, \
        {\"round\": 5, \"kind\": \"bye\"}]}",
    provisions: &["Desempats 2.1", "Desempats 2.2", "Desempats 2.3", "Desempats 2.4", "Swiss 16"],
    fields: BY_HAND_FIELDS,
    answer: |input, rules| Ok(input.answer_by(&by_hand(rules))),
};

pub const KNOCKOUT: Calculation = Calculation {
    name: "knockout-match",
    sheet: None,
    example: "{\"a\": [1, 0.5, 0, 0.5], \"b\": [0, 0.5, 1, 0.5], \
        \"black_on_board_1\": \"A\"}",
    provisions: &[
        "Desempats 1.2.1",
        "Desempats 1.5.1",
        "Desempats 2.5",
        "Desempats 2.5.1",
        "Desempats 2.5.2",
    ],
    fields: &[
        Field::required("a", Kind::List(&Kind::Score)),
        Field::required("b", Kind::List(&Kind::Score)),
        Field::optional("black_on_board_1", Kind::Choice(&["A", "B"])),
    ],
    answer: |input, rules| {
        let side =
            |name: &str| -> Vec<Score> { input.list(name).filter_map(super::score).collect() };
        let (a, b) = (side("a"), side("b"));
        if a.len() != b.len() {
            let expected = format!("{} boards, as in `a`", a.len());
            return Err(input.problem("b", &expected, b.len().to_string()).into());
        }
        let black = match input.word("black_on_board_1") {
            "A" => Some(Side::A),
            "B" => Some(Side::B),
            _ => None,
        };
        let boards: Vec<_> = a.into_iter().zip(b).collect();
        let decision = knockout::decide(&boards, black, rules);
        let json = decision.to_json();
        let value = json!({
            "board_points": json["board_points"],
            "dutch": json["dutch"],
            "winner": json["winner"],
            "by": json["by"],
        });
        Ok(Answer::with(value, &decision.entry))
    },
};
