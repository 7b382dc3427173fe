//! What a player still needs for a norm while an event lasts (MC norma 3, 5, 8).
//!
//! The rounds to come are filled with the opponents who are known: all those left in a league, the
//! one already paired in the last round of a Swiss. Where they are not known, the least mean that
//! they must have is looked for. Opponents without any rating count by the points they have now.

use serde_json::{Value as Json, json};

use super::tournament::NoNorms;
use super::{NormInput, assess};
use crate::core::report::{
    Align, Block, Column, Entry, Msg, Report, Row, Step, Table, Value, Verdict, exact_json,
};
use crate::core::rules::Rules1990;
use crate::core::values::{
    Opponent, Round, Unplayed, Who, opponent_of, points_made, possible_games, rounds_of, value_of,
};
use crate::model::{Category, EventKind, Exact, Points, Ratings, Score, System, Title, Tournament};

/// Points of the rounds left that make the norm, and against whom.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Way {
    /// Points to be made in the rounds left.
    pub points: Points,
    /// Least mean of the opponents to come; `None` where they are known, or where any will do.
    pub least_mean: Option<u32>,
}

/// A player before the rounds left.
#[derive(Clone, Debug)]
pub struct PlayerForecast {
    pub who: Who,
    /// Master already: a norm would change nothing.
    pub holds: Option<Title>,
    pub points: Points,
    /// Mean of the opponents so far.
    pub mean: Option<Exact>,
    /// The opponents to come, where they are known.
    pub coming: Option<Vec<Who>>,
    /// Games to come.
    pub games_left: u32,
    /// What makes the norm, the fewest points first; empty where nothing does.
    pub ways: Vec<Way>,
}

/// Everybody before the rounds left.
#[derive(Clone, Debug)]
pub struct Forecast {
    /// Rounds that are over.
    pub over: u32,
    pub rounds_left: u32,
    pub players: Vec<PlayerForecast>,
}

/// What everybody still in the event needs once `over` rounds are over.
pub fn forecast(t: &Tournament, over: u32, rules: &Rules1990) -> Result<Forecast, NoNorms> {
    if t.is_team_event() {
        return Err(NoNorms::TeamEvent);
    }
    if matches!(t.kind, EventKind::TeamFinals | EventKind::Cup) {
        return Err(NoNorms::Kind);
    }
    let over = over.min(t.rounds_complete());
    let scores = points_made(t, over as usize, &rules.scoring);
    let still_in = |index: usize| t.withdrawal(index).is_none_or(|left| left.after_round > over);
    let mut players: Vec<PlayerForecast> = (0..t.cells.len().min(t.entrants.len()))
        .filter(|&index| still_in(index))
        .map(|index| player(t, index, over, &scores, rules))
        .collect();
    players.sort_by_key(|player| {
        let nearest = player.ways.first().map(|way| way.points);
        (player.holds.is_some(), nearest.is_none(), nearest, player.who.number)
    });
    Ok(Forecast { over, rounds_left: t.rounds.saturating_sub(over), players })
}

fn player(
    t: &Tournament,
    index: usize,
    over: u32,
    scores: &[Points],
    rules: &Rules1990,
) -> PlayerForecast {
    let games = rounds_of(t, index, over as usize, scores, rules);
    let rounds_left = t.rounds.saturating_sub(over);
    let unmet = unmet(t, index, over);
    let coming = coming(t, index, over, &unmet);
    let games_left = coming.as_ref().map_or(rounds_left, |known| known.len() as u32);
    let input = |games: Vec<Round>| NormInput {
        rounds: t.rounds,
        possible: Some(possible_games(t)),
        delegation: t.delegation,
        homologated: None,
        kind: t.kind,
        rounds_over: None,
        games,
    };
    let mut before = input(games.clone());
    before.rounds_over = Some(over);
    let now = assess(&before, rules).result;
    let makes = |opponents: &[Opponent], points: Points| {
        let mut all = games.clone();
        all.extend(results(points, opponents));
        // A league with an odd number has rounds without a game.
        let free = (t.rounds as usize).saturating_sub(all.len());
        let rest = if t.system.is_league() {
            Round::Free
        } else {
            Round::Unplayed { why: Unplayed::Missed, points: Points::ZERO }
        };
        all.extend(std::iter::repeat_n(rest, free));
        assess(&input(all), rules).reached().is_some()
    };
    let all_points = (0..=2 * games_left as i32).map(Points::from_halves);
    let ways = match &coming {
        Some(known) => {
            let opponents: Vec<Opponent> =
                known.iter().map(|&other| opponent_of(t, other, scores[other])).collect();
            let first = all_points.clone().find(|points| makes(&opponents, *points));
            first.map(|points| Way { points, least_mean: None }).into_iter().collect()
        }
        None => {
            let cap = highest_mean(t, &unmet, games_left, scores, rules);
            let ways = all_points.filter_map(|points| {
                let enough = |mean: u32| makes(&vec![rated(mean); games_left as usize], points);
                let least = least_mean(cap, enough)?;
                Some(Way { points, least_mean: (least > 0).then_some(least) })
            });
            shortest(ways.collect())
        }
    };
    PlayerForecast {
        who: Who::of(t, index),
        holds: t.entrants[index].title.filter(|title| title.is_master()),
        points: scores[index],
        mean: now.opponents.mean,
        coming: coming.map(|known| known.into_iter().map(|other| Who::of(t, other)).collect()),
        games_left,
        ways,
    }
}

