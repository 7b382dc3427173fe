pub mod bits;
pub mod matching;
pub mod weighted;
