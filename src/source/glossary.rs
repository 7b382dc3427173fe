//! `content/glossari.toml`: the terms that texts mark.

use std::collections::BTreeMap;
use std::path::Path;

use super::settings::{Given, keys, read_settings};
use crate::diag::{Diagnostic, Diagnostics, Sources, Span};
use crate::project::Project;
use crate::rulebook::{ProvisionId, Rulebook, Term};

pub const GLOSSARY_FILE: &str = "content/glossari.toml";

keys! {
    /// The glossary.
    pub struct GlossaryFile = "content/glossari.toml" {
        /// Its terms, each under `[[term]]`.
        term: Vec<Given<TermFile>>,
    }
}

keys! {
    /// A term of the glossary.
    pub struct TermFile = "[[term]]" {
        /// What marks in the texts name; unique.
        slug: Given<String>,
        /// The term in Catalan.
        ca: String,
        /// The term in Spanish; the Catalan one when left out.
        es: String,
        /// The term in English; the Catalan one when left out.
        en: String,
        /// Other words for it.
        variants: Vec<String>,
        /// What it means, in a sentence or two.
        definition: String,
        /// Provisions that speak of it.
        see: Vec<Given<String>>,
        /// Its subject.
        field: String,
    }
}

/// Reads the glossary of the project and checks its references, and those of the texts to it
/// themselves. A project without the file has no terms.
pub fn read_glossary(
    project: &Project,
    rulebook: &Rulebook,
    sources: &Sources,
    diagnostics: &mut Diagnostics,
) -> Vec<Term> {
    let path = Path::new(GLOSSARY_FILE);
    let file = if project.exists(path) {
        read_settings::<GlossaryFile>(project, path, sources, diagnostics)
    } else {
        None
    };
    let known: BTreeMap<&ProvisionId, ()> = rulebook.provisions().map(|p| (&p.id, ())).collect();
    let mut places: BTreeMap<String, Span> = BTreeMap::new();
    let mut terms = Vec::new();
    for Given { value: term, span } in file.into_iter().flat_map(|f| f.value.term).flatten() {
        let (Some(slug), Some(ca), Some(definition)) = (term.slug, term.ca, term.definition) else {
            diagnostics.push(
                Diagnostic::error("E0206", "a term needs `slug`, `ca` and `definition`").at(span),
            );
            continue;
        };
        if let Some(first) = places.insert(slug.value.clone(), slug.span) {
            diagnostics.push(
                Diagnostic::error("E0401", format!("two terms have the slug `{}`", slug.value))
                    .at_label(slug.span, "second")
                    .related(first, "first"),
            );
            continue;
        }
        let mut see = Vec::new();
        for Given { value, span } in term.see.into_iter().flatten() {
            let target = ProvisionId::from(value.as_str());
            if known.contains_key(&target) {
                see.push(target);
            } else {
                diagnostics.push(
                    Diagnostic::error("E0231", format!("no provision `{target}` exists"))
                        .at(span)
                        .suggest(&value, known.keys().map(|id| id.as_str())),
                );
            }
        }
        terms.push(Term {
            slug: slug.value,
            es: term.es.unwrap_or_else(|| ca.clone()),
            en: term.en.unwrap_or_else(|| ca.clone()),
            ca,
            variants: term.variants.unwrap_or_default(),
            definition,
            see,
            field: term.field,
        });
    }
    for (slug, span) in &rulebook.terms {
        if !places.contains_key(slug) {
            diagnostics.push(
                Diagnostic::error("E0232", format!("no term `{slug}` in the glossary"))
                    .at(*span)
                    .hint(format!("add it to `{GLOSSARY_FILE}`, or take the mark away"))
                    .suggest(slug, places.keys().map(String::as_str)),
            );
        }
    }
    terms
}
