//! A typed result together with how it came about.

use super::formula::{self, Data, Sheet};
use super::report::{Entry, Fact, Msg, Step, Value, Verdict};
use crate::rulebook::{Cited, ProvisionId};

/// What a calculation found: the value for programs and further calculations, the working and the
/// citations for readers.
#[derive(Clone, Debug, PartialEq)]
pub struct Computed<T> {
    pub value: T,
    pub citations: Vec<ProvisionId>,
    pub working: Vec<Step>,
}

impl<T> Computed<T> {
    pub fn new(value: T) -> Self {
        Self { value, citations: Vec::new(), working: Vec::new() }
    }

    /// What a sheet says of an input: its requirements with their workings as one working.
    pub fn from_sheet(
        sheet: &Sheet,
        input: &Data,
        value: impl FnOnce(&formula::Computed<'_>) -> T,
    ) -> Self {
        let mut found = sheet.compute(input);
        let mut computed = Computed::new(());
        for Fact { label, entry, .. } in found.all().into_iter().map(|found| found.fact) {
            entry.citations.iter().for_each(|at| computed.push(at));
            for step in entry.working {
                step.citations.iter().for_each(|at| computed.push(at));
                if !computed.working.contains(&step) {
                    computed.working.push(step);
                }
            }
            let step = Step::new(label).gives(entry.value);
            computed.working.push(entry.citations.iter().fold(step, |step, at| step.cite(at)));
        }
        computed.map(|()| value(&found))
    }

    /// Cites a provision.
    pub fn at(mut self, provision: &str) -> Self {
        self.push(&ProvisionId::from(provision));
        self
    }

    /// Cites the provision of a parameter.
    pub fn by<P>(mut self, param: &Cited<P>) -> Self {
        self.push(&param.at);
        self
    }

    /// A line of the working: what it is, and what it comes to.
    pub fn line(mut self, label: &'static str, value: impl Into<Value>) -> Self {
        self.working.push(Step::new(Msg::new(label)).gives(value));
        self
    }

    /// A line with the limit that a parameter sets, cited.
    pub fn limit<P>(mut self, label: &'static str, param: &Cited<P>) -> Self
    where
        P: Copy + Into<Value>,
    {
        self.push(&param.at);
        self.working.push(Step::new(Msg::new(label)).gives(param.get()).cite(&param.at));
        self
    }

    /// A line that a provision without a number founds.
    pub fn rule(mut self, label: &'static str, value: impl Into<Value>, provision: &str) -> Self {
        let at = ProvisionId::from(provision);
        self.push(&at);
        self.working.push(Step::new(Msg::new(label)).gives(value).cite(&at));
        self
    }

    /// Another value with the same working.
    pub fn map<U>(self, f: impl FnOnce(T) -> U) -> Computed<U> {
        Computed { value: f(self.value), citations: self.citations, working: self.working }
    }

    /// The working of a part of the calculation.
    pub fn after<U>(mut self, part: Computed<U>) -> Self {
        part.citations.iter().for_each(|at| self.push(at));
        self.working.extend(part.working);
        self
    }

    fn push(&mut self, at: &ProvisionId) {
        if !self.citations.contains(at) {
            self.citations.push(at.clone());
        }
    }
}

impl Computed<bool> {
    pub fn verdict(&self) -> Entry {
        self.entry_of(Verdict::of(self.value))
    }
}

impl<T: Clone + Into<Value>> Computed<T> {
    pub fn entry(&self) -> Entry {
        self.entry_of(self.value.clone())
    }
}

impl<T> Computed<T> {
    /// The working under a value that stands for the result.
    pub fn entry_of(&self, value: impl Into<Value>) -> Entry {
        let mut entry = Entry::plain(value);
        entry.citations.clone_from(&self.citations);
        entry.working.clone_from(&self.working);
        entry
    }
}
