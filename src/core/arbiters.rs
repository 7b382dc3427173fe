//! What the titles of arbiters ask for, as the blog tells it: data with its source, no claim of
//! being current (Blog FA, IA, FADA; AMB-73).

use std::collections::BTreeSet;

use super::calendar::Term;
use super::computed::Computed;
use super::report::{Msg, Value, Verdict};
use crate::model::{Date, Exact};
pub use crate::model::{EventClass, Format, Officiated};
use crate::rulebook::Percent;

crate::rules! {
    /// Numbers of the titles.
    pub struct ArbiterRules {
        fa_age: u32 = "blog.fa-edat",
        fa_events: u32 = "blog.fa-proves",
        fa_exam: Percent = "blog.fa-examen",
        fa_league: u32 = "blog.fa-jugadors-lliga",
        fa_double_league: u32 = "blog.fa-jugadors-lliga-doble",
        fa_swiss: u32 = "blog.fa-jugadors-suis",
        fa_rapid_players: u32 = "blog.fa-rapides-jugadors",
        fa_rapid_rounds: u32 = "blog.fa-rapides-rondes",
        fa_rapid_max: u32 = "blog.fa-rapides-max",
        fa_association: u32 = "blog.fa-normes-associacio",
        ia_age: u32 = "blog.ia-edat",
        ia_events: u32 = "blog.ia-proves",
        ia_players: u32 = "blog.ia-jugadors",
        ia_rated: Percent = "blog.ia-part-avaluats",
        ia_rounds: u32 = "blog.ia-rondes",
        ia_signed: u32 = "blog.ia-normes-signades",
        ia_signers: u32 = "blog.ia-signants",
        ia_association: u32 = "blog.ia-normes-associacio",
        ia_formats: u32 = "blog.ia-formats",
        ia_swiss_players: u32 = "blog.ia-suis-jugadors",
        ia_swiss_rated: Percent = "blog.ia-suis-part-avaluats",
        ia_swiss_rounds: u32 = "blog.ia-suis-rondes",
        fada_age: u32 = "blog.fada-edat",
        fada_title_age: u32 = "blog.fada-edat-titol",
    }
}

/// An applicant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Applicant {
    pub born: Date,
    pub applies: Date,
    pub events: Vec<Officiated>,
    /// Seminar with an examination, and its mark (1 is 100 %).
    pub exam: Option<Exact>,
    /// Holds the title of IBCA, ICCD or IPCA.
    pub association_title: bool,
    pub is_fide_arbiter: bool,
}

/// Has a birthday been reached on a day? Born on 29 February: on the last day of February.
fn has_age(born: Date, years: u32, day: Date) -> bool {
    let years = u16::try_from(years).unwrap_or(u16::MAX);
    let birthday = Term { years, ..Term::default() }.same_day(born);
    birthday.is_some_and(|birthday| birthday <= day)
}

/// What an applicant has, and what is missing, by the names of requirements.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TitleCheck {
    pub norms: u32,
    pub missing: Vec<&'static str>,
}

impl TitleCheck {
    pub fn is_met(&self) -> bool {
        self.missing.is_empty()
    }
}

