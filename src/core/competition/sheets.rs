//! Questions of the general competition regulation as data: what the calculations beside this file
//! answer, and what the site's forms compute.

use super::absence::{AbsenceRules, SECONDS};
use super::eligibility::EligibilityRules;
use super::lineup::LineupRules;
use super::overlap::OverlapRules;
use crate::core::ask::{Field, Kind};
use crate::core::formula::expr::{all, any, apply, if_, is, param, unknown, var, words};
use crate::core::formula::{Check, Data, Expr, Line, Op, Sheet, Unit, line, say};
use crate::rulebook::{Cited, DayOfYear};

/// What is given, or else a value that stands for it.
fn or(field: &'static str, otherwise: Expr) -> Expr {
    apply(Op::First, [var(field), otherwise])
}

fn shown(key: &'static str, expr: Expr) -> Line {
    line(say(key)).gives(expr, Unit::Plain)
}

/// A line with the limit that the text sets.
fn limit<T: Clone + Into<Data>>(key: &'static str, of: &Cited<T>) -> Line {
    shown(key, param(of)).cite(&of.at)
}

/// Full years of age on a day of the year of the final stage.
fn age(day: &Cited<DayOfYear>) -> Expr {
    const MONTHS: u32 = 12;
    let years = || var("final_year").minus(apply(Op::Year, [var("born")]));
    let birthday = apply(Op::AddMonths, [var("born"), years().times(is(MONTHS))]);
    let on = apply(Op::DayIn, [var("final_year"), param(day)]);
    if_(on.less(birthday), years().minus(is(1)), years())
}

pub const AGE_GROUP: &[Field] =
    &[Field::required("born", Kind::Date), Field::required("final_year", Kind::Int(1, 9999))];

/// Age groups (RGC 4.1.4, 4.1.5; AMB-35).
pub fn age_group(rules: &EligibilityRules) -> Sheet {
    let mut sheet = Sheet::new("age-group", AGE_GROUP);
    let under = |age: &'static str, limit: &Cited<u32>| {
        all([is(0).at_most(var(age)), var(age).less(param(limit))])
    };
    sheet
        .define("age", age(&rules.infantil_day))
        .define("juvenil_age", age(&rules.juvenil_day))
        .define("infantil", under("age", &rules.infantil_age))
        .define("juvenil", under("juvenil_age", &rules.juvenil_age));
    let check = |key, label, age: &'static str, below, most: &Cited<u32>| {
        Check::new(key, say(label), var(key))
            .measured(var(age), Unit::Plain)
            .cite_param(most)
            .line(shown("rgc.born", var("born")))
            .line(shown("rgc.age", var(age)))
            .line(limit(below, most))
    };
    sheet.part(
        "",
        vec![
            check("infantil", "rgc.infantil", "age", "rgc.infantil-under", &rules.infantil_age),
            check("juvenil", "rgc.juvenil", "juvenil_age", "rgc.juvenil-under", &rules.juvenil_age),
        ],
    );
    sheet
        .output("age_on_1_january", var("age"))
        .output("infantil", var("infantil"))
        .output("juvenil", var("juvenil"));
    sheet
}

pub const CONFIRMATION: &[Field] =
    &[Field::required("start", Kind::Date), Field::optional("confirmed", Kind::Date)];

/// Confirmation of a player qualified for a final (RGC 4.1.2).
pub fn confirmation(rules: &EligibilityRules) -> Sheet {
    let mut sheet = Sheet::new("confirmation", CONFIRMATION);
    let days = is(0).minus(param(&rules.confirmation));
    sheet
        .define("last_day", apply(Op::AddDays, [var("start"), days]))
        .define("in_time", var("confirmed").at_most(var("last_day")));
    let check = Check::new("in-time", say("rgc.confirmed-in-time"), var("in_time"))
        .measured(var("last_day"), Unit::Plain)
        .cite_param(&rules.confirmation)
        .line(shown("rgc.start", var("start")))
        .line(limit("rgc.days-before", &rules.confirmation))
        .line(shown("rgc.last-day", var("last_day")))
        .line(shown("rgc.confirmed", var("confirmed")))
        .if_unknown(say("rgc.advice.confirm").with("last", var("last_day")));
    sheet.part("", vec![check]);
    sheet.output("last_day", var("last_day")).output("in_time", var("in_time"));
    sheet
}

pub const LATENESS: &[Field] = &[
    Field::required("late", Kind::Choice(&["visitor", "home"])),
    Field::optional("different_towns", Kind::Bool),
    Field::optional("proof", Kind::Choice(&["none", "no", "accepted", "rejected"])),
    Field::required("minutes", Kind::Int(0, 100_000)),
];

