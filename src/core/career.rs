//! What a person did in all events: games on the board, by colour, against each opponent; and the
//! history of their ratings. No regulation asks for it.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::sync::Arc;

use super::appearances::Played;
use super::report::{Align, Column, Entry, Fact, Msg, Row, Step, Table, Value};
use crate::model::{Archive, Colour, Exact, Points, Score, fold};

/// Won, drawn, lost.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Record {
    pub won: u32,
    pub drawn: u32,
    pub lost: u32,
}

impl Record {
    pub fn games(self) -> u32 {
        self.won + self.drawn + self.lost
    }

    /// Points on the board, a win being one.
    pub fn points(self) -> Points {
        Points::from_halves((2 * self.won + self.drawn) as i32)
    }

    fn add(&mut self, score: Score) {
        match score {
            Score::Win => self.won += 1,
            Score::Draw => self.drawn += 1,
            Score::Loss => self.lost += 1,
        }
    }

    /// `5½ de 8 (+4 =3 −1)`.
    fn told(self) -> Msg {
        Msg::new("career.record")
            .with("points", self.points())
            .with("games", self.games())
            .with("won", self.won)
            .with("drawn", self.drawn)
            .with("lost", self.lost)
    }

    fn entry(self) -> Entry {
        let entry = Entry::plain(self.told());
        if self.games() == 0 {
            return entry;
        }
        let share = self.points().exact() / Exact::from(i64::from(self.games()));
        let step =
            Msg::new("career.share").with("points", self.points()).with("games", self.games());
        entry.step(Step::new(step).gives(Value::Percent(share)))
    }
}

/// What somebody made against one opponent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Against {
    /// Slug in the register, when known there.
    pub person: Option<Arc<str>>,
    pub name: Arc<str>,
    pub record: Record,
}

/// A person's games.
#[derive(Clone, Debug, Default)]
pub struct Career {
    pub white: Record,
    pub black: Record,
    pub without_colour: Record,
    /// The most games first.
    pub opponents: Vec<Against>,
}

impl Career {
    /// What somebody made of their games.
    pub fn of(games: &[Played], archive: &Archive) -> Self {
        let mut career = Self::default();
        let mut met: BTreeMap<Arc<str>, Against> = BTreeMap::new();
        for game in games {
            let record = match game.colour {
                None => &mut career.without_colour,
                Some(Colour::White) => &mut career.white,
                Some(Colour::Black) => &mut career.black,
            };
            record.add(game.score);
            let other = &archive.tournaments[game.tournament].entrants[game.opponent];
            // Somebody of no register is known by name alone.
            let key = other.person.clone().unwrap_or_else(|| format!("={}", other.name).into());
            let against = met.entry(key).or_insert_with(|| Against {
                person: other.person.clone(),
                name: name_of(archive, other.person.as_ref(), &other.name),
                record: Record::default(),
            });
            against.record.add(game.score);
        }
        career.opponents = met.into_values().collect();
        career.opponents.sort_by_cached_key(|one| (Reverse(one.record.games()), fold(&one.name)));
        career
    }

    pub fn all(&self) -> Record {
        let parts = [self.white, self.black, self.without_colour];
        parts.into_iter().fold(Record::default(), |sum, part| Record {
            won: sum.won + part.won,
            drawn: sum.drawn + part.drawn,
            lost: sum.lost + part.lost,
        })
    }

    /// All games, with White, with Black.
    pub fn facts(&self) -> Vec<Fact> {
        let parts = [
            ("all-games", "career.all", self.all()),
            ("with-white", "career.white", self.white),
            ("with-black", "career.black", self.black),
        ];
        let played = parts.into_iter().filter(|(.., record)| record.games() > 0);
        played.map(|(key, label, record)| Fact::new(key, Msg::new(label), record.entry())).collect()
    }
}

fn name_of(archive: &Archive, person: Option<&Arc<str>>, name: &Arc<str>) -> Arc<str> {
    let registered = person.and_then(|person| archive.people.get(person));
    registered.map_or_else(|| name.clone(), |person| person.name.clone())
}

/// The ratings of a person on every list, from the first; `None` when no list has them.
pub fn rating_history(archive: &Archive, person: &str) -> Option<Table> {
    let rows: Vec<Row> = archive
        .rating_lists
        .iter()
        .filter_map(|list| {
            let row = list.rows.get(person)?;
            let cells = vec![
                Entry::plain(list.period.as_str()),
                Entry::plain(row.ratings.catalan),
                Entry::plain(row.ratings.fide),
                Entry::plain(row.ratings.feda),
                Entry::plain(row.games),
            ];
            Some(Row { entrant: None, cells })
        })
        .collect();
    if rows.is_empty() {
        return None;
    }
    let head = |key, text, align| Column::new(key, Msg::new(text), align);
    Some(Table {
        key: "rating-history",
        caption: Msg::new("career.ratings"),
        columns: vec![
            head("period", "site.col.period", Align::Start),
            head("catalan", "site.col.catalan", Align::End),
            head("fide", "site.col.fide", Align::End),
            head("feda", "site.col.feda", Align::End),
            head("games", "site.col.games", Align::End).extra(),
        ],
        rows,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::appearances::Appearances;
    use crate::model::{Cell, Entrant, Outcome, System, Tournament};

    /// Anna and Berta meet twice, in two events; in the second Berta is of no register.
    fn archive() -> Archive {
        let mut archive = Archive::default();
        for (slug, score, registered) in [("a", Score::Win, true), ("b", Score::Draw, false)] {
            let mut t = Tournament::new(slug, slug, System::Swiss, 1);
            t.entrants = vec![Entrant::new(1, "Anna"), Entrant::new(2, "Berta")];
            t.entrants[0].person = Some("anna".into());
            t.entrants[1].person = registered.then(|| "berta".into());
            let cell = |opponent, colour, score| Cell::Paired {
                opponent,
                colour: Some(colour),
                outcome: Outcome::Played(score),
            };
            t.cells = vec![
                vec![cell(1, Colour::White, score)],
                vec![cell(0, Colour::Black, score.mirrored())],
            ];
            archive.tournaments.push(t.into());
        }
        archive
    }

    #[test]
    fn games_are_counted_by_colour_and_opponent() {
        let archive = archive();
        let all = Appearances::of(&archive);
        let career = |person| Career::of(&all.get(person).expect("took part").games, &archive);
        let anna = career("anna");
        assert_eq!(anna.white, Record { won: 1, drawn: 1, lost: 0 });
        assert_eq!(anna.black, Record::default());
        assert_eq!(anna.all().points(), Points::from_halves(3));
        // A namesake of no register is another opponent.
        assert_eq!(anna.opponents.len(), 2);
        assert_eq!(career("berta").black, Record { won: 0, drawn: 0, lost: 1 });
        let facts = anna.facts();
        assert_eq!(
            facts.iter().map(|fact| fact.key).collect::<Vec<_>>(),
            ["all-games", "with-white"]
        );
        let share = facts[0].entry.working[0].value.clone();
        assert_eq!(share, Some(Value::Percent(Exact::new(3, 4))));
    }
}
