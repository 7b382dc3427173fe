//! The command line: its commands and options, with their help.

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum};

use crate::core::fide::tiebreak::{Descriptor, Edition};
use crate::core::tiebreak::CriterionKey;
use crate::diag::nearest;
use crate::rulebook::bind::Key;

/// Rulebooks and results of a chess federation: a web site and typeset bulletins in which every
/// computed value cites the provision that defines it.
#[derive(Debug, Parser)]
#[command(
    name = "butlleti",
    version,
    max_term_width = 100,
    after_help = "\
Examples:
  butlleti build                        the whole site, into public/
  butlleti check                        everything but writing
  butlleti standings results.trf        standings of a file outside any site
  butlleti norms 1990/tancat-barcelona --json

Exit codes: 0 fine, 1 findings or errors, 2 a mistake in the command."
)]
pub struct Cli {
    #[command(subcommand)]
    pub command: Command,

    /// Folder of the site (where `site.toml` lies)
    #[arg(long, global = true, value_name = "DIR", default_value = ".")]
    pub root: PathBuf,

    /// Say more: notes, and what takes time
    #[arg(short, long, global = true)]
    pub verbose: bool,

    /// Say only what is wrong
    #[arg(short, long, global = true, conflicts_with = "verbose")]
    pub quiet: bool,

    /// Language of what is written: ca, es, en
    #[arg(long, global = true, value_name = "CODE")]
    pub lang: Option<String>,
}

#[derive(Debug, Subcommand)]
pub enum LineupCommand {
    /// Checks the line-ups against the clubs' lists in order of strength: who loses a match by them
    Check(ReportArgs),
}

#[derive(Debug, Subcommand)]
pub enum Command {
    Build(BuildArgs),
    Serve(ServeArgs),
    Check(CheckArgs),
    Params(ParamsArgs),
    Standings(StandingsArgs),
    Crosstable(CrosstableArgs),
    Norms(NormsArgs),
    /// Homologation: every requirement of an event, or of a plan, and what to change
    ///
    /// TOURNAMENT may also be a plan: a TOML file, or the name of one in data/plans.
    Homologate(ReportArgs),
    Ledger(LedgerArgs),
    Case(CaseArgs),
    /// What the arbiters of data/arbiters.csv have towards their titles, and what is missing
    Arbiters(SiteArgs),
    Promote(PromoteArgs),
    Pair(PairArgs),
    Verify(VerifyArgs),
    Import(ImportArgs),
    Export(ExportArgs),
    Ask(AskArgs),
    Rules(RulesArgs),
    Titles(TitlesArgs),
    /// What the event does to ratings of FIDE
    Ratings(ReportArgs),
    /// Line-ups of a team event
    Lineup {
        #[command(subcommand)]
        command: LineupCommand,
    },
    /// The order of pairing numbers by the rules, beside the numbers of the event
    Numbers(ReportArgs),
    Submission(SubmissionArgs),
    Draw(DrawArgs),
    Simulate(SimulateArgs),
    Explain(ExplainArgs),
    Completions(CompletionsArgs),
    Man,
}

/// Build the whole site: pages, PDF documents, exports
///
/// Nothing is written when there is any error: the last complete site stays in place.
#[derive(Debug, Args)]
pub struct BuildArgs {
    /// Folder of the finished site [default: public/ in the site's folder]
    #[arg(long, value_name = "DIR")]
    pub output: Option<PathBuf>,
    /// Leave the PDF documents out
    #[arg(long)]
    pub no_pdf: bool,
    /// Make everything anew, whatever stands there from the last build
    #[arg(long)]
    pub clean: bool,
    /// Say where the time goes: stages, and the slowest templates, pages and documents
    #[arg(long)]
    pub timings: bool,
    /// Keep the sources of the PDF documents under pdf-sources/ in the output
    #[arg(long)]
    pub keep_typst: bool,
    /// Findings as JSON on standard output
    #[arg(long)]
    pub json: bool,
}

/// Show the site while you work on it: built again at every change, pages shown anew by themselves
///
/// Errors are told here and in the pages; until they are mended the last good site is shown. Only
/// this machine is answered.
#[derive(Debug, Args)]
pub struct ServeArgs {
    /// Port; 0 takes any that is free
    #[arg(long, default_value_t = 1414)]
    pub port: u16,
    /// Make the PDF documents too
    #[arg(long)]
    pub pdf: bool,
}

