//! Several lists of one event: a crosstable, and lists that say more of its players.

use super::identities::name_key;
use super::round::{self, RoundList};
use super::team_lists;
use crate::diag::{Diagnostic, Diagnostics};
use crate::model::{Entrant, Tournament};

/// Adds pairings of single rounds to the events whose players they have, or makes an event of them;
/// joins the rounds of team events; completes events that have rounds from lists without rounds
/// whose players are the same, number by number. What is left stays as it is.
pub fn combine(
    mut events: Vec<Tournament>,
    rounds: Vec<RoundList>,
    diagnostics: &mut Diagnostics,
) -> Vec<Tournament> {
    let left = round::add(&mut events, rounds, diagnostics);
    if !left.is_empty() {
        events.extend(round::whole(left, diagnostics));
    }
    let events = team_lists::join(events, diagnostics);
    let (mut played, lists): (Vec<_>, Vec<_>) =
        events.into_iter().partition(|event| event.rounds_recorded() > 0);
    let mut others = Vec::new();
    for list in lists {
        match played.iter_mut().find(|event| same_players(event, &list)) {
            Some(event) => {
                diagnostics.push(Diagnostic::note(
                    "N0633",
                    format!("`{}` is completed from `{}`", event.slug, list.slug),
                ));
                for (entrant, other) in event.entrants.iter_mut().zip(&list.entrants) {
                    complete(entrant, other);
                }
            }
            None => others.push(list),
        }
    }
    played.extend(others);
    played
}

fn same_players(a: &Tournament, b: &Tournament) -> bool {
    let same = |(a, b): (&Entrant, &Entrant)| {
        a.number == b.number && name_key(&a.name) == name_key(&b.name)
    };
    a.entrants.len() == b.entrants.len() && a.entrants.iter().zip(&b.entrants).all(same)
}

pub(super) fn complete(entrant: &mut Entrant, other: &Entrant) {
    // `Surname, Name` says more than the words alone.
    if other.name.contains(',') && !entrant.name.contains(',') {
        entrant.name = other.name.clone();
    }
    entrant.title = entrant.title.or(other.title);
    entrant.ratings = entrant.ratings.or(other.ratings);
    entrant.fide_id = entrant.fide_id.or(other.fide_id);
    entrant.federation = entrant.federation.take().or_else(|| other.federation.clone());
    entrant.birth = entrant.birth.or(other.birth);
    entrant.sex = entrant.sex.or(other.sex);
}
