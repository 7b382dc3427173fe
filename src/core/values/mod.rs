//! The rating with which each round of a player counts: for promotions (Ascensos 2–6) and for
//! norms (MC norma 3), which use the same values (AMB-05, 08, 09, 10, 18, 100).

mod tournament;

pub use tournament::{cell_points, opponent_of, points_made, possible_games, rounds_of};

use std::sync::Arc;

use super::ask::{Field, Kind};
use super::formula::expr::{all, apply, if_, is, param, var};
use super::formula::{Check, Data, Expr, Op, Scope, Sheet, Unit, line, say};
use super::report::{Entry, Msg, Step, Value};
use super::rules::{Rules1990, Scoring};
use crate::model::{Category, Exact, Points, RatingKind, Ratings, Score, Title, Tournament};
use crate::rulebook::{Percent, ProvisionId};

crate::rules! {
    /// Values of rounds without a game, of first-category and of unrated opponents.
    pub struct ValueRules {
        /// A round not played on the board (Ascensos 2).
        unplayed: u32 = "ascensos.valor-incompareixenca",
        /// A first-category opponent (Ascensos 3).
        first_category: u32 = "ascensos.valor-primera",
        /// An unrated opponent who does not pass `scale_from` (Ascensos 5).
        unrated_base: u32 = "ascensos.sense-avaluacio-base",
        /// Share of all possible points from which the scale rises.
        scale_from: Percent = "ascensos.sense-avaluacio-percentatge",
        /// The scale rises by `scale_rating` for each of these (Ascensos 6).
        scale_step: Points = "ascensos.escala-pas",
        scale_rating: u32 = "ascensos.escala-elo",
        scale_max: u32 = "ascensos.escala-maxim",
    }
}

/// Somebody as named in the tournament.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Who {
    /// Index of the entrant.
    pub index: usize,
    pub number: u32,
    pub name: Arc<str>,
}

impl Who {
    pub fn of(tournament: &Tournament, index: usize) -> Self {
        let entrant = &tournament.entrants[index];
        Self { index, number: entrant.number, name: entrant.name.clone() }
    }

    pub fn value(&self) -> Value {
        Value::Entrant { index: self.index, number: self.number, name: self.name.clone() }
    }
}

/// An opponent as the values see them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Opponent {
    /// `None` in a calculation outside any tournament.
    pub who: Option<Who>,
    /// Masters are Preferents (AMB-104).
    pub category: Option<Category>,
    pub ratings: Ratings,
    /// Points on the table, byes and forfeits included: at the end of the event, or so far.
    pub score: Points,
    /// Has left the event: the score will not grow any more.
    pub withdrawn: bool,
}

/// Why a round has no game on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Unplayed {
    ForfeitWon,
    ForfeitLost,
    /// A bye of any kind.
    Bye,
    /// Missed, not yet entered, or already gone.
    Missed,
}

/// One round of a player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Round {
    Played {
        score: Score,
        opponent: Opponent,
    },
    Unplayed {
        why: Unplayed,
        points: Points,
    },
    /// Free round of a league: no round at all (AMB-100).
    Free,
}

impl Round {
    /// What the round gave on the table.
    pub fn points(&self, scoring: &Scoring) -> Points {
        match self {
            Self::Played { score, .. } => points_of(*score, scoring),
            Self::Unplayed { points, .. } => *points,
            Self::Free => Points::ZERO,
        }
    }
}

/// Points of a game on the board (SAP 4.1).
pub fn points_of(score: Score, scoring: &Scoring) -> Points {
    match score {
        Score::Win => scoring.win.get(),
        Score::Draw => scoring.draw.get(),
        Score::Loss => scoring.loss.get(),
    }
}

/// Where a value comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ValueSource {
    Rating(RatingKind),
    /// No rating: by the points made (Ascensos 5, 6).
    Scale,
    FirstCategory,
    Unplayed,
}

impl ValueSource {
    /// Stable name, for JSON.
    pub fn key(self) -> &'static str {
        match self {
            Self::Rating(kind) => kind.key(),
            Self::Scale => "scale",
            Self::FirstCategory => "first-category",
            Self::Unplayed => "unplayed",
        }
    }

    /// The provisions that say so.
    pub fn citations(self, rules: &Rules1990) -> Vec<ProvisionId> {
        let values = &rules.values;
        match self {
            Self::Rating(_) => vec![rules.rating_order.order.at.clone()],
            Self::Scale => vec![values.unrated_base.at.clone(), values.scale_rating.at.clone()],
            Self::FirstCategory => vec![values.first_category.at.clone()],
            Self::Unplayed => vec![values.unplayed.at.clone()],
        }
    }
}

