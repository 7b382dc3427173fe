//! Pairings of one round. They name no starting numbers and say nothing of other rounds, so they
//! are recognised in order to say what to give instead.

use super::headings::Heading;
use super::table::List;
use super::{Context, Imported, Importer, Input, not_an_event};
use crate::diag::Span;

pub struct Pairings;

impl Importer for Pairings {
    fn name(&self) -> &'static str {
        "pairings of a round"
    }

    fn recognise(&self, input: &Input<'_>) -> bool {
        let list = input.sheet.as_ref().and_then(List::find);
        list.is_some_and(|list| {
            let players = list.has(Heading::White) && list.has(Heading::Black);
            let teams = list.columns.iter().filter(|c| **c == Some(Heading::Team)).count() == 2;
            players || teams
        })
    }

    fn read(&self, input: &Input<'_>, context: &mut Context<'_>) -> Option<Imported> {
        let list = input.sheet.as_ref().and_then(List::find);
        let teams = list.as_ref().is_some_and(|list| !list.has(Heading::White));
        let (what, hint) = if teams {
            ("a list of matches", "give the board pairings of the round, which name the players")
        } else {
            ("a list of pairings", "give the crosstable, which holds all rounds")
        };
        let at = list.map_or(Span::new(input.file, 0, 0), |list| list.header.span);
        not_an_event(context, at, what, hint);
        None
    }
}
