//! Can a player still be promoted? (RGC 14.2.2, Oberts 4; AMB-13, 103)
//!
//! The answer is an optimistic bound: the best points and the kindest opposition that are still
//! possible, each taken by itself. So nobody with a mathematical chance is ever withdrawn.

use super::tables::BandRow;
use super::{Lower, Promotable, counts_as_second, mean_value, not_covered};
use crate::core::report::{Entry, Msg, Step, Verdict};
use crate::core::rules::Rules1990;
use crate::core::values::{
    Opponent, Round, Who, effective_category, opponent_of, points_made, possible_games, rounds_of,
    value_of,
};
use crate::model::{Category, Exact, Points, Tournament};

/// A player in the middle of an event.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChanceInput {
    pub category: Promotable,
    /// Rounds of the tournament.
    pub rounds: u32,
    /// Games each player was to play, where they are not the rounds.
    pub possible: Option<u32>,
    /// The rounds that are over; the opponents with their present points.
    pub over: Vec<Round>,
    /// For a player of 1a: who is still in the event and has not been met on the board.
    pub field: Vec<Opponent>,
    /// The player told the federation that they want to go on in any case.
    pub wishes_to_continue: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chance {
    pub rounds_left: u32,
    /// Points so far and one for each round left.
    pub best_points: Points,
    /// 2a and 3a: most opponents of 2a there can be.
    pub best_second: Option<u32>,
    /// 1a: highest mean there can be.
    pub best_mean: Option<Exact>,
    pub band: Option<BandRow>,
    /// Points asked for in the best case; `None` where no table covers the length.
    pub needed: Option<Points>,
    /// `None` where no table covers the length: then nobody is withdrawn or banned.
    pub can: Option<bool>,
    /// Withdrawn automatically, in the events of RGC 14.2.2.
    pub withdrawn: bool,
}

/// Whether promotion is still possible in the kindest case.
pub fn still_promotable(input: &ChanceInput, rules: &Rules1990) -> Chance {
    let over = u32::try_from(input.over.len()).unwrap_or(u32::MAX);
    let rounds_left = input.rounds.saturating_sub(over);
    let so_far: Points = input.over.iter().map(|round| round.points(&rules.scoring)).sum();
    // Beyond any length of a table the points do not matter; halves are kept in 32 bits.
    let winnable = i32::try_from(rounds_left.min(1_000_000)).unwrap_or_default();
    let best_points = so_far + rules.scoring.win.get() * winnable;
    let mut chance = Chance {
        rounds_left,
        best_points,
        best_second: None,
        best_mean: None,
        band: None,
        needed: None,
        can: None,
        withdrawn: false,
    };
    match input.category {
        Promotable::Lower(category) => {
            let second = input.over.iter().filter(|round| counts_as_second(round)).count() as u32;
            let second = second.saturating_add(rounds_left);
            chance.best_second = Some(second);
            chance.needed = lower_need(category, input.rounds, second, rules);
        }
        Promotable::First => {
            chance.best_mean = best_mean(input, rounds_left, rules);
            let bands = &rules.promotion.bands.value;
            chance.band = chance.best_mean.and_then(|mean| bands.row(mean)).cloned();
            chance.needed =
                chance.band.as_ref().and_then(|row| row.needed.get(&input.rounds).copied());
        }
    }
    chance.can = chance.needed.map(|needed| best_points >= needed);
    chance.withdrawn = chance.can == Some(false) && !input.wishes_to_continue;
    chance
}

fn lower_need(category: Lower, rounds: u32, second: u32, rules: &Rules1990) -> Option<Points> {
    let row = rules.promotion.rows(rounds)?.value.rows.get(&second)?;
    Some(row.needed(category))
}

/// The highest mean a player of 1a can still reach (AMB-103).
fn best_mean(input: &ChanceInput, rounds_left: u32, rules: &Rules1990) -> Option<Exact> {
    let possible = input.possible.unwrap_or(input.rounds);
    let unplayed = rules.values.unplayed.get();
    let over = input.over.iter().filter_map(|round| match round {
        Round::Played { opponent, .. } => {
            Some(highest_value(opponent, rounds_left, possible, rules))
        }
        Round::Unplayed { .. } => Some(unplayed),
        Round::Free => None,
    });
    let mut best: Vec<u32> = input
        .field
        .iter()
        .filter(|opponent| !opponent.withdrawn)
        .map(|opponent| highest_value(opponent, rounds_left, possible, rules).max(unplayed))
        .collect();
    best.sort_unstable_by(|a, b| b.cmp(a));
    best.truncate(rounds_left as usize);
    let none_left = i64::from(rounds_left) - best.len() as i64;
    let sum = over.chain(best).map(i64::from).sum::<i64>() + none_left * i64::from(unplayed);
    let free = input.over.iter().filter(|round| matches!(round, Round::Free)).count() as i64;
    let games = i64::from(rounds_left) + input.over.len() as i64 - free;
    (games > 0).then(|| Exact::new(sum, games))
}

