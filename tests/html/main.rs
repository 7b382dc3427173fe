//! A whole invented site, rendered and read back: links, anchors, headings, escaping, weight.
//!
//! With `BUTLLETI_TEST_SITE=DIR` the site is also written there, to be looked at.

mod federation;
mod fixture;
mod rulebook;
mod shown;

use std::collections::{BTreeMap, BTreeSet};

use butlleti::html::{OutputFile, Renderer};
use butlleti::project::Project;
use butlleti::site::Site;

fn render(world: &fixture::World) -> Vec<OutputFile> {
    let site = Site::plan(fixture::input(world)).expect("a site without clashes");
    let renderer = Renderer::new(&site, &Project::Embedded).expect("a usable theme");
    renderer.render_all().unwrap_or_else(|problems| panic!("{problems:#?}"))
}

fn pages(files: &[OutputFile]) -> impl Iterator<Item = (&str, &str)> {
    files
        .iter()
        .filter(|file| file.path.ends_with(".html"))
        .map(|file| (file.path.as_str(), std::str::from_utf8(&file.bytes).expect("UTF-8")))
}

/// Values of an attribute, as written.
fn attributes<'h>(html: &'h str, name: &str) -> impl Iterator<Item = &'h str> {
    let mark = format!(" {name}=\"");
    html.match_indices(&mark).map(|(at, mark)| at + mark.len()).collect::<Vec<_>>().into_iter().map(
        |at| {
            let rest = &html[at..];
            &rest[..rest.find('"').expect("a closed attribute")]
        },
    )
}

/// The file that a link leads to, and its fragment.
fn follow<'h>(from: &str, href: &'h str) -> (String, Option<&'h str>) {
    let (path, fragment) = match href.split_once('#') {
        Some((path, fragment)) => (path, Some(fragment)),
        None => (href, None),
    };
    if path.is_empty() {
        return (from.to_owned(), fragment);
    }
    let mut parts: Vec<&str> = from.split('/').collect();
    parts.pop();
    for part in path.split('/') {
        match part {
            ".." => assert!(parts.pop().is_some(), "{href} in {from} leaves the site"),
            part => parts.push(part),
        }
    }
    (parts.join("/"), fragment)
}

fn write_out(files: &[OutputFile]) {
    let Some(dir) = std::env::var_os("BUTLLETI_TEST_SITE") else { return };
    for file in files {
        let path = std::path::Path::new(&dir).join(&file.path);
        std::fs::create_dir_all(path.parent().expect("in a folder")).expect("writable");
        std::fs::write(path, &file.bytes).expect("writable");
    }
}

#[test]
fn every_page_is_sound() {
    let world = fixture::world(0);
    let files = render(&world);
    write_out(&files);
    let ids: BTreeMap<&str, Vec<&str>> =
        pages(&files).map(|(path, html)| (path, attributes(html, "id").collect())).collect();
    let known: BTreeSet<&str> = files.iter().map(|file| file.path.as_str()).collect();
    for (path, html) in pages(&files) {
        assert!(!html.contains('⟨'), "{path}: a sentence is missing from the language file");
        assert!(html.starts_with("<!DOCTYPE html>\n<html lang=\"ca\">"), "{path}");
        assert_eq!(html.matches("<h1").count(), 1, "{path}: one main heading");
        for inline in [" style=", "<style", " onclick", "javascript:"] {
            assert!(!html.contains(inline), "{path}: {inline}");
        }
        // Scripts are files of the site; a block of data is none.
        for (at, _) in html.match_indices("<script") {
            let rest = &html[at..];
            let is_data = rest.starts_with("<script type=\"application/ld+json\">");
            let starts = ["<script type=\"module\" src=\"", "<script src=\""];
            let src = starts.iter().find_map(|start| rest.strip_prefix(start)).unwrap_or_default();
            let is_asset = src.trim_start_matches("../").starts_with("assets/");
            assert!(is_data || is_asset, "{path}: {rest:.60}");
        }
        let unique: BTreeSet<_> = ids[path].iter().collect();
        assert_eq!(unique.len(), ids[path].len(), "{path}: an anchor is given twice");
        for href in attributes(html, "href").chain(attributes(html, "src")) {
            let (target, fragment) = follow(path, href);
            // Files that are made beside the pages.
            let made_apart = [".txt", ".atom", ".ics", ".pdf"];
            if made_apart.iter().any(|ending| target.ends_with(ending)) {
                continue;
            }
            assert!(known.contains(target.as_str()), "{path} links {href}: no such file");
            if let Some(fragment) = fragment {
                assert!(ids[target.as_str()].contains(&fragment), "{path} links {href}: no anchor");
            }
        }
        // A heading is at most one level below the one before.
        let mut before = 0;
        for (at, _) in html.match_indices("<h") {
            let Some(level @ 1..=6) = html[at + 2..].chars().next().and_then(|c| c.to_digit(10))
            else {
                continue;
            };
            assert!(level <= before + 1, "{path}: h{level} after h{before}");
            before = level;
        }
        for (at, _) in html.match_indices("<th") {
            let tag = &html[at..at + html[at..].find('>').expect("closed")];
            assert!(tag.starts_with("<thead") || tag.contains(" scope="), "{path}: {tag}");
        }
    }
}

