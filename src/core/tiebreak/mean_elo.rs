//! Mean rating of the opponents: Swiss 16.

use std::sync::Arc;

use super::{Applied, TieBreak, not_for};
use crate::core::report::{Entry, Msg, Step, Value};
use crate::core::score_table::{ScoreTable, Unit};
use crate::model::{Exact, RatingKind};
use crate::rulebook::{Binder, FromRulebook, ProvisionId};

crate::rules! {
    /// Which rating counts (Ascensos 4, AMB-97).
    pub struct MeanElo {
        order: Vec<RatingKind> = "ascensos.ordre-avaluacions",
    }
}

pub(super) fn bind(binder: &mut Binder<'_>) -> Option<Arc<dyn TieBreak>> {
    Some(Arc::new(MeanElo::bind(binder)?))
}

impl MeanElo {
    fn rating(&self, table: &ScoreTable, who: usize) -> Option<u32> {
        table.rows[who].ratings.first(&self.order.value).map(|(_, rating)| rating)
    }

    /// Why the mean of one of the group cannot be had.
    fn obstacle(&self, table: &ScoreTable, who: usize) -> Option<Msg> {
        let unrated =
            |key, whom| Msg::new(key).with("player", table.who(who)).with("opponent", whom);
        if self.rating(table, who).is_none() {
            return Some(unrated("tiebreak.mean-elo.unrated", table.who(who)));
        }
        let mut opponents = opponents(table, who).peekable();
        if opponents.peek().is_none() {
            return Some(unrated("tiebreak.mean-elo.no-game", Value::Undefined));
        }
        opponents
            .find(|&(_, opponent)| self.rating(table, opponent).is_none())
            .map(|(_, opponent)| unrated("tiebreak.mean-elo.unrated-opponent", table.who(opponent)))
    }
}

/// Opponents met on the board, with the round.
fn opponents(table: &ScoreTable, who: usize) -> impl Iterator<Item = (u32, usize)> {
    table.rows[who]
        .rounds
        .iter()
        .filter_map(|round| round.cell.played().map(|(opponent, _, _)| (round.round, opponent)))
}

impl TieBreak for MeanElo {
    fn key(&self) -> &'static str {
        "mean-elo"
    }

    fn name(&self) -> Msg {
        Msg::new("tiebreak.mean-elo")
    }

    fn citations(&self, _: Unit) -> Vec<ProvisionId> {
        vec!["Swiss 16 mitjana ELO".into(), self.order.at.clone()]
    }

    /// The exact mean over games on the board; undefined without a game, or when an opponent has
    /// no rating.
    fn own(&self, table: &ScoreTable, who: usize) -> Option<Entry> {
        if table.unit == Unit::Team {
            return None;
        }
        let (mut sum, mut games) = (0_i64, 0_i64);
        let mut entry = Entry::plain(Value::Undefined);
        let mut all_rated = true;
        for (round, opponent) in opponents(table, who) {
            let rating = self.rating(table, opponent);
            match rating {
                Some(rating) => sum += i64::from(rating),
                None => all_rated = false,
            }
            games += 1;
            let msg = Msg::new("tiebreak.mean-elo.opponent")
                .with("round", round)
                .with("opponent", table.who(opponent))
                .with("number", table.rows[opponent].number);
            entry = entry.step(Step::new(msg).gives(rating));
        }
        if all_rated && games > 0 {
            let mean = Exact::new(sum, games);
            let msg = Msg::new("tiebreak.mean-elo.mean").with("sum", sum).with("n", games);
            entry = entry.step(Step::new(msg).gives(mean));
            entry.value = mean.into();
        }
        Some(entry)
    }

    /// Only if all who are level, and all whom they met on the board, have a rating (AMB-49,
    /// AMB-97).
    fn apply(&self, table: &ScoreTable, group: &[usize]) -> Applied {
        if table.unit == Unit::Team {
            return not_for(table.unit);
        }
        if let Some(obstacle) = group.iter().find_map(|&who| self.obstacle(table, who)) {
            return Applied::Skipped(obstacle);
        }
        Applied::Values(group.iter().filter_map(|&who| self.own(table, who)).collect())
    }
}
