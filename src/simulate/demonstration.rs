//! The repository's demonstration data: thirteen invented tournaments that show what the rules do.
//!
//! Every tournament has a story, told in its note, and a seed with which chance happens to tell
//! it; the tests check each story with a calculation of their own and can look for new seeds.
//! `data/README.md` says how each was made.

mod cups;

use super::archive::{HOLIDAYS, PERIODS};
use super::play::{Course, days_after, play};
use super::register::{number, number_as_drawn};
use super::{
    Chances, Files, Mix, Pairer, Plan, Random, Register, SimulationError, TeamPlan, pairing, teams,
};
use crate::core::Rules1990;
use crate::export::data;
use crate::model::{
    Category, Club, Colour, Correction, Date, DateTime, Entrant, EventKind, FestivalGroup,
    Homologation, InitialColour, PairingSystem, PrizeFund, Ratings, RoundTime, Sex, System, Time,
    Title, Tournament,
};

/// Seed of the register.
const REGISTER: u64 = 54;

/// Seeds of the tournaments with which their stories come true.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Seeds {
    pub norms: u64,
    pub refused: u64,
    pub open: u64,
    pub promotions: u64,
    pub league: u64,
    pub unfinished: u64,
    pub second_group: u64,
    pub championship: u64,
    pub girona: u64,
    pub social: u64,
    pub knock_out: u64,
    pub cup: u64,
    pub team_swiss: u64,
}

/// The seeds of the committed data.
pub const SEEDS: Seeds = Seeds {
    norms: 124,
    refused: 1,
    open: 13,
    promotions: 24,
    league: 1,
    unfinished: 1,
    second_group: 1,
    championship: 1,
    girona: 3,
    social: 1,
    knock_out: 1,
    cup: 4,
    team_swiss: 1,
};

/// Ratings of the closed event with norms. Their sum makes the needed percentage of the player
/// rated [`NORM_MADE_BY`] exactly two thirds, six points out of nine.
const NORMS_FIELD: [u32; 10] = [2290, 2265, 2250, 2240, 2225, 2205, 2190, 2180, 2175, 2060];
/// Makes the norm with exactly the points needed.
pub const NORM_MADE_BY: u32 = 2205;
/// Makes as many points and misses the norm by half a point: the opponents' mean is lower.
pub const NORM_MISSED_BY: u32 = 2240;

/// Ratings of the closed event that is refused: the lowest are high enough, the mean is not.
const REFUSED_FIELD: [u32; 10] = [2215, 2205, 2200, 2195, 2190, 2185, 2180, 2180, 2175, 2080];
/// Of them, so many of the organising club.
const REFUSED_OF_CLUB: usize = 6;

/// Ratings of the closed event in the delegation of Girona: the opponents of the first have a
/// mean of exactly 2150.
const GIRONA_FIELD: [u32; 10] = [2250, 2220, 2205, 2180, 2165, 2150, 2140, 2120, 2100, 2070];

/// Where official events are played: opens are compared with them (Oberts 2).
const LLEIDA: (i64, i64) = (41_617_600, 620_000);

const TIME_CONTROL: &str = "40 jugades en 2 hores i 20 jugades més per hora";

/// The register with those who play the closed events.
#[derive(Clone, Debug)]
pub struct Cast {
    pub register: Register,
    norms: Vec<usize>,
    refused: Vec<usize>,
    girona: Vec<usize>,
}

impl Cast {
    pub fn gather() -> Self {
        use Category::{First, Preferent, Second, Third};
        let mix = Mix(vec![(Preferent, 56), (First, 38), (Second, 34), (Third, 32)]);
        let mut random = Random::part(REGISTER, 0);
        let register = Register::invent(16, 160, &mix, &PERIODS, &mut random);
        let mut cast =
            Self { register, norms: Vec::new(), refused: Vec::new(), girona: Vec::new() };
        cast.norms = cast.find(&NORMS_FIELD, "1990-07");
        cast.refused = cast.find(&REFUSED_FIELD, "1990-07");
        cast.girona = cast.find(&GIRONA_FIELD, "1991-01");
        // Those of the host come first, and then as many others as it takes to be too many.
        let host = cast.club("pont-de-lalzina").map(|club| club.slug.clone());
        let members = &mut cast.register.members;
        cast.refused.sort_by_key(|&m| (members[m].person.club != host, m));
        for &member in cast.refused.iter().take(REFUSED_OF_CLUB) {
            members[member].person.club = host.clone();
        }
        cast
    }

