//! The norms of a whole tournament.

use super::{NormInput, NormReport, assess};
use crate::core::homologation::{HomologationContext, homologated_for_norms};
use crate::core::report::Verdict;
use crate::core::rules::Rules1990;
use crate::core::values::{Who, points_made, possible_games, rounds_of};
use crate::model::{EventKind, Exact, Points, Title, Tournament};

/// Everybody's norm, or why there is none to look for.
#[derive(Clone, Debug)]
pub struct TournamentNorms {
    /// Is the event homologated for norms?
    pub homologated: Verdict,
    pub finished: bool,
    pub players: Vec<PlayerNorm>,
}

/// Why nobody can make a norm by points in an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoNorms {
    TeamEvent,
    /// A cup is no tournament of rounds for all.
    Kind,
}

#[derive(Clone, Debug)]
pub struct PlayerNorm {
    pub who: Who,
    /// Already Mestre Català or higher: a norm would change nothing (AMB-22).
    pub holds: Option<Title>,
    pub input: NormInput,
    pub report: NormReport,
    /// While the event lasts.
    pub outlook: Option<Outlook>,
}

/// What an event in progress still asks for, at the present mean.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outlook {
    pub points_missing: Points,
    pub games_left: u32,
}

impl Outlook {
    pub fn is_possible(self, win: Points) -> bool {
        self.points_missing.exact() <= win.exact() * i64::from(self.games_left)
    }
}

/// Assesses every player of a tournament that can give norms: closed and open events, and official
/// ones; of another kind of event it is not known whether it is homologated.
///
/// All rounds of the event count for everybody, late entries and withdrawn players included
/// (AMB-100). While the event lasts, the rounds that are over are looked at.
pub fn norms_of(
    tournament: &Tournament,
    rules: &Rules1990,
    context: &HomologationContext,
) -> Result<TournamentNorms, NoNorms> {
    if tournament.is_team_event() {
        return Err(NoNorms::TeamEvent);
    }
    if matches!(tournament.kind, EventKind::TeamFinals | EventKind::Cup) {
        return Err(NoNorms::Kind);
    }
    let homologated = homologated_for_norms(tournament, rules, context);
    let finished = tournament.is_finished();
    let over = if finished { tournament.rounds } else { tournament.rounds_complete() };
    let scores = points_made(tournament, over as usize, &rules.scoring);
    let possible = possible_games(tournament);
    let mut players: Vec<PlayerNorm> = (0..tournament.cells.len().min(tournament.entrants.len()))
        .map(|index| {
            let games = rounds_of(tournament, index, over as usize, &scores, rules);
            let input = NormInput {
                rounds: tournament.rounds,
                possible: Some(possible),
                delegation: tournament.delegation,
                homologated: match homologated {
                    Verdict::Met => Some(true),
                    Verdict::NotMet => Some(false),
                    Verdict::Unknown => None,
                },
                kind: tournament.kind,
                rounds_over: (!finished).then_some(over),
                games,
            };
            let report = assess(&input, rules);
            let outlook = (!finished).then(|| outlook(tournament, over, possible, &report, rules));
            let title = tournament.entrants[index].title;
            PlayerNorm {
                who: Who::of(tournament, index),
                holds: title.filter(|title| title.is_master()),
                input,
                report,
                outlook,
            }
        })
        .collect();
    players.sort_by_key(|player| player.order());
    Ok(TournamentNorms { homologated, finished, players })
}

impl PlayerNorm {
    /// Norms first, then who was nearest; those with the title last.
    fn order(&self) -> (bool, bool, bool, Points, u32) {
        (
            self.holds.is_some(),
            self.report.reached().is_none(),
            !self.report.result.mean_enough,
            self.report.missing(),
            self.who.number,
        )
    }
}

/// Points still to be made if the opponents to come have the mean of those met so far.
fn outlook(
    tournament: &Tournament,
    over: u32,
    possible: u32,
    report: &NormReport,
    rules: &Rules1990,
) -> Outlook {
    let games_left = tournament.rounds.saturating_sub(over);
    let all = rules.scoring.win.get().exact() * i64::from(possible);
    let share = report.result.required.unwrap_or(Exact::from(1));
    let missing = Points::ceil(share * all) - report.result.points;
    Outlook { points_missing: missing.max(Points::ZERO), games_left }
}