/// The fewest points with their mean, and the most with theirs; where any mean will do, more points
/// say nothing new.
fn shortest(ways: Vec<Way>) -> Vec<Way> {
    let any = ways.iter().position(|way| way.least_mean.is_none());
    let kept = &ways[..any.map_or(ways.len(), |at| at + 1)];
    match kept {
        [first, .., last] => vec![*first, *last],
        other => other.to_vec(),
    }
}

/// Those still in the event who were not met on the board nor paired for a forfeit.
fn unmet(t: &Tournament, index: usize, over: u32) -> Vec<usize> {
    let met: Vec<usize> =
        t.cells[index].iter().take(over as usize).filter_map(|cell| cell.opponent()).collect();
    (0..t.entrants.len())
        .filter(|other| *other != index && !met.contains(other))
        .filter(|&other| t.withdrawal(other).is_none_or(|left| left.after_round > over))
        .collect()
}

/// The opponents to come, where the system or the pairing tells them.
fn coming(t: &Tournament, index: usize, over: u32, unmet: &[usize]) -> Option<Vec<usize>> {
    if t.system == (System::RoundRobin { double: false }) {
        return Some(unmet.to_vec());
    }
    let is_last = t.rounds.saturating_sub(over) == 1;
    let cell = t.cells[index].get(over as usize).filter(|_| is_last)?;
    Some(cell.opponent().into_iter().collect())
}

/// The mean of the strongest opponents that can still come.
fn highest_mean(
    t: &Tournament,
    unmet: &[usize],
    games: u32,
    scores: &[Points],
    rules: &Rules1990,
) -> Exact {
    let possible = possible_games(t);
    let mut values: Vec<u32> = unmet
        .iter()
        .map(|&other| value_of(&opponent_of(t, other, scores[other]), possible, rules).value)
        .collect();
    values.sort_unstable_by_key(|value| std::cmp::Reverse(*value));
    values.truncate(games as usize);
    match i64::try_from(values.len()) {
        Ok(count) if count > 0 => {
            Exact::new(values.iter().map(|value| i64::from(*value)).sum(), count)
        }
        _ => Exact::from(0),
    }
}

fn rated(rating: u32) -> Opponent {
    Opponent {
        category: Some(Category::Preferent),
        ratings: Ratings { catalan: Some(rating), ..Ratings::default() },
        ..Opponent::default()
    }
}

/// Games that make so many points: wins first, so that the last result is the lowest.
fn results(points: Points, opponents: &[Opponent]) -> Vec<Round> {
    let mut left = points.halves();
    opponents
        .iter()
        .map(|opponent| {
            let score = [Score::Loss, Score::Draw, Score::Win][left.clamp(0, 2) as usize];
            left -= score.points().halves();
            Round::Played { score, opponent: opponent.clone() }
        })
        .collect()
}

/// The least mean up to `cap` with which it is enough: more is never worse.
fn least_mean(cap: Exact, enough: impl Fn(u32) -> bool) -> Option<u32> {
    let (mut low, mut high) = (0, u32::try_from(cap.floor().to_integer()).ok()?);
    if !enough(high) {
        return None;
    }
    while low < high {
        let middle = low + (high - low) / 2;
        if enough(middle) {
            high = middle;
        } else {
            low = middle + 1;
        }
    }
    Some(low)
}

// ---- Written out