    /// For each rating the member who comes nearest to it and is free, has no title, and whose
    /// club is not yet among them; the rating is then theirs.
    fn find(&mut self, field: &[u32], period: &str) -> Vec<usize> {
        let mut found: Vec<usize> = Vec::new();
        for &wanted in field {
            let taken = |m: &usize| {
                [&self.norms, &self.refused, &self.girona, &found].iter().any(|c| c.contains(m))
            };
            let club = |m: usize| &self.register.members[m].person.club;
            let nearest = self
                .register
                .of_categories(&[Category::Preferent])
                .into_iter()
                .filter(|m| !taken(m) && self.register.members[*m].person.title.is_none())
                .filter(|&m| found.iter().all(|&other| club(other) != club(m)))
                .min_by_key(|&m| {
                    let rating = self.register.ratings(m, period).catalan.unwrap_or(0);
                    (rating.abs_diff(wanted), m)
                });
            if let Some(member) = nearest {
                self.register.set_rating(member, period, wanted);
                found.push(member);
            }
        }
        found
    }

    fn club(&self, slug: &str) -> Option<&Club> {
        self.register.clubs.iter().find(|club| &*club.slug == slug)
    }

    /// Members with their strengths, as they enter.
    fn entered(&self, members: &[usize], period: &str) -> Vec<(Entrant, i32)> {
        let register = &self.register;
        let strength = |m: usize| register.members[m].strength;
        members.iter().map(|&m| (register.entrant(m, 0, period), strength(m))).collect()
    }

    /// Some members of a category, by chance, with titles only where they are welcome.
    fn some(&self, category: Category, count: usize, random: &mut Random) -> Vec<usize> {
        let mut members = self.register.of_categories(&[category]);
        random.shuffle(&mut members);
        let strong = |m: &usize| {
            let title = self.register.members[*m].person.title;
            matches!(title, Some(Title::GM | Title::IM))
        };
        members.retain(|m| !strong(m));
        members.truncate(count);
        members
    }

    /// A tournament with what all of them have in common.
    fn event(&self, slug: &str, name: &str, club: &str, plan: &Plan, list: &str) -> Tournament {
        let rounds = match plan.system {
            System::Swiss => plan.rounds,
            _ => plan.most_rounds(plan.teams.map_or(plan.players, |t| t.teams)),
        };
        let mut t = Tournament::new(slug, name, plan.system, rounds as u32);
        if let Some(club) = self.club(club) {
            t.place = club.town.clone();
            t.delegation = club.delegation;
            t.club = Some(club.slug.clone());
            t.organiser = Some(club.name.clone());
        }
        t.pairing = Some(plan.pairing);
        t.time_control = Some(TIME_CONTROL.into());
        t.rating_list = Some(list.into());
        if plan.system == System::Swiss {
            t.initial_colour = Some(InitialColour::Drawn(Colour::White));
        }
        t.invented = true;
        t
    }
}

/// First and last day of an event with a round every so many days.
fn dates(t: &mut Tournament, start: Date, every: i64) {
    t.start = Some(start);
    t.end = Some(days_after(start, every * (i64::from(t.rounds) - 1)));
    t.round_times = (0..i64::from(t.rounds))
        .map(|round| RoundTime { day: days_after(start, every * round), hour: None })
        .collect();
}

/// The hour at which every round begins.
fn hour(t: &mut Tournament, hour: i8, minute: i8) {
    let time = Time::new(hour, minute, 0, 0).ok();
    t.round_times.iter_mut().for_each(|round| round.hour = time);
}

fn closed_plan(seed: u64) -> Plan {
    let mut plan = Plan::new(PairingSystem::RoundRobin, 10, 9, seed);
    plan.chances = Chances::ALL_PLAY;
    plan
}

