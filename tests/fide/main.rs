//! Tie-breaks of FIDE against the values that FIDE printed and that independent programs give.

mod oracles;
mod properties;
mod teams;
mod tournament;
