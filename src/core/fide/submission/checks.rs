//! Is everything there, and as the rules want it?

use std::collections::BTreeMap;

use super::EventRules;
use crate::core::fide::FideRules;
use crate::core::report::{Entry, Fact, Msg, Step, Value, Verdict};
use crate::model::{
    ArbiterRole, ArbiterTitle, Date, Entrant, Exact, FideEvent, Official, Title, Tournament, fold,
};
use crate::rulebook::ProvisionId;

/// The answers, in the order in which an arbiter goes through them.
#[derive(Clone, Debug)]
pub struct Completeness {
    pub facts: Vec<Fact>,
    pub verdict: Verdict,
}

/// Every check of an event.
pub fn completeness(t: &Tournament, rules: &FideRules) -> Completeness {
    let r = &rules.event;
    let facts: Vec<(Verdict, Fact)> = vec![
        registration(t, r),
        event_code(t),
        chief_arbiter(t),
        playing_arbiter(t),
        clock_for_norms(t, r),
        clock_for_rating(t, r),
        first_control(&t.fide, r),
        rounds_a_day(t, r),
        hours_a_day(t, r),
        days_of_rounds(t),
        norm_rounds(t, rules),
        results(t),
        known_of_all(t, "federations", "it3.check.federations", |e| e.federation.is_some()),
        known_of_all(t, "fide-ids", "it3.check.fide-ids", |e| e.fide_id.is_some()),
        known_of_all(t, "births", "it3.check.births", |e| e.birth.is_some()),
        foreigners(t, rules),
        titled(t, rules),
    ];
    let verdict = Verdict::all(facts.iter().map(|(verdict, _)| *verdict));
    Completeness { facts: facts.into_iter().map(|(_, fact)| fact).collect(), verdict }
}

/// A check with what was measured; what to do stands there when it is not met or not known.
struct Check {
    key: &'static str,
    label: &'static str,
    verdict: Verdict,
    found: Value,
    at: Vec<ProvisionId>,
    steps: Vec<Step>,
    advice: &'static str,
}

impl Check {
    fn answer(self) -> (Verdict, Fact) {
        let value = match self.found {
            Value::Undefined => Value::Verdict(self.verdict),
            found => Value::List(vec![found, Value::Verdict(self.verdict)]),
        };
        let mut entry = Entry::plain(value).steps(self.steps);
        for at in &self.at {
            entry = entry.cite(at);
        }
        let fact = Fact::new(self.key, Msg::new(self.label), entry);
        let fact = match self.verdict {
            Verdict::Met => fact,
            _ => fact.advise(Msg::new(self.advice)),
        };
        (self.verdict, fact)
    }
}

fn step(key: &'static str, value: impl Into<Value>) -> Step {
    Step::new(Msg::new(key)).gives(value)
}

/// Some days before another; `None` beyond the calendar.
fn days_before(day: Date, days: u32) -> Option<Date> {
    day.checked_sub(jiff::Span::new().days(i64::from(days))).ok()
}

fn registration(t: &Tournament, r: &EventRules) -> (Verdict, Fact) {
    let last = t.start.and_then(|start| days_before(start, r.registration.get()));
    let met = t.fide.registered.zip(last).map(|(day, last)| day <= last);
    Check {
        key: "registration",
        label: "it3.check.registration",
        verdict: Verdict::from_known(met),
        found: t.fide.registered.into(),
        at: vec![r.registration.at.clone()],
        steps: vec![
            step("it3.first-day", t.start),
            step("it3.days-before", r.registration.get()).cite(&r.registration.at),
            step("it3.last-day-to-register", last),
        ],
        advice: "it3.mend.registration",
    }
    .answer()
}

fn event_code(t: &Tournament) -> (Verdict, Fact) {
    Check {
        key: "event-code",
        label: "it3.check.event-code",
        verdict: Verdict::from_known(t.fide.event_code.as_ref().map(|_| true)),
        found: t.fide.event_code.clone().into(),
        at: vec!["B.01 prova".into()],
        steps: Vec::new(),
        advice: "it3.mend.event-code",
    }
    .answer()
}

/// The chief arbiter, where arbiters are told with their titles.
pub(super) fn chief(t: &Tournament) -> Option<&Official> {
    t.arbiters.iter().find(|arbiter| arbiter.role == ArbiterRole::Chief)
}

fn chief_arbiter(t: &Tournament) -> (Verdict, Fact) {
    let found = chief(t);
    let enough =
        |title: ArbiterTitle| matches!(title, ArbiterTitle::International | ArbiterTitle::Fide);
    Check {
        key: "chief-arbiter",
        label: "it3.check.chief-arbiter",
        verdict: Verdict::from_known(found.and_then(|chief| chief.title).map(enough)),
        found: found.and_then(|chief| chief.title).map(ArbiterTitle::key).into(),
        at: vec!["B.01 prova àrbitres".into()],
        steps: found.map(|chief| step("it3.name", chief.name.clone())).into_iter().collect(),
        advice: "it3.mend.chief-arbiter",
    }
    .answer()
}

