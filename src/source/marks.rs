//! The marks within a text: parameters, items of lists, tables, citations, terms.

use std::ops::Range;

use super::attributes::Attributes;
use super::body::BodyParser;
use super::markup::{MarkKind, Markup, parse_markup};
use crate::diag::{Diagnostic, Span};
use crate::rulebook::{
    Block, Inline, Param, ParamTable, ParamValue, ProvisionId, TableCell, UNITS, number_word,
    parse_value, plain_text,
};

impl BodyParser<'_> {
    /// Parses a text and takes its marks: parameters, citations, terms.
    pub(super) fn markup(
        &mut self,
        range: Range<usize>,
        provision: Option<&ProvisionId>,
    ) -> Markup {
        let markup = parse_markup(self.file, self.text, range, self.diagnostics);
        for mark in &markup.marks {
            self.mark(&mark.kind, mark.span, provision);
        }
        self.tables(&markup, provision);
        markup
    }

    pub(super) fn mark(&mut self, kind: &MarkKind, span: Span, provision: Option<&ProvisionId>) {
        match kind {
            MarkKind::Cite { target, .. } => {
                self.body.citations.push((ProvisionId::from(target.as_str()), span));
            }
            MarkKind::Span { text, attributes } => {
                attributes
                    .only(&["param", "item", "value", "unit", "term", "ref"], self.diagnostics);
                self.exemptions(text, attributes);
                if let Some(slug) = attributes.get("term").filter(|slug| *slug != "none") {
                    self.body.terms.push((slug.to_owned(), span));
                }
                let id = attributes.get("param").or(attributes.get("item"));
                let (Some(id), Some(provision)) = (id, provision) else {
                    if id.is_some() {
                        self.diagnostics.push(
                            Diagnostic::error(
                                "E0222",
                                "a parameter stands in a provision, not in a note or introduction",
                            )
                            .at(span),
                        );
                    }
                    return;
                };
                if attributes.get("item").is_some() {
                    self.item(id.to_owned(), text, attributes, span, provision);
                } else {
                    self.param(id.to_owned(), text, attributes, span, provision);
                }
            }
        }
    }

    /// `{ref="none"}` and `{term="none"}`: words that are no reference or no term here.
    fn exemptions(&mut self, text: &str, attributes: &Attributes) {
        match attributes.get("ref") {
            Some("none") => self.exempt.references.push(text.to_owned()),
            Some(other) => self.diagnostics.push(
                Diagnostic::error("E0229", format!("`ref` is only ever \"none\", not `{other}`"))
                    .at(attributes.span("ref").expect("it has a value"))
                    .hint("to cite a provision write `[[RGC 5.4|words]]`"),
            ),
            None => {}
        }
        if attributes.get("term") == Some("none") {
            self.exempt.terms.push(text.to_owned());
        }
    }

    fn param(
        &mut self,
        id: String,
        text: &str,
        attributes: &Attributes,
        span: Span,
        provision: &ProvisionId,
    ) {
        self.check_param_id(&id, attributes.span("param").unwrap_or(span));
        let shown = parse_value(text).or_else(|| number_word(text).map(ParamValue::Integer));
        let given = attributes.get("value").map(|v| (v, parse_value(v)));
        let value = match (shown, given) {
            (shown, Some((_, Some(given)))) => {
                if shown.as_ref().is_some_and(|shown| *shown != given) {
                    self.diagnostics.push(
                        Diagnostic::error(
                            "E0223",
                            format!("the text says `{text}` but the value is another"),
                        )
                        .at(span)
                        .hint("change `value`, or leave it out: the number is read from the text"),
                    );
                }
                Some(given)
            }
            (_, Some((written, None))) => {
                self.diagnostics.push(
                    Diagnostic::error("E0224", format!("`{written}` is no value"))
                        .at(attributes.span("value").unwrap_or(span))
                        .hint("write a number (`25`, `5½`, `0,1`), a percentage (`50 %`), a day (`30 de juny`) or a time (`13:00`)"),
                );
                None
            }
            (Some(shown), None) => Some(shown),
            (None, None) => {
                self.diagnostics.push(
                    Diagnostic::error("E0225", format!("no value can be read from `{text}`"))
                        .at(span)
                        .hint("say it: `[el campió]{param=\"…\" value=\"1\"}`"),
                );
                None
            }
        };
        let unit = attributes.get("unit");
        if let Some(unit) = unit.filter(|unit| !UNITS.contains(unit)) {
            self.diagnostics.push(
                Diagnostic::error("E0226", format!("unknown unit `{unit}`"))
                    .at(attributes.span("unit").unwrap_or(span))
                    .hint(format!("known: {}", UNITS.join(", ")))
                    .suggest(unit, UNITS),
            );
        }
        if let Some(value) = value {
            self.body.params.push(Param {
                id,
                value,
                text: text.to_owned(),
                unit: unit.map(str::to_owned),
                provision: provision.clone(),
                span,
            });
        }
    }

    /// An item of a list: the first opens the list, the others are added to it.
    fn item(
        &mut self,
        id: String,
        text: &str,
        attributes: &Attributes,
        span: Span,
        provision: &ProvisionId,
    ) {
        self.check_param_id(&id, attributes.span("item").unwrap_or(span));
        let item = attributes.get("value").unwrap_or(text).to_owned();
        if let Some(Param { value: ParamValue::List(items), text: printed, .. }) =
            self.body.params.iter_mut().find(|param| param.id == id)
        {
            items.push(item);
            printed.push_str(", ");
            printed.push_str(text);
            return;
        }
        self.body.params.push(Param {
            id,
            value: ParamValue::List(vec![item]),
            text: text.to_owned(),
            unit: None,
            provision: provision.clone(),
            span,
        });
    }

    fn tables(&mut self, markup: &Markup, provision: Option<&ProvisionId>) {
        let mut found: Vec<String> = Vec::new();
        let mut stack: Vec<&Block> = markup.blocks.iter().rev().collect();
        while let Some(block) = stack.pop() {
            match block {
                Block::Table(table) => {
                    let Some(id) = &table.param else { continue };
                    found.push(id.clone());
                    let cells = |row: &[Vec<Inline>]| -> Vec<TableCell> {
                        row.iter().map(|cell| TableCell::new(&plain_text(cell))).collect()
                    };
                    let head = cells(&table.head);
                    let rows = table.rows.iter().map(|row| cells(row)).collect();
                    let span = markup.tables.iter().find(|(other, _)| other == id).map(|(_, s)| *s);
                    if let (Some(span), Some(provision)) = (span, provision) {
                        self.check_param_id(id, span);
                        self.body.params.push(Param {
                            id: id.clone(),
                            value: ParamValue::Table(ParamTable { head, rows }),
                            text: String::new(),
                            unit: None,
                            provision: provision.clone(),
                            span,
                        });
                    }
                }
                Block::Quote(inner) => stack.extend(inner.iter().rev()),
                Block::List { items, .. } => stack.extend(items.iter().flatten().rev()),
                _ => {}
            }
        }
        for (id, span) in &markup.tables {
            if !found.contains(id) {
                self.diagnostics.push(
                    Diagnostic::error("E0227", format!("no table follows the mark of `{id}`"))
                        .at(*span)
                        .hint("put the table on the next line, without a blank line between"),
                );
            }
        }
    }

    fn check_param_id(&mut self, id: &str, span: Span) {
        let legal = |part: &str| {
            !part.is_empty()
                && part.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-')
        };
        let well_formed = id
            .split_once('.')
            .is_some_and(|(regulation, name)| legal(regulation) && name.split('.').all(legal));
        if !well_formed {
            self.diagnostics.push(
                Diagnostic::error("E0228", format!("`{id}` is no identifier of a parameter"))
                    .at(span)
                    .hint("write the regulation, a dot, and words with hyphens, all ASCII: `oberts.min-jugadors`"),
            );
        }
    }
}