fn play_closed(
    cast: &Cast,
    t: &mut Tournament,
    members: &[usize],
    list: &str,
    plan: &Plan,
) -> Result<(), SimulationError> {
    let mut random = Random::part(plan.seed, 0);
    t.kind = EventKind::Closed;
    let mut entered = cast.entered(members, list);
    random.shuffle(&mut entered);
    let (entrants, strengths) = number_as_drawn(entered);
    t.entrants = entrants;
    let course = Course::draw(plan, &strengths, &mut random);
    play(t, &course, pairing::simple(plan.system), &mut random)
}

/// A closed event valid for norms by its own strength, one norm made with the points needed
/// exactly and one missed by half a point.
pub fn closed_with_norms(cast: &Cast, seed: u64) -> Result<Tournament, SimulationError> {
    let plan = closed_plan(seed);
    let (slug, name) = ("1990/tancat-roca-alta", "Torneig tancat Roca Alta");
    let mut t = cast.event(slug, name, "roca-alta", &plan, "1990-07");
    dates(&mut t, Date::constant(1990, 9, 1), 1);
    t.chief_arbiter = Some("Remei Vilalta Oller".into());
    t.homologation = Homologation {
        valid_for_fide: Some(false),
        request: Some(Date::constant(1990, 6, 4)),
        papers_received: Some(Date::constant(1990, 9, 13)),
        at: Some((41_387_400, 2_168_600)),
        officials_recognised: Some(true),
        rules_approved: Some(true),
        ..Homologation::default()
    };
    t.note = Some(
        "Torneig inventat, fet per simulació. Dos jugadors acaben amb els mateixos 6 punts de 9: \
         l'un fa la norma de mestre català amb els punts justos, a l'altre li falta mig punt."
            .into(),
    );
    play_closed(cast, &mut t, &cast.norms, "1990-07", &plan)?;
    Ok(t)
}

/// A closed event that fails two requirements: the mean, and the clubs.
pub fn closed_refused(cast: &Cast, seed: u64) -> Result<Tournament, SimulationError> {
    let plan = closed_plan(seed);
    let (slug, name) = ("1990/tancat-pont-de-lalzina", "Torneig tancat Pont de l'Alzina");
    let mut t = cast.event(slug, name, "pont-de-lalzina", &plan, "1990-07");
    dates(&mut t, Date::constant(1990, 9, 15), 1);
    t.chief_arbiter = Some("Bernat Corbella Trias".into());
    t.homologation = Homologation {
        valid_for_fide: Some(false),
        request: Some(Date::constant(1990, 6, 18)),
        papers_received: Some(Date::constant(1990, 9, 27)),
        at: Some((41_563_200, 2_008_900)),
        officials_recognised: Some(true),
        rules_approved: Some(true),
        ..Homologation::default()
    };
    t.note = Some(
        "Torneig inventat, fet per simulació. No es pot homologar per a normes: la mitjana no \
         arriba al mínim i més de la meitat dels participants són del club organitzador."
            .into(),
    );
    play_closed(cast, &mut t, &cast.refused, "1990-07", &plan)?;
    Ok(t)
}

/// A closed event of the delegation of Girona, valid for norms because it is valid for the
/// international rating.
pub fn closed_in_girona(cast: &Cast, seed: u64) -> Result<Tournament, SimulationError> {
    let plan = closed_plan(seed);
    let (slug, name) = ("1991/tancat-font-de-la-guineu", "Torneig tancat Font de la Guineu");
    let mut t = cast.event(slug, name, "font-de-la-guineu", &plan, "1991-01");
    dates(&mut t, Date::constant(1991, 2, 9), 7);
    t.chief_arbiter = Some("Mercè Juanola Fuster".into());
    t.homologation = Homologation {
        valid_for_fide: Some(true),
        request: Some(Date::constant(1990, 6, 25)),
        at: Some((42_182_200, 2_489_000)),
        officials_recognised: Some(true),
        rules_approved: Some(true),
        ..Homologation::default()
    };
    t.note = Some(
        "Torneig inventat, fet per simulació. El guanyador fa norma de mestre català amb una \
         mitjana de contraris de 2150 justos, que només val a les delegacions de Lleida, Girona i \
         Tarragona."
            .into(),
    );
    play_closed(cast, &mut t, &cast.girona, "1991-01", &plan)?;
    Ok(t)
}

