//! Which criterion decided.
