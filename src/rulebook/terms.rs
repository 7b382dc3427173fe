//! Terms of the glossary marked where a provision first uses them.

use std::collections::{BTreeMap, BTreeSet};

use super::text::visit_inlines;
use super::{Inline, Item, Regulation, Rulebook, Versions, rewrite_texts};

/// The words that stand for terms.
#[derive(Clone, Debug, Default)]
pub struct TermForms {
    /// By first letter, small; longest first.
    forms: BTreeMap<char, Vec<Form>>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Form {
    letters: Vec<char>,
    /// An abbreviation in capitals is only itself: `FA` is not the verb `fa`.
    exact: bool,
    slug: String,
}

impl TermForms {
    /// `terms`: each term's slug with its forms: its name and variants, in any case. A form of two
    /// terms stands for the one that comes first.
    pub fn new<'a, F>(terms: impl IntoIterator<Item = (&'a str, F)>) -> Self
    where
        F: IntoIterator<Item = &'a str>,
    {
        let mut forms: BTreeMap<char, Vec<Form>> = BTreeMap::new();
        for (slug, names) in terms {
            for name in names {
                let name = name.trim();
                let exact = name.chars().count() > 1 && name.chars().all(char::is_uppercase);
                let letters: Vec<char> =
                    name.chars().map(|c| if exact { c } else { small(c) }).collect();
                let Some(&first) = letters.first() else { continue };
                let list = forms.entry(small(first)).or_default();
                if !list.iter().any(|known| known.letters == letters) {
                    list.push(Form { letters, exact, slug: slug.to_owned() });
                }
            }
        }
        for list in forms.values_mut() {
            list.sort_by_key(|form| std::cmp::Reverse(form.letters.len()));
        }
        Self { forms }
    }

    /// The longest form at the start of a text: its length in bytes, and the term.
    fn at(&self, text: &str) -> Option<(usize, &str)> {
        let first = small(text.chars().next()?);
        self.forms.get(&first)?.iter().find_map(|Form { letters, exact, slug }| {
            let mut rest = text.chars();
            let fold = |c: char| if *exact { c } else { small(c) };
            let same = letters.iter().all(|letter| rest.next().map(fold) == Some(*letter));
            let rest = rest.as_str();
            let ends = !rest.starts_with(|c: char| is_word(c) || c == '-');
            (same && ends).then(|| (text.len() - rest.len(), slug.as_str()))
        })
    }
}

/// Letters are compared small, blanks and apostrophes as if there were one of each.
fn small(c: char) -> char {
    match c {
        '\u{a0}' | '\u{202f}' => ' ',
        '’' => '\'',
        c => c.to_lowercase().next().unwrap_or(c),
    }
}

/// The middle dot of `l·l` is within a word.
fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '·'
}

/// Marks the first use of each term in the text and notes of each provision as
/// [`Inline::Term`]. Titles, citations, links, code and what is marked already are left alone; a
/// term that the provision marks itself is not marked again. Off for the words of
/// `{term="none"}`, for the terms in a regulation's `no_terms`, and for regulations that say
/// `mark_terms = false`.
pub fn mark_terms(rulebook: &mut Rulebook, forms: &TermForms) {
    for regulation in rulebook.regulations.iter_mut().filter(|r| r.mark_terms) {
        for item in &mut regulation.items {
            let Item::Provision(provision) = item else { continue };
            let mut seen: BTreeSet<String> = regulation.no_terms.iter().cloned().collect();
            visit_inlines(&provision.blocks, &mut |inline| {
                if let Inline::Term { slug, .. } = inline {
                    seen.insert(slug.clone());
                }
            });
            let exempt: Vec<String> =
                provision.exempt.terms.iter().map(|words| words.to_lowercase()).collect();
            let mut mark = |text: &str| marked(text, forms, &exempt, &mut seen);
            rewrite_texts(&mut provision.blocks, &mut mark);
            for note in &mut provision.notes {
                rewrite_texts(&mut note.blocks, &mut mark);
            }
        }
    }
}

/// The terms that a regulation's texts and notes mark, with the words of the first mark of each.
pub fn terms_of(regulation: &Regulation) -> BTreeMap<String, String> {
    let mut terms = BTreeMap::new();
    let provisions = regulation.provisions();
    let texts = provisions.flat_map(|provision| {
        std::iter::once(&provision.blocks).chain(provision.notes.iter().map(|note| &note.blocks))
    });
    for blocks in std::iter::once(&regulation.intro).chain(texts) {
        visit_inlines(blocks, &mut |inline| {
            if let Inline::Term { slug, text } = inline {
                terms.entry(slug.clone()).or_insert_with(|| text.clone());
            }
        });
    }
    terms
}

