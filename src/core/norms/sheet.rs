//! The norm from a mean and points as data: what a hand calculation asks, and the form of the site.

use super::NormRules;
use crate::core::ask::{Field, Kind};
use crate::core::formula::expr::{all, apply, if_, is, param, unknown, var};
use crate::core::formula::{Check, Expr, Op, Sheet, Unit, line, say};
use crate::core::rules::Rules1990;
use crate::model::Delegation;

/// Delegations as data writes them.
const DELEGATIONS: &[&str] = &["barcelona", "girona", "lleida", "tarragona"];

/// What is asked: the opponents' ratings one by one (as they count: 2000 for a round not played), or
/// their mean and number.
pub const NORM_NEEDED: &[Field] = &[
    Field::optional("ratings", Kind::List(&Kind::Int(0, 4000))),
    Field::optional("mean", Kind::Int(0, 4000)),
    Field::optional("games", Kind::Int(1, 400)),
    Field::optional("points", Kind::Points),
    Field::optional("delegation", Kind::Choice(DELEGATIONS)),
    Field::optional("homologated", Kind::Bool),
    Field::optional("closed", Kind::Bool),
];

/// The ratings' mean and number, or those given: quantities `average` and `played`.
pub(in crate::core) fn define_mean(sheet: &mut Sheet) -> &mut Sheet {
    let listed = || var("ratings").count();
    sheet
        .define(
            "average",
            apply(Op::First, [apply(Op::Sum, [var("ratings")]).over(listed()), var("mean")]),
        )
        .define(
            "played",
            apply(Op::First, [if_(is(0).less(listed()), listed(), unknown()), var("games")]),
        )
}

/// Share of the points that a mean asks for: the base, and more for each point below the base mean;
/// never less (MC norma 3, AMB-16). Not rounded (AMB-17).
pub(super) fn share(mean: Expr, rules: &NormRules) -> Expr {
    let below = apply(Op::Greatest, [is(0), param(&rules.base_mean).minus(mean)]);
    param(&rules.base_percent).plus(below.times(param(&rules.percent_per_point)))
}

/// The next half point that is not less (AMB-17).
fn half_up(points: Expr) -> Expr {
    apply(Op::Ceil, [points.times(is(2))]).over(is(2))
}

impl From<Delegation> for crate::core::formula::Data {
    fn from(delegation: Delegation) -> Self {
        delegation.key().into()
    }
}

/// Does so much make a norm (MC norma 3, 8; AMB-14 … 17)?
pub fn norm_needed(rules: &Rules1990) -> Sheet {
    let norms = &rules.norms;
    let (open, closed) = (&rules.open.norm_rounds, &rules.closed.min_rounds);
    let mut sheet = Sheet::new("norm-needed", NORM_NEEDED);
    define_mean(&mut sheet)
        .define(
            "of_delegation",
            apply(Op::First, [var("delegation").among(param(&norms.delegations)), is(false)]),
        )
        .define(
            "minimum",
            if_(var("of_delegation"), param(&norms.min_mean_delegations), param(&norms.min_mean)),
        )
        // To be surpassed in general, to be reached in the delegations (AMB-15).
        .define(
            "mean_enough",
            if_(
                var("of_delegation"),
                var("minimum").at_most(var("average")),
                var("minimum").less(var("average")),
            ),
        )
        .define("share", share(var("average"), norms))
        .define("asked", var("share").times(var("played")).times(param(&rules.scoring.win)))
        .define("needed", half_up(var("asked")))
        .define("reached", var("points").at_least(var("asked")))
        .define(
            "least_rounds",
            if_(apply(Op::First, [var("closed"), is(false)]), param(closed), param(open)),
        )
        .define(
            "event_valid",
            all([var("played").at_least(var("least_rounds")), var("homologated")]),
        )
        .define("norm", all([var("mean_enough"), var("reached"), var("event_valid")]));
    let minimum = vec![
        (var("of_delegation"), say("norms.minimum.delegation").with("minimum", var("minimum"))),
        (is(true), say("norms.minimum").with("minimum", var("minimum"))),
    ];
    let mean = Check::quantity("mean", say("norms.sheet.mean"), var("average"), Unit::Plain)
        .cite_param(&rules.rating_order.order)
        .line(line(say("norms.sheet.games")).gives(var("played"), Unit::Plain));
    let mean_enough = Check::new("minimum", minimum, var("mean_enough"))
        .measured(var("average"), Unit::Plain)
        .cite_param(&norms.min_mean)
        .cite_param(&norms.min_mean_delegations);
    let below = say("norms.percent.below")
        .with("mean", var("average"))
        .with("below", param(&norms.base_mean).minus(var("average")))
        .with("base", param(&norms.base_mean))
        .shown("share", param(&norms.base_percent), Unit::Percent)
        .shown("step", param(&norms.percent_per_point), Unit::Percent);
    let at_base = say("norms.percent.base")
        .with("mean", var("average"))
        .with("base", param(&norms.base_mean));
    let is_below = var("average").less(param(&norms.base_mean));
    let share = Check::quantity("share", say("norms.sheet.share"), var("share"), Unit::Percent)
        .measured(var("share"), Unit::Percent)
        .cite_param(&norms.base_mean)
        .line(
            line(vec![(is_below.clone(), below), (is_below.negated(), at_base)])
                .gives(var("share"), Unit::Percent)
                .cite(&norms.base_mean.at),
        );
    let of_games = say("norms.needed").with("games", var("played")).shown(
        "share",
        var("share"),
        Unit::Percent,
    );
    let needed = Check::quantity("needed", say("norms.sheet.needed"), var("needed"), Unit::Points)
        .measured(var("needed"), Unit::Points)
        .cite_param(&norms.base_mean)
        .line(line(of_games).gives(var("asked"), Unit::Plain).cite(&norms.base_mean.at));
    let missing = say("norms.sheet.missing").with("missing", var("needed").minus(var("points")));
    let points = Check::new("points", say("norms.sheet.points"), var("reached"))
        .measured(var("points"), Unit::Points)
        .cite_param(&norms.base_mean)
        .if_not(missing);
    let event = Check::new("event", say("norms.sheet.event"), var("event_valid"))
        .measured(var("played"), Unit::Plain)
        .cite_param(open)
        .cite_param(closed)
        .line(
            line(say("norms.sheet.rounds").with("least", var("least_rounds")))
                .gives(var("played"), Unit::Plain),
        )
        .line(line(say("norms.sheet.homologated")).gives(var("homologated"), Unit::Verdict));
    let norm = Check::new("norm", say("norms.sheet.norm"), var("norm"))
        .measured(var("points"), Unit::Points)
        .cite_param(&norms.base_mean);
    sheet.part("", vec![norm, mean, mean_enough, share, needed, points, event]);
    sheet
        .output("norm", var("norm"))
        .output("mean", var("average"))
        .output("mean_enough", var("mean_enough"))
        .output("share", var("share"))
        .output("points_needed", var("needed"))
        .output("event_valid", var("event_valid"));
    sheet
}