/// Plays a Swiss of the given field.
fn play_swiss(
    t: &mut Tournament,
    entered: Vec<(Entrant, i32)>,
    plan: &Plan,
    pairer: &dyn Pairer,
    random: &mut Random,
) -> Result<(), SimulationError> {
    t.kind = EventKind::Open;
    let (entrants, strengths) = number(entered);
    t.entrants = entrants;
    let course = Course::draw(plan, &strengths, random);
    play(t, &course, pairer, random)
}

/// Somebody from elsewhere who is not in the register.
fn guest(name: &str, federation: &str, ratings: Ratings, strength: i32) -> (Entrant, i32) {
    let entrant = Entrant {
        category: Some(Category::Preferent),
        federation: Some(federation.into()),
        ratings,
        ..Entrant::new(0, name)
    };
    (entrant, strength)
}

fn day_and_hour(year: i16, month: i8, day: i8, hour: i8, minute: i8) -> Option<DateTime> {
    DateTime::new(year, month, day, hour, minute, 0, 0).ok()
}

/// A large open with everything that can happen in one.
pub fn open(cast: &Cast, seed: u64, pairer: &dyn Pairer) -> Result<Tournament, SimulationError> {
    let mut plan = Plan::new(PairingSystem::Fce1990, 60, 9, seed);
    plan.chances = Chances { draws: 360, forfeits: 14, absences: 8 };
    plan.late_entries = 3;
    plan.withdrawals = 2;
    plan.eliminate_after = Some(2);
    let (slug, name) = ("1990/obert-moli-del-gall", "Obert de tardor Molí del Gall");
    let mut t = cast.event(slug, name, "moli-del-gall", &plan, "1990-07");
    t.categories = vec![Category::Preferent, Category::First];
    dates(&mut t, Date::constant(1990, 9, 29), 7);
    t.chief_arbiter = Some("Oriol Marsal Pedrós".into());
    t.homologation = Homologation {
        valid_for_fide: Some(false),
        request: Some(Date::constant(1990, 6, 12)),
        list_received: day_and_hour(1990, 10, 5, 18, 0),
        round_2_start: day_and_hour(1990, 10, 6, 16, 30),
        papers_received: Some(Date::constant(1990, 11, 28)),
        at: Some((41_387_400, 2_168_600)),
        officials_recognised: Some(true),
        rules_approved: Some(true),
        ..Homologation::default()
    };
    let fund = |amounts: &[u64]| PrizeFund { amounts: amounts.to_vec(), ..PrizeFund::default() };
    t.prizes = vec![
        fund(&[60_000, 40_000, 25_000, 15_000, 10_000]),
        PrizeFund { category: Some(Category::First), ..fund(&[15_000, 10_000, 5_000]) },
        PrizeFund {
            name: Some("Millor jugadora".into()),
            sex: Some(Sex::Female),
            only_once: true,
            ..fund(&[8_000])
        },
        PrizeFund {
            name: Some("Millor del club".into()),
            club: Some("moli-del-gall".into()),
            only_once: true,
            ..fund(&[5_000])
        },
    ];
    t.note = Some(
        "Torneig inventat, fet per simulació, amb tot el que pot passar en un obert: descansos, \
         incompareixences d'un jugador i de tots dos, entrades tardanes, retirades abans i després \
         de la meitat i un jugador sense cap avaluació. Hi ha ascensos a preferent."
            .into(),
    );
    let mut random = Random::part(seed, 0);
    let mut members = cast.some(Category::Preferent, 27, &mut random);
    members.extend(cast.some(Category::First, 30, &mut random));
    let mut entered = cast.entered(&members, "1990-07");
    let none = Ratings::default();
    entered.push(guest("Delmas, Étienne", "FRA", Ratings { national: Some(2160), ..none }, 2160));
    entered.push(guest("Ibarrola, Koldo", "ESP", Ratings { feda: Some(2115), ..none }, 2110));
    entered.push(guest(UNRATED_GUEST, "AND", none, 2130));
    play_swiss(&mut t, entered, &plan, pairer, &mut random)?;
    t.corrections.push(Correction {
        date: Date::constant(1990, 10, 15),
        round: Some(2),
        text: "el resultat del tauler 9 s'havia publicat amb els colors girats.".into(),
    });
    Ok(t)
}

/// The player of the large open who has no rating at all.
pub const UNRATED_GUEST: &str = "Torralba, Meritxell";

