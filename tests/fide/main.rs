//! Tie-breaks of FIDE against the values that FIDE printed and that independent programs give.

mod commands;
mod manual;
mod oracles;
mod points;
mod properties;
mod standings;
mod teams;
mod tournament;
