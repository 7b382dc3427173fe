//! Classes of time controls, of 1990 and modern, and what follows from the clock alone (Actius 1, 2,
//! 22 annex, 24; Ràpides 1; Blog Rapid, Blitz, 8; AMB-64, 65, 74).

use super::ask::{Field, Kind};
use super::computed::Computed;
use super::formula::expr::{all, any, apply, if_, is, param, unknown, var};
use super::formula::{Check, Data, Op, Sheet, Unit, line, say};
use super::report::Verdict;
use crate::model::Exact;
use crate::rulebook::Cited;

crate::rules! {
    /// Numbers of time.
    pub struct TimeRules {
        /// Minutes.
        active: u32 = "actius.minuts-partida",
        five: u32 = "rapides.minuts-partida",
        active_recording: u32 = "actius.minuts-anotacio",
        /// Seconds a move.
        active_increment: u32 = "actius.increment",
        active_rounds: u32 = "actius.rondes-dia-max",
        rapid_over: u32 = "blog.rapid-mes-de",
        rapid_under: u32 = "blog.rapid-menys-de",
        blitz_up_to: u32 = "blog.blitz-fins-a",
        /// Moves that a game counts for.
        rapid_moves: u32 = "blog.jugades-equivalencia",
        blitz_moves: u32 = "blog.blitz-jugades-equivalencia",
        recording_increment: u32 = "blog.anotacio-increment",
        recording_minutes: u32 = "blog.anotacio-minuts",
        recording_moves: u32 = "blog.anotacio-jugada-limit",
        classical_hours: u32 = "blog.classic-hores",
        rapid_arbiters: u32 = "blog.rapid-arbitres",
        rapid_games: u32 = "blog.rapid-partides-per-arbitre",
        blitz_arbiters: u32 = "blog.blitz-arbitres",
        blitz_games: u32 = "blog.blitz-partides-per-arbitre",
        late_moves: u32 = "blog.rapid-jugades-limit",
        sheet_requests: u32 = "blog.blitz-consultes-planilla",
    }
}

/// A class of the modern Laws.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ModernClass {
    Blitz,
    Rapid,
    Classical,
}

impl ModernClass {
    pub fn key(self) -> &'static str {
        match self {
            Self::Blitz => "blitz",
            Self::Rapid => "rapid",
            Self::Classical => "classical",
        }
    }
}

/// A class of 1990; the two have names that mean something else today (AMB-64).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Class1990 {
    /// Partides ràpides: five minutes, today's blitz.
    FiveMinutes,
    /// Escacs actius: thirty minutes, today's rapid.
    Active,
}

