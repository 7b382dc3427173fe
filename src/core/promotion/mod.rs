//! Promotions of category (Ascensos; AMB-01 … 08, 11, 12, 91).
//!
//! | promotion | asks for points by | function |
//! |---|---|---|
//! | 1a → Preferent | the mean rating of the opponents | [`to_preferent`] |
//! | 3a → 2a, 2a → 1a | how many opponents are of 2a and of 3a | [`by_categories`] |
//! | who went up in a season? | the events that count | [`list`] |
//! | is it still possible? | the kindest rest of the event | [`chance::still_promotable`] |

pub mod chance;
pub mod list;
mod report;
pub mod sheet;
pub mod tables;

pub use report::{Promoted, promoted, promotion_json, report};

use super::report::{Entry, Msg, Step, Value, Verdict};
use super::rules::Rules1990;
use super::values::{OpponentMean, Round, Who, category_msg, opponent_mean};
use crate::model::{Category, Exact, Points};
use crate::rulebook::Cited;
use crate::rulebook::bind::Key;
use tables::{BandRow, Bands, PromotionRow, PromotionRows};

crate::rules! {
    /// The tables of Ascensos.
    pub struct PromotionRules {
        /// Points by mean rating and rounds (Ascensos 1).
        bands: Bands = "ascensos.preferent",
        /// Points by the opponents' categories (Ascensos 7).
        eight_rounds: PromotionRows = "ascensos.vuit-rondes",
        nine_rounds: PromotionRows = "ascensos.nou-rondes",
        /// Categories whose individual championship withdraws those who cannot rise any more
        /// (RGC 14.2.2).
        automatic: Vec<ChampionshipOf> = "rgc.retirada-automatica",
    }
}

/// A category as the individual championship of Catalonia has it (RGC 14.2.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ChampionshipOf(pub Category);

impl Key for ChampionshipOf {
    const LIST: &'static str = "a list of categories of the individual championship";

    fn from_key(key: &str) -> Option<Self> {
        let category = match key {
            "categoria-1" => Category::First,
            "categoria-2" => Category::Second,
            "categoria-3" => Category::Third,
            _ => return None,
        };
        Some(Self(category))
    }

    fn known() -> Vec<&'static str> {
        vec!["categoria-1", "categoria-2", "categoria-3"]
    }
}

impl PromotionRules {
    /// The table of Ascensos 7 for so many rounds; there are two (AMB-12).
    pub fn rows(&self, rounds: u32) -> Option<&Cited<PromotionRows>> {
        [&self.eight_rounds, &self.nine_rounds].into_iter().find(|rows| rows.value.rounds == rounds)
    }
}

/// A category from which one can be promoted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Promotable {
    First,
    Lower(Lower),
}

/// A category that Ascensos 7 promotes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Lower {
    Second,
    Third,
}

impl Promotable {
    pub fn of(category: Category) -> Option<Self> {
        match category {
            Category::Preferent => None,
            Category::First => Some(Self::First),
            Category::Second => Some(Self::Lower(Lower::Second)),
            Category::Third => Some(Self::Lower(Lower::Third)),
        }
    }

    pub fn category(self) -> Category {
        match self {
            Self::First => Category::First,
            Self::Lower(Lower::Second) => Category::Second,
            Self::Lower(Lower::Third) => Category::Third,
        }
    }

    /// The category above.
    pub fn target(self) -> Category {
        match self {
            Self::First => Category::Preferent,
            Self::Lower(Lower::Second) => Category::First,
            Self::Lower(Lower::Third) => Category::Second,
        }
    }
}

// ---- 1a → Preferent

/// A first-category player's event.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ToPreferentInput {
    /// Rounds of the tournament: the column of the table (AMB-07).
    pub rounds: u32,
    /// Games each player was to play, where they are not the rounds (AMB-100).
    pub possible: Option<u32>,
    pub games: Vec<Round>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ToPreferent {
    pub opponents: OpponentMean,
    pub points: Points,
    pub band: Option<BandRow>,
    /// `None`: the table says nothing of this length (AMB-07).
    pub needed: Option<Points>,
    pub promoted: Option<bool>,
}