impl Versions {
    /// [`mark_terms`] in the text of every day.
    pub fn mark_terms(&mut self, forms: &TermForms) {
        self.texts_mut().for_each(|rulebook| mark_terms(rulebook, forms));
    }
}

fn marked(
    text: &str,
    forms: &TermForms,
    exempt: &[String],
    seen: &mut BTreeSet<String>,
) -> Option<Vec<Inline>> {
    let mut pieces = Vec::new();
    let (mut at, mut done) = (0, 0);
    let mut boundary = true;
    while let Some(c) = text[at..].chars().next() {
        if boundary && let Some((length, slug)) = forms.at(&text[at..]) {
            let words = &text[at..at + length];
            if !exempt.contains(&words.to_lowercase()) && seen.insert(slug.to_owned()) {
                if at > done {
                    pieces.push(Inline::Text(text[done..at].to_owned()));
                }
                pieces.push(Inline::Term { slug: slug.to_owned(), text: words.to_owned() });
                done = at + length;
            }
            // A longer form that is seen already still hides the shorter ones within it.
            at += length;
            boundary = false;
            continue;
        }
        boundary = !is_word(c) && c != '-';
        at += c.len_utf8();
    }
    if pieces.is_empty() {
        return None;
    }
    if done < text.len() {
        pieces.push(Inline::Text(text[done..].to_owned()));
    }
    Some(pieces)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::testing::run;

    fn forms() -> TermForms {
        TermForms::new([
            ("comite", vec!["comitè", "comitès"]),
            ("comite-de-competicio", vec!["Comitè de Competició"]),
            ("apellacio", vec!["apel·lació"]),
            ("acta", vec!["acta"]),
            ("fa", vec!["FA"]),
        ])
    }

    /// Each provision's terms, with the words marked.
    fn marked_in(body: &str) -> Vec<String> {
        let run = run(body);
        let mut rulebook = run.rulebook().clone();
        mark_terms(&mut rulebook, &forms());
        let mut found = Vec::new();
        for provision in rulebook.provisions() {
            let notes = provision.notes.iter().flat_map(|note| &note.blocks);
            let blocks: Vec<_> = provision.blocks.iter().chain(notes).cloned().collect();
            visit_inlines(&blocks, &mut |inline| {
                if let Inline::Term { slug, text } = inline {
                    found.push(format!("{} {slug} «{text}»", provision.id));
                }
            });
        }
        found
    }

    #[test]
    fn the_first_use_in_each_provision_is_marked() {
        assert_eq!(
            marked_in(
                "§ [1.] L'acta i l'acta.\n\n§ [2.] Una Acta.\n\n> [!NOTA] Acta, apel·lació.\n"
            ),
            ["X 1 acta «acta»", "X 2 acta «Acta»", "X 2 apellacio «apel·lació»"]
        );
    }

    #[test]
    fn the_longest_form_wins_and_words_are_whole() {
        assert_eq!(
            marked_in(
                "§ [1.] El Comitè de\nCompetició, un comitè, comitès i comitèrs; actar, redacta, acta-2.\n"
            ),
            ["X 1 comite-de-competicio «Comitè de Competició»", "X 1 comite «comitè»"]
        );
        assert_eq!(marked_in("§ [1.] Fa un any que fa d'FA.\n"), ["X 1 fa «FA»"]);
    }

    #[test]
    fn what_is_marked_already_is_left_alone() {
        assert_eq!(
            marked_in(
                "§ [1.]{title=\"L'acta\"} L'acta i l'[acta]{term=\"acta\"}. [[X 1|el comitè]] `apel·lació`\n"
            ),
            ["X 1 acta «acta»"]
        );
    }

    #[test]
    fn it_can_be_switched_off() {
        assert!(marked_in("§ [1.] L'[acta]{term=\"none\"} i l'acta.\n").is_empty());
        let run = run("§ [1.] L'acta.\n");
        let mut rulebook = run.rulebook().clone();
        let mut without = rulebook.clone();
        without.regulations[0].no_terms = vec!["acta".to_owned()];
        mark_terms(&mut without, &forms());
        assert!(terms_of(&without.regulations[0]).is_empty());
        rulebook.regulations[0].mark_terms = false;
        let before = rulebook.clone();
        mark_terms(&mut rulebook, &forms());
        assert_eq!(
            rulebook.provisions().next().unwrap().blocks,
            before.provisions().next().unwrap().blocks
        );
    }
}
