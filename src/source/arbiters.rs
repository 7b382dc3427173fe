//! Arbiters, `data/arbiters.csv`, and the events at which they officiated,
//! `data/arbiter-events.csv`.

use std::path::Path;
use std::sync::Arc;

use super::people::Seen;
use super::table::{TableFile, columns};
use crate::diag::{Diagnostic, Diagnostics, Sources};
use crate::model::{
    Arbiter, Archive, EventClass, Exact, FadaRecord, Format, Officiated, Residence,
};
use crate::project::Project;

pub const ARBITERS_FILE: &str = "data/arbiters.csv";
pub const EVENTS_FILE: &str = "data/arbiter-events.csv";

columns! {
    /// Arbiters, for the requirements of their titles.
    pub struct ArbiterRow = "data/arbiters.csv" {
        /// Identifier: lower-case ASCII letters, digits and hyphens, unique.
        required arbiter,
        /// `Cognoms, Nom`, as published.
        required name,
        /// Day of birth.
        optional birth,
        /// `FA`, `IA` or `FADA`, where one is held.
        optional title,
        /// Mark of the examination of the seminar, of 100.
        optional exam,
        /// `andalusia`, `spain` or `abroad`: with it the Andalusian title is looked at.
        optional residence,
        /// `true` for who is of Spanish nationality.
        optional spanish,
        /// `true` for who does not enjoy all civil rights.
        optional barred,
        /// Day of passing all tests for the Andalusian title.
        optional fada_passed,
    }
}

columns! {
    /// Events at which arbiters of the register officiated.
    pub struct ArbiterEventRow = "data/arbiter-events.csv" {
        /// Identifier of the arbiter.
        required arbiter,
        /// Name of the event.
        required event,
        /// Last day.
        required date,
        /// `league`, `double-league`, `swiss`, `team` or `knock-out`.
        required format,
        /// `national-final`, `official`, `norms`, `international`, `rapid-championship` or `other`
        /// (when left out).
        optional class,
        /// `true` for an event rated by FIDE.
        optional rated,
        /// `true` for rapid or blitz.
        optional fast,
        /// Players.
        required players,
        /// Of them, with a rating.
        optional rated_players,
        /// Rounds.
        required rounds,
        /// Who signed the norm.
        optional signer,
    }
}

/// Reads arbiters and their events into the archive.
pub fn read_arbiters(
    project: &Project,
    archive: &mut Archive,
    sources: &Sources,
    diagnostics: &mut Diagnostics,
) {
    let path = Path::new(ARBITERS_FILE);
    let Some(file) = TableFile::open_optional(project, path, sources, diagnostics) else { return };
    let mut seen = Seen::default();
    for row in file.rows::<ArbiterRow<'_>>(diagnostics) {
        let slug = row.arbiter.slug(diagnostics);
        let name = row.name.required(diagnostics).map(Arc::from);
        let born = row.birth.date(diagnostics);
        let exam = row.exam.number::<u32>(diagnostics);
        let residence = row.residence.word(&Residence::ALL, Residence::key, diagnostics);
        let spanish = row.spanish.flag(diagnostics);
        let civil_rights = !row.barred.flag(diagnostics);
        let passed = row.fada_passed.date(diagnostics);
        let fada =
            residence.map(|residence| FadaRecord { spanish, residence, civil_rights, passed });
        let (Some(slug), Some(name)) = (slug, name) else { continue };
        if seen.is_new("arbiter", &slug, row.arbiter.span, diagnostics) {
            archive.arbiters.push(Arbiter {
                slug,
                name,
                born,
                title: row.title.shared(),
                exam: exam.map(|mark| Exact::new(i64::from(mark), 100)),
                fada,
                events: Vec::new(),
            });
        }
    }
    let path = Path::new(EVENTS_FILE);
    let Some(file) = TableFile::open_optional(project, path, sources, diagnostics) else { return };
    for row in file.rows::<ArbiterEventRow<'_>>(diagnostics) {
        let event = row.event.required(diagnostics).map(Arc::from);
        row.date.required(diagnostics);
        let day = row.date.date(diagnostics);
        row.format.required(diagnostics);
        let format = row.format.word(&Format::ALL, Format::key, diagnostics);
        let class = row.class.word(&EventClass::ALL, EventClass::key, diagnostics);
        let players = row.players.number(diagnostics);
        let officiated = Officiated {
            format: format.unwrap_or(Format::Swiss),
            class: class.unwrap_or(EventClass::Other),
            fide_rated: row.rated.flag(diagnostics),
            fast: row.fast.flag(diagnostics),
            players: players.unwrap_or(0),
            rated_players: row.rated_players.number(diagnostics).unwrap_or(0),
            rounds: row.rounds.number(diagnostics).unwrap_or(0),
            signer: row.signer.given().map(str::to_owned),
        };
        let Some(slug) = row.arbiter.required(diagnostics) else { continue };
        let Some(arbiter) = archive.arbiters.iter_mut().find(|arbiter| *arbiter.slug == *slug)
        else {
            let known: Vec<String> = archive.arbiters.iter().map(|a| a.slug.to_string()).collect();
            diagnostics.push(
                Diagnostic::error("E0545", format!("no arbiter `{slug}`"))
                    .at(row.arbiter.span)
                    .hint(format!("add a line to `{ARBITERS_FILE}`"))
                    .suggest(slug, known.iter().map(String::as_str)),
            );
            continue;
        };
        if let (Some(event), Some(day), Some(_)) = (event, day, format) {
            arbiter.events.push((event, day, officiated));
        }
    }
    for arbiter in &mut archive.arbiters {
        arbiter.events.sort_by_key(|(_, day, _)| *day);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arbiters_have_their_events_by_day() {
        let (sources, mut diagnostics) = (Sources::default(), Diagnostics::new());
        let project = Project::memory([
            (
                ARBITERS_FILE,
                "arbiter,name,birth,exam,residence,spanish,fada_passed\n\
                 a,\"A, B\",1960-01-01,82,andalusia,true,2019-05-01\n",
            ),
            (
                EVENTS_FILE,
                "arbiter,event,date,format,players,rounds,rated\n\
                 a,Segon,2020-02-01,swiss,30,9,true\na,Primer,2019-02-01,league,10,9,true\n\
                 b,X,2019-02-01,swiss,3,3,\na,Y,2019-02-01,suis,3,3,\n",
            ),
        ]);
        let mut archive = Archive::default();
        read_arbiters(&project, &mut archive, &sources, &mut diagnostics);
        let events: Vec<&str> = archive.arbiters[0].events.iter().map(|e| &*e.0).collect();
        assert_eq!(events, ["Primer", "Segon"]);
        assert_eq!(archive.arbiters[0].exam, Some(Exact::new(41, 50)));
        let fada = archive.arbiters[0].fada.expect("a residence is told");
        assert_eq!(fada.residence, Residence::Andalusia);
        assert!(fada.spanish && fada.civil_rights && fada.passed.is_some());
        let mut codes: Vec<_> = diagnostics.iter().map(|d| d.code.0).collect();
        codes.sort_unstable();
        assert_eq!(codes, ["E0114", "E0545"]);
    }
}