/// A late player (RGC 12.1, 12.2; AMB-30, 110).
pub fn lateness(rules: &AbsenceRules) -> Sheet {
    let mut sheet = Sheet::new("lateness", LATENESS);
    let proof = || or("proof", is("none"));
    let accepted = || all([var("offered"), proof().equal(is("accepted"))]);
    let when_played = |expr| if_(var("played"), expr, unknown());
    sheet
        .define(
            "offered",
            all([
                var("late").equal(is("visitor")),
                or("different_towns", is(false)),
                proof().among(words(&["accepted", "rejected"])),
            ]),
        )
        .define("most", if_(accepted(), param(&rules.limit_between_towns), param(&rules.limit)))
        // Rejected afterwards: the game stands as it was started, if it could be played at all
        // without proof (AMB-110).
        .define("played", var("minutes").at_most(var("most")))
        .define("elapsed", var("minutes").times(is(SECONDS)))
        .define(
            "late_player",
            when_played(if_(
                var("offered"),
                var("elapsed").times(param(&rules.visitor_share)),
                var("elapsed"),
            )),
        )
        .define(
            "other",
            when_played(if_(var("offered"), var("elapsed").times(param(&rules.home_share)), is(0))),
        );
    let played = Check::new("played", say("rgc.game-played"), var("played"))
        .measured(var("minutes"), Unit::Plain)
        .cite_param(&rules.limit)
        .cite_param(&rules.limit_between_towns)
        .line(shown("rgc.minutes-late", var("minutes")))
        .line(shown("rgc.limit-minutes", var("most")));
    let seconds = |key, label, quantity: &'static str| {
        let known = vec![(var(quantity).known(), say(label))];
        Check::quantity(key, known, var(quantity), Unit::Plain)
            .measured(var(quantity), Unit::Plain)
            .cite_param(&rules.visitor_share)
    };
    sheet.part(
        "",
        vec![
            played,
            seconds("late-player", "rgc.seconds-late", "late_player"),
            seconds("other", "rgc.seconds-other", "other"),
        ],
    );
    sheet
        .output("result", if_(var("played"), is("play"), is("lost")))
        .output("seconds_late_player", var("late_player"))
        .output("seconds_other", var("other"));
    sheet
}

pub const WITHDRAWAL: &[Field] = &[
    Field::required("system", Kind::Choice(&["league", "swiss"])),
    Field::required("rounds", Kind::Int(1, 400)),
    Field::required("after_round", Kind::Int(0, 400)),
];

/// What becomes of the results of one who left (RGC 14.3, 14.3.1; AMB-33, 99).
pub fn withdrawal(rules: &AbsenceRules) -> Sheet {
    let half = &rules.half;
    let mut sheet = Sheet::new("withdrawal", WITHDRAWAL);
    sheet
        .define("half", param(half).times(var("rounds")))
        .define("kept", var("after_round").at_least(var("half")))
        .define("removed", all([var("system").equal(is("league")), var("kept").negated()]));
    let what = Unit::Truths {
        holds: "rgc.games-removed",
        fails: "rgc.games-stay",
        unknown: "verdict.unknown",
    };
    sheet.part(
        "",
        vec![
            Check::new("points-kept", say("rgc.points-kept"), var("kept"))
                .measured(var("half"), Unit::Plain)
                .cite("RGC 14.3")
                .line(shown("rgc.last-round", var("after_round")))
                .line(shown("rgc.half", var("half")).cite(&half.at)),
            Check::quantity("games", say("rgc.consequence"), var("removed"), what)
                .measured(var("removed"), Unit::Verdict)
                .cite("RGC 14.3.1"),
        ],
    );
    sheet
        .output("points_kept", var("kept"))
        .output("results_with_player", if_(var("removed"), is("removed"), is("kept")));
    sheet
}

pub const TEAM_PRESENCE: &[Field] = &[
    Field::required("boards", Kind::Int(1, 1000)),
    Field::required("present", Kind::Int(0, 1000)),
    Field::optional("at_limit", Kind::Bool),
];

/// A team at the start, or at the end of the time limit (RGC 12.3).
pub fn team_presence(rules: &AbsenceRules) -> Sheet {
    let share = &rules.present_share;
    let mut sheet = Sheet::new("team-presence", TEAM_PRESENCE);
    sheet
        .define("needed", param(share).times(var("boards")))
        .define("enough", var("present").at_least(var("needed")))
        .define(
            "result",
            if_(
                var("enough"),
                is("plays"),
                if_(or("at_limit", is(false)), is("lost"), is("all-clocks-run")),
            ),
        );
    let results = Unit::Words(&[
        ("plays", "rgc.presence.plays"),
        ("lost", "rgc.presence.lost"),
        ("all-clocks-run", "rgc.presence.all-clocks-run"),
    ]);
    sheet.part(
        "",
        vec![
            Check::new("enough", say("rgc.enough-present"), var("enough"))
                .measured(var("present"), Unit::Plain)
                .cite_param(share)
                .line(shown("rgc.boards", var("boards")))
                .line(shown("rgc.present", var("present")))
                .line(shown("rgc.half-of-team", var("needed")).cite(&share.at)),
            Check::quantity("result", say("rgc.consequence"), var("result"), results)
                .measured(var("result"), results)
                .cite_param(share),
        ],
    );
    sheet.output("result", var("result"));
    sheet
}

