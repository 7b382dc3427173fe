//! The requirements of a closed event as data (Tancats; AMB-23, 24, 104).

use super::closed::ClosedRules;
use crate::core::ask::{Field, Kind, TITLES};
use crate::core::formula::expr::{all, any, apply, if_, is, param, var, words};
use crate::core::formula::{Check, Expr, Op, Sheet, Unit, line, say};
use crate::core::rules::Rules1990;
use crate::model::Title;
use crate::rulebook::{Cited, Percent};

use super::open_sheet::CATEGORY_WORDS;

/// Route 1 of each purpose has no number of its own to be cited by.
const ELO_ROUTE_1: &str = "Tancats ELO 1";
const NORM_ROUTE_1: &str = "Tancats norma 1";

/// What is asked about a closed event.
pub const CLOSED_FIELDS: &[Field] = &[
    Field::required("rounds", Kind::Int(1, 400)),
    Field::optional("valid_for_fide", Kind::Bool),
    Field::required(
        "players",
        Kind::List(&Kind::Object(&[
            Field::optional("name", Kind::Text),
            Field::optional("club", Kind::Text),
            Field::optional("category", Kind::Choice(&["preferent", "1a", "2a", "3a"])),
            Field::optional("title", Kind::Choice(TITLES)),
            Field::optional("catalan", Kind::Int(0, 4000)),
            Field::optional("fide", Kind::Int(0, 4000)),
            Field::optional("feda", Kind::Int(0, 4000)),
        ])),
    ),
];

/// The requirements with the numbers of the text.
pub fn closed_sheet(rules: &Rules1990) -> Sheet {
    let closed = &rules.closed;
    let mut sheet = Sheet::new("closed-homologation", CLOSED_FIELDS);
    quantities(&mut sheet, rules);
    sheet.summary =
        Some(say("closed.summary").shown("elo", var("homologated_elo"), Unit::Verdict).shown(
            "norms",
            var("homologated_norms"),
            Unit::Verdict,
        ));
    sheet.part("closed.heading.note", note(closed).into());
    sheet.part(
        "closed.heading.elo",
        vec![
            route_1("elo-route-1", ELO_ROUTE_1),
            clubs("elo-clubs", &closed.elo_clubs, "clubs_ok_for_elo"),
            categories(closed),
            mean("elo-mean", &closed.elo_mean),
            route_2("elo-route-2", "elo_route_2").cite_param(&closed.elo_mean),
            overall("homologated-elo", "closed.homologated.elo", "homologated_elo", "elo_route_2")
                .cite(ELO_ROUTE_1)
                .cite_param(&closed.elo_mean)
                .cite_param(&closed.min_rounds),
        ],
    );
    sheet.part(
        "closed.heading.norms",
        vec![
            route_1("norm-route-1", NORM_ROUTE_1),
            clubs("norm-clubs", &closed.norm_clubs, "clubs_ok_for_norms"),
            lowest(closed),
            mean("norm-mean", &closed.norm_mean),
            route_2("norm-route-2", "norm_route_2").cite_param(&closed.norm_mean),
            overall(
                "homologated-norms",
                "closed.homologated.norms",
                "homologated_norms",
                "norm_route_2",
            )
            .cite(NORM_ROUTE_1)
            .cite_param(&closed.norm_mean)
            .cite_param(&closed.min_rounds),
        ],
    );
    sheet
}

