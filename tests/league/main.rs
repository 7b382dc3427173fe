//! Leagues, knock-outs and teams on the pages and in files: the demonstration, built as it is.

mod golden;

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::OnceLock;

use butlleti::build::{self, Options, Prepared};
use butlleti::core::pairing::{Disagreement, pairer, verify};
use butlleti::diag::{Diagnostics, Sources};
use butlleti::model::PairingSystem;
use butlleti::project::Project;
use butlleti::publish::OutputFile;

fn prepared() -> &'static (Prepared, Vec<OutputFile>) {
    static SITE: OnceLock<(Prepared, Vec<OutputFile>)> = OnceLock::new();
    SITE.get_or_init(|| {
        let root = Path::new(env!("CARGO_MANIFEST_DIR"));
        let project = Project::disk(root);
        let (sources, mut diagnostics) = (Sources::default(), Diagnostics::new());
        let prepared = build::prepare(&project, None, &sources, &mut diagnostics)
            .unwrap_or_else(|| panic!("{}", diagnostics.render(&sources, false)));
        let options = Options { no_pdf: true, ..Options::default() };
        let files =
            build::render(&prepared, &project, &sources, &options).expect("the site builds");
        (prepared, files)
    })
}

/// A file of the site as text.
fn page(path: &str) -> &'static str {
    let file = prepared().1.iter().find(|file| file.path == path);
    let file = file.unwrap_or_else(|| panic!("no file {path}"));
    std::str::from_utf8(&file.bytes).expect("a text")
}

#[test]
fn the_brackets_are_drawn_and_said() {
    for (slug, ties, columns) in [("copa-font-de-la-guineu", 15, 4), ("copa-catalana", 7, 3)] {
        let html = page(&format!("torneigs/1990/{slug}/eliminatories/index.html"));
        assert_eq!(html.matches("<div class=\"tie\">").count(), ties);
        assert_eq!(html.matches("<div class=\"round\">").count(), columns);
        // The drawing is an image with a name; nothing in it can be reached by keyboard.
        let start = html.find("<div role=\"img\"").unwrap();
        let drawing = &html[start..start + html[start..].find("<div class=\"table").unwrap()];
        assert!(!drawing.contains("<a ") && !drawing.contains("style="));
        assert!(drawing.starts_with("<div role=\"img\" aria-label=\"Dibuix"));
        // The table says the same.
        assert_eq!(html.matches("<tr id=\"rf").count(), ties);
    }
}

#[test]
fn level_matches_and_second_chances_cite_their_articles() {
    let html = page("torneigs/1990/copa-catalana/eliminatories/index.html");
    for rule in ["SAP 3.1.1", "Desempats 2.5"] {
        assert!(html.contains(&format!(">{rule}</a>")), "{rule}");
    }
    assert!(html.contains("Segona oportunitat"));
}

#[test]
fn departures_stand_under_the_standings() {
    let html = page("torneigs/1990/lliga-social-moli-del-gall/classificacio/index.html");
    assert!(html.contains("Retirades i eliminacions"));
    for rule in ["RGC 14.3", "RGC 14.3.1"] {
        assert!(html.contains(&format!(">{rule}</a>")), "{rule}");
    }
    assert!(
        page("torneigs/1990/obert-moli-del-gall/classificacio/index.html")
            .contains("els rivals conserven els seus")
    );
}

#[test]
fn a_league_shows_the_rounds_to_come() {
    let html = page("torneigs/1990/lliga-social-moli-del-gall/calendari/index.html");
    assert!(html.contains("Ronda 7, 15 de desembre de 1990"));
    assert!(html.contains("8–7, 1–6, 2–5, 3–4"));
    assert_eq!(html.matches("no es juga").count(), 4);
}

#[test]
fn teams_have_line_ups_and_best_boards() {
    for event in ["1990/copa-catalana", "1990/lliga-promocio", "1991/suis-equips-tarragona"] {
        let lineups = page(&format!("torneigs/{event}/equips/index.html"));
        assert!(lineups.matches("class=\"report lineup\"").count() >= 6);
        let boards = page(&format!("torneigs/{event}/taulers/index.html"));
        assert_eq!(boards.matches("class=\"report board\"").count(), 4);
        assert!(page(&format!("torneigs/{event}/rondes/1/index.html")).contains("report match"));
    }
}

/// RFC 5545 for what is written: CR LF, lines of 75 octets, balanced parts, one UID each.
#[test]
fn every_tournament_with_days_has_a_valid_calendar() {
    let mut uids = BTreeSet::new();
    let mut calendars = 0;
    for file in prepared().1.iter().filter(|file| file.path.ends_with("/calendar.ics")) {
        calendars += 1;
        let text = std::str::from_utf8(&file.bytes).unwrap();
        let body = text.strip_suffix("\r\n").expect("the last line is ended");
        let mut open = Vec::new();
        for line in body.split("\r\n") {
            assert!(line.len() <= 75 && !line.contains(['\r', '\n']), "{}: {line:?}", file.path);
            if let Some(part) = line.strip_prefix("BEGIN:") {
                open.push(part);
            } else if let Some(part) = line.strip_prefix("END:") {
                assert_eq!(open.pop(), Some(part));
            } else if let Some(uid) = line.strip_prefix("UID:") {
                assert!(uids.insert(uid.to_owned()), "{uid} twice");
            }
        }
        assert!(open.is_empty());
        let html = page(&file.path.replace("calendar.ics", "index.html"));
        assert!(html.contains("type=\"text/calendar\"") && html.contains("calendar.ics"));
    }
    let dated = |t: &&std::sync::Arc<butlleti::model::Tournament>| {
        t.start.is_some() || !t.round_times.is_empty()
    };
    let events = prepared().0.data.archive.tournaments.iter().filter(dated).count();
    assert_eq!(calendars, events);
    let first = "1990/lliga-social-moli-del-gall/ronda-1@butlleti";
    assert!(uids.contains(first), "a published UID never changes");
}

#[test]
fn the_demonstration_is_what_its_systems_pair() {
    let (prepared, _) = prepared();
    let mut verified = 0;
    for t in &prepared.data.archive.tournaments {
        let Some(system) = t.pairing else { continue };
        // Individual Swisses of the demonstration are paired by a stand-in.
        if system == PairingSystem::Fce1990 && !t.is_team_event() {
            continue;
        }
        let rules = prepared.rules.of(t);
        let pairer = pairer(system, rules).expect("known");
        let found: Vec<Disagreement> =
            verify(t, &*pairer, rules).unwrap().into_iter().map(|d| d.what).collect();
        assert_eq!(found, [], "{}", t.slug);
        verified += 1;
    }
    assert_eq!(verified, 8);
}
