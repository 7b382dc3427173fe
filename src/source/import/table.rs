//! Lists with a preamble, a heading line and rows: what all formats of tables share.

use super::headings::{Heading, recognise};
use super::sheet::{Row, Sheet};
use super::{Context, builder};
use crate::diag::{Diagnostic, Span};
use crate::model::{Date, Entrant, Ratings, Sex, Title, fold};
use crate::source::trf::dates;

/// A list in its parts.
pub struct List<'s> {
    /// Name of the event, from the preamble.
    pub name: String,
    pub header: &'s Row,
    /// What each column holds.
    pub columns: Vec<Option<Heading>>,
    pub rows: &'s [Row],
}

/// Headings that a heading line must have at least.
const LEAST: usize = 3;

impl<'s> List<'s> {
    /// Finds the heading line: the first with enough known headings, a name or a pair of players
    /// among them.
    pub fn find(sheet: &'s Sheet) -> Option<Self> {
        let at = sheet.rows.iter().take(40).position(|row| {
            let known: Vec<Heading> =
                row.cells.iter().filter_map(|cell| recognise(&cell.text)).collect();
            let who = |heading: &Heading| {
                matches!(heading, Heading::Name | Heading::White | Heading::Team)
            };
            known.len() >= LEAST && known.iter().any(who)
        })?;
        let header = &sheet.rows[at];
        let mut columns: Vec<_> = header.cells.iter().map(|cell| recognise(&cell.text)).collect();
        // `n` after the name counts games; before it, it is the starting number.
        let who = columns.iter().position(|heading| *heading == Some(Heading::Name));
        for (at, cell) in header.cells.iter().enumerate().skip(who.unwrap_or(usize::MAX)) {
            if fold(&cell.text) == "n" {
                columns[at] = Some(Heading::Computed);
            }
        }
        let name = name_of(&sheet.rows[..at]);
        let mut list = Self { name, header, columns, rows: &sheet.rows[at + 1..] };
        list.find_points();
        Some(list)
    }

    /// A list without a column of points may have them as a tie-break, which the annotation under
    /// the list says: `Tie Break1: points (game-points)`.
    fn find_points(&mut self) {
        if self.has(Heading::Points) {
            return;
        }
        let mut annotations = self.rows.iter().rev().take(30).filter_map(|row| {
            let (which, what) = row.cells.first()?.text.split_once(':')?;
            let what = fold(what);
            let words = ["points", "puntos", "pontos", "punkte", "punts"];
            let points = words.iter().any(|word| what.starts_with(word));
            let number = which.rsplit(|c: char| !c.is_ascii_digit()).next()?.parse().ok()?;
            points.then_some(Heading::TieBreak(number))
        });
        let found = annotations.next_back().and_then(|heading| self.column(heading));
        if let Some(column) = found {
            self.columns[column] = Some(Heading::Points);
        }
    }

    /// The first column with a heading.
    pub fn column(&self, heading: Heading) -> Option<usize> {
        self.columns.iter().position(|&found| found == Some(heading))
    }

    pub fn has(&self, heading: Heading) -> bool {
        self.column(heading).is_some()
    }

    /// Columns of rounds, `1.Rd` …, in their order.
    pub fn rounds(&self) -> Vec<(u32, usize)> {
        let mut rounds: Vec<(u32, usize)> = self
            .columns
            .iter()
            .enumerate()
            .filter_map(|(column, heading)| match heading {
                Some(Heading::Round(round)) => Some((*round, column)),
                _ => None,
            })
            .collect();
        rounds.sort_unstable();
        rounds
    }

    /// Columns headed by a number alone.
    pub fn bare(&self) -> Vec<(u32, usize)> {
        let column = |(column, heading): (usize, &Option<Heading>)| match heading {
            Some(Heading::Bare(number)) => Some((*number, column)),
            _ => None,
        };
        self.columns.iter().enumerate().filter_map(column).collect()
    }

