//! Sanctions: which a class allows, in which range, and the part of the range (RDE 10–12, 14, 15;
//! AMB-75, 76, 78, 88, 106, 107).

use std::collections::BTreeSet;

use super::Class;
use crate::core::computed::Computed;
use crate::core::report::{Msg, Value, Verdict};
use crate::model::Exact;
pub use crate::model::Sanction;
use crate::rulebook::bind::Key;
use crate::rulebook::{Cited, ProvisionId};

impl Key for Sanction {
    const LIST: &'static str = "a list of sanctions";

    fn from_key(key: &str) -> Option<Self> {
        Self::ALL.iter().find(|(known, _)| *known == key).map(|(_, sanction)| *sanction)
    }

    fn known() -> Vec<&'static str> {
        Self::ALL.map(|(key, _)| key).to_vec()
    }
}

crate::rules! {
    /// Numbers of RDE 10 and 11.
    pub struct SanctionRules {
        all: Vec<Sanction> = "rde.sancions",
        very_serious: Vec<Sanction> = "rde.sancions-molt-greu",
        serious: Vec<Sanction> = "rde.sancions-greu",
        minor: Vec<Sanction> = "rde.sancions-lleu",
        /// Years.
        very_serious_min: u32 = "rde.molt-greu-suspensio-min",
        very_serious_max: u32 = "rde.molt-greu-suspensio-max",
        very_serious_seasons_min: u32 = "rde.molt-greu-suspensio-temporades-min",
        very_serious_seasons_max: u32 = "rde.molt-greu-suspensio-temporades-max",
        very_serious_rights_min: u32 = "rde.molt-greu-drets-min",
        very_serious_rights_max: u32 = "rde.molt-greu-drets-max",
        very_serious_fine: u32 = "rde.molt-greu-multa-max",
        /// Matches, up to so many seasons.
        very_serious_closing_min: u32 = "rde.molt-greu-clausura-min",
        very_serious_closing_seasons: u32 = "rde.molt-greu-clausura-max",
        /// Months.
        serious_min: u32 = "rde.greu-suspensio-min",
        /// Years.
        serious_max: u32 = "rde.greu-suspensio-max",
        serious_matches_min: u32 = "rde.greu-suspensio-partits-min",
        serious_seasons_max: u32 = "rde.greu-suspensio-temporades-max",
        serious_rights_min: u32 = "rde.greu-drets-min",
        serious_rights_max: u32 = "rde.greu-drets-max",
        serious_fine: u32 = "rde.greu-multa-max",
        serious_closing_min: u32 = "rde.greu-clausura-min",
        serious_closing_max: u32 = "rde.greu-clausura-max",
        /// Months.
        minor_max: u32 = "rde.lleu-suspensio-max",
        minor_matches_max: u32 = "rde.lleu-suspensio-partits-max",
        minor_fine: u32 = "rde.lleu-multa-max",
        minor_rights_max: u32 = "rde.lleu-drets-max",
        /// Sanctions for one fact (RDE 4.5), besides a fine.
        per_fact: u32 = "rde.sancions-per-fet",
    }
}

crate::rules! {
    /// Numbers of RDE 12.6.
    pub struct DegreeRules {
        parts: u32 = "rde.graus",
        mitigating: i64 = "rde.grau-atenuant",
        aggravating: i64 = "rde.grau-agreujant",
        accessory_parts: u32 = "rde.multa-accessoria-parts",
        /// The main sanctions, from that of the first part on.
        accessory: Vec<Sanction> = "rde.multa-accessoria",
        /// Earlier sanctions that make reiteration: of the same weight or more, or lighter ones.
        equal: u32 = "rde.reiteracio-iguals-min",
        lighter: u32 = "rde.reiteracio-menors-min",
        mitigations: Vec<super::Item> = "rde.atenuants",
        aggravations: Vec<super::Item> = "rde.agreujants",
    }
}

/// Months of a year and days of a month, in the test of a range (AMB-106).
pub(super) const MONTHS: i64 = 12;

