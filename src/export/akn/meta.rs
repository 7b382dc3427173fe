//! The metadata of a document: identification, life cycle, analysis, references.

use super::ids::id_part;
use super::{Writer, circular_uri, work_uri};
use crate::export::xml::Xml;
use crate::model::Date;
use crate::rulebook::{Amended, How, terms_of};

impl Writer<'_> {
    pub(super) fn meta(&mut self) {
        self.xml.open("meta", &[]);
        self.identification();
        self.publication();
        self.life_cycle();
        self.analysis();
        self.periods();
        self.references();
        self.xml.close();
    }

    /// Day from which the text is as it is.
    fn version_day(&self) -> Date {
        self.amending.last().map_or(self.regulation.in_force, |circular| circular.in_force)
    }

    fn identification(&mut self) {
        let work = work_uri(self.regulation, self.publisher);
        let expression = format!("{work}/cat@{}", self.version_day());
        let manifestation = format!("{expression}.xml");
        let regulation = self.regulation;
        let made = regulation.approved.unwrap_or(regulation.in_force).to_string();
        let version = self.version_day().to_string();
        let made_as = if regulation.approved.is_some() { "approval" } else { "inForce" };
        let xml = &mut self.xml;
        xml.open("identification", &[("source", "#editor")]);
        let core = |xml: &mut Xml, uri: &str, date: &str, name: &str, role: &str| {
            let (this, extension) = match uri.strip_suffix(".xml") {
                Some(stem) => (stem, ".xml"),
                None => (uri, ""),
            };
            xml.empty("FRBRthis", &[("value", &format!("{this}/!main{extension}"))]);
            xml.empty("FRBRuri", &[("value", uri)]);
            xml.empty("FRBRdate", &[("date", date), ("name", name)]);
            xml.empty("FRBRauthor", &[("href", role), ("as", "#author")]);
        };
        xml.open("FRBRWork", &[]);
        core(xml, &work, &made, made_as, "#publisher");
        xml.empty("FRBRcountry", &[("value", self.publisher.jurisdiction)]);
        xml.empty("FRBRnumber", &[("value", &regulation.code)]);
        xml.empty("FRBRname", &[("value", &regulation.title)]);
        xml.empty("FRBRprescriptive", &[("value", "true")]);
        xml.empty("FRBRauthoritative", &[("value", "false")]);
        xml.close();
        xml.open("FRBRExpression", &[]);
        core(xml, &expression, &version, "version", "#editor");
        xml.empty("FRBRlanguage", &[("language", "cat")]);
        xml.close();
        xml.open("FRBRManifestation", &[]);
        core(xml, &manifestation, &version, "markup", "#editor");
        xml.empty("FRBRformat", &[("value", "application/akn+xml")]);
        xml.close();
        xml.close();
    }

    fn publication(&mut self) {
        let date = self.regulation.in_force.to_string();
        self.xml.empty(
            "publication",
            &[("date", &date), ("name", "source"), ("showAs", &self.regulation.source)],
        );
    }

    fn life_cycle(&mut self) {
        let first = self.regulation.in_force.to_string();
        let xml = &mut self.xml;
        xml.open("lifecycle", &[("source", "#editor")]);
        xml.empty(
            "eventRef",
            &[
                ("eId", "event_original"),
                ("date", &first),
                ("type", "generation"),
                ("source", "#original"),
            ],
        );
        for circular in &self.amending {
            let (date, slug) = (circular.in_force.to_string(), &circular.slug);
            xml.empty(
                "eventRef",
                &[
                    ("eId", &format!("event_{slug}")),
                    ("date", &date),
                    ("type", "amendment"),
                    ("source", &format!("#circular_{slug}")),
                ],
            );
        }
        xml.close();
    }

    /// What each circular did to which provision.
    fn analysis(&mut self) {
        if self.amending.is_empty() {
            return;
        }
        self.xml.open("analysis", &[("source", "#editor")]);
        self.xml.open("passiveModifications", &[]);
        for circular in self.amending.clone() {
            let source = circular_uri(circular, self.publisher);
            let mut number = 0;
            for provision in self.regulation.provisions() {
                let Some(Amended { by, how, .. }) = &provision.amended else { continue };
                let Some(id) = self.context.provision_id(&provision.id) else { continue };
                if *by != circular.number {
                    continue;
                }
                number += 1;
                let kind = match how {
                    How::Replaced => "substitution",
                    How::Added => "insertion",
                    How::Repealed => "repeal",
                };
                let mod_id = format!("pmod_{}_{number}", circular.slug);
                self.xml.open("textualMod", &[("type", kind), ("eId", &mod_id)]);
                self.xml.empty("source", &[("href", &source)]);
                self.xml.empty("destination", &[("href", &format!("#{id}"))]);
                self.xml.close();
            }
        }
        self.xml.close();
        self.xml.close();
    }

    /// The times that provisions name as their `period`.
    fn periods(&mut self) {
        if self.amending.is_empty() {
            return;
        }
        self.xml.open("temporalData", &[("source", "#editor")]);
        for circular in &self.amending {
            let slug = &circular.slug;
            self.xml.open("temporalGroup", &[("eId", &format!("period_{slug}"))]);
            let start = format!("#event_{slug}");
            self.xml.empty("timeInterval", &[("start", &start), ("refersTo", "#inForce")]);
            self.xml.close();
        }
        self.xml.close();
    }

    fn references(&mut self) {
        let work = work_uri(self.regulation, self.publisher);
        let xml = &mut self.xml;
        xml.open("references", &[("source", "#editor")]);
        xml.empty(
            "original",
            &[("eId", "original"), ("href", &work), ("showAs", &self.regulation.source)],
        );
        for circular in &self.amending {
            let (id, href) =
                (format!("circular_{}", circular.slug), circular_uri(circular, self.publisher));
            let shown = format!("Circular {}: {}", circular.number, circular.title);
            xml.empty("passiveRef", &[("eId", &id), ("href", &href), ("showAs", &shown)]);
        }
        let jurisdiction = self.publisher.jurisdiction;
        let organization =
            format!("/akn/ontology/organization/{jurisdiction}/{}", self.publisher.slug);
        for (id, href, shown) in [
            ("publisher", organization.as_str(), self.publisher.name),
            ("editor", "/akn/ontology/organization/editor", "Butlletí"),
        ] {
            xml.empty("TLCOrganization", &[("eId", id), ("href", href), ("showAs", shown)]);
        }
        xml.empty(
            "TLCConcept",
            &[
                ("eId", "inForce"),
                ("href", "/akn/ontology/concept/inForce"),
                ("showAs", "En vigor"),
            ],
        );
        for (slug, words) in terms_of(self.regulation) {
            let (id, href) = (term_id(&slug), format!("/akn/ontology/term/{slug}"));
            xml.empty("TLCTerm", &[("eId", &id), ("href", &href), ("showAs", &words)]);
        }
        xml.empty(
            "TLCRole",
            &[("eId", "author"), ("href", "/akn/ontology/role/author"), ("showAs", "Autor")],
        );
        xml.close();
    }
}

pub(super) fn term_id(slug: &str) -> String {
    format!("term_{}", id_part(slug))
}
