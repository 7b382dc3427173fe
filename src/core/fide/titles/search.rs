//! Which games make the best norm.

use super::{Assessment, FideRules, NormInput, Played, weigh};
use crate::core::fide::tables::hundredths;
use crate::core::report::Verdict;
use crate::model::{Points, Title};

/// Won games that may be left out are tried in all ways up to so many; of more, those against the
/// lowest rated.
const MOST_WINS_TRIED: usize = 12;

/// The best assessment for a title: a norm if any choice of games makes one (the longest, then the
/// best performance), else all games. `None` without games.
pub fn assess(input: &NormInput, title: Title, rules: &FideRules) -> Option<Assessment> {
    let mut best: Option<Assessment> = None;
    let is_better = |found: &Assessment, best: &Option<Assessment>| {
        let key = |a: &Assessment| {
            let rank = match a.verdict() {
                Verdict::Met => 2,
                Verdict::Unknown => 1,
                Verdict::NotMet => 0,
            };
            (rank, a.length, a.performance)
        };
        best.as_ref().is_none_or(|best| key(found) > key(best))
    };
    let all = on_board(input);
    let whole = weigh(input, &all, title, rules);
    for chosen in choices(input, rules) {
        if let Some(found) = weigh(input, &chosen, title, rules)
            && found.verdict() != Verdict::NotMet
            && is_better(&found, &best)
        {
            best = Some(found);
        }
    }
    best.or(whole)
}

/// Games on the board, in order of rounds.
fn on_board(input: &NormInput) -> Vec<usize> {
    let is_game = |at: &usize| matches!(input.games[*at].played, Played::Game(_));
    let mut games: Vec<usize> = (0..input.games.len()).filter(is_game).collect();
    games.sort_by_key(|&at| input.games[at].round);
    games
}

/// Every set of games that the text allows: all of them; without later ones; without won ones;
/// with a forfeit of the last round as a loss.
fn choices(input: &NormInput, rules: &FideRules) -> Vec<Vec<usize>> {
    let all = on_board(input);
    let least = rules.titles.played_games.get() as usize;
    let mut found = Vec::new();
    let lengths = if input.fixed { all.len()..=all.len() } else { least..=all.len() };
    for length in lengths {
        let Some(start) = all.get(..length) else { continue };
        if input.fixed {
            found.push(start.to_vec());
        } else {
            without_wins(input, start, least, &mut found);
        }
    }
    let last = input
        .games
        .iter()
        .position(|game| game.round == input.rounds && !matches!(game.played, Played::Game(_)));
    if let Some(last) = last {
        let mut with_loss = all;
        with_loss.push(last);
        found.push(with_loss);
    }
    found
}

/// A set, and the set without each choice of its won games.
fn without_wins(input: &NormInput, set: &[usize], least: usize, found: &mut Vec<Vec<usize>>) {
    let won = |at: &usize| input.games[*at].played == Played::Game(Points::ONE.exact());
    let mut wins: Vec<usize> = set.iter().copied().filter(won).collect();
    wins.sort_by_key(|&at| input.games[at].rating);
    wins.truncate(MOST_WINS_TRIED);
    for mask in 0_u32..1 << wins.len() {
        let left = set.len() - mask.count_ones() as usize;
        if left < least && mask != 0 {
            continue;
        }
        let dropped = |at: &usize| {
            wins.iter().position(|win| win == at).is_some_and(|bit| mask >> bit & 1 == 1)
        };
        found.push(set.iter().copied().filter(|at| !dropped(at)).collect());
    }
}

/// While the event lasts: what is still needed if the opponents to come have the average so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outlook {
    pub games_left: u32,
    /// Points needed from the games that are left; `None` when even all of them are not enough.
    pub points_needed: Option<Points>,
}

/// The least score that would reach the performance over all games to come.
pub fn outlook(found: &Assessment, games_left: u32, rules: &FideRules) -> Option<Outlook> {
    let numbers = rules.titles.titles.value.0.get(&found.title)?;
    let n = found.games.len() as i64 + i64::from(games_left);
    let reaches = |needed: &Points| {
        let share = (found.points + needed.exact()) / n.max(1);
        found.average >= numbers.average
            && share >= rules.titles.percentage.get().0
            && found.average + rules.tables.dp(hundredths(share)) >= numbers.performance
    };
    let most = (Points::ONE * games_left as i32).halves();
    let points_needed = (0..=most).map(Points::from_halves).find(reaches);
    Some(Outlook { games_left, points_needed })
}

/// Smallest average that makes a norm with some points of `n` games: what tables of norms show.
#[cfg(test)]
pub(super) fn lowest_average(
    points: crate::model::Exact,
    n: i64,
    title: Title,
    rules: &FideRules,
) -> i64 {
    let numbers = &rules.titles.titles.value.0[&title];
    numbers.average.max(numbers.performance - rules.tables.dp(hundredths(points / n)))
}
