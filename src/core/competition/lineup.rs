//! Lists in order of strength and line-ups (RGC 5.2, 8.2, 8.3, 9, 13; AMB-26, 27, 28, 31).

use std::cmp::Ordering;
use std::collections::BTreeSet;

use super::sheets;
use crate::core::computed::Computed;
use crate::core::discipline::Item;
use crate::core::formula::Data;
use crate::core::report::{Value, Verdict};
use crate::model::Date;
pub use crate::model::ListNumber;

crate::rules! {
    /// Numbers of RGC 5.2, 8, 9 and 13.
    pub struct LineupRules {
        /// Last rounds from whose beginning no player is added.
        closing_rounds: u32 = "rgc.ampliacio-rondes",
        first_bis: u32 = "rgc.bis-primer",
        records: u32 = "rgc.actes-repetides",
        small_team: u32 = "rgc.estrangers-equip-petit",
        small_foreigners: u32 = "rgc.estrangers-petit",
        large_team: u32 = "rgc.estrangers-equip-gran",
        large_foreigners: u32 = "rgc.estrangers-gran",
        not_foreign: Vec<Item> = "rgc.no-estrangers",
        /// Minutes from the official start.
        substitution_from: u32 = "rgc.suplencia-inici",
        substitution_to: u32 = "rgc.suplencia-final",
        substitution_size: u32 = "rgc.suplencies-llindar",
        substitutions_large: u32 = "rgc.suplencies-equip-gran",
        substitutions_small: u32 = "rgc.suplencies-equip-petit",
        cup_teams: u32 = "rgc.copa-equips",
        cup_titulars: u32 = "rgc.copa-titulars",
        cup_reserves: u32 = "rgc.copa-reserves",
        cup_list: u32 = "rgc.copa-llista",
    }
}

impl From<ListNumber> for Value {
    fn from(number: ListNumber) -> Self {
        Self::from(number.to_string())
    }
}

/// The bis number of a player added to a list (RGC 5.2.1.1): after the last number that is at least
/// as strong. `list` holds number and strength; a larger strength is stronger.
pub fn bis_number(list: &[(ListNumber, u32)], strength: u32) -> Computed<ListNumber> {
    let before =
        list.iter().filter(|(_, other)| *other >= strength).map(|(number, _)| *number).max();
    let base = before.map_or(0, |number| number.base);
    let last = list.iter().filter(|(n, _)| n.base == base).map(|(n, _)| n.bis).max().unwrap_or(0);
    let number = ListNumber { base, bis: last + 1 };
    Computed::new(number)
        .rule("rgc.after-number", base, "RGC 5.2.1.1")
        .line("rgc.bis-number", number)
}

/// May the list still be extended (RGC 5.2.2.1, AMB-28)? Before the first of the last three rounds
/// of the preliminary phase; `round_dates` are the days of its rounds.
pub fn may_extend(day: Date, round_dates: &[Date], rules: &LineupRules) -> Computed<bool> {
    let at = round_dates.len().saturating_sub(rules.closing_rounds.get() as usize);
    let limit = round_dates.get(at).copied();
    Computed::new(limit.is_some_and(|limit| day < limit))
        .limit("rgc.closing-rounds", &rules.closing_rounds)
        .line("rgc.limit-day", limit)
        .line("rgc.day", day)
}

/// Teams of a club from the first: the boards of each.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Teams(pub Vec<u32>);

impl Teams {
    /// The team of a number (RGC 8.2.1, 8.2.3, 8.2.4): a bis belongs with its number, 0 bis with
    /// the first. `None` after the last team: players of no team.
    pub fn team_of(&self, number: ListNumber) -> Option<usize> {
        let mut last = 0_u32;
        self.0.iter().position(|boards| {
            last = u32::saturating_add(last, *boards);
            number.base <= last
        })
    }

    /// All players of the list who are titulars of a team; bis numbers come on top (AMB-27).
    pub fn titulars(&self, team: usize, list: &[ListNumber]) -> Computed<Vec<ListNumber>> {
        let mut of: Vec<ListNumber> =
            list.iter().copied().filter(|number| self.team_of(*number) == Some(team)).collect();
        of.sort_unstable();
        let names = of.iter().copied().map(Value::from).collect();
        let at = if team == 0 { "RGC 8.2.1" } else { "RGC 8.2.4" };
        Computed::new(of).rule("rgc.titulars", Value::List(names), at).at("RGC 8.2.3")
    }
}

