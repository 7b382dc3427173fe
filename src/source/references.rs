//! References in prose made into citations.
//!
//! What can be found without doubt becomes a link; references to laws and other texts stay as
//! they are; what is broken or could be two things stays text and is told, unless an editor's
//! note under the same provision speaks of it.

use std::collections::BTreeSet;
use std::ops::Range;

use super::prose::{Mention, Number, Whose, mentions};
use super::targets::{Index, No, broken, by_number, neighbour};
use crate::diag::{Diagnostic, Diagnostics, Sources, Span};
use crate::rulebook::{
    Block, DoubtfulReference, Inline, Item, Provision, ProvisionId, Reference, References,
    Rulebook, blocks_text, rewrite_texts,
};

/// Makes the references of texts, notes and introductions into citations, and fills
/// [`Rulebook::references`]. Reads the provisions that are new since the references were last
/// linked, and those with a doubtful one, which may lead somewhere now.
pub(super) fn link_references(
    rulebook: &mut Rulebook,
    is_new: &impl Fn(&Provision) -> bool,
    sources: &Sources,
    diagnostics: &mut Diagnostics,
) {
    let index = Index::new(rulebook);
    let mut references = std::mem::take(&mut rulebook.references);
    let doubted: BTreeSet<ProvisionId> =
        references.doubtful.iter().map(|doubtful| doubtful.from.clone()).collect();
    let replaced: BTreeSet<ProvisionId> =
        rulebook.provisions().filter(|p| is_new(p)).map(|p| p.id.clone()).collect();
    references.recognised.retain(|reference| !replaced.contains(&reference.from));
    references.outside.retain(|(from, _)| {
        // Introductions are read every time.
        !from.path().is_empty() && !replaced.contains(from) && !doubted.contains(from)
    });
    references.doubtful.clear();
    for regulation in &mut rulebook.regulations {
        let code = regulation.code.clone();
        let mut linker = Linker {
            index: &index,
            sources,
            references: &mut references,
            code: &code,
            speaker: None,
            exempt: Vec::new(),
            in_note: false,
            notes: String::new(),
            cursor: regulation.intro_span,
        };
        linker.link(&mut regulation.intro);
        for item in &mut regulation.items {
            let Item::Provision(provision) = item else { continue };
            if !replaced.contains(&provision.id) && !doubted.contains(&provision.id) {
                continue;
            }
            linker.speaker = Some(provision.id.clone());
            linker.exempt = provision.exempt.references.clone();
            linker.notes = notes_text(provision);
            linker.cursor = Span { start: provision.span.end, ..provision.extent };
            linker.in_note = false;
            linker.link(&mut provision.blocks);
            linker.in_note = true;
            for note in &mut provision.notes {
                linker.link(&mut note.blocks);
            }
        }
    }
    for doubtful in references.doubtful.iter().filter(|doubtful| !doubtful.explained) {
        diagnostics.push(
            Diagnostic::warning("W0270", format!("«{}» is no link: {}", doubtful.text, doubtful.reason))
                .at(doubtful.span)
                .hint("cite the provision: `[[RGC 5.4|words]]`; or say in a note how it is read, with its number; or mark it `[words]{ref=\"none\"}`"),
        );
    }
    rulebook.references = references;
}

fn notes_text(provision: &Provision) -> String {
    provision.notes.iter().map(|note| blocks_text(&note.blocks) + "\n").collect()
}

struct Linker<'a> {
    index: &'a Index,
    sources: &'a Sources,
    references: &'a mut References,
    code: &'a str,
    /// The provision whose text is read; none in an introduction.
    speaker: Option<ProvisionId>,
    exempt: Vec<String>,
    in_note: bool,
    /// The words of the speaker's notes.
    notes: String,
    /// What of the source text has not been read yet.
    cursor: Span,
}

