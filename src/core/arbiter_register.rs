//! What every arbiter of the register has towards the titles of FIDE, and what is missing (Blog FA,
//! IA; AMB-73), and towards that of the Andalusian federation (Blog FADA).

use serde_json::{Value as Json, json};

use super::arbiters::{
    Applicant, FadaCandidate, FadaResult, TitleCheck, fa_norm, fada, fide_arbiter, ia_norm,
    international_arbiter, missing_words,
};
use super::computed::Computed;
use super::report::{Align, Block, Column, Entry, Fact, Msg, Report, Row, Table, Verdict};
use super::rules::Rules1990;
use crate::model::{Arbiter, Archive, Date, Residence};

/// The two checks of an arbiter on a day.
fn checks(arbiter: &Arbiter, day: Date, rules: &Rules1990) -> [Computed<TitleCheck>; 2] {
    let applicant = Applicant {
        // Without a day of birth the age is not met.
        born: arbiter.born.unwrap_or(day),
        applies: day,
        events: arbiter.events.iter().map(|(_, _, event)| event.clone()).collect(),
        exam: arbiter.exam,
        association_title: false,
        is_fide_arbiter: matches!(arbiter.title.as_deref(), Some("FA" | "IA")),
    };
    [fide_arbiter(&applicant, &rules.arbiters), international_arbiter(&applicant, &rules.arbiters)]
}

/// What the register tells of the Andalusian title (Blog FADA 2, 3), where it tells a residence.
fn andalusian(arbiter: &Arbiter, day: Date, rules: &Rules1990) -> Option<Computed<FadaResult>> {
    let told = arbiter.fada?;
    let candidate = FadaCandidate {
        // Without a day of birth the age is not met.
        born: arbiter.born.unwrap_or(day),
        applies: day,
        passed: told.passed,
        spanish: told.spanish,
        resident_in_spain: told.residence != Residence::Abroad,
        resident_in_andalusia: told.residence == Residence::Andalusia,
        civil_rights: told.civil_rights,
    };
    Some(fada(candidate, &rules.arbiters))
}

/// In words: given on a day, still to be given, to be examined, or not possible.
fn andalusian_words(found: &FadaResult, day: Date) -> Msg {
    match (found.eligible, found.awarded) {
        (false, _) => Msg::new("arbiters.fada-not"),
        (true, None) => Msg::new("arbiters.fada-exam"),
        (true, Some(awarded)) if awarded <= day => {
            Msg::new("arbiters.fada-since").with("day", awarded)
        }
        (true, Some(awarded)) => Msg::new("arbiters.fada-from").with("day", awarded),
    }
}

/// The last day on which anybody of the register officiated: the day asked about by default.
pub fn last_day(archive: &Archive) -> Option<Date> {
    archive.arbiters.iter().flat_map(|arbiter| &arbiter.events).map(|(_, day, _)| *day).max()
}

/// Every arbiter: the requirements of both titles and the events that count.
pub fn report(archive: &Archive, day: Date, rules: &Rules1990) -> Report {
    let mut blocks = vec![Block::Paragraph(Msg::new("arbiters.as-of").with("day", day))];
    for arbiter in &archive.arbiters {
        let [fa, ia] = checks(arbiter, day, rules);
        let heading = match &arbiter.title {
            Some(title) => Msg::new("arbiters.titled")
                .with("name", arbiter.name.clone())
                .with("title", title.clone()),
            None => Msg::new("arbiters.untitled").with("name", arbiter.name.clone()),
        };
        blocks.push(Block::Heading(heading));
        let fact = |key, label, check: &Computed<TitleCheck>| {
            Fact::new(key, Msg::new(label), check.entry_of(missing_words(&check.value.missing)))
        };
        let mut facts = vec![fact("fa", "arbiters.fa", &fa), fact("ia", "arbiters.ia", &ia)];
        facts.extend(andalusian(arbiter, day, rules).map(|found| {
            let entry = found.entry_of(andalusian_words(&found.value, day));
            Fact::new("fada", Msg::new("arbiters.fada"), entry)
        }));
        blocks.push(Block::Facts(facts));
        if arbiter.events.is_empty() {
            continue;
        }
        let column = |key, text, align| Column::new(key, Msg::new(text), align);
        let rows = arbiter.events.iter().map(|(name, day, event)| {
            let verdict = |check: Computed<bool>| check.entry_of(Verdict::of(check.value));
            Row {
                entrant: None,
                cells: vec![
                    Entry::plain(name.clone()),
                    Entry::plain(*day),
                    Entry::plain(event.players),
                    Entry::plain(event.rounds),
                    verdict(fa_norm(event, &rules.arbiters)),
                    verdict(ia_norm(event, &rules.arbiters)),
                ],
            }
        });
        blocks.push(Block::Table(Table {
            key: "arbiter-events",
            caption: Msg::new("arbiters.events").with("name", arbiter.name.clone()),
            columns: vec![
                column("event", "promotions.event", Align::Start),
                column("day", "ledger.head.day", Align::Start).extra(),
                column("players", "arbiter.players", Align::End).extra(),
                column("rounds", "arbiter.rounds", Align::End).extra(),
                column("fa", "arbiters.fa", Align::Start),
                column("ia", "arbiters.ia", Align::Start),
            ],
            rows: rows.collect(),
        }));
    }
    Report { key: "arbiters", title: Msg::new("arbiters.title"), blocks }
}