fn playing_arbiter(t: &Tournament) -> (Verdict, Fact) {
    let plays = |arbiter: &&Official| {
        t.entrants.iter().any(|entrant| match (arbiter.fide_id, entrant.fide_id) {
            (Some(a), Some(b)) => a == b,
            _ => fold(&arbiter.name) == fold(&entrant.name),
        })
    };
    let playing = t.arbiters.iter().find(plays);
    let known = (!t.arbiters.is_empty()).then_some(playing.is_none());
    Check {
        key: "playing-arbiter",
        label: "it3.check.playing-arbiter",
        verdict: Verdict::from_known(known),
        found: playing.map(|arbiter| arbiter.name.clone()).into(),
        at: vec!["B.01 prova àrbitres".into()],
        steps: vec![step("it3.arbiters", t.arbiters.len())],
        advice: "it3.mend.playing-arbiter",
    }
    .answer()
}

/// Minutes of a player over so many moves.
pub(super) fn minutes(fide: &FideEvent, moves: u32) -> Option<Exact> {
    const SECONDS: i64 = 60;
    let base: i64 = fide.minutes.iter().map(|minutes| i64::from(*minutes)).sum();
    let added = i64::from(fide.increment) * i64::from(moves);
    (!fide.minutes.is_empty()).then(|| Exact::from(base) + Exact::new(added, SECONDS))
}

fn clock_for_norms(t: &Tournament, r: &EventRules) -> (Verdict, Fact) {
    let found = minutes(&t.fide, r.moves.get());
    let asked = Exact::from(i64::from(r.minutes.get()));
    Check {
        key: "clock-norms",
        label: "it3.check.clock-norms",
        verdict: Verdict::from_known(found.map(|found| found >= asked)),
        found: found.into(),
        at: vec![r.minutes.at.clone()],
        steps: vec![
            step("it3.moves", r.moves.get()).cite(&r.moves.at),
            step("it3.minutes-at-least", r.minutes.get()).cite(&r.minutes.at),
        ],
        advice: "it3.mend.clock",
    }
    .answer()
}

fn clock_for_rating(t: &Tournament, r: &EventRules) -> (Verdict, Fact) {
    let strongest = t.entrants.iter().filter_map(|e| e.ratings.fide).max();
    let found = minutes(&t.fide, r.moves.get());
    let asked = r.minutes_for(strongest.unwrap_or_default());
    Check {
        key: "clock-rating",
        label: "it3.check.clock-rating",
        verdict: Verdict::from_known(found.map(|found| found >= Exact::from(asked))),
        found: found.into(),
        at: vec![r.rated_minutes.at.clone()],
        steps: vec![
            step("it3.strongest", strongest),
            step("it3.minutes-at-least", asked).cite(&r.rated_minutes.at),
        ],
        advice: "it3.mend.clock",
    }
    .answer()
}

fn first_control(fide: &FideEvent, r: &EventRules) -> (Verdict, Fact) {
    let known = match (fide.minutes.len(), fide.first_control) {
        (0, _) | (2.., None) => None,
        (1, None) => Some(true),
        (_, Some(moves)) => Some(moves >= r.first_control.get()),
    };
    Check {
        key: "first-control",
        label: "it3.check.first-control",
        verdict: Verdict::from_known(known),
        found: fide.first_control.into(),
        at: vec![r.first_control.at.clone()],
        steps: vec![step("it3.moves-at-least", r.first_control.get()).cite(&r.first_control.at)],
        advice: "it3.mend.first-control",
    }
    .answer()
}

/// Rounds of the fullest day; `None` where the days are not all known.
fn most_a_day(t: &Tournament) -> Option<(Date, usize)> {
    let known = t.rounds > 0 && t.round_times.len() >= t.rounds as usize;
    let mut days: BTreeMap<Date, usize> = BTreeMap::new();
    t.round_times.iter().for_each(|time| *days.entry(time.day).or_default() += 1);
    let most = days.into_iter().max_by_key(|&(day, rounds)| (rounds, std::cmp::Reverse(day)));
    most.filter(|_| known)
}

fn rounds_a_day(t: &Tournament, r: &EventRules) -> (Verdict, Fact) {
    let most = most_a_day(t);
    Check {
        key: "rounds-a-day",
        label: "it3.check.rounds-a-day",
        verdict: Verdict::from_known(most.map(|(_, n)| n <= r.rounds_a_day.get() as usize)),
        found: most.map(|(_, rounds)| rounds).into(),
        at: vec![r.rounds_a_day.at.clone()],
        steps: vec![
            step("it3.fullest-day", most.map(|(day, _)| day)),
            step("it3.rounds-at-most", r.rounds_a_day.get()).cite(&r.rounds_a_day.at),
        ],
        advice: "it3.mend.rounds-a-day",
    }
    .answer()
}

