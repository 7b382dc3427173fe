//! Levels, boards, groups, finals and vacancies of team competitions (RGC 2, 3, 4.2, 8.1; AMB-25,
//! 36).

use std::collections::BTreeMap;

use super::level::Level;
use crate::core::computed::Computed;
use crate::core::discipline::Item;
use crate::core::report::{Msg, Value, Verdict};
use crate::core::team::{GroupTeam, most_points};
use crate::model::Delegation;

crate::rules! {
    /// Numbers of RGC 2, 3, 4.2.1 and 8.1.
    pub struct TeamRules {
        /// Where two teams of a club may meet.
        same_club: Vec<SharedLevel> = "rgc.coincidencia-equips",
        knock_out: Vec<Level> = "rgc.finals-eliminatories",
        delegations: u32 = "rgc.delegacions",
        filled: Vec<Level> = "rgc.vacants-nivells",
        first_division: Vec<Item> = "rgc.vacants-divisio-1",
        of_delegation: Vec<Item> = "rgc.vacants-divisio-2-delegacio",
        of_barcelona: Vec<Item> = "rgc.vacants-divisio-2-barcelona",
        high: Vec<Level> = "rgc.nivells-alts",
        high_boards: u32 = "rgc.taulers-alts",
        middle: Vec<Level> = "rgc.nivells-mitjans",
        middle_boards: u32 = "rgc.taulers-mitjans",
        low: Vec<Level> = "rgc.nivells-baixos",
        low_boards: u32 = "rgc.taulers-promocio",
    }
}

/// Where teams of one club may share a level (RGC 2.4).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SharedLevel {
    /// Any category.
    Category,
    SecondDivision,
}

impl crate::rulebook::bind::Key for SharedLevel {
    const LIST: &'static str = "a list of levels that teams of one club may share";

    fn from_key(key: &str) -> Option<Self> {
        match key {
            "categoria" => Some(Self::Category),
            "divisio-2" => Some(Self::SecondDivision),
            _ => None,
        }
    }

    fn known() -> Vec<&'static str> {
        vec!["categoria", "divisio-2"]
    }
}

/// May two teams of a club play in the level (RGC 2.4, AMB-25)? Not in the first division.
pub fn may_share(level: Level, rules: &TeamRules) -> Computed<bool> {
    let allowed = |shared: &SharedLevel| match shared {
        SharedLevel::Category => level >= Level::Category1,
        SharedLevel::SecondDivision => (Level::Division2..=Level::Division3).contains(&level),
    };
    let value = rules.same_club.value.iter().any(allowed);
    Computed::new(value)
        .line("rgc.level", level.word())
        .by(&rules.same_club)
        .line("rgc.may-share", Verdict::of(value))
}

/// Boards of a match (RGC 8.1.1–8.1.4, 3.2). A delegation other than Barcelona may set another
/// number for its own categories; in finals the largest of any delegation counts, and never fewer
/// than the model (AMB-25).
pub fn boards(
    level: Level,
    own: Option<u32>,
    finals: Option<&BTreeMap<Delegation, u32>>,
    rules: &TeamRules,
) -> Computed<u32> {
    let (list, model) = if rules.middle.value.contains(&level) {
        (&rules.middle, &rules.middle_boards)
    } else if rules.low.value.contains(&level) {
        (&rules.low, &rules.low_boards)
    } else {
        // The optional third division plays like its neighbours.
        (&rules.high, &rules.high_boards)
    };
    let computed = |value| {
        Computed::new(value).line("rgc.level", level.word()).by(list).limit("rgc.model", model)
    };
    match (finals, own) {
        (Some(of), _) => {
            let most = of.values().copied().max().unwrap_or_default().max(model.get());
            computed(most).rule("rgc.largest", most, "RGC 3.2").at("RGC 8.1.4")
        }
        (None, Some(own)) if level >= Level::Category1 => {
            computed(own).rule("rgc.own-boards", own, "RGC 8.1.4")
        }
        (None, _) => computed(model.get()),
    }
}

/// Pairs of champions in the knock-out of the four delegations (RGC 3.1), by the order of the
/// bracket; `None` for levels that play it otherwise, or with another number of champions.
pub fn final_bracket(
    level: Level,
    champions: &[String],
    rules: &TeamRules,
) -> Computed<Option<Vec<(String, String)>>> {
    let plays = rules.knock_out.value.contains(&level)
        && champions.len() == rules.delegations.get() as usize;
    let name = |number: u32| champions.get(number as usize - 1).cloned();
    let pairs = plays
        .then(|| {
            crate::core::pairing::bracket::first_round(champions.len() as u32)
                .into_iter()
                .map(|pair| Some((name(pair.home)?, name(pair.away?)?)))
                .collect::<Option<Vec<_>>>()
        })
        .flatten();
    Computed::new(pairs)
        .line("rgc.level", level.word())
        .by(&rules.knock_out)
        .limit("rgc.champions", &rules.delegations)
        .at("SAP 3.1")
}

