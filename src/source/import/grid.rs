//! Crosstables of round robins with a column for each opponent.

use super::builder::{self, PlayerRow, Said, build};
use super::headings::Heading;
use super::table::List;
use super::{Context, Imported, Importer, Input};
use crate::diag::{Diagnostic, Span};
use crate::model::System;

pub struct Grid;

impl Importer for Grid {
    fn name(&self) -> &'static str {
        "a crosstable of a round robin"
    }

    fn recognise(&self, input: &Input<'_>) -> bool {
        let list = input.sheet.as_ref().and_then(List::find);
        list.is_some_and(|list| {
            let columns = list.bare();
            // Every player has a star under their own number.
            let stars = list.players().zip(&columns);
            columns.len() > 2
                && list.has(Heading::Name)
                && stars.take(3).all(|(row, &(_, column))| row.get(column).starts_with('*'))
        })
    }

    fn read(&self, input: &Input<'_>, context: &mut Context<'_>) -> Option<Imported> {
        let list = input.sheet.as_ref().and_then(List::find)?;
        let columns = list.bare();
        let players: Vec<_> = list.players().collect();
        if players.len() != columns.len() {
            let message = format!("{} players, but {} columns", players.len(), columns.len());
            context.push(
                Diagnostic::error("E0631", message)
                    .at(list.header.span)
                    .hint("a crosstable of a round robin has a column for each player"),
            );
            return None;
        }
        // With an odd number, one is free in every round.
        let even = players.len() + players.len() % 2;
        let mut rows = Vec::new();
        for (own, row) in players.iter().enumerate() {
            let mut rounds: Vec<(Said, Span)> = vec![(Said::Nothing, row.span); even - 1];
            for (other, &(_, column)) in columns.iter().enumerate() {
                let (text, span) = (row.get(column), row.span_of(column));
                if other == own || text.is_empty() {
                    continue;
                }
                let Some(outcome) = builder::outcome(text) else {
                    context.push(
                        Diagnostic::error("E0631", format!("`{text}` is no result of one game"))
                            .at(span)
                            .hint("1, ½, 0, + or -; double round robins are read from TRF"),
                    );
                    continue;
                };
                let opponent = other as u32 + 1;
                let round = berger_round(own as u32 + 1, opponent, even as u32);
                if let Some(cell) = rounds.get_mut(round as usize - 1) {
                    *cell = (Said::Game { opponent, colour: None, outcome }, span);
                }
            }
            let number = own as u32 + 1;
            let entrant = list.entrant(context, row, number);
            let points = list.points_span(row);
            rows.push(PlayerRow { key: number, entrant, rounds, span: row.span, points });
        }
        context.push(
            Diagnostic::warning("W0630", "the table has neither rounds nor colours")
                .at(list.header.span)
                .hint("games stand in the rounds of the Berger tables, without colours: give a TRF file to have those that were"),
        );
        let system = System::RoundRobin { double: false };
        Some(Imported::Event(Box::new(build(context, &list.name, system, rows))))
    }
}

/// The round, from 1, in which two numbers meet in the Berger tables for an even number of
/// players.
fn berger_round(a: u32, b: u32, players: u32) -> u32 {
    let (low, high) = (a.min(b), a.max(b));
    let cycle = players - 1;
    let sum = if high == players { 2 * low } else { low + high };
    // Number 1 meets the last in the first round.
    (sum + cycle - 2) % cycle + 1
}

#[cfg(test)]
mod tests {
    use super::*;

    /// FIDE Handbook C.05, annex 1: the Berger table for six players.
    #[test]
    fn rounds_are_those_of_the_berger_tables() {
        let table: [&[(u32, u32)]; 5] = [
            &[(1, 6), (2, 5), (3, 4)],
            &[(6, 4), (5, 3), (1, 2)],
            &[(2, 6), (3, 1), (4, 5)],
            &[(6, 5), (1, 4), (2, 3)],
            &[(3, 6), (4, 2), (5, 1)],
        ];
        for (round, pairs) in table.iter().enumerate() {
            for &(a, b) in *pairs {
                assert_eq!(berger_round(a, b, 6), round as u32 + 1, "{a}–{b}");
            }
        }
    }
}
