//! Title norms of FIDE: B.01.
//!
//! [`assess`] looks for the best norm that somebody's games make for a title: over the games that
//! must count, and those that may be left out. Every requirement is answered with what was found
//! and what is asked; `report` writes it.

mod certificate;
mod event;
mod report;
mod search;
mod tables;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;
use std::sync::Arc;

pub use certificate::{Certificate, certificates, required_points};
pub use event::{EventNorms, PlayerNorm, norms_of};
pub(in crate::core::fide) use report::points;
pub use report::{report, to_json};
pub use search::{Outlook, assess, outlook};
pub use tables::{DirectTable, RatingTitle, TitleNumbers, TitleTable};

use super::FideRules;
use super::tables::{hundredths, round_half_up};
use crate::core::report::Verdict;
use crate::model::{Exact, Title};
use crate::rulebook::Percent;

crate::rules! {
    /// Numbers of B.01.
    pub struct TitleRules {
        titles: TitleTable = "b01.titols",
        direct: DirectTable = "b01.directes",
        rated_games: u32 = "b01.partides-avaluacio",
        games: u32 = "b01.partides",
        /// Played games that are enough with a forfeit won or a bye, in an event of as many rounds
        /// as a norm has games.
        played_games: u32 = "b01.partides-jugades",
        most_games: u32 = "b01.partides-maxim",
        federations: u32 = "b01.federacions",
        own_part: u32 = "b01.propia-part",
        own_of: u32 = "b01.propia-de",
        one_part: u32 = "b01.una-part",
        one_of: u32 = "b01.una-de",
        titled_part: u32 = "b01.titolats-part",
        titled_of: u32 = "b01.titolats-de",
        required_part: u32 = "b01.exigits-part",
        required_of: u32 = "b01.exigits-de",
        required_least: u32 = "b01.exigits-minim",
        unrated: u32 = "b01.no-avaluat",
        percentage: Percent = "b01.percentatge",
        title_games: u32 = "b01.partides-titol",
        exempt_foreigners: u32 = "b01.excepcio-estrangers",
        exempt_federations: u32 = "b01.excepcio-federacions",
        exempt_titled: u32 = "b01.excepcio-titolats",
        exempt_missed: u32 = "b01.excepcio-rondes",
    }
}

/// Titles for which there are norms, from the highest.
pub const NORM_TITLES: [Title; 4] = [Title::GM, Title::IM, Title::WGM, Title::WIM];

/// A flag that is no federation (1.4.3).
const NO_FEDERATION: &str = "FID";

/// How a round came out, as far as norms go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Played {
    /// On the board: 0, ½ or 1.
    Game(Exact),
    ForfeitWin,
    ForfeitLoss,
}

/// A round against somebody.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NormGame {
    pub round: u32,
    /// Who the opponent is: tells meetings with the same one.
    pub opponent: usize,
    pub name: Arc<str>,
    pub rating: Option<u32>,
    pub title: Option<Title>,
    pub federation: Option<Arc<str>>,
    pub played: Played,
}

impl NormGame {
    /// Points on the board; a forfeit that is counted as a game is a lost one (1.4.2 c).
    fn points(&self) -> Exact {
        match self.played {
            Played::Game(points) => points,
            Played::ForfeitWin | Played::ForfeitLoss => Exact::from(0),
        }
    }
}

/// Why the mix of federations is not asked for (1.4.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exemption {
    NationalFinal,
    NationalTeams,
    Zonal,
    /// A Swiss with enough foreign and titled players in every round.
    LargeSwiss,
}

/// Somebody's event.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NormInput {
    pub federation: Option<Arc<str>>,
    pub games: Vec<NormGame>,
    /// Rounds of the event.
    pub rounds: u32,
    /// A round robin or another fixed schedule: all rounds count.
    pub fixed: bool,
    /// A double round robin: half of the titled opponents are enough.
    pub double: bool,
    /// Byes of the pairing.
    pub pairing_byes: u32,
    pub exemption: Option<Exemption>,
}