/// An open of second and third category with promotions made and missed.
pub fn open_with_promotions(
    cast: &Cast,
    seed: u64,
    pairer: &dyn Pairer,
) -> Result<Tournament, SimulationError> {
    let mut plan = Plan::new(PairingSystem::Fce1990, 40, 8, seed);
    plan.chances = Chances { draws: 300, forfeits: 8, absences: 0 };
    plan.eliminate_after = Some(2);
    let (slug, name) = ("1990/obert-pas-de-los", "Obert Pas de l'Os, segona i tercera");
    let mut t = cast.event(slug, name, "pas-de-los", &plan, "1990-07");
    t.categories = vec![Category::Second, Category::Third];
    dates(&mut t, Date::constant(1990, 9, 9), 7);
    t.chief_arbiter = Some("Assumpta Fontanet Mas".into());
    t.homologation = Homologation {
        valid_for_fide: Some(false),
        request: Some(Date::constant(1990, 6, 29)),
        list_received: day_and_hour(1990, 9, 14, 20, 0),
        round_2_start: day_and_hour(1990, 9, 16, 10, 0),
        // The fourth working day: 1 November does not count.
        papers_received: Some(Date::constant(1990, 11, 2)),
        at: Some((41_156_100, 1_106_900)),
        officials_recognised: Some(true),
        rules_approved: Some(true),
        ..Homologation::default()
    };
    t.note = Some(
        "Torneig inventat, fet per simulació. De segona i de tercera n'hi ha que pugen i n'hi ha a \
         qui falta mig punt. Els papers arriben l'últim dia, perquè Tots Sants no és feiner."
            .into(),
    );
    let mut random = Random::part(seed, 0);
    let mut members = cast.some(Category::Second, 20, &mut random);
    members.extend(cast.some(Category::Third, 20, &mut random));
    let entered = cast.entered(&members, "1990-07");
    play_swiss(&mut t, entered, &plan, pairer, &mut random)?;
    Ok(t)
}

/// One of the two groups of the open at Christmas: what both have in common.
fn christmas(t: &mut Tournament, group: &str, categories: [Category; 2]) {
    let festival = "Obert de Nadal Pont de l'Alzina 1990".into();
    t.festival = Some(FestivalGroup { festival, name: Some(group.into()) });
    t.categories = categories.into();
    t.rounds = 9;
    dates(t, Date::constant(1990, 12, 26), 1);
    t.homologation = Homologation {
        valid_for_fide: Some(false),
        request: Some(Date::constant(1990, 6, 20)),
        list_received: day_and_hour(1990, 12, 26, 22, 0),
        round_2_start: day_and_hour(1990, 12, 27, 16, 0),
        at: Some((41_563_200, 2_008_900)),
        officials_recognised: Some(true),
        rules_approved: Some(true),
        ..Homologation::default()
    };
}

/// A Swiss in its fifth round.
pub fn unfinished(
    cast: &Cast,
    seed: u64,
    pairer: &dyn Pairer,
) -> Result<Tournament, SimulationError> {
    let mut plan = Plan::new(PairingSystem::Fce1990, 28, 5, seed);
    plan.chances = Chances { draws: 360, forfeits: 10, absences: 0 };
    plan.unfinished = true;
    let (slug, name) = ("1990/obert-nadal", "Obert de Nadal Pont de l'Alzina");
    let mut t = cast.event(slug, name, "pont-de-lalzina", &plan, "1990-07");
    christmas(&mut t, "A", [Category::Preferent, Category::First]);
    t.chief_arbiter = Some("Glòria Segarra Amat".into());
    t.note = Some(
        "Torneig inventat, fet per simulació. La cinquena ronda és aparellada i encara no s'ha \
         jugat."
            .into(),
    );
    let mut random = Random::part(seed, 0);
    let mut members = cast.some(Category::Preferent, 14, &mut random);
    members.extend(cast.some(Category::First, 14, &mut random));
    let entered = cast.entered(&members, "1990-07");
    play_swiss(&mut t, entered, &plan, pairer, &mut random)?;
    Ok(t)
}