/// The rating a round counts with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Counted {
    pub value: u32,
    pub source: ValueSource,
}

/// Rating of an unrated player who made `score` of `possible` games (Ascensos 5 and 6, AMB-10):
/// the base up to half of the possible points, then one step of the scale for each half point.
pub fn unrated_value(score: Points, possible: u32, rules: &Rules1990) -> u32 {
    let above = above_scale(is(score), is(possible), rules);
    let value = Scope::default().eval(&scale_value(above, rules)).whole();
    value.and_then(|value| value.try_into().ok()).unwrap_or(rules.values.scale_max.get())
}

/// Points over the share from which the scale rises.
fn above_scale(score: Expr, possible: Expr, rules: &Rules1990) -> Expr {
    let all = param(&rules.scoring.win).times(possible);
    score.minus(all.times(param(&rules.values.scale_from)))
}

/// The base, or a step of the scale for each so many points above, up to the highest.
fn scale_value(above: Expr, rules: &Rules1990) -> Expr {
    let values = &rules.values;
    let step = || param(&values.scale_step);
    let steps = apply(Op::Floor, [above.clone().over(step())]);
    let risen = param(&values.unrated_base).plus(steps.times(param(&values.scale_rating)));
    if_(
        all([is(0).less(above), is(0).less(step())]),
        apply(Op::Least, [risen, param(&values.scale_max)]),
        param(&values.unrated_base),
    )
}

/// What is asked about the scale.
pub const UNRATED_FIELDS: &[Field] =
    &[Field::required("score", Kind::Points), Field::required("rounds", Kind::Int(1, 400))];

/// The rating of an unrated player as data (Ascensos 5 and 6, AMB-10).
pub fn unrated_sheet(rules: &Rules1990) -> Sheet {
    let values = &rules.values;
    let mut sheet = Sheet::new("unrated-scale", UNRATED_FIELDS);
    sheet
        .define("possible", param(&rules.scoring.win).times(var("rounds")))
        .define("limit", var("possible").times(param(&values.scale_from)))
        .define("above", above_scale(var("score"), var("rounds"), rules))
        .define("value", scale_value(var("above"), rules));
    let limit = say("values.scale.limit")
        .shown("share", param(&values.scale_from), Unit::Percent)
        .with("possible", var("possible"));
    let base = say("values.scale.base")
        .with("score", var("score"))
        .with("base", param(&values.unrated_base));
    let above = say("values.scale.above")
        .with("score", var("score"))
        .with("above", var("above"))
        .with("step", param(&values.scale_step))
        .with("rating", param(&values.scale_rating))
        .with("base", param(&values.unrated_base))
        .with("max", param(&values.scale_max));
    let rises = || is(0).less(var("above"));
    let check = Check::quantity("value", say("values.scale.value"), var("value"), Unit::Plain)
        .measured(var("value"), Unit::Plain)
        .cite_param(&values.unrated_base)
        .cite_param(&values.scale_rating)
        .line(line(limit).gives(var("limit"), Unit::Plain).cite(&values.unrated_base.at))
        .line(
            line(vec![(rises().negated(), base)])
                .gives(var("value"), Unit::Plain)
                .cite(&values.unrated_base.at),
        )
        .line(
            line(vec![(rises(), above)])
                .gives(var("value"), Unit::Plain)
                .cite(&values.scale_rating.at),
        );
    sheet.part("", vec![check]);
    sheet.output("value", var("value"));
    sheet
}

/// [`unrated_value`] with its working.
pub fn unrated_entry(score: Points, possible: u32, rules: &Rules1990) -> Entry {
    let sheet = unrated_sheet(rules);
    let input = Data::record([("score", score.into()), ("rounds", possible.into())]);
    let found = sheet.compute(&input).part(0);
    found.into_iter().next().map_or(Entry::plain(Value::Undefined), |found| found.fact.entry)
}

/// The rating an opponent counts with. First category first, whatever rating the player has
/// (AMB-08); then the first rating there is in the order of Ascensos 4; then the scale.
///
/// `possible` is the number of games that each player was to play.
pub fn value_of(opponent: &Opponent, possible: u32, rules: &Rules1990) -> Counted {
    if opponent.category == Some(Category::First) {
        let value = rules.values.first_category.get();
        return Counted { value, source: ValueSource::FirstCategory };
    }
    match opponent.ratings.first(&rules.rating_order.order.value) {
        Some((kind, value)) => Counted { value, source: ValueSource::Rating(kind) },
        None => Counted {
            value: unrated_value(opponent.score, possible, rules),
            source: ValueSource::Scale,
        },
    }
}

