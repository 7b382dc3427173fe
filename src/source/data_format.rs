//! The description of the data format, `DATA.md`, written from the declarations that read it.
#![doc = include_str!("DATA.md")]

use std::fmt::Write;

use super::arbiters::{ArbiterEventRow, ArbiterRow};
use super::calendar::{CalendarRow, TownRow};
use super::discipline::{DaysFile, DisciplineFile, SanctionFile};
use super::norms::NormRow;
use super::people::{ClubRow, PersonRow};
use super::plan::{GroupFile, PlanFile, PlannedPlayerFile};
use super::ratings::{HolidayRow, RatingFileRow};
use super::settings::KeyTable;
use super::site::{BulletinFile, OutputFile, PdfFile, SiteFile, TranslationFile};
use super::strength::{ClubTeamRow, StrengthRow};
use super::table::{Row, Schema};
use super::tournament::entrants::PlayerRow;
use super::tournament::games::GameRow;
use super::tournament::header::{
    ArbiterFile, CorrectionFile, FideFile, HomologationFile, PrizesFile, TeamsFile, TournamentFile,
    WithdrawalFile,
};
use super::tournament::incidents::IncidentRow;
use super::tournament::teams::{BoardRow, MatchRow, SubstitutionRow, TeamRow};

const INTRODUCTION: &str = "\
# The format of a site's data

```text
site.toml                              what the site is
content/reglaments/*.md                regulations; without this folder, those built in
content/glossari.toml                  terms that the regulations mark
content/noticies/*.md                  news: `title` and `date` between two lines `+++`, then text
content/…/*.md                         free pages; a folder is a section, `_index.md` its page
static/…                               files published as they are
data/clubs.csv  players.csv  holidays.csv  norms.csv
data/towns.csv  calendar.csv            where events are, and which are established
data/plans/obert-de-vic.toml           a planned event, to be checked beforehand
data/arbiters.csv  arbiter-events.csv  arbiters and where they officiated
data/ratings/1990-07.csv               one list for each period
data/tournaments/1990/obert-a/         an event: its slug is `1990/obert-a`
    tournament.toml                    what it is
    players.csv                        who takes part
    games.csv                          rounds of an individual event
    teams.csv  matches.csv  boards.csv  substitutions.csv   rounds of a team event
    incidents.csv                                           what happened besides the results
data/teams.csv  teams/roca-alta.csv    teams of the clubs, lists in order of strength
data/discipline/1991-03.toml           a case file of discipline
```

Every folder under `data/tournaments` with a `tournament.toml` is an event. Everything may be
missing but `site.toml` with its `title`, and the `players.csv` of an event that has no `source`.

CSV files are UTF-8 with commas; the first line names the columns, in any order. A byte order mark,
semicolons or tabs, and Windows-1252 are recognised, and a note says so. Unknown, missing and
doubled columns are errors. Dates are `1990-12-01`. Identifiers are lower-case ASCII letters, digits
and hyphens. Points and results are kept by kind, never as numbers alone.

In place of `games.csv`, `source = \"results.trf\"` names a file of another program: TRF
(TRF06, TRF16, TRF26 with the extensions of pairing programs), crosstables of chess-results.com and
Swiss-Manager (CSV, XLSX, text), upload XML, SwissPerfect, PGN.
";

/// The whole description, in Markdown.
pub fn data_format() -> String {
    let mut text = INTRODUCTION.to_owned();
    for table in [
        SiteFile::TABLE,
        TranslationFile::TABLE,
        PdfFile::TABLE,
        BulletinFile::TABLE,
        OutputFile::TABLE,
    ] {
        keys(&mut text, &table);
    }
    for schema in [
        ClubRow::SCHEMA,
        PersonRow::SCHEMA,
        RatingFileRow::SCHEMA,
        HolidayRow::SCHEMA,
        NormRow::SCHEMA,
        TownRow::SCHEMA,
        CalendarRow::SCHEMA,
        ArbiterRow::SCHEMA,
        ArbiterEventRow::SCHEMA,
        ClubTeamRow::SCHEMA,
        StrengthRow::SCHEMA,
    ] {
        columns(&mut text, &schema);
    }
    for table in [
        TournamentFile::TABLE,
        TeamsFile::TABLE,
        HomologationFile::TABLE,
        FideFile::TABLE,
        ArbiterFile::TABLE,
        WithdrawalFile::TABLE,
        CorrectionFile::TABLE,
        PrizesFile::TABLE,
    ] {
        keys(&mut text, &table);
    }
    for schema in [
        PlayerRow::SCHEMA,
        GameRow::SCHEMA,
        TeamRow::SCHEMA,
        MatchRow::SCHEMA,
        BoardRow::SCHEMA,
        SubstitutionRow::SCHEMA,
        IncidentRow::SCHEMA,
    ] {
        columns(&mut text, &schema);
    }
    let of_plans = [PlanFile::TABLE, GroupFile::TABLE, PlannedPlayerFile::TABLE];
    let of_cases = [DisciplineFile::TABLE, SanctionFile::TABLE, DaysFile::TABLE];
    for table in of_plans.into_iter().chain(of_cases) {
        keys(&mut text, &table);
    }
    text
}

fn keys(text: &mut String, table: &KeyTable) {
    let level = if table.name.starts_with('[') { "###" } else { "##" };
    heading(text, level, table.name, table.doc);
    text.push_str("| key | value | meaning |\n|---|---|---|\n");
    for key in table.keys {
        let expected = key.expected.trim_start_matches("a ").trim_start_matches("an ");
        row(text, &[&format!("`{}`", key.name), expected, &join(key.doc)]);
    }
}

fn columns(text: &mut String, schema: &Schema) {
    heading(text, "##", schema.name, schema.doc);
    text.push_str("| column | | meaning |\n|---|---|---|\n");
    for column in schema.columns {
        let need = if column.required { "needed" } else { "" };
        row(text, &[&format!("`{}`", column.name), need, &join(column.doc)]);
    }
}

fn heading(text: &mut String, level: &str, name: &str, doc: &[&str]) {
    // Writing to a string cannot fail.
    let _ = write!(text, "\n{level} `{name}`\n\n{}\n\n", join(doc));
}

fn row(text: &mut String, cells: &[&str]) {
    for cell in cells {
        let _ = write!(text, "| {} ", cell.replace('|', "\\|"));
    }
    text.push_str("|\n");
}

/// The lines of a comment as one.
fn join(doc: &[&str]) -> String {
    doc.iter().map(|line| line.trim()).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `UPDATE_EXPECT=1` rewrites the file.
    #[test]
    fn the_description_is_that_of_the_declarations() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/src/source/DATA.md");
        let text = data_format();
        if std::env::var_os("UPDATE_EXPECT").is_some() {
            std::fs::write(path, &text).expect("the source folder can be written");
        }
        let written = std::fs::read_to_string(path).unwrap_or_default();
        assert_eq!(written, text, "run the tests with UPDATE_EXPECT=1");
    }
}