/// For programs.
pub fn to_json(archive: &Archive, day: Date, rules: &Rules1990) -> Json {
    let arbiters = archive.arbiters.iter().map(|arbiter| {
        let [fa, ia] = checks(arbiter, day, rules);
        let of = |check: &TitleCheck| json!({"norms": check.norms, "missing": check.missing});
        json!({
            "arbiter": &*arbiter.slug,
            "name": &*arbiter.name,
            "title": arbiter.title.as_deref(),
            "fa": of(&fa.value),
            "ia": of(&ia.value),
            "fada": andalusian(arbiter, day, rules).map(|found| json!({
                "eligible": found.value.eligible,
                "awarded": found.value.awarded.map(|day| day.to_string()),
            })),
        })
    });
    json!({"report": "arbiters", "day": day.to_string(), "arbiters": arbiters.collect::<Vec<_>>()})
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::report::Value;
    use crate::model::{EventClass, Exact, FadaRecord, Format, Officiated};
    use crate::test_rules::rules;
    use jiff::civil::date;

    /// Blog FADA 2, 3: both sides of the sixteenth and of the eighteenth birthday, residence, tests.
    #[test]
    fn the_andalusian_title_follows_the_register() {
        let told = |born, residence, passed| {
            let mut archive = Archive::default();
            archive.arbiters.push(Arbiter {
                slug: "a".into(),
                name: "A".into(),
                born: Some(born),
                title: None,
                exam: None,
                fada: Some(FadaRecord { spanish: true, residence, civil_rights: true, passed }),
                events: Vec::new(),
            });
            let day = date(2020, 6, 1);
            let report = report(&archive, day, rules());
            let Block::Facts(facts) = &report.blocks[2] else { panic!("facts") };
            let Value::Msg(msg) = &facts[2].entry.value else { panic!("words") };
            (msg.key, to_json(&archive, day, rules())["arbiters"][0]["fada"]["awarded"].clone())
        };
        use Residence::{Abroad, Andalusia, Spain};
        let passed = Some(date(2020, 5, 1));
        let given = |day: &str| json!(day);
        assert_eq!(
            told(date(2002, 6, 1), Andalusia, passed),
            ("arbiters.fada-since", given("2020-06-01"))
        );
        assert_eq!(
            told(date(2002, 6, 2), Andalusia, passed),
            ("arbiters.fada-from", given("2020-06-02"))
        );
        assert_eq!(told(date(2004, 6, 1), Andalusia, None).0, "arbiters.fada-exam");
        assert_eq!(told(date(2004, 6, 2), Andalusia, None).0, "arbiters.fada-not");
        assert_eq!(told(date(1980, 1, 1), Spain, passed).0, "arbiters.fada-not");
        assert_eq!(told(date(1980, 1, 1), Abroad, passed).0, "arbiters.fada-not");
    }

    /// Blog FA 6: three events; one lacks while there are two, none with a third.
    #[test]
    fn what_is_missing_follows_the_events() {
        let event = Officiated {
            format: Format::Swiss,
            class: EventClass::Other,
            fide_rated: true,
            fast: false,
            players: 20,
            rated_players: 10,
            rounds: 9,
            signer: None,
        };
        let mut archive = Archive::default();
        archive.arbiters.push(Arbiter {
            slug: "a".into(),
            name: "A".into(),
            born: Some(date(1990, 1, 1)),
            title: None,
            exam: Some(Exact::new(4, 5)),
            fada: None,
            events: (0..2).map(|_| ("X".into(), date(2020, 1, 1), event.clone())).collect(),
        });
        let day = last_day(&archive).expect("an event");
        let missing =
            |archive: &Archive| to_json(archive, day, rules())["arbiters"][0]["fa"].clone();
        assert_eq!(missing(&archive), json!({"norms": 2, "missing": ["norms"]}));
        archive.arbiters[0].events.push(("Y".into(), day, event));
        assert_eq!(missing(&archive), json!({"norms": 3, "missing": []}));
        // Two facts and a table under the heading.
        assert_eq!(report(&archive, day, rules()).blocks.len(), 4);
    }
}
