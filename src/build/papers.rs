//! Papers beside the bulletins and reports: certificates of norms, lists of promotions and prizes.

use super::documents::{Job, date_of, file_in, publisher, tournament};
use super::events::{Computed, Event, PRIZES};
use super::registers::DEADLINES;
use super::{Prepared, calendars};
use crate::core::ledger::history::MadeNorm;
use crate::core::lineup_check;
use crate::core::norms::certificate;
use crate::core::promotion::list;
use crate::core::report::{Msg, Report};
use crate::lang::Language;
use crate::model::Date;
use crate::pdf::{NormCertificateInput, PaperInput, Press, Publisher, ReportInput};
use crate::publish::OutputFile;
use crate::site::{About, Document, ReportPage};

/// A certificate for every norm made in an event by somebody who may be named.
pub(super) fn norm_jobs(
    prepared: &Prepared,
    press: &Press,
    event: &Event,
    computed: &Computed,
) -> Vec<Job> {
    let t = tournament(prepared, event);
    let archive = &prepared.data.archive;
    let rules = prepared.rules.of(t);
    let signatory = prepared.language.text("document.signatory");
    let mut jobs = Vec::new();
    for player in computed.norm_makers().filter(|player| player.holds.is_none()) {
        let entrant = &t.entrants[player.who.index];
        let person = entrant.person.as_ref().and_then(|slug| archive.people.get(slug));
        if person.is_some_and(|person| person.hidden) {
            continue;
        }
        let made = MadeNorm { tournament: event.index, entrant: player.who.index };
        let history =
            person.and_then(|person| prepared.registers.ledgers.histories.get(&person.slug));
        let held = history.and_then(|history| history.held_with(made));
        let facts = certificate::facts(player, held, rules);
        let input = NormCertificateInput {
            publisher: publisher(prepared),
            tournament: t,
            player: &entrant.name,
            facts: &facts,
            working: &player.report.entry(&player.input, rules),
            issued: date_of(prepared, event),
            signatories: vec![&signatory],
        };
        let words = prepared.language.text("document.norm");
        jobs.push(Job {
            bulletin: None,
            about: About::Tournament(event.index),
            title: format!("{words}: {}", entrant.name),
            url: file_in(t, &format!("norma-{}.pdf", entrant.number)),
            document: press.prepare_norm_certificate(&input),
        });
    }
    jobs
}

/// A paper of which nothing but its report is said.
fn plain<'a>(
    prepared: &'a Prepared,
    kind: &'a str,
    ident: &'a str,
    date: Date,
    report: &'a Report,
) -> PaperInput<'a> {
    PaperInput {
        publisher: publisher(prepared),
        template: "paper.typ",
        ident,
        date,
        kind,
        title: prepared.language.msg(&report.title),
        number: None,
        details: Vec::new(),
        opening: Vec::new(),
        reports: vec![ReportInput::new(report)],
        closing: Vec::new(),
        invented: prepared.data.config.invented.is_some(),
        signatories: vec![prepared.language.text("document.signatory")],
    }
}

/// The lists of promotions, with the working of each.
pub(super) fn promotion_jobs(prepared: &Prepared, press: &Press) -> Vec<Job> {
    let kind = prepared.language.text("document.promotions");
    let of = |promotions: &super::registers::Promotions| {
        let ReportPage { url, report, .. } = &*promotions.page;
        let input = PaperInput {
            reports: vec![ReportInput::with_workings(report)],
            ..plain(prepared, &kind, url, promotions.to, report)
        };
        Job {
            bulletin: None,
            about: About::Page(url.clone()),
            title: prepared.language.msg(&report.title),
            url: format!("{url}ascensos.pdf"),
            document: press.prepare_paper(&input),
        }
    };
    prepared.registers.promotions.iter().map(|promotions| of(promotions)).collect()
}

