//! Pages that the federation writes freely, their folders and tags.

use std::collections::BTreeMap;

use serde_json::{Value as Json, json};

use super::super::writer::Writer;
use crate::core::report::Msg;
use crate::rulebook::{FreePage, plain_text};
use crate::site::TAGS;

/// Headings below this level are not in the list of contents.
const CONTENTS_LEVEL: u8 = 3;

fn line(w: &Writer<'_>, page: &FreePage) -> Json {
    json!({
        "title": page.title,
        "href": w.href(&page.url),
        "date": page.date.map(|date| w.language().date(date)),
        "iso": page.date.map(|date| date.to_string()),
    })
}

/// The folders at the top, with the number of their pages, for the home page and the index.
pub(super) fn folders(w: &Writer<'_>) -> Vec<Json> {
    let input = &w.site.input;
    input
        .free_pages_in("")
        .filter(|(_, page)| !page.url.is_empty())
        .map(|(_, page)| {
            let inside = input.free_pages_in(&page.url).count();
            let mut line = line(w, page);
            if page.is_section {
                let count = w.language().msg(&Msg::new("site.pages-count").with("n", inside));
                line["count"] = Json::String(count);
            }
            line
        })
        .collect()
}

pub(super) fn index(w: &mut Writer<'_>) -> Json {
    let has_tags = w.site.input.free_pages.iter().any(|page| !page.tags.is_empty());
    json!({"folders": folders(w), "tags_href": has_tags.then(|| w.href(TAGS))})
}

pub(super) fn free_page(w: &mut Writer<'_>, index: usize) -> Json {
    let page = &w.site.input.free_pages[index];
    for line in page.headlines() {
        w.claim_id(line.anchor);
    }
    let start = w.out.len();
    w.blocks(&page.blocks, 2, &page.title);
    let body = w.take(start);
    let contents: Vec<Json> = page
        .headlines()
        .filter(|line| line.level <= CONTENTS_LEVEL)
        .map(|line| {
            json!({
                "title": plain_text(line.text),
                "anchor": line.anchor,
                "level": line.level,
            })
        })
        .collect();
    let tags: Vec<Json> = page
        .tags
        .iter()
        .map(|tag| json!({"title": tag.name, "href": w.href(&format!("{TAGS}{}/", tag.slug))}))
        .collect();
    let inside: Vec<Json> = match page.is_section {
        true => w.site.input.free_pages_in(&page.url).map(|(_, page)| line(w, page)).collect(),
        false => Vec::new(),
    };
    json!({
        "body_html": body,
        "contents": if contents.len() > 1 { contents } else { Vec::new() },
        "date": page.date.map(|date| w.language().date(date)),
        "iso": page.date.map(|date| date.to_string()),
        "tags": tags,
        "inside": inside,
    })
}

/// Every tag with the number of its pages.
pub(super) fn tags(w: &mut Writer<'_>) -> Json {
    let mut count: BTreeMap<(&str, &str), usize> = BTreeMap::new();
    for tag in w.site.input.free_pages.iter().flat_map(|page| &page.tags) {
        *count.entry((&tag.slug, &tag.name)).or_default() += 1;
    }
    let lines: Vec<Json> = count
        .into_iter()
        .map(|((slug, name), n)| {
            let count = w.language().msg(&Msg::new("site.pages-count").with("n", n));
            json!({"title": name, "href": w.href(&format!("{TAGS}{slug}/")), "count": count})
        })
        .collect();
    json!({"folders": lines})
}

pub(super) fn tag_page(w: &mut Writer<'_>, slug: &str) -> Json {
    let pages = w.site.input.free_pages.iter();
    let tagged = pages.filter(|page| page.tags.iter().any(|tag| tag.slug == slug));
    json!({"inside": tagged.map(|page| line(w, page)).collect::<Vec<_>>()})
}
