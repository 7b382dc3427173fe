//! `players.csv` of an event: who takes part.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::diag::{Diagnostic, Diagnostics, Span};
use crate::model::{Archive, Category, Entrant, RatingList, Ratings, Team, Title, Tournament};
use crate::source::people::{Seen, club_of, sex_of};
use crate::source::ratings::{rating_list, suggest_player, unknown_player};
use crate::source::table::{Cell, columns};

columns! {
    /// Who takes part in an event. Somebody of the register needs only `player`: name, club,
    /// category, title and ratings are completed from there, the ratings from the event's list.
    /// Others need only `name`. What stands here wins.
    pub struct PlayerRow = "data/tournaments/…/players.csv" {
        /// Pairing number, 1 = best. Without this column, the order of the lines.
        optional number,
        /// Identifier in the register, `data/players.csv`.
        optional player,
        /// `Cognoms, Nom`.
        optional name,
        /// Identifier of the club, from `data/clubs.csv`.
        optional club,
        /// `preferent`, `1a`, `2a` or `3a`.
        optional category,
        /// `GM`, `IM`, `FM`, `CM`, `WGM`, `WIM`, `WFM`, `WCM`, `MN` or `MC`.
        optional title,
        /// Rating of this federation.
        optional fce,
        /// International rating.
        optional fide,
        /// Rating of the Spanish federation.
        optional feda,
        /// Rating of another national federation.
        optional national,
        /// Three letters: `CAT`, `ESP` …
        optional federation,
        /// International number.
        optional fide_id,
        /// Day of birth, or the year alone.
        optional birth,
        /// `f` or `m`.
        optional sex,
        /// Number of the team, in a team event.
        optional team,
        /// Place in the team's list.
        optional board,
    }
}

/// Numbers of the entrants (or teams) of an event.
#[derive(Debug, Default)]
pub struct Numbers(BTreeMap<u32, usize>);

impl Numbers {
    pub fn of_entrants(entrants: &[Entrant]) -> Self {
        Self(entrants.iter().enumerate().map(|(index, e)| (e.number, index)).collect())
    }

    pub fn of_teams(teams: &[Team]) -> Self {
        Self(teams.iter().enumerate().map(|(index, t)| (t.number, index)).collect())
    }

    pub fn get(&self, number: u32) -> Option<usize> {
        self.0.get(&number).copied()
    }

    /// The one whose number stands in a cell; none such is an error.
    pub fn find(
        &self,
        cell: &Cell<'_>,
        what: &str,
        diagnostics: &mut Diagnostics,
    ) -> Option<usize> {
        let number = cell.number(diagnostics)?;
        self.known(number, cell.span, what, diagnostics)
    }

    /// The one with a number; none such is an error.
    pub fn known(
        &self,
        number: u32,
        span: Span,
        what: &str,
        diagnostics: &mut Diagnostics,
    ) -> Option<usize> {
        let found = self.get(number);
        if found.is_none() {
            let code = if what == "team" { "E0508" } else { "E0501" };
            let file = if what == "team" { "teams.csv" } else { "players.csv" };
            diagnostics.push(
                Diagnostic::error(code, format!("no {what} has number {number}")).at(span).hint(
                    match (self.0.first_key_value(), self.0.last_key_value()) {
                        (Some((first, _)), Some((last, _))) => {
                            format!("`{file}` has numbers from {first} to {last}")
                        }
                        _ => format!("`{file}` has none"),
                    },
                ),
            );
        }
        found
    }
}

