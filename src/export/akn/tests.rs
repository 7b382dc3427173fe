//! Well-formedness, and the content rules of the published schema for the elements that are used.

use std::collections::BTreeSet;

use super::*;
use crate::source::testing::{HEAD, Run, repository, run, run_files};

const PUBLISHER: Publisher<'_> =
    Publisher {
        slug: "fce", name: "Federació «Catalana» d'Escacs & Co.", jurisdiction: "es-ct"
    };

/// An element of a parsed document.
#[derive(Debug, Default)]
struct Node {
    name: String,
    attributes: Vec<(String, String)>,
    children: Vec<Node>,
    has_text: bool,
}

impl Node {
    fn get(&self, key: &str) -> Option<&str> {
        self.attributes.iter().find(|(k, _)| k == key).map(|(_, value)| value.as_str())
    }

    fn walk<'a>(&'a self, visit: &mut impl FnMut(&'a Node)) {
        visit(self);
        self.children.iter().for_each(|child| child.walk(visit));
    }

    fn all(&self, name: &str) -> Vec<&Node> {
        let mut found = Vec::new();
        self.walk(&mut |node| {
            if node.name == name {
                found.push(node);
            }
        });
        found
    }
}

/// A strict reader of the XML that this module writes.
fn parse(xml: &str) -> Node {
    let mut rest =
        xml.strip_prefix("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n").expect("prolog");
    let mut stack = vec![Node::default()];
    while let Some(at) = rest.find('<') {
        let text = &rest[..at];
        assert!(!text.contains('>'), "{text}");
        for (at, _) in text.match_indices('&') {
            let known = ["&amp;", "&lt;", "&gt;", "&quot;"];
            assert!(known.iter().any(|entity| text[at..].starts_with(entity)), "{text}");
        }
        stack.last_mut().unwrap().has_text |= !text.trim().is_empty();
        let end = at + rest[at..].find('>').expect("a tag ends");
        let tag = &rest[at + 1..end];
        rest = &rest[end + 1..];
        if let Some(name) = tag.strip_prefix('/') {
            let node = stack.pop().unwrap();
            assert_eq!(node.name, name, "closed in order");
            stack.last_mut().unwrap().children.push(node);
            continue;
        }
        let (tag, closed) = tag.strip_suffix('/').map_or((tag, false), |tag| (tag, true));
        let (name, attributes) = tag.split_once(' ').unwrap_or((tag, ""));
        let mut node = Node { name: name.to_owned(), ..Node::default() };
        let mut left = attributes;
        while let Some((key, after)) = left.split_once("=\"") {
            let (value, after) = after.split_once('"').expect("a value ends");
            assert!(node.get(key.trim()).is_none(), "{key} twice");
            node.attributes.push((key.trim().to_owned(), value.to_owned()));
            left = after;
        }
        assert!(left.trim().is_empty(), "{left}");
        if closed {
            stack.last_mut().unwrap().children.push(node);
        } else {
            stack.push(node);
        }
    }
    assert_eq!(stack.len(), 1, "everything is closed");
    stack.pop().unwrap().children.pop().expect("a root")
}

const HIERARCHY: [&str; 6] = ["chapter", "section", "article", "paragraph", "point", "hcontainer"];
const INLINE: [&str; 10] =
    ["i", "b", "inline", "a", "img", "br", "term", "ref", "authorialNote", "docTitle"];
const BLOCKS: [&str; 5] = ["p", "block", "ul", "ol", "table"];

/// Does a sequence of children fit the schema? `?` optional, `*` any number, `+` at least one.
fn fits(children: &[&str], pattern: &[(&str, char)]) -> bool {
    let mut at = 0;
    for (name, times) in pattern {
        let count = children[at..].iter().take_while(|child| *child == name).count();
        let taken = if matches!(times, '1' | '?') { count.min(1) } else { count };
        if matches!(times, '1' | '+') && taken == 0 {
            return false;
        }
        at += taken;
    }
    at == children.len()
}

