//! Languages: everything that people read, from a language file.
//!
//! `themes/lang/ca.toml` holds every sentence under its key, how numbers and dates are written,
//! and the plural forms (`key.one`). Catalan is the measure: the other languages have the same keys
//! and the same `{placeholders}`. A fourth language is one more such file.

mod collation;
mod words;

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

pub use collation::Collation;

use serde::Deserialize;

use crate::core::report::{Game, Msg, Value, Verdict};
use crate::diag::{Diagnostic, Diagnostics, Sources, Span};
use crate::fingerprint::Fingerprint;
use crate::model::{Colour, Date, Exact};
use crate::project::Project;

/// How a language writes numbers and dates.
#[derive(Clone, Debug, Hash, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Formats {
    /// `,` or `.`.
    pub decimal: String,
    /// Names of the months.
    pub months: [String; 12],
    /// `{day} de {month} de {year}`; `{of_month}` is the month with its preposition.
    pub date: String,
    /// The months with their preposition: `de març`, `d'abril`.
    pub of_months: [String; 12],
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    name: String,
    formats: Formats,
    messages: BTreeMap<String, String>,
}

/// A language, ready to write.
#[derive(Clone, Debug)]
pub struct Language {
    /// `ca`.
    pub code: String,
    /// Its own name: `Català`.
    pub name: String,
    pub formats: Formats,
    messages: BTreeMap<String, String>,
}

/// Sentences lacking in a file that are named one by one; more are counted.
const NAMED: usize = 10;

impl Language {
    /// All that it says, as one number.
    pub fn fingerprint(&self) -> Fingerprint {
        let Self { code, name, formats, messages } = self;
        Fingerprint::of(&(code, name, formats, messages))
    }

    /// Codes of the languages built into the program; the first is what others fall back to.
    pub const BUILT_IN: [&str; 3] = ["ca", "es", "en"];

    /// Reads `themes/lang/CODE.toml` of the project, or the one built in.
    ///
    /// What a project's own file lacks is taken from the built-in file of that language, else from
    /// Catalan, and told (`W0110`); a `{placeholder}` that no value fills is told too (`W0113`).
    pub fn load(
        code: &str,
        project: &Project,
        sources: &Sources,
        diagnostics: &mut Diagnostics,
    ) -> Option<Self> {
        let path = Path::new("themes/lang").join(code).with_extension("toml");
        let (bytes, is_own) = match project.read(&path) {
            Ok(bytes) => (bytes, true),
            Err(_) => match crate::project::embedded(&path) {
                Some(bytes) => (bytes.to_vec(), false),
                None => {
                    diagnostics.push(
                        Diagnostic::error("E0110", format!("there is no language `{code}`"))
                            .in_file(&path)
                            .hint("ca, es and en are built in; another needs its file"),
                    );
                    return None;
                }
            },
        };
        let (file, _) = crate::source::decode(
            &path,
            &bytes,
            crate::source::Legacy::Refuse,
            sources,
            diagnostics,
        )?;
        let text = sources.get(file);
        match toml::from_str::<File>(&text.text) {
            Ok(File { name, formats, messages }) => {
                let mut language = Self { code: code.to_owned(), name, formats, messages };
                if is_own && !matches!(project, Project::Embedded) {
                    let heading = text.text.match_indices("[messages]").next();
                    let (at, length) = heading.map_or((0, 0), |(at, words)| (at, words.len()));
                    let heading = Span::new(file, at, at + length);
                    language.complete(heading, diagnostics);
                }
                Some(language)
            }
            Err(error) => {
                diagnostics.push(crate::source::toml_diagnostic(file, 0, &error));
                None
            }
        }
    }

    /// The language built into the program.
    pub fn embedded(code: &str) -> Option<Self> {
        let (sources, mut diagnostics) = (Sources::default(), Diagnostics::new());
        Self::load(code, &Project::Embedded, &sources, &mut diagnostics)
    }