impl Class1990 {
    pub fn key(self) -> &'static str {
        match self {
            Self::FiveMinutes => "rapides",
            Self::Active => "actius",
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeClass {
    /// Minutes for each player over the moves that a game counts for.
    pub total: Exact,
    pub modern: ModernClass,
    /// `None` for controls that no regulation of 1990 knows.
    pub of_1990: Option<Class1990>,
}

/// Seconds of a minute.
const MINUTE: i64 = 60;

/// Minutes of all periods, and seconds added for each move.
pub const CLASS_FIELDS: &[Field] = &[
    Field::required("minutes", Kind::List(&Kind::Int(0, 100_000))),
    Field::optional("increment", Kind::Int(0, 10_000)),
];

/// The class of a control as data (AMB-64, 65).
pub fn class_sheet(rules: &TimeRules) -> Sheet {
    let mut sheet = Sheet::new("time-class", CLASS_FIELDS);
    let total =
        |moves: &Cited<u32>| var("base").plus(var("added").times(param(moves)).over(is(MINUTE)));
    let is_active = all([
        var("base").equal(param(&rules.active)),
        any([var("added").is_zero(), var("added").equal(param(&rules.active_increment))]),
    ]);
    let is_five = all([var("added").is_zero(), var("base").equal(param(&rules.five))]);
    let is_rapid = all([
        param(&rules.rapid_over).less(var("total")),
        var("total").less(param(&rules.rapid_under)),
    ]);
    sheet
        .define("base", var("minutes").sum())
        .define("added", apply(Op::First, [var("increment"), is(0)]))
        .define("total", total(&rules.rapid_moves))
        .define("blitz_total", total(&rules.blitz_moves))
        .define(
            "modern",
            if_(
                var("blitz_total").at_most(param(&rules.blitz_up_to)),
                is(ModernClass::Blitz.key()),
                if_(is_rapid, is(ModernClass::Rapid.key()), is(ModernClass::Classical.key())),
            ),
        )
        .define(
            "of_1990",
            if_(
                is_five,
                is(Class1990::FiveMinutes.key()),
                if_(is_active, is(Class1990::Active.key()), unknown()),
            ),
        );
    let shown = |key, quantity| line(say(key)).gives(var(quantity), Unit::Plain);
    let limit = |key, of: &Cited<u32>| line(say(key)).gives(param(of), Unit::Plain).cite(&of.at);
    const MODERN: Unit = Unit::Words(&[
        ("blitz", "clock.blitz"),
        ("rapid", "clock.rapid"),
        ("classical", "clock.classical"),
    ]);
    const OF_1990: Unit =
        Unit::Words(&[("rapides", "clock.rapides-1990"), ("actius", "clock.actius-1990")]);
    let modern = Check::quantity("modern", say("clock.modern-class"), var("modern"), MODERN)
        .measured(var("total"), Unit::Plain)
        .cite_param(&rules.rapid_moves)
        .cite_param(&rules.blitz_up_to)
        .cite_param(&rules.rapid_under)
        .line(shown("clock.base", "base"))
        .line(shown("clock.increment", "added"))
        .line(limit("clock.moves-counted", &rules.rapid_moves))
        .line(shown("clock.total", "total"))
        .line(limit("clock.blitz-up-to", &rules.blitz_up_to))
        .line(limit("clock.rapid-under", &rules.rapid_under));
    let of_1990 = Check::quantity("of-1990", say("clock.class-1990"), var("of_1990"), OF_1990)
        .measured(var("of_1990"), OF_1990)
        .cite_param(&rules.five)
        .cite_param(&rules.active);
    sheet.part("", vec![modern, of_1990]);
    sheet
        .output("total", var("total"))
        .output("modern", var("modern"))
        .output("of_1990", var("of_1990"));
    sheet
}

/// The class of a control: base minutes of all periods and seconds added for each move (AMB-65).
pub fn class(bases: &[u32], increment: u32, rules: &TimeRules) -> Computed<TimeClass> {
    let minutes = Data::list(bases.iter().copied());
    let input = Data::record([("minutes", minutes), ("increment", increment.into())]);
    Computed::from_sheet(&class_sheet(rules), &input, |found| {
        let word = |name| found.get(name).text().map(|word| word.to_string());
        let (modern, of_1990) = (word("modern"), word("of_1990"));
        let modern_of = |class: &ModernClass| Some(class.key()) == modern.as_deref();
        let of = |class: &Class1990| Some(class.key()) == of_1990.as_deref();
        let all = [ModernClass::Blitz, ModernClass::Rapid];
        TimeClass {
            total: found.get("total").number().unwrap_or_default(),
            modern: all.into_iter().find(modern_of).unwrap_or(ModernClass::Classical),
            of_1990: [Class1990::FiveMinutes, Class1990::Active].into_iter().find(of),
        }
    })
}

/// Seconds a player of a game of 1990 has for so many moves: thirty minutes, with ten seconds for
/// each move on a special clock (Actius 1 and annex), or five (Ràpides 1).
pub fn seconds_available(
    class: Class1990,
    special_clock: bool,
    moves: u32,
    rules: &TimeRules,
) -> Computed<u64> {
    const SECONDS: u64 = 60;
    let minutes = match class {
        Class1990::Active => &rules.active,
        Class1990::FiveMinutes => &rules.five,
    };
    let added = if special_clock && class == Class1990::Active {
        u64::from(rules.active_increment.get()) * u64::from(moves)
    } else {
        0
    };
    let seconds = u64::from(minutes.get()) * SECONDS + added;
    let computed = Computed::new(seconds).limit("clock.minutes", minutes);
    let computed = if added > 0 {
        computed.limit("clock.increment", &rules.active_increment)
    } else {
        computed
    };
    computed.line("clock.seconds", i64::try_from(seconds).unwrap_or(i64::MAX))
}

/// Has the flag fallen after so many seconds used?
pub fn flag_fallen(
    class: Class1990,
    special_clock: bool,
    moves: u32,
    used: u64,
    rules: &TimeRules,
) -> Computed<bool> {
    let available = seconds_available(class, special_clock, moves, rules);
    let fallen = used > available.value;
    Computed::new(fallen)
        .after(available)
        .line("clock.used", i64::try_from(used).unwrap_or(i64::MAX))
        .line("clock.fallen", Verdict::of(fallen))
}

/// Must a player still record (AMB-74)? 1990: both may stop once either is under five minutes.
pub fn must_record_1990(own: u32, other: u32, rules: &TimeRules) -> Computed<bool> {
    const SECONDS: u32 = 60;
    let limit = rules.active_recording.get() * SECONDS;
    Computed::new(own >= limit && other >= limit)
        .line("clock.seconds-left", own.min(other))
        .limit("clock.recording-minutes", &rules.active_recording)
}

/// The modern rule (Blog 8 4): with thirty seconds a move always; with less until the player was
/// once under five minutes. Only in classical games.
pub fn must_record_modern(
    base_minutes: u32,
    increment: u32,
    lowest_seconds: u32,
    rules: &TimeRules,
) -> Computed<bool> {
    const SECONDS: u32 = 60;
    const MINUTES: u32 = 60;
    let total = base_minutes.saturating_add(increment);
    let classical = total >= rules.classical_hours.get() * MINUTES;
    let always = increment >= rules.recording_increment.get();
    let plenty = lowest_seconds >= rules.recording_minutes.get() * SECONDS;
    Computed::new(classical && (always || plenty))
        .line("clock.total", total)
        .limit("clock.classical-hours", &rules.classical_hours)
        .line("clock.increment", increment)
        .limit("clock.recording-increment", &rules.recording_increment)
        .line("clock.seconds-left", lowest_seconds)
        .limit("clock.recording-minutes", &rules.recording_minutes)
}

/// Has a player left too many moves unwritten (Blog 8.1.3)? The third in a row may not be made
/// before the first is written.
pub fn unwritten_too_many(moves: u32, written: u32, rules: &TimeRules) -> Computed<bool> {
    let unwritten = moves.saturating_sub(written);
    Computed::new(unwritten >= rules.recording_moves.get())
        .line("clock.unwritten", unwritten)
        .limit("clock.unwritten-limit", &rules.recording_moves)
}

/// Rounds a day of active chess (Actius 24).
pub fn rounds_a_day(rounds: u32, rules: &TimeRules) -> Computed<bool> {
    Computed::new(rounds <= rules.active_rounds.get())
        .line("clock.rounds", rounds)
        .limit("clock.rounds-at-most", &rules.active_rounds)
}

/// Is supervision adequate (Blog Rapid 5, Blitz 3)? In blitz the game must be recorded, too.
pub fn supervised(
    class: ModernClass,
    arbiters: u32,
    games: u32,
    recorded: bool,
    rules: &TimeRules,
) -> Computed<bool> {
    let (of, per) = match class {
        ModernClass::Blitz => (&rules.blitz_arbiters, &rules.blitz_games),
        ModernClass::Rapid | ModernClass::Classical => (&rules.rapid_arbiters, &rules.rapid_games),
    };
    let enough =
        u64::from(games) * u64::from(of.get()) <= u64::from(arbiters) * u64::from(per.get());
    let adequate = enough && (class != ModernClass::Blitz || recorded);
    Computed::new(adequate)
        .line("clock.arbiters", arbiters)
        .line("clock.games", games)
        .limit("clock.games-per-arbiter", per)
        .line("clock.recorded", Verdict::of(recorded))
}

/// Without adequate supervision, is it too late for claims about clock and pieces (Blog Rapid 6)?
/// Once both have made ten moves.
pub fn too_late_for_setup(white: u32, black: u32, rules: &TimeRules) -> Computed<bool> {
    let made = white.min(black);
    Computed::new(made >= rules.late_moves.get())
        .line("clock.moves-by-both", made)
        .limit("clock.moves-limit", &rules.late_moves)
}

/// May a player ask once more to see the score sheet (Blog Blitz 4)?
pub fn may_see_sheet(requests: u32, rules: &TimeRules) -> Computed<bool> {
    Computed::new(requests < rules.sheet_requests.get())
        .line("clock.requests", requests)
        .limit("clock.requests-limit", &rules.sheet_requests)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_rules::rules;

    fn rules_() -> &'static TimeRules {
        &rules().time
    }

    /// AMB-65: 10+0 and 5+5 are blitz; 50+10 is classical; 7+5 rapid (Blog Rapid 2, 3).
    #[test]
    fn amb_65_limits_of_the_classes() {
        use ModernClass::{Blitz, Classical, Rapid};
        for (base, increment, class_) in [
            (10, 0, Blitz),
            (11, 0, Rapid),
            (5, 5, Blitz),
            (5, 6, Rapid),
            (7, 5, Rapid),
            (59, 0, Rapid),
            (60, 0, Classical),
            (50, 10, Classical),
            (50, 9, Rapid),
            (30, 30, Classical),
            (15, 10, Rapid),
            (3, 2, Blitz),
        ] {
            assert_eq!(
                class(&[base], increment, rules_()).value.modern,
                class_,
                "{base}+{increment}"
            );
        }
        let seven = class(&[7], 5, rules_()).value;
        assert_eq!(seven.total, Exact::from(12));
        assert_eq!(class(&[40, 20], 0, rules_()).value.modern, Classical);
    }

    /// AMB-64: the names of 1990.
    #[test]
    fn amb_64_names_of_1990() {
        let of = |base, increment| class(&[base], increment, rules_()).value.of_1990;
        assert_eq!(of(5, 0), Some(Class1990::FiveMinutes));
        assert_eq!(of(30, 0), Some(Class1990::Active));
        assert_eq!(of(30, 10), Some(Class1990::Active));
        assert_eq!(of(15, 0), None);
        assert_eq!(class(&[5], 0, rules_()).value.modern, ModernClass::Blitz);
        assert_eq!(class(&[30], 0, rules_()).value.modern, ModernClass::Rapid);
    }

    #[test]
    fn flags_on_both_sides() {
        let fallen =
            |class, special, moves, used| flag_fallen(class, special, moves, used, rules_()).value;
        assert!(!fallen(Class1990::Active, false, 40, 1800));
        assert!(fallen(Class1990::Active, false, 40, 1801));
        assert!(!fallen(Class1990::Active, true, 40, 2200));
        assert!(fallen(Class1990::Active, true, 40, 2201));
        assert!(!fallen(Class1990::FiveMinutes, false, 40, 300));
        assert!(fallen(Class1990::FiveMinutes, true, 40, 301));
    }

    /// AMB-74.
    #[test]
    fn amb_74_recording() {
        assert!(must_record_1990(300, 300, rules_()).value);
        assert!(!must_record_1990(300, 299, rules_()).value);
        assert!(!must_record_1990(299, 900, rules_()).value);
        let modern =
            |base, increment, lowest| must_record_modern(base, increment, lowest, rules_()).value;
        assert!(modern(90, 30, 1) && !modern(90, 29, 299) && modern(90, 29, 300));
        assert!(!modern(20, 10, 900));
        assert!(!unwritten_too_many(12, 10, rules_()).value);
        assert!(unwritten_too_many(13, 10, rules_()).value);
    }

    #[test]
    fn supervision_and_other_counts() {
        let rapid = |arbiters, games| {
            supervised(ModernClass::Rapid, arbiters, games, false, rules_()).value
        };
        assert!(rapid(1, 3) && !rapid(1, 4));
        let blitz = |arbiters, games, recorded| {
            supervised(ModernClass::Blitz, arbiters, games, recorded, rules_()).value
        };
        assert!(blitz(2, 2, true) && !blitz(2, 2, false) && !blitz(2, 3, true));
        assert!(too_late_for_setup(10, 10, rules_()).value);
        assert!(!too_late_for_setup(10, 9, rules_()).value);
        assert!(may_see_sheet(4, rules_()).value && !may_see_sheet(5, rules_()).value);
        assert!(rounds_a_day(6, rules_()).value && !rounds_a_day(7, rules_()).value);
    }
}
