//! Drawings of tables as SVG: bars, lines, distances to a mark.
//!
//! A table is drawn when its key says how ([`Drawing::of`]): **a chart is a table and one line
//! there**. The drawing is an image with a name; the table with the same numbers follows it, folded.
//! Nothing but the place of each mark is computed here, in whole units, so that the same table
//! gives the same bytes. Colours, dashes and sizes of letters are classes of the style sheet.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use super::report::Workings;
use super::writer::{Writer, escape_into};
use crate::core::report::{Priority, Table, Value};
use crate::model::Exact;

/// How a table is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Drawing {
    /// A bar for each row: its first cell names it, its second is its length.
    Bars,
    /// A line for each row: its first cell names it, the others are its points.
    RowLines,
    /// A line for each important column but the first, whose cells name the points.
    ColumnLines,
    /// A bar for each row with a mark: name, length, mark.
    Marks,
}

impl Drawing {
    /// By the table's key. One row is no chart.
    pub fn of(table: &Table) -> Option<Self> {
        let drawing = match table.key {
            "rating-distribution" | "age-distribution" | "results-by-colour" => Self::Bars,
            "score-progress" => Self::RowLines,
            "rating-history" => Self::ColumnLines,
            "norm-distance" => Self::Marks,
            _ => return None,
        };
        (table.rows.len() > 1).then_some(drawing)
    }
}

/// Units across; the style sheet lets a drawing grow to one and a third of them in pixels.
const WIDTH: i64 = 400;
/// Units from one bar to the next.
const STEP: i64 = 26;
/// Letters of a name that has to fit.
const LETTERS: usize = 17;
/// Kinds of lines in the style sheet; more begin anew.
const SERIES: usize = 8;

fn number(value: &Value) -> Option<Exact> {
    match value {
        Value::Int(n) => Some(Exact::from(*n)),
        Value::Points(points) => Some(points.exact()),
        Value::Exact(value) | Value::Percent(value) => Some(*value),
        _ => None,
    }
}

/// `length × value ÷ most`, to the nearest whole unit.
fn scaled(value: Exact, most: Exact, length: i64) -> i64 {
    if most <= Exact::from(0) { 0 } else { (value * length / most).round().to_integer() }
}

/// A step between lines of the grid, of a row of round numbers: at most six of them.
fn grid_step(range: i64) -> i64 {
    let mut base = 1;
    loop {
        for factor in [1, 2, 5] {
            if base * factor * 6 >= range {
                return base * factor;
            }
        }
        base *= 10;
    }
}

/// A name that fits: the surname, shortened at the end.
fn short(name: &str) -> String {
    let surname = name.split(',').next().unwrap_or(name).trim();
    match surname.char_indices().nth(LETTERS) {
        None => surname.to_owned(),
        Some((cut, _)) => format!("{}…", surname[..cut].trim_end()),
    }
}

/// The marks of a drawing.
struct Svg {
    marks: String,
}

impl Svg {
    fn text(&mut self, class: &str, x: i64, y: i64, words: &str) {
        let _ = write!(self.marks, "<text class=\"{class}\" x=\"{x}\" y=\"{y}\">");
        escape_into(words, &mut self.marks);
        self.marks.push_str("</text>");
    }

    fn bar(&mut self, class: &str, x: i64, y: i64, width: i64, height: i64) {
        let _ = write!(
            self.marks,
            "<rect class=\"{class}\" x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\"/>"
        );
    }

    fn line(&mut self, class: &str, points: &[(i64, i64)]) {
        let _ = write!(self.marks, "<path class=\"{class}\" d=\"");
        for (at, (x, y)) in points.iter().enumerate() {
            let _ = write!(self.marks, "{}{x} {y}", if at == 0 { 'M' } else { 'L' });
        }
        self.marks.push_str("\"/>");
    }

    /// The sign of a series at a point: four shapes, so that colour alone tells nothing.
    fn sign(&mut self, series: usize, x: i64, y: i64) {
        let class = series % SERIES;
        let d = match series % 4 {
            0 => format!("M{} {y}a4 4 0 1 0 8 0a4 4 0 1 0 -8 0", x - 4),
            1 => format!("M{} {}h7v7h-7z", x - 3, y - 3),
            2 => format!("M{x} {}l5 8h-10z", y - 5),
            _ => format!("M{x} {}l5 5l-5 5l-5 -5z", y - 5),
        };
        let _ = write!(self.marks, "<path class=\"sign s{class}\" d=\"{d}\"/>");
    }
}

/// A line of a drawing: its name and its points, from left to right.
struct Series {
    name: String,
    points: Vec<Option<Exact>>,
}