fn check(node: &Node) {
    let children: Vec<&str> = node.children.iter().map(|child| child.name.as_str()).collect();
    let name = node.name.as_str();
    let only = |allowed: &[&str]| children.iter().all(|child| allowed.contains(child));
    let core = [("FRBRthis", '1'), ("FRBRuri", '1'), ("FRBRdate", '+'), ("FRBRauthor", '+')];
    let with = |rest: &[(&'static str, char)]| [core.as_slice(), rest].concat();
    let mixed = INLINE.contains(&name) || matches!(name, "p" | "block" | "num" | "heading" | "li");
    let right = match name {
        "akomaNtoso" => children == ["act"],
        "act" => children == ["meta", "preface", "body"],
        "meta" => fits(
            &children,
            &[
                ("identification", '1'),
                ("publication", '?'),
                ("lifecycle", '*'),
                ("analysis", '*'),
                ("temporalData", '*'),
                ("references", '*'),
            ],
        ),
        "identification" => children == ["FRBRWork", "FRBRExpression", "FRBRManifestation"],
        "FRBRWork" => fits(
            &children,
            &with(&[
                ("FRBRcountry", '1'),
                ("FRBRnumber", '*'),
                ("FRBRname", '*'),
                ("FRBRprescriptive", '?'),
                ("FRBRauthoritative", '?'),
            ]),
        ),
        "FRBRExpression" => fits(&children, &with(&[("FRBRlanguage", '+')])),
        "FRBRManifestation" => fits(&children, &with(&[("FRBRformat", '?')])),
        "lifecycle" => fits(&children, &[("eventRef", '+')]),
        "analysis" => children == ["passiveModifications"],
        "passiveModifications" => fits(&children, &[("textualMod", '+')]),
        "textualMod" => fits(&children, &[("source", '+'), ("destination", '*')]),
        "temporalData" => fits(&children, &[("temporalGroup", '+')]),
        "temporalGroup" => fits(&children, &[("timeInterval", '+')]),
        "references" => {
            only(&["original", "passiveRef", "TLCOrganization", "TLCConcept", "TLCTerm", "TLCRole"])
        }
        "preface" => only(&["longTitle", "p", "block", "ul", "ol", "table"]),
        "longTitle" => fits(&children, &[("p", '+')]),
        "body" => !children.is_empty() && only(&HIERARCHY),
        name if HIERARCHY.contains(&name) => {
            let mut rest = children.as_slice();
            for head in ["num", "heading"] {
                rest = rest.strip_prefix(&[head]).unwrap_or(rest);
            }
            match rest {
                ["content"] => true,
                ["intro", below @ ..] | below => {
                    !below.is_empty() && below.iter().all(|child| HIERARCHY.contains(child))
                }
            }
        }
        "content" | "intro" => !children.is_empty() && only(&BLOCKS),
        "ul" | "ol" => fits(&children, &[("li", '+')]),
        "table" => fits(&children, &[("tr", '+')]),
        "tr" => !children.is_empty() && only(&["th", "td"]),
        "th" | "td" => only(&BLOCKS),
        "authorialNote" => !children.is_empty() && only(&["p", "ul", "ol"]),
        "li" => children.iter().all(|c| INLINE.contains(c) || ["ul", "ol", "p"].contains(c)),
        _ if mixed => only(&INLINE),
        // Empty elements of the metadata.
        _ => children.is_empty(),
    };
    assert!(right, "<{name}> {:?} has {children:?}", node.attributes);
    assert!(mixed || !node.has_text, "<{name}> has text of its own");
    let needed: &[&str] = match name {
        name if HIERARCHY.contains(&name) => &["eId"],
        "eventRef" => &["eId", "date", "type", "source"],
        "FRBRdate" => &["date", "name"],
        "FRBRauthor" | "ref" | "a" | "source" | "destination" => &["href"],
        "inline" | "block" | "act" => &["name"],
        "term" => &["refersTo"],
        "authorialNote" => &["marker", "placement"],
        "TLCOrganization" | "TLCTerm" | "TLCConcept" | "TLCRole" | "original" => {
            &["eId", "href", "showAs"]
        }
        _ => &[],
    };
    for key in needed {
        assert!(node.get(key).is_some_and(|value| !value.is_empty()), "<{name}> needs {key}");
    }
    node.children.iter().for_each(check);
}

/// A document that fits the schema, with identifiers that are unique and references that lead
/// somewhere.
fn valid(xml: &str) -> Node {
    let root = parse(xml);
    check(&root);
    let mut ids = BTreeSet::new();
    let mut local = Vec::new();
    root.walk(&mut |node| {
        if let Some(id) = node.get("eId") {
            assert!(ids.insert(id.to_owned()), "{id} twice");
            assert!(id.chars().all(|c| c.is_ascii_alphanumeric() || "_.-".contains(c)), "{id}");
        }
        for key in ["href", "source", "refersTo", "as", "period", "start"] {
            if let Some(target) = node.get(key).and_then(|value| value.strip_prefix('#')) {
                local.push(target.to_owned());
            }
        }
    });
    for target in local {
        assert!(ids.contains(&target), "#{target} leads nowhere");
    }
    root
}

fn export(run: &Run, day: (i16, i8, i8)) -> Node {
    let day = Date::new(day.0, day.1, day.2).unwrap();
    valid(&regulation(&run.versions, "X", day, &PUBLISHER).unwrap())
}

fn ids(root: &Node) -> Vec<String> {
    let mut ids = Vec::new();
    root.walk(&mut |node| {
        if HIERARCHY.contains(&node.name.as_str()) {
            ids.push(format!("{} {}", node.name, node.get("eId").unwrap()));
        }
    });
    ids
}

#[test]
fn provisions_become_the_hierarchy() {
    let run = run(
        "Intro & <tot>.\n\n# Capítol II. Infraccions\n\n§ [Article 7è.]{title=\"Greus\"}\n\n§§ [A.] En general:\n\n§§§ [1.] U.\n\n§§ []{id=\"7 nota\"} Sense número.\n\n# Altres\n\n§ [8.] Vuit.\n\n§§ [8.1.] A \\< b.\n\n§§§ [b.1)] B.\n",
    );
    // `<tot>` is refused as raw HTML; what can be read is exported all the same.
    let root = export(&run, (1990, 12, 1));
    assert_eq!(
        ids(&root),
        [
            "chapter chp_II",
            "article art_7",
            "point art_7__point_A",
            "paragraph art_7__point_A__para_1",
            "hcontainer art_7__hcontainer_1",
            "section sec_2",
            "article art_8",
            "paragraph art_8__para_8.1",
            "point art_8__para_8.1__point_b.1",
        ]
    );
    assert_eq!(root.all("num")[0].children.len(), 0);
    assert_eq!(root.all("act")[0].get("contains"), Some("originalVersion"));
}

#[test]
fn texts_keep_their_marks() {
    let run = run(
        "§ [1.] Amb *25* i **[25]{param=\"x.n\"}** a l'[acta]{term=\"acta\"}; vegeu [[X 2]] i [això](https://example.org/?a=1&b=2) `codi`.\n\n* u\n* dos\n\n  * tres\n\n{table=\"x.t\"}\n| A | B |\n|---|---|\n| 1 | 2 |\n\n> [!NOTA AMB-41] Nota amb [[X 2]].\n\n§ [2.] Dos.\n",
    );
    assert!(run.problems().is_empty(), "{:?}", run.problems());
    let root = export(&run, (1990, 12, 1));
    assert_eq!(root.all("ref")[0].get("href"), Some("#art_2"));
    assert_eq!(root.all("ref").len(), 2);
    assert_eq!(root.all("inline")[0].get("title"), Some("x.n"));
    assert_eq!(root.all("term")[0].get("refersTo"), Some("#term_acta"));
    assert_eq!(root.all("a")[0].get("href"), Some("https://example.org/?a=1&amp;b=2"));
    assert_eq!(root.all("td").len(), 2);
    assert_eq!(root.all("authorialNote")[0].get("marker"), Some("AMB-41"));
    assert_eq!(root.all("li").len(), 3);
}

#[test]
fn circulars_stand_in_the_life_cycle_from_their_day() {
    let base = format!("{HEAD}§ [1.] U.\n\n§ [2.] Dos.\n\n§§ [a)] A.\n");
    let circular = "+++\nnumber = \"1/1991\"\ntitle = \"C\"\ndate = 1991-01-01\nin_force = 1991-03-01\n+++\n§ replace [X 1]\n\n§ [1.] U nou.\n\n§ repeal [X 2]\n";
    let run =
        run_files(&[("content/reglaments/x.md", &base), ("content/circulars/1.md", circular)]);
    assert!(run.problems().is_empty(), "{:?}", run.problems());
    let before = export(&run, (1991, 2, 28));
    assert_eq!(before.all("eventRef").len(), 1);
    assert!(before.all("textualMod").is_empty());
    let after = export(&run, (1991, 3, 1));
    assert_eq!(after.all("eventRef").len(), 2);
    let mods: Vec<_> = after.all("textualMod").iter().map(|m| m.get("type").unwrap()).collect();
    assert_eq!(mods, ["substitution", "repeal", "repeal"]);
    let articles = after.all("article");
    assert_eq!(articles[0].get("period"), Some("#period_1-1991"));
    assert_eq!(articles[1].get("status"), Some("removed"));
    assert_eq!(
        after.all("FRBRuri")[1].get("value"),
        Some("/akn/es-ct/act/fce/1990-12-01/x/cat@1991-03-01")
    );
}

#[test]
fn every_regulation_of_the_repository_fits_the_schema() {
    let versions = &repository().versions;
    for (day, rulebook) in versions.texts() {
        for r in &rulebook.regulations {
            let root = valid(&super::regulation(versions, &r.code, day, &PUBLISHER).unwrap());
            let provisions = ids(&root)
                .iter()
                .filter(|id| !id.starts_with("chapter") && !id.starts_with("section"))
                .count();
            assert_eq!(provisions, r.provisions().count(), "{}", r.code);
        }
    }
    assert!(super::regulation(versions, "Res", Date::MIN, &PUBLISHER).is_none());
}
