//! The tie-breaks of one player from a card, as data: for who works them out by hand (Desempats 2.1
//! to 2.4, Swiss 16; AMB-92, 93).

use crate::core::ask::{Field, Kind};
use crate::core::formula::expr::{any, apply, if_, is, param, var, words};
use crate::core::formula::{Check, Expr, Op, Sheet, Unit, line, say};
use crate::core::rules::Rules1990;
use crate::model::{Exact, Points};

crate::rules! {
    /// The numbers that a hand calculation needs, as the criteria themselves have them.
    pub struct ByHandRules {
        kashdan_win: i64 = "desempats.kashdan-victoria",
        kashdan_draw: i64 = "desempats.kashdan-taules",
        kashdan_loss: i64 = "desempats.kashdan-derrota",
        kashdan_unplayed: i64 = "desempats.kashdan-no-jugada",
        draw_share: Exact = "desempats.sb-taules",
        unplayed: Points = "suis.buchholz-no-jugada",
    }
}

/// What is asked: the rounds of the event, and the player's rounds one by one with what the
/// opponent made in the end: points of the table, points made on the board and games on the board.
pub const BY_HAND: &[Field] = &[
    Field::required("rounds", Kind::Int(1, 400)),
    Field::required(
        "games",
        Kind::List(&Kind::Object(&[
            Field::required("round", Kind::Int(1, 400)),
            Field::required(
                "kind",
                Kind::Choice(&[
                    "played",
                    "forfeit-win",
                    "forfeit-loss",
                    "bye",
                    "half-bye",
                    "missed",
                ]),
            ),
            Field::optional("points", Kind::Score),
            Field::optional("opponent_points", Kind::Points),
            Field::optional("opponent_board", Kind::Points),
            Field::optional("opponent_games", Kind::Int(0, 400)),
        ])),
    ),
];

/// All of them.
pub fn by_hand(rules: &Rules1990) -> Sheet {
    let hand = &rules.by_hand;
    let scoring = &rules.scoring;
    let mut sheet = Sheet::new("tie-break-by-hand", BY_HAND);
    let of = |field| var("g").get(field);
    let is_kind = |kind: &'static str| of("kind").equal(is(kind));
    let score = |played: Expr| {
        if_(
            is_kind("played"),
            played,
            if_(
                is_kind("forfeit-win"),
                param(&scoring.forfeit_win),
                if_(
                    is_kind("bye"),
                    param(&scoring.bye),
                    if_(is_kind("half-bye"), param(&scoring.draw), is(0)),
                ),
            ),
        )
    };
    let won = || of("score").equal(param(&scoring.win));
    let drawn = || of("score").equal(param(&scoring.draw));
    let is_paired = of("kind").among(words(&["played", "forfeit-win", "forfeit-loss"]));
    let corrected = of("opponent_board")
        .plus(param(&hand.unplayed).times(var("rounds").minus(of("opponent_games"))));
    // A game won in any way gives the opponent's points, one drawn on the board half of them.
    let berger = if_(
        any([is_kind("forfeit-win"), of("beaten")]),
        of("opponent_points"),
        if_(of("halved"), param(&hand.draw_share).times(of("opponent_points")), is(0)),
    );
    let kashdan = if_(
        is_kind("played"),
        if_(
            won(),
            param(&hand.kashdan_win),
            if_(drawn(), param(&hand.kashdan_draw), param(&hand.kashdan_loss)),
        ),
        if_(is_kind("missed"), is(0), param(&hand.kashdan_unplayed)),
    );
    let copied = ["round", "kind", "opponent_points", "opponent_board", "opponent_games"];
    let with_score = |score: Expr| {
        let mut fields: Vec<_> = copied.iter().map(|name| (*name, of(name))).collect();
        fields.push(("score", score));
        Expr::Record(fields)
    };
    let on_board = |holds: Expr| if_(is_kind("played"), holds, is(false));
    let mut told: Vec<_> = copied.iter().map(|name| (*name, of(name))).collect();
    told.push(("score", of("score")));
    told.push(("beaten", on_board(won())));
    told.push(("halved", on_board(drawn())));
    told.push(("kashdan", kashdan));
    told.push(("paired", is_paired));
    // What a round adds to every later total, its own included.
    let later = var("rounds").minus(of("round")).plus(is(1));
    told.push(("progressive", of("score").times(later)));
    let paired = || var("told").keep("g", of("paired"));
    // What a round adds, with its number.
    let term = |term: Expr| Expr::Record(vec![("round", of("round")), ("term", term)]);
    sheet
        .define("scored", var("games").map("g", with_score(score(of("points")))))
        .define("told", var("scored").map("g", Expr::Record(told)));
    sheet
        .define("buchholz_terms", paired().map("g", term(corrected)))
        .define("plain_terms", paired().map("g", term(of("opponent_points"))))
        .define("berger_terms", var("told").map("g", term(berger)))
        .define("kashdan_terms", var("told").map("g", term(of("kashdan"))))
        .define("progressive_terms", var("told").map("g", term(of("progressive"))))
        .define("points_terms", var("told").map("g", term(of("score"))));
    let sum = |name: &'static str| apply(Op::Sum, [var(name).map("x", var("x").get("term"))]);
    sheet
        .define("points", sum("points_terms"))
        .define("progressive", sum("progressive_terms"))
        .define("buchholz", sum("buchholz_terms"))
        .define("buchholz_plain", sum("plain_terms"))
        .define("sonneborn_berger", sum("berger_terms"))
        .define("kashdan", sum("kashdan_terms"));
    let check = |key, label, quantity: &'static str, terms: &'static str, at: &str| {
        let each = line(say("tiebreak.by-hand.term").with("round", var("x").get("round")))
            .each("x", var(terms))
            .gives(var("x").get("term"), Unit::Plain);
        Check::quantity(key, say(label), var(quantity), Unit::Plain)
            .measured(var(quantity), Unit::Plain)
            .cite(at)
            .line(each)
    };
    sheet.part(
        "",
        vec![
            check("points", "tiebreak.by-hand.points", "points", "points_terms", "SAP 4.1"),
            check(
                "progressive",
                "tiebreak.progressive",
                "progressive",
                "progressive_terms",
                "Desempats 2.4",
            ),
            check("buchholz", "tiebreak.buchholz", "buchholz", "buchholz_terms", "Desempats 2.1")
                .cite_param(&hand.unplayed),
            check(
                "buchholz-plain",
                "tiebreak.buchholz-plain",
                "buchholz_plain",
                "plain_terms",
                "Desempats 2.1",
            ),
            check(
                "sonneborn-berger",
                "tiebreak.sonneborn-berger",
                "sonneborn_berger",
                "berger_terms",
                "Desempats 2.2",
            ),
            check("kashdan", "tiebreak.kashdan", "kashdan", "kashdan_terms", "Desempats 2.3")
                .cite_param(&hand.kashdan_unplayed),
        ],
    );
    for name in
        ["points", "progressive", "buchholz", "buchholz_plain", "sonneborn_berger", "kashdan"]
    {
        sheet.output(name, var(name));
    }
    sheet
}
