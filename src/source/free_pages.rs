//! Markdown under `content/` that is no regulation → [`FreePage`]s, with every link checked.
//!
//! A folder is a section; its `_index.md` is the section's own page. Links to other pages name
//! their files from `content/` on (`/guies/arbitres.md#rellotges`) or from where the page stands
//! (`arbitres.md`); they become addresses in the site. A page may show a CSV file as a table.

use std::collections::{BTreeSet, HashMap};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use rayon::prelude::*;
use serde::Deserialize;

use super::front_matter::{FrontMatter, split_front_matter};
use super::markup::{Mark, MarkKind, parse_page_markup};
use super::news::NEWS;
use super::regulation::{find_in, to_date};
use super::rulebook::{CIRCULARS, REGULATIONS};
use super::table::plain_rows;
use super::text::{Legacy, decode};
use crate::diag::{Diagnostic, Diagnostics, FileId, Sources, Span, display_path};
use crate::fingerprint::Fingerprint;
use crate::model::slugify;
use crate::project::Project;
use crate::rulebook::{
    Align, Block, FreePage, Inline, ProvisionId, Table, Tag, gist, shrink_blocks,
};

/// Folder of the texts of a site.
pub const CONTENT: &str = "content";
/// The page of a folder.
const SECTION_FILE: &str = "_index.md";
/// Folders of texts with readers of their own.
const OTHERS: [&str; 3] = [REGULATIONS, CIRCULARS, NEWS];

/// Front matter as written.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Meta {
    title: String,
    #[serde(default)]
    description: String,
    date: Option<toml::value::Datetime>,
    #[serde(default)]
    weight: i64,
    #[serde(default)]
    tags: Vec<String>,
    #[serde(default)]
    params: Params,
}

/// What a page shows beside its text.
#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct Params {
    /// A CSV file under `data/`, drawn as a table.
    results: Option<String>,
}

/// A page as read: where it links to is to be checked when all pages are known.
#[derive(Debug)]
struct Read {
    page: Arc<FreePage>,
    citations: Vec<(ProvisionId, Span)>,
    links: Vec<Link>,
}

/// What pages were read from, and what came of it: a page that has not changed is not read again.
#[derive(Debug, Default)]
pub struct FreePageMemo(HashMap<PathBuf, (Fingerprint, Arc<Known>)>);

#[derive(Debug)]
struct Known {
    read: Option<Read>,
    problems: Diagnostics,
}

/// Reads every page. `known` are the provisions that can be cited.
pub(super) fn read_free_pages(
    project: &Project,
    known: &impl Fn(&ProvisionId) -> bool,
    memo: &mut FreePageMemo,
    sources: &Sources,
    diagnostics: &mut Diagnostics,
) -> Vec<Arc<FreePage>> {
    let mut files = super::list(project, Path::new(CONTENT), "md", diagnostics);
    files.retain(|path| !OTHERS.iter().any(|folder| path.starts_with(folder)));
    let before = &memo.0;
    let read: Vec<_> = files
        .into_par_iter()
        .map(|path| {
            if let Some((made_of, known)) = before.get(&path)
                && *made_of == known.made_of(project, &path)
            {
                return (path, (*made_of, known.clone()));
            }
            let mut problems = Diagnostics::new();
            let read = read_page(project, &path, sources, &mut problems);
            let known = Known { read, problems };
            (path.clone(), (known.made_of(project, &path), Arc::new(known)))
        })
        .collect();
    memo.0 = read.iter().cloned().collect();
    read.iter().for_each(|(_, (_, known))| diagnostics.extend(known.problems.clone()));
    let read: Vec<&Read> = read.iter().filter_map(|(_, (_, known))| known.read.as_ref()).collect();
    for (id, span) in read.iter().flat_map(|page| &page.citations) {
        if !known(id) {
            diagnostics.push(
                Diagnostic::error("E0231", format!("no provision `{id}` exists"))
                    .at(*span)
                    .hint("cite it as its page does: `[[RGC 8.3.2]]`"),
            );
        }
    }
    check_links(&read, diagnostics);
    let mut pages: Vec<Arc<FreePage>> = read.iter().map(|read| read.page.clone()).collect();
    add_sections(&mut pages);
    pages.sort_by(|a, b| {
        let order = |page: &FreePage| (page.weight, std::cmp::Reverse(page.date));
        (&a.section, !a.is_section)
            .cmp(&(&b.section, !b.is_section))
            .then_with(|| order(a).cmp(&order(b)))
            .then_with(|| (&a.title, &a.url).cmp(&(&b.title, &b.url)))
    });
    pages
}

