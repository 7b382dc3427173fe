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
//!    publish     atomic, deterministic, only what has changed
//! ```
//!
//! Whoever makes a file says what it is made of, as one number ([`fingerprint::Fingerprint`]); what
//! was made of the same things before is kept (`build::keys`). `build` and [`serve`] share all of it.
//!
//! # Where to add
//!
//! | what | where |
//! |---|---|
//! | a tie-break | `core/tiebreak` (1990), `core/fide/tiebreak`: a file and its line in the list |
//! | a requirement of homologation, a form | a sheet of `core/homologation` or `core/*/sheets.rs`: the page's form follows |
//! | a calculation of `ask` | `core/ask/calculations` |
//! | an import format | `source/import`: a module and its line in `IMPORTERS` |
//! | a page of an event | a tab in `build/events.rs` |
//! | a page of the federation | a report in `build/registers.rs`, or a kind in `site/pages.rs` with its view in `html/views` |
//! | a document | `build/papers.rs` with `pdf::PaperInput` |
//! | a language | a file in `themes/lang` |
//! | a diagnostic | its code in `explain` |
//!
//! # Modules, and what they may use
//!
//! | module | what it is | may use |
//! |---|---|---|
//! | [`model`] | plain domain data | nothing of ours |
//! | [`diag`] | problems as data | nothing of ours |
//! | [`explain`] | what every code of a problem means | nothing of ours |
//! | [`fingerprint`] | whether something changed | nothing of ours |
//! | [`project`] | the one door to the outside: files | fingerprint |
//! | [`rulebook`] | regulations and their parameters | model, diag, fingerprint |
//! | [`source`] | all parsing | model, rulebook, diag, project, fingerprint |
//! | [`core`] | all computing | model, rulebook |
//! | [`terminal`] | reports as text | core::report, lang, rulebook |
//! | [`search`] | the indexes of the site's search | publish, fingerprint |
//! | [`publish`] | writing the finished site | fingerprint |
//! | [`site`] | the pages that exist, their addresses and links | model, rulebook, core::report, core::career, core::rating_list, core::records, lang, diag, fingerprint |
//! | [`html`] | the pages as HTML | site, model, rulebook, core::report, core::records, lang, diag, project, publish |
//! | [`pdf`] | typeset documents, through Typst | core::report, lang, model, rulebook, diag, project, fingerprint |
//! | [`export`] | formats for other programs | model, rulebook, core, diag |
//! | [`lang`] | sentences, numbers and dates of a language | core::report, model, diag, project, source, fingerprint |
//! | [`build`] | the whole way, from a project to the files of its site | source, core, site, html, pdf, search, export, terminal, lang, model, rulebook, diag, project, publish, fingerprint |
//! | [`serve`] | the site while it is worked on | build, source, diag, project, publish |
//! | [`cli`] | the command line | build, serve, source, core, export, lang, model, rulebook, diag, explain, project, publish, fingerprint, simulate, terminal |
//! | [`simulate`] | invented tournaments and sites | model, core, export |

pub mod build;
pub mod cli;
pub mod core;
pub mod diag;
pub mod explain;
pub mod export;
pub mod fingerprint;
pub mod html;
pub mod lang;
pub mod model;
pub mod pdf;
pub mod project;
pub mod publish;
pub mod rulebook;
pub mod search;
pub mod serve;
pub mod simulate;
pub mod site;
pub mod source;
pub mod terminal;

#[cfg(test)]
mod test_rules;
