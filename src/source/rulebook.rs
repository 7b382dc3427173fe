//! All regulations of a project → [`Rulebook`], checked as a whole.

use std::collections::BTreeMap;
use std::path::Path;

use super::regulation::{RegulationFile, parse_regulation};
use super::text::{Legacy, decode};
use crate::diag::{Diagnostic, Diagnostics, Sources, Span};
use crate::project::Project;
use crate::rulebook::{BindError, Binder, FromRulebook, Param, ProvisionId, Rulebook};

/// Folder of the regulations in a site.
pub const REGULATIONS: &str = "content/reglaments";

/// Reads every regulation of the project.
pub fn load_rulebook(
    project: &Project,
    sources: &Sources,
    diagnostics: &mut Diagnostics,
) -> Rulebook {
    read_regulations(project, sources, diagnostics).0
}

/// Every regulation of the project, and the glossary terms that they mark, with their places.
pub(super) fn read_regulations(
    project: &Project,
    sources: &Sources,
    diagnostics: &mut Diagnostics,
) -> (Rulebook, Vec<(String, Span)>) {
    let mut files = Vec::new();
    for path in super::list(project, Path::new(REGULATIONS), "md", diagnostics) {
        let Some(bytes) = super::read(project, &path, diagnostics) else { continue };
        if let Some((file, _)) = decode(&path, &bytes, Legacy::Refuse, sources, diagnostics)
            && let Some(parsed) = parse_regulation(sources, file, diagnostics)
        {
            files.push(parsed);
        }
    }
    assemble(files, diagnostics)
}

fn assemble(
    mut files: Vec<RegulationFile>,
    diagnostics: &mut Diagnostics,
) -> (Rulebook, Vec<(String, Span)>) {
    files.sort_by(|a, b| {
        (a.regulation.order, &a.regulation.code).cmp(&(b.regulation.order, &b.regulation.code))
    });
    let mut provisions: BTreeMap<ProvisionId, Span> = BTreeMap::new();
    let mut codes: BTreeMap<String, Span> = BTreeMap::new();
    let mut params: BTreeMap<String, Param> = BTreeMap::new();
    let mut citations = Vec::new();
    let mut regulations = Vec::new();
    let mut marked = Vec::new();
    for file in files {
        let RegulationFile { regulation, params: found, citations: cited, terms } = file;
        marked.extend(terms);
        for provision in regulation.provisions() {
            codes.entry(regulation.code.clone()).or_insert(provision.span);
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
        regulations.push(regulation);
    }
    for (target, span) in citations {
        if !provisions.contains_key(&target) {
            diagnostics.push(
                Diagnostic::error("E0231", format!("no provision `{target}` exists"))
                    .at(span)
                    .suggest(target.as_str(), provisions.keys().map(ProvisionId::as_str)),
            );
        }
    }
    (Rulebook { regulations, params }, marked)
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