/// A length or an amount of money that can be graded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Measure {
    /// Suspension in months.
    Time,
    /// Suspension in seasons.
    Seasons,
    /// Suspension in matches; how many the team's season has.
    Matches(Option<u32>),
    /// Pesetas.
    Fine,
    /// Closing of the venue in matches; how many the team's season has.
    Closing(Option<u32>),
    /// Loss of member's rights, in months.
    Rights,
}

/// The limits of a sanction, both included, in the unit of its measure.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Range {
    pub from: Exact,
    pub to: Exact,
    pub at: ProvisionId,
}

/// A third of a range.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Part {
    Lower,
    Middle,
    Upper,
}

impl Part {
    const ALL: [Self; 3] = [Self::Lower, Self::Middle, Self::Upper];

    pub fn key(self) -> &'static str {
        match self {
            Self::Lower => "lower",
            Self::Middle => "middle",
            Self::Upper => "upper",
        }
    }

    pub fn word(self) -> Msg {
        Msg::new(match self {
            Self::Lower => "rde.part-lower",
            Self::Middle => "rde.part-middle",
            Self::Upper => "rde.part-upper",
        })
    }
}

fn number<T: Copy + Into<i64>>(param: &Cited<T>) -> Exact {
    Exact::from(param.get().into())
}

/// The whole range of a measure for a class (RDE 11); `None` where the class has no such sanction,
/// or where the matches of the season are needed and not told.
pub fn range(class: Class, measure: Measure, rules: &SanctionRules) -> Option<Range> {
    let range =
        |from: Exact, to: Exact, param: &Cited<u32>| Some(Range { from, to, at: param.at.clone() });
    let zero = Exact::from(0);
    let one = Exact::from(1);
    match (class, measure) {
        (Class::VerySerious, Measure::Time) => range(
            number(&rules.very_serious_min) * MONTHS,
            number(&rules.very_serious_max) * MONTHS,
            &rules.very_serious_max,
        ),
        (Class::VerySerious, Measure::Seasons) => range(
            number(&rules.very_serious_seasons_min),
            number(&rules.very_serious_seasons_max),
            &rules.very_serious_seasons_max,
        ),
        (Class::VerySerious, Measure::Matches(_)) => None,
        (Class::VerySerious, Measure::Fine) => {
            range(zero, number(&rules.very_serious_fine), &rules.very_serious_fine)
        }
        (Class::VerySerious, Measure::Closing(season)) => season_range(
            &rules.very_serious_closing_min,
            &rules.very_serious_closing_seasons,
            season,
        ),
        (Class::VerySerious, Measure::Rights) => range(
            number(&rules.very_serious_rights_min) * MONTHS,
            number(&rules.very_serious_rights_max) * MONTHS,
            &rules.very_serious_rights_max,
        ),
        (Class::Serious, Measure::Time) => range(
            number(&rules.serious_min),
            number(&rules.serious_max) * MONTHS,
            &rules.serious_max,
        ),
        (Class::Serious, Measure::Seasons) => None,
        (Class::Serious, Measure::Matches(season)) => {
            season_range(&rules.serious_matches_min, &rules.serious_seasons_max, season)
        }
        (Class::Serious, Measure::Fine) => {
            range(zero, number(&rules.serious_fine), &rules.serious_fine)
        }
        (Class::Serious, Measure::Closing(_)) => range(
            number(&rules.serious_closing_min),
            number(&rules.serious_closing_max),
            &rules.serious_closing_max,
        ),
        (Class::Serious, Measure::Rights) => range(
            number(&rules.serious_rights_min),
            number(&rules.serious_rights_max) * MONTHS,
            &rules.serious_rights_max,
        ),
        (Class::Minor, Measure::Time) => range(zero, number(&rules.minor_max), &rules.minor_max),
        (Class::Minor, Measure::Matches(_)) => {
            range(one, number(&rules.minor_matches_max), &rules.minor_matches_max)
        }
        (Class::Minor, Measure::Fine) => range(zero, number(&rules.minor_fine), &rules.minor_fine),
        (Class::Minor, Measure::Rights) => {
            range(zero, number(&rules.minor_rights_max), &rules.minor_rights_max)
        }
        (Class::Minor, Measure::Seasons | Measure::Closing(_)) => None,
    }
}

