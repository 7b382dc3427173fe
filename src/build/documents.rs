//! The PDF documents of a site: bulletins, tournament reports, certificates, regulations.

use std::collections::BTreeMap;

use super::events::{BRACKET, CROSSTABLE, Event, HOMOLOGATION, NORMS, SCHEDULE, STANDINGS};
use super::{Options, Prepared};
use crate::core::homologation::{HomologationContext, closing_report};
use crate::core::report::{Report, Verdict};
use crate::diag::{Diagnostic, Sources};
use crate::model::{Date, Tournament};
use crate::pdf::{
    self, BulletinInput, CertificateInput, Document as Typeset, Engine, Press, Publisher,
    RegulationInput, ReportInput, TournamentInput, TournamentReportInput,
};
use crate::project::Project;
use crate::publish::OutputFile;
use crate::rulebook::{Block, ProvisionId, RegulationKind, Rulebook};
use crate::site::{About, Document, file_of, regulation_url, tournament_url};
use crate::source::{Bulletin, PdfEngine};

/// The documents of a site, with their files.
#[derive(Debug, Default)]
pub struct Documents {
    pub files: Vec<OutputFile>,
    list: Vec<Document>,
    bulletins: BTreeMap<u32, Document>,
    highlights: BTreeMap<u32, Vec<String>>,
}

impl Documents {
    pub fn none() -> Self {
        Self::default()
    }

    /// All but the bulletins.
    pub fn list(&self) -> Vec<Document> {
        self.list.clone()
    }

    pub fn bulletin(&self, number: u32) -> Option<&Document> {
        self.bulletins.get(&number)
    }

    /// What a bulletin contains.
    pub fn highlights(&self, number: u32) -> Vec<String> {
        self.highlights.get(&number).cloned().unwrap_or_default()
    }
}

/// What a document is to the site.
enum Role {
    Bulletin(u32),
    /// Of a tournament.
    Tournament(usize),
    /// Code of the regulation.
    Regulation(String),
}

struct Job {
    role: Role,
    title: String,
    url: String,
    document: Typeset,
}

/// Typesets every document of the site.
pub fn make(
    prepared: &Prepared,
    project: &Project,
    sources: &Sources,
    options: &Options,
) -> Result<Documents, Vec<Diagnostic>> {
    let engine = match prepared.data.config.pdf {
        PdfEngine::Embedded => Engine::Embedded,
        PdfEngine::Typst => Engine::Command("typst".into()),
    };
    let options = pdf::Options {
        engine,
        keep_sources: options.keep_typst.clone(),
        address: addresses(prepared),
    };
    let press = Press::new(project, prepared.language.clone(), sources, options)?;
    let jobs = jobs(prepared, &press)?;
    let typeset: Vec<Typeset> = jobs.iter().map(|job| job.document.clone()).collect();
    let mut documents = Documents {
        highlights: prepared
            .data
            .config
            .bulletins
            .iter()
            .map(|bulletin| (bulletin.number, highlights(prepared, bulletin)))
            .collect(),
        ..Documents::default()
    };
    let mut problems = Vec::new();
    for (job, result) in jobs.into_iter().zip(press.typeset_all(&typeset)) {
        match result {
            Ok(bytes) => documents.add(job, bytes),
            Err(found) => problems.extend(found),
        }
    }
    if problems.is_empty() { Ok(documents) } else { Err(problems) }
}

impl Documents {
    /// A file of an event that is not typeset.
    pub(super) fn add_file(&mut self, document: Document, file: OutputFile) {
        self.files.push(file);
        self.list.push(document);
    }

    fn add(&mut self, job: Job, bytes: Vec<u8>) {
        let document = Document {
            title: job.title,
            url: job.url.clone(),
            pages: None,
            bytes: Some(bytes.len() as u64),
            about: match &job.role {
                Role::Tournament(index) => About::Tournament(*index),
                Role::Regulation(code) => About::Regulation(code.clone()),
                Role::Bulletin(_) => About::General,
            },
        };
        self.files.push(OutputFile { path: job.url, bytes });
        match job.role {
            Role::Bulletin(number) => {
                self.bulletins.insert(number, document);
            }
            _ => self.list.push(document),
        }
    }
}

/// Provisions link to the site, when it is known where the site stands.
fn addresses(prepared: &Prepared) -> Option<Box<pdf::Address>> {
    let base = prepared.data.config.base_url.clone()?;
    let slugs: BTreeMap<String, String> = prepared
        .data
        .versions
        .latest()
        .regulations
        .iter()
        .map(|r| (r.code.clone(), regulation_url(&r.slug)))
        .collect();
    Some(Box::new(move |id: &ProvisionId| {
        let url = slugs.get(id.code())?;
        Some(format!("{}/{url}#{}", base.trim_end_matches('/'), id.anchor()))
    }))
}

