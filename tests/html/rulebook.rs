//! What readers of the rulebook get: texts of every day, chapters, circulars, citations, search.

use std::sync::LazyLock;

use butlleti::html::OutputFile;

use super::{attributes, fixture, pages, render};

/// The fixture's site, rendered once.
fn files() -> &'static [OutputFile] {
    static FILES: LazyLock<Vec<OutputFile>> = LazyLock::new(|| render(&fixture::world(0)));
    &FILES
}

fn page<'f>(files: &'f [OutputFile], path: &str) -> &'f str {
    let found = pages(files).find(|(found, _)| *found == path);
    found.unwrap_or_else(|| panic!("no page {path}")).1
}

/// The provision of an anchor, up to the next one.
fn provision<'h>(html: &'h str, anchor: &str) -> &'h str {
    let start = html.find(&format!(" id=\"{anchor}\"")).unwrap_or_else(|| panic!("no #{anchor}"));
    let rest = &html[start..];
    &rest[..rest.find("<div class=\"prov").unwrap_or(rest.len())]
}

/// Circular 1/1991 (invented) lowers the twenty-five of Oberts 4 to twenty from 1 March 1991.
#[test]
fn every_text_of_a_changed_regulation_has_its_page() {
    let files = files();
    let now = page(files, "reglaments/oberts/index.html");
    let then = page(files, "reglaments/oberts/1990-12-01/index.html");
    let first_words = |html| {
        let text = provision(html, "4");
        text[..text.find("</p>").expect("a paragraph")].to_owned()
    };
    assert!(first_words(now).contains(">20</"), "{}", first_words(now));
    assert!(first_words(then).contains(">25</"), "{}", first_words(then));
    // The number carries the value of its own day.
    assert!(first_words(then).contains("value=\"25\""));
    assert!(then.contains("class=\"old-text\""));
    assert!(then.contains("<link rel=\"canonical\" href=\"../index.html\">"));
    assert!(!now.contains("rel=\"canonical\""), "without a base address nothing names itself");
    for html in [now, then] {
        let links: Vec<_> = attributes(html, "href").collect();
        for day in ["1990-12-01", "1991-03-01"] {
            let here = html == then && day == "1990-12-01";
            assert!(here || links.iter().any(|l| l.ends_with(&format!("{day}/index.html"))));
        }
    }
    assert!(pages(files).any(|(path, _)| path == "reglaments/oberts/1991-06-01/index.html"));
    assert!(
        !pages(files).any(|(path, _)| path.starts_with("reglaments/rgc/19")),
        "no circular changes the RGC"
    );
}

#[test]
fn a_changed_provision_tells_its_history_and_its_circular() {
    let files = files();
    let text = provision(page(files, "reglaments/oberts/index.html"), "4");
    let (above, history) = text.split_once("<ol class=\"history\">").expect("a history");
    assert!(
        above.contains("circulars/1-1991/index.html\">Circular 1/1991</a> <em class=\"invented\">")
    );
    assert!(history.contains("1990-12-01/index.html#4"));
    assert!(history.contains("1 de desembre de 1990 – 28 de febrer de 1991"));
    assert!(history.contains("value=\"25\""), "the old text with its own number");
    let unchanged = provision(page(files, "reglaments/oberts/index.html"), "5");
    assert!(!unchanged.contains("history"));
    let circular = page(files, "circulars/1-1991/index.html");
    assert!(circular.contains("inventada"));
    assert!(attributes(circular, "href").any(
        |l| l.ends_with("oberts/1991-03-01/index.html#4") || l.ends_with("oberts/index.html#4")
    ));
}

#[test]
fn two_texts_are_compared_word_by_word() {
    let files = files();
    let path = "reglaments/oberts/comparacio/1990-12-01/1991-03-01/index.html";
    let html = page(files, path);
    assert!(html.contains("com a mínim <del>25</del> <ins>20</ins> jugadors"));
    assert_eq!(html.matches("class=\"change\"").count(), 1, "only Oberts 4 changed until then");
    let longer = page(files, "reglaments/oberts/comparacio/1990-12-01/1991-06-01/index.html");
    assert_eq!(longer.matches("class=\"change\"").count(), 2, "and Oberts 8 bis came");
}

/// The fixture's first open is of August 1990, the large one of July 1991.
#[test]
fn tournaments_cite_the_words_of_their_day() {
    let world = fixture::world(30);
    let files = render(&world);
    let links = |path| attributes(page(&files, path), "href").collect::<Vec<_>>();
    let before = links("torneigs/1990/obert-vila/homologacio/index.html");
    assert!(before.contains(&"../../../../reglaments/oberts/1990-12-01/index.html#4"));
    // What has not changed is cited where it is in force.
    assert!(before.contains(&"../../../../reglaments/oberts/index.html#8"));
    let after = links("torneigs/1991/obert-gran/homologacio/index.html");
    assert!(after.contains(&"../../../../reglaments/oberts/index.html#4"));
}

