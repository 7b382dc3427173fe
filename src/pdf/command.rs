//! The `typst` command line on the same sources.

use std::fs;
use std::io;
use std::path::Path;
use std::process::{Command, Output};

use super::document::Document;
use super::theme::{self, Theme};
use crate::diag::{Diagnostic, Span};

/// Writes everything that a document is made of: `typst compile --root FOLDER FOLDER/…typ` sets it.
pub(super) fn write_sources(
    folder: &Path,
    theme: &Theme,
    data: &str,
) -> Result<(), Vec<Diagnostic>> {
    let write = |name: &str, bytes: &[u8]| -> io::Result<()> {
        let path = folder.join(name);
        if let Some(parent) = path.parent() {
            fs::create_dir_all(parent)?;
        }
        fs::write(path, bytes)
    };
    let all = || -> io::Result<()> {
        for (name, template) in &theme.templates {
            write(name, template.text.as_bytes())?;
        }
        for (name, bytes) in &theme.fonts {
            write(name, bytes)?;
        }
        write("data.json", data.as_bytes())
    };
    all().map_err(|error| {
        vec![
            Diagnostic::error("E0805", format!("the sources cannot be written: {error}"))
                .in_file(folder),
        ]
    })
}

/// Typesets a document with the command `program`.
pub(super) fn typeset(
    program: &Path,
    theme: &Theme,
    document: &Document,
    data: &str,
) -> Result<Vec<u8>, Vec<Diagnostic>> {
    let failed = |error: io::Error| {
        vec![Diagnostic::error("E0805", format!("no temporary folder: {error}"))]
    };
    let folder = tempfile::tempdir().map_err(failed)?;
    write_sources(folder.path(), theme, data)?;
    let pdf = folder.path().join("document.pdf");
    let output = run(program, folder.path(), document, &pdf).map_err(|error| {
        let message = format!("`{}` cannot be run: {error}", program.display());
        vec![
            Diagnostic::error("E0804", message)
                .hint("install Typst, or leave `[pdf] engine` out: the program has it built in"),
        ]
    })?;
    if !output.status.success() {
        return Err(diagnostics(theme, document, &String::from_utf8_lossy(&output.stderr)));
    }
    fs::read(&pdf).map_err(|error| {
        let message = format!("`{}` wrote no document: {error}", program.display());
        vec![Diagnostic::error("E0804", message)]
    })
}

fn run(program: &Path, folder: &Path, document: &Document, pdf: &Path) -> io::Result<Output> {
    let since_1970 = document.date.duration_since(jiff::civil::date(1970, 1, 1));
    Command::new(program)
        .arg("compile")
        .arg("--root")
        .arg(folder)
        .args(["--ignore-system-fonts", "--diagnostic-format", "short"])
        .args(["--pdf-standard", "ua-1,a-2a"])
        .arg("--font-path")
        .arg(folder.join("fonts"))
        .arg("--creation-timestamp")
        .arg(since_1970.as_secs().to_string())
        .arg(folder.join(document.template))
        .arg(pdf)
        .env_remove("TYPST_FONT_PATHS")
        .env_remove("SOURCE_DATE_EPOCH")
        .output()
}

/// Lines `path:line:column: error: message` as diagnostics in the theme's templates.
fn diagnostics(theme: &Theme, document: &Document, stderr: &str) -> Vec<Diagnostic> {
    let found: Vec<_> =
        stderr.lines().filter_map(|line| diagnostic(theme, document, line)).collect();
    if found.is_empty() {
        let message = format!("typst: {} (in `{}`)", stderr.trim(), document.title());
        let file = theme::path_of(document.template);
        return vec![Diagnostic::error("E0802", message).in_file(file)];
    }
    found
}

fn diagnostic(theme: &Theme, document: &Document, line: &str) -> Option<Diagnostic> {
    let (place, message) = line.split_once(": error: ")?;
    let message = format!("{message} (in `{}`)", document.title());
    let diagnostic = Diagnostic::error("E0802", message);
    let mut parts = place.rsplitn(3, ':');
    let (column, row) = (parts.next()?.parse().ok(), parts.next()?.parse().ok());
    let path = parts.next()?.replace('\\', "/");
    let named = theme
        .templates
        .iter()
        .filter(|(name, _)| path == **name || path.ends_with(&format!("/{name}")));
    // `lib/table.typ` rather than a `table.typ` that ends in the same word.
    let Some((_, template)) = named.max_by_key(|(name, _)| name.len()) else {
        return Some(diagnostic.in_file(path));
    };
    let (row, column): (usize, usize) = (row?, column?);
    let start: usize =
        template.text.split_inclusive('\n').take(row.saturating_sub(1)).map(str::len).sum();
    let rest = template.text.get(start..).unwrap_or_default();
    // The command counts columns from 1, in characters.
    let into: usize = rest.chars().take(column.saturating_sub(1)).map(char::len_utf8).sum();
    let at = start + into;
    Some(diagnostic.at(Span::new(template.file, at, at)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diag::Sources;
    use crate::project::Project;

    #[test]
    fn lines_of_the_command_point_into_the_templates() {
        let sources = Sources::default();
        let theme = Theme::load(&Project::Embedded, &sources).unwrap();
        let document = Document {
            template: "certificate.typ",
            ident: "test".into(),
            date: jiff::civil::date(1990, 12, 1),
            data: serde_json::json!({}),
        };
        let stderr = "warning: something else\n\
            /tmp/x/lib/theme.typ:3:2: error: unknown variable: l·l\n\
            certificate.typ:1:1: error: second\n";
        let found = diagnostics(&theme, &document, stderr);
        let places: Vec<_> = found
            .iter()
            .map(|d| {
                let (path, line, column) = d.location(&sources);
                (crate::diag::display_path(&path), line, column)
            })
            .collect();
        let path = |name| crate::diag::display_path(&theme::path_of(name));
        assert_eq!(places, [(path("lib/theme.typ"), 3, 2), (path("certificate.typ"), 1, 1)]);
        // What cannot be read as a line is told whole.
        let whole = diagnostics(&theme, &document, "error: no such option");
        assert!(whole[0].message.contains("no such option"), "{}", whole[0].message);
    }
}
