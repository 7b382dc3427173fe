//! A player's way to the title: what counts, from tournaments, rating lists and the federation's
//! record of places and titles, and the ledger that it makes (MC títol 1 to 5, MC norma 1 to 7;
//! AMB-20, 21, 22, 102, 111).

use std::collections::BTreeMap;
use std::sync::Arc;

use super::{Ledger, LedgerInput, LedgerNorm, ledger};
use crate::core::awards::{Award, award_by_place, list_norm, place_entry, title_by_title};
use crate::core::homologation::HomologationContext;
use crate::core::norms::tournament::norms_of;
use crate::core::report::{Msg, Value, Verdict};
use crate::core::rules::Rules1990;
use crate::core::season;
use crate::model::{Archive, Date, NormBasis, NormRecord, Person, Title, Tournament, fold};
use crate::rulebook::ProvisionId;

/// A norm made in a finished tournament of the archive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MadeNorm {
    /// Index of the tournament.
    pub tournament: usize,
    /// Index of the entrant.
    pub entrant: usize,
}

/// Every norm made in the finished tournaments of an archive.
pub fn made_norms<'r>(
    archive: &Archive,
    rules_of: impl Fn(&Tournament) -> &'r Rules1990,
) -> Vec<MadeNorm> {
    let mut made = Vec::new();
    for (index, t) in archive.tournaments.iter().enumerate().filter(|(_, t)| t.is_finished()) {
        let context = HomologationContext::for_event(t, archive);
        let Ok(norms) = norms_of(t, rules_of(t), &context) else { continue };
        let met = norms.players.iter().filter(|player| player.report.norm() == Verdict::Met);
        made.extend(met.map(|player| MadeNorm { tournament: index, entrant: player.who.index }));
    }
    made
}

/// Something that counts, or would have.
#[derive(Clone, Debug, PartialEq)]
pub struct Achievement {
    pub day: Date,
    pub season: i32,
    /// `None` for a place that gives nothing.
    pub award: Option<Award>,
    /// The provision that gives it.
    pub at: ProvisionId,
    /// In which way.
    pub how: Msg,
    /// Where: a tournament, a list, the name of an event.
    pub event: Value,
    /// The same for two achievements of one event (AMB-22).
    key: String,
    /// The norm of a tournament of the archive.
    pub made: Option<MadeNorm>,
}

/// How somebody came to the title.
#[derive(Clone, Debug, PartialEq)]
pub struct TitleHeld {
    /// `None` where only the register says so.
    pub day: Option<Date>,
    pub season: Option<i32>,
    pub at: Option<ProvisionId>,
    pub how: Msg,
    pub event: Value,
}

/// Everything of one player.
#[derive(Clone, Debug)]
pub struct History {
    pub person: Arc<str>,
    pub name: Arc<str>,
    /// By day.
    pub achievements: Vec<Achievement>,
    pub ledger: Ledger,
    pub title: Option<TitleHeld>,
    /// Last season looked at.
    pub through: i32,
    /// That season is not over.
    pub open: bool,
}

impl History {
    /// Has the player anything to show?
    pub fn is_empty(&self) -> bool {
        self.achievements.is_empty() && self.title.is_none()
    }

    /// The achievement that a line of the ledger names.
    pub fn achievement(&self, key: Option<&str>) -> Option<&Achievement> {
        let key = key?;
        self.achievements.iter().find(|found| found.ledger_key() == key)
    }

    /// How many norms were held once this one was made; `None` where it did not count.
    pub fn held_with(&self, made: MadeNorm) -> Option<u32> {
        let found = self.achievements.iter().find(|found| found.made == Some(made))?;
        let key = found.ledger_key();
        let line = self.ledger.log.iter().find(|line| {
            line.what == super::LedgerEvent::Gain && line.event.as_deref() == Some(&*key)
        })?;
        Some(line.held)
    }

    /// The season at whose end the oldest norm is lost if no other is made; `None` where none can
    /// be.
    pub fn lost_after(&self, rules: &Rules1990) -> Option<i32> {
        if self.title.is_some() || self.ledger.held == 0 {
            return None;
        }
        let idle = rules.ledger.idle_seasons.get().saturating_sub(self.ledger.idle_seasons);
        // An open season may still be the first idle one, unless a norm was made in it.
        let made_now = self.ledger.log.last().is_some_and(|line| line.season == self.through);
        let ended = if self.open && !made_now { self.through - 1 } else { self.through };
        i32::try_from(idle).ok().and_then(|idle| ended.checked_add(idle))
    }
}

impl Achievement {
    /// Names it in the ledger: seasons apart, one event each.
    fn ledger_key(&self) -> String {
        format!("{} {}", self.season, self.key)
    }
}

