//! Invented tournaments, whole invented federations, and the repository's demonstration data.
//!
//! For trying the program, for tests and for measuring. Everything follows from a seed and whole
//! numbers: the same plan gives the same bytes on any machine ([`Random`]).
//!
//! * [`run`] plays one tournament after a [`Plan`];
//! * [`archive()`] makes the root of a site with as many tournaments as asked for;
//! * [`exercise()`] cuts one into rounds to be paired by hand;
//! * [`demonstration()`] makes what lies under `data/` in this repository;
//! * [`crate::export::data`] turns any tournament into the files of the data format.
//!
//! [`run_by_rules`] pairs by the system that the plan names; [`run`] pairs a Swiss plainly
//! ([`pairing::ScoreGroups`]), and [`run_with`] takes any pairer.

pub mod archive;
pub mod chance;
pub mod demonstration;
pub mod exercise;
pub mod names;
pub mod pairing;
pub mod play;
mod questions;
mod random;
pub mod register;
pub mod teams;

pub use archive::archive;
pub use chance::Chances;
pub use demonstration::demonstration;
pub use exercise::exercise;
pub use pairing::Pairer;
pub use questions::{inputs, questions};
pub use random::Random;
pub use register::Register;

use crate::core::Rules1990;
use crate::export::data;
use crate::model::{
    Category, Date, Entrant, InitialColour, PairingSystem, Ratings, RuleSet, System, Team,
    Tournament,
};
use play::Course;

pub use crate::export::data::Files;

/// Why a simulation is not possible.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SimulationError {
    #[error("a tournament needs at least {needed} {what}, not {given}")]
    TooFew { what: &'static str, needed: usize, given: usize },
    #[error("{players} take part, so there are at most {most} rounds, not {given}")]
    TooManyRounds { players: usize, most: usize, given: usize },
    #[error("no pairing of round {round} was found in which nobody meets twice")]
    NoPairing { round: u32 },
    #[error("the pairing of round {round} leaves somebody out or pairs somebody twice")]
    BadPairing { round: u32 },
    #[error("teams are simulated in a league, or by a system with its rules; not in a {system}")]
    TeamsNeedRules { system: &'static str },
}

/// How many of each category, as weights.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mix(pub Vec<(Category, u32)>);

impl Default for Mix {
    /// A federation as they were.
    fn default() -> Self {
        use Category::{First, Preferent, Second, Third};
        Self(vec![(Preferent, 20), (First, 25), (Second, 28), (Third, 27)])
    }
}

impl Mix {
    /// One category only.
    pub fn only(category: Category) -> Self {
        Self(vec![(category, 1)])
    }

    /// `count` people shared out by the weights; they add up exactly.
    pub fn shares(&self, count: usize) -> Vec<(Category, usize)> {
        let total: usize = self.0.iter().map(|&(_, weight)| weight as usize).sum();
        let mut weights_before = 0;
        let mut given = 0;
        self.0
            .iter()
            .map(|&(category, weight)| {
                weights_before += weight as usize;
                let up_to = count * weights_before / total.max(1);
                let share = up_to - given;
                given = up_to;
                (category, share)
            })
            .collect()
    }
}

/// Teams of an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TeamPlan {
    pub teams: usize,
    /// Boards of a match.
    pub boards: usize,
    /// Players of a team beyond its boards.
    pub reserves: usize,
}

/// What one simulated tournament is to be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    pub system: System,
    /// The pairing system the tournament names.
    pub pairing: PairingSystem,
    pub rule_set: RuleSet,
    /// Participants of an individual event; a team event takes them from [`Plan::teams`].
    pub players: usize,
    /// Rounds to play: all of a league or knock-out, or the first of them.
    pub rounds: usize,
    pub mix: Mix,
    pub chances: Chances,
    /// Players who enter a Swiss in round 2 or 3.
    pub late_entries: usize,
    /// Players who leave before the last round.
    pub withdrawals: usize,
    /// Players without any rating, whatever their category.
    pub unrated: usize,
    /// Games lost by absence after which somebody is out.
    pub eliminate_after: Option<u32>,
    /// The last round is paired only.
    pub unfinished: bool,
    pub teams: Option<TeamPlan>,
    pub seed: u64,
}