impl Known {
    fn made_of(&self, project: &Project, path: &Path) -> Fingerprint {
        let table = self.read.as_ref().and_then(|read| read.page.table_path.as_deref());
        made_of(project, path, table)
    }
}

/// A page's own file, and that of its table.
fn made_of(project: &Project, path: &Path, table: Option<&Path>) -> Fingerprint {
    Fingerprint::of(&(project.fingerprint(path), table.map(|table| project.fingerprint(table))))
}

/// A folder without a page of its own gets one, titled by its name.
fn add_sections(pages: &mut Vec<Arc<FreePage>>) {
    let mut known: BTreeSet<String> =
        pages.iter().filter(|page| page.is_section).map(|page| page.url.clone()).collect();
    let mut at = 0;
    while at < pages.len() {
        let url = pages[at].section.clone();
        at += 1;
        if url.is_empty() || !known.insert(url.clone()) {
            continue;
        }
        let path = Path::new(CONTENT).join(&url).join(SECTION_FILE);
        let (_, section, _) = address(&path);
        let name = url.trim_end_matches('/').rsplit('/').next().unwrap_or_default();
        let mut letters = name.replace(['-', '_'], " ").chars().collect::<Vec<_>>();
        letters[..1].iter_mut().for_each(|c| *c = c.to_uppercase().next().unwrap_or(*c));
        pages.push(Arc::new(FreePage {
            made_of: Fingerprint::of(""),
            path,
            table_path: None,
            url,
            section,
            is_section: true,
            title: letters.into_iter().collect(),
            description: String::new(),
            date: None,
            weight: 0,
            tags: Vec::new(),
            blocks: Vec::new(),
            gist: String::new(),
        }));
    }
}

fn read_page(
    project: &Project,
    path: &Path,
    sources: &Sources,
    diagnostics: &mut Diagnostics,
) -> Option<Read> {
    let file = super::read_text(project, path, sources, diagnostics)?;
    let source = sources.get(file);
    let text = &*source.text;
    let FrontMatter { meta, body } = split_front_matter::<Meta>(file, text, diagnostics)?;
    let date = meta.date.as_ref().and_then(|value| {
        let date = to_date(value);
        if date.is_none() {
            diagnostics.push(
                Diagnostic::error("E0214", "`date` is a date without a time")
                    .at(find_in(file, text, 0..body, "date"))
                    .hint("write `1991-03-01`"),
            );
        }
        date
    });
    let markup = parse_page_markup(file, text, body..text.len(), diagnostics);
    let citations = markup.marks.iter().filter_map(|mark| citation(mark, diagnostics)).collect();
    let mut blocks = markup.blocks;
    if let Some(results) = &meta.params.results {
        let place = find_in(file, text, 0..body, results);
        blocks.extend(results_table(project, results, place, sources, diagnostics));
    }
    let (url, section, is_section) = address(path);
    let mut tags: Vec<Tag> = meta
        .tags
        .into_iter()
        .map(|name| Tag { slug: slugify(&name), name })
        .filter(|tag| !tag.slug.is_empty())
        .collect();
    tags.sort();
    tags.dedup_by(|a, b| a.slug == b.slug);
    let links = follow_links(path, file, body..text.len(), text, &mut blocks);
    shrink_blocks(&mut blocks);
    let table_path = meta.params.results.as_ref().map(|name| Path::new("data").join(name));
    let page = FreePage {
        made_of: made_of(project, path, table_path.as_deref()),
        path: path.to_path_buf(),
        table_path,
        url,
        section,
        is_section,
        title: meta.title,
        description: meta.description,
        date,
        weight: meta.weight,
        tags,
        gist: gist(&blocks),
        blocks,
    };
    Some(Read { page: Arc::new(page), citations, links })
}

