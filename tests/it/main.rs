//! Integration tests, in one binary so that the program is linked once.

mod architecture;
mod constants;
mod parameter;
mod program;
