//! All parameters that the calculations of 1990 use, bound at once.

use super::arbiters::ArbiterRules;
use super::awards::AwardRules;
use super::bodies::BodyRules;
use super::competition::CompetitionRules;
use super::discipline::DisciplineRules;
use super::elo_ties::EloTieRules;
use super::fide::Fide;
use super::homologation::closed::ClosedRules;
use super::homologation::open::OpenRules;
use super::knockout::KnockoutRules;
use super::laws::LawRules;
use super::ledger::LedgerRules;
use super::norms::NormRules;
use super::promotion::PromotionRules;
use super::score_table::DepartureRules;
use super::team::BoardColours;
use super::tiebreak::by_hand::ByHandRules;
use super::tiebreak::dutch::DutchWeights;
use super::tiebreak::{Criteria, TieBreakLists};
use super::time_controls::TimeRules;
use super::values::ValueRules;
use crate::core::pairing::fce1990::SwissRules;
use crate::model::{Points, RatingKind};
use crate::rulebook::{Binder, FromRulebook};

crate::rules! {
    /// Points of a game (SAP 4.1), of a bye (Swiss 8.3), of a forfeit won (Swiss 6).
    pub struct Scoring {
        win: Points = "sap.punts-victoria",
        draw: Points = "sap.punts-taules",
        loss: Points = "sap.punts-derrota",
        bye: Points = "suis.descans-punts",
        forfeit_win: Points = "suis.incompareixenca-rival",
    }
}

crate::rules! {
    /// Which rating counts for means and promotions (Ascensos 4).
    pub struct RatingOrder {
        order: Vec<RatingKind> = "ascensos.ordre-avaluacions",
    }
}

/// Declares a structure whose parts are bound together: one line registers one.
macro_rules! rule_set {
    ($(#[$doc:meta])* pub struct $name:ident { $($field:ident : $type:ty,)+ }) => {
        $(#[$doc])*
        #[derive(Clone, Debug)]
        pub struct $name { $(pub $field: $type,)+ }

        impl FromRulebook for $name {
            fn bind(binder: &mut Binder<'_>) -> Option<Self> {
                // All parts are bound before any is missed, so that every error is reported.
                $(let $field = <$type>::bind(binder);)+
                Some(Self { $($field: $field?,)+ })
            }
        }
    };
}

rule_set! {
    /// Every parameter of the rule set of 1990.
    pub struct Rules1990 {
        scoring: Scoring,
        rating_order: RatingOrder,
        departure: DepartureRules,
        criteria: Criteria,
        lists: TieBreakLists,
        dutch: DutchWeights,
        by_hand: ByHandRules,
        knockout: KnockoutRules,
        board_colours: BoardColours,
        values: ValueRules,
        promotion: PromotionRules,
        norms: NormRules,
        ledger: LedgerRules,
        awards: AwardRules,
        closed: ClosedRules,
        open: OpenRules,
        elo_ties: EloTieRules,
        swiss: SwissRules,
        discipline: DisciplineRules,
        competition: CompetitionRules,
        bodies: BodyRules,
        time: TimeRules,
        laws: LawRules,
        arbiters: ArbiterRules,
        fide: Fide,
    }
}
