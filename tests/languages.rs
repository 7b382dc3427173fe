//! `--lang`: what commands print of a tiny closed event, in each language built in; and the
//! demonstration site in its three languages.
//!
//! `UPDATE_EXPECT=1 cargo test --test languages` rewrites `tests/golden/COMMAND.LANGUAGE.txt`.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

use butlleti::build::{self, Options};
use butlleti::diag::{Diagnostics, Sources};
use butlleti::lang::Language;
use butlleti::project::Project;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden")
}

/// What a command prints about the event, with its workings.
fn printed(command: &str, of: &str, language: Option<&str>) -> String {
    let mut run = Command::new(env!("CARGO_BIN_EXE_butlleti"));
    run.current_dir(folder()).args([command, of, "--explain", "--quiet"]);
    run.args(language.into_iter().flat_map(|code| ["--lang", code]));
    let output = run.output().expect("the program runs");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{command} {language:?}: {errors}");
    String::from_utf8(output.stdout).expect("UTF-8")
}

#[test]
fn commands_speak_the_language_asked_for() {
    let mut different = Vec::new();
    for (command, of, name) in [
        ("standings", "tiny", "standings"),
        ("norms", "tiny", "norms"),
        ("homologate", "tiny", "homologate"),
        ("homologate", "plans/obert.toml", "plan-open"),
        ("homologate", "plans/tancat.toml", "plan-closed"),
    ] {
        for code in Language::BUILT_IN {
            let text = printed(command, of, Some(code));
            assert!(!text.contains('⟨'), "{command} in {code} lacks a sentence: {text}");
            assert!(!text.contains('{'), "{command} in {code} has an empty place: {text}");
            let path = folder().join(format!("{name}.{code}.txt"));
            if std::env::var_os("UPDATE_EXPECT").is_some() {
                fs::write(&path, &text).expect("the folder can be written");
            }
            if fs::read_to_string(&path).unwrap_or_default() != text {
                different.push(format!("{}:\n{text}", path.display()));
            }
        }
    }
    assert!(different.is_empty(), "not as expected (UPDATE_EXPECT=1?)\n{}", different.join("\n"));
}

#[test]
fn without_a_site_commands_speak_catalan() {
    assert_eq!(printed("standings", "tiny", None), printed("standings", "tiny", Some("ca")));
}

#[test]
fn a_language_that_does_not_exist_is_told() {
    let mut run = Command::new(env!("CARGO_BIN_EXE_butlleti"));
    run.current_dir(folder()).args(["standings", "tiny", "--lang", "xx"]);
    let output = run.output().expect("the program runs");
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&output.stderr).contains("E0110"));
}

/// Pages and other files of the demonstration site, without documents.
fn site() -> &'static BTreeMap<String, Vec<u8>> {
    static SITE: OnceLock<BTreeMap<String, Vec<u8>>> = OnceLock::new();
    SITE.get_or_init(make_site)
}

fn make_site() -> BTreeMap<String, Vec<u8>> {
    let project = Project::disk(env!("CARGO_MANIFEST_DIR"));
    let (sources, mut diagnostics) = (Sources::default(), Diagnostics::new());
    let prepared = build::prepare(&project, None, &sources, &mut diagnostics).expect("readable");
    assert_eq!(
        prepared.languages().map(|l| l.code.as_str()).collect::<Vec<_>>(),
        ["ca", "es", "en"]
    );
    let options = Options { no_pdf: true, ..Options::default() };
    let files = build::render(&prepared, &project, &sources, &options);
    let files = files.unwrap_or_else(|problems| panic!("{problems:#?}"));
    files.into_iter().map(|file| (file.path, file.bytes)).collect()
}

/// The file that a link of a page leads to.
fn follow(from: &str, href: &str) -> String {
    let path = href.split('#').next().unwrap_or_default();
    if path.is_empty() {
        return from.to_owned();
    }
    let mut parts: Vec<&str> = from.split('/').collect();
    parts.pop();
    for part in path.split('/') {
        match part {
            ".." => assert!(parts.pop().is_some(), "{href} in {from} leaves the site"),
            part => parts.push(part),
        }
    }
    parts.join("/")
}

