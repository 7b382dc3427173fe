//! All regulations and circulars of a project → [`Versions`], checked as a whole.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use super::circular::{CircularFile, parse_circular};
use super::lock::check_lock;
use super::order::check_labels;
use super::references::link_references;
use super::regulation::{RegulationFile, parse_regulation};
use super::text::{Legacy, decode};
use crate::diag::{Diagnostic, Diagnostics, FileId, Sources, Span};
use crate::model::Date;
use crate::project::Project;
use crate::rulebook::consolidate::{Ledger, apply};
use crate::rulebook::{
    BindError, Binder, Circular, FromRulebook, Param, ProvisionId, Rulebook, Versions,
};

/// Folder of the regulations in a site.
pub const REGULATIONS: &str = "content/reglaments";
/// Folder of the circulars in a site.
pub const CIRCULARS: &str = "content/circulars";

/// Reads every regulation of the project: the text as published, without circulars.
pub fn load_rulebook(
    project: &Project,
    sources: &Sources,
    diagnostics: &mut Diagnostics,
) -> Rulebook {
    load_versions(project, sources, diagnostics).published().clone()
}

/// Reads every regulation and circular of the project: the text of every day.
pub fn load_versions(
    project: &Project,
    sources: &Sources,
    diagnostics: &mut Diagnostics,
) -> Versions {
    let regulations = texts(project, REGULATIONS, sources, diagnostics)
        .into_iter()
        .filter_map(|file| parse_regulation(sources, file, diagnostics))
        .collect();
    let circulars = texts(project, CIRCULARS, sources, diagnostics)
        .into_iter()
        .filter_map(|file| parse_circular(sources, file, diagnostics))
        .collect();
    let published = assemble(regulations, diagnostics);
    let circulars = in_order(circulars, diagnostics);
    let mut versions = consolidate(published, circulars, diagnostics);
    let existing: BTreeSet<ProvisionId> = versions.identifiers().cloned().collect();
    let redirects = check_lock(project, sources, &existing, diagnostics);
    // A text is checked in every version it stands in; each problem is told once.
    let mut found = Diagnostics::new();
    for rulebook in versions.texts_mut() {
        rulebook.redirects = redirects.clone();
        for regulation in &rulebook.regulations {
            check_labels(regulation, &mut found);
        }
        link_references(rulebook, sources, &mut found);
        rulebook.index_backlinks();
    }
    let mut told: Vec<&Diagnostic> = Vec::new();
    for diagnostic in found.iter() {
        if !told.contains(&diagnostic) {
            told.push(diagnostic);
            diagnostics.push(diagnostic.clone());
        }
    }
    versions
}

/// The Markdown files of a folder, decoded.
fn texts(
    project: &Project,
    folder: &str,
    sources: &Sources,
    diagnostics: &mut Diagnostics,
) -> Vec<FileId> {
    let mut files = Vec::new();
    for path in super::list(project, Path::new(folder), "md", diagnostics) {
        let Some(bytes) = super::read(project, &path, diagnostics) else { continue };
        if let Some((file, _)) = decode(&path, &bytes, Legacy::Refuse, sources, diagnostics) {
            files.push(file);
        }
    }
    files
}

fn assemble(mut files: Vec<RegulationFile>, diagnostics: &mut Diagnostics) -> Rulebook {
    files.sort_by(|a, b| {
        (a.regulation.order, &a.regulation.code).cmp(&(b.regulation.order, &b.regulation.code))
    });
    let mut provisions: BTreeMap<ProvisionId, Span> = BTreeMap::new();
    let mut params: BTreeMap<String, Param> = BTreeMap::new();
    let mut citations = Vec::new();
    let mut terms = Vec::new();
    let mut regulations = Vec::new();
    for file in files {
        let RegulationFile { regulation, params: found, citations: cited, terms: marked } = file;
        for provision in regulation.provisions() {
            if let Some(first) = provisions.insert(provision.id.clone(), provision.span) {
                diagnostics.push(
                    Diagnostic::error(
                        "E0230",
                        format!("`{}` is the identifier of two provisions", provision.id),
                    )
                    .at_label(provision.span, "second")
                    .related(first, "first")
                    .hint("give one of them its own: `{id=\"…\"}`"),
                );
            }
        }
        for param in found {
            if let Some(first) = params.get(&param.id) {
                diagnostics.push(
                    Diagnostic::error(
                        "E0302",
                        format!("the parameter `{}` is defined twice", param.id),
                    )
                    .at_label(param.span, "second")
                    .related(first.span, "first")
                    .hint("a number has one home; cite it elsewhere without a mark"),
                );
            } else {
                params.insert(param.id.clone(), param);
            }
        }
        citations.extend(cited);
        terms.extend(marked);
        regulations.push(regulation);
    }
    let existing = provisions.into_keys().collect();
    check_citations(&citations, &existing, diagnostics);
    Rulebook { regulations, params, terms, ..Rulebook::default() }
}

