//! What an event does to everybody's rating: report and JSON.

use serde_json::{Value as Json, json};

use super::FideRules;
use super::rating::{
    Career, EventChange, NoFirstRating, Performance, RatedGame, event_change, first_rating,
    k_factor, performance,
};
use crate::core::report::{
    Align, Block, Column, Entry, Msg, Report, Row, Step, Table, Value, exact_json,
};
use crate::model::{Cell, Date, Exact, Points, RatingKind, Tournament};
use crate::rulebook::Cited;

/// One player's event.
#[derive(Clone, Debug)]
pub struct PlayerRating<'r> {
    pub entrant: usize,
    /// Rounds and opponents of the games that count, in step with the games of the change.
    pub met: Vec<(u32, usize)>,
    pub points: Exact,
    pub performance: Option<Performance>,
    pub outcome: Outcome<'r>,
}

/// What comes of it.
#[derive(Clone, Debug)]
pub enum Outcome<'r> {
    /// K is that of the rating and age alone: the tournament does not know earlier games.
    Rated {
        own: u32,
        k: &'r Cited<u32>,
        change: EventChange,
    },
    Unrated(Result<Performance, NoFirstRating>),
}

/// Ratings after an individual event, in order of number; games on the board between players of
/// whom the opponent is rated. `None` for teams, and without a first day: the rules depend on it.
pub fn ratings_of<'r>(t: &Tournament, rules: &'r FideRules) -> Option<Vec<PlayerRating<'r>>> {
    let day = t.start?;
    if t.is_team_event() {
        return None;
    }
    let rating = |who: usize| t.entrants.get(who).and_then(|e| e.ratings.get(RatingKind::Fide));
    let players = t.cells.iter().zip(&t.entrants).enumerate().map(|(entrant, (cells, of))| {
        let mut met = Vec::new();
        let mut games = Vec::new();
        for (round, cell) in (1..).zip(cells) {
            let Some((opponent, _, score)) = Cell::played(cell) else { continue };
            if let Some(rating) = rating(opponent) {
                met.push((round, opponent));
                games.push(RatedGame { opponent: rating, score: score.points().exact() });
            }
        }
        let outcome = match rating(entrant) {
            Some(own) => {
                let career = Career {
                    highest: own,
                    games: rules.rating.k_new_games.get(),
                    born: of.birth.map(Date::year),
                    year: day.year(),
                };
                let k = k_factor(career, &rules.rating);
                Outcome::Rated { own, k, change: event_change(own, k.get(), &games, day, rules) }
            }
            None => Outcome::Unrated(first_rating(&games, day, rules)),
        };
        PlayerRating {
            entrant,
            met,
            points: games.iter().map(|game| game.score).sum(),
            performance: performance(&games, rules),
            outcome,
        }
    });
    Some(players.collect())
}

fn number(value: Exact) -> Value {
    Points::from_exact(value).map_or(Value::Exact(value), Value::Points)
}

/// The report of a tournament.
pub fn report(t: &Tournament, rules: &FideRules) -> Report {
    let title = Msg::new("b02.title").with("tournament", t.name.clone());
    let Some(players) = ratings_of(t, rules) else {
        let blocks = vec![Block::Paragraph(Msg::new("b02.none"))];
        return Report { key: "ratings", title, blocks };
    };
    let columns = vec![
        Column::new("number", Msg::new("column.number"), Align::End).extra(),
        Column::new("player", Msg::new("column.player"), Align::Start),
        Column::new("rating", Msg::new("column.rating"), Align::End),
        Column::new("games", Msg::new("b02.column.games"), Align::End),
        Column::new("points", Msg::new("column.points"), Align::End),
        Column::new("performance", Msg::new("b02.column.performance"), Align::End).extra(),
        Column::new("k", Msg::new("b02.column.k"), Align::End).extra(),
        Column::new("change", Msg::new("b02.column.change"), Align::End).cite(&"B.02 canvi".into()),
        Column::new("new", Msg::new("b02.column.new"), Align::End),
    ];
    let rows = players.iter().map(|player| row(t, player, rules)).collect();
    let table = Table { key: "ratings", caption: Msg::new("b02.caption"), columns, rows };
    let blocks = vec![Block::Table(table), Block::Paragraph(Msg::new("b02.k-note"))];
    Report { key: "ratings", title, blocks }
}

fn row(t: &Tournament, player: &PlayerRating<'_>, rules: &FideRules) -> Row {
    let of = &t.entrants[player.entrant];
    let name = Value::Entrant { index: player.entrant, number: of.number, name: of.name.clone() };
    let (rating, k, change, new) = match &player.outcome {
        Outcome::Rated { own, k, change } => (
            Entry::plain(*own),
            Entry::plain(change.k).cite(&k.at),
            change_entry(t, player, *own, change, rules),
            Entry::plain(change.new_rating).cite(&"B.02 canvi".into()),
        ),
        Outcome::Unrated(first) => (
            Entry::plain(Value::Undefined),
            Entry::plain(Value::Undefined),
            Entry::plain(Value::Undefined),
            first_entry(first, rules),
        ),
    };
    Row {
        entrant: Some(player.entrant),
        cells: vec![
            Entry::plain(of.number),
            Entry::plain(name),
            rating,
            Entry::plain(player.met.len()).cite(&"B.02 partides".into()),
            Entry::plain(number(player.points)),
            performance_entry(player.performance, rules),
            k,
            change,
            new,
        ],
    }
}