impl Writer<'_> {
    /// A table as a drawing with its numbers below.
    pub(super) fn figure(
        &mut self,
        drawing: Drawing,
        table: &Table,
        number: usize,
        rows: &BTreeSet<usize>,
        workings: &Workings,
    ) {
        let (height, marks) = match drawing {
            Drawing::Bars => self.bars(table, false),
            Drawing::Marks => self.bars(table, true),
            Drawing::RowLines => self.row_lines(table),
            Drawing::ColumnLines => self.column_lines(table),
        };
        let caption = self.language().msg(&table.caption);
        let described = self.word("chart.description");
        self.raw("<figure class=\"chart\"><figcaption>");
        self.text(&caption);
        let ids = [format!("g{number}-t"), format!("g{number}-d")];
        self.raw(&format!(
            "</figcaption><svg class=\"{}\" viewBox=\"0 0 {WIDTH} {height}\" width=\"{WIDTH}\" \
             height=\"{height}\" role=\"img\" aria-labelledby=\"{} {}\"><title id=\"{}\">",
            table.key, ids[0], ids[1], ids[0]
        ));
        self.text(&caption);
        self.raw(&format!("</title><desc id=\"{}\">", ids[1]));
        self.text(&described);
        self.raw("</desc>");
        self.raw(&marks);
        self.raw("</svg><details class=\"numbers\"><summary>");
        let summary = self.word("chart.numbers");
        self.text(&summary);
        self.raw("</summary>\n");
        self.table(table, number, rows, workings);
        self.raw("</details></figure>\n");
    }

    fn bars(&self, table: &Table, has_mark: bool) -> (i64, String) {
        let label = |at: usize, row: usize| {
            let cell = table.rows[row].cells.get(at);
            cell.map(|cell| self.language().value(&cell.value)).unwrap_or_default()
        };
        let value = |at: usize, row: usize| {
            table.rows[row].cells.get(at).and_then(|cell| number(&cell.value))
        };
        let lengths = (0..table.rows.len()).flat_map(|row| [value(1, row), value(2, row)]);
        let own = (0..table.rows.len()).map(|row| value(1, row));
        let most = if has_mark { lengths.flatten().max() } else { own.flatten().max() };
        let most = most.unwrap_or_default();
        let (left, right) = (132, 348);
        let mut svg = Svg { marks: String::new() };
        for row in 0..table.rows.len() {
            let top = 4 + STEP * row as i64;
            svg.text("label", left - 8, top + 15, &short(&label(0, row)));
            let length = scaled(value(1, row).unwrap_or_default(), most, right - left);
            svg.bar("bar", left, top, length, STEP - 8);
            let mut end = left + length;
            if let Some(mark) = value(2, row).filter(|_| has_mark) {
                let x = left + scaled(mark, most, right - left);
                svg.line("mark", &[(x, top - 3), (x, top + STEP - 5)]);
                end = end.max(x);
            }
            svg.text("value", end + 6, top + 15, &label(1, row));
        }
        let height = 8 + STEP * table.rows.len() as i64;
        svg.line("axis", &[(left, 0), (left, height - 4)]);
        (height, svg.marks)
    }

    fn row_lines(&self, table: &Table) -> (i64, String) {
        let series = table.rows.iter().map(|row| {
            let name = row.cells.first().map(|cell| self.language().value(&cell.value));
            let points = row.cells.iter().skip(1).map(|cell| number(&cell.value)).collect();
            Series { name: name.unwrap_or_default(), points }
        });
        let columns = table.columns.iter().skip(1);
        let ticks: Vec<String> = columns.map(|c| self.language().msg(&c.header)).collect();
        lines(&series.collect::<Vec<_>>(), &ticks, true)
    }

    fn column_lines(&self, table: &Table) -> (i64, String) {
        let columns = table.columns.iter().enumerate().skip(1);
        let drawn = columns.filter(|(_, column)| column.priority == Priority::Key);
        let series = drawn.map(|(at, column)| {
            let cell = |row: &crate::core::report::Row| {
                row.cells.get(at).and_then(|cell| number(&cell.value))
            };
            let points = table.rows.iter().map(cell).collect();
            Series { name: self.language().msg(&column.header), points }
        });
        let known = series.filter(|series| series.points.iter().any(Option::is_some));
        let ticks: Vec<String> = table
            .rows
            .iter()
            .map(|row| row.cells.first().map(|cell| self.language().value(&cell.value)))
            .map(Option::unwrap_or_default)
            .collect();
        lines(&known.collect::<Vec<_>>(), &ticks, false)
    }
}

