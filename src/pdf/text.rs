//! The rulebook's text trees as JSON that the templates walk.
//!
//! Every word is a JSON string and becomes text in Typst, never markup: a name with `#` or `*` is
//! printed with `#` or `*`.

use std::collections::BTreeSet;

use serde_json::{Map, Value as Json, json};

use crate::core::report::Msg;
use crate::lang::Language;
use crate::rulebook::{
    Align, Block, Division, Inline, Item, Note, Provision, ProvisionId, Regulation, Table,
    plain_text,
};

/// What text needs to know of the document it stands in.
pub(super) struct Context<'a> {
    pub language: &'a Language,
    /// Provisions printed in the document: a citation of one is a link with a page number.
    pub printed: BTreeSet<&'a ProvisionId>,
    /// Address of a provision on the site.
    pub address: &'a (dyn Fn(&ProvisionId) -> Option<String> + Sync),
}

impl Context<'_> {
    /// A citation: words, and where they lead.
    pub fn cite(&self, target: &ProvisionId, words: &str) -> Json {
        let words = if words.is_empty() { target.as_str() } else { words };
        let mut cite = Map::from_iter([("cite".to_owned(), json!(words))]);
        if self.printed.contains(target) {
            cite.insert("here".to_owned(), json!(target.as_str()));
        } else if let Some(address) = (self.address)(target) {
            cite.insert("url".to_owned(), json!(address));
        }
        Json::Object(cite)
    }
}

/// Line breaks of the source are blanks.
fn words(text: &str) -> Json {
    json!(text.replace(['\n', '\r', '\t'], " "))
}

pub(super) fn inlines(context: &Context<'_>, inlines: &[Inline]) -> Json {
    Json::Array(inlines.iter().map(|inline| self::inline(context, inline)).collect())
}

fn inline(context: &Context<'_>, inline: &Inline) -> Json {
    match inline {
        Inline::Text(text) => words(text),
        Inline::Emphasis(inner) => json!({"em": inlines(context, inner)}),
        Inline::Strong(inner) => json!({"strong": inlines(context, inner)}),
        Inline::Code(text) => json!({"code": words(text)}),
        Inline::Link { href, text } if is_address(href) => {
            json!({"link": href, "text": inlines(context, text)})
        }
        Inline::Link { text, .. } => json!({"span": inlines(context, text)}),
        // The PDF carries no pictures of the texts; their description stands for them.
        Inline::Image { alt, .. } => words(alt),
        Inline::Break => json!({"br": true}),
        Inline::Note(number) => words(&format!("[{number}]")),
        Inline::Param { text, .. } => json!({"param": words(text)}),
        Inline::Cite { target, text } => context.cite(target, text),
        Inline::Term { text, .. } => words(text),
    }
}

/// A relative address leads nowhere from a file that is passed on.
fn is_address(href: &str) -> bool {
    ["https://", "http://", "mailto:"].iter().any(|scheme| href.starts_with(scheme))
}

pub(super) fn blocks(context: &Context<'_>, blocks: &[Block]) -> Json {
    Json::Array(blocks.iter().map(|block| self::block(context, block)).collect())
}

fn block(context: &Context<'_>, block: &Block) -> Json {
    match block {
        Block::Paragraph(text) => json!({"p": inlines(context, text)}),
        Block::Heading { text, .. } => json!({"h": inlines(context, text)}),
        Block::List { start, items } => {
            let items: Vec<_> = items.iter().map(|item| blocks(context, item)).collect();
            json!({"list": items, "start": start})
        }
        Block::Table(table) => self::table(context, table),
        Block::Quote(inner) => json!({"quote": blocks(context, inner)}),
        Block::Code { text, .. } => json!({"code": text}),
        Block::Notes(notes) => {
            let items: Vec<_> = notes.iter().map(|note| blocks(context, note)).collect();
            json!({"list": items, "start": 1})
        }
        Block::Rule => json!({"rule": true}),
    }
}

