//! Leagues, knock-outs and teams of the demonstration.

use super::*;
use crate::core::pairing::draw;
use crate::model::TeamLevel;

/// A league of eight by lot, with two who leave: before half of it and after.
pub fn social_league(cast: &Cast, seed: u64) -> Result<Tournament, SimulationError> {
    let mut plan = Plan::new(PairingSystem::RoundRobin, 8, 5, seed);
    plan.chances = Chances { draws: 360, forfeits: 0, absences: 0 };
    let (slug, name) = ("1990/lliga-social-moli-del-gall", "Lliga social Molí del Gall");
    let mut t = cast.event(slug, name, "moli-del-gall", &plan, "1990-07");
    dates(&mut t, Date::constant(1990, 11, 3), 7);
    hour(&mut t, 17, 0);
    t.chief_arbiter = Some("Oriol Marsal Pedrós".into());
    t.draw_seed = Some(SOCIAL_DRAW);
    t.clubmates_first = true;
    t.note = Some(
        "Lliga inventada, feta per simulació, amb els números sortejats a partir d'una llavor i els \
         del mateix club a les primeres rondes. Un jugador es retira abans de la meitat i un altre \
         després; falten dues rondes."
            .into(),
    );
    let mut random = Random::part(seed, 0);
    let mut members = cast.some(Category::First, 40, &mut random);
    // Three of the host, the others each of another club.
    let club = |m: usize| cast.register.members[m].person.club.clone();
    let (hosts, mut guests): (Vec<usize>, Vec<usize>) =
        members.drain(..).partition(|&m| club(m).as_deref() == Some("moli-del-gall"));
    let mut clubs = std::collections::BTreeSet::new();
    guests.retain(|&m| clubs.insert(club(m)));
    let chosen: Vec<usize> = hosts.into_iter().take(3).chain(guests).take(8).collect();
    let mut entered = cast.entered(&chosen, "1990-07");
    t.entrants = entered.iter().map(|(entrant, _)| entrant.clone()).collect();
    let numbers = draw::recorded(&t).unwrap_or_default();
    for ((entrant, _), number) in entered.iter_mut().zip(numbers) {
        entrant.number = number;
    }
    entered.sort_by_key(|(entrant, _)| entrant.number);
    let (entrants, strengths): (Vec<_>, Vec<_>) = entered.into_iter().unzip();
    t.entrants = entrants;
    let mut course = Course::plain(&strengths, plan.chances, plan.rounds);
    course.leaves[LEAVES_EARLY] = Some(2);
    course.leaves[LEAVES_LATE] = Some(4);
    play(&mut t, &course, pairing::simple(plan.system), &mut random)?;
    Ok(t)
}

/// Seed of the draw of the social league.
pub const SOCIAL_DRAW: u64 = 5490;
/// Who leaves the social league after two rounds, and who after four, by index.
pub const LEAVES_EARLY: usize = 6;
pub const LEAVES_LATE: usize = 3;

/// A knock-out of eleven: five free passes.
pub fn knock_out(cast: &Cast, seed: u64) -> Result<Tournament, SimulationError> {
    let mut plan = Plan::new(PairingSystem::KnockOut, 11, 4, seed);
    plan.chances = Chances { draws: 0, forfeits: 40, absences: 0 };
    let (slug, name) = ("1990/copa-font-de-la-guineu", "Copa Font de la Guineu");
    let mut t = cast.event(slug, name, "font-de-la-guineu", &plan, "1990-07");
    dates(&mut t, Date::constant(1990, 12, 2), 7);
    hour(&mut t, 10, 0);
    t.chief_arbiter = Some("Mercè Juanola Fuster".into());
    t.note = Some(
        "Torneig inventat, fet per simulació: un eliminatori d'onze jugadors. Els cinc primers de la \
         llista passen la primera ronda sense jugar."
            .into(),
    );
    let mut random = Random::part(seed, 0);
    let members = cast.some(Category::Preferent, 11, &mut random);
    let (entrants, strengths) = number(cast.entered(&members, "1990-07"));
    t.entrants = entrants;
    let course = Course::plain(&strengths, plan.chances, plan.rounds);
    play(&mut t, &course, pairing::simple(plan.system), &mut random)?;
    Ok(t)
}