fn quantities(sheet: &mut Sheet, rules: &Rules1990) {
    let closed = &rules.closed;
    let of = |field| var("p").get(field);
    // Catalan, else FIDE, else FEDA; masters count as Preferents (AMB-104).
    let kind = param(&rules.rating_order.order).keep("k", var("p").get_by(var("k")).known());
    let masters: Vec<&str> =
        Title::ALL.into_iter().filter(|title| title.is_master()).map(Title::key).collect();
    let is_master = all([of("title").known(), of("title").among(words(&masters))]);
    let participants = var("players").map(
        "p",
        Expr::Record(vec![
            ("name", of("name")),
            ("club", of("club")),
            ("category", if_(is_master, is("preferent"), of("category"))),
            ("source", kind.first()),
            ("catalan", of("catalan")),
            ("fide", of("fide")),
            ("feda", of("feda")),
            ("national", of("national")),
        ]),
    );
    let participants = participants.map(
        "p",
        Expr::Record(vec![
            ("name", of("name")),
            ("club", of("club")),
            ("category", of("category")),
            ("source", of("source")),
            ("rating", var("p").get_by(of("source"))),
        ]),
    );
    let counts = apply(Op::First, [of("rating"), param(&rules.values.unrated_base)]);
    let members = var("participants").keep("p", of("club").equal(var("club")));
    let clubless = var("participants").keep("p", of("club").known().negated());
    let has_club = |share| var("largest_club").at_most(club_limit(share));
    let low = any([of("rating").known().negated(), of("rating").less(param(&closed.norm_rating))]);
    let wanted = all([of("category").known(), of("category").among(param(&closed.elo_categories))]);
    let reaches = |minimum| all([var("mean").known(), var("mean").at_least(param(minimum))]);
    let homologated = |route_2| all([var("note"), any([var("valid_for_fide"), var(route_2)])]);
    sheet
        .define("participants", participants)
        .define("number", var("participants").count())
        .define(
            "note",
            all([
                var("rounds").at_least(param(&closed.min_rounds)),
                var("number").at_least(param(&closed.min_players)),
            ]),
        )
        .define("unrated_base", param(&rules.values.unrated_base))
        .define("sum", var("participants").map("p", counts).sum())
        .define("mean", var("sum").over(var("number")))
        // A participant without a club is a club of one (AMB-104).
        .define(
            "clubs",
            apply(Op::Sorted, [var("participants").map("p", of("club")).distinct()])
                .map("club", Expr::Record(vec![("name", var("club")), ("size", members.count())])),
        )
        .define("clubless", clubless.count())
        .define("distinct_clubs", var("clubs").count().plus(var("clubless")))
        .define(
            "largest_club",
            apply(
                Op::Greatest,
                [
                    var("clubs").map("c", var("c").get("size")),
                    apply(Op::Least, [var("clubless"), is(1)]),
                ],
            ),
        )
        .define(
            "largest_club_name",
            var("clubs")
                .keep("c", var("c").get("size").equal(var("largest_club")))
                .map("c", var("c").get("name"))
                .first(),
        )
        .define("clubs_ok_for_elo", has_club(&closed.elo_clubs))
        .define("clubs_ok_for_norms", has_club(&closed.norm_clubs))
        .define("others", var("participants").keep("p", wanted.negated()))
        .define("low", var("participants").keep("p", low))
        .define("below", var("low").count())
        .define("exceptions_ok", var("below").at_most(param(&closed.norm_exceptions)))
        .define(
            "elo_route_2",
            all([
                var("clubs_ok_for_elo"),
                var("others").count().is_zero(),
                reaches(&closed.elo_mean),
            ]),
        )
        .define(
            "norm_route_2",
            all([var("clubs_ok_for_norms"), var("exceptions_ok"), reaches(&closed.norm_mean)]),
        )
        .define("homologated_elo", homologated("elo_route_2"))
        .define("homologated_norms", homologated("norm_route_2"));
}

/// Most participants that one club may have: what is left when so many must be of others (AMB-23).
fn club_limit(share: &Cited<Percent>) -> Expr {
    is(1).minus(param(share)).times(var("number"))
}

fn note(closed: &ClosedRules) -> [Check; 2] {
    let check = |key, label, advice, quantity, minimum: &Cited<u32>| {
        let missing = param(minimum).minus(var(quantity));
        let label = say(label).with("measured", var(quantity)).with("minimum", param(minimum));
        Check::new(key, label, var(quantity).at_least(param(minimum)))
            .measured(var(quantity), Unit::Plain)
            .cite_param(minimum)
            .line(line(say("homologation.measured")).gives(var(quantity), Unit::Plain))
            .if_not(say(advice).with("n", missing))
    };
    [
        check("rounds", "closed.rounds", "closed.advice.rounds", "rounds", &closed.min_rounds),
        check("players", "closed.players", "closed.advice.players", "number", &closed.min_players),
    ]
}

fn route_1(key: &'static str, provision: &str) -> Check {
    Check::new(key, say("closed.route-1"), var("valid_for_fide"))
        .measured(var("valid_for_fide"), Unit::Verdict)
        .cite(provision)
        .if_unknown(say("closed.advice.route-1"))
}