/// What a requirement is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Requirement {
    Games,
    Federations,
    OwnFederation,
    OneFederation,
    Titled,
    RequiredTitles,
    Average,
    Percentage,
    Performance,
}

/// A requirement with what was found and what is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Check {
    pub requirement: Requirement,
    pub verdict: Verdict,
    pub found: Exact,
    pub asked: Exact,
}

/// A set of games weighed for a title.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Assessment {
    pub title: Title,
    /// Indices of the games that count.
    pub games: Vec<usize>,
    /// Games of the input on the board that are left out.
    pub left_out: Vec<usize>,
    /// A forfeit or bye stands for the game that is missing (1.4.1).
    pub filled_up: bool,
    pub points: Exact,
    /// Average of the opponents, rounded, one of them raised.
    pub average: i64,
    /// Index of the game whose opponent was raised.
    pub raised: Option<usize>,
    /// Percentage of the points in whole hundredths, and its difference.
    pub percentage: i64,
    pub dp: i64,
    pub performance: i64,
    pub checks: Vec<Check>,
    /// How many games the norm counts for (1.4.1), if it is one.
    pub length: u32,
}

impl Assessment {
    pub fn verdict(&self) -> Verdict {
        Verdict::all(self.checks.iter().map(|check| check.verdict))
    }

    pub fn check(&self, requirement: Requirement) -> Option<&Check> {
        self.checks.iter().find(|check| check.requirement == requirement)
    }
}

/// `part` of `of`, of `n`: rounded up.
fn share_up(n: usize, part: u32, of: u32) -> i64 {
    (Exact::from(n as i64) * i64::from(part) / i64::from(of.max(1))).ceil().to_integer()
}

/// Rounded down.
fn share_down(n: usize, part: u32, of: u32) -> i64 {
    (Exact::from(n as i64) * i64::from(part) / i64::from(of.max(1))).floor().to_integer()
}

/// Titles that count for one half of the opponents: CM and WCM do not.
fn is_titled(title: Option<Title>) -> bool {
    use Title::{FM, GM, IM, WFM, WGM, WIM};
    title.is_some_and(|title| [GM, IM, FM, WGM, WIM, WFM].contains(&title))
}

/// Weighs a set of games. `None` when it has none, or the title has no norms.
pub fn weigh(
    input: &NormInput,
    chosen: &[usize],
    title: Title,
    rules: &FideRules,
) -> Option<Assessment> {
    let r = &rules.titles;
    let numbers = r.titles.value.0.get(&title)?;
    let games: Vec<&NormGame> = chosen.iter().filter_map(|&at| input.games.get(at)).collect();
    let n = games.len();
    if n == 0 {
        return None;
    }
    let points: Exact = games.iter().map(|game| game.points()).sum();
    let (average, raised) = average_of(&games, numbers.floor, i64::from(r.unrated.get()));
    let raised = raised.map(|at| chosen[at]);
    let share = points / n as i64;
    let percentage = hundredths(share);
    let dp = rules.tables.dp(percentage);
    let performance = average + dp;
    let whole = |n: i64| Exact::from(n);
    let least = |requirement, found: i64, asked: i64| Check {
        requirement,
        verdict: Verdict::of(found >= asked),
        found: whole(found),
        asked: whole(asked),
    };
    // Forfeits won and byes outside the set may stand for one missing game.
    let spare = input.pairing_byes > 0
        || input
            .games
            .iter()
            .enumerate()
            .any(|(at, game)| game.played == Played::ForfeitWin && !chosen.contains(&at));
    let filled_up = n == r.played_games.get() as usize
        && input.rounds == r.games.get()
        && spare
        && games.iter().all(|game| matches!(game.played, Played::Game(_)));
    let counted = n as i64 + i64::from(filled_up);
    let mut checks = vec![least(Requirement::Games, counted, i64::from(r.games.get()))];
    checks.extend(federation_checks(input, &games, r));
    checks.extend(title_checks(input, &games, numbers, r));
    checks.push(least(Requirement::Average, average, numbers.average));
    checks.push(Check {
        requirement: Requirement::Percentage,
        verdict: Verdict::of(share >= r.percentage.get().0),
        found: share,
        asked: r.percentage.get().0,
    });
    checks.push(least(Requirement::Performance, performance, numbers.performance));
    let on_board = |at: &usize| matches!(input.games[*at].played, Played::Game(_));
    let mut assessment = Assessment {
        title,
        games: chosen.to_vec(),
        left_out: (0..input.games.len())
            .filter(|at| !chosen.contains(at))
            .filter(on_board)
            .collect(),
        filled_up,
        points,
        average,
        raised,
        percentage,
        dp,
        performance,
        checks,
        length: 0,
    };
    assessment.length = length(&assessment, counted as u32, numbers, rules);
    Some(assessment)
}

