//! The rules at work: pure functions from the model and the text's parameters to reports.
//!
//! Nothing here reads files, knows HTML, the clock or chance; it may be used as a library alone.
//! Every number of a rule comes from the rulebook by [`crate::rules!`].

pub mod appearances;
pub mod arbiter_register;
pub mod arbiters;
pub mod ask;
pub mod awards;
pub mod bodies;
pub mod calendar;
pub mod cards;
pub mod career;
pub mod competition;
pub mod computed;
pub mod contestants;
pub mod coverage;
pub mod crosstable;
pub mod cup;
pub mod deadlines;
pub mod departures;
pub mod discipline;
pub mod distance;
pub mod elo_ties;
pub mod festival;
pub mod fide;
pub mod formula;
pub mod groups;
pub mod homologation;
pub mod incidents;
pub mod knockout;
pub mod laws;
pub mod ledger;
pub mod lineup_check;
pub mod lineups;
pub mod norms;
pub mod numbering;
pub mod pairing;
pub mod prizes;
pub mod progress;
pub mod promotion;
pub mod rating_list;
pub mod records;
pub mod report;
pub mod round_report;
pub mod rounds;
pub mod rules;
pub mod schedule;
pub mod score_table;
pub mod season;
pub mod standings;
pub mod statistics;
pub mod status;
pub mod team;
pub mod tiebreak;
pub mod ties;
pub mod time_controls;
pub mod values;

pub use rules::Rules1990;
pub use standings::Standings;