#[test]
fn names_never_become_markup() {
    let world = fixture::world(0);
    let files = render(&world);
    let all: String = pages(&files).map(|(_, html)| html).collect();
    for hostile in ["<script>alert", "La <b>Torre", "<i>Vila</i>"] {
        assert!(!all.contains(hostile), "{hostile}");
    }
    assert!(all.contains("&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt; &amp; Fills, Pau"));
    assert!(all.contains("Obert &lt;i&gt;Vila&lt;/i&gt; &amp; Platja"));
    assert!(all.contains("La &lt;b&gt;Torre&lt;/b&gt;&quot; &amp; Cia"));
}

#[test]
fn who_asked_not_to_be_named_is_not() {
    let world = fixture::world(0);
    let hidden = world.archive.people.values().find(|p| p.hidden).expect("the fixture has one");
    let files = render(&world);
    assert!(!files.iter().any(|file| file.path.contains(&*hidden.slug)));
    let list = pages(&files).find(|(path, _)| *path == "jugadors/index.html").expect("the list").1;
    assert!(!list.contains(&*hidden.name));
}

#[test]
fn the_same_site_gives_the_same_bytes() {
    let world = fixture::world(0);
    assert_eq!(render(&world), render(&world));
}

#[test]
fn standings_of_a_large_open_stay_light() {
    let world = fixture::world(300);
    let files = render(&world);
    write_out(&files);
    let page = |path: &str| pages(&files).find(|(p, _)| *p == path).map(|(_, html)| html);
    let standings = page("torneigs/1991/obert-gran/classificacio/index.html").expect("published");
    assert!(standings.len() < 320_000, "{} bytes before compression", standings.len());
    assert!(standings.contains("href=\"calculs/1/index.html#w"), "workings stand apart");
    let workings = page("torneigs/1991/obert-gran/classificacio/calculs/6/index.html");
    assert!(workings.expect("300 rows by 50").contains("href=\"../../index.html#r"));
    let small = page("torneigs/1990/obert-vila/classificacio/index.html").expect("published");
    assert!(small.contains("<div id=\"w1-points\""), "a small table has its workings on its page");
}

#[test]
fn two_pages_never_share_an_address() {
    let mut world = fixture::world(0);
    let copy = world.archive.tournaments[0].clone();
    world.archive.tournaments.push(copy);
    let problems = Site::plan(fixture::input(&world)).expect_err("two tournaments, one slug");
    assert!(problems.iter().all(|problem| problem.code.0 == "E0901"), "{problems:?}");
    assert!(problems[0].message.contains("torneigs/1990/obert-vila/"), "{problems:?}");
}

#[test]
fn a_citation_of_nothing_is_an_error_of_its_page() {
    let world = fixture::world(0);
    let mut input = fixture::input(&world);
    let nowhere = butlleti::rulebook::ProvisionId::from("RGC 999");
    let mut tabs = fixture::tabs(&world.archive.tournaments[0]);
    if let butlleti::core::report::Block::Table(table) = &mut tabs[0].report.blocks[1] {
        table.columns[0].citations.push(nowhere);
    }
    input.events[0] = {
        let reports = butlleti::site::EventReports { tabs, ..Default::default() };
        butlleti::site::EventPages::held(0, Vec::new(), reports)
    };
    let site = Site::plan(input).expect("addresses are unique");
    let renderer = Renderer::new(&site, &Project::Embedded).expect("a usable theme");
    let problems = renderer.render_all().expect_err("RGC 999 does not exist");
    assert!(problems[0].message.contains("`RGC 999`"), "{problems:?}");
    let page = "torneigs/1990/obert-vila/classificacio/";
    assert!(problems.iter().any(|p| p.message.contains(page)), "{problems:?}");
}

#[test]
fn with_a_base_address_pages_name_themselves() {
    let world = fixture::world(0);
    let mut input = fixture::input(&world);
    input.base_url = Some("https://escacs.example/b/".into());
    let site = Site::plan(input).expect("addresses are unique");
    let renderer = Renderer::new(&site, &Project::Embedded).expect("a usable theme");
    let files = renderer.render_all().expect("renders");
    let page = |path: &str| pages(&files).find(|(p, _)| *p == path).expect("published").1;
    assert!(page("glossari/index.html").contains("href=\"https://escacs.example/b/glossari/\""));
    // Shown for any address, so that its links must not be relative.
    let lost = page("404.html");
    assert!(
        attributes(lost, "href")
            .all(|h| h.starts_with("https://escacs.example/b/") || h == "#contingut")
    );
}