/// Values of an attribute of the tags that begin with `tag`.
fn values<'h>(html: &'h str, tag: &str, attribute: &str) -> Vec<&'h str> {
    let tags = html.match_indices(tag).map(|(at, _)| &html[at..]);
    let tags = tags.filter_map(|rest| rest.split('>').next());
    let mark = format!(" {attribute}=\"");
    tags.filter_map(|tag| tag.split_once(&mark)?.1.split('"').next()).collect()
}

#[test]
fn the_site_is_the_same_in_every_language() {
    let files = site();
    let pages: BTreeMap<&str, &str> = files
        .iter()
        .filter(|(path, _)| path.ends_with(".html"))
        .map(|(path, bytes)| (path.as_str(), std::str::from_utf8(bytes).expect("UTF-8")))
        .collect();
    let below = |folder: &str| -> BTreeSet<&str> {
        pages.keys().filter_map(|path| path.strip_prefix(folder)).collect()
    };
    let foreign = |path: &&str| path.starts_with("es/") || path.starts_with("en/");
    let main: BTreeSet<&str> = pages.keys().filter(|path| !foreign(path)).copied().collect();
    assert_eq!(below("es/"), main);
    assert_eq!(below("en/"), main);
    for (path, html) in &pages {
        let code = if foreign(path) { &path[..2] } else { "ca" };
        assert!(html.starts_with(&format!("<!DOCTYPE html>\n<html lang=\"{code}\">")), "{path}");
        assert!(!html.contains('⟨'), "{path}: a sentence is missing");
        for href in values(html, "<a ", "href").into_iter().chain(values(html, "<link ", "href")) {
            let target = follow(path, href);
            assert!(files.contains_key(&target), "{path} links {href}: no such file");
        }
        // The switch leads to this very page in the other languages.
        let here = path.strip_prefix("es/").or_else(|| path.strip_prefix("en/")).unwrap_or(path);
        let switch = html.split("<nav class=\"languages\"").nth(1).expect("there is a switch");
        let switch = switch.split("</nav>").next().unwrap_or_default();
        let others: Vec<_> =
            values(switch, "<a ", "href").into_iter().map(|h| follow(path, h)).collect();
        let expected: Vec<_> = [("ca", ""), ("es", "es/"), ("en", "en/")]
            .iter()
            .filter(|(other, _)| *other != code)
            .map(|(_, folder)| format!("{folder}{here}"))
            .collect();
        assert_eq!(others, expected, "{path}");
        if here != "404.html" {
            let alternates = values(html, "<link rel=\"alternate\"", "hreflang");
            assert_eq!(alternates[..4], ["ca", "es", "en", "x-default"], "{path}");
        }
    }
    // Style sheets and fonts are there once.
    assert!(!files.keys().any(|path| path.contains("n/assets/") || path.contains("s/assets/")));
}

#[test]
fn published_texts_stay_catalan_and_say_so() {
    let files = site();
    let page = |path: &str| std::str::from_utf8(&files[path]).expect("UTF-8");
    for (folder, notice, section) in [
        ("es/", "Los textos de esta página se publican en catalán.", "Reglamentos"),
        ("en/", "The texts on this page are published in Catalan.", "Regulations"),
    ] {
        let rgc = page(&format!("{folder}reglaments/rgc/index.html"));
        assert!(rgc.contains(notice) && rgc.contains(section));
        assert!(rgc.contains("<div class=\"law\" lang=\"ca\">"));
        assert!(rgc.contains("<h1 lang=\"ca\">Reglamentació General de Competicions</h1>"));
        let glossary = page(&format!("{folder}glossari/index.html"));
        assert!(glossary.contains(notice) && glossary.contains("<dt lang=\"ca\">"));
    }
    let rgc = page("reglaments/rgc/index.html");
    assert!(rgc.contains("<div class=\"law\">") && !rgc.contains("es publiquen en"));
    let norms = "torneigs/1990/tancat-roca-alta/normes/index.html";
    assert!(page(&format!("es/{norms}")).contains("Normas de Maestro Catalán"));
    assert!(page(&format!("en/{norms}")).contains("Catalan Master norms"));
}
