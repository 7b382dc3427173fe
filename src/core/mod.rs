//! The rules at work: pure functions from the model and the text's parameters to reports.
//!
//! Nothing here reads files, knows HTML, the clock or chance; it may be used as a library alone.
//! Every number of a rule comes from the rulebook by [`crate::rules!`].

pub mod pairing;
pub mod report;
pub mod rules;

pub use rules::Rules1990;