/// The citation that a mark is; other marks belong to regulations.
fn citation(mark: &Mark, diagnostics: &mut Diagnostics) -> Option<(ProvisionId, Span)> {
    match &mark.kind {
        MarkKind::Cite { target, .. } => Some((ProvisionId::from(target.as_str()), mark.span)),
        MarkKind::Span { attributes, .. } => {
            attributes.only(&["term"], diagnostics);
            None
        }
    }
}

/// Address, address of the section, and whether the file is the page of a folder.
fn address(path: &Path) -> (String, String, bool) {
    let inside = path.strip_prefix(CONTENT).unwrap_or(path);
    let folder = |path: &Path| {
        let name = display_path(path);
        if name.is_empty() { name } else { format!("{name}/") }
    };
    let parent = inside.parent().unwrap_or(Path::new(""));
    if inside.file_name().is_some_and(|name| name == SECTION_FILE) {
        let above = parent.parent().unwrap_or(Path::new(""));
        (folder(parent), folder(above), true)
    } else {
        (folder(&inside.with_extension("")), folder(parent), false)
    }
}

/// A CSV file as a table: its first line heads the columns.
fn results_table(
    project: &Project,
    name: &str,
    place: Span,
    sources: &Sources,
    diagnostics: &mut Diagnostics,
) -> Option<Block> {
    let path = Path::new("data").join(name);
    let bytes = match project.read(&path) {
        Ok(bytes) => bytes,
        Err(error) => {
            let reason = super::reason(&error);
            diagnostics.push(
                Diagnostic::error("E0100", format!("`{name}` cannot be read: {reason}"))
                    .at(place)
                    .hint("name a CSV file by its path under `data/`"),
            );
            return None;
        }
    };
    let (file, _) = decode(&path, &bytes, Legacy::Accept, sources, diagnostics)?;
    let cell = |text: String| vec![Inline::Text(text)];
    let mut rows = plain_rows(file, &sources.get(file).text, diagnostics).into_iter();
    let head: Vec<_> = rows.next()?.into_iter().map(cell).collect();
    let rows: Vec<_> = rows.map(|row| row.into_iter().map(cell).collect()).collect();
    let align = vec![Align::Start; head.len()];
    Some(Block::Table(Table { param: None, align, head, rows }))
}

/// A link to a file of the texts, or within its own page.
#[derive(Debug)]
struct Link {
    /// From the site's root; `None` for the page itself.
    file: Option<PathBuf>,
    anchor: Option<String>,
    /// As written.
    href: String,
    span: Span,
}

impl Link {
    /// `None` when the link leads elsewhere.
    fn of(href: &str, page: &Path, span: Span) -> Option<Self> {
        let (path, anchor) = match href.split_once('#') {
            Some((path, anchor)) => (path, Some(anchor.to_owned())),
            None => (href, None),
        };
        let href = href.to_owned();
        if path.is_empty() {
            return anchor.map(|anchor| Self { file: None, anchor: Some(anchor), href, span });
        }
        if !path.ends_with(".md") || path.contains(':') {
            return None;
        }
        let base = match path.strip_prefix('/') {
            Some(_) => PathBuf::from(CONTENT),
            None => page.parent().unwrap_or(Path::new("")).to_path_buf(),
        };
        let mut file = base;
        for part in path.split('/').filter(|part| !part.is_empty() && *part != ".") {
            if part == ".." {
                file.pop();
            } else {
                file.push(part);
            }
        }
        Some(Self { file: Some(file), anchor, href, span })
    }

    /// The address in the site: it follows from the file's path.
    fn address(&self) -> String {
        let anchor = self.anchor.as_ref().map(|anchor| format!("#{anchor}")).unwrap_or_default();
        match &self.file {
            None => anchor,
            Some(file) => format!("/{}{anchor}", address(file).0),
        }
    }
}