impl Plan {
    /// A tournament with the usual accidents: a few draws by agreement, forfeits and absences.
    pub fn new(pairing: PairingSystem, players: usize, rounds: usize, seed: u64) -> Self {
        let system = match pairing {
            PairingSystem::RoundRobin => System::RoundRobin { double: false },
            PairingSystem::KnockOut => System::KnockOut,
            _ => System::Swiss,
        };
        let rule_set = match pairing {
            PairingSystem::FideDutch2026 => RuleSet::Fide2026,
            PairingSystem::FideDutch2017 => RuleSet::Fide2024,
            _ => RuleSet::Fce1990,
        };
        Self {
            system,
            pairing,
            rule_set,
            players,
            rounds,
            mix: Mix::default(),
            chances: Chances::USUAL,
            late_entries: 0,
            withdrawals: 0,
            unrated: 0,
            eliminate_after: None,
            unfinished: false,
            teams: None,
            seed,
        }
    }

    /// Most rounds there can be.
    fn most_rounds(&self, participants: usize) -> usize {
        match self.system {
            System::RoundRobin { double } => pairing::league_rounds(participants, double),
            System::KnockOut => pairing::Bracket::rounds(participants),
            System::Swiss => participants.saturating_sub(1),
        }
    }

    /// All rounds of the plan's participants: of a league or a knock-out, until it is over.
    pub fn all_rounds(&self) -> usize {
        self.most_rounds(self.teams.map_or(self.players, |teams| teams.teams))
    }

    /// Refuses what cannot be played.
    fn check(&self) -> Result<(), SimulationError> {
        let (what, participants) = match self.teams {
            Some(teams) => ("teams", teams.teams),
            None => ("players", self.players),
        };
        if participants < 2 {
            return Err(SimulationError::TooFew { what, needed: 2, given: participants });
        }
        if self.rounds == 0 {
            return Err(SimulationError::TooFew { what: "round", needed: 1, given: 0 });
        }
        let most = self.most_rounds(participants);
        if self.rounds > most {
            let given = self.rounds;
            return Err(SimulationError::TooManyRounds { players: participants, most, given });
        }
        match self.teams {
            Some(teams) if teams.boards == 0 => {
                Err(SimulationError::TooFew { what: "board", needed: 1, given: 0 })
            }
            _ => Ok(()),
        }
    }
}

/// A tournament played by chance and its folder: `tournament.toml`, `players.csv` …
#[derive(Clone, Debug)]
pub struct Simulation {
    pub tournament: Tournament,
    pub files: Files,
}

/// The rating list of a single simulated tournament.
const PERIOD: &str = "1990-07";

/// Plays a tournament with the simple pairer of its system.
pub fn run(plan: &Plan) -> Result<Simulation, SimulationError> {
    run_with(plan, pairing::simple(plan.system))
}

/// Plays a tournament with any pairer. For teams in anything but a league use [`run_by_rules`].
pub fn run_with(plan: &Plan, pairer: &dyn Pairer) -> Result<Simulation, SimulationError> {
    if plan.teams.is_some() && !plan.system.is_league() {
        return Err(SimulationError::TeamsNeedRules { system: plan.system.key() });
    }
    run_course(plan, pairer, None)
}

/// Plays a tournament, of players or of teams, by the system that the plan names: paired as the
/// text prescribes, matches decided by it. A system that the core does not know is paired simply.
pub fn run_by_rules(plan: &Plan, rules: &Rules1990) -> Result<Simulation, SimulationError> {
    match pairing::Official::new(plan.pairing, rules) {
        Some(official) => run_course(plan, &official, Some(rules)),
        None => run(plan),
    }
}

