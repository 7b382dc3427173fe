//! All regulations and circulars of a project → [`Versions`], checked as a whole.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use super::circular::{CircularFile, parse_circular};
use super::lock::check_lock;
use super::order::check_labels;
use super::references::link_references;
use super::regulation::{RegulationFile, parse_regulation};
use crate::diag::{Diagnostic, Diagnostics, FileId, Sources, Span};
use crate::model::Date;
use crate::project::Project;
use crate::rulebook::consolidate::{Ledger, apply};
use crate::rulebook::{
    BindError, Binder, Circular, FromRulebook, Param, Provision, ProvisionId, Rulebook, Versions,
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
    let mut versions = consolidate(published, circulars, sources, diagnostics);
    let existing: BTreeSet<ProvisionId> = versions.identifiers().cloned().collect();
    let redirects = check_lock(project, sources, &existing, diagnostics);
    for rulebook in versions.texts_mut() {
        rulebook.redirects = redirects.clone();
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
        files.extend(super::read_text(project, &path, sources, diagnostics));
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
    check_anchors(&provisions, diagnostics);
    let existing = provisions.into_keys().collect();
    check_citations(&citations, &existing, diagnostics);
    Rulebook { regulations, params, terms, ..Rulebook::default() }
}

/// Different identifiers must not share an address: `8 bis` and `8-bis` would.
fn check_anchors(provisions: &BTreeMap<ProvisionId, Span>, diagnostics: &mut Diagnostics) {
    let mut anchors: BTreeMap<(&str, String), &ProvisionId> = BTreeMap::new();
    for (id, span) in provisions {
        if let Some(other) = anchors.insert((id.code(), id.anchor()), id) {
            diagnostics.push(
                Diagnostic::error(
                    "E0233",
                    format!("`{id}` and `{other}` have the same address, `#{}`", id.anchor()),
                )
                .at(*span)
                .related(provisions[other], "the other")
                .hint("give one of them another identifier: `{id=\"…\"}`"),
            );
        }
    }
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
    mut published: Rulebook,
    files: Vec<CircularFile>,
    sources: &Sources,
    diagnostics: &mut Diagnostics,
) -> Versions {
    let first = published.regulations.iter().map(|r| r.in_force).min().unwrap_or(Date::MIN);
    let mut found = Diagnostics::new();
    finish(&mut published, None, sources, &mut found);
    let mut later: Vec<(Date, Rulebook)> = Vec::new();
    let mut ledger = Ledger::default();
    let mut circulars: Vec<Circular> = Vec::new();
    let mut citations = Vec::new();
    for same_day in files.chunk_by(|a, b| a.circular.in_force == b.circular.in_force) {
        let mut rulebook = later.last().map_or(&published, |(_, rulebook)| rulebook).clone();
        let day = same_day[0].circular.in_force;
        for CircularFile { circular, terms, citations: cited } in same_day {
            apply(&mut rulebook, circular, &mut ledger, diagnostics);
            rulebook.terms.extend(terms.iter().cloned());
            citations.extend(cited.iter().cloned());
            citations.extend(circular.amendments.iter().flat_map(|a| a.citations.iter().cloned()));
            circulars.push(circular.clone());
        }
        finish(&mut rulebook, Some(day), sources, &mut found);
        later.push((day, rulebook));
    }
    // A text is checked in every version it stands in; each problem is told once.
    let mut told: Vec<&Diagnostic> = Vec::new();
    for diagnostic in
        found.iter().filter(|diagnostic| !diagnostics.iter().any(|d| d == *diagnostic))
    {
        if !told.contains(&diagnostic) {
            told.push(diagnostic);
        }
    }
    told.into_iter().cloned().for_each(|diagnostic| diagnostics.push(diagnostic));
    let versions = Versions::new(circulars, (first, published), later);
    let existing = versions.identifiers().cloned().collect();
    check_citations(&citations, &existing, diagnostics);
    versions
}

/// Checks and links a text: the whole of it, or what circulars changed on a day.
fn finish(
    rulebook: &mut Rulebook,
    changed: Option<Date>,
    sources: &Sources,
    diagnostics: &mut Diagnostics,
) {
    let is_new = |provision: &Provision| {
        changed.is_none_or(|day| provision.amended.as_ref().is_some_and(|a| a.from == day))
    };
    for regulation in rulebook.regulations.iter().filter(|r| r.provisions().any(is_new)) {
        check_labels(regulation, diagnostics);
    }
    link_references(rulebook, &is_new, sources, diagnostics);
    rulebook.index_backlinks();
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
    use proptest::prelude::*;

    use crate::export::{Publisher, akn, rulebook_json};
    use crate::source::testing::{HEAD, problems, repository, run, run_files};

    /// Pieces of the format, whole and broken.
    const PIECES: &str = "(§ \\[|§§ \\[|§|\\]|\\{|\\}|param=\"x\\.n\"|item=\"x\\.l\"|\"|\\[\\[X 1|\\]\\]|\\||\n|\n\n\
        |# |> \\[!NOTA|AMB-1\\]|> |\\{table=\"x\\.t\"\\}\n|\\| a \\|\n\\|---\\|\n|`|```\n|article 1|apartats 2 i |de l'|«|»|é|½\
        |\u{E000}|\u{E001}|<b>|\\\\|\\* |1\\.|a\\)|8 bis|9|replace |add |after |under |repeal |all |\\[X 1\\]|\\[X 2\\]){0,40}";

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]

        /// Whatever stands in the files, it is read to the end and can be exported, and every
        /// problem has its place in a file.
        #[test]
        fn no_text_makes_the_reader_panic(regulation in PIECES, circular in PIECES) {
            let regulation = format!("{HEAD}§ [1.] U.\n{regulation}");
            let circular = format!(
                "+++\nnumber = \"1\"\ntitle = \"C\"\ndate = 1991-01-01\nin_force = 1991-03-01\n+++\n{circular}"
            );
            let run = run_files(&[
                ("content/reglaments/x.md", &regulation),
                ("content/circulars/1.md", &circular),
                ("content/ids.lock", &circular),
            ]);
            run.diagnostics.render(&run.sources, false);
            rulebook_json::rulebook(&run.versions);
            let publisher = Publisher { slug: "f", name: "F", jurisdiction: "es" };
            for day in run.versions.dates() {
                prop_assert!(akn::regulation(&run.versions, "X", day, &publisher).is_some());
            }
        }
    }

    #[test]
    fn two_identifiers_with_one_address_are_an_error() {
        let problems = problems("§ []{id=\"nota 1\"} U.\n\n§ []{id=\"nota-1\"} Dos.\n");
        assert!(problems[0].starts_with("E0233 content/reglaments/x.md:10:3"), "{problems:?}");
    }

    #[test]
    fn divisions_with_one_title_have_two_anchors() {
        let run = run("# Nota\n§ [1.] U.\n# Nota\n§ [2.] Dos.\n");
        let anchors: Vec<_> = run.rulebook().regulations[0]
            .items
            .iter()
            .filter_map(|item| match item {
                crate::rulebook::Item::Division(division) => Some(division.anchor.as_str()),
                crate::rulebook::Item::Provision(_) => None,
            })
            .collect();
        assert_eq!(anchors, ["s-nota", "s-nota-2"]);
    }

    /// The repository's own regulations and circulars have no problem of any kind.
    #[test]
    fn the_repository_is_without_problems() {
        let run = repository();
        assert!(run.diagnostics.is_empty(), "{}", run.diagnostics.render(&run.sources, false));
    }
}
