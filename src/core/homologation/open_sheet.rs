//! The requirements of an open as data (Oberts 1–9; AMB-89, 105).

use super::open::OpenRules;
use crate::core::ask::{Field, Kind};
use crate::core::formula::expr::{all, any, apply, if_, is, param, unknown, var, words};
use crate::core::formula::sheet::Cases;
use crate::core::formula::{Check, Data, Expr, Line, Op, Sentence, Sheet, Unit, line, say};
use crate::core::rules::Rules1990;
use crate::rulebook::ProvisionId;

/// Provisions without a number of their own.
const APPROVAL: &str = "Oberts 5";
const OFFICIALS: &str = "Oberts 7";

/// Metres of a kilometre.
const KILOMETRE: u32 = 1000;

/// Categories by their sentences.
pub const CATEGORY_WORDS: Unit = Unit::Words(&[
    ("preferent", "values.category.preferent"),
    ("1a", "values.category.1a"),
    ("2a", "values.category.2a"),
    ("3a", "values.category.3a"),
]);

/// Papers by their sentences; the list itself stands in the text.
const PAPER_WORDS: Unit = Unit::Words(&[
    ("fitxes", "open.paper.fitxes"),
    ("planilles", "open.paper.planilles"),
    ("classificacio", "open.paper.classificacio"),
    ("informe", "open.paper.informe"),
]);

const CATEGORIES: &[&str] = &["preferent", "1a", "2a", "3a"];

/// An event with which an open may clash.
pub const EVENT: &[Field] = &[
    Field::optional("id", Kind::Id),
    Field::optional("name", Kind::Text),
    Field::optional("at", Kind::Place),
    Field::optional("start", Kind::Date),
    Field::optional("end", Kind::Date),
];

/// What is asked about an open.
pub const OPEN_FIELDS: &[Field] = &[
    Field::optional("request", Kind::Date),
    Field::optional("request_year", Kind::Int(1, 9998)),
    Field::required("rounds", Kind::Int(1, 400)),
    Field::optional("start", Kind::Date),
    Field::optional("end", Kind::Date),
    Field::optional("at", Kind::Place),
    Field::required(
        "groups",
        Kind::List(&Kind::Object(&[
            Field::required("categories", Kind::List(&Kind::Choice(CATEGORIES))),
            Field::optional("players", Kind::Int(0, 100_000)),
        ])),
    ),
    Field::optional("rules_approved", Kind::Bool),
    Field::optional("certificate_shown", Kind::Bool),
    Field::optional("officials_recognised", Kind::Bool),
    Field::optional("list_received", Kind::Moment),
    Field::optional("round_2_start", Kind::Moment),
    Field::optional("papers_received", Kind::Date),
    Field::optional("documents", Kind::List(&Kind::Text)),
    Field::optional("fee_paid", Kind::Int(0, 1_000_000_000)),
    Field::optional("holidays", Kind::List(&Kind::Date)),
    Field::optional("saturdays_free", Kind::Bool),
    Field::optional("established", Kind::List(&Kind::Object(EVENT))),
];

/// The requirements with the numbers of the text.
pub fn open_sheet(rules: &Rules1990) -> Sheet {
    let open = &rules.open;
    let mut sheet = Sheet::new("open-homologation", OPEN_FIELDS);
    quantities(&mut sheet, rules);
    sheet.summary = Some(
        say("open.summary")
            .shown("homologated", var("can_be_homologated"), Unit::Verdict)
            .shown("norms", var("can_give_norms"), Unit::Verdict)
            .shown("duties", var("duties_met"), Unit::Verdict),
    );
    sheet.part("open.heading.before", vec![request(open), clash(open)]);
    sheet.part("open.heading.rounds", rounds(open).into());
    sheet.part("open.heading.groups", groups(open).into());
    sheet.part("open.heading.duties", duties(rules));
    sheet.part("open.heading.deadlines", deadlines(open).into());
    sheet.part("open.heading.overall", overall(open).into());
    sheet.blank = Data::record([("groups", Data::List(vec![Data::record([])]))]);
    sheet.options.push(("documents", param(&rules.competition.papers.open), PAPER_WORDS));
    sheet
}

