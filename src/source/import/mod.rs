//! Files of other programs, each format one module behind one trait, recognised by its content.
//!
//! | format | module | what is read |
//! |---|---|---|
//! | chess-results.com, Swiss-Manager: CSV, tabs, XLSX | `crosstable` | crosstables by rank or starting number, starting lists, rankings (with rating change) |
//! | the same, round robins | `grid` | crosstables with a column for each opponent |
//! | the same, team events | `teams` | compositions with results, board pairings of a round; put together by [`combine()`] |
//! | the same, one round | `pairings` | the first round, all rounds together, or the next round of an event of another file ([`round`]) |
//! | Swiss-Manager text | `swiss_manager` | crosstables with three columns a round |
//! | SwissPerfect text | `swiss_perfect` | crosstables with cells `27:W` |
//! | chess-results upload XML | `upload_xml` | whole individual events (feature `import`) |
//! | Vega, players | `crosstable` | `NAME;COUNTRY;…;ISAVAL` as a starting list; without the last column it is a list of ratings |
//! | Vega, `.veg` | `vega` | players, and the rounds there are |
//! | FIDE rating list, text | `fide_list` | columns from its heading line |
//! | FEDA and other lists | `fide_list` | tables with an identifier and a rating |
//! | PGN | `pgn` | the games' tags: players, rounds, results |
//! | old Excel, dBase, SQLite, TUNX, Access | `binary` | refused with what to do |
//!
//! **Headings** are known in English, Spanish, Portuguese, German, French and Catalan
//! ([`headings`]); columns are found by them, never by position. Lines before the heading line are
//! the event's name and the list's title, whatever the language.
//!
//! **Cells of crosstables**: `12w1`, `5b½`, `37b0`; forfeits `32b+`, `7w-`; paired without a result
//! `13b`; `-1` a full point without an opponent, `-½` a bye of half a point, `-0`, `0` and `-` not
//! paired; nothing: not entered or not paired yet. Colours `w b`, in German lists `w s`, in Spanish,
//! Catalan and French ones `b n`, in Portuguese ones `b p`: a `b` is White only where the same list
//! has `n` or `p` and no `w`.
//!
//! **Numbers**: decimal comma and decimal point, `7½`, `7x`. Which was found is told, as is the
//! encoding.
//!
//! **Limits**: a file of more than [`MAX_BYTES`] is refused before it is read; tables have at most
//! [`sheet::MAX_ROWS`] lines; what a spreadsheet unpacks to is bounded.
//!
//! **People** are matched with the register by FIDE identifier, else by name without accents,
//! commas, case and order of words ([`identities`]); what is doubtful is asked for.

mod binary;
mod builder;
mod combine;
mod crosstable;
mod fide_list;
mod grid;
pub mod headings;
pub mod identities;
mod pairings;
mod pgn;
pub mod round;
pub mod sheet;
mod swiss_manager;
mod swiss_perfect;
mod table;
mod team_lists;
mod teams;
#[cfg(feature = "import")]
mod upload_xml;
mod vega;
#[cfg(feature = "import")]
mod xlsx;

pub use combine::combine;

use std::path::{Path, PathBuf};

use self::round::RoundList;
use self::sheet::Sheet;
use super::text::{Legacy, decode};
use crate::diag::{Diagnostic, Diagnostics, FileId, Sources, Span};
use crate::model::{Ratings, Tournament, slugify};

/// No file of an event is larger, in bytes. Rating lists of the world are: cut them to a
/// federation first.
pub const MAX_BYTES: u64 = 64 * 1024 * 1024;

/// What a file held.
#[derive(Clone, Debug)]
pub enum Imported {
    /// An event: players, and the rounds there are.
    Event(Box<Tournament>),
    /// Lines of a rating list.
    Ratings(Vec<Rated>),
    /// The pairings of one round, an event by itself or together with others.
    Round(Box<RoundList>),
}

/// A line of a rating list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rated {
    pub name: String,
    pub fide_id: Option<u32>,
    pub federation: Option<String>,
    /// Year of birth.
    pub born: Option<i16>,
    pub ratings: Ratings,
    pub games: u32,
    pub span: Span,
}

/// A file that was read and decoded.
pub struct Input<'t> {
    pub file: FileId,
    pub text: &'t str,
    /// As a table, if it is one.
    pub sheet: Option<Sheet>,
}

/// Where a reader puts what it finds.
pub struct Context<'d> {
    pub path: PathBuf,
    pub diagnostics: &'d mut Diagnostics,
}

impl Context<'_> {
    pub fn push(&mut self, diagnostic: Diagnostic) {
        self.diagnostics.push(diagnostic);
    }

    /// The event's slug: the file's name.
    pub fn slug(&self) -> String {
        let stem = self.path.file_stem().map(|stem| stem.to_string_lossy()).unwrap_or_default();
        let slug = slugify(&stem);
        if slug.is_empty() { "torneig".to_owned() } else { slug }
    }
}

