//! What an event comes to in numbers: games and results, ratings that did not hold, and who took
//! part. No regulation asks for them; the rating that counts is that of Ascensos 4.
//!
//! | file | what it counts |
//! |---|---|
//! | `games` | the games of an event, each once |
//! | `results` | results by colour and round, upsets, forfeits, byes |
//! | `people` | titles, clubs, delegations, sex, ages, ratings |
//! | `distribution` | classes of equal width, shares, means |

pub mod distribution;
pub mod games;
mod people;
mod results;

pub use people::{RATING_WIDTHS, clubs, rating_distribution};
pub use results::Tally;

use super::Rules1990;
use super::report::{Block, Entry, Fact, Msg, Report};
use crate::model::{Archive, Tournament};

/// The statistics of a tournament.
pub fn report(t: &Tournament, archive: &Archive, rules: &Rules1990) -> Report {
    let pairings = games::pairings(t);
    let mut facts = Vec::new();
    if t.is_team_event() {
        facts.push(Fact::new("teams", Msg::new("stats.teams"), Entry::plain(t.teams.len())));
    }
    facts.push(Fact::new("players", Msg::new("stats.players"), Entry::plain(t.entrants.len())));
    facts.extend(results::facts(t, &pairings));
    let mut blocks = vec![Block::Heading(Msg::new("stats.heading.games")), Block::Facts(facts)];
    blocks.extend(results::by_colour(&pairings).map(Block::Table));
    blocks.extend(results::by_round(&pairings).map(Block::Table));
    blocks.extend(results::against_ratings(t, rules, &pairings));
    blocks.extend(people::blocks(t, archive, rules));
    let title = Msg::new("stats.title").with("tournament", t.name.clone());
    Report { key: "statistics", title, blocks }
}

#[cfg(test)]
mod tests;