    /// Fills what the file lacks, and tells it at the `heading` of its sentences.
    fn complete(&mut self, heading: Span, diagnostics: &mut Diagnostics) {
        let base = Self::embedded(&self.code).or_else(|| Self::embedded(Self::BUILT_IN[0]));
        let Some(base) = base else { return };
        let mut missing = Vec::new();
        for (key, sentence) in &base.messages {
            match self.messages.get(key) {
                None => {
                    self.messages.insert(key.clone(), sentence.clone());
                    missing.push((key, sentence));
                }
                Some(own) => {
                    let known = placeholders(sentence);
                    for name in placeholders(own).difference(&known) {
                        diagnostics.push(
                            Diagnostic::warning(
                                "W0113",
                                format!("`{key}` names `{{{name}}}`, which nothing fills"),
                            )
                            .at(heading)
                            .hint(format!("the sentence in {} is: {sentence}", base.name)),
                        );
                    }
                }
            }
        }
        for (key, sentence) in missing.iter().take(NAMED) {
            diagnostics.push(
                Diagnostic::warning("W0110", format!("the sentence `{key}` is missing"))
                    .at(heading)
                    .hint(format!("until then it is shown in {}: {sentence}", base.name)),
            );
        }
        if missing.len() > NAMED {
            let more = missing.len() - NAMED;
            diagnostics.push(
                Diagnostic::warning("W0110", format!("{more} more sentences are missing"))
                    .at(heading)
                    .hint("start from a copy of a complete language: `themes/lang/ca.toml`"),
            );
        }
    }

    /// Pesetas in words, where the program knows how the language counts.
    pub fn pesetas_in_words(&self, amount: i64) -> Option<String> {
        words::pesetas(&self.code, amount)
    }

    /// The order of names in this language.
    pub fn collator(&self) -> Collation {
        Collation::of(&self.code)
    }

    /// What this language calls another: `anglès`; its own name where it has no word.
    pub fn name_of(&self, other: &Self) -> String {
        let key = format!("language.{}", other.code);
        if self.has(&key) { self.text(&key) } else { other.name.clone() }
    }

    pub fn has(&self, key: &str) -> bool {
        self.messages.contains_key(key)
    }

    pub fn keys(&self) -> impl Iterator<Item = &str> {
        self.messages.keys().map(String::as_str)
    }

    /// A sentence without arguments.
    pub fn text(&self, key: &str) -> String {
        self.messages.get(key).cloned().unwrap_or_else(|| format!("⟨{key}⟩"))
    }

    /// A sentence with its arguments put in: `{name}`. With an argument `n`, the key's `.one` form
    /// is used when it is 1 and exists.
    pub fn msg(&self, msg: &Msg) -> String {
        let mut text = String::new();
        self.msg_into(msg, &mut text);
        text
    }

    fn msg_into(&self, msg: &Msg, text: &mut String) {
        let is_one = msg.args.iter().any(|(name, value)| *name == "n" && is_one(value));
        let singular = is_one.then(|| self.messages.get(&format!("{}.one", msg.key))).flatten();
        let Some(template) = singular.or_else(|| self.messages.get(msg.key)) else {
            text.extend(["⟨", msg.key, "⟩"]);
            return;
        };
        let mut rest = template.as_str();
        while let Some((before, after)) = rest.split_once('{') {
            text.push_str(before);
            let Some((name, after)) = after.split_once('}') else {
                text.push('{');
                rest = after;
                continue;
            };
            match msg.args.iter().find(|(arg, _)| *arg == name) {
                Some((_, value)) => self.value_into(value, text),
                None => text.extend(["{", name, "}"]),
            }
            rest = after;
        }
        text.push_str(rest);
    }

    /// A value as people write it.
    pub fn value(&self, value: &Value) -> String {
        match value {
            Value::Int(n) => n.to_string().replace('-', "−"),
            Value::Points(points) => points.to_string(),
            Value::Exact(value) => self.exact(*value),
            Value::Percent(share) => {
                self.text("unit.percent").replace("{n}", &self.exact(share * 100))
            }
            Value::Money(amount) => format!("{}\u{a0}{}", group(*amount), self.text("unit.ptes")),
            Value::Date(date) => self.date(*date),
            Value::Colour(Colour::White) => self.text("colour.white"),
            Value::Colour(Colour::Black) => self.text("colour.black"),
            Value::Verdict(Verdict::Met) => self.text("verdict.met"),
            Value::Verdict(Verdict::NotMet) => self.text("verdict.not-met"),
            Value::Verdict(Verdict::Unknown) => self.text("verdict.unknown"),
            Value::Text(text) => text.to_string(),
            Value::Entrant { name, .. }
            | Value::Person { name, .. }
            | Value::Event { name, .. } => name.to_string(),
            Value::Msg(msg) => self.msg(msg),
            Value::Game(game) => self.game(game),
            Value::List(values) => {
                values.iter().map(|v| self.value(v)).collect::<Vec<_>>().join(", ")
            }
            Value::Undefined => "–".to_owned(),
        }
    }

