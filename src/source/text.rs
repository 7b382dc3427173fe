//! From bytes to text: UTF-8, with or without a byte order mark, else Windows-1252.

use std::path::Path;

use crate::diag::{Diagnostic, Diagnostics, FileId, Sources, Span};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Encoding {
    Utf8,
    Utf8Bom,
    Windows1252,
}

/// Whether a text that is not UTF-8 is read as Windows-1252 or refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Legacy {
    /// Recognised and reported: exports of other programs.
    Accept,
    /// Refused: our own texts.
    Refuse,
}

/// Decodes bytes; line ends become `\n`. Reports what was recognised. A file that is refused gives
/// `None`.
pub fn decode(
    path: &Path,
    bytes: &[u8],
    legacy: Legacy,
    sources: &Sources,
    diagnostics: &mut Diagnostics,
) -> Option<(FileId, Encoding)> {
    if let Some(at) = bytes.iter().position(|&b| b == 0) {
        diagnostics.push(
            Diagnostic::error("E0102", "this is not a text: it holds NUL bytes")
                .at_label(place(path, bytes, at, sources), "the first one")
                .hint("a binary file was given where a text was expected"),
        );
        return None;
    }
    let (bytes, bom) = match bytes.strip_prefix(b"\xEF\xBB\xBF") {
        Some(rest) => (rest, true),
        None => (bytes, false),
    };
    let (text, encoding) = match std::str::from_utf8(bytes) {
        Ok(text) => (text.to_owned(), if bom { Encoding::Utf8Bom } else { Encoding::Utf8 }),
        Err(error) => {
            if legacy == Legacy::Refuse {
                diagnostics.push(
                    Diagnostic::error("E0101", "this is not UTF-8")
                        .at_label(
                            place(path, bytes, error.valid_up_to(), sources),
                            "the first byte that is not",
                        )
                        .hint("save the file as UTF-8"),
                );
                return None;
            }
            let line = bytes[..error.valid_up_to()].iter().filter(|&&b| b == b'\n').count() + 1;
            let line_start = bytes[..error.valid_up_to()]
                .iter()
                .rposition(|&b| b == b'\n')
                .map_or(0, |at| at + 1);
            let column =
                String::from_utf8_lossy(&bytes[line_start..error.valid_up_to()]).chars().count()
                    + 1;
            diagnostics.push(
                Diagnostic::note("N0101", format!("read as Windows-1252: byte {:#04x} at line {line}, column {column} is not UTF-8", bytes[error.valid_up_to()]))
                    .in_file(path)
                    .hint("save it as UTF-8 to be sure of accents"),
            );
            (
                encoding_rs::WINDOWS_1252.decode_without_bom_handling(bytes).0.into_owned(),
                Encoding::Windows1252,
            )
        }
    };
    if encoding == Encoding::Utf8Bom {
        diagnostics.push(
            Diagnostic::note("N0102", "a byte order mark at the start was skipped").in_file(path),
        );
    }
    let text =
        if text.contains('\r') { text.replace("\r\n", "\n").replace('\r', "\n") } else { text };
    Some((sources.add(path, text), encoding))
}

/// The place of a byte in a file that is no text: what stands before it in its line can be shown.
fn place(path: &Path, bytes: &[u8], at: usize, sources: &Sources) -> Span {
    let shown = |bytes: &[u8]| {
        let text = String::from_utf8_lossy(bytes);
        text.replace(|c: char| c.is_control() && c != '\n' && c != '\t', "\u{FFFD}")
    };
    let mut text = shown(&bytes[..at]);
    let start = text.len();
    text.push('\u{FFFD}');
    let end = text.len();
    Span::new(sources.add(path, text), start, end)
}
