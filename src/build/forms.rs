//! The forms for FIDE of an event: certificates of norms (IT1) and the report (IT3), as documents.

use std::path::Path;

use super::documents::engine;
use crate::core::discipline::case::Decided;
use crate::core::discipline::case_report;
use crate::core::fide::titles::Certificate;
use crate::core::report::Report;
use crate::diag::{Diagnostic, Diagnostics, Sources};
use crate::lang::Language;
use crate::model::{CaseFile, Date, Tournament};
use crate::pdf::{self, Document, FormInput, Press, Publisher};
use crate::project::Project;
use crate::source::{self, SiteConfig};

/// Name of the report's files.
pub const IT3: &str = "it3";

/// A form with the names that its documents have.
#[derive(Clone, Debug)]
pub struct Form<'a> {
    pub name: String,
    kicker: &'static str,
    report: &'a Report,
    workings: bool,
    signatories: &'static [&'static str],
}

impl<'a> Form<'a> {
    /// The certificate of a norm, with the arithmetic.
    pub fn it1(t: &Tournament, certificate: &'a Certificate) -> Self {
        Self {
            name: certificate.name(t),
            kicker: "IT1",
            report: &certificate.report,
            workings: true,
            signatories: &["pdf.form-arbiter", "pdf.form-federation"],
        }
    }

    /// The report of the tournament.
    pub fn it3(report: &'a Report) -> Self {
        Self {
            name: IT3.to_owned(),
            kicker: "IT3",
            report,
            workings: false,
            signatories: &["pdf.form-arbiter", "pdf.form-organiser", "pdf.form-federation"],
        }
    }

    /// The document, to be typeset.
    pub fn document(
        &self,
        press: &Press,
        publisher: Publisher<'_>,
        t: &Tournament,
        date: Date,
    ) -> Document {
        press.prepare_form(&FormInput {
            publisher,
            name: &self.name,
            tournament: t,
            kicker: self.kicker,
            report: self.report,
            workings: self.workings,
            date,
            signatories: self.signatories,
        })
    }
}

/// Typesets one form by itself, for the command line: in a site by its settings.
pub fn typeset(
    form: &Form<'_>,
    t: &Tournament,
    project: &Project,
    language: &Language,
    sources: &Sources,
) -> Result<Vec<u8>, Vec<Diagnostic>> {
    let title = t.organiser.as_deref().unwrap_or(&t.name);
    let (config, press) = press_of(title, project, language, sources)?;
    let publisher = Publisher {
        name: config.federation.as_deref().unwrap_or(&config.title),
        notice: config.invented.as_deref().filter(|_| t.invented),
    };
    press.typeset(&form.document(&press, publisher, t, day_of(t)))
}

/// The day of an event's documents: its last, its first; else that of the rules.
fn day_of(t: &Tournament) -> Date {
    t.end.or(t.start).unwrap_or(Date::constant(1990, 12, 1))
}

/// The press of a site, or of none: then its publisher is called by a title.
fn press_of(
    title: &str,
    project: &Project,
    language: &Language,
    sources: &Sources,
) -> Result<(SiteConfig, Press), Vec<Diagnostic>> {
    let mut problems = Diagnostics::new();
    let config = project
        .exists(Path::new(source::SITE_FILE))
        .then(|| source::read_site_config(project, sources, &mut problems))
        .flatten()
        .unwrap_or_else(|| SiteConfig::new(title));
    let options = pdf::Options { engine: engine(config.pdf), keep_sources: None, address: None };
    let press = Press::new(project, language.clone(), sources, options)?;
    Ok((config, press))
}

/// The resolution of a case for its parties (RDE 26.1), with whatever names the case still has. It is
/// typeset on request alone: what is published is made from cases whose names were withheld.
pub fn resolution(
    case: &CaseFile,
    decided: &Decided,
    project: &Project,
    language: &Language,
    sources: &Sources,
) -> Result<Vec<u8>, Vec<Diagnostic>> {
    let (config, press) = press_of(&case.number, project, language, sources)?;
    let publisher = Publisher {
        name: config.federation.as_deref().unwrap_or(&config.title),
        notice: config.invented.as_deref().filter(|_| case.invented),
    };
    let report = case_report::resolution(case, decided);
    let body = decided.competence.as_ref().map(|found| found.value.body.word());
    let kind = language.text("document.resolution");
    let ident = format!("case {}", case.slug);
    let date = case.days.resolved.unwrap_or(case.committed);
    let input = super::papers::resolution_input(
        publisher,
        language,
        (&kind, &ident),
        (&case.number, date, body.as_ref()),
        case.invented,
        &report,
    );
    press.typeset(&press.prepare_paper(&input))
}
