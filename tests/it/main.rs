//! Integration tests, in one binary so that the program is linked once.

mod ambiguities;
mod architecture;
mod constants;
mod incremental;
mod parameter;
mod program;
mod serve;
