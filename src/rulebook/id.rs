//! Identifiers of provisions and how labels make them.

use std::fmt;
use std::sync::Arc;

use crate::model::fold;

/// The stable identifier of a provision: the regulation's code, a blank, the path (`RGC 8.3.2`).
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ProvisionId(Arc<str>);

impl ProvisionId {
    pub fn new(id: impl Into<Arc<str>>) -> Self {
        Self(id.into())
    }

    pub fn from_parts(code: &str, path: &str) -> Self {
        Self(format!("{code} {path}").into())
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// `RGC` of `RGC 8.3.2`.
    pub fn code(&self) -> &str {
        self.0.split_once(' ').map_or(&self.0, |(code, _)| code)
    }

    /// `8.3.2` of `RGC 8.3.2`.
    pub fn path(&self) -> &str {
        self.0.split_once(' ').map_or("", |(_, path)| path)
    }

    /// The fragment of its address: ASCII, `8.3.2`, `norma-3`.
    pub fn anchor(&self) -> String {
        let mut anchor = String::new();
        for c in fold_keeping_case(self.path()).chars() {
            if c.is_ascii_alphanumeric() || c == '.' {
                anchor.push(c);
            } else if !anchor.ends_with('-') {
                anchor.push('-');
            }
        }
        anchor.trim_matches('-').to_owned()
    }
}

impl fmt::Display for ProvisionId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl From<&str> for ProvisionId {
    fn from(id: &str) -> Self {
        Self::new(id)
    }
}

/// `fold`, letter by letter, with the case kept: `7.A.1` and `7.a.1` are different provisions.
fn fold_keeping_case(text: &str) -> String {
    text.chars()
        .map(|c| {
            let folded = fold(&c.to_string());
            match folded.chars().next() {
                Some(plain) if c.is_uppercase() => plain.to_ascii_uppercase(),
                Some(plain) => plain,
                None => ' ',
            }
        })
        .collect()
}

/// The path that a printed label makes under its parent's path (rules in the format's
/// description). `None` for a label without a letter or digit.
pub fn label_path(label: &str, parent: Option<&str>) -> Option<String> {
    let part = bare_label(label)?;
    let Some(parent) = parent else { return Some(part) };
    let last = parent.rsplit('.').next().unwrap_or(parent);
    if part.starts_with(&format!("{parent}.")) {
        Some(part)
    } else if last != parent && part.starts_with(&format!("{last}.")) {
        let stem = &parent[..parent.len() - last.len()];
        Some(format!("{stem}{part}"))
    } else {
        Some(format!("{parent}.{part}"))
    }
}

/// A label without `Article`, ordinal endings and closing signs: `Article 7è.` → `7`.
pub(crate) fn bare_label(label: &str) -> Option<String> {
    let label = label.trim();
    let rest = ["Article ", "Art. ", "Regla "]
        .iter()
        .find_map(|word| label.strip_prefix(word))
        .unwrap_or(label);
    let rest = rest.trim_matches(|c: char| matches!(c, '.' | ')' | '(' | '-' | '–' | ' ' | '°'));
    let digits = rest.trim_end_matches(['è', 'é', 'r', 'n', 't', 'a']);
    let is_ordinal = !digits.is_empty() && digits.chars().all(|c| c.is_ascii_digit());
    let part = if is_ordinal { digits } else { rest };
    part.chars().any(char::is_alphanumeric).then(|| part.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_make_paths() {
        let cases = [
            ("Article 7è.", None, "7"),
            ("A.", Some("7"), "7.A"),
            ("1.", Some("7.A"), "7.A.1"),
            ("8.3", Some("8"), "8.3"),
            ("8.3.2", Some("8.3"), "8.3.2"),
            ("b.1)", Some("4.2.1.2.b"), "4.2.1.2.b.1"),
            ("a)", Some("9.3"), "9.3.a"),
            ("1r.", None, "1"),
            ("12.6.", Some("12"), "12.6"),
        ];
        for (label, parent, path) in cases {
            assert_eq!(
                label_path(label, parent).as_deref(),
                Some(path),
                "{label} under {parent:?}"
            );
        }
        assert_eq!(label_path("·", None), None);
    }

    #[test]
    fn anchors_are_ascii_and_keep_the_case() {
        assert_eq!(ProvisionId::from("MC norma 3").anchor(), "norma-3");
        assert_eq!(ProvisionId::from("Swiss 10.2 excepció").anchor(), "10.2-excepcio");
        assert_eq!(ProvisionId::from("RDE 7.A.1").anchor(), "7.A.1");
        assert_eq!(ProvisionId::from("RDE 7.A.1").code(), "RDE");
    }
}
