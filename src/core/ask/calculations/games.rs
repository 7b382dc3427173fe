//! Norms, promotions and what they are made of.

use serde_json::{Value as Json, json};

use super::standings::ROUNDS;
use crate::core::Rules1990;
use crate::core::ask::{Answer, Calculation, Field, Input, Kind, Problems};
use crate::core::ledger::{LedgerInput, LedgerNorm, ledger};
use crate::core::norms::sheet as norm_sheet;
use crate::core::norms::{NormInput, assess, known};
use crate::core::promotion::chance::{ChanceInput, still_promotable};
use crate::core::promotion::sheet as promotion_sheet;
use crate::core::promotion::{
    ByCategoriesInput, Promotable, ToPreferentInput, by_categories, to_preferent,
};
use crate::core::report::exact_json;
use crate::core::values::{Counted, Opponent, Round, UNRATED_FIELDS, Unplayed, unrated_sheet};
use crate::model::{Delegation, EventKind, Points, Title};
use crate::rulebook::Band;

const CATEGORIES: &[&str] = &["preferent", "1a", "2a", "3a"];

const OPPONENT: &[Field] = &[
    Field::optional("category", Kind::Choice(CATEGORIES)),
    Field::optional("title", Kind::Choice(super::TITLES)),
    Field::optional("catalan", Kind::Int(0, 4000)),
    Field::optional("fide", Kind::Int(0, 4000)),
    Field::optional("feda", Kind::Int(0, 4000)),
    Field::optional("score", Kind::Points),
    Field::optional("withdrawn", Kind::Bool),
];

const GAMES: Kind = Kind::List(&Kind::Object(&[
    Field::required(
        "kind",
        Kind::Choice(&[
            "played",
            "forfeit-win",
            "forfeit-loss",
            "bye",
            "half-bye",
            "absent",
            "free",
        ]),
    ),
    Field::optional("points", Kind::Score),
    Field::optional("opponent", Kind::Object(OPPONENT)),
]));

fn opponent(input: &Input<'_>) -> Opponent {
    let title = input.text("title").and_then(Title::from_key);
    Opponent {
        who: None,
        category: crate::core::values::effective_category(input.category("category"), title),
        ratings: input.ratings(),
        score: input.points("score").unwrap_or_default(),
        withdrawn: input.is("withdrawn"),
    }
}

/// The rounds of a player.
fn rounds(input: &Input<'_>, rules: &Rules1990) -> Result<Vec<Round>, Problems> {
    let scoring = &rules.scoring;
    let mut problems = Problems::default();
    let mut rounds = Vec::new();
    for game in input.parts("games") {
        let unplayed = |why, points| Round::Unplayed { why, points };
        rounds.push(match game.word("kind") {
            "played" => {
                let (score, other) = (game.score("points"), game.part("opponent"));
                match score.zip(other) {
                    Some((score, other)) => Round::Played { score, opponent: opponent(&other) },
                    None => {
                        let name = if score.is_none() { "points" } else { "opponent" };
                        let expected = if score.is_none() { "0, 0.5 or 1" } else { "an opponent" };
                        problems.0.push(game.problem(name, expected, "nothing"));
                        continue;
                    }
                }
            }
            "forfeit-win" => unplayed(Unplayed::ForfeitWon, scoring.forfeit_win.get()),
            "forfeit-loss" => unplayed(Unplayed::ForfeitLost, Points::ZERO),
            "bye" => unplayed(Unplayed::Bye, scoring.bye.get()),
            "half-bye" => unplayed(Unplayed::Bye, Points::HALF),
            "free" => Round::Free,
            _ => unplayed(Unplayed::Missed, Points::ZERO),
        });
    }
    if rounds.len() > input.count("rounds") as usize {
        let expected = format!("at most {} rounds", input.count("rounds"));
        problems.0.push(input.problem("games", &expected, rounds.len().to_string()));
    }
    if problems.0.is_empty() { Ok(rounds) } else { Err(problems) }
}

fn values(values: &[Option<Counted>]) -> Json {
    let value = |counted: &Counted| json!({"value": counted.value, "source": counted.source.key()});
    Json::Array(values.iter().map(|counted| counted.as_ref().map_or(Json::Null, value)).collect())
}

fn points(points: Points) -> Json {
    exact_json(points.exact())
}

/// `> 2125`, `2075-2125`, `<= 2025`.
fn band(band: &Band) -> String {
    match (band.above, band.up_to) {
        (Some(above), None) => format!("> {above}"),
        (None, Some(up_to)) => format!("<= {up_to}"),
        (Some(above), Some(up_to)) => format!("{above}-{up_to}"),
        (None, None) => String::new(),
    }
}

