//! Labels that are skipped, out of order, or printed twice.
//!
//! Labels are literal, so a slip in one is a slip in what people cite. Each label is compared
//! with the one before it under the same provision: numbers (`8.3.2`, `8 bis`), small letters and
//! capitals each count for themselves; words and missing labels do not count. A division may go
//! on counting or begin anew. `{skip="true"}` says that the original does it so. A commentary
//! follows the numbers of another text and is not checked.

use std::collections::BTreeMap;

use crate::diag::{Diagnostic, Diagnostics, Span};
use crate::rulebook::{Item, Provision, Regulation, RegulationKind, bare_label};

/// A label as a place in a series.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Ordinal {
    /// `8.3.2`: [8, 3, 2]; the number after it counts `bis`, `ter`, `quater`.
    Numbers(Vec<u32>, u8),
    Small(char),
    Capital(char),
}

/// Where an ordinal stands after the one before it.
#[derive(Debug, PartialEq, Eq)]
enum Step {
    Next,
    Skips,
    Back,
    Same,
}

const BIS: [&str; 3] = ["bis", "ter", "quater"];

impl Ordinal {
    fn of(label: &str) -> Option<Self> {
        let bare = bare_label(label)?;
        let (digits, word) = bare.split_once(' ').unwrap_or((&bare, ""));
        let bis = match word {
            "" => 0,
            _ => BIS.iter().position(|bis| *bis == word)? as u8 + 1,
        };
        let mut letters = digits.chars();
        match (letters.next(), letters.next()) {
            (Some(c), None) if c.is_ascii_lowercase() => return Some(Self::Small(c)),
            (Some(c), None) if c.is_ascii_uppercase() => return Some(Self::Capital(c)),
            // `b.1` under `b`: what counts is the number.
            (Some(c), Some('.')) if c.is_ascii_alphabetic() => {
                return Self::of(&digits[2..]);
            }
            _ => {}
        }
        let numbers: Option<Vec<u32>> = digits.split('.').map(|part| part.parse().ok()).collect();
        Some(Self::Numbers(numbers?, bis))
    }

    /// Series that are counted apart.
    fn series(&self) -> u8 {
        match self {
            Self::Numbers(..) => 0,
            Self::Small(_) => 1,
            Self::Capital(_) => 2,
        }
    }

    /// Can a series begin with it?
    fn is_first(&self) -> bool {
        match self {
            Self::Numbers(numbers, bis) => numbers.last() == Some(&1) && *bis == 0,
            Self::Small(c) => *c == 'a',
            Self::Capital(c) => *c == 'A',
        }
    }

    fn after(&self, before: &Self) -> Step {
        match (before, self) {
            (Self::Small(a), Self::Small(b)) | (Self::Capital(a), Self::Capital(b)) => {
                step(*a as u32, *b as u32)
            }
            (Self::Numbers(a, bis_a), Self::Numbers(b, bis_b)) if a == b => {
                step(u32::from(*bis_a), u32::from(*bis_b))
            }
            (Self::Numbers(a, _), Self::Numbers(b, bis)) => {
                if *bis > 0 {
                    return if b < a { Step::Back } else { Step::Skips };
                }
                let common = a.iter().zip(b).take_while(|(x, y)| x == y).count();
                match (a.get(common), b.get(common)) {
                    // 8.1.4 → 8.2, 8.0.1 → 8.1.1: what comes below begins anew.
                    (Some(&x), Some(&y)) if x < y => {
                        let rest_is_first = b[common + 1..].iter().all(|&n| n == 1);
                        if y == x + 1 && rest_is_first { Step::Next } else { Step::Skips }
                    }
                    (None, Some(1)) => Step::Next,
                    (None, Some(_)) => Step::Skips,
                    _ => Step::Back,
                }
            }
            _ => Step::Next,
        }
    }
}

fn step(a: u32, b: u32) -> Step {
    match b {
        _ if b == a => Step::Same,
        _ if b == a + 1 => Step::Next,
        _ if b > a => Step::Skips,
        _ => Step::Back,
    }
}

/// The last label of a series.
struct Last {
    ordinal: Ordinal,
    label: String,
    id: crate::rulebook::ProvisionId,
    span: Span,
    /// A division came after it: the series may begin anew.
    divided: bool,
}

/// Warns of every label that does not follow the one before it.
pub(super) fn check_labels(regulation: &Regulation, diagnostics: &mut Diagnostics) {
    if regulation.kind == RegulationKind::Commentary {
        return;
    }
    let mut series: BTreeMap<(Option<String>, u8), Last> = BTreeMap::new();
    for item in &regulation.items {
        let provision = match item {
            Item::Division(_) => {
                for ((parent, _), last) in &mut series {
                    last.divided |= parent.is_none();
                }
                continue;
            }
            Item::Provision(provision) => provision,
        };
        let Some(ordinal) = Ordinal::of(&provision.label) else { continue };
        let parent = provision.parent.as_ref().map(|id| id.path().to_owned());
        let key = (parent, ordinal.series());
        if !provision.skip {
            match series.get(&key) {
                Some(last) => compare(last, &ordinal, provision, diagnostics),
                None if !ordinal.is_first() => diagnostics.push(
                    Diagnostic::warning(
                        "W0240",
                        format!("the first label here is `{}`", provision.label),
                    )
                    .at(provision.span)
                    .hint(SKIP),
                ),
                None => {}
            }
        }
        let last = Last {
            ordinal,
            label: provision.label.clone(),
            id: provision.id.clone(),
            span: provision.span,
            divided: false,
        };
        series.insert(key, last);
    }
}

