//! Diagnostics: every problem of a run, as data.
//!
//! Readers return what they could read and push what they could not to [`Diagnostics`]; nothing
//! stops at the first problem. A diagnostic has a stable code (explained by `butlleti explain`),
//! says what was found, what was expected and how to mend it, and points into a source file.

use std::collections::BTreeMap;
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock, RwLock};

use codespan_reporting::diagnostic::{
    Diagnostic as Rendered, Label, LabelStyle, Severity as RenderedSeverity,
};
use codespan_reporting::files;
use codespan_reporting::term;
use serde_json::{Value, json};

/// A source file that was read in this run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FileId(u32);

/// A place in a source file, in bytes of its decoded text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Span {
    pub file: FileId,
    pub start: usize,
    pub end: usize,
}

impl Span {
    pub fn new(file: FileId, start: usize, end: usize) -> Self {
        Self { file, start, end }
    }
}

/// A decoded source text and its path, relative to the site's root where it lies in it.
#[derive(Debug)]
pub struct SourceFile {
    pub path: PathBuf,
    pub text: Arc<str>,
    /// Where lines begin, once somebody asks.
    lines: OnceLock<Vec<usize>>,
}

impl SourceFile {
    fn lines(&self) -> &[usize] {
        self.lines.get_or_init(|| files::line_starts(&self.text).collect())
    }

    /// Line and column, from 1, of a byte; columns count characters.
    pub fn line_column(&self, byte: usize) -> (usize, usize) {
        let byte = byte.min(self.text.len());
        let line = self.lines().partition_point(|&start| start <= byte).max(1);
        let start = self.lines()[line - 1];
        let column = self.text.get(start..byte).map_or(0, |text| text.chars().count());
        (line, column + 1)
    }

    /// Bytes of the lines from a span's first to its last.
    fn line_length(&self, span: Span) -> usize {
        let line = |byte: usize| self.lines().partition_point(|&start| start <= byte).max(1);
        let end = self.lines().get(line(span.end)).copied().unwrap_or(self.text.len());
        end.saturating_sub(self.lines()[line(span.start) - 1])
    }
}

/// All texts read in this run; files are only added.
#[derive(Debug, Default)]
pub struct Sources(RwLock<Vec<Arc<SourceFile>>>);

impl Sources {
    pub fn add(&self, path: impl Into<PathBuf>, text: impl Into<Arc<str>>) -> FileId {
        let mut files = self.0.write().expect("no reader panics while it holds the lock");
        let lines = OnceLock::new();
        files.push(Arc::new(SourceFile { path: path.into(), text: text.into(), lines }));
        FileId(files.len() as u32 - 1)
    }

    pub fn get(&self, file: FileId) -> Arc<SourceFile> {
        self.0.read().expect("no writer panics while it holds the lock")[file.0 as usize].clone()
    }

    /// `path`, line and column of a span's start.
    pub fn place(&self, span: Span) -> (PathBuf, usize, usize) {
        let file = self.get(span.file);
        let (line, column) = file.line_column(span.start);
        (file.path.clone(), line, column)
    }
}

impl<'a> files::Files<'a> for Sources {
    type FileId = FileId;
    type Name = String;
    type Source = Arc<str>;

    fn name(&'a self, id: FileId) -> Result<String, files::Error> {
        Ok(self.get(id).path.display().to_string())
    }

    fn source(&'a self, id: FileId) -> Result<Arc<str>, files::Error> {
        Ok(self.get(id).text.clone())
    }

    fn line_index(&'a self, id: FileId, byte: usize) -> Result<usize, files::Error> {
        Ok(self.get(id).line_column(byte).0 - 1)
    }

    fn line_range(
        &'a self,
        id: FileId,
        line: usize,
    ) -> Result<std::ops::Range<usize>, files::Error> {
        let file = self.get(id);
        let given = line;
        let start = *file
            .lines()
            .get(line)
            .ok_or(files::Error::LineTooLarge { given, max: file.lines().len() })?;
        let end = file.lines().get(line + 1).copied().unwrap_or(file.text.len());
        Ok(start..end)
    }
}

/// How bad it is. Only errors make a run fail.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    /// Told for information: a recognised encoding, a choice made.
    Note,
    Warning,
    Error,
}