/// What one round adds to the mean; `None` for a free round.
pub fn value_of_round(round: &Round, possible: u32, rules: &Rules1990) -> Option<Counted> {
    match round {
        Round::Played { opponent, .. } => Some(value_of(opponent, possible, rules)),
        Round::Unplayed { .. } => {
            let value = rules.values.unplayed.get();
            Some(Counted { value, source: ValueSource::Unplayed })
        }
        Round::Free => None,
    }
}

/// The mean of a player's opponents.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpponentMean {
    /// One for each round given; `None` for a free round.
    pub values: Vec<Option<Counted>>,
    /// Rounds of the event that were not given: they count as missed.
    pub not_given: u32,
    /// Rounds that count.
    pub games: u32,
    pub sum: i64,
    /// Sum over games; undefined without games.
    pub mean: Option<Exact>,
}

/// The mean over all rounds of the event (AMB-05, 100): every round but a free one gives a value.
pub fn opponent_mean(
    rounds_of_event: u32,
    possible: u32,
    rounds: &[Round],
    rules: &Rules1990,
) -> OpponentMean {
    let values: Vec<_> =
        rounds.iter().map(|round| value_of_round(round, possible, rules)).collect();
    let given = u32::try_from(rounds.len()).unwrap_or(u32::MAX);
    let not_given = rounds_of_event.saturating_sub(given);
    let counted: i64 = values.iter().flatten().map(|counted| i64::from(counted.value)).sum();
    let sum = counted + i64::from(not_given) * i64::from(rules.values.unplayed.get());
    let games = values.iter().flatten().count() as u32 + not_given;
    let mean = (games > 0).then(|| Exact::new(sum, i64::from(games)));
    OpponentMean { values, not_given, games, sum, mean }
}

impl OpponentMean {
    /// One line for each round, then the division.
    pub fn steps(&self, rounds: &[Round], possible: u32, rules: &Rules1990) -> Vec<Step> {
        let mut steps: Vec<Step> = rounds
            .iter()
            .zip(&self.values)
            .zip(1_u32..)
            .map(|((round, counted), number)| round_step(number, round, *counted, possible, rules))
            .collect();
        if self.not_given > 0 {
            steps.push(
                Step::new(Msg::new("values.not-given").with("n", self.not_given))
                    .gives(rules.values.unplayed.get())
                    .cite(&rules.values.unplayed.at),
            );
        }
        let division = Msg::new("values.mean").with("sum", self.sum).with("games", self.games);
        steps.push(Step { text: division, value: Some(self.mean.into()), citations: Vec::new() });
        steps
    }
}

/// The line of a round in a working: who it was, what it counts and why.
fn round_step(
    number: u32,
    round: &Round,
    counted: Option<Counted>,
    possible: u32,
    rules: &Rules1990,
) -> Step {
    let (source, who) = match (round, counted) {
        (Round::Played { opponent, .. }, Some(counted)) => {
            (source_msg(opponent, counted.source, possible), opponent.who.as_ref())
        }
        (Round::Unplayed { why, .. }, _) => {
            let key = match why {
                Unplayed::ForfeitWon => "values.source.forfeit-won",
                Unplayed::ForfeitLost => "values.source.forfeit-lost",
                Unplayed::Bye => "values.source.bye",
                Unplayed::Missed => "values.source.missed",
            };
            (Msg::new(key), None)
        }
        _ => (Msg::new("values.source.free"), None),
    };
    let text = match who {
        Some(who) => Msg::new("values.round.against").with("opponent", who.value()),
        None => Msg::new("values.round"),
    };
    let mut step = Step::new(text.with("round", number).with("source", source));
    if let Some(counted) = counted {
        step = step.gives(counted.value);
        step.citations = counted.source.citations(rules);
    }
    step
}

fn source_msg(opponent: &Opponent, source: ValueSource, possible: u32) -> Msg {
    match source {
        ValueSource::Rating(RatingKind::Catalan) => Msg::new("values.source.catalan"),
        ValueSource::Rating(RatingKind::Fide) => Msg::new("values.source.fide"),
        ValueSource::Rating(RatingKind::Feda) => Msg::new("values.source.feda"),
        ValueSource::Rating(RatingKind::National) => Msg::new("values.source.national"),
        ValueSource::Scale => {
            Msg::new("values.source.scale").with("score", opponent.score).with("possible", possible)
        }
        ValueSource::Unplayed => Msg::new("values.source.missed"),
        ValueSource::FirstCategory => {
            let shown = [RatingKind::Catalan, RatingKind::Fide, RatingKind::Feda];
            match opponent.ratings.first(&shown) {
                // Such a rating is unexpected, so the reader is told that it does not count.
                Some((_, rating)) => {
                    Msg::new("values.source.first-category-rated").with("rating", rating)
                }
                None => Msg::new("values.source.first-category"),
            }
        }
    }
}