impl ToPreferent {
    pub fn covered(&self) -> bool {
        self.needed.is_some()
    }
}

/// Is a player promoted from 1a to Preferent? Points made without play count (AMB-06), the mean is
/// not rounded (AMB-04).
pub fn to_preferent(input: &ToPreferentInput, rules: &Rules1990) -> ToPreferent {
    let possible = input.possible.unwrap_or(input.rounds);
    let opponents = opponent_mean(input.rounds, possible, &input.games, rules);
    let points = input.games.iter().map(|round| round.points(&rules.scoring)).sum();
    let band = opponents.mean.and_then(|mean| rules.promotion.bands.value.row(mean)).cloned();
    let needed = band.as_ref().and_then(|row| row.needed.get(&input.rounds).copied());
    let promoted = needed.map(|needed| points >= needed);
    ToPreferent { opponents, points, band, needed, promoted }
}

impl ToPreferent {
    /// Whether the player is promoted, with the whole working.
    pub fn entry(&self, input: &ToPreferentInput, rules: &Rules1990) -> Entry {
        let possible = input.possible.unwrap_or(input.rounds);
        let table = &rules.promotion.bands;
        let mut entry = Entry::plain(Verdict::from_known(self.promoted))
            .cite_param(table)
            .cite_param(&rules.rating_order.order)
            .steps(self.opponents.steps(&input.games, possible, rules));
        if let (Some(band), Some(needed)) = (&self.band, self.needed) {
            let text = Msg::new("promotion.band")
                .with("band", band.label.as_str())
                .with("n", input.rounds);
            entry = entry.step(Step::new(text).gives(needed).cite(&table.at));
        } else {
            entry = entry.step(not_covered(input.rounds));
        }
        entry.step(comparison(self.points, self.needed))
    }
}

// ---- 3a → 2a and 2a → 1a

/// An event of a player of 2a or 3a.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ByCategoriesInput {
    pub category: Lower,
    pub rounds: u32,
    /// Of the opponents only the category matters.
    pub games: Vec<Round>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ByCategories {
    /// Opponents that count as of 2a.
    pub second: u32,
    /// All other rounds (AMB-11).
    pub third: u32,
    pub points: Points,
    /// `None`: there is no table for this length (AMB-12).
    pub needed: Option<Points>,
    pub promoted: Option<bool>,
}

impl ByCategories {
    pub fn covered(&self) -> bool {
        self.needed.is_some()
    }
}

/// An opponent of 2a or above counts as of 2a; everything else as of 3a (AMB-11).
fn counts_as_second(round: &Round) -> bool {
    match round {
        Round::Played { opponent, .. } => {
            opponent.category.is_some_and(|category| category <= Category::Second)
        }
        _ => false,
    }
}

/// Is a player promoted from 3a to 2a, or from 2a to 1a?
pub fn by_categories(input: &ByCategoriesInput, rules: &Rules1990) -> ByCategories {
    let second = input.games.iter().filter(|round| counts_as_second(round)).count() as u32;
    let third = input.rounds.saturating_sub(second);
    let points = input.games.iter().map(|round| round.points(&rules.scoring)).sum();
    let row = rules.promotion.rows(input.rounds).and_then(|rows| rows.value.rows.get(&second));
    let needed = row.map(|row| row.needed(input.category));
    let promoted = needed.map(|needed| points >= needed);
    ByCategories { second, third, points, needed, promoted }
}

impl PromotionRow {
    pub fn needed(&self, category: Lower) -> Points {
        match category {
            Lower::Second => self.to_first,
            Lower::Third => self.to_second,
        }
    }
}