impl PlayerForecast {
    fn words(&self) -> Msg {
        if let Some(title) = self.holds {
            return Msg::new("norms.outcome.holds").with("title", title.key());
        }
        match self.ways.first() {
            None => Msg::new("norms.forecast.impossible"),
            Some(way) if way.points == Points::ZERO && way.least_mean.is_none() => {
                Msg::new("norms.forecast.made")
            }
            Some(way) => self.way(way),
        }
    }

    fn way(&self, way: &Way) -> Msg {
        let key = match way.least_mean {
            None => "norms.forecast.way",
            Some(_) => "norms.forecast.way.mean",
        };
        Msg::new(key)
            .with("points", way.points)
            .with("n", self.games_left)
            .with("mean", way.least_mean.map(Value::from).unwrap_or(Value::Undefined))
    }

    fn entry(&self, rules: &Rules1990) -> Entry {
        let mut entry = Entry::plain(self.words());
        if self.holds.is_some() {
            return entry;
        }
        entry = entry.cite_param(&rules.norms.base_mean);
        for opponent in self.coming.iter().flatten() {
            entry = entry.step(Step::new(
                Msg::new("norms.forecast.coming").with("opponent", opponent.value()),
            ));
        }
        for way in &self.ways {
            entry = entry
                .step(Step::new(self.way(way)).gives(Verdict::Met).cite(&rules.norms.base_mean.at));
        }
        entry
    }
}

/// The forecast as a table; `over` rounds are over.
pub fn report(t: &Tournament, over: u32, rules: &Rules1990) -> Report {
    let title = Msg::new("norms.forecast.title").with("tournament", t.name.clone());
    let mut blocks = Vec::new();
    match forecast(t, over, rules) {
        Err(NoNorms::TeamEvent) => blocks.push(Block::Paragraph(Msg::new("norms.no.teams"))),
        Err(NoNorms::Kind) => blocks.push(Block::Paragraph(Msg::new("norms.no.kind"))),
        Ok(found) => {
            let text = Msg::new("norms.forecast.after")
                .with("over", found.over)
                .with("n", found.rounds_left);
            blocks.push(Block::Paragraph(text));
            if found.rounds_left > 0 {
                blocks.push(Block::Table(table(&found, rules)));
            }
        }
    }
    Report { key: "norm-forecast", title, blocks }
}

fn table(found: &Forecast, rules: &Rules1990) -> Table {
    let at = &rules.norms.base_mean.at;
    let head = |key, text, align| Column::new(key, Msg::new(text), align);
    let rows = found.players.iter().map(|player| {
        let coming =
            player.coming.as_ref().map(|known| Value::List(known.iter().map(Who::value).collect()));
        Row {
            entrant: Some(player.who.index),
            cells: vec![
                Entry::plain(player.who.number),
                Entry::plain(player.who.value()),
                Entry::plain(player.points),
                Entry::plain(player.mean),
                Entry::plain(match coming {
                    Some(Value::List(known)) if known.len() == 1 => Value::List(known),
                    _ => Value::Undefined,
                }),
                player.entry(rules),
            ],
        }
    });
    Table {
        key: "norm-forecast",
        caption: Msg::new("norms.forecast.caption"),
        columns: vec![
            head("number", "norms.head.number", Align::End),
            head("name", "norms.head.name", Align::Start),
            head("points", "norms.head.points", Align::End),
            head("mean", "norms.head.mean", Align::End).cite(&rules.rating_order.order.at),
            head("next", "norms.forecast.next", Align::Start).extra(),
            head("needed", "norms.forecast.needed", Align::Start).cite(at),
        ],
        rows: rows.collect(),
    }
}