/// The change, game by game.
fn change_entry(
    t: &Tournament,
    player: &PlayerRating<'_>,
    own: u32,
    change: &EventChange,
    rules: &FideRules,
) -> Entry {
    let mut entry = Entry::plain(Value::Exact(change.change)).cite(&"B.02 canvi".into());
    for (&(round, opponent), game) in player.met.iter().zip(&change.games) {
        let capped = game.counted != game.difference;
        let key = if capped { "b02.game-capped" } else { "b02.game" };
        let other = &t.entrants[opponent];
        let who =
            Value::Entrant { index: opponent, number: other.number, name: other.name.clone() };
        let msg = Msg::new(key)
            .with("round", round)
            .with("opponent", who)
            .with("difference", game.difference)
            .with("counted", game.counted)
            .with("expected", Exact::new(game.expected, 100));
        let step = Step::new(msg).gives(game.delta).cite(&rules.tables.pd.at);
        entry = entry.step(if capped { step.cite(&rules.rating.max_difference.at) } else { step });
    }
    let msg = Msg::new("b02.sum").with("sum", change.sum).with("k", change.k).with("own", own);
    entry.step(Step::new(msg).gives(change.change))
}

fn first_entry(first: &Result<Performance, NoFirstRating>, rules: &FideRules) -> Entry {
    let entry = match first {
        Ok(found) => Entry::plain(found.rating).step(
            Step::new(Msg::new("b02.first").with("mean", found.mean).with("p", found.hundredths))
                .gives(found.rating)
                .cite(&rules.rating.first_max.at),
        ),
        Err(reason) => {
            let key = match reason {
                NoFirstRating::TooFewGames => "b02.too-few-games",
                NoFirstRating::NoPoint => "b02.no-point",
                NoFirstRating::BelowMinimum => "b02.below-minimum",
            };
            Entry::plain(Value::Undefined).step(Step::new(Msg::new(key)))
        }
    };
    entry.cite(&rules.rating.first_games.at)
}

fn performance_entry(found: Option<Performance>, rules: &FideRules) -> Entry {
    let Some(found) = found else { return Entry::plain(Value::Undefined) };
    let msg = Msg::new("b02.first").with("mean", found.mean).with("p", found.hundredths);
    let step = Step::new(msg).gives(found.rating);
    Entry::plain(found.rating).step(step).cite(&rules.tables.dp.at)
}

/// For programs.
pub fn to_json(t: &Tournament, rules: &FideRules) -> Json {
    let players = ratings_of(t, rules).unwrap_or_default();
    let players: Vec<Json> = players
        .iter()
        .map(|player| {
            let of = &t.entrants[player.entrant];
            let mut line = json!({
                "number": of.number,
                "name": &*of.name,
                "games": player.met.len(),
                "points": exact_json(player.points),
                "performance": player.performance.map(|found| found.rating),
            });
            let more = match &player.outcome {
                Outcome::Rated { own, change, .. } => json!({
                    "rating": own,
                    "k": change.k,
                    "sum": exact_json(change.sum),
                    "change": exact_json(change.change),
                    "new_rating": change.new_rating,
                }),
                Outcome::Unrated(first) => {
                    json!({"first_rating": first.as_ref().ok().map(|found| found.rating)})
                }
            };
            if let (Some(line), Json::Object(more)) = (line.as_object_mut(), more) {
                line.extend(more);
            }
            line
        })
        .collect();
    json!({"report": "ratings", "tournament": &*t.slug, "players": players})
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{Entrant, Outcome as Result, Score, System};
    use crate::test_rules::{rulebook, rules};

    #[test]
    fn an_event_changes_ratings_and_makes_first_ones() {
        let fide = rules().fide.rules().unwrap();
        let mut t = Tournament::new("t", "T", System::Swiss, 5);
        t.start = Some(jiff::civil::date(2025, 11, 1));
        // The example that FIDE published: 2813, four wins and a draw; and a first rating.
        for (number, rating) in
            (1..).zip([2813, 1787, 2025, 2310, 2400, 2505, 0, 1902, 1877, 1884, 2012, 1832])
        {
            let mut entrant = Entrant::new(number, format!("P{number}"));
            entrant.ratings.fide = (rating > 0).then_some(rating);
            t.entrants.push(entrant);
        }
        let bye = Cell::Bye(crate::model::Bye::Zero);
        t.cells = vec![vec![bye; 5]; 12];
        let mut meet = |who: usize, scores: [Score; 5]| {
            for (round, score) in scores.into_iter().enumerate() {
                let opponent = who + 1 + round;
                let paired = |opponent, score| Cell::Paired {
                    opponent,
                    colour: None,
                    outcome: Result::Played(score),
                };
                t.cells[who][round] = paired(opponent, score);
                t.cells[opponent][round] = paired(who, score.mirrored());
            }
        };
        meet(0, [Score::Win, Score::Win, Score::Win, Score::Win, Score::Draw]);
        meet(6, [Score::Draw, Score::Draw, Score::Win, Score::Loss, Score::Win]);
        let json = to_json(&t, fide);
        assert_eq!(json["players"][0]["change"], -2.5);
        assert_eq!(json["players"][0]["new_rating"], 2810);
        assert_eq!(json["players"][6]["first_rating"], 1922);
        let report = report(&t, fide);
        let Block::Table(table) = &report.blocks[0] else { panic!("no table") };
        for cell in table.rows.iter().flat_map(|row| &row.cells) {
            let steps = cell.working.iter().flat_map(|step| &step.citations);
            for citation in cell.citations.iter().chain(steps) {
                assert!(rulebook().provision(citation).is_some(), "{citation}");
            }
        }
        t.start = None;
        assert!(ratings_of(&t, fide).is_none());
    }
}