impl ByCategories {
    /// Whether the player is promoted, with the whole working.
    pub fn entry(&self, input: &ByCategoriesInput, rules: &Rules1990) -> Entry {
        // Both tables are of one provision.
        let at = &rules.promotion.nine_rounds.at;
        let mut entry = Entry::plain(Verdict::from_known(self.promoted)).cite(at);
        for (round, number) in input.games.iter().zip(1_u32..) {
            let counts = if counts_as_second(round) { Category::Second } else { Category::Third };
            let text = round_msg(round).with("round", number);
            entry = entry.step(Step::new(text).gives(category_msg(counts)).cite(at));
        }
        entry = match self.needed {
            Some(needed) => {
                let text = Msg::new("promotion.row")
                    .with("second", self.second)
                    .with("third", self.third)
                    .with("rounds", input.rounds);
                entry.step(Step::new(text).gives(needed).cite(at))
            }
            None => entry.step(not_covered(input.rounds)),
        };
        entry.step(comparison(self.points, self.needed))
    }
}

/// Who was met and of which category.
fn round_msg(round: &Round) -> Msg {
    let Round::Played { opponent, .. } = round else {
        return Msg::new("promotion.round.unplayed");
    };
    let text = match opponent.category {
        Some(category) => {
            Msg::new("promotion.round.against").with("category", category_msg(category))
        }
        None => Msg::new("promotion.round.uncategorised"),
    };
    text.with("opponent", opponent.who.as_ref().map(Who::value))
}

// ---- Lines common to both

fn not_covered(rounds: u32) -> Step {
    Step::new(Msg::new("promotion.not-covered").with("rounds", rounds))
}

/// Points made against points needed, and by how much it failed.
fn comparison(points: Points, needed: Option<Points>) -> Step {
    let Some(needed) = needed else {
        return Step::new(Msg::new("promotion.points").with("points", points)).gives(points);
    };
    let text = if points >= needed {
        Msg::new("promotion.reached").with("points", points).with("needed", needed)
    } else {
        Msg::new("promotion.missed")
            .with("points", points)
            .with("needed", needed)
            .with("missing", needed - points)
    };
    Step::new(text)
}

