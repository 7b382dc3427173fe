//! Reports as HTML. Nothing is computed: values, citations and workings are written as they stand.
//!
//! **Why?** In a list of facts the working unfolds in its place (`<details>`). In a table the value
//! is a link to its working, `#w12-buchholz`, which the style sheet shows as a sheet at the foot of
//! the window when it is the target: no script, every working has an address of its own, and the
//! table stays light. Very long workings stand on pages of their own ([`Tab::working_parts`]).
//!
//! In a cell, a list that holds a colour or a result beside an [`Value::Entrant`] is a game of a
//! crosstable: the opponent's number, leading to their row, the colour's square and the rest.
//!
//! [`Tab::working_parts`]: crate::site::Tab::working_parts

use std::collections::BTreeSet;
use std::ops::Range;

use super::chart::Drawing;
use super::writer::Writer;
use crate::core::report::{
    Align, Block, Column, Entry, Fact, Priority, Report, Row, Step, Table, Value,
};
use crate::site::WORKING_ROWS;

/// Where the workings of a report's tables stand.
#[derive(Clone, Debug)]
pub enum Workings {
    /// Below, on the same page.
    Here,
    /// On pages of their own under this address.
    Apart(String),
    /// Nowhere: an extract.
    Left,
}

/// Columns beyond which a table scrolls in its own frame.
const WIDE: usize = 12;

