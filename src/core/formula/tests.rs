//! Every operation, with what is unknown; every sheet exported.

use jiff::civil::date;
use serde_json::json;

use super::expr::{all, any, apply, if_, is, unknown, var, words};
use super::*;
use crate::core::distance::Place;
use crate::model::Exact;

fn eval(expr: &Expr) -> Data {
    Scope::default().eval(expr)
}

fn number(n: i64, d: i64) -> Data {
    Exact::new(n, d).into()
}

#[test]
fn truths_with_the_unknown() {
    let (yes, no) = (|| is(true), || is(false));
    assert_eq!(eval(&all([yes(), unknown()])), Data::Unknown);
    assert_eq!(eval(&all([no(), unknown()])), Data::Truth(false));
    assert_eq!(eval(&any([unknown(), yes()])), Data::Truth(true));
    assert_eq!(eval(&any([no(), unknown()])), Data::Unknown);
    assert_eq!(eval(&all([])), Data::Truth(true));
    assert_eq!(eval(&unknown().negated()), Data::Unknown);
    assert_eq!(eval(&unknown().known()), Data::Truth(false));
    assert_eq!(eval(&if_(unknown(), yes(), no())), Data::Unknown);
    assert_eq!(eval(&unknown().equal(unknown())), Data::Unknown);
    let mixed = apply(Op::List, [yes(), no()]);
    assert_eq!(eval(&any([mixed])), Data::Truth(true));
}

#[test]
fn numbers_are_exact_and_never_overflow() {
    assert_eq!(eval(&is(1).over(is(3)).plus(is(1).over(is(6)))), number(1, 2));
    assert_eq!(eval(&is(2).minus(is(5)).times(is(3))), number(-9, 1));
    assert_eq!(eval(&is(1).over(is(0))), Data::Unknown);
    assert_eq!(eval(&is(i64::MAX).times(is(2))), Data::Unknown);
    assert_eq!(eval(&is(i64::MAX).plus(is(1))), Data::Unknown);
    assert_eq!(eval(&apply(Op::Ceil, [is(Exact::new(-7, 2))])), number(-3, 1));
    assert_eq!(eval(&apply(Op::Floor, [is(Exact::new(-7, 2))])), number(-4, 1));
    assert_eq!(eval(&apply(Op::Sum, [is(1), unknown()])), Data::Unknown);
    assert_eq!(eval(&words(&[]).sum()), number(0, 1));
    assert_eq!(eval(&apply(Op::Least, [is(3), is(2)])), number(2, 1));
    assert_eq!(eval(&apply(Op::Greatest, [is(3), unknown()])), Data::Unknown);
    assert_eq!(eval(&apply(Op::Greatest, [])), Data::Unknown);
    assert_eq!(eval(&is(1).less(is("a"))), Data::Unknown);
}

#[test]
fn lists_are_mapped_filtered_and_put_in_order() {
    let list = || words(&["b", "a", "b"]);
    assert_eq!(eval(&list().distinct()), Data::list(["b", "a"]));
    assert_eq!(eval(&apply(Op::Sorted, [list()])), Data::list(["a", "b", "b"]));
    assert_eq!(eval(&list().keep("x", var("x").equal(is("b"))).count()), number(2, 1));
    assert_eq!(eval(&apply(Op::Flat, [apply(Op::List, [list(), is("c")])]).count()), number(4, 1));
    assert_eq!(eval(&is("z").among(list())), Data::Truth(false));
    assert_eq!(eval(&unknown().among(list())), Data::Unknown);
    assert_eq!(eval(&unknown().count()), Data::Unknown);
    assert_eq!(eval(&apply(Op::First, [unknown(), is(4)])), number(4, 1));
    // The name of an item hides a field of the same name, inside alone.
    let mut scope = Scope::new(&Data::record([("x", 9.into())]));
    let pairs = apply(Op::List, [is(1), is(2)]).map("x", var("x").times(is(10))).sum();
    assert_eq!(scope.eval(&pairs.plus(var("x"))), number(39, 1));
}

#[test]
fn days_and_places() {
    let day = |m, d| date(1990, m, d);
    let on = |y: i64, m: i64, d: i64| apply(Op::DayIn, [is(y), apply(Op::List, [is(m), is(d)])]);
    assert_eq!(eval(&on(1990, 6, 30)), day(6, 30).into());
    assert_eq!(eval(&on(1990, 2, 30)), Data::Unknown);
    assert_eq!(eval(&apply(Op::AddDays, [is(day(6, 30)), is(-1)])), day(6, 29).into());
    assert_eq!(eval(&apply(Op::AddMonths, [is(day(1, 31)), is(1)])), day(2, 28).into());
    assert_eq!(eval(&apply(Op::AddDays, [is(date(9999, 12, 31)), is(1)])), Data::Unknown);
    assert_eq!(eval(&apply(Op::AddDays, [is(day(1, 1)), is(i64::MAX)])), Data::Unknown);
    assert_eq!(eval(&apply(Op::Year, [is(day(1, 1))])), number(1990, 1));
    assert_eq!(eval(&apply(Op::DayOf, [is(day(3, 4).at(16, 0, 0, 0))])), day(3, 4).into());
    assert_eq!(eval(&apply(Op::Days, [is(day(1, 1)), is(day(1, 3))]).count()), number(3, 1));
    assert_eq!(eval(&apply(Op::Days, [is(day(1, 3)), is(day(1, 1))]).count()), number(0, 1));
    // 9 December 1990 is a Sunday, the 8th a holiday.
    let working = |from, n, holidays: Expr, free: Expr| {
        eval(&apply(Op::WorkingDay, [is(day(12, from)), is(n), holidays, free]))
    };
    let holiday = apply(Op::List, [is(day(12, 8))]);
    assert_eq!(working(7, 1, holiday, unknown()), day(12, 10).into());
    assert_eq!(working(7, 1, unknown(), is(true)), day(12, 10).into());
    assert_eq!(working(7, 1, unknown(), unknown()), day(12, 8).into());
    let place = |micro| is(Place::from_micro(micro, 2_000_000));
    let apart = apply(Op::Metres, [place(41_000_000), place(41_269_800)]);
    assert_eq!(eval(&apart), number(30_000, 1));
}

/// What is exported says the kind of every value, and names every operation once.
#[test]
fn expressions_are_exported_as_lists() {
    let at = crate::rulebook::Cited { value: 25_u32, at: "Oberts 4".into() };
    let expr = if_(var("x").at_least(super::expr::param(&at)), is("a"), is(Exact::new(1, 2)));
    assert_eq!(
        expr.export(),
        json!(["if", ["at-most", ["param", {"n": "25"}, "Oberts 4"], ["var", "x"]],
               ["is", "a"], ["is", {"n": "1/2"}]])
    );
    assert_eq!(is(date(1990, 6, 30)).export(), json!(["is", {"d": "1990-06-30"}]));
}

/// The script of the forms knows every operation by its name.
#[test]
fn the_interpreter_of_the_forms_knows_every_operation() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/themes/default/static/form.js");
    let script = std::fs::read_to_string(path).expect("the script is there");
    for op in super::expr::ALL_OPS {
        let name = op.name();
        let known = [format!("\n  \"{name}\": "), format!("\n  {name}: ")];
        assert!(known.iter().any(|line| script.contains(line)), "form.js lacks `{name}`");
    }
}