fn quantities(sheet: &mut Sheet, rules: &Rules1990) {
    let open = &rules.open;
    let limit_in = |year| apply(Op::DayIn, [year, param(&open.request_limit)]);
    let start_year = || apply(Op::Year, [var("start")]);
    sheet
        // A request holds for the season after its 30 June (AMB-89): the last before the first day.
        .define(
            "limit_year",
            apply(
                Op::First,
                [
                    var("request_year"),
                    if_(
                        limit_in(start_year()).less(var("start")),
                        start_year(),
                        start_year().minus(is(1)),
                    ),
                ],
            ),
        )
        // On the day itself a request is late.
        .define("request_last_day", apply(Op::AddDays, [limit_in(var("limit_year")), is(-1)]))
        .define("request_in_time", var("request").at_most(var("request_last_day")))
        .define("clashes", clashes(open))
        .define("no_clash", all([var("clashes").map("c", var("c").get("clash").negated())]))
        .define("rounds_ok", var("rounds").at_least(param(&open.min_rounds)))
        .define("rounds_ok_for_norms", var("rounds").at_least(param(&open.norm_rounds)))
        .define("playing_groups", playing_groups(open))
        .define(
            "groups_ok",
            if_(
                var("groups").count().is_zero(),
                unknown(),
                all([
                    var("playing_groups").map("g", var("g").get("mix_ok")),
                    var("playing_groups").map("g", var("g").get("size_ok")),
                ]),
            ),
        )
        .define("categories", all_categories())
        .define("fee", fee(open))
        .define(
            "papers_last_day",
            apply(
                Op::WorkingDay,
                [var("end"), param(&open.paper_days), var("holidays"), var("saturdays_free")],
            ),
        )
        .define("papers_in_time", var("papers_received").at_most(var("papers_last_day")))
        .define("list_in_time", var("list_received").less(var("round_2_start")))
        .define("fee_enough", var("fee_paid").at_least(var("fee")))
        .define("can_be_homologated", beforehand([]))
        .define("can_give_norms", beforehand([var("rounds_ok_for_norms")]))
        .define("duties_met", all([var("list_in_time"), var("papers_in_time")]));
}

/// What must hold beforehand (Oberts 1 to 4), and more.
fn beforehand<const N: usize>(more: [Expr; N]) -> Expr {
    let known = ["request_in_time", "rounds_ok", "groups_ok", "no_clash"].map(var);
    Expr::Apply(Op::All, known.into_iter().chain(more).collect())
}

/// Does an established event stand in the way? When they share a day and lie nearer than the limit.
fn clashes(open: &OpenRules) -> Expr {
    let theirs = |field| var("e").get(field);
    // Without a list of others there are none.
    let others = if_(var("established").known(), var("established"), words(&[]));
    let given = others.map(
        "e",
        Expr::Record(vec![
            ("name", theirs("name")),
            ("start", theirs("start")),
            ("end", theirs("end")),
            ("distance", apply(Op::Metres, [var("at"), theirs("at")])),
            (
                "common_day",
                all([var("start").at_most(theirs("end")), theirs("start").at_most(var("end"))]),
            ),
        ]),
    );
    let limit = param(&open.min_distance).times(is(KILOMETRE));
    let of = |field| var("c").get(field);
    given.map(
        "c",
        Expr::Record(vec![
            ("name", of("name")),
            ("start", of("start")),
            ("end", of("end")),
            ("distance", of("distance")),
            ("common_day", of("common_day")),
            ("clash", all([of("common_day"), of("distance").less(limit)])),
        ]),
    )
}

/// What is asked about two events.
pub const CLASH_FIELDS: &[Field] = &[
    Field::required("new", Kind::Object(EVENT)),
    Field::required("established", Kind::Object(EVENT)),
];