/// The last day of which the archive knows something: of finished events, lists and records.
pub fn last_day(archive: &Archive) -> Option<Date> {
    let events = archive.tournaments.iter().filter_map(|t| match t.is_finished() {
        true => t.end.or(t.start),
        false => {
            let over = t.rounds_complete() as usize;
            over.checked_sub(1).and_then(|at| t.round_times.get(at)).map(|time| time.day)
        }
    });
    let lists = archive.rating_lists.iter().map(|list| list.from);
    let records = archive.norms.iter().map(|record| record.day);
    events.chain(lists).chain(records).max()
}

/// The ledgers of all who have anything in them, by slug, as they stand on a day.
pub fn histories(
    archive: &Archive,
    made: &[MadeNorm],
    today: Date,
    rules: &Rules1990,
) -> BTreeMap<Arc<str>, History> {
    let mut of: BTreeMap<&str, Vec<MadeNorm>> = BTreeMap::new();
    for norm in made {
        let entrant = archive.tournaments.get(norm.tournament);
        let entrant = entrant.and_then(|t| t.entrants.get(norm.entrant));
        if let Some(person) = entrant.and_then(|entrant| entrant.person.as_deref()) {
            of.entry(person).or_default().push(*norm);
        }
    }
    let all = archive.people.values().map(|person| {
        let own = of.get(&*person.slug).map_or(&[][..], Vec::as_slice);
        (person.slug.clone(), history(person, archive, own, today, rules))
    });
    all.filter(|(_, history)| !history.is_empty()).collect()
}

fn history(
    person: &Person,
    archive: &Archive,
    made: &[MadeNorm],
    today: Date,
    rules: &Rules1990,
) -> History {
    let mut achievements: Vec<Achievement> = Vec::new();
    achievements.extend(made.iter().filter_map(|norm| of_tournament(*norm, archive, rules)));
    achievements.extend(of_lists(person, archive, rules));
    let own = archive.norms.iter().filter(|record| record.player == person.slug);
    achievements.extend(own.map(|record| of_record(record, archive, rules)));
    achievements.retain(|found| found.day <= today);
    achievements.sort_by_key(|found| found.day);
    let through = season::season_of(today, rules);
    let open = season::last_day(through, rules).is_none_or(|last| today < last);
    let of_award = |award| achievements.iter().filter(move |found| found.award == Some(award));
    let norms = of_award(Award::Norm)
        .map(|found| LedgerNorm { season: found.season, event: found.ledger_key() })
        .collect();
    let direct = of_award(Award::Title).next();
    let input =
        LedgerInput { norms, direct_title: direct.map(|found| found.season), through, open };
    let ledger = ledger(&input, &rules.ledger);
    let title = title_of(person, &achievements, &ledger, rules);
    let (person, name) = (person.slug.clone(), person.name.clone());
    History { person, name, achievements, ledger, title, through, open }
}

fn of_tournament(norm: MadeNorm, archive: &Archive, rules: &Rules1990) -> Option<Achievement> {
    let t = archive.tournaments.get(norm.tournament)?;
    let day = t.end.or(t.start)?;
    Some(Achievement {
        day,
        season: season::season_of(day, rules),
        award: Some(Award::Norm),
        at: rules.norms.base_mean.at.clone(),
        how: Msg::new("ledger.how.tournament"),
        event: Value::Event { index: norm.tournament, tab: Some("normes"), name: t.name.clone() },
        key: t.slug.to_string(),
        made: Some(norm),
    })
}

fn of_lists(person: &Person, archive: &Archive, rules: &Rules1990) -> Vec<Achievement> {
    let lists = archive.rating_lists.iter().filter_map(|list| {
        let row = list.rows.get(&*person.slug)?;
        let rating =
            row.ratings.catalan.filter(|rating| list_norm(*rating, row.games, &rules.awards))?;
        Some(Achievement {
            day: list.from,
            season: season::season_of(list.from, rules),
            award: Some(Award::Norm),
            at: rules.awards.list_rating.at.clone(),
            how: Msg::new("ledger.how.list").with("rating", rating).with("games", row.games),
            event: Msg::new("ledger.list").with("period", list.period.as_str()).into(),
            key: list.period.clone(),
            made: None,
        })
    });
    lists.collect()
}

