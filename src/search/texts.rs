//! The index of the words of the published texts, made by Pagefind in process.
//!
//! Every provision, circular, page, piece of news and term is a record of its own, so that a result
//! leads to the letter and not to a page of fifty articles. Only texts in force are given to it.

use thiserror::Error;

use super::Kind;
use crate::publish::OutputFile;

/// A text that can be found.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Record {
    /// From the top of a language's pages: `reglaments/rgc/index.html#8.3.2`.
    pub url: String,
    pub title: String,
    pub kind: Kind,
    /// All words by which it is found, title included.
    pub text: String,
    /// What a result shows under its title.
    pub summary: String,
    /// `ca`.
    pub language: String,
}

#[derive(Debug, Error)]
#[error("the search index cannot be made: {0}")]
pub struct SearchError(String);

/// Folder of the index in the site.
pub const FOLDER: &str = "cerca/pagefind";

/// Files that Pagefind writes for its own user interfaces, which the site does not use.
#[cfg(feature = "search")]
const NOT_USED: [&str; 7] = [
    "pagefind-ui",
    "pagefind-modular-ui",
    "pagefind-highlight",
    "pagefind-component-ui",
    "playground",
    "pagefind-modular",
    // The texts are few enough to be searched without one.
    "pagefind-worker",
];

/// The files of the index. The same records give the same bytes.
#[cfg(feature = "search")]
pub fn index(records: &[Record]) -> Result<Vec<OutputFile>, SearchError> {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .build()
        .map_err(|error| SearchError(error.to_string()))?;
    let mut files =
        runtime.block_on(build(records)).map_err(|error| SearchError(error.to_string()))?;
    files.retain(|file| {
        let name = &file.path[FOLDER.len() + 1..];
        !NOT_USED.iter().any(|prefix| name.starts_with(prefix))
    });
    files.sort_by(|a, b| a.path.cmp(&b.path));
    Ok(files)
}

#[cfg(feature = "search")]
async fn build(records: &[Record]) -> Result<Vec<OutputFile>, Box<dyn std::error::Error>> {
    use std::collections::BTreeMap;

    use pagefind::api::PagefindIndex;
    let options = pagefind::options::PagefindServiceConfig::builder().keep_index_url(true).build();
    let mut index = PagefindIndex::new(Some(options))?;
    for record in records {
        let meta = BTreeMap::from([
            ("title".to_owned(), record.title.clone()),
            ("summary".to_owned(), record.summary.clone()),
        ]);
        let filters = BTreeMap::from([("kind".to_owned(), vec![record.kind.key().to_owned()])]);
        index
            .add_custom_record(
                record.url.clone(),
                searchable(&record.text),
                record.language.clone(),
                Some(meta),
                Some(filters),
                None,
            )
            .await?;
    }
    let files = index.get_files().await?;
    Ok(files
        .into_iter()
        .map(|file| OutputFile {
            path: format!("{FOLDER}/{}", crate::diag::display_path(&file.filename)),
            bytes: file.contents,
        })
        .collect())
}

/// Without the feature there is no index, and the search finds names and titles alone.
#[cfg(not(feature = "search"))]
pub fn index(_: &[Record]) -> Result<Vec<OutputFile>, SearchError> {
    Ok(Vec::new())
}

/// The words as they are looked for: `col·legi` is also written `collegi` and `col.legi`, so the
/// index holds the one form that the search box makes of all three.
pub fn searchable(text: &str) -> String {
    text.replace("l·l", "ll").replace("L·L", "LL")
}

#[cfg(all(test, feature = "search"))]
mod tests {
    use super::*;

    fn record(url: &str, title: &str, text: &str) -> Record {
        Record {
            url: url.to_owned(),
            title: title.to_owned(),
            kind: Kind::Provision,
            text: text.to_owned(),
            summary: text.to_owned(),
            language: "ca".to_owned(),
        }
    }

    #[test]
    fn the_index_is_made_and_is_the_same_every_time() {
        let records = [
            record("a.html#1", "RGC 12.1", "La incompareixença d'un jugador"),
            record("a.html#2", "RGC 12.2", "El col·legi d'àrbitres"),
        ];
        let first = index(&records).unwrap();
        assert!(first.iter().any(|file| file.path == "cerca/pagefind/pagefind.js"));
        assert!(first.iter().any(|file| file.path.contains("wasm.ca")), "Catalan stemming");
        assert!(!first.iter().any(|file| file.path.contains("worker")));
        assert_eq!(first, index(&records).unwrap());
    }
}
