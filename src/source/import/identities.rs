//! Who is who: people of imported files in the register of a site.
//!
//! By FIDE identifier; else by name without accents, commas, case and order of words, if one person
//! alone has it and nothing contradicts (another identifier, another year of birth). Everything
//! else is doubtful: it is asked for in `identities.csv` and never guessed.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::diag::{Diagnostic, Diagnostics, FileId, Sources};
use crate::model::{Archive, Person, Tournament, fold};
use crate::source::table::{columns, read_rows};

columns! {
    /// Answers to what an import could not decide: who somebody is in the register.
    pub struct IdentityRow = "identities.csv" {
        /// Name, as in the imported file.
        required name,
        /// FIDE identifier, as in the imported file.
        optional fide_id,
        /// The answer: an identifier from `data/players.csv`, or `-` for nobody in it.
        required player,
        /// Who it could be.
        optional candidates,
        /// Why it is doubtful.
        optional why,
    }
}

/// A name as names are compared.
pub fn name_key(name: &str) -> String {
    let folded = fold(name).replace([',', '.', '-'], " ");
    let mut words: Vec<&str> = folded.split_whitespace().collect();
    words.sort_unstable();
    words.join(" ")
}

/// What the register says of somebody.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Match {
    Known(Arc<str>),
    Unknown,
    Doubtful(Doubt),
}

/// Somebody who could be one of several people, or may not be the one of that name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Doubt {
    pub name: String,
    pub fide_id: Option<u32>,
    pub candidates: Vec<Arc<str>>,
    pub why: &'static str,
}

type Key = (String, Option<u32>);

/// The people of a site, by what they are found by, and the answers given.
pub struct Register<'a> {
    by_id: BTreeMap<u32, Vec<&'a Person>>,
    by_name: BTreeMap<String, Vec<&'a Person>>,
    answers: BTreeMap<Key, Option<Arc<str>>>,
}

impl<'a> Register<'a> {
    pub fn new(archive: &'a Archive) -> Self {
        let mut register =
            Self { by_id: BTreeMap::new(), by_name: BTreeMap::new(), answers: BTreeMap::new() };
        for person in archive.people.values() {
            if let Some(id) = person.fide_id {
                register.by_id.entry(id).or_default().push(person);
            }
            register.by_name.entry(name_key(&person.name)).or_default().push(person);
        }
        register
    }

    /// Takes the answers of an `identities.csv`; lines without an answer are still open.
    pub fn answer(
        &mut self,
        file: FileId,
        archive: &Archive,
        sources: &Sources,
        diagnostics: &mut Diagnostics,
    ) {
        let source = sources.get(file);
        for row in read_rows::<IdentityRow<'_>>(file, &source.text, diagnostics) {
            let Some(name) = row.name.required(diagnostics) else { continue };
            let key = (name_key(name), row.fide_id.number(diagnostics));
            match row.player.given() {
                None => {}
                Some("-") => {
                    self.answers.insert(key, None);
                }
                Some(slug) => match archive.people.get_key_value(slug) {
                    Some((slug, _)) => {
                        self.answers.insert(key, Some(slug.clone()));
                    }
                    None => diagnostics.push(
                        Diagnostic::error("E0403", format!("no player `{slug}`"))
                            .at(row.player.span)
                            .suggest(slug, archive.people.keys().map(|slug| &**slug)),
                    ),
                },
            }
        }
    }

    /// Who somebody is.
    pub fn find(&self, name: &str, fide_id: Option<u32>, born: Option<i16>) -> Match {
        let key = name_key(name);
        if let Some(answer) = self.answers.get(&(key.clone(), fide_id)) {
            return answer.clone().map_or(Match::Unknown, Match::Known);
        }
        let doubt = |people: &[&Person], why| {
            let candidates = people.iter().map(|person| person.slug.clone()).collect();
            Match::Doubtful(Doubt { name: name.to_owned(), fide_id, candidates, why })
        };
        let year = |person: &Person| person.birth.map(|day| day.year());
        let other_year =
            |person: &Person| matches!((year(person), born), (Some(a), Some(b)) if a != b);
        if let Some(people) = fide_id.and_then(|id| self.by_id.get(&id)) {
            return match people[..] {
                [person] if !other_year(person) => Match::Known(person.slug.clone()),
                [_] => doubt(people, "another year of birth"),
                _ => doubt(people, "several people have this FIDE identifier"),
            };
        }
        let Some(people) = self.by_name.get(&key) else { return Match::Unknown };
        let same_year: Vec<&Person> =
            people.iter().copied().filter(|p| born.is_some() && year(p) == born).collect();
        match (&people[..], &same_year[..]) {
            ([person], _) => {
                let other_id = matches!((person.fide_id, fide_id), (Some(a), Some(b)) if a != b);
                if other_id {
                    doubt(people, "another FIDE identifier")
                } else if other_year(person) {
                    doubt(people, "another year of birth")
                } else {
                    Match::Known(person.slug.clone())
                }
            }
            (_, [person]) => Match::Known(person.slug.clone()),
            _ => doubt(people, "several people have this name"),
        }
    }

    /// Links the entrants of an event with the register; who is doubtful stays unlinked.
    pub fn link(&self, t: &mut Tournament) -> Vec<Doubt> {
        let mut doubts = Vec::new();
        let mut seen: BTreeMap<Arc<str>, usize> = BTreeMap::new();
        for index in 0..t.entrants.len() {
            let entrant = &t.entrants[index];
            let born = entrant.birth.map(|day| day.year());
            match self.find(&entrant.name, entrant.fide_id, born) {
                Match::Known(slug) => {
                    if let Some(&first) = seen.get(&slug) {
                        // Two entrants, one person: neither is sure.
                        for who in [first, index] {
                            let entrant = &mut t.entrants[who];
                            entrant.person = None;
                            doubts.push(Doubt {
                                name: entrant.name.to_string(),
                                fide_id: entrant.fide_id,
                                candidates: vec![slug.clone()],
                                why: "two players of the event would be one person",
                            });
                        }
                        continue;
                    }
                    seen.insert(slug.clone(), index);
                    t.entrants[index].person = Some(slug);
                }
                Match::Unknown => {}
                Match::Doubtful(doubt) => doubts.push(doubt),
            }
        }
        doubts.dedup();
        doubts
    }
}