/// Check everything without writing
#[derive(Debug, Args)]
pub struct CheckArgs {
    /// Compare the identifiers of the provisions with a checklist, and list what is missing
    #[arg(long, value_name = "FILE")]
    pub inventory: Option<PathBuf>,
    /// Add new identifiers of provisions to content/ids.lock
    #[arg(long)]
    pub write_ids: bool,
    /// Findings as JSON on standard output
    #[arg(long)]
    pub json: bool,
}

/// List the parameters of the regulations: every number that calculations use, and where it stands
#[derive(Debug, Args)]
pub struct ParamsArgs {
    /// As JSON: an array of {id, value, unit, provision, file, line}
    #[arg(long)]
    pub json: bool,
    /// The text in force on this day [default: as published]
    #[arg(long, value_name = "YYYY-MM-DD")]
    pub on: Option<String>,
}

/// What every command about a tournament takes.
#[derive(Debug, Args)]
pub struct TournamentArgs {
    /// A tournament of the site (its slug), a folder, or a file that can be imported
    #[arg(value_name = "TOURNAMENT")]
    pub tournament: String,
    /// As JSON
    #[arg(long)]
    pub json: bool,
    /// Show the working of every value
    #[arg(long)]
    pub explain: bool,
}

/// Standings with tie-breaks
#[derive(Debug, Args)]
pub struct StandingsArgs {
    #[command(flatten)]
    pub tournament: TournamentArgs,
    /// After this round [default: the last complete one]
    #[arg(long, value_name = "N")]
    pub round: Option<u32>,
    /// Buchholz without the correction of Swiss 16
    #[arg(long)]
    pub plain_buchholz: bool,
    /// These criteria in place of the list of the rules, in order: of 1990 (`progressive`) or of
    /// FIDE (`BH/C1`, `SB`, `DE`)
    #[arg(long, value_name = "LIST", value_delimiter = ',', value_parser = tie_break)]
    pub tie_breaks: Option<Vec<String>>,
    /// Edition of FIDE's tie-breaks: 2009, 2023, 2024-08, 2026-03 [default: in force on the first
    /// day]
    #[arg(long, value_name = "EDITION", value_parser = edition)]
    pub edition: Option<Edition>,
}

/// A criterion of either kind, as it is written.
fn tie_break(text: &str) -> Result<String, String> {
    if CriterionKey::from_key(text).is_some() {
        return Ok(text.to_owned());
    }
    Descriptor::parse(text).map(|descriptor| descriptor.to_string()).map_err(|error| {
        let known = CriterionKey::known().into_iter().chain(Descriptor::codes());
        let hint = nearest(text, known).map(|near| format!("; did you mean `{near}`?"));
        format!("{error}{}", hint.unwrap_or_default())
    })
}

fn edition(text: &str) -> Result<Edition, String> {
    let known = Edition::ALL.map(Edition::key).join(", ");
    Edition::from_key(text).ok_or_else(|| format!("the editions are {known}"))
}