impl Severity {
    pub fn key(self) -> &'static str {
        match self {
            Self::Note => "note",
            Self::Warning => "warning",
            Self::Error => "error",
        }
    }
}

/// The stable name of a kind of problem, listed in [`crate::explain`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Code(pub &'static str);

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}

/// One problem.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    pub severity: Severity,
    pub code: Code,
    pub message: String,
    /// The place, unless the problem is of a whole file ([`Diagnostic::path`]).
    pub span: Option<Span>,
    /// What stands at the place.
    pub label: String,
    /// For problems without a place in a text: a missing file, for example.
    pub path: Option<PathBuf>,
    /// Other places that matter, with what they are.
    pub related: Vec<(Span, String)>,
    /// What was expected, and how to mend it.
    pub hints: Vec<String>,
}

impl Diagnostic {
    fn new(severity: Severity, code: &'static str, message: String) -> Self {
        Self {
            severity,
            code: Code(code),
            message: brief(message),
            span: None,
            label: String::new(),
            path: None,
            related: Vec::new(),
            hints: Vec::new(),
        }
    }

    pub fn error(code: &'static str, message: impl Into<String>) -> Self {
        Self::new(Severity::Error, code, message.into())
    }

    pub fn warning(code: &'static str, message: impl Into<String>) -> Self {
        Self::new(Severity::Warning, code, message.into())
    }

    pub fn note(code: &'static str, message: impl Into<String>) -> Self {
        Self::new(Severity::Note, code, message.into())
    }

    pub fn at(mut self, span: Span) -> Self {
        self.span = Some(span);
        self
    }

    /// The place with a word on what stands there.
    pub fn at_label(mut self, span: Span, label: impl Into<String>) -> Self {
        self.label = brief(label.into());
        self.at(span)
    }

    pub fn in_file(mut self, path: impl Into<PathBuf>) -> Self {
        self.path = Some(path.into());
        self
    }

    pub fn related(mut self, span: Span, label: impl Into<String>) -> Self {
        self.related.push((span, label.into()));
        self
    }

    pub fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hints.push(brief(hint.into()));
        self
    }

    /// A hint with the known name nearest to `found`, if one is near.
    pub fn suggest<'a>(self, found: &str, known: impl IntoIterator<Item = &'a str>) -> Self {
        match nearest(found, known) {
            Some(name) => self.hint(format!("did you mean `{name}`?")),
            None => self,
        }
    }
}

/// Characters of a sentence of a problem: what it quotes may be a whole file.
const LONGEST_SENTENCE: usize = 800;

/// A sentence that quotes too much is cut.
fn brief(mut text: String) -> String {
    if let Some((end, _)) = text.char_indices().nth(LONGEST_SENTENCE) {
        text.truncate(end);
        text.push('…');
    }
    text
}

/// Letters of the longest name that can be a slip of another.
const LONGEST_NAME: usize = 100;

/// The known name nearest to `found`, if it is near enough to be a slip.
pub fn nearest<'a>(found: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    if found.len() > LONGEST_NAME {
        return None;
    }
    let folded = found.to_lowercase();
    known
        .into_iter()
        .map(|name| (edit_distance(&folded, &name.to_lowercase()), name))
        .filter(|&(distance, name)| distance <= 1 + name.chars().count().max(found.len()) / 4)
        .min()
        .map(|(_, name)| name)
}

/// Number of letters to insert, delete, replace or swap with the next.
fn edit_distance(a: &str, b: &str) -> usize {
    let (a, b): (Vec<char>, Vec<char>) = (a.chars().collect(), b.chars().collect());
    let mut rows: Vec<Vec<usize>> = vec![(0..=b.len()).collect()];
    for i in 1..=a.len() {
        let mut row = vec![i];
        for j in 1..=b.len() {
            let replace = rows[i - 1][j - 1] + usize::from(a[i - 1] != b[j - 1]);
            let mut best = replace.min(rows[i - 1][j] + 1).min(row[j - 1] + 1);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                best = best.min(rows[i - 2][j - 2] + 1);
            }
            row.push(best);
        }
        rows.push(row);
    }
    rows[a.len()][b.len()]
}

/// So many problems of one kind are kept: a file of the wrong sort has one in every line, and the
/// first of them tell as much as all.
const MOST_OF_A_KIND: usize = 1000;

