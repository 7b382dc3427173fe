//! A calculation as data: its fields, its quantities, its requirements with their sentences.

use serde_json::{Map, Value as Json, json};

use super::data::Data;
use super::eval::Scope;
use super::expr::{Expr, is};
use crate::core::ask::Field;
use crate::core::report::{Block, Entry, Fact, Msg, Step, Value, Verdict};
use crate::rulebook::{Cited, ProvisionId};

/// How a value is written.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Unit {
    /// By its kind; a truth as a requirement met or not.
    Plain,
    /// A requirement: what is not known is not known yet.
    Verdict,
    /// A share, as so many per cent.
    Percent,
    /// Pesetes.
    Money,
    Points,
    /// Nothing at all when it is not known.
    Optional,
    /// A word of the data by the key of its sentence.
    Words(&'static [(&'static str, &'static str)]),
    /// A truth by the key of a sentence.
    Truths {
        holds: &'static str,
        fails: &'static str,
        unknown: &'static str,
    },
}

/// A sentence of the language file with what fills it.
#[derive(Clone, Debug, PartialEq)]
pub struct Sentence {
    pub key: &'static str,
    args: Vec<(&'static str, Shown)>,
}

/// What fills a place in a sentence.
#[derive(Clone, Debug, PartialEq)]
enum Shown {
    Value(Expr, Unit),
    /// A sentence in the sentence: the first whose condition holds.
    Words(Cases),
}

/// Sentences with their conditions: the first that holds is said.
pub type Cases = Vec<(Expr, Sentence)>;

/// A sentence without arguments.
pub fn say(key: &'static str) -> Sentence {
    Sentence { key, args: Vec::new() }
}

impl Sentence {
    pub fn with(self, name: &'static str, expr: Expr) -> Self {
        self.shown(name, expr, Unit::Plain)
    }

    pub fn shown(mut self, name: &'static str, expr: Expr, unit: Unit) -> Self {
        self.args.push((name, Shown::Value(expr, unit)));
        self
    }

    pub fn words(mut self, name: &'static str, cases: Cases) -> Self {
        self.args.push((name, Shown::Words(cases)));
        self
    }

    /// Said whatever holds.
    pub fn always(self) -> Cases {
        vec![(is(true), self)]
    }

    fn msg(&self, scope: &mut Scope) -> Msg {
        let mut msg = Msg::new(self.key);
        for (name, shown) in &self.args {
            let value = match shown {
                Shown::Value(expr, unit) => value(&scope.eval(expr), *unit),
                Shown::Words(cases) => pick(cases, scope).map_or(Value::Undefined, Value::from),
            };
            msg = msg.with(name, value);
        }
        msg
    }

    fn keys(&self, found: &mut Vec<&'static str>) {
        found.push(self.key);
        for (_, shown) in &self.args {
            match shown {
                Shown::Value(_, unit) => unit.keys(found),
                Shown::Words(cases) => keys_of(cases, found),
            }
        }
    }

    fn export(&self) -> Json {
        let args: Map<_, _> = self
            .args
            .iter()
            .map(|(name, shown)| {
                let shown = match shown {
                    Shown::Value(expr, unit) => {
                        json!({"value": expr.export(), "unit": unit.export()})
                    }
                    Shown::Words(cases) => json!({"words": export_cases(cases)}),
                };
                ((*name).to_owned(), shown)
            })
            .collect();
        json!({"key": self.key, "args": args})
    }
}

fn pick(cases: &Cases, scope: &mut Scope) -> Option<Msg> {
    let found = cases.iter().find(|(when, _)| scope.eval(when).truth() == Some(true))?;
    Some(found.1.msg(scope))
}

fn keys_of(cases: &Cases, found: &mut Vec<&'static str>) {
    cases.iter().for_each(|(_, sentence)| sentence.keys(found));
}

fn export_cases(cases: &Cases) -> Json {
    cases.iter().map(|(when, sentence)| json!([when.export(), sentence.export()])).collect()
}

impl Unit {
    fn keys(self, found: &mut Vec<&'static str>) {
        match self {
            Self::Words(words) => found.extend(words.iter().map(|(_, key)| *key)),
            Self::Truths { holds, fails, unknown } => found.extend([holds, fails, unknown]),
            _ => {}
        }
    }