#[test]
fn chapters_are_pages_in_a_row() {
    let files = files();
    let chapter = "reglaments/rde/capitol-ii-infraccions-esportives/index.html";
    let html = page(files, chapter);
    assert!(html.contains(" id=\"7.A.1\"") && html.contains(" id=\"part-s-capitol-ii"));
    assert!(!html.contains(" id=\"1\""), "article 1 is of another chapter");
    assert!(html.contains("rel=\"prev\" href=\"../capitol-i-disposicions-generals/index.html\""));
    assert!(html.contains("rel=\"next\" href=\"../capitol-iii-sancions/index.html\""));
    let last = page(files, "reglaments/rde/disposicio-final/index.html");
    assert!(
        last.contains("rel=\"next\" href=\"../../rgc/index.html\""),
        "then the next regulation"
    );
    let whole = page(files, "reglaments/rde/index.html");
    assert!(attributes(whole, "href").any(|l| l == "capitol-iii-sancions/index.html"));
    // Every provision of the regulation stands in one of its chapters.
    let ids = |html: &str| {
        attributes(html, "id").filter(|id| id.starts_with(|c: char| c.is_ascii_digit())).count()
    };
    let in_chapters: usize = pages(files)
        .filter(|(path, _)| path.starts_with("reglaments/rde/") && path.matches('/').count() == 3)
        .map(|(_, html)| ids(html))
        .sum();
    assert_eq!(in_chapters, ids(whole));
}

#[test]
fn a_provision_says_how_to_cite_it_and_what_speaks_of_it() {
    let files = files();
    let rgc = page(files, "reglaments/rgc/index.html");
    let text = provision(rgc, "8.3.2");
    assert!(text.contains("RGC 8.3.2, Butlletí 54, versió en vigor l'1-12-1990"), "{text}");
    let oberts = provision(page(files, "reglaments/oberts/index.html"), "4");
    assert!(oberts.contains("Oberts 4, Circular 1/1991, versió en vigor l'1-3-1991"));
    let world = fixture::world(0);
    let rulebook = world.versions.latest();
    let (target, sources) = rulebook
        .backlinks
        .iter()
        .find(|(target, _)| target.code() == "RGC")
        .expect("something in the RGC is referred to");
    let text = provision(rgc, &target.anchor());
    let start = text.find("Hi fan referència").expect("said");
    for source in sources {
        assert!(text[start..].contains(source.as_str()), "{source} refers to {target}");
    }
    // What has numbers leads to the page of the numbers, and that has them.
    let params = &rulebook.params["oberts.min-jugadors"];
    assert_eq!(params.provision.as_str(), "Oberts 4");
    assert!(oberts.contains("que-calcula/index.html#oberts-4"));
    let numbers = page(files, "que-calcula/index.html");
    let line = &numbers[numbers.find("id=\"oberts-4\"").expect("listed")..];
    let line = &line[..line.find("</dd>").expect("closed")];
    assert!(line.contains("oberts.min-jugadors</code> <span class=\"param\">20</span>"), "{line}");
    assert!(line.contains("Homologació"), "{line}");
}

#[test]
fn what_moved_is_found_under_its_old_address() {
    let files = files();
    let rgc = page(files, "reglaments/rgc/index.html");
    let (old, new) = (rgc.find("<span id=\"99.9\"></span>"), rgc.find(" id=\"8.3.2\""));
    assert!(old.zip(new).is_some_and(|(old, new)| old < new && new - old < 80));
    let mc = page(files, "reglaments/mc/index.html");
    let moved = &mc[mc.find(" id=\"99\"").expect("kept")..];
    assert!(moved.starts_with(" id=\"99\">El que era MC 99 és ara <a"), "{moved:.80}");
}

#[test]
fn every_page_leads_to_the_search_and_lets_no_script_of_others_run() {
    let files = files();
    // The screen of a playing hall has nothing but the round.
    for (path, html) in pages(files).filter(|(path, _)| !path.ends_with("/sala/index.html")) {
        assert!(html.contains("script-src 'self';"), "{path}");
        assert_eq!(html.matches("name=\"q\"").count(), 1, "{path}: one search box");
        assert!(html.contains("form-action 'self'"), "{path}");
        let action = attributes(html, "action").next().expect("a form");
        assert!(action.ends_with("index.html"), "{path}: {action}");
    }
    let search = page(files, "cerca/index.html");
    assert!(search.contains("<noscript>") && search.contains("aria-live=\"polite\""));
    // The page of the search has the script of every page first, and its own.
    for (page, count) in [(search, 3), (page(files, "index.html"), 1)] {
        let scripts: Vec<_> = attributes(page, "src").collect();
        assert_eq!(scripts.len(), count, "{scripts:?}");
        for script in scripts {
            let name = script.trim_start_matches("../");
            assert!(files.iter().any(|file| file.path == name), "{name} is published");
        }
    }
}