/// The records of all matches of a team event whose clubs have lists in order of strength.
pub(super) fn sheet_job(prepared: &Prepared, press: &Press, event: &Event) -> Option<Job> {
    let t = tournament(prepared, event);
    let archive = &prepared.data.archive;
    let rules = prepared.rules.of(t);
    if lineup_check::check_event(t, archive, rules).is_empty() {
        return None;
    }
    let mut matches: Vec<_> = t.matches.iter().filter(|m| m.away.is_some()).collect();
    matches.sort_by_key(|m| (m.round, m.table));
    let sheets: Vec<Report> =
        matches.iter().map(|m| lineup_check::sheet(t, m, archive, rules)).collect();
    let kind = prepared.language.text("document.sheets");
    let ident = format!("sheets {}", t.slug);
    let first = sheets.first()?;
    let input = PaperInput {
        title: t.name.to_string(),
        reports: sheets.iter().map(ReportInput::new).collect(),
        invented: t.invented,
        closing: vec![prepared.language.text("sheet.remarks")],
        signatories: vec![
            prepared.language.text("sheet.home-delegate"),
            prepared.language.text("sheet.away-delegate"),
        ],
        ..plain(prepared, &kind, &ident, date_of(prepared, event), first)
    };
    Some(Job {
        bulletin: None,
        about: About::Tournament(event.index),
        title: kind.clone(),
        url: file_in(t, "actes.pdf"),
        document: press.prepare_paper(&input),
    })
}

/// A resolution: of what kind of document and which one, its number, day and body.
pub(super) fn resolution_input<'a>(
    publisher: Publisher<'a>,
    language: &Language,
    (kind, ident): (&'a str, &'a str),
    (number, date, body): (&str, Date, Option<&Msg>),
    invented: bool,
    report: &'a Report,
) -> PaperInput<'a> {
    let resolved = (language.text("case.resolved"), language.date(date));
    let by = body.map(|body| (language.text("rde.body"), language.msg(body)));
    PaperInput {
        publisher,
        template: "resolution.typ",
        ident,
        date,
        kind,
        title: language.msg(&Msg::new("case.title").with("number", number)),
        number: None,
        details: std::iter::once(resolved).chain(by).collect(),
        opening: Vec::new(),
        reports: vec![ReportInput::new(report)],
        closing: Vec::new(),
        invented,
        signatories: vec![language.text("case.secretary"), language.text("case.president")],
    }
}

/// The resolutions of published cases.
pub(super) fn resolution_jobs(prepared: &Prepared, press: &Press) -> Vec<Job> {
    let kind = prepared.language.text("document.resolution");
    let of = |found: &super::registers::Resolution| {
        let ident = format!("case {}", found.slug);
        let input = resolution_input(
            publisher(prepared),
            &prepared.language,
            (&kind, &ident),
            (&found.number, found.resolved?, found.body.as_ref()),
            found.invented,
            &found.report,
        );
        Some(Job {
            bulletin: None,
            about: About::Page(found.url.clone()),
            title: kind.clone(),
            url: format!("{}resolucio.pdf", found.url),
            document: press.prepare_paper(&input),
        })
    };
    prepared.registers.cases.iter().filter_map(of).collect()
}

/// The list of prizes of an event that is over.
pub(super) fn prize_job(
    prepared: &Prepared,
    press: &Press,
    event: &Event,
    computed: &Computed,
) -> Option<Job> {
    let t = tournament(prepared, event);
    let report = computed.report(PRIZES).filter(|_| t.is_finished())?;
    let kind = prepared.language.text("document.prizes");
    let ident = format!("prizes {}", t.slug);
    let input = PaperInput {
        invented: t.invented,
        ..plain(prepared, &kind, &ident, date_of(prepared, event), report)
    };
    Some(Job {
        bulletin: None,
        about: About::Tournament(event.index),
        title: kind.clone(),
        url: file_in(t, "premis.pdf"),
        document: press.prepare_paper(&input),
    })
}

/// Lists and calendars for other programs, which need no typesetting.
pub(super) fn tables(prepared: &Prepared) -> Vec<(Document, OutputFile)> {
    let file = |title: &str, page: &str, name: &str, bytes: Vec<u8>| {
        let url = format!("{page}{name}");
        let document = Document {
            title: prepared.language.text(title),
            url: url.clone(),
            pages: None,
            bytes: Some(bytes.len() as u64),
            about: About::Page(page.to_owned()),
        };
        (document, OutputFile { path: url, bytes })
    };
    let lists = prepared.registers.promotions.iter().map(|promotions| {
        let text = list::to_csv(&promotions.listed, &prepared.data.archive);
        file("document.promotions", &promotions.page.url, "ascensos.csv", text.into_bytes())
    });
    let deadlines = calendars::of_deadlines(prepared);
    let deadlines =
        deadlines.map(|bytes| file("document.calendar", DEADLINES, "terminis.ics", bytes));
    lists.chain(deadlines).collect()
}
