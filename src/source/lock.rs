//! `content/ids.lock`: every identifier of a provision that was ever published.
//!
//! One per line, sorted; `old -> new` says that what `old` named is now `new`. An identifier that
//! vanishes breaks links and citations outside the site, so it is an error unless it is
//! redirected. Blank lines and lines that begin with `#` are passed over.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use crate::diag::{Diagnostic, Diagnostics, FileId, Sources, Span};
use crate::project::Project;
use crate::rulebook::ProvisionId;

/// Path of the lock file in a site.
pub const LOCK: &str = "content/ids.lock";

const HEADER: &str = "# Identifiers of provisions that were ever published: none may vanish.\n\
                      # `butlleti check --write-ids` adds new ones; `old -> new` redirects one that moved.\n";

/// A line of the lock.
struct Entry {
    id: ProvisionId,
    redirect: Option<(ProvisionId, Span)>,
    span: Span,
}

/// Reads the lock and compares it with the identifiers that exist; returns the redirects, each to
/// an identifier that exists.
pub(super) fn check_lock(
    project: &Project,
    sources: &Sources,
    existing: &BTreeSet<ProvisionId>,
    diagnostics: &mut Diagnostics,
) -> BTreeMap<ProvisionId, ProvisionId> {
    // The lock belongs to a site with its circulars; the text built in is without them.
    if matches!(project, Project::Embedded) {
        return BTreeMap::new();
    }
    let path = Path::new(LOCK);
    if matches!(project, Project::Embedded) {
        // The text as published, without the circulars whose provisions the lock holds too.
        return BTreeMap::new();
    }
    if !project.exists(path) {
        diagnostics.push(
            Diagnostic::note("N0285", "no identifier is locked: the file is missing")
                .in_file(path)
                .hint("create it with `butlleti check --write-ids`"),
        );
        return BTreeMap::new();
    }
    let Some(file) = super::read_text(project, path, sources, diagnostics) else {
        return BTreeMap::new();
    };
    let entries = parse(file, &sources.get(file).text, diagnostics);
    check_order(&entries, diagnostics);
    let redirects = redirects(&entries, existing, diagnostics);
    for entry in entries.iter().filter(|entry| entry.redirect.is_none()) {
        if !existing.contains(&entry.id) {
            diagnostics.push(
                Diagnostic::error("E0280", format!("`{}` was published and is gone", entry.id))
                    .at(entry.span)
                    .hint(format!("bring it back, or say where it went: `{} -> new`", entry.id))
                    .suggest(entry.id.as_str(), existing.iter().map(ProvisionId::as_str)),
            );
        }
    }
    let locked: BTreeSet<&ProvisionId> = entries.iter().map(|entry| &entry.id).collect();
    let new: Vec<&ProvisionId> = existing.iter().filter(|id| !locked.contains(id)).collect();
    if let Some(first) = new.first() {
        let message = match new.len() {
            1 => format!("`{first}` is not locked"),
            n => format!("{n} identifiers are not locked, the first is `{first}`"),
        };
        diagnostics.push(
            Diagnostic::warning("W0284", message)
                .in_file(path)
                .hint("add them with `butlleti check --write-ids`, and commit the file"),
        );
    }
    redirects
}

/// The lock with the identifiers that exist and are not in it; what it has stays. Give the text of
/// the present lock, or none for a new one.
pub fn update<'a>(
    present: Option<&str>,
    existing: impl IntoIterator<Item = &'a ProvisionId>,
) -> String {
    let present = present.unwrap_or_default();
    let mut lines: BTreeMap<&str, &str> = BTreeMap::new();
    for line in present.lines().map(str::trim) {
        if !line.is_empty() && !line.starts_with('#') {
            let id = line.split_once("->").map_or(line, |(id, _)| id.trim());
            lines.insert(id, line);
        }
    }
    for id in existing {
        lines.entry(id.as_str()).or_insert(id.as_str());
    }
    let mut text = HEADER.to_owned();
    for line in lines.values() {
        text.push_str(line);
        text.push('\n');
    }
    text
}

fn parse(file: FileId, text: &str, diagnostics: &mut Diagnostics) -> Vec<Entry> {
    let mut entries = Vec::new();
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let written = line.trim();
        let from = start + (line.len() - line.trim_start().len());
        start += line.len();
        if written.is_empty() || written.starts_with('#') {
            continue;
        }
        let span = Span::new(file, from, from + written.len());
        let (id, redirect) = match written.split_once("->") {
            Some((id, new)) => (id.trim(), Some(new.trim())),
            None => (written, None),
        };
        let is_id = |id: &str| id.split_once(' ').is_some_and(|(_, path)| !path.is_empty());
        if !is_id(id) || redirect.is_some_and(|new| !is_id(new)) {
            diagnostics.push(
                Diagnostic::error("E0281", "this is no identifier and no redirect")
                    .at(span)
                    .hint("write `RGC 8.3.2` or `RGC 8.3.2 -> RGC 8.3.3`"),
            );
            continue;
        }
        let target = redirect.map(|new| {
            let at = from + written.rfind(new).unwrap_or(0);
            (ProvisionId::from(new), Span::new(file, at, at + new.len()))
        });
        entries.push(Entry { id: ProvisionId::from(id), redirect: target, span });
    }
    entries
}