impl Linker<'_> {
    fn link(&mut self, blocks: &mut [Block]) {
        rewrite_texts(blocks, &mut |text| self.rewrite(text));
    }

    /// A text with its references as citations; `None` when it has none.
    fn rewrite(&mut self, text: &str) -> Option<Vec<Inline>> {
        let mut pieces: Vec<Inline> = Vec::new();
        let mut done = 0;
        for mention in mentions(text, &self.index.names) {
            let words = &text[mention.range.clone()];
            let span = self.locate(words);
            if self.exempt.iter().any(|exempt| exempt.contains(words)) {
                continue;
            }
            for (range, target) in self.targets(text, &mention, span) {
                if range.start > done {
                    pieces.push(Inline::Text(text[done..range.start].to_owned()));
                }
                done = range.end;
                pieces.push(Inline::Cite { target, text: text[range].to_owned() });
            }
        }
        if pieces.is_empty() {
            return None;
        }
        if done < text.len() {
            pieces.push(Inline::Text(text[done..].to_owned()));
        }
        Some(pieces)
    }

    /// The parts of a reference that are links, in order, with what they lead to.
    fn targets(
        &mut self,
        text: &str,
        mention: &Mention,
        span: Span,
    ) -> Vec<(Range<usize>, ProvisionId)> {
        let words = &text[mention.range.clone()];
        let mut links = Vec::new();
        if mention.quoted {
            // In a note a quotation is the editor's own, about the text.
            if !self.in_note {
                self.doubt(words, mention, "it quotes another text", span);
            }
            return links;
        }
        let mut parts: Vec<(Range<usize>, Option<&Number>)> =
            mention.numbers.iter().map(|number| (number.range.clone(), Some(number))).collect();
        if parts.is_empty() {
            parts.push((mention.range.clone(), None));
        }
        // The first number is linked with the word before it.
        parts[0].0.start = mention.range.start;
        if let (Whose::Under(_), [(range, _)]) = (&mention.whose, parts.as_mut_slice()) {
            range.end = mention.range.end;
        }
        let several = parts.len() > 1;
        for (range, number) in parts {
            match self.resolve(mention, number) {
                // A provision is not linked to itself.
                Ok(target) if Some(&target) == self.speaker.as_ref() => {}
                Ok(target) => links.push((range, target)),
                Err(No::Words) => {}
                Err(No::Outside) => {
                    let from = self.from();
                    self.references.outside.push((from, words.to_owned()));
                    break;
                }
                Err(No::Doubtful(reason)) => {
                    self.doubt(&text[range], mention, &reason, span);
                }
            }
        }
        if let (Whose::Under(under), true) = (&mention.whose, several)
            && let Ok(target) = self.resolve(under, under.numbers.first())
        {
            links.push((under.range.clone(), target));
        }
        for (range, target) in &links {
            self.references.recognised.push(Reference {
                from: self.from(),
                target: target.clone(),
                text: text[range.clone()].to_owned(),
            });
        }
        links
    }

    fn from(&self) -> ProvisionId {
        self.speaker.clone().unwrap_or_else(|| ProvisionId::new(self.code))
    }

    fn doubt(&mut self, words: &str, mention: &Mention, reason: &str, span: Span) {
        // A note that speaks of what is doubtful in the text repeats it.
        let known = |d: &DoubtfulReference| Some(&d.from) == self.speaker.as_ref();
        if self.in_note && self.references.doubtful.iter().any(known) {
            return;
        }
        let explained = !self.in_note
            && mention.numbers.iter().any(|number| has_token(&self.notes, &number.path));
        self.references.doubtful.push(DoubtfulReference {
            from: self.from(),
            text: words.to_owned(),
            reason: reason.to_owned(),
            explained,
            span,
        });
    }

    fn resolve(&self, mention: &Mention, number: Option<&Number>) -> Result<ProvisionId, No> {
        let (code, speaker) = match &mention.whose {
            Whose::Outside => return Err(No::Outside),
            Whose::Unclear if self.index.targets[self.code].articles_of.is_some() => {
                return Err(No::Outside);
            }
            Whose::Unclear => return Err(No::Doubtful("it does not say of which text".into())),
            Whose::Here => (self.code, self.speaker.as_ref()),
            Whose::Regulation(code) => (code.as_str(), None),
            Whose::Under(under) => {
                let above = self.resolve(under, under.numbers.first())?;
                let Some(number) = number else {
                    return Err(No::Doubtful("it names no number".into()));
                };
                let target = &self.index.targets[above.code()];
                let path = format!("{}.{}", above.path(), number.path);
                return target.paths.get(&path).cloned().ok_or_else(|| broken(above.code(), &path));
            }
        };
        let target = &self.index.targets[code];
        if mention.whose == Whose::Here && target.articles_of.is_some() {
            return Err(No::Outside);
        }
        match number {
            Some(number) => by_number(target, code, speaker, mention.word, &number.path),
            None => neighbour(target, speaker, mention),
        }
    }

    /// The place of words in what is left of the source text; blanks match line ends.
    fn locate(&mut self, words: &str) -> Span {
        let source = self.sources.get(self.cursor.file);
        let text = source.text.get(self.cursor.start..self.cursor.end).unwrap_or_default();
        match find_words(text, words) {
            Some(range) => {
                let start = self.cursor.start + range.start;
                let end = self.cursor.start + range.end;
                self.cursor.start = end;
                Span { start, end, ..self.cursor }
            }
            // Marks within the words hide them: the place of the whole text is near enough.
            None => Span { end: self.cursor.start, ..self.cursor },
        }
    }
}

