//! A whole invented site, of any size, for measuring.

use rayon::prelude::*;

use super::play::{Course, days_after, play};
use super::register::{number, number_as_drawn};
use super::{Chances, Files, Mix, Plan, Random, Register, pairing, teams};
use crate::core::Rules1990;
use crate::export::data;
use crate::model::{
    Category, Colour, Date, EventKind, InitialColour, PairingSystem, System, Tournament,
};

/// Rating lists of an archive and the days from which they hold.
pub const PERIODS: [(&str, Date); 3] = [
    ("1990-01", Date::constant(1990, 1, 1)),
    ("1990-07", Date::constant(1990, 7, 1)),
    ("1991-01", Date::constant(1991, 1, 1)),
];

/// Public holidays of Catalonia that are the same all over it; those on a Sunday are left out.
pub const HOLIDAYS: [(Date, &str); 25] = [
    (Date::constant(1990, 1, 1), "Cap d'Any"),
    (Date::constant(1990, 1, 6), "Reis"),
    (Date::constant(1990, 4, 13), "Divendres Sant"),
    (Date::constant(1990, 4, 16), "Dilluns de Pasqua"),
    (Date::constant(1990, 5, 1), "Festa del Treball"),
    (Date::constant(1990, 8, 15), "L'Assumpció"),
    (Date::constant(1990, 9, 11), "Diada Nacional de Catalunya"),
    (Date::constant(1990, 10, 12), "Festa Nacional d'Espanya"),
    (Date::constant(1990, 11, 1), "Tots Sants"),
    (Date::constant(1990, 12, 6), "Dia de la Constitució"),
    (Date::constant(1990, 12, 8), "La Immaculada"),
    (Date::constant(1990, 12, 25), "Nadal"),
    (Date::constant(1990, 12, 26), "Sant Esteve"),
    (Date::constant(1991, 1, 1), "Cap d'Any"),
    (Date::constant(1991, 3, 29), "Divendres Sant"),
    (Date::constant(1991, 4, 1), "Dilluns de Pasqua"),
    (Date::constant(1991, 5, 1), "Festa del Treball"),
    (Date::constant(1991, 6, 24), "Sant Joan"),
    (Date::constant(1991, 8, 15), "L'Assumpció"),
    (Date::constant(1991, 9, 11), "Diada Nacional de Catalunya"),
    (Date::constant(1991, 10, 12), "Festa Nacional d'Espanya"),
    (Date::constant(1991, 11, 1), "Tots Sants"),
    (Date::constant(1991, 12, 6), "Dia de la Constitució"),
    (Date::constant(1991, 12, 25), "Nadal"),
    (Date::constant(1991, 12, 26), "Sant Esteve"),
];

/// Draws of a tournament before it is left out; hardly any needs a second.
const ATTEMPTS: u64 = 16;

/// Members of an archive's federation: twenty for each tournament, and never too few for one.
pub fn members(tournaments: usize) -> usize {
    (20 * tournaments).max(160)
}

/// The root of a site with so many tournaments of 1990 and 1991: `site.toml` and `data/`.
pub fn archive(tournaments: usize, seed: u64, rules: &Rules1990) -> Files {
    let mut random = Random::part(seed, 0);
    let members = members(tournaments);
    let clubs = (members / 60).max(16);
    let register = Register::invent(clubs, members, &Mix::default(), &PERIODS, &mut random);
    let mut files = vec![("site.toml".into(), site(tournaments, seed))];
    files.extend(data::registers(
        &register.clubs,
        register.members.iter().map(|member| &member.person),
        &register.lists,
    ));
    files.push(data::holidays(&HOLIDAYS));
    // Each tournament has its own chance, so they can be played at the same time.
    let played: Vec<Files> = (0..tournaments)
        .into_par_iter()
        .filter_map(|index| {
            // A draw that cannot be played is drawn again.
            let mut attempts = (0..ATTEMPTS).map(|attempt| (index as u64 + 1) * ATTEMPTS + attempt);
            attempts.find_map(|number| {
                let mut random = Random::part(seed, number);
                tournament(&register, index, tournaments, rules, &mut random)
            })
        })
        .map(|tournament| data::tournament_in_site(&tournament, data::People::FromRegister))
        .collect();
    files.extend(played.into_iter().flatten());
    files
}

fn site(tournaments: usize, seed: u64) -> String {
    let description = format!("Arxiu inventat de {tournaments} torneigs (llavor {seed})");
    let invented = "Tot és inventat: jugadors, clubs, avaluacions i torneigs.";
    format!(
        "title = \"Butlletí d'Escacs\"\n\
         federation = \"Federació Catalana d'Escacs\"\n\
         language = \"ca\"\n\
         languages = [\"ca\"]\n\
         description = {}\n\
         invented = {}\n",
        data::quoted(&description),
        data::quoted(invented),
    )
}