/// The five strongest of each of the first clubs, the strongest team first.
fn squads(cast: &Cast, teams: usize) -> Vec<teams::Squad> {
    let register = &cast.register;
    let mut squads: Vec<(&Club, Vec<(Entrant, i32)>)> = register
        .clubs
        .iter()
        .filter_map(|club| {
            let of_club = |m: &usize| register.members[*m].person.club.as_ref() == Some(&club.slug);
            let mut members: Vec<usize> = (0..register.members.len()).filter(of_club).collect();
            members.sort_by_key(|&m| (std::cmp::Reverse(register.members[m].strength), m));
            members.truncate(5);
            (members.len() == 5).then(|| (club, cast.entered(&members, "1990-07")))
        })
        .take(teams)
        .collect();
    squads.sort_by_key(|(_, squad)| {
        std::cmp::Reverse(squad.iter().map(|&(_, strength)| strength).sum::<i32>())
    });
    let numbered = squads.into_iter().zip(1..);
    numbered.map(|((club, squad), number)| (crate::simulate::team(number, club), squad)).collect()
}

/// A Catalan Cup of eight teams of four boards: level matches, and the second chance by category.
pub fn catalan_cup(
    cast: &Cast,
    seed: u64,
    rules: &Rules1990,
) -> Result<Tournament, SimulationError> {
    use TeamLevel::{Category1, Division1, Division2};
    let mut plan = Plan::new(PairingSystem::KnockOut, 0, 3, seed);
    plan.chances = Chances { draws: 420, forfeits: 0, absences: 0 };
    plan.teams = Some(TeamPlan { teams: 8, boards: 4, reserves: 1 });
    let (slug, name) = ("1990/copa-catalana", "Copa Catalana");
    let mut t = cast.event(slug, name, "roca-alta", &plan, "1990-07");
    t.kind = EventKind::Cup;
    t.organiser = Some("Federació Catalana d'Escacs".into());
    t.club = None;
    t.boards = 4;
    dates(&mut t, Date::constant(1990, 10, 7), 14);
    hour(&mut t, 10, 0);
    t.chief_arbiter = Some("Remei Vilalta Oller".into());
    t.note = Some(
        "Copa inventada, feta per simulació: vuit equips a quatre taulers. Hi ha encontres empatats \
         que decideix el sistema holandès, i equips eliminats per un de categoria superior que \
         poden continuar entre els de la seva."
            .into(),
    );
    let mut random = Random::part(seed, 0);
    let strengths = teams::enter(&mut t, squads(cast, 8));
    let levels = [[Division1; 2], [Division2; 2], [Category1; 2], [Category1; 2]].concat();
    for (team, level) in t.teams.iter_mut().zip(levels) {
        team.level = Some(level);
    }
    let pairer = pairing::simple(plan.system);
    let course = teams::Course { pairer, rules: Some(rules), no_shows: &[] };
    teams::play(&mut t, &strengths, &plan, &course, &mut random)?;
    Ok(t)
}

/// Eleven teams by the Swiss system of the bulletin: a match is a game, and one team has the bye.
pub fn team_swiss(
    cast: &Cast,
    seed: u64,
    rules: &Rules1990,
) -> Result<Tournament, SimulationError> {
    let mut plan = Plan::new(PairingSystem::Fce1990, 0, 5, seed);
    plan.chances = Chances { draws: 340, forfeits: 12, absences: 0 };
    plan.teams = Some(TeamPlan { teams: 11, boards: 4, reserves: 1 });
    let (slug, name) = ("1991/suis-equips-tarragona", "Suís d'equips de Tarragona");
    let mut t = cast.event(slug, name, "pas-de-los", &plan, "1990-07");
    t.kind = EventKind::Official;
    t.organiser = Some("Delegació de Tarragona".into());
    t.club = None;
    t.boards = 4;
    dates(&mut t, Date::constant(1991, 1, 13), 7);
    t.chief_arbiter = Some("Assumpta Fontanet Mas".into());
    t.note = Some(
        "Torneig inventat, fet per simulació: onze equips a quatre taulers, aparellats pel sistema \
         suís del butlletí com si cada equip fos un jugador."
            .into(),
    );
    let mut random = Random::part(seed, 0);
    let strengths = teams::enter(&mut t, squads(cast, 11));
    let no_pairing = SimulationError::NoPairing { round: 1 };
    let pairer = pairing::Official::new(plan.pairing, rules).ok_or(no_pairing)?;
    let course = teams::Course { pairer: &pairer, rules: Some(rules), no_shows: &[] };
    teams::play(&mut t, &strengths, &plan, &course, &mut random)?;
    Ok(t)
}
