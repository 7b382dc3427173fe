//! Integration tests, in one binary so that the program is linked once.

mod architecture;
mod parameter;
mod program;