/// Turns links to files into addresses, and returns them with their places.
fn follow_links(
    path: &Path,
    file: FileId,
    body: Range<usize>,
    text: &str,
    blocks: &mut [Block],
) -> Vec<Link> {
    let mut links = Vec::new();
    let mut from = body.start;
    rewrite_links(blocks, &mut |href| {
        let written = format!("]({href}");
        // Links are met in the order of the text, but for notes, which stand at its end.
        let place = [from, body.start]
            .into_iter()
            .find_map(|start| text[start..body.end].find(&written).map(|offset| start + offset));
        if let Some(place) = place {
            from = place + written.len();
        }
        let start = place.map_or(body.start, |place| place + 2);
        let link = Link::of(href, path, Span::new(file, start, start + href.len()))?;
        let address = link.address();
        links.push(link);
        Some(address)
    });
    links
}

/// Every link must lead to a page, and to a heading of it. What is not there is an error at its
/// place.
fn check_links(pages: &[&Read], diagnostics: &mut Diagnostics) {
    let by_path: HashMap<&Path, &FreePage> =
        pages.iter().map(|read| (read.page.path.as_path(), &*read.page)).collect();
    let problem = |read: &Read, link: &Link| {
        let file = link.file.as_deref().unwrap_or(&read.page.path);
        let Some(there) = by_path.get(file) else {
            return Some(missing_page(file, link, by_path.keys().copied()));
        };
        let anchor = link.anchor.as_deref()?;
        if there.headlines().any(|line| line.anchor == anchor) {
            return None;
        }
        let mut names: Vec<&str> = there.headlines().map(|line| line.anchor).collect();
        names.sort_unstable();
        Some(
            Diagnostic::error("E0312", format!("no heading has the anchor `{anchor}`"))
                .at_label(link.span, "links to it")
                .suggest(anchor, names)
                .hint("a heading is given one by `## Title {#anchor}`"),
        )
    };
    let of_page = |read: &&Read| -> Vec<Diagnostic> {
        read.links.iter().filter_map(|link| problem(read, link)).collect()
    };
    let found: Vec<_> = pages.par_iter().map(of_page).collect();
    found.into_iter().flatten().for_each(|problem| diagnostics.push(problem));
}

fn missing_page<'k>(file: &Path, link: &Link, known: impl Iterator<Item = &'k Path>) -> Diagnostic {
    let file = display_path(file);
    let mut names: Vec<String> = known.map(display_path).collect();
    names.sort();
    let diagnostic = Diagnostic::error("E0311", format!("no page is `{file}`"))
        .at_label(link.span, "links to it")
        .suggest(&file, names.iter().map(String::as_str));
    match OTHERS.iter().any(|folder| file.starts_with(folder)) {
        true => diagnostic.hint(format!(
            "cite provisions by their identifiers, `[[RGC 8.3.2]]`, instead of `{}`",
            link.href
        )),
        false => diagnostic.hint("name the file from `content/` on: `/guies/arbitres.md`"),
    }
}

