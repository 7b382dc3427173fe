//! A promotion from what is known on paper, as data: the mean or the opponents' categories, the
//! rounds and the points.

use super::tables::{Bands, PromotionRows};
use crate::core::ask::{Field, Kind};
use crate::core::formula::expr::{all, any, apply, if_, is, param, unknown, var};
use crate::core::formula::{Check, Data, Op, Sheet, Unit, line, say};
use crate::core::norms::sheet::define_mean;
use crate::core::rules::Rules1990;

/// The opponents' ratings one by one (as they count: 2000 for those of 1a and for a round not
/// played), or their mean; for the lower categories how many opponents are of 2a or higher.
pub const PROMOTION_NEEDED: &[Field] = &[
    Field::required("category", Kind::Choice(&["1a", "2a", "3a"])),
    Field::required("rounds", Kind::Int(1, 400)),
    Field::optional("ratings", Kind::List(&Kind::Int(0, 4000))),
    Field::optional("mean", Kind::Int(0, 4000)),
    Field::optional("second", Kind::Int(0, 400)),
    Field::optional("points", Kind::Points),
];

impl From<Bands> for Data {
    fn from(bands: Bands) -> Self {
        Self::list(bands.rows.into_iter().map(|row| {
            let needed = row.needed.into_iter().map(|(rounds, points)| {
                Self::record([("rounds", rounds.into()), ("points", points.into())])
            });
            Self::record([
                ("label", row.label.into()),
                ("above", row.band.above.into()),
                ("up_to", row.band.up_to.into()),
                ("needed", Self::list(needed)),
            ])
        }))
    }
}

impl From<PromotionRows> for Data {
    fn from(table: PromotionRows) -> Self {
        let rounds = table.rounds;
        Self::list(table.rows.into_iter().map(|(second, row)| {
            Self::record([
                ("rounds", rounds.into()),
                ("second", second.into()),
                ("2a", row.to_first.into()),
                ("3a", row.to_second.into()),
            ])
        }))
    }
}

/// Is it enough (Ascensos 1, 7; AMB-03, 04, 07, 12)?
pub fn promotion_needed(rules: &Rules1990) -> Sheet {
    let promotion = &rules.promotion;
    let bands = &promotion.bands;
    let tables = [&promotion.eight_rounds, &promotion.nine_rounds];
    let mut sheet = Sheet::new("promotion-needed", PROMOTION_NEEDED);
    let of = |field| var("b").get(field);
    let in_band = all([
        any([of("above").known().negated(), of("above").less(var("average"))]),
        any([of("up_to").known().negated(), var("average").at_most(of("up_to"))]),
    ]);
    let rows = apply(Op::Flat, [apply(Op::List, tables.map(param))]);
    let is_first = || var("category").equal(is("1a"));
    let of_row = |field| var("r").get(field);
    define_mean(&mut sheet)
        .define("band", param(bands).keep("b", in_band).first())
        .define(
            "of_band",
            var("band")
                .get("needed")
                .keep("b", of("rounds").equal(var("rounds")))
                .first()
                .get("points"),
        )
        .define("of_rounds", rows.keep("r", of_row("rounds").equal(var("rounds"))))
        .define("row", var("of_rounds").keep("r", of_row("second").equal(var("second"))).first())
        .define("needed", if_(is_first(), var("of_band"), var("row").get_by(var("category"))))
        .define("promoted", var("points").at_least(var("needed")))
        // Is there a table for so many rounds, whatever the opponents?
        .define(
            "covered",
            if_(
                is_first(),
                apply(
                    Op::Any,
                    [param(bands).map(
                        "b",
                        var("rounds").among(of("needed").map("n", var("n").get("rounds"))),
                    )],
                ),
                if_(var("rounds").known(), is(0).less(var("of_rounds").count()), unknown()),
            ),
        );
    let missing =
        say("promotion.sheet.missing").with("missing", var("needed").minus(var("points")));
    let promoted = Check::new("promoted", say("promotion.sheet.promoted"), var("promoted"))
        .measured(var("points"), Unit::Points)
        .cite_param(bands)
        .cite_param(tables[0])
        .if_not(missing);
    let covered = Check::new("covered", say("promotion.sheet.covered"), var("covered"))
        .measured(var("rounds"), Unit::Plain)
        .cite_param(bands)
        .cite_param(tables[0])
        .if_not(say("promotion.not-covered").with("rounds", var("rounds")));
    // Each only where its category is asked about.
    let mean = vec![(is_first(), say("norms.sheet.mean"))];
    let mean = Check::quantity("mean", mean, var("average"), Unit::Plain)
        .cite_param(&rules.rating_order.order);
    let by_band =
        say("promotion.band").with("band", var("band").get("label")).with("n", var("rounds"));
    let by_row = say("promotion.row")
        .with("second", var("second"))
        .with("third", var("rounds").minus(var("second")))
        .with("rounds", var("rounds"));
    let needed = Check::quantity("needed", say("norms.sheet.needed"), var("needed"), Unit::Points)
        .measured(var("needed"), Unit::Points)
        .cite_param(bands)
        .cite_param(tables[0])
        .line(line(vec![(is_first(), by_band)]).gives(var("needed"), Unit::Points).cite(&bands.at))
        .line(
            line(vec![(is_first().negated(), by_row)])
                .gives(var("needed"), Unit::Points)
                .cite(&tables[0].at),
        );
    sheet.part("", vec![promoted, covered, mean, needed]);
    sheet
        .output("promoted", var("promoted"))
        .output("covered", var("covered"))
        .output("needed", var("needed"));
    sheet
}

