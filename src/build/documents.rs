//! The PDF documents of a site: bulletins, tournament reports, certificates, regulations.

use std::collections::BTreeMap;
use std::sync::Arc;

use rayon::prelude::*;

use super::events::{
    BRACKET, CROSSTABLE, Computed, Event, HOMOLOGATION, NORMS, SCHEDULE, STANDINGS, SUBMISSION,
};
use super::timings::What;
use super::{
    Failure, Form, Options, Prepared, all_or_problems, calendars, downloads, papers, tables,
};
use crate::core::homologation::{HomologationContext, closing_report};
use crate::core::report::{Msg, Report, Verdict};
use crate::diag::{Diagnostic, Sources};
use crate::fingerprint::Fingerprint;
use crate::model::{Date, Tournament};
use crate::pdf::{
    self, BulletinInput, CertificateInput, Document as Typeset, Engine, Press, Publisher,
    RegulationInput, ReportInput, TournamentInput, TournamentReportInput,
};
use crate::project::Project;
use crate::publish::{OutputFile, Shelf};
use crate::rulebook::{ProvisionId, RegulationKind, Rulebook};
use crate::site::{About, Document, file_of, regulation_url, tournament_url};
use crate::source::{Bulletin, PdfEngine};

/// What there is to be had beside the pages.
#[derive(Debug, Default)]
pub struct Documents {
    list: Vec<Document>,
    bulletins: BTreeMap<u32, Document>,
    highlights: BTreeMap<u32, Vec<String>>,
}

impl Documents {
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

    /// Makes every document, calendar and download that is not on the shelf already.
    pub fn make(
        shelf: &dyn Shelf,
        prepared: &Prepared,
        project: &Project,
        sources: &Sources,
        options: &Options,
    ) -> Result<Self, Failure> {
        let press = match options.no_pdf {
            true => None,
            false => Some(press(prepared, project, sources, options)?),
        };
        let desk = Desk { shelf, prepared, press: press.as_ref(), options };
        let events = prepared.events.par_iter().map(|event| desk.of_event(event));
        let events = all_or_problems(events.collect())?;
        let mut documents = Self { list: events.concat(), ..Self::default() };
        if let Some(press) = &press {
            documents.highlights = highlights_of_all(prepared);
            let jobs = general_jobs(prepared, press);
            let made = jobs.into_par_iter().map(|job| {
                let bulletin = job.bulletin;
                desk.set(press, job).map(|document| (bulletin, document))
            });
            for (bulletin, document) in all_or_problems(made.collect())? {
                match bulletin {
                    Some(number) => drop(documents.bulletins.insert(number, document)),
                    None => documents.list.push(document),
                }
            }
        }
        for (document, file) in papers::tables(prepared) {
            shelf.put_bytes(&file.path, &file.bytes)?;
            documents.list.push(document);
        }
        Ok(documents)
    }
}

/// A document to be typeset.
pub(super) struct Job {
    /// Number of the bulletin that it is.
    pub bulletin: Option<u32>,
    pub about: About,
    pub title: String,
    pub url: String,
    pub document: Typeset,
}

/// Where documents are made.
struct Desk<'a> {
    shelf: &'a dyn Shelf,
    prepared: &'a Prepared,
    press: Option<&'a Press>,
    options: &'a Options,
}

impl Desk<'_> {
    /// Documents, downloads and calendar of one event.
    fn of_event(&self, event: &Event) -> Result<Vec<Document>, Failure> {
        let mut documents = Vec::new();
        if let Some(press) = self.press {
            for job in event_jobs(self.prepared, press, event)? {
                documents.push(self.set(press, job)?);
            }
        }
        let t = tournament(self.prepared, event);
        documents.extend(tables::documents(event, t, &self.prepared.language));
        documents.extend(self.files_of(event)?);
        Ok(documents)
    }

    /// Downloads and calendar of an event. Where an earlier build in this process made them, they
    /// are made again only for a shelf that has lost one.
    fn files_of(&self, event: &Event) -> Result<Vec<Document>, Failure> {
        let make = || -> Result<Vec<(Document, OutputFile)>, Failure> {
            let files = downloads::of_event(self.prepared, event)?;
            Ok(files.into_iter().chain(calendars::of_event(self.prepared, event)).collect())
        };
        let Some(known) = event.files.get() else {
            let mut list = Vec::new();
            for (document, file) in make()? {
                self.shelf.put_bytes(&file.path, &file.bytes)?;
                list.push((document, Fingerprint::of_bytes(&file.bytes)));
            }
            let documents = list.iter().map(|(document, _)| document.clone()).collect();
            // Whoever was first made the same.
            let _ = event.files.set(list);
            return Ok(documents);
        };
        let mut made = None;
        for (at, (document, made_of)) in known.iter().enumerate() {
            if self.shelf.keep(&document.url, *made_of).is_some() {
                continue;
            }
            let files = match made.take() {
                Some(files) => files,
                None => make()?,
            };
            self.shelf.put(&document.url, *made_of, &files[at].1.bytes)?;
            made = Some(files);
        }
        Ok(known.iter().map(|(document, _)| document.clone()).collect())
    }

    /// Typesets a document, unless it is there already.
    fn set(&self, press: &Press, job: Job) -> Result<Document, Failure> {
        let program = self.options.program;
        let made_of = (program, press.fingerprint(), job.document.fingerprint());
        let made_of = Fingerprint::of(&made_of);
        // The sources of the documents are asked for: then all are made.
        let may_keep = self.options.keep_typst.is_none();
        let kept = if may_keep { self.shelf.keep(&job.url, made_of) } else { None };
        let bytes = match kept {
            Some(length) => length,
            None => {
                let timer = self.options.time(What::Document, &job.url);
                let bytes = press.typeset(&job.document)?;
                drop(timer);
                self.shelf.put(&job.url, made_of, &bytes)?;
                bytes.len() as u64
            }
        };
        let Job { about, title, url, .. } = job;
        Ok(Document { title, url, pages: None, bytes: Some(bytes), about })
    }
}

