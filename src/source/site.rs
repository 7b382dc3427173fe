//! `site.toml`: what the site is.

use std::path::Path;

use super::settings::{Given, keys, read_settings, word};
use crate::diag::{Diagnostic, Diagnostics, Sources};
use crate::model::Date;
use crate::project::Project;

/// The file at the root of a site.
pub const SITE_FILE: &str = "site.toml";

/// Languages are named by two or three small letters.
const DEFAULT_LANGUAGE: &str = "ca";

/// A site's settings. Only the title must be given.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SiteConfig {
    pub title: String,
    /// Name of the federation, as published.
    pub federation: Option<String>,
    /// Where the site will stand, without a slash at the end: for feeds and canonical links.
    pub base_url: Option<String>,
    /// Main language.
    pub language: String,
    /// All languages of the site, the main one first.
    pub languages: Vec<String>,
    pub description: Option<String>,
    /// Notice on every page that shows invented data.
    pub invented: Option<String>,
    /// The two in other languages of the site.
    pub translations: Vec<Translation>,
    pub pdf: PdfEngine,
    /// By number.
    pub bulletins: Vec<Bulletin>,
    /// Folder that the site is written to, relative to the root.
    pub output: String,
}

impl SiteConfig {
    /// A site of which only the title is known.
    pub fn new(title: impl Into<String>) -> Self {
        Self {
            title: title.into(),
            federation: None,
            base_url: None,
            language: DEFAULT_LANGUAGE.to_owned(),
            languages: vec![DEFAULT_LANGUAGE.to_owned()],
            description: None,
            invented: None,
            translations: Vec::new(),
            pdf: PdfEngine::Embedded,
            bulletins: Vec::new(),
            output: "public".to_owned(),
        }
    }
}

/// The site's own words in one of its other languages.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Translation {
    pub language: String,
    pub description: Option<String>,
    pub invented: Option<String>,
}

/// What typesets documents.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PdfEngine {
    /// Typst as a library, within the program.
    Embedded,
    /// The `typst` command.
    Typst,
}

word!(
    PdfEngine,
    "the name of an engine",
    [("embedded", PdfEngine::Embedded), ("typst", PdfEngine::Typst)]
);

/// A bulletin: a document made of regulations and results.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bulletin {
    pub number: u32,
    pub date: Option<Date>,
    pub title: Option<String>,
    /// Code of the text that opens it.
    pub editorial: Option<String>,
    /// Codes of the regulations in it; `None` = all.
    pub regulations: Option<Vec<String>>,
    /// Slugs of the tournaments in it; `None` = all.
    pub tournaments: Option<Vec<String>>,
}

keys! {
    /// What the site is. Only `title` must be there.
    pub struct SiteFile = "site.toml" {
        /// Title of the site.
        title: String,
        /// Name of the federation.
        federation: String,
        /// Address where the site will stand, for feeds, canonical links and QR codes.
        base_url: Given<String>,
        /// Main language; Catalan, `ca`, when left out.
        language: Given<String>,
        /// All languages of the site; the main one when left out.
        languages: Vec<Given<String>>,
        /// A sentence for search engines.
        description: String,
        /// Notice on every page that shows invented data.
        invented: String,
        /// Documents.
        pdf: PdfFile,
        /// The site's own words in other languages, each under `[[translations]]`.
        translations: Vec<Given<TranslationFile>>,
        /// Bulletins, each under `[[bulletins]]`.
        bulletins: Vec<Given<BulletinFile>>,
        /// Where the site is written to.
        output: OutputFile,
    }
}

keys! {
    /// How documents are made.
    pub struct PdfFile = "[pdf]" {
        /// `embedded` (built in, the default) or `typst` (the command of that name).
        engine: PdfEngine,
    }
}

keys! {
    /// The site's own words in another of its languages.
    pub struct TranslationFile = "[[translations]]" {
        /// Which language.
        language: Given<String>,
        /// The sentence for search engines.
        description: String,
        /// The notice on every page that shows invented data.
        invented: String,
    }
}

keys! {
    /// A bulletin: a document made of regulations and results.
    pub struct BulletinFile = "[[bulletins]]" {
        /// Its number.
        number: Given<u32>,
        /// Its day.
        date: Date,
        /// Its title.
        title: String,
        /// Code of the text that opens it.
        editorial: String,
        /// Codes of the regulations in it; all when left out.
        regulations: Vec<String>,
        /// Slugs of the tournaments in it; all when left out.
        tournaments: Vec<String>,
    }
}

keys! {
    /// Where the site is written to.
    pub struct OutputFile = "[output]" {
        /// Folder, relative to the root; `public` when left out.
        folder: String,
    }
}