fn of_record(record: &NormRecord, archive: &Archive, rules: &Rules1990) -> Achievement {
    let named = record.event.as_deref();
    let known = named.and_then(|slug| archive.tournaments.iter().position(|t| *t.slug == *slug));
    let event = match (known, &record.event) {
        (Some(index), _) => {
            Value::Event { index, tab: None, name: archive.tournaments[index].name.clone() }
        }
        (None, Some(name)) => Value::from(name.clone()),
        (None, None) => Value::Undefined,
    };
    let (award, at, how) = match record.basis {
        NormBasis::Tournament => {
            (Some(Award::Norm), rules.norms.base_mean.at.clone(), Msg::new("ledger.how.tournament"))
        }
        NormBasis::RatingList => {
            (Some(Award::Norm), rules.awards.list_rating.at.clone(), Msg::new("ledger.how.a-list"))
        }
        NormBasis::Place(event, place) => {
            let entry = place_entry(event, place, &rules.awards);
            let at = entry.citations.first().cloned();
            (
                award_by_place(event, place, &rules.awards),
                at.unwrap_or_else(|| rules.awards.provinces.at.clone()),
                Msg::new("ledger.how.place").with("place", place).with("event", place_msg(event)),
            )
        }
        NormBasis::Title => {
            (Some(Award::Title), rules.awards.direct.at.clone(), Msg::new("ledger.how.title"))
        }
        NormBasis::InternationalMasterNorm => (
            title_by_title(None, true, &rules.awards).then_some(Award::Title),
            rules.awards.direct.at.clone(),
            Msg::new("ledger.how.im-norm"),
        ),
    };
    let key = match (known, named) {
        (Some(index), _) => archive.tournaments[index].slug.to_string(),
        (None, Some(name)) => fold(name),
        (None, None) => record.day.to_string(),
    };
    let season = season::season_of(record.day, rules);
    Achievement { day: record.day, season, award, at, how, event, key, made: None }
}

/// The event by its name in the text.
fn place_msg(event: crate::model::PlaceEvent) -> Msg {
    use crate::model::{Delegation, PlaceEvent};
    Msg::new(match event {
        PlaceEvent::Absolute => "ledger.event.absolute",
        PlaceEvent::SpanishJunior => "ledger.event.spanish-junior",
        PlaceEvent::SpanishFinal => "ledger.event.spanish-final",
        PlaceEvent::BarcelonaOpenA => "ledger.event.barcelona-open-a",
        PlaceEvent::Interterritorial => "ledger.event.interterritorial",
        PlaceEvent::Provincial(Delegation::Barcelona) => "ledger.event.provincial-barcelona",
        PlaceEvent::Provincial(Delegation::Girona) => "ledger.event.provincial-girona",
        PlaceEvent::Provincial(Delegation::Lleida) => "ledger.event.provincial-lleida",
        PlaceEvent::Provincial(Delegation::Tarragona) => "ledger.event.provincial-tarragona",
    })
}

