//! Reports as text for a terminal: aligned tables, facts with a sign, workings on request.
//!
//! Writes what a [`Report`] says and computes nothing.

use unicode_width::UnicodeWidthStr;

use crate::core::report::{
    Align, Block, Entry, Fact, Priority, Report, Step, Table, Value, Verdict,
};
use crate::lang::Language;
use crate::rulebook::ProvisionId;

/// How to write.
#[derive(Clone, Copy, Debug)]
pub struct Style {
    /// Bold headings and coloured verdicts.
    pub colour: bool,
    /// Columns of the terminal: a table that does not fit loses its less important columns.
    pub width: usize,
    /// Write the working of every value under its row.
    pub explain: bool,
}

impl Default for Style {
    fn default() -> Self {
        Self { colour: false, width: usize::MAX, explain: false }
    }
}

/// A report as text, ending in a line end.
pub fn render(report: &Report, language: &Language, style: Style) -> String {
    let writer = Writer { language, style };
    let tables = report.blocks.iter().filter(|block| matches!(block, Block::Table(_))).count();
    let mut text = writer.bold(&language.msg(&report.title));
    text.push('\n');
    for block in &report.blocks {
        match block {
            Block::Heading(msg) => {
                text.push('\n');
                text.push_str(&writer.bold(&language.msg(msg)));
                text.push('\n');
            }
            Block::Paragraph(msg) => {
                text.push_str(&language.msg(msg));
                text.push('\n');
            }
            Block::Table(table) => {
                text.push('\n');
                // One table goes by the title of the report.
                if tables > 1 {
                    text.push_str(&writer.bold(&language.msg(&table.caption)));
                    text.push('\n');
                }
                writer.table(table, &mut text);
            }
            Block::Facts(facts) => {
                text.push('\n');
                for fact in facts {
                    writer.fact(fact, &mut text);
                }
            }
        }
    }
    text
}

/// The verdict that a value is, or ends in after what was measured.
fn verdict_of(value: &Value) -> Option<Verdict> {
    match value {
        Value::Verdict(verdict) => Some(*verdict),
        Value::List(parts) => parts.last().and_then(verdict_of),
        _ => None,
    }
}

/// `[Desempats 2.1, Swiss 16]`.
pub fn citations(citations: &[ProvisionId]) -> String {
    match citations {
        [] => String::new(),
        _ => format!(
            "[{}]",
            citations.iter().map(ProvisionId::as_str).collect::<Vec<_>>().join(", ")
        ),
    }
}

struct Writer<'a> {
    language: &'a Language,
    style: Style,
}

