use crate::diag::{Diagnostics, Sources};
use crate::rulebook::Rulebook;
pub(super) fn link_references(_: &mut Rulebook, _: &Sources, _: &mut Diagnostics) {}
