//! The folder of an event → [`Tournament`].

pub mod entrants;
pub mod games;
pub mod header;
pub mod incidents;
pub mod teams;

use std::path::Path;

use self::entrants::{Numbers, PlayerRow, read_entrants};
use self::games::{GameRow, read_games};
use self::header::{TournamentFile, WithdrawalFile};
use self::incidents::{IncidentRow, read_incidents};
use self::teams::{
    BoardRow, MatchRow, SubstitutionRow, TeamRow, read_matches, read_substitutions, read_teams,
};
use super::settings::{Given, read_settings};
use super::table::TableFile;
use crate::diag::{Diagnostic, Diagnostics, Sources};
use crate::model::{Absence, Archive, Cell, System, Tournament, Withdrawal};
use crate::project::Project;

/// The file that makes a folder an event.
pub const TOURNAMENT_FILE: &str = "tournament.toml";

/// Reads the event in a folder of the project. `None`, with diagnostics, when there is no event to
/// be had at all; otherwise what could be read.
pub fn read_tournament(
    project: &Project,
    folder: &Path,
    slug: &str,
    archive: &Archive,
    sources: &Sources,
    diagnostics: &mut Diagnostics,
) -> Option<Tournament> {
    let path = folder.join(TOURNAMENT_FILE);
    let Given { value: mut file, span } =
        read_settings::<TournamentFile>(project, &path, sources, diagnostics)?;
    let sourced = file
        .source
        .take()
        .map(|source| read_source(project, folder, &source, sources, diagnostics));
    let from_source = sourced.is_some();
    let mut tournament = sourced
        .flatten()
        .unwrap_or_else(|| Tournament::new(slug, "", file.system.unwrap_or(System::Swiss), 0));
    tournament.slug = slug.into();
    let withdrawals = file.withdrawals.take().unwrap_or_default();
    let playing_on = file.playing_on.take().unwrap_or_default();
    let is_team_event = file.teams.is_some();
    header::apply(file, &mut tournament, archive, diagnostics);
    let is_blank = |c: char| c.is_whitespace() || c.is_control();
    if tournament.name.chars().all(is_blank) {
        if !from_source {
            diagnostics.push(
                Diagnostic::error("E0206", "an event needs its `name`")
                    .at(span)
                    .hint("add `name = \"…\"` at the top"),
            );
        }
        tournament.name = slug.into();
    }
    let mut reader = Reader { project, folder, archive, sources, diagnostics };
    if from_source {
        reader.complete(&mut tournament, &withdrawals);
    } else {
        reader.read(&mut tournament, is_team_event, &withdrawals);
    }
    if let Some(file) = reader.table("substitutions.csv", false) {
        let rows = file.rows::<SubstitutionRow<'_>>(reader.diagnostics);
        read_substitutions(&rows, &mut tournament, reader.diagnostics);
    }
    if let Some(file) = reader.table("incidents.csv", false) {
        let rows = file.rows::<IncidentRow<'_>>(reader.diagnostics);
        read_incidents(&rows, &mut tournament, reader.diagnostics);
    }
    let numbers = Numbers::of_entrants(&tournament.entrants);
    let known =
        |number: Given<u32>| numbers.known(number.value, number.span, "player", diagnostics);
    tournament.playing_on = playing_on.into_iter().filter_map(known).collect();
    Some(tournament)
}

/// Reads the file that `source` names.
fn read_source(
    project: &Project,
    folder: &Path,
    source: &Given<String>,
    sources: &Sources,
    diagnostics: &mut Diagnostics,
) -> Option<Tournament> {
    let path = folder.join(&source.value);
    match project.read(&path) {
        Ok(bytes) => super::load::tournament_file(&path, &bytes, sources, diagnostics),
        Err(error) => {
            diagnostics.push(
                Diagnostic::error(
                    "E0100",
                    format!("`{}` cannot be read: {}", source.value, super::reason(&error)),
                )
                .at(source.span)
                .hint("name a file in the folder of the event"),
            );
            None
        }
    }
}

struct Reader<'a> {
    project: &'a Project,
    folder: &'a Path,
    archive: &'a Archive,
    sources: &'a Sources,
    diagnostics: &'a mut Diagnostics,
}