/// Tournament number `index`, or nothing if this draw of it cannot be played.
fn tournament(
    register: &Register,
    index: usize,
    of: usize,
    rules: &Rules1990,
    random: &mut Random,
) -> Option<Tournament> {
    // Spread evenly over two years less the weeks the last one takes.
    let start = days_after(Date::constant(1990, 1, 5), (index * 650 / of.max(1)) as i64);
    let list = register.list_on(start)?;
    let plan = plan(random);
    let club = random.pick(&register.clubs)?;
    let kind = match (plan.system, plan.teams) {
        (_, Some(_)) => EventKind::Official,
        (System::RoundRobin { .. }, _) => EventKind::Closed,
        _ => EventKind::Open,
    };
    let word = match kind {
        EventKind::Official => "Lliga",
        EventKind::Closed => "Tancat",
        _ => "Obert",
    };
    let place = club.town.clone()?;
    let slug = format!(
        "{}/{}-{}-{}",
        start.year(),
        crate::model::slugify(word),
        crate::model::slugify(&place),
        index + 1
    );
    let name = format!("{word} de {place} {}", index + 1);
    let mut t = Tournament::new(slug, name, plan.system, plan.rounds as u32);
    t.kind = kind;
    t.place = Some(place);
    t.delegation = club.delegation;
    t.club = Some(club.slug.clone());
    t.organiser = Some(club.name.clone());
    t.start = Some(start);
    t.end = Some(days_after(start, plan.rounds as i64 - 1));
    t.pairing = Some(plan.pairing);
    t.rating_list = Some(list.period.as_str().into());
    if plan.system == System::Swiss {
        t.initial_colour = Some(InitialColour::Drawn(Colour::White));
    }
    t.invented = true;
    t.note = Some("Torneig inventat.".into());

    match plan.teams {
        Some(team_plan) => {
            t.boards = team_plan.boards as u32;
            let strengths = enter_teams(&mut t, register, &plan, &list.period, random)?;
            let pairer = pairing::simple(plan.system);
            let course = teams::Course { pairer, rules: None, no_shows: &[] };
            teams::play(&mut t, &strengths, &plan, &course, random).ok()?;
        }
        None => {
            if kind == EventKind::Open {
                t.categories = plan.mix.0.iter().map(|&(category, _)| category).collect();
            }
            let strengths = enter(&mut t, register, &plan, &list.period, random);
            let course = Course::draw(&plan, &strengths, random);
            let official = pairing::Official::new(plan.pairing, rules)?;
            play(&mut t, &course, &official, random).ok()?;
        }
    }
    Some(t)
}

/// What sort of event: mostly opens of one or two categories, some closed events, some leagues.
fn plan(random: &mut Random) -> Plan {
    use Category::{First, Preferent, Second, Third};
    let seed = random.bits();
    match random.below(10) {
        0 => {
            let mut plan = Plan::new(PairingSystem::RoundRobin, 0, 0, seed);
            let teams = 2 * random.between(3, 5) as usize;
            plan.teams = Some(super::TeamPlan { teams, boards: 4, reserves: 2 });
            plan.rounds = pairing::league_rounds(teams, false);
            plan
        }
        1 | 2 => {
            let players = 10 + 2 * random.index(2);
            let rounds = pairing::league_rounds(players, false);
            let mut plan = Plan::new(PairingSystem::RoundRobin, players, rounds, seed);
            plan.mix = Mix::only(Preferent);
            plan
        }
        group => {
            let players = random.between(26, 70) as usize;
            let rounds = random.between(8, 9) as usize;
            let mut plan = Plan::new(PairingSystem::Fce1990, players, rounds, seed);
            plan.mix = match group % 3 {
                0 => Mix(vec![(Preferent, 1), (First, 1)]),
                1 => Mix(vec![(Second, 1), (Third, 1)]),
                _ => Mix::only(Second),
            };
            plan.chances = Chances { absences: 10, ..Chances::USUAL };
            plan.late_entries = random.index(3);
            plan.withdrawals = random.index(3);
            plan.eliminate_after = Some(2);
            plan
        }
    }
}

/// Draws the field from the categories of the plan and returns the strengths.
fn enter(
    t: &mut Tournament,
    register: &Register,
    plan: &Plan,
    period: &str,
    random: &mut Random,
) -> Vec<i32> {
    let categories: Vec<Category> = plan.mix.0.iter().map(|&(category, _)| category).collect();
    let mut pool = register.of_categories(&categories);
    // Only the beginning of the new order is used.
    let wanted = plan.players.min(pool.len());
    for place in 0..wanted {
        let other = place + random.index(pool.len() - place);
        pool.swap(place, other);
    }
    let entered = pool[..wanted]
        .iter()
        .map(|&member| (register.entrant(member, 0, period), register.members[member].strength))
        .collect();
    let (entrants, strengths) = match plan.system {
        System::RoundRobin { .. } => number_as_drawn(entered),
        _ => number(entered),
    };
    t.entrants = entrants;
    strengths
}

/// Teams of the largest clubs of a stretch of the register; `None` if they are too small.
fn enter_teams(
    t: &mut Tournament,
    register: &Register,
    plan: &Plan,
    period: &str,
    random: &mut Random,
) -> Option<Vec<i32>> {
    let teams = plan.teams?;
    let first = random.index(register.clubs.len());
    let clubs = register.clubs.iter().cycle().skip(first).take(register.clubs.len());
    let size = teams.boards + teams.reserves;
    let squads: Vec<teams::Squad> = clubs
        .filter_map(|club| {
            let of_club = (0..register.members.len())
                .filter(|&m| register.members[m].person.club.as_ref() == Some(&club.slug));
            let squad: Vec<_> = of_club
                .take(size)
                .map(|m| (register.entrant(m, 0, period), register.members[m].strength))
                .collect();
            (squad.len() >= teams.boards).then_some((club, squad))
        })
        .take(teams.teams)
        .zip(1..)
        .map(|((club, squad), number)| (super::team(number, club), squad))
        .collect();
    (squads.len() == teams.teams).then(|| teams::enter(t, squads))
}