fn missing(requirements: &[(&'static str, bool)]) -> Vec<&'static str> {
    requirements.iter().filter(|(_, met)| !met).map(|(name, _)| *name).collect()
}

/// What is missing, in words; nothing is said to be missing when nothing is.
pub fn missing_words(list: &[&'static str]) -> Value {
    let words = list.iter().map(|name| {
        Value::from(Msg::new(match *name {
            "age" => "arbiters.missing.age",
            "norms" => "arbiters.missing.norms",
            "exam" => "arbiters.missing.exam",
            "fide-arbiter" => "arbiters.missing.fa",
            "signers" => "arbiters.missing.signers",
            _ => "arbiters.missing.formats",
        }))
    });
    let words: Vec<Value> = words.collect();
    if words.is_empty() { Msg::new("arbiters.nothing-missing").into() } else { Value::List(words) }
}

/// Does an event give a norm of FIDE Arbiter (Blog FA 6, 7)?
pub fn fa_norm(event: &Officiated, rules: &ArbiterRules) -> Computed<bool> {
    let (least, rounds) = if event.fast {
        (&rules.fa_rapid_players, Some(&rules.fa_rapid_rounds))
    } else {
        match event.format {
            Format::League => (&rules.fa_league, None),
            Format::DoubleLeague => (&rules.fa_double_league, None),
            Format::Swiss | Format::Team | Format::KnockOut => (&rules.fa_swiss, None),
        }
    };
    let valid = event.fide_rated
        && event.players >= least.get()
        && rounds.is_none_or(|rounds| event.rounds >= rounds.get());
    let computed = Computed::new(valid)
        .line("arbiter.players", event.players)
        .limit("arbiter.players-needed", least);
    match rounds {
        Some(rounds) => {
            computed.line("arbiter.rounds", event.rounds).limit("arbiter.rounds-needed", rounds)
        }
        None => computed,
    }
}

/// Requirements of FIDE Arbiter that data can tell (Blog FA 1, 5 to 8).
pub fn fide_arbiter(applicant: &Applicant, rules: &ArbiterRules) -> Computed<TitleCheck> {
    let valid = |fast| {
        let of = applicant.events.iter().filter(|event| event.fast == fast);
        of.filter(|event| fa_norm(event, rules).value).count() as u32
    };
    let (slow, fast) = (valid(false), valid(true).min(rules.fa_rapid_max.get()));
    let extra = if applicant.association_title { rules.fa_association.get() } else { 0 };
    let norms = slow + fast + extra;
    let exam = applicant.exam.is_some_and(|mark| mark >= rules.fa_exam.get().0);
    let missing = missing(&[
        ("age", has_age(applicant.born, rules.fa_age.get(), applicant.applies)),
        ("norms", norms >= rules.fa_events.get()),
        ("exam", exam),
    ]);
    let lacking = missing_words(&missing);
    Computed::new(TitleCheck { norms, missing })
        .limit("arbiter.age", &rules.fa_age)
        .line("arbiter.norms", norms)
        .limit("arbiter.norms-needed", &rules.fa_events)
        .limit("arbiter.fast-at-most", &rules.fa_rapid_max)
        .by(&rules.fa_exam)
        .line("arbiter.exam", Verdict::of(exam))
        .line("arbiter.missing", lacking)
}

/// Does an event count for International Arbiter (Blog IA 6)?
pub fn ia_norm(event: &Officiated, rules: &ArbiterRules) -> Computed<bool> {
    let kind = match event.class {
        EventClass::NationalFinal
        | EventClass::Official
        | EventClass::Norms
        | EventClass::RapidChampionship => true,
        EventClass::International => {
            large(event, (rules.ia_players.get(), rules.ia_rated.get().0, rules.ia_rounds.get()))
        }
        EventClass::Other => false,
    };
    Computed::new(event.fide_rated && kind)
        .rule("arbiter.kind-counts", Verdict::of(kind), "Blog IA 6")
        .limit("arbiter.players-needed", &rules.ia_players)
        .limit("arbiter.rounds-needed", &rules.ia_rounds)
}

/// Enough players, share of rated ones, and rounds.
fn large(event: &Officiated, (players, share, rounds): (u32, Exact, u32)) -> bool {
    event.players >= players
        && Exact::from(i64::from(event.rated_players)) >= share * i64::from(event.players)
        && event.rounds >= rounds
}

/// Requirements of International Arbiter that data can tell (Blog IA 1, 6 to 10).
pub fn international_arbiter(applicant: &Applicant, rules: &ArbiterRules) -> Computed<TitleCheck> {
    let valid: Vec<&Officiated> =
        applicant.events.iter().filter(|event| ia_norm(event, rules).value).collect();
    let extra = if applicant.association_title { rules.ia_association.get() } else { 0 };
    let norms = valid.len() as u32 + extra;
    let signed = valid.iter().filter(|event| event.signer.is_some()).count() as u32;
    let signers: BTreeSet<_> = valid.iter().filter_map(|event| event.signer.as_ref()).collect();
    let signatures =
        signed >= rules.ia_signed.get() && signers.len() as u32 >= rules.ia_signers.get();
    let formats: BTreeSet<Format> = valid.iter().map(|event| event.format).collect();
    let limits =
        (rules.ia_swiss_players.get(), rules.ia_swiss_rated.get().0, rules.ia_swiss_rounds.get());
    let large_swiss =
        formats.iter().eq([&Format::Swiss]) && valid.iter().any(|event| large(event, limits));
    let mixed = formats.len() as u32 >= rules.ia_formats.get() || large_swiss;
    let missing = missing(&[
        ("age", has_age(applicant.born, rules.ia_age.get(), applicant.applies)),
        ("norms", norms >= rules.ia_events.get()),
        ("fide-arbiter", applicant.is_fide_arbiter),
        ("signers", signatures),
        ("formats", mixed),
    ]);
    let lacking = missing_words(&missing);
    Computed::new(TitleCheck { norms, missing })
        .limit("arbiter.age", &rules.ia_age)
        .line("arbiter.norms", norms)
        .limit("arbiter.norms-needed", &rules.ia_events)
        .rule("arbiter.is-fa", Verdict::of(applicant.is_fide_arbiter), "Blog IA 7")
        .limit("arbiter.signers-needed", &rules.ia_signers)
        .limit("arbiter.formats-needed", &rules.ia_formats)
        .line("arbiter.missing", lacking)
        .at("Blog IA 9")
}

/// A candidate of the Andalusian federation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FadaCandidate {
    pub born: Date,
    pub applies: Date,
    /// Day of passing all tests, if passed.
    pub passed: Option<Date>,
    pub spanish: bool,
    pub resident_in_spain: bool,
    pub resident_in_andalusia: bool,
    pub civil_rights: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FadaResult {
    pub eligible: bool,
    /// Day on which the title is given: on passing, or on turning 18.
    pub awarded: Option<Date>,
}

/// Blog FADA 2, 3: the sixteenth birthday reached (AMB-73).
pub fn fada(candidate: FadaCandidate, rules: &ArbiterRules) -> Computed<FadaResult> {
    let age = has_age(candidate.born, rules.fada_age.get(), candidate.applies);
    let eligible = age
        && (candidate.spanish || candidate.resident_in_spain)
        && candidate.civil_rights
        && candidate.resident_in_andalusia;
    let years = u16::try_from(rules.fada_title_age.get()).unwrap_or(u16::MAX);
    let adult = Term { years, ..Term::default() }.same_day(candidate.born);
    let awarded = candidate
        .passed
        .filter(|_| eligible)
        .and_then(|passed| adult.map(|adult| passed.max(adult)));
    Computed::new(FadaResult { eligible, awarded })
        .limit("arbiter.age", &rules.fada_age)
        .line("arbiter.old-enough", Verdict::of(age))
        .rule("arbiter.in-andalusia", Verdict::of(candidate.resident_in_andalusia), "Blog FADA 3")
        .limit("arbiter.title-age", &rules.fada_title_age)
        .line("arbiter.awarded", awarded)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_rules::rules;
    use jiff::civil::date;

    fn rules_() -> &'static ArbiterRules {
        &rules().arbiters
    }

    fn event(format: Format, players: u32) -> Officiated {
        Officiated {
            format,
            class: EventClass::Official,
            fide_rated: true,
            fast: false,
            players,
            rated_players: players,
            rounds: 9,
            signer: Some(format!("{format:?}")),
        }
    }

    fn applicant(events: Vec<Officiated>) -> Applicant {
        Applicant {
            born: date(1996, 6, 1),
            applies: date(2017, 6, 1),
            events,
            exam: Some(Exact::new(8, 10)),
            association_title: false,
            is_fide_arbiter: true,
        }
    }

    /// Reports name what is missing in words, never by the names that programs use.
    #[test]
    fn what_is_missing_is_told_in_words() {
        let found = international_arbiter(&applicant(Vec::new()), rules_());
        let line = found.working.iter().find(|step| step.text.key == "arbiter.missing");
        let Some(Value::List(words)) = line.and_then(|step| step.value.clone()) else {
            panic!("a list")
        };
        assert_eq!(words.len(), found.value.missing.len());
        let keys = words.iter().map(|word| match word {
            Value::Msg(msg) => msg.key,
            other => panic!("{other:?}"),
        });
        let keys: std::collections::BTreeSet<_> = keys.collect();
        assert_eq!(keys.len(), words.len(), "each has words of its own");
        assert!(keys.iter().all(|key| key.starts_with("arbiters.missing.")));
    }

    #[test]
    fn fa_events_on_both_sides_of_the_limits() {
        let ok = |event: &Officiated| fa_norm(event, rules_()).value;
        for (format, least) in
            [(Format::League, 10), (Format::DoubleLeague, 6), (Format::Swiss, 20)]
        {
            assert!(ok(&event(format, least)) && !ok(&event(format, least - 1)));
        }
        let fast =
            |players, rounds| Officiated { fast: true, rounds, ..event(Format::Swiss, players) };
        assert!(ok(&fast(30, 9)) && !ok(&fast(29, 9)) && !ok(&fast(30, 8)));
        assert!(!ok(&Officiated { fide_rated: false, ..event(Format::Swiss, 50) }));
    }

    /// AMB-73: three events, one rapid or blitz at most among them, and the seminar.
    #[test]
    fn amb_73_fide_arbiter() {
        let of = |a: &Applicant| fide_arbiter(a, rules_()).value.missing;
        let fast = Officiated { fast: true, ..event(Format::Swiss, 30) };
        let swiss = event(Format::Swiss, 20);
        assert!(of(&applicant(vec![swiss.clone(), swiss.clone(), fast.clone()])).is_empty());
        assert_eq!(of(&applicant(vec![swiss.clone(), fast.clone(), fast.clone()])), ["norms"]);
        let mut with_title = applicant(vec![swiss.clone(), fast]);
        with_title.association_title = true;
        assert!(of(&with_title).is_empty());
        let mut young = applicant(vec![swiss; 3]);
        young.applies = date(2017, 5, 31);
        young.exam = Some(Exact::new(79, 100));
        assert_eq!(of(&young), ["age", "exam"]);
    }

    #[test]
    fn international_arbiters() {
        let of = |a: &Applicant| international_arbiter(a, rules_()).value.missing;
        let (swiss, league) = (event(Format::Swiss, 20), event(Format::League, 10));
        let good = vec![swiss.clone(), swiss.clone(), league.clone(), league];
        assert!(of(&applicant(good.clone())).is_empty());
        assert_eq!(of(&applicant(good[..3].to_vec())), ["norms"]);
        let mut later = applicant(good.clone());
        later.is_fide_arbiter = false;
        assert_eq!(of(&later), ["fide-arbiter"]);
        // Only Swiss events, one signer.
        assert_eq!(of(&applicant(vec![swiss.clone(); 4])), ["signers", "formats"]);
        let large = |players, rated_players, rounds| {
            let large = Officiated {
                players,
                rated_players,
                rounds,
                signer: Some("x".into()),
                ..swiss.clone()
            };
            let mut events = vec![swiss.clone(); 3];
            events.push(large);
            of(&applicant(events))
        };
        assert!(large(100, 30, 7).is_empty());
        for few in [large(99, 99, 7), large(100, 29, 7), large(100, 30, 6)] {
            assert_eq!(few, ["formats"]);
        }
        let mut association = applicant(good[..3].to_vec());
        association.association_title = true;
        assert!(of(&association).is_empty());
    }

    #[test]
    fn kinds_of_events_for_ia() {
        let ok = |event: &Officiated| ia_norm(event, rules_()).value;
        let of = |class| Officiated { class, ..event(Format::Swiss, 20) };
        for key in EventClass::KEYS {
            let class = EventClass::from_key(key).unwrap();
            let counts = !matches!(class, EventClass::International | EventClass::Other);
            assert_eq!(ok(&of(class)), counts, "{key}");
        }
        let large = Officiated {
            players: 100,
            rated_players: 30,
            rounds: 7,
            ..of(EventClass::International)
        };
        assert!(ok(&large));
        assert!(!ok(&Officiated { players: 99, ..large.clone() }));
        assert!(!ok(&Officiated { rated_players: 29, ..large.clone() }));
        assert!(!ok(&Officiated { rounds: 6, ..large }));
    }

    #[test]
    fn andalusian_titles() {
        let candidate = FadaCandidate {
            born: date(2000, 5, 1),
            applies: date(2016, 5, 1),
            passed: Some(date(2016, 9, 1)),
            spanish: true,
            resident_in_spain: false,
            resident_in_andalusia: true,
            civil_rights: true,
        };
        let of = |candidate| fada(candidate, rules_()).value;
        assert_eq!(of(candidate), FadaResult { eligible: true, awarded: Some(date(2018, 5, 1)) });
        assert!(!of(FadaCandidate { applies: date(2016, 4, 30), ..candidate }).eligible);
        assert!(!of(FadaCandidate { resident_in_andalusia: false, ..candidate }).eligible);
        let late = FadaCandidate { passed: Some(date(2019, 1, 1)), ..candidate };
        assert_eq!(of(late).awarded, Some(date(2019, 1, 1)));
        let foreign = FadaCandidate { spanish: false, ..candidate };
        assert!(!of(foreign).eligible);
        assert!(of(FadaCandidate { resident_in_spain: true, ..foreign }).eligible);
    }
}