pub const NORM: Calculation = Calculation {
    name: "mc-norm",
    sheet: None,
    example: "{\"rounds\": 9, \"homologated\": true, \"games\": [{\"kind\": \"played\", \
        \"points\": 1, \"opponent\": {\"category\": \"preferent\", \"catalan\": 2160, \
        \"score\": 4}}, {\"kind\": \"played\", \"points\": 0.5, \
        \"opponent\": {\"category\": \"preferent\", \"catalan\": 2205, \
        \"score\": 5}}, {\"kind\": \"played\", \"points\": 1, \
        \"opponent\": {\"category\": \"preferent\", \"catalan\": 2150, \
        \"score\": 3.5}}, {\"kind\": \"played\", \"points\": 1, \
        \"opponent\": {\"category\": \"preferent\", \"catalan\": 2230, \
        \"score\": 5.5}}, {\"kind\": \"played\", \"points\": 0, \
        \"opponent\": {\"category\": \"preferent\", \"catalan\": 2290, \
        \"score\": 7}}, {\"kind\": \"played\", \"points\": 0.5, \
        \"opponent\": {\"category\": \"preferent\", \"catalan\": 2215, \
        \"score\": 4.5}}, {\"kind\": \"played\", \"points\": 1, \
        \"opponent\": {\"category\": \"preferent\", \"catalan\": 2185, \
        \"score\": 4}}, {\"kind\": \"played\", \"points\": 0.5, \
        \"opponent\": {\"category\": \"preferent\", \"catalan\": 2240, \
        \"score\": 5}}, {\"kind\": \"played\", \"points\": 1, \
        \"opponent\": {\"category\": \"preferent\", \"catalan\": 2175, \
        \"score\": 3}}]}",
    provisions: &["MC norma 3", "MC norma 5", "MC norma 8"],
    fields: &[
        Field::required("rounds", ROUNDS),
        Field::optional("possible", ROUNDS),
        Field::optional("delegation", Kind::Text),
        Field::optional("homologated", Kind::Bool),
        Field::required("games", GAMES),
    ],
    answer: |input, rules| {
        let delegation = match input.text("delegation").map(str::to_lowercase) {
            None => None,
            Some(text) => Some(Delegation::from_key(&text).ok_or_else(|| {
                input.problem("delegation", "Barcelona, Girona, Lleida or Tarragona", text)
            })?),
        };
        let norm_input = NormInput {
            rounds: input.count("rounds"),
            possible: input.number("possible"),
            delegation,
            homologated: input.flag("homologated"),
            kind: EventKind::Open,
            rounds_over: None,
            games: rounds(input, rules)?,
        };
        let norm = assess(&norm_input, rules);
        let result = &norm.result;
        let value = json!({
            "values": values(&result.opponents.values),
            "games": result.opponents.games,
            "points": points(result.points),
            "mean": result.opponents.mean.map(|mean| mean.to_string()),
            "mean_enough": result.mean_enough,
            "required_percent": result.required.map(|share| (share * 100).to_string()),
            "points_needed": result.points_needed.map(points),
            "event_valid": known(norm.event_valid),
            "norm": known(norm.norm()),
            "by": norm.by().map(|by| by.key()),
            "missing": points(norm.missing()),
        });
        Ok(Answer::with(value, &norm.entry(&norm_input, rules)))
    },
};

pub const LEDGER: Calculation = Calculation {
    name: "mc-ledger",
    sheet: None,
    example: "{\"norms\": [{\"season\": 1987, \"event\": \"Tancat Roca Alta\"}, \
        {\"season\": 1988, \"event\": \"Obert Molí del Gall\"}], \"through\": 1991}",
    provisions: &["MC norma 4", "MC títol 5"],
    fields: &[
        Field::required(
            "norms",
            Kind::List(&Kind::Object(&[
                Field::required("season", Kind::Int(1, 9999)),
                Field::optional("event", Kind::Text),
            ])),
        ),
        Field::required("through", Kind::Int(1, 9999)),
        Field::optional("direct_title", Kind::Int(1, 9999)).or(&[
            "direct",
            "direct_title_season",
            "title",
        ]),
        Field::optional("open", Kind::Bool),
    ],
    answer: |input, rules| {
        // A norm without a name of its event is of an event of its own (AMB-22).
        let norms = input.parts("norms");
        let ledger_input = LedgerInput {
            norms: norms
                .iter()
                .enumerate()
                .map(|(at, norm)| LedgerNorm {
                    season: norm.count("season") as i32,
                    event: norm.text("event").map_or_else(|| format!("#{}", at + 1), str::to_owned),
                })
                .collect(),
            direct_title: input.number("direct_title").map(|season| season as i32),
            through: input.count("through") as i32,
            open: input.is("open"),
        };
        let book = ledger(&ledger_input, &rules.ledger);
        let log: Vec<_> = book
            .log
            .iter()
            .map(|line| json!({"season": line.season, "what": line.what.key(), "held": line.held}))
            .collect();
        let value = json!({
            "log": log,
            "held": book.held,
            "title_season": book.title_season,
            "idle_seasons": book.idle_seasons,
        });
        Ok(Answer::with(value, &book.entry(&rules.ledger)))
    },
};