/// Which of two teams of a club ranks higher: the earlier letter, even in one category or group
/// (RGC 8.2.5). Letters are A, B, C …
pub fn higher_team(a: char, b: char) -> Computed<Ordering> {
    Computed::new(b.cmp(&a)).rule("rgc.higher-team", a.min(b).to_string(), "RGC 8.2.5")
}

/// Somebody on a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lined {
    pub number: ListNumber,
    pub nationality: Option<String>,
}

/// Somebody who comes in for another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Substitution {
    pub out: ListNumber,
    pub player: Lined,
    /// After the official start.
    pub minutes: u32,
}

/// A line-up as it was played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lineup {
    pub teams: Teams,
    /// The club's team that plays, from 0.
    pub team: usize,
    /// From board 1; `None` for an empty board.
    pub boards: Vec<Option<Lined>>,
    pub substitutions: Vec<Substitution>,
    /// Numbers in other records of the round, on whatever date.
    pub elsewhere: BTreeSet<ListNumber>,
    /// Nationality of the federation itself.
    pub home_nationality: String,
}

/// What is wrong with a line-up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    /// A titular of a higher team (RGC 8.2.2, 8.3.1).
    HigherTeam(ListNumber),
    /// In no team of the list.
    NoTeam(ListNumber),
    /// Behind a higher number (RGC 8.3.2): the player, and who stands before.
    Order(ListNumber, ListNumber),
    /// Twice in the line-up, or in another record of the round (RGC 8.3.3, 8.3.4, 13.3).
    Twice(ListNumber),
    TooManyForeigners(u32),
    /// A titular of the team itself, or of a higher one, as substitute (RGC 13.1).
    SubstituteIsTitular(ListNumber),
    /// Not weaker than the one replaced (RGC 13.1.1).
    SubstituteIsStronger(ListNumber, ListNumber),
    /// Too early, or too late (RGC 13.2).
    SubstitutionTime(ListNumber, u32),
    TooManySubstitutions(u32),
    /// Replaces somebody who does not play.
    NotPlaying(ListNumber),
}

impl Fault {
    /// Kind, for programs.
    pub fn key(&self) -> &'static str {
        match self {
            Self::HigherTeam(_) => "higher-team",
            Self::NoTeam(_) => "no-team",
            Self::Order(..) => "order",
            Self::Twice(_) => "twice",
            Self::TooManyForeigners(_) => "foreigners",
            Self::SubstituteIsTitular(_) => "substitute-titular",
            Self::SubstituteIsStronger(..) => "substitute-stronger",
            Self::SubstitutionTime(..) => "substitution-time",
            Self::TooManySubstitutions(_) => "substitutions",
            Self::NotPlaying(_) => "not-playing",
        }
    }

    pub fn provision(&self) -> &'static str {
        match self {
            Self::HigherTeam(_) => "RGC 8.2.2",
            Self::NoTeam(_) => "RGC 8.3.1",
            Self::Order(..) => "RGC 8.3.2",
            Self::Twice(_) => "RGC 8.3.4",
            Self::TooManyForeigners(_) => "RGC 9.1",
            Self::SubstituteIsTitular(_) => "RGC 13.1",
            Self::SubstituteIsStronger(..) | Self::NotPlaying(_) => "RGC 13.1.1",
            Self::SubstitutionTime(..) | Self::TooManySubstitutions(_) => "RGC 13.2",
        }
    }

    /// Who it is about, if it is about one.
    pub fn number(&self) -> Option<ListNumber> {
        match self {
            Self::HigherTeam(n)
            | Self::NoTeam(n)
            | Self::Order(n, _)
            | Self::Twice(n)
            | Self::SubstituteIsTitular(n)
            | Self::SubstituteIsStronger(n, _)
            | Self::SubstitutionTime(n, _)
            | Self::NotPlaying(n) => Some(*n),
            Self::TooManyForeigners(_) | Self::TooManySubstitutions(_) => None,
        }
    }

    fn word(&self) -> &'static str {
        match self {
            Self::HigherTeam(_) => "rgc.fault-higher-team",
            Self::NoTeam(_) => "rgc.fault-no-team",
            Self::Order(..) => "rgc.fault-order",
            Self::Twice(_) => "rgc.fault-twice",
            Self::TooManyForeigners(_) => "rgc.fault-foreigners",
            Self::SubstituteIsTitular(_) => "rgc.fault-titular",
            Self::SubstituteIsStronger(..) => "rgc.fault-stronger",
            Self::SubstitutionTime(..) => "rgc.fault-time",
            Self::TooManySubstitutions(_) => "rgc.fault-substitutions",
            Self::NotPlaying(_) => "rgc.fault-not-playing",
        }
    }
}