    fn export(self) -> Json {
        match self {
            Self::Plain => json!("plain"),
            Self::Verdict => json!("verdict"),
            Self::Percent => json!("percent"),
            Self::Money => json!("money"),
            Self::Points => json!("points"),
            Self::Optional => json!("optional"),
            Self::Words(words) => {
                let words = words.iter().map(|(word, key)| ((*word).to_owned(), json!(key)));
                json!({"words": Json::Object(words.collect())})
            }
            Self::Truths { holds, fails, unknown } => json!({"truths": [holds, fails, unknown]}),
        }
    }
}

/// Data as a value of a report.
pub fn value(data: &Data, unit: Unit) -> Value {
    match (data, unit) {
        (data, Unit::Verdict) => data.verdict().into(),
        (data, Unit::Truths { holds, fails, unknown }) => Msg::new(match data.truth() {
            Some(true) => holds,
            Some(false) => fails,
            None => unknown,
        })
        .into(),
        (Data::Truth(truth), _) => Verdict::of(*truth).into(),
        (Data::Number(number), Unit::Percent) => Value::Percent(*number),
        (Data::Number(number), Unit::Money) if number.is_integer() => {
            Value::Money(number.to_integer())
        }
        (Data::Number(number), _) if number.is_integer() => number.to_integer().into(),
        (Data::Number(number), _) => Value::Exact(*number),
        (Data::Day(day), _) => (*day).into(),
        (Data::Moment(at), _) => {
            let time = format!("{:02}:{:02}", at.hour(), at.minute());
            Msg::new("homologation.moment").with("day", at.date()).with("time", time).into()
        }
        (Data::Text(text), Unit::Words(words)) => {
            match words.iter().find(|(word, _)| **word == **text) {
                Some((_, key)) => Msg::new(key).into(),
                None => text.clone().into(),
            }
        }
        (Data::Text(text), _) => text.clone().into(),
        (Data::List(items), unit) => {
            Value::List(items.iter().map(|item| value(item, unit)).collect())
        }
        (Data::Unknown | Data::Place(_) | Data::Record(_), _) => Value::Undefined,
    }
}

/// A line of a working, or one for each item of a list.
#[derive(Clone, Debug, PartialEq)]
pub struct Line {
    each: Option<(&'static str, Expr)>,
    text: Cases,
    gives: Option<(Expr, Unit)>,
    cites: Vec<ProvisionId>,
}

/// A line with the first of the sentences whose condition holds; none when none does.
pub fn line(text: impl Into<Cases>) -> Line {
    Line { each: None, text: text.into(), gives: None, cites: Vec::new() }
}

impl From<Sentence> for Cases {
    fn from(sentence: Sentence) -> Self {
        sentence.always()
    }
}

impl Line {
    /// The line for each item of a list.
    pub fn each(mut self, item: &'static str, list: Expr) -> Self {
        self.each = Some((item, list));
        self
    }

    pub fn gives(mut self, expr: Expr, unit: Unit) -> Self {
        self.gives = Some((expr, unit));
        self
    }

    pub fn cite(mut self, at: &ProvisionId) -> Self {
        self.cites.push(at.clone());
        self
    }

    fn steps(&self, scope: &mut Scope, steps: &mut Vec<Step>) {
        match &self.each {
            None => steps.extend(self.step(scope)),
            Some((item, list)) => {
                for one in scope.eval(list).items().to_vec() {
                    steps.extend(scope.with(item, one, |scope| self.step(scope)));
                }
            }
        }
    }

