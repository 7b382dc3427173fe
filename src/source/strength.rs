//! Clubs' lists in order of strength, `data/teams/roca-alta.csv`, and their teams,
//! `data/teams.csv`.

use std::path::Path;
use std::sync::Arc;

use super::people::{Seen, known_club};
use super::ratings::{suggest_player, unknown_player};
use super::table::{Cell, TableFile, columns};
use crate::diag::{Diagnostic, Diagnostics, Sources};
use crate::model::{Archive, ClubTeam, ListNumber, Listed, TeamLevel};
use crate::project::Project;

pub const STRENGTH: &str = "data/teams";
pub const TEAMS_FILE: &str = "data/teams.csv";

columns! {
    /// A club's list in order of strength, sealed by the federation; the file bears the club's
    /// identifier.
    pub struct StrengthRow = "data/teams/roca-alta.csv" {
        /// Number of the list: `7`, or `7 bis`, `7 bis 2` for players added later.
        required number,
        /// Identifier of the player, from `data/players.csv`.
        required player,
        /// Three letters: `CAT`, `FRA` … Andorrans, `AND`, do not count as foreigners.
        optional nationality,
        /// Day on which a player with a bis number was added.
        optional added,
    }
}

columns! {
    /// The teams of the clubs, for the check of line-ups.
    pub struct ClubTeamRow = "data/teams.csv" {
        /// Identifier of the club.
        required club,
        /// `A`, `B` … The earlier letter is the higher team.
        required letter,
        /// Division or category, as in an event's `teams.csv`.
        optional level,
        /// Boards of a match, where the level does not tell them.
        optional boards,
        /// Slug of the event in which it plays.
        optional event,
        /// Its number there.
        optional number,
    }
}

/// Reads the lists and the teams into the archive.
pub fn read_strength(
    project: &Project,
    archive: &mut Archive,
    sources: &Sources,
    diagnostics: &mut Diagnostics,
) {
    for path in super::list(project, Path::new(STRENGTH), "csv", diagnostics) {
        let stem = path.file_stem().map(|s| s.to_string_lossy().into_owned()).unwrap_or_default();
        let Some(file) = TableFile::open(project, &path, sources, diagnostics) else { continue };
        if !archive.clubs.is_empty() && !archive.clubs.contains_key(stem.as_str()) {
            diagnostics.push(
                Diagnostic::error("E0402", format!("no club `{stem}`"))
                    .in_file(&path)
                    .hint("the file of a list bears the identifier of its club")
                    .suggest(&stem, archive.clubs.keys().map(|club| &**club)),
            );
            continue;
        }
        let rows = file.rows::<StrengthRow<'_>>(diagnostics);
        let players = read_list(&rows, archive, diagnostics);
        archive.strength.entry(stem.into()).or_default().players = players;
    }
    let path = Path::new(TEAMS_FILE);
    let Some(file) = TableFile::open_optional(project, path, sources, diagnostics) else { return };
    let mut seen = Seen::default();
    for row in file.rows::<ClubTeamRow<'_>>(diagnostics) {
        let club = row.club.required(diagnostics).map(str::to_owned);
        let club = club.and_then(|club| known_club(&club, row.club.span, archive, diagnostics));
        let letter = letter(&row.letter, diagnostics);
        let level = row.level.word(&TeamLevel::ALL, TeamLevel::key, diagnostics);
        let boards = row.boards.ordinal(diagnostics);
        let plays = row.event.shared().zip(row.number.ordinal(diagnostics));
        let (Some(club), Some(letter)) = (club, letter) else { continue };
        if seen.is_new("team", &format!("{club} {letter}"), row.letter.span, diagnostics) {
            let team = ClubTeam { letter, level, boards, plays };
            archive.strength.entry(club).or_default().teams.push(team);
        }
    }
    for list in archive.strength.values_mut() {
        list.teams.sort_by_key(|team| team.letter);
    }
}

fn letter(cell: &Cell<'_>, diagnostics: &mut Diagnostics) -> Option<char> {
    let text = cell.required(diagnostics)?;
    let mut letters = text.chars();
    match (letters.next(), letters.next()) {
        (Some(letter), None) if letter.is_ascii_uppercase() => Some(letter),
        _ => {
            diagnostics.push(
                Diagnostic::error("E0541", format!("`{text}` is no letter of a team"))
                    .at(cell.span)
                    .hint("one capital letter: A, B, C …"),
            );
            None
        }
    }
}

fn read_list(
    rows: &[StrengthRow<'_>],
    archive: &Archive,
    diagnostics: &mut Diagnostics,
) -> Vec<Listed> {
    let (mut numbers, mut people) = (Seen::default(), Seen::default());
    let mut players = Vec::new();
    for row in rows {
        let number = row.number.required(diagnostics).map(ListNumber::parse);
        let added = row.added.date(diagnostics);
        let player = row.player.required(diagnostics);
        let (Some(number), Some(player)) = (number, player) else { continue };
        let Some(number) = number else {
            diagnostics.push(
                Diagnostic::error(
                    "E0540",
                    format!("`{}` is no number of a list", row.number.text()),
                )
                .at(row.number.span)
                .hint("`7`, or `7 bis`, `7 bis 2` for those added later"),
            );
            continue;
        };
        let Some((person, _)) = archive.people.get_key_value(player) else {
            let unknown = unknown_player(player).at(row.player.span);
            diagnostics.push(suggest_player(unknown, player, archive));
            continue;
        };
        let new_number =
            numbers.is_new("number", &number.to_string(), row.number.span, diagnostics);
        let new_player = people.is_new("player", player, row.player.span, diagnostics);
        if new_number && new_player {
            let nationality: Option<Arc<str>> = row.nationality.shared();
            players.push(Listed { number, person: person.clone(), nationality, added });
        }
    }
    players.sort_by_key(|listed| listed.number);
    players
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_and_teams_are_read_and_their_problems_told() {
        let (sources, mut diagnostics) = (Sources::default(), Diagnostics::new());
        let project = Project::memory([
            ("data/clubs.csv", "club,name\nroca-alta,Roca Alta\n"),
            ("data/players.csv", "player,name\na,A\nb,B\nc,C\n"),
            (
                "data/teams/roca-alta.csv",
                "number,player,nationality\n2,b,FRA\n1,a,\n1 bis,c,\nx,c,\n3,d,\n",
            ),
            ("data/teams/rocalta.csv", "number,player\n"),
            (
                TEAMS_FILE,
                "club,letter,level\nroca-alta,B,promocio\nroca-alta,A,\nroca-alta,AA,\nroca-alta,A,\n",
            ),
        ]);
        let mut archive = Archive::default();
        super::super::people::read_register(&project, &mut archive, &sources, &mut diagnostics);
        read_strength(&project, &mut archive, &sources, &mut diagnostics);
        let list = &archive.strength["roca-alta"];
        let numbers: Vec<String> = list.players.iter().map(|l| l.number.to_string()).collect();
        assert_eq!(numbers, ["1", "1 bis", "2"]);
        assert_eq!(list.teams.iter().map(|team| team.letter).collect::<String>(), "AB");
        let mut codes: Vec<_> = diagnostics.iter().map(|d| d.code.0).collect();
        codes.sort_unstable();
        assert_eq!(codes, ["E0401", "E0402", "E0403", "E0540", "E0541"]);
    }
}