/// For programs: `{"report": "norm-forecast", "over", "rounds_left", "players": [{"number", "name",
/// "points", "mean", "opponents", "ways": [{"points", "least_mean"}]}]}`.
pub fn to_json(t: &Tournament, over: u32, rules: &Rules1990) -> Json {
    let Ok(found) = forecast(t, over, rules) else {
        return json!({"report": "norm-forecast", "players": []});
    };
    let players = found.players.iter().map(|player| {
        let ways: Vec<Json> = player
            .ways
            .iter()
            .map(|way| {
                json!({"points": exact_json(way.points.exact()), "least_mean": way.least_mean})
            })
            .collect();
        let coming = player.coming.as_ref();
        json!({
            "number": player.who.number,
            "name": &*player.who.name,
            "points": exact_json(player.points.exact()),
            "mean": player.mean.map(|mean| mean.to_string()),
            "opponents": coming.map(|known| known.iter().map(|who| who.number).collect::<Vec<_>>()),
            "holds_title": player.holds.map(|title| title.key()),
            "ways": ways,
        })
    });
    json!({
        "report": "norm-forecast",
        "over": found.over,
        "rounds_left": found.rounds_left,
        "players": players.collect::<Vec<_>>(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{Cell, Colour, Entrant, Outcome};
    use crate::test_rules::rules;

    /// A league of ten whose first has `halves` after eight rounds against opponents of 2200; the
    /// opponent of the last round has `last`.
    fn league(halves: i32, last: u32) -> Tournament {
        let mut t = Tournament::new("x", "X", System::RoundRobin { double: false }, 9);
        t.kind = EventKind::Closed;
        t.delegation = Some(crate::model::Delegation::Barcelona);
        for number in 1..=10 {
            let mut entrant = Entrant::new(number, format!("J{number}"));
            entrant.category = Some(Category::Preferent);
            entrant.ratings.catalan = Some(if number == 10 { last } else { 2200 });
            t.entrants.push(entrant);
        }
        t.cells = vec![Vec::new(); 10];
        let mut left = halves;
        for opponent in 1..9 {
            let score = [Score::Loss, Score::Draw, Score::Win][left.clamp(0, 2) as usize];
            left -= score.points().halves();
            let cell = |opponent, score| Cell::Paired {
                opponent,
                colour: Some(Colour::White),
                outcome: Outcome::Played(score),
            };
            for other in 1..10 {
                let absent = Cell::Absent(crate::model::Absence::FreeRound);
                let own = if other == opponent { cell(0, score.mirrored()) } else { absent };
                t.cells[other].push(own);
            }
            t.cells[0].push(cell(opponent, score));
        }
        t
    }

    fn first(t: &Tournament) -> PlayerForecast {
        let found = forecast(t, 8, rules()).expect("a closed event");
        assert_eq!((found.over, found.rounds_left), (8, 1));
        found.players.into_iter().find(|player| player.who.number == 1).expect("number 1")
    }

    /// With 2200 the mean is 2200 and 67½ % of nine, 6½ points, are asked for.
    #[test]
    fn the_last_round_of_a_league_has_a_known_opponent() {
        let needs = |halves| {
            let player = first(&league(halves, 2200));
            assert_eq!(player.coming.as_ref().map(|known| known[0].number), Some(10));
            player.ways.first().map(|way| way.points.halves())
        };
        assert_eq!(needs(13), Some(0));
        assert_eq!(needs(12), Some(1));
        assert_eq!(needs(11), Some(2));
        assert_eq!(needs(10), None);
    }

    /// A stronger last opponent lowers what is asked for: 2209 makes the mean 2201 and the share
    /// 67.4 %, still 6½; 2600 makes it 2244⁴⁄₉ and 63.06 %, six points.
    #[test]
    fn the_mean_of_the_last_opponent_counts() {
        assert_eq!(first(&league(10, 2209)).ways, []);
        let won = first(&league(10, 2600)).ways;
        assert_eq!(won, [Way { points: Points::ONE, least_mean: None }]);
    }

    /// In a Swiss whose last round is not paired the least rating is looked for, and it is the
    /// exact limit: with one point less of rating the norm is missed.
    #[test]
    fn an_unknown_opponent_must_have_so_much() {
        let mut t = league(10, 2600);
        t.system = System::Swiss;
        t.kind = EventKind::Open;
        let player = first(&t);
        assert_eq!(player.coming, None);
        let [way] = player.ways[..] else { panic!("{:?}", player.ways) };
        let least = way.least_mean.expect("not any opponent will do");
        assert_eq!(way.points, Points::ONE);
        // Six of nine are two thirds: 16⅔ % over 50 % are 166⅔ points under 2375.
        let mean = Exact::new(2375 * 3 - 500, 3);
        assert_eq!(Exact::from(i64::from(least)), (mean * 9 - Exact::from(8 * 2200)).ceil());
        // Nobody so strong is left: it cannot be.
        t.entrants[9].ratings.catalan = Some(least - 1);
        assert_eq!(first(&t).ways, []);
    }

    #[test]
    fn who_is_a_master_needs_none() {
        let mut t = league(12, 2200);
        t.entrants[0].title = Some(Title::MC);
        assert_eq!(first(&t).words().key, "norms.outcome.holds");
    }
}
