//! The whole rulebook as one JSON document.
//!
//! ```json
//! {
//!   "format": "butlleti-rulebook", "edition": 1,
//!   "dates": ["1990-12-01", "1991-03-01"],
//!   "circulars": [{"number", "title", "date", "in_force", "invented", "source", "text", "amendments": [
//!     {"action": "replace", "target": "Oberts 4", "position": null}]}],
//!   "regulations": [{"code", "slug", "title", "kind", "approved", "in_force", "repealed", "source",
//!     "pages", "text", "items": [
//!     {"type": "division", "level", "title", "anchor", "items": [
//!       {"type": "provision", "id", "anchor", "label", "title", "text", "repealed", "cites",
//!        "cited_by", "parameters": [{"id", "value", "unit", "text"}],
//!        "notes": [{"readings": ["AMB-41"], "text"}],
//!        "versions": [{"from", "until", "by", "how", "label", "title", "text"}], "items": []}]}]}],
//!   "redirects": {"RGC 8.3.6": "RGC 8.3.5"}
//! }
//! ```
//!
//! The tree is the text with every circular; each provision has all its versions, oldest first.
//! Texts are plain, with blank lines between paragraphs.

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};

use crate::model::Date;
use crate::rulebook::{
    Action, Amendment, Circular, Node, NodeItem, Note, Param, Position, Provision, ProvisionId,
    Regulation, Rulebook, Version, Versions, blocks_text, cited,
};

/// The whole rulebook; keys and arrays are in a fixed order.
pub fn rulebook(versions: &Versions) -> Value {
    let latest = versions.latest();
    let mut params: BTreeMap<&ProvisionId, Vec<&Param>> = BTreeMap::new();
    for param in latest.params.values() {
        params.entry(&param.provision).or_default().push(param);
    }
    let writer = Writer { versions, latest, params };
    let redirects: Map<String, Value> =
        latest.redirects.iter().map(|(old, new)| (old.to_string(), json!(new.as_str()))).collect();
    json!({
        "format": "butlleti-rulebook",
        "edition": 1,
        "dates": versions.dates().into_iter().map(date).collect::<Vec<_>>(),
        "circulars": versions.circulars().iter().map(circular).collect::<Vec<_>>(),
        "regulations": latest.regulations.iter().map(|r| writer.regulation(r)).collect::<Vec<_>>(),
        "redirects": redirects,
    })
}

fn date(date: Date) -> Value {
    json!(date.to_string())
}

fn circular(circular: &Circular) -> Value {
    json!({
        "number": circular.number,
        "title": circular.title,
        "date": date(circular.date),
        "in_force": date(circular.in_force),
        "invented": circular.invented,
        "source": circular.source,
        "text": blocks_text(&circular.intro),
        "amendments": circular.amendments.iter().map(amendment).collect::<Vec<_>>(),
    })
}

fn amendment(amendment: &Amendment) -> Value {
    let (action, position) = match &amendment.action {
        Action::Replace => ("replace", None),
        Action::ReplaceAll => ("replace all", None),
        Action::Repeal => ("repeal", None),
        Action::Add(position) => {
            let word = match position {
                Position::After(_) => "after",
                Position::Before(_) => "before",
                Position::Under(_) => "under",
            };
            ("add", Some(format!("{word} {}", position.anchor())))
        }
    };
    json!({
        "action": action,
        "target": amendment.target.as_str(),
        "position": position,
        "reason": blocks_text(&amendment.reason),
    })
}

struct Writer<'a> {
    versions: &'a Versions,
    latest: &'a Rulebook,
    params: BTreeMap<&'a ProvisionId, Vec<&'a Param>>,
}

