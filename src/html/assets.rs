//! Style sheets, fonts and drawings of the theme, under names that carry their content's hash, so
//! that browsers may keep them for ever.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use super::OutputFile;
use crate::diag::Diagnostic;
use crate::project::{Project, embedded, embedded_files};

/// Folder of the theme's files.
const STATIC: &str = "themes/default/static";
/// Folder of the site that holds them.
const FOLDER: &str = "assets";

/// The theme's files and the names under which they are published.
#[derive(Clone, Debug, Default)]
pub struct Assets {
    /// From the name in the theme (`site.css`, `fonts/X.woff2`) to the address in the site.
    names: BTreeMap<String, String>,
    files: Vec<OutputFile>,
}

impl Assets {
    /// Reads the theme: a file of the project stands for the built-in one of the same name.
    pub fn load(project: &Project) -> Result<Self, Vec<Diagnostic>> {
        let mut contents = BTreeMap::new();
        for path in theme_files(project, Path::new(STATIC))? {
            let bytes = theme_file(project, &path)?;
            let name = path.strip_prefix(STATIC).unwrap_or(&path);
            contents.insert(crate::diag::display_path(name), bytes);
        }
        let mut assets = Self::default();
        // Style sheets name other files, so they come last, when those have their names.
        let (sheets, others): (Vec<_>, Vec<_>) =
            contents.into_iter().partition(|(name, _)| name.ends_with(".css"));
        for (name, bytes) in others {
            assets.add(&name, bytes);
        }
        for (name, bytes) in sheets {
            let sheet = assets.with_published_names(&String::from_utf8_lossy(&bytes));
            assets.add(&name, sheet.into_bytes());
        }
        Ok(assets)
    }

    /// Where a file of the theme is published, `assets/site.0a1b2c3d.css`.
    pub fn url(&self, name: &str) -> Option<&str> {
        self.names.get(name).map(String::as_str)
    }

    pub fn files(&self) -> &[OutputFile] {
        &self.files
    }

    fn add(&mut self, name: &str, bytes: Vec<u8>) {
        // Licences keep their names: people look for them.
        let published = match name.rsplit_once('.') {
            Some((stem, extension)) if extension != "txt" => {
                format!("{FOLDER}/{stem}.{:08x}.{extension}", content_hash(&bytes))
            }
            _ => format!("{FOLDER}/{name}"),
        };
        self.names.insert(name.to_owned(), published.clone());
        self.files.push(OutputFile { path: published, bytes });
    }

    /// A style sheet with the published names of the files it loads. It stands itself in
    /// `assets/`, so that its links begin there.
    fn with_published_names(&self, sheet: &str) -> String {
        let mut text = sheet.to_owned();
        for (name, url) in &self.names {
            let link = url.strip_prefix("assets/").unwrap_or(url);
            text = text.replace(&format!("url(\"{name}\")"), &format!("url(\"{link}\")"));
        }
        text
    }
}

/// FNV-1a, folded to 32 bits: a name for caches, nothing that has to resist anybody.
fn content_hash(bytes: &[u8]) -> u32 {
    let hash = bytes.iter().fold(0xcbf2_9ce4_8422_2325_u64, |hash, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    (hash ^ (hash >> 32)) as u32
}

/// Files of the theme: the built-in ones and the project's own.
pub(super) fn theme_files(
    project: &Project,
    folder: &Path,
) -> Result<Vec<PathBuf>, Vec<Diagnostic>> {
    let own = project.list(folder).map_err(|error| {
        vec![
            Diagnostic::error("E0910", format!("the theme cannot be listed: {error}"))
                .in_file(folder),
        ]
    })?;
    let mut files = embedded_files(folder);
    files.extend(own);
    files.sort();
    files.dedup();
    Ok(files)
}

/// A file of the theme: the project's own, else the built-in one.
pub(super) fn theme_file(project: &Project, path: &Path) -> Result<Vec<u8>, Vec<Diagnostic>> {
    if project.exists(path) {
        return project.read(path).map_err(|error| {
            vec![Diagnostic::error("E0910", format!("cannot be read: {error}")).in_file(path)]
        });
    }
    embedded(path)
        .map(<[u8]>::to_vec)
        .ok_or_else(|| vec![Diagnostic::error("E0910", "the theme lacks a file").in_file(path)])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_carry_the_hash_of_the_content_and_sheets_follow_them() {
        let project = Project::memory([
            ("themes/default/static/a.svg", "<svg/>"),
            ("themes/default/static/own.css", "p { background: url(\"a.svg\") }"),
        ]);
        let assets = Assets::load(&project).expect("a readable theme");
        let svg = assets.url("a.svg").expect("published");
        assert!(svg.starts_with("assets/a.") && svg.ends_with(".svg"), "{svg}");
        let css = assets.url("own.css").expect("published");
        let file = assets.files().iter().find(|file| file.path == css).expect("there");
        let text = String::from_utf8_lossy(&file.bytes);
        assert!(text.contains(svg.trim_start_matches("assets/")), "{text}");
        assert_eq!(svg.len(), "assets/a.".len() + 8 + ".svg".len());
        let other = Project::memory([("themes/default/static/a.svg", "<svg></svg>")]);
        assert_ne!(Assets::load(&other).expect("readable").url("a.svg"), Some(svg));
    }
}
