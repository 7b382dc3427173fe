//! The pairing systems against worked examples, complete tournaments, an independent reading of
//! the same rules, and random tournaments.

mod agreement;
mod ambiguities;
mod corpus;
mod oracle;
mod properties;
mod random;
mod replay;
mod text;
mod trf;

use butlleti::core::Rules1990;
use butlleti::diag::{Diagnostics, Sources};
use butlleti::project::Project;
use butlleti::source::{bind_rules, load_rulebook};

/// The rules with the numbers of the published text.
fn rules() -> Rules1990 {
    let mut diagnostics = Diagnostics::new();
    let rulebook = load_rulebook(&Project::Embedded, &Sources::default(), &mut diagnostics);
    bind_rules(&rulebook, &mut diagnostics).expect("the text has every parameter")
}