/// The second group of the same open, for 2a and 3a, between its fourth round and its fifth.
pub fn second_group(
    cast: &Cast,
    seed: u64,
    pairer: &dyn Pairer,
) -> Result<Tournament, SimulationError> {
    let mut plan = Plan::new(PairingSystem::Fce1990, 15, 4, seed);
    plan.chances = Chances { draws: 260, forfeits: 10, absences: 0 };
    let (slug, name) = ("1990/obert-nadal-b", "Obert de Nadal Pont de l'Alzina, grup B");
    let mut t = cast.event(slug, name, "pont-de-lalzina", &plan, "1990-07");
    christmas(&mut t, "B", [Category::Second, Category::Third]);
    t.chief_arbiter = Some("Isidre Balcells Roig".into());
    t.note = Some(
        "Torneig inventat, fet per simulació. És el segon grup de l'obert: s'han jugat quatre \
         rondes i la cinquena encara no és aparellada."
            .into(),
    );
    let mut random = Random::part(seed, 1);
    let mut members = cast.some(Category::Second, 8, &mut random);
    members.extend(cast.some(Category::Third, 7, &mut random));
    let entered = cast.entered(&members, "1990-07");
    play_swiss(&mut t, entered, &plan, pairer, &mut random)?;
    Ok(t)
}

/// The individual championship of 2a after six of eight rounds: some cannot rise any more, and one
/// of them told that they play on.
pub fn championship(
    cast: &Cast,
    seed: u64,
    pairer: &dyn Pairer,
) -> Result<Tournament, SimulationError> {
    let mut plan = Plan::new(PairingSystem::Fce1990, 22, 7, seed);
    plan.chances = Chances { draws: 320, forfeits: 6, absences: 0 };
    plan.unfinished = true;
    let (slug, name) = ("1991/individual-segona", "Campionat individual de Catalunya de 2a");
    let mut t = cast.event(slug, name, "set-rengles", &plan, "1991-01");
    t.rounds = 8;
    t.club = None;
    t.organiser = Some("Federació Catalana d'Escacs".into());
    t.categories = vec![Category::Second];
    dates(&mut t, Date::constant(1991, 2, 2), 7);
    t.chief_arbiter = Some("Remei Vilalta Oller".into());
    t.note = Some(
        "Torneig inventat, fet per simulació. S'han jugat sis rondes i la setena és aparellada: qui \
         ja no pot pujar a primera queda retirat, i un jugador ha avisat que continua."
            .into(),
    );
    let mut random = Random::part(seed, 0);
    let members = cast.some(Category::Second, 22, &mut random);
    let entered = cast.entered(&members, "1991-01");
    play_swiss(&mut t, entered, &plan, pairer, &mut random)?;
    t.kind = EventKind::Official;
    t.homologation.at = Some(LLEIDA);
    // The last of those who stand lowest plays on.
    let halves = |index: usize| t.cells[index].iter().map(pairing::halves).sum::<i32>();
    t.playing_on =
        (0..t.entrants.len()).min_by_key(|&index| (halves(index), index)).into_iter().collect();
    Ok(t)
}

/// A league of six teams with a match lost by absence.
pub fn league(cast: &Cast, seed: u64) -> Result<Tournament, SimulationError> {
    let mut plan = Plan::new(PairingSystem::RoundRobin, 0, 5, seed);
    plan.chances = Chances { draws: 300, forfeits: 15, absences: 0 };
    plan.teams = Some(TeamPlan { teams: 6, boards: 4, reserves: 1 });
    let (slug, name) = ("1990/lliga-promocio", "Lliga de promoció");
    let mut t = cast.event(slug, name, "set-rengles", &plan, "1990-07");
    t.kind = EventKind::Official;
    t.homologation.at = Some(LLEIDA);
    t.organiser = Some("Delegació de Lleida".into());
    t.club = None;
    t.boards = 4;
    dates(&mut t, Date::constant(1990, 10, 28), 7);
    t.chief_arbiter = Some("Isidre Balcells Roig".into());
    t.note = Some(
        "Lliga inventada, feta per simulació: sis equips a quatre taulers. Un equip no es presenta \
         a la tercera ronda i perd l'encontre."
            .into(),
    );
    let mut random = Random::part(seed, 0);
    let register = &cast.register;
    let squads: Vec<teams::Squad> = register
        .clubs
        .iter()
        .filter_map(|club| {
            let plays = |m: &usize| {
                let person = &register.members[*m].person;
                person.club.as_ref() == Some(&club.slug)
                    && person.category > Some(Category::Preferent)
            };
            let squad: Vec<usize> = (0..register.members.len()).filter(plays).take(5).collect();
            (squad.len() == 5).then(|| (club, cast.entered(&squad, "1990-07")))
        })
        .take(6)
        .zip(1..)
        .map(|((club, squad), number)| (super::team(number, club), squad))
        .collect();
    let strengths = teams::enter(&mut t, squads);
    let pairer = pairing::simple(plan.system);
    let course = teams::Course { pairer, rules: None, no_shows: &[(3, 4)] };
    teams::play(&mut t, &strengths, &plan, &course, &mut random)?;
    Ok(t)
}

