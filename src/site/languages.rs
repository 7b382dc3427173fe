//! The languages in which the site exists.
//!
//! The main language stands at the root, every other in a folder of its code with the same
//! addresses below: `torneigs/` and `es/torneigs/`. Addresses of pages are always those below the
//! folder; files that all languages share (style sheets, documents) are addressed from the root.

use crate::lang::Language;

/// The languages of a site, seen from the one that is being made.
#[derive(Clone, Debug)]
pub struct Languages<'a> {
    /// All, the main one first.
    pub all: Vec<&'a Language>,
    /// The language of the published texts: regulations, definitions, notes.
    pub texts: &'a Language,
    /// Is the site's description in the language that is being made, and its notice?
    pub description_is_translated: bool,
    pub notice_is_translated: bool,
}

impl<'a> Languages<'a> {
    /// A site in one language.
    pub fn only(language: &'a Language) -> Self {
        Self {
            all: vec![language],
            texts: language,
            description_is_translated: true,
            notice_is_translated: true,
        }
    }

    /// The folder of a language, with its slash; none for the main one.
    pub fn folder(&self, language: &Language) -> String {
        match self.all.first() {
            Some(main) if main.code != language.code => format!("{}/", language.code),
            _ => String::new(),
        }
    }
}
