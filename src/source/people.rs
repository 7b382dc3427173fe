//! The federation's register: `data/clubs.csv` and `data/players.csv`.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use super::table::{Cell, TableFile, columns};
use crate::diag::{Diagnostic, Diagnostics, Sources, Span};
use crate::model::{Archive, Category, Club, Delegation, Person, Sex, Title};
use crate::project::Project;

pub const CLUBS_FILE: &str = "data/clubs.csv";
pub const PLAYERS_FILE: &str = "data/players.csv";

columns! {
    /// The clubs of the federation.
    pub struct ClubRow = "data/clubs.csv" {
        /// Identifier: lower-case ASCII letters, digits and hyphens, unique.
        required club,
        /// Name, as published.
        required name,
        /// Town.
        optional town,
        /// `barcelona`, `girona`, `lleida` or `tarragona`.
        optional delegation,
    }
}

columns! {
    /// The register of players.
    pub struct PersonRow = "data/players.csv" {
        /// Identifier: lower-case ASCII letters, digits and hyphens, unique.
        required player,
        /// `Cognoms, Nom`, as published.
        required name,
        /// Identifier of the club, from `data/clubs.csv`.
        optional club,
        /// `preferent`, `1a`, `2a` or `3a`.
        optional category,
        /// `GM`, `IM`, `FM`, `CM`, `WGM`, `WIM`, `WFM`, `WCM`, `MN` or `MC`.
        optional title,
        /// International number.
        optional fide_id,
        /// Day of birth, or the year alone.
        optional birth,
        /// `f` or `m`.
        optional sex,
        /// Three letters: `CAT`, `ESP` …
        optional federation,
        /// `true` for somebody who asked not to be shown: initials only, no page.
        optional hidden,
    }
}

/// Reads clubs and players into the archive; files that do not exist leave them empty.
pub fn read_register(
    project: &Project,
    archive: &mut Archive,
    sources: &Sources,
    diagnostics: &mut Diagnostics,
) {
    if let Some(file) =
        TableFile::open_optional(project, Path::new(CLUBS_FILE), sources, diagnostics)
    {
        read_clubs(&file.rows(diagnostics), archive, diagnostics);
    }
    if let Some(file) =
        TableFile::open_optional(project, Path::new(PLAYERS_FILE), sources, diagnostics)
    {
        read_people(&file.rows(diagnostics), archive, diagnostics);
    }
}

fn read_clubs(rows: &[ClubRow<'_>], archive: &mut Archive, diagnostics: &mut Diagnostics) {
    let mut seen = Seen::default();
    for row in rows {
        let slug = row.club.slug(diagnostics);
        let name = row.name.required(diagnostics).map(Arc::from);
        let delegation = row.delegation.word(&Delegation::ALL, Delegation::key, diagnostics);
        let (Some(slug), Some(name)) = (slug, name) else { continue };
        if seen.is_new("club", &slug, row.club.span, diagnostics) {
            let club = Club { slug: slug.clone(), name, town: row.town.shared(), delegation };
            archive.clubs.insert(slug, club);
        }
    }
}

fn read_people(rows: &[PersonRow<'_>], archive: &mut Archive, diagnostics: &mut Diagnostics) {
    let mut seen = Seen::default();
    for row in rows {
        let slug = row.player.slug(diagnostics);
        let name = row.name.required(diagnostics).map(Arc::from);
        let person = Person {
            slug: slug.clone().unwrap_or_default(),
            name: Arc::clone(name.as_ref().unwrap_or(&Arc::default())),
            club: club_of(&row.club, archive, diagnostics),
            category: row.category.word(&Category::ALL, Category::key, diagnostics),
            title: row.title.word(&Title::ALL, Title::key, diagnostics),
            fide_id: row.fide_id.number(diagnostics),
            birth: row.birth.birth(diagnostics),
            sex: sex_of(&row.sex, diagnostics),
            federation: row.federation.shared(),
            hidden: row.hidden.flag(diagnostics),
        };
        let (Some(slug), Some(_)) = (slug, name) else { continue };
        if seen.is_new("player", &slug, row.player.span, diagnostics) {
            archive.people.insert(slug, person);
        }
    }
}

/// The club of a cell. Without a register of clubs anything may stand there.
pub fn club_of(
    cell: &Cell<'_>,
    archive: &Archive,
    diagnostics: &mut Diagnostics,
) -> Option<Arc<str>> {
    known_club(cell.given()?, cell.span, archive, diagnostics)
}

/// The club with a slug, if there is one or there is no register of clubs.
pub fn known_club(
    slug: &str,
    span: Span,
    archive: &Archive,
    diagnostics: &mut Diagnostics,
) -> Option<Arc<str>> {
    if archive.clubs.is_empty() {
        return Some(slug.into());
    }
    if let Some((known, _)) = archive.clubs.get_key_value(slug) {
        return Some(known.clone());
    }
    diagnostics.push(
        Diagnostic::error("E0402", format!("no club `{slug}`"))
            .at(span)
            .hint(format!("add it to `{CLUBS_FILE}`, or leave it out"))
            .suggest(slug, archive.clubs.keys().map(|club| &**club)),
    );
    None
}

pub fn sex_of(cell: &Cell<'_>, diagnostics: &mut Diagnostics) -> Option<Sex> {
    cell.word(&[Sex::Female, Sex::Male], sex_key, diagnostics)
}

fn sex_key(sex: Sex) -> &'static str {
    match sex {
        Sex::Female => "f",
        Sex::Male => "m",
    }
}

/// Identifiers met so far, with their places.
#[derive(Default)]
pub struct Seen(BTreeMap<Arc<str>, Span>);

impl Seen {
    /// Reports an identifier met before.
    pub fn is_new(
        &mut self,
        what: &str,
        id: &str,
        span: Span,
        diagnostics: &mut Diagnostics,
    ) -> bool {
        let Some(&first) = self.0.get(id) else {
            self.0.insert(id.into(), span);
            return true;
        };
        diagnostics.push(
            Diagnostic::error("E0401", format!("two lines have {what} `{id}`"))
                .at_label(span, "second")
                .related(first, "first")
                .hint("an identifier belongs to one alone"),
        );
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_register_is_read_and_its_problems_told_together() {
        let (sources, mut diagnostics) = (Sources::default(), Diagnostics::new());
        let project = Project::memory([
            (CLUBS_FILE, "club,name,town,delegation\nolot,Escacs Olot,Olot,girona\n"),
            (
                PLAYERS_FILE,
                "player,name,club,category,title,birth,sex,hidden\n\
                 puig-anna,\"Puig, Anna\",olot,1a,MC,1961,f,\n\
                 roca-pere,\"Roca, Pere\",ollot,4a,,1961-02-30,x,potser\n\
                 puig-anna,\"Puig, Anna\",,,,,,true\n",
            ),
        ]);
        let mut archive = Archive::default();
        read_register(&project, &mut archive, &sources, &mut diagnostics);
        let anna = &archive.people["puig-anna"];
        assert_eq!((anna.category, anna.title), (Some(Category::First), Some(Title::MC)));
        assert_eq!(anna.birth, Some(jiff::civil::date(1961, 1, 1)));
        assert!(!anna.hidden);
        let mut codes: Vec<_> = diagnostics.iter().map(|d| d.code.0).collect();
        codes.sort_unstable();
        assert_eq!(codes, ["E0106", "E0114", "E0114", "E0115", "E0401", "E0402"]);
        assert!(diagnostics.render(&sources, false).contains("did you mean `olot`?"));
    }
}
