//! Regulations, glossary, bulletins.

use std::collections::BTreeMap;

use serde_json::{Value as Json, json};

use super::super::prose;
use super::super::words::{Order, dated, index_letter};
use super::super::writer::Writer;
use crate::core::report::Msg;
use crate::model::Date;
use crate::rulebook::{Regulation, RegulationKind};
use crate::site::{Bulletin, Document, regulation_url};

pub(super) fn regulation_lines(w: &Writer<'_>) -> Vec<Json> {
    let input = &w.site.input;
    input
        .rulebook
        .regulations
        .iter()
        .map(|regulation| {
            json!({
                "code": regulation.code,
                "title": regulation.title,
                "href": w.href(&regulation_url(&regulation.slug)),
                "kind": regulation.kind.key(),
                "provisions": regulation.provisions().count(),
                "in_force": input.language.date(regulation.in_force),
            })
        })
        .collect()
}

pub(super) fn regulations(w: &mut Writer<'_>) -> Json {
    let lines = regulation_lines(w);
    let groups: Vec<Json> = RegulationKind::ALL
        .iter()
        .filter_map(|(key, _)| {
            let members: Vec<&Json> = lines.iter().filter(|line| line["kind"] == *key).collect();
            let title = w.word(&format!("site.kind.{}", ascii_key(key)));
            (!members.is_empty()).then(|| json!({"title": title, "lines": members}))
        })
        .collect();
    json!({"groups": groups})
}

/// `recomanació` → `recomanacio`: keys of the language file are ASCII.
pub(super) fn ascii_key(key: &str) -> String {
    crate::model::slugify(key)
}

pub(super) fn regulation_page(w: &mut Writer<'_>, regulation: &Regulation) -> Json {
    let language = w.language();
    let since = dated(language, "site.in-force", "site.in-force.elided", regulation.in_force);
    let note = |key, elided, date: Option<Date>| date.map(|d| dated(language, key, elided, d));
    let approved = note("site.approved", "site.approved.elided", regulation.approved);
    let repealed = note("site.repealed", "site.repealed.elided", regulation.repealed);
    w.regulation(regulation);
    let body = w.take(0);
    json!({
        "code": regulation.code,
        "kind": w.word(&format!("site.kind-one.{}", ascii_key(regulation.kind.key()))),
        "in_force": since,
        "approved": approved,
        "repealed": repealed,
        "source": regulation.source,
        "pages": regulation.pages,
        "contents": prose::contents(regulation),
        "body_html": body,
    })
}

pub(super) fn document(w: &Writer<'_>, document: &Document) -> Json {
    let size = document.bytes.map(|bytes| format!("{}\u{a0}kB", bytes.div_ceil(1000)));
    let pages =
        document.pages.map(|n| w.language().msg(&Msg::new("site.pages-count").with("n", n)));
    let (kind, media) = match document.url.rsplit_once('.') {
        Some((_, "ics")) => ("iCalendar", "text/calendar"),
        _ => ("PDF", "application/pdf"),
    };
    let facts: Vec<String> = [Some(kind.to_owned()), pages, size].into_iter().flatten().collect();
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
        .filter(|document| document.tournament.is_none())
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