/// Does one event stand in the way of another (Oberts 2)?
pub fn clash_sheet(rules: &Rules1990) -> Sheet {
    let open = &rules.open;
    let mut sheet = Sheet::new("clash", CLASH_FIELDS);
    let mine = |field| var("new").get(field);
    sheet
        .define("start", mine("start"))
        .define("end", mine("end"))
        .define("at", mine("at"))
        .define("established", apply(Op::List, [var("established")]))
        .define("clashes", clashes(open))
        .define("found", var("clashes").first());
    let of = |field| var("found").get(field);
    let limit = || param(&open.min_distance);
    let check =
        Check::new("clash", say("open.clash").with("limit", limit()), of("clash").negated())
            .measured(of("distance"), Unit::Plain)
            .cite_param(&open.min_distance)
            .line(line(say("ask.distance")).gives(of("distance"), Unit::Plain))
            .line(
                line(say("ask.least-distance-km"))
                    .gives(limit(), Unit::Plain)
                    .cite(&open.min_distance.at),
            )
            .line(line(say("ask.common-day")).gives(of("common_day"), Unit::Verdict))
            .line(
                line(say("ask.clash")).gives(of("clash"), CLASH_WORDS).cite(&open.min_distance.at),
            )
            .if_not(say("open.advice.clash").with("events", of("name")).with("limit", limit()))
            .if_unknown(say("open.advice.place"));
    sheet.part("", vec![check]);
    sheet
        .output("distance_m", of("distance"))
        .output("common_day", of("common_day"))
        .output("clash", of("clash"));
    sheet
}

/// What is asked about a term of working days.
pub const WORKING_DAYS_FIELDS: &[Field] = &[
    Field::required("from", Kind::Date),
    Field::required("days", Kind::Int(0, 100_000)),
    Field::optional("holidays", Kind::List(&Kind::Date)),
    Field::optional("saturdays_free", Kind::Bool),
    Field::optional("act", Kind::Date),
];

/// The last working day of a term (Oberts 8, AMB-77).
pub fn working_days_sheet(_: &Rules1990) -> Sheet {
    const AT: &str = "Oberts 8";
    let mut sheet = Sheet::new("working-days", WORKING_DAYS_FIELDS);
    let term = [var("from"), var("days"), var("holidays"), var("saturdays_free")];
    sheet
        .define("last_day", apply(Op::WorkingDay, term))
        .define("in_time", var("act").at_most(var("last_day")));
    let last = Check::quantity("last-day", say("open.papers.last"), var("last_day"), Unit::Plain)
        .measured(var("last_day"), Unit::Plain)
        .cite(AT)
        .lines(working_days(var("from"), var("days"), var("last_day"), &AT.into()));
    let in_time = vec![(var("act").known(), say("open.papers.in-time"))];
    let in_time =
        Check::new("in-time", in_time, var("in_time")).measured(var("act"), Unit::Plain).cite(AT);
    sheet.part("", vec![last, in_time]);
    sheet.output("last_day", var("last_day")).output("in_time", var("in_time"));
    sheet
}

/// One category alone, or two that may play together; enough players (Oberts 4).
fn playing_groups(open: &OpenRules) -> Expr {
    let of = |field| var("g").get(field);
    let together = any([param(&open.mixes).map(
        "m",
        all([
            var("m").count().equal(of("own").count()),
            of("own").map("c", var("c").among(var("m"))),
        ]),
    )]);
    let mix_ok = if_(
        of("own").count().is_zero(),
        unknown(),
        any([of("own").count().equal(is(1)), together]),
    );
    var("groups")
        .map(
            "g",
            Expr::Record(vec![
                ("own", of("categories").distinct()),
                ("categories", of("categories")),
                ("players", of("players")),
            ]),
        )
        .map(
            "g",
            Expr::Record(vec![
                ("categories", of("categories")),
                ("players", of("players")),
                ("mix_ok", mix_ok),
                ("size_ok", of("players").at_least(param(&open.min_players))),
                ("missing", param(&open.min_players).minus(of("players"))),
                ("several", is(1).less(of("own").count())),
            ]),
        )
}