const SKIP: &str =
    "labels are literal: if the original has it so, say it with `{skip=\"true\"}`, else mend it";

fn compare(last: &Last, ordinal: &Ordinal, provision: &Provision, diagnostics: &mut Diagnostics) {
    if last.divided && ordinal.is_first() {
        return;
    }
    let (code, message) = match ordinal.after(&last.ordinal) {
        Step::Next => return,
        // Two provisions with one identifier are an error of their own.
        Step::Same if last.id == provision.id => return,
        Step::Same => ("W0242", format!("the label `{}` is printed twice here", provision.label)),
        Step::Skips => (
            "W0240",
            format!("between `{}` and `{}` a label is skipped", last.label, provision.label),
        ),
        Step::Back => {
            ("W0241", format!("`{}` comes after `{}`: out of order", provision.label, last.label))
        }
    };
    diagnostics.push(
        Diagnostic::warning(code, message)
            .at(provision.span)
            .related(last.span, "the label before it")
            .hint(SKIP),
    );
}

#[cfg(test)]
mod tests {
    use super::super::testing::problems;
    use super::*;

    fn after(a: &str, b: &str) -> Step {
        Ordinal::of(b).unwrap().after(&Ordinal::of(a).unwrap())
    }

    #[test]
    fn labels_follow_each_other() {
        for (a, b) in [
            ("8.3.1.", "8.3.2."),
            ("8.1.4", "8.2"),
            ("8.0.1", "8.1.1"),
            ("Article 7è.", "Article 8è."),
            ("8", "8 bis"),
            ("8 bis", "9"),
            ("a)", "b)"),
            ("b.1)", "b.2)"),
            ("A.", "B."),
        ] {
            assert_eq!(after(a, b), Step::Next, "{a} {b}");
        }
        assert_eq!(after("8.1.4", "8.3"), Step::Skips);
        assert_eq!(after("8.1.4", "8.2.2"), Step::Skips);
        assert_eq!(after("8", "8 ter"), Step::Skips);
        assert_eq!(after("a)", "c)"), Step::Skips);
        assert_eq!(after("9", "8"), Step::Back);
        assert_eq!(after("8.2", "8.1.5"), Step::Back);
        assert_eq!(after("8 bis", "8 bis"), Step::Same);
        assert_eq!(Ordinal::of("NOTA:"), None);
    }

    #[test]
    fn a_skipped_label_is_told_at_its_place() {
        let found = problems("§ [1.] U.\n§ [3.] Tres.\n§§ [b)] Be.\n");
        assert_eq!(
            found,
            [
                "W0240 content/reglaments/x.md:9:3 between `1.` and `3.` a label is skipped",
                "W0240 content/reglaments/x.md:10:4 the first label here is `b)`",
            ]
        );
    }

    #[test]
    fn the_original_may_skip_if_it_is_said() {
        assert!(problems("§ [1.] U.\n§ [3.]{skip=\"true\"} Tres.\n§ [4.] Quatre.\n").is_empty());
        assert!(problems("# I\n§ [1.] U.\n§ [2.] Dos.\n# II\n§ [1.]{id=\"II 1\"} U.\n").is_empty());
        assert!(problems("# I\n§ [1.] U.\n# II\n§ [2.] Dos.\n").is_empty());
    }

    #[test]
    fn labels_out_of_order_and_twice() {
        assert_eq!(
            problems("§ [2.]{skip=\"true\"} Dos.\n§ [1.] U.\n"),
            ["W0241 content/reglaments/x.md:9:3 `1.` comes after `2.`: out of order"]
        );
        assert_eq!(
            problems("§ [1.] U.\n§ [1.]{id=\"1 altre\"} U.\n"),
            ["W0242 content/reglaments/x.md:9:3 the label `1.` is printed twice here"]
        );
        assert_eq!(
            problems("§ [1.] U.\n§ [1.] U.\n"),
            ["E0230 content/reglaments/x.md:9:3 `X 1` is the identifier of two provisions"]
        );
    }

    #[test]
    fn an_unknown_citation_names_the_nearest_provision() {
        assert_eq!(
            problems("§ [8.]{id=\"8.3.2\" skip=\"true\"} Vegeu [[X 8.3.3]].\n"),
            [
                "E0231 content/reglaments/x.md:8:38 no provision `X 8.3.3` exists; did you mean `X 8.3.2`?"
            ]
        );
    }

    #[test]
    fn a_bad_parameter_is_told_at_its_place() {
        assert_eq!(
            problems("§ [1.] [el campió]{param=\"x.n\"}\n"),
            [
                "E0225 content/reglaments/x.md:8:8 no value can be read from `el campió`; say it: `[el campió]{param=\"…\" value=\"1\"}`"
            ]
        );
        assert_eq!(
            problems("§ [1.] [9]{param=\"x.n\" value=\"10\"}\n")[0]
                .split(' ')
                .take(2)
                .collect::<Vec<_>>(),
            ["E0223", "content/reglaments/x.md:8:8"]
        );
        assert_eq!(
            problems("§ [1.] [9]{param=\"x.n\"} [9]{param=\"x.n\"}\n")[0],
            "E0302 content/reglaments/x.md:8:25 the parameter `x.n` is defined twice; a number has one home; cite it elsewhere without a mark"
        );
    }

    #[test]
    fn a_place_within_a_note_is_the_place_in_the_file() {
        assert_eq!(
            problems("§ [1.] U.\n\n> [!NOTA] Primera.\n> Segona amb [[X 7]].\n"),
            ["E0231 content/reglaments/x.md:11:14 no provision `X 7` exists; did you mean `X 1`?"]
        );
    }
}