fn press(
    prepared: &Prepared,
    project: &Project,
    sources: &Sources,
    options: &Options,
) -> Result<Press, Vec<Diagnostic>> {
    let options = pdf::Options {
        engine: engine(prepared.data.config.pdf),
        keep_sources: options.keep_typst.clone(),
        address: addresses(prepared),
    };
    Press::new(project, prepared.language.clone(), sources, options)
}

/// What typesets, by the settings of the site.
pub(super) fn engine(chosen: PdfEngine) -> Engine {
    match chosen {
        PdfEngine::Embedded => Engine::Embedded,
        PdfEngine::Typst => Engine::Command("typst".into()),
    }
}

fn highlights_of_all(prepared: &Prepared) -> BTreeMap<u32, Vec<String>> {
    let bulletins = prepared.data.config.bulletins.iter();
    bulletins.map(|bulletin| (bulletin.number, highlights(prepared, bulletin))).collect()
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

/// The documents of an event.
fn event_jobs(
    prepared: &Prepared,
    press: &Press,
    event: &Event,
) -> Result<Vec<Job>, Vec<Diagnostic>> {
    let computed = &event.computed();
    let mut jobs = vec![report_job(prepared, press, event, computed)];
    jobs.extend(form_jobs(prepared, press, event, computed));
    // Closed events and opens are those that have an organiser who answers to the federation.
    if event.homologated.is_some() && tournament(prepared, event).is_finished() {
        jobs.push(closing_job(prepared, press, event, computed));
    }
    if event.homologated == Some(Verdict::Met) {
        jobs.push(certificate_job(prepared, press, event, computed)?);
    }
    jobs.extend(papers::norm_jobs(prepared, press, event, computed));
    jobs.extend(papers::prize_job(prepared, press, event, computed));
    jobs.extend(papers::sheet_job(prepared, press, event));
    Ok(jobs)
}

/// The documents that are of no event: bulletins, promotions and regulations.
fn general_jobs(prepared: &Prepared, press: &Press) -> Vec<Job> {
    let bulletins = prepared.data.config.bulletins.iter();
    let mut jobs: Vec<Job> =
        bulletins.filter_map(|bulletin| bulletin_job(prepared, press, bulletin)).collect();
    jobs.extend(papers::promotion_jobs(prepared, press));
    jobs.extend(papers::resolution_jobs(prepared, press));
    let regulations = &prepared.data.versions.latest().regulations;
    for regulation in regulations.iter().filter(|r| r.kind != RegulationKind::Editorial) {
        let input = RegulationInput { publisher: publisher(prepared), regulation };
        jobs.push(Job {
            bulletin: None,
            about: About::Regulation(regulation.code.clone()),
            title: regulation.title.clone(),
            url: format!("{}{}.pdf", regulation_url(&regulation.slug), regulation.slug),
            document: press.prepare_regulation(&input),
        });
    }
    jobs
}

pub(super) fn publisher(prepared: &Prepared) -> Publisher<'_> {
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

pub(super) fn tournament<'a>(prepared: &'a Prepared, event: &Event) -> &'a Tournament {
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
    let events = events_of(prepared, bulletin);
    let computed: Vec<Arc<Computed>> = events.iter().map(|event| event.computed()).collect();
    let input = BulletinInput {
        publisher: publisher(prepared),
        masthead: &config.title,
        number: &number,
        month: &month,
        date,
        first_page: 1,
        rulebook: &rulebook,
        tournaments: events
            .into_iter()
            .zip(&computed)
            .map(|(event, own)| event_input(prepared, event, own, own.norms_in_brief.as_ref()))
            .collect(),
    };
    Some(Job {
        bulletin: Some(bulletin.number),
        about: About::General,
        title: bulletin.title.clone().unwrap_or_else(|| format!("{} {number}", config.title)),
        url: format!("butlletins/butlleti-{number}.pdf"),
        document: press.prepare_bulletin(&input),
    })
}