fn table(context: &Context<'_>, table: &Table) -> Json {
    let columns = table.head.len();
    let row = |cells: &[Vec<Inline>]| -> Json {
        let cells = (0..columns).map(|at| match cells.get(at) {
            Some(cell) => inlines(context, cell),
            None => json!([]),
        });
        Json::Array(cells.collect())
    };
    let body = |at: usize| table.rows.iter().filter_map(move |row| row.get(at));
    let align: Vec<_> = (0..columns)
        .map(|at| match table.align.get(at) {
            Some(Align::Centre) => "centre",
            Some(Align::End) => "end",
            // Markdown seldom says it: a column of figures is centred.
            _ if body(at).all(|cell| is_figure(&plain_text(cell))) => "centre",
            _ => "start",
        })
        .collect();
    // Room it needs: the widest cell of each column, where headers may break between words.
    let room: usize = (0..columns)
        .map(|at| {
            let head = table.head.get(at).map_or(0, |cell| widest_word(&plain_text(cell)));
            let cells = body(at).map(|cell| width(&plain_text(cell))).max().unwrap_or(0);
            head.max(cells.min(20_000))
        })
        .sum();
    json!({
        "table": {
            "head": row(&table.head),
            "rows": table.rows.iter().map(|cells| row(cells)).collect::<Vec<_>>(),
            "align": align,
            "room": room,
        }
    })
}

fn is_figure(text: &str) -> bool {
    text.chars().count() <= 7
        && text.chars().all(|c| c.is_ascii_digit() || "½¼¾,.–−…% ".contains(c))
}

/// About how wide a text is in the sans face, in thousandths of its size. Templates choose type and
/// paper of a table by it; the exact widths are Typst's.
pub(super) fn width(text: &str) -> usize {
    text.chars()
        .map(|c| match c {
            '0'..='9' => 600,
            '½' | '¼' | '¾' | 'm' | 'w' | 'M' | 'W' | '%' => 870,
            'i' | 'j' | 'l' | 't' | 'f' | 'r' | 'I' | ' ' | '.' | ',' | ';' | ':' | '\'' | '’'
            | '·' | '(' | ')' | '-' => 330,
            '□' | '■' => 945,
            c if c.is_uppercase() => 650,
            _ => 565,
        })
        .sum()
}

/// The width of the widest part that is not broken.
pub(super) fn widest_word(text: &str) -> usize {
    text.split_inclusive([' ', '-']).map(|word| width(word.trim_end())).max().unwrap_or(0)
}

/// Levels of headings that never skip one, as readers with assistive technology need.
pub(super) struct Levels {
    base: usize,
    /// Wanted levels of the headings that the current one stands under, and its own.
    open: Vec<usize>,
}

impl Levels {
    /// `base` is the level of the heading above all that follow.
    pub fn below(base: usize) -> Self {
        Self { base, open: Vec::new() }
    }

    fn next(&mut self, wanted: usize) -> usize {
        self.open.retain(|&above| above < wanted);
        self.open.push(wanted);
        self.base + self.open.len()
    }
}

/// A regulation whose own title is a heading of `level`.
pub(super) fn regulation(context: &Context<'_>, regulation: &Regulation, level: usize) -> Json {
    let mut levels = Levels::below(level);
    let mut division = 0;
    let items: Vec<_> = regulation
        .items
        .iter()
        .map(|item| match item {
            Item::Division(Division { level: depth, title, .. }) => {
                division = usize::from(*depth);
                json!({"division": words(title), "level": levels.next(level + division),
                    "depth": depth})
            }
            Item::Provision(found) => {
                let depth = usize::from(found.depth);
                let heading = found.title.as_ref().map(|_| levels.next(level + division + depth));
                provision(context, found, heading)
            }
        })
        .collect();
    let letters: usize = regulation.provisions().map(|p| letters(&p.blocks)).sum();
    let language = context.language;
    let dates = [
        ("pdf.approved", regulation.approved),
        ("pdf.in-force", Some(regulation.in_force)),
        ("pdf.repealed", regulation.repealed),
    ];
    let facts: Vec<_> = dates
        .into_iter()
        .filter_map(|(key, date)| Some(language.msg(&Msg::new(key).with("date", date?))))
        .collect();
    let source = match &regulation.pages {
        Some(pages) => language.msg(
            &Msg::new("pdf.source-pages")
                .with("source", &*regulation.source)
                .with("pages", &**pages),
        ),
        None => regulation.source.clone(),
    };
    json!({
        "code": regulation.code,
        "anchor": format!("regulation {}", regulation.code),
        "title": words(&regulation.title),
        "kind": regulation.kind.key(),
        "level": level,
        "facts": facts,
        "source": words(&source),
        // Only a text of some pages opens a page of its own.
        "long": letters > 8000,
        "intro": blocks(context, &regulation.intro),
        "items": items,
    })
}