fn check_citations(
    citations: &[(ProvisionId, Span)],
    existing: &BTreeSet<ProvisionId>,
    diagnostics: &mut Diagnostics,
) {
    for (target, span) in citations {
        if !existing.contains(target) {
            diagnostics.push(
                Diagnostic::error("E0231", format!("no provision `{target}` exists"))
                    .at(*span)
                    .suggest(target.as_str(), existing.iter().map(ProvisionId::as_str)),
            );
        }
    }
}

/// By the day on which they come into force, then by number; numbers are unique.
fn in_order(mut files: Vec<CircularFile>, diagnostics: &mut Diagnostics) -> Vec<CircularFile> {
    files.sort_by(|a, b| {
        let key = |file: &CircularFile| (file.circular.in_force, file.circular.number.clone());
        (key(a), &a.circular.path).cmp(&(key(b), &b.circular.path))
    });
    let mut numbers: BTreeMap<&str, Span> = BTreeMap::new();
    for CircularFile { circular, .. } in &files {
        if let Some(first) = numbers.insert(&circular.number, circular.span) {
            diagnostics.push(
                Diagnostic::error(
                    "E0260",
                    format!("two circulars have the number `{}`", circular.number),
                )
                .at(circular.span)
                .related(first, "the other"),
            );
        }
    }
    files
}

/// The published text, and one text for each day on which circulars come into force.
fn consolidate(
    published: Rulebook,
    files: Vec<CircularFile>,
    diagnostics: &mut Diagnostics,
) -> Versions {
    let first = published.regulations.iter().map(|r| r.in_force).min().unwrap_or(Date::MIN);
    let mut later: Vec<(Date, Rulebook)> = Vec::new();
    let mut ledger = Ledger::default();
    let mut circulars: Vec<Circular> = Vec::new();
    let mut citations = Vec::new();
    for CircularFile { circular, terms, citations: cited } in files {
        let day = circular.in_force;
        if later.last().is_none_or(|(from, _)| *from != day) {
            let before = later.last().map_or(&published, |(_, rulebook)| rulebook).clone();
            later.push((day, before));
        }
        if let Some((_, rulebook)) = later.last_mut() {
            apply(rulebook, &circular, &mut ledger, diagnostics);
            rulebook.terms.extend(terms);
        }
        citations.extend(cited);
        citations.extend(circular.amendments.iter().flat_map(|a| a.citations.iter().cloned()));
        circulars.push(circular);
    }
    let versions = Versions::new(circulars, (first, published), later);
    let existing = versions.identifiers().cloned().collect();
    check_citations(&citations, &existing, diagnostics);
    versions
}

/// Binds a structure of parameters; every one that is missing or mistyped is an error at its place.
pub fn bind_rules<T: FromRulebook>(
    rulebook: &Rulebook,
    diagnostics: &mut Diagnostics,
) -> Option<T> {
    let mut binder = Binder::new(rulebook);
    let bound = T::bind(&mut binder);
    for error in &binder.errors {
        diagnostics.push(match error {
            BindError::Missing { id, expected } => {
                let regulation = id.split('.').next().unwrap_or_default();
                let home = rulebook
                    .regulations
                    .iter()
                    .find(|r| r.path.file_stem().is_some_and(|stem| stem == regulation));
                let path = home.map_or_else(
                    || Path::new(REGULATIONS).join(regulation).with_extension("md"),
                    |r| r.path.clone(),
                );
                Diagnostic::error(
                    "E0301",
                    format!("the parameter `{id}` is missing: a calculation needs {expected}"),
                )
                .in_file(path)
                .hint(format!("mark the number in its sentence: `[25]{{param=\"{id}\"}}`"))
                .suggest(id, rulebook.params.keys().map(String::as_str))
            }
            BindError::Mistyped { id, expected, found, span } => {
                Diagnostic::error("E0303", format!("the parameter `{id}` must be {expected}"))
                    .at_label(*span, format!("this is {found}"))
            }
        });
    }
    bound
}

#[cfg(test)]
mod tests {
    use crate::source::testing::repository;

    /// The repository's own regulations and circulars have no problem of any kind.
    #[test]
    fn the_repository_is_without_problems() {
        let run = repository();
        assert!(run.diagnostics.is_empty(), "{}", run.diagnostics.render(&run.sources, false));
    }
}
