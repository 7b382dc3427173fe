//! The language files are complete and used; numbers, dates and names are each language's own.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use super::*;

fn built_in() -> Vec<Language> {
    let load = |code: &&str| Language::embedded(code).expect("it is built in");
    Language::BUILT_IN.iter().map(load).collect()
}

/// A site whose own file of a language has these sentences.
fn load_own(code: &str, messages: &str) -> (Language, String) {
    let months = format!("[{}]", ["\"m\""; 12].join(", "));
    let text = format!(
        "name = \"Own\"\n[formats]\ndecimal = \",\"\nmonths = {months}\nof_months = {months}\n\
         date = \"{{day}} {{month}}\"\n\n[messages]\n{messages}"
    );
    let path = format!("themes/lang/{code}.toml");
    let (sources, mut diagnostics) = (Sources::default(), Diagnostics::new());
    let project = Project::memory([(path, text)]);
    let language = Language::load(code, &project, &sources, &mut diagnostics).expect("readable");
    (language, diagnostics.render(&sources, false))
}

#[test]
fn every_language_has_the_same_keys_and_placeholders() {
    let languages = built_in();
    let catalan = &languages[0];
    for other in &languages[1..] {
        let (known, own): (BTreeSet<_>, BTreeSet<_>) =
            (catalan.keys().collect(), other.keys().collect());
        let differences: Vec<_> = known.symmetric_difference(&own).collect();
        assert!(differences.is_empty(), "{}: {differences:?}", other.code);
        for (key, sentence) in &catalan.messages {
            // A singular may say "one" in letters.
            if key.ends_with(".one") {
                assert!(placeholders(&other.messages[key]).is_subset(&placeholders(sentence)));
                continue;
            }
            let own = &other.messages[key];
            assert_eq!(placeholders(sentence), placeholders(own), "{}: {key}", other.code);
        }
    }
}

/// A sentence that counts has its singular, unless it never counts one.
#[test]
fn plural_forms_are_complete() {
    // Shared places have two or more; the others give a size, not a count of things at hand.
    let never_one = [
        "c07.mean",
        "closed.mean.sum",
        "promotion.band",
        "site.rounds-of",
        "standings.shared",
        "tiebreak.buchholz.corrected",
        "unit.percent",
    ];
    for language in built_in() {
        for (key, sentence) in &language.messages {
            let counts = placeholders(sentence).contains("n") && !key.ends_with(".one");
            if counts && !never_one.contains(&key.as_str()) {
                assert!(language.has(&format!("{key}.one")), "{}: {key}.one", language.code);
            }
            if let Some(plural) = key.strip_suffix(".one") {
                assert!(language.has(plural), "{}: {key} without `{plural}`", language.code);
            }
        }
    }
}

/// Source code without the tests at its end, templates and scripts.
fn sources() -> String {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut all = String::new();
    for folder in ["src", "themes/default"] {
        let walk = walkdir::WalkDir::new(root.join(folder)).sort_by_file_name();
        for entry in walk.into_iter().map(|entry| entry.expect("a readable tree")) {
            let (path, name) = (entry.path(), entry.file_name().to_string_lossy().into_owned());
            let extension = path.extension().unwrap_or_default();
            let is_source = ["rs", "html", "typ", "js"].iter().any(|e| extension == *e);
            if is_source && name != "tests.rs" && !name.ends_with("_tests.rs") {
                let text = fs::read_to_string(path).expect("UTF-8");
                all.push_str(text.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default());
            }
        }
    }
    all
}

/// What stands in quotation marks after each `mark`.
fn quoted_after<'s>(source: &'s str, mark: &str) -> BTreeSet<&'s str> {
    let starts = source.match_indices(mark).map(|(at, mark)| &source[at + mark.len()..]);
    let quoted = starts.filter_map(|rest| rest.trim_start().strip_prefix('"'));
    quoted.filter_map(|rest| rest.split('"').next()).collect()
}

/// Beginnings of keys that are put together: `format!("site.kind.{}", …)`.
fn composed(source: &str) -> BTreeSet<&str> {
    let literals = source.split('"').filter_map(|text| text.split_once('{'));
    let prefixes = literals.map(|(prefix, _)| prefix);
    let is_prefix = |text: &&str| {
        text.ends_with('.')
            && text.contains(|c: char| c.is_ascii_alphabetic())
            && text.chars().all(|c| c.is_ascii_lowercase() || c == '.' || c == '-')
    };
    prefixes.filter(is_prefix).collect()
}