/// Does somebody count as foreign (RGC 9.1, 9.2)? Andorrans do not.
pub fn is_foreign(nationality: &str, home: &str, rules: &LineupRules) -> bool {
    let exempt = rules.not_foreign.value.iter().any(|item| item.0 == nationality);
    nationality != home && !exempt
}

/// Most foreigners in a team of so many boards (RGC 9.1, AMB-26); `None` for larger teams than the
/// text speaks of.
pub fn foreigners_allowed(boards: u32, rules: &LineupRules) -> Option<u32> {
    let input = Data::record([("boards", boards.into())]);
    let sheet = sheets::foreigners(rules);
    let allowed = sheet.compute(&input).get("allowed").whole();
    allowed.and_then(|allowed| allowed.try_into().ok())
}

/// Most substitutions in a team of so many boards (RGC 13.2, AMB-31).
pub fn substitutions_allowed(boards: u32, rules: &LineupRules) -> u32 {
    if boards >= rules.substitution_size.get() {
        rules.substitutions_large.get()
    } else {
        rules.substitutions_small.get()
    }
}

/// Checks a line-up; any fault loses the match for the team, with or without intent (RGC 8.3.5).
pub fn check(lineup: &Lineup, rules: &LineupRules) -> Computed<Vec<Fault>> {
    let mut faults = Vec::new();
    let size = lineup.boards.len() as u32;
    let players: Vec<&Lined> = lineup.boards.iter().flatten().collect();
    for player in &players {
        match lineup.teams.team_of(player.number) {
            Some(team) if team < lineup.team => faults.push(Fault::HigherTeam(player.number)),
            Some(_) => {}
            // A player after the last team belongs to none: the weakest may fill any team.
            None if lineup.teams.0.is_empty() => faults.push(Fault::NoTeam(player.number)),
            None => {}
        }
    }
    for pair in players.windows(2) {
        if pair[1].number < pair[0].number {
            faults.push(Fault::Order(pair[1].number, pair[0].number));
        }
    }
    let mut seen = BTreeSet::new();
    let everybody = players.iter().copied().chain(lineup.substitutions.iter().map(|s| &s.player));
    for player in everybody.clone() {
        if !seen.insert(player.number) || lineup.elsewhere.contains(&player.number) {
            faults.push(Fault::Twice(player.number));
        }
    }
    let foreign = everybody
        .filter(|player| {
            let of = player.nationality.as_deref();
            of.is_some_and(|of| is_foreign(of, &lineup.home_nationality, rules))
        })
        .count() as u32;
    if foreigners_allowed(size, rules).is_some_and(|most| foreign > most) {
        faults.push(Fault::TooManyForeigners(foreign));
    }
    for change in &lineup.substitutions {
        let number = change.player.number;
        let own = lineup.teams.team_of(number);
        if own.is_some_and(|team| team <= lineup.team) {
            faults.push(Fault::SubstituteIsTitular(number));
        }
        if !players.iter().any(|player| player.number == change.out) {
            faults.push(Fault::NotPlaying(change.out));
        } else if number <= change.out {
            faults.push(Fault::SubstituteIsStronger(number, change.out));
        }
        let window = rules.substitution_from.get()..=rules.substitution_to.get();
        if !window.contains(&change.minutes) {
            faults.push(Fault::SubstitutionTime(number, change.minutes));
        }
    }
    let changes = lineup.substitutions.len() as u32;
    if changes > substitutions_allowed(size, rules) {
        faults.push(Fault::TooManySubstitutions(changes));
    }
    let mut computed = Computed::new(()).rule("rgc.line-up-players", players.len(), "RGC 8.3.2");
    for fault in &faults {
        let value = fault.number().map(Value::from).unwrap_or(Verdict::NotMet.into());
        computed = computed.rule(fault.word(), value, fault.provision());
    }
    if !faults.is_empty() {
        computed = computed.rule("rgc.match-lost", Verdict::NotMet, "RGC 8.3.5");
    }
    computed.map(|()| faults)
}

/// Players who stand in several records of one round (RGC 8.3.3, 8.3.4): dates do not matter.
pub fn in_several_records(records: &[Vec<String>], rules: &LineupRules) -> Computed<Vec<String>> {
    let mut counts: std::collections::BTreeMap<&str, u32> = std::collections::BTreeMap::new();
    for record in records {
        let names: BTreeSet<&str> = record.iter().map(String::as_str).collect();
        names.into_iter().for_each(|name| *counts.entry(name).or_default() += 1);
    }
    let twice: Vec<String> = counts
        .into_iter()
        .filter(|(_, count)| *count >= rules.records.get())
        .map(|(name, _)| name.to_owned())
        .collect();
    let names = twice.iter().map(|name| Value::from(name.as_str())).collect();
    Computed::new(twice).limit("rgc.records", &rules.records).line("rgc.twice", Value::List(names))
}

