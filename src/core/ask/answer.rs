//! Answers, and what was wrong with a question.

use std::fmt;

use serde_json::{Value as Json, json};

use crate::core::computed::Computed;
use crate::core::report::{Entry, Step};
use crate::rulebook::ProvisionId;

/// A value with its citations and its working.
#[derive(Clone, Debug, PartialEq)]
pub struct Answer {
    pub value: Json,
    pub citations: Vec<ProvisionId>,
    pub working: Vec<Step>,
}

impl Answer {
    pub fn new(value: Json) -> Self {
        Self { value, citations: Vec::new(), working: Vec::new() }
    }

    /// A value with the working of a calculation.
    pub fn of<T>(value: Json, computed: &Computed<T>) -> Self {
        let (citations, working) = (computed.citations.clone(), computed.working.clone());
        Self { value, citations, working }
    }

    /// A value with the working of an entry.
    pub fn with(value: Json, entry: &Entry) -> Self {
        Self { value, citations: entry.citations.clone(), working: entry.working.clone() }
    }

    /// The working of one more entry.
    pub fn and(mut self, entry: &Entry) -> Self {
        for at in &entry.citations {
            self = self.cite(at);
        }
        self.working.extend(entry.working.iter().cloned());
        self
    }

    pub fn cite(mut self, at: &ProvisionId) -> Self {
        if !self.citations.contains(at) {
            self.citations.push(at.clone());
        }
        self
    }

    pub fn to_json(&self) -> Json {
        json!({
            "value": self.value,
            "citation": self.citations.iter().map(ProvisionId::as_str).collect::<Vec<_>>(),
            "working": self.working.iter().map(Step::to_json).collect::<Vec<_>>(),
        })
    }
}

/// Something wrong with the input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// Where: `games[2].points`; empty for the input as a whole.
    pub field: String,
    pub expected: String,
    /// What stands there instead.
    pub found: String,
}

impl Problem {
    pub fn new(
        field: impl Into<String>,
        expected: impl Into<String>,
        found: impl Into<String>,
    ) -> Self {
        Self { field: field.into(), expected: expected.into(), found: found.into() }
    }

    pub fn to_json(&self) -> Json {
        json!({"field": self.field, "expected": self.expected, "found": self.found})
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let field = if self.field.is_empty() { "the input" } else { &self.field };
        write!(f, "{field}: expected {}, found {}", self.expected, self.found)
    }
}

/// All that is wrong with an input.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Problems(pub Vec<Problem>);

impl From<Problem> for Problems {
    fn from(problem: Problem) -> Self {
        Self(vec![problem])
    }
}
