//! Who of the register took part where, and their games: what all events say about each person,
//! kept up to date event by event. No regulation asks for it.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::statistics::games::pairings;
use crate::model::{Archive, Colour, Outcome, Score, Tournament};

/// A game on the board, as one of the two saw it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Played {
    /// Index into the archive's tournaments.
    pub tournament: usize,
    /// Index of the opponent among the tournament's entrants.
    pub opponent: usize,
    /// `None` when it was not recorded.
    pub colour: Option<Colour>,
    pub score: Score,
}

/// Games in a row.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Run {
    now: u32,
    /// The most there were.
    pub best: u32,
    /// Event of the last game of the best run; an index into the archive's tournaments.
    pub at: usize,
}

impl Run {
    fn step(&mut self, goes_on: bool, event: usize) {
        self.now = if goes_on { self.now + 1 } else { 0 };
        if self.now > self.best {
            (self.best, self.at) = (self.now, event);
        }
    }
}

/// Where somebody took part.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Appearance {
    /// Indices of the tournaments, and of the person among the entrants of each.
    pub events: Vec<(usize, usize)>,
    /// In the order in which they were played.
    pub games: Vec<Played>,
    /// Wins in a row, through all events.
    pub wins: Run,
    /// Games without a loss.
    pub unbeaten: Run,
}

impl Appearance {
    fn count_runs(&mut self) {
        (self.wins, self.unbeaten) = Default::default();
        for Played { tournament, score, .. } in &self.games {
            self.wins.step(*score == Score::Win, *tournament);
            self.unbeaten.step(*score != Score::Loss, *tournament);
        }
    }
}

/// What everybody in the register did, in events of players and of teams.
#[derive(Clone, Debug, Default)]
pub struct Appearances {
    people: BTreeMap<Arc<str>, Appearance>,
    /// The events that it is of, in the order of the archive.
    events: Vec<Arc<Tournament>>,
}

impl Appearances {
    pub fn of(archive: &Archive) -> Self {
        let mut all = Self::default();
        for (index, t) in archive.tournaments.iter().enumerate() {
            all.add(index, t);
        }
        all.people.values_mut().for_each(Appearance::count_runs);
        all.events = archive.tournaments.clone();
        all
    }

    /// Becomes what [`Self::of`] gives; events that are the very same as before are not looked at
    /// again.
    pub fn update(&mut self, archive: &Archive) {
        let now = &archive.tournaments;
        let same_places = self.events.len() == now.len()
            && self.events.iter().zip(now).all(|(before, now)| before.slug == now.slug);
        if !same_places {
            *self = Self::of(archive);
            return;
        }
        let mut changed: BTreeSet<Arc<str>> = BTreeSet::new();
        for (index, after) in now.iter().enumerate() {
            let before = self.events[index].clone();
            if Arc::ptr_eq(&before, after) {
                continue;
            }
            for person in people(&before) {
                if let Some(known) = self.people.get_mut(person) {
                    known.events.retain(|&(event, _)| event != index);
                    known.games.retain(|game| game.tournament != index);
                }
                changed.insert(person.clone());
            }
            self.add(index, after);
            changed.extend(people(after).cloned());
            self.events[index] = after.clone();
        }
        for person in changed {
            match self.people.get_mut(&person) {
                Some(known) if known.events.is_empty() => drop(self.people.remove(&person)),
                Some(known) => known.count_runs(),
                None => {}
            }
        }
    }

    /// Adds an event that it holds nothing of.
    fn add(&mut self, index: usize, t: &Tournament) {
        // By entrant first: there are far fewer of them than games.
        let mut games: Vec<Vec<Played>> = vec![Vec::new(); t.entrants.len()];
        for pairing in pairings(t) {
            let Outcome::Played(score) = pairing.outcome else { continue };
            let sides = [
                (pairing.white, pairing.black, Colour::White, score),
                (pairing.black, pairing.white, Colour::Black, score.mirrored()),
            ];
            for (who, opponent, colour, score) in sides {
                let colour = pairing.has_colours.then_some(colour);
                games[who].push(Played { tournament: index, opponent, colour, score });
            }
        }
        for (entrant, (who, own)) in t.entrants.iter().zip(games).enumerate() {
            let Some(person) = &who.person else { continue };
            if !self.people.contains_key(person) {
                self.people.insert(person.clone(), Appearance::default());
            }
            let Some(known) = self.people.get_mut(person) else { continue };
            let at = known.events.partition_point(|&(event, _)| event <= index);
            known.events.insert(at, (index, entrant));
            let at = known.games.partition_point(|game| game.tournament <= index);
            known.games.splice(at..at, own);
        }
    }