fn all_categories() -> Expr {
    apply(Op::Flat, [var("groups").map("g", var("g").get("categories"))]).distinct()
}

/// What the open pays: each category once, up to the maximum (Oberts 9, AMB-105).
fn fee(open: &OpenRules) -> Expr {
    let sum = var("categories").map("c", category_fee(open)).sum();
    if_(
        var("categories").count().is_zero(),
        unknown(),
        apply(Op::Least, [sum, param(&open.fee_max)]),
    )
}

/// Of the category `c`.
fn category_fee(open: &OpenRules) -> Expr {
    if_(
        var("c").equal(is("preferent")),
        param(&open.fee_preferent),
        if_(var("c").among(param(&open.fee_categories)), param(&open.fee_category), is(0)),
    )
}

/// One sentence when something is known, another when not.
fn known_or(expr: Expr, known: Sentence, other: &'static str) -> Cases {
    vec![(expr.known(), known), (is(true), say(other))]
}

fn request(open: &OpenRules) -> Check {
    let last = || var("request_last_day");
    let label = known_or(last(), say("open.request").with("last", last()), "open.request.undated");
    Check::new("request", label, var("request_in_time"))
        .measured(var("request"), Unit::Plain)
        .cite_param(&open.request_limit)
        .line(measured("open.request.made", var("request")))
        .line(measured("open.request.last", last()))
        .if_not(say("open.advice.request-late"))
        .advise(
            all([var("request_in_time").known().negated(), last().known()]),
            say("open.advice.request-by").with("last", last()),
        )
        .if_unknown(say("open.advice.request"))
}

fn clash(open: &OpenRules) -> Check {
    let limit = || param(&open.min_distance);
    let of = |field| var("c").get(field);
    let distance = vec![
        (of("distance").known(), say("open.clash.metres").with("metres", of("distance"))),
        (is(true), say("open.clash.nowhere")),
    ];
    let event = say("open.clash.event")
        .with("event", of("name"))
        .with("start", of("start"))
        .with("end", of("end"))
        .words("distance", distance);
    // Events on other days are not worth a line.
    let worth =
        var("clashes").keep("c", any([of("common_day"), of("common_day").known().negated()]));
    let clashing = var("clashes").keep("c", of("clash"));
    let names = clashing.clone().map("c", of("name"));
    Check::new("clash", say("open.clash").with("limit", limit()), var("no_clash"))
        .measured(clashing.count(), Unit::Plain)
        .cite_param(&open.min_distance)
        .line(
            line(event)
                .each("c", worth)
                .gives(of("clash"), CLASH_WORDS)
                .cite(&open.min_distance.at),
        )
        .if_not(say("open.advice.clash").with("events", names).with("limit", limit()))
        .if_unknown(say("open.advice.place"))
}

const CLASH_WORDS: Unit =
    Unit::Truths { holds: "open.clash.yes", fails: "open.clash.no", unknown: "open.clash.unknown" };

fn rounds(open: &OpenRules) -> [Check; 2] {
    let check = |key, label, minimum: &crate::rulebook::Cited<u32>, ok| {
        Check::new(
            key,
            say(label).with("measured", var("rounds")).with("minimum", param(minimum)),
            var(ok),
        )
        .measured(var("rounds"), Unit::Plain)
        .cite_param(minimum)
        .line(measured("homologation.measured", var("rounds")))
        .if_not(say("open.advice.rounds").with("n", param(minimum).minus(var("rounds"))))
    };
    [
        check("rounds", "open.rounds", &open.min_rounds, "rounds_ok"),
        check("norm-rounds", "open.norm-rounds", &open.norm_rounds, "rounds_ok_for_norms"),
    ]
}

