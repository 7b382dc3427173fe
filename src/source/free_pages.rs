//! Markdown under `content/` that is no regulation → [`FreePage`]s, with every link checked.
//!
//! A folder is a section; its `_index.md` is the section's own page. Links to other pages name
//! their files from `content/` on (`/guies/arbitres.md#rellotges`) or from where the page stands
//! (`arbitres.md`); they become addresses in the site. A page may show a CSV file as a table.

use std::collections::{BTreeSet, HashMap};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

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

/// What came of the pages: one that has not changed is not read again.
#[derive(Debug, Default)]
pub struct FreePageMemo {
    /// In the order of their paths.
    pages: Vec<Arc<Known>>,
    /// Of all that links can lead to, when last every link led to something.
    linked: Option<Fingerprint>,
}

#[derive(Debug)]
struct Known {
    path: PathBuf,
    made_of: Fingerprint,
    read: Option<Read>,
    problems: Diagnostics,
    /// Of what links to it can name: its file and its anchors.
    targets: Fingerprint,
}

/// Reads every page. `known` are the provisions that can be cited.
pub(super) fn read_free_pages(
    project: &Project,
    known: &impl Fn(&ProvisionId) -> bool,
    memo: &mut FreePageMemo,
    sources: &Sources,
    diagnostics: &mut Diagnostics,
) -> Vec<Arc<FreePage>> {
    let before = std::mem::take(&mut memo.pages);
    let by_path: OnceLock<HashMap<&Path, &Arc<Known>>> = OnceLock::new();
    let find = |at: usize, path: &Path| {
        // Mostly nothing came and nothing went.
        let same = before.get(at).filter(|known| known.path.as_os_str() == path.as_os_str());
        same.or_else(|| {
            let all = || before.iter().map(|known| (known.path.as_path(), known)).collect();
            by_path.get_or_init(all).get(path).copied()
        })
    };
    let read = |(at, (path, content)): (usize, (PathBuf, Fingerprint))| {
        if let Some(known) = find(at, &path).filter(|known| known.is_of(project, content)) {
            return (known.clone(), false);
        }
        (Arc::new(Known::read(project, path, content, sources)), true)
    };
    let pages: Vec<(Arc<Known>, bool)> =
        files(project, diagnostics).into_par_iter().enumerate().map(read).collect();
    pages.iter().for_each(|(known, _)| diagnostics.extend(known.problems.clone()));
    let all: Vec<&Read> = pages.iter().filter_map(|(known, _)| known.read.as_ref()).collect();
    for (id, span) in all.iter().flat_map(|page| &page.citations) {
        if !known(id) {
            diagnostics.push(
                Diagnostic::error("E0231", format!("no provision `{id}` exists"))
                    .at(*span)
                    .hint("cite it as its page does: `[[RGC 8.3.2]]`"),
            );
        }
    }
    let targets: Vec<Fingerprint> = pages.iter().map(|(known, _)| known.targets).collect();
    let targets = Some(Fingerprint::of(&targets));
    let found = if memo.linked == targets {
        // Links of pages that were not read anew lead where they led.
        let new = pages.iter().filter(|(_, is_new)| *is_new);
        let new: Vec<&Read> = new.filter_map(|(known, _)| known.read.as_ref()).collect();
        check_links(&new, &all)
    } else {
        check_links(&all, &all)
    };
    memo.linked = targets.filter(|_| found.is_empty());
    found.into_iter().for_each(|problem| diagnostics.push(problem));
    let mut shown: Vec<Arc<FreePage>> = all.iter().map(|read| read.page.clone()).collect();
    add_sections(&mut shown);
    shown.sort_by(|a, b| {
        let order = |page: &FreePage| (page.weight, std::cmp::Reverse(page.date));
        (&a.section, !a.is_section)
            .cmp(&(&b.section, !b.is_section))
            .then_with(|| order(a).cmp(&order(b)))
            .then_with(|| (&a.title, &a.url).cmp(&(&b.title, &b.url)))
    });
    memo.pages = pages.into_iter().map(|(known, _)| known).collect();
    shown
}

/// The files of the pages, in the order of their paths, each with what it holds as one number.
fn files(project: &Project, diagnostics: &mut Diagnostics) -> Vec<(PathBuf, Fingerprint)> {
    let is_page = |path: &Path| {
        path.extension().is_some_and(|extension| extension == "md")
            && !OTHERS.iter().any(|folder| path.starts_with(folder))
    };
    match project.list_with_fingerprints(Path::new(CONTENT)) {
        Ok(files) => {
            // One that cannot be read is told when it is.
            let content = |found: Option<Fingerprint>| found.unwrap_or(Fingerprint::of(""));
            let pages = files.into_iter().filter(|(path, _)| is_page(path));
            pages.map(|(path, found)| (path, content(found))).collect()
        }
        Err(error) => {
            super::not_listed(Path::new(CONTENT), &error, diagnostics);
            Vec::new()
        }
    }
}