/// By the ledger, by another title, or by the register alone.
fn title_of(
    person: &Person,
    achievements: &[Achievement],
    ledger: &Ledger,
    rules: &Rules1990,
) -> Option<TitleHeld> {
    let by_norms = ledger.title_season.filter(|_| ledger.held >= rules.ledger.for_title.get());
    if let Some(season) = by_norms {
        let third = ledger.log.iter().rev().find_map(|line| line.event.as_deref());
        let third = achievements.iter().find(|found| Some(&*found.ledger_key()) == third);
        return Some(TitleHeld {
            day: third.map(|found| found.day),
            season: Some(season),
            at: Some(rules.ledger.for_title.at.clone()),
            how: Msg::new("ledger.how.norms").with("n", rules.ledger.for_title.get()),
            event: third.map_or(Value::Undefined, |found| found.event.clone()),
        });
    }
    if let Some(found) = achievements.iter().find(|found| found.award == Some(Award::Title)) {
        return Some(TitleHeld {
            day: Some(found.day),
            season: Some(found.season),
            at: Some(found.at.clone()),
            how: found.how.clone(),
            event: found.event.clone(),
        });
    }
    let undated = |at, how| TitleHeld { day: None, season: None, at, how, event: Value::Undefined };
    if title_by_title(person.title, false, &rules.awards) {
        return Some(undated(Some(rules.awards.direct.at.clone()), Msg::new("ledger.how.title")));
    }
    (person.title == Some(Title::MC)).then(|| undated(None, Msg::new("ledger.how.register")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::ledger::LedgerEvent;
    use crate::model::{PlaceEvent, RatingList, RatingRow, Ratings};
    use crate::test_rules::rules;
    use jiff::civil::date;

    fn person(title: Option<Title>) -> Person {
        Person {
            slug: "puig-anna".into(),
            name: "Puig, Anna".into(),
            club: None,
            category: None,
            title,
            fide_id: None,
            birth: None,
            sex: None,
            federation: None,
            hidden: false,
        }
    }

    fn record(day: Date, basis: NormBasis, event: &str) -> NormRecord {
        NormRecord { player: "puig-anna".into(), day, basis, event: Some(event.into()) }
    }

    fn archive(title: Option<Title>, norms: Vec<NormRecord>) -> Archive {
        let mut archive = Archive { norms, ..Archive::default() };
        archive.people.insert("puig-anna".into(), person(title));
        archive
    }

    fn of(archive: &Archive, today: Date) -> History {
        let mut all = histories(archive, &[], today, rules());
        all.remove("puig-anna").expect("she has something")
    }

    fn list(from: Date, rating: u32, games: u32) -> RatingList {
        let ratings = Ratings { catalan: Some(rating), ..Ratings::default() };
        let rows = BTreeMap::from([("puig-anna".to_owned(), RatingRow { ratings, games })]);
        RatingList { period: from.to_string(), from, rows }
    }

    /// MC norma 1, AMB-21: both sides of the two limits.
    #[test]
    fn lists_over_2300_with_16_games_give_norms() {
        for (rating, games, held) in [(2301, 16, 1), (2300, 16, 0), (2301, 15, 0)] {
            let mut archive = archive(None, Vec::new());
            archive.rating_lists = vec![list(date(1990, 7, 1), rating, games)];
            let all = histories(&archive, &[], date(1990, 8, 1), rules());
            let found = all.get("puig-anna").map_or(0, |history| history.ledger.held);
            assert_eq!(found, held, "{rating} {games}");
        }
    }

    /// MC norma 2, 6, 7; MC títol 1.
    #[test]
    fn places_give_norms_or_the_title() {
        let place = |event, place| NormBasis::Place(event, place);
        let of_place = |event, number| {
            of(
                &archive(None, vec![record(date(1990, 5, 1), place(event, number), "x")]),
                date(1990, 6, 1),
            )
        };
        let open = of_place(PlaceEvent::BarcelonaOpenA, 2);
        assert_eq!((open.ledger.held, open.title), (1, None));
        assert_eq!(of_place(PlaceEvent::BarcelonaOpenA, 3).ledger.held, 0);
        let champion = of_place(PlaceEvent::Absolute, 2);
        let title = champion.title.expect("the second is a master too");
        assert_eq!(title.at.map(|at| at.to_string()).as_deref(), Some("MC títol 1"));
        assert_eq!(title.season, Some(1990));
        assert_eq!(of_place(PlaceEvent::Absolute, 3).title, None);
    }

    /// MC títol 5, AMB-22: one event gives one norm, by whatever provisions.
    #[test]
    fn the_third_norm_is_the_title_and_an_event_gives_one() {
        let day = |year, month| date(year, month, 10);
        let provincial =
            NormBasis::Place(PlaceEvent::Provincial(crate::model::Delegation::Girona), 1);
        let history = of(
            &archive(
                None,
                vec![
                    record(day(1989, 9), NormBasis::Tournament, "Obert d'Olot"),
                    record(day(1989, 9), provincial, "Obert d’Olot"),
                    record(day(1990, 2), NormBasis::RatingList, "Llista"),
                    record(day(1990, 11), NormBasis::Tournament, "Obert de Reus"),
                ],
            ),
            day(1991, 1),
        );
        assert_eq!(history.ledger.held, 3);
        let title = history.title.as_ref().expect("three norms");
        assert_eq!((title.day, title.season), (Some(day(1990, 11)), Some(1991)));
        assert_eq!(history.lost_after(rules()), None);
    }

    /// MC norma 4, AMB-102, with the seasons of [`season`].
    #[test]
    fn what_is_lost_and_when() {
        let norms = vec![record(date(1989, 2, 1), NormBasis::Tournament, "Obert d'Olot")];
        let at = |today| of(&archive(None, norms.clone()), today);
        // Season 1989; idle in 1990 and 1991, so lost on 30 June 1991.
        assert_eq!(at(date(1989, 3, 1)).lost_after(rules()), Some(1991));
        assert_eq!(at(date(1990, 1, 1)).lost_after(rules()), Some(1991));
        assert_eq!(at(date(1991, 6, 29)).lost_after(rules()), Some(1991));
        assert_eq!(at(date(1991, 6, 29)).ledger.held, 1);
        let lost = at(date(1991, 6, 30));
        assert_eq!(lost.ledger.held, 0);
        assert_eq!(lost.ledger.log.last().map(|line| line.what), Some(LedgerEvent::Loss));
        assert_eq!(lost.lost_after(rules()), None);
    }

    /// MC títol 2, AMB-111; and a title of which only the register tells.
    #[test]
    fn titles_of_the_register() {
        let title = |title| {
            let all = histories(&archive(Some(title), Vec::new()), &[], date(1990, 6, 1), rules());
            all.get("puig-anna").and_then(|history| history.title.clone())
        };
        assert_eq!(
            title(Title::FM).and_then(|t| t.at).map(|at| at.to_string()).as_deref(),
            Some("MC títol 2")
        );
        assert_eq!(title(Title::MC).map(|t| t.at), Some(None));
        assert_eq!(title(Title::WGM), None);
    }
}
