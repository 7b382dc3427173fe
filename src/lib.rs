//! Butlletí: a static-site and document generator for a chess federation's rulebooks and results.
//!
//! # The way through
//!
//! ```text
//! content/ data/ site.toml themes/
//!       │ source     read, decode, validate; every problem is a diagnostic with file:line:column
//!       ▼
//!    model + rulebook    plain domain data        regulations: provisions, parameters, versions
//!       │
//!       ▼
//!    core        pure functions: standings, tie-breaks, norms, homologation … → reports
//!       │
//!       ▼
//!    site        the pages and documents that exist, their addresses and links
//!       │
//!       ├── html ├── pdf ├── export └── terminal      renderers: they never compute
//!       ▼
//!    publish     atomic, deterministic
//! ```
//!
//! # Modules, and what they may use
//!
//! | module | what it is | may use |
//! |---|---|---|
//! | [`model`] | plain domain data | nothing of ours |
//! | [`diag`] | problems as data | nothing of ours |
//! | [`project`] | the one door to the outside: files | nothing of ours |
//! | [`rulebook`] | regulations and their parameters | model, diag |
//! | [`source`] | all parsing | model, rulebook, diag, project |
//! | [`core`] | all computing | model, rulebook |
//! | [`export`] | formats for other programs | model, rulebook, core, diag |
//! | [`lang`] | sentences, numbers and dates of a language | core::report, model, diag, project, source |

pub mod core;
pub mod diag;
pub mod export;
pub mod lang;
pub mod model;
pub mod project;
pub mod rulebook;
pub mod source;