impl Writer<'_> {
    /// A whole report, its headings at the second level; then drawings that belong to it.
    pub fn report(&mut self, report: &Report, charts: &[Table], workings: &Workings) {
        let rows = entrant_rows(report);
        self.tables_before = self.tables;
        for block in &report.blocks {
            match block {
                Block::Heading(msg) => self.heading(msg),
                Block::Paragraph(msg) => {
                    self.raw("<p>");
                    let words = self.language().msg(msg);
                    self.text(&words);
                    self.raw("</p>\n");
                }
                Block::Table(table) => {
                    if table.key == "bracket" {
                        self.bracket(table);
                    }
                    self.drawn(table, &rows, workings);
                }
                Block::Facts(facts) => self.facts(facts, true),
            }
        }
        for chart in charts {
            self.drawn(chart, &BTreeSet::new(), &Workings::Left);
        }
        if matches!(workings, Workings::Here) {
            self.workings(report, 0..usize::MAX, "");
        }
    }

    /// A table, with its drawing where it has one.
    pub fn drawn(&mut self, table: &Table, rows: &BTreeSet<usize>, workings: &Workings) {
        self.tables += 1;
        let number = self.tables;
        match Drawing::of(table) {
            Some(drawing) => self.figure(drawing, table, number, rows, workings),
            None => self.table(table, number, rows, workings),
        }
    }

    fn heading(&mut self, msg: &crate::core::report::Msg) {
        self.raw("<h2>");
        let words = self.language().msg(msg);
        self.text(&words);
        self.raw("</h2>\n");
    }

    /// The first rows of a table with its most important columns: an extract.
    pub fn top_of(&mut self, table: &Table, rows: usize) {
        let key: Vec<usize> = (0..table.columns.len())
            .filter(|&at| table.columns[at].priority == Priority::Key)
            .collect();
        let extract = Table {
            key: table.key,
            caption: table.caption.clone(),
            columns: key.iter().map(|&at| table.columns[at].clone()).collect(),
            rows: table.rows.iter().take(rows).map(|row| extract_of(row, &key)).collect(),
        };
        self.table(&extract, 1, &BTreeSet::new(), &Workings::Left);
    }

    pub(super) fn table(
        &mut self,
        table: &Table,
        number: usize,
        rows: &BTreeSet<usize>,
        workings: &Workings,
    ) {
        let caption = self.language().msg(&table.caption);
        let has_extra = table.columns.iter().any(|c| c.priority == Priority::Extra);
        let caption_id = format!("t{number}");
        self.raw("<div class=\"table");
        if table.columns.len() > WIDE {
            self.raw(" wide");
        }
        self.raw("\">\n");
        if has_extra {
            let toggle = format!("tot-{number}");
            self.raw("<input type=\"checkbox\" class=\"all\"");
            self.attribute("id", &toggle);
            self.raw("><label");
            self.attribute("for", &toggle);
            self.raw(">");
            let words = self.word("site.all-columns");
            self.text(&words);
            self.raw("</label>\n");
        }
        self.raw("<div class=\"scroll\" role=\"region\" tabindex=\"0\"");
        self.attribute("aria-labelledby", &caption_id);
        self.raw("><table");
        self.attribute("class", &format!("report {}", table.key));
        self.raw(">\n<caption");
        self.attribute("id", &caption_id);
        self.raw(">");
        self.text(&caption);
        self.raw("</caption>\n<thead><tr>");
        for column in &table.columns {
            self.header(column);
        }
        self.raw("</tr></thead>\n<tbody>\n");
        let named = name_column(table);
        for (at, row) in table.rows.iter().enumerate() {
            self.raw("<tr");
            let anchor = row_anchor(row, at);
            if !matches!(workings, Workings::Left) {
                let id = row_id(number, &anchor, row);
                if self.claim_id(&id) {
                    self.attribute("id", &id);
                }
            }
            self.raw(">");
            for (column_at, (column, cell)) in table.columns.iter().zip(&row.cells).enumerate() {
                let tag = if column_at == named { "th" } else { "td" };
                self.raw("<");
                self.raw(tag);
                if column_at == named {
                    self.raw(" scope=\"row\"");
                }
                self.cell_class(column);
                self.raw(">");
                let address = working_address(number, &anchor, at, column, cell, workings);
                match address {
                    Some(url) => {
                        let url = match url.strip_prefix('#') {
                            Some(_) => format!("{}{url}", self.page.url),
                            None => url,
                        };
                        self.open_link(&url, "y");
                        self.cell_value(&cell.value, rows, false);
                        self.raw("</a>");
                    }
                    None => self.cell_value(&cell.value, rows, true),
                }
                self.raw("</");
                self.raw(tag);
                self.raw(">");
            }
            self.raw("</tr>\n");
        }
        self.raw("</tbody></table></div></div>\n");
    }

    fn header(&mut self, column: &Column) {
        self.raw("<th scope=\"col\"");
        self.cell_class(column);
        self.raw(">");
        let words = self.language().msg(&column.header);
        match column.citations.first() {
            Some(id) => {
                if let Some(url) = self.resolve(crate::site::Target::Provision(id)) {
                    self.raw("<a");
                    self.attribute("href", &self.href(&url));
                    self.attribute("title", id.as_str());
                    self.raw(">");
                    self.text(&words);
                    self.raw("</a>");
                } else {
                    self.text(&words);
                }
            }
            None => self.text(&words),
        }
        self.raw("</th>");
    }

    fn cell_class(&mut self, column: &Column) {
        let align = match column.align {
            Align::Start => "",
            Align::Centre => "c",
            Align::End => "n",
        };
        let class = match (align, column.priority) {
            ("", Priority::Key) => return,
            (align, Priority::Key) => align.to_owned(),
            ("", Priority::Extra) => "x".to_owned(),
            (align, Priority::Extra) => format!("{align} x"),
        };
        self.attribute("class", &class);
    }

    /// What stands in a cell; `linked` unless it stands inside a link already.
    fn cell_value(&mut self, value: &Value, rows: &BTreeSet<usize>, linked: bool) {
        match value {
            Value::Game(game) => {
                let number = game.label.to_string();
                if linked && rows.contains(&game.opponent) {
                    self.raw("<a class=\"opp\"");
                    self.attribute("href", &format!("#r{}", game.opponent + 1));
                    self.attribute("title", &game.name);
                    self.raw(">");
                    self.text(&number);
                    self.raw("</a> ");
                } else {
                    self.raw("<span class=\"opp\">");
                    self.text(&number);
                    self.raw("</span> ");
                }
                if let Some(colour) = game.colour {
                    self.value(&colour.into());
                    self.raw(" ");
                }
                self.raw("<span class=\"res\">");
                self.value(&game.result);
                self.raw("</span>");
            }
            Value::Entrant { name, .. }
            | Value::Person { name, .. }
            | Value::Event { name, .. }
                if !linked =>
            {
                self.text(name);
            }
            _ => self.value(value),
        }
    }

    /// Facts; each is an anchor by its key where a page tells of one thing alone.
    pub fn facts(&mut self, facts: &[Fact], anchors: bool) {
        self.raw("<dl class=\"facts\">\n");
        for fact in facts {
            self.raw("<div");
            if anchors && self.claim_id(fact.key) {
                self.attribute("id", fact.key);
            }
            if let Value::Verdict(verdict) = &fact.entry.value {
                self.attribute("class", verdict.key());
            }
            self.raw("><dt>");
            let label = self.language().msg(&fact.label);
            self.text(&label);
            self.raw("</dt><dd>");
            self.explained(&fact.entry);
            if let Some(advice) = &fact.advice {
                self.raw("<p class=\"advice\">");
                let words = self.language().msg(advice);
                self.text(&words);
                self.raw("</p>");
            }
            self.raw("</dd></div>\n");
        }
        self.raw("</dl>\n");
    }

    /// A value whose working unfolds in its place.
    pub fn explained(&mut self, entry: &Entry) {
        if entry.working.is_empty() && entry.citations.is_empty() {
            self.value(&entry.value);
            return;
        }
        self.raw("<details class=\"why\"><summary><span class=\"y\">");
        self.value(&entry.value);
        self.raw("</span></summary>");
        self.working(entry);
        self.raw("</details>");
    }

    /// The steps and the rule.
    pub fn working(&mut self, entry: &Entry) {
        if !entry.working.is_empty() {
            self.raw("<ol class=\"steps\">");
            for step in &entry.working {
                self.step(step);
            }
            self.raw("</ol>");
        }
        if !entry.citations.is_empty() {
            self.raw("<p class=\"rule\">");
            let words = self.word("site.rule");
            self.text(&words);
            self.raw(" ");
            self.cites(&entry.citations);
            self.raw("</p>");
        }
    }

    fn step(&mut self, step: &Step) {
        self.raw("<li><span>");
        let words = self.language().msg(&step.text);
        self.text(&words);
        if !step.citations.is_empty() {
            self.raw(" <small>");
            self.cites(&step.citations);
            self.raw("</small>");
        }
        self.raw("</span>");
        if let Some(value) = &step.value {
            self.raw("<b>");
            self.value(value);
            self.raw("</b>");
        }
        self.raw("</li>");
    }

    /// The workings of a report's tables, for some of the rows. `table_page` is the address of the
    /// page that holds the tables, empty when it is this one.
    pub fn workings(&mut self, report: &Report, rows: Range<usize>, table_page: &str) {
        let here = table_page.is_empty();
        let tables = report.blocks.iter().filter_map(|block| match block {
            Block::Table(table) => Some(table),
            _ => None,
        });
        let start = self.out.len();
        for (number, table) in (self.tables_before + 1..).zip(tables) {
            let named = name_column(table);
            for (at, row) in table.rows.iter().enumerate() {
                if !rows.contains(&at) {
                    continue;
                }
                let anchor = row_anchor(row, at);
                let row_id = row_id(number, &anchor, row);
                for (column, cell) in table.columns.iter().zip(&row.cells) {
                    if !needs_working(column, cell) {
                        continue;
                    }
                    let id = working_id(number, &anchor, &column.key);
                    if !self.claim_id(&id) {
                        continue;
                    }
                    self.raw("<div");
                    self.attribute("id", &id);
                    self.raw(
                        " class=\"working\" role=\"group\" tabindex=\"-1\"><p class=\"whose\"><b>",
                    );
                    if let Some(name) = row.cells.get(named) {
                        let words = self.language().value(&name.value);
                        self.text(&words);
                    }
                    self.raw("</b> <span>");
                    let header = self.language().msg(&column.header);
                    self.text(&header);
                    self.raw("</span> <strong>");
                    self.value(&cell.value);
                    self.raw("</strong></p>");
                    self.working(cell);
                    let words = self.word(if here { "site.close" } else { "site.back-to-table" });
                    let page = if here { self.page.url.clone() } else { table_page.to_owned() };
                    self.link(&format!("{page}#{row_id}"), "close", &words);
                    self.raw("</div>\n");
                }
            }
        }
        if here && self.out.len() > start {
            let list = self.take(start);
            self.raw(
                "<section class=\"workings\" id=\"calculs\" aria-labelledby=\"calculs-titol\">",
            );
            self.raw("<h2 id=\"calculs-titol\">");
            let title = self.word("site.workings");
            self.text(&title);
            self.raw("</h2>\n<p class=\"hint\">");
            let hint = self.word("site.workings-hint");
            self.text(&hint);
            self.raw(" <a href=\"#calculs\">");
            let all = self.word("site.workings-all");
            self.text(&all);
            self.raw("</a></p>\n");
            self.raw(&list);
            self.raw("</section>\n");
        }
    }
}