/// Crosstable
#[derive(Debug, Args)]
pub struct CrosstableArgs {
    #[command(flatten)]
    pub tournament: TournamentArgs,
    /// Order of the rows
    #[arg(long, value_enum, default_value_t = Order::Rank)]
    pub order: Order,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Order {
    Rank,
    Number,
}

/// A report on a tournament
#[derive(Debug, Args)]
pub struct ReportArgs {
    #[command(flatten)]
    pub tournament: TournamentArgs,
}

/// Norms of Mestre Català in a tournament
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  butlleti norms 1990/tancat-roca-alta --explain
  butlleti norms 1990/obert-nadal --forecast        what is still needed, before the rounds left
  butlleti norms results.trf --forecast --round 8   the same after round 8")]
pub struct NormsArgs {
    #[command(flatten)]
    pub tournament: TournamentArgs,
    /// What every player needs for a norm in the rounds left
    #[arg(long)]
    pub forecast: bool,
    /// After this round [default: the last complete one; of a finished event the one before the
    /// last]
    #[arg(long, value_name = "N", requires = "forecast")]
    pub round: Option<u32>,
}

/// A report on the whole site
#[derive(Debug, Args)]
pub struct SiteArgs {
    /// As JSON
    #[arg(long)]
    pub json: bool,
    /// Show the working of every value
    #[arg(long)]
    pub explain: bool,
}

/// A case file of discipline worked out: class, procedure, range and degree, lapse, every deadline
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  butlleti case 1991-01                  a file of data/discipline
  butlleti case 1991-01 --resolution     the words of its resolution
  butlleti case somewhere/case.toml --json")]
pub struct CaseArgs {
    /// Name of a file of data/discipline, or any such file
    #[arg(value_name = "FILE")]
    pub file: String,
    /// The resolution instead of the whole working
    #[arg(long)]
    pub resolution: bool,
    /// Write the resolution for the parties, with the names, as PDF
    #[arg(long, value_name = "FILE", conflicts_with_all = ["json", "resolution"])]
    pub pdf: Option<PathBuf>,
    /// Leave the infringer's name out where the file withholds it
    #[arg(long)]
    pub withheld: bool,
    /// As JSON
    #[arg(long)]
    pub json: bool,
    /// Show the working of every value
    #[arg(long)]
    pub explain: bool,
}

/// Promotions of category: of a tournament, or the list of a season
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  butlleti promote 1990/obert-pas-de-los
  butlleti promote 1990/obert-nadal --round 3   who could still rise after round 3
  butlleti promote                              the latest season of the site
  butlleti promote --season 1991 --csv
  butlleti promote --from 1990-09-01 --to 1990-12-31")]
pub struct PromoteArgs {
    /// A tournament of the site (its slug), a folder, or a file that can be imported [default: all
    /// events of the site that give promotions]
    #[arg(value_name = "TOURNAMENT")]
    pub tournament: Option<String>,
    /// As it stood after this round: who could still be promoted
    #[arg(long, value_name = "N", requires = "tournament")]
    pub round: Option<u32>,
    /// Season, by the year in which it ends [default: the latest with an event]
    #[arg(long, value_name = "YEAR", conflicts_with_all = ["tournament", "from", "to"])]
    pub season: Option<i32>,
    /// Events that ended on this day or later
    #[arg(long, value_name = "YYYY-MM-DD", conflicts_with = "tournament")]
    pub from: Option<String>,
    /// Events that ended on this day or before
    #[arg(long, value_name = "YYYY-MM-DD", conflicts_with = "tournament")]
    pub to: Option<String>,
    /// The list as a table for spreadsheets
    #[arg(long, conflicts_with_all = ["tournament", "json"])]
    pub csv: bool,
    /// As JSON
    #[arg(long)]
    pub json: bool,
    /// Show the working of every value
    #[arg(long)]
    pub explain: bool,
}

/// Norms and titles of Mestre Català: the ledger of a player, or of everybody
///
/// Counts the norms made in the site's tournaments and rating lists, and those of data/norms.csv.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  butlleti ledger                       who holds the title, and who is on the way
  butlleti ledger soler-anna --explain
  butlleti ledger --on 1990-06-30 --json")]
pub struct LedgerArgs {
    /// Identifier or name of a player
    #[arg(value_name = "PLAYER")]
    pub player: Option<String>,
    /// As it stands on this day [default: the last day that the data know of]
    #[arg(long, value_name = "YYYY-MM-DD")]
    pub on: Option<String>,
    /// As JSON
    #[arg(long)]
    pub json: bool,
    /// Show the working of every value
    #[arg(long)]
    pub explain: bool,
}

/// Title norms of FIDE: GM, IM, WGM, WIM
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  butlleti titles 2026/magistral-serra-alta
  butlleti titles 2026/magistral-serra-alta --certificate 4 --output norma.pdf
  butlleti titles 2026/magistral-serra-alta --certificate 4 --json")]
pub struct TitlesArgs {
    #[command(flatten)]
    pub tournament: TournamentArgs,
    /// The certificate (form IT1) of the norm made by this player: a pairing number, or a part of
    /// the name
    #[arg(long, value_name = "PLAYER")]
    pub certificate: Option<String>,
    /// File to write: `.pdf` or `.json` [default: shown on standard output]
    #[arg(long, value_name = "FILE", requires = "certificate")]
    pub output: Option<PathBuf>,
}

/// What is sent to FIDE after an event (form IT3), and whether anything is missing
///
/// Every requirement is answered with pass, fail or not known, what was measured, its article, and
/// how to mend it.
#[derive(Debug, Args)]
pub struct SubmissionArgs {
    #[command(flatten)]
    pub tournament: TournamentArgs,
    /// File to write: `.pdf` or `.json` [default: shown on standard output]
    #[arg(long, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

/// Pair a round: the next one, or one already played as the system would have made it
///
/// Absences, late entries, requested byes and restrictions are taken from the data.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  butlleti pair 1990/obert-nadal --explain
  butlleti pair results.trf --round 5 --format pairs
  butlleti pair 1990/obert-nadal --write      appends the round to games.csv")]
pub struct PairArgs {
    #[command(flatten)]
    pub tournament: TournamentArgs,
    /// The round [default: the one after the last recorded]
    #[arg(long, value_name = "N")]
    pub round: Option<u32>,
    /// fce-1990, fide-dutch-2026, fide-dutch-2017, round-robin, knock-out [default: the event's]
    #[arg(long, value_name = "SYSTEM")]
    pub pairing: Option<String>,
    /// How to write it; `pairs` is a count and `white black` on each line, 0 for the bye
    #[arg(long, value_enum, default_value_t = PairFormat::Table)]
    pub format: PairFormat,
    /// Append the round to the tournament's file
    #[arg(long)]
    pub write: bool,
    /// The arbiter's way out: somebody who had a bye may have it again when nobody else can
    #[arg(long)]
    pub allow_second_bye: bool,
    /// Without the exceptions of 100 points (Swiss 10.2, 10.6)
    #[arg(long)]
    pub no_rating_exceptions: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum PairFormat {
    Table,
    Pairs,
    Json,
}

/// Check that every round is the system's; every difference is told with its articles
#[derive(Debug, Args)]
pub struct VerifyArgs {
    #[command(flatten)]
    pub tournament: TournamentArgs,
    /// The system [default: the event's]
    #[arg(long, value_name = "SYSTEM")]
    pub pairing: Option<String>,
}

/// Read files of other programs into files of this one's data format
///
/// Formats are recognised by content: TRF, lists of chess-results.com and Swiss-Manager (CSV,
/// XLSX), upload XML, SwissPerfect, PGN, rating lists. With any error nothing is written. In the
/// folder of a site, people are matched with its register; whoever is doubtful is listed in
/// identities.csv. Into `data/tournaments` of a folder without a `site.toml`, one is written too, so
/// that `butlleti build` publishes the event at once.
#[derive(Debug, Args)]
pub struct ImportArgs {
    /// Files to read
    #[arg(value_name = "FILE", required = true)]
    pub files: Vec<PathBuf>,
    /// Folder to write into; it must not exist, or be empty
    #[arg(long, value_name = "DIR")]
    pub to: PathBuf,
    /// The identities.csv of an earlier import, with its column `player` filled in
    #[arg(long, value_name = "FILE")]
    pub identities: Option<PathBuf>,
}

/// Write a tournament in a format of other programs
#[derive(Debug, Args)]
pub struct ExportArgs {
    /// A tournament of the site (its slug), a folder, or a file that can be imported
    #[arg(value_name = "TOURNAMENT")]
    pub tournament: String,
    /// Format
    #[arg(long, value_enum, default_value_t = ExportFormat::Trf16)]
    pub format: ExportFormat,
    /// File to write, for csv a new folder [default: standard output; needed for csv]
    #[arg(long, value_name = "PATH")]
    pub out: Option<PathBuf>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ExportFormat {
    /// FIDE's report file of 2016
    Trf16,
    /// FIDE's report file of 2026
    Trf26,
    /// The files of this program's own data format
    Csv,
    /// One JSON document
    Json,
    /// Games without moves
    Pgn,
}

/// Ask one calculation of the regulations
///
/// Without a name, every calculation is listed with its inputs. The inputs come as a JSON object on
/// standard input, or as field=value arguments; the answer is the value with its citations and its
/// working.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  butlleti ask
  butlleti ask lateness late=visitor different_towns=true proof=accepted minutes=61
  echo '{\"score\": 4.5, \"rounds\": 8}' | butlleti ask unrated-scale --json")]
pub struct AskArgs {
    /// Name of the calculation
    #[arg(value_name = "NAME")]
    pub name: Option<String>,
    /// Inputs, instead of JSON on standard input; values are JSON or plain text
    #[arg(value_name = "FIELD=VALUE")]
    pub inputs: Vec<String>,
    /// Print the JSON schema of the inputs
    #[arg(long, requires = "name")]
    pub schema: bool,
    /// As JSON: {value, citation, working}
    #[arg(long)]
    pub json: bool,
    /// By the text in force on this day [default: as published]
    #[arg(long, value_name = "YYYY-MM-DD")]
    pub on: Option<String>,
}

/// Say which provisions the program computes
#[derive(Debug, Args)]
pub struct RulesArgs {
    /// Every provision that can be computed, with the function that does it and its test, or the
    /// reason why it is left to a person
    #[arg(long)]
    pub coverage: bool,
    /// As JSON: an array of {provision, computed, by, test, reason}
    #[arg(long)]
    pub json: bool,
}

/// Draw the numbers of a league from a seed
///
/// The same list of names and the same seed always give the same numbers. Write them into
/// `players.csv`, and the seed as `draw_seed` into `tournament.toml`: the pages then show that the
/// numbers are those of the draw.
#[derive(Debug, Args)]
pub struct DrawArgs {
    #[command(flatten)]
    pub tournament: TournamentArgs,
    /// Seed, from a public draw [default: `draw_seed` of the tournament]
    #[arg(long, value_name = "S")]
    pub seed: Option<u64>,
    /// Let members of one club meet as early as can be
    #[arg(long)]
    pub clubmates_first: bool,
}

/// Make invented tournaments, the same for the same seed
#[derive(Debug, Args)]
pub struct SimulateArgs {
    /// Folder to write into; it must not exist, or be empty
    #[arg(long, value_name = "DIR")]
    pub out: PathBuf,
    /// A whole site with this many tournaments instead of one
    #[arg(long, value_name = "N", conflicts_with_all = ["players", "rounds", "pairing", "teams", "mix", "draws", "forfeits", "absences", "late", "withdrawals"])]
    pub tournaments: Option<u32>,
    /// So many questions of each calculation that has a form on the site, with the answers
    #[arg(long, value_name = "N", conflicts_with_all = ["players", "rounds", "pairing", "teams", "tournaments", "exercise"])]
    pub questions: Option<u32>,
    /// Pairing system: fce-1990, round-robin, knock-out …
    #[arg(long, value_name = "SYSTEM", default_value = "fce-1990")]
    pub pairing: String,
    /// Number of players
    #[arg(long, value_name = "N", default_value_t = 40)]
    pub players: u32,
    /// Number of rounds [default: 9 of a Swiss, all of a league or a knock-out]
    #[arg(long, value_name = "R")]
    pub rounds: Option<u32>,
    /// An event of so many teams instead of players
    #[arg(long, value_name = "N", conflicts_with = "players")]
    pub teams: Option<u32>,
    /// Boards of a match between teams
    #[arg(long, value_name = "B", default_value_t = 4, requires = "teams")]
    pub boards: u32,
    /// How many of each category, as weights: Preferent,1a,2a,3a
    #[arg(long, value_name = "P,A,B,C", value_delimiter = ',', num_args = 1)]
    pub mix: Option<Vec<u32>>,
    /// Games between equals that end in a draw, in thousandths [default: 380]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(0..=1000))]
    pub draws: Option<u32>,
    /// Games to which a player does not come, in thousandths [default: 8]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(0..=1000))]
    pub forfeits: Option<u32>,
    /// Players who tell that they will miss a round, in thousandths [default: 6]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(0..=1000))]
    pub absences: Option<u32>,
    /// Players who enter a Swiss in round 2 or 3
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub late: u32,
    /// Players who leave before the last round
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub withdrawals: u32,
    /// An exercise: every round as it stands before it is paired, and the solution
    #[arg(long, conflicts_with_all = ["teams", "tournaments"])]
    pub exercise: bool,
    /// Seed of the generator
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub seed: u64,
}

/// Say more about a code of a diagnostic
#[derive(Debug, Args)]
pub struct ExplainArgs {
    /// For example E0301; without it, all are listed
    #[arg(value_name = "CODE")]
    pub code: Option<String>,
}

/// Completions for a shell, on standard output
#[derive(Debug, Args)]
pub struct CompletionsArgs {
    #[arg(value_enum)]
    pub shell: clap_complete::Shell,
}
