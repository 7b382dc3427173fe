//! What may be shown, settled before anything is computed: who asked not to be named is initials
//! in every report, page, record and document, and clubs go by their names.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::model::{Archive, Entrant, initials};

/// Prepares an archive for showing.
pub fn for_show(archive: &mut Archive) {
    hide(archive);
    withhold(archive);
    name_clubs(archive);
}

/// Initials for people who asked not to be named, in the register and wherever they took part;
/// numbers of other registers, which would name them, are taken away.
fn hide(archive: &mut Archive) {
    let mut short: BTreeMap<Arc<str>, Arc<str>> = BTreeMap::new();
    for person in archive.people.values_mut().filter(|person| person.hidden) {
        person.name = initials(&person.name).into();
        person.fide_id = None;
        person.birth = None;
        short.insert(person.slug.clone(), person.name.clone());
    }
    let hidden = |entrant: &&mut Entrant| {
        entrant.person.as_ref().is_some_and(|person| short.contains_key(person))
    };
    for tournament in &mut archive.tournaments {
        for entrant in tournament.entrants.iter_mut().filter(hidden) {
            // The name in the event may be written otherwise than in the register.
            entrant.name = initials(&entrant.name).into();
            entrant.fide_id = None;
            entrant.birth = None;
        }
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
fn name_clubs(archive: &mut Archive) {
    let mut bearers: BTreeMap<&str, usize> = BTreeMap::new();
    for club in archive.clubs.values() {
        *bearers.entry(&club.name).or_default() += 1;
    }
    let names: BTreeMap<Arc<str>, Arc<str>> = archive
        .clubs
        .values()
        .map(|club| match bearers[&*club.name] {
            1 => (club.slug.clone(), club.name.clone()),
            _ => (club.slug.clone(), format!("{} ({})", club.name, club.slug).into()),
        })
        .collect();
    for tournament in &mut archive.tournaments {
        let entrants = tournament.entrants.iter_mut().map(|entrant| &mut entrant.club);
        let teams = tournament.teams.iter_mut().map(|team| &mut team.club);
        let prizes = tournament.prizes.iter_mut().map(|fund| &mut fund.club);
        for club in entrants.chain(teams).chain(prizes).flatten() {
            if let Some(name) = names.get(club) {
                *club = name.clone();
            }
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
        archive.tournaments.push(t);
        archive
    }

    #[test]
    fn who_asked_is_initials_everywhere_and_the_others_are_not() {
        let mut archive = archive();
        for_show(&mut archive);
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
        for_show(&mut archive);
        let clubs: Vec<_> =
            archive.tournaments[0].entrants.iter().map(|e| e.club.as_deref()).collect();
        assert_eq!(clubs, [Some("Torre"), Some("Escacs (a)"), Some("Escacs (b)")]);
    }
}
