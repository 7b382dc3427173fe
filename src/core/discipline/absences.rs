//! Absences and licences as infractions (RDE 7.B, 8.B; AMB-29, 86).

use std::collections::BTreeSet;

use super::{Class, more_than};
use crate::core::computed::Computed;
use crate::core::report::Msg;
use crate::model::{Date, Exact};
use crate::rulebook::Cited;

crate::rules! {
    /// Numbers of RDE 7.B and 8.B.
    pub struct AbsenceRules {
        team_part_very_serious: Exact = "rde.absencia-part-equip-molt-greu",
        team_part_serious: Exact = "rde.absencia-part-equip-greu",
        club_very_serious: u32 = "rde.absencies-club-molt-greu",
        club_serious: u32 = "rde.absencies-club-greu",
        player_very_serious: u32 = "rde.absencies-jugador-molt-greu",
        player_serious: u32 = "rde.absencies-jugador-greu",
        arbiter_very_serious: u32 = "rde.absencies-arbitre-molt-greu",
        arbiter_serious: u32 = "rde.absencies-arbitre-greu",
        licence_clubs: u32 = "rde.llicencies-clubs-molt-greu",
    }
}

/// A match of a team: boards, and how many of its players did not appear or left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TeamMatch {
    pub boards: u32,
    pub absent: u32,
}

/// The class of what so many cases make.
fn class_of(
    cases: u32,
    very_serious: &Cited<u32>,
    serious: &Cited<u32>,
) -> Computed<Option<Class>> {
    let (class, param) = if cases >= very_serious.get() {
        (Some(Class::VerySerious), very_serious)
    } else if cases >= serious.get() {
        (Some(Class::Serious), serious)
    } else {
        (None, serious)
    };
    Computed::new(class)
        .line("rde.cases", cases)
        .limit("rde.needed", param)
        .line("rde.class", class.map(Class::word).unwrap_or_else(|| Msg::new("rde.none")))
}

/// Of a club, in one official competition and season (RDE 7.B.1.a, 8.B.1.a): matches in which more
/// than half of the team was absent.
pub fn of_club(matches: &[TeamMatch], rules: &AbsenceRules) -> Computed<Option<Class>> {
    // The two articles name the share each for itself.
    let count = |share: Exact| {
        matches.iter().filter(|m| more_than(m.absent, share, m.boards)).count() as u32
    };
    let grave = count(rules.team_part_very_serious.get());
    if grave >= rules.club_very_serious.get() {
        return class_of(grave, &rules.club_very_serious, &rules.club_serious)
            .by(&rules.team_part_very_serious);
    }
    let cases = count(rules.team_part_serious.get()).min(rules.club_very_serious.get() - 1);
    class_of(cases, &rules.club_very_serious, &rules.club_serious).by(&rules.team_part_serious)
}

/// Of a player, in one official competition and season (RDE 7.B.2.c, 8.B.2.a).
pub fn of_player(absences: u32, rules: &AbsenceRules) -> Computed<Option<Class>> {
    class_of(absences, &rules.player_very_serious, &rules.player_serious)
}

/// Of a delegate, arbiter or director, in all official matches of the season (RDE 7.B.3.c,
/// 8.B.3.a). RDE 8.B.3 names only arbiters and directors.
pub fn of_official(absences: u32, rules: &AbsenceRules) -> Computed<Option<Class>> {
    class_of(absences, &rules.arbiter_very_serious, &rules.arbiter_serious)
}

/// A licence signed in the season.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SignedLicence {
    pub club: String,
    pub signed: Date,
    /// Day of an express authorisation to sign it.
    pub authorised: Option<Date>,
}

/// Licences for different clubs in one season without an authorisation given before (RDE 7.B.2.b).
pub fn licences(signed: &[SignedLicence], rules: &AbsenceRules) -> Computed<bool> {
    let mut in_order: Vec<&SignedLicence> = signed.iter().collect();
    in_order.sort_by(|a, b| (a.signed, &a.club).cmp(&(b.signed, &b.club)));
    let mut clubs = BTreeSet::new();
    for licence in in_order {
        // The first licence needs no authorisation; a later one must have it beforehand.
        let excused = licence.authorised.is_some_and(|day| day < licence.signed);
        if clubs.is_empty() || !excused {
            clubs.insert(licence.club.as_str());
        }
    }
    Computed::new(clubs.len() >= rules.licence_clubs.get() as usize)
        .line("rde.clubs-unauthorised", clubs.len())
        .limit("rde.needed", &rules.licence_clubs)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_rules::rules;
    use jiff::civil::date;

    fn club(matches: &[(u32, u32)]) -> Option<Class> {
        let matches: Vec<_> =
            matches.iter().map(|&(boards, absent)| TeamMatch { boards, absent }).collect();
        of_club(&matches, &rules().discipline.absences).value
    }

    /// RDE 7.B.1.a, 8.B.1.a; AMB-29: exactly half is not more than half.
    #[test]
    fn more_than_half_of_a_team() {
        assert_eq!(club(&[(10, 5), (10, 5)]), None);
        assert_eq!(club(&[(10, 6), (10, 5)]), Some(Class::Serious));
        assert_eq!(club(&[(10, 6), (8, 5)]), Some(Class::VerySerious));
        assert_eq!(club(&[(5, 3)]), Some(Class::Serious));
        assert_eq!(club(&[]), None);
    }

    #[test]
    fn one_is_serious_and_two_are_very_serious() {
        let absences = &rules().discipline.absences;
        for of in [of_player, of_official] {
            assert_eq!(of(0, absences).value, None);
            assert_eq!(of(1, absences).value, Some(Class::Serious));
            assert_eq!(of(2, absences).value, Some(Class::VerySerious));
        }
    }

    /// RDE 12.1: the elimination from an event (RGC 14.1) and the sanction count apart. An arbiter or
    /// player absent once in each of two events is out of neither; for the arbiter, whose absences of
    /// the season add up, that is very serious, for the player two serious ones.
    #[test]
    fn amb_86_elimination_and_sanction_count_apart() {
        use crate::core::competition::absence::eliminated;
        let rules = rules();
        let out = |absences| eliminated(absences, 0, &rules.competition.absence).value;
        let absences = &rules.discipline.absences;
        let events = [1, 1];
        assert!(events.iter().all(|&n| !out(n)));
        let whole_season = of_official(events.iter().sum(), absences).value;
        assert_eq!(whole_season, Some(Class::VerySerious));
        for n in events {
            assert_eq!(of_player(n, absences).value, Some(Class::Serious));
        }
        // Twice in one event: out of it, and very serious.
        assert!(out(2));
        assert_eq!(of_player(2, absences).value, Some(Class::VerySerious));
    }

    /// RDE 7.B.2.b.
    #[test]
    fn licences_for_two_clubs() {
        let licence = |club: &str, day, authorised| SignedLicence {
            club: club.into(),
            signed: date(1990, 9, day),
            authorised,
        };
        let of = |list: &[SignedLicence]| licences(list, &rules().discipline.absences).value;
        assert!(of(&[licence("a", 1, None), licence("b", 2, None)]));
        assert!(!of(&[licence("a", 1, None), licence("a", 2, None)]));
        assert!(!of(&[licence("a", 1, None), licence("b", 3, Some(date(1990, 9, 2)))]));
        assert!(of(&[licence("a", 1, None), licence("b", 3, Some(date(1990, 9, 3)))]));
    }
}
