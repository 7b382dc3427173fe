//! The site as HTML: Tera templates for the pages, hand-written markup for texts and tables.
//!
//! | file | what it writes |
//! |---|---|
//! | `views` | what the template of each kind of page is given |
//! | `report` | reports: tables, facts, workings |
//! | `law` | regulations: provisions with what surrounds them |
//! | `chart` | tables as drawings |
//! | `bracket` | the drawing of a knock-out |
//! | `prose` | texts |
//! | `qr` | addresses as QR codes |
//! | `writer` | escaping, links, values |
//! | `assets` | style sheets and fonts under hashed names |
//! | `languages` | the same page in other languages, texts that stay in theirs |
//! | `words` | ranges of dates, initials |
//!
//! Templates stand in `themes/default/templates/`, styles and fonts in `themes/default/static/`; a
//! site's own file of the same name takes the place of a built-in one. Keys of a template's context
//! that end in `_html` hold markup; everything else is escaped by the template.
//!
//! Pages are independent of each other, so they are rendered in parallel; the same site gives the
//! same bytes.

mod assets;
mod bracket;
mod chart;
mod languages;
mod law;
mod prose;
mod qr;
mod report;
mod views;
mod words;
mod writer;

use std::path::Path;

use rayon::prelude::*;
use serde_json::json;
use tera::{Context, Kwargs, State, Tera};

pub use assets::Assets;
pub use report::Workings;
pub use writer::{Writer, escape_into};

use crate::core::report::Msg;
use crate::diag::{Diagnostic, display_path};
use crate::project::Project;
pub use crate::publish::OutputFile;
use crate::site::{FEED, FINDER, MORE, Page, PageKind, SEARCH, Section, Site, file_of, relative};
use assets::{theme_file, theme_files};

/// Fonts of every page's first lines: asked for with the page, so that its letters do not change
/// under the reader's eyes.
const FONTS: [&str; 4] = [
    "fonts/IBMPlexSerif-Regular-Latin1.woff2",
    "fonts/IBMPlexSerif-Bold-Latin1.woff2",
    "fonts/IBMPlexSans-Regular-Latin1.woff2",
    "fonts/IBMPlexSans-SemiBold-Latin1.woff2",
];
/// Folder of the templates.
const TEMPLATES: &str = "themes/default/templates";

/// A page that was made.
#[derive(Clone, Debug)]
pub struct Rendered {
    /// Name of its template.
    pub template: &'static str,
    pub file: OutputFile,
}

/// Writes the pages of a site.
pub struct Renderer<'a> {
    site: &'a Site<'a>,
    folder: String,
    tera: Tera,
    assets: Assets,
}