/// From a number of matches to those of the season, which may be fewer (AMB-106).
fn season_range(least: &Cited<u32>, seasons: &Cited<u32>, season: Option<u32>) -> Option<Range> {
    let to = Exact::from(i64::from(season?)) * i64::from(seasons.get());
    Some(Range { from: number(least).min(to), to, at: seasons.at.clone() })
}

/// One part of a range. Both limits belong to the part (AMB-75).
pub fn part_of(
    class: Class,
    measure: Measure,
    range: &Range,
    part: Part,
    rules: &DegreeRules,
) -> Range {
    let parts = i64::from(rules.parts.get());
    let limit = |n: i64| range.from + (range.to - range.from) * n / parts;
    let n = part as i64;
    let (from, to) = (limit(n), limit(n + 1));
    let at = range.at.clone();
    let whole_matches = |value: Exact| (value + Exact::new(1, 2)).floor();
    match measure {
        Measure::Fine => Range { from: from.round(), to: to.round(), at },
        // One, two, and what is left (AMB-75): the parts of so short a range are whole matches.
        Measure::Matches(_) if class == Class::Minor => {
            let from = range.from + n;
            Range { from, to: if part == Part::Upper { range.to } else { from }, at }
        }
        Measure::Closing(_) if class == Class::Serious => {
            let from = range.from + n;
            Range { from, to: if part == Part::Upper { range.to } else { from }, at }
        }
        Measure::Matches(_) | Measure::Closing(_) => {
            Range { from: whole_matches(from), to: whole_matches(to), at }
        }
        Measure::Time | Measure::Seasons | Measure::Rights => Range { from, to, at },
    }
}

/// Letters of RDE 14 or 15, each counted once (AMB-107).
pub type Circumstances = BTreeSet<String>;

/// The part of the range: the middle, up one for each aggravating circumstance and down one for
/// each mitigating, within the range (RDE 12.6, AMB-76).
pub fn part(
    mitigating: &Circumstances,
    aggravating: &Circumstances,
    rules: &DegreeRules,
) -> Computed<Part> {
    let middle = Part::Middle as i64;
    let highest = i64::from(rules.parts.get()) - 1;
    let steps = aggravating.len() as i64 * rules.aggravating.get()
        - mitigating.len() as i64 * rules.mitigating.get();
    let at = (middle + steps).clamp(0, highest);
    let part = Part::ALL.into_iter().find(|part| *part as i64 == at).unwrap_or(Part::Upper);
    Computed::new(part)
        .by(&rules.parts)
        .line("rde.normal-part", Part::Middle.word())
        .rule("rde.aggravating", aggravating.len(), "RDE 15")
        .rule("rde.mitigating", mitigating.len(), "RDE 14")
        .line("rde.part", part.word())
}

/// What is asked about a sanction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SanctionInput {
    pub class: Class,
    pub measure: Measure,
    pub mitigating: Circumstances,
    pub aggravating: Circumstances,
    /// The offender is paid for the task: only then a fine is possible (RDE 11.4).
    pub paid: Option<bool>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SanctionResult {
    /// `None` for what is not graded: the loss of member's rights (AMB-106).
    pub part: Option<Part>,
    /// The class allows it and, for a fine, the offender is paid.
    pub allowed: bool,
    pub whole: Option<Range>,
    pub graded: Option<Range>,
}