/// Where words stand in a source text, with blanks as any run of blanks.
fn find_words(text: &str, words: &str) -> Option<Range<usize>> {
    let parts: Vec<&str> = words.split_whitespace().collect();
    let first = parts.first()?;
    let mut from = 0;
    while let Some(found) = text[from..].find(first) {
        let start = from + found;
        let mut at = start + first.len();
        let all = parts[1..].iter().all(|part| {
            let rest = &text[at..];
            let trimmed = rest.trim_start_matches([' ', '\n', '\u{a0}', '>']);
            let follows = trimmed.len() < rest.len() && trimmed.starts_with(part);
            at += rest.len() - trimmed.len() + part.len();
            follows
        });
        if all {
            return Some(start..at);
        }
        from = start + first.len();
    }
    None
}

/// Does a text have a number as a word of its own?
fn has_token(text: &str, token: &str) -> bool {
    text.match_indices(token).any(|(at, _)| {
        let before = text[..at].chars().next_back();
        let mut after = text[at + token.len()..].chars();
        let goes_on = match after.next() {
            Some('.') => after.next().is_some_and(char::is_alphanumeric),
            Some(c) => c.is_alphanumeric(),
            None => false,
        };
        !before.is_some_and(|c| c.is_alphanumeric() || c == '.') && !goes_on
    })
}

#[cfg(test)]
mod tests {
    use super::super::testing::{Run, repository, run, run_files};
    use super::*;

    const OTHER: &str = "+++\ncode = \"RGC\"\ntitle = \"Reglamentació General\"\nkind = \"reglament\"\n\
                         in_force = 1990-12-01\nsource = \"prova\"\n+++\n§ [1.] U.\n\n§§ [1.1.] U u.\n";

    fn linked(run: &Run) -> Vec<String> {
        let recognised = &run.rulebook().references.recognised;
        recognised.iter().map(|r| format!("{} «{}» {}", r.from, r.text, r.target)).collect()
    }

    #[test]
    fn references_become_citations_and_the_words_stay() {
        let run = run(
            "§ [1.] Segons l'article\n2, i *l'article 2.a*, no.\n\n§ [2.] Vegeu l'article anterior.\n\n§§ [a)] Com la lletra b.\n\n§§ [b)] Fi.\n",
        );
        assert!(run.problems().is_empty(), "{:?}", run.problems());
        assert_eq!(
            linked(&run),
            [
                "X 1 «article 2» X 2",
                "X 1 «article 2.a» X 2.a",
                "X 2 «article anterior» X 1",
                "X 2.a «lletra b» X 2.b",
            ]
        );
        let first = run.rulebook().provisions().next().unwrap();
        assert_eq!(blocks_text(&first.blocks), "Segons l'article 2, i l'article 2.a, no.");
        let back = &run.rulebook().backlinks[&"X 2".into()];
        assert_eq!(back.as_slice(), ["X 1".into()]);
        assert_eq!(run.rulebook().backlinks[&"X 1".into()].as_slice(), ["X 2".into()]);
    }

    #[test]
    fn other_regulations_are_found_by_their_names() {
        let text = format!(
            "{}# Capítol I. Tot\n§ [1.] L'article 1.1 de la Reglamentació General, RGC 1 i el capítol I.\n\n§ [2.] El capítol I.\n",
            super::super::testing::HEAD
        );
        let run =
            run_files(&[("content/reglaments/x.md", &text), ("content/reglaments/y.md", OTHER)]);
        assert!(run.problems().is_empty(), "{:?}", run.problems());
        assert_eq!(
            linked(&run),
            ["X 1 «article 1.1» RGC 1.1", "X 1 «RGC 1» RGC 1", "X 2 «capítol I» X 1"]
        );
    }