/// The category for calculations: masters count as Preferents (AMB-104).
pub fn effective_category(category: Option<Category>, title: Option<Title>) -> Option<Category> {
    if title.is_some_and(Title::is_master) { Some(Category::Preferent) } else { category }
}

/// A category in words.
pub fn category_msg(category: Category) -> Msg {
    Msg::new(match category {
        Category::Preferent => "values.category.preferent",
        Category::First => "values.category.1a",
        Category::Second => "values.category.2a",
        Category::Third => "values.category.3a",
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_rules::rules;

    fn rated(catalan: Option<u32>, fide: Option<u32>, feda: Option<u32>) -> Opponent {
        let ratings = Ratings { catalan, fide, feda, national: Some(2600) };
        Opponent { category: Some(Category::Preferent), ratings, ..Opponent::default() }
    }

    /// AMB-10: 4/8 is half, 4½/8 = 2050, 5/8 = 2100, 5½/8 = 2150, 11/11 = 2550.
    #[test]
    fn the_scale_of_ascensos_6() {
        let cases = [
            (0, 8, 2000),
            (8, 8, 2000),
            (9, 8, 2050),
            (10, 8, 2100),
            (11, 8, 2150),
            (9, 9, 2000),
            (10, 9, 2050),
            (22, 11, 2550),
            (26, 13, 2550),
        ];
        for (halves, rounds, value) in cases {
            let score = Points::from_halves(halves);
            assert_eq!(unrated_value(score, rounds, rules()), value, "{score}/{rounds}");
        }
    }

    /// AMB-09: Catalan, then international, then Spanish; another national one never.
    #[test]
    fn the_first_rating_of_the_order_counts() {
        let value = |opponent| {
            let counted = value_of(&opponent, 9, rules());
            (counted.value, counted.source.key())
        };
        assert_eq!(value(rated(Some(1900), Some(2300), Some(2200))), (1900, "catalan"));
        assert_eq!(value(rated(None, Some(2300), Some(2200))), (2300, "fide"));
        assert_eq!(value(rated(None, None, Some(2200))), (2200, "feda"));
        assert_eq!(value(rated(None, None, None)), (2000, "scale"));
    }

    /// AMB-08: 2000 even with a rating, and the working says so; a master of 1a is a Preferent.
    #[test]
    fn first_category_counts_the_same_whatever_its_rating() {
        let mut opponent = rated(Some(2250), None, None);
        opponent.category = effective_category(Some(Category::First), None);
        let counted = value_of(&opponent, 9, rules());
        assert_eq!((counted.value, counted.source), (2000, ValueSource::FirstCategory));
        let msg = source_msg(&opponent, counted.source, 9);
        assert_eq!(msg.key, "values.source.first-category-rated");
        opponent.category = effective_category(Some(Category::First), Some(Title::MC));
        assert_eq!(value_of(&opponent, 9, rules()).value, 2250);
    }

    /// AMB-05, 100: unplayed rounds are 2000 each, free ones are none at all.
    #[test]
    fn rounds_without_a_game() {
        let rounds = [
            Round::Played { score: Score::Win, opponent: rated(Some(2300), None, None) },
            Round::Unplayed { why: Unplayed::Bye, points: Points::ONE },
            Round::Free,
        ];
        let mean = opponent_mean(4, 3, &rounds, rules());
        assert_eq!((mean.games, mean.sum, mean.not_given), (3, 6300, 1));
        assert_eq!(mean.mean, Some(Exact::from(2100)));
        assert_eq!(opponent_mean(1, 1, &[Round::Free], rules()).mean, None);
    }

    #[test]
    fn a_working_has_a_line_for_each_round_and_the_division() {
        let rounds = [
            Round::Played { score: Score::Win, opponent: rated(Some(2300), None, None) },
            Round::Unplayed { why: Unplayed::ForfeitLost, points: Points::ZERO },
        ];
        let mean = opponent_mean(2, 2, &rounds, rules());
        let steps = mean.steps(&rounds, 2, rules());
        assert_eq!(steps.len(), 3);
        assert_eq!(steps[1].citations[0].as_str(), "Ascensos 2");
        assert_eq!(steps[2].value, Some(Value::Exact(Exact::from(2150))));
    }
}