/// The games of a norm: those counted, and one for every full point more than was needed at this
/// average; never more than the most (1.4.1).
fn length(found: &Assessment, counted: u32, numbers: &TitleNumbers, rules: &FideRules) -> u32 {
    let n = found.games.len() as i64;
    let mut surplus = 0;
    let enough = |points: Exact| {
        let share = points / n;
        found.average + rules.tables.dp(hundredths(share)) >= numbers.performance
            && share >= rules.titles.percentage.get().0
    };
    while found.points >= Exact::from(surplus + 1) && enough(found.points - (surplus + 1)) {
        surplus += 1;
    }
    (counted + surplus as u32).min(rules.titles.most_games.get())
}

/// The rounded average, the lowest opponent raised to the floor if that is higher (1.4.6).
fn average_of(games: &[&NormGame], floor: i64, unrated: i64) -> (i64, Option<usize>) {
    let mut ratings: Vec<i64> =
        games.iter().map(|game| game.rating.map_or(unrated, i64::from)).collect();
    let lowest = (0..ratings.len()).min_by_key(|&at| ratings[at]);
    let raised = lowest.filter(|&at| ratings[at] < floor);
    if let Some(at) = raised {
        ratings[at] = floor;
    }
    let sum: i64 = ratings.iter().sum();
    (round_half_up(Exact::new(sum, ratings.len().max(1) as i64)), raised)
}

fn federation_checks(input: &NormInput, games: &[&NormGame], r: &TitleRules) -> Vec<Check> {
    let own = input.federation.as_deref();
    let mut by_federation: BTreeMap<&str, i64> = BTreeMap::new();
    let mut unknown = own.is_none();
    for game in games {
        match game.federation.as_deref() {
            None => unknown = true,
            Some(NO_FEDERATION) => {}
            Some(federation) => *by_federation.entry(federation).or_default() += 1,
        }
    }
    let of_own = own.filter(|own| *own != NO_FEDERATION);
    let own_count = of_own.and_then(|own| by_federation.get(own)).copied().unwrap_or_default();
    let others = by_federation.keys().filter(|federation| Some(**federation) != of_own).count();
    let most = by_federation.values().copied().max().unwrap_or_default();
    // Opponents whose federation is not known can only add to what is counted: enough federations
    // stay enough, and a limit that is passed stays passed.
    let verdict = |requirement, met: bool| match (input.exemption, unknown, own) {
        (Some(_), ..) => Verdict::Met,
        (None, false, _) => Verdict::of(met),
        (None, true, None) => Verdict::Unknown,
        (None, true, Some(_)) if met == (requirement == Requirement::Federations) => {
            Verdict::of(met)
        }
        (None, true, Some(_)) => Verdict::Unknown,
    };
    let check = |requirement, found: i64, asked: i64, met| Check {
        requirement,
        verdict: verdict(requirement, met),
        found: Exact::from(found),
        asked: Exact::from(asked),
    };
    let (wanted, n) = (i64::from(r.federations.get()), games.len());
    let own_most = share_down(n, r.own_part.get(), r.own_of.get());
    let one_most = share_down(n, r.one_part.get(), r.one_of.get());
    vec![
        check(Requirement::Federations, others as i64, wanted, others as i64 >= wanted),
        check(Requirement::OwnFederation, own_count, own_most, own_count <= own_most),
        check(Requirement::OneFederation, most, one_most, most <= one_most),
    ]
}

