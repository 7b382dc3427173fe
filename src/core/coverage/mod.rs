//! Which provisions are computed: the function that does it and a test that exercises it, or the
//! reason why a person decides.

mod table;

use serde_json::{Value as Json, json};

/// One provision.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Coverage {
    pub provision: &'static str,
    pub how: How,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum How {
    Computed {
        /// Path of the function in `core`.
        by: &'static str,
        /// Name of a test.
        test: &'static str,
    },
    /// Left to a person, and why.
    Person(Reason),
}

/// Why a person decides: a sentence of the language files, and the same in Catalan.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reason {
    pub key: &'static str,
    pub text: &'static str,
}

impl Coverage {
    pub fn is_computed(&self) -> bool {
        matches!(self.how, How::Computed { .. })
    }

    pub fn to_json(&self) -> Json {
        let (by, test, reason) = match self.how {
            How::Computed { by, test } => (Some(by), Some(test), None),
            How::Person(reason) => (None, None, Some(reason.text)),
        };
        json!({
            "provision": self.provision,
            "computed": self.is_computed(),
            "by": by,
            "test": test,
            "reason": reason,
        })
    }

    /// For people.
    pub fn line(&self) -> String {
        match self.how {
            How::Computed { by, test } => format!("{:<24} {by}  (test {test})\n", self.provision),
            How::Person(reason) => format!("{:<24} – {}\n", self.provision, reason.text),
        }
    }
}

/// Every provision that a program can compute or check.
pub fn all() -> &'static [Coverage] {
    table::ALL
}

const fn computed(provision: &'static str, by: &'static str, test: &'static str) -> Coverage {
    Coverage { provision, how: How::Computed { by, test } }
}
