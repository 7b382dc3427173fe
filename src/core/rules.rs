//! All parameters that the calculations of 1990 use, bound at once.

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

/// Every parameter of the rule set of 1990.
#[derive(Clone, Debug)]
pub struct Rules1990 {
    pub scoring: Scoring,
    pub rating_order: RatingOrder,
    pub swiss: SwissRules,
}

impl FromRulebook for Rules1990 {
    fn bind(binder: &mut Binder<'_>) -> Option<Self> {
        // All parts are bound before any is missed, so that every error is reported.
        let scoring = Scoring::bind(binder);
        let rating_order = RatingOrder::bind(binder);
        let swiss = SwissRules::bind(binder);
        Some(Self { scoring: scoring?, rating_order: rating_order?, swiss: swiss? })
    }
}