impl Writer<'_> {
    fn paint(&self, code: &str, text: &str) -> String {
        if self.style.colour { format!("\x1b[{code}m{text}\x1b[0m") } else { text.to_owned() }
    }

    fn bold(&self, text: &str) -> String {
        self.paint("1", text)
    }

    /// A value in a cell: colours of the pieces as letters would be ambiguous, so words stay.
    fn value(&self, value: &Value) -> String {
        self.language.value(value)
    }

    fn table(&self, table: &Table, text: &mut String) {
        let cells: Vec<Vec<String>> = table
            .rows
            .iter()
            .map(|row| row.cells.iter().map(|cell| self.value(&cell.value)).collect())
            .collect();
        let headers: Vec<String> =
            table.columns.iter().map(|column| self.language.msg(&column.header)).collect();
        let widths: Vec<usize> = (0..headers.len())
            .map(|i| {
                let widest = cells.iter().filter_map(|row| row.get(i)).map(|c| c.width()).max();
                widest.unwrap_or(0).max(headers[i].width())
            })
            .collect();
        let shown = self.columns_that_fit(table, &widths);
        let line = |cells: &[String]| {
            let parts: Vec<String> = shown
                .iter()
                .map(|&i| pad(cells.get(i).map_or("", |c| c), widths[i], table.columns[i].align))
                .collect();
            parts.join("  ").trim_end().to_owned()
        };
        text.push_str(&self.bold(&line(&headers)));
        text.push('\n');
        for (row, cells) in table.rows.iter().zip(&cells) {
            text.push_str(&line(cells));
            text.push('\n');
            if self.style.explain {
                for (column, cell) in headers.iter().zip(&row.cells) {
                    if !cell.working.is_empty() {
                        text.push_str(&format!(
                            "    {column} = {} {}\n",
                            self.value(&cell.value),
                            citations(&cell.citations)
                        ));
                        self.working(cell, 8, text);
                    }
                }
            }
        }
    }

    /// All columns if they fit, else the important ones.
    fn columns_that_fit(&self, table: &Table, widths: &[usize]) -> Vec<usize> {
        let total = |shown: &[usize]| shown.iter().map(|&i| widths[i] + 2).sum::<usize>();
        let mut shown: Vec<usize> = (0..widths.len()).collect();
        while total(&shown) > self.style.width.saturating_add(2) {
            let last = shown.iter().rposition(|&i| table.columns[i].priority == Priority::Extra);
            match last {
                Some(at) => shown.remove(at),
                None => break,
            };
        }
        shown
    }

    fn fact(&self, fact: &Fact, text: &mut String) {
        let label = self.language.msg(&fact.label);
        let cited = citations(&fact.entry.citations);
        let line = match verdict_of(&fact.entry.value) {
            Some(verdict) => {
                let (sign, colour) = match verdict {
                    Verdict::Met => ("✓", "32"),
                    Verdict::NotMet => ("✗", "31"),
                    Verdict::Unknown => ("?", "33"),
                };
                let verdict = self.value(&fact.entry.value);
                format!("{} {label}: {verdict} {cited}", self.paint(colour, sign))
            }
            None => format!("· {label}: {} {cited}", self.value(&fact.entry.value)),
        };
        text.push_str(line.trim_end());
        text.push('\n');
        self.working(&fact.entry, 4, text);
        if let Some(advice) = &fact.advice {
            text.push_str(&format!("    → {}\n", self.language.msg(advice)));
        }
    }

    fn working(&self, entry: &Entry, indent: usize, text: &mut String) {
        text.push_str(&steps(&entry.working, indent, self.language));
    }
}

/// The lines of a working, each with what it comes to and its provisions.
pub fn steps(steps: &[Step], indent: usize, language: &Language) -> String {
    let mut text = String::new();
    for step in steps {
        let mut line = format!("{:indent$}{}", "", language.msg(&step.text));
        if let Some(value) = &step.value {
            line.push_str(&format!(" = {}", language.value(value)));
        }
        let cited = citations(&step.citations);
        if !cited.is_empty() {
            line.push_str(&format!(" {cited}"));
        }
        text.push_str(&line);
        text.push('\n');
    }
    text
}

fn pad(text: &str, width: usize, align: Align) -> String {
    let missing = width.saturating_sub(text.width());
    match align {
        Align::Start => format!("{text}{}", " ".repeat(missing)),
        Align::End => format!("{}{text}", " ".repeat(missing)),
        Align::Centre => {
            let left = missing / 2;
            format!("{}{text}{}", " ".repeat(left), " ".repeat(missing - left))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::report::{Column, Msg, Row};
    use crate::model::Points;

    fn report() -> Report {
        let column = |key, align| Column::new(key, Msg::new("colour.white"), align);
        let row = |name: &str, halves| Row {
            entrant: None,
            cells: vec![
                Entry::plain(name),
                Entry::plain(Points::from_halves(halves)),
                Entry::plain("Club d'Escacs Sant Pol de Dalt"),
            ],
        };
        let table = Table {
            key: "test",
            caption: Msg::new("colour.white"),
            columns: vec![
                column("name", Align::Start),
                column("points", Align::End),
                column("club", Align::Start).extra(),
            ],
            rows: vec![row("Pol·lux", 15), row("Ça", 1)],
        };
        Report { key: "test", title: Msg::new("colour.black"), blocks: vec![Block::Table(table)] }
    }

    #[test]
    fn columns_align_by_what_is_seen() {
        let language = Language::embedded("ca").unwrap();
        let text = render(&report(), &language, Style { width: 24, ..Style::default() });
        assert_eq!(text, "negres\n\nblanques  blanques\nPol·lux         7½\nÇa               ½\n");
    }

    #[test]
    fn wide_terminals_get_every_column() {
        let language = Language::embedded("ca").unwrap();
        let text = render(&report(), &language, Style::default());
        assert!(text.contains("Sant Pol de Dalt"));
    }
}