fn jobs(prepared: &Prepared, press: &Press) -> Result<Vec<Job>, Vec<Diagnostic>> {
    let mut jobs = Vec::new();
    for bulletin in &prepared.data.config.bulletins {
        jobs.extend(bulletin_job(prepared, press, bulletin));
    }
    for event in &prepared.events {
        jobs.push(report_job(prepared, press, event));
        // Closed events and opens are those that have an organiser who answers to the federation.
        if event.homologated.is_some() && tournament(prepared, event).is_finished() {
            jobs.push(closing_job(prepared, press, event));
        }
        if event.homologated == Some(Verdict::Met) {
            jobs.push(certificate_job(prepared, press, event)?);
        }
    }
    let regulations = &prepared.data.versions.latest().regulations;
    for regulation in regulations.iter().filter(|r| r.kind != RegulationKind::Editorial) {
        let input = RegulationInput { publisher: publisher(prepared), regulation };
        jobs.push(Job {
            role: Role::Regulation(regulation.code.clone()),
            title: regulation.title.clone(),
            url: format!("{}{}.pdf", regulation_url(&regulation.slug), regulation.slug),
            document: press.prepare_regulation(&input),
        });
    }
    Ok(jobs)
}

fn publisher(prepared: &Prepared) -> Publisher<'_> {
    let config = &prepared.data.config;
    Publisher {
        name: config.federation.as_deref().unwrap_or(&config.title),
        notice: config.invented.as_deref(),
    }
}

/// Tournaments printed in a bulletin.
fn events_of<'a>(prepared: &'a Prepared, bulletin: &Bulletin) -> Vec<&'a Event> {
    let named = |event: &&Event| match &bulletin.tournaments {
        None => true,
        Some(slugs) => slugs.iter().any(|slug| **slug == *tournament(prepared, event).slug),
    };
    prepared.events.iter().filter(named).collect()
}

fn tournament<'a>(prepared: &'a Prepared, event: &Event) -> &'a Tournament {
    &prepared.data.archive.tournaments[event.index]
}

/// The regulations of a bulletin: those it names, else all that are not commentary.
fn rulebook_of(prepared: &Prepared, bulletin: &Bulletin) -> Rulebook {
    // A bulletin prints the text in force on its day.
    let mut rulebook = match bulletin.date {
        Some(day) => prepared.data.versions.on(day).clone(),
        None => prepared.data.versions.published().clone(),
    };
    if let Some(day) = bulletin.date {
        rulebook
            .regulations
            .retain(|r| r.in_force <= day && r.repealed.is_none_or(|end| day < end));
    }
    rulebook.regulations.retain(|regulation| match &bulletin.regulations {
        None => regulation.kind != RegulationKind::Commentary,
        Some(codes) => {
            codes.contains(&regulation.code) || regulation.kind == RegulationKind::Editorial
        }
    });
    rulebook
}

fn highlights(prepared: &Prepared, bulletin: &Bulletin) -> Vec<String> {
    let regulations = rulebook_of(prepared, bulletin).regulations;
    let texts = regulations.into_iter().filter(|r| r.kind != RegulationKind::Editorial);
    let texts = texts.map(|regulation| regulation.title);
    let events = events_of(prepared, bulletin);
    texts.chain(events.iter().map(|event| tournament(prepared, event).name.to_string())).collect()
}

fn bulletin_job(prepared: &Prepared, press: &Press, bulletin: &Bulletin) -> Option<Job> {
    let date = bulletin.date?;
    let config = &prepared.data.config;
    let number = bulletin.number.to_string();
    let month = prepared.language.month(date);
    let rulebook = rulebook_of(prepared, bulletin);
    let notes = notes(prepared);
    let input = BulletinInput {
        publisher: publisher(prepared),
        masthead: &config.title,
        number: &number,
        month: &month,
        date,
        first_page: 1,
        rulebook: &rulebook,
        tournaments: events_of(prepared, bulletin)
            .into_iter()
            .map(|event| event_input(prepared, event, &notes, event.norms_in_brief.as_ref()))
            .collect(),
    };
    Some(Job {
        role: Role::Bulletin(bulletin.number),
        title: bulletin.title.clone().unwrap_or_else(|| format!("{} {number}", config.title)),
        url: format!("butlletins/butlleti-{number}.pdf"),
        document: press.prepare_bulletin(&input),
    })
}

