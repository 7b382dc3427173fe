//! What a reference in prose refers to.

use std::collections::{BTreeMap, BTreeSet};

use super::prose::{Mention, Names, Neighbour, Word};
use crate::rulebook::{Item, ProvisionId, Regulation, Rulebook, bare_label};

/// What can be referred to in one regulation.
pub(super) struct Target {
    pub paths: BTreeMap<String, ProvisionId>,
    parents: BTreeMap<ProvisionId, ProvisionId>,
    /// Provisions with the same parent, in order.
    children: BTreeMap<Option<ProvisionId>, Vec<ProvisionId>>,
    numbered: BTreeSet<ProvisionId>,
    /// First provision of each chapter, by its Roman number.
    chapters: BTreeMap<String, ProvisionId>,
    /// By label in small letters: `disposició addicional 1`.
    labels: BTreeMap<String, ProvisionId>,
    pub articles_of: Option<String>,
}

impl Target {
    fn new(regulation: &Regulation) -> Self {
        let mut target = Self {
            paths: BTreeMap::new(),
            parents: BTreeMap::new(),
            children: BTreeMap::new(),
            numbered: BTreeSet::new(),
            chapters: BTreeMap::new(),
            labels: BTreeMap::new(),
            articles_of: regulation.articles_of.clone(),
        };
        let mut chapter: Option<String> = None;
        for item in &regulation.items {
            match item {
                Item::Division(division) => {
                    let rest = division.title.strip_prefix("Capítol ");
                    chapter = rest
                        .map(|rest| rest.chars().take_while(|c| "IVXLC".contains(*c)).collect());
                }
                Item::Provision(provision) => {
                    let id = provision.id.clone();
                    if let Some(chapter) = chapter.take() {
                        target.chapters.entry(chapter).or_insert_with(|| id.clone());
                    }
                    target.paths.insert(id.path().to_owned(), id.clone());
                    if let Some(parent) = &provision.parent {
                        target.parents.insert(id.clone(), parent.clone());
                    }
                    let bare = bare_label(&provision.label).unwrap_or_default();
                    if bare.starts_with(|c: char| c.is_ascii_digit()) {
                        target.numbered.insert(id.clone());
                    }
                    let label = provision.label.to_lowercase();
                    let label = label.trim_end_matches(['.', 'a', 'ª']);
                    target.labels.insert(label.to_owned(), id.clone());
                    target.children.entry(provision.parent.clone()).or_default().push(id);
                }
            }
        }
        target
    }

    /// The speaker and what it stands under, nearest first.
    fn chain<'a>(
        &'a self,
        speaker: Option<&'a ProvisionId>,
    ) -> impl Iterator<Item = &'a ProvisionId> {
        std::iter::successors(speaker, |id| self.parents.get(id))
    }
}

pub(super) struct Index {
    pub names: Names,
    pub targets: BTreeMap<String, Target>,
}

impl Index {
    pub fn new(rulebook: &Rulebook) -> Self {
        let named = rulebook.regulations.iter().flat_map(|regulation| {
            let names = regulation.names.iter().map(String::as_str);
            std::iter::once(regulation.title.as_str())
                .chain(names)
                .map(|name| (name, regulation.code.as_str()))
        });
        let targets =
            rulebook.regulations.iter().map(|r| (r.code.clone(), Target::new(r))).collect();
        Self { names: Names::new(named), targets }
    }
}

/// Why a reference is no link.
pub(super) enum No {
    /// It is one, to another text.
    Outside,
    /// Words that are no reference after all.
    Words,
    Doubtful(String),
}

pub(super) fn broken(code: &str, path: &str) -> No {
    No::Doubtful(format!("no provision `{code} {path}` exists"))
}

pub(super) fn by_number(
    target: &Target,
    code: &str,
    speaker: Option<&ProvisionId>,
    word: Word,
    number: &str,
) -> Result<ProvisionId, No> {
    let direct = target.paths.get(number);
    // Beside or above the speaker.
    let near = || -> Vec<&ProvisionId> {
        let at = |id: &ProvisionId| target.paths.get(&format!("{}.{number}", id.path()));
        target.chain(speaker).filter_map(at).collect()
    };
    let only = |found: Vec<&ProvisionId>| match found.as_slice() {
        [one] => Some(Ok((*one).clone())),
        [one, other, ..] => Some(Err(No::Doubtful(format!("it may be `{one}` or `{other}`")))),
        [] => None,
    };
    let found = match word {
        Word::Article | Word::Code => direct.cloned().map(Ok),
        Word::Section if number.contains('.') => direct.cloned().map(Ok).or_else(|| only(near())),
        Word::Section => only(near()).or_else(|| direct.cloned().map(Ok)),
        Word::Letter => only(near()),
        Word::Norm => {
            let norm = target.paths.get(&format!("norma {number}")).or(direct);
            return norm.cloned().ok_or(No::Words);
        }
        Word::Chapter => target.chapters.get(number).cloned().map(Ok),
        Word::Disposition(label) => {
            let (first, rest) = number.split_once('.').unwrap_or((number, ""));
            let above = target.labels.get(&format!("{label} {first}"));
            let path = above.map(|id| match rest {
                "" => id.path().to_owned(),
                rest => format!("{}.{rest}", id.path()),
            });
            path.and_then(|path| target.paths.get(&path)).cloned().map(Ok)
        }
    };
    found.unwrap_or_else(|| {
        Err(match word {
            Word::Chapter => No::Doubtful(format!("`{code}` has no chapter {number}")),
            Word::Letter => No::Doubtful(format!("there is no letter {number} here")),
            _ => broken(code, number),
        })
    })
}

/// The article or section before or after the speaker's own.
pub(super) fn neighbour(
    target: &Target,
    speaker: Option<&ProvisionId>,
    mention: &Mention,
) -> Result<ProvisionId, No> {
    let numbered = |id: &&ProvisionId| target.numbered.contains(*id);
    let own = match mention.word {
        // An article stands at the top.
        Word::Article => target.chain(speaker).filter(numbered).last(),
        Word::Section => {
            target.chain(speaker).filter(numbered).find(|id| target.parents.contains_key(*id))
        }
        _ => return Err(No::Words),
    };
    let beside = own.and_then(|own| {
        let siblings = target.children.get(&target.parents.get(own).cloned())?;
        let at = siblings.iter().position(|id| id == own)?;
        match mention.neighbour? {
            Neighbour::Before => siblings.get(at.checked_sub(1)?),
            Neighbour::After => siblings.get(at + 1),
        }
    });
    beside.cloned().ok_or_else(|| No::Doubtful("there is none beside this provision".into()))
}
