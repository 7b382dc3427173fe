//! The published parameters, for the unit tests of calculations.

use std::sync::OnceLock;

use crate::core::Rules1990;
use crate::diag::{Diagnostics, Sources};
use crate::project::Project;
use crate::rulebook::Rulebook;
use crate::source::{bind_rules, load_rulebook};

pub(crate) fn rulebook() -> &'static Rulebook {
    static RULEBOOK: OnceLock<Rulebook> = OnceLock::new();
    RULEBOOK.get_or_init(|| {
        let mut diagnostics = Diagnostics::new();
        load_rulebook(&Project::Embedded, &Sources::default(), &mut diagnostics)
    })
}

pub(crate) fn rules() -> &'static Rules1990 {
    static RULES: OnceLock<Rules1990> = OnceLock::new();
    RULES.get_or_init(|| {
        let mut diagnostics = Diagnostics::new();
        let bound = bind_rules(rulebook(), &mut diagnostics);
        bound.expect("the published text has every parameter")
    })
}