/// The range that applies to a case.
pub fn sanction(
    input: &SanctionInput,
    rules: &SanctionRules,
    degrees: &DegreeRules,
) -> Computed<SanctionResult> {
    let whole = range(input.class, input.measure, rules);
    let fined_unpaid = input.measure == Measure::Fine && input.paid == Some(false);
    let allowed = whole.is_some() && !fined_unpaid;
    let graded = input.measure != Measure::Rights;
    let part = part(&input.mitigating, &input.aggravating, degrees);
    let limits = whole.as_ref().filter(|_| allowed).map(|whole| match graded {
        true => part_of(input.class, input.measure, whole, part.value, degrees),
        false => whole.clone(),
    });
    let result = SanctionResult {
        part: graded.then_some(part.value),
        allowed,
        whole: whole.clone(),
        graded: limits.clone(),
    };
    let mut computed = Computed::new(result).line("rde.class", input.class.word());
    if let Some(whole) = &whole {
        let words = Value::List(vec![whole.from.into(), whole.to.into()]);
        computed = computed.rule("rde.range", words, whole.at.as_str());
    } else {
        computed = computed.rule("rde.no-such-sanction", Verdict::NotMet, "RDE 11");
    }
    if fined_unpaid {
        computed = computed.rule("rde.unpaid-offender", Verdict::NotMet, "RDE 11.4");
    }
    if graded {
        computed = computed.after(part);
    }
    if let Some(limits) = limits {
        computed =
            computed.line("rde.limits", Value::List(vec![limits.from.into(), limits.to.into()]));
    }
    computed
}

/// A fine that is not paid becomes a suspension of the class of the infraction that led to it,
/// graded as any other (RDE 11.4, AMB-78): in months.
pub fn unpaid_fine(
    class: Class,
    mitigating: Circumstances,
    aggravating: Circumstances,
    rules: &SanctionRules,
    degrees: &DegreeRules,
) -> Computed<SanctionResult> {
    // It is a suspension, so nobody asks any more whether the offender is paid.
    let input =
        SanctionInput { class, measure: Measure::Time, mitigating, aggravating, paid: None };
    let found = sanction(&input, rules, degrees);
    Computed::new(())
        .rule("rde.fine-becomes-suspension", class.word(), "RDE 11.4")
        .map(|()| found.value.clone())
        .after(found)
}

/// Does a proposed length or amount lie in the range of the class (RDE 11)?
pub fn in_range(
    class: Class,
    measure: Measure,
    proposed: Exact,
    rules: &SanctionRules,
) -> Computed<bool> {
    match range(class, measure, rules) {
        Some(range) => Computed::new(proposed >= range.from && proposed <= range.to)
            .line("rde.proposed", proposed)
            .rule(
                "rde.range",
                Value::List(vec![range.from.into(), range.to.into()]),
                range.at.as_str(),
            ),
        None => Computed::new(false).rule("rde.no-such-sanction", Verdict::NotMet, "RDE 11"),
    }
}

/// May the class be punished with this sanction (RDE 11, AMB-88)?
pub fn is_available(class: Class, sanction: Sanction, rules: &SanctionRules) -> Computed<bool> {
    let (list, extra): (_, &[Sanction]) = match class {
        Class::VerySerious => (&rules.very_serious, &[]),
        Class::Serious => (&rules.serious, &[]),
        // Article 11 gives warning and admonition to no class (AMB-88).
        Class::Minor => (&rules.minor, &[Sanction::Warning, Sanction::PublicAdmonition]),
    };
    let available = list.value.contains(&sanction) || extra.contains(&sanction);
    Computed::new(available)
        .line("rde.class", class.word())
        .by(list)
        .line("rde.available", Verdict::of(available))
}

/// The fine that goes with a warning or an admonition: the first or the second half (RDE 12.6
/// second paragraph, AMB-88); `None` for other sanctions.
pub fn accessory_fine(
    main: Sanction,
    sanctions: &SanctionRules,
    degrees: &DegreeRules,
) -> Option<Computed<Range>> {
    let place = degrees.accessory.value.iter().position(|sanction| *sanction == main)? as i64;
    let highest = number(&sanctions.minor_fine);
    let parts = i64::from(degrees.accessory_parts.get());
    let limit = |n: i64| (highest * n / parts).round();
    let range =
        Range { from: limit(place), to: limit(place + 1), at: degrees.accessory_parts.at.clone() };
    let limits = Value::List(vec![range.from.into(), range.to.into()]);
    Some(
        Computed::new(range)
            .limit("rde.highest-fine", &sanctions.minor_fine)
            .limit("rde.parts", &degrees.accessory_parts)
            .line("rde.limits", limits),
    )
}