/// Lines over common ticks. `from_zero`: the scale begins at nothing, else a little below the
/// lowest point.
fn lines(series: &[Series], ticks: &[String], from_zero: bool) -> (i64, String) {
    let (left, right, top) = (44, 268, 14);
    let values = || series.iter().flat_map(|series| series.points.iter().flatten());
    let ceil = |value: &Exact| value.ceil().to_integer();
    let highest = values().map(ceil).max().unwrap_or(1);
    let floor = |value: &Exact| value.floor().to_integer();
    let lowest = if from_zero { 0 } else { values().map(floor).min().unwrap_or(0) };
    let step = grid_step((highest - lowest).max(1));
    let base = lowest.div_euclid(step) * step;
    let count = (highest - base + step - 1).div_euclid(step).max(1);
    // Names at the ends of the lines need their room.
    let room = 17 * series.len() as i64;
    let bottom = top + room.max(170);
    let y_of = |value: Exact| {
        bottom - scaled(value - Exact::from(base), Exact::from(step * count), bottom - top)
    };
    let last = ticks.len().saturating_sub(1).max(1) as i64;
    let x_of = |at: usize| left + (right - left) * at as i64 / last;
    let mut svg = Svg { marks: String::new() };
    for line in 0..=count {
        let value = base + line * step;
        let y = y_of(Exact::from(value));
        svg.line(if line == 0 { "axis" } else { "grid" }, &[(left - 6, y), (right + 4, y)]);
        svg.text("tick", left - 11, y + 4, &value.to_string());
    }
    // Not more names under the axis than fit.
    let widest = ticks.iter().map(|tick| tick.chars().count()).max().unwrap_or(1) as i64;
    let fit = ((right - left) / (widest * 7 + 12)).max(1);
    let every = (ticks.len() as i64 + fit - 1) / fit;
    for (at, tick) in ticks.iter().enumerate().filter(|(at, _)| *at as i64 % every.max(1) == 0) {
        svg.text("below", x_of(at), bottom + 20, tick);
    }
    let mut ends: Vec<(i64, usize)> = Vec::new();
    for (at, line) in series.iter().enumerate() {
        let placed: Vec<Option<(i64, i64)>> = (0..)
            .zip(&line.points)
            .map(|(place, value)| value.map(|value| (x_of(place), y_of(value))))
            .collect();
        // A point that is missing interrupts the line.
        for part in placed.split(Option::is_none) {
            let points: Vec<(i64, i64)> = part.iter().flatten().copied().collect();
            if points.len() > 1 {
                svg.line(&format!("series s{}", at % SERIES), &points);
            }
            points.iter().for_each(|&(x, y)| svg.sign(at, x, y));
        }
        if let Some((_, y)) = placed.iter().rev().flatten().next() {
            ends.push((*y, at));
        }
    }
    for (y, at) in apart(ends, 17, top, bottom) {
        svg.sign(at, right + 16, y);
        svg.text("end", right + 25, y + 4, &short(&series[at].name));
    }
    (bottom + 28, svg.marks)
}

/// Names that would cover each other, moved apart: in their order from top to bottom.
fn apart(mut ends: Vec<(i64, usize)>, gap: i64, top: i64, bottom: i64) -> Vec<(i64, usize)> {
    ends.sort_unstable();
    let mut floor = top;
    for end in &mut ends {
        end.0 = end.0.max(floor);
        floor = end.0 + gap;
    }
    let mut ceiling = bottom;
    for end in ends.iter_mut().rev() {
        end.0 = end.0.min(ceiling);
        ceiling = end.0 - gap;
    }
    ends
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn grids_have_round_steps() {
        let cases = [(1, 1), (6, 1), (9, 2), (13, 5), (60, 10), (100, 20), (310, 100)];
        for (range, step) in cases {
            assert_eq!(grid_step(range), step, "{range}");
        }
    }

    #[test]
    fn names_are_surnames_that_fit() {
        assert_eq!(short("Soler i Puig, Anna"), "Soler i Puig");
        assert_eq!(short("Puigdomènech Massagué, Enric"), "Puigdomènech Mass…");
    }

    #[test]
    fn a_missing_point_interrupts_the_line() {
        let points = [2200, 0, 2250, 2260].map(|n| (n > 0).then(|| Exact::from(n)));
        let series = [Series { name: "FIDE".into(), points: points.into() }];
        let ticks = ["a", "b", "c", "d"].map(str::to_owned);
        let (_, marks) = lines(&series, &ticks, false);
        assert_eq!(marks.matches("class=\"series s0\"").count(), 1, "{marks}");
        assert_eq!(marks.matches("class=\"sign s0\"").count(), 4, "three points and the name");
    }

    proptest! {
        #[test]
        fn names_at_the_ends_never_cover_each_other(
            ys in prop::collection::vec(14_i64..184, 1..11),
        ) {
            let bottom = 14 + (17 * ys.len() as i64).max(170);
            let ends = ys.iter().copied().zip(0..).collect();
            let placed = apart(ends, 17, 14, bottom);
            prop_assert_eq!(placed.len(), ys.len());
            for pair in placed.windows(2) {
                prop_assert!(pair[1].0 - pair[0].0 >= 17);
            }
            prop_assert!(placed.iter().all(|(y, _)| (0..=bottom).contains(y)));
        }

        #[test]
        fn scaling_keeps_to_the_length(value in 0_i64..500, more in 0_i64..500) {
            let most = Exact::from(value + more);
            let length = scaled(Exact::from(value), most, 216);
            prop_assert!((0..=216).contains(&length));
        }
    }
}
