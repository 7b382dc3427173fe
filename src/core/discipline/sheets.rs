//! Questions of the disciplinary regulation as data: the range of a sanction with its degree, and
//! the terms of the procedures.

use super::Class;
use super::sanctions::{DegreeRules, Measure, SanctionRules, range};
use super::terms::{Deadline, TermRules};
use crate::core::ask::{Field, Kind};
use crate::core::formula::expr::{all, any, apply, if_, is, param, unknown, var, words};
use crate::core::formula::{Check, Expr, Line, Op, Sheet, Unit, line, say};
use crate::core::rules::Rules1990;

/// Measures as the form names them.
const KINDS: &[&str] = &["months", "seasons", "matches", "fine", "closing", "rights"];

/// What is asked about a sanction: lengths of time are in months.
pub const SANCTION: &[Field] = &[
    Field::required("class", Kind::Choice(&["minor", "serious", "very serious"])),
    Field::required("kind", Kind::Choice(KINDS)),
    Field::optional("season_matches", Kind::Int(0, 1000)),
    Field::optional("mitigating", Kind::List(&Kind::Text)),
    Field::optional("aggravating", Kind::List(&Kind::Text)),
    Field::optional("paid", Kind::Bool),
];

/// The circumstances of RDE 14 and 15 by their names in the text.
const CIRCUMSTANCES: Unit = Unit::Words(&[
    ("provocation", "rde.circumstance.provocation"),
    ("regret", "rde.circumstance.regret"),
    ("negligence-only", "rde.circumstance.negligence-only"),
    ("reiteration", "rde.circumstance.reiteration"),
    ("recidivism", "rde.circumstance.recidivism"),
    ("price", "rde.circumstance.price"),
    ("economic-harm", "rde.circumstance.economic-harm"),
    ("representative-team", "rde.circumstance.representative-team"),
]);

/// What each class allows, as a list of records. The matches of a season are only known when asked.
fn ranges(rules: &SanctionRules) -> Expr {
    let measures = [
        ("months", Measure::Time),
        ("seasons", Measure::Seasons),
        ("matches", Measure::Matches(None)),
        ("fine", Measure::Fine),
        ("closing", Measure::Closing(None)),
        ("rights", Measure::Rights),
    ];
    let mut list = Vec::new();
    for class in Class::ALL {
        for (kind, measure) in measures {
            if let Some(range) = range(class, measure, rules) {
                list.push(Expr::Record(vec![
                    ("class", is(class.key())),
                    ("kind", is(kind)),
                    ("from", is(range.from)),
                    ("to", is(range.to)),
                ]));
            }
        }
    }
    // From a number of matches to those of the season, which may be fewer (AMB-106).
    let season = |class: Class, kind: &'static str, least: &Expr, seasons: Expr| {
        let to = seasons.times(var("season_matches"));
        Expr::Record(vec![
            ("class", is(class.key())),
            ("kind", is(kind)),
            ("from", apply(Op::Least, [least.clone(), to.clone()])),
            ("to", to),
        ])
    };
    let matches = param(&rules.serious_matches_min);
    list.push(season(Class::Serious, "matches", &matches, param(&rules.serious_seasons_max)));
    let closing = param(&rules.very_serious_closing_min);
    let seasons = param(&rules.very_serious_closing_seasons);
    list.push(season(Class::VerySerious, "closing", &closing, seasons));
    Expr::Apply(Op::List, list)
}

/// The limit below so many parts of the range, as it is written for its measure (AMB-75, 106).
fn limit(part: Expr, rules: &DegreeRules) -> Expr {
    let size = || var("to").minus(var("from"));
    let third = var("from").plus(size().times(part.clone()).over(param(&rules.parts)));
    let nearest = |expr: Expr| apply(Op::Floor, [expr.plus(is(1).over(is(2)))]);
    let whole = var("kind").among(words(&["fine", "matches", "closing"]));
    if_(whole, nearest(third.clone()), third)
}