impl<'a> Renderer<'a> {
    /// Reads the theme. A template that cannot be parsed is `E0911`.
    pub fn new(site: &'a Site<'a>, project: &Project) -> Result<Self, Vec<Diagnostic>> {
        let assets = Assets::load(project)?;
        let mut tera = Tera::new();
        let language = site.input.language.clone();
        tera.register_function("t", move |kwargs: Kwargs, _: &State<'_>| {
            kwargs.must_get::<&str>("key").map(|key| language.text(key))
        });
        let mut templates = Vec::new();
        for path in theme_files(project, Path::new(TEMPLATES))? {
            let text = String::from_utf8(theme_file(project, &path)?).map_err(|_| {
                vec![Diagnostic::error("E0911", "a template must be UTF-8").in_file(&path)]
            })?;
            let name = display_path(path.strip_prefix(TEMPLATES).unwrap_or(&path));
            templates.push((name, text));
        }
        tera.add_raw_templates(templates).map_err(|error| {
            vec![
                Diagnostic::error("E0911", format!("the templates cannot be used: {error}"))
                    .in_file(TEMPLATES),
            ]
        })?;
        Ok(Self { site, folder: site.input.folder(), tera, assets })
    }

    /// The files of the theme: those of all languages.
    pub fn theme_files(&self) -> &[OutputFile] {
        self.assets.files()
    }

    /// Every page and, with the main language, every file of the theme, in the order of the site.
    /// All problems of all pages are reported together.
    pub fn render_all(&self) -> Result<Vec<OutputFile>, Vec<Diagnostic>> {
        let pages: Vec<&Page> = self.site.pages().collect();
        let rendered: Vec<_> = pages.par_iter().map(|page| self.render(page)).collect();
        let folder = self.site.input.folder();
        let mut files = if folder.is_empty() { self.assets.files().to_vec() } else { Vec::new() };
        let mut problems = Vec::new();
        for page in rendered {
            match page {
                Ok(rendered) => files.push(rendered.file),
                Err(found) => problems.extend(found),
            }
        }
        if problems.is_empty() { Ok(files) } else { Err(problems) }
    }

    /// One page.
    pub fn render(&self, page: &Page) -> Result<Rendered, Vec<Diagnostic>> {
        let mut writer = Writer::new(self.site, page);
        let (template, view) = views::view(&mut writer);
        let problems = std::mem::take(&mut writer.problems);
        if !problems.is_empty() {
            return Err(problems);
        }
        let failed = |error: tera::Error| {
            vec![
                Diagnostic::error(
                    "E0912",
                    format!("the page /{} cannot be rendered: {error}", page.url),
                )
                .in_file(Path::new(TEMPLATES).join(template)),
            ]
        };
        let mut context = self.frame(page).map_err(failed)?;
        context.insert("view", &view);
        let html = self.tera.render(template, &context).map_err(failed)?;
        let file = OutputFile {
            path: format!("{}{}", self.folder, file_of(&page.url)),
            bytes: html.into_bytes(),
        };
        Ok(Rendered { template, file })
    }

    /// The folder of the pages in this language, with its slash; none for the main one.
    pub fn folder(&self) -> &str {
        &self.folder
    }

    /// What every template is given: the site, the page, the way around.
    fn frame(&self, page: &Page) -> Result<Context, tera::Error> {
        let input = &self.site.input;
        let base = input.base_url.as_deref().map(|base| base.trim_end_matches('/'));
        let folder = input.folder();
        let place = format!("{folder}{}", page.url);
        // The page for addresses that do not exist is shown at any depth, so that its links
        // cannot be relative.
        let from_root = |url: &str| match (&page.kind, base) {
            (PageKind::NotFound, Some(base)) => format!("{base}/{}", file_of(url)),
            _ => relative(&place, url),
        };
        let href = |url: &str| from_root(&format!("{folder}{url}"));
        let asset = |name: &str| self.assets.url(name).map(from_root).unwrap_or_default();
        let texts = languages::text_marks(input);
        let link = |title: &str, url: &str| {
            let lang = if self.site.is_text(url) { texts.lang.as_str() } else { "" };
            json!({"title": title, "href": href(url), "lang_html": lang})
        };
        let crumb = |crumb: &crate::site::Crumb| link(&crumb.title, &crumb.url);
        let nav: Vec<_> = Section::of(input)
            .map(|section| {
                json!({
                    "title": input.language.text(section.key()),
                    "href": href(section.url()),
                    "current": page.section == Some(section),
                    "here": page.url == section.url(),
                })
            })
            .collect();
        let more: Vec<_> =
            MORE.iter().map(|(url, key, _)| link(&input.language.text(key), url)).collect();
        // The feed of what the page is about, and that of the whole site.
        let own_feed = match &page.kind {
            PageKind::Person(_) | PageKind::Tournament(_) => Some(&page.url),
            PageKind::Tab { .. } | PageKind::Cards { .. } | PageKind::Working { .. } => {
                page.crumbs.get(1).map(|crumb| &crumb.url)
            }
            _ => None,
        };
        let feeds: Vec<_> = own_feed
            .into_iter()
            .map(|folder| (page.crumbs.get(1).map_or(&page.title, |c| &c.title), folder.as_str()))
            .chain([(&input.title, "")])
            .map(|(title, folder)| {
                let own = Msg::new("site.feed-of").with("title", title.as_str());
                let label = match folder {
                    "" => input.language.text("site.feed"),
                    _ => input.language.msg(&own),
                };
                json!({"title": title, "label": label, "href": href(&format!("{folder}{FEED}"))})
            })
            .collect();
        let parent = page.crumbs.iter().rev().map(|crumb| crumb.title.as_str());
        let full_title: Vec<&str> = std::iter::once(page.title.as_str())
            .chain(parent)
            .chain((!matches!(page.kind, PageKind::Home)).then_some(input.title.as_str()))
            .collect();
        Context::from_serialize(&json!({
            "lang": input.language.code,
            "languages": languages::switch(input, page, &from_root),
            "alternates": languages::alternates(input, page, base),
            "texts": texts.json(input),
            "site": {
                "title": input.title,
                "federation": input.federation,
                "notice": input.notice,
                "description": input.description,
                "home": href(""),
                "search": href(SEARCH),
                "finder": href(FINDER),
                "nav": nav,
                "more": more,
                "feeds": feeds,
            },
            "page": {
                "title": page.title,
                "full_title": full_title.join(" · "),
                "description": page.description,
                "canonical": match (base, &page.canonical) {
                    _ if page.kind == PageKind::NotFound => None,
                    (Some(base), Some(other)) => Some(format!("{base}/{}{other}", input.folder())),
                    (Some(base), None) => Some(format!("{base}/{place}")),
                    (None, Some(other)) => Some(href(other)),
                    (None, None) => None,
                },
                "is_search": page.kind == PageKind::Search,
                "is_home": page.kind == PageKind::Home,
                "crumbs": page.crumbs.iter().map(crumb).collect::<Vec<_>>(),
                "previous": page.previous.as_ref().map(crumb),
                "next": page.next.as_ref().map(crumb),
            },
            "assets": {
                "css": asset("site.css"),
                "icon": asset("icon.svg"),
                "find": asset("find.js"),
                "texts": asset("texts.js"),
                "search": asset("search.js"),
                "fonts": FONTS.map(asset),
                "hall": asset("hall.js"),
                "print": asset("print.css"),
                "tables": asset("tables.js"),
                "form": asset("form.js"),
            },
        }))
    }
}
