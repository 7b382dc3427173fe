//! Binary files, told apart by their first bytes.

use std::path::Path;

use crate::diag::Diagnostic;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Xlsx,
    /// Compound file: Excel before 2007.
    OldExcel,
    SwissManager,
    Sqlite,
    Access,
    Pdf,
}

/// The kind of a binary file; `None` for a text, and for what is not known.
pub fn recognise(bytes: &[u8]) -> Option<Kind> {
    const KINDS: &[(&[u8], Kind)] = &[
        (b"PK\x03\x04", Kind::Xlsx),
        (b"\xD0\xCF\x11\xE0", Kind::OldExcel),
        (b"\x93\xFF\x89\x44", Kind::SwissManager),
        (b"SQLite format 3\0", Kind::Sqlite),
        (b"\0\x01\0\0Standard Jet DB", Kind::Access),
        (b"%PDF-", Kind::Pdf),
    ];
    KINDS.iter().find(|(start, _)| bytes.starts_with(start)).map(|(_, kind)| *kind)
}

impl Kind {
    /// Why the file is not read, and what to do.
    pub fn refuse(self, path: &Path) -> Diagnostic {
        let (what, hint) = match self {
            Self::Xlsx => ("a spreadsheet", "save it as CSV"),
            Self::OldExcel => ("a file of Excel before 2007", "save it as .xlsx or CSV"),
            Self::SwissManager => (
                "a tournament file of Swiss-Manager",
                "export it there as TRF (FIDE data export), or as Excel from chess-results.com",
            ),
            Self::Sqlite => ("an SQLite database", "export a TRF file from the program"),
            Self::Access => ("an Access database (Papi)", "export a TRF file from the program"),
            Self::Pdf => ("a PDF document", "ask for the results as TRF or CSV"),
        };
        Diagnostic::error("E0633", format!("this is {what}, which is not read"))
            .in_file(path)
            .hint(hint)
    }
}