/// A source line that is longer, in bytes, is not printed with a problem in it; its place is.
const LONGEST_LINE: usize = 2000;

/// The problems of a run. Order of discovery does not matter: they are sorted for printing.
#[derive(Clone, Debug, Default)]
pub struct Diagnostics {
    kept: Vec<Diagnostic>,
    kinds: BTreeMap<Code, Count>,
}

/// How many there were of a kind, and how many of them are kept.
#[derive(Clone, Copy, Debug)]
struct Count {
    severity: Severity,
    many: usize,
    kept: usize,
}

impl Diagnostics {
    pub fn new() -> Self {
        Self::default()
    }

    pub fn push(&mut self, diagnostic: Diagnostic) {
        self.count_of(diagnostic.code, diagnostic.severity).many += 1;
        self.keep(diagnostic);
    }

    fn count_of(&mut self, code: Code, severity: Severity) -> &mut Count {
        self.kinds.entry(code).or_insert(Count { severity, many: 0, kept: 0 })
    }

    /// Keeps one that is counted already, unless there are enough of its kind.
    fn keep(&mut self, diagnostic: Diagnostic) {
        let count = self.count_of(diagnostic.code, diagnostic.severity);
        if count.kept < MOST_OF_A_KIND {
            count.kept += 1;
            self.kept.push(diagnostic);
        }
    }

    pub fn extend(&mut self, other: Diagnostics) {
        for (code, count) in &other.kinds {
            self.count_of(*code, count.severity).many += count.many;
        }
        other.kept.into_iter().for_each(|diagnostic| self.keep(diagnostic));
    }

    /// Adds what is not there yet.
    pub fn extend_new(&mut self, other: Diagnostics) {
        for diagnostic in other.kept {
            if !self.kept.contains(&diagnostic) {
                self.push(diagnostic);
            }
        }
    }

    pub fn has_errors(&self) -> bool {
        self.count(Severity::Error) > 0
    }

    /// How many there are, those that are only counted too.
    pub fn count(&self, severity: Severity) -> usize {
        self.kinds.values().filter(|of| of.severity == severity).map(|of| of.many).sum()
    }

    pub fn iter(&self) -> impl Iterator<Item = &Diagnostic> {
        self.kept.iter()
    }

    pub fn is_empty(&self) -> bool {
        self.kinds.is_empty()
    }

    /// Those of a severity or a graver one.
    pub fn at_least(&self, severity: Severity) -> Self {
        let mut some = Self::new();
        some.kept = self.kept.iter().filter(|d| d.severity >= severity).cloned().collect();
        some.kinds = self.kinds.clone();
        some.kinds.retain(|_, of| of.severity >= severity);
        some
    }

    /// A note for each kind of which not all are kept.
    fn left_out(&self) -> Vec<Diagnostic> {
        let more = |(code, of): (&Code, &Count)| {
            let left = of.many - of.kept;
            (left > 0)
                .then(|| Diagnostic::note("N0104", format!("{left} more of {code} are not shown")))
        };
        self.kinds.iter().filter_map(more).collect()
    }

    /// By file, place, severity, code and message; doubles removed.
    fn sorted(&self, sources: &Sources) -> Vec<&Diagnostic> {
        let mut sorted: Vec<_> = self.kept.iter().collect();
        sorted.sort_by_cached_key(|d| {
            let (path, line, column) = d.location(sources);
            (path, line, column, std::cmp::Reverse(d.severity), d.code, d.message.clone())
        });
        sorted.dedup();
        sorted
    }

    /// For people, with the source lines; without colour unless asked.
    pub fn render(&self, sources: &Sources, colour: bool) -> String {
        let config =
            term::Config { before_label_lines: 0, after_label_lines: 0, ..Default::default() };
        let mut text = String::new();
        let left_out = self.left_out();
        for diagnostic in self.sorted(sources).into_iter().chain(&left_out) {
            let rendered = diagnostic.to_rendered(sources);
            let result = if colour {
                let mut buffer = termcolor::Buffer::ansi();
                term::emit_to_write_style(&mut buffer, &config, sources, &rendered)
                    .map(|()| String::from_utf8_lossy(buffer.as_slice()).into_owned())
            } else {
                term::emit_into_string(&config, sources, &rendered)
            };
            match result {
                Ok(emitted) => text.push_str(&emitted),
                Err(error) => text.push_str(&format!("{}: {error}\n", diagnostic.message)),
            }
        }
        text
    }

