//! No threshold of the bulletin is a constant of the program: the numbers that calculations use come
//! from the text.
//!
//! Every number in the code of `core` that is also the value of a parameter of the text is looked
//! at. Small ones stand for themselves everywhere (halves, pairs, array places), so the test begins
//! with those above [`SMALL`]; each that is allowed says why.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use butlleti::diag::{Diagnostics, Sources};
use butlleti::project::Project;
use butlleti::rulebook::ParamValue;
use butlleti::source::load_rulebook;

/// Numbers up to this one are not looked at.
const SMALL: i64 = 3;

/// File (below `src/core`), number, and why it is no threshold there.
const ALLOWED: &[(&str, i64, &str)] = &[
    ("calendar.rs", 12, "months of a year"),
    ("competition/absence.rs", 60, "seconds of a minute"),
    ("competition/overlap.rs", 400, "limit of input: the days looked at for one overlap"),
    ("competition/sheets.rs", 12, "months of a year"),
    ("competition/sheets.rs", 100, "limit of input: boards"),
    ("competition/sheets.rs", 400, "limit of input: rounds"),
    ("competition/sheets.rs", 100_000, "limit of input: minutes, absences"),
    ("competition/sessions.rs", 60, "minutes of an hour"),
    ("deadlines.rs", 100, "years of a century"),
    ("discipline/sanctions.rs", 12, "months of a year"),
    ("formula/expr.rs", 400, "longest list of days"),
    ("homologation/open_sheet.rs", 400, "limit of input: rounds"),
    ("homologation/open_sheet.rs", 100_000, "limit of input: players"),
    ("homologation/closed_sheet.rs", 400, "limit of input: rounds"),
    ("homologation/closed_sheet.rs", 4000, "limit of input: ratings"),
    ("laws/claims.rs", 4, "fields of a FEN that make a position"),
    ("laws/position.rs", 8, "files and ranks of a board"),
    ("laws/position.rs", 10, "digits"),
    ("laws/material.rs", 4, "order of the pieces by name"),
    ("norms/sheet.rs", 400, "limit of input: games"),
    ("norms/sheet.rs", 4000, "limit of input: ratings"),
    ("promotion/sheet.rs", 400, "limit of input: rounds"),
    ("promotion/sheet.rs", 4000, "limit of input: ratings"),
    ("tiebreak/by_hand.rs", 400, "limit of input: rounds"),
    ("norms/distance.rs", 14, "players of a drawing"),
    ("norms/report.rs", 100, "per cent"),
    ("pairing/draw.rs", 27, "shift of the generator of the draw"),
    ("pairing/draw.rs", 30, "shift of the generator of the draw"),
    ("pairing/draw.rs", 100_000, "limit of a search"),
    ("pairing/position.rs", 27, "shift of a hash"),
    ("pairing/position.rs", 30, "shift of a hash"),
    ("pairing/tables.rs", 16, "players of the largest table that is printed"),
    ("progress.rs", 6, "lines of a drawing"),
    ("promotion/tables.rs", 4, "columns of a table of the text"),
    ("records.rs", 5, "lines of a list"),
    ("report.rs", 4, "quarters, which are written as decimals"),
    ("report.rs", 8, "eighths, which are written as decimals"),
    ("report.rs", 100, "per cent"),
    ("round_report.rs", 4, "the column of the opponent"),
    ("statistics/distribution.rs", 14, "bars of a drawing"),
    ("statistics/people.rs", 5, "width of a class of ages"),
    ("statistics/people.rs", 10, "width of a class of ages"),
    ("statistics/people.rs", 25, "width of a class of ratings"),
    ("statistics/people.rs", 50, "width of a class of ratings"),
    ("statistics/people.rs", 100, "width of a class of ratings"),
    ("statistics/results.rs", 10, "lines of a list"),
    ("time_controls.rs", 10_000, "limit of input: seconds"),
    ("time_controls.rs", 100_000, "limit of input: minutes"),
    ("values/mod.rs", 400, "limit of input: rounds"),
    ("time_controls.rs", 60, "seconds of a minute, minutes of an hour"),
];

/// Whole numbers of the text.
fn of_the_text() -> BTreeSet<i64> {
    let mut diagnostics = Diagnostics::new();
    let rulebook = load_rulebook(&Project::Embedded, &Sources::default(), &mut diagnostics);
    let fide = |id: &str| id.starts_with("fide");
    rulebook
        .params
        .values()
        .filter(|param| !fide(&param.id))
        .filter_map(|param| match &param.value {
            ParamValue::Integer(n) => Some(*n),
            _ => None,
        })
        .filter(|&n| n > SMALL)
        .collect()
}

/// Code without comments, strings and the tests at the end.
fn code(path: &Path) -> String {
    let text = fs::read_to_string(path).unwrap();
    let text = text.split("#[cfg(test)]\nmod tests").next().unwrap();
    let mut code = String::new();
    for line in text.lines() {
        let line = line.split("//").next().unwrap();
        let mut outside = true;
        for c in line.chars() {
            match c {
                '"' => outside = !outside,
                c if outside => code.push(c),
                _ => {}
            }
        }
        code.push('\n');
    }
    code
}

/// Whole numbers written in code, but for parts of names, of fractions and lengths of arrays.
fn numbers(code: &str) -> Vec<i64> {
    let mut numbers = Vec::new();
    let mut before = ' ';
    let mut chars = code.chars().peekable();
    while let Some(c) = chars.next() {
        if c.is_ascii_digit() && !before.is_alphanumeric() && before != '_' && before != '.' {
            let mut digits = c.to_string();
            while let Some(&next) = chars.peek() {
                if next.is_ascii_digit() || next == '_' {
                    digits.push(next);
                    chars.next();
                } else {
                    break;
                }
            }
            let is_length = before == ' ' && chars.peek() == Some(&']');
            if let (false, Ok(number)) = (is_length, digits.replace('_', "").parse()) {
                numbers.push(number);
            }
            before = '0';
        } else {
            before = c;
        }
    }
    numbers
}

#[test]
fn no_threshold_of_the_text_is_a_constant_of_the_program() {
    let core = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/core");
    let of_the_text = of_the_text();
    assert!(of_the_text.len() > 30, "{of_the_text:?}");
    let mut found: BTreeMap<(String, i64), usize> = BTreeMap::new();
    for entry in walkdir::WalkDir::new(&core).sort_by_file_name().into_iter().flatten() {
        let path = entry.path();
        let name = path.strip_prefix(&core).unwrap().to_string_lossy().into_owned();
        // Rules of FIDE have numbers of their own, from their own texts; what may be asked has
        // limits of input, which are no rules.
        let skipped = ["fide/", "pairing/dutch/", "ask/"].iter().any(|part| name.starts_with(part));
        if path.extension().is_none_or(|e| e != "rs") || name.ends_with("tests.rs") || skipped {
            continue;
        }
        for number in numbers(&code(path)) {
            if of_the_text.contains(&number) {
                *found.entry((name.clone(), number)).or_default() += 1;
            }
        }
    }
    let is_allowed =
        |file: &str, number: i64| ALLOWED.iter().any(|(f, n, _)| *f == file && *n == number);
    let unexplained: Vec<_> =
        found.keys().filter(|(file, number)| !is_allowed(file, *number)).collect();
    assert!(unexplained.is_empty(), "{unexplained:#?}");
    for (file, number, why) in ALLOWED {
        let there = found.contains_key(&((*file).to_owned(), *number));
        assert!(there, "{file} has no {number} any more: take it off the list ({why})");
    }
}