/// The notes of the events, read once: documents borrow them.
fn notes(prepared: &Prepared) -> Vec<Vec<Block>> {
    let note = |event: &Event| {
        let note = tournament(prepared, event).note.as_deref();
        note.map(crate::source::markdown).unwrap_or_default()
    };
    prepared.events.iter().map(note).collect()
}

fn event_input<'a>(
    prepared: &'a Prepared,
    event: &'a Event,
    notes: &'a [Vec<Block>],
    norms: Option<&'a Report>,
) -> TournamentInput<'a> {
    // A league is printed with its calendar until it is over.
    let t = tournament(prepared, event);
    let calendar = (t.system.is_league() && !t.is_finished()).then_some(SCHEDULE);
    let plain = [BRACKET, STANDINGS, CROSSTABLE].into_iter().chain(calendar);
    let plain = plain.filter_map(|tab| event.report(tab));
    let explained = norms.into_iter().chain(event.report(HOMOLOGATION));
    TournamentInput {
        tournament: tournament(prepared, event),
        note: &notes[event.index],
        reports: plain
            .map(ReportInput::new)
            .chain(explained.map(ReportInput::with_workings))
            .collect(),
    }
}

/// The date of an event's documents: its last day, its first, or the bulletin's.
fn date_of(prepared: &Prepared, event: &Event) -> Date {
    let t = tournament(prepared, event);
    let bulletin = prepared.data.config.bulletins.iter().find_map(|bulletin| bulletin.date);
    t.end.or(t.start).or(bulletin).unwrap_or_else(|| {
        // An event without any date, in a site without a bulletin: the rules' first day.
        let first = prepared.data.versions.published().regulations.iter().map(|r| r.in_force).min();
        first.unwrap_or(Date::constant(1990, 12, 1))
    })
}

fn report_job(prepared: &Prepared, press: &Press, event: &Event) -> Job {
    let t = tournament(prepared, event);
    let notes = notes(prepared);
    let input = TournamentReportInput {
        publisher: publisher(prepared),
        date: date_of(prepared, event),
        event: event_input(prepared, event, &notes, event.report(NORMS)),
        kind: "report",
        signatories: Vec::new(),
    };
    Job {
        role: Role::Tournament(event.index),
        title: prepared.language.text("document.report"),
        url: file_in(t, "informe.pdf"),
        document: press.prepare_tournament_report(&input),
    }
}

/// What the organiser sends after the event, to be signed.
fn closing_job(prepared: &Prepared, press: &Press, event: &Event) -> Job {
    let t = tournament(prepared, event);
    let archive = &prepared.data.archive;
    let context = HomologationContext::for_event(t, archive);
    let report = closing_report(t, prepared.rules.of(t), &context);
    let standings = event.report(STANDINGS).map(ReportInput::new);
    let signs = ["document.director", "document.arbiter", "document.committee"];
    let input = TournamentReportInput {
        publisher: publisher(prepared),
        date: date_of(prepared, event),
        event: TournamentInput {
            tournament: t,
            note: &[],
            reports: std::iter::once(ReportInput::with_workings(&report))
                .chain(standings)
                .collect(),
        },
        kind: "closing",
        signatories: signs.map(|key| prepared.language.text(key)).into(),
    };
    Job {
        role: Role::Tournament(event.index),
        title: prepared.language.text("document.closing"),
        url: file_in(t, "informe-final.pdf"),
        document: press.prepare_tournament_report(&input),
    }
}

fn certificate_job(
    prepared: &Prepared,
    press: &Press,
    event: &Event,
) -> Result<Job, Vec<Diagnostic>> {
    let t = tournament(prepared, event);
    let signatory = prepared.language.text("document.signatory");
    let Some(report) = event.report(HOMOLOGATION) else { return Err(Vec::new()) };
    let input = CertificateInput {
        publisher: publisher(prepared),
        number: None,
        tournament: t,
        report,
        verdict: Verdict::Met,
        // It hangs in the hall from the first day on.
        issued: t.start.unwrap_or_else(|| date_of(prepared, event)),
        signatories: vec![&signatory],
    };
    Ok(Job {
        role: Role::Tournament(event.index),
        title: prepared.language.text("document.certificate"),
        url: file_in(t, "certificat.pdf"),
        document: press.prepare_certificate(&input)?,
    })
}

pub(super) fn file_in(t: &Tournament, name: &str) -> String {
    file_of(&format!("{}{name}", tournament_url(t)))
}