impl Known {
    fn read(project: &Project, path: PathBuf, content: Fingerprint, sources: &Sources) -> Self {
        let mut problems = Diagnostics::new();
        let read = read_page(project, &path, content, sources, &mut problems);
        let page = read.as_ref().map(|read| &read.page);
        let anchors: Vec<&str> =
            page.into_iter().flat_map(|page| page.headlines()).map(|line| line.anchor).collect();
        let targets = Fingerprint::of(&(page.map(|page| &page.path), anchors));
        let table = page.and_then(|page| page.table_path.as_deref());
        Self { made_of: made_of(project, content, table), path, read, problems, targets }
    }

    /// Was it made of the file as it is now, and of its table?
    fn is_of(&self, project: &Project, content: Fingerprint) -> bool {
        let table = self.read.as_ref().and_then(|read| read.page.table_path.as_deref());
        self.made_of == made_of(project, content, table)
    }
}

/// A page's own file, and that of its table.
fn made_of(project: &Project, content: Fingerprint, table: Option<&Path>) -> Fingerprint {
    Fingerprint::of(&(content, table.map(|table| project.fingerprint(table))))
}

/// A folder without a page of its own gets one, titled by its name.
fn add_sections(pages: &mut Vec<Arc<FreePage>>) {
    let mut known: BTreeSet<String> =
        pages.iter().filter(|page| page.is_section).map(|page| page.url.clone()).collect();
    let mut at = 0;
    while at < pages.len() {
        let is_alike = at > 0 && pages[at].section == pages[at - 1].section;
        at += 1;
        if is_alike {
            continue;
        }
        let url = pages[at - 1].section.clone();
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
    content: Fingerprint,
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
        made_of: made_of(project, content, table_path.as_deref()),
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
/// Where the links of some pages, among `all` by path, lead to nothing.
fn check_links(pages: &[&Read], all: &[&Read]) -> Vec<Diagnostic> {
    // A table of all is made only for many.
    let by_path: HashMap<&Path, &FreePage> = match pages.len() == all.len() {
        true => all.iter().map(|read| (read.page.path.as_path(), &*read.page)).collect(),
        false => HashMap::new(),
    };
    let find = |file: &Path| match by_path.is_empty() {
        true => {
            let at = all.binary_search_by(|read| read.page.path.as_path().cmp(file)).ok()?;
            Some(&*all[at].page)
        }
        false => by_path.get(file).copied(),
    };
    let problem = |read: &Read, link: &Link| {
        let file = link.file.as_deref().unwrap_or(&read.page.path);
        let Some(there) = find(file) else {
            return Some(missing_page(file, link, all.iter().map(|read| &*read.page.path)));
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
    found.into_iter().flatten().collect()
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
        read_again(files, &mut FreePageMemo::default(), &Sources::default())
    }

    fn read_again(
        files: &[(&str, &str)],
        memo: &mut FreePageMemo,
        sources: &Sources,
    ) -> (Vec<Arc<FreePage>>, String) {
        let mut diagnostics = Diagnostics::new();
        let project = Project::memory(files.iter().map(|(path, text)| (*path, *text)));
        let known = |id: &ProvisionId| id.as_str() == "RGC 1";
        let pages = read_free_pages(&project, &known, memo, sources, &mut diagnostics);
        (pages, diagnostics.render(sources, false))
    }

    #[test]
    fn a_link_is_told_when_what_it_led_to_goes_and_when_it_comes_anew() {
        let a = ("content/a.md", "+++\ntitle = \"A\"\n+++\n[b](b.md#dos) [b](b.md)\n");
        let b = ("content/b.md", "+++\ntitle = \"B\"\n+++\n## Dos\n");
        let without = ("content/b.md", "+++\ntitle = \"B\"\n+++\n## Tres\n");
        let to_nothing = ("content/c.md", "+++\ntitle = \"C\"\n+++\n[a](a.md#res)\n");
        let to_a = ("content/c.md", "+++\ntitle = \"C\"\n+++\n[a](a.md)\n");
        let (mut memo, sources) = (FreePageMemo::default(), Sources::default());
        let steps: [(&[_], &str); 8] = [
            (&[a, b], ""),
            (&[a, without], "`dos`"),
            (&[a, without], "`dos`"),
            (&[a, b], ""),
            (&[a, b, to_nothing], "`res`"),
            (&[a, b, to_a], ""),
            (&[a, to_a], "content/b.md"),
            (&[a, b, to_a], ""),
        ];
        for (step, (files, wanted)) in steps.into_iter().enumerate() {
            let (pages, problems) = read_again(files, &mut memo, &sources);
            assert_eq!(problems.is_empty(), wanted.is_empty(), "{step}: {problems}");
            assert!(problems.contains(wanted), "{step}: {problems}");
            assert_eq!(pages, read(files).0, "{step}");
        }
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