impl Reader<'_> {
    fn table(&mut self, name: &str, required: bool) -> Option<TableFile> {
        let path = self.folder.join(name);
        let open = if required { TableFile::open } else { TableFile::open_optional };
        open(self.project, &path, self.sources, self.diagnostics)
    }

    /// An event in files of ours.
    fn read(
        &mut self,
        tournament: &mut Tournament,
        is_team_event: bool,
        withdrawals: &[Given<WithdrawalFile>],
    ) {
        let teams = self.table("teams.csv", is_team_event);
        let is_team_event = is_team_event || teams.is_some();
        if let Some(file) = teams {
            let rows = file.rows::<TeamRow<'_>>(self.diagnostics);
            tournament.teams = read_teams(&rows, self.archive, self.diagnostics);
        }
        if let Some(file) = self.table("players.csv", true) {
            let rows = file.rows::<PlayerRow<'_>>(self.diagnostics);
            read_entrants(&rows, tournament, self.archive, self.diagnostics);
        }
        let matches = if is_team_event { self.table("matches.csv", false) } else { None };
        let boards = if is_team_event { self.table("boards.csv", false) } else { None };
        let games = if is_team_event { None } else { self.table("games.csv", false) };
        let rounds = if is_team_event {
            let matches = matches.as_ref().map(|f| f.rows::<MatchRow<'_>>(self.diagnostics));
            let boards = boards.as_ref().map(|f| f.rows::<BoardRow<'_>>(self.diagnostics));
            read_matches(
                &matches.unwrap_or_default(),
                &boards.unwrap_or_default(),
                tournament,
                self.diagnostics,
            )
        } else {
            let rows = games.as_ref().map(|f| f.rows::<GameRow<'_>>(self.diagnostics));
            read_games(
                &rows.unwrap_or_default(),
                &Numbers::of_entrants(&tournament.entrants),
                tournament.entrants.len(),
                tournament.system,
                tournament.rounds,
                self.diagnostics,
            )
        };
        self.withdrawals(tournament, withdrawals);
        let played = tournament.matches.iter().map(|m| m.round).max().unwrap_or(0);
        // Who is not on a team's boards in a round was not bound to play.
        let (system, left) = if is_team_event {
            (System::RoundRobin { double: false }, &[][..])
        } else {
            (tournament.system, &tournament.withdrawals[..])
        };
        let settled = rounds.settle(system, left, played);
        tournament.cells = settled.cells;
        tournament.announced = settled.announced;
        if tournament.rounds == 0 {
            let told = tournament.announced.iter().map(|told| told.round).max().unwrap_or(0);
            tournament.rounds = tournament.rounds_recorded().max(told);
        }
    }

    /// An event whose players and results came from another file.
    fn complete(&mut self, tournament: &mut Tournament, withdrawals: &[Given<WithdrawalFile>]) {
        if let Some(file) = self.table("players.csv", false) {
            let rows = file.rows::<PlayerRow<'_>>(self.diagnostics);
            read_entrants(&rows, tournament, self.archive, self.diagnostics);
        }
        // Without a readable file the players have no rounds.
        tournament.cells.resize_with(tournament.entrants.len(), Vec::new);
        self.withdrawals(tournament, withdrawals);
        let league = tournament.system.is_league();
        for (entrant, row) in tournament.cells.iter_mut().enumerate() {
            let left = tournament.withdrawals.iter().find(|w| w.entrant == entrant);
            let left = left.map_or(usize::MAX, |w| w.after_round as usize);
            for (round, cell) in row.iter_mut().enumerate() {
                if !matches!(cell, Cell::Absent(_)) {
                    continue;
                }
                if round >= left {
                    *cell = Cell::Absent(Absence::Withdrawn);
                } else if league {
                    *cell = Cell::Absent(Absence::FreeRound);
                }
            }
        }
    }

    fn withdrawals(&mut self, tournament: &mut Tournament, withdrawals: &[Given<WithdrawalFile>]) {
        let (numbers, what) = if tournament.is_team_event() {
            (Numbers::of_teams(&tournament.teams), "team")
        } else {
            (Numbers::of_entrants(&tournament.entrants), "player")
        };
        for Given { value: file, span } in withdrawals {
            let (Some(number), Some(after_round)) = (file.number, file.after_round) else {
                self.diagnostics.push(
                    Diagnostic::error("E0206", "a withdrawal needs `number` and `after_round`")
                        .at(*span),
                );
                continue;
            };
            let rounds = tournament.rounds;
            if rounds > 0 && after_round.value > rounds {
                self.diagnostics.push(
                    Diagnostic::error("E0505", format!("round {} of {rounds}", after_round.value))
                        .at(after_round.span)
                        .hint("the last round for which they were still in the event"),
                );
                continue;
            }
            let known = numbers.known(number.value, number.span, what, self.diagnostics);
            let Some(entrant) = known else { continue };
            if tournament.withdrawal(entrant).is_some() {
                self.diagnostics.push(
                    Diagnostic::error("E0401", format!("number {} left twice", number.value))
                        .at(number.span)
                        .hint("one `[[withdrawals]]` for each"),
                );
                continue;
            }
            tournament.withdrawals.push(Withdrawal {
                entrant,
                after_round: after_round.value,
                eliminated: file.eliminated.unwrap_or(false),
            });
        }
    }
}