pub const ELIMINATION: &[Field] = &[
    Field::required("absences", Kind::Int(0, 100_000)),
    Field::optional("excused", Kind::Int(0, 100_000)),
];

/// Eliminated by absences in one event (RGC 14.1, AMB-32).
pub fn elimination(rules: &AbsenceRules) -> Sheet {
    let most = &rules.elimination;
    let mut sheet = Sheet::new("elimination", ELIMINATION);
    let excused = || or("excused", is(0));
    sheet
        .define("counted", apply(Op::Greatest, [is(0), var("absences").minus(excused())]))
        .define("eliminated", var("counted").at_least(param(most)));
    let what = Unit::Truths { holds: "form.yes", fails: "form.no", unknown: "verdict.unknown" };
    let check = Check::quantity("eliminated", say("rgc.eliminated"), var("eliminated"), what)
        .measured(var("counted"), Unit::Plain)
        .cite_param(most)
        .cite("RGC 12.5")
        .line(shown("rgc.absences", var("absences")))
        .line(shown("rgc.excused", excused()).cite(&"RGC 12.5".into()))
        .line(limit("rgc.absences-limit", most));
    sheet.part("", vec![check]);
    sheet.output("eliminated", var("eliminated"));
    sheet
}

pub const FOREIGNERS: &[Field] = &[
    Field::required("boards", Kind::Int(1, 100)),
    Field::optional("nationalities", Kind::List(&Kind::Text)),
    Field::optional("home_nationality", Kind::Text),
];

/// Foreigners in a team (RGC 9.1, 9.2; AMB-26).
pub fn foreigners(rules: &LineupRules) -> Sheet {
    let mut sheet = Sheet::new("foreigners-quota", FOREIGNERS);
    let listed = if_(var("nationalities").known(), var("nationalities"), words(&[]));
    let at_home = any([
        var("n").equal(or("home_nationality", is("ESP"))),
        var("n").among(param(&rules.not_foreign)),
    ]);
    sheet
        .define("foreign", listed.keep("n", at_home.negated()).count())
        .define(
            "allowed",
            if_(
                var("boards").at_most(param(&rules.small_team)),
                param(&rules.small_foreigners),
                if_(
                    var("boards").at_most(param(&rules.large_team)),
                    param(&rules.large_foreigners),
                    unknown(),
                ),
            ),
        )
        .define("legal", var("foreign").at_most(var("allowed")));
    let check = Check::new("legal", say("rgc.foreigners-legal"), var("legal"))
        .measured(var("foreign"), Unit::Plain)
        .cite_param(&rules.small_foreigners)
        .cite_param(&rules.not_foreign)
        .line(shown("rgc.boards", var("boards")))
        .line(limit("rgc.foreigners-small", &rules.small_foreigners))
        .line(limit("rgc.foreigners-large", &rules.large_foreigners))
        .line(shown("rgc.foreigners", var("foreign")))
        .if_not(say("rgc.advice.foreigners").with("n", var("foreign").minus(var("allowed"))));
    let allowed =
        Check::quantity("allowed", say("rgc.foreigners-allowed"), var("allowed"), Unit::Plain)
            .measured(var("allowed"), Unit::Plain)
            .cite_param(&rules.small_foreigners);
    sheet.part("", vec![allowed, check]);
    sheet
        .output("allowed", var("allowed"))
        .output("foreign", var("foreign"))
        .output("legal", var("legal"));
    sheet
}

pub const DATE_CHANGE: &[Field] = &[
    Field::required("round", Kind::Int(1, 400)),
    Field::required("rounds", Kind::Int(1, 400)),
    Field::optional("forward_or_venue", Kind::Bool),
    Field::optional("overlap", Kind::Bool),
    Field::optional("leave", Kind::Bool),
];

/// May date or venue be changed (RGC 15.10)?
pub fn date_change(rules: &OverlapRules) -> Sheet {
    let mut sheet = Sheet::new("date-change", DATE_CHANGE);
    let flag = |name| or(name, is(false));
    sheet
        .define("last", var("rounds").less(var("round").plus(param(&rules.frozen_rounds))))
        .define(
            "frozen",
            all([var("last"), or("forward_or_venue", is(true)), flag("overlap").negated()]),
        )
        .define("allowed", all([flag("leave"), var("frozen").negated()]));
    let check = Check::new("allowed", say("rgc.change-allowed"), var("allowed"))
        .measured(var("round"), Unit::Plain)
        .cite_param(&rules.frozen_rounds)
        .line(shown("rgc.round", var("round")))
        .line(limit("rgc.frozen-rounds", &rules.frozen_rounds))
        .line(shown("rgc.overlap", flag("overlap")))
        .line(shown("rgc.leave", flag("leave")));
    sheet.part("", vec![check]);
    sheet.output("allowed", var("allowed"));
    sheet
}
