//! Papers of the federation: lists, sheets and decisions, and the certificate of a norm.

use std::collections::BTreeSet;

use serde_json::{Value as Json, json};

use super::document::{Document, Editor};
use super::input::{NormCertificateInput, PaperInput};
use super::reports;
use crate::core::report::Msg;

impl Editor<'_> {
    pub fn paper(&self, input: &PaperInput<'_>) -> Document {
        let context = self.context(BTreeSet::new());
        let found: Vec<Json> = input
            .reports
            .iter()
            .map(|found| reports::report(&context, found.report, found.workings, 2))
            .collect();
        let details = input.details.iter().map(|(what, value)| (what.clone(), Some(value.clone())));
        let data = json!({
            "meta": self.meta(&input.title, &input.publisher, input.date),
            "kind": input.kind,
            "title": input.title,
            "number": input.number,
            "details": reports::details(details),
            "opening": input.opening,
            "reports": found,
            "closing": input.closing,
            "invented": input.invented,
            "signatories": input.signatories,
        });
        let ident = format!("{} {} {}", input.template, input.ident, self.language.code);
        Document { template: input.template, ident, date: input.date, data }
    }

    pub fn norm_certificate(&self, input: &NormCertificateInput<'_>) -> Document {
        let (language, tournament) = (self.language, input.tournament);
        let context = self.context(BTreeSet::new());
        let title = language.msg(&Msg::new("pdf.norm-title").with("player", input.player));
        let facts: Vec<Json> =
            input.facts.iter().map(|fact| reports::fact(&context, fact, false)).collect();
        let steps = reports::steps(&context, input.working);
        let data = json!({
            "meta": self.meta(&title, &input.publisher, input.issued),
            "player": input.player,
            "name": &*tournament.name,
            "invented": tournament.invented,
            "details": self.details(tournament),
            "facts": facts,
            "steps": steps,
            "issued": language.msg(&Msg::new("pdf.issued").with("date", input.issued)),
            "signatories": input.signatories,
        });
        let ident = format!("norm {} {} {}", tournament.slug, input.player, language.code);
        Document { template: "norm.typ", ident, date: input.issued, data }
    }
}
