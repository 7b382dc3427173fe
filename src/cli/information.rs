//! `explain`, `completions`, `man`: what the program says about itself.

use clap::CommandFactory;

use super::args::{Cli, CompletionsArgs, ExplainArgs};
use super::{Outcome, print};
use crate::explain;

/// More about a diagnostic's code, or the list of all codes.
pub fn explain(args: &ExplainArgs) -> Outcome {
    let Some(code) = &args.code else {
        for entry in explain::ALL {
            print(&format!("{}  {}\n", entry.code, entry.title));
        }
        return Outcome::Fine;
    };
    match explain::ALL.iter().find(|entry| entry.code.eq_ignore_ascii_case(code)) {
        Some(entry) => {
            print(&format!("{}: {}\n\n{}\n", entry.code, entry.title, entry.text));
            Outcome::Fine
        }
        None => {
            let near = crate::diag::nearest(code, explain::ALL.iter().map(|entry| entry.code));
            let hint = near.map(|code| format!("; did you mean {code}?")).unwrap_or_default();
            eprintln!("no diagnostic has the code `{code}`{hint}");
            Outcome::Usage
        }
    }
}

pub fn completions(args: &CompletionsArgs) -> Outcome {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), "butlleti", &mut script);
    print(&String::from_utf8_lossy(&script));
    Outcome::Fine
}

/// The manual page, in roff.
pub fn man() -> Outcome {
    let mut page = Vec::new();
    // Writing to memory does not fail.
    let _ = clap_mangen::Man::new(Cli::command()).render(&mut page);
    print(&String::from_utf8_lossy(&page));
    Outcome::Fine
}