/// Gives every link what `follow` makes of its address; those it has nothing for are left alone.
fn rewrite_links(blocks: &mut [Block], follow: &mut impl FnMut(&str) -> Option<String>) {
    fn inlines(list: &mut [Inline], follow: &mut impl FnMut(&str) -> Option<String>) {
        for inline in list {
            match inline {
                Inline::Link { href, text } => {
                    if let Some(address) = follow(href) {
                        *href = address;
                    }
                    inlines(text, follow);
                }
                Inline::Emphasis(inner) | Inline::Strong(inner) => inlines(inner, follow),
                _ => {}
            }
        }
    }
    for block in blocks {
        match block {
            Block::Paragraph(list) | Block::Heading { text: list, .. } => inlines(list, follow),
            Block::List { items, .. } | Block::Notes(items) => {
                items.iter_mut().for_each(|item| rewrite_links(item, follow));
            }
            Block::Table(table) => {
                let cells = table.head.iter_mut().chain(table.rows.iter_mut().flatten());
                cells.for_each(|cell| inlines(cell, follow));
            }
            Block::Quote(inner) => rewrite_links(inner, follow),
            Block::Code { .. } | Block::Rule => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(files: &[(&str, &str)]) -> (Vec<Arc<FreePage>>, String) {
        let (sources, mut diagnostics) = (Sources::default(), Diagnostics::new());
        let project = Project::memory(files.iter().map(|(path, text)| (*path, *text)));
        let known = |id: &ProvisionId| id.as_str() == "RGC 1";
        let mut memo = FreePageMemo::default();
        let pages = read_free_pages(&project, &known, &mut memo, &sources, &mut diagnostics);
        (pages, diagnostics.render(&sources, false))
    }

    fn links(page: &FreePage) -> Vec<String> {
        let mut found = Vec::new();
        let mut blocks = page.blocks.clone();
        rewrite_links(&mut blocks, &mut |href| {
            found.push(href.to_owned());
            None
        });
        found
    }

    #[test]
    fn folders_are_sections_and_links_become_addresses() {
        let (pages, problems) = read(&[
            ("content/_index.md", "+++\ntitle = \"Inici\"\n+++\n\nBenvinguts.\n"),
            ("content/guies/_index.md", "+++\ntitle = \"Guies\"\nweight = 1\n+++\n"),
            (
                "content/guies/a.md",
                "+++\ntitle = \"A\"\ndate = 1991-03-01\ntags = [\"b\", \"Àrbitres\"]\n+++\n\
                 ## Primer {#u}\n\nVeg. [B](/guies/b.md#dos), [aquí](b.md), [ell](#u), \
                 [fora](https://x.example/a.md) i [[RGC 1]].[^n]\n\n[^n]: Nota, [B](b.md).\n",
            ),
            ("content/guies/b.md", "+++\ntitle = \"B\"\n+++\n# Dos\n\n## Dos\n"),
            ("content/reglaments/x.md", "no page"),
        ]);
        assert_eq!(problems, "");
        let urls: Vec<_> = pages.iter().map(|page| (&*page.section, &*page.url)).collect();
        assert_eq!(
            urls,
            [("", ""), ("", "guies/"), ("guies/", "guies/a/"), ("guies/", "guies/b/")],
            "the page of a folder lies above it"
        );
        let a = &pages[2];
        assert_eq!(
            links(a),
            ["/guies/b/#dos", "/guies/b/", "#u", "https://x.example/a.md", "/guies/b/"]
        );
        assert_eq!(a.tags.iter().map(|tag| &*tag.slug).collect::<Vec<_>>(), ["arbitres", "b"]);
        assert!(matches!(a.blocks.last(), Some(Block::Notes(notes)) if notes.len() == 1));
        let b: Vec<_> = pages[3].headlines().map(|line| (line.level, line.anchor)).collect();
        assert_eq!(b, [(2, "dos"), (2, "dos-2")], "the page's title is the only first heading");
    }

    #[test]
    fn every_broken_link_is_told_at_its_place() {
        let (_, problems) = read(&[
            (
                "content/a.md",
                "+++\ntitle = \"A\"\n+++\n## U {#u}\n\n[x](/b.md)\n[y](#v)\n[z](c.md#q)\n\n\
                 [w](/reglaments/rgc.md#1) [[RGC 99]]\n",
            ),
            ("content/c.md", "+++\ntitle = \"C\"\n+++\n## Q {#qq}\n"),
        ]);
        for place in [
            "content/a.md:6:5",
            "content/a.md:7:5",
            "content/a.md:8:5",
            "content/a.md:10:5",
            "content/a.md:10:27",
            "did you mean `qq`",
            "[[RGC 8.3.2]]",
        ] {
            assert!(problems.contains(place), "{place}: {problems}");
        }
    }

    #[test]
    fn a_table_is_read_from_a_file() {
        let page = "+++\ntitle = \"A\"\n[params]\nresults = \"results/a.csv\"\n+++\nText.\n";
        let (pages, problems) =
            read(&[("content/a.md", page), ("data/results/a.csv", "rank,name\n1,\"Soler, A\"\n")]);
        assert_eq!(problems, "");
        let Some(Block::Table(table)) = pages[0].blocks.last() else { panic!("{pages:?}") };
        assert_eq!((table.head.len(), table.rows.len()), (2, 1));
        let (_, problems) = read(&[("content/a.md", page)]);
        assert!(problems.contains("content/a.md:4:12"), "{problems}");
    }
}