fn event_input<'a>(
    prepared: &'a Prepared,
    event: &'a Event,
    computed: &'a Computed,
    norms: Option<&'a Report>,
) -> TournamentInput<'a> {
    // A league is printed with its calendar until it is over.
    let t = tournament(prepared, event);
    let calendar = (t.system.is_league() && !t.is_finished()).then_some(SCHEDULE);
    let plain = [BRACKET, STANDINGS, CROSSTABLE].into_iter().chain(calendar);
    let plain = plain.filter_map(|tab| computed.report(tab));
    let explained = norms.into_iter().chain(computed.report(HOMOLOGATION));
    TournamentInput {
        tournament: tournament(prepared, event),
        note: &event.pages.note,
        reports: plain
            .map(ReportInput::new)
            .chain(explained.map(ReportInput::with_workings))
            .collect(),
    }
}

/// The date of an event's documents: its last day, its first, or the bulletin's.
pub(super) fn date_of(prepared: &Prepared, event: &Event) -> Date {
    let t = tournament(prepared, event);
    let bulletin = prepared.data.config.bulletins.iter().find_map(|bulletin| bulletin.date);
    t.end.or(t.start).or(bulletin).unwrap_or_else(|| {
        // An event without any date, in a site without a bulletin: the rules' first day.
        let first = prepared.data.versions.published().regulations.iter().map(|r| r.in_force).min();
        first.unwrap_or(Date::constant(1990, 12, 1))
    })
}

fn report_job(prepared: &Prepared, press: &Press, event: &Event, computed: &Computed) -> Job {
    let t = tournament(prepared, event);
    let input = TournamentReportInput {
        publisher: publisher(prepared),
        date: date_of(prepared, event),
        event: event_input(prepared, event, computed, computed.report(NORMS)),
        kind: "report",
        signatories: Vec::new(),
    };
    Job {
        bulletin: None,
        about: About::Tournament(event.index),
        title: prepared.language.text("document.report"),
        url: file_in(t, "informe.pdf"),
        document: press.prepare_tournament_report(&input),
    }
}

/// What the organiser sends after the event, to be signed.
fn closing_job(prepared: &Prepared, press: &Press, event: &Event, computed: &Computed) -> Job {
    let t = tournament(prepared, event);
    let archive = &prepared.data.archive;
    let context = HomologationContext::for_event(t, archive);
    let report = closing_report(t, prepared.rules.of(t), &context);
    let standings = computed.report(STANDINGS).map(ReportInput::new);
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
        bulletin: None,
        about: About::Tournament(event.index),
        title: prepared.language.text("document.closing"),
        url: file_in(t, "informe-final.pdf"),
        document: press.prepare_tournament_report(&input),
    }
}

fn certificate_job(
    prepared: &Prepared,
    press: &Press,
    event: &Event,
    computed: &Computed,
) -> Result<Job, Vec<Diagnostic>> {
    let t = tournament(prepared, event);
    let signatory = prepared.language.text("document.signatory");
    let Some(report) = computed.report(HOMOLOGATION) else { return Err(Vec::new()) };
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
        bulletin: None,
        about: About::Tournament(event.index),
        title: prepared.language.text("document.certificate"),
        url: file_in(t, "certificat.pdf"),
        document: press.prepare_certificate(&input)?,
    })
}

/// The forms for FIDE: the report, and a certificate for each norm.
fn form_jobs(prepared: &Prepared, press: &Press, event: &Event, computed: &Computed) -> Vec<Job> {
    let t = tournament(prepared, event);
    let job = |form: Form<'_>, title: Msg| Job {
        bulletin: None,
        about: About::Tournament(event.index),
        title: prepared.language.msg(&title),
        url: file_in(t, &format!("fide/{}.pdf", form.name)),
        document: form.document(press, publisher(prepared), t, date_of(prepared, event)),
    };
    let report = computed.report(SUBMISSION);
    let report = report.map(|report| job(Form::it3(report), Msg::new("document.it3")));
    let certificates = event.certificates.iter().map(|certificate| {
        let title = Msg::new("document.it1")
            .with("title", certificate.title.key())
            .with("player", t.entrants[certificate.entrant].name.clone());
        job(Form::it1(t, certificate), title)
    });
    report.into_iter().chain(certificates).collect()
}

pub(super) fn file_in(t: &Tournament, name: &str) -> String {
    file_of(&format!("{}{name}", tournament_url(t)))
}