    fn step(&self, scope: &mut Scope) -> Option<Step> {
        let text = pick(&self.text, scope)?;
        let given = self.gives.as_ref().and_then(|(expr, unit)| {
            let data = scope.eval(expr);
            let nothing = *unit == Unit::Optional && data == Data::Unknown;
            (!nothing).then(|| value(&data, *unit))
        });
        Some(Step { text, value: given, citations: self.cites.clone() })
    }

    fn export(&self) -> Json {
        json!({
            "each": self.each.as_ref().map(|(item, list)| json!([item, list.export()])),
            "text": export_cases(&self.text),
            "gives": self.gives.as_ref().map(|(expr, unit)| json!([expr.export(), unit.export()])),
            "cites": cited(&self.cites),
        })
    }
}

/// A requirement, or a quantity of interest: what is asked for, what is found, what to do.
#[derive(Clone, Debug, PartialEq)]
pub struct Check {
    pub key: &'static str,
    each: Option<(&'static str, Expr)>,
    label: Cases,
    gives: (Expr, Unit),
    /// What the requirement is about as one value, and its limit, for programs.
    measured: Option<(Expr, Unit)>,
    cites: Vec<ProvisionId>,
    working: Vec<Line>,
    advice: Cases,
}

impl Check {
    /// A requirement that holds when `met` does.
    pub fn new(key: &'static str, label: impl Into<Cases>, met: Expr) -> Self {
        Self::quantity(key, label, met, Unit::Verdict)
    }

    /// A quantity.
    pub fn quantity(key: &'static str, label: impl Into<Cases>, expr: Expr, unit: Unit) -> Self {
        Self {
            key,
            each: None,
            label: label.into(),
            gives: (expr, unit),
            measured: None,
            cites: Vec::new(),
            working: Vec::new(),
            advice: Vec::new(),
        }
    }

    /// The requirement for each item of a list.
    pub fn each(mut self, item: &'static str, list: Expr) -> Self {
        self.each = Some((item, list));
        self
    }

    pub fn measured(mut self, expr: Expr, unit: Unit) -> Self {
        self.measured = Some((expr, unit));
        self
    }

    pub fn cite(mut self, provision: &str) -> Self {
        self.cites.push(provision.into());
        self
    }

    pub fn cite_param<T>(mut self, param: &Cited<T>) -> Self {
        if !self.cites.contains(&param.at) {
            self.cites.push(param.at.clone());
        }
        self
    }

    pub fn line(mut self, line: Line) -> Self {
        self.working.push(line);
        self
    }

    pub fn lines(mut self, lines: impl IntoIterator<Item = Line>) -> Self {
        self.working.extend(lines);
        self
    }

    /// What to do when a condition holds; the first that holds is said.
    pub fn advise(mut self, when: Expr, sentence: Sentence) -> Self {
        self.advice.push((when, sentence));
        self
    }

    /// What to do when the requirement fails.
    pub fn if_not(self, sentence: Sentence) -> Self {
        let failed = self.gives.0.clone().negated();
        self.advise(failed, sentence)
    }

    /// What to do while it is not known whether the requirement is met.
    pub fn if_unknown(self, sentence: Sentence) -> Self {
        let unknown = self.gives.0.clone().known().negated();
        self.advise(unknown, sentence)
    }

    fn found(&self, scope: &mut Scope, all: &mut Vec<Found>) {
        match &self.each {
            None => all.extend(self.find(scope)),
            Some((item, list)) => {
                for one in scope.eval(list).items().to_vec() {
                    all.extend(scope.with(item, one, |scope| self.find(scope)));
                }
            }
        }
    }

    fn find(&self, scope: &mut Scope) -> Option<Found> {
        let label = pick(&self.label, scope)?;
        let mut working = Vec::new();
        self.working.iter().for_each(|line| line.steps(scope, &mut working));
        let (expr, unit) = &self.gives;
        let entry = Entry {
            value: value(&scope.eval(expr), *unit),
            citations: self.cites.clone(),
            working,
        };
        let measured = self.measured.as_ref().map(|(expr, unit)| value(&scope.eval(expr), *unit));
        let advice = pick(&self.advice, scope);
        Some(Found { fact: Fact { key: self.key, label, entry, advice }, measured })
    }