/// A format.
pub trait Importer: Sync {
    /// As people call it.
    fn name(&self) -> &'static str;
    /// Is this file of the format? Decided by the content alone.
    fn recognise(&self, input: &Input<'_>) -> bool;
    /// What the file holds; `None` with an error when that is nothing that can be used.
    fn read(&self, input: &Input<'_>, context: &mut Context<'_>) -> Option<Imported>;
}

/// All formats, the more particular first. A new one is one line here.
pub const IMPORTERS: &[&dyn Importer] = &[
    #[cfg(feature = "import")]
    &upload_xml::UploadXml,
    &pgn::Pgn,
    &fide_list::FideText,
    &vega::Vega,
    &swiss_perfect::SwissPerfect,
    &swiss_manager::SwissManager,
    &teams::Compositions,
    &teams::Boards,
    &pairings::Pairings,
    &grid::Grid,
    &crosstable::Crosstable,
    &fide_list::RatingTable,
];

/// Reads a file of any format but TRF. Every failure is an error in `diagnostics`.
pub fn read(
    path: &Path,
    bytes: &[u8],
    sources: &Sources,
    diagnostics: &mut Diagnostics,
) -> Option<Imported> {
    if bytes.len() as u64 > MAX_BYTES {
        diagnostics.push(too_large(path, bytes.len() as u64, MAX_BYTES));
        return None;
    }
    let file = match binary::recognise(bytes) {
        Some(binary::Kind::Xlsx) => spreadsheet(path, bytes, sources, diagnostics)?,
        Some(kind) => {
            diagnostics.push(kind.refuse(path));
            return None;
        }
        None => decode(path, bytes, Legacy::Accept, sources, diagnostics)?.0,
    };
    read_decoded(file, sources, diagnostics)
}

/// Is this a file that is no text, of a kind that is known?
pub fn is_binary(bytes: &[u8]) -> bool {
    binary::recognise(bytes).is_some()
}

/// Reads a decoded text.
pub fn read_decoded(
    file: FileId,
    sources: &Sources,
    diagnostics: &mut Diagnostics,
) -> Option<Imported> {
    let source = sources.get(file);
    let sheet = Sheet::read(file, &source.text);
    let input = Input { file, text: &source.text, sheet };
    let Some(importer) = IMPORTERS.iter().find(|importer| importer.recognise(&input)) else {
        diagnostics.push(unknown(&source.path, &input));
        return None;
    };
    diagnostics.push(
        Diagnostic::note("N0630", format!("read as {}", importer.name()))
            .in_file(source.path.clone()),
    );
    let mut context = Context { path: source.path.clone(), diagnostics };
    importer.read(&input, &mut context)
}

/// The file is larger than any of its kind, both in bytes.
pub fn too_large(path: &Path, bytes: u64, most: u64) -> Diagnostic {
    let (size, most) = (bytes / 1024 / 1024, most / 1024 / 1024);
    Diagnostic::error("E0617", format!("{size} MB: files of more than {most} MB are not read here"))
        .in_file(path)
        .hint("no event and no regulation is as large; cut a rating list to a federation's lines")
}

/// No format fits. Of a table it is said what its headings lack.
fn unknown(path: &Path, input: &Input<'_>) -> Diagnostic {
    let names: Vec<_> = IMPORTERS.iter().map(|importer| importer.name()).collect();
    let unknown = Diagnostic::error("E0612", "the format of this file is not known");
    let known = format!("formats that are read: TRF, {}", names.join(", "));
    match input.sheet.as_ref().and_then(|sheet| sheet.rows.first()) {
        Some(first) => unknown
            .at_label(first.span, "the first line of a table")
            .hint("a list has a line of headings: a name, and a number, a rank, a rating or rounds")
            .hint(known),
        None => unknown.in_file(path).hint(known),
    }
}

/// A spreadsheet as a text with semicolons, so that places can be shown.
fn spreadsheet(
    path: &Path,
    bytes: &[u8],
    sources: &Sources,
    diagnostics: &mut Diagnostics,
) -> Option<FileId> {
    #[cfg(feature = "import")]
    match xlsx::as_text(bytes) {
        Ok(text) => return Some(sources.add(path, text)),
        Err(reason) => diagnostics.push(
            Diagnostic::error("E0634", format!("this spreadsheet cannot be read: {reason}"))
                .in_file(path)
                .hint("save it as CSV"),
        ),
    }
    #[cfg(not(feature = "import"))]
    {
        let _ = (bytes, sources);
        diagnostics.push(
            Diagnostic::error("E0634", "this program was built without spreadsheets")
                .in_file(path)
                .hint("save it as CSV, or build with the feature `import`"),
        );
    }
    None
}

/// A list that by itself is no event.
fn not_an_event(context: &mut Context<'_>, at: Span, what: &str, hint: &str) {
    context
        .push(Diagnostic::error("E0632", format!("{what} is not a whole event")).at(at).hint(hint));
}