fn groups(open: &OpenRules) -> [Check; 2] {
    let of = |field| var("g").get(field);
    let names = |sentence: Sentence| sentence.shown("categories", of("categories"), CATEGORY_WORDS);
    let label = vec![
        (of("categories").count().is_zero(), say("open.mix.unknown")),
        (is(true), names(say("open.mix"))),
    ];
    let size = |sentence: Sentence| {
        sentence.with("measured", of("players")).with("minimum", param(&open.min_players))
    };
    let size = vec![
        (of("categories").count().is_zero(), size(say("open.size.unknown"))),
        (is(true), size(names(say("open.size")))),
    ];
    [
        Check::new("group-mix", label, of("mix_ok"))
            .each("g", var("playing_groups"))
            .measured(of("categories"), CATEGORY_WORDS)
            .cite_param(&open.mixes)
            .if_not(say("open.advice.mix"))
            .if_unknown(say("open.advice.categories"))
            .advise(of("several"), say("open.advice.alone")),
        Check::new("group-size", size, of("size_ok"))
            .each("g", var("playing_groups"))
            .measured(of("players"), Unit::Plain)
            .cite_param(&open.min_players)
            .line(measured("homologation.measured", of("players")))
            .if_not(say("open.advice.players").with("n", of("missing")))
            .if_unknown(say("open.advice.entered")),
    ]
}

fn duties(rules: &Rules1990) -> Vec<Check> {
    let open = &rules.open;
    vec![
        told("approval", "open.approval", "rules_approved", APPROVAL)
            .if_not(say("open.advice.approval"))
            .if_unknown(say("open.advice.approval")),
        told("officials", "open.officials", "officials_recognised", OFFICIALS)
            .if_not(say("open.advice.officials"))
            .if_unknown(say("open.advice.officials")),
        list(open),
        told("certificate", "open.certificate", "certificate_shown", APPROVAL)
            .if_not(say("open.advice.certificate"))
            .if_unknown(say("open.advice.certificate")),
        papers(open),
        documents(rules),
        fee_check(open),
        paid(open),
    ]
}

/// A requirement that the data answer with yes, no or nothing.
fn told(key: &'static str, label: &'static str, field: &'static str, provision: &str) -> Check {
    Check::new(key, say(label), var(field)).measured(var(field), Unit::Verdict).cite(provision)
}

fn list(open: &OpenRules) -> Check {
    let round = || param(&open.list_round);
    let start = || var("round_2_start");
    let label = vec![
        (start().known(), say("open.list.until").with("round", round()).with("limit", start())),
        (is(true), say("open.list").with("round", round())),
    ];
    Check::new("list", label, var("list_in_time"))
        .measured(var("list_received"), Unit::Plain)
        .cite_param(&open.list_round)
        .line(measured("open.list.received", var("list_received")))
        .line(measured("open.list.limit", start()))
        .if_not(say("open.advice.list-late"))
        .advise(
            all([var("list_in_time").known().negated(), start().known()]),
            say("open.advice.list-by").with("limit", start()),
        )
        .if_unknown(say("open.advice.list"))
}

fn papers(open: &OpenRules) -> Check {
    let last = || var("papers_last_day");
    let label = known_or(last(), say("open.papers").with("last", last()), "open.papers.undated");
    Check::new("papers", label, var("papers_in_time"))
        .measured(var("papers_received"), Unit::Plain)
        .cite_param(&open.paper_days)
        .lines(working_days(var("end"), param(&open.paper_days), last(), &open.paper_days.at))
        .line(measured("open.papers.received", var("papers_received")))
        .if_not(say("open.advice.papers-late"))
        .advise(
            all([var("papers_in_time").known().negated(), last().known()]),
            say("open.advice.papers-by").with("last", last()),
        )
        .if_unknown(say("open.advice.papers"))
}

/// One line for each paper that the text names.
fn documents(rules: &Rules1990) -> Check {
    let needed = &rules.competition.papers.open;
    Check::new(
        "document",
        say("open.document").shown("document", var("d"), PAPER_WORDS),
        var("d").among(var("documents")),
    )
    .each("d", param(needed))
    .measured(var("d"), PAPER_WORDS)
    .cite_param(needed)
    .if_not(say("open.advice.document"))
    .if_unknown(say("open.advice.document"))
}

