//! The calculations that can be asked: one line registers one.

mod competition;
mod discipline;
mod games;
mod homologation;
mod play;
mod procedures;
mod standings;
mod teams;

use serde_json::{Value as Json, json};

use super::Calculation;
use super::input::score;
use crate::model::Date;

/// All, in the order in which they are listed.
pub fn all() -> &'static [&'static Calculation] {
    &[
        &standings::SWISS,
        &standings::SWISS_16,
        &standings::LEAGUE,
        &standings::TEAM_LEAGUE,
        &standings::KNOCKOUT,
        &standings::BY_HAND,
        &games::NORM,
        &games::NORM_NEEDED,
        &games::LEDGER,
        &games::TO_PREFERENT,
        &games::BY_CATEGORIES,
        &games::PROMOTION_NEEDED,
        &games::UNRATED,
        &games::STILL_PROMOTABLE,
        &homologation::CLOSED,
        &homologation::OPEN,
        &homologation::CLASH,
        &homologation::WORKING_DAYS,
        &homologation::PRIZES,
        &homologation::PRIZE_SHARE,
        &homologation::ELO_TIES,
        &discipline::SANCTION,
        &discipline::UNPAID_FINE,
        &discipline::INFRACTION_LAPSE,
        &discipline::SANCTION_LAPSE,
        &discipline::SUSPENSION,
        &competition::AGE_GROUP,
        &competition::LATENESS,
        &competition::WITHDRAWAL,
        &procedures::CHARGE,
        &procedures::COMPETENCE,
        &procedures::ABSENCES,
        &procedures::IN_RANGE,
        &procedures::ACCESSORY_FINE,
        &procedures::DEADLINE,
        &procedures::PAPER,
        &procedures::COMMISSION_VOTE,
        &procedures::COMMITTEE_VOTE,
        &procedures::COMMISSION_ABSENCES,
        &procedures::END_OF_TERM,
        &teams::LINE_UP,
        &teams::BIS_NUMBER,
        &teams::FOREIGNERS,
        &teams::PRESENCE,
        &teams::ELIMINATION,
        &teams::CONFIRMATION,
        &teams::COMPULSORY,
        &teams::VACANCY,
        &teams::BOARDS,
        &teams::CONTROL,
        &teams::RESULTS,
        &teams::UNFINISHED,
        &teams::OVERLAP,
        &teams::CHANGE,
        &teams::PAPERS,
        &play::TIME_CLASS,
        &play::FLAG,
        &play::ILLEGAL,
        &play::DEAD,
        &play::POSITION_END,
        &play::LATE_ENTRY,
        &play::REPETITION,
        &play::FIDE_ARBITER,
        &play::INTERNATIONAL_ARBITER,
        &play::FADA,
        &play::AWARD,
    ]
}

/// Titles as they are written in data.
pub(crate) const TITLES: &[&str] =
    &["GM", "IM", "FM", "CM", "WGM", "WIM", "WFM", "WCM", "MN", "MC"];

/// A day for programs.
fn day(day: Option<Date>) -> Json {
    json!(day.map(|day| day.to_string()))
}

/// An identifier as text.
fn id_text(id: &Json) -> String {
    id.as_str().map_or_else(|| id.to_string(), str::to_owned)
}