#[cfg(test)]
mod tests {
    use super::super::{
        ByCategoriesInput, Lower, Promotable, ToPreferentInput, by_categories, to_preferent,
    };
    use super::*;
    use crate::core::values::{Opponent, Round};
    use crate::model::{Category, Points, Ratings, Score};
    use crate::test_rules::rules;

    fn needed(input: [(&'static str, Data); 4]) -> (Option<Points>, Option<bool>) {
        let sheet = promotion_needed(rules());
        let found = sheet.compute(&Data::record(input));
        let needed = found.get("needed").number().and_then(Points::from_exact);
        (needed, found.get("covered").truth())
    }

    /// Every length from 1 to 13 and every mean on, above and below an edge of a band.
    #[test]
    fn the_form_and_the_core_agree_on_every_band() {
        let bands = &rules().promotion.bands.value;
        let mut means = vec![1900_u32, 2400];
        for edge in bands.rows.iter().filter_map(|row| row.band.above) {
            let edge = u32::try_from(edge.to_integer()).unwrap();
            means.extend([edge - 1, edge, edge + 1]);
        }
        for rounds in 1..=13_u32 {
            for &mean in &means {
                let ratings = Ratings { catalan: Some(mean), ..Ratings::default() };
                let category = Some(Category::Preferent);
                let opponent = Opponent { category, ratings, ..Opponent::default() };
                let round = Round::Played { score: Score::Draw, opponent };
                let games = vec![round; rounds as usize];
                let input = ToPreferentInput { rounds, possible: None, games };
                let core = to_preferent(&input, rules());
                let form = needed([
                    ("category", "1a".into()),
                    ("rounds", rounds.into()),
                    ("mean", mean.into()),
                    ("points", Data::Unknown),
                ]);
                assert_eq!(form, (core.needed, Some(core.covered())), "{rounds} {mean}");
            }
        }
    }

    #[test]
    fn the_form_and_the_core_agree_on_every_row() {
        for (category, lower) in
            [(Category::Second, Lower::Second), (Category::Third, Lower::Third)]
        {
            assert_eq!(Promotable::of(category), Some(Promotable::Lower(lower)));
            for rounds in 1..=11_u32 {
                for second in 0..=rounds {
                    let games = (0..rounds).map(|at| {
                        let of = if at < second { Category::Second } else { Category::Third };
                        let opponent = Opponent { category: Some(of), ..Opponent::default() };
                        Round::Played { score: Score::Draw, opponent }
                    });
                    let games = games.collect();
                    let input = ByCategoriesInput { category: lower, rounds, games };
                    let core = by_categories(&input, rules());
                    let form = needed([
                        ("category", category.key().into()),
                        ("rounds", rounds.into()),
                        ("second", second.into()),
                        ("points", Data::Unknown),
                    ]);
                    assert_eq!(form, (core.needed, Some(core.covered())), "{rounds} {second}");
                }
            }
        }
    }
}