/// The questions, to be answered in the column `player`.
pub fn questions(doubts: &[Doubt]) -> String {
    let mut table = csv::Writer::from_writer(Vec::new());
    let mut rows: Vec<[String; 5]> =
        vec![["name", "fide_id", "player", "candidates", "why"].map(String::from)];
    for doubt in doubts {
        rows.push([
            doubt.name.clone(),
            doubt.fide_id.map_or(String::new(), |id| id.to_string()),
            String::new(),
            doubt.candidates.iter().map(|slug| &**slug).collect::<Vec<_>>().join(" "),
            doubt.why.to_owned(),
        ]);
    }
    for row in rows {
        // Every row has the header's length, and memory does not fail.
        let written = table.write_record(&row);
        debug_assert!(written.is_ok(), "{written:?}");
    }
    String::from_utf8(table.into_inner().unwrap_or_default()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Date;

    fn person(slug: &str, name: &str, fide_id: Option<u32>, born: Option<i16>) -> Person {
        Person {
            slug: slug.into(),
            name: name.into(),
            club: None,
            category: None,
            title: None,
            fide_id,
            birth: born.map(|year| Date::constant(year, 1, 1)),
            sex: None,
            federation: None,
            hidden: false,
        }
    }

    fn archive() -> Archive {
        let mut archive = Archive::default();
        for person in [
            person("puig-anna", "Puig i Ràfols, Anna", Some(7), Some(1961)),
            person("roca-joan", "Roca, Joan", None, Some(1950)),
            person("roca-joan-2", "Roca, Joan", None, None),
        ] {
            archive.people.insert(person.slug.clone(), person);
        }
        archive
    }

    #[test]
    fn names_are_compared_as_people_read_them() {
        assert_eq!(name_key("Puig i Ràfols, Anna"), name_key("ANNA PUIG I RAFOLS"));
    }

    #[test]
    fn doubtful_people_are_asked_for() {
        let archive = archive();
        let register = Register::new(&archive);
        let known = |slug: &str| Match::Known(slug.into());
        assert_eq!(register.find("Somebody Else", Some(7), None), known("puig-anna"));
        assert_eq!(register.find("Anna Puig i Rafols", None, Some(1961)), known("puig-anna"));
        assert!(matches!(
            register.find("Anna Puig i Rafols", Some(8), None),
            Match::Doubtful(Doubt { why: "another FIDE identifier", .. })
        ));
        assert!(matches!(
            register.find("Anna Puig i Rafols", None, Some(1999)),
            Match::Doubtful(_)
        ));
        let Match::Doubtful(doubt) = register.find("Joan Roca", None, None) else {
            panic!("two people have this name")
        };
        assert_eq!(doubt.candidates.len(), 2);
        assert_eq!(register.find("Joan Roca", None, Some(1950)), known("roca-joan"));
        assert_eq!(register.find("Pere Soler", None, None), Match::Unknown);
    }

    #[test]
    fn answers_decide() {
        let archive = archive();
        let mut register = Register::new(&archive);
        let Match::Doubtful(doubt) = register.find("Joan Roca", None, None) else {
            panic!("two people have this name")
        };
        let text = questions(&[doubt]);
        let (sources, mut diagnostics) = (Sources::default(), Diagnostics::new());
        let answered = text.replace("Joan Roca,,,", "Joan Roca,,roca-joan-2,");
        assert_ne!(answered, text);
        let file = sources.add("identities.csv", answered);
        register.answer(file, &archive, &sources, &mut diagnostics);
        assert!(diagnostics.is_empty(), "{}", diagnostics.render(&sources, false));
        assert_eq!(register.find("Joan Roca", None, None), Match::Known("roca-joan-2".into()));
    }
}
