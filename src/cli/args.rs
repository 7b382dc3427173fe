//! The command line: its commands and options, with their help.

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum};

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
pub enum Command {
    Build(BuildArgs),
    Check(CheckArgs),
    Params(ParamsArgs),
    Standings(StandingsArgs),
    Crosstable(CrosstableArgs),
    Norms(ReportArgs),
    Homologate(ReportArgs),
    Promote(ReportArgs),
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
    /// Keep the sources of the PDF documents under pdf-sources/ in the output
    #[arg(long)]
    pub keep_typst: bool,
    /// Findings as JSON on standard output
    #[arg(long)]
    pub json: bool,
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
    #[arg(long, value_name = "N", conflicts_with_all = ["players", "rounds", "pairing", "teams"])]
    pub tournaments: Option<u32>,
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
