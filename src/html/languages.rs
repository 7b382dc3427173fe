//! What a page says of languages: the same page in the others, and the marks of texts that are
//! published in one language only.

use serde_json::{Value as Json, json};

use crate::core::report::Msg;
use crate::site::{Page, PageKind, SiteInput, relative};

/// How texts in another language than the page are marked.
pub(super) struct TextMarks {
    /// ` lang="ca"`; empty when the page is in the language of the texts.
    pub lang: String,
}

pub(super) fn text_marks(input: &SiteInput<'_>) -> TextMarks {
    let code = &input.languages.texts.code;
    let lang = if input.has_foreign_texts() { format!(" lang=\"{code}\"") } else { String::new() };
    TextMarks { lang }
}

impl TextMarks {
    /// For the templates: the marks, and the sentence that says in which language texts are.
    pub fn json(&self, input: &SiteInput<'_>) -> Json {
        let unless = |translated: bool| if translated { "" } else { self.lang.as_str() };
        let notice = input.has_foreign_texts().then(|| {
            let name = input.language.name_of(input.languages.texts);
            input.language.msg(&Msg::new("site.published-in").with("language", name))
        });
        json!({
            "lang_html": self.lang,
            "description_lang_html": unless(input.languages.description_is_translated),
            "notice_lang_html": unless(input.languages.notice_is_translated),
            "notice": notice,
        })
    }
}

/// The page in every language of the site; none when there is only one.
pub(super) fn switch(
    input: &SiteInput<'_>,
    page: &Page,
    from_root: &impl Fn(&str) -> String,
) -> Vec<Json> {
    let all = &input.languages.all;
    let several = all.iter().filter(|_| all.len() > 1);
    several
        .map(|language| {
            let url = format!("{}{}", input.languages.folder(language), page.url);
            json!({
                "code": language.code,
                "name": language.name,
                "href": from_root(&url),
                "current": language.code == input.language.code,
            })
        })
        .collect()
}

/// The page in every language for search engines: whole addresses where it is known where the site
/// stands. `x-default` is the main language.
pub(super) fn alternates(input: &SiteInput<'_>, page: &Page, base: Option<&str>) -> Vec<Json> {
    let all = &input.languages.all;
    if all.len() < 2 || page.kind == PageKind::NotFound {
        return Vec::new();
    }
    let here = format!("{}{}", input.folder(), page.url);
    let href = |url: &str| match base {
        Some(base) => format!("{base}/{url}"),
        None => relative(&here, url),
    };
    let mut found: Vec<Json> = all
        .iter()
        .map(|language| {
            let url = format!("{}{}", input.languages.folder(language), page.url);
            json!({"code": language.code, "href": href(&url)})
        })
        .collect();
    found.push(json!({"code": "x-default", "href": href(&page.url)}));
    found
}
