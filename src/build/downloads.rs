//! The data of every event, for other programs: beside its pages, and listed there.

use super::Prepared;
use super::documents::file_in;
use super::events::Event;
use super::forms::IT3;
use crate::core::report::Msg;
use crate::diag::Diagnostic;
use crate::export::{data, pgn, tournament_json, trf};
use crate::lang::Language;
use crate::model::Tournament;
use crate::publish::OutputFile;
use crate::site::{About, Document};

type Download = (Document, OutputFile);

/// The files of an event, and what the pages say of them.
pub fn of_event(prepared: &Prepared, event: &Event) -> Result<Vec<Download>, Vec<Diagnostic>> {
    let archive = &prepared.data.archive;
    let t = &archive.tournaments[event.index];
    let mut files: Vec<(String, String)> = vec![
        ("resultats-trf16.trf".into(), trf::write(t, trf::Dialect::Trf16, Some(&event.places))?),
        ("resultats-trf26.trf".into(), trf::write(t, trf::Dialect::Trf26, Some(&event.places))?),
        ("resultats.json".into(), format!("{:#}\n", tournament_json::tournament(t))),
    ];
    let games = pgn::write(t);
    if !games.is_empty() {
        files.push(("partides.pgn".into(), games));
    }
    for (path, text) in data::tournament(t, data::People::InFull) {
        files.push((format!("dades/{}", path.display()), text));
    }
    let language = &prepared.language;
    let forms = forms(event, t, language);
    let downloads = files.into_iter().map(|(name, text)| {
        let kind = match name.rsplit_once('/').map_or(name.as_str(), |(_, last)| last) {
            "resultats-trf16.trf" => "download.trf16",
            "resultats-trf26.trf" => "download.trf26",
            "resultats.json" => "download.json",
            "partides.pgn" => "download.pgn",
            "players.csv" => "download.players",
            "games.csv" => "download.games",
            "teams.csv" => "download.teams",
            "boards.csv" => "download.boards",
            "matches.csv" => "download.matches",
            _ => "download.tournament",
        };
        let url = file_in(t, &name);
        let document = Document {
            title: language.text(kind),
            url: url.clone(),
            pages: None,
            bytes: Some(text.len() as u64),
            about: About::Tournament(event.index),
        };
        (document, OutputFile { path: url, bytes: text.into_bytes() })
    });
    let downloads: Vec<Download> = downloads.collect();
    Ok(downloads.into_iter().chain(forms).collect())
}

/// The forms for FIDE as data.
fn forms(event: &Event, t: &Tournament, language: &Language) -> Vec<Download> {
    let certificates = event.certificates.iter().map(|certificate| {
        let title = Msg::new("document.it1-data")
            .with("title", certificate.title.key())
            .with("player", t.entrants[certificate.entrant].name.clone());
        (certificate.name(t), language.msg(&title), &certificate.json)
    });
    let report = event.submission.as_ref();
    let report = report.map(|json| (IT3.to_owned(), language.text("download.it3"), json));
    let download = |(name, title, json): (String, String, &serde_json::Value)| {
        let url = file_in(t, &format!("fide/{name}.json"));
        let bytes = format!("{json:#}\n").into_bytes();
        let document = Document {
            title,
            url: url.clone(),
            pages: None,
            bytes: Some(bytes.len() as u64),
            about: About::Tournament(event.index),
        };
        (document, OutputFile { path: url, bytes })
    };
    report.into_iter().chain(certificates).map(download).collect()
}
