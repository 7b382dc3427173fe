//! The command line: arguments in, text or JSON out, an exit code.
//!
//! Commands are thin: they load, call, print. `args` declares them; each other file holds a group.

mod args;
mod ask;
mod build;
mod case;
mod export;
mod fide;
mod import;
mod information;
mod ledger;
mod new_files;
mod pair;
mod promotions;
mod rulebook;
mod serve;
mod simulate;
mod tournament;
mod write_round;

use std::io::{IsTerminal, Write};
use std::process::ExitCode;

use clap::Parser;

pub use args::Cli;
use args::{Command, LineupCommand};

use crate::diag::{Diagnostics, Severity, Sources};
use crate::lang::Language;
use crate::project::Project;

/// Runs the program on the process's arguments.
pub fn main() -> ExitCode {
    let cli = Cli::parse();
    match run(&cli) {
        Outcome::Fine => ExitCode::SUCCESS,
        Outcome::Findings => ExitCode::from(1),
        Outcome::Usage => ExitCode::from(2),
    }
}

/// How a command ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    Fine,
    /// Findings, differences or errors.
    Findings,
    /// The command itself was wrong.
    Usage,
}

fn run(cli: &Cli) -> Outcome {
    let mut session = Session::new(cli);
    match &cli.command {
        Command::Build(args) => build::build(&mut session, args),
        Command::Serve(args) => serve::serve(&mut session, args),
        Command::Check(args) => rulebook::check(&mut session, args),
        Command::Params(args) => rulebook::params(&mut session, args),
        Command::Standings(args) => tournament::standings(&mut session, args),
        Command::Crosstable(args) => tournament::crosstable(&mut session, args),
        Command::Norms(args) => tournament::norms(&mut session, args),
        Command::Homologate(args) => tournament::homologate(&mut session, args),
        Command::Case(args) => case::case(&mut session, args),
        Command::Arbiters(args) => ledger::arbiters(&mut session, args),
        Command::Ledger(args) => ledger::ledger(&mut session, args),
        Command::Promote(args) => promotions::promote(&mut session, args),
        Command::Pair(args) => pair::pair(&mut session, args),
        Command::Verify(args) => pair::verify(&mut session, args),
        Command::Import(args) => import::import(&mut session, args),
        Command::Export(args) => export::export(&mut session, args),
        Command::Ask(args) => ask::ask(&mut session, args),
        Command::Rules(args) => rulebook::rules(args),
        Command::Titles(args) => fide::titles(&mut session, args),
        Command::Submission(args) => fide::submission(&mut session, args),
        Command::Ratings(args) => tournament::ratings(&mut session, args),
        Command::Lineup { command: LineupCommand::Check(args) } => {
            tournament::lineup(&mut session, args)
        }
        Command::Numbers(args) => tournament::numbers(&mut session, args),
        Command::Draw(args) => tournament::draw(&mut session, args),
        Command::Simulate(args) => simulate::simulate(&mut session, args),
        Command::Explain(args) => information::explain(args),
        Command::Completions(args) => information::completions(args),
        Command::Man => information::man(),
    }
}

/// What every command has: where the site is, what was read, what was found.
pub(crate) struct Session {
    pub project: Project,
    pub sources: Sources,
    pub diagnostics: Diagnostics,
    pub verbosity: Verbosity,
    pub language: Option<String>,
    root_given: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Verbosity {
    Quiet,
    Normal,
    Verbose,
}

impl Session {
    fn new(cli: &Cli) -> Self {
        let verbosity = match (cli.quiet, cli.verbose) {
            (true, _) => Verbosity::Quiet,
            (_, true) => Verbosity::Verbose,
            _ => Verbosity::Normal,
        };
        Self {
            project: Project::disk(&cli.root),
            sources: Sources::default(),
            diagnostics: Diagnostics::new(),
            verbosity,
            language: cli.lang.clone(),
            root_given: cli.root.as_os_str() != ".",
        }
    }

    /// The site's rulebook where there is a site, the built-in one outside any.
    pub fn texts(&self) -> &Project {
        let has_site = self.project.exists(std::path::Path::new("site.toml"));
        if has_site || self.root_given { &self.project } else { &Project::Embedded }
    }

    /// The language asked for, else `default`.
    pub fn load_language(&mut self, default: &str) -> Option<Language> {
        let code = self.language.clone().unwrap_or_else(|| default.to_owned());
        Language::load(&code, &self.project, &self.sources, &mut self.diagnostics)
    }

    /// Prints what was found, to standard error; says whether all is well.
    pub fn report(&self) -> Outcome {
        let colour = colour(&std::io::stderr());
        let shown = self.diagnostics.at_least(match self.verbosity {
            Verbosity::Quiet => Severity::Error,
            Verbosity::Normal => Severity::Warning,
            Verbosity::Verbose => Severity::Note,
        });
        eprint!("{}", shown.render(&self.sources, colour));
        let (errors, warnings, notes) = (
            self.diagnostics.count(Severity::Error),
            self.diagnostics.count(Severity::Warning),
            self.diagnostics.count(Severity::Note),
        );
        if self.verbosity > Verbosity::Quiet && errors + warnings > 0 {
            eprintln!("{}", summary(errors, warnings, notes));
        }
        if errors > 0 { Outcome::Findings } else { Outcome::Fine }
    }

    /// The findings as JSON on standard output.
    pub fn report_json(&self) -> Outcome {
        print_json(&self.diagnostics.to_json(&self.sources));
        if self.diagnostics.has_errors() { Outcome::Findings } else { Outcome::Fine }
    }

    /// Something said on the way, unless quiet.
    pub fn say(&self, text: &str) {
        if self.verbosity > Verbosity::Quiet {
            eprintln!("{text}");
        }
    }
}

fn summary(errors: usize, warnings: usize, notes: usize) -> String {
    let count = |n: usize, word: &str| format!("{n} {word}{}", if n == 1 { "" } else { "s" });
    let mut parts = Vec::new();
    for (n, word) in [(errors, "error"), (warnings, "warning"), (notes, "note")] {
        if n > 0 {
            parts.push(count(n, word));
        }
    }
    let mut text = parts.join(", ");
    if errors > 0 {
        text.push_str("; `butlleti explain CODE` says more");
    }
    text
}

/// Colours for people at a terminal who have not asked for none.
pub(crate) fn colour(stream: &impl IsTerminal) -> bool {
    stream.is_terminal() && std::env::var_os("NO_COLOR").is_none()
}

/// Writes to standard output; a reader that has gone away (`| head`) is no error.
pub(crate) fn print(text: &str) {
    let _ = std::io::stdout().write_all(text.as_bytes());
}

pub(crate) fn print_json(value: &serde_json::Value) {
    print(&format!("{value:#}\n"));
}