/// Words of the documents' theme, `meta.words.contents` for `pdf.contents`.
fn typst_words(source: &str) -> BTreeSet<String> {
    let starts = source.match_indices("words.").map(|(at, mark)| &source[at + mark.len()..]);
    starts
        .map(|rest| {
            let end = rest.find(|c: char| !(c.is_ascii_lowercase() || c == '-'));
            format!("pdf.{}", &rest[..end.unwrap_or(rest.len())])
        })
        .collect()
}

#[test]
fn every_key_of_the_sources_exists() {
    let source = sources();
    let catalan = &built_in()[0];
    let marks = ["Msg::new(", ".text(", ".word(", "t(key="];
    let mut keys: BTreeSet<&str> = BTreeSet::new();
    for mark in marks {
        let found = quoted_after(&source, mark);
        assert!(!found.is_empty(), "nothing is written {mark}\"…\" any more");
        keys.extend(found);
    }
    // Other methods of these names take text, not keys; keys have a dot and no space.
    keys.retain(|key| {
        key.contains('.')
            && key.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || ".-".contains(c))
    });
    let missing: Vec<_> = keys.into_iter().filter(|key| !catalan.has(key)).collect();
    assert!(missing.is_empty(), "not in themes/lang/ca.toml: {missing:?}");
}

#[test]
fn no_sentence_is_unused() {
    let source = sources();
    let literals: BTreeSet<&str> = source.split('"').collect();
    let (prefixes, words) = (composed(&source), typst_words(&source));
    let catalan = &built_in()[0];
    let used = |key: &str| {
        let key = key.strip_suffix(".one").unwrap_or(key);
        literals.contains(key)
            || words.contains(key)
            || prefixes.iter().any(|prefix| {
                // A prefix stands for one more step, not for a whole area.
                key.strip_prefix(prefix).is_some_and(|rest| !rest.contains('.'))
            })
            // The script of the forms asks for the words of fields and choices by their names.
            || key.strip_prefix("word.").is_some_and(|word| literals.contains(word))
            || key.strip_prefix("field.").is_some_and(|path| {
                path.split('.').all(|part| {
                    literals.contains(part) || ["add", "one", "hint"].contains(&part)
                })
            })
            // Typst asks for some words under a key that it puts together.
            || key.strip_prefix("pdf.").is_some_and(|word| literals.contains(word))
    };
    let unused: Vec<_> = catalan.keys().filter(|key| !used(key)).collect();
    assert!(unused.is_empty(), "no source uses: {unused:#?}");
}

#[test]
fn numbers_and_dates_are_the_language_s_own() {
    let day = Date::constant(1990, 3, 4);
    let value = Value::Exact(Exact::new(13721, 10));
    let percent = Value::Percent(Exact::new(667, 1000));
    let written: Vec<_> = built_in()
        .iter()
        .map(|l| [l.date(day), l.month(day), l.value(&value), l.value(&percent)])
        .collect();
    assert_eq!(
        written,
        [
            ["4 de març de 1990", "març de 1990", "1372,1", "66,7\u{a0}%"],
            ["4 de marzo de 1990", "marzo de 1990", "1372,1", "66,7\u{a0}%"],
            ["4 March 1990", "March 1990", "1372.1", "66.7%"],
        ]
    );
}

#[test]
fn counts_of_one_have_their_own_words() {
    let counted = |n: u32| Msg::new("site.players-count").with("n", n);
    let words: Vec<_> =
        built_in().iter().flat_map(|l| [l.msg(&counted(1)), l.msg(&counted(2))]).collect();
    assert_eq!(
        words,
        ["1 jugador", "2 jugadors", "1 jugador", "2 jugadores", "1 player", "2 players"]
    );
}

/// Catalan order: `Ç` with `C`, accents ignored, `l·l` like `ll`, the shorter surname first.
#[test]
fn names_are_in_catalan_order() {
    let sorted = [
        "Àlvarez, Anna",
        "Alvarez, Berta",
        "Àlvarez, Carla",
        "Alzina, Pau",
        "Calvet, Pere",
        "Çelik, Aylin",
        "Col·legi d'Àrbitres",
        "Collell, Joan",
        "Colom, Anna",
        "Illa, Roger",
        "Il·luro",
        "Ímola, Pia",
        "Ñíguez, Ot",
        "Nualart, Pol",
        "Núñez, Rosa",
        "Puig, Zoe",
        "Puig i Cadafalch, Josep",
        "Puig Soler, Anna",
        "Puigdevall, Jan",
    ];
    let collation = Language::embedded("ca").expect("built in").collator();
    let mut names = sorted.to_vec();
    names.reverse();
    collation.sort_by_name(&mut names, |name| name);
    assert_eq!(names, sorted);
    let letters: String =
        collation.index(names, |name| name).into_iter().map(|(letter, _)| letter).collect();
    assert_eq!(letters, "ACINP");
}