/// Range and degree of a sanction (RDE 11, 12.6, 14, 15; AMB-75, 76, 106, 107).
pub fn sanction(rules: &Rules1990) -> Sheet {
    let (sanctions, degrees) = (&rules.discipline.sanctions, &rules.discipline.degrees);
    let mut sheet = Sheet::new("sanction", SANCTION);
    let of = |field| var("r").get(field);
    let met = |name| if_(var(name).known(), var(name).distinct().count(), is(0));
    let highest = || param(&degrees.parts).minus(is(1));
    let middle = || highest().over(is(2));
    let steps = met("aggravating")
        .times(param(&degrees.aggravating))
        .minus(met("mitigating").times(param(&degrees.mitigating)));
    // One, two, and what is left: the parts of so short a range are whole matches (AMB-75).
    let short = any([
        all([var("class").equal(is("minor")), var("kind").equal(is("matches"))]),
        all([var("class").equal(is("serious")), var("kind").equal(is("closing"))]),
    ]);
    sheet
        .define(
            "range",
            ranges(sanctions)
                .keep("r", all([of("class").equal(var("class")), of("kind").equal(var("kind"))]))
                .first(),
        )
        .define("from", var("range").get("from"))
        .define("to", var("range").get("to"))
        .define(
            "at",
            apply(Op::Least, [apply(Op::Greatest, [middle().plus(steps), is(0)]), highest()]),
        )
        .define("graded", var("kind").equal(is("rights")).negated())
        .define("short", short)
        .define(
            "in_class",
            if_(all([var("class").known(), var("kind").known()]), var("range").known(), unknown()),
        )
        // Only who is paid can be fined (RDE 11.4).
        .define("fined", var("kind").equal(is("fine")))
        .define(
            "allowed",
            all([
                var("in_class"),
                any([var("fined").negated(), apply(Op::First, [var("paid"), is(true)])]),
            ]),
        )
        .define(
            "least",
            if_(
                var("graded").negated(),
                var("from"),
                if_(var("short"), var("from").plus(var("at")), limit(var("at"), degrees)),
            ),
        )
        .define(
            "most",
            if_(
                var("graded").negated(),
                var("to"),
                if_(
                    var("short"),
                    if_(var("at").equal(highest()), var("to"), var("least")),
                    limit(var("at").plus(is(1)), degrees),
                ),
            ),
        )
        .define(
            "part",
            if_(
                all([var("graded")]),
                if_(
                    var("at").is_zero(),
                    is("lower"),
                    if_(var("at").equal(highest()), is("upper"), is("middle")),
                ),
                unknown(),
            ),
        );
    let parts = Unit::Words(&[
        ("lower", "rde.part-lower"),
        ("middle", "rde.part-middle"),
        ("upper", "rde.part-upper"),
    ]);
    let unit = || {
        vec![
            (var("kind").among(words(&["months", "rights"])), say("rde.unit.months")),
            (var("kind").equal(is("seasons")), say("rde.unit.seasons")),
            (var("kind").among(words(&["matches", "closing"])), say("rde.unit.matches")),
            (is(true), say("rde.unit.pesetas")),
        ]
    };
    let limit = |key, label, quantity: &'static str| {
        let known = vec![(var(quantity).known(), say(label).words("unit", unit()))];
        Check::quantity(key, known, var(quantity), Unit::Plain)
            .measured(var(quantity), Unit::Plain)
            .cite_param(&degrees.parts)
            .line(range_line("rde.sheet.range-from", "from"))
            .line(range_line("rde.sheet.range-to", "to"))
    };
    let allowed = Check::new("allowed", say("rde.sheet.allowed"), var("allowed"))
        .measured(var("in_class"), Unit::Verdict)
        .cite("RDE 11.1")
        .cite("RDE 11.2")
        .cite("RDE 11.3")
        .cite("RDE 11.4")
        .advise(var("in_class").negated(), say("rde.no-such-sanction"))
        .advise(var("allowed").negated(), say("rde.unpaid-offender"))
        .advise(season_needed(), say("rde.sheet.season"));
    let part = vec![(var("graded"), say("rde.part"))];
    let part = Check::quantity("part", part, var("part"), parts)
        .measured(var("part"), Unit::Plain)
        .cite_param(&degrees.parts)
        .line(
            line(say("rde.aggravating"))
                .gives(met("aggravating"), Unit::Plain)
                .cite(&degrees.aggravating.at),
        )
        .line(
            line(say("rde.mitigating"))
                .gives(met("mitigating"), Unit::Plain)
                .cite(&degrees.mitigating.at),
        );
    sheet.part(
        "",
        vec![
            allowed,
            part,
            limit("from", "rde.sheet.from", "least"),
            limit("to", "rde.sheet.to", "most"),
        ],
    );
    sheet.options.push(("mitigating", param(&degrees.mitigations), CIRCUMSTANCES));
    sheet.options.push(("aggravating", param(&degrees.aggravations), CIRCUMSTANCES));
    sheet
        .output("part", var("part"))
        .output("allowed", var("allowed"))
        .output("from", if_(var("allowed"), var("least"), unknown()))
        .output("to", if_(var("allowed"), var("most"), unknown()));
    sheet
}