fn extract_of(row: &Row, columns: &[usize]) -> Row {
    let cells = columns.iter().filter_map(|&at| row.cells.get(at).cloned()).collect();
    Row { entrant: row.entrant, cells }
}

/// The column whose cells name the rows: the first with somebody's name, else the first set like
/// words, else the first.
fn name_column(table: &Table) -> usize {
    let Some(row) = table.rows.first() else { return 0 };
    let is_name = |cell: &Entry| matches!(cell.value, Value::Entrant { .. } | Value::Person { .. });
    row.cells
        .iter()
        .position(is_name)
        .or_else(|| table.columns.iter().position(|c| c.align == Align::Start))
        .unwrap_or(0)
}

/// Entrants that have a row on the page.
fn entrant_rows(report: &Report) -> BTreeSet<usize> {
    let tables = report.blocks.iter().filter_map(|block| match block {
        Block::Table(table) => Some(table),
        _ => None,
    });
    tables.flat_map(|table| &table.rows).filter_map(|row| row.entrant).collect()
}

/// `12` for a row about somebody, `f12` for the twelfth row about nobody.
fn row_anchor(row: &Row, at: usize) -> String {
    match row.entrant {
        Some(index) => (index + 1).to_string(),
        None => format!("f{}", at + 1),
    }
}

/// Anchor of a row. A row about somebody is `r12` in whatever table it stands first.
fn row_id(table: usize, anchor: &str, row: &Row) -> String {
    if row.entrant.is_some() || table == 1 {
        format!("r{anchor}")
    } else {
        format!("r{table}.{anchor}")
    }
}

fn working_id(table: usize, anchor: &str, column: &str) -> String {
    if table == 1 { format!("w{anchor}-{column}") } else { format!("w{table}.{anchor}-{column}") }
}

/// Has a value something to show that its column does not say already?
fn needs_working(column: &Column, cell: &Entry) -> bool {
    !cell.working.is_empty() || cell.citations.iter().any(|id| !column.citations.contains(id))
}

/// Where the working of a cell stands.
fn working_address(
    table: usize,
    anchor: &str,
    row: usize,
    column: &Column,
    cell: &Entry,
    workings: &Workings,
) -> Option<String> {
    if !needs_working(column, cell) {
        return None;
    }
    let id = working_id(table, anchor, &column.key);
    match workings {
        Workings::Here => Some(format!("#{id}")),
        Workings::Apart(base) => Some(format!("{base}{}/#{id}", row / WORKING_ROWS + 1)),
        Workings::Left => None,
    }
}
