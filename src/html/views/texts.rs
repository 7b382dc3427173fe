//! Documents, bulletins, glossary.

use serde_json::{Value as Json, json};

use super::super::languages::text_marks;
use super::super::writer::Writer;
use crate::core::report::Msg;
use crate::site::{About, Bulletin, Document, Term};

pub(super) fn document(w: &Writer<'_>, document: &Document) -> Json {
    let size = document.bytes.map(|bytes| format!("{}\u{a0}kB", bytes.div_ceil(1000)));
    let pages =
        document.pages.map(|n| w.language().msg(&Msg::new("site.pages-count").with("n", n)));
    // The format goes by the name's ending, as browsers and people read it.
    let (kind, media) = match document.url.rsplit('.').next() {
        Some("pdf") => ("PDF", "application/pdf"),
        Some("json") => ("JSON", "application/json"),
        Some("xml") => ("XML", "application/xml"),
        Some("csv") => ("CSV", "text/csv"),
        Some("xlsx") => {
            ("XLSX", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet")
        }
        Some("pgn") => ("PGN", "application/vnd.chess-pgn"),
        Some("trf") => ("TRF", "text/plain"),
        Some("toml") => ("TOML", "application/toml"),
        Some("ics") => ("iCalendar", "text/calendar"),
        _ => ("", "application/octet-stream"),
    };
    let facts: Vec<String> = [Some(kind.to_owned()), pages, size].into_iter().flatten().collect();
    json!({
        "title": document.title,
        "media": media,
        "href": w.file_href(&document.url),
        "facts": facts.join(", "),
        "lang_html": text_marks(&w.site.input).lang,
    })
}

pub(super) fn bulletin(w: &Writer<'_>, bulletin: &Bulletin) -> Json {
    let language = w.language();
    let number = bulletin.number.to_string();
    let mut words = bulletin.title.split(|c: char| !c.is_alphanumeric());
    json!({
        "number": bulletin.number,
        "title_has_number": words.any(|word| word == number),
        "number_text": language.msg(&Msg::new("site.bulletin-number").with("number", bulletin.number)),
        "date": language.date(bulletin.date),
        "iso": bulletin.date.to_string(),
        "title": bulletin.title,
        "highlights": bulletin.highlights,
        "document": bulletin.document.as_ref().map(|d| document(w, d)),
    })
}

pub(super) fn bulletins(w: &mut Writer<'_>) -> Json {
    let input = &w.site.input;
    let lines: Vec<Json> = input.bulletins.iter().map(|b| bulletin(w, b)).collect();
    let others: Vec<Json> = input
        .documents
        .iter()
        .filter(|document| !matches!(document.about, About::Tournament(_) | About::Person(_)))
        .filter(|document| document.url.ends_with(".pdf"))
        .map(|d| document(w, d))
        .collect();
    json!({"bulletins": lines, "documents": others})
}

pub(super) fn glossary(w: &mut Writer<'_>) -> Json {
    let terms: Vec<_> = w.site.input.glossary.iter().collect();
    let letters: Vec<Json> = w
        .language()
        .collator()
        .index(terms, |term| &term.ca)
        .into_iter()
        .map(|(letter, terms)| {
            let terms: Vec<Json> = terms.into_iter().map(|t| term(w, t)).collect();
            json!({"letter": letter, "terms": terms})
        })
        .collect();
    json!({"letters": letters})
}

fn term(w: &mut Writer<'_>, term: &Term) -> Json {
    let start = w.out.len();
    w.cites(&term.see);
    let see = w.take(start);
    json!({
        "slug": term.slug, "ca": term.ca, "es": term.es, "en": term.en,
        "variants": term.variants.join(", "), "definition": term.definition, "see_html": see,
    })
}