/// The highest rating an opponent can still count with: an unrated one may win every round left.
fn highest_value(opponent: &Opponent, rounds_left: u32, possible: u32, rules: &Rules1990) -> u32 {
    let mut best = opponent.clone();
    if !opponent.withdrawn {
        let winnable = i32::try_from(rounds_left.min(1_000_000)).unwrap_or_default();
        best.score += rules.scoring.win.get() * winnable;
    }
    value_of(&best, possible, rules).value
}

impl Chance {
    /// Whether promotion is still possible, with its working.
    pub fn entry(&self, input: &ChanceInput, rules: &Rules1990) -> Entry {
        let tables = &rules.promotion;
        let at = match input.category {
            Promotable::First => &tables.bands.at,
            Promotable::Lower(_) => &tables.nine_rounds.at,
        };
        let points = Msg::new("promotion.chance.points").with("n", self.rounds_left);
        let mut entry = Entry::plain(Verdict::from_known(self.can))
            .cite(at)
            .step(Step::new(points).gives(self.best_points));
        if let Some(second) = self.best_second {
            let text = Msg::new("promotion.chance.second").with("rounds", input.rounds);
            entry = entry.step(Step::new(text).gives(second).cite(at));
        }
        if input.category == Promotable::First {
            let text = Msg::new("promotion.chance.mean");
            let mean = mean_value(self.best_mean);
            entry = entry.step(Step::new(text).gives(mean).cite(at));
        }
        entry.step(match self.needed {
            Some(needed) => Step::new(Msg::new("promotion.chance.needed")).gives(needed).cite(at),
            None => not_covered(input.rounds),
        })
    }
}

// ---- In a tournament

/// The chances of an entrant after `rounds_over` rounds; `None` for a Preferent or somebody
/// without category.
pub fn chance_input(
    tournament: &Tournament,
    entrant: usize,
    rounds_over: u32,
    rules: &Rules1990,
) -> Option<ChanceInput> {
    let player = tournament.entrants.get(entrant)?;
    let category = Promotable::of(effective_category(player.category, player.title)?)?;
    let over = rounds_over as usize;
    let scores = points_made(tournament, over, &rules.scoring);
    let met: Vec<usize> = tournament
        .cells
        .get(entrant)?
        .iter()
        .take(over)
        .filter_map(|cell| cell.played().map(|(opponent, ..)| opponent))
        .collect();
    let has_left =
        |index| tournament.withdrawal(index).is_some_and(|gone| gone.after_round <= rounds_over);
    let with_presence = |mut opponent: Opponent| {
        // A later withdrawal is not yet known.
        opponent.withdrawn = opponent.who.as_ref().is_some_and(|who: &Who| has_left(who.index));
        opponent
    };
    let field = (0..tournament.entrants.len())
        .filter(|&index| index != entrant && !met.contains(&index) && !has_left(index))
        .map(|index| {
            with_presence(opponent_of(
                tournament,
                index,
                scores.get(index).copied().unwrap_or_default(),
            ))
        })
        .collect();
    let over = rounds_of(tournament, entrant, over, &scores, rules)
        .into_iter()
        .map(|round| match round {
            Round::Played { score, opponent } => {
                Round::Played { score, opponent: with_presence(opponent) }
            }
            other => other,
        })
        .collect();
    Some(ChanceInput {
        category,
        rounds: tournament.rounds,
        possible: Some(possible_games(tournament)),
        over,
        field,
        wishes_to_continue: tournament.playing_on.contains(&entrant),
    })
}

/// Whether each entrant can still be promoted after `rounds_over` rounds; `None` where no table
/// tells, and for those who cannot rise (Preferents, players without category).
pub fn chances(tournament: &Tournament, rounds_over: u32, rules: &Rules1990) -> Vec<Option<bool>> {
    (0..tournament.entrants.len())
        .map(|entrant| {
            let input = chance_input(tournament, entrant, rounds_over, rules)?;
            still_promotable(&input, rules).can
        })
        .collect()
}