    fn keys(&self, found: &mut Vec<&'static str>) {
        keys_of(&self.label, found);
        keys_of(&self.advice, found);
        self.gives.1.keys(found);
        if let Some((_, unit)) = &self.measured {
            unit.keys(found);
        }
        for line in &self.working {
            keys_of(&line.text, found);
            if let Some((_, unit)) = &line.gives {
                unit.keys(found);
            }
        }
    }

    fn export(&self) -> Json {
        let shown = |(expr, unit): &(Expr, Unit)| json!([expr.export(), unit.export()]);
        json!({
            "key": self.key,
            "each": self.each.as_ref().map(|(item, list)| json!([item, list.export()])),
            "label": export_cases(&self.label),
            "gives": shown(&self.gives),
            "measured": self.measured.as_ref().map(shown),
            "cites": cited(&self.cites),
            "working": self.working.iter().map(Line::export).collect::<Vec<_>>(),
            "advice": export_cases(&self.advice),
        })
    }
}

fn cited(at: &[ProvisionId]) -> Json {
    at.iter().map(|id| Json::from(id.as_str())).collect()
}

/// What a check found.
#[derive(Clone, Debug, PartialEq)]
pub struct Found {
    pub fact: Fact,
    pub measured: Option<Value>,
}

impl Found {
    /// For programs: `{key, value, measured, citation, advice}`.
    pub fn to_json(&self) -> Json {
        json!({
            "key": self.fact.key,
            "value": self.fact.entry.value.to_json(),
            "measured": self.measured.as_ref().map(Value::to_json),
            "citation": self.fact.entry.citations.iter().map(ProvisionId::as_str).collect::<Vec<_>>(),
            "advice": self.fact.advice.as_ref().map(Msg::to_json),
        })
    }
}

/// Checks under a heading.
#[derive(Clone, Debug, PartialEq)]
pub struct Part {
    /// Key of its heading; none when empty.
    pub heading: &'static str,
    pub checks: Vec<Check>,
}

/// A calculation as data.
#[derive(Clone, Debug)]
pub struct Sheet {
    /// As in `ask`.
    pub name: &'static str,
    pub fields: &'static [Field],
    /// Quantities in the order in which they are computed.
    pub quantities: Vec<(&'static str, Expr)>,
    /// In one sentence.
    pub summary: Option<Sentence>,
    pub parts: Vec<Part>,
    /// Fields of the answer for programs.
    pub outputs: Vec<(&'static str, Expr)>,
    /// Fields whose words are a list of the text, with how they are written.
    pub options: Vec<(&'static str, Expr, Unit)>,
    /// An input of which nothing is known yet, for showing what is asked.
    pub blank: Data,
}

impl Sheet {
    pub fn new(name: &'static str, fields: &'static [Field]) -> Self {
        Self {
            name,
            fields,
            quantities: Vec::new(),
            summary: None,
            parts: Vec::new(),
            outputs: Vec::new(),
            options: Vec::new(),
            blank: Data::record([]),
        }
    }

    /// Defines a quantity by what is given and the quantities before it.
    pub fn define(&mut self, name: &'static str, expr: Expr) -> &mut Self {
        self.quantities.push((name, expr));
        self
    }

    pub fn part(&mut self, heading: &'static str, checks: Vec<Check>) -> &mut Self {
        self.parts.push(Part { heading, checks });
        self
    }

    pub fn output(&mut self, name: &'static str, expr: Expr) -> &mut Self {
        self.outputs.push((name, expr));
        self
    }

    /// Computes the quantities of an input.
    pub fn compute(&self, input: &Data) -> Computed<'_> {
        let mut scope = Scope::new(input);
        for (name, expr) in &self.quantities {
            let data = scope.eval(expr);
            scope.define(name, data);
        }
        Computed { sheet: self, scope }
    }

    /// Keys of all sentences that it can say.
    pub fn keys(&self) -> Vec<&'static str> {
        let mut keys = Vec::new();
        self.summary.iter().for_each(|sentence| sentence.keys(&mut keys));
        for part in &self.parts {
            if !part.heading.is_empty() {
                keys.push(part.heading);
            }
            part.checks.iter().for_each(|check| check.keys(&mut keys));
        }
        self.options.iter().for_each(|(_, _, unit)| unit.keys(&mut keys));
        keys.sort_unstable();
        keys.dedup();
        keys
    }

    /// Provisions that its requirements rest on.
    pub fn citations(&self) -> Vec<ProvisionId> {
        let checks = self.parts.iter().flat_map(|part| &part.checks);
        let mut found: Vec<ProvisionId> = checks
            .flat_map(|check| {
                let lines = check.working.iter().flat_map(|line| &line.cites);
                check.cites.iter().chain(lines).cloned()
            })
            .collect();
        found.sort();
        found.dedup();
        found
    }

    /// Everything but the sentences, for the interpreter of the site's forms.
    pub fn export(&self) -> Json {
        let pairs = |all: &[(&'static str, Expr)]| -> Json {
            all.iter().map(|(name, expr)| json!([name, expr.export()])).collect()
        };
        let parts: Vec<_> = self
            .parts
            .iter()
            .map(|part| {
                json!({
                    "heading": part.heading,
                    "checks": part.checks.iter().map(Check::export).collect::<Vec<_>>(),
                })
            })
            .collect();
        json!({
            "name": self.name,
            "fields": self.fields.iter().map(Field::export).collect::<Vec<_>>(),
            "quantities": pairs(&self.quantities),
            "summary": self.summary.as_ref().map(Sentence::export),
            "parts": parts,
            "outputs": pairs(&self.outputs),
            "options": self
                .options
                .iter()
                .map(|(field, list, unit)| json!([field, list.export(), unit.export()]))
                .collect::<Vec<_>>(),
        })
    }
}

/// A sheet with the quantities of one input.
pub struct Computed<'a> {
    sheet: &'a Sheet,
    scope: Scope,
}

impl Computed<'_> {
    /// A quantity, or a field of the input.
    pub fn get(&self, name: &str) -> &Data {
        self.scope.get(name)
    }