fn run_course(
    plan: &Plan,
    pairer: &dyn Pairer,
    rules: Option<&Rules1990>,
) -> Result<Simulation, SimulationError> {
    plan.check()?;
    let mut random = Random::part(plan.seed, 0);
    let mut tournament = header(plan);
    let players = plan.teams.map_or(plan.players, |t| t.teams * (t.boards + t.reserves));
    let clubs = plan.teams.map_or(1 + players / 8, |t| t.teams);
    let period = [(PERIOD, Date::constant(1990, 7, 1))];
    let register = Register::invent(clubs, players, &plan.mix, &period, &mut random);
    let strengths = enter_everybody(&mut tournament, &register, plan, &mut random);
    match plan.teams {
        Some(_) => {
            let course = teams::Course { pairer, rules, no_shows: &[] };
            teams::play(&mut tournament, &strengths, plan, &course, &mut random)?;
        }
        None => {
            let course = Course::draw(plan, &strengths, &mut random);
            play::play(&mut tournament, &course, pairer, &mut random)?;
        }
    }
    let files = data::tournament(&tournament, data::People::InFull);
    Ok(Simulation { tournament, files })
}

/// The tournament before anybody has entered.
fn header(plan: &Plan) -> Tournament {
    let slug = format!("{}-{}", plan.pairing.key(), plan.seed);
    let name = format!("Torneig simulat {}", plan.seed);
    let participants = plan.teams.map_or(plan.players, |t| t.teams);
    let rounds = match plan.system {
        System::Swiss => plan.rounds,
        _ => plan.most_rounds(participants),
    };
    let mut tournament = Tournament::new(slug, name, plan.system, rounds as u32);
    let start = Date::constant(1990, 10, 6);
    tournament.start = Some(start);
    tournament.end = Some(play::days_after(start, 7 * (rounds as i64 - 1)));
    tournament.rule_set = plan.rule_set;
    tournament.pairing = Some(plan.pairing);
    if plan.system == System::Swiss {
        tournament.initial_colour = Some(InitialColour::Drawn(crate::model::Colour::White));
    }
    tournament.invented = true;
    tournament.boards = plan.teams.map_or(0, |t| t.boards as u32);
    tournament
}

/// Fills the list of entrants (and teams) from an invented register and returns their strengths.
fn enter_everybody(
    tournament: &mut Tournament,
    register: &Register,
    plan: &Plan,
    random: &mut Random,
) -> Vec<i32> {
    let mut order: Vec<usize> = (0..register.members.len()).collect();
    random.shuffle(&mut order);
    let mut entered: Vec<(Entrant, i32)> = order
        .iter()
        .map(|&member| {
            // Outside a site nobody is in a register, and clubs go by their names.
            let entrant = register.entrant(member, 0, PERIOD);
            let club = entrant.club.and_then(|slug| register::club_name(&register.clubs, &slug));
            let strength = register.members[member].strength;
            // Today everybody has an international rating, not only the strong.
            let ratings = match plan.rule_set {
                RuleSet::Fce1990 => entrant.ratings,
                RuleSet::Fide2024 | RuleSet::Fide2026 => Ratings {
                    fide: Some((strength + random.spread(25)).max(0) as u32),
                    ..Ratings::default()
                },
            };
            (Entrant { person: None, club, ratings, ..entrant }, strength)
        })
        .collect();
    for (entrant, _) in entered.iter_mut().take(plan.unrated) {
        entrant.ratings = Default::default();
    }
    random.shuffle(&mut entered);
    if let Some(teams) = plan.teams {
        let mut squads = Vec::new();
        for (index, club) in register.clubs.iter().enumerate().take(teams.teams) {
            let rest = entered.split_off((teams.boards + teams.reserves).min(entered.len()));
            let mut squad = std::mem::replace(&mut entered, rest);
            squad.iter_mut().for_each(|(entrant, _)| entrant.club = Some(club.name.clone()));
            let team = Team { club: Some(club.name.clone()), ..team(index as u32 + 1, club) };
            squads.push((team, squad));
        }
        return teams::enter(tournament, squads);
    }
    let (entrants, strengths) = match plan.system {
        System::RoundRobin { .. } => register::number_as_drawn(entered),
        _ => register::number(entered),
    };
    tournament.entrants = entrants;
    strengths
}

/// A team with its number and name, of a club.
fn team(number: u32, club: &crate::model::Club) -> Team {
    Team {
        number,
        slug: club.slug.clone(),
        name: club.name.clone(),
        club: Some(club.slug.clone()),
        level: None,
    }
}

#[cfg(test)]
mod tests;