fn title_checks(
    input: &NormInput,
    games: &[&NormGame],
    numbers: &TitleNumbers,
    r: &TitleRules,
) -> Vec<Check> {
    let n = games.len();
    let count = |holds: &dyn Fn(Option<Title>) -> bool| {
        let holders = games.iter().filter(|game| holds(game.title));
        if input.double {
            let mut persons: Vec<usize> = holders.map(|game| game.opponent).collect();
            persons.sort_unstable();
            persons.dedup();
            persons.len() as i64
        } else {
            holders.count() as i64
        }
    };
    // Each opponent is met twice: half of the number, rounded up.
    let asked = |number: i64| if input.double { number - number / 2 } else { number };
    let titled = asked(share_up(n, r.titled_part.get(), r.titled_of.get()));
    let required = share_up(n, r.required_part.get(), r.required_of.get());
    let required = asked(required.max(i64::from(r.required_least.get())));
    let required_held =
        |title: Option<Title>| title.is_some_and(|title| numbers.opponents.contains(&title));
    let check = |requirement, found: i64, asked: i64| Check {
        requirement,
        verdict: Verdict::of(found >= asked),
        found: Exact::from(found),
        asked: Exact::from(asked),
    };
    vec![
        check(Requirement::Titled, count(&is_titled), titled),
        check(Requirement::RequiredTitles, count(&required_held), required),
    ]
}

/// Is a title gained: norms of enough games together, and the rating once reached?
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TitleStatus {
    pub games: Check2,
    pub rating: Check2,
}

/// Found and asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Check2 {
    pub verdict: Verdict,
    pub found: i64,
    pub asked: i64,
}

/// Weighs the norms of a title (their lengths) and the highest rating ever.
pub fn title_status(
    title: Title,
    lengths: &[u32],
    highest: u32,
    rules: &FideRules,
) -> Option<TitleStatus> {
    let numbers = rules.titles.titles.value.0.get(&title)?;
    let check =
        |found: i64, asked: i64| Check2 { verdict: Verdict::of(found >= asked), found, asked };
    let games = lengths.iter().copied().map(i64::from).sum();
    Some(TitleStatus {
        games: check(games, i64::from(rules.titles.title_games.get())),
        rating: check(i64::from(highest), numbers.rating),
    })
}

/// The highest titles that a rating gives by itself after enough rated games: the open one and the
/// one for women.
pub fn titles_by_rating(rating: u32, games: u32, rules: &FideRules) -> Vec<Title> {
    if games < rules.titles.rated_games.get() {
        return Vec::new();
    }
    let table = &rules.titles.direct.value.0;
    let given = |title: &Title| {
        let asked = table.get(title).and_then(|row| row.by_rating);
        asked.is_some_and(|asked| i64::from(rating) >= asked)
    };
    let pairs = [[Title::FM, Title::CM], [Title::WFM, Title::WCM]];
    pairs.iter().filter_map(|pair| pair.iter().copied().find(|title| given(title))).collect()
}

/// Is a direct title full, or conditional until the rating is reached? `None`: not a title of the
/// table.
pub fn direct_title_is_full(title: Title, highest: u32, rules: &FideRules) -> Option<bool> {
    let asked = rules.titles.direct.value.0.get(&title)?.direct?;
    Some(i64::from(highest) >= asked)
}