/// Spanish has `Ñ` after `N`, with a heading of its own.
#[test]
fn names_are_in_spanish_order() {
    let collation = Language::embedded("es").expect("built in").collator();
    let names = vec!["Oliva", "Ñíguez", "Núñez", "Nuñez", "Llorente", "Lopez", "Luna"];
    let expected = vec![
        ('L', vec!["Llorente", "Lopez", "Luna"]),
        ('N', vec!["Nuñez", "Núñez"]),
        ('Ñ', vec!["Ñíguez"]),
        ('O', vec!["Oliva"]),
    ];
    assert_eq!(collation.index(names, |name| name), expected);
    let catalan = Language::embedded("ca").expect("built in").collator();
    assert_eq!(catalan.index_letter("Ñíguez"), 'N');
    assert_eq!(catalan.index_letter("çanoguera"), 'C');
}

#[test]
fn what_an_own_file_lacks_is_told_and_shown_in_catalan() {
    let catalan = Language::embedded("ca").expect("built in");
    let all_but_two: BTreeMap<_, _> = catalan
        .messages
        .iter()
        .filter(|(key, _)| !["site.skip", "verdict.met"].contains(&key.as_str()))
        .collect();
    let text: String =
        all_but_two.iter().map(|(key, sentence)| format!("{key:?} = {sentence:?}\n")).collect();
    let (language, problems) = load_own("oc", &text.replace("\\u{a0}", "\u{a0}"));
    assert_eq!(language.text("site.skip"), catalan.text("site.skip"));
    assert_eq!(problems.matches("W0110").count(), 2, "{problems}");
    for words in ["`site.skip` is missing", "`verdict.met` is missing", "themes/lang/oc.toml:8:1"] {
        assert!(problems.contains(words), "{words}: {problems}");
    }
}

#[test]
fn an_own_file_of_a_built_in_language_changes_what_it_says() {
    let (language, problems) = load_own("en", "\"site.home\" = \"Front page {naem}\"\n");
    assert_eq!(language.text("site.home"), "Front page {naem}");
    assert_eq!(language.text("site.players"), "Players");
    assert!(problems.contains("W0113") && problems.contains("{naem}"), "{problems}");
    assert!(problems.contains("more sentences are missing"), "{problems}");
}

#[test]
fn the_built_in_languages_have_no_findings() {
    for code in Language::BUILT_IN {
        let (sources, mut diagnostics) = (Sources::default(), Diagnostics::new());
        let project = Project::disk(env!("CARGO_MANIFEST_DIR"));
        Language::load(code, &project, &sources, &mut diagnostics).expect("built in");
        assert_eq!(diagnostics.render(&sources, false), "");
    }
}

/// Keys put together from a word of the data, for every word there is.
#[test]
fn composed_keys_exist() {
    use crate::model::{Category, Delegation, RuleSet, System};
    let catalan = &built_in()[0];
    let mut keys: Vec<String> = Vec::new();
    keys.extend(Category::ALL.iter().map(|c| format!("site.category.{}", c.key())));
    keys.extend(Delegation::ALL.iter().map(|d| format!("site.delegation.{}", d.key())));
    keys.extend(RuleSet::ALL.iter().map(|r| format!("site.rule-set.{}", r.key())));
    let systems = [
        System::Swiss,
        System::RoundRobin { double: false },
        System::RoundRobin { double: true },
        System::KnockOut,
    ];
    for system in systems.map(System::key) {
        keys.extend([format!("site.system.{system}"), format!("pdf.system.{system}")]);
    }
    for (kind, _) in crate::rulebook::RegulationKind::ALL {
        let kind = crate::model::slugify(kind);
        keys.extend([format!("site.kind.{kind}"), format!("site.kind-one.{kind}")]);
    }
    let missing: Vec<_> = keys.iter().filter(|key| !catalan.has(key)).collect();
    assert!(missing.is_empty(), "{missing:?}");
}
