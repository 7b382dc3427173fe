//! Standings and tie-breaks of 1990 against an independent calculator, worked examples and
//! properties.

mod build;
mod oracles;
mod output;
mod properties;
