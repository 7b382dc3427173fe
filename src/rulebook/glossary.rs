//! Terms of the glossary.

use super::ProvisionId;

/// A term of `content/glossari.toml`, in three languages.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Term {
    /// What marks in the texts name: `[Buchholz]{term="buchholz"}`.
    pub slug: String,
    pub ca: String,
    pub es: String,
    pub en: String,
    /// Other words for it, Catalan.
    pub variants: Vec<String>,
    /// Catalan.
    pub definition: String,
    /// Provisions that speak of it.
    pub see: Vec<ProvisionId>,
    /// Subject: `joc`, `desempats` …
    pub field: Option<String>,
}