pub const TO_PREFERENT: Calculation = Calculation {
    name: "promotion-1a",
    sheet: None,
    example: "{\"rounds\": 9, \"games\": [{\"kind\": \"played\", \"points\": 1, \
        \"opponent\": {\"category\": \"preferent\", \"catalan\": 2050, \
        \"score\": 4}}, {\"kind\": \"played\", \"points\": 1, \
        \"opponent\": {\"category\": \"preferent\", \"catalan\": 2090, \
        \"score\": 5}}, {\"kind\": \"played\", \"points\": 0.5, \
        \"opponent\": {\"category\": \"preferent\", \"catalan\": 2120, \
        \"score\": 5.5}}, {\"kind\": \"played\", \"points\": 0, \
        \"opponent\": {\"category\": \"preferent\", \"catalan\": 2210, \
        \"score\": 6}}, {\"kind\": \"played\", \"points\": 1, \
        \"opponent\": {\"category\": \"preferent\", \"catalan\": 2070, \
        \"score\": 4.5}}, {\"kind\": \"played\", \"points\": 0.5, \
        \"opponent\": {\"category\": \"preferent\", \"catalan\": 2065, \
        \"score\": 4}}, {\"kind\": \"played\", \"points\": 1, \
        \"opponent\": {\"category\": \"preferent\", \"catalan\": 2080, \
        \"score\": 5}}, {\"kind\": \"played\", \"points\": 0, \
        \"opponent\": {\"category\": \"preferent\", \"catalan\": 2180, \
        \"score\": 6.5}}, {\"kind\": \"bye\"}]}",
    provisions: &[
        "Ascensos 1",
        "Ascensos 2",
        "Ascensos 3",
        "Ascensos 4",
        "Ascensos 5",
        "Ascensos 6",
    ],
    fields: &[
        Field::required("rounds", ROUNDS),
        Field::optional("possible", ROUNDS),
        Field::required("games", GAMES),
    ],
    answer: |input, rules| {
        let promotion_input = ToPreferentInput {
            rounds: input.count("rounds"),
            possible: input.number("possible"),
            games: rounds(input, rules)?,
        };
        let result = to_preferent(&promotion_input, rules);
        let value = json!({
            "values": values(&result.opponents.values),
            "points": points(result.points),
            "mean": result.opponents.mean.map(|mean| mean.to_string()),
            "covered": result.covered(),
            "band": result.band.as_ref().map(|row| band(&row.band)),
            "needed": result.needed.map(points),
            "promoted": result.promoted,
        });
        Ok(Answer::with(value, &result.entry(&promotion_input, rules)))
    },
};

pub const BY_CATEGORIES: Calculation = Calculation {
    name: "promotion-2a-3a",
    sheet: None,
    example: "{\"category\": \"3a\", \"rounds\": 8, \"games\": [{\"kind\": \"played\", \
        \"points\": 1, \"opponent\": {\"category\": \"2a\"}}, {\"kind\": \"played\", \
        \"points\": 0.5, \"opponent\": {\"category\": \"2a\"}}, \
        {\"kind\": \"played\", \"points\": 1, \"opponent\": {\"category\": \"3a\"}}, \
        {\"kind\": \"played\", \"points\": 1, \"opponent\": {\"category\": \"3a\"}}, \
        {\"kind\": \"played\", \"points\": 0, \"opponent\": {\"category\": \"2a\"}}, \
        {\"kind\": \"played\", \"points\": 1, \"opponent\": {\"category\": \"3a\"}}, \
        {\"kind\": \"played\", \"points\": 0.5, \
        \"opponent\": {\"category\": \"2a\"}}, {\"kind\": \"played\", \"points\": 1, \
        \"opponent\": {\"category\": \"3a\"}}]}",
    provisions: &["Ascensos 7"],
    fields: &[
        Field::required("category", Kind::Choice(&["2a", "3a"])),
        Field::required("rounds", ROUNDS),
        Field::required("games", GAMES),
    ],
    answer: |input, rules| {
        let Some(Promotable::Lower(category)) = input.category("category").and_then(Promotable::of)
        else {
            return Err(input.problem("category", "2a or 3a", input.word("category")).into());
        };
        let rounds = rounds(input, rules)?;
        let by_input = ByCategoriesInput { category, rounds: input.count("rounds"), games: rounds };
        let result = by_categories(&by_input, rules);
        let value = json!({
            "second": result.second,
            "third": result.third,
            "points": points(result.points),
            "covered": result.covered(),
            "needed": result.needed.map(points),
            "promoted": result.promoted,
        });
        Ok(Answer::with(value, &result.entry(&by_input, rules)))
    },
};