fn fee_check(open: &OpenRules) -> Check {
    let at = &open.fee_category.at;
    let category = say("open.fee.category").shown("category", var("c"), CATEGORY_WORDS);
    // In the order of the categories, whatever that of the groups is.
    let in_order = words(CATEGORIES).keep("c", var("c").among(var("categories")));
    Check::quantity("fee", say("open.fee"), var("fee"), Unit::Money)
        .measured(var("fee"), Unit::Money)
        .cite_param(&open.fee_category)
        .line(line(category).each("c", in_order).gives(category_fee(open), Unit::Money).cite(at))
        .line(line(say("open.fee.max")).gives(param(&open.fee_max), Unit::Money).cite(at))
}

fn paid(open: &OpenRules) -> Check {
    let missing = var("fee").minus(var("fee_paid"));
    Check::new("fee-paid", say("open.fee-paid"), var("fee_enough"))
        .measured(var("fee_paid"), Unit::Money)
        .cite_param(&open.fee_category)
        .line(line(say("open.fee-paid")).gives(var("fee_paid"), Unit::Money))
        .if_not(say("open.advice.fee").shown("missing", missing, Unit::Money))
        .if_unknown(say("open.advice.fee-unknown"))
}

/// Every date that the text sets, in their order.
fn deadlines(open: &OpenRules) -> [Check; 4] {
    let date = |key, label, when: &'static str| {
        let label = vec![(var(when).known(), say(label).with("end", var("end")))];
        Check::quantity(key, label, var(when), Unit::Plain).measured(var(when), Unit::Plain)
    };
    [
        date("deadline-request", "open.deadline.request", "request_last_day")
            .cite_param(&open.request_limit),
        date("deadline-certificate", "open.deadline.certificate", "start").cite(APPROVAL),
        date("deadline-list", "open.deadline.list", "round_2_start").cite_param(&open.list_round),
        date("deadline-papers", "open.deadline.papers", "papers_last_day")
            .cite_param(&open.paper_days),
    ]
}

fn overall(open: &OpenRules) -> [Check; 2] {
    [
        Check::new("can-be-homologated", say("open.overall"), var("can_be_homologated"))
            .measured(var("can_be_homologated"), Unit::Verdict)
            .cite_param(&open.request_limit)
            .cite_param(&open.min_distance)
            .cite_param(&open.min_rounds)
            .cite_param(&open.min_players),
        Check::new("can-give-norms", say("open.overall.norms"), var("can_give_norms"))
            .measured(var("can_give_norms"), Unit::Verdict)
            .cite_param(&open.norm_rounds),
    ]
}

/// A term of working days, day by day; a long one only by its end.
pub fn working_days(from: Expr, days: Expr, last: Expr, at: &ProvisionId) -> [Line; 2] {
    const SHOWN: i64 = 31;
    let first = apply(Op::AddDays, [from.clone(), is(1)]);
    let end_of = apply(Op::AddDays, [from.clone(), is(SHOWN)]);
    let until = apply(Op::Least, [last.clone(), end_of]);
    let shown = apply(Op::Days, [first.clone(), until]);
    let works = |day: &'static str| {
        apply(Op::IsWorking, [var(day), var("holidays"), var("saturdays_free")])
    };
    let day = |key| say(key).with("day", var("day"));
    let kinds = vec![
        (works("day"), day("calendar.working")),
        (apply(Op::IsSunday, [var("day")]), day("calendar.sunday")),
        (var("day").among(var("holidays")), day("calendar.holiday")),
        (is(true), day("calendar.saturday")),
    ];
    let counted = apply(Op::Days, [first, var("day")]).keep("past", works("past")).count();
    let term = say("calendar.term").with("from", from.clone()).with("n", days);
    [
        line(vec![(from.known(), term)]).gives(last, Unit::Plain).cite(at),
        line(kinds).each("day", shown).gives(if_(works("day"), counted, unknown()), Unit::Optional),
    ]
}

fn measured(key: &'static str, expr: Expr) -> Line {
    line(say(key)).gives(expr, Unit::Plain)
}
