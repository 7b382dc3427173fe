//! The theme's share in documents: Typst templates and fonts.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use crate::diag::{Diagnostic, FileId, Sources};
use crate::project::{Project, embedded, embedded_files};

/// Where a theme keeps what documents need.
const FOLDER: &str = "themes/default/pdf";

/// The path that people know a file of the theme by.
pub(super) fn path_of(name: &str) -> PathBuf {
    Path::new(FOLDER).join(name)
}

/// A template.
#[derive(Clone, Debug)]
pub(super) struct Template {
    /// Where it stands for people: `themes/default/pdf/lib/table.typ`.
    pub file: FileId,
    pub text: String,
}

/// Templates and fonts, by their path under the theme's `pdf/`, with `/`.
#[derive(Clone, Debug, Default)]
pub(super) struct Theme {
    pub templates: BTreeMap<String, Template>,
    pub fonts: BTreeMap<String, Vec<u8>>,
}

impl Theme {
    /// The project's own files, and those built into the program where it has none.
    pub fn load(project: &Project, sources: &Sources) -> Result<Self, Vec<Diagnostic>> {
        let folder = Path::new(FOLDER);
        let own = project.list(folder).map_err(|error| {
            let message = format!("cannot be listed: {error}");
            vec![Diagnostic::error("E0801", message).in_file(folder)]
        })?;
        let own: BTreeSet<PathBuf> = own.into_iter().collect();
        let paths: BTreeSet<PathBuf> = own.iter().cloned().chain(embedded_files(folder)).collect();
        let mut theme = Self::default();
        let mut problems = Vec::new();
        for path in paths {
            let kind = path.extension().and_then(|extension| extension.to_str());
            if !matches!(kind, Some("typ" | "ttf" | "otf")) {
                continue;
            }
            let bytes = match embedded(&path) {
                Some(built_in) if !own.contains(&path) => Ok(built_in.to_vec()),
                _ => project.read(&path),
            };
            let bytes = match bytes {
                Ok(bytes) => bytes,
                Err(error) => {
                    let message = format!("cannot be read: {error}");
                    problems.push(Diagnostic::error("E0801", message).in_file(path));
                    continue;
                }
            };
            let name = crate::diag::display_path(path.strip_prefix(folder).unwrap_or(&path));
            if kind != Some("typ") {
                theme.fonts.insert(name, bytes);
                continue;
            }
            match String::from_utf8(bytes) {
                Ok(text) => {
                    let file = sources.add(path, text.clone());
                    theme.templates.insert(name, Template { file, text });
                }
                Err(_) => problems.push(
                    Diagnostic::error("E0801", "the template is not UTF-8")
                        .in_file(path)
                        .hint("save it as UTF-8"),
                ),
            }
        }
        if problems.is_empty() { Ok(theme) } else { Err(problems) }
    }
}
