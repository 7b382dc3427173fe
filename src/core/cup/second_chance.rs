//! The second chance of the Catalan Cup (SAP 3.1.1).

use super::{Cup, State};
use crate::core::contestants;
use crate::core::report::{Entry, Msg, Step, Verdict};
use crate::model::{EventKind, TeamLevel, Tournament};
use crate::rulebook::ProvisionId;

/// A team that was knocked out, and whether it may go on among the teams of its own category.
#[derive(Clone, Debug, PartialEq)]
pub struct SecondChance {
    /// From 1.
    pub round: u32,
    /// Index of the team.
    pub team: usize,
    /// Index of the team that knocked it out.
    pub by: usize,
    pub level: Option<TeamLevel>,
    /// Met when the other team is of a higher category; unknown while a category is not recorded.
    pub entry: Entry,
}

/// Everybody knocked out of a Catalan Cup, round by round; nothing for other events.
pub fn second_chances(t: &Tournament, cup: &Cup) -> Vec<SecondChance> {
    if t.kind != EventKind::Cup || !t.is_team_event() {
        return Vec::new();
    }
    let rule = ProvisionId::from("SAP 3.1.1");
    let level = |team: usize| t.teams.get(team).and_then(|team| team.level);
    let ties = cup.rounds.iter().flatten();
    ties.filter_map(|tie| {
        let State::Won(by, _) = tie.state else { return None };
        let team = tie.loser()?;
        let verdict = Verdict::from_known(level(by).zip(level(team)).map(|(by, own)| by < own));
        let named = |level: Option<TeamLevel>| Msg::new(level.map_or("level.unknown", level_key));
        let msg = Msg::new("cup.second-chance.compared")
            .with("team", contestants::value(t, team))
            .with("level", named(level(team)))
            .with("by", contestants::value(t, by))
            .with("other", named(level(by)));
        let entry = Entry::plain(verdict).cite(&rule).step(Step::new(msg).cite(&rule));
        Some(SecondChance { round: tie.round, team, by, level: level(team), entry })
    })
    .collect()
}

/// Key of a category's name in the language file.
pub fn level_key(level: TeamLevel) -> &'static str {
    match level {
        TeamLevel::Division1 => "level.divisio-1",
        TeamLevel::Division2 => "level.divisio-2",
        TeamLevel::Division3 => "level.divisio-3",
        TeamLevel::Category1 => "level.categoria-1",
        TeamLevel::Category2 => "level.categoria-2",
        TeamLevel::Category3 => "level.categoria-3",
        TeamLevel::Promotion => "level.promocio",
    }
}
