//! The data of every event, for other programs: beside its pages, and listed there.

use rayon::prelude::*;

use super::Prepared;
use super::documents::{Documents, file_in};
use super::events::Event;
use crate::diag::Diagnostic;
use crate::export::{data, pgn, tournament_json, trf};
use crate::html::initials;
use crate::model::{Archive, Tournament};
use crate::publish::OutputFile;
use crate::site::Document;

/// Adds the downloads of all events to the documents of the site.
pub fn add(prepared: &Prepared, documents: &mut Documents) -> Result<(), Vec<Diagnostic>> {
    let made: Vec<_> = prepared.events.par_iter().map(|event| of_event(prepared, event)).collect();
    let mut problems = Vec::new();
    for result in made {
        match result {
            Ok(files) => {
                files.into_iter().for_each(|(document, file)| documents.add_file(document, file))
            }
            Err(found) => problems.extend(found),
        }
    }
    if problems.is_empty() { Ok(()) } else { Err(problems) }
}

type Download = (Document, OutputFile);

fn of_event(prepared: &Prepared, event: &Event) -> Result<Vec<Download>, Vec<Diagnostic>> {
    let archive = &prepared.data.archive;
    let original = &archive.tournaments[event.index];
    let t = &public(original, archive);
    let places = places(event, t);
    let mut files: Vec<(String, String)> = vec![
        ("resultats-trf16.trf".into(), trf::write(t, trf::Dialect::Trf16, Some(&places))?),
        ("resultats-trf26.trf".into(), trf::write(t, trf::Dialect::Trf26, Some(&places))?),
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
        let url = file_in(original, &name);
        let document = Document {
            title: language.text(kind),
            url: url.clone(),
            pages: None,
            bytes: Some(text.len() as u64),
            tournament: Some(event.index),
        };
        (document, OutputFile { path: url, bytes: text.into_bytes() })
    });
    Ok(downloads.collect())
}

/// The places of the entrants, by index; in a team event those of the lists.
fn places(event: &Event, t: &Tournament) -> Vec<u32> {
    let mut places: Vec<u32> = (1..=t.entrants.len() as u32).collect();
    if !t.is_team_event() {
        let last = t.entrants.len() as u32;
        for row in &event.standings.rows {
            if let Some(place) = places.get_mut(row.entrant) {
                *place = row.rank.unwrap_or(last);
            }
        }
    }
    places
}

/// What may be given away: of people who asked not to be shown, the initials alone.
fn public(t: &Tournament, archive: &Archive) -> Tournament {
    let mut t = t.clone();
    for entrant in &mut t.entrants {
        let person = entrant.person.as_ref().and_then(|person| archive.people.get(person));
        if person.is_some_and(|person| person.hidden) {
            entrant.name = initials(&entrant.name).into();
            entrant.birth = None;
            entrant.fide_id = None;
            entrant.sex = None;
        }
    }
    data::standalone(t)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Arc;

    use crate::model::{Date, Entrant, Person, System};

    #[test]
    fn people_who_asked_not_to_be_shown_are_not_given_away() {
        let slug: Arc<str> = "puig-anna".into();
        let mut archive = Archive::default();
        let person = Person {
            slug: slug.clone(),
            name: "Puig, Anna".into(),
            club: None,
            category: None,
            title: None,
            fide_id: Some(22_000_001),
            birth: Some(Date::constant(1961, 5, 1)),
            sex: None,
            federation: None,
            hidden: true,
        };
        archive.people.insert(slug.clone(), person);
        let mut t = Tournament::new("x", "X", System::Swiss, 1);
        let mut entrant = Entrant::new(1, "Puig, Anna");
        entrant.person = Some(slug);
        entrant.fide_id = Some(22_000_001);
        t.entrants = vec![entrant, Entrant::new(2, "Roca, Joan")];
        t.cells = vec![Vec::new(); 2];
        let shown = public(&t, &archive);
        let all = format!(
            "{}{}{:?}",
            tournament_json::tournament(&shown),
            trf::write(&shown, trf::Dialect::Trf26, None).unwrap_or_default(),
            data::tournament(&shown, data::People::InFull),
        );
        assert!(all.contains("P. A.") && all.contains("Roca, Joan"), "{all}");
        for secret in ["Puig", "Anna", "puig-anna", "22000001", "1961"] {
            assert!(!all.contains(secret), "{secret}");
        }
    }
}
