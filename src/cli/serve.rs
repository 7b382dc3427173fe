//! `serve`.

use super::args::ServeArgs;
use super::{Outcome, Session};
use crate::build::Options;

pub fn serve(session: &mut Session, args: &ServeArgs) -> Outcome {
    let root = session.project.root().map(std::path::PathBuf::from).unwrap_or_default();
    let language = session.language.clone();
    let options = Options { no_pdf: !args.pdf, language: language.clone(), ..Options::default() };
    let say = |text: &str| session.say(text);
    match crate::serve::serve(&root, args.port, language, options, &say) {
        Ok(()) => Outcome::Fine,
        Err(error) => {
            eprintln!("error: {error}");
            Outcome::Findings
        }
    }
}