/// A team to be put into a group.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GroupEntry {
    pub team: String,
    pub club: String,
    /// Where it comes in a list ordered by place: neighbours are near.
    pub area: u32,
}

/// Groups of neighbours (RGC 2.2): the teams in the order of their areas are cut into groups of
/// equal size, and teams of one club are exchanged with the nearest team of another group while
/// that leaves fewer of the same club together.
pub fn groups(teams: &[GroupEntry], count: usize) -> Computed<Vec<Vec<String>>> {
    let count = count.clamp(1, teams.len().max(1));
    let mut order: Vec<&GroupEntry> = teams.iter().collect();
    order.sort_by(|a, b| (a.area, &a.team).cmp(&(b.area, &b.team)));
    let mut group_of: Vec<usize> = (0..order.len()).map(|at| at * count / order.len()).collect();
    let clashes = |group_of: &[usize]| -> usize {
        let pairs = (0..order.len()).flat_map(|a| (0..a).map(move |b| (a, b)));
        pairs.filter(|&(a, b)| group_of[a] == group_of[b] && order[a].club == order[b].club).count()
    };
    loop {
        let now = clashes(&group_of);
        let mut best: Option<(usize, u32, usize, usize)> = None;
        for a in 0..order.len() {
            for b in 0..a {
                if group_of[a] == group_of[b] {
                    continue;
                }
                group_of.swap(a, b);
                let after = clashes(&group_of);
                group_of.swap(a, b);
                let found = (after, order[a].area.abs_diff(order[b].area), a, b);
                if after < now && best.is_none_or(|best| found < best) {
                    best = Some(found);
                }
            }
        }
        let Some((_, _, a, b)) = best else { break };
        group_of.swap(a, b);
    }
    let groups: Vec<Vec<String>> = (0..count)
        .map(|group| {
            let of = order.iter().zip(&group_of).filter(|(_, of)| **of == group);
            of.map(|(entry, _)| entry.team.clone()).collect()
        })
        .collect();
    let left = clashes(&group_of);
    Computed::new(groups).rule("rgc.same-club-left", left, "RGC 2.2")
}

/// Whose place is free.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Vacancy {
    FirstDivision,
    /// Second division, of a delegation.
    OfDelegation,
    /// Second division, of a team of Barcelona.
    OfBarcelona,
}

/// Is a vacancy in the level filled at all (RGC 4.2.1.2)?
pub fn is_filled(level: Level, rules: &TeamRules) -> Computed<bool> {
    let filled = rules.filled.value.contains(&level);
    Computed::new(filled)
        .line("rgc.level", level.word())
        .by(&rules.filled)
        .line("rgc.filled", Verdict::of(filled))
}

/// Who comes next.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Successor {
    Team(String),
    /// Level: a play-off or a public draw.
    Tie(Vec<String>),
    /// As the Sports Commission decides.
    Commission,
}

/// The candidates for a vacancy in order (RGC 4.2.1.2.a, b.1, b.2). `promotion_loser` lost the
/// promotion match; `next` is the next classified team of the delegation; `groups` are the teams of
/// the groups that are compared.
pub fn successors(
    vacancy: Vacancy,
    promotion_loser: Option<&str>,
    next: Option<&str>,
    groups: &[GroupTeam],
    rules: &TeamRules,
) -> Computed<Vec<Successor>> {
    let (list, at) = match vacancy {
        Vacancy::FirstDivision => (&rules.first_division, "RGC 4.2.1.2.a"),
        Vacancy::OfDelegation => (&rules.of_delegation, "RGC 4.2.1.2.b.1"),
        Vacancy::OfBarcelona => (&rules.of_barcelona, "RGC 4.2.1.2.b.2"),
    };
    let mut order = Vec::new();
    let mut computed = Computed::new(()).by(list).at(at);
    for step in &list.value {
        match step.0.as_str() {
            "promocio-perduda" => {
                order.extend(promotion_loser.map(|team| Successor::Team(team.to_owned())));
            }
            "immediat-classificat" => {
                order.extend(next.map(|team| Successor::Team(team.to_owned())));
            }
            "mes-punts" => {
                let ranks = most_points(groups);
                for level in ranks.chunk_by(|a, b| a.rank == b.rank) {
                    let names: Vec<String> = level
                        .iter()
                        .map(|rank| groups[rank.index].team.to_string())
                        .filter(|name| promotion_loser != Some(name.as_str()))
                        .collect();
                    for rank in level {
                        computed.working.extend(rank.compared.working.iter().cloned());
                    }
                    match names.as_slice() {
                        [] => {}
                        [one] => order.push(Successor::Team(one.clone())),
                        _ => order.push(Successor::Tie(names)),
                    }
                }
            }
            _ => order.push(Successor::Commission),
        }
    }
    let names = order.iter().map(Successor::value).collect();
    computed.line("rgc.candidates", Value::List(names)).map(|()| order)
}