    /// As [`Self::value`], behind what is written already.
    fn value_into(&self, value: &Value, text: &mut String) {
        match value {
            Value::Text(words) => text.push_str(words),
            Value::Entrant { name, .. }
            | Value::Person { name, .. }
            | Value::Event { name, .. } => text.push_str(name),
            Value::Msg(msg) => self.msg_into(msg, text),
            _ => text.push_str(&self.value(value)),
        }
    }

    /// `12b1`: opponent, colour, result.
    fn game(&self, game: &Game) -> String {
        let key = match game.colour {
            Some(Colour::White) => "crosstable.white",
            Some(Colour::Black) => "crosstable.black",
            None => "crosstable.no-colour",
        };
        let opponent = Value::from(game.label);
        self.msg(&Msg::new(key).with("opponent", opponent).with("result", game.result.clone()))
    }

    /// A fraction: halves and quarters with their signs, others with up to two decimals.
    pub fn exact(&self, value: Exact) -> String {
        let sign = if value < Exact::from(0) { "−" } else { "" };
        let value = if value < Exact::from(0) { -value } else { value };
        let whole = value.trunc().to_integer();
        let fraction = value.fract();
        let glyph = match (*fraction.numer(), *fraction.denom()) {
            (0, _) => return format!("{sign}{whole}"),
            (1, 2) => "½",
            (1, 4) => "¼",
            (3, 4) => "¾",
            _ => {
                let hundredths = (value * 100).round().to_integer();
                let decimals = format!("{:02}", hundredths % 100);
                let decimals = decimals.trim_end_matches('0');
                if decimals.is_empty() {
                    return format!("{sign}{}", hundredths / 100);
                }
                return format!("{sign}{}{}{decimals}", hundredths / 100, self.formats.decimal);
            }
        };
        if whole == 0 { format!("{sign}{glyph}") } else { format!("{sign}{whole}{glyph}") }
    }

    /// A month of a year: `desembre de 1990`.
    pub fn month(&self, date: Date) -> String {
        let month = usize::from(date.month().unsigned_abs()) - 1;
        let name = self.formats.months.get(month).cloned().unwrap_or_default();
        let year = i64::from(date.year());
        self.msg(&Msg::new("date.month-year").with("month", name).with("year", year))
    }

    pub fn date(&self, date: Date) -> String {
        let month = usize::from(date.month().unsigned_abs()) - 1;
        let name = |names: &[String]| names.get(month).cloned().unwrap_or_default();
        self.formats
            .date
            .replace("{day}", &date.day().to_string())
            .replace("{month}", &name(&self.formats.months))
            .replace("{of_month}", &name(&self.formats.of_months))
            .replace("{year}", &date.year().to_string())
    }
}

/// Names in braces.
fn placeholders(sentence: &str) -> BTreeSet<&str> {
    let parts = sentence.split('{').skip(1);
    parts.filter_map(|part| part.split_once('}')).map(|(name, _)| name).collect()
}

fn is_one(value: &Value) -> bool {
    matches!(value, Value::Int(1)) || matches!(value, Value::Points(p) if p.halves() == 2)
}

/// Thousands apart: `10 000` with a narrow no-break space.
fn group(amount: i64) -> String {
    let digits = amount.abs().to_string();
    let mut grouped = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) && digits.len() > 4 {
            grouped.push('\u{202f}');
        }
        grouped.push(digit);
    }
    if amount < 0 { format!("−{grouped}") } else { grouped }
}

#[cfg(test)]
mod tests;