/// The mean as a value, undefined without games.
pub(super) fn mean_value(mean: Option<Exact>) -> Value {
    mean.map_or(Value::Undefined, Value::Exact)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::values::{Opponent, Unplayed};
    use crate::model::{Ratings, Score};
    use crate::test_rules::rules;

    fn against(catalan: u32, score: Score) -> Round {
        let ratings = Ratings { catalan: Some(catalan), ..Ratings::default() };
        let opponent =
            Opponent { category: Some(Category::Preferent), ratings, ..Opponent::default() };
        Round::Played { score, opponent }
    }

    fn of_category(category: Option<Category>, score: Score) -> Round {
        Round::Played { score, opponent: Opponent { category, ..Opponent::default() } }
    }

    /// `halves` half points spread over games against these ratings.
    fn event(ratings: &[u32], halves: i32) -> ToPreferentInput {
        let mut left = halves;
        let games = ratings
            .iter()
            .map(|&rating| {
                let score = match left {
                    2.. => Score::Win,
                    1 => Score::Draw,
                    _ => Score::Loss,
                };
                left -= score.points().halves();
                against(rating, score)
            })
            .collect();
        ToPreferentInput { rounds: ratings.len() as u32, possible: None, games }
    }

    /// AMB-02: the whole table, one half point below and exactly what it asks.
    #[test]
    fn every_cell_of_the_table_of_preferents() {
        let table = [
            (2126, [11, 10, 9, 8]),
            (2125, [12, 11, 10, 9]),
            (2075, [14, 12, 11, 10]),
            (2025, [15, 14, 13, 11]),
        ];
        for (rating, row) in table {
            for (rounds, halves) in [11, 10, 9, 8].into_iter().zip(row) {
                let ratings = vec![rating; rounds];
                let enough = to_preferent(&event(&ratings, halves), rules());
                assert_eq!(enough.promoted, Some(true), "{rating} {rounds}");
                assert_eq!(enough.needed, Some(Points::from_halves(halves)));
                let short = to_preferent(&event(&ratings, halves - 1), rules());
                assert_eq!(short.promoted, Some(false), "{rating} {rounds}");
            }
        }
    }

    /// AMB-03, 04: one point of rating in the sum is enough to change the band.
    #[test]
    fn bands_are_exact_at_their_edges() {
        let needed = |last| {
            let mut ratings = [2075; 8];
            ratings[7] = last;
            to_preferent(&event(&ratings, 8), rules()).needed
        };
        assert_eq!(needed(2074), Some(Points::from_halves(10)));
        assert_eq!(needed(2075), Some(Points::from_halves(10)));
        assert_eq!(needed(2076), Some(Points::from_halves(9)));
    }

    /// AMB-05, 06, 07.
    #[test]
    fn unplayed_points_count_and_other_lengths_do_not() {
        let mut input = event(&[2150; 9], 8);
        input.games[8] = Round::Unplayed { why: Unplayed::Bye, points: Points::ONE };
        let result = to_preferent(&input, rules());
        assert_eq!(result.opponents.sum, 8 * 2150 + 2000);
        assert_eq!((result.points, result.promoted), (Points::from_halves(10), Some(true)));
        for rounds in [7, 12] {
            let result = to_preferent(&event(&vec![2150; rounds], 14), rules());
            assert_eq!((result.covered(), result.promoted), (false, None));
        }
    }

    fn lower(category: Lower, rounds: u32, second: u32) -> ByCategories {
        let games = (0..rounds)
            .map(|at| {
                let opponent = if at < second { Category::Second } else { Category::Third };
                of_category(Some(opponent), Score::Draw)
            })
            .collect();
        by_categories(&ByCategoriesInput { category, rounds, games }, rules())
    }

    /// AMB-01: the columns with their half points, as restored. AMB-12: eight and nine rounds alone
    /// have a table; other lengths are not covered.
    #[test]
    fn the_tables_of_second_and_third() {
        let columns = [
            (8, Lower::Third, vec![12, 12, 11, 11, 10, 9, 9, 8, 8]),
            (8, Lower::Second, vec![14, 14, 14, 14, 13, 13, 13, 12, 12]),
            (9, Lower::Third, vec![14, 13, 13, 12, 12, 11, 11, 10, 10, 9]),
            (9, Lower::Second, vec![16, 16, 16, 15, 15, 14, 14, 13, 13, 13]),
        ];
        for (rounds, category, column) in columns {
            for (second, halves) in (0..).zip(column) {
                let result = lower(category, rounds, second);
                assert_eq!(result.needed, Some(Points::from_halves(halves)), "{rounds} {second}");
                assert_eq!((result.second, result.third), (second, rounds - second));
            }
        }
        // Draws only: enough for 3a → 2a when all opponents are of 2a.
        assert_eq!(lower(Lower::Third, 8, 8).promoted, Some(true));
        assert_eq!(lower(Lower::Third, 8, 6).promoted, Some(false));
        for (category, rounds) in
            [(Lower::Third, 10), (Lower::Third, 7), (Lower::Second, 10), (Lower::Second, 11)]
        {
            let result = lower(category, rounds, 5);
            assert_eq!((result.needed, result.promoted), (None, None), "{rounds}");
        }
    }

    /// AMB-11.
    #[test]
    fn higher_opponents_count_as_second_and_the_rest_as_third() {
        let mut games = vec![
            of_category(Some(Category::First), Score::Loss),
            of_category(Some(Category::Preferent), Score::Loss),
            of_category(None, Score::Win),
            Round::Unplayed { why: Unplayed::ForfeitWon, points: Points::ONE },
        ];
        games.extend((0..4).map(|_| of_category(Some(Category::Third), Score::Win)));
        let input = ByCategoriesInput { category: Lower::Third, rounds: 8, games };
        let result = by_categories(&input, rules());
        assert_eq!((result.second, result.third), (2, 6));
        assert_eq!((result.points, result.promoted), (Points::from_halves(12), Some(true)));
        let entry = result.entry(&input, rules());
        assert_eq!(entry.value, Value::Verdict(Verdict::Met));
        assert_eq!(entry.citations[0].as_str(), "Ascensos 7");
        assert_eq!(entry.working.len(), 10);
    }
}