/// Reads the players. In a tournament that has some already (from another file) the lines complete
/// those with their numbers.
pub fn read_entrants(
    rows: &[PlayerRow<'_>],
    tournament: &mut Tournament,
    archive: &Archive,
    diagnostics: &mut Diagnostics,
) {
    let list = rating_list(archive, tournament.rating_list.as_ref(), tournament.start);
    let teams = Numbers::of_teams(&tournament.teams);
    let completing = !tournament.entrants.is_empty();
    let known = Numbers::of_entrants(&tournament.entrants);
    let (mut numbers, mut people) = (Seen::default(), Seen::default());
    let numbered = rows.iter().any(|row| !row.number.is_empty());
    let mut added = Vec::new();
    for (index, row) in rows.iter().enumerate() {
        let number = if numbered || completing {
            row.number.required(diagnostics);
            row.number.ordinal(diagnostics)
        } else {
            Some(index as u32 + 1)
        };
        let number = number
            .filter(|n| numbers.is_new("number", &n.to_string(), row.number.span, diagnostics));
        let found = match number {
            Some(n) if completing => known.known(n, row.number.span, "player", diagnostics),
            _ => None,
        };
        let base = match (found, number) {
            (Some(index), _) => tournament.entrants[index].clone(),
            (None, number) => Entrant::new(number.unwrap_or(0), ""),
        };
        let mut entrant = complete(row, base, archive, list, diagnostics);
        if let Some(player) = &entrant.person {
            people.is_new("player", player, row.player.span, diagnostics);
        }
        if !teams.0.is_empty() {
            if row.team.is_empty() {
                diagnostics.push(
                    Diagnostic::error("E0508", "a player of a team event needs a team")
                        .at(row.span)
                        .hint("put the team's number under `team`"),
                );
            }
            entrant.team = teams.find(&row.team, "team", diagnostics);
        }
        if entrant.name.is_empty() {
            if row.player.is_empty() {
                diagnostics.push(
                    Diagnostic::error("E0113", "a line needs `player` or `name`").at(row.span),
                );
            }
            entrant.name = row.player.shared().unwrap_or_default();
        }
        match (found, number) {
            (Some(index), _) => tournament.entrants[index] = entrant,
            (None, Some(_)) if !completing => added.push(entrant),
            _ => {}
        }
    }
    tournament.entrants.extend(added);
    if !completing {
        tournament.entrants.sort_by_key(|entrant| entrant.number);
    }
}

/// An entrant as a line says, then as the register says, then as known before.
fn complete(
    row: &PlayerRow<'_>,
    base: Entrant,
    archive: &Archive,
    list: Option<&RatingList>,
    diagnostics: &mut Diagnostics,
) -> Entrant {
    let slug = row.player.given();
    let person = slug.and_then(|slug| archive.people.get(slug));
    if let (Some(slug), None, false) = (slug, person, archive.people.is_empty()) {
        diagnostics.push(suggest_player(unknown_player(slug), slug, archive).at(row.player.span));
    }
    let listed =
        slug.and_then(|slug| list?.rows.get(slug)).map(|row| row.ratings).unwrap_or_default();
    let ratings = Ratings {
        catalan: row.fce.rating(diagnostics),
        fide: row.fide.rating(diagnostics),
        feda: row.feda.rating(diagnostics),
        national: row.national.rating(diagnostics),
    };
    let name: Option<Arc<str>> = row.name.shared().or_else(|| person.map(|p| p.name.clone()));
    Entrant {
        person: slug.map(Arc::from).or(base.person),
        name: name.unwrap_or(base.name),
        club: club_of(&row.club, archive, diagnostics)
            .or_else(|| person?.club.clone())
            .or(base.club),
        category: row
            .category
            .word(&Category::ALL, Category::key, diagnostics)
            .or_else(|| person?.category)
            .or(base.category),
        title: row
            .title
            .word(&Title::ALL, Title::key, diagnostics)
            .or_else(|| person?.title)
            .or(base.title),
        ratings: ratings.or(listed).or(base.ratings),
        fide_id: row.fide_id.number(diagnostics).or_else(|| person?.fide_id).or(base.fide_id),
        federation: row
            .federation
            .shared()
            .or_else(|| person?.federation.clone())
            .or(base.federation),
        birth: row.birth.birth(diagnostics).or_else(|| person?.birth).or(base.birth),
        sex: sex_of(&row.sex, diagnostics).or_else(|| person?.sex).or(base.sex),
        board: row.board.ordinal(diagnostics).or(base.board),
        ..base
    }
}
