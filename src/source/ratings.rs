//! Rating lists, `data/ratings/1990-07.csv`, and holidays, `data/holidays.csv`.

use std::path::Path;
use std::sync::Arc;

use super::people::{PLAYERS_FILE, Seen};
use super::table::{TableFile, columns};
use crate::diag::{Diagnostic, Diagnostics, Sources};
use crate::model::{Archive, Date, RatingList, RatingRow, Ratings};
use crate::project::Project;

pub const RATINGS_FOLDER: &str = "data/ratings";
pub const HOLIDAYS_FILE: &str = "data/holidays.csv";

/// Unknown players of a list for whom the nearest known is looked for.
const SUGGESTIONS: u32 = 20;

columns! {
    /// A rating list. Its name is the period, year and month: the list holds from the first day
    /// of that month until the next list.
    pub struct RatingFileRow = "data/ratings/1990-07.csv" {
        /// Identifier of the player, from `data/players.csv`.
        required player,
        /// Rating of this federation.
        optional fce,
        /// Rated games in the period; 0 when left out.
        optional games,
        /// International rating.
        optional fide,
        /// Rating of the Spanish federation.
        optional feda,
    }
}

columns! {
    /// Public holidays, for terms counted in working days. Sundays are known without.
    pub struct HolidayRow = "data/holidays.csv" {
        /// The day.
        required date,
        /// Its name.
        optional name,
    }
}

/// Reads all rating lists, ordered by their first day.
pub fn read_rating_lists(
    project: &Project,
    archive: &mut Archive,
    sources: &Sources,
    diagnostics: &mut Diagnostics,
) {
    for path in super::list(project, Path::new(RATINGS_FOLDER), "csv", diagnostics) {
        let stem = path.file_stem().map(|s| s.to_string_lossy().into_owned()).unwrap_or_default();
        let Some(from) = period_start(&stem) else {
            diagnostics.push(
                Diagnostic::error("E0405", format!("`{stem}` is no period"))
                    .in_file(&path)
                    .hint("name the file by year and month: `1990-07.csv`"),
            );
            continue;
        };
        let Some(file) = TableFile::open(project, &path, sources, diagnostics) else { continue };
        let mut list = RatingList { period: stem, from, rows: Default::default() };
        let (mut seen, mut unknown) = (Seen::default(), 0);
        for row in file.rows::<RatingFileRow<'_>>(diagnostics) {
            let ratings = Ratings {
                catalan: row.fce.rating(diagnostics),
                fide: row.fide.rating(diagnostics),
                feda: row.feda.rating(diagnostics),
                national: None,
            };
            let games = row.games.number(diagnostics).unwrap_or(0);
            let Some(player) = row.player.required(diagnostics) else { continue };
            if !archive.people.contains_key(player) {
                unknown += 1;
                let mut diagnostic = unknown_player(player).at(row.player.span);
                // A list of another register: looking for what is near would only cost time.
                if unknown <= SUGGESTIONS {
                    diagnostic = suggest_player(diagnostic, player, archive);
                }
                diagnostics.push(diagnostic);
            } else if seen.is_new("player", player, row.player.span, diagnostics) {
                list.rows.insert(player.to_owned(), RatingRow { ratings, games });
            }
        }
        archive.rating_lists.push(list);
    }
    archive.rating_lists.sort_by_key(|list| list.from);
}

/// A slug that is not in the register.
pub fn unknown_player(slug: &str) -> Diagnostic {
    Diagnostic::error("E0403", format!("no player `{slug}`"))
        .hint(format!("add a line to `{PLAYERS_FILE}`"))
}

/// With the nearest slug of the register.
pub fn suggest_player(diagnostic: Diagnostic, slug: &str, archive: &Archive) -> Diagnostic {
    diagnostic.suggest(slug, archive.people.keys().map(|player| &**player))
}

/// The first day of `1990-07`.
fn period_start(period: &str) -> Option<Date> {
    super::table::parse_date(&format!("{period}-01"))
}

/// Reads the public holidays.
pub fn read_holidays(
    project: &Project,
    archive: &mut Archive,
    sources: &Sources,
    diagnostics: &mut Diagnostics,
) {
    let path = Path::new(HOLIDAYS_FILE);
    let Some(file) = TableFile::open_optional(project, path, sources, diagnostics) else { return };
    for row in file.rows::<HolidayRow<'_>>(diagnostics) {
        row.date.required(diagnostics);
        archive.holidays.extend(row.date.date(diagnostics));
    }
}

/// The list named, or else the latest in force on a day.
pub fn rating_list<'a>(
    archive: &'a Archive,
    period: Option<&Arc<str>>,
    day: Option<Date>,
) -> Option<&'a RatingList> {
    match (period, day) {
        (Some(period), _) => archive.rating_lists.iter().find(|list| *list.period == **period),
        (None, Some(day)) => archive.rating_lists.iter().rev().find(|list| list.from <= day),
        (None, None) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_hold_until_the_next() {
        let (sources, mut diagnostics) = (Sources::default(), Diagnostics::new());
        let project = Project::memory([
            ("data/ratings/1990-07.csv", "player,fce,games\na,2001,12\n"),
            ("data/ratings/1990-01.csv", "player,fce\na,1990\nb,1800\n"),
            ("data/ratings/juliol.csv", "player\n"),
        ]);
        let mut archive = Archive::default();
        let person = |slug: &str| {
            let slug: Arc<str> = slug.into();
            let (name, none) = (slug.clone(), None);
            crate::model::Person {
                slug,
                name,
                club: none,
                category: None,
                title: None,
                fide_id: None,
                birth: None,
                sex: None,
                federation: None,
                hidden: false,
            }
        };
        archive.people.insert("a".into(), person("a"));
        read_rating_lists(&project, &mut archive, &sources, &mut diagnostics);
        let codes: Vec<_> = diagnostics.iter().map(|d| d.code.0).collect();
        assert_eq!(codes, ["E0403", "E0405"]);
        let on = |day| rating_list(&archive, None, Some(day)).map(|l| l.period.as_str());
        assert_eq!(on(jiff::civil::date(1990, 6, 30)), Some("1990-01"));
        assert_eq!(on(jiff::civil::date(1990, 7, 1)), Some("1990-07"));
        assert_eq!(on(jiff::civil::date(1989, 12, 31)), None);
        assert_eq!(archive.rating_lists[1].rows["a"].games, 12);
    }
}
