//! Documents, bulletins, glossary.

use std::collections::BTreeMap;

use serde_json::{Value as Json, json};

use super::super::words::{Order, index_letter};
use super::super::writer::Writer;
use crate::core::report::Msg;
use crate::site::{About, Bulletin, Document};

pub(super) fn document(w: &Writer<'_>, document: &Document) -> Json {
    let size = document.bytes.map(|bytes| format!("{}\u{a0}kB", bytes.div_ceil(1000)));
    let pages =
        document.pages.map(|n| w.language().msg(&Msg::new("site.pages-count").with("n", n)));
    // The format goes by the name's ending, as browsers and people read it.
    let (format, media) = match document.url.rsplit('.').next() {
        Some("json") => ("JSON", "application/json"),
        Some("xml") => ("XML", "application/xml"),
        _ => ("PDF", "application/pdf"),
    };
    let facts: Vec<String> = [Some(format.to_owned()), pages, size].into_iter().flatten().collect();
    json!({
        "title": document.title,
        "href": w.href(&document.url),
        "type": media,
        "facts": facts.join(", "),
    })
}

pub(super) fn bulletin(w: &Writer<'_>, bulletin: &Bulletin) -> Json {
    let language = w.language();
    json!({
        "number": bulletin.number,
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
        .filter(|document| !matches!(document.about, About::Tournament(_)))
        .filter(|document| document.url.ends_with(".pdf"))
        .map(|d| document(w, d))
        .collect();
    json!({"bulletins": lines, "documents": others})
}

pub(super) fn glossary(w: &mut Writer<'_>) -> Json {
    let mut terms: Vec<_> = w.site.input.glossary.iter().collect();
    Order::of(w.language()).sort_by_name(&mut terms, |term| &term.ca);
    let mut letters: BTreeMap<char, Vec<Json>> = BTreeMap::new();
    for term in terms {
        let letter = index_letter(&term.ca);
        let start = w.out.len();
        w.cites(&term.see);
        let see = w.take(start);
        let line = json!({
            "slug": term.slug, "ca": term.ca, "es": term.es, "en": term.en,
            "variants": term.variants.join(", "), "definition": term.definition, "see_html": see,
        });
        letters.entry(letter).or_default().push(line);
    }
    let letters: Vec<Json> = letters
        .into_iter()
        .map(|(letter, terms)| json!({"letter": letter, "terms": terms}))
        .collect();
    json!({"letters": letters})
}