fn range_line(key: &'static str, quantity: &'static str) -> Line {
    line(say(key)).gives(var(quantity), Unit::Optional)
}

/// Is the length of the season missing, and nothing else?
fn season_needed() -> Expr {
    all([var("in_class"), var("to").known().negated()])
}

/// What is asked about a term. The last days of silences are those after which one is rejected.
pub const DEADLINE: &[Field] = &[
    Field::required("deadline", Kind::Choice(DEADLINES)),
    Field::required("from", Kind::Date),
    Field::optional("act", Kind::Date),
    Field::optional("holidays", Kind::List(&Kind::Date)),
    Field::optional("saturdays_free", Kind::Bool),
];

/// The names of [`Deadline`].
pub const DEADLINES: &[&str] = &[
    "emergency-meeting",
    "ordinary-appeal",
    "ordinary-appeal-meeting",
    "annexes",
    "ordinary-meeting",
    "council-appeal",
    "proposal-meeting",
    "opening-order",
    "challenge",
    "challenge-ruling",
    "evidence-shortest",
    "evidence-longest",
    "evidence-claim",
    "evidence-ruling",
    "defence",
    "ruling",
    "review",
    "general-appeal",
    "claim-silence",
    "notification",
    "appeal-silence",
];

const TERM_WORDS: &[(&str, &str)] = &[
    ("emergency-meeting", "case.term.emergency-meeting"),
    ("ordinary-appeal", "case.term.ordinary-appeal"),
    ("ordinary-appeal-meeting", "case.term.ordinary-appeal-meeting"),
    ("annexes", "case.term.annexes"),
    ("ordinary-meeting", "case.term.ordinary-meeting"),
    ("council-appeal", "case.term.council-appeal"),
    ("proposal-meeting", "case.term.proposal-meeting"),
    ("opening-order", "case.term.opening-order"),
    ("challenge", "case.term.challenge"),
    ("challenge-ruling", "case.term.challenge-ruling"),
    ("evidence-shortest", "case.term.evidence-shortest"),
    ("evidence-longest", "case.term.evidence-longest"),
    ("evidence-claim", "case.term.evidence-claim"),
    ("evidence-ruling", "case.term.evidence-ruling"),
    ("defence", "case.term.defence"),
    ("ruling", "case.term.ruling"),
    ("review", "case.term.review"),
    ("general-appeal", "case.term.general-appeal"),
    ("claim-silence", "case.term.claim-silence"),
    ("notification", "case.term.notification"),
    ("appeal-silence", "case.term.appeal-silence"),
];

