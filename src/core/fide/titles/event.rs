//! The norms of a whole tournament.

use std::collections::BTreeSet;

use super::{Assessment, Exemption, FideRules, NORM_TITLES, NormGame, NormInput, Outlook, Played};
use super::{assess, outlook};
use crate::core::report::Verdict;
use crate::model::{
    Absence, Bye, Cell, Exact, Forfeit, Outcome, RatingKind, Sex, System, Title, Tournament,
};

/// Everybody's chances.
#[derive(Clone, Debug)]
pub struct EventNorms {
    pub finished: bool,
    /// Why federations are not asked for.
    pub exemption: Option<Exemption>,
    pub players: Vec<PlayerNorm>,
}

/// One player's best assessment for each title that would be a gain.
#[derive(Clone, Debug)]
pub struct PlayerNorm {
    pub entrant: usize,
    pub input: NormInput,
    /// From the highest title.
    pub assessments: Vec<Assessment>,
    /// While the event lasts, one for each assessment.
    pub outlooks: Vec<Option<Outlook>>,
}

impl PlayerNorm {
    /// The highest title of which there is a norm.
    pub fn norm(&self) -> Option<&Assessment> {
        self.assessments.iter().find(|found| found.verdict() == Verdict::Met)
    }
}

/// Assesses every player of an individual event. `None` for teams and knock-outs of teams.
pub fn norms_of(t: &Tournament, rules: &FideRules) -> Option<EventNorms> {
    if t.is_team_event() {
        return None;
    }
    let finished = t.is_finished();
    let over = t.rounds_complete();
    let exemption = large_swiss(t, over, rules).then_some(Exemption::LargeSwiss);
    let players = (0..t.entrants.len())
        .map(|entrant| {
            let input = input_of(t, entrant, over, exemption);
            let held = t.entrants[entrant].title;
            let woman = t.entrants[entrant].sex == Some(Sex::Female);
            let assessments: Vec<Assessment> = NORM_TITLES
                .into_iter()
                .filter(|title| is_gain(*title, held, woman))
                .filter_map(|title| assess(&input, title, rules))
                .collect();
            let left = t.rounds.saturating_sub(over);
            let outlooks = assessments
                .iter()
                .map(|found| if finished { None } else { outlook(found, left, rules) })
                .collect();
            PlayerNorm { entrant, input, assessments, outlooks }
        })
        .collect();
    Some(EventNorms { finished, exemption, players })
}

/// Would a norm of this title be of use?
fn is_gain(title: Title, held: Option<Title>, woman: bool) -> bool {
    let for_women = matches!(title, Title::WGM | Title::WIM);
    match held {
        _ if for_women && !woman => false,
        Some(Title::GM) => false,
        Some(Title::IM) => title == Title::GM || title == Title::WGM,
        Some(Title::WGM) => !for_women,
        Some(Title::WIM) => title != Title::WIM,
        _ => true,
    }
}

/// One player's games, up to a round.
fn input_of(t: &Tournament, entrant: usize, over: u32, exemption: Option<Exemption>) -> NormInput {
    let cells = t.cells.get(entrant).map_or(&[][..], Vec::as_slice);
    let cells = &cells[..cells.len().min(over as usize)];
    let games = (1..).zip(cells).filter_map(|(round, cell)| {
        let Cell::Paired { opponent, outcome, .. } = *cell else { return None };
        let played = match outcome {
            Outcome::Pending => return None,
            Outcome::Played(score) => Played::Game(score.points().exact()),
            Outcome::Forfeit(Forfeit::Won) => Played::ForfeitWin,
            Outcome::Forfeit(Forfeit::Lost) => Played::ForfeitLoss,
        };
        let other = t.entrants.get(opponent)?;
        Some(NormGame {
            round,
            opponent,
            name: other.name.clone(),
            rating: other.ratings.get(RatingKind::Fide),
            title: other.title,
            federation: other.federation.clone(),
            played,
        })
    });
    let mut games: Vec<NormGame> = games.collect();
    if t.system.is_league() {
        games.retain(|game| !scores_nothing_unrated(t, game, over));
    }
    NormInput {
        federation: t.entrants[entrant].federation.clone(),
        games,
        rounds: t.rounds,
        fixed: t.system.is_league(),
        double: t.system == System::RoundRobin { double: true },
        pairing_byes: cells.iter().filter(|cell| **cell == Cell::Bye(Bye::Pairing)).count() as u32,
        exemption,
    }
}

/// An unrated player without a point against rated ones does not count in a round robin (1.4.2).
fn scores_nothing_unrated(t: &Tournament, game: &NormGame, over: u32) -> bool {
    let rated = |who: usize| t.entrants.get(who).is_some_and(|e| e.ratings.fide.is_some());
    if rated(game.opponent) {
        return false;
    }
    let cells = t.cells.get(game.opponent).map_or(&[][..], Vec::as_slice);
    let against_rated = cells.iter().take(over as usize).filter_map(Cell::played);
    let points: Exact = against_rated
        .filter(|(who, ..)| rated(*who))
        .map(|(.., score)| score.points().exact())
        .sum();
    points == Exact::from(0)
}

/// A Swiss with enough rated foreigners in every round: players who missed at most one (1.4.3).
fn large_swiss(t: &Tournament, over: u32, rules: &FideRules) -> bool {
    let (System::Swiss, Some(host)) = (t.system, t.federation.as_deref()) else { return false };
    let r = &rules.titles;
    let missed = |who: usize| {
        let cells = t.cells.get(who).map_or(&[][..], Vec::as_slice).iter().take(over as usize);
        let absent = |cell: &&Cell| {
            matches!(
                cell,
                Cell::Absent(Absence::Missed | Absence::NotEntered | Absence::Withdrawn)
                    | Cell::Bye(Bye::Full | Bye::Half | Bye::Zero)
                    | Cell::Paired { outcome: Outcome::Forfeit(Forfeit::Lost), .. }
            )
        };
        cells.filter(absent).count() as u32
    };
    let foreigners: Vec<usize> = (0..t.entrants.len())
        .filter(|&who| {
            let entrant = &t.entrants[who];
            let federation = entrant.federation.as_deref();
            federation.is_some_and(|f| f != host && f != super::NO_FEDERATION)
                && entrant.ratings.fide.is_some()
                && missed(who) <= r.exempt_missed.get()
        })
        .collect();
    let federations: BTreeSet<_> =
        foreigners.iter().map(|&who| t.entrants[who].federation.as_deref()).collect();
    let titled = foreigners
        .iter()
        .filter(|&&who| t.entrants[who].title.is_some_and(|title| NORM_TITLES.contains(&title)));
    foreigners.len() >= r.exempt_foreigners.get() as usize
        && federations.len() >= r.exempt_federations.get() as usize
        && titled.count() >= r.exempt_titled.get() as usize
}