    /// What somebody did.
    pub fn get(&self, person: &str) -> Option<&Appearance> {
        self.people.get(person)
    }

    /// Everybody who took part anywhere, by slug.
    pub fn all(&self) -> impl Iterator<Item = (&Arc<str>, &Appearance)> {
        self.people.iter()
    }
}

/// The people of the register who took part.
fn people(t: &Tournament) -> impl Iterator<Item = &Arc<str>> {
    t.entrants.iter().filter_map(|entrant| entrant.person.as_ref())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::model::{Cell, Entrant, System};

    /// An event of four, some of them of the register, with a result for each round and pair.
    fn event(slug: usize, people: &[Option<u8>], scores: &[Option<Score>]) -> Tournament {
        let slug = slug.to_string();
        let mut t = Tournament::new(&*slug, &*slug, System::Swiss, scores.len() as u32);
        for (number, person) in (1..).zip(people) {
            let mut entrant = Entrant::new(number, "X");
            entrant.person = person.map(|person| person.to_string().into());
            t.entrants.push(entrant);
        }
        let cell = |opponent, colour, score| match score {
            Some(score) => {
                Cell::Paired { opponent, colour: Some(colour), outcome: Outcome::Played(score) }
            }
            None => Cell::Paired { opponent, colour: Some(colour), outcome: Outcome::Pending },
        };
        let row = |who: usize| {
            scores.iter().map(move |score| match who % 2 {
                0 => cell(who + 1, Colour::White, *score),
                _ => cell(who - 1, Colour::Black, score.map(Score::mirrored)),
            })
        };
        t.cells = (0..people.len()).map(|who| row(who).collect()).collect();
        t
    }

    fn some_event(slug: usize) -> impl Strategy<Value = Arc<Tournament>> {
        let score = prop_oneof![
            Just(None),
            Just(Some(Score::Win)),
            Just(Some(Score::Draw)),
            Just(Some(Score::Loss))
        ];
        let people = prop::collection::vec(prop::option::of(0_u8..5), 4);
        (people, prop::collection::vec(score, 0..4))
            .prop_map(move |(people, scores)| Arc::new(event(slug, &people, &scores)))
    }

    fn some_events() -> impl Strategy<Value = Vec<Arc<Tournament>>> {
        (some_event(0), some_event(1), some_event(2)).prop_map(|(a, b, c)| vec![a, b, c])
    }

    proptest! {
        #[test]
        fn what_is_kept_up_to_date_is_what_would_be_made_anew(
            before in some_events(), others in some_events(), changed in 0_usize..8, gone in any::<bool>(),
        ) {
            let mut archive = Archive { tournaments: before, ..Archive::default() };
            let mut kept = Appearances::of(&archive);
            for (at, other) in others.into_iter().enumerate().filter(|(at, _)| changed >> at & 1 == 1) {
                archive.tournaments[at] = other;
            }
            if gone {
                archive.tournaments.remove(1);
            }
            kept.update(&archive);
            prop_assert_eq!(kept.people, Appearances::of(&archive).people);
        }
    }

    #[test]
    fn runs_go_through_all_events() {
        let people = [Some(1), Some(2), None, None];
        let events = [[Score::Win, Score::Win], [Score::Win, Score::Draw]];
        let events = events.map(|scores| scores.map(Some));
        let tournaments =
            (0..).zip(&events).map(|(at, scores)| Arc::new(event(at, &people, scores))).collect();
        let all = Appearances::of(&Archive { tournaments, ..Archive::default() });
        let first = all.get("1").expect("it took part");
        assert_eq!((first.wins.best, first.wins.at), (3, 1));
        assert_eq!((first.unbeaten.best, first.unbeaten.at), (4, 1));
        assert_eq!(first.events, [(0, 0), (1, 0)]);
        assert_eq!(all.get("2").expect("it took part").wins.best, 0);
    }
}
