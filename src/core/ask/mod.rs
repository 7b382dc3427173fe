//! One question at a time: every calculation with its inputs, answered from JSON.
//!
//! A [`Calculation`] is a name, the fields it takes and a function. To add one, write it in a file
//! of `calculations` and name it in [`all`]. The fields are declared once: they check what is
//! given, make the JSON schema and the list for people.

mod answer;
mod calculations;
mod data;
mod input;
mod schema;

pub use answer::{Answer, Problem, Problems};
pub(crate) use calculations::TITLES;
pub use calculations::all;
pub use data::record;
pub use input::{Field, Input, Kind, Unknown};
pub use schema::schema;

use serde_json::Value as Json;

use super::Rules1990;
use super::formula::Sheet;

/// A question that can be asked.
#[derive(Clone, Copy)]
pub struct Calculation {
    pub name: &'static str,
    /// The provisions that it applies.
    pub provisions: &'static [&'static str],
    pub fields: &'static [Field],
    /// The same calculation as data, where it can be had: the site's form of it.
    pub sheet: Option<fn(&Rules1990) -> Sheet>,
    /// An input for readers, as JSON: the site shows it with its answer.
    pub example: &'static str,
    /// Called with an input whose fields are all as declared.
    pub answer: fn(&Input<'_>, &Rules1990) -> Result<Answer, Problems>,
}

impl Calculation {
    /// The calculation of a name.
    pub fn named(name: &str) -> Option<&'static Self> {
        all().iter().copied().find(|calculation| calculation.name == name)
    }

    /// Checks the input and answers, or says everything that is wrong with the input.
    pub fn ask(&self, input: &Json, rules: &Rules1990) -> Result<Answer, Problems> {
        let input = Input::check(input, self.fields)?;
        (self.answer)(&input, rules)
    }

    /// Names in the input that the calculation does not know and that it passes over.
    pub fn unknown(&self, input: &Json) -> Vec<Unknown> {
        let mut found = Vec::new();
        input::unknown(input, Kind::Object(self.fields), "", &mut found);
        found
    }
}

#[cfg(test)]
mod tests;