impl Successor {
    fn value(&self) -> Value {
        match self {
            Self::Team(name) => Value::from(name.as_str()),
            Self::Tie(names) => {
                Value::List(names.iter().map(|name| Value::from(name.as_str())).collect())
            }
            Self::Commission => Msg::new("rgc.commission").into(),
        }
    }
}

/// In the Catalan Cup a team beaten by one of a higher level goes on among its own (SAP 3.1.1).
pub fn goes_on_in_cup(own: Level, winner: Level) -> Computed<bool> {
    Computed::new(winner < own)
        .rule("rgc.level", own.word(), "SAP 3.1.1")
        .line("rgc.winner-level", winner.word())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Points;
    use crate::test_rules::rules;

    fn rules_() -> &'static TeamRules {
        &rules().competition.teams
    }

    /// AMB-25: not in 1st division; allowed from 2nd division down. Boards 10, 10, 10, 10, 8, 8, 4.
    #[test]
    fn amb_25_levels_and_boards() {
        let share = Level::ALL.map(|(_, level)| may_share(level, rules_()).value);
        assert_eq!(share, [false, true, true, true, true, true, true]);
        let of = Level::ALL.map(|(_, level)| boards(level, None, None, rules_()).value);
        assert_eq!(of, [10, 10, 10, 10, 8, 8, 4]);
    }

    /// RGC 3.2, 8.1.4; AMB-25: the larger of the two.
    #[test]
    fn boards_of_delegations_and_finals() {
        let of = |level, own, finals| boards(level, own, finals, rules_()).value;
        assert_eq!(of(Level::Category2, Some(6), None), 6);
        assert_eq!(of(Level::Division1, Some(6), None), 10);
        let finals = BTreeMap::from([(Delegation::Girona, 6), (Delegation::Lleida, 9)]);
        assert_eq!(of(Level::Category2, Some(6), Some(&finals)), 9);
        let small = BTreeMap::from([(Delegation::Girona, 6)]);
        assert_eq!(of(Level::Category2, Some(6), Some(&small)), 8);
    }

    /// RGC 3.1.
    #[test]
    fn champions_play_a_knock_out() {
        let champions: Vec<String> = ["a", "b", "c", "d"].map(String::from).into();
        let of = |level, list: &[String]| final_bracket(level, list, rules_()).value;
        let pairs = of(Level::Category1, &champions).unwrap();
        assert_eq!(pairs, [("a".into(), "c".into()), ("b".into(), "d".into())]);
        assert_eq!(of(Level::Division2, &champions), None);
        assert_eq!(of(Level::Category1, &champions[..3]), None);
    }

    /// RGC 2.2.
    #[test]
    fn neighbours_together_and_a_club_apart() {
        let entry = |team: &str, club: &str, area| GroupEntry {
            team: team.into(),
            club: club.into(),
            area,
        };
        let teams =
            [entry("A", "x", 1), entry("B", "x", 2), entry("C", "y", 8), entry("D", "z", 9)];
        let split = groups(&teams, 2).value;
        assert!(split.iter().all(|group| group.len() == 2));
        assert!(!split.iter().any(|g| g.contains(&"A".into()) && g.contains(&"B".into())));
        // Without a clash, by place.
        let apart =
            [entry("A", "x", 1), entry("C", "y", 8), entry("B", "w", 2), entry("D", "z", 9)];
        assert_eq!(groups(&apart, 2).value, [["A", "B"], ["C", "D"]]);
        assert_eq!(groups(&[], 3).value, [Vec::<String>::new()]);
    }

    /// RGC 4.2.1.2, AMB-36.
    #[test]
    fn vacancies_in_the_order_of_the_text() {
        let team = |name: &str, halves, promoted| GroupTeam {
            group: "1".into(),
            team: name.into(),
            points: Points::from_halves(halves),
            matches: 9,
            promoted,
        };
        let groups = [team("a", 14, false), team("b", 14, false), team("c", 18, true)];
        let of = |vacancy| successors(vacancy, Some("p"), Some("n"), &groups, rules_()).value;
        let tie = Successor::Tie(vec!["a".into(), "b".into()]);
        assert_eq!(of(Vacancy::FirstDivision), [Successor::Team("p".into()), tie.clone()]);
        assert_eq!(of(Vacancy::OfDelegation), [Successor::Team("n".into()), Successor::Commission]);
        assert_eq!(of(Vacancy::OfBarcelona), [tie]);
        assert!(is_filled(Level::Division2, rules_()).value);
        assert!(!is_filled(Level::Category1, rules_()).value);
    }

    /// SAP 3.1.1.
    #[test]
    fn beaten_by_a_higher_category() {
        assert!(goes_on_in_cup(Level::Category2, Level::Category1).value);
        assert!(!goes_on_in_cup(Level::Category1, Level::Category1).value);
        assert!(!goes_on_in_cup(Level::Category1, Level::Category2).value);
    }
}
