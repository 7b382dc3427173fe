//! A regulation for the head of its page: a `Legislation` object of schema.org in JSON-LD.

use serde_json::{Map, Value, json};

use super::Publisher;
use crate::rulebook::{Regulation, RegulationKind, Versions};

/// The object for a regulation whose page is at `url`. Commentaries and editorials are no
/// legislation: they are given as `CreativeWork`.
pub fn legislation(
    versions: &Versions,
    regulation: &Regulation,
    publisher: &Publisher<'_>,
    url: &str,
) -> Value {
    let mut object = Map::new();
    let mut set = |key: &str, value: Value| object.insert(key.to_owned(), value);
    let legal = !matches!(regulation.kind, RegulationKind::Commentary | RegulationKind::Editorial);
    set("@context", json!("https://schema.org"));
    set("@type", json!(if legal { "Legislation" } else { "CreativeWork" }));
    set("@id", json!(url));
    set("url", json!(url));
    set("name", json!(regulation.title));
    set("inLanguage", json!("ca"));
    set("isBasedOn", json!(regulation.source));
    let until = regulation.repealed.map_or("..".to_owned(), |day| day.to_string());
    set("temporalCoverage", json!(format!("{}/{until}", regulation.in_force)));
    let organization = json!({"@type": "Organization", "name": publisher.name});
    if !legal {
        set("publisher", organization);
        return Value::Object(object);
    }
    set("legislationIdentifier", json!(regulation.code));
    set("legislationType", json!(regulation.kind.key()));
    set("legislationPassedBy", organization);
    set("legislationJurisdiction", json!(publisher.jurisdiction.to_uppercase()));
    if let Some(approved) = regulation.approved {
        set("legislationDate", json!(approved.to_string()));
    }
    if regulation.repealed.is_some() {
        set("legislationLegalForce", json!("https://schema.org/NotInForce"));
    }
    let amending: Vec<_> = versions
        .circulars()
        .iter()
        .filter(|circular| circular.amendments.iter().any(|a| a.target.code() == regulation.code))
        .collect();
    if let Some(last) = amending.last() {
        set("legislationDateVersion", json!(last.in_force.to_string()));
    }
    if !amending.is_empty() {
        let changes: Vec<Value> = amending
            .iter()
            .map(|circular| {
                json!({
                    "@type": "Legislation",
                    "name": circular.title,
                    "legislationIdentifier": circular.number,
                    "legislationDate": circular.date.to_string(),
                })
            })
            .collect();
        set("legislationConsolidates", Value::Array(changes));
    }
    Value::Object(object)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::testing::repository;

    #[test]
    fn a_regulation_is_legislation_and_a_commentary_is_not() {
        let versions = &repository().versions;
        let publisher = Publisher { slug: "fce", name: "FCE", jurisdiction: "es-ct" };
        let of = |code: &str| {
            let regulation = versions.latest().regulations.iter().find(|r| r.code == code).unwrap();
            legislation(versions, regulation, &publisher, "https://example.org/x/")
        };
        let rde = of("RDE");
        assert_eq!(rde["@type"], "Legislation");
        assert_eq!(rde["legislationDate"], "1990-03-04");
        assert_eq!(rde["temporalCoverage"], "1990-12-01/..");
        assert_eq!(rde["legislationConsolidates"], Value::Null);
        let oberts = of("Oberts");
        assert_eq!(oberts["legislationDateVersion"], "1991-06-01");
        assert_eq!(oberts["legislationConsolidates"][0]["legislationIdentifier"], "1/1991");
        assert_eq!(of("Blog")["@type"], "CreativeWork");
    }
}
