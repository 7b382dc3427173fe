//! Pairing: who meets whom, with which colour, and why.

pub mod dutch;