#[cfg(test)]
mod tests {
    use super::super::{NormInput, assess};
    use super::*;
    use crate::core::formula::Data;
    use crate::core::report::Verdict;
    use crate::core::values::{Opponent, Round};
    use crate::model::{Category, EventKind, Points, Ratings, Score};
    use crate::test_rules::rules;
    use proptest::prelude::*;

    fn known(truth: Option<bool>) -> Verdict {
        Verdict::from_known(truth)
    }

    proptest! {
        /// The form and the ledger's own test give the same answer, mean, share and points.
        #[test]
        fn the_form_and_the_core_agree(
            ratings in prop::collection::vec(2100_u32..2450, 1..13),
            halves in 0_i32..26,
            delegation in 0_usize..5,
            homologated in prop::option::of(any::<bool>()),
            closed in any::<bool>(),
        ) {
            let delegation = Delegation::ALL.get(delegation).copied();
            let mut left = halves.min(ratings.len() as i32 * 2);
            let points = Points::from_halves(left);
            let games = ratings.iter().map(|&rating| {
                let score = [Score::Loss, Score::Draw, Score::Win][left.clamp(0, 2) as usize];
                left -= score.points().halves();
                let ratings = Ratings { catalan: Some(rating), ..Ratings::default() };
                let category = Some(Category::Preferent);
                Round::Played { score, opponent: Opponent { category, ratings, ..Opponent::default() } }
            });
            let input = NormInput {
                rounds: ratings.len() as u32,
                possible: None,
                delegation,
                homologated,
                kind: if closed { EventKind::Closed } else { EventKind::Open },
                rounds_over: None,
                games: games.collect(),
            };
            let report = assess(&input, rules());
            let sheet = norm_needed(rules());
            let asked = Data::record([
                ("ratings", Data::list(ratings.iter().copied())),
                ("points", points.into()),
                ("delegation", delegation.into()),
                ("homologated", homologated.into()),
                ("closed", closed.into()),
            ]);
            let found = sheet.compute(&asked);
            let result = &report.result;
            prop_assert_eq!(found.get("average").number(), result.opponents.mean);
            prop_assert_eq!(found.get("share").number(), result.required);
            prop_assert_eq!(
                found.get("needed").number(),
                result.points_needed.map(Points::exact)
            );
            prop_assert_eq!(found.get("mean_enough").truth(), Some(result.mean_enough));
            // All opponents have a rating, so no lower result of the last round helps.
            prop_assert_eq!(known(found.get("norm").truth()), report.norm());
        }
    }

    /// MC norma 3, 8: both sides of either minimum, and of the points for it.
    #[test]
    fn both_sides_of_the_least_mean() {
        let norms = &rules().norms;
        let sheet = norm_needed(rules());
        let norm = |mean: u32, halves: i32, delegation: Option<&str>| {
            let input = Data::record([
                ("mean", mean.into()),
                ("games", 10_u32.into()),
                ("points", Points::from_halves(halves).into()),
                ("delegation", delegation.into()),
                ("homologated", true.into()),
            ]);
            sheet.compute(&input).get("norm").truth()
        };
        let general = norms.min_mean.get();
        assert_eq!(norm(general, 20, None), Some(false));
        assert_eq!(norm(general + 1, 14, None), Some(true));
        assert_eq!(norm(general + 1, 13, None), Some(false));
        let special = norms.min_mean_delegations.get();
        for delegation in &norms.delegations.value {
            assert_eq!(norm(special, 15, Some(delegation.key())), Some(true));
            assert_eq!(norm(special, 14, Some(delegation.key())), Some(false));
            assert_eq!(norm(special - 1, 20, Some(delegation.key())), Some(false));
        }
        assert_eq!(norm(special, 20, Some("barcelona")), Some(false));
    }
}
