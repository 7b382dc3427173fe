//! Towns, `data/towns.csv`, and the events that are already established, `data/calendar.csv`.

use std::path::Path;
use std::sync::Arc;

use super::people::Seen;
use super::settings::millionths;
use super::table::{Cell, TableFile, columns};
use crate::diag::{Diagnostic, Diagnostics, Sources, Span};
use crate::model::{Archive, CalendarEvent, Town};
use crate::project::Project;

pub const TOWNS_FILE: &str = "data/towns.csv";
pub const CALENDAR_FILE: &str = "data/calendar.csv";

columns! {
    /// Towns, for the distances between events (Oberts 2). Coordinates are those of the town as a
    /// whole: the main square or the town hall, to a thousandth of a degree or better.
    pub struct TownRow = "data/towns.csv" {
        /// Identifier: lower-case ASCII letters, digits and hyphens, unique.
        required town,
        /// Name, as published.
        required name,
        /// Degrees north: `41.387`.
        required latitude,
        /// Degrees east: `2.170`.
        required longitude,
    }
}

columns! {
    /// Events that are already established: homologated opens and official events. A new open must
    /// not share a day with one that is too near (Oberts 2).
    pub struct CalendarRow = "data/calendar.csv" {
        /// Identifier: lower-case ASCII letters, digits and hyphens, unique.
        required event,
        /// Name, as published.
        required name,
        /// First day.
        required start,
        /// Last day; the first when left out.
        optional end,
        /// Identifier of the town, from `data/towns.csv`.
        optional town,
        /// Slug of the event in `data/tournaments`, when it is there too: it does not clash with
        /// itself.
        optional tournament,
    }
}

/// Reads both files; those that do not exist leave nothing.
pub fn read_calendar(
    project: &Project,
    archive: &mut Archive,
    sources: &Sources,
    diagnostics: &mut Diagnostics,
) {
    let towns = TableFile::open_optional(project, Path::new(TOWNS_FILE), sources, diagnostics);
    if let Some(file) = towns {
        read_towns(&file.rows(diagnostics), archive, diagnostics);
    }
    let events = TableFile::open_optional(project, Path::new(CALENDAR_FILE), sources, diagnostics);
    if let Some(file) = events {
        read_events(&file.rows(diagnostics), archive, diagnostics);
    }
}

fn read_towns(rows: &[TownRow<'_>], archive: &mut Archive, diagnostics: &mut Diagnostics) {
    let mut seen = Seen::default();
    for row in rows {
        let slug = row.town.slug(diagnostics);
        let name = row.name.required(diagnostics).map(Arc::from);
        let latitude = degrees(&row.latitude, 90, diagnostics);
        let longitude = degrees(&row.longitude, 180, diagnostics);
        let (Some(slug), Some(name)) = (slug, name) else { continue };
        let (Some(latitude), Some(longitude)) = (latitude, longitude) else { continue };
        if seen.is_new("town", &slug, row.town.span, diagnostics) {
            archive.towns.insert(slug.clone(), Town { slug, name, at: (latitude, longitude) });
        }
    }
}

/// Millionths of a degree.
fn degrees(cell: &Cell<'_>, limit: i64, diagnostics: &mut Diagnostics) -> Option<i64> {
    let text = cell.required(diagnostics)?;
    let found = millionths(text).filter(|micro| micro.abs() <= limit * 1_000_000);
    if found.is_none() {
        diagnostics.push(
            Diagnostic::error("E0408", format!("`{text}` is no angle of the map"))
                .at(cell.span)
                .hint(format!("degrees with decimals, such as 41.387; at most {limit}")),
        );
    }
    found
}

fn read_events(rows: &[CalendarRow<'_>], archive: &mut Archive, diagnostics: &mut Diagnostics) {
    let mut seen = Seen::default();
    for row in rows {
        let slug = row.event.slug(diagnostics);
        let name = row.name.required(diagnostics).map(Arc::from);
        row.start.required(diagnostics);
        let start = row.start.date(diagnostics);
        let end = if row.end.is_empty() { start } else { row.end.date(diagnostics) };
        let town =
            row.town.given().and_then(|town| known_town(town, row.town.span, archive, diagnostics));
        let (Some(slug), Some(name), Some(start), Some(end)) = (slug, name, start, end) else {
            continue;
        };
        if end < start {
            diagnostics.push(
                Diagnostic::error("E0511", "the last day comes before the first")
                    .at_label(row.end.span, "last day")
                    .related(row.start.span, "first day"),
            );
            continue;
        }
        if seen.is_new("event", &slug, row.event.span, diagnostics) {
            let tournament = row.tournament.shared();
            archive.calendar.push(CalendarEvent { slug, name, start, end, town, tournament });
        }
    }
    archive.calendar.sort_by(|a, b| (a.start, &a.slug).cmp(&(b.start, &b.slug)));
}

/// The town with a slug.
pub fn known_town(
    slug: &str,
    span: Span,
    archive: &Archive,
    diagnostics: &mut Diagnostics,
) -> Option<Arc<str>> {
    if let Some((known, _)) = archive.towns.get_key_value(slug) {
        return Some(known.clone());
    }
    diagnostics.push(
        Diagnostic::error("E0407", format!("no town `{slug}`"))
            .at(span)
            .hint(format!("add it to `{TOWNS_FILE}` with its coordinates"))
            .suggest(slug, archive.towns.keys().map(|town| &**town)),
    );
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(towns: &str, events: &str) -> (Archive, String) {
        let (sources, mut diagnostics) = (Sources::default(), Diagnostics::new());
        let project = Project::memory([(TOWNS_FILE, towns), (CALENDAR_FILE, events)]);
        let mut archive = Archive::default();
        read_calendar(&project, &mut archive, &sources, &mut diagnostics);
        (archive, diagnostics.render(&sources, false))
    }

    #[test]
    fn towns_and_events_are_read() {
        let (archive, problems) = read(
            "town,name,latitude,longitude\nreus,Reus,41.1561,1.1069\n",
            "event,name,start,end,town,tournament\n\
             b,Segon,1991-02-01,,reus,\na,Primer,1991-01-05,1991-01-13,,1991/primer\n",
        );
        assert_eq!(problems, "");
        assert_eq!(archive.towns["reus"].at, (41_156_100, 1_106_900));
        let [first, second] = archive.calendar.as_slice() else { panic!("two events") };
        assert_eq!((&*first.slug, first.tournament.as_deref()), ("a", Some("1991/primer")));
        assert_eq!((second.start, second.town.as_deref()), (second.end, Some("reus")));
    }

    #[test]
    fn what_is_wrong_is_told_at_its_place() {
        let (archive, problems) = read(
            "town,name,latitude,longitude\nreus,Reus,91,1.1\nvic,Vic,41.9,\n",
            "event,name,start,end,town\na,A,1991-01-05,1991-01-04,\nb,B,1991-01-05,,reuss\n",
        );
        for code in ["E0408", "E0511", "E0407"] {
            assert!(problems.contains(code), "{code}: {problems}");
        }
        assert_eq!(archive.calendar.len(), 1);
    }
}
