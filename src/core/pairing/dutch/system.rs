//! The Dutch system behind the question that all systems answer.

use std::collections::BTreeMap;

use super::explanation::{Explanation, explain};
use super::extras::{Acceleration, Extras, Forbidden, GamePoints, baku};
use super::{
    Disagreement as DutchDisagreement, DutchError, DutchPosition, DutchRound, Edition, pair,
};
use crate::core::pairing::{
    Board, ByeGiven, Difference, Disagreement, Floater, PairingError, Position, RoundPairing,
};
use crate::core::report::{Msg, Step};
use crate::core::rules::Rules1990;
use crate::model::{Bye, Cell, PointSystem, Points, Tournament};

impl Extras {
    /// What a tournament says of point systems, accelerations, forbidden pairs, and of those who
    /// miss the round after the last recorded one.
    pub fn of(tournament: &Tournament) -> Self {
        let file = &tournament.report_file;
        let unit = file.points.map_or(Unit::HALF, |points| Unit::of(&points));
        let points =
            file.points.map_or_else(GamePoints::default, |points| unit.game_points(&points));
        let mut accelerations: Vec<Acceleration> = file
            .accelerations
            .iter()
            .map(|a| Acceleration {
                points: unit.scaled(a.points),
                rounds: a.rounds,
                numbers: a.numbers,
            })
            .collect();
        if file.baku && accelerations.is_empty() {
            accelerations = baku(tournament, &points);
        }
        let forbidden = tournament
            .forbidden_pairs
            .iter()
            .map(|pair| Forbidden {
                players: vec![pair.players.0, pair.players.1],
                rounds: pair.rounds,
            })
            .collect();
        let next = tournament.rounds_recorded() + 1;
        let absent: BTreeMap<usize, Bye> = tournament
            .announced
            .iter()
            .filter(|announcement| announcement.round == next)
            .map(|announcement| {
                let bye = match announcement.cell {
                    Cell::Bye(bye) => bye,
                    _ => Bye::Zero,
                };
                (announcement.entrant, bye)
            })
            .collect();
        Self { points, accelerations, forbidden, absent }
    }
}

/// What one half of [`Points`] stands for: files may count in tenths, and only the order of scores
/// and their sums matter to a pairing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Unit {
    /// Halves per half point.
    scale: i32,
}

impl Unit {
    const HALF: Self = Self { scale: 1 };

    /// Halves where all values are halves, else tenths.
    fn of(points: &PointSystem) -> Self {
        let PointSystem { win, draw, loss, absence, pairing_bye, .. } = *points;
        let halves = [win, draw, loss, absence, pairing_bye].iter().all(|tenths| tenths % 5 == 0);
        if halves { Self::HALF } else { Self { scale: 5 } }
    }

    fn tenths(self, tenths: u32) -> Points {
        Points::from_halves(i32::try_from(tenths).unwrap_or(i32::MAX / 10) * self.scale / 5)
    }

    fn scaled(self, points: Points) -> Points {
        points * self.scale
    }

    fn game_points(self, points: &PointSystem) -> GamePoints {
        let mut all = GamePoints::of(
            self.tenths(points.win),
            self.tenths(points.draw),
            self.tenths(points.loss),
        );
        all.pairing_bye = self.tenths(points.pairing_bye);
        all.absence = self.tenths(points.absence);
        all
    }
}

/// A round of a tournament by the Dutch system, with its explanation where it is asked for.
///
/// # Errors
/// As [`pair`], and when the round cannot be reached.
pub fn pair_round(
    tournament: &Tournament,
    round: u32,
    edition: Edition,
    rules: &Rules1990,
    explained: bool,
) -> Result<(Position, RoundPairing), PairingError> {
    let extras = Extras::of(tournament);
    let position = DutchPosition::from_tournament(tournament, round, edition, &extras)?;
    let shown = shown(tournament, round, &position, rules)?;
    let paired = pair(&position)?;
    let explanation = if explained { Some(explain(&position)?) } else { None };
    Ok((shown, told(&position, &paired, explanation.as_ref())))
}

