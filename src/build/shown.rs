//! What may be shown, settled before anything is computed: who asked not to be named is initials
//! in every report, page, record and document, and clubs go by their names.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use crate::fingerprint::Fingerprint;
use crate::model::{Archive, Entrant, Tournament, initials};

/// Events as they were shown before, by slug, each with what it was read as.
#[derive(Debug, Default)]
pub struct KnownEvents {
    register: Option<Fingerprint>,
    events: BTreeMap<Arc<str>, (Arc<Tournament>, Arc<Tournament>)>,
}

/// Prepares an archive for showing. `register` is what its people and clubs are made of: with the
/// same ones, an event that is the same as before is shown as before.
pub fn for_show(archive: &mut Archive, register: Fingerprint, known: &mut KnownEvents) {
    if known.register != Some(register) {
        *known = KnownEvents { register: Some(register), events: BTreeMap::new() };
    }
    let hidden = hide(archive);
    withhold(archive);
    let clubs = club_names(archive);
    let mut shown = BTreeMap::new();
    for tournament in &mut archive.tournaments {
        let read = tournament.clone();
        match known.events.get(&read.slug) {
            Some((before, as_shown)) if Arc::ptr_eq(before, &read) => {
                *tournament = as_shown.clone();
            }
            _ => {
                let mut t = (*read).clone();
                hide_in(&mut t, &hidden);
                name_clubs_in(&mut t, &clubs);
                *tournament = Arc::new(t);
            }
        }
        shown.insert(read.slug.clone(), (read, tournament.clone()));
    }
    known.events = shown;
}

/// Initials for people who asked not to be named; numbers of other registers, which would name
/// them, are taken away. Returns who they are.
fn hide(archive: &mut Archive) -> BTreeSet<Arc<str>> {
    let mut hidden = BTreeSet::new();
    for person in archive.people.values_mut().filter(|person| person.hidden) {
        person.name = initials(&person.name).into();
        person.fide_id = None;
        person.birth = None;
        hidden.insert(person.slug.clone());
    }
    hidden
}

/// The same wherever they took part.
fn hide_in(t: &mut Tournament, hidden: &BTreeSet<Arc<str>>) {
    let is_hidden = |entrant: &&mut Entrant| {
        entrant.person.as_ref().is_some_and(|person| hidden.contains(person))
    };
    for entrant in t.entrants.iter_mut().filter(is_hidden) {
        // The name in the event may be written otherwise than in the register.
        entrant.name = initials(&entrant.name).into();
        entrant.fide_id = None;
        entrant.birth = None;
    }
}

/// Cases that are not published are left out whole, names that are withheld are taken away
/// (RDE 26.5), and so are those of people who asked not to be named.
fn withhold(archive: &mut Archive) {
    archive.cases.retain(|case| case.published);
    for case in &mut archive.cases {
        let person = case.person.as_ref().and_then(|slug| archive.people.get(slug));
        case.named &= !person.is_some_and(|person| person.hidden);
        case.withhold();
    }
}

/// Entrants and teams carry the slug of their club; reports show its name. Clubs of one name keep
/// their slug beside it, so that they stay different clubs.
fn club_names(archive: &Archive) -> BTreeMap<Arc<str>, Arc<str>> {
    let mut bearers: BTreeMap<&str, usize> = BTreeMap::new();
    for club in archive.clubs.values() {
        *bearers.entry(&club.name).or_default() += 1;
    }
    let clubs = archive.clubs.values().map(|club| match bearers[&*club.name] {
        1 => (club.slug.clone(), club.name.clone()),
        _ => (club.slug.clone(), format!("{} ({})", club.name, club.slug).into()),
    });
    clubs.collect()
}

fn name_clubs_in(t: &mut Tournament, names: &BTreeMap<Arc<str>, Arc<str>>) {
    let entrants = t.entrants.iter_mut().map(|entrant| &mut entrant.club);
    let teams = t.teams.iter_mut().map(|team| &mut team.club);
    let prizes = t.prizes.iter_mut().map(|fund| &mut fund.club);
    for club in entrants.chain(teams).chain(prizes).flatten() {
        if let Some(name) = names.get(club) {
            *club = name.clone();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{Club, Person, System, Tournament};

    fn archive() -> Archive {
        let mut archive = Archive::default();
        for (slug, hidden) in [("puig-marc", true), ("soler-anna", false)] {
            archive.people.insert(
                slug.into(),
                Person {
                    slug: slug.into(),
                    name: if hidden { "Puig Vila, Marc".into() } else { "Soler, Anna".into() },
                    club: None,
                    category: None,
                    title: None,
                    fide_id: Some(2_200_000),
                    birth: None,
                    sex: None,
                    federation: None,
                    hidden,
                },
            );
        }
        for (slug, name) in [("a", "Escacs"), ("b", "Escacs"), ("c", "Torre")] {
            archive.clubs.insert(
                slug.into(),
                Club { slug: slug.into(), name: name.into(), town: None, delegation: None },
            );
        }
        let mut t = Tournament::new("x", "X", System::Swiss, 1);
        for (number, person, name, club) in [
            (1, Some("puig-marc"), "Puig i Vila, M.", Some("c")),
            (2, Some("soler-anna"), "Soler, Anna", Some("a")),
            (3, None, "Puig Vila, Marc", Some("b")),
        ] {
            let mut entrant = Entrant::new(number, name);
            entrant.person = person.map(Into::into);
            entrant.club = club.map(Into::into);
            entrant.fide_id = Some(2_200_000);
            t.entrants.push(entrant);
        }
        archive.tournaments.push(Arc::new(t));
        archive
    }

    #[test]
    fn who_asked_is_initials_everywhere_and_the_others_are_not() {
        let mut archive = archive();
        for_show(&mut archive, Fingerprint::of(""), &mut KnownEvents::default());
        let names: Vec<&str> = archive.tournaments[0].entrants.iter().map(|e| &*e.name).collect();
        // The third is of no register: a namesake.
        assert_eq!(names, ["P. i. V. M.", "Soler, Anna", "Puig Vila, Marc"]);
        assert_eq!(&*archive.people["puig-marc"].name, "P. V. M.");
        assert_eq!(archive.people["puig-marc"].fide_id, None);
        assert_eq!(archive.tournaments[0].entrants[0].fide_id, None);
        assert_eq!(archive.people["soler-anna"].fide_id, Some(2_200_000));
    }

    #[test]
    fn clubs_go_by_their_names_and_stay_apart() {
        let mut archive = archive();
        for_show(&mut archive, Fingerprint::of(""), &mut KnownEvents::default());
        let clubs: Vec<_> =
            archive.tournaments[0].entrants.iter().map(|e| e.club.as_deref()).collect();
        assert_eq!(clubs, [Some("Torre"), Some("Escacs (a)"), Some("Escacs (b)")]);
    }
}