/// A term of RDE 22–26 as a day (AMB-77, 80, 81, 85).
pub fn deadline(rules: &Rules1990) -> Sheet {
    let terms: &TermRules = &rules.discipline.terms;
    let mut sheet = Sheet::new("procedure-deadline", DEADLINE);
    let record = |(key, deadline): (&'static str, Deadline)| {
        let (days, working) = deadline.days(terms);
        let fields = vec![("deadline", is(key)), ("days", param(days)), ("working", is(working))];
        Expr::Record(fields)
    };
    let all_terms = Expr::Apply(Op::List, Deadline::ALL.map(record).into());
    let given = |key| var("t").get(key);
    let last_working =
        apply(Op::WorkingDay, [var("from"), var("days"), var("holidays"), var("saturdays_free")]);
    sheet
        .define("term", all_terms.keep("t", given("deadline").equal(var("deadline"))).first())
        .define("days", var("term").get("days"))
        .define("working", var("term").get("working"))
        .define(
            "last_day",
            if_(var("working"), last_working, apply(Op::AddDays, [var("from"), var("days")])),
        )
        // Days that must be given are kept by acting on the last of them or later.
        .define("at_least", var("deadline").among(words(&["evidence-shortest", "ordinary-appeal"])))
        .define(
            "in_time",
            if_(
                var("at_least"),
                var("last_day").at_most(var("act")),
                all([var("from").at_most(var("act")), var("act").at_most(var("last_day"))]),
            ),
        );
    let mut checks = Vec::new();
    for (key, deadline) in Deadline::ALL {
        let (days, _) = deadline.days(terms);
        let words =
            TERM_WORDS.iter().find(|(name, _)| *name == key).map_or("rde.last-day", |w| w.1);
        let asked = || var("deadline").equal(is(key));
        let counted = vec![
            (all([asked(), var("working")]), say("rde.working-days")),
            (asked(), say("rde.calendar-days")),
        ];
        checks.push(
            Check::quantity(key, vec![(asked(), say(words))], var("last_day"), Unit::Plain)
                .measured(var("last_day"), Unit::Plain)
                .cite_param(days)
                .line(line(say("rde.from")).gives(var("from"), Unit::Plain))
                .line(line(counted).gives(var("days"), Unit::Plain).cite(&days.at)),
        );
    }
    checks.push(
        Check::new("in-time", say("rde.in-time"), var("in_time"))
            .measured(var("act"), Unit::Plain)
            .cite("RDE 26.1")
            .line(line(say("rde.last-day")).gives(var("last_day"), Unit::Plain))
            .line(line(say("rde.act")).gives(var("act"), Unit::Plain)),
    );
    sheet.part("", checks);
    sheet.options.push(("deadline", words(DEADLINES), Unit::Words(TERM_WORDS)));
    sheet.output("last_day", var("last_day")).output("in_time", var("in_time"));
    sheet
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::calendar::WorkingCalendar;
    use crate::core::discipline::sanctions::{MONTHS, SanctionInput, sanction as core_sanction};
    use crate::core::discipline::terms;
    use crate::core::formula::Data;
    use crate::model::Date;
    use crate::test_rules::rules;
    use jiff::ToSpan;
    use jiff::civil::date;

    /// All classes, measures, circumstances, lengths of seasons: the same part and limits.
    #[test]
    fn the_form_of_sanctions_and_the_core_agree() {
        let discipline = &rules().discipline;
        let sheet = sanction(rules());
        let names = |all: &[super::super::Item], n: usize| {
            Data::list(all.iter().take(n).map(|item| item.0.clone()))
        };
        let letters = |n: usize| ('a'..).take(n).map(String::from).collect();
        let mut asked = 0;
        for class in Class::ALL {
            for kind in KINDS {
                for season in [None, Some(0), Some(3), Some(7), Some(9), Some(11)] {
                    for (mitigating, aggravating) in [(0, 0), (1, 0), (0, 1), (2, 1), (0, 3)] {
                        for paid in [None, Some(true), Some(false)] {
                            let measure = match *kind {
                                "months" => Measure::Time,
                                "seasons" => Measure::Seasons,
                                "matches" => Measure::Matches(season),
                                "fine" => Measure::Fine,
                                "closing" => Measure::Closing(season),
                                _ => Measure::Rights,
                            };
                            let input = SanctionInput {
                                class,
                                measure,
                                mitigating: letters(mitigating),
                                aggravating: letters(aggravating),
                                paid,
                            };
                            let (rules, degrees) = (&discipline.sanctions, &discipline.degrees);
                            let core = core_sanction(&input, rules, degrees).value;
                            let data = Data::record([
                                ("class", class.key().into()),
                                ("kind", (*kind).into()),
                                ("season_matches", season.into()),
                                ("mitigating", names(&degrees.mitigations.value, mitigating)),
                                ("aggravating", names(&degrees.aggravations.value, aggravating)),
                                ("paid", paid.into()),
                            ]);
                            let mut found = sheet.compute(&data);
                            let told = format!("{class:?} {kind} {season:?} {data:?}");
                            let part = found.get("part").text().map(|part| part.to_string());
                            assert_eq!(part.as_deref(), core.part.map(|part| part.key()), "{told}");
                            let (least, most) =
                                (found.get("least").number(), found.get("most").number());
                            if let Some(range) = &core.graded {
                                assert_eq!(found.get("allowed").truth(), Some(true), "{told}");
                                assert_eq!(
                                    (least, most),
                                    (Some(range.from), Some(range.to)),
                                    "{told}"
                                );
                                asked += 1;
                            } else {
                                // Not allowed, or the matches of the season are not told.
                                let outputs = found.outputs();
                                assert!(outputs["from"].is_null(), "{told}");
                            }
                        }
                    }
                }
            }
        }
        assert!(asked > 500, "{asked}");
        let months = Data::record([("class", "serious".into()), ("kind", "months".into())]);
        let most =
            crate::model::Exact::from(MONTHS * i64::from(discipline.sanctions.serious_max.get()));
        assert_eq!(sheet.compute(&months).get("to").number(), Some(most));
    }

    /// Every circumstance of the text has a sentence, every term too.
    #[test]
    fn every_word_of_the_forms_is_there() {
        let degrees = &rules().discipline.degrees;
        let Unit::Words(known) = CIRCUMSTANCES else { panic!("words") };
        for item in degrees.mitigations.value.iter().chain(&degrees.aggravations.value) {
            assert!(known.iter().any(|(word, _)| *word == item.0), "{}", item.0);
        }
        let names: Vec<_> = Deadline::ALL.iter().map(|(key, _)| *key).collect();
        assert_eq!(names, DEADLINES);
        assert!(TERM_WORDS.iter().map(|(key, _)| *key).eq(names));
    }

    /// Every term from every day of a winter, an act on the last day and on either side of it.
    #[test]
    fn the_form_of_terms_and_the_core_agree() {
        let holidays = [date(1990, 12, 6), date(1990, 12, 8), date(1990, 12, 25)];
        let sheet = deadline(rules());
        let terms = &rules().discipline.terms;
        for free in [false, true] {
            let mut calendar = WorkingCalendar::new(holidays);
            calendar.saturdays_free = free;
            for (key, deadline) in Deadline::ALL {
                for day in 0..20_i64 {
                    let from = date(1990, 11, 28).checked_add(day.days()).unwrap();
                    let last = terms::deadline(deadline, from, None, None, &calendar, terms);
                    let last = last.value.last_day.unwrap();
                    for away in [-1_i64, 0, 1] {
                        let act: Date = last.checked_add(away.days()).unwrap();
                        let core =
                            terms::deadline(deadline, from, Some(act), None, &calendar, terms);
                        let input = Data::record([
                            ("deadline", key.into()),
                            ("from", from.into()),
                            ("act", act.into()),
                            ("holidays", Data::list(holidays)),
                            ("saturdays_free", free.into()),
                        ]);
                        let found = sheet.compute(&input);
                        assert_eq!(found.get("last_day").day(), Some(last), "{key} {from}");
                        assert_eq!(found.get("in_time").truth(), core.value.in_time, "{key} {act}");
                    }
                }
            }
        }
    }
}