    #[test]
    fn lists_link_each_number_and_what_they_are_under() {
        let run = run(
            "§ [1.] Els apartats 1 i 2 de l'article 2, i l'apartat 1 de l'article 2.\n\n§ [2.] Dos.\n\n§§ [1.] Vegeu l'apartat 2.\n\n§§ [2.] Vegeu el punt 1.\n",
        );
        assert!(run.problems().is_empty(), "{:?}", run.problems());
        assert_eq!(
            linked(&run),
            [
                "X 1 «apartats 1» X 2.1",
                "X 1 «2» X 2.2",
                "X 1 «article 2» X 2",
                "X 1 «apartat 1 de l'article 2» X 2.1",
                "X 2.1 «apartat 2» X 2.2",
                "X 2.2 «punt 1» X 2.1",
            ]
        );
    }

    #[test]
    fn laws_and_quotations_are_no_links() {
        let run = run(
            "§ [1.] L'article 1 de la Llei i l'article 10.7 de les Lleis.\n\n§ [2.] La regla («art. 1»).\n\n> [!NOTA] El número 1 és d'un altre text.\n",
        );
        assert!(run.problems().is_empty(), "{:?}", run.problems());
        assert!(linked(&run).is_empty());
        assert_eq!(run.rulebook().references.outside.len(), 2);
        assert!(run.rulebook().references.doubtful[0].explained);
    }

    #[test]
    fn what_is_broken_or_doubtful_is_told_at_its_place() {
        let problems =
            run("§ [1.] Vegeu\nl'apartat 5.9.\n\n§§ [a)] A.\n\n§§§ [a)] Com la lletra a.\n")
                .problems();
        let short: Vec<_> = problems.iter().map(|p| p.split(';').next().unwrap()).collect();
        assert_eq!(
            short,
            [
                "W0270 content/reglaments/x.md:9:3 «apartat 5.9» is no link: no provision `X 5.9` exists",
                "W0270 content/reglaments/x.md:13:17 «lletra a» is no link: it may be `X 1.a.a` or `X 1.a`",
            ]
        );
    }

    #[test]
    fn notes_and_marks_silence_the_warning() {
        assert!(
            super::super::testing::problems(
                "§ [1.] L'apartat 5.9.\n\n> [!NOTA] No hi ha cap 5.9.\n"
            )
            .is_empty()
        );
        assert!(
            !super::super::testing::problems(
                "§ [1.] L'apartat 5.9.\n\n> [!NOTA] No hi ha cap 5.9.1.\n"
            )
            .is_empty()
        );
        let marked = run("§ [1.] L'[apartat 5.9]{ref=\"none\"} i l'article 1.\n");
        assert!(marked.problems().is_empty(), "{:?}", marked.problems());
        assert!(run("§ [1.] X{ref=\"no\"} [a]{ref=\"no\"}\n").problems()[0].starts_with("E0229"));
    }

    /// What remains of the table of broken and doubtful references of the two source documents,
    /// each with an editor's note: RGC 5.3.2, and the numbers of other editions of the Laws.
    #[test]
    fn the_doubtful_references_of_the_repository_are_those_of_the_sources() {
        let rulebook = repository().rulebook();
        let doubtful: Vec<String> = rulebook
            .references
            .doubtful
            .iter()
            .map(|d| format!("{} «{}»{}", d.from, d.text, if d.explained { "" } else { " ?" }))
            .collect();
        assert_eq!(
            doubtful,
            [
                "RGC 5.3.2 «apartat 5.9»",
                "Actius 19 «article 7»",
                "Actius 19 «art. 7»",
                "Actius 20 «art. 6»",
                "Actius 22.a «art. 15.1.d»",
                "Ràpides 10.d «art. 18.2»",
                "Ràpides 13 «art. 8»",
            ]
        );
        let outside: Vec<&str> =
            rulebook.references.outside.iter().map(|(from, _)| from.as_str()).collect();
        for statutes in ["RDE 18.3", "RDE 19.1", "CE 5.1"] {
            assert!(outside.contains(&statutes), "{statutes}");
        }
        assert!(rulebook.references.recognised.len() >= 30);
    }
}