fn clubs(key: &'static str, share: &Cited<Percent>, ok: &'static str) -> Check {
    let limit = || club_limit(share);
    let largest = vec![
        (
            var("largest_club_name").known(),
            say("closed.clubs.largest")
                .with("club", var("largest_club_name"))
                .with("n", var("largest_club")),
        ),
        (is(true), say("closed.clubs.none").with("n", var("largest_club"))),
    ];
    let too_many = apply(Op::Ceil, [var("largest_club").minus(limit())]);
    Check::new(
        key,
        say("closed.clubs").with("measured", var("largest_club")).with("limit", limit()),
        var(ok),
    )
    .measured(var("largest_club"), Unit::Plain)
    .cite_param(share)
    .line(
        line(say("closed.clubs.distinct").with("players", var("number")))
            .gives(var("distinct_clubs"), Unit::Plain),
    )
    .line(line(largest).gives(var("largest_club"), Unit::Plain))
    .line(
        line(
            say("closed.clubs.limit")
                .shown("share", param(share), Unit::Percent)
                .with("players", var("number")),
        )
        .gives(limit(), Unit::Plain)
        .cite(&share.at),
    )
    .if_not(say("closed.advice.clubs").with("n", too_many).with("club", var("largest_club_name")))
}

fn categories(closed: &ClosedRules) -> Check {
    let of = |field| var("p").get(field);
    let who = vec![
        (
            of("category").known(),
            say("closed.categories.other")
                .shown("category", of("category"), CATEGORY_WORDS)
                .with("player", of("name")),
        ),
        (is(true), say("closed.categories.none").with("player", of("name"))),
    ];
    let count = || var("others").count();
    Check::new("elo-categories", say("closed.categories"), count().is_zero())
        .measured(count(), Unit::Plain)
        .cite_param(&closed.elo_categories)
        .line(line(who).each("p", var("others")))
        .if_not(say("closed.advice.categories").with("n", count()))
}

fn lowest(closed: &ClosedRules) -> Check {
    let minimum = || param(&closed.norm_rating);
    let of = |field| var("p").get(field);
    let too_many = var("below").minus(param(&closed.norm_exceptions));
    Check::new(
        "norm-rating",
        say("closed.lowest")
            .with("minimum", minimum())
            .with("exceptions", param(&closed.norm_exceptions))
            .with("measured", var("below")),
        var("exceptions_ok"),
    )
    .measured(var("below"), Unit::Plain)
    .cite_param(&closed.norm_rating)
    .line(
        line(say("closed.lowest.player").with("player", of("name")))
            .each("p", var("low"))
            .gives(of("rating"), Unit::Plain),
    )
    .if_not(say("closed.advice.lowest").with("n", too_many).with("minimum", minimum()))
}

fn mean(key: &'static str, minimum: &Cited<u32>) -> Check {
    let of = |field| var("p").get(field);
    let source = ["catalan", "fide", "feda", "national"].into_iter().zip([
        "values.source.catalan",
        "values.source.fide",
        "values.source.feda",
        "values.source.national",
    ]);
    let source = source
        .map(|(kind, key)| (of("source").equal(is(kind)), say(key)))
        .chain([(is(true), say("closed.unrated"))])
        .collect();
    // What all ratings together lack.
    let lacking = param(minimum).times(var("number")).minus(var("sum"));
    let ok = all([var("mean").known(), var("mean").at_least(param(minimum))]);
    let counted = apply(Op::First, [of("rating"), var("unrated_base")]);
    Check::new(
        key,
        say("closed.mean").with("measured", var("mean")).with("minimum", param(minimum)),
        ok,
    )
    .measured(var("mean"), Unit::Plain)
    .cite_param(minimum)
    .line(
        line(say("closed.mean.player").with("player", of("name")).words("source", source))
            .each("p", var("participants"))
            .gives(counted, Unit::Plain),
    )
    .line(
        line(say("closed.mean.sum").with("sum", var("sum")).with("n", var("number")))
            .gives(var("mean"), Unit::Plain),
    )
    .advise(
        all([var("mean").known(), var("mean").less(param(minimum))]),
        say("closed.advice.mean").with("n", lacking),
    )
}

fn route_2(key: &'static str, quantity: &'static str) -> Check {
    Check::new(key, say("closed.route-2"), var(quantity)).measured(var(quantity), Unit::Verdict)
}

/// The answer for one purpose: the note, and one of the two routes.
fn overall(
    key: &'static str,
    label: &'static str,
    quantity: &'static str,
    route_2: &'static str,
) -> Check {
    let step = |key, quantity| line(say(key)).gives(var(quantity), Unit::Verdict);
    Check::new(key, say(label), var(quantity))
        .measured(var(quantity), Unit::Verdict)
        .line(step("closed.overall.note", "note"))
        .line(step("closed.overall.route-1", "valid_for_fide"))
        .line(step("closed.overall.route-2", route_2))
}
