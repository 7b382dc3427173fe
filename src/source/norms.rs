//! Norms and titles of Mestre Català from elsewhere: `data/norms.csv`.

use std::path::Path;

use super::people::PLAYERS_FILE;
use super::ratings::{suggest_player, unknown_player};
use super::table::{TableFile, columns};
use crate::diag::{Diagnostic, Diagnostics, Sources};
use crate::model::{Archive, NormBasis, NormRecord, PlaceEvent};
use crate::project::Project;

pub const NORMS_FILE: &str = "data/norms.csv";

columns! {
    /// Norms and titles of Mestre Català made elsewhere than in the site's tournaments and rating
    /// lists, which are found by themselves: those of earlier seasons, and those by place.
    pub struct NormRow = "data/norms.csv" {
        /// Identifier of the player, from `data/players.csv`.
        required player,
        /// Day on which it was made: the last of the event, or the first of the rating list.
        required date,
        /// `tournament`, `rating-list`, `absolute`, `spanish-junior`, `spanish-final`,
        /// `barcelona-open-a`, `interterritorial`, `provincial-girona`, `provincial-lleida`,
        /// `provincial-tarragona`, `title` or `im-norm`.
        required by,
        /// Place in the event, where that is what counts.
        optional place,
        /// Name of the event, as published.
        optional event,
    }
}

/// What stands in the column `by`.
#[derive(Clone, Copy)]
enum By {
    Tournament,
    RatingList,
    Place(PlaceEvent),
    Title,
    ImNorm,
}

impl By {
    fn all() -> Vec<Self> {
        let places = PlaceEvent::ALL.into_iter().map(Self::Place);
        [Self::Tournament, Self::RatingList]
            .into_iter()
            .chain(places)
            .chain([Self::Title, Self::ImNorm])
            .collect()
    }

    fn key(self) -> &'static str {
        match self {
            Self::Tournament => "tournament",
            Self::RatingList => "rating-list",
            Self::Place(event) => event.key(),
            Self::Title => "title",
            Self::ImNorm => "im-norm",
        }
    }
}

/// Reads the norms into the archive, by day; without the file there are none.
pub fn read_norms(
    project: &Project,
    archive: &mut Archive,
    sources: &Sources,
    diagnostics: &mut Diagnostics,
) {
    let path = Path::new(NORMS_FILE);
    let Some(file) = TableFile::open_optional(project, path, sources, diagnostics) else { return };
    let all = By::all();
    for row in file.rows::<NormRow<'_>>(diagnostics) {
        let player = row.player.required(diagnostics);
        row.date.required(diagnostics);
        let day = row.date.date(diagnostics);
        row.by.required(diagnostics);
        let by = row.by.word(&all, By::key, diagnostics);
        let place = row.place.ordinal(diagnostics);
        let (Some(player), Some(day), Some(by)) = (player, day, by) else { continue };
        let Some((player, _)) = archive.people.get_key_value(player) else {
            let unknown = unknown_player(player).at(row.player.span);
            diagnostics.push(suggest_player(unknown, player, archive));
            continue;
        };
        let basis = match (by, place) {
            (By::Tournament, _) => NormBasis::Tournament,
            (By::RatingList, _) => NormBasis::RatingList,
            (By::Title, _) => NormBasis::Title,
            (By::ImNorm, _) => NormBasis::InternationalMasterNorm,
            (By::Place(event), Some(place)) => NormBasis::Place(event, place),
            (By::Place(event), None) => {
                let message = format!("`{}` counts by the place, which is not told", event.key());
                diagnostics.push(
                    Diagnostic::error("E0420", message)
                        .at(if row.place.is_present() { row.place.span } else { row.span })
                        .hint("write the place, from 1, in the column `place`"),
                );
                continue;
            }
        };
        let record = NormRecord { player: player.clone(), day, basis, event: row.event.shared() };
        if archive.norms.contains(&record) {
            diagnostics.push(
                Diagnostic::error("E0401", format!("two lines tell the same norm of `{player}`"))
                    .at(row.span)
                    .hint(format!("an event gives one norm; see also `{PLAYERS_FILE}`")),
            );
            continue;
        }
        archive.norms.push(record);
    }
    archive.norms.sort_by(|a, b| (a.day, &a.player).cmp(&(b.day, &b.player)));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Delegation;
    use jiff::civil::date;

    fn read(norms: &str) -> (Archive, String) {
        let (sources, mut diagnostics) = (Sources::default(), Diagnostics::new());
        let project = Project::memory([
            (PLAYERS_FILE, "player,name\npuig-anna,\"Puig, Anna\"\n"),
            (NORMS_FILE, norms),
        ]);
        let mut archive = Archive::default();
        super::super::people::read_register(&project, &mut archive, &sources, &mut diagnostics);
        read_norms(&project, &mut archive, &sources, &mut diagnostics);
        (archive, diagnostics.render(&sources, false))
    }

    #[test]
    fn norms_are_read_by_day() {
        let (archive, problems) = read(
            "player,date,by,place,event\n\
             puig-anna,1989-05-01,provincial-girona,1,Provincial de Girona\n\
             puig-anna,1988-09-11,tournament,,Obert d'Olot\n",
        );
        assert_eq!(problems, "");
        let found: Vec<_> = archive.norms.iter().map(|norm| (norm.day, norm.basis)).collect();
        let provincial = PlaceEvent::Provincial(Delegation::Girona);
        assert_eq!(
            found,
            [
                (date(1988, 9, 11), NormBasis::Tournament),
                (date(1989, 5, 1), NormBasis::Place(provincial, 1)),
            ]
        );
    }

    #[test]
    fn every_problem_is_told_with_its_place() {
        let (archive, problems) = read(
            "player,date,by,place\n\
             puig-ana,1989-05-01,tournament,\n\
             puig-anna,1989-05-01,absolut,1\n\
             puig-anna,1989-05-01,absolute,\n\
             puig-anna,,title,\n\
             puig-anna,1989-05-01,title,\n\
             puig-anna,1989-05-01,title,\n",
        );
        assert_eq!(archive.norms.len(), 1);
        for word in [
            "did you mean `puig-anna`?",
            "did you mean `absolute`?",
            "E0420",
            "norms.csv:4:",
            "`date` is empty",
            "the same norm",
        ] {
            assert!(problems.contains(word), "{word}: {problems}");
        }
    }
}