/// One sanction for one fact, with or without one fine (RDE 4.5).
pub fn one_sanction(proposed: &[Sanction], rules: &SanctionRules) -> Computed<bool> {
    let fines = proposed.iter().filter(|sanction| **sanction == Sanction::Fine).count();
    let others = proposed.len() - fines;
    let most = rules.per_fact.get() as usize;
    Computed::new(others <= most && fines <= most)
        .line("rde.other-sanctions", others)
        .line("rde.fines", fines)
        .limit("rde.per-fact", &rules.per_fact)
}

/// An earlier sanction of the same offender in the season.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Earlier {
    /// Heavier sanctions have larger weights; the body that compares them sets them.
    pub weight: i64,
    /// The nature of the infraction.
    pub group: String,
}

/// Reiteration (RDE 15.a): an earlier sanction of the same weight or more, or several lighter ones.
pub fn reiteration(earlier: &[Earlier], weight: i64, rules: &DegreeRules) -> Computed<bool> {
    let equal = earlier.iter().filter(|e| e.weight >= weight).count();
    let lighter = earlier.len() - equal;
    let met = equal >= rules.equal.get() as usize || lighter >= rules.lighter.get() as usize;
    Computed::new(met)
        .line("rde.equal-or-heavier", equal)
        .limit("rde.needed", &rules.equal)
        .line("rde.lighter", lighter)
        .limit("rde.needed", &rules.lighter)
}