/// Both players' time over the moves that count, for all rounds of the fullest day.
fn hours_a_day(t: &Tournament, r: &EventRules) -> (Verdict, Fact) {
    const MINUTES: i64 = 60;
    const PLAYERS: i64 = 2;
    let rounds = most_a_day(t).map(|(_, rounds)| rounds as i64);
    let hours = rounds
        .zip(minutes(&t.fide, r.moves.get()))
        .map(|(rounds, minutes)| minutes * rounds * PLAYERS / MINUTES);
    let asked = Exact::from(i64::from(r.hours_a_day.get()));
    Check {
        key: "hours-a-day",
        label: "it3.check.hours-a-day",
        verdict: Verdict::from_known(hours.map(|hours| hours <= asked)),
        found: hours.into(),
        at: vec![r.hours_a_day.at.clone()],
        steps: vec![
            step("it3.rounds-of-day", rounds),
            step("it3.hours-at-most", r.hours_a_day.get()).cite(&r.hours_a_day.at),
        ],
        advice: "it3.mend.rounds-a-day",
    }
    .answer()
}

fn days_of_rounds(t: &Tournament) -> (Verdict, Fact) {
    let known = t.round_times.len().min(t.rounds as usize);
    Check {
        key: "days",
        label: "it3.check.days",
        verdict: Verdict::of(t.rounds > 0 && known == t.rounds as usize),
        found: known.into(),
        at: vec!["B.01 prova rondes".into()],
        steps: vec![step("it3.rounds", t.rounds)],
        advice: "it3.mend.days",
    }
    .answer()
}

fn norm_rounds(t: &Tournament, rules: &FideRules) -> (Verdict, Fact) {
    let asked = &rules.titles.games;
    Check {
        key: "rounds",
        label: "it3.check.rounds",
        verdict: Verdict::of(t.rounds >= asked.get()),
        found: t.rounds.into(),
        at: vec![asked.at.clone()],
        steps: vec![step("it3.games-at-least", asked.get()).cite(&asked.at)],
        advice: "it3.mend.rounds",
    }
    .answer()
}

fn results(t: &Tournament) -> (Verdict, Fact) {
    Check {
        key: "results",
        label: "it3.check.results",
        verdict: Verdict::of(t.rounds > 0 && t.is_finished()),
        found: t.rounds_complete().into(),
        at: vec!["B.02 informe".into()],
        steps: vec![step("it3.rounds", t.rounds)],
        advice: "it3.mend.results",
    }
    .answer()
}

/// Is something known of every player?
fn known_of_all(
    t: &Tournament,
    key: &'static str,
    label: &'static str,
    known: fn(&Entrant) -> bool,
) -> (Verdict, Fact) {
    let missing: Vec<&Entrant> = t.entrants.iter().filter(|entrant| !known(entrant)).collect();
    let of = t.entrants.len();
    let named = missing
        .iter()
        .map(|entrant| Step::new(Msg::new("it3.missing-of").with("player", entrant.name.clone())));
    Check {
        key,
        label,
        verdict: Verdict::of(missing.is_empty() && of > 0),
        found: (of - missing.len()).into(),
        at: vec!["B.02 informe".into()],
        steps: std::iter::once(step("it3.players", of)).chain(named).collect(),
        advice: "it3.mend.players",
    }
    .answer()
}

/// Federations other than the event's own: without them nobody can meet enough (1.4.3).
fn foreigners(t: &Tournament, rules: &FideRules) -> (Verdict, Fact) {
    let asked = &rules.titles.federations;
    let mut federations: Vec<&str> =
        t.entrants.iter().filter_map(|e| e.federation.as_deref()).collect();
    federations.sort_unstable();
    federations.dedup();
    let others =
        t.federation.as_deref().map(|own| federations.iter().filter(|f| **f != own).count());
    Check {
        key: "foreigners",
        label: "it3.check.foreigners",
        verdict: Verdict::from_known(others.map(|n| n >= asked.get() as usize)),
        found: others.into(),
        at: vec![asked.at.clone()],
        steps: vec![step("it3.federations-at-least", asked.get()).cite(&asked.at)],
        advice: "it3.mend.foreigners",
    }
    .answer()
}

/// Titled players: without so many nobody can meet enough of them.
fn titled(t: &Tournament, rules: &FideRules) -> (Verdict, Fact) {
    let least = &rules.titles.required_least;
    let required = [Title::GM, Title::IM, Title::WGM, Title::WIM];
    let found = t.entrants.iter().filter(|e| e.title.is_some_and(|t| required.contains(&t)));
    let found = found.count();
    Check {
        key: "titled",
        label: "it3.check.titled",
        verdict: Verdict::of(found >= least.get() as usize),
        found: found.into(),
        at: vec![least.at.clone()],
        steps: vec![step("it3.titled-at-least", least.get()).cite(&least.at)],
        advice: "it3.mend.titled",
    }
    .answer()
}

/// The first monthly list that can take the event in: that of the first day of a month, so many
/// days after the end.
pub fn first_list(t: &Tournament, rules: &FideRules) -> Option<Date> {
    let earliest = t
        .end?
        .checked_add(jiff::Span::new().days(i64::from(rules.event.before_list.get())))
        .ok()?;
    if earliest.day() == 1 {
        return Some(earliest);
    }
    earliest.last_of_month().tomorrow().ok()
}