/// The tournaments of the demonstration, individual Swisses paired by `pairer`, teams by the rules.
pub fn tournaments(
    cast: &Cast,
    seeds: &Seeds,
    pairer: &dyn Pairer,
    rules: &Rules1990,
) -> Result<Vec<Tournament>, SimulationError> {
    Ok(vec![
        closed_with_norms(cast, seeds.norms)?,
        closed_refused(cast, seeds.refused)?,
        open(cast, seeds.open, pairer)?,
        open_with_promotions(cast, seeds.promotions, pairer)?,
        league(cast, seeds.league)?,
        unfinished(cast, seeds.unfinished, pairer)?,
        second_group(cast, seeds.second_group, pairer)?,
        championship(cast, seeds.championship, pairer)?,
        closed_in_girona(cast, seeds.girona)?,
        cups::social_league(cast, seeds.social)?,
        cups::knock_out(cast, seeds.knock_out)?,
        cups::catalan_cup(cast, seeds.cup, rules)?,
        cups::team_swiss(cast, seeds.team_swiss, rules)?,
    ])
}

/// The Swiss events are paired by the bulletin's own system.
fn official(rules: &Rules1990) -> pairing::Official<'_> {
    pairing::Official::new(PairingSystem::Fce1990, rules).expect("the system of 1990 is known")
}

/// The files of the demonstration site: `site.toml` and `data/`, as committed.
pub fn demonstration(rules: &Rules1990) -> Result<Files, SimulationError> {
    let cast = Cast::gather();
    let mut files = vec![("site.toml".into(), SITE.to_owned())];
    files.extend(data::registers(
        &cast.register.clubs,
        cast.register.members.iter().map(|member| &member.person),
        &cast.register.lists,
    ));
    files.push(data::holidays(&HOLIDAYS));
    for tournament in tournaments(&cast, &SEEDS, &official(rules), rules)? {
        files.extend(data::tournament_in_site(&tournament, data::People::FromRegister));
    }
    Ok(files)
}

const SITE: &str = r#"title = "Butlletí d'Escacs"
federation = "Federació Catalana d'Escacs"
language = "ca"
languages = ["ca", "es", "en"]
description = "Reglaments, resultats i normes del butlletí núm. 54, de desembre de 1990"
invented = "Els jugadors, els clubs, les avaluacions i els torneigs d'aquest web són inventats: serveixen per mostrar com s'apliquen els reglaments. Qualsevol semblança amb persones o clubs reals és casual."

[[translations]]
language = "es"
description = "Reglamentos, resultados y normas del boletín n.º 54, de diciembre de 1990"
invented = "Los jugadores, los clubes, las valoraciones y los torneos de esta web son inventados: sirven para mostrar cómo se aplican los reglamentos. Cualquier parecido con personas o clubes reales es casual."

[[translations]]
language = "en"
description = "Regulations, results and norms of bulletin no. 54, December 1990"
invented = "The players, clubs, ratings and tournaments of this site are invented: they show how the regulations are applied. Any likeness to real persons or clubs is accidental."

[[bulletins]]
number = 54
date = 1990-12-01
title = "Butlletí d'Escacs núm. 54"
tournaments = [
    "1990/tancat-roca-alta",
    "1990/tancat-pont-de-lalzina",
    "1990/obert-moli-del-gall",
    "1990/obert-pas-de-los",
    "1990/lliga-promocio",
]

[pdf]
engine = "embedded"
"#;

#[cfg(test)]
mod tests;