fn check_order(entries: &[Entry], diagnostics: &mut Diagnostics) {
    for pair in entries.windows(2) {
        let message = match pair[0].id.cmp(&pair[1].id) {
            std::cmp::Ordering::Less => continue,
            std::cmp::Ordering::Equal => "this identifier stands here twice",
            std::cmp::Ordering::Greater => "the identifiers are not sorted here",
        };
        diagnostics.push(
            Diagnostic::warning("W0283", message)
                .at(pair[1].span)
                .related(pair[0].span, "the line before")
                .hint("`butlleti check --write-ids` puts the file in order"),
        );
    }
}

/// Redirects followed to their ends.
fn redirects(
    entries: &[Entry],
    existing: &BTreeSet<ProvisionId>,
    diagnostics: &mut Diagnostics,
) -> BTreeMap<ProvisionId, ProvisionId> {
    let written: BTreeMap<&ProvisionId, &ProvisionId> =
        entries.iter().filter_map(|entry| Some((&entry.id, &entry.redirect.as_ref()?.0))).collect();
    let mut redirects = BTreeMap::new();
    for entry in entries {
        let Some((target, span)) = &entry.redirect else { continue };
        if existing.contains(&entry.id) {
            diagnostics.push(
                Diagnostic::error("E0286", format!("`{}` exists and is redirected", entry.id))
                    .at(entry.span)
                    .hint("take the redirect away, or give the provision another identifier"),
            );
            continue;
        }
        let mut end = target;
        // As many steps as there are redirects: what is longer goes round in a circle.
        for _ in 0..written.len() {
            match written.get(end) {
                Some(next) if !existing.contains(end) => end = next,
                _ => break,
            }
        }
        if existing.contains(end) {
            redirects.insert(entry.id.clone(), end.clone());
        } else {
            diagnostics.push(
                Diagnostic::error(
                    "E0282",
                    format!("the redirect leads to `{end}`, which does not exist"),
                )
                .at(*span)
                .suggest(end.as_str(), existing.iter().map(ProvisionId::as_str)),
            );
        }
    }
    redirects
}

#[cfg(test)]
mod tests {
    use super::super::testing::{HEAD, Run, run_files};
    use super::*;

    fn with_lock(lock: &str) -> Run {
        let text = format!("{HEAD}§ [1.] U.\n\n§ [2.] Dos.\n");
        run_files(&[("content/reglaments/x.md", &text), (LOCK, lock)])
    }

    #[test]
    fn a_vanished_identifier_is_an_error_at_its_line() {
        assert_eq!(
            with_lock("# ids\nX 1\nX 12\nX 2\n").problems(),
            [
                "E0280 content/ids.lock:3:1 `X 12` was published and is gone; bring it back, or say where it went: `X 12 -> new`"
            ]
        );
    }

    #[test]
    fn redirects_are_followed_and_checked() {
        let run = with_lock("X 1\nX 1.1 -> X 1.2\nX 1.2 -> X 2\nX 2\n");
        assert!(run.problems().is_empty(), "{:?}", run.problems());
        let rulebook = run.rulebook();
        assert_eq!(rulebook.redirects.len(), 2);
        assert_eq!(rulebook.resolve(&"X 1.1".into()).as_str(), "X 2");
        assert_eq!(rulebook.resolve(&"X 1".into()).as_str(), "X 1");
        let wrong = with_lock("X 1 -> X 2\nX 2\nX 3 -> X 4\nX 4 -> X 3\nX 5 -> X 22\nX\n");
        let codes: Vec<_> = wrong.problems().iter().map(|p| p[..30].to_owned()).collect();
        assert_eq!(
            codes,
            [
                "E0286 content/ids.lock:1:1 `X ",
                "E0282 content/ids.lock:3:8 the",
                "E0282 content/ids.lock:4:8 the",
                "E0282 content/ids.lock:5:8 the",
                "E0281 content/ids.lock:6:1 thi",
            ]
        );
    }

    #[test]
    fn order_and_new_identifiers_are_warnings() {
        assert_eq!(
            with_lock("X 2\nX 1\n").problems(),
            [
                "W0283 content/ids.lock:2:1 the identifiers are not sorted here; `butlleti check --write-ids` puts the file in order"
            ]
        );
        let new = with_lock("X 1\n");
        assert_eq!(
            new.problems(),
            [
                "W0284 content/ids.lock:0:0 `X 2` is not locked; add them with `butlleti check --write-ids`, and commit the file"
            ]
        );
    }

    #[test]
    fn the_update_keeps_what_is_there_and_is_stable() {
        let ids: Vec<ProvisionId> = vec!["X 10".into(), "X 1".into()];
        let text = update(Some("X 2\nX 0 -> X 1\n"), &ids);
        assert_eq!(text, format!("{HEADER}X 0 -> X 1\nX 1\nX 10\nX 2\n"));
        assert_eq!(update(Some(&text), &ids), text);
        assert_eq!(update(None, &[]), HEADER);
    }

    #[test]
    fn a_missing_lock_is_a_note() {
        let text = format!("{HEAD}§ [1.] U.\n");
        let run = run_files(&[("content/reglaments/x.md", &text)]);
        assert!(run.diagnostics.iter().any(|d| d.code.0 == "N0285"));
        assert!(!run.diagnostics.has_errors());
    }
}
