//! The federation's news: a Markdown file each in `content/noticies/`, with `title` and `date`
//! between two lines `+++` at the top. Its name is its address.

use std::path::Path;

use serde::Deserialize;

use super::front_matter::{FrontMatter, split_front_matter};
use super::markup::markdown;
use super::regulation::{find_in, to_date};
use crate::diag::{Diagnostic, Diagnostics, Sources};
use crate::model::{Date, slugify};
use crate::project::Project;
use crate::rulebook::Block;

/// Folder of the news.
pub const NEWS: &str = "content/noticies";

/// Front matter as written.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Meta {
    title: String,
    date: toml::value::Datetime,
    #[serde(default)]
    invented: bool,
}

/// A piece of news, in the language of the site's texts.
#[derive(Clone, Debug, PartialEq)]
pub struct NewsItem {
    /// Its part of the address: the file's name without its ending.
    pub slug: String,
    pub date: Date,
    pub title: String,
    /// Invented for demonstration.
    pub invented: bool,
    pub text: Vec<Block>,
}

/// All news, the latest first; a file that cannot be used is told and left out.
pub fn read_news(
    project: &Project,
    sources: &Sources,
    diagnostics: &mut Diagnostics,
) -> Vec<NewsItem> {
    let mut news: Vec<NewsItem> = super::list(project, Path::new(NEWS), "md", diagnostics)
        .into_iter()
        .filter_map(|path| read_item(project, &path, sources, diagnostics))
        .collect();
    news.sort_by(|a, b| (b.date, &a.slug).cmp(&(a.date, &b.slug)));
    news
}

fn read_item(
    project: &Project,
    path: &Path,
    sources: &Sources,
    diagnostics: &mut Diagnostics,
) -> Option<NewsItem> {
    let file = super::read_text(project, path, sources, diagnostics)?;
    let source = sources.get(file);
    let text = &*source.text;
    let FrontMatter { meta, body } = split_front_matter::<Meta>(file, text, diagnostics)?;
    let Some(date) = to_date(&meta.date) else {
        diagnostics.push(
            Diagnostic::error("E0214", "`date` is a date without a time")
                .at(find_in(file, text, 0..body, "date"))
                .hint("write `1991-03-01`"),
        );
        return None;
    };
    let slug = slugify(&path.file_stem()?.to_string_lossy());
    let text = markdown(&text[body..]);
    Some(NewsItem { slug, date, title: meta.title, invented: meta.invented, text })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(files: &[(&str, &str)]) -> (Vec<NewsItem>, String) {
        let (sources, mut diagnostics) = (Sources::default(), Diagnostics::new());
        let project = Project::memory(files.iter().copied());
        let news = read_news(&project, &sources, &mut diagnostics);
        (news, diagnostics.render(&sources, false))
    }

    #[test]
    fn the_latest_comes_first_under_the_name_of_its_file() {
        let (news, problems) = read(&[
            (
                "content/noticies/assemblea.md",
                "+++\ntitle = \"A\"\ndate = 1990-11-01\n+++\n\nText.\n",
            ),
            ("content/noticies/Llista-nova.md", "+++\ntitle = \"B\"\ndate = 1991-01-01\n+++\n"),
            ("content/noticies/imatge.png", "no"),
        ]);
        assert_eq!(problems, "");
        assert_eq!(
            news.iter().map(|n| n.slug.as_str()).collect::<Vec<_>>(),
            ["llista-nova", "assemblea"]
        );
        assert_eq!((news[0].text.len(), news[1].text.len()), (0, 1));
    }

    #[test]
    fn what_is_wrong_is_told_and_the_others_are_kept() {
        let (news, problems) = read(&[
            ("content/noticies/a.md", "Sense capçalera.\n"),
            ("content/noticies/b.md", "+++\ntitle = \"B\"\ndate = 1991-01-01T10:00:00\n+++\n"),
            ("content/noticies/c.md", "+++\ntitel = \"C\"\ndate = 1991-01-01\n+++\n"),
            ("content/noticies/d.md", "+++\ntitle = \"D\"\ndate = 1991-01-01\n+++\n"),
        ]);
        assert_eq!(news.len(), 1);
        for word in ["E0201", "E0214", "did you mean `title`?", "b.md:3:1"] {
            assert!(problems.contains(word), "{word}: {problems}");
        }
    }

    #[test]
    fn without_the_folder_there_is_no_news() {
        assert_eq!(read(&[]), (Vec::new(), String::new()));
    }
}
