//! Rating lists: FIDE's text with fixed columns, and tables with an identifier and a rating.

use super::headings::Heading;
use super::table::{List, birth};
use super::{Context, Imported, Importer, Input, Rated};
use crate::diag::{Diagnostic, Span};
use crate::model::Ratings;

/// FIDE's list as text. Columns are found by the words of the heading line, whose place differs
/// between editions.
pub struct FideText;

/// Byte ranges of the columns that are used.
#[derive(Clone, Copy, Debug)]
struct Columns {
    id: (usize, usize),
    name: (usize, usize),
    federation: (usize, usize),
    rating: (usize, usize),
    games: (usize, usize),
    birth: (usize, usize),
}

fn columns(header: &str) -> Option<Columns> {
    let at = |word: &str| header.find(word);
    // From a heading to the next one, whatever that is.
    let until = |from: usize| {
        let rest = &header[from..];
        let word = rest.find(' ').unwrap_or(rest.len());
        let gap = rest[word..].find(|c: char| c != ' ').unwrap_or(rest.len() - word);
        from + word + gap
    };
    let name = at("Name")?;
    let federation = at("Fed")?;
    // `SRtng`, or the month of the list (`OCT26`) in one of a single rate of play.
    let month = |word: &&str| {
        // Bytes: a word of five may hold a letter of two.
        let (letters, digits) = word.as_bytes().split_at(word.len().min(3));
        digits.len() == 2
            && letters.iter().all(u8::is_ascii_uppercase)
            && digits.iter().all(u8::is_ascii_digit)
    };
    let rating = at("SRtng").or_else(|| header.split(' ').find(month).and_then(at))?;
    let games = at("SGm").or_else(|| at("Gms"))?;
    let birth = at("B-day")?;
    // Words found twice may stand in another order: a field ends after it begins.
    if !header.starts_with("ID") || name >= federation || rating > games {
        return None;
    }
    Some(Columns {
        id: (0, name),
        name: (name, federation),
        federation: (federation, until(federation)),
        rating: (rating, games),
        games: (games, until(games)),
        birth: (birth, until(birth)),
    })
}

impl Importer for FideText {
    fn name(&self) -> &'static str {
        "a rating list of FIDE"
    }

    fn recognise(&self, input: &Input<'_>) -> bool {
        input.text.lines().next().and_then(columns).is_some()
    }

    fn read(&self, input: &Input<'_>, context: &mut Context<'_>) -> Option<Imported> {
        let header = input.text.lines().next()?;
        let columns = columns(header)?;
        let mut rated = Vec::new();
        let mut start = 0;
        for line in input.text.split_inclusive('\n') {
            let (content, from) = (line.trim_end(), start);
            start += line.len();
            if from == 0 || content.is_empty() {
                continue;
            }
            let field = |(first, last): (usize, usize)| {
                content.get(first..last.min(content.len())).unwrap_or("").trim()
            };
            let span = Span::new(input.file, from, from + content.len());
            let (id, name) = (field(columns.id), field(columns.name));
            let Some(id) = id.parse().ok().filter(|&id: &u32| id > 0) else {
                context.push(
                    Diagnostic::error("E0635", "a line of the list begins with a FIDE identifier")
                        .at(span)
                        .hint("has the line been cut, or is it of another list?"),
                );
                continue;
            };
            if name.is_empty() || !content.is_ascii() {
                context.push(
                    Diagnostic::warning("W0614", format!("the name of {id} cannot be read"))
                        .at(span),
                );
                continue;
            }
            let federation = field(columns.federation);
            let number = |text: &str| text.parse::<u32>().ok().filter(|&n| n > 0);
            let rating = super::table::rating(context, field(columns.rating), span);
            rated.push(Rated {
                name: name.to_owned(),
                fide_id: Some(id),
                federation: (!federation.is_empty()).then(|| federation.to_owned()),
                born: field(columns.birth).parse().ok().filter(|&year: &i16| year > 0),
                ratings: Ratings { fide: rating, ..Ratings::default() },
                games: number(field(columns.games)).unwrap_or(0),
                span,
            });
        }
        finish(context, input, rated)
    }
}

/// A table with names, an identifier and a rating, and no starting numbers: lists of federations.
/// Ratings under a heading of FIDE are FIDE's; others are taken as FEDA's where the list has FEDA
/// identifiers, else as national.
pub struct RatingTable;

impl Importer for RatingTable {
    fn name(&self) -> &'static str {
        "a table of ratings"
    }

    fn recognise(&self, input: &Input<'_>) -> bool {
        let list = input.sheet.as_ref().and_then(List::find);
        list.is_some_and(|list| {
            let rated = [Heading::Rating, Heading::NationalRating, Heading::FideRating];
            list.has(Heading::Name) && rated.into_iter().any(|heading| list.has(heading))
        })
    }

    fn read(&self, input: &Input<'_>, context: &mut Context<'_>) -> Option<Imported> {
        let list = input.sheet.as_ref().and_then(List::find)?;
        let headings = list.header.cells.iter().map(|cell| cell.text.to_lowercase());
        let feda = headings.into_iter().any(|text| text.contains("feda"));
        let mut rated = Vec::new();
        for row in list.players() {
            let rating = |context: &mut Context<'_>, heading| {
                let column = list.column(heading)?;
                super::table::rating(context, row.get(column), row.span_of(column))
            };
            let own = rating(context, Heading::NationalRating).or(rating(context, Heading::Rating));
            let fide = rating(context, Heading::FideRating);
            let ratings = if feda {
                Ratings { fide, feda: own, ..Ratings::default() }
            } else {
                Ratings { fide, national: own, ..Ratings::default() }
            };
            let given = |heading| Some(list.text(row, heading)).filter(|text| !text.is_empty());
            rated.push(Rated {
                // Old lists write a point between surnames and name.
                name: list.text(row, Heading::Name).replace(". ", ", "),
                fide_id: given(Heading::FideId).and_then(|id| id.parse().ok()),
                federation: given(Heading::Federation).map(str::to_owned),
                born: given(Heading::Birth).and_then(birth).map(|day| day.year()),
                ratings,
                games: 0,
                span: row.span,
            });
        }
        finish(context, input, rated)
    }
}

fn finish(context: &mut Context<'_>, input: &Input<'_>, rated: Vec<Rated>) -> Option<Imported> {
    if rated.is_empty() {
        context.push(
            Diagnostic::error("E0613", "the list has no players").at(Span::new(input.file, 0, 0)),
        );
        return None;
    }
    Some(Imported::Ratings(rated))
}