/// Recidivism (RDE 15.b): an earlier sanction for a fact of similar nature.
pub fn recidivism(earlier: &[Earlier], group: &str) -> Computed<bool> {
    let similar = earlier.iter().filter(|e| e.group == group).count();
    Computed::new(similar > 0).rule("rde.similar", similar, "RDE 15.b")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_rules::rules;

    fn letters(n: usize) -> Circumstances {
        ('a'..).take(n).map(String::from).collect()
    }

    fn limits(class: Class, measure: Measure, part: Part) -> (Exact, Exact) {
        let discipline = &rules().discipline;
        let whole = range(class, measure, &discipline.sanctions).unwrap();
        let range = part_of(class, measure, &whole, part, &discipline.degrees);
        (range.from, range.to)
    }

    fn int(from: i64, to: i64) -> (Exact, Exact) {
        (Exact::from(from), Exact::from(to))
    }

    /// The table of AMB-75.
    #[test]
    fn amb_75_thirds_of_time_and_money() {
        use Class::{Minor, Serious, VerySerious};
        use Part::{Lower, Middle, Upper};
        for (part, months) in [(Lower, (12, 24)), (Middle, (24, 36)), (Upper, (36, 48))] {
            assert_eq!(limits(VerySerious, Measure::Time, part), int(months.0, months.1));
        }
        assert_eq!(limits(VerySerious, Measure::Seasons, Middle), int(2, 3));
        let third = |n| Exact::new(n, 3);
        assert_eq!(limits(Serious, Measure::Time, Lower), (third(3), third(14)));
        assert_eq!(limits(Serious, Measure::Time, Middle), (third(14), third(25)));
        assert_eq!(limits(Serious, Measure::Time, Upper), (third(25), third(36)));
        assert_eq!(limits(Minor, Measure::Time, Lower), (third(0), third(1)));
        assert_eq!(limits(Minor, Measure::Time, Upper), (third(2), third(3)));
        assert_eq!(limits(VerySerious, Measure::Fine, Lower), int(0, 66_667));
        assert_eq!(limits(VerySerious, Measure::Fine, Middle), int(66_667, 133_333));
        assert_eq!(limits(VerySerious, Measure::Fine, Upper), int(133_333, 200_000));
        assert_eq!(limits(Serious, Measure::Fine, Middle), int(33_333, 66_667));
        assert_eq!(limits(Minor, Measure::Fine, Middle), int(16_667, 33_333));
        assert_eq!(limits(Minor, Measure::Fine, Upper), int(33_333, 50_000));
    }

    /// AMB-75: minor 1 / 2 / 3–4; closing of a serious infraction 1 / 2 / 3. AMB-106: N = 9 gives
    /// 5–6, 6–8, 8–9.
    #[test]
    fn amb_106_matches() {
        use Part::{Lower, Middle, Upper};
        let minor = |part| limits(Class::Minor, Measure::Matches(None), part);
        assert_eq!([minor(Lower), minor(Middle), minor(Upper)], [int(1, 1), int(2, 2), int(3, 4)]);
        let serious = |part| limits(Class::Serious, Measure::Matches(Some(9)), part);
        assert_eq!(
            [serious(Lower), serious(Middle), serious(Upper)],
            [int(5, 6), int(6, 8), int(8, 9)]
        );
        let closing = |part| limits(Class::Serious, Measure::Closing(None), part);
        assert_eq!(
            [closing(Lower), closing(Middle), closing(Upper)],
            [int(1, 1), int(2, 2), int(3, 3)]
        );
        // A season of three matches is shorter than the least.
        assert_eq!(limits(Class::Serious, Measure::Matches(Some(3)), Lower), int(3, 3));
        assert_eq!(limits(Class::VerySerious, Measure::Closing(Some(7)), Upper), int(6, 7));
        let sanctions = &rules().discipline.sanctions;
        assert_eq!(range(Class::Serious, Measure::Matches(None), sanctions), None);
        assert_eq!(range(Class::Minor, Measure::Closing(Some(9)), sanctions), None);
    }

    /// AMB-76: two aggravating and one mitigating make the upper part.
    #[test]
    fn amb_76_one_step_for_each_circumstance() {
        let part = |m, a| part(&letters(m), &letters(a), &rules().discipline.degrees).value;
        assert_eq!(part(0, 0), Part::Middle);
        assert_eq!(part(1, 0), Part::Lower);
        assert_eq!(part(3, 0), Part::Lower);
        assert_eq!(part(1, 2), Part::Upper);
        assert_eq!(part(1, 1), Part::Middle);
        assert_eq!(part(0, 5), Part::Upper);
        assert_eq!(part(2, 1), Part::Lower);
    }

    #[test]
    fn lengths_on_both_sides_of_every_limit() {
        let sanctions = &rules().discipline.sanctions;
        let inside = |class, measure, n: i64| in_range(class, measure, n.into(), sanctions).value;
        for (class, measure, least, most) in [
            (Class::VerySerious, Measure::Time, 12, 48),
            (Class::VerySerious, Measure::Rights, 12, 48),
            (Class::VerySerious, Measure::Closing(Some(9)), 4, 9),
            (Class::Serious, Measure::Time, 1, 12),
            (Class::Serious, Measure::Rights, 1, 12),
            (Class::Serious, Measure::Closing(None), 1, 3),
            (Class::Serious, Measure::Matches(Some(9)), 5, 9),
            (Class::Minor, Measure::Matches(None), 1, 4),
        ] {
            assert!(inside(class, measure, least) && inside(class, measure, most));
            assert!(!inside(class, measure, least - 1) && !inside(class, measure, most + 1));
        }
        for (class, most) in
            [(Class::VerySerious, 200_000), (Class::Serious, 100_000), (Class::Minor, 50_000)]
        {
            assert!(inside(class, Measure::Fine, most) && !inside(class, Measure::Fine, most + 1));
        }
        assert!(inside(Class::Minor, Measure::Time, 1) && !inside(Class::Minor, Measure::Time, 2));
        assert!(inside(Class::Minor, Measure::Rights, 1));
        assert!(!inside(Class::Minor, Measure::Rights, 2));
    }

    /// RDE 11.4: only who is paid can be fined. AMB-106: rights are not graded.
    #[test]
    fn fines_are_for_the_paid_and_rights_have_no_parts() {
        let discipline = &rules().discipline;
        let of = |measure, paid| {
            let input = SanctionInput {
                class: Class::Serious,
                measure,
                mitigating: letters(1),
                aggravating: letters(0),
                paid,
            };
            sanction(&input, &discipline.sanctions, &discipline.degrees).value
        };
        assert!(!of(Measure::Fine, Some(false)).allowed);
        assert!(of(Measure::Fine, Some(true)).allowed);
        assert!(of(Measure::Time, Some(false)).allowed);
        let rights = of(Measure::Rights, None);
        assert_eq!((rights.part, rights.graded), (None, rights.whole));
    }

    /// RDE 11.4: the suspension lies within the range of the class that was fined, in the part of
    /// the same circumstances, and in no other class.
    #[test]
    fn amb_78_an_unpaid_fine_becomes_a_suspension_of_its_class() {
        let discipline = &rules().discipline;
        let of = |class, mitigating, aggravating| {
            let (sanctions, degrees) = (&discipline.sanctions, &discipline.degrees);
            let (m, a) = (letters(mitigating), letters(aggravating));
            let found = unpaid_fine(class, m, a, sanctions, degrees);
            assert!(found.citations.contains(&"RDE 11.4".into()));
            let range = found.value.graded.expect("a range");
            assert_eq!(found.value.whole, range_of(class));
            (range.from, range.to)
        };
        fn range_of(class: Class) -> Option<Range> {
            range(class, Measure::Time, &rules().discipline.sanctions)
        }
        assert_eq!(of(Class::VerySerious, 0, 0), int(24, 36));
        assert_eq!(of(Class::VerySerious, 1, 0), int(12, 24));
        assert_eq!(of(Class::Serious, 0, 0), (Exact::new(14, 3), Exact::new(25, 3)));
        assert_eq!(of(Class::Serious, 0, 1), (Exact::new(25, 3), Exact::from(12)));
        assert_eq!(of(Class::Minor, 0, 0), (Exact::new(1, 3), Exact::new(2, 3)));
    }

    /// AMB-88: 0–25,000 with a warning, 25,000–50,000 with an admonition.
    #[test]
    fn amb_88_halves_of_accessory_fines() {
        let discipline = &rules().discipline;
        let fine = |main| accessory_fine(main, &discipline.sanctions, &discipline.degrees);
        let limits = |main| fine(main).map(|fine| (fine.value.from, fine.value.to));
        assert_eq!(limits(Sanction::Warning), Some(int(0, 25_000)));
        assert_eq!(limits(Sanction::PublicAdmonition), Some(int(25_000, 50_000)));
        assert_eq!(limits(Sanction::Suspension), None);
        let available = |class| is_available(class, Sanction::Warning, &discipline.sanctions).value;
        assert!(available(Class::Minor) && !available(Class::Serious));
    }

    /// RDE 4.5.
    #[test]
    fn one_fact_one_sanction_and_perhaps_a_fine() {
        let one = |list: &[Sanction]| one_sanction(list, &rules().discipline.sanctions).value;
        assert!(one(&[Sanction::Suspension, Sanction::Fine]) && one(&[Sanction::Fine]));
        assert!(!one(&[Sanction::Suspension, Sanction::VenueClosing]));
        assert!(!one(&[Sanction::Fine, Sanction::Fine]));
    }

    /// RDE 15.a, 15.b.
    #[test]
    fn reiteration_and_recidivism() {
        let earlier = |weight, group: &str| Earlier { weight, group: group.into() };
        let degrees = &rules().discipline.degrees;
        assert!(reiteration(&[earlier(3, "x")], 3, degrees).value);
        assert!(!reiteration(&[earlier(2, "x")], 3, degrees).value);
        assert!(reiteration(&[earlier(2, "x"), earlier(1, "y")], 3, degrees).value);
        assert!(!reiteration(&[], 3, degrees).value);
        assert!(recidivism(&[earlier(1, "x")], "x").value);
        assert!(!recidivism(&[earlier(9, "y")], "x").value);
    }
}