/// Reads `site.toml`; `None`, with a diagnostic, when there is none or it has no title.
pub fn read_site_config(
    project: &Project,
    sources: &Sources,
    diagnostics: &mut Diagnostics,
) -> Option<SiteConfig> {
    let Given { value: file, span } =
        read_settings::<SiteFile>(project, Path::new(SITE_FILE), sources, diagnostics)?;
    let language = check_language(file.language, diagnostics).unwrap_or(DEFAULT_LANGUAGE.into());
    let mut languages = vec![language.clone()];
    for other in file.languages.into_iter().flatten() {
        if let Some(other) = check_language(Some(other), diagnostics)
            && !languages.contains(&other)
        {
            languages.push(other);
        }
    }
    let base_url = file.base_url.and_then(|url| {
        let proper = ["https://", "http://"].iter().any(|scheme| {
            url.value.strip_prefix(scheme).is_some_and(|rest| {
                !rest.is_empty() && !rest.contains([' ', '"', '<', '>', '#', '?'])
            })
        });
        if proper {
            return Some(url.value.trim_end_matches('/').to_owned());
        }
        diagnostics.push(
            Diagnostic::error("E0207", format!("`{}` is no address of a site", url.value))
                .at(url.span)
                .hint("write it whole: `https://example.cat/butlleti`"),
        );
        None
    });
    let translations = file.translations.into_iter().flatten();
    let translations =
        translations.filter_map(|t| translation(t, &languages, diagnostics)).collect();
    let mut bulletins: Vec<Bulletin> = Vec::new();
    let mut places = std::collections::BTreeMap::new();
    for Given { value: bulletin, span } in file.bulletins.into_iter().flatten() {
        let Some(number) = bulletin.number else {
            diagnostics.push(
                Diagnostic::error("E0206", "a bulletin needs its `number`")
                    .at(span)
                    .hint("add `number = 54`"),
            );
            continue;
        };
        if let Some(first) = places.insert(number.value, number.span) {
            diagnostics.push(
                Diagnostic::error("E0401", format!("two bulletins have number {}", number.value))
                    .at_label(number.span, "second")
                    .related(first, "first"),
            );
            continue;
        }
        bulletins.push(Bulletin {
            number: number.value,
            date: bulletin.date,
            title: bulletin.title,
            editorial: bulletin.editorial,
            regulations: bulletin.regulations,
            tournaments: bulletin.tournaments,
        });
    }
    bulletins.sort_by_key(|bulletin| bulletin.number);
    let Some(title) = file.title else {
        diagnostics.push(
            Diagnostic::error("E0206", "a site needs its `title`")
                .at(span)
                .hint("add `title = \"…\"` at the top"),
        );
        return None;
    };
    Some(SiteConfig {
        federation: file.federation,
        base_url,
        language,
        languages,
        description: file.description,
        invented: file.invented,
        translations,
        pdf: file.pdf.and_then(|pdf| pdf.engine).unwrap_or(PdfEngine::Embedded),
        bulletins,
        output: file.output.and_then(|o| o.folder).unwrap_or_else(|| "public".into()),
        ..SiteConfig::new(title)
    })
}

/// The folder that a site is written to, from its root, as far as its settings can be read.
pub fn output_folder(project: &Project) -> String {
    let (sources, mut unheard) = (Sources::default(), Diagnostics::new());
    let config = read_site_config(project, &sources, &mut unheard);
    config.map_or_else(|| SiteConfig::new("").output, |config| config.output)
}

fn translation(
    Given { value: file, span }: Given<TranslationFile>,
    languages: &[String],
    diagnostics: &mut Diagnostics,
) -> Option<Translation> {
    let Some(language) = file.language else {
        diagnostics.push(
            Diagnostic::error("E0206", "a translation needs its `language`")
                .at(span)
                .hint("add `language = \"es\"`"),
        );
        return None;
    };
    if !languages.iter().skip(1).any(|other| *other == language.value) {
        diagnostics.push(
            Diagnostic::error(
                "E0208",
                format!("`{}` is no other language of this site", language.value),
            )
            .at(language.span)
            .hint("name it in `languages`, after the main one"),
        );
        return None;
    }
    Some(Translation {
        language: language.value,
        description: file.description,
        invented: file.invented,
    })
}

fn check_language(given: Option<Given<String>>, diagnostics: &mut Diagnostics) -> Option<String> {
    let given = given?;
    let proper =
        matches!(given.value.len(), 2 | 3) && given.value.bytes().all(|b| b.is_ascii_lowercase());
    if !proper {
        diagnostics.push(
            Diagnostic::error("E0208", format!("`{}` is no code of a language", given.value))
                .at(given.span)
                .hint("two or three small letters: ca, es, en"),
        );
    }
    proper.then_some(given.value)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> (Option<SiteConfig>, String) {
        let (sources, mut diagnostics) = (Sources::default(), Diagnostics::new());
        let project = Project::memory([(SITE_FILE, text)]);
        let config = read_site_config(&project, &sources, &mut diagnostics);
        (config, diagnostics.render(&sources, false))
    }

    #[test]
    fn a_title_is_enough() {
        let (config, problems) = read("title = \"Butlletí\"\n");
        assert_eq!(problems, "");
        assert_eq!(config, Some(SiteConfig::new("Butlletí")));
    }

    #[test]
    fn languages_begin_with_the_main_one_and_addresses_lose_their_slash() {
        let (config, problems) = read(
            "title = \"B\"\nbase_url = \"https://fce.example/b/\"\nlanguages = [\"en\", \"ca\"]\n\
             [[bulletins]]\nnumber = 55\n[[bulletins]]\nnumber = 54\ndate = 1990-12-01\n",
        );
        let config = config.expect("it is well formed");
        assert_eq!(problems, "");
        assert_eq!(config.base_url.as_deref(), Some("https://fce.example/b"));
        assert_eq!(config.languages, ["ca", "en"]);
        assert_eq!(config.bulletins.iter().map(|b| b.number).collect::<Vec<_>>(), [54, 55]);
    }

    #[test]
    fn every_problem_is_told() {
        let (config, problems) = read(
            "languages = [\"català\"]\nbase_url = \"example.cat\"\n[pdf]\nengine = \"tyspt\"\n\
             [[bulletins]]\ntitle = \"x\"\n",
        );
        assert_eq!(config, None);
        for word in ["E0206", "E0207", "E0208", "did you mean `typst`", "needs its `number`"] {
            assert!(problems.contains(word), "{word}: {problems}");
        }
    }
}