fn letters(blocks: &[Block]) -> usize {
    blocks
        .iter()
        .map(|block| match block {
            Block::Paragraph(text) | Block::Heading { text, .. } => {
                plain_text(text).chars().count()
            }
            Block::List { items, .. } | Block::Notes(items) => {
                items.iter().map(|item| letters(item)).sum()
            }
            Block::Quote(inner) => letters(inner),
            Block::Table(table) => table.rows.len() * 40,
            Block::Code { text, .. } => text.chars().count(),
            Block::Rule => 0,
        })
        .sum()
}

pub(super) fn provision(
    context: &Context<'_>,
    provision: &Provision,
    heading: Option<usize>,
) -> Json {
    let notes: Vec<_> = provision.notes.iter().map(|note| self::note(context, note)).collect();
    json!({
        "id": provision.id.as_str(),
        "label": words(&provision.label),
        "title": provision.title.as_deref().map(words),
        "depth": provision.depth,
        "level": heading,
        "blocks": blocks(context, &provision.blocks),
        "notes": notes,
    })
}

fn note(context: &Context<'_>, note: &Note) -> Json {
    json!({"readings": note.readings.join(", "), "blocks": blocks(context, &note.blocks)})
}

#[cfg(test)]
mod tests {
    use super::*;

    fn context(language: &Language) -> Context<'_> {
        Context { language, printed: BTreeSet::new(), address: &|_| None }
    }

    #[test]
    fn words_stay_words() {
        let language = Language::embedded("ca").unwrap();
        let tree = [Inline::Text("#pagebreak() *no* <a> \\ _x_\n$1$".into())];
        assert_eq!(
            inlines(&context(&language), &tree),
            json!(["#pagebreak() *no* <a> \\ _x_ $1$"])
        );
    }

    #[test]
    fn citations_lead_to_the_page_or_to_the_site_or_nowhere() {
        let language = Language::embedded("ca").unwrap();
        let (here, there) = (ProvisionId::from("RGC 1.1"), ProvisionId::from("RDE 2"));
        let mut context = context(&language);
        assert_eq!(context.cite(&here, ""), json!({"cite": "RGC 1.1"}));
        context.printed.insert(&here);
        let address = |id: &ProvisionId| Some(format!("https://x.test/#{}", id.anchor()));
        context.address = &address;
        assert_eq!(context.cite(&here, "això"), json!({"cite": "això", "here": "RGC 1.1"}));
        assert_eq!(context.cite(&there, ""), json!({"cite": "RDE 2", "url": "https://x.test/#2"}));
    }

    #[test]
    fn headings_never_skip_a_level() {
        let mut levels = Levels::below(2);
        assert_eq!([5, 5, 3, 9].map(|wanted| levels.next(wanted)), [3, 3, 3, 4]);
    }

    #[test]
    fn columns_of_figures_are_centred() {
        let cell = |text: &str| vec![Inline::Text(text.into())];
        let table = Table {
            param: None,
            align: vec![Align::Start; 2],
            head: vec![cell("Franja"), cell("Punts")],
            rows: vec![vec![cell("més de 2125"), cell("5½")], vec![cell("fins a 2125")]],
        };
        let language = Language::embedded("ca").unwrap();
        let json = self::table(&context(&language), &table);
        assert_eq!(json["table"]["align"], json!(["start", "centre"]));
        // A row too short is filled up.
        assert_eq!(json["table"]["rows"][1], json!([["fins a 2125"], []]));
    }
}