    pub fn text<'r>(&self, row: &'r Row, heading: Heading) -> &'r str {
        self.column(heading).map_or("", |column| row.get(column))
    }

    /// Lines of players: those with a name and as many cells as the name's column needs. What
    /// follows the table (annotations, addresses) has one text, or the same in every cell.
    pub fn players(&self) -> impl Iterator<Item = &'s Row> + '_ {
        let name = self.column(Heading::Name);
        self.rows
            .iter()
            .take_while(|row| !ends_list(row))
            .filter(move |row| name.is_some_and(|name| !row.get(name).is_empty()))
    }

    /// What a line says of a player. `number` is its starting number.
    pub fn entrant(&self, context: &mut Context<'_>, row: &Row, number: u32) -> Entrant {
        let mut entrant = Entrant::new(number, person(self.text(row, Heading::Name)));
        entrant.title = self.title(row);
        let rating = |context: &mut Context<'_>, heading| {
            let column = self.column(heading)?;
            rating(context, row.get(column), row.span_of(column))
        };
        entrant.ratings = Ratings {
            catalan: None,
            fide: rating(context, Heading::FideRating).or(rating(context, Heading::Rating)),
            feda: None,
            national: rating(context, Heading::NationalRating),
        };
        let given = |heading| Some(self.text(row, heading)).filter(|text| !text.is_empty());
        entrant.federation = given(Heading::Federation)
            .filter(|code| code.chars().count() == 3)
            .map(|code| code.to_uppercase().into());
        entrant.fide_id =
            given(Heading::FideId).and_then(|id| id.parse().ok()).filter(|&id| id > 0);
        entrant.birth = given(Heading::Birth).and_then(birth);
        entrant.sex = given(Heading::Sex).and_then(sex);
        entrant.stated_points = given(Heading::Points).and_then(builder::parse_points);
        entrant.stated_rank = given(Heading::Rank)
            .and_then(|rank| rank.trim_end_matches('.').parse().ok().filter(|&rank| rank > 0));
        entrant
    }

    /// The title, under its heading, or in one of the columns without heading before the name.
    fn title(&self, row: &Row) -> Option<Title> {
        if let Some(column) = self.column(Heading::Title) {
            return Title::from_key(&row.get(column).to_ascii_uppercase());
        }
        let name = self.column(Heading::Name)?;
        let before = (0..name).rev().take_while(|&column| self.columns[column].is_none());
        before.map(|column| row.get(column)).find_map(Title::from_key)
    }

    /// The place of the points, if the list has them.
    pub fn points_span(&self, row: &Row) -> Option<Span> {
        self.column(Heading::Points).map(|column| row.span_of(column))
    }
}

/// Does the table end here?
pub fn ends_list(row: &Row) -> bool {
    let mut filled = row.cells.iter().filter(|cell| !cell.is_empty());
    let Some(first) = filled.next() else { return true };
    // A club or player may have a line to itself in team lists, whose readers look at it first.
    let same = filled.all(|cell| cell.text == first.text);
    same && (first.text.chars().count() > 20 || first.text.ends_with(':'))
}

/// The event's name: the first line of the preamble that is neither the site's nor a date.
fn name_of(preamble: &[Row]) -> String {
    let texts = preamble.iter().filter_map(|row| {
        // A preamble may repeat one text in every cell.
        let first = row.cells.iter().find(|cell| !cell.is_empty())?;
        let same = row.cells.iter().all(|cell| cell.is_empty() || cell.text == first.text);
        same.then_some(first.text.as_str())
    });
    let name = texts.into_iter().find(|text| {
        let lower = text.to_lowercase();
        let dated = text.matches(':').count() == 2 && text.matches(['.', '/']).count() >= 2;
        !lower.contains("chess-results") && !dated
    });
    let name = name.unwrap_or_default().replace('\n', " ");
    name.trim_end_matches(':').trim().to_owned()
}

/// A name without the mark for a pairing made by hand.
pub fn person(text: &str) -> &str {
    text.strip_suffix("*)").unwrap_or(text).trim_end()
}

/// A rating; 0 and nothing are none.
pub fn rating(context: &mut Context<'_>, text: &str, span: Span) -> Option<u32> {
    if text.is_empty() {
        return None;
    }
    let rating = if text.bytes().all(|b| b.is_ascii_digit()) { text.parse().ok() } else { None };
    match rating {
        Some(rating) if rating <= 4000 => Some(rating).filter(|&rating| rating > 0),
        _ => {
            context.push(
                Diagnostic::warning("W0614", format!("`{text}` is no rating"))
                    .at(span)
                    .hint("a whole number, 0 for none"),
            );
            None
        }
    }
}

/// A day or year of birth.
pub fn birth(text: &str) -> Option<Date> {
    dates::parse_birth(text)
}

pub fn sex(text: &str) -> Option<Sex> {
    match text.to_lowercase().as_str() {
        "m" | "h" => Some(Sex::Male),
        "w" | "f" | "d" => Some(Sex::Female),
        _ => None,
    }
}