/// Names, numbers and points of everybody, for printing.
fn shown(
    tournament: &Tournament,
    round: u32,
    position: &DutchPosition,
    rules: &Rules1990,
) -> Result<Position, PairingError> {
    let mut shown = Position::from_tournament(tournament, round, rules)?;
    for (player, dutch) in shown.players.iter_mut().zip(&position.players) {
        player.points = dutch.points;
    }
    Ok(shown)
}

fn told(
    position: &DutchPosition,
    paired: &DutchRound,
    explanation: Option<&Explanation>,
) -> RoundPairing {
    let why_pair = |white: usize, black: usize| -> Vec<Step> {
        let Some(explanation) = explanation else { return Vec::new() };
        let is_it =
            |higher, lower| (higher, lower) == (white, black) || (lower, higher) == (white, black);
        let reason = explanation.pairs.iter().find(|reason| is_it(reason.higher, reason.lower));
        reason.map(|reason| explanation.pair_steps(position, reason)).unwrap_or_default()
    };
    let why_stay = |player: usize, from: Option<Points>| -> Vec<Step> {
        let Some(explanation) = explanation else { return Vec::new() };
        let mut stays = explanation.stays.iter().filter(|stay| stay.player == player);
        let stay = match from {
            Some(from) => stays.find(|stay| stay.from == from),
            None => stays.next_back(),
        };
        stay.map(|stay| explanation.stay_steps(position, stay)).unwrap_or_default()
    };
    let exchanges = explanation.iter().flat_map(|explanation| {
        explanation.exchanges.iter().flat_map(|reason| explanation.exchange_steps(position, reason))
    });
    let mut floaters = Vec::new();
    for (bracket, next) in paired.brackets.iter().zip(paired.brackets.iter().skip(1)) {
        for &player in &bracket.left {
            let why = why_stay(player, Some(bracket.score));
            floaters.push(Floater { player, from: bracket.score, to: next.score, why });
        }
    }
    RoundPairing {
        round: paired.round,
        boards: paired
            .boards
            .iter()
            .map(|b| Board { white: b.white, black: b.black, why: why_pair(b.white, b.black) })
            .collect(),
        bye: paired.bye.map(|player| ByeGiven { player, why: why_stay(player, None) }),
        floaters,
        releases: Vec::new(),
        free: Vec::new(),
        notes: exchanges.collect(),
        groups: Vec::new(),
        decided: BTreeMap::new(),
    }
}

/// All differences between a tournament and the system.
///
/// # Errors
/// When the tournament cannot be replayed.
pub fn verify_tournament(
    tournament: &Tournament,
    edition: Edition,
) -> Result<Vec<Difference>, PairingError> {
    let found = super::verify(tournament, edition, &Extras::of(tournament))?;
    Ok(found.into_iter().map(|difference| shared(difference, edition)).collect())
}

fn shared(difference: super::Difference, edition: Edition) -> Difference {
    let mut against = Vec::new();
    let what = match difference.what {
        DutchDisagreement::MissingPair { white, black } => {
            Disagreement::MissingPair { white, black }
        }
        DutchDisagreement::OtherPair { white, black, forbidden } => {
            against.extend(forbidden.map(|criterion| {
                Step::new(Msg::new(criterion.key())).cite(&criterion.cite(edition))
            }));
            Disagreement::OtherPair { white, black }
        }
        DutchDisagreement::Colours { white, black } => Disagreement::Colours { white, black },
        DutchDisagreement::Bye { expected, found } => Disagreement::Bye { expected, found },
        DutchDisagreement::NoPairing(error) => Disagreement::NoPairing(error.into()),
    };
    Difference { round: difference.round, what, expected: Vec::new(), found: against }
}

impl From<DutchError> for PairingError {
    fn from(error: DutchError) -> Self {
        Self::System(error.to_string())
    }
}