/// Does Oberts 4 forbid this pair in an open where 2a and 3a play together? A player of 2a who can
/// no longer rise may only meet players who cannot either, each by their own category (AMB-13).
pub fn is_banned(a: (Option<Category>, Option<bool>), b: (Option<Category>, Option<bool>)) -> bool {
    let is_out = |(category, can)| category == Some(Category::Second) && can == Some(false);
    let may_rise = |(_, can)| can == Some(true);
    (is_out(a) && may_rise(b)) || (is_out(b) && may_rise(a))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::values::Unplayed;
    use crate::model::{Ratings, Score};
    use crate::test_rules::rules;

    fn input(category: Category, rounds: u32, over: Vec<Round>) -> ChanceInput {
        ChanceInput {
            category: Promotable::of(category).unwrap(),
            rounds,
            possible: None,
            over,
            field: Vec::new(),
            wishes_to_continue: false,
        }
    }

    fn against(category: Category, score: Score) -> Round {
        let opponent = Opponent { category: Some(category), ..Opponent::default() };
        Round::Played { score, opponent }
    }

    fn preferent(catalan: Option<u32>, halves: i32) -> Opponent {
        Opponent {
            category: Some(Category::Preferent),
            ratings: Ratings { catalan, ..Ratings::default() },
            score: Points::from_halves(halves),
            ..Opponent::default()
        }
    }

    #[test]
    fn a_point_more_keeps_the_chance_alive() {
        let rounds = |wins: usize| {
            (0..4)
                .map(|at| {
                    let score = if at < wins { Score::Win } else { Score::Loss };
                    against(Category::Third, score)
                })
                .collect::<Vec<_>>()
        };
        // Four rounds left, four opponents of 2a at best: 5 points are asked for.
        let alive = still_promotable(&input(Category::Third, 8, rounds(1)), rules());
        assert_eq!((alive.best_second, alive.needed), (Some(4), Some(Points::from_halves(10))));
        assert_eq!((alive.can, alive.withdrawn), (Some(true), false));
        let mut dead = input(Category::Third, 8, rounds(0));
        assert!(still_promotable(&dead, rules()).withdrawn);
        dead.wishes_to_continue = true;
        let goes_on = still_promotable(&dead, rules());
        assert_eq!((goes_on.can, goes_on.withdrawn), (Some(false), false));
    }

    #[test]
    fn lengths_without_a_table_withdraw_nobody() {
        let seven = still_promotable(&input(Category::Second, 7, vec![]), rules());
        assert_eq!((seven.can, seven.withdrawn), (None, false));
        let twelve = still_promotable(&input(Category::First, 12, vec![]), rules());
        assert_eq!((twelve.can, twelve.withdrawn), (None, false));
    }

    /// AMB-103: the best values, one each, never under 2000.
    #[test]
    fn the_best_mean_takes_the_strongest_players_left() {
        let mut start = input(Category::First, 9, vec![]);
        start.over = (0..7).map(|_| against(Category::First, Score::Draw)).collect();
        start.field =
            vec![preferent(Some(2300), 0), preferent(Some(1900), 0), preferent(Some(2400), 0)];
        let chance = still_promotable(&start, rules());
        assert_eq!(chance.best_mean, Some(Exact::new(7 * 2000 + 2400 + 2300, 9)));
        start.field.truncate(2);
        let chance = still_promotable(&start, rules());
        assert_eq!(chance.best_mean, Some(Exact::new(7 * 2000 + 2300 + 2000, 9)));
        start.field.truncate(1);
        let chance = still_promotable(&start, rules());
        assert_eq!(chance.best_mean, Some(Exact::new(7 * 2000 + 2300 + 2000, 9)));
    }

    /// AMB-103: an unrated opponent may still win all rounds left; one who has left may not.
    #[test]
    fn unrated_opponents_can_still_rise() {
        let mut met = preferent(None, 10);
        let chance = |met: &Opponent| {
            let over = (0..8)
                .map(|at| match at {
                    0 => Round::Played { score: Score::Loss, opponent: met.clone() },
                    _ => Round::Unplayed { why: Unplayed::Missed, points: Points::ZERO },
                })
                .collect();
            still_promotable(&input(Category::First, 9, over), rules()).best_mean.unwrap() * 9
        };
        // 5 of 9 now, 6 of 9 at best: 2000 + 50 · 3.
        assert_eq!(chance(&met), Exact::from(8 * 2000 + 2150));
        met.withdrawn = true;
        assert_eq!(chance(&met), Exact::from(8 * 2000 + 2050));
    }

    #[test]
    fn with_no_round_left_it_is_the_promotion_itself() {
        use crate::core::promotion::{ByCategoriesInput, by_categories};
        for halves in 0..=18 {
            let mut left = halves;
            let over: Vec<_> = (0..9)
                .map(|at| {
                    let score = [Score::Loss, Score::Draw, Score::Win][left.min(2) as usize];
                    left -= score.points().halves();
                    against(if at < 4 { Category::Second } else { Category::Third }, score)
                })
                .collect();
            let chance = still_promotable(&input(Category::Second, 9, over.clone()), rules());
            let whole = ByCategoriesInput { category: Lower::Second, rounds: 9, games: over };
            assert_eq!(chance.can, by_categories(&whole, rules()).promoted);
        }
    }

    /// AMB-13.
    #[test]
    fn only_second_category_players_who_are_out_are_banned() {
        let second = |can| (Some(Category::Second), Some(can));
        let third = |can| (Some(Category::Third), Some(can));
        assert!(is_banned(second(false), third(true)));
        assert!(is_banned(second(true), second(false)));
        assert!(!is_banned(second(false), third(false)));
        assert!(!is_banned(third(false), second(true)));
        assert!(!is_banned(second(false), (None, None)));
    }
}