impl Writer<'_> {
    fn regulation(&self, regulation: &Regulation) -> Value {
        json!({
            "code": regulation.code,
            "slug": regulation.slug,
            "title": regulation.title,
            "kind": regulation.kind.key(),
            "approved": regulation.approved.map(date),
            "in_force": date(regulation.in_force),
            "repealed": regulation.repealed.map(date),
            "source": regulation.source,
            "pages": regulation.pages,
            "text": blocks_text(&regulation.intro),
            "items": self.nodes(&regulation.tree()),
        })
    }

    fn nodes(&self, nodes: &[Node<'_>]) -> Vec<Value> {
        nodes
            .iter()
            .map(|node| match node.item {
                NodeItem::Division(division) => json!({
                    "type": "division",
                    "level": division.level,
                    "title": division.title,
                    "anchor": division.anchor,
                    "items": self.nodes(&node.children),
                }),
                NodeItem::Provision(provision) => self.provision(provision, &node.children),
            })
            .collect()
    }

    fn provision(&self, provision: &Provision, children: &[Node<'_>]) -> Value {
        let id = &provision.id;
        let mut cites: Vec<&str> = Vec::new();
        for target in cited(&provision.blocks) {
            if !cites.contains(&target.as_str()) {
                cites.push(target.as_str());
            }
        }
        let cited_by: Vec<&str> =
            self.latest.backlinks.get(id).into_iter().flatten().map(ProvisionId::as_str).collect();
        let mut params = self.params.get(id).cloned().unwrap_or_default();
        params.sort_by_key(|param| param.span);
        let params: Vec<Value> = params
            .iter()
            .map(
                |p| json!({"id": p.id, "value": p.value.to_json(), "unit": p.unit, "text": p.text}),
            )
            .collect();
        json!({
            "type": "provision",
            "id": id.as_str(),
            "anchor": id.anchor(),
            "label": provision.label,
            "title": provision.title,
            "text": blocks_text(&provision.blocks),
            "repealed": provision.is_repealed(),
            "cites": cites,
            "cited_by": cited_by,
            "parameters": params,
            "notes": provision.notes.iter().map(note).collect::<Vec<_>>(),
            "versions": self.versions.history(id).iter().map(version).collect::<Vec<_>>(),
            "items": self.nodes(children),
        })
    }
}

fn note(note: &Note) -> Value {
    json!({"readings": note.readings, "text": blocks_text(&note.blocks)})
}

fn version(version: &Version) -> Value {
    json!({
        "from": date(version.from),
        "until": version.until.map(date),
        "by": version.by,
        "how": version.how.map(|how| how.key()),
        "label": version.label,
        "title": version.title,
        "text": blocks_text(&version.blocks),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::testing::repository;

    fn find<'a>(items: &'a Value, id: &str) -> Option<&'a Value> {
        items
            .as_array()?
            .iter()
            .find_map(|item| if item["id"] == id { Some(item) } else { find(&item["items"], id) })
    }

    #[test]
    fn a_provision_has_its_parameters_citations_and_versions() {
        let value = rulebook(&repository().versions);
        let oberts = value["regulations"]
            .as_array()
            .unwrap()
            .iter()
            .find(|r| r["code"] == "Oberts")
            .unwrap();
        let fourth = find(&oberts["items"], "Oberts 4").unwrap();
        assert_eq!(fourth["parameters"][0]["id"], "oberts.min-jugadors");
        assert_eq!(fourth["parameters"][0]["value"], 20);
        assert_eq!(fourth["versions"].as_array().unwrap().len(), 2);
        assert_eq!(fourth["versions"][0]["until"], "1991-03-01");
        assert_eq!(fourth["versions"][1]["by"], "1/1991");
        let bis = find(&oberts["items"], "Oberts 8 bis").unwrap();
        assert_eq!(bis["cites"], json!(["Oberts 8"]));
        assert_eq!(bis["anchor"], "8-bis");
        let eighth = find(&oberts["items"], "Oberts 8").unwrap();
        assert!(eighth["cited_by"].as_array().unwrap().contains(&json!("Oberts 8 bis")));
        assert_eq!(value["circulars"][1]["amendments"][0]["position"], "after Oberts 8");
    }

    #[test]
    fn children_stand_in_their_parents() {
        let value = rulebook(&repository().versions);
        let rgc =
            value["regulations"].as_array().unwrap().iter().find(|r| r["code"] == "RGC").unwrap();
        let eight = find(&rgc["items"], "RGC 8").unwrap();
        assert!(find(&eight["items"], "RGC 8.3.2").is_some());
        assert!(find(&eight["items"], "RGC 9").is_none());
    }
}
