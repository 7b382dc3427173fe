//! The regulations for other programs: JSON, Akoma Ntoso, and the objects of schema.org that stand
//! in the heads of their pages.

use std::collections::BTreeMap;

use serde_json::Value;

use crate::export::{Publisher, akn, json_ld, rulebook_json};
use crate::lang::Language;
use crate::model::{Date, slugify};
use crate::publish::OutputFile;
use crate::site::{About, Document, Editions, edition_url, regulation_url};
use crate::source::{Site, SiteConfig};

/// Catalonia, ISO 3166-2: where the regulations hold.
const JURISDICTION: &str = "es-ct";

/// Files of the regulations, and their places on the site.
#[derive(Debug, Default)]
pub struct Exports {
    pub files: Vec<OutputFile>,
    pub documents: Vec<Document>,
    /// The objects for the heads of the pages, by the regulation's code.
    pub json_ld: BTreeMap<String, String>,
}

impl Exports {
    /// The titles of the documents are in the language given.
    pub fn of(data: &Site, language: &Language) -> Self {
        let versions = &data.versions;
        let slug = publisher_slug(&data.config);
        let publisher = publisher(&data.config, &slug);
        let editions = Editions::new(versions);
        let whole = rulebook_json::rulebook(versions);
        let json_ld = json_ld(data);
        let mut exports = Self { json_ld, ..Self::default() };
        exports.add(
            "reglaments/reglaments.json".into(),
            json_bytes(&whole),
            About::General,
            || language.text("site.export.rulebook"),
        );
        for regulation in &versions.latest().regulations {
            let (code, slug) = (&regulation.code, &regulation.slug);
            let folder = regulation_url(slug);
            let about = || About::Regulation(code.clone());
            let one = json_bytes(&only(&whole, code));
            exports.add(format!("{folder}{slug}.json"), one, about(), || {
                language.text("site.export.json")
            });
            let Some(&latest) = editions.of(code).last() else { continue };
            let text = |day: Date| akn::regulation(versions, code, day, &publisher);
            // The latest text of all: days of other regulations may follow this one's last.
            let last = versions.dates().last().copied().map_or(latest, |day| day.max(latest));
            if let Some(xml) = text(last) {
                exports.add(format!("{folder}{slug}.akn.xml"), xml.into_bytes(), about(), || {
                    language.text("site.export.akn")
                });
            }
            for &day in editions.of(code).iter().filter(|_| editions.has_several(code)) {
                if let Some(xml) = text(day) {
                    let path = format!("{}{slug}.akn.xml", edition_url(slug, day));
                    exports.files.push(OutputFile { path, bytes: xml.into_bytes() });
                }
            }
        }
        exports
    }

    fn add(&mut self, url: String, bytes: Vec<u8>, about: About, title: impl Fn() -> String) {
        self.documents.push(Document {
            title: title(),
            url: url.clone(),
            pages: None,
            bytes: Some(bytes.len() as u64),
            about,
        });
        self.files.push(OutputFile { path: url, bytes });
    }
}

/// The objects for the heads of the pages, by the regulation's code. Without an address of the
/// site they speak of their own page.
fn json_ld(data: &Site) -> BTreeMap<String, String> {
    let slug = publisher_slug(&data.config);
    let publisher = publisher(&data.config, &slug);
    let versions = &data.versions;
    let base = data.config.base_url.as_deref().map(|base| base.trim_end_matches('/'));
    let regulations = versions.latest().regulations.iter();
    regulations
        .map(|regulation| {
            let url = match base {
                Some(base) => format!("{base}/{}", regulation_url(&regulation.slug)),
                None => "./".to_owned(),
            };
            let object = json_ld::legislation(versions, regulation, &publisher, &url);
            // Within an HTML page no text may end the element that it stands in.
            (regulation.code.clone(), object.to_string().replace('<', "\\u003c"))
        })
        .collect()
}

/// The whole document with one regulation only.
fn only(whole: &Value, code: &str) -> Value {
    let mut one = whole.clone();
    let of_code = |id: &str| id.split(' ').next() == Some(code);
    if let Some(regulations) = one["regulations"].as_array_mut() {
        regulations.retain(|regulation| regulation["code"] == code);
    }
    if let Some(circulars) = one["circulars"].as_array_mut() {
        circulars.retain(|circular| {
            let amendments = circular["amendments"].as_array();
            amendments.into_iter().flatten().any(|a| a["target"].as_str().is_some_and(of_code))
        });
    }
    if let Some(redirects) = one["redirects"].as_object_mut() {
        redirects.retain(|old, _| of_code(old));
    }
    one
}

fn json_bytes(value: &Value) -> Vec<u8> {
    let mut text = format!("{value:#}");
    text.push('\n');
    text.into_bytes()
}

fn publisher<'a>(config: &'a SiteConfig, slug: &'a str) -> Publisher<'a> {
    Publisher {
        slug,
        name: config.federation.as_deref().unwrap_or(&config.title),
        jurisdiction: JURISDICTION,
    }
}

/// `fce` of `Federació Catalana d'Escacs`: the capitals; a name without any gives its whole slug.
fn publisher_slug(config: &SiteConfig) -> String {
    let name = config.federation.as_deref().unwrap_or(&config.title);
    let capitals: String = name.chars().filter(|c| c.is_uppercase()).collect();
    slugify(if capitals.is_empty() { name } else { &capitals })
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn one_regulation_is_cut_out_of_the_whole() {
        let whole = json!({
            "regulations": [{"code": "X"}, {"code": "Y"}],
            "circulars": [
                {"number": "1", "amendments": [{"target": "Y 1"}]},
                {"number": "2", "amendments": [{"target": "X 1"}, {"target": "Y 2"}]},
            ],
            "redirects": {"X 9": "X 1", "Y 9": "Y 1", "XY 1": "X 1"},
        });
        let x = only(&whole, "X");
        assert_eq!(x["regulations"], json!([{"code": "X"}]));
        assert_eq!(x["circulars"][0]["number"], "2");
        assert_eq!(x["circulars"].as_array().map(Vec::len), Some(1));
        assert_eq!(x["redirects"], json!({"X 9": "X 1"}));
    }
}