pub const NORM_NEEDED: Calculation = Calculation {
    name: "norm-needed",
    sheet: Some(norm_sheet::norm_needed),
    example: "{\"ratings\": [2310, 2245, 2290, 2205, 2350, 2000, 2280, 2300, 2265], \
        \"points\": 6, \"homologated\": true}",
    provisions: &["MC norma 3", "MC norma 8"],
    fields: norm_sheet::NORM_NEEDED,
    answer: |input, rules| Ok(input.answer_by(&norm_sheet::norm_needed(rules))),
};

pub const PROMOTION_NEEDED: Calculation = Calculation {
    name: "promotion-needed",
    sheet: Some(promotion_sheet::promotion_needed),
    example: "{\"category\": \"1a\", \"rounds\": 9, \"mean\": 2080, \"points\": 5.5}",
    provisions: &["Ascensos 1", "Ascensos 7"],
    fields: promotion_sheet::PROMOTION_NEEDED,
    answer: |input, rules| Ok(input.answer_by(&promotion_sheet::promotion_needed(rules))),
};

pub const UNRATED: Calculation = Calculation {
    name: "unrated-scale",
    sheet: Some(unrated_sheet),
    example: "{\"score\": 5, \"rounds\": 9}",
    provisions: &["Ascensos 5", "Ascensos 6"],
    fields: UNRATED_FIELDS,
    answer: |input, rules| Ok(input.answer_by(&unrated_sheet(rules))),
};

pub const STILL_PROMOTABLE: Calculation = Calculation {
    name: "still-promotable",
    sheet: None,
    example: "{\"category\": \"2a\", \"rounds\": 8, \"games\": [{\"kind\": \"played\", \
        \"points\": 0, \"opponent\": {\"category\": \"2a\"}}, {\"kind\": \"played\", \
        \"points\": 0.5, \"opponent\": {\"category\": \"3a\"}}, \
        {\"kind\": \"played\", \"points\": 1, \"opponent\": {\"category\": \"2a\"}}, \
        {\"kind\": \"played\", \"points\": 0, \"opponent\": {\"category\": \"2a\"}}]}",
    provisions: &["RGC 14.2.2", "Oberts 4"],
    fields: &[
        Field::required("category", Kind::Choice(&["1a", "2a", "3a"])),
        Field::required("rounds", ROUNDS),
        Field::optional("possible", ROUNDS),
        Field::required("games", GAMES),
        Field::optional("field", Kind::List(&Kind::Object(OPPONENT))).or(&[
            "available",
            "remaining",
            "others",
            "candidates",
            "possible_opponents",
            "still_in",
            "not_met",
            "pool",
            "remaining_opponents",
            "available_opponents",
            "still_in_event",
            "players_left",
            "unmet",
        ]),
        Field::optional("wish_to_continue", Kind::Bool),
    ],
    answer: |input, rules| {
        let Some(category) = input.category("category").and_then(Promotable::of) else {
            return Err(input.problem("category", "1a, 2a or 3a", input.word("category")).into());
        };
        let chance_input = ChanceInput {
            category,
            rounds: input.count("rounds"),
            possible: input.number("possible"),
            over: rounds(input, rules)?,
            field: input.parts("field").iter().map(opponent).collect(),
            wishes_to_continue: input.is("wish_to_continue"),
        };
        let chance = still_promotable(&chance_input, rules);
        let mut value = json!({
            "rounds_left": chance.rounds_left,
            "best_points": points(chance.best_points),
            "covered": chance.needed.is_some(),
            "needed": chance.needed.map(points),
            "can": chance.can,
            "withdrawn": chance.withdrawn,
        });
        match category {
            Promotable::First => {
                value["best_mean"] = json!(chance.best_mean.map(|mean| mean.to_string()));
                value["band"] = json!(chance.band.as_ref().map(|row| band(&row.band)));
            }
            Promotable::Lower(_) => value["best_second"] = json!(chance.best_second),
        }
        Ok(Answer::with(value, &chance.entry(&chance_input, rules)))
    },
};