    /// For programs: an array of objects with `severity`, `code`, `message`, `file`, `line`,
    /// `column`, `label`, `hints`, `related`.
    pub fn to_json(&self, sources: &Sources) -> Value {
        let left_out = self.left_out();
        let objects = self.sorted(sources).into_iter().chain(&left_out).map(|d| {
            let (file, line, column) = d.location(sources);
            let related: Vec<_> = d
                .related
                .iter()
                .map(|(span, label)| {
                    let (file, line, column) = sources.place(*span);
                    json!({"file": file, "line": line, "column": column, "label": label})
                })
                .collect();
            json!({
                "severity": d.severity.key(), "code": d.code.0, "message": d.message,
                "file": file, "line": line, "column": column, "label": d.label,
                "hints": d.hints, "related": related,
            })
        });
        Value::Array(objects.collect())
    }
}

impl Diagnostic {
    /// File, line and column; line 0 for a problem of a whole file.
    pub fn location(&self, sources: &Sources) -> (PathBuf, usize, usize) {
        match (self.span, &self.path) {
            (Some(span), _) => sources.place(span),
            (None, Some(path)) => (path.clone(), 0, 0),
            (None, None) => (PathBuf::new(), 0, 0),
        }
    }

    /// Does it point into a line too long to be printed?
    fn is_in_long_line(&self, sources: &Sources) -> bool {
        let spans = self.span.iter().chain(self.related.iter().map(|(span, _)| span));
        spans.into_iter().any(|span| sources.get(span.file).line_length(*span) > LONGEST_LINE)
    }

    fn to_rendered(&self, sources: &Sources) -> Rendered<FileId> {
        let severity = match self.severity {
            Severity::Note => RenderedSeverity::Note,
            Severity::Warning => RenderedSeverity::Warning,
            Severity::Error => RenderedSeverity::Error,
        };
        let label = |style, span: Span, message: &str| {
            Label::new(style, span.file, span.start..span.end).with_message(message)
        };
        let is_long = self.is_in_long_line(sources);
        let mut labels: Vec<_> =
            self.span.iter().map(|&s| label(LabelStyle::Primary, s, &self.label)).collect();
        labels.extend(self.related.iter().map(|(s, l)| label(LabelStyle::Secondary, *s, l)));
        let mut message = self.message.clone();
        if is_long {
            labels.clear();
            let (path, line, column) = self.location(sources);
            message = format!("{}:{line}:{column}: {message}", path.display());
        }
        if let (None, Some(path)) = (self.span, &self.path) {
            message = format!("{}: {message}", path.display());
        }
        Rendered::new(severity)
            .with_code(self.code.0)
            .with_message(message)
            .with_labels(labels)
            .with_notes(self.hints.iter().map(|hint| format!("help: {hint}")).collect())
    }
}

/// A path as people write it in messages: relative, with `/`.
pub fn display_path(path: &Path) -> String {
    path.components().map(|c| c.as_os_str().to_string_lossy()).collect::<Vec<_>>().join("/")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nearest_finds_slips_and_nothing_else() {
        let known = ["round", "board", "white", "black", "result"];
        assert_eq!(nearest("withe", known), Some("white"));
        assert_eq!(nearest("Rond", known), Some("round"));
        assert_eq!(nearest("elephant", known), None);
    }

    #[test]
    fn rendering_shows_place_line_and_hint() {
        let sources = Sources::default();
        let file = sources.add("data/games.csv", "round,board\nl·l,2\n");
        let mut diagnostics = Diagnostics::new();
        diagnostics.push(
            Diagnostic::error("E0105", "a round is a whole number from 1")
                .at_label(Span::new(file, 12, 16), "not a number")
                .hint("write 1, 2, 3 …"),
        );
        let text = diagnostics.render(&sources, false);
        assert!(text.contains("error[E0105]: a round is a whole number from 1"), "{text}");
        assert!(text.contains("data/games.csv:2:1"), "{text}");
        assert!(text.contains("l·l,2"), "{text}");
        assert!(text.contains("help: write 1, 2, 3 …"), "{text}");
    }
}