/// The two cup teams of a team of ten (RGC 8.2.6): titulars in the order of the list, the last of
/// each a reserve. `None` where the list is not of ten.
pub fn cup_teams(
    titulars: &[ListNumber],
    rules: &LineupRules,
) -> Computed<Option<Vec<Vec<ListNumber>>>> {
    let size = rules.cup_titulars.get() as usize;
    let fits = titulars.len() == rules.cup_list.get() as usize
        && titulars.len() == size * rules.cup_teams.get() as usize;
    let mut sorted = titulars.to_vec();
    sorted.sort_unstable();
    let teams = (fits && size > 0).then(|| sorted.chunks(size).map(<[_]>::to_vec).collect());
    Computed::new(teams)
        .limit("rgc.cup-teams", &rules.cup_teams)
        .limit("rgc.cup-titulars", &rules.cup_titulars)
        .limit("rgc.cup-reserves", &rules.cup_reserves)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_rules::rules;
    use jiff::civil::date;

    fn rules_() -> &'static LineupRules {
        &rules().competition.lineup
    }

    fn n(text: &str) -> ListNumber {
        ListNumber::parse(text).unwrap()
    }

    fn lined(text: &str) -> Option<Lined> {
        Some(Lined { number: n(text), nationality: None })
    }

    /// A team of four boards, the second of a club with two.
    fn lineup(boards: &[&str]) -> Lineup {
        Lineup {
            teams: Teams(vec![4, 4]),
            team: 0,
            boards: boards.iter().map(|text| lined(text)).collect(),
            substitutions: Vec::new(),
            elsewhere: BTreeSet::new(),
            home_nationality: "CAT".into(),
        }
    }

    fn keys(lineup: &Lineup) -> Vec<&'static str> {
        check(lineup, rules_()).value.iter().map(Fault::key).collect()
    }

    /// AMB-27: N < N bis < N + 1, "0 bis" before 1; several bis by order of addition.
    #[test]
    fn amb_27_order_of_numbers() {
        let order = ["0 bis", "1", "1 bis", "1 bis 2", "2", "10", "10 bis"];
        let numbers: Vec<_> = order.iter().map(|text| n(text)).collect();
        assert!(numbers.is_sorted());
        assert_eq!(numbers.iter().map(ToString::to_string).collect::<Vec<_>>(), order);
        assert_eq!(rules_().first_bis.get(), numbers[0].base);
        for wrong in ["0", "x", "1 ter", "1 bis 0", ""] {
            assert_eq!(ListNumber::parse(wrong), None, "{wrong}");
        }
    }

    /// RGC 5.2.1.1.
    #[test]
    fn a_new_player_comes_after_the_last_who_is_as_strong() {
        let list = [(n("1"), 2300), (n("2"), 2200), (n("2 bis"), 2150), (n("3"), 2100)];
        assert_eq!(bis_number(&list, 2400).value, n("0 bis"));
        assert_eq!(bis_number(&list, 2300).value, n("1 bis"));
        assert_eq!(bis_number(&list, 2120).value, n("2 bis 2"));
        assert_eq!(bis_number(&list, 1000).value, n("3 bis"));
    }

    /// AMB-28: before round R − 2.
    #[test]
    fn amb_28_lists_close_before_the_last_three_rounds() {
        let days: Vec<_> = (1..=9).map(|day| date(1990, 11, day)).collect();
        assert!(may_extend(date(1990, 11, 6), &days, rules_()).value);
        assert!(!may_extend(date(1990, 11, 7), &days, rules_()).value);
        assert!(!may_extend(date(1990, 11, 1), &[], rules_()).value);
    }

    /// RGC 8.2.1, 8.2.3, 8.2.4, 8.2.5.
    #[test]
    fn titulars_of_every_team() {
        let teams = Teams(vec![2, 2]);
        let list: Vec<_> =
            ["0 bis", "1", "2", "2 bis", "3", "4", "5"].iter().map(|text| n(text)).collect();
        let of = |team| {
            let titulars = teams.titulars(team, &list).value;
            titulars.iter().map(ToString::to_string).collect::<Vec<_>>()
        };
        assert_eq!(of(0), ["0 bis", "1", "2", "2 bis"]);
        assert_eq!(of(1), ["3", "4"]);
        assert_eq!(teams.team_of(n("5")), None);
        assert_eq!(higher_team('A', 'B').value, Ordering::Greater);
        assert_eq!(higher_team('C', 'B').value, Ordering::Less);
    }

    #[test]
    fn line_ups_in_order_of_strength() {
        assert!(keys(&lineup(&["1", "2", "2 bis", "3"])).is_empty());
        assert!(keys(&lineup(&["1", "2", "5", "9"])).is_empty());
        assert_eq!(keys(&lineup(&["1", "3", "2", "4"])), ["order"]);
        assert_eq!(keys(&lineup(&["1", "2 bis", "2", "4"])), ["order"]);
        assert_eq!(keys(&lineup(&["1", "2", "2", "4"])), ["twice"]);
        let mut second = lineup(&["4 bis", "5", "6", "7"]);
        second.team = 1;
        assert_eq!(keys(&second), ["higher-team"]);
        let mut empty = lineup(&["1", "2", "3", "4"]);
        empty.boards[1] = None;
        assert!(keys(&empty).is_empty());
        empty.elsewhere.insert(n("4"));
        assert_eq!(keys(&empty), ["twice"]);
        let lost = check(&empty, rules_());
        assert!(lost.citations.contains(&"RGC 8.3.5".into()));
    }

    /// AMB-26: up to five boards one, six to ten two; RGC 9.2: Andorrans are not foreign.
    #[test]
    fn amb_26_foreigners() {
        for (boards, most) in [(4, Some(1)), (5, Some(1)), (6, Some(2)), (10, Some(2)), (11, None)]
        {
            assert_eq!(foreigners_allowed(boards, rules_()), most);
        }
        assert!(!is_foreign("AND", "CAT", rules_()) && is_foreign("FRA", "CAT", rules_()));
        let mut foreign = lineup(&["1", "2", "3", "4"]);
        let mut nationality = |at: usize, of: &str| {
            if let Some(player) = &mut foreign.boards[at] {
                player.nationality = Some(of.into());
            }
        };
        nationality(0, "FRA");
        nationality(1, "AND");
        nationality(2, "CAT");
        assert!(keys(&foreign).is_empty());
        foreign.substitutions.push(Substitution {
            out: n("4"),
            player: Lined { number: n("5"), nationality: Some("POR".into()) },
            minutes: 30,
        });
        assert_eq!(keys(&foreign), ["foreigners"]);
    }

    /// AMB-31: minutes 20 to 60; two with eight boards or more, else one. RGC 13.1, 13.1.1.
    #[test]
    fn amb_31_substitutions() {
        let with = |out: &str, number: &str, minutes| {
            let mut lineup = lineup(&["1", "2", "3", "4"]);
            lineup.substitutions.push(Substitution {
                out: n(out),
                player: Lined { number: n(number), nationality: None },
                minutes,
            });
            keys(&lineup)
        };
        assert!(with("2", "5", 20).is_empty() && with("2", "5", 60).is_empty());
        assert_eq!(with("2", "5", 19), ["substitution-time"]);
        assert_eq!(with("2", "5", 61), ["substitution-time"]);
        assert_eq!(with("2", "4 bis", 30), ["substitute-titular"]);
        assert_eq!(with("7", "5", 30), ["not-playing"]);
        assert_eq!([7, 8].map(|boards| substitutions_allowed(boards, rules_())), [1, 2]);
        let mut weaker = lineup(&["1", "2", "3", "9"]);
        for (out, number) in [("9", "8"), ("1", "7")] {
            weaker.substitutions.push(Substitution {
                out: n(out),
                player: Lined { number: n(number), nationality: None },
                minutes: 30,
            });
        }
        assert_eq!(keys(&weaker), ["substitute-stronger", "substitutions"]);
    }

    /// RGC 8.3.3, 8.3.4.
    #[test]
    fn one_record_a_round() {
        let records = [vec!["a".to_owned(), "b".into()], vec!["b".into(), "c".into()]];
        assert_eq!(in_several_records(&records, rules_()).value, ["b"]);
    }

    /// RGC 8.2.6.
    #[test]
    fn a_team_of_ten_makes_two_cup_teams() {
        let ten: Vec<_> = (1..=10).map(ListNumber::new).collect();
        let teams = cup_teams(&ten, rules_()).value.unwrap();
        assert_eq!(teams.iter().map(Vec::len).collect::<Vec<_>>(), [5, 5]);
        assert_eq!(teams[1][0], n("6"));
        assert_eq!(cup_teams(&ten[..9], rules_()).value, None);
    }
}