    /// The checks of a part, by its place.
    pub fn part(&mut self, at: usize) -> Vec<Found> {
        let mut found = Vec::new();
        if let Some(part) = self.sheet.parts.get(at) {
            part.checks.iter().for_each(|check| check.found(&mut self.scope, &mut found));
        }
        found
    }

    /// All checks, in order.
    pub fn all(&mut self) -> Vec<Found> {
        (0..self.sheet.parts.len()).flat_map(|at| self.part(at)).collect()
    }

    pub fn summary(&mut self) -> Option<Msg> {
        self.sheet.summary.as_ref().map(|sentence| sentence.msg(&mut self.scope))
    }

    /// The parts as blocks of a report; parts without any check that applies are left out.
    pub fn blocks(&mut self) -> Vec<Block> {
        let mut blocks = Vec::new();
        for (at, part) in self.sheet.parts.iter().enumerate() {
            let facts: Vec<Fact> = self.part(at).into_iter().map(|found| found.fact).collect();
            if !facts.is_empty() {
                if !part.heading.is_empty() {
                    blocks.push(Block::Heading(Msg::new(part.heading)));
                }
                blocks.push(Block::Facts(facts));
            }
        }
        blocks
    }

    /// The answer for programs.
    pub fn outputs(&mut self) -> Json {
        let outputs: Map<_, _> = self
            .sheet
            .outputs
            .iter()
            .map(|(name, expr)| ((*name).to_owned(), self.scope.eval(expr).to_json()))
            .collect();
        Json::Object(outputs)
    }
}
